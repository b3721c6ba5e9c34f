"""The discard, which ends a turn."""

from __future__ import annotations

from collections.abc import Iterable

from shedkit.authoring import FrenchCard, Reason, Refusal, on, refuse_cards, why
from shedkit.games.shanghai_rummy.laying import contract_first
from shedkit.games.shanghai_rummy.moves import DISCARDS, Discard
from shedkit.games.shanghai_rummy.options import ShanghaiOptions
from shedkit.games.shanghai_rummy.rounds import end_round
from shedkit.games.shanghai_rummy.state import Cards, ShanghaiDraft, ShanghaiState, throw


def discards(rules: ShanghaiOptions, now: ShanghaiState, hand: Cards) -> Iterable[Discard]:
    """Every card (SR-021), but not the one just taken from the pile (SR-A07)."""
    kept = None if now.taken is None else just_taken(rules, now, hand)
    if kept is None:
        return map(DISCARDS.__getitem__, dict.fromkeys(hand))
    return [DISCARDS[card] for card in dict.fromkeys(hand) if card is not kept]


def just_taken(rules: ShanghaiOptions, now: ShanghaiState, hand: Cards) -> FrenchCard | None:
    """The card that must not be discarded: of twins one is free, and so is the only card left (SR-A07)."""
    taken = now.taken
    if taken is None or rules.may_discard_taken or len(hand) == 1 or hand.count(taken) > 1:
        return None
    return taken


@on(Discard, "play")
def discard(rules: ShanghaiOptions, s: ShanghaiDraft, move: Discard, player: int) -> None:
    """The turn ends with a card on the pile (SR-021, SR-A08); with the last card, the round (SR-040, SR-A20)."""
    throw(s, (move.card,), player)
    s.upcard = False
    if not s.hands[player]:
        end_round(rules, s, player)
        return
    s.phase, s.laid, s.taken = "draw", 0, None
    s.turn_to((player + 1) % rules.players)


@why(Discard, complete=True)
def why_no_discard(rules: ShanghaiOptions, now: ShanghaiState, move: Discard, player: int) -> Refusal | None:
    """A contract is begun (SR-A29), or the card was just taken (SR-A07)."""
    card, hand = move.card, now.hands[player]
    refused = contract_first(now, player) or refuse_cards((card,), hand, hand, rules.deck)
    if refused is None and card is just_taken(rules, now, hand):
        text = f"You have just taken {card} from the pile: discard another card."
        refused = Refusal(Reason.JUST_TAKEN, "SR-A07", text)
    return refused
