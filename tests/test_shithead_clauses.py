"""Every clause of the source of Shithead, SH-001 to SH-045: its scenario, its other side, its boundary.

Three players A, B, C (seats 0, 1, 2), A to move, the literal rules, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from helpers import come_to, decided_by_the_seed, everything, hand
from helpers import same_codes as same
from shedkit.core.cards import BACK, FrenchCard, codes, read_cards
from shedkit.core.errors import ConfigurationError
from shedkit.core.events import GameOver, Moved, Out, RoundOver, Turn
from shedkit.games.shithead import Arrange, Deal, Flip, Play, Power, Shithead, TakePile
from shedkit.testing import legal_codes as moves
from shedkit.testing import play, refused

RANKS = "23456789TJQKA"
ORDINARY = "3456789JQKA"
SEVEN_LOW = {2: Power.RESET, 10: Power.BURN, 7: Power.LOW}

RULES = Shithead()


def cards(text):
    return read_cards(FrenchCard, text)


def dealer_left(players, dealer=None):
    rules = Shithead(players=players, first_dealer=dealer, swap="off")
    return rules.deal(seed=1).turn


def course(rules, state, rng, length=400):
    """The states of a round played at random, laying a card whenever one fits; cut at a length."""
    for _ in range(length):
        yield state
        if state.phase == "over":
            return
        player = rules.actors(state)[0]
        listed = rules.legal_moves(state, player)
        eager = [move for move in listed if not isinstance(move, TakePile)]
        state = rules.apply(state, rng.choice(eager or listed), player)


# ---- setup


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_SH_001_two_to_five_players_are_accepted(players):
    """SH-001"""
    rules = Shithead(players=players)
    assert rules.players == players
    assert len(rules.deal(seed=1).hands) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 52])
def test_SH_001_other_numbers_of_players_are_refused(players):
    """SH-001"""
    with pytest.raises(ConfigurationError, match="players") as caught:
        Shithead(players=players)
    assert caught.value.option == "players"


def test_SH_002_one_pack_of_52_without_jokers():
    """SH-002"""
    deck = RULES.deck
    assert len(deck) == len(set(deck)) == 52
    assert {str(card) for card in deck} == {rank + suit for rank in RANKS for suit in "cdhs"}


def test_SH_003_the_same_seed_deals_the_same():
    """SH-003"""
    decided_by_the_seed(RULES)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_SH_003_the_shuffle_covers_the_whole_deck(players):
    """SH-003: nothing is lost, and every card can come to every place."""
    rules = Shithead(players=players)
    (first,) = come_to(rules, lambda state: state.face_down[0][0])
    assert first == set(rules.deck)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_SH_004_nine_cards_each(players):
    """SH-004: three in each of the three rows, 45 in all with five players."""
    state = Shithead(players=players).deal(seed=2)
    for player in range(players):
        assert [len(zone[player]) for zone in (state.face_down, state.face_up, state.hands)] == [3, 3, 3]
    assert 52 - len(state.stock) == 9 * players


def test_SH_005_the_first_nine_cards_lie_face_down():
    """SH-005: they are dealt before any other."""
    state = RULES.deal(order=RULES.deck)
    assert {card for row in state.face_down for card in row} == set(RULES.deck[:9])


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_SH_005_nobody_may_look_at_face_down_cards(viewer):
    """SH-005: the owner neither."""
    seen = RULES.view(RULES.deal(seed=3), viewer).state
    assert seen.face_down == ((BACK,) * 3,) * 3


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_SH_006_three_cards_face_up_on_them_visible_to_all(viewer):
    """SH-006"""
    state = RULES.deal(order=RULES.deck)
    assert {card for row in state.face_up for card in row} == set(RULES.deck[9:18])
    assert RULES.view(state, viewer).state.face_up == state.face_up


def test_SH_006_each_slot_covers_the_slot_below():
    """SH-006: slot i lies on slot i, both dealt in the same order."""
    state = RULES.deal(order=RULES.deck)
    for player in range(3):
        below = [RULES.deck.index(card) for card in state.face_down[player]]
        above = [RULES.deck.index(card) for card in state.face_up[player]]
        assert above == [number + 9 for number in below]


def test_SH_007_then_three_cards_to_the_hand_for_the_owner_only():
    """SH-007"""
    state = RULES.deal(order=RULES.deck)
    assert {card for row in state.hands for card in row} == set(RULES.deck[18:27])
    for viewer in (0, 1, 2, None):
        seen = RULES.view(state, viewer).state.hands
        for player in range(3):
            assert seen[player] == (state.hands[player] if player == viewer else (BACK,) * 3)


@pytest.mark.parametrize(("players", "left"), [(2, 34), (3, 25), (4, 16), (5, 7)])
def test_SH_008_the_rest_is_the_face_down_stock(players, left):
    """SH-008"""
    rules = Shithead(players=players)
    state = rules.deal(order=rules.deck)
    assert state.stock == rules.deck[9 * players :]
    assert len(state.stock) == left
    assert not state.discard
    assert not state.removed
    assert rules.view(state, 0).state.stock == (BACK,) * left


SWAP = {
    "hands": ["4c 9d Jh", "5s 6s 8s", "9s Ts Js"],
    "face_up": ["Ks 3d 7h", "Kd 3h 7c", "Kh 3c 7d"],
    "face_down": ["2c 2d 2h", "5c 5d 5h", "6c 6d 6h"],
    "phase": "swap",
}


def test_SH_009_any_three_of_the_own_six_cards_become_the_row():
    """SH-009: all 20 choices, the present row included."""
    state = RULES.position(**SWAP)
    six = cards("4c 9d Jh Ks 3d 7h")
    every = {str(Arrange(three)) for three in combinations(six, 3)}
    assert len(every) == 20
    assert moves(RULES, state, 0) == every
    assert str(Arrange("Ks 3d 7h")) in every


def test_SH_009_as_many_swaps_as_wanted_at_once():
    """SH-009"""
    state = RULES.apply(RULES.position(**SWAP), Arrange("4c 9d 7h"), 0)
    assert same(hand(state, 0), "Ks 3d Jh")
    assert same(codes(state.face_up[0]), "4c 9d 7h")


@pytest.mark.parametrize("three", list(combinations(["4c", "9d", "Jh", "Ks", "3d", "7h"], 3)))
def test_SH_009_each_choice_does_what_it_says(three):
    """SH-009: chosen cards lie open, the other three are in the hand, nothing else moves."""
    before = RULES.position(**SWAP)
    state = RULES.apply(before, Arrange(" ".join(three)), 0)
    assert same(codes(state.face_up[0]), " ".join(three))
    assert same(hand(state, 0), " ".join({*["4c", "9d", "Jh", "Ks", "3d", "7h"]} - {*three}))
    assert state.hands[1:] == before.hands[1:]
    assert state.face_up[1:] == before.face_up[1:]
    assert state.face_down == before.face_down
    assert state.stock == before.stock


def test_SH_009_only_before_play():
    """SH-009"""
    state = RULES.position(hands=["4c 9d Jh", "5s"], face_up=["Ks 3d 7h"], turn=0)
    refused(RULES, state, Arrange("4c 9d 7h"), 0)
    assert not any(code.startswith("arrange") for code in moves(RULES, state, 0))


def test_SH_010_a_low_hand_card_goes_out_against_a_king():
    """SH-010"""
    state = RULES.apply(RULES.position(**SWAP), Arrange("4c 3d 7h"), 0)
    assert same(hand(state, 0), "Ks 9d Jh")
    assert codes(state.face_up[0]) == "4c 3d 7h"


@pytest.mark.parametrize(
    "three",
    ["Kd 9d Jh", "5s 9d Jh", "2c 9d Jh", "Ac 9d Jh", "Ks 3d 7h 4c", "4c 9d", "4c", "4c 4c 9d"],
    ids=["row of B", "hand of B", "blind", "stock", "four cards", "two cards", "one card", "one twice"],
)
def test_SH_011_only_the_own_open_cards_and_hand(three):
    """SH-011"""
    refused(RULES, RULES.position(**SWAP), Arrange(three), 0)


def test_SH_011_no_move_names_a_card_of_anybody_else():
    """SH-011: neither in one choice nor card by card."""
    single = Shithead(swap="single")
    for rules in (RULES, single):
        state = rules.position(**SWAP)
        named = set()
        for move in rules.legal_moves(state, 0):
            named |= set(str(move).split()[1:])
        assert named == {"4c", "9d", "Jh", "Ks", "3d", "7h"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_SH_012_the_dealers_left_neighbour_begins(players):
    """SH-012: by default the last seat deals, so that seat 0 begins."""
    assert dealer_left(players) == 0
    for dealer in range(players):
        assert dealer_left(players, dealer) == (dealer + 1) % players


@pytest.mark.parametrize(("dealer", "first"), [(2, 0), (0, 1), (1, 2)])
def test_SH_012_once_all_are_ready(dealer, first):
    """SH-012: whoever chooses last, the dealer's left neighbour begins."""
    rules = Shithead(first_dealer=dealer)
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        state = rules.deal(seed=4)
        for player in order:
            assert state.phase == "swap"
            state = rules.apply(state, rules.legal_moves(state, player)[0], player)
        assert state.phase == "play"
        assert state.turn == first
        assert rules.actors(state) == (first,)


