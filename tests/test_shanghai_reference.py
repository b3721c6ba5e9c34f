"""A second Shanghai Rummy, written from the texts as plainly as can be, plays along: every move, zone and fact.

The model knows cards as codes and finds contracts by trying every meld; it shares nothing with the library but the
codes of moves. Only the order of a shuffled stock is the library's: it is taken over once it is seen to be an order of
the right cards. What happened on the way is counted, so that the games below cannot become dull unnoticed.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, pairwise, product
from random import Random
from types import SimpleNamespace

import pytest

from shedkit.core.errors import ConfigurationError, PositionError
from shedkit.games.shanghai_rummy import (
    Buy,
    Deal,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Pass,
    ShanghaiRummy,
    SwapJoker,
    TakeDiscard,
)

DEFAULTS = {
    "players": 4,
    "contracts": [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)],
    "decks": 2,
    "jokers": 4,
    "deck": None,
    "hand_size": 12,
    "first_dealer": None,
    "initial_upcard": True,
    "may_discard_taken": False,
    "discarder_may_buy": False,
    "max_buys": 3,
    "stock_exhausted": "reshuffle",
    "ace": "both",
    "max_jokers_per_meld": None,
    "adjacent_jokers": True,
    "joker_swap": "after_down",
    "go_out": "either",
    "points": {},
}

# ---- cards

RANKS = "?A23456789TJQKA"
SUITS = "cdhs"


def rank(card):
    """2 to 14; a joker has 0."""
    return 0 if card == "Jk" else RANKS.rindex(card[0])


def place(card):
    """Where a card stands in deck order, jokers last."""
    return (99, 0) if card == "Jk" else (rank(card), SUITS.index(card[1]))


def ordered(cards):
    return sorted(cards, key=place)


def without(cards, *gone):
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def pack(options):
    """All cards of a game."""
    if options["deck"] is not None:
        return options["deck"].split()
    cards = [letter + suit for letter in "23456789TJQKA" for suit in SUITS]
    return cards * options["decks"] + ["Jk"] * options["jokers"]


# ---- melds: a set is ("set", rank, cards), a run ("run", rank of its first card, suit, cards)


def written(meld):
    if meld[0] == "set":
        return " ".join(ordered(meld[-1]))
    _, low, suit, cards = meld
    return " ".join(f"Jk={RANKS[low + i]}{suit}" if card == "Jk" else card for i, card in enumerate(cards))


def neighbours(cards):
    return any(card == other == "Jk" for card, other in pairwise(cards))


@lru_cache(maxsize=50_000)
def melds_in(hand, kind, ace, most, adjacent):
    """Every meld of three or four that can be laid from a hand by itself, each once."""
    held, made = Counter(hand), []
    jokers = min(held["Jk"], 99 if most is None else most)
    if kind == "set":
        for value in sorted({rank(card) for card in hand} - {0}):
            alike = [card for card in hand if rank(card) == value]
            for number in (3, 2, 1):
                if 3 - number <= jokers:
                    parts = sorted(set(combinations(alike, number)))
                    made += [("set", value, (*part, *["Jk"] * (3 - number))) for part in parts]
        return made
    lowest, highest = (2 if ace == "high" else 1), (10 if ace == "low" else 11)
    for suit, low in product(SUITS, range(lowest, highest + 1)):
        wanted = [RANKS[low + i] + suit for i in range(4)]
        if sum(not held[card] for card in wanted) > jokers:
            continue
        for wild in product((False, True), repeat=4):
            cards = tuple("Jk" if joker else card for joker, card in zip(wild, wanted, strict=True))
            if all(wild) or sum(wild) > jokers or (neighbours(cards) and not adjacent):
                continue
            if all(held[card] for card in cards):
                made.append(("run", low, suit, cards))
    return made


@lru_cache(maxsize=200_000)
def can_lay(hand, sets, runs, how):
    """Whether so many sets and runs can be laid from a hand: try everything."""
    if not sets and not runs:
        return True
    if len(hand) < 3 * sets + 4 * runs:
        return False
    kind = "run" if runs else "set"
    rest = (sets, runs - 1) if runs else (sets - 1, runs)
    return any(can_lay(tuple(without(hand, *meld[-1])), *rest, how) for meld in melds_in(hand, kind, *how))


# ---- the model


class Table:
    """One game, mutable, slow and simple."""

    def __init__(self, options):
        self.o = SimpleNamespace(**options)
        self.n = self.o.players
        self.how = (self.o.ace, self.o.max_jokers_per_meld, self.o.adjacent_jokers)
        self.cards = pack(options)
        self.number, self.results, self.happened = 1, [], []
        self.dealer = self.n - 1 if self.o.first_dealer is None else self.o.first_dealer

    def deal(self, cards):
        """A round from these cards, the first one dealt first."""
        cards = list(cards)
        self.hands = [[] for _ in range(self.n)]
        for _ in range(self.o.hand_size):
            for seat in range(self.n):
                self.hands[(self.dealer + 1 + seat) % self.n].append(cards.pop(0))
        self.discard = [cards.pop(0)] if self.o.initial_upcard else []
        self.stock, self.removed, self.melds = cards, [], []
        self.shown = [[] for _ in range(self.n)]
        self.down, self.buys = [False] * self.n, [0] * self.n
        self.upcard = True
        self.begin((self.dealer + 1) % self.n)

    def begin(self, seat):
        """A turn; where nothing can be drawn or taken, the card is left out."""
        self.turn, self.phase, self.claimant, self.laid, self.taken = seat, "draw", None, 0, None
        if not self.stock and not self.discard and self.o.stock_exhausted == "reshuffle":
            self.phase = "play"
            self.note("no card for the turn")

    def note(self, what):
        self.happened.append(what)

    @property
    def contract(self):
        return self.o.contracts[self.number - 1]

    def facts(self):
        return {
            "hands": [ordered(hand) for hand in self.hands],
            "stock": self.stock,
            "discard": self.discard,
            "melds": [(owner, written(meld)) for owner, meld in self.melds],
            "shown": [ordered(hand) for hand in self.shown],
            "removed": ordered(self.removed),
            "turn": self.turn,
            "contract": tuple(self.contract),
            "phase": self.phase,
            "claimant": self.claimant,
            "upcard": None if self.phase == "over" else self.upcard,
            "down": self.down,
            "laid": None if self.phase == "over" else self.laid,
            "buys": self.buys,
            "taken": self.taken,
            "number": self.number,
            "dealer": self.dealer,
            "results": self.results,
        }

    # who and what

    def actor(self):
        if self.phase == "over":
            return None if self.number == len(self.o.contracts) else (self.dealer + 1) % self.n
        return self.claimant if self.phase == "claim" else self.turn

    def moves(self, player):
        """What a player may do: codes and what they mean."""
        if player != self.actor():
            return {}
        if self.phase == "over":
            return {"deal": ("deal",)}
        if self.phase == "claim":
            return {f"buy {self.discard[-1]}": ("buy",), "pass": ("pass",)}
        if self.phase == "draw":
            codes = {"take": ("take",)} if self.discard else {}
            if self.stock or len(self.discard) > 1 or self.o.stock_exhausted == "end_round":
                codes["draw"] = ("draw",)
            return codes
        within = self.laid and not self.down[player]
        codes = {} if self.down[player] else self.lays(player)
        if not within:
            codes |= self.lay_offs(player) if self.down[player] else {}
            codes |= self.swaps(player)
            codes |= {f"discard {card}": ("discard", card) for card in self.discards(player)}
        return codes

    def rest(self):
        """What the player on turn has still to lay."""
        sets, runs = self.contract
        mine = [meld[0] for owner, meld in self.melds if owner == self.turn]
        return sets - mine.count("set"), runs - mine.count("run")

    def lays(self, player):
        sets, runs = self.rest()
        hand = tuple(ordered(self.hands[player]))
        if self.o.go_out == "discard" and len(hand) == 3 * sets + 4 * runs:
            return {}
        codes = {}
        for kind, after in (("set", (sets - 1, runs)), ("run", (sets, runs - 1))):
            if min(after) >= 0:
                for meld in melds_in(hand, kind, *self.how):
                    if can_lay(tuple(without(hand, *meld[-1])), *after, self.how):
                        codes[f"lay {written(meld)}"] = ("lay", meld)
        return codes

    def reached(self, player, owner):
        """Others' melds only from the turn after the own laying down."""
        return owner == player or not self.laid

    def lay_offs(self, player):
        hand, codes = set(self.hands[player]), {}
        if len(self.hands[player]) == 1 and self.o.go_out == "discard":
            return {}
        for number, (owner, meld) in enumerate(self.melds):
            if not self.reached(player, owner):
                continue
            most = self.o.max_jokers_per_meld
            room = "Jk" in hand and (most is None or meld[-1].count("Jk") < most)
            if meld[0] == "set":
                for card in hand:
                    if rank(card) == meld[1] or (card == "Jk" and room):
                        codes[f"lay-off {card} {number}"] = ("lay-off", card, number, None)
                continue
            _, low, suit, cards = meld
            ends = []
            if low > (2 if self.o.ace == "high" else 1):
                ends.append(("low", RANKS[low - 1] + suit, cards[0]))
            if low + len(cards) <= (13 if self.o.ace == "low" else 14):
                ends.append(("high", RANKS[low + len(cards)] + suit, cards[-1]))
            for end, wanted, beside in ends:
                if wanted in hand:
                    codes[f"lay-off {wanted} {number} {end}"] = ("lay-off", wanted, number, end)
                if room and (beside != "Jk" or self.o.adjacent_jokers):
                    codes[f"lay-off Jk={wanted} {number} {end}"] = ("lay-off", "Jk", number, end)
        return codes

    def swaps(self, player):
        codes = {}
        for number, (owner, meld) in enumerate(self.melds):
            allowed = {
                "off": False,
                "after_down": self.down[player] and self.reached(player, owner),
                "any_time": True,
            }[self.o.joker_swap]
            if allowed and meld[0] == "run":
                _, low, suit, cards = meld
                for spot, card in enumerate(cards):
                    wanted = RANKS[low + spot] + suit
                    if card == "Jk" and wanted in self.hands[player]:
                        codes[f"swap {wanted} {number} {spot + 1}"] = ("swap", wanted, number, spot)
        return codes

    def discards(self, player):
        hand = self.hands[player]
        bound = hand.count(self.taken) == 1 and len(hand) > 1 and not self.o.may_discard_taken
        return {card for card in hand if card != self.taken or not bound}

    def buyers(self):
        """Who is asked, in order."""
        if not self.discard:
            return []
        if self.o.stock_exhausted == "end_round":
            enough = len(self.stock) >= 2
        else:
            enough = len(self.stock) + len(self.discard) - 1 >= 2
        others = [(self.turn + seat) % self.n for seat in range(1, self.n)]
        if not self.upcard and not self.o.discarder_may_buy:
            others.pop()
        return [seat for seat in others if enough and not self.down[seat] and self.buys[seat] < self.o.max_buys]

    # doing it

    def apply(self, meaning, player, seen):
        """Make a move; `seen` are the library's facts after it, for the order of shuffled cards alone."""
        self.happened = []
        getattr(self, "do_" + meaning[0].replace("-", "_"))(player, seen, *meaning[1:])
        return self.happened

    def do_draw(self, player, seen):
        waiting = self.buyers()
        if waiting:
            self.phase, self.claimant = "claim", waiting[0]
        else:
            self.draw(seen)

    def do_pass(self, player, seen):
        waiting = self.buyers()
        later = waiting[waiting.index(player) + 1 :]
        if later:
            self.claimant = later[0]
        else:
            self.draw(seen)

    def do_buy(self, player, seen):
        if self.upcard and player == (self.turn - 1) % self.n:
            self.note("the dealer buys the first card")
        elif player == (self.turn - 1) % self.n:
            self.note("buy of the own discard")
        self.hands[player].append(self.discard.pop())
        if not self.stock:
            self.note("shuffle for the price")
            self.stock, self.discard = self.shuffled(self.discard, seen, player), []
        self.hands[player].append(self.stock.pop(0))
        self.buys[player] += 1
        if not self.stock and len(self.discard) == 1:
            self.note("forced take after a buy")
        elif not self.stock:
            self.note("shuffle for the draw after a buy")
        self.draw(seen)

    def draw(self, seen):
        """The card of the player on turn."""
        self.phase, self.claimant = "play", None
        if not self.stock and self.o.stock_exhausted == "end_round":
            self.note("end of the round by drawing")
            self.end()
        elif not self.stock and len(self.discard) == 1:
            self.take()
        else:
            if not self.stock:
                self.note("shuffle for a draw")
                self.stock, self.discard = self.shuffled(self.discard[:-1], seen), self.discard[-1:]
            self.hands[self.turn].append(self.stock.pop(0))

    def shuffled(self, cards, seen, buyer=None):
        """The order in which the library put these cards: those drawn in this move, then the stock."""
        gone = Counter(cards) - Counter(seen["stock"])
        assert gone.total() + len(seen["stock"]) == len(cards), "other cards were shuffled"
        if buyer is None:
            (first,) = gone.elements()
            return [first, *seen["stock"]]
        (price,) = (Counter(seen["hands"][buyer]) - Counter(self.hands[buyer])).elements()
        (draw,) = (gone - Counter([price])).elements()
        return [price, draw, *seen["stock"]]

    def do_take(self, player, seen):
        if not self.stock and len(self.discard) == 1 and self.o.stock_exhausted == "reshuffle":
            self.note("forced take")
        self.phase = "play"
        self.take()

    def take(self):
        self.taken = self.discard.pop()
        if self.taken in self.hands[self.turn]:
            self.note("take of a twin")
        self.hands[self.turn].append(self.taken)

    def leave(self, player, *cards):
        """Cards leave the hand; once one like the card just taken has gone, no card of it is bound."""
        for card in cards:
            self.hands[player].remove(card)
            if card == self.taken:
                self.taken = None

    def do_lay(self, player, seen, meld):
        self.leave(player, *meld[-1])
        self.melds.append((player, meld))
        self.laid += 1
        self.note(f"lay a {meld[0]}" + " with a joker" * ("Jk" in meld[-1]))
        if meld[0] == "run" and RANKS[meld[1]] == "A":
            self.note("lay a low ace")
        if meld[0] == "run" and meld[1] == 11:
            self.note("lay a high ace")
        if neighbours(meld[-1]):
            self.note("lay jokers side by side")
        if self.rest() == (0, 0):
            self.note("down")
            self.down[player] = True
        self.out_with("a contract", player)

    def do_lay_off(self, player, seen, card, number, end):
        self.leave(player, card)
        owner, meld = self.melds[number]
        if meld[0] == "set":
            meld = (*meld[:-1], (*meld[-1], card))
        else:
            _, low, suit, cards = meld
            meld = ("run", low - 1, suit, (card, *cards)) if end == "low" else ("run", low, suit, (*cards, card))
            if len(meld[-1]) >= 10:
                self.note("long run")
            if len(meld[-1]) == 14:
                self.note("longest run")
        self.melds[number] = (owner, meld)
        whose = "own" if owner == player else "foreign"
        self.note(f"lay off {'a joker' if card == 'Jk' else 'a card'} {whose} {end or 'set'}")
        if self.laid:
            self.note("lay off in the turn of laying down")
        self.out_with("a lay-off", player)

    def do_swap(self, player, seen, card, number, spot):
        self.leave(player, card)
        owner, (_, low, suit, cards) = self.melds[number]
        self.melds[number] = (owner, ("run", low, suit, (*cards[:spot], card, *cards[spot + 1 :])))
        self.hands[player].append("Jk")
        who = "own" if owner == player else "foreign" if self.down[player] else "early"
        self.note(f"swap {who}")
        if self.laid:
            self.note("swap in the turn of laying down")

    def do_discard(self, player, seen, card):
        if card == self.taken:
            self.note("discard of the card taken")
        self.leave(player, card)
        self.discard.append(card)
        self.upcard = False
        self.out_with("a discard", player)
        if self.phase != "over":
            self.begin((player + 1) % self.n)

    def out_with(self, what, player):
        if not self.hands[player]:
            self.note(f"out with {what}")
            if self.laid:
                self.note("out in the turn of laying down")
            self.end()

    def end(self):
        """All hands are laid open and counted."""
        costs = {0: 50, **dict.fromkeys(range(2, 8), 5), **dict.fromkeys(range(8, 14), 10), 14: 20, **self.o.points}
        self.shown, self.hands = self.hands, [[] for _ in range(self.n)]
        self.phase, self.claimant, self.taken = "over", None, None
        self.results = [*self.results, [sum(costs[rank(card)] for card in hand) for hand in self.shown]]
        self.note("end of a round")
        if len(self.results) == len(self.o.contracts):
            self.note("end of a game")

    def do_deal(self, player, seen):
        self.number += 1
        self.dealer = player
        assert {len(hand) for hand in seen["hands"]} == {self.o.hand_size}
        round_the_table = [seen["hands"][(player + 1 + seat) % self.n] for seat in range(self.n)]
        cards = [card for lap in zip(*round_the_table, strict=True) for card in lap] + seen["discard"] + seen["stock"]
        assert Counter(cards) == Counter(self.cards), "other cards were dealt"
        self.deal(cards)

    def outcome(self):
        """Places, winners and points once all is over."""
        if self.phase != "over" or self.actor() is not None:
            return None
        totals = [sum(points) for points in zip(*self.results, strict=True)]
        places = tuple(1 + sum(other < mine for other in totals) for mine in totals)
        winners = tuple(seat for seat in range(self.n) if totals[seat] == min(totals))
        return places, winners, (), tuple(totals), [list(points) for points in self.results]


