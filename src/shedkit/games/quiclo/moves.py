"""The moves and events of QUICLO."""

from __future__ import annotations

from typing import Final

import attrs

from shedkit.authoring import Draw, Event, Move, Pass, Role, reuse
from shedkit.games.quiclo.cards import NumberCard


@attrs.frozen
class Play(Move):
    """Lay a card on the pile.

    >>> str(Play("137"))
    'play 137'
    """

    role = Role.LAY
    card: NumberCard = attrs.field(converter=NumberCard)


QuicloMove = Play | Draw | Pass
"""Every move of the game."""
PLAYS: Final = {card: reuse(Play(card)) for card in NumberCard.all()}


@attrs.frozen
class Rejected(Event):
    """A wrong play: the card goes back to the hand, the player draws (QU-021, QU-022)."""

    role = Role.REJECT
    player: int
    card: NumberCard

    def __str__(self) -> str:
        return f"{self.card} does not fit: player {self.player} takes it back"
