"""A small client for the table: it prints what it is told, and reads moves from the keyboard or plays by itself.

It comes back by itself when the line breaks or the server starts again, and goes on with what it has missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from shedkit import Outcome, Player, Rules, View, simple_player
from shedkit import game as find_game
from shedkit.core.strict_json import read_json

Message = dict[str, Any]


class Client:
    """One player's end of the line, or that of an onlooker."""

    def __init__(self, url: str, token: str | None = None, *, bot: bool = False, show: Callable[[str], object] = print):
        self.url, self.token, self.bot, self.show = url, token, bot, show
        self.retry = 1.0
        """So many seconds after a broken line it tries again."""
        self.seat: int | None = None
        self.outcome: Outcome | None = None
        self.moves: list[str] = []
        self.socket: ClientConnection | None = None
        self._rules: Rules[Any, Any] | None = None
        self._view: View[Any] | None = None
        self._had: Message = {}  # the run and the version last seen
        self._opponent: Player[Any, Any] | None = None

    async def play(self) -> Outcome | None:
        """Stay at the table until the match is over, or somebody else has taken the seat."""
        # who shows the token at the door is let in before all who have none
        shown = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        while self.outcome is None:
            with suppress(OSError, InvalidHandshake, TimeoutError, ConnectionClosed):
                async with connect(self.url, compression=None, additional_headers=shown) as self.socket:
                    await self._listen(self.socket)
            if self.socket is not None and self.socket.close_code == 4000:
                return None
            if self.outcome is None:
                self.show("The line is broken; trying again.")
                await asyncio.sleep(self.retry)
        return self.outcome

    async def _listen(self, socket: ClientConnection) -> None:
        token = {} if self.token is None else {"token": self.token}
        await socket.send(json.dumps({"type": "join", **token, **self._had}))
        async for text in socket:
            message: Any = read_json(str(text))
            await self.hear(message)
            if self.outcome is not None:
                return

    async def hear(self, message: Message) -> None:
        """Take in a message of the table; its type names the method."""
        await getattr(self, f"on_{message.pop('type')}")(**message)

    async def on_welcome(self, seat: int | None, game: str, options: Any) -> None:
        self.seat = seat
        self._rules = find_game(game).from_json(options)
        if self.bot and self._opponent is None:
            self._opponent = simple_player(game, secrets.randbits(63))
        self.show("You look on." if seat is None else f"You are player {seat}.")

    async def on_news(self, since: int, version: int, events: list[Any]) -> None:
        assert self._rules is not None
        self._had["version"] = version  # if the line breaks now, these are not to come again
        for event in events:
            self.show(f"  {self._rules.event_from_json(event)}")

    async def on_table(
        self, run: str, version: int, view: Any, on: list[int], moves: list[str], penalised: list[str], outcome: Any
    ) -> None:
        assert self._rules is not None
        self._view, self.moves = self._rules.view_from_json(view), moves
        self._had = {"run": run, "version": version}
        self.outcome = None if outcome is None else self._rules.outcome_from_json(outcome)
        self.show(f"\n{self._rules.describe(self._view)}\n")
        if self._opponent is not None and moves:
            chosen = self._opponent.choose(self._view, [self._rules.parse(code) for code in moves])
            await self.send(str(chosen))
        elif moves:
            self.show("\n".join(f"{number:>3}  {code}" for number, code in enumerate(moves, start=1)))
            if penalised:
                self.show(f"with a penalty: {', '.join(penalised)}")

    async def on_seats(self, seats: list[str]) -> None:
        self.show(f"seats: {', '.join(seats)}")

    async def on_accepted(self, code: str) -> None:
        pass

    async def on_waiting(self) -> None:
        self.show("Your move waits until the others have had their time.")

    async def on_stale(self, version: int) -> None:
        self.show("Too late: the table has changed. Look again.")

    async def on_refused(self, reason: str, rule: str, text: str) -> None:
        self.show(f"{text} ({rule})")

    async def on_error(self, text: str) -> None:
        self.show(text)

    async def send(self, code: str) -> None:
        """Send a move, for the table that was shown last."""
        if self.socket is not None and self._had:
            await self.socket.send(json.dumps({"type": "move", "code": code, "version": self._had["version"]}))

    async def typed(self, word: str) -> None:
        """Send what was typed: the number of a move, or its code."""
        if word.isdecimal() and 1 <= int(word) <= len(self.moves):
            word = self.moves[int(word) - 1]
        with suppress(ConnectionClosed):
            await self.send(word)


# --- a connection to try things with


@asynccontextmanager
async def joined(port: int, **more: Any) -> AsyncIterator[ClientConnection]:
    """A connection to a table on this machine that has joined; ``more`` is what it says then: token, run, version."""
    async with connect(f"ws://127.0.0.1:{port}", compression=None) as socket:
        await socket.send(json.dumps({"type": "join", **more}))
        yield socket


async def until(socket: ClientConnection, kind: str) -> Message:
    """The next message of a kind; those before it are passed over."""
    while True:
        message: Any = read_json(str(await socket.recv()))
        if message["type"] == kind:
            return dict(message)


async def move(socket: ClientConnection, code: str, version: int) -> None:
    """Send a move, and wait until it is made."""
    await socket.send(json.dumps({"type": "move", "code": code, "version": version}))
    await until(socket, "accepted")


async def main(args: argparse.Namespace) -> None:
    client = Client(args.url, args.token, bot=args.bot)
    loop = asyncio.get_running_loop()

    def keyboard() -> None:
        for line in sys.stdin:
            asyncio.run_coroutine_threadsafe(client.typed(line.strip()), loop)

    if not args.bot:
        threading.Thread(target=keyboard, daemon=True).start()  # it must not keep the program from its end
    print(await client.play() or "Somebody else has taken this seat.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A client for the table of server.py.", allow_abbrev=False)
    parser.add_argument("url", nargs="?", default="ws://localhost:8765")
    parser.add_argument("--token", help="of the seat, as the server prints it; without one you look on")
    parser.add_argument("--bot", action="store_true", help="play by itself")
    with suppress(KeyboardInterrupt):
        asyncio.run(main(parser.parse_args()))
