"""Lucky Shutdown, put together."""

from __future__ import annotations

import attrs
from typing_extensions import Unpack

from shedkit.authoring import next_seat
from shedkit.families.ladder import EVENTS, TAKE, blind_moves, governing, only_blind
from shedkit.games.lucky_shutdown import blind, cards, plays, turns
from shedkit.games.lucky_shutdown import reactions as reacting
from shedkit.games.lucky_shutdown.moves import CHALLENGE, REVEALS, SIT_OUT, Challenged, LuckyMove
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.state import LuckyPosition, LuckyState


@attrs.frozen(kw_only=True, repr=False)
class LuckyShutdown(LuckyOptions):
    """Lucky Shutdown: three rows, two colours, Magic cards; the defaults are the literal reading of the source.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> len(LuckyShutdown(players=5).deck)
    48

    """

    name = "lucky-shutdown"
    card_type = cards.LuckyCard
    event_types = (*EVENTS, Challenged)
    rooms = (plays, reacting, blind, turns)
    choosing = "choose"

    start, choices, result = turns.start, turns.choices, turns.result
    beats = staticmethod(cards.beats)
    reactions, reactors = reacting.chances, reacting.reactors

    def moves(self, now: LuckyState, player: int) -> tuple[LuckyMove, ...]:
        """Plays in deck order, then a reaction, then taking the pile or sitting out; blind cards by their slots.

        One of them is to be done (LS-019, LS-A64).
        """
        laid, hand = plays.plays_of(self, now, player), now.hands[player]
        if (hand or laid) and self.plain and not now.pending:  # as nearly always
            return (*laid, TAKE) if now.discard else tuple(laid)
        moves: list[LuckyMove] = [*laid, *reacting.chances_on_turn(self, now, player, laid)]
        if now.pending:
            return (*moves, SIT_OUT)
        flips = not hand and only_blind(now, player)
        if flips:
            moves += blind_moves(now.face_down[player])
        if now.discard and (self.blind_take or not flips):
            moves.append(TAKE)
        if (self.challenge_luck or self.early_reveal) and not laid:
            rights: tuple[LuckyMove, ...] = (CHALLENGE, *REVEALS)
            moves += [right for right in rights if self.refusal(now, right, player) is None]
        return tuple(moves)

    def position(self, **given: Unpack[LuckyPosition]) -> LuckyState:
        """Any position, from card codes; see `Game.position`.

        >>> from shedkit import codes
        >>> state = LuckyShutdown(players=2).position(hands=["16o", "14b"], discard="14o 15b", stock="Dx")
        >>> codes(state.discard), len(state.removed)
        ('14o 15b', 43)

        """
        return super().position(**given)

    def may_have_declined(self, now: LuckyState, player: int) -> bool:
        """Whether the player may have let a chance go by: who is on turn right after the layer had no moment to do so,
        unless skips went round the table since, and others were on turn before (LS-A36).
        """
        if player == now.turn == next_seat(now.layer, self.players, now.out):
            top = governing(now.discard, cards.PUSHES)
            if top is None or top.alike != cards.SKIP:
                return False
        return super().may_have_declined(now, player)

    def favours_seats(self, state: LuckyState) -> bool:
        """The first start can go to the lowest of several seats (LS-A57)."""
        return state.phase == "choose" and state.round.number == 1 and self.start_tie == "seat"
