"""What a game says of its kinds of moves, and tables of rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from functools import partial
from typing import Any, Final, TypeVar

import attrs

from shedkit.core.moves import Move
from shedkit.core.refusals import Refusal

__all__ = ["MoveKind", "on", "table", "why", "worked_out"]

K = TypeVar("K", bound=Move)
R = TypeVar("R")
V = TypeVar("V")
D = TypeVar("D")
Effect = Callable[[R, D, K, int], None]
"""What a move does: from rules, draft, move and player."""
Reasons = Callable[[R, D, K, int], "Refusal | None"]
"""Why a move is not legal: from rules, state, move and player."""
ON: Final = "__shedkit_on__"
"""Where a function keeps what `on` says of it."""
WHY: Final = "__shedkit_why__"
"""Where a function keeps what `why` says of it."""
OFF: Final = (False, "off")
"""What an option is that is off."""
TABLE_ROOM: Final = 2**16
"""How much a `table` keeps, entries and what they hold counted together; then it begins anew."""


@attrs.frozen
class MoveKind:
    """What a game says of one kind of move.

    Attributes:
        move: the class of moves.
        phases: in which it can be made; empty for all.
        rule: the number of the rule behind it.
        says: what a player is told who tries it in another phase, the same in all or by phase the rule and the
            sentence; for a phase that is not named, what the phase itself says.
        held: the zones in which the player must have the cards that the move names; empty where the game looks itself.
        option: the option without which there is no such move.
        words: the words of the option with which there is; without any, all but ``"off"``.
        off: what a player is told who tries it all the same.
        out_of_turn: whether players may try it who are not on turn.
        needs: the option without which nobody ever has such a move, where the game refuses it itself.

    """

    move: type[Move]
    phases: tuple[str, ...] = ()
    rule: str = ""
    says: str | Mapping[str, tuple[str, str]] = ""
    held: tuple[str, ...] = ()
    option: str = ""
    words: tuple[str, ...] = ()
    off: str = ""
    out_of_turn: bool = False
    needs: str = ""

    def is_off(self, rules: Any) -> bool:
        """Whether the option does not allow such moves."""
        value = getattr(rules, self.option) if self.option else True
        return value not in self.words if self.words else value in OFF


def on(
    move: type[K],
    *phases: str,
    rule: str = "",
    says: str | Mapping[str, tuple[str, str]] = "",
    held: str | tuple[str, ...] = (),
    option: str | tuple[str, ...] = "",
    off: str = "",
    out_of_turn: bool = False,
    needs: str = "",
) -> Callable[[Effect[R, D, K]], Effect[R, D, K]]:
    """What a kind of move does, and what it needs; from the needs the common refusals follow.

    Args:
        move: the kind of move.
        phases: in which it can be made; without them, in all. Where the options allow none of them, there is no such
            move in the game.
        rule: the number of the rule that says so.
        says: what a player is told who tries it in another phase; where that depends on the phase, by phase the rule
            and the sentence.
        held: the zone or zones in which the player must have the cards that the move names (SK-06 to SK-09).
        option: the option without which there is no such move; off are ``False`` and the word ``"off"``. With words
            after it, ``("swap", "single")``, there is such a move only with these words.
        off: what a player is told who tries it without the option; ``{0.swap}`` in it stands for an option.
        out_of_turn: whether players may try it who are not on turn.
        needs: the option without which nobody ever has such a move, where the game refuses it itself: then it has no
            numbers in a `MoveSpace`.

    """
    zones = (held,) if isinstance(held, str) else held
    name, *words = (option,) if isinstance(option, str) else option
    kind = MoveKind(move, phases, rule, says, zones, name, tuple(words), off, out_of_turn, needs)

    def noted(effect: Effect[R, D, K]) -> Effect[R, D, K]:
        if hasattr(effect, ON):
            raise TypeError(
                f"one function says what one kind of move does: write another one under on({move.__name__})"
            )
        setattr(effect, ON, kind)
        return effect

    return noted


def why(
    *moves: type[Move], complete: bool = False, out_of_turn: bool = False
) -> Callable[[Reasons[R, D, K]], Reasons[R, D, K]]:
    """The reasons of the game against some kinds of moves, in the right phase and with cards that the player has.

    Args:
        moves: the kinds of moves.
        complete: whether there are no others, so that a move is taken if none of them holds; for where the list takes
            longer than a look at the move. Otherwise a move is taken if it is listed.
        out_of_turn: whether these are the reasons against a player who cannot move now, whatever the phase. They may
            rest on public facts only; where none holds, that player is told who can move.

    """

    def noted(reasons: Reasons[R, D, K]) -> Reasons[R, D, K]:
        setattr(reasons, WHY, (moves, complete, out_of_turn))
        return reasons

    return noted


class _Entries(dict[Any, V]):
    """What has been worked out, within a bound: a list of moves counts with its length."""

    def __init__(self, work: Callable[..., V]) -> None:
        super().__init__()
        self._work = work
        self._room = TABLE_ROOM

    def __missing__(self, key: Any) -> V:
        value = self._work(*key) if isinstance(key, tuple) else self._work(key)
        size = 1 + (len(value) if isinstance(value, Sized) else 0)
        if self._room < size:
            self.clear()
            self._room = TABLE_ROOM
        self._room -= size
        self[key] = value
        return value


def table(work: Callable[..., V]) -> dict[Any, V]:
    """A table of the rules, each entry worked out when it is first looked up: ``self.fitting[top, suit]``.

    It is an attribute beside the options: rules that keep nothing in another way are read fast.
    """

    def made(rules: Any) -> dict[Any, V]:
        return _Entries(partial(work, rules))

    beside: Any = attrs.field(init=False, eq=False, default=attrs.Factory(made, takes_self=True))
    return beside  # type: ignore[no-any-return]


def worked_out(work: Callable[[Any], V]) -> V:
    """A value that follows from the options before it, worked out once, when these have been checked."""

    def check(rules: Any, field: attrs.Attribute[Any], value: object) -> None:
        object.__setattr__(rules, field.name, work(rules))

    beside: Any = attrs.field(init=False, eq=False, default=None, validator=check)  # what runs after all is set
    return beside  # type: ignore[no-any-return]
