"""Rules that note what they are asked, so that a law that breaks can say what was going on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shedkit.core.moves import Move

__all__ = ["Watched"]


class Watched:
    """Stands for rules and passes everything on to them; `call`, `seat` and `move` tell of the last call."""

    __slots__ = ("call", "move", "rules", "seat")

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.call = ""
        self.seat: int | None = None
        self.move: str | None = None

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.rules, name)
        return self._noting(name, value) if callable(value) and not isinstance(value, type) else value

    def _noting(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*words: Any, **named: Any) -> Any:
            self.call = name
            self.seat = next((word for word in words if type(word) is int), None)
            self.move = next((str(word) for word in words if isinstance(word, Move)), None)
            return method(*words, **named)

        return noted

    def __repr__(self) -> str:
        return repr(self.rules)
