"""Taking the pile instead of laying."""

from __future__ import annotations

from shedkit.authoring import Reason, Refusal, on, why
from shedkit.families.rows import only_blind
from shedkit.games.shithead.moves import TAKES, Cards, TakePile
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.plays import fitting, playable
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState, lay_from_row
from shedkit.games.shithead.turns import take_pile


def takes(rules: ShitheadOptions, now: ShitheadState, player: int) -> tuple[TakePile, ...]:
    """The ways to take the pile: also where something fits (SH-020), but never an empty one (SH-A12)."""
    if not now.discard or _must_flip(rules, now, player):
        return ()
    along = _going_along(rules, now, player)
    return tuple([TakePile(card) for card in dict.fromkeys(along)]) if along else TAKES


def _must_flip(rules: ShitheadOptions, now: ShitheadState, player: int) -> bool:
    """Whether a blind card must be turned over (SH-A14)."""
    return not rules.blind_take and only_blind(now, player)


def _going_along(rules: ShitheadOptions, now: ShitheadState, player: int) -> Cards:
    """The cards of the open row, one of which goes along with the pile, as none of them fits (SH-A21)."""
    if not rules.take_with_face_up:
        return ()
    cards, zone = playable(now, player)
    fits = fitting(rules, now.discard)
    return () if zone != "face_up" or any(card in fits for card in cards) else cards


@on(TakePile, "play")
def take(rules: ShitheadOptions, s: ShitheadDraft, move: TakePile, player: int) -> None:
    """Take the pile, under the house rule together with a card of the open row."""
    if move.face_up is not None:
        lay_from_row(s, (move.face_up,), player)
    take_pile(rules, s, player)


@why(TakePile, complete=True)
def why_no_take(rules: ShitheadOptions, now: ShitheadState, move: TakePile, player: int) -> Refusal | None:
    """No pile (SH-A12), a blind card that must be turned over (SH-A14), or the wrong card going along (SH-A21)."""
    if not now.discard:
        return Refusal(Reason.EMPTY_PILE, "SH-A12", "There is no pile to take: you must lay a card.")
    if _must_flip(rules, now, player):
        return Refusal(Reason.MUST_PLAY, "SH-A14", "You must turn over a blind card.")
    along, card = _going_along(rules, now, player), move.face_up
    if card is None:
        if not along:
            return None
        return Refusal(Reason.NO_CARD, "SH-A21", "Name the face-up card that goes along with the pile.")
    if not rules.take_with_face_up:
        return Refusal(Reason.OPTION_OFF, "SH-A21", "No face-up card goes along with the pile here.")
    if not along:
        none = "A face-up card goes along only when none of the row can be laid."
        return Refusal(Reason.WRONG_ZONE, "SH-A21", none)
    if card not in rules.fitting[None]:
        return Refusal(Reason.UNKNOWN_CARD, "SK-07", f"There is no {card} in this deck.")
    if card not in along:
        return Refusal(Reason.CARD_NOT_HELD, "SK-09", f"{card} is not in your face-up row.")
    return None
