"""Duels: who wins, on which deals, with what interval."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from shedkit import LuckyShutdown, Quiclo, RandomPlayer, ShanghaiRummy, Shithead
from shedkit.core.errors import ConfigurationError, PlayerError, StudyError
from shedkit.study import Study, simulate_many
from shedkit.study.intervals import MeanOf
from shedkit.study.strength import Duel, duel


def rows(rules: Any, first: str, second: str, deals: int, seed: int, **more: Any) -> list[dict[str, Any]]:
    players = [first, *[second] * (rules.players - 1)]
    return list(
        simulate_many(rules, players, deals * rules.players, seed, measures=[], paired=True, **more)  # type: ignore[arg-type]
    )


def played(monkeypatch: pytest.MonkeyPatch, results: list[tuple[list[int] | None, list[int] | None]]) -> None:
    """Make the games of a duel end like this: the winners and the scores by seat."""

    def row(study: Study, game: int) -> dict[str, Any]:
        n = study.rules.players
        winners, scores = results[game]
        places = None if winners is None else [1 if seat in winners else 2 for seat in range(n)]
        seats = [(seat - game) % n for seat in range(n)]
        return {"game": game, "deal": game // n, "seats": seats, "winners": winners, "places": places, "scores": scores}

    monkeypatch.setattr(Study, "row", row)


def test_the_share_is_the_mean_over_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    # the first player sits in seat 0, then in seat 1; it wins both games of a deal, then one, one, one
    wins = [([0], None), ([1], None), ([0], None), ([0], None), ([1], None), ([1], None), ([0], None), ([0], None)]
    played(monkeypatch, wins)
    result = duel(Quiclo(players=2), "simple", "random", 4, 1)
    assert (result.share, result.chance, result.games, result.deals) == (0.625, 0.5, 8, 4)
    mean = MeanOf(np.array([1, 0.5, 0.5, 0.5]), span=(0, 1))
    assert (result.low, result.high) == mean.interval(0.95)
    assert 0 < result.low < 0.625 < result.high < 1
    narrow = duel(Quiclo(players=2), "simple", "random", 4, 1, level=0.5)
    assert result.low < narrow.low < 0.625 < narrow.high < result.high
    assert (result.better, result.worse) == (False, False)
    assert (result.place, result.points, result.truncated) == (1.375, None, 0)


def test_shared_wins_draws_and_cut_games(monkeypatch: pytest.MonkeyPatch) -> None:
    results = [([0, 2], None), ([], None), (None, None), ([1, 2], None), ([], None), ([0, 2], None)]
    played(monkeypatch, results)
    result = duel(Quiclo(players=3), "simple", "random", 2, 1)
    # the deal with the cut game is left out; the first player sits in seats 0, 1, 2
    assert (result.deals, result.counted, result.truncated) == (2, 1, 1)
    assert result.share == pytest.approx((0 + 1 / 3 + 1 / 2) / 3)
    assert result.place == fmean([2, 2, 1])
    won = 1 / 2 + 1 / 3 + 0 + 1 / 3 + 1 / 2
    assert (result.lowest, result.highest) == (pytest.approx(won / 6), pytest.approx((won + 1) / 6))
    assert ", 1 games cut on 1 more deals, 0.278 to 0.444 whatever had come of them" in str(result)


def test_points_are_held_against_the_mean_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    played(monkeypatch, [([0], [5, 10, 30]), ([0], [0, 50, 10]), ([0], [0, 20, 40])] * 2)
    result = duel(Quiclo(players=3), "simple", "random", 2, 1)
    assert result.points == fmean([5 - 20, 50 - 5, 40 - 10])
    assert "points +20.0" in str(result)


def test_deals_that_are_all_alike_leave_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    played(monkeypatch, [([0], None), ([1], None)] * 5)
    result = duel(Quiclo(players=2), "simple", "random", 5, 1)
    assert (result.share, result.high) == (1, 1)
    assert result.low == pytest.approx(5 / (5 + 1.959963984540054**2))  # Wilson's interval for 5 of 5
    assert result.better


def test_all_games_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    played(monkeypatch, [(None, None)] * 6)
    result = duel(Quiclo(players=2), "simple", "random", 3, 1)
    assert (result.share, result.truncated, result.place, result.points) == (0.5, 6, None, None)
    assert (result.counted, result.low, result.high, result.lowest, result.highest) == (0, 0, 1, 0, 1)
    assert not result.better
    assert "mean place" not in str(result)


def test_the_first_player_sits_in_every_seat_of_every_deal() -> None:
    rules = Quiclo(players=3)
    result = duel(rules, "simple", "random", 6, 9)
    games = rows(rules, "simple", "random", 6, 9)
    assert [row["seats"].index(0) for row in games] == [0, 1, 2] * 6
    wins = [(row["seats"].index(0) in row["winners"]) / len(row["winners"]) for row in games]
    assert result.share == pytest.approx(fmean(wins))


@pytest.mark.parametrize("rules", [LuckyShutdown(players=2), Quiclo(players=2), Shithead(players=2)])
def test_simple_beats_random_and_random_does_not_beat_simple(rules: Any) -> None:
    assert duel(rules, "simple", "random", 20, 1).better
    assert duel(rules, "random", "simple", 20, 1).worse


def test_simple_beats_random_in_points() -> None:
    result = duel(ShanghaiRummy.short(players=2), "simple", "random", 3, 1)
    assert result.points is not None
    assert result.points < 0


def test_equals_are_not_better() -> None:
    result = duel(Quiclo(players=2), "random", "random", 60, 2)
    assert result.low < 0.5 < result.high


def test_players_may_be_made_by_callables() -> None:
    def dull(rules: Any, seed: int) -> RandomPlayer:
        return RandomPlayer(seed)

    result = duel(Quiclo(players=2), dull, "search:iterations=1", 2, 1)
    assert (result.first, result.second) == ("dull", "search:iterations=1")


def test_whoever_plays_it_is_the_same() -> None:
    def fought(**more: Any) -> Duel:
        return duel(Quiclo(players=2), "simple", "random", 10, 3, **more)

    with ThreadPoolExecutor(2) as pool:
        assert fought(executor=pool) == fought() == fought(progress=True)
    assert fought() != duel(Quiclo(players=2), "simple", "random", 10, 4)


@pytest.mark.parametrize(("deals", "level", "option"), [(1, 0.95, "deals"), (2.0, 0.95, "deals"), (2, 95, "level")])
def test_numbers_out_of_bounds(deals: Any, level: Any, option: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        duel(Quiclo(players=2), "simple", "random", deals, 1, level=level)
    assert caught.value.option == option


def test_who_cannot_fight() -> None:
    with pytest.raises(PlayerError, match="there is no player 'simpel'"):
        duel(Quiclo(players=2), "simpel", "random", 2, 1)
    with pytest.raises(StudyError, match="a rules object"):
        duel("quiclo", "simple", "random", 2, 1)  # type: ignore[arg-type]
