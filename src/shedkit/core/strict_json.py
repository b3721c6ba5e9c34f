"""Reading JSON from outside: what it cannot say twice, or not at all in plain values, is refused."""

from __future__ import annotations

import json
from typing import Any, NoReturn, Union, cast

from shedkit.core.errors import NotationError
from shedkit.core.values import short

__all__ = ["Json", "read_json"]

Json = Union[None, bool, int, str, "list[Json]", "dict[str, Json]"]


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise NotationError(f"the field {short(name)} is there twice")
        made[name] = value
    return made


def _no_constant(name: str) -> NoReturn:
    raise NotationError(f"{name} is no value here")


def _no_fraction(text: str) -> NoReturn:
    raise NotationError(f"{short(text)} is no whole number")


def read_json(text: str) -> Json:
    """The value that a JSON text stands for: no fractions, no field twice.

    Raises:
        NotationError: for everything else, with what is wrong and where.

    >>> read_json('{"players": 3}')
    {'players': 3}
    >>> read_json('{"players": 3, "players": 4}')
    Traceback (most recent call last):
        ...
    shedkit.core.errors.NotationError: the field 'players' is there twice

    """
    if not isinstance(text, str):
        raise NotationError(f"a text of JSON expected, not {short(text)}")
    try:
        return cast(
            Json,
            json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_constant, parse_float=_no_fraction),
        )
    except NotationError:
        raise
    except RecursionError:
        raise NotationError("this is no JSON: it is nested too deep") from None
    except json.JSONDecodeError as error:
        raise NotationError(f"this is no JSON: {error.msg}, at character {error.pos + 1}") from None
    except ValueError:  # a number with more digits than Python reads
        raise NotationError("this is no JSON: a number is too long") from None
