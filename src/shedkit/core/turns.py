"""Turn order: seats clockwise, some of them out."""

from __future__ import annotations

from functools import cache

__all__ = ["around", "next_seat"]


def next_seat(seat: int, players: int, out: tuple[int, ...] = (), *, steps: int = 1, direction: int = 1) -> int:
    """The seat that comes ``steps`` seats after this one, counting only players who are still in.

    >>> next_seat(3, 4)
    0
    >>> next_seat(0, 4, out=(1,), steps=2)
    3
    """
    while steps:
        seat = (seat + direction) % players
        if seat not in out:
            steps -= 1
    return seat


@cache
def around(seat: int, players: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with the one after this, which comes last.

    >>> around(1, 4)
    (2, 3, 0, 1)
    """
    return tuple((seat + i) % players for i in range(1, players + 1))
