"""A second Shithead, written from the texts as plainly as can be, plays along: every move, every zone, every actor.

It shares nothing with the library but the cards and the codes of moves.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from shedkit.core.cards import FrenchCard
from shedkit.games.shithead import Power, Shithead

PACK = Shithead().deck


def order(card):
    return card.rank, "cdhs".index(card.suit)


def text(cards):
    return " ".join(str(card) for card in sorted(cards, key=order))


class Table:
    """One round, mutable, slow and simple."""

    def __init__(self, rules, state):
        self.rules = rules
        self.n = rules.players
        self.hands = [list(held) for held in state.hands]
        self.up = [list(row) for row in state.face_up]
        self.down = [list(row) for row in state.face_down]
        self.stock = list(state.stock)
        self.pile: list[FrenchCard] = []
        self.removed: list[FrenchCard] = []
        self.turn = (state.dealer + 1) % self.n
        self.first = self.turn
        self.layer = None
        self.way = 1
        self.out: list[int] = []
        self.ready = [rules.swap == "off"] * self.n
        self.declined: set[int] = set()
        self.over = False

    # what a card does

    def power(self, card):
        return self.rules.powers.get(card.rank)

    def anywhere(self, card):
        if self.rules.anywhere is None:
            return self.power(card) in (Power.RESET, Power.BURN, Power.TRANSPARENT)
        return card.rank in self.rules.anywhere

    def fits(self, card):
        below = [other for other in self.pile if self.power(other) is not Power.TRANSPARENT]
        if not below or self.power(below[-1]) is Power.RESET:
            return True
        top = below[-1]
        if self.power(top) is Power.LOW:
            if card.rank <= top.rank:
                return True
            return self.anywhere(card) and (self.power(card) is not Power.BURN or self.rules.burn_on_low)
        return card.rank >= top.rank or self.anywhere(card)

    # what a player can do

    def zone(self, player):
        """The open zone that the player plays from."""
        if self.hands[player]:
            return self.hands[player]
        row = [card for card in self.up[player] if card]
        return row if row and not self.stock else []

    def missing(self):
        """How many cards complete four of a kind, and of which rank."""
        run = 0
        while run < len(self.pile) and self.pile[-1 - run].rank == self.pile[-1].rank:
            run += 1
        return (4 - run, self.pile[-1].rank) if run else (0, 0)

    def reactions(self, player):
        if not self.rules.out_of_turn_quad or player in self.out:
            return set()
        number, rank = self.missing()
        if not 1 <= number <= 3:
            return set()
        alike = [card for card in self.zone(player) if card.rank == rank]
        return {f"react {text(chosen)}" for chosen in combinations(alike, number)}

    def plays(self, player):
        most = 4 if self.rules.multi_card else 1
        codes = set()
        for number in range(1, most + 1):
            for chosen in combinations(self.zone(player), number):
                if len({card.rank for card in chosen}) == 1 and self.fits(chosen[0]):
                    codes.add(f"play {text(chosen)}")
        return codes

    def moves(self, player):
        if self.over or player in self.out:
            return set()
        if not all(self.ready):
            return set() if self.ready[player] else self.choices(player)
        reactions = self.reactions(player)
        if player != self.turn:
            return reactions | {"decline"} if reactions and player not in self.declined else set()
        codes = self.plays(player)
        codes |= {code for code in reactions if code.replace("react", "play") not in codes}
        blind = not self.zone(player)
        if blind:
            codes |= {f"flip {slot}" for slot, card in enumerate(self.down[player], 1) if card}
        if self.pile:
            in_row = not self.hands[player] and not blind
            if in_row and self.rules.take_with_face_up and not self.plays(player):
                codes |= {f"take {card}" for card in self.up[player] if card}
            elif not blind or self.rules.blind_take:
                codes.add("take")
        return codes

    def choices(self, player):
        if self.rules.swap == "arrange":
            six = self.hands[player] + self.up[player]
            return {f"arrange {text(three)}" for three in combinations(six, 3)}
        pairs = {f"swap {mine} {row}" for mine in self.hands[player] for row in self.up[player] if mine != row}
        return pairs | {"ready"}

    def actors(self):
        return {player for player in range(self.n) if self.moves(player)}

    # doing it

    def apply(self, code, player):
        kind, *names = code.split()
        getattr(self, f"do_{kind}")(player, names)

    def pick(self, zone, name):
        """Take a card out of a hand, or out of the lowest slot of a row."""
        for place, card in enumerate(zone):
            if card and str(card) == name:
                if zone in self.hands:
                    return zone.pop(place)
                zone[place] = None
                return card
        raise AssertionError(name)

    def do_arrange(self, player, names):
        """Cards of the row that are chosen again stay (SH-010), the others fill the gaps; of twins the lower goes."""
        wanted, row = list(names), [None] * 3
        for slot in (2, 1, 0):
            card = self.up[player][slot]
            if str(card) in wanted:
                wanted.remove(str(card))
                row[slot] = card
            else:
                self.hands[player].append(card)
        for name in wanted:
            card = next(card for card in self.hands[player] if str(card) == name)
            self.hands[player].remove(card)
            row[row.index(None)] = card
        self.up[player] = row
        self.ready[player] = True

    def do_swap(self, player, names):
        mine = next(card for card in self.hands[player] if str(card) == names[0])
        slot = next(i for i, card in enumerate(self.up[player]) if str(card) == names[1])
        self.hands[player].remove(mine)
        self.hands[player].append(self.up[player][slot])
        self.up[player][slot] = mine

    def do_ready(self, player, names):
        self.ready[player] = True

    def do_decline(self, player, names):
        self.declined.add(player)

    def do_take(self, player, names):
        self.hands[player] += self.pile
        self.pile = []
        if names:
            self.hands[player].append(self.pick(self.up[player], names[0]))
        self.declined = set()
        self.refill(player)
        self.turn = self.after(player, 1)

    def do_flip(self, player, names):
        slot = int(names[0]) - 1
        card = self.down[player][slot]
        self.down[player][slot] = None
        if self.fits(card):
            self.lay(player, [card])
        else:
            self.hands[player].append(card)
            self.do_take(player, [])

    def do_play(self, player, names):
        zone = self.hands[player] or self.up[player]
        self.lay(player, [self.pick(zone, name) for name in names])

    def do_react(self, player, names):
        zone = self.hands[player] or self.up[player]
        self.lay(player, [self.pick(zone, name) for name in names], reacting=True)

    def lay(self, player, cards, reacting=False):
        self.pile += cards
        self.layer = player
        self.declined = set()
        power = self.power(cards[0])
        ten = power is Power.BURN
        quad = self.rules.quad_burns and len(self.pile) >= 4 and self.missing()[0] <= 0
        steps = 1
        if ten or quad:
            self.removed += self.pile
            self.pile = []
        elif power is Power.SKIP:
            steps += len(cards)
        elif power is Power.REVERSE and len(self.active()) > 2:
            self.way *= (-1) ** len(cards)
        self.refill(player)
        if not self.has_cards(player):
            self.out.append(player)
            if len(self.active()) == 1:
                self.over = True
                return
        elif ten or (quad and (self.rules.quad_extra_turn or reacting)):
            self.turn = player
            return
        self.turn = self.after(player, steps)

    def has_cards(self, player):
        return any([*self.hands[player], *self.up[player], *self.down[player]])

    def active(self):
        return [player for player in range(self.n) if player not in self.out]

    def refill(self, player):
        while self.stock and len(self.hands[player]) < 3:
            self.hands[player].append(self.stock.pop(0))

    def after(self, player, steps):
        while steps:
            player = (player + self.way) % self.n
            steps -= player not in self.out
        return player


def agree(rules, table, state):
    for mine, theirs in zip(table.hands, state.hands, strict=True):
        assert Counter(mine) == Counter(theirs)
    assert [tuple(row) for row in table.up] == list(state.face_up)
    assert [tuple(row) for row in table.down] == list(state.face_down)
    assert tuple(table.stock) == state.stock
    assert tuple(table.pile) == state.discard
    assert Counter(table.removed) == Counter(state.removed)
    assert tuple(table.out) == state.out[: len(table.out)]
    actors = rules.actors(state)
    assert len(set(actors)) == len(actors)
    assert set(actors) == table.actors()
    assert (state.phase == "over") == table.over
    if not table.over:
        assert state.phase == ("play" if all(table.ready) else "swap")
        assert state.turn == table.turn
        assert len(table.active()) == 2 or state.direction == table.way
        asked = asking_order(table)
        assert list(actors) == [player for player in asked if player in actors]
    everybody_knows = set() if table.over else {table.turn}
    if not all(table.ready):
        everybody_knows = {player for player in range(rules.players) if not table.ready[player]}
    assert set(rules.actors(rules.view(state, None))) == everybody_knows
    for player in range(rules.players):
        assert set(rules.actors(rules.view(state, player))) == everybody_knows | (table.actors() & {player})
        listed = [str(move) for move in rules.legal_moves(state, player)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == table.moves(player)


def asking_order(table):
    """From the dealer's left; reactors clockwise from the layer, the layer last, the player on turn after all."""
    if not all(table.ready):
        return [(table.first + seat) % table.n for seat in range(table.n)]
    start = table.turn if table.layer is None else table.layer
    clockwise = [(start + seat) % table.n for seat in range(1, table.n + 1)]
    return [player for player in clockwise if player != table.turn] + [table.turn]


