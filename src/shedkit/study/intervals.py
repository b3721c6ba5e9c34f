"""Intervals of means that keep what they promise: for shares, for deals, for skewed counts, for lengths.

How often each kind holds the true value is simulated by a test, and stands in a table on the page about the statistics.

>>> mean = MeanOf(np.array([1.0, 1.0, 1.0, 0.5]), span=(0.0, 1.0))
>>> low, high = mean.interval(0.95)
>>> round(low, 2), mean.mean, round(high, 2)
(0.32, 0.875, 0.99)
"""

from __future__ import annotations

from math import inf, nan, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import stats
from scipy.optimize import brentq

__all__ = ["NO_INTERVAL", "SCORE", "SKEWED", "WILSON", "MeanOf", "Numbers", "difference", "discordant"]

Numbers = npt.NDArray[np.float64]

WILSON: Final = "Wilson"
"""Of a share of yes: the score interval of independent games."""
SCORE: Final = "score"
"""Of values between two bounds: the score interval of as many games as would give the same standard error."""
SKEWED: Final = "t, skewness corrected"
"""Of values without a bound: Student's t with Hall's correction for skewness."""
NO_INTERVAL: Final = ""
"""There is none: a single value, or values without bounds that are all alike."""

_TINY: Final = 1e-12
_SHARE = (0.0, 1.0)


class MeanOf:
    """A mean and how sure it is.

    Args:
        values: the values, of independent games or deals.
        span: between which bounds any value lies.
        yes_no: whether they are all 0 or 1.
        varying: other values with the same mean whose variance counts; without them that of the values.

    Attributes:
        mean: the mean.
        n: how many values there are.
        method: the kind of interval.

    """

    def __init__(
        self,
        values: Numbers,
        *,
        span: tuple[float, float] = (-inf, inf),
        yes_no: bool = False,
        varying: Numbers | None = None,
    ) -> None:
        counted = values if varying is None else varying
        self.mean = float(values.mean()) if len(values) else nan
        self.n = len(values)
        self._span = _SHARE if yes_no else span
        with np.errstate(over="ignore", invalid="ignore"):  # of numbers too large to be squared there is no interval
            self._variance = float(counted.var(ddof=1)) if self.n > 1 else nan
            self._skewness = _skewness(counted) if self.n > 1 else 0.0
        if yes_no and self.n:
            self.method = WILSON
        elif self.n > 1 and np.isfinite(span).all():
            self.method = SCORE
        elif self.n > 1 and self._variance > (_TINY * max(1.0, abs(self.mean))) ** 2:
            self.method = SKEWED
        else:
            self.method = NO_INTERVAL

    def interval(self, level: float) -> tuple[float, float]:
        """The interval of the mean; nan where there is none."""
        if self.method == NO_INTERVAL:
            return nan, nan
        q = self._quantile(level)
        low, high = self._span
        if self.method != SKEWED:
            a, b = _wilson(self._share, self._games, q)
            a, b = low + a * (high - low), low + b * (high - low)
        else:
            error = sqrt(self._variance / self.n)
            a, b = max(low, self.mean - error * self._unskewed(q)), min(high, self.mean - error * self._unskewed(-q))
        return min(a, self.mean), max(b, self.mean)  # rounding can leave the mean out

    def p(self, value: float) -> float:
        """The p of a test against this mean: below 1 - level exactly where the interval leaves it out."""
        if self.method == NO_INTERVAL:
            return nan
        if self.method == SKEWED:
            off = self._skewed((self.mean - value) / sqrt(self._variance / self.n))
        else:
            low, high = self._span
            at = (value - low) / (high - low)
            error = sqrt(at * (1 - at) / self._games)
            off = (self._share - at) / error if error else 0.0 if self._share == at else inf
        tail = stats.t.sf(abs(off), self.n - 1) if self._estimated else stats.norm.sf(abs(off))
        return float(2 * tail)

    def _quantile(self, level: float) -> float:
        upper = (1 + level) / 2
        return float(stats.t.ppf(upper, self.n - 1) if self._estimated else stats.norm.ppf(upper))

    @property
    def _estimated(self) -> bool:
        """Whether the variance was: not that of yes and no, nor where nothing varied, which is taken for those."""
        return self.method == SKEWED or (self.method == SCORE and self._games != self.n)

    @property
    def _share(self) -> float:
        """The mean as a share of the way between the bounds."""
        low, high = self._span
        return min(1.0, max(0.0, (self.mean - low) / (high - low)))

    @property
    def _games(self) -> float:
        """How many independent games of yes or no would have the same standard error; where nothing varied, all."""
        if self.method == WILSON:
            return float(self.n)
        low, high = self._span
        variance = self._variance / (high - low) ** 2
        most = self._share * (1 - self._share)
        return max(1.0, self.n * most / variance) if variance > _TINY and most > _TINY else float(self.n)

    def _skewed(self, t: float) -> float:
        """Hall's cubic transformation, which takes the skewness out of a studentised mean."""
        a = self._skewness / (3 * sqrt(self.n))
        return t + a * t * t + a * a * t**3 / 3 + a / 2

    def _unskewed(self, y: float) -> float:
        """The inverse of it."""
        a = self._skewness / (3 * sqrt(self.n))
        return float((np.cbrt(1 + 3 * a * (y - a / 2)) - 1) / a) if abs(a) > 1e-9 else y


