"""The table as text: what lies where, for a person to read."""

from __future__ import annotations

from collections.abc import Sequence

from shedkit.core.cards import Card, Hidden, codes
from shedkit.core.states import Holds, State

__all__ = ["table"]


def _zone(cards: Sequence[Card | Hidden | None]) -> str:
    hidden = sum(isinstance(card, Hidden) for card in cards)
    if hidden == len(cards) > 6:
        return f"{hidden} cards"
    return codes(cards) if cards else "."


def _plain(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, tuple):
        return " ".join(map(_plain, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def table(at: State) -> str:
    """All zones and facts of a state: the table first, then one line for each player.

    A pile goes bottom to top, the stock in the order it is drawn; ``.`` is an empty zone, ``-`` an empty slot,
    ``?`` a card or fact that cannot be seen.
    """
    layout = at.layout
    lines, facts, columns = [], [], []
    for field in layout.fields:
        value = getattr(at, field.name)
        title = field.name.replace("_", " ")
        if field.holds is Holds.PLAYERS:
            texts = [_zone(entry) if field.is_zone else _plain(entry) for entry in value]
            columns.append((title.removesuffix("s") if title == "hands" else title, texts))
        elif field.is_zone:
            lines.append(f"{title:<9} {_zone(value)}")
        elif field.holds is not Holds.VALUE and field.name != "chance":
            facts.append(f"{title} {_plain(value)}")
    if facts:
        lines.append(", ".join(facts))
    if columns:
        widths = [max(len(text) for text in texts) for _, texts in columns]
        for player in range(len(columns[0][1])):
            cells = [f"{title} {texts[player]:<{w}}" for (title, texts), w in zip(columns, widths, strict=True)]
            lines.append(f"player {player}  " + "   ".join(cells).rstrip())
    return "\n".join(lines)
