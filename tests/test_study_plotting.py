"""Plots: what is drawn, what stands at it, and that no text runs into another or out of the picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch
from matplotlib.text import Text

from shedkit import Quiclo, Shithead
from shedkit.core.errors import StudyError
from shedkit.study import GameMeasure
from shedkit.study.comparing import Comparison, compare, options_on_trial
from shedkit.study.plotting import (
    COLOURS,
    CROWD,
    MARKERS,
    Plot,
    course,
    distribution,
    effects,
    overview,
    plots,
    profile,
    seats,
    write,
)

LONG = ("a name that is a good deal longer than most are", "Quiclo(players=2, misplay='illegal', play_drawn=True)")


class Says:
    """A measure that gives these values in turn, whatever the game."""

    def __init__(self, values: Any) -> None:
        self.values = iter(values)

    def __call__(self, trail: Any) -> float | None:
        return next(self.values)  # type: ignore[no-any-return]


class Lists(Says):
    def __call__(self, trail: Any) -> list[float] | None:  # type: ignore[override]
        return next(self.values)  # type: ignore[no-any-return]


def said(values: Any, *, lists: bool = False, **more: Any) -> GameMeasure:
    of = (Lists if lists else Says)(values)
    return GameMeasure("said", "What was said", "All that is said.", "words", "own definition", of=of, **more)


def of(*values: list[Any], **more: Any) -> Comparison:
    """A comparison whose entries e0, e1 … have these values."""
    entries = {f"e{at}": Quiclo(players=2, hand_size=3 + at) for at in range(len(values))}
    measure = said([value for column in values for value in column], **more)
    return compare(entries, games=len(values[0]), measures=[measure])


@pytest.fixture(scope="module")
def families() -> Comparison:
    entries = {"quiclo": Quiclo(players=3), "shithead": Shithead.common(players=3), LONG[0]: Quiclo(players=2)}
    return compare(entries, games=12, skill_deals=2)


@pytest.fixture(scope="module")
def trial() -> Comparison:
    return options_on_trial(Quiclo(players=2), games=12)


def texts(figure: Figure) -> list[Text]:
    """All text that can be seen."""
    shown = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    hidden = {id(text) for ax in figure.axes if not ax.axison for text in ax.findobj(Text)}
    return [text for text in shown if id(text) not in hidden and text.get_window_extent().width]


def written(figure: Figure) -> str:
    return "\n".join(text.get_text() for text in texts(figure))


def legible(plot: Plot) -> None:
    """No text leaves the picture, and none runs into another."""
    figure = plot.figure
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    width, height = figure.canvas.get_width_height()
    shown = []
    for ax in figure.axes:  # ticks beyond the ends of an axis are there, but not drawn
        for axis in (ax.xaxis, ax.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick, at in zip(axis.get_major_ticks(), axis.get_majorticklocs(), strict=False):
                if not low <= at <= high:
                    tick.label1.set_visible(False)
    for text in texts(figure):
        box = text.get_window_extent()
        assert box.x0 >= -1, text
        assert box.y0 >= -1, text
        assert box.x1 <= width + 1, text
        assert box.y1 <= height + 1, text
        if not 0 < text.get_rotation() < 90:  # the boxes of slanted text overlap where the text does not
            shown.append((text.get_text(), box.shrunk(0.98, 0.9)))
    for (a, box), (b, other) in combinations(shown, 2):
        assert not box.overlaps(other), f"{plot.name}: {a!r} runs into {b!r}"


def dots(plot: Plot, ax: int = 0) -> list[tuple[float, float]]:
    return [
        (float(at), float(y))
        for line in plot.figure.axes[ax].lines
        if line.get_marker() in MARKERS
        for at, y in zip(np.asarray(line.get_xdata()), np.asarray(line.get_ydata()), strict=True)
    ]


# --- all of them


@pytest.mark.deep
def test_every_plot_of_families_is_legible(families: Comparison) -> None:
    drawn = plots(families)
    for plot in drawn.values():
        legible(plot)
    names = list(drawn)
    assert names[:3] == ["profile-rules", "profile-play", "seats-win_share"]
    assert "course-branching_course" in names
    assert "distribution-moves" in names
    assert "distribution-truncated" not in names
    assert "distribution-rounds" not in names  # one round in every game
    assert not [name for name in names if name.startswith(("effect", "overview"))]


@pytest.mark.deep
def test_every_plot_of_options_is_legible(trial: Comparison) -> None:
    drawn = plots(trial)
    for plot in drawn.values():
        legible(plot)
    assert list(drawn)[:2] == ["overview", "effect-moves"]
    assert "effect-buys" not in drawn
    assert not [name for name in drawn if name.startswith(("profile", "course", "seats"))]


def test_a_crowd_is_shown_in_the_profile_only() -> None:
    def drawn(count: int) -> list[str]:
        entries = {f"{LONG[at % 2]} {at}": Quiclo(players=2, hand_size=3 + at) for at in range(count)}
        made = plots(compare(entries, games=3, measures=["moves", "win_share"]))
        for plot in made.values():
            legible(plot)
        return list(made)

    assert drawn(CROWD) == ["profile-play", "seats-win_share", "distribution-moves"]
    assert drawn(CROWD + 1) == ["profile-play"]


@pytest.mark.deep
def test_every_plot_says_what_it_is(families: Comparison) -> None:
    titles = {measure.name: measure for measure in families.measures}
    for name, plot in plots(families).items():
        measure = titles.get(name.partition("-")[2])
        if measure is not None:
            assert measure.title in written(plot.figure)
            assert measure.unit in written(plot.figure)
            assert measure.title in plot.title
        assert plot.caption.endswith(".")


def test_one_entry_has_one_colour_in_all_plots(families: Comparison) -> None:
    at = {"quiclo": 0, "shithead": 1}
    for name, index in at.items():
        line = next(
            line for line in course(families, "branching_course").figure.axes[0].lines if line.get_label() == name
        )
        assert (line.get_color(), line.get_marker()) == (COLOURS[index], MARKERS[index])
        panel = seats(families, "win_share").figure.axes[index]
        assert panel.get_title(loc="left") == name
        assert panel.lines[0].get_color() == COLOURS[index]
        step = distribution(families, "moves").figure.axes[index].patches[0]
        assert mpl.colors.to_hex(step.get_facecolor()) == COLOURS[index].lower()
        assert profile(families).figure.axes[0].lines[2 * index].get_color() == COLOURS[index]


def test_more_entries_than_colours_differ_by_their_markers() -> None:
    comparison = of(*[[at, at + 1] for at in range(9)])
    looks = [(line.get_color(), line.get_marker()) for line in profile(comparison).figure.axes[0].lines]
    assert len({look for look in looks if look[1] in MARKERS}) == 9


# --- each kind


def test_a_profile_has_a_panel_for_each_measure_and_a_dot_for_each_entry() -> None:
    comparison = of([1, 2, 3], [4, 4, 4], [None, None, None])
    plot = profile(comparison)
    assert dots(plot) == [(2, 0), (4, 1)]
    assert [text.get_text() for text in plot.figure.axes[0].texts] == ["none"]
    interval = plot.figure.axes[0].lines[0]
    assert list(np.asarray(interval.get_xdata())) == list(comparison.table.loc[0, ["low", "high"]])
    assert [label.get_text() for label in plot.figure.axes[0].get_yticklabels()] == ["e0", "e1", "e2"]
    assert plot.figure.axes[0].get_ylim() == (2.5, -0.5)  # the first entry on top
    assert len([ax for ax in plot.figure.axes if ax.axison]) == 1


def test_a_panel_begins_at_zero_if_that_is_near() -> None:
    assert profile(of([29, 30, 31], [80, 81, 82])).figure.axes[0].get_xlim()[0] == 0
    assert profile(of([900, 901, 902], [910, 911, 912])).figure.axes[0].get_xlim()[0] > 800


@pytest.mark.parametrize(("values", "log"), [([2, 5, 900, 1000], True), ([500, 600, 900, 1000], False)])
def test_a_distribution_over_decades_has_a_log_axis_and_says_so(values: list[int], log: bool) -> None:
    plot = distribution(of(values), "said")
    ax = plot.figure.axes[0]
    assert ax.get_xscale() == ("log" if log else "linear")
    assert ax.get_xlabel() == ("words, log scale" if log else "words")
    assert ("logarithmic" in plot.caption) == log


def test_a_distribution_counts_every_game_and_marks_the_median() -> None:
    plot = distribution(of([1, 1, 1, 2, 4], [2, 2, 2, 2, 2]), "said")
    first, second = plot.figure.axes
    (step,) = [patch for patch in first.patches if isinstance(patch, StepPatch)]
    heights, edges, _ = step.get_data()
    assert list(edges) == [0.5, 1.5, 2.5, 3.5, 4.5]
    assert list(heights) == pytest.approx([1, 1 / 3, 0, 1 / 3])
    assert [text.get_text() for text in (*first.texts, *second.texts)] == ["median 1", "median 2"]
    assert first.get_ylabel() == "e0"


def test_bins_of_whole_numbers_hold_as_many_as_their_width_says() -> None:
    plot = distribution(of(list(range(1, 3001))), "said")
    (step,) = [patch for patch in plot.figure.axes[0].patches if isinstance(patch, StepPatch)]
    heights, edges, _ = step.get_data()
    assert all(edge % 1 == 0.5 for edge in edges)
    widths = np.diff(np.log(edges))
    inner = (heights * widths / np.diff(edges))[:-1]
    assert np.ptp(inner) == pytest.approx(0)


def test_a_distribution_leaves_out_cut_games_and_entries_without_values() -> None:
    entries = {"a": Quiclo(players=2), "b": Quiclo(players=2)}
    plot = distribution(compare(entries, games=2, measures=[said([1, 2, None, None])]), "said")
    assert [ax.get_ylabel() for ax in plot.figure.axes] == ["a"]
    assert "nothing to measure: b" in plot.caption
    cut = compare(entries, games=2, measures=[said([1, 2, 3, 4])], max_moves=1)
    with pytest.raises(StudyError, match="nothing to draw"):
        distribution(cut, "said")


def test_a_course_has_a_line_and_a_band_for_each_entry() -> None:
    rising = [[float(tenth) for tenth in range(10)], [float(tenth) for tenth in range(2, 12)]]
    nothing: list[Any] = [None, None]
    plot = course(of(rising, nothing, lists=True, shape="course"), "said")
    ax = plot.figure.axes[0]
    (line,) = ax.lines
    assert list(np.asarray(line.get_xdata())) == list(range(5, 100, 10))
    assert list(np.asarray(line.get_ydata())) == list(range(1, 11))
    assert len(ax.findobj(PolyCollection)) == 1
    assert ax.get_ylabel() == "words"
    assert "percent" in ax.get_xlabel()
    assert ax.get_ylim()[0] <= 0
    assert [text.get_text() for text in plot.figure.legends[0].get_texts()] == ["e0"]


def test_seats_show_what_equal_seats_would_have() -> None:
    plot = seats(of([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], lists=True, shape="seats"), "said")
    ax = plot.figure.axes[0]
    assert dots(plot) == [(0, pytest.approx(2 / 3)), (1, pytest.approx(1 / 3))]
    (chance,) = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert list(np.asarray(chance.get_ydata())) == [0.5, 0.5]
    assert "equal seats" in written(plot.figure)
    other = seats(of([[1.0, 2.0], [3.0, 4.0]], lists=True, shape="seats"), "said")
    assert not [line for line in other.figure.axes[0].lines if line.get_linestyle() == "--"]
    assert "equal seats" not in written(other.figure)


def trial_of(*values: list[Any]) -> Comparison:
    measure = said([value for column in values for value in column])
    sizes = [3 + at for at in range(len(values) - 1)]
    rules = Quiclo(players=2, hand_size=20)
    return options_on_trial(
        rules, options=["hand_size"], values={"hand_size": sizes}, games=len(values[0]), measures=[measure]
    )


def test_effects_lie_in_order_and_clear_ones_are_filled() -> None:
    base = [1, 2, 3, 4, 5, 6, 7, 8]
    clear = [9.0, 10.1, 11, 12, 13.1, 14, 15, 16]
    noise = [2.0, 1, 4, 3, 6, 5, 8, 6]
    plot = effects(trial_of(base, clear, noise), "said")
    ax = plot.figure.axes[0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["hand_size=4", "hand_size=3"]
    points = dots(plot)
    assert points == [(pytest.approx(-1 / 8), 0), (pytest.approx(8.025), 1)]
    filled = [line.get_markerfacecolor() for line in ax.lines if line.get_marker() == "o"]
    assert filled == ["white", COLOURS[0]]
    assert ax.get_xlabel() == "change of the mean, in words; as given: 4.50"


def test_effects_that_never_vary_have_a_dot_and_no_line() -> None:
    base = [0.4, 0.6, 0.9, 0.7, 0.3]
    more = [[value + at / 7 for value in base] for at in range(1, 9)]
    lone = trial_of(base, [value * 3 / 3 for value in base], *more)
    assert len(dots(effects(lone, "said"))) == 9
    tests = lone.tests
    assert tests[["low", "high"]].isna().all(axis=None)
    assert list(tests["p"]) == [1] + [2 / 2**5] * 8


def test_the_overview_marks_clear_changes_and_what_is_missing() -> None:
    base = [1.0, 2, 3, 4, 5, 6, 7, 8]
    plot = overview(trial_of(base, [9.0, 10.1, 11, 12, 13.1, 14, 15, 16], [None] * 8, base))
    ax = plot.figure.axes[0]
    image = ax.images[0].get_array()
    assert image is not None
    assert [float(image[0, 0]), bool(np.ma.getmaskarray(image)[1, 0]), float(image[2, 0])] == [1, True, 0.5]
    assert [text.get_text() for text in ax.texts] == ["–"]
    assert dots(plot) == [(0, 0)]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["What was said"]


@pytest.mark.parametrize("draw", [distribution, course, seats, effects])
def test_a_measure_that_is_not_there(draw: Any) -> None:
    with pytest.raises(StudyError, match="no measure 'burns'"):
        draw(of([1, 2]), "burns")


def test_nothing_to_hold_against_a_base(trial: Comparison) -> None:
    for comparison in (of([1, 2], [3, 4]), trial_of([1, 2])):
        with pytest.raises(StudyError, match="nothing to draw"):
            effects(comparison, "said")
        with pytest.raises(StudyError, match="nothing to draw"):
            overview(comparison)
    assert plots(trial_of([1, 2])) == {}


def test_a_name_is_no_formula() -> None:
    comparison = compare({"$x_{2}$ & <i>": Quiclo(players=2)}, games=2, measures=[said([1, 2])])
    plot = profile(comparison)
    assert plot.png != profile(compare({"x2 & <i>": Quiclo(players=2)}, games=2, measures=[said([1, 2])])).png
    legible(plot)
    assert not [text for text in texts(plot.figure) if text.get_parse_math()]


# --- files


def numbers(data: bytes) -> Iterator[str]:
    yield from (element.get("id", "") for element in ET.parse(BytesIO(data)).iter())


def test_the_same_comparison_gives_the_same_files(tmp_path: Any) -> None:
    values = [[3, 9, 4, 4], [8, 9, 7, 5]]
    once = plots(of(*values))
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "black"}):  # what a reader likes for plots of their own
        again = plots(of(*values))
        assert [plot.svg for plot in once.values()] == [plot.svg for plot in again.values()]
    assert [plot.png for plot in once.values()] == [plot.png for plot in again.values()]
    for plot in once.values():
        assert b"<dc:date>" not in plot.svg
        assert any(numbers(plot.svg))
        assert plot.png.startswith(b"\x89PNG")
    made = write(once, tmp_path / "new" / "plots", "svg")
    assert [path.name for path in made] == [f"{name}.svg" for name in once]
    assert [path.read_bytes() for path in made] == [plot.svg for plot in once.values()]


def test_a_png_is_eight_inches_wide_at_150_dots() -> None:
    png = profile(of([1, 2])).png
    assert int.from_bytes(png[16:20], "big") == 1200


@pytest.mark.deep
def test_no_state_of_pyplot_is_touched(families: Comparison) -> None:
    before = dict(mpl.rcParams)
    assert plots(families)["profile-play"].png
    assert dict(mpl.rcParams) == before


# --- nothing is drawn around nothing


def test_a_profile_has_no_panel_for_what_is_constant_or_nowhere() -> None:
    def three(name: str, title: str, values: list[Any]) -> GameMeasure:
        return GameMeasure(name, title, "All that is said.", "words", "own definition", of=Says(values))

    measures = [
        three("varied", "What varies", [1, 2, 3, 4]),
        three("constant", "What is constant", [7, 7, 7, 7]),
        three("never", "What is never there", [None] * 4),
        three("apart", "What tells apart", [1, 1, 2, 2]),
    ]
    comparison = compare({"a": Quiclo(players=2), "b": Quiclo(players=2)}, games=2, measures=measures)
    plot = profile(comparison)
    shown = [ax.get_title(loc="left") for ax in plot.figure.axes if ax.axison]
    assert shown == ["What varies", "What tells apart"]
    assert "The same in all games: What is constant: 7.00." in plot.caption
    assert "Nowhere measured: What is never there." in plot.caption
    legible(plot)


def test_where_nothing_differs_there_is_no_plot() -> None:
    for column in ([3, 3, 3], [None, None, None]):
        comparison = of(column)
        assert plots(comparison) == {}
        with pytest.raises(StudyError, match="nothing to draw"):
            profile(comparison)
        with pytest.raises(StudyError, match="nothing to draw"):
            distribution(comparison, "said")
    nothing: list[Any] = [None, None]
    for shape, draw in (("course", course), ("seats", seats)):
        comparison = of(nothing, lists=True, shape=shape)
        assert plots(comparison) == {}
        with pytest.raises(StudyError, match="no game has a value of said: there is nothing to draw"):
            draw(comparison, "said")


def test_entries_with_nothing_to_measure_are_named_and_have_no_panel() -> None:
    values = [[0.5, 0.5], [1.0, 0.0]]
    nothing: list[Any] = [None, None]
    plot = seats(of(nothing, values, lists=True, shape="seats"), "said")
    assert [ax.get_title(loc="left") for ax in plot.figure.axes] == ["e1"]
    assert plot.caption.endswith("Nothing to measure: e0.")
    rising = [[float(tenth) for tenth in range(10)]] * 2
    assert course(of(rising, nothing, lists=True, shape="course"), "said").caption.endswith("Nothing to measure: e1.")


def test_the_median_of_lengths_is_that_of_all_games() -> None:
    entries = {"a": Quiclo(players=3), "b": Quiclo(players=3, hand_size=12)}
    comparison = compare(entries, games=40, measures=["moves"], max_moves=50)
    medians = dict(zip(comparison.lengths["entry"], comparison.lengths["median"], strict=True))
    assert np.isinf(medians["b"])
    plot = distribution(comparison, "moves")
    assert [text.get_text() for ax in plot.figure.axes for text in ax.texts] == [
        f"median {medians['a']:.0f}",
        "median beyond the cut",
    ]
    assert "the median of all games" in plot.caption
    legible(plot)
