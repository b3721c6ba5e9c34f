"""The ladder family: three rows of cards, equal or higher on a common pile, take it if you cannot.

Here stands what Shithead shares with games like it: the rows and how a hand is refilled, blind cards, the
card that governs, sets of equal cards on top of the pile and who could complete one out of turn.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable
from itertools import combinations
from typing import Final, TypeVar

import attrs

from shedkit.core.cards import BY_ORDER, Card, Hidden
from shedkit.core.events import Event
from shedkit.core.moves import Move, reuse
from shedkit.core.zones import merge

__all__ = [
    "DECLINE",
    "FLIPS",
    "ROW",
    "Burned",
    "Chose",
    "Decline",
    "Declined",
    "Flip",
    "Flipped",
    "blind_moves",
    "governing",
    "on_top",
    "picks",
    "refill",
    "row_choices",
    "row_moves",
    "takes_out_of",
]

C = TypeVar("C", bound=Card)
M = TypeVar("M")
ROW: Final = 3
"""Slots of a row, and the number of cards a hand is refilled to."""


@attrs.frozen
class Flip(Move):
    """Turn over the blind card in a slot, counted from 1, and play it if it fits."""

    verb = "flip"
    slot: int


@attrs.frozen
class Decline(Move):
    """Let the chance to complete the set go by; it stays gone until the pile changes."""

    verb = "decline"


FLIPS: Final = tuple(reuse(Flip(slot)) for slot in range(1, ROW + 1))
DECLINE: Final = reuse(Decline())


@attrs.frozen
class Flipped(Event):
    """A blind card was turned over: it fits and is played, or the player takes it with the pile."""

    player: int
    slot: int
    fits: bool

    def __str__(self) -> str:
        return f"player {self.player} turns over slot {self.slot}: it {'fits' if self.fits else 'does not fit'}"


@attrs.frozen
class Burned(Event):
    """The pile left the game.

    Attributes:
        player: who laid the last card.
        by_set: whether a set of equal cards did it, not the power of a card.

    """

    player: int
    by_set: bool

    def __str__(self) -> str:
        return "the set is complete, the pile is burned" if self.by_set else "the pile is burned"


@attrs.frozen
class Chose(Event):
    """A player has settled the face-up row."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player} is ready"


@attrs.frozen
class Declined(Event):
    """A player let the chance to complete a set go by; nobody else learns of it."""

    player: int

    def audience(self) -> int | None:
        """Only the player who declined."""
        return self.player

    def __str__(self) -> str:
        return f"player {self.player} declines"


def refill(hand: tuple[C, ...], stock: tuple[C, ...]) -> tuple[tuple[C, ...], tuple[C, ...], tuple[C, ...]]:
    """Draw until the hand has three cards or the stock is empty: the hand, the stock and the cards drawn."""
    need = ROW - len(hand)
    if need <= 0 or not stock:
        return hand, stock, ()
    drawn = stock[:need]
    return merge(hand, drawn), stock[need:], drawn


def governing(pile: tuple[C, ...], ignored: Container[C]) -> C | None:
    """The topmost card of the pile that is not looked through, or ``None``."""
    for card in reversed(pile):
        if card not in ignored:
            return card
    return None


def on_top(pile: tuple[C, ...], kind: Callable[[C], Hashable]) -> int:
    """How many cards on top of the pile, one directly on the other, are of one kind."""
    if not pile:
        return 0
    wanted, count = kind(pile[-1]), 0
    for card in reversed(pile):
        if kind(card) != wanted:
            break
        count += 1
    return count


def takes_out_of(
    hand: tuple[C, ...], row: tuple[C | None, ...], stock: tuple[C, ...]
) -> tuple[tuple[C, ...], str | None]:
    """The cards a player may play from, and the zone they lie in.

    The hand comes first; the face-up row only when hand and stock are empty; then there are only blind cards,
    and the zone is ``None``.
    """
    if hand:
        return hand, "hands"
    if not stock:
        left = tuple([card for card in row if card is not None])
        if left:
            return left, "face_up"
    return (), None


def blind_moves(row: tuple[Card | Hidden | None, ...]) -> tuple[Flip, ...]:
    """One move for each blind card that is left."""
    return tuple([FLIPS[i] for i, card in enumerate(row) if card is not None])


def picks(cards: tuple[C, ...], sizes: range) -> tuple[tuple[C, ...], ...]:
    """All ways to pick so many of these cards, equal picks once, in deck order."""
    cards = tuple(sorted(cards, key=BY_ORDER))
    return tuple(dict.fromkeys(pick for size in sizes for pick in combinations(cards, size)))


def row_choices(hand: tuple[C, ...], row: tuple[C | None, ...]) -> tuple[tuple[C, ...], ...]:
    """All choices of a new face-up row from hand and row."""
    cards = hand + tuple([card for card in row if card is not None])
    return picks(cards, range(ROW, ROW + 1))


def row_moves(
    hand: tuple[C, ...], row: tuple[C | None, ...], chosen: tuple[C, ...]
) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """Which cards go up from the hand and which come down from the row, for a choice."""
    down = [card for card in row if card is not None]
    up = []
    for card in chosen:
        if card in down:
            down.remove(card)
        else:
            up.append(card)
    return tuple(up), tuple(down)
