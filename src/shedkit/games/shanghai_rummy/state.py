"""What a position of Shanghai Rummy holds, and the ways its cards take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import shedkit.authoring as sk
from shedkit.authoring import EVERYONE, FrenchCard
from shedkit.families.melds import Contract, melds_zone

Cards = tuple[FrenchCard, ...]
Phase = Literal["draw", "claim", "play", "over"]


def contract_of_round(rules: Any, at: Any) -> Contract:
    """The contract of a round follows from its number (SR-005)."""
    contract: Contract = rules.contracts[at.round.number - 1]
    return contract


def down_by_melds(rules: Any, at: Any) -> tuple[bool, ...]:
    """Who owns melds has laid the contract, but for a player on turn who has laid only part of it in this turn."""
    owners = [laid.owner for laid in at.melds]
    begun = type(at.laid) is int and 0 < at.laid == owners.count(at.turn) < at.contract.melds
    return tuple([seat in owners and not (begun and seat == at.turn) for seat in range(rules.players)])


@sk.state
class ShanghaiState(sk.State):
    """A position of Shanghai Rummy; hands and stock are hidden, all else lies open, the whole pile (SR-049, SR-A51)."""

    hands = sk.hands_of(FrenchCard)
    stock = sk.stock_of(FrenchCard)
    discard = sk.pile_of(FrenchCard)
    melds = melds_zone()
    shown = sk.shown_of(FrenchCard, "hands that are counted once the round is over")
    removed = sk.removed_of(FrenchCard)
    turn = sk.turn_fact()
    contract = sk.fact[Contract](
        EVERYONE, default=contract_of_round, named=False, doc="what must be laid in this round"
    )
    phase = sk.phase_fact[Phase](
        default="draw",
        doc="draw, claim: others may buy before the draw, play, or over: the round is over",
        says={
            "draw": ("SR-016", "Your turn begins with a card: draw one or take the one on the pile."),
            "claim": ("SR-A11", "It is not your turn: buy the top card of the pile or pass."),
            "over": ("SR-040", "The round is over: the next one must be dealt."),
        },
    )
    claimant = sk.claimant_fact("who may buy now, in phase claim")
    upcard = sk.fact[bool](EVERYONE, default=False, doc="whether nobody has discarded yet in this round")
    down = sk.flags_fact("who has laid the contract", default=down_by_melds, role=sk.Role.DOWN)
    laid = sk.fact[int](EVERYONE, default=0, doc="how many melds the player on turn has laid in this turn")
    buys = sk.counts_fact("how often each has bought in this round", high=lambda rules: rules.max_buys)
    taken = sk.card_fact(FrenchCard, "the card taken from the pile in this turn, if still in hand")
    round = sk.points_fact()
    chance = sk.chance_fact()


At = ShanghaiState | sk.View[ShanghaiState]


class ShanghaiDraft(ShanghaiState, sk.Draft):
    """A position of Shanghai Rummy while a move changes it."""


class ShanghaiPosition(sk.RoundsPosition, total=False):
    """What a position can name; see `ShanghaiState`."""

    melds: Sequence[tuple[int, str]]
    shown: Sequence[str]
    phase: Phase
    claimant: int | None
    upcard: bool
    down: Sequence[bool] | None
    laid: int
    buys: Sequence[int] | None
    taken: str | None


throw: Final = ShanghaiState.way("hands", "discard")
take: Final = ShanghaiState.way("discard", "hands")
lay: Final[sk.ValueWay] = ShanghaiState.way("hands", "melds")
take_back: Final[sk.ValueWay] = ShanghaiState.way("melds", "hands")
