"""How a state looks to somebody who may not see all of it: card backs for cards, `UNKNOWN` for facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shedkit.core.cards import BACK, UNKNOWN, Card, Hidden
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.generated import compiled

__all__ = ["hider_of"]


class _Backs(dict[int, tuple[Hidden, ...]]):
    """So many card backs."""

    def __missing__(self, number: int) -> tuple[Hidden, ...]:
        self[number] = backs = (BACK,) * number
        return backs


_backs = _Backs().__getitem__


def _row(row: tuple[Card | None, ...]) -> tuple[Hidden | None, ...]:
    """A row of card backs; that a slot is empty is public."""
    return tuple([None if card is None else BACK for card in row]) if None in row else _backs(len(row))


_SCOPE = {"backs": _backs, "UNKNOWN": UNKNOWN, "row": _row, "create": object.__new__}


def hider_of(kind: Any, open_zones: frozenset[str]) -> Callable[[Any, int | None], Any]:
    """The function that makes a state as a player, or with ``None`` an onlooker, sees it.

    Args:
        kind: the class of states.
        open_zones: names of zones that the options lay open to all.

    """
    lines = ["def hidden(at, player):", " new = create(kind)"]
    for field in kind.layout.fields:
        name = field.name
        if field.visible_to is Visibility.EVERYONE or name in open_zones:
            lines.append(f" new.{name} = at.{name}")
        elif field.holds is not Holds.PLAYERS:
            lines.append(f" new.{name} = " + (f"backs(len(at.{name}))" if field.is_zone else "UNKNOWN"))
        else:
            hidden = f"[UNKNOWN] * len(at.{name})"
            if field.is_zone:
                hidden = f"list(map(backs, map(len, at.{name})))" if field.in_order else f"list(map(row, at.{name}))"
            lines.append(f" entries = {hidden}")
            if field.visible_to is Visibility.OWNER:
                lines.append(f" if player is not None: entries[player] = at.{name}[player]")
            lines.append(f" new.{name} = tuple(entries)")
    lines += [" new.__class__ = locked", " return new"]
    made: Callable[[Any, int | None], Any] = compiled(
        "hidden", lines, {**_SCOPE, "kind": kind, "locked": kind.locked}, kind
    )
    return made
