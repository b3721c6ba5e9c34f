"""Every ruling on Shithead with a visible effect, SH-A01 to SH-A30, and every option and decision that belongs to them.

Players A, B, C, D are seats 0 to 3, A to move, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from helpers import code_of_refusal as refused
from helpers import hand, rows
from helpers import same_codes as same
from shedkit.core.cards import FrenchCard, codes, read_cards
from shedkit.core.errors import ConfigurationError
from shedkit.core.events import GameOver, Out, RoundBegan, RoundOver, Skipped, Turn
from shedkit.core.refusals import Reason
from shedkit.games.shithead import (
    Arrange,
    Deal,
    Decline,
    Flip,
    Play,
    Power,
    React,
    Ready,
    Reversed,
    Shithead,
    Swap,
    TakePile,
)
from shedkit.testing import legal_codes as moves
from shedkit.testing import play

RANKS = "23456789TJQKA"
TWO, TEN, SEVEN = {2: Power.RESET}, {10: Power.BURN}, {7: Power.LOW}
BASE = {**TWO, **TEN}
PACK = Shithead().deck

RULES = Shithead()
LOW = Shithead(powers={**BASE, **SEVEN})
MULTI = Shithead(multi_card=True)


def cards(text):
    return read_cards(FrenchCard, text)


def plays(text):
    """The codes of single plays."""
    return {f"play {code}" for code in text.split()}


def burned(before, after):
    """What a move added to the removed cards."""
    return Counter(after.removed) - Counter(before.removed)


def fitting(rules, pile, suit="d"):
    """The ranks of which a card may be laid on a pile, from a hand that holds one of each."""
    held = " ".join(rank + suit for rank in RANKS)
    state = rules.position(hands=[held, "4s", "5s"], discard=pile, stock="")
    codes_ = moves(rules, state, 0) - {"take"}
    return "".join(rank for rank in RANKS if f"play {rank}{suit}" in codes_)


# ---- SH-A01: one card or several


def test_SH_A01_by_default_one_card_a_turn():
    """SH-A01"""
    state = RULES.position(hands=["8c 8d 8h 9s", "4c", "4d"], discard="5c")
    assert RULES.multi_card is False
    assert moves(RULES, state, 0) == {*plays("8c 8d 8h 9s"), "take"}
    assert refused(RULES, state, Play("8c 8d"), 0)


def test_SH_A01_with_multi_card_any_equal_cards_of_the_hand():
    """SH-A01"""
    state = MULTI.position(hands=["8c 8d 8h 9s", "4c", "4d"], discard="5c")
    several = {"play 8c 8d", "play 8c 8h", "play 8d 8h", "play 8c 8d 8h"}
    assert moves(MULTI, state, 0) == {*plays("8c 8d 8h 9s"), *several, "take"}
    assert refused(MULTI, state, Play("8h 9s"), 0) == "not-alike"


def test_SH_A01_they_count_as_one_turn_with_one_refill():
    """SH-A01"""
    state = MULTI.position(hands=["8c 8d 9s", "4c", "4d"], discard="5c", stock="Jc Qc Kc")
    state = MULTI.apply(state, Play("8d 8c"), 0)
    assert same(codes(state.discard), "5c 8c 8d")
    assert codes(state.discard).startswith("5c")
    assert same(hand(state, 0), "9s Jc Qc")
    assert state.turn == 1


def test_SH_A01_too_low_is_too_low_in_any_number():
    """SH-A01"""
    state = MULTI.position(hands=["8c 8d", "4c", "4d"], discard="9c")
    assert moves(MULTI, state, 0) == {"take"}
    assert refused(MULTI, state, Play("8c 8d"), 0) == "too-low"


def test_SH_A01_several_face_up_cards_too():
    """SH-A01"""
    state = MULTI.position(hands=["", "4c", "4d"], face_up=["8c 9d 8h"], discard="5c", stock="")
    assert moves(MULTI, state, 0) == {*plays("8c 9d 8h"), "play 8c 8h", "take"}
    after = MULTI.apply(state, Play("8c 8h"), 0)
    assert codes(after.face_up[0]) == "- 9d -"


def test_SH_A01_all_four_at_once_burn():
    """SH-A01, SH-038"""
    state = MULTI.position(hands=["8c 8d 8h 8s 3c", "4c", "4d"], discard="5c", stock="")
    after = MULTI.apply(state, Play("8c 8d 8h 8s"), 0)
    assert after.discard == ()
    assert burned(state, after) == Counter(cards("5c 8c 8d 8h 8s"))
    assert after.turn == 0


def test_SH_A01_at_most_four_at_once():
    """SH-A01: with two packs a fifth equal card stays in the hand."""
    rules = Shithead(deck=PACK * 2, multi_card=True)
    state = rules.position(hands=["8c 8c 8d 8h 8s 3c", "4c", "4d"], discard="5c", stock="")
    listed = moves(rules, state, 0)
    assert max(len(code.split()) - 1 for code in listed) == 4
    assert "play 8c 8c 8d 8h" in listed
    assert refused(rules, state, Play("8c 8c 8d 8h 8s"), 0) == "too-many"


def test_SH_A01_equal_cards_of_two_packs_are_listed_once():
    """SH-A01, SH-A28: twins are one value."""
    rules = Shithead(deck=PACK * 2, multi_card=True)
    state = rules.position(hands=["8c 8c 8d", "4c", "4d"], discard="5c", stock="")
    expected = {"play 8c", "play 8d", "play 8c 8c", "play 8c 8d", "play 8c 8c 8d", "take"}
    assert moves(rules, state, 0) == expected


# ---- SH-A02 to SH-A06: what fits on what


def fits(card, top, powers, anywhere, burn_on_low):
    """The texts once more, as simply as can be: SH-015 to SH-018, SH-034, SH-040, SH-A02, SH-A05."""
    power, under = powers.get(card), powers.get(top)
    if under == Power.RESET:
        return True
    if under == Power.LOW:
        free = card in anywhere and (power != Power.BURN or burn_on_low)
        return card <= top or free
    return card >= top or card in anywhere


@pytest.mark.parametrize("two", [True, False], ids=["two", "-"])
@pytest.mark.parametrize("ten", [True, False], ids=["ten", "-"])
@pytest.mark.parametrize("seven", [True, False], ids=["seven", "-"])
@pytest.mark.parametrize("burn_on_low", [False, True], ids=["-", "burn on low"])
@pytest.mark.parametrize("anywhere", [None, (), (14,), (2, 3, 7, 10)], ids=str)
def test_SH_A02_each_variant_alone_and_together(two, ten, seven, burn_on_low, anywhere):
    """SH-A02, SH-A03, SH-A05: every card on every card, for each mixture of the variants of two, ten and seven."""
    powers = {**(TWO if two else {}), **(TEN if ten else {}), **(SEVEN if seven else {})}
    rules = Shithead(powers=powers, anywhere=anywhere, burn_on_low=burn_on_low)
    free = {rank for rank in powers if rank != 7} if anywhere is None else set(anywhere)
    for top in range(2, 15):
        expected = "".join(RANKS[card - 2] for card in range(2, 15) if fits(card, top, powers, free, burn_on_low))
        assert fitting(rules, f"{RANKS[top - 2]}c") == expected, f"on {RANKS[top - 2]}"


def test_SH_A02_defaults():
    """SH-A02: the two resets, the ten burns, both go on anything."""
    assert dict(RULES.powers) == BASE
    assert fitting(RULES, "Ac") == "2TA"
    assert fitting(RULES, "5c") == "256789TJQKA"


def test_SH_A02_a_ten_without_its_power_is_an_ordinary_ten():
    """SH-A02"""
    rules = Shithead(powers=TWO)
    assert fitting(rules, "Jc") == "2JQKA"
    state = rules.position(hands=["Td 3c", "9d Jd", "4d"], discard="9c", stock="")
    state = rules.apply(state, Play("Td"), 0)
    assert codes(state.discard) == "9c Td"
    assert state.turn == 1
    assert moves(rules, state, 1) == {"play Jd", "take"}


def test_SH_A02_a_two_without_its_power_is_the_lowest_card():
    """SH-A02"""
    rules = Shithead(powers=TEN)
    assert fitting(rules, "3c") == "3456789TJQKA"
    assert fitting(rules, "2c") == RANKS


def test_SH_A02_a_two_that_follows_the_order_still_resets():
    """SH-A02: the power and being playable on anything are separate."""
    rules = Shithead(anywhere=[10])
    assert fitting(rules, "3c") == "3456789TJQKA"
    assert fitting(rules, "2c") == RANKS
    rules = Shithead(powers={5: Power.RESET}, anywhere=[])
    assert fitting(rules, "6c") == "6789TJQKA"
    assert fitting(rules, "5c") == RANKS


def test_SH_A02_a_ten_that_follows_the_order_still_burns():
    """SH-A02"""
    rules = Shithead(anywhere=[2])
    state = rules.position(hands=["Td 3c", "9d", "4d"], discard="Jc", stock="")
    assert moves(rules, state, 0) == {"take"}
    state = rules.position(hands=["Td 3c", "9d", "4d"], discard="9c", stock="")
    assert rules.apply(state, Play("Td"), 0).discard == ()


def test_SH_A02_anywhere_without_a_power():
    """SH-A02: an ace on anything is only an ace."""
    rules = Shithead(powers={**BASE, **SEVEN}, anywhere=[2, 3, 10])
    assert fitting(rules, "Kc") == "23TKA"
    assert fitting(rules, "3c") == "23456789TJQKA"
    assert fitting(rules, "4c") == "23456789TJQKA"


def test_SH_A03_the_seven_itself_follows_the_order():
    """SH-A03"""
    for top, on_it in (("6c", True), ("7c", True), ("8c", False), ("Kc", False), ("2c", True)):
        assert ("7" in fitting(LOW, top)) is on_it


def test_SH_A04_a_two_goes_on_a_seven_and_resets():
    """SH-A04"""
    state = LOW.position(hands=["2d 9d", "Kd 3d", "4d"], discard="7c", stock="")
    assert moves(LOW, state, 0) == {"play 2d", "take"}
    state = LOW.apply(state, Play("2d"), 0)
    assert moves(LOW, state, 1) == {"play 3d", "play Kd", "take"}


def test_SH_A05_a_ten_does_not_go_on_a_seven():
    """SH-A05"""
    state = LOW.position(hands=["Td 3d", "4c", "4d"], discard="7c")
    assert moves(LOW, state, 0) == {"play 3d", "take"}
    assert refused(LOW, state, Play("Td"), 0) == "too-high"


def test_SH_A05_unless_burn_on_low():
    """SH-A05"""
    rules = Shithead(powers={**BASE, **SEVEN}, burn_on_low=True)
    state = rules.position(hands=["Td 3d", "4c", "4d"], discard="7c", stock="")
    assert moves(rules, state, 0) == {"play 3d", "play Td", "take"}
    after = rules.apply(state, Play("Td"), 0)
    assert after.discard == ()
    assert burned(state, after) == Counter(cards("7c Td"))
    assert after.turn == 0


def test_SH_A05_other_ranks_that_go_on_anything_go_on_an_active_low():
    """SH-A05, SH-A02"""
    rules = Shithead(powers={**BASE, **SEVEN}, anywhere=[2, 10, 14])
    assert fitting(rules, "7c") == "234567A"
    rules = Shithead(powers={**SEVEN, 9: Power.TRANSPARENT, 11: Power.RESET})
    assert fitting(rules, "7c") == "2345679J"


def test_SH_A05_a_burning_rank_below_the_seven_is_low_enough():
    """SH-A05: 'seven or lower', to the letter."""
    rules = Shithead(powers={5: Power.BURN, **SEVEN})
    assert fitting(rules, "7c") == "234567"


def test_SH_A06_the_seven_binds_while_it_is_on_top():
    """SH-A06: after a lower card the ordinary order from that card."""
    state = LOW.position(hands=["4d 3c", "9d 3d 4h", "4s"], discard="7c", stock="")
    state = LOW.apply(state, Play("4d"), 0)
    assert moves(LOW, state, 1) == {"play 9d", "play 4h", "take"}


def test_SH_A06_seven_on_seven_binds_on():
    """SH-A06"""
    state = LOW.position(hands=["7d 3c", "9d 6d", "4s"], discard="7c", stock="")
    state = LOW.apply(state, Play("7d"), 0)
    assert moves(LOW, state, 1) == {"play 6d", "take"}


def test_SH_A06_it_binds_whoever_is_next_after_it():
    """SH-A06: freshly laid, the seven binds the next player."""
    state = LOW.position(hands=["7d 3c", "9d 6d", "4s"], discard="5c", stock="")
    state = LOW.apply(state, Play("7d"), 0)
    assert moves(LOW, state, 1) == {"play 6d", "take"}


def test_SH_A06_after_a_take_the_pile_is_new():
    """SH-A06"""
    state = LOW.position(hands=["9d", "Kd 6d", "4s"], discard="7c", stock="")
    state = LOW.apply(state, TakePile(), 0)
    assert moves(LOW, state, 1) == {"play 6d", "play Kd"}


def test_SH_A06_off_unless_agreed():
    """SH-A06"""
    assert fitting(RULES, "7c") == "2789TJQKA"


# ---- SH-A07, SH-A08: four of a kind


def quad_state(rules, **more):
    held = ["8s 3d 4d", "5c 9c", "6c"]
    return rules.position(hands=held, discard="8c 8d 8h", stock="Jc Qc", **more)


def test_SH_A07_four_of_a_kind_give_another_turn():
    """SH-A07: after the refill (SH-A11)."""
    state = RULES.apply(quad_state(RULES), Play("8s"), 0)
    assert state.turn == 0
    assert same(hand(state, 0), "3d 4d Jc")
    assert moves(RULES, state, 0) == plays("3d 4d Jc")


def test_SH_A07_without_the_option_the_next_player_opens():
    """SH-A07"""
    rules = Shithead(quad_extra_turn=False)
    state = rules.apply(quad_state(rules), Play("8s"), 0)
    assert state.discard == ()
    assert state.turn == 1
    assert same(hand(state, 0), "3d 4d Jc")
    assert moves(rules, state, 1) == plays("5c 9c")


def test_SH_A07_the_ten_keeps_its_turn():
    """SH-A07: the option is about four of a kind only."""
    rules = Shithead(quad_extra_turn=False)
    state = rules.position(hands=["Td 3d 4d", "5c", "6c"], discard="8c")
    assert rules.apply(state, Play("Td"), 0).turn == 0


def test_SH_A07_without_quad_burns_nothing_happens():
    """SH-038 switched off."""
    rules = Shithead(quad_burns=False)
    state = rules.apply(quad_state(rules), Play("8s"), 0)
    assert codes(state.discard) == "8c 8d 8h 8s"
    assert state.turn == 1
    state = Shithead(quad_burns=False).position(hands=["Td 3d", "5c", "6c"], discard="8c")
    assert rules.apply(state, Play("Td"), 0).discard == ()


@pytest.mark.parametrize("rank", RANKS.replace("T", ""))
@pytest.mark.parametrize("rules", [RULES, LOW, Shithead.plain()], ids=["literal", "seven", "plain"])
def test_SH_A08_four_of_any_rank_burn(rules, rank):
    """SH-A08: twos and sevens like the others."""
    rest = [f"{other}{suit}" for suit in "cd" for other in RANKS if other != rank]
    state = rules.position(hands=[f"{rank}s {rest[0]}", rest[1], rest[2]], discard=f"{rank}c {rank}d {rank}h", stock="")
    after = rules.apply(state, Play(f"{rank}s"), 0)
    assert after.discard == ()
    assert burned(state, after) == Counter(cards(" ".join(rank + suit for suit in "cdhs")))
    assert after.turn == 0


def test_SH_A08_four_ordinary_tens_burn():
    """SH-A08: without its power the ten is a rank like any other."""
    rules = Shithead(powers=TWO)
    state = rules.position(hands=["Ts 3d", "5c", "6c"], discard="Tc Td Th")
    assert rules.apply(state, Play("Ts"), 0).discard == ()


def test_SH_A08_burning_tens_never_lie_on_the_pile():
    """SH-A08: each burns; even several at once."""
    state = MULTI.position(hands=["Tc Td Th 3d", "5c", "6c"], discard="4c", stock="")
    for code in ("Tc", "Tc Td", "Tc Td Th"):
        after = MULTI.apply(state, Play(code), 0)
        assert after.discard == ()
        assert burned(state, after) == Counter(cards(f"4c {code}"))
        assert after.turn == 0


def test_SH_A08_a_two_does_not_bridge():
    """SH-A08, SH-039"""
    state = RULES.position(hands=["8s 3d 4d", "4c", "5d"], discard="8c 2h 8d 8h", stock="")
    assert codes(RULES.apply(state, Play("8s"), 0).discard) == "8c 2h 8d 8h 8s"


def test_SH_A08_more_than_four_with_two_packs():
    """SH-A08: the fourth burns, however it comes about."""
    rules = Shithead(deck=PACK * 2, multi_card=True)
    state = rules.position(hands=["8c 8s 3d", "4c", "5d"], discard="9c 8c 8d 8h", stock="")
    assert rules.apply(state, Play("8c 8s"), 0).discard == ()


# ---- SH-A09: completing four of a kind out of turn

OUT = Shithead(out_of_turn_quad=True)
WINDOW = {"hands": ["3c 4c 5c", "9d 3d 4d", "8s 3h 4h"], "discard": "5d 8c 8d 8h", "stock": "Jc Qc Kc", "turn": 1}


def test_SH_A09_not_by_default():
    """SH-A09"""
    state = RULES.position(**WINDOW)
    assert RULES.actors(state) == (1,)
    assert moves(RULES, state, 2) == set()
    for move in (React("8s"), Decline(), Play("8s")):
        refused(RULES, state, move, 2)


def test_SH_A09_whoever_can_complete_is_an_actor_and_asked_first():
    """SH-A09"""
    state = OUT.position(**WINDOW)
    assert OUT.actors(state) == (2, 1)
    assert moves(OUT, state, 2) == {"react 8s", "decline"}
    assert moves(OUT, state, 1) == {"play 9d", "take"}
    assert moves(OUT, state, 0) == set()


def test_SH_A09_a_reaction_burns_and_the_reactor_moves_next():
    """SH-A09: after the refill, on an empty pile; then clockwise from the reactor."""
    before = OUT.position(**WINDOW)
    state = OUT.apply(before, React("8s"), 2)
    assert state.discard == ()
    assert burned(before, state) == Counter(cards("5d 8c 8d 8h 8s"))
    assert OUT.actors(state) == (2,)
    assert same(hand(state, 2), "3h 4h Jc")
    assert moves(OUT, state, 2) == plays("3h 4h Jc")
    assert OUT.apply(state, Play("3h"), 2).turn == 0


def test_SH_A09_the_reactor_moves_next_in_any_case():
    """SH-A09: 'the reactor moves next'; quad_extra_turn is about sets laid on turn."""
    rules = Shithead(players=4, out_of_turn_quad=True, quad_extra_turn=False)
    state = rules.position(hands=["3c 4c", "9d 3d", "8s 3h", "5h"], discard="8c 8d 8h", stock="", turn=1)
    assert rules.actors(rules.apply(state, React("8s"), 2)) == (2,)


def test_SH_A09_seats_between_lose_their_turn():
    """SH-A09: as LS-094."""
    rules = Shithead(players=4, out_of_turn_quad=True)
    state = rules.position(hands=["3c 4c", "9d 3d", "3s 4d", "8s 3h"], discard="8c 8d 8h", stock="", turn=1)
    state = rules.apply(state, React("8s"), 3)
    assert rules.actors(state) == (3,)
    assert rules.apply(state, Play("3h"), 3).turn == 0


def test_SH_A09_the_player_on_turn_need_not_wait():
    """SH-A09: another card or a take closes the window."""
    for code in ("play 9d", "take"):
        state = play(OUT, OUT.position(**WINDOW), (1, code))
        assert state.turn == 2
        assert OUT.actors(state) == (2,)
        assert not any(move.startswith(("react", "decline")) for move in moves(OUT, state, 2))


def test_SH_A09_a_chance_passed_over_is_closed_for_later_seats():
    """SH-A09, LS-096"""
    rules = Shithead(players=4, out_of_turn_quad=True)
    state = rules.position(hands=["3c 4c", "9d 3d", "3s Kd", "8s 3h"], discard="8c 8d 8h", stock="", turn=1)
    assert rules.actors(state) == (3, 1)
    state = rules.apply(state, Play("9d"), 1)
    assert rules.actors(state) == (2,)
    assert moves(rules, state, 3) == set()
    assert refused(rules, state, React("8s"), 3)


def test_SH_A09_to_decline_leaves_the_player_on_turn():
    """SH-A09: and it holds until the pile changes."""
    state = OUT.apply(OUT.position(**WINDOW), Decline(), 2)
    assert OUT.actors(state) == (1,)
    assert moves(OUT, state, 2) == set()
    assert moves(OUT, state, 1) == {"play 9d", "take"}
    assert refused(OUT, state, React("8s"), 2)
    assert refused(OUT, state, Decline(), 2)


def test_SH_A09_a_decline_does_not_outlive_the_pile():
    """SH-A09: on the next pile of the same rank the chance is there again."""
    rules = Shithead(players=4, out_of_turn_quad=True)
    state = rules.position(hands=["3c 9c", "Kd 8h", "3s 4s", "8d 8s"], discard="2c 8c", stock="", turn=0, layer=3)
    assert rules.actors(state) == (0,)
    twice = Shithead(players=4, out_of_turn_quad=True, deck=PACK * 2)
    state = twice.position(hands=["8h 9c", "Kd 4h", "3s 4s", "8h 8s"], discard="8c 8d", stock="", turn=0)
    assert twice.actors(state) == (3, 0)
    state = play(twice, state, (3, "decline"))
    assert twice.actors(state) == (0,)
    state = play(twice, state, (0, "play 8h"))
    assert twice.actors(state) == (3, 1)
    assert moves(twice, state, 3) == {"react 8h", "react 8s", "decline"}


@pytest.mark.parametrize(
    ("pile", "held", "react"),
    rows("""
        5d 8c 8d 8h | 8s 3h 4h | 8s
        5d 8c 8d    | 8h 8s 4h | 8h 8s
        5d 8c       | 8d 8h 8s | 8d 8h 8s
        8c          | 8d 8h 8s | 8d 8h 8s
    """),
)
def test_SH_A09_exactly_the_missing_one_to_three(pile, held, react):
    """SH-A09: also without multi_card; fewer are refused."""
    for rules in (OUT, Shithead(out_of_turn_quad=True, multi_card=True)):
        state = rules.position(hands=["3c 4c", "9d 3d", held], discard=pile, stock="", turn=1)
        assert moves(rules, state, 2) == {f"react {react}", "decline"}
        three = react.split()
        for number in range(1, len(three)):
            assert refused(rules, state, React(" ".join(three[:number])), 2)
        assert rules.apply(state, React(react), 2).discard == ()


@pytest.mark.parametrize(
    ("pile", "held"),
    [("", "8c 8d 8h 8s"), ("8c 8d", "8h 3h"), ("8c", "8d 8h"), ("8c 8d 8h 9c", "8s"), ("8c 2c 8d 8h", "3h 4h")],
    ids=["four", "one of two", "two of three", "covered", "nothing"],
)
def test_SH_A09_no_chance(pile, held):
    """SH-A09: boundary."""
    state = OUT.position(hands=["3c 4c", "9d 3d", held], discard=pile, stock="", turn=1)
    assert OUT.actors(state) == (1,)
    assert moves(OUT, state, 2) == set()


def test_SH_A09_a_run_broken_by_a_card_counts_from_the_top():
    """SH-A09, SH-039"""
    state = OUT.position(hands=["3c 4c", "9d 3d", "8s 3h"], discard="8c 2c 8d 8h", stock="", turn=1)
    assert OUT.actors(state) == (1,)


def test_SH_A09_the_layer_too():
    """SH-A09: A lays the third eight and draws the fourth."""
    state = OUT.position(hands=["8h 3c 4c", "9d 3d 4d", "5h 6h 7h"], discard="8c 8d", stock="8s Jc")
    state = OUT.apply(state, Play("8h"), 0)
    assert state.turn == 1
    assert OUT.actors(state) == (0, 1)
    assert moves(OUT, state, 0) == {"react 8s", "decline"}
    state = OUT.apply(state, React("8s"), 0)
    assert OUT.actors(state) == (0,)
    assert same(hand(state, 0), "3c 4c Jc")


def test_SH_A09_the_player_on_turn_simply_plays():
    """SH-A09, LS-A37: no React where a Play lays the same card, never Decline."""
    state = OUT.position(hands=["3c 4c", "8s 9d 3d", "5h 6h"], discard="8c 8d 8h", stock="", turn=1)
    assert OUT.actors(state) == (1,)
    assert moves(OUT, state, 1) == {"play 8s", "play 9d", "take"}
    assert refused(OUT, state, React("8s"), 1)
    assert refused(OUT, state, Decline(), 1)
    assert OUT.apply(state, Play("8s"), 1).turn == 1


def test_SH_A09_the_player_on_turn_reacts_where_one_card_is_the_rule():
    """SH-A09, LS-A37: a pair is not a Play without multi_card."""
    held = {"hands": ["3c 4c", "8h 8s 3d", "5h 6h"], "discard": "8c 8d", "stock": "", "turn": 1}
    state = OUT.position(**held)
    assert OUT.actors(state) == (1,)
    assert moves(OUT, state, 1) == {"play 8h", "play 8s", "react 8h 8s", "take"}
    state = OUT.apply(state, React("8h 8s"), 1)
    assert state.discard == ()
    assert OUT.actors(state) == (1,)
    several = Shithead(out_of_turn_quad=True, multi_card=True)
    state = several.position(**held)
    assert moves(several, state, 1) == {"play 8h", "play 8s", "play 8h 8s", "take"}


def test_SH_A09_from_the_face_up_row_once_it_is_in_play():
    """SH-A09, LS-A38: the zone that the player could play from."""
    row = {"face_up": ["", "", "8s 3h -"], "discard": "8c 8d 8h", "turn": 1}
    state = OUT.position(hands=["3c 4c", "9d 3d", ""], stock="", **row)
    assert moves(OUT, state, 2) == {"react 8s", "decline"}
    state = OUT.apply(state, React("8s"), 2)
    assert codes(state.face_up[2]) == "- 3h -"
    assert OUT.actors(state) == (2,)
    state = OUT.position(hands=["3c 4c", "9d 3d", "6h"], stock="", **row)
    assert OUT.actors(state) == (1,)
    assert moves(OUT, state, 2) == set()
    refused(OUT, state, React("8s"), 2)


def test_SH_A09_not_from_two_zones():
    """SH-A09, SH-A20"""
    state = OUT.position(hands=["3c 4c", "9d 3d", "8h"], face_up=["", "", "8s 3h -"], discard="8c 8d", stock="", turn=1)
    assert OUT.actors(state) == (1,)


def test_SH_A09_never_from_the_blind_row():
    """SH-A09: nobody knows what lies there."""
    state = OUT.position(
        hands=["3c 4c", "9d 3d", ""], face_down=["", "", "8s 3h -"], discard="8c 8d 8h", stock="", turn=1
    )
    assert OUT.actors(state) == (1,)
    assert moves(OUT, state, 2) == set()


def test_SH_A09_a_reaction_with_the_last_card():
    """SH-A09, LS-A42: out; the next clockwise from the reactor opens."""
    rules = Shithead(players=4, out_of_turn_quad=True)
    state = rules.position(hands=["3c 4c", "9d 3d", "8s", "5h"], discard="8c 8d 8h", stock="", turn=1)
    state = rules.apply(state, React("8s"), 2)
    assert state.out == (2,)
    assert rules.actors(state) == (3,)
    assert moves(rules, state, 3) == {"play 5h"}


def test_SH_A09_a_reaction_can_end_the_round():
    """SH-A09, SH-A26"""
    rules = Shithead(players=2, out_of_turn_quad=True)
    state = rules.position(hands=["8s", "9d 3d"], discard="8c 8d 8h", stock="", turn=1)
    state = rules.apply(state, React("8s"), 0)
    assert rules.actors(state) == ()
    assert rules.outcome(state).losers == (1,)


def test_SH_A09_no_reaction_after_the_end_of_the_round():
    """SH-A09, LS-A44: the last card laid ends it at once."""
    rules = Shithead(players=2, out_of_turn_quad=True)
    state = rules.position(hands=["8h", "8s 3d"], discard="8c 8d", stock="")
    state = rules.apply(state, Play("8h"), 0)
    assert rules.actors(state) == ()
    assert rules.outcome(state).places == (1, 2)


def test_SH_A09_several_reactors_clockwise_the_layer_last_the_player_on_turn_after_all():
    """SH-A09: with two packs several may have the missing card; the first applied wins."""
    rules = Shithead(players=4, out_of_turn_quad=True, deck=PACK * 2)
    state = rules.position(hands=["8s 3c", "9d 3d", "8s 3s", "8c 3h"], discard="8c 8d 8h", stock="", turn=1)
    assert rules.actors(state) == (2, 3, 0, 1)
    after = rules.apply(state, React("8c"), 3)
    assert rules.actors(after) == (3,)
    after = rules.apply(state, Decline(), 3)
    assert rules.actors(after) == (2, 0, 1)
    state = rules.position(hands=["8s 3c", "8c 3d", "8s 3s", "9d 3h"], discard="8c 8d 8h", stock="", turn=3, layer=2)
    assert rules.actors(state) == (0, 1, 2, 3)


def test_SH_A09_twins_are_one_reaction():
    """SH-A09: exactly the missing number, each choice once."""
    rules = Shithead(out_of_turn_quad=True, deck=PACK * 2)
    state = rules.position(hands=["3c 4c", "9d 3d", "8s 8s 8c"], discard="8c 8d 8h", stock="", turn=1)
    assert moves(rules, state, 2) == {"react 8c", "react 8s", "decline"}
    state = rules.position(hands=["3c 4c", "9d 3d", "8s 8s 8c"], discard="8c 8d", stock="", turn=1)
    assert moves(rules, state, 2) == {"react 8c 8s", "react 8s 8s", "decline"}


@pytest.mark.parametrize("power", [Power.RESET, Power.LOW, Power.SKIP, Power.REVERSE, Power.TRANSPARENT])
def test_SH_A09_ranks_with_a_power_are_completed_too(power):
    """SH-A09, SH-A08"""
    rules = Shithead(powers={8: power}, out_of_turn_quad=True)
    state = rules.position(**WINDOW)
    assert moves(rules, state, 2) == {"react 8s", "decline"}
    state = rules.apply(state, React("8s"), 2)
    assert state.discard == ()
    assert state.direction == 1
    assert rules.actors(state) == (2,)


def test_SH_A09_a_transparent_card_on_top_closes_the_run_below():
    """SH-A09: it breaks a quad of other ranks."""
    rules = Shithead(powers={3: Power.TRANSPARENT}, out_of_turn_quad=True)
    state = rules.position(hands=["4c 5c", "9d 4d", "8s 4h"], discard="8c 8d 8h 3c", stock="", turn=1)
    assert rules.actors(state) == (1,)


def test_SH_A09_secrecy_of_who_could_react():
    """SH-A09, LS-A45: views and what they answer are the same whether C could react or not."""
    can = OUT.position(hands=["3c 4c", "9d 3d", "8s 3h"], discard="8c 8d 8h", stock="Jc Qc", turn=1)
    cannot = OUT.position(hands=["3c 4c", "9d 3d", "Jc 3h"], discard="8c 8d 8h", stock="8s Qc", turn=1)
    assert OUT.actors(can) != OUT.actors(cannot)
    for viewer in (0, 1, None):
        mine, other = OUT.view(can, viewer), OUT.view(cannot, viewer)
        assert mine == other
        assert OUT.actors(mine) == OUT.actors(other) == (1,)
    assert set(OUT.actors(OUT.view(can, 2))) == {1, 2}
    assert OUT.actors(OUT.view(cannot, 2)) == (1,)


def test_SH_A09_secrecy_of_a_decline():
    """SH-A09: nobody else sees it, in views or in events."""
    before = OUT.position(**WINDOW)
    after, events = OUT.trace(before, Decline(), 2)
    assert before != after
    for viewer in (0, 1, None):
        assert OUT.view(before, viewer) == OUT.view(after, viewer)
        assert OUT.actors(OUT.view(after, viewer)) == (1,)
        assert OUT.shown(events, viewer) == ()
    assert OUT.actors(OUT.view(after, 2)) == (1,)


def test_SH_A09_secrecy_of_refusals():
    """SH-A09: what B is told about an attempt of A does not depend on the hand of C."""
    can = OUT.position(hands=["3c 4c", "9d 3d", "8s 3h"], discard="8c 8d 8h", stock="Jc Qc", turn=1)
    cannot = OUT.position(hands=["3c 4c", "9d 3d", "Jc 3h"], discard="8c 8d 8h", stock="8s Qc", turn=1)
    for player in (0, 1):
        for move in (React("8s"), Decline(), TakePile(), Play("3c"), Play("9d"), Deal()):
            assert OUT.refusal(can, move, player) == OUT.refusal(cannot, move, player)


def test_SH_A09_needs_burning_quads():
    """SH-A09: the two options contradict each other."""
    with pytest.raises(ConfigurationError, match="quad_burns"):
        Shithead(out_of_turn_quad=True, quad_burns=False)


# ---- SH-A10 to SH-A13: burns, refills, takes


def test_SH_A10_a_burn_with_the_last_card():
    """SH-A10: out; the next active player opens."""
    for held, pile in (("Td", "8c"), ("8s", "8c 8d 8h")):
        state = RULES.position(hands=[held, "3c 4c", "4d"], discard=pile, stock="")
        state = RULES.apply(state, Play(held), 0)
        assert state.out == (0,)
        assert state.turn == 1
        assert state.discard == ()
        assert moves(RULES, state, 1) == plays("3c 4c")


def test_SH_A10_finished_seats_are_passed_over():
    """SH-A10"""
    rules = Shithead(players=4)
    state = rules.position(hands=["Td", "", "4c 5c", "4d"], discard="8c", stock="")
    assert rules.apply(state, Play("Td"), 0).turn == 2


def test_SH_A11_refill_before_the_extra_turn():
    """SH-A11: needed where the ten was the last hand card and the stock is not empty."""
    state = RULES.position(hands=["Td", "3c", "4d"], face_up=["Kd Kh Ks"], discard="8c", stock="5c 6c Jc Qc")
    state = RULES.apply(state, Play("Td"), 0)
    assert state.turn == 0
    assert same(hand(state, 0), "5c 6c Jc")
    assert moves(RULES, state, 0) == plays("5c 6c Jc")


def test_SH_A11_without_a_stock_the_row_comes_next():
    """SH-A11: boundary."""
    state = RULES.position(hands=["Td", "3c", "4d"], face_up=["Kd 3h -"], discard="8c", stock="")
    state = RULES.apply(state, Play("Td"), 0)
    assert moves(RULES, state, 0) == plays("Kd 3h")


def test_SH_A12_an_empty_pile_cannot_be_taken():
    """SH-A12: in every phase of the hand and the rows."""
    for zones in (
        {"hands": ["3c 4c", "4d", "5d"]},
        {"hands": ["", "4d", "5d"], "face_up": ["3c 4c -"], "stock": ""},
        {"hands": ["", "4d", "5d"], "face_down": ["3c 4c -"], "stock": ""},
    ):
        state = RULES.position(**zones)
        assert "take" not in moves(RULES, state, 0)
        assert refused(RULES, state, TakePile(), 0) == "empty-pile"


def test_SH_A12_one_card_is_enough():
    """SH-A12: boundary."""
    state = RULES.position(hands=["3c 4c", "4d", "5d"], discard="2c")
    assert "take" in moves(RULES, state, 0)


def test_SH_A13_after_a_take_the_next_player():
    """SH-A13: the taker does not play on, with or without stock."""
    for stock in ("", "Jc Qc"):
        state = RULES.position(hands=["3s 4s 5s", "4c", "5d"], discard="9d", stock=stock)
        state = RULES.apply(state, TakePile(), 0)
        assert state.turn == 1
        assert same(hand(state, 0), "3s 4s 5s 9d")
        assert codes(state.stock) == stock


def test_SH_A13_a_take_is_a_turn_and_a_short_hand_is_filled():
    """SH-A13, SH-022: only a built position has so short a hand while the stock lasts."""
    state = RULES.position(hands=["3s", "4c", "5d"], discard="9d", stock="Jc Qc")
    state = RULES.apply(state, TakePile(), 0)
    assert same(hand(state, 0), "3s 9d Jc")


# ---- SH-A14: the pile in the blind phase

BLIND = {"hands": ["", "4c", "4d"], "face_down": ["9d 3h -"], "discard": "5c 8c", "stock": ""}


def test_SH_A14_the_pile_may_be_taken_instead_of_a_flip():
    """SH-A14"""
    state = RULES.position(**BLIND)
    assert moves(RULES, state, 0) == {"flip 1", "flip 2", "take"}
    state = RULES.apply(state, TakePile(), 0)
    assert same(hand(state, 0), "5c 8c")
    assert codes(state.face_down[0]) == "9d 3h -"
    assert state.turn == 1


def test_SH_A14_unless_blind_take_is_off():
    """SH-A14"""
    rules = Shithead(blind_take=False)
    state = rules.position(**BLIND)
    assert moves(rules, state, 0) == {"flip 1", "flip 2"}
    refused(rules, state, TakePile(), 0)


def test_SH_A14_only_the_blind_phase_is_meant():
    """SH-A14: the hand and the open row may take as before."""
    rules = Shithead(blind_take=False)
    state = rules.position(hands=["9h", "4c", "4d"], face_down=["9d 3h -"], discard="8c", stock="")
    assert moves(rules, state, 0) == {"play 9h", "take"}
    state = rules.position(hands=["", "4c", "4d"], face_up=["9h"], discard="8c", stock="")
    assert moves(rules, state, 0) == {"play 9h", "take"}


# ---- SH-A15, SH-A16: settling the rows

SWAP = {
    "hands": ["4c 9d Jh", "5s 6s 8s", "9s Ts Js"],
    "face_up": ["Ks 3d 7h", "Kd 3h 7c", "Kh 3c 7d"],
    "face_down": ["2c 2d 2h", "5c 5d 5h", "6c 6d 6h"],
    "phase": "swap",
}
SINGLE = Shithead(swap="single")


def test_SH_A15_by_default_one_choice_of_three():
    """SH-A15: everybody who has not chosen is an actor, asked from the dealer's left; a choice is final."""
    state = RULES.position(**SWAP)
    assert RULES.actors(state) == (0, 1, 2)
    assert all(len(moves(RULES, state, player)) == 20 for player in range(3))
    state = RULES.apply(state, Arrange("6s 7c Kd"), 1)
    assert RULES.actors(state) == (0, 2)
    assert moves(RULES, state, 1) == set()
    refused(RULES, state, Arrange("3h 7c Kd"), 1)
    state = play(RULES, state, (2, "arrange 3c 7d Kh"), (0, "arrange 3d 7h Ks"))
    assert state.phase == "play"
    assert RULES.actors(state) == (0,)


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("swap", ["arrange", "single"])
def test_SH_A15_asked_from_the_dealers_left(dealer, swap):
    """SH-A15"""
    rules = Shithead(first_dealer=dealer, swap=swap)
    state = rules.deal(seed=1)
    assert rules.actors(state) == tuple((dealer + seat) % 3 for seat in (1, 2, 3))
    for viewer in (0, 1, 2, None):
        assert set(rules.actors(rules.view(state, viewer))) == {0, 1, 2}


