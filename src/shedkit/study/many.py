"""Many games: a stream of rows that is the same whoever plays them, and in whatever order they end.

>>> from shedkit import Quiclo
>>> for row in simulate_many(Quiclo(players=2), "random", games=2, seed=7, measures=["moves"]):
...     print(row["game"], row["winners"], row["moves"])
0 [1] 152
1 [0] 379
"""

from __future__ import annotations

import hashlib
import inspect
import pickle
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, Future, TimeoutError
from math import isfinite
from secrets import token_hex
from time import monotonic, perf_counter
from typing import Any

import attrs

from shedkit.core.codec import Json
from shedkit.core.errors import ConfigurationError, PlayerError, ShedkitError, StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import failed, short
from shedkit.core.version import __version__
from shedkit.players.contenders import Contender, Maker, contender
from shedkit.study.measures import GAME_MEASURES, GameMeasure, Row, measure
from shedkit.study.trails import follow

__all__ = ["AHEAD", "COLUMNS", "KINDS", "PATIENCE", "Study", "derived", "fits", "simulate_many"]

AHEAD = 32
"""How many tasks are under way at a time, at most; a cluster with more workers than that wants more."""
PATIENCE = 60.0
"""For how many seconds a cluster may be without any worker."""

COLUMNS = {
    "game": "int",
    "deal": "int",
    "seed": "int",
    "seats": "list[int]",
    "places": "list[int]",
    "winners": "list[int]",
    "scores": "list[int]",
}
"""The columns of every row, before those of the measures, and the kind of value in each."""
KINDS = ("bool", "int", "float", "str", "list[int]", "list[float]")
"""The kinds of values; ``None`` belongs to each of them, and to the lists of each of them."""

_FLOATS = {float, type(None)}

_TASK = 0.25
"""How many seconds of play are one task, where the number of games is not given."""
_MOST = 256
"""How many games are one task then, at most: the rows of all tasks under way are in memory."""
_PULSE = 1.0
"""How often to look whether there are still workers, in seconds."""


