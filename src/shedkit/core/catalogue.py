"""The catalogue: every game by its name.

The games of the library are there wherever its modules are, also in a frozen program, a zip or a copied folder. A
package adds a game by an entry point in the group ``shedkit.games``, and a program by `add_game`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from shedkit.core.errors import UnknownGame
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import one_line, short

__all__ = ["add_game", "bring", "game", "game_names", "load", "names", "remove_game", "unknown_game"]

_NOUNS: Final = {"shedkit.games": "game", "shedkit.bots": "simple opponent", "shedkit.players": "player"}
"""The groups of entry points, and what one of each is called."""

_OWN: dict[str, dict[str, object]] = {group: {} for group in _NOUNS}
"""What the library brings itself, by group and name."""

_ADDED: dict[str, dict[str, object]] = {"shedkit.games": {}, "shedkit.bots": {}}
"""What was added in this process, by group of entry points and name."""

_FOUND: dict[tuple[str, str], object] = {}
"""What names have stood for so far: to search all installed packages takes longer than to play a game."""


def bring(group: str, name: str, thing: object) -> None:
    """Enter what the library brings itself: it needs no entry point, and no entry point takes its place.

    The caller imports the thing at its top, so that every tool that packs a program sees the module and packs it.
    """
    _OWN[group][name] = thing


def add_game(kind: type[Rules[Any, Any]], opponent: Callable[[int], object] | None = None) -> None:
    """Add a game to the catalogue of this process, for a notebook or a test; a package does it by entry points.

    A game of the same name is replaced.

    Args:
        kind: the class of the rules.
        opponent: makes the simple opponent out of a seed; without one, it is a random player.

    Raises:
        UnknownGame: if this is no class of rules, has no name, or the opponent cannot be called.

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
    name = getattr(kind, "name", None)
    if not isinstance(name, str) or not name:
        raise UnknownGame(f'{kind.__name__} has no name: give the class one, such as name = "my-game"')
    if opponent is not None and not callable(opponent):
        raise UnknownGame(f"opponent: something that makes a player out of a seed expected, not {short(opponent)}")
    _ADDED["shedkit.games"][name] = kind
    _ADDED["shedkit.bots"][name] = opponent


def remove_game(name: str) -> None:
    """Take a game that was added in this process out again.

    Raises:
        UnknownGame: if no game of this name was added.

    """
    if not isinstance(name, str) or name not in _ADDED["shedkit.games"]:
        raise UnknownGame(f"no game {short(name)} has been added in this process")
    for added in _ADDED.values():
        del added[name]


def load(group: str, name: str) -> object:
    """What stands in a group of entry points under a name, or ``None`` if there is nothing.

    What was added in this process comes first, then what the library brings, then what installed packages name.

    Raises:
        UnknownGame: if an entry point cannot be loaded, or several packages use the name for different things.

    """
    if not isinstance(name, str):
        return None
    added = _ADDED.get(group, {})
    if name in added:
        return added[name]
    if (group, name) not in _FOUND:
        entries = _installed(group).get(name, [])
        if name in _OWN[group]:
            _FOUND[group, name] = _OWN[group][name]
        elif entries:
            _FOUND[group, name] = _loaded(group, entries)
        else:
            return None
    return _FOUND[group, name]


def _installed(group: str) -> dict[str, list[EntryPoint]]:
    """The entry points of all installed packages by name, without those that use a name of the library."""
    try:
        entries: Sequence[EntryPoint] = tuple(entry_points(group=group))
    except Exception as error:  # one package with damaged metadata must not take the library's own games away
        warnings.warn(f"the entry points of installed packages cannot be read: {one_line(error)}", stacklevel=1)
        return {}
    by_name: dict[str, list[EntryPoint]] = {}
    for entry in entries:
        if entry.name not in _OWN[group]:
            by_name.setdefault(entry.name, []).append(entry)
        elif not entry.value.startswith("shedkit."):  # older versions of the library named their own games so
            warnings.warn(
                f"{_package(entry)} brings a {_NOUNS[group]} {short(entry.name)}, but shedkit has one of that name, "
                "which stays: the package should choose another name",
                stacklevel=1,
            )
    return by_name


def _loaded(group: str, entries: Sequence[EntryPoint]) -> object:
    entry = entries[0]
    if any(other.value != entry.value for other in entries):
        packages = " and ".join(f"{_package(other)} ({short(other.value)})" for other in entries)
        raise UnknownGame(
            f"{short(entry.name)} is the name of more than one {_NOUNS[group]}, from {packages}: uninstall all but one"
        )
    try:
        return entry.load()
    except (Exception, SystemExit) as error:  # a package from elsewhere can fail in any way
        raise UnknownGame(f"{entry.name} cannot be loaded from {entry.value}: {one_line(error)}") from error


def _package(entry: EntryPoint) -> str:
    return "a package" if entry.dist is None else f"the package {short(entry.dist.metadata['Name'])}"


def names(group: str) -> tuple[str, ...]:
    """All names in a group of entry points, in alphabetical order."""
    return tuple(sorted({*_ADDED.get(group, {}), *_OWN[group], *_installed(group)}))


def game_names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order: those of the library, of installed packages, and added ones.

    >>> "shithead" in game_names()
    True
    """
    return names("shedkit.games")


def game(name: str) -> type[Rules[State, Move]]:
    """The rules class of a game.

    Raises:
        UnknownGame: if there is no game of this name, it cannot be loaded, or two packages bring one.

    >>> game("quiclo")(players=2).players
    2

    """
    rules = load("shedkit.games", name)
    if rules is None:
        raise unknown_game(name)
    if not (isinstance(rules, type) and issubclass(rules, Rules)):
        raise UnknownGame(f"{name}: its entry point names no rules class")
    if rules.name != name:
        raise UnknownGame(f"{name}: its entry point names a game called {short(rules.name)}; both must be the same")
    return rules


def unknown_game(name: object) -> UnknownGame:
    """The error for a name that no game has; it says which there are."""
    there = game_names()
    return UnknownGame(f"there is no game {short(name)}; there are {', '.join(there) or 'none at all'}")
