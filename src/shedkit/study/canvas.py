"""What all plots share: style, size, titles, and the look of each entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from io import BytesIO
from textwrap import fill
from typing import cast

import attrs
import pandas as pd
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.style import context

from shedkit.core.errors import StudyError
from shedkit.core.values import short
from shedkit.study.findings import Findings
from shedkit.study.measures import GameMeasure, Measure

__all__ = [
    "COLOURS",
    "CROWD",
    "GREY",
    "HEAD",
    "MARKERS",
    "PALE",
    "Plot",
    "figure_of",
    "folded",
    "grouped",
    "head",
    "look",
    "measure_of",
    "percent",
    "rows_of",
    "styled",
]

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


def styled() -> AbstractContextManager[None]:
    """Draw in our style, whatever the reader has set for plots of their own."""
    return context(dict(STYLE), after_reset=True)


def _saved(figure: Figure, kind: str, metadata: dict[str, str | None]) -> bytes:
    made = BytesIO()
    with styled():
        figure.savefig(made, format=kind, dpi=DPI, metadata=metadata)
    return made.getvalue()


def figure_of(height: float) -> Figure:
    """A figure of so many inches, with room above for what `_headed` writes."""
    figure = Figure(figsize=(WIDTH, height), layout=ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - HEAD / height)))
    FigureCanvasAgg(figure)
    return figure


def head(figure: Figure, title: str, below: str) -> None:
    """A title, and in smaller letters how to read the plot."""
    inch = 1 / figure.get_figheight()
    figure.text(0.01, 1 - 0.06 * inch, fill(title, 80), ha="left", va="top", fontsize=11, fontweight="bold")
    figure.text(0.01, 1 - 0.3 * inch, fill(below, 105), ha="left", va="top", fontsize=8.5, color=GREY)


def folded(names: Iterable[str], width: int) -> tuple[list[str], float]:
    """Names in lines of at most so many letters, and the inches that the highest of them takes."""
    folded = [fill(name, width) for name in names]
    return folded, 0.08 + 0.14 * max(name.count("\n") + 1 for name in folded)


def percent(comparison: Findings) -> str:
    """The level of the intervals."""
    return f"{comparison.level * 100:g} %"


def look(comparison: Findings, name: str) -> tuple[str, str]:
    """The colour and the marker of an entry: the same in all plots."""
    at = [entry.name for entry in comparison.entries].index(name)
    return COLOURS[at % len(COLOURS)], MARKERS[(at + at // len(COLOURS)) % len(MARKERS)]


def measure_of(comparison: Findings, name: str, shape: str) -> Measure:
    """The measure of games of this name.

    Raises:
        StudyError: if the comparison has none of this shape.

    """
    for measure in comparison.measures:
        if measure.name == name and isinstance(measure, GameMeasure) and measure.shape == shape:
            return measure
    raise StudyError(f"the comparison has no measure {short(name)} of the shape {shape}")


def rows_of(comparison: Findings, name: str) -> pd.DataFrame:
    """The rows of a measure of the whole, by entry."""
    rows = comparison.table[(comparison.table["measure"] == name) & (comparison.table["part"] == -1)]
    return cast("pd.DataFrame", rows.set_index("entry"))


def grouped(value: float, _: object = None) -> str:
    """A tick of an axis, with thousands set apart."""
    return f"{value:,.6g}"
