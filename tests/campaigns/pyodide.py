"""The same bytes in a browser's Python: Pyodide, run by node, with the wheels that a user gets."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import count as numbers
from pathlib import Path
from typing import Any, ClassVar
from zipfile import ZipFile

from told import digests

from . import ROOT, TESTS
from .frame import Campaign, Finding, Missing, reached_of_aims
from .store import Line

VERSION = "314.0.7"
"""Of the npm package."""
SEEDS = 5
"""How many seeds make a unit."""


class Pyodide(Campaign):
    """A few seeds, held against what this interpreter tells."""

    name = "pyodide"
    about = (
        "the wheel and what it needs under Pyodide, with node: the same games, records and journals, to the last byte, "
        "as on this Python"
    )
    aims: ClassVar[Mapping[str, int]] = {"seeds": 100}

    def set_up(self, arguments: argparse.Namespace) -> None:
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            raise Missing("it needs node (20 or later) and npm")
        self.node = node
        self.kept = tempfile.TemporaryDirectory(prefix="pyodide-")  # goes with this object
        self.tools = Path(self.kept.name)
        shutil.copy(Path(__file__).with_suffix(".mjs"), self.tools)
        got(self.tools, npm, "install", "--no-audit", "--no-fund", f"pyodide@{VERSION}")
        got(self.tools, sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", "wheels", str(ROOT))
        self.site = self.tools / "site"
        for wheel in (self.tools / "wheels").glob("*.whl"):
            with ZipFile(wheel) as packed:
                packed.extractall(self.site)
        shutil.copy(TESTS / "told.py", self.site)

    def units(self) -> Iterator[str]:
        return map(str, numbers())

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        first = int(unit) * SEEDS
        here, there = digests(first, SEEDS), self.told(first)
        differ = [seed for seed in here if there.get(seed) != here[seed]]
        if differ:
            raise Finding(f"Pyodide tells something else with the seeds {', '.join(differ)}")
        return {"seeds": SEEDS, "pyodide": f"{VERSION} (Python {there['version']})"}

    def told(self, first: int) -> dict[str, Any]:
        """What Pyodide comes to."""
        words = [self.node, "pyodide.mjs", str(self.site), "told.py", "digests", str(first), str(SEEDS)]
        done = subprocess.run(words, capture_output=True, text=True, cwd=self.tools, check=False)
        if done.returncode:
            raise Finding(f"Pyodide ends with {done.returncode}: {done.stderr[-1500:]}")
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer

    def reached(self, lines: Sequence[Line]) -> str:
        on = sorted({line["pyodide"] for line in lines})
        return f"{reached_of_aims(self, lines)} the same under Pyodide {', '.join(on)}"


def got(folder: Path, *words: str) -> None:
    """Install something into a folder."""
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode:
        raise Missing(f"{' '.join(words[:4])} has failed: {done.stderr[-500:]}")


CAMPAIGN = Pyodide
