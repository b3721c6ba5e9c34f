"""What a game says of its kinds of moves, and tables of rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Final, TypeVar

import attrs

from shedkit.core.moves import Move
from shedkit.core.refusals import Refusal

__all__ = ["MoveKind", "Table", "on", "table", "why"]

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
TABLE_ENTRIES: Final = 2**14
"""The most entries a `table` keeps; then it begins anew."""


@attrs.frozen
class MoveKind:
    """What a game says of one kind of move.

    Attributes:
        move: the class of moves.
        phases: in which it can be made; empty for all.
        rule: the number of the rule behind it.
        says: what a player is told who tries it in another phase; empty for what the phase itself says.
        held: the zones in which the player must have the cards that the move names; empty where the game looks itself.
        option: the option without which there is no such move.
        off: what a player is told who tries it all the same.
        out_of_turn: whether players may try it who are not on turn.

    """

    move: type[Move]
    phases: tuple[str, ...] = ()
    rule: str = ""
    says: str = ""
    held: tuple[str, ...] = ()
    option: str = ""
    off: str = ""
    out_of_turn: bool = False


def on(
    move: type[K],
    *phases: str,
    rule: str = "",
    says: str = "",
    held: str | tuple[str, ...] = (),
    option: str = "",
    off: str = "",
    out_of_turn: bool = False,
) -> Callable[[Effect[R, D, K]], Effect[R, D, K]]:
    """What a kind of move does, and what it needs; from the needs the common refusals follow.

    Args:
        move: the kind of move.
        phases: in which it can be made; without them, in all. Where the options allow none of them, there is no such
            move in the game.
        rule: the number of the rule that says so.
        says: what a player is told who tries it in another phase.
        held: the zone or zones in which the player must have the cards that the move names (SK-06 to SK-09).
        option: the option without which there is no such move; off are ``False`` and the word ``"off"``.
        off: what a player is told who tries it without the option.
        out_of_turn: whether players may try it who are not on turn.

    """
    zones = (held,) if isinstance(held, str) else held
    kind = MoveKind(move, phases, rule, says, zones, option, off, out_of_turn)

    def noted(effect: Effect[R, D, K]) -> Effect[R, D, K]:
        setattr(effect, ON, kind)
        return effect

    return noted


def why(*moves: type[Move]) -> Callable[[Reasons[R, D, K]], Reasons[R, D, K]]:
    """The reasons of the game against some kinds of moves, in the right phase and with cards that the player has."""

    def noted(reasons: Reasons[R, D, K]) -> Reasons[R, D, K]:
        setattr(reasons, WHY, moves)
        return reasons

    return noted


class _Table(dict[Any, V]):
    def __init__(self, work: Callable[..., V]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, key: Any) -> V:
        value = self._work(*key) if isinstance(key, tuple) else self._work(key)
        if len(self) >= TABLE_ENTRIES:
            self.clear()
        self[key] = value
        return value


class Table(cached_property[dict[Any, V]]):
    """A table of a class of rules; each of its objects has one from the beginning, which `made_for` makes."""

    def __init__(self, work: Callable[..., V]) -> None:
        def made_for(rules: Any) -> dict[Any, V]:
            return _Table(partial(work, rules))

        made_for.__doc__, made_for.__annotations__ = work.__doc__, {}
        super().__init__(made_for)


def table(work: Callable[..., V]) -> cached_property[dict[Any, V]]:
    """A table of the rules, each entry worked out when it is first looked up: ``self.fitting[top, suit]``."""
    return Table(work)