POWERS = [
    {2: Power.RESET, 10: Power.BURN},
    {2: Power.RESET, 10: Power.BURN, 7: Power.LOW},
    {},
    {2: Power.RESET, 3: Power.TRANSPARENT, 7: Power.LOW, 8: Power.SKIP, 9: Power.REVERSE, 10: Power.BURN},
    {5: Power.SKIP, 6: Power.SKIP, 11: Power.REVERSE, 12: Power.TRANSPARENT},
    {2: Power.LOW, 8: Power.TRANSPARENT, 14: Power.BURN, 13: Power.REVERSE},
]


def some_rules(rng):
    quads = rng.random() < 0.85
    return Shithead(
        players=rng.randint(2, 5),
        deck=rng.choice([PACK, PACK, PACK * 2]),
        powers=rng.choice(POWERS),
        anywhere=rng.choice([None, None, None, (), (2, 3, 14), (7, 10)]),
        burn_on_low=rng.random() < 0.5,
        multi_card=rng.random() < 0.5,
        quad_burns=quads,
        quad_extra_turn=rng.random() < 0.7,
        out_of_turn_quad=quads and rng.random() < 0.6,
        blind_take=rng.random() < 0.7,
        swap=rng.choice(["arrange", "single", "off"]),
        take_with_face_up=rng.random() < 0.5,
        first_dealer=rng.choice([None, 0, 1]),
    )


