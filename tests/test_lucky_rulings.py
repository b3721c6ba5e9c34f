"""Every ruling on Lucky Shutdown with a visible effect, LS-A01 to LS-A66, and every option and decision beside them.

Players A, B, C, D, E are seats 0 to 4, three of them and A to move unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from lucky_table import (
    RULES,
    all_chosen,
    at,
    cards,
    eager,
    hand,
    moves,
    play,
    plays,
    refused,
    removed,
    started,
    these,
    these_cards,
)
from shedkit.core.cards import BACK, codes
from shedkit.core.errors import ConfigurationError, NotationError
from shedkit.core.events import GameOver, Moved, Out, RoundOver, Skipped, Turn
from shedkit.games.lucky_shutdown import (
    Arrange,
    ChallengeLuck,
    Deal,
    Decline,
    Flip,
    LuckyCard,
    LuckyShutdown,
    Play,
    React,
    RevealEarly,
    SitOut,
    TakePile,
)

FOUR = LuckyShutdown(players=4)

VALUES = range(13, 22)
MAGIC = "Do Db Dx Po Pb Px Fo Fb Fx U16b U17x U18o"
ORANGE, BLUE = frozenset({"orange"}), frozenset({"blue"})


def table(players, **options):
    return LuckyShutdown(players=players, **options)


def singles(state, player=0, rules=RULES):
    """The cards of the plays of one card."""
    listed = moves(state, player, rules)
    return {code.split()[1] for code in listed if code.startswith("play ") and len(code.split()) == 2}


NUMBERS = [f"{value}{colour}" for value in range(13, 22) for colour in "ob"]
MAGIC = ["Do", "Db", "Dx", "Po", "Pb", "Px", "Fo", "Fb", "Fx", "U16b", "U17x", "U18o"]
KINDS = NUMBERS + MAGIC


def fits(code, top):
    """The table of the rules once more, as simply as can be; an empty top is an empty pile."""
    number = code[0].isdigit()
    if not top or top[0] == "F":
        return True
    if top[0] == "U":
        return not number or int(code[:-1]) < int(top[1:-1])
    value = int(top[:-1])
    if value == 15:
        return code[-1] in (top[-1], "x")
    if value == 17:
        return number and int(code[:-1]) >= 17
    return not number or int(code[:-1]) >= value


# ---- the deck


def test_LS_A01_nine_numbers_four_times_and_four_kinds_of_magic_three_times():
    """LS-A01, LS-A02"""
    expected = Counter(NUMBERS) + Counter(NUMBERS) + Counter(MAGIC)
    assert Counter(map(str, RULES.deck)) == expected
    assert len(RULES.deck) >= 5 * 9
    kinds = Counter(card.kind for card in RULES.deck)
    assert kinds == {"number": 36, "delete": 3, "push": 3, "free": 3, "undercut": 3}


def test_LS_A01_what_a_card_says():
    """LS-A01: value and kind."""
    for code, kind, value in (("13o", "number", 13), ("21b", "number", 21), ("Dx", "delete", 0), ("Po", "push", 0)):
        assert (LuckyCard(code).kind, LuckyCard(code).value, LuckyCard(code).code) == (kind, value, code)
    assert (LuckyCard("Fb").kind, LuckyCard("Fb").value) == ("free", 0)
    assert (LuckyCard("U17x").kind, LuckyCard("U17x").value) == ("undercut", 17)


def test_LS_A02_22_orange_22_blue_4_of_both():
    """LS-A02"""
    colours = Counter(card.colours for card in RULES.deck)
    assert sorted(colours.values()) == [4, 22, 22]
    assert colours[frozenset({"orange", "blue"})] == 4


def test_LS_A01_the_deck_is_an_option():
    """LS-A01: as text, as codes, as cards, in any order."""
    text = codes(RULES.deck)
    spellings = [text, text.split(), RULES.deck, tuple(reversed(RULES.deck))]
    rules = [LuckyShutdown(deck=given) for given in spellings]
    assert all(each == RULES for each in rules)
    assert len({hash(each) for each in rules}) == 1


def test_LS_A01_other_numbers():
    """LS-A01: 22 instead of 21, say."""
    text = " ".join(2 * NUMBERS + MAGIC).replace("21", "22")
    rules = LuckyShutdown(deck=text)
    assert len(rules.deck) == 48
    state = rules.position(hands=["20o 22o", "13b", "14b"], discard="22b", stock="")
    assert moves(state, 0, rules) == {"play 22o", "take"}
    assert refused(state, Play("21o"), 0, rules) == "unknown-card"


def test_LS_A01_other_proportions():
    """LS-A01: six numbers four times, seven of each kind of magic, three Undercuts."""
    numbers = [code for code in NUMBERS if code[:2] in ("13", "14", "15", "16", "17", "19")]
    magic = [f"{kind}{colour}" for kind in "DPF" for colour in "ooobbbx"]
    rules = LuckyShutdown(deck=[*numbers, *numbers, *magic, *MAGIC[9:]])
    assert len(rules.deck) == 48
    state = rules.position(hands=["Fo Fo Fo 13o", "13b", "14b"], discard="14o", stock="")
    assert moves(state, 0, rules) == {*these("play Fo", "play Fo Fo", "play Fo Fo Fo"), "take"}
    assert rules.apply(state, Play("Fo Fo Fo"), 0).discard == ()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_A01_the_smallest_deck(players):
    """LS-A01, section 6: nine cards each are enough, fewer are refused with the reason."""
    cards_ = RULES.deck[: 9 * players]
    state = LuckyShutdown(players=players, deck=cards_).deal(seed=1)
    assert state.stock == ()
    with pytest.raises(ConfigurationError) as caught:
        LuckyShutdown(players=players, deck=cards_[1:])
    assert caught.value.option == "deck"
    assert str(9 * players) in str(caught.value)


def test_LS_A01_a_small_deck_is_played_out():
    """LS-A01"""
    rules = table(2, deck=RULES.deck[:18])
    finished = 0
    for seed in range(5):
        for state, _, _ in eager(rules, seed):
            finished += rules.outcome(state) is not None
    assert finished


@pytest.mark.parametrize("given", ["", "16o", "zz", "16o 7h", 3, None, [1, 2], [None]], ids=repr)
def test_LS_A01_no_deck(given):
    """LS-A01"""
    with pytest.raises(ConfigurationError) as caught:
        LuckyShutdown(deck=given)
    assert caught.value.option == "deck"


def test_LS_A25_a_15_has_one_colour():
    """LS-A25: a two-coloured one would demand nothing."""
    try:
        LuckyCard("15x")
    except NotationError:
        return
    with pytest.raises(ConfigurationError) as caught:
        LuckyShutdown(deck=[*RULES.deck, "15x"])
    assert caught.value.option == "deck"
    assert "15" in str(caught.value)


def test_LS_A02_other_two_coloured_numbers_are_possible():
    """LS-A02: they fit either colour."""
    rules = LuckyShutdown(deck=[*RULES.deck, "16x"])
    for top in ("15o", "15b"):
        state = rules.position(hands=["16x 13o 13b", "14o", "14b"], discard=top, stock="")
        assert "play 16x" in moves(state, 0, rules)


# LS-A03 is about the names of the blocks of a source.


def test_LS_A04_identical_means_the_same_value():
    """LS-A04: two colours in each set of four."""
    for four in set(permutations(["16o", "16o", "16b", "16b"])):
        state = at([f"{four[3]} 13o", "13b", "14b"], " ".join(four[:3]))
        assert RULES.apply(state, Play(four[3]), 0).discard == ()


def test_LS_A05_undercut_17_does_not_lock():
    """LS-A05"""
    state = at(["Do Px Fb U16b 13o", "13b", "14b"], "20o U17x")
    assert moves(state) == {*plays("Do Px Fb U16b 13o"), "take"}


def test_LS_A05_undercut_17_is_no_17():
    """LS-A05: not for a set, nor for playing together, nor on a 17."""
    state = at(["17b 13o", "13b", "14b"], "17o U17x Fx 17b 17o")
    assert len(RULES.apply(state, Play("17b"), 0).discard) == 6
    state = at(["U17x 13o", "13b", "14b"], "17o 17b 17b")
    assert moves(state) == {"take"}
    state = at(["17o 20b", "18b", "U17x 13o"], "17o 17b 17b", turn=1)
    assert RULES.actors(state) == (0, 1)
    assert moves(state, 2) == set()


def test_LS_A05_undercut_17_is_no_number_at_the_start():
    """LS-A05, LS-014"""
    state = started(["U16b U17x 21o", "20o 20b 21b", "U18o 21o 21b"], ["13o 13b 14o", "14b 15o 15b", "16o 16b 17o"])
    assert state.turn == 1


# ---- skips


def test_LS_A06_only_as_many_as_19s_were_laid():
    """LS-A06: with the 19 still on top, whoever comes next plays."""
    rules = table(4)
    state = at(["19o 13o", "13b", "20b 18b", "14b"], "18o", rules)
    state = play(state, (0, "play 19o"), (1, "sit-out"), rules=rules)
    assert (state.turn, state.pending) == (2, 0)
    assert moves(state, 2, rules) == {"play 20b", "take"}


@pytest.mark.parametrize(
    ("laid", "sit_outs", "answer", "mode", "skipped", "mover"),
    [
        ("19o", 0, "19b", "accumulate", [2, 3], 4),
        ("19o 19b", 0, "19b", "accumulate", [2, 3, 4], 0),
        ("19o 19b", 1, "19b", "accumulate", [3, 4], 0),
        ("19o", 0, "19b", "pass_on", [2], 3),
        ("19o 19b", 0, "19b", "pass_on", [2, 3], 4),
        ("19o 19b", 1, "19b", "pass_on", [3], 4),
    ],
)
def test_LS_A07_the_examples(laid, sit_outs, answer, mode, skipped, mover):
    """LS-A07, LS-A08: five players; every skipped one is asked, one after the other."""
    rules = table(5, skip_chain=mode)
    hands = [f"{laid} 13o", "13b 20b", "14b 21b", "15b 16b", "16o 17b"]
    hands[1 + sit_outs] += f" {answer}"
    state = play(at(hands, "18o", rules), (0, f"play {laid}"), rules=rules)
    for seat in range(1, 1 + sit_outs):
        state = rules.apply(state, SitOut(), seat)
    who = 1 + sit_outs
    assert moves(state, who, rules) == {f"play {answer}", "sit-out"}
    state = rules.apply(state, Play(answer), who)
    assert state.pending == len(skipped)
    for seat in skipped:
        assert rules.actors(state) == (seat,)
        assert "sit-out" in moves(state, seat, rules)
        state = rules.apply(state, SitOut(), seat)
    assert (state.turn, state.pending) == (mover, 0)


def chains():
    """All chains of one answer that leave the fourth 19 out of play."""
    return [
        (players, laid, added, wraps, when, mode)
        for players in (2, 3, 4, 5)
        for laid, added in ((1, 1), (1, 2), (2, 1))
        for wraps in (True, False)
        for when in range(1, (laid if wraps else min(laid, players - 1)) + 1)
        for mode in ("accumulate", "pass_on")
    ]


@pytest.mark.parametrize(("players", "laid", "added", "wraps", "when", "mode"), chains())
def test_LS_A07_LS_A09_chains_at_every_table(players, laid, added, wraps, when, mode):
    """LS-A07, LS-A08, LS-A09: A lays, the player of the given skip answers, the others sit out."""
    rules = table(players, skip_chain=mode, skip_wraps=wraps)
    nineteens = ["19o", "19b", "19b"]
    answerer = when % players
    hands = ["13o 20b", "14o 21b", "15o 20o", "16o 21o", "17o 18b"][:players]
    hands[0] += " " + " ".join(nineteens[:laid])
    hands[answerer] += " " + " ".join(nineteens[laid : laid + added])
    state = at(hands, "18o", rules)
    state = rules.apply(state, Play(nineteens[:laid]), 0)
    for i in range(1, when):
        state = rules.apply(state, SitOut(), i % players)
    assert state.turn == answerer
    left = (laid if wraps else min(laid, players - 1)) - (when - 1)
    assert state.pending == left
    state = rules.apply(state, Play(nineteens[laid : laid + added]), answerer)
    expected = left + added if mode == "accumulate" else left - 1 + added
    expected = expected if wraps else min(expected, players - 1)
    assert state.pending == expected
    for i in range(1, expected + 1):
        seat = (answerer + i) % players
        assert (state.turn, rules.actors(state)[-1]) == (seat, seat)
        state = rules.apply(state, SitOut(), seat)
    assert (state.turn, state.pending) == ((answerer + expected + 1) % players, 0)


def test_LS_A08_each_of_several_has_the_moment():
    """LS-A08: the second one too, after the first has sat out."""
    rules = table(5)
    state = at(["13o", "13b", "19b 20o", "14b", "14o"], "18o 19o 19b", rules, turn=1, pending=2)
    assert moves(state, 1, rules) == {"sit-out"}
    state = rules.apply(state, SitOut(), 1)
    assert (state.turn, state.pending) == (2, 1)
    assert moves(state, 2, rules) == {"play 19b", "sit-out"}


def test_LS_A09_two_players_two_19s():
    """LS-A09: B and then A, so that B moves; the layer has the moment like anybody."""
    rules = table(2)
    state = at(["19o 19b 19b 20o", "13b 20b"], "18o", rules)
    state = rules.apply(state, Play("19o 19b"), 0)
    state = rules.apply(state, SitOut(), 1)
    assert (state.turn, state.pending) == (0, 1)
    assert moves(state, 0, rules) == {"play 19b", "sit-out"}
    state = rules.apply(state, SitOut(), 0)
    assert (state.turn, state.pending) == (1, 0)
    assert moves(state, 1, rules) == {"play 20b", "take"}


def test_LS_A09_surplus_skips_lapse():
    """LS-A09: at most the active players other than the layer."""
    rules = table(2, skip_wraps=False)
    state = at(["19o 19b 20o", "13b 20b"], "18o", rules)
    state = rules.apply(state, Play("19o 19b"), 0)
    assert state.pending == 1
    state = rules.apply(state, SitOut(), 1)
    assert (state.turn, state.pending) == (0, 0)
    assert moves(state, 0, rules) == {"play 20o", "take"}


def test_LS_A09_the_active_players_count():
    """LS-A09, LS-A10: who is out does not."""
    rules = table(4, skip_wraps=False)
    state = at(["19o 19b 20o", "13b 20b", "", ""], "18o", rules)
    assert rules.apply(state, Play("19o 19b"), 0).pending == 1
    rules = table(4)
    state = at(["19o 19b 20o", "13b 20b", "", ""], "18o", rules)
    assert rules.apply(state, Play("19o 19b"), 0).pending == 2
    rules = table(4, skip_wraps=False)
    state = at(["19o 19b 19b", "13b 20b", "14b", ""], "18o", rules)
    after = rules.apply(state, Play("19o 19b 19b"), 0)
    assert after.out == (3, 0)
    assert after.pending == 2


def test_LS_A10_who_is_out_is_not_counted():
    """LS-A10"""
    rules = table(5)
    state = at(["19o 19b 20o", "", "13b", "", "14b"], "18o", rules)
    state = rules.apply(state, Play("19o 19b"), 0)
    assert (state.turn, state.pending) == (2, 2)
    state = rules.apply(state, SitOut(), 2)
    assert state.turn == 4
    state = rules.apply(state, SitOut(), 4)
    assert (state.turn, state.pending) == (0, 0)


def test_LS_A10_a_19_as_the_last_card_skips():
    """LS-A10"""
    rules = table(4)
    state = at(["19o 19b", "13b", "14b", "14o"], "18o", rules)
    state = rules.apply(state, Play("19o 19b"), 0)
    assert state.out == (0,)
    assert (state.turn, state.pending) == (1, 2)
    state = play(state, (1, "sit-out"), (2, "sit-out"), rules=rules)
    assert (state.turn, state.pending) == (3, 0)


def test_LS_A11_sitting_out_looks_the_same_with_and_without_a_19():
    """LS-A11: the same actors, events and views for the others."""
    state = at(["13o", "19b 20o", "14b"], "18o 19o", turn=1, pending=1, stock="20b")
    other = at(["13o", "20b 20o", "14b"], "18o 19o", turn=1, pending=1, stock="19b")
    after, events = RULES.trace(state, SitOut(), 1)
    (other_after, other_events) = RULES.trace(other, SitOut(), 1)
    assert Skipped(1) in events
    for viewer in (0, 2, None):
        assert RULES.view(state, viewer) == RULES.view(other, viewer)
        assert RULES.actors(RULES.view(state, viewer)) == RULES.actors(RULES.view(other, viewer)) == (1,)
        assert RULES.shown(events, viewer) == RULES.shown(other_events, viewer)
        assert RULES.view(after, viewer) == RULES.view(other_after, viewer)


def test_LS_A11_no_skip_is_served_by_itself():
    """LS-A11: the state waits, also for who has nothing to decide."""
    state = RULES.apply(at(["19o 13o", "13b", "14b"], "18o"), Play("19o"), 0)
    assert RULES.actors(state) == (1,)
    assert moves(state, 1) == {"sit-out"}
    with pytest.raises(ConfigurationError):
        LuckyShutdown(auto_skip=True)


def test_LS_section_6_no_refill_after_sitting_out():
    """Section 6"""
    state = at(["13o", "13b", "14b"], "18o 19o", turn=1, pending=1, stock="20o 20b 21o")
    after = RULES.apply(state, SitOut(), 1)
    assert hand(after, 1) == these_cards("13b")
    assert after.stock == state.stock


RESCUE = {"turn": 1, "pending": 1}


def test_LS_A12_by_default_from_the_row_that_is_on():
    """LS-A12: a face-up 19 does not help while there are hand cards."""
    state = at(["13o", "20o", "14b"], "18o 19o", face_up=["", "19b 13b 14o"], **RESCUE)
    assert moves(state, 1) == {"sit-out"}
    refused(state, Play("19b"), 1)


def test_LS_A12_by_default_nor_while_there_is_stock():
    """LS-A12: hand and stock must be empty."""
    state = at(["13o", "", "14b"], "18o 19o", face_up=["", "19b 13b 14o"], stock="20b", **RESCUE)
    assert moves(state, 1) == {"sit-out"}


def test_LS_A12_the_combination_counts_as_playable():
    """LS-A12, LS-A47"""
    state = at(["13o", "19o", "14b"], "18o 19o", face_up=["", "19b 13b 14o"], **RESCUE)
    assert moves(state, 1) == {*these("play 19o", "play 19o 19b"), "sit-out"}
    after = RULES.apply(state, Play("19o 19b"), 1)
    assert (after.turn, after.pending) == (2, 3)
    state = at(["13o", "19o 20o", "14b"], "18o 19o", face_up=["", "19b 13b 14o"], **RESCUE)
    assert moves(state, 1) == {"play 19o", "sit-out"}
    state = at(["13o", "19o", "14b"], "18o 19o", face_up=["", "19b 13b 14o"], stock="20b", **RESCUE)
    assert moves(state, 1) == {"play 19o", "sit-out"}
    assert refused(state, Play("19o 19b"), 1) == "wrong-zone"


ANY_19 = LuckyShutdown(skip_rescue_zone="hand_or_face_up")


@pytest.mark.parametrize("stock", ["", "20b 21o 21b"])
def test_LS_A12_hand_or_face_up(stock):
    """LS-A12: any mixture of the 19s, whatever else is in hand or stock."""
    state = at(["13o", "19o 20o", "14b"], "18o 19o", ANY_19, face_up=["", "19b 13b 14o"], stock=stock, **RESCUE)
    assert moves(state, 1, ANY_19) == {*these("play 19o", "play 19b", "play 19o 19b"), "sit-out"}
    after = ANY_19.apply(state, Play("19b"), 1)
    assert hand(after, 1) >= these_cards("19o 20o")
    assert codes(after.face_up[1]) == "- 13b 14o"
    assert len(after.hands[1]) == (3 if stock else 2)
    after = ANY_19.apply(state, Play("19o 19b"), 1)
    assert codes(after.face_up[1]) == "- 13b 14o"
    assert (after.turn, after.pending) == (2, 3)


def test_LS_A12_hand_or_face_up_where_hand_first_is_ambiguous():
    """LS-A12: the same card in both places gives two moves, told apart by ``face_up``."""
    state = at(["13o", "19o 20o", "14b"], "18o 19b", ANY_19, face_up=["", "19o 13b 14o"], **RESCUE)
    from_row = Play("19o", face_up="19o")
    assert set(ANY_19.legal_moves(state, 1)) == {Play("19o"), from_row, Play("19o 19o"), SitOut()}
    assert len(moves(state, 1, ANY_19)) == 4
    after = ANY_19.apply(state, Play("19o"), 1)
    assert hand(after, 1) == these_cards("20o")
    assert codes(after.face_up[1]) == "19o 13b 14o"
    after = ANY_19.apply(state, from_row, 1)
    assert hand(after, 1) == these_cards("19o 20o")
    assert codes(after.face_up[1]) == "- 13b 14o"
    after = ANY_19.apply(state, Play("19o 19o"), 1)
    assert hand(after, 1) == these_cards("20o")
    assert codes(after.face_up[1]) == "- 13b 14o"


def test_LS_A12_hand_or_face_up_with_several():
    """LS-A12: each mixture once."""
    state = at(["13o", "19o 19b", "14b"], "18o 19b", ANY_19, face_up=["", "19o 13b 14o"], **RESCUE)
    expected = {
        Play("19o"),
        Play("19o", face_up="19o"),
        Play("19b"),
        Play("19o 19b"),
        Play("19o 19b", face_up="19o"),
        Play("19o 19o"),
        Play("19o 19o 19b"),
        SitOut(),
    }
    assert set(ANY_19.legal_moves(state, 1)) == expected
    assert len(moves(state, 1, ANY_19)) == 8


def test_LS_A12_hand_or_face_up_only_19s_and_only_then():
    """LS-A12: outside the skip moment the rows keep their order."""
    state = at(["13o", "20o 18b", "14b"], "18o 19o", ANY_19, face_up=["", "20b 13b 14o"], **RESCUE)
    assert moves(state, 1, ANY_19) == {"sit-out"}
    state = at(["13o", "20o", "14b"], "18o 19o", ANY_19, face_up=["", "19b 13b 14o"], turn=1)
    assert moves(state, 1, ANY_19) == {"play 20o", "take"}
    refused(state, Play("19b"), 1, ANY_19)


@pytest.mark.parametrize(
    "move",
    [
        Play("19o", face_up="19o"),
        Play("19b", face_up="19b"),
        Play("19o 19b", face_up="19b"),
        Play("19b", face_up="13b"),
    ],
    ids=str,
)
def test_LS_A12_face_up_is_named_only_where_it_must_be(move):
    """LS-A12: everywhere else it is another spelling."""
    state = at(["13o", "19o 20o", "14b"], "18o 19o", ANY_19, face_up=["", "19b 13b 14o"], **RESCUE)
    assert refused(state, move, 1, ANY_19) in ("spelling", "card-not-held", "wrong-zone", "card-twice")
    state = at(["13o", "19o", "14b"], "18o 19o", face_up=["", "19b 13b 14o"], **RESCUE)
    refused(state, move, 1)


def test_LS_A13_no_blind_card_in_the_skip_moment():
    """LS-A13"""
    for rules in (RULES, ANY_19):
        state = at(["13o", "", "14b"], "18o 19o", rules, face_down=["", "19b 13b 14o"], **RESCUE)
        assert moves(state, 1, rules) == {"sit-out"}
        assert refused(state, Flip(1), 1, rules) == "skipped"


PUSHING = LuckyShutdown(players=4, push_in_skip_moment=True)


def test_LS_A14_no_push_in_the_skip_moment():
    """LS-A14"""
    state = at(["13o", "Px 20o", "14b"], "18o 19o", **RESCUE)
    assert moves(state, 1) == {"sit-out"}
    assert refused(state, Play("Px"), 1) == "skipped"


@pytest.mark.parametrize("pending", [1, 2, 3])
@pytest.mark.parametrize("mode", ["accumulate", "pass_on"])
def test_LS_A14_with_the_option_the_skips_pass_on(pending, mode):
    """LS-A14, section 6: and none is added."""
    rules = PUSHING.evolve(skip_chain=mode)
    state = at(["13o", "Px 20o Do", "14b", "15b"], "18o 19o", rules, turn=1, pending=pending)
    assert moves(state, 1, rules) == {"play Px", "sit-out"}
    after = rules.apply(state, Play("Px"), 1)
    assert (after.turn, after.pending) == (2, pending)
    assert codes(after.discard) == "18o 19o Px"


def test_LS_A14_two_pushes_and_a_19_on_a_push():
    """LS-A14: the 19 below still counts."""
    state = at(["13o", "Po Pb 20o", "19b 14b", "15b"], "18o 19o", PUSHING, turn=1, pending=1)
    assert moves(state, 1, PUSHING) == {*these("play Po", "play Pb", "play Po Pb"), "sit-out"}
    after = PUSHING.apply(state, Play("Po Pb"), 1)
    assert (after.turn, after.pending) == (2, 1)
    assert moves(after, 2, PUSHING) == {"play 19b", "sit-out"}
    after = PUSHING.apply(after, Play("19b"), 2)
    assert (after.turn, after.pending) == (3, 2)


def test_LS_A14_19_and_push_are_not_alike():
    """LS-A14, LS-A47: a hand of both is not shed by one play."""
    state = at(["13o", "19o Px", "14b", "15b"], "18o 19o", PUSHING, turn=1, pending=1, face_up=["", "19b Po -"])
    assert moves(state, 1, PUSHING) == {*plays("19o Px"), "sit-out"}
    assert refused(state, Play("19o Px"), 1, PUSHING) == "not-alike"


def test_LS_A14_three_pushes_remove_pile_and_skips():
    """LS-A14, LS-084"""
    state = at(["13o", "Po Pb Px 20o", "14b", "15b"], "18o 19o", PUSHING, turn=1, pending=2)
    after = PUSHING.apply(state, Play("Po Pb Px"), 1)
    assert (after.turn, after.pending, after.discard) == (1, 0, ())


def test_LS_A14_a_push_comes_from_the_row_that_is_on():
    """LS-A14, LS-A12: only 19s may be mixed from hand and row."""
    rules = PUSHING.evolve(skip_rescue_zone="hand_or_face_up")
    state = at(["13o", "Px 20o", "14b", "15b"], "18o 19o", rules, turn=1, pending=1, face_up=["", "Po 19b -"])
    assert moves(state, 1, rules) == {"play Px", "play 19b", "sit-out"}
    for text in ("Po", "Po Px"):
        assert refused(state, Play(text), 1, rules) == "wrong-zone"
    state = at(["13o", "Px", "14b", "15b"], "18o 19o", rules, turn=1, pending=1, face_up=["", "Po 19b -"])
    assert moves(state, 1, rules) == {"play Px", *these("play Po Px"), "play 19b", "sit-out"}


@pytest.mark.parametrize(
    ("pile", "push", "single", "count"),
    [
        ("18o 19o", "Px", 1, 1),
        ("18o 19o 19b", "Px", 1, 2),
        ("18o 19o 19b 19b", "Px", 1, 3),
        ("18o 19o Po", "Px", 1, 1),
        ("18o 19o 19b Po", "Px", 1, 2),
        ("18o 19o 19b", "Po Px", 1, 2),
        ("19o Po 19b", "Px", 1, 1),
        ("19o Fo 19b", "Px", 1, 1),
        ("19o 20o", "Px", 0, 0),
        ("19o Fo", "Px", 0, 0),
        ("19o U16b", "Px", 0, 0),
        ("18o", "Px", 0, 0),
        ("", "Px", 0, 0),
        ("Po", "Px", 0, 0),
        ("15o", "Px", 0, 0),
    ],
)
def test_LS_A15_push_on_a_served_19(pile, push, single, count):
    """LS-A15: in the three readings; two Pushes together still count once."""
    for option, expected in (("one", single), ("count", count), ("none", 0)):
        rules = table(5, push_on_19=option)
        state = at([f"{push} 13o", "13b", "14b", "14o", "16b"], pile, rules)
        after = rules.apply(state, Play(push), 0)
        assert (after.turn, after.pending) == (1, expected), option


def test_LS_A15_the_new_skip_has_its_moment():
    """LS-A15: a 19 saves from it, in either chain."""
    for mode, pending in (("accumulate", 2), ("pass_on", 1)):
        rules = table(4, skip_chain=mode)
        state = at(["Px 13o", "19b 20o", "14b", "14o"], "18o 19o", rules)
        state = rules.apply(state, Play("Px"), 0)
        assert moves(state, 1, rules) == {"play 19b", "sit-out"}
        after = rules.apply(state, Play("19b"), 1)
        assert (after.turn, after.pending) == (2, pending)


def test_LS_A15_none_means_the_19_is_spent():
    """LS-A15: the next player must beat it."""
    rules = LuckyShutdown(push_on_19="none")
    state = at(["Px 13o", "18b 19b 20o Do", "14b"], "18o 19o", rules)
    state = rules.apply(state, Play("Px"), 0)
    assert moves(state, 1, rules) == {*plays("19b 20o Do"), "take"}


def test_LS_A15_and_the_end_of_the_table():
    """LS-A15, LS-A09: a count stops at the other players."""
    for wraps, expected in ((True, 2), (False, 1)):
        rules = table(2, push_on_19="count", skip_wraps=wraps)
        state = at(["Px 13o", "13b"], "18o 19o 19b", rules)
        assert rules.apply(state, Play("Px"), 0).pending == expected


@pytest.mark.parametrize("code", ["Fo", "U16b", "20b", "Db"])
def test_LS_A16_other_cards_on_a_served_19(code):
    """LS-A16: nobody is skipped."""
    state = at([f"{code} 13o", "13b 20o", "14b"], "18o 19o")
    after = RULES.apply(state, Play(code), 0)
    assert after.pending == 0
    assert after.turn == (0 if code == "Db" else 1)


def test_LS_A16_a_new_19_skips_anew():
    """LS-A16, LS-A06"""
    after = RULES.apply(at(["19b 13o", "13b 20o", "14b"], "18o 19o"), Play("19b"), 0)
    assert (after.turn, after.pending) == (1, 1)


# ---- Push, Free, Undercut, 15, 17


@pytest.mark.parametrize("pile", ["Po", "Po Pb"])
def test_LS_A17_pushes_only(pile):
    """LS-A17: anything goes, and the pile may be taken."""
    for code in KINDS:
        if code not in pile.split():
            assert moves(at([code, "20o", "20b"], pile)) == {f"play {code}", "take"}
    state = RULES.apply(at(["Px 13o", "13b Do", "14b"]), Play("Px"), 0)
    assert moves(state, 1) == {*plays("13b Do"), "take"}
    assert hand(RULES.apply(state, TakePile(), 1), 1) == these_cards("13b Do Px")


@pytest.mark.parametrize("pushes", ["", "Po", "Po Pb"])
@pytest.mark.parametrize("top", [None, *[code for code in KINDS if code[0] not in "DP"]], ids=str)
def test_LS_A18_every_card_on_every_card(top, pushes):
    """LS-A18, LS-A23, LS-A24: through any number of Pushes the topmost other card counts."""
    if top is not None and top.startswith("17") and pushes:
        return  # a Push never comes to lie on a 17
    pile = f"{top or ''} {pushes}"
    held = [code for code in KINDS if code not in pile.split() and code != "Px"]
    state = at([" ".join(held), "Px", "20o" if top != "20o" else "21o"], pile)
    assert singles(state) == {code for code in held if fits(code, top)}
    assert ("take" in moves(state)) == bool(pile.strip())


def test_LS_A18_the_colour_through_a_chain_of_pushes():
    """LS-A18"""
    state = at(["Po 20b", "Px 14b", "16b 13o"], "15o")
    state = play(state, (0, "play Po"), (1, "play Px"))
    assert moves(state, 2) == {"play 13o", "take"}


def test_LS_A18_the_undercut_through_a_push():
    """LS-A18"""
    state = at(["Po 20b", "13b 16b Do", "14b"], "20o U16b")
    state = RULES.apply(state, Play("Po"), 0)
    assert moves(state, 1) == {*plays("13b Do"), "take"}


@pytest.mark.parametrize("pile", ["16o 16b Po", "16o Po", "16o 16b Po 16o", "Po 16o 16b"])
def test_LS_A19_a_push_between_breaks_a_set(pile):
    """LS-A19"""
    missing = (these_cards("16o 16o 16b 16b") - these_cards(pile)).elements()
    text = codes(missing)
    state = at([f"{text} 20o", "13b", "14b"], pile)
    after = RULES.apply(state, Play(text), 0)
    complete = pile == "Po 16o 16b"
    assert (after.discard == ()) == complete


def test_LS_A19_nor_does_a_reaction_look_through_a_push():
    """LS-A19"""
    state = at(["13o", "18o", "16b 20o"], "16o 16b 16o Px", turn=1)
    assert RULES.actors(state) == (1,)
    with pytest.raises(ConfigurationError):
        LuckyShutdown(push_transparent_for_sets=True)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("U16b U18o", "13o 14o 15o 16o 17o"),
        ("U18o U16b", "13o 14o 15o"),
        ("U18o U17x", "13o 14o 15o 16o"),
        ("U17x U16b", "13o 14o 15o"),
    ],
)
def test_LS_A20_the_top_undercut_counts(text, values):
    """LS-A20"""
    state = at([f"{text} 20o", "13o 14o 15o 16o 17o 18o", "14b"], "21o")
    assert {f"play {text}", "play " + " ".join(reversed(text.split()))} <= moves(state)
    state = RULES.apply(state, Play(text), 0)
    assert moves(state, 1) == {*plays(values), "take"}


def test_LS_A20_each_order_is_a_move_of_its_own_but_for_the_triple():
    """LS-A20: the three together leave the pile, so their order is none."""
    state = at(["U16b U17x U18o 20o", "13b", "14b"], "14o")
    orders = [" ".join(pair) for pair in permutations(["U16b", "U17x", "U18o"], 2)]
    listed = moves(state)
    triple = {code for code in listed if len(code.split()) == 4}
    assert len(triple) == 1
    assert listed - triple == {*plays("U16b U17x U18o 20o"), *(f"play {pair}" for pair in orders), "take"}
    for pair in permutations(["U16b", "U17x", "U18o"]):
        move = Play(" ".join(pair))
        if str(move) in triple:
            assert RULES.apply(state, move, 0).discard == ()
        else:
            refusal = RULES.refusal(state, move, 0)
            assert refusal.reason.value == "spelling"
            assert next(iter(triple)) in refusal.text


def test_LS_A20_a_pair_that_completes_the_triple():
    """LS-A20, LS-086: one move."""
    state = at(["U16b U18o 20o", "13b", "14b"], "14o U17x")
    pairs = {code for code in moves(state) if len(code.split()) == 3}
    assert len(pairs) == 1
    after = RULES.apply(state, RULES.parse(pairs.pop()), 0)
    assert (after.discard, after.turn) == ((), 0)


def test_LS_A21_15s_by_the_colour_on_top():
    """LS-A21"""
    state = at(["15o 15o 15b 15b", "13b", "14b"], "14o")
    listed = moves(state)
    four = {code for code in listed if len(code.split()) == 5}
    assert len(four) == 1
    texts = ["15o", "15b", "15o 15o", "15b 15b", "15o 15b", "15b 15o"]
    texts += ["15o 15o 15b", "15o 15b 15o", "15b 15b 15o", "15o 15b 15b"]
    assert listed - four == {*these(*(f"play {text}" for text in texts)), "take"}


def test_LS_A21_the_duty_can_be_turned():
    """LS-A21: on an orange 15 any order is legal if one of them is orange."""
    state = at(["15o 15b 20b", "13b 14o", "14b"], "14b 15o")
    assert moves(state) == {*these("play 15o", "play 15o 15b", "play 15b 15o"), "take"}
    assert moves(RULES.apply(state, Play("15o 15b"), 0), 1) == {"play 13b", "take"}
    state = at(["15b 15b 20b", "13b 14o", "14b"], "14b 15o")
    assert moves(state) == {"take"}


@pytest.mark.parametrize(("pile", "held"), [("15o", "15o 15b 15b"), ("15o 15b", "15o 15b"), ("15b 15o", "15b 15o")])
def test_LS_A21_a_completed_set_has_no_order(pile, held):
    """LS-A21: listed once, any other order is another spelling of it."""
    state = at([f"{held} 20b", "13b", "14b"], pile)
    size = len(held.split()) + 1
    whole = {code for code in moves(state) if len(code.split()) == size and code.startswith("play 15")}
    assert len(whole) == 1
    after = RULES.apply(state, RULES.parse(next(iter(whole))), 0)
    assert (after.discard, after.turn) == ((), 0)
    spelled = {str(Play(" ".join(order))) for order in permutations(held.split())}
    assert len(spelled) == 2
    for code in spelled - whole:
        assert refused(state, RULES.parse(code)) == "spelling"


def test_LS_A22_one_undercut_of_the_colour_is_enough():
    """LS-A22: in either order."""
    for top, alone in (("15o", "U18o"), ("15b", "U16b")):
        state = at(["U16b U18o 19o", "13b", "14o"], top)
        listed = {code for code in moves(state) if code.startswith("play U")}
        assert listed == {f"play {alone}", "play U16b U18o", "play U18o U16b"}


def test_LS_A22_magic_of_one_effect_too():
    """LS-A22"""
    state = at(["Do Db 19b", "13b", "14o"], "15o", stock="20o")
    assert moves(state) == {*these("play Do", "play Do Db"), "take"}


def test_LS_A23_a_15_on_an_undercut_sets_its_colour():
    """LS-A23"""
    state = at(["15b 20o", "13b 14o Fo", "14b"], "20b U16b")
    state = RULES.apply(state, Play("15b"), 0)
    assert moves(state, 1) == {"play 13b", "take"}


def test_LS_A23_a_17_on_an_undercut_locks():
    """LS-A23"""
    state = at(["17o 20o", "16b 18b Do", "14b"], "20b U18o")
    state = RULES.apply(state, Play("17o"), 0)
    assert moves(state, 1) == {"play 18b", "take"}
    assert moves(at(["17o 20o", "13b", "14b"], "20b U17x")) == {"take"}


@pytest.mark.parametrize("top", ["20b Fx", "15o", "17b", ""])
def test_LS_A23_a_19_wherever_it_fits_skips(top):
    """LS-A23"""
    after = RULES.apply(at(["19o 20o", "13b", "14b"], top), Play("19o"), 0)
    assert (after.turn, after.pending) == (1, 1)


@pytest.mark.parametrize("top", ["21o U16b", "21o U17x", "21o U18o"])
def test_LS_A23_a_19_never_fits_an_undercut(top):
    """LS-A23"""
    assert moves(at(["19o 20o", "13b", "14b"], top)) == {"take"}


def test_LS_A23_15_and_17_on_a_free():
    """LS-A23, LS-074"""
    state = at(["15b 20o", "13b 14o", "14b"], "21o Fx")
    assert moves(RULES.apply(state, Play("15b"), 0), 1) == {"play 13b", "take"}
    state = at(["17b 20o", "16b Do 18o", "14b"], "21o Fx")
    assert moves(RULES.apply(state, Play("17b"), 0), 1) == {"play 18o", "take"}


def test_LS_A24_a_free_lasts_while_it_is_on_top():
    """LS-A24: through a Push it is handed on, after a take it is gone."""
    state = at(["Px 20o", "13b 14o", "14b 13o"], "21o Fx")
    state = RULES.apply(state, Play("Px"), 0)
    assert moves(state, 1) == {*plays("13b 14o"), "take"}
    state = RULES.apply(state, Play("14o"), 1)
    assert moves(state, 2) == {"play 14b", "take"}
    state = at(["20o", "13b 14o", "14b 13o"], "21o Fx")
    state = play(state, (0, "take"), (1, "play 14o"))
    assert moves(state, 2) == {"play 14b", "take"}


# ---- refill, Delete, sets


def test_LS_A26_refill_after_delete():
    """LS-A26: matters when Delete was the last hand card."""
    state = at(["Dx", "13b", "14b"], "18o", stock="16b 17o 20o 21o", face_up=["20b - -"])
    after = RULES.apply(state, Play("Dx"), 0)
    assert hand(after) == these_cards("16b 17o 20o")
    assert after.turn == 0
    assert moves(after) == plays("16b 17o 20o")
    with pytest.raises(ConfigurationError):
        LuckyShutdown(refill_after_delete=False)


def test_LS_A26_without_stock_the_row_is_next():
    """LS-A26, LS-099"""
    after = RULES.apply(at(["Dx", "13b", "14b"], "18o", face_up=["20b - 13o"]), Play("Dx"), 0)
    assert after.turn == 0
    assert moves(after) == plays("20b 13o")


def test_LS_A27_refill_after_a_take():
    """LS-A27: if hand and pile together are short."""
    state = at(["13o", "13b", "14b"], "18o", stock="16b 17o")
    after = RULES.apply(state, TakePile(), 0)
    assert hand(after) == these_cards("13o 18o 16b")
    assert codes(after.stock) == "17o"
    after = RULES.apply(at(["13o 14o", "13b", "14b"], "18o", stock="16b 17o"), TakePile(), 0)
    assert codes(after.stock) == "16b 17o"


def test_LS_A28_the_layer_draws_before_others_react():
    """LS-A28: the card drawn may be the missing one."""
    state = RULES.apply(at(["16o", "18o", "16b 13b"], "16o 16b", stock="20b 21b"), Play("16o"), 0)
    assert hand(state) == these_cards("20b 21b")
    assert RULES.actors(state) == (2, 1)


def test_LS_A29_three_deletes_do_what_one_does():
    """LS-A29"""
    state = at(["Do Db Dx 20o", "13b", "14b"], "14o", stock="13o 14o")
    after, after_three = RULES.apply(state, Play("Dx"), 0), RULES.apply(state, Play("Do Db Dx"), 0)
    assert after.turn == after_three.turn == 0
    assert after.discard == after_three.discard == ()
    assert removed(state, after_three) - removed(state, after) == these_cards("Do Db")
    assert hand(after_three) == these_cards("20o 13o 14o")


def test_LS_A29_no_reaction_with_deletes():
    """LS-A29: a Delete never lies on the pile."""
    for seed in range(10):
        for state, move, _ in eager(table(2 + seed % 4), seed):
            assert all(card.kind != "delete" for card in state.discard)
            assert not (isinstance(move, React) and move.cards[0].kind == "delete")
    state = RULES.apply(at(["Do 20o", "13b", "Db Dx 14b"], "14o"), Play("Do"), 0)
    assert RULES.actors(state) == (0,)
    refused(state, React("Db Dx"), 2)


def test_LS_A30_delete_on_an_empty_pile():
    """LS-A30"""
    state = at(["Dx 20o", "13b", "14b"], stock="16b")
    after = RULES.apply(state, Play("Dx"), 0)
    assert removed(state, after) == these_cards("Dx")
    assert (after.turn, after.discard) == (0, ())
    assert hand(after) == these_cards("20o 16b")


@pytest.mark.parametrize(("held", "move"), [("Dx", "play Dx"), ("16b", "play 16b")])
def test_LS_A31_the_new_turn_is_an_ordinary_one(held, move):
    """LS-A31: several equal cards are allowed, a take is not possible."""
    state = at([f"{held} 20o 20b", "13b", "14b"], "16o 16b 16o")
    state = play(state, (0, move))
    assert moves(state) == these("play 20o", "play 20b", "play 20o 20b")
    refused(state, TakePile())
    state = RULES.apply(state, Play("20o 20b"), 0)
    assert state.turn == 1


@pytest.mark.parametrize(
    ("zones", "move"),
    [
        ({"hands": ["Dx", "13b", "14b", "14o"]}, "play Dx"),
        ({"hands": ["16b", "13b", "14b", "14o"]}, "play 16b"),
        ({"hands": ["", "13b", "14b", "14o"], "face_up": ["- 16b -"]}, "play 16b"),
        ({"hands": ["", "13b", "14b", "14o"], "face_down": ["- 16b -"]}, "flip 2"),
        ({"hands": ["", "13b", "14b", "14o"], "face_down": ["- Do -"]}, "flip 2"),
    ],
    ids=str,
)
def test_LS_A32_the_last_card_removes_the_pile(zones, move):
    """LS-A32: its player is out, the next active one opens."""
    rules = table(4)
    state = play(at(discard="16o 16b 16o", rules=rules, **zones), (0, move), rules=rules)
    assert state.out == (0,)
    assert (state.discard, state.turn) == ((), 1)
    assert moves(state, 1, rules) == {"play 13b"}
    zones = {**zones, "hands": [zones["hands"][0], "", "14b", "14o"]}
    state = play(at(discard="16o 16b 16o", rules=rules, **zones), (0, move), rules=rules)
    assert state.turn == 2


@pytest.mark.parametrize(
    ("code", "pile", "held", "fitting"),
    [
        ("15b", "14o", "13b 20o Fo", "13b"),
        ("17b", "14o", "13b 20o Fo", "20o"),
        ("Px", "18o", "13b 20o Fo", "20o Fo"),
        ("Fb", "21o", "13b 20o Fo", "13b 20o Fo"),
        ("U16b", "21o", "13b 20o Fo", "13b Fo"),
    ],
)
def test_LS_A33_the_effect_of_a_last_card_stays(code, pile, held, fitting):
    """LS-A33"""
    state = RULES.apply(at([code, held, "14b"], pile), Play(code), 0)
    assert state.out == (0,)
    assert state.turn == 1
    assert moves(state, 1) == {*plays(fitting), "take"}


def test_LS_A33_a_last_19_and_a_last_push_on_a_19():
    """LS-A33, LS-A10, LS-A15"""
    for code, pile in (("19b", "18o"), ("Px", "18o 19o")):
        state = RULES.apply(at([code, "20o", "14b"], pile), Play(code), 0)
        assert (state.out, state.turn, state.pending) == ((0,), 1, 1)
        state = RULES.apply(state, SitOut(), 1)
        assert (state.turn, state.pending) == (2, 0)


def test_LS_A34_four_15s_and_their_duty_vanish():
    """LS-A34"""
    state = at(["15b 20o", "13b", "14b"], "15o 15o 15b")
    state = RULES.apply(state, Play("15b"), 0)
    assert (state.discard, state.turn) == ((), 0)
    assert moves(state) == {"play 20o"}


def test_LS_A34_four_19s_and_their_skips_vanish():
    """LS-A34: on turn, and in the skip moment."""
    for more in ({}, {"pending": 1}, {"pending": 3}):
        state = at(["13o", "19b 20o", "14b"], "19o 19o 19b", turn=1, **more)
        after = RULES.apply(state, Play("19b"), 1)
        assert (after.discard, after.turn, after.pending) == ((), 1, 0)
        assert moves(after, 1) == {"play 20o"}


# ---- quick reaction

WINDOW = {"hands": ["20b 21b", "18o 20o 21o", "16b 13o 14o"], "discard": "16o 16b 16o", "turn": 1}
OFF = LuckyShutdown(reaction="off")
TWICE = LuckyShutdown(players=5, deck=RULES.deck * 2)
MANY = LuckyShutdown(players=5, deck=RULES.deck * 4)


def test_LS_A35_reactions_can_be_switched_off():
    """LS-A35"""
    state = at(**WINDOW, rules=OFF)
    assert OFF.actors(state) == (1,)
    assert moves(state, 2, OFF) == set()
    assert refused(state, React("16b"), 2, OFF) == "option-off"
    assert refused(state, Decline(), 2, OFF) == "option-off"
    assert moves(state, 1, OFF) == {*plays("18o 20o 21o"), "take"}
    for wrong in ("poll", True, ""):
        with pytest.raises(ConfigurationError):
            LuckyShutdown(reaction=wrong)


def test_LS_A35_switched_off_sets_still_count_on_turn():
    """LS-A35, LS-081"""
    state = at(["20b", "16b 13o", "13b"], "16o 16b 16o", OFF, turn=1)
    assert OFF.apply(state, Play("16b"), 1).discard == ()


def test_LS_A35_first_come_first_served():
    """LS-A35: either may act, in either order of asking."""
    state = at(**WINDOW)
    assert RULES.actors(state) == (2, 1)
    assert RULES.apply(state, React("16b"), 2).turn == 2
    assert RULES.apply(state, Play("18o"), 1).turn == 2
    assert RULES.apply(state, Decline(), 2).turn == 1


def test_LS_A35_at_most_one_reactor_with_the_source_deck():
    """LS-A35"""
    for seed in range(15):
        rules = table(2 + seed % 4)
        for state, _, _ in eager(rules, seed):
            if state.phase == "play":
                assert len(rules.actors(state)) <= 2


@pytest.mark.parametrize(
    ("layer", "turn", "holders", "order"),
    [
        (0, 1, {0, 2, 3}, (2, 3, 0, 1)),
        (0, 1, {0}, (0, 1)),
        (3, 1, {0, 2, 3}, (0, 2, 3, 1)),
        (3, 4, {0, 1, 2, 3}, (0, 1, 2, 3, 4)),
        (1, 0, {1, 2, 4}, (2, 4, 1, 0)),
        (2, 3, {4}, (4, 3)),
        (2, 3, {3, 4}, (4, 3)),
    ],
)
def test_LS_A35_reactors_clockwise_from_the_layer(layer, turn, holders, order):
    """LS-A35, section 6: the layer last, the player on turn after all."""
    hands = [text + " 16b" * (seat in holders) for seat, text in enumerate(["13o", "14o", "15o", "17o", "18o"])]
    state = at(hands, "16o 16o 16o", TWICE, turn=turn, layer=layer)
    assert TWICE.actors(state) == order
    for player in set(order) - {turn}:
        assert moves(state, player, TWICE) == {"react 16b", "decline"}


def test_LS_A35_the_first_of_several_reactors_wins():
    """LS-A35"""
    state = at(["13o", "18o", "16b 14o", "16b 14b", "20o"], "16o 16b 16o", TWICE, turn=1)
    assert TWICE.actors(state) == (2, 3, 1)
    for player in (2, 3):
        after = TWICE.apply(state, React("16b"), player)
        assert (after.turn, after.discard) == (player, ())
        assert TWICE.actors(after) == (player,)
    after = TWICE.apply(state, Decline(), 2)
    assert TWICE.actors(after) == (3, 1)


def test_LS_section_6_a_reaction_lays_exactly_the_missing_cards():
    """Section 6: with more copies there is a choice of cards, not of their number."""
    state = at(["13o", "18o", "16b 16o 14o", "20b", "20o"], "16o 16b 16o", TWICE, turn=1)
    assert moves(state, 2, TWICE) == {"react 16o", "react 16b", "decline"}
    assert refused(state, React("16o 16b"), 2, TWICE) == "nothing-to-complete"
    state = at(["13o", "18o", "16b 16b 16o 14o", "20b", "20o"], "16o 16b", TWICE, turn=1)
    assert moves(state, 2, TWICE) == {*these("react 16o 16b", "react 16b 16b"), "decline"}


def test_LS_section_6_at_most_four_numbers_in_one_play():
    """Section 6"""
    state = at(["16o 16o 16o 16b 16b 13o", "18o", "14o", "20b", "20o"], "14b", TWICE)
    sizes = {len(code.split()) - 1 for code in moves(state, 0, TWICE) if code.startswith("play 16")}
    assert sizes == {1, 2, 3, 4}
    assert refused(state, Play("16o 16o 16o 16b 16b"), 0, TWICE) == "too-many"


def test_LS_section_6_a_triple_of_undercuts_has_three_different_ones():
    """Section 6"""
    zones = {"hands": ["U16b U16b U17x U18o 13o", "18o", "14o", "20b", "20o"], "rules": MANY}
    for pile, text, gone in (
        ("20b U16b", "U16b", False),
        ("20b U17x U16b", "U17x", False),
        ("20b U16b U17x", "U16b", False),
        ("20b U16b U17x", "U18o", True),
        ("20b U17x U16b", "U18o", True),
        ("20b U17x U17x", "U16b U18o", True),
    ):
        state = at(discard=pile, **zones)
        move = next(
            m for m in MANY.legal_moves(state, 0) if isinstance(m, Play) and Counter(m.cards) == these_cards(text)
        )
        assert (MANY.apply(state, move, 0).discard == ()) is gone, (pile, text)


def test_LS_section_6_undercut_reactions_with_two_of_each():
    """Section 6: the different ones that are missing."""
    state = at(["13o", "18o", "U16b U17x U18o 14o", "20b", "20o"], "20b U16b U16b", MANY, turn=1)
    assert moves(state, 2, MANY) == {*these("react U17x U18o"), "decline"}
    after = MANY.apply(state, React("U17x U18o"), 2)
    assert (after.discard, after.turn) == ((), 2)
    state = at(["13o", "18o", "U16b U17x 14o", "20b", "20o"], "20b U17x U16b", MANY, turn=1)
    assert MANY.actors(state) == (1,)


def test_LS_section_6_equal_cards_of_a_double_deck_are_listed_once():
    """Section 6, P16"""
    state = at(["Fo Fo 13o", "18o", "14o", "20b", "20o"], "14b", TWICE)
    assert moves(state, 0, TWICE) == {*these("play Fo", "play Fo Fo"), "take"}


def test_LS_A36_a_take_closes_the_window():
    """LS-A36"""
    state = RULES.apply(at(**WINDOW), TakePile(), 1)
    assert moves(state, 2) == plays("16b 13o 14o")
    refused(state, React("16b"), 2)
    state = at(["16b 13o", "18o 20o", "20b"], "16o 16b 16o", turn=1)
    state = RULES.apply(state, TakePile(), 1)
    assert RULES.actors(state) == (2,)
    refused(state, React("16b"), 0)


@pytest.mark.parametrize("code", ["18o", "Fx", "Px", "U17x"])
def test_LS_A36_another_card_closes_it(code):
    """LS-A36"""
    state = at(["16b 13o", f"{code} 20o", "20b"], "16o 16b 16o", turn=1)
    assert RULES.actors(state) == (0, 1)
    state = RULES.apply(state, Play(code), 1)
    assert RULES.actors(state) == (2,)
    refused(state, React("16b"), 0)


def test_LS_A36_a_delete_closes_it():
    """LS-A36: the pile is removed."""
    state = at(["16b 13o", "Do 20o", "20b"], "16o 16b 16o", turn=1)
    state = RULES.apply(state, Play("Do"), 1)
    assert RULES.actors(state) == (1,)
    refused(state, React("16b"), 0)


def test_LS_A36_an_equal_card_extends_the_run():
    """LS-A36: what is missing changes, the chance does not."""
    state = at(["16b 13o", "16o 20o", "20b"], "16o 16b", turn=1)
    assert RULES.actors(state) == (1,)
    state = RULES.apply(state, Play("16o"), 1)
    assert RULES.actors(state) == (0, 2)
    assert moves(state, 0) == {"react 16b", "decline"}


def test_LS_A36_sitting_out_leaves_it_open():
    """LS-A36, section 6"""
    rules = table(4)
    state = at(["20b", "20o", "13b", "19b 13o"], "19o 19b 19o", rules, turn=1, pending=1)
    assert rules.actors(state) == (3, 1)
    state = rules.apply(state, SitOut(), 1)
    assert rules.actors(state) == (3, 2)
    assert moves(state, 3, rules) == {"react 19b", "decline"}
    assert rules.apply(state, React("19b"), 3).turn == 3


def test_LS_A36_a_decline_holds_until_the_pile_changes():
    """LS-A36, section 6: sitting out does not change it."""
    rules = table(4)
    state = at(["20b", "20o", "13b", "19b 13o"], "19o 19b 19o", rules, turn=1, pending=1)
    state = rules.apply(state, Decline(), 3)
    assert rules.actors(state) == (1,)
    assert moves(state, 3, rules) == set()
    refused(state, React("19b"), 3, rules)
    refused(state, Decline(), 3, rules)
    state = rules.apply(state, SitOut(), 1)
    assert rules.actors(state) == (2,)
    assert moves(state, 3, rules) == set()


def test_LS_A36_a_new_card_brings_a_new_chance():
    """LS-A36: after a Decline."""
    state = at(["13o", "16o 18o", "16b 16o 14o", "20b", "20o"], "16o 16b", TWICE, turn=1)
    state = TWICE.apply(state, Decline(), 2)
    assert TWICE.actors(state) == (1,)
    state = TWICE.apply(state, Play("16o"), 1)
    assert state.declined == (False,) * 5
    state = at(["13o", "16o 18o", "20b", "16b 16o 14o", "20o"], "16o 16b", TWICE, turn=1)
    state = TWICE.apply(TWICE.apply(state, Decline(), 3), Play("16o"), 1)
    assert TWICE.actors(state) == (3, 2)
    assert moves(state, 3, TWICE) == {"react 16o", "react 16b", "decline"}


def test_LS_A36_the_chance_is_a_matter_of_the_pile_only():
    """LS-A36: who sat by when it arose may react as well, also turns later in a skip."""
    state = at(["16o 16b 16b 13o", "20o", "13b"], "14o 16o", turn=1)
    assert RULES.actors(state) == (0, 1)


def test_LS_A37_the_layer_may_react_the_player_on_turn_plays():
    """LS-A37"""
    state = at(["16b 13o", "18o", "20b"], "16o 16b 16o", turn=1, layer=0)
    assert RULES.actors(state) == (0, 1)
    state = at(["13o", "16b 18o", "20b"], "16o 16b 16o", turn=1)
    assert moves(state, 1) == {*plays("16b 18o"), "take"}
    assert refused(state, React("16b"), 1) == "spelling"
    assert "play 16b" in RULES.refusal(state, React("16b"), 1).text
    refused(state, Decline(), 1)
    with pytest.raises(ConfigurationError):
        LuckyShutdown(self_reaction=False)


def test_LS_A37_the_player_on_turn_reacts_where_no_play_does_it():
    """LS-A37, LS-A39: never with a Decline."""
    rules = LuckyShutdown(reaction_obeys_colour=False)
    state = at(["20b", "15b 13b", "13o"], "15b 15o 15o", rules, turn=1)
    assert moves(state, 1, rules) == {"react 15b", "take"}
    refused(state, Decline(), 1, rules)
    after = rules.apply(state, React("15b"), 1)
    assert (after.discard, after.turn) == ((), 1)


def test_LS_A38_hand_cards_come_first_in_a_reaction_too():
    """LS-A38"""
    state = at(["20b", "18o", "13o"], "16o 16b 16o", turn=1, face_up=["", "", "16b 14o -"])
    assert RULES.actors(state) == (1,)
    refused(state, React("16b"), 2)


def test_LS_A38_from_the_face_up_row():
    """LS-A38: when hand and stock are empty."""
    state = at(["20b", "18o", ""], "16o 16b 16o", turn=1, face_up=["", "", "14o 16b -"])
    assert moves(state, 2) == {"react 16b", "decline"}
    after = RULES.apply(state, React("16b"), 2)
    assert codes(after.face_up[2]) == "14o - -"
    assert moves(after, 2) == {"play 14o"}
    for rules in (RULES, LuckyShutdown(combo_needs_empty_stock=False)):  # a hand card, or stock, closes the row
        state = at(["20b", "18o", "13o"], "16o 16b 16o", rules, turn=1, face_up=["", "", "14o 16b -"], stock="21o")
        assert rules.actors(state) == (1,)
        assert moves(state, 2, rules) == set()


def test_LS_A38_with_the_combination():
    """LS-A38, LS-A47: the whole hand and the rest from the row."""
    up = {"face_up": ["", "", "16b 14o -"]}
    state = at(["20b", "18o", "16o"], "16o 16b", turn=1, **up)
    assert moves(state, 2) == {*these("react 16o 16b"), "decline"}
    after = RULES.apply(state, React("16o 16b"), 2)
    assert after.hands[2] == ()
    assert codes(after.face_up[2]) == "- 14o -"
    assert after.turn == 2
    state = at(["20b", "18o", "16o 13o"], "16o 16b", turn=1, **up)
    assert RULES.actors(state) == (1,)
    state = at(["20b", "18o", "16o"], "16o 16b", turn=1, stock="21o", **up)
    assert RULES.actors(state) == (1,)
    rules = LuckyShutdown(combo_needs_empty_stock=False)
    state = at(["20b", "18o", "16o"], "16o 16b", rules, turn=1, stock="21o", **up)
    assert moves(state, 2, rules) == {*these("react 16o 16b"), "decline"}


def test_LS_A38_never_a_blind_card():
    """LS-A38"""
    state = at(["20b", "18o", ""], "16o 16b 16o", turn=1, face_down=["", "", "16b 14o -"])
    assert RULES.actors(state) == (1,)
    refused(state, React("16b"), 2)


@pytest.mark.parametrize(
    ("pile", "held", "obeys"),
    [
        ("15b 15o 15o", "15b", False),
        ("15o 15o 15b", "15b", True),
        ("15o 15b", "15o 15b", True),
        ("15b 15b", "15o 15o", False),
        ("15b", "15o 15o 15b", True),
        ("15o Px Po", "Pb", False),
        ("15b Px Po", "Pb", True),
        ("15o Po", "Pb Px", True),
        ("15o Po Pb", "Px", True),
        ("15o Fo", "Fb Fx", True),
        ("15o Fo Fx", "Fb", True),
        ("15o U18o U17x", "U16b", True),
    ],
)
def test_LS_A39_the_colour_binds_reactions(pile, held, obeys):
    """LS-A39, LS-A41: as long as the 15 counts; one card of the colour is enough."""
    state = at(["20b", "20o", f"{held} 13o"], pile, turn=1)
    assert moves(state, 2) == ({*these(f"react {held}"), "decline"} if obeys else set())
    rules = LuckyShutdown(reaction_obeys_colour=False)
    state = at(["20b", "20o", f"{held} 13o"], pile, rules, turn=1)
    assert moves(state, 2, rules) == {*these(f"react {held}"), "decline"}
    after = rules.apply(state, React(held), 2)
    assert (after.discard, after.turn) == ((), 2)


def test_LS_A40_reactions_while_skips_are_pending():
    """LS-A40: anybody; pile and skips vanish."""
    state = at(["20b", "20o", "19b 13o"], "19o 19b 19o", turn=1, pending=3)
    assert RULES.actors(state) == (2, 1)
    after = RULES.apply(state, React("19b"), 2)
    assert (after.discard, after.turn, after.pending) == ((), 2, 0)
    assert moves(after, 2) == {"play 13o"}


def test_LS_A40_the_player_to_be_skipped_may_complete_a_set():
    """LS-A40, section 6: with cards that are no answer to the skip, as a reaction; never a Decline."""
    state = at(["20b", "Pb Px 20o", "13o"], "18o 19o Po", turn=1, pending=1)
    assert moves(state, 1) == {*these("react Pb Px"), "sit-out"}
    after = RULES.apply(state, React("Pb Px"), 1)
    assert (after.discard, after.turn, after.pending) == ((), 1, 0)
    state = at(["20b", "19b 20o", "13o"], "19o 19b 19o", turn=1, pending=1)
    assert moves(state, 1) == {"play 19b", "sit-out"}


def test_LS_A40_with_push_in_the_skip_moment_it_is_a_play():
    """LS-A40, LS-A37, LS-A14"""
    state = at(["20b", "Pb Px 20o", "13o", "13b"], "18o 19o Po", PUSHING, turn=1, pending=1)
    assert moves(state, 1, PUSHING) == {*these("play Pb", "play Px", "play Pb Px"), "sit-out"}


def test_LS_A41_only_the_run_of_pushes_counts():
    """LS-A41"""
    for pile in ("20o Po Pb", "21b Po Pb", "U16b Po Pb", "Fo Po Pb", "19o Po Pb", "Po Pb"):
        state = at(["20b", "13b", "Px 13o"], pile, turn=1)
        assert moves(state, 2) == {"react Px", "decline"}
        after = RULES.apply(state, React("Px"), 2)
        assert (after.discard, after.turn, after.pending) == ((), 2, 0)


def test_LS_A42_a_reaction_with_the_last_card():
    """LS-A42: the reactor is out, the next clockwise from the reactor opens."""
    rules = table(4)
    for reactor, opener in ((2, 3), (3, 0), (0, 1)):
        hands = ["20b", "20o", "21b", "13b"]
        hands[reactor] = "16b"
        state = at(hands, "16o 16b 16o", rules, turn=1)
        after, events = rules.trace(state, React("16b"), reactor)
        assert after.out == (reactor,)
        assert Out(reactor, 1) in events
        assert (after.turn, after.discard) == (opener, ())
        assert rules.actors(after) == (opener,)
        assert "take" not in moves(after, opener, rules)


def test_LS_A42_who_is_out_already_is_passed_over():
    """LS-A42"""
    rules = table(4)
    state = at(["20b", "20o", "16b", ""], "16o 16b 16o", rules, turn=1)
    assert rules.apply(state, React("16b"), 2).turn == 0


def test_LS_A43_play_goes_on_clockwise_from_the_reactor():
    """LS-A43"""
    rules = table(5)
    state = at(["20b", "20o", "21b", "16b 13b", "14b"], "16o 16b 16o", rules, turn=1)
    state = play(state, (3, "react 16b"), (3, "play 13b"), rules=rules)
    assert state.turn == 4


def test_LS_A44_the_end_of_the_round_comes_before_a_reaction():
    """LS-A44"""
    rules = table(2)
    state = at(["16o", "16b 13b"], "16o 16b", rules)
    after = rules.apply(state, Play("16o"), 0)
    assert after.phase == "over"
    assert rules.actors(after) == ()
    assert rules.outcome(after).losers == (1,)
    assert refused(after, React("16b"), 1, rules) == "game-over"


def test_LS_A44_a_layer_who_went_out_does_not_close_the_window():
    """LS-A44: with three players it goes on."""
    state = at(["16o", "20o", "16b 13b"], "16o 16b")
    state = RULES.apply(state, Play("16o"), 0)
    assert state.out == (0,)
    assert RULES.actors(state) == (2, 1)


def test_LS_A44_a_reaction_can_end_the_round():
    """LS-A44, LS-A42"""
    state = at(["", "20o", "16b"], "16o 16b 16o", turn=1, out=[0])
    after = RULES.apply(state, React("16b"), 2)
    assert after.phase == "over"
    assert RULES.outcome(after).places == (1, 3, 2)


SECRET = {"discard": "16o 16b 16o", "turn": 1}
COULD = at(["20b 21b", "18o 20o", "16b 14o"], **SECRET, stock="13o 15o 13b")
COULD_NOT = at(["20b 21b", "18o 20o", "13b 14o"], **SECRET, stock="13o 15o 16b")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_LS_A45_nobody_learns_who_could_react(viewer):
    """LS-A45: nor does the player on turn."""
    view, other = RULES.view(COULD, viewer), RULES.view(COULD_NOT, viewer)
    assert view == other
    assert RULES.actors(view) == RULES.actors(other) == (1,)
    if viewer is not None:
        assert RULES.legal_moves(view, viewer) == RULES.legal_moves(other, viewer)
    assert str(view) == str(other)


def test_LS_A45_who_could_react_knows():
    """LS-A45: the actors of the own view are the own seat and the player on turn."""
    view = RULES.view(COULD, 2)
    assert set(RULES.actors(view)) == {1, 2}
    assert RULES.actors(RULES.view(COULD_NOT, 2)) == (1,)
    state = at(["13o", "18o", "16b 14o", "16b 14b", "20o"], "16o 16b 16o", TWICE, turn=1)
    assert set(TWICE.actors(TWICE.view(state, 2))) == {1, 2}
    assert set(TWICE.actors(TWICE.view(state, 3))) == {1, 3}
    assert TWICE.actors(TWICE.view(state, 4)) == (1,)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_LS_A45_nobody_learns_of_a_decline(viewer):
    """LS-A45: it is no event for the others and leaves their views as they were."""
    after, events = RULES.trace(COULD, Decline(), 2)
    assert RULES.shown(events, viewer) == ()
    assert RULES.view(after, viewer) == RULES.view(COULD, viewer)
    assert RULES.actors(RULES.view(after, viewer)) == (1,)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_LS_A45_whoever_may_have_declined_is_possible(viewer):
    """LS-A45: what a view allows is a position, in which only who could react may have declined."""
    view = RULES.view(COULD, viewer)
    declined = set()
    for seed in range(80):
        state = RULES.sample(view, seed)
        assert RULES.checked(state) == state
        assert RULES.view(state, viewer) == view
        declined |= {seat for seat in range(3) if state.declined[seat]}
    assert declined == ({0, 2} - {viewer} if viewer != 2 else set())


def test_LS_A45_the_decliner_knows():
    """LS-A45"""
    after, events = RULES.trace(COULD, Decline(), 2)
    assert len(RULES.shown(events, 2)) == 1
    assert RULES.view(after, 2).state.declined[2] is True
    assert RULES.view(after, 2) != RULES.view(COULD, 2)
    assert RULES.actors(RULES.view(after, 2)) == (1,)


def test_LS_A45_a_closed_window_leaves_no_trace():
    """LS-A45: the events of the next play do not tell whether somebody could have reacted or declined."""
    declined = RULES.apply(COULD, Decline(), 2)
    traces = [RULES.trace(state, Play("18o"), 1) for state in (COULD, COULD_NOT, declined)]
    for viewer in (0, 1, None):
        assert len({RULES.shown(events, viewer) for _, events in traces}) == 1
        views = [RULES.view(after, viewer) for after, _ in traces]
        assert views[0] == views[1] == views[2]


def test_LS_A45_refusals_tell_nothing():
    """LS-A45: others get the same refusal whether somebody can react or not."""
    for move in (React("16b"), Decline(), TakePile(), Play("20b")):
        assert RULES.refusal(COULD, move, 0) == RULES.refusal(COULD_NOT, move, 0)


# ---- zones


def test_LS_A46_the_combination_needs_an_empty_stock():
    """LS-A46"""
    up = {"face_up": ["18b 20o 13o"], "stock": "21o 21b"}
    state = at(["18o", "13b", "14b"], "16o", **up)
    assert moves(state) == {"play 18o", "take"}
    rules = LuckyShutdown(combo_needs_empty_stock=False)
    state = at(["18o", "13b", "14b"], "16o", rules, **up)
    assert moves(state, 0, rules) == {*these("play 18o", "play 18o 18b"), "take"}
    after = rules.apply(state, Play("18o 18b"), 0)
    assert codes(after.face_up[0]) == "- 20o 13o"
    assert hand(after) == these_cards("21o 21b")


def test_LS_A46_the_row_alone_still_needs_it():
    """LS-A46, LS-099: and the whole hand must go."""
    rules = LuckyShutdown(combo_needs_empty_stock=False)
    up = {"face_up": ["18b 20o 13o"], "stock": "21o 21b"}
    state = at(["18o 18o", "13b", "14b"], "16o", rules, **up)
    assert moves(state, 0, rules) == {*these("play 18o", "play 18o 18o", "play 18o 18o 18b"), "take"}
    state = at(["", "13b", "14b"], "16o", rules, **up)
    assert moves(state, 0, rules) == {"take"}


@pytest.mark.parametrize("kind", ["F", "P", "D"])
def test_LS_A47_the_combination_with_magic(kind):
    """LS-A47: the same effect, any part of the row."""
    state = at([f"{kind}o", "13b", "14b"], "16o", face_up=[f"{kind}b 20o {kind}x"])
    texts = [f"{kind}o", f"{kind}o {kind}b", f"{kind}o {kind}x", f"{kind}o {kind}b {kind}x"]
    assert moves(state) == {*these(*(f"play {text}" for text in texts)), "take"}


def test_LS_A47_the_combination_with_undercuts():
    """LS-A47, LS-A20: with their orders, and the triple in one."""
    state = at(["U16b", "13b", "14b"], "21o", face_up=["U18o 20o -"])
    assert moves(state) == {"play U16b", "play U16b U18o", "play U18o U16b", "take"}
    state = at(["U16b", "13b", "14b"], "21o", face_up=["U18o U17x -"])
    pairs = ["U16b U18o", "U18o U16b", "U16b U17x", "U17x U16b"]
    listed = moves(state)
    assert {"play U16b", *(f"play {pair}" for pair in pairs), "take"} == {c for c in listed if len(c.split()) < 4}
    assert len(listed) == 7


def test_LS_A47_the_combination_with_15s():
    """LS-A47, LS-A21"""
    state = at(["15o", "13b", "14b"], "14o", face_up=["15b 20o -"])
    assert moves(state) == {*these("play 15o", "play 15o 15b", "play 15b 15o"), "take"}
    for text, fitting in (("15o 15b", "13b"), ("15b 15o", "")):
        after = RULES.apply(state, Play(text), 0)
        assert after.hands[0] == ()
        assert codes(after.face_up[0]) == "- 20o -"
        assert codes(after.discard) == f"14o {text}"
        assert moves(after, 1) == {*plays(fitting), "take"}


def test_LS_A47_on_a_duty_one_of_all_needs_the_colour():
    """LS-A47, LS-049: it may lie in the row."""
    state = at(["20b", "13b", "14b"], "15o", face_up=["20o 13o -"])
    assert moves(state) == {*these("play 20b 20o"), "take"}


def test_LS_A47_never_with_blind_cards():
    """LS-A47"""
    state = at(["18o", "13b", "14b"], "16o", face_down=["18b 20o 13o"])
    assert moves(state) == {"play 18o", "take"}
    state = at(["", "13b", "14b"], "16o", face_up=["18o - -"], face_down=["18b 20o 13o"])
    assert moves(state) == {"play 18o", "take"}


def test_LS_A47_the_combination_is_one_play_of_at_most_four():
    """LS-A47, LS-025"""
    state = at(["16o 16o 16o 16b", "13b", "14o", "20b", "20o"], "14b", TWICE, face_up=["16b 16b -"])
    assert max(len(code.split()) - 1 for code in moves(state, 0, TWICE)) == 4


def test_LS_A48_several_equal_face_up_cards():
    """LS-A48"""
    state = at(["", "13b", "14b"], "16o", face_up=["18o 18b 18o"])
    texts = ["18o", "18b", "18o 18o", "18o 18b", "18o 18o 18b"]
    assert moves(state) == {*these(*(f"play {text}" for text in texts)), "take"}
    after = RULES.apply(state, Play("18o 18o 18b"), 0)
    assert after.out == (0,)


def test_LS_A49_a_voluntary_take_in_the_blind_phase():
    """LS-A49"""
    state = at(["", "13b", "14b"], "16o", face_down=["18o - 20o"])
    assert moves(state) == {"flip 1", "flip 3", "take"}
    rules = LuckyShutdown(blind_take=False)
    state = at(["", "13b", "14b"], "16o", rules, face_down=["18o - 20o"])
    assert moves(state, 0, rules) == {"flip 1", "flip 3"}
    assert refused(state, TakePile(), 0, rules) == "must-play"


def test_LS_A49_the_option_is_about_that_phase_only():
    """LS-A49"""
    rules = LuckyShutdown(blind_take=False)
    state = at(["18o", "13b", "14b"], "16o", rules)
    assert moves(state, 0, rules) == {"play 18o", "take"}
    state = at(["", "13b", "14b"], "16o", rules, face_up=["18o 13o -"])
    assert moves(state, 0, rules) == {"play 18o", "take"}


@pytest.mark.parametrize("code", ["13o", "15b", "17o", "19b", "U16b", "Fx", "Px", "Dx", "21o"])
def test_LS_A50_a_flip_on_an_empty_pile_never_fails(code):
    """LS-A50"""
    state = at(["", "13b", "14b"], face_down=[f"{code} 20o -"])
    assert moves(state) == {"flip 1", "flip 2"}
    after = RULES.apply(state, Flip(1), 0)
    assert after.hands[0] == ()
    assert codes(after.face_down[0]) == "- 20o -"


@pytest.mark.parametrize(
    ("pile", "code"), [("18o", "Do"), ("16o 16b 16o", "16b"), ("20o U16b U18o", "U17x"), ("Fo Fb", "Fx")]
)
def test_LS_A51_a_flip_that_removes_the_pile_brings_the_next_flip(pile, code):
    """LS-A51"""
    state = at(["", "13b", "14b"], pile, face_down=[f"{code} 20o -"])
    after = RULES.apply(state, Flip(1), 0)
    assert (after.discard, after.turn) == ((), 0)
    assert moves(after) == {"flip 2"}


def test_LS_A51_a_delete_that_does_not_fit_is_taken():
    """LS-A51: on a 17."""
    after = RULES.apply(at(["", "13b", "14b"], "17o", face_down=["Do 20o -"]), Flip(1), 0)
    assert hand(after) == these_cards("Do 17o")
    assert after.turn == 1


# LS-A52: after a failed flip the stock is empty, so nothing is due.


def test_LS_A53_the_row_in_the_order_of_the_codes():
    """LS-A53, section 6: whatever order the choice names them in."""
    rows = ["13o 16b Dx", "14o 14b 15o", "17o 18o 19o"]
    kept = ["20o 20b 21o", "15b 16o 17b", "18b 19b 21b"]
    states = [started(kept, [" ".join(order), *rows[1:]]) for order in permutations(rows[0].split())]
    assert all(state == states[0] for state in states)
    assert states[0].face_up[0] == Arrange(rows[0]).face_up
    orders = [card.order for card in states[0].face_up[0]]
    assert orders == sorted(orders)


def test_LS_A53_the_lower_slot_empties_first():
    """LS-A53, section 6"""
    state = at(["", "13b", "14b"], "16o", face_up=["20o 18b 20o"])
    after = RULES.apply(state, Play("20o"), 0)
    assert codes(after.face_up[0]) == "- 18b 20o"
    state = at(["", "13b", "14b"], "16o", face_up=["18b 20o 20o"])
    assert codes(RULES.apply(state, Play("20o"), 0).face_up[0]) == "18b - 20o"
    with pytest.raises(ConfigurationError):
        LuckyShutdown(slots=False)


def test_LS_A53_slots_stay_where_they_are():
    """LS-A53: the blind card below a slot is the one that was dealt there."""
    state = at(["", "13b", "14b"], "16o", face_up=["20o 18b 21o"], face_down=["13o 14o 15o"])
    after = RULES.apply(state, Play("18b"), 0)
    assert codes(after.face_up[0]) == "20o - 21o"
    assert codes(after.face_down[0]) == "13o 14o 15o"


SIX = ["13o 14b 15o 19b Dx 21o", "13b 14o 15b 16b 18b 20b", "16o 17o 18o 19o 20o 21b"]


def test_LS_A53_equal_choices_are_one_move():
    """LS-A53, section 6: of six cards with twins there are fewer than twenty different choices."""
    state = RULES.position(hands=["13o 13o 14b 14b 15o Dx", *SIX[1:]], phase="choose")
    expected = {str(Arrange(three)) for three in combinations(cards("13o 13o 14b 14b 15o Dx"), 3)}
    assert moves(state) == expected
    assert len(expected) == 10


def test_LS_A54_choices_are_simultaneous_and_secret():
    """LS-A54, section 6"""
    state = RULES.position(hands=SIX, phase="choose")
    assert set(RULES.actors(state)) == {0, 1, 2}
    state, events = RULES.trace(state, Arrange("13o 19b Dx"), 0)
    assert set(RULES.actors(state)) == {1, 2}
    for viewer in (1, 2, None):
        seen = RULES.view(state, viewer).state
        assert (seen.hands[0], seen.chosen[0]) == ((BACK,) * 3, (BACK,) * 3)
        assert set(RULES.actors(RULES.view(state, viewer))) == {1, 2}
        text = " ".join(str(event) for event in RULES.shown(events, viewer))
        assert text
        assert not any(code in text.split() for code in SIX[0].split())
    assert not any(card for row in state.face_up for card in row)


def test_LS_A54_the_last_choice_shows_them_all():
    """LS-A54"""
    state = RULES.position(hands=SIX, phase="choose")
    state = play(state, (0, "arrange 13o 19b Dx"), (2, "arrange 16o 17o 18o"))
    state, events = RULES.trace(state, Arrange("13b 14o 15b"), 1)
    assert state.phase == "play"
    for viewer in (0, 1, 2, None):
        shown = RULES.shown(events, viewer)
        text = " ".join(
            codes(event.cards) for event in shown if isinstance(event, Moved) and event.target.zone == "face_up"
        )
        assert Counter(text.split()) == Counter(["13o", "19b", "Dx", "13b", "14o", "15b", "16o", "17o", "18o"])
        assert Turn(state.turn) in shown


def test_LS_A54_a_position_in_the_middle_of_it():
    """LS-A54: chosen cards wait in a zone of their own."""
    state = RULES.position(hands=["14b 15o 21o", *SIX[1:]], chosen=["13o 19b Dx"], phase="choose")
    assert set(RULES.actors(state)) == {1, 2}
    whole = play(RULES.position(hands=SIX, phase="choose"), (0, "arrange 13o 19b Dx"))
    assert state == whole


def test_LS_A55_a_take_in_the_face_up_phase_takes_the_pile_only():
    """LS-A55"""
    state = at(["", "13b", "14b"], "20o", face_up=["18o 13o -"])
    after = RULES.apply(state, TakePile(), 0)
    assert hand(after) == these_cards("20o")
    assert after.face_up == state.face_up


# ---- start, end, match


def test_LS_A56_function_numbers_count_for_the_start():
    """LS-A56"""
    kept = ["16o 18b 20o", "15b 21o Fx", "16b 18o 19o"]
    rows = ["13o 13b 14o", "14b 15o 17o", "19b 20b 21b"]
    assert started(kept, rows).turn == 1
    assert started(kept, rows, LuckyShutdown(start_counts_function_numbers=False)).turn == 0


@pytest.mark.parametrize("value", [15, 17, 19])
def test_LS_A56_each_of_the_three(value):
    """LS-A56"""
    kept = ["20o 20b Fx", f"{value}b 21o Fb", "21b Do Db"]
    rows = ["13o 13b 14o", "14b 15o 17o", "19o 16b 16o"]
    assert started(kept, rows).turn == 1
    assert started(kept, rows, LuckyShutdown(start_counts_function_numbers=False)).turn == 0


@pytest.mark.parametrize("value", [13, 14, 16, 18, 20, 21])
def test_LS_A56_the_others_are_normal(value):
    """LS-A56"""
    kept = ["Fo Pb Fx", f"{value}b Px Fb", "15b Do Db"]
    rows = ["13o 17o 14o", "19o 15o 17o", "19o 19b 16o"]
    assert started(kept, rows, LuckyShutdown(start_counts_function_numbers=False)).turn == 1


ALL_MAGIC = (["Fo Fb Fx", "Do Db Dx", "Po Pb Px"], ["13o 13b 14o", "14b 15o 15b", "16o 16b 17o"])


def test_LS_A57_nobody_holds_a_number():
    """LS-A57: the lowest seat among all."""
    assert started(*ALL_MAGIC).turn == 0
    rules = LuckyShutdown(start_tie="random")
    assert {started(*ALL_MAGIC, rules, seed=seed).turn for seed in range(60)} == {0, 1, 2}


def test_LS_A57_only_function_numbers():
    """LS-A57, LS-A56: nobody holds a normal number."""
    rules = LuckyShutdown(start_counts_function_numbers=False)
    kept = ["19o Fb Fx", "17b Db Dx", "15b Pb Px"]
    rows = ["13o 13b 14o", "14b 15o Po", "16o 16b 17o"]
    assert started(kept, rows, rules).turn == 0
    assert started(kept, rows).turn == 2


def test_LS_A57_a_tie_goes_to_the_lowest_seat():
    """LS-A57: whoever dealt or chose last."""
    kept = ["16o 17b Dx", "14o 20b 21o", "14b 19o Fx"]
    rows = ["13o 13b 15o", "15b 16b 17o", "18o 19b 20o"]
    for dealer in range(3):
        assert started(kept, rows, dealer=dealer).turn == 1


def test_LS_A57_or_to_one_of_them_at_random():
    """LS-A57: the seed decides, and each gets it."""
    rules = LuckyShutdown(start_tie="random")
    kept = ["16o 17b Dx", "14o 20b 21o", "14b 19o Fx"]
    rows = ["13o 13b 15o", "15b 16b 17o", "18o 19b 20o"]
    turns = [started(kept, rows, rules, seed=seed).turn for seed in range(60)]
    assert turns == [started(kept, rows, rules, seed=seed).turn for seed in range(60)]
    assert set(turns) == {1, 2}
    assert 15 < turns.count(1) < 45
    for wrong in ("lowest", 0, 1, True, None):
        with pytest.raises(ConfigurationError):
            LuckyShutdown(start_tie=wrong)


def test_LS_A57_without_a_tie_nothing_is_random():
    """LS-A57"""
    rules = LuckyShutdown(start_tie="random")
    kept = ["16o 17b Dx", "14o 20b 21o", "15b 19o Fx"]
    rows = ["13o 13b 15o", "14b 16b 17o", "18o 19b 20o"]
    assert {started(kept, rows, rules, seed=seed).turn for seed in range(20)} == {1}


def ending(rules, winner, loser, **more):
    """A position in which the winner's only card ends the round; the others are out."""
    hands = ["16o" if seat == winner else "13o 14o" if seat == loser else "" for seat in range(rules.players)]
    return at(hands, "14b", rules, turn=winner, **more)


