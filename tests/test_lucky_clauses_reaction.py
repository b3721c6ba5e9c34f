"""The clauses of Lucky Shutdown about quick reactions and zones, LS-090 to LS-109.

Three players A, B, C (seats 0, 1, 2), the default options, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter

import pytest

from lucky_table import RULES, at, eager, hand, moves, play, plays, refused, removed, these, these_cards
from shedkit.core.cards import codes
from shedkit.games import lucky_shutdown as lucky

FOUR = lucky.LuckyShutdown(players=4)

VALUES = range(13, 22)
MAGIC = "Do Db Dx Po Pb Px Fo Fb Fx U16b U17x U18o"
ORANGE, BLUE = frozenset({"orange"}), frozenset({"blue"})


# ---- quick reaction


def test_LS_090_the_fourth_out_of_turn():
    """LS-090"""
    state = at(["20b", "18o 20o 21o", "16b 13o 14o"], "16o 16b 16o", turn=1)
    assert RULES.actors(state) == (2, 1)
    assert moves(state, 2) == {"react 16b", "decline"}
    assert moves(state, 1) == {*plays("18o 20o 21o"), "take"}
    after = RULES.apply(state, lucky.React("16b"), 2)
    assert after.discard == ()
    assert removed(state, after) == these_cards("16o 16b 16o 16b")
    assert hand(after, 2) == these_cards("13o 14o")
    assert after.turn == 2


@pytest.mark.parametrize("value", range(13, 22))
def test_LS_090_of_every_value(value):
    """LS-090: whatever the three demand; the missing one has the colour of the top here."""
    state = at(["Do", "Fb Pb", f"{value}o U16b Dx"], f"{value}b {value}b {value}o", turn=1)
    assert moves(state, 2) == {f"react {value}o", "decline"}
    after = RULES.apply(state, lucky.React(f"{value}o"), 2)
    assert after.discard == ()
    assert (after.turn, after.pending) == (2, 0)


def test_LS_090_nothing_else_out_of_turn():
    """LS-090: no other card, no plain play, no take."""
    state = at(["20b", "18o 20o 21o", "16b 13o 20o"], "16o 16b 16o", turn=1)
    for move in (
        lucky.React("20o"),
        lucky.React("16b 20o"),
        lucky.Play("16b"),
        lucky.Play("20o"),
        lucky.TakePile(),
        lucky.React("16o"),
    ):
        refused(state, move, 2)
    for move in (lucky.React("20b"), lucky.React("16b"), lucky.Decline(), lucky.TakePile()):
        refused(state, move, 0)


def test_LS_091_three_on_one():
    """LS-091"""
    state = at(["20b", "18o", "16o 16b 16b"], "14o 16o", turn=1, stock="21o 21b 20o")
    assert moves(state, 2) == {*these("react 16o 16b 16b"), "decline"}
    after = RULES.apply(state, lucky.React("16o 16b 16b"), 2)
    assert after.discard == ()
    assert removed(state, after) == these_cards("14o 16o 16o 16b 16b")
    assert hand(after, 2) == these_cards("21o 21b 20o")
    assert after.turn == 2


def test_LS_091_not_with_two_of_the_three():
    """LS-091: the set must be complete."""
    state = at(["20b", "18o", "16o 16b 13b"], "14o 16o", turn=1)
    assert RULES.actors(state) == (1,)
    assert moves(state, 2) == set()
    refused(state, lucky.React("16o 16b"), 2)


def test_LS_092_two_on_two_and_exactly_two():
    """LS-092"""
    state = at(["20b", "18o", "16o 16b 20o"], "16o 16b", turn=1)
    assert moves(state, 2) == {*these("react 16o 16b"), "decline"}
    for text in ("16o", "16b", "16o 16b 20o"):
        refused(state, lucky.React(text), 2)
    after = RULES.apply(state, lucky.React("16o 16b"), 2)
    assert after.discard == ()
    assert after.turn == 2


def test_LS_092_the_cards_of_one_player():
    """LS-092: two players with one each cannot put them together."""
    state = at(["16o 13o", "18o", "16b 20o"], "16o 16b", turn=1)
    assert RULES.actors(state) == (1,)
    refused(state, lucky.React("16o"), 0)
    refused(state, lucky.React("16b"), 2)


def test_LS_092_directly_on_each_other():
    """LS-092, LS-082: only the run on top counts."""
    state = at(["20b", "18o", "16b 13o"], "16o 16b Fx 16o", turn=1)
    assert RULES.actors(state) == (1,)
    refused(state, lucky.React("16b"), 2)


def test_LS_093_undercuts():
    """LS-093"""
    state = at(["20b", "14b", "U17x U18o 14o"], "20o U16b", turn=1)
    assert moves(state, 2) == {*these("react U17x U18o"), "decline"}
    after = RULES.apply(state, lucky.React("U17x U18o"), 2)
    assert after.discard == ()
    assert removed(state, after) == these_cards("20o U16b U17x U18o")
    assert after.turn == 2


@pytest.mark.parametrize("kind", ["P", "F"])
def test_LS_093_pushes_and_frees(kind):
    """LS-093: two on one, one on two."""
    state = at(["21b", "14b", f"{kind}b {kind}x 13o"], f"20o {kind}o", turn=1)
    assert moves(state, 2) == {*these(f"react {kind}b {kind}x"), "decline"}
    after = RULES.apply(state, lucky.React(f"{kind}b {kind}x"), 2)
    assert after.discard == ()
    assert len(removed(state, after)) == 4
    assert after.turn == 2
    state = at(["21b", "14b", f"{kind}x 13o"], f"20o {kind}o {kind}b", turn=1)
    assert moves(state, 2) == {f"react {kind}x", "decline"}
    state = at(["21b", "14b", f"{kind}x 13o"], f"20o {kind}o", turn=1)
    assert RULES.actors(state) == (1,)


def test_LS_094_the_pile_is_removed_and_the_reactor_is_next():
    """LS-094"""
    rules = lucky.LuckyShutdown(players=4)
    state = at(["20b 21b", "18o 20o 21o", "18b", "16b 13o 14o"], "16o 16b 16o", rules, turn=1)
    state = rules.apply(state, lucky.React("16b"), 3)
    assert state.turn == 3
    assert state.discard == ()
    assert moves(state, 3, rules) == plays("13o 14o")
    for player in (0, 1, 2):
        assert rules.legal_moves(state, player) == ()
    state = rules.apply(state, lucky.Play("13o"), 3)
    assert state.turn == 0


def test_LS_095_refill_before_that_turn():
    """LS-095"""
    state = at(["20b", "18o", "16b 13o 14o"], "16o 16b 16o", turn=1, stock="21o 21b")
    state = RULES.apply(state, lucky.React("16b"), 2)
    assert hand(state, 2) == these_cards("13o 14o 21o")
    assert codes(state.stock) == "21b"
    assert moves(state, 2) == plays("13o 14o 21o")


def test_LS_096_another_card_ends_the_chance():
    """LS-096"""
    state = at(["20b", "18o 20o 21o", "16b 13o 14o"], "16o 16b 16o", turn=1)
    state = RULES.apply(state, lucky.Play("18o"), 1)
    refused(state, lucky.React("16b"), 2)
    assert "react 16b" not in moves(state, 2)
    assert RULES.actors(state) == (2,)
    state = at(["16b 13o", "18o 20o 21o", "20b"], "16o 16b 16o", turn=1)
    assert moves(state, 0) == {"react 16b", "decline"}
    state = RULES.apply(state, lucky.Play("18o"), 1)
    assert moves(state, 0) == set()
    refused(state, lucky.React("16b"), 0)


def test_LS_096_nobody_need_wait():
    """LS-096: the regular player may act first."""
    state = at(["20b", "18o 20o 21o", "16b 13o 14o"], "16o 16b 16o", turn=1)
    assert RULES.refusal(state, lucky.Play("18o"), 1) is None


def test_LS_097_who_just_laid_may_react():
    """LS-097: with the card just drawn."""
    state = at(["16o 20o 21o", "18b", "13b"], "16o 16b", stock="16b 21b")
    state = RULES.apply(state, lucky.Play("16o"), 0)
    assert state.turn == 1
    assert RULES.actors(state) == (0, 1)
    assert moves(state, 0) == {"react 16b", "decline"}
    after = RULES.apply(state, lucky.React("16b"), 0)
    assert after.turn == 0
    assert hand(after) == these_cards("20o 21o 21b")


def test_LS_097_who_is_on_turn_simply_plays():
    """LS-097"""
    state = at(["20b", "16b 13b", "13o"], "16o 16b 16o", turn=1)
    assert RULES.actors(state) == (1,)
    assert moves(state, 1) == {"play 16b", "take"}
    after = RULES.apply(state, lucky.Play("16b"), 1)
    assert (after.discard, after.turn) == ((), 1)


@pytest.mark.parametrize("holder", [0, 2, 3, 4])
def test_LS_097_every_player(holder):
    """LS-097"""
    rules = lucky.LuckyShutdown(players=5)
    hands = ["16b 13b" if seat == holder else text for seat, text in enumerate(["20b", "18o", "18b", "21b", "14b"])]
    state = at(hands, "16o 16b 16o", rules, turn=1)
    assert rules.actors(state) == (holder, 1)
    assert rules.apply(state, lucky.React("16b"), holder).turn == holder


# ---- zones


def test_LS_098_a_hand_card_blocks_the_table_rows():
    """LS-098"""
    for stock in ("20b", ""):
        state = at(["13o", "13b", "14o"], "14b", stock=stock, face_up=["20o 21o Fx"])
        assert moves(state) == {"take"}
        assert refused(state, lucky.Play("20o")) == "wrong-zone"


def test_LS_098_and_the_face_down_row():
    """LS-098"""
    state = at(["13o", "13b", "14o"], "14b", face_down=["20o 21o Fx"])
    assert moves(state) == {"take"}
    assert refused(state, lucky.Flip(1)) == "wrong-zone"


def test_LS_099_the_face_up_row_when_hand_and_stock_are_empty():
    """LS-099"""
    state = at(["", "13b", "14o"], "14b", face_up=["20o 13o Fx"])
    assert moves(state) == {*plays("20o Fx"), "take"}
    after = RULES.apply(state, lucky.Play("20o"), 0)
    assert codes(after.face_up[0]) == "- 13o Fx"
    assert codes(after.discard) == "14b 20o"


def test_LS_099_not_while_there_is_stock():
    """LS-099"""
    state = at(["", "13b", "14o"], "14b", face_up=["20o 13o Fx"], stock="20b")
    assert moves(state) == {"take"}
    refused(state, lucky.Play("20o"))


def test_LS_099_nor_the_blind_cards_before_the_row_is_gone():
    """LS-099, LS-100"""
    state = at(["", "13b", "14o"], "14b", face_up=["13o - -"], face_down=["20o 21o Fx"])
    assert moves(state) == {"take"}
    for slot in (1, 2, 3):
        assert refused(state, lucky.Flip(slot)) == "wrong-zone"


def test_LS_099_several_equal_ones():
    """LS-099, LS-025"""
    state = at(["", "13b", "14o"], "14b", face_up=["20o 13o 20b"])
    assert moves(state) == {*these("play 20o", "play 20b", "play 20o 20b"), "take"}
    assert codes(RULES.apply(state, lucky.Play("20o 20b"), 0).face_up[0]) == "- 13o -"


def test_LS_100_one_blind_card_a_turn():
    """LS-100"""
    state = at(["", "13b", "14o"], "14b", face_down=["16o 18b -"])
    assert moves(state) == {"flip 1", "flip 2", "take"}
    assert refused(state, lucky.Flip(3)) == "empty-slot"
    after = RULES.apply(state, lucky.Flip(2), 0)
    assert codes(after.face_down[0]) == "16o - -"
    assert after.turn == 1


def test_LS_100_equal_blind_cards_one_by_one():
    """LS-100"""
    state = at(["", "13b", "14o"], "14b", face_down=["16o 16b 16o"])
    assert moves(state) == {"flip 1", "flip 2", "flip 3", "take"}


def test_LS_101_the_turned_card_is_played_at_once():
    """LS-101"""
    state = at(["", "13b", "14o"], "14b", face_down=["16o 18b -"])
    after = RULES.apply(state, lucky.Flip(1), 0)
    assert codes(after.discard) == "14b 16o"
    assert after.hands[0] == ()
    assert codes(after.face_down[0]) == "- 18b -"
    assert RULES.legal_moves(after, 0) == ()


def test_LS_102_what_fits_is_played_with_its_effect():
    """LS-102: a 19 skips."""
    state = at(["", "13b", "14b"], "18b", face_down=["19o 13o 14o"])
    after = RULES.apply(state, lucky.Flip(1), 0)
    assert codes(after.discard) == "18b 19o"
    assert (after.turn, after.pending) == (1, 1)


@pytest.mark.parametrize(
    ("card", "fitting"),
    [
        ("15o", "13o 16o"),
        ("17o", "18b"),
        ("Fo", "13o 14b 16o 18b Db"),
        ("U16b", "13o 14b Db"),
        ("Px", "14b 16o 18b Db"),
        ("16b", "16o 18b Db"),
    ],
)
def test_LS_102_each_effect(card, fitting):
    """LS-102"""
    state = at(["", "13o 14b 16o 18b Db", "20b"], "14o", face_down=[f"{card} 20o -"])
    after = RULES.apply(state, lucky.Flip(1), 0)
    assert moves(after, 1) == {*plays(fitting), "take"}


def test_LS_103_what_does_not_fit_goes_to_the_hand_with_the_pile():
    """LS-103"""
    state = at(["", "13b", "14b"], "20o 21b", face_down=["16o 13o 14o"])
    after = RULES.apply(state, lucky.Flip(1), 0)
    assert hand(after) == these_cards("16o 20o 21b")
    assert codes(after.face_down[0]) == "- 13o 14o"
    assert after.discard == ()
    assert after.turn == 1
    assert removed(state, after) == Counter()


@pytest.mark.parametrize(
    ("top", "card", "fits"),
    [
        ("16o", "16b", True),
        ("16o", "14b", False),
        ("17o", "Do", False),
        ("17o", "17b", True),
        ("15o", "21b", False),
        ("15o", "13o", True),
        ("U16b", "15o", True),
        ("U16b", "16o", False),
        ("20o Px", "20b", True),
        ("20o Px", "18b", False),
        ("21o Fx", "13o", True),
        ("21o", "U16b", True),
    ],
)
def test_LS_103_the_same_test_as_for_a_play(top, card, fits):
    """LS-102, LS-103"""
    state = at(["", "13b", "14o"], top, face_down=[f"{card} 19b 19b"])
    after = RULES.apply(state, lucky.Flip(1), 0)
    assert bool(after.hands[0]) is not fits
    if not fits:
        assert hand(after) == these_cards(f"{top} {card}")


def test_LS_104_then_the_hand_comes_first_again():
    """LS-104"""
    state = at(["16o 20o", "13o", "14b"], "13b", face_down=["- 13o 14o"])
    assert moves(state) == {*plays("16o 20o"), "take"}
    assert refused(state, lucky.Flip(2)) == "wrong-zone"


def test_LS_104_until_it_is_empty():
    """LS-104, LS-103"""
    state = at(["", "13b 14b", "14o 13o 21b 20b"], "20o", face_down=["16o 21o 13o"])
    state = play(state, (0, "flip 1"), (1, "play 13b"), (2, "play 14o"))
    assert moves(state) == {*plays("16o 20o"), "take"}
    state = play(state, (0, "play 16o"), (1, "take"), (2, "play 13o"))
    assert moves(state) == {"play 20o", "take"}
    state = play(state, (0, "play 20o"), (1, "take"), (2, "play 20b"))
    assert moves(state) == {"flip 2", "flip 3", "take"}


def test_LS_105_the_last_hand_card_together_with_the_row():
    """LS-105"""
    state = at(["18o", "13b", "14b"], "16o", face_up=["18b 20o 13o"])
    assert moves(state) == {*these("play 18o", "play 18o 18b"), "take"}
    after = RULES.apply(state, lucky.Play("18o 18b"), 0)
    assert after.hands[0] == ()
    assert codes(after.face_up[0]) == "- 20o 13o"
    assert Counter(after.discard) == these_cards("16o 18o 18b")
    assert after.turn == 1


def test_LS_105_not_of_another_value():
    """LS-105"""
    state = at(["18o", "13b", "14b"], "16o", face_up=["18b 20o 13o"])
    refused(state, lucky.Play("18o 20o"))
    refused(state, lucky.Play("18b"))


def test_LS_105_with_some_or_all_of_the_equal_ones():
    """LS-105"""
    state = at(["18o", "13b", "14b"], "16o", face_up=["18b 18o 18b"])
    texts = ["18o", "18o 18o", "18o 18b", "18o 18b 18b", "18o 18o 18b", "18o 18o 18b 18b"]
    assert moves(state) == {*these(*(f"play {text}" for text in texts)), "take"}


def test_LS_106_only_if_the_whole_hand_goes():
    """LS-106"""
    state = at(["18o 20b", "13b", "14b"], "16o", face_up=["18b 20o 13o"])
    assert moves(state) == {*plays("18o 20b"), "take"}
    assert refused(state, lucky.Play("18o 18b")) == "wrong-zone"


def test_LS_106_all_of_several_equal_ones():
    """LS-106: leaving one of two equal hand cards behind is not shedding the hand."""
    state = at(["18o 18b", "13b", "14b"], "16o", face_up=["18b 20o 13o"])
    texts = ["18o", "18b", "18o 18b", "18o 18b 18b"]
    assert moves(state) == {*these(*(f"play {text}" for text in texts)), "take"}
    after = RULES.apply(state, lucky.Play("18o 18b"), 0)
    assert after.hands[0] == ()
    assert codes(after.face_up[0]) == "18b 20o 13o"


def test_LS_107_the_example():
    """LS-107"""
    rules = lucky.LuckyShutdown(players=4)
    state = at(["19o", "13b", "14b", "16b"], "18o", rules, face_up=["19b 13o 14o"])
    after = rules.apply(state, lucky.Play("19o 19b"), 0)
    assert (after.turn, after.pending) == (1, 2)
    assert codes(after.face_up[0]) == "- 13o 14o"
    after = play(after, (1, "sit-out"), (2, "sit-out"), rules=rules)
    assert (after.turn, after.pending) == (3, 0)


def test_LS_108_more_than_one_last_hand_card():
    """LS-108"""
    state = at(["18o 18b", "13b", "14b"], "16o", face_up=["18o 20o 13o"])
    after = RULES.apply(state, lucky.Play("18o 18b 18o"), 0)
    assert after.hands[0] == ()
    assert codes(after.face_up[0]) == "- 20o 13o"


@pytest.mark.parametrize("seed", range(12))
def test_LS_109_three_waves(seed):
    """LS-109: no card of a row before the hand is empty, none of the blind ones before the open ones are gone."""
    rules = lucky.LuckyShutdown(players=2 + seed % 4)
    flips = 0
    for state, move, player in eager(rules, seed, 600):
        if move is None:
            break
        after = rules.apply(state, move, player)
        if isinstance(move, lucky.Flip):
            flips += 1
            assert not state.hands[player]
            assert not state.stock
            assert not any(state.face_up[player])
        elif after.face_up[player] != state.face_up[player] and state.phase == "play":
            assert not state.stock
            assert len(state.hands[player]) + sum(card is not None for card in after.face_up[player]) < len(
                state.hands[player]
            ) + sum(card is not None for card in state.face_up[player])
            assert not after.hands[player]
    assert flips
