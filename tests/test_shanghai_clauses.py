"""Every clause of the source of Shanghai Rummy, SR-001 to SR-049: its scenario, its other side, its boundary.

Four players A, B, C, D (seats 0 to 3), A to move, the default options, unless a test says otherwise.
Where a scenario in clauses.md is made more precise by the final decisions (rulings.md, section 6), the test says so.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
import pytest

from shanghai_table import (
    RULES,
    at,
    buy_or_pass,
    discards,
    everything,
    hand,
    moves,
    pile,
    play,
    read,
    refused,
    stock,
    table,
    these,
    told,
)
from shedkit.core.cards import BACK, codes
from shedkit.core.errors import ConfigurationError, NotationError, PositionError
from shedkit.games.shanghai_rummy import Deal, Discard, DrawStock, ShanghaiRummy, ShanghaiState

A, B, C, D = range(4)
CONTRACTS = [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)]
"""Sets and runs of the seven rounds, as the source prints them."""
POINTS = {"A": 20, **dict.fromkeys("89TJQK", 10), **dict.fromkeys("234567", 5), "Jk": 50}
"""What a card costs, as the source prints it, by the first letter of its code."""
TWO_SETS = "4c 4d 4h Js Jd Jc 2c 3d 9h Ks 7c 8d Qh"
"""A hand of 13 cards with exactly the contract of round 1."""


def changed(before, after):
    """Which parts of a position a move has changed."""
    return {
        field.name for field in attrs.fields(ShanghaiState) if getattr(before, field.name) != getattr(after, field.name)
    }


def sizes(state):
    return [len(hand) for hand in state.hands]


def less(text, *gone):
    """A hand without the cards that went."""
    left = text.split()
    for card in " ".join(gone).split():
        left.remove(card)
    return Counter(left)


def holds(state, player=A):
    return Counter(hand(state, player).split())


def worth(text):
    """The points of cards, by the printed table."""
    return sum(POINTS["Jk" if code == "Jk" else code[0]] for code in text.split())


def laid_by(player, *sets_and_runs):
    return [(player, code) for code in sets_and_runs]


def throw(state, rules=RULES):
    """The state after the player on turn has discarded its first card that may go."""
    player = state.turn
    return play(state, f"{player} {min(moves(state, player, rules) & discards(hand(state, player)))}", rules=rules)


def draw(state, rules=RULES):
    """The state after the player on turn has drawn from the stock and nobody has bought."""
    state = play(state, f"{state.turn} draw", rules=rules)
    while state.phase == "claim":
        state = play(state, f"{state.claimant} pass", rules=rules)
    return state


# --- setup


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_sr_001_two_to_six_play(players):
    """SR-001."""
    rules = ShanghaiRummy(players=players)
    state = rules.deal(seed=1)
    assert len(state.hands) == len(state.down) == len(state.buys) == players
    assert rules.actors(state) == (0,)
    assert rules.legal_moves(state, players - 1) == ()
    state = play(state, "0 take", rules=rules)
    for seat in range(1, players):  # the turn goes round all of them
        state = throw(state, rules)
        assert rules.actors(state) == (seat,)
        state = play(state, f"{seat} take", rules=rules)
    assert rules.actors(throw(state, rules)) == (0,)


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 8])
def test_sr_001_no_fewer_and_no_more(players):
    """SR-001."""
    with pytest.raises(ConfigurationError) as caught:
        ShanghaiRummy(players=players)
    assert caught.value.option == "players"


def test_sr_001_a_seat_beyond_the_last_has_no_moves():
    """SR-001."""
    state = RULES.deal(seed=1)
    assert RULES.refusal(state, DrawStock(), 4).reason.value == "no-such-player"


def test_sr_002_two_packs_and_four_jokers():
    """SR-002."""
    deck = Counter(map(str, RULES.deck))
    assert deck == {**{rank + suit: 2 for rank in "23456789TJQKA" for suit in "cdhs"}, "Jk": 4}
    assert deck.total() == 108


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_sr_002_the_same_deck_for_any_number_of_players(players):
    """SR-002, SR-A02."""
    rules = ShanghaiRummy(players=players)
    assert rules.deck == RULES.deck
    assert everything(rules.deal(seed=players)) == Counter(map(str, RULES.deck))


def test_sr_002_a_third_copy_and_a_fifth_joker_are_not_in_the_game():
    """SR-002."""
    with pytest.raises(PositionError):
        at("9h 9h 9h")
    with pytest.raises(PositionError):
        at("Jk Jk Jk", "Jk Jk")
    at("9h 9h", "Jk Jk Jk Jk")


def test_sr_003_six_times_twelve_cards():
    """SR-003."""
    rules = ShanghaiRummy(players=6, initial_upcard=False)
    state = rules.deal(seed=3)
    assert sizes(state) == [12] * 6
    assert (len(state.stock), len(state.discard)) == (36, 0)


@pytest.mark.parametrize(("players", "left"), [(2, 83), (3, 71), (4, 59), (5, 47), (6, 35)])
def test_sr_003_twelve_each_and_one_turned_up(players, left):
    """SR-003, SR-A03: the pile begins with one card."""
    state = ShanghaiRummy(players=players).deal(seed=3)
    assert sizes(state) == [12] * players
    assert (len(state.stock), len(state.discard), state.removed, state.melds) == (left, 1, (), ())
    assert (state.phase, state.turn, state.down, state.buys) == ("draw", 0, (False,) * players, (0,) * players)


@pytest.mark.parametrize("round", [2, 7])
def test_sr_003_twelve_again_in_each_round(round):
    """SR-003, SR-A50: what rises from round to round is the contract, not the number of cards dealt."""
    state = play(at("2c", phase="play", round=round - 1), "0 discard 2c", "0 deal")
    assert sizes(state) == [12] * 4
    assert (len(state.stock), len(state.discard)) == (59, 1)


@pytest.mark.parametrize("dealer", [None, 0, 1, 2])
def test_sr_004_the_cards_are_dealt_one_after_the_other(dealer):
    """SR-004: by default the last of three deals and A gets the first card; otherwise the seat after the dealer."""
    rules = ShanghaiRummy(players=3, first_dealer=dealer)
    order = list(RULES.deck)
    Random(4).shuffle(order)
    state = rules.deal(order=order)
    first = 0 if dealer is None else (dealer + 1) % 3
    for i in range(3):
        assert Counter(state.hands[(first + i) % 3]) == Counter(order[i:36:3])
    assert state.discard == (order[36],)
    assert state.stock == tuple(order[37:])
    assert (state.turn, state.round.dealer) == (first, (first - 1) % 3)


def test_sr_004_without_an_upcard_the_next_card_is_the_first_of_the_stock():
    """SR-004, SR-A03."""
    order = list(RULES.deck)
    Random(5).shuffle(order)
    state = ShanghaiRummy(players=3, initial_upcard=False).deal(order=order)
    assert Counter(state.hands[0]) == Counter(order[:36:3])
    assert state.discard == ()
    assert state.stock == tuple(order[36:])


def test_sr_005_seven_contracts_in_fixed_order():
    """SR-005."""
    assert RULES.rounds == 7
    seen = []
    state = RULES.deal(seed=5)
    for number in range(1, 8):
        seen.append((state.contract.sets, state.contract.runs))
        assert (state.round.number, state.phase) == (number, "draw")
        over = at("2c", "3c 3c", phase="play", round=number, dealer=state.round.dealer)
        over = play(over, "0 discard 2c")
        assert over.phase == "over"
        if number < 7:
            dealer = (state.round.dealer + 1) % 4
            assert RULES.actors(over) == (dealer,)
            state = play(over, f"{dealer} deal")
    assert seen == CONTRACTS
    assert RULES.actors(over) == ()
    assert RULES.outcome(over) is not None


def test_sr_005_nobody_repeats_a_contract():
    """SR-005, SR-A45: B, who never laid the contract of round 1, has that of round 2 now, and only that one."""
    state = play(at("2c", "3c", phase="play"), "0 discard 2c", "0 deal")
    assert not any(state.down)
    two_sets = at("3c", TWO_SETS, turn=1, phase="play", round=2)
    assert moves(two_sets, B) == discards(TWO_SETS)
    assert these("lay 4c 4d 4h") < moves(at("3c", TWO_SETS, turn=1, phase="play", round=1), B)


def lays_exactly(round, text, *melds, left):
    """The contract of a round is laid from a hand that has no other way, in this order."""
    state = at(text, phase="play", round=round)
    assert (state.contract.sets, state.contract.runs) == CONTRACTS[round - 1]
    assert moves(state) == discards(text) | these(*(f"lay {meld}" for meld in melds))
    for i, meld in enumerate(melds):
        if i:  # once begun, nothing but the rest
            assert moves(state) == these(*(f"lay {laid}" for laid in melds[i:]))
            assert refused(state, f"discard {left.split()[0]}") == "contract"
        assert state.down == (False,) * 4
        assert state.laid == i
        before, state = state, play(state, f"0 lay {meld}")
        assert changed(before, state) <= {"hands", "melds", "down", "laid"}
    assert state.down == (True, False, False, False)
    assert holds(state) == Counter(left.split())
    assert Counter(table(state)) == Counter((A, str(RULES.parse(f"lay {meld}").meld)) for meld in melds)
    assert (state.phase, state.turn, RULES.actors(state)) == ("play", A, (A,))
    assert discards(left) <= moves(state)
    return state


def test_sr_006_round_1_two_sets():
    """SR-006."""
    lays_exactly(1, TWO_SETS, "4c 4d 4h", "Js Jd Jc", left="2c 3d 9h Ks 7c 8d Qh")


def test_sr_006_after_the_draw():
    """SR-006, SR-A11: the Qh comes first, and before it nothing is laid."""
    state = at(TWO_SETS.removesuffix(" Qh"), stock="Qh 5c", discard="", turn=0)
    assert moves(state) == {"draw"}
    assert refused(state, "lay 4c 4d 4h") == "wrong-phase"
    state = play(state, "0 draw")
    assert holds(state) == Counter(TWO_SETS.split())
    assert moves(state) == discards(TWO_SETS) | these("lay 4c 4d 4h", "lay Js Jd Jc")


def test_sr_006_after_one_set_nothing_but_the_second():
    """SR-006: no discard, no lay-off, no exchange, no turn of others."""
    melds = laid_by(B, "6s 7s Jk=8s 9s", "5c 5d 5s")
    state = play(at(TWO_SETS + " 5h 8s", phase="play", melds=melds), "0 lay Js Jd Jc")
    assert moves(state) == these("lay 4c 4d 4h")
    for code in ("discard 2c", "discard 4c", "lay-off 5h 1", "swap 8s 0 3", "draw", "take", "buy", "pass"):
        refused(state, code)
    assert RULES.actors(state) == (A,)
    assert not state.down[A]


def test_sr_006_a_run_is_no_set():
    """SR-006."""
    text = "4c 4d 4h 5s 6s 7s 8s Kd Kc 2c 3d 9h Qh"
    state = at(text, phase="play", round=1)
    assert moves(state) == discards(text)
    assert refused(state, "lay 5s 6s 7s 8s") == "contract"
    refused(state, "lay 4c 4d 4h")


def test_sr_007_round_2_a_set_and_a_run():
    """SR-007."""
    lays_exactly(2, "4c 4d 4h 5s 6s 7s 8s Kd Kc 2c 3d 9h Qh", "4c 4d 4h", "5s 6s 7s 8s", left="Kd Kc 2c 3d 9h Qh")


def test_sr_007_no_second_set_in_place_of_the_run():
    """SR-007."""
    text = "4c 4d 4h 5s 6s 7s 8s Kd Kc Ks 2c 3d Qh"
    state = at(text, phase="play", round=2)
    assert moves(state) == discards(text) | these("lay 4c 4d 4h", "lay Kc Kd Ks", "lay 5s 6s 7s 8s")
    state = play(state, "0 lay 4c 4d 4h")
    assert moves(state) == these("lay 5s 6s 7s 8s")
    assert refused(state, "lay Kc Kd Ks") == "contract"
    state = play(state, "0 lay 5s 6s 7s 8s")
    assert state.down[A]
    assert refused(state, "lay Kc Kd Ks") == "contract"  # nor a third meld (SR-A27)


def test_sr_007_the_run_comes_first_as_well():
    """SR-007: the order of the melds is free."""
    state = at("4c 4d 4h 5s 6s 7s 8s 2c", phase="play", round=2)
    state = play(state, "0 lay 5s 6s 7s 8s")
    assert moves(state) == these("lay 4c 4d 4h")
    state = play(state, "0 lay 4c 4d 4h")
    assert table(state) == [(A, "5s 6s 7s 8s"), (A, "4c 4d 4h")]
    assert state.down[A]


@pytest.mark.parametrize("text", ["4c 4d 4h Ks Kd Kc 5s 6s 7s 9s", "4c 4d 5s 6s 7s 8s 9s Ts", "4c 4d 4h 5s 6s 7s"])
def test_sr_007_two_sets_or_two_runs_will_not_do(text):
    """SR-007: nor does a run that lacks one card."""
    assert moves(at(text, phase="play", round=2)) == discards(text)


def test_sr_008_round_3_two_runs():
    """SR-008."""
    runs = "5s 6s 7s 8s", "9d Td Jd Qd"
    lays_exactly(3, "5s 6s 7s 8s 9d Td Jd Qd 2c 2d 4h Kc Ah", *runs, left="2c 2d 4h Kc Ah")


@pytest.mark.parametrize("card", ["Qc", "Kd", "9s", "Td"])
def test_sr_008_a_run_that_lacks_one_card(card):
    """SR-008."""
    text = f"5s 6s 7s 8s 9d Td Jd 2c 2d 4h Kc Ah {card}"
    assert moves(at(text, phase="play", round=3)) == discards(text)


@pytest.mark.parametrize(("card", "run"), [("Qd", "9d Td Jd Qd"), ("8d", "8d 9d Td Jd"), ("Jk", "9d Td Jd Jk=Qd")])
def test_sr_008_the_card_that_completes_it(card, run):
    """SR-008."""
    text = f"5s 6s 7s 8s 9d Td Jd 2c 2d 4h Kc Ah {card}"
    assert these("lay 5s 6s 7s 8s", f"lay {run}") < moves(at(text, phase="play", round=3))


def test_sr_008_two_equal_runs():
    """SR-008, SR-A28: two packs make the same run twice."""
    state = at("5s 5s 6s 6s 7s 7s 8s 8s 2c", phase="play", round=3)
    assert moves(state) == these("lay 5s 6s 7s 8s") | discards("5s 6s 7s 8s 2c")
    state = play(state, "0 lay 5s 6s 7s 8s")
    assert moves(state) == these("lay 5s 6s 7s 8s")
    assert table(play(state, "0 lay 5s 6s 7s 8s")) == [(A, "5s 6s 7s 8s")] * 2


def test_sr_009_round_4_three_sets():
    """SR-009."""
    sets = "4c 4d 4h", "Js Jd Jc", "7c 7d 7s"
    lays_exactly(4, "4c 4d 4h Js Jd Jc 7c 7d 7s 2c 9h Ks 8d", *sets, left="2c 9h Ks 8d")


def test_sr_009_with_two_sets_nothing_is_laid():
    """SR-009."""
    text = "4c 4d 4h Js Jd Jc 7c 7d 6s 2c 9h Ks 8d"
    state = at(text, phase="play", round=4)
    assert moves(state) == discards(text)
    assert refused(state, "lay 4c 4d 4h") == "contract"
    assert refused(state, "lay Js Jd Jc") == "contract"


def test_sr_010_round_5_two_sets_and_a_run():
    """SR-010."""
    melds = "4c 4d 4h", "Js Jd Jc", "5s 6s 7s 8s"
    lays_exactly(5, "4c 4d 4h Js Jd Jc 5s 6s 7s 8s 2c 9h Kd", *melds, left="2c 9h Kd")


def test_sr_010_not_one_set_and_two_runs():
    """SR-010."""
    text = "5s 6s 7s 8s 9d Td Jd Qd 4c 4d 4h 2c Kh"
    assert moves(at(text, phase="play", round=5)) == discards(text)


def test_sr_011_round_6_two_runs_and_a_set():
    """SR-011."""
    melds = "5s 6s 7s 8s", "9d Td Jd Qd", "4c 4d 4h"
    lays_exactly(6, "5s 6s 7s 8s 9d Td Jd Qd 4c 4d 4h 2c Kh", *melds, left="2c Kh")


def test_sr_011_not_two_sets_and_a_run():
    """SR-011."""
    text = "4c 4d 4h Js Jd Jc 5s 6s 7s 8s 2c 9h Kd"
    assert moves(at(text, phase="play", round=6)) == discards(text)


def test_sr_012_round_7_three_runs():
    """SR-012."""
    melds = "5s 6s 7s 8s", "9d Td Jd Qd", "2c 3c 4c 5c"
    state = lays_exactly(7, "5s 6s 7s 8s 9d Td Jd Qd 2c 3c 4c 5c Kh", *melds, left="Kh")
    assert play(state, "0 discard Kh").phase == "over"  # SR-A42: out in the very turn, SR-A43: with a discard


def test_sr_012_two_runs_will_not_do():
    """SR-012."""
    text = "5s 6s 7s 8s 9d Td Jd Qd 2c 3c 4c 6c Kh"
    assert moves(at(text, phase="play", round=7)) == discards(text)


def test_sr_013_the_cards_needed_rise_by_one():
    """SR-013."""
    assert [contract.cards for contract in RULES.contracts] == [6, 7, 8, 9, 10, 11, 12]
    assert [3 * contract.sets + 4 * contract.runs for contract in RULES.contracts] == [6, 7, 8, 9, 10, 11, 12]
    assert [(contract.sets, contract.runs) for contract in RULES.contracts] == CONTRACTS


FULL = [
    ("4c 4d 4h", "Js Jd Jc"),
    ("4c 4d 4h", "5s 6s 7s 8s"),
    ("5s 6s 7s 8s", "9d Td Jd Qd"),
    ("4c 4d 4h", "Js Jd Jc", "7c 7d 7s"),
    ("4c 4d 4h", "Js Jd Jc", "5s 6s 7s 8s"),
    ("5s 6s 7s 8s", "9d Td Jd Qd", "4c 4d 4h"),
    ("5s 6s 7s 8s", "9d Td Jd Qd", "2c 3c 4c 5c"),
]


@pytest.mark.parametrize("round", range(1, 8))
def test_sr_013_each_contract_takes_as_many_cards_from_the_hand(round):
    """SR-013, SR-A41: from a hand of just so many cards the last meld goes out; with one card fewer nothing is laid."""
    melds = FULL[round - 1]
    text = " ".join(melds)
    assert len(text.split()) == round + 5
    state = at(text, phase="play", round=round)
    state = play(state, *(f"0 lay {meld}" for meld in melds))
    assert (state.phase, hand(state)) == ("over", "")
    short = text.rsplit(" ", 1)[0]
    assert moves(at(short, phase="play", round=round)) == discards(short)


def test_sr_014_a_set_has_one_rank():
    """SR-014."""
    state = at("4c 4d 5h Js Jd Jc 4s 4h 5s 2c", phase="play")
    assert refused(state, "lay 4c 4d 5h") == "no-meld"
    assert these("lay 4c 4d 4h", "lay 4c 4d 4s", "lay Jc Jd Js") < moves(state)


@pytest.mark.parametrize("meld", ["4c 4d", "4c 4d 4h 4s", "4c 4d Jh", "Js Jd 4c"])
def test_sr_014_exactly_three_of_one_rank(meld):
    """SR-014, SR-A26."""
    state = at("4c 4d 4h 4s Js Jd Jc Jh 2c", phase="play")
    refused(state, f"lay {meld}")


def test_sr_014_any_suits_and_twins():
    """SR-014, SR-A23."""
    state = at("4c 4c 4d 4d Js Js Jh 9h", phase="play")
    assert moves(state) == discards("4c 4d Js Jh 9h") | these("lay 4c 4c 4d", "lay 4c 4d 4d", "lay Jh Js Js")
    state = play(state, "0 lay 4c 4c 4d")
    assert moves(state) == these("lay Jh Js Js")
    assert holds(state) == Counter(["4d", "Js", "Js", "Jh", "9h"])


def test_sr_014_every_rank_makes_a_set():
    """SR-014."""
    for rank in "23456789TJQKA":
        other = "5c 5d 5s" if rank != "5" else "9c 9d 9s"
        state = at(f"{rank}c {rank}d {rank}s {other} 2h", phase="play")
        assert these(f"lay {rank}c {rank}d {rank}s") < moves(state)


def test_sr_015_a_run_has_no_gap_and_four_cards():
    """SR-015."""
    text = "5s 6s 8s 9s 9d Td Jd Qd 2c"
    state = at(text, phase="play", round=3)
    assert refused(state, "lay 5s 6s 8s 9s") == "no-meld"
    assert moves(state) == discards(text)
    state = at("5s 6s 7s 8s 9s 9d Td Jd Qd 2c", phase="play", round=3)
    refused(state, "lay 5s 6s 8s 9s")
    refused(state, "lay 5s 6s 7s")
    refused(state, "lay 5s 6s 7s 8s 9s")  # SR-A26: what goes beyond is laid off
    assert moves(state) == discards("5s 6s 7s 8s 9s 9d Td Jd Qd 2c") | these(
        "lay 5s 6s 7s 8s", "lay 6s 7s 8s 9s", "lay 9d Td Jd Qd"
    )


@pytest.mark.parametrize("meld", ["5s 6s 7s 8d", "5s 6d 7s 8d", "5s 6s 7s 7s"])
def test_sr_015_a_run_has_one_suit_and_no_card_twice(meld):
    """SR-015, SR-A22."""
    text = f"{meld} 9d Td Jd Qd 2c"
    state = at(text, phase="play", round=3)
    assert moves(state) == discards(text)
    refused(state, f"lay {meld}")


def test_sr_015_runs_at_the_ends_of_the_ranks():
    """SR-015, SR-A24, SR-A25: the ace lies below the two or above the king, not between them."""
    runs = ["A234", "2345", "3456", "4567", "5678", "6789", "789T", "89TJ", "9TJQ", "TJQK", "JQKA"]
    for run in runs:
        meld = " ".join(f"{rank}s" for rank in run)
        state = at(f"{meld} 9d Td Jd Qd 2c", phase="play", round=3)
        assert moves(state) == discards(f"{meld} 9d Td Jd Qd 2c") | these(f"lay {meld}", "lay 9d Td Jd Qd")
    for run in ["QKA2", "KA23"]:
        text = " ".join(f"{rank}s" for rank in run) + " 9d Td Jd Qd 2c"
        assert moves(at(text, phase="play", round=3)) == discards(text)


# --- turn


def test_sr_016_a_turn_opens_with_a_card_from_the_stock():
    """SR-016: no pile, so nobody is asked."""
    text = "4c 4d 4h Js Jd Jc 2c 3d 9h Ks 7c 8d"
    state = at(text, stock="Kd 3c")
    assert moves(state) == {"draw"}
    after = play(state, "0 draw")
    assert holds(after) == Counter([*text.split(), "Kd"])
    assert stock(after) == "3c"
    assert changed(state, after) == {"hands", "stock", "phase"}
    assert (after.phase, RULES.actors(after)) == ("play", (A,))


@pytest.mark.parametrize(
    "facts",
    [
        {"down": [False, True, True, True]},
        {"buys": [0, 3, 3, 3]},
        {"down": [False, True, False, True], "buys": [0, 0, 3, 0]},
    ],
)
def test_sr_016_with_no_buyer_the_card_comes_at_once(facts):
    """SR-016: a pile lies there, but nobody may buy."""
    state = at("2c 5h", stock="Kd 3c", discard="9h", **facts)
    after = play(state, "0 draw")
    assert changed(state, after) == {"hands", "stock", "phase"}
    assert (holds(after), stock(after), pile(after)) == (Counter(["2c", "5h", "Kd"]), "3c", "9h")


def test_sr_016_with_buyers_the_card_comes_after_they_were_asked():
    """SR-016, SR-A11."""
    state = at("2c 5h", stock="Kd 3c", discard="9h")
    after = play(state, "0 draw")
    assert changed(state, after) == {"phase", "claimant"}
    assert (after.phase, after.claimant, after.turn, RULES.actors(after)) == ("claim", B, A, (B,))
    after = draw(state)
    assert changed(state, after) == {"hands", "stock", "phase"}
    assert (holds(after), stock(after), pile(after)) == (Counter(["2c", "5h", "Kd"]), "3c", "9h")


@pytest.mark.parametrize("discard", ["", "9h"])
def test_sr_016_exactly_one_card(discard):
    """SR-016, SR-A05: nothing comes before the draw, and no second card after it."""
    state = at("2c 5h", stock="Kd 3c", discard=discard)
    assert refused(state, "discard 2c") == "wrong-phase"
    assert moves(state) == ({"draw", "take"} if discard else {"draw"})
    after = draw(state)
    assert moves(after) == discards("2c 5h Kd")
    assert refused(after, "draw") == "wrong-phase"
    assert refused(after, "take") == "wrong-phase"


def test_sr_016_only_on_the_own_turn():
    """SR-016."""
    state = at("2c 5h", stock="Kd 3c", discard="9h")
    for player in (B, C, D):
        assert refused(state, "draw", player) == "not-an-actor"
        assert refused(state, "take", player) == "not-an-actor"
        assert moves(state, player) == set()


def test_sr_016_the_stock_gives_its_first_card():
    """SR-016: turn by turn in the order in which it lies."""
    state = at("2c", stock="Kd 3c 5c 8h", buys=[3] * 4)
    state = play(state, "0 draw", "0 discard Kd", "1 draw", "1 discard 3c", "2 draw", "2 discard 5c", "3 draw")
    assert [hand(state, player) for player in range(4)] == ["2c", "6h", "Th", "8h Th"]
    assert (stock(state), pile(state)) == ("", "Kd 3c 5c")


def test_sr_016_an_empty_stock():
    """SR-016, SR-A16: the discards but the top are shuffled; without them the top must be taken; without that no draw."""
    state = at("2c", stock="", discard="Qc Ks 9h", buys=[3] * 4)
    assert moves(state) == {"draw", "take"}
    after = play(state, "0 draw")
    assert (len(after.stock), pile(after)) == (1, "9h")
    assert {*hand(after).split(), stock(after)} == {"2c", "Qc", "Ks"}
    state = at("2c", stock="", discard="9h")
    assert moves(state) == {"take"}
    assert refused(state, "draw") == "empty-stock"
    state = play(at("2c 5c", "9s", stock="", discard="", phase="play"), "0 discard 2c", "1 take", "1 discard 9s")
    assert moves(state, C) == {"take"}


def test_sr_017_the_discard_in_place_of_the_stock():
    """SR-017: the card beneath shows, the stock and the count of penalty cards stay, nobody is asked."""
    text = "4c 4d Js Jd Jc 2c 3d 9s Ks 7c 8d Qh"
    state = at(text, discard="9h 4h", stock="Kd 3c", buys=[1, 0, 2, 0])
    after = play(state, "0 take")
    assert holds(after) == Counter([*text.split(), "4h"])
    assert (stock(after), pile(after), after.buys) == ("Kd 3c", "9h", (1, 0, 2, 0))
    assert changed(state, after) == {"hands", "discard", "phase", "taken"}
    assert (after.phase, after.claimant, RULES.actors(after)) == ("play", None, (A,))


def test_sr_017_only_the_top_card():
    """SR-017: the card beneath is not to be had afterwards."""
    state = play(at("2c 5h", discard="9h 4h", stock="Kd 3c"), "0 take")
    assert moves(state) == discards("2c 5h")
    assert refused(state, "take") == "wrong-phase"
    assert refused(state, "draw") == "wrong-phase"
    for player in (B, C, D):
        assert refused(state, "buy", player) == "not-an-actor"


def test_sr_017_there_must_be_a_pile():
    """SR-017."""
    state = at("2c", stock="Kd 3c")
    assert refused(state, "take") == "empty-pile"


def test_sr_017_free_of_need():
    """SR-017, SR-A06: the card need not fit, it may stay in the hand; but it does not go back at once (SR-A07)."""
    state = play(at("2c 5h", discard="9h 4h", stock="Kd 3c"), "0 take")
    assert refused(state, "discard 4h") == "just-taken"
    state = play(state, "0 discard 2c")
    assert (hand(state), pile(state), state.turn, state.taken) == ("4h 5h", "9h 2c", B, None)


def test_sr_017_a_twin_of_the_card_taken_may_go():
    """SR-017, SR-A07."""
    state = play(at("4h 5h", discard="9h 4h", stock="Kd 3c"), "0 take")
    assert moves(state) == discards("4h 5h")
    state = play(state, "0 discard 4h")
    assert (hand(state), pile(state), state.turn) == ("4h 5h", "9h 4h", B)


def test_sr_017_a_twin_of_the_card_taken_is_laid_off():
    """SR-017, SR-A07, section 6: the other of the two may go."""
    state = at("9s 5h", discard="9s", stock="Kd 3c", melds=laid_by(A, "5s 6s 7s 8s"))
    state = play(state, "0 take", "0 lay-off 9s 0 high")
    assert moves(state) == discards("9s 5h")
    assert pile(play(state, "0 discard 9s")) == "9s"


def test_sr_017_the_card_taken_may_go_as_the_only_one():
    """SR-017, SR-A07, section 6: or the turn could not be ended."""
    melds = laid_by(A, "5s 6s 7s 8s")
    state = play(at("9s", discard="Qc 4h", stock="Kd 3c", melds=melds), "0 take")
    assert moves(state) == these("lay-off 9s 0 high", "discard 9s")
    state = play(state, "0 lay-off 9s 0 high")
    assert moves(state) == {"discard 4h"}
    assert play(state, "0 discard 4h").phase == "over"


def test_sr_018_the_card_taken_is_laid_in_the_same_turn():
    """SR-018."""
    text = "4c 4d Js Jd Jc 2c 3d 9h Ks 7c 8d Qh"
    state = at(text, discard="4h", stock="Kd 3c")
    state = play(state, "0 take")
    assert moves(state) == discards(text) | these("lay 4c 4d 4h", "lay Js Jd Jc")
    state = play(state, "0 lay 4c 4d 4h", "0 lay Js Jd Jc")
    assert table(state) == [(A, "4c 4d 4h"), (A, "Jc Jd Js")]
    assert state.down == (True, False, False, False)
    assert holds(state) == less(text, "4c 4d Js Jd Jc")
    assert (stock(state), pile(state)) == ("Kd 3c", "")


def test_sr_018_the_card_taken_is_laid_off_in_the_same_turn():
    """SR-018."""
    state = at("2c 5h", discard="9h 9s", stock="Kd 3c", melds=laid_by(A, "5s 6s 7s 8s"))
    state = play(state, "0 take", "0 lay-off 9s 0 high")
    assert (hand(state), pile(state), table(state)) == ("2c 5h", "9h", [(A, "5s 6s 7s 8s 9s")])
    assert moves(state) == discards("2c 5h")


def test_sr_019_an_incomplete_contract_gives_no_right():
    """SR-019."""
    text = "4c 4d 4h Js Jd Jc 7c 7d 2c 9h Ks 8d"
    state = draw(at(text, stock="Qh 5c", round=4))
    assert moves(state) == discards(text + " Qh")
    for meld in ("4c 4d 4h", "Js Jd Jc"):
        assert refused(state, f"lay {meld}") == "contract"
    assert refused(state, "lay 7c 7d Qh") == "no-meld"


def test_sr_019_the_card_drawn_completes_it():
    """SR-019."""
    text = "4c 4d 4h Js Jd Jc 7c 7d 2c 9h Ks 8d"
    state = draw(at(text, stock="7h 5c", round=4))
    assert moves(state) == discards(text + " 7h") | these("lay 4c 4d 4h", "lay Js Jd Jc", "lay 7c 7d 7h")


def test_sr_019_one_card_does_not_serve_in_two_melds():
    """SR-019, section 6: the rest of the contract must be there, by an exact test."""
    text = "5s 5d 5h 6s 7s 8s 2c 3d"
    assert moves(at(text, phase="play", round=2)) == discards(text)
    state = at(text + " 5c", phase="play", round=2)
    assert moves(state) == discards(text + " 5c") | these("lay 5c 5d 5h", "lay 5s 6s 7s 8s")
    assert refused(state, "lay 5c 5d 5s") == "contract"
    state = play(state, "0 lay 5c 5d 5h", "0 lay 5s 6s 7s 8s")
    assert hand(state) == "2c 3d"


def test_sr_020_the_contract_melds_lie_on_the_table():
    """SR-020; by section 6 meld by meld, the contract laid with the last of them."""
    state = at(TWO_SETS, phase="play", discard="6s", stock="Kd 3c")
    begun = play(state, "0 lay 4c 4d 4h")
    assert table(begun) == [(A, "4c 4d 4h")]
    assert begun.down == (False, False, False, False)
    assert changed(state, begun) == {"hands", "melds", "laid"}
    after = play(begun, "0 lay Js Jd Jc")
    assert table(after) == [(A, "4c 4d 4h"), (A, "Jc Jd Js")]
    assert [laid.meld.kind for laid in after.melds] == ["set", "set"]
    assert after.down == (True, False, False, False)
    assert holds(after) == Counter(["2c", "3d", "9h", "Ks", "7c", "8d", "Qh"])
    assert changed(state, after) == {"hands", "melds", "laid", "down"}
    assert moves(after) == discards("2c 3d 9h Ks 7c 8d Qh")
    assert told(state, "lay 4c 4d 4h", A)[0] == "player 0 lays meld 0: 4c 4d 4h"
    assert "player 0 has laid the contract" not in told(state, "lay 4c 4d 4h", A)
    assert "player 0 has laid the contract" in told(begun, "lay Js Jd Jc", A)


def test_sr_020_new_melds_lie_beside_the_old():
    """SR-020: melds of others keep their numbers and owners."""
    state = at(TWO_SETS, phase="play", melds=laid_by(C, "9s Ts Js Qs"))
    state = play(state, "0 lay Jc Jd Js", "0 lay 4c 4d 4h")
    assert table(state) == [(C, "9s Ts Js Qs"), (A, "Jc Jd Js"), (A, "4c 4d 4h")]
    assert state.down == (True, False, True, False)


def test_sr_020_once_a_round():
    """SR-020, SR-A27: whoever has laid down lays no further meld, in this turn or a later one."""
    state = at("Ks Kd Kc 9c 9d 9h 2c", phase="play", melds=laid_by(A, "4c 4d 4h", "Js Jd Jc"), laid=2)
    assert moves(state) == discards("Ks Kd Kc 9c 9d 9h 2c")
    assert refused(state, "lay Kc Kd Ks") == "contract"
    later = at("Ks Kd Kc 9c 9d 9h 2c", phase="play", melds=laid_by(A, "4c 4d 4h", "Js Jd Jc"))
    assert moves(later) == discards("Ks Kd Kc 9c 9d 9h 2c")
    assert refused(later, "lay Kc Kd Ks") == "contract"


def test_sr_020_cards_that_are_not_held():
    """SR-020."""
    state = at(TWO_SETS, phase="play")
    assert refused(state, "lay 9c 9d 9h") == "card-not-held"
    assert refused(state, "lay 4c 4c 4d") == "card-twice"
    assert refused(state, "lay Js Jd Jk") == "card-not-held"


def test_sr_021_a_turn_ends_with_a_card_on_the_pile():
    """SR-021."""
    state = at(TWO_SETS, discard="6s", stock="Kd 3c", phase="play")
    after = play(state, "0 discard Ks")
    assert holds(after) == less(TWO_SETS, "Ks")
    assert (pile(after), stock(after)) == ("6s Ks", "Kd 3c")
    assert (after.turn, after.phase, RULES.actors(after)) == (B, "draw", (B,))
    assert moves(after, B) == {"draw", "take"}
    assert moves(after, A) == set()
    assert changed(state, after) == {"hands", "discard", "turn", "phase"}


@pytest.mark.parametrize("player", range(4))
def test_sr_021_the_next_seat_is_on_turn(player):
    """SR-021: clockwise, after the last the first."""
    hands = ["2c 5h", "6h 7h", "Th Qh", "Th Kh"]
    state = at(*hands, phase="play", turn=player)
    after = play(state, f"{player} discard {hands[player].split()[1]}")
    assert (after.turn, RULES.actors(after)) == ((player + 1) % 4, ((player + 1) % 4,))


def test_sr_021_any_card_of_the_hand_and_no_other():
    """SR-021, SR-A21: a joker goes, too; a turn does not end in another way (SR-A08)."""
    state = at("2c 2c Jk Ah", phase="play", discard="9h", stock="Kd 3c")
    assert moves(state) == discards("2c Jk Ah")
    assert refused(state, "discard 9h") == "card-not-held"
    assert refused(state, "pass") == "wrong-phase"
    after = play(state, "0 discard 2c")
    assert (hand(after), pile(after)) == ("2c Ah Jk", "9h 2c")
    assert pile(play(state, "0 discard Jk")) == "9h Jk"


# --- taking out of turn


def bought(rules=RULES, **facts):
    """A discarded 9h, B is on turn and does not want it: C is asked."""
    facts = {"discard": "9h", "stock": "Kd 3c 5c", "turn": B, **facts}
    return play(at("2c", "6h", "Th 2d", "Th", rules=rules, **facts), "1 draw", rules=rules)


def test_sr_022_a_discard_is_taken_out_of_turn():
    """SR-022: from A's discard on."""
    state = at("2c 9h", "6h 7h", "Th 2d", phase="play", stock="Kd 3c 5c")
    state = play(state, "0 discard 9h")
    assert moves(state, B) == {"draw", "take"}
    assert moves(state, C) == moves(state, D) == set()
    state = play(state, "1 draw")
    assert RULES.actors(state) == (C,)
    assert moves(state, C) == buy_or_pass(state)
    state = play(state, "2 buy")
    assert "9h" in hand(state, C).split()
    assert pile(state) == ""


