"""The server of examples/server, end to end on loopback: what clients get, and what they get away with."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("websockets")
SERVER = Path(__file__).parents[1] / "examples" / "server"
sys.path.insert(0, str(SERVER))

from client import Client  # noqa: E402
from crowd import Crowd, neighbourhood  # noqa: E402
from door import HEAD, TURNS, WAITING, Connection, Door  # noqa: E402
from table import RETOLD, Table, served  # noqa: E402
from websockets.asyncio.client import ClientConnection, connect  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402
from wire import BLOCK, LONGEST, UNREAD, Rate, written  # noqa: E402

from raw_websocket import PING, Closed, Raw, dialled, frame, request  # noqa: E402
from server import arguments, seats_of, taken_up, value  # noqa: E402
from server_table import Course, Recorder  # noqa: E402
from shedkit import Journal, LuckyShutdown, Match, Quiclo, RecordError, Shithead, game  # noqa: E402
from shedkit.core.states import cards_in  # noqa: E402

Message = dict[str, Any]
QUICK = 1e9  # messages a second


def run(test: Coroutine[Any, Any, Any], seconds: float = 30) -> Any:
    async def timed() -> Any:
        return await asyncio.wait_for(test, seconds)

    return asyncio.run(timed())


@pytest.fixture(autouse=True)
def no_exception_out_of_a_handler(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Neither websockets nor asyncio may have met an exception that nobody caught."""
    with caplog.at_level(logging.INFO):
        yield
    assert [record.getMessage() for record in caplog.records if "handler failed" in record.getMessage()] == []
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio" and record.levelno >= 40] == []


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._sleeping: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleeping.append((seconds, end))
        await end

    def ring(self, seconds: float) -> None:
        """Let all who sleep for so long wake up."""
        for length, end in self._sleeping:
            if length == seconds and not end.done():
                end.set_result(None)
        self._sleeping = [(length, end) for length, end in self._sleeping if not end.done()]


class Probe:
    """A client that says what it is told to, and keeps all it hears."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.table: Message = {}
        self._new: list[Message] = []
        self._ear = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                assert isinstance(text, str)
                self.raw.append(text)
                self._new.append(json.loads(text))
                if self._new[-1]["type"] == "table":
                    self.table = self._new[-1]

    async def heard(self) -> list[Message]:
        """All that has come since the last time; what the server has sent by now is among it."""
        for _ in range(3):
            await (await self.socket.ping())
        new, self._new = self._new, []
        return new

    async def ask(self, **message: Any) -> list[Message]:
        await self.socket.send(json.dumps(message))
        return await self.heard()

    async def move(self, code: str, version: int | None = None) -> list[Message]:
        meant = self.table["version"] if version is None else version
        return await self.ask(type="move", code=code, version=meant)


@asynccontextmanager
async def probe(port: int, token: str | None = None, **more: Any) -> AsyncIterator[Probe]:
    async with connect(f"ws://127.0.0.1:{port}", compression=None) as socket:
        made = Probe(socket)
        if token != "":
            await made.ask(type="join", **({} if token is None else {"token": token}), **more)
        yield made


def table_of(match: Match[Any, Any], **more: Any) -> Table:
    """A table whose tokens are t0, t1, …"""
    tokens = [f"t{seat}" for seat in range(match.rules.players)]
    begun = tuple([match.version_for(viewer) for viewer in (*range(match.rules.players), None)])
    runs = more.pop("runs", [("first", begun)])
    return Table(match, tokens, runs, **{"pause": 1.0, "away": 9.0, **more})


@asynccontextmanager
async def seated(clock: Clock, match: Match[Any, Any], *seats: int) -> AsyncIterator[list[Probe]]:
    """Who sits at these seats of a table, in this order."""
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(served(table_of(match, sleep=clock.sleep)))
        yield [await stack.enter_async_context(probe(port, f"t{seat}")) for seat in seats]


def kinds(messages: list[Message]) -> list[str]:
    return [message["type"] for message in messages]


def of(kind: str, messages: list[Message]) -> Message:
    fitting = [message for message in messages if message["type"] == kind]
    assert len(fitting) == 1, messages
    return fitting[0]


# --- whole games, and what each client gets


PUBLIC = {"face_up", "discard", "removed", "melds", "shown"}
OWN = {"hands", "chosen"}


def open_places(state: Any, viewer: int | None) -> set[str]:
    """The codes of the cards a viewer may see, by the names of the zones and without the library's views."""
    seen: list[Any] = []
    for field in state.layout.fields:
        if field.is_zone and field.name in PUBLIC:
            seen += cards_in(getattr(state, field.name))
        elif field.is_zone and field.name in OWN and viewer is not None:
            seen += cards_in(getattr(state, field.name)[viewer])
    seen.append(getattr(state, "taken", None))  # the card just bought or taken from the pile, before all eyes
    return {str(card) for card in seen if card is not None}


def passing(events: Any, viewer: int | None) -> set[str]:
    """The codes of the cards that came from or went to a place that the viewer may look into."""
    cards: set[str] = set()
    for event in events:
        for place in (getattr(event, "source", None), getattr(event, "target", None)):
            if place is not None and (place.zone in PUBLIC or (place.zone in OWN and place.player == viewer)):
                cards |= {str(card) for card in event.cards}
    return cards


def spoken(value: Any) -> set[str]:
    """All words in the texts of a message; its numbers are numbers, not cards."""
    if isinstance(value, str):
        return set(re.findall(r"\w+", value))
    if isinstance(value, dict):
        return {word for part in (*value, *value.values()) for word in spoken(part)}
    return {word for part in value for word in spoken(part)} if isinstance(value, list) else set()


def check_against_truth(raw: list[str], match: Match[Any, Any], viewer: int | None) -> int:
    """Every message to a viewer is what it should be, and holds no card that is hidden from it."""
    rules = match.rules
    deck = {str(card) for card in rules.deck}
    course = Course.of(match, viewer)
    states, traces, views, versions = course.states, course.traces, course.views, course.versions
    checked, last, hidden_from = 0, -1, 0
    own = [str(made.move) for made in match.moves if made.player == viewer]
    for text in raw:
        message: Message = json.loads(text)
        assert text.rstrip(" ") == json.dumps(message)  # nothing lies between the lines
        assert len(text) % BLOCK == 0
        if message["type"] == "table":
            version = message["version"]
            assert version > last
            last = version
            nows = [i for i, number in enumerate(versions) if number == version]
            view, state = views[nows[0]], states[nows[0]]
            assert message["view"]["player"] == viewer
            assert message["view"] == rules.to_json(view)
            assert message["on"] == list(rules.actors(view))
            moves = () if viewer is None else rules.legal_moves(state, viewer)
            assert message["moves"] == [str(move) for move in moves]
            # a move may name the card that a joker stands for; that the list is right has just been seen
            allowed = open_places(state, viewer)
            # nor is the name of the rules, a digest of the options, made of cards
            shown = {**message["view"]["state"], "rules": ""}
            said = spoken({**message, "view": shown, "moves": [], "penalised": []})
        elif message["type"] == "news":
            span = [i for i, number in enumerate(versions) if message["since"] < number <= message["version"]]
            # a move between that changed nothing for the viewer tells it nothing either
            events = [event for i in span if i for event in rules.shown(traces[i - 1], viewer)]
            assert message["events"] == [rules.to_json(event) for event in events]
            allowed = set().union(*[passing(traces[i - 1], viewer) | open_places(states[i], viewer) for i in span])
            said = spoken(message["events"])
        elif message["type"] == "accepted":  # names the viewer's own move, and no other
            assert viewer is not None
            assert message["code"] == own.pop(0)
            continue
        else:
            allowed, said = set(), spoken({**message, "options": None})
        assert said & deck <= allowed, (said & deck - allowed, message)
        hidden_from += len(deck - allowed)
        checked += 1
    assert hidden_from
    assert not own
    assert last == versions[-1]
    return checked


