"""What ranks do, and the moves of Shithead."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Annotated, Final

import attrs

from shedkit.authoring import BY_ORDER, Among, Deal, Decline, FrenchCard, Move, OutOf, Role, Together, read_cards, reuse
from shedkit.families.ladder import ROW, Flip, picks

Cards = tuple[FrenchCard, ...]
FOUR: Final = 4
"""Cards of one rank that make a set, and the most that are laid at once."""


class Power(Enum):
    """What a rank does beside its value."""

    RESET = "reset"
    """The next card may have any value (SH-034, SH-A27)."""
    BURN = "burn"
    """The pile leaves the game, its layer is on again (SH-035, SH-036)."""
    LOW = "low"
    """The next player must lay this rank or lower (SH-040), where players agree on it (SH-041)."""
    TRANSPARENT = "transparent"
    """The card below counts."""
    SKIP = "skip"
    """The next player's turn is skipped."""
    REVERSE = "reverse"
    """The turn order changes its direction."""


def in_order(cards: str | Iterable[FrenchCard | str]) -> Cards:
    """The cards in deck order."""
    return tuple(sorted(read_cards(FrenchCard, cards), key=BY_ORDER))


Equal = Annotated[Cards, Together("rank", lambda rules, card: FOUR if rules.multi_card else 1)]
_along: Final = Among(lambda rules: (None, *rules.deck) if rules.take_with_face_up else (None,), "alone or with a card")
Along = Annotated[FrenchCard | None, _along]


@attrs.frozen
class Play(Move):
    """Lay cards of one rank on the pile, from the hand or from the face-up row.

    >>> str(Play("7h 7c"))
    'play 7c 7h'
    """

    role = Role.LAY
    label = "Lay {cards}"
    cards: Equal = attrs.field(converter=in_order)


@attrs.frozen
class React(Move):
    """Lay the cards that complete four of a kind, out of turn (SH-A09)."""

    role = Role.REACT
    label = "Complete the set with {cards}"
    cards: Annotated[Cards, Together("rank", FOUR - 1)] = attrs.field(converter=in_order)


@attrs.frozen
class TakePile(Move):
    """Take the whole pile, where the house rule says so together with a card of the face-up row (SH-A21)."""

    verb = "take"
    role = Role.TAKE
    label = "Take the pile {face_up}"
    face_up: Along = attrs.field(default=None, converter=attrs.converters.optional(FrenchCard))


@attrs.frozen
class Arrange(Move):
    """Choose the face-up row out of hand and row, once (SH-009)."""

    role = Role.CHOOSE
    label = "Lay {face_up} open"
    face_up: Annotated[Cards, OutOf(2 * ROW, ROW)] = attrs.field(converter=in_order)


@attrs.frozen
class Swap(Move):
    """Exchange one hand card for one card of the face-up row (SH-009, with ``swap="single"``)."""

    role = Role.CHOOSE
    hand: Annotated[FrenchCard, OutOf(ROW, zone="hands")] = attrs.field(converter=FrenchCard)
    face_up: Annotated[FrenchCard, OutOf(ROW, zone="face_up")] = attrs.field(converter=FrenchCard)


@attrs.frozen
class Ready(Move):
    """Swap no more."""

    role = Role.CHOOSE


ShitheadMove = Play | React | Decline | TakePile | Flip | Arrange | Swap | Ready | Deal
"""Every move of the game."""

PLAYS: Final = {
    cards: reuse(Play(cards))
    for rank in range(2, 15)
    for cards in picks(tuple(card for card in FrenchCard.pack() if card.rank == rank), range(1, FOUR + 1))
}
TAKES: Final = (reuse(TakePile()),)
READY: Final = reuse(Ready())
arranged: Final = lru_cache(maxsize=2**15)(Arrange)  # there are 24,804 rows of three cards
reaction: Final = lru_cache(maxsize=2**10)(React)
