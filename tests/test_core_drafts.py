"""Drafts and the ways that cards take, at a table of their own and in the games."""

from __future__ import annotations

import pickle
from typing import Any, Literal

import pytest
from attrs.exceptions import FrozenInstanceError

import shedkit.authoring as sk
from shedkit import FrenchCard, LuckyShutdown, ShanghaiRummy, read_cards
from shedkit.core.chance import Chance
from shedkit.core.drafts import finished, opened
from shedkit.core.events import Moved, Place, Shuffled, Skipped, Turn


@sk.state
class TableState(sk.State):
    """Four players, each with a hand and a row."""

    hands = sk.hands_of(FrenchCard)
    row = sk.open_rows_of(FrenchCard, 3)
    stock = sk.stock_of(FrenchCard)
    discard = sk.pile_of(FrenchCard)
    turn = sk.turn_fact()
    phase = sk.phase_fact[Literal["play", "over"]](doc="play or over")
    out = sk.out_fact("hands", "row")
    chance = sk.chance_fact()


class TableDraft(TableState, sk.Draft):
    """A position while a move changes it."""

    limit = 2

    def throw_all(self, seat: int) -> int:
        """All cards of a hand go to the pile; how many that are beyond the limit."""
        hand = self.hands[seat]
        throw(self, hand, seat)
        return len(hand) - self.limit


throw = TableState.way("hands", "discard")
pick_up = TableState.way("discard", "hands")
deal = TableState.way("stock", "hands")


def cards(codes: str) -> tuple[FrenchCard, ...]:
    return read_cards(FrenchCard, codes)


def table(hands: str = "5c 7h|8s||Kd", stock: str = "7h 2c 7h", discard: str = "7h 3c 7h", **facts: Any) -> Any:
    rows = (tuple(cards("9c 9c 9d")), (None,) * 3, (None,) * 3, (None,) * 3)
    held = tuple(cards(hand) for hand in hands.split("|"))
    rest = {"turn": 0, "phase": "play", "out": (), "chance": Chance(7), **facts}
    kind: Any = TableState
    return kind(hands=held, row=rows, stock=cards(stock), discard=cards(discard), **rest)


def test_a_draft_has_the_methods_of_the_class_it_is_mixed_into() -> None:
    log: list[Any] = []
    s = opened(table(), log)
    assert s.throw_all(0) == 0
    assert s.discard == cards("7h 3c 7h 5c 7h")
    assert log == [Moved(cards("5c 7h"), Place("hands", 0), Place("discard"))]


def test_a_state_is_set_by_nobody_again() -> None:
    state = table()
    assert not hasattr(state, "__setstate__")
    with pytest.raises(FrozenInstanceError):
        state.turn = 1
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert type(again) is type(state) is TableState.locked
    assert (type(state).__module__, type(state).__qualname__) == (__name__, "TableState")


def test_a_way_is_made_once() -> None:
    assert TableState.way("hands", "discard") is throw
    assert TableState.way("row", "discard") is TableState.way("row", "discard")


@pytest.mark.parametrize(("source", "target", "wrong"), [("turn", "hands", "turn"), ("hands", "out", "out")])
def test_cards_move_between_zones_only(source: str, target: str, wrong: str) -> None:
    with pytest.raises(TypeError) as caught:
        TableState.way(source, target)
    assert str(caught.value) == f"cards do not move between {source} and {target}: {wrong} is no zone"


def test_of_equal_cards_the_first_of_the_stock_is_drawn_and_the_last_of_the_pile_taken() -> None:
    s = opened(table())
    deal(s, cards("7h"), 1)
    assert s.stock == cards("2c 7h")
    pick_up(s, cards("7h"), 1)
    assert s.discard == cards("7h 3c")
    assert s.hands[1] == cards("7h 7h 8s")


def test_a_card_goes_to_another_player_where_one_is_named() -> None:
    s = opened(table())
    TableState.way("hands", "hands")(s, cards("5c"), 0, 3)
    assert (s.hands[0], s.hands[3]) == (cards("7h"), cards("5c Kd"))


def test_a_card_is_lifted_out_of_its_slot() -> None:
    log: list[Any] = []
    s = opened(table(), log)
    assert s.lift(3, "row", "discard", 0) is FrenchCard("9d")
    assert s.row[0] == (*cards("9c 9c"), None)
    assert s.discard == cards("7h 3c 7h 9d")
    assert log == [Moved(cards("9d"), Place("row", 0, (3,)), Place("discard"))]


