"""What may be laid: the cards a player may lay from, the card that counts on the pile, and the cards that fit on it."""

from __future__ import annotations

from shedkit.authoring import FrenchCard, Reason, Refusal, refuse_cards
from shedkit.families.ladder import EMPTY_ROW, takes_out_of
from shedkit.games.shithead.moves import Cards
from shedkit.games.shithead.options import Plays, ShitheadOptions
from shedkit.games.shithead.powers import Power
from shedkit.games.shithead.state import ShitheadState

_WAITING = Refusal(Reason.WRONG_ZONE, "SH-025", "The face-up row is played only when hand and stock are empty.")


def governing(rules: ShitheadOptions, pile: Cards) -> FrenchCard | None:
    """The card that counts: the topmost one that is not looked through."""
    return next((card for card in reversed(pile) if rules.power[card.rank] is not Power.TRANSPARENT), None)


def fitting(rules: ShitheadOptions, pile: Cards) -> Plays:
    """The plays of single cards that the pile takes, by card; where no card counts, any may be laid (SH-014)."""
    if pile and (fits := rules.fitting[pile[-1]]):
        return fits
    top = governing(rules, pile)
    return rules.anything if top is None else rules.fitting[top]


def playable(now: ShitheadState, player: int) -> tuple[Cards, str | None]:
    """The cards a player may lay from and their zone: the hand, then the open row (SH-024, SH-025), then none."""
    return takes_out_of(now.hands[player], now.face_up[player], now.stock)


def only_blind(now: ShitheadState, player: int) -> bool:
    """Whether hand, stock and open row are gone, so that blind cards are on (SH-026)."""
    return not now.hands[player] and not now.stock and now.face_up[player] == EMPTY_ROW


def own_cards(now: ShitheadState, player: int) -> Cards:
    """The cards of hand and open row."""
    return now.hands[player] + tuple([card for card in now.face_up[player] if card is not None])


def refuse_cards_of(rules: ShitheadOptions, now: ShitheadState, cards: Cards, player: int) -> Refusal | None:
    """Why cards are not the player's to lay now."""
    (from_these, zone), own = playable(now, player), own_cards(now, player)
    if zone is None and not own:
        return Refusal(Reason.WRONG_ZONE, "SH-026", "Only blind cards are left: turn one over by its slot.")
    return refuse_cards(cards, from_these, own, rules.anything, waiting=_WAITING)
