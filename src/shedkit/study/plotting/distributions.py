"""Distributions: how the games spread over the values of a measure."""

from __future__ import annotations

from collections.abc import Mapping
from math import log10

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

from shedkit.core.errors import StudyError
from shedkit.study import canvas
from shedkit.study.canvas import Plot
from shedkit.study.findings import Findings
from shedkit.study.intervals import Numbers
from shedkit.study.wording import figures

__all__ = ["distribution", "worth_a_distribution"]


def worth_a_distribution(values: pd.Series[float]) -> bool:
    """Whether values spread so much that a profile does not say it all."""
    there = values.dropna()
    return bool(there.nunique() > (2 if _whole(there.to_numpy()) else 10))


def distribution(comparison: Findings, measure: str) -> Plot:
    """How the games spread over the values of a measure: a row for each entry, on one axis."""
    subject = canvas.measure_of(comparison, measure, "game")
    columns = _columns(comparison, measure)
    empty = [entry.name for entry in comparison.entries if entry.name not in columns]
    if not columns:
        raise StudyError(f"no game has a value of {measure}: there is nothing to draw")
    everything = np.concatenate([*columns.values()])
    if np.ptp(everything) == 0:
        raise StudyError(f"{measure} is {figures(float(everything[0]))} in all games: there is nothing to draw")
    medians = _medians(comparison, measure, columns)
    of_all = " of all games" if measure in set(comparison.lengths["measure"]) else ""
    bins, log = _bins(everything)
    with canvas.styled():
        labels, room = canvas.folded(columns, 20)
        figure = canvas.figure_of(canvas.HEAD + 0.6 + max(0.75, room) * len(columns))
        axes = figure.subplots(len(columns), 1, sharex=True, squeeze=False)[:, 0]
        for (name, values), label, ax in zip(columns.items(), labels, axes, strict=True):
            _hill(ax, values, bins, log, canvas.look(comparison, name)[0], medians[name])
            ax.set_ylabel(label, rotation=0, ha="right", va="center")
        last = axes[-1]
        if log:
            last.set_xscale("log")
            _log_ticks(last)
        elif _whole(everything):
            last.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
        last.set_xlim(bins[0], bins[-1])
        last.set_xlabel(f"{subject.unit}{', log scale' if log else ''}")
        canvas.head(figure, subject.title, "how the games spread; each row is scaled to its own peak")
    return Plot(
        f"distribution-{measure}",
        f"{subject.title}: how the games spread",
        "The higher the area, the more games had about that value; each row is scaled to its own peak, the line is the "
        f"median{of_all}. {'The axis is logarithmic: equal steps multiply. ' if log else ''}Games that were cut are "
        f"not in it{', nor those that have nothing to measure: ' if empty else ''}{', '.join(empty)}.",
        figure,
    )


def _medians(comparison: Findings, measure: str, columns: Mapping[str, Numbers]) -> dict[str, float]:
    """The medians of the games that ended; of lengths those of all games, as far as they are known."""
    medians = {name: float(np.median(values)) for name, values in columns.items()}
    lengths = comparison.lengths[comparison.lengths["measure"] == measure]
    return medians | dict(zip(lengths["entry"], lengths["median"], strict=True))


def _columns(comparison: Findings, measure: str) -> dict[str, Numbers]:
    """The values of the games that ended, of the entries that have any."""
    games = comparison.games
    ended = games[~games["cut"].astype(bool)]
    columns = {
        entry.name: ended.loc[ended["entry"] == entry.name, measure].dropna().to_numpy(dtype=np.float64)
        for entry in comparison.entries
    }
    return {name: values for name, values in columns.items() if len(values)}


def _hill(ax: Axes, values: Numbers, bins: Numbers, log: bool, colour: str, median: float) -> None:
    """The row of an entry: an area, and its median."""
    counts, _ = np.histogram(values, bins)
    density = counts / np.diff(np.log(bins) if log else bins)
    ax.stairs(density / density.max(), bins, fill=True, color=colour, alpha=0.55)
    beyond = median > bins[-1]
    at = float(bins[-1]) if beyond else median
    if not beyond:
        ax.vlines(median, 0, 1.35, color=colour, linewidth=1.5)
    left = _fraction(at, bins, log) < 0.6
    said = "beyond the cut" if beyond else f"{median:,.0f}" if median.is_integer() else figures(median)
    ax.annotate(
        f"median {said}",
        (at, 1.4),
        xytext=(4 if left else -4, 0),
        textcoords="offset points",
        ha="left" if left else "right",
        va="top",
        fontsize=8,
    )
    ax.set_ylim(0, 1.4)
    ax.yaxis.set_major_locator(NullLocator())
    ax.spines["left"].set_visible(False)


def _bins(values: Numbers) -> tuple[Numbers, bool]:
    """The edges of the bins for all entries, and whether they lie on a logarithmic axis."""
    low, high = float(values.min()), float(values.max())
    whole = _whole(values)
    if low == high:
        return np.array([low - 0.5, low + 0.5]), False
    if whole and high - low <= 30:
        return np.arange(low - 0.5, high + 1.5), False
    ends = np.quantile(values, (0.02, 0.98))
    if low > 0 and ends[1] / ends[0] > 10:
        return _whole_edges(np.geomspace(low * 0.95, high * 1.05, 61), whole), True
    return _whole_edges(np.linspace(low, high, 41), whole), False


def _whole(values: Numbers) -> bool:
    return bool((values == np.round(values)).all())


def _whole_edges(edges: Numbers, whole: bool) -> Numbers:
    """Edges between whole numbers, so that no bin holds more of them than its width says."""
    return np.unique(np.floor(edges) + 0.5) if whole else edges


def _fraction(value: float, bins: Numbers, log: bool) -> float:
    low, high = float(bins[0]), float(bins[-1])
    return log10(value / low) / log10(high / low) if log else (value - low) / (high - low)


def _log_ticks(ax: Axes) -> None:
    ax.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    ax.xaxis.set_major_formatter(FuncFormatter(canvas.grouped))
    ax.xaxis.set_minor_formatter(NullFormatter())