def derived(seed: int, *purpose: object) -> int:
    """A seed for one purpose, made from another seed; it has 53 bits, which any reader of JSON keeps.

    >>> derived(7, "game", 0) != derived(7, "game", 1)
    True
    """
    text = " ".join(map(str, ("shedkit study", seed, *purpose)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11


def fits(value: object, kind: str) -> bool:
    """Whether a value may stand in a column of a kind: a plain one, of a size that every format of files can hold.

    >>> fits(3, "float"), fits(3.5, "int"), fits([1, None], "list[int]"), fits(float("nan"), "float")
    (True, False, True, False)
    """
    if value is None:
        return True
    if type(value) is list:
        if kind == "list[float]" and _FLOATS.issuperset(map(type, value)):  # as nearly all are
            return all(map(isfinite, filter(None, value)))
        return kind.startswith("list[") and all(fits(one, kind[5:-1]) for one in value)
    if type(value) is int:
        return -(2**63) <= value < 2**63 if kind == "int" else kind == "float" and abs(value) <= 2**53
    if type(value) is float:
        return kind == "float" and isfinite(value)
    if type(value) is str:  # half of a pair of surrogates can be written nowhere
        return kind == "str" and not any("\ud800" <= letter <= "\udfff" for letter in value)
    return type(value) is bool and kind == "bool"


def _kind(one: GameMeasure) -> str:
    """What a measure gives, as its function declares; without that, numbers."""
    try:
        declared = inspect.signature(one.of).return_annotation
    except (TypeError, ValueError):  # not everything that can be called has a signature
        declared = ""
    text = declared if isinstance(declared, str) else inspect.formatannotation(declared)
    text = text.replace(" ", "").replace("|None", "").replace("None|", "")
    if text in KINDS:
        return text
    return "float" if one.shape == "game" else "list[float]"


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
    _kinds: tuple[str, ...] = attrs.field(
        init=False, repr=False, default=attrs.Factory(lambda self: tuple(map(_kind, self.measures)), takes_self=True)
    )

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the rows, in order, and the kind of value in each; see `KINDS`.

        That of a measure is what its function declares to return; if that is none of the kinds, numbers.
        """
        return COLUMNS | {one.name: kind for one, kind in zip(self.measures, self._kinds, strict=True)}

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
            if name != "seed" and value.bit_length() > 63:
                raise ConfigurationError(name, f"it must be below {2**63}, not {short(value)}")
        if seed.bit_length() > 128:
            raise ConfigurationError("seed", "it must have at most 128 bits")
        named = players if isinstance(players, Sequence) and not isinstance(players, str) else [players] * rules.players
        if len(named) != rules.players:
            raise PlayerError(f"{rules.players} players are needed, one for each seat, not {len(named)}")
        if paired and games % rules.players:
            raise ConfigurationError("games", f"paired games of {rules.players} come in multiples of {rules.players}")
        if isinstance(measures, str) or not isinstance(measures, Sequence | None):
            raise StudyError(f"measures: a list of names or measures expected, not {short(measures)}")
        measured = GAME_MEASURES if measures is None else tuple(map(measure, measures))
        taken = list(COLUMNS)
        for one in measured:
            if one.name in taken:
                raise StudyError(f"measures: {short(one.name)} is the name of two columns; each needs its own")
            taken.append(one.name)
        return cls(
            rules=rules,
            players=tuple([contender(one, rules) for one in named]),
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
            StudyError: if a measure fails, or gives a value of another kind than its function declares.

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
        except (Exception, SystemExit) as error:  # a player from elsewhere can fail in any way
            raise PlayerError(f"game {game}: a player {failed(error)}") from error
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
        for one, kind in zip(self.measures, self._kinds, strict=True):
            try:
                value = one.of(trail)
            except (Exception, SystemExit) as error:  # so can a measure
                raise StudyError(f"game {game}: {one.name} {failed(error)}") from error
            if not fits(value, kind):
                raise StudyError(
                    f"game {game}: {one.name} gave {short(value)}, but its values must be {kind}; the function of a "
                    f"measure declares what it returns: {', '.join(KINDS)}, finite and of at most 64 bits, or None"
                )
            row[one.name] = value
        return row

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
        return self._from(executor, first, batch, ahead, patience)

    def _from(
        self, executor: Executor, first: int, batch: int | None, ahead: int, patience: float
    ) -> Generator[Row, None, None]:
        waiting = deque[Future[_Ended]]()
        at, size = first, batch or 1
        run = token_hex(8)
        try:
            while waiting or at < self.games:
                try:
                    while at < self.games and len(waiting) < ahead:
                        games = range(at, min(at + size, self.games))
                        waiting.append(executor.submit(_play, self, games, run))
                        at = games.stop
                    ended = _awaited(waiting[0], executor, patience)
                except StudyError:
                    raise
                except Exception as error:  # each kind of executor fails in its own way
                    raise self._lost(error) from error
                waiting.popleft()
                yield from ended.rows
                if ended.error is not None:
                    raise ended.error
                if batch is None:
                    pace = len(ended.rows) / max(ended.seconds, 1e-6)
                    size = max(1, min(int(pace * _TASK), 2 * size, _MOST))
        finally:
            for task in waiting:
                task.cancel()

    def _lost(self, error: Exception) -> StudyError:
        """What to say when an executor has not brought what it was sent for."""
        if isinstance(error, pickle.PicklingError | TypeError | AttributeError):
            parts: list[tuple[str, object]] = [("the rules", self.rules)]
            parts += [(f"the player {one.name}", one) for one in self.players]
            parts += [(f"the measure {one.name}", one) for one in self.measures]
            for what, part in parts:
                fault = _stays_here(part)
                if fault is not None:
                    return StudyError(
                        f"{what} cannot be sent to another process: functions and classes at the top of a module can "
                        f"({fault})"
                    )
        text = " ".join(filter(None, (type(error).__name__, str(error))))
        return StudyError(f"the workers are gone ({text}); the rows before are good")


@attrs.frozen
class _Ended:
    """What comes back from a task: rows up to the first error, and the seconds it took."""

    rows: list[Row]
    error: ShedkitError | None
    seconds: float


def _play(study: Study, games: range, run: str) -> _Ended:
    """One task.

    A Dask cluster takes calls with equal arguments for the same task, and the cancelling of one may come after the
    beginning of the other; so each run has a name.
    """
    rows, error, began = list[Row](), None, perf_counter()
    try:
        for game in games:
            rows.append(study.row(game))
    except ShedkitError as found:
        error = found
    return _Ended(rows, error, perf_counter() - began)


def _stays_here(part: object) -> Exception | None:
    """Why something cannot be pickled, or ``None`` if it can."""
    try:
        pickle.dumps(part)
    except Exception as fault:  # whatever its own way of being pickled raises
        return fault
    return None


def _awaited(task: Future[_Ended], executor: Executor, patience: float) -> _Ended:
    """What comes of a task, however long it takes, as long as there is somebody who could do it."""
    left = monotonic()
    while True:
        try:
            return task.result(_PULSE)
        except TimeoutError:
            if task.done():  # just now, or this was its own error
                return task.result()
        # What is sent to a Dask cluster while it goes away gets no answer, and what is sent to one that has no worker
        # waits for one for ever; its executor offers nothing to ask but its client. Others say so themselves.
        client = getattr(executor, "_client", None)
        if client is None:
            continue
        if client.status in ("closing", "closed"):
            raise StudyError("the workers are gone (the client of the cluster is closed); the rows before are good")
        if _has_workers(client):
            left = monotonic()
        elif monotonic() - left >= patience:
            raise StudyError(f"the cluster has had no worker for {patience:g} seconds; the rows before are good")


def _has_workers(client: Any) -> bool:
    try:
        return bool(client.nthreads(callback_timeout=_PULSE))
    except Exception:  # nobody answers, in one of many ways
        return False


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
