"""The server of examples/server, with faults, and all that its clients hear checked.

One match after the other, of all games in turn, with three players and an onlooker. Meanwhile lines break, some in the
middle of a frame, clients read slowly or not at all, guests who want nothing good come and go, and the server is killed
and started again with its journal, now and then with the half line that a crash leaves. After each match is checked:

- the journal can be verified, and the outcome that the clients heard is its outcome;
- each table and each piece of news that a client got is what the rules make of the journal for this client;
- nothing is told twice and nothing is left out between two tables;
- each move that was answered with "accepted" is in the journal;
- the server has written nothing to its standard error, and its memory and its open files have stayed in bounds.

The seed of a match is its number, so a failure can be looked at again, as far as the order of things in several
processes can.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count as numbers
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from raw_websocket import PING, Closed, Raw, dialled, frame
from server_table import SERVER, Course, Recorder
from shedkit import Journal
from shedkit.core.strict_json import read_json

from .frame import Campaign, Finding, count, reached_of_aims
from .store import Line

GAMES = (
    ("shithead", "out_of_turn_quad=yes"),
    ("lucky-shutdown", "rounds=2"),
    ("quiclo", "misplay=penalty"),
    ("shanghai-rummy", "players=3"),
)
SEATS = 3
LONGEST = 90.0  # seconds of a match; after that it is checked as far as it has come
MEMORY, FILES = 300_000_000, 700  # what the server may use
COUNTED = ("moves", "starts", "broken lines", "messages")


class Failed(Exception):
    """Something that must hold does not."""


class Shaky(Recorder):
    """A client with a bad line, that now and then has no time to read."""

    def __init__(self, url: str, token: str | None, random: Random) -> None:
        super().__init__(url, token, bot=token is not None)
        self.random, self.broken, self.slept = random, 0, 0
        self.accepted: list[tuple[int, str]] = []
        self._sent: dict[str, list[int]] = {}  # by code: the versions that moves were meant for, till one is accepted

    async def hear(self, message: dict[str, Any]) -> None:
        if self.random.random() < 0.002:
            self.slept += 1
            await asyncio.sleep(3 * self.random.random())
        await super().hear(message)

    async def send(self, code: str) -> None:
        self._sent.setdefault(code, []).append(self._had["version"])
        await super().send(code)

    async def on_accepted(self, code: str) -> None:
        self.accepted.append((self._sent[code].pop(0), code))

    async def suffer(self) -> None:
        """Have the line break again and again, sometimes in the middle of a frame."""
        while True:
            await asyncio.sleep(self.random.expovariate(1 / 2))
            if self.socket is not None:
                self.broken += 1
                if self.random.random() < 0.5:
                    with suppress(RuntimeError):  # it is closing already
                        self.socket.transport.write(b"\x81\xfe\x00")
                    await asyncio.sleep(0.01)
                self.socket.transport.abort()


class Server:
    """The process, and the journal."""

    def __init__(self, game: str, option: str, journal: Path) -> None:
        self.words = [game, *(["--set", option] if not option.startswith("players") else [])]
        self.journal, self.port, self.starts = journal, 0, 0
        self.tokens: list[str] = []
        self.process: asyncio.subprocess.Process | None = None
        self.memory = self.files = 0

    async def start(self) -> None:
        """Start it, or start it again."""
        words = [*self.words, "--players", str(SEATS), "--port", str(self.port), "--journal", str(self.journal)]
        with self.journal.with_suffix(".err").open("ab") as errors:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(SERVER / "server.py"),
                *words,
                *("--pause", "0.005", "--away", "2"),
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        assert self.process.stdout is not None
        head = (await asyncio.wait_for(self.process.stdout.readline(), 30)).decode()
        if not head:
            raise Failed(f"the server does not start: {self.errors()}")
        self.port = int(head.rsplit(":", 1)[1])
        tokens = [(await self.process.stdout.readline()).decode().split()[-1] for _ in range(SEATS)]
        if self.tokens not in ([], tokens):
            raise Failed("the tokens have changed")
        self.tokens, self.starts = tokens, self.starts + 1

    def errors(self) -> str:
        """What it has written to its standard error."""
        return self.journal.with_suffix(".err").read_text()

    async def kill(self) -> None:
        """End it without a warning."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()

    async def suffer(self, random: Random) -> None:
        """Be killed and started again, and looked at meanwhile."""
        while True:
            for _ in range(random.randrange(1, 8)):
                await asyncio.sleep(1)
                self.look()
            await self.kill()
            if random.random() < 0.5:
                with self.journal.open("ab") as file:
                    file.write(b'"1 pl')
            await self.start()

    def look(self) -> None:
        """See what it uses, where the system tells."""
        assert self.process is not None
        about = Path(f"/proc/{self.process.pid}")
        with suppress(OSError):
            self.memory = max(self.memory, 4096 * int((about / "statm").read_text().split()[1]))
            self.files = max(self.files, len(list((about / "fd").iterdir())))
        if self.memory > MEMORY or self.files > FILES:
            raise Failed(f"the server uses {self.memory / 1e6:.0f} MB and {self.files} files")


async def guest(server: Server, random: Random) -> None:
    """Want nothing good, again and again."""
    while True:
        with suppress(OSError, Closed, asyncio.IncompleteReadError, TimeoutError):
            await asyncio.wait_for(misbehave(server.port, random), 5)
        await asyncio.sleep(0.05)


