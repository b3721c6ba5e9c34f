"""What rummy games share: melds, contracts, and the exact answer to whether a hand can lay one.

A set is three or more cards of one rank, a run four or more cards of one suit in order. A joker stands in for any
card; of a run it is told which one, in a set only the rank matters.

>>> from shedkit import read_cards, FrenchCard
>>> melding = Melding()
>>> hand = read_cards(FrenchCard, "5s 6s 8s 9s 4c 4d Jk")
>>> melding.can_lay(hand, Contract(sets=1, runs=0)), melding.can_lay(hand, Contract(sets=1, runs=1))
(True, False)
>>> [str(meld) for meld in melding.first_melds(hand, Contract(sets=0, runs=1))]
['5s 6s Jk=7s 8s', '6s Jk=7s 8s 9s']
>>> melding.missing(hand, Contract(sets=1, runs=1))
1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, pairwise, product
from typing import Final, Literal

import attrs
from typing_extensions import Self

from shedkit.core.cards import BY_ORDER, FrenchCard, codes
from shedkit.core.errors import NotationError
from shedkit.core.values import short
from shedkit.core.zones import beyond, without

__all__ = ["ACE", "JOKER", "RUN", "SET", "Contract", "Laid", "Meld", "Melding", "Nearest"]

Cards = tuple[FrenchCard, ...]
Ace = Literal["both", "high", "low"]
End = Literal["low", "high"]

JOKER: Final = FrenchCard("Jk")
ACE: Final = 14
"""The rank of an ace; below a two it lies at rank 1."""
SET: Final = 3
"""The cards of a set when it is laid."""
RUN: Final = 4
"""The cards of a run when it is laid."""
MOST_IN_MELD: Final = 200
"""More cards no meld has."""

_SUITS: Final = "cdhs"
_AT: Final = {(suit, rank): FrenchCard("A23456789TJQKA"[rank - 1] + suit) for suit in _SUITS for rank in range(1, 15)}
"""The card of a suit at a rank from 1, the low ace, to 14."""


# --- melds


@attrs.frozen
class Meld:
    """Cards that belong together: a set or a run.

    A meld can be written down whether or not it keeps the rules; those are asked by `Melding.fault`.

    Attributes:
        kind: ``"set"`` or ``"run"``.
        cards: of a set in deck order, jokers last; of a run from low to high.
        rank: of a set, its rank, 2 to 14; of a run, the rank of its first card, 1 to 14, where 1 is an ace below
            the two.

    Raises:
        NotationError: for what cannot be written down, such as a meld of jokers alone (SR-A30).

    >>> meld = Meld.read("5h 6h Jk=7h 8h")
    >>> meld.kind, meld.rank, str(meld)
    ('run', 5, '5h 6h Jk=7h 8h')

    """

    kind: Literal["set", "run"]
    cards: Cards
    rank: int

    def __attrs_post_init__(self) -> None:
        if self.kind not in ("set", "run"):
            raise NotationError(f"a meld is a set or a run, not {short(self.kind)}")
        if not isinstance(self.cards, tuple) or not all(isinstance(card, FrenchCard) for card in self.cards):
            raise NotationError("the cards of a meld are a tuple of FrenchCard")
        size = len(self.cards)
        if not 0 < size <= MOST_IN_MELD:
            raise NotationError(f"a meld has cards, at most {MOST_IN_MELD} of them")
        if self.cards.count(JOKER) == size:
            raise NotationError("a meld has at least one card beside its jokers (SR-A30)")
        lowest, room = (1, 15 - size) if self.kind == "run" else (2, ACE)
        if type(self.rank) is not int or not lowest <= self.rank <= room:
            beyond_ace = type(self.rank) is int and self.kind == "run" and 1 <= self.rank <= ACE
            what = "go from low to high beyond the ace" if beyond_ace else f"have rank {short(self.rank)}"
            raise NotationError(f"{codes(self.cards[:14])}: a {self.kind} cannot {what}")
        if self.kind == "set" and size > 1:
            object.__setattr__(self, "cards", tuple(sorted(self.cards, key=BY_ORDER)))
        if not self._reads_back():
            cards = codes(self.cards[:14])
            raise NotationError(f"{cards}: these cards are not written as a {self.kind} of rank {self.rank}")

    def _reads_back(self) -> bool:
        """Whether the code of this meld means this meld: the cards that `read` goes by must be at their place."""
        rank = _rank_of_most(self.cards)
        if self.kind == "set":
            return rank == self.rank
        if rank is not None and JOKER not in self.cards:
            return False
        for at, card in enumerate(self.cards, start=self.rank):
            if card is JOKER and at not in (1, ACE):
                return True
            if card is not JOKER and card.rank != ACE:
                return card.rank == at
        return False

    @classmethod
    def read(cls, text: str | Iterable[str]) -> Self:
        """The meld that a text of codes means; a joker with ``=`` and a card, as in ``Jk=7h``, makes it a run.

        Raises:
            NotationError: if a code is no card, or a joker cannot stand for what is written.

        >>> Meld.read("4c 4d Jk").kind, Meld.read("Ah 2h 3h 4h").rank
        ('set', 1)

        """
        if not isinstance(text, str | Iterable):
            raise NotationError(f"a meld is written as codes of cards, not {short(text)}")
        words = text.split() if isinstance(text, str) else list(islice(text, MOST_IN_MELD + 1))
        if not 0 < len(words) <= MOST_IN_MELD:
            raise NotationError(f"a meld has cards, at most {MOST_IN_MELD} of them")
        cards, meant = [], []
        for word in words:
            if not isinstance(word, str):
                raise NotationError(f"a meld is written as codes of cards, not {short(word)}")
            code, equals, label = word.partition("=")
            cards.append(FrenchCard(code))
            if equals and cards[-1] is not JOKER:
                raise NotationError(f"{short(word)}: only a joker, Jk, stands for another card")
            meant.append(FrenchCard(label) if equals else None if cards[-1] is JOKER else cards[-1])
        known = [(i, card) for i, card in enumerate(meant) if card is not None and card is not JOKER]
        if cards.count(JOKER) == len(cards):
            raise NotationError("a meld has at least one card beside its jokers (SR-A30)")
        labelled = any(card is JOKER and other is not None for card, other in zip(cards, meant, strict=True))
        rank = _rank_of_most(cards)
        if rank is not None and not labelled:
            return cls("set", tuple(cards), rank)
        first = next((card.rank - i for i, card in known if card.rank != ACE), None)
        if first is None:
            i = known[0][0]
            first = ACE - i if i else 1
        made = cls("run", tuple(cards), first)
        for i, other in enumerate(meant):
            if cards[i] is JOKER and other is not made.stands_for(i + 1):
                expected = made.stands_for(i + 1)
                wrong = "stands for no card" if other is None else f"cannot stand for {other}"
                raise NotationError(f"{' '.join(words)}: joker {i + 1} {wrong} here, write Jk={expected}")
        return made

    @classmethod
    def constructible(cls, deck: Iterable[FrenchCard]) -> Iterator[Self]:
        """Melds that can be written down with the cards of a deck, good or not, a card short up to one too long for a
        set; `shedkit.testing` tries them all on small decks.
        """
        cards = tuple(dict.fromkeys(deck))
        for size in (SET - 1, SET, SET + 1):
            for picked in combinations_with_replacement(cards, size):
                for rank in {card.rank for card in picked if card is not JOKER}:
                    with suppress(NotationError):
                        yield cls("set", picked, rank)
        for size in (RUN - 1, RUN):
            for picked in product(cards, repeat=size):
                firsts = {card.rank - i for i, card in enumerate(picked) if card is not JOKER}
                firsts |= {1} if picked[0] is not JOKER and picked[0].rank == ACE else set()
                for first in firsts:
                    with suppress(NotationError):
                        yield cls("run", picked, first)

    def __str__(self) -> str:
        if self.kind == "set":
            return codes(self.cards)
        return " ".join(
            f"{card}={self.stands_for(i)}" if card is JOKER else card.code for i, card in enumerate(self.cards, start=1)
        )

    @property
    def suit(self) -> str:
        """The suit of a run: that of its first card that is no joker."""
        for card in self.cards:
            if card is not JOKER:
                return card.suit
        raise AssertionError("a meld has a card that is no joker")

    @property
    def top(self) -> int:
        """The rank of the last card of a run, at most 14."""
        return self.rank + len(self.cards) - 1

    def stands_for(self, position: int) -> FrenchCard | None:
        """The card that belongs at a position of a run, counted from 1; ``None`` in a set.

        >>> str(Meld.read("5h 6h Jk=7h 8h").stands_for(3))
        '7h'
        """
        return None if self.kind == "set" else _AT[self.suit, self.rank + position - 1]

    def next_card(self, end: End) -> FrenchCard | None:
        """The card that would make a run longer at an end, if there can be one.

        >>> str(Meld.read("5h 6h 7h 8h").next_card("high"))
        '9h'
        """
        rank = self.rank - 1 if end == "low" else self.top + 1
        return _AT.get((self.suit, rank)) if self.kind == "run" else None

    def grown(self, card: FrenchCard, end: End | None) -> Meld:
        """The meld with one more card: of a run at an end, of a set wherever."""
        if end == "low":
            return Meld(self.kind, (card, *self.cards), self.rank - 1)
        return Meld(self.kind, (*self.cards, card), self.rank)

    def swapped(self, card: FrenchCard, position: int) -> Meld:
        """The meld with the card at a position, counted from 1, replaced."""
        i = position - 1
        return Meld(self.kind, (*self.cards[:i], card, *self.cards[i + 1 :]), self.rank)


def _rank_of_most(cards: Sequence[FrenchCard]) -> int | None:
    """The rank that more than half of these cards have, jokers apart."""
    (rank, times), *_ = Counter(card.rank for card in cards if card is not JOKER).most_common(1)
    return rank if 2 * times > len(cards) - cards.count(JOKER) else None


@attrs.frozen
class Laid:
    """A meld on the table.

    Attributes:
        owner: the seat of the player who laid it.
        meld: the meld.

    """

    owner: int
    meld: Meld

    def __str__(self) -> str:
        return f"player {self.owner}: {self.meld}"

    def rotated(self, by: int, players: int) -> Laid:
        """The same meld with every seat moved on."""
        return Laid((self.owner + by) % players, self.meld)


@attrs.frozen
class Contract:
    """What must be laid first: so many sets of three and runs of four.

    >>> contract = Contract(sets=2, runs=1)
    >>> str(contract), contract.cards, contract.melds
    ('2 sets and 1 run', 10, 3)

    """

    sets: int
    runs: int

    @property
    def cards(self) -> int:
        """How many cards it takes."""
        return SET * self.sets + RUN * self.runs

    @property
    def melds(self) -> int:
        """How many melds it takes."""
        return self.sets + self.runs

    def rest(self, table: Iterable[Laid], owner: int) -> Contract:
        """What is left of it beside the melds that a player has on the table."""
        own = [laid.meld.kind for laid in table if laid.owner == owner]
        return Contract(self.sets - own.count("set"), self.runs - own.count("run"))

    def without(self, kind: Literal["set", "run"]) -> Contract:
        """What is left once a meld of this kind is laid."""
        return Contract(self.sets - (kind == "set"), self.runs - (kind == "run"))

    def __str__(self) -> str:
        parts = [(self.sets, "set"), (self.runs, "run")]
        return " and ".join(f"{n} {name}{'s' if n > 1 else ''}" for n, name in parts if n) or "nothing"


@attrs.frozen
class Nearest:
    """How far a hand is from a contract.

    Attributes:
        missing: how many cards it lacks at least.
        cards: cards of the hand that would be laid in one way to get there, in deck order.

    """

    missing: int
    cards: Cards


# --- the search
#
# A hand is read into a few numbers. In a mask, each suit has 16 bits, of which bit 1 is the low ace, 2 to 13 are two
# to king and 14 is the high ace; the first mask holds the cards there are at least once, the second those there are
# at least twice, and so on. Beside it, `ranks` counts the cards of each rank in fields of seven bits. So all windows
# of four cards in which enough cards are held are found in a dozen operations on whole numbers.

_FIELD: Final = 7
_MOST_OF_RANK: Final = (1 << _FIELD) - 1
_LOW_ACES: Final = sum(1 << (16 * i + 1) for i in range(4))
_HIGH_ACES: Final = sum(1 << (16 * i + 14) for i in range(4))
_UNIT: Final = {rank: 1 << _FIELD * (rank - 2) for rank in range(2, 15)}
_LESS: Final = {
    (first, used): sum(_UNIT[ACE if first + i == 1 else first + i] for i in range(RUN) if used >> i & 1)
    for first in range(1, 12)
    for used in range(16)
}
"""What the cards of a window, from its first rank on, count in `ranks`."""
_EVERY: Final = -1


def _windows(mask: int, most: int) -> int:
    """The bits at which a window of four begins that lacks at most so many cards, suits running into each other."""
    b, c, d = mask >> 1, mask >> 2, mask >> 3
    if most == 0:
        return mask & b & c & d
    if most == 1:
        return (mask & b & (c | d)) | (c & d & (mask | b))
    if most == 2:
        return (mask & b) | (c & d) | ((mask | b) & (c | d))
    return mask | b | c | d if most == 3 else _EVERY


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _taken(levels: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """The masks after one card of each of these bits has gone; an ace goes at both ends."""
    bits |= (bits & _LOW_ACES) << 13 | (bits & _HIGH_ACES) >> 13
    stays = ~bits
    if len(levels) == 1:
        return (levels[0] & stays,)
    if len(levels) == 2:
        one, two = levels
        return one & stays | two & bits, two & stays
    return tuple([level & stays | above & bits for level, above in zip(levels, (*levels[1:], 0), strict=True)])


_Hand = tuple[tuple[int, ...], int, int]
"""A hand as the search sees it: masks, ranks, jokers."""


@attrs.frozen(eq=False, repr=False)
class Melding:
    """The rules of melds, and the questions about hands and contracts that follow from them.

    All answers are exact for every hand of up to 127 cards and any number of jokers: they come from a search that
    leaves out only what cannot change the answer.

    Attributes:
        ace: whether an ace lies below the two, above the king, or either.
        max_jokers: the most jokers in a meld; ``None`` for no limit but that one card is none (SR-A30).
        adjacent_jokers: whether jokers may lie side by side in a run (SR-A31).

    """

    ace: Ace = "both"
    max_jokers: int | None = None
    adjacent_jokers: bool = True

    # worked out
    _bit: dict[FrenchCard, int] = attrs.field(init=False)
    _starts: int = attrs.field(init=False)
    _most: int = attrs.field(init=False)
    _uses: tuple[tuple[tuple[int, int], ...], ...] = attrs.field(init=False)
    _patterns: tuple[tuple[tuple[int, int, int], ...], ...] = attrs.field(init=False)
    _costs: tuple[tuple[int, int, int, int], ...] = attrs.field(init=False)
    _sets: dict[Cards, Meld] = attrs.field(init=False)
    _runs: dict[tuple[int, int], Meld] = attrs.field(init=False)
    _ends: dict[tuple[str, int, int], tuple[tuple[End, FrenchCard], ...]] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        lowest = 2 if self.ace == "high" else 1
        highest = 13 if self.ace == "low" else ACE
        bit = {JOKER: 0}
        for i, suit in enumerate(_SUITS):
            for rank in range(2, 14):
                bit[_AT[suit, rank]] = 1 << 16 * i + rank
            ends = [rank for rank in (1, ACE) if lowest <= rank <= highest]
            bit[_AT[suit, ACE]] = sum(1 << 16 * i + rank for rank in ends)
        starts = sum(1 << 16 * i + first for i in range(4) for first in range(lowest, highest - RUN + 2))
        most = RUN - 1 if self.max_jokers is None else min(self.max_jokers, RUN - 1)
        # of four places, those that cards fill; the others are left to jokers, as far as these limits go
        good = [used for used in range(1, 16) if RUN - used.bit_count() <= most and self._spaced(used)]
        by_size = sorted(range(16), key=lambda used: -used.bit_count())
        fill = [max(RUN - more.bit_count() for more in good if more & used == used) for used in range(16)]
        uses = [
            [(used, RUN - used.bit_count()) for used in by_size if used in good and used & ~held == 0]
            for held in range(16)
        ]
        patterns = [
            [(used, RUN - used.bit_count(), fill[used]) for used in by_size if used & ~held == 0] for held in range(16)
        ]
        in_set = min(most, SET - 1)
        costs = []
        for held in range(1 << _FIELD):
            totals = [max(0, SET * k - held) for k in range(held // (SET - in_set) + 1)]
            steps = [after - before for before, after in pairwise(totals)]
            costs.append((steps.count(0), steps.count(1), steps.count(2), steps.count(3)))
        for name, value in {
            "bit": bit, "starts": starts, "most": most, "uses": tuple(map(tuple, uses)),
            "patterns": tuple(map(tuple, patterns)), "costs": tuple(costs), "sets": {}, "ends": {}, "runs": {},
        }.items():  # fmt: skip
            object.__setattr__(self, f"_{name}", value)
        for rank in range(2, 15):
            of_rank = [_AT[suit, rank] for suit in _SUITS for _ in range(SET)]
            for size in range(SET - in_set, SET + 1):
                for cards in combinations(of_rank, size):
                    self._sets[cards] = Meld("set", cards + (JOKER,) * (SET - size), rank)
        for start in _bits(starts):
            suit, first = _SUITS[start // 16], start % 16
            for used, _ in uses[15]:
                cards = tuple(_AT[suit, first + i] if used >> i & 1 else JOKER for i in range(RUN))
                self._runs[start, used] = Meld("run", cards, first)
        for suit in _SUITS:
            for first in range(lowest, highest + 1):
                for last in range(first, highest + 1):
                    low: tuple[End, FrenchCard] = ("low", _AT.get((suit, first - 1), JOKER))
                    high: tuple[End, FrenchCard] = ("high", _AT.get((suit, last + 1), JOKER))
                    grows = (low,) * (first > lowest) + (high,) * (last < highest)
                    self._ends[suit, first, last - first + 1] = grows

    def contract_melds(self) -> tuple[Meld, ...]:
        """Every meld that can be laid for a contract: sets of three and runs of four.

        >>> len(Melding(max_jokers=0).contract_melds())
        304
        """
        return (*self._sets.values(), *self._runs.values())

    def next_cards(self, meld: Meld) -> tuple[tuple[End, FrenchCard], ...]:
        """The ends at which a run can grow, each with the card that belongs there; of a set nothing.

        >>> [(end, str(card)) for end, card in Melding().next_cards(Meld.read("Jh Qh Kh Ah"))]
        [('low', 'Th')]
        """
        return self._ends.get((meld.suit, meld.rank, len(meld.cards)), ()) if meld.kind == "run" else ()

    def takes_joker(self, meld: Meld, end: End | None) -> bool:
        """Whether a joker may be added to a meld, to a run at this end (SR-A30, SR-A31).

        >>> Melding(adjacent_jokers=False).takes_joker(Meld.read("5h 6h 7h Jk=8h"), "high")
        False
        """
        if self.max_jokers is not None and meld.cards.count(JOKER) >= self.max_jokers:
            return False
        return self.adjacent_jokers or end is None or meld.cards[0 if end == "low" else -1] is not JOKER

    def _spaced(self, used: int) -> bool:
        jokers = ~used & 15
        return self.adjacent_jokers or not jokers & jokers >> 1

    # the rules of melds

    def fault(self, meld: Meld) -> tuple[str, str] | None:
        """The rule that a meld breaks, and how, or ``None`` for a good one.

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

    # reading a hand

    def _read(self, hand: Iterable[FrenchCard]) -> _Hand:
        one = two = ranks = jokers = 0
        more: list[int] = []
        bits = self._bit
        for card in hand:
            bit = bits[card]
            if not bit:
                jokers += 1
                continue
            ranks += _UNIT[card.rank]
            if not one & bit:
                one |= bit
            elif not two & bit:
                two |= bit
            else:
                for i, level in enumerate(more):
                    if not level & bit:
                        more[i] |= bit
                        break
                else:
                    more.append(bit)
        if more:
            return (one, two, *more), ranks, jokers
        return ((one, two) if two else (one,)), ranks, jokers

    # the question

    def can_lay(self, hand: Iterable[FrenchCard], contract: Contract) -> bool:
        """Whether the whole contract can be laid from this hand.

        >>> from shedkit import read_cards
        >>> Melding().can_lay(read_cards(FrenchCard, "5s 6s 7s 8s 7c 7d"), Contract(sets=1, runs=1))
        False
        """
        levels, ranks, jokers = self._read(hand)
        return self._possible(levels, ranks, jokers, contract.sets, contract.runs, _EVERY)

    def _set_cost(self, ranks: int, sets: int, most: int) -> int:
        """The fewest jokers that so many sets take, or more than ``most``.

        The next set of a rank never takes fewer jokers than the one before, so the cheapest ones are the best.
        """
        costs, ones, twos, threes = self._costs, 0, 0, 0
        while ranks:
            free, one, two, three = costs[ranks & _MOST_OF_RANK]
            sets -= free
            if sets <= 0:
                return 0
            ones += one
            twos += two
            threes += three
            ranks >>= _FIELD
        if sets <= ones:
            return sets
        cost, sets = ones, sets - ones
        if sets <= twos:
            return cost + 2 * sets
        cost, sets = cost + 2 * twos, sets - twos
        return cost + 3 * sets if sets <= threes else most + 1

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
            found = _windows(mask, least) & starts
            if found:
                break
        else:
            return False
        if runs * least > spare:
            return False
        last = runs == 1 and not sets
        if last and self.adjacent_jokers:
            return True
        most = min(most, spare - (runs - 1) * least)
        tried = 0
        for lacking in range(least, most + 1):
            if lacking > least:
                found = _windows(mask, lacking) & starts
            for start in _bits(found & ~tried):
                for used, gaps in self._uses[mask >> start & 15]:
                    if gaps > most:
                        break
                    if last:
                        return True
                    if self._possible(
                        _taken(levels, used << start),
                        ranks - _LESS[start & 15, used],
                        jokers - gaps,
                        sets,
                        runs - 1,
                        _EVERY << start,
                    ):
                        return True
            tried = found
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
        levels, ranks, jokers = self._read(hand)
        if not self._possible(levels, ranks, jokers, sets, runs, _EVERY):
            return ()
        melds: list[Meld] = []
        if sets:
            melds.extend(self._first_sets(hand, levels, ranks, jokers, sets, runs))
        if runs:
            mask = levels[0]
            for start in _bits(_windows(mask, min(jokers, self._most)) & self._starts):
                for used, gaps in self._uses[mask >> start & 15]:
                    if gaps > jokers:
                        break
                    if self._possible(
                        _taken(levels, used << start),
                        ranks - _LESS[start & 15, used],
                        jokers - gaps,
                        sets,
                        runs - 1,
                        _EVERY,
                    ):
                        melds.append(self._runs[start, used])
        return tuple(melds)

    def _first_sets(
        self, hand: Cards, levels: tuple[int, ...], ranks: int, jokers: int, sets: int, runs: int
    ) -> Iterator[Meld]:
        held: dict[int, list[FrenchCard]] = {}
        for card in hand:
            held.setdefault(card.rank, []).append(card)
        held.pop(0, None)
        most = min(jokers, self._most, SET - 1)
        for rank, cards in held.items():
            for size in range(min(SET, len(cards)), SET - most - 1, -1):
                left, gaps = ranks - size * _UNIT[rank], SET - size
                if not runs and not self._possible(levels, left, jokers - gaps, sets - 1, 0, _EVERY):
                    continue
                for naturals in dict.fromkeys(combinations(cards, size)):
                    if runs:
                        after = levels
                        for card in naturals:
                            after = _taken(after, self._bit[card])
                        if not self._possible(after, left, jokers - gaps, sets - 1, runs, _EVERY):
                            continue
                    yield self._sets[naturals]

    # ways to lay it

    def layings(self, hand: Cards, contract: Contract) -> Iterator[tuple[Meld, ...]]:
        """All ways to lay a contract, each once, one after the other as they are asked for.

        There can be very many of them where there are jokers. In each way the sets come first, each kind in order.

        Args:
            hand: the cards, in deck order.
            contract: what is to be laid.

        >>> from shedkit import read_cards
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
        place = meld.rank + (16 * _SUITS.index(meld.suit) if meld.kind == "run" else 0)
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

        >>> from shedkit import read_cards
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

    # how far it is

    def missing(self, hand: Cards, contract: Contract) -> int:
        """How many cards the hand is away from the contract: the fewest that would have to come to it.

        They may be any cards, whether or not the deck still has them; 0 means that the contract can be laid.
        """
        return self.nearest(hand, contract).missing

    def nearest(self, hand: Cards, contract: Contract) -> Nearest:
        """How many cards are missing, and the cards of the hand that one of the shortest ways uses.

        >>> from shedkit import read_cards
        >>> near = Melding().nearest(read_cards(FrenchCard, "5s 6s 8s 9d 9h Kc"), Contract(sets=1, runs=1))
        >>> near.missing, codes(near.cards)
        (2, '5s 6s 8s 9d 9h')
        """
        levels, ranks, jokers = self._read(hand)
        sets, runs = contract.sets, contract.runs
        missing, way = max(0, self._gaps(levels, ranks, sets, runs) - jokers), None
        while way is None:
            way = self._way(levels, ranks, jokers, missing, sets, runs, _EVERY)
            missing += way is None
        used: list[FrenchCard] = []
        for start, pattern in way[0]:
            used += [_AT[_SUITS[start // 16], start % 16 + i] for i in range(RUN) if pattern >> i & 1]
        left = beyond(tuple(used), hand)
        for rank, number in way[1]:
            used += [card for card in left if card.rank == rank][: SET * number]
        used += [JOKER] * min(jokers, contract.cards - len(used) - missing)
        return Nearest(missing, tuple(sorted(used, key=BY_ORDER)))

    def _gaps(self, levels: tuple[int, ...], ranks: int, sets: int, runs: int) -> int:
        """The places that the cards of a hand leave empty at least, if sets and runs took no cards from each other."""
        gaps = _cheapest_sets(ranks, sets, min(self._most, SET - 1))[0] if sets else 0
        if not runs:
            return gaps
        covered = (0,) * (runs + 1)
        for i in range(0, 64, 16):
            one = levels[0] >> i & 0xFFFF
            if one:
                suit = (one, *[mask for level in levels[1:] if (mask := level >> i & 0xFFFF)])
                covered = _added(covered, _coverage(suit, self._starts >> i & 0xFFFF, runs))
        return gaps + RUN * runs - covered[runs]

    def _way(
        self, levels: tuple[int, ...], ranks: int, jokers: int, extra: int, sets: int, runs: int, after: int
    ) -> _Way | None:
        """A way to lay sets and runs with so many jokers and so many cards more, whatever cards those need to be."""
        if not runs:
            gaps, fill, chosen = _cheapest_sets(ranks, sets, min(self._most, SET - 1))
            return ((), chosen) if gaps - min(jokers, fill) <= extra else None
        if self._gaps(levels, ranks, sets, runs) > jokers + extra:
            return None
        starts, tried = self._starts & after, 0
        for lacking in range(RUN + 1):
            found = _windows(levels[0], lacking) & starts
            for start in _bits(found & ~tried):
                for used, gaps, fill in self._patterns[levels[0] >> start & 15]:
                    by_joker = min(fill, jokers)
                    left = extra - gaps + by_joker
                    if left < 0:
                        continue
                    taken, less = _taken(levels, used << start), ranks - _LESS[start & 15, used]
                    rest = self._way(taken, less, jokers - by_joker, left, sets, runs - 1, _EVERY << start)
                    if rest is not None:
                        return ((start, used), *rest[0]), rest[1]
            tried = found
        return None


_Way = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""Windows and the cards of the hand used in them; ranks and how many sets of each."""


