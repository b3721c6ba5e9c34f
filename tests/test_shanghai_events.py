"""What `trace` tells of a move of Shanghai Rummy, and what each player and an onlooker see of it.

Four players A, B, C, D (seats 0 to 3), A to move, the default options, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from helpers import hidden, seen
from helpers import told as events_told
from shanghai_table import RULES, read
from shedkit.core.cards import BACK, FrenchCard, read_cards
from shedkit.core.errors import IllegalMove
from shedkit.core.events import GameOver, Moved, Out, Place, RoundBegan, RoundOver, Shuffled, Turn
from shedkit.games.shanghai_rummy import (
    Bought,
    Buy,
    Deal,
    Discard,
    DrawStock,
    JokerSwapped,
    LaidOff,
    LayMeld,
    LayOff,
    MayBuy,
    Meld,
    MeldLaid,
    Pass,
    Passed,
    ShanghaiRummy,
    SwapJoker,
    TakeDiscard,
    WentDown,
)

TWO = ShanghaiRummy(players=2)
END = ShanghaiRummy(stock_exhausted="end_round")
READERS = (0, 1, 2, 3, None)
STOCK, PILE, MELDS, REMOVED = Place("stock"), Place("discard"), Place("melds"), Place("removed")
OTHERS = ("2c", "2d", "2h", "2s", "3c", "3d")
RUN, SET, JOKER_RUN = "5h 6h 7h 8h", "Kc Kd Kh", "5h 6h Jk=7h 8h"


def at(*hands, rules=RULES, **facts):
    """A position; whoever is not mentioned holds one card."""
    return rules.position(hands=[*hands, *OTHERS[len(hands) : rules.players]], **facts)


def cards(text):
    return read_cards(FrenchCard, text)


def card(code):
    return FrenchCard(code)


def hand(player):
    return Place("hands", player)


def open_hand(player):
    return Place("shown", player)


def moved(text, source, target):
    """The event of cards that everybody sees."""
    return Moved(cards(text), source, target)


def told(rules, state, code, player=0):
    """The events of a move by its code."""
    return events_told(rules, state, read(code, state, rules), player)


def play(state, *script, rules=RULES):
    for line in script:
        seat, code = line.split(maxsplit=1)
        state = rules.apply(state, rules.parse(code), int(seat))
    return state


# Drawing and buying


def test_a_draw_that_opens_the_claims():
    """SR-A11: nothing has moved yet; who is asked, and about which card, all can know."""
    state = at("3h 4h", discard="8h 9h", stock="Kd Kc Ks")
    events = told(RULES, state, "draw")
    assert events == (MayBuy(1, card("9h")),)
    assert seen(RULES, events) == [events] * 5
    after = RULES.apply(state, DrawStock(), 0)
    assert RULES.view(after, 3).state.claimant == 1


def test_a_draw_with_nobody_to_ask():
    """SR-016, SR-049: only the player sees the card."""
    events = told(RULES, at("3h 4h", discard="9h", stock="Kd Kc Ks", buys=[3] * 4), "draw")
    assert events == (moved("Kd", STOCK, hand(0)),)
    back = (hidden(1, STOCK, hand(0)),)
    assert seen(RULES, events) == [events, back, back, back, back]


def test_a_draw_with_two_players():
    """SR-A13."""
    state = at("3h", "4h 5h", rules=TWO, discard="9h", stock="Kd Kc Ks", turn=1)
    events = told(TWO, state, "draw", 1)
    assert events == (moved("Kd", STOCK, hand(1)),)
    back = (hidden(1, STOCK, hand(1)),)
    assert seen(TWO, events) == [back, events, back]


def test_taking_the_discard():
    """SR-017: everybody has seen the card."""
    events = told(RULES, at("3h 4h", discard="8h 9h", stock="Kd Kc"), "take")
    assert events == (moved("9h", PILE, hand(0)),)
    assert seen(RULES, events) == [events] * 5


def test_a_pass():
    """SR-A11: it is told at once; the last one brings the draw with it."""
    state = play(at("3h 4h", discard="8h 9h", stock="Kd Kc Ks"), "0 draw")
    events = told(RULES, state, "pass", 1)
    assert events == (Passed(1), MayBuy(2, card("9h")))
    assert seen(RULES, events) == [events] * 5
    events = told(RULES, play(state, "1 pass"), "pass", 2)
    assert events == (Passed(2), moved("Kd", STOCK, hand(0)))
    back = (Passed(2), hidden(1, STOCK, hand(0)))
    assert seen(RULES, events) == [events, back, back, back, back]


def test_a_buy():
    """SR-023, SR-049: the card is open, the price is seen by its buyer only, the draw by the player on turn only."""
    state = play(at("3h 4h", discard="8h 9h", stock="Kd Kc Ks"), "0 draw", "1 pass")
    events = told(RULES, state, "buy", 2)
    bought = (Bought(2, card("9h"), 1), moved("9h", PILE, hand(2)))
    price, drawn = moved("Kd", STOCK, hand(2)), moved("Kc", STOCK, hand(0))
    no_price, no_draw = hidden(1, STOCK, hand(2)), hidden(1, STOCK, hand(0))
    assert events == (*bought, price, drawn)
    assert seen(RULES, events) == [
        (*bought, no_price, drawn),
        (*bought, no_price, no_draw),
        (*bought, price, no_draw),
        (*bought, no_price, no_draw),
        (*bought, no_price, no_draw),
    ]


@pytest.mark.parametrize("before", range(3))
def test_a_buy_tells_its_number(before):
    """SR-025: the first, second, third."""
    state = play(at("3h 4h", discard="9h", stock="Kd Kc Ks", buys=[0, before, 0, 0]), "0 draw")
    assert told(RULES, state, "buy", 1)[0] == Bought(1, card("9h"), before + 1)


def test_buying_a_joker():
    """SR-A21."""
    state = play(at("3h 4h", discard="Jk", stock="Kd Kc Ks"), "0 draw")
    events = told(RULES, state, "buy", 1)
    assert events[:2] == (Bought(1, card("Jk"), 1), moved("Jk", PILE, hand(1)))


# The reshuffle


def reshuffle(text):
    """The discards go into the stock and are shuffled; all have seen them."""
    return (moved(text, PILE, STOCK), Shuffled("stock", len(text.split())))


def test_a_reshuffle_before_the_draw():
    """SR-A16: all but the top card; the new card is hidden from the others."""
    state = at("3h 4h", discard="6h 7h 8h 9h", stock="", buys=[3] * 4)
    after, events = RULES.trace(state, DrawStock(), 0)
    (drawn,) = Counter(after.hands[0]) - Counter(state.hands[0])
    assert events == (*reshuffle("6h 7h 8h"), Moved((drawn,), STOCK, hand(0)))
    back = (*reshuffle("6h 7h 8h"), hidden(1, STOCK, hand(0)))
    assert seen(RULES, events) == [events, back, back, back, back]


def test_a_reshuffle_for_the_price():
    """SR-A15: without the bought card, which is gone by then."""
    state = play(at("3h 4h", discard="6h 7h 8h 9h", stock=""), "0 draw")
    after, events = RULES.trace(state, Buy(state.discard[-1]), 1)
    (drawn,) = Counter(after.hands[0]) - Counter(state.hands[0])
    (price,) = Counter(after.hands[1]) - Counter(state.hands[1]) - Counter(cards("9h"))
    begin = (Bought(1, card("9h"), 1), moved("9h", PILE, hand(1)), *reshuffle("6h 7h 8h"))
    assert events == (*begin, Moved((price,), STOCK, hand(1)), Moved((drawn,), STOCK, hand(0)))
    back = (*begin, hidden(1, STOCK, hand(1)), hidden(1, STOCK, hand(0)))
    assert RULES.shown(events, 2) == RULES.shown(events, None) == back


def test_a_reshuffle_between_the_two_cards():
    """SR-A15, SR-A16: the price was the last card of the stock."""
    state = play(at("3h 4h", discard="6h 7h 8h 9h", stock="Kd"), "0 draw")
    after, events = RULES.trace(state, Buy(state.discard[-1]), 1)
    (drawn,) = Counter(after.hands[0]) - Counter(state.hands[0])
    assert events == (
        Bought(1, card("9h"), 1),
        moved("9h", PILE, hand(1)),
        moved("Kd", STOCK, hand(1)),
        *reshuffle("6h 7h"),
        Moved((drawn,), STOCK, hand(0)),
    )


def test_no_draw_but_the_last_discard():
    """SR-A16: with nothing to shuffle the player on turn takes the pile's card, which all have seen."""
    state = play(at("3h 4h", discard="8h 9h", stock="Kd"), "0 draw")
    events = told(RULES, state, "buy", 1)
    assert events == (
        Bought(1, card("9h"), 1),
        moved("9h", PILE, hand(1)),
        moved("Kd", STOCK, hand(1)),
        moved("8h", PILE, hand(0)),
    )
    assert RULES.shown(events, 3)[-1] == moved("8h", PILE, hand(0))


