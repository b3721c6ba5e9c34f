"""The benchmark counts, compares, records and is shown as it was measured; nothing here depends on how fast."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.benchmarks import growth, history, page, peers
from tests.benchmarks.bench import GAMES, main
from tests.benchmarks.contenders import LEVEL, ROOT, Figure, Table, Version, interval, measure, ratio
from tests.benchmarks.worker import FIGURES, counted

from shedkit.core.catalogue import game_names

SMALL = ("--blocks", "1", "--sweeps", "1")
COMPARED = ("--blocks", "6", "--sweeps", "1", "--game", "quiclo")
HERE = Version("here", ROOT)


def bench(*words: str, root: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.bench", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=root,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def rows_of(text: str) -> dict[str, dict[str, list[float]]]:
    """By game and figure, the time and the bytecodes."""
    rows: dict[str, dict[str, list[float]]] = {}
    game = ""
    for line in text.splitlines():
        if line[18:].split()[:1] == ["ns"]:
            game = line[:18].strip()
        elif line[:18].strip() in FIGURES:
            rows.setdefault(game, {})[line[:18].strip()] = [
                float(cell.replace(",", "")) for cell in line[18:].split()[:2]
            ]
    return rows


# --- measuring


def test_one_game() -> None:
    done = bench("--game", "quiclo", *SMALL)
    assert done.returncode == 0, done.stderr
    rows = rows_of(done.stdout)
    assert list(rows) == ["quiclo"]
    assert list(rows["quiclo"]) == list(FIGURES)
    assert all(ns > 0 and bytecodes > 0 for ns, bytecodes in rows["quiclo"].values())
    assert "without" not in done.stdout
    assert "?" not in done.stdout  # all counts were the same twice
    sizes = done.stdout.splitlines()[-1].split("  ")
    assert [size.split(" of a ")[1] for size in sizes] == ["state", "match", "record"]
    assert all(int(size.split()[0]) > 0 for size in sizes)


@pytest.mark.deep
def test_every_game_of_the_catalogue_and_of_the_examples() -> None:
    done = bench("--sweeps", "1", "--blocks", "1")
    rows = rows_of(done.stdout)
    assert set(game_names()) < set(rows) == set(GAMES)
    missing = {game: set(FIGURES) - set(figures) for game, figures in rows.items()}
    assert missing == {game: {"simple choice"} if game in ("president", "jump-in") else set() for game in GAMES}
    assert "?" not in done.stdout


def test_every_number_of_players() -> None:
    """All of them where there are few, of a game for many some of them."""
    grew = json.loads(growth.FILE.read_text(encoding="utf-8"))
    assert {name: [int(seats) for seats in sizes] for name, sizes in grew["players"].items()} == {
        "lucky-shutdown": [2, 3, 4, 5],
        "quiclo": [2, 3, 4, 5, 6, 8],
        "shanghai-rummy": [2, 3, 4, 5, 6],
        "shithead": [2, 3, 4, 5],
    }


@pytest.mark.deep
def test_counts_are_the_same_in_every_process_and_grow_as_the_work_does() -> None:
    once, again = (
        measure([HERE], Table("quiclo"), ["move", "view", "trace"], blocks=1, sweeps=1)["here"] for _ in range(2)
    )
    assert {name: figure.bytecodes for name, figure in once.figures.items()} == {
        name: figure.bytecodes for name, figure in again.figures.items()
    }
    assert once.functions == again.functions
    assert sum(number for _, number in once.functions) <= (once.figures["move"].bytecodes or 0)

    def work(number: int) -> int:
        total = 0
        for i in range(number):
            total += i
        return total

    ten, twenty, thirty = (sum(counted(partial(work, number)).values()) for number in (10, 20, 30))
    assert thirty - twenty == twenty - ten > 10


def test_windows_of_a_long_game_end_with_it() -> None:
    def game(moves: int) -> Iterator[None]:
        for _ in range(moves):
            yield

    assert [made for made, _, _ in growth.windows(game(20_000), 60)] == [0, 10_000]
    assert growth.windows(game(100), 60) == []
    assert growth.windows(game(9_999_999), 0.0)[0][0] == 0


# --- comparing


def sample(random: Random, blocks: int) -> Figure:
    """What blocks of the same version measure: processes that differ, and a machine that now and then is busy."""
    figure = Figure(1)
    figure.blocks = [1_000 * random.lognormvariate(0, 0.02) * random.choice([1, 1, 1, 1.3]) for _ in range(blocks)]
    return figure


@pytest.mark.parametrize("blocks", [6, 9, 12])
def test_intervals_cover_what_is_the_same_as_often_as_they_say(blocks: int) -> None:
    random, number = Random(blocks), 4_000
    found = [ratio(sample(random, blocks), sample(random, blocks)) for _ in range(number)]
    covered = sum(low <= 1 <= high for _, low, high in found) / number
    assert covered > LEVEL - 3 * (LEVEL * (1 - LEVEL) / number) ** 0.5
    assert all(low <= mid <= high for mid, low, high in found)


def test_intervals_find_what_is_not_the_same() -> None:
    random = Random(7)
    slower = [sample(random, 9) for _ in range(200)]
    for figure in slower:
        figure.blocks = [1.5 * block for block in figure.blocks]
    found = [ratio(figure, sample(random, 9)) for figure in slower]
    assert sum(low > 1 for _, low, _ in found) > 180
    assert sum(low <= 1.5 <= high for _, low, high in found) >= 180


def test_an_interval_needs_enough_blocks() -> None:
    with pytest.raises(ValueError, match="at least 6 values are needed, not 5"):
        interval([1.0] * 5)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of two commits: since the first, QUICLO asks more to say who is on turn, and search has come."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = tmp_path_factory.mktemp("repository")
    for folder in ("src", "examples", "tests/benchmarks"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__", "history.jsonl"))
    search = root / "src/shedkit/players/search.py"
    text = search.read_text(encoding="utf-8")
    search.unlink()
    jump_in = (root / "examples/jump_in.py").rename(root / "later.py")

    def commit(message: str) -> None:
        for words in (["add", "."], ["-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", message]):
            subprocess.run(["git", *words], cwd=root, check=True)

    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    commit("first")
    search.write_text(text, encoding="utf-8")
    jump_in.rename(root / "examples/jump_in.py")
    game = root / "src/shedkit/games/quiclo/game.py"
    slow = "\n\nfor _name in ('legal_moves', 'view'):\n    setattr(Quiclo, _name, _slow(getattr(Quiclo, _name)))\n"
    wrapper = "\n\ndef _slow(call):\n    def slow(*words):\n        return call(*words)\n\n    return slow\n"
    game.write_text(game.read_text(encoding="utf-8") + wrapper + slow, encoding="utf-8")
    commit("second")
    return root


def worktrees(root: Path) -> int:
    done = subprocess.run(["git", "worktree", "list"], cwd=root, capture_output=True, text=True, check=True)
    return len(done.stdout.splitlines())


@pytest.mark.deep
def test_against_a_revision(repository: Path) -> None:
    figures = ("--figure", "view", "--figure", "actors", "--figure", "search iteration")
    done = bench(*COMPARED, *figures, "--against", "HEAD~1", root=repository)
    assert done.returncode == 0, done.stderr
    lines = {line[:18].strip(): line[18:].split() for line in done.stdout.splitlines()}
    # ns, bytecodes, ratio, its interval, bytecodes more
    assert int(lines["view"][-1]) > 0
    assert int(lines["actors"][-1]) == 0
    mid, low, high = (float(word.strip("[],")) for word in lines["view"][2:5])
    assert 0 < low <= mid <= high
    assert lines["search iteration"][2:] == ["-"]
    assert "HEAD~1: without search iteration: ModuleNotFoundError" in done.stdout
    assert worktrees(repository) == 1


@pytest.mark.deep
def test_against_a_folder_and_a_game_that_came_later(repository: Path) -> None:
    words = ("--blocks", "6", "--sweeps", "1", "--figure", "actors", "--game", "jump-in")
    done = bench(*words, "--against", str(ROOT), "--against", "HEAD~1", root=repository)
    assert done.returncode == 0, done.stderr
    assert "HEAD~1: without the game: No module named 'jump_in'" in done.stdout
    row = next(line for line in done.stdout.splitlines() if line.startswith("actors"))
    assert row.split()[-1] == "+0"
    assert worktrees(repository) == 1


@pytest.mark.deep
def test_what_was_measured_is_recorded(repository: Path) -> None:
    done = bench(*COMPARED, "--figure", "move", "--against", "HEAD~1", "--record", root=repository)
    assert done.returncode == 0, done.stderr
    older, newer = history.read(repository / "tests/benchmarks/history.jsonl")
    assert older["date"] == newer["date"]
    assert older["commit"] != newer["commit"]
    assert older["games"]["quiclo"]["costs"]["move"]["ns"] > 0
    assert older["version"] == newer["version"] != "unknown"
    again = bench("--game", "quiclo", *SMALL, "--figure", "move", "--record", root=repository)
    assert again.returncode == 0, again.stderr
    assert len(history.read(repository / "tests/benchmarks/history.jsonl")) == 3
    (repository / "src/shedkit/__main__.py").write_text("", encoding="utf-8")
    dirty = bench(*COMPARED, "--record", root=repository)
    subprocess.run(["git", "checkout", "-q", "src"], cwd=repository, check=True)
    assert (dirty.returncode, dirty.stderr.count("\n")) == (2, 1)
    assert "src or examples have changes that no commit names" in dirty.stderr


# --- what cannot be


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--game", "poker"], "invalid choice: 'poker'"),
        (["--figure", "beauty"], "invalid choice: 'beauty'"),
        (["--blocks", "0"], "a whole number from 1 to 1000 is needed, not '0'"),
        (["--sweeps", "²"], "a whole number from 1 to 1000 is needed, not '²'"),
        (["--against", "HEAD", "--blocks", "5"], "at least 6 blocks"),
        (["--against", "HEAD", "--against", "HEAD"], "each version is named once"),
        (["--against", "no-such-revision"], "'no-such-revision' is neither a commit of this repository nor a folder"),
        (["--against=--help"], "'--help' is neither"),
        (["--against=HEAD; ls"], "'HEAD; ls' is neither"),
        (["--against=a\nb"], "'a\\nb' is neither"),
        (["--against="], "'' is neither"),
        (["--against", "tests"], "'tests' is neither"),
    ],
    ids=str,
)
def test_bad_input_is_one_line(words: list[str], text: str, repository: Path) -> None:
    done = bench(*words, root=repository)
    assert done.returncode == 2
    assert text in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert worktrees(repository) == 1


def test_a_zero_byte_in_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--against", "a\0b"]) == 2
    assert capsys.readouterr().err.startswith("bench: 'a\\x00b' is neither")


def test_without_git_and_outside_of_a_repository(repository: Path, tmp_path: Path) -> None:
    words = (*COMPARED, "--against", "HEAD")
    done = bench(*words, root=repository, PATH=str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "git is not installed" in done.stderr
    shutil.copytree(repository, tmp_path / "copy", ignore=shutil.ignore_patterns(".git"))
    done = bench(*words, root=tmp_path / "copy", GIT_CEILING_DIRECTORIES=str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "not a git repository" in done.stderr


def test_a_folder_has_no_commit_to_record(repository: Path) -> None:
    done = bench(*COMPARED, "--against", str(ROOT), "--record", root=repository)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--record needs revisions" in done.stderr


def test_a_version_that_cannot_be_imported(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "src/shedkit").mkdir(parents=True)
    (tmp_path / "src/shedkit/__init__.py").write_text("1 / 0\n", encoding="utf-8")
    done = bench(*COMPARED, "--against", str(tmp_path), root=repository)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "quiclo: its process has ended: ZeroDivisionError" in done.stderr


# --- the history


def line(**changes: Any) -> str:
    """A line of the history with something else in it; None leaves a field out."""
    entry: dict[str, Any] = {**history.read()[0], **changes}
    return json.dumps({name: value for name, value in entry.items() if value is not None})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "this is no JSON"),
        ("{", "this is no JSON"),
        ("[" * 100_000, "this is no JSON"),
        ("[]", "an object is needed, not []"),
        (line(commit=None), "commit is missing"),
        (line(colour="blue"), "colour is no field"),
        (line(commit="HEAD"), "commit is 'HEAD', which does not look like one"),
        (line(date="yesterday"), "date is 'yesterday', which does not look like one"),
        (line(version=2), "version: a text is needed, not 2"),
        (line(machine={"processor": "p", "cores": True, "system": "s"}), "machine: cores: a whole number is needed"),
        (line(effort={"blocks": float("nan")}), "effort: blocks: a number is needed, not NaN"),
        (line(effort={"blocks": -1}), "effort: blocks: a number is needed, not -1"),
        (line(games={"quiclo": {}}), "games: quiclo: costs is missing"),
    ],
    ids=range(13),
)
def test_a_broken_line_is_one_clear_error(text: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    file.write_text(f"{line()}\n{text}\n", encoding="utf-8")
    with pytest.raises(history.HistoryError) as error:
        history.read(file)
    assert str(error.value).startswith(f"history.jsonl, line 2: {fault}")


def test_a_history_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    assert history.read(file) == []
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(history.HistoryError, match=r"history\.jsonl is no text in UTF-8"):
        history.read(file)


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    file, kept = tmp_path / "history.jsonl", history.read()
    history.add(kept[:1], kept[1:], file)
    assert file.read_text(encoding="utf-8") == history.FILE.read_text(encoding="utf-8")


# --- the page and the peers


def test_the_page_and_the_plot_are_those_of_the_data() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert text == page.written(text, page.tables()), "run python -m tests.benchmarks.page"
    plot = page.PLOT.read_text(encoding="utf-8")
    assert plot.splitlines()[-1] == page.stamp(history.read()), "run python -m tests.benchmarks.page"
    assert text.count("<!-- end of ") == len(page.tables())


def test_the_plot_is_drawn_from_the_data() -> None:
    pytest.importorskip("matplotlib")
    kept = history.read()
    drawn = page.drawn(kept)
    assert drawn.splitlines()[-1] == page.stamp(kept) != page.stamp(kept[1:])
    panels = page.lines_of(kept)
    lines = sum(len(runs) for games in panels.values() for panel in games.values() for runs in panel.values())
    assert drawn.count("use href=") > lines > 0


def test_peers_play_and_whoever_is_not_installed_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert sum(peers.ours("quiclo", checked=True)(3)) == sum(peers.ours("quiclo", checked=False)(3)) > 20
    assert sum(peers.observed("quiclo")(3)) == sum(peers.ours("quiclo", checked=False)(3))
    if "pyspiel" not in sys.modules and shutil.which("pyspiel") is None:
        try:
            peers.contender("uno")
        except ImportError:
            peers.contend("uno")
            assert "rlcard" in json.loads(capsys.readouterr().out)["no game"]
