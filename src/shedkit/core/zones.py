"""Moving cards between zones. None of these functions can make a card or lose one.

Zones are plain tuples. A hand is kept in deck order; a pile goes bottom to top; the stock in the order it
will be drawn; a row by its slots, ``None`` where a card has left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from shedkit.core.cards import BY_ORDER, Card

__all__ = ["beyond", "deal_hands", "draw", "empty_slots", "fill_slots", "lift", "merge", "put", "without"]

C = TypeVar("C", bound=Card)
T = TypeVar("T")
Row = tuple["C | None", ...]


def without(hand: tuple[C, ...], cards: tuple[C, ...]) -> tuple[C, ...]:
    """The hand after these cards have left it.

    Raises:
        ValueError: if one of them is not there.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> codes(without(read_cards(FrenchCard, "7h 8s Tc"), read_cards(FrenchCard, "8s")))
    '7h Tc'
    """
    for card in cards:
        i = hand.index(card)
        hand = hand[:i] + hand[i + 1 :]
    return hand


def beyond(hand: tuple[C, ...], cards: tuple[C, ...]) -> tuple[C, ...]:
    """Those of the cards that the hand does not cover, as multisets, in the order given.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> codes(beyond(read_cards(FrenchCard, "7h 8s"), read_cards(FrenchCard, "8s 8s Tc")))
    '8s Tc'
    """
    if len(cards) == 1:
        return () if cards[0] in hand else cards
    left, lacking = list(hand), []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            lacking.append(card)
    return tuple(lacking)


def merge(hand: tuple[C, ...], cards: tuple[C, ...]) -> tuple[C, ...]:
    """The hand after these cards have come to it, in deck order.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> codes(merge(read_cards(FrenchCard, "7h Tc"), read_cards(FrenchCard, "9d")))
    '7h 9d Tc'
    """
    if len(cards) == 1:
        order = cards[0].order
        for i, card in enumerate(hand):
            if card.order > order:
                return hand[:i] + cards + hand[i:]
        return hand + cards
    return tuple(sorted(hand + cards, key=BY_ORDER))


def put(entries: tuple[T, ...], seat: int, entry: T) -> tuple[T, ...]:
    """The entries of all players with one of them replaced.

    >>> put(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    changed = list(entries)
    changed[seat] = entry
    return tuple(changed)


def draw(stock: tuple[C, ...], number: int) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """The next cards of the stock, at most ``number`` of them, and the stock that is left.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> drawn, stock = draw(read_cards(FrenchCard, "7h 8s Tc"), 2)
    >>> codes(drawn), codes(stock)
    ('7h 8s', 'Tc')
    """
    return stock[:number], stock[number:]


def empty_slots(row: Row[C], cards: tuple[C, ...]) -> tuple[Row[C], tuple[int, ...]]:
    """The row after these cards have left it, and the slots they lay in, counted from 1.

    Where two equal cards lie in the row, the lower slot empties first.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> row, slots = empty_slots(read_cards(FrenchCard, "Ks 3d 7h"), read_cards(FrenchCard, "3d"))
    >>> codes(row), slots
    ('Ks - 7h', (2,))
    """
    left, slots = list(row), []
    for card in cards:
        i = left.index(card)
        left[i] = None
        slots.append(i + 1)
    return tuple(left), tuple(slots)


def lift(row: Row[C], slot: int) -> tuple[C, Row[C]]:
    """The card in a slot counted from 1, and the row without it.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> card, row = lift(read_cards(FrenchCard, "Ks 3d 7h"), 3)
    >>> str(card), codes(row)
    ('7h', 'Ks 3d -')
    """
    card = row[slot - 1]
    assert card is not None
    return card, row[: slot - 1] + (None,) + row[slot:]


def fill_slots(row: Row[C], cards: tuple[C, ...]) -> Row[C]:
    """The row with the cards laid into its empty slots, from the lowest slot up.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> codes(fill_slots((FrenchCard("Ks"), None, None), read_cards(FrenchCard, "3d 7h")))
    'Ks 3d 7h'
    """
    waiting = iter(cards)
    return tuple([next(waiting) if card is None else card for card in row])


def deal_hands(
    cards: Sequence[C], start: int, players: int, number: int, first: int
) -> tuple[list[tuple[C, ...]], int]:
    """Deal ``number`` cards to each player, one at a time.

    Args:
        cards: the cards, next one first.
        start: how many of them have been dealt before.
        players: the number of players.
        number: how many cards each gets.
        first: the seat that gets the first card.

    Returns:
        What each seat got, in the order dealt, and how many cards have been dealt now.

    >>> deal_hands("abcdefgh", start=0, players=2, number=3, first=1)
    ([('b', 'd', 'f'), ('a', 'c', 'e')], 6)
    """
    end = start + players * number
    dealt = [tuple(cards[start + (seat - first) % players : end : players]) for seat in range(players)]
    return dealt, end
