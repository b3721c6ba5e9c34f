"""What fits on what: the card that counts, the card that covers it, and sets on top of the pile."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from shedkit.core.zones import without
from shedkit.games.lucky_shutdown.cards import DUTY, LOCK, TRIPLE, Cards, LuckyCard
from shedkit.games.lucky_shutdown.moves import Play


def governing(pile: Cards) -> LuckyCard | None:
    """The card that counts: the top card, looked for below Pushes (LS-020, LS-070, LS-071, LS-A17, LS-A18)."""
    for card in reversed(pile):
        if card.kind != "push":
            return card
    return None


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


def orders(picked: Iterable[Cards], fits: Container[LuckyCard]) -> Iterator[Play]:
    """The plays of these sets of cards, one of which must fit, in each order that matters once.

    One fitting card is enough (LS-049, LS-A22), and the card on top counts (LS-051, LS-052, LS-A20, LS-A21).
    """
    for cards in picked:
        if any(card in fits for card in cards):
            if len(cards) > 1 and cards[0].ordered:
                for top in dict.fromkeys(cards):
                    yield Play((*without(cards, (top,)), top))
            else:
                yield Play(cards)


def lacking(pile: Cards) -> int:
    """How many cards the set on top of the pile lacks; 0 if it is complete.

    It is of four equal numbers, three equal Magic cards or three different Undercuts that lie directly on each other
    (LS-081 to LS-086, LS-A19), laid at once or one after the other (LS-088, LS-089).
    """
    top = pile[-1]
    if top.kind == "undercut":
        return TRIPLE - len(different(pile))
    size, lying = top.set_size, 1
    while lying < size and lying < len(pile) and pile[-1 - lying].alike == top.alike:
        lying += 1
    return size - lying


def different(pile: Cards) -> tuple[int, ...]:
    """The values of the Undercuts on top of the pile, as far down as they differ and matter."""
    values: list[int] = []
    for card in reversed(pile[-TRIPLE:]):
        if card.kind != "undercut" or card.value in values:
            break
        values.append(card.value)
    return tuple(values)
