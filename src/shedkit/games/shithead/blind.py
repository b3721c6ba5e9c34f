"""Turning over blind cards, the last ones a player has."""

from __future__ import annotations

from shedkit.authoring import Reason, Refusal, on, why
from shedkit.families.ladder import Flip, Flipped, refuse_flip
from shedkit.families.rows import only_blind
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.plays import fitting
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState
from shedkit.games.shithead.turns import laid, take_pile


@on(Flip, "play")
def flip(rules: ShitheadOptions, s: ShitheadDraft, move: Flip, player: int) -> None:
    """The card is laid if it fits (SH-027, SH-A24); if not, it goes to the hand with the pile (SH-028, SH-029)."""
    fits = s.face_down[player][move.slot - 1] in fitting(rules, s.discard)
    s.tell(Flipped, player, move.slot, fits)
    card = s.lift(move.slot, "face_down", "discard", player)
    if fits:
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
