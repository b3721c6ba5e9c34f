"""The simple opponent of Lucky Shutdown."""

from __future__ import annotations

from collections.abc import Sequence

from shedkit.core.chance import generator
from shedkit.core.views import View
from shedkit.games.lucky_shutdown import (
    Arrange,
    ChallengeLuck,
    Flip,
    LuckyCard,
    LuckyMove,
    LuckyState,
    Play,
    React,
    RevealEarly,
)

__all__ = ["SimpleLucky"]

_FUNCTIONS = (15, 17, 19)


def _worth(card: LuckyCard) -> int:
    """How much a card is worth keeping: Magic most, then numbers with a function, then by value."""
    if card.kind != "number":
        return 50
    return card.value + 10 * (card.value in _FUNCTIONS)


class SimpleLucky:
    """Plays like a sensible beginner.

    It keeps Magic cards and high numbers for the face-up row; completes a set whenever it can; saves itself
    from being skipped; lays as many as it may of the lowest value that fits, Magic cards last; challenges luck
    or reveals a card early rather than take the pile; and turns over a blind card rather than take.

    Args:
        seed: decides which blind card it turns.

    """

    def __init__(self, seed: int) -> None:
        self._random = generator(seed)

    def choose(self, view: View[LuckyState], moves: Sequence[LuckyMove]) -> LuckyMove:
        """One of the moves."""
        reactions = [move for move in moves if isinstance(move, React)]
        if reactions:
            return reactions[0]
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            return min(plays, key=lambda play: (_worth(play.cards[0]), -len(play.cards)))
        blind = [move for move in moves if isinstance(move, Flip | RevealEarly)]
        if blind:
            return blind[int(self._random.random() * len(blind))]
        rows = [move for move in moves if isinstance(move, Arrange)]
        if rows:
            return max(rows, key=lambda row: sum(map(_worth, row.face_up)))
        return next((move for move in moves if isinstance(move, ChallengeLuck)), moves[0])