def test_LS_A58_right_is_the_seat_before():
    """LS-A58: not the usual left of the dealer."""
    rules = table(5, rounds=2)
    state = rules.apply(ending(rules, 0, 2), Play("16o"), 0)
    state = all_chosen(rules, rules.apply(state, Deal(), 2))
    assert (state.dealer, state.turn) == (2, 1)


def test_LS_A59_one_round_by_default():
    """LS-A59"""
    assert RULES.rounds == 1
    state = RULES.apply(ending(RULES, 0, 1), Play("16o"), 0)
    assert RULES.outcome(state) is not None
    assert refused(state, Deal(), 1) == "game-over"


def test_LS_A59_several_rounds():
    """LS-A59, section 6: between them one move, the next dealer's."""
    rules = LuckyShutdown(rounds=3)
    state = ending(rules, 0, 1)
    for number in (1, 2, 3):
        assert state.round.number == number
        if number > 1:
            state = at_the_end(rules, state)
        player = state.turn
        state, events = rules.trace(state, Play("16o"), player)
        assert len(state.results) == number
        assert any(isinstance(event, RoundOver) for event in events)
        assert any(isinstance(event, GameOver) for event in events) == (number == 3)
        if number < 3:
            loser = state.results[-1].places.index(3)
            assert rules.outcome(state) is None
            assert state.phase == "over"
            assert rules.actors(state) == (loser,)
            assert moves(state, loser, rules) == {"deal"}
            assert rules.actors(rules.view(state, None)) == (loser,)
            for other in set(range(3)) - {loser}:
                refused(state, Deal(), other, rules)
            refused(state, TakePile(), loser, rules)
            state = rules.apply(state, Deal(), loser)
            assert state.phase == "choose"
            assert state.out == ()
    assert rules.actors(state) == ()
    assert len(rules.outcome(state).rounds) == 3