def test_no_event_tells_the_order_of_the_new_stock():
    """SR-049: what others see of it does not depend on it."""
    stocks, stories = set(), set()
    for seed in range(20):
        state = at("3h 4h", discard="6h 7h 8h 9h", stock="", buys=[3] * 4, seed=seed)
        after, events = RULES.trace(state, DrawStock(), 0)
        stocks.add(after.stock)
        stories.add(RULES.shown(events, 1))
    assert len(stocks) > 1
    assert len(stories) == 1


@pytest.mark.parametrize(("pile", "stock"), [("8h 9h", "Kd"), ("9h", "Kd Kc"), ("8h 9h", "Kd Kc")])
def test_no_reshuffle_when_the_stock_runs_out(pile, stock):
    """SR-A16: only when the next card is needed."""
    state = at("3h 4h", discard=pile, stock=stock, buys=[3] * 4)
    assert told(RULES, state, "draw") == (moved("Kd", STOCK, hand(0)),)


# Melds


def test_laying_a_meld():
    """SR-020: what it is, then the cards; no turn ends."""
    state = at("4c 4d 4h Jc Jd Js 9h 3h", phase="play")
    events = told(RULES, state, "lay 4c 4d 4h")
    assert events == (MeldLaid(0, 0, Meld.read("4c 4d 4h")), moved("4c 4d 4h", hand(0), MELDS))
    assert seen(RULES, events) == [events] * 5