def test_SH_A15_arrangements_show_at_once():
    """SH-A15: before the others have chosen."""
    state = RULES.apply(RULES.position(**SWAP), Arrange("4c 9d 7h"), 0)
    for viewer in (0, 1, 2, None):
        seen = RULES.view(state, viewer)
        assert same(codes(seen.state.face_up[0]), "4c 9d 7h")
        assert set(RULES.actors(seen)) == {1, 2}


def test_SH_A15_equal_cards_are_one_choice():
    """SH-A15: with two packs."""
    rules = Shithead(deck=PACK * 2)
    state = rules.position(**{**SWAP, "face_up": ["Ks 4c 7h", *SWAP["face_up"][1:]]})
    listed = moves(rules, state, 0)
    assert {"arrange 4c 4c Ks", "arrange 4c 7h Ks", "arrange 7h 9d Ks"} <= listed
    assert len(listed) == 4 + 6 + 4


def test_SH_A15_card_by_card():
    """SH-A15: each hand card against each open card, or ready."""
    state = SINGLE.position(**SWAP)
    expected = {f"swap {mine} {row}" for mine, row in product(["4c", "9d", "Jh"], ["Ks", "3d", "7h"])}
    assert moves(SINGLE, state, 0) == expected | {"ready"}
    state = SINGLE.apply(state, Swap("4c", "Ks"), 0)
    assert same(hand(state, 0), "Ks 9d Jh")
    assert codes(state.face_up[0]) == "4c 3d 7h"
    assert SINGLE.actors(state) == (0, 1, 2)


