"""Many tables of the same rules in one process, for learners: one step of all of them, into the same arrays."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from random import Random
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from shedkit.core.errors import ConfigurationError, IllegalMove, NotationError
from shedkit.core.moves import Move
from shedkit.core.outcomes import Utility, utility_of
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.spaces.observing import ObservationSpace

__all__ = ["Tables"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Tables(Generic[S, M]):
    """So many tables, each with its own game. A table whose game is over is dealt anew at once.

    At each table one player is asked: the first one of `Rules.actors`. The arrays below are the same objects after each
    step; copy what is to be kept.

    Args:
        rules: the game and its options.
        tables: how many tables there are.
        seed: decides all deals.
        utility: what a finished game is worth to each player, as for `Outcome.returns`; a cut one is worth nothing.
        max_moves: after how many moves a game is cut.

    Attributes:
        rules: the rules.
        seats: who is asked at each table.
        observations: what these players see, a row for each table; see `ObservationSpace`.
        masks: which numbers of `Rules.move_space` are those of their legal moves, a row for each table.
        ended: at which tables a game ended with the last step; what is seen there is a new deal.
        cut: at which tables a game was cut with the last step.
        states: the states at the tables.
        returns: what the games that have ended were worth, a row for each table, by seat; 0 elsewhere.

    Raises:
        ConfigurationError: if one of these is bad, or the rules do not declare enough.

    >>> from shedkit import Quiclo
    >>> tables = Tables(Quiclo(players=2), tables=3, seed=7)
    >>> while not tables.ended.any():
    ...     tables.step(tables.masks.argmax(axis=1))
    >>> tables.observations.shape == (3, ObservationSpace(tables.rules).size)
    True

    """

    def __init__(
        self,
        rules: Rules[S, M],
        tables: int,
        seed: int,
        *,
        utility: str | Utility = "places",
        max_moves: int = 5_000,
    ) -> None:
        if not isinstance(rules, Rules):
            raise ConfigurationError("rules", f"rules are needed, such as Quiclo(players=2), not {short(rules)}")
        for name, given in (("tables", tables), ("max_moves", max_moves)):
            if type(given) is not int or given < 1:
                raise ConfigurationError(name, f"it must be a whole number from 1, not {short(given)}")
        if type(seed) is not int:
            raise ConfigurationError("seed", f"it must be an integer, not {short(seed)}")
        self.rules, self._utility, self._max_moves = rules, utility_of(utility), max_moves
        self._moves, space = rules.move_space(), ObservationSpace(rules)
        self._spaces = [space.twin() for _ in range(tables)]
        self._seeds = Random(seed)
        self.seats = np.zeros(tables, np.int64)
        self.observations = np.zeros((tables, space.size), np.float32)
        self.masks = np.zeros((tables, self._moves.size), np.int8)
        self.ended, self.cut = np.zeros(tables, np.bool_), np.zeros(tables, np.bool_)
        self.returns = np.zeros((tables, rules.players))
        self._rows, self._marks = list(self.observations), [row.data for row in self.masks]
        self.states = [self._dealt() for _ in range(tables)]
        self._made = [0] * tables
        self._legal = list[dict[int, M]]([{}] * tables)
        self._seats = [0] * tables
        for table in range(tables):
            self._ask(table)

    def __len__(self) -> int:
        return len(self.states)

    def step(self, actions: Sequence[int] | NDArray[np.integer]) -> None:
        """Make a move at each table, or, if one of them is none, at none.

        Args:
            actions: for each table the number of a legal move of the player who is asked.

        Raises:
            IllegalMove: carrying the refusal, if a move is not legal.
            NotationError: if a number is none of a move, or there is not one for each table.

        """
        numbers = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(numbers) != len(self):
            raise NotationError(f"an action for each of {len(self)} tables is needed, not {len(numbers)}")
        try:
            moves = [legal[number] for legal, number in zip(self._legal, map(index, numbers), strict=True)]
        except (TypeError, LookupError):
            self._refuse(numbers)
            raise
        self.ended[:] = self.cut[:] = False
        self.returns[:] = 0
        apply, made = self.rules.apply_unchecked, self._made
        for table, move in enumerate(moves):
            self.states[table] = apply(self.states[table], move, self._seats[table])
            made[table] += 1
            self._ask(table)

    def _ask(self, table: int) -> None:
        """See who is asked at a table, and fill its rows; deal anew where a game is over."""
        state = self.states[table]
        actors = self.rules.actors(state)
        while not actors or self._made[table] >= self._max_moves:
            outcome = self.rules.outcome(state)
            self.ended[table], self.cut[table] = outcome is not None, outcome is None
            if outcome is not None:
                self.returns[table] = outcome.returns(self._utility)
            self.states[table] = state = self._dealt()
            self._made[table] = 0
            actors = self.rules.actors(state)
        seat = actors[0]
        marks, old, legal = self._marks[table], self._legal[table], self._moves.legal(state, seat)
        for number in old:
            marks[number] = 0
        for number in legal:
            marks[number] = 1
        self._legal[table] = legal
        self.seats[table] = self._seats[table] = seat
        self._spaces[table].fill(self.rules.view(state, seat).state, seat, self._rows[table])

    def _dealt(self) -> S:
        return self.rules.deal(self._seeds.getrandbits(64))

    def _refuse(self, numbers: Sequence[int]) -> None:
        """Say of the first table at which it is so why an action is not taken."""
        for table, (legal, number) in enumerate(zip(self._legal, numbers, strict=True)):
            state, seat = self.states[table], self._seats[table]
            move = self._moves.move(state, number, seat)
            refusal = self.rules.refusal(state, move, seat)
            if refusal is not None:
                raise IllegalMove(refusal)
            if number not in legal:
                raise NotationError(f"{move} is answered with a penalty; an action is the number of a legal move")