def test_laying_the_last_meld():
    """SR-020: the contract is complete."""
    state = play(at("4c 4d 4h Jc Jd Js 9h 3h", phase="play", melds=[(1, RUN)]), "0 lay 4c 4d 4h")
    events = told(RULES, state, "lay Jc Jd Js")
    assert events == (MeldLaid(0, 2, Meld.read("Jc Jd Js")), moved("Jc Jd Js", hand(0), MELDS), WentDown(0))
    assert seen(RULES, events) == [events] * 5


def test_laying_a_run_with_jokers():
    """SR-A32: the meld tells what they stand for, the cards are jokers."""
    rules = ShanghaiRummy(contracts=[(0, 1)])
    state = at("Jk Jk 7h 8h 3h", rules=rules, phase="play")
    events = told(rules, state, "lay Jk=5h Jk=6h 7h 8h")
    assert events == (
        MeldLaid(0, 0, Meld.read("Jk=5h Jk=6h 7h 8h")),
        moved("Jk Jk 7h 8h", hand(0), MELDS),
        WentDown(0),
    )
    assert "Jk=5h Jk=6h 7h 8h" in str(events[0])


def test_laying_off():
    """SR-036: the meld as it is afterwards."""
    state = at("9h Ks 3h", phase="play", melds=[(0, RUN), (1, SET)])
    events = told(RULES, state, "lay-off 9h 0 high")
    assert events == (LaidOff(0, card("9h"), 0, Meld.read("5h 6h 7h 8h 9h")), moved("9h", hand(0), MELDS))
    assert seen(RULES, events) == [events] * 5
    events = told(RULES, state, "lay-off Ks 1")
    assert events == (LaidOff(0, card("Ks"), 1, Meld.read("Kc Kd Kh Ks")), moved("Ks", hand(0), MELDS))


def test_laying_off_a_joker():
    """SR-033."""
    state = at("Jk 3h", phase="play", melds=[(0, RUN), (1, SET)])
    events = told(RULES, state, "lay-off Jk=4h 0 low")
    assert events == (LaidOff(0, card("Jk"), 0, Meld.read("Jk=4h 5h 6h 7h 8h")), moved("Jk", hand(0), MELDS))
    events = told(RULES, state, "lay-off Jk 1")
    assert events == (LaidOff(0, card("Jk"), 1, Meld.read("Kc Kd Kh Jk")), moved("Jk", hand(0), MELDS))


