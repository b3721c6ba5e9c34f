"""What the simple opponents of games of three rows have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from shedkit.core.chance import generator
from shedkit.core.moves import Move
from shedkit.core.roles import Role
from shedkit.core.states import State
from shedkit.core.views import View

__all__ = ["SimpleLadder"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class SimpleLadder(ABC, Generic[S, M]):
    """Plays like a sensible beginner: completes a set, or lays the least it can, or turns over a blind card.

    Args:
        seed: decides which blind card it turns.

    """

    arranges: ClassVar[type[Any]]
    """The kind of move that chooses the open row."""
    turns_over: ClassVar[tuple[type[Any], ...]]
    """The kinds of moves that turn over a blind card."""

    def __init__(self, seed: int) -> None:
        self._random = generator(seed)

    @abstractmethod
    def worth(self, card: Any) -> int:
        """How much a card is worth keeping."""

    @abstractmethod
    def otherwise(self, moves: Sequence[M]) -> M:
        """One of the moves, where nothing can be laid, turned over or chosen as a row."""

    def choose(self, view: View[S], moves: Sequence[M]) -> M:
        """One of the moves."""
        reactions: list[Any] = [move for move in moves if move.role is Role.REACT]
        plays: list[Any] = [move for move in moves if move.role is Role.LAY]
        blind = [move for move in moves if isinstance(move, self.turns_over)]
        rows: list[Any] = [move for move in moves if isinstance(move, self.arranges)]
        chosen: M
        if reactions:
            chosen = reactions[0]
        elif plays:
            chosen = min(plays, key=lambda play: (self.worth(play.cards[0]), -len(play.cards)))
        elif blind:
            chosen = blind[int(self._random.random() * len(blind))]
        elif rows:
            chosen = max(rows, key=lambda row: sum(map(self.worth, row.face_up)))
        else:
            chosen = self.otherwise(moves)
        return chosen
