"""Skips: how many a 19 or a Push brings, what saves from them, and sitting out."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Reason, Refusal, Skipped, on, why
from shedkit.core.zones import beyond, merge
from shedkit.families.ladder import on_top, picks
from shedkit.games.lucky_shutdown.cards import ALIKE, MOST, SKIP, Cards, LuckyCard
from shedkit.games.lucky_shutdown.laying import face_up_cards, plays_from, whole_hand
from shedkit.games.lucky_shutdown.moves import Play, SitOut
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState

SKIPPED: Final = Refusal(Reason.SKIPPED, "LS-061", "You are to be skipped: lay a 19, or sit out.")


def helps(rules: LuckyOptions, card: LuckyCard) -> bool:
    """Whether a player to be skipped may lay such a card (LS-061, LS-A14)."""
    return card.alike == SKIP or (rules.push_in_skip_moment and card.kind == "push")


def saving_plays(rules: LuckyOptions, now: LuckyState, player: int) -> list[Play]:
    """The plays that save a player from being skipped, out of the row that is on (LS-A13), or mixed."""
    hand = now.hands[player]
    cards = hand if hand or now.stock else face_up_cards(now, player)
    helping = tuple([card for card in cards if helps(rules, card)])
    if rules.skip_rescue_zone == "hand_or_face_up":
        plays = mixed_plays(now, player)
        helping = tuple([card for card in helping if card.alike != SKIP])
    else:
        plays = []
    if helping:
        plays += plays_from(rules, helping, now.discard)
        if helping == hand:
            plays += whole_hand(rules, now, player)
    return plays


def mixed_plays(now: LuckyState, player: int) -> list[Play]:
    """The 19s of hand and row in any mixture (LS-064, LS-A12)."""
    hand = now.hands[player]
    mine = tuple([card for card in hand if card.alike == SKIP])
    others = tuple([card for card in face_up_cards(now, player) if card.alike == SKIP])
    plays = []
    for part in picks(mine, range(len(mine) + 1)):
        for more in picks(others, range(len(others) + 1)):
            if 0 < len(part) + len(more) <= MOST:
                cards = merge(part, more)
                plays.append(Play(cards, () if beyond(hand, cards) == more else more))
    return plays


def due_after(rules: LuckyOptions, s: LuckyDraft, cards: Cards, player: int) -> int:
    """How many players are to be skipped once these cards lie there.

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


def may_sit_out(rules: LuckyOptions, now: LuckyState, move: SitOut, player: int) -> bool:
    """Whether the player on turn is to be skipped."""
    return now.pending > 0


@why(SitOut)
def why_not_sit_out(rules: LuckyOptions, now: LuckyState, move: SitOut, player: int) -> Refusal:
    """Only who is to be skipped sits out (LS-061)."""
    return Refusal(Reason.WRONG_PHASE, "LS-061", "You are not to be skipped.")
