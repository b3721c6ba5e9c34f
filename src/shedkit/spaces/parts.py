"""How values are laid out as numbers, one kind of value each, and read back.

A part has so many numbers. It puts a value as pairs of place and number; what is put twice at a place adds up, and
places where nothing is put are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import attrs

from shedkit.core.cards import BACK, Card, Hidden
from shedkit.core.errors import ConfigurationError

__all__ = [
    "Count",
    "Faces",
    "Flag",
    "Heap",
    "Listed",
    "Maybe",
    "Number",
    "Part",
    "Pile",
    "Places",
    "Record",
    "Row",
    "Seats",
    "Word",
]

INFINITE = float("inf")


class Places:
    """Where numbers are put."""

    __slots__ = ("numbers", "places")

    def __init__(self) -> None:
        self.places, self.numbers = list[int](), list[float]()

    def put(self, place: int, number: float) -> None:
        """Put a number at a place."""
        self.places.append(place)
        self.numbers.append(number)


class Part(Protocol):
    """The numbers of one value."""

    @property
    def size(self) -> int:
        """How many there are."""
        ...

    @property
    def what(self) -> str:
        """What they are, in a few words."""
        ...

    def put(self, value: Any, at: int, out: Places) -> None:
        """Put a value, from a place on."""
        ...

    def read(self, given: Sequence[float], at: int) -> Any:
        """The value that was put."""
        ...

    def bounds(self) -> list[tuple[float, float]]:
        """The least and the greatest number at each place."""
        ...


class Faces:
    """The cards of a deck by face, each with a number."""

    def __init__(self, deck: Sequence[Card]) -> None:
        self.cards = tuple(dict.fromkeys(deck))
        self.index = {card: i for i, card in enumerate(self.cards)}
        self.most = [deck.count(card) for card in self.cards]
        self.deck = len(deck)


@attrs.frozen
class Heap:
    """Cards in no order, such as a hand: how often each face is there, and how many card backs."""

    faces: Faces

    @property
    def size(self) -> int:
        return len(self.faces.cards) + 1

    @property
    def what(self) -> str:
        return "how often each card is there, and card backs"

    def put(self, value: Any, at: int, out: Places) -> None:
        if value and isinstance(value[0], Hidden):
            out.put(at + len(self.faces.cards), len(value))
            return
        index = self.faces.index
        out.places += [at + index[card] for card in value]
        out.numbers += [1.0] * len(value)

    def read(self, given: Sequence[float], at: int) -> Any:
        cards: list[Any] = []
        for i, card in enumerate(self.faces.cards):
            cards += [card] * round(given[at + i])
        return tuple(cards + [BACK] * round(given[at + len(self.faces.cards)]))

    def bounds(self) -> list[tuple[float, float]]:
        return [(0, most) for most in (*self.faces.most, self.faces.deck)]


@attrs.frozen
class Row:
    """Cards in slots: of each slot its card, or a card back, or nothing."""

    faces: Faces
    slots: int

    @property
    def size(self) -> int:
        return self.slots * (len(self.faces.cards) + 1)

    @property
    def what(self) -> str:
        return "of each slot which card lies there, or a card back"

    def put(self, value: Any, at: int, out: Places) -> None:
        index, width = self.faces.index, len(self.faces.cards) + 1
        for slot, card in enumerate(value):
            if card is not None:
                out.put(at + slot * width + (width - 1 if isinstance(card, Hidden) else index[card]), 1)

    def read(self, given: Sequence[float], at: int) -> Any:
        codes = [*self.faces.cards, BACK]
        width = len(codes)
        rows = [given[at + slot * width : at + (slot + 1) * width] for slot in range(self.slots)]
        return tuple([codes[_only(row)] if any(row) else None for row in rows])

    def bounds(self) -> list[tuple[float, float]]:
        return [(0, 1)] * self.size


@attrs.frozen
class Pile:
    """Cards in an order, the last one on top: how often each is there, which is on top, and the order from the top.

    In the order a card is its number in the deck, from 1, as a share of one more than there are, which is a card back.
    """

    faces: Faces
    most: int

    @property
    def size(self) -> int:
        return 2 * len(self.faces.cards) + self.most

    @property
    def what(self) -> str:
        return "how often each card is there, which one is on top, and all from the top down"

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

    def read(self, given: Sequence[float], at: int) -> Any:
        codes, width = [*self.faces.cards, BACK], len(self.faces.cards)
        first = at + 2 * width
        order = [round(number * (width + 1)) for number in given[first : first + self.most]]
        return tuple([codes[code - 1] for code in reversed(order) if code])

    def bounds(self) -> list[tuple[float, float]]:
        return [*[(0.0, float(most)) for most in self.faces.most], *[(0.0, 1.0)] * (self.size - len(self.faces.most))]


@attrs.frozen
class Count:
    """Cards of which nobody sees more than how many there are, as a share of the deck."""

    faces: Faces
    size: int = 1
    what: str = "how many cards, as a share of the deck"

    def put(self, value: Any, at: int, out: Places) -> None:
        out.put(at, len(value) / self.faces.deck)

    def read(self, given: Sequence[float], at: int) -> Any:
        return (BACK,) * round(given[at] * self.faces.deck)

    def bounds(self) -> list[tuple[float, float]]:
        return [(0, 1)]


@attrs.frozen
class Number:
    """A whole number: from 0 to 1 between its bounds, or as it is."""

    low: int | None
    high: int | None
    size: int = 1

    @property
    def _whole(self) -> bool:
        return self.low is None or self.high is None or self.low >= self.high

    @property
    def what(self) -> str:
        return "a whole number" if self._whole else f"a number from {self.low} to {self.high}, as 0 to 1"

    def put(self, value: Any, at: int, out: Places) -> None:
        out.put(at, value if self._whole else (value - self.low) / (self.high - self.low))  # type: ignore[operator]

    def read(self, given: Sequence[float], at: int) -> Any:
        return round(given[at] if self._whole else given[at] * (self.high - self.low) + self.low)  # type: ignore[operator]

    def bounds(self) -> list[tuple[float, float]]:
        if not self._whole:
            return [(0, 1)]
        return [(-INFINITE if self.low is None else self.low, INFINITE if self.high is None else max(self.high, 0))]


@attrs.frozen
class Word:
    """One of several values, such as words, faces of cards and seats; nothing where it may be ``None``."""

    words: tuple[Any, ...]
    what: str
    none: bool = False

    @property
    def size(self) -> int:
        return len(self.words)

    def put(self, value: Any, at: int, out: Places) -> None:
        if value is not None:
            out.put(at + self.words.index(value), 1)

    def read(self, given: Sequence[float], at: int) -> Any:
        row = given[at : at + len(self.words)]
        return None if self.none and not any(row) else self.words[_only(row)]

    def bounds(self) -> list[tuple[float, float]]:
        return [(0, 1)] * self.size


@attrs.frozen
class Maybe:
    """A value, or ``None`` or a hidden fact in its place: first whether it is there."""

    part: Part
    without: Any

    @property
    def size(self) -> int:
        return 1 + self.part.size

    @property
    def what(self) -> str:
        return f"whether it is {'known' if isinstance(self.without, Hidden) else 'there'}, and {self.part.what}"

    def put(self, value: Any, at: int, out: Places) -> None:
        if value is not self.without:
            out.put(at, 1)
            self.part.put(value, at + 1, out)

    def read(self, given: Sequence[float], at: int) -> Any:
        return self.part.read(given, at + 1) if given[at] else self.without

    def bounds(self) -> list[tuple[float, float]]:
        return [(0, 1), *self.part.bounds()]


@attrs.frozen
class Seats:
    """The same for each player, or for each entry of a list that has as many."""

    part: Part
    players: int

    @property
    def size(self) -> int:
        return self.players * self.part.size

    @property
    def what(self) -> str:
        return f"for each player {self.part.what}"

    def put(self, value: Any, at: int, out: Places) -> None:
        for i, entry in enumerate(value):
            self.part.put(entry, at + i * self.part.size, out)

    def read(self, given: Sequence[float], at: int) -> Any:
        return tuple([self.part.read(given, at + i * self.part.size) for i in range(self.players)])

    def bounds(self) -> list[tuple[float, float]]:
        return self.part.bounds() * self.players


@attrs.frozen
class Listed:
    """A list of at most so many values, each with whether it is there."""

    part: Maybe
    most: int

    @property
    def size(self) -> int:
        return self.most * self.part.size

    @property
    def what(self) -> str:
        return f"for each of at most {self.most} {self.part.what}"

    def put(self, value: Any, at: int, out: Places) -> None:
        if len(value) > self.most:
            raise ConfigurationError("observation_space", f"there are {len(value)} values, and room for {self.most}")
        for i, entry in enumerate(value):
            self.part.put(entry, at + i * self.part.size, out)

    def read(self, given: Sequence[float], at: int) -> Any:
        entries = [self.part.read(given, at + i * self.part.size) for i in range(self.most)]
        return tuple([entry for entry in entries if entry is not self.part.without])

    def bounds(self) -> list[tuple[float, float]]:
        return self.part.bounds() * self.most


@attrs.frozen
class Record:
    """A value of several fields, such as a meld."""

    kind: type
    fields: tuple[tuple[str, Part], ...]

    @property
    def size(self) -> int:
        return sum([part.size for _, part in self.fields])

    @property
    def what(self) -> str:
        return "; ".join([f"{name}: {part.what}" for name, part in self.fields])

    def put(self, value: Any, at: int, out: Places) -> None:
        for name, part in self.fields:
            part.put(getattr(value, name), at, out)
            at += part.size

    def read(self, given: Sequence[float], at: int) -> Any:
        values = {}
        for name, part in self.fields:
            values[name] = part.read(given, at)
            at += part.size
        return self.kind(**values)

    def bounds(self) -> list[tuple[float, float]]:
        return [pair for _, part in self.fields for pair in part.bounds()]


@attrs.frozen
class Flag:
    """Whether something holds."""

    size: int = 1
    what: str = "whether it is so"

    def put(self, value: Any, at: int, out: Places) -> None:
        out.put(at, value)

    def read(self, given: Sequence[float], at: int) -> Any:
        return bool(given[at])

    def bounds(self) -> list[tuple[float, float]]:
        return [(0, 1)]


def _only(row: Sequence[float]) -> int:
    """The one place that is not 0."""
    (place,) = [i for i, number in enumerate(row) if number]
    return place
