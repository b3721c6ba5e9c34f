"""Adding to the melds on the table: laying off, and exchanging jokers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shedkit.authoring import FrenchCard, Reason, Refusal, on, put, refuse_cards, short, why
from shedkit.families.melds import ACE, JOKER, Laid, Meld
from shedkit.games.shanghai_rummy.laying import LAST_CARD, after_laying, contract_first
from shedkit.games.shanghai_rummy.moves import JokerSwapped, LaidOff, LayOff, SwapJoker, lay_off_move, swap_move
from shedkit.games.shanghai_rummy.options import ShanghaiOptions
from shedkit.games.shanghai_rummy.state import Cards, ShanghaiDraft, ShanghaiState, lay, take_back

OF_RANK: Final = {rank: tuple([card for card in FrenchCard.pack() if card.rank == rank]) for rank in range(2, ACE + 1)}
"""The cards of a rank."""
LAY_OFF_TOO_EARLY: Final = Refusal(Reason.NOT_DOWN, "SR-038", "Lay your contract before you lay off.")
SWAP_TOO_EARLY: Final = Refusal(Reason.NOT_DOWN, "SR-A34", "Lay your contract before you exchange jokers.")


def reaches(now: ShanghaiState, player: int, laid: Laid) -> bool:
    """Whether a player who is down may add to a meld: to the own at once (SR-035, SR-A40), to others' from the next
    turn on (SR-036, SR-037).
    """
    return laid.owner == player or not now.laid


def lay_offs(rules: ShanghaiOptions, now: ShanghaiState, player: int, hand: Cards) -> list[LayOff]:
    """The cards that a player who is down can lay off, meld by meld (SR-035, SR-036, SR-039)."""
    moves: list[LayOff] = []
    if len(hand) <= rules.kept:
        return moves
    melding, held, ranks = rules.melding, set(hand), {card.rank for card in hand}
    has_joker = JOKER in held
    for i, laid in enumerate(now.melds):
        if now.laid and not reaches(now, player, laid):
            continue
        meld = laid.meld
        if meld.kind == "set":
            if meld.rank in ranks:
                moves += [lay_off_move(card, None, i, None) for card in OF_RANK[meld.rank] if card in held]
            if has_joker and melding.takes_joker(meld, None):
                moves.append(lay_off_move(JOKER, None, i, None))
            continue
        for end, due in melding.next_cards(meld):
            if due in held:
                moves.append(lay_off_move(due, None, i, end))
            if has_joker and melding.takes_joker(meld, end):
                moves.append(lay_off_move(JOKER, due, i, end))
    return moves


def swaps(rules: ShanghaiOptions, now: ShanghaiState, player: int, hand: Cards) -> Iterator[SwapJoker]:
    """The jokers in runs that a player can exchange, which stay at their places (SR-031, SR-032, SR-A33, SR-A35)."""
    any_time = rules.joker_swap == "any_time"
    for i, laid in enumerate(now.melds):
        meld = laid.meld
        if meld.kind == "run" and JOKER in meld.cards and (any_time or reaches(now, player, laid)):
            for position, card in enumerate(meld.cards, start=1):
                if card is JOKER and (due := meld.stands_for(position)) in hand and due is not None:
                    yield swap_move(due, i, position)


@on(LayOff, "play")
def lay_off(rules: ShanghaiOptions, s: ShanghaiDraft, move: LayOff, player: int) -> None:
    """A card goes to a meld, whose owner stays who it is (SR-035, SR-036)."""
    card, there = move.card, s.melds[move.meld]
    grown = there.meld.grown(card, move.end)
    s.tell(LaidOff, player, card, move.meld, grown)
    lay(s, (card,), player, put(s.melds, move.meld, Laid(there.owner, grown)))
    after_laying(rules, s, player, (card,))


@on(SwapJoker, "play", needs="joker_swap")
def swap_joker(rules: ShanghaiOptions, s: ShanghaiDraft, move: SwapJoker, player: int) -> None:
    """A card takes the place of the joker that stood for it (SR-031); the joker comes to the hand (SR-033, SR-A36).

    So no exchange ends a round (SR-A39).
    """
    card, there = move.card, s.melds[move.meld]
    swapped = there.meld.swapped(card, move.position)
    s.tell(JokerSwapped, player, card, move.meld, swapped)
    lay(s, (card,), player, put(s.melds, move.meld, Laid(there.owner, swapped)))
    take_back(s, (JOKER,), player, s.melds)
    after_laying(rules, s, player, (card,))


@why(LayOff, complete=True)
def why_no_lay_off(rules: ShanghaiOptions, now: ShanghaiState, move: LayOff, player: int) -> Refusal | None:
    """The last card of the hand (SR-A41), a card that does not fit (SR-039), or what holds of exchanges too."""
    refused = contract_first(now, player) or why_not_there(rules, now, move, player)
    if refused is None and move.end is not None and type(move.end) is not str:
        refused = Refusal(Reason.SPELLING, "SK-10", f"The end of a run is low or high, not {short(move.end)}.")
    if refused is None and len(now.hands[player]) <= rules.kept:
        refused = LAST_CARD
    return refused or why_no_fit(rules, now.melds[move.meld].meld, move)


def why_no_fit(rules: ShanghaiOptions, meld: Meld, move: LayOff) -> Refusal | None:
    """A card of another rank or not next at an end (SR-039), a joker too many (SR-A30) or beside another (SR-A31)."""
    card, melding = move.card, rules.melding
    if meld.kind == "set":
        if card is not JOKER and card.rank != meld.rank:
            return Refusal(Reason.NO_MATCH, "SR-039", f"{card} does not belong to the set {meld}.")
        right = LayOff(card, None, move.meld, None)
    else:
        ends = dict(melding.next_cards(meld))
        due = ends.get(move.end) if move.end is not None else None
        if move.end is None and card in (JOKER, *ends.values()):
            return Refusal(Reason.SPELLING, "SK-10", f"Say to which end of {meld} it goes, low or high.")
        if due is None or (card is not JOKER and card is not due):
            grows = " or ".join(f"{next_card} at the {end} end" for end, next_card in ends.items()) or "no card"
            return Refusal(Reason.NO_MATCH, "SR-039", f"To the run {meld} belongs {grows}.")
        right = LayOff(card, due if card is JOKER else None, move.meld, move.end)
    if move != right:
        return Refusal(Reason.SPELLING, "SK-10", f"This is written {right}.")
    if card is JOKER and not melding.takes_joker(meld, move.end):
        rule = "SR-A30" if meld.kind == "set" or rules.adjacent_jokers else "SR-A31"
        return Refusal(Reason.TOO_MANY, rule, f"{meld} takes no further joker there.")
    return None


@why(SwapJoker, complete=True)
def why_no_swap(rules: ShanghaiOptions, now: ShanghaiState, move: SwapJoker, player: int) -> Refusal | None:
    """Not at all (SR-A34), no joker there (SR-031, SR-032), or in a set, where jokers stay (SR-034, SR-A38)."""
    if (refused := contract_first(now, player)) is not None:
        return refused
    if rules.joker_swap == "off":
        return Refusal(Reason.OPTION_OFF, "SR-A34", "Jokers are not exchanged in this game.")
    if (refused := why_not_there(rules, now, move, player)) is not None:
        return refused
    card, place, meld = move.card, move.position, now.melds[move.meld].meld
    if meld.kind == "set":
        return Refusal(Reason.LOCKED, "SR-034", "Jokers in sets stay where they are.")
    if type(place) is not int or not 1 <= place <= len(meld.cards) or meld.cards[place - 1] is not JOKER:
        return Refusal(Reason.NO_JOKER, "SR-031", f"There is no joker at position {short(place)} of {meld}.")
    due = meld.stands_for(place)
    if card is not due:
        return Refusal(Reason.NO_MATCH, "SR-032", f"That joker stands for {due}, not for {card}.")
    return None


def why_not_there(rules: ShanghaiOptions, now: ShanghaiState, move: LayOff | SwapJoker, player: int) -> Refusal | None:
    """No contract laid yet (SR-038, SR-A34), a number that no meld has (SR-039), a meld of others that has to wait
    until the turn after that of the contract (SR-037, SR-A35, SR-A37), or a card that the player does not have.
    """
    swapping, count, hand = isinstance(move, SwapJoker), len(now.melds), now.hands[player]
    any_time = swapping and rules.joker_swap == "any_time"
    if not (any_time or now.down[player]):
        return SWAP_TOO_EARLY if swapping else LAY_OFF_TOO_EARLY
    if type(move.meld) is not int or not 0 <= move.meld < count:
        there = f"the melds are 0 to {count - 1}" if count else "none lies on the table"
        return Refusal(Reason.NO_SUCH_MELD, "SR-039", f"There is no meld {short(move.meld)}: {there}.")
    if not (any_time or reaches(now, player, now.melds[move.meld])):
        text = "On the melds of others you may do that from your next turn on."
        return Refusal(Reason.NEXT_TURN, "SR-A35" if swapping else "SR-037", text)
    return refuse_cards((move.card,), hand, hand, rules.deck)
