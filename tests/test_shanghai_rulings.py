"""What the source of Shanghai Rummy leaves open: the rulings SR-A01 to SR-A51, every option, and the final decisions.

Four players A, B, C, D (seats 0 to 3), A to move, round 1 (two sets), the default options, unless a test says
otherwise. Who is not mentioned holds one two of another suit.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, product
from random import Random

import pytest

from shanghai_table import RULES, buy_or_pass, discards, everything, hand, moves, pile, play, refused, stock, table
from shedkit.core.cards import BACK, FrenchCard, codes, read_cards
from shedkit.core.errors import ConfigurationError, NotationError
from shedkit.games.shanghai_rummy import (
    Buy,
    Contract,
    Deal,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Meld,
    Pass,
    ShanghaiRummy,
    SwapJoker,
    TakeDiscard,
)

TWO = ShanghaiRummy(players=2)
THREE = ShanghaiRummy(players=3)
SIX = ShanghaiRummy(players=6)
ONE_SET = ShanghaiRummy(contracts=[(1, 0)])
ONE_RUN = ShanghaiRummy(contracts=[(0, 1)])
SET_RUN = ShanghaiRummy(contracts=[(1, 1)])
FREE = ShanghaiRummy(may_discard_taken=True)
BACKWARDS = ShanghaiRummy(discarder_may_buy=True)
NO_UPCARD = ShanghaiRummy(initial_upcard=False)
END = ShanghaiRummy(stock_exhausted="end_round")
ANY_TIME = ShanghaiRummy(joker_swap="any_time")
NO_SWAP = ShanghaiRummy(joker_swap="off")
LAST_DISCARD = ShanghaiRummy(go_out="discard")
READERS = (0, 1, 2, 3, None)

RUN = "5h 6h 7h 8h"
SET = "Kc Kd Kh"
OTHERS = ("2c", "2d", "2h", "2s", "3c", "3d")
ALL_DOWN = (True, True, True, True)


def at(*hands, rules=RULES, **facts):
    """A position; whoever is not mentioned holds one card."""
    return rules.position(hands=[*hands, *OTHERS[len(hands) : rules.players]], **facts)


def turn(*hands, rules=RULES, **facts):
    """The same after the draw."""
    return at(*hands, rules=rules, phase="play", **facts)


def down(cards, *melds, rules=RULES, others=(), **facts):
    """A is down since an earlier turn, owns these melds, and has drawn; `others` are melds of B."""
    laid = [*((0, meld) for meld in melds), *((1, meld) for meld in others)]
    who = [True, bool(others), *[False] * (rules.players - 2)]
    return turn(cards, rules=rules, **{"melds": laid, "down": who, **facts})


def lays(state, player=0, rules=RULES):
    """The melds that may be laid."""
    return {code.removeprefix("lay ") for code in moves(state, player, rules) if code.startswith("lay ")}


def offs(state, player=0, rules=RULES):
    """What may be laid off."""
    return {code.removeprefix("lay-off ") for code in moves(state, player, rules) if code.startswith("lay-off ")}


def swaps(state, player=0, rules=RULES):
    """The jokers that may be exchanged."""
    return {code.removeprefix("swap ") for code in moves(state, player, rules) if code.startswith("swap ")}


def gone(state, player=0, rules=RULES):
    """The cards that may be discarded."""
    return {code.removeprefix("discard ") for code in moves(state, player, rules) if code.startswith("discard ")}


def asked(state, rules=RULES):
    """Everybody who is asked whether to buy, in order, when the player on turn draws and nobody buys."""
    player, seats = state.turn, []
    state = rules.apply(state, DrawStock(), player)
    while state.phase == "claim":
        assert rules.actors(state) == (state.claimant,)
        assert moves(state, state.claimant, rules) == buy_or_pass(state)
        seats.append(state.claimant)
        state = rules.apply(state, Pass(), state.claimant)
    assert state.phase == "play"
    assert rules.actors(state) == (player,)
    return seats


def gained(before, after, player):
    """The cards that came into a hand."""
    return sorted(str(card) for card in (Counter(after.hands[player]) - Counter(before.hands[player])).elements())


def refuses(option, **options):
    with pytest.raises(ConfigurationError) as caught:
        ShanghaiRummy(**options)
    assert caught.value.option == option


# The cards


def test_SR_A01_two_packs_and_four_jokers():
    """SR-A01."""
    assert len(RULES.deck) == 108
    assert set(Counter(FrenchCard.pack() * 2).items()) | {(FrenchCard("Jk"), 4)} == set(Counter(RULES.deck).items())
    assert everything(RULES.deal(seed=1)) == Counter(map(str, RULES.deck))


@pytest.mark.parametrize(("decks", "jokers"), [(1, 4), (2, 0), (2, 1), (3, 6), (4, 16)])
def test_SR_A01_packs_and_jokers_are_options(decks, jokers):
    """SR-A01: jokers come on top of the packs, they do not replace cards."""
    rules = ShanghaiRummy(players=2, decks=decks, jokers=jokers)
    count = Counter(map(str, rules.deck))
    assert len(rules.deck) == 52 * decks + jokers
    assert count.pop("Jk", 0) == jokers
    assert set(count.values()) == {decks}
    assert len(count) == 52
    assert everything(rules.deal(seed=1)) == Counter(map(str, rules.deck))


def test_SR_A01_the_deck_is_data():
    """Section 6: any cards, and nothing else is in the game."""
    cards = "3c 3c 4c 5c 6c 7c 3d 4d 5d 6d 7d Jk"
    rules = ShanghaiRummy(players=2, hand_size=4, contracts=[(1, 0), (0, 1)], deck=cards)
    assert Counter(map(str, rules.deck)) == Counter(cards.split())
    assert rules == ShanghaiRummy(
        players=2, hand_size=4, contracts=[(1, 0), (0, 1)], deck=read_cards(FrenchCard, " ".join(cards.split()[::-1]))
    )
    state = rules.deal(seed=3)
    assert everything(state) == Counter(cards.split())
    assert (len(state.stock), len(state.discard)) == (3, 1)
    state = rules.position(hands=["3c 4c", "3d"], phase="play", discard="Jk")
    assert refused(state, "discard 9h", rules=rules) == "unknown-card"
    assert refused(state, "discard 7c", rules=rules) == "card-not-held"


def test_SR_A01_the_defaults():
    """Section 6: the options and what they are unless chosen."""
    spelled = ShanghaiRummy(
        players=4,
        contracts=[(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)],
        decks=2,
        jokers=4,
        deck=codes(FrenchCard.pack() * 2) + " Jk Jk Jk Jk",
        hand_size=12,
        first_dealer=None,
        initial_upcard=True,
        may_discard_taken=False,
        discarder_may_buy=False,
        max_buys=3,
        stock_exhausted="reshuffle",
        ace="both",
        max_jokers_per_meld=None,
        adjacent_jokers=True,
        joker_swap="after_down",
        go_out="either",
        points={0: 50, **dict.fromkeys(range(2, 8), 5), **dict.fromkeys(range(8, 14), 10), 14: 20},
    )
    assert spelled == RULES == ShanghaiRummy()
    assert {option.name for option in ShanghaiRummy.options()} == {
        *("players", "contracts", "decks", "jokers", "deck", "hand_size", "first_dealer", "initial_upcard"),
        *("may_discard_taken", "discarder_may_buy", "max_buys", "stock_exhausted", "ace", "max_jokers_per_meld"),
        *("adjacent_jokers", "joker_swap", "go_out", "points"),
    }


@pytest.mark.parametrize(
    "name",
    [
        *("discard_must_be_used", "buy_order", "claims", "run_same_suit", "set_distinct_suits", "wrap_runs"),
        *("exact_contract", "extra_melds", "distinct_melds", "min_naturals", "swapped_joker_must_be_used"),
        *("round7_no_discard", "rounds", "pile_visible"),
    ],
)
def test_ideas_that_are_no_options(name):
    """Section 6 is the final list; what it leaves out is a ruling (A06, A10, A12, A22, A23, A25 to A30, A36, A43)."""
    refuses(name, **{name: True})


def test_SR_A02_six_players_with_two_packs():
    """SR-A02: the literal deck; 36 cards are left, one of them is turned up."""
    state = SIX.deal(seed=1)
    assert len(SIX.deck) == 108
    assert [len(cards) for cards in state.hands] == [12] * 6
    assert (len(state.stock), len(state.discard)) == (35, 1)


def test_SR_A02_what_many_tables_play():
    """SR-A02: a third pack for five and six players, as an option and in the preset."""
    for players, count in ((2, 108), (4, 108), (5, 162), (6, 162)):
        assert len(ShanghaiRummy.common(players).deck) == count
    assert len(ShanghaiRummy(players=6, decks=3).deck) == 160


MANY_BUYS = [
    SIX,
    ShanghaiRummy(players=6, max_buys=5, discarder_may_buy=True),
    ShanghaiRummy(players=6, max_buys=5, initial_upcard=False, may_discard_taken=True, go_out="discard"),
    ShanghaiRummy(players=6, max_buys=5, hand_size=15, jokers=5),
    ShanghaiRummy(players=6, jokers=3),
    ShanghaiRummy(players=6, max_buys=5, stock_exhausted="end_round", discarder_may_buy=True),
]


@pytest.mark.parametrize("rules", MANY_BUYS, ids=["default", "five buys", "no upcard", "15 cards", "odd", "end_round"])
def test_SR_A02_six_players_buy_the_stock_empty(rules):
    """SR-A02, SR-A15, SR-A16: nobody lays, everybody buys; every card stays in the game and somebody can always move."""
    seen = Counter()
    deck = Counter(map(str, rules.deck))
    for seed in range(12):
        rng = Random(seed)
        state = rules.deal(seed=seed)
        for _ in range(250):
            (player,) = rules.actors(state)
            listed = rules.legal_moves(state, player)
            assert listed
            seen["empty stock"] += not state.stock
            seen["nothing but hands"] += not state.stock and not state.discard
            if state.phase == "claim":
                behind = len(state.stock) + (len(state.discard) - 1) * (rules.stock_exhausted == "reshuffle")
                assert behind >= 2
                move = Buy(state.discard[-1]) if rng.random() < 0.9 else Pass()
            elif state.phase == "draw":
                assert state.stock or state.discard or rules.stock_exhausted == "end_round"
                seen["forced"] += len(listed) == 1
                move = DrawStock() if DrawStock() in listed and rng.random() < 0.9 else rng.choice(listed)
            elif state.phase == "play":
                move = rng.choice([move for move in listed if isinstance(move, Discard)])
            else:
                seen["over"] += 1
                break
            bought = state.buys
            state = rules.apply(state, move, player)
            assert everything(state) == deck
            seen["bought"] += state.buys != bought
            assert max(state.buys) <= rules.max_buys
    assert seen["bought"] >= 12 * (8 if rules.hand_size == 15 else 12)
    assert seen["empty stock"]
    if rules.stock_exhausted == "end_round":
        assert seen["over"] == 12
    else:
        assert not seen["over"]
        # each buy takes two cards off the table for good, so that of an odd number one is left
        assert bool(seen["forced"]) == (len(rules.deck) % 2 == 1 or not rules.initial_upcard)


@pytest.mark.parametrize("rules", MANY_BUYS[:3], ids=["default", "five buys", "no upcard"])
def test_SR_A02_and_any_other_way_of_playing(rules):
    """SR-A02: six players who do anything that is legal, over several rounds."""
    deck = Counter(map(str, rules.deck))
    for seed in range(3):
        rng = Random(seed)
        state = rules.deal(seed=seed)
        for _ in range(300):
            actors = rules.actors(state)
            if not actors:
                break
            (player,) = actors
            state = rules.apply(state, rng.choice(rules.legal_moves(state, player)), player)
            assert everything(state) == deck


# The deal and the draw


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("upcard", [True, False])
def test_SR_A03_the_first_upcard(players, upcard):
    """SR-A03: turned up after the hands; without it the first player must draw from the stock."""
    rules = ShanghaiRummy(players=players, initial_upcard=upcard)
    order = rules.deck[::-1]
    state = rules.deal(order=order)
    assert state.discard == order[12 * players : 12 * players + upcard]
    assert state.stock == order[12 * players + upcard :]
    assert moves(state, 0, rules) == ({"draw", "take"} if upcard else {"draw"})


def test_SR_A03_without_an_upcard_there_is_nothing_to_buy():
    """SR-A03: the draw is at once; the second player has a pile again."""
    state = NO_UPCARD.deal(seed=1)
    assert refused(state, "take", rules=NO_UPCARD) == "empty-pile"
    assert asked(state, NO_UPCARD) == []
    after = NO_UPCARD.apply(state, DrawStock(), 0)
    assert after.phase == "play"
    assert len(after.hands[0]) == 13
    after = NO_UPCARD.apply(after, Discard(str(after.hands[0][0])), 0)
    assert moves(after, 1, NO_UPCARD) == {"draw", "take"}
    assert asked(after, NO_UPCARD) == [2, 3]


def test_SR_A03_the_upcard_can_be_taken_and_bought():
    """SR-A03."""
    state = RULES.deal(seed=1)
    top = state.discard[-1]
    after = RULES.apply(state, TakeDiscard(), 0)
    assert after.hands[0].count(top) == state.hands[0].count(top) + 1
    assert asked(state) == [1, 2, 3]
    after = play(state, "0 draw", "1 pass", "2 buy")
    assert after.hands[2].count(top) == state.hands[2].count(top) + 1
    assert len(after.hands[2]) == 14


@pytest.mark.parametrize("players", [2, 3, 5])
def test_SR_A04_left_of_the_dealer_begins_and_the_deal_moves_on(players):
    """SR-A04: every round."""
    rules = ShanghaiRummy(players=players, contracts=[(1, 0)] * 7)
    state = rules.deal(seed=1)
    dealers = []
    for _ in range(7):
        dealers.append(state.round.dealer)
        assert state.turn == (state.round.dealer + 1) % players
        assert rules.actors(state) == (state.turn,)
        facts = {"turn": state.turn, "dealer": state.round.dealer, "round": state.round.number, "seed": 5}
        hands = [*OTHERS[:players]]
        hands[state.turn] = "9h"
        state = rules.position(hands=hands, phase="play", discard="4h", down=[True] * players, **facts)
        state = rules.apply(state, Discard("9h"), state.turn)
        assert state.phase == "over"
        if rules.outcome(state) is None:
            assert rules.actors(state) == ((state.round.dealer + 1) % players,)
            state = play(state, f"{rules.actors(state)[0]} deal", rules=rules)
    assert dealers == [(players - 1 + number) % players for number in range(7)]


@pytest.mark.parametrize("dealer", [None, 0, 1, 2, 3])
def test_SR_A04_the_first_dealer_is_an_option(dealer):
    """SR-A04: by default the last seat; the cards go round from the dealer's left."""
    rules = ShanghaiRummy(first_dealer=dealer)
    seat = 3 if dealer is None else dealer
    state = rules.deal(order=rules.deck, seed=1)
    assert state.round.dealer == seat
    assert state.turn == (seat + 1) % 4
    for player in range(4):
        place = (player - seat - 1) % 4
        assert Counter(state.hands[player]) == Counter(rules.deck[place:48:4])


