"""Whether a contract can be laid from a hand, how it may be begun, and the ways to lay it: an exact search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice

import attrs

from shedkit.core.cards import FrenchCard
from shedkit.core.zones import without
from shedkit.families.melds.bounds import Bounds
from shedkit.families.melds.contracts import Contract
from shedkit.families.melds.hands import (
    EVERY,
    FIELD,
    LESS,
    MOST_OF_RANK,
    UNIT,
    after_taking,
    at_least,
    bits_in,
    counted,
    windows,
)
from shedkit.families.melds.values import SET, SUITS, Cards, Meld


@attrs.frozen(eq=False, repr=False)
class Laying(Bounds):
    """What can be laid from a hand."""

    def can_lay(self, hand: Iterable[FrenchCard], contract: Contract) -> bool:
        """Whether the whole contract can be laid from this hand.

        >>> from shedkit import FrenchCard, read_cards
        >>> from shedkit.families.melds import Melding
        >>> Melding().can_lay(read_cards(FrenchCard, "5s 6s 7s 8s 7c 7d"), Contract(sets=1, runs=1))
        False
        """
        levels, ranks, jokers = self._read(tuple(hand))
        return self._possible(levels, ranks, jokers, contract.sets, contract.runs, EVERY)

    def _set_cost(self, ranks: int, sets: int, most: int) -> int:
        """The fewest jokers that so many sets take, or more than ``most``.

        The next set of a rank never takes fewer jokers than the one before, so the cheapest ones are the best.
        """
        triples = at_least(ranks, SET)
        if triples >= sets or (triples + most < sets and not at_least(ranks, 2 * SET)):
            return 0 if triples >= sets else most + 1
        costs, ones, twos, threes = self._costs, 0, 0, 0
        while ranks:
            free, by_one, by_two, by_three = costs[ranks & MOST_OF_RANK]
            sets -= free
            if sets <= 0:
                return 0
            ones += by_one
            twos += by_two
            threes += by_three
            ranks >>= FIELD
        if sets <= ones:
            return sets
        cost, sets = ones, sets - ones
        if sets <= twos:
            return cost + 2 * sets
        cost, sets = cost + 2 * twos, sets - twos
        return cost + 3 * sets if sets <= threes else most + 1

    # long: it calls itself, and a call more at each step of the search would cost its speed
    def _possible(self, levels: tuple[int, ...], ranks: int, jokers: int, sets: int, runs: int, after: int) -> bool:
        """Whether sets and runs can be laid, runs only from the windows in ``after``."""
        if not runs:
            return not sets or self._set_cost(ranks, sets, jokers) <= jokers
        spare = jokers
        if sets:
            spare -= self._set_cost(ranks, sets, jokers)  # at least that much: the runs may take cards away
            if spare < 0:
                return False
        mask = levels[0]
        starts = self._starts & after
        most = min(spare, self._most)
        for least in range(most + 1):
            starting = windows(mask, least) & starts
            if starting:
                break
        else:
            return False
        if runs * least > spare:
            return False
        last = runs == 1 and not sets
        if last and self.adjacent_jokers:
            return True
        most = min(most, spare - (runs - 1) * least)
        tried, done = 0, set[int]()
        for lacking in range(least, most + 1):
            if lacking > least:
                starting = windows(mask, lacking) & starts
            for start in bits_in(starting & ~tried):
                for used, gaps in self._uses[mask >> start & 15]:
                    if gaps > most:
                        break
                    if last:
                        return True
                    if used << start in done:  # the same cards in another window are the same run
                        continue
                    done.add(used << start)
                    if self._possible(
                        after_taking(levels, used << start),
                        ranks - LESS[start & 15, used],
                        jokers - gaps,
                        sets,
                        runs - 1,
                        EVERY << start,
                    ):
                        return True
                    # the first try mostly tells; where it fails, the bound does, and runs alone may lie in any order
                    if runs > 2 and len(done) == 1:
                        if not self._may_fit(levels, ranks, jokers, 0, sets, runs, after if sets else EVERY):
                            return False
                        if not sets:
                            return True
            tried = starting
        return False

    def first_melds(self, hand: Cards, contract: Contract) -> tuple[Meld, ...]:
        """The melds that may be begun with: those after which the rest of the contract can still be laid.

        Args:
            hand: the cards, in deck order.
            contract: what is to be laid.

        Returns:
            The sets by rank, then the runs by suit; nothing if the contract cannot be laid.

        """
        sets, runs = contract.sets, contract.runs
        ranks, jokers = counted(hand)
        if sets and self._set_cost(ranks, sets, jokers) > jokers:  # as mostly, and quickly seen
            return ()
        levels = self._levels(hand) if runs else ()
        if runs and not self._possible(levels, ranks, jokers, sets, runs, EVERY):
            return ()
        melds: list[Meld] = []
        if sets:
            melds.extend(self._first_sets(hand, levels, ranks, jokers, sets, runs))
        if runs:
            melds.extend(self._first_runs(levels, ranks, jokers, sets, runs))
        return tuple(melds)

    def _first_runs(self, levels: tuple[int, ...], ranks: int, jokers: int, sets: int, runs: int) -> Iterator[Meld]:
        mask, uses = levels[0], self._uses
        for start in bits_in(windows(mask, min(jokers, self._most)) & self._starts):
            for used, gaps in uses[mask >> start & 15]:
                if gaps > jokers:
                    break
                kept = after_taking(levels, used << start)
                if self._possible(kept, ranks - LESS[start & 15, used], jokers - gaps, sets, runs - 1, EVERY):
                    yield self._runs[start, used]

    def _first_sets(
        self, hand: Cards, levels: tuple[int, ...], ranks: int, jokers: int, sets: int, runs: int
    ) -> Iterator[Meld]:
        held: dict[int, list[FrenchCard]] = {}
        for card in hand:
            held.setdefault(card.rank, []).append(card)
        held.pop(0, None)
        most = min(jokers, self._most, SET - 1)
        for rank, cards in held.items():
            if len(cards) + most < SET:
                continue
            for size in range(min(SET, len(cards)), SET - most - 1, -1):
                left, gaps = ranks - size * UNIT[rank], SET - size
                if not runs and not self._possible(levels, left, jokers - gaps, sets - 1, 0, EVERY):
                    continue
                for naturals in dict.fromkeys(combinations(cards, size)):
                    if runs:
                        after = levels
                        for card in naturals:
                            after = after_taking(after, self._bit[card])
                        if not self._possible(after, left, jokers - gaps, sets - 1, runs, EVERY):
                            continue
                    yield self._sets[naturals]

    def layings(self, hand: Cards, contract: Contract) -> Iterator[tuple[Meld, ...]]:
        """All ways to lay a contract, each once, one after the other as they are asked for.

        There can be very many of them where there are jokers. In each way the sets come first, each kind in order.

        Args:
            hand: the cards, in deck order.
            contract: what is to be laid.

        >>> from shedkit import FrenchCard, read_cards
        >>> from shedkit.families.melds import Melding
        >>> hand = read_cards(FrenchCard, "4c 4d 5c 5d 5h Jk")
        >>> for way in Melding().layings(hand, Contract(sets=2, runs=0)):
        ...     print(" / ".join(map(str, way)))
        4c 4d Jk / 5c 5d 5h
        """
        yield from self._layings(hand, contract, -1)

    def _layings(self, hand: Cards, contract: Contract, after: int) -> Iterator[tuple[Meld, ...]]:
        if not contract.melds:
            yield ()
            return
        # sets first: while there are any to lay, no run is begun
        for meld in self.first_melds(hand, contract):
            if contract.sets and meld.kind == "run":
                break
            place = self._place(meld)
            if place < after:
                continue
            for others in self._layings(without(hand, meld.cards), contract.without(meld.kind), place):
                yield (meld, *others)

    def _place(self, meld: Meld) -> int:
        """A number for each meld of a kind, so that several are laid in one order only."""
        place = meld.rank + (16 * SUITS.index(meld.suit) if meld.kind == "run" else 0)
        for card in meld.cards:
            place = 64 * place + card.order
        return place

    def best_laying(
        self,
        hand: Cards,
        contract: Contract,
        measure: Callable[[tuple[Meld, ...], Cards], int],
        most: int | None = None,
    ) -> tuple[Meld, ...] | None:
        """The way to lay a contract with the smallest measure; of equal ones the first; ``None`` if there is none.

        It looks at all ways, of which many jokers make very many.

        Args:
            hand: the cards, in deck order.
            contract: what is to be laid.
            measure: of the melds and the cards left in hand.
            most: how many ways to look at; without it, all.

        >>> from shedkit import FrenchCard, read_cards
        >>> from shedkit.families.melds import Melding
        >>> hand = read_cards(FrenchCard, "4c 4d 4h 4s 9c Jk")
        >>> melding, one = Melding(), Contract(sets=1, runs=0)
        >>> way = melding.best_laying(hand, one, lambda melds, left: left.count(FrenchCard("Jk")))
        >>> print(*way)
        4c 4d Jk
        """
        return min(
            islice(self.layings(hand, contract), most),
            key=lambda way: measure(way, without(hand, tuple([card for meld in way for card in meld.cards]))),
            default=None,
        )
