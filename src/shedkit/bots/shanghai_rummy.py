"""The simple opponent of Shanghai Rummy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from shedkit.core.cards import FrenchCard
from shedkit.core.chance import generator
from shedkit.core.views import View
from shedkit.core.zones import merge, without
from shedkit.families.melds import JOKER, Contract, Meld, Melding, Nearest
from shedkit.games.shanghai_rummy import (
    Buy,
    Discard,
    LayMeld,
    LayOff,
    ShanghaiMove,
    ShanghaiState,
    SwapJoker,
    TakeDiscard,
)
from shedkit.games.shanghai_rummy.hints import WAYS
from shedkit.games.shanghai_rummy.options import POINTS

__all__ = ["SimpleShanghai"]

_FEW = 3
"""With so many cards somebody is about to go out: no time to buy."""

_LOOSE = 0.15
"""How often it lets go of any card while the stock is low."""

Cards = tuple[FrenchCard, ...]


@cache
def _ordinary() -> Melding:
    """The ordinary rules of melds; to work them out takes longer than many games."""
    return Melding()


@lru_cache(maxsize=2**14)
def _nearest(hand: Cards, contract: Contract) -> Nearest:
    """The shortest way of a hand to a contract; from one question to the next most hands stay as they are."""
    return _ordinary().nearest(hand, contract)


@lru_cache(maxsize=2**14)
def _takes(meld: Meld) -> frozenset[FrenchCard]:
    """The cards that can be laid off on a meld."""
    if meld.kind == "set":
        return frozenset([card for card in FrenchCard.pack() if card.rank == meld.rank])
    return frozenset([card for _, card in _ordinary().next_cards(meld)])


def _welcome(state: ShanghaiState) -> frozenset[FrenchCard]:
    """The cards but jokers that can be laid off on some meld of the table."""
    return frozenset().union(*[_takes(laid.meld) for laid in state.melds])


def _cost(cards: Cards) -> int:
    return sum([POINTS[card.rank] for card in cards])


class SimpleShanghai:
    """Works towards its contract and buys what it needs.

    It takes or buys the pile's card when that brings the contract a card nearer, and every joker; it does not buy when
    somebody is about to go out. It lays the contract as soon as it can, in the way that leaves the fewest points in
    hand, exchanges jokers, lays off whatever fits, jokers last, and discards the dearest card that its shortest way
    to the contract does not use; while the stock is low it now and then throws any card, so that the cards go round.
    It judges hands by the ordinary rules of melds, whatever the options.

    Args:
        seed: decides between equal discards, and what it throws while the stock is low.

    """

    def __init__(self, seed: int) -> None:
        self._random = generator(seed)

    def choose(self, view: View[ShanghaiState], moves: Sequence[ShanghaiMove]) -> ShanghaiMove:
        """One of the moves."""
        if len(moves) == 1:
            return moves[0]
        state, player = view.state, view.player
        assert player is not None
        hand = state.hands[player]
        if state.phase in ("draw", "claim"):
            wanted = self._wants(state, player, hand)
            kind: tuple[type[ShanghaiMove], ...] = (TakeDiscard, Buy)
            return next(move for move in moves if isinstance(move, kind) == wanted)
        lays = {move.meld: move for move in moves if isinstance(move, LayMeld)}
        if lays:
            rest = state.contract.rest(state.melds, player)
            best = _ordinary().best_laying(hand, rest, lambda melds, left: _cost(left), most=WAYS)
            return next((lays[meld] for meld in best or () if meld in lays), next(iter(lays.values())))
        useful = [move for move in moves if isinstance(move, LayOff | SwapJoker)]
        if useful:
            return max(
                useful, key=lambda move: (isinstance(move, SwapJoker), move.card is not JOKER, _cost((move.card,)))
            )
        return self._thrown(state, player, hand, [move for move in moves if isinstance(move, Discard)])

    def _wants(self, state: ShanghaiState, player: int, hand: Cards) -> bool:
        """Whether the top card of the pile is worth taking, or in a claim worth its price."""
        if not state.discard:
            return False
        card = state.discard[-1]
        if state.phase == "claim" and min(map(len, state.hands)) <= _FEW:
            return False
        if state.down[player]:
            return card is JOKER or card in _welcome(state)
        if card is JOKER:
            return True
        contract = state.contract
        return _nearest(merge(hand, (card,)), contract).missing < _nearest(hand, contract).missing

    def _thrown(self, state: ShanghaiState, player: int, hand: Cards, moves: Sequence[Discard]) -> Discard:
        """The dearest card that is of no use; while the stock is low, now and then any card but a joker.

        Where everybody keeps what the others wait for, nobody would ever get home.
        """
        loose = [move for move in moves if move.card is not JOKER]
        if loose and len(state.stock) <= len(state.hands) and self._random.random() < _LOOSE:
            return loose[int(self._random.random() * len(loose))]
        if state.down[player]:
            welcome = _welcome(state)
            spare = tuple([card for card in hand if card not in welcome])
        else:
            spare = without(hand, _nearest(hand, state.contract).cards)
        return max(
            moves,
            key=lambda move: (move.card is not JOKER, move.card in spare, _cost((move.card,)), self._random.random()),
        )
