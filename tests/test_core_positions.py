"""Positions from card codes: what is read, and what is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from shedkit import Quiclo, Shithead
from shedkit.core.cards import FrenchCard, codes, read_cards
from shedkit.core.errors import PositionError
from shedkit.core.positions import left_over, read_hands, read_rows, read_zone

S = Shithead(players=3)


def test_zones_are_read_in_the_order_written() -> None:
    assert codes(read_zone(FrenchCard, "discard", "9c 2h 9c")) == "9c 2h 9c"
    with pytest.raises(PositionError, match=r"^discard: '9x' is no card"):
        read_zone(FrenchCard, "discard", "9c 9x")


def test_hands_are_sorted_and_filled_up() -> None:
    hands = read_hands(FrenchCard, "hands", ["9c 2h", ""], 3)
    assert [codes(hand) for hand in hands] == ["2h 9c", "", ""]
    with pytest.raises(PositionError, match=r"^hands: 2 given, but there are 1 players"):
        read_hands(FrenchCard, "hands", ["9c", "2h"], 1)
    with pytest.raises(PositionError, match=r"^hands\[1\]: '9x' is no card"):
        read_hands(FrenchCard, "hands", ["9c", "9x"], 2)


@pytest.mark.parametrize("given", ["9c 2h", None, 7, [7], [None], [["9c"]], {"0": "9c"}])
def test_hands_are_a_list_of_texts(given: Any) -> None:
    with pytest.raises(PositionError, match=r"^hands: a list with one text of codes for each player"):
        read_hands(FrenchCard, "hands", given, 2)


def test_rows_keep_their_slots() -> None:
    rows = read_rows(FrenchCard, "face_up", ["- 9c", "9c - 2h", ""], 3, 3)
    assert [codes(row) for row in rows] == ["- 9c -", "9c - 2h", "- - -"]
    with pytest.raises(PositionError, match=r"^face_up\[0\]: a row has 3 slots, 4 are given"):
        read_rows(FrenchCard, "face_up", ["- - - -"], 1, 3)


def test_left_over_cards() -> None:
    deck = read_cards(FrenchCard, "2c 2c 3c 9h")
    assert codes(left_over(deck, read_cards(FrenchCard, "3c 2c"))) == "2c 9h"
    with pytest.raises(PositionError, match=r"^2c is placed 3 times, but the deck has only 2"):
        left_over(deck, read_cards(FrenchCard, "2c 2c 2c"))
    with pytest.raises(PositionError, match=r"^4c is placed 1 time, but the deck has no such card"):
        left_over(deck, read_cards(FrenchCard, "4c"))


def test_left_over_cards_form_the_stock_or_are_removed() -> None:
    zones: dict[str, Any] = {"hands": ["9c", "2h", "3c"], "discard": "4h"}
    open_stock, named = S.position(**zones), S.position(**zones, stock="Ah Kc")
    assert len(open_stock.stock) == 48
    assert open_stock.removed == ()
    assert codes(named.stock) == "Ah Kc"
    assert len(named.removed) == 46
    assert S.position(**zones, stock="").stock == ()


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        ({"hands": ["9c", "9c", "3c"]}, "9c is placed 2 times"),
        ({"hands": ["9c", "2h", "3c"], "turn": 3}, "turn: there is no player 3"),
        ({"hands": ["9c", "2h", "3c"], "turn": "0"}, "turn: there is no player"),
        ({"hands": ["9c", "2h", "3c"], "turn": True}, "turn: there is no player"),
        ({"hands": ["9c", "2h", "3c"], "phase": "sleep"}, "phase: it must be"),
        ({"hands": ["9c", "2h", "3c"], "direction": 2}, "direction"),
        ({"hands": ["9c", "2h", "3c"], "out": [0]}, "player 0 has cards"),
        ({"hands": ["9c", "2h", ""], "out": []}, "player 2 has no cards"),
        ({"hands": ["9c", "2h", "3c"], "out": [2, 2]}, "named twice"),
        ({"hands": ["9c", "", ""]}, "fewer than two"),
        ({"hands": ["", "2h", "3c"]}, "player 0 is out"),
        ({"hands": ["9c", "2h", "3c"], "declined": [True, False, False]}, "no chance to let go by"),
        ({"hands": ["9c", "2h", "3c"], "declined": [False]}, "3 entries expected"),
        ({"hands": ["9c", "2h", "3c"], "round": 2}, "round: it must be from 1 to 1"),
        ({"hands": ["9c", "2h", "3c"], "dealer": 7}, "dealer: there is no player 7"),
        ({"hands": ["9c", "2h", "3c"], "phase": "swap"}, "ready|swap phase"),
    ],
)
def test_contradictions_are_named(zones: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        S.position(**zones)


def test_what_play_cannot_reach_is_allowed() -> None:
    at = S.position(hands=["9c 9d 9h 9s", "2h", "3c"], discard="4h 3d", stock="")
    assert S.actors(at) == (0,)


def test_a_position_can_be_built_again_from_what_it_shows() -> None:
    rules = Quiclo(players=3)
    state = rules.deal(seed=3)
    again = rules.position(
        hands=[codes(hand) for hand in state.hands], discard=codes(state.discard), stock=codes(state.stock)
    )
    assert (again.hands, again.stock, again.discard) == (state.hands, state.stock, state.discard)
