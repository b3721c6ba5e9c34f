"""Runs everything that the documentation shows: README, pages and docstrings.

- A ``python`` block runs in the namespace of its page. What it prints must stand in the ``text`` block after it,
  and every ``text`` block is such a print. A block of ``>>>`` lines is a doctest.
- A ``console`` block is a session: each ``$`` line is run, a ``>`` line is typed, and all the output must match.
- In ``text`` and ``console`` blocks a line ``...`` stands for any lines.
- A ``shell`` block sets a machine up. It is not run; it must be listed in ``INSTALLING``, word for word.
"""

from __future__ import annotations

import atexit
import doctest
import io
import os
import shlex
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from types import ModuleType

import pytest
from sybil import Document, Example, Sybil
from sybil.evaluators.python import PythonEvaluator
from sybil.integration.pytest import SybilItem
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser
from sybil.sybil import SybilCollection

ROOT = Path(__file__).parent

INSTALLING = (
    "python -m venv .venv && .venv/bin/pip install -e . && "
    ".venv/bin/python -m shedkit play shithead --players 3 --seed 7 --watch",
    'python -m venv .venv && .venv/bin/pip install -e ".[dev]" && .venv/bin/python -m pytest -n auto',
    'pip install -e ".[testing]"',
)
"""The only commands in the documentation that the tests do not run: they install."""


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the lines shown are the lines printed, where ``...`` stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and shown[0].rstrip() == printed[0].rstrip() and matches(shown[1:], printed[1:])


def compared(shown: str, printed: str) -> str | None:
    """What to say if the documentation shows something else than what was printed."""
    left, right = shown.strip("\n").splitlines(), printed.strip("\n").splitlines()
    return None if matches(left, right) else f"shown:\n{shown}\nprinted:\n{printed}"


class PageModule(ModuleType):
    """The blocks of a page as a module, so that their classes can be pickled as those of a file can."""

    def __init__(self, name: str, namespace: dict[str, object]) -> None:
        super().__init__(name)
        self.__dict__["_namespace"] = namespace

    def __getattr__(self, name: str) -> object:
        try:
            return self.__dict__["_namespace"][name]
        except KeyError:
            raise AttributeError(name) from None


def open_page(namespace: dict[str, object]) -> None:
    """Before the first block of a page."""
    name = f"page_{id(namespace)}"
    if name not in sys.modules:
        namespace["__name__"] = name
        sys.modules[name] = PageModule(name, namespace)


@cache
def installed_examples() -> str:
    """A path on which the games of ``examples`` are found as if they were installed, by their entry points."""
    site = Path(mkdtemp(prefix="examples-"))
    atexit.register(rmtree, site, ignore_errors=True)
    paths = [str(site)]
    for project in sorted((ROOT / "examples").glob("*/pyproject.toml")):
        text = project.read_text(encoding="utf-8")
        name = project.parent.name
        info = site / f"{name}-0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n")
        groups = text.split("[project.entry-points.")[1:]
        (info / "entry_points.txt").write_text("".join("[" + g.split("[tool")[0].replace('"', "") for g in groups))
        paths.append(str(project.parent))
    return os.pathsep.join([*paths, *filter(None, [os.environ.get("PYTHONPATH")])])


_run_python = PythonEvaluator()


def run_python(example: Example) -> str | None:
    """Run a block of statements and keep what it prints for the text block after it."""
    out = io.StringIO()
    with redirect_stdout(out):
        _run_python(example)
    example.namespace["_printed"] = out.getvalue()
    following = next((region for start, region in example.document.regions if start > example.region.start), None)
    if out.getvalue() and (following is None or following.evaluator is not compare_text):
        return f"the page does not show what this block prints:\n{out.getvalue()}"
    return None


def compare_text(example: Example) -> str | None:
    """A text block is what the Python block before it has printed."""
    return compared(str(example.parsed), example.namespace.pop("_printed", ""))


@cache
def _out_of_the_way() -> str:
    """A folder for what commands write."""
    folder = mkdtemp(prefix="written-")
    atexit.register(rmtree, folder, ignore_errors=True)
    return folder


def run_console(example: Example) -> str | None:
    """Run each command of a session and compare what it prints."""
    sessions: list[tuple[str, list[str]]] = []
    for line in str(example.parsed).rstrip("\n").split("\n"):
        if line.startswith("$ "):
            sessions.append((line[2:], []))
        elif not sessions:
            return f"a session begins with '$ ', not with {line!r}"
        else:
            sessions[-1][1].append(line)
    for command, shown in sessions:
        program, *words = shlex.split(command)
        if program != "python":
            return f"a session runs python, not {program}"
        typed = "".join(line[2:] + "\n" for line in shown if line.startswith("> "))
        done = subprocess.run(
            [sys.executable, *words],
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            cwd=_out_of_the_way() if words[:3] == ["-m", "shedkit", "study"] else ROOT,
            env={
                **os.environ,
                "PYTHONPATH": installed_examples(),
                "COLUMNS": "88",
                "PYTHONIOENCODING": "utf-8",
            },
            timeout=120,
            check=False,
        )
        fault = compared("\n".join(shown), done.stdout)
        if fault:
            return f"$ {command}\n{fault}"
    return None


def check_shell(example: Example) -> str | None:
    """A shell block holds only commands that are known to set a machine up."""
    for line in str(example.parsed).splitlines():
        if line and line not in INSTALLING:
            return f"{line!r} is neither run nor listed in conftest.py: use a console block"
    return None


class PythonParser(PythonCodeBlockParser):
    """Python blocks: doctests, or statements whose output is kept."""

    def __init__(self) -> None:
        super().__init__(doctest_optionflags=doctest.ELLIPSIS)
        self.codeblock_parser = CodeBlockParser("python", run_python)


def markdown(path: str, *patterns: str) -> Sybil:
    """The blocks of the Markdown files below a directory."""
    return Sybil(
        [
            PythonParser(),
            CodeBlockParser("text", compare_text),
            CodeBlockParser("console", run_console),
            CodeBlockParser("shell", check_shell),
        ],
        path=path,
        patterns=patterns,
        document_types={None: Document},
        setup=open_page,
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object | None:
    """Give the tests of a file to one process: what a file works out once, and the blocks of a page, are done once.

    The long sweeps are shared out one by one, for some files of them take as long as all others.
    """
    from xdist.scheduler import LoadFileScheduling

    return None if config.option.markexpr == "deep" else LoadFileScheduling(config, log)


pytest_collect_file = SybilCollection(
    [
        markdown("docs", "*.md"),
        markdown(".", "README.md", "CHANGELOG.md"),
        Sybil([DocTestParser(doctest.ELLIPSIS)], path="src", pattern="*.py"),
    ]
).pytest()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Run the blocks above a block first, if this process has not: one block may be asked for alone."""
    if not isinstance(item, SybilItem):
        return
    here = item.example
    if here.document.path.endswith(".md"):
        open_page(here.namespace)  # the blocks below run before the page is set up
    done: set[int] = here.document.__dict__.setdefault("done", set())
    for earlier in here.document.examples():
        if earlier.region.start < here.region.start and earlier.region.start not in done:
            with suppress(Exception):  # its own test tells what is wrong with it
                earlier.evaluate()
            done.add(earlier.region.start)
    done.add(here.region.start)
