"""Which part the values of a declared field have."""

from __future__ import annotations

from enum import Enum
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import attrs

from shedkit.core.cards import BY_ORDER, UNKNOWN, Card
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.errors import ConfigurationError
from shedkit.core.values import hints_of
from shedkit.spaces.cards import Count, Faces, Heap, Pile, Row
from shedkit.spaces.parts import Flag, Listed, Maybe, Number, Part, Record, Seats, Word

__all__ = ["Parts"]


class Parts:
    """The parts of the fields of some rules."""

    def __init__(self, rules: Any) -> None:
        self.rules, self.players = rules, int(rules.players)
        self.faces = Faces(tuple(sorted(rules.deck, key=BY_ORDER)))

    def of(self, field: Any) -> Part | None:
        """The part of a field; of a fact that nobody sees none."""
        if field.is_zone:
            return self._of_zone(field)
        hidden = field.visible_to is not Visibility.EVERYONE
        if field.holds is Holds.SEAT:
            return Word(tuple(range(self.players)), "which player", NoneType in get_args(field.kind))
        if field.holds is Holds.SEATS:
            return Listed(Maybe(Word(tuple(range(self.players)), "which player"), None), self.players)
        bounds = (field.low, self._bound(field.high))
        if field.holds is Holds.PLAYERS:
            part = self._of_type(get_args(field.kind)[0], field.name, bounds=bounds)
            return Seats(Maybe(part, UNKNOWN) if hidden else part, self.players)
        return None if hidden else self._of_type(field.kind, field.name, bounds=bounds, most=self._most(field))

    def _of_zone(self, field: Any) -> Part:
        if field.holds is Holds.VALUE:
            return self._of_type(field.kind, field.name, most=self._most(field))
        part: Part = Pile(self.faces, self.faces.deck)
        if field.in_order:
            part = Heap(self.faces)
        elif field.slots:
            part = Row(self.faces, field.slots)
        if field.holds is Holds.PLAYERS:
            return Seats(part, self.players)
        seen = field.visible_to is Visibility.EVERYONE or field.name in self.rules.open_zones()
        return part if seen or field.slots else Count(self.faces)

    def _bound(self, given: Any) -> Any:
        return given(self.rules) if callable(given) else given

    def _most(self, field: Any) -> Any:
        return self._bound(getattr(field, "most", None))

    def _of_type(self, hint: Any, name: str, *, bounds: tuple[Any, Any] = (None, None), most: Any = None) -> Part:
        """The part of the values of a type."""
        if get_origin(hint) is tuple:
            if most is None:
                raise ConfigurationError("observation_space", f"{name} does not say how many values it has at most")
            part = self._of_type(get_args(hint)[0], name)
            if isinstance(part, Word) and part.words is self.faces.cards:
                return Pile(self.faces, most)
            return Listed(Maybe(part, None), most)
        if get_origin(hint) is Literal:
            return Word(get_args(hint), " ".join(map(str, get_args(hint))))
        if hint is bool:
            return Flag()
        if hint is int:
            return Number(*bounds)
        if isinstance(hint, type) and issubclass(hint, Card):
            return Word(self.faces.cards, "which card")
        if isinstance(hint, type) and issubclass(hint, Enum):
            return Word(tuple(hint), " ".join([str(word.value) for word in hint]))
        if isinstance(hint, type) and attrs.has(hint):
            return self._of_record(hint)
        solid = [part for part in get_args(hint) if part is not NoneType]
        if len(solid) != 1:
            raise ConfigurationError("observation_space", f"{name} holds values that are not known how to lay out")
        part = self._of_type(solid[0], name, bounds=bounds, most=most)
        return attrs.evolve(part, none=True) if isinstance(part, Word) else Maybe(part, None)

    def _of_record(self, kind: type) -> Record:
        lengths = kind.lengths(self.rules) if hasattr(kind, "lengths") else {}
        hints = hints_of(kind).items()
        return Record(
            kind, tuple([(n, self._of_type(h, f"{kind.__name__}.{n}", most=lengths.get(n))) for n, h in hints])
        )
