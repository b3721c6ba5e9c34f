"""The cards of QUICLO: numbers, and which of them share a digit; its moves and events."""

from __future__ import annotations

from typing import Final

import attrs

import shedkit.authoring as sk

HIGHEST: Final = 999
"""The highest number that has a card."""


@sk.Card.kind(
    f"a card is a number from 1 to {HIGHEST}",
    ((str(n), {"number": n, "digits": frozenset(map(int, str(n)))}) for n in range(1, HIGHEST + 1)),
)
class NumberCard(sk.Card):
    """A card with a number; its code is the number.

    Attributes:
        number: 1 to 999.
        digits: the digits of the number.

    >>> NumberCard("112").digits == frozenset({1, 2})
    True

    """

    __slots__ = ("digits", "number")
    number: int
    digits: frozenset[int]


Cards = tuple[NumberCard, ...]


def fits(card: NumberCard, top: NumberCard) -> bool:
    """Whether two cards share a digit (QU-009 to QU-014, QU-A09, QU-A10).

    >>> fits(NumberCard("23"), NumberCard("137")), fits(NumberCard("45"), NumberCard("112"))
    (True, False)
    """
    return not card.digits.isdisjoint(top.digits)


@attrs.frozen
class Play(sk.Move):
    """Lay a card on the pile.

    >>> str(Play("137"))
    'play 137'
    """

    role = sk.Role.LAY
    label = "Lay {card}"
    card: NumberCard = attrs.field(converter=NumberCard)


QuicloMove = Play | sk.Draw | sk.Pass
"""Every move of the game."""
PLAYS: Final = {card: sk.reuse(Play(card)) for card in NumberCard.all()}


@attrs.frozen
class Rejected(sk.PlayerEvent):
    """A wrong play: the card goes back to the hand, the player draws (QU-021, QU-022)."""

    role = sk.Role.REJECT
    sentence = "{card} does not fit: player {player} takes it back"
    card: NumberCard
