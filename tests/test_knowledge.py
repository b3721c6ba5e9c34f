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

from helpers import DEFAULTS, each_game, some_rules
from shedkit import (
    BACK,
    FrenchCard,
    Knowledge,
    LuckyShutdown,
    Match,
    NotationError,
    Quiclo,
    ShanghaiRummy,
    ShedkitError,
    Shithead,
    ViewError,
    codes,
    read_cards,
)
from shedkit.core.cards import BY_ORDER, Hidden
from shedkit.core.chance import Chance
from shedkit.core.events import Moved, Place, RoundBegan, Shuffled, Turn
from shedkit.core.knowledge import Case, Pool
from shedkit.core.states import Holds, cards_in, evolve

each_rules = pytest.mark.parametrize("rules", some_rules(3, 4), ids=repr)
PACK = codes(FrenchCard.pack())
STOCK, PILE = Place("stock"), Place("discard")


def hand(player: int) -> Place:
    return Place("hands", player)


def down(player: int) -> Place:
    return Place("face_down", player)


class Table:
    """A state, and what everybody remembers."""

    def __init__(self, rules: Any, state: Any) -> None:
        self.rules, self.state = rules, state
        self.known = {p: Knowledge.of(rules, rules.view(state, p)) for p in (*range(rules.players), None)}

    def play(self, *moves: str) -> Table:
        for text in moves:
            seat, _, code = text.partition(" ")
            self.make(self.rules.parse(code), int(seat))
        return self

    def make(self, move: Any, player: int) -> None:
        self.state, events = self.rules.trace(self.state, move, player)
        for viewer, known in self.known.items():
            self.known[viewer] = known.after(self.rules.shown(events, viewer))
            in_keeping(self.known[viewer], self.state)

    def certain(self, viewer: int | None, place: Place) -> str:
        return codes(self.known[viewer].certain(place))

    def pools(self, viewer: int | None) -> dict[str, dict[Place, int]]:
        (case,) = self.known[viewer].cases
        return {codes(pool.cards): dict(pool.places) for pool in case.pools}

    def samples(self, viewer: int | None, number: int) -> Iterator[Any]:
        view = self.rules.view(self.state, viewer)
        for seed in range(number):
            state = self.rules.sample(view, seed, knowledge=self.known[viewer])
            assert self.rules.view(state, viewer) == view
            in_keeping(self.known[viewer], state)
            yield state

    def at_random(self, rng: Random, mistakes: float = 0.1) -> bool:
        """A random move; whether the game goes on."""
        actors = self.rules.actors(self.state)
        if actors:
            player = rng.choice(actors)
            penalised = self.rules.penalised_moves(self.state, player)
            legal = self.rules.legal_moves(self.state, player)
            self.make(rng.choice(penalised if penalised and rng.random() < mistakes else legal), player)
        return bool(actors)


def hidden(rules: Any, state: Any, viewer: int | None) -> dict[Place, Counter[Any]]:
    """The cards a viewer cannot see, by place."""
    cards_by_place = {}
    for field in state.layout.zones():
        value = getattr(state, field.name)
        for seat, row in enumerate(value) if field.holds is Holds.PLAYERS else [(None, value)]:
            cards = Counter(cards_in(row))
            if cards and not rules.can_see(Place(field.name, seat), viewer):
                cards_by_place[Place(field.name, seat)] = cards
    return cards_by_place


def in_keeping(known: Knowledge, state: Any) -> None:
    """The cases are about this table, and out of one of them its hidden cards can be dealt."""
    there = hidden(known.rules, state, known.player)
    assert known.fits(known.rules.view(state, known.player))
    assert len({case.pools for case in known.cases}) == len(known.cases) > 0
    assert Counter(known.hidden) == sum(there.values(), Counter())
    for case in known.cases:
        sizes: Counter[Place] = Counter()
        cards: Counter[Any] = Counter()
        for pool in case.pools:
            assert pool.cards == tuple(sorted(pool.cards, key=BY_ORDER)) != ()
            assert len(pool.cards) == sum(number for _, number in pool.places)
            assert all(number > 0 and pool.count(place) == number for place, number in pool.places)
            assert (pool.only is None) == (len(pool.places) > 1)
            sizes.update(dict(pool.places))
            cards.update(pool.cards)
        assert sizes == Counter({place: lying.total() for place, lying in there.items()})
        assert cards == sum(there.values(), Counter())
        spread = [pool for pool in case.pools if pool.only is None]
        assert len({pool.only for pool in case.pools if pool.only}) + len(spread) == len(case.pools)
    for place, lying in there.items():
        assert Counter(known.certain(place)) <= lying, f"{place} is said to hold {codes(known.certain(place))}"
    assert any(deals_out(case, there) for case in known.cases), "nothing that is thought possible is the truth"


