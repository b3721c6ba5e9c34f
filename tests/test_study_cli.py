"""``shedkit study``, typed as a person would type it."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from shedkit import Quiclo, Shithead
from shedkit.cli import main, studying
from shedkit.core.catalogue import game_names
from shedkit.core.errors import StudyError
from shedkit.study import Study, read_rows
from shedkit.study.comparing import compare, options_on_trial
from shedkit.study.strength import duel

QUICK = ["--workers", "1", "--games", "4", "--measures", "moves,truncated", "--skill-deals", "0"]
PLAIN = ["--format", "csv"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command writes without being told where goes nowhere else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    return status, *capsys.readouterr()


# --- compare


def test_compare_writes_what_the_library_finds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(
        capsys, "study", "compare", "quiclo", "shithead", "--players", "2", *QUICK, "--out", "there/"
    )
    assert (status, err) == (0, "")
    entries = {"quiclo": Quiclo(players=2), "shithead": Shithead(players=2)}
    comparison = compare(entries, games=4, seed=1, measures=["moves", "truncated"])
    pd.testing.assert_frame_equal(pd.read_parquet("there/table.parquet"), comparison.table)
    pd.testing.assert_frame_equal(pd.read_parquet("there/tests.parquet"), comparison.tests)
    written = {path.relative_to("there") for path in Path("there").rglob("*") if path.is_file()}
    assert {path.suffix for path in written if path.parts[0] != "rows"} == {".csv", ".parquet", ".png", ".svg", ".html"}
    assert len(list(read_rows("there/rows/quiclo.parquet"))) == 4
    lines = out.splitlines()
    assert lines[0] == "2 times 4 games, seed 1"
    assert f"report  {Path('there/report.html')}" in lines
    assert any(
        line.startswith(f"tables  there{os.sep}  (csv, parquet): table, lengths, tests, games") for line in lines
    )
    assert any(line.startswith(f"plots   there{os.sep}plots{os.sep}  (png, svg): profile-play, ") for line in lines)
    again = lines[-1].removeprefix("again   ")
    assert (
        again == f"python -m shedkit study compare quiclo shithead --players 2 {' '.join(QUICK)} --out there/ --seed 1"
    )
    assert again in Path("there/report.html").read_text(encoding="utf-8")
    assert max(map(len, lines[:-1])) <= 100


def test_the_folder_is_named_after_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "study", "compare", "quiclo", *QUICK, *PLAIN)[0] == 0
    assert run(capsys, "study", "options", "quiclo", "--option", "play-drawn", *QUICK[:-2], *PLAIN)[0] == 0
    assert {path.name for path in tmp_path.iterdir()} == {"study-compare", "study-options"}


def test_games_come_with_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    games = ["shithead", "shithead:common", "shithead:common,quad_burns=no", "shithead:quad-burns=no"]
    assert run(capsys, "study", "compare", "--players", "2", *games, *QUICK, *PLAIN)[0] == 0
    entries = {
        games[0]: Shithead(players=2),
        games[1]: Shithead.common(players=2),
        games[2]: Shithead.common(players=2).evolve(quad_burns=False),
        games[3]: Shithead(players=2, quad_burns=False),
    }
    comparison = compare(entries, games=4, seed=1, measures=["moves", "truncated"])
    read = pd.read_csv("study-compare/table.csv")
    assert list(read["entry"].unique()) == games
    assert list(read["mean"]) == pytest.approx(list(comparison.table["mean"]), nan_ok=True)
    assert len(list(Path("study-compare/rows").iterdir())) == 4


def test_games_may_stand_before_and_after_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "study", "compare", "quiclo", *QUICK, "shithead", *PLAIN)[0] == 0
    assert list(pd.read_csv("study-compare/table.csv")["entry"].unique()) == ["quiclo", "shithead"]


def test_every_argument_counts(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "--players",
        "2",
        "--seed",
        "9",
        "--player",
        "random",
        "--max-moves",
        "40",
        "--measures",
        "truncated,skill",
        "--level",
        "0.5",
    ]
    status, out, _ = run(
        capsys, "study", "compare", "quiclo", *words, "--games", "9", "--skill-deals", "3", "--workers", "1", *PLAIN
    )
    assert status == 0
    comparison = compare(
        {"quiclo": Quiclo(players=2)},
        players="random",
        games=9,
        seed=9,
        measures=["truncated", "skill"],
        max_moves=40,
        skill_deals=3,
        level=0.5,
    )
    read = pd.read_csv("study-compare/table.csv")
    for column in ("mean", "low", "high"):
        assert list(read[column]) == pytest.approx(list(comparison.table[column]), nan_ok=True)
    assert comparison.entries[0].cut > 0
    assert f"cut after 40 moves, left out but for endless games and lengths: quiclo {comparison.entries[0].cut}" in out
    assert out.rstrip().endswith(PLAIN[1])
    assert out.count("--seed") == 1


# --- options


def test_options_puts_each_option_on_trial(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "study", "options", "quiclo:play_drawn=yes", "--players", "2", *QUICK[:-2], *PLAIN)
    assert (status, err) == (0, "")
    trial = options_on_trial(Quiclo(players=2, play_drawn=True), games=4, seed=1, measures=["moves", "truncated"])
    read = pd.read_csv("study-options/tests.csv")
    assert list(read["second"]) == list(trial.tests["second"])
    assert list(read["difference"]) == pytest.approx(list(trial.tests["difference"]))
    assert "not tried: deck: it holds data: give values for it in Python" in out
    left = pd.read_csv("study-options/left_out.csv")
    assert list(left["option"]) == ["players", "first_dealer", "first_player", "deck"]


def test_primary_measures_are_tested_by_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--option", "hand-size", *QUICK[:-2], *PLAIN, "--primary", "moves"]
    assert run(capsys, "study", "options", "quiclo", *words)[0] == 0
    tests = pd.read_csv("study-options/tests.csv")
    assert dict(zip(tests["measure"], tests["family"], strict=True)) == {"moves": "primary", "truncated": "other"}


def test_options_of_choice(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--option", "play-drawn", "--option", "deadlock"]
    assert run(capsys, "study", "options", "quiclo", *chosen, *QUICK[:-2], *PLAIN)[0] == 0
    assert list(pd.read_csv("study-options/tests.csv")["second"].unique()) == ["play_drawn=yes", "deadlock=fewest"]


# --- strength


def test_strength_prints_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", "strength", "quiclo", "shithead", "--players", "2", "--deals", "10", "--workers", "1"]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "simple against random, 10 deals, each from every seat"
    for line, rules in zip(lines[2:4], (Quiclo(players=2), Shithead(players=2)), strict=True):
        result = duel(rules, "simple", "random", 10, 1)
        cells = line.split()
        assert cells[:4] == [rules.name, "2", str(result.counted), f"{result.share:.3f}"]
        assert f"[{result.low:.3f}, {result.high:.3f}]" in line
        assert cells[6:] == ["0.500", "yes", f"{result.place:.2f}", "-", str(result.truncated)]
    assert lines[-1] == f"again   python -m shedkit {' '.join(words)} --seed 1"


@pytest.mark.parametrize(("first", "second", "word"), [("random", "simple", "worse"), ("simple", "simple", "open")])
def test_strength_says_who_is_better(capsys: pytest.CaptureFixture[str], first: str, second: str, word: str) -> None:
    words = ["--first", first, "--second", second, "--players", "2", "--deals", "12", "--seed", "3", "--workers", "1"]
    status, out, _ = run(capsys, "study", "strength", "shithead", *words)
    assert status == 0
    assert out.splitlines()[2].split()[7] == word
    assert out.count("--seed") == 1


def test_strength_says_what_cut_games_could_change(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["quiclo", "--players", "2", "--deals", "20", "--max-moves", "60", "--workers", "1"]
    status, out, _ = run(capsys, "study", "strength", *words)
    assert status == 0
    result = duel(Quiclo(players=2), "simple", "random", 20, 1, max_moves=60)
    assert 0 < result.counted < 20
    text = " ".join(out.split())
    assert "deals with a cut game are left out" in text
    assert f"the first player wins quiclo {result.lowest:.3f} to {result.highest:.3f}" in text


# --- mistakes


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "study needs the name of what to do: compare, options, strength"),
        (["compar"], "there is no study 'compar'; did you mean compare?"),
        (["compare"], f"study compare needs the names of games: {', '.join(game_names())}"),
        (["strength"], f"study strength needs the names of games: {', '.join(game_names())}"),
        (["options"], f"study options needs the name of a game: {', '.join(game_names())}"),
        (["options", "quiclo", "shithead"], "'shithead' is one argument too many; study options takes one game"),
        (["compare", "shithed"], "there is no game 'shithed'; did you mean shithead?"),
        (["compare", "quiclo", "quiclo"], "'quiclo' is there twice"),
        (["compare", "quiclo", "--playrs", "3"], "study compare has no option '--playrs'; did you mean --players?"),
        (["compare", "quiclo", "--games"], "--games: expected one argument"),
        (["compare", "quiclo", "--games", "many"], "--games: it must be a whole number, not 'many'"),
        (["compare", "quiclo", "--games", "0"], "games: there must be one at least"),
        (["compare", "quiclo", "--games", "-3"], "games: it must be a whole number from 0, not -3"),
        (["compare", "quiclo", "--max-moves", "0"], "max_moves: it must be a whole number from 1, not 0"),
        (["compare", "quiclo", "--players", "99"], "players: it must be from 2 to 23, not 99"),
        (["compare", "quiclo", "--skill-deals", "-1"], "skill_deals: it must be a whole number from 0, not -1"),
        (
            ["compare", "quiclo", "--level", "95"],
            "--level: it must be a number between 0 and 1, such as 0.95, not '95'",
        ),
        (["options", "quiclo", "--level", "nan"], "--level: it must be a number between 0 and 1"),
        (["strength", "quiclo", "--level", "0.0"], "level: it must be a number between 0 and 1, not 0.0"),
        (["compare", "quiclo", "--workers", "0"], "--workers: it must be from 1 to 1000, not 0"),
        (
            ["compare", "quiclo", "--player", "simpel"],
            "there is no player 'simpel'; there are random, simple, careless, search",
        ),
        (["compare", "quiclo", "--player", "search:depth"], "'search:depth': settings are written name=number"),
        (["compare", "quiclo", "--primary", "skips,deck"], "primary: 'deck' is not among the measures from play"),
        (["compare", "quiclo", "--measures", "pils_taken"], "no measure 'pils_taken'; did you mean piles_taken?"),
        (
            ["compare", "quiclo", "--format", "xlsx"],
            "there is no format 'xlsx'; there are csv, parquet, png, svg, html",
        ),
        (["compare", "quiclo:wild"], "quiclo has no preset 'wild'; it has none"),
        (["compare", "shithead:common,wild"], "after the colon comes one preset at most"),
        (["compare", "shithead:quad_burns=perhaps"], "quad_burns: it must be yes or no, not 'perhaps'"),
        (["compare", "shithead:quad_burn=no"], "no option 'quad_burn'; did you mean quad_burns?"),
        (["options", "quiclo", "--option", "quad_burns"], "quiclo has no option 'quad_burns'; it has players"),
        (["options", "quiclo", "--skill-deals", "3"], "study options has no option '--skill-deals'"),
        (["strength", "quiclo", "--deals", "1"], "deals: it must be a whole number from 2, not 1"),
        (["strength", "quiclo", "--first", "simpel"], "there is no player 'simpel'"),
        (["strength", "quiclo", "--out", "x"], "study strength has no option '--out'"),
    ],
)
def test_mistakes_get_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], said: str
) -> None:
    monkeypatch.setattr(Study, "row", lambda *_: pytest.fail("a game was played"))
    status, out, err = run(capsys, "study", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.startswith("shedkit: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("workers", "ahead"), [(2, 32), (16, 32), (17, 34), (1000, 2000)])
@pytest.mark.parametrize("words", [["compare", "quiclo"], ["options", "quiclo"], ["strength", "quiclo"]])
def test_no_worker_waits_for_a_task(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], workers: int, ahead: int
) -> None:
    asked = list[Any]()

    def rows(study: Study, executor: Any, **more: Any) -> Any:
        asked.append(more["ahead"])
        raise StudyError("that is all")

    monkeypatch.setattr(Study, "rows", rows)
    assert run(capsys, "study", *words, "--workers", str(workers))[0] == 2
    assert asked == [ahead]


def test_the_level_of_the_other_studies(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["quiclo", "--players", "2", "--workers", "1", "--level", "0.5"]
    _, out, _ = run(capsys, "study", "strength", *few, "--deals", "20")
    result = duel(Quiclo(players=2), "simple", "random", 20, 1, level=0.5)
    assert f"[{result.low:.3f}, {result.high:.3f}]" in out
    run(capsys, "study", "options", *few, "--option", "hand-size", "--games", "9", "--measures", "moves", *PLAIN)
    trial = options_on_trial(Quiclo(players=2), options=["hand_size"], games=9, measures=["moves"], level=0.5)
    assert list(pd.read_csv("study-options/tests.csv")["low"]) == pytest.approx(list(trial.tests["low"]))


def test_help_names_all_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "study", "--help")
    assert status == 0
    assert all(word in out for word in ("compare", "options", "strength"))
    status, out, _ = run(capsys, "study", "compare", "--help")
    assert status == 0
    assert all(word in out for word in ("GAME:PRESET,OPTION=VALUE", "--skill-deals", "--format", "search:iterations"))


def test_a_missing_package_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    there = studying.find_spec
    monkeypatch.setattr(studying, "find_spec", lambda name: None if name in ("scipy", "tqdm") else there(name))
    status, out, err = run(capsys, "study", "compare", "quiclo")
    assert (status, out) == (2, "")
    assert err == 'shedkit: a study needs scipy, tqdm: pip install "shedkit[study]"\n'


def test_rows_of_another_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "study", "compare", "quiclo", *QUICK, *PLAIN)[0] == 0
    status, out, err = run(capsys, "study", "compare", "quiclo", *QUICK, *PLAIN, "--seed", "2")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "seed" in err
    assert len(list(read_rows("study-compare/rows/quiclo.parquet"))) == 4


def test_more_games_go_on_from_those_there(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(capsys, "study", "compare", "quiclo", *QUICK, *PLAIN)[0] == 0
    played, row = list[int](), Study.row

    def counted(study: Study, game: int) -> Any:
        played.append(game)
        return row(study, game)

    monkeypatch.setattr(Study, "row", counted)
    assert run(capsys, "study", "compare", "quiclo", *QUICK, *PLAIN, "--games", "6")[0] == 0
    assert played == [4, 5]


def test_a_full_disk(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pd.DataFrame, "to_csv", full)
    status, _, err = run(capsys, "study", "compare", "quiclo", *QUICK, *PLAIN)
    assert status == 2
    assert err == "shedkit: study-compare: it cannot be written: No space left on device\n"
    assert len(list(read_rows("study-compare/rows/quiclo.parquet"))) == 4


def test_a_place_that_is_no_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    status, _, err = run(capsys, "study", "compare", "quiclo", *QUICK, "--out", "file")
    assert status == 2
    assert err.startswith("shedkit: file")
    assert (tmp_path / "file").read_text() == "mine"


# --- processes


def shell(*words: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "shedkit", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **more,
    )


@pytest.mark.deep
def test_two_workers_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", "compare", "quiclo", "--players", "2", "--games", "12", "--measures", "moves,skill"]
    more = ["--skill-deals", "3", *PLAIN]
    assert run(capsys, *words, *more, "--workers", "1", "--out", "one")[0] == 0
    process = shell(*words, *more, "--workers", "2", "--out", "two")
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    assert Path("one/table.csv").read_bytes() == Path("two/table.csv").read_bytes()


@pytest.mark.deep
@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_keeps_the_rows_and_the_same_command_goes_on(tmp_path: Path) -> None:
    words = ["study", "compare", "quiclo", "--players", "2", "--games", "100000", "--measures", "moves", *PLAIN]
    process = shell(*words, "--workers", "2")
    rows = tmp_path / "study-compare" / "rows" / "quiclo.parquet"
    deadline = time.monotonic() + 120
    while not list(rows.with_name("quiclo.parquet.parts").glob("part-*")) and time.monotonic() < deadline:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to the workers too
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, "")
    assert err == "shedkit: stopped; the rows are kept, and the same command goes on\n"
    kept = len(list(read_rows(rows)))
    assert 0 < kept < 100_000
    assert main([*words[:-2], *PLAIN, "--games", str(kept + 2), "--workers", "1"]) == 0
    assert [row["game"] for row in read_rows(rows)] == list(range(kept + 2))


def children(pid: int) -> set[int]:
    """The processes whose parent this is, as far as they still run."""
    there = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # gone meanwhile
            continue
        if int(parent) == pid and state != "Z":
            there.add(int(stat.parent.name))
    return there


@pytest.mark.deep
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks into /proc")
def test_a_killed_study_leaves_no_process_behind(tmp_path: Path) -> None:
    # games that take minutes each, so that no worker comes to an end by itself
    words = ["study", "strength", "shanghai-rummy", "--players", "2", "--deals", "20", "--workers", "2"]
    process = shell(*words, "--first", "search:iterations=100000", "--second", "search:iterations=100000")
    deadline = time.monotonic() + 60
    while len(children(process.pid)) < 3 and time.monotonic() < deadline:  # two workers, and one that keeps resources
        time.sleep(0.1)
    workers = children(process.pid)
    assert len(workers) >= 2
    time.sleep(3)  # they begin to play
    assert {pid for pid in workers if Path(f"/proc/{pid}").exists()} == workers
    process.kill()
    process.communicate(timeout=60)
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not list(filter(alive, workers))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_in_a_duel_promises_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Study, "row", stopped)
    status, out, err = run(capsys, "study", "strength", "quiclo", "--workers", "1")
    assert (status, out, err) == (130, "", "shedkit: stopped\n")