# ---- side by side


def facts(state):
    """The library's state in the words of the model."""

    def words(cards):
        return [str(card) for card in cards]

    return {
        "hands": [words(hand) for hand in state.hands],
        "stock": words(state.stock),
        "discard": words(state.discard),
        "melds": [(laid.owner, str(laid.meld)) for laid in state.melds],
        "shown": [words(hand) for hand in state.shown],
        "removed": words(state.removed),
        "turn": state.turn,
        "contract": (state.contract.sets, state.contract.runs),
        "phase": state.phase,
        "claimant": state.claimant,
        "upcard": None if state.phase == "over" else state.upcard,
        "down": list(state.down),
        "laid": None if state.phase == "over" else state.laid,
        "buys": list(state.buys),
        "taken": None if state.taken is None else str(state.taken),
        "number": state.round.number,
        "dealer": state.round.dealer,
        "results": [list(result.scores) for result in state.round.results],
    }


def agree(rules, table, state, told):
    """Compare everything; the listed moves of the player who may move."""
    mine, theirs = table.facts(), facts(state)
    wrong = {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}
    assert not wrong, f"{told}\nmodel, library: {wrong}"
    actor = table.actor()
    assert rules.actors(state) == (() if actor is None else (actor,)), told
    outcome = rules.outcome(state)
    if outcome is not None:
        rounds = [list(result.scores) for result in outcome.rounds]
        outcome = (outcome.places, outcome.winners, outcome.losers, outcome.scores, rounds)
    assert outcome == table.outcome(), told
    assert rules.totals(state) == tuple(sum(points) for points in zip([0] * table.n, *table.results, strict=True)), told
    listed = {}
    for player in range(table.n):
        codes = [str(move) for move in rules.legal_moves(state, player)]
        meanings = table.moves(player)
        assert sorted(codes) == sorted(meanings), f"{told}\n{theirs}\nplayer {player}"
        if player == actor:
            listed = meanings
    return listed


