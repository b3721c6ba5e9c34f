"""One test over all seats of a table, and intervals that hold for all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan

import numpy as np
import pandas as pd
from scipy import stats

from shedkit.study.differences import holm
from shedkit.study.intervals import Numbers
from shedkit.study.samples import Sample

__all__ = ["equal_seats", "seats_frame"]

_COLUMNS = (
    *("entry", "measure", "title", "unit", "part", "n", "mean", "low", "high"),
    *("test", "statistic", "p", "p_adjusted"),
)


def seats_frame(entries: Iterable[tuple[str, Mapping[tuple[str, int], Sample]]], level: float) -> pd.DataFrame:
    """A row for each seat of each entry: its mean with an interval that holds for all seats at once, and the test.

    Args:
        entries: names and samples.
        level: how sure all intervals of an entry together are to be.

    """
    rows = [row for name, samples in entries for row in _rows(name, samples, level)]
    frame: pd.DataFrame = pd.DataFrame(rows, columns=[*_COLUMNS])
    for _, of_measure in frame.groupby("measure"):
        first = of_measure.drop_duplicates("entry")
        first = first[first["p"].notna()]
        made = dict(zip(first["entry"], holm(first["p"].to_numpy(dtype=np.float64)), strict=True))
        frame.loc[of_measure.index, "p_adjusted"] = of_measure["entry"].map(made)
    return frame


def _rows(name: str, samples: Mapping[tuple[str, int], Sample], level: float) -> Iterator[tuple[object, ...]]:
    by_measure = dict[str, list[Sample]]()
    for (measure, _), sample in samples.items():
        if sample.shape == "seats":
            by_measure.setdefault(measure, []).append(sample)
    for seats in by_measure.values():
        statistic, p = equal_seats([sample.values for sample in seats])
        each = 1 - (1 - level) / len(seats)
        for sample in seats:
            of, mean = sample.measure, sample.mean()
            yield (
                *(name, of.name, of.title, of.unit, sample.part, mean.n, mean.mean, *mean.interval(each)),
                *("Hotelling", statistic, p, nan),
            )


def equal_seats(seats: Sequence[Numbers]) -> tuple[float, float]:
    """Hotelling's test of whether all seats have the same mean: its F, and p; nan if there are too few games.

    Args:
        seats: for each seat a value from each game.

    >>> rng = np.random.default_rng(1)
    >>> wins = np.eye(3)[rng.choice(3, 300, p=[0.5, 0.25, 0.25])].T
    >>> equal_seats(list(wins))[1] < 0.001
    True

    """
    games = np.array(seats).T
    games = games[~np.isnan(games).any(axis=1)]
    if len(games) < 2:
        return nan, nan
    contrasts = games[:, 1:] - games[:, :1]
    off, n = contrasts.mean(axis=0), len(games)
    spread = np.atleast_2d(np.cov(contrasts, rowvar=False))
    rank = int(np.linalg.matrix_rank(spread, hermitian=True))
    if n <= rank or not rank:
        return nan, nan
    squared = n * float(off @ np.linalg.pinv(spread, hermitian=True) @ off)
    statistic = squared * (n - rank) / (rank * (n - 1))
    return statistic, float(stats.f.sf(statistic, rank, n - rank))