def test_SH_A15_equal_cards_do_not_change_places():
    """SH-A15, SH-009: with two packs; nothing would change, so it is no swap."""
    rules = SINGLE.evolve(deck=PACK * 2)
    state = rules.position(**{**SWAP, "face_up": ["Ks 4c 7h", *SWAP["face_up"][1:]]})
    assert "swap 4c 4c" not in moves(rules, state, 0)
    assert {"swap 4c Ks", "swap 9d 4c"} <= moves(rules, state, 0)
    refusal = rules.refusal(state, Swap("4c", "4c"), 0)
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (Reason.NOT_ALIKE, "SH-009")


def test_SH_A15_as_often_as_wanted():
    """SH-A15, SH-009: back and forth."""
    start = SINGLE.position(**SWAP)
    state = play(SINGLE, start, (0, "swap 4c Ks"), (1, "swap 8s 3h"), (0, "swap Ks 4c"))
    assert state.hands[0] == start.hands[0]
    assert state.face_up[0] == start.face_up[0]
    state = play(SINGLE, state, (0, "swap 4c Ks"), (0, "swap 9d 3d"), (0, "swap Jh 7h"))
    assert same(hand(state, 0), "Ks 3d 7h")


def test_SH_A15_ready_is_final():
    """SH-A15"""
    state = SINGLE.apply(SINGLE.position(**SWAP), Ready(), 1)
    assert SINGLE.actors(state) == (0, 2)
    assert moves(SINGLE, state, 1) == set()
    for move in (Ready(), Swap("5s", "Kd")):
        refused(SINGLE, state, move, 1)
    state = play(SINGLE, state, (0, "ready"), (2, "ready"))
    assert state.phase == "play"
    assert SINGLE.actors(state) == (0,)


