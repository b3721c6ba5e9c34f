"""A clock beside a match: how long each player has for a decision, and what is played when the time is up.

The rules know no time. A clock looks at a match from outside; who runs a table asks it from time to time:

>>> from shedkit import Match, Quiclo
>>> match, seconds = Match(Quiclo(players=2), seed=7), [0.0]
>>> clock = Clock(match, 30, now=lambda: seconds[0])
>>> clock.left(0), clock.left(1)
(30.0, None)
>>> seconds[0] = 31.0
>>> [(late.player, late.move.verb) for late in clock.play_late()]
[(0, 'play')]
>>> clock.left(1)
30.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

import attrs

from shedkit.core.errors import ConfigurationError, IllegalMove, StaleMove
from shedkit.core.moves import Move
from shedkit.core.roles import Role
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.players.contenders import contender
from shedkit.table.history import MadeMove
from shedkit.table.match import Match
from shedkit.table.runner import Player

__all__ = ["Clock"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


@attrs.frozen
class _Asked:
    """A decision that is open: how many a player had made before it, and since when it is asked for this one."""

    before: int
    since: float


class Clock(Generic[S, M]):
    """Measures how long the open decisions of a match have been open.

    A decision is open from the first look of the clock at it, so look after each move. What others do meanwhile, such
    as choosing in secret, gives nobody more time; a decision of its own begins a player's time anew, and so does an
    undoing of one.

    That somebody may react out of turn is a secret: show `left` to that player alone.

    Args:
        match: the match.
        seconds: how long a player has for each decision.
        player: makes, for the seat of a player, who plays in its place when its time is up; without it, the simple
            opponent of the game. A chance to react out of turn is declined in any case.
        now: the time in seconds; without it, that of the machine, which never goes back.

    Raises:
        ConfigurationError: if ``seconds`` is no number above 0, up to a day.

    """

    def __init__(
        self,
        match: Match[S, M],
        seconds: float,
        *,
        player: Callable[[int], Player[S, M]] | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        if type(seconds) not in (int, float) or not 0 < seconds <= 86_400:
            raise ConfigurationError("seconds", f"it must be a number above 0, up to a day, not {short(seconds)}")
        self._match = match
        self._seconds = float(seconds)
        self._now = now
        self._make = player or self._simple
        self._version = -1
        self._asked: dict[int, _Asked] = {}
        self._lock = Lock()
        self._look()

    def left(self, player: int) -> float | None:
        """How many seconds a player has left, 0.0 if its time is up; ``None`` if it is not asked for anything.

        Raises:
            ViewError: if there is no such player.

        """
        asked = self._look().get(self._match.rules.seat(player))
        return None if asked is None else max(0.0, asked.since + self._seconds - self._now())

    def next_late(self) -> float | None:
        """In how many seconds the next time is up, 0.0 if one is; ``None`` if nobody is asked for anything."""
        since = [asked.since for asked in self._look().values()]
        return max(0.0, min(since) + self._seconds - self._now()) if since else None

    def play_late(self) -> tuple[MadeMove[M], ...]:
        """Play for everybody whose time is up, once each; what was played.

        A player that moves in the same moment after all has moved itself, and nothing is played for it.

        Raises:
            RecordError: if the match has a `Journal` and a move cannot be written; nothing is changed by that move.
            ReentranceError: from inside a change of the match.

        """
        played = []
        late = [player for player, asked in self._look().items() if asked.since + self._seconds <= self._now()]
        for player in late:
            version = self._match.version_for(player)
            moves = self._match.legal_moves(player)
            if not moves:  # another one whose time was up has ended the chance
                continue
            declining = (move for move in moves if move.role is Role.DECLINE)
            move = next(declining, None) or self._make(player).choose(self._match.view(player), moves)
            with suppress(StaleMove, IllegalMove):
                self._match.play(move, player, version)
                played.append(MadeMove(player, move))
        self._look()
        return tuple(played)

    def _look(self) -> dict[int, _Asked]:
        """Whose decisions are open, each with the time since which it is."""
        with self._lock:
            version = self._match.version
            if version != self._version:
                now, made = self._now(), Counter(made.player for made in self._match.moves)
                before = self._asked
                self._asked = {}
                for player in self._match.actors:
                    asked = before.get(player)
                    same = asked is not None and asked.before == made[player]
                    self._asked[player] = asked if same and asked else _Asked(made[player], now)
                self._version = version
            return dict(self._asked)

    def _simple(self, player: int) -> Player[S, M]:
        rules = self._match.rules
        return contender("simple", rules).make(rules, player)  # type: ignore[arg-type, return-value]