def test_SH_013_seats_act_clockwise():
    """SH-013: A, B, C, A."""
    state = RULES.position(hands=["5c 6c 7c", "5d 6d 7d", "5h 6h 7h"], discard="3c")
    seen = []
    for code in ("play 5c", "play 5d", "play 5h", "play 6c"):
        (player,) = RULES.actors(state)
        assert player == state.turn
        seen.append(player)
        state = play(RULES, state, (player, code))
    assert seen == [0, 1, 2, 0]


def test_SH_013_nobody_acts_out_of_turn():
    """SH-013"""
    state = RULES.position(hands=["5c 6c 7c", "5d 6d 7d", "5h 6h 7h"], discard="3c")
    for player in (1, 2):
        assert moves(RULES, state, player) == set()
        refused(RULES, state, TakePile(), player)
        refused(RULES, state, RULES.parse("play 5d"), player)


def test_SH_013_finished_seats_are_passed_over():
    """SH-013, SH-032"""
    rules = Shithead(players=4)
    state = rules.position(hands=["5c 6c", "", "", "5d 6d"], discard="3c", stock="", out=[2, 1])
    state = rules.apply(state, Play("5c"), 0)
    assert state.turn == 3
    assert rules.apply(state, Play("5d"), 3).turn == 0


# ---- turn


