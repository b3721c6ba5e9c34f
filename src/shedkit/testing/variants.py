"""Every option alone, and options together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeVar

from shedkit.core.errors import ConfigurationError
from shedkit.core.moves import Move
from shedkit.core.options import Option
from shedkit.core.rules import Rules
from shedkit.core.states import State

__all__ = ["random_rules", "variants"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def _values(option: Option, players: int, data: Mapping[str, Sequence[object]]) -> list[object]:
    """Values of an option worth a test, beside its default."""
    if option.name in data:
        return list(data[option.name])
    if not option.plain:
        return []
    values: list[object] = list(option.choices)
    if isinstance(option.default, bool):
        values = [False, True]
    elif option.seat:
        values = [0, players // 2, players - 1]
    elif option.low is not None:
        middle = option.default if isinstance(option.default, int) else option.low
        values = [option.low, option.low + 1, middle - 1, middle + 1]
        values += [option.high] if option.high is not None and option.high < 100 else []
    return [value for value in dict.fromkeys(values) if value != option.default]


def _counts(kind: type[Rules[S, M]]) -> range:
    option = next(option for option in kind.options() if option.name == "players")
    assert option.low is not None
    assert option.high is not None
    return range(option.low, option.high + 1)


def _made(kind: type[Rules[S, M]], options: Mapping[str, object]) -> Rules[S, M] | None:
    try:
        return kind(**options)
    except ConfigurationError:
        return None


def variants(kind: type[Rules[S, M]], *, data: Mapping[str, Sequence[object]] | None = None) -> Iterator[Rules[S, M]]:
    """The default rules for every number of players, and every option alone with each value worth a test.

    Args:
        kind: a rules class.
        data: values for options that hold data, by name.

    >>> from shedkit import Quiclo
    >>> Quiclo(players=3, play_drawn=True) in list(variants(Quiclo))
    True

    """
    for players in _counts(kind):
        yield kind(players=players)
        for option in kind.options():
            for value in [] if option.name == "players" else _values(option, players, data or {}):
                made = _made(kind, {"players": players, option.name: value})
                if made is not None:  # else it needs another option beside it; random_rules may find the pair
                    yield made


def random_rules(
    kind: type[Rules[S, M]], seed: int, *, data: Mapping[str, Sequence[object]] | None = None
) -> Rules[S, M]:
    """Rules with about half of the options drawn at random, the same for the same seed.

    >>> from shedkit import Quiclo
    >>> random_rules(Quiclo, 3) == random_rules(Quiclo, 3)
    True
    """
    random = Random(seed)
    while True:
        players = random.choice(_counts(kind))
        chosen: dict[str, object] = {"players": players}
        for option in kind.options():
            values = _values(option, players, data or {})
            if option.name != "players" and values and random.random() < 0.5:
                chosen[option.name] = random.choice(values)
        made = _made(kind, chosen)
        if made is not None:  # else the options contradict each other: draw again
            return made