GAMES: list[tuple[str, dict[str, object]]] = [
    ("shithead", {"players": 3, "out_of_turn_quad": True}),
    ("lucky-shutdown", {"players": 4}),
    ("quiclo", {"players": 3}),
    ("shanghai-rummy", {"players": 2}),
]


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_a_whole_game_shows_each_client_only_what_is_its_own(name: str, options: dict[str, object]) -> None:
    asked: list[float] = []

    async def sleep(seconds: float) -> None:
        asked.append(seconds)
        await asyncio.sleep(seconds)

    async def test() -> None:
        match: Match[Any, Any] = Match(game(name)(**options), seed=11)
        table = table_of(match, pause=0.0, rate=QUICK, sleep=sleep)
        async with served(table) as port:
            url = f"ws://127.0.0.1:{port}"
            seats = [Recorder(url, f"t{seat}", bot=True) for seat in range(match.rules.players)]
            clients = [*seats, Recorder(url)]
            outcomes = await asyncio.gather(*[client.play() for client in clients])
        assert match.outcome is not None
        assert outcomes == [match.outcome] * len(clients)
        for viewer, client in enumerate(clients):
            watching = None if viewer == match.rules.players else viewer
            assert check_against_truth(client.raw, match, watching) > match.version_for(watching)
        # a pause after the deal, and one after each change that all could see
        # but for those that a reaction has ended before they had begun
        reactions = sum(type(made.move).__name__ == "React" for made in match.moves)
        assert 0 <= 1 + match.version_for(None) - asked.count(0.0) <= reactions

    run(test())


# --- reactions, and time that tells nothing


RULES = Shithead(players=3, out_of_turn_quad=True)


def quad(able: bool) -> Match[Any, Any]:
    """Player 2 is on; player 0 can complete four nines, or holds other cards and the nines lie in the stock."""
    held, left = ("9d 9s", "5s 6h") if able else ("5s 6h", "9d 9s")
    state = RULES.position(hands=[f"{held} 3c", "4c 7h", "Jc 5d Qs"], discard="4d 9c 9h", stock=f"2s {left} Tc", turn=2)
    return Match(RULES, state=state)


def test_a_reaction_goes_before_the_move_that_waits() -> None:
    async def test() -> None:
        clock, match = Clock(), quad(True)
        async with seated(clock, match, 0, 2) as (seat_0, seat_2):
            assert seat_0.table["on"] == [0, 2]
            assert seat_2.table["on"] == [2]
            assert kinds(await seat_2.move("play Jc")) == ["waiting"]
            assert len(match) == 0
            await seat_0.heard()
            assert kinds(await seat_0.move("react 9d 9s")) == ["accepted", "news", "table"]
            answers = await seat_2.heard()
            assert kinds(answers) == ["stale", "news", "table"]
            assert answers[0]["version"] == answers[2]["version"]
            clock.ring(1.0)
            assert await seat_2.heard() == []
            assert [str(made.move) for made in match.moves] == ["react 9d 9s"]

    run(test())


def test_a_reaction_is_taken_long_after_the_pause_too() -> None:
    async def test() -> None:
        clock, match = Clock(), quad(True)
        async with served(table_of(match, sleep=clock.sleep)) as port, probe(port, "t0") as seat_0:
            clock.ring(1.0)
            assert "accepted" in kinds(await seat_0.move("react 9d 9s"))

    run(test())


def test_another_move_takes_the_place_of_one_that_waits() -> None:
    async def test() -> None:
        clock, match = Clock(), quad(True)
        async with served(table_of(match, sleep=clock.sleep)) as port, probe(port, "t2") as seat_2:
            assert kinds(await seat_2.move("play Jc")) == ["waiting"]
            assert kinds(await seat_2.move("play 5d")) == ["refused"]
            assert kinds(await seat_2.move("play Qs")) == ["waiting"]
            clock.ring(1.0)
            assert kinds(await seat_2.heard()) == ["accepted", "news", "table"]
            assert str(match.moves[-1].move) == "play Qs"

    run(test())


async def a_turn(able: bool, secret: str | None) -> tuple[list[float], dict[str, list[str]]]:
    """What is waited for, and what the others get, while player 0 can react or cannot, and does something or nothing."""
    clock, match = Clock(), quad(able)
    async with (
        served(table_of(match, sleep=clock.sleep)) as port,
        probe(port, "t0") as seat_0,
        probe(port, "t1") as seat_1,
        probe(port, "t2") as seat_2,
        probe(port) as onlooker,
    ):
        for each in (seat_0, seat_1, seat_2, onlooker):
            await each.heard()
        await seat_2.move("play Jc")
        if secret is not None:
            before = match.version_for(0)
            answer = await seat_0.move(secret)
            assert kinds(answer)[0] == ("accepted" if able else "refused")
            assert match.version_for(0) == before + able
        clock.ring(1.0)
        await seat_2.heard()
        await seat_0.heard()
        await seat_0.move("take")
        clock.ring(1.0)
        for each in (seat_0, seat_1, seat_2, onlooker):
            await each.heard()
        assert len(match) == 2 + (able and secret is not None)
        asked = list(clock.asked)
    return asked, {"seat 1": seat_1.raw, "seat 2": seat_2.raw, "onlooker": onlooker.raw}


def test_neither_time_nor_bytes_tell_whether_somebody_can_react() -> None:
    told = [run(a_turn(*case)) for case in ((True, None), (True, "decline"), (False, None), (False, "decline"))]
    assert told[0][0] == [1.0, 9.0, 9.0, 9.0, 1.0, 1.0]
    for asked, raw in told:
        assert asked == told[0][0]
        assert raw == told[0][1]
        assert all(len(text) == BLOCK for texts in raw.values() for text in texts)


def test_an_opponent_that_can_react_lets_others_wait_no_longer() -> None:
    """Player 0 is played by the server; it declines or has nothing to decline."""

    async def turn(able: bool) -> tuple[list[float], list[str]]:
        clock, match = Clock(), quad(able)
        table = table_of(match, sleep=clock.sleep)

        class Declines:
            def choose(self, view: Any, moves: Any) -> Any:
                return moves[-1]

        table._opponents[0] = Declines()
        async with served(table) as port, probe(port, "t2") as seat_2:
            await seat_2.heard()
            clock.ring(9.0)
            assert of("seats", await seat_2.heard())["seats"] == ["opponent", "opponent", "here"]
            await seat_2.move("play Jc")
            clock.ring(1.0)
            await seat_2.heard()
            assert [str(made.move) for made in match.moves] == [*(["decline"] if able else []), "play Jc"]
        return clock.asked, seat_2.raw

    assert run(turn(True)) == run(turn(False))


