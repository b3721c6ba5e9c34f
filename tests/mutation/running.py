"""Runs tests against changed sources, each change in a child of its own that is forked from a process that is ready.

    python running.py map FILES              which functions each test enters, and how long it takes
    python running.py import                 which functions are entered while the library is imported
    python running.py swap FILES             the tests are collected once; a child exchanges the code of functions
    python running.py anew                   a child imports the library, changed, and collects the tests it needs

The two latter read requests, a line of JSON each, and answer each with a line.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper, partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NoReturn

import attrs  # noqa: F401  # what children need is imported here, once
import hypothesis
import pytest
import sybil  # noqa: F401
import typing_extensions  # noqa: F401

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "shedkit"
MEMORY = 4 << 30
"""How much a child may take."""
SECONDS, TIMES = 3, 10
"""Seconds of processor time that a test may take beyond so many times what it takes as a rule."""
LONGEST = 4
"""Seconds that a test may take while it is watched, which makes it slower; those that take longer are left out."""
PATIENCE = 600
"""Seconds after which a child is given up that neither answers nor uses the processor."""
WORDS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "--no-header", "-W", "ignore")
Request = Mapping[str, Any]


class Child:
    """What a child tells: the first test that failed, or how many held."""

    def __init__(self, out: int, request: Request) -> None:
        self.out, self.seconds, self.run = out, request["tests"], 0
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def answer(self, **told: Any) -> NoReturn:
        with os.fdopen(self.out, "wb") as out:
            out.write(json.dumps(told).encode())
        os._exit(0)

    def allow(self, test: str) -> None:
        """Give a test its time; who takes more is killed by the system."""
        spent = resource.getrusage(resource.RUSAGE_SELF)
        more = SECONDS + TIMES * self.seconds.get(test, 1.0)
        resource.setrlimit(
            resource.RLIMIT_CPU, (int(spent.ru_utime + spent.ru_stime + more) + 1, resource.RLIM_INFINITY)
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        os.ftruncate(self.note, 0)
        os.pwrite(self.note, item.nodeid.encode(), 0)
        self.allow(item.nodeid)
        self.run += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.answer(by=report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.answer(by=f"import: {report.nodeid}")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Those that are asked for, in their order."""
        order = {test: number for number, test in enumerate(self.seconds)}
        wanted = [item for item in items if item.nodeid in order]
        items[:] = sorted(wanted, key=lambda item: order[item.nodeid])

    note: int


def forked(request: Request, work: Callable[[Child], None]) -> dict[str, Any]:
    """Do it in a child, and give what it answers or how it died."""
    out, into = os.pipe()
    note = os.memfd_create("test")
    process = os.fork()
    if not process:
        try:
            os.close(out)
            child = Child(into, request)
            child.note = note
            work(child)
            child.answer(held=child.run)
        except BaseException as error:
            os.write(into, json.dumps({"by": f"import: {error!r}"[:300]}).encode())
        finally:
            os._exit(1)
    os.close(into)
    ready, _, _ = select.select([out], [], [], PATIENCE)
    text = b""
    while ready and (part := os.read(out, 1 << 20)):
        text += part
    if not text:
        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    test = os.pread(note, 10_000, 0).decode()
    os.close(out)
    os.close(note)
    if text:
        told: dict[str, Any] = json.loads(text)
        return told
    if not ready or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
        return {"by": f"time: {test}"}
    return {"by": f"died: {test}"}


class Line:
    """Where requests come from and answers go to; what tests read and print is kept apart from it."""

    def __init__(self) -> None:
        self.requests, self.answers = (
            os.fdopen(os.dup(0), encoding="utf-8"),
            os.fdopen(os.dup(1), "w", encoding="utf-8"),
        )
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)

    def answer(self, told: Mapping[str, Any]) -> None:
        self.answers.write(json.dumps(told) + "\n")
        self.answers.flush()

    def serve(self, work: Callable[[Request, Child], None]) -> None:
        """Answer requests until there are no more."""
        for text in self.requests:
            request = json.loads(text)
            self.answer(forked(request, partial(work, request)))


# --- code is exchanged


