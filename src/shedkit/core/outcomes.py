"""Rounds and outcomes: what a game came to."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from typing_extensions import Self

from shedkit.core.values import seal, short

__all__ = ["Outcome", "Result", "Round", "placed", "ranked"]


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