def test_an_exchange():
    """SR-031: the card goes, the joker comes; all see both."""
    state = at("7h 3h", phase="play", melds=[(0, SET), (1, JOKER_RUN)])
    events = told(RULES, state, "swap 7h 1 3")
    assert events == (
        JokerSwapped(0, card("7h"), 1, Meld.read(RUN)),
        moved("7h", hand(0), MELDS),
        moved("Jk", MELDS, hand(0)),
    )
    assert seen(RULES, events) == [events] * 5


# The end of turn, round and game


@pytest.mark.parametrize("player", range(4))
def test_a_discard(player):
    """SR-021: the next player is on turn."""
    hands = [*OTHERS[:4]]
    hands[player] = "9h 3h"
    events = told(RULES, RULES.position(hands=hands, phase="play", turn=player), "discard 9h", player)
    assert events == (moved("9h", hand(player), PILE), Turn((player + 1) % 4))
    assert seen(RULES, events) == [events] * 5


def shown_hands(*hands):
    """The hands that are laid open, from the first seat on."""
    return tuple(moved(text, hand(seat), open_hand(seat)) for seat, text in enumerate(hands) if text)


def test_the_end_of_a_round():
    """SR-040, SR-041: the card, who is out, the hands in the order of the seats, the points; nobody is on turn."""
    state = at("9h", "Ah Kd 7c Jk", "2c", "2s 3s", phase="play", discard="4h")
    events = told(RULES, state, "discard 9h")
    assert events == (
        moved("9h", hand(0), PILE),
        Out(0, 1),
        *shown_hands("", "7c Kd Ah Jk", "2c", "2s 3s"),
        RoundOver((1, 4, 2, 3), (0, 85, 5, 10)),
    )
    assert seen(RULES, events) == [events] * 5


def test_the_end_of_a_round_by_another_player():
    """SR-040."""
    state = RULES.position(hands=["3h", "4h", "9h", "Jk"], phase="play", turn=2)
    events = told(RULES, state, "discard 9h", 2)
    assert events == (
        moved("9h", hand(2), PILE),
        Out(2, 1),
        *shown_hands("3h", "4h", "", "Jk"),
        RoundOver((2, 2, 1, 4), (5, 5, 0, 50)),
    )


def test_the_end_of_a_round_by_laying_off():
    """SR-A41."""
    state = at("9h", phase="play", melds=[(0, RUN)])
    events = told(RULES, state, "lay-off 9h 0 high")
    assert events == (
        LaidOff(0, card("9h"), 0, Meld.read("5h 6h 7h 8h 9h")),
        moved("9h", hand(0), MELDS),
        Out(0, 1),
        *shown_hands("", "2d", "2h", "2s"),
        RoundOver((1, 2, 2, 2), (0, 5, 5, 5)),
    )


def test_the_end_of_a_round_by_the_contract():
    """SR-A42: down and out in one move."""
    state = play(at("4c 4d 4h Jc Jd Js", phase="play"), "0 lay 4c 4d 4h")
    events = told(RULES, state, "lay Jc Jd Js")
    assert events == (
        MeldLaid(0, 1, Meld.read("Jc Jd Js")),
        moved("Jc Jd Js", hand(0), MELDS),
        WentDown(0),
        Out(0, 1),
        *shown_hands("", "2d", "2h", "2s"),
        RoundOver((1, 2, 2, 2), (0, 5, 5, 5)),
    )


def test_the_end_of_a_round_by_an_empty_stock():
    """SR-A16, section 6: nobody is out, all count."""
    state = at("3h 4h", rules=END, discard="9h", stock="")
    events = told(END, state, "draw")
    assert events == (*shown_hands("3h 4h", "2d", "2h", "2s"), RoundOver((4, 1, 1, 1), (10, 5, 5, 5)))
    assert seen(END, events) == [events] * 5


@pytest.mark.parametrize("rules", [RULES, END], ids=["reshuffle", "end_round"])
def test_the_end_of_the_game(rules):
    """SR-048: after the last round."""
    state = at("9h", rules=rules, phase="play", round=7)
    events = told(rules, state, "discard 9h")
    assert events[-2:] == (RoundOver((1, 2, 2, 2), (0, 5, 5, 5)), GameOver())
    assert GameOver() not in told(rules, at("9h", rules=rules, phase="play", round=6), "discard 9h")
    assert told(END, at("3h", rules=END, discard="9h", stock="", round=7), "draw")[-1] == GameOver()


