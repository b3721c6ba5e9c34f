"""Mutation testing: the core, the families and the games are changed, one place at a time, and tests must notice.

The changes, the runner and the explained ones stand in `tests/mutation`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count as numbers
from itertools import islice
from pathlib import Path
from typing import Any

from mutation.operators import Mutant, mutants

from . import TESTS
from .frame import Campaign, Finding, Missing, count
from .store import PROGRESS, Line

try:
    from mutation.covering import RUNNER, Covering, covering, sources, test_files
    from mutation.running import PACKAGE
except ImportError:  # where processes cannot be forked and limited
    RUNNER = None

EXPLAINED = TESTS / "mutation" / "equivalent.jsonl"
SEED = 13
"""The order in which mutants are tried is that of a digest of this and of their names."""
SHARES = {
    "core": 15,
    "families/ladder": 4,
    "families/melds": 4,
    "games/lucky_shutdown": 4,
    "games/quiclo": 4,
    "games/shanghai_rummy": 4,
    "games/shithead": 4,
}
"""How many of each are tried in turn."""
SECONDS = 20.0
"""How long the tests take, unchanged and watched, against which a mutant is held at each of its stages; unwatched, they
take about a third of that."""
FILES = (3, 9)
"""From how many files the tests are that meet an imported change at first, and then."""


DECLARED = ("tests/test_descriptions.py", "tests/test_docs.py", "tests/test_moves.py", "tests/test_refusals.py")
"""Tests of what games declare. They enter no function of theirs, and meet what is changed outside functions at first."""
TELLING = ("tests/test_bad_input.py", "tests/test_errors_told.py", "tests/test_faults.py", "tests/test_refusals.py")
"""Tests of what is said, word for word: they meet a changed word at first."""


class Mutants(Campaign):
    """A unit is a mutant. One that lives is found, and is tried again first by the next run."""

    name = "mutants"
    about = (
        "mutation testing of core, families and games: operators, numbers, words, conditions, statements and arguments "
        "are changed, one at a time, in an order drawn with a seed; a test must fail, or the mutant is explained in "
        "`tests/mutation/equivalent.jsonl`"
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--map",
            type=Path,
            default=PROGRESS / "mutants-map.jsonl",
            help="the file that notes which functions each test enters; made before the first unit, in some minutes",
        )
        parser.add_argument("--only", help="only mutants whose name begins like that")
        parser.add_argument(
            "--again",
            choices=["alive"],
            help="only mutants that lived when they were tried last, against the tests that there are now",
        )

    def set_up(self, arguments: argparse.Namespace) -> None:
        if RUNNER is None or not sys.platform.startswith("linux"):
            raise Missing("it needs Linux, for forks and limits")
        self.covering: Covering = covering(arguments.map, test_files())
        self.explained = explained(EXPLAINED)
        self.only = arguments.only or ""
        self.again = arguments.again
        self.every = {mutant.key: mutant for mutant in all_mutants()}
        self.servers: dict[str, subprocess.Popen[str]] = {}
        self.sound: set[tuple[str, str]] = set()

    def units(self) -> Iterator[str]:
        if self.again:
            return  # those that live are tried again first, whatever comes after them
        ordered: dict[str, Iterator[str]] = {}
        for subject in SHARES:
            own = [key for key in self.every if key.startswith(f"{subject}/") and key.startswith(self.only)]
            ordered[subject] = iter(sorted(own, key=lambda key: sha256(f"{SEED} {key}".encode()).digest()))
        for _ in numbers():
            some = [key for subject, share in SHARES.items() for key in islice(ordered[subject], share)]
            if not some:
                return
            yield from some

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        mutant = self.every.get(unit)
        subject = next(subject for subject in SHARES if unit.startswith(f"{subject}/"))
        if mutant is None:
            return {"gone": 1}
        if unit in self.explained:
            return {"subject": subject, "equivalent": 1}
        by, held = self.tried(mutant)
        if by:
            return {"subject": subject, "killed": 1, "by": by}
        before, after = (text.splitlines()[mutant.line - 1].strip() for text in self.texts(mutant))
        raise Finding(f"{held} tests hold with line {mutant.line}: {before} => {after}")

    def texts(self, mutant: Mutant) -> tuple[str, str]:
        """The file without and with the change."""
        source = (PACKAGE / mutant.path).read_text(encoding="utf-8")
        return source, mutant.applied(source)

    def tried(self, mutant: Mutant) -> tuple[str, int]:
        """Which test fails with it, if any, and how many do not.

        The tests that enter the function come first, with its code exchanged: of a word, those of what is said, and then
        those that enter little else. What is done while the library is imported needs another import, with the change:
        before the tests of few files, then of more.
        """
        before, after = self.texts(mutant)
        request = {"path": mutant.path, "before": before, "after": after}
        entering = self.covering.entering.get((mutant.path, mutant.function), []) if mutant.function else []
        if mutant.of_word:
            entering = sorted(entering, key=lambda test: not test.startswith(TELLING))
        held = 0
        if entering:
            told = self.held_against("swap", {**request, "tests": self.within(entering)})
            if "by" in told:
                return told["by"], 0
            held = told["held"]
            if held and (mutant.path, mutant.function) not in self.covering.at_import:
                return "", held
        declared = () if mutant.function else filter(lambda test: test.startswith(DECLARED), self.covering.seconds)
        tests = self.within([*entering, *self.covering.ordered(declared), *self.covering.of_file(mutant.path)])
        files_left = [file for file, _ in Counter(test.partition("::")[0] for test in tests).most_common()]
        for most in FILES:
            files, files_left = files_left[:most], files_left[most:]
            chosen = {test: second for test, second in tests.items() if test.partition("::")[0] in files}
            if chosen:
                told = self.held_against("anew", {**request, "tests": chosen, "files": files})
                if "by" in told:
                    return told["by"], 0
                held += told["held"]
        return "", held

    def held_against(self, mode: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """What the tests say; the first time that one fails, it is asked as well what it says of no change.

        Raises:
            Finding: if it fails then, too.

        """
        told = self.asked(mode, request)
        if "by" in told and (mode, told["by"]) not in self.sound:
            last = told["by"].removeprefix("time: ").removeprefix("died: ")
            order = list(request["tests"])
            upto = {test: request["tests"][test] for test in order[: order.index(last) + 1 if last in order else 0]}
            unchanged = self.asked(mode, {**request, "after": request["before"], "tests": upto})
            if "by" in unchanged:
                raise Finding(f"without a change there fails {unchanged['by']} ({mode}, {request['path']})")
            self.sound.add((mode, told["by"]))
        return told

    def within(self, tests: Sequence[str]) -> dict[str, float]:
        """Tests in their order, as long as there is time, and what each takes."""
        chosen: dict[str, float] = {}
        left = SECONDS
        for test in dict.fromkeys(tests):
            seconds = self.covering.seconds[test]
            if seconds <= left:
                left -= seconds
                chosen[test] = seconds
        return chosen

    def asked(self, mode: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """What a server answers; it is started when it is first asked, and ends when nobody can ask any more."""
        if mode not in self.servers:
            files = test_files() if mode == "swap" else []
            self.servers[mode] = subprocess.Popen(
                [sys.executable, str(RUNNER), mode, *files],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        server = self.servers[mode]
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        line = server.stdout.readline()
        if not line:
            raise RuntimeError(f"the server of tests has ended with {server.wait()}")
        told: dict[str, Any] = json.loads(line)
        return told

    def reached(self, lines: Sequence[Line]) -> str:
        tallies: dict[str, Counter[str]] = {subject: Counter() for subject in SHARES}
        for line in lines:
            if "subject" in line:
                tallies[line["subject"]].update(killed=line.get("killed", 0), equivalent=line.get("equivalent", 0))
        total = sum(tallies.values(), Counter())
        each = ", ".join(f"{subject.rpartition('/')[2]} {count(tally['killed'])}" for subject, tally in tallies.items())
        # not of how many: that changes with every line of the sources, and this text is held to the data alone
        return f"{count(total['killed'])} killed ({each}), {count(total['equivalent'])} more explained as equivalent"


def all_mutants() -> Iterator[Mutant]:
    """Every mutant of every file."""
    for path in sources():
        yield from mutants(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))


def explained(path: Path) -> dict[str, str]:
    """Why each of these mutants differs in nothing that anybody could notice."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["mutant"]: line["why"] for line in lines}


CAMPAIGN = Mutants
