"""Comparing: the numbers of the tables and tests, what is paired, what is left out, what is kept."""

from __future__ import annotations

import errno
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.core.errors import ConfigurationError, PlayerError, StudyError
from shedkit.games.shithead import Power
from shedkit.study import GameMeasure, Study, simulate_many
from shedkit.study.comparing import Comparison, compare, option_values, options_on_trial, said
from shedkit.study.intervals import SKEWED, MeanOf
from shedkit.study.measures import DEAL_MEASURES, GAME_MEASURES, RULES_MEASURES, DealMeasure, RulesMeasure

TWO = {"a": Quiclo(players=2), "b": Quiclo(players=2, hand_size=5)}
APART = {"a": Quiclo(players=2), "b": Quiclo(players=2, highest_card=100)}
T3 = 3.182446305284263
"""Student's t for 3 degrees of freedom, at 0.975, from a printed table (there 3.182)."""


class Says:
    """A measure that gives these values in turn, whatever the game."""

    def __init__(self, values: Sequence[float | None]) -> None:
        self.values = iter(values)

    def __call__(self, trail: Any) -> float | None:
        return next(self.values)


class Doubts(Says):
    """The same for yes and no."""

    def __call__(self, trail: Any) -> bool | None:
        return next(self.values)  # type: ignore[return-value]


class Lists(Says):
    def __call__(self, trail: Any) -> list[float] | None:
        return next(self.values)  # type: ignore[return-value]


def saying(values: Sequence[Any], name: str = "said", *, kind: Callable[..., Any] = Says, **more: Any) -> GameMeasure:
    return GameMeasure(name, name.capitalize(), "What is said.", "words", "own definition", of=kind(values), **more)


def row(comparison: Comparison, entry: str, measure: str, part: int = -1) -> pd.Series[Any]:
    table = comparison.table
    rows = table[(table["entry"] == entry) & (table["measure"] == measure) & (table["part"] == part)]
    assert len(rows) == 1
    return rows.iloc[0]


def only(tests: pd.DataFrame) -> pd.Series[Any]:
    assert len(tests) == 1
    return tests.iloc[0]


# --- the table


def test_the_mean_of_numbers_has_the_interval_of_student() -> None:
    comparison = compare([Quiclo(players=2)], games=5, measures=[saying([1, 2, None, 3, 4])])  # not skewed
    figures = row(comparison, "quiclo", "said")
    assert (figures["games"], figures["n"], figures["mean"], figures["interval"]) == (5, 4, 2.5, SKEWED)
    assert figures["sd"] == pytest.approx(math.sqrt(5 / 3))
    off = T3 * math.sqrt(5 / 3) / 2
    assert (figures["low"], figures["high"]) == (pytest.approx(2.5 - off), pytest.approx(2.5 + off))
    assert list(figures[["min", "q1", "median", "q3", "max"]]) == [1, 1.75, 2.5, 3.25, 4]


def test_a_share_of_yes_has_the_interval_of_wilson() -> None:
    comparison = compare([Quiclo(players=2)], games=4, measures=[saying([True, False, False, False], kind=Doubts)])
    figures = row(comparison, "quiclo", "said")
    z = 1.959963984540054
    middle, off = (0.25 + z * z / 8) / (1 + z * z / 4), z * math.sqrt(0.25 * 0.75 / 4 + z * z / 64) / (1 + z * z / 4)
    assert figures["mean"] == 0.25
    assert (figures["low"], figures["high"]) == (pytest.approx(middle - off), pytest.approx(middle + off))


def test_the_level_is_that_of_the_interval() -> None:
    def wide(level: float) -> float:
        figures = row(
            compare([Quiclo(players=2)], games=4, measures=[saying([1, 2, 3, 4])], level=level), "quiclo", "said"
        )
        return float(figures["high"] - figures["low"])

    assert wide(0.5) < wide(0.95) < wide(0.99)


def test_values_that_are_all_alike_have_no_interval_but_shares_have() -> None:
    measures = [saying([3, 3, 3]), saying([False] * 3, "doubted", kind=Doubts)]
    comparison = compare([Quiclo(players=2)], games=3, measures=measures)
    assert row(comparison, "quiclo", "said")["mean"] == 3
    assert row(comparison, "quiclo", "said")[["low", "high"]].isna().all()
    assert row(comparison, "quiclo", "doubted")["low"] == pytest.approx(0)
    assert 0.5 < row(comparison, "quiclo", "doubted")["high"] < 1


def test_what_is_never_there_is_counted_as_that() -> None:
    figures = row(compare([Quiclo(players=2)], games=3, measures=[saying([None] * 3)]), "quiclo", "said")
    assert (figures["games"], figures["n"]) == (3, 0)
    assert figures[["mean", "low", "high", "sd", "median"]].isna().all()


def test_one_game_has_a_mean_and_no_interval() -> None:
    figures = row(compare([Quiclo(players=2)], games=1, measures=[saying([3])]), "quiclo", "said")
    assert figures["mean"] == 3
    assert figures[["low", "high", "sd"]].isna().all()


