"""What the tests and the soak of examples/server share: the client of the example, with all that it hears."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from typing import Any

import attrs

SERVER = Path(__file__).parents[1] / "examples" / "server"
if str(SERVER) not in sys.path:
    sys.path.insert(0, str(SERVER))

from client import Client  # noqa: E402
from websockets.asyncio.client import ClientConnection  # noqa: E402

from shedkit import Match, RandomPlayer, View, simple_player  # noqa: E402
from shedkit.core.events import Event  # noqa: E402


@attrs.frozen
class Course:
    """How a match went, and what one viewer could see of it.

    Attributes:
        states: the states, from the first.
        traces: the events of each move.
        views: what the viewer saw of each state.
        versions: of each state, the version that the viewer knows it by.

    """

    states: list[Any]
    traces: list[tuple[Event, ...]]
    views: list[View[Any]]
    versions: list[int]

    @classmethod
    def of(cls, match: Match[Any, Any], viewer: int | None) -> Course:
        """The course of a match up to now, worked out from its moves alone."""
        rules = match.rules
        states, traces = [match.start], []
        for made in match.moves:
            after, events = rules.trace(states[-1], made.move, made.player)
            states.append(after)
            traces.append(events)
        views = [rules.view(state, viewer) for state in states]
        changes = (before != after for before, after in pairwise(views))
        return cls(states, traces, views, list(accumulate(changes, initial=0)))


class Ear:
    def __init__(self, socket: ClientConnection, raw: list[str]) -> None:
        self.socket, self.raw = socket, raw

    async def send(self, text: str) -> None:
        await self.socket.send(text)

    async def __aiter__(self) -> AsyncIterator[str]:
        async for text in self.socket:
            self.raw.append(str(text))
            yield str(text)


class Restless:
    """A simple opponent that now and then takes any move: two of a kind can give each other the pile for ever."""

    def __init__(self, name: str, seed: int) -> None:
        self._simple, self._any, self._random = simple_player(name, seed), RandomPlayer(seed), Random(seed)

    def choose(self, view: Any, moves: Any) -> Any:
        return (self._any if self._random.random() < 0.1 else self._simple).choose(view, moves)


class Recorder(Client):
    """The client of the example, with all it has received, byte for byte."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, show=lambda text: None, **more)
        self.raw: list[str] = []
        self.retry = 0.05

    async def on_welcome(self, seat: int | None, game: str, options: Any) -> None:
        await super().on_welcome(seat, game, options)
        if seat is not None:
            self._opponent = self._opponent if isinstance(self._opponent, Restless) else Restless(game, seat)

    async def _listen(self, socket: Any) -> None:
        await super()._listen(Ear(socket, self.raw))