def chosen(rng, style, listed, table):
    """What a player of this style does."""
    codes = sorted(listed)
    if style == "any" or len(codes) == 1:
        return rng.choice(codes)
    purchase = next((code for code in listed if code.startswith("buy ")), None)
    if purchase is not None:
        return purchase if rng.random() < {"keen": 0.4, "slow": 0.9, "careful": 0.2}[style] else "pass"
    if "take" in listed:
        return "take" if rng.random() < (0.15 if style == "slow" else 0.3) else "draw"
    busy = [code for code in codes if not code.startswith("discard")]
    if busy and rng.random() < (0.1 if style == "slow" else 0.95):
        kinds = sorted({code.split()[0] for code in busy})
        kind = rng.choice(kinds)
        busy = [code for code in busy if code.split()[0] == kind]
        if style == "careful":  # keeps jokers
            busy = sorted(busy, key=lambda code: code.count("Jk"))[: 1 + len(busy) // 3]
        return rng.choice(busy)
    away = [code for code in codes if code.startswith("discard")]
    if not away:
        return rng.choice(codes)
    if style in ("keen", "careful"):  # a card that no other is like
        ranks = Counter(rank(card) for card in table.hands[table.turn])
        lone = [code for code in away if "Jk" not in code and ranks[rank(code.split()[1])] == 1]
        away = lone or [code for code in away if "Jk" not in code] or away
    return rng.choice(away)


def side_by_side(options, rules, table, state, rng, length):
    """Play on from a position, comparing everything; what happened, counted."""
    happened = Counter([*table.happened, *(f"{name}={options[name]}" for name in ("players", *CHOICES))])
    styles = [
        rng.choice(["any", "keen", "keen", "keen", "careful", "careful", "careful", "slow"]) for _ in range(table.n)
    ]
    listed = agree(rules, table, state, f"{options}\n{table.facts()}")
    dull, known = 0, []
    for _ in range(length):
        if not listed or (table.phase == "over" and table.removed) or dull > 30:
            break
        player = table.actor()
        code = chosen(rng, styles[player], listed, table)
        told = f"{options}\n{table.facts()}\nplayer {player}: {code}"
        state = rules.apply(state, rules.parse(code), player)
        dull = dull + 1 if code.startswith(("take", "discard")) else 0  # the same few cards going round
        happened[code.split()[0]] += 1
        happened.update(table.apply(listed[code], player, facts(state)))
        listed = agree(rules, table, state, told)
        known += sorted(listed)
        if known:  # some move that is, or was once, legal: taken if and only if it is listed now
            code, player = rng.choice(known), rng.randrange(table.n)
            taken = rules.refusal(state, rules.parse(code), player) is None
            assert taken == (player == table.actor() and code in listed), f"{told}\nthen player {player}: {code}"
    outcome = table.outcome()
    if outcome is not None and len(outcome[1]) > 1:
        happened["shared win"] += 1
    return happened


# ---- options at random

CHOICES = {
    "first_dealer": (None, None, 0, 1),
    "initial_upcard": (True, True, False),
    "may_discard_taken": (False, True),
    "discarder_may_buy": (False, True),
    "max_buys": (3, 0, 1, 2, 5),
    "stock_exhausted": ("reshuffle", "reshuffle", "end_round"),
    "ace": ("both", "both", "high", "low"),
    "max_jokers_per_meld": (None, None, 0, 1, 2),
    "adjacent_jokers": (True, False),
    "joker_swap": ("after_down", "any_time", "off"),
    "go_out": ("either", "discard"),
    "points": ({}, {}, {0: 25, 14: 15}, {2: 20, 5: 0, 13: 1}),
}

CONTRACTS = [
    [(1, 0), (0, 1)],
    [(0, 1), (1, 0)],
    [(1, 1)],
    [(2, 0), (0, 1)],
    [(0, 2), (1, 0)],
    [(1, 0), (1, 0), (1, 0)],
    [(0, 1), (0, 1)],
    [(2, 1)],
    [(1, 2), (0, 1)],
    [(3, 0), (0, 3)],
]


def easy_deck(rng):
    """Few ranks of few suits, several times, and many jokers."""
    suits = rng.sample(SUITS, rng.choice((1, 1, 2, 2, 3)))
    ranks = rng.choice(["23456789TJQKA", "A2345678", "789TJQKA", "56789TJ", "A234QK", "4567"])
    cards = [letter + suit for letter in ranks for suit in suits]
    copies = rng.randint(2, 5)
    return " ".join([*cards * copies, *["Jk"] * rng.choice((1, 3, 6, 8))])


def any_options(rng, easy):
    """Options at random that the library takes, and the rules made of them."""
    while True:
        options = {name: rng.choice(CHOICES[name]) for name in CHOICES if rng.random() < 0.5}
        options["players"] = rng.randint(2, 6)
        if easy:
            options["deck"] = easy_deck(rng)
            options["contracts"] = rng.choice(CONTRACTS)
            least = max(3 * sets + 4 * runs for sets, runs in options["contracts"]) - 1
            options["hand_size"] = max(1, least + rng.choice((-1, 0, 0, 1, 2, 4)))
            if rng.random() < 0.35:  # the stock is short from the beginning
                if rng.random() < 0.3:
                    options["initial_upcard"] = False
                dealt = options["players"] * options["hand_size"] + options.get("initial_upcard", True)
                cards = options["deck"].split()
                rng.shuffle(cards)
                options["deck"] = " ".join(cards[: dealt + rng.choice((0, 0, 1, 2, 4))])
        else:
            if rng.random() < 0.5:
                options["contracts"] = rng.choice(CONTRACTS)
            options["decks"] = rng.choice((1, 2, 3))
            options["jokers"] = rng.choice((0, 4, 8, 12))
            if rng.random() < 0.5:
                options["hand_size"] = rng.randint(5, 13)
        try:
            rules = ShanghaiRummy(**options)
        except ConfigurationError:
            continue
        return {**DEFAULTS, **options}, rules


def whole_game(seed, easy, length):
    rng = Random(f"{seed} {easy}")
    options, rules = any_options(rng, easy)
    cards = pack(options)
    rng.shuffle(cards)
    table = Table(options)
    table.deal(cards)
    return side_by_side(options, rules, table, rules.deal(seed=seed, order=cards), rng, length)


# ---- positions at random


def built_meld(rng, pool, kind, how):
    """A meld from the pool, perhaps longer than when it was laid."""
    melds = melds_in(tuple(ordered(pool)), kind, *how)
    if not melds:
        return None
    meld = rng.choice(melds)
    for card in meld[-1]:
        pool.remove(card)
    more = rng.choice((0.5, 0.5, 1))
    while meld[0] == "run" and rng.random() < more:
        _, low, suit, cards = meld
        top = low + len(cards)
        if low > (2 if how[0] == "high" else 1) and RANKS[low - 1] + suit in pool and rng.random() < 0.5:
            meld = ("run", low - 1, suit, (RANKS[low - 1] + suit, *cards))
            pool.remove(meld[-1][0])
        elif top <= (13 if how[0] == "low" else 14) and RANKS[top] + suit in pool:
            meld = ("run", low, suit, (*cards, RANKS[top] + suit))
            pool.remove(meld[-1][-1])
        else:
            break
    return meld


def fitting(table, pool):
    """Cards that some meld on the table has a use for."""
    wanted = {"Jk"}
    for _, meld in table.melds:
        if meld[0] == "set":
            wanted |= {card for card in pool if rank(card) == meld[1]}
        else:
            _, low, suit, cards = meld
            wanted |= {RANKS[i] + suit for i in range(max(low - 1, 1), min(low + len(cards), 14) + 1)}
    return [card for card in pool if card in wanted]


def from_position(seed, length):
    """Some have laid the contract, hands, stock and pile are short."""
    rng = Random(f"position {seed}")
    options, rules = any_options(rng, rng.random() < 0.7)
    table = Table(options)
    pool = list(table.cards)
    rng.shuffle(pool)
    table.melds, table.down = [], [False] * table.n
    for seat in range(table.n):
        kinds = ["set"] * table.contract[0] + ["run"] * table.contract[1]
        before = list(pool)
        melds = [built_meld(rng, pool, kind, table.how) for kind in kinds] if rng.random() < 0.6 else [None]
        if None in melds:
            pool = before
        else:
            table.melds += [(seat, meld) for meld in melds]
            table.down[seat] = True
    rng.shuffle(table.melds)

    def some(least, most):
        cards = []
        for _ in range(rng.randint(least, most)):
            good = fitting(table, pool) if rng.random() < 0.6 else pool
            if good or pool:
                cards.append(rng.choice(good or pool))
                pool.remove(cards[-1])
        return cards

    table.hands = [some(1, 4 if down or rng.random() < 0.5 else 9) for down in table.down]
    table.discard = some(0, 1) + some(0, 2)
    few = rng.random() < 0.7
    table.stock = some(0, 3) if few else some(len(pool), len(pool))
    table.removed, pool = pool, []
    table.turn, table.phase = rng.randrange(table.n), rng.choice(("draw", "play"))
    table.claimant, table.laid, table.upcard = None, 0, False
    table.shown = [[] for _ in range(table.n)]
    table.buys = [rng.choice((0, rng.randint(0, options["max_buys"]))) for _ in range(table.n)]
    table.taken = rng.choice(table.hands[table.turn] or [None]) if table.phase == "play" else None
    if table.phase == "play" and rng.random() < 0.5:
        table.taken = None
    try:
        state = rules.position(
            hands=[" ".join(hand) for hand in table.hands],
            discard=" ".join(table.discard),
            melds=[(owner, written(meld)) for owner, meld in table.melds],
            stock=" ".join(table.stock),
            turn=table.turn,
            phase=table.phase,
            down=table.down,
            buys=table.buys,
            taken=table.taken,
            dealer=table.dealer,
            seed=seed,
        )
    except PositionError:
        nothing = not table.stock and not table.discard and table.phase == "draw"
        assert nothing or not all(table.hands), f"{options}\n{table.facts()}"
        return Counter()
    return Counter(positions=1) + side_by_side(options, rules, table, state, rng, length)


# ---- the games

BLOCKS = {
    **{f"easy {block}": ("easy", range(25 * block, 25 * block + 25)) for block in range(14)},
    **{f"hard {block}": ("hard", range(8 * block, 8 * block + 8)) for block in range(5)},
    **{f"position {block}": ("position", range(80 * block, 80 * block + 80)) for block in range(9)},
}


@cache
def played(block):
    """The games of a block, once in a run; what happened in them."""
    theme, seeds = BLOCKS[block]
    happened = Counter()
    for seed in seeds:
        if theme == "position":
            happened += from_position(seed, 40)
        else:
            happened += whole_game(seed, theme == "easy", 160)
    return happened


@pytest.mark.parametrize(
    "block",
    [pytest.param(block, marks=[] if i % 3 == 0 else [pytest.mark.deep]) for i, block in enumerate(BLOCKS)],
)
def test_both_agree_on_every_move(block):
    assert played(block)["discard"] > 100


OFTEN = {
    "positions": 400,
    # turns
    "draw": 5000,
    "take": 3000,
    "take of a twin": 500,
    "discard of the card taken": 300,
    "forced take": 500,
    "no card for the turn": 5,
    # buying
    "buy": 1000,
    "pass": 1500,
    "buy of the own discard": 50,
    "the dealer buys the first card": 20,
    "forced take after a buy": 5,
    # an empty stock
    "shuffle for a draw": 500,
    "shuffle for the price": 10,
    "shuffle for the draw after a buy": 5,
    "end of the round by drawing": 40,
    # laying down
    "down": 500,
    "lay a set": 200,
    "lay a set with a joker": 200,
    "lay a run": 50,
    "lay a run with a joker": 150,
    "lay a low ace": 15,
    "lay a high ace": 15,
    "lay jokers side by side": 40,
    # laying off
    **{f"lay off a card {whose} {end}": 40 for whose in ("own", "foreign") for end in ("low", "high", "set")},
    **{f"lay off a joker {whose} {end}": 15 for whose in ("own", "foreign") for end in ("low", "high", "set")},
    "lay off in the turn of laying down": 100,
    "long run": 10,
    "longest run": 1,
    # exchanging
    "swap own": 40,
    "swap foreign": 40,
    "swap early": 10,
    "swap in the turn of laying down": 10,
    # the end
    "out with a contract": 15,
    "out with a lay-off": 40,
    "out with a discard": 150,
    "out in the turn of laying down": 40,
    "end of a round": 300,
    "deal": 100,
    "end of a game": 80,
    "shared win": 2,
}
"""How often each thing has to happen in all games together; half of what does, or less."""


def test_the_discard_that_ends_a_round_is_a_discard():
    """`upcard` says whether nobody has discarded yet in this round; the games above ask only while a round goes on."""
    rules = ShanghaiRummy(players=2, contracts=[(1, 0)], hand_size=3, deck="2c 5d 2d 5h 2h 5s 9c 9d")
    state = rules.deal(order=["2c", "5d", "2d", "5h", "2h", "5s", "9c", "9d"])
    assert state.upcard
    for code in ("take", "lay 2c 2d 2h", "discard 9c"):
        state = rules.apply(state, rules.parse(code), 0)
    assert state.phase == "over"
    assert [str(card) for card in state.discard] == ["9c"]
    assert not state.upcard


@pytest.mark.deep
def test_the_games_were_not_dull():
    happened = Counter()
    for block in BLOCKS:
        happened += played(block)
    seldom = {what: happened[what] for what, least in OFTEN.items() if happened[what] < least}
    assert not seldom


@pytest.mark.deep
def test_every_option_was_tried():
    happened = Counter()
    for block in BLOCKS:
        happened += played(block)
    values = {**CHOICES, "players": range(2, 7)}
    assert all(happened[f"{name}={value}"] > 20 for name in values for value in values[name])


def test_the_model_knows_every_move_and_option():
    verbs = {DrawStock, TakeDiscard, Buy, Pass, LayMeld, LayOff, SwapJoker, Discard, Deal}
    assert set(ShanghaiRummy.move_types) == verbs
    assert {option.name for option in ShanghaiRummy.options()} == set(DEFAULTS)
