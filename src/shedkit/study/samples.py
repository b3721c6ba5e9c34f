"""The values of a measure under one entry: their mean, its interval, how they spread, what cut games could change."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isinf, nan
from typing import Any, Final

import attrs
import numpy as np
import numpy.typing as npt

from shedkit.study.intervals import MeanOf, Numbers
from shedkit.study.lengths import Lengths
from shedkit.study.measures import GameMeasure, Measure, RulesMeasure

__all__ = ["COLUMNS_OF_LENGTHS", "COLUMNS_OF_TABLE", "Sample", "numbers"]

COLUMNS_OF_TABLE: Final = (
    *("entry", "measure", "title", "unit", "known", "shape", "part", "games", "n", "mean", "low", "high", "interval"),
    *("null", "if_low", "if_high", "sd", "min", "q1", "median", "q3", "max"),
)
COLUMNS_OF_LENGTHS: Final = (
    *("entry", "measure", "title", "unit", "games", "cut", "limit", "mean", "low", "high"),
    *("median", "median_low", "median_high"),
)
_QUARTILES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def numbers(values: Sequence[Any]) -> Numbers:
    """Values as an array, with nan where there is none."""
    return np.array([nan if value is None else value for value in values], dtype=np.float64)


@attrs.frozen(eq=False, kw_only=True)
class Sample:
    """The values of a measure under an entry, in the order of the games or deals; nan where there is none.

    Attributes:
        measure: what was measured.
        part: the seat or the tenth; -1 for the whole.
        values: the values; of lengths, what each game adds to the restricted mean.
        yes_no: whether they are all yes or no.
        span: between which bounds they lie.
        lows: the values, with the lowest possible ones for what was cut; nan if that is not known.
        highs: the same with the highest ones.
        varying: other values with the same mean whose variance counts.
        null: what the mean would be without what the measure looks for; nan if there is no such figure.
        lengths: of lengths, what is known of them.

    """

    measure: Measure
    part: int
    values: Numbers
    yes_no: bool = False
    span: tuple[float, float] = (-inf, inf)
    lows: Numbers = attrs.field(default=attrs.Factory(lambda self: self.values, takes_self=True))
    highs: Numbers = attrs.field(default=attrs.Factory(lambda self: self.values, takes_self=True))
    varying: Numbers | None = None
    null: float = nan
    lengths: Lengths | None = None

    @classmethod
    def of_lengths(cls, measure: Measure, lengths: Lengths, span: tuple[float, float], limit: float) -> Sample:
        """Lengths that count up to a limit."""
        values = lengths.values if isinf(limit) else lengths.restricted(limit)[1]
        return cls(measure=measure, part=-1, values=values, span=span, lengths=lengths)

    def up_to_the_limit_of(self, other: Sample) -> Sample:
        """Lengths up to a limit that serves both; anything else as it is."""
        if self.lengths is None or other.lengths is None:
            return self
        return Sample.of_lengths(self.measure, self.lengths, self.span, self.lengths.limit(other.lengths))

    def without(self, games: npt.NDArray[np.bool_]) -> Sample:
        """The same without the values of some games, which may lie anywhere within the bounds."""
        low, high = (nan if isinf(end) else end for end in self.span)
        return attrs.evolve(
            self,
            values=np.where(games, nan, self.values),
            lows=np.where(games, low, self.values),
            highs=np.where(games, high, self.values),
        )

    @property
    def shape(self) -> str:
        """The shape of the measure, with two more for rules and deals."""
        if isinstance(self.measure, GameMeasure):
            return self.measure.shape
        return "rules" if isinstance(self.measure, RulesMeasure) else "deal"

    def mean(self) -> MeanOf:
        """The mean of what there is."""
        there = ~np.isnan(self.values)
        varying = None if self.varying is None else self.varying[there]
        return MeanOf(self.values[there], span=self.span, yes_no=self.yes_no, varying=varying)

    def row(self, entry: str, level: float) -> tuple[object, ...]:
        """A row of the table."""
        values, of = self.values[~np.isnan(self.values)], self.measure
        about = (entry, of.name, of.title, of.unit, of.known, self.shape, self.part, len(self.values), len(values))
        ends = (_extreme(self.values, self.lows), _extreme(self.values, self.highs))
        if not len(values):
            return (*about, nan, nan, nan, "", nan, *ends, *(nan,) * (1 + len(_QUARTILES)))
        if self.shape == "rules":
            return (*about, float(values[0]), nan, nan, "", nan, nan, nan, nan, *[float(values[0])] * len(_QUARTILES))
        mean = self.mean()
        sd = float(values.std(ddof=1)) if len(values) > 1 else nan
        spread = (
            np.quantile(values, _QUARTILES).tolist() if self.lengths is None else self.lengths.quantiles(_QUARTILES)
        )
        return (*about, mean.mean, *mean.interval(level), mean.method, self.null, *ends, sd, *spread)

    def row_of_lengths(self, entry: str, level: float) -> tuple[object, ...] | None:
        """A row of the table of lengths; ``None`` if it is none."""
        known, of = self.lengths, self.measure
        if known is None:
            return None
        mean, limit = self.mean(), known.limit()
        cut = int(known.cut.sum())
        about = (entry, of.name, of.title, of.unit, len(known.values), cut, nan if isinf(limit) else limit)
        return (*about, mean.mean, *mean.interval(level), known.median, known.low, known.high)


def _extreme(values: Numbers, ends: Numbers) -> float:
    """The mean if what was cut had come to these ends; nan if an end is not known, or nothing was cut or counted."""
    left_out = np.isnan(values)
    known = ends[~left_out | ~np.isnan(ends)]
    return float(known.mean()) if len(known) and (left_out & ~np.isnan(ends)).any() else nan
