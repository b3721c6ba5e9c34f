"""The options of Shithead, and the tables that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from operator import attrgetter
from typing import Final, Literal

import attrs

import shedkit.authoring as sk
from shedkit.authoring import ConfigurationError, FrenchCard, FrozenMap, about, option, short
from shedkit.families.ladder import LadderGame, picks
from shedkit.games.shithead.moves import FOUR, PLAYS, Cards, Play, Power, ShitheadMove
from shedkit.games.shithead.state import ShitheadState

EQUAL_CARDS: Final = 16
"""Cards of one rank that a deck may have; more would make the lists of moves too long."""
ANYWHERE: Final = (Power.RESET, Power.BURN, Power.TRANSPARENT)
Plays = dict[FrenchCard | None, Play]


def _read_deck(given: str | Iterable[FrenchCard | str]) -> Cards:
    return sk.read_deck(FrenchCard, given, most=EQUAL_CARDS, alike=attrgetter("rank"))


def _read_powers(given: Mapping[int, Power]) -> FrozenMap[int, Power]:
    """The powers of ranks, lowest rank first."""
    if not isinstance(given, Mapping):
        raise ConfigurationError("powers", f"it must map ranks to powers, not be {short(given)}")
    for rank, power in given.items():
        _rank("powers", rank)
        if not isinstance(power, Power):
            raise ConfigurationError("powers", f"the power of {rank} must be a Power, not {short(power)}")
    return FrozenMap(dict(sorted(given.items())))


def _read_ranks(given: Iterable[int] | None) -> frozenset[int] | None:
    """A set of ranks, or ``None``."""
    if given is None:
        return None
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ConfigurationError("anywhere", f"it must be a set of ranks, not {short(given)}")
    return frozenset([_rank("anywhere", rank) for rank in islice(given, 100)])


def _rank(option: str, rank: object) -> int:
    if type(rank) is not int or not 2 <= rank <= 14:
        raise ConfigurationError(option, f"a rank is a number from 2 to 14 (the ace), not {short(rank)}")
    return rank


@attrs.frozen(kw_only=True, repr=False)
class ShitheadOptions(LadderGame[ShitheadState, ShitheadMove]):
    """What can be set in Shithead."""

    players: int = option(3, "How many play.", rule="SH-001", low=2, high=5)
    rounds: int = option(1, "How many rounds a game has.", rule="SH-A18", low=1, high=1000)
    first_dealer: int | None = sk.first_dealer(rule="SH-A18")
    deck: Cards = attrs.field(
        default=FrenchCard.pack(),
        converter=_read_deck,
        metadata=about("The cards, as codes: the ordinary pack of 52.", rule="SH-002"),
    )
    powers: Mapping[int, Power] = attrs.field(
        default=FrozenMap({2: Power.RESET, 10: Power.BURN}),
        converter=_read_powers,
        metadata=about("What ranks do beside their value; 7: LOW is the seven variant.", rule="SH-A02"),
    )
    anywhere: frozenset[int] | None = attrs.field(
        default=None,
        converter=_read_ranks,
        metadata=about(
            "Ranks that may be laid on anything; without it, those that reset, burn or are transparent.",
            rule="SH-A02",
        ),
    )
    burn_on_low: bool = option(False, "Whether a burning rank may be laid on an active LOW.", rule="SH-A05")
    multi_card: bool = option(False, "Whether up to four cards of one rank may be laid at once.", rule="SH-A01")
    quad_burns: bool = option(True, "Whether four of one rank on top burn the pile.", rule="SH-038")
    quad_extra_turn: bool = option(True, "Whether who burns by four of a rank is on again.", rule="SH-A07")
    out_of_turn_quad: bool = option(False, "Whether anybody may complete four of a rank out of turn.", rule="SH-A09")
    blind_take: bool = option(True, "Whether the pile may be taken instead of turning a blind card.", rule="SH-A14")
    swap: Literal["arrange", "single", "off"] = option(
        "arrange", "How the rows are settled: one choice of three, swaps one by one, or not at all.", rule="SH-A15"
    )
    take_with_face_up: bool = option(
        False, "Whether a face-up card goes along when none of the row fits.", rule="SH-A21"
    )
    next_dealer: Literal["loser", "rotate"] = option("loser", "Who deals the next round.", rule="SH-A18")

    def __attrs_post_init__(self) -> None:
        """Refuse a deck that is too small for three rows each (SH-004, SH-A29), or has too many equal cards."""
        super().__attrs_post_init__()
        if any(card.rank == 0 for card in self.deck):
            raise ConfigurationError("deck", "the game has no rule for a joker")
        if self.out_of_turn_quad and not self.quad_burns:
            raise ConfigurationError("out_of_turn_quad", "it needs quad_burns: there is nothing to complete")

    def beats(self, card: FrenchCard, rank: int) -> bool:
        """Whether a card may be laid while a card of this rank counts on the pile.

        SH-015 to SH-018, SH-034, SH-040, SH-A02 to SH-A06 and SH-A28 stand here and nowhere else.

        >>> from shedkit import Shithead
        >>> Shithead().beats(FrenchCard("9h"), 8), Shithead().beats(FrenchCard("7h"), 8)
        (True, False)
        """
        power, on = self.power[card.rank], self.power[rank]
        free = power in ANYWHERE if self.anywhere is None else card.rank in self.anywhere
        if on is Power.RESET:
            return True
        if on is Power.LOW:
            return card.rank <= rank or (free and (self.burn_on_low or power is not Power.BURN))
        return card.rank >= rank or free

    @sk.table
    def power(self, rank: int) -> Power | None:
        """What a rank does beside its value."""
        return self.powers.get(rank)

    @sk.worked_out
    def looked_through(self) -> frozenset[FrenchCard]:
        """The cards of the deck below which another one counts."""
        return frozenset([card for card in self.deck if self.powers.get(card.rank) is Power.TRANSPARENT])

    @sk.table
    def fitting(self, top: FrenchCard | None) -> Plays:
        """The plays of single cards that fit on a card, by card; none if the card is looked through.

        On no card, anything may be laid (SH-014): these are all cards there are.
        """
        if top in self.looked_through:
            return {}
        return {card: PLAYS[card,] for card in self.deck if top is None or self.beats(card, top.rank)}

    @sk.table
    def picked(self, *group: FrenchCard) -> tuple[Play, ...]:
        """The plays of cards out of a group of one rank: of one or, with `multi_card`, of up to four (SH-A01)."""
        sizes = range(1, FOUR + 1 if self.multi_card else 2)
        return tuple([PLAYS.get(cards) or Play(cards) for cards in picks(group, sizes)])

    @sk.worked_out
    def many(self) -> bool:
        """Whether there are other plays than one for each card of a zone."""
        return self.multi_card or len(set(self.deck)) < len(self.deck)