def test_sr_022_the_player_on_turn_comes_first():
    """SR-022, SR-A10: if B takes it, nobody is asked."""
    state = at("2c", "6h 7h", "Th 2d", turn=B, discard="9h", stock="Kd 3c 5c")
    assert refused(state, "buy", C) == "not-an-actor"
    state = play(state, "1 take")
    assert hand(state, B) == "6h 7h 9h"
    assert RULES.actors(state) == (B,)
    assert refused(state, "buy", C) == "not-an-actor"


@pytest.mark.parametrize("turn", range(4))
def test_sr_022_clockwise_from_the_player_on_turn_without_the_discarder(turn):
    """SR-022, SR-A10, SR-A13: each is asked once, the one before the turn not at all, nor the player on turn."""
    state = at("2c", turn=turn, discard="9h", stock="Kd 3c 5c")
    state = play(state, f"{turn} draw")
    asked = []
    while state.phase == "claim":
        (claimant,) = RULES.actors(state)
        asked.append(claimant)
        assert moves(state, claimant) == buy_or_pass(state)
        for other in set(range(4)) - {claimant}:
            assert moves(state, other) == set()
            assert refused(state, "buy", other) == "not-an-actor"
            assert refused(state, "pass", other) == "not-an-actor"
        state = play(state, f"{claimant} pass")
    assert asked == [(turn + 1) % 4, (turn + 2) % 4]
    assert (state.phase, state.turn, state.claimant) == ("play", turn, None)
    assert "Kd" in hand(state, turn).split()


