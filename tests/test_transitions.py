"""The fast tests catch a transition that leaves a fact as it was, or sets another one of the same type.

Each assignment to a draft is mutated, in a copy of the sources, and the tests of that game are run on the copy. One that
passes is a fact that nobody looks at.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from shedkit import game
from shedkit.core.values import hints_of

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parent.parent
GAMES = {
    "quiclo": "quiclo",
    "shithead": "shithead",
    "lucky_shutdown": "lucky",
    "shanghai_rummy": "shanghai",
}
"""The packages of games, each with the beginning of the names of its tests."""
FAMILIES = {"shithead": "ladder", "lucky_shutdown": "ladder"}
"""The package of the family in which moves of a game are carried out too; its mutants are tried with each game."""
EQUIVALENT = {
    "s.claimant, s.laid, s.taken = None, 0, None -> _, s.laid, s.taken = None, 0, None": (
        "nobody is asked when a round ends: buyers need two cards in the stock, and only an empty one ends a round"
    ),
}
"""Mutants that change nothing, and why."""


@attrs.frozen
class Mutant:
    """One assignment of a file, and what stands there instead."""

    package: str
    path: Path
    line: int
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.package}: {self.path.relative_to(ROOT / 'src/shedkit')}:{self.line}: {self.was} -> {self.now}"


def mutants() -> Iterator[Mutant]:
    """Every assignment of a fact to a draft: left out, and made to another fact of the same type."""
    for package in GAMES:
        kinds = hints_of(game(package.replace("_", "-")).state_type)
        shared = (ROOT / "src/shedkit/families" / FAMILIES.get(package, "none")).glob("*.py")
        for path in sorted([*(ROOT / "src/shedkit/games" / package).glob("*.py"), *shared]):
            text = path.read_text(encoding="utf-8")
            lines = text.splitlines()
            for node in ast.walk(ast.parse(text)):
                if not isinstance(node, ast.Assign | ast.AugAssign) or node.lineno != node.end_lineno:
                    continue
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                was = lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()
                for fact in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if not isinstance(fact, ast.Attribute) or ast.unparse(fact.value) != "s" or fact.attr not in kinds:
                        continue
                    here = f"s.{fact.attr}"
                    left_out = was.replace(here, "_", 1) if isinstance(target, ast.Tuple) else "pass"
                    yield Mutant(package, path, node.lineno, was, left_out)
                    same = [name for name, kind in kinds.items() if name != fact.attr and kind == kinds[fact.attr]]
                    if same:
                        yield Mutant(package, path, node.lineno, was, was.replace(here, f"s.{same[0]}", 1))


def is_caught(mutant: Mutant, folder: Path) -> bool:
    """Whether the tests of the game fail on sources with the mutant."""
    copy = folder / "src"
    shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
    there = copy / mutant.path.relative_to(ROOT / "src")
    lines = there.read_text(encoding="utf-8").splitlines(keepends=True)
    assert mutant.was in lines[mutant.line - 1]
    lines[mutant.line - 1] = lines[mutant.line - 1].replace(mutant.was, mutant.now, 1)
    there.write_text("".join(lines), encoding="utf-8")
    tests = sorted((ROOT / "tests").glob(f"test_{GAMES[mutant.package]}_*.py"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *map(str, tests)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode in (0, 1), done.stdout.decode() + done.stderr.decode()
    return done.returncode == 1


ALL = list(mutants())


def test_there_are_mutants_of_every_game() -> None:
    assert {mutant.package for mutant in ALL} == set(GAMES)


@pytest.mark.parametrize("mutant", ALL, ids=str)
def test_it_is_caught(mutant: Mutant, tmp_path: Path) -> None:
    assert is_caught(mutant, tmp_path) != (f"{mutant.was} -> {mutant.now}" in EQUIVALENT)
