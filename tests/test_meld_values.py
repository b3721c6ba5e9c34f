"""Melds as values: written and read, grown and swapped, and the rules that a written meld breaks (SR-014, SR-015)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, cast

import attrs
import pytest

from helpers import rows
from shedkit import FrenchCard, read_cards
from shedkit.core.errors import NotationError
from shedkit.families.melds import Laid, Meld, Melding

Kind = Literal["set", "run"]
JOKER = FrenchCard("Jk")

# --- writing and reading


@pytest.mark.parametrize("first", [1, 2, 9, 10, 11])
@pytest.mark.parametrize("size", [1, 2, 5, 6, 13, 14])
def test_runs_of_any_length_are_read_as_they_are_written(first: int, size: int) -> None:
    named = [f"{rank}d" for rank in "A23456789TJQKA"[first - 1 : first - 1 + size]]
    if len(named) < size:
        return
    for text in {" ".join(named), " ".join(["Jk=" + named[0], *named[1:]]), " ".join([*named[:-1], "Jk=" + named[-1]])}:
        if len(named) == 1:
            continue  # a card alone is written as a set
        meld = Meld.read(text)
        assert (meld.kind, meld.rank, meld.top, str(meld)) == ("run", first, first + size - 1, text)


@pytest.mark.parametrize("text", ["Jk 4d 4c", "4d Jk 4c", "4d 4c Jk", "4c Jk 4d"])
def test_sets_are_written_in_deck_order_jokers_last(text: str) -> None:
    meld = Meld.read(text)
    assert (meld.kind, meld.rank, str(meld)) == ("set", 4, "4c 4d Jk")
    assert meld == Meld("set", read_cards(FrenchCard, text), 4) == Meld.read("4c 4d Jk")
    assert hash(meld) == hash(Meld.read("4c 4d Jk"))


def test_a_set_with_the_ace_has_rank_14() -> None:
    assert Meld.read("Ah Ac Jk").rank == 14
    assert str(Meld.read("Ah Ac Jk")) == "Ac Ah Jk"


def test_a_joker_with_a_label_makes_a_run_SR_A32() -> None:
    assert (Meld.read("5h Jk=6h Jk=7h Jk=8h").kind, Meld.read("5h Jk Jk").kind) == ("run", "set")
    meld = Meld.read("Jk=Ah 2h Jk=3h 4h")
    assert meld.cards == read_cards(FrenchCard, "Jk 2h Jk 4h")
    assert (meld.rank, meld.top, meld.suit) == (1, 4, "h")
    # Jk 6 7 8 or 6 7 8 Jk are two melds.
    assert Meld.read("Jk=5s 6s 7s 8s") != Meld.read("6s 7s 8s Jk=9s")
    assert Meld.read("Jk=5s Jk=6s 7s 8s") != Meld.read("Jk=5s 6s Jk=7s 8s")


def test_the_same_cards_in_another_run_are_another_meld() -> None:
    """The assignment belongs to the meld (SR-A32): as ace above the king or below the two."""
    low, high = Meld.read("Ah Jk=2h Jk=3h Jk=4h"), Meld.read("Jk=Jh Jk=Qh Jk=Kh Ah")
    assert (low.rank, low.top, high.rank, high.top) == (1, 4, 11, 14)
    assert Meld.read("Jk=Ah Jk=2h Jk=3h 4h").rank == 1
    assert Meld.read("Jh Jk=Qh Jk=Kh Jk=Ah").top == 14


RUBBISH: list[Any] = [
    "",
    "   ",
    "xx",
    "1h 2h 3h 4h",
    "7h=8h",
    "7h 8h=8h 9h Th",
    "Jk",
    "Jk Jk Jk",
    "Jk=7h",
    "Jk=7h Jk=8h Jk=9h Jk=Th",
    "jk 4c 4d",
    "4c4d4h",
    "4c, 4d, 4h",
    "4C 4D 4H",
    "5h 6h Jk 8h",  # a joker of a run says what it is
    "Jk 6h 7h 8h",
    "5h Jk=6h Jk 8h",
    "5h 6h Jk=8h 8h",
    "5h 6h Jk=7d 8h",
    "Jk=7d 8h 9h Th",
    "5h 6h 7h Jk=9h",
    "Jk=3h 5h 6h Jk=7h",
    "Jk=Jk 4h 5h 6h",
    "5h 6h 7h Jk=Jk",
    "4c 4d Jk=4h",  # of a set only the rank matters
    "Jk=4c 4d 4h",
    "Jk= 4c 4d",
    "=7h 8h 9h Th",
    "Jk==7h 8h 9h Th",
    "Jk=7h=7h 8h 9h Th",
    "Jk=xx 8h 9h Th",
    "5h 6h 7h Jk=",
    "Kh Ah 2h 3h",  # SR-A25: it would begin at 13 and end beyond 14
    "Qh Kh Ah 2h",
    "Kh Jk=Ah 2h 3h",
    "Qh Kh Ah Jk=2h",
    "Kh Ah Jk=2h",
    "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2h",
    "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah Jk=2h",
    "7h " * 10_000,
    "Jk " * 10_000,
    "x" * 10_000,
    "x" * 100_000 + "=",
    ["7h"] * 10_000,
    ["Jk"] * 10_000,
    [],
    (),
    None,
    0,
    7,
    -1,
    1.5,
    True,
    object(),
    b"7h 7d 7c",
    [None],
    ["7h", None, "7d"],
    [7, 7, 7],
    [["7h", "7d", "7c"]],
    ["7h 7d 7c"],
    ["7h", b"7d", "7c"],
    ["", "7h", "7d"],
    [["7h"], {}],
    {7: "h"},
    {"7h", 3},
    "７h 7d 7c",  # a seven, but not the one of the code
    "7h\x007d",
    "\ud800",
]


@pytest.mark.parametrize("given_text", RUBBISH, ids=range(len(RUBBISH)))
def test_reading_rubbish_is_a_notation_error(given_text: Any) -> None:
    with pytest.raises(NotationError) as caught:
        Meld.read(given_text)
    assert 0 < len(str(caught.value)) < 1_000


def test_a_long_list_is_not_read_to_its_end() -> None:
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        while read < 200_000:
            read += 1
            yield "7h"

    with pytest.raises(NotationError):
        Meld.read(endless())
    assert read < 10_000


SEVENS = read_cards(FrenchCard, "7c 7d 7h")
BUILT: list[tuple[Any, Any, Any]] = [
    ("pair", SEVENS, 7),
    ("", SEVENS, 7),
    (None, SEVENS, 7),
    (1, SEVENS, 7),
    ([], SEVENS, 7),
    ("SET", SEVENS, 7),
    ("set", (), 7),
    ("run", (), 7),
    ("set", None, 7),
    ("set", "7c 7d 7h", 7),
    ("set", list(SEVENS), 7),
    ("set", ("7c", "7d", "7h"), 7),
    ("set", (*SEVENS, None), 7),
    ("run", 7, 7),
    ("set", (JOKER, JOKER, JOKER), 7),
    ("run", (JOKER,) * 4, 7),
    ("set", SEVENS * 4_000, 7),
    ("run", SEVENS * 4_000, 7),
    ("set", SEVENS, 1),
    ("set", SEVENS, 0),
    ("set", SEVENS, 15),
    ("set", SEVENS, -7),
    ("set", SEVENS, "7"),
    ("set", SEVENS, None),
    ("set", SEVENS, 7.0),
    ("set", SEVENS, True),
    ("set", SEVENS, [7]),
    ("run", read_cards(FrenchCard, "Jh Qh Kh Ah"), 12),
    ("run", read_cards(FrenchCard, "Ah 2h 3h 4h"), 0),
    ("run", read_cards(FrenchCard, "Ah 2h 3h 4h"), -1),
    ("run", read_cards(FrenchCard, "Ah 2h 3h 4h"), 14),
    ("run", read_cards(FrenchCard, "Ah 2h 3h 4h"), True),
    ("run", read_cards(FrenchCard, "Ah 2h 3h 4h"), 1.0),
    ("run", read_cards(FrenchCard, "Ah"), 15),
    ("run", read_cards(FrenchCard, "Ah"), 10**100),
]


@pytest.mark.parametrize(("kind", "cards", "rank"), BUILT, ids=lambda value: repr(value)[:20])
def test_building_rubbish_is_a_notation_error(kind: Any, cards: Any, rank: Any) -> None:
    with pytest.raises(NotationError) as caught:
        Meld(kind, cards, rank)
    assert 0 < len(str(caught.value)) < 1_000


@pytest.mark.parametrize(("first", "size"), [(1, 2), (13, 2), (11, 4), (1, 14), (2, 13), (1, 13)])
def test_runs_that_just_fit_the_line(first: int, size: int) -> None:
    cards = read_cards(FrenchCard, [f"{rank}c" for rank in "A23456789TJQKA"[first - 1 : first - 1 + size]])
    assert Meld("run", cards, first).top == first + size - 1
    with pytest.raises(NotationError):
        Meld("run", (*cards, JOKER), 15 - size)


def test_a_meld_never_changes() -> None:
    meld, laid = Meld.read("5h 6h Jk=7h 8h"), Laid(1, Meld.read("4c 4d 4h"))
    for name in ("kind", "cards", "rank"):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(meld, name, getattr(meld, name))
    for name in ("owner", "meld"):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(laid, name, getattr(laid, name))
    meld.grown(FrenchCard("9h"), "high")
    meld.swapped(FrenchCard("7h"), 3)
    assert str(meld) == "5h 6h Jk=7h 8h"


def test_the_card_a_place_of_a_run_belongs_to() -> None:
    meld = Meld.read("Jk=Th Jh Jk=Qh Kh Jk=Ah")
    assert [str(meld.stands_for(i)) for i in range(1, 6)] == ["Th", "Jh", "Qh", "Kh", "Ah"]
    assert str(Meld.read("Jk=Ad 2d 3d 4d").stands_for(1)) == "Ad"
    assert Meld.read("4c 4d Jk").stands_for(3) is None  # SR-034


@pytest.mark.parametrize(
    # with an ace at one end the line can still have one at the other, fourteen cards in all (SR-A25)
    ("text", "low", "high"),
    rows("""
        5h 6h 7h 8h                               | 4h   | 9h
        2h 3h 4h 5h                               | Ah   | 6h
        Ah 2h 3h 4h                               | None | 5h
        3h 4h 5h 6h                               | 2h   | 7h
        Th Jh Qh Kh                               | 9h   | Ah
        Jh Qh Kh Ah                               | Th   | None
        Jk=5d 6d 7d Jk=8d                         | 4d   | 9d
        Jk=Ad 2d 3d Jk=4d                         | None | 5d
        Jk=Jd Qd Kd Jk=Ad                         | Td   | None
        Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh    | None | Ah
        2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah    | Ah   | None
        Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah | None | None
        4c 4d Jk                                  | None | None
    """),
)
def test_the_card_that_makes_a_run_longer(text: str, low: str, high: str) -> None:
    meld = Meld.read(text)
    assert (str(meld.next_card("low")), str(meld.next_card("high"))) == (low, high)


def test_runs_grow_to_14_cards_and_no_further_SR_A25() -> None:
    meld = Meld.read("6s 7s 8s 9s")
    for end in ("high", "low"):
        while (card := meld.next_card(cast(Any, end))) is not None:
            meld = meld.grown(card, cast(Any, end))
            assert Melding().fault(meld) is None
    assert str(meld) == "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
    assert (meld.rank, meld.top) == (1, 14)
    for end in ("high", "low"):
        for card in read_cards(FrenchCard, "2s Ks As Jk"):
            with pytest.raises(NotationError):
                meld.grown(card, cast(Any, end))


def test_runs_and_sets_grow() -> None:
    run, three = Meld.read("5h 6h Jk=7h 8h"), Meld.read("4d 4h Jk")
    assert str(run.grown(FrenchCard("9h"), "high")) == "5h 6h Jk=7h 8h 9h"
    assert str(run.grown(FrenchCard("4h"), "low")) == "4h 5h 6h Jk=7h 8h"
    assert str(run.grown(JOKER, "low")) == "Jk=4h 5h 6h Jk=7h 8h"
    assert str(run.grown(JOKER, "high")) == "5h 6h Jk=7h 8h Jk=9h"
    assert run.grown(FrenchCard("4h"), "low").rank == 4  # the joker stays the seven (SR-A33)
    assert str(three.grown(FrenchCard("4c"), None)) == "4c 4d 4h Jk"
    assert str(three.grown(FrenchCard("4d"), None)) == "4d 4d 4h Jk"
    assert str(three.grown(JOKER, None)) == "4d 4h Jk Jk"
    assert str(Meld.read("2h 3h 4h 5h").grown(FrenchCard("Ah"), "low")) == "Ah 2h 3h 4h 5h"
    assert str(Meld.read("Th Jh Qh Kh").grown(JOKER, "high")) == "Th Jh Qh Kh Jk=Ah"


def test_a_wrong_card_grows_into_a_faulty_meld() -> None:
    assert Melding().fault(Meld.read("5h 6h 7h 8h").grown(FrenchCard("Th"), "high"))[0] == "SR-015"  # type: ignore[index]
    assert Melding().fault(Meld.read("5h 6h 7h 8h").grown(FrenchCard("9d"), "high"))[0] == "SR-A22"  # type: ignore[index]
    assert Melding().fault(Meld.read("4c 4d 4h").grown(FrenchCard("5h"), None))[0] == "SR-014"  # type: ignore[index]


def test_the_joker_is_replaced_by_the_card_it_stands_for() -> None:
    meld = Meld.read("Jk=5h 6h Jk=7h 8h")
    assert str(meld.swapped(FrenchCard("7h"), 3)) == "Jk=5h 6h 7h 8h"
    assert str(meld.swapped(FrenchCard("5h"), 1)) == "5h 6h Jk=7h 8h"
    assert str(meld.swapped(FrenchCard("5h"), 1).swapped(FrenchCard("7h"), 3)) == "5h 6h 7h 8h"
    assert str(Meld.read("Jh Qh Kh Jk=Ah").swapped(FrenchCard("Ah"), 4)) == "Jh Qh Kh Ah"
    assert str(Meld.read("Jk=Ah 2h 3h 4h").swapped(FrenchCard("Ah"), 1)) == "Ah 2h 3h 4h"
    assert Melding().fault(meld.swapped(FrenchCard("8h"), 3)) is not None


def test_laid_melds_move_on_with_their_owners() -> None:
    meld = Meld.read("4c 4d 4h")
    assert [Laid(owner, meld).rotated(1, 3).owner for owner in range(3)] == [1, 2, 0]
    assert [Laid(owner, meld).rotated(2, 3).owner for owner in range(3)] == [2, 0, 1]
    assert Laid(2, meld).rotated(0, 4) == Laid(2, meld)
    assert Laid(2, meld).rotated(4, 4) == Laid(2, meld)
    assert Laid(0, meld).rotated(3, 4).meld == meld
    assert str(meld) in str(Laid(1, meld))
    assert len({Laid(1, meld), Laid(1, meld), Laid(2, meld)}) == 2


# --- fault


def broken(meld: Meld, **options: Any) -> str | None:
    """The number of the rule that a meld breaks; what is said of it is a sentence."""
    fault = Melding(**options).fault(meld)
    if fault is None:
        return None
    rule, why = fault
    assert why.endswith(".")
    return rule


def of(kind: Kind, text: str, rank: int) -> Meld:
    return Meld(kind, read_cards(FrenchCard, text), rank)


@pytest.mark.parametrize(
    ("meld", "rule"),
    [
        (of("set", "4c 4d 4h", 4), None),
        (of("set", "4c 4d", 4), "SR-014"),  # too short
        (of("set", "4c", 4), "SR-014"),
        (of("set", "4c Jk", 4), "SR-014"),
        (of("set", "4c 4d 5h", 4), "SR-014"),
        (of("set", "5c 4d 4h", 4), "SR-014"),
        (of("set", "Ac Ad Ah", 14), None),
        (of("set", "Ac Ad 2h", 14), "SR-014"),
        (of("set", "4c 4c 4c", 4), None),  # SR-A23
        (of("set", "4c 4c 4d 4d 4h 4h 4s 4s", 4), None),  # grown by laying off
        (of("set", "4c 4d 4h 4s 4c 4d 4h 5s", 4), "SR-014"),
        (of("set", "4c Jk Jk", 4), None),
        (of("set", "4c Jk Jk Jk Jk Jk", 4), None),  # SR-A30: no cap
    ],
)
def test_fault_of_sets_SR_014(meld: Meld, rule: str | None) -> None:
    assert broken(meld) == rule


@pytest.mark.parametrize(
    ("meld", "rule"),
    [
        (of("run", "5s 6s 7s 8s", 5), None),
        (of("run", "5s 6s 7s", 5), "SR-015"),  # too short
        (of("run", "5s 6s 7s 8s 9s", 5), None),
        (of("run", "5s 6s 8s 9s", 5), "SR-015"),  # a gap
        (of("run", "5s 6s 6s 7s", 5), "SR-015"),
        (of("run", "8s 7s 6s 5s", 8), "SR-015"),
        (of("run", "5s 6s Jk 8s", 5), None),
        (of("run", "5s Jk 8s 9s", 5), "SR-015"),
        (of("run", "5s Jk Jk 8s", 5), None),
        (of("run", "5s Jk Jk 9s", 5), "SR-015"),
        (of("run", "Jk 6s 7s 8s", 5), None),
    ],
)
def test_fault_of_runs_SR_015(meld: Meld, rule: str | None) -> None:
    assert broken(meld) == rule


@pytest.mark.parametrize(
    ("kind", "text", "rank"),
    [
        ("set", "4c 4d 4h", 5),  # of a rank that it is not
        ("set", "4c 5d 6h", 4),
        ("set", "3d 3s Jk", 4),
        ("run", "5s", 5),  # one card alone is a set that is too short
        ("run", "5s 6s 7s 8s", 4),  # not where it says it begins
        ("run", "5s 6s 7s 8s", 6),
        ("run", "7c 7d 7h 7s", 7),
        ("run", "4c 4d 4h", 4),
        ("run", "Ah 2h 3h 4h", 2),
        ("run", "Jk Ah", 1),  # it would be a set that is too short
        ("run", "Ah Jk", 13),
    ],
)
def test_a_meld_whose_code_would_mean_another_one_cannot_be_built(kind: Kind, text: str, rank: int) -> None:
    with pytest.raises(NotationError):
        of(kind, text, rank)


def test_every_meld_that_can_be_built_is_read_back() -> None:
    cards = read_cards(FrenchCard, "4c 4d 5c 5d 6c Ac Kc Jk")
    built = list(Meld.constructible(cards))
    assert len(built) > 3_000
    assert {meld.kind for meld in built} == {"set", "run"}
    for meld in built:
        assert Meld.read(str(meld)) == meld


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("5s 6s 7s 8s", None),
        ("5s 6d 7s 8s", "SR-A22"),
        ("5s 6s 7s 8d", "SR-A22"),
        ("5d 6s 7s 8s", "SR-A22"),
        ("5s Jk Jk 8d", "SR-A22"),
        ("Jk 6s 7s 8d", "SR-A22"),
        ("Jk 6s 7s 8s", None),
    ],
)
def test_fault_of_suits_SR_A22(text: str, rule: str | None) -> None:
    assert broken(of("run", text, 5)) == rule


LINE = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"


@pytest.mark.parametrize(
    ("meld", "both", "high", "low"),
    [
        (of("run", "Ah 2h 3h 4h", 1), None, "SR-A24", None),
        (of("run", "Jh Qh Kh Ah", 11), None, None, "SR-A24"),
        (of("run", "2h 3h 4h 5h", 2), None, None, None),
        (of("run", "Th Jh Qh Kh", 10), None, None, None),
        (of("run", "Jk 2h 3h 4h", 1), None, "SR-A24", None),  # a joker as an ace that cannot lie there
        (of("run", "Jh Qh Kh Jk", 11), None, None, "SR-A24"),
        (of("run", LINE[:-3], 1), None, "SR-A24", None),
        (of("run", LINE[3:], 2), None, None, "SR-A24"),
        (of("run", LINE[3:-3], 2), None, None, None),
        (of("run", LINE, 1), None, "SR-A24", "SR-A24"),  # SR-A25: 14 cards
        (of("set", "Ac Ad Ah", 14), None, None, None),
    ],
)
def test_fault_of_aces_SR_A24(meld: Meld, both: str | None, high: str | None, low: str | None) -> None:
    assert [broken(meld, ace=ace) for ace in ("both", "high", "low")] == [both, high, low]


@pytest.mark.parametrize(("text", "first"), [("Qh Kh Ah 2h", 12), ("Kh Ah 2h 3h", 13), ("Ah 2h 3h 4h", 14)])
def test_a_run_round_the_corner_cannot_be_written_SR_A25(text: str, first: int) -> None:
    with pytest.raises(NotationError):
        of("run", text, first)


def test_a_joker_that_is_where_it_says_does_not_mend_the_others_SR_015() -> None:
    assert broken(Meld.read("Jk=5h 7h 8h Jk=8h")) == "SR-015"
    assert broken(Meld.read("Jk=5h 6h 7d Jk=8h")) == "SR-A22"


def test_a_run_of_aces_inside_is_a_fault_SR_A25() -> None:
    assert broken(of("run", LINE[:-3] + " 2h", 1)) == "SR-015"
    assert broken(of("run", "Jh Qh Ah Kh", 11)) == "SR-015"
    for text, rank in (("Kh Ah 2h 3h", 11), ("Kh Ah 2h 3h", 13), ("Qh Kh Ah 2h", 1), ("Kh" + LINE[2:], 1)):
        with pytest.raises(NotationError):  # they cannot even be written down
            of("run", text, rank)


@pytest.mark.parametrize("jokers", [1, 2, 3])
@pytest.mark.parametrize("most", [None, 0, 1, 2, 3])
def test_fault_of_too_many_jokers_SR_A30(jokers: int, most: int | None) -> None:
    allowed = most is None or jokers <= most
    run = of("run", " ".join(["Jk"] * jokers + ["5h", "6h", "7h", "8h"][jokers:]), 5)
    five = of("set", " ".join(["4c", "4d"] + ["Jk"] * jokers), 4)
    for meld in (run, five):
        assert broken(meld, max_jokers=most) == (None if allowed else "SR-A30")


def test_fault_of_naturals_alone_knows_no_limit_SR_A30() -> None:
    assert broken(of("run", "5h 6h 7h 8h", 5), max_jokers=0) is None
    assert broken(of("set", "4c 4d 4h", 4), max_jokers=0) is None


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("5h 6h 7h 8h", True),
        ("Jk 6h 7h 8h", True),
        ("Jk 6h Jk 8h", True),
        ("Jk 6h 7h Jk", True),
        ("Jk Jk 7h 8h", False),
        ("5h Jk Jk 8h", False),
        ("5h 6h Jk Jk", False),
        ("Jk 6h Jk Jk", False),
        ("Jk 6h Jk 8h Jk", True),
        ("5h 6h 7h 8h Jk Jk", False),
    ],
)
def test_fault_of_jokers_side_by_side_SR_A31(text: str, apart: bool) -> None:
    meld = of("run", text, 5)
    assert broken(meld) is None
    assert broken(meld, adjacent_jokers=False) == (None if apart else "SR-A31")


def test_jokers_lie_side_by_side_in_every_set_SR_A31() -> None:
    assert broken(of("set", "4c Jk Jk", 4), adjacent_jokers=False) is None
    assert broken(of("set", "4c 4d Jk Jk Jk", 4), adjacent_jokers=False) is None


@pytest.mark.parametrize("text", ["Ah Jk=Ah", "Jk=Ah Ah", "Jk Jk=Ah Ah", "Ac Ad Jk=As"])
def test_aces_alone_are_no_run_SR_015(text: str) -> None:
    """A joker with a label makes a run, and a run has other ranks than the ace."""
    with pytest.raises(NotationError, match="no run has aces alone; in a set a joker is written Jk"):
        Meld.read(text)