async def misbehave(port: int, random: Random) -> None:
    """One of the things that a guest may do."""
    line: Raw = await dialled(port)
    try:
        what = random.randrange(7)
        if what == 0:
            line.write(random.randbytes(random.randrange(200)))
        elif what == 1:
            await line.flood(random.choice([frame("x"), frame("", PING), frame("", 0, last=False), b" " * 1_000]))
        elif what == 2:
            await line.send({"type": "join", "token": "guess"})
        elif what == 3:
            await line.send({"type": "join", "run": "first", "version": random.randrange(1_000)})
            await line.receive("table")
        elif what == 4:
            await line.send({"type": "join"})
            line.stop_reading()
            await asyncio.sleep(4)
        elif what == 5:
            line.write(b"\x81\xfe\x07")
            await asyncio.sleep(1)
        await asyncio.sleep(random.random())
    finally:
        line.close()


async def one_match(number: int, folder: Path) -> dict[str, Any]:
    """Play a match with all faults, and check it; gives what there is to report."""
    random = Random(number)
    game, option = GAMES[number % len(GAMES)]
    server = Server(game, option, folder / "table.jsonl")
    await server.start()
    url = f"ws://127.0.0.1:{server.port}"
    clients = [Shaky(url, token, Random(random.random())) for token in (*server.tokens, None)]
    playing = [asyncio.create_task(client.play()) for client in clients]
    faults = [asyncio.create_task(client.suffer()) for client in clients]
    faults += [asyncio.create_task(server.suffer(random))]
    faults += [asyncio.create_task(guest(server, Random(random.random()))) for _ in range(8)]
    try:
        everybody = asyncio.create_task(asyncio.wait(playing, return_when=asyncio.FIRST_EXCEPTION))
        await asyncio.wait([everybody, *faults], timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED)
        for task in (*playing, *faults):
            if task.done():
                task.result()
        over = all(task.done() for task in playing)
        everybody.cancel()
    finally:
        await cancelled(*playing, *faults)
        await server.kill()
    if server.errors():
        raise Failed(f"the server has written:\n{server.errors()}")
    checked = sum(
        check(server.journal, client, seat) for seat, client in zip((*range(SEATS), None), clients, strict=True)
    )
    record = Journal.record(server.journal)
    if over and (record.outcome is None or any(client.outcome != record.outcome for client in clients)):
        raise Failed("the outcome that was heard is not that of the journal")
    return {
        "game": game, "over": int(over), "moves": len(record.moves), "starts": server.starts,
        "broken lines": sum(client.broken for client in clients),
        "slept": sum(client.slept for client in clients), "accepted": sum(len(client.accepted) for client in clients),
        "messages": checked, "megabytes": round(server.memory / 1e6), "files": server.files,
    }  # fmt: skip


async def cancelled(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they have ended: before Python 3.12, ``wait_for`` can lose a cancellation."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=1)


def check(path: Path, client: Shaky, seat: int | None) -> int:
    """Hold what a client has heard against the journal; gives the number of tables and news."""
    record = Journal.record(path)
    record.verify()
    match = record.resume()
    rules = match.rules
    course = Course.of(match, seat)
    traces, views, versions = course.traces, course.views, course.versions
    first = {version: at for at, version in reversed(list(enumerate(versions)))}
    heard: list[Any] = [read_json(text) for text in client.raw]
    told, checked = 0, 0
    for message in heard:
        if message["type"] == "table":
            version = message["version"]
            view = views[first[version]]
            moves = () if seat is None else rules.legal_moves(view, seat)
            if message["view"] != rules.to_json(view) or message["moves"] != [str(move) for move in moves]:
                raise Failed(f"seat {seat} was shown a wrong table at version {version}")
            if version < told:
                raise Failed(f"seat {seat} was shown version {version} after {told}")
            told = version
        elif message["type"] == "news":
            since, version = message["since"], message["version"]
            if since != told:
                raise Failed(f"seat {seat} had been told up to {told}, and then from {since}")
            spans = [at for at, number in enumerate(versions) if since < number <= version]
            events = [rules.to_json(event) for at in spans for event in rules.shown(traces[at - 1], seat)]
            if message["events"] != events:
                raise Failed(f"seat {seat} was told something else from {since} to {version}")
            told = version
        else:
            continue
        checked += 1
    # a move may be meant for an earlier table, if others have only chosen in secret since
    made = [(versions[at], str(one_move.move)) for at, one_move in enumerate(match.moves) if one_move.player == seat]
    lost = [(meant, code) for meant, code in client.accepted if not any(c == code and at >= meant for at, c in made)]
    more = Counter(code for _, code in client.accepted) - Counter(code for _, code in made)
    if lost or more:
        raise Failed(f"moves of seat {seat} were accepted and are not in the journal: {lost[:3] or more}")
    return checked


class Soak(Campaign):
    """A match is a unit."""

    name = "soak"
    about = (
        "the server of the examples with matches of three players and an onlooker, while lines break, clients read "
        "slowly, guests misbehave and the server is killed; all that clients hear is held against the journal"
    )
    aims: ClassVar[Mapping[str, int]] = {"seconds": 3_600}
    largest = frozenset({"megabytes", "files"})

    def units(self) -> Iterator[str]:
        return map(str, numbers())

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        folder = Path(tempfile.mkdtemp(prefix="soak-"))
        try:
            told = asyncio.run(one_match(int(unit), folder))
        except Exception as error:
            raise Finding(f"{error!r}; journal and errors are in {folder}") from error
        shutil.rmtree(folder)
        return told

    def reached(self, lines: Sequence[Line]) -> str:
        total = self.figures(lines)
        counted = ", ".join(f"{count(total.get(name, 0))} {name}" for name in COUNTED)
        return (
            f"{reached_of_aims(self, lines)}, {count(len(lines))} matches, {counted}; "
            f"the server used at most {count(total.get('megabytes', 0))} MB and {count(total.get('files', 0))} files"
        )


CAMPAIGN = Soak