def test_SH_A15_the_kinds_do_not_mix():
    """SH-A15"""
    state = RULES.position(**SWAP)
    for move in (Swap("4c", "Ks"), Ready()):
        assert refused(RULES, state, move, 0) == "option-off"
    assert refused(SINGLE, SINGLE.position(**SWAP), Arrange("4c 9d 7h"), 0) == "option-off"


def test_SH_A15_no_play_before_all_are_ready():
    """SH-A15"""
    state = play(RULES, RULES.position(**SWAP), (1, "arrange 3h 7c Kd"), (2, "arrange 3c 7d Kh"))
    for move in (Play("4c"), TakePile(), Flip(1)):
        assert refused(RULES, state, move, 0) == "wrong-phase"


def test_SH_A15_off():
    """SH-A15: play begins at once."""
    rules = Shithead(swap="off")
    state = rules.deal(seed=1)
    assert state.phase == "play"
    assert rules.actors(state) == (0,)
    assert moves(rules, state, 0) == {f"play {card}" for card in state.hands[0]}


# ---- SH-A16, SH-A18: rounds and dealers


def ending(rules, **facts):
    """Three players; A and then B go out on two moves, C loses the round."""
    state = rules.position(hands=["9c", "Kc", "3c 4c"], discard="8c", stock="", **facts)
    return play(rules, state, (0, "play 9c"), (1, "play Kc"))


