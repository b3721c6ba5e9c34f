"""The measurement of the server under attack, in a small form; nothing here depends on how fast."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("websockets")
pytest.importorskip("resource")
HERE = Path(__file__).parent


def run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(HERE / script), *words], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.deep
def test_under_attack() -> None:
    small = ["--tables", "8", "--guests", "10", "--seconds", "1", "--think", "0.1", "--pause", "0.01"]
    done = run("under_attack.py", *small, "--kind", "all at once", "--journals")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("8 tables, 10 guests, 1 s each")
    for name, line in zip(("none", "all at once"), lines[2:], strict=True):
        assert line.startswith(name)
        moves, median, p99, most = (float(word) for word in line.removeprefix(name).split()[:4])
        assert moves > 0
        assert 0 < median <= p99 <= most
    assert float(lines[3].split()[-1]) > 0  # guests were let in


@pytest.mark.deep
def test_a_limit_that_is_not_kept_and_a_kind_that_there_is_not() -> None:
    small = ["--tables", "6", "--seconds", "1", "--think", "0.1", "--pause", "0.01", "--kind", "come and go"]
    done = run("under_attack.py", *small, "--guests", "2", "--limit", "0.0001")
    assert done.returncode == 1
    assert done.stdout.count("the 99th percentile is over 0.0001 ms") == 2
    done = run("under_attack.py", "--kind", "poker")
    assert done.returncode == 2
    assert "'poker' is none of reconnect, come and go" in done.stderr
