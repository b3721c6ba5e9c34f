"""The clauses of Lucky Shutdown about setup and turn, LS-001 to LS-039: the scenario, its other side, its boundary.

Three players A, B, C (seats 0, 1, 2), A to move, the default options, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from helpers import come_to, decided_by_the_seed, everything
from lucky_table import RULES, all_chosen, at, cards, hand, moves, play, plays, refused, started, these, these_cards
from shedkit.core.cards import BACK, codes
from shedkit.core.errors import ConfigurationError
from shedkit.games.lucky_shutdown import Arrange, Deal, LuckyCard, LuckyShutdown, Play, TakePile

FOUR = LuckyShutdown(players=4)

VALUES = range(13, 22)
MAGIC = "Do Db Dx Po Pb Px Fo Fb Fx U16b U17x U18o"
ORANGE, BLUE = frozenset({"orange"}), frozenset({"blue"})


CHOOSE = {
    "hands": ["13o 14b 15o 19b Dx 21o", "13b 14o 15b 16b 18b 20b", "16o 17o 18o 19o 20o 21b"],
    "face_down": ["13o 13b 14o", "14b 15o 15b", "16o 16b 17o"],
    "phase": "choose",
}


# ---- setup


def test_LS_001_the_deck_has_48_cards():
    """LS-001"""
    assert len(RULES.deck) == 48
    for players in (2, 4, 5):
        assert LuckyShutdown(players=players).deck == RULES.deck


def test_LS_002_two_colours_and_cards_that_have_both():
    """LS-002"""
    colours = {card.colours for card in RULES.deck}
    assert colours == {ORANGE, BLUE, ORANGE | BLUE}


@pytest.mark.parametrize(
    ("code", "colours"),
    [("16o", ORANGE), ("16b", BLUE), ("Dx", ORANGE | BLUE), ("U16b", BLUE), ("U17x", ORANGE | BLUE), ("U18o", ORANGE)],
)
def test_LS_002_the_last_letter_is_the_colour(code, colours):
    """LS-002"""
    assert LuckyCard(code).colours == colours


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_003_two_to_five_players(players):
    """LS-003"""
    rules = LuckyShutdown(players=players)
    assert len(rules.deal(seed=1).hands) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 48])
def test_LS_003_no_other_number_of_players(players):
    """LS-003"""
    with pytest.raises(ConfigurationError) as caught:
        LuckyShutdown(players=players)
    assert caught.value.option == "players"


def test_LS_004_the_same_seed_deals_the_same():
    """LS-004"""
    decided_by_the_seed(RULES)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_004_all_48_cards_are_shuffled(players):
    """LS-004: nothing is lost, and every card can come to every place."""
    rules = LuckyShutdown(players=players)
    first, last = come_to(rules, lambda state: state.face_down[0][0], lambda state: state.stock[-1])
    assert first == last == set(rules.deck)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_005_first_three_cards_face_down_for_each(players):
    """LS-005: card by card, before any other card."""
    rules = LuckyShutdown(players=players)
    state = rules.deal(order=rules.deck)
    for player in range(players):
        assert state.face_down[player] == tuple(rules.deck[player + players * i] for i in range(3))


def test_LS_005_the_deal_begins_at_the_left_of_the_dealer():
    """LS-005: with A as the dealer B gets the first card."""
    rules = LuckyShutdown(first_dealer=0)
    state = rules.deal(order=rules.deck)
    assert state.face_down[1][0] is rules.deck[0]
    assert state.face_down[0][0] is rules.deck[2]
    assert state.round.dealer == 0


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_LS_006_nobody_may_look_at_face_down_cards(viewer):
    """LS-006: the owner neither, before the choice and after it."""
    state = RULES.deal(seed=3)
    for moment in (state, all_chosen(RULES, state)):
        assert RULES.view(moment, viewer).state.face_down == ((BACK,) * 3,) * 3


def test_LS_006_face_down_cards_make_no_difference_to_a_view():
    """LS-006"""
    state = at(["13o", "13b", "14o"], "14b", face_down=["16o 17b Fx"])
    other = at(["13o", "13b", "14o"], "14b", face_down=["20o Do 15b"], removed="16o 17b Fx")
    same = at(["13o", "13b", "14o"], "14b", face_down=["Fx 16o 17b"])
    assert RULES.view(state, 0).state.face_down == RULES.view(other, 0).state.face_down
    for viewer in (0, 1, 2, None):
        assert RULES.view(state, viewer) == RULES.view(same, viewer)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_007_then_six_cards_to_each_hand(players):
    """LS-007: they are dealt after the face-down cards."""
    rules = LuckyShutdown(players=players)
    state = rules.deal(order=rules.deck)
    assert state.phase == "choose"
    for player in range(players):
        dealt = [rules.deck[3 * players + player + players * i] for i in range(6)]
        assert hand(state, player) == Counter(dealt)
    assert all(row in ((), (None,) * 3) for row in state.face_up)


def test_LS_007_only_the_owner_sees_them():
    """LS-007"""
    state = FOUR.deal(seed=4)
    for viewer in (0, 1, 2, 3, None):
        seen = FOUR.view(state, viewer).state.hands
        for player in range(4):
            assert seen[player] == (state.hands[player] if player == viewer else (BACK,) * 6)


def test_LS_008_any_three_of_the_six():
    """LS-008: twenty choices."""
    state = RULES.position(**CHOOSE)
    expected = {str(Arrange(three)) for three in combinations(cards("13o 14b 15o 19b Dx 21o"), 3)}
    assert len(expected) == 20
    assert moves(state, 0) == expected


def test_LS_008_not_more_not_fewer_and_only_own_cards():
    """LS-008"""
    state = RULES.position(**CHOOSE)
    for text in ("13o 14b", "13o 14b 15o 19b", "13o", "", "13o 14b 13b", "13o 13o 14b", "13o 14b 20o"):
        refused(state, Arrange(text))


def test_LS_008_the_three_lie_open_one_in_each_slot():
    """LS-008: once all have chosen."""
    state = RULES.position(**CHOOSE)
    for player, row in enumerate(["19b Dx 21o", "13b 14o 15b", "16o 17o 18o"]):
        state = RULES.apply(state, Arrange(row), player)
        if player < 2:
            assert not any(card for row_ in state.face_up for card in row_)
    assert state.face_up[0] == Arrange("19b Dx 21o").face_up
    assert Counter(state.face_up[0]) == these_cards("19b Dx 21o")
    assert Counter(state.face_up[1]) == these_cards("13b 14o 15b")
    assert all(RULES.view(state, viewer).state.face_up == state.face_up for viewer in (0, 1, 2, None))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_LS_008_in_any_order(order):
    """LS-008: who has chosen is no actor any more, all others are."""
    rows = ["19b Dx 21o", "13b 14o 15b", "16o 17o 18o"]
    state = RULES.position(**CHOOSE)
    left = {0, 1, 2}
    for player in order:
        assert set(RULES.actors(state)) == left
        state = RULES.apply(state, Arrange(rows[player]), player)
        left.remove(player)
        if left:
            assert RULES.legal_moves(state, player) == ()
            refused(state, Arrange(rows[player]), player)
    straight = RULES.position(**CHOOSE)
    for player in range(3):
        straight = RULES.apply(straight, Arrange(rows[player]), player)
    assert state == straight


def test_LS_008_a_choice_stays_hidden_until_all_are_in():
    """LS-008: neither view nor event tells the others what was chosen."""
    state = RULES.position(**CHOOSE)
    after, events = RULES.trace(state, Arrange("19b Dx 21o"), 0)
    other, other_events = RULES.trace(state, Arrange("13o 14b 15o"), 0)
    for viewer in (1, 2, None):
        assert RULES.view(after, viewer) == RULES.view(other, viewer)
        assert RULES.shown(events, viewer) == RULES.shown(other_events, viewer)
    assert RULES.view(after, 0) != RULES.view(other, 0)
    assert Counter(RULES.view(after, 0).state.chosen[0]) == these_cards("19b Dx 21o")


def test_LS_009_the_other_three_are_the_hand():
    """LS-009"""
    state = play(RULES.position(**CHOOSE), (0, "arrange 19b Dx 21o"))
    assert hand(state) == these_cards("13o 14b 15o")
    state = play(state, (1, "arrange 13b 14o 15b"), (2, "arrange 16o 17o 18o"))
    assert hand(state) == these_cards("13o 14b 15o")
    assert not any(state.chosen)


@pytest.mark.parametrize(("players", "left"), [(2, 30), (3, 21), (4, 12), (5, 3)])
def test_LS_010_the_rest_is_the_face_down_stock(players, left):
    """LS-010"""
    rules = LuckyShutdown(players=players)
    state = rules.deal(order=rules.deck)
    assert state.stock == rules.deck[9 * players :]
    assert len(state.stock) == left
    state = all_chosen(rules, state)
    assert len(state.stock) == left
    assert all(rules.view(state, viewer).state.stock == (BACK,) * left for viewer in (0, 1, None))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_011_the_pile_starts_empty(players):
    """LS-011"""
    rules = LuckyShutdown(players=players)
    state = all_chosen(rules, rules.deal(seed=8))
    assert state.phase == "play"
    assert state.discard == state.removed == ()
    assert state.pending == 0
    assert state.out == ()
    assert "take" not in moves(state, state.turn, rules)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_012_everybody_starts_with_three_times_three(players):
    """LS-012"""
    rules = LuckyShutdown(players=players)
    state = all_chosen(rules, rules.deal(seed=9))
    for player in range(players):
        assert len(state.hands[player]) == 3
        for row in (state.face_up[player], state.face_down[player]):
            assert len(row) == 3
            assert None not in row
    assert everything(state) == Counter(rules.deck)
    assert 48 - len(state.stock) == 9 * players


def test_LS_013_the_lowest_number_in_the_hand_starts():
    """LS-013: a lower one in the open row does not count."""
    state = started(["16o 18b 20o", "14b 21o Fx", "15o 17b 19o"], ["13o 13b 14o", "15b 16b 17o", "18o 19b 20b"])
    assert state.turn == 1
    assert RULES.actors(state) == (1,)


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_LS_013_wherever_that_player_sits(starter):
    """LS-013: and whoever deals or chooses last."""
    kept = ["14b 21o Fx", "15o 17b 19o", "16o 18b 20o"]
    rows = ["15b 16b 17o", "18o 19b 20b", "13o 13b 14o"]
    kept, rows = kept[-starter:] + kept[:-starter], rows[-starter:] + rows[:-starter]
    for dealer in range(3):
        assert started(kept, rows, dealer=dealer).turn == starter


def test_LS_014_magic_cards_do_not_count():
    """LS-014: not even the printed number of an Undercut."""
    state = started(["U16b Do Fx", "20o 21b Po", "18b 19b 21o"], ["13o 14o 15o", "13b 14b 15b", "16o 16b 17o"])
    assert state.turn == 2


def test_LS_015_a_tie_is_broken_among_the_tied():
    """LS-015: by default the lowest seat."""
    kept = ["14o 20b 21o", "14b 19o Fx", "16o 17b Dx"]
    rows = ["13o 13b 15o", "15b 16b 17o", "18o 19b 20o"]
    assert started(kept, rows).turn == 0
    rules = LuckyShutdown(start_tie="random")
    starters = {started(kept, rows, rules, seed=seed).turn for seed in range(40)}
    assert starters == {0, 1}


def ending(rules, winner, loser, **more):
    """A position in which the winner's only card ends the round."""
    hands = ["16o" if seat == winner else "13o 14o" if seat == loser else "" for seat in range(rules.players)]
    return at(hands, "14b", rules, turn=winner, **more)


