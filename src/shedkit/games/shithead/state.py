"""What a position of Shithead holds, and the ways its cards take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import shedkit.authoring as sk
from shedkit.authoring import FrenchCard
from shedkit.families.ladder import ROW, LadderPosition, LadderState

Phase = Literal["swap", "play", "over"]


def _whole(rules: Any, at: Any) -> str | None:
    """Rows are settled out of whole hands and rows, if at all (SH-009, SH-A15)."""
    if at.phase != "swap":
        return None
    if rules.swap == "off":
        return "phase: there is no swap phase with swap='off'"
    if any(len(hand) != ROW or None in row for hand, row in zip(at.hands, at.face_up, strict=True)):
        return f"in the swap phase every player has {ROW} hand cards and {ROW} face-up cards"
    return None


@sk.state
class ShitheadState(LadderState):
    """A position of Shithead; who sees what is told by its zones (SH-030, SH-045)."""

    hands = sk.hands_of(FrenchCard)
    face_up = sk.open_rows_of(FrenchCard, ROW)
    face_down = sk.blind_rows_of(FrenchCard, ROW)
    stock = sk.stock_of(FrenchCard)
    discard = sk.pile_of(FrenchCard)
    removed = sk.removed_of(FrenchCard, "burned cards")
    turn = sk.turn_fact()
    phase = sk.phase_fact[Phase](
        doc="swap, play, or over: the round is over",
        says={
            "swap": ("SH-009", "Settle your face-up row first."),
            "play": ("SH-015", "Play is on: lay a card or take the pile."),
            "over": ("SH-A18", "The round is over: the next one must be dealt."),
        },
    )
    layer = sk.layer_fact()
    direction = sk.direction_fact()
    out = sk.out_fact("hands", "face_up", "face_down")
    ready = sk.chosen_fact("who has settled the face-up row", check=_whole)
    declined = sk.declined_fact()
    round = sk.round_fact()
    chance = sk.chance_fact()


class ShitheadDraft(ShitheadState, sk.Draft):
    """A position of Shithead while a move changes it."""


class ShitheadPosition(LadderPosition, total=False):
    """What a position can name; see `ShitheadState`."""

    phase: Phase
    direction: int
    ready: Sequence[bool] | None


lay_from_hand: Final = ShitheadState.way("hands", "discard")
lay_from_row: Final = ShitheadState.way("face_up", "discard")
to_hand: Final = ShitheadState.way("discard", "hands")
burn: Final = ShitheadState.way("discard", "removed")
