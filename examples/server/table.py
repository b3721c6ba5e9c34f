"""A table of a card game behind WebSockets. README.md says what the messages are.

The table decides everything. A client sends codes of moves; it gets its own view, its own events, its own legal moves,
and nothing that depends on what it cannot know: neither in a message nor in the time at which one comes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from door import Connection, opened
from websockets.exceptions import ConnectionClosed
from wire import Line, Message, read, written

from shedkit import IllegalMove, Match, NotationError, RecordError, StaleMove, simple_player

# a run of the server: its name, and the version of each seat and of the onlookers at which it began
Run = tuple[str, tuple[int, ...]]
RETOLD = 100  # versions; who has missed more starts again from the view
JOIN = 4  # messages that a join counts for
REPLACED = 4000  # code with which the table closes a connection


class Table:
    """A match, and those who sit around it.

    Everything between two ``await`` happens at once, so no two moves can get in each other's way.
    """

    def __init__(
        self,
        match: Match[Any, Any],
        tokens: Sequence[str],
        runs: Sequence[Run],
        *,
        pause: float = 2.0,
        away: float = 60.0,
        rate: float = 20.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.match = match
        self.stopped: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the table cannot go on, with the reason."""
        self._tokens, self._runs, self._all = tokens, runs, range(match.rules.players)
        self._pause, self._away, self._sleep = pause, away, sleep
        self.rate = rate
        """Messages a second that a client may send."""
        self._seats: dict[int, Line] = {}
        self._guests: dict[Line, None] = {}  # in the order they came
        # a seed that can be guessed would tell what an opponent is going to do
        self._opponents = [simple_player(match.rules, secrets.randbits(63)) for _ in tokens]
        self._handed: set[int] = set()
        # by seat: the move that waits for the end of the pause, and the line that is answered then
        self._held: dict[int, tuple[Line, str, int]] = {}
        self._open = False  # whether the pause is over
        self._timers: dict[int | None, asyncio.Task[None]] = {}  # by seat; None: the pause, then the time to move
        self._last_change: tuple[int, int, list[Message]] | None = None  # since, version, and what onlookers are told
        self._begin_pause()
        for seat in self._all:
            self._after(seat, away, partial(self._hand_over, seat))

    def close(self) -> None:
        """Let no timer run on."""
        for timer in self._timers.values():
            timer.cancel()

    # --- connections

    async def handle(self, socket: Connection) -> None:
        """Serve one client as long as it is there."""
        line = Line(socket, self.rate)
        self._guests[line] = None
        writer = asyncio.create_task(self._write(line))
        try:
            with suppress(ConnectionClosed):
                async for text in socket:
                    if line.too_fast():
                        socket.too_fast()
                        break
                    self._hear(line, text)
        finally:
            writer.cancel()
            self._leave(line)

    def _hear(self, line: Line, text: str | bytes) -> None:
        try:
            message = read(text)
            (self._join if message.pop("type") == "join" else self._move)(line, **message)
        except NotationError as error:
            line.say({"type": "error", "text": str(error)})

    async def _write(self, line: Line) -> None:
        """Send a client what it is due, however slowly it reads; what it misses meanwhile comes as one piece."""
        with suppress(ConnectionClosed):
            while await line.wake.wait():
                line.wake.clear()
                await self._send(line)

    async def _send(self, line: Line) -> None:
        while line.outbox:
            await line.socket.send(written(line.outbox.popleft()))
        for message in self._due(line) if line.joined else ():
            await line.socket.send(written(message))

    def _wake(self) -> None:
        for line in (*self._seats.values(), *self._guests):
            line.wake.set()

    # --- what a client says

    def _join(self, line: Line, token: str | None = None, run: str = "", version: int = 0) -> None:
        """Take a seat again or for the first time, or without a token look on."""
        if line.joined:
            raise NotationError("join: you have joined already")
        line.too_fast(JOIN - 1)
        seat = line.socket.seat if token is None else self.seat_of(token)
        if seat is None and token is not None:
            raise NotationError("join: there is no seat for this token")
        line.joined, line.seat = True, seat
        if seat is not None:
            self._guests.pop(line, None)
            line.socket.seated()
            if seat in self._seats:  # the old connection may be dead without anybody knowing
                self._seats[seat].socket.drop(REPLACED, "this seat has joined from elsewhere")
            self._seats[seat] = line
            self._handed.discard(seat)
            self._cancel(seat)
        rules = self.match.rules
        line.say({"type": "welcome", "seat": seat, "game": rules.name, "options": rules.options_to_json()})
        line.version = self.match.version_for(seat)
        if self._has_had(seat, run, version):
            line.say(*self._change(seat, version))
        else:
            line.say(self.table(seat))
        self._wake()  # the others learn that the seat is taken
        self._settle()  # if nobody was there, the table has rested
        if self._open and self._timers[None].done():
            self._await_move()

    def seat_of(self, token: str) -> int | None:
        """The seat that a token stands for."""
        given = token.encode(errors="replace")
        for seat, known in enumerate(self._tokens):
            if secrets.compare_digest(given, known.encode()):
                return seat
        return None

    def _has_had(self, seat: int | None, run: str, version: int) -> bool:
        """Whether a client can have seen this version of this very match.

        After a restart the versions go on where the journal ends. A client that has seen more, because a journal
        came back from a backup, has seen another match.
        """
        names = [name for name, _ in self._runs]
        if run not in names:
            return False
        viewer = -1 if seat is None else seat
        begun = [versions[viewer] for _, versions in self._runs[names.index(run) + 1 :]]
        return 0 <= version <= min([*begun, self.match.version_for(seat)])

    def _move(self, line: Line, code: str, version: int) -> None:
        """Make a move, or keep it until the pause is over if everybody knows that this player is on."""
        if line.seat is None:
            raise NotationError("move: you have no seat")
        if line.seat in self._handed:  # it was silent for too long, but is there
            self._handed.discard(line.seat)
            self._wake()
        if self._open or line.seat not in self._known():
            line.say(self._play(line.seat, code, version))
            self._settle()
            return
        refused = self._tried(self.match.branch(), line.seat, code, version)
        if refused is None:
            self._held[line.seat] = line, code, version
        line.say(refused or {"type": "waiting"})

    def _leave(self, line: Line) -> None:
        self._guests.pop(line, None)
        seat = line.seat
        if seat is not None and self._seats.get(seat) is line:
            del self._seats[seat]
            self._after(seat, self._away, partial(self._hand_over, seat))
            self._wake()

    # --- what a client gets

    def table(self, seat: int | None) -> Message:
        """The table as a message. All of it follows from the view, so nothing else can get into it."""
        rules, view = self.match.rules, self.match.view(seat)
        outcome = rules.outcome(view)
        return {
            "type": "table",
            "run": self._runs[-1][0],
            "version": self.match.version_for(seat),
            "view": rules.to_json(view),
            "on": list(rules.actors(view)),
            "moves": [] if seat is None else [str(move) for move in rules.legal_moves(view, seat)],
            "penalised": [] if seat is None else [str(move) for move in rules.penalised_moves(view, seat)],
            "outcome": None if outcome is None else rules.to_json(outcome),
        }

    def _news(self, seat: int | None, since: int) -> list[Message]:
        if not 0 < self.match.version_for(seat) - since <= RETOLD:
            return []  # the table is enough
        news = self.match.news(seat, since)
        if news.taken_back:
            return []
        events = [self.match.rules.to_json(event) for event in news.events]
        return [{"type": "news", "since": since, "version": news.version, "events": events}]

    def _change(self, seat: int | None, since: int) -> list[Message]:
        """What has happened since a version, and the table; worked out once for all onlookers."""
        now = self.match.version_for(seat)
        if seat is not None:
            return [*self._news(seat, since), self.table(seat)]
        if self._last_change is None or self._last_change[:2] != (since, now):
            self._last_change = since, now, [*self._news(None, since), self.table(None)]
        return self._last_change[2]

    def _due(self, line: Line) -> list[Message]:
        """What has changed for a client since it was last told."""
        due: list[Message] = []
        now = self.match.version_for(line.seat)
        if now != line.version:
            due += self._change(line.seat, line.version)
            line.version = now
        seats = ["opponent" if s in self._handed else "here" if s in self._seats else "away" for s in self._all]
        if seats != line.seats:
            due.append({"type": "seats", "seats": seats})
            line.seats = seats
        return due

    # --- playing

    def _play(self, seat: int, move: Any, version: int | None = None) -> Message:
        """Make a move; what its player is answered."""
        before = self.match.version_for(None)
        refused = self._tried(self.match, seat, move, version)
        if refused is not None:
            return refused
        self._wake()
        # a move that nobody else can see must not show in the time either
        if self.match.version_for(None) != before:
            self._begin_pause()
        for other, (asking, _, meant) in list(self._held.items()):
            if meant != (now := self.match.version_for(other)):
                del self._held[other]
                asking.say({"type": "stale", "version": now})
        return {"type": "accepted", "code": str(move)}

    def _tried(self, match: Match[Any, Any], seat: int, move: Any, version: int | None) -> Message | None:
        """Make a move in a match; the answer if it does not take it."""
        try:
            match.play(move, seat, version)
        except StaleMove as error:
            return {"type": "stale", "version": error.now}
        except IllegalMove as error:
            refusal = error.refusal
            return {"type": "refused", "reason": refusal.reason.value, "rule": refusal.rule, "text": refusal.text}
        except NotationError as error:
            return {"type": "error", "text": f"move: {error}"}
        except RecordError as error:  # the disk is full, say: better no game than one that a restart forgets
            self._stop(error)
            return {"type": "error", "text": "the move cannot be written down; the table closes"}
        return None

    def _settle(self) -> None:
        """Once the pause is over: moves that have waited, and simple opponents, in the order of the actors."""
        while self._open and not self.stopped.done():
            ready = [s for s in self.match.actors if s in self._held or (s in self._handed and self._seats)]
            if not ready:
                return
            seat = ready[0]
            if seat in self._held:
                asking, code, version = self._held.pop(seat)
                asking.say(self._play(seat, code, version))
            else:
                opponent, view = self._opponents[seat], self.match.view(seat)
                self._play(seat, opponent.choose(view, self.match.legal_moves(seat)))

    def _begin_pause(self) -> None:
        self._open = False
        self._after(None, self._pause, self._end_pause)

    def _end_pause(self) -> None:
        self._open = True
        self._await_move()
        self._settle()

    def _await_move(self) -> None:
        self._after(None, self._away, lambda: self._hand_over(*self._known()))

    def _hand_over(self, *seats: int) -> None:
        """Let simple opponents play for those who are away, or are on and do not move."""
        self._handed.update(seats)
        self._wake()
        self._settle()

    def _known(self) -> tuple[int, ...]:
        """The seats that everybody knows to be on."""
        return self.match.rules.actors(self.match.view(None))

    # --- time

    def _after(self, timer: int | None, seconds: float, then: Callable[[], None]) -> None:
        self._cancel(timer)
        self._timers[timer] = asyncio.create_task(self._wait(seconds, then))

    async def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        await self._sleep(seconds)
        try:
            then()
        except Exception as error:  # nobody waits for this task, so it must not fail in silence
            self._stop(error)

    def _cancel(self, timer: int | None) -> None:
        if timer in self._timers and self._timers[timer] is not asyncio.current_task():
            self._timers[timer].cancel()

    def _stop(self, error: Exception) -> None:
        if not self.stopped.done():
            self.stopped.set_exception(error)


@asynccontextmanager
async def served(tables: Table | Mapping[str, Table], *args: Any, **more: Any) -> AsyncIterator[int]:
    """Open a table, or several by the paths of their addresses, to clients; gives the port. See `door.opened`."""
    by_path = {"/": tables} if isinstance(tables, Table) else tables
    try:
        async with opened(by_path, *args, **more) as port:
            yield port
    finally:
        for table in by_path.values():
            table.close()
