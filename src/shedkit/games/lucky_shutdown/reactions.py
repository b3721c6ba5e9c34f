"""Reactions out of turn: completing the set on the pile, or letting the chance go by."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Decline, Reason, Refusal, around, codes, on, why
from shedkit.families.ladder import Reacted, governing, picks, refill_empty, refuse_reaction
from shedkit.games.lucky_shutdown.cards import DUTY, PUSHES, LuckyCard, in_order, lacking
from shedkit.games.lucky_shutdown.moves import Play, React, reaction
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.plays import beside_hand, lay_down, plays_of, refuse_own
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState

OFF: Final = "Sets are not completed out of turn here."


def reactors(rules: LuckyOptions, now: LuckyState) -> tuple[int, ...]:
    """Who could complete the set on the pile: clockwise from the layer, who may too (LS-097, LS-A37).

    That is for the authority alone: it tells who holds what (LS-A45).
    """
    if not now.discard or rules.reaction == "off":
        return ()
    hands, rows, declined, turn = now.hands, now.face_up, now.declined, now.turn
    group = rules.completes[now.discard[-1]]
    reacting: tuple[int, ...] = ()
    for seat in around(now.layer, rules.players):
        if seat == turn or declined[seat] or group.isdisjoint(hands[seat] or rows[seat]):  # as nearly always
            continue
        if completing(rules, now, seat, group):
            reacting += (seat,)
    return reacting


def chances(rules: LuckyOptions, now: LuckyState, player: int) -> tuple[React, ...]:
    """The cards with which a player could complete the set on the pile, until it changes (LS-096, LS-A36)."""
    pile = now.discard
    group = rules.completes[pile[-1]] if pile and rules.reaction == "open" else frozenset()
    if group.isdisjoint(now.hands[player] or now.face_up[player]):
        return ()
    return completing(rules, now, player, group)


def completing(rules: LuckyOptions, now: LuckyState, player: int, group: frozenset[LuckyCard]) -> tuple[React, ...]:
    """The ways in which cards of a group complete the set on the pile.

    They are from one to all but one (LS-090 to LS-093), out of the rows that are on (LS-A38), and obey the colour duty
    (LS-A39). Skips do not matter (LS-A40).
    """
    hand, pile = now.hands[player], now.discard
    need = lacking(pile)
    mine = tuple(filter(group.__contains__, hand))
    if len(mine) >= need > 0:
        picked = picks(mine, range(need, need + 1))
    elif len(mine) == len(hand) and need:
        more = need - len(hand)
        picked = tuple(beside_hand(rules, now, player, group, range(more, more + 1)))
    else:
        return ()
    if pile[-1].kind == "undercut":
        picked = tuple([cards for cards in picked if not lacking(pile + cards)])
    top = governing(pile, PUSHES) if rules.reaction_obeys_colour else None
    if top is not None and top.alike == DUTY:
        picked = tuple([cards for cards in picked if not rules.fitting[top].keys().isdisjoint(cards)])
    return tuple(map(reaction, picked))


def chances_on_turn(rules: LuckyOptions, now: LuckyState, player: int, plays: list[Play]) -> list[React]:
    """The reactions of the player on turn, who has them where no play lays the same cards (LS-A37).

    Without skips and with the colour duty kept, whoever can complete a set can lay it as a play.
    """
    if now.declined[player] or (rules.reaction_obeys_colour and not now.pending):
        return []
    laid = [in_order(play.cards) for play in plays]
    return [chance for chance in chances(rules, now, player) if chance.cards not in laid]


@on(React, "play", rule="LS-A35", option="reaction", off=OFF, out_of_turn=True)
def react(rules: LuckyOptions, s: LuckyDraft, move: React, player: int) -> None:
    """The set is complete, and whoever completed it is on turn (LS-094, LS-095, LS-A42 to LS-A44)."""
    waiting = s.turn
    s.tell(Reacted, player)
    lay_down(rules, s, move.cards, (), player)
    assert waiting is not None  # rows are settled
    refill_empty(s, waiting)


@why(React, complete=True)
def why_no_reaction(rules: LuckyOptions, now: LuckyState, move: React, player: int) -> Refusal | None:
    """Nothing that these cards complete (LS-092), a chance let go by (LS-A36), or a play (LS-A37)."""
    if move not in chances(rules, now, player):
        none = f"{codes(move.cards)} may not be laid to complete a set now."
        refusal = refuse_own(rules, now, move.cards, player)
        return refusal or Refusal(Reason.NOTHING_TO_COMPLETE, "LS-092", none)
    plays = plays_of(rules, now, player) if player == now.turn else []
    as_play = next((play for play in plays if in_order(play.cards) == move.cards), None)
    return refuse_reaction(now, player, "LS-A36", as_play)


@why(Decline, complete=True)
def why_no_decline(rules: LuckyOptions, now: LuckyState, move: Decline, player: int) -> Refusal | None:
    """There is no chance, or it is the player's turn (LS-A37)."""
    if player != now.turn and not now.declined[player] and chances(rules, now, player):
        return None
    return Refusal(Reason.NOTHING_TO_COMPLETE, "LS-A37", "There is no chance to let go by.")
