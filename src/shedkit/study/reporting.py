"""The report of a comparison: one file for a browser, which needs no network and no script."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from importlib.resources import files
from math import isinf, isnan
from typing import Any

import pandas as pd
from jinja2 import Environment, StrictUndefined

from shedkit.core.errors import StudyError
from shedkit.core.options import default_of
from shedkit.core.rules import Rules
from shedkit.core.version import __version__
from shedkit.study.findings import Entry, Findings
from shedkit.study.many import Study
from shedkit.study.measures import GameMeasure
from shedkit.study.plotting import Plot
from shedkit.study.wording import figures, said

__all__ = ["report"]

_RULE = "Lengths count them as longer than the cut; all other figures tell of the games that ended."


def report(comparison: Findings, drawn: Mapping[str, Plot], *, command: str = "") -> str:
    """The report as the text of an HTML file.

    Args:
        comparison: what it is about.
        drawn: its plots, as `plots` gives them; they become part of the text.
        command: what makes the same again.

    >>> from shedkit import Quiclo
    >>> from shedkit.study.comparing import compare
    >>> "<h1>One game measured: quiclo</h1>" in report(compare([Quiclo(players=2)], games=5, measures=["moves"]), {})
    True

    """
    try:
        template = files("shedkit.study").joinpath("report.html.jinja").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise StudyError(
            "the page of reports is missing here: a packed program needs the files of shedkit that are no modules, too "
            "(PyInstaller: --collect-data shedkit)"
        ) from None
    page = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    first = comparison.entries[0]
    return page.from_string(template).render(
        title=_title(comparison),
        entries=[_entry(entry, alone=comparison.base not in (None, entry.name)) for entry in comparison.entries],
        seed=first.study.seed,
        max_moves=f"{first.study.max_moves:,}",
        version=__version__,
        skill=None if first.duels is None else _duels(first.duels),
        command=command,
        notes=list(_notes(comparison)),
        percent=f"{comparison.level * 100:g} %",
        alpha=f"{1 - comparison.level:.2g}",
        base=comparison.base,
        changes=[] if comparison.base is None else list(_changes(comparison, comparison.base)),
        lengths=[_length(row) for _, row in comparison.lengths.iterrows()],
        seats=list(_seats(comparison)),
        nulls=list(_nulls(comparison)),
        primary=[measure.title for measure in comparison.measures if measure.name in comparison.primary],
        apart=list(comparison.tests.loc[~comparison.tests["paired"].astype(bool), "second"].unique()),
        left_out=comparison.left_out.to_dict("records"),
        plots=[
            {"data": b64encode(plot.svg).decode(), "title": plot.title, "caption": plot.caption}
            for plot in drawn.values()
        ],
        rows=list(_rows(comparison)),
        tests=[_test(row, comparison.level) for _, row in comparison.tests.iterrows()],
        measures=comparison.measures,
    )


def _title(comparison: Findings) -> str:
    names = [entry.name for entry in comparison.entries]
    if comparison.base is not None:
        return f"House rules on trial: {comparison.entries[0].rules.name}"
    if len(names) == 1:
        return f"One game measured: {names[0]}"
    return f"Games compared: {', '.join(names)}"


def _differing(rules: Rules[Any, Any]) -> str:
    """The options that differ from their defaults."""
    data, differing = rules.options_to_json(), list[str]()
    for option in rules.options():
        value = getattr(rules, option.name)
        if option.name != "players" and value != default_of(rules, option.name):
            differing.append(f"{option.name}={said(value) if option.plain else json.dumps(data[option.name])}")
    return ", ".join(differing) or "none"


def _contenders(study: Study) -> str:
    names = [player.name for player in study.players]
    return names[0] if len({*names}) == 1 else ", ".join(names)


def _entry(entry: Entry, *, alone: bool) -> dict[str, object]:
    return {
        "name": entry.name,
        "game": entry.rules.name,
        "players": entry.rules.players,
        "options": "as above, but this one" if alone else _differing(entry.rules),
        "contenders": _contenders(entry.study),
        "games": f"{entry.study.games:,}",
        "cut": f"{entry.cut:,}",
    }


def _duels(study: Study) -> str:
    strong, weak = study.players[0].name, study.players[-1].name
    return (
        f"{study.games // study.rules.players:,} deals of each, on which one {strong} player sat once in each seat, "
        f"against {weak} players"
    )


def _notes(comparison: Findings) -> Iterator[str]:
    """What a reader has to know about games that were cut."""
    few, many, duels = list[str](), list[str](), list[str]()
    for entry in comparison.entries:
        if entry.cut:
            share = entry.cut / entry.study.games
            (few if share <= 0.05 else many).append(_part(entry.name, entry.cut, entry.study.games))
        if entry.duels is not None and entry.duels_cut:
            duels.append(_part(entry.name, entry.duels_cut, entry.duels.games))
    if few:
        yield f"Some games were cut: {'; '.join(few)}. {_RULE}"
    if many:
        yield f"Many games were cut: {'; '.join(many)}. {_RULE} These are likely to be the short ones."
    if duels:
        yield (
            f"Of the games that measure skill, some were cut: {'; '.join(duels)}. Deals with such a game are left out "
            "of the figures of skill."
        )


def _length(row: pd.Series[Any]) -> dict[str, str]:
    beyond = isinf(row["median"])
    return {
        "entry": row["entry"],
        "title": row["title"],
        "cut": f"{row['cut']:,} of {row['games']:,}",
        "median": "beyond the cut" if beyond else figures(row["median"]),
        "median_interval": "" if beyond else _interval(row["median_low"], row["median_high"]),
        "mean": figures(row["mean"]),
        "interval": _interval(row["low"], row["high"]),
        "limit": "none" if isnan(row["limit"]) else f"{row['limit']:,.0f}",
    }


def _seats(comparison: Findings) -> Iterator[dict[str, str]]:
    """The test of all seats, for each entry and measure of seats."""
    for (entry, title), rows in comparison.seats.groupby(["entry", "title"], sort=False):
        figures_of = [f"{figures(row['mean'])} {_interval(row['low'], row['high'])}" for _, row in rows.iterrows()]
        p = float(rows["p_adjusted"].iloc[0])
        yield {"entry": str(entry), "title": str(title), "seats": "; ".join(figures_of), "p": _p(p)}


def _nulls(comparison: Findings) -> Iterator[str]:
    """What a figure would be without what it looks for."""
    rows = comparison.table[comparison.table["null"].notna()]
    for _, row in rows.iterrows():
        apart = row["low"] > row["null"] or row["high"] < row["null"]
        yield (
            f"{row['entry']}: {row['title']} {figures(row['mean'])} {_interval(row['low'], row['high'])}; "
            f"{figures(row['null'])} if the cards decided nothing, which is {'ruled out' if apart else 'possible'}."
        )


def _p(p: float) -> str:
    return "–" if isnan(p) else "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def _part(name: str, cut: int, games: int) -> str:
    return f"{name} {cut:,} of {games:,} ({cut / games:.1%})"


def _interval(low: float, high: float) -> str:
    return "" if isnan(low) else f"[{figures(low)}, {'–' if isinf(high) else figures(high)}]"


def _signed(value: float) -> str:
    return f"+{figures(value)}" if value > 0 else figures(value)


def _rows(comparison: Findings) -> Iterator[dict[str, object]]:
    """The rows of the table of all figures: a measure or a part of one, with a cell for each entry."""
    known = {(row["entry"], row["measure"], row["part"]): row for _, row in comparison.table.iterrows()}
    for measure in comparison.measures:
        if isinstance(measure, GameMeasure) and measure.shape == "course":
            continue
        parts = sorted({part for _, name, part in known if name == measure.name})
        for part in parts:
            rows = [known.get((entry.name, measure.name, part)) for entry in comparison.entries]
            word = "" if part == -1 else f"seat {part}"
            cells = [_cell(row) for row in rows]
            yield {"title": measure.title, "unit": measure.unit, "part": word, "cells": cells}


def _cell(row: pd.Series[Any] | None) -> dict[str, str]:
    if row is None or not row["n"]:
        return {"mean": "–", "interval": "", "n": "", "cut": ""}
    few = row["n"] < row["games"]
    ends = (row["if_low"], row["if_high"])
    return {
        "mean": figures(row["mean"]),
        "interval": _interval(row["low"], row["high"]),
        "n": f"{row['n']:,}" if few else "",
        "cut": "" if any(map(isnan, ends)) else " to ".join(map(figures, ends)),
    }


def _test(row: pd.Series[Any], level: float) -> dict[str, object]:
    part = f", seat {row['part']}" if row["shape"] == "seats" else ""
    n, other = row["n_first"], row["n_second"]
    return {
        "first": row["first"],
        "second": row["second"],
        "title": row["title"] + part,
        "unit": row["unit"],
        "n": f"{n:,}" if row["paired"] else f"{n:,} and {other:,}",
        "difference": _signed(row["difference"]),
        "interval": _interval(row["low"], row["high"]),
        "larger": figures(row["larger"]),
        "test": row["test"],
        "p": _p(row["p_adjusted"]),
        "primary": row["family"] == "primary",
        "hangs": row["p_adjusted"] < 1 - level and row["if_low"] <= 0 <= row["if_high"],
        "sure": row["p_adjusted"] < 1 - level,
    }


def _changes(comparison: Findings, base: str) -> Iterator[dict[str, object]]:
    """What each entry changed clearly against the base, the surest first."""
    for entry in comparison.entries[1:]:
        rows = comparison.tests[comparison.tests["second"] == entry.name]
        clear = rows[rows["p_adjusted"] < 1 - comparison.level].sort_values("p_adjusted", kind="stable")
        same = bool((rows["differ"] == 0).all())
        yield {
            "name": entry.name,
            "sure": [_test(row, comparison.level) for _, row in clear.iterrows()],
            "none": f"none: every game went as under “{base}”" if same else "none",
        }
