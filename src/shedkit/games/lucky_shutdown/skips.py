"""Skips: how many a 19 or a Push brings, and sitting out."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Reason, Refusal, Skipped, on, why
from shedkit.families.ladder import on_top
from shedkit.games.lucky_shutdown.cards import ALIKE, SKIP, Cards
from shedkit.games.lucky_shutdown.moves import SitOut
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState

SKIPPED: Final = Refusal(Reason.SKIPPED, "LS-061", "You are to be skipped: lay a 19, or sit out.")


def due_after(rules: LuckyOptions, s: LuckyDraft, cards: Cards, player: int) -> int:
    """How many players are to be skipped once these 19s or Pushes lie there.

    Each 19 skips one (LS-059, LS-060), and what was pending is passed on with it or without the own skip (LS-062,
    LS-063, LS-A07). A Push passes on what is pending (LS-A14), or on a served 19 brings skips anew (LS-072, LS-A15).
    They go round the table, or reach the others only (LS-A09, LS-A10).
    """
    before = s.pending
    if cards[0].alike == SKIP:
        count = len(cards) + (before - 1 if before and rules.skip_chain == "pass_on" else before)
    elif before:
        count = before
    else:
        below = s.discard[: -on_top(s.discard, ALIKE)]
        lying = on_top(below, ALIKE) if below and below[-1].alike == SKIP else 0
        count = {"one": min(lying, 1), "count": lying, "none": 0}[rules.push_on_19]
    if rules.skip_wraps:
        return count
    return min(count, rules.players - len(s.out) - (player not in s.out))


@on(SitOut, "play")
def sit_out(rules: LuckyOptions, s: LuckyDraft, move: SitOut, player: int) -> None:
    """The skip is served; the next player is skipped too, or on turn (LS-059, LS-A08, LS-A11)."""
    s.tell(Skipped, player)
    s.pending -= 1
    s.next_turn(player)


@why(SitOut, complete=True)
def why_not_sit_out(rules: LuckyOptions, now: LuckyState, move: SitOut, player: int) -> Refusal | None:
    """Only who is to be skipped sits out (LS-061)."""
    return None if now.pending else Refusal(Reason.WRONG_PHASE, "LS-061", "You are not to be skipped.")
