"""How many places a hand leaves empty at least: bounds for the search, worked out for each suit alone.

Runs of different suits share nothing but the jokers. So what the runs of one suit can do is worked out by going through
its ranks once, whatever the ways to lay them are, and what the suits come to is put together. Where there are no sets,
that is the answer itself; sets take cards from runs, and then the answer lies at or above it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, combinations

import attrs

from shedkit.families.melds.hands import FIELD, MOST_OF_RANK, number_of
from shedkit.families.melds.rules import MeldRules
from shedkit.families.melds.values import ACE, RUN, SET


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
def cheapest_sets(ranks: int, sets: int, most: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
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
        useful = 0
        if starts >> rank & 1:
            useful = held[rank] if starts >> rank & 2 else max(held[rank:])
        running = RUN if useful else running - 1
        if running <= 0:
            continue
        after = dict[tuple[int, int, int, int, int], int]()
        here = held[rank]
        for (first, second, third, low, runs), cards in covered.items():
            before = first + second + third
            for more in range((useful if useful < most - runs else most - runs) + 1):
                if rank == 1 and tied:
                    state, sure = (second, third, more, more, runs + more), cards
                else:
                    state = second, third, more, low, runs + more
                    sure = cards + (before + more if before + more < here else here)
                if state not in after or after[state] < sure:
                    after[state] = sure
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


Places = tuple[tuple[int, int], ...]
"""Runs that lie about a rank: of each the places still to come, and how many jokers may still lie in them."""


@lru_cache(maxsize=2**13)
def _a_place_on(runs: Places, empty: int, apart: bool) -> tuple[int, tuple[Places, ...]]:
    """Runs after one place more, which so many of them leave empty: how many without a joker, and how the runs may be.

    Jokers fill what they can: a joker left out here saves one place later at most. With ``apart`` the place after a
    joker gets none.
    """
    free = [i for i, (_, jokers) in enumerate(runs) if jokers]
    lacking = max(0, empty - len(free))
    ways = dict[Places, None]()
    for filled in combinations(free, empty - lacking):
        after = []
        for i, (left, jokers) in enumerate(runs):
            more = jokers - 1 if i in filled else 1 if apart else jokers
            if left > 1:
                after.append((left - 1, min(more, left - 1)))
        ways[tuple(sorted(after))] = None
    return lacking, tuple(ways)


# long: one walk through the ranks, with everything that a rank changes
@lru_cache(maxsize=2**13)
def _emptiness(
    suit: tuple[int, ...], starts: int, most: int, jokers: int, apart: bool, lacking: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """What 0, 1, ... ``most`` runs of one suit leave empty: places that no joker may fill, and places in all.

    Of the first up to ``lacking``, with the fewest places for each number. It goes through the ranks with the runs that
    lie there, so its cost does not grow with the ways to lay them.
    """
    held = [sum([level >> rank & 1 for level in suit]) for rank in range(ACE + 1)]
    tied = held[1] and held[ACE]  # the same aces, below the two and above the king
    # the runs that lie here, the aces left, the runs in all, the places without a joker: the empty places
    reached: dict[tuple[Places, int, int, int], int] = {((), held[ACE], 0, 0): 0}
    for rank in range(1, ACE + 1):
        # a run whose first card is not there may as well begin a rank higher; but for the last, and if jokers lie apart
        # for one with the two cards in the middle
        useful = 0
        if starts >> rank & 1:
            useful = held[rank] if starts >> rank & 2 else sum(held[rank:])
            useful += min(held[rank + 1], held[rank + 2]) if apart else 0
        after = dict[tuple[Places, int, int, int], int]()
        for (lying, aces, runs, lacks), places in reached.items():
            for more in range(min(useful, most - runs) + 1):
                here = lying + ((RUN, jokers),) * more
                covered = min(len(here), aces if rank == ACE else held[rank])
                for cards in range(0 if rank == 1 and tied else covered, covered + 1):
                    empty = len(here) - cards
                    lack, ways = _a_place_on(here, empty, apart)
                    if lacks + lack > lacking:
                        continue
                    for way in ways:
                        state = way, aces - cards if rank == 1 and tied else aces, runs + more, lacks + lack
                        if state not in after or after[state] > places + empty:
                            after[state] = places + empty
        reached = after
    best: list[dict[int, int]] = [{} for _ in range(most + 1)]
    for (_, _, runs, lacks), places in reached.items():
        best[runs][lacks] = min(places, best[runs].get(lacks, places))
    return tuple([tuple(points.items()) for points in best])


@attrs.frozen(eq=False, repr=False)
class Bounds(MeldRules):
    """What a hand leaves empty at least."""

    def _fewest(self, levels: tuple[int, ...], ranks: int, jokers: int, sets: int, runs: int, after: int) -> int:
        """How many cards are missing at least: the places left empty, less the jokers that may lie in them."""
        room = sets * min(self._most, SET - 1) + runs * self._in_run
        return max(0, self._gaps(levels, ranks, sets, runs, after) - min(jokers, room))

    def _gaps(self, levels: tuple[int, ...], ranks: int, sets: int, runs: int, after: int) -> int:
        """The places that the cards of a hand leave empty at least: if sets and runs took no cards from each other.

        Nor are fewer places empty than there are more places than cards.
        """
        gaps = cheapest_sets(ranks, sets, min(self._most, SET - 1))[0] if sets else 0
        if not runs:
            return gaps
        covered = (0,) * (runs + 1)
        for suit, starts in self._suits(levels, after):
            covered = _added(covered, _coverage(suit, starts, runs))
        gaps += RUN * runs - covered[runs]
        return max(gaps, SET * sets + RUN * runs - number_of(ranks)) if sets else gaps

    def _suits(self, levels: tuple[int, ...], after: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """The masks of each suit of which there are cards, and where its runs can begin."""
        for i in range(0, 64, 16):
            top, starts = levels[0] >> i & 0xFFFF, (self._starts & after) >> i & 0xFFFF
            if top and starts:
                yield (top, *[mask for level in levels[1:] if (mask := level >> i & 0xFFFF)]), starts

    def _may_fit(
        self, levels: tuple[int, ...], ranks: int, jokers: int, extra: int, sets: int, runs: int, after: int
    ) -> bool:
        """Whether sets and runs can be laid with ``extra`` cards more, if they took no cards from each other."""
        if sets and self._fewest(levels, ranks, jokers, sets, runs, after) > extra:
            return False
        gaps, fill, _ = cheapest_sets(ranks, sets, min(self._most, SET - 1)) if sets else (0, 0, ())
        return self._runs_fit(levels, runs, jokers + extra - gaps, extra - gaps + fill, after)

    def _runs_fit(self, levels: tuple[int, ...], runs: int, places: int, lacking: int, after: int) -> bool:
        """Whether so many runs can leave at most so many places empty, and ``lacking`` of those without a joker.

        This is exact. If a run may hold three jokers, or none, the places in all decide: a run without any card then
        takes one from a run that has two, or there are too few cards.
        """
        gaps = self._gaps(levels, 0, 0, runs, after)
        if gaps > places or gaps - self._in_run * runs > lacking:
            return False
        if self._in_run in (0, RUN - 1):
            return True
        apart = not self.adjacent_jokers and self._in_run > 1
        reached = {(0, 0): 0}
        for suit, starts in self._suits(levels, after):
            joined = dict[tuple[int, int], int]()
            points = _emptiness(suit, starts, runs, 1 if apart else self._in_run, apart, lacking)
            for (number, lacks), empty in reached.items():
                for more, some in enumerate(points[: runs - number + 1]):
                    for lack, gaps in some:
                        at, all_empty = (number + more, lacks + lack), empty + gaps
                        if at[1] <= lacking and all_empty <= places and all_empty < joined.get(at, places + 1):
                            joined[at] = all_empty
            reached = joined
        bare = RUN - self._in_run  # of the places of a run without any card, those that no joker may fill
        return any(
            empty + RUN * (runs - number) <= places and lacks + bare * (runs - number) <= lacking
            for (number, lacks), empty in reached.items()
        )
