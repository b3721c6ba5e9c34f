"""Measures of games: small functions, each with its definition, its unit and its source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import attrs

from shedkit.core.errors import StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.study.trails import Trail

__all__ = ["GAME_MEASURES", "GameMeasure", "Measure", "Row", "Value", "measure"]

Value = bool | int | float | str | list[int] | list[float] | list[float | None] | None
"""What a row holds: plain values and lists of numbers."""
Row = dict[str, Value]


@attrs.frozen
class Measure:
    """What all measures have.

    Attributes:
        name: the name of its column.
        title: what stands on plots and in tables.
        definition: what exactly is counted, in a sentence or two.
        unit: what the number counts, such as moves, or share.
        source: where it is defined.
        adapted: how the definition differs from the source; empty if it does not.

    """

    name: str
    title: str
    definition: str
    unit: str
    source: str
    adapted: str = attrs.field(default="", kw_only=True)


@attrs.frozen
class GameMeasure(Measure):
    """A measure known from play: of each game one value, one for each seat, or a course of ten tenths.

    Attributes:
        of: the value of a game; for several processes it must be picklable.
        shape: whether that is one value, one for each seat, or one for each tenth of the game.

    """

    of: Callable[[Trail[Any, Any]], Value] = attrs.field(kw_only=True)
    shape: Literal["game", "seats", "course"] = attrs.field(default="game", kw_only=True)
    known = "play"


def _moves(trail: Trail[Any, Any]) -> int:
    return len(trail.moves)


GAME_MEASURES: tuple[GameMeasure, ...] = (
    GameMeasure("moves", "Moves", "How many moves were made.", "moves", "Ludii: DurationActions", of=_moves),
)


def measure(given: str | GameMeasure) -> GameMeasure:
    """A measure by its name."""
    if isinstance(given, GameMeasure):
        return given
    for one in GAME_MEASURES:
        if one.name == given:
            return one
    raise StudyError(f"there is no measure {short(given)}; there are {', '.join(one.name for one in GAME_MEASURES)}")
