"""Why moves that all games of three rows have are none, with the number that the rule has in a game."""

from __future__ import annotations

from typing import Any

from shedkit.authoring import Move, Reason, Refusal, short
from shedkit.families.ladder.rows import ROW, only_blind

__all__ = ["refuse_flip", "refuse_reaction", "refuse_row", "refuse_take"]


def refuse_flip(now: Any, slot: object, player: int, rule: str) -> Refusal | None:
    """The refusal of a blind card while other cards go first, or of a slot in which none lies."""
    if not only_blind(now, player):
        text = "Blind cards are turned only when hand, stock and open row are gone."
        return Refusal(Reason.WRONG_ZONE, rule, text)
    row = now.face_down[player]
    if type(slot) is int and 1 <= slot <= ROW and row[slot - 1] is not None:
        return None
    left = ", ".join(str(i + 1) for i, card in enumerate(row) if card is not None)
    return Refusal(
        Reason.EMPTY_SLOT, rule, f"There is no blind card in slot {short(slot)}; there is in {left or 'none'}."
    )


def refuse_row(row: tuple[object, ...], rule: str) -> Refusal | None:
    """The refusal of a choice of too few or too many cards for the open row."""
    if len(row) == ROW:
        return None
    reason = Reason.TOO_MANY if len(row) > ROW else Reason.NO_CARD
    return Refusal(reason, rule, f"The face-up row has {ROW} cards.")


def refuse_take(rules: Any, now: Any, player: int, *, no_pile: str, blind: str) -> Refusal | None:
    """The refusal of taking the pile: there is none, or a blind card is to be tried, with the number of each rule."""
    if not now.discard:
        return Refusal(Reason.EMPTY_PILE, no_pile, "There is no pile to take: you must lay a card.")
    if not rules.blind_take and only_blind(now, player):
        return Refusal(Reason.MUST_PLAY, blind, "You must turn over a blind card.")
    return None


def refuse_reaction(now: Any, player: int, rule: str, as_play: Move | None) -> Refusal | None:
    """The refusal of completing a set after the chance was let go by, or on turn where the same is a play."""
    if now.declined[player]:
        return Refusal(Reason.NOT_AN_ACTOR, rule, "You let this chance go by.")
    if player == now.turn and as_play is not None:
        return Refusal(Reason.SPELLING, "SK-10", f"On your turn this is written {as_play}.")
    return None