def test_lists_have_a_part_for_each_seat_and_each_tenth() -> None:
    seats = saying([[1.0, 0.0], None, [0.5, 0.5]], "seats_said", kind=Lists, shape="seats")
    course = saying([[1.0] * 10, [2.0] * 9 + [None], None], "tenths", kind=Lists, shape="course")
    comparison = compare([Quiclo(players=2)], games=3, measures=[seats, course])
    assert [row(comparison, "quiclo", "seats_said", part)["mean"] for part in (0, 1)] == [0.75, 0.25]
    assert row(comparison, "quiclo", "seats_said", 0)["n"] == 2
    assert [row(comparison, "quiclo", "tenths", part)["mean"] for part in range(1, 11)] == [1.5] * 9 + [1.0]
    assert len(comparison.table) == 12
    assert "tenths" not in comparison.games


def test_games_that_were_cut_count_as_endless_and_as_long_only() -> None:
    rules, measures = [Quiclo(players=2)], ["truncated", "moves", "branching", "real_choices"]
    comparison = compare(rules, games=4, measures=measures, max_moves=1)
    assert comparison.entries[0].cut == 4
    assert row(comparison, "quiclo", "truncated")["mean"] == 1
    assert (row(comparison, "quiclo", "moves")["n"], row(comparison, "quiclo", "moves")["median"]) == (4, math.inf)
    assert row(comparison, "quiclo", "branching")["n"] == row(comparison, "quiclo", "real_choices")["n"] == 0
    assert list(comparison.games["cut"]) == [True] * 4
    assert list(comparison.games["moves"]) == [1] * 4
    whole = compare(rules, games=4, measures=measures, max_moves=1, ended=False)
    assert (row(whole, "quiclo", "moves")["n"], row(whole, "quiclo", "moves")["mean"]) == (4, 1)
    assert row(whole, "quiclo", "branching")["n"] == 4
    assert whole.lengths.empty


def test_some_games_are_cut() -> None:
    lengths = [rows["moves"] for rows in simulate_many(Quiclo(players=2), "simple", 12, 1, measures=["moves"])]
    limit = sorted(lengths)[6]
    ended = [length for length in lengths if length <= limit]
    measures = ["moves", "truncated", "real_choices", "forced_moves"]
    comparison = compare([Quiclo(players=2)], games=12, measures=measures, max_moves=limit)
    figures = row(comparison, "quiclo", "moves")
    assert (figures["n"], figures["mean"]) == (12, pytest.approx(sum(min(length, limit) for length in lengths) / 12))
    known = only(comparison.lengths)
    assert (known["games"], known["cut"], known["limit"]) == (12, 12 - len(ended), limit)
    assert known["median"] == sorted(lengths)[5]
    assert known["median_low"] <= known["median"] <= known["median_high"]
    assert row(comparison, "quiclo", "truncated")["mean"] == pytest.approx(1 - len(ended) / 12)
    assert comparison.entries[0].cut == 12 - len(ended) > 0
    # all else is known of the games that ended; what the others could change is said where there are bounds
    choices = row(comparison, "quiclo", "real_choices")
    whole = choices["mean"] * len(ended)
    assert (choices["n"], choices["if_low"]) == (len(ended), pytest.approx(whole / 12))
    assert choices["if_high"] == pytest.approx((whole + 12 - len(ended)) / 12)
    assert row(comparison, "quiclo", "forced_moves")[["if_low", "if_high"]].isna().tolist() == [False, True]


def test_a_lower_cut_shortens_no_median() -> None:
    entries = {"a": Quiclo(players=4)}
    medians = [
        compare(entries, games=60, measures=["moves", "turns"], max_moves=limit).lengths["median"]
        for limit in (5_000, 60)
    ]
    assert list(medians[0]) == list(medians[1])


def test_games_without_an_end_do_not_outweigh_all_others() -> None:
    """They count as long as the longest of those that end, not as long as the cut happens to be."""
    entries = {"a": Shithead(players=4), "b": Quiclo(players=4)}
    comparison = compare(entries, games=60, measures=["moves"], max_moves=1_000)
    lengths = comparison.lengths.set_index("entry")
    assert lengths.at["a", "cut"] > 0
    games = comparison.games[comparison.games["entry"] == "a"]
    ended = games.loc[~games["cut"], "moves"]
    assert lengths.at["a", "limit"] == np.quantile(ended, 0.99, method="higher") < 1_000
    assert math.isnan(lengths.at["b", "limit"])  # no game was cut there
    assert lengths.at["a", "mean"] == pytest.approx(np.minimum(games["moves"], lengths.at["a", "limit"]).mean())


def test_pairs_with_a_cut_game_are_kept_for_lengths() -> None:
    comparison = compare(TWO, games=40, measures=["moves", "real_choices"], max_moves=60)
    assert all(entry.cut for entry in comparison.entries)
    tests = comparison.tests.set_index("measure")
    assert (tests.at["moves", "n_first"], tests.at["moves", "n_second"]) == (40, 40)
    moves = [comparison.games.loc[comparison.games["entry"] == name, "moves"].to_numpy() for name in "ab"]
    limit = comparison.lengths["limit"].max()  # one that serves both
    assert limit <= 60
    gains = np.minimum(moves[1], limit) - np.minimum(moves[0], limit)
    assert tests.at["moves", "difference"] == pytest.approx(gains.mean())
    both = ~(comparison.games["cut"].to_numpy()[:40] | comparison.games["cut"].to_numpy()[40:])
    assert tests.at["real_choices", "n_first"] == both.sum() < 40
    low, high = tests.at["real_choices", "if_low"], tests.at["real_choices", "if_high"]
    assert low < tests.at["real_choices", "difference"] < high
    assert math.isnan(tests.at["moves", "if_low"])


