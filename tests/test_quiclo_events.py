"""What `trace` tells of a move of QUICLO, and what each player and an onlooker see of it.

Three players A, B, C (seats 0, 1, 2), A to move, the rules as printed, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from helpers import hidden, seen, told
from shedkit.core.cards import BACK, codes, read_cards
from shedkit.core.errors import IllegalMove
from shedkit.core.events import GameOver, Moved, Out, Place, Shuffled, Turn
from shedkit.games.quiclo import Draw, NumberCard, Pass, Play, Quiclo, Rejected

RULES = Quiclo()
OPEN = Quiclo(open_hands=True)
DRAWN = Quiclo(play_drawn=True)
PLACES = Quiclo(play_for_places=True)
READERS = (0, 1, 2, None)
STOCK, PILE = Place("stock"), Place("discard")


def at(top, *hands, rules=RULES, **facts):
    """A position of three players; whoever is not mentioned holds 100, 110 or 120."""
    return rules.position(hands=[*hands, *["100", "110", "120"][len(hands) :]], discard=top, **facts)


def cards(text):
    return read_cards(NumberCard, text)


def hand(player):
    return Place("hands", player)


def moved(text, source, target):
    """The event of cards that everybody sees."""
    return Moved(cards(text), source, target)


def test_a_play():
    """QU-016: the card goes from the hand to the pile, everybody sees it, the next player is on turn."""
    events = told(RULES, at("87", "8 45"), Play("8"))
    assert events == (moved("8", hand(0), PILE), Turn(1))
    assert seen(RULES, events) == [events] * 4


def test_a_play_of_the_last_seat():
    """QU-008: the turn goes on to seat 0."""
    events = told(RULES, at("87", "8 45", "7", "78 1", turn=2), Play("78"), 2)
    assert events == (moved("78", hand(2), PILE), Turn(0))


def test_a_draw():
    """QU-018, QU-027: only the player sees the card."""
    events = told(RULES, at("27", "4 45", stock="72 10"), Draw())
    assert events == (moved("72", STOCK, hand(0)), Turn(1))
    back = (hidden(1, STOCK, hand(0)), Turn(1))
    assert seen(RULES, events) == [events, back, back, back]


def test_a_draw_in_the_open_game():
    """QU-026: everybody sees the card."""
    events = told(OPEN, at("27", "4 45", stock="72 10", rules=OPEN), Draw())
    assert events == (moved("72", STOCK, hand(0)), Turn(1))
    assert seen(OPEN, events) == [events] * 4


def test_a_draw_with_nothing_to_draw():
    """QU-A06: no card moves."""
    events = told(RULES, at("27", "4 45", stock=""), Draw())
    assert events == (Turn(1),)
    assert seen(RULES, events) == [events] * 4


def test_a_misplay():
    """QU-021 to QU-023, QU-A04: all see the rejected card, on the pile and back; only the player sees the penalty."""
    events = told(RULES, at("27", "4 45", stock="72 10"), Play("45"))
    wrong = (moved("45", hand(0), PILE), Rejected(0, NumberCard("45")), moved("45", PILE, hand(0)))
    assert events == (*wrong, moved("72", STOCK, hand(0)), Turn(1))
    back = (*wrong, hidden(1, STOCK, hand(0)), Turn(1))
    assert seen(RULES, events) == [events, back, back, back]


def test_a_misplay_in_the_open_game():
    """QU-026."""
    events = told(OPEN, at("27", "4 45", stock="72 10", rules=OPEN), Play("45"))
    assert seen(OPEN, events) == [events] * 4


def test_a_misplay_with_nothing_to_draw():
    """QU-A06: the card goes back, and that is all."""
    events = told(RULES, at("27", "4 45", stock=""), Play("4"))
    assert events == (
        moved("4", hand(0), PILE),
        Rejected(0, NumberCard("4")),
        moved("4", PILE, hand(0)),
        Turn(1),
    )
    assert seen(RULES, events) == [events] * 4


def test_a_misplay_that_is_illegal_has_no_events():
    """QU-A03."""
    strict = Quiclo(misplay="illegal")
    with pytest.raises(IllegalMove):
        strict.trace(at("27", "4 45", stock="72 10", rules=strict), Play("45"), 0)


def reshuffle(text):
    """The discards below the top go into the stock and are shuffled."""
    return (moved(text, PILE, STOCK), Shuffled("stock", len(text.split())))


def test_a_reshuffle():
    """QU-024, QU-A05: after the last card was drawn, before the turn goes on."""
    events = told(RULES, at("4 45 54 27", "88 99", stock="72"), Draw())
    assert events == (moved("72", STOCK, hand(0)), *reshuffle("4 45 54"), Turn(1))
    back = (hidden(1, STOCK, hand(0)), *reshuffle("4 45 54"), Turn(1))
    assert seen(RULES, events) == [events, back, back, back]


def test_a_reshuffle_after_a_misplay():
    """QU-024: the rejected card is not among the shuffled ones."""
    events = told(RULES, at("4 45 54 27", "88 99", stock="72"), Play("88"))
    assert events == (
        moved("88", hand(0), PILE),
        Rejected(0, NumberCard("88")),
        moved("88", PILE, hand(0)),
        moved("72", STOCK, hand(0)),
        *reshuffle("4 45 54"),
        Turn(1),
    )


def test_a_reshuffle_before_a_due_draw():
    """QU-A05: first the shuffle, then the card from the new stock."""
    state = at("4 45 54 27", "88 99", stock="")
    after, events = RULES.trace(state, Draw(), 0)
    (card,) = set(after.hands[0]) - set(state.hands[0])
    assert events == (*reshuffle("4 45 54"), Moved((card,), STOCK, hand(0)), Turn(1))
    back = (*reshuffle("4 45 54"), hidden(1, STOCK, hand(0)), Turn(1))
    assert seen(RULES, events) == [events, back, back, back]


def test_a_reshuffle_before_and_none_after():
    """QU-A05: with one card below the top it is drawn, and then there is nothing to shuffle."""
    events = told(RULES, at("4 27", "88 99", stock=""), Draw())
    assert [event for event in events if isinstance(event, Moved)] == [
        moved("4", PILE, STOCK),
        moved("4", STOCK, hand(0)),
    ]
    assert events[-1] == Turn(1)


def test_no_event_tells_the_order_of_the_new_stock():
    """QU-025: not even the authority's events depend on it."""
    stocks, stories = set(), set()
    for seed in range(20):
        after, events = RULES.trace(at("4 45 54 27", "88 99", stock="72", seed=seed), Draw(), 0)
        stocks.add(after.stock)
        stories.add(events)
    assert len(stocks) > 1
    assert len(stories) == 1


