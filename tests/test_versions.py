"""Law 7 across processes: other hash seeds, other Pythons, the same games to the last byte.

Other interpreters need nothing installed; `interpreters` says where they are looked for. The campaign `versions` does
the same with many seeds.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import told as told_module
from interpreters import engine_in, versions
from told import SEED, agree, told

HERE_IS = f"{sys.version_info[0]}.{sys.version_info[1]}"
OTHERS = [version for version in ("3.10", "3.11", "3.12", "3.13", "3.13t", "3.14", "3.14t") if version != HERE_IS]


@cache
def told_here() -> dict[str, str]:
    return told(SEED)


@cache
def pythons() -> dict[str, str]:
    """The other interpreters, by their minor versions."""
    return {re.sub(r"\.\d+(t?)$", r"\1", version): path for version, path in versions().items()}


def elsewhere(python: str, **environment: str) -> dict[str, str]:
    """What another process tells of the same games; it also reads the pickles of this one."""
    done = subprocess.run(
        [python, told_module.__file__, "agree"],
        input=json.dumps(told_here()),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told_there: dict[str, str] = json.loads(done.stdout)
    return told_there


@pytest.mark.deep
@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_another_process_under_another_hash_seed(seed: str) -> None:
    agree(told_here(), elsewhere(sys.executable, PYTHONHASHSEED=seed))


def test_without_assertions() -> None:
    """Python drops assertions with ``-O``; nothing may rest on them."""
    agree(told_here(), elsewhere(sys.executable, PYTHONOPTIMIZE="1"))


@pytest.mark.parametrize(
    "version", [OTHERS[0], *[pytest.param(version, marks=pytest.mark.deep) for version in OTHERS[1:]]]
)
def test_another_python(version: str, tmp_path: Path) -> None:
    if version not in pythons():
        pytest.skip(f"there is no Python {version} on this machine")
    there = elsewhere(pythons()[version], PYTHONPATH=str(engine_in(tmp_path)), PYTHONDONTWRITEBYTECODE="1")
    assert there["version"].startswith(f"{version.rstrip('t')}.")
    agree(told_here(), there)
