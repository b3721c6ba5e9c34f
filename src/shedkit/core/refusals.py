"""Refusals: why a move is not legal, as a value."""

from __future__ import annotations

from collections.abc import Container, Iterable
from enum import Enum
from typing import TypeVar

import attrs

from shedkit.core.cards import Card
from shedkit.core.zones import beyond

__all__ = ["Reason", "Refusal", "refuse_cards"]

C = TypeVar("C", bound=Card)


class Reason(Enum):
    """The closed list of reasons, for programs to branch on."""

    NO_SUCH_PLAYER = "no-such-player"
    GAME_OVER = "game-over"
    NOT_AN_ACTOR = "not-an-actor"
    NOT_A_MOVE = "not-a-move"
    FOREIGN_MOVE = "foreign-move"
    WRONG_PHASE = "wrong-phase"
    OPTION_OFF = "option-off"
    UNKNOWN_CARD = "unknown-card"
    CARD_TWICE = "card-twice"
    CARD_NOT_HELD = "card-not-held"
    WRONG_ZONE = "wrong-zone"
    NO_CARD = "no-card"
    NOT_ALIKE = "not-alike"
    TOO_MANY = "too-many"
    TOO_LOW = "too-low"
    TOO_HIGH = "too-high"
    NO_MATCH = "no-match"
    WRONG_COLOUR = "wrong-colour"
    LOCKED = "locked"
    SKIPPED = "skipped"
    CAN_PLAY = "can-play"
    RIGHT_USED = "right-used"
    EMPTY_PILE = "empty-pile"
    EMPTY_SLOT = "empty-slot"
    MUST_PLAY = "must-play"
    NOTHING_TO_COMPLETE = "nothing-to-complete"
    SPELLING = "spelling"
    EMPTY_STOCK = "empty-stock"
    JUST_TAKEN = "just-taken"
    NO_MELD = "no-meld"
    CONTRACT = "contract"
    NOT_DOWN = "not-down"
    NEXT_TURN = "next-turn"
    NO_SUCH_MELD = "no-such-meld"
    NO_JOKER = "no-joker"
    LAST_CARD = "last-card"
    NO_CHOICE = "no-choice"


@attrs.frozen
class Refusal:
    """Why a move is not legal.

    Attributes:
        reason: the kind of reason, from the closed list.
        rule: the number of the rule; ``SH-016`` and the like stand on the page of the game, ``SK-01`` and the
            like on the page about the protocol.
        text: a sentence for the player who tried.

    >>> print(Refusal(Reason.EMPTY_PILE, "SH-A12", "There is no pile to take."))
    There is no pile to take. (SH-A12)

    """

    reason: Reason
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


def refuse_cards(
    cards: tuple[C, ...],
    playable: tuple[C, ...],
    own: Iterable[C | None],
    deck: Container[object],
    *,
    waiting: Refusal | None = None,
) -> Refusal | None:
    """The refusal of cards that are not the player's to lay now.

    Args:
        cards: what the player names.
        playable: the cards that may be played from, in the order of the rows.
        own: all cards the player can see of its own.
        deck: the cards of the game.
        waiting: the refusal of cards that are the player's own but whose row is not on yet, if there are any.

    """
    if not cards:
        return Refusal(Reason.NO_CARD, "SK-06", "No card is named.")
    surplus = beyond(playable, cards)
    if not surplus:
        return None
    for card in surplus:
        if card not in deck:
            return Refusal(Reason.UNKNOWN_CARD, "SK-07", f"There is no {card} in this deck.")
    card = surplus[0]
    mine = tuple(own)
    if card in playable and cards.count(card) > mine.count(card):
        return Refusal(Reason.CARD_TWICE, "SK-08", f"{card} is named more often than you hold it.")
    if waiting is not None and card in mine:
        return waiting
    return Refusal(Reason.CARD_NOT_HELD, "SK-09", f"You do not have {card}.")