@pytest.mark.parametrize("next_dealer", ["loser", "rotate"])
def test_SH_A18_between_the_rounds_the_next_dealer_deals(next_dealer):
    """SH-A18: the loser, or the next seat after the last dealer."""
    rules = Shithead(rounds=2, next_dealer=next_dealer)
    for dealer in range(3):
        state = ending(rules, dealer=dealer)
        expected = 2 if next_dealer == "loser" else (dealer + 1) % 3
        assert rules.outcome(state) is None
        assert rules.actors(state) == (expected,)
        assert moves(rules, state, expected) == {"deal"}
        assert [tuple(result.places) for result in state.results] == [(1, 2, 3)]
        for viewer in (0, 1, 2, None):
            assert rules.actors(rules.view(state, viewer)) == (expected,)
            assert rules.outcome(rules.view(state, viewer)) is None
        for other in {0, 1, 2} - {expected}:
            assert moves(rules, state, other) == set()
            refused(rules, state, Deal(), other)
        state = rules.apply(state, Deal(), expected)
        assert state.round.number == 2
        assert state.dealer == expected
        assert state.turn == (expected + 1) % 3


def test_SH_A16_each_deal_begins_with_the_swap():
    """SH-A16"""
    rules = Shithead(rounds=2)
    state = rules.apply(ending(rules), Deal(), 2)
    assert state.phase == "swap"
    assert rules.actors(state) == (0, 1, 2)
    assert (state.out, state.discard, state.removed, state.ready) == ((), (), (), (False,) * 3)
    assert all(len(zone[player]) == 3 for zone in (state.hands, state.face_up, state.face_down) for player in range(3))
    assert len(state.stock) == 25
    plain = Shithead(rounds=2, swap="off")
    assert plain.apply(ending(plain), Deal(), 2).phase == "play"


def test_SH_A18_a_round_ends_without_the_game():
    """SH-A18: the events say so."""
    rules = Shithead(rounds=2)
    state = rules.position(hands=["9c", "Kc", "3c 4c"], discard="8c", stock="")
    state = rules.apply(state, Play("9c"), 0)
    state, events = rules.trace(state, Play("Kc"), 1)
    assert RoundOver((1, 2, 3)) in events
    assert GameOver() not in events
    state, events = rules.trace(state, Deal(), 2)
    assert RoundBegan(2, 2) in events
    for reader in (0, 1, 2, None):
        assert len(rules.shown(events, reader)) == len(events)


def test_SH_A18_the_next_deal_depends_on_the_seed_alone():
    """SH-A18: the shuffle lies in the state."""
    rules = Shithead(rounds=2)
    after = rules.apply(ending(rules, seed=1), Deal(), 2)
    again = rules.apply(ending(rules, seed=1), Deal(), 2)
    other = rules.apply(ending(rules, seed=2), Deal(), 2)
    assert after == again
    assert after.hands != other.hands
    for viewer in (0, 1, 2, None):
        assert rules.view(ending(rules, seed=1), viewer) == rules.view(ending(rules, seed=2), viewer)


def test_SH_A18_one_round_is_the_default():
    """SH-A18"""
    state = ending(RULES)
    assert RULES.rounds == 1
    assert RULES.actors(state) == ()
    outcome = RULES.outcome(state)
    assert (outcome.places, outcome.winners, outcome.losers) == ((1, 2, 3), (0,), (2,))
    assert refused(RULES, state, Deal(), 2) == "game-over"