def at_the_end(rules, state):
    """A position at the end of the same round: seat 0 lays the last card, seat 1 loses."""
    places = [result.places for result in state.results]
    return ending(rules, 0, 1, round=state.round.number, results=places, dealer=state.dealer)


def test_LS_A59_section_6_a_match_is_ranked_by_rounds_lost():
    """LS-A59, section 6: ties share a place."""
    rules = LuckyShutdown(rounds=2)
    state = ending(rules, 0, 1, round=2, results=[(1, 2, 3)], dealer=2)
    outcome = rules.outcome(rules.apply(state, Play("16o"), 0))
    assert outcome.places == (1, 2, 2)
    assert outcome.losers == (1, 2)
    assert 0 in outcome.winners
    assert [result.places for result in outcome.rounds] == [(1, 2, 3), (2, 3, 1)]
    state = ending(rules, 0, 1, round=2, results=[(2, 3, 1)], dealer=1)
    outcome = rules.outcome(rules.apply(state, Play("16o"), 0))
    assert outcome.places == (1, 3, 1)
    assert outcome.losers == (1,)


def test_LS_A59_section_6_nobody_loses_where_all_lost_alike():
    """LS-A59, section 6"""
    rules = table(2, rounds=2)
    state = ending(rules, 0, 1, round=2, results=[(2, 1)], dealer=0)
    outcome = rules.outcome(rules.apply(state, Play("16o"), 0))
    assert outcome.places == (1, 1)
    assert outcome.losers == ()


