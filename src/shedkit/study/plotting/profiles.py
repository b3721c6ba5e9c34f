"""Profiles: all measures side by side, a panel for each, a dot for each entry."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isnan
from textwrap import fill
from typing import Literal

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from shedkit.core.errors import StudyError
from shedkit.study import canvas
from shedkit.study.canvas import Plot
from shedkit.study.findings import Findings
from shedkit.study.measures import GameMeasure, Measure
from shedkit.study.wording import figures

__all__ = ["profile", "worth_a_panel"]

_ACROSS = 3
"""How many panels lie side by side."""


def profile(comparison: Findings, known: Literal["rules", "play"] = "play") -> Plot:
    """The measures known from the rules, or from play, side by side: a panel for each, a dot for each entry.

    What is the same everywhere, or nowhere there, has no panel: the caption says it in words.

    Raises:
        StudyError: if nothing is left to be drawn.

    """
    shown, words = worth_a_panel(comparison, known)
    if not shown:
        raise StudyError(f"no measure known from {known} differs anywhere: there is nothing to draw")
    names = [entry.name for entry in comparison.entries]
    title = "Known from play" if known == "play" else "Known from the rules"
    below = f"means with {canvas.percent(comparison)} intervals" if known == "play" else "what the rules alone tell"
    with canvas.styled():
        labels, room = canvas.folded(names, 20)
        down = ceil(len(shown) / _ACROSS)
        figure = canvas.figure_of(canvas.HEAD + down * (0.75 + room * len(names)))
        axes = figure.subplots(down, _ACROSS, squeeze=False)
        for at, ax in enumerate(axes.flat):
            if at < len(shown):
                _panel(ax, comparison, shown[at], labels if at % _ACROSS == 0 else [""] * len(names))
            else:
                ax.set_axis_off()
        canvas.head(figure, title, f"{below}; each panel has its own scale")
    caption = "Each panel is a measure with a scale of its own. "
    if known == "play":
        caption += (
            f"A dot is the mean, the line its {canvas.percent(comparison)} interval; a dot without a line is the same "
            "in all games, or its interval is narrower than the dot. "
        )
    caption += "“none” says that there was nothing to measure."
    return Plot(f"profile-{known}", f"{title}, side by side", " ".join([caption, *words]), figure)


def worth_a_panel(comparison: Findings, known: Literal["rules", "play"]) -> tuple[list[Measure], list[str]]:
    """The measures that have something to show, and what is to be said of the others."""
    shown, constant, nowhere = list[Measure](), list[str](), list[str]()
    for measure in comparison.measures:
        if measure.known != known or (isinstance(measure, GameMeasure) and measure.shape != "game"):
            continue
        rows = canvas.rows_of(comparison, measure.name)
        rows = rows[rows["n"] > 0]
        if rows.empty:
            nowhere.append(measure.title)
        elif known == "play" and rows["min"].min() == rows["max"].max() and len(rows) == len(comparison.entries):
            constant.append(f"{measure.title}: {figures(float(rows['mean'].iloc[0]))}")
        else:
            shown.append(measure)
    words = [f"The same in all games: {'; '.join(constant)}."] if constant else []
    return shown, words + ([f"Nowhere measured: {', '.join(nowhere)}."] if nowhere else [])


def _panel(ax: Axes, comparison: Findings, measure: Measure, labels: Sequence[str]) -> None:
    rows = canvas.rows_of(comparison, measure.name)
    for y, entry in enumerate(comparison.entries):
        if entry.name in rows.index and rows.at[entry.name, "n"]:
            _dot(ax, canvas.look(comparison, entry.name), rows.loc[entry.name], y)
        else:
            ax.text(0.03, y, "none", transform=ax.get_yaxis_transform(), va="center", color=canvas.GREY, fontsize=7.5)
    ax.set_title(fill(measure.title, 34), loc="left", fontweight="bold", fontsize=8.5)
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x", color=canvas.PALE, linewidth=0.5)
    ax.margins(x=0.1)
    low, high = ax.dataLim.intervalx
    if low > 0 and (low < 0.7 * high or low == high):  # near enough to zero to show it
        ax.set_xlim(left=0)
    ax.xaxis.set_major_locator(MaxNLocator(4, integer=measure.known == "rules" and high > 3))
    ax.xaxis.set_major_formatter(FuncFormatter(canvas.grouped))
    ax.set_xlabel(fill(measure.unit, 36), fontsize=8, color=canvas.GREY)


def _dot(ax: Axes, look_of_entry: tuple[str, str], row: pd.Series[float], y: float) -> None:
    colour, marker = look_of_entry
    mean, low, high = float(row["mean"]), float(row["low"]), float(row["high"])
    if not isnan(low):
        ax.plot([low, high], [y, y], color=colour, linewidth=1.5, solid_capstyle="butt")
    ax.plot([mean], [y], color=colour, marker=marker, markersize=5, linestyle="none")