def test_cards_of_hand_and_row_change_places() -> None:
    log: list[Any] = []
    s = opened(table(), log)
    s.exchange(cards("7h 5c"), cards("9d 9c"), 0, "hands", "row")
    assert s.hands[0] == cards("9c 9d")
    assert s.row[0] == cards("7h 9c 5c")
    assert log == [
        Moved(cards("7h 5c"), Place("hands", 0), Place("row", 0, (1, 3))),
        Moved(cards("9d 9c"), Place("row", 0, (3, 1)), Place("hands", 0)),
    ]
    assert finished(s).hands[0] == cards("9c 9d")


@pytest.mark.parametrize(
    ("out", "skipped", "direction", "told", "turn"),
    [
        ((), 0, 1, [], 1),
        ((), 0, -1, [], 3),
        ((), 1, 1, [1], 2),
        ((), 2, -1, [3, 2], 1),
        ((1,), 0, 1, [], 2),
        ((3,), 1, -1, [2], 1),
        ((), 4, 1, [1, 2, 3, 0], 1),
    ],
)
def test_who_is_next(out: tuple[int, ...], skipped: int, direction: int, told: list[int], turn: int) -> None:
    log: list[Any] = []
    s = opened(table(out=out), log)
    s.next_turn(0, skipped, direction)
    assert s.turn == turn
    assert log == [*map(Skipped, told), Turn(turn)]


def test_the_next_player_is_the_one_on_the_left_unless_it_is_said() -> None:
    s = opened(table())
    s.next_turn(2)
    assert s.turn == 3


@pytest.mark.parametrize(("keep", "left", "under"), [(None, "7h", "7h 3c"), (2, "3c 7h", "7h"), (0, "", "7h 3c 7h")])
def test_discards_go_under_the_stock(keep: int | None, left: str, under: str) -> None:
    log: list[Any] = []
    s = opened(table(), log)
    s.recycle() if keep is None else s.recycle(keep)
    shuffled, chance = Chance(7).shuffled(cards(under))
    assert (s.discard, s.stock, s.chance) == (cards(left), cards("7h 2c 7h") + shuffled, chance)
    assert log == [Moved(cards(under), Place("discard"), Place("stock")), Shuffled("stock", len(shuffled))]


@pytest.mark.parametrize(("first", "seats"), [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1])])
def test_who_is_dealt_first(first: int, seats: list[int]) -> None:
    log: list[Any] = []
    s = opened(table(hands="|||", stock="2c 3c 4c 5c 6c 7c 8c 9c Tc"), log)
    s.deal("hands", 2, first)
    assert [event.target for event in log] == [Place("hands", seat) for seat in seats]
    assert [s.hands[seat] for seat in seats] == [cards("2c 6c"), cards("3c 7c"), cards("4c 8c"), cards("5c 9c")]
    assert s.stock == cards("Tc")


@pytest.mark.parametrize("players", [2, 4])
def test_another_round_is_dealt_from_the_left_of_its_dealer(players: int) -> None:
    others = players - 1
    rummy = ShanghaiRummy(players=players)
    state = rummy.position(
        hands=[""] * players,
        shown=["", *["2d", "2h", "2s"][:others]],
        discard="9h",
        phase="over",
        down=[True, *[False] * others],
        results=[[0, *[5] * others]],
    )
    (dealer,) = rummy.actors(state)
    _, events = rummy.trace(state, sk.Deal(), dealer)
    dealt = [event for event in events if isinstance(event, Moved) and event.target.zone == "hands"]
    assert [event.target.player for event in dealt] == [(dealer + n) % players for n in range(1, players + 1)]


def test_rows_and_hands_of_another_round_are_dealt_from_the_left_of_its_dealer() -> None:
    lucky = LuckyShutdown(players=3, rounds=2)
    over = {"hands": ["13o", "", ""], "discard": "13b", "phase": "over", "out": [1, 2], "results": [[3, 1, 2]]}
    state = lucky.position(**over)  # type: ignore[arg-type]
    (dealer,) = lucky.actors(state)
    _, events = lucky.trace(state, sk.Deal(), dealer)
    dealt = [event.target for event in events if isinstance(event, Moved) and event.target.player is not None]
    places = [(place.zone, place.player) for place in dealt][-6:]
    left = [(dealer + n) % 3 for n in range(1, 4)]
    assert places == [("face_down", seat) for seat in left] + [("hands", seat) for seat in left]
