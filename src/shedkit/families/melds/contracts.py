"""Contracts: what must be laid, and how far a hand is from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import attrs

from shedkit.core.errors import NotationError
from shedkit.core.values import seal, short
from shedkit.families.melds.values import RUN, SET, Cards, Laid

MOST_SETS: Final = 12
MOST_RUNS: Final = 8
"""More sets and runs no contract has: what a search for them costs grows with each run."""


@seal
@attrs.frozen
class Contract:
    """What must be laid first: so many sets of three and runs of four.

    Raises:
        NotationError: for numbers that are none, below 0, or beyond 12 sets and 8 runs.

    >>> contract = Contract(sets=2, runs=1)
    >>> str(contract), contract.cards, contract.melds
    ('2 sets and 1 run', 10, 3)

    """

    sets: int
    runs: int

    def __attrs_post_init__(self) -> None:
        for number, most, name in ((self.sets, MOST_SETS, "sets"), (self.runs, MOST_RUNS, "runs")):
            if type(number) is not int or not 0 <= number <= most:
                raise NotationError(f"a contract has from 0 to {most} {name}, not {short(number)}")

    @property
    def cards(self) -> int:
        """How many cards it takes."""
        return SET * self.sets + RUN * self.runs

    @property
    def melds(self) -> int:
        """How many melds it takes."""
        return self.sets + self.runs

    def rest(self, table: Iterable[Laid], owner: int) -> Contract:
        """What is left of it beside the melds that a player has on the table; a meld too many takes nothing away."""
        own = [laid.meld.kind for laid in table if laid.owner == owner]
        return Contract(max(0, self.sets - own.count("set")), max(0, self.runs - own.count("run")))

    def without(self, kind: Literal["set", "run"]) -> Contract:
        """What is left once a meld of this kind is laid."""
        return Contract(self.sets - (kind == "set"), self.runs - (kind == "run"))

    def __str__(self) -> str:
        parts = [(self.sets, "set"), (self.runs, "run")]
        return " and ".join(f"{n} {name}{'s' if n > 1 else ''}" for n, name in parts if n) or "nothing"


@attrs.frozen
class Nearest:
    """How far a hand is from a contract.

    Attributes:
        missing: how many cards it lacks at least.
        cards: cards of the hand that would be laid in one way to get there, in deck order.

    """

    missing: int
    cards: Cards
