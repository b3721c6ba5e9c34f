"""Strength: which of two players wins more, on deals that both play from every seat."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from math import isnan
from statistics import fmean
from typing import Any, cast

import attrs
import numpy as np
from tqdm import tqdm

from shedkit.core.errors import ConfigurationError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.players.contenders import Contender, Maker
from shedkit.study.intervals import MeanOf
from shedkit.study.many import AHEAD, Study
from shedkit.study.measures import Row

__all__ = ["Duel", "duel"]


@attrs.frozen(kw_only=True)
class Duel:
    """How one player did against others of another kind.

    Attributes:
        rules: the game and its options.
        first: the name of the player that is judged.
        second: the name of all the others at the table.
        deals: how many deals were played, each once from every seat.
        seed: what the deals came from.
        level: how sure the interval is, such as 0.95.
        counted: how many of these deals count: those without a game that was cut.
        share: the share of their games that the first player won. A shared win counts as a part, a game that nobody won
            as an equal part for everybody. If no deal counts, it is that of chance.
        low: where the interval of that share begins.
        high: where it ends.
        lowest: what the share of all games would be if the first player had won none of those that were cut.
        highest: what it would be if it had won all of those.
        truncated: how many games were cut.
        place: the mean place of the first player in the deals that count, 1 for the best; ``None`` if none does.
        points: by how many points of the game the first player ended above the mean of the others, in the deals that
            count; ``None`` in games without points. In most games points are bad.

    """

    rules: Rules[Any, Any]
    first: str
    second: str
    deals: int
    seed: int
    level: float
    counted: int
    share: float
    low: float
    high: float
    lowest: float
    highest: float
    truncated: int
    place: float | None
    points: float | None

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.deals * self.rules.players

    @property
    def chance(self) -> float:
        """The share of wins that equal players have."""
        return 1 / self.rules.players

    @property
    def better(self) -> bool:
        """Whether the whole interval lies above chance."""
        return self.low > self.chance

    @property
    def worse(self) -> bool:
        """Whether the whole interval lies below chance."""
        return self.high < self.chance

    def __str__(self) -> str:
        parts = [
            f"{self.rules.name}, {self.rules.players} players: {self.first} against {self.second} wins "
            f"{self.share:.3f} [{self.low:.3f}, {self.high:.3f}] of {self.counted * self.rules.players} games on "
            f"{self.counted} deals",
            f"chance {self.chance:.3f}",
        ]
        if self.place is not None:
            parts.append(f"mean place {self.place:.2f}")
        if self.points is not None:
            parts.append(f"points {self.points:+.1f}")
        if self.truncated:
            parts.append(f"{self.truncated} games cut on {self.deals - self.counted} more deals")
            parts.append(f"{self.lowest:.3f} to {self.highest:.3f} whatever had come of them")
        return ", ".join(parts)


def duel(
    rules: Rules[Any, Any],
    first: str | Maker | Contender,
    second: str | Maker | Contender,
    deals: int,
    seed: int,
    *,
    level: float = 0.95,
    max_moves: int = 5_000,
    executor: Executor | None = None,
    ahead: int = AHEAD,
    progress: bool | None = None,
) -> Duel:
    """Let one player play against others of another kind, and say how much it wins.

    Each deal is played as often as there are seats, and the first player sits in each of them once, so the luck of the
    deal and of the seat falls on both kinds alike. A deal with a game that was cut is left out. The deals are
    independent of each other, the games of a deal are not; so the interval is the score interval of the share that
    has the standard error of the deals, see `shedkit.study.intervals`.

    Args:
        rules: the game and its options.
        first: the player that is judged; see `contender`.
        second: who sits in all the other seats.
        deals: how many deals, from 2.
        seed: decides everything.
        level: how sure the interval is to be, between 0 and 1.
        max_moves: after how many moves a game is cut.
        executor: who plays; see `simulate_many`.
        ahead: how many tasks of the executor may be under way at a time; a few for each worker.
        progress: whether a bar shows how far it is; by default if standard error is a terminal.

    Raises:
        PlayerError: for an unknown player, or one that fails or chooses what is no legal move.
        ConfigurationError: for a number out of bounds.
        StudyError: if workers are gone.

    >>> from shedkit import Quiclo
    >>> print(duel(Quiclo(players=2), "simple", "random", deals=20, seed=1))
    quiclo, 2 players: simple against random wins ...

    """
    if type(deals) is not int or deals < 2:
        raise ConfigurationError("deals", f"it must be a whole number from 2, not {short(deals)}")
    if type(level) is not float or not 0 < level < 1:
        raise ConfigurationError("level", f"it must be a number between 0 and 1, not {short(level)}")
    n = rules.players if isinstance(rules, Rules) else 1
    study = Study.of(
        rules, [first, *[second] * (n - 1)], deals * n, seed, measures=(), max_moves=max_moves, paired=True
    )
    rows: Iterable[Row] = study.rows(executor, ahead=ahead)
    hidden = None if progress is None else not progress
    shown = tqdm(rows, total=study.games, desc=rules.name, unit="game", leave=False, disable=hidden)
    return _judged(study, shown, level)


def _judged(study: Study, rows: Iterable[Row], level: float) -> Duel:
    """What the rows of a duel come to."""
    n = study.rules.players
    games = [_result(row, n) for row in rows]
    deals = [games[at : at + n] for at in range(0, len(games), n)]
    counted = [[game for game in deal if game is not None] for deal in deals if None not in deal]
    ended = [game for deal in counted for game in deal]
    won, cut = sum([game.share for game in games if game is not None]), games.count(None)
    mean = MeanOf(np.array([fmean([game.share for game in deal]) for deal in counted]), span=(0.0, 1.0))
    low, high = mean.interval(level)
    points = [game.points for game in ended if game.points is not None]
    return Duel(
        rules=study.rules,
        first=study.players[0].name,
        second=study.players[-1].name,
        deals=len(deals),
        seed=study.seed,
        level=level,
        counted=len(counted),
        share=mean.mean if counted else 1 / n,
        low=0.0 if isnan(low) else low,
        high=1.0 if isnan(high) else high,
        lowest=won / len(games),
        highest=(won + cut) / len(games),
        truncated=cut,
        place=fmean([game.place for game in ended]) if ended else None,
        points=fmean(points) if points else None,
    )


@attrs.frozen
class _GameResult:
    """What a game brought the first player."""

    share: float
    place: int
    points: float | None


def _result(row: Row, players: int) -> _GameResult | None:
    """What a game brought the first player; ``None`` if it was cut."""
    winners = cast("list[int] | None", row["winners"])
    if winners is None:
        return None
    seat = cast("list[int]", row["seats"]).index(0)
    scores = cast("list[int] | None", row["scores"])
    return _GameResult(
        share=(seat in winners) / len(winners) if winners else 1 / players,
        place=cast("list[int]", row["places"])[seat],
        points=None if scores is None else scores[seat] - fmean(scores[:seat] + scores[seat + 1 :]),
    )
