"""The move space: a number for every move that a player can have, for learners and for tables of moves."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from operator import index as whole
from typing import Generic, TypeVar, cast

import attrs

from shedkit.core.errors import NotationError, ViewError
from shedkit.core.moves import Move
from shedkit.core.numbered import MOST_NUMBERS, Placed, numbered, refuse_large
from shedkit.core.protocol import BareRules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View

__all__ = ["Block", "MoveSpace"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


@attrs.frozen
class Block:
    """The numbers of one kind of move: ``size`` of them, from ``offset``.

    Attributes:
        kind: the kind of move.
        what: what the numbers stand for, in a few words, in their order.
        size: how many they are.
        offset: the first of them.

    """

    kind: type[Move]
    what: str
    size: int
    offset: int

    def __str__(self) -> str:
        numbers = str(self.offset) if self.size == 1 else f"{self.offset} to {self.offset + self.size - 1}"
        return f"{numbers}: {self.kind.verb}" + (f", {self.what}" if self.what else "")


class MoveSpace(Generic[S, M]):
    """The numbers of all moves that a player can have under some rules; `Rules.move_space` gives it.

    Equal rules have the same numbers, in every process. At one position no two moves of a player share a number; at
    different ones a number can stand for different moves, such as "the first three of my six cards". A full state will
    do in the place of a view where ``player`` is given, as for the calls of `Rules`; the numbers are the same.

    Attributes:
        rules: the rules.
        size: how many numbers there are; they count from 0.
        blocks: which numbers belong to which kind of move, in the order of the numbers.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2, highest_card=60)
    >>> space = rules.move_space()
    >>> print(space)
    61 moves of quiclo
    0 to 59: play, a card
    60: draw
    >>> view = rules.view(rules.position(hands=["8 45", "7"], discard="58"), 0)
    >>> space.indices(view), sum(space.mask(view)), str(space.move(view, 44))
    ([7, 44, 60], 3, 'play 45')

    """

    __slots__ = ("_by_id", "_moves", "_numbers", "_placed", "_starts", "blocks", "rules", "size")

    def __init__(self, rules: BareRules[S, M]) -> None:
        self.rules = rules
        self._placed = dict[type[Move], tuple[int, Placed]]()
        self._moves = list[M | None]()
        blocks = list[Block]()
        for kind in rules.move_types:
            offset, numbers = len(self._moves), numbered(rules, kind)
            if isinstance(numbers, Placed):
                self._placed[kind] = offset, numbers
                self._moves += [None] * numbers.size
            else:
                self._moves += numbers.moves
            if len(self._moves) > MOST_NUMBERS:
                refuse_large(rules)
            if len(self._moves) > offset:
                blocks.append(Block(kind, numbers.what, len(self._moves) - offset, offset))
        self.blocks = tuple(blocks)
        self.size = len(self._moves)
        self._starts = [block.offset for block in blocks]
        self._numbers = {move: i for i, move in enumerate(self._moves) if move is not None}
        # most listed moves are the very ones, which are kept here, and need not be hashed
        self._by_id = {id(move): i for move, i in self._numbers.items()}

    @classmethod
    def of(cls, rules: BareRules[S, M]) -> MoveSpace[S, M]:
        """The space of some rules, which is worked out once."""
        space: MoveSpace[S, M] | None = getattr(rules, "_space", None)
        if space is None:
            space = cls(rules)
            object.__setattr__(rules, "_space", space)
        return space

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MoveSpace) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((MoveSpace, self.rules))

    def __repr__(self) -> str:
        return f"{self.rules!r}.move_space()"

    def __str__(self) -> str:
        return "\n".join([f"{self.size} moves of {self.rules.name}", *map(str, self.blocks)])

    def __reduce__(self) -> tuple[object, ...]:
        return MoveSpace.of, (self.rules,)

    # --- numbers and moves

    def index(self, view: S | View[S], move: M, player: int | None = None) -> int:
        """The number of a move.

        Args:
            view: what its player sees, or the full state.
            move: a move of a player, legal or not.
            player: whose it is; needed with a full state.

        Raises:
            NotationError: if it is no move of this game, or none that a player could have here under any rule: a card
                that is not in the deck, a meld that is not on the table.
            ViewError: if there is no such player, or a view is asked for another player than its viewer.

        >>> from shedkit import Quiclo
        >>> from shedkit.games.quiclo import Play
        >>> rules = Quiclo(players=2)
        >>> rules.move_space().index(rules.view(rules.deal(seed=1), 0), Play("45"))
        44

        """
        return self._number(*self._seen(view, player), move)

    def move(self, view: S | View[S], index: int, player: int | None = None) -> M:
        """The move of a number; it need not be legal, and `Rules.refusal` says why not.

        Args:
            view: what its player sees, or the full state.
            index: the number.
            player: whose move it is; needed with a full state.

        Raises:
            NotationError: if there is no such number, or it means no move here, such as the ninth of three cards.
            ViewError: as `index`.

        """
        now, seat = self._seen(view, player)
        try:
            number = -1 if isinstance(index, bool) else whole(index)
        except TypeError:
            number = -1
        if not 0 <= number < self.size:
            raise NotationError(f"there is no move {short(index)}: the numbers of moves are 0 to {self.size - 1}")
        move = self._moves[number]
        if move is None:
            block = self.blocks[bisect_right(self._starts, number) - 1]
            made = self._placed[block.kind][1].move(self.rules, now, seat, number - block.offset)
            if made is None:
                raise NotationError(f"the number {number} means no move here; it is one of {block}")
            return cast(M, made)
        return move

    def indices(self, view: S | View[S], player: int | None = None) -> list[int]:
        """The numbers of the legal moves, in the order of `Rules.legal_moves`.

        Raises:
            ViewError: as `index`.

        """
        return list(self.legal(view, player))

    def legal(self, view: S | View[S], player: int | None = None) -> dict[int, M]:
        """The legal moves by their numbers, in the order of `Rules.legal_moves`.

        Raises:
            ViewError: as `index`.

        >>> from shedkit import Quiclo
        >>> rules = Quiclo(players=2)
        >>> state = rules.position(hands=["8 45", "7"], discard="58")
        >>> {number: str(move) for number, move in rules.move_space().legal(state, 0).items()}
        {7: 'play 8', 44: 'play 45', 144: 'draw'}

        """
        seat = self._whose(view, player)
        moves = self.rules.legal_moves(view, seat)
        numbers = list(map(self._numbers.get, moves))
        if None in numbers:
            now = self.rules.inside(view, seat)
            numbers = [
                self._number(now, seat, move) if n is None else n for n, move in zip(numbers, moves, strict=True)
            ]
        return dict(zip(numbers, moves, strict=True))  # type: ignore[arg-type]

    def mask(self, view: S | View[S], player: int | None = None) -> list[int]:
        """For each number 1 if it is the number of a legal move, otherwise 0.

        Raises:
            ViewError: as `index`.

        """
        mask = [0] * self.size
        for number in self.indices(view, player):
            mask[number] = 1
        return mask

    # --- inside

    def _whose(self, view: S | View[S], player: int | None) -> int:
        if player is not None:
            return self.rules.seat(player)
        if isinstance(view, View) and view.player is not None:
            return view.player
        raise ViewError("say whose moves are meant: the view of an onlooker and a full state do not tell")

    def _seen(self, view: S | View[S], player: int | None) -> tuple[S, int]:
        seat = self._whose(view, player)
        return self.rules.inside(view, seat), seat

    def _number(self, now: S, seat: int, move: M) -> int:
        if not isinstance(move, Move):
            raise NotationError(f"a move was expected, not {short(move)}")
        kind = type(move)
        if kind not in self.rules.move_types:
            raise NotationError(f"{kind.__name__} is no move of {self.rules.name}")
        if kind not in self._placed:
            with suppress(LookupError, TypeError):  # another move, or one that is no key
                return self._numbers[move]
        else:
            offset, placed = self._placed[kind]
            number = placed.number(self.rules, now, seat, move)
            if number is not None:
                return offset + number
        raise NotationError(f"{short(str(move))} has no number here: nobody could have this move")
