"""What `trace` tells of a move of Lucky Shutdown, and what each player and an onlooker see of it.

Three players A, B, C (seats 0, 1, 2), A to move, the default options, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter

import pytest

from helpers import rows
from lucky_table import eager
from shedkit.core.cards import BACK, codes, read_cards
from shedkit.core.events import GameOver, Moved, Out, Place, RoundBegan, RoundOver, Shuffled, Skipped, Turn
from shedkit.families.ladder import Burned, Chose, Declined, Flipped, Reacted
from shedkit.games import lucky_shutdown as lucky

RULES = lucky.LuckyShutdown()
LUCK = lucky.LuckyShutdown(challenge_luck=True)
EARLY = lucky.LuckyShutdown(early_reveal=True)
READERS = (0, 1, 2, None)
STOCK, PILE, REMOVED = Place("stock"), Place("discard"), Place("removed")


def at(hands, discard="", rules=RULES, **more):
    """A position; the stock is empty unless it is given, and then the cards left over are out of the game."""
    return rules.position(hands=hands, discard=discard, **{"stock": "", **more})


def hand(player=0):
    return Place("hands", player)


def row(name, slot, player=0):
    return Place(name, player, (slot,))


def moved(text, source, target):
    """The event of cards that everybody sees."""
    return Moved(read_cards(lucky.LuckyCard, text), source, target)


def hidden(count, source, target):
    """The same for a reader who sees neither end."""
    return Moved((BACK,) * count, source, target)


def told(state, move, player=0, rules=RULES):
    """The events of a move, once it is sure that `trace` and `apply` agree and that each has a line for a log."""
    after, events = rules.trace(state, move, player)
    assert after == rules.apply(state, move, player)
    assert all(str(event).strip() for event in events)
    assert all(event.cards for event in events if isinstance(event, Moved))
    return events


def same_for_all(events):
    return all(RULES.shown(events, reader) == events for reader in READERS)


def test_a_play():
    """LS-019: everybody sees the card; the next player is on turn."""
    events = told(at(["16o 18b", "13b", "14b"], "14o"), lucky.Play("16o"))
    assert events == (moved("16o", hand(), PILE), Turn(1))
    assert same_for_all(events)


def test_a_play_with_a_refill():
    """LS-036: the cards drawn are seen by the player only."""
    events = told(at(["16o 16b 20o", "13b", "14b"], "14o", stock="13b 17o 21o"), lucky.Play("16o 16b"))
    assert events == (moved("16o 16b", hand(), PILE), moved("13b 17o", STOCK, hand()), Turn(1))
    assert RULES.shown(events, 0) == events
    for reader in (1, 2, None):
        assert RULES.shown(events, reader) == (events[0], hidden(2, STOCK, hand()), Turn(1))


def test_a_take():
    """LS-031: all see what is taken."""
    events = told(at(["16o", "13b", "14b"], "14o 18o"), lucky.TakePile())
    assert events == (moved("14o 18o", PILE, hand()), Turn(1))
    assert same_for_all(events)


def test_a_take_with_a_refill():
    """LS-A27"""
    events = told(at(["16o", "13b", "14b"], "18o", stock="20o 20b"), lucky.TakePile())
    assert events == (moved("18o", PILE, hand()), moved("20o", STOCK, hand()), Turn(1))
    assert RULES.shown(events, 1) == (events[0], hidden(1, STOCK, hand()), Turn(1))


def test_a_delete():
    """LS-066, LS-067"""
    events = told(at(["Dx 14o", "13b", "14b"], "20o"), lucky.Play("Dx"))
    assert events == (moved("Dx", hand(), PILE), Burned(0, False), moved("20o Dx", PILE, REMOVED), Turn(0))
    assert same_for_all(events)


def test_a_set():
    """LS-081, LS-087"""
    events = told(at(["16b 14o", "13b", "14b"], "16o 16b 16o", stock="20o"), lucky.Play("16b"))
    assert events == (
        moved("16b", hand(), PILE),
        Burned(0, True),
        moved("16o 16b 16o 16b", PILE, REMOVED),
        moved("20o", STOCK, hand()),
        Turn(0),
    )


def test_skips():
    """LS-059, LS-A11: the same line whether there was a choice or not."""
    events = told(at(["19o 14o", "13b", "14b"], "18o"), lucky.Play("19o"))
    assert events == (moved("19o", hand(), PILE), Turn(1))
    for held in ("20o", "19b 20o"):
        state = at(["13o", held, "14b"], "18o 19o", turn=1, pending=1)
        events = told(state, lucky.SitOut(), 1)
        assert events == (Skipped(1), Turn(2))
        assert same_for_all(events)


def test_a_reaction():
    """LS-090"""
    events = told(at(["13o", "18o", "16b 20o"], "16o 16b 16o", turn=1), lucky.React("16b"), 2)
    assert events == (
        Reacted(2),
        moved("16b", hand(2), PILE),
        Burned(2, True),
        moved("16o 16b 16o 16b", PILE, REMOVED),
        Turn(2),
    )
    assert same_for_all(events)


def test_a_decline():
    """LS-A45: nobody else learns of it."""
    events = told(at(["13o", "18o", "16b 20o"], "16o 16b 16o", turn=1), lucky.Decline(), 2)
    assert events == (Declined(2),)
    assert RULES.shown(events, 2) == events
    for reader in (0, 1, None):
        assert RULES.shown(events, reader) == ()


def test_a_flip_that_fits():
    """LS-101"""
    events = told(at(["", "13b", "14b"], "14o", face_down=["- 16o 13o"]), lucky.Flip(2))
    assert events == (Flipped(0, 2, True), moved("16o", row("face_down", 2), PILE), Turn(1))
    assert same_for_all(events)


def test_a_flip_that_does_not_fit():
    """LS-103: the card goes by way of the pile, so that all have seen it."""
    events = told(at(["", "13b", "14b"], "20o", face_down=["16o 13o -"]), lucky.Flip(1))
    assert events == (
        Flipped(0, 1, False),
        moved("16o", row("face_down", 1), PILE),
        moved("20o 16o", PILE, hand()),
        Turn(1),
    )
    assert same_for_all(events)


def test_luck_challenged():
    """LS-113, LS-114"""
    events = told(at(["13o 14o 15o", "13b", "14b"], "20o", LUCK, stock="21o"), lucky.ChallengeLuck(), 0, LUCK)
    assert events == (lucky.Challenged(0, True), moved("21o", STOCK, PILE), Turn(1))
    assert same_for_all(events)
    events = told(at(["13o 14o 15o", "13b", "14b"], "20o", LUCK, stock="18o"), lucky.ChallengeLuck(), 0, LUCK)
    assert events == (lucky.Challenged(0, False), moved("18o", STOCK, PILE), moved("20o 18o", PILE, hand()), Turn(1))
    assert same_for_all(events)


def test_an_early_reveal():
    """LS-119, LS-120"""
    for card, fits in (("21o", True), ("16o", False)):
        state = at(["", "13b", "14b"], "20o", EARLY, face_up=["- 13o -"], face_down=[f"{card} 14o -"])
        events = told(state, lucky.RevealEarly(1), 0, EARLY)
        assert events[:2] == (Flipped(0, 1, fits), moved(card, row("face_down", 1), PILE))
        assert events[-1] == Turn(1)
        assert len(events) == (3 if fits else 4)
        assert same_for_all(events)


def test_going_out():
    """LS-122"""
    events = told(at(["", "13b", "14b"], "14o", face_up=["- 16o -"]), lucky.Play("16o"))
    assert events == (moved("16o", row("face_up", 2), PILE), Out(0, 1), Turn(1))


def test_the_end_of_the_round():
    """LS-125: no turn after it."""
    events = told(at(["16o", "13b", ""], "14b", out=[2]), lucky.Play("16o"))
    assert events == (moved("16o", hand(), PILE), Out(0, 2), RoundOver((2, 3, 1)), GameOver())
    rules = lucky.LuckyShutdown(rounds=2)
    events = told(at(["16o", "13b", ""], "14b", rules, out=[2]), lucky.Play("16o"), 0, rules)
    assert events == (moved("16o", hand(), PILE), Out(0, 2), RoundOver((2, 3, 1)))


def test_the_next_deal():
    """LS-017: nobody but the owner sees the hand, nobody at all the blind cards and the stock."""
    rules = lucky.LuckyShutdown(rounds=2)
    state = rules.apply(at(["16o", "13b 18o", ""], "14b", rules, out=[2]), lucky.Play("16o"), 0)
    after, events = rules.trace(state, lucky.Deal(), 1)
    assert events[0] == RoundBegan(2, 1)
    assert Shuffled("stock", 48) in events
    shuffled = events.index(Shuffled("stock", 48))
    for reader in READERS:
        for event in rules.shown(events, reader)[shuffled:]:
            if isinstance(event, Moved):
                own = event.target == hand(reader) if reader is not None else False
                assert (BACK in event.cards) is not own
    dealt = Counter(event.target.zone for event in events[shuffled:] if isinstance(event, Moved) for _ in event.cards)
    assert dealt == {"face_down": 9, "hands": 18}
    assert len(after.stock) == 21


CHOOSE = {
    "hands": ["13o 14b 15o 19b Dx 21o", "13b 14o 15b 16b 18b 20b", "16o 17o 18o 19o 20o 21b"],
    "phase": "choose",
}


def test_choosing_the_rows():
    """LS-008, LS-A54: that somebody has chosen is public, what is not; at the end all rows are."""
    state = RULES.position(**CHOOSE)
    events = told(state, lucky.Arrange("19b Dx 21o"), 0)
    assert Chose(0) in events
    assert Turn(0) not in events
    for reader in (1, 2, None):
        shown = RULES.shown(events, reader)
        assert Chose(0) in shown
        assert hidden(3, hand(), Place("chosen", 0)) in shown
    state = RULES.apply(state, lucky.Arrange("19b Dx 21o"), 0)
    state = RULES.apply(state, lucky.Arrange("16o 17o 18o"), 2)
    events = told(state, lucky.Arrange("13b 14o 15b"), 1)
    for player, text in enumerate(["19b 21o Dx", "13b 14o 15b", "16o 17o 18o"]):
        shown = moved(text, Place("chosen", player), Place("face_up", player, (1, 2, 3)))
        assert all(shown in RULES.shown(events, reader) for reader in READERS)
    assert events[-1] == Turn(0)


def pile_after(state, events):
    """The pile as a reader builds it from the events."""
    pile = list(state.discard)
    for event in events:
        if isinstance(event, Moved) and event.target == PILE:
            pile += event.cards
        elif isinstance(event, Moved) and event.source == PILE:
            pile = pile[: len(pile) - len(event.cards)]
    return codes(pile)


@pytest.mark.parametrize("text", ["15o 15b", "15b 15o"])
def test_the_order_on_the_pile(text):
    """LS-051: from the hand the events name the cards in the order in which they lie."""
    state = at(["15o 15b 20o", "13b", "14b"], "14o")
    after, events = RULES.trace(state, lucky.Play(text), 0)
    assert pile_after(state, events) == codes(after.discard) == f"14o {text}"


@pytest.mark.parametrize(
    ("held", "open_row", "text"),
    rows("""
        15o     | 15b - -  | 15o 15b
        15o     | 15b - -  | 15b 15o
        U18o    | U16b - - | U18o U16b
        U18o    | U16b - - | U16b U18o
        15o 15b | 15o - -  | 15o 15o 15b
    """),
)
def test_the_order_on_the_pile_of_hand_and_row_together(held, open_row, text):
    """LS-105, LS-051: which card lies on top is the same in the events and in the state."""
    state = at([held, "13b", "14b"], "14o", face_up=[open_row])
    after, events = RULES.trace(state, lucky.Play(text), 0)
    assert codes(after.discard) == f"14o {text}"
    assert pile_after(state, events).split()[-1] == text.split()[-1]


@pytest.mark.parametrize("seed", range(6))
def test_events_add_up_in_whole_games(seed):
    """Hands, rows, stock and removed cards follow from the events, and nobody sees what is not shown to them."""
    rules = lucky.LuckyShutdown(players=2 + seed % 4, challenge_luck=True, early_reveal=True)
    for state, move, player in eager(rules, seed, 150):
        if move is None:
            break
        after, events = rules.trace(state, move, player)
        zones = {(name, seat): Counter() for name in ("hands", "face_up", "face_down", "chosen") for seat in range(5)}
        zones |= {(name, None): Counter() for name in ("stock", "discard", "removed")}
        for event in events:
            if isinstance(event, Moved):
                zones[event.source.zone, event.source.player].subtract(event.cards)
                zones[event.target.zone, event.target.player].update(event.cards)
        for (name, seat), change in zones.items():
            if seat is None or seat < rules.players:
                was, now = getattr(state, name), getattr(after, name)
                was, now = (was, now) if seat is None else (was[seat], now[seat])
                was, now = [Counter(card for card in zone if card is not None) for zone in (was, now)]
                was.update(change)
                assert +was == +now, (move, name, seat)
