"""Laying cards and taking the pile."""

from __future__ import annotations

from itertools import groupby

from shedkit.authoring import Reason, Refusal, Way, beyond, merge, on, refuse_cards, why
from shedkit.families.ladder import TakePile, end_turn, governing, lying, picks, refuse_take
from shedkit.games.lucky_shutdown.cards import DUTY, LOCK, MOST, PUSHES, SKIP, TRIPLE, Cards, LuckyCard
from shedkit.games.lucky_shutdown.moves import Play, order_matters, orders
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState, lay, lay_face_up, to_hand
from shedkit.games.lucky_shutdown.turns import SKIPPED, after_laying

# --- what may be laid


def plays_of(rules: LuckyOptions, now: LuckyState, player: int) -> list[Play]:
    """All plays of the player on turn, in deck order, out of the row that is on (LS-109, LS-A48).

    To be skipped, only those that save from it are left (LS-A13).
    """
    hand = now.hands[player]
    cards = hand if hand or now.stock else merge((), lying(now.face_up[player]))
    if now.pending:
        cards = tuple(filter(rules.saving.__contains__, cards))
        if rules.skip_rescue_zone == "hand_or_face_up":
            others = tuple([card for card in cards if card.alike != SKIP])
            return mixed_plays(now, player) + plays_from(rules, now, others, player)
    return plays_from(rules, now, cards, player) if cards else []


def plays_from(rules: LuckyOptions, now: LuckyState, cards: Cards, player: int) -> list[Play]:
    """The plays out of these cards, which lie in deck order; of a whole hand of equal cards also with the open row."""
    pile = now.discard
    top = pile[-1] if pile else None
    if top is not None and top.kind == "push":
        top = governing(pile, PUSHES)
    fitting = rules.fitting[top]
    plays: list[Play] = []
    i, end = 0, len(cards)
    while i < end:  # by hand, which is quicker than to group them
        card, start = cards[i], i
        i += 1
        while i < end and cards[i].alike == card.alike:
            i += 1
        if i - start == 1:
            if card in fitting:
                plays.append(fitting[card])
        else:  # of 15s and Undercuts it matters what set they may complete
            below = pile[-TRIPLE:] if card.ordered and pile and pile[-1].alike == card.alike else ()
            plays += rules.several[top, below, cards[start:i]]
    if cards and cards[0].alike == cards[-1].alike and cards == now.hands[player]:
        more = beside_hand(rules, now, player, rules.equals[cards[0].alike], range(1, MOST + 1 - end))
        plays += orders(more, fitting, pile) if more else ()
    return plays


def beside_hand(
    rules: LuckyOptions, now: LuckyState, player: int, group: frozenset[LuckyCard], sizes: range
) -> list[Cards]:
    """The whole hand with so many cards of a group in the open row, where that is on too.

    It is when the stock is empty (LS-099, LS-105, LS-107, LS-108, LS-A47), or before (LS-A46).
    """
    hand = now.hands[player]
    if now.stock and (rules.combo_needs_empty_stock or not hand):
        return []
    others = tuple([card for card in lying(now.face_up[player]) if card in group])
    return [merge(hand, part) for part in picks(others, sizes)]


def mixed_plays(now: LuckyState, player: int) -> list[Play]:
    """The 19s of hand and row in any mixture (LS-064, LS-A12)."""
    hand = now.hands[player]
    mine = tuple([card for card in hand if card.alike == SKIP])
    others = tuple([card for card in lying(now.face_up[player]) if card.alike == SKIP])
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
        in_hand = list(beyond(from_row, cards))

        def way_of(card: LuckyCard) -> Way:
            if card not in in_hand:
                return lay_face_up
            in_hand.remove(card)
            return lay

        for way, run in groupby(cards, way_of):
            way(s, tuple(run), player)
    after_laying(rules, s, cards, player)


@why(Play, complete=True)
def why_no_play(rules: LuckyOptions, now: LuckyState, move: Play, player: int) -> Refusal | None:
    """Cards that do not go together, are not on, do not fit, or are written otherwise."""
    cards, pile, top = move.cards, now.discard, governing(now.discard, PUSHES)
    if len(cards) != 1 or now.pending or move.face_up or cards[0] not in now.hands[player]:
        refusal = why_not_together(rules, now, cards, player) or why_not_from_there(rules, now, move, player)
        if refusal is not None:
            return refusal
    if top is not None and rules.fitting[top].keys().isdisjoint(cards):
        return why_not_on(top, cards[0])
    if len(cards) > 1 and cards != (listed := merge((), cards)) and not order_matters(listed, pile):
        return Refusal(Reason.SPELLING, "SK-10", f"This is written {Play(listed)}: the order does not matter.")
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
    own = now.hands[player] + lying(now.face_up[player])
    return refuse_cards(cards, own, own, rules.fitting[None])


def why_not_from_there(rules: LuckyOptions, now: LuckyState, move: Play, player: int) -> Refusal | None:
    """Rows that are not on (LS-098, LS-099, LS-104 to LS-106), or face-up cards named needlessly (LS-A12)."""
    cards, face_up, hand = move.cards, move.face_up, now.hands[player]
    hand_first = beyond(hand, cards)
    mixed = bool(now.pending) and cards[0].alike == SKIP and rules.skip_rescue_zone == "hand_or_face_up"
    if face_up and not (mixed and move in mixed_plays(now, player)):
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
    end_turn(rules, s, player)


@why(TakePile, complete=True)
def why_no_take(rules: LuckyOptions, now: LuckyState, move: TakePile, player: int) -> Refusal | None:
    """A skip, no pile (LS-035), or blind cards to be tried (LS-A49)."""
    return SKIPPED if now.pending else refuse_take(rules, now, player, no_pile="LS-035", blind="LS-A49")
