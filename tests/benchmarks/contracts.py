"""What the question of Shanghai Rummy costs: can this hand lay its contract, and how may it begin?

    python tests/benchmarks/contracts.py
    python tests/benchmarks/contracts.py --hands 100000 --worst 1000000

Random hands of the 108 cards, the seven contracts in equal parts, nothing cached. Hands that can lay the contract take
longer than those that cannot and are shown apart. Then, in positions of play, what `legal_moves` takes before a contract
is begun and in the middle of one. At last the slowest answer over many random hands of 19 cards, the most that anybody
can hold: each contract is asked of each hand; the slowest are asked again, so that a pause of the machine does not count.
"""

from __future__ import annotations

import argparse
import platform
import statistics
from collections.abc import Callable, Iterable, Sequence
from random import Random
from time import perf_counter
from typing import Any

from shedkit import FrenchCard, ShanghaiRummy, codes, simple_player
from shedkit.core.cards import BY_ORDER
from shedkit.families.melds import Contract

Hand = tuple[FrenchCard, ...]
RULES = ShanghaiRummy()
MELDING, DECK = RULES.melding, RULES.deck


def hands(number: int, size: int, random: Random) -> list[Hand]:
    """Random hands in deck order."""
    return [tuple(sorted(random.sample(DECK, size), key=BY_ORDER)) for _ in range(number)]


def mean(call: Callable[..., object], arguments: Sequence[tuple[Any, ...]], rounds: int = 5) -> float:
    """Microseconds for one call: the median of some rounds over all arguments."""
    if not arguments:
        return 0.0
    spent = []
    for _ in range(rounds):
        start = perf_counter()
        for words in arguments:
            call(*words)
        spent.append(perf_counter() - start)
    return 1e6 * statistics.median(spent) / len(arguments)


def question(sample: Iterable[Hand], title: str) -> None:
    """One table: each contract, and all in equal parts."""
    print(f"\n{title}: microseconds for one answer")
    head = f"{'contract':<18} {'can':>6} {'can_lay':>8} {'if it can':>10} {'first_melds':>12} {'if it can':>10} {'nearest':>8}"
    print(head)
    rows = []
    for contract in RULES.contracts:
        asked = [(hand, contract) for hand in sample]
        good = [words for words in asked if MELDING.can_lay(*words)]
        row = [
            100 * len(good) / len(asked),
            mean(MELDING.can_lay, asked),
            mean(MELDING.can_lay, good),
            mean(MELDING.first_melds, asked),
            mean(MELDING.first_melds, good),
            mean(MELDING.nearest, asked[:200], rounds=1),
        ]
        rows.append((len(good), row))
        print(line(str(contract), row))
    total = sum(number for number, _ in rows)
    means = [statistics.mean(row[i] for _, row in rows) for i in range(6)]
    for i in (2, 4):  # over the hands that can, whichever contract they were asked
        means[i] = sum(number * row[i] for number, row in rows) / max(1, total)
    print(line("all", means))


def line(title: str, row: Sequence[float]) -> str:
    """A row of the table."""
    can, ask, ask_good, first, first_good, near = row
    return f"{title:<18} {can:>5.1f}% {ask:>8.1f} {ask_good:>10.1f} {first:>12.1f} {first_good:>10.1f} {near:>8.0f}"


def in_play(games: int, random: Random) -> None:
    """`legal_moves` in positions that games of simple opponents reach."""
    before: list[tuple[Any, int]] = []
    middle: list[tuple[Any, int]] = []
    for _ in range(games):
        seed = random.getrandbits(32)
        players = [simple_player(RULES.name, seed + seat) for seat in range(RULES.players)]
        state = RULES.deal(seed)
        for _ in range(3_000):
            actors = RULES.actors(state)
            if not actors:
                break
            player = actors[0]
            if state.phase == "play" and not state.down[player]:
                (middle if state.laid else before).append((state, player))
            moves = RULES.legal_moves(state, player)
            state = RULES.apply_unchecked(state, players[player].choose(RULES.view(state, player), moves), player)
    print(f"\nlegal_moves in {games} games of simple opponents")
    for title, places in (("before the contract", before), ("in the middle of one", middle)):
        listed = [len(RULES.legal_moves(state, player)) for state, player in places]
        cost = mean(RULES.legal_moves, places)
        print(f"{title:<22} {len(places):>6} positions {statistics.mean(listed):>6.1f} moves {cost:>7.1f} µs")


def worst(number: int, random: Random) -> None:
    """The slowest answers over many hands of 19 cards."""
    slowest: list[tuple[float, Hand, Contract]] = []
    limit = 0.0
    for _ in range(number):
        hand = tuple(sorted(random.sample(DECK, 19), key=BY_ORDER))
        for contract in RULES.contracts:
            start = perf_counter()
            MELDING.can_lay(hand, contract)
            spent = perf_counter() - start
            if spent > limit:
                slowest.append((spent, hand, contract))
                if len(slowest) > 400:
                    slowest = sorted(slowest, key=lambda case: -case[0])[:200]
                    limit = slowest[-1][0]
    print(f"\nthe slowest answers over {number:,} random hands of 19 cards, each asked every contract")
    again = [(mean(MELDING.can_lay, [(hand, contract)]), hand, contract) for _, hand, contract in slowest]
    for spent, hand, contract in sorted(again, key=lambda case: -case[0])[:3]:
        print(f"{spent:>7.0f} µs  {contract}: {codes(hand)}")


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=5_000, help="random hands of each size")
    parser.add_argument("--games", type=int, default=20, help="games for the positions of play")
    parser.add_argument("--worst", type=int, default=20_000, help="hands of 19 cards among which the slowest is sought")
    given = parser.parse_args(words)
    random = Random(7)
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    for size in (13, 19):
        question(hands(given.hands, size, random), f"{given.hands:,} random hands of {size} cards")
    in_play(given.games, random)
    worst(given.worst, random)


if __name__ == "__main__":
    main()