USED = {"challenged": [True, False, True], "revealed": [False, True, True]}


@pytest.mark.parametrize("scope", ["match", "round"])
def test_LS_A60_once_per_match_or_per_round(scope):
    """LS-A60"""
    rules = LuckyShutdown(rounds=2, challenge_luck=True, early_reveal=True, luck_scope=scope)
    state = rules.apply(ending(rules, 0, 1, **USED), Play("16o"), 0)
    state = all_chosen(rules, rules.apply(state, Deal(), 1))
    fresh = (False, False, False)
    assert state.challenged == ((True, False, True) if scope == "match" else fresh)
    assert state.revealed == ((False, True, True) if scope == "match" else fresh)


def test_LS_A60_within_a_round_it_makes_no_difference():
    """LS-A60"""
    for scope in ("match", "round"):
        rules = LuckyShutdown(challenge_luck=True, luck_scope=scope)
        state = at(["13o", "13b", "14b"], "20o", rules, stock="16b", challenged=[True, False, False])
        assert moves(state, 0, rules) == {"take"}
    with pytest.raises(ConfigurationError):
        LuckyShutdown(luck_scope="game")


def test_LS_A61_all_but_the_loser_win():
    """LS-A61: who is first stands in the places."""
    rules = table(4)
    state = at(["16o", "13o 14o", "", ""], "14b", rules, out=[3, 2])
    outcome = rules.outcome(rules.apply(state, Play("16o"), 0))
    assert outcome.places == (3, 4, 2, 1)
    assert outcome.losers == (1,)
    assert outcome.places.index(1) == 3
    assert outcome.winners == (0, 2, 3)


