"""Laying the contract, meld by meld."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Reason, Refusal, on, put, refuse_cards, why, without
from shedkit.families.melds import RUN, SET, Contract, Laid
from shedkit.games.shanghai_rummy.moves import LayMeld, MeldLaid, WentDown
from shedkit.games.shanghai_rummy.options import ShanghaiOptions
from shedkit.games.shanghai_rummy.rounds import end_round
from shedkit.games.shanghai_rummy.state import Cards, ShanghaiDraft, ShanghaiState, lay

LAST_CARD: Final = Refusal(Reason.LAST_CARD, "SR-A41", "One card must be left to discard.")


def lays(rules: ShanghaiOptions, now: ShanghaiState, hand: Cards) -> tuple[LayMeld, ...]:
    """The melds after which the rest of the contract can still be laid from this hand (SR-019, SR-020, SR-A29)."""
    rest = rest_of_contract(now) if now.laid else now.contract
    if len(hand) - rules.kept < rest.cards:
        return ()
    return tuple(map(rules.lays.__getitem__, rules.melding.first_melds(hand, rest)))


def rest_of_contract(now: ShanghaiState) -> Contract:
    """What the player on turn has still to lay."""
    return now.contract.rest(now.melds, now.turn) if now.laid else now.contract


@on(LayMeld, "play")
def lay_meld(rules: ShanghaiOptions, s: ShanghaiDraft, move: LayMeld, player: int) -> None:
    """A meld goes to the table, and stays there (SR-020, SR-A44); with the last one of the contract the player is
    down.
    """
    meld = move.meld
    s.laid += 1
    s.tell(MeldLaid, player, len(s.melds), meld)
    lay(s, meld.cards, player, (*s.melds, Laid(player, meld)))
    if s.laid == s.contract.melds:
        s.down = put(s.down, player, True)
        s.tell(WentDown, player)
    after_laying(rules, s, player, meld.cards)


def after_laying(rules: ShanghaiOptions, s: ShanghaiDraft, player: int, cards: Cards) -> None:
    """With the last card the round ends (SR-040, SR-A41, SR-A42); once laid, the card just taken is forgotten."""
    if s.taken in cards:
        s.taken = None  # it lies on the table, or its twin does
    if not s.hands[player]:
        end_round(rules, s, player)


@why(LayMeld, complete=True)
def why_no_meld(rules: ShanghaiOptions, now: ShanghaiState, move: LayMeld, player: int) -> Refusal | None:
    """No good meld, none that the contract asks for, or one after which the contract cannot be completed (SR-019).

    Sets and runs are laid with three and four cards (SR-A26), each contract once (SR-A27), two melds alike are allowed
    (SR-A28); the order of the melds is free.
    """
    meld, hand, melding = move.meld, now.hands[player], rules.melding
    if now.down[player]:
        return Refusal(Reason.CONTRACT, "SR-A27", "You have laid your contract; new melds are not laid after it.")
    wrong = melding.fault(meld)
    if wrong is not None:
        return Refusal(Reason.NO_MELD, *wrong)
    size = SET if meld.kind == "set" else RUN
    if len(meld.cards) > size:
        text = f"A {meld.kind} is laid with {size} cards; the others are laid off afterwards."
        return Refusal(Reason.NO_MELD, "SR-A26", text)
    if (refused := refuse_cards(meld.cards, hand, hand, rules.deck)) is not None:
        return refused
    rest = rest_of_contract(now)
    if not (rest.sets if meld.kind == "set" else rest.runs):
        left = f"there is still {rest} to lay" if now.laid else f"it is {rest}"
        return Refusal(Reason.CONTRACT, "SR-005", f"The contract asks for no such meld: {left}.")
    if len(hand) - rules.kept < rest.cards <= len(hand):
        return LAST_CARD
    if not melding.can_lay(without(hand, meld.cards), rest.without(meld.kind)):
        return Refusal(Reason.CONTRACT, "SR-019", f"You cannot lay the whole contract, {rest}, with this meld.")
    return None


def contract_first(now: ShanghaiState, player: int) -> Refusal | None:
    """A contract that is begun is laid to its end before anything else (SR-A29)."""
    if now.laid and not now.down[player]:
        return Refusal(Reason.CONTRACT, "SR-A29", "Lay the rest of the contract first.")
    return None
