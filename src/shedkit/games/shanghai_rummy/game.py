"""Shanghai Rummy, put together."""

from __future__ import annotations

import attrs
from typing_extensions import Unpack

import shedkit.authoring as sk
from shedkit.games.shanghai_rummy import adding, discarding, drawing, hints, laying, positions, rounds
from shedkit.games.shanghai_rummy.moves import CLAIMS, EVENTS, ShanghaiMove
from shedkit.games.shanghai_rummy.options import SEVEN, ShanghaiOptions
from shedkit.games.shanghai_rummy.state import ShanghaiPosition, ShanghaiState


@attrs.frozen(kw_only=True, repr=False)
class ShanghaiRummy(ShanghaiOptions):
    """Shanghai Rummy: seven contracts, buying, jokers; the defaults are the literal reading of the source.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> len(ShanghaiRummy(players=4).deck)
    108

    """

    name = "shanghai-rummy"
    event_types = (sk.Moved, sk.Shuffled, sk.RoundBegan, sk.Turn, *EVENTS, sk.Out, sk.RoundOver, sk.GameOver)
    rooms = (drawing, laying, adding, discarding, rounds)

    start, ended, result = rounds.start, rounds.ended, rounds.result
    totals, headline = rounds.totals, rounds.headline
    contradiction = positions.contradiction
    suggested, possible, wanted = hints.suggested, hints.possible, hints.wanted

    @classmethod
    def common(cls, players: int = 4) -> ShanghaiRummy:
        """What many tables play: a third pack and two more jokers for five and six players (SR-A02)."""
        return cls(players=players, decks=3, jokers=6) if players > 4 else cls(players=players)

    @classmethod
    def short(cls, players: int = 4) -> ShanghaiRummy:
        """An evening's game in three rounds: two sets, a set and a run, two runs."""
        return cls(players=players, contracts=SEVEN[:3])

    def moves(self, now: ShanghaiState, player: int) -> tuple[ShanghaiMove, ...]:
        """Draw or take; buy or pass; lay, lay off, exchange jokers and discard, in this order."""
        if now.phase != "play":
            return CLAIMS[now.discard[-1]] if now.phase == "claim" else drawing.draws(self, now)
        hand = now.hands[player]
        if now.down[player]:
            swaps = () if self.joker_swap == "off" else adding.swaps(self, now, player, hand)
            return (*adding.lay_offs(self, now, player, hand), *swaps, *discarding.discards(self, now, hand))
        melds = laying.lays(self, now, hand)
        if now.laid:
            return melds
        if self.joker_swap == "any_time" and now.melds:
            return (*melds, *adding.swaps(self, now, player, hand), *discarding.discards(self, now, hand))
        return (*melds, *discarding.discards(self, now, hand))

    def position(self, **given: Unpack[ShanghaiPosition]) -> ShanghaiState:
        """Any position, from card codes; see `Game.position`.

        Melds are named as pairs of owner and codes, such as ``(0, "5s 6s Jk=7s 8s")``, results as the points of each
        player in each round that is over, by default 0; the contract follows from the round. Who owns melds is down,
        unless ``down`` says otherwise or the player on turn has laid only part of the contract in this turn.

        >>> rules = ShanghaiRummy(players=2)
        >>> state = rules.position(hands=["9s", "2c"], melds=[(1, "5s 6s 7s 8s")], down=[True, True], phase="play")
        >>> print(*rules.legal_moves(state, 0), sep=", ")
        lay-off 9s 0 high, discard 9s

        """
        return super().position(**given)