@pytest.mark.parametrize(
    ("results", "places", "winners"),
    [
        ([(1, 2, 3)], (1, 1, 3), (0, 1)),
        ([(3, 1, 2)], (2, 1, 2), (1,)),
        ([(3, 1, 2), (2, 3, 1)], (1, 1, 1), (0, 1, 2)),
        ([(2, 1, 3), (3, 1, 2)], (2, 1, 3), (1,)),
        ([(3, 1, 2), (3, 1, 2), (1, 2, 3)], (2, 1, 2), (1,)),
    ],
)
def test_SH_A18_the_match_goes_to_the_fewest_rounds_lost(results, places, winners):
    """Ties share a place; every round's places are listed."""
    rules = Shithead(rounds=len(results) + 1)
    state = ending(rules, round=len(results) + 1, results=results)
    outcome = rules.outcome(state)
    assert outcome.places == places
    assert outcome.winners == winners
    assert [tuple(result.places) for result in outcome.rounds] == [*results, (1, 2, 3)]
    assert outcome.scores is None
    assert rules.actors(state) == ()


def test_SH_A18_the_first_dealer():
    """SH-A18: the last seat, or the one named."""
    assert RULES.deal(seed=1).dealer == 2
    assert Shithead(players=5).deal(seed=1).dealer == 4
    for seat in range(3):
        state = Shithead(first_dealer=seat).deal(seed=1)
        assert (state.dealer, state.turn) == (seat, (seat + 1) % 3)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_deal_order_card_by_card_from_the_dealers_left_block_by_block(dealer):
    """SH-004 to SH-008: order[0] is dealt first."""
    rules = Shithead(first_dealer=dealer)
    order = PACK[::-1]
    state = rules.deal(order=order)
    for place in range(27):
        zone = (state.face_down, state.face_up, state.hands)[place // 9]
        player, slot = (dealer + 1 + place) % 3, place % 9 // 3
        if zone is state.hands:
            assert order[place] in zone[player]
        else:
            assert zone[player][slot] == order[place]
    assert state.stock == tuple(order[27:])


def test_deal_order_may_be_a_text_and_the_seed_decides_later_shuffles():
    """Records keep both."""
    rules = Shithead(players=2, rounds=2, swap="off")
    assert rules.deal(order=codes(PACK), seed=1) == rules.deal(order=PACK, seed=1)
    assert rules.deal(order=PACK, seed=1) != rules.deal(order=PACK, seed=2)
    assert rules.view(rules.deal(order=PACK, seed=1), 0) == rules.view(rules.deal(order=PACK, seed=2), 0)


# ---- SH-A19 to SH-A24


def test_SH_A19_no_starting_card():
    """SH-A19: left of the dealer begins with anything, although another seat has the lowest three."""
    state = RULES.position(hands=["Ah Kh 9h", "3c 3d 4c", "3h 4d 5d"])
    assert RULES.actors(state) == (0,)
    assert moves(RULES, state, 0) == plays("Ah Kh 9h")


def test_SH_A20_no_kombi_of_hand_and_row():
    """SH-A20: the last hand card does not take equal face-up cards along."""
    state = MULTI.position(hands=["9h", "4c", "4d"], face_up=["9d 9c Ks"], discard="8c", stock="")
    assert moves(MULTI, state, 0) == {"play 9h", "take"}
    for code in ("9h 9d", "9c 9d", "9d"):
        refused(MULTI, state, Play(code), 0)
    assert MULTI.apply(state, Play("9h"), 0).turn == 1


ROW = {"hands": ["", "4c", "4d"], "face_up": ["3d 6h 7s"], "discard": "5c 8c", "stock": ""}
ALONG = Shithead(take_with_face_up=True)


def test_SH_A21_by_default_the_pile_alone():
    """SH-A21"""
    state = RULES.position(**ROW)
    assert moves(RULES, state, 0) == {"take"}
    assert refused(RULES, state, TakePile("3d"), 0) == "option-off"
    assert same(hand(RULES.apply(state, TakePile(), 0), 0), "5c 8c")


def test_SH_A21_an_unplayable_row_gives_one_card():
    """SH-A21: the player's choice."""
    state = ALONG.position(**ROW)
    assert moves(ALONG, state, 0) == {"take 3d", "take 6h", "take 7s"}
    refused(ALONG, state, TakePile(), 0)
    state = ALONG.apply(state, TakePile("6h"), 0)
    assert same(hand(state, 0), "5c 8c 6h")
    assert codes(state.face_up[0]) == "3d - 7s"
    assert state.discard == ()
    assert state.turn == 1


def test_SH_A21_a_row_with_gaps():
    """SH-A21: boundary, the last card of the row."""
    state = ALONG.position(**{**ROW, "face_up": ["- 6h -"]})
    assert moves(ALONG, state, 0) == {"take 6h"}
    state = ALONG.apply(state, TakePile("6h"), 0)
    assert codes(state.face_up[0]) == "- - -"
    refused(ALONG, ALONG.position(**ROW), TakePile("Ks"), 0)


def test_SH_A21_only_when_no_card_of_the_row_fits():
    """SH-A21: else the take is free, of the pile alone."""
    state = ALONG.position(**{**ROW, "face_up": ["3d 6h 9s"]})
    assert moves(ALONG, state, 0) == {"play 9s", "take"}
    for code in ("3d", "9s"):
        refused(ALONG, state, TakePile(code), 0)


def test_SH_A21_only_in_the_face_up_phase():
    """SH-A21: neither from the hand nor blind."""
    state = ALONG.position(**{**ROW, "hands": ["3c", "4c", "4d"]})
    assert moves(ALONG, state, 0) == {"take"}
    state = ALONG.position(**{**ROW, "stock": "Kc", "hands": ["3c 3h 3s", "4c", "4d"]})
    assert moves(ALONG, state, 0) == {"take"}
    state = ALONG.position(**BLIND)
    assert moves(ALONG, state, 0) == {"flip 1", "flip 2", "take"}


def test_SH_A21_equal_cards_are_named_once_and_the_lower_slot_empties():
    """SH-A21: with two packs."""
    rules = Shithead(take_with_face_up=True, deck=PACK * 2)
    state = rules.position(**{**ROW, "face_up": ["6h 3d 6h"]})
    assert moves(rules, state, 0) == {"take 3d", "take 6h"}
    assert codes(rules.apply(state, TakePile("6h"), 0).face_up[0]) == "- 3d 6h"


def test_lower_slot_empties_first():
    """Where two equal face-up cards could be played."""
    rules = Shithead(deck=PACK * 2, multi_card=True)
    state = rules.position(**{**ROW, "face_up": ["9h 3d 9h"]})
    assert moves(rules, state, 0) == {"play 9h", "play 9h 9h", "take"}
    assert codes(rules.apply(state, Play("9h"), 0).face_up[0]) == "- 3d 9h"
    assert codes(rules.apply(state, Play("9h 9h"), 0).face_up[0]) == "- 3d -"


def test_SH_A22_the_owner_picks_the_slot():
    """SH-A22"""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["9d Th Ks"], discard="8c", stock="")
    assert moves(RULES, state, 0) == {"flip 1", "flip 2", "flip 3", "take"}
    assert codes(RULES.apply(state, Flip(3), 0).face_down[0]) == "9d Th -"
    assert codes(RULES.apply(state, Flip(1), 0).discard) == "8c 9d"


@pytest.mark.parametrize("rank", RANKS)
def test_SH_A23_on_an_empty_pile_a_blind_card_fits(rank):
    """SH-A23"""
    others = ["4c", "4d"] if rank != "4" else ["5c", "5d"]
    state = RULES.position(hands=["", *others], face_down=[f"{rank}h Kc -"], stock="")
    after = RULES.apply(state, Flip(1), 0)
    assert after.hands[0] == ()
    assert codes(after.discard) == ("" if rank == "T" else f"{rank}h")


@pytest.mark.parametrize(("card", "goes"), [("4h", True), ("7h", True), ("2h", True), ("9h", False), ("Th", False)])
def test_SH_A24_a_blind_card_under_the_seven_variant(card, goes):
    """SH-A24: the same test as an ordinary play; the ten fails on a seven."""
    state = LOW.position(hands=["", "4c", "4d"], face_down=[f"{card} Kc -"], discard="5c 7c", stock="")
    after = LOW.apply(state, Flip(1), 0)
    assert codes(after.face_down[0]) == "- Kc -"
    if goes:
        assert codes(after.discard) == f"5c 7c {card}"
        assert after.hands[0] == ()
    else:
        assert after.discard == ()
        assert same(hand(after, 0), f"5c 7c {card}")
    assert after.turn == 1


def test_SH_A24_a_blind_ten_with_burn_on_low():
    """SH-A24, SH-A05"""
    rules = Shithead(powers={**BASE, **SEVEN}, burn_on_low=True)
    state = rules.position(hands=["", "4c", "4d"], face_down=["Th Kc -"], discard="5c 7c", stock="")
    after = rules.apply(state, Flip(1), 0)
    assert burned(state, after) == Counter(cards("5c 7c Th"))
    assert after.turn == 0


# ---- SH-A25 to SH-A30


def test_SH_A25_later_players_leave_too():
    """SH-A25: with the places 1, 2, 3."""
    rules = Shithead(players=4)
    state = rules.position(hands=["9c", "Tc", "Jc", "3c"], discard="8c", stock="")
    state, events = rules.trace(state, Play("9c"), 0)
    assert Out(0, 1) in events
    state, events = rules.trace(state, Play("Tc"), 1)
    assert Out(1, 2) in events
    assert state.turn == 2
    state, events = rules.trace(state, Play("Jc"), 2)
    assert Out(2, 3) in events
    assert rules.outcome(state).places == (1, 2, 3, 4)


