"""JSON Schema for what a game writes as JSON: states, views, moves, events, outcomes, options, records.

>>> from shedkit import Quiclo
>>> from shedkit.table.schema import schema_of
>>> schema = schema_of(Quiclo)
>>> sorted(schema["$defs"])[:4]
['card', 'event', 'move', 'options']
>>> schema["$defs"]["move"]["oneOf"][1]["properties"]
{'move': {'const': 'draw'}}
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from shedkit.core.cards import Card, Hidden
from shedkit.core.codec import Json
from shedkit.core.declarations import Visibility
from shedkit.core.marks import FORMAT as MARKED
from shedkit.core.marks import MARK
from shedkit.core.options import FrozenMap
from shedkit.core.outcomes import Outcome
from shedkit.core.rules import Rules
from shedkit.core.values import hints_of
from shedkit.table.records import FORMAT

__all__ = ["schema_of"]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_BACK: dict[str, Json] = {"const": "?"}


Part = Literal["record", "state", "view", "move", "event", "outcome", "options"]


def schema_of(kind: type[Rules[Any, Any]], part: Part = "record") -> dict[str, Json]:
    """The schemas of a game, in one document.

    Under ``$defs`` stand ``state``, ``view``, ``move``, ``event``, ``outcome``, ``options``, ``record`` and its
    ``start``, and what they share. A schema tells the form only; whether a state can be and a move is legal, the rules
    say.

    Args:
        kind: the class of the rules.
        part: what the document itself is the schema of.

    """
    hints = hints_of(kind)
    state = kind.state_type
    cards: list[Json] = [card.code for card in kind.card_type.all()]
    fields = {field.name: _type(hints_of(state)[field.name]) for field in state.layout.fields}
    seen = {
        field.name: _type(hints_of(state)[field.name], back=field.visible_to is not Visibility.EVERYONE)
        for field in state.layout.fields
    }
    seat: Json = {"type": "integer", "minimum": 0}
    options = {option.name: _type(hints[option.name]) for option in kind.options()}
    mark: dict[str, Json] = {MARK: {"type": "string", "pattern": rf"^{kind.name}-{MARKED}-[0-9a-f]{{16}}$"}}
    defs: dict[str, Json] = {
        "card": {"enum": cards},
        "state": _object({**mark, **fields}),
        "start": {**_object({**mark, **fields}), "required": list(fields)},
        "view": _object({"player": {"anyOf": [seat, {"type": "null"}]}, "state": _object({**mark, **seen})}),
        "move": {"oneOf": [_object({"move": {"const": move.verb}, **_fields(move)}) for move in kind.move_types]},
        "event": {
            "oneOf": [_object({"event": {"const": event.__name__}, **_fields(event)}) for event in kind.event_types]
        },
        "outcome": _object(_fields(Outcome)),
        "options": {**_object(options), "required": []},
        "record": _record(kind),
    }
    return {
        "$schema": _DRAFT,
        "title": f"shedkit {kind.name}, format {FORMAT}",
        "$ref": f"#/$defs/{part}",
        "$defs": defs,
    }


def _record(kind: type[Rules[Any, Any]]) -> Json:
    """A record begins with a deal or with a state."""
    names: Json = {"type": "array", "items": {"type": "string"}}
    deal = _object({"seed": {"type": "integer"}, "order": {"type": "string"}})
    head: dict[str, Json] = {
        "format": {"type": "integer", "minimum": 1, "maximum": FORMAT},
        "game": {"const": kind.name},
        "options": {"$ref": "#/$defs/options"},
        "players": names,
    }
    tail: dict[str, Json] = {
        "moves": {"type": "array", "items": {"type": "string", "pattern": r"^\d+ \S"}},
        "result": {"anyOf": [{"$ref": "#/$defs/outcome"}, {"type": "null"}]},
    }
    return {
        "oneOf": [
            _object({**head, "deal": deal, **tail}),
            _object({**head, "start": {"$ref": "#/$defs/start"}, **tail}),
        ]
    }


def _object(properties: dict[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _fields(kind: type) -> dict[str, Json]:
    return {name: _type(part) for name, part in hints_of(kind).items()}


def _type(kind: Any, *, back: bool = False) -> Json:
    """The schema of a type; with ``back``, a card, a secret fact or a player's entry of one may be ``"?"``."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is tuple:
        if parts[-1] is ...:
            return {"type": "array", "items": _type(parts[0], back=back)}
        items: list[Json] = [_type(part, back=back) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if back:
        return {"anyOf": [_type(kind), _BACK]}
    if origin in (UnionType, Union):
        return {"anyOf": [_BACK if part is Hidden else _type(part) for part in parts]}
    if origin is Literal:
        return {"enum": list(parts)}
    if origin is frozenset:
        return {"type": "array", "items": _type(parts[0]), "uniqueItems": True}
    if origin in (FrozenMap, Mapping):
        return {
            "type": "object",
            "patternProperties": {"^(0|[1-9][0-9]*)$": _type(parts[1])},
            "additionalProperties": False,
        }
    if kind is NoneType:
        return {"type": "null"}
    plain = {bool: "boolean", int: "integer", str: "string"}
    if kind in plain:
        return {"type": plain[kind]}
    if issubclass(kind, Card):
        return {"$ref": "#/$defs/card"}
    if issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    return _object(_fields(kind))
