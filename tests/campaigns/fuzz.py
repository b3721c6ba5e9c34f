"""Hostile inputs from a fuzzer that is guided by coverage; what is fuzzed stands in `tests/fuzz`."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import count as numbers
from pathlib import Path
from typing import Any, ClassVar

from . import TESTS
from .frame import Campaign, Finding, Missing, count, reached_of_aims
from .store import PROGRESS, Line

FUZZER = TESTS / "fuzz" / "fuzz_outside.py"
ROUND = 60
"""Seconds of a round."""
MANY = 1_500
"""With more inputs than that, those that reach nothing the others do not reach are taken out."""
LIMITS = ("-timeout=20", "-rss_limit_mb=2048", "-max_len=20000")


class Fuzz(Campaign):
    """One round after the other, with the inputs that earlier rounds have kept."""

    name = "fuzz"
    about = (
        "hostile inputs for everything that reads what comes from outside: states, views, moves, events, options, "
        "codes, records, journals; guided by coverage, half of the changes keep the text JSON"
    )
    aims: ClassVar[Mapping[str, int]] = {"inputs": 10_000_000}
    largest = frozenset({"edges", "kept"})

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--corpus",
            type=Path,
            default=PROGRESS / "fuzz-corpus",
            help="the folder of inputs that reach something; begun with real texts if it is not there",
        )

    def set_up(self, arguments: argparse.Namespace) -> None:
        if find_spec("atheris") is None:
            raise Missing('it needs the fuzzer atheris, which runs on Linux: pip install -e ".[dev,fuzz]"')
        self.corpus: Path = arguments.corpus
        self.corpus.mkdir(parents=True, exist_ok=True)

    def units(self) -> Iterator[str]:
        return map(str, numbers())

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        long = max(1, round(min(ROUND, seconds)))
        with tempfile.TemporaryDirectory() as folder:
            told = self.fuzzed(Path(folder), f"-max_total_time={long}", f"-seed={int(unit) + 1}")
        kept = len(list(self.corpus.iterdir()))
        if kept > MANY:
            self.shrink()
        # lines such as "#11503 DONE   cov: 2645 ft: 9159 corp: 303/284Kb"
        edges = max((int(number) for number in re.findall(r"cov: (\d+)", told)), default=0)
        return {"inputs": int(told.rsplit("stat::number_of_executed_units:", 1)[1].split()[0]), "edges": edges,
                "kept": kept}  # fmt: skip

    def fuzzed(self, folder: Path, *words: str) -> str:
        """Run the fuzzer; gives what it says."""
        done = subprocess.run(
            [sys.executable, str(FUZZER), str(self.corpus), *words, *LIMITS, "-print_final_stats=1",
             f"-artifact_prefix={folder}/"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )  # fmt: skip
        if done.returncode:
            inputs = [b64encode(path.read_bytes()).decode() for path in sorted(folder.glob("*-*"))]
            error = done.stdout.partition("Uncaught Python exception")[2].partition("\n==")[0] or done.stdout
            raise Finding(f"exit {done.returncode}: {error[-900:]}; input in base64: {' '.join(inputs)[:900]}")
        return done.stdout

    def shrink(self) -> None:
        """Keep as few inputs as reach the same."""
        beside = self.corpus.with_name(f"{self.corpus.name}-new")
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir()
        command = [sys.executable, str(FUZZER), str(beside), str(self.corpus), "-merge=1", *LIMITS]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            shutil.rmtree(self.corpus)
            beside.rename(self.corpus)

    def reached(self, lines: Sequence[Line]) -> str:
        total = self.figures(lines)
        return f"{reached_of_aims(self, lines)}, {count(total.get('edges', 0))} edges of the code reached"


CAMPAIGN = Fuzz
