"""Means over the tenths of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import truediv

__all__ = ["shared"]


def shared(sums: Iterable[float], among: Sequence[Sequence[object]]) -> list[float | None]:
    """Each of these sums by the number of its entries; ``None`` where there are none.

    >>> shared([3, 0], [[1, 2], []])
    [1.5, None]
    """
    if all(among):
        return list(map(truediv, sums, map(len, among)))
    return [total / len(entries) if entries else None for total, entries in zip(sums, among, strict=True)]
