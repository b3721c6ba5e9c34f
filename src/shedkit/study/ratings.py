"""Ratings: how strong several players are, from games at tables of two or more.

Players meet in a balanced tournament, see `shedkit.study.tournaments`. Their ratings are the strengths of the model in
`shedkit.study.plackett_luce`, on the scale that chess made known: where two are alone at a table, 100 points more mean
64 wins of 100, and 400 points more ten wins for each loss. The mean of all is 0.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from itertools import combinations, groupby
from math import nan, sqrt
from pathlib import Path
from typing import Any, cast

import attrs
import numpy as np
import pandas as pd
from scipy import stats
from tqdm import tqdm

from shedkit.core.errors import ConfigurationError, StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.players.contenders import Contender, Maker
from shedkit.study.differences import holm
from shedkit.study.many import AHEAD
from shedkit.study.measures import Row
from shedkit.study.plackett_luce import Fit, Ranking, chances, fit
from shedkit.study.points import (
    POINTS,
    Rating,
    SeatEffect,
    equal_seats,
    frame_of,
    quantile,
    rating_of,
    said,
    seat_effects,
)
from shedkit.study.rankings import By, as_if, counted_games, ranking_of, was_cut
from shedkit.study.reading import files_in_use
from shedkit.study.results import place_of, read_rows, save
from shedkit.study.tournaments import Tournament

__all__ = ["POINTS", "By", "Rating", "Ratings", "SeatEffect", "rate", "rated"]


@attrs.frozen(kw_only=True, eq=False)
class Ratings:
    """What a tournament came to.

    Attributes:
        players: the ratings, group by group, the best first.
        seats: what the seats add.
        seats_p: the p of a test of whether all seats are equal; ``None`` if there is none.
        by: whether all places count, or only who won.
        level: how sure the intervals are to be.
        deals: how many deals were played.
        counted: how many count: those without a game that was cut.
        cut: how many games were cut.
        notes: what the games do not tell, in sentences.

    """

    players: tuple[Rating, ...]
    seats: tuple[SeatEffect, ...]
    seats_p: float | None
    by: By
    level: float
    deals: int
    counted: int
    cut: int
    notes: tuple[str, ...]
    _names: tuple[str, ...] = attrs.field(alias="names")
    _fit: Fit = attrs.field(alias="fit")

    def expected(self, table: Sequence[str]) -> list[float]:
        """Which share of the games each would win at a table, moved on from seat to seat.

        Args:
            table: the names of the players, one for each seat.

        Raises:
            StudyError: for a name that has no rating, players of several groups, or another number of them.

        """
        if isinstance(table, str) or not isinstance(table, Sequence) or len(table) != len(self.seats):
            raise StudyError(f"table: the names of {len(self.seats)} players expected, not {short(table)}")
        for name in table:
            if name not in self._names:
                raise StudyError(f"table: there is no player {short(name)}; there are {', '.join(self._names)}")
        numbers = [self._names.index(name) for name in table]
        groups = {self._fit.components[number] for number in numbers}
        if len(groups) > 1 or not self._fit.determined:
            raise StudyError("table: the games do not tell how these players compare")
        n = len(numbers)
        turns = [
            chances(self._fit, [(player, (at + turn) % n) for at, player in enumerate(numbers)]) for turn in range(n)
        ]
        return [sum(shares) / n for shares in zip(*turns, strict=True)]

    def frame(self) -> pd.DataFrame:
        """The ratings as a table, with ``NaN`` for ``None``."""
        return frame_of(self.players, Rating)

    def seats_frame(self) -> pd.DataFrame:
        """The seats as a table, with the p of the test of all seats."""
        frame = frame_of(self.seats, SeatEffect)
        frame["p"] = nan if self.seats_p is None else self.seats_p
        return frame

    def differences(self) -> pd.DataFrame:
        """Each two players of one group: the difference in points, its interval, p, and p by the method of Holm."""
        rows, covariance = list[tuple[object, ...]](), self._fit.covariance
        for first, second in combinations([player.player for player in self.players], 2):
            a, b = self._names.index(first), self._names.index(second)
            if self._fit.components[a] == self._fit.components[b] and covariance is not None:
                off = float(self._fit.strengths[a] - self._fit.strengths[b])
                error = sqrt(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b])
                width = error * quantile(self.level, self._fit.freedom)
                p = float(2 * stats.t.sf(abs(off) / error, self._fit.freedom))
                rows.append((first, second, POINTS * off, POINTS * (off - width), POINTS * (off + width), p))
        frame: pd.DataFrame = pd.DataFrame(rows, columns=["first", "second", "difference", "low", "high", "p"])
        frame["p_adjusted"] = holm(frame["p"].to_numpy(dtype=np.float64))
        return frame

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write the three tables as CSV and say where they lie.

        Raises:
            StudyError: if they cannot be written.

        """
        if not isinstance(folder, str | os.PathLike):
            raise StudyError(f"folder: a path expected, not {short(folder)}")
        to, made = Path(folder), list[Path]()
        tables = {"ratings": self.frame(), "seats": self.seats_frame(), "differences": self.differences()}
        try:
            to.mkdir(parents=True, exist_ok=True)
            for name, table in tables.items():
                made.append(to / f"{name}.csv")
                table.to_csv(made[-1], index=False)
        except (OSError, ValueError) as error:  # no path can hold a zero byte
            raise StudyError(f"{to}: it cannot be written: {error}") from error
        return made

    def __str__(self) -> str:
        wide = max([len(player.player) for player in self.players])
        lines = [
            f"{player.player:<{wide}}  "
            + ("no rating" if player.rating is None else f"{player.rating:+.0f}")
            + ("" if player.low is None else f" [{player.low:+.0f}, {player.high:+.0f}]")
            + f", wins {player.wins:.3f} of {player.games} games"
            for player in self.players
        ]
        return "\n".join([*lines, *self.notes])


