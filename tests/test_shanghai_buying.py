"""A purchase names its card; a refusal of one names the rule that stands in the way, for whoever asks."""

from __future__ import annotations

import json

import pytest

from shanghai_table import RULES, at, hand, pile, play
from shedkit import Match, Record
from shedkit.core.errors import IllegalMove, NotationError, RecordError
from shedkit.core.refusals import Reason
from shedkit.games.shanghai_rummy import Buy, Pass, ShanghaiRummy

A, B, C, D = range(4)


def claim(**facts):
    """B draws and C is asked about the 9h."""
    state = at("2c", "3c 6h", "2d Th", "4c 5c", **{"turn": B, "discard": "Kd 9h", "stock": "Ks 8s 7s", **facts})
    return RULES.apply(state, RULES.parse("draw"), B)


def why(state, move, player, rules=RULES):
    """The refusal, the same from the state, from the player's view and from `apply`."""
    refusal = rules.refusal(state, move, player)
    assert refusal == rules.refusal(rules.view(state, player), move, player)
    if refusal is not None:
        with pytest.raises(IllegalMove) as caught:
            rules.apply(state, move, player)
        assert caught.value.refusal == refusal
    return refusal


def test_the_listed_purchase_names_the_card_on_top():
    state = claim()
    assert RULES.legal_moves(state, C) == (Buy("9h"), Pass())
    assert [str(move) for move in RULES.legal_moves(RULES.view(state, C), C)] == ["buy 9h", "pass"]
    assert "9h" in hand(RULES.apply(state, Buy("9h"), C), C).split()


@pytest.mark.parametrize("card", ["7h", "Kd", "9d", "Jk", "9s"])
def test_a_purchase_that_comes_late_buys_nothing_and_names_both_cards(card):
    """SR-022: also of the card beneath, of the same rank, of a joker."""
    state = claim()
    refusal = why(state, Buy(card), C)
    assert (refusal.reason, refusal.rule) == (Reason.NO_MATCH, "SR-022")
    assert card in refusal.text
    assert "9h" in refusal.text
    assert pile(state) == "Kd 9h"


def test_a_purchase_sent_twice_buys_once():
    """The second one arrives when the same player is asked about the next card."""
    rules = ShanghaiRummy(players=4)
    match = Match(
        rules,
        state=rules.position(hands=["2c", "3c 6h", "2d Th", "4c 5c"], turn=B, discard="7h", stock="Ks 8s 7s Qs Qd Qh"),
    )
    for line in ("1 draw", "2 buy 7h", "1 discard 6h", "2 take", "2 discard Th", "3 draw", "0 pass", "1 pass"):
        seat, code = line.split(maxsplit=1)
        match.play(code, int(seat))
    match.play("discard 4c", D)
    match.play("draw", A)
    match.play("pass", B)
    assert match.state.claimant == C
    with pytest.raises(IllegalMove, match=r"7h.*4c"):
        match.play("buy 7h", C)
    assert match.state.buys[C] == 1


@pytest.mark.parametrize("card", ["9h", "7h"])
@pytest.mark.parametrize("phase", ["draw", "claim", "play"])
def test_who_is_down_is_told_so(phase, card):
    """SR-028, in every phase of a turn of others, whatever card it asks for."""
    melds = [(D, "4c 4d 4h"), (D, "Js Jd Jc")]
    state = at("2c", "3c 6h", "2d Th", "5c 5d", turn=B, discard="Kd 9h", stock="Ks 8s 7s", melds=melds)
    state = play(state, *{"draw": (), "claim": ("1 draw",), "play": ("1 draw", "2 pass")}[phase])
    assert state.phase == phase
    refusal = why(state, Buy(card), D)
    assert (refusal.reason, refusal.rule) == (Reason.NOT_AN_ACTOR, "SR-028")
    assert "3" in refusal.text


@pytest.mark.parametrize("max_buys", [0, 1, 3, 5])
def test_who_has_bought_as_often_as_it_may_is_told_so(max_buys):
    """SR-025, SR-A18: the number of the option."""
    rules = ShanghaiRummy(max_buys=max_buys)
    state = at(
        "2c", "3c 6h", "2d Th", "5c 5d", rules=rules, turn=B, discard="9h", stock="Ks 8s 7s", buys=[0, 0, 0, max_buys]
    )
    refusal = why(state, Buy("9h"), D, rules)
    assert (refusal.reason, refusal.rule) == (Reason.NOT_AN_ACTOR, "SR-025")
    assert f"{max_buys} times" in refusal.text


