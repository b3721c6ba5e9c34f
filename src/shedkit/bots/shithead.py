"""The simple opponent of Shithead."""

from __future__ import annotations

from collections.abc import Sequence

from shedkit.core.cards import FrenchCard
from shedkit.core.chance import generator
from shedkit.core.views import View
from shedkit.games.shithead import (
    Arrange,
    Flip,
    Play,
    React,
    Ready,
    ShitheadMove,
    ShitheadState,
    Swap,
    TakePile,
)

__all__ = ["SimpleShithead"]

_SPECIAL = (2, 10)


def _worth(card: FrenchCard) -> int:
    """How much a card is worth keeping: twos and tens most, then by rank."""
    return card.rank + 20 * (card.rank in _SPECIAL)


class SimpleShithead:
    """Plays like a sensible beginner.

    It keeps its best cards, twos and tens before all, for the face-up row; lays its lowest fitting rank and as
    many of it as it may; completes a set out of turn when it can; takes the pile only when nothing fits, with
    its worst face-up card if one must go along; and turns over a blind card rather than take.

    Args:
        seed: decides which blind card it turns.

    """

    def __init__(self, seed: int) -> None:
        self._random = generator(seed)

    def choose(self, view: View[ShitheadState], moves: Sequence[ShitheadMove]) -> ShitheadMove:
        """One of the moves."""
        reactions = [move for move in moves if isinstance(move, React)]
        if reactions:
            return reactions[0]
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            return min(plays, key=lambda play: (_worth(play.cards[0]), -len(play.cards)))
        flips = [move for move in moves if isinstance(move, Flip)]
        if flips:
            return flips[int(self._random.random() * len(flips))]
        rows = [move for move in moves if isinstance(move, Arrange)]
        if rows:
            return max(rows, key=lambda row: sum(map(_worth, row.face_up)))
        swaps = [move for move in moves if isinstance(move, Swap) and _worth(move.hand) > _worth(move.face_up)]
        if swaps:
            return max(swaps, key=lambda swap: _worth(swap.hand) - _worth(swap.face_up))
        takes = [move for move in moves if isinstance(move, TakePile) and move.face_up is not None]
        if takes:
            return min(takes, key=lambda take: _worth(take.face_up) if take.face_up else 0)
        return next((move for move in moves if isinstance(move, Ready)), moves[0])
