"""Players of any game. Players tuned to one game live in ``shedkit.bots``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar, cast

from shedkit.core.catalogue import game_names, load, unknown_game
from shedkit.core.errors import ConfigurationError, UnknownGame
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.views import View
from shedkit.table.runner import Player

__all__ = ["RandomPlayer", "simple_player"]

M = TypeVar("M", bound=Move)


class RandomPlayer:
    """Chooses any of its moves, all equally likely.

    Args:
        seed: any integer; the same seed chooses the same way.

    Raises:
        ConfigurationError: if the seed is no integer.

    """

    def __init__(self, seed: int) -> None:
        if type(seed) is not int:
            raise ConfigurationError("seed", f"it must be an integer, not a {type(seed).__name__}")
        self._random = Random(f"player {seed}")

    def choose(self, view: View[State], moves: Sequence[M]) -> M:
        """One of the moves."""
        return moves[int(self._random.random() * len(moves))]


def simple_player(game: str | Rules[Any, Any], seed: int) -> Player[State, Move]:
    """The simple opponent of a game; a random player if it has none.

    A package adds an opponent by an entry point in the group ``shedkit.bots``, and a program by `add_game`.

    Args:
        game: the name of the game, or its rules.
        seed: any integer; the same seed chooses the same way.

    Raises:
        UnknownGame: if there is no such game, or its opponent cannot be loaded.

    >>> type(simple_player("shithead", 1)).__name__
    'SimpleShithead'

    """
    name = game.name if isinstance(game, Rules) else game
    made = load("shedkit.bots", name)
    if made is None:
        if name not in game_names():
            raise unknown_game(name)
        return RandomPlayer(seed)
    if not callable(made):
        raise UnknownGame(f"{name}: the entry point of its opponent names nothing that makes one")
    return cast("Player[State, Move]", made(seed))
