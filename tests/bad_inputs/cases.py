"""What a case of bad input is: something to try, and what must be answered.

The modules beside this one hold the cases of each game as data; `test_bad_input.py` tries them, and
`tests/data/bad_input_<game>.txt` keeps the whole answers. Long lists stand as tables in `tests/data`: rules and
positions by the names they have in the module, a position also as a Python value, or as a name and what differs.
"""

from __future__ import annotations

import csv
from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from shedkit.core.cards import codes
from shedkit.core.errors import ConfigurationError, NotationError, PositionError, ShedkitError
from shedkit.core.refusals import Reason
from shedkit.core.values import short
from shedkit.testing.odd import Awkward

Errors = tuple[type[ShedkitError], ...]


class Odd(Awkward):
    """An object that can be asked nothing; the kept answers call it by this name."""


@attrs.frozen
class Refused:
    """A move that is refused, for one of these reasons, in a sentence that names these words."""

    title: str
    rules: Any
    at: Any
    move: Any
    reasons: tuple[Reason, ...]
    words: tuple[str, ...] = ()
    player: int = 0

    def state(self) -> Any:
        """The position: as it stands, or from its zones."""
        return self.rules.position(**self.at) if isinstance(self.at, Mapping) else self.at


@attrs.frozen
class Fails:
    """A call that raises one of these errors, in a sentence that names these words."""

    title: str
    call: Callable[[], object]
    errors: Errors
    words: tuple[str, ...] = ()
    option: str | None = None


@attrs.frozen
class Game:
    """All the cases of one game, in groups."""

    refused: Mapping[str, Sequence[Refused]]
    fails: Mapping[str, Sequence[Fails]]
    good: Sequence[tuple[Any, Mapping[str, Any]]]
    """The other side: rules and positions that are just good enough."""
    states: Sequence[Any]
    """Positions for law 17."""
    base: Mapping[str, Any] = {}
    """What the good positions have in common."""


def written(value: object) -> str:
    """A value for a title: as it is written, where that is the same in every process."""
    if isinstance(value, str | int | float | bool | None):
        return short(value)
    if isinstance(value, list | tuple) and len(value) < 6:
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict) and len(value) < 6:
        return f"{{{', '.join(f'{written(name)}: {written(part)}' for name, part in value.items())}}}"
    return short(value)


def options(kind: Any, name: str, values: Iterable[object]) -> list[Fails]:
    """Values that an option cannot have, for new rules and for changed ones."""
    usual = kind()
    return [
        Fails(
            f"{name}={written(value)}{how}",
            lambda b=build, v=value: b(**{name: v}),
            (ConfigurationError,),
            (name,),
            name,
        )
        for value in values
        for build, how in ((kind, ""), (usual.evolve, ", changed"))
    ]


def unknown(kind: Any, names: Iterable[str], *known: str) -> list[Fails]:
    """Options that there are not; the error names them and those that there are."""
    return [
        Fails(f"{name}{how}", lambda b=build, n=name: b(**{n: True}), (ConfigurationError,), (name, *known), name)
        for name in names
        for build, how in ((kind, ""), (kind().evolve, ", changed"))
    ]


def contradictory(kind: Any, words: str, given: Mapping[str, Any]) -> list[Fails]:
    """Options that contradict each other; the error names these words."""
    return [Fails(written(dict(given)), lambda: kind(**given), (ConfigurationError,), tuple(words.split()))]