@pytest.mark.parametrize(
    ("players", "loser"), [(players, loser) for players in (2, 3, 4, 5) for loser in range(players)]
)
def test_LS_016_later_rounds_start_at_the_right_of_the_loser(players, loser):
    """LS-016: whatever the hands hold."""
    rules = LuckyShutdown(players=players, rounds=2)
    for seed in range(6):
        state = ending(rules, (loser + 1) % players, loser, seed=seed)
        state = rules.apply(state, Play("16o"), (loser + 1) % players)
        state = all_chosen(rules, rules.apply(state, Deal(), loser))
        assert state.turn == (loser - 1) % players
        assert state.out == ()


def test_LS_017_the_loser_deals_the_next_round():
    """LS-017: with all 48 cards."""
    rules = LuckyShutdown(rounds=2)
    state = ending(rules, 0, 1)
    state = rules.apply(state, Play("16o"), 0)
    assert rules.actors(state) == (1,)
    assert moves(state, 1, rules) == {"deal"}
    for player in (0, 2):
        refused(state, Deal(), player, rules)
    state = rules.apply(state, Deal(), 1)
    assert state.round.dealer == 1
    assert state.round.number == 2
    assert everything(state) == Counter(rules.deck)
    assert state.discard == state.removed == ()
    assert [len(held) for held in state.hands] == [6, 6, 6]
    assert len(state.stock) == 21
    assert state.phase == "choose"


