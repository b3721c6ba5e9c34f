"""Shithead: three rows, equal or higher, the two resets, the ten burns.

>>> from shedkit.games.shithead import Play, Shithead
>>> rules = Shithead(players=2)
>>> state = rules.position(hands=["3d 7h 9s", "4c"], discard="8c")
>>> [str(move) for move in rules.legal_moves(state, 0)]
['play 9s', 'take']
>>> state = rules.apply(state, Play("9s"), 0)
>>> str(rules.refusal(state, Play("4c"), 1))
'4c is lower than the 9 that counts. (SH-016)'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal, cast

import attrs
from typing_extensions import Self

from shedkit.core.cards import BY_ORDER, Card, FrenchCard, codes, read_cards
from shedkit.core.chance import Chance
from shedkit.core.errors import ConfigurationError, NotationError
from shedkit.core.events import (
    Event,
    Moved,
    Out,
    Place,
    RoundBegan,
    Shuffled,
    Skipped,
    Turn,
)
from shedkit.core.holding import refuse_cards
from shedkit.core.moves import DEAL, Deal, Move, reuse
from shedkit.core.options import FrozenMap, about, option
from shedkit.core.outcomes import Outcome, Round
from shedkit.core.positions import (
    flags_fault,
    left_over,
    read_flags,
    read_hands,
    read_round,
    read_rows,
    read_seats,
    read_zone,
)
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.rounds import dealt, gathered
from shedkit.core.rules import Rules
from shedkit.core.states import Holds, Visibility, cards_in, evolve, fact, state, zone
from shedkit.core.turns import around, next_seat
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.core.zones import deal_round, empty_slots, fill_slots, lift, merge, put, without
from shedkit.families.ladder import (
    DECLINE,
    EMPTY_ROW,
    EVENTS,
    ROW,
    Burned,
    Chose,
    Decline,
    Declined,
    Flip,
    Flipped,
    LadderState,
    Reacted,
    blind_moves,
    declined_fault,
    drew,
    governing,
    match_outcome,
    on_top,
    picks,
    refill,
    refuse_decline,
    refuse_flip,
    row_choices,
    row_moves,
    scored,
    seat_before,
    table_fault,
    takes_out_of,
    without_cards,
)

__all__ = [
    "Arrange",
    "Deal",
    "Decline",
    "Flip",
    "Play",
    "Power",
    "React",
    "Ready",
    "Reversed",
    "Shithead",
    "ShitheadMove",
    "ShitheadState",
    "Swap",
    "TakePile",
]

FOUR: Final = 4
"""Cards of one rank that make a set."""
EQUAL_CARDS: Final = 16
"""Cards of one rank that a deck may have; more would make the lists of moves too long."""


# --- cards


class Power(Enum):
    """What a rank does beside its value."""

    RESET = "reset"
    """The next card may have any value (SH-034)."""
    BURN = "burn"
    """The pile leaves the game, its layer is on again (SH-035, SH-036)."""
    LOW = "low"
    """The next player must lay this rank or lower (SH-040)."""
    TRANSPARENT = "transparent"
    """The card below counts."""
    SKIP = "skip"
    """The next player's turn is skipped."""
    REVERSE = "reverse"
    """The turn order changes its direction."""


# --- moves


def _in_order(cards: str | Iterable[FrenchCard | str]) -> tuple[FrenchCard, ...]:
    return tuple(sorted(read_cards(FrenchCard, cards), key=BY_ORDER))


def _card_or_none(card: FrenchCard | str | None) -> FrenchCard | None:
    return None if card is None else FrenchCard(card)


@attrs.frozen
class Play(Move):
    """Lay cards of one rank on the pile, from the hand or from the face-up row.

    >>> str(Play("7h 7c"))
    'play 7c 7h'
    """

    verb = "play"
    cards: tuple[FrenchCard, ...] = attrs.field(converter=_in_order)


@attrs.frozen
class React(Move):
    """Lay the cards that complete four of a kind, out of turn (SH-A09)."""

    verb = "react"
    cards: tuple[FrenchCard, ...] = attrs.field(converter=_in_order)


@attrs.frozen
class TakePile(Move):
    """Take the whole pile, where the house rule says so together with a card of the face-up row (SH-A21)."""

    verb = "take"
    face_up: FrenchCard | None = attrs.field(default=None, converter=_card_or_none)


@attrs.frozen
class Arrange(Move):
    """Choose the face-up row out of hand and row, once (SH-009)."""

    verb = "arrange"
    face_up: tuple[FrenchCard, ...] = attrs.field(converter=_in_order)


@attrs.frozen
class Swap(Move):
    """Exchange one hand card for one card of the face-up row (SH-009, with ``swap="single"``)."""

    verb = "swap"
    hand: FrenchCard = attrs.field(converter=FrenchCard)
    face_up: FrenchCard = attrs.field(converter=FrenchCard)


@attrs.frozen
class Ready(Move):
    """Swap no more."""

    verb = "ready"


ShitheadMove = Play | React | Decline | TakePile | Flip | Arrange | Swap | Ready | Deal
"""Every move of the game."""

_PACK: Final = FrenchCard.pack()
_PLAYS: Final = {
    cards: reuse(Play(cards))
    for rank in range(2, 15)
    for cards in picks(tuple(card for card in _PACK if card.rank == rank), range(1, FOUR + 1))
}
_TAKES: Final = (reuse(TakePile()),)
_READY: Final = reuse(Ready())


