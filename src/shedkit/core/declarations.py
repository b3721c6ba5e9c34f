"""Declarations: of every field of a state, whether it holds cards, who may see it, and how seats enter it."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

import attrs

from shedkit.core.roles import Role

__all__ = ["KEY", "Declared", "Holds", "Visibility", "fact", "zone"]

KEY: Final = "shedkit"
"""Where the metadata of an attrs field keep its declaration."""


class Visibility(Enum):
    """Who may see a zone or a fact."""

    EVERYONE = "everyone"
    OWNER = "owner"
    NOBODY = "nobody"


class Holds(Enum):
    """What a field holds, as far as seats are concerned."""

    PLAIN = "plain"
    """Something that no seat numbers enter; a zone of the table."""
    SEAT = "seat"
    """The number of one seat, or ``None``."""
    SEATS = "seats"
    """Several seat numbers, in an order of their own."""
    PLAYERS = "players"
    """One entry for each player, by seat."""
    VALUE = "value"
    """A value, or a list of values, that turns its own seats by a method ``rotated(by, players)``."""


@attrs.frozen
class Declared:
    """The declaration of one field of a state."""

    name: str
    is_zone: bool
    visible_to: Visibility
    holds: Holds
    in_order: bool
    doc: str
    role: Role | None = None


def _declare(is_zone: bool, seen: Visibility, holds: Holds, in_order: bool, doc: str) -> Any:
    if seen is Visibility.OWNER and holds is not Holds.PLAYERS:
        raise TypeError("what only its owner sees must hold one entry per player")
    return attrs.field(metadata={KEY: (is_zone, seen, holds, in_order, doc)})


def zone(seen: Visibility, holds: Holds = Holds.PLAIN, *, in_order: bool = False, doc: str = "") -> Any:
    """Declare a place that holds cards: one tuple of them or, with `Holds.PLAYERS`, one tuple per player.

    An empty slot of a row is ``None``; that a slot is empty, and how many cards there are, is public.

    Args:
        seen: who may see the cards.
        holds: ``Holds.PLAIN`` for a zone of the table, ``Holds.PLAYERS`` for one of each player.
        in_order: whether the cards are a multiset that is kept in deck order, as hands are.
        doc: what lies there, in one line.

    """
    return _declare(True, seen, holds, in_order, doc)


def fact(seen: Visibility, holds: Holds = Holds.PLAIN, *, doc: str = "") -> Any:
    """Declare anything beside the cards: a plain immutable value.

    Args:
        seen: who may know it; for ``Visibility.OWNER`` the field holds one entry per player.
        holds: what it holds, as far as seats are concerned.
        doc: what it says, in one line.

    """
    return _declare(False, seen, holds, False, doc)