def test_sr_022_the_upcard_of_the_deal_is_for_everybody():
    """SR-022, SR-A03, SR-A13: nobody discarded it, so that the dealer is asked as well, as the last."""
    state = play(at("2c", discard="9h", stock="Kd 3c 5c", upcard=True), "0 draw", "1 pass", "2 pass")
    assert RULES.actors(state) == (D,)
    state = play(state, "3 buy")
    assert hand(state, D) == "9h Th Kd"
    assert state.buys == (0, 0, 0, 1)


def test_sr_022_the_upcard_counts_as_such_only_until_the_first_discard():
    """SR-022, SR-A13."""
    state = RULES.deal(seed=22)
    assert state.upcard
    state = throw(draw(state))
    assert not state.upcard
    state = play(state, "1 draw", "2 pass", "3 pass")
    assert (state.phase, RULES.actors(state)) == ("play", (B,))


def test_sr_022_the_upcard_taken_by_the_first_player():
    """SR-022: then the first discard has its discarder, who is not asked."""
    state = throw(play(RULES.deal(seed=23), "0 take"))
    assert not state.upcard
    state = play(state, "1 draw", "2 pass", "3 pass")
    assert RULES.actors(state) == (B,)


def test_sr_022_the_discarder_where_the_option_allows_it():
    """SR-022, SR-A13, section 6: as the last."""
    rules = ShanghaiRummy(discarder_may_buy=True)
    state = play(bought(rules), "2 pass", "3 pass", rules=rules)
    assert rules.actors(state) == (A,)
    state = play(state, "0 buy", rules=rules)
    assert (hand(state, A), hand(state, B)) == ("2c 9h Kd", "3c 6h")


