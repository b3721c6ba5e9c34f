"""What a comparison came to, as data: for tables, plots and reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import attrs
import pandas as pd

from shedkit.core.errors import StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.study.many import Study
from shedkit.study.measures import Measure

__all__ = ["FORMATS", "Entry", "Findings", "known_formats"]

FORMATS = ("csv", "parquet", "png", "svg", "html")
"""What a comparison can be written as."""


def known_formats(formats: Sequence[str]) -> tuple[str, ...]:
    """The formats, if they are all among `FORMATS`.

    Raises:
        StudyError: if one is not.

    """
    if isinstance(formats, str) or not isinstance(formats, Sequence):
        raise StudyError(f"formats: a list of names expected, not {short(formats)}")
    for name in formats:
        if name not in FORMATS:
            raise StudyError(f"there is no format {short(name)}; there are {', '.join(FORMATS)}")
    return tuple(formats)


@attrs.frozen(kw_only=True, eq=False)
class Entry:
    """One of the things compared.

    Attributes:
        name: what it is called in tables and plots.
        rules: the game and its options.
        study: the games it was judged by.
        cut: how many of them were cut at ``max_moves``.
        duels: the games of a stronger player against weaker ones, on paired deals; ``None`` if there were none.
        duels_cut: how many of those were cut.

    """

    name: str
    rules: Rules[Any, Any]
    study: Study
    cut: int
    duels: Study | None
    duels_cut: int


@attrs.frozen(kw_only=True, eq=False)
class Findings:
    """What a comparison came to.

    Attributes:
        entries: what was compared, in order.
        base: the name of the entry that the others were held against; ``None`` if each was held against each.
        measures: what was measured.
        primary: the names of the measures that the question was about.
        level: how sure the intervals are, such as 0.95.
        table: one row for each entry, measure and part. ``part`` is the seat, or the tenth of the game from 1, or -1
            for the whole; ``games`` says how many games or deals were played, ``n`` how many of them count: those
            that were not cut and in which the measure has a value. ``low`` and ``high`` are the interval of the mean,
            ``interval`` says of what kind: see `shedkit.study.intervals`; there is none where all values are alike
            and any number is possible. ``null`` is what the mean would be without what the measure looks for, where
            there is such a figure; the interval is then that of the distance from it, laid around the mean.
            ``if_low`` and ``if_high`` are what the mean would be if all that was cut had come to its lowest or its
            highest possible value; nan if nothing was cut or no bounds are known. The rest describes the single
            values: standard deviation, smallest, quartiles, largest. Of lengths the cut games are not left out:
            the mean is the restricted mean, the quartiles are those of Kaplan and Meier.
        lengths: one row for each entry and measure of length: how many games were cut; the ``mean`` where every game
            counts up to ``limit``, which 99 of 100 of the games that ended do not exceed (nan if none was cut), with
            its interval; and the ``median`` with its interval, all
            of it infinite where it lies beyond the cut.
        seats: one row for each entry, measure of seats, and seat: the mean, with an interval that holds for all seats
            of the entry at once, and Hotelling's test of whether all seats have the same mean, corrected for the
            number of entries by the method of Holm.
        tests: one row for each pair of entries, measure and part, but for courses. ``difference`` is the mean of the
            second less the mean of the first, with its interval, and ``p`` comes from the test named: ``p`` is below
            1 - level exactly where the interval leaves out 0. ``p_adjusted`` is corrected for the number of tests by
            the method of Holm, in two families: those of primary measures, and all others. ``if_low`` and
            ``if_high`` are the least and the largest difference that there could be if the games that were cut had
            gone on. ``differ`` is in how many pairs of the same deal the two differ at all, nan without pairs;
            ``larger`` is how often the second is above the first, equal counting half (of pairs of the same
            deal, or of all pairs: the U of Mann and Whitney).
        games: one row for each entry and game: whether it was cut, and the measures that give one value a game.
        left_out: the options and values that were not tried, and why.

    """

    entries: tuple[Entry, ...]
    base: str | None
    measures: tuple[Measure, ...]
    primary: tuple[str, ...]
    level: float
    table: pd.DataFrame
    lengths: pd.DataFrame
    seats: pd.DataFrame
    tests: pd.DataFrame
    games: pd.DataFrame
    left_out: pd.DataFrame

    def to_frame(self) -> pd.DataFrame:
        """The means and their intervals side by side: a row for each measure and part, columns for each entry."""
        order = {measure.name: at for at, measure in enumerate(self.measures)}
        wide = self.table.pivot(index=["measure", "part"], columns="entry", values=["mean", "low", "high"])
        wide = wide.swaplevel(axis=1)[
            [(entry.name, what) for entry in self.entries for what in ("mean", "low", "high")]
        ]
        return cast("pd.DataFrame", wide.sort_index(key=lambda at: at.map(order) if at.name == "measure" else at))