def test_messages_are_filled_up() -> None:
    for length in (0, BLOCK - 20, BLOCK - 12, BLOCK - 11, BLOCK, 3 * BLOCK):
        text = written({"text": "x" * length})
        assert len(text) % BLOCK == 0
        assert len(text) - BLOCK < length + len('{"text": ""}') <= len(text)


# --- away and back


def test_a_stale_move_is_refused() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with seated(clock, match, 0, 1) as (seat_0, seat_1):
            clock.ring(1.0)
            await seat_0.move("draw")
            clock.ring(1.0)
            await seat_1.heard()
            assert await seat_1.move("draw", 0) == [{"type": "stale", "version": 1}]
            assert await seat_1.move("draw", 2) == [{"type": "stale", "version": 1}]
            assert len(match) == 1
            assert "accepted" in kinds(await seat_1.move("draw", 1))

    run(test())


def test_who_comes_back_gets_the_news() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with served(table_of(match, sleep=clock.sleep)) as port, probe(port, "t1") as seat_1:
            async with probe(port, "t0") as seat_0:
                had = {name: seat_0.table[name] for name in ("run", "version")}
                clock.ring(1.0)
                await seat_0.move("draw")
            assert (await seat_1.heard())[-1] == {"type": "seats", "seats": ["away", "here"]}
            clock.ring(1.0)
            await seat_1.move("draw")
            async with probe(port, "") as seat_0:
                back = await seat_0.ask(type="join", token="t0", **had)
                assert kinds(back) == ["welcome", "news", "table", "seats"]
                assert back[1]["since"] == 0
                assert back[1]["version"] == back[2]["version"] == 2
                assert back[1]["events"] == [match.rules.to_json(event) for event in match.news(0, 0).events]
            # without a version, or with one of another match or of the future, the table alone
            claims: list[Message] = [{}, {"run": "other", "version": 0}, {"run": "first", "version": 99}]
            for claim in [*claims, {"run": "first", "version": -1}, {"run": "first", "version": 2}]:
                async with probe(port, "") as seat_0:
                    back = await seat_0.ask(type="join", token="t0", **claim)
                    assert kinds(back) == ["welcome", "table", "seats"]
            async with probe(port, "") as onlooker:
                back = await onlooker.ask(type="join", run="first", version=1)
                assert kinds(back) == ["welcome", "news", "table", "seats"]
                assert back[0]["seat"] is back[2]["view"]["player"] is None

    run(test())


def test_a_seat_is_handed_over_and_taken_back() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with served(table_of(match, sleep=clock.sleep)) as port, probe(port, "t1") as seat_1:
            async with probe(port, "t0"):
                pass
            await seat_1.heard()
            clock.ring(1.0)
            assert await seat_1.heard() == []
            clock.ring(9.0)
            answers = await seat_1.heard()
            assert kinds(answers) == ["news", "table", "seats"]
            assert answers[2]["seats"] == ["opponent", "here"]
            assert [made.player for made in match.moves] == [0]
            # it goes on until the player is back
            clock.ring(1.0)
            await seat_1.move(seat_1.table["moves"][-1])
            clock.ring(1.0)
            await seat_1.heard()
            assert [made.player for made in match.moves] == [0, 1, 0]
            async with probe(port, "t0") as seat_0:
                assert of("seats", await seat_1.heard())["seats"] == ["here", "here"]
                clock.ring(1.0)
                await seat_1.move(seat_1.table["moves"][-1])
                clock.ring(1.0)
                assert len(match) == 4
                await seat_0.heard()
                assert "accepted" in kinds(await seat_0.move(seat_0.table["moves"][-1]))

    run(test())


def test_a_player_who_is_on_and_silent_holds_nobody_up() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with seated(clock, match, 0, 1) as (seat_0, seat_1):
            clock.ring(1.0)
            await seat_1.heard()
            await seat_0.move("play 1000")  # what is no move does not make the time longer
            clock.ring(9.0)
            assert of("seats", await seat_1.heard())["seats"] == ["opponent", "here"]
            assert len(match) == 1
            clock.ring(1.0)
            await seat_1.move(seat_1.table["moves"][-1])
            # whoever sends a move is there again
            await seat_0.heard()
            assert "waiting" in kinds(await seat_0.move(seat_0.table["moves"][-1]))
            assert of("seats", (await seat_1.heard())[-1:])["seats"] == ["here", "here"]

    run(test())


@asynccontextmanager
async def at_rest(clock: Clock, match: Match[Any, Any]) -> AsyncIterator[tuple[int, Probe]]:
    """The port of a table that only an onlooker sits at, long after it began; and the onlooker."""
    async with served(table_of(match, sleep=clock.sleep)) as port, probe(port) as onlooker:
        for seconds in (1.0, 9.0):
            clock.ring(seconds)
            await onlooker.heard()
        yield port, onlooker


def test_while_nobody_has_a_seat_the_table_rests() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with at_rest(clock, match) as (port, onlooker):
            assert len(match) == 0
            async with probe(port, "t1"):
                await onlooker.heard()
                assert len(match) == 1

    run(test())


def test_who_comes_back_to_a_table_at_rest_has_its_time_and_no_more() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with at_rest(clock, match) as (port, _), probe(port, "t0") as seat_0:
            assert seat_0.table["on"] == [0]
            await seat_0.heard()
            assert len(match) == 0
            clock.ring(9.0)
            await seat_0.heard()
            assert [made.player for made in match.moves] == [0]

    run(test())


def test_the_one_who_joins_last_has_the_seat() -> None:
    async def test() -> None:
        async with (
            served(table_of(Match(Quiclo(players=2), seed=7))) as port,
            probe(port, "t0") as first,
            probe(port, "t0") as second,
        ):
            await first.socket.wait_closed()
            assert first.socket.close_code == 4000
            assert kinds(await second.move("draw")) == ["waiting"]

    run(test())


def test_who_sends_two_moves_is_told_which_one_was_made() -> None:
    """What others choose in secret makes no move stale, so both may be on their way."""

    async def test() -> None:
        clock, match = Clock(), Match(LuckyShutdown(players=3), seed=7)
        async with seated(clock, match, 0, 1) as (seat_0, seat_1):
            clock.ring(1.0)
            first, second = seat_0.table["moves"][:2]
            assert "accepted" in kinds(await seat_1.move(seat_1.table["moves"][-1]))
            told = [*await seat_0.move(first, 0), *await seat_0.move(second, 0), *await seat_0.heard()]
            clock.ring(1.0)
            told += await seat_0.heard()
            assert of("accepted", told)["code"] == str(match.moves[1].move)
            assert str(match.moves[1].move) in (first, second)

    run(test())


@pytest.mark.parametrize("end", ["accepted", "stale"])
def test_who_joins_again_hears_no_answer_to_a_move_of_the_connection_before(end: str) -> None:
    """It would be taken for the answer to what was sent since."""

    async def test() -> None:
        clock = Clock()
        rules = Shithead(players=3, out_of_turn_quad=True)
        start = rules.position(hands=["9d 9s 3c", "4c 7h", "Jc 5d Qs"], discard="4d 9c 9h", stock="2s 5s 6h Tc", turn=2)
        match = Match(rules, state=start)
        async with served(table_of(match, sleep=clock.sleep)) as port:
            async with probe(port, "t2") as before:
                assert kinds(await before.move("play Jc")) == ["waiting"]
            async with probe(port, "t2") as again, probe(port, "t0") as reactor:
                await again.heard()
                if end == "accepted":
                    clock.ring(1.0)
                else:
                    reacting = next(code for code in reactor.table["moves"] if code.startswith("react"))
                    assert "accepted" in kinds(await reactor.move(reacting))
                told = await again.heard()
                assert "table" in kinds(told), told
                assert end not in kinds(told)
                assert len(match) == 1
                assert (str(match.moves[0].move) == "play Jc") == (end == "accepted")

    run(test())


