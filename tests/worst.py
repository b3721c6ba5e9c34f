"""A search for the worst that a call can cost: positions and hands that are changed as long as the cost grows.

Cost is counted in calls of functions, which is the same on every machine and in every run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import _lru_cache_wrapper
from random import Random
from types import FrameType
from typing import Any, TypeVar

import attrs

from shedkit import FrenchCard, codes, game
from shedkit.core.cards import BY_ORDER
from shedkit.core.declarations import Holds
from shedkit.core.drafts import finished, opened
from shedkit.core.errors import ShedkitError
from shedkit.core.fields import zone
from shedkit.core.roles import Role
from shedkit.core.zones import put
from shedkit.families.melds import Contract, Melding, bounds
from shedkit.testing import random_rules

T = TypeVar("T")
MOST_CALLS = 600_000
"""How many functions a call may call: about a fifth of a second's work."""


class TooMuch(Exception):
    """A call has cost more than anybody would wait for."""


@contextmanager
def counted(most: int) -> Iterator[list[int]]:
    """Count the functions that are called inside, in the first entry of the list.

    Raises:
        TooMuch: from inside, once there are more than ``most``.

    """
    calls = [0]

    def called(frame: FrameType, event: str, argument: object) -> None:
        if event in ("call", "c_call"):
            calls[0] += 1
            if calls[0] > most:
                raise TooMuch

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def cost(work: Callable[[], object], most: int = 20 * MOST_CALLS) -> int:
    """How many functions a piece of work calls, at most so many."""
    with counted(most) as calls, suppress(TooMuch):
        work()
    return min(calls[0], most)


def climb(
    begin: Callable[[Random], T], change: Callable[[Random, T], T], weigh: Callable[[T], int], seed: int, steps: int
) -> tuple[int, T]:
    """Change things at random, keep what costs more, begin elsewhere when nothing helps; the dearest seen."""
    random = Random(seed)
    here = begin(random)
    dearest = weight = weigh(here)
    worst, idle = here, 0
    for _ in range(steps):
        if idle > 30:
            here, idle = begin(random), 0
            weight = weigh(here)
        other = change(random, here)
        weighed = weigh(other)
        if weighed > weight:
            here, weight, idle = other, weighed, 0
        else:
            idle += 1
        if weight > dearest:
            dearest, worst = weight, here
    return dearest, worst


# --- hands and contracts

CARDS = tuple(FrenchCard.all())
JOKERS, EQUALS, MELDS, HAND = 16, 6, 5, 127
"""The most that a deck of Shanghai Rummy has, that its contracts ask for, and that a hand is searched for."""


QUESTIONS = ("missing", "can_lay", "first_melds")
"""What is asked of a hand and a contract."""


@attrs.frozen
class Asked:
    """A question about melds: their limits, the hand, the contract."""

    limits: tuple[Any, int | None, bool]
    numbers: tuple[int, ...]
    contract: tuple[int, int]

    @property
    def hand(self) -> tuple[FrenchCard, ...]:
        """The cards, in deck order."""
        return tuple([card for card, number in zip(CARDS, self.numbers, strict=True) for _ in range(number)])

    def put_to(self, question: str) -> Callable[[], object]:
        """What asks it, with nothing known from before."""
        melding, hand, contract = Melding(*self.limits), self.hand, Contract(*self.contract)
        for known in vars(bounds).values():
            if isinstance(known, _lru_cache_wrapper):
                known.cache_clear()
        return lambda: getattr(melding, question)(hand, contract)


def some_question(random: Random) -> Asked:
    """Few cards or many."""
    asked = Asked(("both", None, True), (0,) * len(CARDS), (0, MELDS))
    for _ in range(random.choice((3, 10, 30))):
        asked = another_question(random, asked)
    return asked


def another_question(random: Random, asked: Asked) -> Asked:
    """A limit, the contract or a few cards differ."""
    ace, jokers, adjacent = asked.limits
    kind = random.random()
    if kind < 0.1:
        return attrs.evolve(asked, limits=(random.choice(("both", "high", "low")), jokers, adjacent))
    if kind < 0.2:
        return attrs.evolve(asked, limits=(ace, random.choice((None, 0, 1, 2, 3, 16)), adjacent))
    if kind < 0.25:
        return attrs.evolve(asked, limits=(ace, jokers, not adjacent))
    if kind < 0.4:
        sets = random.randint(0, MELDS)
        return attrs.evolve(asked, contract=(sets, random.randint(not sets, MELDS - sets)))
    numbers = list(asked.numbers)
    for _ in range(random.randint(1, 6)):
        i = random.randrange(len(CARDS)) if random.random() < 0.8 else CARDS.index(FrenchCard("Jk"))
        most = JOKERS if CARDS[i].rank == 0 else EQUALS
        numbers[i] = max(0, min(most, numbers[i] + random.choice((-2, -1, 1, 2))))
    while sum(numbers) > HAND:
        numbers[random.choice([i for i, number in enumerate(numbers) if number])] -= 1
    return attrs.evolve(asked, numbers=tuple(numbers))


# --- positions

FOUR_RANKS = " ".join(f"{rank}{suit}" for rank in "4569" for suit in "cdhs")
CALLS = ("legal_moves", "penalised_moves", "refusal", "apply", "trace", "view", "sample", "suggested", "fault", "json")
"""What is asked of a position."""