def test_SR_A05_one_card_opens_the_turn():
    """SR-A05: the stock or the pile, not both, not two, not none."""
    state = at("3h 4h", discard="9h", stock="Kd Kc")
    assert moves(state) == {"draw", "take"}
    assert refused(state, "discard 3h") == "wrong-phase"
    drawn = play(at("3h 4h", discard="9h", stock="Kd Kc", buys=[3] * 4), "0 draw")
    taken = play(state, "0 take")
    assert (hand(drawn), hand(taken)) == ("3h 4h Kd", "3h 4h 9h")
    for after in (drawn, taken):
        assert after.phase == "play"
        assert refused(after, "draw") == refused(after, "take") == "wrong-phase"
    assert (stock(taken), pile(taken)) == ("Kd Kc", "")
    assert (stock(drawn), pile(drawn)) == ("Kc", "9h")


def test_SR_A06_a_taken_card_need_not_be_used():
    """SR-A06: it may stay in the hand, fit or not, down or not."""
    after = play(at("3h 4h", discard="9h", stock="Kd"), "0 take", "0 discard 3h")
    assert hand(after) == "4h 9h"
    state = at("3h 4h", discard="9h", stock="Kd", melds=[(0, RUN), (0, SET)])
    after = play(state, "0 take", "0 discard 3h")
    assert hand(after) == "4h 9h"
    assert after.turn == 1


def test_SR_A07_the_card_taken_may_not_go_at_once():
    """SR-A07."""
    state = play(at("3h 4h", discard="8h 9h", stock="Kd"), "0 take")
    assert gone(state) == {"3h", "4h"}
    assert refused(state, "discard 9h") == "just-taken"


def test_SR_A07_a_card_drawn_may():
    """SR-A07: only cards from the pile; a drawn card that equals the top card may go, too."""
    state = play(at("3h 4h", discard="9h", stock="9h", buys=[3] * 4), "0 draw")
    assert gone(state) == {"3h", "4h", "9h"}


def test_SR_A07_an_equal_twin_is_free():
    """SR-A07, section 6: one of the two may go."""
    state = play(at("3h 9h", discard="8h 9h", stock="Kd"), "0 take")
    assert hand(state) == "3h 9h 9h"
    assert gone(state) == {"3h", "9h"}
    after = play(state, "0 discard 9h")
    assert hand(after) == "3h 9h"
    assert pile(after) == "8h 9h"


def test_SR_A07_twins_alone():
    """SR-A07: one of two equal cards goes, and the other stays."""
    state = turn("9h 9h", taken="9h", discard="3h")
    assert moves(state) == discards("9h")
    assert hand(play(state, "0 discard 9h")) == "9h"


def test_SR_A07_after_one_of_the_twins_is_laid_off():
    """SR-A07: which of two equal cards lies on the table nobody can say; the twin is free, so the other may go."""
    state = down("3h 9h 9h", RUN, SET, taken="9h")
    after = play(state, "0 lay-off 9h 0 high")
    assert hand(after) == "3h 9h"
    assert gone(after) == {"3h", "9h"}


def test_SR_A07_after_the_taken_card_is_laid():
    """SR-A07: once it is out of the hand nothing is forbidden; a joker that comes for it is another card."""
    after = play(down("3h 9h", RUN, SET, taken="9h"), "0 lay-off 9h 0 high")
    assert after.taken is None
    assert gone(after) == {"3h"}
    after = play(down("3h 7h", "5h 6h Jk=7h 8h", SET, taken="7h"), "0 swap 7h 0 3")
    assert gone(after) == {"3h", "Jk"}
    after = play(turn("4c 4d 4h 9h Th", rules=ONE_SET, taken="4h"), "0 lay 4c 4d 4h", rules=ONE_SET)
    assert gone(after, rules=ONE_SET) == {"9h", "Th"}


def test_SR_A07_the_only_card_left_may_go():
    """SR-A07, section 6: the taken card, when nothing else is left to discard."""
    state = down("9h 4h", RUN, SET, taken="9h")
    assert gone(state) == {"4h"}
    state = play(state, "0 lay-off 4h 0 low")
    assert hand(state) == "9h"
    assert gone(state) == {"9h"}
    assert play(state, "0 discard 9h").phase == "over"
    assert moves(turn("9h", taken="9h", discard="3h")) == discards("9h")


def test_SR_A07_a_taken_joker():
    """SR-A07: a joker is a card like others; an exchange brings its twin, and then one of the two may go."""
    state = play(
        at("3h 7h", discard="8h Jk", stock="Kd", melds=[(0, "5h 6h Jk=7h 8h")], down=[True] + [False] * 3), "0 take"
    )
    assert gone(state) == {"3h", "7h"}
    assert refused(state, "discard Jk") == "just-taken"
    state = play(state, "0 swap 7h 0 3")
    assert hand(state) == "3h Jk Jk"
    assert gone(state) == {"3h", "Jk"}


def test_SR_A07_in_the_next_turn_it_may_go():
    """SR-A07: "at once" means in this turn."""
    state = play(at("3h 4h", discard="9h", stock="Kd Kc Ks Kh Qd", buys=[3] * 4), "0 take", "0 discard 3h")
    assert state.taken is None
    for seat in (1, 2, 3):
        state = play(state, f"{seat} draw", f"{seat} discard {state.hands[seat][0]}")
    state = play(state, "0 draw")
    assert "9h" in gone(state)


def test_SR_A07_may_discard_taken():
    """SR-A07: the option."""
    state = play(at("3h 4h", rules=FREE, discard="8h 9h", stock="Kd"), "0 take", rules=FREE)
    assert gone(state, rules=FREE) == {"3h", "4h", "9h"}
    after = play(state, "0 discard 9h", rules=FREE)
    assert (hand(after), pile(after), after.turn) == ("3h 4h", "8h 9h", 1)


def test_SR_A08_the_discard_is_compulsory():
    """SR-A08: while a card is in the hand, the turn ends with a discard and with nothing else."""
    state = down("9h 3d 4d", RUN, SET)
    assert moves(state) == {"lay-off 9h 0 high", *discards("9h 3d 4d")}
    state = play(state, "0 lay-off 9h 0 high")
    assert (state.turn, state.phase) == (0, "play")
    assert moves(state) == discards("3d 4d")
    after = play(state, "0 discard 4d")
    assert (after.turn, after.phase) == (1, "draw")


# Buying


@pytest.mark.parametrize("top", ["9h", "2c", "As", "Jk"])
def test_SR_A09_any_card_may_be_bought(top):
    """SR-A09: whether it fits or not."""
    state = at("3h 4h", discard=top, stock="Kd Kc Ks", melds=[(0, RUN), (0, SET)])
    after = play(state, "0 draw", "1 buy")
    assert gained(state, after, 1) == sorted([top, "Kd"])


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_SR_A10_clockwise_from_the_player_on_turn(first):
    """SR-A10: the turn player decides first, then the others clockwise; the discarder is not asked."""
    state = at("3h", turn=first, discard="9h", stock="Kd Kc Ks")
    assert moves(state, first) == {"draw", "take"}
    assert asked(state) == [(first + 1) % 4, (first + 2) % 4]


def test_SR_A10_who_takes_it_leaves_nothing_to_buy():
    """SR-A10: the turn player's right is the first."""
    state = play(at("3h 4h", discard="9h", stock="Kd Kc Ks"), "0 take")
    assert (state.phase, RULES.actors(state)) == ("play", (0,))
    for seat in (1, 2, 3):
        assert refused(state, "buy", seat) == "not-an-actor"


def test_SR_A10_six_players_some_of_them_down():
    """SR-A10: clockwise, without those who may not."""
    state = at(
        "3h",
        rules=SIX,
        turn=4,
        discard="9h",
        stock="Kd Kc Ks",
        melds=[(0, RUN)],
        buys=[0, 2, 3, 0, 1, 0],
    )
    assert asked(state, SIX) == [5, 1]


def test_SR_A11_the_order_of_the_two_stock_cards():
    """SR-A11: the price first, the turn player's draw second, in the same move."""
    state = at("3h 4h", discard="8h 9h", stock="Kd Kc Ks Qd")
    claim = play(state, "0 draw")
    assert (claim.phase, claim.claimant, claim.hands, stock(claim)) == ("claim", 1, state.hands, "Kd Kc Ks Qd")
    after = play(claim, "1 pass", "2 buy")
    assert gained(state, after, 2) == ["9h", "Kd"]
    assert gained(state, after, 0) == ["Kc"]
    assert (stock(after), pile(after)) == ("Ks Qd", "8h")
    assert (after.phase, after.turn, after.claimant) == ("play", 0, None)


def test_SR_A11_with_no_buyer_the_turn_player_gets_the_first():
    """SR-A11: the last pass executes the draw."""
    state = at("3h 4h", discard="8h 9h", stock="Kd Kc Ks")
    after = play(state, "0 draw", "1 pass")
    assert after.phase == "claim"
    assert after.hands == state.hands
    after = play(after, "2 pass")
    assert gained(state, after, 0) == ["Kd"]
    assert (stock(after), pile(after), after.phase) == ("Kc Ks", "8h 9h", "play")