def test_the_next_deal():
    """Section 6: all cards are gathered, shuffled, dealt from the dealer's left, and one is turned up."""
    state = at("9h", "Jk 3d", phase="play", discard="4h", melds=[(0, RUN), (1, JOKER_RUN)], stock="Kd Kc")
    state = play(state, "0 discard 9h")
    after, events = RULES.trace(state, RULES.parse("deal"), 0)
    assert events[:6] == (
        RoundBegan(2, 0),
        moved("4h 9h", PILE, STOCK),
        moved("5h 6h 7h 8h 5h 6h Jk 8h", MELDS, STOCK),
        moved("3d Jk", open_hand(1), STOCK),
        moved("2h", open_hand(2), STOCK),
        moved("2s", open_hand(3), STOCK),
    )
    assert events[6].source == REMOVED
    assert events[7:] == (
        Shuffled("stock", 108),
        *(Moved(after.hands[player], STOCK, hand(player)) for player in (1, 2, 3, 0)),
        Moved(after.discard, STOCK, PILE),
        Turn(1),
    )
    for reader, shown in zip(READERS, seen(RULES, events), strict=True):
        for event, original in zip(shown, events, strict=True):
            target = getattr(event, "target", None)
            if target is not None and target.zone == "hands" and target.player != reader:
                assert event == hidden(12, STOCK, target)
            else:
                assert event == original


def test_the_next_deal_without_an_upcard():
    """SR-A03."""
    rules = ShanghaiRummy(initial_upcard=False)
    state = play(at("9h", rules=rules, phase="play"), "0 discard 9h", rules=rules)
    events = told(rules, state, "deal")
    assert [event.target for event in events if isinstance(event, Moved)][-1] == hand(0)
    assert events[-1] == Turn(1)


# What others see


@pytest.mark.parametrize("code", ["draw", "take"])
def test_what_others_see_does_not_depend_on_what_they_cannot_know(code):
    """Law 11: other cards in hand and stock, and the same story for C, D and the onlooker, and for B without the price."""
    state = at("3h 4h", "5c 6c", "7c", discard="8h 9h", stock="Kd Kc Ks", buys=[0, 3, 3, 0])
    other = at("3s Ah", "5c 6c", "7c", discard="8h 9h", stock="Td Jk Kc", buys=[0, 3, 3, 0], removed="")
    events = RULES.trace(state, RULES.parse(code), 0)[1]
    other_events = RULES.trace(other, RULES.parse(code), 0)[1]
    for reader in (1, 2, 3, None):
        assert RULES.shown(events, reader) == RULES.shown(other_events, reader)


def test_a_buy_is_the_same_story_whatever_the_cards():
    """Law 11: B sees what B bought and paid, C, D and the onlooker neither the price nor the draw."""
    drawn = play(at("3h 4h", "5c 6c", discard="8h 9h", stock="Kd Kc Ks"), "0 draw")
    other = play(at("3s Ah", "5d 6d", discard="8h 9h", stock="Td Jk Kc"), "0 draw")
    events, other_events = (RULES.trace(state, Buy(state.discard[-1]), 1)[1] for state in (drawn, other))
    for reader in (2, 3, None):
        assert RULES.shown(events, reader) == RULES.shown(other_events, reader)
    assert "Kd" in str(RULES.shown(events, 1))
    assert "Kc" not in str(RULES.shown(events, 1))


def test_what_is_shown_is_shown_again_unchanged():
    """What a player has seen can be seen once more, but not more of it."""
    events = told(RULES, play(at("3h 4h", discard="6h 7h 8h 9h", stock=""), "0 draw"), "buy", 1)
    for reader in READERS:
        once = RULES.shown(events, reader)
        assert RULES.shown(once, reader) == once
        assert len(once) == len(events)
    assert RULES.shown(RULES.shown(events, 2), 1) == RULES.shown(events, 2)


def test_a_refused_move_tells_nothing():
    state = at("3h 4h", discard="9h", stock="Kd Kc")
    for move, player in ((DrawStock(), 1), (Discard("3h"), 0), (Pass(), 0), (Buy("9h"), 2), (LayMeld("4c 4d 4h"), 0)):
        with pytest.raises(IllegalMove):
            RULES.trace(state, move, player)


