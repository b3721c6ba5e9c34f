"""Moves of every game are made from codes as from cards, and are written in one way."""

from __future__ import annotations

from typing import Any

import pytest

from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.core import moves
from shedkit.core.cards import FrenchCard
from shedkit.families import ladder
from shedkit.families.melds import Meld
from shedkit.games import lucky_shutdown, quiclo, shanghai_rummy, shithead
from shedkit.games.lucky_shutdown import LuckyCard
from shedkit.games.quiclo import NumberCard

F, L, N = FrenchCard, LuckyCard, NumberCard
EACH: list[tuple[Any, type[Any], tuple[Any, ...], tuple[Any, ...], str]] = [
    (Quiclo, quiclo.Play, ("23",), (N("23"),), "play 23"),
    (Quiclo, moves.Draw, (), (), "draw"),
    (Quiclo, moves.Pass, (), (), "pass"),
    (Shithead, shithead.Play, ("9c 9d",), ((F("9c"), F("9d")),), "play 9c 9d"),
    (Shithead, shithead.React, (["9d", "9c"],), ((F("9c"), F("9d")),), "react 9c 9d"),
    (Shithead, shithead.TakePile, (), (None,), "take"),
    (Shithead, shithead.TakePile, ("9c",), (F("9c"),), "take 9c"),
    (Shithead, ladder.Flip, (1,), (1,), "flip 1"),
    (Shithead, shithead.Arrange, ("9c Kd As",), ((F("9c"), F("Kd"), F("As")),), "arrange 9c Kd As"),
    (Shithead, shithead.Swap, ("9c", "Kd"), (F("9c"), F("Kd")), "swap 9c Kd"),
    (Shithead, shithead.Ready, (), (), "ready"),
    (Shithead, moves.Deal, (), (), "deal"),
    (Shithead, moves.Decline, (), (), "decline"),
    (LuckyShutdown, lucky_shutdown.Play, ("15b 15o",), ((L("15b"), L("15o")), ()), "play 15b 15o"),
    (LuckyShutdown, lucky_shutdown.React, ("13b",), ((L("13b"),),), "react 13b"),
    (LuckyShutdown, lucky_shutdown.Arrange, ("13o Do 15b",), ((L("13o"), L("15b"), L("Do")),), "arrange 13o 15b Do"),
    (ShanghaiRummy, shanghai_rummy.Buy, ("7h",), (F("7h"),), "buy 7h"),
    (ShanghaiRummy, shanghai_rummy.LayMeld, ("4c 4d Jk",), (Meld.read("4c 4d Jk"),), "lay 4c 4d Jk"),
    (ShanghaiRummy, shanghai_rummy.LayOff, ("7h", None, 1), (F("7h"), None, 1, None), "lay-off 7h 1"),
    (
        ShanghaiRummy,
        shanghai_rummy.LayOff,
        ("Jk", "9h", 0, "high"),
        (F("Jk"), F("9h"), 0, "high"),
        "lay-off Jk=9h 0 high",
    ),
    (ShanghaiRummy, shanghai_rummy.SwapJoker, ("7h", 0, 1), (F("7h"), 0, 1), "swap 7h 0 1"),
    (ShanghaiRummy, shanghai_rummy.Discard, ("7h",), (F("7h"),), "discard 7h"),
    (ShanghaiRummy, shanghai_rummy.DrawStock, (), (), "draw"),
    (ShanghaiRummy, shanghai_rummy.TakeDiscard, (), (), "take"),
]


@pytest.mark.parametrize(
    ("game", "kind", "given", "kept", "code"), EACH, ids=[f"{row[0].name}: {row[-1]}" for row in EACH]
)
def test_a_move_is_made_from_codes(game: Any, kind: Any, given: Any, kept: Any, code: str) -> None:
    move = kind(*given)
    values = tuple(getattr(move, name) for name in kind.__match_args__)
    assert values == kept
    assert [type(value) for value in values] == [type(value) for value in kept]
    assert str(move) == code
    assert game().parse(code) == move
    assert kind(*kept) == move


MELD = Meld.read("4c 4d 4h")
SAID: list[tuple[Any, str]] = [
    (shanghai_rummy.Bought(2, F("7h"), 1), "player 2 buys 7h, the 1st time"),
    (shanghai_rummy.Bought(2, F("7h"), 2), "player 2 buys 7h, the 2nd time"),
    (shanghai_rummy.Bought(2, F("7h"), 3), "player 2 buys 7h, the 3rd time"),
    (shanghai_rummy.Bought(2, F("7h"), 4), "player 2 buys 7h, the 4th time"),
    (shanghai_rummy.MayBuy(1, F("7h")), "player 1 may buy 7h"),
    (shanghai_rummy.Passed(1), "player 1 does not buy"),
    (shanghai_rummy.MeldLaid(1, 3, MELD), "player 1 lays meld 3: 4c 4d 4h"),
    (shanghai_rummy.WentDown(1), "player 1 has laid the contract"),
    (shanghai_rummy.LaidOff(1, F("4h"), 3, MELD), "player 1 adds 4h to meld 3: 4c 4d 4h"),
    (shanghai_rummy.JokerSwapped(1, F("4h"), 3, MELD), "player 1 exchanges the joker of meld 3 for 4h: 4c 4d 4h"),
]


@pytest.mark.parametrize(("event", "text"), SAID, ids=[text for _, text in SAID])
def test_what_an_event_is_told_as(event: Any, text: str) -> None:
    assert str(event) == text