def test_SR_A11_nobody_to_ask():
    """SR-A11: then the draw is executed at once."""
    state = at("3h 4h", discard="9h", stock="Kd Kc Ks", buys=[0, 3, 3, 0])
    after = play(state, "0 draw")
    assert (after.phase, gained(state, after, 0)) == ("play", ["Kd"])


def test_SR_A12_one_after_the_other():
    """SR-A12: the first to buy has it, later seats are not asked, and nobody answers out of order."""
    state = play(at("3h 4h", discard="9h", stock="Kd Kc Ks"), "0 draw")
    for seat in (0, 2, 3):
        for code in ("buy", "pass"):
            assert refused(state, code, seat) == "not-an-actor"
    after = play(state, "1 buy")
    assert after.phase == "play"
    assert refused(after, "buy", 2) == refused(after, "pass", 2) == "not-an-actor"
    after = play(state, "1 pass")
    assert RULES.actors(after) == (2,)
    assert refused(after, "buy", 1) == "not-an-actor"


def test_SR_A13_not_the_own_discard():
    """SR-A13: who discarded it is not asked."""
    assert asked(at("3h", turn=1, discard="9h", stock="Kd Kc Ks")) == [2, 3]


def test_SR_A13_two_players_cannot_buy():
    """SR-A13: nobody is left to ask, the draw is executed at once."""
    state = at("3h 4h", rules=TWO, discard="8h 9h", stock="Kd Kc Ks")
    after = play(state, "0 draw", rules=TWO)
    assert (after.phase, gained(state, after, 0), pile(after)) == ("play", ["Kd"], "8h 9h")
    assert refused(after, "buy", 1, TWO) == "not-an-actor"


def test_SR_A13_but_the_initial_upcard_is_nobodys_discard():
    """SR-A13: with two players the dealer may buy it, with more everybody."""
    state = TWO.deal(seed=4)
    assert asked(state, TWO) == [1]
    after = play(state, "0 draw", "1 buy", rules=TWO)
    assert (after.buys, len(after.hands[1]), len(after.hands[0])) == ((0, 1), 14, 13)
    after = play(after, f"0 discard {after.hands[0][0]}", rules=TWO)
    assert asked(after, TWO) == []
    assert asked(at("3h", upcard=True, discard="9h", stock="Kd Kc Ks")) == [1, 2, 3]
    assert asked(at("3h", upcard=False, discard="9h", stock="Kd Kc Ks")) == [1, 2]


@pytest.mark.parametrize("first", ["take", "draw"])
def test_SR_A13_after_the_first_discard_it_is_as_always(first):
    """SR-A13: whether the upcard was taken, bought or left lying."""
    state = RULES.deal(seed=9)
    assert state.upcard
    state = RULES.apply(state, RULES.parse(first), 0)
    if first == "draw":
        assert state.upcard
        state = play(state, "1 pass", "2 pass", "3 buy")
    state = RULES.apply(state, next(m for m in RULES.legal_moves(state, 0) if isinstance(m, Discard)), 0)
    assert not state.upcard
    assert asked(state) == [2, 3]


def test_SR_A13_every_round_has_an_upcard_again():
    """SR-A13, SR-A03."""
    state = turn("9h", discard="4h", seed=3)
    state = play(state, "0 discard 9h", "0 deal")
    assert state.upcard
    assert asked(state) == [2, 3, 0]


def test_SR_A13_discarder_may_buy():
    """SR-A13, section 6: the discarder last."""
    state = at("3h 4h", rules=BACKWARDS, discard="9h", stock="Kd Kc Ks")
    assert asked(state, BACKWARDS) == [1, 2, 3]
    after = play(state, "0 draw", "1 pass", "2 pass", "3 buy", rules=BACKWARDS)
    assert gained(state, after, 3) == ["9h", "Kd"]
    assert gained(state, after, 0) == ["Kc"]
    two = BACKWARDS.evolve(players=2)
    assert asked(at("3h", rules=two, discard="9h", stock="Kd Kc Ks"), two) == [1]
    assert asked(at("3h", rules=two, discard="9h", stock="Kd Kc Ks", buys=[0, 3]), two) == []
    assert asked(at("3h", rules=two, discard="9h", stock="Kd Kc Ks", melds=[(1, RUN)]), two) == []


def test_SR_A14_the_card_beneath_stays_dead():
    """SR-A14: one claim for each discard; nobody is asked again, and the turn player has chosen the stock."""
    state = play(at("3h 4h", discard="8h 9h", stock="Kd Kc Ks Qd Qc"), "0 draw", "1 buy")
    assert pile(state) == "8h"
    assert RULES.actors(state) == (0,)
    assert gone(state) == {"3h", "4h", "Kc"} == {code.removeprefix("discard ") for code in moves(state)}
    assert refused(state, "take") == "wrong-phase"
    assert refused(state, "buy", 2) == refused(state, "buy", 3) == "not-an-actor"
    state = play(state, "0 discard 3h")
    assert pile(state) == "8h 3h"
    after = play(state, "1 take")
    assert "3h" in hand(after, 1)


BEHIND = "6h 7h 8h 9h"
STOCK = "Kd Kc Ks"
TABLE = [(n, m) for n in range(4) for m in range(5) if n or m]


def some(n, m, rules=RULES, **facts):
    """A is to draw with n cards in the stock and m in the pile, 9h on top."""
    return at(
        "3h 4h", rules=rules, stock=" ".join(STOCK.split()[:n]), discard=" ".join(BEHIND.split()[4 - m :]), **facts
    )


@pytest.mark.parametrize(("n", "m"), TABLE)
def test_SR_A16_draw_and_take(n, m):
    """SR-A16: with an empty stock all but the top card are shuffled; with one card in the pile it must be taken."""
    state = some(n, m)
    assert moves(state) == {*["draw"] * (n > 0 or m > 1), *["take"] * (m > 0)}
    if m:
        after = play(state, "0 take")
        assert (gained(state, after, 0), stock(after), after.discard) == (["9h"], stock(state), state.discard[:-1])
        assert str(after.taken) == "9h"
    else:
        assert refused(state, "take") == "empty-pile"
    if not n and m == 1:
        assert refused(state, "draw") == "empty-stock"


@pytest.mark.parametrize(("n", "m"), [pair for pair in TABLE if pair != (0, 1)])
def test_SR_A16_the_draw_without_a_buyer(n, m):
    """SR-A16: the stock's next card, or one of the shuffled discards, and the top card stays."""
    drawn = set()
    for seed in range(30 if not n else 1):
        state = some(n, m, buys=[3] * 4, seed=seed)
        after = play(state, "0 draw")
        assert after.phase == "play"
        (card,) = gained(state, after, 0)
        drawn.add(card)
        if n:
            assert (card, stock(after)) == ("Kd", " ".join(STOCK.split()[1:n]))
            assert after.discard == state.discard
        else:
            assert pile(after) == "9h"
            assert sorted([card, *stock(after).split()]) == BEHIND.split()[4 - m : 3]
        assert after.taken is None
    if not n:
        assert drawn == set(BEHIND.split()[4 - m : 3])


@pytest.mark.parametrize(("n", "m"), [pair for pair in TABLE if pair != (0, 1)])
def test_SR_A15_the_guard(n, m):
    """SR-A15: nobody may buy when fewer than two cards are there for the price and the draw."""
    enough = m > 0 and n + m - 1 >= 2
    assert asked(some(n, m)) == ([1, 2] if enough else [])
    if m:
        assert asked(some(n, m, upcard=True)) == ([1, 2, 3] if enough else [])


@pytest.mark.parametrize(("n", "m"), [(n, m) for n, m in TABLE if m and n + m - 1 >= 2])
@pytest.mark.parametrize("seat", [1, 2])
def test_SR_A15_who_gets_which_card(n, m, seat):
    """SR-A15, SR-A16, section 6: the price from the stock or from all discards but the bought one; the draw from what
    is left, where the top card of the pile stays, and must be taken if it is the only card."""
    prices, draws = set(), set()
    behind = BEHIND.split()[4 - m : 3]
    for seed in range(40 if n < 2 else 1):
        state = some(n, m, seed=seed)
        after = play(state, "0 draw", *["1 pass"] * (seat == 2), f"{seat} buy")
        assert after.phase == "play"
        assert after.buys == tuple(int(player == seat) for player in range(4))
        cards = gained(state, after, seat)
        cards.remove("9h")
        (price,) = cards
        (drawn,) = gained(state, after, 0)
        prices.add(price)
        draws.add(drawn)
        if n >= 2:  # both from the stock
            assert (price, drawn) == ("Kd", "Kc")
            assert (stock(after).split(), pile(after).split()) == (STOCK.split()[2:n], behind)
        elif n == 1 and m == 2:  # the price is the last of the stock, the draw the last of the pile
            assert (price, drawn) == ("Kd", behind[0])
            assert after.stock == after.discard == ()
        elif n == 1:  # the draw from a new stock, and the top card stays
            assert price == "Kd"
            assert pile(after) == behind[-1]
            assert sorted([drawn, *stock(after).split()]) == behind[:-1]
        else:  # both from a new stock of all discards but the bought one
            assert pile(after) == ""
            assert sorted([price, drawn, *stock(after).split()]) == behind
        assert after.taken == (FrenchCard(drawn) if (n, m) == (1, 2) else None)
    if not n:
        assert prices == draws == set(behind)
    elif n == 1 and m > 2:
        assert draws == set(behind[:-1])


def test_SR_A16_a_card_taken_by_force_is_a_card_taken():
    """SR-A16, SR-A07: the pile's card that must be taken may not go at once."""
    state = play(some(1, 2), "0 draw", "1 buy")
    assert hand(state) == "3h 4h 8h"
    assert gone(state) == {"3h", "4h"}
    assert refused(state, "discard 8h") == "just-taken"
    state = play(some(0, 1), "0 take")
    assert gone(state) == {"3h", "4h"}


def test_SR_A16_nothing_to_draw_at_all():
    """SR-A16: then there is no draw, and the turn goes on with what the hand has."""
    rules = ShanghaiRummy(
        players=2, hand_size=4, initial_upcard=False, contracts=[(1, 0)], deck="3c 3d 3h 4c 4d 5c 5d 6c"
    )
    state = rules.deal(order="3c 3d 4c 3h 5c 4d 6c 5d")
    assert state.stock == state.discard == ()
    assert moves(state, 0, rules) == discards(hand(state))
    after = play(state, f"0 discard {state.hands[0][0]}", rules=rules)
    assert moves(after, 1, rules) == {"take"}


def test_SR_A16_the_reshuffle_uses_the_chance_of_the_state():
    """SR-A16: another seed, another order; the same seed, the same."""
    orders = {play(some(0, 4, buys=[3] * 4, seed=seed), "0 draw").stock for seed in range(20)}
    assert len(orders) > 3
    assert play(some(0, 4, seed=7), "0 draw") == play(some(0, 4, seed=7), "0 draw")


def test_SR_A16_removed_cards_do_not_come_back():
    """SR-A16: only discards are shuffled."""
    after = play(some(0, 3, buys=[3] * 4), "0 draw")
    assert sorted(gained(some(0, 3), after, 0) + stock(after).split()) == ["7h", "8h"]


@pytest.mark.parametrize(("n", "m"), [(0, 0), *TABLE])
def test_SR_A16_end_round(n, m):
    """Section 6: drawing from the empty stock ends the round; no buy with fewer than two stock cards, no reshuffle."""
    state = some(n, m, rules=END)
    assert moves(state, 0, END) == {"draw", *["take"] * (m > 0)}
    if n:
        assert asked(state, END) == ([1, 2] if n >= 2 and m else [])
        after = play(state, "0 draw", *[f"{seat} pass" for seat in asked(state, END)], rules=END)
        assert gained(state, after, 0) == ["Kd"]
        assert after.discard == state.discard
    else:
        after = play(state, "0 draw", rules=END)
        assert after.phase == "over"
        assert after.hands == ((),) * 4
        assert [codes(cards) for cards in after.shown] == ["3h 4h", "2d", "2h", "2s"]
        assert after.round.results[-1].scores == (10, 5, 5, 5)
        assert after.round.results[-1].places == (4, 1, 1, 1)
        assert after.discard == state.discard
        assert END.actors(after) == (0,)
    if m:
        after = play(state, "0 take", rules=END)
        assert (after.phase, gained(state, after, 0)) == ("play", ["9h"])


