"""The card that a turn begins with: drawn from the stock, taken from the pile or, by others, bought before the draw."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Pass, Reason, Refusal, around, on, put, why
from shedkit.games.shanghai_rummy.moves import DRAW_OR_TAKE, Bought, Buy, DrawStock, MayBuy, Passed, TakeDiscard
from shedkit.games.shanghai_rummy.options import ShanghaiOptions
from shedkit.games.shanghai_rummy.rounds import end_round
from shedkit.games.shanghai_rummy.state import ShanghaiDraft, ShanghaiState, take

DRAWN: Final = {"play": ("SR-A05", "You have had your card of this turn.")}
"""A turn has one such card, drawn or taken (SR-A05)."""
NOT_NOW: Final = {
    "draw": ("SR-A19", "On your own turn you take the card for nothing, or draw."),
    "play": ("SR-A11", "Cards are bought before the draw only."),
}


def draws(rules: ShanghaiOptions, now: ShanghaiState) -> tuple[DrawStock | TakeDiscard, ...]:
    """Draw or take (SR-016, SR-017)."""
    if now.stock and now.discard:
        return DRAW_OR_TAKE
    if now.discard:
        return DRAW_OR_TAKE if can_draw(rules, now) else DRAW_OR_TAKE[1:]
    return DRAW_OR_TAKE[:1]


def can_draw(rules: ShanghaiOptions, now: ShanghaiState) -> bool:
    """Whether the stock has a card, or would get one, or drawing from the empty one ends the round (SR-A16)."""
    return bool(now.stock) or len(now.discard) > 1 or rules.stock_exhausted == "end_round"


@on(DrawStock, "draw", says=DRAWN)
def draw_stock(rules: ShanghaiOptions, s: ShanghaiDraft, move: DrawStock, player: int) -> None:
    """Draw, once the others have been asked whether they buy the card that is let go by (SR-016, SR-A11)."""
    ask_or_draw(rules, s, buyers(rules, s))


@why(DrawStock, complete=True)
def why_no_draw(rules: ShanghaiOptions, now: ShanghaiState, move: DrawStock, player: int) -> Refusal | None:
    """Nothing is left but the card on the pile (SR-A16)."""
    if can_draw(rules, now):
        return None
    return Refusal(Reason.EMPTY_STOCK, "SR-A16", "There is nothing left to draw: take the card of the pile.")


def draw_card(rules: ShanghaiOptions, s: ShanghaiDraft) -> None:
    """The player on turn draws (SR-016); an empty stock is refilled from the pile but its top, or ends the round.

    Where there is but one discard and no stock, after a purchase, that card is the draw (SR-A16).
    """
    if not s.stock:
        if rules.stock_exhausted == "end_round":
            end_round(rules, s)
            return
        s.recycle()
    s.phase, s.claimant = "play", None
    if s.stock:
        s.draw(1, s.turn)
    else:
        s.taken = s.discard[-1]
        take(s, s.discard, s.turn)


@on(TakeDiscard, "draw", says=DRAWN)
def take_discard(rules: ShanghaiOptions, s: ShanghaiDraft, move: TakeDiscard, player: int) -> None:
    """Take the top of the pile instead (SR-017, SR-029), to use it at once (SR-018, SR-A06), jokers too (SR-A21)."""
    s.taken = s.discard[-1]
    take(s, (s.taken,), player)
    s.phase = "play"


@why(TakeDiscard, complete=True)
def why_no_take(rules: ShanghaiOptions, now: ShanghaiState, move: TakeDiscard, player: int) -> Refusal | None:
    """The pile is empty (SR-017)."""
    return None if now.discard else Refusal(Reason.EMPTY_PILE, "SR-017", "No card lies on the pile.")


# --- buying the top card of the pile out of turn, before the player on turn draws


def buyers(rules: ShanghaiOptions, now: ShanghaiState) -> tuple[int, ...]:
    """Who may buy the top card of the pile, in the order they are asked (SR-A09, SR-A10, SR-A19).

    Nobody who is down (SR-028) or has bought as often as it may in this round (SR-025, SR-027, SR-A18); not who has
    discarded the card, or last of all (SR-A13); and only if cards are left for the price and for the draw (SR-A15).
    """
    discard = now.discard
    if not discard or not rules.max_buys:
        return ()
    left = len(now.stock) + (len(discard) - 1 if rules.stock_exhausted == "reshuffle" else 0)
    if left < 2:  # the price, and the draw of the player on turn
        return ()
    down, buys, most = now.down, now.buys, rules.max_buys
    asked = around(now.turn, rules.players)[:-1]
    if not (now.upcard or rules.discarder_may_buy):
        asked = asked[:-1]  # the seat before the player on turn has discarded it
    return tuple([seat for seat in asked if not down[seat] and buys[seat] < most])


def discarder(rules: ShanghaiOptions, now: ShanghaiState) -> int | None:
    """Who has discarded the card on top of the pile and may not buy it back (SR-A13)."""
    return None if now.upcard or rules.discarder_may_buy else (now.turn - 1) % rules.players


def ask_or_draw(rules: ShanghaiOptions, s: ShanghaiDraft, seats: tuple[int, ...]) -> None:
    """The first of these players is asked; where there is none, the player on turn draws (SR-A10, SR-A11)."""
    if not seats:
        draw_card(rules, s)
        return
    s.phase, s.claimant = "claim", seats[0]
    s.tell(MayBuy, seats[0], s.discard[-1])


@on(Buy, "claim", says=NOT_NOW, needs="max_buys")
def buy(rules: ShanghaiOptions, s: ShanghaiDraft, move: Buy, player: int) -> None:
    """The card (SR-022), its price from the stock (SR-023, SR-A15), then the draw of the player on turn (SR-A11).

    The card below stays where it is (SR-A14), and nothing is discarded for it (SR-024, SR-026, SR-A17).
    """
    number = s.buys[player] + 1
    s.buys = put(s.buys, player, number)
    s.tell(Bought, player, s.discard[-1], number)
    take(s, s.discard[-1:], player)
    if not s.stock:
        s.recycle(keep=0)
    s.draw(1, player)
    draw_card(rules, s)


@why(Buy, complete=True)
def why_no_purchase(rules: ShanghaiOptions, now: ShanghaiState, move: Buy, player: int) -> Refusal | None:
    """Another card than that on top of the pile (SR-022): the move came late, or is wrong."""
    top = now.discard[-1]
    if move.card is top:
        return None
    return Refusal(Reason.NO_MATCH, "SR-022", f"You want to buy {move.card}, but on top of the pile lies {top}.")


@why(Buy, out_of_turn=True)
def why_not_asked(rules: ShanghaiOptions, now: ShanghaiState, move: Buy, player: int) -> Refusal | None:
    """Who is down (SR-028), has bought as often as it may (SR-025) or has discarded the card (SR-A13) is not asked,
    whatever card it is, and nobody is asked once the draw is made (SR-A11).
    """
    if now.phase == "over" or player == now.turn:
        return None
    if now.down[player]:
        rule, text = "SR-028", f"Player {player} has laid the contract and buys no more cards in this round."
    elif now.buys[player] >= rules.max_buys:
        times = f"{now.buys[player]} times"
        rule, text = "SR-025", f"Player {player} has bought {times} in this round, as often as anybody may."
    elif now.phase == "play":
        rule, text = "SR-A11", f"Player {player} comes too late: cards are bought before the draw only."
    elif now.discard and player == discarder(rules, now):
        rule, text = "SR-A13", f"Player {player} has discarded {now.discard[-1]} and does not buy it back."
    else:
        return None
    return Refusal(Reason.NOT_AN_ACTOR, rule, text)


@on(Pass, "claim", says=NOT_NOW, needs="max_buys")
def pass_by(rules: ShanghaiOptions, s: ShanghaiDraft, move: Pass, player: int) -> None:
    """Leave the card to those who are asked later (SR-A12)."""
    s.tell(Passed, player)
    asked = buyers(rules, s)
    ask_or_draw(rules, s, asked[asked.index(player) + 1 :])


@why(Pass, complete=True)
def why_no_pass(rules: ShanghaiOptions, now: ShanghaiState, move: Pass, player: int) -> None:
    """Who is asked may always let the card go by (SR-A12). It names none: a pass that comes late buys nothing."""
