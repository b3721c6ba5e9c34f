"""What the games of one deal tell, in which the players have changed seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shedkit.study.measures.kinds import OWN, DealMeasure, Row, Value

__all__ = ["DEAL_MEASURES"]

_TINY: Final = 1e-9
"""What is left of 0 after sums of fractions."""


def _skill(rows: Sequence[Row]) -> float | None:
    scores = [score for row in rows if (score := _gain(row)) is not None]
    return sum(scores) / len(rows) if scores else None


def _gain(row: Row) -> float | None:
    """What contender 0 won: 1 for a win, so much below 0 for a loss that chance comes to 0; of a cut game ``None``."""
    winners, seats = _seats(row["winners"]), _seats(row["seats"])
    if winners is None or seats is None:
        return None
    won, n = len(winners), len(seats)
    if won in (0, n):
        return 0.0
    return 1.0 if seats.index(0) in winners else -won / (n - won)


def _place_edge(rows: Sequence[Row]) -> float | None:
    edges = []
    for row in rows:
        places, seats = _seats(row["places"]), _seats(row["seats"])
        if places is None or seats is None:
            return None
        n = len(seats)
        mine = places[seats.index(0)]
        edges.append(((sum(places) - mine) / (n - 1) - mine) * 2 / n)
    return sum(edges) / len(edges) if edges else None


def _deal_luck(rows: Sequence[Row]) -> float | None:
    won, squares = dict[int, float](), 0.0
    for row in rows:
        winners, seats = _seats(row["winners"]), _seats(row["seats"])
        if not winners or seats is None or len(seats) != len(rows):
            return None
        share = 1 / len(winners)
        squares += share
        for seat in winners:
            won[seat] = won.get(seat, 0.0) + share
    # n games share n wins among n seats: the mean share is 1/n, and the sum of its squares is 1
    total = squares - 1
    return (sum([share * share for share in won.values()]) / len(rows) - 1) / total if total > _TINY else None


def _seats(value: Value) -> list[int] | None:
    """A list of seats, contenders or places out of a row."""
    if isinstance(value, list):
        return [seat for seat in value if type(seat) is int]
    return None


DEAL_MEASURES: Final[tuple[DealMeasure, ...]] = (
    DealMeasure(
        "skill",
        "Skill",
        "What the stronger player wins in the games of a deal above what chance would give it: 1 if it always wins, "
        "0 if it wins as often as chance would have it, below 0 if it wins less. A game without a winner counts 0.",
        "share of the possible",
        "Goadrich, The Shape of Card Games (2019): Order",
        adapted="The deals are paired, the weaker players need not be random, and where several win a game a win still "
        "counts 1, with losses weighted so that chance averages 0.",
        of=_skill,
    ),
    DealMeasure(
        "place_edge",
        "Edge in places",
        "How much better the stronger player is placed than the others are on average, so that 1 is first in every "
        "game, 0 is chance, and -1 is last in every game.",
        "share of the possible",
        OWN,
        of=_place_edge,
    ),
    DealMeasure(
        "deal_luck",
        "Decided by the deal",
        "How much of the difference between winning and losing is explained by the cards, not by the player: the "
        "share of the seats in the sum of squares of the win shares of a deal. 1 if the same seat wins whoever plays "
        "it, 0 if every seat wins once; 1 by the number of players if neither deal nor players matter.",
        "share of the squares",
        OWN,
        of=_deal_luck,
    ),
)
