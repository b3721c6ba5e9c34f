"""Ratings in points: what a fit says of each player and of each seat, in figures and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log, nan
from typing import Any, Final, cast

import attrs
import numpy as np
import pandas as pd
from scipy import stats

from shedkit.study.intervals import Numbers
from shedkit.study.measures import Row
from shedkit.study.plackett_luce import Fit

__all__ = ["POINTS", "Rating", "SeatEffect", "equal_seats", "frame_of", "quantile", "rating_of", "said", "seat_effects"]

POINTS: Final = 400 / log(10)
"""Points of a rating for each unit of the strength."""


@attrs.frozen(kw_only=True)
class Rating:
    """How strong a player is.

    Attributes:
        player: its name.
        group: the number of its group, from 1 on; ratings are comparable within a group only.
        games: in how many games that count it sat, counting each seat.
        wins: which share of these it won; a shared win counts as a part.
        rating: in points, with mean 0 in the group; ``None`` if the games do not tell.
        low: where its interval begins; ``None`` if there is none.
        high: where it ends.
        lowest: the rating if it had come last in all games that were cut; ``None`` if none was or that tells nothing.
        highest: the rating if it had come first in these.

    """

    player: str
    group: int
    games: int
    wins: float
    rating: float | None
    low: float | None
    high: float | None
    lowest: float | None
    highest: float | None


@attrs.frozen(kw_only=True)
class SeatEffect:
    """What a seat adds to a rating.

    Attributes:
        seat: its number.
        points: what it adds, with mean 0; ``None`` if the games do not tell.
        low: where the interval begins; ``None`` if there is none.
        high: where it ends.

    """

    seat: int
    points: float | None
    low: float | None
    high: float | None


def quantile(level: float, freedom: int) -> float:
    """How many standard errors an interval goes to each side."""
    return float(stats.t.ppf((1 + level) / 2, freedom)) if freedom > 0 else nan


def said(fitted: Fit, names: Sequence[str]) -> Iterator[str]:
    """What can be compared, and what cannot."""
    groups = range(len(fitted.reach))
    members = [[name for name, own in zip(names, fitted.components, strict=True) if own == group] for group in groups]
    for group in groups:
        below = [name for other in groups if other != group and fitted.reach[group, other] for name in members[other]]
        if below:
            yield (
                f"{_listed(members[group])} came before {_listed(below)} in every game that sets them apart, so how "
                "far above cannot be told."
            )
    for group, other in combinations(groups, 2):
        if not (fitted.reach[group, other] or fitted.reach[other, group]):
            yield f"No game, and no chain of games, compares {_listed(members[group])} with {_listed(members[other])}."
    if fitted.determined and fitted.covariance is None and len(groups) < len(names):
        yield "There are too few deals for intervals."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def rating_of(
    number: int,
    names: Sequence[str],
    games: Sequence[Row],
    fitted: Fit,
    errors: Numbers | None,
    bounds: tuple[float | None, float | None] | None,
) -> Rating:
    """The rating of the player of this number."""
    shares = list[float]()
    for row in games:
        seats, winners = cast("list[int]", row["seats"]), cast("list[int]", row["winners"])
        among = winners or range(len(seats))
        shares += [(seat in among) / len(among) for seat, player in enumerate(seats) if player == number]
    group = fitted.components[number]
    known = fitted.determined and fitted.components.count(group) > 1
    rating = POINTS * float(fitted.strengths[number])
    width = POINTS * float(errors[number]) if known and errors is not None else None
    lowest, highest = bounds if known and bounds is not None else (None, None)
    return Rating(
        player=names[number],
        group=group + 1,
        games=len(shares),
        wins=sum(shares) / len(shares) if shares else 0.0,
        rating=rating if known else None,
        low=None if width is None else rating - width,
        high=None if width is None else rating + width,
        lowest=lowest,
        highest=highest,
    )


def seat_effects(added: Numbers, widths: Numbers | None, seats: int, *, known: bool) -> tuple[SeatEffect, ...]:
    """What each seat adds, with the intervals of these widths."""
    made = list[SeatEffect]()
    for seat in range(seats):
        points = POINTS * float(added[seat]) if known else None
        width = None if widths is None else POINTS * float(widths[seat])
        low, high = (points - width, points + width) if points is not None and width is not None else (None, None)
        made.append(SeatEffect(seat=seat, points=points, low=low, high=high))
    return tuple(made)


def equal_seats(fitted: Fit, players: int, seats: int) -> float | None:
    """Wald's test of whether seats are equal, with the F of as many deals as there are beyond the parameters."""
    apart = seats - 1
    if fitted.covariance is None or fitted.freedom <= apart:
        return None
    inverse = np.linalg.pinv(fitted.covariance[players:, players:], hermitian=True)
    left = fitted.freedom - apart + 1
    statistic = float(fitted.seats @ inverse @ fitted.seats) * left / (apart * fitted.freedom)
    return float(stats.f.sf(statistic, apart, left))


def frame_of(rows: Sequence[Rating] | Sequence[SeatEffect], of: type[Any]) -> pd.DataFrame:
    """Ratings or seats as a table, with ``NaN`` for ``None``."""
    names = [field.name for field in attrs.fields(of)]
    values = [[nan if value is None else value for value in attrs.astuple(row)] for row in rows]
    frame: pd.DataFrame = pd.DataFrame(values, columns=names)
    return frame
