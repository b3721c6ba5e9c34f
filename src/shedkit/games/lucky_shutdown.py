"""Lucky Shutdown: three rows, two colours, numbers with functions, Magic cards, reactions out of turn.

>>> from shedkit.games.lucky_shutdown import LuckyShutdown, Play
>>> rules = LuckyShutdown(players=2)
>>> state = rules.position(hands=["13o 18b Dx", "14b"], discard="16o")
>>> [str(move) for move in rules.legal_moves(state, 0)]
['play 18b', 'play Dx', 'take']
>>> str(rules.refusal(state, Play("13o"), 0))
'13o is lower than the 16 that counts. (LS-023)'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Final, Literal, cast

import attrs

from shedkit.core.cards import BY_ORDER, Card, codes, read_cards
from shedkit.core.chance import Chance
from shedkit.core.errors import ConfigurationError, NotationError
from shedkit.core.events import Event, Moved, Out, Place, RoundBegan, Shuffled, Skipped, Turn
from shedkit.core.holding import refuse_cards
from shedkit.core.moves import DEAL, Deal, Move, reuse
from shedkit.core.options import about, option
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
from shedkit.core.zones import beyond, deal_round, empty_slots, lift, merge, put, without
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
    scored,
    seat_before,
    table_fault,
    takes_out_of,
    without_cards,
)

__all__ = [
    "Arrange",
    "ChallengeLuck",
    "Challenged",
    "Deal",
    "Decline",
    "Flip",
    "LuckyCard",
    "LuckyMove",
    "LuckyShutdown",
    "LuckyState",
    "Play",
    "React",
    "RevealEarly",
    "SitOut",
    "TakePile",
]

HAND: Final = 6
"""Cards dealt to a hand, out of which three go to the face-up row."""
MOST: Final = 4
"""Cards that may be laid at once, and equal numbers that make a set."""
TRIPLE: Final = 3
"""Magic cards that make a set."""
EQUAL_CARDS: Final = 16
"""Equal cards that a deck may have; more would make the lists of moves too long."""


# --- cards

Kind = Literal["number", "delete", "push", "free", "undercut"]
_MAGIC: Final[tuple[Kind, ...]] = ("delete", "push", "free", "undercut")
_COLOURS: Final = {"o": frozenset({"orange"}), "b": frozenset({"blue"}), "x": frozenset({"orange", "blue"})}


DUTY: Final = 15
"""The number that sets a colour duty (LS-042)."""
LOCK: Final = 17
"""The number that locks Magic cards (LS-056)."""
SKIP: Final = 19
"""The number that costs a turn (LS-059)."""


def _cards() -> Iterator[tuple[str, dict[str, object]]]:
    """Every card: the numbers to 99, then the Magic cards."""
    numbers = [(str(value), "number", value) for value in range(1, 100)]
    undercuts = [(f"U{value}", "undercut", value) for value in range(1, 100)]
    for code, kind, value in (*numbers, ("D", "delete", 0), ("P", "push", 0), ("F", "free", 0), *undercuts):
        for colour, colours in _COLOURS.items():
            yield (
                code + colour,
                {
                    "kind": kind,
                    "value": value,
                    "colours": colours,
                    "alike": value if kind == "number" else _MAGIC.index(kind) - len(_MAGIC),
                    "set_size": MOST if kind == "number" else TRIPLE,
                    "ordered": kind == "undercut" or value == DUTY,
                },
            )


@Card.kind("a card is a number like 16o, or Do, Px, Fb, U16b: colour o, b or x for both", _cards())
class LuckyCard(Card):
    """A number card or a Magic card.

    Attributes:
        kind: ``"number"``, or the Magic kinds ``"delete"``, ``"push"``, ``"free"`` and ``"undercut"``.
        value: the number, of an Undercut the one printed on it; 0 for other Magic.
        colours: ``"orange"``, ``"blue"`` or both.
        alike: what it has in common with the cards that may be laid with it: its number, or a negative number
            for its kind of Magic.
        set_size: how many of them make a set (LS-081, LS-083 to LS-086).
        ordered: whether it matters which one of several lies on top: it does for 15s and Undercuts.

    >>> LuckyCard("U17x").value, sorted(LuckyCard("U17x").colours)
    (17, ['blue', 'orange'])

    """

    __slots__ = ("alike", "colours", "kind", "ordered", "set_size", "value")
    kind: Kind
    value: int
    colours: frozenset[str]
    alike: int
    set_size: int
    ordered: bool


_ALIKE: Final = attrgetter("alike")


def _in_order(cards: str | Iterable[LuckyCard | str]) -> tuple[LuckyCard, ...]:
    return tuple(sorted(read_cards(LuckyCard, cards), key=BY_ORDER))


_DECK: Final = _in_order(
    " ".join(f"{n}o {n}o {n}b {n}b" for n in range(13, 22)) + " Do Db Dx Po Pb Px Fo Fb Fx U16b U17x U18o"
)


# --- moves


def _top_last(cards: str | Iterable[LuckyCard | str]) -> tuple[LuckyCard, ...]:
    """Deck order, but for 15s and Undercuts the last card named stays last: it lies on top."""
    read = read_cards(LuckyCard, cards)
    if len(read) > 1 and read[-1].ordered:
        return (*sorted(read[:-1], key=BY_ORDER), read[-1])
    return tuple(sorted(read, key=BY_ORDER))


@attrs.frozen
class Play(Move):
    """Lay equal cards on the pile: from the hand first, then from the face-up row.

    Attributes:
        cards: the cards; of several 15s or Undercuts the last one lies on top (LS-051, LS-A20).
        face_up: which of them come from the row, where hand first would not say it (LS-A12).

    >>> str(Play("15b 15o")), str(Play("19b 19o"))
    ('play 15b 15o', 'play 19o 19b')

    """

    verb = "play"
    cards: tuple[LuckyCard, ...] = attrs.field(converter=_top_last)
    face_up: tuple[LuckyCard, ...] = attrs.field(default=(), converter=_in_order)


@attrs.frozen
class React(Move):
    """Lay the cards that complete a set, out of turn (LS-090 to LS-093)."""

    verb = "react"
    cards: tuple[LuckyCard, ...] = attrs.field(converter=_in_order)


@attrs.frozen
class TakePile(Move):
    """Take the whole pile (LS-031)."""

    verb = "take"


@attrs.frozen
class Arrange(Move):
    """Choose three of the six cards for the face-up row; the others see it when all have chosen (LS-008)."""

    verb = "arrange"
    face_up: tuple[LuckyCard, ...] = attrs.field(converter=_in_order)


@attrs.frozen
class SitOut(Move):
    """Let the turn be skipped (LS-061)."""

    verb = "sit-out"


@attrs.frozen
class ChallengeLuck(Move):
    """Play the top card of the stock blind (LS-111, with ``challenge_luck``)."""

    verb = "challenge"


@attrs.frozen
class RevealEarly(Move):
    """Turn over the blind card of a slot that is uncovered already (LS-116, with ``early_reveal``)."""

    verb = "reveal"
    slot: int


LuckyMove = Play | React | Decline | TakePile | Flip | Arrange | SitOut | ChallengeLuck | RevealEarly | Deal
"""Every move of the game."""

_SINGLES: Final = {card: reuse(Play((card,))) for card in LuckyCard.all()}
_TAKES: Final = (reuse(TakePile()),)
_SIT_OUT: Final = reuse(SitOut())
_CHALLENGE: Final = reuse(ChallengeLuck())
_REVEALS: Final = tuple(reuse(RevealEarly(slot)) for slot in range(1, ROW + 1))


@lru_cache(maxsize=2**15)  # the deck of 48 has 4,650 choices of three cards
def _arrange(cards: Cards) -> Arrange:
    return Arrange(cards)


# --- events


@attrs.frozen
class Challenged(Event):
    """A player challenged luck: the card fits and is played, or the player takes it with the pile."""

    player: int
    fits: bool

    def __str__(self) -> str:
        return f"player {self.player} challenges luck: the card {'fits' if self.fits else 'does not fit'}"


# --- state

Cards = tuple[LuckyCard, ...]
Row = tuple[LuckyCard | None, ...]


@state
class LuckyState(LadderState):
    """A position of Lucky Shutdown."""

    hands: tuple[Cards, ...] = zone(Visibility.OWNER, Holds.PLAYERS, in_order=True, doc="each player's hand")
    face_up: tuple[Row, ...] = zone(Visibility.EVERYONE, Holds.PLAYERS, doc="each player's open row")
    face_down: tuple[Row, ...] = zone(Visibility.NOBODY, Holds.PLAYERS, doc="each player's blind cards")
    chosen: tuple[Cards, ...] = zone(
        Visibility.OWNER, Holds.PLAYERS, in_order=True, doc="cards chosen for the open row until all have chosen"
    )
    stock: Cards = zone(Visibility.NOBODY, doc="the cards to draw, next one first")
    discard: Cards = zone(Visibility.EVERYONE, doc="the pile, top card last")
    removed: Cards = zone(Visibility.EVERYONE, doc="cards out of the round")
    turn: int | None = fact(Visibility.EVERYONE, Holds.SEAT, doc="who is on turn; nobody while rows are chosen")
    phase: Literal["choose", "play", "over"] = fact(Visibility.EVERYONE, doc="choose, play, or over: the round is over")
    layer: int = fact(Visibility.EVERYONE, Holds.SEAT, doc="who laid last")
    pending: int = fact(Visibility.EVERYONE, doc="skips still to be served, the first one by the player on turn")
    out: tuple[int, ...] = fact(Visibility.EVERYONE, Holds.SEATS, doc="players without cards, first one first")
    declined: tuple[bool, ...] = fact(Visibility.OWNER, Holds.PLAYERS, doc="who let the chance to complete a set go by")
    challenged: tuple[bool, ...] = fact(Visibility.EVERYONE, Holds.PLAYERS, doc="who has challenged luck")
    revealed: tuple[bool, ...] = fact(Visibility.EVERYONE, Holds.PLAYERS, doc="who has revealed a card early")
    round: Round = fact(Visibility.EVERYONE, Holds.VALUE, doc="number, dealer and results so far")
    chance: Chance = fact(Visibility.NOBODY, doc="the source of coming shuffles")


_LOCKED: Final = cast("type[LuckyState]", LuckyState.locked)


# --- options

_Table = tuple[dict[LuckyCard, Play], dict[Cards, tuple[Play, ...]], frozenset[LuckyCard]]
"""For one card that counts: plays of single cards, of several equal ones as they come up, and what fits."""


def _read_deck(given: str | Iterable[LuckyCard | str]) -> Cards:
    try:
        cards = _in_order(given)
    except NotationError as error:
        raise ConfigurationError("deck", str(error)) from None
    for card in cards:
        if card.alike == DUTY and len(card.colours) > 1:
            raise ConfigurationError("deck", f"{card} would demand no colour: a {DUTY} has one colour (LS-A25)")
    for alike, most in Counter(card.alike for card in cards).items():
        if most > EQUAL_CARDS:
            example = next(card for card in cards if card.alike == alike)
            raise ConfigurationError("deck", f"it must have at most {EQUAL_CARDS} cards like {example}, not {most}")
    return cards


# --- rules


@attrs.frozen(kw_only=True, repr=False)
class LuckyShutdown(Rules[LuckyState, LuckyMove]):
    """Lucky Shutdown: three rows, two colours, Magic cards; the defaults are the literal reading of the source.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> len(LuckyShutdown(players=5).deck)
    48

    """

    name = "lucky-shutdown"
    card_type = LuckyCard
    state_type = LuckyState
    move_types = (Play, React, Decline, TakePile, Flip, Arrange, SitOut, ChallengeLuck, RevealEarly, Deal)
    event_types = (*EVENTS, Challenged)

    players: int = option(3, "How many play.", rule="LS-003", low=2, high=5)
    rounds: int = option(1, "How many rounds a game has.", rule="LS-A59", low=1, high=1000)
    first_dealer: int | None = option(
        None, "Who deals the first round; without it, the last seat.", rule="LS-017", seat=True
    )
    deck: Cards = attrs.field(
        default=_DECK,
        converter=_read_deck,
        metadata=about("The cards, as codes: 48 of two colours.", rule="LS-A01"),
    )
    skip_chain: Literal["accumulate", "pass_on"] = option(
        "accumulate",
        "Whether a 19 laid by a player to be skipped adds to the skips, or passes the own one on.",
        rule="LS-A07",
    )
    skip_wraps: bool = option(True, "Whether skips go round the table and reach the layer.", rule="LS-A09")
    skip_rescue_zone: Literal["playable", "hand_or_face_up"] = option(
        "playable",
        "Where a player to be skipped may take a 19 from: the row that is on, or hand and open row.",
        rule="LS-A12",
    )
    push_in_skip_moment: bool = option(
        False, "Whether a player to be skipped may pass the skip on with a Push.", rule="LS-A14"
    )
    push_on_19: Literal["one", "count", "none"] = option(
        "one",
        "How many skips a Push on a served 19 brings: one, as many as 19s lie there, none.",
        rule="LS-A15",
    )
    reaction: Literal["open", "off"] = option("open", "Whether anybody may complete a set out of turn.", rule="LS-A35")
    reaction_obeys_colour: bool = option(True, "Whether the colour duty binds a reaction.", rule="LS-A39")
    combo_needs_empty_stock: bool = option(
        True, "Whether hand and open row may be laid together only once the stock is empty.", rule="LS-A46"
    )
    blind_take: bool = option(True, "Whether the pile may be taken instead of turning a blind card.", rule="LS-A49")
    start_counts_function_numbers: bool = option(
        True, "Whether 15, 17 and 19 count for the first start.", rule="LS-A56"
    )
    start_tie: Literal["seat", "random"] = option(
        "seat",
        "Who of equals starts first: the lowest seat, or one at random.",
        rule="LS-A57",
    )
    challenge_luck: bool = option(False, "Whether luck may be challenged.", rule="LS-A62")
    early_reveal: bool = option(False, "Whether an uncovered blind card may be turned early.", rule="LS-A63")
    luck_scope: Literal["match", "round"] = option(
        "match",
        "Whether the two optional rights exist once per game or once per round.",
        rule="LS-A60",
    )

    # worked out from the options
    _fits: dict[LuckyCard | None, frozenset[LuckyCard]] = attrs.field(init=False, eq=False)
    _tables: dict[LuckyCard | None, _Table] = attrs.field(init=False, eq=False)
    _around: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False)
    _pushes: frozenset[LuckyCard] = attrs.field(init=False, eq=False)
    _skips: frozenset[LuckyCard] = attrs.field(init=False, eq=False)
    _chaining: frozenset[LuckyCard] = attrs.field(init=False, eq=False)
    _unshown: dict[tuple[int, ...], frozenset[LuckyCard]] = attrs.field(init=False, eq=False)
    _alike: dict[int, frozenset[LuckyCard]] = attrs.field(init=False, eq=False)
    _plain: bool = attrs.field(init=False, eq=False)  # with a hand and no skip there are only plays and the take
    _nobody: tuple[bool, ...] = attrs.field(init=False, eq=False)
    _only: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False)
    _left: tuple[int, ...] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        need = self.players * (ROW + HAND)
        if len(self.deck) < need:
            raise ConfigurationError("deck", f"{self.players} players are dealt {need} cards, it has {len(self.deck)}")
        kinds = tuple(dict.fromkeys(self.deck))
        fits: dict[LuckyCard | None, frozenset[LuckyCard]] = {None: frozenset(kinds)}
        for top in kinds:
            fits[top] = frozenset(card for card in kinds if self.beats(card, top))
        tables: dict[str, object] = {
            "_fits": fits,
            # a Push never governs
            "_tables": {
                top: ({card: _SINGLES[card] for card in kinds if card in fits[top]}, {}, fits[top])
                for top in fits
                if top is None or top.kind != "push"
            },
            "_around": tuple(around(seat, self.players) for seat in range(self.players)),
            "_pushes": frozenset(card for card in kinds if card.kind == "push"),
            "_skips": frozenset(card for card in kinds if card.alike == SKIP),
            "_unshown": {},
            "_chaining": frozenset(card for card in kinds if card.alike == SKIP or card.kind == "push"),
            "_alike": {alike: frozenset(group) for alike, group in groupby(kinds, _ALIKE)},
            "_plain": self.reaction_obeys_colour and not (self.challenge_luck or self.early_reveal),
            "_nobody": (False,) * self.players,
            "_only": tuple((seat,) for seat in range(self.players)),
            "_left": tuple(next_seat(seat, self.players) for seat in range(self.players)),
        }
        for name, value in tables.items():
            object.__setattr__(self, name, value)

    def beats(self, card: LuckyCard, top: LuckyCard) -> bool:
        """Whether a card may be laid while this card counts on the pile.

        The table of top cards, LS-022 to LS-024, LS-044 to LS-048, LS-055 to LS-057 and LS-074 to LS-080,
        stands here and nowhere else.

        >>> rules = LuckyShutdown()
        >>> rules.beats(LuckyCard("13o"), LuckyCard("15o")), rules.beats(LuckyCard("Do"), LuckyCard("17b"))
        (True, False)
        """
        if top.kind == "free":
            return True
        if top.kind == "undercut":
            return card.kind != "number" or card.value < top.value
        if top.value == DUTY:
            return not card.colours.isdisjoint(top.colours)
        if top.value == LOCK:
            return card.kind == "number" and card.value >= LOCK
        return card.kind != "number" or card.value >= top.value

    # dealing

    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> LuckyState:
        """A fresh game: three cards face down, six in the hand, of which each player chooses three (LS-004 to LS-012).

        >>> state = LuckyShutdown(players=5).deal(seed=7)
        >>> len(state.stock), len(state.hands[0])
        (3, 6)
        """
        cards, chance = self.deck_order(seed, order)
        dealer = self.players - 1 if self.first_dealer is None else self.first_dealer
        return self._deal_out(cards, chance, Round(1, dealer), self._nobody, self._nobody)

    def _deal_out(
        self, cards: Cards, chance: Chance, round_: Round, challenged: tuple[bool, ...], revealed: tuple[bool, ...]
    ) -> LuckyState:
        n, first = self.players, next_seat(round_.dealer, self.players)
        down, used = deal_round(cards, 0, n, ROW, first)
        hands, used = deal_round(cards, used, n, HAND, first)
        return LuckyState(
            hands=tuple(merge((), hand) for hand in hands),
            face_up=(EMPTY_ROW,) * n,
            face_down=tuple(down),
            chosen=((),) * n,
            stock=cards[used:],
            discard=(),
            removed=(),
            turn=None,
            phase="choose",
            layer=round_.dealer,
            pending=0,
            out=(),
            declined=self._nobody,
            challenged=challenged,
            revealed=revealed,
            round=round_,
            chance=chance,
        )

    def position(
        self,
        *,
        hands: Sequence[str],
        face_up: Sequence[str] = (),
        face_down: Sequence[str] = (),
        chosen: Sequence[str] = (),
        discard: str = "",
        stock: str | None = None,
        removed: str = "",
        turn: int = 0,
        phase: Literal["choose", "play", "over"] = "play",
        layer: int | None = None,
        pending: int = 0,
        out: Sequence[int] | None = None,
        declined: Sequence[bool] | None = None,
        challenged: Sequence[bool] | None = None,
        revealed: Sequence[bool] | None = None,
        dealer: int | None = None,
        round: int = 1,
        results: Sequence[Sequence[int]] = (),
        seed: int = 0,
    ) -> LuckyState:
        """Any position, from card codes.

        A pile goes bottom to top, the stock next card first, a row by its slots with ``-`` for an empty one.
        Cards that no zone names form the stock in deck order or, if ``stock`` is named, are removed.

        Args:
            hands: one text of codes for each player; players at the end may be left out.
            face_up: the open rows, likewise.
            face_down: the blind cards, likewise.
            chosen: in phase ``"choose"``, the cards chosen for the open rows, likewise.
            discard: the pile.
            stock: the cards to draw.
            removed: cards out of the round.
            turn: who is on turn, with pending skips the player to be skipped; nobody in phase ``"choose"``.
            phase: ``"choose"``, ``"play"`` or ``"over"``.
            layer: who laid last; by default the seat before ``turn``, in phase ``"choose"`` the dealer.
            pending: skips still to be served.
            out: who has no cards left, first one first; by default the players without cards, by seat.
            declined: who let the chance to complete a set go by.
            challenged: who has challenged luck.
            revealed: who has revealed a card early.
            dealer: who dealt; by default the first dealer.
            round: which round it is, from 1.
            results: places by seat of each round that is over.
            seed: decides coming shuffles.

        Raises:
            PositionError: for wrong cards, contradictions, or a position in which an actor has no move.

        >>> state = LuckyShutdown(players=2).position(hands=["16o", "14b"], discard="14o 15b", stock="Dx")
        >>> codes(state.discard), len(state.removed)
        ('14o 15b', 43)

        """
        n = self.players
        own = read_hands(LuckyCard, "hands", hands, n)
        up = read_rows(LuckyCard, "face_up", face_up, n, ROW)
        down = read_rows(LuckyCard, "face_down", face_down, n, ROW)
        picked = read_hands(LuckyCard, "chosen", chosen, n)
        pile = read_zone(LuckyCard, "discard", discard)
        gone = read_zone(LuckyCard, "removed", removed)
        named = read_zone(LuckyCard, "stock", stock or "")
        used = cards_in((own, up, down, picked, pile, gone, named))
        rest = left_over(self.deck, (card for card in used if isinstance(card, LuckyCard)))
        choosing = phase == "choose"
        first_dealer = n - 1 if self.first_dealer is None else self.first_dealer
        round_ = read_round(round, first_dealer if dealer is None else dealer, results)
        if layer is None:
            layer = round_.dealer if choosing else seat_before(turn, n)
        return self.checked(
            LuckyState(
                hands=own,
                face_up=up,
                face_down=down,
                chosen=picked,
                stock=rest if stock is None else named,
                discard=pile,
                removed=gone if stock is None else gone + rest,
                turn=None if choosing else turn,
                phase=phase,
                layer=layer,
                pending=pending,
                out=read_seats("out", out, without_cards((own, up, down), n)),
                declined=read_flags("declined", declined, n),
                challenged=read_flags("challenged", challenged, n),
                revealed=read_flags("revealed", revealed, n),
                round=round_,
                chance=Chance.of(seed),
            )
        )

    def fault(self, state: LuckyState) -> str | None:
        """What contradicts the rules in a position, beyond cards and seats."""
        fault = table_fault(state, self.rounds, phase=state.phase, phases=("choose", "play", "over")) or flags_fault(
            declined=state.declined, challenged=state.challenged, revealed=state.revealed
        )
        if fault is not None or state.phase == "over":
            return fault
        if type(state.pending) is not int or not 0 <= state.pending <= len(self.deck):
            return f"pending: it must be a whole number from 0, not {short(state.pending)}"
        if (state.turn is None) != (state.phase == "choose"):
            return "turn: nobody is on turn while rows are chosen, and somebody is in play"
        if state.phase == "choose":
            return self._choosing_fault(state)
        if any(state.chosen):
            return "chosen: cards wait there only while rows are chosen"
        if state.turn in state.out:
            return f"turn: player {state.turn} is out"
        top = governing(state.discard, self._pushes)
        if state.pending and (top is None or top not in self._skips):
            return f"pending: players are skipped only when a {SKIP} counts"
        return declined_fault(state.declined, lambda seat: self._completions(state, seat))

    def _choosing_fault(self, state: LuckyState) -> str | None:
        if state.discard or state.pending or True in state.declined:
            return "in phase choose nothing has been laid"
        if all(state.chosen):
            return "chosen: all have chosen, so the phase is over"
        for seat in range(self.players):
            chosen = len(state.chosen[seat])
            if state.face_up[seat] != EMPTY_ROW or chosen not in (0, ROW) or len(state.hands[seat]) != HAND - chosen:
                return f"in phase choose player {seat} has {HAND} cards, all in the hand or {ROW} of them chosen"
        return None

    # reading

    def actors(self, at: LuckyState | View[LuckyState]) -> tuple[int, ...]:
        """Who could complete a set, clockwise from the layer, then the player on turn.

        While rows are chosen, all who have not; between rounds the next dealer.
        """
        if isinstance(at, _LOCKED):
            if at.turn is None or at.phase == "over":
                return self.public_actors(at)
            first = self._reactors(at, at.turn) if at.discard and self.reaction == "open" else None
            return (*first, at.turn) if first else self._only[at.turn]
        return self.seen_actors(at) if isinstance(at, View) else self.public_actors(self.inside(at, None))

    def public_actors(self, state: LuckyState) -> tuple[int, ...]:
        """The player on turn, who has not chosen, or the next dealer."""
        if state.phase == "play" and state.turn is not None:
            return self._only[state.turn]
        if state.phase == "choose":
            return tuple(seat for seat in around(state.dealer, self.players) if not state.chosen[seat])
        return () if len(state.results) == self.rounds else self._only[self._loser(state)]

    def _loser(self, state: LuckyState) -> int:
        return state.results[-1].places.index(self.players)

    def _duty(self, state: LuckyState) -> frozenset[str] | None:
        """The colours one of which a play must show, or ``None``."""
        top = governing(state.discard, self._pushes)
        return top.colours if top is not None and top.alike == DUTY else None

    def _is_set(self, pile: Cards) -> bool:
        """Whether a set lies on top: four equal numbers, three equal Magic cards, three different Undercuts."""
        top = pile[-1]
        if top.kind == "undercut":
            return len({card.value for card in pile[-TRIPLE:] if card.kind == "undercut"}) == TRIPLE
        return on_top(pile, _ALIKE) >= top.set_size

    def _missing(self, pile: Cards) -> tuple[int, frozenset[LuckyCard]]:
        """How many cards the set on the pile lacks, 0 if there is none to complete, and which can be among them."""
        top = pile[-1]
        group = self._alike[top.alike]
        if top.kind == "delete":  # it never stays on a pile (LS-A29)
            return 0, group
        if top.kind == "undercut":
            shown = _different(pile)
            rest = self._unshown.get(shown)
            if rest is None:
                rest = self._unshown[shown] = frozenset(card for card in group if card.value not in shown)
            return TRIPLE - len(shown), rest
        size, lying = top.set_size, 1
        while lying < size and lying < len(pile) and pile[-1 - lying].alike == top.alike:
            lying += 1
        return size - lying, group

    def _reactors(self, state: LuckyState, turn: int) -> list[int]:
        """Who could complete the set on the pile, in the order to ask them (LS-A35)."""
        missing, group = self._missing(state.discard)
        if not missing:
            return []
        hands, declined, found = state.hands, state.declined, []
        for seat in self._around[state.layer]:
            if seat == turn or declined[seat]:
                continue
            hand = hands[seat]
            if hand:  # hardly anybody has enough of the cards, and that is quickly seen
                if group.isdisjoint(hand):
                    continue
                mine = sum(map(group.__contains__, hand))
                if mine < missing and mine < len(hand):
                    continue
            if self._completing(state, seat, missing, group):
                found.append(seat)
        return found

    def _completions(self, state: LuckyState, player: int) -> tuple[Cards, ...]:
        """The sets of cards with which a player could complete the set on the pile (LS-090 to LS-093)."""
        if self.reaction == "off" or not state.discard:
            return ()
        missing, group = self._missing(state.discard)
        return self._completing(state, player, missing, group) if missing else ()

    def _completing(
        self, state: LuckyState, player: int, missing: int, group: frozenset[LuckyCard]
    ) -> tuple[Cards, ...]:
        """The sets of so many cards of the group that a player could lay now."""
        hand = state.hands[player]
        mine = tuple(filter(group.__contains__, hand))
        if len(mine) >= missing:
            found = picks(mine, range(missing, missing + 1))
        elif len(mine) == len(hand) and self._row_is_on(state, hand):
            others = tuple([card for card in state.face_up[player] if card is not None and card in group])
            need = missing - len(hand)
            if len(others) < need:
                return ()
            found = tuple([merge(hand, more) for more in picks(others, range(need, need + 1))])
        else:
            return ()
        if state.discard[-1].kind == "undercut":
            found = tuple([cards for cards in found if len({card.value for card in cards}) == missing])
        duty = self._duty(state) if self.reaction_obeys_colour else None
        if duty is not None:
            found = tuple([cards for cards in found if any(not card.colours.isdisjoint(duty) for card in cards)])
        return found

    def _row_is_on(self, state: LuckyState, hand: Cards) -> bool:
        """Whether face-up cards may be laid together with the whole hand (LS-099, LS-105, LS-A46)."""
        return not state.stock or bool(hand and not self.combo_needs_empty_stock)

    def legal_moves(self, at: LuckyState | View[LuckyState], player: int) -> tuple[LuckyMove, ...]:
        """Plays in deck order, then a reaction, then taking the pile or sitting out; blind cards by their slots."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, player)
        if now.phase != "play":
            return self._moves_between(now, player)
        if type(player) is not int or player != now.turn:
            return self._moves_out_of_turn(now, player)
        plays = self._plays(now, player)
        if self._plain and not now.pending and now.hands[player]:
            return (*plays, *_TAKES) if now.discard else tuple(plays)
        moves: list[LuckyMove] = [*plays]
        # without skips and with the colour duty kept, whoever can complete a set can lay it as a play
        if (now.pending or not self.reaction_obeys_colour) and not now.declined[player]:
            laid = [_in_order(play.cards) for play in plays]
            moves += [React(cards) for cards in self._completions(now, player) if cards not in laid]
        if now.pending:
            return (*moves, _SIT_OUT)
        blind = not now.hands[player] and self._is_blind(now, player)
        if blind:
            moves += blind_moves(now.face_down[player])
        if now.discard and (self.blind_take or not blind):
            moves += _TAKES
        if self.challenge_luck and self._may_challenge(now, player, bool(plays)):
            moves.append(_CHALLENGE)
        if self.early_reveal and not plays:
            moves += [_REVEALS[slot - 1] for slot in self._revealable(now, player)]
        return tuple(moves)

    def _moves_out_of_turn(self, state: LuckyState, player: int) -> tuple[LuckyMove, ...]:
        """The reactions of a player who is not on turn."""
        if type(player) is not int or not 0 <= player < self.players or state.declined[player]:
            return ()
        completions = self._completions(state, player)
        return (*map(React, completions), DECLINE) if completions else ()

    def _is_blind(self, state: LuckyState, player: int) -> bool:
        """Whether only blind cards are left to play from (LS-100)."""
        return not state.hands[player] and not state.stock and state.face_up[player] == EMPTY_ROW

    def _may_challenge(self, state: LuckyState, player: int, can_play: bool) -> bool:
        """LS-111, LS-112, LS-A62."""
        return bool(state.stock and state.discard) and not (can_play or state.challenged[player])

    def _revealable(self, state: LuckyState, player: int) -> list[int]:
        """The slots that may be revealed early, if no face-up card can be played (LS-116 to LS-118, LS-121)."""
        row, down = state.face_up[player], state.face_down[player]
        if state.revealed[player] or state.hands[player] or state.stock or row == EMPTY_ROW or not state.discard:
            return []
        return [i + 1 for i in range(ROW) if row[i] is None and down[i] is not None]

    def _plays(self, state: LuckyState, player: int) -> list[Play]:
        """All plays of the player on turn."""
        if state.pending:
            return self._plays_to_be_skipped(state, player)
        hand, row, pile = state.hands[player], state.face_up[player], state.discard
        if not hand:
            cards, _ = takes_out_of(hand, row, state.stock)
            return self._plays_from(merge((), cards), pile)
        plays = self._plays_from(hand, pile)
        if hand[0].alike == hand[-1].alike and self._row_is_on(state, hand):
            plays += self._combos(hand, row, pile)
        return plays

    def _plays_to_be_skipped(self, state: LuckyState, player: int) -> list[Play]:
        """The plays that save a player from being skipped (LS-061 to LS-064, LS-A12, LS-A14)."""
        hand, row, pile = state.hands[player], state.face_up[player], state.discard
        mixed = self.skip_rescue_zone == "hand_or_face_up"
        plays = self._rescues(hand, row) if mixed else []
        cards, place = takes_out_of(hand, row, state.stock)
        helping = tuple([card for card in cards if self._helps(card) and not (mixed and card in self._skips)])
        if helping:
            plays += self._plays_from(merge((), helping), pile)
            whole = place == "hands" and len(helping) == len(hand) and helping[0].alike == helping[-1].alike
            if whole and self._row_is_on(state, hand):
                plays += self._combos(hand, row, pile)
        return plays

    def _plays_from(self, cards: Cards, pile: Cards) -> list[Play]:
        """The plays out of one row of cards, which lie in deck order."""
        table = self._tables.get(pile[-1] if pile else None)
        if table is None:  # a Push lies on top: the card below counts
            table = self._tables[governing(pile, self._pushes)]
        single, several, fits = table
        plays: list[Play] = []
        i, end = 0, len(cards)
        while i < end:
            card, start = cards[i], i
            i += 1
            while i < end and cards[i].alike == card.alike:
                i += 1
            if i - start == 1:
                play = single.get(card)
                if play is not None:
                    plays.append(play)
                continue
            group = cards[start:i]
            listed = several.get(group)
            if listed is None:
                listed = several[group] = tuple(_orders(picks(group, range(1, MOST + 1)), fits))
            # only where a set can be completed the order of 15s and Undercuts may not matter
            if card.ordered and (i - start >= card.set_size or (pile and pile[-1].alike == card.alike)):
                plays += self._completed(listed, pile)
            else:
                plays += listed
        return plays

    def _combos(self, hand: Cards, row: Row, pile: Cards) -> Iterator[Play]:
        """The whole hand together with equal face-up cards (LS-105 to LS-108)."""
        equal = self._alike[hand[0].alike]
        others = tuple([card for card in row if card is not None and card in equal])
        more = picks(others, range(1, MOST + 1 - len(hand))) if others else ()
        fits = self._fits[governing(pile, self._pushes)]
        return self._completed(_orders([merge(hand, part) for part in more], fits), pile)

    def _helps(self, card: LuckyCard) -> bool:
        """Whether a player to be skipped may lay such a card (LS-061, LS-A14)."""
        return card in self._skips or (self.push_in_skip_moment and card in self._pushes)

    def _rescues(self, hand: Cards, row: Row) -> list[Play]:
        """The 19s of hand and row in any mixture, for a player to be skipped (LS-A12)."""
        mine = tuple([card for card in hand if card in self._skips])
        others = tuple([card for card in row if card in self._skips and card is not None])
        plays = []
        for part in picks(mine, range(len(mine) + 1)):
            for more in picks(others, range(len(others) + 1)):
                if 0 < len(part) + len(more) <= MOST:
                    cards = merge(part, more)
                    plays.append(Play(cards, () if beyond(hand, cards) == more else more))
        return plays

    def _completed(self, plays: Iterable[Play], pile: Cards) -> Iterator[Play]:
        """Plays that complete a set in one order only, since the set leaves whatever lies on top (LS-A21)."""
        seen = set()
        for play in plays:
            cards = play.cards
            if len(cards) > 1 and cards[0].ordered:
                play = self._canonical(play, pile)
                if play in seen:
                    continue
                seen.add(play)
            yield play

    def _canonical(self, play: Play, pile: Cards) -> Play:
        """The listed form of a play of several 15s or Undercuts."""
        cards = merge((), play.cards)
        if self._is_set(pile + cards):
            return Play(cards)
        return play

    def _moves_between(self, state: LuckyState, player: int) -> tuple[LuckyMove, ...]:
        """Moves while rows are chosen and between rounds."""
        if player not in self.public_actors(state) or type(player) is not int:
            return ()
        if state.phase == "over":
            return (DEAL,)
        return tuple([_arrange(cards) for cards in picks(state.hands[player], range(ROW, ROW + 1))])

    def outcome(self, at: LuckyState | View[LuckyState]) -> Outcome | None:
        """Places by going out; all but the loser win; over several rounds, places by fewest rounds lost (LS-A61)."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, None)
        return match_outcome(now.results, self.rounds, only_first_wins=False) if now.phase == "over" else None

    def hidden_values(self, state: LuckyState, name: str, player: int) -> tuple[object, ...]:
        """``declined``: a player who could complete a set may have let it go by."""
        # who is on turn right after the layer had no moment to let anything go by
        waited = player != state.turn or player != next_seat(state.layer, self.players, state.out)
        could = state.phase == "play" and waited and self._completions(state, player)
        return (False, True) if could else (False,)

    def favours_seats(self, state: LuckyState) -> bool:
        """The first start can go to the lowest of several seats (LS-A57)."""
        return state.phase == "choose" and state.round.number == 1 and self.start_tie == "seat"

    # refusing

    def refusal(self, at: LuckyState | View[LuckyState], move: LuckyMove, player: int) -> Refusal | None:
        """Why the move is not legal, or ``None``."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, player)
        if now.phase != "play" or type(player) is not int or not 0 <= player < self.players:
            return self._refuse_between(now, move, player)
        if isinstance(move, React):
            return self._refuse_react(now, move, player)
        if isinstance(move, Decline):
            return self._refuse_decline(now, player)
        if player != now.turn:
            return self.not_a_move(now, move, player)
        if isinstance(move, Play):
            return self._refuse_play(now, move, player)
        if isinstance(move, SitOut):
            return None if now.pending else Refusal(Reason.WRONG_PHASE, "LS-061", "You are not to be skipped.")
        if now.pending and isinstance(move, TakePile | Flip | ChallengeLuck | RevealEarly):
            return _SKIPPED
        if isinstance(move, TakePile):
            return self._refuse_take(now, player)
        if isinstance(move, Flip):
            if not self._is_blind(now, player):
                return Refusal(
                    Reason.WRONG_ZONE, "LS-100", "Blind cards are turned only when hand, stock and open row are gone."
                )
            return refuse_flip(now.face_down[player], move.slot, "LS-100")
        if isinstance(move, ChallengeLuck):
            return self._refuse_challenge(now, player)
        if isinstance(move, RevealEarly):
            return self._refuse_reveal(now, move, player)
        return self._refuse_between(now, move, player)

    def _refuse_play(self, state: LuckyState, move: Play, player: int) -> Refusal | None:
        cards = move.cards
        hand, row = state.hands[player], state.face_up[player]
        open_row = tuple([card for card in row if card is not None])
        refusal = refuse_cards(cards, hand + open_row, hand + open_row, self._fits[None])
        if refusal is not None:
            return refusal
        if any(card.alike != cards[0].alike for card in cards):
            return Refusal(Reason.NOT_ALIKE, "LS-027", "Cards laid together must be equal: one value, or one effect.")
        if len(cards) > MOST:
            return Refusal(Reason.TOO_MANY, "LS-025", f"At most {MOST} cards may be laid at once.")
        if state.pending and not self._helps(cards[0]):
            return _SKIPPED
        from_row = move.face_up or beyond(hand, cards)
        refusal = self._refuse_zone(state, move, from_row, player)
        if refusal is not None:
            return refusal
        top = governing(state.discard, self._pushes)
        fits = self._fits[top]
        if not any(card in fits for card in cards):
            return self._refuse_value(cards[0], cast(LuckyCard, top))
        if len(cards) > 1 and cards[0].ordered:
            listed = self._canonical(move, state.discard)
            if listed.cards != cards:
                return Refusal(Reason.SPELLING, "SK-10", f"This is written {listed}: the order does not matter.")
        return None

    def _refuse_zone(self, state: LuckyState, move: Play, from_row: Cards, player: int) -> Refusal | None:
        """LS-098, LS-099, LS-105 and LS-106: which rows a play may take its cards from."""
        hand = state.hands[player]
        rescue = bool(state.pending) and self.skip_rescue_zone == "hand_or_face_up" and move.cards[0] in self._skips
        if move.face_up:
            hand_first = beyond(hand, move.cards)
            from_hand = beyond(move.face_up, move.cards)
            open_row = tuple(card for card in state.face_up[player] if card is not None)
            wrong = beyond(hand, from_hand) or beyond(open_row, move.face_up)
            if not rescue or move.face_up == hand_first or wrong or beyond(move.cards, move.face_up):
                return Refusal(Reason.SPELLING, "SK-10", f"This is written {Play(move.cards)}: hand cards go first.")
        if not from_row or rescue:
            return None
        all_of_hand = len(move.cards) - len(from_row) == len(hand)
        if state.stock and (self.combo_needs_empty_stock or not hand):
            return Refusal(Reason.WRONG_ZONE, "LS-099", "Face-up cards are played only when the stock is empty.")
        if not all_of_hand:
            return Refusal(
                Reason.WRONG_ZONE, "LS-106", "Face-up cards are laid only when no card is left in the hand by it."
            )
        return None

    def _refuse_value(self, card: LuckyCard, top: LuckyCard) -> Refusal:
        """Why no card of a play fits."""
        if top.kind == "undercut":
            return Refusal(Reason.TOO_HIGH, "LS-077", f"After {top} a number must be lower than {top.value}.")
        if top.alike == DUTY:
            colour = min(top.colours)
            return Refusal(Reason.WRONG_COLOUR, "LS-045", f"A {colour} {DUTY} counts: one card must be {colour}.")
        if top.alike == LOCK and card.kind != "number":
            return Refusal(Reason.LOCKED, "LS-056", f"A {LOCK} counts: no Magic card may be laid.")
        return Refusal(Reason.TOO_LOW, "LS-023", f"{card} is lower than the {top.value} that counts.")

    def _refuse_take(self, state: LuckyState, player: int) -> Refusal | None:
        if not state.discard:
            return Refusal(Reason.EMPTY_PILE, "LS-035", "There is no pile to take: you must lay a card.")
        if self._is_blind(state, player) and not self.blind_take:
            return Refusal(Reason.MUST_PLAY, "LS-A49", "You must turn over a blind card.")
        return None

    def _refuse_challenge(self, state: LuckyState, player: int) -> Refusal | None:
        if not self.challenge_luck:
            return Refusal(Reason.OPTION_OFF, "LS-110", "Luck is not challenged here.")
        if state.challenged[player]:
            return Refusal(Reason.RIGHT_USED, "LS-112", "You have challenged luck before.")
        if not state.stock:
            return Refusal(Reason.NO_CARD, "LS-A62", "There is no card in the stock.")
        if self._plays(state, player) or not state.discard:
            return Refusal(Reason.CAN_PLAY, "LS-111", "You can lay a card.")
        return None

    def _refuse_reveal(self, state: LuckyState, move: RevealEarly, player: int) -> Refusal | None:
        if not self.early_reveal:
            return Refusal(Reason.OPTION_OFF, "LS-110", "Blind cards are not revealed early here.")
        if state.revealed[player]:
            return Refusal(Reason.RIGHT_USED, "LS-121", "You have revealed a card early before.")
        if state.hands[player] or state.stock or state.face_up[player] == EMPTY_ROW:
            return Refusal(Reason.WRONG_ZONE, "LS-116", "Cards are revealed early only in the face-up phase.")
        if not state.discard or self._plays(state, player):
            return Refusal(Reason.CAN_PLAY, "LS-117", "You can lay a face-up card.")
        slots = self._revealable(state, player)
        if type(move.slot) is not int or move.slot not in slots:
            left = ", ".join(map(str, slots)) or "none"
            return Refusal(
                Reason.EMPTY_SLOT,
                "LS-118",
                f"No uncovered blind card lies in slot {short(move.slot)}; one lies in {left}.",
            )
        return None

    def _refuse_react(self, state: LuckyState, move: React, player: int) -> Refusal | None:
        if self.reaction == "off":
            return Refusal(Reason.OPTION_OFF, "LS-A35", "Sets are not completed out of turn here.")
        hand, row = state.hands[player], tuple(card for card in state.face_up[player] if card is not None)
        refusal = refuse_cards(move.cards, hand + row, hand + row, self._fits[None])
        if refusal is not None:
            return refusal
        if move.cards not in self._completions(state, player):
            return Refusal(
                Reason.NOTHING_TO_COMPLETE, "LS-092", f"{codes(move.cards)} may not be laid to complete a set now."
            )
        if state.declined[player]:
            return Refusal(Reason.NOT_AN_ACTOR, "LS-A36", "You let this chance go by.")
        if player != state.turn:
            return None
        listed = next((play for play in self._plays(state, player) if _in_order(play.cards) == move.cards), None)
        if listed is not None:
            return Refusal(Reason.SPELLING, "SK-10", f"On your turn this is written {listed}.")
        return None

    def _refuse_decline(self, state: LuckyState, player: int) -> Refusal | None:
        return refuse_decline(
            player != state.turn and bool(self._completions(state, player)),
            state.declined[player],
            allowed=self.reaction == "open",
            option="LS-A35",
            turn="LS-A37",
        )

    def _refuse_between(self, state: LuckyState, move: LuckyMove, player: int) -> Refusal | None:
        """Moves outside play, and whatever else has been found wanting."""
        refusal = self.not_a_move(state, move, player)
        if refusal.reason is not Reason.NOT_AN_ACTOR or player not in self.public_actors(state):
            return refusal
        if state.phase == "over":
            if isinstance(move, Deal):
                return None
            return Refusal(Reason.WRONG_PHASE, "LS-017", "The round is over: the next one must be dealt.")
        if state.phase == "play":
            return Refusal(Reason.WRONG_PHASE, "LS-019", "Play is on: lay a card or take the pile.")
        if not isinstance(move, Arrange):
            return Refusal(Reason.WRONG_PHASE, "LS-008", "Choose your face-up row first.")
        hand = state.hands[player]
        wrong = refuse_cards(move.face_up, hand, hand, self._fits[None])
        if wrong is None and len(move.face_up) != ROW:
            reason = Reason.TOO_MANY if len(move.face_up) > ROW else Reason.NO_CARD
            return Refusal(reason, "LS-008", f"The face-up row has {ROW} cards.")
        return wrong

    # changing

    def apply_unchecked(
        self, state: LuckyState, move: LuckyMove, player: int, log: list[Event] | None = None
    ) -> LuckyState:
        """The state after a move from the lists."""
        if isinstance(move, Play):
            from_row = move.face_up or beyond(state.hands[player], move.cards)
            return self._lay(state, move.cards, from_row, player, log)
        if isinstance(move, TakePile):
            return self._to_hand(state, player, state.discard, state.face_down, state.stock, log)
        if isinstance(move, SitOut):
            return self._sit_out(state, player, log)
        if isinstance(move, Flip | RevealEarly):
            return self._flip(state, move, player, log)
        if isinstance(move, React):
            if log is not None:
                log.append(Reacted(player))
            return self._lay(state, move.cards, beyond(state.hands[player], move.cards), player, log)
        if isinstance(move, Decline):
            if log is not None:
                log.append(Declined(player))
            return evolve(state, declined=put(state.declined, player, True))
        if isinstance(move, ChallengeLuck):
            return self._challenge(state, player, log)
        if isinstance(move, Deal):
            return self._next_round(state, player, log)
        return self._choose(state, move.face_up, player, log)

    def _lay(
        self, state: LuckyState, cards: Cards, from_row: Cards, player: int, log: list[Event] | None
    ) -> LuckyState:
        hand, up = state.hands[player], state.face_up
        if not from_row:
            hand = without(hand, cards)
            if log is not None:
                log.append(Moved(cards, Place("hands", player), Place("discard")))
        else:
            if log is not None:
                log.extend(_laid(cards, from_row, up[player], player))
            hand = without(hand, beyond(from_row, cards))
            up = put(up, player, empty_slots(up[player], from_row)[0])
        return self._after_laying(state, player, hand, up, state.face_down, state.stock, cards, log)

    def _flip(self, state: LuckyState, move: Flip | RevealEarly, player: int, log: list[Event] | None) -> LuckyState:
        """LS-100 to LS-103, LS-116 to LS-120: the card is laid if it fits; if not, it goes to the hand."""
        card, row = lift(state.face_down[player], move.slot)
        down = put(state.face_down, player, row)
        fits = card in self._fits[governing(state.discard, self._pushes)]
        if log is not None:
            log.append(Flipped(player, move.slot, fits))
            log.append(Moved((card,), Place("face_down", player, (move.slot,)), Place("discard")))
        if isinstance(move, RevealEarly):
            state = evolve(state, revealed=put(state.revealed, player, True))
        if fits:
            hand, up = state.hands[player], state.face_up
            return self._after_laying(state, player, hand, up, down, state.stock, (card,), log)
        return self._to_hand(state, player, (*state.discard, card), down, state.stock, log)

    def _challenge(self, state: LuckyState, player: int, log: list[Event] | None) -> LuckyState:
        """LS-111 to LS-114: the top card of the stock, played blind."""
        card, stock = state.stock[0], state.stock[1:]
        fits = card in self._fits[governing(state.discard, self._pushes)]
        state = evolve(state, challenged=put(state.challenged, player, True))
        if log is not None:
            log.append(Challenged(player, fits))
            log.append(Moved((card,), Place("stock"), Place("discard")))
        if fits:
            hand, up = state.hands[player], state.face_up
            return self._after_laying(state, player, hand, up, state.face_down, stock, (card,), log)
        return self._to_hand(state, player, (*state.discard, card), state.face_down, stock, log)

    def _to_hand(
        self,
        state: LuckyState,
        player: int,
        cards: Cards,
        face_down: tuple[Row, ...],
        stock: Cards,
        log: list[Event] | None,
    ) -> LuckyState:
        """The pile goes to a hand, and the next player is on turn (LS-031, LS-034, LS-103)."""
        hand, stock, drawn = refill(merge(state.hands[player], cards), stock)
        turn = next_seat(player, self.players, state.out)
        if log is not None:
            log.append(Moved(cards, Place("discard"), Place("hands", player)))
            if drawn:
                log.append(drew(drawn, player))
            log.append(Turn(turn))
        hands = state.hands
        return LuckyState(
            hands[:player] + (hand,) + hands[player + 1 :],
            state.face_up,
            face_down,
            state.chosen,
            stock,
            (),
            state.removed,
            turn,
            "play",
            state.layer,
            0,
            state.out,
            self._nobody,
            state.challenged,
            state.revealed,
            state.round,
            state.chance,
        )

    def _after_laying(
        self,
        state: LuckyState,
        player: int,
        hand: Cards,
        face_up: tuple[Row, ...],
        face_down: tuple[Row, ...],
        stock: Cards,
        cards: Cards,
        log: list[Event] | None,
    ) -> LuckyState:
        """What follows when cards have been laid: sets, Delete, skips, refill, going out, whose turn it is."""
        discard, out, removed, pending = state.discard + cards, state.out, state.removed, 0
        card = cards[0]
        # mostly another kind lies below, and that is quickly seen
        is_set = len(discard) >= TRIPLE and discard[-2].alike == card.alike and self._is_set(discard)
        again = is_set or card.kind == "delete"
        if again:
            if log is not None:
                log.append(Burned(player, is_set))
                log.append(Moved(discard, Place("discard"), Place("removed")))
            removed, discard = removed + discard, ()
        if len(hand) < ROW and stock:
            hand, stock, drawn = refill(hand, stock)
            if log is not None:
                log.append(drew(drawn, player))
        phase: Literal["choose", "play", "over"] = "play"
        round_, turn = state.round, player
        gone = not hand and face_up[player] == EMPTY_ROW == face_down[player]
        if gone:
            out = (*out, player)
            if log is not None:
                log.append(Out(player, len(out)))
            if len(out) == self.players - 1:
                phase = "over"
                round_ = scored(state, out, self.players, self.rounds, log)
        if phase == "play":
            if not again and card in self._chaining:
                pending = self._pending(state, discard, cards, player, out)
            if gone or not again:
                turn = next_seat(player, self.players, out) if out else self._left[player]
            if log is not None:
                log.append(Turn(turn))
        hands = state.hands
        return LuckyState(
            hands[:player] + (hand,) + hands[player + 1 :],
            face_up,
            face_down,
            state.chosen,
            stock,
            discard,
            removed,
            turn,
            phase,
            player,
            pending,
            out,
            self._nobody,
            state.challenged,
            state.revealed,
            round_,
            state.chance,
        )

    def _pending(self, state: LuckyState, discard: Cards, cards: Cards, player: int, out: tuple[int, ...]) -> int:
        """How many players are to be skipped once these 19s or Pushes lie there (LS-059 to LS-063, LS-072)."""
        before = state.pending
        if cards[0] in self._skips:
            count = len(cards) + (before - 1 if before and self.skip_chain == "pass_on" else before)
        elif cards[0] in self._pushes and before:
            count = before  # LS-A14: passed on, none added
        else:
            below = discard[: -on_top(discard, _ALIKE)]
            lying = on_top(below, _ALIKE) if below and below[-1] in self._skips else 0
            count = {"one": min(lying, 1), "count": lying, "none": 0}[self.push_on_19]
        if self.skip_wraps:
            return count
        others = self.players - len(out) - (player not in out)
        return min(count, others)

    def _sit_out(self, state: LuckyState, player: int, log: list[Event] | None) -> LuckyState:
        """The skip is served; the next player is skipped too, or on turn (LS-059, LS-A08)."""
        turn = next_seat(player, self.players, state.out)
        if log is not None:
            log.append(Skipped(player))
            log.append(Turn(turn))
        return LuckyState(
            state.hands,
            state.face_up,
            state.face_down,
            state.chosen,
            state.stock,
            state.discard,
            state.removed,
            turn,
            "play",
            state.layer,
            state.pending - 1,
            state.out,
            state.declined,
            state.challenged,
            state.revealed,
            state.round,
            state.chance,
        )

    def _next_round(self, state: LuckyState, player: int, log: list[Event] | None) -> LuckyState:
        """The loser deals; rights that hold per round come back (LS-017, LS-A60)."""
        cards, chance = self.deck_order(None, None, state.chance)
        per_round = self.luck_scope == "round"
        after = self._deal_out(
            cards,
            chance,
            attrs.evolve(state.round, number=state.round.number + 1, dealer=player),
            self._nobody if per_round else state.challenged,
            self._nobody if per_round else state.revealed,
        )
        if log is not None:
            log.append(RoundBegan(after.round.number, player))
            log.extend(gathered(state))
            log.append(Shuffled("stock", len(cards)))
            log.extend(dealt(after, player, ("face_down", "hands"), self.players))
        return after

    def _choose(self, state: LuckyState, cards: Cards, player: int, log: list[Event] | None) -> LuckyState:
        """LS-008, LS-009: the choice waits until all are in; then the rows lie open and the first player is found."""
        hands = put(state.hands, player, without(state.hands[player], cards))
        chosen = put(state.chosen, player, cards)
        if log is not None:
            log.append(Moved(cards, Place("hands", player), Place("chosen", player)))
            log.append(Chose(player))
        rows, turn, chance = state.face_up, None, state.chance
        if all(chosen):
            turn, chance = self._starter(hands, state.round, chance)
            if log is not None:
                for seat in around(state.dealer, self.players):
                    slots = tuple(range(1, ROW + 1))
                    log.append(Moved(chosen[seat], Place("chosen", seat), Place("face_up", seat, slots)))
                log.append(Turn(turn))
            rows, chosen = chosen, ((),) * self.players
        return LuckyState(
            hands,
            rows,
            state.face_down,
            chosen,
            state.stock,
            state.discard,
            state.removed,
            turn,
            "choose" if turn is None else "play",
            state.layer,
            state.pending,
            state.out,
            state.declined,
            state.challenged,
            state.revealed,
            state.round,
            chance,
        )

    def _starter(self, hands: tuple[Cards, ...], round_: Round, chance: Chance) -> tuple[int, Chance]:
        """LS-013 to LS-016: the lowest number in hand, later the player to the right of the loser, who deals."""
        if round_.number > 1:
            return next_seat(round_.dealer, self.players, direction=-1), chance
        ignored = () if self.start_counts_function_numbers else (DUTY, LOCK, SKIP)
        lowest = [
            min((card.value for card in hand if card.kind == "number" and card.value not in ignored), default=100)
            for hand in hands
        ]
        tied = [seat for seat in around(round_.dealer, self.players) if lowest[seat] == min(lowest)]
        if self.start_tie == "seat" or len(tied) == 1:
            return min(tied), chance
        pick, chance = chance.picked(len(tied))
        return tied[pick], chance