# --- from the journal


@pytest.mark.deep
def test_killed_in_the_middle_and_played_to_the_end(tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"

    async def start(port: int) -> tuple[Any, int, list[str]]:
        words = ["lucky-shutdown", "--players", "3", "--port", str(port), "--pause", "0.002", "--away", "20"]
        words += ["--journal", str(journal), "--set", "rounds=2", "--set", "reaction=off"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(SERVER / "server.py"), *words, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        head = (await process.stdout.readline()).decode()
        assert "LuckyShutdown(players=3, rounds=2, reaction='off')" in head
        tokens = [(await process.stdout.readline()).decode().split()[-1] for _ in range(3)]
        return process, int(head.rsplit(":", 1)[1]), tokens

    async def test() -> None:
        process, port, tokens = await start(0)
        url = f"ws://127.0.0.1:{port}"
        clients = [Recorder(url, token, bot=True) for token in tokens[:2]]
        playing = [asyncio.create_task(client.play()) for client in clients]
        other = await asyncio.create_subprocess_exec(
            sys.executable,
            str(SERVER / "client.py"),
            url,
            "--token",
            tokens[2],
            "--bot",
            stdout=asyncio.subprocess.PIPE,
        )
        while not journal.exists() or len(journal.read_bytes().splitlines()) < 12:
            await asyncio.sleep(0.01)
        process.kill()
        await process.wait()
        made = len(Journal.record(journal).moves)
        with journal.open("ab") as file:
            file.write(b'"1 pl')  # what a crash leaves of a line
        process, _, again = await start(port)
        assert again == tokens
        outcomes = await asyncio.gather(*playing)
        said = (await other.communicate())[0].decode()
        process.kill()
        await process.wait()
        record = Journal.record(journal)
        record.verify()
        assert len(record.moves) > made > 5
        assert outcomes == [record.outcome] * 2
        assert str(record.outcome) in said
        assert "Traceback" not in said
        match = record.resume()
        for seat, client in enumerate(clients):
            # what was seen before the restart and after it is one line of news, without a gap and without a doublet
            heard = [json.loads(text) for text in client.raw]
            runs = [message["run"] for message in heard if message["type"] == "table"]
            assert len(set(runs)) == 2
            events = [event for message in heard if message["type"] == "news" for event in message["events"]]
            assert events == [match.rules.to_json(event) for event in match.news(seat, first_version(heard)).events]
        kept = journal.with_name("table.jsonl.seats")
        assert kept.stat().st_mode & 0o77 == journal.stat().st_mode & 0o77 == 0

    run(test())


def first_version(heard: list[Message]) -> int:
    return int(next(message["version"] for message in heard if message["type"] == "table"))


def test_a_client_that_has_seen_more_than_the_journal_holds_gets_no_news_of_another_match(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    match: Match[Any, Any] = Match(Quiclo(players=2), seed=7)
    backup = b""
    with Journal.create(path, match):
        tokens, _ = seats_of(match, path)
        for turn in range(6):
            match.play("draw", turn % 2)
            if turn == 2:
                backup = path.read_bytes()
    name = seats_of(match, path)[1][-1][0]
    path.write_bytes(backup)
    match, journal = Journal.resume(path)
    assert len(match) == 3
    again, runs = seats_of(match, path)
    assert again == tokens
    for turn in range(5):
        match.play(match.legal_moves((3 + turn) % 2)[0], (3 + turn) % 2)
    journal.close()

    async def test() -> None:
        table = table_of(match, runs=runs)
        assert table._has_had(0, name, 3)
        assert not table._has_had(0, name, 4)
        assert table._has_had(0, runs[-1][0], 8)
        table.close()

    run(test())


def test_tokens_are_those_of_the_match(tmp_path: Path) -> None:
    import argparse

    args = argparse.Namespace(game="quiclo", players=2, set=["misplay=illegal"], journal=tmp_path / "table.jsonl")
    match, journal = taken_up(args)
    assert match.rules == Quiclo(players=2, misplay="illegal")
    assert journal is not None
    tokens, _ = seats_of(match, args.journal)
    journal.close()
    match, journal = taken_up(args)
    assert journal is not None
    assert seats_of(match, args.journal)[0] == tokens  # before the first move as well
    journal.close()
    with pytest.raises(RecordError, match="holds a match of quiclo"):
        taken_up(argparse.Namespace(**{**vars(args), "game": "shithead"}))
    args.journal.unlink()
    match, journal = taken_up(args)
    assert journal is not None
    assert seats_of(match, args.journal)[0] != tokens
    journal.close()


def test_a_table_that_cannot_write_its_journal_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    async def test() -> None:
        match: Match[Any, Any] = Match(Quiclo(players=2), seed=7)
        with Journal.create(tmp_path / "table.jsonl", match):
            clock = Clock()
            table = table_of(match, sleep=clock.sleep)
            async with served(table) as port, probe(port, "t0") as seat_0:
                clock.ring(1.0)
                await seat_0.heard()
                monkeypatch.setattr("os.fsync", full)
                assert of("error", await seat_0.move("draw"))["text"].startswith("the move cannot be written down")
                assert len(match) == 0
                with pytest.raises(RecordError):
                    await table.stopped

    run(test())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["quiclo", "--players", "1"], "players: "),
        (["quiclo", "--set", "misplay=perhaps"], "misplay"),
        (["quiclo", "--set", "cards=3"], "cards: unknown option"),
        (["shithead", "--set", "multi_card"], "multi_card"),
    ],
)
def test_a_wrong_option_is_one_line(words: list[str], said: str) -> None:
    async def test() -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(SERVER / "server.py"), *words, stderr=asyncio.subprocess.PIPE
        )
        _, error = await process.communicate()
        assert process.returncode == 1
        assert error.decode().startswith("server.py: ")
        assert said in error.decode()
        assert error.count(b"\n") == 1

    run(test())


def test_values_of_options() -> None:
    assert [value(text) for text in ("yes", "no", "3", "illegal", '["a"]', "1.5")] == [
        True, False, 3, "illegal", ["a"], "1.5",
    ]  # fmt: skip


# --- a client that cheats


