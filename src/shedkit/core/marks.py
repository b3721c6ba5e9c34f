"""The mark of rules in the JSON of states and views: without it, a state would be played on by rules it does not fit.

A mark is the name of the game, the format of the JSON and a digest of the options, as in ``quiclo-1-93a6ad0d6c1a5d2b``.
The digest takes those options that differ from their defaults: an option that is new in a later version, and leaves
the game as it was unless it is given, leaves the mark as it was.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final

from shedkit.core.codec import Json, encode
from shedkit.core.errors import NotationError
from shedkit.core.values import short

__all__ = ["FORMAT", "MARK", "mark_of", "marked", "of_these_rules"]

FORMAT: Final = 1
"""The version of the JSON of states and views; it counts up when older JSON would be misread."""
MARK: Final = "rules"
"""The name under which the mark stands in JSON; no zone or fact has it."""


def mark_of(name: str, given: dict[str, object]) -> str:
    """The mark of a game with these options beside the defaults."""
    options = {option: encode(value) for option, value in given.items()}
    text = json.dumps(options, sort_keys=True, separators=(",", ":"))
    return f"{name}-{FORMAT}-{sha256(text.encode()).hexdigest()[:16]}"


def marked(mark: str, state: Json) -> dict[str, Json]:
    """The JSON of a state with the mark of its rules before all else."""
    assert isinstance(state, dict)
    return {MARK: mark, **state}


def of_these_rules(mark: str, data: Json, where: str, *, needed: bool = True) -> dict[str, Any]:
    """The JSON of a state without its mark.

    Args:
        mark: that of the rules that read it.
        data: the JSON.
        where: how to name its place in an error.
        needed: whether it must have a mark.

    Raises:
        NotationError: if it is no object, has no mark where one is needed, or that of other rules.

    """
    if not isinstance(data, dict):
        raise NotationError(f"{where}: an object expected, not {short(data)}")
    if MARK not in data:
        if needed:
            raise NotationError(
                f"{where}: field {MARK} is missing, which says what rules it belongs to; here that is {mark!r}"
            )
        return data
    if data[MARK] != mark:
        raise _of_other_rules(mark, data[MARK], where)
    return {name: value for name, value in data.items() if name != MARK}


def _of_other_rules(mark: str, other: Json, where: str) -> NotationError:
    """The error about JSON with another mark: it names both, and says what differs."""
    name, form, _ = mark.rsplit("-", 2)
    parts = other.rsplit("-", 2) if isinstance(other, str) else []
    if len(parts) != 3:
        return NotationError(f"{where}.{MARK}: a mark such as {mark!r} expected, not {short(other)}")
    what = "another game" if parts[0] != name else "another format" if parts[1] != form else "other options"
    named = repr(other) if len(str(other)) <= 80 and str(other).isascii() else short(other)
    return NotationError(f"{where}.{MARK}: it belongs to {what}, {named}, and not to {mark!r}")