LUCK = LuckyShutdown(challenge_luck=True)


def lucky(card, pile="20o", held="13o 14b 14o", more="", **facts):
    """A position in which A, who cannot lay, would draw this card."""
    return at([held, "13b", "20b"], pile, LUCK, stock=f"{card} {more}", **facts)


def test_LS_A62_not_in_the_skip_moment():
    """LS-A62"""
    state = lucky("19b", "18o 19o", turn=0, pending=1)
    assert moves(state, 0, LUCK) == {"sit-out"}
    assert refused(state, ChallengeLuck(), 0, LUCK) == "skipped"


def test_LS_A62_not_without_stock():
    """LS-A62: so never in the later phases."""
    state = at(["13o", "13b", "20b"], "20o", LUCK)
    assert moves(state, 0, LUCK) == {"take"}
    refused(state, ChallengeLuck(), 0, LUCK)
    state = at(["", "13b", "20b"], "20o", LUCK, face_up=["13o - -"])
    assert moves(state, 0, LUCK) == {"take"}
    state = at(["", "13b", "20b"], "20o", LUCK, face_down=["13o - -"])
    assert moves(state, 0, LUCK) == {"flip 1", "take"}


def test_LS_A62_only_the_current_row_decides_whether_one_can_lay():
    """LS-A62: a face-up card that would fit does not."""
    state = lucky("16b", face_up=["21o - -"])
    assert moves(state, 0, LUCK) == {"take", "challenge"}


