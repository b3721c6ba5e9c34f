"""Lengths of games, where some were cut: the games that were cut were at least as long as they are known to be.

>>> lengths = kaplan_meier(np.array([2.0, 3.0, 5.0, 9.0]), np.array([False, False, False, True]), 0.95)
>>> lengths.median, lengths.restricted(8.0)[0]
(3.0, 4.5)
"""

from __future__ import annotations

import warnings
from math import inf, nan
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from scipy import stats

from shedkit.study.intervals import Numbers

__all__ = ["Lengths", "kaplan_meier"]


@attrs.frozen(eq=False)
class Lengths:
    """What can be said of lengths of which some are cut.

    Attributes:
        values: how long each game was, or was at least.
        cut: which games were cut.
        median: half of the games are longer; infinite if less than half ended.
        low: where the interval of the median begins.
        high: where it ends; infinite if that is not known.

    """

    values: Numbers
    cut: npt.NDArray[np.bool_]
    median: float
    low: float
    high: float

    @property
    def usual(self) -> float:
        """The length that 99 of 100 of the games that ended do not exceed; 0 if none ended."""
        ended = self.values[~self.cut]
        return float(np.quantile(ended, 0.99, method="higher")) if len(ended) else 0.0

    @property
    def known(self) -> float:
        """Up to which length it is known how many games are longer; infinite if none was cut."""
        return float(self.values.max()) if self.cut.any() else inf

    def limit(self, other: Lengths | None = None) -> float:
        """Up to which length games should count; infinite if none was cut.

        It is the length that nearly all games that ended do not exceed, as far as it is known. Up to the cut itself, a
        few games without an end would outweigh all others.

        Args:
            other: lengths to be compared with these, up to the same limit.

        """
        sides = (self,) if other is None else (self, other)
        known = min([side.known for side in sides])
        return known if known == inf else min(known, max([side.usual for side in sides]) or known)

    def quantiles(self, shares: tuple[float, ...]) -> list[float]:
        """The lengths that these shares of the games do not exceed; infinite beyond what is known."""
        ends, left = _survival(self.values, self.cut)[:2]
        return [
            float(ends[left <= 1 - share + 1e-12][0]) if (left <= 1 - share + 1e-12).any() else inf for share in shares
        ]

    def restricted(self, limit: float) -> tuple[float, Numbers]:
        """The mean length, where each game counts up to a limit, and a value for each game with that mean.

        These pseudo-values are what each game adds to the mean; where no game was cut before the limit they are the
        lengths up to it. Their standard error is that of the mean, and they can be compared pair by pair.
        """
        if not (self.cut & (self.values < limit)).any():
            reached = np.minimum(self.values, limit)
            return float(reached.mean()), reached
        ends, left, at_risk, ended = _survival(self.values, self.cut)
        before = ends < limit
        ends, left, at_risk, ended = ends[before], left[before], at_risk[before], ended[before]
        steps = np.diff(np.concatenate([[0.0], ends, [limit]]))
        areas = np.concatenate([[1.0], left]) * steps  # below the curve, from one end to the next
        mean, after = float(areas.sum()), np.cumsum(areas[::-1])[::-1][1:]
        n = len(self.values)
        hazard = np.concatenate([[0.0], np.cumsum(after * ended * n / at_risk**2)])
        moved = hazard[np.searchsorted(ends, self.values, side="right")]
        own = np.zeros(n)
        here = ~self.cut & (self.values < limit)
        at = np.searchsorted(ends, self.values[here])
        own[here] = after[at] * n / at_risk[at]
        return mean, mean + moved - own


def kaplan_meier(values: Numbers, cut: npt.NDArray[np.bool_], level: float) -> Lengths:
    """The estimate of Kaplan and Meier, with the interval of the median of Brookmeyer and Crowley."""
    if not len(values):
        return Lengths(values, cut, nan, nan, nan)
    curve = stats.ecdf(stats.CensoredData.right_censored(values, cut)).sf
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", RuntimeWarning
        )  # it is undefined at the ends of the curve, where that is 1 or 0
        bounds = curve.confidence_interval(level, method="log-log")
    ends = curve.quantiles
    left: Numbers = np.asarray(curve.probabilities, dtype=np.float64)
    sides = (left, _probabilities(bounds.low), _probabilities(bounds.high))
    middle, low, high = (_below_half(ends, np.where(np.isnan(side), left, side)) for side in sides)
    return Lengths(values, cut, middle, low, high)


def _probabilities(curve: Any) -> Numbers:  # what SciPy's stubs take for a number
    return np.asarray(curve.probabilities, dtype=np.float64)


def _below_half(ends: Numbers, left: Numbers) -> float:
    there = left <= 0.5 + 1e-12
    return float(ends[there][0]) if there.any() else inf


def _survival(values: Numbers, cut: npt.NDArray[np.bool_]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """The lengths at which games ended; which share is left after each, how many were at risk, how many ended."""
    ends, ended = np.unique(values[~cut], return_counts=True)
    at_risk = len(values) - np.searchsorted(np.sort(values), ends)
    risk, gone = at_risk.astype(np.float64), ended.astype(np.float64)
    left: Numbers = np.cumprod(1 - gone / risk).astype(np.float64)
    return ends, left, risk, gone
