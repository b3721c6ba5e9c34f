"""Whether the cards that a move names are the player's to lay."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache
from typing import TypeVar

from shedkit.core.cards import Card
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.zones import beyond

__all__ = ["not_drawn", "not_held", "refuse_cards"]

C = TypeVar("C", bound=Card)


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
    return not_held(card)


@lru_cache(maxsize=4096)
def not_held(card: Card) -> Refusal:
    """The refusal of a card that the player does not have (SK-09)."""
    return Refusal(Reason.CARD_NOT_HELD, "SK-09", f"You do not have {card}.")


@lru_cache(maxsize=64)
def not_drawn(rule: str) -> Refusal:
    """The refusal of another card after a draw, by the number of the rule that says so."""
    return Refusal(Reason.WRONG_ZONE, rule, "After a draw only the card just drawn may be laid.")