def test_SH_014_anything_opens_an_empty_pile():
    """SH-014: and there is nothing to take."""
    state = RULES.position(hands=["3c Td Ah", "4c", "4d"])
    assert moves(RULES, state, 0) == {"play 3c", "play Td", "play Ah"}


@pytest.mark.parametrize("rank", RANKS)
def test_SH_014_each_rank_opens(rank):
    """SH-014"""
    others = ["4c", "4d"] if rank != "4" else ["5c", "5d"]
    state = RULES.position(hands=[f"{rank}h", *others])
    assert moves(RULES, state, 0) == {f"play {rank}h"}


def test_SH_015_equal_or_higher_fits():
    """SH-015"""
    state = RULES.position(hands=["8d 9h Ks", "4c", "4d"], discard="8c")
    assert moves(RULES, state, 0) == {"play 8d", "play 9h", "play Ks", "take"}


def test_SH_015_the_card_lies_on_top_and_governs():
    """SH-015: the last card laid counts, not the highest."""
    state = RULES.position(hands=["9h 3s", "8d 9d Td", "4d"], discard="Kc 8c", stock="")
    state = RULES.apply(state, Play("9h"), 0)
    assert codes(state.discard) == "Kc 8c 9h"
    assert hand(state, 0) == "3s"
    assert moves(RULES, state, 1) == {"play 9d", "play Td", "take"}


def test_SH_015_one_card_a_turn():
    """SH-015: two equal cards are not laid at once."""
    state = RULES.position(hands=["8d 8h 8s", "4c", "4d"], discard="8c")
    assert moves(RULES, state, 0) == {"play 8d", "play 8h", "play 8s", "take"}
    refused(RULES, state, Play("8d 8h"), 0)


def test_SH_016_lower_card_is_refused():
    """SH-016"""
    state = RULES.position(hands=["3d 4h 7s", "4c", "4d"], discard="8c")
    assert moves(RULES, state, 0) == {"take"}
    for code in ("3d", "4h", "7s"):
        assert refused(RULES, state, Play(code), 0).reason.value == "too-low"


@pytest.mark.parametrize("top", ORDINARY)
def test_SH_017_ranks_run_from_two_to_ace(top):
    """SH-017: every ordinary card on every ordinary card."""
    state = RULES.position(hands=[" ".join(f"{rank}d" for rank in ORDINARY), "2s", "Ts"], discard=f"{top}c")
    fits = {f"play {rank}d" for rank in ORDINARY[ORDINARY.index(top) :]}
    assert moves(RULES, state, 0) == fits | {"take"}


def test_SH_017_king_and_ace_on_top():
    """SH-017: the scenario; the ace is high, only aces and specials go on it."""
    state = RULES.position(hands=["Ad Qh Ks", "4c", "4d"], discard="Kc")
    assert moves(RULES, state, 0) == {"play Ad", "play Ks", "take"}
    state = RULES.position(hands=["2d 3d Td Kh Ad", "4c", "4d"], discard="Ac")
    assert moves(RULES, state, 0) == {"play 2d", "play Td", "play Ad", "take"}


def test_SH_017_the_two_is_lowest():
    """SH-017: without its power the 2 goes on a 2 only, and everything goes on it."""
    rules = Shithead.plain()
    state = rules.position(hands=["2d", "4c", "4d"], discard="2c")
    assert moves(rules, state, 0) == {"play 2d", "take"}
    state = rules.position(hands=["2d", "4c", "4d"], discard="3c")
    assert moves(rules, state, 0) == {"take"}


def test_SH_018_special_cards_go_on_anything():
    """SH-018"""
    state = RULES.position(hands=["2d Th 5s", "4c", "4d"], discard="Kc")
    assert moves(RULES, state, 0) == {"play 2d", "play Th", "take"}


@pytest.mark.parametrize("top", RANKS.replace("T", ""))
def test_SH_018_two_and_ten_on_every_rank(top):
    """SH-018"""
    state = RULES.position(hands=["2d Th", "4c", "4d"], discard=f"{top}s")
    assert moves(RULES, state, 0) == {"play 2d", "play Th", "take"}


def test_SH_019_the_whole_pile_comes_to_the_hand():
    """SH-019"""
    state = RULES.position(hands=["3d 4h 7s", "4c", "4d"], discard="5c Qd Kc")
    state = RULES.apply(state, TakePile(), 0)
    assert same(hand(state, 0), "3d 4h 7s 5c Qd Kc")
    assert state.discard == ()