def rate(
    rules: Rules[Any, Any],
    players: Sequence[str | Maker | Contender],
    deals: int = 200,
    seed: int = 1,
    *,
    by: By = "places",
    level: float = 0.95,
    max_moves: int = 5_000,
    executor: Executor | None = None,
    ahead: int = AHEAD,
    path: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Ratings:
    """Let players meet in a tournament, and rate them.

    Args:
        rules: the game and its options; they say how many seats a table has.
        players: who takes part; see `contender`.
        deals: how many deals, each played once from every seat.
        seed: decides everything.
        by: whether all places count, or only who won.
        level: how sure the intervals are to be, between 0 and 1.
        max_moves: after how many moves a game is cut.
        executor: who plays; see `simulate_many`.
        ahead: how many tasks of the executor may be under way at a time; a few for each worker.
        path: a file to keep the rows in, see `save`, so that a tournament that was stopped goes on.
        progress: whether a bar shows how far it is; by default if standard error is a terminal.

    Raises:
        PlayerError: for an unknown player, or one that fails or chooses what is no legal move.
        ConfigurationError: for a number out of bounds.
        StudyError: for players that are no list or there twice, if workers are gone, or the file cannot be used.

    >>> from shedkit import Quiclo
    >>> ratings = rate(Quiclo(players=3), ["simple", "random"], deals=40)
    >>> [player.player for player in ratings.players]
    ['simple', 'random']

    """
    _check(by, level)
    tournament = Tournament.between(rules, players, deals, seed, max_moves=max_moves)
    rows: Iterable[Row]
    if path is None:
        played = tournament.rows(executor, ahead=ahead)
        hidden = None if progress is None else not progress
        rows = tqdm(played, total=tournament.games, desc=rules.name, unit="game", leave=False, disable=hidden)
    else:
        place = place_of(path)
        with files_in_use(place.parent, "made"):
            place.parent.mkdir(parents=True, exist_ok=True)
        there = read_rows(save(tournament, place, executor=executor, ahead=ahead, progress=progress))
        rows = (row for row in there if cast("int", row["game"]) < tournament.games)
    return rated(rows, [player.name for player in tournament.players], by=by, level=level)


def rated(rows: Iterable[Row], players: Sequence[str], *, by: By = "places", level: float = 0.95) -> Ratings:
    """Ratings from the rows of a tournament, or of any games whose ``seats`` say who sat where.

    A deal with a game that was cut is left out, as everywhere.

    Args:
        rows: the rows, deal by deal; all of tables with as many seats.
        players: the names of the players, by the numbers that stand in ``seats``.
        by: whether all places count, or only who won.
        level: how sure the intervals are to be, between 0 and 1.

    Raises:
        StudyError: if there is no row, or rows and players do not fit.
        ConfigurationError: for a level that is none.

    """
    _check(by, level)
    deals = [list(deal) for _, deal in groupby(rows, key=lambda row: row["deal"])]
    games = counted_games(deals, len(players))
    names, n = tuple(players), len(cast("list[int]", deals[0][0]["seats"]))
    rankings = [ranking_of(row, by) for row in games]
    cut, counted = (
        sum([was_cut(row) for deal in deals for row in deal]),
        len({cast("int", row["deal"]) for row in games}),
    )
    notes = [f"Games that were cut: {cut}; deals left out for them: {len(deals) - counted}."] if cut else []
    fitted, seated = _fitted(rankings, len(names), n, notes)
    notes += said(fitted, names)
    errors = None if fitted.covariance is None else np.sqrt(np.diag(fitted.covariance).clip(0))
    widths = None if errors is None else errors * quantile(level, fitted.freedom)
    bounds = _bounds(deals, rankings, fitted, by, seated=seated) if cut and fitted.determined else {}
    ratings = [rating_of(number, names, games, fitted, widths, bounds.get(number)) for number in range(len(names))]
    known = seated and fitted.determined
    return Ratings(
        players=tuple(sorted(ratings, key=lambda player: (player.group, -(player.rating or 0.0)))),
        seats=seat_effects(
            fitted.seats, widths[len(names) :] if known and widths is not None else None, n, known=known
        ),
        seats_p=equal_seats(fitted, len(names), n) if known else None,
        by=by,
        level=level,
        deals=len(deals),
        counted=counted,
        cut=cut,
        notes=tuple(notes),
        names=names,
        fit=fitted,
    )


def _check(by: object, level: object) -> None:
    if by not in ("places", "wins"):
        raise StudyError(f"by: 'places' or 'wins' expected, not {short(by)}")
    if type(level) is not float or not 0 < level < 1:
        raise ConfigurationError("level", f"it must be a number between 0 and 1, not {short(level)}")


def _fitted(rankings: Sequence[Ranking], players: int, seats: int, notes: list[str]) -> tuple[Fit, bool]:
    """The fit, and whether seats are part of it."""
    fitted = fit(rankings, players, seats)
    if fitted.determined:
        return fitted, True
    notes.append("What the seats add cannot be told from these games, so it is left out.")
    alike = [ranking.in_one_seat() for ranking in rankings]
    fitted = fit(alike, players, 1)
    if not fitted.determined:
        notes.append("The games do not tell how strong the players are: more deals are needed.")
    return fitted, False


def _bounds(
    deals: Sequence[Sequence[Row]], rankings: Sequence[Ranking], fitted: Fit, by: By, *, seated: bool
) -> dict[int, tuple[float | None, float | None]]:
    """The rating of each player if it had come last, or first, in all games that were cut."""

    def end(player: int, *, first: bool) -> float | None:
        games = [*rankings, *as_if(deals, rankings, fitted.strengths, by, player, first=first)]
        if not seated:
            games = [ranking.in_one_seat() for ranking in games]
        other = fit(games, len(fitted.components), len(fitted.seats))
        same = other.determined and other.components == fitted.components
        return POINTS * float(other.strengths[player]) if same else None

    players = range(len(fitted.components))
    return {player: (end(player, first=False), end(player, first=True)) for player in players}
