"""Shanghai Rummy: seven contracts of sets and runs, buying out of turn, jokers that come back.

>>> from shedkit.games.shanghai_rummy import LayMeld, ShanghaiRummy
>>> rules = ShanghaiRummy(players=3)
>>> state = rules.position(hands=["4c 4d 4h Js Jd Jc 9h", "2c", "3c"], discard="8s", phase="play")
>>> [str(move) for move in rules.legal_moves(state, 0)][:2]
['lay 4c 4d 4h', 'lay Jc Jd Js']
>>> str(rules.refusal(state, LayMeld("4c 4d 9h"), 0))
'A set has cards of one rank: 9h does not belong to it. (SR-014)'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, Literal, cast

import attrs

from shedkit.core.cards import BY_ORDER, Card, FrenchCard, Hidden, read_cards
from shedkit.core.chance import Chance
from shedkit.core.errors import ConfigurationError, NotationError, PositionError
from shedkit.core.events import Event, GameOver, Moved, Out, Place, RoundBegan, RoundOver, Shuffled, Turn
from shedkit.core.holding import refuse_cards
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import DEAL, Deal, Move, reuse
from shedkit.core.options import FrozenMap, about, option
from shedkit.core.outcomes import Outcome, Result, Round, ranked
from shedkit.core.positions import (
    flags_fault,
    left_over,
    read_flags,
    read_hands,
    read_list,
    read_zone,
)
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.rounds import dealt, gathered
from shedkit.core.rules import Rules
from shedkit.core.states import Holds, State, Visibility, evolve, fact, state, zone
from shedkit.core.turns import around, next_seat
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.core.zones import deal_round, merge, put, without
from shedkit.families.melds import ACE, JOKER, RUN, SET, Ace, Contract, End, Laid, Meld, Melding

__all__ = [
    "Bought",
    "Buy",
    "Contract",
    "Deal",
    "Discard",
    "DrawStock",
    "JokerSwapped",
    "Laid",
    "LaidOff",
    "LayMeld",
    "LayOff",
    "MayBuy",
    "Meld",
    "MeldLaid",
    "Pass",
    "Passed",
    "ShanghaiMove",
    "ShanghaiRummy",
    "ShanghaiState",
    "SwapJoker",
    "TakeDiscard",
    "WentDown",
]

EQUAL_CARDS: Final = 6
"""Equal cards that a deck may have, jokers apart."""
JOKERS: Final = 16
"""Jokers that a deck may have."""
MELDS: Final = 5
"""Melds that a contract may ask for."""
CONTRACTS: Final = 30
"""Contracts, and so rounds, that a game may have."""
WAYS: Final = 3_000
"""Ways to lay a contract that are looked at for a suggestion; with four jokers there are hardly ever more."""

Cards = tuple[FrenchCard, ...]

# --- cards: those of `FrenchCard`, with jokers


# --- moves


def _card_or_none(card: FrenchCard | str | None) -> FrenchCard | None:
    return None if card is None else FrenchCard(card)


def _meld(meld: Meld | str) -> Meld:
    return meld if isinstance(meld, Meld) else Meld.read(meld)


@attrs.frozen
class DrawStock(Move):
    """Draw the next card of the stock, once the others have had the chance to buy the pile's top card (SR-016)."""

    verb = "draw"


@attrs.frozen
class TakeDiscard(Move):
    """Take the top card of the pile instead of drawing (SR-017)."""

    verb = "take"


@attrs.frozen
class Buy(Move):
    """Buy the top card of the pile out of turn, with a card from the stock as the price (SR-022, SR-023)."""

    verb = "buy"


@attrs.frozen
class Pass(Move):
    """Leave the top card of the pile to others."""

    verb = "pass"


@attrs.frozen
class LayMeld(Move):
    """Lay one meld of the contract on the table; the rest of the contract follows in the same turn (SR-020).

    >>> str(LayMeld("5h 6h Jk=7h 8h")), str(LayMeld("4d Jk 4c"))
    ('lay 5h 6h Jk=7h 8h', 'lay 4c 4d Jk')
    """

    verb = "lay"
    meld: Meld = attrs.field(converter=_meld)

    @classmethod
    def read(cls, words: Sequence[str]) -> LayMeld:
        """The move that the words after the verb mean."""
        return cls(Meld.read(words))


@attrs.frozen
class LayOff(Move):
    """Add a card to a meld on the table (SR-035 to SR-039).

    Attributes:
        card: the card.
        stands_for: of a joker added to a run, the card it stands for; otherwise ``None``.
        meld: the number of the meld, from 0.
        end: of a run, the end it goes to, ``"low"`` or ``"high"``; of a set ``None``.

    >>> str(LayOff("9s", None, 2, "high")), str(LayOff("Jk", "Ts", 2, "high")), str(LayOff("4s", None, 0, None))
    ('lay-off 9s 2 high', 'lay-off Jk=Ts 2 high', 'lay-off 4s 0')

    """

    verb = "lay-off"
    card: FrenchCard = attrs.field(converter=FrenchCard)
    stands_for: FrenchCard | None = attrs.field(converter=_card_or_none)
    meld: int
    end: End | None = None

    def __str__(self) -> str:
        label = "" if self.stands_for is None else f"={self.stands_for}"
        return f"{self.verb} {self.card}{label} {short(self.meld)}" + (f" {self.end}" if self.end else "")

    @classmethod
    def read(cls, words: Sequence[str]) -> LayOff:
        """The move that the words after the verb mean."""
        if not 2 <= len(words) <= 3:
            raise NotationError(f"{short(' '.join(words))}: a card, the number of a meld and of a run an end expected")
        code, equals, label = words[0].partition("=")
        number, end = words[1], words[2] if len(words) == 3 else None
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            raise NotationError(f"{short(number)} is no number of a meld")
        if end not in ("low", "high", None):
            raise NotationError(f"{short(end)} is no end of a run, low or high")
        return cls(code, label if equals else None, int(number), end)  # type: ignore[arg-type]  # checked above


@attrs.frozen
class SwapJoker(Move):
    """Put the card that a joker of a run stands for in its place and take the joker (SR-031).

    Attributes:
        card: the card.
        meld: the number of the meld, from 0.
        position: where in the run the joker lies, from 1.

    >>> str(SwapJoker("7h", 1, 3))
    'swap 7h 1 3'

    """

    verb = "swap"
    card: FrenchCard = attrs.field(converter=FrenchCard)
    meld: int
    position: int


@attrs.frozen
class Discard(Move):
    """Lay a card on the pile, which ends the turn (SR-021)."""

    verb = "discard"
    card: FrenchCard = attrs.field(converter=FrenchCard)


ShanghaiMove = DrawStock | TakeDiscard | Buy | Pass | LayMeld | LayOff | SwapJoker | Discard | Deal
"""Every move of the game."""

_DRAW: Final = reuse(DrawStock())
_TAKE: Final = reuse(TakeDiscard())
_BUY_OR_PASS: Final = (reuse(Buy()), reuse(Pass()))
_DISCARDS: Final = {card: reuse(Discard(card)) for card in FrenchCard.all()}


@lru_cache(maxsize=2**14)  # 24 melds, and for each of them two ends and the cards that fit there
def _lay_off(card: FrenchCard, stands_for: FrenchCard | None, meld: int, end: End | None) -> LayOff:
    return LayOff(card, stands_for, meld, end)


@lru_cache(maxsize=2**14)
def _swap(card: FrenchCard, meld: int, position: int) -> SwapJoker:
    return SwapJoker(card, meld, position)


# --- events


