"""The library without metadata: as a copied folder, in a zip, and in programs that PyInstaller makes.

Where PyInstaller is not installed, its tests are skipped, but never where the variable ``CI`` is set. They take about
half a minute; ``-m "not packing"`` leaves them out.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import zipapp
from collections.abc import Callable
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

import attr
import attrs
import pytest
import typing_extensions

import shedkit
from shedkit._packing import hook_folders

ROOT = Path(__file__).parent.parent
SOURCE = Path(shedkit.__file__).parent
SAMPLES = ROOT / "docs" / "samples" / "games.jsonl"

LIBRARY = """
import sys, tempfile, warnings
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

warnings.simplefilter("error")
library = "shedkit"  # PyInstaller would pack the metadata of a name that stands in the call
try:
    version(library)
except PackageNotFoundError:
    pass
else:
    sys.exit("there is metadata")

from shedkit.core.catalogue import game, game_names

print(*game_names())
for name in game_names():
    assert game(name)().deal(seed=1).stock
    assert game(name)().explain().sections
assert game("shithead")().explain("de").about("SH-A12")
try:
    game("poker")
except LookupError as error:
    print(error)

from shedkit import Journal, Match, Record, simple_player
from shedkit.players.contenders import contender

print(*[type(simple_player(name, 1)).__name__ for name in game_names()])
rules = game("quiclo")(players=2)
assert contender("careless:slips=0.2", rules).name == "careless:slips=0.2"
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "table.jsonl"
    match = Match(rules, seed=7)
    with Journal.create(path, match):
        for _ in range(5):
            match.play(match.legal_moves(match.actors[0])[0], match.actors[0])
    again, journal = Journal.resume(path)
    journal.close()
    assert again.state == match.state
    record = Record.from_json(Record.of(again).to_json())
    record.verify()
    assert len(record.moves) == 5
"""
"""What a program does with the library; it names no entry point."""

MANY = """
import sys

from shedkit.cli import main

if __name__ == "__main__":
    if sys.argv[1:] == ["many"]:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        from shedkit import game
        from shedkit.study import simulate_many

        with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
            rows = simulate_many(game("quiclo")(players=2), "simple", games=4, seed=7, executor=pool)
            print(*[row["moves"] for row in rows])
    else:  # here the processes of the pool begin, too
        sys.exit(main())
"""
"""The command line as a program of its own, which also lets other processes play."""


Words = list[str | Path]


def run(words: Words, folder: Path | None = None, **more: str) -> tuple[int, str, str]:
    """A process that knows nothing of what is installed here."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR") if name in os.environ}
    done = subprocess.run(
        list(map(str, words)), cwd=folder, env=kept | more, capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library and what it needs, copied: modules only."""
    made = tmp_path_factory.mktemp("copied")
    for package in (SOURCE, Path(attr.__file__).parent, Path(attrs.__file__).parent):
        shutil.copytree(package, made / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(typing_extensions.__file__, made)
    return made


@pytest.fixture(scope="module")
def archive(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as one file that Python runs."""
    made = tmp_path_factory.mktemp("zip")
    shutil.copytree(folder, made / "parts")
    (made / "parts" / "__main__.py").write_text(MANY)
    zipapp.create_archive(made / "parts", made / "shedkit.pyz")
    return made / "shedkit.pyz"


@pytest.fixture(params=["folder", "zip"])
def packed(request: pytest.FixtureRequest) -> tuple[Words, str]:
    """How to start the command line, and where the modules lie."""
    if request.param == "zip":
        archive = request.getfixturevalue("archive")
        return [sys.executable, "-S", archive], str(archive)
    return [sys.executable, "-S", "-m", "shedkit"], str(request.getfixturevalue("folder"))


def test_the_library_needs_no_metadata(packed: tuple[Words, str]) -> None:
    _, path = packed
    status, out, err = run([sys.executable, "-S", "-c", LIBRARY], PYTHONPATH=path)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "lucky-shutdown quiclo shanghai-rummy shithead",
        "there is no game 'poker'; there are lucky-shutdown, quiclo, shanghai-rummy, shithead",
        "SimpleLucky SimpleQuiclo SimpleShanghai SimpleShithead",
    ]


def check_commands(start: Words, folder: Path, path: str = "") -> None:
    """What can be typed works as from an installed package, and what is wrong gets one line."""

    def typed(*words: str | Path) -> tuple[int, str, str]:
        return run([*start, *words], folder, PYTHONPATH=path)

    assert typed("--version") == (0, f"shedkit {shedkit.__version__}\n", "")
    status, out, err = typed("games")
    assert (status, err) == (0, "")
    named = re.findall(r"^([a-z-]+)  .* players$", out, re.MULTILINE)
    assert named == ["lucky-shutdown", "quiclo", "shanghai-rummy", "shithead"]
    for game in named:
        status, out, err = typed("play", game, "--watch", "--seed", "1", "--max-moves", "30")
        assert (status, err) == (0, "")
        assert out.startswith(f"{game}, ")
    status, out, err = typed("schema", "quiclo")
    assert (status, err, out[0]) == (0, "", "{")
    assert typed("verify", SAMPLES)[::2] == (0, "")
    assert typed("new", "my-game")[::2] == (0, "")
    assert (folder / "my-game" / "src" / "my_game" / "__init__.py").read_text(encoding="utf-8").startswith('"""My game')
    for words in (
        ("new", "my-game"),
        ("new", "quiclo"),
        ("new", "test"),
        ("play", "chess"),
        ("schema", ""),
        ("play",),
        ("study", "compare", "quiclo"),
        ("nothing",),
    ):
        status, out, err = typed(*words)
        assert (status, out, err.count("\n")) == (2, "", 1), words
        assert err.startswith("shedkit: "), words
    assert typed("play", "chess")[2].endswith("choose from lucky-shutdown, quiclo, shanghai-rummy, shithead\n")


