"""The names of players: what can stand in records, checked in one place, when a match begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unicodedata import category

from shedkit.core.errors import RecordError
from shedkit.core.rules import Rules
from shedkit.core.values import short

__all__ = ["player_names"]

_LONGEST = 200
"""Longer names, in characters, are not kept."""
_JOINERS = "\u200c\u200d"
"""What holds letters apart or together within a word, or makes one picture of several."""


def player_names(names: object, rules: Rules[Any, Any]) -> tuple[str, ...]:
    """Names for the seats of a table, as they are kept in records.

    A name is a line of text of at most 200 characters: letters, signs and pictures of all scripts, with blanks of any
    width between them.

    Args:
        names: a name for each seat, or none at all.
        rules: the game and its options.

    Raises:
        RecordError: if there are not as many names as seats, or one of them is no name.

    >>> from shedkit import Quiclo
    >>> player_names(["Ann", "山田　太郎"], Quiclo(players=2))
    ('Ann', '山田\u3000太郎')

    """
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) not in (0, rules.players):
        raise RecordError(f"players: a name for each of {rules.players} seats expected, or none")
    for name in names:
        if not isinstance(name, str) or len(name) > _LONGEST or not all(map(_in_a_name, name)):
            raise RecordError(
                f"players: a name is a line of at most {_LONGEST} printable characters, not {short(name)}"
            )
    return tuple(names)


def _in_a_name(character: str) -> bool:
    return character.isprintable() or character in _JOINERS or category(character) == "Zs"
