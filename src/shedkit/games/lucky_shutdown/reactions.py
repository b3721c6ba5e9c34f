"""Reactions out of turn: completing the set on the pile, or letting the chance go by."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Decline, Reason, Refusal, around, codes, on, why
from shedkit.core.zones import merge
from shedkit.families.ladder import Reacted, picks
from shedkit.games.lucky_shutdown.cards import DUTY, Cards, LuckyCard, in_order
from shedkit.games.lucky_shutdown.covering import different, governing, lacking
from shedkit.games.lucky_shutdown.moves import LuckyMove, Play, React
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.plays import lay_down, plays_of, refuse_own, row_is_on
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState

OFF: Final = "Sets are not completed out of turn here."


def missing(rules: LuckyOptions, pile: Cards) -> tuple[int, frozenset[LuckyCard]]:
    """How many cards the set on the pile lacks, 0 if there is none to complete, and which can be among them.

    Any number of them from one to all but one (LS-090 to LS-093), whatever lies below (LS-A41); never a Delete,
    which does not stay on a pile (LS-A29).
    """
    top = pile[-1]
    if top.kind == "undercut":
        return lacking(pile), rules.undercuts_beside[different(pile)]
    return 0 if top.kind == "delete" else lacking(pile), rules.equals[top.alike]


def reactors(rules: LuckyOptions, now: LuckyState) -> tuple[int, ...]:
    """Who could complete the set on the pile: clockwise from the layer, who may too (LS-097, LS-A37).

    That is for the authority alone: it tells who holds what (LS-A45).
    """
    if not now.discard or rules.reaction == "off":
        return ()
    need, group = missing(rules, now.discard)
    if not need:
        return ()
    hands, declined, turn = now.hands, now.declined, now.turn
    found: tuple[int, ...] = ()
    for seat in around(now.layer, rules.players):
        if seat == turn or declined[seat]:
            continue
        hand = hands[seat]
        if group.isdisjoint(hand or now.face_up[seat]):  # hardly anybody has enough, and that is quickly seen
            continue
        if hand and need > 1:
            mine = sum(map(group.__contains__, hand))
            if mine < need and mine < len(hand):
                continue
        if completing(rules, now, seat, need, group):
            found += (seat,)
    return found


def completions(rules: LuckyOptions, now: LuckyState, player: int) -> tuple[Cards, ...]:
    """The sets of cards with which a player could complete the set on the pile, until it changes (LS-096, LS-A36)."""
    if rules.reaction == "off" or not now.discard:
        return ()
    need, group = missing(rules, now.discard)
    if not need or group.isdisjoint(now.hands[player] or now.face_up[player]):
        return ()
    return completing(rules, now, player, need, group)


def completing(
    rules: LuckyOptions, now: LuckyState, player: int, need: int, group: frozenset[LuckyCard]
) -> tuple[Cards, ...]:
    """The sets of so many cards of the group that a player could lay now (LS-A38), by colour too (LS-A39)."""
    hand = now.hands[player]
    mine = tuple(filter(group.__contains__, hand))
    if len(mine) >= need:
        found = picks(mine, range(need, need + 1))
    elif len(mine) == len(hand) and row_is_on(rules, now, hand):
        others = tuple([card for card in now.face_up[player] if card in group and card is not None])
        more = need - len(hand)
        found = tuple([merge(hand, part) for part in picks(others, range(more, more + 1))])
    else:
        return ()
    if now.discard[-1].kind == "undercut":
        found = tuple([cards for cards in found if len({card.value for card in cards}) == need])
    top = governing(now.discard) if rules.reaction_obeys_colour else None
    if top is not None and top.alike == DUTY:
        found = tuple([cards for cards in found if any(not card.colours.isdisjoint(top.colours) for card in cards)])
    return found


def chances(rules: LuckyOptions, now: LuckyState, player: int) -> tuple[LuckyMove, ...]:
    """The reactions of a player who is not on turn, also while skips are pending (LS-A40)."""
    return tuple([React(cards) for cards in completions(rules, now, player)])


def chances_on_turn(rules: LuckyOptions, now: LuckyState, player: int, plays: list[Play]) -> list[React]:
    """The reactions of the player on turn, who has them where no play lays the same cards (LS-A37).

    Without skips and with the colour duty kept, whoever can complete a set can lay it as a play.
    """
    if now.declined[player] or (rules.reaction_obeys_colour and not now.pending):
        return []
    laid = [in_order(play.cards) for play in plays]
    return [React(cards) for cards in completions(rules, now, player) if cards not in laid]


@on(React, "play", rule="LS-A35", option="reaction", off=OFF, out_of_turn=True)
def react(rules: LuckyOptions, s: LuckyDraft, move: React, player: int) -> None:
    """The set is complete, and whoever completed it is on turn (LS-094, LS-095, LS-A42 to LS-A44)."""
    s.tell(Reacted, player)
    lay_down(rules, s, move.cards, (), player)


@why(React, complete=True)
def why_no_reaction(rules: LuckyOptions, now: LuckyState, move: React, player: int) -> Refusal | None:
    """Nothing that these cards complete (LS-092), a chance let go by (LS-A36), or a play (LS-A37)."""
    if move.cards not in completions(rules, now, player):
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
    if player != now.turn and not now.declined[player] and completions(rules, now, player):
        return None
    return Refusal(Reason.NOTHING_TO_COMPLETE, "LS-A37", "There is no chance to let go by.")
