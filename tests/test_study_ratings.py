"""Ratings: the likelihood against known results, tournaments that are balanced, words for what games do not tell."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shedkit import Quiclo, RandomPlayer, Shithead
from shedkit.cli import main
from shedkit.core.errors import ConfigurationError, PlayerError, StudyError
from shedkit.study import Study, read_rows, save
from shedkit.study.measures import Row
from shedkit.study.plackett_luce import Ranking, chances, fit
from shedkit.study.ratings import POINTS, Ratings, rate, rated
from shedkit.study.tournaments import Tournament, lineups
from tournament_play import ONE_WINS, drawn

TWO = Quiclo(players=2)


def alike(*groups: list[int], rest: tuple[int, ...] = (), deal: int = 0) -> Ranking:
    """A game of players who all sit in the same seat, so that seats tell nothing."""
    return Ranking(
        deal, tuple([tuple([(player, 0) for player in group]) for group in groups]), tuple([(p, 0) for p in rest])
    )


# --- the likelihood

# of 60 games of three out of five players, drawn by chance
RANKED = (
    "203 214 012 234 013 423 134 013 023 013 013 024 423 132 421 012 304 134 104 234 431 104 014 103 320 103 "
    "134 234 341 043 423 143 041 041 201 123 104 042 203 043 032 204 341 032 021 304 304 432 013 024 123 423 "
    "314 034 103 340 024 041 124 312"
)
WON = [(0, 1, 5), (0, 2, 10), (0, 3, 10), (1, 0, 3), (1, 2, 11), (1, 3, 9), (2, 0, 5), (2, 1, 8), (2, 3, 8), (3, 0, 4)]
WON += [(3, 1, 4), (3, 2, 3)]


def test_strengths_are_those_that_choix_finds() -> None:
    """The maxima that choix 0.4.1 finds for the same games, without a prior (opt_rankings, opt_pairwise)."""
    games = [alike(*([int(player)] for player in text), deal=deal) for deal, text in enumerate(RANKED.split())]
    theirs = [0.9618946598, 0.1938505385, -0.0283038062, -0.4886239215, -0.6388174706]
    assert fit(games, 5, 1).strengths == pytest.approx(theirs, abs=1e-6)
    pairs = [alike([a], [b], deal=deal) for deal, (a, b, times) in enumerate(WON) for _ in range(times)]
    theirs = [0.5262136823, 0.1833130442, -0.0439181700, -0.6656085566]
    assert fit(pairs, 4, 1).strengths == pytest.approx(theirs, abs=1e-6)


def test_strengths_are_those_that_choix_finds_now() -> None:
    choix = pytest.importorskip("choix")
    rng = np.random.default_rng(3)
    orders = [rng.permutation(5)[:4].tolist() for _ in range(50)]
    fitted = fit([alike(*([player] for player in order)) for order in orders], 5, 1)
    assert fitted.strengths == pytest.approx(choix.opt_rankings(5, orders), abs=1e-4)


def test_draws_of_two_are_those_of_davidson() -> None:
    games = [alike([0], [1])] * 12 + [alike([1], [0])] * 6 + [alike([0, 1])] * 6
    fitted = fit(games, 2, 1)
    # three shares, and two parameters that can be anything
    assert fitted.strengths[0] - fitted.strengths[1] == pytest.approx(log(2))
    assert fitted.ties == pytest.approx({(2, 2): log(0.25 / (0.5 * 0.25) ** 0.5)})
    assert chances(fitted, [(0, 0), (1, 0)]) == pytest.approx([0.5 + 0.125, 0.25 + 0.125])


def test_where_one_wins_by_rule_the_losers_are_not_drawn() -> None:
    games = [
        alike([player], [other for other in range(3) if other != player]) for player in [0] * 10 + [1] * 6 + [2] * 4
    ]
    fitted = fit(games, 3, 1)
    assert fitted.ties == {}
    assert np.exp(fitted.strengths - fitted.strengths[2]) == pytest.approx([10 / 4, 6 / 4, 1])
    assert chances(fitted, [(0, 0), (1, 0), (2, 0)]) == pytest.approx([0.5, 0.3, 0.2])
    only_winners = [alike([player], rest=tuple({0, 1, 2} - {player})) for player in [0] * 10 + [1] * 6 + [2] * 4]
    assert fit(only_winners, 3, 1).strengths == pytest.approx(fitted.strengths)


def test_where_one_loses_by_rule_the_winners_are_not_drawn() -> None:
    games = [
        alike([other for other in range(3) if other != player], [player]) for player in [0] * 4 + [1] * 6 + [2] * 10
    ]
    fitted = fit(games, 3, 1)
    # two of three are level, each with half of the weight
    assert np.exp((fitted.strengths - fitted.strengths[2]) / 2) == pytest.approx([10 / 4, 10 / 6, 1])


def test_seats_are_told_from_players() -> None:
    rng = np.random.default_rng(4)
    fitted = fit(drawn(rng, np.array([0.5, 0, -0.5]), np.array([0.4, -0.1, -0.3]), 600), 3, 3)
    assert fitted.strengths == pytest.approx([0.5, 0, -0.5], abs=0.1)
    assert fitted.seats == pytest.approx([0.4, -0.1, -0.3], abs=0.1)
    assert fitted.covariance is not None
    assert np.sqrt(np.diag(fitted.covariance)) == pytest.approx([0.03] * 6, abs=0.015)


def test_a_game_that_is_told_twice_makes_nothing_surer() -> None:
    games = drawn(np.random.default_rng(5), np.array([0.5, 0, -0.5]), np.array([0.2, -0.2]), 30)
    once, twice = fit(games, 3, 2), fit(games * 2, 3, 2)
    assert twice.strengths == pytest.approx(once.strengths, abs=1e-6)
    assert once.covariance is not None
    assert twice.covariance == pytest.approx(once.covariance, abs=1e-6)


def test_every_place_of_a_tie_counts() -> None:
    """Of three players, any may be level with any other, in any place."""
    rng, worth = np.random.default_rng(6), np.exp([0.6, 0.0, -0.6])
    games = list[Ranking]()
    for deal in range(3_000):
        left, groups = [0, 1, 2], list[list[int]]()
        while left:
            able = [list(group) for size in (1, 2, 3) for group in combinations(left, size)]
            weights = np.array(
                [np.prod(worth[group]) ** (1 / len(group)) * [1, 0.5, 0.25][len(group) - 1] for group in able]
            )
            groups.append(able[rng.choice(len(able), p=weights / weights.sum())])
            left = [player for player in left if player not in groups[-1]]
        games.append(alike(*groups, deal=deal))
    fitted = fit(games, 3, 1)
    assert fitted.strengths == pytest.approx([0.6, 0.0, -0.6], abs=0.08)
    assert fitted.ties == pytest.approx({(3, 2): log(0.5), (3, 3): log(0.25), (2, 2): log(0.5)}, abs=0.15)


# --- who can be compared


def test_a_player_who_always_wins_is_a_group_of_its_own() -> None:
    games = [alike([0], [1], [2]), alike([0], [2], [1]), alike([0], [1], [2])]
    fitted = fit(games, 3, 1)
    assert fitted.components == (0, 1, 1)
    assert fitted.reach.tolist() == [[True, True], [False, True]]
    assert fitted.determined
    assert np.exp(fitted.strengths[1] - fitted.strengths[2]) == pytest.approx(2)


def test_a_draw_joins_and_a_rule_does_not() -> None:
    assert fit([alike([0], [1]), alike([0, 1])], 2, 1).components == (0, 0)
    assert len({*fit([alike([0], [1, 2])] * 3, 3, 1).components}) == 3
    circle = [alike([0], [1]), alike([1], [2]), alike([2], [0])]
    assert fit(circle, 3, 1).components == (0, 0, 0)


def test_where_no_maximum_is_that_is_found() -> None:
    # whoever sits in seat 0 wins: that can be the seat, without end
    games = [Ranking(deal, (((deal % 2, 0),), ((1 - deal % 2, 1),))) for deal in range(20)]
    assert not fit(games, 2, 2).determined
    assert fit([game.in_one_seat() for game in games], 2, 1).determined


# --- ratings out of rows


def row(deal: int, seats: list[int], places: list[int] | None) -> Row:
    winners = None if places is None else [seat for seat, place in enumerate(places) if place == 1]
    return {
        "game": deal,
        "deal": deal,
        "seats": [*seats],
        "places": places and [*places],
        "winners": winners and [*winners],
    }


def beaten(pairs: list[tuple[int, int]], times: int = 3) -> list[Row]:
    """Games of two: the first beats the second from both seats, so many times."""
    rows = list[Row]()
    for deal, (better, worse) in enumerate(pairs * times):
        rows += [row(deal, [better, worse], [1, 2]), row(deal, [worse, better], [2, 1])]
    return rows


def said(ratings: Ratings) -> str:
    return " ".join(ratings.notes)


def test_ratings_in_points() -> None:
    ratings = rated(beaten([(0, 1)] * 10 + [(1, 0)]), ["good", "bad"])
    good, bad = ratings.players
    assert (good.player, good.group, good.games) == ("good", 1, 66)
    assert good.rating is not None
    assert bad.rating == pytest.approx(-good.rating)
    assert 2 * good.rating == pytest.approx(400)  # ten wins for each loss
    assert (good.wins, ratings.expected(["good", "bad"])) == (pytest.approx(10 / 11), pytest.approx([10 / 11, 1 / 11]))
    assert POINTS * log(10) == pytest.approx(400)
    assert good.low is not None
    assert good.high is not None
    assert good.low < good.rating < good.high
    assert ratings.notes == ()
    assert str(ratings).splitlines()[0] == f"good  +200 [{good.low:+.0f}, {good.high:+.0f}], wins 0.909 of 66 games"
    frame = ratings.differences()
    assert frame["difference"].tolist() == pytest.approx([400])
    assert frame["p_adjusted"].tolist() == frame["p"].tolist()
    assert frame["p"][0] < 0.05


def test_levels_decide_how_wide_intervals_are() -> None:
    rows = beaten([(0, 1)] * 3 + [(1, 0)] * 2, 6)
    narrow, wide = (rated(rows, ["a", "b"], level=level).players[0] for level in (0.5, 0.99))
    assert narrow.low is not None
    assert wide.low is not None
    assert wide.low < narrow.low


@pytest.mark.parametrize(
    ("pairs", "groups", "words"),
    [
        (
            [(0, 1), (0, 2), (1, 2), (2, 1)],
            [1, 2, 2],
            "ann came before bob and cleo in every game that sets them apart, so how far above cannot be told.",
        ),
        ([(0, 1), (1, 0)], [1, 1, 2], "No game, and no chain of games, compares ann and bob with cleo."),
        (
            [(0, 1), (1, 2)],
            [1, 2, 3],
            "bob came before cleo in every game that sets them apart, so how far above cannot be told.",
        ),
    ],
)
def test_what_games_do_not_tell_is_said(pairs: list[tuple[int, int]], groups: list[int], words: str) -> None:
    ratings = rated(beaten(pairs, 5), ["ann", "bob", "cleo"])
    assert [player.group for player in ratings.players] == groups
    assert words in ratings.notes
    for player in ratings.players:
        assert (player.rating is None) == (groups.count(player.group) == 1)
    assert "nan" not in str(ratings)
    with pytest.raises(StudyError, match="the games do not tell how these players compare"):
        ratings.expected(["ann", "cleo"])


def test_too_few_deals_for_seats_or_for_intervals() -> None:
    ratings = rated([row(0, [0, 1], [1, 2]), row(0, [1, 0], [1, 2])], ["ann", "bob"])
    assert "What the seats add cannot be told from these games, so it is left out." in ratings.notes
    assert [seat.points for seat in ratings.seats] == [None, None]
    assert ratings.seats_p is None
    assert [player.rating for player in ratings.players] == pytest.approx([0, 0])
    assert [player.low for player in ratings.players] == [None, None]
    assert "There are too few deals for intervals." in ratings.notes


def test_seats_are_tested_together() -> None:
    games = drawn(np.random.default_rng(7), np.array([0.3, -0.3]), np.array([0.5, -0.5]), 200)
    rows = list[Row]()
    for game in games:
        order = [entrant for group in game.groups for entrant in group]
        by_seat = sorted(order, key=lambda entrant: entrant[1])
        rows.append(
            row(game.deal, [player for player, _ in by_seat], [order.index(entrant) + 1 for entrant in by_seat])
        )
    ratings = rated(rows, ["a", "b"])
    assert ratings.seats_p is not None
    assert ratings.seats_p < 0.01
    first = ratings.seats[0]
    assert first.low is not None
    assert first.high is not None
    assert first.low < 0.5 * POINTS < first.high
    assert ratings.seats_frame()["p"].nunique() == 1


def test_a_deal_with_a_cut_game_is_left_out_and_bounds_say_what_it_could_change() -> None:
    rows = beaten([(0, 1)] * 3 + [(1, 0)] * 2, 4)
    whole = rated(rows, ["a", "b"])
    more = [*rows, row(90, [0, 1], None), row(90, [1, 0], [2, 1]), row(91, [0, 1], None), row(91, [1, 0], None)]
    ratings = rated(more, ["a", "b"])
    assert (ratings.deals, ratings.counted, ratings.cut) == (22, 20, 3)
    assert ratings.notes == ("Games that were cut: 3; deals left out for them: 2.",)
    for player, same in zip(ratings.players, whole.players, strict=True):
        assert (player.rating, player.games) == (same.rating, same.games)
        assert (same.lowest, same.highest) == (None, None)
        assert player.lowest is not None
        assert player.highest is not None
        assert player.rating is not None
        assert player.lowest < player.rating < player.highest
    won = rated(
        [*rows, *[row(90 + at, [0, 1], [1, 2]) for at in range(3)], row(95, [1, 0], [2, 1])], ["a", "b"], by="wins"
    )
    assert ratings.players[0].highest == pytest.approx(won.players[0].rating, abs=1)


def test_nothing_but_cut_games_is_an_error() -> None:
    with pytest.raises(StudyError, match="there is nothing to rate by: no deal without a game that was cut"):
        rated([row(0, [0, 1], None)], ["a", "b"])


def test_winners_only_and_games_that_nobody_won() -> None:
    rows = [row(deal, [*seats], [1, 2, 3]) for deal, seats in enumerate([*permutations(range(3))] * 3)]
    shared = [{**row(90 + at, [at, (at + 1) % 3, (at + 2) % 3], [1, 1, 1]), "winners": []} for at in range(3)]
    for by in ("places", "wins"):
        ratings = rated([*rows, *shared], ["a", "b", "c"], by=by)  # type: ignore[arg-type]
        assert [player.rating for player in ratings.players] == pytest.approx([0, 0, 0], abs=1e-3)
        assert [player.wins for player in ratings.players] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([row(0, [0, 2], [1, 2])], "game 0: seats: there is no player 2"),
        (
            [row(0, [0, 1], [1, 2]), row(1, [0, 1, 0], [1, 2, 3])],
            "game 1: all games must be of tables with as many seats",
        ),
        ([], "there is nothing to rate by"),
    ],
)
def test_rows_that_do_not_fit(rows: list[Row], words: str) -> None:
    with pytest.raises(StudyError, match=words):
        rated(rows, ["a", "b"])


# --- tournaments


@pytest.mark.parametrize(("players", "seats"), [(3, 2), (5, 2), (4, 3), (7, 4), (2, 2), (5, 5), (9, 5)])
def test_who_meets_whom_is_balanced(players: int, seats: int) -> None:
    made = lineups(players, seats, 7, 60)
    sat = Counter(player for lineup in made for player in lineup)
    assert max(sat.values()) - min(sat.values()) <= 1
    assert all(len({*lineup}) == seats for lineup in made)
    met = Counter(pair for lineup in made for pair in combinations(sorted(lineup), 2))
    assert len(met) == players * (players - 1) // 2
    assert max(met.values()) - min(met.values()) <= 4
    assert made[:20] == lineups(players, seats, 7, 20)
    assert made != lineups(players, seats, 8, 60)


def test_fewer_players_than_seats_sit_several_times() -> None:
    made = lineups(3, 5, 1, 30)
    assert all(sorted(Counter(lineup).values()) == [1, 2, 2] for lineup in made)
    sat = Counter(player for lineup in made for player in lineup)
    assert {*sat.values()} == {50}


def test_every_deal_is_played_from_every_seat() -> None:
    tournament = Tournament.between(Shithead(players=3), ["simple", "careless", "random", "careless:slips=0.1"], 5, 3)
    for deal in range(5):
        seatings = [tournament.seating(3 * deal + turn) for turn in range(3)]
        assert {own for own, _ in seatings} == {deal}
        for seat in range(3):
            assert len({seats[seat] for _, seats in seatings}) == 3


def test_two_of_a_kind_do_not_choose_alike() -> None:
    seeds = dict[int, list[int]]()

    def maker(rules: Any, seed: int) -> RandomPlayer:
        seeds.setdefault(len(seeds), []).append(seed)
        return RandomPlayer(seed)

    tournament = Tournament.between(Quiclo(players=3), [maker, "random"], 1, 1)
    tournament.row(0)
    made = [seed for own in seeds.values() for seed in own]
    assert len(made) == len({*made}) == tournament.seating(0)[1].count(0)


def test_whoever_plays_it_is_the_same_and_a_file_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(**more: Any) -> Ratings:
        return rate(TWO, ["simple", "careless", "random"], more.pop("deals", 24), 3, **more)

    plain, path = played(), tmp_path / "new" / "a.jsonl"
    with ThreadPoolExecutor(2) as pool:
        assert played(executor=pool).players == plain.players
    assert played(path=path, deals=20).players != plain.players
    counted, own = list[int](), Study.row
    monkeypatch.setattr(Study, "row", lambda study, game: counted.append(game) or own(study, game))
    assert played(path=path).players == plain.players
    assert counted == [*range(40, 48)]
    assert played(path=path, deals=20).players == played(deals=20).players  # a file may hold more
    with pytest.raises(StudyError, match="another study: players"):
        rate(TWO, ["simple", "careless"], 24, 3, path=path)
    assert len(list(read_rows(path))) == 48


def test_a_tournament_is_no_other_study(tmp_path: Path) -> None:
    path = save(Tournament.between(TWO, ["simple", "random"], 2, 1), tmp_path / "a.jsonl")
    with pytest.raises(StudyError, match="it is the file of another study"):
        save(Study.of(TWO, ["simple", "random"], 4, 1, measures=[], paired=True), path)


def test_the_better_player_is_rated_higher() -> None:
    ratings = rate(Quiclo(players=3), ["random", "simple", "careless"], 40)
    assert [player.player for player in ratings.players] == ["simple", "careless", "random"]
    assert sum(ratings.expected(["simple", "careless", "random"])) == pytest.approx(1)
    assert sum([player.rating or 0.0 for player in ratings.players]) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("words", "error", "text"),
    [
        ({"players": "simple"}, StudyError, "players: a list of players expected, not 'simple'"),
        ({"players": ["simple"]}, StudyError, "players: from 2 to 100 are needed, not 1"),
        ({"players": ["simple", "simple"]}, StudyError, "players: 'simple' is there twice"),
        ({"players": ["simple", "simpel"]}, PlayerError, "there is no player 'simpel'"),
        ({"deals": 0}, ConfigurationError, "deals: it must be a whole number from 1, not 0"),
        ({"level": 95}, ConfigurationError, "level: it must be a number between 0 and 1"),
        ({"by": "points"}, StudyError, "by: 'places' or 'wins' expected, not 'points'"),
        ({"rules": "quiclo"}, StudyError, "rules: a rules object"),
        ({"path": "rows.txt"}, StudyError, r"the name must end in .jsonl or .parquet"),
    ],
)
def test_bad_input(words: dict[str, Any], error: type[Exception], text: str) -> None:
    given: dict[str, Any] = {"rules": TWO, "players": ["simple", "random"], "deals": 2, **words}
    with pytest.raises(error, match=text):
        rate(**given)


def test_tables_that_cannot_be() -> None:
    ratings = rate(TWO, ["simple", "careless"], 20)
    for table, text in (
        (["simple"], "the names of 2 players expected"),
        ("simple", "the names of 2 players expected"),
        (["simple", "x"], "no player 'x'"),
    ):
        with pytest.raises(StudyError, match=text):
            ratings.expected(table)  # type: ignore[arg-type]


def test_tables_on_disk(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    ratings = rate(TWO, ["simple", "careless"], 20)
    made = ratings.save(tmp_path / "new")
    assert [path.name for path in made] == ["ratings.csv", "seats.csv", "differences.csv"]
    assert pandas.read_csv(made[0])["rating"].tolist() == pytest.approx(ratings.frame()["rating"].tolist())
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StudyError, match="it cannot be written"):
        ratings.save(tmp_path / "file")


# --- the command line


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = [
        "study",
        "ratings",
        "quiclo",
        "simple",
        "careless",
        "--players",
        "2",
        "--deals",
        "20",
        "--workers",
        "1",
        "random",
    ]
    assert main(words) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == "quiclo, 2 players, 20 deals, each from every seat, seed 1"
    expected = rate(TWO, ["simple", "careless", "random"], 20)
    for line, player in zip(lines[2:5], expected.players, strict=True):
        assert line.split()[:2] == [player.player, f"{player.rating:+.0f}"]
    assert lines[-1] == f"again   python -m shedkit {' '.join(words)} --seed 1"
    assert len(list(read_rows("study-ratings/rows/quiclo.parquet"))) == 40
    assert {path.name for path in Path("study-ratings").glob("*.csv")} == {
        "ratings.csv",
        "seats.csv",
        "differences.csv",
    }


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "study ratings needs the name of a game, then those of players"),
        (["quiclo"], "study ratings needs the names of two players or more"),
        (["quiclo", "simple", "simple"], "players: 'simple' is there twice"),
        (["quiclo", "simple", "random", "--by", "points"], "by: 'places' or 'wins' expected, not 'points'"),
        (["quiklo", "simple", "random"], "there is no game 'quiklo'; did you mean quiclo?"),
    ],
)
def test_a_command_that_is_wrong(
    capsys: pytest.CaptureFixture[str], words: list[str], text: str, tmp_path: Path
) -> None:
    assert main(["study", "ratings", *words, "--workers", "1", "--out", str(tmp_path / "out")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"shedkit: {text}")
    assert not (tmp_path / "out").exists()


def test_games_of_one_winner_can_be_told_apart() -> None:
    games = drawn(np.random.default_rng(8), np.array([0.5, 0, 0, -0.5]), np.zeros(3), 300, places=ONE_WINS)
    fitted = fit(games, 4, 3)
    assert fitted.strengths == pytest.approx([0.5, 0, 0, -0.5], abs=0.2)
    assert exp(fitted.strengths[0]) > exp(fitted.strengths[3])
