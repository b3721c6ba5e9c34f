"""Contenders: kinds of players by name, of which a study makes a new one for every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final, cast

import attrs

from shedkit.core.catalogue import bring, load, names
from shedkit.core.errors import ConfigurationError, PlayerError, ShedkitError
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import failed, short
from shedkit.core.views import View
from shedkit.players import RandomPlayer
from shedkit.players.search import SearchPlayer
from shedkit.table.runner import Player

__all__ = ["Contender", "Maker", "contender", "contender_names"]

Maker = Callable[[Rules[State, Move], int], Player[State, Move]]
"""Makes a player out of the rules and a seed."""

_Quick = Callable[[int], Player[State, Move]]
"""Makes the simple opponent of a game out of a seed."""


@attrs.frozen
class Contender:
    """A kind of player.

    Attributes:
        name: what it is called in rows, tables and plots.
        make: makes one for a game, out of the rules and a seed; for several processes it must be picklable, as
            functions and classes at the top of a module are.

    """

    name: str
    make: Maker


def contender(player: str | Maker | Contender, rules: Rules[Any, Any]) -> Contender:
    """The contender that a name, or something that makes players, stands for.

    Names are ``random``, ``simple`` (the simple opponent of the game), ``careless`` (the simple opponent, which lets
    chance make half of its moves), ``search``, and what packages bring as entry points in the group
    ``shedkit.players``, under other names. Settings follow a colon: ``search:iterations=200``, ``careless:slips=0.2``.

    Args:
        player: a name, a callable of rules and seed, or a contender.
        rules: the game.

    Raises:
        PlayerError: for an unknown name, a setting that cannot be read, a player that cannot be made, or anything else.
        ConfigurationError: for a setting that the player refuses.
        UnknownGame: if the entry point of a player or of the simple opponent cannot be loaded.

    >>> from shedkit import Quiclo
    >>> contender("search:iterations=50", Quiclo()).name
    'search:iterations=50'

    """
    if isinstance(player, Contender):
        return player
    if not isinstance(rules, Rules):
        raise PlayerError(f"a player needs a rules object such as Quiclo(players=2), not {short(rules)}")
    if isinstance(player, str):
        return _named(player, rules)
    if callable(player):
        return Contender(getattr(player, "__name__", type(player).__name__), player)
    raise PlayerError(f"a player is named, or made by a callable of rules and seed; {short(player)} is neither")


def contender_names() -> tuple[str, ...]:
    """The names of all contenders: those of the library, then those of other packages."""
    return (*_OWN, *(name for name in names("shedkit.players") if name not in _OWN))


def _random(rules: Rules[State, Move], seed: int, *, quick: _Quick) -> Player[State, Move]:
    return RandomPlayer(seed)


def _simple(rules: Rules[State, Move], seed: int, *, quick: _Quick) -> Player[State, Move]:
    return quick(seed)


class _Careless:
    """A player that often makes any move instead of the one it would choose.

    Random players hardly ever end some of the games; this one is weaker than the simple opponent and still gets home.
    """

    def __init__(self, rules: Rules[State, Move], seed: int, *, quick: _Quick, slips: float = 0.5) -> None:
        if not 0 <= slips <= 1:
            raise ConfigurationError("slips", f"it must be a number from 0 to 1, not {short(slips)}")
        self._random = Random(f"careless {seed}")
        self._player = quick(self._random.getrandbits(32))
        self._slips = slips

    def choose(self, view: View[State], moves: Sequence[Move]) -> Move:
        """One of the moves."""
        if self._random.random() < self._slips:
            return moves[int(self._random.random() * len(moves))]
        return self._player.choose(view, moves)


_OWN: Final[dict[str, Callable[..., Player[State, Move]]]] = {
    "random": _random,
    "simple": _simple,
    "careless": _Careless,
    "search": SearchPlayer,
}
"""The players of the library; they are also given the simple opponent of the game, as ``quick``."""

for _name, _make in _OWN.items():
    bring("shedkit.players", _name, _make)


def _named(text: str, rules: Rules[Any, Any]) -> Contender:
    name, colon, settings = text.partition(":")
    player = load("shedkit.players", name)
    if not callable(player):
        raise PlayerError(f"there is no player {short(name)}; there are {', '.join(contender_names())}")
    make = cast("Callable[..., Player[State, Move]]", player)
    if name in _OWN:
        # looked up here and sent along, for a process elsewhere may not know what was added in this one
        bot = load("shedkit.bots", rules.name) or RandomPlayer
        make = partial(make, quick=cast("_Quick", bot))
    given = _settings(text, settings) if colon else {}
    if name in _OWN and "quick" in given:
        raise PlayerError(f"{short(text)}: quick is no setting; it is always the simple opponent of the game")
    try:
        made: Maker = partial(make, **given)
        made(rules, 0)
    except ShedkitError:
        raise
    except TypeError as error:
        raise PlayerError(f"{short(text)}: {error}") from None
    except (Exception, SystemExit) as error:  # one from elsewhere can fail in any way
        raise PlayerError(f"{short(text)} {failed(error)}") from error
    return Contender(text, made)


def _settings(text: str, settings: str) -> dict[str, int | float]:
    read: dict[str, int | float] = {}
    for setting in settings.split(","):
        player = re.fullmatch(r"([a-z_]{1,30})=([0-9]{1,15})(\.[0-9]{1,15})?", setting)
        if player is None:
            raise PlayerError(f"{short(text)}: settings are written name=number, with commas between them")
        name, whole, part = player.groups()
        if name in read:
            raise PlayerError(f"{short(text)}: {name} is given twice")
        read[name] = float(whole + part) if part else int(whole)
    return read
