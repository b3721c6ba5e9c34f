"""Moves and events of games of three rows."""

from __future__ import annotations

from typing import Annotated, Final

import attrs

import shedkit.authoring as sk
from shedkit.authoring import Chose, Declined
from shedkit.families.ladder.rows import ROW

__all__ = [
    "EVENTS",
    "FLIPS",
    "TAKE",
    "Burned",
    "Chose",
    "Declined",
    "Flip",
    "Flipped",
    "Reacted",
    "TakePile",
    "blind_moves",
]


@attrs.frozen
class Flip(sk.Move):
    """Turn over the blind card in a slot, counted from 1, and play it if it fits."""

    role = sk.Role.BLIND
    label = "Turn over slot {slot}"
    slot: Annotated[int, sk.Numbers(1, ROW)]


@attrs.frozen
class TakePile(sk.Move):
    """Take the whole pile."""

    role = sk.Role.TAKE
    label = "Take the pile"
    verb = "take"


FLIPS: Final = tuple(sk.reuse(Flip(slot)) for slot in range(1, ROW + 1))
TAKE: Final = sk.reuse(TakePile())


def blind_moves(row: tuple[sk.Card | sk.Hidden | None, ...]) -> tuple[Flip, ...]:
    """One move for each blind card that is left.

    >>> from shedkit import BACK
    >>> [str(move) for move in blind_moves((BACK, None, BACK))]
    ['flip 1', 'flip 3']
    """
    return tuple([FLIPS[i] for i, card in enumerate(row) if card is not None])


@attrs.frozen
class Flipped(sk.Event):
    """A blind card was turned over: it fits and is played, or the player takes it with the pile."""

    player: int
    slot: int
    fits: bool

    def __str__(self) -> str:
        return f"player {self.player} turns over slot {self.slot}: it {'fits' if self.fits else 'does not fit'}"


@attrs.frozen
class Burned(sk.Event):
    """The pile left the game.

    Attributes:
        player: who laid the last card.
        by_set: whether a set of equal cards did it, not the power of a card.

    """

    role = sk.Role.BURN
    player: int
    by_set: bool

    def __str__(self) -> str:
        return "the set is complete, the pile is burned" if self.by_set else "the pile is burned"


@attrs.frozen
class Reacted(sk.Event):
    """A player completes a set out of turn."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player} completes the set"


EVENTS: Final = (
    sk.Moved,
    sk.Shuffled,
    sk.RoundBegan,
    sk.Turn,
    sk.Skipped,
    sk.Out,
    sk.RoundOver,
    sk.GameOver,
    Flipped,
    Burned,
    Chose,
    Declined,
    Reacted,
)
"""The kinds of events that all games of the family have."""