@pytest.mark.parametrize("m", [1, 2, 3])
def test_SR_A16_end_round_and_a_buy(m):
    """Section 6: both cards from the stock; then it is empty, and the next draw ends the round."""
    state = some(2, m, rules=END)
    after = play(state, "0 draw", "1 buy", rules=END)
    assert gained(state, after, 1) == ["9h", "Kd"]
    assert gained(state, after, 0) == ["Kc"]
    assert (after.stock, after.discard) == ((), state.discard[:-1])
    after = play(after, "0 discard 3h", "1 draw", rules=END)
    assert after.phase == "over"
    assert END.outcome(after) is None
    assert after.round.results[-1].scores == (15, 25, 5, 5)


def test_SR_A16_end_round_all_count_who_is_down_too():
    """Section 6."""
    state = some(0, 1, rules=END, melds=[(0, RUN), (0, SET)])
    after = play(state, "0 draw", rules=END)
    assert after.round.results[-1].scores == (10, 5, 5, 5)
    assert table(after) == [(0, RUN), (0, SET)]


def test_SR_A16_end_round_in_the_last_round_ends_the_game():
    """Section 6, SR-A48."""
    state = some(0, 1, rules=END, round=7)
    after = play(state, "0 draw", rules=END)
    assert END.actors(after) == ()
    assert END.outcome(after).scores == (10, 5, 5, 5)
    assert END.outcome(after).winners == (1, 2, 3)


def test_SR_A17_no_discard_and_no_meld_with_a_buy():
    """SR-A17: the hand is larger, the buyer does nothing else out of turn."""
    state = at("3h 4h", "4c 4d Jc Jd Js", discard="4s", stock="Kd Kc Ks")
    after = play(state, "0 draw", "1 buy")
    assert hand(after, 1) == "4c 4d 4s Jc Jd Js Kd"
    assert moves(after, 1) == set()
    for code in ("discard Kd", "lay 4c 4d 4s"):
        assert refused(after, code, 1) == "not-an-actor"
    assert refused(play(state, "0 draw"), "lay Jc Jd Js", 1) == "wrong-phase"


def test_SR_A17_in_the_next_own_turn_it_may_go():
    """SR-A17: reading (a), unlike a card taken."""
    state = play(at("3h 4h", "3d 4d", discard="9h", stock="Kd Kc Ks Qs", buys=[0, 0, 3, 3]), "0 draw", "1 buy")
    state = play(state, "0 discard 3h", "1 draw")
    assert gone(state, 1) == {"3d", "4d", "9h", "Kd", "Ks"}


@pytest.mark.parametrize("most", range(6))
def test_SR_A18_the_limit_counts_buys(most):
    """SR-A18: in every value; with none nobody is asked."""
    rules = ShanghaiRummy(max_buys=most)
    for count in range(most + 1):
        state = at("3h", rules=rules, discard="9h", stock="Kd Kc Ks", buys=[0, count, most, 0])
        assert asked(state, rules) == ([1] if count < most else [])
    if most:
        state = at("3h", rules=rules, discard="9h", stock="Kd Kc Ks", buys=[0, most - 1, 0, 0])
        after = play(state, "0 draw", "1 buy", rules=rules)
        assert after.buys == (0, most, 0, 0)


def test_SR_A18_not_the_cards_in_hand():
    """SR-A18: 18 cards or more do not keep anybody from buying."""
    many = "3h 3s 4c 4d 4s 5c 5d 5s 6c 6d 6s 7c 7d 7s 8c 8d 8s Tc Td Ts"
    assert asked(at("3h", many, discard="9h", stock="Kd Kc Ks", buys=[0, 2, 0, 0])) == [1, 2]


def test_SR_A18_eighteen_cards_and_nineteen_after_the_draw():
    """SR-A18: twelve dealt cards, three buys before the first own turn, the own draw."""
    state = RULES.deal(seed=6)
    state = play(state, "0 draw", "1 pass", "2 pass", "3 buy")
    for seat in (0, 1):
        asks = [other % 4 for other in range(seat + 2, 3)]
        state = play(state, f"{seat} discard {state.hands[seat][0]}", f"{seat + 1} draw", *[f"{c} pass" for c in asks])
        if RULES.actors(state) == (3,):
            state = play(state, "3 buy")
    assert state.buys[3] == 3
    assert len(state.hands[3]) == 18
    state = play(state, f"2 discard {state.hands[2][0]}", "3 draw", "0 pass", "1 pass")
    assert len(state.hands[3]) == 19
    assert refused(state, "buy", 3) == "wrong-phase"


def test_SR_A19_the_next_in_line_may_buy_and_the_turn_player_does_not():
    """SR-A19."""
    state = at("3h", discard="9h", stock="Kd Kc Ks")
    assert refused(state, "buy") == refused(state, "pass") == "wrong-phase"
    after = play(state, "0 draw", "1 buy")
    assert gained(state, after, 1) == ["9h", "Kd"]
    after = play(after, "0 discard 3h")
    assert moves(after, 1) == {"draw", "take"}


def test_SR_A19_everyone_else_who_is_not_down_and_has_buys_left():
    """SR-A19."""
    state = at("3h", rules=SIX, discard="9h", stock="Kd Kc Ks")
    assert asked(state, SIX) == [1, 2, 3, 4]
    state = at("3h", rules=SIX, discard="9h", stock="Kd Kc Ks", down=[True, True, False, False, True, True])
    assert asked(state, SIX) == [2, 3]
    state = at("3h", rules=SIX, discard="9h", stock="Kd Kc Ks", buys=[3, 3, 2, 3, 0, 0])
    assert asked(state, SIX) == [2, 4]


def test_SR_A20_nobody_buys_the_last_discard():
    """SR-A20: the round is over with it."""
    state = play(turn("9h", discard="4h", stock="Kd Kc Ks"), "0 discard 9h")
    assert state.phase == "over"
    assert pile(state) == "4h 9h"
    for seat in (1, 2, 3):
        assert refused(state, "buy", seat) in ("not-an-actor", "wrong-phase")
        assert refused(state, "take", seat) in ("not-an-actor", "wrong-phase")


def test_SR_A21_jokers_are_discarded_taken_and_bought():
    """SR-A21."""
    state = play(turn("3h Jk", discard="4h", stock="Kd Kc Ks Qs"), "0 discard Jk")
    assert pile(state) == "4h Jk"
    assert hand(play(state, "1 take"), 1) == "2d Jk"
    assert hand(play(state, "1 draw", "2 buy"), 2) == "2h Kd Jk"


# Melds


def test_SR_A22_runs_have_one_suit():
    """SR-A22."""
    state = turn("5s 6s 7h 8s 9s Qd", rules=ONE_RUN)
    assert lays(state, rules=ONE_RUN) == set()
    for meld in (Meld("run", read_cards(FrenchCard, "5s 6s 7h 8s"), 5), "5s 6s 7h 8s"):
        assert refused(state, LayMeld(meld), rules=ONE_RUN) == "no-meld"
    state = turn("5s 6s 7h 8s Jk Qd", rules=ONE_RUN)
    assert lays(state, rules=ONE_RUN) == {"5s 6s Jk=7s 8s"}
    state = down("9c 4c 9h", RUN, SET)
    assert offs(state) == {"9h 0 high"}


def test_SR_A23_sets_of_any_suits_with_twins():
    """SR-A23."""
    state = turn("4c 4c 4d 9h", rules=ONE_SET)
    assert lays(state, rules=ONE_SET) == {"4c 4c 4d"}
    state = turn("4c 4c 4d 4d 4h 9h", rules=ONE_SET)
    assert lays(state, rules=ONE_SET) == {"4c 4c 4d", "4c 4c 4h", "4c 4d 4d", "4c 4d 4h", "4d 4d 4h"}
    assert offs(down("Kc Kd Kh Ks 9h", RUN, SET)) == {"Kc 1", "Kd 1", "Kh 1", "Ks 1", "9h 0 high"}


ACES = {
    "both": {"As 2s 3s 4s", "2s 3s 4s 5s", "Ts Js Qs Ks", "Js Qs Ks As"},
    "high": {"2s 3s 4s 5s", "Ts Js Qs Ks", "Js Qs Ks As"},
    "low": {"As 2s 3s 4s", "2s 3s 4s 5s", "Ts Js Qs Ks"},
}


@pytest.mark.parametrize("ace", ACES)
def test_SR_A24_aces_in_runs(ace):
    """SR-A24: high, low, or either, in what is laid."""
    rules = ONE_RUN.evolve(ace=ace)
    state = turn("As 2s 3s 4s 5s Ts Js Qs Ks", rules=rules)
    assert lays(state, rules=rules) == ACES[ace]
    for meld in ACES["both"] - ACES[ace]:
        assert refused(state, f"lay {meld}", rules=rules) == "no-meld"


@pytest.mark.parametrize("ace", ACES)
def test_SR_A24_jokers_for_aces(ace):
    """SR-A24: a joker stands for an ace only where an ace may lie."""
    rules = ONE_RUN.evolve(ace=ace)
    low = lays(turn("2s 3s 4s Jk 9d", rules=rules), rules=rules)
    assert low == {"2s 3s 4s Jk=5s"} | ({"Jk=As 2s 3s 4s"} if ace != "high" else set())
    high = lays(turn("Js Qs Ks Jk 9d", rules=rules), rules=rules)
    assert high == {"Jk=Ts Js Qs Ks"} | ({"Js Qs Ks Jk=As"} if ace != "low" else set())


@pytest.mark.parametrize("ace", ACES)
def test_SR_A24_aces_laid_off(ace):
    """SR-A24: on the table, too; by hand and by joker."""
    rules = RULES.evolve(ace=ace)
    state = down("Ah As Jk 9d", "2h 3h 4h 5h", "Ts Js Qs Ks", rules=rules)
    low = {"Ah 0 low", "Jk=Ah 0 low"} if ace != "high" else set()
    high = {"As 1 high", "Jk=As 1 high"} if ace != "low" else set()
    assert offs(state, rules=rules) == low | high | {"Jk=6h 0 high", "Jk=9s 1 low"}


@pytest.mark.parametrize("ace", ACES)
def test_SR_A24_an_ace_fits_in_two_places(ace):
    """SR-A24, SR-A25: on a run from 2 to K, below and above, two moves; both at once make 14 cards."""
    rules = RULES.evolve(ace=ace)
    state = down("Ah Ah 9d", "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", rules=rules)
    ends = {"both": {"low", "high"}, "low": {"low"}, "high": {"high"}}[ace]
    assert offs(state, rules=rules) == {f"Ah 0 {end}" for end in ends}
    for end in ends:
        after = play(state, f"0 lay-off Ah 0 {end}", rules=rules)
        meld = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
        assert table(after) == [(0, f"Ah {meld}" if end == "low" else f"{meld} Ah")]
        assert offs(after, rules=rules) == {f"Ah 0 {other}" for other in ends - {end}}


def test_SR_A24_aces_in_sets_are_no_matter_of_it():
    """SR-A24: only runs."""
    for ace in ACES:
        rules = ONE_SET.evolve(ace=ace)
        assert lays(turn("Ac Ad Ah 9h", rules=rules), rules=rules) == {"Ac Ad Ah"}


def test_SR_A25_not_round_the_corner():
    """SR-A25."""
    state = turn("Qs Ks As 2s 3s 9d", rules=ONE_RUN)
    assert lays(state, rules=ONE_RUN) == set()
    cards = read_cards(FrenchCard, "Qs Ks As 2s")
    for make in (lambda: Meld("run", cards, 12), lambda: Meld.read("Qs Ks As 2s"), lambda: Meld("run", cards, 1)):
        try:
            meld = make()
        except NotationError:
            continue
        assert refused(state, LayMeld(meld), rules=ONE_RUN) == "no-meld"
    assert lays(turn("Qs Ks Jk 2s 9d", rules=ONE_RUN), rules=ONE_RUN) == set()
    state = down("2h Ks Jk 9d", "Jh Qh Kh Ah", "As 2s 3s 4s")
    assert offs(state) == {"Jk=Th 0 low", "Jk=5s 1 high"}
    assert refused(state, "lay-off 2h 0 high") == refused(state, "lay-off Ks 1 low") == "no-match"