@lru_cache(maxsize=2**15)  # there are 24,804 rows of three cards
def _arrange(cards: Cards) -> Arrange:
    return Arrange(cards)


# --- events


@attrs.frozen
class Reversed(Event):
    """The turn order changed its direction: 1 is clockwise, -1 is not."""

    direction: int

    def __str__(self) -> str:
        return "play goes on " + ("clockwise" if self.direction == 1 else "anticlockwise")


# --- state

Cards = tuple[FrenchCard, ...]
Row = tuple[FrenchCard | None, ...]


@state
class ShitheadState(LadderState):
    """A position of Shithead."""

    hands: tuple[Cards, ...] = zone(Visibility.OWNER, Holds.PLAYERS, in_order=True, doc="each player's hand")
    face_up: tuple[Row, ...] = zone(Visibility.EVERYONE, Holds.PLAYERS, doc="each player's open row")
    face_down: tuple[Row, ...] = zone(Visibility.NOBODY, Holds.PLAYERS, doc="each player's blind cards")
    stock: Cards = zone(Visibility.NOBODY, doc="the cards to draw, next one first")
    discard: Cards = zone(Visibility.EVERYONE, doc="the pile, top card last")
    removed: Cards = zone(Visibility.EVERYONE, doc="burned cards")
    turn: int = fact(Visibility.EVERYONE, Holds.SEAT, doc="who is on turn")
    phase: Literal["swap", "play", "over"] = fact(Visibility.EVERYONE, doc="swap, play, or over: the round is over")
    layer: int = fact(Visibility.EVERYONE, Holds.SEAT, doc="who laid last")
    direction: int = fact(Visibility.EVERYONE, doc="1 clockwise, -1 anticlockwise")
    out: tuple[int, ...] = fact(Visibility.EVERYONE, Holds.SEATS, doc="players without cards, first one first")
    ready: tuple[bool, ...] = fact(Visibility.EVERYONE, Holds.PLAYERS, doc="who has settled the face-up row")
    declined: tuple[bool, ...] = fact(Visibility.OWNER, Holds.PLAYERS, doc="who let the chance to complete a set go by")
    round: Round = fact(Visibility.EVERYONE, Holds.VALUE, doc="number, dealer and results so far")
    chance: Chance = fact(Visibility.NOBODY, doc="the source of coming shuffles")


_LOCKED: Final = cast("type[ShitheadState]", ShitheadState.locked)


# --- options


def _read_deck(given: str | Iterable[FrenchCard | str]) -> Cards:
    try:
        cards = _in_order(given)
    except NotationError as error:
        raise ConfigurationError("deck", str(error)) from None
    for card in cards:
        if not card.rank:
            raise ConfigurationError("deck", "the game has no rule for a joker")
    return cards


def _read_powers(given: Mapping[int, Power]) -> FrozenMap[int, Power]:
    if not isinstance(given, Mapping):
        raise ConfigurationError("powers", f"it must map ranks to powers, not be {short(given)}")
    for rank, power in given.items():
        if type(rank) is not int or not 2 <= rank <= 14:
            raise ConfigurationError("powers", f"a rank is a number from 2 to 14 (the ace), not {short(rank)}")
        if not isinstance(power, Power):
            raise ConfigurationError("powers", f"the power of {rank} must be a Power, not {short(power)}")
    return FrozenMap(dict(sorted(given.items())))


def _read_ranks(given: Iterable[int] | None) -> frozenset[int] | None:
    if given is None:
        return None
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ConfigurationError("anywhere", f"it must be a set of ranks, not {short(given)}")
    ranks = list(islice(given, 100))
    for rank in ranks:
        if type(rank) is not int or not 2 <= rank <= 14:
            raise ConfigurationError("anywhere", f"a rank is a number from 2 to 14, not {short(rank)}")
    return frozenset(ranks)


_ANYWHERE: Final = (Power.RESET, Power.BURN, Power.TRANSPARENT)


# --- rules


