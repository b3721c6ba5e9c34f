"""The walls of the house: imports point downwards only, and the engine needs next to nothing from outside."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import shedkit

SOURCE = Path(shedkit.__file__).parent

MAY_IMPORT = {
    "core": {"core"},
    "families": {"core", "authoring", "families"},
    "games": {"core", "families", "authoring", "games"},
    "authoring": {"core"},
    "front": {"core", "front"},
    "pictures": {"core", "front", "pictures"},
    "table": {"core", "front", "table"},
    "players": {"core", "table", "players"},
    "spaces": {"core", "spaces"},
    "study": {"core", "table", "players", "study"},
    "terminal": {"core", "front", "pictures", "table", "players", "terminal"},
    "adapters": {"core", "spaces", "table", "adapters"},
    "cli": {"core", "front", "pictures", "table", "players", "study", "terminal", "cli"},
    "bots": {"core", "families", "table", "players", "games", "bots"},
    "testing": {"core", "table", "testing"},
    "_packing": set(),
    "__init__": {"core", "games", "pictures", "table", "players", "bots"},
    "__main__": {"cli"},
}
"""Which rooms a room may import from; the top of the package offers what is in the rooms below."""

OUTSIDE = {"attrs", "attr", "typing_extensions"}
"""All that the engine takes from other packages."""

ON_DEMAND = {
    "shedkit.adapters.pettingzoo": {"gymnasium", "numpy", "pettingzoo"},
    "shedkit.testing.strategies": {"hypothesis"},
    "shedkit.pictures.png": {"resvg_py"},
    "shedkit.spaces": set(),
    "shedkit.spaces.observing": {"numpy"},
    "shedkit.spaces.tables": {"numpy"},
    "shedkit.study.canvas": {"matplotlib", "pandas"},
    "shedkit.study.comparing": {"pandas"},
    "shedkit.study.differences": {"numpy", "pandas", "scipy"},
    "shedkit.study.findings": {"pandas"},
    "shedkit.study.gathering": {"numpy", "pandas", "tqdm"},
    "shedkit.study.intervals": {"numpy", "scipy"},
    "shedkit.study.lengths": {"numpy", "scipy"},
    "shedkit.study.plackett_luce": {"numpy", "scipy"},
    "shedkit.study.plotting": set(),
    "shedkit.study.plotting.courses": {"matplotlib", "numpy", "pandas"},
    "shedkit.study.plotting.distributions": {"matplotlib", "numpy", "pandas"},
    "shedkit.study.plotting.profiles": {"matplotlib", "pandas"},
    "shedkit.study.plotting.trials": {"matplotlib", "numpy", "pandas"},
    "shedkit.study.points": {"numpy", "pandas", "scipy"},
    "shedkit.study.rankings": set(),
    "shedkit.study.ratings": {"numpy", "pandas", "scipy", "tqdm"},
    "shedkit.study.reporting": {"jinja2", "pandas"},
    "shedkit.study.samples": {"numpy"},
    "shedkit.study.seats": {"numpy", "pandas", "scipy"},
    "shedkit.study.strength": {"numpy", "tqdm"},
    "shedkit.terminal.app": {"rich", "textual"},
    "shedkit.terminal.asking": {"rich", "textual"},
    "shedkit.terminal.board": {"rich"},
    "shedkit.terminal.canvas": {"rich"},
    "shedkit.terminal.form": {"rich", "textual"},
    "shedkit.terminal.moves": {"rich", "textual"},
    "shedkit.terminal.opening": set(),
    "shedkit.terminal.view": {"textual"},
}
"""Modules that take more, and that nobody else imports when it is imported itself."""

FOR_TYPES = {"shedkit.study.results": {"pandas"}}
"""Modules that name something from elsewhere in their annotations only."""

HEAVY = (
    "distributed",
    "gymnasium",
    "jinja2",
    "matplotlib",
    "numpy",
    "pandas",
    "pettingzoo",
    "pyarrow",
    "resvg_py",
    "rich",
    "scipy",
    "textual",
    "tqdm",
)
"""The packages of the extras."""

MODULES = sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


@cache
def imported(path: Path, *, at_once: bool = False) -> tuple[tuple[str, int], ...]:
    """Every module that a file imports, wherever in it, also for type checking only; or when it is imported itself."""
    return tuple(_imported(path, at_once))


def _imported(path: Path, at_once: bool) -> Iterator[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if at_once else ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: a relative import"
            assert node.module
            yield node.module, node.lineno
            for alias in node.names:
                if (SOURCE.parent / (node.module + "." + alias.name).replace(".", "/")).with_suffix(".py").exists():
                    yield f"{node.module}.{alias.name}", node.lineno


def test_the_sources_are_found() -> None:
    names = set(map(name_of, MODULES))
    assert {"shedkit", "shedkit.core.rules", "shedkit.games.quiclo", "shedkit.testing.laws"} <= names


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_downwards(path: Path) -> None:
    room = room_of("shedkit.__main__" if path.name == "__main__.py" else name_of(path))
    assert room in MAY_IMPORT, f"{room} is a new room: say in MAY_IMPORT what it may import"
    for module, line in imported(path):
        if module.split(".")[0] == "shedkit":
            assert module != "shedkit", f"{path}:{line} imports the top of the package"
            assert room_of(module) in MAY_IMPORT[room], f"{path}:{line}: {room} imports {module}"


@pytest.mark.parametrize("room", ["study", "players", "cli"])
def test_no_circle_between_files(room: str) -> None:
    """Imports inside functions and for type checking count, too."""
    paths = {name_of(path): path for path in MODULES if room_of(name_of(path)) == room}
    needs = {name: {module for module, _ in imported(path)} & set(paths) for name, path in paths.items()}
    while free := [name for name, modules in needs.items() if not modules & set(needs)]:
        for name in free:
            del needs[name]
    assert not needs, f"each of these imports another of them: {', '.join(sorted(needs))}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_engine_needs_attrs_and_typing_extensions_only(path: Path) -> None:
    more = ON_DEMAND.get(name_of(path), set()) | FOR_TYPES.get(name_of(path), set())
    allowed = OUTSIDE | sys.stdlib_module_names | {"shedkit"} | more
    for module, line in imported(path):
        assert module.split(".")[0] in allowed, f"{path}:{line} imports {module}"


@pytest.mark.parametrize("path", [path for path in MODULES if room_of(name_of(path)) == "games"], ids=name_of)
def test_no_game_knows_another(path: Path) -> None:
    own = ".".join(name_of(path).split(".")[:3])
    for module, line in imported(path):
        of_games = module.startswith("shedkit.games.")
        assert not of_games or f"{module}.".startswith(f"{own}."), f"{path}:{line} imports {module}"


@pytest.mark.parametrize("path", [path for path in MODULES if room_of(name_of(path)) == "bots"], ids=name_of)
def test_a_bot_knows_its_own_game_only(path: Path) -> None:
    games = {".".join(module.split(".")[:3]) for module, _ in imported(path) if module.startswith("shedkit.games.")}
    assert len(games) <= 1
    if games:
        assert games == {f"shedkit.games.{path.stem}"}


@pytest.mark.parametrize("module", ON_DEMAND)
def test_what_takes_more_is_imported_on_demand(module: str) -> None:
    for path in MODULES:
        if name_of(path) not in ON_DEMAND:
            assert module not in {name for name, _ in imported(path, at_once=True)}, path


def test_no_game_is_named_outside_games_and_bots() -> None:
    """Games are found through the catalogue, not by their names."""
    for path in MODULES:
        if room_of(name_of(path)) in (
            "core",
            "families",
            "front",
            "pictures",
            "table",
            "players",
            "study",
            "cli",
            "testing",
            "spaces",
            "adapters",
        ):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            docs = {id(node.body[0].value) for node in ast.walk(tree) if documented(node)}  # type: ignore[attr-defined]
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                    assert node.value not in ("shithead", "quiclo", "lucky-shutdown", "shanghai-rummy"), path


def documented(node: ast.AST) -> bool:
    """Whether a docstring stands in it."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None


