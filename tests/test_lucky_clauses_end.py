"""The clauses of Lucky Shutdown about optional rules, end and information, LS-110 to LS-127.

Three players A, B, C (seats 0, 1, 2), A to move, the default options, unless a test says otherwise.
"""

from __future__ import annotations

import pytest

from helpers import rows
from lucky_table import RULES, at, eager, hand, moves, play, refused, these_cards
from shedkit.core.cards import BACK, codes
from shedkit.core.errors import ShedkitError
from shedkit.core.events import GameOver, Out, RoundOver
from shedkit.games import lucky_shutdown as lucky

FOUR = lucky.LuckyShutdown(players=4)

VALUES = range(13, 22)
MAGIC = "Do Db Dx Po Pb Px Fo Fb Fx U16b U17x U18o"
ORANGE, BLUE = frozenset({"orange"}), frozenset({"blue"})


LUCK = lucky.LuckyShutdown(challenge_luck=True)
EARLY = lucky.LuckyShutdown(early_reveal=True)


# ---- optional rules


def test_LS_110_both_are_off_by_default():
    """LS-110: neither move ever appears, and each is refused."""
    assert RULES.challenge_luck is False
    assert RULES.early_reveal is False
    for seed in range(6):
        for state, move, player in eager(lucky.LuckyShutdown(players=2 + seed % 4), seed, 1500, rare=True):
            assert not isinstance(move, lucky.ChallengeLuck | lucky.RevealEarly)
            del state, player
    state = at(["13o 14b 14o", "13b", "20b"], "20o", stock="21b 16b")
    assert moves(state) == {"take"}
    assert refused(state, lucky.ChallengeLuck()) == "option-off"
    state = at(["", "13b", "20b"], "20o", face_up=["- 13o 14b"], face_down=["21o 16o 16b"])
    assert moves(state) == {"take"}
    assert refused(state, lucky.RevealEarly(1)) == "option-off"


def test_LS_110_both_appear_when_agreed():
    """LS-110"""
    rules = lucky.LuckyShutdown(players=3, challenge_luck=True, early_reveal=True, luck_scope="round", rounds=3)
    kinds = {type(move) for seed in range(8) for _, move, _ in eager(rules, seed, 1500, rare=True)}
    assert {lucky.ChallengeLuck, lucky.RevealEarly} <= kinds


def test_LS_110_each_alone():
    """LS-110"""
    state = at(["13o 14b 14o", "13b", "20b"], "20o", EARLY, stock="21b 16b")
    assert moves(state, 0, EARLY) == {"take"}
    state = at(["", "13b", "20b"], "20o", LUCK, face_up=["- 13o 14b"], face_down=["21o 16o 16b"])
    assert moves(state, 0, LUCK) == {"take"}


def test_LS_110_they_are_fixed_before_the_game():
    """LS-110: rules never change, and a state does not hold them."""
    with pytest.raises(AttributeError):
        RULES.challenge_luck = True
    with pytest.raises(AttributeError):
        RULES.early_reveal = True
    assert RULES.challenge_luck is False


LOW_HAND = {"hands": ["13o 14b 14o", "13b", "20b"], "discard": "20o", "rules": LUCK}


def test_LS_111_challenge_luck_when_you_cannot_lay():
    """LS-111"""
    assert moves(at(**LOW_HAND, stock="21b 16b"), 0, LUCK) == {"take", "challenge"}


def test_LS_111_not_when_you_can():
    """LS-111"""
    state = at(["13o 14b 21o", "13b", "20b"], "20o", LUCK, stock="21b 16b")
    assert moves(state, 0, LUCK) == {"play 21o", "take"}
    refused(state, lucky.ChallengeLuck(), 0, LUCK)
    state = at(["13o 14b Do", "13b", "20b"], "20o", LUCK, stock="21b 16b")
    refused(state, lucky.ChallengeLuck(), 0, LUCK)


