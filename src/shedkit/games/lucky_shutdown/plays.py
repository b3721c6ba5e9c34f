"""Laying cards and taking the pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from shedkit.authoring import Reason, Refusal, on, refuse_cards, why
from shedkit.core.zones import beyond, merge
from shedkit.families.ladder import ROW, picks
from shedkit.families.rows import only_blind, refill_hand
from shedkit.games.lucky_shutdown.cards import DUTY, LOCK, MOST, SKIP, Cards, LuckyCard
from shedkit.games.lucky_shutdown.covering import governing, lacking, orders
from shedkit.games.lucky_shutdown.moves import Play, TakePile
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.skips import SKIPPED
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState, lay, lay_face_up, to_hand
from shedkit.games.lucky_shutdown.turns import after_laying

# --- what may be laid


def plays_of(rules: LuckyOptions, now: LuckyState, player: int) -> list[Play]:
    """All plays of the player on turn, in deck order, out of the row that is on (LS-099, LS-109, LS-A48)."""
    if now.pending:
        return saving_plays(rules, now, player)
    hand = now.hands[player]
    if not hand:
        return [] if now.stock else plays_from(rules, merge((), face_up_cards(now, player)), now.discard)
    plays = plays_from(rules, hand, now.discard)
    if hand[0].alike == hand[-1].alike:
        plays += whole_hand(rules, now, player)
    return plays


def face_up_cards(now: LuckyState, player: int) -> Cards:
    """The cards of a player's open row."""
    return tuple([card for card in now.face_up[player] if card is not None])


def plays_from(rules: LuckyOptions, cards: Cards, pile: Cards) -> list[Play]:
    """The plays out of one row of cards, which lie in deck order."""
    top = pile[-1] if pile else None
    if top is not None and top.kind == "push":
        top = governing(pile)
    fitting = rules.fitting[top]
    plays: list[Play] = []
    i, end = 0, len(cards)
    while i < end:
        card, start = cards[i], i
        i += 1
        while i < end and cards[i].alike == card.alike:
            i += 1
        if i - start == 1:
            if card in fitting:
                plays.append(fitting[card])
            continue
        key = (top, *cards[start:i])
        listed = rules.several[key]
        # only where a set can be completed the order of 15s and Undercuts may not matter
        if card.ordered and (i - start >= card.set_size or (pile and pile[-1].alike == card.alike)):
            plays += completed(listed, pile)
        else:
            plays += listed
    return plays


def whole_hand(rules: LuckyOptions, now: LuckyState, player: int) -> Iterator[Play]:
    """The plays of a whole hand of equal cards with equal face-up cards (LS-105, LS-107, LS-108, LS-A47)."""
    hand, pile = now.hands[player], now.discard
    equal = tuple([card for card in now.face_up[player] if card is not None and card.alike == hand[0].alike])
    if not equal or not row_is_on(rules, now, hand):
        return iter(())
    more = picks(equal, range(1, MOST + 1 - len(hand)))
    return completed(orders([merge(hand, part) for part in more], rules.fitting[governing(pile)]), pile)


def row_is_on(rules: LuckyOptions, now: LuckyState, hand: Cards) -> bool:
    """Whether face-up cards may be laid together with the whole hand (LS-099, LS-A46)."""
    return not now.stock or bool(hand and not rules.combo_needs_empty_stock)


def completed(plays: Iterable[Play], pile: Cards) -> Iterator[Play]:
    """Plays that complete a set in one order only, since the set leaves whatever lies on top (LS-A21)."""
    return iter(dict.fromkeys([canonical(play, pile) for play in plays]))


def canonical(play: Play, pile: Cards) -> Play:
    """The listed form of a play."""
    if len(play.cards) == 1 or not play.cards[0].ordered:
        return play
    cards = merge((), play.cards)
    return Play(cards) if not lacking(pile + cards) else play


def saving_plays(rules: LuckyOptions, now: LuckyState, player: int) -> list[Play]:
    """The plays that save a player from being skipped, out of the row that is on (LS-A13), or mixed (LS-A12)."""
    hand = now.hands[player]
    plays: list[Play] = []
    cards = hand if hand or now.stock else merge((), face_up_cards(now, player))
    helping = tuple(filter(rules.saving.__contains__, cards))
    if rules.skip_rescue_zone == "hand_or_face_up":
        plays = mixed_plays(now, player)
        helping = tuple([card for card in helping if card.alike != SKIP])
    if helping:
        plays += plays_from(rules, helping, now.discard)
        if helping == hand and hand[0].alike == hand[-1].alike:
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


# --- laying it


@on(Play, "play")
def play(rules: LuckyOptions, s: LuckyDraft, move: Play, player: int) -> None:
    """Lay cards, from the hand first."""
    lay_down(rules, s, move.cards, move.face_up, player)


def lay_down(rules: LuckyOptions, s: LuckyDraft, cards: Cards, face_up: Cards, player: int) -> None:
    """Lay cards in the order in which they lie on the pile, from the hand first where no face-up cards are named."""
    from_row = face_up or beyond(s.hands[player], cards)
    if not from_row:
        lay(s, cards, player)
    elif len(from_row) == len(cards):
        lay_face_up(s, cards, player)
    else:
        for in_hand, run in groupby(_sources(cards, from_row), itemgetter(0)):
            (lay if in_hand else lay_face_up)(s, tuple([card for _, card in run]), player)
    after_laying(rules, s, cards, player)


