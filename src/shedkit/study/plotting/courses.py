"""Courses over the game, and panels of seats."""

from __future__ import annotations

from math import ceil
from textwrap import fill

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from shedkit.core.errors import StudyError
from shedkit.study import canvas
from shedkit.study.canvas import Plot
from shedkit.study.findings import Findings

__all__ = ["course", "seats"]


def course(comparison: Findings, measure: str) -> Plot:
    """How a measure goes over the ten tenths of the game: a line with a band for each entry."""
    subject = canvas.measure_of(comparison, measure, "course")
    rows = comparison.table[(comparison.table["measure"] == measure) & (comparison.table["n"] > 0)]
    if rows.empty:
        raise StudyError(f"no game has a value of {measure}: there is nothing to draw")
    nothing = [entry.name for entry in comparison.entries if entry.name not in set(rows["entry"])]
    missing = ", ".join(nothing)
    with canvas.styled():
        figure = canvas.figure_of(5)
        ax = figure.subplots()
        for entry in comparison.entries:
            mine = rows[rows["entry"] == entry.name].sort_values("part")
            if mine.empty:
                continue
            colour, marker = canvas.look(comparison, entry.name)
            tenths = mine["part"].to_numpy(dtype=np.float64) * 10 - 5
            ax.fill_between(tenths, mine["low"], mine["high"], color=colour, alpha=0.2, linewidth=0)
            label = fill(entry.name, 24)
            ax.plot(tenths, mine["mean"], color=colour, marker=marker, markersize=4, linewidth=1.5, label=label)
        ax.set_xlim(0, 100)
        ax.set_xticks(range(0, 101, 10))
        low, high = ax.get_ylim()
        ax.set_ylim(min(0, low), high)
        ax.set_xlabel("part of the game that is over, in percent of its moves")
        ax.set_ylabel(subject.unit)
        ax.grid(axis="y", color=canvas.PALE, linewidth=0.5)
        figure.legend(loc="outside right upper", frameon=False)
        canvas.head(
            figure, subject.title, f"mean of each tenth of the game, with {canvas.percent(comparison)} intervals"
        )
    return Plot(
        f"course-{measure}",
        subject.title,
        f"Every game is cut into ten parts of equally many moves. The line is the mean of each part, the band its "
        f"{canvas.percent(comparison)} interval.{f' Nothing to measure: {missing}.' if nothing else ''}",
        figure,
    )


def seats(comparison: Findings, measure: str) -> Plot:
    """A measure for each seat: a panel for each entry, a dot with its interval for each seat."""
    subject = canvas.measure_of(comparison, measure, "seats")
    rows = comparison.table[(comparison.table["measure"] == measure) & (comparison.table["n"] > 0)]
    if rows.empty:
        raise StudyError(f"no game has a value of {measure}: there is nothing to draw")
    entries = [entry for entry in comparison.entries if entry.name in set(rows["entry"])]
    nothing = [entry.name for entry in comparison.entries if entry not in entries]
    across = min(4, len(entries))
    down = ceil(len(entries) / across)
    shares = False
    with canvas.styled():
        titles, room = canvas.folded([entry.name for entry in entries], 22)
        figure = canvas.figure_of(canvas.HEAD + 0.5 + (2.4 + room) * down)
        axes = figure.subplots(down, across, squeeze=False, sharey=True)
        for at, ax in enumerate(axes.flat):
            if at >= len(entries):
                ax.set_axis_off()
                continue
            entry = entries[at]
            ax.set_title(titles[at], loc="left")
            mine = rows[rows["entry"] == entry.name].sort_values("part")
            shares |= _panel(ax, mine, canvas.look(comparison, entry.name), entry.rules.players)
        low, _ = axes.flat[0].get_ylim()
        axes.flat[0].set_ylim(bottom=min(0, low))
        figure.supxlabel("seat, counted from 0", fontsize=9)
        figure.supylabel(subject.unit, fontsize=9)
        chance = "; dashed: equal seats" if shares else ""
        canvas.head(figure, subject.title, f"means with {canvas.percent(comparison)} intervals{chance}")
    caption = f"A dot is the mean of a seat, the line its {canvas.percent(comparison)} interval."
    if shares:
        caption += (
            " If the dashed line runs through all intervals of a panel, no seat is shown to be better than another."
        )
    if nothing:
        caption += f" Nothing to measure: {', '.join(nothing)}."
    return Plot(f"seats-{measure}", f"{subject.title}, seat by seat", caption, figure)


def _panel(ax: Axes, rows: pd.DataFrame, look_of_entry: tuple[str, str], players: int) -> bool:
    """The panel of an entry; whether its seats divide shares among them."""
    colour, marker = look_of_entry
    mean, seat = rows["mean"].to_numpy(dtype=np.float64), rows["part"].to_numpy(dtype=np.float64)
    if len(mean):
        off = [mean - rows["low"].to_numpy(), rows["high"].to_numpy() - mean]
        ax.errorbar(seat, mean, yerr=off, color=colour, marker=marker, linestyle="none", capsize=3)
    shares = bool(len(mean) and abs(mean.sum() - 1) < 1e-6)
    if shares:
        ax.axhline(1 / len(mean), color=canvas.GREY, linestyle="--", linewidth=1)
    ax.set_xlim(-0.5, max(players - 0.5, 0.5))
    ax.set_xticks(range(players) if players <= 8 else range(0, players, 5))
    ax.grid(axis="y", color=canvas.PALE, linewidth=0.5)
    return shares
