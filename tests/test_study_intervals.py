"""Intervals: what they hold, how often they hold it, and that they agree with their tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from math import inf, isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from shedkit.study.differences import holm
from shedkit.study.intervals import NO_INTERVAL, SCORE, SKEWED, WILSON, MeanOf, Numbers, difference, discordant
from shedkit.study.lengths import kaplan_meier
from shedkit.study.plackett_luce import fit
from shedkit.study.seats import equal_seats
from tournament_play import ONE_WINS, drawn

PAGE = Path(__file__).parent.parent / "docs" / "statistics.md"
GAMES = 400
"""How often a coverage is tried here; the page shows it from 4,000."""
SHARE = (0.0, 1.0)


def held(interval: tuple[float, ...], true: float) -> bool:
    return interval[0] - 1e-12 <= true <= interval[1] + 1e-12


# --- what is simulated: a name, how many values, and a function that says whether an interval holds the truth

Draw = Callable[[np.random.Generator], bool]


def yes(share: float, n: int) -> Draw:
    return lambda rng: held(MeanOf((rng.random(n) < share).astype(float), yes_no=True).interval(0.95), share)


def by_deal(share: float, deals: int, games: int, alike: float) -> Draw:
    """Deals of several games whose shares vary from deal to deal, by a beta distribution."""

    def draw(rng: np.random.Generator) -> bool:
        a = share * (1 - alike) / alike if alike else 0.0
        wins = rng.beta(a, a * (1 - share) / share, size=deals) if alike else np.full(deals, share)
        return held(MeanOf(rng.binomial(games, wins) / games, span=SHARE).interval(0.95), share)

    return draw


def once_each(deals: int, once: float) -> Draw:
    """Deals of two games that both players mostly win once."""

    def draw(rng: np.random.Generator) -> bool:
        values = np.where(rng.random(deals) < once, 0.5, rng.integers(0, 2, deals))
        return held(MeanOf(values, span=SHARE).interval(0.95), 0.5)

    return draw


def skewed(n: int, draw: Callable[[np.random.Generator, int], Numbers], true: float) -> Draw:
    return lambda rng: held(MeanOf(draw(rng, n).astype(float), span=(0.0, inf)).interval(0.95), true)


def geometric(rng: np.random.Generator, n: int) -> Numbers:
    return rng.geometric(0.2, n).astype(float)


def lognormal(rng: np.random.Generator, n: int) -> Numbers:
    return rng.lognormal(0.0, 0.7, n)


def seldom(rng: np.random.Generator, n: int) -> Numbers:
    return rng.poisson(0.1, n).astype(float)


def lengths(n: int, endless: float, *, median: bool) -> Draw:
    """Games of about 100 moves, cut after 400; some would never end."""

    def draw(rng: np.random.Generator) -> bool:
        long = np.where(rng.random(n) < endless, inf, np.ceil(rng.gamma(4.0, 25.0, n)))
        known = kaplan_meier(np.minimum(long, 400.0), long > 400, 0.95)
        if median:
            true = np.ceil(stats.gamma(4.0, scale=25.0).ppf(min(0.5 / (1 - endless), 1.0)))
            return held((known.low, known.high), true if endless < 0.5 else inf)
        mean = float(stats.gamma(4.0, scale=25.0).sf(np.arange(400)).sum()) * (1 - endless) + 400 * endless
        return held(MeanOf(known.restricted(400.0)[1], span=(0.0, inf)).interval(0.95), mean)

    return draw


def censored(n: int) -> Draw:
    """Lengths that are cut anywhere, as turns are when moves are."""

    def draw(rng: np.random.Generator) -> bool:
        long, cut = np.ceil(rng.gamma(4.0, 25.0, n)), np.ceil(rng.uniform(60, 300, n))
        known = kaplan_meier(np.minimum(long, cut), long > cut, 0.95)
        true = float(stats.gamma(4.0, scale=25.0).sf(np.arange(150)).sum())
        return held(MeanOf(known.restricted(150.0)[1], span=(0.0, inf)).interval(0.95), true)

    return draw


def pairs(n: int, changed: float) -> Draw:
    """Gains of a rule that seldom does anything, and then mostly shortens the game."""

    def draw(rng: np.random.Generator) -> bool:
        gain = np.where(rng.random(n) < changed, 2.0 - rng.geometric(0.2, n), 0.0)
        return held(MeanOf(gain).interval(0.95), -3 * changed)

    return draw


def two_means(n: int, m: int) -> Draw:
    def draw(rng: np.random.Generator) -> bool:
        first, second = MeanOf(geometric(rng, n)), MeanOf(rng.geometric(0.25, m).astype(float))
        return held(difference(first, second, 0.95), -1.0)

    return draw


def two_shares(n: int, a: float, b: float) -> Draw:
    def draw(rng: np.random.Generator) -> bool:
        first, second = (MeanOf((rng.random(n) < share).astype(float), yes_no=True) for share in (a, b))
        return held(difference(first, second, 0.95), b - a)

    return draw


def changed_shares(n: int, up: float, down: float) -> Draw:
    def draw(rng: np.random.Generator) -> bool:
        more, less, _ = rng.multinomial(n, [up, down, 1 - up - down])
        return held(discordant(int(more), int(less), n, 0.95), up - down)

    return draw


def all_seats(n: int, *shares: float) -> Draw:
    """Whether the intervals of all seats hold at once."""

    def draw(rng: np.random.Generator) -> bool:
        wins = np.eye(len(shares))[rng.choice(len(shares), n, p=shares)].T
        each = 1 - 0.05 / len(shares)
        return all(held(MeanOf(won, span=SHARE).interval(each), share) for won, share in zip(wins, shares, strict=True))

    return draw


def no_seat(n: int, *shares: float) -> Draw:
    """Whether the test of all seats says nothing, where all are equal."""

    def draw(rng: np.random.Generator) -> bool:
        return equal_seats(list(np.eye(len(shares))[rng.choice(len(shares), n, p=shares)].T))[1] >= 0.05

    return draw


def rating(strengths: list[float], seats: list[float], deals: int, *, luck: float = 0.0, **words: Any) -> Draw:
    """The rating of the best player, where the seats are worth something, too.

    The luck of a deal makes strengths tell less. What they come to then is what very many games come to.
    """
    best = np.array(strengths) - np.mean(strengths)
    players, n = len(strengths), len(seats)

    @cache
    def true() -> float:
        if not luck:
            return float(best[0])
        many = drawn(np.random.default_rng(1), best, np.array(seats), 8_000, luck=luck, **words)
        return float(fit(many, players, n).strengths[0])

    def draw(rng: np.random.Generator) -> bool:
        fitted = fit(drawn(rng, best, np.array(seats), deals, luck=luck, **words), players, n)
        if fitted.covariance is None:  # it is said to be above all others
            return True
        width = stats.t.ppf(0.975, fitted.freedom) * np.sqrt(fitted.covariance[0, 0])
        return held((fitted.strengths[0] - width, fitted.strengths[0] + width), true())

    return draw


CASES: dict[str, dict[str, Draw]] = {
    "Share of yes (Wilson)": {
        "half of 40 games": yes(0.5, 40),
        "1 of 50 in 200 games": yes(0.02, 200),
        "1 of 50 in 2,000 games": yes(0.02, 2_000),
    },
    "Share by deals (score)": {
        "0.5, 20 deals of 2 games": by_deal(0.5, 20, 2, 0.0),
        "0.9, 20 deals of 2": by_deal(0.9, 20, 2, 0.0),
        "0.95, 40 deals of 4": by_deal(0.95, 40, 4, 0.0),
        "0.95, 200 deals of 2": by_deal(0.95, 200, 2, 0.0),
        "0.9, 40 deals of 4, alike": by_deal(0.9, 40, 4, 0.2),
        "0.5, 200 deals, mostly once each": once_each(200, 0.8),
    },
    "Count (t, skewness corrected)": {
        "geometric, 50 games": skewed(50, geometric, 5.0),
        "lognormal, 200 games": skewed(200, lognormal, float(np.exp(0.245))),
        "one game in ten, 200 games": skewed(200, seldom, 0.1),
    },
    "Length (restricted mean)": {
        "200 games, 3 % endless": lengths(200, 0.03, median=False),
        "200 games, 40 % endless": lengths(200, 0.4, median=False),
        "200 games, cut anywhere": censored(200),
    },
    "Length (median)": {
        "200 games, 3 % endless": lengths(200, 0.03, median=True),
        "200 games, 40 % endless": lengths(200, 0.4, median=True),
        "200 games, 60 % endless": lengths(200, 0.6, median=True),
    },
    "Difference of pairs (t, skewness corrected)": {
        "300 pairs, all change": pairs(300, 1.0),
        "300 pairs, 1 in 10 changes": pairs(300, 0.1),
    },
    "Difference of pairs of yes and no (McNemar)": {
        "300 pairs": changed_shares(300, 0.1, 0.06),
        "300 pairs, seldom": changed_shares(300, 0.02, 0.01),
    },
    "Difference of two means (Zou and Donner)": {"60 and 90 games": two_means(60, 90)},
    "Difference of two shares (Newcombe)": {
        "100 games each": two_shares(100, 0.3, 0.4),
        "300 games each, seldom": two_shares(300, 0.02, 0.05),
    },
    "All seats at once": {
        "four equal seats, 200 games": all_seats(200, 0.25, 0.25, 0.25, 0.25),
        "one seat ahead, 200 games": all_seats(200, 0.4, 0.2, 0.2, 0.2),
        "Hotelling's test, four equal seats, 60 games": no_seat(60, 0.25, 0.25, 0.25, 0.25),
    },
    "Rating (Plackett and Luce, by deals)": {
        "3 players at 2 seats, 30 deals": rating([0.6, 0.0, -0.6], [0.2, -0.2], 30),
        "3 players at 2 seats, 60 deals of much luck": rating([0.6, 0.0, -0.6], [0.2, -0.2], 60, luck=1.0),
        "3 players at 2 seats, 40 deals, 1 in 3 drawn": rating([0.6, 0.0, -0.6], [0.2, -0.2], 40, draws=0.0),
        "4 players at 3 seats, 30 deals, one wins": rating([1, 0.2, -0.2, -1], [0.3, 0, -0.3], 30, places=ONE_WINS),
        "4 players at 4 seats, 30 deals, all places": rating([1, 0.2, -0.2, -1], [0.2, 0.1, -0.1, -0.2], 30),
    },
}
EACH = [pytest.param(kind, case, id=f"{kind}: {case}") for kind, cases in CASES.items() for case in cases]


@cache
def coverage(kind: str, case: str, times: int) -> float:
    rng = np.random.default_rng([*f"{kind}: {case}".encode()])
    return sum(CASES[kind][case](rng) for _ in range(times)) / times


@pytest.mark.deep
@pytest.mark.parametrize(("kind", "case"), EACH)
def test_every_kind_of_interval_holds_as_often_as_it_says(kind: str, case: str) -> None:
    """At 95 %: of 400 trials 371 hold by chance alone in 99 of 100 cases; what is exact may hold more often."""
    assert coverage(kind, case, GAMES) >= 0.92


@pytest.mark.parametrize(
    ("kind", "case"),
    [pytest.param(*each.values, id=each.id, marks=pytest.mark.deep if i % 11 else []) for i, each in enumerate(EACH)],
)
def test_the_page_shows_what_is_simulated(kind: str, case: str) -> None:
    """The page has 4,000 trials; these are fewer, so they may be off by chance."""
    text = PAGE.read_text(encoding="utf-8")
    row = re.search(rf"^\| {re.escape(kind)} \| {re.escape(case)} \| ([\d.]+) \|$", text, re.MULTILINE)
    assert row is not None, f"no row for {kind}: {case}"
    assert float(row[1]) >= 0.93
    assert coverage(kind, case, GAMES) == pytest.approx(float(row[1]), abs=0.045)


def test_the_page_shows_nothing_else() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \| [01]\.\d{3} \|$", text, re.MULTILINE)
    assert rows == [(kind, case) for kind, cases in CASES.items() for case in cases]


# --- what never happens


@pytest.mark.parametrize("n", [2, 3, 10])
@pytest.mark.parametrize("value", [0.0, 0.25, 1.0])
def test_shares_that_are_all_alike_leave_a_doubt(n: int, value: float) -> None:
    mean = MeanOf(np.full(n, value), span=SHARE)
    low, high = mean.interval(0.95)
    assert mean.method == SCORE
    assert 0 <= low <= value <= high <= 1
    assert high - low > 0.1


def test_what_has_no_interval_says_so() -> None:
    for values in ([3.0], [3.0, 3.0, 3.0], []):
        mean = MeanOf(np.array(values))
        assert mean.method == NO_INTERVAL
        assert all(map(isnan, mean.interval(0.95)))
        assert isnan(mean.p(0.0))
    assert MeanOf(np.array([1.0]), yes_no=True).method == WILSON
    assert MeanOf(np.array([1.0, 2.0])).method == SKEWED


def test_no_interval_leaves_the_range() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        n = int(rng.integers(2, 12))
        shares = rng.integers(0, 3, n) / 2
        low, high = MeanOf(shares, span=SHARE).interval(0.95)
        assert 0 <= low < high <= 1
        skill = MeanOf(2 * shares - 1, span=(-1.0, 1.0))
        assert skill.interval(0.95) == pytest.approx((2 * low - 1, 2 * high - 1))
        counts = MeanOf(rng.poisson(0.3, n).astype(float), span=(0.0, inf))
        if counts.method:
            assert 0 <= counts.interval(0.95)[0] <= counts.mean <= counts.interval(0.95)[1]


def test_unskewed_values_have_the_interval_of_student() -> None:
    values = np.array([1.0, 2, 3, 4, 5])
    low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert MeanOf(values).interval(0.95) == pytest.approx((low, high))
    assert MeanOf(values).p(1.0) == pytest.approx(float(stats.ttest_1samp(values, 1.0).pvalue))


def test_yes_and_no_have_the_interval_of_wilson() -> None:
    wilson = stats.binomtest(3, 20).proportion_ci(0.9, method="wilson")
    mean = MeanOf(np.array([1.0] * 3 + [0.0] * 17), yes_no=True)
    assert mean.interval(0.9) == pytest.approx((wilson.low, wilson.high))


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_intervals_agree_with_their_tests(level: float) -> None:
    """The ends of an interval are just the values that its test refuses."""
    rng = np.random.default_rng(2)
    yes_no = MeanOf((rng.random(30) < 0.3).astype(float), yes_no=True)
    shares = MeanOf(rng.integers(0, 4, 30) / 3, span=SHARE)
    counts = MeanOf(rng.geometric(0.2, 30).astype(float))
    for mean in (yes_no, shares, counts):
        for end in mean.interval(level):
            assert mean.p(end) == pytest.approx(1 - level)
    for other in (yes_no, shares, counts):
        low, high, p = difference(shares, other, level)
        assert (p < 1 - level) == (low > 0 or high < 0)
        assert min(map(abs, difference(shares, other, 1 - p)[:2])) == pytest.approx(0, abs=1e-6)
    for more, less in ((9, 1), (7, 3), (1, 9), (5, 5), (0, 0), (3, 0)):
        low, high, p = discordant(more, less, 50, level)
        assert low < high
        assert (p < 1 - level) == (low > 0 or high < 0)


def test_the_difference_of_shares_is_that_of_newcombe() -> None:
    """56 of 70 and 48 of 80: an example that Newcombe gives (1998, method 10)."""
    first = MeanOf(np.array([1.0] * 48 + [0.0] * 32), yes_no=True)
    second = MeanOf(np.array([1.0] * 56 + [0.0] * 14), yes_no=True)
    low, high, _ = difference(first, second, 0.95)
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def test_equal_means_have_p_1() -> None:
    mean = MeanOf(np.array([1.0, 2.0, 3.0]))
    assert difference(mean, mean, 0.95)[2] == 1


# --- lengths


def test_the_median_and_the_restricted_mean_by_hand() -> None:
    values, cut = np.array([2.0, 3.0, 3.0, 5.0, 8.0]), np.array([False, False, True, False, True])
    known = kaplan_meier(values, cut, 0.95)
    # left: 4/5 after 2, 3/5 after 3, and half of that after 5, for the game cut at 3 is at risk no more
    assert known.median == 5
    mean, each = known.restricted(8.0)
    assert mean == pytest.approx(2 + 0.8 + 2 * 0.6 + 3 * 0.3)
    assert each.mean() == pytest.approx(mean)
    assert known.quantiles((0.0, 0.25, 0.5, 0.75, 1.0)) == [2, 3, 5, inf, inf]


def test_where_less_than_half_ended_the_median_lies_beyond_the_cut() -> None:
    known = kaplan_meier(np.array([10.0, 50.0, 50.0, 50.0]), np.array([False, True, True, True]), 0.95)
    assert (known.median, known.high) == (inf, inf)
    assert known.restricted(50.0)[0] == 40


def test_without_a_cut_lengths_are_plain_numbers() -> None:
    values = np.random.default_rng(3).geometric(0.1, 50).astype(float)
    known = kaplan_meier(values, np.zeros(50, dtype=bool), 0.95)
    assert known.median == np.sort(values)[24]
    mean, each = known.restricted(inf)
    assert mean == values.mean()
    assert list(each) == list(values)


def test_pseudo_values_are_those_of_leaving_each_game_out() -> None:
    rng = np.random.default_rng(4)
    long, cut = rng.geometric(0.02, 80).astype(float), rng.integers(20, 150, 80).astype(float)
    values, censored_ = np.minimum(long, cut), long > cut

    def mean(keep: Numbers) -> float:
        known = kaplan_meier(values[keep.astype(bool)], censored_[keep.astype(bool)], 0.95)
        return known.restricted(100.0)[0]

    whole, each = kaplan_meier(values, censored_, 0.95).restricted(100.0)
    jackknife = [80 * whole - 79 * mean(np.arange(80) != out) for out in range(80)]
    assert each.mean() == pytest.approx(whole)
    assert np.corrcoef(each, jackknife)[0, 1] > 0.99
    assert each.std() == pytest.approx(np.std(jackknife), rel=0.1)


# --- many tests


def test_holm_by_hand() -> None:
    assert list(holm(np.array([0.04, 0.01, 0.03, 0.5]))) == pytest.approx([0.09, 0.04, 0.09, 0.5])
    assert list(holm(np.array([0.6, 0.7]))) == [1, 1]
    assert not len(holm(np.array([])))


def test_a_seat_that_is_ahead_is_found_and_what_cannot_be_tested_has_no_p() -> None:
    rng = np.random.default_rng(5)
    wins = np.eye(4)[rng.choice(4, 300, p=[0.4, 0.2, 0.2, 0.2])].T
    assert equal_seats(list(wins))[1] < 0.001
    assert isnan(equal_seats([np.array([1.0]), np.array([0.0])])[1])
    assert isnan(equal_seats([np.ones(9), np.zeros(9)])[1])  # nothing varies
    # all but one win and share, so two seats tell what the third does
    losers = rng.integers(0, 3, 200)
    shared = (1 - np.eye(3)[losers].T) / 2
    assert 0.001 < equal_seats(list(shared))[1] <= 1


def table(times: int = 4_000) -> str:
    """The rows of the page."""
    rows = [(kind, case, coverage(kind, case, times)) for kind, cases in CASES.items() for case in cases]
    return "\n".join(f"| {kind} | {case} | {share:.3f} |" for kind, case, share in rows)


if __name__ == "__main__":
    print(table())
