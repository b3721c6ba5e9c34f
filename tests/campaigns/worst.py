"""The worst that a call can cost, searched for by changing positions and hands as long as the cost grows."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count as counting
from time import process_time
from typing import Any

from shedkit import game_names
from worst import (
    CALLS,
    MOST_CALLS,
    QUESTIONS,
    another_position,
    another_question,
    climb,
    cost,
    some_position,
    some_question,
)

from .frame import Campaign, Finding, count
from .store import Line

STEPS = 400
"""Changes that a unit tries."""
SECONDS, MEGABYTES = 0.2, 50.0
"""What a call may take."""


class Worst(Campaign):
    """A unit is a search of some hundred changes for one call of one game, or for one question about melds."""

    name = "worst"
    about = (
        "for each call on a position, and each question about melds, a search for the input that costs most; it may call "
        f"{count(MOST_CALLS)} functions and take {SECONDS} s and {MEGABYTES:.0f} MB"
    )
    largest = frozenset({"calls", "cpu_ms", "peak_kb"})

    def units(self) -> Iterator[str]:
        for seed in counting():
            for question in QUESTIONS:
                yield f"melds {question} {seed}"
            for name in game_names():
                for call in CALLS:
                    yield f"{name} {call} {seed}"

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        name, call, seed = unit.split()
        begin: Callable[..., Any] = some_question if name == "melds" else some_position(name)
        change: Callable[..., Any] = another_question if name == "melds" else another_position
        calls, worst = climb(begin, change, lambda asked: cost(asked.put_to(call)), int(seed), STEPS)
        work = worst.put_to(call)
        began = process_time()
        work()
        spent = process_time() - began
        work = worst.put_to(call)
        tracemalloc.start()
        try:
            work()
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        tally = {"steps": STEPS, "calls": calls, "cpu_ms": round(1000 * spent, 1), "peak_kb": peak // 1024}
        if calls > MOST_CALLS or spent > SECONDS or peak > MEGABYTES * 2**20:
            raise Finding(f"{tally} for {worst!r}")
        return tally

    def reached(self, lines: Sequence[Line]) -> str:
        total = self.figures(lines)
        dearest = max(lines, key=lambda line: line["calls"])
        return (
            f"{count(total['steps'])} inputs; the dearest call: {count(total['calls'])} functions "
            f"(`{dearest['unit'].rpartition(' ')[0]}`); the longest: {total['cpu_ms'] / 1000:.2f} s; the most memory: "
            f"{total['peak_kb'] / 1024:.1f} MB"
        )


CAMPAIGN = Worst
