"""Refusals: why a move is not legal, as a value."""

from __future__ import annotations

from enum import Enum

import attrs

from shedkit.core.values import seal

__all__ = ["Reason", "Refusal"]


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


@seal
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