def test_SR_A25_fourteen_cards_are_the_most():
    """SR-A25: an ace at both ends, and then nothing fits."""
    full = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    state = turn("2h Kh Jk 9d", "2d", "4c", melds=[(0, full)])
    assert offs(state) == set()
    for code in ("lay-off 2h 0 high", "lay-off Kh 0 low", "lay-off Jk=2h 0 high", "lay-off Jk=Kh 0 low"):
        assert refused(state, code) in ("no-match", "spelling")


def test_SR_A26_melds_are_laid_with_exactly_three_and_four():
    """SR-A26."""
    state = turn("4c 4d 4h 4s 5s 6s 7s 8s 9s Qd", rules=SET_RUN)
    assert all(len(meld.split()) == (3 if meld[1] != "s" else 4) for meld in lays(state, rules=SET_RUN))
    for meld in ("4c 4d 4h 4s", "5s 6s 7s 8s 9s", "4c 4d", "5s 6s 7s"):
        assert refused(state, LayMeld(meld), rules=SET_RUN) == "no-meld"


def test_SR_A26_the_rest_is_laid_off_in_the_same_turn():
    """SR-A26: so the tables that can be reached are the same."""
    state = turn("4c 4d 4h 4s 5s 6s 7s 8s 9s Qd", rules=SET_RUN)
    after = play(state, "0 lay 4c 4d 4h", "0 lay 5s 6s 7s 8s", "0 lay-off 4s 0", "0 lay-off 9s 1 high", rules=SET_RUN)
    assert table(after) == [(0, "4c 4d 4h 4s"), (0, "5s 6s 7s 8s 9s")]
    assert hand(after) == "Qd"


def test_SR_A27_no_new_melds():
    """SR-A27: neither more than the contract nor later."""
    state = turn("4c 4d 4h Jc Jd Js 9c 9d 9h 7c 8d")
    assert len(lays(state)) == 3
    state = play(state, "0 lay 4c 4d 4h", "0 lay Jc Jd Js")
    assert lays(state) == set()
    assert refused(state, "lay 9c 9d 9h") == "contract"
    state = down("9c 9d 9h 7c", RUN, SET)
    assert lays(state) == set()
    assert refused(state, "lay 9c 9d 9h") == "contract"


def test_SR_A28_two_sets_of_one_rank():
    """SR-A28."""
    state = turn("4c 4c 4d 4d 4h 4h 9s")
    assert "4c 4d 4h" in lays(state)
    after = play(state, "0 lay 4c 4d 4h", "0 lay 4c 4d 4h")
    assert table(after) == [(0, "4c 4d 4h")] * 2


def test_SR_A28_two_adjoining_runs():
    """SR-A28: and equal ones."""
    rules = ShanghaiRummy(contracts=[(0, 2)])
    state = turn("5s 6s 7s 8s 9s Ts Js Qs 2c", rules=rules)
    assert lays(state, rules=rules) == {"5s 6s 7s 8s", "9s Ts Js Qs"}
    after = play(state, "0 lay 5s 6s 7s 8s", "0 lay 9s Ts Js Qs", rules=rules)
    assert table(after) == [(0, "5s 6s 7s 8s"), (0, "9s Ts Js Qs")]
    state = turn("5s 5s 6s 6s 7s 7s 8s 8s 2c", rules=rules)
    assert lays(state, rules=rules) == {"5s 6s 7s 8s"}
    assert len(play(state, "0 lay 5s 6s 7s 8s", "0 lay 5s 6s 7s 8s", rules=rules).melds) == 2


def test_SR_A29_only_with_the_whole_contract():
    """SR-A29: one set of two is not laid."""
    state = turn("4c 4d 4h Jc Jd 9s")
    assert lays(state) == set()
    assert refused(state, "lay 4c 4d 4h") == "contract"


def test_SR_A29_once_begun_nothing_else():
    """Section 6, 'Laying down': until the contract is complete."""
    state = turn("4c 4d 4h 4s Jc Jd Js 7h 9s", melds=[(1, "5h 6h Jk=7h 8h")], down=[False, True, False, False])
    state = play(state, "0 lay 4c 4d 4h")
    assert (state.laid, state.down[0], state.phase, state.turn) == (1, False, "play", 0)
    assert moves(state) == {"lay Jc Jd Js"}
    for code in ("discard 9s", "lay-off 4s 1", "swap 7h 0 3"):
        assert refused(state, code) == "contract"
    assert refused(state, "draw") == refused(state, "take") == "wrong-phase"
    after = play(state, "0 lay Jc Jd Js")
    assert (after.laid, after.down[0]) == (2, True)
    assert moves(after) == {"lay-off 4s 1", *discards("4s 7h 9s")}


def test_SR_A29_only_melds_after_which_the_rest_can_be_laid():
    """Section 6: an exact test, not a greedy one; in any order."""
    state = turn("4c 4d 4h 4s 5s 6s 7s 9d", rules=SET_RUN)
    assert lays(state, rules=SET_RUN) == {"4c 4d 4h", "4s 5s 6s 7s"}
    assert refused(state, "lay 4c 4d 4s", rules=SET_RUN) == "contract"
    assert lays(play(state, "0 lay 4s 5s 6s 7s", rules=SET_RUN), rules=SET_RUN) == {"4c 4d 4h"}
    assert lays(play(state, "0 lay 4c 4d 4h", rules=SET_RUN), rules=SET_RUN) == {"4s 5s 6s 7s"}


def test_SR_A29_one_joker_for_two_gaps():
    """Section 6: who uses it for the set lacks it for the run."""
    state = turn("4c 4d Jk 5s 6s 7s 9d", rules=SET_RUN)
    assert lays(state, rules=SET_RUN) == set()
    state = turn("4c 4d Jk Jk 5s 6s 7s 9d", rules=SET_RUN)
    assert lays(state, rules=SET_RUN) == {"4c 4d Jk", "Jk=4s 5s 6s 7s", "5s 6s 7s Jk=8s"}
    state = turn("4c 4d 4h Jk 5s 6s 7s 9d", rules=SET_RUN)
    assert lays(state, rules=SET_RUN) == {"4c 4d 4h", "Jk=4s 5s 6s 7s", "5s 6s 7s Jk=8s"}


def test_SR_A29_only_as_many_of_a_kind_as_the_contract_asks_for():
    """Section 6: after the one set only the run is offered."""
    state = turn("4c 4d 4h Jc Jd Js 5s 6s 7s 8s 9d", rules=SET_RUN)
    assert lays(state, rules=SET_RUN) == {"4c 4d 4h", "Jc Jd Js", "5s 6s 7s 8s"}
    state = play(state, "0 lay 4c 4d 4h", rules=SET_RUN)
    assert lays(state, rules=SET_RUN) == {"5s 6s 7s 8s"}
    assert refused(state, "lay Jc Jd Js", rules=SET_RUN) == "contract"


def window(suit, rank, ace):
    """The four cards of a run from this rank, where 1 is the low ace, or nothing."""
    ranks = range(rank, rank + 4)
    if ranks[-1] > 14 or (1 in ranks and ace == "high") or (14 in ranks and ace == "low"):
        return None
    return ["A23456789TJQKA"[number - 1] + suit for number in ranks]


def possible_melds(hand, sets, runs, *, ace="both", most=None, adjacent=True):
    """Every meld that can be laid from a hand by itself, worked out without any cleverness: (code, cards used)."""
    held = Counter(hand)
    melds = {}
    for rank, jokers in product("23456789TJQKA" if sets else "", range(3)):
        if jokers > held["Jk"] or (most is not None and jokers > most):
            continue
        for cards in combinations(sorted((c for c in hand if c[0] == rank and c != "Jk"), key=hand.index), 3 - jokers):
            used = Counter([*cards, *["Jk"] * jokers])
            melds[" ".join([*sorted(cards, key=lambda card: "cdhs".index(card[1])), *["Jk"] * jokers])] = used
    for suit, rank, wild in product("cdhs" if runs else "", range(1, 12), product([False, True], repeat=4)):
        cards = window(suit, rank, ace)
        jokers = sum(wild)
        if cards is None or jokers == 4 or (most is not None and jokers > most):
            continue
        if not adjacent and any(left and right for left, right in pairwise(wild)):
            continue
        used = Counter("Jk" if joker else card for card, joker in zip(cards, wild, strict=True))
        if all(held[card] >= count for card, count in used.items()):
            melds[" ".join(f"Jk={c}" if joker else c for c, joker in zip(cards, wild, strict=True))] = used
    return melds


def completable(held, sets, runs, **limits):
    """Whether so many sets and runs can be laid from a hand."""
    if not sets and not runs:
        return True
    hand = list(held.elements())
    first = possible_melds(hand, sets, 0, **limits) if sets else possible_melds(hand, 0, runs, **limits)
    return any(completable(held - used, sets - bool(sets), runs - (not sets), **limits) for used in first.values())


@pytest.mark.parametrize("contract", [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1)])
@pytest.mark.parametrize(
    "limits",
    [{}, {"most": 1}, {"ace": "low", "adjacent": False}, {"ace": "high", "most": 2, "adjacent": False}],
    ids=["default", "one joker", "low", "high"],
)
def test_SR_A29_the_list_is_exact(contract, limits):
    """Section 6: what may be laid first, against a search that tries everything."""
    sets, runs = contract
    rules = ShanghaiRummy(
        contracts=[contract],
        ace=limits.get("ace", "both"),
        max_jokers_per_meld=limits.get("most"),
        adjacent_jokers=limits.get("adjacent", True),
    )
    rng = Random(str((contract, sorted(limits))))
    full = 0
    for _ in range(15):
        ranks = rng.choice(["A2345", "TJQKA", "45678"] if runs else ["A78", "J3A6"])
        cards = [rank + suit for rank in ranks for suit in ("cd" if runs else "cdhs")] * 2
        size = 3 * sets + 4 * runs + rng.randint(0, 2)
        jokers = rng.randint(0, 3)
        held = rng.sample(cards, size - jokers) + ["Jk"] * jokers
        expected = {
            code
            for kind in ((1, 0), (0, 1))
            if sets >= kind[0] and runs >= kind[1]
            for code, used in possible_melds(held, *kind, **limits).items()
            if completable(Counter(held) - used, sets - kind[0], runs - kind[1], **limits)
        }
        state = rules.position(hands=[" ".join(held), "9h", "9s", "Th"], phase="play")
        assert lays(state, rules=rules) == expected
        full += bool(expected)
    assert full


def test_SR_A30_no_limit_but_one_natural_card():
    """SR-A30: by default."""
    state = turn("4c Jk Jk 9d", rules=ONE_SET)
    assert lays(state, rules=ONE_SET) == {"4c Jk Jk", "9d Jk Jk"}
    state = turn("7c Jk Jk Jk 2d", rules=ONE_RUN)
    assert "Jk=4c Jk=5c Jk=6c 7c" in lays(state, rules=ONE_RUN)
    assert "7c Jk=8c Jk=9c Jk=Tc" in lays(state, rules=ONE_RUN)
    with pytest.raises(NotationError):
        LayMeld("Jk Jk Jk")
    with pytest.raises(NotationError):
        LayMeld("Jk=4c Jk=5c Jk=6c Jk=7c")
    assert lays(turn("Jk Jk Jk Jk", rules=ONE_RUN), rules=ONE_RUN) == set()


@pytest.mark.parametrize("most", [0, 1, 2, 3, None])
def test_SR_A30_max_jokers_per_meld(most):
    """SR-A30: in sets and runs, in every value."""
    limit = 3 if most is None else most
    rules = ONE_SET.evolve(max_jokers_per_meld=most)
    state = turn("4c 4d 4h Jk Jk 9s", rules=rules)
    expected = {0: {"4c 4d 4h"}, 1: {"4c 4d Jk", "4c 4h Jk", "4d 4h Jk"}}
    expected[2] = {"4c Jk Jk", "4d Jk Jk", "4h Jk Jk", "9s Jk Jk"}
    assert lays(state, rules=rules) == {meld for jokers, melds in expected.items() if jokers <= limit for meld in melds}
    if most == 1:
        assert refused(state, "lay 4c Jk Jk", rules=rules) == "no-meld"
    rules = ONE_RUN.evolve(max_jokers_per_meld=most)
    state = turn("5s 6s 7s 8s Jk Jk Jk Qd", rules=rules)
    counts = {code.count("Jk") for code in lays(state, rules=rules)}
    assert counts == set(range(limit + 1))


