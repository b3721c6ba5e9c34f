"""The options of Shanghai Rummy, and what follows from them for all rooms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal

import attrs

import shedkit.authoring as sk
from shedkit.authoring import BY_ORDER, ConfigurationError, FrenchCard, FrozenMap, about, option, short
from shedkit.families.melds import ACE, JOKER, Contract, Meld, Melding, read_contracts
from shedkit.games.shanghai_rummy.moves import LayMeld, ShanghaiMove, lay_moves
from shedkit.games.shanghai_rummy.state import Cards, ShanghaiState

EQUAL_CARDS: Final = 6
"""Equal cards that a deck may have, jokers apart."""
JOKERS: Final = 16
"""Jokers that a deck may have."""
MELDS: Final = 5
"""Melds that a contract may ask for."""
CONTRACTS: Final = 30
"""Contracts, and so rounds, that a game may have."""

SEVEN: Final = tuple(Contract(sets, runs) for sets, runs in ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)))
"""The seven contracts (SR-006 to SR-012), each of a card more than the one before (SR-013, SR-A43)."""
POINTS: Final = {0: 50, **dict.fromkeys(range(2, 8), 5), **dict.fromkeys(range(8, 14), 10), ACE: 20}
"""What a card costs, by rank; 0 is the joker, 14 the ace (SR-042 to SR-045)."""


def _read_contracts(given: Iterable[Contract | tuple[int, int]]) -> tuple[Contract, ...]:
    return read_contracts(given, most=CONTRACTS, melds=MELDS)


def _read_points(given: Mapping[int, int]) -> FrozenMap[int, int]:
    if not isinstance(given, Mapping):
        raise ConfigurationError("points", f"it must be a table from rank to points, not {short(given)}")
    for rank, points in given.items():
        if type(rank) is not int or rank not in POINTS:
            raise ConfigurationError("points", f"{short(rank)} is no rank: 2 to 14, and 0 for the joker")
        if type(points) is not int or not 0 <= points <= 1000:
            raise ConfigurationError("points", f"a card costs from 0 to 1000 points, not {short(points)}")
    return FrozenMap({**POINTS, **given})


def _packs(rules: ShanghaiOptions) -> Cards:
    """Two packs and four jokers, if no option says otherwise (SR-002)."""
    decks, jokers = rules.decks, rules.jokers
    if type(decks) is not int or type(jokers) is not int or not 0 <= decks <= 4 or not 0 <= jokers <= JOKERS:
        return ()  # refused by the options themselves
    return tuple(sorted(FrenchCard.pack() * decks + (JOKER,) * jokers, key=BY_ORDER))


def _read_deck(given: str | Iterable[FrenchCard | str]) -> Cards:
    return sk.read_deck(FrenchCard, given, most=lambda card: JOKERS if card is JOKER else EQUAL_CARDS)


_melding: Final = lru_cache(maxsize=64)(Melding)


@attrs.frozen(kw_only=True, repr=False)
class ShanghaiOptions(sk.Game[ShanghaiState, ShanghaiMove]):
    """What can be set in Shanghai Rummy."""

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
    first_dealer: int | None = sk.first_dealer(rule="SR-A04")
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

    @sk.worked_out
    def melding(self) -> Melding:
        """The rules of melds: which are good, and what can be laid from a hand."""
        return _melding(self.ace, self.max_jokers_per_meld, self.adjacent_jokers)

    @sk.worked_out
    def lays(self) -> dict[Meld, LayMeld]:
        """The moves that lay the melds of a contract."""
        return lay_moves(self.melding)

    @sk.worked_out
    def kept(self) -> int:
        """How many cards must be left to discard at the end of a turn (SR-A41)."""
        return int(self.go_out == "discard")

    @property
    def turned_up(self) -> int:
        """Whether a deal begins the pile (SR-A03)."""
        return int(self.initial_upcard)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        most = self.hand_size + 2 * self.max_buys + 1 - self.kept
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
        for contract in self.contracts:
            if not self.melding.can_lay(self.deck, contract):
                raise ConfigurationError("contracts", f"with this deck nobody can ever lay {contract}")

    @property
    def rounds(self) -> int:
        """How many rounds a game has: one for each contract (SR-005, SR-A45, SR-A48)."""
        return len(self.contracts)

    def cost(self, cards: Iterable[FrenchCard]) -> int:
        """The points of cards left in hand (SR-A49)."""
        points = self.points
        return sum([points[card.rank] for card in cards])
