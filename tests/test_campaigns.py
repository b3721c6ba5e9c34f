"""The frame of the campaigns: budgets, going on, kills, broken progress, two at once, and the page that tells of it."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest

from campaigns import __main__ as command
from campaigns import frame, report
from campaigns.frame import Campaign, Finding, run_campaign
from campaigns.store import PROGRESS, BrokenProgress, Line, Progress, read

ROOT = Path(__file__).parents[1]


class Toy(Campaign):
    """Counts to ten; some units fail."""

    name = "toy"
    about = "counting"
    aims: ClassVar[Mapping[str, int]] = {"things": 100}
    largest = frozenset({"peak"})

    def __init__(self, *bad: str, error: type[Exception] = Finding) -> None:
        self.bad, self.error, self.done = bad, error, list[str]()

    def units(self) -> Iterator[str]:
        return map(str, range(10))

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        self.done.append(unit)
        if unit in self.bad:
            raise self.error(f"{unit} is odd")
        return {"things": 2, "peak": int(unit), "kind": "even"}

    def reached(self, lines: Sequence[Line]) -> str:
        return frame.reached_of_aims(self, lines)


def run(campaign: Campaign, path: Path, **more: Any) -> tuple[int, list[str]]:
    said: list[str] = []
    return run_campaign(campaign, path, say=said.append, **{"budget": 60.0, **more}), said


def test_a_campaign_goes_on_where_it_was(tmp_path: Path) -> None:
    first, then, path = Toy(), Toy(), tmp_path / "deep" / "toy.jsonl"
    code, said = run(first, path, most=4)
    assert (code, first.done) == (0, ["0", "1", "2", "3"])
    assert said[-1] == "8 of 100 things"
    assert "everything is done" not in said[-2]
    code, said = run(then, path)
    assert (code, then.done) == (0, ["4", "5", "6", "7", "8", "9"])
    assert said[-1] == "20 of 100 things"
    assert "everything is done" in said[-2]
    lines = read(path)
    assert list(lines) == [str(number) for number in range(10)]
    assert then.figures(list(lines.values())) == {
        "things": 20,
        "peak": 9,
        "seconds": pytest.approx(sum(line["seconds"] for line in lines.values())),
    }
    assert lines["3"]["python"] == ".".join(map(str, sys.version_info[:3]))
    again = Toy()
    assert run(again, path)[0] == 0
    assert again.done == []


def test_a_budget_ends_it_before_the_next_unit(tmp_path: Path) -> None:
    toy = Toy()
    code, said = run(toy, tmp_path / "toy.jsonl", budget=0.0)
    assert (code, toy.done) == (0, [])
    assert "everything is done" not in said[0]


def test_begun_afresh(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    run(Toy(), path)
    toy = Toy()
    run(toy, path, most=1, afresh=True)
    assert toy.done == ["0"]
    assert list(read(path)) == ["0"]


@pytest.mark.parametrize("error", [Finding, ValueError])
def test_what_is_found_is_kept_and_tried_first_the_next_time(
    tmp_path: Path, error: type[Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "toy.jsonl"
    code, said = run(Toy("1", "7", error=error), path)
    assert code == 1
    assert said[-3] == "16 of 100 things"
    assert "found by unit 1" in said[-2]
    assert "1 is odd" in said[-2]
    assert ("Traceback" in capsys.readouterr().err) == (error is ValueError)
    mended = Toy("7")
    assert run(mended, path, budget=60.0)[0] == 1
    assert mended.done == ["1", "7"]
    assert run(Toy(), path)[0] == 0
    assert not any("found" in line for line in read(path).values())


def test_a_line_that_a_kill_has_cut_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    run(Toy(), path, most=3)
    whole = path.read_bytes()
    for cut in range(1, len(whole.splitlines()[-1]) + 1):
        path.write_bytes(whole[:-cut])
        assert list(read(path)) == ["0", "1"]
        toy = Toy()
        run(toy, path, most=1)
        assert toy.done == ["2"]
        assert list(read(path)) == ["0", "1", "2"]


@pytest.mark.parametrize(
    "broken", [b"{", b"", b"[]", b'{"unit": 3}', b'{"seconds": 1}', b"\xff", b"null", b'{"unit": "2"}}', b"[" * 100_000]
)
def test_a_broken_line_is_refused_by_its_number(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "toy.jsonl"
    run(Toy(), path, most=3)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + broken + b"\n" + lines[2])
    kept = path.read_bytes()
    with pytest.raises(BrokenProgress, match="line 2 is broken"):
        run(Toy(), path)
    assert path.read_bytes() == kept
    # taken out, as the error says, the unit is done again
    path.write_bytes(lines[0] + lines[2])
    toy = Toy()
    run(toy, path, most=1)
    assert toy.done == ["1"]


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    with Progress(path) as progress:
        progress.add({"unit": "0"})
        with pytest.raises(BrokenProgress, match="two runs"):
            run(Toy(), path)
        with pytest.raises(BrokenProgress, match="two runs"):
            Progress(path, afresh=True)
        assert list(read(path)) == ["0"]
    assert run(Toy(), path)[0] == 0


def test_progress_that_is_taken_away_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    with Progress(path) as progress:
        path.unlink()
        with pytest.raises(BrokenProgress, match="gone"):
            progress.add({"unit": "0"})


KILLED = """
import sys, time
sys.path[:0] = sys.argv[2:]
from pathlib import Path
from test_campaigns import Toy, run
class Slow(Toy):
    def run(self, unit, seconds):
        time.sleep(0.1)
        return super().run(unit, seconds)
