"""What a game leaves behind for its measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import attrs

from shedkit.core.moves import Move
from shedkit.core.outcomes import Outcome
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.table.runner import Player, steps

__all__ = ["Trail", "follow"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


@attrs.frozen(eq=False)
class Trail(Generic[S, M]):
    """A played game, move by move.

    The four lists run side by side, but that `states` has one entry more: the last state.

    Attributes:
        rules: the game and its options.
        players: for each move, the seat that made it.
        choices: for each move, how many legal moves there were.
        moves: the moves.
        states: the state before each move, and the last one.
        outcome: the outcome; ``None`` if the game was cut.

    """

    rules: Rules[S, M]
    players: list[int]
    choices: list[int]
    moves: list[M]
    states: list[S]
    outcome: Outcome | None

    @property
    def truncated(self) -> bool:
        """Whether the game was cut."""
        return self.outcome is None


def follow(rules: Rules[S, M], players: Sequence[Player[S, M]], seed: int, max_moves: int) -> Trail[S, M]:
    """Play one game and keep what its measures need.

    Raises:
        PlayerError: if a player chooses what is no legal move.
        ConfigurationError: if the seed or ``max_moves`` is bad.

    >>> from shedkit import Quiclo, RandomPlayer
    >>> trail = follow(Quiclo(players=2), [RandomPlayer(1), RandomPlayer(2)], seed=7, max_moves=1000)
    >>> len(trail.moves) == len(trail.choices) == len(trail.states) - 1
    True

    """
    state = rules.deal(seed)
    seats, choices, made, states = list[int](), list[int](), list[M](), [state]
    for _, player, moves, move, state, _ in steps(rules, players, state, max_moves):  # noqa: B020
        seats.append(player)
        choices.append(len(moves))
        made.append(move)
        states.append(state)
    return Trail(rules, seats, choices, made, states, rules.outcome(state))
