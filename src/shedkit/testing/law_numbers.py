"""The law of the move space: numbers and moves of a player stand for each other."""

from __future__ import annotations

from typing import TypeVar

from shedkit.core.errors import NotationError, ShedkitError
from shedkit.core.move_space import Block, MoveSpace
from shedkit.core.moves import Move
from shedkit.core.states import State
from shedkit.testing.law_base import Laws

__all__ = ["NumberLaws"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class NumberLaws(Laws[S, M]):
    """Law 19."""

    blocks: tuple[Block, ...] | None = None

    def numbered(self, state: S) -> None:
        """Every legal or penalised move of a player has a number of its own, and is the move of it, seen or not."""
        self.trying(19)
        rules, space = self.rules, self.rules.move_space()
        self.laid_out(state, space)
        for player in rules.actors(state):
            view = rules.view(state, player)
            legal, penalised = rules.legal_moves(state, player), rules.penalised_moves(state, player)
            numbers = dict[int, M]()
            for move in (*legal, *penalised):
                number = self.number_of(state, space, move, player)
                if not 0 <= number < space.size:
                    raise self.broken(19, state, f"{move} has the number {number}, of {space.size}")
                if number in numbers:
                    raise self.broken(19, state, f"{move} and {numbers[number]} share the number {number}")
                numbers[number] = move
                if space.move(view, number) != move or space.index(state, move, player) != number:
                    text = f"{move} of player {player} has the number {number} and is not the move of it, seen or not"
                    raise self.broken(19, state, text)
            listed = list(numbers)[: len(legal)]
            if space.indices(view) != listed or space.indices(state, player) != listed:
                raise self.broken(19, state, f"the numbers of player {player} are not those of its legal moves")
            if [number for number, is_legal in enumerate(space.mask(view)) if is_legal] != sorted(listed):
                raise self.broken(19, state, f"the mask of player {player} is not its legal moves")
            step = max(1, space.size // 5)
            for number in range(self.tried[19] % step, space.size, step):  # others every time
                self.means(state, space, number, player)

    def number_of(self, state: S, space: MoveSpace[S, M], move: M, player: int) -> int:
        """The number of a move, as its player sees it."""
        try:
            return space.index(self.rules.view(state, player), move)
        except ShedkitError as error:
            raise self.broken(19, state, f"{move} of player {player} has no number: {error}") from error

    def laid_out(self, state: S, space: MoveSpace[S, M]) -> None:
        """The blocks lie one behind the other, the same throughout a game and for equal rules."""
        if self.blocks is None:
            self.blocks = self.real.evolve().move_space().blocks
        if space.blocks != self.blocks:
            raise self.broken(19, state, f"the numbers are not the same throughout and for equal rules:\n{space}")
        ends = [block.offset + block.size for block in space.blocks]
        if [0, *ends] != [*[block.offset for block in space.blocks], space.size]:
            raise self.broken(19, state, f"the blocks do not lie one behind the other:\n{space}")

    def means(self, state: S, space: MoveSpace[S, M], number: int, player: int) -> None:
        """A number that means a move here is the number of that move."""
        try:
            move = space.move(state, number, player)
        except NotationError:
            return
        again = space.index(state, move, player)
        if again != number:
            raise self.broken(19, state, f"the number {number} means {move}, whose number is {again}")
