"""The report of a comparison: one file for a browser, which needs no network and no script."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from importlib.resources import files
from math import isnan
from typing import Any

import pandas as pd
from jinja2 import Environment, StrictUndefined

from shedkit.core.errors import StudyError
from shedkit.core.options import default_of
from shedkit.core.rules import Rules
from shedkit.core.version import __version__
from shedkit.study.comparing import Comparison, Entry, figures, said
from shedkit.study.many import Study
from shedkit.study.measures import GameMeasure
from shedkit.study.plotting import Plot

__all__ = ["report"]


def report(comparison: Comparison, drawn: Mapping[str, Plot], *, command: str = "") -> str:
    """The report as the text of an HTML file.

    Args:
        comparison: what it is about.
        drawn: its plots, as `plots` gives them; they become part of the text.
        command: what makes the same again.

    Raises:
        StudyError: if the program was packed without the page.

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
        entries=[_entry(one, alone=comparison.base not in (None, one.name)) for one in comparison.entries],
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
        apart=list(comparison.tests.loc[~comparison.tests["paired"].astype(bool), "second"].unique()),
        left_out=comparison.left_out.to_dict("records"),
        plots=[
            {"data": b64encode(one.svg).decode(), "title": one.title, "caption": one.caption} for one in drawn.values()
        ],
        rows=list(_rows(comparison)),
        tests=[_test(row, comparison.level) for _, row in comparison.tests.iterrows()],
        measures=comparison.measures,
    )


def _title(comparison: Comparison) -> str:
    names = [one.name for one in comparison.entries]
    if comparison.base is not None:
        return f"House rules on trial: {comparison.entries[0].rules.name}"
    if len(names) == 1:
        return f"One game measured: {names[0]}"
    return f"Games compared: {', '.join(names)}"


def _differing(rules: Rules[Any, Any]) -> str:
    """The options that differ from their defaults."""
    data, found = rules.options_to_json(), list[str]()
    for one in rules.options():
        value = getattr(rules, one.name)
        if one.name != "players" and value != default_of(rules, one.name):
            found.append(f"{one.name}={said(value) if one.plain else json.dumps(data[one.name])}")
    return ", ".join(found) or "none"


def _contenders(study: Study) -> str:
    names = [one.name for one in study.players]
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


def _notes(comparison: Comparison) -> Iterator[str]:
    """What a reader has to know about games that were cut."""
    few, many, duels = list[str](), list[str](), list[str]()
    for one in comparison.entries:
        if one.cut:
            (few if one.cut / one.study.games <= 0.05 else many).append(_part(one.name, one.cut, one.study.games))
        if one.duels is not None and one.duels_cut:
            duels.append(_part(one.name, one.duels_cut, one.duels.games))
    if few:
        yield f"Some games were cut: {'; '.join(few)}. The figures tell of the games that ended."
    if many:
        yield (
            f"Many games were cut: {'; '.join(many)}. The figures tell only of the games that ended, and these are "
            "likely to be the short ones."
        )
    if duels:
        yield (
            f"Of the games that measure skill, some were cut: {'; '.join(duels)}. Nobody won those, which makes skill "
            "look smaller than it is."
        )


def _part(name: str, cut: int, games: int) -> str:
    return f"{name} {cut:,} of {games:,} ({cut / games:.1%})"


def _interval(low: float, high: float) -> str:
    return "" if isnan(low) else f"[{figures(low)}, {figures(high)}]"


def _signed(value: float) -> str:
    return f"+{figures(value)}" if value > 0 else figures(value)


def _rows(comparison: Comparison) -> Iterator[dict[str, object]]:
    """The rows of the table of all figures: a measure or a part of one, with a cell for each entry."""
    known = {(row["entry"], row["measure"], row["part"]): row for _, row in comparison.table.iterrows()}
    for one in comparison.measures:
        if isinstance(one, GameMeasure) and one.shape == "course":
            continue
        parts = sorted({part for _, name, part in known if name == one.name})
        for part in parts:
            rows = [known.get((entry.name, one.name, part)) for entry in comparison.entries]
            word = "" if part == -1 else f"seat {part}"
            yield {"title": one.title, "unit": one.unit, "part": word, "cells": [_cell(row) for row in rows]}


def _cell(row: pd.Series[Any] | None) -> dict[str, str]:
    if row is None or not row["n"]:
        return {"mean": "–", "interval": "", "n": ""}
    few = row["n"] < row["games"]
    return {
        "mean": figures(row["mean"]),
        "interval": _interval(row["low"], row["high"]),
        "n": f"{row['n']:,}" if few else "",
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
        "p": "< 0.0001" if row["p_adjusted"] < 0.0001 else f"{row['p_adjusted']:.4f}",
        "sure": row["p_adjusted"] < 1 - level,
    }


def _changes(comparison: Comparison, base: str) -> Iterator[dict[str, object]]:
    """What each entry changed clearly against the base, the surest first."""
    for entry in comparison.entries[1:]:
        rows = comparison.tests[comparison.tests["second"] == entry.name]
        clear = rows[rows["p_adjusted"] < 1 - comparison.level].sort_values("p_adjusted", kind="stable")
        same = bool((rows["difference"] == 0).all() and (rows["low"] == rows["high"]).all())
        yield {
            "name": entry.name,
            "sure": [_test(row, comparison.level) for _, row in clear.iterrows()],
            "none": f"none: every game went as under “{base}”" if same else "none",
        }
