"""Odd values: what nobody should pass, for law 17 to pass everywhere; and JSON with something wrong in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import partial
from random import Random
from typing import Any, NoReturn

from shedkit.core.cards import BACK

__all__ = ["ODD", "ODD_CODES", "ODD_NUMBERS", "Awkward", "broken_codes", "no_seats", "same_json", "spoiled"]


class Awkward:
    """An object that can be asked nothing: it cannot be hashed, compared or printed."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> NoReturn:
        raise RuntimeError("compared")

    def __repr__(self) -> NoReturn:
        raise RuntimeError("printed")


ODD_NUMBERS: tuple[Any, ...] = (
    *(-1, -4, 10**9, 10**30, -(10**30), 10**5000, True, False, None, "0", "1", "", b"7"),
    *(0.0, 1.0, 1.5, float("nan"), 1j, (), (1,), [], [1], {}, object(), Awkward()),
)
"""What is no number within any bounds: too small, too large, or merely equal to one."""

ODD: tuple[Any, ...] = (
    *(*ODD_NUMBERS, 0, 1, 4, "x", "zz", "-", "?", "\0", "x" * 500, "\ud800", "draw", "over", "play", b"draw"),
    *([None], [0], ["x"], [[]], [[[]]], [(0, None)], [("", "")], ("x",), [True] * 4, [0] * 4, {"x": 1}, {1: 2}, {1, 2}),
    *(Exception, Awkward, len, range(4), iter(()), BACK, [BACK], [Awkward()], [[Awkward()]], [(Awkward(), "x")]),
)
"""What is nothing at all that a game could want, or only sometimes."""

ODD_CODES: tuple[Any, ...] = (
    *("", " ", "-", "/", "x", "draws", "DRAW", "draw now", "play", "play zz", "play 7H", "play 10h", "play 7h,", "7h"),
    *(
        "play 7h / / 8h",
        "flip",
        "flip x",
        "flip 1 2",
        "flip -1",
        "flip ٣",
        "flip ３",
        "swap 0 1_0",
        "take +1",
        "9" * 5000,
    ),
    *(None, 7, 1.5, True, b"draw", ["draw"], ("draw",), {}, object(), Awkward()),
)
"""What is no code of a move, or only in some game."""

_SPOIL: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 2**70, 10**400, 1.5, float("nan"), "", "?", "7h", "Jk", "x" * 500, "\ud800"),
    *("over", "play", [], [[]], ["?"], ["7h"], [None], [0, 0, 0, 0], [[[[[[]]]]]], {}, {"seed": 1}, {"move": "draw"}),
)
_LETTERS = " abcdhs0123456789TJQKAk=-+.,/\n\t\0é٣"


def no_seats(players: int) -> tuple[Any, ...]:
    """What is no seat of a table: numbers beyond it, and what is no whole number, ``None`` left out."""
    return (players, -1, 10**30, "0", "A", 0.0, 1.0, 1.5, True, False, (), [0], {}, b"0")


def broken_codes(good: Sequence[str], random: Random, count: int) -> Iterator[str]:
    """Codes with letters put in, left out, doubled and turned round, some of them still good."""
    for _ in range(count if good else 0):
        code = random.choice(good)
        for _ in range(random.randint(1, 3)):
            place = random.randrange(len(code) + 1)
            code = random.choice(
                (
                    code[:place] + random.choice(_LETTERS) + code[place:],
                    code[:place] + code[place + 1 :],
                    code[:place] + code[place : place + 1] * 2 + code[place + 1 :],
                    code[:place] + code[place:][::-1],
                    f"{code} {random.choice(good)}",
                )
            )
        yield code


def _paths(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside a JSON value; of long lists only the first entries."""
    yield here
    parts: Any = data.items() if isinstance(data, dict) else enumerate(data[:2]) if isinstance(data, list) else ()
    for key, part in parts:
        yield from _paths(part, (*here, key))


def _changed(data: Any, path: tuple[Any, ...], change: Callable[[Any, Any], object]) -> Any:
    """A copy in which one entry is changed; only the containers on the way are copied."""
    root = [data]
    container: Any = root
    here: Any = 0
    for key in path:
        container[here] = copy(container[here])
        container, here = container[here], key
    if isinstance(container[here], dict | list):
        container[here] = copy(container[here])
    change(container, here)
    return root[0] if root else None


def _put(junk: Any, where: Any, key: Any) -> None:
    where[key] = junk


def spoiled(data: Any) -> Iterator[Any]:
    """Every way to put junk into a JSON value, to leave something out, or to put something more in."""
    for path in _paths(data):
        at: Any = data
        for key in path:
            at = at[key]
        for junk in _SPOIL:
            yield _changed(data, path, partial(_put, junk))
        if path:
            yield _changed(data, path, lambda where, key: where.pop(key))
        if isinstance(at, dict):
            yield _changed(data, path, lambda where, key: where[key].update(mood=1))
        if isinstance(at, list) and at:
            yield _changed(data, path, lambda where, key: where[key].append(where[key][0]))
            yield _changed(data, path, lambda where, key: where[key].reverse())


def same_json(given: Any, written: Any, *, inside: bool) -> bool:
    """Whether what was read is written as it was given.

    The cards of a move, or of a value inside a state such as a meld, may be put in order; those of zones may not.

    Args:
        given: what was read.
        written: what was written then.
        inside: whether this is such a value already.

    """
    if isinstance(given, dict) and isinstance(written, dict):
        return given.keys() == written.keys() and all(
            same_json(given[name], written[name], inside=inside or isinstance(given[name], dict)) for name in given
        )
    if isinstance(given, list) and isinstance(written, list):
        if inside and given and all(isinstance(part, str) for part in (*given, *written)):
            return sorted(given) == sorted(written)
        return len(given) == len(written) and all(
            same_json(entry, other, inside=inside or isinstance(entry, dict))
            for entry, other in zip(given, written, strict=True)
        )
    return type(given) is type(written) and (given == written or given != given)