def test_what_is_known_from_the_rules_stands_as_it_is() -> None:
    comparison = compare([Quiclo(players=2, highest_card=30)], games=1, measures=["deck", "moves"])
    figures = row(comparison, "quiclo", "deck")
    assert (figures["known"], figures["mean"], figures["games"], figures["n"]) == ("rules", 30, 1, 1)
    assert figures[["low", "high"]].isna().all()
    assert comparison.measures[0].name == "deck"
    assert comparison.tests.empty


def test_all_measures_are_there_without_a_choice() -> None:
    comparison = compare([Quiclo(players=2)], games=2, skill_deals=2)
    names = [measure.name for measure in (*RULES_MEASURES, *GAME_MEASURES, *DEAL_MEASURES)]
    assert [measure.name for measure in comparison.measures] == names
    assert list(dict.fromkeys(comparison.table["measure"])) == names


def test_the_frame_side_by_side_keeps_the_order() -> None:
    measures = [saying([2, 4, 1, 3], "zz"), saying([5, 7, 5, 7], "aa")]
    wide = compare(TWO, games=2, measures=measures).to_frame()
    assert list(wide.index) == [("zz", -1), ("aa", -1)]
    assert list(wide.columns) == [(entry, what) for entry in "ab" for what in ("mean", "low", "high")]
    assert list(wide["b", "mean"]) == [2, 6]


# --- the tests


def test_games_of_one_deck_are_compared_deal_by_deal() -> None:
    test = only(compare(TWO, games=5, measures=[saying([1, 2, 3, None, 9, 2, 2, 5, 7, 11])]).tests)
    assert (test["first"], test["second"], test["paired"], test["test"]) == ("a", "b", True, f"{SKEWED}, paired")
    assert (test["n_first"], test["n_second"]) == (4, 4)
    gains = [1, 0, 2, 2]
    assert test["difference"] == pytest.approx(1.25)
    mean = MeanOf(np.array(gains, dtype=float))
    assert (test["low"], test["high"]) == pytest.approx(mean.interval(0.95))
    assert (test["larger"], test["differ"]) == ((3 + 0.5) / 4, 3)
    assert test["p"] == pytest.approx(mean.p(0))
    assert (test["p"] < 0.05) == (test["low"] > 0)
    assert test["p_adjusted"] == test["p"]


def test_games_of_other_decks_are_compared_as_they_come() -> None:
    test = only(compare(APART, games=4, measures=[saying([1, 2, 3, None, 4, 6, 6, 8])]).tests)
    assert (test["paired"], test["test"], test["n_first"], test["n_second"]) == (False, "Zou and Donner", 3, 4)
    assert test["difference"] == 4
    assert test["larger"] == 1
    assert math.isnan(test["differ"])
    a, b = (MeanOf(np.array(values, dtype=float)) for values in ([1, 2, 3], [4, 6, 6, 8]))
    assert test["low"] == pytest.approx(4 - math.hypot(a.interval(0.95)[1] - 2, 6 - b.interval(0.95)[0]))
    assert 0.001 < test["p"] < 0.05
    assert test["low"] > 0


def test_equal_values_count_half_between_other_decks() -> None:
    test = only(compare(APART, games=2, measures=[saying([1, 2, 2, 3])]).tests)
    assert test["larger"] == (1 + 0.5 + 1 + 1) / 4


@pytest.mark.parametrize(
    ("second", "paired"),
    [
        (Quiclo(players=2, misplay="illegal"), True),
        (Quiclo(players=2, highest_card=100), False),
        (Quiclo(players=3), False),
        (Shithead(players=2), False),
    ],
)
def test_what_is_paired(second: Any, paired: bool) -> None:
    entries = {"first": Quiclo(players=2), "second": second}
    assert only(compare(entries, games=2, measures=["moves"]).tests)["paired"] == paired


def test_yes_and_no_deal_by_deal_is_tested_by_what_changed() -> None:
    yes = [True, False, False, False, False, False, True, True, True, True, True, True]
    test = only(compare(TWO, games=6, measures=[saying(yes, kind=Doubts)]).tests)
    assert (test["test"], test["difference"]) == ("McNemar, exact", pytest.approx(5 / 6))
    assert test["p"] == pytest.approx(2 / 2**5)
    same = only(compare(TWO, games=6, measures=[saying([True, False] * 6, kind=Doubts)]).tests)
    assert (same["p"], same["difference"], same["larger"]) == (1, 0, 0.5)


def test_yes_and_no_of_other_decks_is_tested_by_the_intervals_of_wilson() -> None:
    test = only(compare(APART, games=4, measures=[saying([False] * 4 + [True] * 4, kind=Doubts)]).tests)
    assert test["test"] == "Newcombe"
    z = 1.959963984540054
    wilson = z * z / (4 + z * z)  # the upper end of none of four
    assert (test["low"], test["high"]) == (pytest.approx(1 - math.sqrt(2) * wilson), pytest.approx(1))
    assert 0 < test["p"] < 0.05


