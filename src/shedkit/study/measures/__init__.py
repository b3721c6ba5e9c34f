"""Measures of games: small functions, each with its definition, its unit and its source.

There are three kinds: what the rules alone tell, what one played game tells, and what the games of one deal tell in
which the players have changed seats.

>>> print(measure("skips").definition)
How many turns were lost because the player was skipped.
>>> from shedkit import Quiclo, RandomPlayer
>>> from shedkit.study.trails import follow
>>> trail = follow(Quiclo(players=2), [RandomPlayer(1), RandomPlayer(2)], seed=7, max_moves=1000)
>>> measure("forced_moves").of(trail), measure("skips").of(trail)
(9, None)
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final, TypeVar, cast

from shedkit.core.errors import StudyError
from shedkit.core.values import short
from shedkit.study.measures.choices import CHOICES, LENGTHS
from shedkit.study.measures.happenings import HAPPENINGS
from shedkit.study.measures.kinds import DealMeasure, GameMeasure, Measure, Row, RulesMeasure, Value
from shedkit.study.measures.leads import HIDDEN, LEADS, SEATS
from shedkit.study.measures.of_deals import DEAL_MEASURES
from shedkit.study.measures.of_rules import RULES_MEASURES

__all__ = [
    "DEAL_MEASURES",
    "GAME_MEASURES",
    "RULES_MEASURES",
    "DealMeasure",
    "GameMeasure",
    "Measure",
    "Row",
    "RulesMeasure",
    "Value",
    "listed",
    "measure",
]

K = TypeVar("K", bound=Measure)

GAME_MEASURES: Final[tuple[GameMeasure, ...]] = (*LENGTHS, *CHOICES, *HAPPENINGS, *LEADS, *SEATS, *HIDDEN)
"""What one played game tells, in the order of the page of measures."""


def measure(given: str | GameMeasure) -> GameMeasure:
    """A measure of games by its name.

    Raises:
        StudyError: if there is none of this name.

    >>> measure("pils_taken")
    Traceback (most recent call last):
        ...
    shedkit.core.errors.StudyError: there is no measure 'pils_taken'; did you mean piles_taken?

    """
    return listed(given, GAME_MEASURES)


def listed(given: object, known: Sequence[K]) -> K:
    """The measure of a list that has this name, or a measure of the user's own, of a kind that is in the list.

    Raises:
        StudyError: for anything else.

    """
    if isinstance(given, tuple({type(entry) for entry in known})):
        return cast(K, given)
    names = {entry.name: entry for entry in known}
    if isinstance(given, str) and given in names:
        return names[given]
    close = get_close_matches(given, names, 1) if isinstance(given, str) else []
    right = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    raise StudyError(f"there is no measure {short(given)}; {right}")
