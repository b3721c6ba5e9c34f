"""Between which bounds the values of a measure lie, by the number of players."""

from __future__ import annotations

from math import inf

__all__ = ["above_chance", "counted", "several", "share"]


def share(players: int) -> tuple[float, float]:
    """A share: from 0 to 1."""
    return 0.0, 1.0


def counted(players: int) -> tuple[float, float]:
    """What is counted: from 0, without an end."""
    return 0.0, inf


def several(players: int) -> tuple[float, float]:
    """What there is at least one of."""
    return 1.0, inf


def above_chance(players: int) -> tuple[float, float]:
    """A share less the share that chance would give.

    >>> above_chance(4)
    (-0.25, 0.75)
    """
    return -1 / players, 1 - 1 / players
