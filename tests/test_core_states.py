"""States and their declarations: immutable, hashable, every field with its visibility."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest
from attrs.exceptions import FrozenInstanceError

from shedkit import Quiclo, Shithead
from shedkit.core.cards import BACK, UNKNOWN, FrenchCard, codes
from shedkit.core.drafts import finished, opened, state
from shedkit.core.fields import fact, zone
from shedkit.core.states import Holds, State, Visibility, cards_in, evolve

SEVEN, EIGHT, NINE = FrenchCard("7h"), FrenchCard("8h"), FrenchCard("9h")


@attrs.frozen
class Bid:
    seat: int

    def rotated(self, by: int, players: int) -> Bid:
        return Bid((self.seat + by) % players)


@state
class Table(State):
    """A state with one field of every kind."""

    hands = zone[tuple[tuple[FrenchCard, ...], ...]](Visibility.OWNER, Holds.PLAYERS, in_order=True, doc="hands")
    rows = zone[tuple[tuple[FrenchCard | None, ...], ...]](Visibility.NOBODY, Holds.PLAYERS, doc="rows")
    own_rows = zone[tuple[tuple[FrenchCard | None, ...], ...]](Visibility.OWNER, Holds.PLAYERS, doc="own rows")
    stock = zone[tuple[FrenchCard, ...]](Visibility.NOBODY, doc="stock")
    discard = zone[tuple[FrenchCard, ...]](Visibility.EVERYONE, doc="discard")
    turn = fact[int | None](Visibility.EVERYONE, Holds.SEAT, doc="turn")
    out = fact[tuple[int, ...]](Visibility.EVERYONE, Holds.SEATS, doc="out")
    bid = fact[Bid](Visibility.EVERYONE, Holds.VALUE, doc="bid")
    secret = fact[int](Visibility.NOBODY, doc="secret")
    wishes = fact[tuple[int, ...]](Visibility.OWNER, Holds.PLAYERS, doc="wishes")
    scores = fact[tuple[int, ...]](Visibility.EVERYONE, Holds.PLAYERS, doc="scores")


def made(**changes: Any) -> Table:
    fields: dict[str, Any] = {
        "hands": ((SEVEN,), (EIGHT, NINE), ()),
        "rows": ((SEVEN, None), (None, EIGHT), (None, None)),
        "own_rows": ((SEVEN, None), (None, EIGHT), (None, None)),
        "stock": (NINE,),
        "discard": (SEVEN,),
        "turn": 1,
        "out": (2, 0),
        "bid": Bid(2),
        "secret": 42,
        "wishes": (1, 2, 3),
        "scores": (10, 20, 30),
    }
    return Table(**{**fields, **changes})


@pytest.mark.parametrize("at", [made(), Shithead().deal(seed=1), Quiclo().deal(seed=1)])
def test_a_state_never_changes(at: Any) -> None:
    before = at.turn
    for name in ("turn", "stock", "mood"):
        with pytest.raises(FrozenInstanceError):
            setattr(at, name, 0)
        with pytest.raises(FrozenInstanceError):
            delattr(at, name)
    assert at.turn == before
    assert not hasattr(at, "__dict__")


def test_a_state_is_a_value() -> None:
    state, twin = made(), made()
    assert state == twin
    assert hash(state) == hash(twin)
    assert state != made(turn=0)
    assert len({state, twin, made(turn=0)}) == 2
    for again in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert again == state
        assert type(again) is type(state)
        assert hash(again) == hash(state)
        with pytest.raises(FrozenInstanceError):
            again.turn = 0
    assert isinstance(state, Table)


def test_a_state_is_built_by_name_or_position() -> None:
    state = made()
    assert Table(*Table.layout.values(state)) == state
    with pytest.raises(TypeError):
        Table(hands=())  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        made(mood=1)


def test_evolve() -> None:
    state = made()
    moved = evolve(state, turn=2)
    assert (state.turn, moved.turn) == (1, 2)
    assert evolve(moved, turn=1) == state
    assert attrs.evolve(state, turn=2) == moved
    with pytest.raises(FrozenInstanceError):
        moved.turn = 0
    with pytest.raises(TypeError):
        evolve(state, mood=1)


def test_declarations_can_be_read() -> None:
    layout = Table.layout
    hands = layout.field("hands")
    assert (hands.name, hands.is_zone, hands.in_order, hands.doc) == ("hands", True, True, "hands")
    assert (hands.visible_to, hands.holds) == (Visibility.OWNER, Holds.PLAYERS)
    assert [field.name for field in layout.zones()] == ["hands", "rows", "own_rows", "stock", "discard"]
    assert [field.name for field in layout.fields] == [field.name for field in attrs.fields(Table)]
    assert codes(layout.cards(made())) == "7h 8h 9h 7h 8h 7h 8h 9h 7h"


def test_what_each_viewer_sees() -> None:
    state = made()
    mine, other, onlooker = (Table.layout.hide(state, player, frozenset()) for player in (1, 0, None))
    assert mine.hands == ((BACK,), (EIGHT, NINE), ())
    assert other.hands == ((SEVEN,), (BACK, BACK), ())
    assert onlooker.hands == ((BACK,), (BACK, BACK), ())
    assert mine.rows == other.rows == onlooker.rows == ((BACK, None), (None, BACK), (None, None))
    assert mine.own_rows == ((BACK, None), (None, EIGHT), (None, None))
    assert mine.stock == (BACK,)
    assert mine.secret is UNKNOWN
    assert mine.wishes == (UNKNOWN, 2, UNKNOWN)
    assert onlooker.wishes == (UNKNOWN,) * 3
    for name in ("discard", "turn", "out", "bid", "scores"):
        assert getattr(mine, name) == getattr(state, name)
    opened = Table.layout.hide(state, None, frozenset({"hands"}))
    assert opened.hands == state.hands


def test_seats_rotate() -> None:
    state = made()
    rotated = Table.layout.rotate(state, 1, 3)
    assert rotated.hands == ((), (SEVEN,), (EIGHT, NINE))
    assert (rotated.turn, rotated.out, rotated.bid) == (2, (0, 1), Bid(0))
    assert (rotated.scores, rotated.wishes) == ((30, 10, 20), (3, 1, 2))
    assert rotated.discard == state.discard
    assert Table.layout.rotate(rotated, 2, 3) == state
    assert Table.layout.rotate(made(turn=None), 1, 3).turn is None


def test_every_field_must_be_declared() -> None:
    with pytest.raises(TypeError, match="must be declared with zone"):

        @state
        class Loose(State):
            mood: int = attrs.field(default=1)


@pytest.mark.parametrize("declare", [zone, fact])
def test_visibility_has_no_default(declare: Any) -> None:
    with pytest.raises(TypeError):
        declare(doc="cards")


def test_cards_are_found_inside_values() -> None:
    @attrs.frozen
    class Meld:
        cards: tuple[FrenchCard, ...]
        name: str

    assert list(cards_in(((SEVEN, None), Meld((EIGHT, NINE), "run"), "9h", 3))) == [SEVEN, EIGHT, NINE]


def test_a_state_prints_itself() -> None:
    assert str(made()).splitlines()[0] == "stock     9h"
    assert "mood" not in str(made())
    assert "secret" in str(made())


# --- what cannot be declared, and what need not be


def test_what_only_its_owner_sees_has_an_entry_for_each() -> None:
    with pytest.raises(TypeError, match="must hold one entry per player"):
        fact[int](Visibility.OWNER, doc="whose?")


def test_a_state_has_a_field_with_an_entry_for_each_player() -> None:
    with pytest.raises(TypeError, match=r"^Pile needs a field with one entry for each player"):

        @state
        class Pile(State):
            discard = zone[tuple[FrenchCard, ...]](Visibility.EVERYONE, doc="discard")


def test_cards_move_between_zones_only() -> None:
    with pytest.raises(TypeError, match=r"^cards do not move between hands and turn: turn is no zone"):
        Table.way("hands", "turn")


def test_a_declaration_prints_itself() -> None:
    assert repr(Table.declared["stock"]) == "<zone stock: stock>"
    assert repr(Table.declared["turn"]) == "<fact turn: turn>"


def test_a_state_without_stock_and_facts() -> None:
    """Only what it declares: its cards move, and it prints itself."""

    @state
    class Bare(State):
        hands = zone[tuple[tuple[FrenchCard, ...], ...]](Visibility.OWNER, Holds.PLAYERS, in_order=True, doc="hands")
        discard = zone[tuple[FrenchCard, ...]](Visibility.EVERYONE, doc="discard")

    at = Bare(hands=((SEVEN, EIGHT), (NINE,)), discard=())
    draft = opened(at)
    Bare.way("hands", "discard")(draft, (EIGHT,), 0)
    after = finished(draft)
    assert after == Bare(hands=((SEVEN,), (NINE,)), discard=(EIGHT,))
    assert str(after).splitlines() == ["discard   8h", "player 0  hands 7h", "player 1  hands 9h"]