def test_nothing_a_client_can_say_harms_the_table() -> None:
    """Each frame is answered with one clear message, and nobody else hears of it."""
    deep = "[" * (LONGEST - 10)
    move = {"type": "move", "code": "draw", "version": 0}
    frames: list[tuple[str | bytes, str]] = [
        ("", "this is no JSON"),
        ("hello", "this is no JSON"),
        ("\x00\x01\x02", "this is no JSON"),
        ("{", "this is no JSON"),
        (deep, "this is no JSON"),
        (deep + "]" * 8, "this is no JSON"),
        ('{"a":' * 390, "this is no JSON"),
        ("9" * 1990, "a message is an object"),
        ("NaN", "NaN is no value here"),
        ("1e999", "no whole number"),
        ("null", "a message is an object"),
        ("[]", "a message is an object"),
        ('"join"', "a message is an object"),
        ("{}", "a message is an object"),
        ('{"type": null}', "a message is an object"),
        ('{"type": ["move"]}', "a message is an object"),
        ('{"type": "table"}', "a message is an object"),
        ('{"type": "__class__"}', "a message is an object"),
        ('{"type": "move", "type": "join"}', "is there twice"),
        (b"\x00\xff\xfe", "not bytes"),
        (json.dumps(move).encode(), "not bytes"),
        (json.dumps({"type": "move"}), "it needs code and version"),
        (json.dumps({"type": "move", "code": "draw"}), "it needs code and version"),
        (json.dumps({**move, "player": 1}), "'player' is no field of it"),
        (json.dumps({**move, "seat": 1}), "'seat' is no field of it"),
        (json.dumps({**move, "self": 1}), "'self' is no field of it"),
        (json.dumps({**move, "line": None}), "'line' is no field of it"),
        (json.dumps({**move, "\ud800\n": 1}), "is no field of it"),
        (json.dumps({**move, "code": ["draw"]}), "'code' is no field of it"),
        (json.dumps({**move, "code": None}), "'code' is no field of it"),
        (json.dumps({**move, "version": "0"}), "'version' is no field of it"),
        (json.dumps({**move, "version": True}), "'version' is no field of it"),
        (json.dumps({**move, "version": None}), "'version' is no field of it"),
        (json.dumps({"type": "join", "token": "t1"}), "you have joined already"),
        (json.dumps({"type": "join"}), "you have joined already"),
        (json.dumps({"type": "join", "token": 1}), "'token' is no field of it"),
        (json.dumps({**move, "code": ""}), "is no move of quiclo"),
        (json.dumps({**move, "code": "\ud800"}), "is no move of quiclo"),
        (json.dumps({**move, "code": "play"}), "move: "),
        (json.dumps({**move, "code": "play " + "1 " * 900}), "move: "),
        (json.dumps({**move, "code": "play ../../etc/passwd"}), "move: "),
        (json.dumps({**move, "code": "cheat"}), "is no move of quiclo"),
    ]

    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2, misplay="illegal"), seed=7)
        async with (
            served(table_of(match, sleep=clock.sleep, rate=QUICK)) as port,
            probe(port, "t0") as cheat,
            probe(port, "t1") as honest,
        ):
            clock.ring(1.0)
            await cheat.heard()
            await honest.heard()
            for frame, text in frames:
                await cheat.socket.send(frame)
                answers = await cheat.heard()
                assert kinds(answers) == ["error"], (frame, answers)
                assert text in answers[0]["text"], (frame, answers)
                assert len(answers[0]["text"]) < 300
            assert of("refused", await cheat.move("play 999"))["reason"] == "unknown-card"
            mine = match.state.hands
            theirs = next(card for card in mine[1] if card not in mine[0])
            assert of("refused", await cheat.move(f"play {theirs}"))["reason"] == "card-not-held"
            for version in (-1, 1, 10**400):
                assert await cheat.move("draw", version) == [{"type": "stale", "version": 0}]
            assert len(match) == 0
            assert await honest.heard() == []
            assert of("refused", await honest.move("draw"))["reason"] == "not-an-actor"
            # the table goes on
            assert kinds(await cheat.move("draw")) == ["accepted", "news", "table"]
            assert kinds(await honest.heard()) == ["news", "table"]
            # a replay of what was good once
            assert await cheat.move("draw", 0) == [{"type": "stale", "version": 1}]
            assert of("refused", await cheat.move("draw"))["reason"] == "not-an-actor"
            clock.ring(1.0)
            assert "accepted" in kinds(await honest.move("draw"))
            assert len(match) == 2

    run(test())


def test_refusals_before_joining_and_for_onlookers() -> None:
    async def test() -> None:
        async with (
            served(table_of(Match(Quiclo(players=2), seed=7))) as port,
            probe(port, "") as nobody,
            probe(port) as onlooker,
        ):
            for guest in (nobody, onlooker):
                await guest.heard()
                assert "you have no seat" in of("error", await guest.move("draw", 0))["text"]
            for token in ("", "t2", "t0 ", "T0", "tö", "\ud800", "x" * 1000):
                answers = await nobody.ask(type="join", token=token)
                assert answers == [{"type": "error", "text": "join: there is no seat for this token"}]
            assert nobody.table == {}  # who has not joined is told nothing
            assert "welcome" in kinds(await nobody.ask(type="join", token="t0"))

    run(test())


def test_too_long_closes_the_line_and_only_this_one() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with served(table_of(match, sleep=clock.sleep)) as port, probe(port, "t1") as honest:
            for frame in ("x" * (LONGEST + 1), "x" * 1_000_000, b"x" * 100_000):
                async with probe(port, "t0") as cheat:
                    with suppress(ConnectionClosed):
                        await cheat.socket.send(frame)
                    await cheat.socket.wait_closed()
                    assert cheat.socket.close_code == 1009
            async with probe(port, "t0") as back:
                clock.ring(1.0)
                assert "accepted" in kinds(await back.move("draw"))
            assert "table" in kinds(await honest.heard())

    run(test())


def test_a_flood_closes_the_line_and_only_this_one() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with served(table_of(match, sleep=clock.sleep, rate=20)) as port, probe(port, "t1") as honest:
            async with probe(port, "t0") as cheat:
                with suppress(ConnectionClosed):
                    for _ in range(5000):
                        await cheat.socket.send('{"type": "move", "code": "draw", "version": 7}')
                await cheat.socket.wait_closed()
                assert cheat.socket.close_code == 4001
                assert "more than 20 messages a second" in (cheat.socket.close_reason or "")
            async with probe(port, "t0") as back:
                clock.ring(1.0)
                assert "accepted" in kinds(await back.move("draw"))
            assert "table" in kinds(await honest.heard())

    run(test())


@pytest.mark.deep
def test_a_client_that_does_not_read_holds_nobody_up_and_fills_no_memory() -> None:
    async def test() -> None:
        match: Match[Any, Any] = Match(Quiclo(players=2), seed=7)
        table = table_of(match, rate=QUICK)
        async with served(table, ping=0.3) as port, probe(port, "t1") as honest:
            reader, writer = await raw_line(port)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            wrong = frame('{"type": "join", "token": "no"}')
            (line,) = table._guests
            with suppress(ConnectionError):
                while table._guests:
                    writer.write(wrong * 50)
                    await asyncio.sleep(0.001)
                    assert len(line.outbox) <= UNREAD + 1
            assert kinds(await honest.move("play 999")) == ["refused"]
            writer.close()
            del reader

    run(test())


async def until(true: Any) -> None:
    while not true():
        await asyncio.sleep(0.01)


