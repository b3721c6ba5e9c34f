"""The ladder family: three rows of cards, equal or higher on a common pile, take it if you cannot.

Here stands what Shithead shares with games like it: the rows and how a hand is refilled, blind cards, the
card that governs, sets of equal cards on top of the pile and who could complete one out of turn.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable
from itertools import combinations
from typing import Any, Final, TypeVar

import attrs

from shedkit.core.cards import BY_ORDER, Card, Hidden
from shedkit.core.events import (
    Chose,
    Declined,
    Event,
    GameOver,
    Moved,
    Out,
    RoundBegan,
    RoundOver,
    Shuffled,
    Skipped,
    Turn,
)
from shedkit.core.moves import DECLINE, Decline, Move, reuse
from shedkit.core.outcomes import Result
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.roles import Role
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.zones import beyond

__all__ = [
    "DECLINE",
    "EMPTY_ROW",
    "EVENTS",
    "FLIPS",
    "ROW",
    "Burned",
    "Chose",
    "Decline",
    "Declined",
    "Flip",
    "Flipped",
    "LadderState",
    "Reacted",
    "blind_moves",
    "governing",
    "on_top",
    "picks",
    "refuse_flip",
    "row_choices",
    "row_moves",
    "takes_out_of",
]

C = TypeVar("C", bound=Card)
ROW: Final = 3
"""Slots of a row, and the number of cards a hand is refilled to."""


@attrs.frozen
class Flip(Move):
    """Turn over the blind card in a slot, counted from 1, and play it if it fits."""

    role = Role.BLIND
    slot: int


FLIPS: Final = tuple(reuse(Flip(slot)) for slot in range(1, ROW + 1))
EMPTY_ROW: Final = (None,) * ROW


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

    role = Role.BURN
    player: int
    by_set: bool

    def __str__(self) -> str:
        return "the set is complete, the pile is burned" if self.by_set else "the pile is burned"


@attrs.frozen
class Reacted(Event):
    """A player completes a set out of turn."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player} completes the set"


EVENTS: Final = (
    Moved,
    Shuffled,
    RoundBegan,
    Turn,
    Skipped,
    Out,
    RoundOver,
    GameOver,
    Flipped,
    Burned,
    Chose,
    Declined,
    Reacted,
)
"""The kinds of events that all games of the family have."""


def governing(pile: tuple[C, ...], ignored: Container[C]) -> C | None:
    """The topmost card of the pile that is not looked through, or ``None``.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> str(governing(read_cards(FrenchCard, "9d 3c 3h"), read_cards(FrenchCard, "3c 3h")))
    '9d'
    """
    for card in reversed(pile):
        if card not in ignored:
            return card
    return None


def on_top(pile: tuple[C, ...], kind: Callable[[C], Hashable]) -> int:
    """How many cards on top of the pile, one directly on the other, are of one kind.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> on_top(read_cards(FrenchCard, "7s 9d 7c 7h"), lambda card: card.rank)
    2
    """
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

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> cards, zone = takes_out_of((), (FrenchCard("Ks"), None, FrenchCard("3d")), ())
    >>> codes(cards), zone
    ('Ks 3d', 'face_up')
    """
    if hand:
        return hand, "hands"
    if not stock:
        left = tuple([card for card in row if card is not None])
        if left:
            return left, "face_up"
    return (), None


def blind_moves(row: tuple[Card | Hidden | None, ...]) -> tuple[Flip, ...]:
    """One move for each blind card that is left.

    >>> from shedkit import BACK
    >>> [str(move) for move in blind_moves((BACK, None, BACK))]
    ['flip 1', 'flip 3']
    """
    return tuple([FLIPS[i] for i, card in enumerate(row) if card is not None])


def picks(cards: tuple[C, ...], sizes: range) -> tuple[tuple[C, ...], ...]:
    """All ways to pick so many of these cards, equal picks once, in deck order.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> [codes(pick) for pick in picks(read_cards(FrenchCard, "7h 7h 7s"), range(1, 3))]
    ['7h', '7s', '7h 7h', '7h 7s']
    """
    if len(cards) > 1:
        cards = tuple(sorted(cards, key=BY_ORDER))
    found = [pick for size in sizes for pick in combinations(cards, size)]
    return tuple(found if len(set(cards)) == len(cards) else dict.fromkeys(found))


def refuse_flip(row: tuple[Card | Hidden | None, ...], slot: object, rule: str) -> Refusal | None:
    """The refusal of a slot in which no blind card lies."""
    if type(slot) is int and 1 <= slot <= ROW and row[slot - 1] is not None:
        return None
    left = ", ".join(str(i + 1) for i, card in enumerate(row) if card is not None)
    return Refusal(
        Reason.EMPTY_SLOT, rule, f"There is no blind card in slot {short(slot)}; there is in {left or 'none'}."
    )


class LadderState(State):
    """What the states of the family can tell of their rounds."""

    __slots__ = ()
    round: Any

    @property
    def results(self) -> tuple[Result, ...]:
        """The results of the rounds that are over."""
        return self.round.results  # type: ignore[no-any-return]

    @property
    def dealer(self) -> int:
        """The seat that dealt this round."""
        return self.round.dealer  # type: ignore[no-any-return]


def places_by_exit(out: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The places of a round by seat: in the order of going out, the last one loses.

    >>> places_by_exit(out=(1, 3, 0), players=4)
    (3, 1, 4, 2)
    """
    return tuple(out.index(seat) + 1 if seat in out else players for seat in range(players))


def row_choices(hand: tuple[C, ...], row: tuple[C | None, ...]) -> tuple[tuple[C, ...], ...]:
    """All choices of a new face-up row from hand and row."""
    cards = hand + tuple([card for card in row if card is not None])
    return picks(cards, range(ROW, ROW + 1))


def row_moves(
    hand: tuple[C, ...], row: tuple[C | None, ...], chosen: tuple[C, ...]
) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """Which cards go up from the hand and which come down from the row, for a choice.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> hand, row = read_cards(FrenchCard, "4c 9d Jh"), read_cards(FrenchCard, "Ks 3d 7h")
    >>> up, down = row_moves(hand, row, read_cards(FrenchCard, "3d 4c 7h"))
    >>> codes(up), codes(down)
    ('4c', 'Ks')
    """
    lying = tuple([card for card in row if card is not None])
    return beyond(lying, chosen), beyond(chosen, lying)
