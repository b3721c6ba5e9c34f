"""Versions of the library that run in turns, each game of each in a process of its own, and how they compare.

A block is one process for each version, all alive at once, which sweep over the figures of a game in turns. Of every
stretch of calls the least time counts that it ever took, since whatever else the machine does only adds to it. The sum
over the stretches is the figure: of one block, to compare with the same block of another version, and of all blocks.

Processes differ among themselves by some per cent, however often they sweep, for instance by where their memory lies.
So two versions are compared by many blocks, each with fresh processes and its own seed of hashes, and the interval of
the ratio is that of the median over the blocks, by order alone: it assumes of the blocks that they do not depend on each
other, and nothing of how they spread.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent.parent
WORKER = Path(__file__).with_name("worker.py")
LEVEL = 0.95
"""How often an interval covers the true ratio, at least."""
FEWEST = 6
"""With fewer blocks there is no interval of this level."""


class BenchError(Exception):
    """What was asked for cannot be measured."""


@dataclass(frozen=True)
class Version:
    """A checkout of the library.

    Attributes:
        label: what it is called in tables.
        root: the folder with `src`, and with `examples`.
        commit: the whole name of the commit, or None for a folder of which none is known.

    """

    label: str
    root: Path
    commit: str | None = None

    @property
    def path(self) -> str:
        """Where its processes find the library and the examples."""
        return os.pathsep.join(str(self.root / folder) for folder in ("src", "examples", "examples/mau_mau"))


@dataclass(frozen=True)
class Table:
    """A game and its options, which every version plays."""

    game: str
    players: int = 4

    @property
    def command(self) -> list[str]:
        """What starts a worker for it, but for the figures."""
        return [sys.executable, str(WORKER), self.game, json.dumps({"players": self.players})]


@dataclass
class Figure:
    """How long something takes, in nanoseconds of processor time for each unit.

    Attributes:
        units: how many calls, moves or iterations a sweep has.
        blocks: the least time in each block.
        stretches: the least time of each stretch of a sweep, in nanoseconds.
        bytecodes: how many of them a unit runs.
        again: the same, counted a second time.

    """

    units: int
    blocks: list[float] = field(default_factory=list)
    stretches: list[int] = field(default_factory=list)
    bytecodes: float | None = None
    again: float | None = None

    @property
    def least(self) -> float:
        """The least time over all blocks."""
        return sum(self.stretches) / self.units

    def add(self, stretches: Sequence[int]) -> None:
        """What a block has taken."""
        self.blocks.append(sum(stretches) / self.units)
        self.stretches = list(map(min, self.stretches or stretches, stretches))


@dataclass
class Measured:
    """What was measured of a game of a version."""

    figures: dict[str, Figure] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)
    functions: list[tuple[str, float]] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)


# --- which version


def git(*words: str, root: Path = ROOT) -> str:
    """What git prints."""
    try:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BenchError("git is not installed, so there are no revisions to measure: name a folder") from None
    except ValueError:
        raise BenchError("no name has a zero byte in it") from None
    if done.returncode:
        told = done.stderr.strip().splitlines() or ["it says nothing"]
        raise BenchError(f"git {words[0]}: {told[-1]}")
    return done.stdout.strip()


def commit_of(name: str, root: Path = ROOT) -> str:
    """The whole name of a commit.

    Raises:
        BenchError: if this is no repository, or the name is none of a commit in it.

    """
    git("rev-parse", "--git-dir", root=root)
    try:
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}", root=root)
    except BenchError:
        raise BenchError(
            f"{name!r} is neither a commit of this repository nor a folder with src/shedkit in it"
        ) from None


@contextmanager
def version_of(name: str, root: Path = ROOT) -> Iterator[Version]:
    """A folder with the library, or a revision, which is checked out for as long as the context lasts.

    Raises:
        BenchError: if there is no such folder and no such revision.

    """
    if name and "\0" not in name and (Path(name) / "src" / "shedkit").is_dir():
        yield Version(name, Path(name).resolve())
        return
    commit = commit_of(name, root)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        place = Path(folder) / "tree"
        git("worktree", "add", "--detach", "--quiet", str(place), commit, root=root)
        try:
            yield Version(name, place, commit)
        finally:
            git("worktree", "remove", "--force", str(place), root=root)


# --- running


class Process:
    """A worker of a version."""

    def __init__(self, label: str, command: Sequence[str], path: str, seed: int) -> None:
        self._label = label
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": str(seed)},
        )

    def answer(self) -> dict[str, Any]:
        """The next line of it.

        Raises:
            BenchError: if it has ended instead.

        """
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            _, told = self._process.communicate()
            raise BenchError(f"{self._label}: its process has ended: {(told.strip().splitlines() or ['?'])[-1]}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, command: str) -> dict[str, Any]:
        """Tell it to do something, and wait."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # then it has ended, and says why
        return self.answer()

    def end(self) -> None:
        """Stop it."""
        self._process.kill()
        self._process.communicate()


