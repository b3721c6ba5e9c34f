"""The laws of the design over every installed game of the library: options, player counts, positions.

The ordinary run plays with few rules in which every two values of options meet, nearly all of them in the first
rows; `pytest -m deep` plays with every value of every option at every table as well. A further game is one more entry of
`subjects.GAMES`. `SHEDKIT_SWEEP=20 pytest tests/test_laws.py` plays twenty times as many games.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, permutations, product
from pkgutil import iter_modules
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import shedkit.games
from shedkit import Quiclo, ShanghaiRummy, Shithead, simulate
from shedkit.core.cards import Card, codes
from shedkit.core.chance import Chance
from shedkit.core.errors import ConfigurationError, PositionError
from shedkit.core.options import default_of
from shedkit.core.outcomes import ranked
from shedkit.core.states import cards_in, evolve
from shedkit.testing import (
    Covering,
    check_game,
    check_laws,
    check_position,
    constructible,
    covering,
    random_rules,
)
from shedkit.testing.strategies import games_of, rules_of
from subjects import DOUBLE, GAMES, every, homeward
from subjects import EVERY_OPTION as EVERY_OPTION  # for the tests of records

SWEEP = max(1, int(os.environ.get("SHEDKIT_SWEEP", "1")))
"""How many times as many games are played as in the ordinary test run."""

ROWS = {"shithead": 38, "quiclo": 32, "lucky-shutdown": 18, "shanghai-rummy": 50}
"""How many rules bring all pairs of options together; written here so that nothing is worked out to collect tests."""
FAST = 18
"""How many of them are played with in the ordinary run."""


def seed_of(rules: Any) -> int:
    """A seed that is the same in every run and differs from option to option."""
    return sum(repr(rules).encode())


def length(rules: Any) -> int:
    """How many moves are checked in a game: the laws look at it from every seat, so many seats take long."""
    return 60 if rules.players <= 5 else 12


@cache
def pairs_of(name: str) -> Covering[Any, Any]:
    return covering(GAMES[name].kind, data=GAMES[name].data)


LATER = [pytest.mark.deep]
PAIRS = [
    pytest.param(name, row, id=f"{name}-{row}", marks=LATER if row >= FAST else [])
    for name in GAMES
    for row in range(ROWS[name])
]
OPTIONS = [
    pytest.param(name, option.name, id=f"{name}-{option.name}")
    for name, tested in GAMES.items()
    for option in tested.kind.options()
]
TOGETHER = [pytest.param(name, seed, id=f"{name}-{seed}") for name in GAMES for seed in range(20 * SWEEP)]
WHOLE = [
    pytest.param(name, players, id=f"{name}-{players}", marks=LATER if players > 3 else [])
    for name, tested in GAMES.items()
    for players in range(
        2, 1 + min(6, next(declared.high for declared in tested.kind.options() if declared.name == "players"))
    )
]
BUILT = [pytest.param(name, title, id=f"{name}-{title}") for name, tested in GAMES.items() for title in tested.built]
SMALL = [pytest.param(name, i, id=f"{name}-{i}") for name, tested in GAMES.items() for i in range(len(tested.small))]


def test_every_game_of_the_library_is_tested() -> None:
    ours = {name.replace("_", "-") for _, name, _ in iter_modules(shedkit.games.__path__)}
    assert ours == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_pair_of_options_meets(name: str) -> None:
    """What `covering` claims, counted anew: two values that never meet are such as no rules allow."""
    made = pairs_of(name)
    assert len(made.rules) == ROWS[name]
    assert made.met[-1] + len(made.impossible) == made.pairs
    assert made.met[min(FAST, ROWS[name]) - 1] >= 0.8 * made.met[-1]
    values = values_of(name)
    given = [{option: as_given(rules, option) for option in values} for rules in made.rules]
    for first, second in combinations(values, 2):
        met = {pair for rules in given for pair in product(rules[first], rules[second])}
        for left, right in product(values[first], values[second]):
            assert (left, right) in met or not possible(name, {first: left, second: right}), (
                f"{first}={left}, {second}={right}"
            )


def as_given(rules: Any, option: str) -> list[Any]:
    """The value of an option, and ``None`` if it can have been left out; some follow from others until they are given."""
    value = getattr(rules, option)
    return [value, None] if value == default_of(rules, option) else [value]


@cache
def values_of(name: str) -> dict[str, list[Any]]:
    """The values that the variants of each option have at the default table, and ``None`` for the default."""
    kind = GAMES[name].kind
    plain = [option.name for option in kind.options() if option.name != "players" and not option.seat]
    there = {option: [rules for rules in every(name, option) if rules.players == kind().players] for option in plain}
    return {option: [None, *(getattr(rules, option) for rules in variants_of)] for option, variants_of in there.items()}


def possible(name: str, options: Mapping[str, Any]) -> bool:
    """Whether there are rules with these two values, alone or with a third option beside them."""
    given = {option: value for option, value in options.items() if value is not None}
    others = [(option, value) for option, known in values_of(name).items() for value in known if option not in options]
    for option, value in others:
        try:
            GAMES[name].kind(**given, **({} if value is None else {option: value}))
        except ConfigurationError:
            continue
        return True
    return False


@pytest.mark.parametrize("share", [0.6, pytest.param(1.0, marks=LATER)])
@pytest.mark.parametrize(("name", "row"), PAIRS)
def test_random_play(name: str, row: int, share: float) -> None:
    rules = pairs_of(name).rules[row]
    moves = round(share * length(rules))
    check_laws(rules, games=SWEEP, seed=seed_of(rules), max_moves=moves, stride=19, partial=True)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_random_play_with_every_value(name: str, option: str) -> None:
    for rules in every(name, option):
        check_laws(rules, games=SWEEP, seed=seed_of(rules), max_moves=length(rules), stride=19, partial=True)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "seed"), TOGETHER)
def test_random_play_with_options_together(name: str, seed: int) -> None:
    rules = random_rules(GAMES[name].kind, seed, data=GAMES[name].data)
    check_laws(rules, games=1, seed=seed, max_moves=length(rules), stride=19, partial=True)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "row"), PAIRS)
def test_play_of_simple_opponents(name: str, row: int) -> None:
    rules = pairs_of(name).rules[row]
    if rules.players <= 5:
        check_game(rules, row, 80 * SWEEP, players=homeward(name, rules, row), stride=37)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_play_of_simple_opponents_with_every_value(name: str, option: str) -> None:
    for rules in every(name, option):
        if rules.players <= 5:
            for game in range(SWEEP):
                check_game(rules, game, 80 * SWEEP, players=homeward(name, rules, game), stride=37)


def reach_an_outcome(name: str, rules: Any, games: int = 3) -> None:
    ending = GAMES[name].ending(rules)
    games = (games if rules.players <= 6 else 1) * SWEEP
    finished = 0
    for game in range(games):
        limit = 10_000 * getattr(rules, "rounds", 1) if ending > 0.5 else 20_000
        played = simulate(rules, homeward(name, rules, game), seed=game, max_moves=limit)
        assert played.truncated == (played.outcome is None)
        if played.outcome is None:
            continue
        finished += 1
        assert not rules.actors(played.state)
        places = played.outcome.places
        assert len(places) == rules.players
        assert ranked(places) == places
        if getattr(rules, "rounds", 1) > 1:
            assert len(played.outcome.rounds) == rules.rounds
    assert finished >= ending * games, f"{finished} of {games} games reached an outcome with {rules!r}"


@pytest.mark.deep
@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_games_of_simple_opponents_reach_an_outcome(name: str, option: str) -> None:
    usual = GAMES[name].kind().players
    for rules in every(name, option):
        if rules.players == usual:
            reach_an_outcome(name, rules)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_games_of_simple_opponents_reach_an_outcome_at_every_table(name: str, option: str) -> None:
    usual = GAMES[name].kind().players
    for rules in every(name, option):
        if rules.players != usual:
            reach_an_outcome(name, rules)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "players"), WHOLE)
def test_a_whole_game_of_simple_opponents(name: str, players: int) -> None:
    rules = GAMES[name].kind(players=players)
    for game in range(SWEEP):
        check_game(rules, game, 1_500, players=homeward(name, rules, game), stride=53)


@pytest.mark.parametrize("seeds", [1, pytest.param(3, marks=LATER)])
@pytest.mark.parametrize(("name", "title"), BUILT)
def test_built_position(name: str, title: str, seeds: int) -> None:
    tested = GAMES[name]
    at = tested.built[title]
    rules = tested.kind(**at.options)
    state = rules.position(**at.zones)
    for seed in range(seeds * SWEEP):
        check_position(rules, state, seed=seed)


@pytest.mark.deep
@pytest.mark.parametrize("moves", [8, pytest.param(25, marks=LATER)])
@pytest.mark.parametrize(("name", "title"), BUILT)
def test_play_from_a_built_position(name: str, title: str, moves: int) -> None:
    tested = GAMES[name]
    at = tested.built[title]
    rules = tested.kind(**at.options)
    for seed in range(SWEEP):
        check_game(rules, seed, moves, state=rules.position(**at.zones), stride=7)


@pytest.mark.parametrize("games", [1, pytest.param(2, marks=LATER)])
@pytest.mark.parametrize(("name", "i"), SMALL)
def test_listed_is_accepted_by_brute_force(name: str, i: int, games: int) -> None:
    """Law 5 with every move that can be written down with the cards of a small deck."""
    rules = GAMES[name].kind(**GAMES[name].small[i])
    every = constructible(rules, GAMES[name].most)
    for seed in range(games * SWEEP):
        state, random = rules.deal(seed), Random(seed)
        if GAMES[name].most == 4:
            check_position(rules, state, every_move=True)
        for step in range(30):
            actors = rules.actors(state)
            if not actors:
                break
            if step % 3 == 0:
                for player in range(rules.players):
                    listed = {*rules.legal_moves(state, player), *rules.penalised_moves(state, player)}
                    accepted = {move for move in every if rules.refusal(state, move, player) is None}
                    assert accepted == listed.intersection(every), f"player {player}\n{state}"
            player = random.choice(actors)
            moves = (*rules.legal_moves(state, player), *rules.penalised_moves(state, player))
            state = rules.apply(state, random.choice(moves), player)


# law 10: on small positions exactly the possible states appear

HIDDEN = {
    "shithead: hands, blind cards and the stock": (
        Shithead(players=2),
        {"hands": ["4c 5c", "6c 7c"], "face_down": ["8c - -", "- 9c -"], "discard": "3h", "stock": "Jc"},
    ),
    "shithead: twins": (
        Shithead(players=2, deck=DOUBLE),
        {"hands": ["4c", "6c 7c"], "face_down": ["- - 6c", "- 9c -"], "discard": "3h", "stock": "Jc"},
    ),
    "shithead: nobody has declined": (
        Shithead(players=2, out_of_turn_quad=True, multi_card=True),
        {"hands": ["4c", "7c 7d"], "face_down": ["8c - -", ""], "discard": "7h 7s", "stock": "9c"},
    ),
    "shithead: the other one has declined": (
        Shithead(players=3, out_of_turn_quad=True),
        {
            "hands": ["4c", "7c", "9c"],
            "face_down": ["8c - -", "", ""],
            "discard": "7h 7s 7d",
            "stock": "",
            "declined": [False, True, False],
        },
    ),
    "quiclo: hands and the stock": (
        Quiclo(players=3),
        {"hands": ["8 45", "7 12", "90"], "discard": "87", "stock": "3 4"},
    ),
    "quiclo: another one has drawn": (
        Quiclo(players=2, play_drawn=True),
        {"hands": ["8 45", "7 12 90"], "discard": "87", "stock": "3", "turn": 1, "phase": "drawn", "drawn": "12"},
    ),
    "quiclo: the viewer has drawn": (
        Quiclo(players=2, play_drawn=True),
        {"hands": ["8 45", "7 12"], "discard": "87", "stock": "3", "phase": "drawn", "drawn": "45"},
    ),
    "shanghai-rummy: hands and the stock": (
        ShanghaiRummy(players=2),
        {"hands": ["4c 4c 9s", "5c Jk"], "discard": "8d", "stock": "7c"},
    ),
    "shanghai-rummy: the card just taken": (
        ShanghaiRummy(players=2),
        {"hands": ["4c 8d 9s", "5c Jk"], "stock": "7c", "taken": "8d", "phase": "play"},
    ),
    "shanghai-rummy: a begun contract": (
        ShanghaiRummy(players=2),
        {
            "hands": ["4c 4d 9s Jk", "4h 8h"],
            "melds": [(0, "Jc Jd Js")],
            "laid": 1,
            "stock": "7c 9d",
            "phase": "play",
        },
    ),
    "shanghai-rummy: a begun contract of the second player": (
        ShanghaiRummy(players=2),
        {
            "hands": ["9h Jh", "5s 6s 7s 8s Jk"],
            "melds": [(1, "Jc Jd Js"), (1, "4c 4d 4h")],
            "laid": 2,
            "turn": 1,
            "stock": "9s",
            "phase": "play",
            "round": 5,
        },
    ),
}


DEAR = {
    "None-quiclo: another one has drawn",
    "None-shithead: twins",
    "0-shanghai-rummy: a begun contract of the second player",
    "1-shanghai-rummy: a begun contract",
}
MANY_FOR_ALL = {
    "shanghai-rummy: a begun contract",
    "shanghai-rummy: a begun contract of the second player",
    "shithead: hands, blind cards and the stock",
    "quiclo: hands and the stock",
}
"""Where an onlooker has so many states to think of that it takes seconds; the ones above take as long."""


def texts(zone: Any) -> Any:
    """A zone as `position` reads it."""
    if zone and isinstance(zone[0], tuple):
        return [codes(entry) for entry in zone]
    return codes(zone)


def filled(zone: Any, cards: Iterator[Card]) -> Any:
    if isinstance(zone, tuple):
        return tuple(filled(entry, cards) for entry in zone)
    return next(cards) if zone is not None and not isinstance(zone, Card) else zone


def possible_states(rules: Any, zones: Mapping[str, Any], player: int | None) -> set[Any]:
    """Every state that gives the player the same view, by trying every placing of the cards it cannot see."""
    state = rules.position(**zones)
    view = rules.view(state, player)
    names = [field.name for field in state.layout.zones()]
    known = [card for card in state.layout.cards(view.state) if isinstance(card, Card)]
    unseen = list(state.layout.cards(state))
    for card in known:
        unseen.remove(card)
    facts: list[dict[str, Any]] = [{"out": getattr(state, "out", ())}]
    if isinstance(rules, ShanghaiRummy):
        names.remove("melds")
        facts = [{**zones, **{name: texts(getattr(view.state, name)) for name in ("shown", "removed")}}]
    elif isinstance(rules, Shithead):
        facts = [{"declined": who} for who in product((False, True), repeat=rules.players)]
        facts = [{**fact, "layer": state.layer, "out": state.out} for fact in facts]
    elif state.phase == "drawn":
        held = (*unseen, *cards_in(view.state.hands))
        facts = [{"drawn": card.code, "phase": "drawn", "out": state.out} for card in held if isinstance(card, Card)]
    states = set()
    for order in set(permutations(unseen)):
        waiting = iter(order)
        placed = {name: texts(filled(getattr(view.state, name), waiting)) for name in names}
        for fact in facts:
            try:
                other = rules.position(**{**fact, **placed, "turn": state.turn})
            except PositionError:
                continue
            if rules.view(other, player) == view:
                states.add(evolve(other, chance=Chance(0)))
    return states


@pytest.mark.parametrize(
    ("title", "player"),
    [
        pytest.param(
            title,
            player,
            id=f"{player}-{title}",
            marks=LATER if (player is None and title in MANY_FOR_ALL) or f"{player}-{title}" in DEAR else [],
        )
        for title in HIDDEN
        for player in (0, 1, None)
    ],
)
def test_exactly_the_possible_states_are_sampled(title: str, player: int | None) -> None:
    rules, zones = HIDDEN[title]
    possible = possible_states(rules, zones, player)
    view = rules.view(rules.position(**zones), player)
    sampled = set()
    for seed in range(20 * len(possible) + 200):
        sampled.add(evolve(rules.sample(view, seed), chance=Chance(0)))
    assert sampled == possible


# the strategies for Hypothesis, which draw any rules and any position of a game

AT_EASE = settings(
    max_examples=15 * SWEEP, deadline=None, derandomize=SWEEP == 1, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
@AT_EASE
@given(data=st.data())
def test_laws_hold_in_any_position_that_hypothesis_reaches(name: str, data: st.DataObject) -> None:
    rules = data.draw(rules_of(GAMES[name].kind, data=GAMES[name].data))
    check_position(rules, data.draw(games_of(rules, max_moves=30)))