def test_LS_111_whatever_the_reason_you_cannot():
    """LS-111: a colour, the lock, a reversed order."""
    for held, top in (("16b 20b", "15o"), ("Do Fx", "17b"), ("20b 21b", "U16b"), ("16b 18b", "19o Px")):
        state = at([held, "13o", "14o"], top, LUCK, stock="21o")
        assert moves(state, 0, LUCK) == {"take", "challenge"}


def test_LS_111_only_on_turn():
    """LS-111"""
    state = at(**LOW_HAND, stock="21b 16b")
    for player in (1, 2):
        refused(state, lucky.ChallengeLuck(), player, LUCK)


def test_LS_112_once_per_game_and_player():
    """LS-112"""
    state = at(**LOW_HAND, stock="16b", challenged=[True, False, False])
    assert moves(state, 0, LUCK) == {"take"}
    assert refused(state, lucky.ChallengeLuck(), 0, LUCK) == "right-used"
    state = at(**LOW_HAND, stock="16b", challenged=[False, True, True])
    assert moves(state, 0, LUCK) == {"take", "challenge"}


def test_LS_112_a_challenge_uses_the_right_up():
    """LS-112: won or lost."""
    for stock in ("21b 16b 16o", "16b 16o"):
        after = LUCK.apply(at(**LOW_HAND, stock=stock), lucky.ChallengeLuck(), 0)
        assert after.challenged == (True, False, False)
        assert RULES.view(after, 1).state.challenged == (True, False, False)


def test_LS_112_the_next_player_still_has_it():
    """LS-112"""
    state = at(["13o 14b 14o", "13b 16o", "20b"], "20o", LUCK, stock="21b 16b")
    state = LUCK.apply(state, lucky.ChallengeLuck(), 0)
    assert moves(state, 1, LUCK) == {"take", "challenge"}


def test_LS_113_the_card_fits():
    """LS-113"""
    state = at(**LOW_HAND, stock="21b 16b")
    after = LUCK.apply(state, lucky.ChallengeLuck(), 0)
    assert codes(after.discard) == "20o 21b"
    assert after.hands == state.hands
    assert codes(after.stock) == "16b"
    assert after.turn == 1


def test_LS_114_the_card_does_not_fit():
    """LS-114"""
    after = LUCK.apply(at(**LOW_HAND, stock="16b"), lucky.ChallengeLuck(), 0)
    assert hand(after) == these_cards("13o 14b 14o 16b 20o")
    assert after.discard == ()
    assert after.stock == ()
    assert after.turn == 1


def test_LS_115_the_card_is_not_looked_at_before():
    """LS-115: move list, refusal and view are the same whatever it is."""
    state, other = at(**LOW_HAND, stock="21b 16b"), at(**LOW_HAND, stock="16b 21b")
    assert [str(move) for move in LUCK.legal_moves(state, 0)] == [str(move) for move in LUCK.legal_moves(other, 0)]
    for viewer in (0, 1, 2, None):
        assert LUCK.view(state, viewer) == LUCK.view(other, viewer)
        assert LUCK.view(state, viewer).state.stock == (BACK, BACK)
    assert lucky.ChallengeLuck() == lucky.ChallengeLuck()
    assert str(lucky.ChallengeLuck()) == "challenge"


def test_LS_115_afterwards_all_have_seen_it():
    """LS-115: it goes by way of the pile."""
    _, events = LUCK.trace(at(**LOW_HAND, stock="16b"), lucky.ChallengeLuck(), 0)
    for viewer in (1, 2, None):
        assert any("16b" in str(event) for event in LUCK.shown(events, viewer))


ROW = {"hands": ["", "13b", "20b"], "discard": "20o", "rules": EARLY}


def test_LS_116_an_uncovered_card_early():
    """LS-116"""
    state = at(**ROW, face_up=["- 13o 14b"], face_down=["21o 16o 16b"])
    assert moves(state, 0, EARLY) == {"take", "reveal 1"}
    for slot in (2, 3):
        refused(state, lucky.RevealEarly(slot), 0, EARLY)
    assert refused(state, lucky.Flip(1), 0, EARLY) == "wrong-zone"


