"""Lucky Shutdown once more, as plainly as can be, played side by side with the library.

The model below knows cards as texts and finds moves by trying every choice of cards; it is written from the rules
and shares nothing with the library. Moves are compared by what they do: which cards leave the hand, which leave the
row, and which lies on top where that matters.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from shedkit.games import lucky_shutdown as lucky

NUMBERS = [f"{value}{colour}" for value in range(13, 22) for colour in "oobb"]
MAGIC = ["Do", "Db", "Dx", "Po", "Pb", "Px", "Fo", "Fb", "Fx", "U16b", "U17x", "U18o"]


# ---- cards


def is_number(card):
    return card[0].isdigit()


def value(card):
    return int(card[:-1].lstrip("U"))


def group(card):
    """What cards laid together have in common."""
    return value(card) if is_number(card) else card[0]


def coloured(card, colour):
    return card[-1] in (colour, "x")


def counted(pile):
    """The card that counts: the topmost that is no Push."""
    rest = [card for card in pile if card[0] != "P"]
    return rest[-1] if rest else None


def fits(card, top):
    if top is None or top[0] == "F":
        return True
    if top[0] == "U":
        return not is_number(card) or value(card) < value(top)
    if value(top) == 15:
        return coloured(card, top[-1])
    if value(top) == 17:
        return is_number(card) and value(card) >= 17
    return not is_number(card) or value(card) >= value(top)


def set_on_top(pile):
    if is_number(pile[-1]):
        return len(pile) >= 4 and all(is_number(c) and value(c) == value(pile[-1]) for c in pile[-4:])
    three = pile[-3:]
    if len(three) < 3 or any(card[0] != pile[-1][0] for card in three):
        return False
    return pile[-1][0] != "U" or len({value(card) for card in three}) == 3


def lying(pile):
    """The cards on top that could belong to a set in the making."""
    run = []
    for card in reversed(pile):
        same = group(card) == group(pile[-1])
        if not same or (card[0] == "U" and any(value(card) == value(other) for other in run)):
            break
        run.append(card)
    return run


def parts(cards):
    """All choices of these cards, equal ones once."""
    return {part for size in range(len(cards) + 1) for part in combinations(sorted(cards), size)}


# ---- the model


class Model:
    """A position; every method reads or changes it by the rules."""

    def __init__(self, rules, state):
        self.rules, self.n = rules, rules.players
        self.hands = [sorted(map(str, hand)) for hand in state.hands]
        self.up = [[card and str(card) for card in row] for row in state.face_up]
        self.down = [[card and str(card) for card in row] for row in state.face_down]
        self.stock, self.pile = [str(c) for c in state.stock], [str(c) for c in state.discard]
        self.removed = Counter(map(str, state.removed))
        self.turn, self.pending, self.layer = state.turn, state.pending, state.layer
        self.out, self.over = list(state.out), state.phase == "over"
        self.declined, self.challenged = list(state.declined), list(state.challenged)
        self.revealed = list(state.revealed)

    def facts(self):
        return {
            "hands": self.hands,
            "up": self.up,
            "down": self.down,
            "stock": self.stock,
            "pile": self.pile,
            "removed": +self.removed,
            "turn": None if self.over else self.turn,
            "pending": self.pending,
            "layer": self.layer,
            "out": self.out,
            "over": self.over,
            "declined": self.declined,
            "challenged": self.challenged,
            "revealed": self.revealed,
        }

    # moves

    def zones_allow(self, player, from_hand, from_row):
        """Hand first; the row when hand and stock are empty; both if the whole hand goes."""
        hand = self.hands[player]
        if not from_row:
            return bool(from_hand)
        if not from_hand:
            return not hand and not self.stock
        shed = sorted(from_hand) == hand
        return shed and (not self.stock or not self.rules.combo_needs_empty_stock)

    def choices(self, player):
        """Every choice of up to four cards that have their group in common, from hand and row."""
        row = [card for card in self.up[player] if card]
        for kind in {group(card) for card in self.hands[player] + row}:
            for from_hand in parts([card for card in self.hands[player] if group(card) == kind]):
                for from_row in parts([card for card in row if group(card) == kind]):
                    if 0 < len(from_hand) + len(from_row) <= 4:
                        yield from_hand, from_row

    def plays(self, player):
        top = counted(self.pile)
        made = set()
        for from_hand, from_row in self.choices(player):
            cards = sorted(from_hand + from_row)
            nineteens, pushes = group(cards[0]) == 19, cards[0][0] == "P"
            anywhere = self.pending and nineteens and self.rules.skip_rescue_zone == "hand_or_face_up"
            if not anywhere and not self.zones_allow(player, from_hand, from_row):
                continue
            if self.pending and not (nineteens or (pushes and self.rules.push_in_skip_moment)):
                continue
            if not any(fits(card, top) for card in cards):
                continue
            ordered = group(cards[0]) in (15, "U") and not set_on_top(self.pile + cards)
            for last in set(cards) if ordered else {None}:
                made.add(("play", from_hand, from_row, last))
        return made

    def reactions(self, player):
        if self.rules.reaction == "off" or not self.pile or self.pile[-1][0] == "D":
            return set()
        run, top = lying(self.pile), counted(self.pile)
        missing = (4 if is_number(self.pile[-1]) else 3) - len(run)
        made = set()
        for from_hand, from_row in self.choices(player):
            cards = from_hand + from_row
            if missing <= 0 or len(cards) != missing or group(cards[0]) != group(run[0]):
                continue
            if not self.zones_allow(player, from_hand, from_row) or not set_on_top(self.pile + list(cards)):
                continue
            duty = top is not None and is_number(top) and value(top) == 15 and self.rules.reaction_obeys_colour
            if not duty or any(coloured(card, top[-1]) for card in cards):
                made.add(("react", from_hand, from_row))
        return made

    def moves(self, player):
        reactions = self.reactions(player)
        if player != self.turn:
            return reactions | {("decline",)} if reactions and not self.declined[player] else set()
        plays = self.plays(player)
        laid = {tuple(sorted(play[1] + play[2])) for play in plays}
        made = plays | {move for move in reactions if tuple(sorted(move[1] + move[2])) not in laid}
        if self.pending:
            return made | {("sit-out",)}
        rules, hand, row = self.rules, self.hands[player], self.up[player]
        blind = not hand and not self.stock and not any(row)
        if blind:
            made |= {("flip", i) for i in range(3) if self.down[player][i]}
        if self.pile and (rules.blind_take or not blind):
            made.add(("take",))
        if rules.challenge_luck and not plays and self.stock and self.pile and not self.challenged[player]:
            made.add(("challenge",))
        if rules.early_reveal and not plays and not hand and not self.stock and any(row) and not self.revealed[player]:
            made |= {("reveal", i) for i in range(3) if self.down[player][i] and not row[i]}
        return made

    def actors(self):
        if self.over:
            return []
        seats = [(self.layer + i) % self.n for i in range(1, self.n + 1)]
        return [seat for seat in seats if seat != self.turn and self.moves(seat)] + [self.turn]

    # changes

    def after(self, seat):
        """The next seat that is still in."""
        while True:
            seat = (seat + 1) % self.n
            if seat not in self.out:
                return seat

    def refill(self, player):
        while len(self.hands[player]) < 3 and self.stock:
            self.hands[player].append(self.stock.pop(0))
        self.hands[player].sort()

    def lay(self, player, cards):
        """What follows when these cards have come to lie on the pile."""
        before, self.pending = self.pending, 0
        self.pile += cards
        self.layer = player
        self.declined = [False] * self.n
        again = cards[0][0] == "D" or set_on_top(self.pile)
        kind = group(cards[0])
        if again:
            self.removed.update(self.pile)
            self.pile = []
        self.refill(player)
        if not self.hands[player] and not any(self.up[player]) and not any(self.down[player]):
            self.out.append(player)
            if len(self.out) == self.n - 1:
                self.over = True
                return
        if again:
            self.turn = player if player not in self.out else self.after(player)
            return
        self.turn = self.after(player)
        if kind == 19:
            own = 1 if before and self.rules.skip_chain == "pass_on" else 0
            self.pending = before - own + len(cards)
        elif kind == "P" and before:
            self.pending = before
        elif kind == "P":
            below = list(self.pile)
            while below and below[-1][0] == "P":
                below.pop()
            run = 0
            while run < len(below) and group(below[-1 - run]) == 19:
                run += 1
            self.pending = {"one": min(run, 1), "count": run, "none": 0}[self.rules.push_on_19]
        if not self.rules.skip_wraps:
            others = [seat for seat in range(self.n) if seat not in self.out and seat != player]
            self.pending = min(self.pending, len(others))

    def blind(self, player, card):
        """A card played unseen: it is laid if it fits, or taken with the pile."""
        if fits(card, counted(self.pile)):
            self.lay(player, [card])
        else:
            self.pile.append(card)
            self.take(player)

    def take(self, player):
        self.hands[player] += self.pile
        self.pile = []
        self.pending = 0
        self.declined = [False] * self.n
        self.refill(player)
        self.turn = self.after(player)

    def apply(self, move, player, order=()):
        verb = move[0]
        if verb in ("play", "react"):
            for card in move[1]:
                self.hands[player].remove(card)
            for card in move[2]:
                self.up[player][self.up[player].index(card)] = None
            self.lay(player, list(order))
        elif verb == "take":
            self.take(player)
        elif verb == "decline":
            self.declined[player] = True
        elif verb == "sit-out":
            self.pending -= 1
            self.turn = self.after(player)
        elif verb == "challenge":
            self.challenged[player] = True
            self.blind(player, self.stock.pop(0))
        else:
            if verb == "reveal":
                self.revealed[player] = True
            card, self.down[player][move[1]] = self.down[player][move[1]], None
            self.blind(player, card)


# ---- side by side


def meant(model, move, player):
    """What a move of the library does, in the terms of the model."""
    if isinstance(move, lucky.Play | lucky.React):
        left, cards = list(model.hands[player]), [str(card) for card in move.cards]
        face_up = [str(card) for card in getattr(move, "face_up", ())]
        from_hand, from_row = [], []
        for card in cards:
            if card in face_up:
                face_up.remove(card)
                from_row.append(card)
            elif card in left and not getattr(move, "face_up", ()):
                left.remove(card)
                from_hand.append(card)
            else:
                (from_hand if getattr(move, "face_up", ()) else from_row).append(card)
        what = tuple(sorted(from_hand)), tuple(sorted(from_row))
        if isinstance(move, lucky.React):
            return ("react", *what)
        ordered = group(cards[0]) in (15, "U") and not set_on_top(model.pile + sorted(cards))
        return ("play", *what, cards[-1] if ordered else None)
    if isinstance(move, lucky.Flip | lucky.RevealEarly):
        return (move.verb, move.slot - 1)
    return (move.verb,)


def same_position(model, state, told):
    expected, actual = model.facts(), Model(model.rules, state).facts()
    wrong = {name: (expected[name], actual[name]) for name in expected if expected[name] != actual[name]}
    assert not wrong, f"{told}\n{wrong}"


def side_by_side(rules, state, seed, length):
    """Play on from a position at random, comparing lists and positions; how many moves of each kind were made."""
    rng, made = Random(seed), Counter()
    for _ in range(length):
        if state.phase != "play":
            break
        model = Model(rules, state)
        assert list(rules.actors(state)) == model.actors(), f"{rules}\n{state}"
        meanings = {}
        for player in range(rules.players):
            listed = rules.legal_moves(state, player)
            by_meaning = {meant(model, move, player): move for move in listed}
            assert len(by_meaning) == len(listed), f"{rules}\n{state}\n{[str(m) for m in listed]}"
            assert set(by_meaning) == model.moves(player), f"{rules}\nplayer {player}\n{state}"
            meanings[player] = by_meaning
        player = rng.choice(rules.actors(state))
        by_meaning = meanings[player]
        keen = [m for m in by_meaning if m[0] not in ("take", "decline", "sit-out")]
        many = [m for m in keen if m[0] == "react" or (m[0] == "play" and len(m[1]) + len(m[2]) > 1)]
        pool = many if many and rng.random() < 0.3 else keen if keen and rng.random() < 0.8 else list(by_meaning)
        what = rng.choice(sorted(pool, key=repr))
        if ("decline",) in by_meaning and rng.random() < 0.4:
            what = ("decline",)
        move = by_meaning[what]
        model.apply(what, player, [str(card) for card in getattr(move, "cards", ())])
        told = f"{rules}\n{state}\nplayer {player}: {move}"
        state = rules.apply(state, move, player)
        same_position(model, state, told)
        made[what[0]] += 1
    return made, state


CHOICES = {
    "skip_chain": ("accumulate", "pass_on"),
    "skip_wraps": (True, False),
    "skip_rescue_zone": ("playable", "hand_or_face_up"),
    "push_in_skip_moment": (False, True),
    "push_on_19": ("one", "count", "none"),
    "reaction": ("open", "open", "off"),
    "reaction_obeys_colour": (True, False),
    "combo_needs_empty_stock": (True, False),
    "blind_take": (True, False),
    "start_counts_function_numbers": (True, False),
    "challenge_luck": (False, True),
    "early_reveal": (False, True),
}


def any_rules(rng, deck=None):
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    players = rng.choice((2, 3, 4, 5))
    return lucky.LuckyShutdown(players=players, **options, **({"deck": deck} if deck else {}))


def chosen_rows(rules, state, rng):
    """Rows chosen at random, and the first player by the rules."""
    order = list(range(rules.players))
    rng.shuffle(order)
    for player in order:
        assert set(rules.actors(state)) == set(order[order.index(player) :])
        hand = [str(card) for card in state.hands[player]]
        listed = rules.legal_moves(state, player)
        assert {m.face_up for m in listed} == {lucky.Arrange(part).face_up for part in combinations(hand, 3)}
        state = rules.apply(state, rng.choice(listed), player)
    special = () if rules.start_counts_function_numbers else (15, 17, 19)
    lowest = [
        min((value(str(c)) for c in hand if is_number(str(c)) and value(str(c)) not in special), default=99)
        for hand in state.hands
    ]
    assert state.turn == lowest.index(min(lowest))
    return state


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(6, 12))])
def test_whole_games_of_the_source(seed):
    """With the deck of the source and options at random."""
    rng = Random(seed)
    rules = any_rules(rng) if seed else lucky.LuckyShutdown(players=4)
    side_by_side(rules, chosen_rows(rules, rules.deal(seed=seed), rng), seed, 200)


@pytest.mark.parametrize("seed", range(5))
def test_whole_games_of_a_double_deck(seed):
    """Twins, and several who could react."""
    rng = Random(1000 + seed)
    rules = any_rules(rng, [card for card in NUMBERS + MAGIC if rng.random() < 0.8] * 2)
    side_by_side(rules, chosen_rows(rules, rules.deal(seed=seed), rng), seed, 120)


FEW = [card for card in NUMBERS if card[:2] in ("13", "15", "16", "17", "19")]


def any_position(rng, deck):
    """A position with short zones, many equal cards and often a skip to serve."""
    rules = any_rules(rng, deck)
    cards = list(deck)
    rng.shuffle(cards)

    def draw(most):
        return [cards.pop() for _ in range(min(rng.randint(0, most), len(cards)))]

    def row():
        return [cards.pop() if cards and rng.random() < 0.5 else "-" for _ in range(3)]

    # a pile with a run on top
    pile = draw(2)
    kind = group(rng.choice(cards))
    run = [card for card in cards if group(card) == kind and card[0] != "D"][: rng.randint(0, 3)]
    for card in run:
        cards.remove(card)
    if not run or not set_on_top(pile + run):
        pile += run
    push = next((card for card in cards if card[0] == "P"), None)
    if push and rng.random() < 0.2:
        cards.remove(push)
        pile.append(push)
    pile = [card for card in pile if card[0] != "D"]
    hands, up, down = [], [], []
    for _ in range(rules.players):
        hands.append(draw(4) if rng.random() < 0.7 else [])
        up.append(row() if rng.random() < 0.6 else ["-"] * 3)
        down.append(row())
    if pile and rng.random() < 0.4:  # one player has what is missing
        need = (4 if is_number(pile[-1]) else 3) - len(lying(pile))
        mine = [card for card in cards if group(card) == group(pile[-1])][:need]
        for card in mine:
            cards.remove(card)
        rng.choice(hands).extend(mine)
    stock = draw(4) if rng.random() < 0.4 else []
    if stock:  # while there is stock nobody has an empty hand
        hands = [hand or draw(1) or [cards.pop()] for hand in hands]
    having = [s for s in range(rules.players) if hands[s] or any(c != "-" for c in up[s] + down[s])]
    if len(having) < 2:
        return None
    top = counted(pile)
    pending = rng.randint(0, 3) if top is not None and group(top) == 19 else 0
    if pile and set_on_top(pile):
        return None
    turn = rng.choice(having)
    return rules, rules.position(
        hands=[" ".join(hand) for hand in hands],
        face_up=[" ".join(slots) for slots in up],
        face_down=[" ".join(slots) for slots in down],
        discard=" ".join(pile),
        stock=" ".join(stock),
        turn=turn,
        layer=rng.randrange(rules.players),
        pending=pending,
        challenged=[rng.random() < 0.3 for _ in range(rules.players)],
        revealed=[rng.random() < 0.3 for _ in range(rules.players)],
    )


@pytest.mark.parametrize("block", [0, 1, *(pytest.param(block, marks=pytest.mark.deep) for block in range(2, 5))])
def test_positions_at_random(block):
    """Every list in built positions, and a few moves on from each."""
    made, tried = Counter(), 0
    for seed in range(60):
        rng = Random(f"{block} {seed}")
        deck = (FEW + MAGIC + ["18o", "20b", "21o", "14b"]) * (2 if rng.random() < 0.3 else 1) + NUMBERS
        given = any_position(rng, deck)
        if given is not None:
            tried += 1
            made += side_by_side(*given, seed, 8)[0]
    assert tried > 30
    assert {"play", "take", "flip", "sit-out", "react", "decline"} <= set(made)


def test_the_moves_of_the_model_are_all_of_them():
    """No kind of move is left out above."""
    compared = {
        lucky.Play,
        lucky.React,
        lucky.Decline,
        lucky.TakePile,
        lucky.Flip,
        lucky.SitOut,
        lucky.ChallengeLuck,
        lucky.RevealEarly,
    }
    assert set(lucky.LuckyShutdown.move_types) == compared | {lucky.Arrange, lucky.Deal}