@pytest.mark.packing
def test_the_command_line_needs_no_metadata(packed: tuple[Words, str], tmp_path: Path) -> None:
    start, path = packed
    check_commands(start, tmp_path, path)


def test_processes_of_a_zip_play(archive: Path) -> None:
    assert run([sys.executable, "-S", archive, "many"]) == (0, "16 48 91 87\n", "")


# --- PyInstaller


def test_pyinstaller_learns_which_files_are_no_modules() -> None:
    metadata = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.search(r'^\[project\.entry-points\.pyinstaller40\]\nhook-dirs = "(.+)"$', metadata, re.MULTILINE)
    assert declared
    assert EntryPoint("hook-dirs", declared[1], "pyinstaller40").load() is hook_folders
    (hooks,) = hook_folders()
    datas = runpy.run_path(str(Path(hooks) / "hook-shedkit.py"))["datas"]
    packed = {Path(where) / Path(file).name for file, where in datas}
    others = {path for path in SOURCE.rglob("*.*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert packed == {path.relative_to(SOURCE.parent) for path in others}
    assert Path("shedkit/study/report.html.jinja") in packed
    assert all(Path(file).is_file() for file, _ in datas)


@pytest.mark.parametrize("hook", sorted(Path(hook_folders()[0]).glob("hook-*.*.*.py")), ids=lambda hook: hook.stem)
def test_pyinstaller_learns_what_is_imported_by_name(hook: Path) -> None:
    assert find_spec(hook.stem.removeprefix("hook-"))
    hidden = runpy.run_path(str(hook))["hiddenimports"]
    assert all(find_spec(name) for name in hidden)
    assert hidden or any(find_spec(name) is None for name in ("pandas", "matplotlib"))


HEAVY = ("IPython", "PIL", "distributed", "jinja2", "matplotlib", "numpy", "pandas", "pyarrow", "scipy", "tqdm")
"""What the studies take if it is there; it would make a program ten times as large, and as slow to pack."""


@pytest.fixture
def pack(tmp_path: Path) -> Callable[..., Path]:
    """Makes a program out of a script, without what only the studies take."""
    if find_spec("PyInstaller") is None:
        if os.environ.get("CI"):
            pytest.fail("PyInstaller is not installed, and here it must be: it is in the extra 'dev'")
        pytest.skip("PyInstaller is not installed")

    def packed(name: str, text: str, *, without: tuple[str, ...] = HEAVY) -> Path:
        script = tmp_path / f"{name}.py"
        script.write_text(text)
        words: Words = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
        for option in ("dist", "work", "spec"):
            words += [f"--{option}path", tmp_path / option]
        words += ["--additional-hooks-dir", hook_folders()[0], "--paths", SOURCE.parent]
        words += [word for module in without for word in ("--exclude-module", module)]
        done = subprocess.run(
            [*map(str, words), str(script)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYINSTALLER_CONFIG_DIR": str(tmp_path / "config")},
            timeout=400,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return tmp_path / "dist" / name / name

    return packed


BY_NAME = """
from shedkit.core.catalogue import game

print(game("quiclo")(players=2).deal(seed=7).turn)
"""


@pytest.mark.packing
def test_a_frozen_program_finds_games_by_name(pack: Callable[..., Path]) -> None:
    assert run([pack("by_name", BY_NAME)]) == (0, "0\n", "")
    status, out, err = run([pack("library", LIBRARY)])
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "SimpleLucky SimpleQuiclo SimpleShanghai SimpleShithead"


@pytest.mark.packing
def test_the_command_line_and_its_processes_can_be_frozen(pack: Callable[..., Path], tmp_path: Path) -> None:
    program = pack("many", MANY)
    check_commands([program], tmp_path)
    assert run([program, "many"]) == (0, "16 48 91 87\n", "")
    assert list(program.parent.rglob("report.html.jinja"))


@pytest.mark.packing
@pytest.mark.skipif(not os.environ.get("CI"), reason="over a minute and half a gigabyte; runs where CI is set")
def test_studies_can_be_frozen(pack: Callable[..., Path], tmp_path: Path) -> None:
    program = pack("studies", MANY, without=())
    words: Words = [program, "study", "compare", "quiclo", "--players", "2", "--games", "20", "--skill-deals", "4"]
    status, out, err = run([*words, "--seed", "7", "--workers", "2"], tmp_path)
    assert (status, [line for line in err.splitlines() if line.startswith("Traceback")]) == (0, [])
    assert "report  study-compare" in out
    made = {path.suffix for path in (tmp_path / "study-compare").rglob("*.*")}
    assert made >= {".html", ".csv", ".parquet", ".png", ".svg"}