def test_SH_020_taking_is_free_although_a_card_fits():
    """SH-020"""
    state = RULES.position(hands=["6d 7h 8s", "4c", "4d"], discard="5c")
    assert moves(RULES, state, 0) == {"play 6d", "play 7h", "play 8s", "take"}
    assert same(hand(RULES.apply(state, TakePile(), 0), 0), "6d 7h 8s 5c")


def test_SH_021_after_taking_the_next_player():
    """SH-021: the taker does not lay as well, the next opens freely."""
    state = RULES.position(hands=["3d 4h 7s", "4c", "4d"], discard="Kc")
    state = RULES.apply(state, TakePile(), 0)
    assert state.turn == 1
    assert RULES.actors(state) == (1,)
    assert moves(RULES, state, 0) == set()
    assert moves(RULES, state, 1) == {"play 4c"}


def test_SH_022_draw_up_to_three():
    """SH-022"""
    state = RULES.position(hands=["6d 7h 8s", "4c", "4d"], discard="5c", stock="9c Tc")
    state = RULES.apply(state, Play("6d"), 0)
    assert same(hand(state, 0), "7h 8s 9c")
    assert codes(state.stock) == "Tc"


@pytest.mark.parametrize(
    ("held", "drawn"), [("6d", "9c Tc Jc"), ("6d 7h", "9c Tc"), ("6d 7h 8s", "9c"), ("6d 7h 8s Ks", "")]
)
def test_SH_022_as_many_as_are_missing_next_card_first(held, drawn):
    """SH-022"""
    state = RULES.position(hands=[held, "4c", "4d"], discard="5c", stock="9c Tc Jc Qc")
    state = RULES.apply(state, Play("6d"), 0)
    assert same(hand(state, 0), f"{held.removeprefix('6d')} {drawn}")
    assert codes(state.stock).split() == ["9c", "Tc", "Jc", "Qc"][len(drawn.split()) :]


def test_SH_022_only_while_the_stock_lasts():
    """SH-022"""
    state = RULES.position(hands=["6d", "4c", "4d"], discard="5c", stock="9c Tc")
    state = RULES.apply(state, Play("6d"), 0)
    assert same(hand(state, 0), "9c Tc")
    assert state.stock == ()


def test_SH_022_the_others_do_not_draw():
    """SH-022: only who had the turn."""
    state = RULES.position(hands=["6d 7h 8s", "4c", "4d"], discard="5c", stock="9c Tc Jc")
    state = RULES.apply(state, Play("6d"), 0)
    assert [hand(state, player) for player in (1, 2)] == ["4c", "4d"]


def test_SH_023_no_draw_with_three_cards_or_more():
    """SH-023"""
    state = RULES.position(hands=["6d 7h 8s 9d 9h", "4c", "4d"], discard="5c", stock="9c")
    state = RULES.apply(state, Play("6d"), 0)
    assert same(hand(state, 0), "7h 8s 9d 9h")
    assert codes(state.stock) == "9c"


def test_SH_023_no_draw_at_exactly_three():
    """SH-023"""
    state = RULES.position(hands=["6d 7h 8s 9d", "4c", "4d"], discard="5c", stock="9c")
    assert codes(RULES.apply(state, Play("6d"), 0).stock) == "9c"


def test_SH_023_no_draw_from_an_empty_stock():
    """SH-023"""
    state = RULES.position(hands=["6d 7h", "4c", "4d"], discard="5c", stock="")
    assert hand(RULES.apply(state, Play("6d"), 0), 0) == "7h"


def test_SH_024_then_the_face_up_cards():
    """SH-024"""
    state = RULES.position(hands=["", "4c", "4d"], face_up=["9d 4h Ks"], discard="8c", stock="")
    assert moves(RULES, state, 0) == {"play 9d", "play Ks", "take"}
    after = RULES.apply(state, Play("Ks"), 0)
    assert codes(after.discard) == "8c Ks"
    assert after.face_up[0][:2] == state.face_up[0][:2]
    assert after.face_up[0][2] is None
    assert after.turn == 1
    refused(RULES, state, Play("4h"), 0)


def test_SH_025_not_before_the_hand_and_the_stock_are_used_up():
    """SH-025: the scenario; and with an empty stock the hand still comes first."""
    for stock in ("3c", ""):
        state = RULES.position(hands=["4d 5d 6d", "4c", "2d"], face_up=["9d 4h Ks"], discard="8c", stock=stock)
        assert moves(RULES, state, 0) == {"take"}
        refused(RULES, state, Play("9d"), 0)


def test_SH_025_after_taking_the_hand_comes_first_again():
    """SH-025: in the face-up phase a taken pile has to be played first."""
    state = RULES.position(hands=["", "4c 5c", "4d 5d"], face_up=["9d 4h Ks"], discard="3c 8c", stock="")
    state = play(RULES, state, (0, "take"), (1, "play 4c"), (2, "play 4d"))
    assert moves(RULES, state, 0) == {"play 8c", "take"}


