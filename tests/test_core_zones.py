"""Moving cards between zones: nothing is made, nothing is lost."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from shedkit.core.cards import BY_ORDER, FrenchCard, codes, read_cards
from shedkit.core.turns import around, next_seat
from shedkit.core.zones import deal_hands, draw, empty_slots, fill_slots, lift, merge, put, without
from shedkit.families.ladder import governing, on_top, picks, takes_out_of


def cards(text: str) -> tuple[FrenchCard, ...]:
    return read_cards(FrenchCard, text)


def row(text: str) -> tuple[FrenchCard | None, ...]:
    return tuple(None if code == "-" else FrenchCard(code) for code in text.split())


def test_without() -> None:
    assert without(cards("4c 7h 7h 9s"), cards("7h 9s")) == cards("4c 7h")
    assert without(cards("4c"), ()) == cards("4c")
    with pytest.raises(ValueError, match="not in tuple"):
        without(cards("4c 7h"), cards("7h 7h"))


def test_merge_keeps_deck_order_and_every_card() -> None:
    random = Random(1)
    pack = FrenchCard.pack() * 2
    for _ in range(500):
        hand = tuple(sorted(random.sample(pack, random.randrange(8)), key=BY_ORDER))
        new = tuple(random.sample(pack, random.randrange(4)))
        merged = merge(hand, new)
        assert list(merged) == sorted(merged, key=BY_ORDER)
        assert Counter(merged) == Counter(hand + new)


def test_put() -> None:
    assert put(("a", "b", "c"), 0, "x") == ("x", "b", "c")
    assert put(("a", "b", "c"), 2, "x") == ("a", "b", "x")


def test_draw() -> None:
    assert draw(cards("4c 5c 6c"), 2) == (cards("4c 5c"), cards("6c"))
    assert draw(cards("4c"), 2) == (cards("4c"), ())
    assert draw((), 2) == ((), ())


def test_rows() -> None:
    assert empty_slots(row("7h 8s 7h"), cards("7h")) == (row("- 8s 7h"), (1,))
    assert empty_slots(row("7h 8s 7h"), cards("7h 7h")) == (row("- 8s -"), (1, 3))
    with pytest.raises(ValueError, match="is not in list"):
        empty_slots(row("7h - -"), cards("8s"))
    assert lift(row("7h 8s 7h"), 2) == (FrenchCard("8s"), row("7h - 7h"))
    assert fill_slots(row("- 8s -"), cards("2c 3c")) == row("2c 8s 3c")
    assert fill_slots(row("4c 8s 9s"), ()) == row("4c 8s 9s")


def test_dealing_goes_card_by_card() -> None:
    dealt, used = deal_hands(cards("2c 3c 4c 5c 6c 7c 8c"), 1, 3, 2, first=2)
    assert [codes(hand) for hand in dealt] == ["4c 7c", "5c 8c", "3c 6c"]
    assert used == 7


def test_turn_order() -> None:
    assert [next_seat(seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert [next_seat(seat, 4, direction=-1) for seat in range(4)] == [3, 0, 1, 2]
    assert next_seat(0, 4, (1, 2)) == 3
    assert next_seat(0, 4, (1, 2), steps=2) == 0
    assert next_seat(0, 4, (3,), direction=-1) == 2
    assert next_seat(0, 4, steps=0) == 0
    assert around(3, 4) == (0, 1, 2, 3)
    for players in range(2, 6):
        for seat in range(players):
            assert sorted(around(seat, players)) == list(range(players))


def test_the_family_picks_every_choice_once() -> None:
    hand = cards("7c 7c 7d")
    expected = {tuple(sorted(pick, key=BY_ORDER)) for size in (1, 2) for pick in combinations(hand, size)}
    picked = picks(hand, range(1, 3))
    assert set(picked) == expected
    assert len(picked) == len(expected) == 4


def test_the_family_looks_at_the_top_of_the_pile() -> None:
    assert on_top((), lambda card: card) == 0
    pile = cards("7s 9d 7c 7h")
    assert [on_top(pile[:size], lambda card: card.rank) for size in (1, 2, 3, 4)] == [1, 1, 1, 2]


def test_the_family_plays_from_the_hand_then_from_the_open_row() -> None:
    """While there is a stock, the open row has to wait, and so has the row of blind cards."""
    hand, open_row, stock = cards("7h"), row("Ks - 3d"), cards("2c")
    assert takes_out_of(hand, open_row, stock) == takes_out_of(hand, open_row, ()) == (hand, "hands")
    assert takes_out_of((), open_row, ()) == (cards("Ks 3d"), "face_up")
    assert takes_out_of((), open_row, stock) == ((), None)
    assert takes_out_of((), row("- - -"), ()) == ((), None)


def test_the_family_looks_through_cards_that_do_not_govern() -> None:
    threes = set(cards("3c 3h"))
    assert governing(cards("9d 3c 3h"), threes) == FrenchCard("9d")
    assert governing(cards("3c 3h"), threes) is governing((), threes) is None
