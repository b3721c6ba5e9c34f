"""Which melds are good, which can be laid for a contract, and how they grow."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final

import attrs

from shedkit.core.cards import FrenchCard
from shedkit.families.melds.hands import MOST_OF_RANK, Hand, bits_in, counted
from shedkit.families.melds.values import ACE, AT, JOKER, RUN, SET, SUITS, Ace, Cards, End, Meld

# --- what is worked out once, from the limits


def _ranks(rules: MeldRules) -> tuple[int, int]:
    """The lowest and the highest rank of a run, by where an ace lies (SR-A24)."""
    return 2 if rules.ace == "high" else 1, 13 if rules.ace == "low" else ACE


def _bits_of_cards(rules: MeldRules) -> dict[FrenchCard, int]:
    """The bits of each card in a mask; of a joker none."""
    lowest, highest = _ranks(rules)
    bit = {JOKER: 0}
    for i, suit in enumerate(SUITS):
        for rank in range(2, 14):
            bit[AT[suit, rank]] = 1 << 16 * i + rank
        ends = [rank for rank in (1, ACE) if lowest <= rank <= highest]
        bit[AT[suit, ACE]] = sum(1 << 16 * i + rank for rank in ends)
    return bit


def _run_starts(rules: MeldRules) -> int:
    """The bits at which a run of four can begin."""
    lowest, highest = _ranks(rules)
    return sum(1 << 16 * i + first for i in range(4) for first in range(lowest, highest - RUN + 2))


def _most_jokers(rules: MeldRules) -> int:
    """The most jokers of a run of four."""
    return RUN - 1 if rules.max_jokers is None else min(rules.max_jokers, RUN - 1)


def _good_patterns(rules: MeldRules) -> list[int]:
    """Of four places, those that cards fill, where the others are left to jokers as far as the limits go (SR-A31)."""

    def spaced(used: int) -> bool:
        jokers = ~used & 15
        return rules.adjacent_jokers or not jokers & jokers >> 1

    return [used for used in range(1, 16) if RUN - used.bit_count() <= rules._most and spaced(used)]


def _jokers_in_run(rules: MeldRules) -> int:
    """The most jokers of a run of four, with the limits on how they lie."""
    return max(RUN - used.bit_count() for used in _good_patterns(rules))


_BY_SIZE: Final = sorted(range(16), key=lambda used: -used.bit_count())


def _uses_of(rules: MeldRules) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For the cards held of four places: which of them may be used, and the gaps left to jokers."""
    good = _good_patterns(rules)
    return tuple(
        [
            tuple([(used, RUN - used.bit_count()) for used in _BY_SIZE if used in good and used & ~held == 0])
            for held in range(16)
        ]
    )


def _patterns_of(rules: MeldRules) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """The same where cards may be missing: which are used, the gaps, and how many of these jokers can fill."""
    good = _good_patterns(rules)
    fill = [max(RUN - more.bit_count() for more in good if more & used == used) for used in range(16)]
    return tuple(
        [
            tuple([(used, RUN - used.bit_count(), fill[used]) for used in _BY_SIZE if used & ~held == 0])
            for held in range(16)
        ]
    )


