"""A table at which everybody remembers, and what must hold of what they know; for the tests of `Knowledge`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from shedkit import (
    Knowledge,
    codes,
)
from shedkit.core.cards import BY_ORDER
from shedkit.core.events import Place
from shedkit.core.knowledge import Pool
from shedkit.core.states import Holds, cards_in

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
