"""What a declaration says of a field of a state: who may see it, and how seats enter it."""

from __future__ import annotations

from enum import Enum

__all__ = ["Holds", "Visibility"]


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
