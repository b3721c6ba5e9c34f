"""The clauses of Lucky Shutdown about cards and sets, LS-040 to LS-089: the scenario, its other side, its boundary.

Three players A, B, C (seats 0, 1, 2), A to move, the default options, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from lucky_table import RULES, at, hand, moves, play, plays, refused, removed, these, these_cards
from shedkit.core.cards import codes
from shedkit.games.lucky_shutdown import LuckyCard, LuckyShutdown, Play, SitOut, TakePile

FOUR = LuckyShutdown(players=4)

VALUES = range(13, 22)
MAGIC = "Do Db Dx Po Pb Px Fo Fb Fx U16b U17x U18o"
ORANGE, BLUE = frozenset({"orange"}), frozenset({"blue"})


def on_turn_after(state, *script, rules=RULES):
    """Whose turn it is after a script, once every skipped player has sat out; and who sat out."""
    state, skipped = play(state, *script, rules=rules), []
    while state.pending:
        skipped.append(state.turn)
        state = rules.apply(state, SitOut(), state.turn)
    return state.turn, skipped


# ---- plain numbers


def test_LS_040_a_plain_number_has_no_effect():
    """LS-040"""
    state = at(["18o 20o 21o", "18b Po 21b", "13b"], "13o")
    state = RULES.apply(state, Play("18o"), 0)
    assert state.turn == 1
    assert state.pending == 0
    assert moves(state, 1) == {*plays("18b Po 21b"), "take"}


@pytest.mark.parametrize("value", [13, 14, 16, 18, 20, 21])
def test_LS_040_each_of_them(value):
    """LS-040: after it any colour and any magic, from that value on."""
    state = at([f"{value}o 15o", "21o 21b Fb U16b Do", "15b"], "13b")
    state = RULES.apply(state, Play(f"{value}o"), 0)
    assert (state.turn, state.pending) == (1, 0)
    assert moves(state, 1) == {*plays("21o 21b Fb U16b Do"), *these("play 21o 21b"), "take"}


def test_LS_041_equal_it_or_beat_it_or_magic():
    """LS-041"""
    state = at(["18o 20o 21o", "17o 18b Fx", "13b"], "16o")
    state = RULES.apply(state, Play("18o"), 0)
    assert moves(state, 1) == {*plays("18b Fx"), "take"}
    assert refused(state, Play("17o"), 1) == "too-low"


# ---- the 15


@pytest.mark.parametrize(("fifteen", "fitting"), [("15b", "13b 20b"), ("15o", "14o 21o")])
def test_LS_042_a_15_demands_its_own_colour(fifteen, fitting):
    """LS-042"""
    state = at([f"{fifteen} 18o 19o", "13b 14o 20b 21o", "13o"], "14b")
    state = RULES.apply(state, Play(fifteen), 0)
    assert moves(state, 1) == {*plays(fitting), "take"}


@pytest.mark.parametrize("fifteen", ["15o", "15b"])
@pytest.mark.parametrize(("top", "legal"), [("13o", 1), ("14b", 1), ("16o", 0), ("16b", 0), ("21b", 0)])
def test_LS_043_a_15_is_laid_like_a_number(fifteen, top, legal):
    """LS-043"""
    state = at([f"{fifteen} 13b", "20b", "21o"], top)
    assert (f"play {fifteen}" in moves(state)) == bool(legal)
    if not legal:
        assert refused(state, Play(fifteen)) == "too-low"


def test_LS_043_a_15_on_a_15_of_its_colour():
    """LS-043, LS-044: equal, and of the colour."""
    assert moves(at(["15o 15b", "20b", "21o"], "15o")) == {"play 15o", *these("play 15o 15b", "play 15b 15o"), "take"}


def test_LS_044_the_colour_counts_not_the_value():
    """LS-044"""
    assert moves(at(["20b", "13o 14b 21b", "21o"], "15o", turn=1), 1) == {"play 13o", "take"}


@pytest.mark.parametrize(("duty", "other"), [("o", "b"), ("b", "o")])
def test_LS_044_LS_045_every_number(duty, other):
    """LS-044, LS-045: all of the colour, none of the other."""
    held = " ".join(f"{value}{colour}" for value in (13, 14, 16, 17, 18, 19, 20, 21) for colour in "ob")
    state = at([held, "13o", "14b"], f"15{duty}")
    fits = {move for move in moves(state) if len(move.split()) == 2} - {"take"}
    assert fits == {f"play {value}{duty}" for value in (13, 14, 16, 17, 18, 19, 20, 21)}
    for value in (13, 16, 21):
        refused(state, Play(f"{value}{other}"))


def test_LS_045_the_other_colour_is_forbidden():
    """LS-045: even higher cards."""
    state = at(["20o", "16b 19b 21b", "21o"], "15o", turn=1)
    assert moves(state, 1) == {"take"}


def test_LS_046_two_coloured_cards_fit_either_colour():
    """LS-046"""
    for top, fitting in (("15o", "U17x Fx"), ("15b", "U17x Fx 16b")):
        assert moves(at(["20o", "U17x Fx 16b", "21o"], top, turn=1), 1) == {*plays(fitting), "take"}


def test_LS_047_magic_must_have_the_colour_too():
    """LS-047"""
    assert moves(at(["20o", "Db U16b Pb", "21o"], "15o", turn=1), 1) == {"take"}
    assert moves(at(["20o", "Db U16b Pb", "21o"], "15b", turn=1), 1) == {*plays("Db U16b Pb"), "take"}


@pytest.mark.parametrize("duty", ["o", "b"])
def test_LS_047_LS_048_every_magic_card(duty):
    """LS-047, LS-048"""
    for code in ["Do", "Db", "Dx", "Po", "Pb", "Px", "Fo", "Fb", "Fx", "U16b", "U17x", "U18o"]:
        fits = code[-1] in (duty, "x")
        assert moves(at([code, "13o", "14b"], f"15{duty}")) == ({f"play {code}", "take"} if fits else {"take"}), code


def test_LS_048_magic_of_the_colour():
    """LS-048"""
    assert moves(at(["20o", "Do U18o Pb", "21o"], "15o", turn=1), 1) == {*plays("Do U18o"), "take"}


def test_LS_049_one_card_of_the_colour_is_enough():
    """LS-049"""
    state = at(["20o", "19o 19b 19b 13b", "21o"], "15o", turn=1)
    expected = these("play 19o", "play 19o 19b", "play 19o 19b 19b")
    assert moves(state, 1) == {*expected, "take"}
    after = RULES.apply(state, Play("19o 19b 19b"), 1)
    assert (after.turn, after.pending) == (2, 3)
    refused(state, Play("19b 19b"), 1)


def test_LS_049_magic_cards_alike():
    """LS-049: one of several magic cards of one effect."""
    state = at(["20o", "Fo Fb Db Pb Px", "21o"], "15o", turn=1)
    assert moves(state, 1) == {*these("play Fo", "play Fo Fb", "play Px", "play Pb Px"), "take"}


def test_LS_050_alone_a_card_of_the_other_colour_is_illegal():
    """LS-050"""
    state = at(["20o", "19o 19b 19b", "21o"], "15o", turn=1)
    refused(state, Play("19b"), 1)


def test_LS_050_not_without_a_companion_of_the_same_value():
    """LS-050: a card of the colour but of another value is no companion."""
    state = at(["20o", "20o 19b", "21o"], "15o", turn=1)
    assert refused(state, Play("20o 19b"), 1) == "not-alike"
    assert moves(state, 1) == {"play 20o", "take"}


@pytest.mark.parametrize(("text", "fitting"), [("15o 15b", "13b 20b"), ("15b 15o", "13o")])
def test_LS_051_the_uppermost_15_rules(text, fitting):
    """LS-051: the card named last lies on top."""
    state = at(["15o 15b 20o", "13o 13b 20b", "21o"], "14o")
    state = RULES.apply(state, Play(text), 0)
    assert codes(state.discard) == f"14o {text}"
    singles = {move for move in moves(state, 1) if len(move.split()) == 2}
    assert singles == plays(fitting)


def test_LS_051_three_15s_by_their_top():
    """LS-051: orders that differ below the top only are one move."""
    state = at(["15o 15o 15b 20o", "13o 14b 20b", "21o"], "14o")
    listed = {move for move in moves(state) if move.startswith("play 15") and len(move.split()) == 4}
    assert listed == these("play 15o 15b 15o", "play 15o 15o 15b")
    assert Play("15o 15b 15o") == Play("15b 15o 15o")
    assert Play("15o 15b 15o") != Play("15o 15o 15b")
    for text, fitting in (("15o 15b 15o", "13o"), ("15o 15o 15b", "14b 20b")):
        after = RULES.apply(state, Play(text), 0)
        assert moves(after, 1) == {*plays(fitting), "take"}


@pytest.mark.parametrize(("text", "fitting"), [("15o 15b", "13b"), ("15b 15o", "14o")])
def test_LS_052_a_further_15_replaces_the_colour(text, fitting):
    """LS-052"""
    state = at(["21b", "15o 15b 20o", "13b 14o"], "15o", turn=1)
    state = RULES.apply(state, Play(text), 1)
    assert moves(state, 2) == {*plays(fitting), "take"}


def test_LS_052_over_two_turns():
    """LS-052: as long as a 15 is on top, a 15 of the other colour alone does not fit."""
    state = at(["21b", "15b 20o", "13b 14o"], "15o", turn=1)
    refused(state, Play("15b"), 1)


def test_LS_053_the_duty_lasts_while_the_15_is_on_top():
    """LS-053"""
    state = at(["20b", "13o 20o 21o", "13b 16b U16b"], "15o", turn=1)
    state = RULES.apply(state, Play("13o"), 1)
    assert moves(state, 2) == {*plays("13b 16b U16b"), "take"}


def test_LS_053_after_a_take_it_is_gone():
    """LS-053"""
    state = at(["20b", "16b", "13b 16b U16b"], "15o", turn=1)
    state = RULES.apply(state, TakePile(), 1)
    assert moves(state, 2) == plays("13b 16b U16b")


# ---- the 17


@pytest.mark.parametrize("seventeen", ["17o", "17b"])
@pytest.mark.parametrize(("top", "legal"), [("13o", 1), ("16o", 1), ("17o", 1), ("18o", 0), ("20b", 0)])
def test_LS_054_a_17_is_laid_like_a_number(seventeen, top, legal):
    """LS-054"""
    state = at([f"{seventeen} 13b 14o", "20o", "21o"], top)
    assert (f"play {seventeen}" in moves(state)) == bool(legal)


def test_LS_055_on_a_17_only_numbers_from_17():
    """LS-055"""
    assert moves(at(["20b", "16b 17b 21o", "13o"], "17o", turn=1), 1) == {*plays("17b 21o"), "take"}


def test_LS_056_no_magic_on_a_17():
    """LS-056"""
    state = at(["20b", "Do Px U17x", "13o"], "17o", turn=1)
    assert moves(state, 1) == {"take"}


@pytest.mark.parametrize("top", ["17o", "17b", "16o 17b", "17b 17o", "15o 17o", "Fx 17b", "U18o 17b"])
def test_LS_056_the_lock_is_absolute(top):
    """LS-056: for every magic card, alone or together."""
    state = at(["Do Db Dx Po Pb Px Fo Fb U16b U17x", "13o", "14b"], top)
    assert moves(state) == {"take"}
    for text in ("Do", "Px", "Fo Fb", "U16b U17x", "Do Db Dx"):
        refused(state, Play(text))


def test_LS_057_magic_again_when_another_card_is_on_top():
    """LS-057"""
    state = at(["20b", "18b 20o 21o", "Do 13o 14o"], "17o", turn=1)
    state = RULES.apply(state, Play("18b"), 1)
    assert moves(state, 2) == {"play Do", "take"}


def test_LS_057_another_17_is_a_17():
    """LS-057, LS-056"""
    state = at(["20b", "17b 20o 21o", "Do 13o 18o"], "17o", turn=1)
    state = RULES.apply(state, Play("17b"), 1)
    assert moves(state, 2) == {"play 18o", "take"}


# ---- the 19


@pytest.mark.parametrize("nineteen", ["19o", "19b"])
@pytest.mark.parametrize(("top", "legal"), [("13o", 1), ("18o", 1), ("19o", 1), ("17b", 1), ("20o", 0), ("21b", 0)])
def test_LS_058_a_19_is_laid_like_a_number(nineteen, top, legal):
    """LS-058"""
    state = at([f"{nineteen} 13b 14o", "20b", "21o"], top)
    assert (f"play {nineteen}" in moves(state)) == bool(legal)


def test_LS_059_a_19_costs_the_next_player_the_turn():
    """LS-059"""
    state = at(["19o 20o 21o", "20b Dx", "13b"], "18o")
    after = RULES.apply(state, Play("19o"), 0)
    assert (after.turn, after.pending) == (1, 1)
    served = RULES.apply(after, SitOut(), 1)
    assert (served.turn, served.pending) == (2, 0)
    assert served.hands == after.hands
    assert served.hands[1:] == state.hands[1:]
    assert codes(served.discard) == "18o 19o"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_059_LS_060_at_every_table(players):
    """LS-059, LS-060: k players in clockwise order; none of them can do anything else."""
    rules = LuckyShutdown(players=players)
    for k in range(1, min(players, 4)):
        nineteens = " ".join(["19o", "19b", "19b"][:k])
        hands = [f"{nineteens} 13o 20o 21o", "14b 20b", "15b Dx", "16b Fo", "17b Px"]
        state = at(hands[:players], "18o", rules)
        turn, skipped = on_turn_after(state, (0, f"play {nineteens}"), rules=rules)
        assert skipped == list(range(1, k + 1))
        assert turn == (k + 1) % players


def test_LS_060_two_19s_skip_two():
    """LS-060"""
    rules = LuckyShutdown(players=4)
    state = at(["19o 19b 21o", "20o", "20b", "13b"], "18o", rules)
    assert on_turn_after(state, (0, "play 19o 19b"), rules=rules) == (3, [1, 2])


def test_LS_060_19s_of_the_same_turn_only():
    """LS-060: a served 19 below does not count again."""
    rules = LuckyShutdown(players=4)
    state = at(["19b 21o", "20o", "20b", "13b"], "18o 19o", rules)
    assert on_turn_after(state, (0, "play 19b"), rules=rules) == (2, [1])


def test_LS_061_a_skipped_player_can_only_sit_out():
    """LS-061"""
    state = at(["13o", "20o Dx 21b", "14b"], "18o 19o", turn=1, pending=1)
    assert RULES.actors(state) == (1,)
    assert moves(state, 1) == {"sit-out"}
    for move in (TakePile(), Play("20o"), Play("Dx"), Play("21b")):
        refused(state, move, 1)


def test_LS_061_unless_by_a_19():
    """LS-061: one or more; sitting out stays open."""
    state = at(["13o", "19o 19b 20o Px", "14b"], "18o 19b", turn=1, pending=1)
    assert moves(state, 1) == {*these("play 19o", "play 19b", "play 19o 19b"), "sit-out"}


def test_LS_061_nobody_sits_out_without_a_skip():
    """LS-061"""
    state = at(["20o", "20b", "14b"], "18o 19o")
    assert "sit-out" not in moves(state)
    refused(state, SitOut())


def test_LS_061_it_concerns_the_player_in_the_skip_moment():
    """LS-061: the others have no move."""
    state = at(["13o 19b", "20o", "14b"], "18o 19o", turn=1, pending=1)
    for player in (0, 2):
        assert RULES.legal_moves(state, player) == ()
        refused(state, SitOut(), player)


def test_LS_062_a_19_in_the_skip_moment_passes_it_on_and_adds_one():
    """LS-062"""
    rules = LuckyShutdown(players=4)
    state = at(["13o", "19b 20o 21o", "13b", "14o"], "18o 19o", rules, turn=1, pending=1, layer=0)
    assert moves(state, 1, rules) == {"play 19b", "sit-out"}
    after = rules.apply(state, Play("19b"), 1)
    assert (after.turn, after.pending) == (2, 2)
    assert on_turn_after(state, (1, "play 19b"), rules=rules) == (0, [2, 3])


def test_LS_063_or_only_passes_it_on():
    """LS-063"""
    rules = LuckyShutdown(players=4, skip_chain="pass_on")
    state = at(["13o", "19b 20o 21o", "13b", "14o"], "18o 19o", rules, turn=1, pending=1, layer=0)
    after = rules.apply(state, Play("19b"), 1)
    assert (after.turn, after.pending) == (2, 1)
    assert on_turn_after(state, (1, "play 19b"), rules=rules) == (3, [2])


def test_LS_064_from_the_face_up_row():
    """LS-064"""
    state = at(["13b", "", "14b"], "18o 19o", turn=1, pending=1, face_up=["", "19b 13o 14o"])
    assert moves(state, 1) == {"play 19b", "sit-out"}
    after = RULES.apply(state, Play("19b"), 1)
    assert codes(after.face_up[1]) == "- 13o 14o"
    assert (after.turn, after.pending) == (2, 2)


def test_LS_064_from_the_hand():
    """LS-064"""
    state = at(["13b", "19b 13o 14o", "14b"], "18o 19o", turn=1, pending=1)
    after = RULES.apply(state, Play("19b"), 1)
    assert hand(after, 1) == these_cards("13o 14o")
    assert codes(after.discard) == "18o 19o 19b"


def test_LS_065_a_served_19_is_an_ordinary_19():
    """LS-065"""
    state = at(["13o", "14b", "18b 19b Fx"], "18o 19o", turn=2)
    assert moves(state, 2) == {*plays("19b Fx"), "take"}
    after = RULES.apply(state, TakePile(), 2)
    assert (after.turn, after.pending) == (0, 0)


# ---- Delete


def test_LS_066_delete_and_all_below_leave_the_game():
    """LS-066"""
    state = at(["Db 20o 21o", "13b", "14b"], "14o 16b 18o")
    after = RULES.apply(state, Play("Db"), 0)
    assert after.discard == ()
    assert removed(state, after) == these_cards("14o 16b 18o Db")


def test_LS_067_the_same_player_begins_a_new_turn():
    """LS-067"""
    state = at(["Db 13o 14o", "13b", "14b"], "18o", stock="16b")
    state = RULES.apply(state, Play("Db"), 0)
    assert state.turn == 0
    assert hand(state) == these_cards("13o 14o 16b")
    assert moves(state) == plays("13o 14o 16b")
    assert RULES.actors(state) == (0,)


@pytest.mark.parametrize("top", ["", "13o", "18o", "19b", "20o", "21b", "U16b", "U18o", "Fx", "Po", "15o Fx", "17o Fx"])
def test_LS_068_delete_on_nearly_anything(top):
    """LS-068"""
    for code in ("Do", "Db", "Dx"):
        state = at([f"{code} 14o", "13b", "14b"], top)
        assert f"play {code}" in moves(state)
        assert RULES.apply(state, Play(code), 0).discard == ()


def test_LS_068_not_on_a_17():
    """LS-068"""
    assert moves(at(["Do Db Dx 13o 13b", "14o", "14b"], "17o")) == {"take"}


def test_LS_069_on_a_15_delete_must_have_the_colour():
    """LS-069"""
    state = at(["Do Db Dx 20o", "13b", "14b"], "15b")
    singles = {move for move in moves(state) if len(move.split()) == 2}
    assert singles == plays("Db Dx")
    refused(state, Play("Do"))


# ---- Push


def test_LS_070_the_card_beneath_the_push_counts():
    """LS-070"""
    state = at(["Pb 13o 13b", "17o 18b 21o", "14b"], "18o")
    state = RULES.apply(state, Play("Pb"), 0)
    assert state.turn == 1
    assert codes(state.discard) == "18o Pb"
    assert moves(state, 1) == {*plays("18b 21o"), "take"}


def test_LS_070_the_pile_is_taken_with_the_push():
    """LS-070"""
    state = at(["21b", "17o", "14b"], "18o Pb", turn=1)
    assert hand(RULES.apply(state, TakePile(), 1), 1) == these_cards("17o 18o Pb")


def test_LS_071_its_colour_too():
    """LS-071"""
    state = at(["Po 14o 14b", "21b 13o Fb", "13b"], "15o")
    state = RULES.apply(state, Play("Po"), 0)
    assert moves(state, 1) == {"play 13o", "take"}


def test_LS_072_a_19_beneath_skips_the_next_player():
    """LS-072"""
    rules = LuckyShutdown(players=4)
    state = at(["20o", "20b", "Px 13o 14o", "13b"], "18o 19o", rules, turn=2)
    after = rules.apply(state, Play("Px"), 2)
    assert (after.turn, after.pending) == (3, 1)
    assert moves(after, 3, rules) == {"sit-out"}
    assert on_turn_after(state, (2, "play Px"), rules=rules) == (0, [3])


def test_LS_072_afterwards_the_19_is_to_be_beaten():
    """LS-072, LS-070"""
    state = at(["18b 19b 20o", "Px 13o 14o", "13b"], "18o 19o", turn=1)
    state = play(state, (1, "play Px"), (2, "sit-out"))
    assert moves(state) == {*plays("19b 20o"), "take"}


@pytest.mark.parametrize("top", ["", "13o", "18o", "20o", "21b", "U16b", "U18o", "Fx", "17o Fx"])
def test_LS_073_push_on_nearly_anything(top):
    """LS-073"""
    for code in ("Po", "Pb", "Px"):
        assert f"play {code}" in moves(at([f"{code} 14o", "13b", "14b"], top))


def test_LS_073_not_on_a_17_and_on_a_15_in_its_colour():
    """LS-073"""
    assert moves(at(["Po Pb Px 20o", "13b", "14b"], "17o")) == {"play 20o", "take"}
    state = at(["Po Pb Px 20o", "13b", "14b"], "15b")
    assert {move for move in moves(state) if len(move.split()) == 2} == plays("Pb Px")


# ---- Free


def test_LS_074_after_a_free_anything_goes():
    """LS-074"""
    state = at(["Fb 20o 20b", "13o U16b 14b", "13b"], "21o")
    state = RULES.apply(state, Play("Fb"), 0)
    assert moves(state, 1) == {*plays("13o U16b 14b"), "take"}


@pytest.mark.parametrize("below", ["17o", "15b", "19o", "U16b", "21b", ""])
def test_LS_074_whatever_lies_below_it(below):
    """LS-074: every card of the deck, in value and colour."""
    for card in dict.fromkeys(RULES.deck):
        if str(card) not in (*below.split(), "Fx"):
            state = at([str(card), "20o", "20b"], f"{below} Fx")
            assert moves(state) == {f"play {card}", "take"}


def test_LS_075_free_on_nearly_anything_but_in_the_colour():
    """LS-075"""
    state = at(["Fo Fb Fx 20o", "13b", "14b"], "15o")
    assert {move for move in moves(state) if len(move.split()) == 2} == plays("Fo Fx 20o")
    assert moves(at(["Fo Fb Fx 20o", "13b", "14b"], "17b")) == {"play 20o", "take"}


@pytest.mark.parametrize("top", ["", "13o", "19b", "20o", "21b", "U16b", "U18o", "Px"])
def test_LS_075_free_elsewhere(top):
    """LS-075"""
    for code in ("Fo", "Fb", "Fx"):
        assert f"play {code}" in moves(at([f"{code} 14o", "13b", "14b"], top))


# ---- Undercut


def test_LS_076_three_undercuts():
    """LS-076: 16 blue, 17 of both colours, 18 orange."""
    undercuts = [card for card in RULES.deck if card.kind == "undercut"]
    assert Counter(undercuts) == these_cards("U16b U17x U18o")
    for code, value, colours in (("U16b", 16, {"blue"}), ("U17x", 17, {"orange", "blue"}), ("U18o", 18, {"orange"})):
        assert LuckyCard(code).value == value
        assert LuckyCard(code).colours == colours


def test_LS_077_strictly_below_the_printed_number():
    """LS-077"""
    state = at(["21o", "13b 16o 17o", "14b"], "20o U17x", turn=1)
    assert moves(state, 1) == {*plays("13b 16o"), "take"}
    assert refused(state, Play("17o"), 1) == "too-high"


@pytest.mark.parametrize(
    ("top", "values"), [("U16b", {13, 14, 15}), ("U17x", {13, 14, 15, 16}), ("U18o", {13, 14, 15, 16, 17})]
)
def test_LS_078_every_number_on_every_undercut(top, values):
    """LS-078: in both colours."""
    for colour in "ob":
        held = " ".join(f"{value}{colour}" for value in range(13, 22))
        state = at([held, "14o", "14b"], f"20o {top}" if colour == "b" else f"20b {top}")
        assert moves(state) == {*(f"play {value}{colour}" for value in values), "take"}


def test_LS_079_magic_on_an_undercut():
    """LS-079"""
    assert moves(at(["21o", "20b Fx U18o", "14b"], "20o U16b", turn=1), 1) == {*plays("Fx U18o"), "take"}


@pytest.mark.parametrize("top", ["U16b", "U17x", "U18o"])
def test_LS_079_every_magic_card(top):
    """LS-079"""
    for code in ["Do", "Db", "Dx", "Po", "Pb", "Px", "Fo", "Fb", "Fx", "U16b", "U17x", "U18o"]:
        if code != top:
            assert moves(at([code, "14o", "14b"], f"20o {top}")) == {f"play {code}", "take"}


def test_LS_080_undercut_on_a_15_and_a_17():
    """LS-080"""
    for top, fitting in (("15o", "U17x U18o"), ("15b", "U16b U17x"), ("17o", ""), ("21b", "U16b U17x U18o")):
        state = at(["U16b U17x U18o 13o 13b", "14o", "14b"], top)
        singles = {move for move in moves(state) if move.startswith("play U") and len(move.split()) == 2}
        assert singles == plays(fitting), top


# ---- four of a kind, three of a kind


def test_LS_081_four_equal_numbers_on_top():
    """LS-081"""
    state = at(["16b 20o 21o", "13b", "14b"], "13o 16o 16b 16o")
    after = RULES.apply(state, Play("16b"), 0)
    assert after.discard == ()
    assert removed(state, after) == these_cards("13o 16o 16b 16o 16b")


@pytest.mark.parametrize("value", range(13, 22))
def test_LS_081_of_every_value(value):
    """LS-081: the fourth of each, and none of their effects stays."""
    spare = "20o" if value != 20 else "21o"
    state = at([f"{value}o {spare}", "U16b", "Fo"], f"{value}b {value}b {value}o")
    after = RULES.apply(state, Play(f"{value}o"), 0)
    assert after.discard == ()
    assert (after.turn, after.pending) == (0, 0)
    assert moves(after) == {f"play {spare}"}


def test_LS_081_three_are_not_enough():
    """LS-081"""
    state = at(["16b 20o 21o", "13b", "14b"], "13o 16o 16b")
    after = RULES.apply(state, Play("16b"), 0)
    assert codes(after.discard) == "13o 16o 16b 16b"
    assert removed(state, after) == Counter()


@pytest.mark.parametrize("pile", ["16o 16b Fx 16o", "16o 16b Px 16o", "16o Po 16b 16o", "16o 16b 13o 16o"])
def test_LS_082_directly_on_each_other(pile):
    """LS-082"""
    state = at(["16b 20o 21o", "13b", "14b"], pile)
    after = RULES.apply(state, Play("16b"), 0)
    assert codes(after.discard) == f"{pile} 16b"
    assert len(after.discard) == 5
    assert removed(state, after) == Counter()
    assert after.turn == 1


def test_LS_082_an_undercut_16_is_no_16():
    """LS-082"""
    state = at(["16b 20o 21o", "13b", "14b"], "16o 16b U17x Fx 16o")
    assert len(RULES.apply(state, Play("16b"), 0).discard) == 6
    state = at(["U16b 20o 21o", "13b", "14b"], "16o 16b 16o")
    assert codes(RULES.apply(state, Play("U16b"), 0).discard) == "16o 16b 16o U16b"


def test_LS_083_three_deletes():
    """LS-083"""
    state = at(["Do Db Dx 20o", "13b", "14b"], "14o")
    after = RULES.apply(state, Play("Do Db Dx"), 0)
    assert after.discard == ()
    assert removed(state, after) == these_cards("14o Do Db Dx")
    assert after.turn == 0


@pytest.mark.parametrize("trio", ["Po Pb Px", "Fo Fb Fx"])
def test_LS_084_LS_085_three_pushes_three_frees(trio):
    """LS-084, LS-085: in any order."""
    for first, second, third in permutations(trio.split()):
        state = at([f"{third} 13o 14o", "13b", "14b"], f"20o {first} {second}")
        after = RULES.apply(state, Play(third), 0)
        assert after.discard == ()
        assert removed(state, after) == these_cards(f"20o {trio}")
        assert after.turn == 0


@pytest.mark.parametrize("trio", ["Po Pb Px", "Fo Fb Fx", "U16b U17x U18o"])
def test_LS_084_to_086_two_are_not_enough(trio):
    """LS-084, LS-085, LS-086"""
    for first, second in permutations(trio.split(), 2):
        state = at([f"{second} 13o 14o", "13b", "14b"], f"20o {first}")
        after = RULES.apply(state, Play(second), 0)
        assert codes(after.discard) == f"20o {first} {second}"
        assert after.turn == 1


@pytest.mark.parametrize(
    ("pile", "third"), [("20o Po Fo Pb", "Px"), ("20o Fo 13b Fb", "Fx"), ("20o U16b Fo U18o", "U17x")]
)
def test_LS_084_to_086_a_card_between(pile, third):
    """LS-084, LS-085, LS-086: directly on each other."""
    state = at([f"{third} 13o 14o", "14b", "20b"], pile)
    after = RULES.apply(state, Play(third), 0)
    assert codes(after.discard) == f"{pile} {third}"


@pytest.mark.parametrize("order", [" ".join(order) for order in permutations(["U16b", "U17x", "U18o"])])
def test_LS_086_the_three_undercuts(order):
    """LS-086"""
    first, second, third = order.split()
    state = at([f"{third} 20b 21o", "13b", "14b"], f"20o {first} {second}")
    after = RULES.apply(state, Play(third), 0)
    assert after.discard == ()
    assert removed(state, after) == these_cards("20o U16b U17x U18o")
    assert after.turn == 0


def test_LS_087_refill_and_a_new_turn():
    """LS-087"""
    state = at(["16b 20o 21o", "13o", "14o"], "16o 16b 16o", stock="13b 14b")
    state = RULES.apply(state, Play("16b"), 0)
    assert hand(state) == these_cards("20o 21o 13b")
    assert codes(state.stock) == "14b"
    assert RULES.actors(state) == (0,)
    assert moves(state) == plays("20o 21o 13b")


def test_LS_088_within_one_move():
    """LS-088"""
    state = at(["16o 16o 16b 16b", "13b", "14o"], "14o", stock="13o 13b 14b")
    after = RULES.apply(state, Play("16o 16o 16b 16b"), 0)
    assert after.discard == ()
    assert removed(state, after) == these_cards("14o 16o 16o 16b 16b")
    assert hand(after) == these_cards("13o 13b 14b")
    assert after.turn == 0


def test_LS_089_over_several_turns():
    """LS-089"""
    state = at(["16o 16b 20o", "16o 20b 21o", "16b 21b 13o"])
    state = play(state, (0, "play 16o 16b"), (1, "play 16o"))
    assert len(state.discard) == 3
    assert moves(state, 2) == {*plays("16b 21b"), "take"}
    state = play(state, (2, "play 16b"))
    assert state.discard == ()
    assert state.turn == 2
    assert moves(state, 2) == plays("21b 13o")


def test_LS_089_some_at_once_some_later():
    """LS-089"""
    for first, last in (("16o", "16o 16b 16b"), ("16o 16b", "16o 16b"), ("16o 16o 16b", "16b")):
        state = at(["20o", f"{last} 13b", "14b"], f"14o {first}", turn=1)
        after = RULES.apply(state, Play(last), 1)
        assert after.discard == ()
        assert after.turn == 1