@pytest.mark.parametrize("most", [1, 2, 3, None])
def test_SR_A30_the_limit_holds_on_the_table_too(most):
    """Section 6: a joker is not laid off to a meld that has its jokers, natural cards are."""
    rules = ShanghaiRummy(max_jokers_per_meld=most, jokers=6)
    state = down("Jk 9h Kh 3d", "5h 6h Jk=7h 8h", "Kc Kd Jk", rules=rules)
    natural = {"9h 0 high", "Kh 1"}
    assert offs(state, rules=rules) == natural | ({"Jk=4h 0 low", "Jk=9h 0 high", "Jk 1"} if most != 1 else set())
    if most == 1:
        for code in ("lay-off Jk=9h 0 high", "lay-off Jk 1"):
            assert refused(state, code, rules=rules) == "too-many"
    if most != 1:
        state = down("Jk 4h Kh 3d", "5h 6h Jk=7h Jk=8h", "Kc Jk Jk", rules=rules)
        more = {"Jk=4h 0 low", "Jk=9h 0 high", "Jk 1"} if most != 2 else set()
        assert offs(state, rules=rules) == {"4h 0 low", "Kh 1"} | more


def test_SR_A30_no_jokers_in_melds_at_all():
    """SR-A30: with 0 a joker can only be discarded."""
    rules = RULES.evolve(max_jokers_per_meld=0)
    state = down("Jk 9h 3d", RUN, SET, rules=rules)
    assert moves(state, rules=rules) == {"lay-off 9h 0 high", *discards("Jk 9h 3d")}


def test_SR_A30_an_exchange_makes_room():
    """Section 6: once the joker is out, another may come."""
    rules = RULES.evolve(max_jokers_per_meld=1)
    state = down("7h 3d", "5h 6h Jk=7h 8h", rules=rules)
    state = play(state, "0 swap 7h 0 3", rules=rules)
    assert offs(state, rules=rules) == {"Jk=4h 0 low", "Jk=9h 0 high"}
    state = play(state, "0 lay-off Jk=9h 0 high", rules=rules)
    assert table(state) == [(0, "5h 6h 7h 8h Jk=9h")]


def test_SR_A31_jokers_side_by_side():
    """SR-A31: allowed by default, in melds and by laying off."""
    state = turn("5s 8s Jk Jk Qd", rules=ONE_RUN)
    assert "5s Jk=6s Jk=7s 8s" in lays(state, rules=ONE_RUN)
    state = down("Jk 3d", "Jk=5h 6h 7h Jk=8h")
    assert offs(state) == {"Jk=4h 0 low", "Jk=9h 0 high"}


def test_SR_A31_adjacent_jokers_off():
    """SR-A31, section 6: neither laid nor laid off; sets have no order."""
    rules = ONE_RUN.evolve(adjacent_jokers=False)
    state = turn("5s 7s 8s Jk Jk Qd", rules=rules)
    listed = lays(state, rules=rules)
    assert "5s Jk=6s 7s Jk=8s" in listed
    assert "5s Jk=6s 7s 8s" in listed
    assert not any("Jk=5s Jk=6s" in meld or "Jk=6s Jk=7s" in meld or "Jk=9s Jk=Ts" in meld for meld in listed)
    assert refused(state, "lay 5s Jk=6s Jk=7s 8s", rules=rules) == "no-meld"
    rules = RULES.evolve(adjacent_jokers=False)
    state = down("Jk 3d", "Jk=5h 6h 7h 8h", "Kc Jk Jk", rules=rules)
    assert offs(state, rules=rules) == {"Jk=9h 0 high", "Jk 1"}
    assert refused(state, "lay-off Jk=4h 0 low", rules=rules) == "too-many"
    assert lays(turn("4c Jk Jk 9d", rules=ONE_SET.evolve(adjacent_jokers=False)), rules=ONE_SET) >= {"4c Jk Jk"}
    state = down("4h Jk 3d", "Jk=5h 6h 7h 8h", rules=rules)
    state = play(state, "0 lay-off 4h 0 low", rules=rules)
    assert offs(state, rules=rules) == {"Jk=3h 0 low", "Jk=9h 0 high"}


def test_SR_A32_two_jokers_and_what_they_stand_for():
    """SR-A32: every assignment is a move of its own; at the ends there is a choice."""
    state = turn("6s 7s 8s Jk Qd", rules=ONE_RUN)
    assert lays(state, rules=ONE_RUN) == {"Jk=5s 6s 7s 8s", "6s 7s 8s Jk=9s"}
    state = turn("6s 7s Jk Jk Qd", rules=ONE_RUN)
    low, both, high = "Jk=4s Jk=5s 6s 7s", "Jk=5s 6s 7s Jk=8s", "6s 7s Jk=8s Jk=9s"
    others = {"Jk=9d Jk=Td Jk=Jd Qd"}
    assert lays(state, rules=ONE_RUN) - others == {low, both, high}
    tables = {play(state, f"0 lay {meld}", rules=ONE_RUN).melds for meld in (low, both, high)}
    assert len(tables) == 3


def test_SR_A32_a_joker_may_stand_for_a_card_one_holds():
    """SR-A32: which cards to lay is the player's choice."""
    state = turn("5s 6s 7s 8s Jk Qd", rules=ONE_RUN)
    assert {"5s 6s Jk=7s 8s", "Jk=5s 6s 7s 8s", "5s 6s 7s Jk=8s", "5s Jk=6s 7s 8s"} <= lays(state, rules=ONE_RUN)
    after = play(state, "0 lay 5s 6s Jk=7s 8s", rules=ONE_RUN)
    assert hand(after) == "7s Qd"
    assert swaps(after, rules=ONE_RUN) == {"7s 0 3"}


def test_SR_A32_in_a_set_the_rank_only():
    """SR-A32, section 6: one move for a joker in a set."""
    state = turn("4c 4d Jk 9h", rules=ONE_SET)
    assert lays(state, rules=ONE_SET) == {"4c 4d Jk"}
    with pytest.raises(NotationError):
        LayMeld("4c 4d Jk=4h")
    state = down("4h 4c Jk 3d", "4c 4d Jk", RUN)
    assert {"4h 0", "4c 0", "Jk 0"} == {code for code in offs(state) if code.split()[1] == "0"}
    assert refused(state, LayOff("Jk", "4h", 0, None)) == "spelling"


def test_SR_A32_the_meaning_is_fixed():
    """SR-A32: what the joker was declared to be decides what may be exchanged and laid off."""
    for meld, card, ends in (
        ("Jk=5h 6h 7h 8h", "5h 0 1", {"4h 0 low", "9h 0 high"}),
        ("6h 7h 8h Jk=9h", "9h 0 4", {"5h 0 low", "Th 0 high"}),
    ):
        state = down("4h 5h 9h Th 3d", meld)
        assert swaps(state) == {card}
        assert offs(state) == ends


def test_SR_A33_jokers_do_not_move_along():
    """SR-A33: the card that a joker stands for goes in its place, not past it."""
    state = down("9h Th 3d", "6h 7h 8h Jk=9h")
    assert offs(state) == {"Th 0 high"}
    assert refused(state, "lay-off 9h 0 high") == "no-match"
    after = play(state, "0 lay-off Th 0 high")
    assert table(after) == [(0, "6h 7h 8h Jk=9h Th")]
    assert swaps(after) == {"9h 0 4"}


# The exchange of jokers


JOKER_RUN = "5h 6h Jk=7h 8h"


def test_SR_A34_after_laying_down():
    """SR-A34: by default not before; not by laying off either."""
    state = turn("7h 4c 4d 3s", melds=[(1, JOKER_RUN)], down=[False, True, False, False])
    assert swaps(state) == set()
    assert refused(state, "swap 7h 0 3") == "not-down"
    assert swaps(down("7h 4c", others=[JOKER_RUN])) == {"7h 0 3"}


def test_SR_A34_any_time():
    """SR-A34, section 6: on every run, after the draw; the joker can then complete the contract."""
    rules = ANY_TIME.evolve(contracts=[(1, 0)])
    facts = {"melds": [(1, JOKER_RUN)], "down": [False, True, False, False]}
    state = turn("7h 4c 4d 3s", rules=rules, **facts)
    assert moves(state, rules=rules) == {"swap 7h 0 3", *discards("7h 4c 4d 3s")}
    state = play(state, "0 swap 7h 0 3", "0 lay 4c 4d Jk", rules=rules)
    assert state.down[0]
    assert table(state) == [(1, RUN), (0, "4c 4d Jk")]
    assert refused(at("7h 4c", rules=rules, discard="3s", **facts), "swap 7h 0 3", rules=rules) == "wrong-phase"


def test_SR_A34_any_time_but_not_in_the_middle_of_a_contract():
    """Section 6."""
    facts = {"melds": [(1, JOKER_RUN)], "down": [False, True, False, False]}
    state = turn("7h 4c 4d 4h Jc Jd Js 3s", rules=ANY_TIME, **facts)
    assert swaps(state, rules=ANY_TIME) == {"7h 0 3"}
    state = play(state, "0 lay 4c 4d 4h", rules=ANY_TIME)
    assert moves(state, rules=ANY_TIME) == {"lay Jc Jd Js"}
    assert refused(state, "swap 7h 0 3", rules=ANY_TIME) == "contract"


def test_SR_A34_any_time_means_the_turn_of_laying_down_too():
    """Section 6: on every run, also a foreign one in the turn of laying down; laying off still waits."""
    facts = {"melds": [(1, JOKER_RUN)], "down": [False, True, False, False]}
    state = turn("7h 9h 4c 4d 4h Jc Jd Js 3s", rules=ANY_TIME, **facts)
    state = play(state, "0 lay 4c 4d 4h", "0 lay Jc Jd Js", rules=ANY_TIME)
    assert moves(state, rules=ANY_TIME) == {"swap 7h 0 3", *discards("7h 9h 3s")}


def test_SR_A34_any_time_after_laying_down_as_well():
    """SR-A34."""
    assert swaps(down("7h 4c", others=[JOKER_RUN], rules=ANY_TIME), rules=ANY_TIME) == {"7h 0 3"}
    assert swaps(down("7h 4c", JOKER_RUN, rules=ANY_TIME), rules=ANY_TIME) == {"7h 0 3"}


def test_SR_A34_off():
    """SR-A34: nobody, neither on own nor on foreign runs."""
    state = down("7h 9s 3d", JOKER_RUN, others=["6s 7s 8s Jk=9s"], rules=NO_SWAP)
    assert swaps(state, rules=NO_SWAP) == set()
    assert refused(state, "swap 7h 0 3", rules=NO_SWAP) == refused(state, "swap 9s 1 4", rules=NO_SWAP) == "option-off"


def test_SR_A35_own_runs_at_once_foreign_ones_from_the_next_turn():
    """SR-A35, SR-037."""
    melds = [(1, JOKER_RUN), (0, "6s 7s Jk=8s 9s"), (0, "4c 4d 4h")]
    state = turn("7h 8s 3d", melds=melds, laid=2)
    assert swaps(state) == {"8s 1 3"}
    assert refused(state, "swap 7h 0 3") == "next-turn"
    state = turn("7h 8s 3d", melds=melds, laid=0)
    assert swaps(state) == {"7h 0 3", "8s 1 3"}


def test_SR_A36_the_freed_joker_may_be_kept():
    """SR-A36: laid off, kept or discarded."""
    state = play(down("7h 3d 3s", JOKER_RUN), "0 swap 7h 0 3")
    assert hand(state) == "3d 3s Jk"
    assert table(state) == [(0, RUN)]
    assert moves(state) == {"lay-off Jk=4h 0 low", "lay-off Jk=9h 0 high", *discards("3d 3s Jk")}
    assert hand(play(state, "0 discard 3d")) == "3s Jk"


def test_SR_A36_and_come_back_several_times():
    """SR-A36: from run to run in one turn."""
    state = down("7h 9h 3d", JOKER_RUN)
    state = play(state, "0 swap 7h 0 3", "0 lay-off Jk=9h 0 high", "0 swap 9h 0 5", "0 lay-off Jk=4h 0 low")
    assert table(state) == [(0, "Jk=4h 5h 6h 7h 8h 9h")]