@attrs.frozen
class Bought(Event):
    """A player bought the top card of the pile, for the ``number``-th time in this round (SR-023, SR-025)."""

    player: int
    card: FrenchCard
    number: int

    def __str__(self) -> str:
        return f"player {self.player} buys {self.card}, the {self.number}{_ORDINAL.get(self.number, 'th')} time"


_ORDINAL: Final = {1: "st", 2: "nd", 3: "rd"}


@attrs.frozen
class MayBuy(Event):
    """A player is asked whether to buy the top card of the pile (SR-022)."""

    player: int
    card: FrenchCard

    def __str__(self) -> str:
        return f"player {self.player} may buy {self.card}"


@attrs.frozen
class Passed(Event):
    """A player did not buy."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player} does not buy"


@attrs.frozen
class MeldLaid(Event):
    """A player laid a meld of the contract.

    Attributes:
        player: who.
        number: the number of the meld on the table, from 0.
        meld: the meld.

    """

    player: int
    number: int
    meld: Meld

    def __str__(self) -> str:
        return f"player {self.player} lays meld {self.number}: {self.meld}"


@attrs.frozen
class WentDown(Event):
    """A player has laid the whole contract (SR-020)."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player} has laid the contract"


@attrs.frozen
class LaidOff(Event):
    """A player added a card to a meld (SR-035, SR-036)."""

    player: int
    card: FrenchCard
    number: int
    meld: Meld

    def __str__(self) -> str:
        return f"player {self.player} adds {self.card} to meld {self.number}: {self.meld}"


@attrs.frozen
class JokerSwapped(Event):
    """A player exchanged a joker in a run for the card it stood for (SR-031)."""

    player: int
    card: FrenchCard
    number: int
    meld: Meld

    def __str__(self) -> str:
        return f"player {self.player} exchanges the joker of meld {self.number} for {self.card}: {self.meld}"


# --- state


@state
class ShanghaiState(State):
    """A position of Shanghai Rummy."""

    hands: tuple[Cards, ...] = zone(Visibility.OWNER, Holds.PLAYERS, in_order=True, doc="each player's hand")
    stock: Cards = zone(Visibility.NOBODY, doc="the cards to draw, next one first")
    discard: Cards = zone(Visibility.EVERYONE, doc="the pile, top card last")
    melds: tuple[Laid, ...] = zone(Visibility.EVERYONE, Holds.VALUE, doc="the melds on the table, in the order laid")
    shown: tuple[Cards, ...] = zone(
        Visibility.EVERYONE, Holds.PLAYERS, in_order=True, doc="hands that are counted once the round is over"
    )
    removed: Cards = zone(Visibility.EVERYONE, doc="cards out of play; empty unless a position was built so")
    turn: int = fact(Visibility.EVERYONE, Holds.SEAT, doc="who is on turn")
    contract: Contract = fact(Visibility.EVERYONE, doc="what must be laid in this round")
    phase: Literal["draw", "claim", "play", "over"] = fact(
        Visibility.EVERYONE, doc="draw, claim: others may buy before the draw, play, or over: the round is over"
    )
    claimant: int | None = fact(Visibility.EVERYONE, Holds.SEAT, doc="who may buy now, in phase claim")
    upcard: bool = fact(Visibility.EVERYONE, doc="whether nobody has discarded yet in this round")
    down: tuple[bool, ...] = fact(Visibility.EVERYONE, Holds.PLAYERS, doc="who has laid the contract")
    laid: int = fact(Visibility.EVERYONE, doc="how many melds the player on turn has laid in this turn")
    buys: tuple[int, ...] = fact(Visibility.EVERYONE, Holds.PLAYERS, doc="how often each has bought in this round")
    taken: FrenchCard | None = fact(
        Visibility.EVERYONE, doc="the card taken from the pile in this turn, if still in hand"
    )
    round: Round = fact(Visibility.EVERYONE, Holds.VALUE, doc="number, dealer and results so far")
    chance: Chance = fact(Visibility.NOBODY, doc="the source of coming shuffles")


_LOCKED: Final = cast("type[ShanghaiState]", ShanghaiState.locked)


_OF_RANK: Final = {rank: tuple([card for card in FrenchCard.pack() if card.rank == rank]) for rank in range(2, ACE + 1)}


def _read_table(given: Sequence[tuple[int, str]]) -> tuple[Laid, ...]:
    """The melds of a position."""
    table = []
    for i, one in enumerate(read_list("melds", given)):
        if not isinstance(one, tuple | list) or len(one) != 2 or not isinstance(one[1], str):
            raise PositionError(f"melds[{i}]: a pair of owner and codes expected, not {short(one)}")
        try:
            table.append(Laid(one[0], Meld.read(one[1])))
        except NotationError as error:
            raise PositionError(f"melds[{i}]: {error}") from None
    return tuple(table)


def _read_result(points: Sequence[int], players: int) -> Result:
    """The result of a round, from the points by seat."""
    scores = read_list("results", points)
    if len(scores) != players or not all(type(one) is int for one in scores):
        raise PositionError("results: the points of each player in each round that is over are expected")
    return Result(ranked(scores), scores)


# --- options

SEVEN: Final = tuple(Contract(sets, runs) for sets, runs in ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)))
"""The seven contracts (SR-006 to SR-012)."""
POINTS: Final = {0: 50, **dict.fromkeys(range(2, 8), 5), **dict.fromkeys(range(8, 14), 10), ACE: 20}
"""What a card costs, by rank; 0 is the joker, 14 the ace (SR-042 to SR-045)."""


def _read_contracts(given: Iterable[Contract | tuple[int, int]]) -> tuple[Contract, ...]:
    wrong = ConfigurationError("contracts", "it must be a list of pairs (sets, runs), such as [(2, 0), (1, 1)]")
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise wrong
    if not 0 < len(given) <= CONTRACTS:
        raise ConfigurationError("contracts", f"there must be from 1 to {CONTRACTS} contracts, not {len(given)}")
    read = []
    for one in given:
        pair = (one.sets, one.runs) if isinstance(one, Contract) else one
        if not isinstance(pair, tuple | list) or len(pair) != 2 or any(type(n) is not int for n in pair):
            raise wrong
        sets, runs = pair
        if sets < 0 or runs < 0 or not 0 < sets + runs <= MELDS:
            asked = f"{short(sets)} sets and {short(runs)} runs"
            raise ConfigurationError("contracts", f"each asks for 1 to {MELDS} melds, not for {asked}")
        read.append(Contract(sets, runs))
    return tuple(read)


def _read_points(given: Mapping[int, int]) -> FrozenMap[int, int]:
    if not isinstance(given, Mapping):
        raise ConfigurationError("points", f"it must be a table from rank to points, not {short(given)}")
    for rank, points in given.items():
        if type(rank) is not int or rank not in POINTS:
            raise ConfigurationError("points", f"{short(rank)} is no rank: 2 to 14, and 0 for the joker")
        if type(points) is not int or not 0 <= points <= 1000:
            raise ConfigurationError("points", f"a card costs from 0 to 1000 points, not {short(points)}")
    return FrozenMap({**POINTS, **given})


def _packs(rules: ShanghaiRummy) -> Cards:
    decks, jokers = rules.decks, rules.jokers
    if type(decks) is not int or type(jokers) is not int or not 0 <= decks <= 4 or not 0 <= jokers <= JOKERS:
        return ()  # refused by the options themselves
    return tuple(sorted(FrenchCard.pack() * decks + (JOKER,) * jokers, key=BY_ORDER))


