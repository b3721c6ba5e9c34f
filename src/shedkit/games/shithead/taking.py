"""Taking the pile, and turning over blind cards, which are laid or taken with it."""

from __future__ import annotations

from shedkit.authoring import Reason, Refusal, on, why
from shedkit.families.ladder import Flip, Flipped, end_turn, refuse_flip, refuse_take
from shedkit.games.shithead.moves import TAKES, Cards, TakePile
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.plays import fitting, playable
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState, lay_from_row, to_hand
from shedkit.games.shithead.turns import laid


def takes(rules: ShitheadOptions, now: ShitheadState, player: int) -> tuple[TakePile, ...]:
    """The ways to take the pile: also where something fits (SH-020, SH-A30), but never an empty one (SH-A12)."""
    if not now.discard:
        return ()
    along = _going_along(rules, now, player)
    return tuple([TakePile(card) for card in dict.fromkeys(along)]) if along else TAKES


def _going_along(rules: ShitheadOptions, now: ShitheadState, player: int) -> Cards:
    """The cards of the open row, one of which goes along with the pile, as none of them fits (SH-A21)."""
    if not rules.take_with_face_up:
        return ()
    cards, zone = playable(now, player)
    return cards if zone == "face_up" and fitting(rules, now.discard).keys().isdisjoint(cards) else ()


@on(TakePile, "play")
def take(rules: ShitheadOptions, s: ShitheadDraft, move: TakePile, player: int) -> None:
    """The pile goes to the hand, and the turn ends (SH-019, SH-021); a short hand draws (SH-042, SH-A13).

    Under the house rule a card of the open row goes along.
    """
    if move.face_up is not None:
        lay_from_row(s, (move.face_up,), player)
    to_hand(s, s.discard, player)
    end_turn(rules, s, player, direction=s.direction)


@why(TakePile, complete=True)
def why_no_take(rules: ShitheadOptions, now: ShitheadState, move: TakePile, player: int) -> Refusal | None:
    """No pile (SH-A12), a blind card that must be turned over (SH-A14), or the wrong card going along (SH-A21)."""
    if (refusal := refuse_take(rules, now, player, no_pile="SH-A12", blind="SH-A14")) is not None:
        return refusal
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
    return None if card in along else Refusal(Reason.CARD_NOT_HELD, "SK-09", f"{card} is not in your face-up row.")


@on(Flip, "play")
def flip(rules: ShitheadOptions, s: ShitheadDraft, move: Flip, player: int) -> None:
    """The card is laid if it fits (SH-027, SH-A24); if not, it goes to the hand with the pile (SH-028, SH-029)."""
    fits = s.face_down[player][move.slot - 1] in fitting(rules, s.discard)
    s.tell(Flipped, player, move.slot, fits)
    card = s.lift(move.slot, "face_down", "discard", player)
    if fits:
        laid(rules, s, (card,), player)
    else:
        take(rules, s, TAKES[0], player)


@why(Flip, complete=True)
def why_no_flip(rules: ShitheadOptions, now: ShitheadState, move: Flip, player: int) -> Refusal | None:
    """Cards are left that go first, or the slot is empty (SH-026)."""
    return refuse_flip(now, move.slot, player, "SH-026")
