"""What a measure is: of the rules, of a game, or of the games of a deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Literal

import attrs

from shedkit.core.errors import StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.study.trails import Trail

__all__ = ["OWN", "DealMeasure", "GameMeasure", "Measure", "Null", "Row", "RulesMeasure", "Value"]

Value = bool | int | float | str | list[int] | list[float] | list[float | None] | list[str] | None
"""What a row holds: plain values and lists of numbers or texts."""
Row = dict[str, Value]
Null = tuple[float, list[float]]
"""A figure to hold a mean against, and for each deal by how much it moves that figure."""

OWN: Final = "own definition"
"""The source of measures that are defined here first."""


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
        known: whether the value is known from the rules or from play.

    Raises:
        StudyError: for a name that cannot be the name of a column.

    """

    known: ClassVar[Literal["rules", "play"]]
    name: str
    title: str
    definition: str
    unit: str
    source: str
    adapted: str = attrs.field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise StudyError(f"a measure is named by a word such as piles_taken, not {short(self.name)}")
        if not callable(getattr(self, "of", None)):
            raise StudyError(f"measure {self.name}: of must be a function, not {short(getattr(self, 'of', None))}")


@attrs.frozen
class RulesMeasure(Measure):
    """A measure known from the rules, without play.

    Attributes:
        of: the value for a rules object.

    """

    known = "rules"
    of: Callable[[Rules[Any, Any]], Value] = attrs.field(kw_only=True)


@attrs.frozen
class GameMeasure(Measure):
    """A measure known from play: of each game one value, one for each seat, or a course of ten tenths.

    Attributes:
        of: the value of a game, ``None`` where there is none; for several processes it must be picklable.
        shape: whether that is one value, one for each seat, or one for each tenth of the game.
        span: between which bounds a value lies, by the number of players; without it any number is possible.
        length: whether it says how long the game was. Then a cut game is not left out: it was at least that long.

    """

    known = "play"
    of: Callable[[Trail[Any, Any]], Value] = attrs.field(kw_only=True)
    shape: Literal["game", "seats", "course"] = attrs.field(default="game", kw_only=True)
    span: Callable[[int], tuple[float, float]] | None = attrs.field(default=None, kw_only=True)
    length: bool = attrs.field(default=False, kw_only=True)


@attrs.frozen
class DealMeasure(Measure):
    """A measure known from play, of the games of one deal.

    The deal was played once for each seat, with the contenders moved on by one seat each time. Contender 0 is the
    stronger one, the others are weaker and alike.

    Attributes:
        of: the value of a deal, from its rows; ``None`` where there is none. Deals with a game that was cut are left
            out, whatever it says.
        bounds: between which bounds the value of a deal lies, whatever comes of its games that were cut, or of all of
            them; without it any number is possible.
        null: what the mean would be if nothing of what the measure looks for were there, from all deals, and for each
            deal by how much it moves that; without it there is no such figure.

    """

    known = "play"
    of: Callable[[Sequence[Row]], float | None] = attrs.field(kw_only=True)
    bounds: Callable[[Sequence[Row], bool], tuple[float, float]] | None = attrs.field(default=None, kw_only=True)
    null: Callable[[Sequence[Sequence[Row]]], Null | None] | None = attrs.field(default=None, kw_only=True)
