"""Moves: one small frozen class for each kind, values only, one canonical form; and those that many games have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final, TypeVar

import attrs
from typing_extensions import Self

from shedkit.core.numbering import Here
from shedkit.core.roles import Role
from shedkit.core.values import fields_of, seal, short

__all__ = ["DEAL", "DECLINE", "DRAW", "PASS", "Deal", "Decline", "Draw", "Move", "Pass", "reuse", "reused"]


class Move:
    """The base of all moves.

    A kind of move is a frozen attrs class over values. Two moves that do the same thing are equal.

    Attributes:
        verb: the first word of the code; ``str(move)`` is the verb and then the values.
        label: what a button says, with the fields in braces; see `shedkit.front.label`.

    """

    __slots__ = ()
    verb: ClassVar[str]
    label: ClassVar[str] = ""
    role: ClassVar[Role | None] = None
    """What it is to any game."""
    numbering: ClassVar[Here | None] = None
    """Its numbers in a `MoveSpace`, where they do not follow from its fields one by one."""

    def __init_subclass__(cls) -> None:
        """A kind of move without a verb of its own is written by its name: ``SitOut`` as ``sit-out``."""
        super().__init_subclass__()
        seal(cls)
        if "verb" not in vars(cls):
            cls.verb = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    @classmethod
    def read(cls, words: Sequence[str]) -> Self | None:
        """The move that the words after the verb mean, for kinds whose code is not simply their values in a row.

        A kind that has a ``__str__`` of its own reads it back here. ``None`` leaves it to `Rules.parse`.

        Raises:
            NotationError: if the words mean no move.

        """
        return None

    @classmethod
    def read_in(cls, words: Sequence[str], now: Any) -> Self | None:
        """The move that the words after the verb meant in a state, where an older version of the game left out what
        lay open on the table; ``None`` if they are no such code.

        Args:
            words: the words after the verb.
            now: the state in which the move was made.

        """
        return None

    def __str__(self) -> str:
        words = [self.verb]
        for field in fields_of(type(self)):
            value = getattr(self, field.name)
            if isinstance(value, tuple):
                if value and len(words) > 1:
                    words.append("/")  # a second list of cards begins
                words.extend(str(part) for part in value)
            else:
                words.append("-" if value is None else short(value) if isinstance(value, int) else str(value))
        while words[-1] == "-":
            words.pop()
        return " ".join(words)

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        values = tuple(getattr(self, field.name) for field in fields_of(type(self)))
        return _rebuilt, (type(self), values)


M = TypeVar("M", bound=Move)
_REUSED: dict[Move, Move] = {}


def reuse(move: M) -> M:
    """Keep this move as the one object for its value; only the definition of a game calls this.

    Decoding and unpickling give the kept object where there is one, and never add to the table.
    """
    return _REUSED.setdefault(move, move)  # type: ignore[return-value]


def reused(move: M) -> M:
    """The kept object that equals this move, or the move itself."""
    return _REUSED.get(move, move)  # type: ignore[return-value]


def _rebuilt(kind: type[Move], values: tuple[object, ...]) -> Move:
    return reused(kind(*values))


@attrs.frozen
class Deal(Move):
    """The next dealer deals the next round."""

    role = Role.DEAL
    label = "Deal the next round"


DEAL: Final = reuse(Deal())


@attrs.frozen
class Draw(Move):
    """Draw from the stock."""

    role = Role.DRAW
    label = "Draw a card"


@attrs.frozen
class Pass(Move):
    """Do nothing, or no more."""

    role = Role.PASS


@attrs.frozen
class Decline(Move):
    """Let the chance to complete the set go by; it stays gone until the pile changes."""

    role = Role.DECLINE
    label = "Let it go by"


DRAW: Final = reuse(Draw())
PASS: Final = reuse(Pass())
DECLINE: Final = reuse(Decline())