@pytest.mark.parametrize(
    ("up", "down", "slots"),
    rows("""
        - - 14b   | 21o 16o 16b | 12
        - 13o -   | 21o 16o 16b | 13
        13o - -   | 21o 16o 16b | 23
        13o 14b - | 21o 16o 16b | 3
        - 13o -   | - 16o 16b   | 3
        - 13o 14b | - 16o 16b   |
        - - 14b   | - - 16b     |
    """),
)
def test_LS_116_the_slots_that_are_uncovered(up, down, slots):
    """LS-116"""
    state = at(**ROW, face_up=[up], face_down=[down])
    assert moves(state, 0, EARLY) == {"take", *(f"reveal {slot}" for slot in slots)}


def test_LS_117_not_if_a_face_up_card_fits():
    """LS-117"""
    state = at(**ROW, face_up=["- 21b 14b"], face_down=["21o 16o 16b"])
    assert moves(state, 0, EARLY) == {"play 21b", "take"}
    refused(state, lucky.RevealEarly(1), 0, EARLY)
    state = at(**ROW, face_up=["- Fx 14b"], face_down=["21o 16o 16b"])
    assert moves(state, 0, EARLY) == {"play Fx", "take"}


def test_LS_118_not_before_one_is_uncovered():
    """LS-118"""
    state = at(["", "14o", "20b"], "20o", EARLY, face_up=["13o 13b 14b"], face_down=["21o 16o 16b"])
    assert moves(state, 0, EARLY) == {"take"}
    for slot in (1, 2, 3):
        refused(state, lucky.RevealEarly(slot), 0, EARLY)


def test_LS_118_in_the_face_up_phase_only():
    """LS-116, LS-118: neither with hand cards or stock nor without face-up cards."""
    down = {"face_down": ["21o 16o 16b"]}
    state = at(["13o", "14o", "20b"], "20o", EARLY, face_up=["- 13b 14b"], **down)
    assert moves(state, 0, EARLY) == {"take"}
    state = at(["", "14o", "20b"], "20o", EARLY, face_up=["- 13b 14b"], stock="19b", **down)
    assert moves(state, 0, EARLY) == {"take"}
    state = at(["", "14o", "20b"], "20o", EARLY, **down)
    assert moves(state, 0, EARLY) == {"flip 1", "flip 2", "flip 3", "take"}


def test_LS_119_the_card_fits():
    """LS-119"""
    state = at(**ROW, face_up=["- 13o 14b"], face_down=["21o 16o 16b"])
    after = EARLY.apply(state, lucky.RevealEarly(1), 0)
    assert codes(after.discard) == "20o 21o"
    assert codes(after.face_down[0]) == "- 16o 16b"
    assert codes(after.face_up[0]) == "- 13o 14b"
    assert after.hands[0] == ()
    assert after.turn == 1
    assert after.revealed == (True, False, False)


def test_LS_120_the_card_does_not_fit():
    """LS-120"""
    state = at(**ROW, face_up=["- 13o 14b"], face_down=["16b 16o 17o"])
    after = EARLY.apply(state, lucky.RevealEarly(1), 0)
    assert hand(after) == these_cards("16b 20o")
    assert codes(after.face_up[0]) == "- 13o 14b"
    assert codes(after.face_down[0]) == "- 16o 17o"
    assert after.discard == ()
    assert after.turn == 1
    assert after.revealed == (True, False, False)


def test_LS_121_once_per_game_and_player():
    """LS-121"""
    state = at(**ROW, face_up=["- - 14b"], face_down=["- 16o 17o"], revealed=[True, False, False])
    assert moves(state, 0, EARLY) == {"take"}
    assert refused(state, lucky.RevealEarly(2), 0, EARLY) == "right-used"
    state = at(**ROW, face_up=["- - 14b"], face_down=["- 16o 17o"], revealed=[False, True, True])
    assert moves(state, 0, EARLY) == {"take", "reveal 2"}