def test_LS_017_the_loser_shuffles():
    """LS-017: the deal of the next round depends on the seed, not on how the cards lay."""
    rules = LuckyShutdown(rounds=2)
    deals = [rules.apply(rules.apply(ending(rules, 0, 1, seed=s), Play("16o"), 0), Deal(), 1) for s in (1, 1, 2)]
    assert deals[0] == deals[1]
    assert deals[0].hands != deals[2].hands


# ---- turn


def test_LS_018_clockwise():
    """LS-018"""
    state = at(["16o 20o 21b", "17o 13b", "18o 14b"], "13o")
    for player, code in ((0, "16o"), (1, "17o"), (2, "18o")):
        assert state.turn == player
        state = RULES.apply(state, Play(code), player)
    assert state.turn == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_018_round_every_table(players):
    """LS-018: by playing and by taking."""
    rules = LuckyShutdown(players=players)
    for turn in range(players):
        hands = [f"{16 + seat}o {13 + seat}b" for seat in range(players)]
        state = at(hands, "13o", rules, turn=turn)
        assert rules.apply(state, Play(f"{16 + turn}o"), turn).turn == (turn + 1) % players
        assert rules.apply(state, TakePile(), turn).turn == (turn + 1) % players


def test_LS_019_exactly_one_thing():
    """LS-019: after a play neither another play nor a take, until the turn comes round."""
    state = at(["16o 18b 20o", "17o 13b", "18o 13o"], "14o")
    state = RULES.apply(state, Play("16o"), 0)
    assert RULES.legal_moves(state, 0) == ()
    for move in (Play("18b"), Play("20o"), TakePile()):
        assert refused(state, move) == "not-an-actor"
    state = RULES.apply(state, TakePile(), 1)
    assert RULES.legal_moves(state, 1) == ()
    assert refused(state, Play("17o"), 1) == "not-an-actor"
    state = RULES.apply(state, Play("13o"), 2)
    assert state.turn == 0
    assert moves(state) == {*plays("18b 20o"), "take"}


