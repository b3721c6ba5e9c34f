"""Contracts: what must be laid, and how far a hand is from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import attrs

from shedkit.core.errors import ConfigurationError, NotationError
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


def read_contracts(given: Iterable[Contract | tuple[int, int]], *, most: int, melds: int) -> tuple[Contract, ...]:
    """The contracts that the option ``contracts`` names, one for each round; for the converter of that option.

    Args:
        given: contracts, or pairs of so many sets and so many runs.
        most: how many contracts there can be.
        melds: how many melds each can ask for.

    Raises:
        ConfigurationError: for anything else, no contract at all, and a contract that asks for nothing.

    >>> [str(contract) for contract in read_contracts([(2, 0), (1, 1)], most=7, melds=3)]
    ['2 sets', '1 set and 1 run']

    """
    wrong = ConfigurationError("contracts", "it must be a list of pairs (sets, runs), such as [(2, 0), (1, 1)]")
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise wrong
    if not 0 < len(given) <= most:
        raise ConfigurationError("contracts", f"there must be from 1 to {most} contracts, not {len(given)}")
    read = []
    for asked in given:
        pair = (asked.sets, asked.runs) if isinstance(asked, Contract) else asked
        if not isinstance(pair, tuple | list) or len(pair) != 2 or any(type(number) is not int for number in pair):
            raise wrong
        sets, runs = pair
        if sets < 0 or runs < 0 or not 0 < sets + runs <= melds:
            what = f"{short(sets)} sets and {short(runs)} runs"
            raise ConfigurationError("contracts", f"each asks for 1 to {melds} melds, not for {what}")
        read.append(Contract(sets, runs))
    return tuple(read)


@attrs.frozen
class Nearest:
    """How far a hand is from a contract.

    Attributes:
        missing: how many cards it lacks at least.
        cards: cards of the hand that would be laid in one way to get there, in deck order.

    """

    missing: int
    cards: Cards