def test_SR_A37_only_on_the_own_turn():
    """SR-A37: not while another is on turn, not before the own draw, not when asked to buy."""
    facts = {"melds": [(1, JOKER_RUN)], "discard": "9c", "stock": "Kd Kc Ks"}
    for rules in (RULES, ANY_TIME):
        state = turn("3h", "7h 3d", rules=rules, **facts)
        assert refused(state, "swap 7h 0 3", 1, rules) == "not-an-actor"
        state = at("7h 3h", "3d", rules=rules, down=[True, True, False, False], **facts)
        assert refused(state, "swap 7h 0 3", 0, rules) == "wrong-phase"
        state = play(at("3h", "3d", "7h", rules=rules, **facts), "0 draw", rules=rules)
        assert RULES.actors(state) == (2,)
        assert refused(state, "swap 7h 0 3", 2, rules) == "wrong-phase"


def test_SR_A38_jokers_in_sets_stay():
    """SR-A38: the natural card is laid off beside it."""
    state = down("4h 3d", "4c 4d Jk", RUN)
    assert swaps(state) == set()
    assert refused(state, "swap 4h 0 3") == "locked"
    after = play(state, "0 lay-off 4h 0")
    assert sorted(table(after)[0][1].split()) == ["4c", "4d", "4h", "Jk"]
    assert hand(after) == "3d"


def test_SR_A39_an_exchange_never_goes_out():
    """SR-A39: as many cards as before, and one of them is left to lay off or discard."""
    for rules in (RULES, LAST_DISCARD):
        state = play(down("7h", JOKER_RUN, rules=rules), "0 swap 7h 0 3", rules=rules)
        assert (state.phase, hand(state)) == ("play", "Jk")
        extra = {"lay-off Jk=4h 0 low", "lay-off Jk=9h 0 high"} if rules is RULES else set()
        assert moves(state, rules=rules) == extra | discards("Jk")
        assert play(state, "0 discard Jk", rules=rules).phase == "over"


def test_each_joker_is_exchanged_by_itself():
    """SR-031: two jokers in a run, two moves; the position is where the joker lies, from 1."""
    state = down("6h 8h 3d", "Jk=5h Jk=6h 7h Jk=8h", "5s Jk=6s 7s 8s")
    assert swaps(state) == {"6h 0 2", "8h 0 4"}
    after = play(state, "0 swap 6h 0 2")
    assert table(after)[0] == (0, "Jk=5h 6h 7h Jk=8h")
    assert swaps(after) == {"8h 0 4"}
    assert refused(state, "swap 6h 0 1") == "no-match"
    assert refused(state, "swap 7h 0 3") == "card-not-held"
    assert refused(down("7h 3d", "Jk=5h Jk=6h 7h Jk=8h"), "swap 7h 0 3") == "no-joker"


def test_one_card_for_two_jokers_that_stand_for_it():
    """SR-031: in two runs, and at both ends of a long one: one move each."""
    state = down("7h 3d", JOKER_RUN, "Jk=7h 8h 9h Th")
    assert swaps(state) == {"7h 0 3", "7h 1 1"}
    state = down("Ah 3d", "Jk=Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Jk=Ah")
    assert swaps(state) == {"Ah 0 1", "Ah 0 14"}


def test_a_card_that_fits_two_melds_gives_two_moves():
    """SR-039: a seven for two runs and a set, a joker for every place."""
    state = down("7h 3d", "8h 9h Th Jh", "3h 4h 5h 6h", "7c 7d 7s", "Ts Js Qs Ks")
    assert offs(state) == {"7h 0 low", "7h 1 high", "7h 2"}
    state = down("Jk 3d", "8h 9h Th Jh", "3h 4h 5h 6h", "7c 7d 7s", "Ts Js Qs Ks")
    assert offs(state) == {
        *("Jk=7h 0 low", "Jk=Qh 0 high", "Jk=2h 1 low", "Jk=7h 1 high", "Jk 2", "Jk=9s 3 low", "Jk=As 3 high")
    }


# Laying off, going out


def test_SR_A40_own_melds_at_once():
    """SR-A40, SR-037: foreign ones from the next turn."""
    melds = [(1, RUN), (0, SET), (0, "4c 4d 4h")]
    state = turn("9h Ks 4s 3d", melds=melds, laid=2)
    assert offs(state) == {"Ks 1", "4s 2"}
    assert refused(state, "lay-off 9h 0 high") == "next-turn"
    state = play(state, "0 lay-off Ks 1", "0 lay-off 4s 2")
    assert refused(state, "lay-off 9h 0 high") == "next-turn"
    state = turn("9h Ks 4s 3d", melds=melds)
    assert offs(state) == {"9h 0 high", "Ks 1", "4s 2"}


def test_SR_A40_in_a_whole_turn_and_the_next():
    """SR-A40: the same, played."""
    state = turn(
        "4c 4d 4h Jc Jd Js 4s 9h 3d",
        stock="Kd Kc Ks Qd Qc Qs",
        discard="8c",
        melds=[(1, RUN)],
        down=[False, True, False, False],
        buys=[3] * 4,
    )
    state = play(state, "0 lay 4c 4d 4h", "0 lay Jc Jd Js")
    assert offs(state) == {"4s 1"}
    state = play(state, "0 discard 3d", "1 draw", "1 discard 2d", "2 draw", "2 discard 2h", "3 draw", "3 discard 2s")
    assert refused(state, "lay-off 9h 0 high") == "wrong-phase"
    state = play(state, "0 draw")
    assert offs(state) == {"9h 0 high", "4s 1"}


@pytest.mark.parametrize("rules", [RULES, LAST_DISCARD], ids=["either", "discard"])
def test_SR_A41_going_out_by_discarding(rules):
    """SR-A41: in both values."""
    state = down("9c", RUN, rules=rules)
    assert moves(state, rules=rules) == discards("9c")
    after = play(state, "0 discard 9c", rules=rules)
    assert after.phase == "over"
    assert after.round.results[-1].scores == (0, 5, 5, 5)
    assert after.round.results[-1].places == (1, 2, 2, 2)


def test_SR_A41_going_out_by_laying_off():
    """SR-A41: at once, without a discard."""
    state = down("9h", RUN)
    assert moves(state) == {"lay-off 9h 0 high", "discard 9h"}
    after = play(state, "0 lay-off 9h 0 high")
    assert (after.phase, pile(after)) == ("over", "")
    assert after.round.results[-1].scores == (0, 5, 5, 5)


def test_SR_A41_going_out_with_the_contract():
    """SR-A41, SR-A42: twelve cards and nothing left."""
    rules = ShanghaiRummy(contracts=[(0, 3)])
    state = turn("5s 6s 7s 8s 9d Td Jd Qd 2c 3c 4c 5c", "Jk Ah", rules=rules)
    after = play(state, "0 lay 5s 6s 7s 8s", "0 lay 9d Td Jd Qd", rules=rules)
    assert after.phase == "play"
    after = play(after, "0 lay 2c 3c 4c 5c", rules=rules)
    assert after.phase == "over"
    assert after.round.results[-1].scores == (0, 70, 5, 5)
    assert after.down == (True, False, False, False)


def test_SR_A41_go_out_discard_a_lay_off():
    """Section 6: the last card is discarded, so with two cards one of them may be laid off."""
    state = down("9h 4h", RUN, rules=LAST_DISCARD)
    assert offs(state, rules=LAST_DISCARD) == {"9h 0 high", "4h 0 low"}
    state = play(state, "0 lay-off 9h 0 high", rules=LAST_DISCARD)
    assert moves(state, rules=LAST_DISCARD) == discards("4h")
    assert refused(state, "lay-off 4h 0 low", rules=LAST_DISCARD) == "last-card"
    assert play(state, "0 discard 4h", rules=LAST_DISCARD).phase == "over"
    state = down("Jk", RUN, SET, rules=LAST_DISCARD)
    assert moves(state, rules=LAST_DISCARD) == discards("Jk")
    assert refused(state, "lay-off Jk 1", rules=LAST_DISCARD) == "last-card"


@pytest.mark.parametrize("go_out", ["either", "discard"])
def test_SR_A41_go_out_discard_a_meld(go_out):
    """Section 6: a contract that takes the whole hand cannot be begun, with one card more it can."""
    rules = ShanghaiRummy(go_out=go_out)
    exact, more = turn("4c 4d 4h Jc Jd Js", rules=rules), turn("4c 4d 4h Jc Jd Js 9s", rules=rules)
    both = {"4c 4d 4h", "Jc Jd Js"}
    assert lays(exact, rules=rules) == (both if go_out == "either" else set())
    if go_out == "discard":
        assert refused(exact, "lay 4c 4d 4h", rules=rules) == "last-card"
    assert lays(more, rules=rules) == both
    after = play(more, "0 lay 4c 4d 4h", "0 lay Jc Jd Js", rules=rules)
    assert moves(after, rules=rules) == discards("9s")


def test_SR_A41_go_out_discard_and_the_taken_card():
    """Section 6: 'after which the turn could not be ended'; the only card left ends it, even the card taken."""
    rules = ShanghaiRummy(go_out="discard", contracts=[(1, 0)])
    state = turn("4c 4d 4h 9s", rules=rules, taken="9s")
    assert moves(state, rules=rules) == {"lay 4c 4d 4h", *discards("4c 4d 4h")}
    state = play(state, "0 lay 4c 4d 4h", rules=rules)
    assert moves(state, rules=rules) == discards("9s")
    state = down("9h 4h", RUN, rules=LAST_DISCARD, taken="4h")
    assert moves(state, rules=LAST_DISCARD) == {"lay-off 9h 0 high", "lay-off 4h 0 low", *discards("9h")}
    state = play(state, "0 lay-off 9h 0 high", rules=LAST_DISCARD)
    assert moves(state, rules=LAST_DISCARD) == discards("4h")


def test_SR_A41_go_out_discard_an_exchange():
    """Section 6: it leaves a card, so it is legal; after it the last card is only discarded."""
    state = down("7h", JOKER_RUN, rules=LAST_DISCARD)
    assert moves(state, rules=LAST_DISCARD) == {"swap 7h 0 3", "discard 7h"}


def test_SR_A42_out_in_the_turn_of_laying_down():
    """SR-A42: twelve of thirteen laid, the last one discarded."""
    state = turn("5s 6s 7s 8s 9d Td Jd Qd 2c 3c 4c 5c Kh", round=7)
    state = play(state, "0 lay 5s 6s 7s 8s", "0 lay 9d Td Jd Qd", "0 lay 2c 3c 4c 5c", "0 discard Kh")
    assert state.phase == "over"
    assert RULES.outcome(state).scores == (0, 5, 5, 5)


def test_SR_A43_the_seventh_round_is_like_the_others():
    """SR-A43: neither is a discard forbidden nor must all cards be laid."""
    state = turn("5s 6s 7s 8s 9d Td Jd Qd 2c 3c 4c 5c Kh Ah", round=7)
    state = play(state, "0 lay 5s 6s 7s 8s", "0 lay 9d Td Jd Qd", "0 lay 2c 3c 4c 5c", "0 discard Kh")
    assert (state.phase, state.turn, hand(state)) == ("draw", 1, "Ah")


def test_SR_A44_nothing_is_taken_back():
    """SR-A44: what lies on the table stays; only jokers come back, and only for their card."""
    state = turn("4c 4d 4h Jc Jd Js 4s 9h 3d")
    for code in ("lay 4c 4d 4h", "lay Jc Jd Js", "lay-off 4s 0", "discard 3d"):
        before = state.melds
        state = play(state, f"0 {code}")
        for old, new in zip(before, state.melds, strict=False):
            assert set(old.meld.cards) <= set(new.meld.cards)
    assert table(state) == [(0, "4c 4d 4h 4s"), (0, "Jc Jd Js")]


# Scoring and the end


def test_SR_A45_all_move_on_together():
    """SR-A45: who never was down plays the next contract like the others."""
    state = turn("9h", discard="4h", melds=[(0, RUN)])
    state = play(state, "0 discard 9h")
    assert state.round.number == 1
    state = play(state, "0 deal")
    assert state.round.number == 2
    assert state.contract == Contract(sets=1, runs=1)
    assert state.down == (False,) * 4
    assert state.buys == (0,) * 4
    assert state.melds == ()
    for reader in READERS:
        assert RULES.view(state, reader).state.contract == Contract(sets=1, runs=1)


