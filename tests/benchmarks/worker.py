"""One contender of the benchmark: a version of the library that plays fixed games of one game, when it is told to.

`bench.py` starts it with the version's folders on PYTHONPATH, so it imports nothing of the benchmark and nothing of the
library that old versions do not have. It answers each line on its standard input with a line of JSON:

- ``sweep``: every figure once; the least time seen so far of each stretch of calls, in nanoseconds of processor time.
- ``count``: the bytecodes of every figure, counted twice, and which functions of the library run them in a move.
- ``memory``: bytes of a kept state, and of a match and a record for each move.
"""

from __future__ import annotations

import gc
import json
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from random import Random
from time import process_time_ns
from types import CodeType, FrameType
from typing import Any

GAMES, CAP = 12, 200
"""How many games are played, and after how many moves each of them is cut."""
STRETCH = 20
"""How many quick calls are timed as one."""
POSITIONS, FEW, RARE = 200, 20, 4
"""On how many positions a call is measured: a quick one, a slow one, a search."""
ITERATIONS = 10
"""How many moves a search tries, where there are many."""
EXAMPLES = {"mau-mau": "mau_mau", "president": "president", "jump-in": "jump_in"}
"""The games of `examples` and their modules."""
OPPONENTS = {
    "shithead": ("shedkit.bots.shithead", "SimpleShithead"),
    "lucky-shutdown": ("shedkit.bots.lucky_shutdown", "SimpleLucky"),
    "shanghai-rummy": ("shedkit.bots.shanghai_rummy", "SimpleShanghai"),
    "quiclo": ("shedkit.bots.quiclo", "SimpleQuiclo"),
    "mau-mau": ("mau_mau_bot", "SimpleMauMau"),
}
"""Where the simple opponents stand."""
SHOWN = 10
"""Of how many functions the bytecodes are told one by one."""

Stretches = list[list[tuple[Any, ...]]]


class LeftOut(Exception):
    """A game, or a figure of it, is not there."""


@dataclass(frozen=True)
class Made:
    """A move of a fixed game: where, which, by whom, and what it was chosen from."""

    state: Any
    move: Any
    player: int
    moves: Sequence[Any]


@dataclass(frozen=True)
class Work:
    """What a figure measures: the arguments of its calls, in stretches, and how many units they come to."""

    call: Callable[..., object]
    stretches: Stretches
    units: Callable[[], int]


def kind_of(game: str) -> Any:
    """The class of the rules, by the name that programs import."""
    try:
        return getattr(import_module(EXAMPLES.get(game, "shedkit")), game.title().replace("-", ""))
    except (ImportError, AttributeError) as error:
        raise LeftOut(str(error)) from None


def opponent_of(game: str) -> Callable[[int], Any] | None:
    """The simple opponent of a game, which a catalogue finds only where the version is installed; None without one."""
    if game not in OPPONENTS:
        return None
    module, name = OPPONENTS[game]
    return getattr(import_module(module), name)  # type: ignore[no-any-return]


