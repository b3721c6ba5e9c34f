"""Exact counts: how many sequences of moves there are, and how many states they reach."""

from __future__ import annotations

from typing import TypeVar

from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State

__all__ = ["reachable", "sequences"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def sequences(rules: Rules[S, M], state: S, depth: int) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... ``depth`` moves begin here, whoever may make them, penalised moves included.

    A sequence that ends the game early counts up to its end only.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2, highest_card=20, hand_size=2, misplay="illegal")
    >>> sequences(rules, rules.position(hands=["1 2", "12 3"], discard="11", stock="4 5"), 2)
    (2, 4)
    """
    counts, front = [], {state: 1}
    for _ in range(depth):
        after: dict[S, int] = {}
        for now, ways in front.items():
            for player in rules.actors(now):
                for move in (*rules.legal_moves(now, player), *rules.penalised_moves(now, player)):
                    then = rules.apply_unchecked(now, move, player)
                    after[then] = after.get(then, 0) + ways
        counts.append(sum(after.values()))
        front = after
    return tuple(counts)


def reachable(rules: Rules[S, M], state: S, limit: int = 1_000_000) -> int:
    """How many different states can be reached from this one, itself included.

    Raises:
        ValueError: if there are more than ``limit``.

    >>> from shedkit import Shithead
    >>> rules = Shithead(players=2)
    >>> reachable(rules, rules.position(hands=["4h", "5h"], discard="3c", stock=""))
    4

    """
    seen, front = {state}, [state]
    while front:
        now = front.pop()
        for player in rules.actors(now):
            for move in (*rules.legal_moves(now, player), *rules.penalised_moves(now, player)):
                then = rules.apply_unchecked(now, move, player)
                if then not in seen:
                    seen.add(then)
                    front.append(then)
                    if len(seen) > limit:
                        raise ValueError(f"more than {limit} states can be reached")
    return len(seen)
