"""Tournaments whose players have a known strength, drawn by chance: the model of Plackett and Luce as it is told.

Each entrant has its strength, what its seat adds, and a noise of its own; whoever has most comes first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shedkit.study.intervals import Numbers
from shedkit.study.plackett_luce import Entrant, Ranking
from shedkit.study.tournaments import lineups

ONE_WINS = "one wins"
"""All but the winner are level."""


def drawn(
    rng: np.random.Generator,
    strengths: Numbers,
    seats: Numbers,
    deals: int,
    *,
    luck: float = 0.0,
    draws: float | None = None,
    places: str = "",
) -> list[Ranking]:
    """The games of a tournament.

    Args:
        rng: chance.
        strengths: those of the players.
        seats: what they add.
        deals: how many, each played from every seat.
        luck: how much the cards of a seat can be worth, in all games of a deal.
        draws: how likely two at a table are level; without it they never are.
        places: `ONE_WINS`, or nothing for all places.

    """
    n, made = len(seats), list[Ranking]()
    for deal, lineup in enumerate(lineups(len(strengths), n, int(rng.integers(2**30)), deals)):
        cards = rng.normal(0, luck, n) if luck else np.zeros(n)
        for turn in range(n):
            entrants: list[Entrant] = [(lineup[(seat - turn) % n], seat) for seat in range(n)]
            worth = np.array([strengths[player] for player, _ in entrants]) + seats + cards
            if draws is not None:
                made.append(Ranking(deal, _davidson(rng, entrants, worth, draws)))
                continue
            order = [entrants[at] for at in np.argsort(-(worth + rng.gumbel(size=n)))]
            groups = [order[:1], order[1:]] if places == ONE_WINS else [[entrant] for entrant in order]
            made.append(Ranking(deal, tuple(map(tuple, groups))))
    return made


def _davidson(
    rng: np.random.Generator, entrants: Sequence[Entrant], worth: Numbers, draws: float
) -> tuple[tuple[Entrant, ...], ...]:
    weights = np.exp([worth[0], worth[1], worth.mean() + draws])
    first, second = entrants
    ends = (((first,), (second,)), ((second,), (first,)), ((first, second),))
    return ends[rng.choice(3, p=weights / weights.sum())]
