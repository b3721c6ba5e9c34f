"""Observations: a view as an array of fixed length, laid out by the declarations of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from shedkit.core.cards import UNKNOWN
from shedkit.core.declarations import Holds
from shedkit.core.errors import ConfigurationError, NotationError, ShedkitError, ViewError
from shedkit.core.generated import compiled
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.spaces.declared import Parts
from shedkit.spaces.parts import Part, Seats

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ConfigurationError("learning", 'NumPy is needed for this: pip install "shedkit[learning]"') from error

__all__ = ["ObservationSpace", "Slice"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


@attrs.frozen
class Slice:
    """The numbers of one zone or fact: ``size`` of them, from ``offset``.

    Attributes:
        name: the name of the field.
        what: what the numbers are, in their order.
        size: how many they are.
        offset: the first of them.

    """

    name: str
    what: str
    size: int
    offset: int

    def __str__(self) -> str:
        last = self.offset + self.size - 1
        return f"{self.offset}{f' to {last}' if self.size > 1 else ''}: {self.name}, {self.what}"


class ObservationSpace(Generic[S, M]):
    """How the views of some rules are laid out as arrays of ``float32``.

    Each zone and fact has a slice; seats count clockwise from the viewer, or for an onlooker from seat 0. All that a
    view shows can be read back, and nothing else is in it. Equal rules have equal layouts.

    Attributes:
        rules: the rules.
        size: the length of the arrays.
        slices: what lies where.
        low: the least number at each place.
        high: the greatest; infinite where a fact has no bound.

    Raises:
        ConfigurationError: if a field does not say enough of its values.

    """

    def __init__(self, rules: Rules[S, M]) -> None:
        self.rules, self.size = rules, 0
        slices, bounds, parts = list[Slice](), list[tuple[float, float]](), Parts(rules)
        self._plan = list[tuple[str, Holds, int, Part]]()
        for field in rules.state_type.layout.fields:
            part = parts.of(field)
            if part is not None:
                slices.append(Slice(field.name, part.what, part.size, self.size))
                self._plan.append((field.name, field.holds, self.size, part))
                bounds += part.bounds()
                self.size += part.size
        self.slices = tuple(slices)
        self._values = _flat(rules.state_type, self._plan)
        self._plans = [_entries(self._plan, viewer, rules.players) for viewer in range(rules.players)]
        self._kept = dict[int, _Row]()
        self.low = np.array([low for low, _ in bounds], np.float32)
        self.high = np.array([high for _, high in bounds], np.float32)

    def __repr__(self) -> str:
        return f"ObservationSpace({self.rules!r})"

    def __str__(self) -> str:
        return "\n".join([f"{self.size} numbers of {self.rules.name}", *map(str, self.slices)])

    def __reduce__(self) -> tuple[object, ...]:
        return ObservationSpace, (self.rules,)

    def slice(self, name: str) -> Slice:
        """Where a zone or fact lies.

        Raises:
            NotationError: if there is none of this name.

        """
        for there in self.slices:
            if there.name == name:
                return there
        names = ", ".join([there.name for there in self.slices])
        raise NotationError(f"{short(name)} is no part of an observation; these are: {names}")

    def observe(self, view: View[S], out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The array of a view.

        Args:
            view: the view of a player or an onlooker.
            out: an array to fill, such as a row of a larger one; without it, a new one is made.

        Raises:
            ViewError: if it is no view of this game.
            NotationError: if the array has another shape.

        """
        if not isinstance(view, View):
            raise ViewError(f"a view is observed, not {short(view)}")
        inside = self.rules.inside(view, None)
        if out is None:
            out = np.empty(self.size, np.float32)
        elif not isinstance(out, np.ndarray) or out.shape != (self.size,):
            raise NotationError(f"an array of {self.size} numbers is filled, not {short(out)}")
        self.fill(inside, view.player or 0, out)
        return out

    def fill(self, inside: S, viewer: int, out: NDArray[np.float32]) -> None:
        """What `observe` does for the inside of a view once it has looked at what it was given.

        Args:
            inside: the state as the viewer sees it.
            viewer: from which seat to count.
            out: the array to fill.

        """
        values, plan = self._values(inside), self._plans[viewer]
        # most of what lies open has not changed since it was last looked at; while a row changes, nobody else has it
        row = self._kept.pop(viewer, None)
        if row is None:
            row = _Row(self.size, plan, values)
        else:
            put, last, numbers = row.put, row.values, row.numbers
            for i in compress(row.entries, map(is_not, values, last)):
                _, change, at, turned = plan[i]
                new = values[i] if turned is None else turned(values[i], last[i], put[i])
                change(put[i], new, at, numbers)
                put[i] = new
            row.values = values
        out[:] = row.array
        self._kept[viewer] = row

    def twin(self) -> ObservationSpace[S, M]:
        """The same space for another table: it remembers the last views of that one."""
        twin: ObservationSpace[S, M] = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, _kept={})
        return twin

    def read(self, array: NDArray[np.float32], player: int | None) -> View[S]:
        """The view of a player, or with ``None`` of an onlooker, that an array stands for.

        Raises:
            NotationError: if it stands for none.
            ViewError: if there is no such player.

        """
        by = 0 if player is None else self.rules.seat(player)
        given = np.asarray(array)
        if given.shape != (self.size,) or given.dtype.kind != "f" or not np.isfinite(given).all():
            raise NotationError(f"an array of {self.size} finite numbers is read, not {short(array)}")
        values, numbers = dict[str, Any](), [float(number) for number in given]
        try:
            for name, holds, at, part in self._plan:
                values[name] = _turned(part.read(numbers, at), holds, by, self.rules.players)
            kind = self.rules.state_type
            state = kind(*[values.get(field.name, UNKNOWN) for field in kind.layout.fields])
            view = View(None if player is None else by, state)
            same = np.allclose(self.observe(view), given, atol=1e-4)  # type: ignore[arg-type]
        except (ShedkitError, LookupError, TypeError, ValueError) as error:
            raise NotationError(f"this array stands for no view of {self.rules.name}") from error
        if not same:
            raise NotationError(f"this array stands for no view of {self.rules.name}")
        return view  # type: ignore[return-value]


