"""The card that a turn begins with: from the stock, or from the pile."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Reason, Refusal, on, why
from shedkit.games.shanghai_rummy.moves import DRAW_OR_TAKE, DrawStock, ShanghaiMove, TakeDiscard
from shedkit.games.shanghai_rummy.options import ShanghaiOptions
from shedkit.games.shanghai_rummy.rounds import end_round
from shedkit.games.shanghai_rummy.state import ShanghaiDraft, ShanghaiState, draw, take

DRAWN: Final = {"play": ("SR-A05", "You have had your card of this turn.")}
"""A turn has one such card, drawn or taken (SR-A05)."""


def draws(rules: ShanghaiOptions, now: ShanghaiState) -> tuple[ShanghaiMove, ...]:
    """Draw or take (SR-016, SR-017)."""
    if now.stock and now.discard:
        return DRAW_OR_TAKE
    if now.discard:
        return DRAW_OR_TAKE if can_draw(rules, now) else DRAW_OR_TAKE[1:]
    return DRAW_OR_TAKE[:1]


def can_draw(rules: ShanghaiOptions, now: ShanghaiState) -> bool:
    """Whether the stock has a card, or would get one, or drawing from the empty one ends the round (SR-A16)."""
    return bool(now.stock) or len(now.discard) > 1 or rules.stock_exhausted == "end_round"


@why(DrawStock, complete=True)
def why_no_draw(rules: ShanghaiOptions, now: ShanghaiState, move: DrawStock, player: int) -> Refusal | None:
    """Nothing is left but the card on the pile (SR-A16)."""
    if can_draw(rules, now):
        return None
    return Refusal(Reason.EMPTY_STOCK, "SR-A16", "There is nothing left to draw: take the card of the pile.")


def draw_card(rules: ShanghaiOptions, s: ShanghaiDraft) -> None:
    """The player on turn draws (SR-016); an empty stock is refilled from the pile but its top, or ends the round.

    Where there is but one discard and no stock, after a purchase, that card is the draw (SR-A16).
    """
    if not s.stock:
        if rules.stock_exhausted == "end_round":
            end_round(rules, s)
            return
        s.recycle()
    s.phase, s.claimant = "play", None
    if s.stock:
        draw(s, s.stock[:1], s.turn)
    else:
        s.taken = s.discard[-1]
        take(s, s.discard, s.turn)


@on(TakeDiscard, "draw", says=DRAWN)
def take_discard(rules: ShanghaiOptions, s: ShanghaiDraft, move: TakeDiscard, player: int) -> None:
    """Take the top of the pile instead (SR-017, SR-029), to use it at once (SR-018, SR-A06), jokers too (SR-A21)."""
    s.taken = s.discard[-1]
    take(s, (s.taken,), player)
    s.phase = "play"


@why(TakeDiscard, complete=True)
def why_no_take(rules: ShanghaiOptions, now: ShanghaiState, move: TakeDiscard, player: int) -> Refusal | None:
    """The pile is empty (SR-017)."""
    return None if now.discard else Refusal(Reason.EMPTY_PILE, "SR-017", "No card lies on the pile.")