async def raw_line(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket by hand, which does what no library would."""
    line = await dialled(port)
    return line.reader, line.writer


def test_a_half_open_line_is_found_out_and_the_seat_handed_over() -> None:
    async def test() -> None:
        match: Match[Any, Any] = Match(Quiclo(players=2), seed=7)
        table = table_of(match, pause=0.0, away=0.05)
        async with served(table, ping=0.05) as port, probe(port, "t1") as honest:
            _, writer = await raw_line(port)
            writer.write(frame('{"type": "join", "token": "t0"}'))  # and then not even an answer to a ping
            await until(lambda: len(match) == 1)
            answers = await honest.heard()
            assert "table" in kinds(answers)
            # the token is as good as ever
            async with probe(port, "t0") as back:
                assert "welcome" in json.dumps(back.raw)
            writer.close()

    run(test())


def test_garbage_instead_of_a_handshake_or_of_frames() -> None:
    async def test() -> None:
        match: Match[Any, Any] = Match(Quiclo(players=2), seed=7)
        async with served(table_of(match)) as port, probe(port, "t0") as honest:
            for garbage in (
                b"\x16\x03\x01\x02\x00",
                b"GET / HTTP/1.1\r\n\r\n",
                b"\n" * 100_000,
                b"POST / HTTP/1.1\r\n\r\n",
            ):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                with suppress(ConnectionError):
                    writer.write(garbage)
                    writer.write_eof()
                    await reader.read()
                writer.close()
            for frames in (
                b"\xff\xff\xff\xff",
                b"\x81\x05hello",
                b"\x83\x80\0\0\0\0",
                b"\x81\x82\0\0\0\0\xff\xff",
                b"\x88",
            ):
                reader, writer = await raw_line(port)
                writer.write(frames)
                writer.write_eof()
                with suppress(ConnectionError):
                    await reader.read()
                writer.close()
            assert kinds(await honest.move("draw")) == ["waiting"]

    run(test())


def test_many_lines_without_a_seat_push_each_other_out_but_no_player() -> None:
    async def test() -> None:
        match: Match[Any, Any] = Match(Quiclo(players=2), seed=7)
        async with served(table_of(match), guests=10) as port, probe(port, "t0") as honest:
            lines = [await connect(f"ws://127.0.0.1:{port}", compression=None) for _ in range(10 + 5)]
            for line in lines[:5]:
                await line.wait_closed()
                assert line.close_code == 4002
            async with probe(port, "t1") as other:
                assert kinds(await other.move("draw")) == ["refused"]
            assert "seats" in kinds(await honest.heard())
            for line in lines:
                await line.close()

    run(test())


def test_no_two_messages_of_the_table_depend_on_what_is_hidden() -> None:
    """Law 11 for the server: another possible world behind the same view makes the same messages."""

    async def test() -> None:
        rules = game("lucky-shutdown")(players=3)
        match = Match(rules, seed=5)
        for turn in range(40):
            actor = match.actors[turn % len(match.actors)]
            moves = match.legal_moves(actor)
            match.play(moves[turn % len(moves)], actor)
            if not match.actors:
                break
            for seat in range(3) if turn % 5 == 0 else ():
                other = Match(rules, state=rules.sample(match.view(seat), seed=turn))
                here, there = table_of(match), table_of(other)
                assert {**here.table(seat), "version": 0} == {**there.table(seat), "version": 0}
                here.close()
                there.close()

    run(test())


def test_the_client_prints_a_table_and_reads_moves() -> None:
    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with served(table_of(match, sleep=clock.sleep)) as port:
            said: list[str] = []
            client = Client(f"ws://127.0.0.1:{port}", "t0", show=said.append)
            playing = asyncio.create_task(client.play())
            await until(lambda: client.moves)
            await client.typed("nonsense")
            await client.typed("play 999")
            await client.typed(str(len(client.moves)))
            await until(lambda: any("waits" in line for line in said))
            clock.ring(1.0)
            await until(lambda: len(match) == 1 and not client.moves)
            text = "\n".join(said)
            assert "You are player 0." in text
            assert "quiclo, 2 players, as player 0 sees it; to move: player 0" in text
            assert "is no move of quiclo" in text
            assert "There is no 999 in this deck." in text
            assert "from the stock to player 0's hand" in text
            async with probe(port, "t0"):
                assert await playing is None

    run(test())


# --- who is let in, and in which order


async def sat_down(port: int, token: str | None, header: bool, path: str = "/") -> Raw:
    """A player who has its table."""
    line = await dialled(port, path, token if header else None)
    await line.send({"type": "join"} if header or token is None else {"type": "join", "token": token})
    assert (await line.receive("table"))["type"] == "table"
    return line


@asynccontextmanager
async def meanwhile(*attacks: Any) -> AsyncIterator[None]:
    """Attacks that go on in the background, each again and again."""

    async def again(attack: Any) -> None:
        while True:
            with suppress(OSError, Closed, asyncio.IncompleteReadError):
                await attack()
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(again(attack)) for attack in attacks]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert [end for end in ended if not isinstance(end, asyncio.CancelledError)] == []


@pytest.mark.deep
def test_guests_who_come_again_and_again_keep_no_player_out() -> None:
    async def test() -> None:
        match: Match[Any, Any] = Match(Quiclo(players=2), seed=7)

        async def reconnect() -> None:
            line = await sat_down(port, None, header=False)
            line.close()

        async with served(table_of(match), entries=100.0) as port, meanwhile(*[reconnect] * 150):
            await asyncio.sleep(0.5)  # the door has enough to do
            loop = asyncio.get_running_loop()
            for _ in range(5):
                began = loop.time()
                line = await sat_down(port, "t0", header=True)
                assert loop.time() - began < 1.0  # 150 guests before it would take a second and a half
                line.close()
            other = await sat_down(
                port, "t1", header=False
            )  # who names the token later waits with the guests, and gets in
            await other.send({"type": "move", "code": "draw", "version": 0})
            assert (await other.receive("refused"))["reason"] == "not-an-actor"
            other.close()

    run(test())


def test_a_token_in_the_request_is_the_seat_of_a_join_without_one() -> None:
    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7))) as port:
            for token, seat in (("t0", 0), ("t1", 1), ("no", None), ("", None), ("t0 x", None)):
                line = await dialled(port, "/", token)
                await line.send({"type": "join"})
                assert (await line.receive("welcome"))["seat"] == seat, token
            line = await dialled(port, "/", "t0")
            await line.send({"type": "join", "token": "t1"})  # what is said later counts
            assert (await line.receive("welcome"))["seat"] == 1

    run(test())


@pytest.mark.deep
def test_a_player_who_comes_again_and_again_has_to_wait_like_a_guest() -> None:
    """And a second connection for a token ends the first that has not joined, so they do not pile up."""

    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7)), entries=20.0) as port:
            loop = asyncio.get_running_loop()
            began = loop.time()
            lines = [await dialled(port, "/", "t0") for _ in range(5 + 20 + 10)]
            assert loop.time() - began > 0.3  # 5 by the token, 20 guests at once, and 20 a second
            for line in lines[:4]:
                assert await line.reader.read() == b""
            await lines[4].send({"type": "join"})
            assert (await lines[4].receive("welcome"))["seat"] == 0

    run(test())


@pytest.mark.deep
def test_what_guests_send_is_looked_at_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much it is: together they get so many looks a second, and a player does not wait for them."""
    looks: list[Connection] = []
    look = Connection.look

    def counted(self: Connection, *args: int) -> None:
        looks.extend([] if self.first else [self])
        look(self, *args)

    monkeypatch.setattr(Connection, "look", counted)

    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7)), entries=1e9) as port, probe(port, "t0") as honest:

            async def pings() -> None:
                line = await dialled(port)
                await line.flood(frame(b"", PING) * 100)

            loop = asyncio.get_running_loop()
            async with meanwhile(*[pings] * 20):
                await asyncio.sleep(0.2)
                looks.clear()
                began = loop.time()
                for _ in range(20):
                    assert kinds(await honest.move("play 999"))[0] == "refused"
                    await asyncio.sleep(0.03)
                took = loop.time() - began
                open_now = [look for look in looks if look.request is not None]
                requests = len({id(look) for look in looks})
                assert len(looks) - requests <= TURNS * took + 20
                assert open_now

    run(test())


