"""Lucky Shutdown, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs
from typing_extensions import Unpack

from shedkit.authoring import Deal, Decline, Move, next_seat
from shedkit.families.ladder import EVENTS, Flip
from shedkit.families.rows import rows_fault, too_few
from shedkit.games.lucky_shutdown import blind, covering, plays, rounds, skips
from shedkit.games.lucky_shutdown import reactions as reacting
from shedkit.games.lucky_shutdown.cards import LuckyCard
from shedkit.games.lucky_shutdown.moves import (
    CHALLENGE,
    REVEALS,
    SIT_OUT,
    TAKE,
    Arrange,
    Challenged,
    ChallengeLuck,
    LuckyMove,
    Play,
    React,
    RevealEarly,
    SitOut,
    TakePile,
)
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.state import LuckyPosition, LuckyState

_MAY: Final[Mapping[type[Move], Callable[[LuckyOptions, LuckyState, Any, int], bool]]] = {
    Play: plays.may_play,
    React: reacting.may_react,
    Decline: reacting.may_decline,
    TakePile: plays.may_take,
    Flip: blind.may_flip,
    Arrange: rounds.may_choose,
    SitOut: skips.may_sit_out,
    ChallengeLuck: blind.may_challenge,
    RevealEarly: blind.may_reveal,
}
"""Whether a player may make a move of this kind, in its phase and on turn if it needs that."""


@attrs.frozen(kw_only=True, repr=False)
class LuckyShutdown(LuckyOptions):
    """Lucky Shutdown: three rows, two colours, Magic cards; the defaults are the literal reading of the source.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> len(LuckyShutdown(players=5).deck)
    48

    """

    name = "lucky-shutdown"
    card_type = LuckyCard
    event_types = (*EVENTS, Challenged)
    rooms = (plays, skips, reacting, blind, rounds)
    choosing = "choose"

    start, ended, result, next_dealer = rounds.start, rounds.ended, rounds.result, rounds.next_dealer
    reactions, reactors = reacting.chances, reacting.reactors

    def moves(self, now: LuckyState, player: int) -> tuple[LuckyMove, ...]:
        """Plays in deck order, then a reaction, then taking the pile or sitting out; blind cards by their slots."""
        if now.turn is None:
            return rounds.choices(now, player)
        laid = plays.plays_of(self, now, player)
        rights = self.challenge_luck or self.early_reveal
        if now.hands[player] and self.reaction_obeys_colour and not (rights or now.pending):  # as nearly always
            return (*laid, TAKE) if now.discard else tuple(laid)
        moves: list[LuckyMove] = [*laid, *reacting.chances_on_turn(self, now, player, laid)]
        if now.pending:
            return (*moves, SIT_OUT)
        if not now.hands[player]:
            moves += blind.flips(now, player)
        if plays.may_take(self, now, TAKE, player):
            moves.append(TAKE)
        if rights and not laid and blind.may_challenge(self, now, CHALLENGE, player):
            moves.append(CHALLENGE)
        if rights and not laid:
            moves += [move for move in REVEALS if blind.may_reveal(self, now, move, player)]
        return tuple(moves)

    def accepts(self, now: LuckyState, move: LuckyMove, player: int) -> bool:
        """Whether the player may make the move: by a look at it, which is quicker than the list."""
        kind = self.kinds[move.__class__]
        if now.phase not in kind.phases:
            return False
        if kind.move is Deal:
            return player in self.public_actors(now)
        return (kind.out_of_turn or now.turn in (player, None)) and _MAY[kind.move](self, now, move, player)

    def beats(self, card: LuckyCard, top: LuckyCard) -> bool:
        """Whether a card may be laid while this card counts on the pile.

        >>> rules = LuckyShutdown()
        >>> rules.beats(LuckyCard("13o"), LuckyCard("15o")), rules.beats(LuckyCard("Do"), LuckyCard("17b"))
        (True, False)
        """
        return covering.beats(card, top)

    def position(self, **given: Unpack[LuckyPosition]) -> LuckyState:
        """Any position, from card codes; see `Game.position`.

        >>> from shedkit import codes
        >>> state = LuckyShutdown(players=2).position(hands=["16o", "14b"], discard="14o 15b", stock="Dx")
        >>> codes(state.discard), len(state.removed)
        ('14o 15b', 43)

        """
        return super().position(**given)

    def fault(self, state: LuckyState) -> str | None:
        """What contradicts the declarations, or the rules of the family."""
        return too_few(self, state) or super().fault(state) or rows_fault(self, state)

    def hidden_values(self, state: LuckyState, name: str, player: int) -> tuple[object, ...]:
        """As declared, but that who is on turn right after the layer had no moment to let anything go by."""
        if player == state.turn == next_seat(state.layer, self.players, state.out):
            return (False,)
        return super().hidden_values(state, name, player)

    def favours_seats(self, state: LuckyState) -> bool:
        """The first start can go to the lowest of several seats (LS-A57)."""
        return state.phase == "choose" and state.round.number == 1 and self.start_tie == "seat"
