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
        level: how sure the intervals are, such as 0.95.
        table: one row for each entry, measure and part. ``part`` is the seat, or the tenth of the game from 1, or -1
            for the whole; ``games`` says how many games or deals were played, ``n`` how many of them count: those
            that ended and in which the measure has a value. ``low`` and ``high`` are the interval of the mean:
            Wilson's for shares of yes, else that of Student's t, or none if all values are alike. The rest describes
            the single values: standard deviation, smallest, quartiles, largest.
        tests: one row for each pair of entries, measure and part, but for courses. ``difference`` is the mean of the
            second less the mean of the first, with its interval of Student's t, by pairs or else by Welch;
            ``larger`` is how often the second is above the first, equal counting half (of pairs of the same deal, or
            of all pairs: the U of Mann and Whitney); ``p`` comes from the test named, ``p_adjusted`` is corrected for
            the number of tests by the method of Benjamini and Hochberg. Where nothing varies, the test is that of the
            signs or Fisher's.
        games: one row for each entry and game: whether it was cut, and the measures that give one value a game.
        left_out: the options and values that were not tried, and why.

    """

    entries: tuple[Entry, ...]
    base: str | None
    measures: tuple[Measure, ...]
    level: float
    table: pd.DataFrame
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