def test_LS_A62_its_effects_apply():
    """LS-A62"""
    after = LUCK.apply(lucky("19o", "18o"), ChallengeLuck(), 0)
    assert (after.turn, after.pending) == (1, 1)
    state = lucky("13o", "15o", held="14b 16b")
    after = LUCK.apply(state, ChallengeLuck(), 0)
    assert codes(after.discard) == "15o 13o"
    after = LUCK.apply(lucky("21b", "15o", held="14b 16b"), ChallengeLuck(), 0)
    assert hand(after) == these_cards("14b 16b 21b 15o")
    after = LUCK.apply(lucky("Dx", "17o", held="14b 16b"), ChallengeLuck(), 0)
    assert hand(after) == these_cards("14b 16b Dx 17o")


@pytest.mark.parametrize(
    ("card", "pile", "held"),
    [("Do", "20o", "13o 14b 15o"), ("16b", "16o 16b 16o", "13o 14b 15o"), ("U17x", "20o U16b U18o", "21o 19b 18b")],
)
def test_LS_A62_a_delete_or_a_set_brings_a_new_turn(card, pile, held):
    """LS-A62"""
    after = LUCK.apply(lucky(card, pile, held, more="21b 17o"), ChallengeLuck(), 0)
    assert (after.discard, after.turn) == ((), 0)
    assert moves(after, 0, LUCK) == plays(held)
    assert after.challenged == (True, False, False)


