"""States: immutable values whose every field says who may see it.

A game declares its state once; `shedkit.core.drafts.state` makes the class. From the declarations the core derives
views, the redaction of events, the conservation of cards, JSON, `sample` and the rotation of seats, for every game
alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import attrgetter
from types import NoneType
from typing import Any, ClassVar, NoReturn, TypeVar, cast

import attrs
from attrs.exceptions import FrozenInstanceError
from typing_extensions import Self

from shedkit.core.cards import Card, Hidden
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.errors import HiddenError, NotationError
from shedkit.core.fields import Field
from shedkit.core.generated import compiled
from shedkit.core.hiding import hider_of
from shedkit.core.roles import Role
from shedkit.core.text import state_text
from shedkit.core.values import fields_of, short
from shedkit.core.ways import Way, way_of

__all__ = ["Holds", "Layout", "State", "Visibility", "cards_in", "evolve", "locked_class"]


class State:
    """The base of all states; see `shedkit.core.drafts.state`."""

    __slots__ = ("_log",)  # where a draft tells its events; nothing reads it in a state
    layout: ClassVar[Layout]
    locked: ClassVar[type[State]]
    """The class of the finished objects: a subclass that refuses assignment."""
    ways: ClassVar[dict[tuple[str, str], Any]]
    """The ways that cards take from zone to zone, made as they are asked for."""

    @classmethod
    def way(cls, source: str, target: str) -> Way:
        """How cards go from one zone to another; ask for it once, where the state is declared.

        Raises:
            NotationError: if there is no such field.
            TypeError: if one of them is no zone.

        """
        made = cls.ways.get((source, target))
        if made is None:
            zones: Any = cls.layout.field(source), cls.layout.field(target)
            made = way_of(cls, *zones)
            cls.ways[source, target] = made
        return made  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return state_text(self.layout.fields, self)

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type[State], tuple[object, ...]]:
        return self.layout.state_type, self.layout.values(self)


S = TypeVar("S", bound=State)


def _refuse(self: object, *_: object) -> NoReturn:
    raise FrozenInstanceError


def locked_class(made: Any) -> Any:
    """The class of finished states: a subclass that refuses assignment."""

    def new(_: object, *args: object, **fields: object) -> object:
        return made(*args, **fields)

    return type(
        made.__name__,
        (made,),
        {
            "__slots__": (),
            "__module__": made.__module__,
            "__qualname__": made.__qualname__,
            "__doc__": made.__doc__,
            # attrs.evolve calls the class of the object it copies
            "__new__": new,
            "__init__": lambda self, *args, **fields: None,
            "__setattr__": _refuse,
            "__delattr__": _refuse,
        },
    )


def evolve(at: S, **changes: object) -> S:
    """A state that differs in some fields; for moves that are rare, since it takes its time."""
    return attrs.evolve(at, **changes)  # type: ignore[misc]  # states are attrs classes


_CARDS = (Card, Hidden)


def cards_in(value: object) -> Iterator[Card | Hidden]:
    """All cards of a zone, row by row, empty slots left out; values such as melds are looked into."""
    if isinstance(value, _CARDS):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from cards_in(part)
    elif attrs.has(type(value)):
        for field in fields_of(type(value)):
            yield from cards_in(getattr(value, field.name))


def _gatherer(made: type[State], zones: tuple[Field[Any], ...]) -> Callable[[Any], list[Any]]:
    """The function that gathers what lies in the zones of a state, empty slots too."""
    lying = {Holds.PLAIN: "*at.{0}", Holds.PLAYERS: "*chain.from_iterable(at.{0})", Holds.VALUE: "*cards_in(at.{0})"}
    parts = ", ".join([lying[zone.holds].format(zone.name) for zone in zones])
    scope = {"chain": chain, "cards_in": cards_in}
    return compiled("gather", ["def gather(at):", f" return [{parts}]"], scope, made)  # type: ignore[no-any-return]


@attrs.frozen(eq=False)
class Layout:
    """The declarations of one class of states, compiled once."""

    state_type: type[State]
    fields: tuple[Field[Any], ...]
    values: Callable[[State], tuple[Any, ...]]
    """All field values of a state, in order."""
    first: str
    """The name of the first field that has an entry for each player."""
    hiders: dict[frozenset[str], Callable[[Any, int | None], Any]]
    """How states look, by the zones that options lay open; made as it is asked for."""
    checked: tuple[Field[Any], ...]
    """The fields in the order in which they are checked: what follows from others once these are known to be right."""
    _by_name: dict[str, Field[Any]]
    _zones: tuple[Field[Any], ...]
    _gather: Callable[[State], list[Any]]

    @classmethod
    def of(cls, made: type[State]) -> Layout:
        """Compile the declarations of a class of states."""
        fields: tuple[Field[Any], ...] = tuple(vars(made)["declared"].values())
        first = next((f.name for f in fields if f.holds is Holds.PLAYERS), None)
        if first is None:
            raise TypeError(f"{made.__name__} needs a field with one entry for each player")
        zones = tuple([field for field in fields if field.is_zone])
        values = attrgetter(*[f.name for f in fields])
        checked = tuple(sorted(fields, key=lambda field: not field.named))
        by_name = {field.name: field for field in fields}
        return cls(made, fields, values, first, {}, checked, by_name, zones, _gatherer(made, zones))

    def zones(self) -> tuple[Field[Any], ...]:
        """The declared zones."""
        return self._zones

    def names(self, role: Role) -> tuple[str, ...]:
        """The names of the fields that have a role."""
        return tuple(field.name for field in self.fields if field.role is role)

    def field(self, name: str) -> Field[Any]:
        """The declaration of a field by its name.

        Raises:
            NotationError: if there is no such field.

        """
        field = self._by_name.get(name) if isinstance(name, str) else None
        if field is not None:
            return field
        raise NotationError(f"{short(name)} is no zone or fact; there are {', '.join(f.name for f in self.fields)}")

    def seats(self, at: State) -> int:
        """For how many players a state is: the number of entries of its first field that has one for each."""
        return len(getattr(at, self.first))

    def cards(self, at: State) -> list[Card | Hidden]:
        """Every card of a state, zone by zone; what lies there in another form than declared is looked into."""
        try:
            cards = self._gather(at)
        except (TypeError, HiddenError):
            return list(cards_in(tuple([getattr(at, zone.name) for zone in self._zones])))
        kinds = set(map(type, cards))
        if NoneType in kinds:
            kinds.remove(NoneType)
            cards = [card for card in cards if card is not None]
        return cards if all(issubclass(kind, _CARDS) for kind in kinds) else list(cards_in(tuple(cards)))

    def hide(self, at: S, player: int | None, open_zones: frozenset[str]) -> S:
        """The state as a player sees it: card backs for cards, `UNKNOWN` for facts.

        Args:
            at: a full state.
            player: the viewer, or ``None`` for an onlooker.
            open_zones: names of owner zones that these rules lay open.

        """
        return cast(S, self.hider(open_zones)(at, player))

    def hider(self, open_zones: frozenset[str]) -> Callable[[Any, int | None], Any]:
        """The function behind `hide`."""
        made = self.hiders.get(open_zones)
        if made is None:
            made = self.hiders[open_zones] = hider_of(self.state_type, open_zones)
        return made

    def rotate(self, at: S, by: int, players: int) -> S:
        """The same position with every seat moved on by ``by``; law 15 of `shedkit.testing` rests on it."""
        values = list(self.values(at))
        for i, field in enumerate(self.fields):
            value = values[i]
            if field.holds is Holds.SEAT:
                values[i] = value if value is None else (value + by) % players
            elif field.holds is Holds.SEATS:
                values[i] = tuple((seat + by) % players for seat in value)
            elif field.holds is Holds.PLAYERS:
                values[i] = value[-by % players :] + value[: -by % players]
            elif field.holds is Holds.VALUE:
                parts = value if isinstance(value, tuple) else (value,)
                rotated = tuple([part.rotated(by, players) for part in parts])
                values[i] = rotated if isinstance(value, tuple) else rotated[0]
        return cast(S, self.state_type(*values))
