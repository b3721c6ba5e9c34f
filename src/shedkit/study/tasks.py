"""Tasks: games in batches on an executor, and their rows in the order of the games, whoever plays them."""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, Future, TimeoutError
from functools import lru_cache
from multiprocessing import parent_process
from secrets import token_hex
from threading import Thread
from time import monotonic, perf_counter
from typing import Any, Protocol

import attrs

from shedkit.core.errors import ShedkitError, StudyError
from shedkit.study.measures.kinds import Row

__all__ = ["AHEAD", "PATIENCE", "RowSource", "rows_from"]

AHEAD = 32
"""How many tasks are under way at a time, at most; a cluster with more workers than that wants more."""
PATIENCE = 60.0
"""For how many seconds a cluster may be without any worker."""

_TASK = 0.25
"""How many seconds of play are one task, where the number of games is not given."""
_MOST = 256
"""How many games are one task then, at most: the rows of all tasks under way are in memory."""
_PULSE = 1.0
"""How often to look whether there are still workers, in seconds."""


class RowSource(Protocol):
    """What plays games by their numbers."""

    @property
    def games(self) -> int:
        """How many games there are."""
        ...

    def row(self, game: int) -> Row:
        """Play one game."""
        ...

    def parts(self) -> Sequence[tuple[str, object]]:
        """What has to be sent to another process, with what to call it."""
        ...


@attrs.frozen
class _TaskResult:
    """What comes back from a task: rows up to the first error, and the seconds it took."""

    rows: list[Row]
    error: ShedkitError | None
    seconds: float


def rows_from(
    source: RowSource, executor: Executor, *, first: int, batch: int | None, ahead: int, patience: float
) -> Generator[Row, None, None]:
    """The rows in the order of the games, played by an executor.

    Args:
        source: what plays the games.
        executor: who plays.
        first: the number of the first game wanted.
        batch: how many games are one task; without it, as many as take about a quarter of a second.
        ahead: how many tasks may be under way.
        patience: for how many seconds a cluster may be without any worker.

    Raises:
        ShedkitError: the first that a game raised; the rows before it have been given.
        StudyError: if something cannot be sent to other processes, or if workers are gone.

    """
    waiting = deque[Future[_TaskResult]]()
    at, size = first, batch or 1
    run = token_hex(8)
    try:
        while waiting or at < source.games:
            try:
                while at < source.games and len(waiting) < ahead:
                    games = range(at, min(at + size, source.games))
                    waiting.append(executor.submit(run_task, source, games, run))
                    at = games.stop
                done = _awaited(waiting[0], executor, patience)
            except StudyError:
                raise
            except Exception as error:  # each kind of executor fails in its own way
                raise _lost(source, error) from error
            waiting.popleft()
            yield from done.rows
            if done.error is not None:
                raise done.error
            if batch is None:
                pace = len(done.rows) / max(done.seconds, 1e-6)
                size = max(1, min(int(pace * _TASK), 2 * size, _MOST))
    finally:
        for task in waiting:
            task.cancel()


def run_task(source: RowSource, games: range, run: str) -> _TaskResult:
    """One task.

    A Dask cluster takes calls with equal arguments for the same task, and the cancelling of one may come after the
    beginning of the other; so each run has a name.
    """
    _end_with_parent()
    rows, failure, began = list[Row](), None, perf_counter()
    try:
        for game in games:
            rows.append(source.row(game))
    except ShedkitError as error:
        failure = error
    return _TaskResult(rows, failure, perf_counter() - began)


@lru_cache(maxsize=1)
def _end_with_parent() -> None:
    """In a process of a pool, see to it that it ends when the one that wants its rows has been killed.

    A pool whose parent ends in the ordinary way is told so; one whose parent is killed would play on to the end of its
    tasks, and then wait for more for ever.
    """
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, name="ends with its parent", daemon=True).start()


def _lost(source: RowSource, error: Exception) -> StudyError:
    """What to say when an executor has not brought what it was sent for."""
    if isinstance(error, pickle.PicklingError | TypeError | AttributeError):
        for what, part in source.parts():
            fault = _stays_here(part)
            if fault is not None:
                return StudyError(
                    f"{what} cannot be sent to another process: functions and classes at the top of a module can "
                    f"({fault})"
                )
    text = " ".join(filter(None, (type(error).__name__, str(error))))
    return StudyError(f"the workers are gone ({text}); the rows before are good")


def _stays_here(part: object) -> Exception | None:
    """Why something cannot be pickled, or ``None`` if it can."""
    try:
        pickle.dumps(part)
    except Exception as fault:  # whatever its own way of being pickled raises
        return fault
    return None


def _awaited(task: Future[_TaskResult], executor: Executor, patience: float) -> _TaskResult:
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