def test_LS_020_only_the_top_card_counts():
    """LS-020"""
    state = at(["14o 15b 20b", "13o", "13b"], "20o U16b 14b")
    assert moves(state) == {*plays("14o 15b 20b"), "take"}


@pytest.mark.parametrize("below", ["17o", "15b", "19b", "U16b", "Fx", "21o 17b"])
def test_LS_020_whatever_lies_below(below):
    """LS-020: neither lock nor colour, skip, reversed order or freedom of a covered card."""
    state = at(["13o 14b 16o Db", "13b", "20b"], f"{below} 14o")
    assert moves(state) == {*plays("14b 16o Db"), "take"}


def test_LS_021_any_card_on_an_empty_pile():
    """LS-021"""
    assert moves(at(["13o U18o 17b", "13b", "14b"])) == plays("13o U18o 17b")


def test_LS_021_every_card_of_the_deck_on_an_empty_pile():
    """LS-021"""
    kinds = dict.fromkeys(RULES.deck)
    for card in kinds:
        state = at([str(card), "13o" if str(card) != "13o" else "13b", "14b" if str(card) != "14b" else "14o"])
        assert moves(state) == plays(str(card))


def test_LS_022_equal_or_higher():
    """LS-022"""
    assert moves(at(["16b 17o 21b", "13b", "14b"], "16o")) == {*plays("16b 17o 21b"), "take"}


@pytest.mark.parametrize("top", [13, 14, 16, 17, 18, 19, 20, 21])
def test_LS_022_LS_023_every_number_on_every_number(top):
    """LS-022, LS-023: the boundary at each value; only the 15 asks for a colour."""
    held = " ".join(f"{value}b" for value in VALUES)
    state = at([held, "13b", "14b"], f"{top}o")
    assert moves(state) == {*(f"play {value}b" for value in VALUES if value >= top), "take"}


def test_LS_023_no_lower_number():
    """LS-023"""
    state = at(["13o 14o 15o", "13b", "14b"], "16o")
    assert moves(state) == {"take"}
    for code in ("13o", "14o", "15o"):
        assert refused(state, Play(code)) == "too-low"


def test_LS_024_magic_on_a_number():
    """LS-024"""
    assert moves(at(["13o Db U18o", "13b", "14b"], "16o")) == {*plays("Db U18o"), "take"}