@lru_cache(maxsize=64)
def _set_steps(sets: int, most: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each number of cards of a rank: what the first set of it adds to the gaps and jokers, the second, and so on.

    Of the jokers it is how many fewer gaps they can fill, so that of equal steps those sort first that let them fill
    the most.
    """
    table = []
    for held in range(_MOST_OF_RANK + 1):
        gaps = [max(0, SET * k - held) for k in range(sets + 1)]
        fill = [min(gap, most * k) for k, gap in enumerate(gaps)]
        table.append(tuple([(gaps[k + 1] - gaps[k], fill[k] - fill[k + 1]) for k in range(sets)]))
    return tuple(table)


@lru_cache(maxsize=2**16)
def _cheapest_sets(ranks: int, sets: int, most: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """The fewest gaps of so many sets, how many of these jokers can fill, and how many sets of which ranks.

    More gaps never pay: with each gap more a set takes one joker more at most.
    """
    table, steps = _set_steps(sets, most), list[tuple[int, int, int]]()
    for rank in range(2, ACE + 1):
        steps += [(gap, less, rank) for gap, less in table[ranks & _MOST_OF_RANK]]
        ranks >>= _FIELD
    steps.sort()
    del steps[sets:]
    number = Counter([rank for _, _, rank in steps])
    return sum([gap for gap, _, _ in steps]), -sum([less for _, less, _ in steps]), tuple(number.items())


@lru_cache(maxsize=2**16)
def _coverage(suit: tuple[int, ...], starts: int, most: int) -> tuple[int, ...]:
    """The most cards of one suit that 0, 1, ... ``most`` runs can use together."""
    best = [0] * (most + 1)

    def visit(levels: tuple[int, ...], starts: int, runs: int, used: int) -> None:
        for more in range(runs, most + 1):
            best[more] = max(best[more], used)
        if runs < most:
            for start in _bits(_windows(levels[0], RUN - 1) & starts):
                bits = levels[0] & 15 << start
                visit(_taken(levels, bits), starts & _EVERY << start, runs + 1, used + bits.bit_count())

    visit(suit, starts, 0, 0)
    return tuple(best)


@lru_cache(maxsize=2**14)
def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The most cards that 0, 1, ... runs can use, if each run lies in one of two parts for which this is known."""
    return tuple([max([one[n - k] + other[k] for k in range(n + 1)]) for n in range(len(one))])
