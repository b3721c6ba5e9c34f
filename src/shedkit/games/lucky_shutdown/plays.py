"""Laying cards and taking the pile."""

from __future__ import annotations

from shedkit.authoring import Reason, Refusal, on, refuse_cards, why
from shedkit.core.zones import beyond
from shedkit.families.ladder import EMPTY_ROW
from shedkit.games.lucky_shutdown.cards import DUTY, LOCK, MOST, SKIP, Cards, LuckyCard
from shedkit.games.lucky_shutdown.covering import governing
from shedkit.games.lucky_shutdown.laying import canonical, face_up_cards, plays_from, whole_hand
from shedkit.games.lucky_shutdown.moves import Play, TakePile
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.skips import SKIPPED, helps, saving_plays
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState
from shedkit.games.lucky_shutdown.turns import lay_down, take_pile

# --- laying


def plays_of(rules: LuckyOptions, now: LuckyState, player: int) -> list[Play]:
    """All plays of the player on turn, in deck order."""
    if now.pending:
        return saving_plays(rules, now, player)
    hand = now.hands[player]
    if not hand:
        return [] if now.stock else plays_from(rules, face_up_cards(now, player), now.discard)
    plays = plays_from(rules, hand, now.discard)
    if hand[0].alike == hand[-1].alike:
        plays += whole_hand(rules, now, player)
    return plays


def may_play(rules: LuckyOptions, now: LuckyState, move: Play, player: int) -> bool:
    """Whether the player on turn may lay these cards: one card at a look, several by the list of their kind."""
    cards, hand = move.cards, now.hands[player]
    if len(cards) == 1 and hand and not (now.pending or move.face_up):
        return cards[0] in hand and cards[0] in rules.fitting[governing(now.discard)]
    if now.pending or not hand or not cards:
        return move in plays_of(rules, now, player)
    equal = tuple([card for card in hand if card.alike == cards[0].alike])
    return move in plays_from(rules, equal, now.discard) or move in whole_hand(rules, now, player)


@on(Play, "play")
def play(rules: LuckyOptions, s: LuckyDraft, move: Play, player: int) -> None:
    """Lay cards (LS-019)."""
    cards = move.cards
    lay_down(rules, s, cards, move.face_up or beyond(s.hands[player], cards), player)


@why(Play)
def why_no_play(rules: LuckyOptions, now: LuckyState, move: Play, player: int) -> Refusal | None:
    """Cards that are not there, not equal (LS-027, LS-029), too many (LS-025), or do not fit or save."""
    cards, top = move.cards, governing(now.discard)
    if len(cards) == 1 and top is not None and cards[0] in now.hands[player] and not (now.pending or move.face_up):
        return why_not_on(top, cards[0])
    refusal = refuse_own(rules, now, cards, player)
    if refusal is not None:
        return refusal
    if any(card.alike != cards[0].alike for card in cards):
        return Refusal(Reason.NOT_ALIKE, "LS-027", "Cards laid together must be equal: one value, or one effect.")
    if len(cards) > MOST:
        return Refusal(Reason.TOO_MANY, "LS-025", f"At most {MOST} cards may be laid at once.")
    if now.pending and not helps(rules, cards[0]):
        return SKIPPED
    refusal = why_not_from_there(rules, now, move, player)
    if refusal is not None:
        return refusal
    if top is not None and not any(card in rules.fitting[top] for card in cards):
        return why_not_on(top, cards[0])
    return Refusal(
        Reason.SPELLING, "SK-10", f"This is written {canonical(move, now.discard)}: the order does not matter."
    )


def refuse_own(rules: LuckyOptions, now: LuckyState, cards: Cards, player: int) -> Refusal | None:
    """Cards that the player has neither in the hand nor in the open row (SK-06 to SK-09)."""
    own = now.hands[player] + face_up_cards(now, player)
    return refuse_cards(cards, own, own, rules.fitting[None])


def why_not_from_there(rules: LuckyOptions, now: LuckyState, move: Play, player: int) -> Refusal | None:
    """Rows that are not on (LS-098, LS-099, LS-104 to LS-106), or face-up cards named needlessly (LS-A12)."""
    cards, face_up, hand = move.cards, move.face_up, now.hands[player]
    hand_first = beyond(hand, cards)
    saves = bool(now.pending) and cards[0].alike == SKIP and rules.skip_rescue_zone == "hand_or_face_up"
    if face_up:
        elsewhere = beyond(hand, beyond(face_up, cards)) or beyond(face_up_cards(now, player), face_up)
        if not saves or face_up == hand_first or elsewhere or beyond(cards, face_up):
            return Refusal(Reason.SPELLING, "SK-10", f"This is written {Play(cards)}: hand cards go first.")
    if saves or not hand_first:
        return None
    if now.stock and (rules.combo_needs_empty_stock or not hand):
        return Refusal(Reason.WRONG_ZONE, "LS-099", "Face-up cards are played only when the stock is empty.")
    if len(cards) - len(hand_first) != len(hand):
        return Refusal(
            Reason.WRONG_ZONE, "LS-106", "Face-up cards are laid only when no card is left in the hand by it."
        )
    return None


def why_not_on(top: LuckyCard, card: LuckyCard) -> Refusal:
    """Why cards do not fit on the card that counts."""
    if top.kind == "undercut":
        return Refusal(Reason.TOO_HIGH, "LS-077", f"After {top} a number must be lower than {top.value}.")
    if top.alike == DUTY:
        colour = min(top.colours)
        return Refusal(Reason.WRONG_COLOUR, "LS-045", f"A {colour} {DUTY} counts: one card must be {colour}.")
    if top.alike == LOCK and card.kind != "number":
        return Refusal(Reason.LOCKED, "LS-056", f"A {LOCK} counts: no Magic card may be laid.")
    return Refusal(Reason.TOO_LOW, "LS-023", f"{card} is lower than the {top.value} that counts.")


# --- taking


def only_blind(now: LuckyState, player: int) -> bool:
    """Whether only blind cards are left to play from (LS-100)."""
    return not now.hands[player] and not now.stock and now.face_up[player] == EMPTY_ROW


def may_take(rules: LuckyOptions, now: LuckyState, move: TakePile, player: int) -> bool:
    """There is a pile, whether or not a card fits (LS-032, LS-033); blind cards may have to be tried (LS-A49)."""
    return bool(now.discard) and not now.pending and (rules.blind_take or not only_blind(now, player))


@on(TakePile, "play")
def take(rules: LuckyOptions, s: LuckyDraft, move: TakePile, player: int) -> None:
    """Take the whole pile; the next player opens an empty one (LS-031, LS-034, LS-A55)."""
    take_pile(s, player)


@why(TakePile)
def why_no_take(rules: LuckyOptions, now: LuckyState, move: TakePile, player: int) -> Refusal:
    """A skip, no pile (LS-035), or blind cards to be tried (LS-A49)."""
    if now.pending:
        return SKIPPED
    if not now.discard:
        return Refusal(Reason.EMPTY_PILE, "LS-035", "There is no pile to take: you must lay a card.")
    return Refusal(Reason.MUST_PLAY, "LS-A49", "You must turn over a blind card.")
