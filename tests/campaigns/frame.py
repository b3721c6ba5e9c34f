"""What all campaigns share: units of work, a budget, and figures that are made from the lines that were kept."""

from __future__ import annotations

import argparse
import platform
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

from .store import Line, Progress

LONGEST = 2_000
"""How many characters of what was found are kept."""


class Missing(Exception):
    """What this campaign needs is not at hand; says what, and how to get it."""


class Finding(Exception):
    """Something that must hold does not; says what, and how to see it again."""


class Campaign(ABC):
    """One campaign. A module of this package offers its class under the name ``CAMPAIGN``."""

    name: ClassVar[str]
    """The word of the command, and of the file of its progress."""
    about: ClassVar[str]
    """What is done, in a sentence or two, for the page and for help."""
    aims: ClassVar[Mapping[str, int]] = {}
    """How far it is to get: the name of a figure, and how much of it."""
    largest: ClassVar[frozenset[str]] = frozenset()
    """Figures of which the largest counts, and not the sum."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:  # noqa: B027  # most have none
        """Declare words of its own for the command line."""

    def set_up(self, arguments: argparse.Namespace) -> None:  # noqa: B027  # most need nothing
        """Get ready; raises `Missing` where it cannot run."""

    @abstractmethod
    def units(self) -> Iterator[str]:
        """The names of the units of work, in their order, always the same; may go on for ever."""

    @abstractmethod
    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        """Do one unit, within about so many seconds if it can be made shorter; gives what was counted.

        Raises:
            Finding: if something does not hold; so does every other exception, which is kept as found, too.

        """

    def figures(self, lines: Sequence[Line]) -> dict[str, float]:
        """The sum of each number in the lines, or the largest."""
        total: dict[str, float] = {}
        for line in lines:
            for name, value in line.items():
                if type(value) in (int, float):
                    before = total.get(name, 0)
                    total[name] = max(before, value) if name in self.largest else before + value
        return total

    @abstractmethod
    def reached(self, lines: Sequence[Line]) -> str:
        """What was done, in words with figures, for the page."""


def reached_of_aims(campaign: Campaign, lines: Sequence[Line]) -> str:
    """How far a campaign has got, of how far it is to get."""
    total = campaign.figures(lines)
    return ", ".join(f"{count(total.get(name, 0))} of {count(aim)} {name}" for name, aim in campaign.aims.items())


def count(number: float) -> str:
    """A number for readers: 1,234,567."""
    return f"{round(number):,}"


def run_campaign(
    campaign: Campaign,
    path: Path,
    *,
    budget: float,
    most: int | None = None,
    afresh: bool = False,
    say: Callable[[str], None] = print,
) -> int:
    """Do units that are not done, those that failed first, until the seconds are over; 1 if any fails now or did.

    Args:
        campaign: set up already.
        path: where its progress is kept.
        budget: after how many seconds no further unit is begun.
        most: how many units are done at most.
        afresh: whether what was done is thrown away.
        say: where to tell how it goes.

    """
    began, told, made = monotonic(), float("-inf"), 0
    with Progress(path, afresh=afresh) as progress:
        all_done = True
        for unit in _open_units(campaign, dict(progress.lines)):
            spent = monotonic() - began
            if spent >= budget or made == most:
                all_done = False
                break
            line = _done(campaign, unit, budget - spent)
            progress.add(line)
            made += 1
            if "found" in line or monotonic() - told >= 5:
                told = monotonic()
                what = ", ".join(f"{name} {value}" for name, value in line.items() if name not in ("unit", "date"))
                say(f"{campaign.name} {unit}: {what} ({told - began:.0f} of {budget:.0f} s)")
        lines = list(progress.lines.values())
    failed = [line for line in lines if "found" in line]
    say(f"{campaign.name}: {made} units in {monotonic() - began:.0f} s{'; everything is done' if all_done else ''}")
    say(campaign.reached([line for line in lines if "found" not in line]))
    for line in failed:
        say(f"found by unit {line['unit']}: {line['found']}")
    return 1 if failed else 0


def _open_units(campaign: Campaign, lines: Mapping[str, Line]) -> Iterator[str]:
    yield from [unit for unit, line in lines.items() if "found" in line]
    yield from (unit for unit in campaign.units() if unit not in lines)


def _done(campaign: Campaign, unit: str, seconds: float) -> Line:
    """The line of a unit."""
    began = monotonic()
    result: dict[str, Any]
    try:
        result = dict(campaign.run(unit, seconds))
    except Missing:
        raise
    except Exception as error:
        if not isinstance(error, Finding):
            traceback.print_exc(file=sys.stderr)
        text = str(error) if isinstance(error, Finding) else repr(error)
        result = {"found": text[:LONGEST]}
    return {
        "unit": unit,
        "seconds": round(monotonic() - began, 3),
        "date": datetime.now(timezone.utc).date().isoformat(),
        "python": platform.python_version(),
        **result,
    }
