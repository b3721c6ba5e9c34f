"""Tests: what tells two entries apart, measure by measure."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from math import nan
from typing import cast

import numpy as np
import pandas as pd
from scipy import stats

from shedkit.study.findings import Entry
from shedkit.study.samples import Numbers, Sample, mean_interval

__all__ = ["COLUMNS_OF_TESTS", "corrected", "tests_between"]

COLUMNS_OF_TESTS = (
    *("first", "second", "measure", "title", "unit", "shape", "part", "paired", "n_first", "n_second"),
    *("difference", "low", "high", "larger", "test", "p", "p_adjusted"),
)
_TINY = 1e-9
"""What is left of 0 after sums of fractions."""
_Tested = tuple[float, float, float, float, str, float]
"""The difference of two samples, its interval, how often the second is larger, the test and its p."""


def tests_between(
    first: Entry,
    second: Entry,
    of_first: Mapping[tuple[str, int], Sample],
    of_second: Mapping[tuple[str, int], Sample],
    level: float,
) -> Iterator[tuple[object, ...]]:
    """The rows of the tests of one pair of entries."""
    a, b = first.rules, second.rules
    paired = type(a) is type(b) and a.players == b.players and a.deck == b.deck
    for key, sample in of_first.items():
        other = of_second.get(key)
        if other is None or sample.shape in ("rules", "course"):
            continue
        x, y = sample.values, other.values
        if paired:
            both = ~(np.isnan(x) | np.isnan(y))
            x, y = x[both], y[both]
        else:
            x, y = x[~np.isnan(x)], y[~np.isnan(y)]
        if len(x) < 2 or len(y) < 2:
            continue
        about = (first.name, second.name, sample.measure.name, sample.measure.title, sample.measure.unit, sample.shape)
        yes_no = sample.yes_no and other.yes_no
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # SciPy warns of samples that hardly vary
            tested = _by_pairs(x, y, yes_no, level) if paired else _apart(x, y, yes_no, level)
        yield (*about, sample.part, paired, len(x), len(y), *tested, nan)


def _by_pairs(x: Numbers, y: Numbers, yes_no: bool, level: float) -> _Tested:
    gain = np.where(np.isclose(x, y, rtol=_TINY, atol=0), 0, y - x)
    difference = float(gain.mean())  # that of the means can lie outside of the interval by its rounding
    larger = float((gain > 0).mean() + (gain == 0).mean() / 2)
    low, high = mean_interval(gain, False, level)
    if yes_no or not _varied(gain):  # what never varies has no t, but its sign tells something
        more, less = int((gain > 0).sum()), int((gain < 0).sum())
        p = float(stats.binomtest(more, more + less).pvalue) if more + less else 1.0
        return difference, low, high, larger, "McNemar, exact" if yes_no else "sign, exact", p
    return difference, low, high, larger, "t, paired", float(cast("float", stats.ttest_rel(y, x).pvalue))


def _apart(x: Numbers, y: Numbers, yes_no: bool, level: float) -> _Tested:
    low = high = difference = float(y.mean() - x.mean())
    larger = float(cast("float", stats.mannwhitneyu(y, x).statistic)) / (len(x) * len(y))
    if _varied(x) or _varied(y):
        welch = stats.ttest_ind(y, x, equal_var=False)
        interval = welch.confidence_interval(level)
        low, high = float(interval.low), float(interval.high)
        if not yes_no:
            return difference, low, high, larger, "t, Welch", float(cast("float", welch.pvalue))
    if not yes_no:  # neither varies: each of the one is above each of the other, or all are alike
        x, y = np.zeros(len(x)), np.full(len(y), float(not np.isclose(x[0], y[0], rtol=_TINY, atol=0)))
    yes = np.array([[values.sum(), len(values) - values.sum()] for values in (x, y)], dtype=np.int64)
    return difference, low, high, larger, "Fisher, exact", float(stats.fisher_exact(yes).pvalue)


def _varied(values: Numbers) -> bool:
    """Whether values differ by more than what is left of rounding."""
    return bool(np.ptp(values) > _TINY * np.abs(values).max())


def corrected(tests: pd.DataFrame) -> pd.DataFrame:
    """The tests with their p corrected for how many they are."""
    known = tests["p"].notna()  # of numbers too large to be added there is none
    if known.any():
        tests.loc[known, "p_adjusted"] = stats.false_discovery_control(tests.loc[known, "p"].to_numpy(dtype=np.float64))
    return tests
