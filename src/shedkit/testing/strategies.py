"""Strategies for Hypothesis: any rules of a game, any position that play reaches, and any that can be built.

Import this module only where Hypothesis is installed; ``shedkit.testing`` alone does not need it.

>>> from hypothesis import given, settings
>>> from shedkit import Quiclo
>>> from shedkit.testing import check_position
>>> @settings(max_examples=3, derandomize=True, deadline=None)
... @given(games_of(Quiclo(players=2), max_moves=5))
... def test(state):
...     check_position(Quiclo(players=2), state)
>>> test()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from hypothesis import reject
from hypothesis import strategies as st

from shedkit.core.game import Game
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.testing.built import built_position
from shedkit.testing.variants import random_rules

__all__ = ["games_of", "positions_of", "rules_of"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
_TRIES = 20
"""So many attempts at a position are made before another example is drawn."""


def rules_of(
    kind: type[Rules[S, M]], *, data: Mapping[str, Sequence[object]] | None = None
) -> st.SearchStrategy[Rules[S, M]]:
    """Rules of one kind with any options.

    Args:
        kind: a rules class.
        data: values for options that hold data, by name.

    """
    return st.integers(0, 2**32 - 1).map(lambda seed: random_rules(kind, seed, data=data))


@st.composite
def games_of(draw: st.DrawFn, rules: Rules[S, M], *, max_moves: int = 50, state: S | None = None) -> S:
    """Any position that play reaches, penalised moves included.

    Who moves and what are drawn by their place in the lists, so that nothing has to be filtered out and a
    failing game shrinks to a short one with early moves.

    Args:
        draw: supplied by Hypothesis.
        rules: the game and its options.
        max_moves: at most so many moves are made.
        state: where to begin, instead of a deal.

    """
    now = rules.deal(draw(st.integers(0, 2**32 - 1))) if state is None else state
    for _ in range(draw(st.integers(0, max_moves))):
        actors = rules.actors(now)
        if not actors:
            break
        player = draw(st.sampled_from(actors))
        moves = (*rules.legal_moves(now, player), *rules.penalised_moves(now, player))
        now = rules.apply(now, draw(st.sampled_from(moves)), player)
    return now


@st.composite
def positions_of(draw: st.DrawFn, rules: Game[S, M]) -> S:
    """Any position that the game accepts, reachable or not: cards anywhere, facts of any value of their kind.

    Args:
        draw: supplied by Hypothesis.
        rules: the game and its options, written on `Game`.

    """
    state = built_position(rules, draw(st.randoms(use_true_random=False)), _TRIES)
    return reject() if state is None else state