def test_sr_022_who_passed_is_not_asked_again():
    """SR-022: C passes, D buys, and that is that."""
    state = play(bought(), "2 pass")
    assert told(bought(), "pass", C) == ["player 2 does not buy", "player 3 may buy 9h"]
    assert RULES.actors(state) == (D,)
    assert refused(state, "buy", C) == "not-an-actor"
    state = play(state, "3 buy")
    assert (hand(state, B), hand(state, C), hand(state, D)) == ("3c 6h", "2d Th", "9h Th Kd")
    assert (state.phase, RULES.actors(state)) == ("play", (B,))


def test_sr_022_who_comes_first_has_it():
    """SR-022, SR-A14: one buy for each discard, the later seats are not asked, the card beneath is dead."""
    state = play(bought(discard="Qc 9h"), "2 buy")
    assert RULES.actors(state) == (B,)
    assert refused(state, "buy", D) == "not-an-actor"
    assert pile(state) == "Qc"
    assert moves(state, B) == discards("3c 6h")
    assert refused(state, "take", B) == "wrong-phase"


def test_sr_022_the_player_on_turn_does_not_buy():
    """SR-022, SR-A19."""
    state = at("2c", discard="9h", stock="Kd 3c 5c")
    refused(state, "buy")
    refused(play(state, "0 draw"), "buy")
    refused(play(state, "0 draw"), "take")


@pytest.mark.parametrize("card", ["9h", "Jk", "As"])
def test_sr_022_any_card(card):
    """SR-022, SR-A09, SR-A21: what a player needs is its own affair."""
    assert card in hand(play(bought(discard=card), "2 buy"), C).split()


def test_sr_022_the_card_bought_goes_into_the_next_own_turn():
    """SR-022: it completes C's contract, which C lays when it is on turn."""
    state = at("2c", "6h 7h", "4c 4d Js Jd Jc 2d", turn=B, discard="4h", stock="Kd 3c 5c 8s")
    state = play(state, "1 draw", "2 buy", "1 discard 7h", "2 take", "2 lay 4c 4d 4h", "2 lay Js Jd Jc")
    assert (hand(state, C), state.down) == ("2d 7h Kd", (False, False, True, False))


def test_sr_023_the_price_is_a_blind_card_from_the_stock():
    """SR-023: penalty card first, the draw of the player on turn second (SR-A11)."""
    text = "4c 4d 4h Js Jd Jc 2d 3d 9s Ks 7c 8d"
    state = at("2c", "6h", text, turn=B, discard="9h", stock="Kd 3c 5c")
    before = play(state, "1 draw")
    after = play(before, "2 buy")
    assert holds(after, C) == Counter([*text.split(), "9h", "Kd"])
    assert hand(after, B) == "3c 6h"
    assert (stock(after), pile(after)) == ("5c", "")
    assert after.buys == (0, 0, 1, 0)
    assert (after.phase, after.turn, after.claimant, RULES.actors(after)) == ("play", B, None, (B,))
    assert changed(before, after) == {"hands", "stock", "discard", "buys", "phase", "claimant"}
    assert sizes(after) == [1, 2, 14, 1]


def test_sr_023_who_passes_pays_nothing():
    """SR-023."""
    before = bought()
    after = play(before, "2 pass", "3 pass")
    assert [hand(after, player) for player in range(4)] == ["2c", "6h Kd", "2d Th", "Th"]
    assert (stock(after), pile(after), after.buys) == ("3c 5c", "9h", (0, 0, 0, 0))
    assert changed(before, after) == {"hands", "stock", "phase", "claimant"}


def test_sr_023_what_is_told():
    """SR-023: the buy, the card, the price, the draw, in this order."""
    assert told(bought(), "buy", C) == [
        "player 2 buys 9h, the 1st time",
        "9h: from the pile to player 2's hand",
        "Kd: from the stock to player 2's hand",
        "3c: from the stock to player 1's hand",
    ]


def test_sr_023_two_stock_cards_are_enough():
    """SR-023: one for the price, one for the draw."""
    state = play(bought(stock="Kd 3c"), "2 buy")
    assert (hand(state, C), hand(state, B), stock(state)) == ("2d 9h Th Kd", "3c 6h", "")


def test_sr_023_with_fewer_cards_nobody_buys():
    """SR-023, SR-A15: one stock card and nothing beneath the card would not pay for both, so nobody is asked."""
    state = bought(stock="Kd")
    assert (state.phase, RULES.actors(state)) == ("play", (B,))
    assert (hand(state, B), stock(state), pile(state)) == ("6h Kd", "", "9h")


def test_sr_023_the_discards_beneath_count_as_stock():
    """SR-023, SR-A15, SR-A16: the last stock card is the price, the draw comes from the shuffled discards."""
    state = play(bought(stock="Kd", discard="Qc 9h"), "2 buy")
    assert (hand(state, C), hand(state, B)) == ("2d 9h Th Kd", "6h Qc")
    assert (stock(state), pile(state)) == ("", "")


def test_sr_023_the_draw_after_the_last_stock_card():
    """SR-023, SR-A16, section 6: the top of what is left of the pile stays, the rest is shuffled for the draw."""
    state = play(bought(stock="Kd", discard="8s Qc 9h"), "2 buy")
    assert (hand(state, C), hand(state, B)) == ("2d 9h Th Kd", "6h 8s")
    assert (stock(state), pile(state)) == ("", "Qc")


def test_sr_023_two_cards_beneath_and_no_stock_are_enough():
    """SR-023, SR-A15: one for the price, one for the draw."""
    state = play(bought(stock="", discard="8s Qc 9h"), "2 buy")
    assert (stock(state), pile(state), sizes(state)) == ("", "", [1, 2, 4, 1])
    assert {*hand(state, C).split(), *hand(state, B).split()} == {"2d", "9h", "Th", "6h", "8s", "Qc"}


def test_sr_023_with_an_empty_stock_the_price_comes_from_the_shuffled_discards():
    """SR-023, SR-A15: without the card bought."""
    state = bought(stock="", discard="Qc Ks 8s 9h")
    assert moves(state, C) == buy_or_pass(state)
    state = play(state, "2 buy")
    assert {"9h", "Th", "2d"} < set(hand(state, C).split())
    assert sizes(state) == [1, 2, 4, 1]
    assert (len(state.stock), pile(state)) == (1, "")
    drawn = {*hand(state, C).split(), *hand(state, B).split(), stock(state)} - {"9h", "Th", "2d", "6h"}
    assert drawn == {"Qc", "Ks", "8s"}


def test_sr_023_an_empty_stock_and_one_card_beneath():
    """SR-023, SR-A15, SR-A16: nobody buys; the card beneath is the draw."""
    state = bought(stock="", discard="Qc 9h")
    assert (state.phase, hand(state, B), pile(state)) == ("play", "6h Qc", "9h")


def test_sr_024_no_discard_and_no_meld_after_a_buy():
    """SR-024, SR-A17: though C has the whole contract now, the turn is still B's."""
    state = at("2c", "6h", "4c 4d Js Jd Jc 2d 3d 9s Ks 7c 8d Qh", turn=B, discard="4h", stock="Kd 3c 5c")
    state = play(state, "1 draw", "2 buy")
    assert moves(state, C) == set()
    assert (state.turn, RULES.actors(state)) == (B, (B,))
    for code in (
        *(f"discard {card}" for card in hand(state, C).split()),
        "lay 4c 4d 4h",
        "draw",
        "take",
        "buy",
        "pass",
    ):
        assert refused(state, code, C) == "not-an-actor"
    assert moves(state, B) == discards("3c 6h")


def test_sr_024_the_cards_stay_until_the_own_turn():
    """SR-024, SR-A17: there the card bought may be discarded like any other."""
    state = play(bought(), "2 buy", "1 discard 6h")
    assert (RULES.actors(state), hand(state, C)) == ((C,), "2d 9h Th Kd")
    assert refused(state, "discard 9h", C) == "wrong-phase"
    state = draw(state)
    assert moves(state, C) == discards("2d 9h Th Kd 5c")
    assert pile(play(state, "2 discard 9h")) == "6h 9h"


def test_sr_025_at_most_three_penalty_cards():
    """SR-025: C is not even asked."""
    state = bought(buys=[0, 0, 3, 0])
    assert moves(state, C) == set()
    assert refused(state, "buy", C) == "not-an-actor"
    assert RULES.actors(state) == (D,)


def test_sr_025_the_third_is_allowed():
    """SR-025."""
    state = bought(buys=[0, 0, 2, 0])
    assert moves(state, C) == buy_or_pass(state)
    assert told(state, "buy", C)[0] == "player 2 buys 9h, the 3rd time"
    state = play(state, "2 buy")
    assert state.buys == (0, 0, 3, 0)


def test_sr_025_each_player_has_its_own_count():
    """SR-025."""
    state = bought(buys=[3, 3, 0, 3])
    assert RULES.actors(state) == (C,)
    state = play(state, "2 buy")
    assert state.buys == (3, 3, 1, 3)


def buys_thrice():
    """Six players; F, the dealer, buys in the turns of A, B and C."""
    rules = ShanghaiRummy(players=6)
    state = rules.deal(seed=26)
    for turn in range(3):
        state = play(state, f"{turn} draw", *(f"{seat} pass" for seat in range(turn + 1, 5)), rules=rules)
        while state.claimant != 5:
            state = play(state, f"{state.claimant} pass", rules=rules)
        yield rules, state
        state = play(state, "5 buy", rules=rules)
        yield rules, state
        state = throw(state, rules)
    yield rules, state


def test_sr_026_up_to_18_cards_outside_the_own_turn():
    """SR-026, SR-A18: 12, 14, 16, 18, and 19 after the own draw."""
    *steps, (rules, state) = buys_thrice()
    assert [len(step.hands[5]) for _, step in steps] == [12, 14, 14, 16, 16, 18]
    assert [step.buys[5] for _, step in steps] == [0, 1, 1, 2, 2, 3]
    assert all(0 not in step.hands for _, step in steps)
    asked = set()
    for turn in (3, 4):  # D's and E's turns: F has no right left
        state = play(state, f"{turn} draw", rules=rules)
        while state.phase == "claim":
            asked.add(state.claimant)
            state = play(state, f"{state.claimant} pass", rules=rules)
        state = throw(state, rules)
    assert 5 not in asked
    assert len(asked) > 2
    assert (rules.actors(state), len(state.hands[5])) == ((5,), 18)
    state = draw(state, rules)
    assert len(state.hands[5]) == 19
    assert sizes(throw(state, rules))[5] == 18


def test_sr_026_only_buying_makes_a_hand_grow():
    """SR-026: in a random game a hand has 12 cards and two for each buy, and one more in the own turn, until it lays."""
    rng = Random(26)
    state = RULES.deal(seed=26)
    most = 0
    for _ in range(400):
        if state.phase == "over":
            break
        for player, cards in enumerate(state.hands):
            if not state.down[player] and state.laid == 0:
                own = state.phase == "play" and state.turn == player
                assert len(cards) == 12 + 2 * state.buys[player] + own
                assert state.buys[player] <= 3
                most = max(most, len(cards))
        player = RULES.actors(state)[0]
        state = RULES.apply(state, rng.choice(RULES.legal_moves(state, player)), player)
    assert most == 19


def test_sr_027_the_limit_counts_for_one_round():
    """SR-027."""
    state = play(at("2c", buys=[1, 2, 3, 0], phase="play"), "0 discard 2c")
    state = play(state, "0 deal")
    assert state.round.number == 2
    assert state.buys == (0, 0, 0, 0)
    assert state.turn == B
    state = play(state, "1 draw")
    assert RULES.actors(state) == (C,)
    state = play(state, "2 buy")
    assert state.buys == (0, 0, 1, 0)


