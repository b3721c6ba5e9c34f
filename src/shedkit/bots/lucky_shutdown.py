"""The simple opponent of Lucky Shutdown."""

from __future__ import annotations

from collections.abc import Sequence

from shedkit.bots.ladder import SimpleLadder
from shedkit.games.lucky_shutdown import Arrange, ChallengeLuck, Flip, LuckyCard, LuckyMove, LuckyState, RevealEarly

__all__ = ["SimpleLucky"]

_FUNCTIONS = (15, 17, 19)


class SimpleLucky(SimpleLadder[LuckyState, LuckyMove]):
    """Plays like a sensible beginner.

    It keeps Magic cards and high numbers for the face-up row; completes a set whenever it can; saves itself
    from being skipped; lays as many as it may of the lowest value that fits, Magic cards last; challenges luck
    or reveals a card early rather than take the pile; and turns over a blind card rather than take.

    Args:
        seed: decides which blind card it turns.

    """

    arranges = Arrange
    turns_over = (Flip, RevealEarly)

    def worth(self, card: LuckyCard) -> int:
        """How much a card is worth keeping: Magic most, then numbers with a function, then by value."""
        if card.kind != "number":
            return 50
        return card.value + 10 * (card.value in _FUNCTIONS)

    def otherwise(self, moves: Sequence[LuckyMove]) -> LuckyMove:
        """Challenge luck, or else the first of the moves."""
        return next((move for move in moves if isinstance(move, ChallengeLuck)), moves[0])