def test_what_never_varies_is_alike_or_is_not() -> None:
    third = 1 / 3
    # three signs that are alike come by chance in a quarter of all cases, three high ones of six in a tenth
    for entries, p, test in ((TWO, 2 / 2**3, "sign, exact"), (APART, 2 / 20, "Fisher, exact")):
        alike = only(compare(entries, games=3, measures=[saying([third] * 6)]).tests)
        assert (alike["p"], alike["difference"]) == (1, 0)
        assert np.isnan(alike["low"])  # what never varies has no interval
        assert np.isnan(alike["high"])
        for high in (2, -2):
            other = only(compare(entries, games=3, measures=[saying([1] * 3 + [high] * 3)]).tests)
            assert (other["p"], other["difference"]) == (pytest.approx(p), high - 1)
            assert np.isnan(other["low"])
            assert other["test"] == test
            assert other["larger"] == (high > 1)


def test_means_that_differ_by_rounding_only_are_alike() -> None:
    test = only(compare(APART, games=3, measures=[saying([0.1, 0.1, 0.1, 0.1, 0.1, None])]).tests)
    assert test["difference"] != 0
    assert test["p"] == 1
    for entries in (TWO, APART):
        test = only(compare(entries, games=9, measures=[saying([0.1 + 0.2] * 9 + [0.3] * 9)]).tests)
        assert test["p"] == 1


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_numbers_too_large_to_be_added_leave_the_others_their_p() -> None:
    large = saying([1.7e308, 1.6e308, 1.7e308, 1, 2, 3], "large")
    tests = compare(TWO, games=3, measures=[large, saying([1, 2, 3, 1, 3, 3])]).tests.set_index("measure")
    assert np.isnan(tests.at["large", "p_adjusted"])
    assert tests.at["said", "p_adjusted"] == tests.at["said", "p"] < 1


def test_too_few_values_are_not_tested() -> None:
    assert compare(TWO, games=2, measures=[saying([1, None, 2, 3])]).tests.empty
    assert len(compare(APART, games=3, measures=[saying([1, None, 2, 3, 4, 5])]).tests) == 1


def test_p_is_corrected_for_the_number_of_tests() -> None:
    values = [(1, 2, 3, 4), (1, 3, 2, 5), (4, 2, 9, 1)]
    measures = [saying([0, 0, 0, 0, *column], f"m{at}") for at, column in enumerate(values)]
    tests = compare(TWO, games=4, measures=measures).tests.sort_values("p")
    p = list(tests["p"])
    stepped = [min(1, max(p[j] * (3 - j) for j in range(i + 1))) for i in range(3)]
    assert list(tests["p_adjusted"]) == pytest.approx(stepped)
    assert p[0] < p[1] < p[2]


def test_primary_measures_are_corrected_by_themselves() -> None:
    values = [(1, 2, 3, 4), (1, 3, 2, 5), (4, 2, 9, 1)]
    measures = [saying([0, 0, 0, 0, *column], f"m{at}") for at, column in enumerate(values)]
    comparison = compare(TWO, games=4, measures=measures, primary=["m0"])
    tests = comparison.tests.set_index("measure")
    assert comparison.primary == ("m0",)
    assert list(tests["family"]) == ["primary", "other", "other"]
    assert tests.at["m0", "p_adjusted"] == tests.at["m0", "p"]
    others = sorted(tests.loc[["m1", "m2"], "p"])
    assert sorted(tests.loc[["m1", "m2"], "p_adjusted"]) == pytest.approx(
        [2 * others[0], max(2 * others[0], others[1])]
    )


def test_each_pair_is_tested_and_each_seat_but_no_course() -> None:
    entries = {name: Quiclo(players=2, hand_size=size) for name, size in (("a", 3), ("b", 4), ("c", 5))}
    tests = compare(entries, games=4, measures=["win_share", "branching_course", "moves"]).tests
    assert list(zip(tests["first"], tests["second"], tests["measure"], tests["part"], strict=True)) == [
        (first, second, measure, part)
        for first, second in (("a", "b"), ("a", "c"), ("b", "c"))
        for measure, part in (("win_share", 0), ("win_share", 1), ("moves", -1))
    ]


# --- skill


def test_skill_comes_from_paired_deals_of_their_own() -> None:
    rules = Quiclo(players=3)
    comparison = compare([rules], games=1, seed=5, measures=["skill", "moves"], skill_deals=4)
    rows = list(simulate_many(rules, ["simple", "careless", "careless"], 12, 5, measures=[], paired=True))
    skill = next(measure for measure in DEAL_MEASURES if measure.name == "skill")
    values = [skill.of(rows[at : at + 3]) for at in range(0, 12, 3)]
    figures = row(comparison, "quiclo", "skill")
    assert (figures["games"], figures["shape"]) == (4, "deal")
    assert figures["mean"] == pytest.approx(sum(value for value in values if value is not None) / 4)
    duels = comparison.entries[0].duels
    assert duels is not None
    assert (duels.games, duels.seed) == (12, 5)
    assert [contender.name for contender in duels.players] == ["simple", "careless", "careless"]


def test_skill_is_left_out_without_deals() -> None:
    comparison = compare([Quiclo(players=2)], games=1, measures=["moves", "skill"], skill_deals=0)
    assert [measure.name for measure in comparison.measures] == ["moves"]
    assert comparison.entries[0].duels is None