def exchanged(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions of which the code differs, those inside others too."""
    before = [value for value in old.co_consts if isinstance(value, CodeType)]
    after = [value for value in new.co_consts if isinstance(value, CodeType)]
    if [code.co_name for code in before] != [code.co_name for code in after]:
        raise LookupError("the functions are not the same")
    for one, other in zip(before, after, strict=True):
        if one != other:
            yield one, other
            yield from exchanged(one, other)


class Swapping:
    """A session that is collected, and in place of running it answers requests."""

    def __init__(self, line: Line) -> None:
        self.line, self.by_file = line, dict[str, list[FunctionType]]()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for function in gc.get_objects():
            if isinstance(function, FunctionType):
                self.by_file.setdefault(function.__code__.co_filename, []).append(function)
        items = {item.nodeid: item for item in session.items}

        def work(request: Request, child: Child) -> None:
            child.allow("")
            try:
                self.swap(request)
            except LookupError:
                child.answer(held=0)
            session.config.pluginmanager.register(child)
            chosen = [items[test] for test in request["tests"] if test in items]
            for item, following in zip(chosen, [*chosen[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

        self.line.serve(work)
        return True

    def swap(self, request: Request) -> None:
        file = str(PACKAGE / request["path"])
        old, new = (compile(text, file, "exec", dont_inherit=True) for text in (request["before"], request["after"]))
        codes = dict(exchanged(old, new))
        for function in self.by_file.get(file, ()):
            other = codes.get(function.__code__)
            if other is not None:
                if other.co_freevars != function.__code__.co_freevars:
                    raise LookupError("it closes over other names")
                function.__code__ = other
        for module in [module for module in sys.modules.values() if getattr(module, "__file__", None) == file]:
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()  # what the collected tests have brought about without the change


# --- the library is imported anew


def anew(request: Request, child: Child) -> None:
    """Import the changed library and run the tests."""
    file, changed = str(PACKAGE / request["path"]), request["after"]
    usual = SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> Any:
        if self.path == file:
            return compile(changed, file, "exec", dont_inherit=True)
        return usual(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    child.allow("")
    code = pytest.main([*WORDS, *request["files"]], plugins=[child])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        child.answer(by=f"import: {code!r}")


# --- which functions a test enters


class Watched:
    """Notes the functions of the library that are entered."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()

    def __enter__(self) -> Watched:
        sys.settrace(self.trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def trace(self, frame: FrameType, event: str, argument: object) -> None:
        self.codes.add(frame.f_code)

    def entered(self) -> list[tuple[str, int]]:
        """Their files and first lines."""
        start = f"{PACKAGE}{os.sep}"
        entered = {(code.co_filename, code.co_firstlineno) for code in self.codes}
        return sorted((file[len(start) :], line) for file, line in entered if file.startswith(start))


def imported(line: Line) -> None:
    """Import the library with its games, and tell what was entered."""
    with Watched() as watched:
        for name in ("shedkit", "shedkit.authoring", "shedkit.testing", "shedkit.table.match"):
            import_module(name)
        for name in sys.modules["shedkit"].game_names():
            sys.modules["shedkit"].game(name)
    line.answer({"entered": watched.entered()})


class Noting:
    """Notes for each test how long it takes, and the first lines of the functions of the library that it enters.

    Each runs in a child of its own, so that it finds no cache that another one has filled; one that takes too long, or
    fails, is not noted.
    """

    def __init__(self, line: Line) -> None:
        self.line = line

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            noted = forked({"tests": {}}, partial(self.note, item))
            if "entered" in noted:
                self.line.answer(noted)
        return True

    def note(self, item: pytest.Item, child: Child) -> None:
        item.config.pluginmanager.register(child)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)  # which ends the child
        began = time.process_time()
        with Watched() as watched:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        seconds = time.process_time() - began
        child.answer(test=item.nodeid, seconds=round(seconds, 3), entered=watched.entered())


def main(mode: str, files: Sequence[str]) -> None:
    line = Line()
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
    sys.path.insert(0, str(PACKAGE.parent))
    os.chdir(ROOT)
    hypothesis.settings.register_profile(
        "mutants", database=None, derandomize=True, phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate]
    )
    hypothesis.settings.load_profile("mutants")
    if mode == "anew":
        line.serve(anew)
    elif mode == "import":
        imported(line)
    else:
        plugin = Noting(line) if mode == "map" else Swapping(line)
        pytest.main([*WORDS, *files], plugins=[plugin])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
