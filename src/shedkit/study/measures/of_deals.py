"""What the games of one deal tell, in which the players have changed seats.

A deal with a game that was cut has no value: nobody knows how that game would have ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final

from shedkit.study.measures.kinds import OWN, DealMeasure, Null, Row, Value

__all__ = ["DEAL_MEASURES"]

_TINY: Final = 1e-9
"""What is left of 0 after sums of fractions."""


def _seats(value: Value) -> list[int] | None:
    """A list of seats, contenders or places out of a row."""
    return [seat for seat in value if type(seat) is int] if isinstance(value, list) else None


def _mean(rows: Sequence[Row], of: Callable[[Row], float | None]) -> float | None:
    values = [of(row) for row in rows]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def _bounds(rows: Sequence[Row], free: bool, of: Callable[[Row], float | None], low: float) -> tuple[float, float]:
    """The bounds of a mean of games, each of which goes from ``low`` to 1 if it was cut, or in any case."""
    values = [None if free else of(row) for row in rows]
    ends = [[end if value is None else value for value in values] for end in (low, 1.0)]
    return sum(ends[0]) / len(rows), sum(ends[1]) / len(rows)


# --- what the stronger player wins


def _gain(row: Row) -> float | None:
    """What contender 0 won: 1 for a win, so much below 0 for a loss that chance comes to 0; of a cut game ``None``."""
    winners, seats = _seats(row["winners"]), _seats(row["seats"])
    if winners is None or seats is None:
        return None
    won, n = len(winners), len(seats)
    if won in (0, n):
        return 0.0
    return 1.0 if seats.index(0) in winners else -won / (n - won)


def _skill(rows: Sequence[Row]) -> float | None:
    return _mean(rows, _gain)


def _skill_bounds(rows: Sequence[Row], free: bool) -> tuple[float, float]:
    n = len(_seats(rows[0]["seats"]) or ())
    # how many win is mostly the same in all games; where all were cut, it may be all but one
    won = max([len(_seats(row["winners"]) or ()) for row in rows if row["winners"] is not None], default=n - 1)
    return _bounds(rows, free, _gain, -won / (n - won) if 0 < won < n else 1.0 - n)


def _edge(row: Row) -> float | None:
    places, seats = _seats(row["places"]), _seats(row["seats"])
    if places is None or seats is None:
        return None
    n = len(seats)
    mine = places[seats.index(0)]
    return ((sum(places) - mine) / (n - 1) - mine) * 2 / n


def _place_edge(rows: Sequence[Row]) -> float | None:
    return _mean(rows, _edge)


def _edge_bounds(rows: Sequence[Row], free: bool) -> tuple[float, float]:
    return _bounds(rows, free, _edge, -1.0)


# --- what the cards decide


def _shares(row: Row) -> list[float] | None:
    """What each seat won; what nobody won, all share."""
    winners, seats = _seats(row["winners"]), _seats(row["seats"])
    if winners is None or seats is None:
        return None
    among = winners or range(len(seats))
    return [1 / len(among) if seat in among else 0.0 for seat in range(len(seats))]


def _grid(rows: Sequence[Row]) -> list[list[float]] | None:
    """The shares of all seats in all games of a deal, if it was played from every seat to the end."""
    grid = [shares for row in rows if (shares := _shares(row)) is not None]
    return grid if grid and len(grid) == len(rows) == len(grid[0]) else None


def _deal_luck(rows: Sequence[Row]) -> float | None:
    grid = _grid(rows)
    if grid is None:
        return None
    # n games share n wins among n seats: the mean share is 1/n, and the sum of its squares is 1
    total = sum([share * share for shares in grid for share in shares]) - 1
    by_seat = sum([sum(won) ** 2 for won in zip(*grid, strict=True)]) / len(grid) - 1
    return by_seat / total if total > _TINY else None


def _luck_bounds(rows: Sequence[Row], free: bool) -> tuple[float, float]:
    luck = None if free else _deal_luck(rows)
    return (0.0, 1.0) if luck is None else (luck, luck)


def _luck_null(deals: Sequence[Sequence[Row]]) -> Null | None:
    """What `_deal_luck` comes to if the cards decide nothing, whatever the players and the seats are worth.

    Two games of one deal, in which the players sit differently, agree on who wins more or less often. So do two such
    games of two different deals, and these have no cards in common. Games of different deals, put together in the
    place of games of one, give the null.
    """
    known = [(at, grid) for at, rows in enumerate(deals) if (grid := _grid(rows)) is not None]
    if len(known) < 2:
        return None
    grids = [grid for _, grid in known]
    n, count = len(grids[0]), len(grids)
    squares = sum([share * share for grid in grids for shares in grid for share in shares]) / count
    if squares - 1 <= _TINY:
        return None
    sums = [[sum(column) for column in zip(*rotation, strict=True)] for rotation in zip(*grids, strict=True)]
    pairs = list(permutations(range(n), 2))
    agreed = [sum([_dot(grid[a], grid[b]) for a, b in pairs]) for grid in grids]
    across = sum([_dot(sums[a], sums[b]) for a, b in pairs]) - sum(agreed)
    null = across / (count * (count - 1))
    moves = [0.0] * len(deals)
    for (at, grid), own in zip(known, agreed, strict=True):
        with_others = (sum([_dot(grid[a], sums[b]) for a, b in pairs]) - own) / (count - 1)
        moves[at] = 2 * (with_others - null) / n / (squares - 1)  # each deal takes part in a pair twice
    return (squares / n + null / n - 1) / (squares - 1), moves


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum([left * right for left, right in zip(first, second, strict=True)])


DEAL_MEASURES: Final[tuple[DealMeasure, ...]] = (
    DealMeasure(
        "skill",
        "Skill",
        "What the stronger player wins in the games of a deal above what chance would give it: 1 if it always wins, "
        "0 if it wins as often as chance would have it, below 0 if it wins less. What nobody won counts 0.",
        "share of the possible",
        "Goadrich, The Shape of Card Games (2019): Order",
        adapted="The deals are paired, the weaker players need not be random, and where several win a game a win still "
        "counts 1, with losses weighted so that chance averages 0.",
        of=_skill,
        bounds=_skill_bounds,
    ),
    DealMeasure(
        "place_edge",
        "Edge in places",
        "How much better the stronger player is placed than the others are on average, so that 1 is first in every "
        "game, 0 is chance, and -1 is last in every game.",
        "share of the possible",
        OWN,
        of=_place_edge,
        bounds=_edge_bounds,
    ),
    DealMeasure(
        "deal_luck",
        "Decided by the deal",
        "How much of the difference between winning and losing is explained by the cards, not by the player: the "
        "share of the seats in the sum of squares of the win shares of a deal. 1 if the same seat wins whoever plays "
        "it, 0 if every seat wins once. What it would be if the cards decided nothing depends on how strong the "
        "players and the seats are; that null is worked out from games of different deals, and stands beside it.",
        "share of the squares",
        OWN,
        of=_deal_luck,
        bounds=_luck_bounds,
        null=_luck_null,
    ),
)
