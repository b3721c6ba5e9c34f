"""How long a move takes inside the server of examples/server while hostile guests do their worst.

    python tests/benchmarks/under_attack.py
    python tests/benchmarks/under_attack.py --kind reconnect --kind pings --seconds 20 --journals

A server with 200 tables of all games runs in one process, players who make random moves in a second, hostile guests in
a third, all on 127.0.0.1 and for so many seconds each. The server
has priority where the system allows that, and the guests have the least, for they would sit on other machines. The players and the guests come from one address, which is the
hardest case: nothing but the token tells them apart. A line is printed for a run without guests and for each kind of
attack. The columns:

- moves: how many were made, and median, 99th percentile and maximum of the time from when the bytes of a message were
  read to when the answer and the news for all seats of the table were handed to their sockets, in milliseconds;
- loop: the 99th percentile of how much too late a timer of the server is, in milliseconds: how long bytes may lie
  there before they are read;
- machine: the same of a process beside it that does nothing else; much of this is no fault of the server;
- cpu: share of one processor that the server used; queue: share of the time in which it wanted one and had to wait,
  where the system tells, for others that run on this machine; rss: its memory at the end, in megabytes;
- token: seconds until a player who shows its token in the request has its table, the longest of all tries;
- join: the same for one that names its token only in its first message;
- guests: how often a guest has tried, and how often it was let in, per second.

With ``--limit 50`` the exit code is 1 if a 99th percentile is over 50 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "examples" / "server"), str(ROOT / "tests")]

from raw_websocket import Closed, Raw, dialled, frame  # noqa: E402

LONG = 5_347  # moves of the long match, at table 0
GAMES = ("shithead", "lucky-shutdown", "quiclo", "shanghai-rummy")
SEATS = 3
COLUMNS = ("median", "p99", "max", "loop", "machine")  # in milliseconds


def at(values: list[float], share: float) -> float:
    """A quantile of sorted values."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


# --- the server


async def serve(args: argparse.Namespace) -> None:
    """Serve tables until the standard input ends; then say what was measured."""
    import door
    from table import Table, served

    from server import steady
    from shedkit import Journal, Match, RandomPlayer, game, simulate

    spent: list[float] = []
    late: list[float] = []

    class Stamped(door.Connection):
        read_at = 0.0

        def data_received(self, data: bytes) -> None:
            self.read_at = perf_counter()
            super().data_received(data)

    class Measured(Table):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            self.open: list[tuple[float, set[Any]]] = []

        def _move(self, line: Any, code: str, version: int) -> None:
            before = self.match.version
            super()._move(line, code, version)
            told = {line, *(self._seats.values() if self.match.version != before else ())}
            self.open.append((line.socket.read_at, told))

        async def _send(self, line: Any) -> None:
            await super()._send(line)
            self.told(line)

        def _leave(self, line: Any) -> None:
            super()._leave(line)
            self.told(line)

        def told(self, line: Any) -> None:
            for began, lines in list(self.open):
                lines.discard(line)
                if not lines:
                    self.open.remove((began, lines))
                    spent.append(perf_counter() - began)

    door.Connection = Stamped  # type: ignore[misc]
    tables: dict[str, Table] = {}
    with ExitStack() as journals:
        for number in range(args.tables):
            rules = game(GAMES[number % len(GAMES)])(players=SEATS)
            match: Match[Any, Any] = Match(rules, seed=number)
            if args.journals:
                journals.enter_context(Journal.create(Path(args.journals) / f"{number}.jsonl", match))
            if not number:
                seats = [RandomPlayer(seat) for seat in range(SEATS)]
                simulate(rules, seats, seed=0, max_moves=LONG, watch=partial(made_too, match))
            tokens = [token(number, seat) for seat in range(SEATS)]
            begun = [("first", (0,) * (SEATS + 1))]
            tables[f"/{number}"] = Measured(match, tokens, begun, pause=args.pause, away=3600.0)
        async with served(tables) as port:
            steady()
            print(port, flush=True)
            await wait_for_input()
            spent.clear()
            used, queued, began = process_time(), in_queue(), perf_counter()
            lagging = asyncio.create_task(lag(late))
            await wait_for_input()
            lagging.cancel()
            spent.sort()
            late.sort()
            figures = {
                "moves": len(spent),
                "median": at(spent, 0.5),
                "p99": at(spent, 0.99),
                "max": at(spent, 1),
                "loop": at(late, 0.99),
                "cpu": (process_time() - used) / (perf_counter() - began),
                "queue": (in_queue() - queued) / (perf_counter() - began),
                "rss": resident(),
            }
            print(json.dumps(figures), flush=True)
            await wait_for_input()  # the end comes from outside, without a goodbye to everybody


