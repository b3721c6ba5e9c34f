"""The list of moves beside the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from shedkit.front import Choice, label
from shedkit.players.search import Thought

__all__ = ["MoveList"]

_LISTED: Final = 150
"""So many moves are listed at most; picking cards makes the list shorter."""


class MoveList(OptionList):
    """Moves to choose from: first what is suggested in one go, then each move, the penalised ones last."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.listed: list[tuple[Any, ...]] = []
        """What each line does: one move, or several one after the other."""
        self.hint: Any = None
        """The move that is marked."""
        self.thoughts: dict[Any, Thought[Any]] = {}
        """What a search thinks of moves."""

    def forget(self) -> None:
        """There are no hints and thoughts any more, for the table has changed."""
        self.hint, self.thoughts = None, {}

    def show(self, suggested: Sequence[tuple[Any, ...]], choices: Sequence[Choice[Any]]) -> None:
        """List these moves."""
        self.listed = [*suggested, *[(choice.move,) for choice in choices[:_LISTED]]]
        texts = [Text(", then ".join(map(label, together)), style="italic") for together in suggested]
        texts += [Text(self._labelled(choice)) for choice in choices[:_LISTED]]
        self.clear_options()
        self.add_options([Option(text) for text in texts])
        hinted = (i for i, together in enumerate(self.listed) if together == (self.hint,))
        self.highlighted = next(hinted, 0) if texts else None

    def _labelled(self, choice: Choice[Any]) -> str:
        thought = self.thoughts.get(choice.move)
        parts = ["→ " + choice.label if choice.move == self.hint else choice.label]
        if choice.penalised:
            parts.append("(penalty)")
        if thought is not None and thought.error is not None:
            parts.append("(usual)" if thought.usual else f"{thought.gain:+.2f} ± {thought.error:.2f}")
        return " ".join(parts)
