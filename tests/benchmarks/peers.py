"""The games beside OpenSpiel's crazy_eights and gin_rummy (C++, driven from Python) and RLCard's UNO, in one run.

In an environment of its own, with what the library needs and the peers:

    python -m venv peers && peers/bin/pip install attrs typing-extensions open-spiel "rlcard==1.2.0"
    peers/bin/python -m tests.benchmarks.peers
    peers/bin/python -m tests.benchmarks.peers --record

Everybody deals and plays random games: who may move, the list of moves, one of it, the move. Only a decision of a player
counts as a move; chance nodes are played and not counted. Times are taken as `bench.py` takes them: the least of every
stretch of 20 moves, block by block, with fresh processes that take turns. A ratio is the time of the peer for a move by
the time of the library: how many moves the library makes while the peer makes one.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tests.benchmarks import history
from tests.benchmarks.bench import here, number
from tests.benchmarks.contenders import FEWEST, ROOT, BenchError, Measured, Process, Version, begun, ratio, swept
from tests.benchmarks.worker import CAP, GAMES, STRETCH, Work, kind_of, run

FILE = Path(__file__).with_name("peers.json")
OURS = ("shithead", "quiclo", "lucky-shutdown", "shanghai-rummy")
Play = Callable[[int], Iterator[int]]
"""Plays a game by a seed, and says every so often how many moves it has made since."""


def openspiel(name: str) -> Play:
    """A game of OpenSpiel."""
    import pyspiel  # pyright: ignore[reportMissingImports]

    game = pyspiel.load_game(name)

    def play(seed: int) -> Iterator[int]:
        draw, state, made = random.Random(seed).random, game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                left, action = draw(), 0
                for action, share in state.chance_outcomes():  # noqa: B007
                    left -= share
                    if left <= 0:
                        break
                state.apply_action(action)
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            made += 1
            if not made % STRETCH:
                yield STRETCH
        yield made % STRETCH

    return play


def uno() -> Play:
    """The raw UNO game of RLCard, for four."""
    import numpy
    from rlcard.games.uno import Game  # pyright: ignore[reportMissingImports]

    chance = numpy.random.RandomState(7)

    def play(seed: int) -> Iterator[int]:
        draw, made = random.Random(seed).random, 0
        chance.seed(seed)
        game = Game(num_players=4)
        game.np_random = chance
        game.init_game()
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(draw() * len(legal))])
            made += 1
            if not made % STRETCH:
                yield STRETCH
        yield made % STRETCH

    return play


def ours(name: str, checked: bool) -> Play:
    """A game of the library, for four."""
    rules = kind_of(name)(players=4)
    step = rules.apply if checked else rules.apply_unchecked

    def play(seed: int) -> Iterator[int]:
        draw, state, made = random.Random(seed).random, rules.deal(seed=seed), 0
        while made < CAP and (actors := rules.actors(state)):
            player = actors[0]
            legal = rules.legal_moves(state, player)
            state = step(state, legal[int(draw() * len(legal))], player)
            made += 1
            if not made % STRETCH:
                yield STRETCH
        yield made % STRETCH

    return play


def uno_environment() -> Play:
    """The environment of RLCard's UNO, for four, with observations."""
    import rlcard  # pyright: ignore[reportMissingImports]

    environment = rlcard.make("uno", config={"seed": 7, "game_num_players": 4})

    def play(seed: int) -> Iterator[int]:
        draw, made = random.Random(seed).random, 0
        environment.seed(seed)
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(draw() * len(legal))])
            made += 1
            if not made % STRETCH:
                yield STRETCH
        yield made % STRETCH

    return play


def observed(name: str) -> Play:
    """A game of the library as a learner plays it, for four."""
    import numpy

    from shedkit.spaces import ObservationSpace

    rules = kind_of(name)(players=4)
    space, moves = ObservationSpace(rules), rules.move_space()
    array, mask = numpy.zeros(space.size, numpy.float32), numpy.zeros(moves.size, numpy.int8)
    marks = mask.data

    def play(seed: int) -> Iterator[int]:
        draw, state, made, legal = random.Random(seed).random, rules.deal(seed=seed), 0, dict[int, Any]()
        while made < CAP and (actors := rules.actors(state)):
            player = actors[0]
            space.observe(rules.view(state, player), out=array)
            for move in legal:
                marks[move] = 0
            legal = moves.legal(state, player)
            for move in legal:
                marks[move] = 1
            numbers = list(legal)
            state = rules.apply_unchecked(state, legal[numbers[int(draw() * len(numbers))]], player)
            made += 1
            if not made % STRETCH:
                yield STRETCH
        mask[:] = 0
        yield made % STRETCH

    return play