@pytest.mark.deep
@pytest.mark.parametrize("joined", [True, False])
@pytest.mark.parametrize(
    "frames",
    [
        frame(b"", PING),
        frame("", 10),
        frame(b"x" * 125, PING),
        frame("x", last=False) + frame("", 0, last=False) * 300,
    ],
    ids=["pings", "pongs", "long pings", "fragments"],
)
def test_too_many_frames_close_the_line(frames: bytes, joined: bool) -> None:
    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7)), turns=1e9) as port, probe(port, "t1") as honest:
            line = await sat_down(port, "t0", header=True) if joined else await dialled(port)

            async def flood() -> None:
                with suppress(ConnectionError):
                    for _ in range(1000):
                        line.write(frames)
                        await line.writer.drain()
                        await asyncio.sleep(0)

            flooding = asyncio.create_task(flood())
            with pytest.raises(Closed) as closed:
                await line.receive("none")
            assert closed.value.code == 4001
            flooding.cancel()
            line.close()
            assert "refused" in kinds(await honest.move("play 999"))

    run(test())


def test_every_join_that_fails_counts_for_more_than_a_message() -> None:
    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7), rate=20)) as port:
            line = await dialled(port)
            for _ in range(11):
                await line.send({"type": "join", "token": "guess"})
            answers = []
            with pytest.raises(Closed) as closed:
                while True:
                    answers.append(await line.receive())
            assert closed.value.code == 4001
            assert len(answers) <= 11

    run(test())


def test_who_has_missed_too_much_starts_again_from_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    match: Match[Any, Any] = Match(Shithead(players=2), seed=7)
    random, told = Random(3), []
    while len(match) < 3 * RETOLD:
        actor = match.actors[0]
        match.play(random.choice(match.legal_moves(actor)), actor)
    trace = type(match.rules).trace
    monkeypatch.setattr(type(match.rules), "trace", lambda *args: (told.append(1), trace(*args))[1])

    async def test() -> None:
        table = table_of(match, runs=[("first", (0, 0, 0))])
        async with served(table) as port:
            for viewer, token in ((0, "t0"), (None, None)):
                now = match.version_for(viewer)
                cases = {0: False, 1: False, now - RETOLD - 1: False, now - RETOLD: True, now - 1: True, now: False}
                for since, news in cases.items():
                    told.clear()
                    line = await dialled(port, "/", token)
                    await line.send({"type": "join", "run": "first", "version": since})
                    heard = [await line.receive() for _ in range(3 if news else 2)]
                    assert kinds(heard) == ["welcome", *(["news"] if news else []), "table"], (viewer, since)
                    if news:
                        events = [match.rules.to_json(event) for event in match.news(viewer, since).events]
                        assert heard[1]["events"] == events
                    else:
                        assert told == []
                    line.close()

    run(test(), 60)


def test_onlookers_are_told_what_has_been_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int | None] = []
    table_for = Table.table
    monkeypatch.setattr(Table, "table", lambda self, seat: (made.append(seat), table_for(self, seat))[1])

    async def test() -> None:
        clock, match = Clock(), Match(Quiclo(players=2), seed=7)
        async with served(table_of(match, sleep=clock.sleep)) as port, probe(port, "t0") as player:
            lines = [await sat_down(port, None, header=False) for _ in range(10)]
            clock.ring(1.0)
            await player.heard()
            made.clear()
            await player.move("draw")
            tables = [await line.receive("table") for line in lines]
            assert tables == [tables[0]] * 10
            assert tables[0]["version"] == 1
            assert made.count(None) == 1

    run(test())


def test_origins() -> None:
    good = "https://cards.example"

    async def let_in(port: int, *origins: str, token: str | None = None) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        more = {} if token is None else {"Authorization": f"Bearer {token}"}
        lines = "".join(f"Origin: {origin}\r\n" for origin in origins)
        writer.write(request("/", **more)[:-2] + lines.encode() + b"\r\n")
        try:
            return int((await reader.readuntil(b"\r\n")).split()[1])
        except asyncio.IncompleteReadError:
            return 0  # what is no header at all is not even answered by some versions of websockets
        finally:
            writer.close()

    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7)), origins=[good, "http://[::1]:8080"]) as port:
            for token in (None, "t0"):
                assert await let_in(port, token=token) == 101  # no browser
                assert await let_in(port, good, token=token) == 101
            assert await let_in(port, "http://[::1]:8080") == 101
            for wrong in (
                "null",
                "",
                "*",
                "https://cards.example.evil.example",
                "https://evil.example/https://cards.example",
                "http://cards.example",
                "https://cards.example:444",
                "https://cards.example/",
                "https://c\u0430rds.example",  # with a letter of another alphabet
                "HTTPS://cards.example",
                "https://sub.cards.example",
            ):
                assert await let_in(port, wrong) in (0, 400, 403), wrong
                assert await let_in(port, wrong, token="t0") in (0, 400, 403), wrong
            assert await let_in(port, good, "https://evil.example") in (400, 403)
            assert await let_in(port, "https://evil.example", good) in (400, 403)
        async with served(table_of(Match(Quiclo(players=2), seed=7))) as port:
            assert await let_in(port) == 101
            assert await let_in(port, good) == 403

    run(test())


def test_tables_by_path() -> None:
    async def test() -> None:
        matches: list[Match[Any, Any]] = [Match(Quiclo(players=2), seed=7), Match(Shithead(players=3), seed=7)]
        quiclo_table, shithead_table = (table_of(match) for match in matches)
        shithead_table._tokens = ["u0", "u1", "u2"]
        async with served({"/one": quiclo_table, "/two": shithead_table}) as port:
            line = await dialled(port, "/two?lang=de", "u2")
            await line.send({"type": "join"})
            assert await line.receive("welcome") == {
                "type": "welcome", "seat": 2, "game": "shithead", "options": matches[1].rules.options_to_json(),
            }  # fmt: skip
            line = await dialled(port, "/one", "u2")  # which is no token here
            await line.send({"type": "join"})
            assert (await line.receive("welcome"))["seat"] is None
            for path in ("/", "/three", "/one/", "/ONE", "/one/../two", "/%6fne", "//one", "/\u043ene"):
                with pytest.raises(Closed) as closed:
                    await dialled(port, path, "t0")
                assert closed.value.code in ((404,) if path.isascii() else (0, 404)), path

    run(test())


