"""Whatever a game accepts as a position plays on by the laws, reachable or not."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from shedkit import Quiclo, game, game_names
from shedkit.testing import built_positions, check_position, random_rules
from shedkit.testing.strategies import positions_of, rules_of

SWEEP = int(os.environ.get("SHEDKIT_SWEEP", "1"))
POSITIONS, MOVES = 8, 4


def played_on(rules: Any, state: Any, random: Random, moves: int) -> None:
    """Hold a position and some after it to the laws."""
    for _ in range(moves):
        check_position(rules, state)
        actors = rules.actors(state)
        if not actors:
            return
        player = random.choice(actors)
        state = rules.apply(state, random.choice(rules.legal_moves(state, player)), player)
    check_position(rules, state)


@pytest.mark.parametrize("seed", [0, *[pytest.param(i, marks=pytest.mark.deep) for i in range(1, 6 * SWEEP)]])
@pytest.mark.parametrize("name", game_names())
def test_built_positions_play_on(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    rules: Any = game(name)() if seed == 0 else random_rules(game(name), seed)
    states = list(built_positions(rules, seed, POSITIONS))
    assert states
    for state in states:
        played_on(rules, state, random, MOVES)


@pytest.mark.parametrize("examples", [5, pytest.param(200 * SWEEP, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", game_names())
def test_positions_that_hypothesis_builds_play_on(name: str, examples: int) -> None:
    @settings(
        max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
    )
    @given(st.data())
    def plays_on(data: st.DataObject) -> None:
        rules: Any = data.draw(rules_of(game(name)))
        state = data.draw(positions_of(rules))
        played_on(rules, state, Random(0), 2)

    plays_on()


@pytest.mark.deep
def test_a_fault_shrinks_to_a_small_position() -> None:
    rules = Quiclo(players=2, highest_card=12, hand_size=2)

    def wanted(state: Any) -> bool:
        return rules.outcome(state) is None and len(state.hands[0]) >= 2 and state.turn == 1

    smallest = find(positions_of(rules), wanted, random=Random(1))
    assert [len(hand) for hand in smallest.hands] == [2, 1]  # with none, player 1 would be out
