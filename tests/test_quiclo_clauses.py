"""Every clause of the source of QUICLO, QU-001 to QU-030: its scenario, its other side, its boundary.

Three players A, B, C (seats 0, 1, 2), A to move, the rules as printed, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from helpers import everything, hand
from helpers import reason_of_refusal as refused
from shedkit.core.cards import BACK, codes
from shedkit.core.refusals import Reason
from shedkit.games.quiclo import Draw, NumberCard, Pass, Play, Quiclo, QuicloState
from shedkit.testing import legal_codes as moves
from shedkit.testing import penalised_codes as wrong
from shedkit.testing import play

RULES = Quiclo()
OPEN = Quiclo(open_hands=True)
FIELDS = ("hands", "stock", "discard", "removed", "turn", "phase", "drawn", "passes", "out")


def numbers(first, last):
    return " ".join(map(str, range(first, last + 1)))


def at(top, *hands, rules=RULES, **facts):
    """A position of three players; whoever is not mentioned holds 100 or 110."""
    return rules.position(hands=[*hands, *["100", "110", "120"][len(hands) :]], discard=top, **facts)


def fits(card, top):
    """The rule of the game, on the printed numbers."""
    return bool(set(str(card)) & set(str(top)))


def test_QU_001_who_first_has_no_cards_wins():
    """QU-001."""
    state = at("87", "8", "18", "28")
    state = play(RULES, state, (0, "play 8"))
    assert hand(state, 0) == ""
    assert RULES.outcome(state).winners == (0,)
    assert RULES.outcome(state).places[0] == 1


def test_QU_001_with_a_card_left_nobody_has_won():
    """QU-001."""
    state = play(RULES, at("87", "8 45"), (0, "play 8"))
    assert hand(state, 0) == "45"
    assert RULES.outcome(state) is None
    assert RULES.actors(state) == (1,)


def test_QU_001_the_winner_is_the_one_who_is_out_not_the_one_who_began():
    """QU-001."""
    state = play(RULES, at("87", "8 45", "18", "1"), (0, "play 8"), (1, "play 18"))
    assert RULES.outcome(state).winners == (1,)
    assert RULES.outcome(state).places[1] == 1
    assert hand(state, 2) == "1"


def test_QU_001_a_rejected_last_card_does_not_win():
    """QU-001, QU-021: the last card goes back to the hand."""
    state = play(RULES, at("27", "45", stock="10 11"), (0, "play 45"))
    assert RULES.outcome(state) is None
    assert hand(state, 0) == "10 45"


def test_QU_002_the_deck_is_1_to_144():
    """QU-002."""
    assert {card.number for card in RULES.deck} == set(range(1, 145))
    assert {str(card) for card in RULES.deck} == {str(number) for number in range(1, 145)}


def test_QU_002_the_digits_are_those_printed():
    """QU-002."""
    for card in RULES.deck:
        assert card.digits == {int(digit) for digit in str(card.number)}


@pytest.mark.parametrize("number", ["145", "999"])
def test_QU_002_no_other_number_is_in_the_game(number):
    """QU-002."""
    assert refused(RULES, at("87", "8"), Play(number), 0) is Reason.UNKNOWN_CARD


def test_QU_003_no_number_is_twice():
    """QU-003."""
    assert len(RULES.deck) == 144
    assert set(Counter(RULES.deck).values()) == {1}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "rules", [RULES, Quiclo(highest_card=40), Quiclo(highest_card=24, players=2, play_drawn=True, play_for_places=True)]
)
def test_QU_003_each_number_is_in_exactly_one_zone(rules, seed):
    """QU-003: in every state of a game with plays, draws, misplays and reshuffles."""
    rng = Random(seed)
    state = rules.deal(seed=seed)
    for _ in range(300):
        assert everything(state) == Counter(rules.deck)
        assert not state.removed
        actors = rules.actors(state)
        if not actors:
            break
        player = actors[0]
        state = rules.apply(
            state, rng.choice(rules.legal_moves(state, player) + rules.penalised_moves(state, player)), player
        )


@pytest.mark.parametrize("players", [2, 3, 4, 8, 23])
def test_QU_004_six_cards_each(players):
    """QU-004."""
    state = Quiclo(players=players).deal(seed=1)
    assert [len(cards) for cards in state.hands] == [6] * players


def test_QU_005_one_card_is_turned_up():
    """QU-005."""
    state = RULES.deal(seed=3)
    assert len(state.discard) == 1
    for reader in (0, 1, 2, None):
        assert RULES.view(state, reader).state.discard == state.discard


def test_QU_005_it_is_dealt_after_the_hands():
    """QU-005."""
    state = RULES.deal(order=numbers(1, 144))
    assert codes(state.discard) == "19"


def test_QU_006_the_rest_is_the_stock():
    """QU-006."""
    state = RULES.deal(seed=3)
    assert len(state.stock) == 125
    assert not state.removed
    assert everything(state) == Counter(RULES.deck)


def test_QU_006_in_the_order_of_the_deal():
    """QU-006."""
    state = RULES.deal(order=numbers(1, 144))
    assert codes(state.stock) == numbers(20, 144)


@pytest.mark.parametrize("rules", [RULES, OPEN])
def test_QU_006_nobody_knows_the_order_of_the_stock(rules):
    """QU-006: whatever lies there, every view is the same."""
    state = rules.position(hands=["4 45", "7 18", "99"], discard="27", stock="72 10 11")
    other = rules.position(hands=["4 45", "7 18", "99"], discard="27", stock="11 72 10")
    assert state != other
    for reader in (0, 1, 2, None):
        view = rules.view(state, reader)
        assert view.state.stock == (BACK,) * 3
        assert view == rules.view(other, reader)


@pytest.mark.parametrize("youngest", [0, 1, 2])
def test_QU_007_the_youngest_begins(youngest):
    """QU-007."""
    rules = Quiclo(first_player=youngest)
    state = rules.deal(seed=5)
    assert state.turn == youngest
    assert rules.actors(state) == (youngest,)
    for other in {0, 1, 2} - {youngest}:
        assert moves(rules, state, other) == set()
        assert refused(rules, state, Draw(), other) is Reason.NOT_AN_ACTOR


def test_QU_008_clockwise():
    """QU-008."""
    state = at("87", "8 45 99", "81 50", "1 51")
    turns = [state.turn]
    for player, code in [(0, "play 8"), (1, "play 81"), (2, "play 1")]:
        state = play(RULES, state, (player, code))
        turns.append(state.turn)
        assert RULES.actors(state) == (state.turn,)
    assert turns == [0, 1, 2, 0]


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("first", [0, 1])
def test_QU_008_round_and_round(players, first):
    """QU-008: with draws too, and over the last seat to the first."""
    rules = Quiclo(players=players, first_player=first)
    state = rules.deal(seed=2)
    for step in range(2 * players + 1):
        assert rules.actors(state) == ((first + step) % players,)
        state = rules.apply(state, Draw(), state.turn)


def test_QU_009_one_digit_must_match():
    """QU-009."""
    state = at("137", "23 45 70 88")
    assert moves(RULES, state, 0) == {"play 23", "play 70", "draw"}
    assert wrong(RULES, state, 0) == {"play 45", "play 88"}


def test_QU_009_for_every_pair_of_cards():
    """QU-009: each number on each other number."""
    rules = Quiclo(players=2)
    for top in range(1, 145):
        other = 1 if top != 1 else 2
        held = [number for number in range(1, 145) if number not in (top, other)]
        state = rules.position(hands=[" ".join(map(str, held)), str(other)], discard=str(top))
        assert {str(move) for move in rules.legal_moves(state, 0)} == {
            "draw",
            *(f"play {number}" for number in held if fits(number, top)),
        }
        assert {str(move) for move in rules.penalised_moves(state, 0)} == {
            f"play {number}" for number in held if not fits(number, top)
        }


def test_QU_009_a_fitting_card_is_laid_on_top():
    """QU-009."""
    state = play(RULES, at("4 137", "23 45", stock="10"), (0, "play 23"))
    assert codes(state.discard) == "4 137 23"
    assert hand(state, 0) == "45"
    assert codes(state.stock) == "10"


def test_QU_010_one_common_digit_is_enough_anywhere():
    """QU-010."""
    state = at("112", "20 31 1 45")
    assert moves(RULES, state, 0) == {"play 20", "play 31", "play 1", "draw"}
    assert wrong(RULES, state, 0) == {"play 45"}


def test_QU_010_position_and_length_do_not_matter():
    """QU-010: a single digit on three, three on a single one, first on last and last on first."""
    assert moves(RULES, at("4", "134 140 40 24 123"), 0) == {"play 134", "play 140", "play 40", "play 24", "draw"}
    assert moves(RULES, at("134", "1 3 4 41 2 56"), 0) == {"play 1", "play 3", "play 4", "play 41", "draw"}


def test_QU_010_more_than_one_is_no_better():
    """QU-010: the same numbers turned round, and the same digits in another order, fit like any other."""
    state = at("123", "12 32 132 3 45")
    assert moves(RULES, state, 0) == {"play 12", "play 32", "play 132", "play 3", "draw"}
    assert play(RULES, state, (0, "play 132")).turn == play(RULES, state, (0, "play 3")).turn == 1


def test_QU_011_8_fits_on_87():
    """QU-011."""
    state = at("87", "8 45")
    assert moves(RULES, state, 0) == {"play 8", "draw"}
    assert wrong(RULES, state, 0) == {"play 45"}


def test_QU_012_4_does_not_fit_on_27():
    """QU-012."""
    state = at("27", "4 45")
    assert moves(RULES, state, 0) == {"draw"}
    assert wrong(RULES, state, 0) == {"play 4", "play 45"}


def test_QU_013_23_fits_on_137():
    """QU-013."""
    state = at("137", "23 45")
    assert moves(RULES, state, 0) == {"play 23", "draw"}
    assert wrong(RULES, state, 0) == {"play 45"}


def test_QU_014_45_does_not_fit_on_112():
    """QU-014."""
    state = at("112", "45 60")
    assert moves(RULES, state, 0) == {"draw"}
    assert wrong(RULES, state, 0) == {"play 45", "play 60"}


def test_QU_015_only_the_top_card_counts():
    """QU-015."""
    state = at("4 27", "44 72")
    assert moves(RULES, state, 0) == {"play 72", "draw"}
    assert wrong(RULES, state, 0) == {"play 44"}


def test_QU_015_whatever_lies_below():
    """QU-015."""
    held = "44 72 13 59 60"
    lists = {frozenset(moves(RULES, at(f"{below} 27".strip(), held), 0)) for below in ("", "4", "1 3 5 6", "6 5 3 1")}
    assert lists == {frozenset({"play 72", "draw"})}


def test_QU_016_one_card_a_turn():
    """QU-016."""
    state = at("87", "8 78 18")
    assert moves(RULES, state, 0) == {"play 8", "play 78", "play 18", "draw"}
    after = play(RULES, state, (0, "play 8"))
    assert hand(after, 0) == "18 78"
    assert len(after.discard) == len(state.discard) + 1
    assert after.turn == 1
    assert moves(RULES, after, 0) == set()
    assert refused(RULES, after, Play("78"), 0) is Reason.NOT_AN_ACTOR


def test_QU_017_the_new_card_counts_for_the_next_player():
    """QU-017."""
    state = at("87", "8 45 99", "7 18 50")
    after = play(RULES, state, (0, "play 8"))
    assert codes(after.discard) == "87 8"
    assert moves(RULES, after, 1) == {"play 18", "draw"}
    assert wrong(RULES, after, 1) == {"play 7", "play 50"}


def test_QU_017_after_a_draw_the_old_card_still_counts():
    """QU-017: the other side."""
    after = play(RULES, at("87", "8 45 99", "7 18 50", stock="10 11"), (0, "draw"))
    assert moves(RULES, after, 1) == {"play 7", "play 18", "draw"}


def test_QU_018_without_a_fitting_card_one_draws_one():
    """QU-018."""
    state = at("27", "4 45", stock="72 10")
    assert moves(RULES, state, 0) == {"draw"}
    after = play(RULES, state, (0, "draw"))
    assert hand(after, 0) == "4 45 72"
    assert codes(after.stock) == "10"
    assert codes(after.discard) == "27"
    assert after.hands[1:] == state.hands[1:]


def test_QU_018_the_next_draw_takes_the_next_card():
    """QU-018."""
    after = play(RULES, at("27", "4 45", "8", "9", stock="72 10 11"), (0, "draw"), (1, "draw"))
    assert (hand(after, 0), hand(after, 1), codes(after.stock)) == ("4 45 72", "8 10", "11")


def test_QU_019_with_a_fitting_card_one_may_draw_all_the_same():
    """QU-019."""
    state = at("27", "72 45", stock="10 11")
    assert moves(RULES, state, 0) == {"play 72", "draw"}
    after = play(RULES, state, (0, "draw"))
    assert hand(after, 0) == "10 45 72"
    assert codes(after.discard) == "27"


def test_QU_020_after_a_draw_it_is_the_next_players_turn():
    """QU-020: even if the card drawn fits."""
    after = play(RULES, at("27", "4 45", stock="72 10"), (0, "draw"))
    assert after.turn == 1
    assert RULES.actors(after) == (1,)
    assert moves(RULES, after, 0) == set()
    assert wrong(RULES, after, 0) == set()
    for move in (Play("72"), Pass(), Draw()):
        assert refused(RULES, after, move, 0) is Reason.NOT_AN_ACTOR


def test_QU_020_after_a_play_too():
    """QU-020."""
    after = play(RULES, at("27", "72 45", stock="10 11"), (0, "play 72"))
    assert RULES.actors(after) == (1,)
    assert codes(after.stock) == "10 11"
    assert refused(RULES, after, Draw(), 0) is Reason.NOT_AN_ACTOR


def test_QU_020_the_card_drawn_may_be_laid_a_lap_later():
    """QU-020."""
    after = play(RULES, at("27", "4 45", stock="72 10 11 12"), (0, "draw"), (1, "draw"), (2, "draw"))
    assert moves(RULES, after, 0) == {"play 72", "draw"}


def test_QU_021_a_wrong_card_goes_back():
    """QU-021."""
    after = play(RULES, at("27", "4 45", stock="72 10"), (0, "play 45"))
    assert codes(after.discard) == "27"
    assert NumberCard("45") in after.hands[0]


def test_QU_021_only_a_wrong_card():
    """QU-021: one that fits stays on the pile."""
    after = play(RULES, at("24", "4 45", stock="72 10"), (0, "play 45"))
    assert codes(after.discard) == "24 45"
    assert hand(after, 0) == "4"


def test_QU_022_and_costs_a_card():
    """QU-022."""
    after = play(RULES, at("27", "4 45", stock="72 10"), (0, "play 45"))
    assert hand(after, 0) == "4 45 72"
    assert codes(after.stock) == "10"


def test_QU_022_exactly_one_whichever_card_it_was():
    """QU-022."""
    state = at("27", "4 45 99", stock="72 10")
    for code in sorted(wrong(RULES, state, 0)):
        after = play(RULES, state, (0, code))
        assert hand(after, 0) == "4 45 72 99"


def test_QU_023_then_the_next_player_is_on_turn():
    """QU-023."""
    after = play(RULES, at("27", "4 45", stock="72 10"), (0, "play 45"))
    assert after.turn == 1
    assert RULES.actors(after) == (1,)
    assert refused(RULES, after, Play("72"), 0) is Reason.NOT_AN_ACTOR


def test_QU_024_an_empty_stock_is_made_of_the_discards():
    """QU-024."""
    state = at("4 45 54 27", "88 99", stock="72")
    after = play(RULES, state, (0, "draw"))
    assert hand(after, 0) == "72 88 99"
    assert sorted(codes(after.stock).split()) == ["4", "45", "54"]
    assert codes(after.discard) == "27"


def test_QU_024_after_the_draw_of_a_penalty_too():
    """QU-024."""
    after = play(RULES, at("4 45 54 27", "88 99", stock="72"), (0, "play 88"))
    assert hand(after, 0) == "72 88 99"
    assert sorted(codes(after.stock).split()) == ["4", "45", "54"]
    assert codes(after.discard) == "27"


def test_QU_024_not_before_the_stock_is_empty():
    """QU-024: with one card left it stays as it is."""
    after = play(RULES, at("4 45 54 27", "88 99", stock="72 10"), (0, "draw"))
    assert codes(after.stock) == "10"
    assert codes(after.discard) == "4 45 54 27"


def test_QU_024_they_are_shuffled():
    """QU-024: every order comes up, and the seed alone decides it."""
    orders = Counter()
    for seed in range(200):
        after = play(RULES, at("4 45 54 27", "88 99", stock="72", seed=seed), (0, "draw"))
        assert after == play(RULES, at("4 45 54 27", "88 99", stock="72", seed=seed), (0, "draw"))
        orders[codes(after.stock)] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 10


def test_QU_024_a_second_shuffle_is_a_new_one():
    """QU-024: the same cards in the same order, shuffled again, come in another order, but for chance."""
    kept = 0
    for seed in range(60):
        state = at("4 45 54 5 27", "88 99", stock="72", seed=seed)
        after = play(RULES, state, (0, "draw"))
        assert after.chance != state.chance
        again = QuicloState(**{name: getattr(state, name) for name in FIELDS}, chance=after.chance)
        kept += play(RULES, again, (0, "draw")).stock == after.stock
    assert kept < 15


def test_QU_025_the_top_card_stays_and_the_order_is_unknown():
    """QU-025: nobody can tell one shuffle from another."""
    views = {reader: set() for reader in (0, 1, 2, None)}
    stocks = set()
    for seed in range(20):
        after = play(RULES, at("4 45 54 27", "88 99", stock="72", seed=seed), (0, "draw"))
        assert codes(after.discard) == "27"
        stocks.add(after.stock)
        for reader, seen in views.items():
            view = RULES.view(after, reader)
            assert view.state.stock == (BACK,) * 3
            assert codes(view.state.discard) == "27"
            seen.add(view)
    assert len(stocks) > 1
    assert all(len(seen) == 1 for seen in views.values())


def test_QU_025_the_new_stock_is_drawn_from():
    """QU-025."""
    state = play(RULES, at("4 45 54 27", "88 99", "8", stock="72"), (0, "draw"))
    after = play(RULES, state, (1, "draw"))
    assert set(after.hands[1]) == {NumberCard("8"), state.stock[0]}
    assert after.stock == state.stock[1:]


@pytest.mark.parametrize("reader", [0, 1, 2, None])
def test_QU_026_in_the_open_game_every_hand_is_seen(reader):
    """QU-026."""
    state = at("87", "8 45", "7 18 50", "9", rules=OPEN, stock="10 11")
    seen = OPEN.view(state, reader).state
    assert seen.hands == state.hands
    assert codes(seen.hands[1]) == "7 18 50"
    assert seen.stock == (BACK, BACK)


def test_QU_026_a_card_drawn_is_seen_there_too():
    """QU-026."""
    state = play(OPEN, at("87", "8 45", rules=OPEN, stock="10 11"), (0, "draw"))
    assert codes(OPEN.view(state, 1).state.hands[0]) == "8 10 45"
    assert OPEN.view(state, 1).state.stock == (BACK,)


@pytest.mark.parametrize("reader", [0, 1, 2, None])
def test_QU_027_in_the_closed_game_only_the_own_hand(reader):
    """QU-027."""
    state = at("87", "8 45", "7 18 50", "9", stock="10 11")
    seen = RULES.view(state, reader).state
    for owner, cards in enumerate(state.hands):
        assert seen.hands[owner] == (cards if owner == reader else (BACK,) * len(cards))


def test_QU_027_another_hand_of_the_same_size_looks_the_same():
    """QU-027."""
    state = at("87", "8 45", "7 18 50", "9", stock="10 11")
    other = at("87", "8 45", "10 11 18", "7", stock="9 50")
    assert RULES.view(state, 0) == RULES.view(other, 0)
    assert RULES.view(state, 1) != RULES.view(other, 1)


def test_QU_028_the_variant_is_agreed_before_the_start():
    """QU-028: nothing changes it afterwards."""
    rules = Quiclo(open_hands=False)
    with pytest.raises(AttributeError):
        rules.open_hands = True
    assert rules.open_hands is False
    assert hash(rules) == hash(Quiclo())


def test_QU_028_the_moves_are_the_same_in_both_variants():
    """QU-028."""
    rng = Random(8)
    hidden, open_ = RULES.deal(seed=8), OPEN.deal(seed=8)
    for _ in range(80):
        assert hidden == open_
        assert RULES.actors(hidden) == OPEN.actors(open_)
        if not RULES.actors(hidden):
            break
        player = hidden.turn
        listed = RULES.legal_moves(hidden, player)
        assert listed == OPEN.legal_moves(open_, player)
        assert RULES.penalised_moves(hidden, player) == OPEN.penalised_moves(open_, player)
        move = rng.choice(listed)
        hidden, open_ = RULES.apply(hidden, move, player), OPEN.apply(open_, move, player)


def test_QU_029_a_fitting_card_may_be_held_back():
    """QU-029: even the last one."""
    state = at("27", "72", stock="10 11")
    assert moves(RULES, state, 0) == {"play 72", "draw"}
    after = play(RULES, state, (0, "draw"))
    assert hand(after, 0) == "10 72"
    assert RULES.outcome(after) is None
    assert RULES.actors(after) == (1,)


def test_QU_030_the_game_ends_at_once():
    """QU-030."""
    state = at("87", "8", "7", "9 10")
    after = play(RULES, state, (0, "play 8"))
    assert after.phase == "over"
    assert RULES.actors(after) == ()
    assert RULES.outcome(after).winners == (0,)
    for player in range(3):
        assert moves(RULES, after, player) == set()
        assert wrong(RULES, after, player) == set()
        assert refused(RULES, after, Draw(), player) is Reason.GAME_OVER
    assert refused(RULES, after, Play("7"), 1) is Reason.GAME_OVER


def test_QU_030_not_a_card_sooner():
    """QU-030: with one card in every hand the game still goes on."""
    state = at("87", "8 9", "18 7", "1 2")
    after = play(RULES, state, (0, "play 8"), (1, "play 18"), (2, "play 1"))
    assert [len(cards) for cards in after.hands] == [1, 1, 1]
    assert RULES.outcome(after) is None
    assert RULES.actors(after) == (0,)


@pytest.mark.parametrize("seed", range(6))
def test_QU_030_a_game_ends_when_the_first_hand_is_empty_and_only_then(seed):
    """QU-030."""
    rng = Random(seed)
    state = RULES.deal(seed=seed)
    while RULES.actors(state):
        assert all(state.hands)
        assert RULES.outcome(state) is None
        player = state.turn
        listed = RULES.legal_moves(state, player)
        state = RULES.apply(state, listed[0] if rng.random() < 0.9 else Draw(), player)
    empty = [player for player in range(3) if not state.hands[player]]
    assert len(empty) == 1
    assert RULES.outcome(state).winners == tuple(empty)