def test_events_are_values():
    """They can be compared and put into sets."""
    state = play(at("3h 4h", discard="8h 9h", stock="Kd Kc Ks"), "0 draw")
    assert told(RULES, state, "buy", 1) == told(RULES, state, "buy", 1)
    assert len({*told(RULES, state, "buy", 1), *told(RULES, state, "buy", 1)}) == 4
    assert len({*RULES.shown(told(RULES, state, "buy", 1), 3)}) == 4


# Lines for a log


def test_lines_for_the_log():
    """`str(event)` is for people: each kind of event once."""
    state = play(at("3h 4h", discard="8h 9h", stock="Kd Kc Ks"), "0 draw")
    assert [str(event) for event in told(RULES, state, "pass", 1)] == [
        "player 1 does not buy",
        "player 2 may buy 9h",
    ]
    assert [str(event) for event in told(RULES, state, "buy", 1)] == [
        "player 1 buys 9h, the 1st time",
        "9h: from the pile to player 1's hand",
        "Kd: from the stock to player 1's hand",
        "Kc: from the stock to player 0's hand",
    ]
    assert [str(event) for event in RULES.shown(told(RULES, state, "buy", 1), 2)][2:] == [
        "1 card: from the stock to player 1's hand",
        "1 card: from the stock to player 0's hand",
    ]
    state = play(at("4c 4d 4h Jc Jd Js 9h 3h", phase="play"), "0 lay 4c 4d 4h")
    assert [str(event) for event in told(RULES, state, "lay Jc Jd Js")] == [
        "player 0 lays meld 1: Jc Jd Js",
        "Jc Jd Js: from player 0's hand to the table",
        "player 0 has laid the contract",
    ]
    state = at("9h 7h", phase="play", melds=[(0, JOKER_RUN)])
    assert [str(event) for event in told(RULES, state, "lay-off 9h 0 high")] == [
        "player 0 adds 9h to meld 0: 5h 6h Jk=7h 8h 9h",
        "9h: from player 0's hand to the table",
    ]
    assert [str(event) for event in told(RULES, state, "swap 7h 0 3")] == [
        "player 0 exchanges the joker of meld 0 for 7h: 5h 6h 7h 8h",
        "7h: from player 0's hand to the table",
        "Jk: from the table to player 0's hand",
    ]
    assert [str(event) for event in told(RULES, state, "discard 9h")] == [
        "9h: from player 0's hand to the pile",
        "player 1 is on turn",
    ]


@pytest.mark.parametrize(("number", "word"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (5, "5th")])
def test_how_often_somebody_bought(number, word):
    assert str(Bought(2, card("9h"), number)) == f"player 2 buys 9h, the {word} time"


def test_lines_for_the_end():
    """Who is out, what hands held, the points, the end."""
    state = at("9h", "Jk 3d", phase="play", round=7)
    assert [str(event) for event in told(RULES, state, "discard 9h")] == [
        "9h: from player 0's hand to the pile",
        "player 0 is out, place 1",
        "3d Jk: from player 1's hand, laid open",
        "2h: from player 2's hand, laid open",
        "2s: from player 3's hand, laid open",
        "the round is over: player 0 scores 0, player 1 scores 55, player 2 scores 5, player 3 scores 5",
        "the game is over",
    ]


# The whole move


def zones(state):
    """The cards of a state by place."""
    table = {hand(player): Counter(held) for player, held in enumerate(state.hands)}
    table |= {open_hand(player): Counter(held) for player, held in enumerate(state.shown)}
    table[MELDS] = Counter(laid_card for laid in state.melds for laid_card in laid.meld.cards)
    return {**table, STOCK: Counter(state.stock), PILE: Counter(state.discard), REMOVED: Counter(state.removed)}


def public(place):
    return place.zone in ("discard", "melds", "shown", "removed")


def eager(rng, listed):
    """A move that leads somewhere: lay, lay off, exchange, buy, take; so that rounds end."""
    strong = [move for move in listed if isinstance(move, LayMeld | LayOff | SwapJoker)]
    if strong and rng.random() < 0.8:
        return rng.choice(strong)
    weak = [move for move in listed if isinstance(move, Buy | TakeDiscard)]
    return rng.choice(weak) if weak and rng.random() < 0.4 else rng.choice(listed)


