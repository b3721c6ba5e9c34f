"""Many games: a stream of rows that is the same whoever plays them, and in whatever order they end.

>>> from shedkit import Quiclo
>>> for row in simulate_many(Quiclo(players=2), "random", games=2, seed=7, measures=["moves"]):
...     print(row["game"], row["winners"], row["moves"])
0 [1] 152
1 [0] 379
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from typing import Any, ClassVar, TypeAlias

import attrs

from shedkit.core.codec import Json
from shedkit.core.errors import ConfigurationError, PlayerError, ShedkitError, StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import failed, short
from shedkit.core.version import __version__
from shedkit.players.contenders import Contender, Maker, contender
from shedkit.study.measures import GAME_MEASURES, GameMeasure, Row, Value, measure
from shedkit.study.rows import COLUMNS, FORMAT, KINDS, fits, kind_of
from shedkit.study.tasks import AHEAD, PATIENCE, rows_from
from shedkit.study.trails import Trail, follow
from shedkit.table.runner import Player

__all__ = ["AHEAD", "COLUMNS", "KINDS", "PATIENCE", "Study", "derived", "fits", "simulate_many"]

_Player: TypeAlias = "Player[Any, Any]"


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
    format: ClassVar[str] = FORMAT
    """What the head of a file of its rows says."""
    _kinds: tuple[str, ...] = attrs.field(
        init=False, repr=False, default=attrs.Factory(lambda self: tuple(map(kind_of, self.measures)), takes_self=True)
    )

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the rows, in order, and the kind of value in each; see `KINDS`.

        That of a measure is what its function declares to return; if that is none of the kinds, numbers.
        """
        return COLUMNS | {entry.name: kind for entry, kind in zip(self.measures, self._kinds, strict=True)}

    @classmethod
    def of(
        cls,
        rules: Rules[Any, Any],
        players: str | Maker | Contender | Sequence[str | Maker | Contender],
        games: int,
        seed: int,
        *,
        paired: bool = False,
        measures: Sequence[str | GameMeasure] | None = None,
        max_moves: int = 5_000,
    ) -> Study:
        """A study; see `simulate_many`, which has the same arguments."""
        if not isinstance(rules, Rules):
            raise StudyError(f"rules: a rules object such as Quiclo(players=2) expected, not {short(rules)}")
        _check_numbers(games, seed, max_moves)
        named = players if isinstance(players, Sequence) and not isinstance(players, str) else [players] * rules.players
        if len(named) != rules.players:
            raise PlayerError(f"{rules.players} players are needed, one for each seat, not {len(named)}")
        if paired and games % rules.players:
            raise ConfigurationError("games", f"paired games of {rules.players} come in multiples of {rules.players}")
        if isinstance(measures, str) or not isinstance(measures, Sequence | None):
            raise StudyError(f"measures: a list of names or measures expected, not {short(measures)}")
        measured = GAME_MEASURES if measures is None else tuple(map(measure, measures))
        names = [*COLUMNS, *(entry.name for entry in measured)]
        for at, name in enumerate(names):
            if name in names[:at]:
                raise StudyError(f"measures: {short(name)} is the name of two columns; each needs its own")
        return cls(
            rules=rules,
            players=tuple([contender(player, rules) for player in named]),
            games=games,
            seed=seed,
            measures=measured,
            max_moves=max_moves,
            paired=paired,
        )

    def to_json(self) -> dict[str, Json]:
        """What decides the rows, as plain JSON; it stands at the head of a file of results."""
        return {
            "shedkit": __version__,
            "game": self.rules.name,
            "options": self.rules.options_to_json(),
            "players": [player.name for player in self.players],
            "seed": self.seed,
            "measures": [entry.name for entry in self.measures],
            "max_moves": self.max_moves,
            "paired": self.paired,
        }

    def seating(self, game: int) -> tuple[int, list[int]]:
        """The number of the deal of a game, and that of the contender in each seat."""
        n = self.rules.players
        deal, rotation = divmod(game, n) if self.paired else (game, 0)
        return deal, [(seat - rotation) % n for seat in range(n)]

    def row(self, game: int) -> Row:
        """Play one game.

        Raises:
            PlayerError: if a player fails or chooses what is no legal move.
            StudyError: if a measure fails, or gives a value of another kind than its function declares.

        """
        deal, seats = self.seating(game)
        seed = derived(self.seed, "deal", deal)
        trail = self._trail(game, seats, seed)
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
        for entry, kind in zip(self.measures, self._kinds, strict=True):
            row[entry.name] = _measured(entry, kind, trail, game)
        return row

    def table_rows(self, row: Row) -> list[Row]:
        """The rows of a table that the row of a game stands for: here just that one."""
        return [row]

    def _trail(
        self, game: int, seats: Sequence[int], seed: int, wrap: Callable[[_Player], _Player] | None = None
    ) -> Trail[Any, Any]:
        """Play a game with the contenders of these numbers in the seats, each of them wrapped."""
        try:
            players = list[Player[Any, Any]]()
            for seat, who in enumerate(seats):
                copy = seats[:seat].count(who)  # a contender can sit at a table twice, but does not choose alike there
                player_seed = derived(self.seed, "player", game, who, *([copy] if copy else []))
                player = self.players[who].make(self.rules, player_seed)
                players.append(player if wrap is None else wrap(player))
            return follow(self.rules, players, seed, self.max_moves)
        except ShedkitError as error:
            raise PlayerError(f"game {game}: {error}") from error
        except (Exception, SystemExit) as error:  # a player from elsewhere can fail in any way
            raise PlayerError(f"game {game}: a player {failed(error)}") from error

    def parts(self) -> list[tuple[str, object]]:
        """What has to be sent to another process, with what to call it."""
        parts: list[tuple[str, object]] = [("the rules", self.rules)]
        parts += [(f"the player {player.name}", player) for player in self.players]
        return parts + [(f"the measure {entry.name}", entry) for entry in self.measures]

    def rows(
        self,
        executor: Executor | None = None,
        *,
        first: int = 0,
        batch: int | None = None,
        ahead: int = AHEAD,
        patience: float = PATIENCE,
    ) -> Generator[Row, None, None]:
        """The rows in the order of the games; see `simulate_many`.

        Whoever stops early closes the iterator: then the tasks that still wait are cancelled.

        Args:
            executor: who plays.
            first: the number of the first game wanted.
            batch: how many games are one task.
            ahead: how many tasks may be under way.
            patience: for how many seconds a cluster may be without any worker.

        Raises:
            PlayerError: as `row`; the rows of the games before have been given.
            StudyError: as `row`, if something cannot be sent to other processes, or if workers are gone.
            ConfigurationError: for a number out of bounds.

        """
        if executor is not None and not isinstance(executor, Executor):
            raise StudyError(
                f"executor: an executor such as ProcessPoolExecutor() or client.get_executor() expected, "
                f"not {short(executor)}"
            )
        for name, value, low in (("first", first, 0), ("batch", batch, 1), ("ahead", ahead, 1)):
            if (type(value) is not int or value < low) and not (name == "batch" and value is None):
                raise ConfigurationError(name, f"it must be a whole number from {low}, not {short(value)}")
        if type(patience) not in (int, float) or not 0 <= patience < float("inf"):
            raise ConfigurationError("patience", f"it must be a number of seconds from 0, not {short(patience)}")
        if executor is None:
            return (self.row(game) for game in range(first, self.games))
        return rows_from(self, executor, first=first, batch=batch, ahead=ahead, patience=patience)


