"""What goes over the line: the messages, their limits, and a connection."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from time import monotonic
from typing import TYPE_CHECKING, Any

from shedkit import NotationError
from shedkit.core.strict_json import read_json

if TYPE_CHECKING:
    from door import Connection

Message = dict[str, Any]

# what a client may say; all fields of a join may be left out, none of a move
FIELDS: dict[str, dict[str, type]] = {
    "join": {"token": str, "run": str, "version": int},
    "move": {"code": str, "version": int},
}
LONGEST = 2_000  # bytes of a message from a client; a longer one closes the connection
BLOCK = 4_096  # messages to clients are filled up to a multiple of this, so that their size tells little
UNREAD = 100  # answers that may wait for a client that does not read


def read(text: str | bytes) -> Message:
    """A message of a client; `NotationError` if it is none."""
    if not isinstance(text, str):
        raise NotationError("a message is a text, not bytes")
    message = read_json(text)
    kind = message.get("type") if isinstance(message, dict) else None
    if not isinstance(message, dict) or not isinstance(kind, str) or kind not in FIELDS:
        raise NotationError(f"a message is an object whose type is one of {', '.join(FIELDS)}")
    for name, value in message.items():
        if name != "type" and type(value) is not FIELDS[kind].get(name):
            raise NotationError(f"{kind}: {name[:40]!a} is no field of it, or its value is of a wrong type")
    if kind == "move" and len(message) < 3:
        raise NotationError("move: it needs code and version")
    return message


def written(message: Message) -> str:
    """A message to a client, filled up."""
    text = json.dumps(message)
    return text.ljust(-len(text) // BLOCK * -BLOCK)


class Rate:
    """So many of something a second; after a rest twice as many at once, or ``most``."""

    def __init__(self, rate: float, most: float | None = None) -> None:
        self._rate, self._most = rate, 2 * rate if most is None else most
        self._credit, self._at = self._most, monotonic()

    def spend(self, cost: float = 1) -> bool:
        """Whether there is as much left; then it is used up."""
        now = monotonic()
        self._credit = min(self._most, self._credit + (now - self._at) * self._rate)
        self._at = now
        if self._credit < cost:
            return False
        self._credit -= cost
        return True

    def missing(self) -> float:
        """Seconds until there is one more."""
        return max(0.0, (1 - self._credit) / self._rate)


class Line:
    """One connection, and what has been told over it."""

    def __init__(self, socket: Connection, rate: float) -> None:
        self.socket = socket
        self.joined = False
        self.seat: int | None = None
        self.version = 0
        self.seats: list[str] = []
        self.outbox: deque[Message] = deque()
        self.wake = asyncio.Event()
        self._rate = Rate(rate)

    def say(self, *messages: Message) -> None:
        """Have messages sent as soon as the client takes them."""
        self.outbox.extend(messages)
        self.wake.set()

    def too_fast(self, cost: float = 1) -> bool:
        """Whether what has just come is too much."""
        return not self._rate.spend(cost) or len(self.outbox) > UNREAD
