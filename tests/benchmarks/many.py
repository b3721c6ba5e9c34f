"""What a study costs beside a bare loop, and what a second worker process brings.

    python tests/benchmarks/many.py
    python tests/benchmarks/many.py --game quiclo --seconds 4 --rounds 9

The contenders take turns for several rounds, each plays the same games in all of them, and shown is the median over
the rounds. How many games that are is tried out first: as many as the bare loop plays in so many seconds.

- The bare loop and the study play in one process, with the same players; once the study measures nothing, once it has
  all measures of the catalogue. What counts is the time of the processor, whoever else uses the machine.
- The workers are process pools, which have played before the clock starts. Here the clock on the wall counts, so the
  machine must have nothing else to do.
"""

from __future__ import annotations

import argparse
import platform
import statistics
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from time import perf_counter, process_time

from shedkit.core.catalogue import game, game_names
from shedkit.study.many import Study, derived

CAP = 1_000
"""After how many moves a game is cut."""


def bare(study: Study) -> None:
    """The games of a study and nothing else."""
    for number in range(study.games):
        bare_game(study, number)


def bare_game(study: Study, number: int) -> None:
    """One of them."""
    rules = study.rules
    players = [
        contender.make(rules, derived(study.seed, "player", number, who)) for who, contender in enumerate(study.players)
    ]
    state = rules.deal(derived(study.seed, "deal", number))
    for _ in range(study.max_moves):
        actors = rules.actors(state)
        if not actors:
            break
        player = actors[0]
        move = players[player].choose(rules.view(state, player), rules.legal_moves(state, player))
        state = rules.apply_unchecked(state, move, player)


def timed(call: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Seconds."""
    start = clock()
    call()
    return clock() - start


def games_in(study: Study, seconds: float) -> int:
    """How many games the bare loop plays in so many seconds."""
    start = perf_counter()
    for number in count():
        bare_game(study, number)
        if perf_counter() - start >= seconds:
            return number + 1
    raise AssertionError


def costs(name: str, players: str, seconds: float, rounds: int) -> None:
    """One line of the first table."""
    rules = game(name)(players=4)
    study = Study.of(rules, players, 10**9, 7, max_moves=CAP)
    study = Study.of(rules, players, games_in(study, seconds), 7, max_moves=CAP)
    empty = Study.of(rules, players, study.games, 7, max_moves=CAP, measures=())
    spent = [
        (
            timed(lambda: bare(study), process_time),
            timed(lambda: list(empty.rows()), process_time),
            timed(lambda: list(study.rows()), process_time),
        )
        for _ in range(rounds)
    ]
    loop, thin, whole = map(statistics.median, zip(*spent, strict=True))
    ratios = [statistics.median(times[at] / times[0] for times in spent) for at in (1, 2)]
    print(
        f"{name:<16}{players:<9}{study.games:>7,}{1e3 * loop / study.games:>11.2f}{1e3 * thin / study.games:>11.2f}"
        f"{1e3 * whole / study.games:>11.2f}{ratios[0]:>9.3f}{ratios[1]:>9.3f}",
        flush=True,
    )


def workers(name: str, players: str, seconds: float, rounds: int) -> None:
    """One line of the second table."""
    rules = game(name)(players=4)
    study = Study.of(rules, players, 10**9, 7, max_moves=CAP)
    study = Study.of(rules, players, games_in(study, seconds), 7, max_moves=CAP)
    with ProcessPoolExecutor(1) as alone, ProcessPoolExecutor(2) as pair:
        for pool in (alone, pair):
            list(study.rows(pool))
        spent = [
            (
                timed(lambda: list(study.rows())),
                timed(lambda: list(study.rows(alone))),
                timed(lambda: list(study.rows(pair))),
            )
            for _ in range(rounds)
        ]
    here, single, double = [study.games / statistics.median(column) for column in zip(*spent, strict=True)]
    ratios = [
        statistics.median(times[0] / times[1] for times in spent),
        statistics.median(times[1] / times[2] for times in spent),
    ]
    print(
        f"{name:<16}{players:<9}{study.games:>7,}{here:>11.1f}{single:>11.1f}{double:>11.1f}{ratios[0]:>9.3f}"
        f"{ratios[1]:>9.3f}",
        flush=True,
    )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=game_names(), help="only this game")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long the bare loop takes in the first table")
    parser.add_argument("--rounds", type=int, default=7, help="how often everybody plays")
    given = parser.parse_args()
    names = [given.game] if given.game else game_names()
    print(f"Python {platform.python_version()}, {platform.machine()}; 4 players, games cut at {CAP:,} moves\n")
    print("milliseconds for a game, and how much more than the bare loop (medians of the rounds)")
    print(f"{'game':<16}{'players':<9}{'games':>7}{'loop':>11}{'no measure':>11}{'all':>11}{'ratio':>9}{'ratio':>9}")
    for name in names:
        for players in ("simple", "random"):
            costs(name, players, given.seconds, given.rounds)
    print("\ngames per second in this process, of one worker and of two; one worker to none, two to one")
    print(f"{'game':<16}{'players':<9}{'games':>7}{'none':>11}{'one':>11}{'two':>11}{'ratio':>9}{'ratio':>9}")
    for name in names:
        workers(name, "simple", 4 * given.seconds, given.rounds)


if __name__ == "__main__":
    main()