def test_cut_games_of_the_duels_are_counted() -> None:
    comparison = compare([Quiclo(players=2)], games=1, measures=["skill"], skill_deals=2, max_moves=1)
    figures = row(comparison, "quiclo", "skill")
    assert (comparison.entries[0].duels_cut, figures["games"], figures["n"]) == (4, 2, 0)
    assert (figures["if_low"], figures["if_high"]) == (-1, 1)


def test_deals_with_a_cut_game_are_left_out_of_all_measures_of_skill() -> None:
    rules, limit = Quiclo(players=2), 60
    comparison = compare(
        [rules], games=1, measures=["skill", "place_edge", "deal_luck"], skill_deals=30, max_moves=limit
    )
    rows = list(simulate_many(rules, ["simple", "careless"], 60, 1, measures=[], paired=True, max_moves=limit))
    deals = [rows[at : at + 2] for at in range(0, 60, 2)]
    ended = [deal for deal in deals if all(game["winners"] is not None for game in deal)]
    assert 0 < len(ended) < 30
    for name in ("skill", "place_edge", "deal_luck"):
        figures = row(comparison, "quiclo", name)
        assert (figures["games"], figures["n"]) == (30, len(ended))
        of = next(measure for measure in DEAL_MEASURES if measure.name == name).of
        assert figures["mean"] == pytest.approx(np.mean([of(deal) for deal in ended]))
        assert figures["if_low"] < figures["if_high"]
        assert figures["low"] < figures["mean"] < figures["high"]
    # a measure from elsewhere is not even asked for such a deal
    ours = DealMeasure("ours", "Ours", "Ours.", "deals", "own", of=lambda deal: 1.0)
    figures = row(compare([rules], games=1, measures=[ours], skill_deals=30, max_moves=limit), "quiclo", "ours")
    assert (figures["n"], figures["interval"]) == (len(ended), "")


def test_the_luck_of_the_deal_has_its_null_beside_it() -> None:
    comparison = compare([Quiclo(players=3)], games=1, measures=["deal_luck", "skill"], skill_deals=40)
    figures = row(comparison, "quiclo", "deal_luck")
    assert 0 < figures["null"] < 1
    assert figures["low"] < figures["mean"] < figures["high"]
    assert math.isnan(row(comparison, "quiclo", "skill")["null"])


def test_a_deal_measure_may_give_nothing() -> None:
    odd = DealMeasure("odd", "Odd", "Odd deals.", "deals", "own", of=lambda rows: None if rows[0]["deal"] else 2.0)
    figures = row(compare([Quiclo(players=2)], games=1, measures=[odd], skill_deals=3), "quiclo", "odd")
    assert (figures["games"], figures["n"], figures["mean"]) == (3, 1, 2)


@pytest.mark.parametrize("kind", [RulesMeasure, DealMeasure])
@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "odd gave 'a', but a finite number or None was expected"),
        (math.nan, "gave nan"),
        (math.inf, "gave inf"),
        ([1.0], "gave a list"),
        (ValueError("no idea\nat all"), "odd failed with ValueError: no idea at all$"),
        (SystemExit(3), "odd failed with SystemExit: 3"),
    ],
    ids=str,
)
def test_measures_of_rules_and_deals_that_fail(kind: Any, value: Any, text: str) -> None:
    def of(_: Any) -> Any:
        if isinstance(value, BaseException):
            raise value
        return value

    odd = kind("odd", "Odd", "What is odd.", "words", "own", of=of)
    with pytest.raises(StudyError, match=f"^quiclo: .*{text}"):
        compare([Quiclo(players=2)], games=1, measures=[odd], skill_deals=1)


def a_word(trail: Any) -> str:
    return "word"


def a_number(trail: Any) -> int:
    return 1


def a_list(trail: Any) -> list[int]:
    return [1, 2]


