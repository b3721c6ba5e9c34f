"""The fields of games that are played in rounds, ready to be put into a class of states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typing_extensions import override

from shedkit.core.declarations import Holds, Visibility
from shedkit.core.errors import PositionError
from shedkit.core.fields import Given, fact
from shedkit.core.outcomes import Result, Round, ranked
from shedkit.core.positions import read_list
from shedkit.core.roles import Role
from shedkit.core.values import short

__all__ = ["points_fact", "round_fact"]


class _RoundFact(fact[Round]):
    """Number, dealer and results of the rounds; a position names them one by one."""

    def __init__(self, scored: Callable[[Any, str, Any], Result] | None) -> None:
        doc = "number, dealer and results so far"
        super().__init__(Visibility.EVERYONE, Holds.VALUE, doc=doc, role=Role.ROUND, lasts=True, kind=Round)
        self._result = scored or (lambda rules, name, given: Result(read_list(name, given)))

    @property
    @override
    def names(self) -> tuple[str, ...]:
        return ("dealer", "round", "results")

    @override
    def following(self, rules: Any, at: Any) -> object:
        return Round(1, rules.dealer_at_first)

    @override
    def read(self, rules: Any, given: Given, at: Any) -> object:
        dealer, results = given.get("dealer"), given.get("results")
        number = given.get("round", 1)
        if results is None:
            results = rules.results_unsaid(number)
        read = tuple([self._result(rules, "results", result) for result in read_list("results", results)])
        return Round(number, rules.dealer_at_first if dealer is None else dealer, read)

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        return at.round.fault(rules.players, rules.rounds, at.phase == "over")  # type: ignore[no-any-return]


class _PointsFact(_RoundFact):
    """Rounds that come to points, the fewest best; a position names the points, by default none before this round."""

    def __init__(self) -> None:
        super().__init__(_read_points)

    @override
    def read(self, rules: Any, given: Given, at: Any) -> object:
        number = given.get("round", 1)
        if type(number) is not int or not 1 <= number <= rules.rounds:
            raise PositionError(f"round: it must be from 1 to {rules.rounds}, not {short(number)}")
        results = given.get("results")
        none = [(0,) * rules.players] * (number - 1)
        return super().read(rules, {**given, "results": none if results is None else results}, at)

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        fault = super().fault(rules, at)
        for result in at.round.results if fault is None else ():
            points = result.scores
            if points is None or not all(type(number) is int and number >= 0 for number in points):
                return f"results: each has the points of {rules.players} players"
            if result.places != ranked(points):
                return "results: the places are not those that follow from the points"
        return fault


def _read_points(rules: Any, name: str, given: Any) -> Result:
    points = read_list(name, given)
    if len(points) != rules.players or not all(type(number) is int for number in points):
        raise PositionError(f"{name}: the points of each player in each round that is over are expected")
    return Result(ranked(points), points)


def points_fact() -> fact[Round]:
    """Which round it is, who dealt it, and the points that the rounds before came to, of which the fewest are best."""
    return _PointsFact()


def round_fact(result: Callable[[Any, str, Any], Result] | None = None) -> fact[Round]:
    """Which round it is, who dealt it, and what the rounds before came to.

    Args:
        result: how a position names what a round came to, from rules, name and what is given; without it, by the
            places of the seats.

    """
    return _RoundFact(result)
