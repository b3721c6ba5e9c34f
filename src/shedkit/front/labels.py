"""Labels: moves and zones as a person would call them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from shedkit.core.cards import Card, Hidden
from shedkit.core.declarations import Holds
from shedkit.core.events import Event
from shedkit.core.fields import Field
from shedkit.core.moves import Move
from shedkit.core.roles import Role
from shedkit.core.rules import Rules
from shedkit.core.states import State, cards_in
from shedkit.core.values import fields_of

__all__ = ["game_label", "label", "seat_facts", "told", "zone_label"]


def label(move: Move) -> str:
    """What a button says that makes this move.

    A kind of move can say its ``label``, with its fields in braces; otherwise its name and its values have to do.

    >>> from shedkit.games.shithead import Flip, Play, TakePile
    >>> label(Play("7h 7c")), label(TakePile()), label(Flip(2))
    ('Lay 7♣ 7♥', 'Take the pile', 'Turn over slot 2')
    """
    kind = type(move)
    if kind.label:
        texts = {field.name: _text(getattr(move, field.name)) for field in fields_of(kind)}
        return " ".join(kind.label.format_map(texts).split())
    words = [re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind.__name__).capitalize()]
    for field in fields_of(kind):
        value = getattr(move, field.name)
        if text := _text(value):
            words.append(text if _names_cards(value) else f"{field.name.replace('_', ' ')} {text}")
    return " ".join(words)


def _names_cards(value: object) -> bool:
    return isinstance(value, Card | tuple) or hasattr(value, "cards")


def _text(value: object) -> str:
    """A value of a move for a person: cards by their faces, a meld as it lies, nothing for what is not there."""
    if isinstance(value, tuple):
        texts = list(map(_text, value))
        return (", " if any(" " in text for text in texts) else " ").join(texts)
    if isinstance(value, Card):
        return str(value.face)
    if value is None:
        return ""
    cards = getattr(value, "cards", None)
    return _text(cards) if isinstance(cards, tuple) else str(value)


def told(move: Move, events: Sequence[Event]) -> bool:
    """Whether events show all cards that a move names, so that whoever saw them may be told the move."""
    return _named(move) <= {card for event in events for card in _named(event)}


def _named(value: Move | Event) -> set[Card]:
    return {card for card in cards_in(value) if isinstance(card, Card)}


_TITLES: dict[Role | None, str] = {Role.HAND: "hand", Role.PILE: "pile"}


def zone_label(field: Field[Any]) -> str:
    """What a person calls a zone.

    >>> from shedkit import Shithead
    >>> [zone_label(field) for field in Shithead().state_type.layout.fields if field.is_zone]
    ['hand', 'face up', 'face down', 'stock', 'pile', 'removed']
    """
    return _TITLES.get(field.role, field.name.replace("_", " "))


def seat_facts(state: State, seat: int, *, on_turn: bool) -> list[str]:
    """What is true of a player, in words: whether it is on turn, out, or down, and what is counted for it.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=3)
    >>> seat_facts(rules.deal(seed=7), 0, on_turn=True)
    ['on turn']
    """
    said = ["on turn"] if on_turn else []
    for field in state.layout.fields:
        value: Any = getattr(state, field.name)
        if field.is_zone or isinstance(value, Hidden):
            continue
        title = field.name.replace("_", " ")
        if field.role is Role.OUT and seat in value:
            said.append("out")
        elif field.holds is Holds.PLAYERS:
            entry = value[seat]
            if entry is True and any(other is not True for other in value):  # what all are tells nothing of one
                said.append(title)
            elif type(entry) is int and entry:
                said.append(f"{title} {entry}")
            elif isinstance(entry, Card):
                said.append(f"{title} {entry.face}")
    return said


def game_label(rules: Rules[Any, Any]) -> str:
    """What a person calls a game.

    >>> from shedkit import LuckyShutdown
    >>> game_label(LuckyShutdown())
    'Lucky Shutdown'
    """
    return rules.name.replace("-", " ").title()