@pytest.mark.parametrize("top", ["13o", "14b", "16o", "16b", "18b", "19o", "20o", "21b"])
def test_LS_024_every_magic_card(top):
    """LS-024: of any colour, also on a 19 whose skips are served."""
    for code in MAGIC.split():
        assert moves(at([code, "13b", "14o"], top)) == {f"play {code}", "take"}


def test_LS_025_two_three_or_four_equal_numbers():
    """LS-025"""
    state = at(["16o 16o 16b 16b", "13b", "14b"], "14o")
    many = ["16o", "16b", "16o 16o", "16o 16b", "16b 16b", "16o 16o 16b", "16o 16b 16b", "16o 16o 16b 16b"]
    assert moves(state) == {*these(*(f"play {text}" for text in many)), "take"}


def test_LS_025_they_all_lie_on_the_pile():
    """LS-025: and it was one turn."""
    state = at(["16o 16o 16b 20o", "13b", "14b"], "14o")
    state = RULES.apply(state, Play("16o 16o 16b"), 0)
    assert codes(state.discard[:1]) == "14o"
    assert Counter(state.discard[1:]) == these_cards("16o 16o 16b")
    assert hand(state) == these_cards("20o")
    assert state.turn == 1


def test_LS_025_several_must_be_high_enough_too():
    """LS-025, LS-023"""
    state = at(["16o 16b 20b", "13b", "14b"], "18o")
    assert moves(state) == {*plays("20b"), "take"}
    assert refused(state, Play("16o 16b")) == "too-low"


def test_LS_026_colour_plays_no_part_in_it():
    """LS-026"""
    state = at(["16o 16b 20o", "15o 16b 16o", "14b"], "14o")
    state = RULES.apply(state, Play("16o 16b"), 0)
    assert {card.value for card in state.discard[1:]} == {16}
    assert moves(state, 1) >= plays("16o 16b")
    assert "play 15o" not in moves(state, 1)


@pytest.mark.parametrize("text", ["16o 17o", "16o 20b", "17o 20b", "16o 17o 20b"])
def test_LS_027_not_of_different_values(text):
    """LS-027"""
    state = at(["16o 17o 20b", "13b", "14b"], "14o")
    assert refused(state, Play(text)) == "not-alike"
    assert moves(state) == {*plays("16o 17o 20b"), "take"}


def test_LS_028_magic_cards_of_one_effect():
    """LS-028: after two Frees B may lay anything."""
    state = at(["Fo Fb 20b", "13o 14b U16b", "14o"], "14o")
    assert moves(state) == {*plays("Fo Fb 20b"), *these("play Fo Fb"), "take"}
    state = RULES.apply(state, Play("Fo Fb"), 0)
    assert moves(state, 1) == {*plays("13o 14b U16b"), "take"}


@pytest.mark.parametrize("kind", ["D", "P", "F"])
def test_LS_028_of_each_kind(kind):
    """LS-028: whatever their colours."""
    state = at([f"{kind}o {kind}b {kind}x", "13b", "14b"], "14o", stock="21o 21b 20o")
    pairs = [f"{kind}{a} {kind}{b}" for a, b in combinations("obx", 2)]
    texts = [f"{kind}o", f"{kind}b", f"{kind}x", *pairs, f"{kind}o {kind}b {kind}x"]
    assert moves(state) == {*these(*(f"play {text}" for text in texts)), "take"}


@pytest.mark.parametrize("text", ["Fo Db", "Fo Px", "Db Px", "Fo U18o", "Px U18o", "Fo 20b", "Fo Db Px"])
def test_LS_029_not_of_different_effects(text):
    """LS-029: nor with a number."""
    state = at(["Fo Db Px U18o 20b", "13b", "14b"], "14o")
    assert refused(state, Play(text)) == "not-alike"
    assert moves(state) == {*plays("Fo Db Px U18o 20b"), "take"}


def test_LS_030_undercuts_are_alike():
    """LS-030: in either order."""
    state = at(["U16b U18o 20b", "13b", "14b"], "20o")
    assert moves(state) == {*plays("U16b U18o 20b"), "play U16b U18o", "play U18o U16b", "take"}
    for text in ("U16b U18o", "U18o U16b"):
        after = RULES.apply(state, Play(text), 0)
        assert codes(after.discard) == f"20o {text}"


def test_LS_030_an_undercut_is_not_like_the_number_it_bears():
    """LS-030"""
    state = at(["U16b 16b U17x 17b U18o 18o", "13b", "14b"], "14o")
    for text in ("U16b 16b", "U17x 17b", "U18o 18o"):
        assert refused(state, Play(text)) == "not-alike"