async def lag(late: list[float]) -> None:
    """Write down how much too late a timer is, again and again."""
    while True:
        began = perf_counter()
        await asyncio.sleep(0.01)
        late.append(perf_counter() - began - 0.01)


def made_too(match: Any, step: Any) -> None:
    """Make a move of a simulated game in a match that began with the same deal."""
    match.play(step.move, step.player)


async def wait_for_input() -> None:
    """Wait for a line from whoever has started this process; its end ends the process."""
    if not await asyncio.to_thread(sys.stdin.readline):
        os._exit(1)


def resident() -> int:
    """Bytes of memory in use."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * resource.getpagesize() if pages.exists() else 0


def in_queue() -> float:
    """Seconds in which this process has waited for a processor."""
    told = Path("/proc/self/schedstat")
    return int(told.read_text().split()[1]) / 1e9 if told.exists() else 0.0


def token(table: int, seat: int) -> str:
    """The token of a seat."""
    return f"token-{table}-{seat}"


# --- the players


async def play(port: int, number: int, seat: int, think: float, random: Random) -> None:
    """Make random moves at a table."""
    line = await dialled(port, f"/{number}", token(number, seat))
    await line.send({"type": "join"})
    while True:
        message = await line.receive("table")
        while line.more():  # only the last table counts
            later = await line.receive()
            message = later if later["type"] == "table" else message
        if message["moves"] and seat in message["on"]:
            await asyncio.sleep(think * (0.5 + random.random()))
            await line.send({"type": "move", "code": random.choice(message["moves"]), "version": message["version"]})


async def enter(port: int, number: int, header: bool, taken: list[float]) -> None:
    """Come to a table again and again, as a player does whose line is bad."""
    while True:
        began = perf_counter()
        with suppress(OSError, Closed, asyncio.IncompleteReadError):
            line = await dialled(port, f"/{number}", token(number, 0) if header else None)
            await line.send({"type": "join", "token": token(number, 0)})
            await line.receive("table")
            taken.append(perf_counter() - began)
            line.close()
            began = perf_counter()
            await asyncio.sleep(1.2)
            continue
        taken.append(perf_counter() - began)  # turned away; so long it has taken at least
        await asyncio.sleep(0.1)


async def players(args: argparse.Namespace) -> None:
    """Play at all tables until the standard input ends; two players come and go."""
    random, by_token, by_join = Random(1), [0.0], [0.0]
    tasks = []
    for number in range(1, args.tables - 2):
        games = [play(args.port, number, seat, args.think, random) for seat in range(SEATS)]
        tasks.extend(asyncio.create_task(game) for game in games)
        await asyncio.sleep(0.02)
    print("all sit", flush=True)
    await wait_for_input()
    tasks.append(asyncio.create_task(enter(args.port, args.tables - 2, True, by_token)))
    tasks.append(asyncio.create_task(enter(args.port, args.tables - 1, False, by_join)))
    await wait_for_input()
    failed = [task.exception() for task in tasks if task.done()]
    figures = {"token": max(by_token), "join": max(by_join), "entered": [len(by_token) - 1, len(by_join) - 1]}
    print(json.dumps({**figures, "lost": [repr(error) for error in failed]}), flush=True)
    os._exit(0)


# --- the guests

Attack = Callable[[int, Counter[str], Random], Awaitable[None]]
ATTACKS: dict[str, Attack] = {}


def attack(kind: Attack) -> Attack:
    """Put an attack on the list."""
    ATTACKS[kind.__name__.replace("_", " ")] = kind
    return kind


async def let_in(port: int, seen: Counter[str], path: str = "/0", **more: Any) -> Raw:
    """A connection of a guest."""
    seen["tried"] += 1
    line = await dialled(port, path, **more)
    seen["in"] += 1
    return line


@attack
async def reconnect(port: int, seen: Counter[str], random: Random) -> None:
    """Come in, join, leave."""
    line = await let_in(port, seen, f"/{random.randrange(200)}")
    await line.send({"type": "join"})
    await line.receive("table")
    line.close()


@attack
async def come_and_go(port: int, seen: Counter[str], random: Random) -> None:
    """Open a connection and close it."""
    seen["tried"] += 1
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()


@attack
async def half_a_request(port: int, seen: Counter[str], random: Random) -> None:
    """Open a connection and say only the beginning of what has to be said."""
    seen["tried"] += 1
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for byte in b"GET / HTTP/1.1\r\nHost: here":
        writer.write(bytes([byte]))
        await asyncio.sleep(0.1)
    await reader.read()


@attack
async def asked_and_gone(port: int, seen: Counter[str], random: Random) -> None:
    """Send a whole request and leave before it is answered."""
    seen["tried"] += 1
    line = await dialled(port, "/0", answer=False)
    line.close()


@attack
async def old_versions(port: int, seen: Counter[str], random: Random) -> None:
    """Have a long match told again from its beginning, or as much of it as there is to have."""
    line = await let_in(port, seen)
    version = random.choice([0, 1, LONG - 1_000, LONG - 99])
    await line.send({"type": "join", "run": "first", "version": version})
    await line.receive("table")
    line.close()


@attack
async def guess_tokens(port: int, seen: Counter[str], random: Random) -> None:
    """Try one token after another, in the request and in messages."""
    line = await let_in(port, seen, token=f"guess{random.random()}")
    while True:
        await line.send({"type": "join", "token": f"guess{random.random()}"})
        await line.receive("error")


@attack
async def no_such_table(port: int, seen: Counter[str], random: Random) -> None:
    """Ask for tables that there are not, or from pages that may not."""
    if random.random() < 0.5:
        await let_in(port, seen, f"/{random.random()}")
    await let_in(port, seen, "/1", origin="https://elsewhere.example")


@attack
async def messages(port: int, seen: Counter[str], random: Random) -> None:
    """Send moves as fast as it goes."""
    line = await let_in(port, seen)
    await line.send({"type": "join"})
    await line.flood(frame('{"type": "move", "code": "draw", "version": 1}'))


@attack
async def pings(port: int, seen: Counter[str], random: Random) -> None:
    """Send pings as fast as it goes."""
    line = await let_in(port, seen)
    await line.flood(bytes([0x89, 0x80, 0, 0, 0, 0]) * 100)


@attack
async def fragments(port: int, seen: Counter[str], random: Random) -> None:
    """Send a message without end, byte by byte."""
    line = await let_in(port, seen)
    line.write(bytes([0x01, 0x80, 0, 0, 0, 0]))
    await line.flood(bytes([0x00, 0x81, 0, 0, 0, 0, 0x20]) * 100)


@attack
async def huge_frames(port: int, seen: Counter[str], random: Random) -> None:
    """Send a frame of 2 GB."""
    line = await let_in(port, seen)
    line.write(bytes([0x81, 0xFF, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]))
    await line.flood(b" " * 65_536)


@attack
async def just_short_enough(port: int, seen: Counter[str], random: Random) -> None:
    """Send the longest messages that are taken, and the deepest."""
    line = await let_in(port, seen)
    await line.flood(frame("[" * 1_990))


@attack
async def slow_readers(port: int, seen: Counter[str], random: Random) -> None:
    """Look on at one table, all of them, and read nothing."""
    line = await let_in(port, seen, "/2")
    line.stop_reading()
    await line.send({"type": "join"})
    await asyncio.sleep(60)


@attack
async def onlookers(port: int, seen: Counter[str], random: Random) -> None:
    """Look on at one table, all of them."""
    line = await let_in(port, seen, "/2")
    await line.send({"type": "join"})
    while True:
        await line.receive("table")


@attack
async def garbage(port: int, seen: Counter[str], random: Random) -> None:
    """Send what is no WebSocket."""
    line = await let_in(port, seen)
    line.write(random.randbytes(100))
    await line.reader.read()


async def guests(args: argparse.Namespace) -> None:
    """Attack until the standard input ends."""
    random, seen = Random(2), Counter[str]()
    kinds = list(ATTACKS.values()) if args.kind == ["all at once"] else [ATTACKS[kind] for kind in args.kind]

    async def guest(number: int) -> None:
        while True:
            with suppress(OSError, Closed, asyncio.IncompleteReadError, TimeoutError):
                await asyncio.wait_for(kinds[number % len(kinds)](args.port, seen, random), 60)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(guest(number)) for number in range(args.guests)]
    print("begun", flush=True)
    began = perf_counter()
    await wait_for_input()
    failed = [task.exception() for task in tasks if task.done()]
    took = perf_counter() - began
    print(json.dumps({name: seen[name] / took for name in ("tried", "in")} | {"failed": len(failed)}), flush=True)
    os._exit(0)


# --- all together


async def measured(args: argparse.Namespace, kind: str | None, journals: str | None) -> dict[str, Any]:
    """One run: the figures of the server, of the players and of the guests."""
    common = ["--tables", str(args.tables), "--guests", str(args.guests), "--think", str(args.think)]

    async def started(role: str, *more: str) -> asyncio.subprocess.Process:
        words = [sys.executable, __file__, "--role", role, *common, *more]
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe)
        running.append(process)
        return process

    async def heard(process: asyncio.subprocess.Process) -> str:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), 120)
        if not line:
            raise SystemExit("a process of the measurement has ended before its time")
        return line.decode()

    def go_on(process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        process.stdin.write(b"\n")

    running: list[asyncio.subprocess.Process] = []
    try:
        server = await started("server", "--pause", str(args.pause), *(["--journals", journals] if journals else []))
        port = (await heard(server)).strip()
        sitting = await started("players", "--port", port)
        await heard(sitting)
        hostile = None
        if kind is not None:
            hostile = await started("guests", "--port", port, "--kind", kind)
            await heard(hostile)
        await asyncio.sleep(1)
        go_on(server)
        go_on(sitting)
        late: list[float] = []
        lagging = asyncio.create_task(lag(late))
        await asyncio.sleep(args.seconds)
        lagging.cancel()
        go_on(server)
        figures: dict[str, Any] = {"machine": at(sorted(late), 0.99), **json.loads(await heard(server))}
        for process in (sitting, hostile):
            if process is not None:
                go_on(process)
                figures |= json.loads(await heard(process))
        return figures
    finally:
        for process in running:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def line(name: str, figures: dict[str, Any]) -> str:
    """The figures of a run as a line of the table."""
    milliseconds = " ".join(f"{1e3 * figures[column]:>8.1f}" for column in COLUMNS)
    shares = f"{100 * figures['cpu']:>5.0f}% {100 * figures['queue']:>5.0f}%"
    rest = f"{shares} {figures['rss'] / 1e6:>5.0f} {figures['token']:>7.2f} {figures['join']:>7.2f}"
    guests = f"{figures['tried']:>8.0f} {figures['in']:>6.0f}" if "tried" in figures else ""
    return f"{name:<18} {figures['moves']:>6} {milliseconds} {rest} {guests}".rstrip()


async def measure(args: argparse.Namespace) -> int:
    """Measure all kinds; how many of them were too slow."""
    kinds: list[str | None] = [None, *(args.kind or [*ATTACKS, "all at once"])]
    head = " ".join(f"{name:>8}" for name in COLUMNS)
    print(f"{args.tables} tables, {args.guests} guests, {args.seconds:g} s each, times of moves in ms")
    print(
        f"{'attack':<18} {'moves':>6} {head} {'cpu':>6} {'queue':>6} {'rss':>5} {'token':>7} {'join':>7} {'tried':>8} {'in':>6}"
    )
    slow = 0
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            figures = await measured(args, kind, folder if args.journals is not None else None)
        print(line(kind or "none", figures), flush=True)
        if figures["lost"] or not figures["moves"]:
            print(f"  players were thrown out: {figures['lost'][:3]}")
            slow += 1
        if args.limit is not None and 1e3 * figures["p99"] > args.limit:
            print(f"  the 99th percentile is over {args.limit:g} ms")
            slow += 1
    return slow


def main(words: list[str] | None = None) -> int:
    """Measure and print; or be one of the processes that takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", action="append", help="only this attack; may be given more than once")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each kind")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--guests", type=int, default=150)
    parser.add_argument("--think", type=float, default=1.0, help="seconds that a player thinks, about")
    parser.add_argument("--pause", type=float, default=0.2, help="as for server.py")
    parser.add_argument("--journals", nargs="?", const="yes", help="with a journal for each table")
    parser.add_argument("--limit", type=float, help="milliseconds that the 99th percentile may be")
    parser.add_argument("--role", choices=("server", "players", "guests"), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    for kind in args.kind or ():
        if kind not in (*ATTACKS, "all at once"):
            parser.error(f"--kind: {kind!r} is none of {', '.join(ATTACKS)}, all at once")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 4_096:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4_096, hard), hard))
    # whoever else runs here, guests above all, would sit on other machines: it must not take the server's processor
    with suppress(PermissionError):
        os.nice({"server": -10, "guests": 5}.get(args.role, 0))
    if args.role is None:
        return 1 if asyncio.run(measure(args)) else 0
    asyncio.run({"server": serve, "players": players, "guests": guests}[args.role](args))
    return 0


if __name__ == "__main__":
    sys.exit(main())
