"""What follows when cards have been laid or the pile is taken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from shedkit.core.zones import beyond
from shedkit.families.ladder import Burned
from shedkit.families.rows import leave_if_done, refill_hand
from shedkit.games.lucky_shutdown.cards import SKIP, TRIPLE, Cards, LuckyCard
from shedkit.games.lucky_shutdown.covering import is_set
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.skips import due_after
from shedkit.games.lucky_shutdown.state import LuckyDraft, burn, lay, lay_face_up, take


def lay_down(rules: LuckyOptions, s: LuckyDraft, cards: Cards, from_row: Cards, player: int) -> None:
    """Lay cards from hand and row, in the order in which they lie on the pile."""
    if len(from_row) == len(cards):
        lay_face_up(s, cards, player)
    elif not from_row:
        lay(s, cards, player)
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


def after_laying(rules: LuckyOptions, s: LuckyDraft, cards: Cards, player: int) -> None:
    """Sets and Delete, refill, going out, skips, and whose turn it is.

    A complete set (LS-087) and a Delete (LS-066, LS-067) take the pile out of the round with all its effects (LS-A34,
    LS-A27 to LS-A33), and the player begins a new turn, after the refill (LS-036 to LS-038).
    """
    discard, card = s.discard, cards[0]
    # mostly another kind lies below, and that is quickly seen
    by_set = len(discard) >= TRIPLE and discard[-2].alike == card.alike and is_set(discard)
    again = by_set or card.kind == "delete"
    if again:
        s.tell(Burned, player, by_set)
        burn(s, discard)
    refill_hand(s, player)
    s.layer = player
    if True in s.declined:
        s.declined = s.each(False)
    gone = not s.hands[player] and leave_if_done(rules, s, player)
    if s.phase == "over":
        s.pending, s.turn = 0, player
        return
    skips = not again and (card.alike == SKIP or card.kind == "push")
    s.pending = due_after(rules, s, cards, player) if skips else 0
    if gone or not again:
        s.next_turn(player)
    else:
        s.turn_to(player)


def take_pile(s: LuckyDraft, player: int) -> None:
    """The pile goes to a hand, and the next player is on turn (LS-034)."""
    take(s, s.discard, player)
    refill_hand(s, player)
    if True in s.declined:
        s.declined = s.each(False)
    s.next_turn(player)
