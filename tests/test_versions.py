"""Law 7 across processes: other hash seeds, other Pythons, the same games to the last byte.

Other interpreters need nothing installed; `interpreters` says where they are looked for. The campaign `versions` does
the same with many seeds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import told as told_module
from interpreters import engine_in, versions
from told import SEED, agree, told

HERE = told(SEED)


def elsewhere(python: str, **environment: str) -> dict[str, str]:
    """What another process tells of the same games; it also reads the pickles of this one."""
    done = subprocess.run(
        [python, told_module.__file__, "agree"],
        input=json.dumps(HERE),
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
    agree(HERE, elsewhere(sys.executable, PYTHONHASHSEED=seed))


def test_without_assertions() -> None:
    """Python drops assertions with ``-O``; nothing may rest on them."""
    agree(HERE, elsewhere(sys.executable, PYTHONOPTIMIZE="1"))


HERE_IS = f"{sys.version_info[0]}.{sys.version_info[1]}."
OTHERS = {version: path for version, path in versions().items() if not version.startswith(HERE_IS)}


@pytest.mark.skipif(not OTHERS, reason="there is no other Python of 3.10 or later on this machine")
@pytest.mark.parametrize(
    "version",
    [
        pytest.param(version, marks=[pytest.mark.deep] if i else [])
        for i, version in enumerate(sorted(OTHERS) or ["none"])
    ],
)
def test_another_python(version: str, tmp_path: Path) -> None:
    there = elsewhere(OTHERS[version], PYTHONPATH=str(engine_in(tmp_path)), PYTHONDONTWRITEBYTECODE="1")
    assert version in (there["version"], f"{there['version']}t")
    agree(HERE, there)