def contender(name: str) -> tuple[Play, int]:
    """Who plays under a name, and how many games."""
    if name == "crazy_eights":
        return openspiel("crazy_eights(players=4)"), 4 * GAMES
    if name == "gin_rummy":
        return openspiel("gin_rummy"), GAMES
    if name == "uno":
        return uno(), 2 * GAMES
    if name == SEEING_PEER:
        return uno_environment(), 2 * GAMES
    if name.endswith(SEEING):
        return observed(name.removesuffix(SEEING)), GAMES
    game, _, checked = name.partition(" ")
    return ours(game, bool(checked)), GAMES


def contend(name: str) -> None:
    """Answer as a worker does."""
    try:
        play, games = contender(name)
    except ImportError as error:
        print(json.dumps({"no game": str(error)}), flush=True)
        return
    made = [list(play(seed)) for seed in range(games)]
    units = sum(map(sum, made))
    least: list[int] = []
    print(json.dumps({"units": {"move": units}, "left out": {}, "marks": []}), flush=True)
    for _ in sys.stdin:
        playing = [play(seed) for seed in range(games)]
        calls = [[(game, None)] for game, parts in zip(playing, made, strict=True) for _ in parts]
        spent = run(Work(next, calls, lambda: units))
        least = list(map(min, least or spent, spent))
        print(json.dumps({"move": least}), flush=True)


PACKAGES = ("open-spiel", "rlcard", "numpy")
PEERS = ("crazy_eights", "uno", "gin_rummy")
SEEING, SEEING_PEER = " observed", "uno environment"
"""What is called so also builds what players see."""
CONTENDERS = (*PEERS, SEEING_PEER, *(f"{game}{how}" for game in OURS for how in ("", " checked", SEEING)))


def peers_of(name: str) -> tuple[str, ...]:
    """Who does the same as a contender of the library; nobody for a peer."""
    if name in (*PEERS, SEEING_PEER):
        return ()
    return (SEEING_PEER,) if name.endswith(SEEING) else PEERS


def measured(blocks: int, sweeps: int, path: str) -> dict[str, Measured]:
    """All contenders, in turns."""
    found = {name: Measured() for name in CONTENDERS}
    for block in range(blocks):
        with ExitStack() as stack:
            running: dict[str, Process] = {}
            for name in CONTENDERS:
                command = [sys.executable, "-m", "tests.benchmarks.peers", "--contend", name]
                process = Process(name, command, path, block)
                stack.callback(process.end)
                if begun(found[name], process.answer()):
                    running[name] = process
            for name, answer in swept(running, sweeps).items():
                found[name].figures["move"].add(answer["move"])
    return found


def installed(package: str) -> str | None:
    """Which version of a package there is."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def result(found: dict[str, Measured], here: Version, effort: dict[str, int]) -> dict[str, Any]:
    """What is kept: times, and ratios with their intervals."""
    machine, python = history.here()
    times = {name: part.figures["move"] for name, part in found.items() if part.figures}
    packages = {"shedkit": here.commit, **{package: installed(package) for package in PACKAGES}}
    return {
        "date": history.now(),
        "machine": machine,
        "python": python,
        "versions": packages,
        "effort": effort,
        "ns": {name: round(figure.least) for name, figure in times.items()},
        "ratios": {
            name: {
                peer: [round(part, 3) for part in ratio(times[peer], times[name])]
                for peer in peers_of(name)
                if peer in times
            }
            for name in times
            if peers_of(name)
        },
    }


def main(words: list[str] | None = None) -> int:
    """Measure, print, and record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=number, default=9, help="how many fresh processes everybody gets")
    parser.add_argument("--sweeps", type=number, default=5, help="how often each of them plays everything")
    parser.add_argument("--record", action="store_true", help=f"write {FILE.relative_to(ROOT)}")
    parser.add_argument("--contend", choices=CONTENDERS, help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.contend:
        contend(given.contend)
        return 0
    if given.blocks < FEWEST:
        parser.error(f"at least {FEWEST} blocks are needed for intervals, not {given.blocks}")
    try:
        mine = here(given.record)
        found = measured(given.blocks, given.sweeps, f"{mine.path}:{ROOT}")
    except BenchError as error:
        print(f"peers: {error}", file=sys.stderr)
        return 2
    kept = result(found, mine, {"blocks": given.blocks, "sweeps": given.sweeps})
    for name, part in found.items():
        missing = part.left_out.get("*")
        cells = "".join(
            f"{mid:9.3f} [{low:.3f}, {high:.3f}]" for mid, low, high in kept["ratios"].get(name, {}).values()
        )
        print(f"{name:<24}{missing or kept['ns'][name]:>9}{cells}")
    if given.record:
        FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