@dataclass
class Table:
    """Fixed games by one version, and positions out of them."""

    rules: Any
    games: list[list[Made]] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Play the games, which also warms up what the rules work out only once."""
        self.games = [list(self._played(seed)) for seed in range(GAMES)]

    def _played(self, seed: int) -> Iterator[Made]:
        rules, random, state = self.rules, Random(seed), self.rules.deal(seed=seed)
        for _ in range(CAP):
            actors = rules.actors(state)
            if not actors:
                break
            moves = rules.legal_moves(state, actors[0])
            drawn = int(random.random() * len(moves))
            self.marks += [actors[0], len(moves), drawn]
            yield Made(state, moves[drawn], actors[0], moves)
            state = rules.apply_unchecked(state, moves[drawn], actors[0])

    def some(self, number: int, choice: bool = False) -> list[Made]:
        """So many positions, evenly out of all games; with a choice between moves, if that is asked for."""
        places = [made for game in self.games for made in game if not choice or len(made.moves) > 1]
        return [places[i * len(places) // number] for i in range(number)]


def stretches(calls: Sequence[tuple[Any, ...]], length: int) -> Stretches:
    """Calls, so many at a time."""
    return [list(calls[i : i + length]) for i in range(0, len(calls), length)]


def work(call: Callable[..., object], calls: Sequence[tuple[Any, ...]], length: int = STRETCH) -> Work:
    """A figure of which each call is a unit."""
    return Work(call, stretches(calls, length), partial(len, calls))


def whole(table: Table, step: Callable[..., Any]) -> Work:
    """Whole games: who may move, the list, one of it, the move; a unit is a move."""
    actors_of, moves_of = table.rules.actors, table.rules.legal_moves

    def play(seed: int, state: Any) -> Iterator[None]:
        draw, made = Random(seed).random, 0
        while made < CAP:
            actors = actors_of(state)
            if not actors:
                return
            player = actors[0]
            moves = moves_of(state, player)
            state = step(state, moves[int(draw() * len(moves))], player)
            made += 1
            if not made % STRETCH:
                yield

    calls: Stretches = []
    for seed, game in enumerate(table.games):
        playing = play(seed, game[0].state)
        calls += [[(playing, None)] for _ in range(0, len(game), STRETCH)]
    return Work(next, calls, lambda: sum(map(len, table.games)))


def refused(table: Table) -> Work:
    """Refusals of moves that would be legal elsewhere."""
    every, calls = table.some(POSITIONS), []
    for at, here in enumerate(every):
        for step in range(1, POSITIONS):
            other = every[(at + step) % POSITIONS]
            if table.rules.refusal(here.state, other.move, here.player) is not None:
                calls.append((here.state, other.move, here.player))
                break
    return work(table.rules.refusal, calls)


def in_matches(table: Table) -> Work:
    """Whole games in a `Match`, which is never asked for events; a unit is a move."""
    match_of = import_module("shedkit").Match
    matches = [match_of(table.rules, state=game[0].state) for game in table.games]
    played = zip(matches, table.games, strict=True)
    calls = [(match.play, made.move, made.player) for match, game in played for made in game]
    return work(lambda play, move, player: play(move, player), calls)


def learnt(table: Table) -> Work:
    """What a player learns from the events of a move, as that player sees them: begun at the table, and one more."""
    knowledge, rules, calls = import_module("shedkit").Knowledge, table.rules, []
    for made in table.some(FEW):
        seat = (made.player + 1) % rules.players
        calls.append(
            (rules.view(made.state, seat), rules.shown(rules.trace(made.state, made.move, made.player)[1], seat))
        )
    return work(lambda view, events: knowledge.of(rules, view).after(events), calls, 4)


def positions(table: Table) -> Work:
    """Positions by codes: the hands of a deal and a card on the pile."""
    codes_of = import_module("shedkit").codes
    given: list[dict[str, Any]] = []
    for state in map(table.rules.deal, range(FEW)):
        pile = {"discard": str(state.stock[0])} if state.stock else {}
        given.append({"hands": [codes_of(hand) for hand in state.hands], **pile})
    return work(lambda words: table.rules.position(**words), [(words,) for words in given], 4)


def choices(table: Table, make: Callable[[int], Any], number: int) -> tuple[list[Any], list[tuple[Any, ...]]]:
    """Fresh players, and decisions with a choice."""
    players = [make(seat) for seat in range(table.rules.players)]
    asked = table.some(number, choice=True)
    return players, [(players[at.player], table.rules.view(at.state, at.player), at.moves) for at in asked]


def choose(player: Any, view: Any, moves: Sequence[Any]) -> object:
    """What a player is asked."""
    return player.choose(view, moves)


def simple(table: Table) -> Work:
    """Choices of the simple opponents."""
    opponent = opponent_of(table.rules.name)
    if opponent is None:
        raise LeftOut("it has no simple opponent")
    return work(choose, choices(table, opponent, POSITIONS)[1])


def search(table: Table) -> Work:
    """Choices of the player that searches; a unit is a move tried in an imagined table, played on by simple players."""
    searching = import_module("shedkit.players.search").SearchPlayer
    make = partial(searching, table.rules, iterations=ITERATIONS, quick=opponent_of(table.rules.name))
    players, calls = choices(table, make, RARE)
    return Work(choose, stretches(calls, 1), lambda: sum(player.iterations for player in players))


def of(number: int, length: int, name: str, ask: Callable[[Table, Made], tuple[Any, ...]]) -> Callable[[Table], Work]:
    """A call of the protocol on so many positions."""
    return lambda table: work(getattr(table.rules, name), [ask(table, made) for made in table.some(number)], length)


def often(name: str, ask: Callable[[Table, Made], tuple[Any, ...]]) -> Callable[[Table], Work]:
    """A quick call."""
    return of(POSITIONS, STRETCH, name, ask)


def seldom(name: str, ask: Callable[[Table, Made], tuple[Any, ...]]) -> Callable[[Table], Work]:
    """A slow call."""
    return of(FEW, 4, name, ask)


def in_view(name: str, *more: str) -> Callable[[Table], Work]:
    """A quick call for the view of the player who moves, with more of what is known of the move."""
    return often(name, lambda table, at: (table.rules.view(at.state, at.player), *(getattr(at, what) for what in more)))


def told(table: Table, at: Made) -> tuple[Any, ...]:
    """The events of a move, to be shown to the next player."""
    return table.rules.trace(at.state, at.move, at.player)[1], (at.player + 1) % table.rules.players


FIGURES: dict[str, Callable[[Table], Work]] = {
    "move": lambda table: whole(table, table.rules.apply_unchecked),
    "move checked": lambda table: whole(table, table.rules.apply),
    "move in a match": in_matches,
    "deal": lambda table: work(table.rules.deal, [(seed,) for seed in range(FEW)], 4),
    "actors": often("actors", lambda _, at: (at.state,)),
    "actors in a view": in_view("actors"),
    "legal_moves": often("legal_moves", lambda _, at: (at.state, at.player)),
    "moves in a view": in_view("legal_moves", "player"),
    "penalised_moves": often("penalised_moves", lambda _, at: (at.state, at.player)),
    "suggested": often("suggested", lambda _, at: (at.state, at.player)),
    "apply_unchecked": often("apply_unchecked", lambda _, at: (at.state, at.move, at.player)),
    "apply": often("apply", lambda _, at: (at.state, at.move, at.player)),
    "refusal": refused,
    "no refusal": often("refusal", lambda _, at: (at.state, at.move, at.player)),
    "view": often("view", lambda _, at: (at.state, at.player)),
    "outcome": often("outcome", lambda _, at: (at.state,)),
    "trace": often("trace", lambda _, at: (at.state, at.move, at.player)),
    "shown": often("shown", told),
    "parse": often("parse", lambda _, at: (str(at.move),)),
    "position": positions,
    "checked": seldom("checked", lambda _, at: (at.state,)),
    "to_json": seldom("to_json", lambda _, at: (at.state,)),
    "state_from_json": seldom("state_from_json", lambda table, at: (table.rules.to_json(at.state),)),
    "view to_json": seldom("to_json", lambda table, at: (table.rules.view(at.state, at.player),)),
    "view_from_json": seldom(
        "view_from_json", lambda table, at: (table.rules.to_json(table.rules.view(at.state, at.player)),)
    ),
    "sample": seldom("sample", lambda table, at: (table.rules.view(at.state, at.player), at.player)),
    "knowledge": learnt,
    "simple choice": simple,
    "search iteration": search,
}


def run(work: Work) -> list[int]:
    """Make all calls; nanoseconds of the processor for each stretch."""
    call, spent = work.call, []
    for calls in work.stretches:
        begun = process_time_ns()
        for arguments in calls:
            call(*arguments)
        spent.append(process_time_ns() - begun)
    return spent


def counted(call: Callable[[], object]) -> Counter[CodeType]:
    """How many bytecodes each function has run in a call, but for those of this file and of C."""
    counts: Counter[CodeType] = Counter()
    if sys.version_info >= (3, 12):
        watch, tool, event = sys.monitoring, sys.monitoring.PROFILER_ID, sys.monitoring.events.INSTRUCTION

        def instruction(code: CodeType, _: int) -> None:
            counts[code] += 1

        watch.use_tool_id(tool, "bench")
        watch.register_callback(tool, event, instruction)
        watch.set_events(tool, event)
        try:
            call()
        finally:
            watch.set_events(tool, 0)
            watch.free_tool_id(tool)
    else:

        def each(frame: FrameType, event: str, _: object) -> Any:
            if event == "opcode":
                counts[frame.f_code] += 1
            return each

        def entered(frame: FrameType, _: str, __: object) -> Any:
            frame.f_trace_lines, frame.f_trace_opcodes = False, True
            return each

        before = sys.gettrace()
        sys.settrace(entered)
        try:
            call()
        finally:
            sys.settrace(before)
    return Counter({code: n for code, n in counts.items() if code.co_filename != __file__})


def name_of(code: CodeType) -> str:
    """A function as a reader finds it: its file below the package, and its name."""
    place = code.co_filename.replace("\\", "/")
    for folder in ("/shedkit/", "/examples/"):
        place = place.rpartition(folder)[2]
    return f"{place.removesuffix('.py')}.{getattr(code, 'co_qualname', code.co_name)}"


class Worker:
    """Answers the commands."""

    def __init__(self, game: str, options: dict[str, Any], wanted: Sequence[str]) -> None:
        self.least: dict[str, list[int]] = {}
        self.units: dict[str, int] = {}
        self.left_out: dict[str, str] = {}
        self.table = Table(kind_of(game)(**options))
        for name in wanted:
            self.attempt(name, self.units, partial(self._warmed_up, name))

    def _warmed_up(self, name: str) -> int:
        """The units of a figure, which has been run: twice, for what the interpreter makes quick."""
        run(FIGURES[name](self.table))
        work = FIGURES[name](self.table)
        run(work)
        return work.units()

    def attempt(self, name: str, into: dict[str, int], call: Callable[[], int]) -> None:
        """Note what a call returns, or why this version has no answer."""
        try:
            into[name] = call()
        except LeftOut as error:
            self.left_out[name] = str(error)
        except Exception as error:  # whatever another version lacks
            self.left_out[name] = f"{type(error).__name__}: {error}"

    def sweep(self) -> dict[str, Any]:
        for name in self.units:
            spent = run(FIGURES[name](self.table))
            self.least[name] = list(map(min, self.least.get(name, spent), spent))
        return self.least

    def count(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        functions: list[tuple[str, float]] = []
        for name, units in self.units.items():
            both = [counted(partial(run, FIGURES[name](self.table))) for _ in range(2)]
            first, second = (sum(counts.values()) for counts in both)
            found[name] = [first / units, second / units]
            if name == "move":
                by_name: Counter[str] = Counter()
                for code, number in sorted(both[1].items(), key=lambda item: name_of(item[0])):
                    by_name[name_of(code)] += number
                functions = [(function, number / units) for function, number in by_name.most_common(SHOWN)]
        return {"bytecodes": found, "functions": functions}

    def memory(self) -> dict[str, Any]:
        """Bytes of what is kept while a game is played, beyond what the library keeps anyway."""
        shedkit = import_module("shedkit")
        rules, game = self.table.rules, self.table.games[0]

        def states() -> list[Any]:
            kept = [game[0].state]
            for made in game:
                kept.append(rules.apply_unchecked(kept[-1], made.move, made.player))
            return kept[1:]

        def match() -> Any:
            playing = shedkit.Match(rules, 0)
            for made in game:
                playing.play(made.move, made.player)
            return playing

        def record() -> int:
            return len(shedkit.Record.of(match()).to_json().encode())

        sizes: dict[str, int] = {}
        for name, size in (("state", partial(held, states)), ("match", partial(held, match)), ("record", record)):
            self.attempt(name, sizes, partial(share, size, len(game)))
        return {"memory": sizes, "left out": self.left_out}


def share(size: Callable[[], int], moves: int) -> int:
    """A size for each move."""
    return round(size() / moves)


def held(make: Callable[[], Any]) -> int:
    """How many bytes of memory something holds."""
    make()
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        _kept = make()  # until it is measured
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


def main(game: str, options: str, wanted: str) -> None:
    """Answer until the standard input ends."""

    def tell(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), flush=True)

    try:
        worker = Worker(game, json.loads(options), json.loads(wanted))
    except LeftOut as error:
        return tell({"no game": str(error)})
    tell({"units": worker.units, "left out": worker.left_out, "marks": worker.table.marks})
    # what is garbage lies in no stretch: it is collected between the sweeps, and what is here now is never looked at
    gc.collect()
    gc.freeze()
    gc.disable()
    for line in sys.stdin:
        tell({"sweep": worker.sweep, "count": worker.count, "memory": worker.memory}[line.strip()]())
        gc.collect()
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