def test_SH_026_then_a_face_down_card_by_its_slot():
    """SH-026"""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["9d 3h -"], discard="8c", stock="")
    assert moves(RULES, state, 0) == {"flip 1", "flip 2", "take"}
    refused(RULES, state, Flip(3), 0)
    refused(RULES, state, Play("9d"), 0)


def test_SH_026_not_before_the_face_up_cards_are_used_up():
    """SH-026"""
    state = RULES.position(hands=["", "4c", "4d"], face_up=["- 9h -"], face_down=["9d 3h Ks"], discard="8c", stock="")
    assert moves(RULES, state, 0) == {"play 9h", "take"}
    for slot in (1, 2, 3):
        refused(RULES, state, Flip(slot), 0)


def test_SH_026_not_before_the_hand_is_used_up():
    """SH-026"""
    state = RULES.position(hands=["9h", "4c", "4d"], face_down=["9d 3h Ks"], discard="8c", stock="")
    assert moves(RULES, state, 0) == {"play 9h", "take"}
    refused(RULES, state, Flip(1), 0)


def test_SH_027_a_fitting_blind_card_is_laid():
    """SH-027"""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["9d 3h Ks"], discard="8c", stock="")
    state = RULES.apply(state, Flip(1), 0)
    assert codes(state.discard) == "8c 9d"
    assert state.face_down[0] == (None, *cards("3h Ks"))
    assert state.hands[0] == ()
    assert state.turn == 1


def test_SH_027_an_equal_blind_card_fits():
    """SH-027"""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["8d 3h Ks"], discard="8c", stock="")
    assert codes(RULES.apply(state, Flip(1), 0).discard) == "8c 8d"


def test_SH_028_a_failed_blind_card_goes_to_the_hand_with_the_pile():
    """SH-028"""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["9d 3h Ks"], discard="5c 8c", stock="")
    state = RULES.apply(state, Flip(2), 0)
    assert same(hand(state, 0), "3h 5c 8c")
    first, gap, last = state.face_down[0]
    assert (str(first), gap, str(last)) == ("9d", None, "Ks")
    assert state.discard == ()
    assert (
        state.removed == RULES.position(hands=["3h 5c 8c", "4c", "4d"], face_down=["9d - Ks"], stock="", turn=1).removed
    )


def test_SH_029_a_failed_blind_card_ends_the_turn():
    """SH-029"""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["9d 3h Ks"], discard="5c 8c", stock="")
    state = RULES.apply(state, Flip(2), 0)
    assert state.turn == 1
    assert moves(RULES, state, 0) == set()
    refused(RULES, state, Flip(1), 0)


def test_SH_029_the_hand_is_played_before_the_next_blind_card():
    """SH-029, SH-026"""
    state = RULES.position(hands=["", "4c 5c", "4d 5d"], face_down=["9d 3h Ks"], discard="8c", stock="")
    state = play(RULES, state, (0, "flip 2"), (1, "play 4c"), (2, "play 4d"))
    assert moves(RULES, state, 0) == {"play 8c", "take"}


def test_SH_030_blind_cards_are_moves_by_slot():
    """SH-030: whatever lies there, view and moves are the same."""
    lists, views = set(), []
    for row in ("9d 3h Ks", "3h 9d Ks", "Ks 9d 3h"):
        state = RULES.position(hands=["", "4c", "4d"], face_down=[row], discard="5c 8c", stock="")
        lists.add(frozenset(moves(RULES, state, 0)))
        views.append(RULES.view(state, 0))
    assert lists == {frozenset({"flip 1", "flip 2", "flip 3", "take"})}
    assert views[0] == views[1] == views[2]
    assert views[0].state.face_down[0] == (BACK,) * 3


@pytest.mark.parametrize("reader", [0, 1, 2, None])
@pytest.mark.parametrize("slot", [1, 2])
def test_SH_030_once_turned_over_everybody_has_seen_it(reader, slot):
    """SH-030: fitting or not."""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["9d 3h Ks"], discard="5c 8c", stock="")
    _, events = RULES.trace(state, Flip(slot), 0)
    shown = RULES.shown(events, reader)
    assert shown == events
    turned = state.face_down[0][slot - 1]
    assert any(isinstance(event, Moved) and turned in event.cards for event in shown)


def test_SH_030_the_other_blind_cards_stay_hidden():
    """SH-030"""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["9d 3h Ks"], discard="5c 8c", stock="")
    state, events = RULES.trace(state, Flip(2), 0)
    assert RULES.view(state, 0).state.face_down[0] == (BACK, None, BACK)
    named = {card for event in events if isinstance(event, Moved) for card in event.cards}
    assert named == set(cards("3h 5c 8c"))


def test_SH_031_who_has_no_card_left_is_out_first():
    """SH-031"""
    state = RULES.position(hands=["", "4c", "4d"], face_down=["9d - -"], discard="8c", stock="")
    state, events = RULES.trace(state, Flip(1), 0)
    assert state.out == (0,)
    assert state.turn == 1
    assert Out(0, 1) in events
    assert Turn(1) in events
    assert RULES.actors(state) == (1,)
    assert moves(RULES, state, 0) == set()