def _skewness(values: Numbers) -> float:
    off = values - values.mean()
    spread = float((off**2).mean())
    return float((off**3).mean()) / spread**1.5 if spread > 0 else 0.0


def _wilson(share: float, games: float, q: float) -> tuple[float, float]:
    middle, width = (share + q * q / (2 * games)), q * sqrt(share * (1 - share) / games + q * q / (4 * games * games))
    scale = 1 + q * q / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def difference(first: MeanOf, second: MeanOf, level: float) -> tuple[float, float, float]:
    """The interval of the difference of two means that know nothing of each other, and its p against no difference.

    It is put together from the intervals of the two means (Zou and Donner, 2008; of shares it is Newcombe's). A mean
    without an interval counts as certain. Below ``1 - level`` p lies exactly where the interval leaves 0 out.
    """
    off = second.mean - first.mean

    def ends(at: float) -> tuple[float, float]:
        a, b = (mean.interval(at) if mean.method else (mean.mean, mean.mean) for mean in (first, second))
        down = sqrt((second.mean - b[0]) ** 2 + (a[1] - first.mean) ** 2)
        up = sqrt((b[1] - second.mean) ** 2 + (first.mean - a[0]) ** 2)
        return off - down, off + up

    low, high = ends(level)
    if not np.isfinite([low, high]).all() or not (first.method or second.method):
        return nan, nan, nan
    if not off:
        return low, high, 1.0
    side = 0 if off > 0 else 1

    def beyond(log_p: float) -> float:
        return ends(1 - float(np.exp(log_p)))[side] * (1 if off > 0 else -1)

    least, most = -30.0, -1e-9
    if beyond(most) <= 0:
        return low, high, 1.0
    if beyond(least) >= 0:
        return low, high, float(np.exp(least))
    return low, high, float(np.exp(brentq(beyond, least, most, xtol=1e-12)))


def discordant(more: int, less: int, pairs: int, level: float) -> tuple[float, float, float]:
    """Of pairs of yes and no, the interval of the difference of the shares, and p of McNemar's exact test.

    The interval is that of Clopper and Pearson for which way the pairs differ, so it agrees with the test; where no
    pair differs, it says how many could.
    """
    differ = more + less
    if not differ:
        most = 1 - ((1 - level) / 2) ** (1 / pairs)
        return -most, most, 1.0
    test = stats.binomtest(more, differ)
    share = test.proportion_ci(level, method="exact")
    return (2 * share.low - 1) * differ / pairs, (2 * share.high - 1) * differ / pairs, float(test.pvalue)
