"""Tests: what tells two entries apart, measure by measure."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping
from math import inf, nan

import numpy as np
import pandas as pd
from scipy import stats

from shedkit.study.findings import Entry
from shedkit.study.intervals import SCORE, MeanOf, Numbers, difference, discordant
from shedkit.study.samples import Sample

__all__ = ["COLUMNS_OF_TESTS", "corrected", "holm", "tests_between"]

COLUMNS_OF_TESTS = (
    *("first", "second", "measure", "title", "unit", "shape", "part", "paired", "n_first", "n_second"),
    *("difference", "low", "high", "if_low", "if_high", "differ", "larger", "test", "family", "p", "p_adjusted"),
)
_TINY = 1e-9
"""What is left of 0 after sums of fractions."""
_Tested = tuple[float, float, float, str, float]
"""The difference of two samples, its interval, the test and its p."""


def tests_between(
    first: Entry,
    second: Entry,
    of_first: Mapping[tuple[str, int], Sample],
    of_second: Mapping[tuple[str, int], Sample],
    level: float,
    primary: Collection[str],
) -> Iterator[tuple[object, ...]]:
    """The rows of the tests of one pair of entries."""
    a, b = first.rules, second.rules
    paired = type(a) is type(b) and a.players == b.players and a.deck == b.deck
    for key, sample in of_first.items():
        other = of_second.get(key)
        if other is None or sample.shape in ("rules", "course"):
            continue
        sample, other = sample.up_to_the_limit_of(other), other.up_to_the_limit_of(sample)
        left, right = _both(sample.values, other.values, paired)
        if len(left) < 2 or len(right) < 2:
            continue
        of = sample.measure
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # of numbers too large to be added there is no test
            tested = _by_pairs(left, right, sample, other, level) if paired else _apart(sample, other, level)
            differ, larger = _larger(sample, other, paired)
        off, low, high, test, p = tested
        family = "primary" if of.name in primary else "other"
        yield (
            *(first.name, second.name, of.name, of.title, of.unit),
            *(sample.shape, sample.part, paired, len(left), len(right)),
            *(off, low, high, *_if_cut(sample, other, paired), differ, larger, test, family, p, nan),
        )


def _both(left: Numbers, right: Numbers, paired: bool) -> tuple[Numbers, Numbers]:
    """What there is of two samples; of pairs, what there is of both."""
    if paired:
        both = ~(np.isnan(left) | np.isnan(right))
        return left[both], right[both]
    return left[~np.isnan(left)], right[~np.isnan(right)]


def _by_pairs(left: Numbers, right: Numbers, first: Sample, second: Sample, level: float) -> _Tested:
    gain = np.where(np.isclose(left, right, rtol=_TINY, atol=0), 0, right - left)
    off = float(gain.mean())  # that of the means can lie outside of the interval by its rounding
    more, less = int((gain > 0).sum()), int((gain < 0).sum())
    if first.yes_no and second.yes_no:
        return off, *_named(discordant(more, less, len(gain), level), "McNemar, exact")
    low, high = (min(first.span[0], second.span[0]), max(first.span[1], second.span[1]))
    mean = MeanOf(gain, span=(low - high, high - low) if np.isfinite([low, high]).all() else (-inf, inf))
    if mean.method != SCORE and not _varied(gain):  # what never varies has no t, but its sign tells something
        p = float(stats.binomtest(more, more + less).pvalue) if more + less else 1.0
        return off, nan, nan, "sign, exact", p
    return off, *mean.interval(level), f"{mean.method}, paired", mean.p(0.0)


def _named(interval_and_p: tuple[float, float, float], test: str) -> tuple[float, float, str, float]:
    low, high, p = interval_and_p
    return low, high, test, p


def _apart(first: Sample, second: Sample, level: float) -> _Tested:
    a, b = first.mean(), second.mean()
    off = b.mean - a.mean
    if a.method or b.method:
        yes_no = first.yes_no and second.yes_no
        return off, *_named(difference(a, b, level), "Newcombe" if yes_no else "Zou and Donner")
    # neither varies: each of the one is above each of the other, or all are alike
    alike = bool(np.isclose(a.mean, b.mean, rtol=_TINY, atol=0))
    table = np.array([[0, a.n], [0, b.n] if alike else [b.n, 0]], dtype=np.int64)
    return off, nan, nan, "Fisher, exact", float(stats.fisher_exact(table).pvalue)


def _larger(first: Sample, second: Sample, paired: bool) -> tuple[float, float]:
    """In how many pairs the two differ, and how often the second is above the first, equal counting half."""
    left, right = ((side.values if side.lengths is None else side.lengths.values) for side in (first, second))
    left, right = _both(left, right, paired)
    if not paired:
        return nan, float(stats.mannwhitneyu(right, left).statistic) / (len(left) * len(right))
    gain = np.where(np.isclose(left, right, rtol=_TINY, atol=0), 0, right - left)
    return float((gain != 0).sum()), float((gain > 0).mean() + (gain == 0).mean() / 2)


def _if_cut(first: Sample, second: Sample, paired: bool) -> tuple[float, float]:
    """The least and the largest difference that there could be if the cut games had gone on; nan if none was cut."""
    ends = list[float]()
    for left, right in ((first.highs, second.lows), (first.lows, second.highs)):
        left, right = _both(left, right, paired)
        ends.append(
            float((right - left).mean() if paired else right.mean() - left.mean()) if len(left) and len(right) else nan
        )
    known = [int((~np.isnan(side.values)).sum()) for side in (first, second)]
    might = [int((~np.isnan(side.lows)).sum()) for side in (first, second)]
    return (ends[0], ends[1]) if known != might else (nan, nan)


def _varied(values: Numbers) -> bool:
    """Whether values differ by more than what is left of rounding."""
    return bool(np.ptp(values) > _TINY * np.abs(values).max())


def corrected(tests: pd.DataFrame) -> pd.DataFrame:
    """The tests with their p corrected for how many they are: the primary ones by themselves, and all others."""
    for family in ("primary", "other"):
        known = tests["p"].notna() & (tests["family"] == family)  # of numbers too large to be added there is none
        tests.loc[known, "p_adjusted"] = holm(tests.loc[known, "p"].to_numpy(dtype=np.float64))
    return tests


def holm(p: Numbers) -> Numbers:
    """What Holm makes of the p of a family of tests: any of those below a level is wrong at most that often.

    >>> holm(np.array([0.01, 0.04, 0.03])).round(2).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    made = np.empty(len(p))
    made[order] = np.minimum(stepped, 1.0)
    return made