@pytest.mark.parametrize(
    "left",
    [
        {"hands": ["9d 3h", "4c", "4d"], "stock": ""},
        {"hands": ["9d", "4c", "4d"], "stock": "3h"},
        {"hands": ["9d", "4c", "4d"], "face_up": ["- 3h -"], "stock": ""},
        {"hands": ["9d", "4c", "4d"], "face_down": ["- - 3h"], "stock": ""},
    ],
    ids=["hand", "stock", "face up", "face down"],
)
def test_SH_031_not_while_a_card_is_left(left):
    """SH-031: in any of the three rows; and the stock refills the hand first."""
    state = RULES.position(discard="8c", **left)
    state, events = RULES.trace(state, Play("9d"), 0)
    assert state.out == ()
    assert not any(isinstance(event, Out) for event in events)


def test_SH_032_the_round_goes_on_with_two_players():
    """SH-032"""
    state = RULES.position(hands=["9d", "4c Kd", "4d 5d"], discard="8c", stock="")
    state = RULES.apply(state, Play("9d"), 0)
    assert state.phase == "play"
    assert RULES.outcome(state) is None
    state = play(RULES, state, (1, "play Kd"))
    assert state.turn == 2
    state = play(RULES, state, (2, "take"))
    assert state.turn == 1
    assert RULES.outcome(state) is None


def test_SH_033_the_last_player_loses_at_once():
    """SH-033"""
    state = RULES.position(hands=["", "9d", "4d 5d"], discard="8c", stock="", turn=1, out=[0])
    state, events = RULES.trace(state, Play("9d"), 1)
    assert state.phase == "over"
    assert RULES.actors(state) == ()
    outcome = RULES.outcome(state)
    assert outcome.places == (1, 2, 3)
    assert outcome.losers == (2,)
    assert outcome.winners == (0,)
    assert [event for event in events if isinstance(event, Out)] == [Out(1, 2)]
    assert RoundOver((1, 2, 3)) in events
    assert events[-1] == GameOver()
    assert all(moves(RULES, state, player) == set() for player in range(3))
    refused(RULES, state, TakePile(), 2)


def test_SH_033_not_while_the_last_but_one_has_a_card():
    """SH-033"""
    state = RULES.position(hands=["", "9d", "4d 5d"], face_down=["", "- 3c -"], discard="8c", stock="", turn=1, out=[0])
    state = RULES.apply(state, Play("9d"), 1)
    assert RULES.outcome(state) is None
    assert state.turn == 2


# ---- special cards


def test_SH_034_any_card_goes_on_a_two():
    """SH-034"""
    state = RULES.position(hands=["2d 3d 4d", "3h 9h Kh", "4h"], discard="Kc")
    state = RULES.apply(state, Play("2d"), 0)
    assert codes(state.discard) == "Kc 2d"
    assert state.turn == 1
    assert moves(RULES, state, 1) == {"play 3h", "play 9h", "play Kh", "take"}


@pytest.mark.parametrize("rank", RANKS)
def test_SH_034_each_rank_goes_on_a_two(rank):
    """SH-034"""
    state = RULES.position(hands=[f"{rank}h", "4c", "4d"], discard="Kc 2d")
    assert moves(RULES, state, 0) == {f"play {rank}h", "take"}


def test_SH_034_the_card_on_the_two_governs_next():
    """SH-034: only the next card is free."""
    state = RULES.position(hands=["2d 3d", "9h 3h", "8h 9s"], discard="Kc", stock="")
    state = play(RULES, state, (0, "play 2d"), (1, "play 9h"))
    assert moves(RULES, state, 2) == {"play 9s", "take"}


def test_SH_035_the_ten_burns_the_pile():
    """SH-035"""
    state = RULES.position(hands=["Td 3d 4d", "4c", "5d"], discard="5c Kc")
    state = RULES.apply(state, Play("Td"), 0)
    assert state.discard == ()
    assert same(codes(state.removed), "5c Kc Td")


def test_SH_035_a_ten_on_the_empty_pile_burns_itself():
    """SH-035: boundary."""
    state = RULES.position(hands=["Td 3d 4d", "4c", "5d"])
    state = RULES.apply(state, Play("Td"), 0)
    assert state.discard == ()
    assert codes(state.removed) == "Td"
    assert state.turn == 0


def test_SH_035_other_cards_do_not_burn():
    """SH-035"""
    state = RULES.position(hands=["Ad 3d 4d", "4c", "5d"], discard="5c Kc")
    state = RULES.apply(state, Play("Ad"), 0)
    assert codes(state.discard) == "5c Kc Ad"
    assert state.removed == ()


def test_SH_036_the_player_of_the_ten_is_on_again():
    """SH-036"""
    state = RULES.position(hands=["Td 3d 4d", "4c", "5d"], discard="Kc", stock="6c")
    state = RULES.apply(state, Play("Td"), 0)
    assert state.turn == 0
    assert same(hand(state, 0), "3d 4d 6c")
    assert moves(RULES, state, 0) == {"play 3d", "play 4d", "play 6c"}
    assert moves(RULES, state, 1) == set()
    refused(RULES, state, TakePile(), 0)
    assert RULES.apply(state, Play("3d"), 0).turn == 1


