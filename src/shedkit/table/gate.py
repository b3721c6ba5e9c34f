"""The gate of a match: the one place where it changes, for one thread at a time and never from inside."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock, get_ident, main_thread
from typing import Generic, TypeVar

from typing_extensions import ParamSpec

from shedkit.core.errors import RecordError, ReentranceError
from shedkit.core.moves import Move
from shedkit.core.states import State
from shedkit.table.history import MadeMove, Point

__all__ = ["Gate", "Keeper"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
P = ParamSpec("P")

Keeper = Callable[["MadeMove[M] | int"], None]
"""Takes each change before it takes effect: a move, or how many moves are undone; below 0, how many are redone."""

_forks = 0
"""How often this process was forked off, so that a gate that was shut at that moment is opened in the child."""


def _forked() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class Gate(Generic[S, M]):
    """Where a match stands, and how it gets on.

    A change is worked out, handed to the keeper, and takes effect by one assignment to `now`. So whoever reads `now`
    once sees one moment of the match, and needs no lock.

    Args:
        now: where the match stands.

    """

    def __init__(self, now: Point[S, M]) -> None:
        self.now = now
        self._lock = RLock()  # so that a signal handler that meets it before or after a change need not wait for itself
        self._inside = 0  # the thread that is making a change
        self._forks = _forks
        self._keeper: Keeper[M] | None = None
        self._revoke: Callable[[], None] | None = None
        self._driven = False

    def alone(self, change: Callable[P, None], *args: P.args, **named: P.kwargs) -> None:
        """Make a change while no other thread makes one.

        Raises:
            ReentranceError: if this thread is making a change already.

        """
        if self._forks != _forks:  # a thread of the parent process may have been inside; it is not in the child
            self._lock, self._forks = RLock(), _forks
            if self._inside != main_thread().ident:  # the one that has forked is the main thread of the child
                self._inside = 0
        with self._lock:
            if self._inside:
                raise ReentranceError("a match cannot be changed from inside a change of it, as by its keeper")
            try:
                self._inside = get_ident()
                change(*args, **named)
            finally:
                self._inside = 0

    def free(self) -> None:
        """See that nobody drives the match; to be called inside a change.

        Raises:
            ReentranceError: if somebody does.

        """
        if self._driven:
            raise ReentranceError("players are playing this match; nobody else may change it until they have stopped")

    def take(self, change: MadeMove[M] | int, after: Point[S, M]) -> None:
        """Hand a change to the keeper, and have it take effect; to be called inside a change."""
        if self._keeper is None:
            self.now = after
            return
        try:
            self._keeper(change)
            self.now = after
        except BaseException:
            if self._revoke is not None and self.now is not after:
                self._revoke()
            raise

    def keep(self, keeper: Keeper[M] | None, revoke: Callable[[], None] | None, version: int | None) -> None:
        """Set the keeper, or end its work; see `Match.keep`. To be called inside a change."""
        if keeper is not None and self._keeper is not None:
            raise RecordError("this match has a journal already")
        if version is not None and version != self.now.version:
            raise RecordError("moves were made while the journal was begun; begin it before the match is played")
        self._keeper, self._revoke = keeper, revoke

    def let_go(self, keeper: Keeper[M], then: Callable[[], None] | None) -> None:
        """End the work of a keeper, if it is this one; to be called inside a change."""
        if self._keeper == keeper:
            self._keeper = self._revoke = None
        if then is not None:
            then()

    @contextmanager
    def driven(self) -> Iterator[None]:
        """Let changes come from one driver alone.

        Raises:
            ReentranceError: if there is one already.

        """
        self.alone(self._begin)
        try:
            yield
        finally:
            self._driven = False

    def _begin(self) -> None:
        self.free()
        self._driven = True