def test_sr_027_within_the_round_it_stays():
    """SR-027: over the turns."""
    state = throw(play(bought(buys=[0, 0, 2, 0], stock="Kd 3c 5c 8s 8c 7d 9d 9s Td"), "2 buy"))
    for _ in range(3):
        state = throw(draw(state))
    assert state.buys == (0, 0, 3, 0)
    assert state.turn == B
    assert RULES.actors(play(state, "1 draw")) == (D,)


def test_sr_028_laying_down_ends_the_right():
    """SR-028: C has laid down, D not."""
    state = bought(melds=laid_by(C, "4c 4d 4h", "Js Jd Jc"))
    assert state.buys == (0, 0, 0, 0)
    assert moves(state, C) == set()
    assert RULES.actors(state) == (D,)
    assert refused(state, "buy", C) == "not-an-actor"


def test_sr_028_from_the_laying_on():
    """SR-028: C may buy before it lays, and not after."""
    text = "4c 4d 4h Js Jd Jc 2d 3d 9s"
    state = play(
        at("2c 5c", "6h 7h", text, "Th Qh", turn=A, discard="9h", stock="Kd 3c 5h 8s 8c 7d"), "0 draw", "1 pass"
    )
    assert moves(state, C) == buy_or_pass(state)
    state = play(state, "2 pass", "0 discard 5c", "1 take", "1 discard 7h", "2 take")
    state = play(state, "2 lay 4c 4d 4h", "2 lay Js Jd Jc", "2 discard 9s")
    state = play(state, "3 take", "3 discard Qh", "0 draw")
    assert RULES.actors(state) == (B,)
    state = play(state, "1 pass")
    assert (state.phase, RULES.actors(state)) == ("play", (A,))


def test_sr_028_all_the_others_down():
    """SR-028: then nobody is asked."""
    state = bought(down=[True, True, True, True])
    assert (state.phase, hand(state, B)) == ("play", "6h Kd")


def test_sr_028_in_the_next_round_it_is_back():
    """SR-028."""
    state = play(at("2c", phase="play", melds=laid_by(C, "4c 4d 4h", "Js Jd Jc")), "0 discard 2c", "0 deal")
    assert state.down == (False, False, False, False)
    assert state.melds == ()
    assert RULES.actors(play(state, "1 draw")) == (C,)


def test_sr_029_a_player_who_is_down_still_takes_the_discard_on_turn():
    """SR-029."""
    state = at("2c 5h", discard="9h", stock="Kd 3c", melds=laid_by(A, "4c 4d 4h", "Js Jd Jc"))
    assert moves(state) == {"draw", "take"}
    after = play(state, "0 take")
    assert (hand(after), pile(after), stock(after), after.buys) == ("2c 5h 9h", "", "Kd 3c", (0, 0, 0, 0))


# --- jokers


def test_sr_030_a_joker_is_any_card():
    """SR-030."""
    text = "5s 6s Jk 8s 9d Td Jd Qd 2c 2d 4h Kc Ah"
    state = lays_exactly(3, text, "5s 6s Jk=7s 8s", "9d Td Jd Qd", left="2c 2d 4h Kc Ah")
    assert table(state)[0] == (A, "5s 6s Jk=7s 8s")


@pytest.mark.parametrize("rank", "23456789TJQKA")
@pytest.mark.parametrize("suit", "ch")
def test_sr_030_any_rank_and_suit(rank, suit):
    """SR-030: in a run of that suit, at every place."""
    order = "A23456789TJQKA"
    for start in range(11):
        run = [f"{letter}{suit}" for letter in order[start : start + 4]]
        if f"{rank}{suit}" not in run:
            continue
        place = run.index(f"{rank}{suit}")
        text = " ".join("Jk" if i == place else card for i, card in enumerate(run))
        label = " ".join(f"Jk={card}" if i == place else card for i, card in enumerate(run))
        state = at(f"{text} 9d Td Jd Qd 5s", "2s", "2s", "3s", phase="play", round=3)
        assert these(f"lay {label}", "lay 9d Td Jd Qd") <= moves(state)
        state = play(state, f"0 lay {label}", "0 lay 9d Td Jd Qd")
        assert table(state)[0] == (A, label)
        assert hand(state) == "5s"


def test_sr_030_a_joker_in_a_set():
    """SR-030."""
    state = at("4c 4d Jk Js Jd Jc 2c", phase="play")
    assert these("lay 4c 4d Jk", "lay Jc Jd Js") <= moves(state)
    assert refused(state, "lay Jc Jd Jk") == "contract"  # the joker is needed for the other set
    state = play(state, "0 lay 4c 4d Jk")
    assert moves(state) == these("lay Jc Jd Js")
    assert table(play(state, "0 lay Jc Jd Js")) == [(A, "4c 4d Jk"), (A, "Jc Jd Js")]


def test_sr_030_several_jokers():
    """SR-030, SR-A30, SR-A31: all but one card of a meld may be jokers, side by side."""
    state = at("4c Jk Jk Js Jd Jk 2c", phase="play")
    state = play(state, "0 lay 4c Jk Jk", "0 lay Jd Js Jk")
    assert hand(state) == "2c"
    state = at("7s Jk Jk Jk 9d Td Jd Qd 2c", phase="play", round=3)
    runs = ("Jk=4s Jk=5s Jk=6s 7s", "Jk=5s Jk=6s 7s Jk=8s", "Jk=6s 7s Jk=8s Jk=9s", "7s Jk=8s Jk=9s Jk=Ts")
    assert these(*(f"lay {run}" for run in runs)) < moves(state)
    for run in runs:
        assert table(play(state, f"0 lay {run}", "0 lay 9d Td Jd Qd"))[0] == (A, run)


def test_sr_030_jokers_alone_are_no_meld():
    """SR-030, SR-A30."""
    for code in ("lay Jk Jk Jk", "lay Jk=4s Jk=5s Jk=6s Jk=7s"):
        with pytest.raises(NotationError):
            RULES.parse(code)
    state = at("Jk Jk Jk 4c 4d 2c 9h", phase="play")
    listed = {code for code in moves(state) if code.startswith("lay")}
    assert listed
    assert all(set(code.split()[1:]) - {"Jk"} for code in listed)


def test_sr_030_a_joker_in_a_run_stands_for_the_card_of_its_place():
    """SR-030, SR-A32."""
    state = at("5s 6s Jk 8s 9d Td Jd Qd 2c", phase="play", round=3)
    for meld in ("5s 6s Jk=7h 8s", "5s 6s Jk=9s 8s", "5s 6s Jk 8s"):
        with pytest.raises(NotationError):
            RULES.parse(f"lay {meld}")
    refused(state, "lay 6s Jk=7s 8s Jk=9s")


def test_sr_030_the_choice_at_the_ends():
    """SR-030, SR-A32: 6 7 8 and a joker are 5 to 8 or 6 to 9, as declared."""
    state = at("6s 7s 8s Jk 9d Td Jd Qd 2c", phase="play", round=3)
    assert these("lay Jk=5s 6s 7s 8s", "lay 6s 7s 8s Jk=9s") <= moves(state)
    low = play(state, "0 lay Jk=5s 6s 7s 8s", "0 lay 9d Td Jd Qd")
    high = play(state, "0 lay 6s 7s 8s Jk=9s", "0 lay 9d Td Jd Qd")
    assert low != high
    assert (table(low)[0], table(high)[0]) == ((A, "Jk=5s 6s 7s 8s"), (A, "6s 7s 8s Jk=9s"))


JOKER_RUN = laid_by(A, "5s 6s Jk=7s 8s")


def test_sr_031_the_matching_card_takes_the_place_of_a_joker():
    """SR-031."""
    state = at("7s 2c", phase="play", melds=JOKER_RUN)
    assert moves(state) == these("swap 7s 0 3", "discard 7s", "discard 2c")
    after = play(state, "0 swap 7s 0 3")
    assert table(after) == [(A, "5s 6s 7s 8s")]
    assert hand(after) == "2c Jk"
    assert changed(state, after) == {"hands", "melds"}
    assert (after.turn, after.phase) == (A, "play")
    assert told(state, "swap 7s 0 3", A)[0] == "player 0 exchanges the joker of meld 0 for 7s: 5s 6s 7s 8s"


@pytest.mark.parametrize(
    ("run", "place"),
    [("Jk=5s 6s 7s 8s", 1), ("5s Jk=6s 7s 8s", 2), ("5s 6s 7s Jk=8s", 4), ("2s 3s 4s 5s Jk=6s 7s", 5)],
)
def test_sr_031_at_every_place(run, place):
    """SR-031."""
    card = next(code for code in run.split() if code.startswith("Jk="))[3:]
    state = play(at(f"{card} 2c", phase="play", melds=laid_by(A, run)), f"0 swap {card} 0 {place}")
    assert table(state) == [(A, run.replace("Jk=", ""))]
    assert hand(state) == "2c Jk"


def test_sr_031_one_of_two_jokers():
    """SR-031: each for its own card."""
    state = at("7s 2c", phase="play", melds=laid_by(A, "5s Jk=6s Jk=7s 8s"))
    assert moves(state) == these("swap 7s 0 3", "discard 7s", "discard 2c")
    after = play(state, "0 swap 7s 0 3")
    assert (table(after), hand(after)) == ([(A, "5s Jk=6s 7s 8s")], "2c Jk")


def test_sr_031_by_whoever_has_the_card():
    """SR-031, SR-A35: also in the runs of others, by a player who laid down in an earlier turn."""
    melds = laid_by(B, "5s 6s Jk=7s 8s") + laid_by(A, "9d Td Jd Qd")
    state = at("7s 2c", phase="play", melds=melds)
    assert moves(state) == these("swap 7s 0 3", "discard 7s", "discard 2c")
    after = play(state, "0 swap 7s 0 3")
    assert table(after) == [(B, "5s 6s 7s 8s"), (A, "9d Td Jd Qd")]
    assert (hand(after), hand(after, B)) == ("2c Jk", "6h")


def test_sr_031_in_the_laying_turn_from_own_runs_only():
    """SR-031, SR-A35."""
    melds = laid_by(B, "5h 6h Jk=7h 8h") + laid_by(A, "5s 6s Jk=7s 8s", "4c 4d 4h")
    state = at("7s 7h 2c", phase="play", melds=melds, laid=2, round=2)
    assert moves(state) == these("swap 7s 1 3") | discards("7s 7h 2c")
    assert refused(state, "swap 7h 0 3") == "next-turn"
    later = at("7s 7h 2c", phase="play", melds=melds, round=2)
    assert moves(later) == these("swap 7s 1 3", "swap 7h 0 3") | discards("7s 7h 2c")


def test_sr_031_after_laying_down_and_after_the_draw():
    """SR-031, SR-A34, SR-A37: not by a player who has not laid down, not before the draw, not out of turn."""
    state = at("7s 2c", phase="play", melds=laid_by(B, "5s 6s Jk=7s 8s"))
    assert moves(state) == discards("7s 2c")
    assert refused(state, "swap 7s 0 3") == "not-down"
    state = at("7s 2c", melds=JOKER_RUN, discard="9h", stock="Kd 3c")
    assert refused(state, "swap 7s 0 3") == "wrong-phase"
    state = at("2c", "7s 6h", phase="play", melds=laid_by(B, "5s 6s Jk=7s 8s"))
    assert refused(state, "swap 7s 0 3", B) == "not-an-actor"


def test_sr_032_only_the_exact_card():
    """SR-032: another suit will not do, another rank is laid off at the end."""
    state = at("7h 9s", phase="play", melds=JOKER_RUN)
    assert moves(state) == these("lay-off 9s 0 high") | discards("7h 9s")
    assert refused(state, "swap 7h 0 3") == "no-match"
    assert refused(state, "swap 9s 0 3") == "no-match"


@pytest.mark.parametrize("card", ["7c", "7d", "7h", "6s", "8s", "Jk"])
def test_sr_032_other_cards(card):
    """SR-032: nor a joker for a joker."""
    state = at(f"{card} 2c", phase="play", melds=JOKER_RUN)
    assert not {code for code in moves(state) if code.startswith("swap")}
    refused(state, f"swap {card} 0 3")


def test_sr_032_the_right_meld_and_the_right_place():
    """SR-032: places count from 1, melds from 0."""
    state = at("7s 2c", phase="play", melds=[*JOKER_RUN, (A, "9d Td Jd Qd")])
    for place in (0, 1, 2, 4, 5):
        refused(state, f"swap 7s 0 {place}")
    refused(state, "swap 7s 1 3")
    assert refused(state, "swap 7s 2 3") == "no-such-meld"
    assert refused(state, "swap 2c 0 3") == "no-match"
    assert refused(at("7h 2c", phase="play", melds=JOKER_RUN), "swap 7s 0 3") == "card-not-held"


def test_sr_032_a_joker_that_was_laid_off_stands_for_one_card():
    """SR-032, SR-A33: what it was declared to be, also after the run has grown."""
    state = at("Jk 9s Ts Js 2c", phase="play", melds=laid_by(A, "5s 6s 7s 8s"))
    state = play(state, "0 lay-off Jk=9s 0 high", "0 lay-off Ts 0 high")
    assert table(state) == [(A, "5s 6s 7s 8s Jk=9s Ts")]
    assert moves(state) == these("swap 9s 0 5", "lay-off Js 0 high") | discards("9s Js 2c")


