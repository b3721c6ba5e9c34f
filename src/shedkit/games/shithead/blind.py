"""Turning over blind cards, the last ones a player has."""

from __future__ import annotations

from shedkit.authoring import Reason, Refusal, on, why
from shedkit.families.ladder import EMPTY_ROW, Flip, Flipped, refuse_flip
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.plays import fitting
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState
from shedkit.games.shithead.turns import laid, take_pile


def only_blind(now: ShitheadState, player: int) -> bool:
    """Whether hand, stock and open row are gone, so that blind cards are on (SH-026)."""
    return not now.hands[player] and not now.stock and now.face_up[player] == EMPTY_ROW


@on(Flip, "play")
def flip(rules: ShitheadOptions, s: ShitheadDraft, move: Flip, player: int) -> None:
    """The card is laid if it fits (SH-027, SH-A24); if not, it goes to the hand with the pile (SH-028, SH-029)."""
    card, fits = s.face_down[player][move.slot - 1], fitting(rules, s.discard)
    s.tell(Flipped, player, move.slot, card in fits)
    s.lift(move.slot, "face_down", "discard", player)
    if card in fits:
        laid(rules, s, (card,), player)
    else:
        take_pile(rules, s, player)


@why(Flip, complete=True)
def why_no_flip(rules: ShitheadOptions, now: ShitheadState, move: Flip, player: int) -> Refusal | None:
    """Cards are left that go first, or the slot is empty."""
    if not only_blind(now, player):
        gone = "Blind cards are turned only when hand, stock and open row are gone."
        return Refusal(Reason.WRONG_ZONE, "SH-026", gone)
    return refuse_flip(now.face_down[player], move.slot, "SH-026")
