"""Positions that are built at random out of the declarations, unreachable ones too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Literal, TypeVar, get_args, get_origin

from shedkit.core.building import blank, settle
from shedkit.core.chance import Chance
from shedkit.core.declarations import Holds
from shedkit.core.drafts import finished
from shedkit.core.errors import PositionError
from shedkit.core.fields import Field, fact, zone
from shedkit.core.game import Game
from shedkit.core.moves import Move
from shedkit.core.roles import Role
from shedkit.core.states import State

__all__ = ["built_position", "built_positions"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
TRIES = 400
"""So many attempts are made for each position that is asked for."""


def built_positions(rules: Game[S, M], seed: int, number: int) -> Iterator[S]:
    """So many positions that the game accepts, fewer where it hardly accepts any.

    All cards of the deck are laid somewhere, and facts have any value of their kind and within their bounds; what the
    game refuses as a contradiction is thrown away. Whatever is left must play on by the laws.

    Args:
        rules: the game, written on `Game`.
        seed: decides everything.
        number: how many positions.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2, highest_card=12, hand_size=2)
    >>> [len(state.stock) for state in built_positions(rules, seed=1, number=3)]
    [1, 0, 1]
    """
    random = Random(seed)
    for _ in range(number):
        state = built_position(rules, random, TRIES)
        if state is not None:
            yield state


def built_position(rules: Game[S, M], random: Random, tries: int) -> S | None:
    """A position that the game accepts; ``None`` if none of so many attempts is one.

    Args:
        rules: the game, written on `Game`.
        random: decides everything.
        tries: how many attempts are made.

    """
    for _ in range(tries):
        with suppress(PositionError):
            return rules.checked(_attempt(rules, random))
    return None


def _attempt(rules: Any, random: Random) -> Any:
    """A state in which nobody has looked for contradictions."""
    s = blank(rules)
    fields: dict[str, Field[Any]] = s.declared
    cards = list(rules.deck)
    random.shuffle(cards)
    empty = random.random() < 0.3  # often the stock is gone
    for name, field in fields.items():
        if isinstance(field, zone) and field.role is not Role.STOCK and field.holds is not Holds.VALUE:
            setattr(s, name, _zone(rules, field, cards, random))
    if empty and "removed" in fields:
        s.removed += tuple(cards)
    else:
        s.stock = tuple(cards)
    s.turn = random.randrange(rules.players)
    for name, field in fields.items():
        if isinstance(field, fact) and random.random() < 0.3:
            value = _fact(rules, field, random)
            if value is not None:
                setattr(s, name, value)
    settle(rules, s, rounds=True)
    s.chance = Chance(random.getrandbits(32))
    return finished(settle(rules, s))


def _zone(rules: Any, field: zone[Any], cards: list[Any], random: Random) -> Any:
    """Some of the cards, as they lie in a zone; they leave the list."""
    if field.role in (Role.SHOWN, Role.CHOICE) and random.random() < 0.8:
        return field.beginning(rules.players)
    least = field.low or 0
    if field.holds is not Holds.PLAYERS:
        number = max(least, random.choice((0, 1, 1, 2, 3, 5, 8)))
        if field.role is Role.REMOVED:
            number = random.choice((number, len(cards) // 2))
        return tuple([cards.pop() for _ in range(min(number, len(cards)))])
    entries: list[tuple[Any, ...]] = []
    for _ in range(rules.players):
        if field.slots:
            filled = random.choice((0.0, 0.5, 1.0))
            row = [cards.pop() if cards and random.random() < filled else None for _ in range(field.slots)]
            entries.append(tuple(row))
        else:
            number = random.choice((0, 1, 1, 2, 3, 4, 6))
            hand: list[Any] = [cards.pop() for _ in range(min(number, len(cards)))]
            entries.append(tuple(sorted(hand, key=lambda card: card.order)))
    return tuple(entries)


def _fact(rules: Any, field: fact[Any], random: Random) -> Any:
    """A value of the kind of a fact, or ``None`` where it is left to its default."""
    kind: Any = field.kind
    if field.role in (Role.CHANCE, Role.ROUND, Role.OUT, Role.TURN, Role.DRAWN):
        return None
    if get_origin(kind) is Literal:
        return random.choice(get_args(kind))
    if field.holds is Holds.SEAT:
        return random.randrange(rules.players)
    if kind is int:
        low = field.low or 0
        return random.randint(low, low + 3)
    if kind is bool:
        return random.random() < 0.5
    if kind == tuple[bool, ...]:
        return tuple([random.random() < 0.5 for _ in range(rules.players)])
    if kind == tuple[int, ...] and field.holds is Holds.PLAYERS:
        return tuple([random.randint(field.low or 0, (field.low or 0) + 3) for _ in range(rules.players)])
    return None