def test_sr_033_the_freed_joker_is_used():
    """SR-033."""
    state = at("7s 2c", phase="play", melds=[*JOKER_RUN, (A, "9d Td Jd Qd")])
    state = play(state, "0 swap 7s 0 3")
    assert moves(state) == these(
        "lay-off Jk=4s 0 low",
        "lay-off Jk=9s 0 high",
        "lay-off Jk=8d 1 low",
        "lay-off Jk=Kd 1 high",
        "discard 2c",
        "discard Jk",
    )
    after = play(state, "0 lay-off Jk=Kd 1 high")
    assert table(after) == [(A, "5s 6s 7s 8s"), (A, "9d Td Jd Qd Jk=Kd")]
    assert hand(after) == "2c"
    assert changed(state, after) == {"hands", "melds"}


def test_sr_033_or_kept():
    """SR-033, SR-A36: afterwards, not at once."""
    state = play(at("7s 2c", phase="play", melds=JOKER_RUN), "0 swap 7s 0 3", "0 discard 2c")
    assert (hand(state), state.turn) == ("Jk", B)
    state = play(at("7s 2c", phase="play", melds=JOKER_RUN), "0 swap 7s 0 3", "0 discard Jk")
    assert (hand(state), pile(state)) == ("2c", "Jk")


def test_sr_033_an_exchange_never_goes_out():
    """SR-033, SR-A39."""
    state = play(at("7s", phase="play", melds=JOKER_RUN), "0 swap 7s 0 3")
    assert (state.phase, hand(state)) == ("play", "Jk")
    assert moves(state) == these("lay-off Jk=4s 0 low", "lay-off Jk=9s 0 high", "discard Jk")
    assert play(state, "0 lay-off Jk=9s 0 high").phase == "over"


def test_sr_034_jokers_in_sets_are_locked():
    """SR-034, SR-A38: the natural card is laid off beside it."""
    state = at("4h 2c", phase="play", melds=laid_by(A, "4c 4d Jk"))
    assert moves(state) == these("lay-off 4h 0") | discards("4h 2c")
    assert refused(state, "swap 4h 0 3") == "locked"
    after = play(state, "0 lay-off 4h 0")
    assert Counter(table(after)[0][1].split()) == Counter(["4c", "4d", "4h", "Jk"])
    assert hand(after) == "2c"
    refused(after, "swap 4h 0 3")


@pytest.mark.parametrize("owner", [A, B])
@pytest.mark.parametrize("card", ["4c", "4d", "4h", "4s"])
def test_sr_034_for_every_card_and_owner(owner, card):
    """SR-034: for good, whoever laid it, whatever the suit."""
    state = at(f"{card} 2c", phase="play", melds=laid_by(owner, "4c 4d Jk"), down=[True, True, False, False])
    assert moves(state) == these(f"lay-off {card} 0") | discards(f"{card} 2c")
    for place in (1, 2, 3):
        refused(state, f"swap {card} 0 {place}")


# --- after laying down


def test_sr_035_any_number_on_own_melds():
    """SR-035: in the laying turn already."""
    melds = laid_by(A, "5s 6s 7s 8s", "4c 4d 4h")
    state = at("9s Ts 4s 2c", phase="play", melds=melds, laid=2, round=2)
    after = play(state, "0 lay-off 9s 0 high", "0 lay-off Ts 0 high", "0 lay-off 4s 1")
    assert hand(after) == "2c"
    assert table(after) == [(A, "5s 6s 7s 8s 9s Ts"), (A, "4c 4d 4h 4s")]
    assert changed(state, after) == {"hands", "melds"}
    assert moves(after) == {"discard 2c"}


def test_sr_035_after_the_laying_itself():
    """SR-035: the contract, then three lay-offs, then the discard, in one turn."""
    state = at("5s 6s 7s 8s 4c 4d 4h 9s Ts 4s 2c", phase="play", round=2)
    refused(state, "lay-off 9s 0 high")
    state = play(state, "0 lay 5s 6s 7s 8s")
    assert refused(state, "lay-off 9s 0 high") == "contract"  # not before the contract is complete
    state = play(state, "0 lay 4c 4d 4h")
    assert moves(state) == these("lay-off 9s 0 high", "lay-off 4s 0 low", "lay-off 4s 1") | discards("9s Ts 4s 2c")
    state = play(state, "0 lay-off 9s 0 high", "0 lay-off Ts 0 high", "0 lay-off 4s 1", "0 discard 2c")
    assert (hand(state), state.phase) == ("", "over")


def test_sr_035_and_in_later_turns():
    """SR-035."""
    state = at("9s 4s 2c", phase="play", melds=laid_by(A, "5s 6s 7s 8s", "4c 4d 4h"), round=2)
    state = play(state, "0 lay-off 9s 0 high", "0 lay-off 4s 0 low")
    assert (hand(state), table(state)) == ("2c", [(A, "4s 5s 6s 7s 8s 9s"), (A, "4c 4d 4h")])


def test_sr_035_only_after_the_draw():
    """SR-035: laying off is part of the own turn."""
    melds = laid_by(A, "5s 6s 7s 8s")
    state = at("9s 2c", stock="Kd 3c", discard="9h", melds=melds)
    assert refused(state, "lay-off 9s 0 high") == "wrong-phase"
    state = at("9s 2c", "6h", phase="play", turn=B, melds=melds)
    assert refused(state, "lay-off 9s 0 high", A) == "not-an-actor"


def test_sr_036_on_the_melds_of_others():
    """SR-036."""
    state = at("Ks 2c", phase="play", melds=laid_by(B, "Kc Kd Kh"), down=[True, True, False, False])
    assert moves(state) == these("lay-off Ks 0") | discards("Ks 2c")
    after = play(state, "0 lay-off Ks 0")
    assert table(after) == [(B, "Kc Kd Kh Ks")]
    assert (hand(after), hand(after, B)) == ("2c", "6h")
    assert changed(state, after) == {"hands", "melds"}
    assert told(state, "lay-off Ks 0", A)[0] == "player 0 adds Ks to meld 0: Kc Kd Kh Ks"


def test_sr_036_on_everybodys():
    """SR-036: the own, B's and D's, any number in one turn."""
    melds = [(B, "Kc Kd Kh"), (A, "4c 4d 4h"), (D, "5s 6s 7s 8s")]
    state = at("Ks Kc 4s 9s 2c", phase="play", melds=melds)
    state = play(state, "0 lay-off Ks 0", "0 lay-off Kc 0", "0 lay-off 4s 2 low", "0 lay-off 9s 2 high")
    assert hand(state) == "2c"
    assert [owner for owner, _ in table(state)] == [B, A, D]
    assert Counter(table(state)[0][1].split()) == Counter(["Kc", "Kd", "Kh", "Ks", "Kc"])
    assert table(state)[1:] == [(A, "4c 4d 4h"), (D, "4s 5s 6s 7s 8s 9s")]


def test_sr_037_on_the_melds_of_others_from_the_next_turn_on():
    """SR-037: A laid down in this turn; the turn goes round, and then A may."""
    melds = [(B, "Kc Kd Kh"), (A, "4c 4d 4h"), (A, "Js Jd Jc")]
    state = at("Ks 2c", "6h 7h", phase="play", melds=melds, laid=2, stock="Qd 3c")
    assert moves(state) == discards("Ks 2c")
    assert refused(state, "lay-off Ks 0") == "next-turn"
    state = play(state, "0 discard 2c", "1 take", "1 discard 6h", "2 take", "2 discard Th", "3 take", "3 discard Th")
    assert state.turn == A
    assert refused(state, "lay-off Ks 0") == "wrong-phase"
    state = play(state, "0 draw", "2 pass")
    assert moves(state) == these("lay-off Ks 0") | discards("Ks Qd")
    assert table(play(state, "0 lay-off Ks 0"))[0] == (B, "Kc Kd Kh Ks")


def test_sr_037_right_after_the_last_meld():
    """SR-037, SR-035: laid in this turn by moves; own melds are open, B's are not."""
    melds = laid_by(B, "Kc Kd Kh", "6c 6d 6s")
    state = at("4c 4d 4h Js Jd Jc Ks Jh 2c", phase="play", melds=melds)
    state = play(state, "0 lay 4c 4d 4h", "0 lay Js Jd Jc")
    assert moves(state) == these("lay-off Jh 3") | discards("Ks Jh 2c")
    assert refused(state, "lay-off Ks 0") == "next-turn"


def test_sr_037_others_who_laid_earlier_are_not_held_up():
    """SR-037: A laid this turn; B, on turn next and down for long, lays off on A's meld."""
    melds = [(B, "Kc Kd Kh"), (A, "4c 4d 4h"), (A, "Js Jd Jc")]
    state = at("Ks 2c", "Jh 7h", phase="play", melds=melds, laid=2, stock="Qd 3c")
    state = play(state, "0 discard 2c", "1 take")
    assert moves(state, B) == these("lay-off Jh 2") | discards("Jh 7h")


def test_sr_038_who_has_not_laid_down_lays_off_nowhere():
    """SR-038."""
    state = at("Ks 9s 2c", stock="Jk 3c", melds=laid_by(B, "Kc Kd Kh", "5s 6s 7s 8s"))
    state = play(state, "0 draw")
    assert moves(state) == discards("Ks 9s 2c Jk")
    for code in ("lay-off Ks 0", "lay-off 9s 1 high", "lay-off Jk 0", "lay-off Jk=4s 1 low"):
        assert refused(state, code) == "not-down"


def test_sr_039_same_rank_on_a_set_next_card_on_a_run():
    """SR-039."""
    state = at("4s 9s 3s Ts", phase="play", melds=laid_by(A, "5s 6s 7s 8s", "4c 4d 4h"))
    first = these("lay-off 4s 1", "lay-off 4s 0 low", "lay-off 9s 0 high")
    assert moves(state) == first | discards("4s 9s 3s Ts")
    for code in ("lay-off 3s 0 low", "lay-off Ts 0 high", "lay-off 4s 0 high", "lay-off 9s 0 low", "lay-off 3s 1"):
        assert refused(state, code) == "no-match"
    low = play(state, "0 lay-off 4s 0 low")
    assert table(low)[0] == (A, "4s 5s 6s 7s 8s")
    assert moves(low) == these("lay-off 3s 0 low", "lay-off 9s 0 high") | discards("9s 3s Ts")
    high = play(state, "0 lay-off 9s 0 high")
    assert table(high)[0] == (A, "5s 6s 7s 8s 9s")
    assert moves(high) == these("lay-off 4s 1", "lay-off 4s 0 low", "lay-off Ts 0 high") | discards("4s 3s Ts")
    on_set = play(state, "0 lay-off 4s 1")
    assert moves(on_set) == these("lay-off 9s 0 high") | discards("9s 3s Ts")


@pytest.mark.parametrize("card", ["9h", "4h", "6s", "8s", "5s", "As", "Ks"])
def test_sr_039_cards_that_do_not_fit_a_run(card):
    """SR-039: another suit, a card the run has, a card further off."""
    state = at(f"{card} 2c", phase="play", melds=laid_by(A, "5s 6s 7s 8s"))
    assert moves(state) == discards(f"{card} 2c")
    for end in ("low", "high"):
        assert refused(state, f"lay-off {card} 0 {end}") == "no-match"


def test_sr_039_a_run_grows_to_both_ends_of_the_ranks():
    """SR-039, SR-A25: from ace to ace it has 14 cards, and nothing fits any more."""
    state = at("As Ks 2s As 2c", phase="play", melds=laid_by(A, "3s 4s 5s 6s 7s 8s 9s Ts Js Qs"))
    assert moves(state) == these("lay-off 2s 0 low", "lay-off Ks 0 high") | discards("As Ks 2s 2c")
    state = play(state, "0 lay-off 2s 0 low", "0 lay-off Ks 0 high")
    assert moves(state) == these("lay-off As 0 low", "lay-off As 0 high") | discards("As 2c")
    longer = play(state, "0 lay-off As 0 high")
    assert moves(longer) == these("lay-off As 0 low") | discards("As 2c")
    both = play(longer, "0 lay-off As 0 low")
    assert table(both) == [(A, "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As")]
    assert moves(both) == {"discard 2c"}


@pytest.mark.parametrize(("run", "card"), [("Js Qs Ks As", "2s"), ("As 2s 3s 4s", "Ks")])
def test_sr_039_a_run_does_not_go_round_the_corner(run, card):
    """SR-039, SR-A25."""
    state = at(f"{card} 2c Jk", phase="play", melds=laid_by(A, run))
    end, fits = ("high", "lay-off Jk=Ts 0 low") if card == "2s" else ("low", "lay-off Jk=5s 0 high")
    assert refused(state, f"lay-off {card} 0 {end}") == "no-match"
    assert moves(state) == discards(f"{card} 2c Jk") | {fits}


def test_sr_039_a_joker_fits_everywhere():
    """SR-039, SR-030: on a set for the rank, on a run for the next card of either end."""
    state = at("Jk 2c", phase="play", melds=laid_by(A, "5s 6s 7s 8s", "4c 4d 4h"))
    fits = these("lay-off Jk 1", "lay-off Jk=4s 0 low", "lay-off Jk=9s 0 high")
    assert moves(state) == fits | discards("Jk 2c")
    for code in ("lay-off Jk=3s 0 low", "lay-off Jk=9s 0 low", "lay-off Jk=9h 0 high", "lay-off Jk 0 high"):
        refused(state, code)
    assert table(play(state, "0 lay-off Jk=4s 0 low"))[0] == (A, "Jk=4s 5s 6s 7s 8s")
    assert table(play(state, "0 lay-off Jk 1"))[1] == (A, "4c 4d 4h Jk")


