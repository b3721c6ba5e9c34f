"""A WebSocket client by hand, for tests: it does what no library would, and costs little."""

from __future__ import annotations

import asyncio
import json
from typing import Any

KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Closed(Exception):
    """The other end has closed the connection, or never let us in."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


def request(path: str = "/", **headers: str) -> bytes:
    """The request that opens a connection."""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return (
        f"GET {path} HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
    ).encode()


def frame(text: str | bytes, kind: int = TEXT, *, last: bool = True) -> bytes:
    """A frame of a client, masked with nothing."""
    data = text.encode() if isinstance(text, str) else text
    head = bytes([kind | 0x80 * last])
    if len(data) < 126:
        return head + bytes([0x80 | len(data), 0, 0, 0, 0]) + data
    return head + b"\xfe" + len(data).to_bytes(2, "big") + bytes(4) + data


class Raw:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.writer.write(frame(json.dumps(message)))
        await self.writer.drain()

    def more(self) -> bool:
        """Whether something has come that is not yet read."""
        return bool(self.reader._buffer)  # type: ignore[attr-defined]

    def stop_reading(self) -> None:
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]

    async def receive(self, *kinds: str) -> dict[str, Any]:
        """The next message, of these types if there are any; raises `Closed`."""
        while True:
            first, length = await self.reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self.reader.readexactly(2), "big")
            elif length == 127:
                length = int.from_bytes(await self.reader.readexactly(8), "big")
            data = await self.reader.readexactly(length)
            kind = first & 0x0F
            if kind == CLOSE:
                self.writer.write(frame(data, CLOSE))
                raise Closed(int.from_bytes(data[:2], "big"))
            if kind == PING:
                self.writer.write(frame(data, PONG))
            elif kind == TEXT and (
                not kinds or data.startswith(tuple(b'{"type": "%b"' % name.encode() for name in kinds))
            ):
                message: dict[str, Any] = json.loads(data)
                return message

    async def flood(self, data: bytes) -> None:
        """Send something for ever, until the other end closes; what comes is not looked at."""
        reading = asyncio.create_task(self.reader.read(-1))
        try:
            while not reading.done():
                self.writer.write(data)
                await self.writer.drain()
                await asyncio.sleep(0)
        finally:
            reading.cancel()
            self.close()

    def close(self) -> None:
        self.writer.close()


async def dialled(
    port: int, path: str = "/", token: str | None = None, origin: str | None = None, *, answer: bool = True
) -> Raw:
    """A connection that is let in; raises `Closed` with the status, or 0, if it is not."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    writer.write(request(path, **headers, **({} if origin is None else {"Origin": origin})))
    if answer:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            writer.close()
            raise Closed(0) from None
        except BaseException:
            writer.close()
            raise
        if not head.startswith(b"HTTP/1.1 101"):
            writer.close()
            raise Closed(int(head.split()[1]))
    return Raw(reader, writer)