def _read_deck(given: str | Iterable[FrenchCard | str]) -> Cards:
    try:
        cards = tuple(sorted(read_cards(FrenchCard, given), key=BY_ORDER))
    except NotationError as error:
        raise ConfigurationError("deck", str(error)) from None
    for card, times in Counter(cards).items():
        most = JOKERS if card is JOKER else EQUAL_CARDS
        if times > most:
            raise ConfigurationError("deck", f"it must have {card} at most {most} times, not {times}")
    return cards


@lru_cache(maxsize=64)
def _melding(ace: Ace, max_jokers: int | None, adjacent: bool) -> Melding:
    return Melding(ace, max_jokers, adjacent)


@lru_cache(maxsize=64)
def _lays(melding: Melding) -> dict[Meld, LayMeld]:
    return {meld: reuse(LayMeld(meld)) for meld in melding.contract_melds()}


# --- rules


@attrs.frozen(kw_only=True, repr=False)
class ShanghaiRummy(Rules[ShanghaiState, ShanghaiMove]):
    """Shanghai Rummy: seven contracts, buying, jokers; the defaults are the literal reading of the source.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> len(ShanghaiRummy(players=4).deck)
    108

    """

    name = "shanghai-rummy"
    card_type = FrenchCard
    state_type = ShanghaiState
    move_types = (DrawStock, TakeDiscard, Buy, Pass, LayMeld, LayOff, SwapJoker, Discard, Deal)
    event_types = (
        Moved,
        Shuffled,
        RoundBegan,
        Turn,
        MayBuy,
        Passed,
        Bought,
        MeldLaid,
        WentDown,
        LaidOff,
        JokerSwapped,
        Out,
        RoundOver,
        GameOver,
    )

    players: int = option(4, "How many play.", rule="SR-001", low=2, high=6)
    contracts: tuple[Contract, ...] = attrs.field(
        default=SEVEN,
        converter=_read_contracts,
        metadata=about("What must be laid in each round, as pairs (sets, runs); one round for each.", rule="SR-005"),
    )
    decks: int = option(2, "How many packs of 52 are played with.", rule="SR-A01", low=1, high=4)
    jokers: int = option(4, "How many jokers are added to them.", rule="SR-A01", low=0, high=JOKERS)
    deck: Cards = attrs.field(
        default=attrs.Factory(_packs, takes_self=True),
        converter=_read_deck,
        metadata=about("The cards, as codes; by default decks times 52 and the jokers.", rule="SR-A01"),
    )
    hand_size: int = option(12, "How many cards a player is dealt.", rule="SR-003", low=1, high=15)
    first_dealer: int | None = option(
        None, "Who deals the first round; without it, the last seat.", rule="SR-A04", seat=True
    )
    initial_upcard: bool = option(True, "Whether the deal turns up a card that begins the pile.", rule="SR-A03")
    may_discard_taken: bool = option(
        False, "Whether the card just taken from the pile may be discarded again.", rule="SR-A07"
    )
    discarder_may_buy: bool = option(
        False, "Whether a player may buy back what it discarded, after all others.", rule="SR-A13"
    )
    max_buys: int = option(3, "How often each player may buy in a round.", rule="SR-A18", low=0, high=5)
    stock_exhausted: Literal["reshuffle", "end_round"] = option(
        "reshuffle",
        "What happens when the stock is empty: the discards are shuffled, or drawing ends the round.",
        rule="SR-A16",
    )
    ace: Literal["both", "high", "low"] = option("both", "Where an ace lies in a run.", rule="SR-A24")
    max_jokers_per_meld: int | None = option(
        None,
        "The most jokers in a meld; without it, all cards but one may be jokers.",
        rule="SR-A30",
        low=0,
        high=JOKERS,
    )
    adjacent_jokers: bool = option(True, "Whether jokers may lie side by side in a run.", rule="SR-A31")
    joker_swap: Literal["after_down", "any_time", "off"] = option(
        "after_down",
        "Who may exchange jokers: players who have laid the contract, everybody on turn, nobody.",
        rule="SR-A34",
    )
    go_out: Literal["either", "discard"] = option(
        "either",
        "How the last card goes: laid or discarded, or only discarded.",
        rule="SR-A41",
    )
    points: FrozenMap[int, int] = attrs.field(
        default=FrozenMap(POINTS),
        converter=_read_points,
        metadata=about("What a card left in hand costs, by rank; 0 is the joker, 14 the ace.", rule="SR-A49"),
    )

    # worked out from the options
    melding: Melding = attrs.field(init=False, eq=False)
    """The rules of melds: which are good, and what can be laid from a hand."""
    _lays: dict[Meld, LayMeld] = attrs.field(init=False, eq=False)
    _kept: int = attrs.field(init=False, eq=False)
    _nobody: tuple[bool, ...] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        upcard = int(self.initial_upcard)
        need = self.players * self.hand_size + upcard
        if len(self.deck) < need:
            raise ConfigurationError(
                "deck",
                f"{self.players} hands of {self.hand_size}{' and the first pile' if upcard else ''} need {need} cards, "
                f"it has {len(self.deck)}",
            )
        kept = int(self.go_out == "discard")
        most = self.hand_size + 2 * self.max_buys + 1 - kept
        for contract in self.contracts:
            if contract.cards > most:
                raise ConfigurationError(
                    "contracts",
                    f"{contract} take {contract.cards} cards, but with hand_size {self.hand_size} and max_buys "
                    f"{self.max_buys} a hand has at most {most} to lay",
                )
        jokers = self.deck.count(JOKER)
        if (self.decks != 2 and len(self.deck) - jokers != 52 * self.decks) or (self.jokers not in (4, jokers)):
            raise ConfigurationError("deck", "decks or jokers say something else: leave them out")
        melding = _melding(self.ace, self.max_jokers_per_meld, self.adjacent_jokers)
        for contract in self.contracts:
            if not melding.can_lay(self.deck, contract):
                raise ConfigurationError("contracts", f"with this deck nobody can ever lay {contract}")
        object.__setattr__(self, "melding", melding)
        object.__setattr__(self, "_lays", _lays(melding))
        object.__setattr__(self, "_kept", kept)
        object.__setattr__(self, "_nobody", (False,) * self.players)

    @classmethod
    def common(cls, players: int = 4) -> ShanghaiRummy:
        """What many tables play: a third pack and two more jokers for five and six players."""
        return cls(players=players, decks=3, jokers=6) if players > 4 else cls(players=players)

    @classmethod
    def short(cls, players: int = 4) -> ShanghaiRummy:
        """An evening's game in three rounds: two sets, a set and a run, two runs."""
        return cls(players=players, contracts=SEVEN[:3])

    @property
    def rounds(self) -> int:
        """How many rounds a game has: one for each contract."""
        return len(self.contracts)

    # dealing

    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> ShanghaiState:
        """A fresh game: the hands card by card, then the first card of the pile (SR-003, SR-004, SR-A03).

        >>> state = ShanghaiRummy(players=6).deal(seed=7)
        >>> len(state.stock), len(state.discard)
        (35, 1)
        """
        cards, chance = self.deck_order(seed, order)
        dealer = self.players - 1 if self.first_dealer is None else self.first_dealer
        return self._deal_out(cards, chance, Round(1, dealer))

    def _deal_out(self, cards: Cards, chance: Chance, round_: Round) -> ShanghaiState:
        n = self.players
        first = next_seat(round_.dealer, n)
        hands, used = deal_round(cards, 0, n, self.hand_size, first)
        begun = used + self.initial_upcard
        return ShanghaiState(
            hands=tuple(merge((), hand) for hand in hands),
            stock=cards[begun:],
            discard=cards[used:begun],
            melds=(),
            shown=((),) * n,
            removed=(),
            turn=first,
            contract=self.contracts[round_.number - 1],
            phase=self._first_phase(cards[begun:], cards[used:begun]),
            claimant=None,
            upcard=True,
            down=self._nobody,
            laid=0,
            buys=(0,) * n,
            taken=None,
            round=round_,
            chance=chance,
        )

    def _first_phase(self, stock: Cards, discard: Cards) -> Literal["draw", "play"]:
        """How a turn begins: where there is nothing to draw, without a draw (SR-A16)."""
        return "draw" if stock or discard or self.stock_exhausted == "end_round" else "play"

    def position(
        self,
        *,
        hands: Sequence[str],
        discard: str = "",
        melds: Sequence[tuple[int, str]] = (),
        shown: Sequence[str] = (),
        stock: str | None = None,
        removed: str = "",
        turn: int = 0,
        phase: Literal["draw", "claim", "play", "over"] = "draw",
        claimant: int | None = None,
        upcard: bool = False,
        down: Sequence[bool] | None = None,
        laid: int = 0,
        buys: Sequence[int] | None = None,
        taken: str | None = None,
        dealer: int | None = None,
        round: int = 1,  # the word of the protocol
        results: Sequence[Sequence[int]] | None = None,
        seed: int = 0,
    ) -> ShanghaiState:
        """Any position, from card codes.

        The pile goes bottom to top, the stock next card first. Cards that no zone names form the stock in deck
        order or, if ``stock`` is named, are removed; in a game that was dealt no card is ever removed.

        Args:
            hands: one text of codes for each player; players at the end may be left out.
            discard: the pile.
            melds: the melds on the table, each as its owner and its codes, such as ``(0, "5s 6s Jk=7s 8s")``.
            shown: hands laid open once the round is over.
            stock: the cards to draw.
            removed: cards out of play.
            turn: who is on turn.
            phase: ``"draw"``, ``"claim"``, ``"play"`` after the draw, or ``"over"``: the round is over.
            claimant: in phase ``"claim"``, who may buy now.
            upcard: whether nobody has discarded yet, so that everybody may buy the pile's card.
            down: who has laid the contract; by default everybody who owns melds, but for the player on turn who has
                laid only part of it in this turn.
            laid: how many melds the player on turn has laid in this turn.
            buys: how often each has bought in this round.
            taken: the card the player on turn has taken from the pile in this turn.
            dealer: who dealt; by default the seat before the one that would begin, the last.
            round: the number of the round, from 1.
            results: the points of each player in each round that is over; by default 0 for all in those before.
            seed: decides coming shuffles.

        Raises:
            PositionError: for wrong cards, contradictions, or a position in which an actor has no move.

        >>> rules = ShanghaiRummy(players=2)
        >>> state = rules.position(hands=["9s", "2c"], melds=[(1, "5s 6s 7s 8s")], down=[True, True], phase="play")
        >>> print(*rules.legal_moves(state, 0), sep=", ")
        lay-off 9s 0 high, discard 9s

        """
        n = self.players
        own = read_hands(FrenchCard, "hands", hands, n)
        open_hands = read_hands(FrenchCard, "shown", shown, n)
        pile = read_zone(FrenchCard, "discard", discard)
        gone = read_zone(FrenchCard, "removed", removed)
        named = read_zone(FrenchCard, "stock", stock or "")
        table = _read_table(melds)
        used = [*pile, *gone, *named, *(card for hand in (*own, *open_hands) for card in hand)]
        rest = left_over(self.deck, (*used, *(card for one in table for card in one.meld.cards)))
        card = None
        if taken is not None:
            read = read_zone(FrenchCard, "taken", taken)
            if len(read) != 1:
                raise PositionError(f"taken: one card expected, not {len(read)}")
            card = read[0]
        if type(round) is not int or not 1 <= round <= self.rounds:
            raise PositionError(f"round: it must be from 1 to {self.rounds}, not {short(round)}")
        owners = [one.owner for one in table]
        begun = type(laid) is int and 0 < laid == owners.count(turn) < self.contracts[round - 1].melds
        given = tuple(seat in owners and not (begun and seat == turn) for seat in range(n))
        points = [(0,) * n] * (round - 1) if results is None else read_list("results", results)
        return self.checked(
            ShanghaiState(
                hands=own,
                stock=rest if stock is None else named,
                discard=pile,
                melds=table,
                shown=open_hands,
                removed=gone if stock is None else gone + rest,
                turn=turn,
                contract=self.contracts[round - 1],
                phase=phase,
                claimant=claimant,
                upcard=upcard,
                down=given if down is None else read_flags("down", down, n),
                laid=laid,
                buys=(0,) * n if buys is None else read_list("buys", buys),
                taken=card,
                round=Round(
                    round, n - 1 if dealer is None else dealer, tuple([_read_result(one, n) for one in points])
                ),
                chance=Chance.of(seed),
            )
        )

    def fault(self, state: ShanghaiState) -> str | None:
        """What contradicts the rules in a position, beyond cards and seats."""
        n, phase, round_ = self.players, state.phase, state.round
        if phase not in ("draw", "claim", "play", "over"):
            return f"phase: it must be draw, claim, play or over, not {short(phase)}"
        over = phase == "over"
        wrong = round_.fault(n, self.rounds, over) or flags_fault(down=state.down, upcard=(state.upcard,))
        if wrong is not None:
            return wrong
        for result in round_.results:
            points = result.scores
            if points is None or not all(type(one) is int and one >= 0 for one in points):
                return f"results: each has the points of {n} players"
            if result.places != ranked(points):
                return "results: the places are not those that follow from the points"
        if not all(type(number) is int and 0 <= number <= self.max_buys for number in state.buys):
            return f"buys: each must be from 0 to {self.max_buys}"
        contract = self.contracts[round_.number - 1]
        if state.contract != contract:
            return f"contract: in round {round_.number} it is {contract}, not {state.contract}"
        if type(state.laid) is not int or not 0 <= state.laid <= (contract.melds if phase == "play" else 0):
            return f"laid: it must be from 0 to {contract.melds}, and 0 before the draw, not {short(state.laid)}"
        for i, one in enumerate(state.melds):
            if type(one.owner) is not int or not 0 <= one.owner < n:
                return f"melds: meld {i} belongs to player {short(one.owner)}, who does not exist"
            bad = self.melding.fault(one.meld)
            if bad is not None:
                return f"melds: meld {i}, {one.meld}: {bad[1]}"
            begun = state.laid and one.owner == state.turn
            if not state.down[one.owner] and not begun:
                return f"melds: player {one.owner} owns meld {i}, but has not laid the contract"
        if state.laid and not state.down[state.turn]:
            rest = self._rest(state)
            if state.laid != sum(one.owner == state.turn for one in state.melds) or min(rest.sets, rest.runs) < 0:
                return "laid: the melds of the player on turn are not as many of the contract"
        if over:
            if any(state.hands):
                return "hands: once the round is over they lie open in the zone shown"
            if self._points(state.shown) != round_.results[-1].scores:
                return f"results: the cards shown cost {self._points(state.shown)}"
        elif any(state.shown):
            return "shown: hands lie open only once the round is over"
        elif not all(state.hands):
            empty = [bool(hand) for hand in state.hands].index(False)
            return f"hands: player {empty} has no cards, so the round would be over"
        if (state.claimant is not None) != (phase == "claim"):
            return "claimant: somebody may buy in the phase claim, and only then"
        if state.claimant is not None and state.claimant not in self._buyers(state):
            return f"claimant: player {state.claimant} may not buy now"
        if phase == "draw" and self._first_phase(state.stock, state.discard) == "play":
            return "phase: there is nothing to draw"
        if state.taken is not None:
            hand = state.hands[state.turn]
            if phase != "play" or (state.taken not in hand and not any(isinstance(card, Hidden) for card in hand)):
                return f"taken: {short(str(state.taken))} is not in the hand of the player on turn after a draw"
        return None

    # reading

    def actors(self, at: ShanghaiState | View[ShanghaiState]) -> tuple[int, ...]:
        """The player on turn, the player who may buy, or between rounds the next dealer."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, None)
        phase = now.phase
        if phase == "claim":
            return (now.claimant,)  # type: ignore[return-value]  # in this phase there is one
        if phase == "over":
            last = now.round.number == self.rounds
            return () if last else (next_seat(now.round.dealer, self.players),)
        return (now.turn,)

    def legal_moves(self, at: ShanghaiState | View[ShanghaiState], player: int) -> tuple[ShanghaiMove, ...]:
        """Draw or take; buy or pass; lay, lay off, exchange jokers and discard; or the next deal."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, player)
        phase = now.phase
        if phase == "claim":
            return _BUY_OR_PASS if player == now.claimant and type(player) is int else ()
        if phase == "over":
            return (DEAL,) if player in self.actors(now) and type(player) is int else ()
        if player != now.turn or type(player) is not int:
            return ()
        if phase == "draw":
            if now.discard:
                return (_DRAW, _TAKE) if self._can_draw(now) else (_TAKE,)
            return (_DRAW,)
        hand = now.hands[player]
        if now.down[player]:
            return (*self._table_moves(now, player, hand), *self._discards(now, hand))
        lays: Iterable[ShanghaiMove] = ()
        rest = self._rest(now)
        if len(hand) - self._kept >= rest.cards:
            lays = map(self._lays.__getitem__, self.melding.first_melds(hand, rest))
        if now.laid:
            return tuple(lays)
        if self.joker_swap == "any_time" and now.melds:
            return (*lays, *self._swaps(now, player, hand), *self._discards(now, hand))
        return (*lays, *self._discards(now, hand))

    def _can_draw(self, state: ShanghaiState) -> bool:
        """Whether the stock has a card, or would get one, or drawing from the empty one ends the round (SR-A16)."""
        return bool(state.stock) or len(state.discard) > 1 or self.stock_exhausted == "end_round"

    def _discards(self, state: ShanghaiState, hand: Cards) -> Iterable[ShanghaiMove]:
        """Every card, but not the one just taken from the pile (SR-A07)."""
        kept = self._just_taken(state, hand)
        if kept is None:
            return map(_DISCARDS.__getitem__, dict.fromkeys(hand))
        return [_DISCARDS[card] for card in dict.fromkeys(hand) if card is not kept]

    def _just_taken(self, state: ShanghaiState, hand: Cards) -> FrenchCard | None:
        """The card that must not be discarded: of twins one is free, and so is the only card left."""
        taken = state.taken
        if taken is None or self.may_discard_taken or len(hand) == 1 or hand.count(taken) > 1:
            return None
        return taken

    def _reaches(self, state: ShanghaiState, player: int, laid: Laid) -> bool:
        """Whether a player who is down may lay off there: on others' melds from the next turn (SR-037)."""
        return laid.owner == player or not state.laid

    def _table_moves(self, state: ShanghaiState, player: int, hand: Cards) -> Iterable[ShanghaiMove]:
        """What a player who is down may do with the melds: lay off, then exchange jokers."""
        moves: list[ShanghaiMove] = []
        if len(hand) > self._kept:
            melding, held = self.melding, set(hand)
            has_joker = JOKER in held
            for i, laid in enumerate(state.melds):
                if not self._reaches(state, player, laid):
                    continue
                meld = laid.meld
                if meld.kind == "set":
                    moves += [_lay_off(card, None, i, None) for card in _OF_RANK[meld.rank] if card in held]
                    if has_joker and melding.takes_joker(meld, None):
                        moves.append(_lay_off(JOKER, None, i, None))
                    continue
                for end, due in melding.next_cards(meld):
                    if due in held:
                        moves.append(_lay_off(due, None, i, end))
                    if has_joker and melding.takes_joker(meld, end):
                        moves.append(_lay_off(JOKER, due, i, end))
        if self.joker_swap != "off":
            moves += self._swaps(state, player, hand)
        return moves

    def _swaps(self, state: ShanghaiState, player: int, hand: Cards) -> Iterable[ShanghaiMove]:
        """The jokers in runs that this hand can exchange (SR-031, SR-A34, SR-A35)."""
        for i, laid in enumerate(state.melds):
            meld = laid.meld
            if meld.kind == "run" and JOKER in meld.cards and self._may_swap(state, player, laid):
                for position, card in enumerate(meld.cards, start=1):
                    if card is JOKER and (due := meld.stands_for(position)) in hand and due is not None:
                        yield _swap(due, i, position)

    def _may_swap(self, state: ShanghaiState, player: int, laid: Laid) -> bool:
        return self.joker_swap == "any_time" or self._reaches(state, player, laid)

    def _rest(self, state: ShanghaiState) -> Contract:
        """What the player on turn has still to lay."""
        contract = state.contract
        if not state.laid:
            return contract
        return contract.rest(state.melds, state.turn)

    def _buyers(self, state: ShanghaiState) -> tuple[int, ...]:
        """Who may buy the top card of the pile, in the order they are asked (SR-A10, SR-A13, SR-A15, SR-A19)."""
        discard = state.discard
        if not discard or not self.max_buys:
            return ()
        left = len(state.stock) + (len(discard) - 1 if self.stock_exhausted == "reshuffle" else 0)
        if left < 2:  # the price, and the draw of the player on turn
            return ()
        turn, down, buys, most = state.turn, state.down, state.buys, self.max_buys
        asked = around(turn, self.players)[:-1]
        if not (state.upcard or self.discarder_may_buy):
            asked = asked[:-1]  # the seat before the player on turn has discarded it
        return tuple([seat for seat in asked if not down[seat] and buys[seat] < most])

    def outcome(self, at: ShanghaiState | View[ShanghaiState]) -> Outcome | None:
        """After the last round: the fewest points win, ties share (SR-047, SR-048, SR-A46)."""
        now = self.inside(at, None)
        if now.phase != "over" or now.round.number < self.rounds:
            return None
        totals = self.totals(now)
        places = ranked(totals)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Outcome(places=places, winners=winners, losers=(), scores=totals, rounds=now.round.results)

    def totals(self, at: ShanghaiState | View[ShanghaiState]) -> tuple[int, ...]:
        """The points of each player in all rounds that are over.

        >>> rules = ShanghaiRummy()
        >>> rules.totals(rules.deal(seed=7))
        (0, 0, 0, 0)
        """
        results = self.inside(at, None).round.results
        return tuple(sum(result.scores[seat] for result in results if result.scores) for seat in range(self.players))

    def headline(self, at: ShanghaiState | View[ShanghaiState]) -> str:
        """The round and the points so far."""
        now = self.inside(at, None)
        points = " ".join(map(str, self.totals(now)))
        return f"round {now.round.number} of {self.rounds}, points so far: {points}"

    def suggested(self, at: ShanghaiState | View[ShanghaiState], player: int) -> tuple[tuple[ShanghaiMove, ...], ...]:
        """What a person does in one go.

        Before the contract is laid: the whole of it, once so that the fewest points are left in hand and, if that is
        another way, once so that the fewest jokers are used, each out of the first 3,000 ways. After it: every card
        but jokers that fits somewhere.
        """
        now = self.inside(at, player)
        if now.phase != "play" or player != now.turn:
            return ()
        hand = now.hands[player]
        if now.down[player]:
            fitting = tuple(self._all_that_fits(now, player, hand))
            return (fitting,) if fitting else ()
        rest = self._rest(now)
        if len(hand) - self._kept < rest.cards:
            return ()
        ways = list(islice(self.melding.layings(hand, rest), WAYS))
        if not ways:
            return ()

        def cost(way: tuple[Meld, ...]) -> int:
            return -self._cost(tuple([card for meld in way for card in meld.cards]))

        def jokers(way: tuple[Meld, ...]) -> int:
            return sum([meld.cards.count(JOKER) for meld in way])

        cheapest, thriftiest = min(ways, key=cost), min(ways, key=lambda way: (jokers(way), cost(way)))
        return tuple([tuple([self._lays[meld] for meld in way]) for way in dict.fromkeys((cheapest, thriftiest))])

    def _all_that_fits(self, state: ShanghaiState, player: int, hand: Cards) -> Iterator[ShanghaiMove]:
        """Lay-offs of all cards but jokers, one after the other, each where it fits first."""
        while True:
            moves = self._table_moves(state, player, hand)
            move = next((move for move in moves if isinstance(move, LayOff) and move.card is not JOKER), None)
            if move is None:
                return
            yield move
            hand = without(hand, (move.card,))
            there = state.melds[move.meld]
            grown = Laid(there.owner, there.meld.grown(move.card, move.end))
            state = evolve(state, melds=put(state.melds, move.meld, grown))

    def _cost(self, cards: Cards) -> int:
        return sum([self.points[card.rank] for card in cards])

    def _points(self, shown: tuple[Cards, ...]) -> tuple[int, ...]:
        return tuple([self._cost(cards) for cards in shown])

    def possible(self, state: ShanghaiState) -> bool:
        """A contract that is begun can be completed, and the card just taken is in the hand."""
        hand = state.hands[state.turn]
        if state.taken is not None and state.taken not in hand:
            return False
        if not state.laid or state.down[state.turn]:
            return True
        return self.melding.can_lay(hand, self._rest(state))

    def wanted(
        self, seen: ShanghaiState, knowledge: Knowledge, chance: Chance
    ) -> tuple[tuple[Place, tuple[Card, ...]] | None, Chance]:
        """The card just taken and, where a contract is begun, melds for the rest of it, of those that can lie there."""
        if not any(isinstance(card, Hidden) for card in seen.hands[seen.turn]):
            return None, chance
        place = Place("hands", seen.turn)
        chosen: Cards = ()
        if seen.laid and not seen.down[seen.turn]:
            rest, hidden = self._rest(seen), Counter(knowledge.hidden)
            melds = [meld for meld in self.melding.contract_melds() if Counter(meld.cards) <= hidden]
            for kind in ("set",) * rest.sets + ("run",) * rest.runs:
                fitting = [
                    meld for meld in melds if meld.kind == kind and knowledge.may_lie(place, chosen + meld.cards)
                ]
                if not fitting:
                    return None, chance
                pick, chance = chance.picked(len(fitting))
                chosen += fitting[pick].cards
        if seen.taken is not None and seen.taken not in chosen:
            chosen += (seen.taken,)
        return ((place, chosen) if chosen else None), chance

    # refusing

    def refusal(self, at: ShanghaiState | View[ShanghaiState], move: ShanghaiMove, player: int) -> Refusal | None:
        """Why the move is not legal, or ``None``."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, player)
        if type(player) is not int or player not in self.actors(now) or type(move) not in self.move_types:
            return self.not_a_move(now, move, player)
        phase = now.phase
        if phase == "play":
            return self._refuse_play(now, move, player)
        if phase == "over":
            if isinstance(move, Deal):
                return None
            return Refusal(Reason.WRONG_PHASE, "SR-040", "The round is over: the next one must be dealt.")
        if isinstance(move, Deal):
            return _NO_DEAL
        if phase == "claim":
            if isinstance(move, Buy | Pass):
                return None
            return Refusal(Reason.WRONG_PHASE, "SR-A11", "It is not your turn: buy the top card of the pile or pass.")
        if isinstance(move, DrawStock):
            if self._can_draw(now):
                return None
            return Refusal(Reason.EMPTY_STOCK, "SR-A16", "There is nothing left to draw: take the card of the pile.")
        if isinstance(move, TakeDiscard):
            return None if now.discard else Refusal(Reason.EMPTY_PILE, "SR-017", "No card lies on the pile.")
        if isinstance(move, Buy | Pass):
            return Refusal(Reason.WRONG_PHASE, "SR-A19", "On your own turn you take the card for nothing, or draw.")
        return Refusal(
            Reason.WRONG_PHASE, "SR-016", "Your turn begins with a card: draw one or take the one on the pile."
        )

    def _refuse_play(self, state: ShanghaiState, move: ShanghaiMove, player: int) -> Refusal | None:
        if isinstance(move, DrawStock | TakeDiscard):
            return Refusal(Reason.WRONG_PHASE, "SR-A05", "You have had your card of this turn.")
        if isinstance(move, Buy | Pass):
            return Refusal(Reason.WRONG_PHASE, "SR-A11", "Cards are bought before the draw only.")
        if isinstance(move, Deal):
            return _NO_DEAL
        if isinstance(move, LayMeld):
            return self._refuse_meld(state, move.meld, player)
        if state.laid and not state.down[player]:
            return Refusal(Reason.CONTRACT, "SR-A29", "Lay the rest of the contract first.")
        hand = state.hands[player]
        refused = refuse_cards((move.card,), hand, hand, self.deck)
        if isinstance(move, Discard):
            if refused is None and move.card is self._just_taken(state, hand):
                return Refusal(
                    Reason.JUST_TAKEN, "SR-A07", f"You have just taken {move.card} from the pile: discard another card."
                )
            return refused
        return self._refuse_place(state, move, player) or refused or self._refuse_card(state, move, player)

    def _refuse_meld(self, state: ShanghaiState, meld: Meld, player: int) -> Refusal | None:
        if state.down[player]:
            return Refusal(Reason.CONTRACT, "SR-A27", "You have laid your contract; new melds are not laid after it.")
        hand = state.hands[player]
        wrong = self.melding.fault(meld)
        if wrong is not None:
            return Refusal(Reason.NO_MELD, *wrong)
        size = SET if meld.kind == "set" else RUN
        if len(meld.cards) > size:
            text = f"A {meld.kind} is laid with {size} cards; the others are laid off afterwards."
            return Refusal(Reason.NO_MELD, "SR-A26", text)
        refused = refuse_cards(meld.cards, hand, hand, self.deck)
        if refused is not None:
            return refused
        rest = self._rest(state)
        if not (rest.sets if meld.kind == "set" else rest.runs):
            left = f"there is still {rest} to lay" if state.laid else f"it is {rest}"
            return Refusal(Reason.CONTRACT, "SR-005", f"The contract asks for no such meld: {left}.")
        if len(hand) - self._kept < rest.cards <= len(hand):
            return _LAST_CARD
        if not self.melding.can_lay(without(hand, meld.cards), rest.without(meld.kind)):
            return Refusal(Reason.CONTRACT, "SR-019", f"You cannot lay the whole contract, {rest}, with this meld.")
        return None

    def _refuse_place(self, state: ShanghaiState, move: LayOff | SwapJoker, player: int) -> Refusal | None:
        """Why nothing may be laid off, or no joker exchanged, at this meld."""
        swap = isinstance(move, SwapJoker)
        if swap and self.joker_swap == "off":
            return Refusal(Reason.OPTION_OFF, "SR-A34", "Jokers are not exchanged in this game.")
        early = swap and self.joker_swap == "any_time"
        if not state.down[player] and not early:
            rule, what = ("SR-A34", "exchange jokers") if swap else ("SR-038", "lay off")
            return Refusal(Reason.NOT_DOWN, rule, f"Lay your contract before you {what}.")
        if type(move.meld) is not int or not 0 <= move.meld < len(state.melds):
            count = len(state.melds)
            there = f"the melds are 0 to {count - 1}" if count else "none lies on the table"
            return Refusal(Reason.NO_SUCH_MELD, "SR-039", f"There is no meld {short(move.meld)}: {there}.")
        if not early and not self._reaches(state, player, state.melds[move.meld]):
            rule = "SR-A35" if swap else "SR-037"
            return Refusal(Reason.NEXT_TURN, rule, "On the melds of others you may do that from your next turn on.")
        return None

    def _refuse_card(self, state: ShanghaiState, move: LayOff | SwapJoker, player: int) -> Refusal | None:
        """Why this card may not go there."""
        card, meld = move.card, state.melds[move.meld].meld
        if isinstance(move, LayOff) and move.end is not None and type(move.end) is not str:
            return Refusal(Reason.SPELLING, "SK-10", f"The end of a run is low or high, not {short(move.end)}.")
        if isinstance(move, SwapJoker):
            if meld.kind == "set":
                return Refusal(Reason.LOCKED, "SR-034", "Jokers in sets stay where they are.")
            place = move.position
            if type(place) is not int or not 1 <= place <= len(meld.cards) or meld.cards[place - 1] is not JOKER:
                return Refusal(Reason.NO_JOKER, "SR-031", f"There is no joker at position {short(place)} of {meld}.")
            due = meld.stands_for(place)
            if card is not due:
                return Refusal(Reason.NO_MATCH, "SR-032", f"That joker stands for {due}, not for {card}.")
            return None
        if len(state.hands[player]) <= self._kept:
            return _LAST_CARD
        if meld.kind == "set":
            if card is not JOKER and card.rank != meld.rank:
                return Refusal(Reason.NO_MATCH, "SR-039", f"{card} does not belong to the set {meld}.")
            right = LayOff(card, None, move.meld, None)
        else:
            ends = dict(self.melding.next_cards(meld))
            due = ends.get(move.end) if move.end is not None else None
            if move.end is None and card in (JOKER, *ends.values()):
                return Refusal(Reason.SPELLING, "SK-10", f"Say to which end of {meld} it goes, low or high.")
            if due is None or (card is not JOKER and card is not due):
                grows = " or ".join(f"{one} at the {end} end" for end, one in ends.items()) or "no card"
                return Refusal(Reason.NO_MATCH, "SR-039", f"To the run {meld} belongs {grows}.")
            right = LayOff(card, due if card is JOKER else None, move.meld, move.end)
        if move != right:
            return Refusal(Reason.SPELLING, "SK-10", f"This is written {right}.")
        if card is JOKER and not self.melding.takes_joker(meld, move.end):
            rule = "SR-A30" if meld.kind == "set" or self.adjacent_jokers else "SR-A31"
            return Refusal(Reason.TOO_MANY, rule, f"{meld} takes no further joker there.")
        return None

    # changing

    def apply_unchecked(
        self, state: ShanghaiState, move: ShanghaiMove, player: int, log: list[Event] | None = None
    ) -> ShanghaiState:
        """The state after a move from the lists."""
        kind = move.__class__
        if kind is Discard:
            return self._discard(state, cast(Discard, move).card, player, log)
        if kind is DrawStock:
            buyers = self._buyers(state)
            if buyers:
                return self._ask(state, buyers[0], log)
            return self._draw(state, state.hands, state.stock, state.discard, state.buys, state.chance, log)
        if kind is Pass:
            return self._pass(state, player, log)
        if kind is Buy:
            return self._buy(state, player, log)
        if kind is TakeDiscard:
            return self._take(state, player, log)
        if isinstance(move, LayMeld):
            return self._lay(state, move.meld, player, log)
        if isinstance(move, LayOff):
            return self._lay_off(state, move, player, log)
        if isinstance(move, SwapJoker):
            return self._exchange(state, move, player, log)
        return self._next_round(state, player, log)

    def _ask(self, state: ShanghaiState, claimant: int, log: list[Event] | None) -> ShanghaiState:
        """Somebody is asked whether to buy the top card of the pile (SR-A11, SR-A12)."""
        if log is not None:
            log.append(MayBuy(claimant, state.discard[-1]))
        return ShanghaiState(
            state.hands,
            state.stock,
            state.discard,
            state.melds,
            state.shown,
            state.removed,
            state.turn,
            state.contract,
            "claim",
            claimant,
            state.upcard,
            state.down,
            0,
            state.buys,
            None,
            state.round,
            state.chance,
        )

    def _pass(self, state: ShanghaiState, player: int, log: list[Event] | None) -> ShanghaiState:
        if log is not None:
            log.append(Passed(player))
        buyers = self._buyers(state)
        after = buyers.index(player) + 1
        if after < len(buyers):
            return self._ask(state, buyers[after], log)
        return self._draw(state, state.hands, state.stock, state.discard, state.buys, state.chance, log)

    def _buy(self, state: ShanghaiState, player: int, log: list[Event] | None) -> ShanghaiState:
        """The card and its price from the stock, then the draw of the player on turn (SR-023, SR-A11, SR-A15)."""
        card, discard, stock, chance = state.discard[-1:], state.discard[:-1], state.stock, state.chance
        number = state.buys[player] + 1
        if log is not None:
            log.append(Bought(player, card[0], number))
            log.append(Moved(card, Place("discard"), Place("hands", player)))
        if not stock:
            stock, chance = self._reshuffled(discard, chance, log)
            discard = ()
        price, stock = stock[:1], stock[1:]
        if log is not None:
            log.append(Moved(price, Place("stock"), Place("hands", player)))
        hands = put(state.hands, player, merge(state.hands[player], card + price))
        return self._draw(state, hands, stock, discard, put(state.buys, player, number), chance, log)

    def _reshuffled(self, cards: Cards, chance: Chance, log: list[Event] | None) -> tuple[Cards, Chance]:
        stock, chance = chance.shuffled(cards)
        if log is not None:
            log.append(Moved(cards, Place("discard"), Place("stock")))
            log.append(Shuffled("stock", len(stock)))
        return stock, chance

    def _draw(
        self,
        state: ShanghaiState,
        hands: tuple[Cards, ...],
        stock: Cards,
        discard: Cards,
        buys: tuple[int, ...],
        chance: Chance,
        log: list[Event] | None,
    ) -> ShanghaiState:
        """The player on turn draws; where the stock is empty, as `stock_exhausted` says (SR-016, SR-A16)."""
        turn = state.turn
        taken: FrenchCard | None = None
        if not stock:
            if self.stock_exhausted == "end_round":
                return self._end(state, hands, stock, discard, state.melds, buys, None, log)
            if len(discard) > 1:
                stock, chance = self._reshuffled(discard[:-1], chance, log)
                discard = discard[-1:]
        drawn, from_stock = stock[:1] or discard[-1:], bool(stock)
        if stock:
            stock = stock[1:]
        else:  # after a buy one discard may be all there is: it is the draw
            discard = discard[:-1]
            taken = next(iter(drawn))
        if log is not None:
            log.append(Moved(drawn, Place("stock" if from_stock else "discard"), Place("hands", turn)))
        return ShanghaiState(
            put(hands, turn, merge(hands[turn], drawn)),
            stock,
            discard,
            state.melds,
            state.shown,
            state.removed,
            turn,
            state.contract,
            "play",
            None,
            state.upcard,
            state.down,
            0,
            buys,
            taken,
            state.round,
            chance,
        )

    def _take(self, state: ShanghaiState, player: int, log: list[Event] | None) -> ShanghaiState:
        """The top card of the pile instead of a draw (SR-017)."""
        card = state.discard[-1:]
        if log is not None:
            log.append(Moved(card, Place("discard"), Place("hands", player)))
        return ShanghaiState(
            put(state.hands, player, merge(state.hands[player], card)),
            state.stock,
            state.discard[:-1],
            state.melds,
            state.shown,
            state.removed,
            player,
            state.contract,
            "play",
            None,
            state.upcard,
            state.down,
            0,
            state.buys,
            card[0],
            state.round,
            state.chance,
        )

    def _lay(self, state: ShanghaiState, meld: Meld, player: int, log: list[Event] | None) -> ShanghaiState:
        """A meld of the contract goes to the table; with the last one the player is down (SR-020)."""
        laid, down = state.laid + 1, state.down
        complete = laid == state.contract.melds
        if log is not None:
            log.append(MeldLaid(player, len(state.melds), meld))
            log.append(Moved(meld.cards, Place("hands", player), Place("melds")))
        if complete:
            down = put(down, player, True)
            if log is not None:
                log.append(WentDown(player))
        melds = (*state.melds, Laid(player, meld))
        return self._after_laying(state, player, without(state.hands[player], meld.cards), melds, down, laid, log)

    def _lay_off(self, state: ShanghaiState, move: LayOff, player: int, log: list[Event] | None) -> ShanghaiState:
        """A card goes to a meld (SR-035, SR-036)."""
        there = state.melds[move.meld]
        grown = there.meld.grown(move.card, move.end)
        if log is not None:
            log.append(LaidOff(player, move.card, move.meld, grown))
            log.append(Moved((move.card,), Place("hands", player), Place("melds")))
        hand = without(state.hands[player], (move.card,))
        melds = put(state.melds, move.meld, Laid(there.owner, grown))
        return self._after_laying(state, player, hand, melds, state.down, state.laid, log)

    def _exchange(self, state: ShanghaiState, move: SwapJoker, player: int, log: list[Event] | None) -> ShanghaiState:
        """A card takes the place of the joker that stood for it, and the joker comes to the hand (SR-031)."""
        there = state.melds[move.meld]
        swapped = there.meld.swapped(move.card, move.position)
        if log is not None:
            log.append(JokerSwapped(player, move.card, move.meld, swapped))
            log.append(Moved((move.card,), Place("hands", player), Place("melds")))
            log.append(Moved((JOKER,), Place("melds"), Place("hands", player)))
        hand = merge(without(state.hands[player], (move.card,)), (JOKER,))
        melds = put(state.melds, move.meld, Laid(there.owner, swapped))
        return self._after_laying(state, player, hand, melds, state.down, state.laid, log)

    def _after_laying(
        self,
        state: ShanghaiState,
        player: int,
        hand: Cards,
        melds: tuple[Laid, ...],
        down: tuple[bool, ...],
        laid: int,
        log: list[Event] | None,
    ) -> ShanghaiState:
        hands, taken = state.hands, state.taken
        if not hand:
            return self._end(
                state, put(hands, player, hand), state.stock, state.discard, melds, state.buys, player, log, down
            )
        if taken is not None and hand.count(taken) < hands[player].count(taken):
            taken = None  # it lies on the table, or its twin does
        return ShanghaiState(
            hands[:player] + (hand,) + hands[player + 1 :],
            state.stock,
            state.discard,
            melds,
            state.shown,
            state.removed,
            player,
            state.contract,
            "play",
            None,
            state.upcard,
            down,
            laid,
            state.buys,
            taken,
            state.round,
            state.chance,
        )

    def _discard(self, state: ShanghaiState, card: FrenchCard, player: int, log: list[Event] | None) -> ShanghaiState:
        """The turn ends with a card on the pile; with the last card, the round (SR-021, SR-040)."""
        hands = state.hands
        hand = without(hands[player], (card,))
        discard = (*state.discard, card)
        if log is not None:
            log.append(Moved((card,), Place("hands", player), Place("discard")))
        hands = hands[:player] + (hand,) + hands[player + 1 :]
        if not hand:
            state = evolve(state, upcard=False)
            return self._end(state, hands, state.stock, discard, state.melds, state.buys, player, log)
        turn = (player + 1) % self.players
        if log is not None:
            log.append(Turn(turn))
        return ShanghaiState(
            hands,
            state.stock,
            discard,
            state.melds,
            state.shown,
            state.removed,
            turn,
            state.contract,
            "draw",
            None,
            False,
            state.down,
            0,
            state.buys,
            None,
            state.round,
            state.chance,
        )

    def _end(
        self,
        state: ShanghaiState,
        hands: tuple[Cards, ...],
        stock: Cards,
        discard: Cards,
        melds: tuple[Laid, ...],
        buys: tuple[int, ...],
        out: int | None,
        log: list[Event] | None,
        down: tuple[bool, ...] | None = None,
    ) -> ShanghaiState:
        """The round is over: the hands are laid open and counted (SR-040, SR-041, SR-A16)."""
        scores = self._points(hands)
        places = ranked(scores)
        if log is not None:
            if out is not None:
                log.append(Out(out, 1))
            for seat, hand in enumerate(hands):
                if hand:
                    log.append(Moved(hand, Place("hands", seat), Place("shown", seat)))
            log.append(RoundOver(places, scores))
            if state.round.number == self.rounds:
                log.append(GameOver())
        return ShanghaiState(
            hands=((),) * self.players,
            stock=stock,
            discard=discard,
            melds=melds,
            shown=hands,
            removed=state.removed,
            turn=state.turn,
            contract=state.contract,
            phase="over",
            claimant=None,
            upcard=state.upcard,
            down=state.down if down is None else down,
            laid=0,
            buys=buys,
            taken=None,
            round=attrs.evolve(state.round, results=(*state.round.results, Result(places, scores))),
            chance=state.chance,
        )

    def _next_round(self, state: ShanghaiState, player: int, log: list[Event] | None) -> ShanghaiState:
        """The next dealer deals the next contract's round (SR-005, SR-A04)."""
        cards, chance = self.deck_order(None, None, state.chance)
        after = self._deal_out(cards, chance, attrs.evolve(state.round, number=state.round.number + 1, dealer=player))
        if log is not None:
            log.append(RoundBegan(after.round.number, player))
            log.extend(gathered(state))
            log.append(Shuffled("stock", len(cards)))
            log.extend(dealt(after, player, ("hands",), self.players))
            if after.discard:
                log.append(Moved(after.discard, Place("stock"), Place("discard")))
            log.append(Turn(after.turn))
        return after


_NO_DEAL: Final = Refusal(Reason.WRONG_PHASE, "SR-048", "The round is not over yet.")
_LAST_CARD: Final = Refusal(Reason.LAST_CARD, "SR-A41", "One card must be left to discard.")
