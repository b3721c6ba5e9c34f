"""Plots of a comparison, drawn with matplotlib; the same comparison gives the same files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from io import BytesIO
from math import ceil, log10
from pathlib import Path
from textwrap import fill
from typing import Literal, cast

import attrs
import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.style import context
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

from shedkit.core.errors import StudyError
from shedkit.core.values import short
from shedkit.study.comparing import Comparison, figures
from shedkit.study.measures import GameMeasure, Measure, RulesMeasure

__all__ = ["Plot", "course", "distribution", "effects", "overview", "plots", "profile", "seats", "write"]

# the colours of Okabe and Ito, which the colour-blind can tell apart, without the yellow, which is lost on white
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
GREY, PALE = "#555555", "#bbbbbb"
WIDTH, HEAD, DPI = 8.0, 0.5, 150
"""The width of a picture and the height of its head in inches, and the dots of an inch."""
CROWD = 8
"""With more entries than this, plots that give a colour or a panel to each are left out."""
STYLE: Mapping[str, object] = {
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 9.0,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": "black",
    "ytick.labelcolor": "black",
    "figure.facecolor": "white",
    "text.parse_math": False,  # a name may hold a dollar
    "svg.hashsalt": "shedkit",
    "svg.fonttype": "path",
}


@attrs.frozen(eq=False, slots=False)
class Plot:
    """A picture of a comparison.

    Attributes:
        name: the name of its file, without the ending.
        title: what it shows.
        caption: how to read it.
        figure: the picture.

    """

    name: str
    title: str
    caption: str
    figure: Figure

    @cached_property
    def svg(self) -> bytes:
        """The picture as an SVG file: without a date, so that the same plot is the same file."""
        return _saved(self.figure, "svg", {"Date": None})

    @cached_property
    def png(self) -> bytes:
        """The picture as a PNG file of 150 dots per inch."""
        return _saved(self.figure, "png", {"Software": None})


def plots(comparison: Comparison) -> dict[str, Plot]:
    """All plots that make sense for a comparison, by name.

    >>> from shedkit import Quiclo
    >>> from shedkit.study.comparing import compare
    >>> list(plots(compare([Quiclo(players=2)], games=5, measures=["moves"])))
    ['profile-play', 'distribution-moves']

    """
    drawn = list[Plot]()
    played = [one for one in comparison.measures if not isinstance(one, RulesMeasure)]
    of_game = [one for one in played if isinstance(one, GameMeasure) and one.shape == "game"]
    if comparison.base is not None:
        tested = set(comparison.tests["measure"])
        if tested:
            drawn.append(overview(comparison))
        drawn += [effects(comparison, one.name) for one in of_game if one.name in tested]
    else:
        if len(played) < len(comparison.measures):
            drawn.append(profile(comparison, "rules"))
        if played:
            drawn.append(profile(comparison))
        few = len(comparison.entries) <= CROWD
        for shape, draw in (("seats", seats), ("course", course)):
            for one in played if few else ():
                if isinstance(one, GameMeasure) and one.shape == shape and _some(comparison, one):
                    drawn.append(draw(comparison, one.name))
        for one in of_game if few else ():
            values = comparison.games[one.name].dropna()
            if values.nunique() > (2 if _whole(values.to_numpy()) else 10):  # else the profile says it all
                drawn.append(distribution(comparison, one.name))
    return {one.name: one for one in drawn}


def write(drawn: Mapping[str, Plot], folder: Path, kind: Literal["png", "svg"]) -> list[Path]:
    """Write plots.

    Returns:
        The files.

    Raises:
        OSError: if one cannot be written.

    """
    folder.mkdir(parents=True, exist_ok=True)
    made = list[Path]()
    for plot in drawn.values():
        made.append(folder / f"{plot.name}.{kind}")
        made[-1].write_bytes(plot.png if kind == "png" else plot.svg)
    return made


# --- the kinds of plots


def profile(comparison: Comparison, known: Literal["rules", "play"] = "play") -> Plot:
    """The measures known from the rules, or from play, side by side: a panel for each, a dot for each entry."""
    shown = [
        one
        for one in comparison.measures
        if one.known == known and not (isinstance(one, GameMeasure) and one.shape != "game")
    ]
    across = 3
    down = max(1, ceil(len(shown) / across))
    names = [one.name for one in comparison.entries]
    below = f"means with {_percent(comparison)} intervals" if known == "play" else "what the rules alone tell"
    with _styled():
        labels, room = _folded(names, 20)
        figure = _figure(HEAD + down * (0.75 + room * len(names)))
        axes = figure.subplots(down, across, squeeze=False)
        for at, ax in enumerate(axes.flat):
            if at >= len(shown):
                ax.set_axis_off()
                continue
            one = shown[at]
            rows = _rows(comparison, one)
            for y, name in enumerate(names):
                if name in rows.index and rows.at[name, "n"]:
                    _dot(ax, comparison, name, rows.loc[name], y)
                else:
                    ax.text(0.03, y, "none", transform=ax.get_yaxis_transform(), va="center", color=GREY, fontsize=7.5)
            _panel(ax, one, labels if at % across == 0 else [""] * len(names))
        title = "Known from play" if known == "play" else "Known from the rules"
        _headed(figure, title, f"{below}; each panel has its own scale")
    caption = "Each panel is a measure with a scale of its own. "
    if known == "play":
        caption += (
            f"A dot is the mean, the line its {_percent(comparison)} interval; a dot without a line is the same in all "
            "games, or its interval is narrower than the dot. "
        )
    return Plot(
        f"profile-{known}",
        f"{title}, side by side",
        f"{caption}“none” says that there was nothing to measure.",
        figure,
    )


def distribution(comparison: Comparison, measure: str) -> Plot:
    """How the games spread over the values of a measure: a row for each entry, on one axis."""
    one = _measure(comparison, measure, "game")
    games = comparison.games
    ended = games[~games["cut"].astype(bool)]
    columns, empty = dict[str, npt.NDArray[np.float64]](), list[str]()
    for entry in comparison.entries:
        values = ended.loc[ended["entry"] == entry.name, measure].dropna().to_numpy(dtype=np.float64)
        if len(values):
            columns[entry.name] = values
        else:
            empty.append(entry.name)
    if not columns:
        raise StudyError(f"no game has a value of {measure}: there is nothing to draw")
    everything = np.concatenate([*columns.values()])
    bins, log = _bins(everything)
    with _styled():
        labels, room = _folded(columns, 20)
        figure = _figure(HEAD + 0.6 + max(0.75, room) * len(columns))
        axes = figure.subplots(len(columns), 1, sharex=True, squeeze=False)[:, 0]
        for (name, values), label, ax in zip(columns.items(), labels, axes, strict=True):
            colour, _ = _look(comparison, name)
            counts, _ = np.histogram(values, bins)
            density = counts / np.diff(np.log(bins) if log else bins)
            ax.stairs(density / density.max(), bins, fill=True, color=colour, alpha=0.55)
            median = float(np.median(values))
            ax.vlines(median, 0, 1.35, color=colour, linewidth=1.5)
            left = _fraction(median, bins, log) < 0.6
            ax.annotate(
                f"median {median:,.0f}" if median.is_integer() else f"median {figures(median)}",
                (median, 1.4),
                xytext=(4 if left else -4, 0),
                textcoords="offset points",
                ha="left" if left else "right",
                va="top",
                fontsize=8,
            )
            ax.set_ylim(0, 1.4)
            ax.yaxis.set_major_locator(NullLocator())
            ax.spines["left"].set_visible(False)
            ax.set_ylabel(label, rotation=0, ha="right", va="center")
        last = axes[-1]
        if log:
            last.set_xscale("log")
            _log_ticks(last)
        elif _whole(everything):
            last.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
        last.set_xlim(bins[0], bins[-1])
        last.set_xlabel(f"{one.unit}{', log scale' if log else ''}")
        _headed(figure, one.title, "how the games spread; each row is scaled to its own peak")
    return Plot(
        f"distribution-{measure}",
        f"{one.title}: how the games spread",
        "The higher the area, the more games had about that value; each row is scaled to its own peak, the line is "
        f"the median. {'The axis is logarithmic: equal steps multiply. ' if log else ''}Games that were cut are not in "
        f"it{', nor those that have nothing to measure: ' if empty else ''}{', '.join(empty)}.",
        figure,
    )


def course(comparison: Comparison, measure: str) -> Plot:
    """How a measure goes over the ten tenths of the game: a line with a band for each entry."""
    one = _measure(comparison, measure, "course")
    rows = comparison.table[comparison.table["measure"] == measure]
    with _styled():
        figure = _figure(5)
        ax = figure.subplots()
        for entry in comparison.entries:
            mine = rows[(rows["entry"] == entry.name) & (rows["n"] > 0)].sort_values("part")
            if mine.empty:
                continue
            colour, marker = _look(comparison, entry.name)
            x = mine["part"].to_numpy(dtype=np.float64) * 10 - 5
            ax.fill_between(x, mine["low"], mine["high"], color=colour, alpha=0.2, linewidth=0)
            ax.plot(
                x, mine["mean"], color=colour, marker=marker, markersize=4, linewidth=1.5, label=fill(entry.name, 24)
            )
        ax.set_xlim(0, 100)
        ax.set_xticks(range(0, 101, 10))
        low, high = ax.get_ylim()
        ax.set_ylim(min(0, low), high)
        ax.set_xlabel("part of the game that is over, in percent of its moves")
        ax.set_ylabel(one.unit)
        ax.grid(axis="y", color=PALE, linewidth=0.5)
        figure.legend(loc="outside right upper", frameon=False)
        _headed(figure, one.title, f"mean of each tenth of the game, with {_percent(comparison)} intervals")
    return Plot(
        f"course-{measure}",
        one.title,
        f"Every game is cut into ten parts of equally many moves. The line is the mean of each part, the band its "
        f"{_percent(comparison)} interval.",
        figure,
    )


def seats(comparison: Comparison, measure: str) -> Plot:
    """A measure for each seat: a panel for each entry, a dot with its interval for each seat."""
    one = _measure(comparison, measure, "seats")
    rows = comparison.table[(comparison.table["measure"] == measure) & (comparison.table["n"] > 0)]
    across = min(4, len(comparison.entries))
    down = ceil(len(comparison.entries) / across)
    shares = False
    with _styled():
        titles, room = _folded([one.name for one in comparison.entries], 22)
        figure = _figure(HEAD + 0.5 + (2.4 + room) * down)
        axes = figure.subplots(down, across, squeeze=False, sharey=True)
        for at, ax in enumerate(axes.flat):
            if at >= len(comparison.entries):
                ax.set_axis_off()
                continue
            entry = comparison.entries[at]
            mine = rows[rows["entry"] == entry.name].sort_values("part")
            colour, marker = _look(comparison, entry.name)
            mean, seat = mine["mean"].to_numpy(dtype=np.float64), mine["part"].to_numpy(dtype=np.float64)
            if len(mean):
                off = [mean - mine["low"].to_numpy(), mine["high"].to_numpy() - mean]
                ax.errorbar(seat, mean, yerr=off, color=colour, marker=marker, linestyle="none", capsize=3)
            if len(mean) and abs(mean.sum() - 1) < 1e-6:  # a share that the seats divide among them
                shares = True
                ax.axhline(1 / len(mean), color=GREY, linestyle="--", linewidth=1)
            ax.set_title(titles[at], loc="left")
            ax.set_xlim(-0.5, max(entry.rules.players - 0.5, 0.5))
            ax.set_xticks(range(entry.rules.players) if entry.rules.players <= 8 else range(0, entry.rules.players, 5))
            ax.grid(axis="y", color=PALE, linewidth=0.5)
        low, _ = axes.flat[0].get_ylim()
        axes.flat[0].set_ylim(bottom=min(0, low))
        figure.supxlabel("seat, counted from 0", fontsize=9)
        figure.supylabel(one.unit, fontsize=9)
        chance = "; dashed: equal seats" if shares else ""
        _headed(figure, one.title, f"means with {_percent(comparison)} intervals{chance}")
    caption = f"A dot is the mean of a seat, the line its {_percent(comparison)} interval."
    if shares:
        caption += (
            " If the dashed line runs through all intervals of a panel, no seat is shown to be better than another."
        )
    return Plot(f"seats-{measure}", f"{one.title}, seat by seat", caption, figure)


def effects(comparison: Comparison, measure: str) -> Plot:
    """What each entry changes in a measure against the base: the differences with their intervals, in order."""
    one = _measure(comparison, measure, "game")
    tests = comparison.tests
    rows = tests[(tests["measure"] == measure) & (tests["part"] == -1)].sort_values("difference", kind="stable")
    if rows.empty or comparison.base is None:
        raise StudyError(f"{measure} was held against no base: there is nothing to draw")
    base = _rows(comparison, one).loc[comparison.base]
    with _styled():
        labels, room = _folded(rows["second"], 34)
        figure = _figure(HEAD + 0.8 + (room + 0.05) * max(len(rows), 3))
        ax = figure.subplots()
        ax.axvline(0, color=GREY, linewidth=1)
        clear = rows["p_adjusted"].to_numpy(dtype=np.float64) < 1 - comparison.level
        for y, (sure, (_, row)) in enumerate(zip(clear, rows.iterrows(), strict=True)):
            colour = COLOURS[0] if sure else GREY
            mean = float(row["difference"])
            ax.errorbar(
                mean,
                y,
                xerr=[[mean - float(row["low"])], [float(row["high"]) - mean]],
                color=colour,
                marker="o",
                markersize=5,
                markerfacecolor=colour if sure else "white",
                capsize=2.5,
                linewidth=1.5 if sure else 1,
            )
        ax.set_yticks(range(len(rows)), labels)
        ax.set_ylim(-0.7, len(rows) - 0.3)
        ax.grid(axis="x", color=PALE, linewidth=0.5)
        ax.margins(x=0.06)
        ax.set_xlabel(f"change of the mean, in {one.unit}; {comparison.base}: {figures(float(base['mean']))}")
        _headed(
            figure,
            one.title,
            f"change against “{comparison.base}”, with {_percent(comparison)} intervals; filled: clear once corrected",
        )
    return Plot(
        f"effect-{measure}",
        f"{one.title}: what each option changes",
        f"Each dot is the mean change against “{comparison.base}” when this one option is switched, on the same deals "
        f"unless the deck is another; the line is its {_percent(comparison)} interval. Filled dots are clear changes, "
        "also after the correction for the number of tests; hollow ones may be chance.",
        figure,
    )


def overview(comparison: Comparison) -> Plot:
    """Which entry changes which measure against the base: a cell for each, a ring where the change is clear."""
    tests = comparison.tests[comparison.tests["part"] == -1]
    if tests.empty or comparison.base is None:
        raise StudyError("nothing was held against a base: there is nothing to draw")
    shown = [one for one in comparison.measures if one.name in set(tests["measure"])]
    names = [one.name for one in comparison.entries[1:]]
    index = pd.MultiIndex.from_product([names, [one.name for one in shown]], names=["second", "measure"])
    cells = tests.set_index(["second", "measure"])[["larger", "p_adjusted"]].reindex(index)
    larger = cells["larger"].to_numpy(dtype=np.float64).reshape(len(names), len(shown))
    p = cells["p_adjusted"].to_numpy(dtype=np.float64).reshape(len(names), len(shown))
    with _styled():
        labels, room = _folded(names, 34)
        figure = _figure(HEAD + 1.7 + (room + 0.04) * len(names))
        ax = figure.subplots()
        image = ax.imshow(np.ma.masked_invalid(larger), cmap="PuOr_r", vmin=0, vmax=1, aspect="auto")
        y, x = np.nonzero(p < 1 - comparison.level)
        for row, column in np.argwhere(np.isnan(larger)):
            ax.text(column, row, "–", ha="center", va="center", color=GREY)
        ax.plot(x, y, linestyle="none", marker="o", markersize=4, markerfacecolor="white", markeredgecolor="black")
        ax.set_xticks(range(len(shown)), [one.title for one in shown], rotation=45, ha="right", rotation_mode="anchor")
        ax.set_yticks(range(len(names)), labels)
        for spine in ax.spines.values():
            spine.set_visible(False)
        ax.tick_params(length=0)
        bar = figure.colorbar(image, ax=ax, fraction=0.03, pad=0.02, ticks=[0, 0.5, 1])
        bar.ax.set_yticklabels(["always lower", "as often\nhigher as lower", "always higher"])
        bar.outline.set_visible(False)
        _headed(figure, "What each option changes", f"against “{comparison.base}”; a dot marks a clear change")
    return Plot(
        "overview",
        "What each option changes",
        f"A row is an option switched alone, a column a measure. The colour says how often the measure is higher than "
        f"under “{comparison.base}” on the same deal, or on any deal if the deck is another: orange more often, violet "
        "less often. A dot marks a change that is clear after the correction for the number of tests, a dash that "
        "there is nothing to compare.",
        figure,
    )


# --- what they share


def _styled() -> AbstractContextManager[None]:
    """Draw in our style, whatever the reader has set for plots of their own."""
    return context(dict(STYLE), after_reset=True)


def _saved(figure: Figure, kind: str, metadata: dict[str, str | None]) -> bytes:
    made = BytesIO()
    with _styled():
        figure.savefig(made, format=kind, dpi=DPI, metadata=metadata)
    return made.getvalue()


def _figure(height: float) -> Figure:
    """A figure of so many inches, with room above for what `_headed` writes."""
    figure = Figure(figsize=(WIDTH, height), layout=ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - HEAD / height)))
    FigureCanvasAgg(figure)
    return figure


def _headed(figure: Figure, title: str, below: str) -> None:
    """A title, and in smaller letters how to read the plot."""
    inch = 1 / figure.get_figheight()
    figure.text(0.01, 1 - 0.06 * inch, fill(title, 80), ha="left", va="top", fontsize=11, fontweight="bold")
    figure.text(0.01, 1 - 0.3 * inch, fill(below, 105), ha="left", va="top", fontsize=8.5, color=GREY)


def _folded(names: Iterable[str], width: int) -> tuple[list[str], float]:
    """Names in lines of at most so many letters, and the inches that the highest of them takes."""
    folded = [fill(name, width) for name in names]
    return folded, 0.08 + 0.14 * max(name.count("\n") + 1 for name in folded)


def _percent(comparison: Comparison) -> str:
    return f"{comparison.level * 100:g} %"


def _look(comparison: Comparison, name: str) -> tuple[str, str]:
    """The colour and the marker of an entry: the same in all plots."""
    at = [one.name for one in comparison.entries].index(name)
    return COLOURS[at % len(COLOURS)], MARKERS[(at + at // len(COLOURS)) % len(MARKERS)]


def _measure(comparison: Comparison, name: str, shape: str) -> Measure:
    for one in comparison.measures:
        if one.name == name and isinstance(one, GameMeasure) and one.shape == shape:
            return one
    raise StudyError(f"the comparison has no measure {short(name)} of the shape {shape}")


def _rows(comparison: Comparison, one: Measure) -> pd.DataFrame:
    """The rows of a measure of the whole, by entry."""
    rows = comparison.table[(comparison.table["measure"] == one.name) & (comparison.table["part"] == -1)]
    return cast("pd.DataFrame", rows.set_index("entry"))


def _some(comparison: Comparison, one: Measure) -> bool:
    return bool((comparison.table.loc[comparison.table["measure"] == one.name, "n"] > 0).any())


def _dot(ax: Axes, comparison: Comparison, name: str, row: pd.Series[float], y: float) -> None:
    colour, marker = _look(comparison, name)
    mean, low, high = float(row["mean"]), float(row["low"]), float(row["high"])
    if not np.isnan(low):
        ax.plot([low, high], [y, y], color=colour, linewidth=1.5, solid_capstyle="butt")
    ax.plot([mean], [y], color=colour, marker=marker, markersize=5, linestyle="none")


def _panel(ax: Axes, one: Measure, names: Sequence[str]) -> None:
    """The frame of a panel of the profile."""
    ax.set_title(fill(one.title, 34), loc="left", fontweight="bold", fontsize=8.5)
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x", color=PALE, linewidth=0.5)
    ax.margins(x=0.1)
    low, high = ax.dataLim.intervalx
    if low > 0 and (low < 0.7 * high or low == high):  # near enough to zero to show it
        ax.set_xlim(left=0)
    ax.xaxis.set_major_locator(MaxNLocator(4, integer=one.known == "rules" and high > 3))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.6g}"))
    ax.set_xlabel(fill(one.unit, 36), fontsize=8, color=GREY)


def _bins(values: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], bool]:
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


def _whole(values: npt.NDArray[np.float64]) -> bool:
    return bool((values == np.round(values)).all())


def _whole_edges(edges: npt.NDArray[np.float64], whole: bool) -> npt.NDArray[np.float64]:
    """Edges between whole numbers, so that no bin holds more of them than its width says."""
    return np.unique(np.floor(edges) + 0.5) if whole else edges


def _fraction(value: float, bins: npt.NDArray[np.float64], log: bool) -> float:
    low, high = float(bins[0]), float(bins[-1])
    return log10(value / low) / log10(high / low) if log else (value - low) / (high - low)


def _log_ticks(ax: Axes) -> None:
    ax.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.6g}"))
    ax.xaxis.set_minor_formatter(NullFormatter())
