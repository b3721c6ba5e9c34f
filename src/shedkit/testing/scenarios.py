"""Scenarios: a few moves by their codes."""

from __future__ import annotations

from typing import TypeVar

from shedkit.core.errors import NotationError
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short

__all__ = ["play"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def play(rules: Rules[S, M], state: S, *moves: str) -> S:
    """The state after these moves, each written as the seat and the code of the move.

    Raises:
        NotationError: if a text is no seat and code.
        IllegalMove: if a move is refused.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2)
    >>> state = rules.position(hands=["8 45", "18 7"], discard="87")
    >>> play(rules, state, "0 play 8", "1 play 18").turn
    0

    """
    for text in moves:
        seat, _, code = text.partition(" ")
        if not seat.isdecimal():
            raise NotationError(f"{short(text)}: a seat and the code of a move expected, like '0 draw'")
        state = rules.apply(state, rules.parse(code), int(seat))
    return state
