"""Which tests enter which functions: noted once for each file of tests, and again for those that have changed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs

from .operators import functions
from .running import LONGEST, PACKAGE, ROOT

ROOMS = ("core", "families", "games")
RUNNER = Path(__file__).parent / "running.py"
LEFT_OUT = re.compile("campaigns|cli|house|journal|match_|mutation|new|packed|search|server|study|transitions|v|walls")
"""Tests that look at texts, start programs, or are about what stands outside the rooms: they are not tried."""


def test_files() -> list[str]:
    """The files of tests, and the files whose docstrings are tests."""
    tests = [path for path in sorted((ROOT / "tests").glob("test_*.py")) if not LEFT_OUT.match(path.stem[5:])]
    return [str(path.relative_to(ROOT)) for path in (*tests, *sources())]


def sources() -> list[Path]:
    """The files that are changed."""
    return [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))]


@attrs.define
class Covering:
    """What the tests enter.

    Attributes:
        seconds: of each test.
        width: how many functions it enters.
        entering: the tests that enter a function, by file and dotted name, in their order.
        at_import: the functions that are entered while the library is imported.

    """

    seconds: dict[str, float] = attrs.Factory(dict)
    width: dict[str, int] = attrs.Factory(dict)
    entering: dict[tuple[str, str], list[str]] = attrs.Factory(dict)
    at_import: set[tuple[str, str]] = attrs.Factory(set)

    def of_file(self, path: str) -> list[str]:
        """All tests that enter anything of a file, or else of its folder, in their order."""
        for there in (path, path.rpartition("/")[0]):
            tests = {test for (file, _), tests in self.entering.items() if file.startswith(there) for test in tests}
            if tests:
                return self.ordered(tests)
        return []

    def ordered(self, tests: Iterable[str]) -> list[str]:
        """Those first that enter the fewest functions: they are the most likely to be about this one."""
        return sorted(tests, key=lambda test: (self.width[test], test))


def covering(path: Path, files: Sequence[str]) -> Covering:
    """Read what was noted, after noting what is not there or has changed."""
    stamps, tests = _read(path)
    now = {file: sha256((ROOT / file).read_bytes()).hexdigest() for file in files}
    open_files = [file for file in files if stamps.get(file) != now[file]]
    if open_files:
        print(f"noting what the tests of {len(open_files)} files enter; at most {LONGEST} s each", flush=True)
        done = subprocess.run(
            [sys.executable, str(RUNNER), "map", *open_files],
            capture_output=True,
            text=True,
            check=False,
        )
        fresh = [json.loads(line) for line in done.stdout.splitlines()]
        if not fresh:
            raise RuntimeError(f"the tests cannot be run: {done.stderr[-2000:]}")
        lines = [line for test, line in tests.items() if _file(test) not in open_files] + fresh
        kept = [{"file": file, "stamp": stamp} for file, stamp in {**stamps, **now}.items()]
        path.write_text("".join(json.dumps(line) + "\n" for line in (*lines, *kept)), encoding="utf-8")
        stamps, tests = _read(path)
    return _resolved([line for test, line in tests.items() if _file(test) in now])


def _file(test: str) -> str:
    return test.partition("::")[0]


def _read(path: Path) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    stamps, tests = {}, {}
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        line = json.loads(text)
        if "stamp" in line:
            stamps[line["file"]] = line["stamp"]
        else:
            tests[line["test"]] = line
    return stamps, tests


def _resolved(lines: Sequence[dict[str, Any]]) -> Covering:
    """By the names of the functions in place of the numbers of their first lines."""
    made = Covering(
        {line["test"]: line["seconds"] for line in lines}, {line["test"]: len(line["entered"]) for line in lines}
    )
    named = _Names()
    entering: dict[tuple[str, str], set[str]] = {}
    for line in lines:
        for function in named.of(line["entered"]):
            entering.setdefault(function, set()).add(line["test"])
    made.entering = {function: made.ordered(tests) for function, tests in entering.items()}
    told = subprocess.run([sys.executable, str(RUNNER), "import"], stdout=subprocess.PIPE, text=True, check=True)
    made.at_import = set(named.of(json.loads(told.stdout)["entered"]))
    return made


class _Names:
    """The names of functions by file and first line; of functions inside them that have none, such as comprehensions,
    those of the functions around.
    """

    def __init__(self) -> None:
        self.spans = {
            path.relative_to(PACKAGE).as_posix(): functions(path.read_text(encoding="utf-8")) for path in sources()
        }
        self.known: dict[tuple[str, int], str] = {}

    def of(self, entered: Iterable[tuple[str, int]]) -> Iterator[tuple[str, str]]:
        for file, first in entered:
            if file in self.spans:
                if (file, first) not in self.known:
                    around = [name for begin, end, name in self.spans[file] if begin <= first <= end]
                    self.known[file, first] = around[-1] if around else ""
                yield file, self.known[file, first]