def _costs_of(rules: MeldRules) -> tuple[tuple[int, int, int, int], ...]:
    """For each number of cards of a rank: how many sets of it take no joker, one, two, three."""
    in_set, costs = min(rules._most, SET - 1), []
    for held in range(MOST_OF_RANK + 1):
        totals = [max(0, SET * k - held) for k in range(held // (SET - in_set) + 1)]
        steps = [after - before for before, after in pairwise(totals)]
        costs.append((steps.count(0), steps.count(1), steps.count(2), steps.count(3)))
    return tuple(costs)


def _sets_of(rules: MeldRules) -> dict[Cards, Meld]:
    """The sets of three, by their cards that are no jokers (SR-014, SR-A23)."""
    sets = {}
    for rank in range(2, 15):
        of_rank = [AT[suit, rank] for suit in SUITS for _ in range(SET)]
        for size in range(SET - min(rules._most, SET - 1), SET + 1):
            for cards in combinations(of_rank, size):
                sets[cards] = Meld("set", cards + (JOKER,) * (SET - size), rank)
    return sets


def _runs_of(rules: MeldRules) -> dict[tuple[int, int], Meld]:
    """The runs of four, by the bit at which they begin and the places that cards fill (SR-015, SR-A22)."""
    runs = {}
    for start in bits_in(rules._starts):
        suit, first = SUITS[start // 16], start % 16
        for used, _ in rules._uses[15]:
            cards = tuple([AT[suit, first + i] if used >> i & 1 else JOKER for i in range(RUN)])
            runs[start, used] = Meld("run", cards, first)
    return runs


def _ends_of(rules: MeldRules) -> dict[tuple[str, int, int], tuple[tuple[End, FrenchCard], ...]]:
    """The ends at which a run can grow, by suit, first rank and length (SR-A25)."""
    ends = {}
    lowest, highest = _ranks(rules)
    for suit in SUITS:
        for first in range(lowest, highest + 1):
            for last in range(first, highest + 1):
                low: tuple[End, FrenchCard] = ("low", AT.get((suit, first - 1), JOKER))
                high: tuple[End, FrenchCard] = ("high", AT.get((suit, last + 1), JOKER))
                ends[suit, first, last - first + 1] = (low,) * (first > lowest) + (high,) * (last < highest)
    return ends


# --- the rules


@attrs.frozen(eq=False, repr=False)
class MeldRules:
    """The rules of melds; the base of `Melding`, which says what the attributes mean."""

    ace: Ace = "both"
    max_jokers: int | None = None
    adjacent_jokers: bool = True

    _bit: dict[FrenchCard, int] = attrs.field(init=False, default=attrs.Factory(_bits_of_cards, takes_self=True))
    _starts: int = attrs.field(init=False, default=attrs.Factory(_run_starts, takes_self=True))
    _most: int = attrs.field(init=False, default=attrs.Factory(_most_jokers, takes_self=True))
    _in_run: int = attrs.field(init=False, default=attrs.Factory(_jokers_in_run, takes_self=True))
    _uses: tuple[tuple[tuple[int, int], ...], ...] = attrs.field(
        init=False, default=attrs.Factory(_uses_of, takes_self=True)
    )
    _patterns: tuple[tuple[tuple[int, int, int], ...], ...] = attrs.field(
        init=False, default=attrs.Factory(_patterns_of, takes_self=True)
    )
    _costs: tuple[tuple[int, int, int, int], ...] = attrs.field(
        init=False, default=attrs.Factory(_costs_of, takes_self=True)
    )
    _sets: dict[Cards, Meld] = attrs.field(init=False, default=attrs.Factory(_sets_of, takes_self=True))
    _runs: dict[tuple[int, int], Meld] = attrs.field(init=False, default=attrs.Factory(_runs_of, takes_self=True))
    _ends: dict[tuple[str, int, int], tuple[tuple[End, FrenchCard], ...]] = attrs.field(
        init=False, default=attrs.Factory(_ends_of, takes_self=True)
    )

    def contract_melds(self) -> tuple[Meld, ...]:
        """Every meld that can be laid for a contract: sets of three and runs of four.

        >>> from shedkit.families.melds import Melding
        >>> len(Melding(max_jokers=0).contract_melds())
        304
        """
        return (*self._sets.values(), *self._runs.values())

    def next_cards(self, meld: Meld) -> tuple[tuple[End, FrenchCard], ...]:
        """The ends at which a run can grow, each with the card that belongs there; of a set nothing.

        >>> from shedkit.families.melds import Melding
        >>> [(end, str(card)) for end, card in Melding().next_cards(Meld.read("Jh Qh Kh Ah"))]
        [('low', 'Th')]
        """
        return self._ends.get((meld.suit, meld.rank, len(meld.cards)), ()) if meld.kind == "run" else ()

    def takes_joker(self, meld: Meld, end: End | None) -> bool:
        """Whether a joker may be added to a meld, to a run at this end (SR-A30, SR-A31).

        >>> from shedkit.families.melds import Melding
        >>> Melding(adjacent_jokers=False).takes_joker(Meld.read("5h 6h 7h Jk=8h"), "high")
        False
        """
        if self.max_jokers is not None and meld.cards.count(JOKER) >= self.max_jokers:
            return False
        return self.adjacent_jokers or end is None or meld.cards[0 if end == "low" else -1] is not JOKER

    def fault(self, meld: Meld) -> tuple[str, str] | None:
        """The rule that a meld breaks, and how, or ``None`` for a good one.

        >>> from shedkit.families.melds import Melding
        >>> Melding().fault(Meld.read("5s 6s 8s 9s"))
        ('SR-015', 'In a run from 5s, 8s is not at its place: 7s is.')
        """
        jokers = meld.cards.count(JOKER)
        if meld.kind == "set":
            for card in meld.cards:
                if card is not JOKER and card.rank != meld.rank:
                    return "SR-014", f"A set has cards of one rank: {card} does not belong to it."
            if len(meld.cards) < SET:
                return "SR-014", f"A set has at least {SET} cards."
        else:
            if len(meld.cards) < RUN:
                return "SR-015", f"A run has at least {RUN} cards."
            for i, card in enumerate(meld.cards, start=1):
                due = meld.stands_for(i)
                if card is not JOKER and card is not due:
                    rule = "SR-015" if due is None or card.suit == due.suit else "SR-A22"
                    first = meld.stands_for(1)
                    return rule, f"In a run from {first}, {card} is not at its place: {due} is."
            if (meld.rank == 1 and self.ace == "high") or (meld.top == ACE and self.ace == "low"):
                return "SR-A24", f"Aces are {self.ace} in this game."
            if not self.adjacent_jokers and any(
                card is other is JOKER for card, other in zip(meld.cards, meld.cards[1:], strict=False)
            ):
                return "SR-A31", "Jokers may not lie side by side."
        if self.max_jokers is not None and jokers > self.max_jokers:
            return "SR-A30", f"A meld has at most {self.max_jokers} joker{'s' if self.max_jokers != 1 else ''}."
        return None

    def _read(self, hand: Cards) -> Hand:
        return self._levels(hand), *counted(hand)

    def _levels(self, hand: Cards) -> tuple[int, ...]:
        first = second = 0
        more: list[int] = []
        for bit in map(self._bit.__getitem__, hand):
            if not first & bit:
                first |= bit
            elif not second & bit:
                second |= bit
            else:
                for i, level in enumerate(more):
                    if not level & bit:
                        more[i] |= bit
                        break
                else:
                    more.append(bit)
        if more:
            return (first, second, *more)
        return (first, second) if second else (first,)
