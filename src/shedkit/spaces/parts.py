"""How values are laid out as numbers, one kind of value each, and read back.

A part has so many numbers. It puts a value where all of them are 0, or changes what one value has put there into what
another one puts, which is most often a small difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import Any, TypeAlias

import attrs
from typing_extensions import override

from shedkit.core.cards import Hidden
from shedkit.core.errors import ConfigurationError

__all__ = ["Flag", "Listed", "Maybe", "Number", "Part", "Places", "Record", "Seats", "Word", "only"]

INFINITE = float("inf")


Places: TypeAlias = Any
"""Where numbers are put: a list of them, or a memoryview of an array of ``float32``."""


@lru_cache(maxsize=256)
def _zeros(size: int) -> Any:
    return memoryview(bytes(4 * size)).cast("f")


class Part:
    """The numbers of one value."""

    @cached_property
    def size(self) -> int:
        """How many there are."""
        raise NotImplementedError

    @property
    def what(self) -> str:
        """What they are, in a few words."""
        raise NotImplementedError

    def put(self, value: Any, at: int, out: Places) -> None:
        """Put a value, from a place on, where all is 0."""
        raise NotImplementedError

    def read(self, given: Sequence[float], at: int) -> Any:
        """The value that was put."""
        raise NotImplementedError

    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        """Put a value where another one has been put."""
        out[at : at + self.size] = _zeros(self.size)
        self.put(new, at, out)

    def bounds(self) -> list[tuple[float, float]]:
        """The least and the greatest number at each place: 0 and 1, unless a part says otherwise."""
        return [(0, 1)] * self.size


def only(row: Sequence[float]) -> int:
    """The one place that is not 0."""
    (place,) = [i for i, number in enumerate(row) if number]
    return place


@attrs.frozen(slots=False)
class Number(Part):
    """A whole number: from 0 to 1 between its bounds, or as it is."""

    low: int | None
    high: int | None

    @cached_property
    @override
    def size(self) -> int:
        return 1

    @cached_property
    def _whole(self) -> bool:
        return self.low is None or self.high is None or self.low >= self.high

    @property
    @override
    def what(self) -> str:
        return "a whole number" if self._whole else f"a number from {self.low} to {self.high}, as 0 to 1"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        out[at] = value if self._whole else (value - self.low) / (self.high - self.low)  # type: ignore[operator]

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        self.put(new, at, out)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        return round(given[at] if self._whole else given[at] * (self.high - self.low) + self.low)  # type: ignore[operator]

    @override
    def bounds(self) -> list[tuple[float, float]]:
        if not self._whole:
            return [(0, 1)]
        return [(-INFINITE if self.low is None else self.low, INFINITE if self.high is None else max(self.high, 0))]


@attrs.frozen(slots=False)
class Word(Part):
    """One of several values, such as words, faces of cards and seats; nothing where it may be ``None``."""

    words: tuple[Any, ...]
    said: str
    none: bool = False

    @property
    @override
    def what(self) -> str:
        return self.said

    @cached_property
    @override
    def size(self) -> int:
        return len(self.words)

    @cached_property
    def _index(self) -> dict[Any, int]:
        return {word: i for i, word in enumerate(self.words)}

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        if value is not None:
            out[at + self._index[value]] = 1.0

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        if old is not None:
            out[at + self._index[old]] = 0.0
        self.put(new, at, out)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        row = given[at : at + len(self.words)]
        return None if self.none and not any(row) else self.words[only(row)]


@attrs.frozen(slots=False)
class Flag(Part):
    """Whether something holds."""

    @cached_property
    @override
    def size(self) -> int:
        return 1

    @property
    @override
    def what(self) -> str:
        return "whether it is so"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        out[at] = value

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        self.put(new, at, out)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        return bool(given[at])


@attrs.frozen(slots=False)
class Maybe(Part):
    """A value, or ``None`` or a hidden fact in its place: first whether it is there."""

    part: Part
    without: Any

    @cached_property
    @override
    def size(self) -> int:
        return 1 + self.part.size

    @property
    @override
    def what(self) -> str:
        return f"whether it is {'known' if isinstance(self.without, Hidden) else 'there'}, and {self.part.what}"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        if value is not self.without:
            out[at] = 1.0
            self.part.put(value, at + 1, out)

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        if old is self.without or new is self.without:
            super().change(old, new, at, out)
        else:
            self.part.change(old, new, at + 1, out)

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        return self.part.read(given, at + 1) if given[at] else self.without

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return [(0, 1), *self.part.bounds()]


@attrs.frozen(slots=False)
class Seats(Part):
    """The same for each player, or for each entry of a list that has as many."""

    part: Part
    players: int

    @cached_property
    @override
    def size(self) -> int:
        return self.players * self.part.size

    @property
    @override
    def what(self) -> str:
        return f"for each player {self.part.what}"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        part, size = self.part, self.part.size
        for entry in value:
            part.put(entry, at, out)
            at += size

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        return tuple([self.part.read(given, at + i * self.part.size) for i in range(self.players)])

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return self.part.bounds() * self.players


@attrs.frozen(slots=False)
class Listed(Part):
    """A list of at most so many values, each with whether it is there."""

    part: Maybe
    most: int

    @cached_property
    @override
    def size(self) -> int:
        return self.most * self.part.size

    @property
    @override
    def what(self) -> str:
        return f"for each of at most {self.most} {self.part.what}"

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        if len(value) > self.most:
            raise ConfigurationError("observation_space", f"there are {len(value)} values, and room for {self.most}")
        for i, entry in enumerate(value):
            self.part.put(entry, at + i * self.part.size, out)

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        part = self.part
        if len(new) > self.most:
            self.put(new, at, out)  # which refuses it
        for before, entry in zip_longest(old, new, fillvalue=part.without):
            if entry is not before and entry != before:
                part.change(before, entry, at, out)
            at += part.size

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        entries = [self.part.read(given, at + i * self.part.size) for i in range(self.most)]
        return tuple([entry for entry in entries if entry is not self.part.without])

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return self.part.bounds() * self.most


@attrs.frozen(slots=False)
class Record(Part):
    """A value of several fields, such as a meld."""

    kind: type
    fields: tuple[tuple[str, Part], ...]

    @cached_property
    @override
    def size(self) -> int:
        return sum([part.size for _, part in self.fields])

    @property
    @override
    def what(self) -> str:
        return "; ".join([f"{name}: {part.what}" for name, part in self.fields])

    @override
    def put(self, value: Any, at: int, out: Places) -> None:
        for name, part in self.fields:
            part.put(getattr(value, name), at, out)
            at += part.size

    @override
    def change(self, old: Any, new: Any, at: int, out: Places) -> None:
        for name, part in self.fields:
            before, now = getattr(old, name), getattr(new, name)
            if now is not before and now != before:
                part.change(before, now, at, out)
            at += part.size

    @override
    def read(self, given: Sequence[float], at: int) -> Any:
        values = {}
        for name, part in self.fields:
            values[name] = part.read(given, at)
            at += part.size
        return self.kind(**values)

    @override
    def bounds(self) -> list[tuple[float, float]]:
        return [pair for _, part in self.fields for pair in part.bounds()]
