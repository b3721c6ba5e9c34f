"""The values of a measure under one entry: their mean, its interval, and how they spread."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from scipy import stats

from shedkit.study.measures import GameMeasure, Measure, RulesMeasure

__all__ = ["COLUMNS_OF_TABLE", "Numbers", "Sample", "mean_interval", "numbers"]

Numbers = npt.NDArray[np.float64]
COLUMNS_OF_TABLE = (
    *("entry", "measure", "title", "unit", "known", "shape", "part", "games", "n", "mean", "low", "high", "sd"),
    *("min", "q1", "median", "q3", "max"),
)


def numbers(values: Sequence[Any]) -> Numbers:
    """Values as an array, with nan where there is none."""
    return np.array([nan if value is None else value for value in values], dtype=np.float64)


@attrs.frozen(eq=False)
class Sample:
    """The values of a measure under an entry, in the order of the games or deals; nan where there is none.

    Attributes:
        measure: what was measured.
        part: the seat or the tenth; -1 for the whole.
        values: the values.
        yes_no: whether they are all yes or no.

    """

    measure: Measure
    part: int
    values: Numbers
    yes_no: bool

    def without(self, games: npt.NDArray[np.bool_]) -> Sample:
        """The same without the values of some games."""
        return attrs.evolve(self, values=np.where(games, nan, self.values))

    @property
    def shape(self) -> str:
        """The shape of the measure, with two more for rules and deals."""
        if isinstance(self.measure, GameMeasure):
            return self.measure.shape
        return "rules" if isinstance(self.measure, RulesMeasure) else "deal"

    def row(self, entry: str, level: float) -> tuple[object, ...]:
        """A row of the table."""
        values, of = self.values[~np.isnan(self.values)], self.measure
        about = (entry, of.name, of.title, of.unit, of.known, self.shape, self.part, len(self.values), len(values))
        if not len(values):
            return about + (nan,) * (len(COLUMNS_OF_TABLE) - len(about))
        sd = float(values.std(ddof=1)) if len(values) > 1 else nan
        alike = not self.yes_no and not np.ptp(values)  # what never varied tells nothing of how much it could
        low, high = (nan, nan) if alike else mean_interval(values, self.yes_no, level)
        return (*about, float(values.mean()), low, high, sd, *np.quantile(values, (0, 0.25, 0.5, 0.75, 1)).tolist())


def mean_interval(values: Numbers, yes_no: bool, level: float) -> tuple[float, float]:
    """The interval of a mean."""
    n = len(values)
    if yes_no and n:
        wilson = stats.binomtest(int(values.sum()), n).proportion_ci(level, method="wilson")
        return float(wilson.low), float(wilson.high)
    if n < 2:
        return nan, nan
    mean, deviation = float(values.mean()), float(values.std(ddof=1))
    if not deviation:
        return mean, mean
    low, high = stats.t.interval(level, n - 1, loc=mean, scale=deviation / n**0.5)
    return float(low), float(high)