def test_sr_039_there_must_be_such_a_meld():
    """SR-039."""
    state = at("4s 2c", phase="play", melds=laid_by(A, "4c 4d 4h"))
    assert refused(state, "lay-off 4s 1") == "no-such-meld"
    assert refused(state, "lay-off 4h 0") == "card-not-held"
    refused(state, "lay-off 4s 0 high")


# --- end and scoring


def test_sr_040_the_round_ends_with_the_last_card():
    """SR-040: at once; nobody may buy the card."""
    state = at("2c", phase="play", discard="9h", stock="Kd 3c 5c", down=[True, False, False, False])
    after = play(state, "0 discard 2c")
    assert (after.phase, after.claimant) == ("over", None)
    assert (hand(after), pile(after), stock(after)) == ("", "9h 2c", "Kd 3c 5c")
    assert RULES.actors(after) == (A,)  # the next dealer
    for player in (B, C, D):
        assert moves(after, player) == set()
        for code in ("buy", "pass", "take", "draw"):
            assert refused(after, code, player) == "not-an-actor"
    assert moves(after, A) == {"deal"}
    assert refused(after, "draw", A) == "wrong-phase"


def test_sr_040_the_hands_are_laid_open():
    """SR-040, SR-041: what was counted lies in the open, nothing is lost."""
    state = at("2c", "Ah Kd", "5c", phase="play")
    after = play(state, "0 discard 2c")
    assert [codes(shown) for shown in after.shown] == ["", "Kd Ah", "5c", "Th"]
    assert sizes(after) == [0, 0, 0, 0]
    assert everything(after) == everything(state)


def test_sr_040_with_a_card_left_it_goes_on():
    """SR-040."""
    after = play(at("2c 5c", phase="play"), "0 discard 2c")
    assert (after.phase, after.turn, after.round.results) == ("draw", B, ())
    refused(after, "deal", A)
    refused(after, "deal", B)


def test_sr_040_all_else_stays_for_the_eye():
    """SR-040: the end changes no melds, no counts, no stock; it shows until the next deal."""
    melds = laid_by(A, "4c 4d 4h", "Js Jd Jc")
    state = at("2c", phase="play", melds=melds, buys=[0, 1, 2, 3], discard="9h", stock="Kd 3c 5c")
    after = play(state, "0 discard 2c")
    assert changed(state, after) == {"hands", "shown", "discard", "phase", "round"}
    assert (after.buys, after.down, table(after)) == ((0, 1, 2, 3), (True, False, False, False), table(state))


def test_sr_040_by_a_lay_off():
    """SR-040, SR-A41: without a discard."""
    state = at("9s", phase="play", melds=laid_by(A, "5s 6s 7s 8s"), discard="9h", stock="Kd 3c")
    after = play(state, "0 lay-off 9s 0 high")
    assert (after.phase, pile(after), table(after)) == ("over", "9h", [(A, "5s 6s 7s 8s 9s")])
    assert after.round.results[-1].scores == (0, 5, 10, 10)
    assert RULES.actors(after) == (A,)


def test_sr_040_by_a_lay_off_on_the_meld_of_another():
    """SR-040, SR-036."""
    state = at("9s", phase="play", melds=laid_by(B, "5s 6s 7s 8s"), down=[True, True, False, False])
    after = play(state, "0 lay-off 9s 0 high")
    assert (after.phase, after.round.results[-1].scores) == ("over", (0, 5, 10, 10))


def test_sr_040_by_the_last_meld():
    """SR-040, SR-A42: the contract is the whole hand."""
    state = play(at("4c 4d 4h Js Jd Jc", phase="play"), "0 lay 4c 4d 4h")
    assert state.phase == "play"
    after = play(state, "0 lay Js Jd Jc")
    assert (after.phase, hand(after)) == ("over", "")
    assert after.down == (True, False, False, False)
    assert after.round.results[-1].scores == (0, 5, 10, 10)
    assert "player 0 is out, place 1" in told(state, "lay Js Jd Jc", A)


def test_sr_040_by_any_player():
    """SR-040: the seat does not matter."""
    state = at("2c", "6h", "Th", phase="play", turn=C)
    after = play(state, "2 discard Th")
    assert (after.phase, after.round.results[-1].scores) == ("over", (5, 5, 0, 10))


def test_sr_040_nobody_needs_to_have_laid_down():
    """SR-040: the text asks for no cards, nothing else."""
    after = play(at("2c", phase="play", down=[False] * 4), "0 discard 2c")
    assert after.phase == "over"


def test_sr_040_the_dealer_of_the_next_round_and_who_starts():
    """SR-040, SR-A04: both move on by one seat, whoever went out."""
    state = at("2c", "6h", "Th", phase="play", turn=C, dealer=1)
    after = play(state, "2 discard Th")
    assert RULES.actors(after) == (C,)
    assert refused(after, "deal", D) == "not-an-actor"
    after = play(after, "2 deal")
    assert (after.round.number, after.round.dealer, after.turn, after.phase) == (2, C, D, "draw")
    assert (sizes(after), len(after.stock), len(after.discard)) == ([12] * 4, 59, 1)
    assert (after.melds, after.shown, after.down, after.buys) == ((), ((),) * 4, (False,) * 4, (0,) * 4)
    assert (after.taken, after.laid, after.claimant, after.upcard) == (None, 0, None, True)


def test_sr_041_all_others_count_their_hands():
    """SR-041."""
    state = at("3d", "Ah Kd 7c Jk", "2c", "9h", phase="play", down=[True, False, False, False])
    after = play(state, "0 discard 3d")
    assert after.round.results[-1].scores == (0, 85, 5, 10)
    assert after.round.results[-1].places == (1, 4, 2, 3)
    assert RULES.totals(after) == (0, 85, 5, 10)
    assert "the round is over: player 0 scores 0, player 1 scores 85, player 2 scores 5, player 3 scores 10" in told(
        state, "discard 3d", A
    )


def test_sr_041_down_or_not_bought_or_not():
    """SR-041, SR-A47: every hand card counts."""
    state = at("3d", "Ah Kd", "2c", "9h", phase="play", down=[True, True, False, False], buys=[0, 0, 3, 0])
    assert play(state, "0 discard 3d").round.results[-1].scores == (0, 30, 5, 10)


def score(text):
    """What a player pays for these cards."""
    after = play(at("3d", text, phase="play"), "0 discard 3d")
    assert RULES.totals(after)[1] == after.round.results[-1].scores[1]
    return after.round.results[-1].scores[1]


def test_sr_042_an_ace_costs_20():
    """SR-042."""
    assert score("Ac") == 20
    assert [score(f"A{suit}") for suit in "cdhs"] == [20] * 4
    assert score("Ac Ac Ad Ah") == 80


def test_sr_043_eight_to_king_cost_10():
    """SR-043."""
    assert score("8c 9c Tc Jc Qc Kc") == 60
    assert {score(f"{rank}{suit}") for rank in "89TJQK" for suit in "cds"} == {10}


def test_sr_044_two_to_seven_cost_5():
    """SR-044."""
    assert score("2c 3c 4c 5c 6c 7c") == 30
    assert {score(f"{rank}{suit}") for rank in "234567" for suit in "chs"} == {5}


def test_sr_045_a_joker_costs_50():
    """SR-045."""
    assert score("Jk") == 50
    assert score("Jk Jk Jk Jk") == 200


@pytest.mark.parametrize("code", [f"{rank}c" for rank in "23456789TJQKA"] + ["Jk"])
def test_sr_042_to_045_every_rank(code):
    """SR-042, SR-043, SR-044, SR-045: alone and beside others."""
    assert score(code) == worth(code)
    assert score(f"{code} Ah 7h 8h") == worth(code) + 35


def test_sr_046_only_hand_cards_count():
    """SR-046: B has melds on the table, and A a joker in one of its own."""
    melds = [(B, "4c 4d 4h"), (A, "5s 6s Jk=7s 8s")]
    state = at("3d", "9h", phase="play", melds=melds)
    after = play(state, "0 discard 3d")
    assert after.round.results[-1].scores == (0, 10, 10, 10)
    assert table(after) == melds


def test_sr_046_a_card_laid_off_counts_no_more():
    """SR-046: the joker B laid off is on the table, not in the hand."""
    melds = [(B, "4c 4d 4h"), (C, "5s 6s 7s 8s")]
    state = at("3c", "Jk 9h 2d", "Th", "Th", phase="play", turn=B, melds=melds)
    state = play(state, "1 lay-off Jk 0", "1 discard 2d", "2 take", "2 discard Th", "3 take", "3 discard Th")
    state = play(at("2c", "9h", phase="play", melds=table(state)), "0 discard 2c")
    assert state.round.results[-1].scores == (0, 10, 10, 10)


