"""Presets: the house rules of a game that have a name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from shedkit.core.rules import Rules

__all__ = ["presets"]


def presets(rules: type[Rules[Any, Any]]) -> dict[str, Callable[..., Rules[Any, Any]]]:
    """The named house rules of a game: its public class methods that make rules for a number of players.

    >>> from shedkit import Shithead
    >>> list(presets(Shithead))
    ['common', 'literal', 'plain']
    """
    named: dict[str, Callable[..., Rules[Any, Any]]] = {}
    for name in dir(rules):
        if name.startswith("_") or hasattr(Rules, name):
            continue
        if isinstance(inspect.getattr_static(rules, name), classmethod):
            method = getattr(rules, name)
            given = inspect.signature(method).parameters
            if "players" in given and all(argument.default is not argument.empty for argument in given.values()):
                named[name] = method
    return named