def test_SH_036_a_blind_ten_too():
    """SH-036"""
    state = RULES.position(hands=["", "4c", "5d"], face_down=["Td 3h Ks"], discard="Kc", stock="")
    state = RULES.apply(state, Flip(1), 0)
    assert state.turn == 0
    assert moves(RULES, state, 0) == {"flip 2", "flip 3"}


@pytest.mark.parametrize("seed", range(12))
def test_SH_037_burned_cards_stay_away_for_the_round(seed):
    """SH-037: what is removed only grows, and no card is lost."""
    gone = Counter()
    for state in course(RULES, RULES.deal(seed=seed), Random(seed)):
        assert not gone - Counter(state.removed)
        assert everything(state) == Counter(RULES.deck)
        gone = Counter(state.removed)
    assert gone


def test_SH_037_they_are_back_in_the_next_round():
    """SH-037: boundary; the next round is dealt from the whole deck."""
    rules = Shithead(players=2, rounds=2)
    state = rules.position(hands=["Td", "4c 5d"], discard="5c Kc", stock="")
    state = rules.apply(state, Play("Td"), 0)
    assert state.phase == "over"
    (dealer,) = rules.actors(state)
    state = rules.apply(state, Deal(), dealer)
    assert state.removed == ()
    assert everything(state) == Counter(rules.deck)


def test_SH_038_four_of_a_rank_burn_whoever_laid_them():
    """SH-038"""
    state = RULES.position(hands=["8s 3d 4d", "4c", "5d"], discard="5c 8c 8d 8h", stock="")
    before = state.removed
    state = RULES.apply(state, Play("8s"), 0)
    assert state.discard == ()
    assert Counter(state.removed) - Counter(before) == Counter(cards("5c 8c 8d 8h 8s"))


def test_SH_038_laid_in_turn_by_different_players():
    """SH-038"""
    state = RULES.position(hands=["8c 8s 3c", "8d 4d", "8h 5d"], discard="5c")
    state = play(RULES, state, (0, "play 8c"), (1, "play 8d"), (2, "play 8h"), (0, "play 8s"))
    assert state.discard == ()
    assert same(codes(state.removed), "5c 8c 8d 8h 8s")


@pytest.mark.parametrize("zone", ["face_up", "face_down"])
def test_SH_038_the_fourth_from_a_row(zone):
    """SH-038"""
    state = RULES.position(hands=["", "4c", "5d"], discard="8c 8d 8h", stock="", **{zone: ["8s 3d 4d"]})
    state = RULES.apply(state, Play("8s") if zone == "face_up" else Flip(1), 0)
    assert state.discard == ()
    assert set(cards("8c 8d 8h 8s")) <= set(state.removed)


def test_SH_038_three_do_not_burn():
    """SH-038: boundary."""
    state = RULES.position(hands=["8h 3d 4d", "4c", "5d"], discard="5c 8c 8d")
    assert codes(RULES.apply(state, Play("8h"), 0).discard) == "5c 8c 8d 8h"


def test_SH_039_a_card_between_breaks_the_set():
    """SH-039"""
    state = RULES.position(hands=["8s 3d 4d", "4c", "5d"], discard="8c 8d 2h 8h")
    state = RULES.apply(state, Play("8s"), 0)
    assert codes(state.discard) == "8c 8d 2h 8h 8s"
    assert state.removed == ()
    assert state.turn == 1


@pytest.mark.parametrize("pile", ["8c 9d 8d 8h", "8c 8d 8h 2c", "8c 2c 8d 8h"])
def test_SH_039_four_that_are_not_consecutive_on_top(pile):
    """SH-039: only in unreachable order or under another card, but four in the pile are not enough."""
    state = RULES.position(hands=["8s 3d 4d", "4c", "5d"], discard=pile)
    state = RULES.apply(state, Play("8s"), 0)
    assert codes(state.discard) == f"{pile} 8s"


def test_SH_039_four_under_another_card_stay():
    """SH-039: what lies deeper does not burn later."""
    state = RULES.position(hands=["9s 3d 4d", "4c", "5d"], discard="8c 8d 8h")
    assert codes(RULES.apply(state, Play("9s"), 0).discard) == "8c 8d 8h 9s"


def test_SH_040_after_a_seven_seven_or_lower():
    """SH-040"""
    rules = Shithead(powers=SEVEN_LOW)
    state = rules.position(hands=["3c", "4d 7h 9s", "4c"], discard="7c", turn=1)
    assert moves(rules, state, 1) == {"play 4d", "play 7h", "take"}
    assert refused(rules, state, Play("9s"), 1).reason.value == "too-high"