def seeds(rules: Any, values: Iterable[object]) -> list[Fails]:
    """Seeds of a deal that are no whole numbers."""
    return [
        Fails(written(value), lambda v=value: rules.deal(seed=v), (ConfigurationError,), ("integer",), "seed")
        for value in values
    ]


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table of `tests/data`."""
    path = Path(__file__).parents[1] / "data" / f"{name}.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def zones_of(text: str, named: Mapping[str, Any]) -> dict[str, Any]:
    """The zones that a cell stands for: those of a name, a Python value, or first those and then what differs."""
    name, _, rest = ("", "", text) if text.startswith("{") else text.partition(" ")
    return {**(named[name.upper()] if name else {}), **(literal_eval(rest) if rest else {})}


def moves_refused(game: str, named: Mapping[str, Any]) -> list[Refused]:
    """The moves of the table of a game that are refused; the module says what the names in it stand for."""
    made = []
    for row in table(f"bad_moves_{game}"):
        rules = named[row["rules"].upper()]
        at, reason = zones_of(row["position"], named), Reason(row["reason"])
        made.append(Refused(row["title"], rules, at, rules.parse(row["move"]), (reason,), (row["words"],)))
    return made


def positions_refused(game: str, named: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any], str]]:
    """The positions of the table of a game that cannot be, each with what the error names."""
    rows = table(f"bad_positions_{game}")
    return [(row["title"], zones_of(row["position"], named), row["words"]) for row in rows]


def seeds_of_positions(
    rules: Any, zones: Mapping[str, Any], values: Iterable[object], errors: Errors = (ConfigurationError,)
) -> list[Fails]:
    """Seeds of a position that are no whole numbers."""
    return [
        Fails(written(value), lambda v=value: rules.position(**zones, seed=v), errors, ("seed",)) for value in values
    ]


def orders(given: Iterable[tuple[Any, Any, str]]) -> list[Fails]:
    """Orders that are not the deck."""
    return [
        Fails(
            f"{number}: {written(order)}",
            lambda r=rules, o=order: r.deal(order=o),
            (ConfigurationError,),
            (word,),
            "order",
        )
        for number, (rules, order, word) in enumerate(given)
    ]


def orders_of_ladders(rules: Any, foreign: str, missing: str) -> list[Fails]:
    """Orders that are not the deck: the error names the card that is one too many or too few."""
    deck = rules.deck
    first, last = str(deck[0]), str(deck[-1])
    given: list[tuple[Any, str]] = [
        *((deck[:-1], last), (deck[1:], first), ((*deck, deck[0]), first), ((*deck[:-1], deck[0]), first)),
        *(((*deck[:-1], foreign), foreign), ((), first), (first, missing), (("zz",), "zz"), ((1, 2), "1"), (3, "3")),
        (f"{codes(deck)} {first}", first),
    ]
    return orders((rules, order, word) for order, word in given)


def small_decks(kind: Any) -> list[Fails]:
    """Decks that are one card too small for nine cards each."""
    deck = kind().deck
    return [
        case
        for players in (2, 3, 4, 5)
        for case in contradictory(kind, f"deck {9 * players}", {"players": players, "deck": deck[: 9 * players - 1]})
    ]


def makes(calls: Sequence[Callable[[], object]], *words: str) -> list[Fails]:
    """Moves, cards and melds that cannot be written."""
    return [Fails(str(number), call, (NotationError,), words) for number, call in enumerate(calls)]


def codes_of(rules: Any, codes: Iterable[object]) -> list[Fails]:
    """What is no code of a move."""
    return [
        Fails(f"{number}: {written(code)}", lambda c=code: rules.parse(c), (NotationError,))
        for number, code in enumerate(codes)
    ]


def positions(given: Iterable[tuple[str, Any, Mapping[str, Any], str]]) -> list[Fails]:
    """Positions that cannot be."""
    return [
        Fails(title, lambda r=rules, z=zones: r.position(**z), (PositionError,), (word,))
        for title, rules, zones, word in given
    ]


def of_ladders(base: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any], str]]:
    """Positions that cannot be in any game of three rows with three players, beside hands that can."""
    return [
        ("no hands", {"hands": []}, "two players"),
        ("hands missing", {"hands": None}, "hands"),
        ("hands of numbers", {"hands": [1, 2]}, "hands"),
        ("no card in the pile", {**base, "discard": "zz"}, "discard"),
        ("no card in the stock", {**base, "stock": "zz"}, "stock"),
        ("a number as stock", {**base, "stock": 3}, "stock"),
        ("no card removed", {**base, "removed": "zz"}, "removed"),
        ("a blind row of four", {**base, "face_down": ["- - - -"]}, "face_down"),
        ("turn beyond the table", {**base, "turn": 3}, "turn"),
        ("turn below the table", {**base, "turn": -1}, "turn"),
        ("turn as text", {**base, "turn": "0"}, "turn"),
        ("turn as bool", {**base, "turn": True}, "turn"),
        ("turn as float", {**base, "turn": 0.0}, "turn"),
        ("turn of nobody", {**base, "turn": None}, "turn"),
        ("no phase", {**base, "phase": None}, "phase"),
        ("layer beyond the table", {**base, "layer": 3}, "layer"),
        ("layer as text", {**base, "layer": "x"}, "layer"),
        ("out with cards", {**base, "out": [0]}, "out"),
        ("out beyond the table", {**base, "out": [3]}, "out"),
        ("out as number", {**base, "out": 3}, "out"),
        ("declined too short", {**base, "declined": [True]}, "declined"),
        ("declined as number", {**base, "declined": 3}, "declined"),
        ("dealer beyond the table", {**base, "dealer": 3}, "dealer"),
        ("dealer as text", {**base, "dealer": "x"}, "dealer"),
        ("round nought", {**base, "round": 0}, "round"),
        ("round beyond the last", {**base, "round": 2}, "round"),
        ("round as text", {**base, "round": "1"}, "round"),
        ("results too early", {**base, "results": [(1, 2, 3)]}, "results"),
        ("results as number", {**base, "results": 3}, "results"),
        ("over with two players left", {**base, "phase": "over", "results": [(1, 2, 3)]}, "over"),
    ]