@pytest.mark.parametrize(
    ("of", "shape", "text"),
    [
        (
            a_word,
            "game",
            "odd gives str of the shape 'game'; to be compared are bool or int or float of the shape game",
        ),
        (a_list, "game", r"odd gives list\[int\] of the shape 'game'"),
        (a_number, "seats", "odd gives int of the shape 'seats'"),
        (a_number, "course", "odd gives int of the shape 'course'"),
        (a_number, "circle", "odd gives int of the shape 'circle'"),
    ],
)
def test_measures_that_cannot_be_compared(of: Any, shape: Any, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = GameMeasure("odd", "Odd", "What is odd.", "words", "own", of=of, shape=shape)
    assert next(simulate_many(Quiclo(players=2), "random", 1, 1, measures=[odd]))["odd"] == of(None)
    monkeypatch.setattr(Study, "row", lambda *_: pytest.fail("a game was played"))
    with pytest.raises(StudyError, match=f"^measures: {text}"):
        compare([Quiclo(players=2)], games=1, measures=[odd])


@pytest.mark.parametrize(("shape", "wanted", "given"), [("seats", 2, 3), ("seats", 2, 1), ("course", 10, 9)])
def test_lists_of_another_length(shape: Any, wanted: int, given: int) -> None:
    odd = saying([[1.0] * wanted, None, [1.0] * given], kind=Lists, shape=shape)
    with pytest.raises(StudyError, match=f"game 2: said gave a list of {given}; {wanted} values were expected"):
        compare([Quiclo(players=2)], games=3, measures=[odd])


def test_a_list_that_is_never_there_has_no_parts() -> None:
    assert compare([Quiclo(players=2)], games=2, measures=[saying([None] * 2, kind=Lists, shape="seats")]).table.empty


# --- what is compared


def test_rules_name_themselves() -> None:
    comparison = compare([Quiclo(players=2), Shithead(players=2)], games=1, measures=["moves"])
    assert [entry.name for entry in comparison.entries] == ["quiclo", "shithead"]
    entries = [Quiclo(players=2), Quiclo(players=2, play_drawn=True), Shithead(players=2)]
    comparison = compare(entries, games=1, measures=["moves"])
    assert [entry.name for entry in comparison.entries] == [
        "Quiclo(players=2)",
        "Quiclo(players=2, play_drawn=True)",
        "shithead",
    ]


@pytest.mark.parametrize(
    ("entries", "more", "text"),
    [
        ([], {}, "nothing to compare"),
        ({}, {}, "nothing to compare"),
        ("quiclo", {}, "rules by name, or a list of rules"),
        (7, {}, "rules by name, or a list of rules"),
        (["quiclo"], {}, "rules objects"),
        ([Quiclo(), Quiclo()], {}, "there twice"),
        ({"a": "quiclo"}, {}, "'a': a rules object"),
        ({"": Quiclo()}, {}, "a name expected, not ''"),
        ({"a\x01": Quiclo()}, {}, "a name expected, not 'a.x01'"),
        ({"\ud800": Quiclo()}, {}, "a name expected, not '.ud800'"),
        ({7: Quiclo()}, {}, "a name expected, not 7"),
        ([Quiclo()], {"measures": ["pils_taken"]}, "did you mean piles_taken"),
        ([Quiclo()], {"measures": [7]}, "there is no measure 7"),
        ([Quiclo()], {"measures": "moves"}, "a list of names or measures"),
        ([Quiclo()], {"measures": ["moves", "moves"]}, "moves"),
        ([Quiclo()], {"measures": ["deck", "deck"]}, "deck is there twice"),
        ([Quiclo()], {"primary": "moves"}, "primary: a list of names expected, not 'moves'"),
        ([Quiclo()], {"primary": ["deck"]}, "primary: 'deck' is not among the measures from play; there are moves"),
        ([Quiclo()], {"measures": ["moves"], "primary": ["skips"]}, "primary: 'skips' is not among"),
        ([Quiclo()], {"skill": "simple"}, "a stronger and a weaker player expected, not 'simple'"),
        ([Quiclo()], {"skill": ("simple",)}, "a stronger and a weaker player"),
        ([Quiclo()], {"executor": 7}, "an executor"),
        ([Quiclo()], {"folder": 7}, "folder: a path expected, not 7"),
        ([Quiclo()], {"folder": "a\0b"}, "cannot be made"),
    ],
)
def test_what_cannot_be_compared(entries: Any, more: dict[str, Any], text: str) -> None:
    with pytest.raises(StudyError, match=text):
        compare(entries, games=1, **more)


@pytest.mark.parametrize(
    ("more", "option"),
    [
        ({"level": 95}, "level"),
        ({"level": 1.0}, "level"),
        ({"level": 0.0}, "level"),
        ({"games": 0}, "games"),
        ({"games": 1.5}, "games"),
        ({"seed": "x"}, "seed"),
        ({"max_moves": 0}, "max_moves"),
        ({"skill_deals": -1}, "skill_deals"),
        ({"skill_deals": True}, "skill_deals"),
    ],
)
def test_numbers_out_of_bounds(more: dict[str, Any], option: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        compare([Quiclo(players=2)], **{"games": 1, "measures": ["moves", "skill"], **more})
    assert caught.value.option == option


def test_nothing_is_played_before_all_is_known_to_be_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Study, "row", lambda *_: pytest.fail("a game was played"))
    with pytest.raises(PlayerError, match="there is no player 'simpel'"):
        compare([Quiclo(players=2)], players="simpel")
    with pytest.raises(PlayerError, match="there is no player 'rundum'"):
        compare([Quiclo(players=2)], skill=("simple", "rundum"))
    with pytest.raises(ConfigurationError):
        compare([Quiclo(players=2)], level=95)  # type: ignore[arg-type]


def test_whoever_plays_the_figures_are_the_same() -> None:
    here = compare(TWO, games=20, measures=["moves", "skill"], skill_deals=3)
    with ThreadPoolExecutor(2) as pool:
        there = compare(TWO, games=20, measures=["moves", "skill"], skill_deals=3, executor=pool)
    pd.testing.assert_frame_equal(here.table, there.table)
    pd.testing.assert_frame_equal(here.tests, there.tests)


# --- options


def test_each_option_is_switched_alone() -> None:
    trial = options_on_trial(Quiclo(players=2), games=4, measures=["moves"])
    assert [entry.name for entry in trial.entries] == [
        "default",
        "hand_size=4",
        "hand_size=8",
        "highest_card=96",
        "highest_card=192",
        "misplay=illegal",
        "play_drawn=yes",
        "play_for_places=yes",
        "open_hands=yes",
        "deadlock=fewest",
    ]
    base = trial.entries[0].rules
    for entry in trial.entries[1:]:
        name = entry.name.split("=")[0]
        assert getattr(entry.rules, name) != getattr(base, name)
        assert entry.rules.evolve(**{name: getattr(base, name)}) == base
    assert trial.base == "default"
    assert set(trial.tests["first"]) == {"default"}
    assert list(trial.tests["second"]) == [entry.name for entry in trial.entries[1:]]
    left = {row["option"]: row["why"] for row in trial.left_out.to_dict("records")}
    assert set(left) == {"players", "first_dealer", "first_player", "deck"}
    assert "Python" in left["deck"]
    assert "seat" in left["first_player"]


def test_options_are_held_against_the_rules_as_given() -> None:
    given = Quiclo(players=2, play_drawn=True)
    trial = options_on_trial(given, options=["play_drawn"], games=2, measures=["moves"])
    assert [entry.name for entry in trial.entries] == ["as given", "play_drawn=no"]
    assert trial.entries[1].rules == Quiclo(players=2)


def test_what_the_game_refuses_is_told() -> None:
    trial = options_on_trial(
        Quiclo(players=2), options=["hand_size"], values={"hand_size": [72, 73, 6, 0]}, games=2, measures=["moves"]
    )
    assert "hand_size=0" not in [entry.name for entry in trial.entries]
    refused = trial.left_out[trial.left_out["value"] == "0"]
    assert list(refused["option"]) == ["hand_size"]
    assert "hand_size" in refused["why"].iloc[0]
    assert "hand_size=6" not in [entry.name for entry in trial.entries]  # that is what it is


def test_data_can_be_put_on_trial_by_hand() -> None:
    rules = Shithead(players=2)
    seven = dict(rules.evolve().powers)
    trial = options_on_trial(
        rules, options=["powers"], values={"powers": [seven, {}]}, games=2, measures=["moves"], max_moves=50
    )
    assert len(trial.entries) == 2
    assert trial.entries[1].rules.powers == {}


def test_values_that_look_alike_are_tried_each() -> None:
    many = [{**Shithead().powers, rank: Power.SKIP} for rank in (3, 4, 3)]
    assert said(many[0]) == said(many[1])
    trial = options_on_trial(
        Shithead(players=2), options=["powers"], values={"powers": many}, games=1, measures=["moves"], max_moves=9
    )
    assert [entry.rules.powers for entry in trial.entries[1:]] == many[:2]
    assert trial.entries[2].name == f"{trial.entries[1].name}~2"


def test_an_option_that_does_nothing_changes_nothing() -> None:
    tests = options_on_trial(Shithead(players=2), options=["next_dealer"], games=6, measures=["moves", "burns"]).tests
    assert list(tests["difference"]) == [0, 0]
    assert list(tests["p"]) == [1, 1]


def test_unknown_options() -> None:
    with pytest.raises(StudyError, match="quiclo has no option 'quad_burns'; it has players"):
        options_on_trial(Quiclo(), options=["quad_burns"])
    with pytest.raises(StudyError, match="no option 'quad_burns'"):
        options_on_trial(Quiclo(), values={"quad_burns": [True]})
    with pytest.raises(StudyError, match="a rules object"):
        options_on_trial("quiclo")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"options": "hand_size"}, "options: a list of names expected"),
        ({"options": [["hand_size"]]}, "no option a list"),
        ({"options": [None]}, "no option None"),
        ({"values": [7]}, "values: a list of values for each option"),
        ({"values": {"hand_size": 7}}, "'hand_size': a list of values expected, not 7"),
        ({"measures": ["moves", "skill"]}, "skill needs games of its own"),
    ],
)
def test_trials_that_cannot_be(more: dict[str, Any], text: str) -> None:
    with pytest.raises(StudyError, match=text):
        options_on_trial(Quiclo(players=2), games=2, **more)


