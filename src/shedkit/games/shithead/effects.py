"""What happens once cards lie on the pile: burning, skipping, turning round, drawing, going out, whose turn it is."""

from __future__ import annotations

from shedkit.families.ladder import Burned
from shedkit.families.rows import leave_if_done, refill_hand
from shedkit.games.shithead.moves import FOUR, Cards, Reversed
from shedkit.games.shithead.options import ShitheadOptions
from shedkit.games.shithead.powers import Power
from shedkit.games.shithead.state import ShitheadDraft, burn, to_hand


def equal_on_top(pile: Cards) -> int:
    """How many cards on top of the pile, one directly on the other, are of one rank (SH-039, SH-A08)."""
    count = 0
    for card in reversed(pile):
        if card.rank != pile[-1].rank:
            break
        count += 1
    return count


def laid(rules: ShitheadOptions, s: ShitheadDraft, cards: Cards, player: int, *, reaction: bool = False) -> None:
    """What follows when cards have been laid."""
    power = rules.power[cards[0].rank]
    skipped, again = 0, False
    by_set = power is not Power.BURN and rules.quad_burns and equal_on_top(s.discard) >= FOUR
    if by_set or power is Power.BURN:
        s.tell(Burned, player, by_set)
        burn(s, s.discard)
        again = reaction or not by_set or rules.quad_extra_turn
    elif power is Power.SKIP:
        skipped = len(cards)
    elif power is Power.REVERSE and len(cards) % 2 and rules.players - len(s.out) > 2:
        s.direction = -s.direction
        s.tell(Reversed, s.direction)
    refill_hand(s, player)
    s.layer = player
    if rules.out_of_turn_quad:
        s.declined = s.each(False)
    if leave_if_done(rules, s, player):
        if s.phase == "over":
            s.turn = player
            return
        again = False
    if again:
        s.turn_to(player)
    else:
        s.next_turn(player, skipped=skipped, direction=s.direction)


def take_pile(rules: ShitheadOptions, s: ShitheadDraft, player: int) -> None:
    """The pile goes to the hand, and the turn ends (SH-019, SH-021, SH-028); a short hand draws (SH-042)."""
    to_hand(s, s.discard, player)
    refill_hand(s, player)
    if rules.out_of_turn_quad:
        s.declined = s.each(False)
    s.next_turn(player, direction=s.direction)
