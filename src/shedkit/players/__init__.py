"""Players of any game. Players tuned to one game live in ``shedkit.bots``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar, cast

from shedkit.core.catalogue import game_names, load, unknown_game
from shedkit.core.errors import ConfigurationError, UnknownGame
from shedkit.core.moves import Move
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


def simple_player(game: str, seed: int) -> Player[State, Move]:
    """The simple opponent of a game; a random player if it has none.

    A package adds an opponent by an entry point in the group ``shedkit.bots``, and a program by `add_game`.

    Raises:
        UnknownGame: if there is no such game, or its opponent cannot be loaded.

    >>> type(simple_player("shithead", 1)).__name__
    'SimpleShithead'

    """
    made = load("shedkit.bots", game)
    if made is None:
        if game not in game_names():
            raise unknown_game(game)
        return RandomPlayer(seed)
    if not callable(made):
        raise UnknownGame(f"{game}: the entry point of its opponent names nothing that makes one")
    return cast("Player[State, Move]", made(seed))
