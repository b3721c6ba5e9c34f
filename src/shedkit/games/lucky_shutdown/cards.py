"""The cards of Lucky Shutdown: numbers in two colours and Magic, what covers what, and sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Final, Literal

from shedkit.authoring import BY_ORDER, Card, Face, read_cards

DUTY: Final = 15
"""The number that sets a colour duty (LS-042)."""
LOCK: Final = 17
"""The number that locks Magic cards (LS-054)."""
SKIP: Final = 19
"""The number that costs a turn (LS-058)."""
MOST: Final = 4
"""Cards that may be laid at once (LS-025), and equal numbers that make a set (LS-081)."""
TRIPLE: Final = 3
"""Magic cards that make a set (LS-083 to LS-086)."""

Kind = Literal["number", "delete", "push", "free", "undercut"]
_MAGIC: Final[tuple[Kind, ...]] = ("delete", "push", "free", "undercut")
Colour = Literal["orange", "blue"]
_COLOURS: Final[dict[str, frozenset[Colour]]] = {
    "o": frozenset({"orange"}),
    "b": frozenset({"blue"}),
    "x": frozenset({"orange", "blue"}),
}


def _cards() -> Iterator[tuple[str, dict[str, object]]]:
    """Every card: the numbers to 99, then the Magic cards."""
    numbers = [(str(value), "number", value) for value in range(1, 100)]
    undercuts = [(f"U{value}", "undercut", value) for value in range(1, 100)]
    for code, kind, value in (*numbers, ("D", "delete", 0), ("P", "push", 0), ("F", "free", 0), *undercuts):
        alike = value if kind == "number" else _MAGIC.index(kind) - len(_MAGIC)
        of_kind = {"kind": kind, "value": value, "alike": alike, "set_size": MOST if kind == "number" else TRIPLE}
        for colour, colours in _COLOURS.items():
            yield code + colour, {**of_kind, "colours": colours, "ordered": kind == "undercut" or value == DUTY}


@Card.kind("a card is a number like 16o, or Do, Px, Fb, U16b: colour o, b or x for both", _cards())
class LuckyCard(Card):
    """A number card or a Magic card (LS-002, LS-040).

    Attributes:
        kind: ``"number"``, or the Magic kinds ``"delete"``, ``"push"``, ``"free"`` and ``"undercut"`` (LS-A03).
        value: the number, of an Undercut the one printed on it; 0 for other Magic.
        colours: ``"orange"``, ``"blue"`` or both.
        alike: what it has in common with the cards that may be laid with it: its number, or a negative number
            for its kind of Magic (LS-026 to LS-030, LS-A04, LS-A05).
        set_size: how many of them make a set (LS-081, LS-083 to LS-086).
        ordered: whether it matters which one of several lies on top: it does for 15s and Undercuts.

    >>> LuckyCard("U17x").value, sorted(LuckyCard("U17x").colours)
    (17, ['blue', 'orange'])

    """

    __slots__ = ("alike", "colours", "kind", "ordered", "set_size", "value")  # pyright: ignore
    kind: Kind  # type: ignore[assignment]  # what makes a class a kind of card is asked of classes, this of a card
    value: int
    colours: frozenset[Colour]
    alike: int
    set_size: int
    ordered: bool

    @property
    def face(self) -> Face:
        """The number or the kind of Magic, in its colours."""
        colours: tuple[Colour, ...] = tuple(sorted(self.colours))
        words = (*([self.kind] if self.kind != "number" else []), *([str(self.value)] if self.value else []))
        return Face(" ".join((*words, *colours)), self.code[:-1], colours=colours, group=self.kind)


Cards = tuple[LuckyCard, ...]
ALIKE: Final = attrgetter("alike")
"""The key of cards that may be laid together."""
PUSHES: Final = frozenset(card for card in LuckyCard.all() if card.kind == "push")
"""Pushes are looked through: the card below counts (LS-020, LS-070, LS-071, LS-A17, LS-A18)."""


def in_order(cards: str | Iterable[LuckyCard | str]) -> Cards:
    """The cards in deck order."""
    return tuple(sorted(read_cards(LuckyCard, cards), key=BY_ORDER))


DECK: Final = in_order(
    " ".join(f"{n}o {n}o {n}b {n}b" for n in range(13, 22)) + " Do Db Dx Po Pb Px Fo Fb Fx U16b U17x U18o"
)
"""The 48 cards (LS-001, LS-076, LS-A01, LS-A02)."""


def beats(card: LuckyCard, top: LuckyCard) -> bool:
    """Whether a card may be laid while another one counts: the table of top cards.

    On a number (LS-022 to LS-024, LS-041, LS-043, LS-065, LS-068, LS-073, LS-075, LS-080, LS-A06, LS-A16), on a 15
    (LS-044 to LS-048, LS-050, LS-053, LS-069), on a 17 (LS-055 to LS-057), on a Free (LS-074, LS-A24) and on an
    Undercut (LS-077 to LS-079, LS-A23).

    >>> beats(LuckyCard("13o"), LuckyCard("15o")), beats(LuckyCard("Do"), LuckyCard("17b"))
    (True, False)
    """
    if top.kind == "free":
        return True
    if top.kind == "undercut":
        return card.kind != "number" or card.value < top.value
    if top.value == DUTY:
        return not card.colours.isdisjoint(top.colours)
    if top.value == LOCK:
        return card.kind == "number" and card.value >= LOCK
    return card.kind != "number" or card.value >= top.value


def lacking(pile: Cards) -> int:
    """How many cards the set on top of the pile lacks; 0 if it is complete.

    It is of four equal numbers, three equal Magic cards or three different Undercuts that lie directly on each other
    (LS-081 to LS-086, LS-A19), laid at once or one after the other (LS-088, LS-089).
    """
    top, lying = pile[-1], 1
    while lying < top.set_size and lying < len(pile) and pile[-1 - lying].alike == top.alike:
        lying += 1
    while top.kind == "undercut" and len({card.value for card in pile[-lying:]}) < lying:
        lying -= 1
    return top.set_size - lying
