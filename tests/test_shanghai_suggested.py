"""What a person does in one go at Shanghai Rummy: the whole contract, or all the cards that fit."""

from __future__ import annotations

from typing import Any

import pytest

from shedkit import Quiclo, ShanghaiRummy
from shedkit.core.errors import ViewError

R = ShanghaiRummy(contracts=[(2, 0), (1, 1)])
TWO_SETS = "4c 4d 4h Kc Kd Kh"


def suggested(rules: Any, hand: str, *, player: int = 0, seen: bool = False, **facts: Any) -> list[list[str]]:
    """The codes of the moves that are suggested to a player with this hand, in play."""
    hands = ["3c", "6c", "9d", "Ad"]
    hands[0] = hand
    state = rules.position(**{"hands": hands, "discard": "8c", "phase": "play", **facts})
    moves = rules.suggested(rules.view(state, player) if seen else state, player)
    for way in moves:  # each can be made, one after the other
        after = state
        for move in way:
            after = rules.apply(after, move, player)
    return [list(map(str, way)) for way in moves]


@pytest.mark.parametrize("seen", [False, True])
def test_the_whole_contract(seen: bool) -> None:
    assert suggested(R, f"{TWO_SETS} 2s", seen=seen) == [["lay 4c 4d 4h", "lay Kc Kd Kh"]]


def test_nothing_where_the_contract_cannot_be_laid() -> None:
    assert suggested(R, "4c 4d 4h Kc Kd 2s 3s") == []


def test_nothing_to_others_nor_before_the_draw() -> None:
    assert suggested(R, f"{TWO_SETS} 2s", player=1) == []
    assert suggested(R, f"{TWO_SETS} 2s", phase="draw") == []
    state = R.position(hands=[f"{TWO_SETS} 2s", "6c", "9d", "Ad"], discard="8c", phase="draw")
    assert R.suggested(state, 0) == R.suggested(state, 1) == ()


def test_a_card_is_left_to_discard_SR_A41() -> None:
    strict = R.evolve(go_out="discard")
    assert suggested(strict, TWO_SETS) == []
    assert suggested(strict, f"{TWO_SETS} 2s") == suggested(R, TWO_SETS) == [["lay 4c 4d 4h", "lay Kc Kd Kh"]]


def test_the_way_that_leaves_the_fewest_points_and_the_one_with_the_fewest_jokers() -> None:
    # aces are dearest: with the joker they go, without it they stay
    assert suggested(R, "4c 4d 4h Tc Td Th As Ah Jk 2s") == [
        ["lay Tc Td Th", "lay Ah As Jk"],
        ["lay 4c 4d 4h", "lay Tc Td Th"],
    ]
    # of the ways that take no joker, the dearest one
    assert suggested(R, "4c 4d 4h Tc Td Th Kc Kd Kh As Ah Jk 2s")[1] == ["lay Tc Td Th", "lay Kc Kd Kh"]


def test_the_rest_of_a_contract_that_is_begun() -> None:
    laid = {"laid": 1, "melds": [(0, "4c 4d 4h")]}
    assert suggested(R, "Kc Kd Kh 2s", **laid) == [["lay Kc Kd Kh"]]
    assert suggested(R, "Kc Kd Kh Ks", **laid)[0] == ["lay Kc Kd Kh"]


def test_a_set_and_a_run() -> None:
    second = {"round": 2, "results": [[0, 5, 5, 5]]}
    assert suggested(R, "4c 4d 4h 7s 8s 9s Ts 2d", **second) == [["lay 4c 4d 4h", "lay 7s 8s 9s Ts"]]


DOWN: dict[str, Any] = {"melds": [(0, "4c 4d 4h"), (0, "Kc Kd Kh"), (1, "7s 8s 9s Ts"), (1, "2c 2d 2h")]}


def test_all_cards_that_fit_one_after_the_other() -> None:
    assert suggested(R, "4s 5s 6s Ks 3d", **DOWN) == [
        ["lay-off 4s 0", "lay-off Ks 1", "lay-off 6s 2 low", "lay-off 5s 2 low"],
    ]


def test_jokers_are_kept() -> None:
    assert suggested(R, "Jk 4s 3d", **DOWN) == [["lay-off 4s 0"]]
    assert suggested(R, "Jk 3d", **DOWN) == []


def test_nothing_where_no_card_fits() -> None:
    assert suggested(R, "3c 3d 5h", **DOWN) == []


def test_of_a_view_only_its_viewer_is_asked() -> None:
    state = R.deal(seed=1)
    with pytest.raises(ViewError):
        R.suggested(R.view(state, 0), 1)
    with pytest.raises(ViewError, match=r"^there is no player 4"):
        R.suggested(state, 4)


def test_games_that_say_nothing_of_it_suggest_nothing() -> None:
    rules = Quiclo(players=2)
    state = rules.deal(seed=1)
    assert rules.suggested(state, 0) == rules.suggested(rules.view(state, 1), 1) == ()
