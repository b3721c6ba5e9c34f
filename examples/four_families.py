"""The study behind the page 'Four families compared': plays it, and writes its rows, tables, plots and report.

    python examples/four_families.py --out four-families
    python examples/four_families.py --out four-families --docs docs

The second line also writes the figures and plots that the page shows, so that page and figures are of one study. What
is played is decided by the constants below and by the number of games. Where the rows are already in the folder,
nothing is played again.
"""

from __future__ import annotations

import argparse
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from math import isnan
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from shedkit import LuckyShutdown, Quiclo, Rules, ShanghaiRummy, Shithead
from shedkit.study.comparing import Comparison, compare, figures
from shedkit.study.plotting import plots

PLAYERS = 4
GAMES = 2_000
SKILL_DEALS = 200
SEED = 1
FAMILIES: Mapping[str, Rules[Any, Any]] = {
    "Shithead": Shithead(players=PLAYERS),
    "Lucky Shutdown": LuckyShutdown(players=PLAYERS),
    "QUICLO": Quiclo(players=PLAYERS),
    "Shanghai Rummy": ShanghaiRummy(players=PLAYERS),
}
HOUSE: Mapping[str, Rules[Any, Any]] = {
    "to the letter": Shithead(players=PLAYERS),
    "as most tables play": Shithead.common(players=PLAYERS),
}
"""The two presets of Shithead, on the same deals."""

TABLES = {
    "rules": ("deck", "different_cards", "dealt", "rounds_declared", "move_kinds", "options"),
    "length": ("truncated", "moves", "turns", "rounds"),
    "choice": ("real_choices", "forced_moves", "branching", "branching_real"),
    "events": ("piles_taken", "burns", "skips", "reactions", "buys", "contracts"),
    "lead": ("lead_changes", "behind", "comeback", "settled"),
    "luck": ("skill", "place_edge", "deal_luck"),
    "hidden": ("hidden_dealt", "hidden"),
}
"""The tables of the page, and the measures in them."""
HOUSE_MEASURES = ("truncated", "moves", "real_choices", "branching", "piles_taken", "burns", "settled")
PLOTS = (
    "profile-play",
    "distribution-moves",
    "distribution-settled",
    "course-real_choices_course",
    "course-branching_course",
    "course-winner_leads",
    "course-hidden_course",
    "seats-win_share",
)
"""The plots of the page."""


def main() -> None:
    parser = argparse.ArgumentParser(description="The study behind the page 'Four families compared'.")
    parser.add_argument("--games", type=int, default=GAMES, help="how many games of each family")
    parser.add_argument("--out", type=Path, default=Path("four-families"), help="where to write it all")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play")
    parser.add_argument("--docs", type=Path, help="the folder of the pages, to write what the page shows")
    given = parser.parse_args()
    command = f"python examples/four_families.py --games {given.games} --workers {given.workers}"

    there = (given.out / "rows").exists()
    began = perf_counter()
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        comparison = compare(
            FAMILIES,
            games=given.games,
            seed=SEED,
            skill_deals=min(SKILL_DEALS, given.games),
            executor=pool,
            folder=given.out / "rows",
        )
        house = compare(
            HOUSE,
            games=given.games,
            seed=SEED,
            measures=HOUSE_MEASURES,
            executor=pool,
            folder=given.out / "rows-house",
        )
    note = given.out / "took.txt"
    if not there:
        many = "one process" if given.workers == 1 else f"{given.workers} processes"
        minutes = (perf_counter() - began) / 60
        note.write_text(f"It took {minutes:.1f} minutes with {many} at play.\n", encoding="utf-8")
    took = note.read_text(encoding="utf-8").strip() if note.exists() else "It was played in more than one run."
    print(took)
    print(f"report  {comparison.save(given.out, command=command)[0]}")
    if given.docs is not None:
        shown(comparison, house, given.docs, [*about(comparison, command), took])


