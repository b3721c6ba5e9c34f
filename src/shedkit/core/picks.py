"""Picks: cards as a person points at them, by what they are and where they lie."""

from __future__ import annotations

import attrs

from shedkit.core.cards import Card

__all__ = ["Pick"]


@attrs.frozen
class Pick:
    """A card that can be picked.

    Attributes:
        zone: the name of the player's zone it lies in, or of one in the middle of the table.
        card: the card; ``None`` for one that the player cannot see, and for a whole zone, such as the stock.
        slot: where it lies in a row, from 1; ``None`` where cards lie without slots.

    """

    zone: str
    card: Card | None = None
    slot: int | None = None

    def __str__(self) -> str:
        what = self.card.code if self.card else "the card" if self.slot else "all"
        return f"{what} of {self.zone.replace('_', ' ')}" + (f", slot {self.slot}" if self.slot else "")
