"""The table as text: what lies where, for a person to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shedkit.core.cards import Card, Hidden, codes
from shedkit.core.chance import Chance
from shedkit.core.declarations import Holds
from shedkit.core.fields import Field
from shedkit.core.roles import Role

__all__ = ["facts_of", "state_text"]

# to ask a class for one of its members takes as long as many another line
_HAND, _PLAYERS, _VALUE = Role.HAND, Holds.PLAYERS, Holds.VALUE
_UNSAID = (Chance, Hidden)


def _zone(cards: Sequence[Card | Hidden | None], *, row: bool) -> str:
    """The codes of a zone; of a pile or hand nobody can look into, how many cards there are."""
    if not cards:
        return "."
    if not row and {*map(type, cards)} == {Hidden}:
        return f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
    return codes(cards)


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_plain, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


_SAYS_NOTHING = {".", "-", "no", "?"}


def facts_of(fields: Sequence[Field[Any]], at: object) -> list[str]:
    """The facts about the table, each with its name; those that say nothing are left out."""
    facts = []
    for field in fields:
        value = getattr(at, field.name)
        if field.is_zone or field.holds is _PLAYERS or field.holds is _VALUE or isinstance(value, _UNSAID):
            continue
        if (text := _plain(value)) != "-":
            facts.append(f"{field.name.replace('_', ' ')} {text}")
    return facts


def state_text(fields: Sequence[Field[Any]], at: object) -> str:
    """All zones and facts of a state: the table first, then one line for each player.

    A pile goes bottom to top, the stock in the order it is drawn; ``.`` is an empty zone, ``-`` an empty slot,
    ``?`` a card or fact that cannot be seen. What would say nothing about any player is left out.

    Args:
        fields: the declarations of the state's fields.
        at: the state.

    """
    lines, columns = [], []
    for field in fields:
        value = getattr(at, field.name)
        in_hand = field.role is _HAND
        title = "hand" if in_hand else field.name.replace("_", " ")
        if field.holds is _PLAYERS:
            row = field.is_zone and not field.in_order
            texts = [_zone(entry, row=row) if field.is_zone else _plain(entry) for entry in value]
            if in_hand or not _SAYS_NOTHING.issuperset(texts):
                columns.append((title, texts))
        elif field.is_zone and field.holds is _VALUE:
            lines += [f"{f'{title} {i}':<9} {part}" for i, part in enumerate(value)] or [f"{title:<9} ."]
        elif field.is_zone:
            lines.append(f"{title:<9} {_zone(value, row=False)}")
    if facts := facts_of(fields, at):
        lines.append(", ".join(facts))
    seats = range(len(columns[0][1]) if columns else 0)
    widths = [max(map(len, texts)) for _, texts in columns]
    for seat in seats:
        cells = [f"{title} {texts[seat]:<{width}}" for (title, texts), width in zip(columns, widths, strict=True)]
        lines.append(f"player {seat:<{len(str(seats[-1]))}}  " + "   ".join(cells).rstrip())
    return "\n".join(lines)
