"""What an outcome is worth to each player: the utilities with a name, and those of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from mau_mau import MauMau
from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead, simple_player, simulate
from shedkit.core.errors import ConfigurationError
from shedkit.core.outcomes import UTILITIES, Outcome, ranked


def of(places: Sequence[int], winners: Sequence[int] | None = None, scores: Sequence[int] | None = None) -> Outcome:
    won = [seat for seat, place in enumerate(places) if place == 1] if winners is None else winners
    return Outcome(tuple(places), tuple(won), (), scores if scores is None else tuple(scores))


@pytest.mark.parametrize(
    ("places", "winners", "paid"),
    [
        ([1, 2], [0], (1, -1)),
        ([2, 1], [1], (-1, 1)),
        ([1, 1], [], (0, 0)),
        ([1, 1], [0, 1], (0, 0)),
        ([2, 1, 2], [1], (-0.5, 1, -0.5)),
        ([1, 2, 3], [0, 1], (0.25, 0.25, -0.5)),  # of Lucky Shutdown: all but the loser win
        ([1, 2, 3, 4], [0], (1, -1 / 3, -1 / 3, -1 / 3)),
        ([1, 2, 3, 4], [0, 1, 2], (1 / 9, 1 / 9, 1 / 9, -1 / 3)),
    ],
)
def test_win(places: list[int], winners: list[int], paid: tuple[float, ...]) -> None:
    assert of(places, winners).returns("win") == pytest.approx(paid)


@pytest.mark.parametrize(
    ("places", "paid"),
    [
        ([1, 2], (1, -1)),
        ([1, 1], (0, 0)),
        ([3, 1, 2], (-1, 1, 0)),
        ([2, 1, 2], (-0.5, 1, -0.5)),
        ([1, 1, 3], (0.5, 0.5, -1)),
        ([1, 1, 1], (0, 0, 0)),
        ([1, 2, 2, 4], (1, 0, 0, -1)),
        ([1, 2, 3, 4, 5], (1, 0.5, 0, -0.5, -1)),
    ],
)
def test_places(places: list[int], paid: tuple[float, ...]) -> None:
    assert of(places).returns("places") == of(places).returns() == pytest.approx(paid)


@pytest.mark.parametrize(
    ("places", "scores", "paid"),
    [
        ([1, 2], [0, 10], (5, -5)),  # the fewest points win
        ([1, 2], [10, 0], (5, -5)),  # the most points win
        ([1, 1], [7, 7], (0, 0)),
        ([2, 1, 3], [5, 0, 13], (1, 6, -7)),
        ([2, 3, 1], [0, -9, 30], (-7, -16, 23)),
        ([1, 1], [3, 8], (0, 0)),  # the points have decided nothing
    ],
)
def test_points(places: list[int], scores: list[int], paid: tuple[float, ...]) -> None:
    assert of(places, scores=scores).returns("points") == pytest.approx(paid)


def test_they_are_zero_sum_and_keep_within_their_range() -> None:
    """All places of up to five players, with winners down to any place, and points either way."""
    seen = 0
    for players in range(2, 6):
        for places in set(map(ranked, product(range(players), repeat=players))):
            for last in range(players + 1):
                winners = [seat for seat, place in enumerate(places) if place <= last]
                for sign in (5, -5):
                    outcome = of(places, winners, [sign * place for place in places])
                    for name in UTILITIES:
                        paid = outcome.returns(name)
                        assert sum(paid) == pytest.approx(0), (outcome, name)
                        low = {"win": -1 / (players - 1), "places": -1, "points": -5 * players}[name]
                        high = 5 * players if name == "points" else 1
                        assert all(low - 1e-9 <= value <= high + 1e-9 for value in paid), (outcome, name)
                        order = [place for _, place in sorted(zip(paid, places, strict=True), reverse=True)]
                        assert name == "win" or order == sorted(places)
                        seen += 1
    assert seen > 10_000


@pytest.mark.parametrize("rules", [ShanghaiRummy.short(), MauMau(), MauMau(others="play_on")])
def test_points_of_games_that_count_them(rules: Any) -> None:
    random, state = Random(4), rules.deal(seed=4)
    while actors := rules.actors(state):
        moves = rules.legal_moves(state, actors[0])
        state = rules.apply(state, random.choice(moves[:-1] if len(moves) > 1 else moves), actors[0])
    outcome = rules.outcome(state)
    if outcome.scores is None:
        with pytest.raises(ConfigurationError, match="utility: this game counts no points"):
            outcome.returns("points")
        return
    paid = outcome.returns("points")
    assert paid.index(max(paid)) in outcome.winners
    assert max(paid) - min(paid) == pytest.approx(max(outcome.scores) - min(outcome.scores))


@pytest.mark.parametrize("kind", [Quiclo, Shithead, LuckyShutdown])
def test_games_without_points_say_so(kind: Any) -> None:
    players = [simple_player(kind.name, seat) for seat in range(2)]
    outcome = simulate(kind(players=2), players, seed=1).outcome
    assert outcome.returns("win") == outcome.returns("places")
    with pytest.raises(ConfigurationError, match="utility: this game counts no points"):
        outcome.returns("points")


@pytest.mark.parametrize("utility", ["Win", "", None, 3, ("win",), b"win"])
def test_an_unknown_utility(utility: Any) -> None:
    with pytest.raises(
        ConfigurationError, match="utility: it must be one of win, places, points, or a function"
    ) as caught:
        of([1, 2]).returns(utility)
    assert caught.value.option == "utility"


def test_a_function_of_ones_own() -> None:
    outcome = of([2, 1, 3], scores=[5, 0, 13])
    assert outcome.returns(lambda outcome: [3 - place for place in outcome.places]) == (1.0, 2.0, 0.0)
    assert outcome.returns(lambda outcome: np.array(outcome.scores)) == (5.0, 0.0, 13.0)
    assert outcome.returns(lambda outcome: np.zeros(3, np.float32)) == (0.0, 0.0, 0.0)
    assert outcome.returns(lambda outcome: (Fraction(1, 2), 0, -0.5)) == (0.5, 0.0, -0.5)


@pytest.mark.parametrize(
    "given",
    [
        None,
        3,
        (),
        (1, 2),
        (1, 2, 3, 4),
        "123",
        ("a", 1, 2),
        (True, 0, 0),
        (float("nan"), 0, 0),
        (1, 2, float("inf")),
        {},
    ],
)
def test_what_a_function_gives_is_looked_at(given: Any) -> None:
    with pytest.raises(ConfigurationError, match="utility: it must give a number for each of 3 players"):
        of([2, 1, 3]).returns(lambda outcome: given)


def test_the_error_of_a_function_is_its_own() -> None:
    def broken(outcome: Outcome) -> list[float]:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        of([1, 2]).returns(broken)