def last_round(*before, hands=("3d", "2c", "Tc", "9h")):
    """The end of round 7: A goes out, after six rounds that came to these totals."""
    six = [[points - 5 * (points // 6) for points in before]] + [[points // 6 for points in before]] * 5
    state = at(*hands, phase="play", round=7, results=six)
    assert RULES.totals(state) == before
    return state, play(state, "0 discard 3d")


def test_sr_047_points_add_up_and_the_fewest_win():
    """SR-047: A 120, B 85, C 240, D 90; A ended the last round, B has won."""
    state, after = last_round(120, 80, 230, 80)
    assert RULES.outcome(state) is None
    outcome = RULES.outcome(after)
    assert outcome.scores == (120, 85, 240, 90)
    assert (outcome.winners, outcome.places) == ((B,), (3, 1, 4, 2))
    assert outcome.losers == ()
    assert RULES.totals(after) == (120, 85, 240, 90)
    assert len(outcome.rounds) == 7
    assert [sum(points) for points in zip(*(result.scores for result in outcome.rounds), strict=True)] == [
        120, 85, 240, 90
    ]  # fmt: skip
    assert told(state, "discard 3d", A)[-1] == "the game is over"


def test_sr_047_a_tie_is_a_shared_win():
    """SR-047, SR-A46."""
    _, after = last_round(85, 80, 230, 80)
    outcome = RULES.outcome(after)
    assert outcome.scores == (85, 85, 240, 90)
    assert (outcome.winners, outcome.places) == ((A, B), (1, 1, 4, 3))


def test_sr_047_a_tie_behind_the_winner():
    """SR-047, SR-A46."""
    _, after = last_round(10, 80, 75, 75)
    outcome = RULES.outcome(after)
    assert outcome.scores == (10, 85, 85, 85)
    assert (outcome.winners, outcome.places) == ((A,), (1, 2, 2, 2))


def test_sr_047_one_point_decides_nothing_else():
    """SR-047: five points fewer in all are enough, whatever the single rounds were."""
    six = [[0, 0, 0, 0]] * 5 + [[50, 40, 300, 300]]
    outcome = RULES.outcome(play(at("3d", "2c", phase="play", round=7, results=six), "0 discard 3d"))
    assert (outcome.scores[:2], outcome.winners) == ((50, 45), (B,))


def test_sr_047_the_points_of_each_round_are_kept():
    """SR-047: over a deal."""
    state = play(at("3d", "Ah", phase="play", round=2, results=[[7, 8, 9, 10]]), "0 discard 3d")
    assert RULES.totals(state) == (7, 28, 19, 20)
    state = play(state, "0 deal")
    assert RULES.totals(state) == (7, 28, 19, 20)
    assert [result.scores for result in state.round.results] == [(7, 8, 9, 10), (0, 20, 10, 10)]


@pytest.mark.parametrize("number", range(1, 7))
def test_sr_048_after_six_rounds_the_game_goes_on(number):
    """SR-048."""
    after = play(at("3d", phase="play", round=number), "0 discard 3d")
    assert after.phase == "over"
    assert RULES.outcome(after) is None
    assert RULES.actors(after) == (A,)
    assert "the game is over" not in told(at("3d", phase="play", round=number), "discard 3d", A)
    after = play(after, "0 deal")
    assert after.round.number == number + 1
    assert (after.contract.sets, after.contract.runs) == CONTRACTS[number]


def test_sr_048_after_round_7_it_is_over():
    """SR-048: no round 8."""
    after = play(at("3d", phase="play", round=7), "0 discard 3d")
    assert RULES.outcome(after) is not None
    assert RULES.actors(after) == ()
    for player in range(4):
        assert moves(after, player) == set()
        for code in ("deal", "draw", "take", "buy", "pass", "discard 6h"):
            assert refused(after, code, player) == "game-over"
    with pytest.raises(PositionError):
        at("3d", round=8)


def test_sr_048_during_round_7_it_is_not_over():
    """SR-048."""
    state = at("3d 5c", phase="play", round=7)
    assert RULES.outcome(state) is None
    assert RULES.outcome(play(state, "0 discard 3d")) is None


def secrets():
    """Positions in pairs that differ only in what A cannot know: B's hand, the stock and its order, coming shuffles."""
    melds = [(C, "4c 4d Jk"), (C, "5s 6s Jk=7s 8s")]
    common = {"melds": melds, "round": 2, "buys": [0, 1, 2, 3], "results": [[1, 2, 3, 4]]}
    for facts in (
        {"phase": "draw", "discard": "Qc 9h"},
        {"phase": "claim", "claimant": 3, "turn": 1, "discard": "Qc 9h", "buys": [0, 0, 0, 0]},
        {"phase": "play", "discard": "Qc 9h"},
        {"phase": "play", "turn": 1, "discard": "Qc 9h"},
    ):
        yield (
            at("2c 3d", "6h 7h Jk", "Th", "Ts", **{**common, **facts}, stock="Kd 3c 5c", removed="", seed=1),
            at("2c 3d", "6h 5c 3c", "Th", "Ts", **{**common, **facts}, stock="7h Jk Kd", removed="", seed=2),
        )


@pytest.mark.parametrize("case", range(4))
def test_sr_049_the_view_does_not_depend_on_what_is_hidden(case):
    """SR-049: the same view, moves and refusals for A; B and the authority know better."""
    state, other = list(secrets())[case]
    assert state != other
    assert RULES.view(state, A) == RULES.view(other, A)
    assert RULES.view(state, None) == RULES.view(other, None)
    assert RULES.view(state, C) == RULES.view(other, C)
    assert RULES.view(state, B) != RULES.view(other, B)
    assert RULES.legal_moves(state, A) == RULES.legal_moves(other, A)
    assert RULES.actors(RULES.view(state, A)) == RULES.actors(RULES.view(other, A))
    for code in ("draw", "take", "discard 2c", "discard 6h", "buy 9h", "lay 4c 4d 4h"):
        assert RULES.refusal(state, RULES.parse(code), A) == RULES.refusal(other, RULES.parse(code), A)


def test_sr_049_what_is_open():
    """SR-049: melds, penalty counts, the sizes of hands and stock, by section 6 all the discards; the own hand only."""
    melds = [(C, "4c 4d Jk"), (C, "5s 6s Jk=7s 8s")]
    state = at("2c 3d", "6h 7h Jk", "Th", melds=melds, discard="Qc 9h", stock="Kd 3c 5c", buys=[0, 1, 2, 3], round=2)
    for viewer in (A, B, C, D, None):
        seen = RULES.view(state, viewer).state
        assert (table(seen), pile(seen), seen.buys, seen.down) == (
            melds,
            "Qc 9h",
            (0, 1, 2, 3),
            (False, False, True, False),
        )
        assert (sizes(seen), len(seen.stock)) == ([2, 3, 1, 1], 3)
        assert seen.stock == (BACK,) * 3
        for player, cards in enumerate(state.hands):
            assert seen.hands[player] == (cards if player == viewer else (BACK,) * len(cards))


def test_sr_049_the_penalty_card_is_seen_by_its_buyer_only():
    """SR-049: in the events and in the view; the card drawn by the player on turn only by that player."""
    before = bought()
    price = "Kd: from the stock to player 2's hand"
    drawn = "3c: from the stock to player 1's hand"
    own_card, other = "1 card: from the stock to player 2's hand", "1 card: from the stock to player 1's hand"
    known = ["player 2 buys 9h, the 1st time", "9h: from the pile to player 2's hand"]
    assert told(before, "buy", C, reader=C) == [*known, price, other]
    assert told(before, "buy", C, reader=B) == [*known, own_card, drawn]
    assert told(before, "buy", C, reader=A) == told(before, "buy", C, reader=D) == [*known, own_card, other]
    _, events = RULES.trace(before, read("buy", before), C)
    assert [str(event) for event in RULES.shown(events, None)] == [*known, own_card, other]
    after = play(before, "2 buy")
    assert hand(RULES.view(after, C).state, C) == "2d 9h Th Kd"
    for viewer in (A, B, D, None):
        assert RULES.view(after, viewer).state.hands[C] == (BACK,) * 4


def test_sr_049_another_penalty_card_looks_the_same_to_others():
    """SR-049."""
    after, other = (play(bought(stock=stock), "2 buy") for stock in ("Kd 3c 5c", "As 3c 5c"))
    assert RULES.view(after, C) != RULES.view(other, C)
    after, other = (
        play(bought(stock=stock, removed=rest), "2 buy") for stock, rest in (("Kd 3c", "5c"), ("5c 3c", "Kd"))
    )
    assert RULES.view(after, C) != RULES.view(other, C)
    left, right = bought(stock="Kd 3c 5c"), bought(stock="5c 3c Kd")
    for viewer in (A, B, D, None):
        assert RULES.view(play(left, "2 buy"), viewer) == RULES.view(play(right, "2 buy"), viewer)


def test_sr_049_a_draw_is_seen_by_the_player_only_and_a_take_by_all():
    """SR-049."""
    state = at("2c", stock="Kd 3c", discard="9h", buys=[3] * 4)
    assert told(state, "draw", A, reader=A) == ["Kd: from the stock to player 0's hand"]
    assert told(state, "draw", A, reader=B) == ["1 card: from the stock to player 0's hand"]
    assert told(state, "take", A, reader=B) == told(state, "take", A) == ["9h: from the pile to player 0's hand"]


def test_sr_049_a_deal_shows_only_the_own_hand_and_the_upcard():
    """SR-049."""
    state = RULES.deal(seed=49)
    for viewer in range(4):
        seen = RULES.view(state, viewer).state
        assert seen.discard == state.discard
        assert seen.stock == (BACK,) * 59
        for player, cards in enumerate(state.hands):
            assert seen.hands[player] == (cards if player == viewer else (BACK,) * 12)


# --- the flow


def test_flow_a_whole_turn():
    """SR-016, SR-020, SR-035, SR-021: draw, others pass, lay the contract, lay off, discard."""
    text = "4c 4d 4h Js Jd Jc 4s 3d 9h Ks 7c 8d"
    state = at(text, discard="6s", stock="Jh 5c 9s")
    state = play(state, "0 draw")
    assert (state.phase, state.claimant) == ("claim", B)
    state = play(state, "1 pass", "2 pass")
    assert (state.phase, state.claimant) == ("play", None)
    state = play(state, "0 lay 4c 4d 4h", "0 lay Js Jd Jc", "0 lay-off 4s 0", "0 lay-off Jh 1", "0 discard Ks")
    assert table(state) == [(A, "4c 4d 4h 4s"), (A, "Jc Jd Jh Js")]
    assert hand(state) == "3d 7c 8d 9h"
    assert (pile(state), stock(state)) == ("6s Ks", "5c 9s")
    assert (state.turn, state.phase, state.laid, state.down) == (B, "draw", 0, (True, False, False, False))


def test_flow_of_what_a_turn_tells():
    """SR-021: the discard, then whose turn it is."""
    assert told(at("2c 5c", phase="play"), "discard 2c", A) == [
        "2c: from player 0's hand to the pile",
        "player 1 is on turn",
    ]


def test_flow_six_players_asked_in_turn():
    """SR-022: D on turn, C discarded; E, F, A, B are asked, whoever may."""
    rules = ShanghaiRummy(players=6)
    facts = {"turn": 3, "discard": "9h", "stock": "Kd 3c 5c"}
    for down, buys, asked in (
        ([False] * 6, [0] * 6, [4, 5, 0, 1]),
        ([True, False, False, False, False, True], [0] * 6, [4, 1]),
        ([False] * 6, [0, 3, 0, 0, 3, 2], [5, 0]),
        ([False, True, False, False, True, False], [3, 0, 0, 0, 0, 3], []),
    ):
        state = play(at("2c", rules=rules, **facts, down=down, buys=buys), "3 draw", rules=rules)
        seen = []
        while state.phase == "claim":
            seen.append(state.claimant)
            assert rules.actors(state) == (state.claimant,)
            state = play(state, f"{state.claimant} pass", rules=rules)
        assert seen == asked
        assert "Kd" in hand(state, 3).split()


def test_flow_two_players_only_the_dealer_buys_only_the_upcard():
    """SR-A13: B may buy the initial upcard; afterwards there is nobody but the discarder."""
    rules = ShanghaiRummy(players=2)
    state = rules.deal(seed=2)
    assert state.round.dealer == 1
    before = state
    state = play(state, "0 draw", rules=rules)
    assert rules.actors(state) == (1,)
    state = play(state, "1 buy", rules=rules)
    assert Counter(state.hands[1]) == Counter([*before.hands[1], *before.discard, before.stock[0]])
    assert Counter(state.hands[0]) == Counter([*before.hands[0], before.stock[1]])
    assert (state.stock, state.discard, state.buys) == (before.stock[2:], (), (0, 1))
    for turn in (0, 1, 0, 1):
        assert (state.phase, state.turn) == ("play", turn)
        state = play(throw(state, rules), f"{1 - turn} draw", rules=rules)
        assert state.buys == (0, 1)


def test_flow_two_players_the_upcard_passed():
    """SR-A13: B does not want it; A has drawn and the card stays."""
    rules = ShanghaiRummy(players=2)
    before = rules.deal(seed=2)
    state = play(before, "0 draw", "1 pass", rules=rules)
    assert (state.phase, state.turn, state.discard) == ("play", 0, before.discard)
    state = throw(state, rules)
    assert len(state.discard) == 2
    state = play(state, "1 draw", rules=rules)  # A discarded the top card: not asked
    assert (state.phase, state.turn) == ("play", 1)


def test_flow_without_an_upcard_the_first_turn_has_no_choice():
    """SR-A03."""
    rules = ShanghaiRummy(initial_upcard=False)
    state = rules.deal(seed=3)
    assert moves(state, 0, rules) == {"draw"}
    state = throw(play(state, "0 draw", rules=rules), rules)
    assert moves(state, 1, rules) == {"draw", "take"}
    state = play(state, "1 draw", "2 pass", "3 pass", rules=rules)
    assert state.phase == "play"


@pytest.mark.parametrize("number", range(1, 8))
def test_flow_each_round_is_laid_to_the_end(number):
    """SR-005 to SR-012, SR-040: the contract is drawn complete, laid, the last card discarded."""
    melds = FULL[number - 1]
    *own, last = " ".join(melds).split()
    state = at(" ".join(own) + " Kh", stock=f"{last} 3c", discard="", round=number)
    state = play(state, "0 draw", *(f"0 lay {meld}" for meld in melds), "0 discard Kh")
    assert (state.phase, len(state.melds)) == ("over", len(melds))
    assert state.round.results[-1].scores == (0, 5, 10, 10)


def test_flow_seven_rounds():
    """SR-005, SR-047, SR-048: each round ends from a position; dealer, starter, contract and points go on."""
    state = RULES.deal(seed=7)
    results = []
    ends = ["2c", "3c Ah", "Jk", "8d 7d", "Ks Kd", "As Jk", "5d"]
    for number, left in enumerate(ends, 1):
        dealer = (number - 2) % 4
        starter = (dealer + 1) % 4
        assert (state.round.number, state.round.dealer, state.turn) == (number, dealer, starter)
        assert [result.scores for result in state.round.results] == results
        player = RULES.actors(state)[0]
        assert player == starter
        state = RULES.apply(state, RULES.legal_moves(state, player)[0], player)
        hands = ["9s"] * 4
        hands[starter], hands[(starter + 1) % 4] = "4h", left
        state = at(*hands, phase="play", turn=starter, dealer=dealer, round=number, results=results)
        assert RULES.legal_moves(state, starter) == (Discard("4h"),)
        state = RULES.apply(state, RULES.legal_moves(state, starter)[0], starter)
        points = [10] * 4
        points[starter] = 0
        points[(starter + 1) % 4] = worth(left)
        results.append(tuple(points))
        assert [result.scores for result in state.round.results] == results
        if number < 7:
            assert RULES.actors(state) == (starter,)
            assert RULES.legal_moves(state, starter) == (Deal(),)
            state = RULES.apply(state, Deal(), starter)
    assert RULES.actors(state) == ()
    totals = tuple(map(sum, zip(*results, strict=True)))
    assert RULES.outcome(state).scores == totals
    assert RULES.outcome(state).winners == tuple(seat for seat in range(4) if totals[seat] == min(totals))


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (6, 4)])
def test_flow_a_game_by_the_simple_loop(players, seed):
    """SR-005, SR-041 to SR-048: seven rounds from the deal by random moves, where an empty stock ends a round."""
    rules = ShanghaiRummy(players=players, stock_exhausted="end_round")
    rng, state = Random(seed), rules.deal(seed=seed)
    deck = everything(state)
    rounds = []
    while actors := rules.actors(state):
        player = actors[0]
        move = rng.choice(rules.legal_moves(state, player))
        before, state = state, rules.apply(state, move, player)
        assert state.round.dealer == (state.round.number - 2) % players
        if (before.phase, state.phase) == ("over", "draw"):
            assert isinstance(move, Deal)
            assert player == state.round.dealer
            assert state.turn == (player + 1) % players
            assert sizes(state) == [12] * players
        if state.phase == "over":
            assert everything(state) == deck
            rounds.append(tuple(worth(codes(shown)) for shown in state.shown))
            assert state.round.results[-1].scores == rounds[-1]
            assert len(state.round.results) == state.round.number == len(rounds)
    assert len(rounds) == 7
    outcome = rules.outcome(state)
    assert outcome.scores == tuple(map(sum, zip(*rounds, strict=True)))
    assert outcome.winners == tuple(seat for seat in range(players) if outcome.scores[seat] == min(outcome.scores))
    assert outcome.losers == ()