def test_LS_A62_a_fit_ends_the_turn_with_a_refill():
    """LS-A62: if the hand is short."""
    after = LUCK.apply(lucky("21b", held="13o", more="16b 16o 17o"), ChallengeLuck(), 0)
    assert hand(after) == these_cards("13o 16b 16o")
    assert codes(after.stock) == "17o"
    assert after.turn == 1


def test_LS_A62_one_card_only():
    """LS-A62: equal cards of the hand do not go along."""
    state = at(["13o 14b 14o", "13b", "20b"], "20o", LUCK, stock="20o 16b")
    after = LUCK.apply(state, ChallengeLuck(), 0)
    assert codes(after.discard) == "20o 20o"
    assert after.hands[0] == state.hands[0]


def test_LS_A62_it_is_no_reaction():
    """LS-A62: the right to complete a set does not keep from challenging luck."""
    rules = LuckyShutdown(challenge_luck=True, reaction_obeys_colour=False)
    state = at(["20b", "15b 13b", "13o"], "15b 15o 15o", rules, turn=1, stock="16o 16b")
    assert moves(state, 1, rules) == {"react 15b", "take", "challenge"}


EARLY = LuckyShutdown(early_reveal=True)


def test_LS_A63_uncovered_means_the_face_up_card_is_gone():
    """LS-A63"""
    state = at(["", "13b", "20b"], "20o", EARLY, face_up=["- 13o -"], face_down=["21o 16o 16b"])
    assert moves(state, 0, EARLY) == {"take", "reveal 1", "reveal 3"}