def test_SR_A45_the_contracts_come_in_order():
    """SR-A45."""
    contracts = [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)]
    for number, pair in enumerate(contracts, start=1):
        assert turn("9h", round=number).contract == Contract(*pair)


def test_SR_A46_ties_are_shared():
    """SR-A46, section 6: all leaders win; scores, and no loser."""
    before = [[10, 10, 20, 30], [0, 5, 5, 5], [0] * 4, [0] * 4, [0] * 4, [0] * 4]
    state = turn("9c", "7h", "Kh", "Jk", round=7, results=before, discard="4h")
    outcome = RULES.outcome(play(state, "0 discard 9c"))
    assert outcome.scores == (10, 20, 35, 85)
    assert (outcome.places, outcome.winners, outcome.losers) == ((1, 2, 3, 4), (0,), ())
    before[0] = [20, 10, 20, 30]
    state = turn("9c", "7h", "Kh", "Jk", round=7, results=before, discard="4h")
    outcome = RULES.outcome(play(state, "0 discard 9c"))
    assert outcome.scores == (20, 20, 35, 85)
    assert (outcome.places, outcome.winners, outcome.losers) == ((1, 1, 3, 4), (0, 1), ())
    before[0] = [20, 10, 5, 30]
    state = turn("9c", "7h", "Kh", "Jk", round=7, results=before, discard="4h")
    outcome = RULES.outcome(play(state, "0 discard 9c"))
    assert (outcome.places, outcome.winners) == ((1, 1, 1, 4), (0, 1, 2))
    assert len(outcome.rounds) == 7
    assert outcome.rounds[-1].scores == (0, 5, 10, 50)


def test_SR_A46_the_one_who_ends_it_need_not_win():
    """SR-047: the fewest points in all rounds do."""
    before = [[120, 85, 240, 90], *[[0] * 4] * 5]
    state = turn("9c", "2d", "2h", "2s", round=7, results=before, discard="4h")
    outcome = RULES.outcome(play(state, "0 discard 9c"))
    assert (outcome.winners, outcome.places, outcome.scores) == ((1,), (3, 1, 4, 2), (120, 90, 245, 95))


def test_SR_A47_bought_cards_count_and_who_is_not_down_counts_all():
    """SR-A47."""
    state = at("9h 3h", "4h", discard="8h Ah", stock="Kd Kc", melds=[(0, RUN), (0, SET)])
    state = play(state, "0 draw", "1 buy", "0 lay-off 9h 0 high", "0 lay-off Kc 1", "0 discard 3h")
    assert state.phase == "over"
    assert codes(state.shown[1]) == "4h Kd Ah"
    assert state.round.results[-1].scores == (0, 35, 5, 5)


def test_SR_A47_who_is_down_counts_the_hand_only():
    """SR-A47, SR-046."""
    state = turn("9c", "4h Kh", melds=[(1, RUN), (1, SET)], down=[True, True, False, False], discard="8c")
    assert play(state, "0 discard 9c").round.results[-1].scores == (0, 15, 5, 5)


@pytest.mark.parametrize("rounds", range(1, 8))
def test_SR_A48_the_game_ends_with_the_last_contract(rounds):
    """SR-A48: as many rounds as contracts."""
    rules = ShanghaiRummy(contracts=[(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)][:rounds])
    assert rules.rounds == rounds
    for number in range(1, rounds + 1):
        after = play(turn("9h", rules=rules, round=number, discard="4h"), "0 discard 9h", rules=rules)
        over = number == rounds
        assert (rules.outcome(after) is not None) == over
        assert rules.actors(after) == (() if over else (0,))
        if over:
            for seat in range(4):
                assert refused(after, Deal(), seat, rules) == "game-over"
        else:
            assert play(after, "0 deal", rules=rules).round.number == number + 1


@pytest.mark.parametrize("contracts", [[(1, 0)], [(0, 1), (0, 1)], [(5, 0)], [(1, 4)], ((2, 1), (1, 2), (3, 0))])
def test_contracts_are_data(contracts):
    """Section 6: any sequence of pairs; a shorter or another game."""
    rules = ShanghaiRummy(contracts=contracts)
    assert rules.rounds == len(contracts)
    assert rules == ShanghaiRummy(contracts=[Contract(*pair) for pair in contracts])
    for number, pair in enumerate(contracts, start=1):
        assert turn("9h", rules=rules, round=number).contract == Contract(*pair)


def test_the_short_game():
    """Section 6: three rounds."""
    rules = ShanghaiRummy.short(3)
    assert (rules.players, rules.rounds) == (3, 3)
    assert rules == ShanghaiRummy(players=3, contracts=[(2, 0), (1, 1), (0, 2)])


COSTS = {"Jk": 50, "Ac": 20, **dict.fromkeys(["8c", "9c", "Tc", "Jc", "Qc", "Kc"], 10)}
COSTS |= dict.fromkeys(["2c", "3c", "4c", "5c", "6c", "7c"], 5)


@pytest.mark.parametrize("card", COSTS)
def test_SR_A49_the_point_table(card):
    """SR-A49: every rank."""
    state = play(turn("9h", card, discard="4h"), "0 discard 9h")
    assert state.round.results[-1].scores[1] == COSTS[card]


@pytest.mark.parametrize("card", COSTS)
def test_SR_A49_points_are_an_option(card):
    """SR-A49: what is named changes, the rest stays."""
    rules = ShanghaiRummy(points={0: 25, 14: 15, 2: 0, 11: 1000})
    state = play(turn("9h", card, rules=rules, discard="4h"), "0 discard 9h", rules=rules)
    changed = {"Jk": 25, "Ac": 15, "2c": 0, "Jc": 1000}
    assert state.round.results[-1].scores[1] == changed.get(card, COSTS[card])
    assert ShanghaiRummy(points={14: 20}) == ShanghaiRummy(points={}) == RULES


@pytest.mark.parametrize("number", range(1, 8))
def test_SR_A50_twelve_cards_in_every_round(number):
    """SR-A50: what rises is the number of cards needed."""
    if number == 1:
        state = RULES.deal(seed=2)
    else:
        state = play(turn("9h", round=number - 1, discard="4h"), "0 discard 9h", "0 deal")
    assert [len(cards) for cards in state.hands] == [12] * 4
    contract = state.contract
    assert 3 * contract.sets + 4 * contract.runs == number + 5


@pytest.mark.parametrize("size", [1, 2, 11, 12, 15])
def test_the_hand_size_is_an_option(size):
    """Section 6: the same in every round."""
    rules = ShanghaiRummy(hand_size=size, contracts=[(1, 0), (1, 0)])
    assert [len(cards) for cards in rules.deal(seed=2).hands] == [size] * 4
    state = play(turn("9h", rules=rules, discard="4h"), "0 discard 9h", "0 deal", rules=rules)
    assert [len(cards) for cards in state.hands] == [size] * 4


def test_SR_A51_all_of_the_pile_is_public():
    """SR-A51, section 6: once seen, always seen."""
    state = at("3h", discard="7h 8h 9h", stock="Kd Kc", melds=[(1, RUN)])
    for reader in READERS:
        seen = RULES.view(state, reader).state
        assert codes(seen.discard) == "7h 8h 9h"
        assert seen.melds == state.melds
        assert seen.stock == (BACK, BACK)
        for player, cards in enumerate(seen.hands):
            assert cards == (state.hands[player] if player == reader else (BACK,))


# The round end


def test_hands_lie_open_once_the_round_is_over():
    """Section 6 and the conventions: counted hands are public."""
    state = play(turn("9h", "Jk 3d", "Kd", discard="4h"), "0 discard 9h")
    assert state.hands == ((),) * 4
    assert [codes(cards) for cards in state.shown] == ["", "3d Jk", "Kd", "2s"]
    for reader in READERS:
        assert RULES.view(state, reader).state.shown == state.shown
    assert play(state, "0 deal").shown == ((),) * 4


def test_a_round_that_is_over_waits_for_the_next_dealer():
    """Section 6: Deal is the one move, of the one player."""
    state = play(turn("9h", discard="4h"), "0 discard 9h")
    assert moves(state, 0) == {"deal"}
    for seat in (1, 2, 3):
        assert refused(state, "deal", seat) == "not-an-actor"
    for code in ("draw", "take", "buy", "pass", "discard 9h", "lay 4c 4d 4h", "lay-off 9h 0 high", "swap 9h 0 1"):
        assert refused(state, code) == "wrong-phase"
    assert RULES.outcome(state) is None


def test_the_next_deal_collects_all_cards():
    """Section 6: no card is lost between the rounds."""
    state = turn("9h", "Jk 3d", discard="4h", melds=[(0, RUN), (1, JOKER_RUN)])
    state = play(state, "0 discard 9h", "0 deal")
    assert everything(state) == Counter(map(str, RULES.deck))
    assert len(state.stock) == 108 - 48 - 1
    assert (state.removed, len(state.discard), state.turn, state.phase) == ((), 1, 1, "draw")


def test_the_next_deal_is_shuffled_by_the_chance_of_the_state():
    """P8: the same state deals the same cards, another seed others."""
    deals = {play(turn("9h", discard="4h", seed=seed), "0 discard 9h", "0 deal").hands for seed in range(10)}
    assert len(deals) == 10
    state = turn("9h", discard="4h", seed=3)
    assert play(state, "0 discard 9h", "0 deal") == play(state, "0 discard 9h", "0 deal")
    rounds = play(state, "0 discard 9h", "0 deal")
    assert rounds.hands != RULES.deal(seed=3).hands


def test_equal_cards_are_listed_once():
    """Section 6, twins: one discard, one lay-off, one meld for equal cards."""
    state = down("9h 9h Ks Ks Jk Jk", RUN, SET)
    listed = [str(move) for move in RULES.legal_moves(state, 0)]
    assert len(listed) == len(set(listed))
    assert gone(state) == {"9h", "Ks", "Jk"}
    assert offs(state) == {"9h 0 high", "Jk=9h 0 high", "Jk=4h 0 low", "Ks 1", "Jk 1"}
    state = turn("4c 4c 4d 4d 9h", rules=ONE_SET)
    assert lays(state, rules=ONE_SET) == {"4c 4c 4d", "4c 4d 4d"}


@pytest.mark.parametrize("rules", [RULES, ANY_TIME, LAST_DISCARD, FREE, NO_SWAP], ids=str)
def test_the_list_is_exactly_what_is_taken(rules):
    """Law 5: over every lay-off, exchange and discard that can be written down."""
    state = down("9h 7h 4s Kh Jk 2h", JOKER_RUN, "4c 4d Jk", others=[SET, "9s Ts Js Qs"], rules=rules, taken="7h")
    every = [Discard(card) for card in FrenchCard.all()]
    every += [SwapJoker(card, meld, place) for card in FrenchCard.all() for meld in range(5) for place in range(6)]
    cards = [*read_cards(FrenchCard, "9h 7h 4s Kh Jk 2h 3c 4h 8s Ks")]
    every += [
        LayOff(card, stands, meld, end)
        for card in cards
        for stands in [None, *read_cards(FrenchCard, "4h 9h 7h 8s Ks Kc 4c Jk")]
        for meld in range(5)
        for end in (None, "low", "high")
    ]
    every += [DrawStock(), TakeDiscard(), Buy("9h"), Pass(), Deal(), LayMeld("4c 4d Jk"), LayMeld(JOKER_RUN)]
    taken = {str(move) for move in every if rules.refusal(state, move, 0) is None}
    assert taken == moves(state, rules=rules)


def test_SR_040_what_was_laid_in_the_last_turn_is_not_kept():
    """SR-040: a round that is over has no turn in which melds were laid."""
    rules = ShanghaiRummy(players=2)
    state = rules.position(
        hands=["7c 7d 7h", "Kc Kd"], melds=[(0, "4c 4d 4h")], discard="2c", laid=1, down=[False, False], phase="play"
    )
    over = rules.apply(state, rules.parse("lay 7c 7d 7h"), 0)
    assert (over.phase, over.laid, over.taken) == ("over", 0, None)
