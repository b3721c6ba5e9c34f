"""Melds as values: sets and runs, written down and read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations_with_replacement, islice, product
from typing import Any, Final, Literal

import attrs
from typing_extensions import Self

from shedkit.core.cards import BY_ORDER, FrenchCard, codes
from shedkit.core.errors import NotationError
from shedkit.core.values import short
from shedkit.core.zones import merge

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

SUITS: Final = "cdhs"
AT: Final = {(suit, rank): FrenchCard("A23456789TJQKA"[rank - 1] + suit) for suit in SUITS for rank in range(1, 15)}
"""The card of a suit at a rank from 1, the low ace, to 14."""


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
        pairs = [_read_word(word) for word in words]
        cards, meant = [card for card, _ in pairs], [means for _, means in pairs]
        known = [(i, card) for i, card in enumerate(meant) if card is not None and card is not JOKER]
        if cards.count(JOKER) == len(cards):
            raise NotationError("a meld has at least one card beside its jokers (SR-A30)")
        labelled = any(card is JOKER and other is not None for card, other in zip(cards, meant, strict=True))
        rank = _rank_of_most(cards)
        if rank is not None and not labelled:
            return cls("set", tuple(cards), rank)
        first = next((card.rank - i for i, card in known if card.rank != ACE), None)
        if first is None:
            raise NotationError(f"{' '.join(words)}: no run has aces alone; in a set a joker is written Jk")
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

    @classmethod
    def lengths(cls, rules: Any) -> dict[str, int]:
        """How many cards a meld has at most: a run from ace to ace, or all cards of a rank with all jokers."""
        ranks = Counter([card.rank for card in rules.deck])
        jokers = ranks.pop(0, 0)
        return {"cards": max(ACE, max(ranks.values()) + jokers)}

    def __str__(self) -> str:
        if self.kind == "set":
            return codes(self.cards)
        return " ".join(
            f"{card}={self.stands_for(i)}" if card is JOKER else card.code for i, card in enumerate(self.cards, start=1)
        )

    @property
    def suit(self) -> str:
        """The suit of a run: that of its first card that is no joker."""
        first = self.cards[0]  # hardly ever a joker, and asked for in every list of lay-offs
        return first.suit if first is not JOKER else next(card.suit for card in self.cards if card is not JOKER)

    @property
    def top(self) -> int:
        """The rank of the last card of a run, at most 14."""
        return self.rank + len(self.cards) - 1

    def stands_for(self, position: int) -> FrenchCard | None:
        """The card that belongs at a position of a run, counted from 1; ``None`` in a set.

        >>> str(Meld.read("5h 6h Jk=7h 8h").stands_for(3))
        '7h'
        """
        return None if self.kind == "set" else AT[self.suit, self.rank + position - 1]

    def next_card(self, end: End) -> FrenchCard | None:
        """The card that would make a run longer at an end, if there can be one.

        >>> str(Meld.read("5h 6h 7h 8h").next_card("high"))
        '9h'
        """
        rank = self.rank - 1 if end == "low" else self.top + 1
        return AT.get((self.suit, rank)) if self.kind == "run" else None

    def grown(self, card: FrenchCard, end: End | None) -> Meld:
        """The meld with one more card: of a run at an end, of a set wherever."""
        cards, rank = (card, *self.cards), self.rank - 1
        if end != "low":
            cards, rank = (*self.cards, card), self.rank
        due = AT.get((self.suit, self.rank - 1 if end == "low" else self.top + 1)) if self.kind == "run" else None
        if due is not None and card in (due, JOKER):
            return self._of(cards, rank)
        if self.kind == "set" and end is None and card.rank in (rank, 0) and len(cards) <= MOST_IN_MELD:
            return self._of(merge(self.cards, (card,)), rank)
        return Meld(self.kind, cards, rank)

    def _of(self, cards: Cards, rank: int) -> Meld:
        """A meld of the same kind that is good because this one is: it is not read once more."""
        made = object.__new__(Meld)
        for name, value in (("kind", self.kind), ("cards", cards), ("rank", rank)):
            object.__setattr__(made, name, value)
        return made

    def swapped(self, card: FrenchCard, position: int) -> Meld:
        """The meld with the card at a position, counted from 1, replaced."""
        i = position - 1
        return Meld(self.kind, (*self.cards[:i], card, *self.cards[i + 1 :]), self.rank)


def _read_word(word: object) -> tuple[FrenchCard, FrenchCard | None]:
    """A card of a meld as it is written, and the card it means; of a joker without a label ``None``."""
    if not isinstance(word, str):
        raise NotationError(f"a meld is written as codes of cards, not {short(word)}")
    code, equals, label = word.partition("=")
    card = FrenchCard(code)
    if equals and card is not JOKER:
        raise NotationError(f"{short(word)}: only a joker, Jk, stands for another card")
    return card, FrenchCard(label) if equals else None if card is JOKER else card


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