def test_LS_A63_effects_apply():
    """LS-A63: a 19 skips, a Delete brings a new turn."""
    row = {"face_up": ["- 13o 14b"]}
    state = at(["", "13b", "20b"], "18o", EARLY, face_down=["19o 16o 16b"], **row)
    after = EARLY.apply(state, RevealEarly(1), 0)
    assert (after.turn, after.pending) == (1, 1)
    state = at(["", "13b", "20b"], "18o", EARLY, face_down=["Do 16o 16b"], **row)
    after = EARLY.apply(state, RevealEarly(1), 0)
    assert (after.turn, after.discard) == (0, ())
    assert moves(after, 0, EARLY) == plays("13o 14b")


def test_LS_A63_not_in_the_skip_moment():
    """LS-A63, section 6"""
    state = at(["", "13b", "20b"], "18o 19o", EARLY, face_up=["- 13o 14b"], face_down=["19b 16o 16b"], pending=1)
    assert moves(state, 0, EARLY) == {"sit-out"}
    assert refused(state, RevealEarly(1), 0, EARLY) == "skipped"


def test_LS_A63_the_card_is_not_known_before():
    """LS-A63, LS-006"""
    row = {"face_up": ["- 13o 14b"], "rules": EARLY}
    state = at(["", "13b", "20b"], "20o", face_down=["21o 16o 16b"], **row)
    other = at(["", "13b", "20b"], "20o", face_down=["16b 21o 16o"], **row)
    assert EARLY.legal_moves(state, 0) == EARLY.legal_moves(other, 0)
    assert EARLY.view(state, 0) == EARLY.view(other, 0)


# LS-A64 is about the counting of steps in a source.


def test_LS_A65_all_of_the_pile_is_public():
    """LS-A65, section 6: and what has been removed."""
    state = at(["13o", "13b", "20b"], "16o 18b 20o", removed="14o 14b")
    for viewer in (0, 1, 2, None):
        assert codes(RULES.view(state, viewer).state.discard) == "16o 18b 20o"
        assert RULES.view(state, viewer).state.removed == state.removed
    with pytest.raises(ConfigurationError):
        LuckyShutdown(pile_visible="top")


def test_LS_A66_the_rules_have_no_limit():
    """LS-A66: taking in turns can go on for ever; the state is the same again after a lap."""
    start = at(["13o 16o", "14b 17o", "15b 18o"], layer=1)
    script = "0 play 13o, 1 take, 2 play 15b, 0 take, 1 play 13o, 2 take, 0 play 15b, 1 take, 2 play 13o, 0 take"
    steps = [step.split(" ", 1) for step in f"{script}, 1 play 15b, 2 take".split(", ")]
    state = play(start, *[(int(player), code) for player, code in steps])
    assert RULES.outcome(state) is None
    assert state == start


# ---- options


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("players", 3),
        ("rounds", 1),
        ("first_dealer", None),
        ("skip_chain", "accumulate"),
        ("skip_wraps", True),
        ("skip_rescue_zone", "playable"),
        ("push_in_skip_moment", False),
        ("push_on_19", "one"),
        ("reaction", "open"),
        ("reaction_obeys_colour", True),
        ("combo_needs_empty_stock", True),
        ("blind_take", True),
        ("start_counts_function_numbers", True),
        ("start_tie", "seat"),
        ("challenge_luck", False),
        ("early_reveal", False),
        ("luck_scope", "match"),
    ],
)
def test_LS_section_6_defaults(name, default):
    """Section 6: the literal reading."""
    assert getattr(RULES, name) == default
    assert type(getattr(RULES, name)) is type(default)
    assert next(option for option in RULES.options() if option.name == name).default == default


def test_LS_section_6_there_are_no_other_options():
    """Section 6: an idea that is not named there is not built."""
    expected = "players rounds first_dealer deck skip_chain skip_wraps skip_rescue_zone push_in_skip_moment push_on_19"
    expected += " reaction reaction_obeys_colour combo_needs_empty_stock blind_take start_counts_function_numbers"
    expected += " start_tie challenge_luck early_reveal luck_scope"
    assert {option.name for option in RULES.options()} == set(expected.split())


def test_LS_section_6_the_first_dealer():
    """Section 6, conventions: by default the last seat."""
    for players in (2, 3, 4, 5):
        assert table(players).deal(seed=1).dealer == players - 1
        for dealer in range(players):
            assert table(players, first_dealer=dealer).deal(seed=1).dealer == dealer
    first = table(2).deal(seed=1).round
    assert (first.number, first.results) == (1, ())


def test_LS_A36_a_decline_holds_while_others_sit_out():
    """LS-A36, LS-A11: SitOut leaves the pile as it is, so who declined may come on turn without the chance."""
    rules = table(4)
    state = at(["20o 20b", "13o 14o", "13b 14b", "19b 21o"], "18o 19o 19b 19o", rules, turn=1, pending=3, layer=0)
    assert rules.actors(state) == (3, 1)
    state = play(state, (3, "decline"), (1, "sit-out"), (2, "sit-out"), rules=rules)
    assert rules.actors(state) == (3,)
    assert moves(state, 3, rules) == {"play 19b", "sit-out"}
    assert rules.state_from_json(rules.to_json(state)) == state
    assert rules.checked(rules.sample(rules.view(state, 3), 1)).declined[3]


def test_LS_A57_a_start_by_lot_uses_up_its_chance():
    """LS-A57: the next shuffle is another one than the lot."""
    rules = LuckyShutdown(players=2, start_tie="random")
    state = rules.position(hands=["13o 16o 16b", "13b 17o 17b 18o 18b 19o"], chosen=["14o 14b 15o", ""], phase="choose")
    after = rules.apply(state, Arrange("17o 17b 18o"), 1)
    assert after.phase == "play"
    assert after.chance.count == state.chance.count + 1
    sole = rules.position(hands=["13o 16o 16b", "14b 17o 17b 18o 18b 19o"], chosen=["14o 15b 15o", ""], phase="choose")
    assert rules.apply(sole, Arrange("17o 17b 18o"), 1).chance == sole.chance


def test_LS_125_a_round_that_ends_with_a_19_leaves_no_skip():
    """LS-125: nobody is left to be skipped, and the facts are those of the last move."""
    rules = LuckyShutdown(players=3)
    state = rules.position(hands=["", "19o", "13b"], discard="14o", stock="", turn=1, layer=0)
    over = rules.apply(state, Play("19o"), 1)
    assert (over.phase, over.pending, over.turn, over.layer) == ("over", 0, 1, 1)
    pending = rules.position(hands=["", "19o", "13b"], discard="14o 19b", stock="", turn=1, layer=2, pending=1)
    assert rules.apply(pending, Play("19o"), 1).pending == 0


def test_LS_125_a_reaction_that_ends_the_round_leaves_its_player_on_turn():
    """LS-125, LS-A42: the last move was that of the player who reacted."""
    rules = LuckyShutdown(players=2)
    state = rules.position(hands=["13o 14o", "16b"], discard="16o 16o 16b", stock="", turn=0, layer=0)
    over = rules.apply(state, React("16b"), 1)
    assert (over.phase, over.turn, over.layer) == ("over", 1, 1)