def test_no_reshuffle_while_the_stock_lasts():
    """QU-024."""
    events = told(RULES, at("4 45 54 27", "88 99", stock="72 10"), Draw())
    assert not any(isinstance(event, Shuffled) for event in events)


def test_the_end():
    """QU-030: the card, the place, the end; nobody is on turn any more."""
    events = told(RULES, at("87", "8", "7", "9 10"), Play("8"))
    assert events == (moved("8", hand(0), PILE), Out(0, 1), GameOver())
    assert seen(RULES, events) == [events] * 4


def test_no_reshuffle_at_the_end():
    """QU-030, P14: the end cancels what would follow."""
    events = told(RULES, at("4 5 87", "8", "7", "9 10", stock=""), Play("8"))
    assert events == (moved("8", hand(0), PILE), Out(0, 1), GameOver())


def test_the_end_for_places():
    """QU-A14: one after the other is out; the game is over with the last but one."""
    state = at("87", "8", "7 18", "81", rules=PLACES)
    assert told(PLACES, state, Play("8")) == (moved("8", hand(0), PILE), Out(0, 1), Turn(1))
    state = PLACES.apply(state, Play("8"), 0)
    assert told(PLACES, state, Play("18"), 1) == (moved("18", hand(1), PILE), Turn(2))
    state = PLACES.apply(state, Play("18"), 1)
    events = told(PLACES, state, Play("81"), 2)
    assert events == (moved("81", hand(2), PILE), Out(2, 2), GameOver())
    assert seen(PLACES, events) == [events] * 4


def test_the_turn_passes_over_who_is_out():
    """QU-A14."""
    state = at("27", "72 1", "", "45", rules=PLACES, stock="10 11")
    assert told(PLACES, state, Draw())[-1] == Turn(2)


@pytest.mark.parametrize("deadlock", ["draw", "fewest"])
def test_the_end_by_deadlock(deadlock):
    """QU-A07: nobody is out."""
    rules = Quiclo(deadlock=deadlock)
    state = at("27", "3 4", "5", "9 10", stock="", passes=2, rules=rules)
    assert told(rules, state, Draw()) == (GameOver(),)
    assert told(rules, state, Play("3"))[-1] == GameOver()
    assert not any(isinstance(event, (Turn, Out)) for event in told(rules, state, Play("3")))


def test_play_drawn():
    """QU-A08: the player draws and is still on turn; then lays the card or passes."""
    state = at("27", "4 45", stock="72 10", rules=DRAWN)
    after, events = DRAWN.trace(state, Draw(), 0)
    assert events[0] == moved("72", STOCK, hand(0))
    assert Turn(1) not in events
    for reader in (1, 2, None):
        assert DRAWN.shown(events, reader)[0] == hidden(1, STOCK, hand(0))
    assert told(DRAWN, after, Play("72")) == (moved("72", hand(0), PILE), Turn(1))
    events = told(DRAWN, after, Pass())
    assert events == (Turn(1),)
    assert seen(DRAWN, events) == [events] * 4


def test_play_drawn_wrongly():
    """QU-A08, QU-022."""
    state = at("27", "4 45", stock="10 72", rules=DRAWN)
    events = told(DRAWN, DRAWN.apply(state, Draw(), 0), Play("10"))
    assert events == (
        moved("10", hand(0), PILE),
        Rejected(0, NumberCard("10")),
        moved("10", PILE, hand(0)),
        moved("72", STOCK, hand(0)),
        Turn(1),
    )


