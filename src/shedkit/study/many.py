"""Many games: a stream of rows that is the same whoever plays them, and in whatever order they end.

>>> from shedkit import Quiclo
>>> for row in simulate_many(Quiclo(players=2), "random", games=2, seed=7, measures=["moves"]):
...     print(row["game"], row["winners"], row["moves"])
0 [1] 211
1 [0] 77
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from importlib.metadata import version
from typing import Any

import attrs

from shedkit.core.codec import Json
from shedkit.core.errors import ConfigurationError, PlayerError, ShedkitError, StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.players.contenders import Contender, Maker, contender
from shedkit.study.measures import GAME_MEASURES, GameMeasure, Row, measure
from shedkit.study.trails import follow

__all__ = ["Study", "derived", "simulate_many"]

BATCH = 16
"""How many games a worker plays at a time."""
AHEAD = 32
"""How many such tasks are under way at a time, at most."""


def derived(seed: int, *purpose: object) -> int:
    """A seed for one purpose, made from another seed; it has 53 bits, which any reader of JSON keeps.

    >>> derived(7, "game", 0) != derived(7, "game", 1)
    True
    """
    text = " ".join(map(str, ("shedkit study", seed, *purpose)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11


@attrs.frozen(kw_only=True, eq=False)
class Study:
    """What is played, and what is measured: all that decides the rows.

    Attributes:
        rules: the game and its options.
        players: the contenders; where the games are not paired, each sits in the seat of its number.
        games: how many games.
        seed: decides everything; each game has a seed of its own, made from this one and its number.
        measures: what is measured in each game.
        max_moves: after how many moves a game is cut.
        paired: whether each deal is played as often as there are seats, with the contenders moved on by one seat each
            time; then so many games in a row are one deal.

    """

    rules: Rules[Any, Any]
    players: tuple[Contender, ...]
    games: int
    seed: int
    measures: tuple[GameMeasure, ...]
    max_moves: int
    paired: bool

    @classmethod
    def of(
        cls,
        rules: Rules[Any, Any],
        players: str | Maker | Contender | Sequence[str | Maker | Contender],
        games: int,
        seed: int,
        *,
        measures: Sequence[str | GameMeasure] | None = None,
        max_moves: int = 5_000,
        paired: bool = False,
    ) -> Study:
        """A study; see `simulate_many`, which has the same arguments."""
        if not isinstance(rules, Rules):
            raise StudyError(f"rules: a rules object such as Quiclo(players=2) expected, not {short(rules)}")
        for name, value, low in (("games", games, 0), ("seed", seed, None), ("max_moves", max_moves, 1)):
            if type(value) is not int or (low is not None and value < low):
                bound = "" if low is None else f" from {low}"
                raise ConfigurationError(name, f"it must be a whole number{bound}, not {short(value)}")
        if seed.bit_length() > 128:
            raise ConfigurationError("seed", "it must have at most 128 bits")
        named = players if isinstance(players, Sequence) and not isinstance(players, str) else [players] * rules.players
        if len(named) != rules.players:
            raise PlayerError(f"{rules.players} players are needed, one for each seat, not {len(named)}")
        if paired and games % rules.players:
            raise ConfigurationError("games", f"paired games of {rules.players} come in multiples of {rules.players}")
        return cls(
            rules=rules,
            players=tuple([contender(one, rules) for one in named]),
            games=games,
            seed=seed,
            measures=GAME_MEASURES if measures is None else tuple(map(measure, measures)),
            max_moves=max_moves,
            paired=paired,
        )

    def to_json(self) -> dict[str, Json]:
        """What decides the rows, as plain JSON; it stands at the head of a file of results."""
        return {
            "shedkit": version("shedkit"),
            "game": self.rules.name,
            "options": self.rules.options_to_json(),
            "players": [one.name for one in self.players],
            "seed": self.seed,
            "measures": [one.name for one in self.measures],
            "max_moves": self.max_moves,
            "paired": self.paired,
        }

    def row(self, game: int) -> Row:
        """Play one game.

        Raises:
            PlayerError: if a player fails or chooses what is no legal move.
            StudyError: if a measure fails.

        """
        n = self.rules.players
        deal, turned = divmod(game, n) if self.paired else (game, 0)
        seats = [(seat - turned) % n for seat in range(n)]
        seed = derived(self.seed, "deal", deal)
        try:
            players = [self.players[who].make(self.rules, derived(self.seed, "player", game, who)) for who in seats]
            trail = follow(self.rules, players, seed, self.max_moves)
        except ShedkitError as error:
            raise PlayerError(f"game {game}: {error}") from error
        except Exception as error:  # a player from elsewhere can fail in any way
            raise PlayerError(f"game {game}: a player failed with {type(error).__name__}: {error}") from error
        outcome = trail.outcome
        row: Row = {
            "game": game,
            "deal": deal,
            "seed": seed,
            "seats": seats,
            "places": None if outcome is None else list(outcome.places),
            "winners": None if outcome is None else list(outcome.winners),
            "scores": None if outcome is None or outcome.scores is None else list(outcome.scores),
        }
        for one in self.measures:
            try:
                row[one.name] = one.of(trail)
            except Exception as error:  # so can a measure
                raise StudyError(f"game {game}: {one.name} failed with {type(error).__name__}: {error}") from error
        return row

    def rows(
        self, executor: Executor | None = None, *, first: int = 0, batch: int = BATCH, ahead: int = AHEAD
    ) -> Iterator[Row]:
        """The rows in the order of the games; see `simulate_many`.

        Args:
            executor: who plays.
            first: the number of the first game wanted.
            batch: how many games are one task.
            ahead: how many tasks may be under way.

        Raises:
            StudyError: if workers are gone; the rows so far are good.

        """
        if executor is None:
            yield from map(self.row, range(first, self.games))
            return
        tasks = (range(at, min(at + batch, self.games)) for at in range(first, self.games, batch))
        waiting = deque[Future[list[Row]]]()
        try:
            for games in tasks:
                waiting.append(executor.submit(_rows, self, games))
                if len(waiting) == ahead:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except ShedkitError:
            raise
        except (Exception, CancelledError) as error:
            text = str(error) or type(error).__name__
            raise StudyError(f"the workers are gone: {text}; the rows before are good") from error
        finally:
            for task in waiting:
                task.cancel()


def _rows(study: Study, games: range) -> list[Row]:
    return list(map(study.row, games))


def simulate_many(
    rules: Rules[Any, Any],
    players: str | Maker | Contender | Sequence[str | Maker | Contender],
    games: int,
    seed: int,
    *,
    measures: Sequence[str | GameMeasure] | None = None,
    max_moves: int = 5_000,
    paired: bool = False,
    executor: Executor | None = None,
    batch: int = BATCH,
    ahead: int = AHEAD,
) -> Iterator[Row]:
    """Play many games; give a plain row for each, in order.

    The rows depend on the arguments before ``executor`` only.

    Args:
        rules: the game and its options.
        players: names or makers, one for each seat, or one for all; see `contender`.
        games: how many games.
        seed: decides everything.
        measures: names from the catalogue, or measures; without them all of the catalogue.
        max_moves: after how many moves a game is cut.
        paired: whether each deal is played once for each seat, with the players moved on by one seat each time.
        executor: who plays: none for this process, a process pool, or the executor of a Dask client.
        batch: how many games are one task of the executor.
        ahead: how many tasks may be under way at a time.

    Raises:
        PlayerError: for an unknown player, or one that fails or chooses what is no legal move.
        StudyError: for an unknown measure, one that fails, or workers that are gone.
        ConfigurationError: for a number out of bounds.

    """
    study = Study.of(rules, players, games, seed, measures=measures, max_moves=max_moves, paired=paired)
    return study.rows(executor, batch=batch, ahead=ahead)
