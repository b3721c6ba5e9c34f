"""Shithead, put together."""

from __future__ import annotations

import attrs
from typing_extensions import Self, Unpack

from shedkit.authoring import FrenchCard, Reversed
from shedkit.families.ladder import EMPTY_ROW, EVENTS, blind_moves
from shedkit.games.shithead import plays, reactions, settling, taking, turns
from shedkit.games.shithead.moves import TAKES, Power, ShitheadMove
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.state import ShitheadPosition, ShitheadState


@attrs.frozen(kw_only=True, repr=False)
class Shithead(ShitheadOptions):
    """The rules of Shithead. The defaults are the literal reading of the source; most tables play `common`.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> Shithead(players=4, multi_card=True)
    Shithead(players=4, multi_card=True)

    """

    name = "shithead"
    card_type = FrenchCard
    event_types = (*EVENTS, Reversed)
    rooms = (plays, reactions, taking, settling)
    choosing = "swap"
    choices = settling.choices

    start, result, dealer_after = turns.start, turns.result, turns.dealer_after
    reactions, may_have_declined = reactions.reactions, reactions.may_have_declined

    @classmethod
    def literal(cls, *, players: int = 3) -> Self:
        """The source to the letter: one card a turn, the two resets, the ten burns, the seven is a seven."""
        return cls(players=players)

    @classmethod
    def common(cls, *, players: int = 3) -> Self:
        """What most tables play: several cards of one rank at once, and the seven variant."""
        return cls(players=players, multi_card=True, powers={2: Power.RESET, 7: Power.LOW, 10: Power.BURN})

    @classmethod
    def plain(cls, *, players: int = 3) -> Self:
        """No special cards at all."""
        return cls(players=players, powers={})

    def moves(self, now: ShitheadState, player: int) -> tuple[ShitheadMove, ...]:
        """Plays or, where only these are left, blind cards (SH-A22); then a reaction, then taking the pile."""
        cards: tuple[FrenchCard | None, ...] = now.hands[player]
        pile = now.discard
        if not cards and not now.stock:
            cards = now.face_up[player]
            if cards == EMPTY_ROW:
                return blind_moves(now.face_down[player]) + (TAKES if pile and self.blind_take else ())
        fits = self.fitting[pile[-1] if pile else None] or plays.fitting(self, pile)
        if self.many:
            listed = plays.grouped(self, cards, fits)
        else:
            listed = tuple([fits[card] for card in cards if card in fits])
        if self.out_of_turn_quad or self.take_with_face_up:
            laid = {move.cards for move in listed}
            others = [move for move in reactions.reactions(self, now, player) if move.cards not in laid]
            return (*listed, *others, *taking.takes(self, now, player))
        return listed + TAKES if pile else listed

    def position(self, **given: Unpack[ShitheadPosition]) -> ShitheadState:
        """Any position, from card codes; see `Game.position`.

        >>> state = Shithead(players=2).position(hands=["7h 8s", "Tc"], discard="5c 8d", stock="2h")
        >>> str(state.discard[-1]), len(state.stock), len(state.removed)
        ('8d', 1, 46)

        """
        return super().position(**given)
