"""The player that searches, and contenders by name."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from random import Random
from typing import Any

import pytest

from shedkit import LuckyShutdown, Quiclo, RandomPlayer, ShanghaiRummy, Shithead, add_game, remove_game, simulate
from shedkit.bots.quiclo import SimpleQuiclo
from shedkit.bots.shithead import SimpleShithead
from shedkit.core import catalogue
from shedkit.core.errors import ConfigurationError, PlayerError, ViewError
from shedkit.games.shithead import Play, TakePile
from shedkit.players import search
from shedkit.players.contenders import Contender, contender, contender_names
from shedkit.players.search import SearchPlayer

RULES = [
    Shithead(players=2),
    Shithead(players=3, rounds=2),
    LuckyShutdown(players=2),
    LuckyShutdown(players=4),
    ShanghaiRummy.short(players=2),
    ShanghaiRummy(players=3),
    Quiclo(players=2),
    Quiclo(players=4, misplay="penalty"),
]


class First:
    """Makes the first of its moves."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        return moves[0]


class Takes:
    """Takes the pile whenever it may: nobody could play worse."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        return next((move for move in moves if isinstance(move, TakePile)), moves[0])


def quick(rules: Any) -> Any:
    return catalogue.load("shedkit.bots", rules.name)


def positions(rules: Any, seed: int, number: int) -> list[tuple[Any, int, tuple[Any, ...]]]:
    """States with a choice out of random play, who has it, and its moves."""
    rng, asked = Random(seed), []
    while len(asked) < number:
        state = rules.deal(rng.getrandbits(32))
        for _ in range(rng.randrange(120)):
            actors = rules.actors(state)
            if not actors:
                break
            state = rules.apply(state, rng.choice(rules.legal_moves(state, actors[0])), actors[0])
        for player in rules.actors(state):
            moves = rules.legal_moves(state, player)
            if len(moves) > 1:
                asked.append((state, player, moves))
    return asked[:number]


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_it_chooses_one_of_its_moves_wherever_it_may_move(rules: Any) -> None:
    """Among the positions are reactions out of turn, blind cards, choices of several at a time, buys."""
    for state, player, moves in positions(rules, 1, 12):
        searcher = SearchPlayer(rules, 3, iterations=12, depth=30, quick=quick(rules))
        assert searcher.choose(rules.view(state, player), moves) in moves
        assert searcher.iterations > 0


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_it_decides_by_what_it_sees(rules: Any) -> None:
    """Another state behind the same view, and the same seed: the same move."""
    for state, player, moves in positions(rules, 2, 4):
        view = rules.view(state, player)
        other = rules.sample(view, 5)
        chosen = [
            SearchPlayer(rules, 7, iterations=24, depth=30, quick=quick(rules)).choose(rules.view(at, player), moves)
            for at in (state, other)
        ]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("rules", [RULES[0], RULES[3], RULES[6]], ids=repr)
def test_whole_games_are_played_again_by_the_same_seed(rules: Any) -> None:
    def played(seed: int) -> list[str]:
        moves: list[str] = []
        first = SearchPlayer(rules, seed, iterations=30, depth=30, quick=quick(rules))
        others = [quick(rules)(seat) for seat in range(1, rules.players)]
        simulate(rules, [first, *others], 4, 60, watch=lambda step: moves.append(f"{step.player} {step.move}"))
        return moves

    assert played(1) == played(1)
    assert any(played(1) != played(seed) for seed in range(2, 12))


def test_it_wins_when_it_can_although_it_imagines_fools() -> None:
    rules = Shithead(players=2)
    state = rules.position(hands=["9h", "5c 6c"], discard="4d", face_down=["", "8s 8d 8c"], stock="")
    moves = rules.legal_moves(state, 0)
    assert {type(move) for move in moves} >= {Play, TakePile}
    fool = Takes(0)
    assert isinstance(fool.choose(None, moves), TakePile)
    chosen = SearchPlayer(rules, 1, iterations=60, quick=Takes).choose(rules.view(state, 0), moves)
    assert isinstance(chosen, Play)


def test_it_sees_what_comes_after_its_move() -> None:
    """Whichever card it lays, the last must fit it: only the 15 leaves one that does."""
    rules = Quiclo(players=2)
    state = rules.position(hands=["1 15 55", "2 3 4 6 7 8 9"], discard="11", stock="22 33 44")
    moves = rules.legal_moves(state, 0)
    assert sorted(map(str, moves)) == ["draw", "play 1", "play 15"]
    chosen = SearchPlayer(rules, 1, iterations=200, quick=First).choose(rules.view(state, 0), moves)
    assert str(chosen) == "play 1"  # then the 15 on the 1, then the 55 on the 15


def test_without_hope_the_usual_move_is_made_and_time_is_saved() -> None:
    rules = Shithead(players=2)
    state = rules.position(hands=["9h", "5c 6c"], discard="4d", face_down=["", "8s 8d 8c"], stock="")
    searcher = SearchPlayer(rules, 1, iterations=100_000, quick=SimpleShithead)
    assert isinstance(searcher.choose(rules.view(state, 0), rules.legal_moves(state, 0)), Play)
    assert searcher.iterations < 100


@pytest.mark.parametrize("budget", [1, 5, 40, 41])
def test_the_budget_of_iterations(budget: int) -> None:
    """A table that is begun is finished: at most three moves more."""
    rules = Quiclo(players=2)
    for state, player, moves in positions(rules, 4, 5):
        searcher = SearchPlayer(rules, 1, iterations=budget, quick=SimpleQuiclo)
        searcher.choose(rules.view(state, player), moves)
        assert searcher.iterations < budget + 4


def test_the_budget_of_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Quiclo(players=2)
    ticks = iter(range(1000))
    monkeypatch.setattr(search, "perf_counter", lambda: next(ticks))
    state, player, moves = positions(rules, 4, 1)[0]
    searcher = SearchPlayer(rules, 1, seconds=3, quick=SimpleQuiclo)
    searcher.choose(rules.view(state, player), moves)
    assert 0 < searcher.iterations <= 3 * 4
    assert next(ticks) <= 5


def test_one_move_needs_no_thought() -> None:
    rules = Quiclo(players=2)
    state = rules.position(hands=["1 2", "3"], discard="88")
    moves = rules.legal_moves(state, 0)
    searcher = SearchPlayer(rules, 1)
    assert searcher.choose(rules.view(state, 0), moves[:1]) is moves[0]
    assert searcher.iterations == 0


def test_what_it_was_told_goes_into_what_it_imagines(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Shithead(players=2)
    told: list[Any] = []
    real = Shithead.sample

    def sample(self: Any, view: Any, seed: int, *, knowledge: Any = None) -> Any:
        told.append(knowledge)
        return real(self, view, seed, knowledge=knowledge)

    monkeypatch.setattr(Shithead, "sample", sample)
    searcher = SearchPlayer(rules, 1, iterations=4, depth=5, quick=SimpleShithead)
    simulate(rules, [searcher, SimpleShithead(1)], 3, 30)
    assert told
    assert None not in told
    for state, player, moves in positions(rules, 6, 1):  # another table: what it remembers does not fit
        told.clear()
        assert searcher.choose(rules.view(state, player), moves) in moves
        assert set(told) == {None}


def test_without_a_simple_opponent_it_imagines_random_play() -> None:
    rules = Quiclo(players=2)
    searcher = SearchPlayer(rules, 1, iterations=20)
    state, player, moves = positions(rules, 4, 1)[0]
    assert searcher.choose(rules.view(state, player), moves) in moves


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"iterations": 0}, "iterations: it must be a whole number from 1"),
        ({"iterations": -5}, "iterations"),
        ({"iterations": 2.5}, "iterations"),
        ({"iterations": True}, "iterations"),
        ({"iterations": 10**10}, "iterations"),
        ({"seconds": 0}, "seconds: it must be a number above 0"),
        ({"seconds": -1.0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"seconds": float("inf")}, "seconds"),
        ({"seconds": "1"}, "seconds"),
        ({"iterations": 5, "seconds": 1}, "either iterations or seconds"),
        ({"depth": 0}, "depth"),
    ],
)
def test_budgets_that_cannot_be(given: dict[str, Any], text: str) -> None:
    with pytest.raises(ConfigurationError, match=text):
        SearchPlayer(Quiclo(players=2), 1, **given)


@pytest.mark.parametrize("seed", [None, "1", 1.5])
def test_seeds_that_cannot_be(seed: Any) -> None:
    with pytest.raises(ConfigurationError, match="seed"):
        SearchPlayer(Quiclo(players=2), seed)


def test_an_onlooker_has_nothing_to_choose() -> None:
    rules = Quiclo(players=2)
    state = rules.deal(1)
    with pytest.raises(ViewError, match="onlooker"):
        SearchPlayer(rules, 1).choose(rules.view(state, None), rules.legal_moves(state, 0))


# --- contenders


def test_the_contenders_by_name() -> None:
    rules = Quiclo(players=2)
    assert contender_names()[:4] == ("random", "simple", "careless", "search")
    kinds = {name: type(contender(name, rules).make(rules, 1)) for name in ("random", "simple", "search")}
    assert kinds == {"random": RandomPlayer, "simple": SimpleQuiclo, "search": SearchPlayer}
    made = contender("search:iterations=7", rules)
    assert made.name == "search:iterations=7"
    state, player, moves = positions(rules, 4, 1)[0]
    searcher = made.make(rules, 1)
    searcher.choose(rules.view(state, player), moves)
    assert isinstance(searcher, SearchPlayer)
    assert searcher.iterations < 7 + 4
    assert isinstance(contender("search:seconds=0.25,depth=9", rules).make(rules, 1), SearchPlayer)


def test_the_searcher_imagines_the_simple_opponent() -> None:
    rules = Shithead(players=2)
    searcher: Any = contender("search", rules).make(rules, 1)
    assert type(searcher._make(1)) is SimpleShithead


def test_a_careless_player_makes_so_many_of_its_moves_by_chance() -> None:
    rules = Shithead(players=2)
    asked = positions(rules, 8, 60)
    simple = [SimpleShithead(0).choose(rules.view(state, player), moves) for state, player, moves in asked]
    same = {}
    for slips in ("0", "0.5", "1"):
        careless = contender(f"careless:slips={slips}", rules).make(rules, 1)
        chosen = [careless.choose(rules.view(state, player), moves) for state, player, moves in asked]
        assert all(move in moves for move, (_, _, moves) in zip(chosen, asked, strict=True))
        same[slips] = sum(move == usual for move, usual in zip(chosen, simple, strict=True))
    assert same["0"] > same["0.5"] > same["1"]
    assert same["0"] >= 55  # which blind card it turns over is drawn


@pytest.mark.parametrize("slips", ["2", "1.01"])
def test_a_share_of_slips_that_cannot_be(slips: str) -> None:
    with pytest.raises(ConfigurationError, match="slips"):
        contender(f"careless:slips={slips}", Quiclo(players=2))


def test_contenders_are_what_makes_players() -> None:
    rules = Quiclo(players=2)

    def cautious(rules: Any, seed: int) -> Any:
        return First(seed)

    entrant = contender(cautious, rules)
    assert entrant == Contender("cautious", cautious)
    assert contender(entrant, rules) is entrant


@pytest.mark.parametrize("name", ["random", "simple", "search:iterations=5,depth=30"])
def test_contenders_can_be_sent_to_another_process(name: str) -> None:
    rules = Quiclo(players=2)
    entrant = contender(name, rules)
    again = pickle.loads(pickle.dumps(entrant))
    assert again.name == name
    assert type(again.make(rules, 1)) is type(entrant.make(rules, 1))


def test_the_opponent_of_an_added_game_is_sent_along() -> None:
    class Digits(Quiclo):
        name = "digits"

    add_game(Digits, First)
    try:
        entrant = contender("simple", Digits(players=2))
    finally:
        remove_game("digits")
    assert isinstance(entrant.make(Digits(players=2), 1), First)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("", "there is no player ''; there are random, simple, careless, search"),
        ("expert", "there is no player 'expert'"),
        ("x" * 500, "there is no player"),
        ("search:", "settings are written name=number"),
        ("search:iterations", "settings are written name=number"),
        ("search:iterations=", "settings"),
        ("search:iterations=many", "settings"),
        ("search:iterations=1e3", "settings"),
        ("search:iterations=5,iterations=6", "iterations is given twice"),
        ("search:speed=3", "speed"),
        ("random:iterations=3", "iterations"),
        ("search:rules=3", "rules"),
        ("search:iterations=0", "iterations"),
        (None, "neither"),
        (7, "neither"),
    ],
)
def test_contenders_that_are_none(name: Any, text: str) -> None:
    with pytest.raises((PlayerError, ConfigurationError), match=text):
        contender(name, Quiclo(players=2))


def test_a_contender_needs_rules() -> None:
    with pytest.raises(PlayerError, match="a player needs a rules object such as"):
        contender("simple", 7)  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [ValueError("no\nidea"), SystemExit(3)], ids=str)
def test_a_player_from_another_package_that_cannot_be_made(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(rules: Any, seed: int) -> Any:
        raise error

    monkeypatch.setattr(catalogue, "_FOUND", {("shedkit.players", "broken"): broken})
    text = f"^'broken' failed with {type(error).__name__}: {' '.join(str(error).split())}$"
    with pytest.raises(PlayerError, match=text):
        contender("broken", Quiclo(players=2))


def test_a_player_from_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    real = catalogue.entry_points
    mine = EntryPoint(name="first", value=f"{__name__}:First", group="shedkit.players")

    def entry_points(*, group: str) -> Any:
        return (*real(group=group), *([mine] if group == "shedkit.players" else []))

    monkeypatch.setattr(catalogue, "entry_points", entry_points)
    monkeypatch.setattr(catalogue, "_FOUND", {("shedkit.players", "first"): lambda rules, seed: First(seed)})
    assert "first" in contender_names()
    rules = Quiclo(players=2)
    assert isinstance(contender("first", rules).make(rules, 1), First)
