"""The benchmark runs and prints its table; nothing here depends on how fast."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from shedkit.core.catalogue import game_names

BENCH = Path(__file__).with_name("bench.py")


def run(*words: str) -> list[list[str]]:
    done = subprocess.run(
        [sys.executable, str(BENCH), "--seconds", "0.001", "--rounds", "1", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={"PYTHONIOENCODING": "utf-8"},
    )
    return [line.split() for line in done.stdout.splitlines()]


def parts(lines: list[list[str]]) -> tuple[list[list[str]], list[list[str]]]:
    """The rows about moves, and those about the search."""
    at = lines.index(["search", "players", "iterations/s"])
    return lines[5 : at - 1], lines[at + 1 :]


def test_one_game() -> None:
    lines = run("--game", "shithead")
    rows, search = parts(lines)
    assert lines[3][:4] == ["game", "players", "moves/s", "to"]
    assert [row[:2] for row in rows] == [["shithead", str(n)] for n in (2, 3, 4, 5)]
    for row in rows:
        assert len(row) == 12
        numbers = [float(cell.replace(",", "")) for cell in row[2:]]
        assert all(number >= 0 for number in numbers)
        assert numbers[0] > 0
    assert [row[:2] for row in search] == [row[:2] for row in rows]
    assert all(float(row[2].replace(",", "")) > 0 for row in search)


@pytest.mark.deep
def test_every_game_of_the_catalogue() -> None:
    rows, search = parts(run())
    assert {row[0] for row in rows} == set(game_names()) == {row[0] for row in search}
    assert [row[1] for row in rows if row[0] == "quiclo"] == ["2", "3", "4", "5", "8"]


def test_a_game_that_is_not_there() -> None:
    done = subprocess.run([sys.executable, str(BENCH), "--game", "poker"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "poker" in done.stderr
