"""What a position of Lucky Shutdown holds, and the ways its cards take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import shedkit.authoring as sk
from shedkit.families.ladder import EMPTY_ROW, ROW, LadderPosition, LadderState, governing
from shedkit.games.lucky_shutdown.cards import PUSHES, SKIP, LuckyCard

HAND: Final = 6
"""Cards dealt to a hand, out of which three go to the face-up row (LS-007)."""
Phase = Literal["choose", "play", "over"]


def _choice_fault(rules: Any, at: Any) -> str | None:
    """Cards wait in ``chosen`` only while rows are chosen, and then nothing else has happened."""
    if at.phase != "choose":
        return "chosen: cards wait there only while rows are chosen" if at.phase == "play" and any(at.chosen) else None
    if at.discard or at.pending or True in at.declined:
        return "in phase choose nothing has been laid"
    for seat in range(rules.players):
        chosen = len(at.chosen[seat])
        if at.face_up[seat] != EMPTY_ROW or chosen not in (0, ROW) or len(at.hands[seat]) != HAND - chosen:
            return f"in phase choose player {seat} has {HAND} cards, all in the hand or {ROW} of them chosen"
    return None


def _skips_fault(rules: Any, at: Any) -> str | None:
    top = governing(at.discard, PUSHES)
    if at.phase == "play" and at.pending and (top is None or top.alike != SKIP):
        return f"pending: players are skipped only when a {SKIP} counts"
    return None


@sk.state
class LuckyState(LadderState):
    """A position of Lucky Shutdown; who may see what is said here (LS-006, LS-127, LS-A54, LS-A65)."""

    hands = sk.hands_of(LuckyCard)
    face_up = sk.open_rows_of(LuckyCard, ROW)
    face_down = sk.blind_rows_of(LuckyCard, ROW)
    chosen = sk.chosen_of(LuckyCard, "cards chosen for the open row until all have chosen", check=_choice_fault)
    stock = sk.stock_of(LuckyCard)
    discard = sk.pile_of(LuckyCard)
    removed = sk.removed_of(LuckyCard, "cards out of the round")
    turn = sk.turn_or_nobody_fact("who is on turn; nobody while rows are chosen")
    phase = sk.phase_fact[Phase](
        doc="choose, play, or over: the round is over",
        says={
            "choose": ("LS-008", "Choose your face-up row first."),
            "play": ("LS-019", "Play is on: lay a card or take the pile."),
            "over": ("LS-017", "The round is over: the next one must be dealt."),
        },
    )
    layer = sk.layer_fact()
    pending = sk.count_fact(
        "skips still to be served, the first one by the player on turn",
        high=lambda rules: len(rules.deck),
        check=_skips_fault,
    )
    out = sk.out_fact("hands", "face_up", "face_down")
    declined = sk.declined_fact()
    challenged = sk.flags_fact("who has challenged luck", lasts=True)  # LS-A60
    revealed = sk.flags_fact("who has revealed a card early", lasts=True)  # LS-A60
    round = sk.round_fact()
    chance = sk.chance_fact()


class LuckyDraft(LuckyState, sk.Draft):
    """A position of Lucky Shutdown while a move changes it."""


class LuckyPosition(LadderPosition, total=False):
    """What a position can name; see `LuckyState`."""

    chosen: Sequence[str]
    phase: Phase
    pending: int
    challenged: Sequence[bool] | None
    revealed: Sequence[bool] | None


lay: Final = LuckyState.way("hands", "discard")
lay_face_up: Final = LuckyState.way("face_up", "discard")
to_hand: Final = LuckyState.way("discard", "hands")
burn: Final = LuckyState.way("discard", "removed")
challenge: Final = LuckyState.way("stock", "discard")
choose: Final = LuckyState.way("hands", "chosen")
open_row: Final = LuckyState.way("chosen", "face_up")
