"""JSON: states, moves, events and views as plain values, read back by the types their classes declare.

Nothing is evaluated or unpickled: a value is taken apart by the annotations of the class it should become,
and whatever does not fit is refused with the place where it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin

from shedkit.core.cards import BACK, Card, Hidden, cards_of
from shedkit.core.errors import NotationError
from shedkit.core.events import Event
from shedkit.core.moves import Move, reused
from shedkit.core.options import FrozenMap
from shedkit.core.states import State, Visibility
from shedkit.core.strict_json import Json
from shedkit.core.values import fields_of, hints_of, short

__all__ = ["Json", "decode", "decode_kind", "encode"]


_PLAIN, _CARDS = (bool, int, str), (Card, Hidden)


def encode(value: object) -> Json:
    """A value of the library as plain JSON: cards as codes, a card back as ``"?"``, an empty slot as null."""
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, _CARDS):
        return str(value)
    if isinstance(value, Enum):
        return encode(value.value)
    if isinstance(value, tuple):
        return [encode(part) for part in value]
    if isinstance(value, frozenset):
        return sorted((encode(part) for part in value), key=str)
    if isinstance(value, FrozenMap):
        return {str(key): encode(entry) for key, entry in value.items()}
    made: dict[str, Json] = {}
    if isinstance(value, Move):
        made["move"] = value.verb
    elif isinstance(value, Event):
        made["event"] = type(value).__name__
    for field in fields_of(type(value)):
        made[field.name] = encode(getattr(value, field.name))
    return made


def decode(kind: Any, data: Json, where: str, *, card: type[Card], hidden: Hidden | None = None) -> Any:
    """The value of a type that JSON stands for.

    Args:
        kind: a type: plain values, cards, literals, enums, tuples, unions with ``None``, attrs classes.
        data: the JSON value.
        where: how to name its place in an error.
        card: the kind of cards of the game, for types that only say `Card`.
        hidden: what ``"?"`` stands for; ``None`` where nothing may be hidden.

    Raises:
        NotationError: if the value is not of that type.

    """
    origin = get_origin(kind)
    if hidden is not None and data == "?" and origin is not tuple:
        return hidden  # a card, a secret fact, or a player's entry of one; never a whole list
    if origin is UnionType or origin is Union:
        parts = get_args(kind)
        if data is None and NoneType in parts:
            return None
        if data == "?" and Hidden in parts:
            return BACK
        solid = [part for part in parts if part not in (NoneType, Hidden)]
        return decode(solid[0], data, where, card=card, hidden=hidden)
    if origin in (tuple, frozenset, FrozenMap, Mapping):
        return _decode_many(kind, data, where, card=card, hidden=hidden)
    if origin is Literal:
        if not isinstance(data, str | int) or data not in get_args(kind):
            raise _wrong(where, "one of " + ", ".join(map(str, get_args(kind))), data)
        return data
    if issubclass(kind, Card):
        try:
            return (card if kind is Card else kind)(data)  # type: ignore[arg-type]
        except NotationError as error:
            raise NotationError(f"{where}: {error}") from None
    if kind in (int, str, bool):
        if type(data) is not kind:
            raise _wrong(where, {int: "a whole number", str: "a text", bool: "true or false"}[kind], data)
        return data
    if issubclass(kind, Enum):
        for member in kind:
            if member.value == data:
                return member
        raise _wrong(where, "one of " + ", ".join(str(member.value) for member in kind), data)
    return decode_kind(kind, data, where, card=card, hidden=hidden)


def _wrong(where: str, expected: str, data: Json) -> NotationError:
    return NotationError(f"{where}: {expected} expected, not {short(data)}")


def _decode_many(kind: Any, data: Json, where: str, *, card: type[Card], hidden: Hidden | None) -> Any:
    """A value that holds others: a tuple, a set or a map."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (FrozenMap, Mapping):
        if not isinstance(data, dict):
            raise _wrong(where, "an object", data)
        entries = data.items()
        return FrozenMap(
            {_number(key, where): decode(parts[1], entry, f"{where}.{key}", card=card) for key, entry in entries}
        )
    if not isinstance(data, list):
        raise _wrong(where, "a list", data)
    if origin is frozenset:
        return frozenset([decode(parts[0], entry, f"{where}[{i}]", card=card) for i, entry in enumerate(data)])
    if parts[-1] is ... and parts[0] is card and set(map(type, data)) == {str}:
        if hidden is not None and data.count("?") == len(data):
            return (hidden,) * len(data)
        with suppress(NotationError):  # it is told below, with the place
            return cards_of(card, cast("list[str]", data))
    kinds = parts[:1] * len(data) if parts[-1] is ... else parts
    if len(kinds) != len(data):
        raise _wrong(where, f"a list of {len(kinds)}", data)
    return tuple(
        [
            decode(part, entry, f"{where}[{i}]", card=card, hidden=hidden)
            for i, (part, entry) in enumerate(zip(kinds, data, strict=True))
        ]
    )


def _number(key: str, where: str) -> int:
    """A whole number that is the key of an object."""
    if not (isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 10 and key == str(int(key))):
        raise NotationError(f"{where}: {short(key)} is no number")
    return int(key)


def _fields(data: Json, where: str, names: Collection[str], what: str, tag: str | None = None) -> dict[str, Json]:
    """The entries of an object that has exactly these fields, and perhaps the tag beside them."""
    if not isinstance(data, dict):
        raise NotationError(f"{where}: an object expected, not {short(data)}")
    for name in data:
        if name not in names and name != tag:
            raise NotationError(f"{where}: unknown field {short(name)}; {what} has {', '.join(names)}")
    for name in names:
        if name not in data:
            raise NotationError(f"{where}: field {name} is missing")
    return data


def decode_kind(
    kind: type,
    data: Json,
    where: str,
    *,
    card: type[Card],
    hidden: Hidden | None = None,
    tag: str | None = None,
) -> Any:
    """An attrs class from a JSON object that has exactly its fields (and the tag)."""
    hints = hints_of(kind)
    entries = _fields(data, where, hints, kind.__name__, tag)
    values = {
        name: decode(part, entries[name], f"{where}.{name}", card=card, hidden=hidden) for name, part in hints.items()
    }
    made = kind(**values)
    return reused(made) if isinstance(made, Move) else made


def decode_state(
    kind: type[State], data: Json, where: str, *, card: type[Card], view: bool, back: Hidden, unknown: Hidden
) -> Any:
    """A state, or with ``view`` the state inside a view: ``"?"`` may stand only where a declaration hides."""
    hints = hints_of(kind)
    entries = _fields(data, where, hints, "a state")
    values = {}
    for field in kind.layout.fields:
        hidden = back if field.is_zone else unknown
        values[field.name] = decode(
            hints[field.name],
            entries[field.name],
            f"{where}.{field.name}",
            card=card,
            hidden=hidden if view and field.visible_to is not Visibility.EVERYONE else None,
        )
    return kind(**values)
