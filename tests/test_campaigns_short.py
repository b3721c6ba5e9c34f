"""Every campaign in short, and what each says of a fault; the long ones are for the deep run, and so for `.ci/run`."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from campaigns import __main__ as command
from campaigns import frame
from campaigns.frame import Finding
from campaigns.store import Line, read
from test_campaigns import run


def short(name: str, tmp_path: Path, *words: str, parts: int = 2, **more: Any) -> list[Line]:
    """A little of a campaign, in parts, each of which goes on; nothing may be found."""
    for _ in range(parts):
        campaign = command.campaigns()[name]
        campaign.set_up(command.parser({name: campaign}).parse_args([name, *words]))
        code, said = run(campaign, tmp_path / f"{name}.jsonl", most=1, **more)
        assert code == 0, said
    lines = list(read(tmp_path / f"{name}.jsonl").values())
    assert len(lines) == parts
    return lines


@pytest.mark.deep
def test_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import games

    monkeypatch.setattr(games, "SHARES", {"quiclo": 100, "shithead": 20, "lucky-shutdown": 20, "shanghai-rummy": 2})
    monkeypatch.setattr(games, "SAMPLED", dict.fromkeys(games.SHARES, 1.0))
    lines = short("games", tmp_path)
    total = games.Games().figures(lines)
    cut = sum(number for name, number in total.items() if name.endswith(" cut"))
    assert total["games"] + cut == 2 * 142
    assert total["games"] > 200
    assert total["positions under all laws"] >= 10


def test_games_see_wrong_cards_actors_and_outcomes() -> None:
    from campaigns.games import Balance, play_whole
    from shedkit import Outcome, Quiclo, ShanghaiRummy, Shithead
    from shedkit.core.states import evolve
    from subjects import homeward

    rules = Quiclo(players=2)
    players = homeward("quiclo", rules, 1)
    assert play_whole(Balance(rules), players, 1, 1_000, 3).ended

    def deceived(**lies: Any) -> Any:
        """The rules, but some calls answer something else."""

        class Lying:
            def __getattr__(self, name: str) -> Any:
                return lies.get(name, getattr(rules, name))

        return Lying()

    start = rules.deal(1)
    for lies, text in (
        ({"apply_unchecked": lambda state, *_: evolve(start, stock=start.stock[1:])}, "not those of the deck"),
        ({"apply_unchecked": lambda state, *_: evolve(start, stock=start.stock[:1] * len(start.stock))}, "of the deck"),
        ({"actors": lambda state: ()}, "beside outcome None"),
        ({"outcome": lambda state: Outcome((1, 2), (0,), ())}, "beside outcome"),
        ({"legal_moves": lambda state, player: ()}, "an actor without a move"),
        ({"actors": lambda state: (), "outcome": lambda state: Outcome((1,), (0,), ())}, "does not place everybody"),
        ({"actors": lambda state: (), "outcome": lambda state: Outcome((0, 9), (0,), ())}, "does not place everybody"),
    ):
        with pytest.raises(Finding, match=text):
            play_whole(Balance(deceived(**lies)), players, 1, 1_000)
    # zones of every form: rows with empty slots, melds
    for other, state in (
        (rows := Shithead(players=2), rows.position(hands=["7h", "8h"], face_down=["2c - 3c", ""])),
        (rummy := ShanghaiRummy(players=2), rummy.deal(3)),
    ):
        assert Balance(other).holds(state)
        for field in state.layout.zones():
            zone = getattr(state, field.name)
            rows_of = zone if zone and isinstance(zone[0], tuple) else (zone,)
            if rows_of[0] and rows_of[0][0] is not None:
                less = (rows_of[0][1:], *zone[1:]) if rows_of is zone else zone[1:]
                assert not Balance(other).holds(evolve(state, **{field.name: less}))
                balance = Balance(other)  # also where the zones were weighed already
                assert balance.holds(state)
                assert not balance.holds(evolve(state, **{field.name: less}))
                assert balance.holds(state)


@pytest.mark.deep
def test_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import options

    for line in short("options", tmp_path):
        assert line["games"] == options.GAMES_EACH
    values = options.values_of_options()
    assert "quiclo deadlock='fewest'" in values
    assert {rules.players for rules in values["shanghai-rummy ace='low'"]} == {2, 3, 4, 5, 6}
    monkeypatch.setattr(options, "LONGEST", 3)
    told = options.Options().run("quiclo", 1.0)
    assert (told["games"], told["cut"]) == (0, options.TRIED)
    text = options.Options().reached([{"unit": "quiclo", **told}])
    assert text.endswith("0 with `quiclo`")


@pytest.mark.deep
def test_fuzz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("atheris")
    from campaigns import fuzz

    monkeypatch.setattr(fuzz, "MANY", 50)  # so that inputs are taken out
    lines = short("fuzz", tmp_path, "--corpus", str(tmp_path / "corpus"), budget=2.0)
    assert all(line["inputs"] > 100 and line["edges"] > 500 for line in lines)
    assert 50 < len(list((tmp_path / "corpus").iterdir())) < lines[0]["kept"]


@pytest.mark.deep
def test_what_the_fuzzer_finds_is_kept_with_its_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("atheris")
    from campaigns import fuzz

    broken = tmp_path / "fuzz_broken.py"
    broken.write_text(
        "import sys, atheris\n"
        "def one_input(data):\n"
        "    if data[:1] == b'Q': raise ValueError('that is no input')\n"
        "atheris.Setup(sys.argv, one_input)\n"
        "atheris.Fuzz()\n"
    )
    monkeypatch.setattr(fuzz, "FUZZER", broken)
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a").write_bytes(b"Q")
    campaign = fuzz.Fuzz()
    campaign.set_up(command.parser({"fuzz": campaign}).parse_args(["fuzz", "--corpus", str(corpus)]))
    code, said = run(campaign, tmp_path / "fuzz.jsonl", most=1, budget=5.0)
    assert code == 1
    assert "that is no input" in said[-1]
    assert said[-1].endswith("input in base64: UQ==")


def test_without_the_fuzzer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from campaigns import fuzz

    monkeypatch.setattr(fuzz, "find_spec", lambda name: None)
    assert command.main(["fuzz", "--corpus", str(tmp_path), "--progress", str(tmp_path)]) == 2
    assert "pip install" in capsys.readouterr().err


@pytest.mark.deep
def test_soak(tmp_path: Path) -> None:
    (line,) = short("soak", tmp_path, parts=1)
    assert line["over"] == 1
    assert line["messages"] > line["moves"] >= line["accepted"] > 0


def test_a_soak_that_fails_says_where_to_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import soak

    async def broken(number: int, folder: Path) -> dict[str, Any]:
        raise soak.Failed("the tokens have changed")

    monkeypatch.setattr(soak, "one_match", broken)
    code, said = run(soak.Soak(), tmp_path / "soak.jsonl", most=1)
    assert code == 1
    assert "the tokens have changed" in said[-1]
    assert "journal and errors are in" in said[-1]


def test_a_cancellation_that_is_lost_is_said_again() -> None:
    from campaigns import soak

    async def deaf() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    async def both() -> None:
        tasks = [asyncio.create_task(deaf()), asyncio.create_task(asyncio.sleep(60))]
        await asyncio.sleep(0)
        await asyncio.wait_for(soak.cancelled(*tasks), 30)
        assert all(task.cancelled() for task in tasks)

    asyncio.run(both())


@pytest.mark.deep
def test_mutants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import mutants

    monkeypatch.setattr(mutants, "test_files", lambda: ["tests/test_quiclo_clauses.py"])
    words = ("--map", str(tmp_path / "map.jsonl"), "--only", "games/quiclo/cards.py fits: return ")
    (line,) = short("mutants", tmp_path, *words, parts=1)
    assert (line["subject"], line["killed"]) == ("games/quiclo", 1)
    assert line["by"].startswith("tests/test_quiclo_clauses.py::")

    def tried(*more: str, **changed: Any) -> tuple[int, list[str]]:
        campaign = mutants.Mutants()
        campaign.set_up(command.parser({"mutants": campaign}).parse_args(["mutants", *words, *more]))
        for name, value in changed.items():
            monkeypatch.setattr(campaign, name, value)
        return run(campaign, tmp_path / "again.jsonl", most=1)

    code, said = tried(tried=lambda mutant: ("", 7))
    assert code == 1
    assert "7 tests hold with line" in said[-1]
    assert said[-1].endswith("return not card.digits.isdisjoint(top.digits) => return None")
    (key,) = read(tmp_path / "again.jsonl")
    assert tried("--again", "alive", tried=lambda mutant: ("", 8))[1][-1].startswith(f"found by unit {key}: 8 tests")
    assert tried(explained={key: "nobody can tell"})[0] == 0
    assert tried("--again", "alive") == (0, ANY), "none lives"
    assert [*read(tmp_path / "again.jsonl")] == [key]
    (line,) = read(tmp_path / "again.jsonl").values()
    assert line["equivalent"] == 1


@pytest.mark.deep
def test_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import machine

    monkeypatch.setattr(machine, "EXAMPLES", 3)
    assert [line["unit"] for line in short("machine", tmp_path)] == ["quiclo 0", "shithead 0"]


@pytest.mark.deep
def test_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import versions

    monkeypatch.setattr(versions, "SEEDS", 1)
    others = versions.versions()
    monkeypatch.setattr(versions, "versions", lambda: dict([*others.items()][:1]))
    (line,) = short("versions", tmp_path, parts=1)
    assert line["pythons"] == list(others)[:1]
    monkeypatch.setattr(versions, "elsewhere", lambda *words: {"1": "something else"})
    monkeypatch.setattr(versions, "versions", lambda: {"3.99.0": "nowhere"})
    campaign = versions.Versions()
    campaign.set_up(command.parser({"versions": campaign}).parse_args(["versions"]))
    code, said = run(campaign, tmp_path / "versions.jsonl", most=1)
    assert code == 1
    assert "Python 3.99.0 tells something else with the seeds 1" in said[-1]


def test_what_runs_the_tests_under_threads_is_linked_whole(tmp_path: Path) -> None:
    from campaigns import threads

    threads.link_runner(tmp_path)
    here = {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-S", "-m", "pytest", "-c", os.devnull, "-p", "no:cacheprovider", "--co", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, **here}, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (5, ""), done.stdout  # no tests, and nothing missing


@pytest.mark.deep
def test_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The frame around them, on this Python; on a free-threaded one only the campaign runs them."""
    from campaigns import threads

    monkeypatch.setattr(threads, "versions", dict)
    assert command.main(["threads", "--progress", str(tmp_path)]) == 2
    monkeypatch.setattr(threads, "versions", lambda: {"3.10.1": "no", "3.13.9t": sys.executable})
    few = tmp_path / "few"
    few.mkdir()
    (few / "test_match_threads.py").write_text("import shedkit\n\ndef test_a():\n    assert shedkit.Quiclo()\n")
    monkeypatch.setattr(threads, "TESTS", few)
    (line,) = short("threads", tmp_path, parts=1)
    assert (line["unit"], line["tests"]) == ("3.13.9t 0", 1)
    (few / "test_match_threads.py").write_text("def test_a():\n    assert 'this' == 'that'\n")
    campaign = threads.Threads()
    campaign.set_up(command.parser({"threads": campaign}).parse_args(["threads"]))
    code, said = run(campaign, tmp_path / "threads.jsonl", most=1)
    assert code == 1
    assert "'this' == 'that'" in "\n".join(said)


@pytest.mark.deep
def test_pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import pyodide

    monkeypatch.setattr(pyodide, "SEEDS", 1)
    campaign = pyodide.Pyodide()
    try:
        campaign.set_up(command.parser({"pyodide": campaign}).parse_args(["pyodide"]))
    except frame.Missing as missing:
        pytest.skip(str(missing))
    assert run(campaign, tmp_path / "pyodide.jsonl", most=1)[0] == 0
    (line,) = read(tmp_path / "pyodide.jsonl").values()
    assert line["seeds"] == 1
    monkeypatch.setattr(campaign, "told", lambda first: {"version": "3.14", "1": "something else"})
    code, said = run(campaign, tmp_path / "pyodide.jsonl", most=1)
    assert code == 1
    assert "tells something else with the seeds 1" in said[-1]


def test_pyodide_where_there_is_no_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command.main(["pyodide", "--progress", str(tmp_path)]) == 2
    assert "it needs node" in capsys.readouterr().err
