"""What the library declares and nothing else looks at: sentences of events, values of lists of names."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from enum import Enum
from typing import Any

import pytest

from shedkit import BACK, FrenchCard
from shedkit.core import events as core
from shedkit.core.events import Event, Place, PlayerEvent
from shedkit.core.refusals import Reason
from shedkit.families.ladder import Burned, Flipped, Reacted
from shedkit.families.melds import Meld
from shedkit.games.lucky_shutdown.moves import Challenged
from shedkit.games.quiclo import NumberCard
from shedkit.games.quiclo.cards import Rejected
from shedkit.games.shanghai_rummy.moves import Bought, JokerSwapped, LaidOff, MayBuy, MeldLaid, Passed, WentDown

SEVEN = FrenchCard("7h")
SET = Meld.read("7h 7s Jk")
PILE, HAND = Place("discard"), Place("hands", 1)
EVENTS: list[tuple[Event, str]] = [
    (core.Moved((SEVEN,), HAND, PILE), "7h: from player 1's hand to the pile"),
    (core.Moved((BACK,), Place("stock"), HAND), "1 card: from the stock to player 1's hand"),
    (core.Moved((BACK, BACK), HAND, Place("chosen", 1)), "2 cards: from player 1's hand to the own choice"),
    (core.Moved((SEVEN,), HAND, Place("face_up", 1, (2,))), "7h: from player 1's hand to the own face-up row (slot 2)"),
    (
        core.Moved((SEVEN, SEVEN), Place("face_down", 0, (1, 3)), HAND),
        "7h 7h: from player 0's face-down row (slots 1, 3) to player 1's hand",
    ),
    (core.Moved((SEVEN,), PILE, Place("removed")), "7h: from the pile out of the game"),
    (core.Moved((SEVEN,), HAND, Place("shown", 1)), "7h: from player 1's hand, laid open"),
    (core.Moved((SEVEN,), Place("removed"), Place("melds")), "7h: from the removed cards to the table"),
    (core.Moved((SEVEN,), Place("shown", 1), Place("a_place")), "7h: from player 1's shown cards to the a place"),
    (core.Shuffled("stock", 1), "1 card is shuffled into the stock"),
    (core.Shuffled("stock", 2), "2 cards are shuffled into the stock"),
    (core.RoundBegan(2, 1), "player 1 deals round 2"),
    (core.Turn(1), "player 1 is on turn"),
    (core.Skipped(1), "player 1 is skipped"),
    (core.Reversed(1), "play goes on clockwise"),
    (core.Reversed(-1), "play goes on anticlockwise"),
    (core.Out(1, 2), "player 1 is out, place 2"),
    (core.RoundOver((2, 1)), "the round is over: player 0 place 2, player 1 place 1"),
    (core.RoundOver((2, 1), (9, 0)), "the round is over: player 0 scores 9, player 1 scores 0"),
    (core.GameOver(), "the game is over"),
    (core.Chose(1), "player 1 is ready"),
    (core.Declined(1), "player 1 declines"),
    (Flipped(1, 2, True), "player 1 turns over slot 2: it fits"),
    (Flipped(1, 2, False), "player 1 turns over slot 2: it does not fit"),
    (Burned(1, False), "the pile is burned"),
    (Burned(1, True), "the set is complete, the pile is burned"),
    (Reacted(1), "player 1 completes the set"),
    (Challenged(1, True), "player 1 challenges luck: the card fits"),
    (Challenged(1, False), "player 1 challenges luck: the card does not fit"),
    (Rejected(1, NumberCard("45")), "45 does not fit: player 1 takes it back"),
    (Bought(1, SEVEN, 1), "player 1 buys 7h, the 1st time"),
    (Bought(1, SEVEN, 2), "player 1 buys 7h, the 2nd time"),
    (Bought(1, SEVEN, 3), "player 1 buys 7h, the 3rd time"),
    (Bought(1, SEVEN, 4), "player 1 buys 7h, the 4th time"),
    (MayBuy(1, SEVEN), "player 1 may buy 7h"),
    (Passed(1), "player 1 does not buy"),
    (MeldLaid(1, 2, SET), "player 1 lays meld 2: 7h 7s Jk"),
    (WentDown(1), "player 1 has laid the contract"),
    (LaidOff(1, SEVEN, 2, SET), "player 1 adds 7h to meld 2: 7h 7s Jk"),
    (JokerSwapped(1, SEVEN, 2, SET), "player 1 exchanges the joker of meld 2 for 7h: 7h 7s Jk"),
]


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=[text for _, text in EVENTS])
def test_what_an_event_says(event: Event, text: str) -> None:
    assert str(event) == text


def test_every_event_says_something() -> None:
    modules()

    def below(kind: type[Event]) -> Iterator[type[Event]]:
        for other in kind.__subclasses__():
            yield other
            yield from below(other)

    there = {kind for kind in below(Event) if kind.__module__.startswith(ROOMS)} - {PlayerEvent}
    assert len(there) > 20
    assert {kind.__name__ for kind in there} == {type(event).__name__ for event, _ in EVENTS}


ROOMS = tuple(f"shedkit.{room}." for room in ("core", "families", "games"))


def modules() -> list[Any]:
    """The modules of the core, the families and the games."""
    rooms = [importlib.import_module(room[:-1]) for room in ROOMS]
    every = [module.name for room in rooms for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")]
    return [importlib.import_module(name) for name in every]


def test_the_value_of_a_name_is_the_name() -> None:
    """In JSON, in errors and where they are shown, members of lists of names are the words they are in the code."""
    lists = {
        value
        for module in modules()
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Enum) and value.__module__.startswith(ROOMS)
    }
    assert {"Holds", "Power", "Reason", "Role", "Visibility"} <= {kind.__name__ for kind in lists}
    odd = {"take top": "take the top"}
    for kind in lists:
        for member in kind:
            words = member.name.lower().replace("_", "-" if kind is Reason else " ")
            assert member.value == odd.get(words, words)