def deals_out(case: Any, there: Mapping[Place, Counter[Any]]) -> bool:
    """Whether hidden cards can lie as a case says."""
    left = {place: Counter(lying) for place, lying in there.items()}
    for place, lying in left.items():
        certain = Counter(case.certain(place))
        if not certain <= lying:
            return False
        lying -= certain
        left[place] = lying
    # with at most two pools, this is all there is to ask
    return all(flows(pool, left) for pool in case.pools if pool.only is None)


def flows(pool: Pool, lying: Mapping[Place, Counter[Any]]) -> bool:
    """Whether the cards of a pool can be found in its places, as many in each as it says (a flow along paths)."""
    need, want = dict(pool.places), Counter(pool.cards)
    used: dict[Place, Counter[Any]] = {place: Counter() for place in need}
    for place in need:
        for card in want:
            going = min(need[place], want[card], lying[place][card])
            used[place][card] += going
            need[place] -= going
            want[card] -= going

    def grows(place: Place, met: set[Place]) -> bool:
        met.add(place)
        for card in want:
            if used[place][card] == lying[place][card]:
                continue
            if want[card]:
                want[card] -= 1
                used[place][card] += 1
                return True
            for other in used:
                if other not in met and used[other][card]:
                    used[other][card] -= 1
                    used[place][card] += 1
                    if grows(other, met):
                        return True
                    used[other][card] += 1
                    used[place][card] -= 1
        return False

    for place in need:
        while need[place]:
            if not grows(place, set()):
                return False
            need[place] -= 1
    return True


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


@each_rules
def test_it_never_errs(rules):
    learned = 0
    for seed in range(2):
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


# --- values, and what cannot be


@pytest.fixture
def taken() -> Table:
    rules = Shithead(players=3)
    start = rules.position(hands=["3c 9s Jc", "4c 5c", "6c 6d 9d"], face_down=["8c"], discard="7h 8d", turn=1)
    return Table(rules, start).play("1 take")


def test_it_is_a_value(taken):
    known = taken.known[0]
    again = Knowledge.of(taken.rules, taken.rules.view(taken.state, 0))
    assert known != again and known.player == again.player == 0 and known.rules == taken.rules
    assert known != taken.known[2] and known != taken.known[None]
    assert {known: 1}[known.after([])] == 1
    for value, name in (
        (known, "cases"),
        (known, "player"),
        (known.cases[0], "pools"),
        (known.cases[0].pools[0], "cards"),
    ):
        with pytest.raises(AttributeError):
            setattr(value, name, ())
    cases = known.cases
    known.after([Moved(read_cards(FrenchCard, "7h"), hand(1), PILE)])
    assert known.cases is cases and codes(known.certain(hand(1))) == "7h 8d"


def test_everybody_has_knowledge_of_its_own_even_where_all_see_the_same():
    rules = Shithead(players=2)
    start = rules.position(hands=["", ""], face_down=["2c 3c", "4c 6c"], discard="Kd", stock="")
    known = Knowledge.of(rules, rules.view(start, 0))
    assert known.fits(rules.view(start, 0))
    for viewer in (1, None):
        assert not known.fits(rules.view(start, viewer))
        with pytest.raises(ViewError):
            rules.sample(rules.view(start, viewer), 1, knowledge=known)


def test_what_is_known_goes_along_when_a_whole_hand_is_passed_on(taken):
    """None of the games does so; a game of somebody else can."""
    known = taken.known[0].after([Moved((BACK,) * 4, hand(1), Place("face_down", 1))])
    assert codes(known.certain(down(1))) == "7h 8d" and known.certain(hand(1)) == ()
    known = taken.known[0].after([Moved((BACK,) * 3, hand(1), Place("face_down", 1))])
    assert known.certain(down(1)) == known.certain(hand(1)) == ()
    sizes = Counter({place: number for case in known.cases for pool in case.pools for place, number in pool.places})
    assert (sizes[hand(1)], sizes[down(1)]) == (1, 3)


