"""The catalogue: every installed game by its name.

A package adds a game by an entry point in the group ``shedkit.games``; the games of the library come the
same way.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from shedkit.core.errors import UnknownGame
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short

__all__ = ["add_game", "game", "game_names", "load", "names", "remove_game"]


_ADDED: dict[str, dict[str, object]] = {"shedkit.games": {}, "shedkit.bots": {}}
"""What was added in this process, by group of entry points and name."""

_FOUND: dict[tuple[str, str], object] = {}
"""What entry points have named so far: to search all installed packages takes longer than to play a game."""


def add_game(kind: type[Rules[Any, Any]], opponent: Callable[[int], object] | None = None) -> None:
    """Add a game to the catalogue of this process, for a notebook or a test; a package does it by entry points.

    A game of the same name is replaced.

    Args:
        kind: the class of the rules.
        opponent: makes the simple opponent out of a seed, if there is one.

    Raises:
        UnknownGame: if this is no class of rules.

    >>> from shedkit import Quiclo
    >>> class Digits(Quiclo):
    ...     name = "digits"
    >>> add_game(Digits)
    >>> game("digits") is Digits
    True
    >>> remove_game("digits")

    """
    if not (isinstance(kind, type) and issubclass(kind, Rules)):
        raise UnknownGame(f"a class of rules expected, not {short(kind)}")
    _ADDED["shedkit.games"][kind.name] = kind
    _ADDED["shedkit.bots"].pop(kind.name, None)
    if opponent is not None:
        _ADDED["shedkit.bots"][kind.name] = opponent


def remove_game(name: str) -> None:
    """Take a game that was added in this process out again.

    Raises:
        UnknownGame: if no game of this name was added.

    """
    if _ADDED["shedkit.games"].pop(name, None) is None:
        raise UnknownGame(f"no game {short(name)} has been added in this process")
    _ADDED["shedkit.bots"].pop(name, None)


def load(group: str, name: str) -> object:
    """The object that an entry point of a group names, or ``None`` if there is no such entry point.

    Raises:
        UnknownGame: if the entry point is there but cannot be loaded.

    """
    added = _ADDED.get(group, {})
    if name in added:
        return added[name]
    if (group, name) not in _FOUND:
        for entry in entry_points(group=group):
            if entry.name == name:
                _FOUND[group, name] = _loaded(entry)
                break
        else:
            return None
    return _FOUND[group, name]


def _loaded(entry: EntryPoint) -> object:
    try:
        return entry.load()
    except Exception as error:  # a package from elsewhere can fail in any way
        raise UnknownGame(f"{entry.name} cannot be loaded from {entry.value}: {error}") from error


def names(group: str) -> tuple[str, ...]:
    """All names in a group of entry points, in alphabetical order."""
    return tuple(sorted({*_ADDED.get(group, {}), *(entry.name for entry in entry_points(group=group))}))


def game_names() -> tuple[str, ...]:
    """The names of all installed games, in alphabetical order.

    >>> "shithead" in game_names()
    True
    """
    return names("shedkit.games")


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
    if found.name != name:
        raise UnknownGame(f"{name}: its entry point names a game called {short(found.name)}; both must be the same")
    return found