def in_step(rules, table, state, rng, eager, weak):
    """Play both on at random, mostly by moves that do not begin with a weak word; the last state."""
    agree(rules, table, state)
    for _ in range(150):
        if table.over:
            break
        player = rng.choice(sorted(table.actors()))
        listed = sorted(table.moves(player))
        keen = [code for code in listed if not code.startswith(weak)]
        code = rng.choice(keen if keen and rng.random() < eager else listed)
        table.apply(code, player)
        state = rules.apply(state, rules.parse(code), player)
        agree(rules, table, state)
    return state


@pytest.mark.parametrize("seed", range(40))
def test_both_agree_on_every_move(seed):
    rng = Random(seed)
    rules = some_rules(rng)
    state = rules.deal(seed=seed)
    table = Table(rules, state)
    eager = rng.choice([0.7, 0.95, 1.0])
    in_step(rules, table, state, rng, eager, ("take", "swap", "decline"))


@pytest.mark.parametrize("seed", range(40))
def test_both_agree_in_the_last_rows(seed):
    """From positions with an empty stock and short hands, where rounds come to their end."""
    rng = Random(1000 + seed)
    rules = some_rules(rng)
    cards = list(rules.deck)
    rng.shuffle(cards)
    draw = iter(cards)

    def some(most):
        return " ".join(str(next(draw)) for _ in range(rng.randint(0, most)))

    hands = [some(2) for _ in range(rules.players)]
    face_up = [some(2) for _ in range(rules.players)]
    face_down = [f"{some(2)} {next(draw)}" for _ in range(rules.players)]
    state = rules.position(
        hands=hands, face_up=face_up, face_down=face_down, stock="", turn=0, dealer=rules.players - 1
    )
    table = Table(rules, state)
    table.ready = [True] * rules.players
    table.removed = list(state.removed)
    table.turn, table.layer = 0, rules.players - 1
    state = in_step(rules, table, state, rng, 0.9, ("take", "decline"))
    if table.over:
        loser = table.active()[0]
        places = tuple(rules.players if p == loser else table.out.index(p) + 1 for p in range(rules.players))
        assert rules.outcome(state).places == places
