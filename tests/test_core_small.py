"""Small things that much rests on: defaults, the ends of bounds, answers that are plain values."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any, Generic, TypeVar

import attrs
import pytest

import shedkit.authoring as sk
from mau_mau import MauMau
from shedkit import BACK, FrenchCard, LuckyShutdown, Outcome, Quiclo, ShanghaiRummy, Shithead, read_cards
from shedkit.core.building import blank
from shedkit.core.chance import Chance, generator
from shedkit.core.codec import decode, encode
from shedkit.core.declarations import Visibility
from shedkit.core.errors import NotationError
from shedkit.core.events import Place
from shedkit.core.fields import Field
from shedkit.core.notation import read_state
from shedkit.core.pools import Case, Pool, carry, pool_of, together
from shedkit.core.states import evolve
from shedkit.core.values import short
from shedkit.families.ladder import FLIPS, ROW, Flip
from shedkit.families.melds import Meld, Melding
from shedkit.games.shanghai_rummy.options import SEVEN
from shedkit.games.shithead import Power

A, B = TypeVar("A"), TypeVar("B")
HAND, STOCK, PILE = Place("hands", 1), Place("stock"), Place("discard")


def cards(codes: str) -> tuple[FrenchCard, ...]:
    return read_cards(FrenchCard, codes)


# --- values


def test_chance_begins_with_no_shuffle() -> None:
    assert Chance(7) == Chance(7, 0)


def test_seeds_below_zero_have_numbers_of_their_own() -> None:
    """They last: players of a record are made again from their seeds."""
    assert [round(generator(seed).random(), 6) for seed in (-1, -7, 7)] == [0.53077, 0.06185, 0.323833]


def test_a_joker_has_no_suit() -> None:
    assert (FrenchCard("Jk").rank, FrenchCard("Jk").suit) == (0, "")


def test_numbers_are_shown_unless_they_are_huge() -> None:
    assert short(2**256 - 1).startswith("115792")
    assert short(2**256) == "a huge number"
    assert short(-(2**256)) == "a huge number"


def test_sets_are_written_in_the_order_of_texts() -> None:
    assert encode(frozenset({9, 10, 2})) == [10, 2, 9]


@attrs.frozen
class Held:
    """A value that holds a card."""

    card: FrenchCard


def test_a_card_inside_a_value_may_be_hidden() -> None:
    read = partial(decode, Held, {"card": "?"}, "at", card=FrenchCard)
    assert read(hidden=BACK).card is BACK
    with pytest.raises(NotationError, match=r"^at.card: '\?' is no card"):
        read()


def test_the_outcome_in_words() -> None:
    assert str(Outcome((1, 2, 2), (0,), (1, 2))) == "player 0 wins; player 1 and player 2 lose; places: 1 2 2"
    assert str(Outcome((1, 1, 2), (0, 1), (2,))) == "player 0 and player 1 win; player 2 loses; places: 1 1 2"


def test_a_state_bears_the_mark_of_its_rules_unless_it_may_be_bare() -> None:
    rules = Quiclo(players=2)
    state = rules.deal(seed=1)
    data: Any = rules.to_json(state)
    bare = {name: value for name, value in data.items() if name != "rules"}
    assert read_state(rules, bare, bare=True) == read_state(rules, data) == state
    with pytest.raises(NotationError, match=r"^state: field rules is missing"):
        read_state(rules, bare)


# --- games


class Tagged(Generic[A, B]):
    """Something with two types in brackets that is no game."""

    __slots__ = ()


def test_only_the_brackets_of_a_game_name_its_state_and_its_moves() -> None:
    class Labelled(Tagged[int, str], Quiclo):  # type: ignore[misc]
        __slots__ = ()
        name = "labelled"

    assert Labelled.state_type is Quiclo.state_type
    assert Labelled.move_types == Quiclo.move_types


@pytest.mark.parametrize(
    ("rules", "turn"), [(LuckyShutdown(), None), (Quiclo(), 0), (Shithead(), 0), (ShanghaiRummy(), 0), (MauMau(), 0)]
)
def test_a_table_begins_with_the_defaults(rules: Any, turn: int | None) -> None:
    s = blank(rules)
    assert (s.turn, s.stock, s.discard) == (turn, (), ())
    assert set(s.hands) == {()}


@pytest.mark.parametrize(
    ("rules", "cards"), [(Quiclo(), 1), (Shithead(), 0), (LuckyShutdown(), 0), (ShanghaiRummy(), 1), (MauMau(), 1)]
)
def test_how_many_cards_a_deal_turns_up(rules: Any, cards: int) -> None:
    assert rules.turned_up == cards == len(rules.deal(seed=1).discard)


def test_which_positions_favour_a_seat() -> None:
    """Where equals are told apart by their seats, turning the seats changes the game."""
    first = LuckyShutdown().deal(seed=1)
    assert LuckyShutdown().favours_seats(first) is True
    assert LuckyShutdown().favours_seats(evolve(first, round=evolve(first.round, number=2))) is False
    assert LuckyShutdown().favours_seats(evolve(first, phase="play")) is False
    assert LuckyShutdown(start_tie="random").favours_seats(first) is False
    for rules in (Quiclo(), Shithead(), ShanghaiRummy()):
        assert rules.favours_seats(rules.deal(seed=1)) is False  # type: ignore[arg-type]


def test_a_move_of_who_may_move_is_accepted_or_not() -> None:
    rules = Quiclo(players=2)
    state = rules.position(hands=["8 45", "7"], discard="87")
    answers = {code: rules.accepts(state, rules.parse(code), 0) for code in CODES}
    assert answers == {"play 8": True, "play 45": True, "play 7": False, "draw": True, "pass": False}


CODES = ("play 8", "play 45", "play 7", "draw", "pass")


def test_the_short_game_and_the_common_one() -> None:
    assert ShanghaiRummy.short() == ShanghaiRummy(players=4, contracts=SEVEN[:3])
    assert ShanghaiRummy.short(6) == ShanghaiRummy(players=6, contracts=SEVEN[:3])
    assert ShanghaiRummy.common() == ShanghaiRummy(players=4)
    assert ShanghaiRummy.common(5) == ShanghaiRummy(players=5, decks=3, jokers=6)


def test_there_is_a_flip_for_each_slot() -> None:
    assert tuple(map(Flip, range(1, ROW + 1))) == FLIPS


def test_in_a_position_the_seat_before_has_laid_last_and_the_seed_is_zero() -> None:
    for rules in (Shithead(players=3), LuckyShutdown(players=3)):
        hands = [card.code for card in rules.deck[:3]]
        for turn in range(3):
            state = rules.position(hands=hands, discard=rules.deck[3].code, phase="play", turn=turn, seed=None)  # type: ignore[arg-type]
            assert (state.layer, state.chance) == ((turn - 1) % 3, Chance(0))


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        (Quiclo(players=2), ["drawn", "out", "stock"]),
        (Shithead(players=2), ["layer", "out", "declined", "ready", "dealer", "results", "stock"]),
        (ShanghaiRummy(players=2), ["down", "buys", "taken", "claimant", "dealer", "results", "stock"]),
    ],
)
def test_none_leaves_a_fact_open(rules: Any, facts: list[str]) -> None:
    said = {"hands": [rules.deck[0].code, rules.deck[1].code], "discard": rules.deck[2].code}
    assert rules.position(**said, **dict.fromkeys(facts)) == rules.position(**said)


# --- two players left, and play that goes anticlockwise, at Shithead

NINE = {9: Power.REVERSE}


def test_between_two_the_direction_does_not_change() -> None:
    rules = Shithead(players=3, powers=NINE)
    two = {"hands": ["9s 4c", "7h", ""], "discard": "5c", "stock": "", "out": [2]}
    after = rules.apply(rules.position(**two), rules.parse("play 9s"), 0)  # type: ignore[arg-type]
    assert (after.direction, after.turn) == (1, 1)
    three = {**two, "hands": ["9s 4c", "7h", "8c"], "out": []}
    after = rules.apply(rules.position(**three), rules.parse("play 9s"), 0)  # type: ignore[arg-type]
    assert (after.direction, after.turn) == (-1, 2)


def test_who_takes_the_pile_hands_on_the_turn_in_the_direction_of_play() -> None:
    rules = Shithead(players=3, powers=NINE)
    state = rules.position(hands=["9s", "7h", "8c"], discard="5c", stock="", direction=-1)
    assert rules.apply(state, rules.parse("take"), 0).turn == 2


def test_that_somebody_is_ready_is_told() -> None:
    rules = Shithead(players=2, swap="single")
    state = rules.deal(seed=1)
    _, events = rules.trace(state, rules.parse("ready"), 0)
    assert events == (sk.Chose(0),)


# --- what a hidden fact can be


def among(rules: Any, name: str, at: Any, player: int) -> Any:
    field: Field[Any] = rules.state_type.layout.field(name)
    assert field.visible_to is Visibility.OWNER
    return field.among(rules, at, player)


def test_a_card_just_drawn_is_one_of_the_hand() -> None:
    rules = Quiclo(players=2, play_drawn=True)
    at = rules.position(hands=["8 45", "7"], discard="87", phase="drawn", drawn="45")
    assert among(rules, "drawn", at, 0) == at.hands[0]
    assert among(rules, "drawn", at, 1) == (None,)
    assert among(rules, "drawn", rules.position(hands=["8 45", "7"], discard="87"), 0) == (None,)


def test_only_who_has_a_chance_can_have_let_it_go_by() -> None:
    rules = Shithead(players=3, out_of_turn_quad=True)
    at = rules.position(hands=["4c", "9s 9h 9d", "3c"], discard="9c", stock="")
    assert among(rules, "declined", at, 1) == (False, True)
    assert among(rules, "declined", at, 2) == (False,)
    assert among(rules, "declined", evolve(at, phase="over"), 1) == (False,)


# --- what is known of hidden cards


def pool(codes: str, **places: int) -> Pool:
    return pool_of(cards(codes), {{"hand": HAND, "stock": STOCK}[name]: number for name, number in places.items()})


def test_pools_stay_apart_where_all_cards_of_a_place_move() -> None:
    case = Case((pool("4c 5c", hand=1, stock=1), pool("6c 7c", hand=1, stock=1)))
    whole = carry(case, HAND, PILE, 2)
    assert Counter(pool.cards for pool in whole.pools) == Counter([cards("4c 5c"), cards("6c 7c")])
    part = carry(case, HAND, PILE, 1)
    assert [pool.cards for pool in part.pools] == [cards("4c 5c 6c 7c")]


def test_weights_of_cases_have_no_common_factor() -> None:
    one, other = (pool("4c", hand=1), pool("5c", stock=1)), (pool("5c", hand=1), pool("4c", stock=1))
    assert [case.weight for case in together([Case(one, 4), Case(other, 6)])] == [2, 3]
    assert [case.weight for case in together([Case(one, 4), Case(other, 3), Case(one, 2)])] == [2, 1]
    assert together([Case(one, 4)]) == (Case(one, 1),) == (Case(one),)


# --- melds


def test_the_limits_of_melds_are_three_and_no_more_can_be_given() -> None:
    usual = Melding()
    assert (usual.ace, usual.max_jokers, usual.adjacent_jokers) == ("both", None, True)
    for name in ("bit", "starts", "most", "in_run", "uses", "patterns", "costs", "sets", "runs", "ends"):
        assert hasattr(usual, f"_{name}")
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            Melding(**{name: None})  # type: ignore[arg-type]


def test_which_sizes_of_melds_are_tried() -> None:
    tried = {(meld.kind, len(meld.cards)) for meld in Meld.constructible(cards("4c 4d 5c 6c 7c Jk"))}
    assert tried == {("set", 2), ("set", 3), ("set", 4), ("run", 3), ("run", 4)}
