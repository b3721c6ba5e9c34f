"""Laying cards: which may be laid, what follows, and why others may not."""

from __future__ import annotations

from collections.abc import Sequence

from shedkit.authoring import FrenchCard, Reason, Refusal, on, why
from shedkit.families.ladder import picks
from shedkit.games.shithead.effects import laid
from shedkit.games.shithead.fitting import fitting, governing, refuse_cards_of
from shedkit.games.shithead.moves import FOUR, PLAYS, Cards, Play
from shedkit.games.shithead.options import Plays, ShitheadOptions
from shedkit.games.shithead.powers import Power
from shedkit.games.shithead.state import ShitheadDraft, ShitheadState, lay_from_hand, lay_from_row


def plays(rules: ShitheadOptions, now: ShitheadState, player: int) -> tuple[Play, ...]:
    """The cards that fit, as they lie in hand or row; with `multi_card` up to four of one rank (SH-A01)."""
    cards: Sequence[FrenchCard | None] = now.hands[player]
    if not cards and not now.stock:
        cards = now.face_up[player]
    fits = fitting(rules, now.discard)
    return _grouped(rules, cards, fits) if rules.many else tuple(filter(None, map(fits.get, cards)))


def _grouped(rules: ShitheadOptions, cards: Sequence[FrenchCard | None], fits: Plays) -> tuple[Play, ...]:
    """Plays of one to four cards of one rank, or of single cards where equal cards are about."""
    by_rank: dict[int, list[FrenchCard]] = {}
    for card in cards:
        if card is not None and card in fits:
            by_rank.setdefault(card.rank, []).append(card)
    sizes = range(1, FOUR + 1 if rules.multi_card else 2)
    return tuple([PLAYS.get(pick) or Play(pick) for group in by_rank.values() for pick in picks(tuple(group), sizes)])


@on(Play, "play")
def play(rules: ShitheadOptions, s: ShitheadDraft, move: Play, player: int) -> None:
    """Lay cards from the hand or, where it is empty, from the open row (SH-024)."""
    cards = move.cards
    (lay_from_hand if s.hands[player] else lay_from_row)(s, cards, player)
    laid(rules, s, cards, player)


@why(Play, complete=True)
def why_no_play(rules: ShitheadOptions, now: ShitheadState, move: Play, player: int) -> Refusal | None:
    """Cards of other zones, of several ranks or too many (SH-A01), or of a rank that does not fit (SH-016, SH-040)."""
    cards, fits = move.cards, fitting(rules, now.discard)
    if len(cards) == 1 and cards[0] in fits and cards[0] in now.hands[player]:
        return None  # as most are
    refusal = refuse_cards_of(rules, now, cards, player)
    if refusal is not None:
        return refusal
    if len({card.rank for card in cards}) > 1:
        return Refusal(Reason.NOT_ALIKE, "SH-A01", "Cards laid together must be of one rank.")
    if len(cards) > (FOUR if rules.multi_card else 1):
        most = "At most four cards may" if rules.multi_card else "Only one card may"
        return Refusal(Reason.TOO_MANY, "SH-A01", f"{most} be laid at once.")
    return None if cards[0] in fits else _why_no_fit(rules, cards[0], now.discard)


def _why_no_fit(rules: ShitheadOptions, card: FrenchCard, pile: Cards) -> Refusal:
    top = governing(rules, pile)
    assert top is not None
    if rules.power[top.rank] is Power.LOW:
        number = "SH-A05" if rules.power[card.rank] is Power.BURN else "SH-040"
        return Refusal(Reason.TOO_HIGH, number, f"After {top} only that rank or lower may be laid.")
    return Refusal(Reason.TOO_LOW, "SH-016", f"{card} is lower than the {top.code[0]} that counts.")
