"""How cards are laid out as numbers: hands, rows, piles, and what is only counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
from typing_extensions import override

from shedkit.core.cards import BACK, Card, Hidden
from shedkit.core.errors import ConfigurationError
from shedkit.spaces.parts import Part, Places, only

__all__ = ["Count", "Faces", "Heap", "Pile", "Row"]


class Faces:
    """The cards of a deck by face, each with a number."""

    def __init__(self, deck: Sequence[Card]) -> None:
        self.cards = tuple(dict.fromkeys(deck))
        self.index = {card: i for i, card in enumerate(self.cards)}
        self.most = [deck.count(card) for card in self.cards]
        self.deck = len(deck)


@attrs.frozen
class Heap(Part):
    """Cards in no order, such as a hand: how often each face is there, and how many card backs."""

    faces: Faces

    @property
    @override
    def size(self) -> int:
        return len(self.faces.cards) + 1

    @property
    @override
    def what(self) -> str:
        return "how often each card is there, and card backs"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        if value and isinstance(value[0], Hidden):
            out.put(at + len(self.faces.cards), len(value))
            return
        index = self.faces.index
        out.places += [at + index[card] for card in value]
        out.numbers += [1.0] * len(value)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        cards: list[Any] = []
        for i, card in enumerate(self.faces.cards):
            cards += [card] * round(given[at + i])
        return tuple(cards + [BACK] * round(given[at + len(self.faces.cards)]))

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return [(0, most) for most in (*self.faces.most, self.faces.deck)]


@attrs.frozen
class Row(Part):
    """Cards in slots: of each slot its card, or a card back, or nothing."""

    faces: Faces
    slots: int

    @property
    @override
    def size(self) -> int:
        return self.slots * (len(self.faces.cards) + 1)

    @property
    @override
    def what(self) -> str:
        return "of each slot which card lies there, or a card back"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        index, width = self.faces.index, len(self.faces.cards) + 1
        for slot, card in enumerate(value):
            if card is not None:
                out.put(at + slot * width + (width - 1 if isinstance(card, Hidden) else index[card]), 1)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        codes = [*self.faces.cards, BACK]
        width = len(codes)
        rows = [given[at + slot * width : at + (slot + 1) * width] for slot in range(self.slots)]
        return tuple([codes[only(row)] if any(row) else None for row in rows])


@attrs.frozen
class Pile(Part):
    """Cards in an order, the last one on top: how often each is there, which is on top, and the order from the top.

    In the order a card is its number in the deck, from 1, as a share of one more than there are, which is a card back.
    """

    faces: Faces
    most: int

    @property
    @override
    def size(self) -> int:
        return 2 * len(self.faces.cards) + self.most

    @property
    @override
    def what(self) -> str:
        return "how often each card is there, which one is on top, and all from the top down"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        index, width, scale = self.faces.index, len(self.faces.cards), 1 / (len(self.faces.cards) + 1)
        if len(value) > self.most:
            raise ConfigurationError("observation_space", f"there are {len(value)} cards, and room for {self.most}")
        if not value:
            return
        codes = [width if isinstance(card, Hidden) else index[card] for card in reversed(value)]
        out.places += [at + code for code in codes if code < width]
        out.numbers += [1.0] * (len(out.places) - len(out.numbers))
        if codes[0] < width:
            out.put(at + width + codes[0], 1)
        first = at + 2 * width
        out.places += range(first, first + len(codes))
        out.numbers += [(code + 1) * scale for code in codes]

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        codes, width = [*self.faces.cards, BACK], len(self.faces.cards)
        first = at + 2 * width
        order = [round(number * (width + 1)) for number in given[first : first + self.most]]
        return tuple([codes[code - 1] for code in reversed(order) if code])

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return [*[(0.0, float(most)) for most in self.faces.most], *[(0.0, 1.0)] * (self.size - len(self.faces.most))]


@attrs.frozen
class Count(Part):
    """Cards of which nobody sees more than how many there are, as a share of the deck."""

    faces: Faces

    @property
    @override
    def size(self) -> int:
        return 1

    @property
    @override
    def what(self) -> str:
        return "how many cards, as a share of the deck"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        out.put(at, len(value) / self.faces.deck)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        return (BACK,) * round(given[at] * self.faces.deck)

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return [(0, 1)]