def measure(
    versions: Sequence[Version],
    table: Table,
    wanted: Sequence[str],
    *,
    blocks: int,
    sweeps: int,
    once: Sequence[str] = ("count", "memory"),
) -> dict[str, Measured]:
    """One game by all versions, in turns; by the labels of the versions."""
    command = [*table.command, json.dumps(list(wanted))]
    found = {version.label: Measured() for version in versions}
    for block in range(blocks):
        with ExitStack() as stack:
            running: dict[str, Process] = {}
            for version in versions if block % 2 else reversed(versions):
                process = Process(f"{version.label}, {table.game}", command, version.path, block)
                stack.callback(process.end)
                if begun(found[version.label], process.answer()):
                    running[version.label] = process
            for label, answer in swept(running, sweeps).items():
                for name, stretches in answer.items():
                    found[label].figures[name].add(stretches)
            if not block:
                for label, process in running.items():
                    asked_once(found[label], process, once)
    return found


def swept(running: Mapping[str, Process], sweeps: int) -> dict[str, dict[str, list[int]]]:
    """What the last of so many sweeps has told of each process; they take turns."""
    answers: dict[str, dict[str, list[int]]] = {}
    for _ in range(sweeps):
        for label, process in running.items():
            answers[label] = process.ask("sweep")
    return answers


def begun(measured: Measured, answer: Mapping[str, Any]) -> bool:
    """Note what a process tells at its beginning; whether it can go on."""
    if "no game" in answer:
        measured.left_out["*"] = answer["no game"]
        return False
    measured.marks = list(answer["marks"])
    measured.left_out |= answer["left out"]
    for name, units in answer["units"].items():
        measured.figures.setdefault(name, Figure(units))
    return True


def asked_once(measured: Measured, process: Process, commands: Sequence[str]) -> None:
    """Note what needs no second process."""
    if "count" in commands:
        answer = process.ask("count")
        for name, (first, second) in answer["bytecodes"].items():
            measured.figures[name].bytecodes, measured.figures[name].again = first, second
        measured.functions = [(function, number) for function, number in answer["functions"]]
    if "memory" in commands:
        answer = process.ask("memory")
        measured.memory, measured.left_out = dict(answer["memory"]), dict(answer["left out"])


# --- comparing


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The median, and between what it lies with a probability of at least `LEVEL`.

    The order statistics of the sign test: exact whatever the values are distributed like, if they are independent.

    Raises:
        ValueError: for fewer than `FEWEST` values.

    >>> interval([0.9, 1.0, 1.1, 1.2, 1.3, 1.4])
    (1.15, 0.9, 1.4)
    """
    number = len(values)
    if number < FEWEST:
        raise ValueError(f"at least {FEWEST} values are needed, not {number}")
    ordered, outside, rank = sorted(values), 0.0, 0
    while outside + 2 * comb(number, rank) / 2**number <= 1 - LEVEL:
        outside += 2 * comb(number, rank) / 2**number
        rank += 1
    return median(ordered), ordered[rank - 1], ordered[number - rank]


def ratio(new: Figure, old: Figure) -> tuple[float, float, float]:
    """How many times as long the new one takes, with an interval: block by block, since a block shares its moment."""
    return interval([here / there for here, there in zip(new.blocks, old.blocks, strict=True)])
