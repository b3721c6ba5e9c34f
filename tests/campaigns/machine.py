"""Hypothesis' stateful testing of a match with its journal, branches, crashes and two clients, with many examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count as numbers
from typing import Any, ClassVar

from test_match_machine import RULES, explore

from .frame import Campaign, reached_of_aims
from .store import Line

EXAMPLES, STEPS = 25, 60
"""Of a unit: how many sequences of steps, and how many steps at most in each."""


class Machine(Campaign):
    """The games take turns; the number of the unit is the seed."""

    name = "machine"
    about = (
        "a match in any order that Hypothesis comes up with: play, undo, redo, branches, two clients, a full disk, "
        "interrupts, somebody else who writes, crashes after any byte of a line, and taken up again from the journal"
    )
    aims: ClassVar[Mapping[str, int]] = {"sequences": 10_000}

    def units(self) -> Iterator[str]:
        for number in numbers():
            yield from (f"{name} {number}" for name in RULES)

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        name, number = unit.split()
        explore(name, examples=EXAMPLES, steps=STEPS, number=int(number))
        return {"sequences": EXAMPLES}

    def reached(self, lines: Sequence[Line]) -> str:
        return f"{reached_of_aims(self, lines)} of up to {STEPS} steps"


CAMPAIGN = Machine
