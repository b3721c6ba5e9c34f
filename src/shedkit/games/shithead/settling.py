"""Settling the open rows before play: one choice of three cards, or swaps one by one (SH-A15)."""

from __future__ import annotations

from shedkit.authoring import Chose, Reason, Refusal, on, why
from shedkit.families.ladder import refuse_row, row_choices, row_moves
from shedkit.games.shithead.moves import READY, Arrange, Ready, Swap, arranged
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState

OFF = "The rows are settled with swap={0.swap!r} here."


def choices(rules: ShitheadOptions, now: ShitheadState, player: int) -> tuple[Arrange | Swap | Ready, ...]:
    """All rows out of hand and open row, or all swaps of a hand card with an open one (SH-009 to SH-011, SH-A17)."""
    hand, row = now.hands[player], now.face_up[player]
    if rules.swap == "arrange":
        return tuple(map(arranged, row_choices(hand, row)))
    pairs = dict.fromkeys((mine, lying) for mine in hand for lying in row if mine is not lying)
    return (*[Swap(mine, lying) for mine, lying in pairs if lying is not None], READY)


@on(Arrange, "swap", rule="SH-A15", option=("swap", "arrange"), off=OFF, held=("hands", "face_up"))
def arrange(rules: ShitheadOptions, s: ShitheadDraft, move: Arrange, player: int) -> None:
    """The cards chosen lie in the open row; the others are the hand."""
    up, down = row_moves(s.hands[player], s.face_up[player], move.face_up)
    s.exchange(up, down, player, "hands", "face_up")
    ready(rules, s, READY, player)


@why(Arrange, complete=True)
def why_no_row(rules: ShitheadOptions, now: ShitheadState, move: Arrange, player: int) -> Refusal | None:
    """Too many cards, or too few."""
    return refuse_row(move.face_up, "SH-009")


@on(Swap, "swap", rule="SH-A15", option=("swap", "single"), off=OFF)
def swap(rules: ShitheadOptions, s: ShitheadDraft, move: Swap, player: int) -> None:
    """The two cards change places, as often as wanted."""
    s.exchange((move.hand,), (move.face_up,), player, "hands", "face_up")


@why(Swap, Ready, complete=True)
def why_no_swap(rules: ShitheadOptions, now: ShitheadState, move: Swap | Ready, player: int) -> Refusal | None:
    """Cards of others, blind ones or such as lie elsewhere (SH-011), or twice the same."""
    if isinstance(move, Ready):
        return None
    for card in (move.hand, move.face_up):
        if card not in rules.fitting[None]:
            return Refusal(Reason.UNKNOWN_CARD, "SK-07", f"There is no {card} in this deck.")
    if move.hand not in now.hands[player] or move.face_up not in now.face_up[player]:
        own = "Only an own hand card and an own face-up card change places."
        return Refusal(Reason.CARD_NOT_HELD, "SH-011", own)
    if move.hand is move.face_up:
        return Refusal(Reason.NOT_ALIKE, "SH-009", "These two cards are the same; nothing would change.")
    return None


@on(Ready, "swap", rule="SH-A15", option=("swap", "single"), off=OFF)
def ready(rules: ShitheadOptions, s: ShitheadDraft, move: Ready, player: int) -> None:
    """The row is settled; after the last one play begins (SH-012)."""
    s.ready = s.ready[:player] + (True,) + s.ready[player + 1 :]
    s.tell(Chose, player)
    if all(s.ready):
        s.phase = "play"
        s.turn_to(s.turn)
