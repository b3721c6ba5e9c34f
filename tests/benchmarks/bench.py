"""Moves per second of random play, for each game and number of players, what each protocol call costs, and search.

    python tests/benchmarks/bench.py
    python tests/benchmarks/bench.py --game quiclo --seconds 1 --rounds 9

All in one process. The contenders take turns, one slice of time each, for several rounds; the first round warms up;
shown is the median over the others. A move is one decision of a player: who may move is asked, the legal moves are
listed, one of them is drawn, and it is made unchecked. Games are cut at 200 moves, and beside it at 5,000: what a
position costs depends on how far a game has come. The costs of single calls are measured on positions of such play.
Last come the iterations per second of the player that searches: moves tried in imagined tables and played on by simple
opponents, on positions with a choice out of games of simple opponents.
"""

from __future__ import annotations

import argparse
import platform
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any

from shedkit import simulate
from shedkit.core.catalogue import game, game_names
from shedkit.players.contenders import contender

CAPS = (200, 5_000)
CALLS = ("actors", "legal_moves", "apply_unchecked", "apply", "view", "deal")


def player_counts(kind: Any) -> list[int]:
    """All numbers of players, of a game for many some of them."""
    players = next(option for option in kind.options() if option.name == "players")
    return [n for n in (2, 3, 4, 5, 8) if players.low <= n <= players.high]


def play(rules: Any, cap: int, random: Random) -> int:
    """One game of random play; how many moves it had."""
    draw, actors_of, moves_of, step = random.random, rules.actors, rules.legal_moves, rules.apply_unchecked
    state, made = rules.deal(seed=random.getrandbits(32)), 0
    while made < cap:
        actors = actors_of(state)
        if not actors:
            break
        player = actors[0]
        moves = moves_of(state, player)
        state = step(state, moves[int(draw() * len(moves))], player)
        made += 1
    return made


def positions(rules: Any, cap: int, random: Random, number: int) -> list[tuple[Any, Any, int]]:
    """So many positions of random play, each with a legal move and who makes it."""
    chosen: list[tuple[Any, Any, int]] = []
    while len(chosen) < number:
        state = rules.deal(seed=random.getrandbits(32))
        for _ in range(cap):
            actors = rules.actors(state)
            if not actors:
                break
            moves = rules.legal_moves(state, actors[0])
            move = moves[int(random.random() * len(moves))]
            chosen.append((state, move, actors[0]))
            state = rules.apply_unchecked(state, move, actors[0])
    return random.sample(chosen, number)


def speed(rules: Any, cap: int, seconds: float, random: Random) -> float:
    """Moves per second."""
    moves, start = 0, perf_counter()
    while (spent := perf_counter() - start) < seconds or not moves:
        moves += play(rules, cap, random)
    return moves / spent


def costs(rules: Any, sample: list[tuple[Any, Any, int]], seconds: float) -> Iterator[tuple[str, float]]:
    """Seconds for one call of each kind."""
    calls: dict[str, tuple[Callable[..., object], list[tuple[Any, ...]]]] = {
        "actors": (rules.actors, [(state,) for state, _, _ in sample]),
        "legal_moves": (rules.legal_moves, [(state, player) for state, _, player in sample]),
        "apply_unchecked": (rules.apply_unchecked, sample),
        "apply": (rules.apply, sample),
        "view": (rules.view, [(state, player) for state, _, player in sample]),
        "deal": (rules.deal, [(seed,) for seed in range(50)]),
    }
    for name, (call, arguments) in calls.items():
        made, start = 0, perf_counter()
        while (spent := perf_counter() - start) < seconds / len(calls) or not made:
            for words in arguments:
                call(*words)
            made += len(arguments)
        yield name, spent / made


def choices(rules: Any, random: Random, number: int) -> list[tuple[Any, tuple[Any, ...]]]:
    """So many views of players who have a choice, out of games of simple opponents, with their moves."""
    seen: list[Any] = []
    simple = contender("simple", rules)
    while len(seen) < 10 * number:
        players = [simple.make(rules, random.getrandbits(32)) for _ in range(rules.players)]
        simulate(
            rules, players, random.getrandbits(32), watch=lambda step: seen.append(rules.view(step.before, step.player))
        )
    listed = [(view, rules.legal_moves(view, view.player)) for view in seen]
    return random.sample([(view, moves) for view, moves in listed if len(moves) > 1], number)


def searched(rules: Any, positions: list[tuple[Any, tuple[Any, ...]]], seconds: float) -> float:
    """Iterations per second of the player that searches."""
    player: Any = contender("search:iterations=100", rules).make(rules, 1)
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds or not player.iterations:
        for view, moves in positions:
            player.choose(view, moves)
            if perf_counter() - start > seconds:
                break
    rate: float = player.iterations / spent
    return rate


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=game_names(), help="only this game")
    parser.add_argument("--seconds", type=float, default=0.3, help="the slice of each contender in each round")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args(words)
    names = [given.game] if given.game else list(game_names())
    contenders = [(name, game(name)(players=n)) for name in names for n in player_counts(game(name))]
    random = Random(7)
    samples = [positions(rules, CAPS[0], random, 500) for _, rules in contenders]
    rates: dict[tuple[int, int], list[float]] = defaultdict(list)
    spent: dict[tuple[int, str], list[float]] = defaultdict(list)
    for turn in range(given.rounds + 1):
        for i, (_, rules) in enumerate(contenders):
            for cap in CAPS:
                rate = speed(rules, cap, given.seconds, random)
                if turn:
                    rates[i, cap].append(rate)
            for call, cost in costs(rules, samples[i], given.seconds):
                if turn:
                    spent[i, call].append(cost)
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    print(
        f"medians of {given.rounds} rounds, {given.seconds} s a slice; the share of each call and of the loop around them\n"
    )
    head = f"{'game':<15} {'players':>7} {'moves/s':>9} {'to 5,000':>9}   {'actors':>6} {'moves':>6} {'apply':>6} {'loop':>6}"
    head += f"   {'checked':>8} {'view':>8} {'deal':>8}   {'view/move':>9}"
    print(head)
    print(
        f"{'':<15} {'':>7} {'cut: 200':>9} {'':>9}   {'%':>6} {'%':>6} {'%':>6} {'%':>6}   {'µs':>8} {'µs':>8} {'µs':>8}"
    )
    for i, (name, rules) in enumerate(contenders):
        rate, long = (statistics.median(rates[i, cap]) for cap in CAPS)
        cost = {call: statistics.median(spent[i, call]) for call in CALLS}
        shares = [100 * rate * cost[call] for call in CALLS[:3]]
        line = f"{name:<15} {rules.players:>7} {rate:>9,.0f} {long:>9,.0f}   "
        line += " ".join(f"{share:>6.1f}" for share in (*shares, max(0.0, 100 - sum(shares))))
        line += "   " + " ".join(f"{1e6 * cost[call]:>8.2f}" for call in CALLS[3:])
        print(f"{line}   {cost['view'] * rate:>9.2f}")
    print(f"\n{'search':<15} {'players':>7} {'iterations/s':>12}")
    for name, rules in contenders:
        views = choices(rules, random, 30)
        searches = [searched(rules, views, 3 * given.seconds) for _ in range(given.rounds)]
        print(f"{name:<15} {rules.players:>7} {statistics.median(searches):>12,.0f}")


if __name__ == "__main__":
    main()
