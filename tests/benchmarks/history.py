"""What the benchmark has measured, as data: one line of JSON for each version and run, in `history.jsonl`.

Lines of the same run, which have the same date, were measured in turns on one machine, so their times can be compared.
Those of different machines or interpreters cannot.
"""

from __future__ import annotations

import json
import math
import os
import platform
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, TypedDict, cast, get_args, get_origin, get_type_hints, is_typeddict

from tests.benchmarks.contenders import Measured, Version, git

FILE = Path(__file__).with_name("history.jsonl")
CARRIED = re.compile(r'^(?:__version__|version) = "([^"]+)"', re.MULTILINE)


class HistoryError(Exception):
    """A line of the history is broken."""


class Machine(TypedDict):
    """Where something was measured."""

    processor: str
    cores: int
    system: str


class Interpreter(TypedDict):
    """By what it was run."""

    name: str
    version: str
    build: str
    compiler: str


class Cost(TypedDict):
    """What a figure costs: nanoseconds of processor time, and bytecodes."""

    ns: float
    bytecodes: float


class Game(TypedDict):
    """What was measured of a game: times, bytes for each move, and the functions that run most bytecodes in a move."""

    costs: dict[str, Cost]
    memory: dict[str, float]
    functions: dict[str, float]
    left_out: dict[str, str]


class Entry(TypedDict):
    """A line."""

    date: str
    commit: str
    committed: str
    version: str
    machine: Machine
    python: Interpreter
    effort: dict[str, float]
    games: dict[str, Game]


KINDS: Mapping[type, tuple[str, tuple[type, ...]]] = {
    str: ("a text", (str,)),
    int: ("a whole number", (int,)),
    float: ("a number", (int, float)),
    dict: ("an object", (dict,)),
}


def now() -> str:
    """The date and time, to the minute."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M")


def machine_here() -> str:
    """The machine in a few words."""
    machine = here()[0]
    return f"{machine['processor']}, {machine['cores']} cores, {machine['system']}"


def python_here() -> str:
    """The interpreter in a few words."""
    python = here()[1]
    return f"{python['name']} {python['version']}"


def here() -> tuple[Machine, Interpreter]:
    """This machine and this interpreter."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        named = re.search(r"^model name\s*: (.+)$", cpuinfo.read_text(encoding="utf-8"), re.MULTILINE)
        processor = named[1].strip() if named else processor
    machine = Machine(
        processor=processor, cores=os.cpu_count() or 1, system=f"{platform.system()} {platform.machine()}"
    )
    python = Interpreter(
        name=platform.python_implementation(),
        version=platform.python_version(),
        build=" ".join(platform.python_build()),
        compiler=platform.python_compiler(),
    )
    return machine, python


def entry(version: Version, games: Mapping[str, Measured], date: str, effort: Mapping[str, float]) -> Entry:
    """The line for a version."""
    assert version.commit is not None
    machine, python = here()
    texts = (version.root / place for place in ("src/shedkit/core/version.py", "pyproject.toml"))
    carried = (CARRIED.search(text.read_text(encoding="utf-8")) for text in texts if text.exists())
    return Entry(
        date=date,
        commit=version.commit,
        committed=git("show", "--no-patch", "--format=%cI", version.commit),
        version=next((named[1] for named in carried if named), "unknown"),
        machine=machine,
        python=python,
        effort=dict(effort),
        games={game: of_game(measured) for game, measured in games.items()},
    )


def of_game(measured: Measured) -> Game:
    """What is kept of a game: times to a nanosecond, bytecodes to a tenth."""
    return Game(
        costs={
            name: Cost(ns=round(figure.least), bytecodes=round(figure.bytecodes or 0, 1))
            for name, figure in measured.figures.items()
        },
        memory=dict(measured.memory),
        functions={function: round(number, 1) for function, number in measured.functions},
        left_out=measured.left_out,
    )


def add(kept: Sequence[Entry], entries: Sequence[Entry], file: Path = FILE) -> None:
    """Write lines behind those that were read before."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [*kept, *entries])
    new = file.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(file)


def read(file: Path = FILE) -> list[Entry]:
    """All lines of a history; none if there is no such file yet.

    Raises:
        HistoryError: for a line that is not what `entry` writes; it says which, and what would be right.

    """
    if not file.exists():
        return []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise HistoryError(f"{file.name} is no text in UTF-8") from None
    return [read_line(line, f"{file.name}, line {number}") for number, line in enumerate(lines, 1)]


def read_line(line: str, place: str) -> Entry:
    """One line."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise HistoryError(f"{place}: this is no JSON") from None
    check(data, Entry, place)
    found = cast(Entry, data)
    for name, pattern in (("date", r"\d{4}-\d\d-\d\d \d\d:\d\d"), ("commit", r"[0-9a-f]{40}")):
        if not re.fullmatch(pattern, data[name]):
            raise HistoryError(f"{place}: {name} is {data[name]!r}, which does not look like one")
    return found


def check(data: object, kind: Any, place: str) -> None:
    """That data is what a type says: a typed dictionary, a dictionary by names, a text, or a number of 0 or more."""
    plain = dict if is_typeddict(kind) else get_origin(kind) or kind
    words, types = KINDS[plain]
    if type(data) not in types or (isinstance(data, int | float) and not 0 <= data < math.inf):
        raise HistoryError(f"{place}: {words} is needed, not {json.dumps(data)[:40]}")
    if not isinstance(data, dict):
        return
    fields = get_type_hints(kind) if is_typeddict(kind) else dict.fromkeys(data, get_args(kind)[1])
    for name in sorted(set(data) ^ set(fields)):
        raise HistoryError(f"{place}: {name} is {'missing' if name in fields else 'no field'}")
    for name, value in data.items():
        check(value, fields[name], f"{place}: {name}")


if __name__ == "__main__":
    for line in read():
        print(line["date"], line["commit"][:7], line["version"], line["python"]["version"], *line["games"])
