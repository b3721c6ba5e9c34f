"""Chance as a value: a seed and the number of shuffles made with it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from math import floor
from random import Random
from typing import TypeVar

import attrs
from typing_extensions import Self

from shedkit.core.errors import ConfigurationError
from shedkit.core.values import seal

__all__ = ["Chance", "generator"]

T = TypeVar("T")
_LIMIT = 2**128


def generator(seed: int) -> Random:
    """The random numbers of a player with this seed; every integer has its own.

    Raises:
        ConfigurationError: if the seed is no integer of at most 128 bits.

    """
    if type(seed) is not int:
        raise ConfigurationError("seed", f"it must be an integer, not a {type(seed).__name__}")
    Chance.of(seed)
    return Random(seed if seed >= 0 else f"below zero: {seed}")


@seal
@attrs.frozen
class Chance:
    """The randomness of a game, as it lies hidden inside a state.

    Every shuffle has a generator of its own, made from the seed and its running number. It rests only on
    what Python promises to keep: SHA-256, and the sequence of ``Random(seed).random()``.

    Attributes:
        seed: any integer of at most 128 bits.
        count: how many shuffles have been made.

    >>> cards, after = Chance(7).shuffled("abcdef")
    >>> cards, after
    (('a', 'c', 'f', 'e', 'b', 'd'), Chance(seed=7, count=1))

    """

    seed: int
    count: int = 0

    @classmethod
    def of(cls, seed: int | None) -> Self:
        """Chance from a seed, or from the operating system's source of randomness.

        Raises:
            ConfigurationError: if the seed is not an integer of at most 128 bits.

        """
        if seed is None:
            return cls(secrets.randbits(128))
        if type(seed) is not int:
            raise ConfigurationError("seed", f"it must be an integer, not a {type(seed).__name__}")
        if not -_LIMIT < seed < _LIMIT:
            raise ConfigurationError("seed", "it must have at most 128 bits")
        return cls(seed)

    def in_bounds(self) -> bool:
        """Whether seed and count are such as a game can have; those of a state from outside need not be."""
        return abs(self.seed) < _LIMIT and 0 <= self.count < 2**63

    def branch(self, purpose: str) -> Chance:
        """Another source that tells nothing about this one, nor about that of another purpose."""
        return Chance(int.from_bytes(self._digest(purpose)[:16], "big"))

    def _digest(self, purpose: str) -> bytes:
        return hashlib.sha256(f"{purpose} {self.seed} {self.count}".encode()).digest()

    def numbers(self) -> Callable[[], float]:
        """The generator of this shuffle: numbers from 0 to 1, the same on every machine and version."""
        return Random(int.from_bytes(self._digest("shedkit"), "big")).random

    def picked(self, number: int) -> tuple[int, Chance]:
        """A number below this one, all equally likely, and the chance left."""
        return int(self.numbers()() * number), Chance(self.seed, self.count + 1)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """The items in a new order, all orders equally likely, and the chance left for the next shuffle."""
        random = self.numbers()
        mixed = list(items)
        left = len(mixed)
        while left > 1:
            other = floor(random() * left)
            left -= 1
            mixed[left], mixed[other] = mixed[other], mixed[left]
        return tuple(mixed), Chance(self.seed, self.count + 1)