@pytest.mark.parametrize(("held", "pile"), [("Td", "8c"), ("8s", "8c 8d 8h")])
def test_SH_A26_a_round_can_end_with_a_burn(held, pile):
    """SH-A26: the remaining player loses and gets no further turn."""
    rules = Shithead(players=2)
    state = rules.position(hands=[held, "3c 4c"], discard=pile, stock="")
    state = rules.apply(state, Play(held), 0)
    assert state.phase == "over"
    assert rules.actors(state) == ()
    assert rules.outcome(state).losers == (1,)
    assert state.discard == ()


@pytest.mark.parametrize("suit", "cdhs")
def test_SH_A28_suits_never_matter(suit):
    """SH-A28: and equal ranks in one hand are cards of their own."""
    rest = "cdhs".replace(suit, "")
    held = " ".join(rank + other for rank in "79" for other in rest)
    state = RULES.position(hands=[held, "4c", "4d"], discard=f"8{suit}")
    assert moves(RULES, state, 0) == {*plays(" ".join("9" + other for other in rest)), "take"}


def test_SH_A29_five_players_share_one_pack():
    """SH-A29: 45 dealt, 7 left."""
    rules = Shithead(players=5)
    assert len(rules.deck) == 52
    assert len(rules.deal(seed=1).stock) == 7


def test_SH_A30_the_rules_know_no_limit():
    """SH-A30: three players who take whatever lies there go on for ever."""
    state = RULES.position(hands=["3c 4c 5c", "3d 4d 5d", "3h 4h 5h"], stock="")
    for number in range(3000):
        player = number % 3
        assert RULES.actors(state) == (player,)
        move = TakePile() if state.discard else RULES.legal_moves(state, player)[0]
        state = RULES.apply(state, move, player)
    assert RULES.outcome(state) is None


# ---- powers beyond the source


THREE = Shithead(powers={**BASE, **SEVEN, 3: Power.TRANSPARENT})


@pytest.mark.parametrize(
    ("pile", "ranks"),
    [
        ("3c", RANKS),
        ("3c 3h", RANKS),
        ("Kc 3c", "23TKA"),
        ("Kc 3c 3h", "23TKA"),
        ("7c 3c", "234567"),
        ("2c 3c", RANKS),
        ("8c Kc 3h", "23TKA"),
        ("Kc", "23TKA"),
        ("7c", "234567"),
    ],
)
def test_transparent_shows_the_card_below(pile, ranks):
    """TRANSPARENT: the topmost other card governs, nothing below means anything goes; it goes on anything, LOW too."""
    assert fitting(THREE, pile) == ranks


def test_transparent_breaks_a_quad_of_others():
    """TRANSPARENT"""
    state = THREE.position(hands=["8s 4c", "5c", "6c"], discard="8c 8d 3c 8h", stock="")
    assert codes(THREE.apply(state, Play("8s"), 0).discard) == "8c 8d 3c 8h 8s"
    state = THREE.position(hands=["8s 4c", "5c", "6c"], discard="8c 8d 8h 3c", stock="")
    assert codes(THREE.apply(state, Play("8s"), 0).discard) == "8c 8d 8h 3c 8s"


def test_four_transparent_cards_burn():
    """TRANSPARENT: like four of any rank."""
    state = THREE.position(hands=["3s 4c", "5c", "6c"], discard="Kc 3c 3d 3h", stock="")
    after = THREE.apply(state, Play("3s"), 0)
    assert after.discard == ()
    assert after.turn == 0


def test_transparent_may_follow_the_order():
    """TRANSPARENT with anywhere named."""
    rules = Shithead(powers={9: Power.TRANSPARENT}, anywhere=[])
    assert fitting(rules, "Tc") == "TJQKA"
    assert fitting(rules, "5c 9c") == "56789TJQKA"


def test_transparent_blind_cards():
    """TRANSPARENT: what lies below decides."""
    state = THREE.position(hands=["", "4c", "4d"], face_down=["9h Kd -"], discard="Jc 3c", stock="")
    assert same(hand(THREE.apply(state, Flip(1), 0), 0), "Jc 3c 9h")
    assert codes(THREE.apply(state, Flip(2), 0).discard) == "Jc 3c Kd"


@pytest.mark.parametrize("rank", range(2, 15))
def test_low_of_any_rank(rank):
    """LOW: that rank or lower."""
    rules = Shithead(powers={rank: Power.LOW})
    assert fitting(rules, f"{RANKS[rank - 2]}c") == RANKS[: rank - 1]


def test_low_of_two_ranks():
    """LOW: each in its own right, and each follows the order of the other."""
    rules = Shithead(powers={7: Power.LOW, 9: Power.LOW})
    assert fitting(rules, "7c") == "234567"
    assert fitting(rules, "9c") == "23456789"
    assert fitting(rules, "8c") == "89TJQKA"


EIGHT_SKIPS = {8: Power.SKIP}


def skip_rules(players, **more):
    return Shithead(players=players, powers=EIGHT_SKIPS, multi_card=True, **more)


@pytest.mark.parametrize(
    ("players", "laid", "turn", "skipped"),
    [
        (2, "8c", 0, [1]),
        (2, "8c 8d", 1, [1, 0]),
        (2, "8c 8d 8h", 0, [1, 0, 1]),
        (3, "8c", 2, [1]),
        (3, "8c 8d", 0, [1, 2]),
        (3, "8c 8d 8h", 1, [1, 2, 0]),
        (4, "8c", 2, [1]),
        (4, "8c 8d 8h", 0, [1, 2, 3]),
        (5, "8c 8d 8h", 4, [1, 2, 3]),
    ],
)
def test_skip_passes_over_as_many_seats_as_cards(players, laid, turn, skipped):
    """SKIP: at once, no skip moment, and it may come round to the layer."""
    rules = skip_rules(players)
    fillers = ["4c 5c", "4d 5d", "4h 5h", "4s 5s"][: players - 1]
    state = rules.position(hands=["8c 8d 8h 9c", *fillers], discard="6c", stock="")
    state, events = rules.trace(state, Play(laid), 0)
    assert rules.actors(state) == (turn,)
    assert [event.player for event in events if isinstance(event, Skipped)] == skipped
    assert Turn(turn) in events


def test_skip_counts_active_seats():
    """SKIP"""
    rules = skip_rules(4)
    state = rules.position(hands=["8c 9c", "", "4d 5d", "4h 5h"], discard="6c", stock="")
    assert rules.apply(state, Play("8c"), 0).turn == 3
    state = rules.position(hands=["8c", "4c 5c", "4d 5d", "4h 5h"], discard="6c", stock="")
    assert rules.apply(state, Play("8c"), 0).turn == 2
    state = rules.position(hands=["8c 8d 8h", "4c 5c", "4d 5d", ""], discard="6c", stock="")
    state = rules.apply(state, Play("8c 8d 8h"), 0)
    assert state.out == (3, 0)
    assert state.turn == 2


def test_skip_against_the_clock():
    """SKIP"""
    rules = skip_rules(4)
    state = rules.position(hands=["8c 9c", "4c", "4d", "4h"], discard="6c", stock="", direction=-1)
    assert rules.apply(state, Play("8c"), 0).turn == 2


def test_skip_follows_the_order_and_a_layer_on_turn_again_beats_the_own_card():
    """SKIP: no further power."""
    rules = skip_rules(2)
    state = rules.position(hands=["8c 3c 9c", "4c 5c"], discard="9d", stock="")
    assert moves(rules, state, 0) == {"play 9c", "take"}
    state = rules.position(hands=["8c 3c 9c", "4c 5c"], discard="6c", stock="")
    state = rules.apply(state, Play("8c"), 0)
    assert moves(rules, state, 0) == {"play 9c", "take"}


def test_a_blind_skip():
    """SKIP: turned over and fitting it skips, failing it does not."""
    rules = skip_rules(3)
    state = rules.position(hands=["", "4c", "4d"], face_down=["8c Kd -"], discard="6c", stock="")
    assert rules.apply(state, Flip(1), 0).turn == 2
    state = rules.position(hands=["", "4c", "4d"], face_down=["8c Kd -"], discard="9c", stock="")
    assert rules.apply(state, Flip(1), 0).turn == 1


@pytest.mark.parametrize("extra", [True, False])
@pytest.mark.parametrize("power", [Power.SKIP, Power.REVERSE])
def test_a_burn_cancels_the_power_of_the_quad(power, extra):
    """SKIP, REVERSE: four of them burn like four of any rank, and do nothing else."""
    rules = Shithead(players=4, powers={8: power}, multi_card=True, quad_extra_turn=extra)
    for held, pile in (("8s", "8c 8d 8h"), ("8c 8d 8h 8s", "6c"), ("8h 8s", "8c 8d")):
        state = rules.position(hands=[f"{held} 9c", "4c 5c", "4d 5d", "4h 5h"], discard=pile, stock="")
        state, events = rules.trace(state, Play(held), 0)
        assert state.discard == ()
        assert state.direction == 1
        assert state.turn == (0 if extra else 1)
        assert not any(isinstance(event, Skipped | Reversed) for event in events)


EIGHT_REVERSES = {8: Power.REVERSE}


