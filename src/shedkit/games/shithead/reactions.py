"""Completing four of a kind out of turn, and letting the chance go by (SH-A09)."""

from __future__ import annotations

from shedkit.authoring import Reason, Refusal, codes, on, why
from shedkit.families.ladder import Reacted, on_top, picks, refill_empty, refuse_reaction
from shedkit.games.shithead.moves import FOUR, Play, React, reaction
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.plays import playable, why_no_play, why_not_laid
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState, lay_from_hand, lay_from_row
from shedkit.games.shithead.turns import laid

OFF = "Sets are not completed out of turn here."


def reactions(rules: ShitheadOptions, now: ShitheadState, player: int) -> tuple[React, ...]:
    """The sets of cards with which a player could complete four of a kind on the pile."""
    if not (rules.out_of_turn_quad and now.discard):
        return ()
    rank = now.discard[-1].rank
    cards = tuple([card for card in playable(now, player)[0] if card.rank == rank])
    missing = FOUR - on_top(now.discard, lambda card: card.rank) if cards else 0
    return tuple(map(reaction, picks(cards, range(missing, missing + 1)))) if missing > 0 else ()


def may_have_declined(rules: ShitheadOptions, now: ShitheadState, player: int) -> bool:
    """Whether the player may have let a chance go by, until the pile changes: who is on turn is never asked."""
    return player != now.turn and bool(reactions(rules, now, player))


@on(React, "play", rule="SH-A09", option="out_of_turn_quad", off=OFF, out_of_turn=True)
def react(rules: ShitheadOptions, s: ShitheadDraft, move: React, player: int) -> None:
    """Lay the cards that complete the set; play goes on from here."""
    waiting = s.turn
    s.tell(Reacted, player)
    (lay_from_hand if s.hands[player] else lay_from_row)(s, move.cards, player)
    laid(rules, s, move.cards, player, reaction=True)
    refill_empty(s, waiting)


@why(React, complete=True)
def why_no_reaction(rules: ShitheadOptions, now: ShitheadState, move: React, player: int) -> Refusal | None:
    """Cards that are not there or complete nothing, a chance that is gone, or what is written as a play."""
    refusal = why_not_laid(rules, now, move.cards, player)
    if refusal is not None:
        return refusal
    if move not in reactions(rules, now, player):
        return Refusal(Reason.NOTHING_TO_COMPLETE, "SH-A09", f"{codes(move.cards)} would not complete four of a kind.")
    as_play = Play(move.cards)
    laid_now = player == now.turn and why_no_play(rules, now, as_play, player) is None
    return refuse_reaction(now, player, "SH-A09", as_play if laid_now else None)
