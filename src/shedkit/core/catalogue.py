"""The catalogue: every installed game by its name.

A package adds a game by an entry point in the group ``shedkit.games``; the games of the library come the
same way.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from shedkit.core.errors import UnknownGame
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short

__all__ = ["game", "game_names", "load"]


def load(group: str, name: str) -> object:
    """The object that an entry point of a group names, or ``None`` if there is no such entry point.

    Raises:
        UnknownGame: if the entry point is there but cannot be loaded.

    """
    for entry in entry_points(group=group):
        if entry.name == name:
            return _loaded(entry)
    return None


def _loaded(entry: EntryPoint) -> object:
    try:
        return entry.load()
    except Exception as error:  # a package from elsewhere can fail in any way
        raise UnknownGame(f"{entry.name} cannot be loaded from {entry.value}: {error}") from error


def game_names() -> tuple[str, ...]:
    """The names of all installed games, in alphabetical order.

    >>> "shithead" in game_names()
    True
    """
    return tuple(sorted({entry.name for entry in entry_points(group="shedkit.games")}))


def game(name: str) -> type[Rules[State, Move]]:
    """The rules class of a game.

    Raises:
        UnknownGame: if no installed package has a game of this name, or the one that has cannot be loaded.

    >>> game("quiclo")(players=2).players
    2

    """
    found = load("shedkit.games", name)
    if found is None:
        raise UnknownGame(f"there is no game {short(name)}; there are {', '.join(game_names())}")
    if not (isinstance(found, type) and issubclass(found, Rules)):
        raise UnknownGame(f"{name}: its entry point names no rules class")
    return found