def _sources(cards: Cards, from_row: Cards) -> Iterator[tuple[bool, LuckyCard]]:
    """Each card, and whether it comes from the hand."""
    left = list(beyond(from_row, cards))
    for card in cards:
        in_hand = card in left
        if in_hand:
            left.remove(card)
        yield in_hand, card


@why(Play, complete=True)
def why_no_play(rules: LuckyOptions, now: LuckyState, move: Play, player: int) -> Refusal | None:
    """Cards that do not go together, are not on, do not fit, or are written otherwise."""
    cards, top = move.cards, governing(now.discard)
    if len(cards) != 1 or now.pending or move.face_up or cards[0] not in now.hands[player]:
        refusal = why_not_together(rules, now, cards, player) or why_not_from_there(rules, now, move, player)
        if refusal is not None:
            return refusal
    if top is not None and rules.fitting[top].keys().isdisjoint(cards):
        return why_not_on(top, cards[0])
    if len(cards) > 1 and (listed := canonical(move, now.discard)).cards != cards:
        return Refusal(Reason.SPELLING, "SK-10", f"This is written {listed}: the order does not matter.")
    return None


def why_not_together(rules: LuckyOptions, now: LuckyState, cards: Cards, player: int) -> Refusal | None:
    """Cards that are not the player's, not equal (LS-027, LS-029), too many (LS-025), or do not save (LS-061)."""
    refusal = refuse_own(rules, now, cards, player)
    if refusal is not None:
        return refusal
    if any(card.alike != cards[0].alike for card in cards):
        return Refusal(Reason.NOT_ALIKE, "LS-027", "Cards laid together must be equal: one value, or one effect.")
    if len(cards) > MOST:
        return Refusal(Reason.TOO_MANY, "LS-025", f"At most {MOST} cards may be laid at once.")
    return SKIPPED if now.pending and cards[0] not in rules.saving else None


def refuse_own(rules: LuckyOptions, now: LuckyState, cards: Cards, player: int) -> Refusal | None:
    """Cards that the player has neither in the hand nor in the open row (SK-06 to SK-09)."""
    own = now.hands[player] + face_up_cards(now, player)
    return refuse_cards(cards, own, own, rules.fitting[None])


def why_not_from_there(rules: LuckyOptions, now: LuckyState, move: Play, player: int) -> Refusal | None:
    """Rows that are not on (LS-098, LS-099, LS-104 to LS-106), or face-up cards named needlessly (LS-A12)."""
    cards, face_up, hand = move.cards, move.face_up, now.hands[player]
    hand_first = beyond(hand, cards)
    mixed = bool(now.pending) and cards[0].alike == SKIP and rules.skip_rescue_zone == "hand_or_face_up"
    if face_up:
        elsewhere = beyond(hand, beyond(face_up, cards)) or beyond(face_up_cards(now, player), face_up)
        if not mixed or face_up == hand_first or elsewhere or beyond(cards, face_up):
            return Refusal(Reason.SPELLING, "SK-10", f"This is written {Play(cards)}: hand cards go first.")
    if mixed or not hand_first:
        return None
    if now.stock and (rules.combo_needs_empty_stock or not hand):
        return Refusal(Reason.WRONG_ZONE, "LS-099", "Face-up cards are played only when the stock is empty.")
    if len(cards) - len(hand_first) != len(hand):
        whole = "Face-up cards are laid only when no card is left in the hand by it."
        return Refusal(Reason.WRONG_ZONE, "LS-106", whole)
    return None


def why_not_on(top: LuckyCard, card: LuckyCard) -> Refusal:
    """Why cards do not fit on the card that counts."""
    if top.kind == "undercut":
        return Refusal(Reason.TOO_HIGH, "LS-077", f"After {top} a number must be lower than {top.value}.")
    if top.alike == DUTY:
        colour = min(top.colours)
        return Refusal(Reason.WRONG_COLOUR, "LS-045", f"The {DUTY} that counts is {colour}: one card must be {colour}.")
    if top.alike == LOCK and card.kind != "number":
        return Refusal(Reason.LOCKED, "LS-056", f"A {LOCK} counts: no Magic card may be laid.")
    return Refusal(Reason.TOO_LOW, "LS-023", f"{card} is lower than the {top.value} that counts.")


# --- taking the pile


@on(TakePile, "play")
def take(rules: LuckyOptions, s: LuckyDraft, move: TakePile, player: int) -> None:
    """Take the whole pile, also with a card that fits; the next player opens one (LS-031 to LS-034, LS-A27, LS-A55)."""
    to_hand(s, s.discard, player)
    if len(s.hands[player]) < ROW:
        refill_hand(s, player)
    if True in s.declined:
        s.declined = s.each(False)
    s.next_turn(player)


@why(TakePile, complete=True)
def why_no_take(rules: LuckyOptions, now: LuckyState, move: TakePile, player: int) -> Refusal | None:
    """A skip, no pile (LS-035), or blind cards to be tried (LS-A49)."""
    if now.pending:
        return SKIPPED
    if not now.discard:
        return Refusal(Reason.EMPTY_PILE, "LS-035", "There is no pile to take: you must lay a card.")
    if only_blind(now, player) and not rules.blind_take:
        return Refusal(Reason.MUST_PLAY, "LS-A49", "You must turn over a blind card.")
    return None