def test_LS_121_the_two_rights_are_separate():
    """LS-112, LS-121"""
    both = lucky.LuckyShutdown(challenge_luck=True, early_reveal=True)
    state = at(["13o", "13b", "20b"], "20o", both, stock="21b", revealed=[True] * 3)
    assert moves(state, 0, both) == {"take", "challenge"}
    row = {"face_up": ["- 13o 14b"], "face_down": ["21o 16o 16b"]}
    state = at(["", "13b", "20b"], "20o", both, challenged=[True] * 3, **row)
    assert moves(state, 0, both) == {"take", "reveal 1"}


# ---- end


def test_LS_122_who_has_laid_the_last_card_is_out():
    """LS-122"""
    state = at(["", "13b", "14o"], "14b", face_down=["16o - -"])
    after, events = RULES.trace(state, lucky.Flip(1), 0)
    assert after.out == (0,)
    assert Out(0, 1) in events
    assert codes(after.discard) == "14b 16o"
    assert after.turn == 1
    assert RULES.legal_moves(after, 0) == ()


@pytest.mark.parametrize(
    ("zones", "move"),
    [
        ({"hands": ["16o", "13b", "14o"]}, "play 16o"),
        ({"hands": ["16o 16b", "13b", "14o"]}, "play 16o 16b"),
        ({"hands": ["", "13b", "14o"], "face_up": ["- 16o -"]}, "play 16o"),
        ({"hands": ["16o", "13b", "14o"], "face_up": ["- 16b -"]}, "play 16o 16b"),
    ],
    ids=str,
)
def test_LS_122_from_whatever_zone(zones, move):
    """LS-122"""
    after = play(at(discard="14b", **zones), (0, move))
    assert after.out == (0,)
    assert after.turn == 1


@pytest.mark.parametrize(
    "zones",
    [
        {"stock": "20b"},
        {"face_up": ["- 13o -"]},
        {"face_down": ["- 13o -"]},
    ],
    ids=str,
)
def test_LS_122_not_while_a_card_is_left(zones):
    """LS-122: nor if one is drawn."""
    after = RULES.apply(at(["16o", "13b", "14o"], "14b", **zones), lucky.Play("16o"), 0)
    assert after.out == ()
    assert after.turn == 1


def test_LS_122_a_failed_flip_is_no_last_card():
    """LS-122, LS-103"""
    after = RULES.apply(at(["", "13b", "14o"], "20b", face_down=["16o - -"]), lucky.Flip(1), 0)
    assert after.out == ()
    assert hand(after) == these_cards("16o 20b")


def test_LS_123_the_others_play_on():
    """LS-123"""
    state = at(["16o", "13b 16b", "14o"], "14b")
    state = RULES.apply(state, lucky.Play("16o"), 0)
    assert RULES.outcome(state) is None
    assert state.phase == "play"
    assert RULES.actors(state) == (1,)
    assert moves(state, 1) == {"play 16b", "take"}
    state = RULES.apply(state, lucky.Play("16b"), 1)
    assert state.turn == 2


def test_LS_124_the_first_to_be_rid_of_all_wins():
    """LS-124: going-out order C, A, D."""
    rules = lucky.LuckyShutdown(players=4)
    state = at(["20b", "13o 14o", "16o", "18b 20o"], "14b", rules, turn=2)
    script = [(2, "play 16o"), (3, "play 18b"), (0, "play 20b"), (1, "take"), (3, "play 20o")]
    state = play(state, *script, rules=rules)
    outcome = rules.outcome(state)
    assert state.out == (2, 0, 3)
    assert outcome.places == (2, 4, 1, 3)
    assert 2 in outcome.winners
    assert outcome.losers == (1,)
    assert [result.places for result in outcome.rounds] == [(2, 4, 1, 3)]


