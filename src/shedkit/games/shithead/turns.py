"""Rounds and turns: dealing, what follows when cards are laid, who is on turn, who deals next, the end."""

from __future__ import annotations

from shedkit.authoring import Outcome, next_seat
from shedkit.families.ladder import ROW, Burned, end_turn, outcome_of_rounds
from shedkit.games.shithead.moves import FOUR, Cards, Power
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState, burn


def start(rules: ShitheadOptions, s: ShitheadDraft) -> None:
    """Deal three cards blind, three open, three to the hand (SH-003 to SH-008).

    The rows are settled before each round (SH-A16); the player left of the dealer begins (SH-012, SH-A19).
    """
    first = next_seat(s.round.dealer, rules.players)
    for zone in ("face_down", "face_up", "hands"):
        s.deal(zone, ROW, first)
    if rules.swap == "off":
        s.turn_to(first)
    else:
        s.turn, s.phase = first, "swap"


def laid(rules: ShitheadOptions, s: ShitheadDraft, cards: Cards, player: int, *, reaction: bool = False) -> None:
    """What follows when cards have been laid: powers, and sets of equal cards on top of the pile.

    Burned cards leave the game (SH-035, SH-037), whoever laid the others of the set (SH-038, SH-039, SH-A08); who
    burned is on again (SH-036, SH-A07).
    """
    rank, pile = cards[0].rank, s.discard
    power, skipped, again = rules.power[rank], 0, False
    by_set = rules.quad_burns and len(pile) >= FOUR and pile[-2].rank == rank == pile[-3].rank == pile[-4].rank
    s.layer = player
    if power or by_set:
        if power is Power.BURN or by_set:
            s.tell(Burned, player, power is not Power.BURN)
            burn(s, pile)
            again = power is Power.BURN or rules.quad_extra_turn or reaction
        elif power is Power.SKIP:
            skipped = len(cards)
        elif power is Power.REVERSE and len(cards) % 2 and rules.players - len(s.out) > 2:
            s.reverse()
    end_turn(rules, s, player, again=again, skipped=skipped, direction=s.direction)


def dealer_after(rules: ShitheadOptions, now: ShitheadState) -> int:
    """The loser of the round deals the next one, or the next seat (SH-A18)."""
    if rules.next_dealer == "rotate":
        return next_seat(now.round.dealer, rules.players)
    return now.results[-1].places.index(rules.players)


def result(rules: ShitheadOptions, now: ShitheadState) -> Outcome:
    """Places by going out, and one loser; over several rounds by fewest rounds lost (SH-033, SH-043, SH-044)."""
    return outcome_of_rounds(now.results, only_first_wins=True)
