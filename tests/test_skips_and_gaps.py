"""Lucky Shutdown plays on by the laws where skips are due, hands are empty and rows have gaps, reachable or not."""

from __future__ import annotations

import os
from random import Random

import pytest

from shedkit import LuckyShutdown, Shithead
from shedkit.core.cards import codes
from shedkit.testing import check_position, play
from skips_and_gaps import positions

SWEEP = int(os.environ.get("SHEDKIT_SWEEP", "1"))


@pytest.mark.parametrize(
    ("seed", "number"), [(0, 12), *[pytest.param(i, 100, marks=pytest.mark.deep) for i in range(1, 11 * SWEEP)]]
)
def test_skips_and_gaps_play_on(seed: int, number: int) -> None:
    """Each position and some after it, held to all laws; the deep run has 1,000 positions and 4,000 after them."""
    random = Random(seed)
    due = 0
    for rules, first in positions(random, number):
        state = first
        due += state.pending > 0
        for _ in range(5):
            check_position(rules, state, seed=seed)
            actors = rules.actors(state)
            if not actors:
                break
            player = random.choice(actors)
            state = rules.apply(state, random.choice(rules.legal_moves(state, player)), player)
    assert due > number / 2


def test_who_sits_out_with_an_empty_hand_beside_a_stock_draws_and_can_go_on() -> None:
    """Else it would be on turn again, with neither a card nor, once the pile is gone, anything to take."""
    rules = LuckyShutdown(players=2)
    state = rules.position(
        hands=["", "Do 13o"], face_down=["15o", "16b"], discard="19o", stock="20o 21b 13b 14b", pending=1
    )
    assert [str(move) for move in rules.legal_moves(state, 0)] == ["sit-out"]
    after = play(rules, state, "0 sit-out")
    assert codes(after.hands[0]) == "13b 20o 21b"
    assert rules.checked(after) == after
    after = play(rules, after, "1 play Do", "1 play 13o")  # the pile is out of the round
    assert rules.legal_moves(after, 0)
    with_cards = rules.position(hands=["14o", "13o"], discard="19o", stock="20o 21b", pending=1)
    assert codes(play(rules, with_cards, "0 sit-out").hands[0]) == "14o"  # who has a card draws when it has laid


def test_who_is_overtaken_by_a_reaction_with_an_empty_hand_beside_a_stock_draws() -> None:
    """In both games of the family: the pile is burned, and the turn has gone to the other player."""
    lucky = LuckyShutdown(players=2)
    state = lucky.position(
        hands=["", "16b 14o 20b"], face_up=["21o"], discard="16o 16o 16b", layer=0, stock="20o 21b 13b 14b"
    )
    after = play(lucky, state, "1 react 16b")
    assert (codes(after.hands[0]), codes(after.hands[1])) == ("13b 14b 21b", "14o 20o 20b")
    assert lucky.checked(after) == after
    shithead = Shithead(players=2, out_of_turn_quad=True)
    now = shithead.position(hands=["", "7h 9c Jd"], face_up=["3c"], discard="7c 7d 7s", layer=0, stock="Td Th Kc 4c")
    then = play(shithead, now, "1 react 7h")
    assert (codes(then.hands[0]), codes(then.hands[1])) == ("4c Th Kc", "9c Td Jd")
    assert shithead.checked(then) == then


def test_skips_that_go_round_give_the_player_after_the_layer_a_moment_to_decline() -> None:
    """LS-A36: while others are on turn it may let its chance go by, and still be the one after the layer."""
    rules = LuckyShutdown(players=2)
    state = rules.position(hands=["13o 14b", "19b 14o"], discard="19o 19o 19b", turn=1, layer=0, pending=2, stock="20o")
    state = play(rules, state, "1 sit-out")
    assert state.turn == 0
    state = play(rules, state, "1 decline", "0 sit-out")
    assert (state.turn, state.layer, state.declined) == (1, 0, (False, True))
    check_position(rules, state)
    # where no skips can have gone round, nobody on turn right after the layer was ever asked
    assert not rules.may_have_declined(rules.position(hands=["13o", "16b 14o"], discard="16o 16o 16b", turn=1), 1)