_Put: TypeAlias = Callable[[Any, int, Any], None]
_Change: TypeAlias = Callable[[Any, Any, int, Any], None]
_Turn: TypeAlias = Callable[[Any, Any, Any], Any]
_Entry: TypeAlias = tuple[_Put, _Change, int, "_Turn | None"]
"""How a value is put and changed, where, and what turns it to the viewer, if it names seats."""


class _Row:
    """The array of what a viewer has seen last, to be changed into that of the next view.

    Attributes:
        array: the array.
        numbers: the same, in a form in which a single number is set in half the time.
        entries: the numbers of the values.
        values: the values that it shows.
        put: these as they were put, with every seat as the viewer counts it.

    """

    __slots__ = ("array", "entries", "numbers", "put", "values")

    def __init__(self, size: int, plan: Sequence[_Entry], values: Sequence[Any]) -> None:
        self.array = np.zeros(size, np.float32)
        self.numbers = self.array.data
        self.entries = range(len(plan))
        self.values, self.put = values, list[Any]()
        for (put, _, at, turned), value in zip(plan, values, strict=True):
            self.put.append(value if turned is None else turned(value, (), ()))
            put(self.put[-1], at, self.numbers)


def _flat(kind: Any, plan: Sequence[tuple[str, Holds, int, Part]]) -> Callable[[Any], list[Any]]:
    """The function that reads the values of a state, where each player has one, one by one."""
    names = [f"{'*' if isinstance(part, Seats) else ''}at.{name}" for name, _, _, part in plan]
    lines = ["def flat(at):", f" return [{', '.join(names)}]"]
    return compiled("flat", lines, {}, kind)  # type: ignore[no-any-return]


def _entries(plan: Sequence[tuple[str, Holds, int, Part]], viewer: int, players: int) -> list[_Entry]:
    """Where the values go that a viewer sees."""
    entries = list[_Entry]()
    for _, holds, at, part in plan:
        if isinstance(part, Seats):
            one = part.part
            for seat in range(players):
                entries.append((one.put, one.change, at + (seat - viewer) % players * one.size, None))
        else:
            turned = partial(_turned_anew, holds, -viewer, players) if viewer and holds is not Holds.PLAIN else None
            entries.append((part.put, part.change, at, turned))
    return entries


def _turned(value: Any, holds: Holds, by: int, players: int) -> Any:
    """A value with every seat moved on."""
    if not by:
        return value
    if holds is Holds.PLAYERS:
        return value[-by % players :] + value[: -by % players]
    if holds is Holds.SEAT:
        return value if value is None else (value + by) % players
    if holds is Holds.SEATS:
        return tuple([(seat + by) % players for seat in value])
    if holds is Holds.VALUE:
        if isinstance(value, tuple):
            return tuple([part.rotated(by, players) for part in value])
        return value.rotated(by, players)
    return value


def _turned_anew(holds: Holds, by: int, players: int, value: Any, before: Any, turned: Any) -> Any:
    """A value with every seat moved on; of a list, what was there before is not turned again."""
    if holds is not Holds.VALUE or not isinstance(value, tuple):
        return _turned(value, holds, by, players)
    known = len(before)
    return tuple(
        [turned[i] if i < known and before[i] is part else part.rotated(by, players) for i, part in enumerate(value)]
    )
