"""Who is ahead in the middle of a game, judged from what every shedding game has: places, points, cards to be shed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import repeat
from operator import add, attrgetter, sub
from typing import Any, Final

from shedkit.core.outcomes import Result, Round, ranked
from shedkit.core.roles import Role
from shedkit.core.states import Holds, Layout, State

__all__ = ["cards_held", "results_of", "standing", "standings"]

MANY: Final = 10_000
"""More cards than anybody can hold: what a point or a place of a finished round outweighs."""


Reader = Callable[[Any], Any]


@lru_cache(maxsize=64)
def _zones(layout: Layout) -> tuple[tuple[Reader, bool], ...]:
    """How to read the zones that belong to players, and whether they are rows, which have empty slots."""
    return tuple(
        (attrgetter(field.name), not field.in_order) for field in layout.zones() if field.holds is Holds.PLAYERS
    )


@lru_cache(maxsize=64)
def _round(layout: Layout) -> str | None:
    """The fact that tells of the rounds, in games that have them."""
    return next(iter(layout.names(Role.ROUND)), None)


def cards_held(state: State) -> list[int]:
    """How many cards each player has before it, wherever they lie; these are what it has to get rid of.

    >>> from shedkit import Quiclo
    >>> cards_held(Quiclo(players=2).position(hands=["1 2", "3"], discard="11"))
    [2, 1]
    """
    held: list[int] = []
    for read, has_gaps in _zones(state.layout):
        zone = read(state)
        sizes = list(map(len, zone))
        if has_gaps:
            sizes = list(map(sub, sizes, map(tuple.count, zone, repeat(None))))
        held = list(map(add, held, sizes)) if held else sizes
    return held


def results_of(state: State) -> tuple[Result, ...]:
    """The results of the rounds that are over, in order; nothing in games without rounds."""
    name = _round(state.layout)
    if name is None:
        return ()
    facts: Round = getattr(state, name)
    return facts.results


@lru_cache(maxsize=64)
def _others(layout: Layout) -> tuple[Reader | None, Reader | None]:
    """How to read all zones of the players but the first, and the rounds and who is out, in games that have them."""
    zones = [field.name for field in layout.zones() if field.holds is Holds.PLAYERS][1:]
    facts = [*filter(None, [_round(layout)]), *layout.names(Role.OUT)]
    return attrgetter(*zones) if zones else None, attrgetter(*facts) if facts else None


def standings(states: Sequence[State]) -> list[tuple[list[int], list[int]]]:
    """Who is ahead in each of these states of one game.

    What counts is first the rounds that are over, by points (fewer are better) or else by places, then the cards held;
    of players who are out, the first one is ahead.

    Args:
        states: states of one game; at least one.

    Returns:
        For each state two lists with a number for each seat: the one that says who is ahead, the smaller the better;
        and the cards held.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=3)
    >>> standings([rules.position(hands=["1 2", "3", "4 5"], discard="11")])
    [([2, 1, 2], [2, 1, 2])]

    """
    layout = states[0].layout
    hands_of, has_gaps = _zones(layout)[0]
    others_of, facts_of = _others(layout)
    others: object = None
    facts: object = None
    more: list[int] = []
    ahead: list[int] = []
    judged: list[tuple[list[int], list[int]]] = []
    for state in states:
        held = cards_held(state) if has_gaps else list(map(len, hands_of(state)))
        if not has_gaps and others_of is not None:
            if (now := others_of(state)) != others:  # rows change seldom
                others = now
                more = list(map(sub, cards_held(state), held))
            held = list(map(add, held, more))
        if facts_of is not None and (now := facts_of(state)) != facts:
            facts = now
            ahead = _ahead(state, len(held))
        judged.append((list(map(add, held, ahead)) if ahead else held, held))
    return judged


def _ahead(state: State, players: int) -> list[int]:
    """What to add to the cards held, so that finished rounds come first and who is out first is ahead; if anything."""
    results = results_of(state)
    sums = [MANY * sum(seat) for seat in zip(*[result.scores or result.places for result in results], strict=True)]
    out: tuple[int, ...] = next((getattr(state, name) for name in state.layout.names(Role.OUT)), ())
    if not out:
        return sums
    ahead = sums or [0] * players
    for order, seat in enumerate(out):
        ahead[seat] += order - len(out)
    return ahead


def standing(state: State) -> tuple[int, ...]:
    """The place of each seat as things stand, 1 for the best; equal places are shared. See `standings`.

    >>> from shedkit import Quiclo
    >>> standing(Quiclo(players=3).position(hands=["1 2", "3", "4 5"], discard="11"))
    (2, 1, 2)
    """
    [(keys, _)] = standings([state])
    return ranked(keys)