def about(comparison: Comparison, command: str) -> Iterator[str]:
    """What was played, and with what, line by line."""
    study, duels = comparison.entries[0].study, comparison.entries[0].duels
    assert duels is not None
    yield f"Command: `{command}`"
    yield (
        f"{study.games:,} games of each family with {PLAYERS} simple players, seed {study.seed}; games are cut after "
        f"{study.max_moves:,} moves."
    )
    yield (
        f"For the measures of skill {duels.games // PLAYERS:,} more deals of each, on which one simple player sat once "
        "in each seat, against three careless ones."
    )
    used = ", ".join(f"{name} {version(name)}" for name in ("shedkit", "numpy", "scipy", "pandas", "matplotlib"))
    yield f"Python {platform.python_version()}, {used}."


def shown(comparison: Comparison, house: Comparison, docs: Path, lines: Sequence[str]) -> None:
    """Write what the page shows: tables in Markdown, and plots."""
    tables, images = docs / "studies", docs / "images" / "study"
    tables.mkdir(parents=True, exist_ok=True)
    images.mkdir(parents=True, exist_ok=True)
    texts = {"about": "\n".join(f"- {line}" for line in lines)}
    texts |= {name: table(comparison, measures) for name, measures in TABLES.items()}
    texts["seats"] = seats(comparison)
    texts["house"] = table(house, HOUSE_MEASURES, tested=True)
    for name, text in texts.items():
        (tables / f"{name}.txt").write_text(text + "\n", encoding="utf-8")
    drawn = plots(comparison)
    for name in PLOTS:
        (images / f"{name}.svg").write_text(plain(drawn[name].svg.decode()), encoding="utf-8")


def table(comparison: Comparison, measures: Sequence[str], *, tested: bool = False) -> str:
    """Means and intervals: a row for each measure, a column for each entry, and if asked for one for the difference."""
    names = [entry.name for entry in comparison.entries]
    rows = [["Measure", "Unit", *names, *(["Difference"] if tested else [])]]
    for measure in comparison.measures:
        if measure.name in measures:
            cells = [cell(comparison, name, measure.name) for name in names]
            if tested:
                [(_, row)] = comparison.tests[comparison.tests["measure"] == measure.name].iterrows()
                cells.append(said(row["difference"], row["low"], row["high"]))
            rows.append([f"[{measure.title}](measures.md#{anchor(measure.title)})", measure.unit, *cells])
            nulls = [row_of(comparison, name, measure.name)["null"] for name in names]
            if not all(map(isnan, nulls)):
                rows.append([f"{measure.title}, if the cards decided nothing", measure.unit, *map(figures, nulls)])
    return markdown(rows)


def seats(comparison: Comparison) -> str:
    """What each seat won, with intervals that hold for all seats of a game at once, and the test of all seats."""
    rows = [["Seat", *(entry.name for entry in comparison.entries)]]
    by_entry = [comparison.seats[comparison.seats["entry"] == entry.name] for entry in comparison.entries]
    for seat in range(PLAYERS):
        cells = [of_entry.iloc[seat] for of_entry in by_entry]
        rows.append([str(seat), *(said(row["mean"], row["low"], row["high"]) for row in cells)])
    p = [of_entry["p_adjusted"].iloc[0] for of_entry in by_entry]
    rows.append(["p, all equal", *("< 0.0001" if value < 0.0001 else f"{value:.4f}" for value in p)])
    return markdown(rows)


def cell(comparison: Comparison, entry: str, measure: str, part: int = -1) -> str:
    row = row_of(comparison, entry, measure, part)
    return said(row["mean"], row["low"], row["high"])


def row_of(comparison: Comparison, entry: str, measure: str, part: int = -1) -> Any:
    """The row of the table of an entry, a measure and a part."""
    rows = comparison.table
    [(_, row)] = rows[(rows["entry"] == entry) & (rows["measure"] == measure) & (rows["part"] == part)].iterrows()
    return row


def said(mean: float, low: float, high: float) -> str:
    """A mean, and below it its interval, unless all values are alike."""
    if not isnan(low):
        return f"{figures(mean)}<br>[{figures(low)}, {figures(high)}]"
    return f"{mean:.0f}" if mean.is_integer() else figures(mean)


def anchor(title: str) -> str:
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).lower())


def markdown(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *body))


def plain(svg: str) -> str:
    """A picture that names no address elsewhere: what matplotlib writes of its kind and its maker is left out."""
    svg = re.sub(r"<!DOCTYPE.*?>|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = svg.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "").replace("xlink:href=", "href=")
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


if __name__ == "__main__":
    main()
