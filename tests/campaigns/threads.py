"""The tests of a match under threads, on a Python without a global lock."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from itertools import count as numbers
from pathlib import Path
from typing import Any, ClassVar

from interpreters import engine_in, versions

from . import ROOT, TESTS
from .frame import Campaign, Finding, Missing, count, reached_of_aims
from .store import Line

RUNNER = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
"""The distributions that the tests need beside the engine; all of them are written in Python alone."""


def link_runner(site: Path) -> None:
    """Put links to all that these distributions consist of into a folder.

    Raises:
        Missing: if one is not installed.

    """
    for name in RUNNER:
        try:
            files = distribution(name).files or ()
        except PackageNotFoundError:
            raise Missing(f"the tests need {name}") from None
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            (site / top).symlink_to(str(distribution(name).locate_file(top)))


class Threads(Campaign):
    """The whole file of tests is a unit."""

    name = "threads"
    about = "the tests of matches, journals and drivers under threads, again and again, on a free-threaded Python"
    aims: ClassVar[Mapping[str, int]] = {"runs": 20}

    def set_up(self, arguments: argparse.Namespace) -> None:
        self.pythons = {version: path for version, path in versions().items() if version.endswith("t")}
        if not self.pythons:
            raise Missing(
                "there is no free-threaded Python on the path; one can be built with ./configure --disable-gil, "
                "and SHEDKIT_PYTHONS can name it"
            )

    def units(self) -> Iterator[str]:
        for number in numbers():
            yield from (f"{version} {number}" for version in self.pythons)

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        version = unit.split()[0]
        with tempfile.TemporaryDirectory() as name:
            site = engine_in(Path(name))
            link_runner(site)
            done = subprocess.run(
                [self.pythons[version], "-m", "pytest", "-q", "--noconftest", "-c", os.devnull, f"--rootdir={ROOT}",
                 "-p", "no:cacheprovider", str(TESTS / "test_match_threads.py")],
                capture_output=True, text=True, check=False, cwd=name,
                env={**os.environ, "PYTHONPATH": os.pathsep.join([name, str(TESTS)]), "PYTHONDONTWRITEBYTECODE": "1"},
            )  # fmt: skip
        passed = re.search(r"(\d+) passed", done.stdout)
        if done.returncode or passed is None:
            raise Finding(f"Python {version}: {(done.stdout + done.stderr)[-1500:]}")
        return {"runs": 1, "tests": int(passed[1]), "free": version}

    def reached(self, lines: Sequence[Line]) -> str:
        on = sorted({line["free"] for line in lines})
        tests = self.figures(lines).get("tests", 0)
        return f"{reached_of_aims(self, lines)}, {count(tests)} tests passed, on {', '.join(on) or 'none'}"


CAMPAIGN = Threads
