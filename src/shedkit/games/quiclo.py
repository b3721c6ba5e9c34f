"""QUICLO, the duel of digits: lay a number that shares a digit with the last one.

>>> from shedkit.games.quiclo import Play, Quiclo
>>> rules = Quiclo(players=2)
>>> state = rules.position(hands=["8 45", "7"], discard="87")
>>> [str(move) for move in rules.legal_moves(state, 0)]
['play 8', 'draw']
>>> [str(move) for move in rules.penalised_moves(state, 0)]
['play 45']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, cast

import attrs

from shedkit.core.cards import BY_ORDER, Card, Hidden, read_cards
from shedkit.core.chance import Chance
from shedkit.core.errors import ConfigurationError, NotationError, PositionError
from shedkit.core.events import Event, GameOver, Moved, Out, Place, Shuffled, Turn
from shedkit.core.moves import Move, reuse
from shedkit.core.options import about, option
from shedkit.core.outcomes import Outcome, ranked
from shedkit.core.positions import left_over, read_hands, read_seats, read_zone
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.rules import Rules
from shedkit.core.states import Holds, Visibility, State, fact, state, zone
from shedkit.core.turns import next_seat
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.core.zones import deal_round, draw, merge, put, without

__all__ = ["Draw", "NumberCard", "Pass", "Play", "Quiclo", "QuicloMove", "QuicloState", "Rejected"]

HIGHEST: Final = 999
"""The highest number that has a card."""


# --- cards


class NumberCard(Card):
    """A card with a number; its code is the number.

    Attributes:
        number: 1 to 999.
        digits: the digits of the number.

    >>> NumberCard("112").digits == frozenset({1, 2})
    True

    """

    __slots__ = ("digits", "number")
    number: int
    digits: frozenset[int]
    hint = f"a card is a number from 1 to {HIGHEST}"


for _number in range(1, HIGHEST + 1):
    NumberCard._add(str(_number), number=_number, digits=frozenset(map(int, str(_number))))


def fits(card: NumberCard, top: NumberCard) -> bool:
    """Whether two cards share a digit (QU-009 to QU-014, QU-A09, QU-A10).

    >>> fits(NumberCard("23"), NumberCard("137")), fits(NumberCard("45"), NumberCard("112"))
    (True, False)
    """
    return not card.digits.isdisjoint(top.digits)


# --- moves


@attrs.frozen
class Play(Move):
    """Lay a card on the pile.

    >>> str(Play("137"))
    'play 137'
    """

    verb = "play"
    card: NumberCard = attrs.field(converter=NumberCard)


@attrs.frozen
class Draw(Move):
    """Draw a card from the stock; with nothing to draw, a pass (QU-A06)."""

    verb = "draw"


@attrs.frozen
class Pass(Move):
    """Keep the card just drawn (with ``play_drawn``)."""

    verb = "pass"


QuicloMove = Play | Draw | Pass
"""Every move of the game."""

_PLAYS: Final = {card: reuse(Play(card)) for card in NumberCard.all()}
_DRAW: Final = reuse(Draw())
_PASS: Final = reuse(Pass())


# --- events


@attrs.frozen
class Rejected(Event):
    """A wrong play: the card goes back to the hand, the player draws (QU-021, QU-022)."""

    player: int
    card: NumberCard

    def __str__(self) -> str:
        return f"{self.card} does not fit: player {self.player} takes it back"


# --- state

Cards = tuple[NumberCard, ...]


@state
class QuicloState(State):
    """A position of QUICLO."""

    hands: tuple[Cards, ...] = zone(Visibility.OWNER, Holds.PLAYERS, in_order=True, doc="each player's hand")
    stock: Cards = zone(Visibility.NOBODY, doc="the cards to draw, next one first")
    discard: Cards = zone(Visibility.EVERYONE, doc="the pile, top card last")
    removed: Cards = zone(Visibility.EVERYONE, doc="cards out of play; empty unless a position was built so")
    turn: int = fact(Visibility.EVERYONE, Holds.SEAT, doc="who is on turn")
    phase: Literal["play", "drawn", "over"] = fact(Visibility.EVERYONE, doc="play, drawn: a card was drawn, or over")
    drawn: tuple[NumberCard | None, ...] = fact(Visibility.OWNER, Holds.PLAYERS, doc="the card just drawn")
    passes: int = fact(Visibility.EVERYONE, doc="turns in a row in which nothing was laid or drawn")
    out: tuple[int, ...] = fact(Visibility.EVERYONE, Holds.SEATS, doc="players without cards, first one first")
    chance: Chance = fact(Visibility.NOBODY, doc="the source of coming shuffles")


_LOCKED: Final = cast("type[QuicloState]", QuicloState.locked)


# --- options


def _whole_deck(rules: Quiclo) -> Cards:
    highest = rules.highest_card
    return NumberCard.all()[:highest] if type(highest) is int and highest > 0 else ()


def _read_deck(given: str | Iterable[NumberCard | str]) -> Cards:
    try:
        return tuple(sorted(read_cards(NumberCard, given), key=BY_ORDER))
    except NotationError as error:
        raise ConfigurationError("deck", str(error)) from None


# --- rules


@attrs.frozen(kw_only=True, repr=False)
class Quiclo(Rules[QuicloState, QuicloMove]):
    """QUICLO, the duel of digits: lay a number that shares a digit with the last one.

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> len(Quiclo(players=3).deck)
    144

    """

    name = "quiclo"
    card_type = NumberCard
    state_type = QuicloState
    move_types = (Play, Draw, Pass)
    event_types = (Moved, Shuffled, Turn, Out, GameOver, Rejected)

    players: int = option(3, "How many play.", rule="QU-A01", low=2, high=23)
    first_dealer: int | None = option(
        None, "Who deals, beginning at the next seat; without it, the last seat.", rule="QU-A02", seat=True
    )
    first_player: int = option(0, "Who begins: the youngest.", rule="QU-A02", seat=True)
    hand_size: int = option(6, "How many cards a player is dealt.", rule="QU-A01", low=1, high=HIGHEST)
    highest_card: int = option(144, "The highest number; the lowest is 1.", rule="QU-002", low=3, high=HIGHEST)
    deck: Cards = attrs.field(
        default=attrs.Factory(_whole_deck, takes_self=True),
        converter=_read_deck,
        metadata=about("The cards, as numbers; by default all from 1 to highest_card.", rule="QU-002"),
    )
    misplay: Literal["penalty", "illegal"] = option(
        "penalty",
        "Whether a card that does not fit may be laid and costs a penalty, or is refused.",
        rule="QU-A03",
        choices=("penalty", "illegal"),
    )
    play_drawn: bool = option(False, "Whether a card just drawn may be laid at once.", rule="QU-A08")
    play_for_places: bool = option(False, "Whether the others play on for the places.", rule="QU-A14")
    open_hands: bool = option(False, "Whether all hands are open.", rule="QU-A16")
    deadlock: Literal["draw", "fewest"] = option(
        "draw",
        "What a game comes to in which nobody can move: drawn, or won by the fewest cards.",
        rule="QU-A07",
        choices=("draw", "fewest"),
    )

    # worked out from the options
    _fits: dict[frozenset[int], dict[NumberCard, Play]] = attrs.field(init=False, eq=False)
    _none: tuple[None, ...] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        need = self.players * self.hand_size + 1
        if len(self.deck) < need:
            raise ConfigurationError(
                "deck",
                f"{self.players} hands of {self.hand_size} and the first pile need {need} cards, "
                f"it has {len(self.deck)}",
            )
        for card, after in zip(self.deck, self.deck[1:], strict=False):
            if card is after:
                raise ConfigurationError("deck", f"{card} is there twice: every number occurs once (QU-003)")
        if self.deck[-1].number > self.highest_card:
            raise ConfigurationError(
                "deck", f"{self.deck[-1]} is higher than highest_card, which is {self.highest_card}"
            )
        tops = {card.digits: card for card in self.deck}
        table = {digits: {card: _PLAYS[card] for card in self.deck if fits(card, top)} for digits, top in tops.items()}
        object.__setattr__(self, "_fits", table)
        object.__setattr__(self, "_none", (None,) * self.players)

    # dealing

    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> QuicloState:
        """A fresh game: the hands, then the first card of the pile (QU-004 to QU-007).

        >>> state = Quiclo(players=3).deal(seed=7)
        >>> len(state.stock), len(state.discard)
        (125, 1)
        """
        cards, chance = self.deck_order(seed, order)
        dealer = self.players - 1 if self.first_dealer is None else self.first_dealer
        hands, used = deal_round(cards, 0, self.players, self.hand_size, next_seat(dealer, self.players))
        return QuicloState(
            hands=tuple(merge((), hand) for hand in hands),
            stock=cards[used + 1 :],
            discard=cards[used : used + 1],
            removed=(),
            turn=self.first_player,
            phase="play",
            drawn=(None,) * self.players,
            passes=0,
            out=(),
            chance=chance,
        )

    def position(
        self,
        *,
        hands: Sequence[str],
        discard: str = "",
        stock: str | None = None,
        removed: str = "",
        turn: int = 0,
        phase: Literal["play", "drawn", "over"] = "play",
        drawn: str | None = None,
        passes: int = 0,
        out: Sequence[int] | None = None,
        seed: int = 0,
    ) -> QuicloState:
        """Any position, from card codes.

        The pile goes bottom to top, the stock next card first. Cards that no zone names form the stock in deck
        order or, if ``stock`` is named, are removed; in a game that was dealt no card is ever removed.

        Args:
            hands: one text of numbers for each player; players at the end may be left out.
            discard: the pile; it has at least one card.
            stock: the cards to draw.
            removed: cards out of play.
            turn: who is on turn.
            phase: ``"play"``, ``"drawn"`` after a draw with ``play_drawn``, or ``"over"``.
            drawn: in phase ``"drawn"``, the card that the player on turn has drawn.
            passes: turns in a row in which nothing was laid or drawn.
            out: who has no cards left, first one first; by default the players without cards, by seat.
            seed: decides coming shuffles.

        Raises:
            PositionError: for wrong cards, contradictions, or a position in which an actor has no move.

        >>> state = Quiclo(players=2).position(hands=["4 45", "7"], discard="4 45 54 27", stock="72")
        Traceback (most recent call last):
            ...
        shedkit.core.errors.PositionError: 4 is placed 2 times, but the deck has only 1

        """
        n = self.players
        own = read_hands(NumberCard, "hands", hands, n)
        pile = read_zone(NumberCard, "discard", discard)
        gone = read_zone(NumberCard, "removed", removed)
        named = read_zone(NumberCard, "stock", stock or "")
        rest = left_over(self.deck, (*pile, *gone, *named, *(card for hand in own for card in hand)))
        card = None
        if drawn is not None:
            read = read_zone(NumberCard, "drawn", drawn)
            if len(read) != 1:
                raise PositionError(f"drawn: one card expected, not {len(read)}")
            card = read[0]
        return self.checked(
            QuicloState(
                hands=own,
                stock=rest if stock is None else named,
                discard=pile,
                removed=gone if stock is None else gone + rest,
                turn=turn,
                phase=phase,
                drawn=tuple(card if seat == turn else None for seat in range(n)),
                passes=passes,
                out=read_seats("out", out, tuple(seat for seat in range(n) if not own[seat])),
                chance=Chance.of(seed),
            )
        )

    def fault(self, state: QuicloState) -> str | None:
        """What contradicts the rules in a position, beyond cards and seats."""
        if state.phase not in ("play", "drawn", "over"):
            return f"phase: it must be play, drawn or over, not {short(state.phase)}"
        if not state.discard:
            return "discard: the pile has at least one card"
        if type(state.passes) is not int or not 0 <= state.passes <= self.players:
            return f"passes: it must be from 0 to {self.players}, not {short(state.passes)}"
        for seat, hand in enumerate(state.hands):
            if bool(hand) == (seat in state.out):
                return f"out: player {seat} {'has cards and cannot' if hand else 'has no cards and must'} be out"
        for seat, card in enumerate(state.drawn):
            if isinstance(card, Hidden):
                continue
            expected = state.phase == "drawn" and seat == state.turn
            if (card is not None) != expected:
                return f"drawn: player {seat} has {'' if expected else 'not '}drawn a card in this phase"
            if card is not None and card not in state.hands[seat]:
                return f"drawn: {card} is not in the hand of player {seat}"
        if state.phase == "drawn" and not self.play_drawn:
            return "phase: a drawn card is played only with play_drawn"
        left = self.players - len(state.out)
        locked = state.passes >= left
        if state.phase == "over":
            if left > 1 and not locked and (self.play_for_places or not state.out):
                return "phase: the game is not over"
            return None
        if left < 2 or locked or (state.out and not self.play_for_places):
            return "the game would be over"
        if state.turn in state.out:
            return f"turn: player {state.turn} is out"
        return None

    # reading

    def actors(self, at: QuicloState | View[QuicloState]) -> tuple[int, ...]:
        """The player on turn."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, None)
        return () if now.phase == "over" else (now.turn,)

    def legal_moves(self, at: QuicloState | View[QuicloState], player: int) -> tuple[QuicloMove, ...]:
        """The cards that fit, in order, then `Draw`; after a draw with ``play_drawn``, that card and `Pass`."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, player)
        if player != now.turn or now.phase == "over" or type(player) is not int:
            return ()
        fitting = self._fits[now.discard[-1].digits]
        if now.phase == "drawn":
            card = now.drawn[player]
            return (fitting[card], _PASS) if card is not None and card in fitting else (_PASS,)
        return (*filter(None, map(fitting.get, now.hands[player])), _DRAW)

    def penalised_moves(self, at: QuicloState | View[QuicloState], player: int) -> tuple[QuicloMove, ...]:
        """The cards that do not fit: laying one costs a card (QU-A03)."""
        now = self.inside(at, player)
        if self.misplay == "illegal" or player != now.turn or now.phase == "over" or type(player) is not int:
            return ()
        fitting = self._fits[now.discard[-1].digits]
        cards = (now.drawn[player],) if now.phase == "drawn" else now.hands[player]
        return tuple([_PLAYS[card] for card in cards if card is not None and card not in fitting])

    def outcome(self, at: QuicloState | View[QuicloState]) -> Outcome | None:
        """The first one out wins; the others share place 2 unless they play on (QU-030, QU-A14, QU-A07)."""
        now = self.inside(at, None)
        if now.phase != "over":
            return None
        n, out = self.players, now.out
        sizes = [len(hand) for hand in now.hands]
        left = [seat for seat in range(n) if seat not in out]
        rest = ranked([sizes[seat] if self.deadlock == "fewest" and now.passes else 0 for seat in left])
        places = [0] * n
        for place, seat in enumerate(out, start=1):
            places[seat] = place
        for place, seat in zip(rest, left, strict=True):
            places[seat] = len(out) + place
        decided = bool(out) or self.deadlock == "fewest"
        winners = tuple(seat for seat in range(n) if decided and places[seat] == 1)
        return Outcome(places=tuple(places), winners=winners, losers=())

    def open_zones(self) -> frozenset[str]:
        """The hands, in the open game (QU-026)."""
        return frozenset({"hands"}) if self.open_hands else frozenset()

    def hidden_values(self, state: QuicloState, name: str, player: int) -> tuple[object, ...]:
        """``drawn``: any card of the hand, for a player who has just drawn."""
        return state.hands[player] if state.phase == "drawn" and player == state.turn else (None,)

    # refusing

    def refusal(self, at: QuicloState | View[QuicloState], move: QuicloMove, player: int) -> Refusal | None:
        """Why the move is neither legal nor penalised, or ``None``."""
        now = at if isinstance(at, _LOCKED) else self.inside(at, player)
        if player.__class__ is not int or player != now.turn or now.phase == "over":
            return self.not_a_move(now, move, player)
        if isinstance(move, Play):
            return self._refuse_play(now, move.card, player)
        if isinstance(move, Draw):
            if now.phase == "drawn":
                return Refusal(Reason.WRONG_PHASE, "QU-A08", "You have drawn: lay that card or pass.")
            return None
        if isinstance(move, Pass):
            if now.phase == "drawn":
                return None
            if not self.play_drawn:
                return Refusal(Reason.OPTION_OFF, "QU-A08", "There is no pass in this game: lay a card or draw.")
            return Refusal(Reason.WRONG_PHASE, "QU-A11", "You may pass only after a draw.")
        return self.not_a_move(now, move, player)

    def _refuse_play(self, state: QuicloState, card: NumberCard, player: int) -> Refusal | None:
        if card not in state.hands[player]:
            if card not in self.deck:
                return Refusal(Reason.UNKNOWN_CARD, "SK-07", f"There is no {card} in this deck.")
            return Refusal(Reason.CARD_NOT_HELD, "SK-09", f"You do not have {card}.")
        if state.phase == "drawn" and card is not state.drawn[player]:
            return Refusal(Reason.WRONG_ZONE, "QU-A08", "After a draw only the card just drawn may be laid.")
        if self.misplay == "illegal" and card not in self._fits[state.discard[-1].digits]:
            return Refusal(Reason.NO_MATCH, "QU-009", f"{card} shares no digit with {state.discard[-1]}.")
        return None

    # changing

    def apply_unchecked(
        self, state: QuicloState, move: QuicloMove, player: int, log: list[Event] | None = None
    ) -> QuicloState:
        """The state after a move from the lists."""
        if isinstance(move, Play):
            card = move.card
            if card in self._fits[state.discard[-1].digits]:
                return self._lay(state, card, player, log)
            if log is not None:
                log.append(Moved((card,), Place("hands", player), Place("discard")))
                log.append(Rejected(player, card))
                log.append(Moved((card,), Place("discard"), Place("hands", player)))
            return self._draw(state, player, log, may_play=False)
        if isinstance(move, Draw):
            return self._draw(state, player, log, may_play=self.play_drawn)
        return self._next(state, player, state.hands, state.stock, state.discard, state.chance, 0, log)

    def _lay(self, state: QuicloState, card: NumberCard, player: int, log: list[Event] | None) -> QuicloState:
        hands, out = state.hands, state.out
        hand = without(hands[player], (card,))
        if log is not None:
            log.append(Moved((card,), Place("hands", player), Place("discard")))
        phase: Literal["play", "over"] = "play"
        turn = player
        if not hand:
            out = (*out, player)
            if log is not None:
                log.append(Out(player, len(out)))
            if not self.play_for_places or len(out) == self.players - 1:
                phase = "over"
        if phase == "play":
            turn = next_seat(player, self.players, out)
        if log is not None:
            log.append(Turn(turn) if phase == "play" else GameOver())
        return QuicloState(
            put(hands, player, hand),
            state.stock,
            state.discard + (card,),
            state.removed,
            turn,
            phase,
            self._none,
            0,
            out,
            state.chance,
        )

    def _draw(self, state: QuicloState, player: int, log: list[Event] | None, *, may_play: bool) -> QuicloState:
        """Draw a card, refilling the stock before and after where it is empty (QU-018, QU-024, QU-A05)."""
        stock, discard, chance = state.stock, state.discard, state.chance
        if not stock:
            stock, discard, chance = self._refilled(discard, chance, log)
        if not stock:
            return self._next(state, player, state.hands, stock, discard, chance, state.passes + 1, log)
        drawn, stock = draw(stock, 1)
        if log is not None:
            log.append(Moved(drawn, Place("stock"), Place("hands", player)))
        if not stock:
            stock, discard, chance = self._refilled(discard, chance, log)
        hands = state.hands
        hands = put(hands, player, merge(hands[player], drawn))
        if not may_play:
            return self._next(state, player, hands, stock, discard, chance, 0, log)
        return QuicloState(
            hands,
            stock,
            discard,
            state.removed,
            player,
            "drawn",
            tuple([drawn[0] if seat == player else None for seat in range(self.players)]),
            0,
            state.out,
            chance,
        )

    def _refilled(self, discard: Cards, chance: Chance, log: list[Event] | None) -> tuple[Cards, Cards, Chance]:
        """A new stock out of all discards but the top one, shuffled."""
        if len(discard) < 2:
            return (), discard, chance
        stock, chance = chance.shuffled(discard[:-1])
        if log is not None:
            log.append(Moved(discard[:-1], Place("discard"), Place("stock")))
            log.append(Shuffled("stock", len(stock)))
        return stock, discard[-1:], chance

    def _next(
        self,
        state: QuicloState,
        player: int,
        hands: tuple[Cards, ...],
        stock: Cards,
        discard: Cards,
        chance: Chance,
        passes: int,
        log: list[Event] | None,
    ) -> QuicloState:
        """The turn goes on, or after a whole lap without a card the game ends (QU-A07)."""
        over = passes == self.players - len(state.out)
        turn = player if over else next_seat(player, self.players, state.out)
        if log is not None:
            log.append(GameOver() if over else Turn(turn))
        return QuicloState(
            hands,
            stock,
            discard,
            state.removed,
            turn,
            "over" if over else "play",
            self._none,
            passes,
            state.out,
            chance,
        )