def test_LS_125_the_round_ends_when_one_player_has_cards():
    """LS-125"""
    state = at(["", "13b 13o", ""], "14b", face_down=["16o - -"], out=[2])
    after, events = RULES.trace(state, lucky.Flip(1), 0)
    assert after.phase == "over"
    assert RULES.actors(after) == ()
    outcome = RULES.outcome(after)
    assert outcome.places == (2, 3, 1)
    assert outcome.losers == (1,)
    assert RoundOver((2, 3, 1)) in events
    assert GameOver() in events
    for player in range(3):
        assert RULES.legal_moves(after, player) == ()
        assert refused(after, lucky.TakePile(), player) == "game-over"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_125_not_before(players):
    """LS-125: with two players left it goes on."""
    rules = lucky.LuckyShutdown(players=players)
    hands = ["16o", "18o 13b", *["20o", "20b", "21o"][: players - 2]]
    state = rules.apply(at(hands, "14b", rules), lucky.Play("16o"), 0)
    assert (rules.outcome(state) is None) == (players > 2)
    assert (state.phase == "over") == (players == 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_LS_126_never_level(players):
    """LS-126: exactly one loser, all places distinct."""
    rules = lucky.LuckyShutdown(players=players)
    finished = 0
    for seed in range(20):
        *_, (state, move, _) = eager(rules, seed, 1500, rare=True)
        if move is not None:
            continue
        finished += 1
        outcome = rules.outcome(state)
        assert sorted(outcome.places) == list(range(1, players + 1))
        assert len(outcome.losers) == 1
        assert outcome.places[outcome.losers[0]] == players
        holding = [seat for seat in range(players) if seat not in state.out]
        assert outcome.losers == tuple(holding)
        assert [outcome.places[seat] for seat in state.out] == list(range(1, players))
    assert finished


def test_LS_127_what_is_public():
    """LS-127: rows, pile, counts."""
    down = {"face_up": ["20o - Fx", "18b"], "face_down": ["13o 14o -", "17o 17b"]}
    state = at(["16o 18o", "13b", "14b Dx"], "14o 16b", stock="21o 21b", turn=1, **down)
    for viewer in (0, 1, 2, None):
        seen = RULES.view(state, viewer).state
        assert seen.face_up == state.face_up
        assert seen.discard == state.discard
        assert seen.removed == state.removed
        assert [len(held) for held in seen.hands] == [2, 1, 2]
        assert len(seen.stock) == 2
        assert seen.stock == (BACK, BACK)
        assert [[card is None for card in row] for row in seen.face_down] == [
            [card is None for card in row] for row in state.face_down
        ]
        assert all(card in (BACK, None) for row in seen.face_down for card in row)
        assert (seen.turn, seen.pending, seen.phase) == (1, 0, "play")
        for player in range(3):
            expected = state.hands[player] if player == viewer else (BACK,) * len(state.hands[player])
            assert seen.hands[player] == expected


def test_LS_127_what_is_hidden_makes_no_difference():
    """LS-127: other hands, face-down cards, order of the stock."""
    state = at(["16o 18o", "13b 20b", "14b Dx"], "14o 16b", stock="21o 21b", face_down=["13o 14o -", "17o"])
    other = at(["16o 18o", "21b 17o", "Dx 13o"], "14o 16b", stock="13b 20b", face_down=["21o 14b -", "14o"])
    assert RULES.view(state, 0) == RULES.view(other, 0)
    assert RULES.legal_moves(state, 0) == RULES.legal_moves(other, 0)
    assert RULES.view(state, 1) != RULES.view(other, 1)


def test_LS_127_a_hidden_card_cannot_be_read():
    """LS-127"""
    seen = RULES.view(at(["16o 18o", "13b 20b", "14b Dx"], "14o 16b"), 0).state
    for read in (lambda: seen.hands[1][0].value, lambda: seen.chance.seed, lambda: {seen.hands[1][0]}):
        with pytest.raises(ShedkitError):
            read()


def test_LS_127_a_reaction_shows_only_what_lies_on_the_table():
    """LS-127, LS-090: the other cards of the reactor stay hidden."""
    state = at(["20b", "18o", "16b 13o 14o"], "16o 16b 16o", turn=1)
    after, events = RULES.trace(state, lucky.React("16b"), 2)
    for viewer in (0, 1, None):
        assert RULES.view(after, viewer).state.hands[2] == (BACK, BACK)
        text = " ".join(str(event) for event in RULES.shown(events, viewer))
        assert "13o" not in text
        assert "14o" not in text
