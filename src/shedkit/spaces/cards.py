"""How cards are laid out as numbers: hands, rows, piles, and what is only counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import attrs
from typing_extensions import override

from shedkit.core.cards import BACK, Card
from shedkit.core.errors import ConfigurationError
from shedkit.spaces.parts import Part, Places, only

__all__ = ["Count", "Faces", "Heap", "Pile", "Row"]


class Faces:
    """The cards of a deck by face, each with a number."""

    def __init__(self, deck: Sequence[Card]) -> None:
        self.cards = tuple(dict.fromkeys(deck))
        self.width = len(self.cards)
        self.index = {card: i for i, card in enumerate(self.cards)}
        self.most = [deck.count(card) for card in self.cards]
        self.deck = len(deck)


@attrs.frozen(slots=False)
class Heap(Part):
    """Cards in no order, such as a hand: how often each face is there, and how many card backs."""

    faces: Faces

    @cached_property
    @override
    def size(self) -> int:
        return self.faces.width + 1

    @property
    @override
    def what(self) -> str:
        return "how often each card is there, and card backs"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        if value and value[0] is BACK:
            out[at + self.faces.width] = len(value)
            return
        index = self.faces.index
        for card in value:
            out[at + index[card]] += 1.0

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        # most hands are seen from behind, before and after
        if (not new or new[0] is BACK) and (not old or old[0] is BACK):
            out[at + self.faces.width] = len(new)
        else:
            super().change(old, new, at, out)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        cards: list[Any] = []
        for i, card in enumerate(self.faces.cards):
            cards += [card] * round(given[at + i])
        return tuple(cards + [BACK] * round(given[at + self.faces.width]))

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return [(0, most) for most in (*self.faces.most, self.faces.deck)]


@attrs.frozen(slots=False)
class Row(Part):
    """Cards in slots: of each slot its card, or a card back, or nothing."""

    faces: Faces
    slots: int

    @cached_property
    @override
    def size(self) -> int:
        return self.slots * (self.faces.width + 1)

    @property
    @override
    def what(self) -> str:
        return "of each slot which card lies there, or a card back"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        index, width = self.faces.index, self.faces.width + 1
        for slot, card in enumerate(value):
            if card is not None:
                out[at + slot * width + (width - 1 if card is BACK else index[card])] = 1.0

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        if old != new:
            super().change(old, new, at, out)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        codes = [*self.faces.cards, BACK]
        width = len(codes)
        rows = [given[at + slot * width : at + (slot + 1) * width] for slot in range(self.slots)]
        return tuple([codes[only(row)] if any(row) else None for row in rows])


@attrs.frozen(slots=False)
class Pile(Part):
    """Cards in an order, the last one on top: how often each is there, which is on top, and the order from the top.

    In the order a card is its number in the deck, from 1, as a share of one more than there are, which is a card back.
    """

    faces: Faces
    most: int

    @cached_property
    @override
    def size(self) -> int:
        return 2 * self.faces.width + self.most

    @property
    @override
    def what(self) -> str:
        return "how often each card is there, which one is on top, and all from the top down"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        self._lay(value, 0, at, out)

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        below = len(old)
        if not below or len(new) < below or new[:below] != old:
            super().change(old, new, at, out)
            return
        if old[-1] is not BACK:
            out[at + self.faces.width + self.faces.index[old[-1]]] = 0.0
        self._lay(new, below, at, out)

    def _lay(self, pile: Any, below: int, at: int, out: Places) -> None:
        """Put a pile of which the cards below lie there already, but for the top one."""
        index, width = self.faces.index, self.faces.width
        more, first, scale = len(pile) - below, at + 2 * width, 1 / (width + 1)
        if len(pile) > self.most:
            raise ConfigurationError("observation_space", f"there are {len(pile)} cards, and room for {self.most}")
        if below:
            out[first + more : first + more + below] = out[first : first + below]
        for place, card in enumerate(reversed(pile[below:]), first):
            code = width if card is BACK else index[card]
            out[place] = (code + 1) * scale
            if code < width:
                out[at + code] += 1.0
        if pile and pile[-1] is not BACK:
            out[at + width + index[pile[-1]]] = 1.0

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        codes, width = [*self.faces.cards, BACK], self.faces.width
        first = at + 2 * width
        order = [round(number * (width + 1)) for number in given[first : first + self.most]]
        return tuple([codes[code - 1] for code in reversed(order) if code])

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return [*[(0.0, float(most)) for most in self.faces.most], *[(0.0, 1.0)] * (self.size - len(self.faces.most))]


@attrs.frozen(slots=False)
class Count(Part):
    """Cards of which nobody sees more than how many there are, as a share of the deck."""

    faces: Faces

    @cached_property
    @override
    def size(self) -> int:
        return 1

    @property
    @override
    def what(self) -> str:
        return "how many cards, as a share of the deck"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        out[at] = len(value) / self.faces.deck

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        return (BACK,) * round(given[at] * self.faces.deck)

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return [(0, 1)]
