"""``shedkit new``: a package with a small game that works, to make another game of."""

from __future__ import annotations

import builtins
import keyword
import os
import re
import sys
import tempfile
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from shedkit.cli.arguments import UsageError, quoted
from shedkit.core.catalogue import game_names
from shedkit.core.version import __version__

__all__ = ["new"]

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 30

_TAKEN = re.compile("attrs?|conftest|hatchling|hypothesis|pytest|shedkit|src|tests?|typing_extensions")
"""Modules and folders that the package uses wherever it is installed, and one of Python that its list leaves out."""

_DEVICE = re.compile("con|prn|aux|nul|(com|lpt)[0-9]")
"""Names that Windows takes for a device."""

_WORDS = re.compile(r"my_game|my-game|MyGame|My game|MG-|mg_|0\.0\.0")
"""What stands in the template for the game's own words."""


def new(name: str | None) -> None:
    """Write a package with a game, its tests and its metadata into a folder of this name, whole or not at all.

    Raises:
        UsageError: if the name cannot be that of a game, is taken, or the folder is there already or cannot be written.

    """
    if name is None:
        raise UsageError("new needs a name for the game, such as my-game")
    _check(name)
    made = _filled(name)
    _write(Path(name), made)
    print(name)
    for place in sorted(made):
        print(f"  {place}")
    print(f"\nnext: cd {name}, then python -m pytest; README.md tells the rest")


def _check(name: str) -> None:
    module = name.replace("-", "_")
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        better = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
        hint = f"; did you mean {better}?" if _NAME.fullmatch(better) and len(better) <= _LONGEST else ""
        raise UsageError(
            f"{quoted(name)} cannot be the name of a game: lower-case words of a-z and 0-9 with hyphens between them, "
            f"beginning with a letter, {_LONGEST} characters at most, such as my-game{hint}"
        )
    if keyword.iskeyword(module):
        raise UsageError(f"{name} is a word of Python, so no module can be called that: choose another name")
    if _DEVICE.fullmatch(name):
        raise UsageError(f"{name} is the name of a device on Windows: choose another name")
    if os.path.lexists(name):
        raise UsageError(f"{name} is there already: choose another name, or another folder to work in")
    if name in game_names():
        raise UsageError(f"there is a game {name} already: choose another name")
    if _TAKEN.fullmatch(module) or module in sys.stdlib_module_names or _importable(module):
        raise UsageError(f"there is a module {module} already, which the game would hide: choose another name")


def _importable(module: str) -> bool:
    """Whether there is such a module; a mere folder is none."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):  # it is loaded, but nobody knows from where
        return True
    return spec is not None and spec.origin is not None


def _filled(name: str) -> dict[str, str]:
    """The texts of the files, by their places in the folder."""
    module = name.replace("-", "_")
    texts = {
        place: _template(file)
        for place, file in (
            (".gitignore", "gitignore"),
            ("README.md", "README.md"),
            ("pyproject.toml", "pyproject.toml"),
            (f"src/{module}/__init__.py", "game.py"),
            (f"tests/test_{module}.py", "test_game.py"),
        )
    }
    words = name.split("-")
    own = {
        "my_game": module,
        "my-game": name,
        "MyGame": _class_name(words, _WORDS.sub("", "".join(texts.values()))),
        "My game": name.replace("-", " ").capitalize(),
        "MG-": f"{_letters(words).upper()}-",
        "mg_": f"{_letters(words)}_",
        "0.0.0": __version__,
    }
    filled = {place: _WORDS.sub(lambda word: own[word[0]], text) for place, text in texts.items()}
    return filled | {f"src/{module}/py.typed": ""}


def _template(file: str) -> str:
    try:
        return files("shedkit.cli").joinpath("template").joinpath(f"{file}.template").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(
            "the template is missing here: a packed program needs the files of shedkit that are no modules, too "
            "(PyInstaller: --collect-data shedkit)"
        ) from None


def _letters(words: list[str]) -> str:
    """The two letters that the numbers of the rules begin with."""
    initials = [word[0] for word in words if word[0].isalpha()]
    capitals = "".join(initials if len(initials) > 1 else filter(str.isalpha, "".join(words)))
    letters = f"{capitals}g"[:2]
    return letters if letters != "sk" else "sg"  # SK are the rules of all games


def _class_name(words: list[str], texts: str) -> str:
    """A name for the class that means nothing else in the files."""
    name = "".join(word.capitalize() for word in words)
    while keyword.iskeyword(name) or hasattr(builtins, name) or re.search(rf"\b{name}\b", texts):
        name += "Game"
    return name


def _write(folder: Path, texts: dict[str, str]) -> None:
    """All files or none: they are written beside, and get their name when they are complete."""
    try:
        with tempfile.TemporaryDirectory(prefix=f".{folder}-", dir=".") as beside:
            made = Path(beside, folder)
            for place, text in texts.items():
                (made / place).parent.mkdir(parents=True, exist_ok=True)
                (made / place).write_text(text, encoding="utf-8", newline="\n")
            made.rename(folder)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written here: {error.strerror or error}") from None
