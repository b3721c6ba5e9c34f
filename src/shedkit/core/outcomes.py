"""Rounds and outcomes: what a game came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import isfinite
from numbers import Real
from types import MappingProxyType
from typing import Any, Final

import attrs
from typing_extensions import Self

from shedkit.core.errors import ConfigurationError
from shedkit.core.values import seal, short

__all__ = ["UTILITIES", "Outcome", "Result", "Round", "Utility", "placed", "ranked", "utility_of"]


def _rotated(entries: tuple[int, ...], by: int) -> tuple[int, ...]:
    shift = -by % len(entries)
    return entries[shift:] + entries[:shift]


@seal
@attrs.frozen
class Result:
    """What one round came to.

    Attributes:
        places: by seat, 1 for the best; equal places are shared.
        scores: by seat, in points of the game; ``None`` in games without points.

    """

    places: tuple[int, ...]
    scores: tuple[int, ...] | None = None

    @classmethod
    def lengths(cls, rules: Any) -> Mapping[str, int]:
        """How many places and scores there are."""
        return {"places": rules.players, "scores": rules.players}

    def rotated(self, by: int) -> Result:
        """The same result with every seat moved on."""
        return Result(_rotated(self.places, by), self.scores and _rotated(self.scores, by))


@seal
@attrs.frozen
class Round:
    """The facts that stay as they are while a round is played.

    Attributes:
        number: which round it is, from 1.
        dealer: the seat that dealt it.
        results: of the rounds that are over, in order.

    """

    number: int
    dealer: int
    results: tuple[Result, ...] = ()

    @classmethod
    def lengths(cls, rules: Any) -> Mapping[str, int]:
        """How many results there are at most."""
        return {"results": rules.rounds}

    def fault(self, players: int, rounds: int, over: bool) -> str | None:
        """What is wrong with this value in a game of so many rounds, in a sentence, or ``None``."""
        if type(self.number) is not int or not 1 <= self.number <= rounds:
            return f"round: it must be from 1 to {rounds}, not {short(self.number)}"
        if type(self.dealer) is not int or not 0 <= self.dealer < players:
            return f"dealer: there is no player {short(self.dealer)}"
        if len(self.results) != self.number - (not over):
            return f"results: {self.number - (not over)} expected in round {self.number}, not {len(self.results)}"
        for result in self.results:
            if len(result.places) != players or not all(
                type(place) is int and 1 <= place <= players for place in result.places
            ):
                return f"results: each names the places of {players} players"
            scores = result.scores
            if scores is not None and (
                type(scores) is not tuple or len(scores) != players or not all(type(score) is int for score in scores)
            ):
                return f"results: each has the scores of {players} players, in whole numbers"
        return None

    def totals(self, players: int) -> tuple[int, ...]:
        """The scores of each player in all rounds that are over, added up.

        >>> Round(3, 0, (Result((1, 2), (0, 5)), Result((2, 1), (7, 0)))).totals(2)
        (7, 5)
        """
        scores = [result.scores for result in self.results if result.scores]
        return tuple([sum([points[seat] for points in scores]) for seat in range(players)])

    def rotated(self, by: int, players: int) -> Self:
        """The same round with every seat moved on."""
        return attrs.evolve(
            self,
            dealer=(self.dealer + by) % players,
            results=tuple(result.rotated(by) for result in self.results),
        )


@seal
@attrs.frozen
class Outcome:
    """How a game ended.

    Attributes:
        places: by seat, 1 for the best; every player has one, equal places are shared.
        winners: the seats that won, in order.
        losers: the seats that lost, in order; games that name no loser leave it empty.
        scores: by seat, in points of the game; ``None`` in games without points.
        rounds: the result of each round.

    >>> print(Outcome(places=(2, 1, 3), winners=(1,), losers=(2,)))
    player 1 wins; player 2 loses; places: 2 1 3

    """

    places: tuple[int, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    rounds: tuple[Result, ...] = ()

    @classmethod
    def of(
        cls, places: tuple[int, ...], scores: tuple[int, ...] | None = None, rounds: tuple[Result, ...] = ()
    ) -> Self:
        """The outcome of a game that names no loser: who has the first place wins.

        >>> print(Outcome.of((2, 1, 2)))
        player 1 wins; places: 2 1 2
        """
        return cls(places, tuple([seat for seat, place in enumerate(places) if place == 1]), (), scores, rounds)

    def returns(self, utility: str | Utility = "places") -> tuple[float, ...]:
        """What the game was worth to each player, by seat: its pay-offs, as learners and theorists call them.

        The utilities with a name are zero-sum, and a game nobody has won by them pays nobody anything:

        - ``"win"``: only winning counts; several winners share. A winner alone gets 1, each of the others
          -1 / (players - 1); values lie from there to 1.
        - ``"places"``: from 1 for the first place down to -1 for the last one in equal steps; who shares places gets
          the mean of them. Values lie from -1 to 1.
        - ``"points"``: by how many points of the game a player is better than the mean of the table, more points or
          fewer, whichever wins. Values lie within the difference of the best and the worst score.

        Args:
            utility: a name, or a function of one's own that gives a number for each seat; its sum and range are
                its own.

        Raises:
            ConfigurationError: for another name, points of a game that counts none, and a function that gives
                something else.

        >>> outcome = Outcome.of((2, 1, 2), scores=(5, 0, 13))
        >>> outcome.returns("win"), outcome.returns(), outcome.returns("points")
        ((-0.5, 1.0, -0.5), (-0.5, 1.0, -0.5), (1.0, 6.0, -7.0))
        >>> outcome.returns(lambda outcome: [-points for points in outcome.scores])
        (-5.0, 0.0, -13.0)

        """
        return _paid(utility_of(utility)(self), len(self.places))

    def __str__(self) -> str:
        parts = []
        for seats, verb, many in ((self.winners, "wins", "win"), (self.losers, "loses", "lose")):
            if seats:
                *first, last = [f"player {seat}" for seat in seats]
                names = f"{', '.join(first)} and {last}" if first else last
                parts.append(f"{names} {verb if len(seats) == 1 else many}")
        parts.append("places: " + " ".join(map(str, self.places)))
        if self.scores is not None:
            parts.append("scores: " + " ".join(map(str, self.scores)))
        return "; ".join(parts)


Utility = Callable[[Outcome], Sequence[float]]
"""What an outcome is worth, by seat."""


def _paid(values: object, players: int) -> tuple[float, ...]:
    """What a utility gives, if it is a number for each seat."""
    paid = list[float]()
    for value in islice(values, players + 1) if isinstance(values, Iterable) else ():
        if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
            break
        paid.append(float(value))
    if len(paid) != players:
        raise ConfigurationError("utility", f"it must give a number for each of {players} players, not {short(values)}")
    return tuple(paid)


def _win(outcome: Outcome) -> list[Fraction]:
    players, winners = len(outcome.places), outcome.winners
    if not winners or len(winners) == players:
        return [Fraction(0)] * players
    share = Fraction(players, len(winners))
    return [(share * (seat in winners) - 1) / (players - 1) for seat in range(players)]


def _places(outcome: Outcome) -> list[Fraction]:
    places = outcome.places
    means = [place + Fraction(places.count(place) - 1, 2) for place in places]
    return [1 - 2 * (mean - 1) / (len(places) - 1) for mean in means]


def _points(outcome: Outcome) -> list[Fraction]:
    scores, places = outcome.scores, outcome.places
    if scores is None:
        raise ConfigurationError("utility", "this game counts no points")
    best = [score for score, place in zip(scores, places, strict=True) if place == 1]
    worst = [score for score, place in zip(scores, places, strict=True) if place == max(places)]
    more = Fraction(sum(best), len(best)) - Fraction(sum(worst), len(worst))
    sign = (more > 0) - (more < 0)
    return [sign * (score - Fraction(sum(scores), len(scores))) for score in scores]


UTILITIES: Final[Mapping[str, Utility]] = MappingProxyType({"win": _win, "places": _places, "points": _points})  # type: ignore[dict-item]
"""The utilities that have a name; see `Outcome.returns`."""


def utility_of(given: str | Utility) -> Utility:
    """The utility of a name, or the function itself.

    Raises:
        ConfigurationError: for another name.

    """
    if callable(given):
        return given
    named = UTILITIES.get(given) if isinstance(given, str) else None
    if named is None:
        names = ", ".join(UTILITIES)
        raise ConfigurationError("utility", f"it must be one of {names}, or a function, not {short(given)}")
    return named


def ranked(values: Sequence[int]) -> tuple[int, ...]:
    """Places for values of which the smallest is best; equal values share a place.

    >>> ranked([3, 0, 3, 1])
    (3, 1, 3, 2)
    """
    return tuple(1 + sum(other < value for other in values) for value in values)


def placed(out: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """Places in the order of going out; the others come after them, the smallest value first, equal ones together.

    Args:
        out: who went out, first one first.
        values: by seat, what decides among the others.

    >>> placed(out=(2,), values=[5, 3, 0, 5])
    (3, 2, 1, 3)
    """
    rest = [values[seat] for seat in range(len(values)) if seat not in out]
    return tuple(
        [
            out.index(seat) + 1 if seat in out else len(out) + 1 + sum(other < value for other in rest)
            for seat, value in enumerate(values)
        ]
    )