def test_importing_the_library_loads_no_test_tools() -> None:
    assert loaded_by("shedkit, shedkit.testing", "hypothesis", "pytest", "numpy", "argparse") == "[]"


@pytest.mark.parametrize(
    "module", ["shedkit", "shedkit.study", "shedkit.players.search", "shedkit.cli", "shedkit.adapters"]
)
def test_importing_what_is_light_loads_nothing_heavy(module: str) -> None:
    """All of `shedkit.study` that needs no extra; the modules that do are loaded when they are asked for."""
    assert loaded_by(module, *HEAVY) == "[]"


def test_what_is_heavy_is_found_where_it_is_loaded() -> None:
    assert loaded_by("shedkit.study.strength", "scipy", "matplotlib") == "['scipy']"


def loaded_by(modules: str, *names: str) -> str:
    """Which of the packages are there after an import in a process of its own."""
    code = f"import sys, {modules}; print([name for name in {names!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_core_alone_can_be_imported() -> None:
    """Without the games, as somebody would who writes one of another kind."""
    code = (
        "import sys, types; top = types.ModuleType('shedkit'); top.__path__ = [sys.argv[1]];"
        "sys.modules['shedkit'] = top; import shedkit.core.rules, shedkit.table.runner, shedkit.testing;"
        "print([name for name in sys.modules if name.startswith('shedkit.games')])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(SOURCE)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
