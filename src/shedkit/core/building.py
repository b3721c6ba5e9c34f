"""Games that begin, and positions from card codes, out of the declarations of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from shedkit.core.cards import Card
from shedkit.core.drafts import finished
from shedkit.core.errors import PositionError
from shedkit.core.fields import Field
from shedkit.core.positions import left_over
from shedkit.core.roles import Role

__all__ = ["blank", "placed_by_hand", "settle"]


def blank(rules: Any) -> Any:
    """A draft with empty zones and the facts at their defaults; ``NOTHING`` stands for what follows from others."""
    kind = rules.state_type
    s = object.__new__(kind.draft_type)
    s._log = None
    for name, field in kind.declared.items():
        setattr(s, name, field.beginning(rules))
    return s


def settle(rules: Any, s: Any, roles: tuple[Role, ...] = ()) -> Any:
    """Set what follows from other fields where nothing was said, of some roles or of all; the draft itself."""
    for name, field in s.declared.items():
        if getattr(s, name) is attrs.NOTHING and (not roles or field.role in roles):
            setattr(s, name, field.following(rules, s))
    return s


def placed_by_hand(rules: Any, given: Mapping[str, Any]) -> Any:
    """The state that a position describes, unchecked; see `Game.position`.

    Raises:
        TypeError: for names that no zone or fact has, or if the hands are missing.
        PositionError: for what cannot be read, or lies in the wrong form.

    """
    kind = rules.state_type
    fields: dict[str, Field[Any]] = kind.declared
    names = [name for field in fields.values() for name in field.names]
    unknown = [name for name in given if name not in names]
    missing = [name for name in kind.layout.names(Role.HAND) if name not in given]
    if unknown or missing:
        problem = f"there is no {unknown[0]}" if unknown else f"{missing[0]} are missing"
        raise TypeError(f"position: {problem}; a position of {rules.name} has {', '.join(names)}")
    s = blank(rules)
    for name, field in sorted(fields.items(), key=_reading_order):
        if (value := field.read(rules, given, s)) is not attrs.NOTHING:
            setattr(s, name, value)
    rest = left_over(rules.deck, [card for card in kind.layout.cards(s) if isinstance(card, Card)])
    if given.get("stock") is None:
        s.stock = rest
    elif rest:
        s.removed += rest
    for zone in kind.layout.zones():
        if (lacks := zone.lacks(s)) is not None:
            raise PositionError(lacks)  # what follows from the zones may rest on it
    return finished(settle(rules, s))


def _reading_order(entry: tuple[str, Field[Any]]) -> tuple[bool, bool]:
    """Whose turn it is comes first, then the other zones and facts: some are read by it."""
    field = entry[1]
    return field.role is not Role.TURN, not field.is_zone
