"""The table of the page "How it is tested", made from what the campaigns have kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from . import ROOT
from .frame import Campaign, count
from .store import Line, read

PAGE = ROOT / "docs" / "tested.md"
BEGIN, END = "<!-- made by: python -m tests.campaigns report --write -->", "<!-- end of what is made -->"


def table(campaigns: Sequence[Campaign], progress: Path) -> str:
    """One row for each campaign: what it does, how far it has got, what is open."""
    rows = ["| Campaign | What is done | Reached so far | Last run |", "| --- | --- | --- | --- |"]
    for campaign in campaigns:
        lines = list(read(progress / f"{campaign.name}.jsonl").values())
        rows.append(f"| `{campaign.name}` | {campaign.about} | {reached(campaign, lines)} | {last(lines)} |")
    return "\n".join(rows)


def reached(campaign: Campaign, lines: Sequence[Line]) -> str:
    """How far it has got, and what it has found that is not mended."""
    good = [line for line in lines if "found" not in line]
    text = campaign.reached(good) if good else "nothing yet"
    failed = len(lines) - len(good)
    if not failed:
        return text
    return f"{text}; **{'1 unit fails' if failed == 1 else f'{failed} units fail'}**"


def last(lines: Sequence[Line]) -> str:
    """When, with what, and how long all runs took together."""
    if not lines:
        return "never"
    days = max(line["date"] for line in lines)
    pythons = sorted({line["python"] for line in lines}, key=lambda version: [*map(int, version.split(".")[:2])])
    seconds = sum(line["seconds"] for line in lines)
    long = f"{count(seconds)} s" if seconds < 600 else f"{seconds / 3600:.1f} h"
    return f"{days}, Python {', '.join(pythons)}, {long} in all"


def written(page: str, text: str) -> str:
    """The page with this table in the place of the one it has."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n\n{text}\n\n{END}{tail}"


def current(page: str, text: str) -> bool:
    """Whether the page has this table."""
    return written(page, text) == page