run(Slow(), Path(sys.argv[1]))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no way to kill like that")
def test_killed_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    seen: list[str] = []
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(path), str(ROOT / "tests"), str(ROOT / "src")])
        try:
            until = time.monotonic() + 60
            while len(read(path)) <= len(seen) and time.monotonic() < until:
                time.sleep(0.01)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        done = list(read(path))
        assert len(done) > len(seen)
        assert done[: len(seen)] == seen
        seen = done
    toy = Toy()
    run(toy, path)
    assert [*seen, *toy.done] == [str(number) for number in range(10)]


# the command line


def started(*words: str) -> subprocess.CompletedProcess[str]:
    """The command as users type it."""
    return subprocess.run(
        [sys.executable, "-m", "tests.campaigns", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_command(tmp_path: Path) -> None:
    done = started("--help")
    assert done.returncode == 0
    for name in command.campaigns():
        assert f" {name} " in done.stdout
    assert started("poker").returncode == 2


def test_broken_progress_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("{\n")
    done = started("games", "--progress", str(tmp_path))
    assert done.returncode == 2
    assert "line 1 is broken" in done.stderr
    assert "Traceback" not in done.stderr


# the report


def test_the_table_is_made_from_the_data(tmp_path: Path) -> None:
    toy = Toy("1")
    assert report.table([toy], tmp_path).splitlines()[-1] == "| `toy` | counting | nothing yet | never |"
    (tmp_path / "toy.jsonl").write_text(
        "".join(
            json.dumps({"unit": unit, "seconds": seconds, "date": date, "python": python, "things": 30}) + "\n"
            for unit, seconds, date, python in (("0", 500, "2020-01-02", "3.9.1"), ("1", 4000, "2020-01-01", "3.10.2"))
        )
    )
    row = report.table([toy], tmp_path).splitlines()[-1]
    assert row == "| `toy` | counting | 60 of 100 things | 2020-01-02, Python 3.9.1, 3.10.2, 1.2 h in all |"
    run(Toy("3"), tmp_path / "toy.jsonl", most=2)
    assert "64 of 100 things; **1 unit fails**" not in report.table([toy], tmp_path)
    run(Toy("3"), tmp_path / "toy.jsonl", most=2)
    assert "**1 unit fails**" in report.table([toy], tmp_path)


def test_the_page_keeps_what_is_around_the_table() -> None:
    page = f"before\n{report.BEGIN}\n\nold\n\n{report.END}\nafter\n"
    new = report.written(page, "new")
    assert new == page.replace("old", "new")
    assert report.current(new, "new")
    assert not report.current(page, "new")


# what the campaigns do, in short


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


def test_the_page_has_the_table_that_the_data_makes() -> None:
    made = report.table(list(command.campaigns().values()), PROGRESS)
    assert report.current(report.PAGE.read_text(encoding="utf-8"), made), (
        "python -m tests.campaigns report --write makes it anew"
    )


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


def test_fuzz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("atheris")
    from campaigns import fuzz

    monkeypatch.setattr(fuzz, "MANY", 50)  # so that inputs are taken out
    lines = short("fuzz", tmp_path, "--corpus", str(tmp_path / "corpus"), budget=2.0)
    assert all(line["inputs"] > 100 and line["edges"] > 500 for line in lines)
    assert 50 < len(list((tmp_path / "corpus").iterdir())) < lines[0]["kept"]


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


def test_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import machine

    monkeypatch.setattr(machine, "EXAMPLES", 3)
    assert [line["unit"] for line in short("machine", tmp_path)] == ["quiclo 0", "shithead 0"]


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