@pytest.mark.parametrize("rules", [LuckyShutdown(), Quiclo(), ShanghaiRummy(), Shithead()])
def test_the_values_worth_a_trial_lie_within_bounds(rules: Any) -> None:
    for option in rules.options():
        values = option_values(option, rules)
        if isinstance(values, str):
            assert not option.plain or option.seat or option.name == "players"
            continue
        assert values
        assert getattr(rules, option.name) not in values
        for value in values:
            assert type(value) in (bool, int, str)
            if type(value) is int:
                assert option.low is None or option.low <= value
                assert option.high is None or value <= option.high


def test_values_at_the_bounds() -> None:
    options = {option.name: option for option in ShanghaiRummy.options()}
    assert option_values(options["max_buys"], ShanghaiRummy(max_buys=0)) == [1]
    assert option_values(options["max_buys"], ShanghaiRummy(max_buys=5)) == [3]
    assert option_values(options["max_jokers_per_meld"], ShanghaiRummy()) == [0, 1]
    assert option_values(options["ace"], ShanghaiRummy(ace="low")) == ["both", "high"]


def test_values_are_said_as_the_command_line_takes_them() -> None:
    assert [said(value) for value in (True, False, None, 7, "off", "x" * 31)] == [
        "yes",
        "no",
        "-",
        "7",
        "off",
        "x" * 27 + "...",
    ]


# --- what is kept


