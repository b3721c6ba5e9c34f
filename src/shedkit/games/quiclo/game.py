"""QUICLO, put together."""

from __future__ import annotations

import attrs
from typing_extensions import Unpack

import shedkit.authoring as sk
from shedkit.games.quiclo import draws, plays, turns
from shedkit.games.quiclo.cards import NumberCard
from shedkit.games.quiclo.moves import Rejected
from shedkit.games.quiclo.options import QuicloOptions
from shedkit.games.quiclo.state import QuicloPosition, QuicloState


@attrs.frozen(kw_only=True, repr=False)
class Quiclo(QuicloOptions):
    """QUICLO, the duel of digits: lay a number that shares a digit with the last one.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> len(Quiclo(players=3).deck)
    144

    """

    name = "quiclo"
    card_type = NumberCard
    event_types = (sk.Moved, sk.Shuffled, sk.Turn, sk.Out, sk.GameOver, Rejected)
    rooms = (plays, draws)

    start, ended, result = turns.start, turns.ended, turns.result
    moves, wrong_moves, accepts = plays.moves, plays.wrong_moves, plays.accepts

    def position(self, **given: Unpack[QuicloPosition]) -> QuicloState:
        """Any position, from card codes; see `Game.position`.

        >>> state = Quiclo(players=2).position(hands=["4 45", "7"], discard="4 45 54 27", stock="72")
        Traceback (most recent call last):
            ...
        shedkit.core.errors.PositionError: 4 is placed 2 times, but the deck has only 1

        """
        return super().position(**given)

    def open_zones(self) -> frozenset[str]:
        """The hands, in the open game (QU-026)."""
        return frozenset({"hands"}) if self.open_hands else frozenset()
