"""The same bytes on every Python of this machine: records, journals, JSON, and the states that follow from seeds."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import count as numbers
from pathlib import Path
from typing import Any

from interpreters import engine_in, versions
from told import digests

from . import TESTS
from .frame import Campaign, Finding, count
from .store import Line

SEEDS = 5
"""How many seeds make a unit."""


class Versions(Campaign):
    """A few seeds on all interpreters, held against what this one tells."""

    name = "versions"
    about = (
        "the same bytes on every Python at hand, also free-threaded ones: JSON of states, views, moves and events, "
        "records, journals, samples, texts, from the same seeds"
    )

    def set_up(self, arguments: argparse.Namespace) -> None:
        self.pythons = versions()

    def units(self) -> Iterator[str]:
        return map(str, numbers())

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        first = int(unit) * SEEDS
        here = digests(first, SEEDS)
        with tempfile.TemporaryDirectory() as folder:
            site = engine_in(Path(folder))
            for version, python in self.pythons.items():
                there = elsewhere(python, site, first)
                differ = [seed for seed in here if there.get(seed) != here[seed]]
                if differ:
                    raise Finding(f"Python {version} tells something else with the seeds {', '.join(differ)}")
        return {"seeds": SEEDS, "pythons": list(self.pythons)}

    def reached(self, lines: Sequence[Line]) -> str:
        seeds: dict[str, int] = {}
        for line in lines:
            for version in line["pythons"]:
                seeds[version] = seeds.get(version, 0) + line["seeds"]
        each = ", ".join(f"{version} ({count(number)} seeds)" for version, number in seeds.items())
        free = "" if any(version.endswith("t") for version in seeds) else "; no free-threaded build was at hand"
        return f"the same on {each}{free}"


def elsewhere(python: str, site: Path, first: int) -> dict[str, str]:
    """The digests that another interpreter comes to."""
    done = subprocess.run(
        [python, str(TESTS / "told.py"), "digests", str(first), str(SEEDS)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"},
    )
    if done.returncode:
        raise Finding(f"{python}: {done.stderr[-1500:]}")
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


CAMPAIGN = Versions