_SKIPPED: Final = Refusal(Reason.SKIPPED, "LS-061", "You are to be skipped: lay a 19, or sit out.")


def _different(pile: Cards) -> tuple[int, ...]:
    """The values of the Undercuts on top of the pile, as far down as they differ and matter."""
    values: list[int] = []
    for card in reversed(pile[-TRIPLE:]):
        if card.kind != "undercut" or card.value in values:
            break
        values.append(card.value)
    return tuple(values)


def _laid(cards: Cards, from_row: Cards, row: Row, player: int) -> Iterator[Moved]:
    """The events of laying cards from hand and row, in the order in which they lie on the pile."""
    hand = beyond(from_row, cards)
    sources = []
    for card in cards:
        mine = card in hand
        hand = without(hand, (card,)) if mine else hand
        sources.append((mine, card))
    for mine, part in groupby(sources, itemgetter(0)):
        moved = tuple([card for _, card in part])
        if mine:
            yield Moved(moved, Place("hands", player), Place("discard"))
        else:
            row, slots = empty_slots(row, moved)
            yield Moved(moved, Place("face_up", player, slots), Place("discard"))


def _orders(picked: Iterable[Cards], fits: frozenset[LuckyCard]) -> Iterator[Play]:
    """The plays of these sets of cards that fit, each order that matters once (LS-049, LS-A20, LS-A21)."""
    for cards in picked:
        if any(card in fits for card in cards):
            if len(cards) > 1 and cards[0].ordered:
                for top in dict.fromkeys(cards):
                    yield Play((*without(cards, (top,)), top))
            else:
                yield Play(cards)