def test_SH_040_each_rank_on_the_seven():
    """SH-040: 2 to 7 and nothing else."""
    rules = Shithead(powers=SEVEN_LOW)
    state = rules.position(hands=[" ".join(f"{rank}d" for rank in RANKS), "4c", "5c"], discard="7c")
    assert moves(rules, state, 0) == {f"play {rank}d" for rank in "234567"} | {"take"}


def test_SH_041_without_agreement_a_seven_is_ordinary():
    """SH-041"""
    state = RULES.position(hands=["3c", "4d 7h 9s", "4c"], discard="7c", turn=1)
    assert moves(RULES, state, 1) == {"play 7h", "play 9s", "take"}


def test_SH_042_nothing_is_drawn_when_the_stock_is_empty():
    """SH-042"""
    state = RULES.position(hands=["3s", "4c", "5d"], discard="9d", stock="")
    state = RULES.apply(state, TakePile(), 0)
    assert same(hand(state, 0), "3s 9d")
    assert state.turn == 1


def finished_game():
    """Four players; B, then D, then A go out, C is left."""
    rules = Shithead(players=4)
    state = rules.position(hands=["Kh", "9c", "3c Kd", "Ks"], discard="8c", stock="", turn=1)
    state = play(rules, state, (1, "play 9c"), (2, "play Kd"), (3, "play Ks"))
    assert rules.outcome(state) is None
    return rules, play(rules, state, (0, "play Kh"))


def test_SH_043_only_the_order_of_going_out_counts():
    """SH-043"""
    rules, state = finished_game()
    outcome = rules.outcome(state)
    assert state.out == (1, 3, 0)
    assert outcome.places == (3, 1, 4, 2)
    assert outcome.losers == (2,)
    assert outcome.scores is None
    assert [result.scores for result in outcome.rounds] == [None]


def test_SH_044_the_first_out_is_the_winner():
    """SH-044"""
    rules, state = finished_game()
    assert rules.outcome(state).winners == (1,)


HIDDEN = {"face_up": ["9d 4h Ks", "9h 4s Kh", "9s 4d Kd"], "discard": "3c 5c", "removed": "Tc", "turn": 0}


@pytest.mark.parametrize(
    "other",
    [
        {"hands": ["6c 7c", "8h 8c", "2d"], "face_down": ["3d 3h 3s", "5d 5h 5s", "6d 6h 6s"], "stock": "Qc Qd Qh"},
        {"hands": ["6c 7c", "8c 8d", "2d"], "face_down": ["3d 3h 3s", "5d 5h 5s", "6d 6h 6s"], "stock": "Qd Qc Qh"},
        {"hands": ["6c 7c", "8c 8d", "2d"], "face_down": ["3s 3h 3d", "5d 5h 5s", "6d 6h 6s"], "stock": "Qc Qd Qh"},
        {"hands": ["6c 7c", "8c 8d", "2d"], "face_down": ["3d 3h 3s", "6d 5h 5s", "5d 6h 6s"], "stock": "Qc Qd Qh"},
        {"hands": ["6c 7c", "Qc 8d", "2d"], "face_down": ["3d 3h 3s", "5d 5h 5s", "6d 6h 8c"], "stock": "6s Qd Qh"},
    ],
    ids=["hand of B", "stock order", "own blind cards", "blind cards of others", "all mixed"],
)
def test_SH_045_hidden_cards_do_not_show_in_a_view(other):
    """SH-045"""
    base = {"hands": ["6c 7c", "8c 8d", "2d"], "face_down": ["3d 3h 3s", "5d 5h 5s", "6d 6h 6s"], "stock": "Qc Qd Qh"}
    small = Shithead(
        deck=" ".join(
            ["6c 7c 8c 8d 8h 2d 3c 5c Tc", "9d 4h Ks 9h 4s Kh 9s 4d Kd", "3d 3h 3s 5d 5h 5s 6d 6h 6s Qc Qd Qh"]
        )
    )
    spare = {"8h"} - set(" ".join(other["hands"]).split()) or {"8d"}
    first = small.position(**{**HIDDEN, **base, "stock": base["stock"] + " 8h"})
    second = small.position(**{**HIDDEN, **other, "stock": f"{other['stock']} {' '.join(spare)}"})
    assert first != second
    assert small.view(first, 0) == small.view(second, 0)
    assert moves(small, first, 0) == moves(small, second, 0)


def test_SH_045_what_is_public():
    """SH-045: rows, pile and counts for all, the own hand for its owner."""
    state = RULES.position(hands=["6c 7c", "8c 8d", "2d"], face_down=["3d - 3s"], stock="Qc Qd Qh", **HIDDEN)
    for viewer in (0, 1, 2, None):
        seen = RULES.view(state, viewer).state
        assert (seen.face_up, seen.discard, seen.removed) == (state.face_up, state.discard, state.removed)
        assert [len(held) for held in seen.hands] == [2, 2, 1]
        assert seen.face_down[0] == (BACK, None, BACK)
        assert seen.stock == (BACK,) * 3
        for player in range(3):
            if player == viewer:
                assert seen.hands[player] == state.hands[player]
            else:
                assert seen.hands[player] == (BACK,) * len(state.hands[player])