@attrs.frozen
class Placed:
    """Rules and a position of theirs."""

    rules: Any
    state: Any

    def put_to(self, call: str) -> Callable[[], object]:
        """What makes the call, for the first who can move."""
        rules, state = self.rules.evolve(), self.state  # rules that have worked nothing out yet
        player = next(iter(rules.actors(state)), 0)
        moves = rules.legal_moves(state, player) if call in ("refusal", "apply", "trace") else ()
        if call in ("refusal", "apply", "trace"):
            last = moves[-1:]
            return lambda: [getattr(rules, call)(state, move, player) for move in last]
        if call in ("legal_moves", "penalised_moves", "suggested", "view"):
            return lambda: getattr(rules, call)(state, player)
        if call == "sample":
            view = rules.view(state, player)
            return lambda: rules.sample(view, 1)
        if call == "fault":
            return lambda: rules.fault(state)
        return lambda: rules.state_from_json(rules.to_json(state))


def heavy(name: str) -> Placed:
    """A position of a game that was built to be hard: many cards in hand that go together in many ways."""
    if name == "quiclo":
        rules: Any = game(name)(players=2, highest_card=999, hand_size=1)
        return Placed(rules, rules.position(hands=[" ".join(map(str, range(1, 998))), "998"], discard="999"))
    if name == "shithead":
        rules = game(name)(players=2, deck="7c 7d 7h 7s " * 4 + FOUR_RANKS)
        return Placed(rules, rules.position(hands=["7c 7d 7h 7s " * 4, "5c 5d"], discard="4c", stock=None))
    if name == "lucky-shutdown":
        undercuts = " ".join(f"U{value}{colour}" for value in range(1, 9) for colour in "ob")
        rules = game(name)(players=2, deck=undercuts + " 20o 20b 21o 21b 13o 13b 14o 14b")
        return Placed(rules, rules.position(hands=[undercuts, "20o 20b"], discard="21o", stock=None))
    rules = game(name)(players=2, decks=4, jokers=JOKERS, contracts=[(0, 5)], max_buys=5)
    return Placed(rules, rules.position(hands=[codes(rules.deck[2:]), codes(rules.deck[:1])], phase="play", stock=None))


def some_position(name: str) -> Callable[[Random], Placed]:
    """The first position of a game with options and a deck drawn at random, or a heavy one."""

    def begin(random: Random) -> Placed:
        if random.random() < 0.3:
            return heavy(name)
        rules = with_other_deck(random, random_rules(game(name), random.getrandbits(32)))
        return Placed(rules, rules.deal(random.getrandbits(32)))

    return begin


def with_other_deck(random: Random, rules: Any) -> Any:
    """The same rules with a deck of neighbours and some others, as often as may be; as they are if that cannot be."""
    every = list(rules.card_type.all())
    for _ in range(12):
        begin, times = random.randrange(len(every)), random.choice((1, 1, 2, 4, 16))
        some = every[begin : begin + random.choice((1, 4, 16, 48))]
        others = random.sample(every, random.randint(0, min(60, len(every))))
        with suppress(ShedkitError):
            return rules.evolve(deck=sorted(some * times + others, key=BY_ORDER))
    return rules


def another_position(random: Random, placed: Placed) -> Placed:
    """A few cards lie elsewhere, or a move has been made, or the deck is another one."""
    rules, state = placed.rules, placed.state
    kind = random.random()
    if kind < 0.1:
        rules = with_other_deck(random, rules)
        return Placed(rules, rules.deal(random.getrandbits(32)))
    if kind < 0.3:
        for player in rules.actors(state)[:1]:
            return Placed(rules, rules.apply(state, random.choice(rules.legal_moves(state, player)), player))
    with suppress(ShedkitError):
        return Placed(rules, rules.checked(moved(random, state)))
    return placed


def moved(random: Random, state: Any) -> Any:
    """The state with some cards of one zone in another, whatever the rules say of it."""
    draft = opened(state)
    zones = [
        name
        for name, field in state.declared.items()
        if isinstance(field, zone) and not field.slots and field.holds in (Holds.PLAYERS, Holds.PLAIN)
        if field.role is not Role.CHOICE
    ]
    places = [
        (name, seat)
        for name in zones
        for seat in (range(len(state.hands)) if state.declared[name].holds is Holds.PLAYERS else (None,))
    ]
    source, target = random.sample(places, 2)
    here = cards_at(draft, source)
    number = random.choice((1, 2, len(here) // 2, len(here)))
    put_at(draft, target, (*cards_at(draft, target), *here[:number]))
    put_at(draft, source, here[number:])
    return finished(draft)


def cards_at(draft: Any, place: tuple[str, int | None]) -> tuple[Any, ...]:
    """The cards of a zone, or of a player's part of it."""
    name, seat = place
    lying: tuple[Any, ...] = getattr(draft, name)
    return lying if seat is None else lying[seat]


def put_at(draft: Any, place: tuple[str, int | None], cards: tuple[Any, ...]) -> None:
    """Let just these cards lie there."""
    name, seat = place
    if draft.declared[name].in_order:
        cards = tuple(sorted(cards, key=BY_ORDER))
    setattr(draft, name, cards if seat is None else put(getattr(draft, name), seat, cards))
