"""``shedkit new``: what it writes is green at once, and what it refuses leaves nothing behind."""

from __future__ import annotations

import keyword
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import shedkit
from shedkit.cli import main, making
from shedkit.core.catalogue import game_names
from shedkit.core.rules import Rules
from shedkit.testing import check_laws

SOURCE = Path(shedkit.__file__).parent.parent

NAMES = ("my-game", "x", "a-very-long-name-of-thirty-let", "play", "match-3", "none", "skat", "my-game-2")
"""Ordinary ones, the shortest, one of the longest, and such as mean something in Python or in the template."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tool(folder: Path, *words: str) -> None:
    """A tool is content with the package; it finds shedkit where these tests have found it."""
    paths = [str(SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "MYPYPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_a_package_is_written(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "my-game"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    files = {
        f"my-game/{place}"
        for place in (
            ".gitignore",
            "README.md",
            "pyproject.toml",
            "src/my_game/__init__.py",
            "src/my_game/py.typed",
            "tests/test_my_game.py",
        )
    }
    assert everything(here) == files | {"my-game", "my-game/src", "my-game/src/my_game", "my-game/tests"}
    assert [line.strip() for line in out.splitlines()[1:7]] == sorted(name.removeprefix("my-game/") for name in files)
    assert f'"shedkit>={shedkit.__version__}"' in (here / "my-game/pyproject.toml").read_text()
    old_mask = os.umask(0)
    os.umask(old_mask)
    assert (here / "my-game").stat().st_mode & 0o777 == 0o777 & ~old_mask


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_green_at_once(here: Path, name: str) -> None:
    assert main(["new", name]) == 0
    folder, module = here / name, name.replace("-", "_")
    part = "not laws or must_play" if name != NAMES[0] else ""  # the laws do not ask for names
    tool(folder, "pytest", "-q", "-p", "no:cacheprovider", "-k", part)
    tool(folder, "ruff", "format", "--check", "--no-cache", ".")
    tool(folder, "ruff", "check", "--no-cache", "--select", "E,F,W,I,B,UP,SIM,C4,RUF,PIE,PT,RET,PERF,N", ".")
    for file in folder.rglob("*.*"):
        left = re.findall(r"my.?game|mg[-_]0|\$", file.read_text(encoding="utf-8"), re.IGNORECASE)
        assert not left or name.startswith("my-game"), file
    assert (folder / "src" / module / "__init__.py").read_text(encoding="utf-8").isascii()


@pytest.mark.deep
def test_what_is_written_is_strictly_typed(here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert main(["new", "my-game"]) == 0
    tool(here / "my-game", "mypy", "--strict", "--cache-dir", str(tmp_path_factory.mktemp("mypy")))


def test_the_game_is_found_under_its_name(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the entry point that an installation would leave."""
    assert main(["new", "found-again"]) == 0
    metadata = (here / "found-again/pyproject.toml").read_text(encoding="utf-8")
    line = re.search(r'^\[project\.entry-points\."shedkit\.games"\]\n(\S+) = "(.+)"$', metadata, re.MULTILINE)
    assert line
    monkeypatch.syspath_prepend(here / "found-again" / "src")
    kind = EntryPoint(line[1], line[2], "shedkit.games").load()
    try:
        assert issubclass(kind, Rules)
        assert kind.name == line[1] == "found-again"
        assert kind.__name__ == "FoundAgain"
        assert check_laws(kind(), games=2, max_moves=30).positions > 30
        assert {option.rule for option in kind.options()} == {"FA-01", "FA-03"}
    finally:
        del sys.modules["found_again"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../x", "did you mean x?"),
        ("/tmp/x", "did you mean tmp-x?"),
        ("a/b", "did you mean a-b?"),
        ("a\\b", "did you mean a-b?"),
        ("C:x", "did you mean c-x?"),
        ("..", "such as my-game"),
        (".", "such as my-game"),
        ("", "such as my-game"),
        (" ", "such as my-game"),
        ("my game", "did you mean my-game?"),
        ("my_game", "did you mean my-game?"),
        ("My-Game", "did you mean my-game?"),
        ("my--game", "did you mean my-game?"),
        ("my-game\n", "did you mean my-game?"),
        ("my-game\0", "did you mean my-game?"),
        ("2-hands", "beginning with a letter"),
        ("größe", "did you mean gr-e?"),
        ("ｘ", "cannot be the name of a game"),
        ("\ud800", "cannot be the name of a game"),
        ("x" * 31, "30 characters at most"),
        ("x" * 100_000, "30 characters at most"),
        ("class", "a word of Python"),
        ("lambda", "a word of Python"),
        ("con", "a device on Windows"),
        ("lpt1", "a device on Windows"),
        ("quiclo", "there is a game quiclo already"),
        ("lucky-shutdown", "there is a game lucky-shutdown already"),
        ("shedkit", "a module shedkit already"),
        ("test", "a module test already"),
        ("tests", "a module tests already"),
        ("random", "a module random already"),
        ("sys", "a module sys already"),
        ("attrs", "a module attrs already"),
        ("hypothesis", "a module hypothesis already"),
        ("typing-extensions", "a module typing_extensions already"),
    ],
)
def test_names_that_cannot_be(here: Path, capsys: pytest.CaptureFixture[str], name: str, said: str) -> None:
    assert main(["new", "--", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("shedkit: ")
    assert said in err
    assert err.count("\n") == 1
    assert len(err) < 300
    assert everything(here) == set()


def test_every_word_of_python_and_every_game_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (*map(str.lower, keyword.kwlist), *game_names()):
        if name not in ("none", "true", "false"):  # in lower case these are none
            assert main(["new", name]) == 2
    assert everything(here) == set()
    assert len(capsys.readouterr().err.splitlines()) > 30


@pytest.mark.parametrize("words", [["new"], ["new", "one", "two"], ["new", "one", "--into"], ["new", "-x"]])
def test_wrong_arguments(here: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert everything(here) == set()


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_what_is_there_already_stays_as_it_is(here: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    place = here / "my-game"
    if kind == "folder":
        place.mkdir()
    elif kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to(here / "nowhere")
    assert main(["new", "my-game"]) == 2
    assert capsys.readouterr().err == (
        "shedkit: my-game is there already: choose another name, or another folder to work in\n"
    )
    assert everything(here) == {"my-game"}
    assert kind != "file" or place.read_text() == "mine"


def test_a_module_in_the_folder_is_not_hidden(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "my_game.py").write_text("")
    (here / "our_game").mkdir()  # no module, whatever lies in it
    monkeypatch.syspath_prepend(here)
    assert main(["new", "my-game"]) == 2
    assert main(["new", "our-game"]) == 0


@pytest.mark.parametrize("call", ["write_text", "mkdir", "rename"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_all_or_nothing(
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    call: str,
    error: BaseException,
) -> None:
    real, calls = getattr(Path, call), []

    def fails_late(self: Path, *given: object, **named: object) -> object:
        calls.append(self)
        if len(calls) == (1 if call == "rename" else 3):
            raise error
        return real(self, *given, **named)

    monkeypatch.setattr(Path, call, fails_late)
    status = main(["new", "my-game"])
    monkeypatch.undo()
    assert everything(here) == set()
    if isinstance(error, OSError):
        assert status == 2
        assert capsys.readouterr().err == "shedkit: my-game cannot be written here: No space left on device\n"
    else:
        assert status == 130


def test_a_program_packed_without_the_template_says_so(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path_factory: Any
) -> None:
    monkeypatch.setattr(making, "files", lambda package: tmp_path_factory.mktemp("empty"))
    assert main(["new", "my-game"]) == 2
    assert "--collect-data shedkit" in capsys.readouterr().err
    assert everything(here) == set()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here.chmod(0o500)
    assert main(["new", "my-game"]) == 2
    assert capsys.readouterr().err == "shedkit: my-game cannot be written here: Permission denied\n"
    here.chmod(0o700)
    assert everything(here) == set()