def test_whose_table_it_is_about(taken):
    rules, state = taken.rules, taken.state
    known = taken.known[0]
    assert known.fits(rules.view(state, 0))
    for viewer in (1, 2, None):
        assert not known.fits(rules.view(state, viewer))
        assert taken.known[viewer].fits(rules.view(state, viewer))
        with pytest.raises(ViewError):
            rules.sample(rules.view(state, viewer), 1, knowledge=known)
    later, _ = rules.trace(state, rules.parse("play 6c"), 2)
    other = rules.position(hands=["3c 9s Jc", "4c 5c 7h 8d", "6c 6d"], face_down=["8c"], turn=2)
    swapped = rules.position(hands=["3c 9s 8h", "4c 5c 7h 8d", "6c 6d 9d"], face_down=["8c"], turn=2)
    for foreign in (later, other, swapped):
        assert not known.fits(rules.view(foreign, 0))
        with pytest.raises(ViewError):
            rules.sample(rules.view(foreign, 0), 1, knowledge=known)
    strange = Knowledge.of(rules.evolve(multi_card=True), rules.view(state, 0))
    for wrong in (
        strange,
        5,
        "x",
        rules.view(state, 0),
        Knowledge(rules, 0, (Case(()),)),
        Knowledge(rules, 0, (Case(known.cases[0].pools[1:]),)),
    ):
        with pytest.raises(ViewError):
            rules.sample(rules.view(state, 0), 1, knowledge=wrong)


@pytest.mark.parametrize(
    "cards, source, target",
    [
        ("3c", STOCK, PILE),  # it is in one's own hand
        ("Jc", hand(1), PILE),
        ("7h", hand(2), PILE),  # player 1 has it
        ("7h", STOCK, hand(0)),
        ("8d 8d", hand(1), PILE),
        ("7h 8d Qs Qh Qd", hand(1), PILE),  # so many it does not have
        ("4c", down(1), PILE),  # there is nothing
        ("4c", hand(3), PILE),
        ("4c", Place("face_down", 0, (2,)), Place("nowhere")),
        ("4c", Place("nowhere"), PILE),
        ("?", STOCK, hand(0)),  # one would see it
        ("?", hand(1), PILE),
        ("?", PILE, hand(1)),
        ("? 5c", hand(1), PILE),
        ("? ? ? ? ?", hand(1), STOCK),
        ("? ?", down(0), STOCK),
        ("? " * 60, STOCK, hand(1)),
    ],
    ids=str,
)
def test_what_cannot_have_happened(taken, cards, source, target):
    event = Moved(tuple([BACK if code == "?" else FrenchCard(code) for code in cards.split()]), source, target)
    known = taken.known[0]
    with pytest.raises((ViewError, NotationError)):
        known.after([event])
    assert known == taken.known[0] and codes(known.certain(hand(1))) == "7h 8d"


@pytest.mark.parametrize("event", [7, "taken", None, BACK, FrenchCard("7h"), hand(1), ()], ids=repr)
def test_what_is_no_event(taken, event):
    with pytest.raises(NotationError):
        taken.known[0].after([event])


@pytest.mark.parametrize("events", [None, 7, Turn(0), object()], ids=["nothing", "a number", "an event", "a thing"])
def test_what_is_no_list_of_events(taken, events):
    with pytest.raises(ShedkitError):
        taken.known[0].after(events)


def told(rules: Any, seed: int, moves: int) -> Iterator[tuple[int | None, Knowledge, Any, Any]]:
    """Readers with what they know, what they are told of a move, and what somebody else or the authority is told."""
    state, rng = rules.deal(seed), Random(seed)
    known = {viewer: Knowledge.of(rules, rules.view(state, viewer)) for viewer in (*range(rules.players), None)}
    for _ in range(moves):
        player = rng.choice(rules.actors(state))
        state, events = rules.trace(state, rng.choice(rules.legal_moves(state, player)), player)
        shown = {viewer: rules.shown(events, viewer) for viewer in known}
        for viewer, mine in shown.items():
            for theirs in (*shown.values(), events):
                yield viewer, known[viewer], mine, theirs
            known[viewer] = known[viewer].after(mine)


def faces(event: Any) -> list[Any]:
    return [card for card in event.cards if not isinstance(card, Hidden)] if isinstance(event, Moved) else []


@each_game
def test_events_of_another_player_that_hide_what_one_sees(rules):
    refused = 0
    for _, known, mine, theirs in told(rules, 7, 25):
        if any(BACK in event.cards and faces(own) for event, own in zip(theirs, mine, strict=False) if faces(own)):
            refused += 1
            with pytest.raises((ViewError, NotationError)):
                known.after(theirs)
    assert refused


