"""How costs grow: with players, with cards in hand, and with the length of a game.

    python -m tests.benchmarks.growth
    python -m tests.benchmarks.growth --record --minutes 2

Times are least times, as `bench.py` takes them, but for long games, of which each move is made only once: there it is the
median of stretches of 20 moves. Bytecodes are exact everywhere; they are what shows whether something grows.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time_ns
from typing import Any

from tests.benchmarks import history
from tests.benchmarks.bench import here, number
from tests.benchmarks.contenders import ROOT, BenchError, Table, Version, measure
from tests.benchmarks.worker import STRETCH, Work, counted, run, stretches

import shedkit
from shedkit import Match, ShanghaiRummy, Shithead, codes
from shedkit.core.catalogue import game, game_names
from shedkit.games.lucky_shutdown import LuckyShutdown

FILE = Path(__file__).with_name("growth.json")
PLAYERS = (2, 3, 4, 5, 6, 8)
HANDS = (3, 6, 12, 24, 48)
SAMPLE = 40
"""How many random hands of each size."""
FACTS: dict[str, dict[str, object]] = {"shanghai-rummy": {"phase": "play"}}
"""Where the moves depend on the hand, if that is not how a position is by itself."""
LONG: dict[str, Callable[[], Any]] = {
    "shithead": lambda: Shithead(players=4, rounds=1_000),
    "lucky-shutdown": lambda: LuckyShutdown(players=4, rounds=1_000),
    "shanghai-rummy": lambda: ShanghaiRummy(players=4, contracts=[(2, 0), (1, 1), (0, 2)] * 10),
}
"""Games that go on for long; QUICLO has one round, which ends."""
STEP, WINDOW = 1_000, 2_000
"""After how many moves the clock on the wall is looked at, and how many are measured."""
AFTER = (0, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000)
"""After how many moves of a game that is done."""


def by_players(here: Version) -> dict[str, dict[str, dict[str, list[float]]]]:
    """By game and number of players: time and bytecodes of a move, of its list, of a view."""
    found: dict[str, dict[str, dict[str, list[float]]]] = {}
    for name in game_names():
        players = next(option for option in game(name).options() if option.name == "players")
        for seats in PLAYERS:
            if (players.low or 0) <= seats <= (players.high or 0):
                table = Table(name, seats)
                measured = measure([here], table, ["move", "legal_moves", "view"], blocks=2, sweeps=5, once=["count"])
                figures = measured[here.label].figures.items()
                cells = {figure: [round(part.least), round(part.bytecodes or 0, 1)] for figure, part in figures}
                found.setdefault(name, {})[str(seats)] = cells
    return found


def cost(call: Callable[..., object], calls: list[tuple[Any, ...]]) -> list[float]:
    """Time and bytecodes of a call."""
    work = Work(call, stretches(calls, STRETCH), partial(len, calls))
    run(work)
    least = run(work)
    for _ in range(20):
        least = list(map(min, least, run(work)))
    return [round(sum(least) / len(calls)), round(sum(counted(partial(run, work)).values()) / len(calls), 1)]


def by_hand() -> dict[str, dict[str, dict[str, list[float]]]]:
    """By game and cards in a hand: the list of moves, one of them, a view."""
    found: dict[str, dict[str, dict[str, list[float]]]] = {}
    for name in game_names():
        rules: Any = game(name)(players=2)
        for size in HANDS:
            if size > len(rules.deck) - 20:
                continue
            states = []
            for seed in range(SAMPLE):
                drawn = Random(seed).sample(list(rules.deck), size + 7)
                hands = [codes(drawn[:size]), codes(drawn[size : size + 6])]
                states.append(rules.position(hands=hands, discard=str(drawn[-1]), **FACTS.get(name, {})))
            moves = [(state, rules.legal_moves(state, 0)[-1], 0) for state in states]
            found.setdefault(name, {})[str(size)] = {
                "legal_moves": cost(rules.legal_moves, [(state, 0) for state in states]),
                "apply_unchecked": cost(rules.apply_unchecked, moves),
                "view": cost(rules.view, [(state, 0) for state in states]),
            }
    return found


def long_game(rules: Any) -> Iterator[None]:
    """A game of random play that keeps nothing but the state, move by move."""
    draw, state = Random(7).random, rules.deal(seed=7)
    while actors := rules.actors(state):
        moves = rules.legal_moves(state, actors[0])
        state = rules.apply_unchecked(state, moves[int(draw() * len(moves))], actors[0])
        yield


def long_match(rules: Any) -> Iterator[None]:
    """The same in a match, which keeps all that has happened."""
    draw, match = Random(7).random, Match(rules, 7)
    while actors := match.actors:
        moves = match.legal_moves(actors[0])
        match.play(moves[int(draw() * len(moves))], actors[0])
        yield


def windows(game: Iterator[None], seconds: float) -> list[list[float]]:
    """After so many moves each: how many, then time and bytecodes of a move among those that follow."""
    found: list[list[float]] = []
    made, ends = 0, perf_counter() + seconds
    for after in AFTER:
        while made < after and perf_counter() < ends:
            moves = sum(1 for _ in islice(game, STEP))
            if not moves:
                return found  # the game is over
            made += moves
        spent, timed = [], 0
        while timed < WINDOW:
            start = process_time_ns()
            timed += (moves := sum(1 for _ in islice(game, STRETCH)))
            spent.append((process_time_ns() - start) / STRETCH)
            if moves < STRETCH:
                return found
        window = counted(lambda: list(islice(game, WINDOW)))
        found.append([made, round(median(spent)), round(sum(window.values()) / WINDOW, 1)])
        made += 2 * WINDOW
        if perf_counter() > ends:
            break
    return found


def by_length(seconds: float) -> dict[str, list[list[float]]]:
    """By game, and for Shithead in a match too: the windows, as far as one comes in the time."""
    found = {name: windows(long_game(make()), seconds) for name, make in LONG.items()}
    found["shithead in a match"] = windows(long_match(LONG["shithead"]()), seconds)
    return found


def main(words: list[str] | None = None) -> int:
    """Measure, print, and record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=number, default=1, help="for each of the long games")
    parser.add_argument("--record", action="store_true", help=f"write {FILE.relative_to(ROOT)}")
    given = parser.parse_args(words)
    try:
        mine = here(given.record)
        if not Path(shedkit.__file__).is_relative_to(ROOT):
            raise BenchError(f"python imports another shedkit than this one: set PYTHONPATH to {ROOT / 'src'}")
        machine, python = history.here()
        found = {
            "date": history.now(),
            "commit": mine.commit,
            "machine": machine,
            "python": python,
            "players": by_players(mine),
            "hand": by_hand(),
            "length": by_length(60.0 * given.minutes),
        }
    except BenchError as error:
        print(f"growth: {error}", file=sys.stderr)
        return 2
    print(json.dumps(found, indent=1))
    if given.record:
        FILE.write_text(json.dumps(found) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
