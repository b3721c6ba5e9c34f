"""Who is ahead in the middle of a game, judged from what every shedding game has: places, points, cards to be shed."""

from __future__ import annotations

from functools import lru_cache

from shedkit.core.codec import hints_of
from shedkit.core.outcomes import Result, Round, ranked
from shedkit.core.states import Holds, State

__all__ = ["cards_held", "results_of", "standing"]


@lru_cache(maxsize=64)
def _zones(kind: type[State]) -> tuple[tuple[str, bool], ...]:
    """The zones that belong to players, and whether they are rows, which have empty slots."""
    return tuple((field.name, not field.in_order) for field in kind.layout.zones() if field.holds is Holds.PLAYERS)


@lru_cache(maxsize=64)
def _round(kind: type[State]) -> str | None:
    """The fact that tells of the rounds, in games that have them."""
    return next((name for name, hint in hints_of(kind).items() if hint is Round), None)


def cards_held(state: State) -> list[int]:
    """How many cards each player has before it, wherever they lie; these are what it has to get rid of.

    >>> from shedkit import Quiclo
    >>> cards_held(Quiclo(players=2).position(hands=["1 2", "3"], discard="11"))
    [2, 1]
    """
    held: list[int] = []
    for name, has_gaps in _zones(state.layout.state_type):
        zone = getattr(state, name)
        sizes = [len(row) - row.count(None) for row in zone] if has_gaps else list(map(len, zone))
        held = [a + b for a, b in zip(held, sizes, strict=True)] if held else sizes
    return held


def results_of(state: State) -> tuple[Result, ...]:
    """The results of the rounds that are over, in order; nothing in games without rounds."""
    name = _round(state.layout.state_type)
    if name is None:
        return ()
    found: Round = getattr(state, name)
    return found.results


def standing(state: State) -> tuple[int, ...]:
    """The place of each seat as things stand, 1 for the best; equal places are shared.

    What counts is first the rounds that are over, by points (fewer are better) or else by places, and then the cards
    held.

    >>> from shedkit import Quiclo
    >>> standing(Quiclo(players=3).position(hands=["1 2", "3", "4 5"], discard="11"))
    (2, 1, 2)
    """
    held = cards_held(state)
    results = results_of(state)
    if not results:
        return ranked(held)
    sums = [sum(seat) for seat in zip(*[result.scores or result.places for result in results], strict=True)]
    keys = list(zip(sums, held, strict=True))
    return tuple([1 + sum(other < key for other in keys) for key in keys])
