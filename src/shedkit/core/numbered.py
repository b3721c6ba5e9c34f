"""The numbers of one kind of move, as they follow from what it declares; see `MoveSpace`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from math import prod
from types import NoneType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import attrs

from shedkit.core.cards import BY_ORDER, Card
from shedkit.core.errors import ConfigurationError
from shedkit.core.kinds import OFF, MoveKind
from shedkit.core.moves import Move, reused
from shedkit.core.numbering import Here, There
from shedkit.core.values import failed, fields_of, hints_of

__all__ = ["MOST_NUMBERS", "Listed", "Placed", "numbered", "refuse_large"]

MOST_NUMBERS: Final = 2**17
"""Larger spaces are refused: no learner would get anywhere in them, and they would take too much memory."""


@attrs.frozen
class Listed:
    """All moves of a kind, where they follow from the rules alone.

    Attributes:
        what: what their numbers stand for.
        moves: the moves.

    """

    what: str
    moves: tuple[Any, ...] = ()


@attrs.frozen
class Placed:
    """The numbers of a kind of move, where it depends on what its player sees what they mean.

    Attributes:
        what: what they stand for.
        size: how many they are.
        kind: the kind of move.
        held: the zones in which the player has the cards that the move names.
        values: the numbers of the values of all its fields together.

    """

    what: str
    size: int
    kind: type[Move]
    held: tuple[str, ...]
    values: Here

    def number(self, rules: Any, now: Any, player: int, move: Move) -> int | None:
        """The number of a move, from 0, or ``None``."""
        values = tuple([getattr(move, name) for name in hints_of(self.kind)])
        return self.values.number(rules, now, player, self.held, values)

    def move(self, rules: Any, now: Any, player: int, number: int) -> Move | None:
        """The move of a number, or ``None``."""
        values = self.values.value(rules, now, player, self.held, number)
        return None if values is None else reused(self.kind(*values))


def numbered(rules: Any, kind: type[Move]) -> Listed | Placed:
    """The numbers of a kind of move; none if the options allow no such move.

    Raises:
        ConfigurationError: if it does not say which values it can have, or there are far too many.

    """
    said = getattr(rules, "kinds", {}).get(kind) or MoveKind(kind)
    if _impossible(rules, said):
        return Listed("")
    own = kind.numbering
    if own is None:
        hints = _hints_of(rules, kind)
        fields = [_values_of(rules, kind, field.name, hints[field.name]) for field in fields_of(kind)]
        if not any(hasattr(field, "size") for field in fields):
            return _listed(rules, kind, fields)
        own = _product(rules, kind, fields)
    return Placed(own.what(rules), own.size(rules), kind, said.held, own)


def refuse_large(rules: Any) -> None:
    """Refuse more moves than a space may have.

    Raises:
        ConfigurationError: always.

    """
    raise ConfigurationError("move_space", f"{rules.name} has more than {MOST_NUMBERS:,} moves under these rules")


def _impossible(rules: Any, said: MoveKind) -> bool:
    """Whether the options allow no such move: an option it needs is off, its phases need one that is off, or it begins
    another round in a game of one.
    """
    if said.is_off(rules) or (said.needs and getattr(rules, said.needs) in OFF):
        return True
    if said.phases == ("over",):
        return getattr(rules, "rounds", 1) == 1
    phase = next((field for field in rules.state_type.layout.fields if field.name == "phase"), None)
    needs = getattr(phase, "needs", {})
    return bool(said.phases) and all(word in needs and not getattr(rules, needs[word]) for word in said.phases)


# --- what values a field can have


def _hints_of(rules: Any, kind: type[Move]) -> dict[str, Any]:
    try:
        return get_type_hints(kind, include_extras=True)
    except Exception as error:  # whatever an annotation does that is read as text
        text = f"the types of {kind.__name__} cannot be read: it {failed(error)}"
        raise ConfigurationError("move_space", f"{rules.name} has none: {text}") from error


@attrs.frozen
class _Values:
    """Values that follow from a type."""

    listed: tuple[Any, ...]
    of: str
    none: bool

    def values(self, rules: Any, before: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*self.listed, None) if self.none else self.listed

    def what(self, rules: Any) -> str:
        return f"{self.of} or none" if self.none else self.of


def _values_of(rules: Any, kind: type[Move], name: str, hint: Any) -> There | Here:
    """What values a field can have.

    Raises:
        ConfigurationError: if neither its type nor an annotation says so.

    """
    if get_origin(hint) is Annotated:
        for said in get_args(hint)[1:]:
            if hasattr(said, "what"):
                return said  # type: ignore[no-any-return]
        hint = get_args(hint)[0]
    parts = [hint] if get_origin(hint) is Literal or isinstance(hint, type) else list(get_args(hint))
    solid = [part for part in parts if part is not NoneType]
    none = len(solid) < len(parts)
    if solid and all(isinstance(part, type) and issubclass(part, Card) for part in solid):
        return _Values(tuple(dict.fromkeys(sorted(rules.deck, key=BY_ORDER))), "a card", none)
    words = [_words_of(part) for part in solid]
    if words and all(words):
        listed = tuple([word for part in words for word in part])
        return _Values(listed, " ".join([str(getattr(word, "value", word)) for word in listed]), none)
    text = f"its type does not say which values of {kind.__name__}.{name} there are"
    raise ConfigurationError("move_space", f"{rules.name} has none: {text}; annotate it, with sk.Together for example")


def _words_of(part: Any) -> tuple[Any, ...]:
    if get_origin(part) is Literal:
        return get_args(part)
    if part is bool:
        return False, True
    return tuple(part) if isinstance(part, type) and issubclass(part, Enum) else ()


def _said_of(texts: Iterable[str]) -> str:
    return " × ".join([text for text in texts if text])


# --- all values of all fields


def _listed(rules: Any, kind: type[Move], fields: list[Any]) -> Listed:
    """Every value of each field with every value of the next."""
    moves = dict[Move, tuple[Any, ...]]()

    def gather(before: tuple[Any, ...]) -> None:
        if len(before) == len(fields):
            moves.setdefault(reused(kind(*before)), before)
            if len(moves) > MOST_NUMBERS:
                refuse_large(rules)
        else:
            for value in fields[len(before)].values(rules, before):
                gather((*before, value))

    gather(())
    varied = [len(set(values)) > 1 for values in zip(*moves.values(), strict=True)]
    return Listed(
        _said_of(field.what(rules) for field, more in zip(fields, varied, strict=False) if more), tuple(moves)
    )


def _product(rules: Any, kind: type[Move], fields: list[Any]) -> _Product:
    """Every value of each field with every value of the next, where some depend on what the player sees."""
    single = tuple([get_origin(hint) is not tuple for hint in hints_of(kind).values()])
    parts = []
    for field, alone in zip(fields, single, strict=True):
        if not hasattr(field, "size"):
            values = dict.fromkeys([(value,) if alone else value for value in field.values(rules, ())])
            field = _Beside(tuple(values), field.what(rules))
        parts.append(field)
    return _Product(tuple(parts), single)


@attrs.frozen
class _Beside:
    """Values that follow from the rules, beside others that do not."""

    values: tuple[Any, ...]
    text: str

    def size(self, rules: Any) -> int:
        return len(self.values)

    def number(self, rules: Any, now: Any, player: int, held: tuple[str, ...], value: tuple[Any, ...]) -> int | None:
        return self.values.index(value) if value in self.values else None

    def value(self, rules: Any, now: Any, player: int, held: tuple[str, ...], number: int) -> tuple[Any, ...] | None:
        return self.values[number]  # type: ignore[no-any-return]

    def what(self, rules: Any) -> str:
        return self.text


@attrs.frozen
class _Product:
    """The numbers of the values of all fields together."""

    fields: tuple[Here, ...]
    single: tuple[bool, ...]

    def size(self, rules: Any) -> int:
        return prod([field.size(rules) for field in self.fields])

    def number(self, rules: Any, now: Any, player: int, held: tuple[str, ...], value: tuple[Any, ...]) -> int | None:
        number = 0
        for part, field, alone in zip(value, self.fields, self.single, strict=True):
            place = field.number(rules, now, player, held, (part,) if alone else part)
            if place is None:
                return None
            number = number * field.size(rules) + place
        return number

    def value(self, rules: Any, now: Any, player: int, held: tuple[str, ...], number: int) -> tuple[Any, ...] | None:
        parts = list[Any]()
        for field, alone in zip(reversed(self.fields), reversed(self.single), strict=True):
            number, place = divmod(number, field.size(rules))
            part = field.value(rules, now, player, held, place)
            if part is None:
                return None
            parts.append(part[0] if alone else part)
        return tuple(reversed(parts))

    def what(self, rules: Any) -> str:
        return _said_of([field.what(rules) for field in self.fields])