def test_connections_that_say_nothing_push_each_other_out_but_no_player() -> None:
    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7))) as port:
            silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(WAITING)]
            for _, writer in silent:
                writer.write(b"GET / HTTP/1.1\r\nHost: ")
            first = await sat_down(port, "t0", header=True)
            second = await sat_down(port, "t1", header=False)
            ended = [reader.at_eof() or reader.exception() is not None for reader, _ in silent]
            assert sum(ended) <= 3  # one for each connection that came
            assert ended[0]
            for _, writer in silent:
                writer.close()
            for line in (first, second):
                line.close()

    run(test())


def test_too_many_who_wait_are_told_to_come_again() -> None:
    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7)), entries=0.001) as port:
            lines = [await dialled(port, answer=False) for _ in range(WAITING + 20 + 5)]
            head = await lines[-1].reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert b"Retry-After: 1" in head
            player = await sat_down(port, "t0", header=True)
            for line in (*lines, player):
                line.close()

    run(test())


def test_nobody_may_speak_before_the_request_is_answered() -> None:
    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7)), entries=0.001) as port:
            for _ in range(20):
                (await dialled(port)).close()
            for headers in ({}, {"Authorization": "Bearer t0"}):
                line = await dialled(port, answer=False)
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(request("/", **headers) + frame('{"type": "join"}') * 10)
                with suppress(ConnectionError):
                    assert await reader.read() == b""
                writer.close()
                line.close()

    run(test())


def test_small_messages_are_sent_at_once() -> None:
    """Otherwise each answer waits for up to 40 ms until the one before it is acknowledged."""
    import socket

    async def test() -> None:
        table = table_of(Match(Quiclo(players=2), seed=7))
        async with served(table) as port, probe(port, "t0"):
            inside = table._seats[0].socket.transport.get_extra_info("socket")
            assert inside.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

    run(test())


def test_ipv6() -> None:
    import socket

    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")

    async def test() -> None:
        table = table_of(Match(Quiclo(players=2), seed=7))
        try:
            async with served(table, "::1") as port, connect(f"ws://[::1]:{port}", compression=None) as line:
                await line.send('{"type": "join", "token": "t0"}')
                assert json.loads(await line.recv())["seat"] == 0
                assert table._seats[0].socket.address == "::/64"
        except OSError as error:
            pytest.skip(f"no IPv6 here: {error}")

    run(test())


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        (" 192.0.2.7 ", "192.0.2.7"),
        ("192.0.2.07", "192.0.2.07"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_addresses(address: str, whose: str) -> None:
    assert neighbourhood(address) == whose


def test_only_a_known_proxy_says_who_is_behind_it() -> None:
    async def addresses(proxies: list[str], *said: str) -> str:
        table = table_of(Match(Quiclo(players=2), seed=7))
        async with served(table, proxies=proxies) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            lines = "".join(f"X-Forwarded-For: {address}\r\n" for address in said)
            writer.write(request()[:-2] + lines.encode() + b"\r\n")
            await reader.readuntil(b"\r\n\r\n")
            (line,) = table._guests
            writer.close()
            return line.socket.address

    async def test() -> None:
        assert await addresses([], "192.0.2.7") == "127.0.0.1"
        assert await addresses(["192.0.2.1"], "192.0.2.7") == "127.0.0.1"
        assert await addresses(["127.0.0.1"]) == "127.0.0.1"
        assert await addresses(["127.0.0.1"], "192.0.2.7") == "192.0.2.7"
        assert await addresses(["::ffff:127.0.0.1"], "10.0.0.1, 192.0.2.7") == "192.0.2.7"
        assert await addresses(["127.0.0.1"], "10.0.0.1", "2001:db8::9") == "2001:db8::/64"

    run(test())


class Somebody:
    def __init__(self, address: str, name: str) -> None:
        self.address, self.name = address, name


def test_a_crowd_takes_turns_by_address() -> None:
    crowd: Any = Crowd(5)
    assert not crowd.somebody.is_set()
    people = [
        Somebody(address, f"{address}{number}") for address, many in (("a", 4), ("b", 2)) for number in range(many)
    ]
    for person in people:
        crowd.add(person)
        crowd.add(person)
    assert len(crowd) == 6
    assert crowd.too_many(newest=False).name == "a0"
    assert crowd.too_many(newest=False) is None
    crowd.add(people[0])
    assert crowd.too_many(newest=True).name == "a0"
    assert [crowd.next().name for _ in range(5)] == ["a1", "b0", "a2", "b1", "a3"]
    assert len(crowd) == 0
    assert not crowd.somebody.is_set()
    crowd.remove(people[0])
    crowd.add(people[5])
    crowd.remove(people[0])
    assert crowd.somebody.is_set()
    assert crowd.next().name == "b1"


def test_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("wire.monotonic", lambda: now)
    rate = Rate(10)
    assert [rate.spend() for _ in range(21)] == [True] * 20 + [False]
    assert rate.missing() == pytest.approx(0.1)
    now += 0.25
    assert [rate.spend() for _ in range(3)] == [True, True, False]
    assert rate.missing() == pytest.approx(0.05)
    now += 1000
    assert rate.spend(20)
    assert not rate.spend()
    assert [Rate(1, 3).spend(cost) for cost in (3, 4)] == [True, False]


def test_what_guests_do_wrong_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with served(table_of(Match(Quiclo(players=2), seed=7))) as port:
            for garbage in (b"\n" * (HEAD + 1), b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\r\n\r\n", request()[:-2]):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(garbage)
                if garbage.endswith(b"\r\n\r\n"):
                    await reader.read()
                writer.close()
            with suppress(Closed):
                await dialled(port, "/nowhere")
            with suppress(Closed):
                await dialled(port, origin="https://evil.example")

    run(test())
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_the_door_forgets_whoever_is_gone() -> None:
    async def test() -> None:
        doors: list[Door] = []
        made = Door.__init__

        def kept(self: Door, *args: Any, **more: Any) -> None:
            doors.append(self)
            made(self, *args, **more)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Door, "__init__", kept)
            table = table_of(Match(Quiclo(players=2), seed=7))
            async with served(table) as port:
                for token in (None, "t0", "t1", "no"):
                    line = await sat_down(port, token, header=True)
                    line.close()
                for garbage in (b"", b"GET /", request(), request("/nowhere"), request(Authorization="Bearer t0")):
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.write(garbage)
                    writer.close()
                await until(lambda: not table._guests and not table._seats and not doors[0].count().total())
                assert not doors[0]._expected
                assert not doors[0]._talking

    run(test())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--origin", "cards.example"], "is no origin"),
        (["--origin", "https://cards.example/"], "is no origin"),
        (["--origin", "https://CARDS.example"], "in small letters"),
        (["--origin", "https://c\u0430rds.example"], "'https://c\\u0430rds.example' is no origin"),
        (["--origin", "https://cards.example\n"], "is no origin"),
        (["--origin", "null"], "is no origin"),
        (["--origin", "*"], "is no origin"),
        (["--proxy", "proxy"], "--proxy"),
    ],
)
def test_an_origin_or_a_proxy_that_is_none_is_told(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        arguments().parse_args(["quiclo", *words])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_origins_and_proxies_from_the_command_line() -> None:
    args = arguments().parse_args(
        ["quiclo", "--origin", "http://localhost:8000", "--origin", "https://[::1]", "--proxy", "::1"]
    )
    assert args.origin == ["http://localhost:8000", "https://[::1]"]
    assert [str(network) for network in args.proxy] == ["::1"]