def test_LS_031_a_take_moves_the_whole_pile_to_the_hand():
    """LS-031"""
    state = at(["13o 13b 14b", "20b", "21b"], "14o 16b 18o")
    after = RULES.apply(state, TakePile(), 0)
    assert hand(after) == these_cards("13o 13b 14b 14o 16b 18o")
    assert after.discard == ()
    assert after.removed == state.removed
    assert after.hands[1:] == state.hands[1:]


def test_LS_032_taking_is_allowed_although_you_could_lay():
    """LS-032"""
    state = at(["20o 21b Dx", "13b", "14b"], "14o 16b")
    assert moves(state) == {*plays("20o 21b Dx"), "take"}
    assert hand(RULES.apply(state, TakePile(), 0)) == these_cards("20o 21b Dx 14o 16b")


def test_LS_033_who_cannot_lay_must_take():
    """LS-033"""
    state = at(["13o 14b 16o", "13b", "14b"], "20o")
    assert moves(state) == {"take"}


def test_LS_034_after_a_take_the_next_player_opens():
    """LS-034"""
    state = at(["13o 14b 16o", "13b 18o Px", "14b"], "20o")
    state = RULES.apply(state, TakePile(), 0)
    assert state.turn == 1
    assert state.discard == ()
    assert moves(state, 1) == plays("13b 18o Px")


def test_LS_035_an_empty_pile_cannot_be_taken():
    """LS-035"""
    state = at(["13o 14b 16o", "13b", "14o"])
    assert moves(state) == plays("13o 14b 16o")
    assert refused(state, TakePile()) == "empty-pile"


def test_LS_036_draw_up_to_three():
    """LS-036"""
    state = at(["16o 16b 20o", "13b", "14b"], "14o", stock="13b 17o 21o")
    state = RULES.apply(state, Play("16o 16b"), 0)
    assert hand(state) == these_cards("20o 13b 17o")
    assert codes(state.stock) == "21o"
    assert state.turn == 1


def test_LS_036_one_card_laid_one_card_drawn():
    """LS-036"""
    state = at(["16o 18b 20o", "13b", "14b"], "14o", stock="13b 17o 21o")
    state = RULES.apply(state, Play("16o"), 0)
    assert hand(state) == these_cards("18b 20o 13b")
    assert codes(state.stock) == "17o 21o"


def test_LS_036_nobody_else_draws():
    """LS-036"""
    state = at(["16o 18b 20o", "13b", "14b"], "14o", stock="13b 17o 21o")
    after = RULES.apply(state, Play("16o"), 0)
    assert after.hands[1:] == state.hands[1:]


def test_LS_037_until_the_stock_is_empty():
    """LS-037"""
    state = at(["16o 16b 20o", "13b", "14b"], "14o", stock="13b")
    state = RULES.apply(state, Play("16o 16b"), 0)
    assert hand(state) == these_cards("20o 13b")
    assert state.stock == ()


def test_LS_038_with_three_or_more_nothing_is_drawn():
    """LS-038"""
    state = at(["16o 18b 20o 20b 21o", "13b", "14b"], "14o", stock="13b")
    after = RULES.apply(state, Play("16o"), 0)
    assert hand(after) == these_cards("18b 20o 20b 21o")
    assert codes(after.stock) == "13b"


@pytest.mark.parametrize(("text", "drawn"), [("16o", 0), ("16o 16b", 1), ("16o 16b 16b", 2)])
def test_LS_038_exactly_three_is_the_boundary(text, drawn):
    """LS-038, LS-036"""
    state = at(["16o 16b 16b 20o", "13b", "14b"], "14o", stock="13b 17o 21o")
    after = RULES.apply(state, Play(text), 0)
    assert len(after.hands[0]) == 3
    assert len(after.stock) == 3 - drawn


def test_LS_039_who_is_out_is_passed_over():
    """LS-039"""
    state = at(["16o 20o 21b", "", "18o 13b"], "13o")
    assert state.out == (1,)
    state = RULES.apply(state, Play("16o"), 0)
    assert state.turn == 2
    assert RULES.legal_moves(state, 1) == ()
    assert RULES.apply(state, Play("18o"), 2).turn == 0


def test_LS_039_also_after_a_take():
    """LS-039: two of four are out."""
    state = at(["16o", "", "", "18o 13b"], "20o", FOUR)
    assert FOUR.apply(state, TakePile(), 0).turn == 3
