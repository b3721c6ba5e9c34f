"""How many cards a hand is away from a contract; with it, all that is asked about melds is together."""

from __future__ import annotations

import attrs

from shedkit.core.cards import BY_ORDER, FrenchCard
from shedkit.core.zones import beyond
from shedkit.families.melds.bounds import cheapest_sets
from shedkit.families.melds.contracts import Contract, Nearest
from shedkit.families.melds.hands import EVERY, LESS, after_taking, bits_in, windows
from shedkit.families.melds.laying import Laying
from shedkit.families.melds.values import AT, JOKER, RUN, SET, SUITS, Cards

_Way = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""Windows and the cards of the hand used in them; ranks and how many sets of each."""


@attrs.frozen(eq=False, repr=False)
class Melding(Laying):
    """The rules of melds, and the questions about hands and contracts that follow from them.

    All answers are exact for every hand of up to 127 cards and any number of jokers: they come from a search that
    leaves out only what cannot change the answer. Where runs are many, they are counted suit by suit instead.

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
        missing, way = self._fewest(levels, ranks, jokers, sets, runs, EVERY), None
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

    def _way(
        self, levels: tuple[int, ...], ranks: int, jokers: int, extra: int, sets: int, runs: int, after: int
    ) -> _Way | None:
        """A way to lay sets and runs with so many jokers and so many cards more, whatever cards those need to be."""
        if runs and self._fewest(levels, ranks, jokers, sets, runs, after) > extra:
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
                    # the first try mostly tells; where it fails, the bound does
                    if runs > 1 and len(filled) == 1:
                        if not self._may_fit(levels, ranks, jokers, extra, sets, runs, after):
                            return None
            tried = starting
        # runs of cards that are not there at all may lie anywhere, so there is one way for all of them
        gaps, fill, chosen = cheapest_sets(ranks, sets, min(self._most, SET - 1)) if sets else (0, 0, ())
        nothing, _, most_filled = self._patterns[0][0]
        if gaps + RUN * runs - min(jokers, fill + most_filled * runs) > extra:
            return None
        return ((0, nothing),) * runs, chosen