@attrs.frozen(kw_only=True, repr=False)
class Shithead(Rules[ShitheadState, ShitheadMove]):
    """The rules of Shithead. The defaults are the literal reading of the source; most tables play `common`.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> Shithead(players=4, multi_card=True)
    Shithead(players=4, multi_card=True)

    """

    name = "shithead"
    card_type = FrenchCard
    state_type = ShitheadState
    move_types = (
        Play,
        React,
        Decline,
        TakePile,
        Flip,
        Arrange,
        Swap,
        Ready,
        Deal,
    )
    event_types = (*EVENTS, Reversed)

    players: int = option(3, "How many play.", rule="SH-001", low=2, high=5)
    rounds: int = option(1, "How many rounds a game has.", rule="SH-A18", low=1, high=1000)
    first_dealer: int | None = option(
        None, "Who deals the first round; without it, the last seat.", rule="SH-A18", seat=True
    )
    deck: Cards = attrs.field(
        default=_PACK,
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
        "arrange",
        "How the rows are settled: one choice of three, swaps one by one, or not at all.",
        rule="SH-A15",
    )
    take_with_face_up: bool = option(
        False, "Whether a face-up card goes along when none of the row fits.", rule="SH-A21"
    )
    next_dealer: Literal["loser", "rotate"] = option("loser", "Who deals the next round.", rule="SH-A18")

    # worked out from the options
    _fits: dict[FrenchCard, dict[FrenchCard | None, Play]] = attrs.field(init=False, eq=False)
    _all: dict[FrenchCard | None, Play] = attrs.field(init=False, eq=False)
    _transparent: frozenset[FrenchCard] = attrs.field(init=False, eq=False)
    _power: dict[int, Power] = attrs.field(init=False, eq=False)
    _many: bool = attrs.field(init=False, eq=False)  # a card alone is not the only play
    _house: bool = attrs.field(init=False, eq=False)  # there are moves beside plays and the plain take
    _nobody: tuple[bool, ...] = attrs.field(init=False, eq=False)
    _only: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False)
    _left: tuple[int, ...] = attrs.field(init=False, eq=False)

    @classmethod
    def literal(cls, *, players: int = 3) -> Self:
        """The source to the letter: one card a turn, the two resets, the ten burns, the seven is a seven."""
        return cls(players=players)

    @classmethod
    def common(cls, *, players: int = 3) -> Self:
        """What most tables play: several cards of one rank at once, and the seven variant."""
        return cls(players=players, multi_card=True, powers={2: Power.RESET, 7: Power.LOW, 10: Power.BURN})

    @classmethod
    def plain(cls, *, players: int = 3) -> Self:
        """No special cards at all."""
        return cls(players=players, powers={})

    def __attrs_post_init__(self) -> None:
        need = 3 * ROW * self.players
        if len(self.deck) < need:
            raise ConfigurationError("deck", f"{self.players} players are dealt {need} cards, it has {len(self.deck)}")
        rank, most = Counter(card.rank for card in self.deck).most_common(1)[0]
        if most > EQUAL_CARDS:
            raise ConfigurationError("deck", f"it must have at most {EQUAL_CARDS} cards of rank {rank}, not {most}")
        if self.out_of_turn_quad and not self.quad_burns:
            raise ConfigurationError("out_of_turn_quad", "it needs quad_burns: there is nothing to complete")
        kinds = tuple(dict.fromkeys(self.deck))
        power = dict(self.powers)
        tables = {
            "_power": power,
            "_all": {card: _PLAYS[card,] for card in kinds},
            "_transparent": frozenset(card for card in kinds if power.get(card.rank) is Power.TRANSPARENT),
            "_many": self.multi_card or len(kinds) < len(self.deck),
            "_house": self.out_of_turn_quad or self.take_with_face_up,
            "_nobody": (False,) * self.players,
            "_only": tuple((seat,) for seat in range(self.players)),
            "_left": tuple(next_seat(seat, self.players) for seat in range(self.players)),
        }
        for name, value in tables.items():
            object.__setattr__(self, name, value)
        by_rank = {
            rank: {card: _PLAYS[card,] for card in kinds if self.beats(card, rank)}
            for rank in {card.rank for card in kinds}
        }
        object.__setattr__(self, "_fits", {top: by_rank[top.rank] for top in kinds if top not in self._transparent})

    def beats(self, card: FrenchCard, rank: int) -> bool:
        """Whether a card may be laid while a card of this rank counts on the pile.

        SH-015 to SH-018, SH-034, SH-040 and SH-A02 to SH-A06 stand here and nowhere else.

        >>> Shithead().beats(FrenchCard("9h"), 8), Shithead().beats(FrenchCard("7h"), 8)
        (True, False)
        """
        power = self._power
        anywhere = self.anywhere
        free = power.get(card.rank) in _ANYWHERE if anywhere is None else card.rank in anywhere
        governed_by = power.get(rank)
        if governed_by is Power.RESET:
            return True
        if governed_by is Power.LOW:
            burns = power.get(card.rank) is Power.BURN
            return card.rank <= rank or (free and (self.burn_on_low or not burns))
        return card.rank >= rank or free

    # dealing

    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> ShitheadState:
        """A fresh game: three cards face down, three face up, three in the hand (SH-003 to SH-008).

        >>> state = Shithead(players=5).deal(seed=7)
        >>> len(state.stock)
        7
        """
        cards, chance = self.deck_order(seed, order)
        dealer = self.players - 1 if self.first_dealer is None else self.first_dealer
        return self._deal_out(cards, chance, Round(1, dealer))

    def _deal_out(self, cards: Cards, chance: Chance, round_: Round) -> ShitheadState:
        n, first = self.players, next_seat(round_.dealer, self.players)
        down, used = deal_round(cards, 0, n, ROW, first)
        up, used = deal_round(cards, used, n, ROW, first)
        hands, used = deal_round(cards, used, n, ROW, first)
        swapping = self.swap != "off"
        return ShitheadState(
            hands=tuple(merge((), hand) for hand in hands),
            face_up=tuple(up),
            face_down=tuple(down),
            stock=cards[used:],
            discard=(),
            removed=(),
            turn=first,
            phase="swap" if swapping else "play",
            layer=round_.dealer,
            direction=1,
            out=(),
            ready=(not swapping,) * n,
            declined=self._nobody,
            round=round_,
            chance=chance,
        )

    def position(
        self,
        *,
        hands: Sequence[str],
        face_up: Sequence[str] = (),
        face_down: Sequence[str] = (),
        discard: str = "",
        stock: str | None = None,
        removed: str = "",
        turn: int = 0,
        phase: Literal["swap", "play", "over"] = "play",
        layer: int | None = None,
        direction: int = 1,
        out: Sequence[int] | None = None,
        ready: Sequence[bool] | None = None,
        declined: Sequence[bool] | None = None,
        dealer: int | None = None,
        round: int = 1,  # the word of the design
        results: Sequence[Sequence[int]] = (),
        seed: int = 0,
    ) -> ShitheadState:
        """Any position, from card codes.

        A pile goes bottom to top, the stock next card first, a row by its slots with ``-`` for an empty one.
        Cards that no zone names form the stock in deck order or, if ``stock`` is named, are removed.

        Args:
            hands: one text of codes for each player; players at the end may be left out.
            face_up: the open rows, likewise.
            face_down: the blind cards, likewise.
            discard: the pile.
            stock: the cards to draw.
            removed: burned cards.
            turn: who is on turn; in the swap phase, who will begin.
            phase: ``"swap"``, ``"play"`` or ``"over"``.
            layer: who laid last; by default the seat before ``turn``.
            direction: 1 for clockwise, -1 for anticlockwise.
            out: who has no cards left, first one first; by default the players without cards, by seat.
            ready: in the swap phase, who has settled the row.
            declined: who let the chance to complete a set go by.
            dealer: who dealt; by default the first dealer.
            round: which round it is, from 1.
            results: places by seat of each round that is over.
            seed: decides coming shuffles.

        Raises:
            PositionError: for wrong cards, contradictions, or a position in which an actor has no move.

        >>> state = Shithead(players=2).position(hands=["7h 8s", "Tc"], discard="5c 8d", stock="2h")
        >>> codes(state.discard), codes(state.stock), len(state.removed)
        ('5c 8d', '2h', 46)

        """
        n = self.players
        zones: tuple[Any, ...] = (
            read_hands(FrenchCard, "hands", hands, n),
            read_rows(FrenchCard, "face_up", face_up, n, ROW),
            read_rows(FrenchCard, "face_down", face_down, n, ROW),
            read_zone(FrenchCard, "discard", discard),
            read_zone(FrenchCard, "removed", removed),
            read_zone(FrenchCard, "stock", stock or ""),
        )
        rest = left_over(self.deck, (card for card in cards_in(zones) if isinstance(card, FrenchCard)))
        first_dealer = n - 1 if self.first_dealer is None else self.first_dealer
        return self.checked(
            ShitheadState(
                hands=zones[0],
                face_up=zones[1],
                face_down=zones[2],
                stock=rest if stock is None else zones[5],
                discard=zones[3],
                removed=zones[4] if stock is None else zones[4] + rest,
                turn=turn,
                phase=phase,
                layer=seat_before(turn, n) if layer is None else layer,
                direction=direction,
                out=read_seats("out", out, without_cards(zones[:3], n)),
                ready=read_flags("ready", ready, n, default=phase != "swap"),
                declined=read_flags("declined", declined, n),
                round=read_round(round, first_dealer if dealer is None else dealer, results),
                chance=Chance.of(seed),
            )
        )

    def fault(self, state: ShitheadState) -> str | None:
        """What contradicts the rules in a position, beyond cards and seats."""
        n = self.players
        if type(state.direction) is not int or state.direction not in (1, -1):
            return f"direction: it must be 1 or -1, not {short(state.direction)}"
        fault = table_fault(state, self.rounds, phase=state.phase, phases=("swap", "play", "over")) or flags_fault(
            ready=state.ready, declined=state.declined
        )
        if fault is not None or state.phase == "over":
            return fault
        if state.turn in state.out:
            return f"turn: player {state.turn} is out"
        if state.phase == "swap":
            if self.swap == "off":
                return "phase: there is no swap phase with swap='off'"
            if all(state.ready):
                return "ready: all players are ready, so the swap phase is over"
            if any(len(state.hands[s]) != ROW or None in state.face_up[s] for s in range(n)):
                return f"in the swap phase every player has {ROW} hand cards and {ROW} face-up cards"
        elif not all(state.ready):
            return "ready: all players are ready once the swap phase is over"
        return declined_fault(state.declined, lambda seat: seat != state.turn and self._completions(state, seat))

    # reading

    def actors(self, at: ShitheadState | View[ShitheadState]) -> tuple[int, ...]:
        """The player on turn; in the swap phase all who are not ready; between rounds the next dealer.

        With ``out_of_turn_quad``, before them whoever could complete a set, clockwise from the layer.
        """
        if isinstance(at, _LOCKED):
            if at.phase == "play":
                turn = self._only[at.turn]
                if not self.out_of_turn_quad:
                    return turn
                others = [seat for seat in around(at.layer, self.players) if seat != at.turn and not at.declined[seat]]
                return (*[seat for seat in others if self._completions(at, seat)], *turn)
            return self.public_actors(at)
        return self.seen_actors(at) if isinstance(at, View) else self.public_actors(self.inside(at, None))

    def public_actors(self, state: ShitheadState) -> tuple[int, ...]:
        """The player on turn, who is not ready, or the next dealer."""
        if state.phase == "play":
            return self._only[state.turn]
        if state.phase == "swap":
            return tuple(seat for seat in around(state.dealer, self.players) if not state.ready[seat])
        return () if len(state.results) == self.rounds else self._only[self._next_dealer(state)]

    def _next_dealer(self, state: ShitheadState) -> int:
        if self.next_dealer == "rotate":
            return next_seat(state.dealer, self.players)
        return state.results[-1].places.index(self.players)

    def _completions(self, state: ShitheadState, player: int) -> tuple[Cards, ...]:
        """The sets of cards with which a player could complete four of a kind on the pile (SH-A09)."""
        if not self.out_of_turn_quad:
            return ()
        missing = FOUR - on_top(state.discard, _rank)
        if not 0 < missing < FOUR:
            return ()
        cards, _ = takes_out_of(state.hands[player], state.face_up[player], state.stock)
        rank = state.discard[-1].rank
        return picks(tuple(card for card in cards if card.rank == rank), range(missing, missing + 1))

    def _fitting(self, discard: Cards) -> dict[FrenchCard | None, Play]:
        """The plays of single cards that the pile takes, by card."""
        if not discard:
            return self._all
        fits = self._fits.get(discard[-1])
        if fits is None:
            top = governing(discard, self._transparent)
            return self._all if top is None else self._fits[top]
        return fits

    def legal_moves(self, at: ShitheadState | View[ShitheadState], player: int) -> tuple[ShitheadMove, ...]:
        """Plays in deck order, then a reaction, then taking the pile; blind cards by their slots."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, player)
        if now.phase != "play":
            return self._moves_between(now, player)
        if player != now.turn or type(player) is not int:
            if not self.out_of_turn_quad or type(player) is not int or not 0 <= player < self.players:
                return ()
            completions = self._completions(now, player)
            return (*map(React, completions), DECLINE) if completions and not now.declined[player] else ()
        discard = now.discard
        fits = self._fits.get(discard[-1]) if discard else self._all
        if fits is None:
            fits = self._fitting(discard)
        cards: Sequence[FrenchCard | None] = now.hands[player]
        if not cards and not now.stock:
            cards = now.face_up[player]
            if cards == EMPTY_ROW:
                blind = blind_moves(now.face_down[player])
                return blind + _TAKES if discard and self.blind_take else blind
        plays = self._grouped(cards, fits) if self._many else tuple(filter(None, map(fits.get, cards)))
        if self._house:
            taken = {play.cards for play in plays}
            reactions = [React(done) for done in self._completions(now, player) if done not in taken]
            return (*plays, *reactions, *self._takes(now, player, bool(plays)))
        return plays + _TAKES if discard else plays

    def _grouped(self, cards: Sequence[FrenchCard | None], fits: dict[FrenchCard | None, Play]) -> tuple[Play, ...]:
        """Plays of one to four cards of one rank, or of single cards where equal cards are about."""
        by_rank: dict[int, list[FrenchCard]] = {}
        for card in cards:
            if card is not None and card in fits:
                by_rank.setdefault(card.rank, []).append(card)
        sizes = range(1, FOUR + 1 if self.multi_card else 2)
        return tuple(
            [_PLAYS.get(pick) or Play(pick) for group in by_rank.values() for pick in picks(tuple(group), sizes)]
        )

    def _takes(self, state: ShitheadState, player: int, can_play: bool) -> tuple[TakePile, ...]:
        """The ways to take the pile, outside the blind phase."""
        if not state.discard:
            return ()
        if self.take_with_face_up and not can_play:
            cards, place = takes_out_of(state.hands[player], state.face_up[player], state.stock)
            if place == "face_up":
                return tuple([TakePile(card) for card in dict.fromkeys(cards)])
        return _TAKES

    def _moves_between(self, state: ShitheadState, player: int) -> tuple[ShitheadMove, ...]:
        """Moves in the swap phase and between rounds."""
        if player not in self.public_actors(state) or type(player) is not int:
            return ()
        if state.phase == "over":
            return (DEAL,)
        hand, row = state.hands[player], state.face_up[player]
        if self.swap == "arrange":
            return tuple([_arrange(cards) for cards in row_choices(hand, row)])
        pairs = dict.fromkeys((mine, open_) for mine in hand for open_ in row if mine is not open_)
        return (*[Swap(mine, open_) for mine, open_ in pairs if open_ is not None], _READY)

    def outcome(self, at: ShitheadState | View[ShitheadState]) -> Outcome | None:
        """Places by going out and one loser; over several rounds, places by fewest rounds lost (SH-043)."""
        now = self.inside(at, None)
        return match_outcome(now.results, self.rounds, only_first_wins=True) if now.phase == "over" else None

    def hidden_values(self, state: ShitheadState, name: str, player: int) -> tuple[object, ...]:
        """``declined``: a player who could complete a set may have let it go by."""
        could = state.phase == "play" and player != state.turn and self._completions(state, player)
        return (False, True) if could else (False,)

    # refusing

    def refusal(self, at: ShitheadState | View[ShitheadState], move: ShitheadMove, player: int) -> Refusal | None:
        """Why the move is not legal, or ``None``."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, player)
        if player.__class__ is int and now.phase == "play":
            if player == now.turn:
                if isinstance(move, Play):
                    return self._refuse_play(now, move.cards, player)
                if isinstance(move, TakePile):
                    return self._refuse_take(now, move, player)
                if isinstance(move, Flip):
                    return self._refuse_flip(now, move, player)
            if isinstance(move, React):
                return self._refuse_react(now, move, player)
            if isinstance(move, Decline):
                return self._refuse_decline(now, player)
        return self._refuse_between(now, move, player)

    def _refuse_play(self, state: ShitheadState, cards: Cards, player: int) -> Refusal | None:
        zone_cards, place = takes_out_of(state.hands[player], state.face_up[player], state.stock)
        fits = self._fitting(state.discard)
        if len(cards) == 1 and cards[0] in zone_cards and cards[0] in fits:
            return None
        refusal = self._refuse_cards(state, cards, player, zone_cards, place)
        if refusal is not None:
            return refusal
        if len({card.rank for card in cards}) > 1:
            return Refusal(Reason.NOT_ALIKE, "SH-A01", "Cards laid together must be of one rank.")
        if len(cards) > (FOUR if self.multi_card else 1):
            most = "At most four cards may" if self.multi_card else "Only one card may"
            return Refusal(Reason.TOO_MANY, "SH-A01", f"{most} be laid at once.")
        if cards[0] in fits:
            return None
        top = governing(state.discard, self._transparent)
        assert top is not None
        if self._power.get(top.rank) is Power.LOW:
            number = "SH-A05" if self._power.get(cards[0].rank) is Power.BURN else "SH-040"
            return Refusal(Reason.TOO_HIGH, number, f"After {top} only that rank or lower may be laid.")
        return Refusal(Reason.TOO_LOW, "SH-016", f"{cards[0]} is lower than the {top.code[0]} that counts.")

    def _refuse_cards(
        self, state: ShitheadState, cards: Cards, player: int, playable: Cards, place: str | None
    ) -> Refusal | None:
        """Cards that are not the player's to lay now."""
        own = state.hands[player] + tuple([card for card in state.face_up[player] if card is not None])
        if place is None and not own:
            return Refusal(Reason.WRONG_ZONE, "SH-026", "Only blind cards are left: turn one over by its slot.")
        return refuse_cards(cards, playable, own, self._all, waiting=_WAITING)

    def _refuse_take(self, state: ShitheadState, move: TakePile, player: int) -> Refusal | None:
        if not state.discard:
            return Refusal(Reason.EMPTY_PILE, "SH-A12", "There is no pile to take: you must lay a card.")
        cards, place = takes_out_of(state.hands[player], state.face_up[player], state.stock)
        if place is None and not self.blind_take and state.face_down[player] != EMPTY_ROW:
            return Refusal(Reason.MUST_PLAY, "SH-A14", "You must turn over a blind card.")
        fits = self._fitting(state.discard)
        with_row = self.take_with_face_up and place == "face_up" and not any(card in fits for card in cards)
        if with_row and move.face_up is None:
            return Refusal(Reason.NO_CARD, "SH-A21", "Name the face-up card that goes along with the pile.")
        if move.face_up is None:
            return None
        if not self.take_with_face_up:
            return Refusal(Reason.OPTION_OFF, "SH-A21", "No face-up card goes along with the pile here.")
        if not with_row:
            return Refusal(
                Reason.WRONG_ZONE,
                "SH-A21",
                "A face-up card goes along only when none of the row can be laid.",
            )
        if move.face_up not in self._all:
            return Refusal(Reason.UNKNOWN_CARD, "SK-07", f"There is no {move.face_up} in this deck.")
        if move.face_up not in cards:
            return Refusal(Reason.CARD_NOT_HELD, "SK-09", f"{move.face_up} is not in your face-up row.")
        return None

    def _refuse_flip(self, state: ShitheadState, move: Flip, player: int) -> Refusal | None:
        if state.hands[player] or state.stock or state.face_up[player] != EMPTY_ROW:
            return Refusal(
                Reason.WRONG_ZONE,
                "SH-026",
                "Blind cards are turned only when hand, stock and open row are gone.",
            )
        return refuse_flip(state.face_down[player], move.slot, "SH-026")

    def _refuse_react(self, state: ShitheadState, move: React, player: int) -> Refusal | None:
        if not 0 <= player < self.players:
            return self.not_a_move(state, move, player)
        if not self.out_of_turn_quad:
            return Refusal(Reason.OPTION_OFF, "SH-A09", "Sets are not completed out of turn here.")
        cards, place = takes_out_of(state.hands[player], state.face_up[player], state.stock)
        refusal = self._refuse_cards(state, move.cards, player, cards, place)
        if refusal is not None:
            return refusal
        if move.cards not in self._completions(state, player):
            return Refusal(
                Reason.NOTHING_TO_COMPLETE,
                "SH-A09",
                f"{codes(move.cards)} would not complete four of a kind.",
            )
        if state.declined[player]:
            return Refusal(Reason.NOT_AN_ACTOR, "SH-A09", "You let this chance go by.")
        if player == state.turn and self._refuse_play(state, move.cards, player) is None:
            return Refusal(Reason.SPELLING, "SK-10", f"On your turn this is written {Play(move.cards)}.")
        return None

    def _refuse_decline(self, state: ShitheadState, player: int) -> Refusal | None:
        if not 0 <= player < self.players:
            return self.not_a_move(state, DECLINE, player)
        return refuse_decline(
            player != state.turn and bool(self._completions(state, player)),
            state.declined[player],
            allowed=self.out_of_turn_quad,
            option="SH-A09",
            turn="SH-A09",
        )

    def _refuse_between(self, state: ShitheadState, move: ShitheadMove, player: int) -> Refusal | None:
        """Moves outside play, and whatever else has been found wanting."""
        refusal = self.not_a_move(state, move, player)
        if refusal.reason is not Reason.NOT_AN_ACTOR or player not in self.public_actors(state):
            return refusal
        if state.phase == "over":
            if isinstance(move, Deal):
                return None
            return Refusal(Reason.WRONG_PHASE, "SH-A18", "The round is over: the next one must be dealt.")
        if state.phase == "play":
            return Refusal(Reason.WRONG_PHASE, "SH-015", "Play is on: lay a card or take the pile.")
        return self._refuse_swap(state, move, player)

    def _refuse_swap(self, state: ShitheadState, move: ShitheadMove, player: int) -> Refusal | None:
        hand, row = state.hands[player], state.face_up[player]
        if isinstance(move, Arrange) and self.swap == "arrange":
            own = hand + tuple(card for card in row if card is not None)
            refusal = self._refuse_cards(state, move.face_up, player, own, "hands")
            if refusal is None and len(move.face_up) != ROW:
                reason = Reason.TOO_MANY if len(move.face_up) > ROW else Reason.NO_CARD
                return Refusal(reason, "SH-009", f"The face-up row has {ROW} cards.")
            return refusal
        if isinstance(move, Swap) and self.swap == "single":
            for card in (move.hand, move.face_up):
                if card not in self._all:
                    return Refusal(Reason.UNKNOWN_CARD, "SK-07", f"There is no {card} in this deck.")
            if move.hand not in hand or move.face_up not in row:
                return Refusal(
                    Reason.CARD_NOT_HELD,
                    "SH-011",
                    "Only an own hand card and an own face-up card change places.",
                )
            if move.hand is move.face_up:
                return Refusal(Reason.NOT_ALIKE, "SH-009", "These two cards are the same; nothing would change.")
            return None
        if isinstance(move, Ready) and self.swap == "single":
            return None
        if isinstance(move, Arrange | Swap | Ready):
            return Refusal(Reason.OPTION_OFF, "SH-A15", f"The rows are settled with swap={self.swap!r} here.")
        return Refusal(Reason.WRONG_PHASE, "SH-009", "Settle your face-up row first.")

    # changing

    def apply_unchecked(
        self, state: ShitheadState, move: ShitheadMove, player: int, log: list[Event] | None = None
    ) -> ShitheadState:
        """The state after a move from the lists."""
        if isinstance(move, Play):
            return self._lay(state, move.cards, player, log)
        if isinstance(move, TakePile):
            return self._take(state, move.face_up, player, log)
        if isinstance(move, Flip):
            return self._flip(state, move.slot, player, log)
        if isinstance(move, React):
            if log is not None:
                log.append(Reacted(player))
            return self._lay(state, move.cards, player, log, reaction=True)
        if isinstance(move, Decline):
            if log is not None:
                log.append(Declined(player))
            declined = tuple([seat == player or was for seat, was in enumerate(state.declined)])
            return evolve(state, declined=declined)
        if isinstance(move, Deal):
            return self._next_round(state, player, log)
        return self._settle_row(state, move, player, log)

    def _lay(
        self, state: ShitheadState, cards: Cards, player: int, log: list[Event] | None, *, reaction: bool = False
    ) -> ShitheadState:
        hands, face_up = state.hands, state.face_up
        hand = hands[player]
        slots: tuple[int, ...] = ()
        if hand:
            hand = without(hand, cards)
        else:
            row, slots = empty_slots(face_up[player], cards)
            face_up = put(face_up, player, row)
        if log is not None:
            place = Place("face_up", player, slots) if slots else Place("hands", player)
            log.append(Moved(cards, place, Place("discard")))
        return self._after_laying(state, player, hand, face_up, state.face_down, cards, log, reaction=reaction)

    def _flip(self, state: ShitheadState, slot: int, player: int, log: list[Event] | None) -> ShitheadState:
        """SH-026 to SH-030: the card is laid if it fits; if not, it goes through the pile to the hand."""
        card, row = lift(state.face_down[player], slot)
        down = put(state.face_down, player, row)
        fits = card in self._fitting(state.discard)
        if log is not None:
            log.append(Flipped(player, slot, fits))
            log.append(Moved((card,), Place("face_down", player, (slot,)), Place("discard")))
        if fits:
            hand, up = state.hands[player], state.face_up
            return self._after_laying(state, player, hand, up, down, (card,), log, reaction=False)
        return self._to_hand(state, player, state.discard + (card,), state.face_up, down, log)

    def _take(
        self, state: ShitheadState, face_up: FrenchCard | None, player: int, log: list[Event] | None
    ) -> ShitheadState:
        rows, cards = state.face_up, state.discard
        if face_up is not None:
            row, slots = empty_slots(rows[player], (face_up,))
            rows = put(rows, player, row)
            cards = (*cards, face_up)
            if log is not None:
                log.append(Moved((face_up,), Place("face_up", player, slots), Place("discard")))
        return self._to_hand(state, player, cards, rows, state.face_down, log)

    def _to_hand(
        self,
        state: ShitheadState,
        player: int,
        cards: Cards,
        face_up: tuple[Row, ...],
        face_down: tuple[Row, ...],
        log: list[Event] | None,
    ) -> ShitheadState:
        """The pile goes to a hand, and the next player is on turn (SH-019, SH-021, SH-028)."""
        hand, stock, drawn = refill(merge(state.hands[player], cards), state.stock)
        turn = next_seat(player, self.players, state.out, direction=state.direction)
        if log is not None:
            log.append(Moved(cards, Place("discard"), Place("hands", player)))
            if drawn:
                log.append(drew(drawn, player))
            log.append(Turn(turn))
        hands = state.hands
        return ShitheadState(
            hands[:player] + (hand,) + hands[player + 1 :],
            face_up,
            face_down,
            stock,
            (),
            state.removed,
            turn,
            "play",
            state.layer,
            state.direction,
            state.out,
            state.ready,
            self._nobody,
            state.round,
            state.chance,
        )

    def _after_laying(
        self,
        state: ShitheadState,
        player: int,
        hand: Cards,
        face_up: tuple[Row, ...],
        face_down: tuple[Row, ...],
        cards: Cards,
        log: list[Event] | None,
        *,
        reaction: bool,
    ) -> ShitheadState:
        """What follows when cards have been laid: burn, refill, going out, whose turn it is."""
        discard, stock, out = state.discard + cards, state.stock, state.out
        removed, direction, steps = state.removed, state.direction, 1
        rank = cards[0].rank
        power = self._power.get(rank)
        by_power = power is Power.BURN
        burned = by_power or (
            self.quad_burns and len(discard) >= FOUR and discard[-2].rank == rank and on_top(discard, _rank) >= FOUR
        )
        if burned:
            if log is not None:
                log.append(Burned(player, not by_power))
                log.append(Moved(discard, Place("discard"), Place("removed")))
            removed, discard = removed + discard, ()
            if by_power or self.quad_extra_turn or reaction:
                steps = 0
        elif power is Power.SKIP:
            steps += len(cards)
        elif power is Power.REVERSE and len(cards) % 2 and self.players - len(out) > 2:
            direction = -direction
            if log is not None:
                log.append(Reversed(direction))
        if len(hand) < ROW and stock:
            hand, stock, drawn = refill(hand, stock)
            if log is not None:
                log.append(drew(drawn, player))
        phase: Literal["swap", "play", "over"] = "play"
        round_, turn = state.round, player
        if not hand and face_up[player] == EMPTY_ROW == face_down[player]:
            out = (*out, player)
            steps = steps or 1
            if log is not None:
                log.append(Out(player, len(out)))
            if len(out) == self.players - 1:
                phase, steps = "over", 0
                round_ = scored(state, out, self.players, self.rounds, log)
        if steps == 1 == direction and not out:
            turn = self._left[player]
        elif steps:
            turn = self._advance(player, out, steps, direction, log)
        if log is not None and phase == "play":
            log.append(Turn(turn))
        hands = state.hands
        return ShitheadState(
            hands[:player] + (hand,) + hands[player + 1 :],
            face_up,
            face_down,
            stock,
            discard,
            removed,
            turn,
            phase,
            player,
            direction,
            out,
            state.ready,
            self._nobody,
            round_,
            state.chance,
        )

    def _advance(self, player: int, out: tuple[int, ...], steps: int, direction: int, log: list[Event] | None) -> int:
        turn = next_seat(player, self.players, out, direction=direction)
        for _ in range(steps - 1):
            if log is not None:
                log.append(Skipped(turn))
            turn = next_seat(turn, self.players, out, direction=direction)
        return turn

    def _next_round(self, state: ShitheadState, player: int, log: list[Event] | None) -> ShitheadState:
        cards, chance = self.deck_order(None, None, state.chance)
        after = self._deal_out(cards, chance, attrs.evolve(state.round, number=state.round.number + 1, dealer=player))
        if log is not None:
            log.append(RoundBegan(after.round.number, player))
            log.extend(gathered(state))
            log.append(Shuffled("stock", len(cards)))
            log.extend(dealt(after, player, ("face_down", "face_up", "hands"), self.players))
            if after.phase == "play":
                log.append(Turn(after.turn))
        return after

    def _settle_row(
        self, state: ShitheadState, move: ShitheadMove, player: int, log: list[Event] | None
    ) -> ShitheadState:
        """SH-009 to SH-013: new cards take the places of those that left; the last one to be ready starts play."""
        hand, row, ready = state.hands[player], state.face_up[player], state.ready
        up: Cards = ()
        down: Cards = ()
        if isinstance(move, Arrange):
            up, down = row_moves(hand, row, move.face_up)
        elif isinstance(move, Swap):
            up, down = (move.hand,), (move.face_up,)
        if up:
            row, slots = empty_slots(row, down)
            row = fill_slots(row, up)
            hand = merge(without(hand, up), down)
            if log is not None:
                log.append(Moved(up, Place("hands", player), Place("face_up", player, tuple(sorted(slots)))))
                log.append(Moved(down, Place("face_up", player, slots), Place("hands", player)))
        if not isinstance(move, Swap):
            ready = tuple([seat == player or was for seat, was in enumerate(ready)])
            if log is not None:
                log.append(Chose(player))
                if all(ready):
                    log.append(Turn(state.turn))
        return ShitheadState(
            put(state.hands, player, hand),
            put(state.face_up, player, row),
            state.face_down,
            state.stock,
            state.discard,
            state.removed,
            state.turn,
            "play" if all(ready) else "swap",
            state.layer,
            state.direction,
            state.out,
            ready,
            state.declined,
            state.round,
            state.chance,
        )


_WAITING: Final = Refusal(Reason.WRONG_ZONE, "SH-025", "The face-up row is played only when hand and stock are empty.")


def _rank(card: FrenchCard) -> int:
    return card.rank