@pytest.mark.parametrize(
    ("laid", "direction", "turn"), [("8c", -1, 3), ("8c 8d", 1, 1), ("8c 8d 8h", -1, 3), ("9c", 1, 1)]
)
def test_reverse_turns_once_for_each_card(laid, direction, turn):
    """REVERSE"""
    rules = Shithead(players=4, powers=EIGHT_REVERSES, multi_card=True)
    state = rules.position(hands=["8c 8d 8h 9c", "4c 5c", "4d 5d", "4h 5h"], discard="6c", stock="")
    state, events = rules.trace(state, Play(laid), 0)
    assert state.direction == direction
    assert rules.actors(state) == (turn,)
    if direction == -1:
        assert Reversed(-1) in events


def test_reverse_back_and_on():
    """REVERSE: it stays until it is turned again."""
    rules = Shithead(players=4, powers=EIGHT_REVERSES)
    state = rules.position(hands=["8c 3c", "4c 5c", "9d Kd", "8d 9h"], discard="6c", stock="")
    state = play(rules, state, (0, "play 8c"), (3, "play 9h"), (2, "play Kd"))
    assert state.turn == 1
    state = rules.position(hands=["8c 3c", "4c 5c", "9d Kd", "8d 9h"], discard="6c", stock="")
    state = play(rules, state, (0, "play 8c"), (3, "play 8d"))
    assert (state.direction, state.turn) == (1, 0)


def test_reverse_with_two_players_has_no_effect():
    """REVERSE: the other one is on turn."""
    rules = Shithead(players=2, powers=EIGHT_REVERSES)
    state = rules.position(hands=["8c 3c", "9c Kc"], discard="6c", stock="")
    state = rules.apply(state, Play("8c"), 0)
    assert rules.actors(state) == (1,)
    assert rules.actors(rules.apply(state, Play("9c"), 1)) == (0,)
    three = Shithead(players=3, powers=EIGHT_REVERSES)
    state = three.position(hands=["8c 3c", "9c Kc", ""], discard="6c", stock="")
    assert three.actors(three.apply(state, Play("8c"), 0)) == (1,)


def test_reverse_with_the_last_card():
    """REVERSE: it still turns."""
    rules = Shithead(players=4, powers=EIGHT_REVERSES)
    state = rules.position(hands=["8c", "9c Kc", "9d Kd", "9h Kh"], discard="6c", stock="")
    state = rules.apply(state, Play("8c"), 0)
    assert state.out == (0,)
    assert state.turn == 3


def test_clockwise_again_in_the_next_round():
    """REVERSE"""
    rules = Shithead(rounds=2, powers=EIGHT_REVERSES, swap="off")
    state = rules.position(hands=["9c", "3c 4c", "Kc"], discard="8c", stock="", direction=-1)
    state = play(rules, state, (0, "play 9c"), (2, "play Kc"))
    assert rules.actors(state) == (1,)
    state = rules.apply(state, Deal(), 1)
    assert state.direction == 1
    assert state.turn == 2
    assert rules.apply(state, rules.legal_moves(state, 2)[0], 2).turn in {0, 2}


def test_burn_gives_the_turn_again_against_the_clock_too():
    """REVERSE, SH-036: the direction stays."""
    rules = Shithead(players=4, powers={**BASE, 8: Power.REVERSE})
    state = rules.position(hands=["Tc 3c", "4c", "4d", "4h"], discard="6c", stock="", direction=-1)
    state = rules.apply(state, Play("Tc"), 0)
    assert state.turn == 0
    assert rules.apply(state, Play("3c"), 0).turn == 3


@pytest.mark.parametrize("rank", range(2, 15))
def test_any_rank_may_have_any_power(rank):
    """The table of powers is data."""
    code = RANKS[rank - 2]
    rest = ["6h 9h", "6d 9d"] if code not in "69" else ["4h Jh", "4d Jd"]
    for power in Power:
        rules = Shithead(powers={rank: power})
        free = power in (Power.RESET, Power.BURN, Power.TRANSPARENT)
        top = RANKS[rank - 1] if rank < 14 else "A"
        state = rules.position(hands=[f"{code}c {'8d' if code != '8' else '5s'}", *rest], discard=f"{top}s", stock="")
        assert (f"play {code}c" in moves(rules, state, 0)) is (free or rank == 14)
        opened = rules.position(hands=[f"{code}c {'8d' if code != '8' else '5s'}", *rest], stock="")
        after = rules.apply(opened, Play(f"{code}c"), 0)
        assert after.turn == {Power.BURN: 0, Power.SKIP: 2, Power.REVERSE: 2}.get(power, 1)
        assert (after.discard == ()) is (power is Power.BURN)


# ---- options and presets


def test_presets():
    """The literal default, what most tables play, and no special card at all."""
    assert Shithead.literal() == Shithead()
    assert Shithead.common() == Shithead(multi_card=True, powers={**BASE, **SEVEN})
    assert Shithead.plain() == Shithead(powers={})
    for preset in (Shithead.literal, Shithead.common, Shithead.plain):
        assert preset(players=5).players == 5
        with pytest.raises(ConfigurationError):
            preset(players=6)


def test_plain_has_no_special_card():
    """Two is lowest, ten is ten, seven is seven."""
    for index, rank in enumerate(RANKS):
        assert fitting(Shithead.plain(), f"{rank}c") == RANKS[index:]


def test_common_plays():
    """Several cards at once, and the seven variant."""
    rules = Shithead.common()
    state = rules.position(hands=["6c 6d 9c", "4c", "4d"], discard="7c")
    assert moves(rules, state, 0) == {"play 6c", "play 6d", "play 6c 6d", "take"}


def test_defaults_are_the_literal_reading():
    """Section 6 of the rulings."""
    expected = {
        "players": 3,
        "rounds": 1,
        "burn_on_low": False,
        "multi_card": False,
        "quad_burns": True,
        "quad_extra_turn": True,
        "out_of_turn_quad": False,
        "blind_take": True,
        "swap": "arrange",
        "take_with_face_up": False,
        "next_dealer": "loser",
    }
    assert {name: getattr(RULES, name) for name in expected} == expected
    assert {option.name for option in Shithead.options()} == {
        *expected,
        "first_dealer",
        "deck",
        "powers",
        "anywhere",
    }


def test_rules_are_frozen_values():
    """Equal options are equal rules, with one hash; nothing can be assigned."""
    rules, other = Shithead(powers={10: Power.BURN, 2: Power.RESET}), Shithead()
    assert rules == other
    assert hash(rules) == hash(other)
    assert Shithead(players=4) != other
    with pytest.raises(AttributeError):
        rules.players = 4
    with pytest.raises(TypeError):
        rules.powers[7] = Power.LOW


def test_a_table_given_is_not_kept():
    """Changing it afterwards changes nothing."""
    table = {7: Power.LOW}
    rules = Shithead(powers=table)
    table[2] = Power.RESET
    assert dict(rules.powers) == {7: Power.LOW}


def test_a_deck_may_be_a_text():
    """The order of its cards does not matter."""
    assert Shithead(deck=codes(PACK)) == Shithead(deck=PACK[::-1]) == Shithead()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_small_deck_must_go_round(players):
    """Nine cards for each player."""
    need = 9 * players
    rules = Shithead(players=players, deck=PACK[:need])
    assert rules.deal(seed=1).stock == ()
    with pytest.raises(ConfigurationError, match="deck") as caught:
        Shithead(players=players, deck=PACK[: need - 1])
    assert caught.value.option == "deck"


def test_a_small_deck_is_played_with():
    """Its cards are all there is."""
    rules = Shithead(players=2, deck=PACK[:18])
    state = rules.deal(seed=1)
    rows = [*state.hands, *state.face_up, *state.face_down]
    assert Counter(card for row in rows for card in row) == Counter(PACK[:18])


def test_a_deck_with_a_joker_is_refused():
    """SH-002: the game has no rule for it."""
    with pytest.raises(ConfigurationError, match="deck"):
        Shithead(deck=[*PACK, "Jk"])


# No observable effect of their own: SH-A17 (the example of the swap gives the king away: a note for the docs; that it
# is legal is SH-010), SH-A27 (a slip of the source: a 2 has one value).


def test_SH_A09_reactions_are_asked_from_whoever_laid_last():
    """SH-A09: also after a reaction, whose player has laid last then."""
    rules = Shithead(players=4, out_of_turn_quad=True, quad_extra_turn=False)
    state = rules.position(hands=["9c 5c", "9d 6c", "9h 9s 7c", "8c"], discard="4c", turn=0, layer=3)
    state = rules.apply(state, Play("9c"), 0)
    assert (state.layer, state.turn) == (0, 1)
    state = rules.apply(state, Play("9d"), 1)
    assert (state.layer, state.turn) == (1, 2)
    taken = rules.apply(state, TakePile(), 2)
    assert taken.layer == 1


def test_SH_033_who_goes_out_last_is_on_turn_when_the_round_is_over():
    """SH-033: the facts of a round that is over are those of its last move."""
    rules = Shithead(players=3)
    state = rules.position(hands=["", "9c", "5c"], discard="4c", stock="", turn=1, layer=0)
    over = rules.apply(state, Play("9c"), 1)
    assert (over.phase, over.turn, over.layer) == ("over", 1, 1)
    flipped = rules.position(hands=["9c", "", ""], face_up=["", "5c", ""], discard="4c", stock="", turn=0, layer=1)
    assert rules.apply(flipped, Play("9c"), 0).turn == 0


def test_SH_A09_a_reaction_that_ends_the_round_leaves_its_player_on_turn():
    """SH-A09, SH-033: the last move was that of the player who reacted."""
    rules = Shithead(players=2, out_of_turn_quad=True)
    state = rules.position(hands=["5c 6c", "9s"], discard="9c 9d 9h", stock="", turn=0, layer=0)
    over = rules.apply(state, React("9s"), 1)
    assert (over.phase, over.turn, over.layer) == ("over", 1, 1)