def _check_numbers(games: int, seed: int, max_moves: int) -> None:
    for name, value, low in (("games", games, 0), ("seed", seed, None), ("max_moves", max_moves, 1)):
        if type(value) is not int or (low is not None and value < low):
            bound = "" if low is None else f" from {low}"
            raise ConfigurationError(name, f"it must be a whole number{bound}, not {short(value)}")
        if name != "seed" and value.bit_length() > 63:
            raise ConfigurationError(name, f"it must be below {2**63}, not {short(value)}")
    if seed.bit_length() > 128:
        raise ConfigurationError("seed", "it must have at most 128 bits")


def _measured(entry: GameMeasure, kind: str, trail: Trail[Any, Any], game: int) -> Value:
    """The value of a measure, if it is of its kind."""
    try:
        value = entry.of(trail)
    except (Exception, SystemExit) as error:  # one from elsewhere can fail in any way
        raise StudyError(f"game {game}: {entry.name} {failed(error)}") from error
    if not fits(value, kind):
        raise StudyError(
            f"game {game}: {entry.name} gave {short(value)}, but its values must be {kind}; the function of a "
            f"measure declares what it returns: {', '.join(KINDS)}, finite and of at most 64 bits, or None"
        )
    return value


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
    batch: int | None = None,
    ahead: int = AHEAD,
    patience: float = PATIENCE,
) -> Generator[Row, None, None]:
    """Play many games; give a plain row for each, in order.

    The rows depend on the arguments before ``executor`` only. A player is asked only where it has more than one move.

    Args:
        rules: the game and its options.
        players: names or makers, one for each seat, or one for all; see `contender`.
        games: how many games.
        seed: decides everything.
        measures: names from the catalogue, or measures; without them all of the catalogue.
        max_moves: after how many moves a game is cut.
        paired: whether each deal is played once for each seat, with the players moved on by one seat each time.
        executor: who plays: none for this process, a process pool, or the executor of a Dask client.
        batch: how many games are one task of the executor; without it, as many as take about a quarter of a second.
        ahead: how many tasks may be under way at a time; a few for each worker.
        patience: for how many seconds a Dask cluster may be without any worker, while it starts new ones.

    Raises:
        PlayerError: for an unknown player, or one that fails or chooses what is no legal move.
        StudyError: for an unknown measure, one that fails, something that cannot be sent to other processes, or
            workers that are gone.
        ConfigurationError: for a number out of bounds.

    """
    study = Study.of(rules, players, games, seed, measures=measures, max_moves=max_moves, paired=paired)
    return study.rows(executor, batch=batch, ahead=ahead, patience=patience)
