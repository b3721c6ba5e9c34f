"""Laying cards: from where, on what, how many; what is listed, what happens, and why others may not be laid."""

from __future__ import annotations

from shedkit.authoring import FrenchCard, Reason, Refusal, on, refuse_cards, why
from shedkit.families.ladder import governing, lying, takes_out_of
from shedkit.games.shithead.moves import FOUR, Cards, Play, Power
from shedkit.games.shithead.options import Plays, ShitheadOptions
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState, lay_from_hand, lay_from_row
from shedkit.games.shithead.turns import laid

_WAITING = Refusal(Reason.WRONG_ZONE, "SH-025", "The face-up row is played only when hand and stock are empty.")


def fitting(rules: ShitheadOptions, pile: Cards) -> Plays:
    """The plays of single cards that the pile takes, by card; an empty one takes any (SH-014, SH-A23)."""
    return rules.fitting[pile[-1] if pile else None] or rules.fitting[governing(pile, rules.looked_through)]


def playable(now: ShitheadState, player: int) -> tuple[Cards, str | None]:
    """The cards a player may lay from, and their zone: the hand, then the open row (SH-024), never both (SH-A20)."""
    return takes_out_of(now.hands[player], now.face_up[player], now.stock)


def grouped(rules: ShitheadOptions, cards: tuple[FrenchCard | None, ...], fits: Plays) -> tuple[Play, ...]:
    """Plays of several cards of one rank (SH-A01), or of single cards where equal cards are about."""
    by_rank: dict[int, list[FrenchCard]] = {}
    for card in cards:
        if card is not None and card in fits:
            by_rank.setdefault(card.rank, []).append(card)
    return tuple([play for group in by_rank.values() for play in rules.picked[tuple(group)]])


@on(Play, "play")
def play(rules: ShitheadOptions, s: ShitheadDraft, move: Play, player: int) -> None:
    """Lay cards from the hand or, where it is empty, from the open row."""
    cards = move.cards
    (lay_from_hand if s.hands[player] else lay_from_row)(s, cards, player)
    laid(rules, s, cards, player)


@why(Play, complete=True)
def why_no_play(rules: ShitheadOptions, now: ShitheadState, move: Play, player: int) -> Refusal | None:
    """Cards of a row that is not on (SH-025), of several ranks or too many, or that do not fit (SH-016, SH-040)."""
    cards, pile = move.cards, now.discard
    if len(cards) != 1 or cards[0] not in (now.hands[player] or (() if now.stock else now.face_up[player])):
        refusal = why_not_laid(rules, now, cards, player) or _why_not_together(rules, cards)
        if refusal is not None:
            return refusal
    card, top = cards[0], pile[-1] if pile else None
    if card in (rules.fitting[top] or fitting(rules, pile)):
        return None
    top = governing(pile, rules.looked_through)
    assert top is not None
    if rules.power[top.rank] is Power.LOW:
        number = "SH-A05" if rules.power[card.rank] is Power.BURN else "SH-040"
        return Refusal(Reason.TOO_HIGH, number, f"After {top} only that rank or lower may be laid.")
    return Refusal(Reason.TOO_LOW, "SH-016", f"{card} is lower than the {top.code[0]} that counts.")


def _why_not_together(rules: ShitheadOptions, cards: Cards) -> Refusal | None:
    """Cards of several ranks, or too many of one."""
    if any(card.rank != cards[0].rank for card in cards):
        return Refusal(Reason.NOT_ALIKE, "SH-A01", "Cards laid together must be of one rank.")
    if len(cards) > (FOUR if rules.multi_card else 1):
        most = "At most four cards may" if rules.multi_card else "Only one card may"
        return Refusal(Reason.TOO_MANY, "SH-A01", f"{most} be laid at once.")
    return None


def why_not_laid(rules: ShitheadOptions, now: ShitheadState, cards: Cards, player: int) -> Refusal | None:
    """Cards that are not the player's to lay now, whatever they are."""
    cards_on, zone = takes_out_of(now.hands[player], now.face_up[player], now.stock)
    own = now.hands[player] + lying(now.face_up[player])
    if zone is None and not own:
        return Refusal(Reason.WRONG_ZONE, "SH-026", "Only blind cards are left: turn one over by its slot.")
    return refuse_cards(cards, cards_on, own, rules.fitting[None], waiting=_WAITING)
