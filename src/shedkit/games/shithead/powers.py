"""What ranks do beside their value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import islice

from shedkit.authoring import ConfigurationError, FrozenMap, short


class Power(Enum):
    """What a rank does beside its value."""

    RESET = "reset"
    """The next card may have any value (SH-034)."""
    BURN = "burn"
    """The pile leaves the game, its layer is on again (SH-035, SH-036)."""
    LOW = "low"
    """The next player must lay this rank or lower (SH-040)."""
    TRANSPARENT = "transparent"
    """The card below counts."""
    SKIP = "skip"
    """The next player's turn is skipped."""
    REVERSE = "reverse"
    """The turn order changes its direction."""


def read_powers(given: Mapping[int, Power]) -> FrozenMap[int, Power]:
    """The powers of ranks, lowest rank first.

    Raises:
        ConfigurationError: for what is no rank or no power.

    """
    if not isinstance(given, Mapping):
        raise ConfigurationError("powers", f"it must map ranks to powers, not be {short(given)}")
    for rank, power in given.items():
        _rank("powers", rank)
        if not isinstance(power, Power):
            raise ConfigurationError("powers", f"the power of {rank} must be a Power, not {short(power)}")
    return FrozenMap(dict(sorted(given.items())))


def read_ranks(given: Iterable[int] | None) -> frozenset[int] | None:
    """A set of ranks, or ``None``.

    Raises:
        ConfigurationError: for what is no rank.

    """
    if given is None:
        return None
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ConfigurationError("anywhere", f"it must be a set of ranks, not {short(given)}")
    return frozenset([_rank("anywhere", rank) for rank in islice(given, 100)])


def _rank(option: str, rank: object) -> int:
    if type(rank) is not int or not 2 <= rank <= 14:
        raise ConfigurationError(option, f"a rank is a number from 2 to 14 (the ace), not {short(rank)}")
    return rank
