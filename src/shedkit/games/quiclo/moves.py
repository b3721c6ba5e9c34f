"""The moves and events of QUICLO."""

from __future__ import annotations

from typing import Final

import attrs

from shedkit.authoring import Event, Move, Role, reuse
from shedkit.games.quiclo.cards import NumberCard


@attrs.frozen
class Play(Move):
    """Lay a card on the pile.

    >>> str(Play("137"))
    'play 137'
    """

    role = Role.LAY
    card: NumberCard = attrs.field(converter=NumberCard)


@attrs.frozen
class Draw(Move):
    """Draw a card from the stock; with nothing to draw, a pass (QU-A06)."""

    role = Role.DRAW


@attrs.frozen
class Pass(Move):
    """Keep the card just drawn (with ``play_drawn``)."""

    role = Role.PASS


QuicloMove = Play | Draw | Pass
"""Every move of the game."""
PLAYS: Final = {card: reuse(Play(card)) for card in NumberCard.all()}
DRAW: Final = reuse(Draw())
PASS: Final = reuse(Pass())


@attrs.frozen
class Rejected(Event):
    """A wrong play: the card goes back to the hand, the player draws (QU-021, QU-022)."""

    role = Role.REJECT
    player: int
    card: NumberCard

    def __str__(self) -> str:
        return f"{self.card} does not fit: player {self.player} takes it back"
