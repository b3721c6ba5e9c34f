"""Every option alone, options drawn at random, and every two values of options together in few rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import Generic, TypeVar

import attrs

from shedkit.core.errors import ConfigurationError
from shedkit.core.moves import Move
from shedkit.core.options import Option
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import written

__all__ = ["Covering", "covering", "neighbours", "random_rules", "variants"]

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
        values = [value for value in values if isinstance(value, int) and option.low <= value]
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


def variants(
    kind: type[Rules[S, M]], *, data: Mapping[str, Sequence[object]] | None = None, only: str | None = None
) -> Iterator[Rules[S, M]]:
    """The default rules for every number of players, and every option alone with each value worth a test.

    Args:
        kind: a rules class.
        data: values for options that hold data, by name.
        only: the name of one option to vary; with ``players`` the default rules alone.

    >>> from shedkit import Quiclo
    >>> Quiclo(players=3, play_drawn=True) in list(variants(Quiclo))
    True
    >>> len(list(variants(Quiclo, only="players")))
    22

    """
    for players in _counts(kind):
        if only in (None, "players"):
            yield kind(players=players)
        for option in kind.options():
            if option.name == "players" or only not in (None, option.name):
                continue
            for value in _values(option, players, data or {}):
                made = _made(kind, {"players": players, option.name: value})
                if made is not None:  # else it needs another option beside it; random_rules may find the pair
                    yield made


def neighbours(rules: Rules[S, M]) -> Iterator[Rules[S, M]]:
    """Rules that differ from these in one option, each option in turn; the number of players last."""
    for option in sorted(rules.options(), key=lambda option: option.name == "players"):
        for value in (option.default, *_values(option, rules.players, {})):
            with suppress(ConfigurationError):
                other = rules.evolve(**{option.name: value})
                if other != rules:
                    yield other
                    break


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


_TABLES = 4
"""How many small tables are tried with every value; of larger ones, only the largest."""


@attrs.frozen
class _Seat:
    """A seat that depends on the number of players: 0 the first, 1 the one in the middle, 2 the last."""

    which: int

    def at(self, players: int) -> int:
        return (0, players // 2, players - 1)[self.which]

    def __repr__(self) -> str:
        return ("the first seat", "a middle seat", "the last seat")[self.which]


def _written(value: object) -> str:
    text = written(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


@attrs.frozen
class Covering(Generic[S, M]):
    """Few rules in which every two values of options meet.

    Attributes:
        rules: the rules, those that bring most pairs first.
        pairs: how many pairs of values of two options there are.
        met: after each of the rules, how many of the pairs have met so far.
        impossible: the pairs for which no rules were found that allow them, as texts like ``a=1, b=2``.

    """

    rules: tuple[Rules[S, M], ...]
    pairs: int
    met: tuple[int, ...]
    impossible: tuple[str, ...]


def covering(kind: type[Rules[S, M]], *, data: Mapping[str, Sequence[object]] | None = None) -> Covering[S, M]:
    """Rules that bring together every value worth a test of every option with every such value of every other.

    Faults mostly need one option or two to show; so a few dozen rules find nearly all that thousands would. The
    choice is greedy and always the same.

    Args:
        kind: a rules class.
        data: values for options that hold data, by name.

    >>> from shedkit import Quiclo
    >>> made = covering(Quiclo)
    >>> len(made.rules) < 40 and made.met[-1] + len(made.impossible) == made.pairs
    True

    """
    return _Coverer(kind, data or {}).covered()


class _Coverer(Generic[S, M]):
    """The state of a greedy search: which pairs of values have not met yet."""

    def __init__(self, kind: type[Rules[S, M]], data: Mapping[str, Sequence[object]]) -> None:
        self.kind = kind
        counts = _counts(kind)
        self.levels: dict[str, list[object]] = {}
        for option in kind.options():
            if option.name == "players":
                values: list[object] = list(dict.fromkeys((*counts[:_TABLES], counts[-1])))
            elif option.seat:
                values = [option.default, *map(_Seat, range(3))]
            else:
                values = [option.default, *_values(option, counts[0], data)]
            if len(values) > 1:
                self.levels[option.name] = values
        self.places = [(name, i) for name, values in self.levels.items() for i in range(len(values))]
        self.open = {pair: None for pair in combinations(self.places, 2) if pair[0][0] != pair[1][0]}
        self.order = {name: i for i, name in enumerate(self.levels)}

    def made(self, row: Mapping[str, int]) -> Rules[S, M] | None:
        """The rules with these levels, the others at their defaults, if there are such rules."""
        options = {name: self.levels[name][i] for name, i in row.items()}
        players = options.get("players", self.kind().players)
        assert isinstance(players, int)
        seated = {name: value.at(players) if isinstance(value, _Seat) else value for name, value in options.items()}
        defaults = {option.name: option.default for option in self.kind.options()}
        given = {name: value for name, value in seated.items() if name == "players" or value is not defaults[name]}
        return _made(self.kind, given)

    def pair(self, first: tuple[str, int], second: tuple[str, int]) -> tuple[tuple[str, int], tuple[str, int]]:
        return (first, second) if self.order[first[0]] < self.order[second[0]] else (second, first)

    def gain(self, row: Mapping[str, int], place: tuple[str, int]) -> int:
        return sum(self.pair(place, other) in self.open for other in row.items())

    def begun(self, pair: tuple[tuple[str, int], tuple[str, int]]) -> dict[str, int] | None:
        """Levels with this pair that make rules: the pair alone, or with one or two other options beside it."""
        row = dict(pair)
        if self.made(row) is not None:
            return row
        others = [place for place in self.places if place[0] not in row]
        for place in others:
            if self.made({**row, place[0]: place[1]}) is not None:
                return {**row, place[0]: place[1]}
        return None

    def filled(self, row: dict[str, int]) -> dict[str, int]:
        """The row with a level for each further option that still goes with it, preferring pairs that are open."""
        for name in sorted(self.levels, key=lambda name: -len(self.levels[name])):
            if name in row:
                continue
            ranked = sorted(range(len(self.levels[name])), key=lambda i: -self.gain(row, (name, i)))
            for i in ranked:
                if self.made({**row, name: i}) is not None:
                    row = {**row, name: i}
                    break
        return row

    def covered(self) -> Covering[S, M]:
        pairs, impossible = len(self.open), list[str]()
        rules, met, done = list[Rules[S, M]](), list[int](), 0
        while self.open:
            first = next(iter(self.open))
            begun = self.begun(first)
            if begun is None:
                del self.open[first]
                impossible.append(", ".join(f"{name}={_written(self.levels[name][i])}" for name, i in first))
                continue
            row = self.filled(begun)
            for left, right in combinations(row.items(), 2):
                if self.open.pop(self.pair(left, right), self) is None:
                    done += 1
            made = self.made(row)
            assert made is not None
            rules.append(made)
            met.append(done)
        return Covering(tuple(rules), pairs, tuple(met), tuple(impossible))
