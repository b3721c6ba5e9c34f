"""Pools and cases: what can be known of cards that lie hidden, and what becomes of it when cards move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import factorial, gcd

import attrs

from shedkit.core.cards import BY_ORDER, Card, codes
from shedkit.core.errors import ViewError
from shedkit.core.events import Place
from shedkit.core.zones import without

__all__ = ["Case", "Pool", "carry", "common", "less", "pool_of", "take", "together"]

Cards = tuple[Card, ...]
MOST_CASES = 32
"""So many cases are told apart; then only what they have in common is kept."""


@attrs.frozen
class Pool:
    """Cards of which it is known in which places they lie together, but not which of them lies where.

    Attributes:
        cards: the cards, in deck order.
        places: the places, each with how many of the cards lie there.

    """

    cards: Cards
    places: tuple[tuple[Place, int], ...]

    def count(self, place: Place) -> int:
        """How many of the cards lie in a place."""
        return dict(self.places).get(place, 0)

    @property
    def only(self) -> Place | None:
        """The one place where all of them lie, if they lie in one."""
        return self.places[0][0] if len(self.places) == 1 else None


def pool_of(cards: Iterable[Card], places: Mapping[Place, int]) -> Pool:
    """A pool in its one form."""
    lying = sorted(((place, number) for place, number in places.items() if number), key=by_name)
    return Pool(tuple(sorted(cards, key=BY_ORDER)), tuple(lying))


def by_name(entry: tuple[Place, int]) -> tuple[str, int]:
    """The key that sorts places."""
    place = entry[0]
    return place.zone, -1 if place.player is None else place.player


def joined(pools: Iterable[Pool]) -> Pool:
    """Several pools as one: which card belongs to which is forgotten."""
    cards: list[Card] = []
    places: Counter[Place] = Counter()
    for pool in pools:
        cards += pool.cards
        places.update(dict(pool.places))
    return pool_of(cards, places)


@attrs.frozen
class Case:
    """One way in which the hidden cards can lie, as far as pools tell.

    Attributes:
        pools: all cards the player cannot see, in pools that are kept apart as long as that says anything.
        weight: how many ways led here, beside those in which the pools can be dealt out.

    """

    pools: tuple[Pool, ...]
    weight: int = 1

    def certain(self, place: Place) -> Cards:
        """The cards that lie in a place in this case, as far as that is certain."""
        return next((pool.cards for pool in self.pools if pool.only == place), ())

    def may_lie(self, place: Place, cards: Cards) -> bool:
        """Whether these cards can lie in a place together, as far as the numbers of each pool tell."""
        left = Counter(cards) - Counter(self.certain(place))
        room = 0
        there: Counter[Card] = Counter()
        for pool in self.pools:
            if pool.only != place and (number := pool.count(place)):
                room += number
                there.update(pool.cards)
        return left.total() <= room and left <= there

    def ways(self) -> int:
        """In how many ways it can have come about, up to a factor that all cases of a knowledge share."""
        ways = self.weight
        for pool in self.pools:
            ways *= factorial(len(pool.cards))
            for _, number in pool.places:
                ways //= factorial(number)
        return ways


def less(pool: Pool, place: Place, card: Card) -> Pool:
    """The pool after one of its cards has left a place."""
    places = dict(pool.places)
    places[place] -= 1
    return pool_of(without(pool.cards, (card,)), places)


def swapped(case: Case, old: Pool, *new: Pool, times: int = 1) -> Case:
    """The case with one of its pools replaced."""
    pools = list(case.pools)
    pools.remove(old)
    return Case((*pools, *new), case.weight * times)


def take(case: Case, place: Place, card: Card) -> Iterator[Case]:
    """What there can be after a card was seen to leave a place.

    If it is known to have lain there, that card is gone: whichever of equal cards it was, nothing more is lost. If it
    can have come from several pools, each of them is a case.
    """
    having = [pool for pool in case.pools if pool.count(place) and card in pool.cards]
    sure = next((pool for pool in having if pool.only == place), None)
    for pool in having if sure is None else (sure,):
        yield swapped(case, pool, less(pool, place, card), times=pool.cards.count(card))


def carry(case: Case, source: Place, target: Place, number: int) -> Case:
    """What there can be after unseen cards went from one place to another: all that lay there, or any of them."""
    having = [pool for pool in case.pools if pool.count(source)]
    lying = sum(pool.count(source) for pool in having)
    if number > lying:
        raise ViewError(f"{number} cards cannot have come from {source}, so far as this player knows")
    others = [pool for pool in case.pools if not pool.count(source)]
    if number < lying and len(having) > 1:
        having = [joined(having)]
    moved = []
    for pool in having:
        places = Counter(dict(pool.places))
        going = min(number, places[source])
        places[source] -= going
        places[target] += going
        moved.append(pool_of(pool.cards, places))
    return Case((*others, *moved), case.weight)


def tidy(pools: Iterable[Pool]) -> tuple[Pool, ...]:
    """The same pools in one form: what is known to lie in one place is one pool."""
    local: dict[Place, list[Pool]] = {}
    others = []
    for pool in pools:
        if pool.only is not None:
            local.setdefault(pool.only, []).append(pool)
        elif pool.cards:
            others.append(pool)
    whole = [parts[0] if len(parts) == 1 else joined(parts) for parts in local.values()] + others
    return tuple(sorted(whole, key=lambda pool: (list(map(by_name, pool.places)), codes(pool.cards))))


def together(cases: Iterable[Case]) -> tuple[Case, ...]:
    """The cases, equal ones put together; if there are too many, what they have in common."""
    weights: Counter[tuple[Pool, ...]] = Counter()
    for case in cases:
        weights[tidy(case.pools)] += case.weight
    if len(weights) == 1:
        return tuple([Case(pools) for pools in weights])
    part = gcd(*weights.values())
    made = tuple([Case(pools, weight // part) for pools, weight in weights.items()])
    return made if len(made) <= MOST_CASES else (common(made),)


def common(cases: tuple[Case, ...]) -> Case:
    """What is so in all of these cases: the cards that are certain in a place, and all others anywhere."""
    if len(cases) == 1:
        return cases[0]
    sizes: Counter[Place] = Counter()
    left: Counter[Card] = Counter()
    for pool in cases[0].pools:
        sizes.update(dict(pool.places))
        left.update(pool.cards)
    pools = []
    for place in list(sizes):
        sure = Counter(cases[0].certain(place))
        for case in cases[1:]:
            sure &= Counter(case.certain(place))
        if sure:
            pools.append(pool_of(sure.elements(), {place: sure.total()}))
            sizes[place] -= sure.total()
            left -= sure
    return Case(tidy([*pools, pool_of(left.elements(), sizes)]))
