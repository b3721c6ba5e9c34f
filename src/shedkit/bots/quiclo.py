"""The simple opponent of QUICLO."""

from __future__ import annotations

from collections.abc import Sequence

from shedkit.core.chance import generator
from shedkit.core.views import View
from shedkit.games.quiclo import Play, QuicloMove, QuicloState, fits

__all__ = ["SimpleQuiclo"]


class SimpleQuiclo:
    """Lays whenever it can: of the cards that fit, the one after which most of its others would fit.

    Args:
        seed: decides between cards that are equally good.

    """

    def __init__(self, seed: int) -> None:
        self._random = generator(seed)

    def choose(self, view: View[QuicloState], moves: Sequence[QuicloMove]) -> QuicloMove:
        """One of the moves."""
        assert view.player is not None
        hand = view.state.hands[view.player]
        plays = [move for move in moves if isinstance(move, Play)]
        if not plays:
            return moves[0]
        return max(plays, key=lambda play: (sum(fits(card, play.card) for card in hand), self._random.random()))