@each_game
def test_events_of_another_player_that_show_what_one_cannot_see(rules):
    refused = 0
    for _, known, mine, theirs in told(rules, 7, 25):
        if any(faces(event) and BACK in own.cards for event, own in zip(theirs, mine, strict=False) if faces(event)):
            refused += 1
            with pytest.raises((ViewError, NotationError)):
                known.after(theirs)
    assert refused


def test_events_that_hide_what_one_has_seen(taken):
    rules = taken.rules
    _, events = rules.trace(taken.state, rules.parse("play 6c"), 2)
    theirs = rules.shown(events, 0)
    assert any(BACK in event.cards for event in theirs if isinstance(event, Moved))
    with pytest.raises(ViewError):
        taken.known[2].after(theirs)


@pytest.mark.parametrize("cards", ["7h", "Qs", "8c"])
def test_a_card_that_comes_from_where_it_does_not_lie(taken, cards):
    """The pile is empty: nothing can be taken up from it, least of all a card that is hidden elsewhere."""
    event = Moved(read_cards(FrenchCard, cards), PILE, hand(1))
    with pytest.raises((ViewError, NotationError)):
        taken.known[0].after([event])


def test_cards_of_another_game(taken):
    strange = Moved(read_cards(Quiclo().card_type, "7"), PILE, hand(1))
    with pytest.raises((ViewError, NotationError)):
        taken.known[0].after([strange])


@each_game
def test_the_view_of_another_game(rules):
    for other in [*(usual for usual in DEFAULTS if usual is not rules), rules.evolve(players=rules.players + 1)]:
        with pytest.raises(ViewError):
            Knowledge.of(rules, other.view(other.deal(1), 0))
    for wrong in (None, 5, "x"):
        with pytest.raises(ViewError):
            Knowledge.of(rules, wrong)
    with pytest.raises(ViewError):
        Knowledge.of(Quiclo(players=2, highest_card=60), Quiclo(players=2).view(Quiclo(players=2).deal(1), 0))


def test_pools_tell_where_cards_lie():
    pool = Pool(read_cards(FrenchCard, "7h 8d 9s"), ((hand(1), 1), (STOCK, 2)))
    assert (pool.count(hand(1)), pool.count(STOCK), pool.count(hand(0)), pool.only) == (1, 2, 0, None)
    assert Pool(read_cards(FrenchCard, "7h"), ((STOCK, 1),)).only == STOCK


def test_what_is_described_and_what_is_not():
    rules = Quiclo(players=3)
    start = rules.position(hands=["8 45", "7 30", "20 21"], discard="1 2 3 4 5 87", stock="50", turn=1)
    table = Table(rules, start)
    assert table.known[0].describe() == ""
    table.play("1 draw", "2 play 20", "0 draw")
    assert table.certain(1, hand(2)) == "20"
    text = table.known[1].describe()
    assert "player 2's hand: 20 and 2 others" in text
    assert str(table.known[1].certain(hand(1))) == "()"
    assert len(text.splitlines()) == 2  # the new stock and what was drawn from it; the rest lies anywhere


def test_one_other_card_is_one_other():
    rules = Shithead(players=2)
    start = rules.position(hands=["3c 9s Jc", "4c"], discard="7h 8d", turn=1)
    assert Table(rules, start).play("1 take").known[0].describe() == "player 1's hand: 7h 8d and 1 other"


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


def test_cases_come_up_as_often_as_they_weigh():
    rules = Shithead(players=2)
    state = rules.position(hands=["3c", "7h"], stock="8d", discard="")
    held = {code: Pool(read_cards(FrenchCard, code), ((hand(1), 1),)) for code in ("7h", "8d")}
    left = {code: Pool(read_cards(FrenchCard, code), ((STOCK, 1),)) for code in ("7h", "8d")}
    rare, usual = Case((held["7h"], left["8d"]), 1), Case((held["8d"], left["7h"]), 3)
    for cases in ((rare, usual), (usual, rare)):
        known = Knowledge(rules, 0, cases)
        assert known.certain(hand(1)) == known.certain(STOCK) == ()
        view = rules.view(state, 0)
        hands = Counter(codes(rules.sample(view, seed, knowledge=known).hands[1]) for seed in range(400))
        assert hands.keys() == {"7h", "8d"} and 70 < hands["7h"] < 130


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
