"""Cards: one object for each code, unchangeable, the same after pickling; card backs that cannot be read."""

from __future__ import annotations

import copy
import operator
import pickle
from itertools import repeat
from typing import Any

import pytest

from shedkit.core.cards import BACK, BY_ORDER, MOST_CARDS, UNKNOWN, Card, FrenchCard, codes, missing_from, read_cards
from shedkit.core.errors import HiddenError, NotationError
from shedkit.games.quiclo import NumberCard

KINDS = [FrenchCard, NumberCard]


@pytest.mark.parametrize("kind", KINDS)
def test_a_code_gives_the_one_card(kind: type[Card]) -> None:
    cards = kind.all()
    assert len({card.code for card in cards}) == len(cards)
    for order, card in enumerate(cards):
        assert kind(card.code) is card
        assert card.order == order
        assert str(card) == card.code
        assert eval(repr(card), {kind.__name__: kind}) is card


def test_the_pack_is_52_cards_in_order_of_rank_and_suit() -> None:
    pack = FrenchCard.pack()
    assert len(pack) == len(set(pack)) == 52
    assert codes(pack[:5]) == "2c 2d 2h 2s 3c"
    assert codes(pack[-4:]) == "Ac Ad Ah As"
    assert [card.rank for card in pack[::4]] == list(range(2, 15))
    assert FrenchCard("Jk").rank == 0
    assert FrenchCard("Jk") not in pack


def test_kinds_do_not_share_cards() -> None:
    assert len(NumberCard.all()) == 999
    assert NumberCard("7") != FrenchCard("7h")


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda card: pickle.loads(pickle.dumps(card))])
def test_copies_and_pickles_are_the_card_itself(again: Any) -> None:
    assert again(FrenchCard("7h")) is FrenchCard("7h")
    assert again(BACK) is BACK
    assert again(UNKNOWN) is UNKNOWN


@pytest.mark.parametrize("name", ["code", "rank", "order", "colour"])
def test_a_card_never_changes(name: str) -> None:
    card = FrenchCard("7h")
    with pytest.raises(AttributeError):
        setattr(card, name, 1)
    with pytest.raises(AttributeError):
        delattr(card, name)
    assert (card.code, card.rank, card.suit) == ("7h", 7, "h")


@pytest.mark.parametrize("code", ["", "1x", "7H", " 7h", "10h", "7hh", "?", "-", "x" * 1000, None, 7, 7.5, b"7h", []])
def test_what_is_no_code_is_refused(code: Any) -> None:
    with pytest.raises(NotationError, match="is no card: a card is a rank"):
        FrenchCard(code)


@pytest.mark.parametrize("code", ["0", "1000", "007", "+7", "1.0", "٧", 7])
def test_what_is_no_number_card_is_refused(code: Any) -> None:
    with pytest.raises(NotationError, match="a card is a number from 1 to 999"):
        NumberCard(code)


def test_error_messages_stay_short() -> None:
    with pytest.raises(NotationError) as caught:
        FrenchCard("x" * 10_000)
    assert len(str(caught.value)) < 150


def test_a_kind_of_ones_own() -> None:
    @Card.kind("a trump is T1 to T21", [("T1", {"number": 1})])
    class Tarot(Card):
        __slots__ = ("number",)
        number: int

    trump = Tarot("T1")
    assert Tarot("T1") is trump
    assert Tarot.all() == (trump,)
    assert trump.number == 1
    with pytest.raises(NotationError, match="a trump is"):
        Tarot("7h")
    with pytest.raises(NotationError):
        FrenchCard("T1")


def test_cards_stand_in_columns() -> None:
    """A width and a side, as for texts; cards that nobody sees, too."""
    assert f"{FrenchCard('7s'):>4}|{FrenchCard('Td'):<4}|{BACK:^3}|{FrenchCard('Ah')}" == "  7s|Td  | ? |Ah"


def test_cards_sort_in_deck_order() -> None:
    cards = read_cards(FrenchCard, "Ah 2c Td 7s 7c")
    assert codes(sorted(cards, key=BY_ORDER)) == "2c 7c 7s Td Ah"


