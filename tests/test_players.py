"""Players as values: a copy goes on as the player would have gone on, and neither changes the other."""

from __future__ import annotations

import copy
import pickle

import pytest

from shedkit import RandomPlayer, game, game_names, simple_player, simulate
from shedkit.players.contenders import contender, contender_names

WAYS = [copy.deepcopy, lambda player: pickle.loads(pickle.dumps(player))]
NAMES = [*contender_names(), "search:iterations=20", "careless:slips=0.9"]


def positions(rules, number):
    """Views and lists of moves with a choice, out of a game of random players."""
    asked = []

    def watch(step):
        moves = rules.legal_moves(step.before, step.player)
        if len(moves) > 1 and len(asked) < number:
            asked.append((rules.view(step.before, step.player), moves))

    simulate(rules, [RandomPlayer(i) for i in range(rules.players)], seed=3, max_moves=300, watch=watch)
    return asked


def choices(player, asked):
    return [player.choose(view, moves) for view, moves in asked]


@pytest.mark.deep
@pytest.mark.parametrize("way", WAYS, ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", game_names())
def test_a_copy_has_a_generator_of_its_own(kind, name, way):
    rules = game(kind)()
    asked = positions(rules, 4 if name.startswith("search") else 30)
    make = contender(name, rules).make
    expected = choices(make(rules, 7), asked)
    player = make(rules, 7)
    half = len(asked) // 2
    assert choices(player, asked[:half]) == expected[:half]
    other = way(player)
    assert choices(other, asked[half:]) == expected[half:]
    assert choices(player, asked[half:]) == expected[half:], "the copy drew from the generator of its model"


@pytest.mark.parametrize("way", WAYS, ids=["deepcopy", "pickle"])
def test_copies_of_simple_opponents_and_random_players(way):
    for kind in game_names():
        rules = game(kind)()
        asked = positions(rules, 30)
        for make in (RandomPlayer, lambda seed, kind=kind: simple_player(kind, seed)):
            player = make(5)
            other = way(player)
            assert choices(player, asked) == choices(other, asked) == choices(make(5), asked)