@pytest.mark.parametrize("rules", [RULES, DRAWN], ids=["default", "play_drawn"])
@pytest.mark.parametrize("move", [Draw(), Play("45"), Play("72")], ids=str)
def test_what_others_see_does_not_depend_on_what_they_cannot_know(rules, move):
    """Law 11: other cards in A's hand and in the stock, and the same story for B, C and the onlooker."""
    state = at("27", "45 72 6", "7 18", "99", stock="70 10 11", rules=rules)
    other = at("27", "45 72 11", "7 18", "99", stock="10 6 70", rules=rules)
    for reader in (1, 2, None):
        assert rules.view(state, reader) == rules.view(other, reader)
    state, events = rules.trace(state, move, 0)
    other, others = rules.trace(other, move, 0)
    for reader in (1, 2, None):
        assert rules.shown(events, reader) == rules.shown(others, reader)
        assert rules.view(state, reader) == rules.view(other, reader)


def test_what_is_shown_is_shown_again_unchanged():
    """What a player has seen can be seen once more, but not more of it."""
    events = told(RULES, at("4 45 54 27", "88 99", stock="72"), Play("88"))
    for reader in READERS:
        once = RULES.shown(events, reader)
        assert RULES.shown(once, reader) == once
        assert len(once) == len(events)
    assert RULES.shown(RULES.shown(events, 1), 0) == RULES.shown(events, 1)


def test_a_refused_move_tells_nothing():
    state = at("27", "4 45", stock="72 10")
    for move, player in ((Draw(), 1), (Play("7"), 0), (Pass(), 0)):
        with pytest.raises(IllegalMove):
            RULES.trace(state, move, player)


def test_events_are_values():
    """They can be compared and put into sets."""
    state = at("27", "4 45", stock="72 10")
    assert told(RULES, state, Play("45")) == told(RULES, state, Play("45"))
    assert len({*told(RULES, state, Play("45")), *told(RULES, state, Play("45"))}) == 5
    assert told(RULES, state, Play("45")) != told(RULES, state, Play("4"))


def test_a_line_for_the_log_names_player_and_card():
    """`str(event)` is for people."""
    events = told(RULES, at("27", "4 45", stock="72 10"), Play("45"))
    lines = [str(event) for event in events]
    assert "45" in lines[0]
    assert "45" in lines[1]
    assert "player 0" in lines[1]
    assert "72" in lines[3]
    assert "72" not in " ".join(str(event) for event in RULES.shown(events, 1))


def zones(state):
    """The cards of a state by place."""
    table = {Place("hands", player): Counter(cards) for player, cards in enumerate(state.hands)}
    return {**table, STOCK: Counter(state.stock), PILE: Counter(state.discard)}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "rules",
    [
        Quiclo(highest_card=30),
        Quiclo(highest_card=30, play_drawn=True),
        Quiclo(highest_card=30, players=4, play_for_places=True, open_hands=True),
        Quiclo(players=2, hand_size=2, deck="1 2 3 12 25 41", deadlock="fewest"),
    ],
    ids=["default", "play_drawn", "places", "small"],
)
def test_the_events_tell_the_whole_move(rules, seed):
    """Over games with plays, draws and misplays: the cards that moved, the turn and the end follow from the events,
    and nobody sees a card that was not theirs to see."""
    rng = Random(seed)
    state = rules.deal(seed=seed)
    shuffles = 0
    for _ in range(250):
        if not rules.actors(state):
            break
        player = state.turn
        move = rng.choice(rules.legal_moves(state, player) + rules.penalised_moves(state, player))
        after, events = rules.trace(state, move, player)
        assert after == rules.apply(state, move, player)
        table = zones(state)
        for event in events:
            if isinstance(event, Moved):
                assert not Counter(event.cards) - table[event.source]
                table[event.source] = table[event.source] - Counter(event.cards)
                table[event.target] = table[event.target] + Counter(event.cards)
        assert table == zones(after)
        shuffles += sum(isinstance(event, Shuffled) for event in events)
        turns = [event.player for event in events if isinstance(event, Turn)]
        assert turns in ([], [after.turn])
        assert (after.turn == player or after.phase == "over") or turns
        assert (GameOver() in events) == (rules.outcome(after) is not None)
        gone = [event.player for event in events if isinstance(event, Out)]
        assert gone == ([player] if not after.hands[player] else [])
        for reader in (*range(rules.players), None):
            for event, shown in zip(events, rules.shown(events, reader), strict=True):
                if not isinstance(event, Moved):
                    assert shown == event
                    continue
                public = PILE in (event.source, event.target) or rules.open_hands
                own = hand(reader) in (event.source, event.target)
                expected = event.cards if public or own else (BACK,) * len(event.cards)
                assert shown == Moved(expected, event.source, event.target)
        state = after
    if codes(rules.deck) == codes(Quiclo(highest_card=30).deck):
        assert shuffles or not rules.actors(state)
