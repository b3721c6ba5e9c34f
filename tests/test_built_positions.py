"""Whatever a game accepts as a position plays on by the laws, reachable or not."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from shedkit import game, game_names
from shedkit.testing import check_position, random_rules
from shedkit.testing.built import built_positions

SWEEP = int(os.environ.get("SHEDKIT_SWEEP", "1"))
POSITIONS, MOVES = 12, 6


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
