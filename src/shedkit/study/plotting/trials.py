"""Plots of options on trial: what each of them changes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shedkit.core.errors import StudyError
from shedkit.study import canvas
from shedkit.study.canvas import Plot
from shedkit.study.findings import Findings
from shedkit.study.intervals import Numbers
from shedkit.study.wording import figures

__all__ = ["effects", "overview"]


def effects(comparison: Findings, measure: str) -> Plot:
    """What each entry changes in a measure against the base: the differences with their intervals, in order."""
    subject = canvas.measure_of(comparison, measure, "game")
    tests = comparison.tests
    rows = tests[(tests["measure"] == measure) & (tests["part"] == -1)].sort_values("difference", kind="stable")
    if rows.empty or comparison.base is None:
        raise StudyError(f"{measure} was held against no base: there is nothing to draw")
    level = canvas.percent(comparison)
    base = canvas.rows_of(comparison, measure).loc[comparison.base]
    with canvas.styled():
        labels, room = canvas.folded(rows["second"], 34)
        figure = canvas.figure_of(canvas.HEAD + 0.8 + (room + 0.05) * max(len(rows), 3))
        ax = figure.subplots()
        ax.axvline(0, color=canvas.GREY, linewidth=1)
        for y, (_, row) in enumerate(rows.iterrows()):
            _effect(ax, y, row, clear=row["p_adjusted"] < 1 - comparison.level)
        ax.set_yticks(range(len(rows)), labels)
        ax.set_ylim(-0.7, len(rows) - 0.3)
        ax.grid(axis="x", color=canvas.PALE, linewidth=0.5)
        ax.margins(x=0.06)
        ax.set_xlabel(f"change of the mean, in {subject.unit}; {comparison.base}: {figures(float(base['mean']))}")
        canvas.head(
            figure,
            subject.title,
            f"change against “{comparison.base}”, with {level} intervals; filled: clear once corrected",
        )
    return Plot(
        f"effect-{measure}",
        f"{subject.title}: what each option changes",
        f"Each dot is the mean change against “{comparison.base}” when this one option is switched, on the same deals "
        f"unless the deck is another; the line is its {level} interval. Filled dots are clear changes, "
        "also after the correction for the number of tests; hollow ones may be chance.",
        figure,
    )


def _effect(ax: Axes, y: int, row: pd.Series[float], *, clear: bool) -> None:
    colour = canvas.COLOURS[0] if clear else canvas.GREY
    mean = float(row["difference"])
    ax.errorbar(
        mean,
        y,
        xerr=[[mean - float(row["low"])], [float(row["high"]) - mean]],
        color=colour,
        marker="o",
        markersize=5,
        markerfacecolor=colour if clear else "white",
        capsize=2.5,
        linewidth=1.5 if clear else 1,
    )


def overview(comparison: Findings) -> Plot:
    """Which entry changes which measure against the base: a cell for each, a ring where the change is clear."""
    tests = comparison.tests[comparison.tests["part"] == -1]
    if tests.empty or comparison.base is None:
        raise StudyError("nothing was held against a base: there is nothing to draw")
    shown = [measure for measure in comparison.measures if measure.name in set(tests["measure"])]
    names = [entry.name for entry in comparison.entries[1:]]
    index = pd.MultiIndex.from_product([names, [measure.name for measure in shown]], names=["second", "measure"])
    cells = tests.set_index(["second", "measure"])[["larger", "p_adjusted"]].reindex(index)
    larger = cells["larger"].to_numpy(dtype=np.float64).reshape(len(names), len(shown))
    p = cells["p_adjusted"].to_numpy(dtype=np.float64).reshape(len(names), len(shown))
    with canvas.styled():
        labels, room = canvas.folded(names, 34)
        figure = canvas.figure_of(canvas.HEAD + 1.7 + (room + 0.04) * len(names))
        ax = figure.subplots()
        _cells(figure, ax, larger, clear=p < 1 - comparison.level)
        titles = [measure.title for measure in shown]
        ax.set_xticks(range(len(shown)), titles, rotation=45, ha="right", rotation_mode="anchor")
        ax.set_yticks(range(len(names)), labels)
        canvas.head(figure, "What each option changes", f"against “{comparison.base}”; a dot marks a clear change")
    return Plot(
        "overview",
        "What each option changes",
        f"A row is an option switched alone, a column a measure. The colour says how often the measure is higher than "
        f"under “{comparison.base}” on the same deal, or on any deal if the deck is another: orange more often, violet "
        "less often. A dot marks a change that is clear after the correction for the number of tests, a dash that "
        "there is nothing to compare.",
        figure,
    )


def _cells(figure: Figure, ax: Axes, larger: Numbers, *, clear: npt.NDArray[np.bool_]) -> None:
    image = ax.imshow(np.ma.masked_invalid(larger), cmap="PuOr_r", vmin=0, vmax=1, aspect="auto")
    for row, column in np.argwhere(np.isnan(larger)):
        ax.text(column, row, "–", ha="center", va="center", color=canvas.GREY)
    rows, columns = np.nonzero(clear)
    ax.plot(columns, rows, linestyle="none", marker="o", markersize=4, markerfacecolor="white", markeredgecolor="black")
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.tick_params(length=0)
    bar = figure.colorbar(image, ax=ax, fraction=0.03, pad=0.02, ticks=[0, 0.5, 1])
    bar.ax.set_yticklabels(["always lower", "as often\nhigher as lower", "always higher"])
    bar.outline.set_visible(False)
