"""The report: one file, nothing from elsewhere, all that a reader needs."""

from __future__ import annotations

import re
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import attrs
import pytest

from shedkit import Quiclo, Shithead
from shedkit.core.errors import StudyError
from shedkit.study import GameMeasure, reporting
from shedkit.study.comparing import Comparison, compare, options_on_trial
from shedkit.study.plotting import Plot, plots
from shedkit.study.reporting import report

EVIL = "<b onclick='x'>&"
VOID = {"meta", "img", "br", "link", "input", "hr"}


class Page(HTMLParser):
    """What a browser would make of it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attributes}))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "title"):
            self.text += data
            if self.rows and {"td", "th"} & {*self.open}:
                self.rows[-1][-1] += data

    def row(self, first: str) -> list[str]:
        return next(row for row in self.rows if row and row[0].startswith(first))


@pytest.fixture(scope="module")
def families() -> Comparison:
    entries = {EVIL: Quiclo(players=2), "shithead": Shithead.common(players=2)}
    measures = ["deck", "moves", "real_choices", "burns", "branching_course", "win_share", "skill"]
    return compare(entries, games=12, measures=measures, skill_deals=2, seed=77)


@pytest.fixture(scope="module")
def drawn(families: Comparison) -> dict[str, Plot]:
    return plots(families)


@pytest.fixture(scope="module")
def page(families: Comparison, drawn: dict[str, Plot]) -> Page:
    return Page(report(families, drawn, command="python -m shedkit study compare --seed 77"))


def test_it_needs_nothing_from_elsewhere(page: Page) -> None:
    names = {name for name, _ in page.tags}
    assert not names & {"script", "link", "iframe", "object", "base"}
    for tag, attributes in page.tags:
        for name, value in attributes.items():
            assert not name.startswith("on"), (tag, attributes)
            if name in ("src", "href"):
                assert value.startswith(("data:", "#"))


def test_it_reads_on_a_phone_and_prints(families: Comparison) -> None:
    text = report(families, {})
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in text
    assert "@media print" in text
    assert "url(" not in text
    page = Page(text)
    tables = [at for at, (tag, _) in enumerate(page.tags) if tag == "table"]
    assert tables
    assert all(page.tags[at - 1] == ("div", {"class": "wide"}) for at in tables)


def test_links_lead_to_parts_of_the_page(page: Page) -> None:
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len({*ids}) == len(ids)
    assert {attributes["href"][1:] for tag, attributes in page.tags if tag == "a"} == {*ids}


def test_names_are_text_and_not_markup(page: Page, families: Comparison) -> None:
    assert EVIL in page.text
    assert "b" not in {tag for tag, _ in page.tags}
    assert page.row(EVIL)[:3] == [EVIL, "quiclo", "2"]


def test_it_says_what_was_compared(page: Page) -> None:
    assert page.text.count("python -m shedkit study compare --seed 77") == 1
    assert "Seed 77; a game is cut after 5,000 moves; shedkit " in page.text
    shithead = page.row("shithead")
    assert shithead[1:3] == ["shithead", "2"]
    assert "multi_card=yes" in shithead[3]
    assert "powers=" in shithead[3]
    assert "quad_burns" not in shithead[3]
    assert shithead[4:6] == ["simple", "12"]
    assert page.row(EVIL)[3] == "none"
    assert "2 deals of each, on which one simple player sat once in each seat, against careless players" in page.text


def test_every_plot_is_in_it_with_its_caption(page: Page, drawn: dict[str, Plot]) -> None:
    images = [attributes for tag, attributes in page.tags if tag == "img"]
    assert [image["alt"] for image in images] == [plot.title for plot in drawn.values()]
    for image, plot in zip(images, drawn.values(), strict=True):
        kind, _, data = image["src"].partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert b64decode(data) == plot.svg
        assert plot.caption in page.text


def test_every_measure_is_explained() -> None:
    comparison = compare([Quiclo(players=2)], games=1, skill_deals=1)
    text = " ".join(Page(report(comparison, {})).text.split())
    for measure in comparison.measures:
        assert f"{measure.title} ({measure.name}; {measure.unit}; known from {measure.known})" in text
        assert f"{measure.definition} Source: {measure.source}" in text
        assert not measure.adapted or f"Adapted: {measure.adapted}" in text


def test_the_figures_are_those_of_the_table() -> None:
    values = iter([1, 2, None, 3, 4, 7, 7, 7, 7, 7])

    def said(trail: Any) -> float | None:
        return next(values)

    measure = GameMeasure("said", "Said", "All that is said.", "words", "own definition", of=said)
    entries = {"a": Quiclo(players=2), "b": Quiclo(players=2, hand_size=5)}
    page = Page(report(compare(entries, games=5, measures=[measure]), {}))
    assert page.row("Said") == ["Said (words)", "2.50 [0.446, 4.55] n=4", "7.00"]
    test = next(row for row in page.rows if row[:3] == ["a", "b", "Said"])
    assert test[3:7] == ["4", "+4.50 [2.45, 6.55]", "1.00", "t, skewness corrected, paired"]
    assert "All 1 tests" in page.text


def test_seats_have_rows_and_courses_have_none(page: Page) -> None:
    titles = [row[0] for row in page.rows if row]
    assert "Wins by seat, seat 0 (share of the wins)" in titles
    assert "Wins by seat, seat 1 (share of the wins)" in titles
    assert not [title for title in titles if title.startswith("Branching over the game")]


@pytest.mark.parametrize(
    ("cut", "text"),
    [
        (0, None),
        (1, "Some games were cut: quiclo 1 of 20 (5.0%)"),
        (2, "Many games were cut: quiclo 2 of 20 (10.0%)"),
    ],
)
def test_cut_games_are_told(cut: int, text: str | None) -> None:
    comparison = compare([Quiclo(players=2)], games=20, measures=["moves"])
    entry = attrs.evolve(comparison.entries[0], cut=cut)
    page = Page(report(attrs.evolve(comparison, entries=(entry,)), {}))
    assert ("were cut:" in page.text) == (text is not None)
    assert text is None or text in page.text


def test_cut_duels_are_told() -> None:
    comparison = compare([Quiclo(players=2)], games=1, measures=["skill"], skill_deals=2, max_moves=1)
    assert (
        "Of the games that measure skill, some were cut: quiclo 4 of 4 (100.0%)." in Page(report(comparison, {})).text
    )


def test_one_game_alone() -> None:
    page = Page(report(compare([Quiclo(players=2)], games=2, measures=["moves"]), {}))
    assert "One game measured: quiclo" in page.text
    assert "There is nothing to be tested" in page.text
    assert "What changed against" not in page.text
    assert "This makes the same figures again" not in page.text


def test_a_trial_says_what_each_option_changes() -> None:
    names = ["hand_size", "highest_card", "play_for_places", "deck", "play_drawn"]
    trial = options_on_trial(Quiclo(players=2), options=names, games=100, measures=["moves", "real_choices"])
    page = Page(report(trial, {}))
    assert "House rules on trial: quiclo" in page.text
    told = {row[0]: row[1] for row in page.rows if len(row) == 2 and "=" in row[0]}
    assert list(told) == [entry.name for entry in trial.entries[1:]]
    clear = trial.tests[trial.tests["p_adjusted"] < 0.05]
    assert 0 < len(clear) < len(trial.tests)
    for row in trial.tests.to_dict("records"):
        sure = row["p_adjusted"] < 0.05
        assert (f"{row['title']} " in told[row["second"]]) == sure
        if sure and row["measure"] == "moves":
            assert f"Moves {row['difference']:+.1f} [".replace("-", "−") in told[row["second"]]
    assert told["play_for_places=yes"] == "none: every game went as under “default”"
    assert next(row for row in page.rows if row[0] == "deck")[2].startswith("it holds data")
    assert page.row("play_drawn=yes")[3] == "as above, but this one"
    other = [entry.name for entry in trial.entries if entry.name.startswith("highest_card=")]
    assert len(other) == 2
    assert f"The games of other decks have no twins and are compared as they come: {', '.join(other)}." in page.text
    alike = options_on_trial(Quiclo(players=2), options=["hand_size"], games=3, measures=["moves"])
    assert "other decks" not in report(alike, {})


def test_the_same_comparison_gives_the_same_report(
    families: Comparison, drawn: dict[str, Plot], tmp_path: Path
) -> None:
    (made,) = families.save(tmp_path, formats=["html"])
    assert made.read_text(encoding="utf-8") == report(families, drawn)


def test_no_number_is_not_a_number(page: Page) -> None:
    assert not re.search(r"\bnan\b|\binf\b", page.text.lower())


def test_cut_games_lengths_seats_and_the_null_are_told() -> None:
    measures = ["moves", "real_choices", "win_share", "deal_luck"]
    comparison = compare(
        {"a": Quiclo(players=2), "b": Quiclo(players=2, hand_size=12)},
        games=60,
        measures=measures,
        skill_deals=20,
        max_moves=50,
        primary=["real_choices"],
    )
    page = Page(report(comparison, plots(comparison)))
    assert "named beforehand, by themselves: Real choices" in " ".join(page.text.split())
    real = page.row("Real choices")
    row = comparison.table[(comparison.table["measure"] == "real_choices") & (comparison.table["entry"] == "a")].iloc[0]
    assert f"with cut games {row['if_low']:.3f} to {row['if_high']:.3f}" in real[1]
    lengths = comparison.lengths.iloc[1]
    told = next(cells for cells in page.rows if cells[:2] == ["b", "Moves"])
    assert told[2] == f"{lengths['cut']} of 60"
    assert told[3].strip() == "beyond the cut"
    assert told[5] == f"{lengths['limit']:.0f}"
    seats = next(cells for cells in page.rows if cells[:2] == ["a", "Wins by seat"])
    assert seats[2].count("[") == 2
    luck = comparison.table[comparison.table["measure"] == "deal_luck"].iloc[0]
    assert f"a: Decided by the deal {luck['mean']:.3f}" in page.text
    assert f"{luck['null']:.3f} if the cards decided nothing" in page.text
    assert "(primary)" in page.text


def test_a_clear_difference_that_rests_on_cut_games_says_so() -> None:
    comparison = compare(
        {"a": Quiclo(players=2), "b": Quiclo(players=2, hand_size=5)}, games=20, measures=["moves", "real_choices"]
    )
    tests = comparison.tests.copy()
    tests["p_adjusted"] = 0.001
    tests["if_low"], tests["if_high"] = [0.5, -0.5], [1.5, 1.5]
    page = Page(report(attrs.evolve(comparison, tests=tests), {}))
    assert page.text.count("(depends on the cut games)") == 1


def test_a_program_packed_without_the_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = compare([Quiclo(players=2)], games=2, seed=1, measures=["moves"])
    monkeypatch.setattr(reporting, "files", lambda package: tmp_path)
    with pytest.raises(StudyError, match="--collect-data shedkit"):
        report(comparison, {})