def test_down_comes_before_the_number_of_purchases():
    state = claim(melds=[(D, "4d 4h 4s"), (D, "Js Jd Jc")], buys=[0, 0, 0, 3])
    assert why(state, Buy("9h"), D).rule == "SR-028"


def test_whoever_only_waits_is_told_who_can_move():
    """SK-05: D may buy, but C is asked first; B is on turn and waits."""
    state = claim()
    for player in (B, D):
        refusal = why(state, Buy("9h"), player)
        assert (refusal.reason, refusal.rule) == (Reason.NOT_AN_ACTOR, "SK-05")
        assert "player 2 may" in refusal.text


def test_what_is_said_out_of_turn_rests_on_what_all_know():
    """The same sentence for another hand and another stock."""
    melds = [(D, "4c 4d 4h"), (D, "Js Jd Jc")]
    state = at("2c", "3c 6h", "2d Th", "9d 9s", turn=B, discard="9h", stock="Ks 8s", melds=melds)
    other = at("2d", "3d 6h", "2c Td", "5c 5d", turn=B, discard="9h", stock="7s As", melds=melds)
    for player in (A, C, D):
        assert RULES.refusal(state, Buy("9h"), player) == RULES.refusal(other, Buy("9h"), player)


def test_on_the_own_turn_and_between_rounds_other_rules_speak():
    """SR-A19, SR-A11, SR-040."""
    state = at("2c", "3c 6h", turn=A, discard="9h", stock="Ks 8s", buys=[3, 0, 0, 0])
    assert why(state, Buy("9h"), A).rule == "SR-A19"
    state = play(state, "0 take")
    assert why(state, Buy("9h"), A).rule == "SR-A11"


def test_a_bare_purchase_is_no_move_for_a_running_match():
    """Nobody knows which card it means."""
    with pytest.raises(NotationError, match="card"):
        RULES.parse("buy")
    with pytest.raises(NotationError, match="card"):
        RULES.move_from_json({"move": "buy"})
    rules = ShanghaiRummy()
    match = Match(rules, state=claim())
    with pytest.raises(NotationError):
        match.play("buy", C)


def test_a_bare_purchase_of_an_old_record_means_the_card_that_lay_there():
    state = claim()
    assert RULES.parse("buy", state) == RULES.move_from_json({"move": "buy"}, state) == Buy("9h")
    assert RULES.parse("buy 7h", state) == RULES.move_from_json({"move": "buy", "card": "7h"}, state) == Buy("7h")
    assert RULES.parse("pass", state) == Pass()
    empty = at("2c", phase="play", discard="", stock="2d")
    for read in (lambda: RULES.parse("buy", empty), lambda: RULES.move_from_json({"move": "buy"}, empty)):
        with pytest.raises(NotationError):
            read()


def old_and_new():
    """A record with two purchases, as it was written once and as it is written now."""
    rules = ShanghaiRummy(players=3)
    start = rules.position(hands=["2c 4c", "3c 6h", "2d Th"], discard="9h", stock="Ks 8s 7s 6s 5s 4s")
    match = Match(rules, state=start)
    for line in ("0 draw", "1 buy 9h", "0 discard 4c", "1 draw", "2 buy 4c", "1 discard 3c", "2 take"):
        seat, code = line.split(maxsplit=1)
        match.play(code, int(seat))
    new = Record.of(match)
    data = json.loads(new.to_json())
    data["moves"] = [code[:5] if code[2:5] == "buy" else code for code in data["moves"]]
    assert data["moves"][1] == "1 buy"
    return data, new


def test_an_old_record_is_read():
    data, new = old_and_new()
    record = Record.from_json(json.dumps(data))
    assert record == new
    record.verify()
    assert record.resume().state == new.resume().state


def test_an_old_record_that_goes_wrong_says_where():
    data, _ = old_and_new()
    wrong = {**data, "moves": ["0 discard 2c", *data["moves"]]}  # the purchase comes after a move that is none
    with pytest.raises(RecordError, match=r"3.*buy"):
        Record.from_json(json.dumps(wrong))
    wrong = {**data, "moves": [*data["moves"], "2 buys"]}
    with pytest.raises(RecordError, match="buys"):
        Record.from_json(json.dumps(wrong))
