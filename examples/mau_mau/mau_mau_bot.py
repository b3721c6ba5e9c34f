"""A simple opponent for Mau-Mau."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from mau_mau import MauMauMove, MauMauState, Play
from shedkit.core.views import View

__all__ = ["SimpleMauMau"]


class SimpleMauMau:
    """Lays whenever it can: of the suit it has most of, jacks last; with a jack it names that suit."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View[MauMauState], moves: Sequence[MauMauMove]) -> MauMauMove:
        """One of the moves."""
        assert view.player is not None
        suits = Counter(card.suit for card in view.state.hands[view.player])

        def worth(play: Play) -> tuple[bool, int, float]:
            return play.suit is None, suits[play.suit or play.card.suit], self._random.random()

        return max((move for move in moves if isinstance(move, Play)), key=worth, default=moves[0])