def test_rows_are_kept_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(games: int, deals: int = 3, **more: Any) -> Comparison:
        measures = ["moves", "truncated", "win_share", "branching_course", "reactions", "skill"]
        return compare(TWO, games=games, measures=measures, skill_deals=deals, **more)

    fresh = asked(12)
    kept = asked(12, folder=tmp_path / "deep" / "rows")
    pd.testing.assert_frame_equal(fresh.table, kept.table)
    pd.testing.assert_frame_equal(fresh.tests, kept.tests)
    pd.testing.assert_frame_equal(fresh.games, kept.games)
    assert sorted(path.name for path in (tmp_path / "deep" / "rows").iterdir()) == [
        "a-skill.parquet",
        "a.parquet",
        "b-skill.parquet",
        "b.parquet",
    ]
    monkeypatch.setattr(Study, "row", lambda *_: pytest.fail("a game was played again"))
    again = asked(12, folder=tmp_path / "deep" / "rows")
    pd.testing.assert_frame_equal(fresh.table, again.table)
    fewer = asked(7, 2, folder=tmp_path / "deep" / "rows")
    monkeypatch.undo()
    pd.testing.assert_frame_equal(fewer.table, asked(7, 2).table)
    assert list(fewer.games["game"]) == [*range(7)] * 2


def test_a_comparison_that_broke_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = compare(TWO, games=8, measures=["moves"])
    played, row_of = list[int](), Study.row

    def breaks(study: Study, game: int) -> Any:
        if len(played) == 11:
            raise KeyboardInterrupt
        played.append(game)
        return row_of(study, game)

    monkeypatch.setattr(Study, "row", breaks)
    with pytest.raises(KeyboardInterrupt):
        compare(TWO, games=8, measures=["moves"], folder=tmp_path)
    played = []
    comparison = compare(TWO, games=8, measures=["moves"], folder=tmp_path)
    assert len(played) < 8
    pd.testing.assert_frame_equal(comparison.table, whole.table)


def test_rows_of_another_study_are_refused_and_stay(tmp_path: Path) -> None:
    compare(TWO, games=3, seed=1, measures=["moves"], folder=tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(StudyError, match="seed"):
        compare(TWO, games=3, seed=2, measures=["moves"], folder=tmp_path)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_any_name_makes_a_file_of_its_own(tmp_path: Path) -> None:
    entries = {name: Quiclo(players=2) for name in ("a/b", "A/B", "..", "a b" * 99, "ä", "a-b")}
    compare(entries, games=2, measures=["moves"], folder=tmp_path / "rows")
    assert len(list((tmp_path / "rows").iterdir())) == len(entries)
    assert [path.name for path in tmp_path.iterdir()] == ["rows"]


def test_the_games_of_skill_have_a_file_of_their_own(tmp_path: Path) -> None:
    for names in (("a", "a-skill", "A-SKILL"), ("a-skill", "a")):
        for _ in range(2):  # the second time they are read
            entries = {name: Quiclo(players=2, hand_size=2 + at) for at, name in enumerate(names)}
            comparison = compare(
                entries, games=2, measures=["moves", "skill"], skill_deals=1, folder=tmp_path / names[0]
            )
            assert [entry.rules.hand_size for entry in comparison.entries] == [2 + at for at in range(len(names))]
        assert len(list((tmp_path / names[0]).iterdir())) == 2 * len(names)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError, match="file"):
        compare(TWO, games=2, measures=["moves"], folder=tmp_path / "file" / "rows")


# --- what is written


def test_tables_are_written_and_can_be_read_again(tmp_path: Path) -> None:
    comparison = options_on_trial(Quiclo(players=2), options=["play_drawn", "deck"], games=6, measures=["moves"])
    made = comparison.save(tmp_path / "out", formats=["csv", "parquet"])
    assert {path.name for path in made} == {path.name for path in (tmp_path / "out").iterdir()}
    for name in ("table", "lengths", "tests", "games", "left_out"):
        frame = getattr(comparison, name)
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "out" / f"{name}.parquet"), frame)
        read = pd.read_csv(tmp_path / "out" / f"{name}.csv", keep_default_na=True)
        assert list(read.columns) == list(frame.columns)
        assert len(read) == len(frame)


def test_a_table_without_rows_is_not_written(tmp_path: Path) -> None:
    made = compare([Quiclo(players=2)], games=2, measures=["moves"]).save(tmp_path, formats=["csv"])
    assert [path.name for path in made] == ["table.csv", "lengths.csv", "games.csv"]


def test_an_unknown_format(tmp_path: Path) -> None:
    comparison = compare([Quiclo(players=2)], games=2, measures=["moves"])
    with pytest.raises(StudyError, match="no format 'xlsx'; there are csv, parquet, png, svg, html"):
        comparison.save(tmp_path / "out", formats=["csv", "xlsx"])
    with pytest.raises(StudyError, match="a list of names expected, not 'csv'"):
        comparison.save(tmp_path / "out", formats="csv")
    with pytest.raises(StudyError, match="folder: a path expected, not 7"):
        comparison.save(7)  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", ["csv", "parquet", "png", "html"])
def test_a_full_disk(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = compare([Quiclo(players=2)], games=2, measures=["moves"])

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for owner, name in (
        (Path, "write_text"),
        (Path, "write_bytes"),
        (pd.DataFrame, "to_csv"),
        (pd.DataFrame, "to_parquet"),
    ):
        monkeypatch.setattr(owner, name, full)
    with pytest.raises(StudyError, match="cannot be written: No space left on device"):
        comparison.save(tmp_path, formats=[kind])
