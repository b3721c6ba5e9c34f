"""Law 17: whatever comes in, the answer is one clear error, and nothing is changed or lost.

Every public call is given what it should not get: what is no player, no move, no option, no order of cards, no
position, no JSON. It answers with one error of the closed family or with a refusal, in a sentence of bounded length
that shows no trace of the program; nothing else comes out, and rules and states are as they were.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import failed
from shedkit.testing.bad_outside import Outside
from shedkit.testing.bad_play import InPlay
from shedkit.testing.broken import LawBroken

__all__ = ["BAD_INPUT", "HARDER", "check_bad_input"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

_IN_PLAY = ("seats", "moves", "values", "turns", "things", "events", "chances", "frozen")
_OUTSIDE = ("options", "hostile", "deals", "positions", "codes", "texts", "other_rules")
BAD_INPUT: tuple[str, ...] = (*_IN_PLAY, *_OUTSIDE)
"""The kinds of bad input that law 17 tries."""
HARDER: tuple[str, ...] = ("awkward", "awkward_positions", "subclasses", "backs")
"""Kinds that are tried when they are asked for: the library does not answer all of them yet."""


def check_bad_input(
    rules: Rules[S, M],
    states: Iterable[S],
    *,
    seed: int = 0,
    most: int | None = None,
    parts: Iterable[str] | None = None,
) -> dict[str, int]:
    """Law 17: give every public call what it should not get.

    Args:
        rules: the game and its options.
        states: positions to do it in.
        seed: decides what is drawn at random.
        most: how many inputs of each kind are tried at each position; all of them without it.
        parts: which kinds of bad input, of `BAD_INPUT` and `HARDER`; those of `BAD_INPUT` without it.

    Returns:
        How many inputs of each kind were tried.

    Raises:
        LawBroken: with law 17, if anything but an error of the library or a refusal comes out, if it is no sentence or
            too long, if what is wrong is taken, or if anything is changed.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2)
    >>> tried = check_bad_input(rules, [rules.deal(seed=1)], most=5)
    >>> tried["seats"] >= 5
    True

    """
    there, random = tuple(states), Random(seed)
    tried: dict[str, int] = {}
    for name in BAD_INPUT if parts is None else parts:
        law = (InPlay if hasattr(InPlay, name) else Outside)(rules, there, random, most)
        law.part = name
        try:
            tried[name] = sum(1 for _ in getattr(law, name)())
        except LawBroken:
            raise
        except Exception as error:  # out of a call that was given nothing bad
            raise law.broken(name, f"while bad input was tried, the game {failed(error)}") from error
    return tried
