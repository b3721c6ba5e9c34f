"""What the source of QUICLO leaves open: the rulings QU-A01 to QU-A19, every option, and the final decisions.

Three players A, B, C (seats 0, 1, 2), A to move, the rules as printed, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from helpers import everything, hand
from helpers import reason_of_refusal as refused
from shedkit.core.cards import BACK, codes, read_cards
from shedkit.core.errors import ConfigurationError
from shedkit.core.refusals import Reason
from shedkit.games.quiclo import Draw, NumberCard, Pass, Play, Quiclo
from shedkit.testing import legal_codes as moves
from shedkit.testing import penalised_codes as wrong
from shedkit.testing import play

RULES = Quiclo()
STRICT = Quiclo(misplay="illegal")
DRAWN = Quiclo(play_drawn=True)
PLACES = Quiclo(play_for_places=True)
READERS = (0, 1, 2, None)


def numbers(first, last):
    return " ".join(map(str, range(first, last + 1)))


def at(top, *hands, rules=RULES, **facts):
    """A position; of three players, whoever is not mentioned holds 100, 110 or 120."""
    others = ["100", "110", "120"][len(hands) : rules.players]
    return rules.position(hands=[*hands, *others], discard=top, **facts)


# The number of players and the size of the hand


@pytest.mark.parametrize("players", [2, 3, 8, 23])
def test_QU_A01_two_to_23_players(players):
    """QU-A01."""
    rules = Quiclo(players=players)
    state = rules.deal(seed=1)
    assert [len(cards) for cards in state.hands] == [6] * players
    assert len(state.stock) == 144 - 6 * players - 1
    assert rules.actors(state) == (0,)


@pytest.mark.parametrize("players", [-1, 0, 1, 24, 100])
def test_QU_A01_no_fewer_and_no_more(players):
    """QU-A01."""
    with pytest.raises(ConfigurationError) as caught:
        Quiclo(players=players)
    assert caught.value.option == "players"
    with pytest.raises(ConfigurationError):
        Quiclo(players=players, hand_size=1)


@pytest.mark.parametrize("size", [1, 2, 7, 47])
def test_QU_A01_the_hand_size_is_an_option(size):
    """QU-A01: up to what 144 cards give to three players and the first pile."""
    state = Quiclo(hand_size=size).deal(seed=1)
    assert [len(cards) for cards in state.hands] == [size] * 3
    assert len(state.discard) == 1
    assert len(state.stock) == 143 - 3 * size


def test_QU_A01_the_defaults():
    """QU-A01, QU-A02, QU-A03, QU-A07, QU-A08, QU-A14, QU-A16: the options and what they are unless chosen."""
    spelled = Quiclo(
        hand_size=6,
        highest_card=144,
        deck=numbers(1, 144),
        first_player=0,
        misplay="penalty",
        play_drawn=False,
        play_for_places=False,
        open_hands=False,
        deadlock="draw",
    )
    assert spelled == RULES


@pytest.mark.parametrize("options", [{"hand_size": 48}, {"players": 8, "hand_size": 18}, {"highest_card": 18}])
def test_QU_A01_the_deal_must_be_possible(options):
    """QU-A01: hands and first pile must not need more cards than there are."""
    with pytest.raises(ConfigurationError):
        Quiclo(**options)


def test_highest_card():
    """Section 6: the numbers from 1 to another highest one."""
    for highest in (19, 60, 200):
        rules = Quiclo(highest_card=highest)
        assert [card.number for card in rules.deck] == list(range(1, highest + 1))
        assert everything(rules.deal(seed=2)) == Counter(rules.deck)


def test_the_deck_is_data():
    """Section 6: any numbers, once each; nothing else is in the game."""
    rules = Quiclo(players=2, hand_size=2, deck="1 2 3 12 21 100 144")
    assert codes(rules.deck) == "1 2 3 12 21 100 144"
    state = rules.deal(seed=4)
    assert everything(state) == Counter(rules.deck)
    assert [len(cards) for cards in state.hands] == [2, 2]
    assert len(state.stock) == 2
    state = rules.position(hands=["1 2 100", "3"], discard="12")
    assert codes(state.stock) == "21 144"
    assert moves(rules, state, 0) == {"play 1", "play 2", "play 100", "draw"}
    assert refused(rules, state, Play("4"), 0) is Reason.UNKNOWN_CARD


def test_the_deck_as_cards_is_the_same():
    """Section 6: codes or cards."""
    as_text = Quiclo(players=2, hand_size=2, deck="1 2 3 12 21")
    as_cards = Quiclo(players=2, hand_size=2, deck=read_cards(NumberCard, "1 2 3 12 21"))
    assert as_text == as_cards
    assert as_text == Quiclo(players=2, hand_size=2, deck=["1", "2", "3", "12", "21"])


@pytest.mark.parametrize("deck", ["1 1 2 3 4 5", "1 2 3 4 5 144 144"])
def test_a_deck_with_a_number_twice_is_refused(deck):
    """Section 6, QU-003."""
    with pytest.raises(ConfigurationError) as caught:
        Quiclo(players=2, hand_size=2, deck=deck)
    assert caught.value.option == "deck"


def test_a_deck_that_is_too_small_is_refused():
    """Section 6: five cards serve two hands of two and the first pile, four do not."""
    smallest = Quiclo(players=2, hand_size=2, deck="1 2 3 4 5")
    with pytest.raises(ConfigurationError) as caught:
        Quiclo(players=2, hand_size=2, deck="1 2 3 4")
    assert caught.value.option == "deck"
    with pytest.raises(ConfigurationError):
        Quiclo(players=2, hand_size=2, deck="")
    state = smallest.deal(seed=1)
    assert state.stock == ()
    assert "draw" in moves(smallest, state, 0)
    after = smallest.apply(state, Draw(), 0)
    assert after.hands == state.hands
    assert after.turn == 1


def test_a_deck_and_another_highest_card_contradict():
    """Section 6: a contradictory option is refused."""
    with pytest.raises(ConfigurationError):
        Quiclo(players=2, hand_size=2, deck=numbers(1, 39), highest_card=20)


# The deal and who begins


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("dealer", [None, 0, 1, 2])
def test_QU_A02_the_first_player_is_an_option_and_no_matter_of_the_deal(first, dealer):
    """QU-A02."""
    rules = Quiclo(first_player=first, first_dealer=dealer)
    state = rules.deal(seed=11)
    assert state.turn == first
    assert rules.actors(state) == (first,)


def test_QU_A02_the_default():
    """QU-A02: seat 0."""
    assert {RULES.deal(seed=seed).turn for seed in range(10)} == {0}
    assert {Quiclo(players=5).deal(seed=seed).turn for seed in range(10)} == {0}


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("dealer", [None, 0, 1])
@pytest.mark.parametrize("backwards", [False, True])
def test_cards_are_dealt_one_by_one_from_the_dealers_left(players, dealer, backwards):
    """Conventions: `order[0]` is dealt first; by default the last seat deals; the upcard comes after the hands."""
    rules = Quiclo(players=players, first_dealer=dealer)
    order = list(range(1, 145))[:: -1 if backwards else 1]
    state = rules.deal(order=" ".join(map(str, order)))
    left = (players if dealer is None else dealer + 1) % players
    for seat in range(players):
        place = (seat - left) % players
        assert [card.number for card in state.hands[seat]] == sorted(order[place : 6 * players : players])
    assert [card.number for card in state.discard] == [order[6 * players]]
    assert [card.number for card in state.stock] == order[6 * players + 1 :]


def test_an_order_may_be_cards_and_the_seed_decides_later_shuffles():
    """Conventions: the order fixes the deal, the seed what is shuffled later."""
    rules = Quiclo(players=2, hand_size=1, deck=numbers(1, 9))
    order = read_cards(NumberCard, "5 1 3 7 2 8 9 4 6")
    assert rules.deal(order=order, seed=1).hands == rules.deal(order=codes(order), seed=2).hands
    small = Quiclo(players=2, hand_size=1, deck="11 12 13 14 15 16 17 18 19 21 31 41")
    stocks = set()
    for seed in range(20):
        state = small.deal(order="11 12 13 14 15 16 17 18 19 21 31 41", seed=seed)
        assert (hand(state, 0), hand(state, 1), codes(state.discard)) == ("11", "12", "13")
        # each draws three cards and lays two, then they draw the other three of the stock
        state = play(small, state, *[(turn % 2, "draw") for turn in range(6)])
        state = play(small, state, (0, "play 14"), (1, "play 15"), (0, "play 16"), (1, "play 17"))
        state = play(small, state, (0, "draw"), (1, "draw"), (0, "draw"))
        assert sorted(codes(state.stock).split()) == ["13", "14", "15", "16"]
        stocks.add(state.stock)
    assert len(stocks) > 5


def test_the_seed_fixes_the_deal():
    """The same seed deals the same cards, another one others, none any."""
    assert RULES.deal(seed=7) == RULES.deal(seed=7)
    assert len({RULES.deal(seed=seed).hands for seed in range(50)}) == 50
    assert RULES.deal().hands != RULES.deal().hands


def test_the_deal_is_fair():
    """Each card comes into each place."""
    rules = Quiclo(players=2, hand_size=1, deck="1 2 3 4")
    upcards = Counter(codes(rules.deal(seed=seed).discard) for seed in range(400))
    assert len(upcards) == 4
    assert min(upcards.values()) > 60


# Wrong plays


def test_QU_A03_a_wrong_play_is_in_a_list_of_its_own():
    """QU-A03."""
    state = at("27", "4 45 72", stock="70 10")
    assert moves(RULES, state, 0) == {"play 72", "draw"}
    assert wrong(RULES, state, 0) == {"play 4", "play 45"}
    for player in (1, 2):
        assert wrong(RULES, state, player) == set()


def test_QU_A03_it_is_taken_with_its_effect():
    """QU-A03."""
    after = play(RULES, at("27", "4 45 72", stock="70 10"), (0, "play 4"))
    assert hand(after, 0) == "4 45 70 72"
    assert codes(after.discard) == "27"
    assert codes(after.stock) == "10"
    assert after.turn == 1


def test_QU_A03_illegal_means_that_it_is_refused():
    """QU-A03."""
    state = at("27", "4 45 72", stock="70 10", rules=STRICT)
    assert moves(STRICT, state, 0) == {"play 72", "draw"}
    assert wrong(STRICT, state, 0) == set()
    for card in ("4", "45"):
        assert refused(STRICT, state, Play(card), 0) is Reason.NO_MATCH
    assert codes(play(STRICT, state, (0, "play 72")).discard) == "27 72"


@pytest.mark.parametrize("rules", [RULES, STRICT])
def test_QU_A03_the_lists_are_exactly_what_is_taken(rules):
    """QU-A03: over every move that can be built, for every player."""
    state = at("27", "4 45 72 7", "22 33", stock="70 10", rules=rules)
    every = [Play(str(number)) for number in range(1, 160)] + [Draw(), Pass()]
    for player in range(3):
        taken = {str(move) for move in every if rules.refusal(state, move, player) is None}
        assert taken == moves(rules, state, player) | wrong(rules, state, player)


def test_QU_A04_a_wrong_play_costs_what_a_draw_costs():
    """QU-A04: one card more, the same state as after a plain draw."""
    state = at("4 45 27", "8 88", stock="72 10")
    assert play(RULES, state, (0, "play 8")) == play(RULES, state, (0, "play 88")) == play(RULES, state, (0, "draw"))
    assert len(play(RULES, state, (0, "play 8")).hands[0]) == 3


# The stock


def test_QU_A05_refilled_as_soon_as_it_is_empty():
    """QU-A05: at once, not when the next card is needed."""
    after = play(RULES, at("4 45 54 27", "88 99", stock="72"), (0, "draw"))
    assert len(after.stock) == 3
    assert len(after.discard) == 1


def test_QU_A05_so_a_card_laid_next_takes_no_part():
    """QU-A05: what is laid after the last draw stays on the pile."""
    after = play(RULES, at("4 45 54 27", "88 99", "2 3", stock="72"), (0, "draw"), (1, "play 2"))
    assert codes(after.discard) == "27 2"
    assert sorted(codes(after.stock).split()) == ["4", "45", "54"]


def test_QU_A05_with_one_discard_again_before_a_due_draw():
    """QU-A05: nothing to collect when the stock ran out, so at the next draw, before the card is drawn."""
    state = play(RULES, at("27", "88 99", "2 3", "22 4", stock="72"), (0, "draw"))
    assert state.stock == ()
    assert codes(state.discard) == "27"
    state = play(RULES, state, (1, "play 2"))
    assert state.stock == ()
    state = play(RULES, state, (2, "play 22"))
    assert state.stock == ()
    assert codes(state.discard) == "27 2 22"
    after = play(RULES, state, (0, "draw"))
    assert codes(after.discard) == "22"
    gained = set(after.hands[0]) - set(state.hands[0])
    assert len(gained) == 1
    assert sorted(codes([*gained, *after.stock]).split()) == ["2", "27"]
    assert everything(after) == everything(state)


def test_QU_A05_and_before_a_penalty():
    """QU-A05: the rejected card does not take part and the top card stays."""
    state = at("27 2 22", "88 99", stock="")
    after = play(RULES, state, (0, "play 88"))
    assert codes(after.discard) == "22"
    gained = set(after.hands[0]) - set(state.hands[0])
    assert len(gained) == 1
    assert {"88", "99"} <= set(hand(after, 0).split())
    assert sorted(codes([*gained, *after.stock]).split()) == ["2", "27"]


def test_QU_A05_two_discards_serve_one_draw():
    """QU-A05: the one card below the top is drawn; then the stock is empty and nothing lies below the top."""
    after = play(RULES, at("27 2", "88 99", stock=""), (0, "draw"))
    assert hand(after, 0) == "27 88 99"
    assert after.stock == ()
    assert codes(after.discard) == "2"
    assert after.passes == 0


def test_QU_A05_removed_cards_do_not_come_back():
    """QU-A05: only the discards are shuffled."""
    after = play(RULES, at("4 45 27", "88 99", stock="72"), (0, "draw"))
    assert sorted(codes(after.stock).split()) == ["4", "45"]
    assert NumberCard("1") in after.removed


def test_QU_A06_nothing_to_draw_is_a_pass():
    """QU-A06: the same move, no card."""
    state = at("27", "4 72", stock="")
    assert moves(RULES, state, 0) == {"play 72", "draw"}
    after = play(RULES, state, (0, "draw"))
    assert after.hands == state.hands
    assert (after.stock, after.discard) == (state.stock, state.discard)
    assert after.turn == 1
    assert after.passes == 1


def test_QU_A06_a_wrong_play_then_costs_the_turn_only():
    """QU-A06, section 6: it is a pass too."""
    state = at("27", "4 72", stock="")
    assert wrong(RULES, state, 0) == {"play 4"}
    after = play(RULES, state, (0, "play 4"))
    assert after == play(RULES, state, (0, "draw"))


def test_QU_A06_a_wrong_last_card_then_does_not_win():
    """QU-A06, QU-021."""
    after = play(RULES, at("27", "4", stock=""), (0, "play 4"))
    assert hand(after, 0) == "4"
    assert RULES.outcome(after) is None
    assert after.turn == 1


def test_QU_A06_is_there_a_card_it_is_drawn():
    """QU-A06: the boundary, one card in the stock."""
    after = play(RULES, at("27", "4 72", stock="10"), (0, "draw"))
    assert hand(after, 0) == "4 10 72"
    assert after.passes == 0


# Deadlock


STUCK = {"hands": ["3 4", "5 6 8", "9 10"], "discard": "27", "stock": ""}
LEADERS = {"draw": (), "fewest": (0, 2)}


@pytest.mark.parametrize("deadlock", ["draw", "fewest"])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_QU_A07_after_a_full_lap_of_passes_the_game_ends(deadlock, turn):
    """QU-A07: with the last pass of the lap, whoever began it, and not sooner."""
    rules = Quiclo(deadlock=deadlock)
    state = rules.position(**STUCK, turn=turn)
    for step in range(3):
        assert rules.outcome(state) is None
        assert rules.actors(state) == ((turn + step) % 3,)
        state = rules.apply(state, Draw(), (turn + step) % 3)
    assert rules.actors(state) == ()
    assert rules.outcome(state).winners == LEADERS[deadlock]
    for player in range(3):
        assert refused(rules, state, Draw(), player) is Reason.GAME_OVER


@pytest.mark.parametrize("players", [2, 4, 5])
def test_QU_A07_a_lap_is_as_long_as_the_table(players):
    """QU-A07."""
    rules = Quiclo(players=players)
    state = rules.position(hands=["4", "5", "6", "8", "9"][:players], discard="27", stock="")
    for step in range(players):
        assert rules.actors(state) == (step,)
        state = rules.apply(state, Draw(), step)
    assert rules.outcome(state) is not None


def test_QU_A07_draw_nobody_wins():
    """QU-A07, section 6: the places are shared."""
    outcome = RULES.outcome(play(RULES, RULES.position(**STUCK), (0, "draw"), (1, "draw"), (2, "draw")))
    assert outcome.places == (1, 1, 1)
    assert (outcome.winners, outcome.losers) == ((), ())


@pytest.mark.parametrize(
    ("hands", "winners"),
    [(["3 4", "5", "9 10"], (1,)), (["3 4", "5 6 8", "9 10"], (0, 2)), (["3", "5", "9"], (0, 1, 2))],
)
def test_QU_A07_fewest_cards_win(hands, winners):
    """QU-A07: and share it on a tie."""
    rules = Quiclo(deadlock="fewest")
    state = rules.position(hands=hands, discard="27", stock="")
    outcome = rules.outcome(play(rules, state, (0, "draw"), (1, "draw"), (2, "draw")))
    assert outcome.winners == winners
    for player in range(3):
        assert (outcome.places[player] == 1) == (player in winners)


def test_QU_A07_wrong_plays_are_passes_of_the_lap():
    """QU-A07, section 6: a wrong play with nothing to draw is a pass."""
    state = RULES.position(**STUCK)
    state = play(RULES, state, (0, "play 3"), (1, "draw"))
    assert RULES.outcome(state) is None
    state = play(RULES, state, (2, "play 9"))
    assert RULES.outcome(state).places == (1, 1, 1)
    assert hand(state, 2) == "9 10"


def test_QU_A07_a_card_laid_breaks_the_lap():
    """QU-A07: then it takes a whole lap again, or a draw is possible."""
    state = at("27", "3 4", "72 5", "8 9", stock="")
    state = play(RULES, state, (0, "draw"), (1, "play 72"))
    assert state.passes == 0
    state = play(RULES, state, (2, "draw"))
    assert state.passes == 0
    assert hand(state, 2) == "8 9 27"
    state = play(RULES, state, (0, "draw"), (1, "draw"))
    assert RULES.outcome(state) is None
    assert RULES.outcome(play(RULES, state, (2, "draw"))) is not None


def test_QU_A07_a_card_drawn_breaks_the_lap():
    """QU-A07: only card-less passes count."""
    state = at("4 27", "3", "5 8", "9 10", stock="", passes=2)
    after = play(RULES, state, (0, "draw"))
    assert after.passes == 0
    assert RULES.actors(after) == (1,)


def test_QU_A07_holding_a_fitting_card_back_is_a_pass_too():
    """QU-A07, QU-029: a lap of passes by choice ends the game as well."""
    state = RULES.position(hands=["2", "7", "72"], discard="27", stock="")
    state = play(RULES, state, (0, "draw"), (1, "draw"), (2, "draw"))
    assert RULES.outcome(state).winners == ()


def test_QU_A07_the_last_of_the_lap_may_still_win():
    """QU-A07, QU-030: a play instead of the last pass."""
    state = RULES.position(hands=["3", "5", "72"], discard="27", stock="")
    state = play(RULES, state, (0, "draw"), (1, "draw"), (2, "play 72"))
    assert RULES.outcome(state).winners == (2,)


# Playing the card just drawn


def test_QU_A08_by_default_it_cannot_be_played_at_once():
    """QU-A08."""
    after = play(RULES, at("27", "4 45", stock="72 10"), (0, "draw"))
    assert after.phase == "play"
    assert after.turn == 1
    assert refused(RULES, after, Play("72"), 0) is Reason.NOT_AN_ACTOR


def test_QU_A08_pass_is_no_move_then():
    """QU-A08: without the option there is no Pass."""
    state = at("27", "4 45", stock="72 10")
    assert refused(RULES, state, Pass(), 0) is Reason.OPTION_OFF
    assert refused(DRAWN, at("27", "4 45", stock="72 10", rules=DRAWN), Pass(), 0) is Reason.WRONG_PHASE


def test_QU_A08_with_play_drawn_a_fitting_card_is_laid_or_kept():
    """QU-A08, section 6."""
    state = play(DRAWN, at("27", "4 45 2", stock="72 10", rules=DRAWN), (0, "draw"))
    assert DRAWN.actors(state) == (0,)
    assert state.phase == "drawn"
    assert moves(DRAWN, state, 0) == {"play 72", "pass"}
    assert wrong(DRAWN, state, 0) == set()
    laid = play(DRAWN, state, (0, "play 72"))
    assert (hand(laid, 0), codes(laid.discard), laid.turn, laid.phase) == ("2 4 45", "27 72", 1, "play")
    kept = play(DRAWN, state, (0, "pass"))
    assert (hand(kept, 0), codes(kept.discard), kept.turn, kept.phase) == ("2 4 45 72", "27", 1, "play")
    assert codes(kept.stock) == codes(laid.stock) == "10"


def test_QU_A08_a_card_that_does_not_fit_has_its_moment_too():
    """QU-A08, section 6: after every draw, so that nothing shows whether it fitted."""
    state = play(DRAWN, at("27", "4 45 2", stock="10 72", rules=DRAWN), (0, "draw"))
    assert DRAWN.actors(state) == (0,)
    assert state.phase == "drawn"
    assert moves(DRAWN, state, 0) == {"pass"}
    assert wrong(DRAWN, state, 0) == {"play 10"}
    strict = DRAWN.evolve(misplay="illegal")
    assert moves(strict, state, 0) == {"pass"}
    assert wrong(strict, state, 0) == set()
    assert refused(strict, state, Play("10"), 0) is Reason.NO_MATCH


def test_QU_A08_no_other_card_and_no_second_draw():
    """QU-A08: only the card just drawn."""
    state = play(DRAWN, at("27", "4 45 2", stock="72 10", rules=DRAWN), (0, "draw"))
    every = [Play(str(number)) for number in range(1, 145)] + [Draw(), Pass()]
    for player in range(3):
        taken = {str(move) for move in every if DRAWN.refusal(state, move, player) is None}
        assert taken == ({"play 72", "pass"} if player == 0 else set())
    assert refused(DRAWN, state, Play("2"), 0) is Reason.WRONG_ZONE
    assert refused(DRAWN, state, Draw(), 0) is Reason.WRONG_PHASE


def test_QU_A08_the_drawn_card_laid_wrongly_costs_another():
    """QU-A08, QU-022, QU-023: and then the next player is on turn."""
    state = play(DRAWN, at("27", "4 45", stock="10 72 11", rules=DRAWN), (0, "draw"), (0, "play 10"))
    assert hand(state, 0) == "4 10 45 72"
    assert codes(state.discard) == "27"
    assert codes(state.stock) == "11"
    assert (state.turn, state.phase) == (1, "play")


def test_QU_A08_a_penalty_is_not_played():
    """QU-A08, QU-023: after a wrong play the next player is on turn, also with play_drawn."""
    state = play(DRAWN, at("27", "4 45", stock="72 10", rules=DRAWN), (0, "play 45"))
    assert hand(state, 0) == "4 45 72"
    assert (state.turn, state.phase) == (1, "play")
    assert DRAWN.actors(state) == (1,)


def test_QU_A08_with_nothing_drawn_there_is_nothing_to_play():
    """QU-A08, QU-A06: a draw with nothing to draw ends the turn."""
    state = play(DRAWN, at("27", "4 45", stock="", rules=DRAWN), (0, "draw"))
    assert (state.turn, state.phase, state.passes) == (1, "play", 1)
    state = play(DRAWN, state, (1, "draw"), (2, "draw"))
    assert DRAWN.outcome(state).winners == ()


def test_QU_A08_keeping_a_drawn_card_is_no_pass_of_the_lap():
    """QU-A08, QU-A07: a card was drawn."""
    state = at("27", "4 45", stock="72", passes=2, rules=DRAWN)
    state = play(DRAWN, state, (0, "draw"), (0, "pass"))
    assert state.passes == 0
    assert DRAWN.actors(state) == (1,)


def test_QU_A08_the_stock_is_refilled_before_the_card_is_laid():
    """QU-A08, QU-A05: as soon as it is empty, so the card on top stays where it is."""
    state = play(DRAWN, at("4 5 27", "88 99", stock="72", rules=DRAWN), (0, "draw"))
    assert sorted(codes(state.stock).split()) == ["4", "5"]
    assert codes(state.discard) == "27"
    state = play(DRAWN, state, (0, "play 72"))
    assert codes(state.discard) == "27 72"
    assert sorted(codes(state.stock).split()) == ["4", "5"]


@pytest.mark.parametrize("kept", ["72", "10"])
def test_QU_A08_nobody_else_learns_what_was_drawn_or_whether_it_fitted(kept):
    """QU-A08: the views and events of a fitting and of another card are the same, before and after a Pass."""
    first = at("27", "4 45", stock="72 10 11", rules=DRAWN)
    second = at("27", "4 45", stock="10 72 11", rules=DRAWN)
    for code in ("draw", "pass"):
        move = DRAWN.parse(code)
        first, events = DRAWN.trace(first, move, 0)
        second, others = DRAWN.trace(second, move, 0)
        for reader in (1, 2, None):
            view = DRAWN.view(first, reader)
            assert view == DRAWN.view(second, reader)
            assert DRAWN.shown(events, reader) == DRAWN.shown(others, reader)
            assert kept not in f"{DRAWN.shown(events, reader)}"
            assert all(card == BACK for card in view.state.hands[0])
            assert NumberCard(kept) not in (view.state.drawn if isinstance(view.state.drawn, tuple) else ())
            assert DRAWN.actors(view) == DRAWN.actors(DRAWN.view(second, reader)) == (first.turn,)
    assert first != second


@pytest.mark.parametrize("reader", READERS)
def test_QU_A08_what_may_have_been_drawn(reader):
    """QU-A08, law 10: for the player that card, for anybody else any card of a hand that may be."""
    rules = Quiclo(players=3, hand_size=1, deck="1 2 3 4 5 6 7", play_drawn=True)
    state = rules.position(hands=["2 4", "3", "5"], discard="1", stock="6 7", phase="drawn", drawn="4")
    view = rules.view(state, reader)
    guessed = set()
    for seed in range(150):
        guess = rules.sample(view, seed)
        assert rules.view(guess, reader) == view
        assert guess.drawn[0] in guess.hands[0]
        assert guess.drawn[1:] == (None, None)
        assert everything(guess) == Counter(rules.deck)
        guessed.add(codes([guess.drawn[0]]))
    assert guessed == {0: {"4"}, 1: set("24567"), 2: set("23467"), None: set("234567")}[reader]


def test_QU_A08_the_player_knows_the_card_drawn():
    """QU-A08: from the own view the moves are the same."""
    state = play(DRAWN, at("27", "4 45", stock="72 10", rules=DRAWN), (0, "draw"))
    view = DRAWN.view(state, 0)
    assert view.state.drawn[0] == NumberCard("72")
    assert DRAWN.legal_moves(view, 0) == (Play("72"), Pass())
    assert DRAWN.actors(view) == (0,)


# Digits


def test_QU_A09_nought_is_a_digit():
    """QU-A09."""
    state = at("40", "10 20 100 101 3 15")
    assert moves(RULES, state, 0) == {"play 10", "play 20", "play 100", "play 101", "draw"}
    assert sum(0 in card.digits for card in RULES.deck) == 23


def test_QU_A09_no_leading_noughts():
    """QU-A09: 7 has no 0."""
    state = at("100", "7 8 20 41", "110")
    assert moves(RULES, state, 0) == {"play 20", "play 41", "draw"}
    assert NumberCard("7").digits == {7}


def test_QU_A10_a_set_of_digits():
    """QU-A10: 11 and 112 ask for one 1, not for two."""
    assert NumberCard("112").digits == {1, 2}
    assert moves(RULES, at("11", "1 21 111 22"), 0) == {"play 1", "play 21", "play 111", "draw"}
    assert moves(RULES, at("1", "11 111 22"), 0) == {"play 11", "play 111", "draw"}
    assert moves(RULES, at("112", "2 22 13 33"), 0) == {"play 2", "play 22", "play 13", "draw"}


def test_QU_A11_without_a_fitting_card_drawing_is_the_only_move():
    """QU-A11."""
    for rules in (RULES, STRICT, DRAWN):
        state = at("27", "4 45", stock="72 10", rules=rules)
        assert moves(rules, state, 0) == {"draw"}


def test_QU_A11_neither_laying_nor_drawing_is_not_allowed():
    """QU-A11."""
    for rules in (RULES, DRAWN):
        for cards in ("4 45", "72 45"):
            state = at("27", cards, stock="70 10", rules=rules)
            assert refused(rules, state, Pass(), 0) in (Reason.OPTION_OFF, Reason.WRONG_PHASE)


def test_QU_A12_one_card_a_turn():
    """QU-A12: the turn is over with the first card."""
    after = play(RULES, at("87", "8 78 18"), (0, "play 8"))
    assert refused(RULES, after, Play("18"), 0) is Reason.NOT_AN_ACTOR
    assert len(after.hands[0]) == 2


@pytest.mark.parametrize("top", ["1", "10", "77", "100", "111", "144"])
def test_QU_A13_the_first_upcard_does_nothing(top):
    """QU-A13: whatever it is, the first player may match its digits or draw."""
    rest = [str(number) for number in range(1, 145) if str(number) != top]
    state = RULES.deal(order=" ".join([*rest[:18], top, *rest[18:]]))
    assert codes(state.discard) == top
    assert (state.turn, state.phase) == (0, "play")
    assert [len(cards) for cards in state.hands] == [6, 6, 6]
    fitting = {f"play {card}" for card in state.hands[0] if set(str(card)) & set(top)}
    assert moves(RULES, state, 0) == fitting | {"draw"}


# The end and the places


def test_QU_A14_the_game_ends_with_the_first_one_out():
    """QU-A14, section 6: place 1, the others share place 2, whatever they hold."""
    state = play(RULES, at("87", "8", "7", "9 10 11"), (0, "play 8"))
    outcome = RULES.outcome(state)
    assert outcome.places == (1, 2, 2)
    assert (outcome.winners, outcome.losers) == ((0,), ())
    assert RULES.actors(state) == ()


def test_QU_A14_wherever_the_winner_sits():
    """QU-A14."""
    rules = Quiclo(players=4)
    state = rules.position(hands=["7 70", "9 10", "8", "5"], discard="87", turn=2)
    outcome = rules.outcome(play(rules, state, (2, "play 8")))
    assert outcome.places == (2, 2, 1, 2)
    assert outcome.winners == (2,)


def test_QU_A14_playing_for_places():
    """QU-A14: the others play on, the one who is out is passed over, the last one is last."""
    state = at("87", "8", "7 18", "81 1", rules=PLACES)
    state = play(PLACES, state, (0, "play 8"))
    assert PLACES.outcome(state) is None
    assert PLACES.actors(state) == (1,)
    state = play(PLACES, state, (1, "play 18"), (2, "play 1"))
    assert PLACES.actors(state) == (1,)
    assert moves(PLACES, state, 0) == wrong(PLACES, state, 0) == set()
    assert refused(PLACES, state, Draw(), 0) is Reason.NOT_AN_ACTOR
    state = play(PLACES, state, (1, "draw"))
    assert PLACES.actors(state) == (2,)
    state = play(PLACES, state, (2, "play 81"))
    outcome = PLACES.outcome(state)
    assert outcome.places == (1, 3, 2)
    assert outcome.winners == (0,)
    assert PLACES.actors(state) == ()
    assert refused(PLACES, state, Draw(), 1) is Reason.GAME_OVER


def test_QU_A14_places_go_by_the_order_of_going_out_not_by_seat():
    """QU-A14."""
    rules = Quiclo(players=4, play_for_places=True)
    state = rules.position(hands=["1 100", "12", "13", "10"], discard="14", turn=3)
    state = play(rules, state, (3, "play 10"), (0, "play 1"), (1, "play 12"), (2, "play 13"))
    outcome = rules.outcome(state)
    assert outcome.places == (4, 2, 3, 1)
    assert outcome.winners == (3,)


def test_QU_A14_with_two_players_the_option_changes_nothing():
    """QU-A14: nobody is left to play against."""
    rules = Quiclo(players=2, play_for_places=True)
    state = play(rules, rules.position(hands=["8", "7 70"], discard="87"), (0, "play 8"))
    assert rules.actors(state) == ()
    assert rules.outcome(state).places == (1, 2)


@pytest.mark.parametrize("seed", range(5))
def test_QU_A14_a_game_for_places_has_a_place_for_everybody(seed):
    """QU-A14: in the order of going out, one left over."""
    rules = Quiclo(players=5, play_for_places=True)
    rng = Random(seed)
    state = rules.deal(seed=seed)
    order = []
    while rules.actors(state):
        player = rules.actors(state)[0]
        assert player not in order
        listed = rules.legal_moves(state, player)
        state = rules.apply(state, listed[0] if rng.random() < 0.9 else Draw(), player)
        if not state.hands[player]:
            order.append(player)
    assert len(order) == 4
    (last,) = set(range(5)) - set(order)
    places = rules.outcome(state).places
    assert [places[player] for player in [*order, last]] == [1, 2, 3, 4, 5]
    assert rules.outcome(state).winners == (order[0],)


@pytest.mark.parametrize(("deadlock", "places"), [("draw", (2, 1, 2, 2)), ("fewest", (3, 1, 2, 4))])
def test_QU_A14_deadlock_among_the_rest(deadlock, places):
    """QU-A14, QU-A07: a lap of those who still play; they share what is left, or the fewest cards go before."""
    rules = Quiclo(players=4, play_for_places=True, deadlock=deadlock)
    state = rules.position(hands=["3 4", "", "5", "6 8 9"], discard="27", stock="")
    state = play(rules, state, (0, "draw"), (2, "draw"))
    assert rules.outcome(state) is None
    assert rules.actors(state) == (3,)
    state = play(rules, state, (3, "draw"))
    assert rules.actors(state) == ()
    assert rules.outcome(state).places == places
    assert rules.outcome(state).winners == (1,)


def test_QU_A14_by_default_out_in_a_position_is_by_seat_and_can_be_named():
    """QU-A14: who was out first can be said of a built position."""
    rules = Quiclo(players=4, play_for_places=True)
    state = rules.position(hands=["", "8", "", "7 5"], discard="87", turn=1, out=[2, 0])
    outcome = rules.outcome(play(rules, state, (1, "play 8")))
    assert outcome.places == (2, 3, 1, 4)
    assert outcome.winners == (2,)


def test_QU_A15_going_out_needs_nothing_else():
    """QU-A15: no announcement, no further draw, nothing is refilled."""
    state = at("4 5 87", "8", stock="", turn=0)
    after = play(RULES, state, (0, "play 8"))
    assert RULES.outcome(after).winners == (0,)
    assert after.stock == ()
    assert codes(after.discard) == "4 5 87 8"
    assert after.hands[1:] == state.hands[1:]


def test_QU_A16_open_hands():
    """QU-A16: every hand is public, the stock is not, and nothing else differs."""
    rules = Quiclo(open_hands=True)
    state = at("27", "4 45", "7 18", stock="72 10", rules=rules)
    for reader in READERS:
        seen = rules.view(state, reader).state
        assert seen.hands == state.hands
        assert seen.stock == (BACK, BACK)
        hidden = RULES.view(state, reader).state
        assert [BACK in cards for cards in hidden.hands] == [player != reader for player in range(3)]
    assert rules.legal_moves(state, 0) == RULES.legal_moves(state, 0)
    assert play(rules, state, (0, "play 45")) == play(RULES, state, (0, "play 45"))


def test_QU_A16_a_view_answers_for_its_viewer_only():
    """QU-A16: also where the other hands lie open."""
    rules = Quiclo(open_hands=True)
    view = rules.view(at("27", "4 45", "7 18", stock="72 10", rules=rules), 1)
    assert rules.actors(view) == (0,)
    assert rules.legal_moves(view, 1) == ()
    assert rules.penalised_moves(view, 1) == ()


def test_QU_A17_all_of_the_pile_is_public():
    """QU-A17, section 6: not only its top."""
    state = at("4 45 54 27", "88 99", stock="72")
    for reader in READERS:
        assert RULES.view(state, reader).state.discard == state.discard


def test_QU_A18_nothing_forces_a_play():
    """QU-A18: cards go round and round, nobody need end it, and there is no limit of moves."""
    state = RULES.deal(seed=1)
    for _ in range(3000):
        player = state.turn
        listed = RULES.legal_moves(state, player)
        assert Draw() in listed
        state = RULES.apply(state, listed[0] if len(state.hands[player]) > 20 else Draw(), player)
    assert RULES.outcome(state) is None
    assert RULES.actors(state) == (state.turn,)


def test_QU_A19_one_game_one_result():
    """QU-A19: no points, no rounds."""
    state = play(RULES, at("87", "8", "7", "9 10"), (0, "play 8"))
    outcome = RULES.outcome(state)
    assert outcome.scores is None
    assert len(outcome.rounds) <= 1
    with pytest.raises(ConfigurationError):
        Quiclo(rounds=2)


@pytest.mark.parametrize("option", ["reshuffle", "pile_visible", "max_moves", "scores"])
def test_options_that_section_6_does_not_build(option):
    """Section 6: what it leaves out is a fixed ruling, QU-A05 for example."""
    with pytest.raises(ConfigurationError) as caught:
        Quiclo(**{option: "lazy"})
    assert option in str(caught.value)


# Every option together: whatever is chosen, the lists are what is taken and the game holds together


@pytest.mark.parametrize("misplay", ["penalty", "illegal"])
@pytest.mark.parametrize("play_drawn", [False, True])
@pytest.mark.parametrize("play_for_places", [False, True])
@pytest.mark.parametrize("deadlock", ["draw", "fewest"])
def test_all_combinations(misplay, play_drawn, play_for_places, deadlock):
    """Section 6, laws 1, 3, 4 and 5."""
    rules = Quiclo(
        players=3,
        hand_size=2,
        deck="1 2 3 12 14 25 30 41",
        misplay=misplay,
        play_drawn=play_drawn,
        play_for_places=play_for_places,
        deadlock=deadlock,
    )
    every = [Play(card) for card in rules.deck] + [Draw(), Pass()]
    rng = Random(5)
    for seed in range(6):
        state = rules.deal(seed=seed)
        for _ in range(60):
            actors = rules.actors(state)
            assert (not actors) == (rules.outcome(state) is not None)
            for player in range(3):
                listed, costly = rules.legal_moves(state, player), rules.penalised_moves(state, player)
                assert bool(listed) == (player in actors)
                taken = {move for move in every if rules.refusal(state, move, player) is None}
                assert taken == {*listed, *costly}
                assert not set(listed) & set(costly)
                if misplay == "illegal":
                    assert not costly
            if not actors:
                assert len(rules.outcome(state).places) == 3
                break
            player = actors[0]
            move = rng.choice(rules.legal_moves(state, player) + rules.penalised_moves(state, player))
            state = rules.apply(state, move, player)
            assert everything(state) == Counter(rules.deck)
            assert (state.phase == "drawn") <= play_drawn


# Rulings without an effect of their own that a test could see: none. QU-A12 is QU-016 seen from the other side,
# QU-A15 is QU-030, and the max_moves of QU-A18 belong to the runners, which have tests of their own.


def test_QU_A07_keeping_a_drawn_card_is_no_pass():
    """QU-A07, QU-A08: a card was drawn, so that the lap in which nobody moves begins anew."""
    rules = Quiclo(players=3, play_drawn=True)
    state = rules.position(hands=["4 45", "7", "9"], discard="111", turn=1, phase="drawn", drawn="7", passes=2)
    after = rules.apply(state, rules.parse("pass"), 1)
    assert (after.passes, after.turn, after.phase) == (0, 2, "play")
