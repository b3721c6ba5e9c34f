"""Rounds: dealing, who deals next, the end, and what the game came to."""

from __future__ import annotations

from shedkit.authoring import Outcome, next_seat
from shedkit.families.ladder import ROW
from shedkit.families.rows import outcome_of_rounds
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState


def start(rules: ShitheadOptions, s: ShitheadDraft) -> None:
    """Deal three cards blind, three open, three to the hand (SH-003 to SH-008); the dealer's left begins (SH-012)."""
    first = next_seat(s.round.dealer, rules.players)
    for zone in ("face_down", "face_up", "hands"):
        s.deal(zone, ROW, first)
    s.turn = first
    if rules.swap != "off":
        s.phase = "swap"
    else:
        s.turn_to(first)


def ended(rules: ShitheadOptions, now: ShitheadState) -> bool:
    """Fewer than two players have cards (SH-032)."""
    return rules.players - len(now.out) < 2


def dealer_after(rules: ShitheadOptions, now: ShitheadState) -> int:
    """The loser of the round deals the next one, or the next seat (SH-A18)."""
    if rules.next_dealer == "rotate":
        return next_seat(now.round.dealer, rules.players)
    return now.results[-1].places.index(rules.players)


def result(rules: ShitheadOptions, now: ShitheadState) -> Outcome:
    """Places by going out, and one loser; over several rounds by fewest rounds lost (SH-033, SH-043, SH-044)."""
    return outcome_of_rounds(now.results, only_first_wins=True)
