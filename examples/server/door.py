"""Who is let in, and who is heard: players with a token at once, all others in turn and so many a second.

Whatever those without a seat do, together they get a fixed part of the server's time: `ENTRIES` connections and `TURNS`
pieces of what they send are looked at in a second, and the addresses they come from take turns. Everything beyond
waits, and of what waits there is a limit.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Protocol

from crowd import Crowd, neighbourhood
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.protocol import CONNECTING, OPEN
from wire import LONGEST, Rate

GUESTS = 100  # connections that are let in without a seat; for each further one the oldest of an address goes
ENTRIES = 50.0  # of them a second; so whoever is let in has a second and a half to name a seat
TURNS = 200.0  # pieces of what they send, a second
PIECE = 128  # bytes of a piece: more than a message of any honest client
WAITING = 250  # connections that wait to be let in, and as many that have not yet said what they want
FRAMES = 5  # that a client may send for each message it may send: fragments, pings and the answers to pings count
HEAD = 8_192  # bytes of the request that opens a connection; also of what a guest has sent and nobody has looked at
ACCEPTED = 4  # connections that are taken from the system at once, so that no flood of them holds up those inside
BACKLOG = 1_024  # connections that the system keeps meanwhile
CROWDED, TOO_FAST = 4002, 4001  # codes with which the door closes a connection
PATH = re.compile(rb"GET (/[^ ?]*)\S* HTTP/1\.1\r\n")
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Seats(Protocol):
    """What the door needs to know of a table."""

    rate: float

    def seat_of(self, token: str) -> int | None:
        """The seat that a token stands for."""

    async def handle(self, socket: Connection) -> None:
        """Serve one client as long as it is there."""


def header(head: bytes, name: str) -> str:
    """The last value of a header in a request, or nothing."""
    values = re.findall(rb"\r\n" + name.encode() + rb":[ \t]*([^\r\n]*)", head, re.IGNORECASE)
    return values[-1].decode("latin-1").strip() if values else ""


class Connection(ServerConnection):
    """A connection that is heard when the door says so."""

    door: Door

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.pending = bytearray()
        self.address = ""
        self.table: Seats | None = None
        self.seat: int | None = None
        """The seat whose token the request has shown."""
        self.asked = False
        """Whether the request has come as a whole."""
        self.first = False
        """Whether it does not have to wait for its turn."""
        self.dropped = False
        """Whether it is being closed, and what comes counts no more."""
        self._ended = False
        self._frames = Rate(0)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.door.came(self)

    def data_received(self, data: bytes) -> None:
        if not self.dropped:
            self.pending += data
            self.door.heard(self)

    def eof_received(self) -> None:
        self._ended = True
        if not self.asked or self.request is None:  # who is gone before it is let in is not worth a turn
            self.pending.clear()
        if not self.pending:
            super().eof_received()
            return None
        return True  # type: ignore[return-value]  # to asyncio: keep it open until the rest is looked at

    def connection_lost(self, exc: Exception | None) -> None:
        self.pending.clear()
        self.door.gone(self)
        super().connection_lost(exc)

    def process_event(self, event: Any) -> None:
        if self.request is not None and not self._frames.spend():
            self.too_fast()
        if not self.dropped:
            super().process_event(event)

    def asks(self, table: Seats | None, seat: int | None) -> None:
        """The request has come: which table it is for, and the seat whose token it shows."""
        self.asked, self.table, self.seat = True, table, seat
        if table is not None:
            self._frames = Rate(FRAMES * table.rate)

    def look(self, length: int = PIECE) -> None:
        """Look at a piece of what has come."""
        if self.request is None:
            length = HEAD  # there is nothing behind the request, see `Door.heard`
        piece = bytes(self.pending[:length])
        del self.pending[:length]
        super().data_received(piece)
        if self._ended and not self.pending:
            super().eof_received()
            self.transport.close()

    def look_at_all(self) -> None:
        """Look at everything that has come."""
        while self.pending:
            self.look(4 * PIECE)

    def seated(self) -> None:
        """It has shown that it is a player: from now on it is heard at once."""
        self.door.gone(self)
        self.first = True
        asyncio.get_running_loop().call_soon(self.look_at_all)

    def drop(self, code: int, text: str) -> None:
        """Close it, without waiting for the other end for long."""
        self.pending.clear()
        if self.dropped:
            return
        self.dropped = True
        self.door.gone(self)
        self.transport.pause_reading()
        if self.protocol.state is OPEN:
            self.protocol.fail(code, text)
            self.send_data()
        asyncio.get_running_loop().call_later(1, self.transport.abort)

    def too_fast(self) -> None:
        """Close it, for it sends too much or does not read."""
        assert self.table is not None
        self.drop(TOO_FAST, f"more than {self.table.rate:g} messages a second, or answers unread")


class Door:
    """Lets clients in to some tables, by the paths of their addresses."""

    def __init__(
        self,
        tables: Mapping[str, Seats],
        *,
        proxies: Iterable[object] = (),
        guests: int = GUESTS,
        entries: float = ENTRIES,
        turns: float = TURNS,
    ) -> None:
        self._tables = tables
        self._proxies = {neighbourhood(str(proxy)) for proxy in proxies}
        self._silent, self._waiting = (
            Crowd[Connection](WAITING),
            Crowd[Connection](WAITING),
        )  # before the request, and after it
        self._guests, self._talking = (
            Crowd[Connection](guests),
            Crowd[Connection](guests),
        )  # let in without a seat; with something to look at
        self._expected: dict[tuple[Seats, int], Connection] = {}  # let in for a token, and not yet at the table
        self._by_token: dict[tuple[Seats, int], Rate] = {}
        self.open = True
        self._tasks = [
            asyncio.create_task(self._take_turns(self._waiting, Rate(entries, 20))),
            asyncio.create_task(self._take_turns(self._talking, Rate(turns, 20))),
        ]

    def close(self) -> None:
        """Let nobody in any more; whoever is in is heard at once, so that all can say goodbye."""
        self.open = False
        for task in self._tasks:
            task.cancel()
        for crowd in (self._silent, self._waiting):
            while crowd:
                crowd.next().transport.abort()
        while self._talking:
            connection = self._talking.next()
            connection.transport.resume_reading()
            connection.look_at_all()

    def count(self) -> Counter[str]:
        """How many connections there are of each kind."""
        return Counter(silent=len(self._silent), waiting=len(self._waiting), guests=len(self._guests))

    async def _take_turns(self, crowd: Crowd[Connection], rate: Rate) -> None:
        while await crowd.somebody.wait():
            if not rate.spend():
                await asyncio.sleep(rate.missing())
                continue
            connection = crowd.next()
            connection.look()
            if connection.pending and connection.request is not None:
                crowd.add(connection)
            elif not connection.dropped and not connection.transport.is_closing():
                connection.transport.resume_reading()
            await asyncio.sleep(0)

    def came(self, connection: Connection) -> None:
        """Somebody has opened a connection."""
        connection.address = neighbourhood(str(connection.remote_address[0]) if connection.remote_address else "")
        if not self.open:
            connection.transport.abort()
            return
        self._silent.add(connection)
        out = self._silent.too_many(newest=False)  # who is honest speaks at once
        if out is not None:
            out.transport.abort()

    def heard(self, connection: Connection) -> None:
        """Something has come over a connection."""
        end = connection.pending.find(b"\r\n\r\n") + 4
        if not connection.asked and end < 4 and len(connection.pending) <= HEAD:
            return
        if connection.protocol.state is CONNECTING and (connection.asked or 4 <= end < len(connection.pending)):
            connection.transport.abort()  # nobody may speak before the request is answered
        elif not connection.asked:
            self._silent.remove(connection)
            self._asked(connection, bytes(connection.pending[:HEAD]))
        elif connection.first or not self.open:
            connection.look_at_all()
        elif len(connection.pending) > HEAD:
            del connection.pending[PIECE:]
            connection.look()  # a frame that is too long is called so
            connection.too_fast()
        else:
            connection.transport.pause_reading()
            self._talking.add(connection)

    def _asked(self, connection: Connection, head: bytes) -> None:
        path = PATH.match(head)
        table = self._tables.get(path[1].decode("latin-1")) if path else None
        if connection.address in self._proxies and (client := header(head, "x-forwarded-for")):
            # what stands before the last comma, anybody could have said
            connection.address = neighbourhood(client.rpartition(",")[2])
        kind, _, token = header(head, "authorization").partition(" ")
        seat = table.seat_of(token.strip()) if table is not None and kind.lower() == "bearer" else None
        connection.asks(table, seat)
        if table is not None and seat is not None and self._by_token.setdefault((table, seat), Rate(1, 5)).spend():
            connection.first = True
            before = self._expected.get((table, seat))
            self._expected[table, seat] = connection
            if before is not None:
                before.transport.abort()
            connection.look_at_all()
            return
        connection.transport.pause_reading()
        self._waiting.add(connection)
        out = self._waiting.too_many(newest=True)
        if out is not None:
            out.transport.write(FULL)
            out.transport.close()

    def gone(self, connection: Connection) -> None:
        """A connection is closed, or has a seat."""
        for crowd in (self._silent, self._waiting, self._guests, self._talking):
            crowd.remove(connection)
        if connection.table is None or connection.seat is None:
            return
        if self._expected.get((connection.table, connection.seat)) is connection:
            del self._expected[connection.table, connection.seat]

    def request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Whether a request is for a table that there is."""
        assert isinstance(connection, Connection)
        return None if connection.table is not None else connection.respond(404, "There is no such table.\n")

    async def handle(self, connection: ServerConnection) -> None:
        """Serve one client as long as it is there."""
        assert isinstance(connection, Connection)
        assert connection.table is not None
        if not connection.first:
            self._guests.add(connection)
            out = self._guests.too_many(newest=False)
            if out is not None:
                out.drop(CROWDED, "too many have no seat")
        await connection.table.handle(connection)


