"""What a person does in one go, and what `sample` must see to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from shedkit.authoring import Card, Chance, Hidden, Place, evolve, put, without
from shedkit.core.knowledge import Knowledge
from shedkit.families.melds import JOKER, Laid, Meld
from shedkit.games.shanghai_rummy.adding import lay_offs
from shedkit.games.shanghai_rummy.laying import rest_of_contract
from shedkit.games.shanghai_rummy.moves import LayOff, ShanghaiMove
from shedkit.games.shanghai_rummy.options import ShanghaiOptions
from shedkit.games.shanghai_rummy.state import At, Cards, ShanghaiState

WAYS: Final = 3_000
"""Ways to lay a contract that are looked at for a suggestion; with four jokers there are hardly ever more."""


def suggested(rules: ShanghaiOptions, at: At, player: int) -> tuple[tuple[ShanghaiMove, ...], ...]:
    """What a person does in one go.

    Before the contract is laid: the whole of it, once so that the fewest points are left in hand and, if that is
    another way, once so that the fewest jokers are used, each out of the first 3,000 ways. After it: every card
    but jokers that fits somewhere.

    Raises:
        ViewError: if there is no such player, or a view is asked for another player than its viewer.

    """
    player = rules.seat(player)
    now = rules.inside(at, player)
    if now.phase != "play" or player != now.turn:
        return ()
    hand = now.hands[player]
    if now.down[player]:
        fitting = tuple(all_that_fits(rules, now, player, hand))
        return (fitting,) if fitting else ()
    rest = rest_of_contract(now)
    if len(hand) - rules.kept < rest.cards:
        return ()
    ways = list(islice(rules.melding.layings(hand, rest), WAYS))
    if not ways:
        return ()

    def cost(way: tuple[Meld, ...]) -> int:
        return -rules.cost([card for meld in way for card in meld.cards])

    def jokers(way: tuple[Meld, ...]) -> int:
        return sum([meld.cards.count(JOKER) for meld in way])

    cheapest, thriftiest = min(ways, key=cost), min(ways, key=lambda way: (jokers(way), cost(way)))
    return tuple([tuple([rules.lays[meld] for meld in way]) for way in dict.fromkeys((cheapest, thriftiest))])


def all_that_fits(rules: ShanghaiOptions, now: ShanghaiState, player: int, hand: Cards) -> Iterator[LayOff]:
    """Lay-offs of all cards but jokers, one after the other, each where it fits first."""
    while True:
        fitting = (move for move in lay_offs(rules, now, player, hand) if move.card is not JOKER)
        move = next(fitting, None)
        if move is None:
            return
        yield move
        hand = without(hand, (move.card,))
        there = now.melds[move.meld]
        now = evolve(now, melds=put(now.melds, move.meld, Laid(there.owner, there.meld.grown(move.card, move.end))))


def possible(rules: ShanghaiOptions, state: ShanghaiState) -> bool:
    """A contract that is begun can be completed (SR-019), and the card just taken is in the hand."""
    hand = state.hands[state.turn]
    if state.taken is not None and state.taken not in hand:
        return False
    return not state.laid or state.down[state.turn] or rules.melding.can_lay(hand, rest_of_contract(state))


def wanted(
    rules: ShanghaiOptions, seen: ShanghaiState, knowledge: Knowledge, chance: Chance
) -> tuple[tuple[Place, tuple[Card, ...]] | None, Chance]:
    """The card just taken and, where a contract is begun, melds for the rest of it, of those that can lie there."""
    if not any(isinstance(card, Hidden) for card in seen.hands[seen.turn]):
        return None, chance
    place = Place("hands", seen.turn)
    chosen: Cards = ()
    if seen.laid and not seen.down[seen.turn]:
        rest, hidden = rest_of_contract(seen), Counter(knowledge.hidden)
        melds = [meld for meld in rules.melding.contract_melds() if Counter(meld.cards) <= hidden]
        for kind in ("set",) * rest.sets + ("run",) * rest.runs:
            fitting = [meld for meld in melds if meld.kind == kind and knowledge.may_lie(place, chosen + meld.cards)]
            if not fitting:
                return None, chance
            pick, chance = chance.picked(len(fitting))
            chosen += fitting[pick].cards
    if seen.taken is not None and seen.taken not in chosen:
        chosen += (seen.taken,)
    return ((place, chosen) if chosen else None), chance