SMALL = "3c 4c 5c 6c 7c 8c 3d 4d 5d 6d 7d 8d 3h 4h 5h 6h Jk Jk Jk Jk"
EASY = [(1, 0), (0, 1), (1, 1)]


def follow(rules, seed, steps):
    """Play a game and check every move's events; how many of each kind there were."""
    rng = Random(seed)
    state = rules.deal(seed=seed)
    kinds = Counter()
    for _ in range(steps):
        if not rules.actors(state):
            break
        (player,) = rules.actors(state)
        move = eager(rng, rules.legal_moves(state, player))
        after, events = rules.trace(state, move, player)
        assert after == rules.apply(state, move, player)
        kinds.update(type(event) for event in events)
        table = zones(state)
        melds, down, buys = [laid.meld for laid in state.melds], list(state.down), list(state.buys)
        for event in events:
            if isinstance(event, Moved):
                assert not Counter(event.cards) - table[event.source]
                table[event.source] = table[event.source] - Counter(event.cards)
                table[event.target] = table[event.target] + Counter(event.cards)
            elif isinstance(event, MeldLaid):
                assert (event.player, event.number) == (player, len(melds))
                melds.append(event.meld)
            elif isinstance(event, LaidOff | JokerSwapped):
                melds[event.number] = event.meld
            elif isinstance(event, WentDown):
                down[event.player] = True
            elif isinstance(event, MayBuy):
                assert (event.player, event.card) == (after.claimant, after.discard[-1])
            elif isinstance(event, Bought):
                buys[event.player] += 1
                assert buys[event.player] == event.number
                assert event.card == state.discard[-1]
        assert table == zones(after)
        if not any(isinstance(event, RoundBegan) for event in events):
            assert melds == [laid.meld for laid in after.melds]
            assert down == list(after.down)
            assert buys == list(after.buys)
        turns = [event.player for event in events if isinstance(event, Turn)]
        assert turns in ([], [after.turn])
        assert bool(turns) == (after.phase != "over" and isinstance(move, Discard | Deal))
        assert any(isinstance(event, MayBuy) for event in events) == (after.phase == "claim")
        over = [event for event in events if isinstance(event, RoundOver)]
        assert bool(over) == (after.phase == "over")
        if over:
            result = after.round.results[-1]
            assert (over[0].places, over[0].scores) == (result.places, result.scores)
        assert (GameOver() in events) == (rules.outcome(after) is not None)
        gone = [event.player for event in events if isinstance(event, Out)]
        drawn_empty = state.phase == "draw" and after.phase == "over"
        assert gone == ([player] if after.phase == "over" and not drawn_empty else [])
        for reader in (*range(rules.players), None):
            for event, shown in zip(events, rules.shown(events, reader), strict=True):
                if not isinstance(event, Moved):
                    assert shown == event
                    continue
                own = reader is not None and hand(reader) in (event.source, event.target)
                known = own or public(event.source) or public(event.target)
                expected = event.cards if known else (BACK,) * len(event.cards)
                assert shown == Moved(expected, event.source, event.target)
        state = after
    return kinds


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "rules",
    [
        ShanghaiRummy(contracts=EASY),
        ShanghaiRummy(players=6, contracts=EASY, max_buys=5, discarder_may_buy=True),
        ShanghaiRummy(
            players=2, hand_size=7, contracts=EASY, deck=SMALL, joker_swap="any_time", discarder_may_buy=True
        ),
        ShanghaiRummy(players=3, hand_size=5, contracts=EASY, deck=SMALL, go_out="discard", initial_upcard=False),
        ShanghaiRummy(players=3, hand_size=5, contracts=EASY, deck=SMALL, stock_exhausted="end_round"),
    ],
    ids=["default", "six", "two", "discard", "end_round"],
)
def test_the_events_tell_the_whole_move(rules, seed):
    """Over games with everything: the cards that moved, the turn, the melds and the end follow from the events,
    and nobody sees a card that was not theirs to see."""
    kinds = follow(rules, seed, 250)
    assert kinds[Moved]
    assert kinds[Turn]


def test_random_play_meets_every_kind_of_event():
    """So that the law above has met them, too."""
    rules = ShanghaiRummy(players=3, hand_size=5, contracts=EASY, deck=SMALL)
    kinds = sum((follow(rules, seed, 200) for seed in range(12)), Counter())
    assert set(kinds) == {*ShanghaiRummy.event_types}
