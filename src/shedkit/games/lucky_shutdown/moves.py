"""The moves and events of Lucky Shutdown."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Final

import attrs

import shedkit.authoring as sk
from shedkit.authoring import BY_ORDER, Deal, Decline, Event, Move, Role, read_cards, reuse, without
from shedkit.families.ladder import ROW, Flip, TakePile, picks
from shedkit.games.lucky_shutdown.cards import MOST, SKIP, Cards, LuckyCard, in_order, lacking


def _top_last(cards: str | Iterable[LuckyCard | str]) -> Cards:
    """Deck order, but for 15s and Undercuts the last card named stays last: it lies on top."""
    read = read_cards(LuckyCard, cards)
    if len(read) > 1 and read[-1].ordered:
        return (*sorted(read[:-1], key=BY_ORDER), read[-1])
    return tuple(sorted(read, key=BY_ORDER))


def _open_ones(rules: Any, cards: Cards) -> tuple[Cards, ...]:
    """Which of these cards a play can name as lying in the open row: any of 19s that save from a skip (LS-A12)."""
    named = cards[0].alike == SKIP and rules.skip_rescue_zone == "hand_or_face_up"
    return ((), *picks(cards, range(1, ROW + 1))) if named else ((),)


@attrs.frozen
class Play(Move):
    """Lay equal cards on the pile: from the hand first, then from the face-up row.

    Attributes:
        cards: the cards; of several 15s or Undercuts the last one lies on top (LS-A20, LS-A21).
        face_up: which of them come from the row, where hand first would not say it (LS-A12).

    >>> str(Play("15b 15o")), str(Play("19b 19o"))
    ('play 15b 15o', 'play 19o 19b')

    """

    role = Role.LAY
    label = "Lay {cards}"
    cards: Annotated[Cards, sk.Together("alike", MOST)] = attrs.field(converter=_top_last)
    face_up: Annotated[Cards, sk.Among(_open_ones, "the open ones")] = attrs.field(default=(), converter=in_order)


@attrs.frozen
class React(Move):
    """Lay the cards that complete a set, out of turn (LS-090 to LS-093)."""

    role = Role.REACT
    label = "Complete the set with {cards}"
    cards: Annotated[Cards, sk.Together("alike", lambda rules, card: card.set_size - 1)] = attrs.field(
        converter=in_order
    )


@attrs.frozen
class Arrange(Move):
    """Choose three of the six cards for the face-up row; the others see it when all have chosen (LS-008)."""

    role = Role.CHOOSE
    label = "Lay {face_up} open"
    face_up: Annotated[Cards, sk.OutOf(2 * ROW, ROW)] = attrs.field(converter=in_order)


@attrs.frozen
class SitOut(Move):
    """Let the turn be skipped (LS-061)."""

    role = Role.SIT_OUT


@attrs.frozen
class ChallengeLuck(Move):
    """Play the top card of the stock blind (LS-111, with ``challenge_luck``)."""

    role = Role.BLIND
    verb = "challenge"


@attrs.frozen
class RevealEarly(Move):
    """Turn over the blind card of a slot that is uncovered already (LS-116, with ``early_reveal``)."""

    role = Role.BLIND
    verb = "reveal"
    slot: Annotated[int, sk.Numbers(1, ROW)]


LuckyMove = Play | React | Decline | TakePile | Flip | Arrange | SitOut | ChallengeLuck | RevealEarly | Deal
"""Every move of the game."""
SINGLES: Final = {card: reuse(Play((card,))) for card in LuckyCard.all()}
SIT_OUT: Final = reuse(SitOut())
CHALLENGE: Final = reuse(ChallengeLuck())
REVEALS: Final = tuple([reuse(RevealEarly(slot)) for slot in range(1, ROW + 1)])
arranged: Final = lru_cache(maxsize=2**15)(Arrange)  # the deck of 48 has 4,650 choices of three cards
reaction: Final = lru_cache(maxsize=2**12)(React)


def order_matters(cards: Cards, pile: Cards) -> bool:
    """Whether it matters which of these cards, in deck order, lies on top: not once they complete a set (LS-A21)."""
    return len(cards) > 1 and cards[0].ordered and lacking(pile + cards) > 0


def orders(picked: Iterable[Cards], fits: Container[LuckyCard], pile: Cards = ()) -> Iterator[Play]:
    """The plays of these sets of cards, one of which must fit, in each order that matters once.

    One fitting card is enough (LS-049, LS-A22), and the card on top counts (LS-051, LS-052, LS-A20).
    """
    for cards in picked:
        if any(card in fits for card in cards):
            for top in dict.fromkeys(cards) if order_matters(cards, pile) else cards[-1:]:
                yield Play((*without(cards, (top,)), top))


@attrs.frozen
class Challenged(Event):
    """A player challenged luck: the card fits and is played, or the player takes it with the pile."""

    player: int
    fits: bool

    def __str__(self) -> str:
        return f"player {self.player} challenges luck: the card {'fits' if self.fits else 'does not fit'}"
