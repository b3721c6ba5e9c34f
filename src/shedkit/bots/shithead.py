"""The simple opponent of Shithead."""

from __future__ import annotations

from collections.abc import Sequence

from shedkit.bots.ladder import SimpleLadder
from shedkit.core.cards import FrenchCard
from shedkit.games.shithead import Arrange, Flip, Ready, ShitheadMove, ShitheadState, Swap, TakePile

__all__ = ["SimpleShithead"]

_SPECIAL = (2, 10)


class SimpleShithead(SimpleLadder[ShitheadState, ShitheadMove]):
    """Plays like a sensible beginner.

    It keeps its best cards, twos and tens before all, for the face-up row; lays its lowest fitting rank and as
    many of it as it may; completes a set out of turn when it can; takes the pile only when nothing fits, with
    its worst face-up card if one must go along; and turns over a blind card rather than take.

    Args:
        seed: decides which blind card it turns.

    """

    arranges = Arrange
    turns_over = (Flip,)

    def worth(self, card: FrenchCard) -> int:
        """How much a card is worth keeping: twos and tens most, then by rank."""
        return card.rank + 20 * (card.rank in _SPECIAL)

    def otherwise(self, moves: Sequence[ShitheadMove]) -> ShitheadMove:
        """A swap that betters the row, or the pile with the worst face-up card, or no more swaps."""
        swaps = [move for move in moves if isinstance(move, Swap) and self.worth(move.hand) > self.worth(move.face_up)]
        if swaps:
            return max(swaps, key=lambda swap: self.worth(swap.hand) - self.worth(swap.face_up))
        takes = [move for move in moves if isinstance(move, TakePile) and move.face_up is not None]
        if takes:
            return min(takes, key=lambda take: self.worth(take.face_up) if take.face_up else 0)
        return next((move for move in moves if isinstance(move, Ready)), moves[0])
