"""The ways that cards take from zone to zone: out of one, into another, and the event of it, in one call."""

from __future__ import annotations

from typing import Any, Protocol

from shedkit.core.cards import BY_ORDER, Card
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.events import Moved, Place
from shedkit.core.fields import Changeable, Field
from shedkit.core.generated import compiled
from shedkit.core.roles import Role

__all__ = ["ValueWay", "Way", "drawer_of", "way_of"]


class Way(Protocol):
    """Moves cards from one zone to another, and tells it."""

    def __call__(
        self, s: Changeable, cards: tuple[Card | None, ...], seat: int | None = None, to: int | None = None, /
    ) -> None:
        """Move the cards.

        Args:
            s: the draft.
            cards: the cards, in the order they go; no cards are no move.
            seat: whose zones, for zones of the players.
            to: whose zone they go to, if it is another player's.

        Raises:
            ValueError: if one of the cards does not lie there.

        """


class ValueWay(Protocol):
    """Moves cards between a zone of a player and a zone of values such as melds, and tells it."""

    def __call__(self, s: Changeable, cards: tuple[Card, ...], seat: int, value: Any, /) -> None:
        """Move the cards.

        Args:
            s: the draft.
            cards: the cards, in the order they go.
            seat: whose cards they are or become.
            value: what lies in the zone of values from now on.

        """


# Each text takes the cards out of a zone, or lays them into one. `cards` are the cards, `seat` and `to` the players.

_OUT = {
    "hand": (
        "entries = list(at.{0}); hand = list(entries[seat])",
        "if len(cards) == 1: hand.remove(cards[0])",
        "else:",
        " for card in cards: hand.remove(card)",
        "entries[seat] = tuple(hand); at.{0} = tuple(entries)",
    ),
    # the lowest slot first, where equal cards lie in a row
    "row": (
        "entries = list(at.{0}); row = list(entries[seat]); slots = ()",
        "for card in cards:",
        " i = row.index(card); row[i] = None; slots += (i + 1,)",
        "entries[seat] = tuple(row); at.{0} = tuple(entries)",
    ),
    # from its beginning, where cards are drawn; else from its top, or from where they lie
    "pile": (
        "pile = at.{0}; k = len(cards)",
        "if pile[:k] == cards: at.{0} = pile[k:]",
        "elif pile[-k:] == cards: at.{0} = pile[:-k]",
        "else:",
        " for card in cards:",
        "  i = pile.index(card); pile = pile[:i] + pile[i + 1:]",
        " at.{0} = pile",
    ),
    # from its top, of equal cards too; or all of it
    "top": (
        "pile = at.{0}; k = len(cards)",
        "if pile is cards: at.{0} = ()",
        "elif pile[-k:] == cards: at.{0} = pile[:-k]",
        "elif pile[:k] == cards: at.{0} = pile[k:]",
        "else:",
        " for card in cards:",
        "  i = pile.index(card); pile = pile[:i] + pile[i + 1:]",
        " at.{0} = pile",
    ),
    "value": ("at.{0} = value",),
}
_IN = {
    "hand": (
        "entries = list(at.{0}); hand = entries[to]",
        "if len(cards) == 1:",
        " order = cards[0].order; i = 0",
        " for card in hand:",
        "  if card.order > order: break",
        "  i += 1",
        " hand = hand[:i] + cards + hand[i:]",
        "else: hand = tuple(sorted(hand + cards, key=BY_ORDER))",
        "entries[to] = hand; at.{0} = tuple(entries)",
    ),
    "row": (
        "entries = list(at.{0}); row = list(entries[to]); into = ()",
        "for card in cards:",
        " i = row.index(None); row[i] = card; into += (i + 1,)",
        "entries[to] = tuple(row); at.{0} = tuple(entries)",
    ),
    "pile": ("at.{0} += cards",),
    "value": ("at.{0} = value",),
}


def _shape(field: Field[Any]) -> str:
    if field.holds is Holds.VALUE:
        return "value"
    if field.holds is not Holds.PLAYERS:
        return "pile"
    return "hand" if field.in_order else "row"


def _place(field: Field[Any], seat: str, slots: str) -> str:
    if field.holds is not Holds.PLAYERS:
        return f"Place({field.name!r})"
    return f"Place({field.name!r}, {seat}{f', {slots}' if _shape(field) == 'row' else ''})"


def way_of(kind: type, source: Field[Any], target: Field[Any]) -> Any:
    """The way from one zone to another of a class of states.

    Raises:
        TypeError: if one of them is no zone.

    """
    for field in (source, target):
        if not field.is_zone:
            raise TypeError(f"cards do not move between {source.name} and {target.name}: {field.name} is no zone")
    shapes = _shape(source), _shape(target)
    by_value = "value" in shapes
    head = "def way(at, cards, seat, value):" if by_value else "def way(at, cards, seat=None, to=None):"
    lines = [head, " if not cards: return"]
    if by_value:
        lines.append(" to = seat")
    elif target.holds is Holds.PLAYERS:
        lines.append(" if to is None: to = seat")
    out = "top" if shapes[0] == "pile" and source.role is Role.PILE else shapes[0]
    lines += [" " + line.format(source.name) for line in _OUT[out]]
    lines += [" " + line.format(target.name) for line in _IN[shapes[1]]]
    return compiled("way", [*lines, " " + _told(source, target)], _SCOPE, kind)


def drawer_of(kind: type, stock: Field[Any], hands: Field[Any]) -> Any:
    """`Draft.draw` of a class of states: the way from the stock to a hand, for the cards that come next."""
    lines = [
        "def draw(at, number, seat, refill=False):",
        f" if refill and len(at.{stock.name}) < number: at.recycle()",
        f" cards = at.{stock.name}[:number]",
        " if cards:",
        f"  to = seat; at.{stock.name} = at.{stock.name}[number:]",
        *["  " + line.format(hands.name) for line in _IN[_shape(hands)]],
        "  " + _told(stock, hands),
        " return cards",
    ]
    return compiled("draw", lines, _SCOPE, kind)


def _told(source: Field[Any], target: Field[Any]) -> str:
    """The line that tells the event."""
    # what comes unseen to a hand, which has no order, is told in deck order
    unseen = target.in_order and source.visible_to is Visibility.NOBODY
    cards = "tuple(sorted(cards, key=BY_ORDER))" if unseen else "cards"
    ends = f"{_place(source, 'seat', 'slots')}, {_place(target, 'to', 'into')}"
    return f"if at._log is not None: at._log.append(Moved({cards}, {ends}))"


_SCOPE = {"BY_ORDER": BY_ORDER, "Moved": Moved, "Place": Place}
