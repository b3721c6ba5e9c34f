"""The frame of the campaigns: budgets, going on, kills, broken progress, two at once, and the page that tells of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
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


def test_the_page_has_the_table_that_the_data_makes() -> None:
    made = report.table(list(command.campaigns().values()), PROGRESS)
    assert report.current(report.PAGE.read_text(encoding="utf-8"), made), (
        "python -m tests.campaigns report --write makes it anew"
    )
