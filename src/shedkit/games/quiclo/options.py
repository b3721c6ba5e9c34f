"""The options of QUICLO, and the table that follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import attrs

import shedkit.authoring as sk
from shedkit.authoring import ConfigurationError, about, option
from shedkit.games.quiclo.cards import HIGHEST, Cards, NumberCard, fits
from shedkit.games.quiclo.moves import PLAYS, Play, QuicloMove
from shedkit.games.quiclo.state import QuicloState


def _whole_deck(rules: QuicloOptions) -> Cards:
    highest = rules.highest_card
    return NumberCard.all()[:highest] if type(highest) is int and highest > 0 else ()


def _read_deck(given: str | Iterable[NumberCard | str]) -> Cards:
    """The numbers of a deck; each occurs once (QU-003)."""
    return sk.read_deck(NumberCard, given)


@attrs.frozen(kw_only=True, repr=False)
class QuicloOptions(sk.Game[QuicloState, QuicloMove]):
    """What can be set in QUICLO, before the game begins (QU-028)."""

    players: int = option(3, "How many play.", rule="QU-A01", low=2, high=23)
    first_dealer: int | None = option(
        None, "Who deals, beginning at the next seat; without it, the last seat.", rule="QU-A02", seat=True
    )
    first_player: int = option(0, "Who begins: the youngest.", rule="QU-A02", seat=True)
    hand_size: int = option(6, "How many cards a player is dealt.", rule="QU-A01", low=1, high=HIGHEST)
    highest_card: int = option(144, "The highest number; the lowest is 1.", rule="QU-002", low=3, high=HIGHEST)
    deck: Cards = attrs.field(
        default=attrs.Factory(_whole_deck, takes_self=True),
        converter=_read_deck,
        metadata=about("The cards, as numbers; by default all from 1 to highest_card.", rule="QU-002"),
    )
    misplay: Literal["penalty", "illegal"] = option(
        "penalty",
        "Whether a card that does not fit may be laid and costs a penalty, or is refused.",
        rule="QU-A03",
    )
    play_drawn: bool = option(False, "Whether a card just drawn may be laid at once.", rule="QU-A08")
    play_for_places: bool = option(False, "Whether the others play on for the places.", rule="QU-A14")
    open_hands: bool = option(False, "Whether all hands are open.", rule="QU-A16")
    deadlock: Literal["draw", "fewest"] = option(
        "draw",
        "What a game comes to in which nobody can move: drawn, or won by the fewest cards.",
        rule="QU-A07",
    )

    def __attrs_post_init__(self) -> None:
        need = self.players * self.hand_size + 1
        if len(self.deck) < need:
            raise ConfigurationError(
                "deck",
                f"{self.players} hands of {self.hand_size} and the first pile need {need} cards, "
                f"it has {len(self.deck)}",
            )
        for card, after in zip(self.deck, self.deck[1:], strict=False):
            if card is after:
                raise ConfigurationError("deck", f"{card} is there twice: every number occurs once (QU-003)")
        if self.deck[-1].number > self.highest_card:
            raise ConfigurationError(
                "deck", f"{self.deck[-1]} is higher than highest_card, which is {self.highest_card}"
            )

    @sk.table
    def fitting(self, top: NumberCard) -> dict[NumberCard, Play]:
        """The plays that fit on a card, by the card laid (QU-009)."""
        return {card: PLAYS[card] for card in self.deck if fits(card, top)}
