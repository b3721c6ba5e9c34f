"""Every move that can be written down with the cards of a deck, for small decks."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from shedkit.core.cards import Card
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import fields_of

__all__ = ["constructible"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def constructible(rules: Rules[S, M], most: int = 4) -> tuple[M, ...]:
    """Every move that can be constructed with the cards of the deck: all kinds, all values, at most ``most`` cards.

    A value of a class of its own, such as a meld, says itself what can be written down with the cards of a deck, by
    a class method ``constructible(deck)``.

    >>> from shedkit import Quiclo
    >>> [str(move) for move in constructible(Quiclo(players=2, highest_card=3, hand_size=1))]
    ['play 1', 'play 2', 'play 3', 'draw', 'pass']
    """
    made: dict[M, None] = {}
    for kind in rules.move_types:
        hints = get_type_hints(kind)
        values = [_constructible(hints[field.name], rules.deck, most) for field in fields_of(kind)]
        for chosen in product(*values):
            made[cast(M, kind(*chosen))] = None
    return tuple(made)


def _constructible(kind: Any, deck: tuple[Card, ...], most: int) -> list[Any]:
    kinds = [kind, *get_args(kind)]
    cards = list(dict.fromkeys(deck))
    if get_origin(kind) is tuple:
        return list(dict.fromkeys(pick for size in range(most + 1) for pick in combinations(deck, size)))
    if kind is int:
        return list(range(6))
    none = [None] if type(None) in kinds else []
    if any(isinstance(part, type) and issubclass(part, Card) for part in kinds):
        return [*cards, *none]
    words = [word for part in kinds if get_origin(part) is Literal for word in get_args(part)]
    if words:
        return [*words, *none]
    if hasattr(kind, "constructible"):
        return list(kind.constructible(deck))
    raise NotImplementedError(f"no values are known for {kind}")
