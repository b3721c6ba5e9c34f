"""How many cards a hand is away from a contract; with it, all that is asked about melds is together."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import accumulate

import attrs

from shedkit.core.cards import BY_ORDER, FrenchCard
from shedkit.core.zones import beyond
from shedkit.families.melds.contracts import Contract, Nearest
from shedkit.families.melds.hands import EVERY, FIELD, LESS, MOST_OF_RANK, after_taking, bits_in, windows
from shedkit.families.melds.laying import Laying
from shedkit.families.melds.values import ACE, AT, JOKER, RUN, SET, SUITS, Cards

_Way = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""Windows and the cards of the hand used in them; ranks and how many sets of each."""


@lru_cache(maxsize=64)
def _set_steps(sets: int, most: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each number of cards of a rank: what the first set of it adds to the gaps and jokers, the second, and so on.

    Of the jokers it is how many fewer gaps they can fill, so that of equal steps those sort first that let them fill
    the most.
    """
    table = []
    for held in range(MOST_OF_RANK + 1):
        gaps = [max(0, SET * k - held) for k in range(sets + 1)]
        fill = [min(gap, most * k) for k, gap in enumerate(gaps)]
        table.append(tuple([(gaps[k + 1] - gaps[k], fill[k] - fill[k + 1]) for k in range(sets)]))
    return tuple(table)


@lru_cache(maxsize=2**15)
def _cheapest_sets(ranks: int, sets: int, most: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """The fewest gaps of so many sets, how many of these jokers can fill, and how many sets of which ranks.

    More gaps never pay: with each gap more a set takes one joker more at most.
    """
    table, steps = _set_steps(sets, most), list[tuple[int, int, int]]()
    for rank in range(2, ACE + 1):
        steps += [(gap, less, rank) for gap, less in table[ranks & MOST_OF_RANK]]
        ranks >>= FIELD
    steps.sort()
    del steps[sets:]
    number = Counter([rank for _, _, rank in steps])
    return sum([gap for gap, _, _ in steps]), -sum([less for _, less, _ in steps]), tuple(number.items())


@lru_cache(maxsize=2**15)
def _coverage(suit: tuple[int, ...], starts: int, most: int) -> tuple[int, ...]:
    """The most cards of one suit that 0, 1, ... ``most`` runs can use together.

    It goes through the ranks with the number of runs that began at each of the last three, at the low ace, and in all,
    so its cost does not grow with the ways to lay them.
    """
    held = [sum([level >> rank & 1 for level in suit]) for rank in range(ACE + 1)]
    tied = held[1] and held[ACE]  # the same aces, below the two and above the king
    covered, running = {(0, 0, 0, 0, 0): 0}, 0
    for rank in range(1, ACE - RUN + 2):
        # a run whose first card is not there may as well begin a rank higher, but for the last
        useful = held[rank] if starts >> rank & 2 else max(held[rank:]) if starts >> rank else 0
        running = RUN if useful else running - 1
        if running <= 0:
            continue
        after = dict[tuple[int, int, int, int, int], int]()
        for (first, second, third, low, runs), cards in covered.items():
            for more in range(min(useful, most - runs) + 1):
                if rank == 1 and tied:
                    state, sure = (second, third, more, more, runs + more), 0
                else:
                    state = second, third, more, low, runs + more
                    sure = min(held[rank], first + second + third + more)
                if after.get(state, -1) < cards + sure:
                    after[state] = cards + sure
        covered = after
    best = [0] * (most + 1)
    for (first, second, third, low, runs), cards in covered.items():
        last = min(held[12], first + second + third) + min(held[13], second + third) + min(held[ACE], third + low)
        best[runs] = max(best[runs], cards + last)
    return tuple(accumulate(best, max))


@lru_cache(maxsize=2**14)
def _added(points: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The most cards that 0, 1, ... runs can use, if each run lies in one of two parts for which this is known."""
    return tuple([max([points[n - k] + other[k] for k in range(n + 1)]) for n in range(len(points))])


@attrs.frozen(eq=False, repr=False)
class Melding(Laying):
    """The rules of melds, and the questions about hands and contracts that follow from them.

    All answers are exact for every hand of up to 127 cards and any number of jokers: they come from a search that
    leaves out only what cannot change the answer.

    Attributes:
        ace: whether an ace lies below the two, above the king, or either.
        max_jokers: the most jokers in a meld; ``None`` for no limit but that one card is none (SR-A30).
        adjacent_jokers: whether jokers may lie side by side in a run (SR-A31).

    """

    def missing(self, hand: Cards, contract: Contract) -> int:
        """How many cards the hand is away from the contract: the fewest that would have to come to it.

        They may be any cards, whether or not the deck still has them; 0 means that the contract can be laid.
        """
        return self.nearest(hand, contract).missing

    def nearest(self, hand: Cards, contract: Contract) -> Nearest:
        """How many cards are missing, and the cards of the hand that one of the shortest ways uses.

        >>> from shedkit import FrenchCard, codes, read_cards
        >>> near = Melding().nearest(read_cards(FrenchCard, "5s 6s 8s 9d 9h Kc"), Contract(sets=1, runs=1))
        >>> near.missing, codes(near.cards)
        (2, '5s 6s 8s 9d 9h')
        """
        levels, ranks, jokers = self._read(hand)
        sets, runs = contract.sets, contract.runs
        missing, way = self._fewest(levels, ranks, jokers, sets, runs), None
        while way is None:
            way = self._way(levels, ranks, jokers, missing, sets, runs, EVERY)
            missing += way is None
        used: list[FrenchCard] = []
        for start, pattern in way[0]:
            used += [AT[SUITS[start // 16], start % 16 + i] for i in range(RUN) if pattern >> i & 1]
        left = beyond(tuple(used), hand)
        for rank, number in way[1]:
            used += [card for card in left if card.rank == rank][: SET * number]
        used += [JOKER] * min(jokers, contract.cards - len(used) - missing)
        return Nearest(missing, tuple(sorted(used, key=BY_ORDER)))

    def _fewest(self, levels: tuple[int, ...], ranks: int, jokers: int, sets: int, runs: int) -> int:
        """How many cards are missing at least: the places left empty, less the jokers that may lie in them."""
        room = sets * min(self._most, SET - 1) + runs * self._in_run
        return max(0, self._gaps(levels, ranks, sets, runs) - min(jokers, room))

    def _gaps(self, levels: tuple[int, ...], ranks: int, sets: int, runs: int) -> int:
        """The places that the cards of a hand leave empty at least, if sets and runs took no cards from each other."""
        gaps = _cheapest_sets(ranks, sets, min(self._most, SET - 1))[0] if sets else 0
        if not runs:
            return gaps
        covered = (0,) * (runs + 1)
        for i in range(0, 64, 16):
            top = levels[0] >> i & 0xFFFF
            if top:
                suit = (top, *[mask for level in levels[1:] if (mask := level >> i & 0xFFFF)])
                covered = _added(covered, _coverage(suit, self._starts >> i & 0xFFFF, runs))
        return gaps + RUN * runs - covered[runs]

    def _way(
        self, levels: tuple[int, ...], ranks: int, jokers: int, extra: int, sets: int, runs: int, after: int
    ) -> _Way | None:
        """A way to lay sets and runs with so many jokers and so many cards more, whatever cards those need to be."""
        if runs and self._fewest(levels, ranks, jokers, sets, runs) > extra:
            return None
        starts, tried, filled = self._starts & after, 0, dict[int, int]()
        for lacking in range(RUN if runs else 0):
            starting = windows(levels[0], lacking) & starts
            for start in bits_in(starting & ~tried):
                for used, gaps, fill in self._patterns[levels[0] >> start & 15]:
                    by_joker = min(fill, jokers)
                    left = extra - gaps + by_joker
                    # the same cards in another window are the same run, unless more jokers may lie in it
                    if left < 0 or not used or filled.get(used << start, -1) >= by_joker:
                        continue
                    filled[used << start] = by_joker
                    taken, less = after_taking(levels, used << start), ranks - LESS[start & 15, used]
                    rest = self._way(taken, less, jokers - by_joker, left, sets, runs - 1, EVERY << start)
                    if rest is not None:
                        return ((start, used), *rest[0]), rest[1]
            tried = starting
        # runs of cards that are not there at all may lie anywhere, so there is one way for all of them
        gaps, fill, chosen = _cheapest_sets(ranks, sets, min(self._most, SET - 1)) if sets else (0, 0, ())
        nothing, _, most_filled = self._patterns[0][0]
        if gaps + RUN * runs - min(jokers, fill + most_filled * runs) > extra:
            return None
        return ((0, nothing),) * runs, chosen