# reading


def test_read_cards() -> None:
    seven = FrenchCard("7h")
    assert read_cards(FrenchCard, "") == read_cards(FrenchCard, []) == ()
    assert read_cards(FrenchCard, "  7h\n7h ") == read_cards(FrenchCard, ["7h", seven]) == (seven, seven)
    assert read_cards(FrenchCard, iter([seven])) == (seven,)


@pytest.mark.parametrize("given", [None, 7, "7h 8x", ["7h", None], [["7h"]], [7], {"7h": 1, "x": 2}])
def test_read_cards_refuses(given: Any) -> None:
    with pytest.raises(NotationError):
        read_cards(FrenchCard, given)


def test_missing_from_counts() -> None:
    have, want = read_cards(FrenchCard, "7h 7h 8s"), read_cards(FrenchCard, "9c 7h 7h 7h")
    assert codes(missing_from(have, want)) == "7h 9c"
    assert missing_from(want, want) == ()
    assert missing_from([], []) == ()


def test_codes_of_rows_and_backs() -> None:
    assert codes([FrenchCard("7h"), None, BACK, UNKNOWN]) == "7h - ? ?"
    assert codes([]) == ""


# what is hidden


@pytest.mark.parametrize("hidden", [BACK, UNKNOWN])
@pytest.mark.parametrize("name", ["rank", "suit", "code", "order", "number", "digits", "anything"])
def test_nothing_can_be_read_from_a_back(hidden: Any, name: str) -> None:
    with pytest.raises(HiddenError):
        getattr(hidden, name)


@pytest.mark.parametrize("hidden", [BACK, UNKNOWN])
@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_a_back_has_no_order(hidden: Any, compare: Any) -> None:
    with pytest.raises(HiddenError):
        compare(hidden, FrenchCard("7h"))
    with pytest.raises(HiddenError):
        compare(FrenchCard("7h"), hidden)


@pytest.mark.parametrize("hidden", [BACK, UNKNOWN])
def test_a_back_cannot_be_looked_up_or_changed(hidden: Any) -> None:
    with pytest.raises(HiddenError):
        _ = hidden in {FrenchCard("7h")}
    with pytest.raises(HiddenError):
        hash(hidden)
    with pytest.raises(AttributeError):
        hidden.rank = 7
    with pytest.raises(AttributeError):
        hidden._sign = "!"
    with pytest.raises(AttributeError, match=r"^a card back never changes"):
        del hidden._name
    assert str(hidden) == "?"
    assert hidden == hidden
    assert hidden != FrenchCard("7h")
    assert BACK != UNKNOWN
    assert repr(BACK) == "BACK"


# --- kinds of cards, and how many there can be


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ([("T1", {"number": 1}), ("T1", {"number": 2})], "'T1' stands there twice, or cannot be a code"),
        ([("", {"number": 1})], "'' stands there twice, or cannot be a code"),
        ([("T 1", {"number": 1})], "'T 1' stands there twice, or cannot be a code"),
        ([("-", {"number": 1})], "'-' stands there twice, or cannot be a code"),
        ([("T1", {})], r"T1: needs \['number'\], not \[\]"),
        ([("T1", {"number": 1, "suit": "h"})], r"T1: needs \['number'\], not \['number', 'suit'\]"),
    ],
)
def test_a_kind_of_ones_own_that_cannot_be(cards: Any, said: str) -> None:
    with pytest.raises(TypeError, match=f"^Tarot:? ?{said}"):

        @Card.kind("a trump is T1 to T21", cards)
        class Tarot(Card):
            __slots__ = ("number",)
            number: int


def test_no_more_cards_are_read_than_a_game_can_have() -> None:
    read = read_cards(FrenchCard, ["7h"] * MOST_CARDS)
    assert len(read) == MOST_CARDS
    for many in (["7h"] * (MOST_CARDS + 1), "7h " * (MOST_CARDS * 5), repeat("7h")):
        with pytest.raises(NotationError, match=f"^more than {MOST_CARDS} cards are named"):
            read_cards(FrenchCard, many)
