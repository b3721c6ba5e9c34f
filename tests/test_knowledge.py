"""`Knowledge` by its specification: scenarios, random play of all games, and small decks in which all is counted out.

The exact part keeps every world that a player's past allows: all ways to lay out what was hidden at the start, each
played on with the same moves, with every order of every shuffle, as long as the player would have seen the same. What
is left of them says what can truly lie where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from math import factorial
from random import Random
from typing import Any

import pytest

from helpers import each_game, some_rules
from knowledge_table import PILE, STOCK, Table, down, hand, hidden, in_keeping
from shedkit import (
    FrenchCard,
    Knowledge,
    LuckyShutdown,
    Match,
    Quiclo,
    ShanghaiRummy,
    Shithead,
    codes,
    read_cards,
)
from shedkit.core.cards import BY_ORDER, Hidden
from shedkit.core.chance import Chance
from shedkit.core.events import Place, RoundBegan, Shuffled, Turn
from shedkit.core.states import cards_in, evolve

each_rules = pytest.mark.parametrize("rules", some_rules(3, 4), ids=repr)
PACK = codes(FrenchCard.pack())
# --- Shithead and Lucky Shutdown


def test_a_pile_that_was_taken_lies_in_that_hand_until_it_is_played():
    rules = Shithead(players=3)
    table = Table(rules, rules.position(hands=["3c 9s Jc", "4c 5c", "6c 6d 9d"], discard="7h 8d", turn=1))
    assert table.certain(0, hand(1)) == ""
    table.play("1 take")
    for viewer in (0, 2, None):
        assert table.certain(viewer, hand(1)) == "7h 8d"
        assert table.certain(viewer, hand(0)) == table.certain(viewer, STOCK) == ""
        assert table.known[viewer].describe() == "player 1's hand: 7h 8d and 2 others"
        others = Counter()
        for state in table.samples(viewer, 20):
            others.update(state.hands[1])
        assert others[FrenchCard("7h")] == others[FrenchCard("8d")] == 20 and len(others) > 10
    assert table.certain(1, hand(1)) == table.known[1].describe() == ""  # it sees them
    table.play("2 play 6d", "0 play 9s")
    assert table.certain(2, hand(1)) == "7h 8d"
    table.play("1 take")
    assert table.certain(0, hand(1)) == table.certain(None, hand(1)) == "6d 7h 8d 9s"
    table.play("2 play 6c", "0 take", "1 play 7h")
    assert table.certain(0, hand(1)) == "6d 8d 9s"
    assert table.certain(None, hand(0)) == table.certain(1, hand(0)) == table.certain(2, hand(0)) == "6c"
    assert table.certain(0, hand(0)) == ""
    table.play("2 take", "0 play 3c", "1 play 6d")
    assert table.certain(None, hand(1)) == "8d 9s"
    assert table.certain(None, hand(2)) == "7h"


def test_cards_known_in_a_hand_keep_their_number_beside_their_twins():
    rules = Shithead(players=2, deck=f"{PACK} {PACK}")
    table = Table(rules, rules.position(hands=["3c 9s Jc", "5c 7h"], discard="7h 8d", turn=1)).play("1 take")
    table.play("0 play 3c", "1 play 7h")  # whichever of the two it was
    assert table.certain(0, hand(1)) == table.certain(None, hand(1)) == "8d"
    assert {len(known.cases) for known in table.known.values()} == {1}
    table.play("0 take", "1 play 7h")
    assert table.certain(0, hand(1)) == table.certain(None, hand(1)) == "8d"
    assert table.certain(1, hand(0)) == table.certain(None, hand(0)) == "3c 7h"
    table.play("0 take")
    assert table.certain(1, hand(0)) == "3c 7h 7h"
    table.play("1 play 8d")
    assert table.certain(0, hand(1)) == ""
    assert all(Counter(state.hands[0])[FrenchCard("7h")] >= 2 for state in table.samples(1, 20))


def test_both_twins_taken_one_played():
    rules = Shithead(players=2, deck=f"{PACK} {PACK}")
    table = Table(rules, rules.position(hands=["3c 9s Jc", "5c 6c"], discard="7h 7h", turn=1)).play("1 take")
    assert table.certain(0, hand(1)) == "7h 7h"
    table.play("0 play 3c", "1 play 7h")
    assert table.certain(0, hand(1)) == "7h"


def test_a_blind_card_that_failed_was_seen():
    rules = Shithead(players=2)
    blind = rules.position(hands=["9c 9d 9s", ""], face_down=["Jc Qc", "4c 6c"], discard="Kd", stock="", turn=1)
    table = Table(rules, blind)
    assert table.pools(0) == {"4c 6c Jc Qc": {down(0): 2, down(1): 2}}
    table.play("1 flip 1")
    assert table.certain(0, hand(1)) == table.certain(None, hand(1)) == "4c Kd"
    assert {"6c Jc Qc": {down(0): 2, down(1): 1}}.items() <= table.pools(0).items()
    assert table.pools(1) == {"6c 9c 9d 9s Jc Qc": {down(0): 2, down(1): 1, hand(0): 3}}
    assert {codes(state.face_down[1]) for state in table.samples(0, 40)} == {"- 6c -", "- Jc -", "- Qc -"}


def test_a_blind_card_that_was_laid_is_hidden_no_more():
    rules = Shithead(players=2)
    blind = rules.position(hands=["9c 9d 9s", ""], face_down=["Jc Qc", "4c 6c"], discard="3d", stock="", turn=1)
    table = Table(rules, blind).play("1 flip 2")
    assert table.pools(0) == {"4c Jc Qc": {down(0): 2, down(1): 1}}
    assert table.certain(0, hand(1)) == ""


def test_lucky_shutdown_remembers_piles_and_blind_cards():
    rules = LuckyShutdown(players=2, reaction="off")
    start = rules.position(hands=["13o 13b 14b", "14o 16b 16o"], discard="20b 21o", turn=1)
    table = Table(rules, start).play("1 take")
    assert table.certain(0, hand(1)) == table.certain(None, hand(1)) == "20b 21o"
    assert table.known[0].describe() == "player 1's hand: 20b 21o and 3 others"
    table.play("0 play 13o", "1 play 20b")
    assert table.certain(0, hand(1)) == "21o"
    table.play("0 take")
    assert table.certain(1, hand(0)) == table.certain(None, hand(0)) == "13o 20b"
    blind = rules.position(hands=["21o", ""], face_down=["13o 17b", "14o 16b"], discard="20b", stock="", turn=1)
    table = Table(rules, blind).play("1 flip 1")
    assert table.certain(0, hand(1)) == table.certain(None, hand(1)) == "14o 20b"
    assert table.pools(0)["13o 16b 17b"] == {down(0): 2, down(1): 1}


def test_lucky_shutdown_remembers_a_challenge_that_failed():
    rules = LuckyShutdown(players=2, challenge_luck=True)
    start = rules.position(hands=["21o 21b 13b", "13o 14o 16o"], discard="20b", stock="14b 15o 18o", turn=1)
    table = Table(rules, start).play("1 challenge")
    assert table.certain(0, hand(1)) == table.certain(None, hand(1)) == "14b 20b"
    assert all(codes(state.stock) for state in table.samples(0, 5))


def test_cards_chosen_in_secret_are_known_once_they_lie_open():
    table = Table(*(lambda rules: (rules, rules.deal(3)))(LuckyShutdown(players=2)))
    move = table.rules.legal_moves(table.state, 1)[4]
    table.make(move, 1)
    assert table.known[0].certain(Place("chosen", 1)) == ()
    assert {
        count for pool in table.known[0].cases[0].pools for place, count in pool.places if place.zone == "chosen"
    } == {3}
    assert len({codes(state.chosen[1]) for state in table.samples(0, 10)}) > 3
    assert table.known[1].fits(table.rules.view(table.state, 1))
    table.make(table.rules.legal_moves(table.state, 0)[0], 0)
    for known in table.known.values():
        assert all(place.zone != "chosen" for case in known.cases for pool in case.pools for place, _ in pool.places)
        assert not {*cards_in(table.state.face_up)} - {*table.rules.deck}
    seen = Counter(card for row in table.state.face_up for card in row)
    unseen = Counter(table.known[None].hidden)
    assert unseen == Counter(table.rules.deck) - seen


# --- QUICLO


def test_a_card_that_was_laid_wrongly_is_known():
    rules = Quiclo(players=3)
    table = Table(rules, rules.position(hands=["8 45 60", "7 30 31", "5 9"], discard="87", turn=1)).play("1 play 30")
    for viewer in (0, 2, None):
        assert table.certain(viewer, hand(1)) == "30"
        assert table.certain(viewer, PILE) == ""
        assert all(30 in [card.number for card in state.hands[1]] for state in table.samples(viewer, 10))
    assert table.known[0].describe() == "player 1's hand: 30 and 3 others"
    table.play("2 draw", "0 draw", "1 play 31", "2 draw", "0 draw", "1 draw", "2 draw", "0 draw", "1 draw")
    assert table.certain(0, hand(1)) == "30 31"
    position = rules.position(hands=["8 45 60", "7 30 31", "5 9"], discard="43", turn=1)
    table = Table(rules, position).play("1 play 7", "2 draw", "0 draw", "1 play 30")
    assert table.certain(0, hand(1)) == "7"


def test_after_a_reshuffle_the_stock_is_the_old_discards():
    rules = Quiclo(players=3)
    start = rules.position(hands=["8 45", "7 30", "20 21"], discard="1 2 3 4 5 87", stock="50", turn=1)
    table = Table(rules, start).play("1 draw")
    for viewer in (0, 1, 2, None):
        assert table.certain(viewer, STOCK) == "1 2 3 4 5"
    unseen = {0: {hand(1): 3, hand(2): 2}, 1: {hand(0): 2, hand(2): 2}, 2: {hand(0): 2, hand(1): 3}}
    unseen[None] = {hand(0): 2, hand(1): 3, hand(2): 2}
    for viewer, places in unseen.items():
        assert places in table.pools(viewer).values()
    table.play("2 draw", "0 draw")
    old = dict(enumerate(read_cards(rules.card_type, "1 2 3 4 5"), 1))
    assert table.pools(None)["1 2 3 4 5"] == {hand(0): 1, hand(2): 1, STOCK: 3}
    assert table.pools(1)["1 2 3 4 5"] == {hand(0): 1, hand(2): 1, STOCK: 3}
    mine = next(card for card in table.state.hands[0] if card in old.values())
    rest = codes(card for card in old.values() if card is not mine)
    assert table.pools(0)[rest] == {hand(2): 1, STOCK: 3}
    drawn_first = Counter()
    for state in table.samples(0, 400):
        drawn = [card for card in state.hands[2] if card in old.values()]
        assert len(drawn) == 1 and set(state.stock) == set(old.values()) - {mine, *drawn}
        drawn_first.update(drawn)
    assert len(drawn_first) == 4 and min(drawn_first.values()) > 60  # each is as likely


def test_own_cards_that_go_into_the_stock_are_remembered():
    rules = Quiclo(players=2)
    start = rules.position(hands=["1 12 60", "7 70 30"], discard="21", stock="50 51", turn=0)
    table = Table(rules, start).play("0 play 1", "1 draw", "0 play 12", "1 draw")
    assert table.certain(0, STOCK) == table.certain(1, STOCK) == table.certain(None, STOCK) == "1 21"
    assert table.certain(1, hand(0)) == "60"


# --- Shanghai Rummy


def test_a_bought_card_is_known_and_its_price_is_not():
    rules = ShanghaiRummy(players=3)
    start = rules.position(hands=["2c 3c 4c", "Ks Kd Qh", "9c 9d 2h"], discard="5d 8s", stock=None, turn=0)
    table = Table(rules, start).play("0 draw", f"1 buy {start.discard[-1]}")
    assert len(table.state.hands[1]) == 5
    for viewer in (0, 2, None):
        assert table.certain(viewer, hand(1)) == "8s"
        assert table.certain(viewer, hand(0)) == ""
        assert table.known[viewer].describe() == "player 1's hand: 8s and 4 others"
        others = {card for state in table.samples(viewer, 30) for card in state.hands[1]}
        assert FrenchCard("8s") in others and len(others) > 25
    assert table.certain(1, hand(1)) == ""


def test_a_taken_discard_is_known_until_it_is_laid_off():
    rules = ShanghaiRummy(players=3)
    start = rules.position(hands=["2c 3c 4c", "Ks Kd Qh", "9c 9d 2h"], discard="5d 8s", turn=0)
    table = Table(rules, start).play("0 take", "0 discard 2c")
    assert table.certain(1, hand(0)) == table.certain(2, hand(0)) == table.certain(None, hand(0)) == "8s"
    table.play("1 take", "1 discard Qh", "2 take", "2 discard 9c", "0 take", "0 discard 8s")
    assert table.certain(None, hand(0)) == "9c"
    assert table.certain(0, hand(1)) == "2c" and table.certain(0, hand(2)) == "Qh"


def test_the_old_discards_of_shanghai_rummy():
    rules = ShanghaiRummy(players=2, max_buys=0)
    start = rules.position(hands=["2c 3c Kc", "Ks Kd Qh"], discard="3h 4h 5h", stock="9d", turn=0)
    table = Table(rules, start).play("0 draw", "0 discard Kc")
    assert table.certain(None, STOCK) == ""
    table.play("1 draw")
    assert table.pools(0)["3h 4h 5h"] == table.pools(None)["3h 4h 5h"] == {hand(1): 1, STOCK: 2}
    assert len(table.known[1].certain(STOCK)) == 2
    assert len({codes(state.stock) for state in table.samples(0, 60)}) == 6
    assert codes(table.state.discard) == "Kc"


def test_a_joker_that_was_exchanged_is_known():
    rules = ShanghaiRummy(players=2)
    start = rules.position(
        hands=["2c 3c", "7s 9d 9h"],
        melds=[(0, "5s 6s Jk=7s 8s"), (1, "4c 4d 4h")],
        down=[True, True],
        discard="Kc",
        turn=1,
        phase="play",
    )
    table = Table(rules, start).play("1 swap 7s 0 3")
    assert table.certain(0, hand(1)) == table.certain(None, hand(1)) == "Jk"


def test_the_rest_of_a_begun_contract_and_what_is_known_of_the_hand():
    rules = ShanghaiRummy(players=2)
    start = rules.position(hands=["2c 3c", "4c 4d 4h Js Jd Jc 9h 2s"], discard="8s", turn=1)
    table = Table(rules, start).play("1 take", "1 lay 4c 4d 4h")
    kinds = set()
    for viewer in (0, None):
        for state in table.samples(viewer, 25):
            rules.checked(state)
            assert FrenchCard("8s") in state.hands[1]
            kinds.add(codes(state.hands[1]))
    assert len(kinds) > 40


def test_a_sample_without_knowledge_is_what_a_newcomer_could_think():
    rules = Shithead(players=2)
    table = Table(rules, rules.position(hands=["3c 9s Jc", "4c 5c"], discard="7h 8d", turn=1)).play("1 take")
    view = rules.view(table.state, 0)
    newcomer = Knowledge.of(rules, view)
    for seed in range(5):
        assert rules.sample(view, seed) == rules.sample(view, seed, knowledge=newcomer)
    assert newcomer != table.known[0] and newcomer.certain(hand(1)) == () and newcomer.describe() == ""


# --- a new round


ROUNDS = [
    Shithead(players=2, rounds=3, deck="2c 3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c 9d Tc Jc Qc Kc Ac"),
    Shithead(players=2, rounds=2, multi_card=True),
    LuckyShutdown(players=2, rounds=3),
    ShanghaiRummy(players=3, contracts=[(2, 0), (1, 1)], hand_size=7, stock_exhausted="end_round"),
    ShanghaiRummy(players=2, contracts=[(1, 0)] * 3, hand_size=3, max_buys=1),
]


@pytest.mark.parametrize("rules", ROUNDS, ids=repr)
def test_a_new_round_wipes_all(rules):
    wiped = 0
    for seed in range(4):
        state, rng = rules.deal(seed), Random(seed)
        known = {p: Knowledge.of(rules, rules.view(state, p)) for p in (*range(rules.players), None)}
        for _ in range(1500):
            actors = rules.actors(state)
            if not actors:
                break
            player = rng.choice(actors)
            legal = rules.legal_moves(state, player)
            taking = [move for move in legal if not str(move).startswith(("take", "decline"))]
            state, events = rules.trace(state, rng.choice(taking if taking and rng.random() < 0.97 else legal), player)
            for viewer in known:
                known[viewer] = known[viewer].after(rules.shown(events, viewer))
            if any(isinstance(event, RoundBegan) for event in events):
                wiped += 1
                for viewer, memory in known.items():
                    assert memory == Knowledge.of(rules, rules.view(state, viewer))
                    assert memory.describe() == ""
    assert wiped


# --- random play: it never errs


@pytest.mark.parametrize("seeds", [1, pytest.param(3, marks=pytest.mark.deep)])
@each_rules
def test_it_never_errs(rules, seeds):
    learned = 0
    for seed in range(seeds):
        table, rng = Table(rules, rules.deal(seed)), Random(seed)
        for turn in range(35 if rules.players < 6 else 20):
            if not table.at_random(rng, mistakes=0.3):  # it looks at every step whether the truth is in keeping
                break
            learned += any(len(case.pools) > 1 for known in table.known.values() for case in known.cases)
            if turn % 10 == 9:
                for viewer in table.known:
                    for state in table.samples(viewer, 2):
                        rules.checked(state)
    assert learned or rules.name != "shithead"


@each_rules
def test_events_at_once_or_one_by_one(rules):
    state, rng = rules.deal(5), Random(5)
    told = []
    starts = {viewer: Knowledge.of(rules, rules.view(state, viewer)) for viewer in (*range(rules.players), None)}
    for _ in range(60):
        actors = rules.actors(state)
        if not actors:
            break
        player = rng.choice(actors)
        state, events = rules.trace(state, rng.choice(rules.legal_moves(state, player)), player)
        told.append(events)
    for viewer, start in starts.items():
        by_move = start
        for events in told:
            by_move = by_move.after(rules.shown(events, viewer))
        every = [event for events in told for event in rules.shown(events, viewer)]
        by_event = start
        for event in every:
            by_event = by_event.after([event])
        assert start.after(every) == start.after(iter(every)) == by_move == by_event
        assert hash(by_move) == hash(by_event)
        assert start == Knowledge.of(rules, rules.view(rules.deal(5), viewer))  # the start has not changed
        assert by_move.after([]) == by_move.after([Turn(0), Shuffled("stock", 3)]) == by_move


@each_game
def test_open_cards_are_no_secret(rules):
    """What is known and what is seen is the deck."""
    table, rng = Table(rules, rules.deal(6)), Random(6)
    for _ in range(40):
        table.at_random(rng)
    for viewer, known in table.known.items():
        inside = rules.view(table.state, viewer).state
        seen = Counter(card for card in inside.layout.cards(inside) if not isinstance(card, Hidden))
        assert seen + Counter(known.hidden) == Counter(rules.deck)
        for pool in (pool for case in known.cases for pool in case.pools):
            assert not any(rules.can_see(place, viewer) for place, _ in pool.places)


def test_with_open_hands_only_the_stock_is_hidden():
    rules = Quiclo(players=2, open_hands=True)
    table, rng = Table(rules, rules.deal(1)), Random(1)
    for _ in range(30):
        table.at_random(rng, mistakes=0.5)
        for known in table.known.values():
            assert [pool.only for case in known.cases for pool in case.pools] == [STOCK]
            assert known.certain(STOCK) == known.hidden == tuple(sorted(table.state.stock, key=BY_ORDER))


# --- small decks: everything that can truly be


class Rigged(Chance):
    """A chance whose next shuffle is given."""

    __slots__ = ("order",)

    @classmethod
    def to(cls, order: Sequence[int]) -> Rigged:
        made = cls(0)
        object.__setattr__(made, "order", order)
        return made

    def shuffled(self, items: Sequence[Any]) -> tuple[tuple[Any, ...], Chance]:
        assert len(items) == len(self.order)
        return tuple(items[i] for i in self.order), Chance(0)


def plain(state: Any) -> Any:
    return evolve(state, chance=Chance(0))


def arrangements(cards: Iterable[Any]) -> Iterator[list[Any]]:
    """All orders of cards that look different."""
    left = Counter(cards)

    def orders(number: int) -> Iterator[list[Any]]:
        if not number:
            yield []
        for card in left if number else ():
            if left[card]:
                left[card] -= 1
                yield from ([card, *rest] for rest in orders(number - 1))
                left[card] += 1

    return orders(left.total())


def turned_up(value: Any, cards: list[Any], in_order: bool) -> Any:
    if value and isinstance(value[0], tuple):
        return tuple(turned_up(part, cards, in_order) for part in value)
    filled = [cards.pop() if isinstance(card, Hidden) else card for card in value]
    return tuple(sorted(filled, key=BY_ORDER) if in_order else filled)


def worlds(rules: Any, state: Any, viewer: int | None) -> set[Any]:
    """Every state that somebody who has just come to the table can think of."""
    seen = rules.view(state, viewer).state
    unseen = [card for cards in hidden(rules, state, viewer).values() for card in cards.elements()]
    zones = [
        field
        for field in seen.layout.zones()
        if any(place.zone == field.name for place in hidden(rules, state, viewer))
    ]
    return {
        plain(
            evolve(
                state, **{field.name: turned_up(getattr(seen, field.name), cards, field.in_order) for field in zones}
            )
        )
        for cards in arrangements(unseen)
    }


def gone_on(rules: Any, there: set[Any], move: Any, player: int, viewer: int | None, shown: Any, view: Any) -> set[Any]:
    """The worlds after a move, those in which the viewer would have seen the same."""
    after = set()
    for state in there:
        if rules.refusal(state, move, player) is not None:
            continue
        _, events = rules.trace(state, move, player)
        shuffles = [event.cards for event in events if isinstance(event, Shuffled)]
        assert len(shuffles) < 2
        for order in permutations(range(shuffles[0])) if shuffles else [None]:
            begun = state if order is None else evolve(state, chance=Rigged.to(order))
            then, events = rules.trace(begun, move, player)
            if rules.shown(events, viewer) == shown and rules.view(then, viewer) == view:
                after.add(plain(then))
    return after


Placing = frozenset[tuple[Place, tuple[Any, ...]]]


def placing(rules: Any, state: Any, viewer: int | None) -> Placing:
    lying = hidden(rules, state, viewer).items()
    return frozenset((place, tuple(sorted(cards.elements(), key=BY_ORDER))) for place, cards in lying)


def dealt(cards: tuple[Any, ...], places: tuple[tuple[Place, int], ...]) -> list[dict[Place, tuple[Any, ...]]]:
    if not places:
        return [{}]
    (place, number), *others = places
    ways = []
    for chosen in set(combinations(cards, number)):
        rest = tuple(sorted((Counter(cards) - Counter(chosen)).elements(), key=BY_ORDER))
        ways += [{place: chosen, **more} for more in dealt(rest, tuple(others))]
    return ways


def allowed(known: Knowledge) -> set[Placing]:
    """All placings that the pools admit."""
    placings = set()
    for case in known.cases:
        for parts in product(*(dealt(pool.cards, pool.places) for pool in case.pools)):
            lying: dict[Place, tuple[Any, ...]] = {}
            for part in parts:
                for place, cards in part.items():
                    lying[place] = lying.get(place, ()) + cards
            placings.add(frozenset((place, tuple(sorted(cards, key=BY_ORDER))) for place, cards in lying.items()))
    return placings


class Exact:
    """A game in which the true worlds of one viewer are kept beside its knowledge."""

    def __init__(self, rules: Any, start: Any, viewer: int | None, seed: int) -> None:
        self.rules, self.state, self.viewer, self.rng = rules, start, viewer, Random(seed)
        self.known = Knowledge.of(rules, rules.view(start, viewer))
        self.there = worlds(rules, start, viewer)
        assert plain(start) in self.there

    def step(self, most: int = 40_000) -> bool:
        rules, viewer = self.rules, self.viewer
        actors = rules.actors(self.state)
        if not actors:
            return False
        player = self.rng.choice(actors)
        legal, penalised = rules.legal_moves(self.state, player), rules.penalised_moves(self.state, player)
        move = self.rng.choice(penalised if penalised and self.rng.random() < 0.4 else legal)
        after, events = rules.trace(self.state, move, player)
        shuffled = [event.cards for event in events if isinstance(event, Shuffled)]
        if any(isinstance(event, RoundBegan) for event in events) or (
            shuffled and len(self.there) * factorial(shuffled[0]) > most
        ):
            return False
        shown = rules.shown(events, viewer)
        self.state, view = after, rules.view(after, viewer)
        self.known = self.known.after(shown)
        self.there = gone_on(rules, self.there, move, player, viewer, shown, view)
        assert plain(after) in self.there
        return True

    def truth(self) -> set[Placing]:
        return {placing(self.rules, state, self.viewer) for state in self.there}

    def sampled(self, number: int) -> list[Any]:
        view = self.rules.view(self.state, self.viewer)
        return [plain(self.rules.sample(view, seed, knowledge=self.known)) for seed in range(number)]


NUMBERS = "1 2 3 11 12 13 21 22"
SMALL_QUICLO = Quiclo(players=2, deck=NUMBERS, hand_size=2, play_for_places=True)
QUICLO_OF_THREE = Quiclo(players=3, deck=NUMBERS, hand_size=1, play_for_places=True)
QUICLO_ILLEGAL = Quiclo(players=2, deck=NUMBERS, hand_size=2, misplay="illegal")
QUICLO_DRAWN = Quiclo(players=2, deck=NUMBERS[:-3], hand_size=2, play_drawn=True)
SMALL_SHANGHAI = ShanghaiRummy(
    players=2, deck="4c 4d 4h 5c 5d 5h 6c 7c 8c", hand_size=2, contracts=[(1, 0)], max_buys=2
)
SHANGHAI_OF_THREE = ShanghaiRummy(
    players=3, deck="4c 4d 4h 5c 5d 5h 6c 7c", hand_size=1, contracts=[(1, 0)], max_buys=1
)
SHANGHAI_ONLOOKER = SMALL_SHANGHAI.evolve(deck="4c 4d 4h 5c 5d 5h 6c 7c")
SHANGHAI_ALWAYS_BUYING = SMALL_SHANGHAI.evolve(discarder_may_buy=True, may_discard_taken=True, joker_swap="any_time")
SHITHEAD = Shithead(players=2)
SHITHEAD_TWINS = Shithead(players=2, deck=f"{PACK} {PACK}", multi_card=True)
LUCKY = LuckyShutdown(players=2, reaction="off", early_reveal=False)
LUCKY_CHALLENGED = LUCKY.evolve(challenge_luck=True, early_reveal=True)
BLIND = {"hands": ["3c 9s Kd", "4c 5c"], "face_down": ["6c", "7d"], "stock": "8h 2s", "discard": "7h"}
BLIND_SMALL = {"hands": ["3c 9s", "4c 5c"], "face_down": ["6c", "7d"], "discard": "7h", "stock": ""}
BLIND_TWINS = {"hands": ["3c 9s Kd", "4c 9s"], "face_down": ["6c", "Kd"], "stock": "4c 9d", "discard": "3c"}
BLIND_LUCKY = {"hands": ["13o 14o 20b", "13b 14o"], "face_down": ["16o", "17b"], "stock": "13o 18b", "discard": "13b"}


def built(rules: Any, position: Mapping[str, Any]) -> Any:
    return lambda seed: rules.position(**position, turn=seed % 2, seed=seed)


FREE = {"contracts": [(1, 0)], "may_discard_taken": True}  # else who discards an equal card shows that it had two
TWINS = {
    "twins": ShanghaiRummy(players=2, hand_size=2, max_buys=2, deck="4c 4c 4d 4d 5c 5c 5d 5d 6c", **FREE),
    "jokers": ShanghaiRummy(players=2, hand_size=2, max_buys=2, deck="4c 4c 4d Jk Jk Jk 5c 5d 6c", **FREE),
    "twins of three": ShanghaiRummy(players=3, hand_size=1, max_buys=1, deck="4c 4c 4d 4d 5c 5c 5d 6c", **FREE),
    "jokers of three": ShanghaiRummy(players=3, hand_size=1, max_buys=1, deck="4c 4c 4d 4d Jk Jk Jk 6c", **FREE),
    "more twins of three": ShanghaiRummy(players=3, hand_size=2, max_buys=0, deck="4c 4c 4c 5c 5c 5c 6c 6d 6h", **FREE),
}
EXACT = {
    "quiclo": (SMALL_QUICLO, SMALL_QUICLO.deal, (0, 1), 6, 30),
    "quiclo of three": (QUICLO_OF_THREE, QUICLO_OF_THREE.deal, (0, 2), 3, 30),
    "quiclo without wrong plays": (QUICLO_ILLEGAL, QUICLO_ILLEGAL.deal, (0, 1), 4, 30),
    "quiclo with drawn cards": (QUICLO_DRAWN, QUICLO_DRAWN.deal, (0, 1, None), 5, 30),
    "quiclo, onlooker": (QUICLO_ILLEGAL, QUICLO_ILLEGAL.deal, (None,), 2, 25),
    "shanghai": (SMALL_SHANGHAI, SMALL_SHANGHAI.deal, (0, 1), 3, 40),
    "shanghai of three": (SHANGHAI_OF_THREE, SHANGHAI_OF_THREE.deal, (0, 1, 2), 1, 40),
    "shanghai with more buying": (SHANGHAI_ALWAYS_BUYING, SHANGHAI_ALWAYS_BUYING.deal, (0, 1), 2, 40),
    "shanghai, onlooker": (SHANGHAI_ONLOOKER, SHANGHAI_ONLOOKER.deal, (None,), 2, 30),
    "shithead": (SHITHEAD, built(SHITHEAD, BLIND), (0, 1), 2, 40),
    "shithead, onlooker": (SHITHEAD, built(SHITHEAD, BLIND_SMALL), (None,), 4, 40),
    "shithead with twins": (SHITHEAD_TWINS, built(SHITHEAD_TWINS, BLIND_TWINS), (0, 1), 2, 30),
    "lucky": (LUCKY, built(LUCKY, BLIND_LUCKY), (0, 1), 3, 30),
}  # fmt: skip


@pytest.mark.parametrize("most", [2, pytest.param(99, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", EXACT)
def test_it_allows_just_what_can_be(name, most):
    """In these games no unclear pool ever holds a card of another, so nothing less than the exact truth will do."""
    rules, start, viewers, games, moves = EXACT[name]
    steps = told = 0
    for seed in range(min(games, most)):
        for viewer in viewers:
            exact = Exact(rules, start(seed), viewer, seed)
            for _ in range(moves):
                if not exact.step():
                    break
                truth, may = exact.truth(), allowed(exact.known)
                assert truth <= may, f"what can be is ruled out, seed {seed}, viewer {viewer}"
                assert truth == may, f"{len(may)} placings are allowed where {len(truth)} can be"
                steps += 1
                told += any(len(case.pools) > 1 for case in exact.known.cases)
                for state in exact.sampled(3):
                    assert placing(rules, state, viewer) in truth
    assert steps > 20 and told > 5


@pytest.mark.parametrize(
    "name", ["quiclo", "quiclo of three", "quiclo with drawn cards", "shanghai", "shithead", "lucky"]
)
def test_samples_bring_up_all_that_can_be(name):
    rules, start, viewers, _, moves = EXACT[name]
    reached = 0
    for viewer in viewers[:2]:
        exact = Exact(rules, start(1), viewer, 1)
        for turn in range(moves):
            if not exact.step():
                break
            truth = exact.truth()
            if len(truth) <= 12 and turn % 3 == 0:
                reached += len(truth)
                assert {placing(rules, state, viewer) for state in exact.sampled(14 * len(truth))} == truth
    assert reached > 8


@pytest.mark.parametrize("name", [name for name in EXACT if name != "quiclo with drawn cards"])
def test_a_sample_is_a_world_that_can_be(name):
    """Not only the cards: everything else that is hidden fits the past as well."""
    rules, start, viewers, _, moves = EXACT[name]
    for viewer in viewers:
        exact = Exact(rules, start(2), viewer, 2)
        for _ in range(moves):
            if not exact.step():
                break
            assert set(exact.sampled(3)) <= exact.there


def test_a_drawn_card_is_one_of_the_hand():
    """With play_drawn the card just drawn is a hidden fact: cards are remembered, facts are drawn anew."""
    rules, start, viewers, games, moves = EXACT["quiclo with drawn cards"]
    for seed in range(games):
        for viewer in viewers:
            exact = Exact(rules, start(seed), viewer, seed)
            for _ in range(moves):
                if not exact.step():
                    break
                can_be = {placing(rules, state, viewer) for state in exact.there}
                for state in exact.sampled(5):
                    assert placing(rules, state, viewer) in can_be
                    assert all(
                        card is None or card in hand for card, hand in zip(state.drawn, state.hands, strict=True)
                    )


@pytest.mark.parametrize("games", [2, pytest.param(5, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", TWINS)
def test_with_twins_it_keeps_the_cases_apart(name, games):
    rules = TWINS[name]
    several = 0
    for seed in range(games):
        for viewer in (*range(rules.players), None) if seed == 0 else range(rules.players):
            exact = Exact(rules, rules.deal(seed), viewer, seed)
            for _ in range(40):
                if not exact.step():
                    break
                truth, may = exact.truth(), allowed(exact.known)
                assert truth <= may, f"what can be is ruled out, seed {seed}, viewer {viewer}"
                assert truth == may, f"{len(may)} placings are allowed where {len(truth)} can be"
                assert {placing(rules, state, viewer) for state in exact.sampled(2)} <= truth
                several += len(exact.known.cases) > 1
    assert several > 5 or "twins of three" not in name


def test_where_there_are_too_many_cases_nothing_that_can_be_is_ruled_out(monkeypatch):
    monkeypatch.setattr("shedkit.core.pools.MOST_CASES", 1)
    rules, less = TWINS["more twins of three"], 0
    for seed in range(5):
        for viewer in range(rules.players):
            exact = Exact(rules, rules.deal(seed), viewer, seed)
            for _ in range(40):
                if not exact.step():
                    break
                in_keeping(exact.known, exact.state)
                assert len(exact.known.cases) == 1
                truth, may = exact.truth(), allowed(exact.known)
                assert truth <= may
                less += truth != may
    assert less


def test_a_card_that_must_not_be_laid_back_tells_more_than_is_kept():
    """Who lays back a card like the one just taken had two of them; that is at least not contradicted."""
    rules = TWINS["twins of three"].evolve(may_discard_taken=False)
    for seed in range(3):
        for viewer in range(3):
            exact = Exact(rules, rules.deal(seed), viewer, seed)
            for _ in range(40):
                if not exact.step():
                    break
                assert exact.truth() <= allowed(exact.known)


def test_what_moves_tell_beside_cards_is_at_least_not_contradicted():
    """A challenge says that there was nothing to lay: more than the cards say, and never against it."""
    rules, start = LUCKY_CHALLENGED, built(LUCKY_CHALLENGED, BLIND_LUCKY)
    for seed in range(3):
        for viewer in (0, 1):
            exact = Exact(rules, start(seed), viewer, seed)
            for _ in range(30):
                if not exact.step():
                    break
                assert exact.truth() <= allowed(exact.known)


@pytest.mark.parametrize("rules", [QUICLO_DRAWN, QUICLO_OF_THREE.evolve(deck=NUMBERS[:-3])], ids=repr)
def test_the_worlds_at_the_start_are_the_orders_of_the_deal(rules):
    """The exact part stands on this: all orders of the deck, and of them those that look the same."""
    state = rules.deal(3)
    for viewer in (*range(rules.players), None):
        view = rules.view(state, viewer)
        orders = (plain(rules.deal(3, order=order)) for order in permutations(rules.deck))
        assert worlds(rules, state, viewer) == {other for other in orders if rules.view(other, viewer) == view}


def test_a_begun_contract_of_cards_that_are_known():
    """Player 0 has taken six cards from the pile and begun its contract: what is left must come out of what is known."""
    rules = ShanghaiRummy(players=2, contracts=[(3, 0)])
    hands = ["4c 4d 4h 2c 3c 5c 6c 8c 9h", "Jd Jc 7c 7d 7s 2d 3d 5d 6d"]
    match = Match(rules, state=rules.position(hands=hands, discard="Js", phase="draw"))
    for thrown, given in (("2c", "Jd"), ("3c", "Jc"), ("5c", "7c"), ("6c", "7d"), ("8c", "7s")):
        for move, player in (("take", 0), (f"discard {thrown}", 0), ("draw", 1)):
            match.play(move, player)
        while match.state.phase == "claim":
            match.play("pass", match.actors[0])
        match.play(f"discard {given}", 1)
    match.play("take", 0)
    for meld in ("4c 4d 4h", "7c 7d 7s"):
        match.play(f"lay {meld}", 0)
        known = match.knowledge(1)
        assert {"Jc", "Jd", "Js"} <= set(codes(known.certain(Place("hands", 0))).split())
        for seed in range(20):
            world = rules.sample(match.view(1), seed, knowledge=known)
            assert set(codes(known.certain(Place("hands", 0))).split()) <= set(codes(world.hands[0]).split())
            assert rules.legal_moves(world, 0)
