"""Reactions out of turn: completing the set on the pile, or letting the chance go by."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Decline, Reason, Refusal, around, codes, on, why
from shedkit.core.zones import merge
from shedkit.families.ladder import Reacted, picks
from shedkit.games.lucky_shutdown.cards import DUTY, Cards, LuckyCard, in_order
from shedkit.games.lucky_shutdown.covering import different, governing, lacking
from shedkit.games.lucky_shutdown.moves import Play, React, reaction
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.plays import lay_down, plays_of, refuse_own, row_is_on
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState

OFF: Final = "Sets are not completed out of turn here."


def wanted(rules: LuckyOptions, pile: Cards) -> frozenset[LuckyCard]:
    """The cards among which are those that the set on the pile lacks, whatever lies below it (LS-A41).

    A Delete never stays on a pile, so there is nothing to complete (LS-A29).
    """
    top = pile[-1]
    if top.kind == "undercut":
        return rules.undercuts_beside[different(pile)]
    return frozenset() if top.kind == "delete" else rules.equals[top.alike]


def reactors(rules: LuckyOptions, now: LuckyState) -> tuple[int, ...]:
    """Who could complete the set on the pile: clockwise from the layer, who may too (LS-097, LS-A37).

    That is for the authority alone: it tells who holds what (LS-A45).
    """
    if not now.discard or rules.reaction == "off":
        return ()
    hands, rows, declined, turn = now.hands, now.face_up, now.declined, now.turn
    group, need = wanted(rules, now.discard), lacking(now.discard)
    found: tuple[int, ...] = ()
    for seat in around(now.layer, rules.players):
        if seat == turn or declined[seat] or group.isdisjoint(hands[seat] or rows[seat]):  # as nearly always
            continue
        mine = sum(map(group.__contains__, hands[seat]))
        if mine < need and mine < len(hands[seat]):
            continue
        if chances(rules, now, seat):
            found += (seat,)
    return found


def chances(rules: LuckyOptions, now: LuckyState, player: int) -> tuple[React, ...]:
    """The cards with which a player could complete the set on the pile, until it changes (LS-096, LS-A36).

    They are as many as it lacks, from one to all but one (LS-090 to LS-093), out of the rows that are on (LS-A38), and
    obey the colour duty (LS-A39). Skips do not matter (LS-A40).
    """
    hand, row, pile = now.hands[player], now.face_up[player], now.discard
    group = wanted(rules, pile) if pile and rules.reaction == "open" else frozenset()
    if group.isdisjoint(hand or row):
        return ()
    need, mine = lacking(pile), tuple(filter(group.__contains__, hand))
    if len(mine) >= need > 0:
        found = picks(mine, range(need, need + 1))
    elif len(mine) == len(hand) and need and row_is_on(rules, now, hand):
        others = tuple([card for card in row if card in group and card is not None])
        more = need - len(hand)
        found = tuple([merge(hand, part) for part in picks(others, range(more, more + 1))])
    else:
        return ()
    if pile[-1].kind == "undercut":
        found = tuple([cards for cards in found if len({card.value for card in cards}) == need])
    top = governing(pile) if rules.reaction_obeys_colour else None
    if top is not None and top.alike == DUTY:
        found = tuple([cards for cards in found if any(not card.colours.isdisjoint(top.colours) for card in cards)])
    return tuple(map(reaction, found))


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
    s.tell(Reacted, player)
    lay_down(rules, s, move.cards, (), player)


@why(React, complete=True)
def why_no_reaction(rules: LuckyOptions, now: LuckyState, move: React, player: int) -> Refusal | None:
    """Nothing that these cards complete (LS-092), a chance let go by (LS-A36), or a play (LS-A37)."""
    if move not in chances(rules, now, player):
        none = f"{codes(move.cards)} may not be laid to complete a set now."
        refusal = refuse_own(rules, now, move.cards, player)
        return refusal or Refusal(Reason.NOTHING_TO_COMPLETE, "LS-092", none)
    if now.declined[player]:
        return Refusal(Reason.NOT_AN_ACTOR, "LS-A36", "You let this chance go by.")
    if player != now.turn:
        return None
    listed = next((play for play in plays_of(rules, now, player) if in_order(play.cards) == move.cards), None)
    return None if listed is None else Refusal(Reason.SPELLING, "SK-10", f"On your turn this is written {listed}.")


@why(Decline, complete=True)
def why_no_decline(rules: LuckyOptions, now: LuckyState, move: Decline, player: int) -> Refusal | None:
    """There is no chance, or it is the player's turn (LS-A37)."""
    if player != now.turn and not now.declined[player] and chances(rules, now, player):
        return None
    return Refusal(Reason.NOTHING_TO_COMPLETE, "LS-A37", "There is no chance to let go by.")