def listening(host: str, port: int) -> socket.socket:
    """A socket that takes connections."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, protocol)  # without the protocol, asyncio would let small messages wait
    try:
        if os.name == "posix":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, HEAD)  # nobody has more to say
        made.bind(address)
        made.listen(BACKLOG)
    except BaseException:
        made.close()
        raise
    return made


def failures_only() -> logging.Logger:
    """Only what is our own fault is written down: a log must not grow with every guest who misbehaves."""
    logger = logging.getLogger("table.connections")
    logger.addFilter(_failures)
    return logger


def _failures(record: logging.LogRecord) -> bool:
    return record.levelno < logging.ERROR or "handshake" not in record.getMessage()


@asynccontextmanager
async def opened(
    tables: Mapping[str, Seats],
    host: str = "127.0.0.1",
    port: int = 0,
    ping: float = 10.0,
    origins: Iterable[str] = (),
    **more: Any,
) -> AsyncIterator[int]:
    """Open tables to clients; gives the port.

    Args:
        tables: by path.
        host: where to listen.
        port: there; 0 for any that is free.
        ping: a connection that does not answer a ping for so many seconds is dead.
        origins: web pages from which browsers may connect, as browsers write them. What sends no origin is no browser.
        more: arguments of `Door`.

    """
    door = Door(tables, **more)

    class Ours(Connection):
        pass

    Ours.door = door
    sock = listening(host, port)
    limits: dict[str, Any] = {"max_size": LONGEST, "max_queue": 4, "close_timeout": 1, "open_timeout": 10}
    allowed: Any = [None, *origins]
    # compressed, a message would be longer or shorter by what it says
    try:
        async with serve(
            door.handle,
            sock=sock,
            backlog=ACCEPTED,  # asyncio accepts so many in one go ...
            compression=None,
            origins=allowed,
            process_request=door.request,
            create_connection=Ours,
            ping_interval=ping,
            ping_timeout=ping,
            logger=failures_only(),
            **limits,
        ):
            sock.listen(BACKLOG)  # ... and the system keeps more
            try:
                yield sock.getsockname()[1]
            finally:
                door.close()
    finally:
        door.close()
        sock.close()
