"""The three rows of cards of the ladder family, and what can be picked out of them and the pile."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable
from itertools import combinations
from typing import Any, Final, TypeVar

from shedkit.core.cards import BY_ORDER, Card
from shedkit.core.zones import beyond

__all__ = [
    "EMPTY_ROW",
    "ROW",
    "governing",
    "lying",
    "on_top",
    "only_blind",
    "picks",
    "row_choices",
    "row_moves",
    "takes_out_of",
]

C = TypeVar("C", bound=Card)
ROW: Final = 3
"""Slots of a row, and the number of cards a hand is refilled to."""
EMPTY_ROW: Final = (None,) * ROW


def lying(row: tuple[C | None, ...]) -> tuple[C, ...]:
    """The cards that lie in a row."""
    return tuple([card for card in row if card is not None])


def only_blind(now: Any, player: int) -> bool:
    """Whether hand, stock and open row are gone, so that blind cards are on."""
    return not now.hands[player] and not now.stock and now.face_up[player] == EMPTY_ROW


def governing(pile: tuple[C, ...], ignored: Container[C]) -> C | None:
    """The topmost card of the pile that is not looked through, or ``None``.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> str(governing(read_cards(FrenchCard, "9d 3c 3h"), read_cards(FrenchCard, "3c 3h")))
    '9d'
    """
    for card in reversed(pile):
        if card not in ignored:
            return card
    return None


def on_top(pile: tuple[C, ...], kind: Callable[[C], Hashable]) -> int:
    """How many cards on top of the pile, one directly on the other, are of one kind.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> on_top(read_cards(FrenchCard, "7s 9d 7c 7h"), lambda card: card.rank)
    2
    """
    if not pile:
        return 0
    wanted, count = kind(pile[-1]), 0
    for card in reversed(pile):
        if kind(card) != wanted:
            break
        count += 1
    return count


def takes_out_of(
    hand: tuple[C, ...], row: tuple[C | None, ...], stock: tuple[C, ...]
) -> tuple[tuple[C, ...], str | None]:
    """The cards a player may play from, and the zone they lie in.

    The hand comes first; the face-up row only when hand and stock are empty; then there are only blind cards,
    and the zone is ``None``.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> cards, zone = takes_out_of((), (FrenchCard("Ks"), None, FrenchCard("3d")), ())
    >>> codes(cards), zone
    ('Ks 3d', 'face_up')
    """
    if hand:
        return hand, "hands"
    if not stock:
        if left := lying(row):
            return left, "face_up"
    return (), None


def picks(cards: tuple[C, ...], sizes: range) -> tuple[tuple[C, ...], ...]:
    """All ways to pick so many of these cards, equal picks once, in deck order.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> [codes(pick) for pick in picks(read_cards(FrenchCard, "7h 7h 7s"), range(1, 3))]
    ['7h', '7s', '7h 7h', '7h 7s']
    """
    if len(cards) > 1:
        cards = tuple(sorted(cards, key=BY_ORDER))
    picked = [pick for size in sizes for pick in combinations(cards, size)]
    return tuple(picked if len(set(cards)) == len(cards) else dict.fromkeys(picked))


def row_choices(hand: tuple[C, ...], row: tuple[C | None, ...]) -> tuple[tuple[C, ...], ...]:
    """All choices of a new face-up row from hand and row."""
    return picks(hand + lying(row), range(ROW, ROW + 1))


def row_moves(
    hand: tuple[C, ...], row: tuple[C | None, ...], chosen: tuple[C, ...]
) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """Which cards go up from the hand and which come down from the row, for a choice.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> hand, row = read_cards(FrenchCard, "4c 9d Jh"), read_cards(FrenchCard, "Ks 3d 7h")
    >>> up, down = row_moves(hand, row, read_cards(FrenchCard, "3d 4c 7h"))
    >>> codes(up), codes(down)
    ('4c', 'Ks')
    """
    open_cards = lying(row)
    return beyond(open_cards, chosen), beyond(chosen, open_cards)
