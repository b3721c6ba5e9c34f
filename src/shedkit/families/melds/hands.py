"""A hand as the search sees it: a few whole numbers.

In a mask, each suit has 16 bits, of which bit 1 is the low ace, 2 to 13 are two to king and 14 is the high ace; the
first mask holds the cards there are at least once, the second those there are at least twice, and so on. Beside it,
`ranks` counts the cards of each rank in fields of eight bits, the highest of which stays free. So all windows of four
cards in which enough cards are held, and all ranks of which there are enough, are found in a dozen operations on whole
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shedkit.families.melds.values import ACE, AT, JOKER, RUN, Cards

FIELD: Final = 8
MOST_OF_RANK: Final = (1 << FIELD - 1) - 1
_LOW_ACES: Final = sum(1 << (16 * i + 1) for i in range(4))
_HIGH_ACES: Final = sum(1 << (16 * i + 14) for i in range(4))
UNIT: Final = {rank: 1 << FIELD * (rank - 2) for rank in range(2, 15)}
LESS: Final = {
    (first, used): sum(UNIT[ACE if first + i == 1 else first + i] for i in range(RUN) if used >> i & 1)
    for first in range(1, 12)
    for used in range(16)
}
"""What the cards of a window, from its first rank on, count in `ranks`."""
EVERY: Final = -1
_UNIT_OF: Final = {JOKER: 0, **{card: UNIT[card.rank] for card in AT.values()}}
_EACH: Final = sum(UNIT.values())
_FREE_BITS: Final = _EACH << FIELD - 1


def counted(hand: Cards) -> tuple[int, int]:
    """The `ranks` of a hand, and its jokers."""
    return sum(map(_UNIT_OF.__getitem__, hand)), hand.count(JOKER)


def at_least(ranks: int, number: int) -> int:
    """Of how many ranks there are so many cards.

    >>> from shedkit import FrenchCard, read_cards
    >>> ranks, jokers = counted(read_cards(FrenchCard, "5h 5s 5s Ah As Kc Jk"))
    >>> jokers, at_least(ranks, 1), at_least(ranks, 2), at_least(ranks, 3)
    (1, 3, 2, 1)
    """
    return (ranks + (MOST_OF_RANK + 1 - number) * _EACH & _FREE_BITS).bit_count()


def number_of(ranks: int) -> int:
    """How many cards there are of all ranks."""
    return sum(ranks.to_bytes(ACE, "little"))


def windows(mask: int, most: int) -> int:
    """The bits at which a window of four begins that lacks at most so many cards, suits running into each other."""
    b, c, d = mask >> 1, mask >> 2, mask >> 3
    if most == 0:
        return mask & b & c & d
    if most == 1:
        return (mask & b & (c | d)) | (c & d & (mask | b))
    if most == 2:
        return (mask & b) | (c & d) | ((mask | b) & (c | d))
    return mask | b | c | d if most == 3 else EVERY


def bits_in(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from low to high."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def after_taking(levels: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """The masks after one card of each of these bits has gone; an ace goes at both ends."""
    bits |= (bits & _LOW_ACES) << 13 | (bits & _HIGH_ACES) >> 13
    stays = ~bits
    if len(levels) == 1:
        return (levels[0] & stays,)
    if len(levels) == 2:
        first, second = levels
        return first & stays | second & bits, second & stays
    return tuple([level & stays | above & bits for level, above in zip(levels, (*levels[1:], 0), strict=True)])


Hand = tuple[tuple[int, ...], int, int]
"""A hand as the search sees it: masks, ranks, jokers."""
