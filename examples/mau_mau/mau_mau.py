"""Mau-Mau: lay a card of the suit or the rank of the last one, and be the first without cards.

The rules, by the numbers that refusals name. What an option changes stands in brackets.

- MM-01: Two to six play with the 32 cards from seven to ace [``pack``]. Everybody is dealt five cards [``hand_size``],
  the next one is turned up beside the stock. The player after the dealer begins. The upcard has no power.
- MM-02: On your turn you lay a card of the same suit or of the same rank as the top card of the pile.
- MM-03: Or you draw a card, and your turn ends. [``must_play``: you draw only if you can lay nothing.]
- MM-04: [``play_drawn``: the card just drawn may be laid at once if it fits; otherwise you pass.]
- MM-05: When the stock has too few cards, all discards but the top card are shuffled and laid under it. If there is
  nothing to draw at all, to draw is to pass.
- MM-06: After a seven the next player draws two cards, and the turn ends; or lays a seven too, and then the one after
  that draws two more. Nothing else may be laid. [``draw_two``]
- MM-07: After an eight the next player is skipped. [``skip``]
- MM-08: A jack fits on every card but a jack. [``wild``, ``wild_on_wild``]
- MM-09: Whoever lays a jack names the suit that counts from now on. Other cards name none.
- MM-10: Whoever has no cards left has won, and the game is over. The others lay their cards open, and the fewer points
  are in a hand, the better is its place: an ace counts 11, a king 4, a queen 3, a jack 2, the others their number.
  [``others``: they play on for the places until one of them is left.]
- MM-11: When a whole round goes by in which nobody lays or draws a card, the game is over.

>>> rules = MauMau(players=2)
>>> state = rules.position(hands=["7h 8s Jc", "Ah 9s"], discard="9h")
>>> [str(move) for move in rules.legal_moves(state, 0)]
['play 7h', 'play Jc c', 'play Jc d', 'play Jc h', 'play Jc s', 'draw']
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, Literal

import attrs

from shedkit.core.cards import Card, FrenchCard, Hidden
from shedkit.core.chance import Chance
from shedkit.core.errors import ConfigurationError, PositionError
from shedkit.core.events import Event, GameOver, Moved, Out, Place, Shuffled, Skipped, Turn
from shedkit.core.moves import Move, reuse
from shedkit.core.options import option
from shedkit.core.outcomes import Outcome, ranked
from shedkit.core.positions import left_over, read_hands, read_seats, read_zone
from shedkit.core.refusals import Reason, Refusal, refuse_cards
from shedkit.core.rules import Rules
from shedkit.core.states import Holds, Visibility, State, fact, state, zone
from shedkit.core.turns import next_seat
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.core.zones import deal_round, draw, merge, put, without

__all__ = ["Draw", "MauMau", "MauMauMove", "MauMauState", "Pass", "Play"]

Cards = tuple[FrenchCard, ...]
Suit = Literal["c", "d", "h", "s"]
Phase = Literal["play", "drawn", "over"]

SUITS: Final[tuple[Suit, ...]] = ("c", "d", "h", "s")
SUIT: Final[dict[FrenchCard, Suit]] = {card: suit for card in FrenchCard.pack() for suit in SUITS if card.suit == suit}
PACKS: Final = {"32": tuple(card for card in FrenchCard.pack() if card.rank >= 7), "52": FrenchCard.pack()}
RANK: Final = {"7": 7, "8": 8, "J": 11, "A": 14, "none": 0}
POINTS: Final = {**{rank: rank for rank in range(2, 11)}, 11: 2, 12: 3, 13: 4, 14: 11}


# --- moves


@attrs.frozen
class Play(Move):
    """Lay a card on the pile; with a jack, name the suit that counts from now on."""

    verb = "play"
    card: FrenchCard = attrs.field(converter=FrenchCard)
    suit: Suit | None = None


@attrs.frozen
class Draw(Move):
    """Draw a card from the stock, or as many as the sevens demand."""

    verb = "draw"


@attrs.frozen
class Pass(Move):
    """Keep the card just drawn."""

    verb = "pass"


MauMauMove = Play | Draw | Pass
PLAYS: Final = {(card, suit): reuse(Play(card, suit)) for card in FrenchCard.pack() for suit in (None, *SUITS)}
DRAW: Final = reuse(Draw())
PASS: Final = reuse(Pass())


# --- state


@state
class MauMauState(State):
    """A position of Mau-Mau."""

    hands: tuple[Cards, ...] = zone(Visibility.OWNER, Holds.PLAYERS, in_order=True, doc="each player's hand")
    stock: Cards = zone(Visibility.NOBODY, doc="the cards to draw, next one first")
    discard: Cards = zone(Visibility.EVERYONE, doc="the pile, top card last")
    shown: tuple[Cards, ...] = zone(Visibility.EVERYONE, Holds.PLAYERS, in_order=True, doc="hands laid open at the end")
    removed: Cards = zone(Visibility.EVERYONE, doc="cards out of play; empty unless a position was built so")
    turn: int = fact(Visibility.EVERYONE, Holds.SEAT, doc="who is on turn")
    phase: Phase = fact(Visibility.EVERYONE, doc="play, drawn: a card was drawn and may be laid, or over")
    suit: Suit = fact(Visibility.EVERYONE, doc="the suit that counts: of the top card, or the one named with a jack")
    pending: int = fact(Visibility.EVERYONE, doc="how many cards the sevens demand of the player on turn")
    drawn: tuple[FrenchCard | None, ...] = fact(Visibility.OWNER, Holds.PLAYERS, doc="the card just drawn")
    passes: int = fact(Visibility.EVERYONE, doc="turns in a row in which nothing was laid or drawn")
    out: tuple[int, ...] = fact(Visibility.EVERYONE, Holds.SEATS, doc="players without cards, first one first")
    chance: Chance = fact(Visibility.NOBODY, doc="the source of coming shuffles")


# --- rules


@attrs.frozen(kw_only=True, repr=False)
class MauMau(Rules[MauMauState, MauMauMove]):
    """Mau-Mau: lay a card of the suit or the rank of the last one, and be the first without cards."""

    name = "mau-mau"
    card_type = FrenchCard
    state_type = MauMauState
    move_types = (Play, Draw, Pass)
    event_types = (Moved, Shuffled, Turn, Skipped, Out, GameOver)

    players: int = option(3, "How many play.", rule="MM-01", low=2, high=6)
    first_dealer: int | None = option(None, "Who deals; without it, the last seat.", rule="MM-01", seat=True)
    hand_size: int = option(5, "How many cards a player is dealt.", rule="MM-01", low=1, high=10)
    pack: Literal["32", "52"] = option("32", "How many cards there are.", rule="MM-01", choices=("32", "52"))
    must_play: bool = option(False, "Whether only a player who can lay nothing may draw.", rule="MM-03")
    play_drawn: bool = option(False, "Whether a card just drawn may be laid at once.", rule="MM-04")
    draw_two: Literal["7", "none"] = option(
        "7", "The rank after which the next player draws two.", rule="MM-06", choices=("7", "none")
    )
    skip: Literal["8", "A", "none"] = option(
        "8", "The rank after which the next player is skipped.", rule="MM-07", choices=("8", "A", "none")
    )
    wild: Literal["J", "none"] = option(
        "J", "The rank that fits on every card and names a suit.", rule="MM-08", choices=("J", "none")
    )
    wild_on_wild: bool = option(False, "Whether a jack may be laid on a jack.", rule="MM-08")
    others: Literal["points", "play_on"] = option(
        "points", "How those who have not won are placed.", rule="MM-10", choices=("points", "play_on")
    )

    def __attrs_post_init__(self) -> None:
        need, have = self.players * self.hand_size + 1, len(self.deck)
        if have < need:
            raise ConfigurationError("hand_size", f"hands and upcard need {need} cards, the pack has {have}")

    @property
    def deck(self) -> Cards:
        """The cards of the pack."""
        return PACKS[self.pack]

    def fits(self, card: FrenchCard, top: FrenchCard, suit: Suit, pending: bool) -> bool:
        """Whether a card may be laid on this one, where that suit counts (MM-02, MM-06, MM-08)."""
        if pending:
            return card.rank == RANK[self.draw_two]
        if card.rank == RANK[self.wild]:
            return self.wild_on_wild or top.rank != card.rank
        return card.suit == suit or card.rank == top.rank

    @cached_property
    def _plays(self) -> dict[tuple[FrenchCard, Suit, bool], dict[FrenchCard, tuple[Play, ...]]]:
        """For each card on top, suit that counts, and whether cards are due: the plays, card by card."""
        names = {card: SUITS if card.rank == RANK[self.wild] else (None,) for card in self.deck}
        plays = {card: tuple(PLAYS[card, suit] for suit in suits) for card, suits in names.items()}
        return {
            (top, suit, due): {card: plays[card] for card in self.deck if self.fits(card, top, suit, due)}
            for top in self.deck
            for suit in SUITS
            for due in (False, True)
        }

    # dealing

    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> MauMauState:
        """A fresh game: the hands, then the upcard (MM-01)."""
        cards, chance = self.deck_order(seed, order)
        n = self.players
        first = next_seat(n - 1 if self.first_dealer is None else self.first_dealer, n)
        hands, used = deal_round(cards, 0, n, self.hand_size, first)
        return MauMauState(
            hands=tuple(merge((), hand) for hand in hands),
            stock=cards[used + 1 :],
            discard=(cards[used],),
            shown=((),) * n,
            removed=(),
            turn=first,
            phase="play",
            suit=SUIT[cards[used]],
            pending=0,
            drawn=(None,) * n,
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
        shown: Sequence[str] = (),
        removed: str = "",
        turn: int = 0,
        phase: Phase = "play",
        suit: Suit | None = None,
        pending: int = 0,
        drawn: str | None = None,
        passes: int = 0,
        out: Sequence[int] | None = None,
        seed: int = 0,
    ) -> MauMauState:
        """Any position, from card codes; what is not named is empty, or as the top card has it.

        Raises:
            PositionError: for wrong cards, contradictions, or a position in which an actor has no move.

        """
        n = self.players
        own, open_hands = (read_hands(FrenchCard, name, z, n) for name, z in (("hands", hands), ("shown", shown)))
        pile, gone, named, card = (
            read_zone(FrenchCard, name, text or "")
            for name, text in (("discard", discard), ("removed", removed), ("stock", stock), ("drawn", drawn))
        )
        rest = left_over(self.deck, (*pile, *gone, *named, *sum(own + open_hands, ())))
        if not pile or len(card) > 1:
            raise PositionError("discard: the pile has at least one card" if not pile else "drawn: one card expected")
        return self.checked(
            MauMauState(
                hands=own,
                stock=rest if stock is None else named,
                discard=pile,
                shown=open_hands,
                removed=gone if stock is None else gone + rest,
                turn=turn,
                phase=phase,
                suit=suit or SUIT[pile[-1]],
                pending=pending,
                drawn=tuple(card[0] if card and seat == turn else None for seat in range(n)),
                passes=passes,
                out=read_seats("out", out, tuple(seat for seat in range(n) if not own[seat] + open_hands[seat])),
                chance=Chance.of(seed),
            )
        )

    def fault(self, state: MauMauState) -> str | None:
        """What contradicts the rules in a position, beyond cards and seats."""
        if state.phase not in ("play", "drawn", "over") or (state.phase == "drawn" and not self.play_drawn):
            return f"phase: it cannot be {short(state.phase)} in this game"
        if not state.discard:
            return "discard: the pile has at least one card"
        top, over = state.discard[-1], state.phase == "over"
        if state.suit not in (SUITS if top.rank == RANK[self.wild] else (top.suit,)):
            return f"suit: it cannot be {short(state.suit)} with {top} on top"
        if type(state.passes) is not int or not 0 <= state.passes <= self.players:
            return f"passes: it must be from 0 to {self.players}, not {short(state.passes)}"
        sevens = sum(card.rank == top.rank == RANK[self.draw_two] for card in state.discard)
        if type(state.pending) is not int or state.pending not in range(0, 2 * sevens + 1, 2):
            return f"pending: it cannot be {short(state.pending)} with {top} on top"
        if state.phase == "drawn" and state.pending:
            return "pending: after a draw no card is due"
        counted = self.others == "points" and over
        for seat, (hand, shown) in enumerate(zip(state.hands, state.shown, strict=True)):
            if bool(hand + shown) == (seat in state.out):
                return f"out: player {seat} {'has' if hand + shown else 'has no'} cards"
            if hand if counted else shown:
                return f"shown: hands lie open only at the end of a game for points (player {seat})"
            card, expected = state.drawn[seat], state.phase == "drawn" and seat == state.turn
            if not isinstance(card, Hidden) and ((card is not None) != expected or (expected and card not in hand)):
                return f"drawn: it cannot be {card} for player {seat}"
        if self._ended(state.out, state.passes) != over:
            return "phase: the game is not over" if over else "phase: the game would be over"
        return f"turn: player {state.turn} is out" if state.turn in state.out and not over else None

    def hidden_values(self, state: MauMauState, name: str, player: int) -> tuple[object, ...]:
        """``drawn``: any card of the hand, for a player who has just drawn."""
        return state.hands[player] if state.phase == "drawn" and player == state.turn else (None,)

    # reading

    def actors(self, at: MauMauState | View[MauMauState]) -> tuple[int, ...]:
        """The player on turn."""
        now = at if isinstance(at, MauMauState) else self.inside(at, None)
        return () if now.phase == "over" else (now.turn,)

    def legal_moves(self, at: MauMauState | View[MauMauState], player: int) -> tuple[MauMauMove, ...]:
        """The cards that fit, then `Draw`; after a draw with ``play_drawn``, that card and `Pass`."""
        now = at if isinstance(at, MauMauState) else self.inside(at, player)
        if player != now.turn or now.phase == "over" or type(player) is not int:
            return ()
        fitting = self._plays[now.discard[-1], now.suit, now.pending > 0]
        if now.phase == "drawn":
            card = now.drawn[player]
            return (*(fitting[card] if card is not None and card in fitting else ()), PASS)
        plays = [play for card in now.hands[player] if card in fitting for play in fitting[card]]
        return tuple(plays) if plays and self.must_play else (*plays, DRAW)

    def outcome(self, at: MauMauState | View[MauMauState]) -> Outcome | None:
        """The first one out wins; the others are placed by their points, or in the order they went out (MM-10)."""
        now = self.inside(at, None)
        if now.phase != "over":
            return None
        scores = tuple(sum(POINTS[card.rank] for card in hand) for hand in now.shown)
        orders = [now.out.index(seat) if seat in now.out else len(now.out) for seat in range(self.players)]
        places = ranked([1000 * order + score for order, score in zip(orders, scores, strict=True)])
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Outcome(places, winners, (), scores if self.others == "points" else None)

    # refusing

    def refusal(self, at: MauMauState | View[MauMauState], move: MauMauMove, player: int) -> Refusal | None:
        """Why the move is not legal, or ``None``."""
        now = self.inside(at, player)
        if type(player) is not int or player not in self.actors(now) or not isinstance(move, self.move_types):
            return self.not_a_move(now, move, player)
        if isinstance(move, Play):
            return self._refuse_play(now, move, player)
        if isinstance(move, Draw):
            if now.phase == "drawn":
                return Refusal(Reason.WRONG_PHASE, "MM-04", "You have drawn: lay that card or pass.")
            if self.must_play and DRAW not in self.legal_moves(now, player):
                return Refusal(Reason.CAN_PLAY, "MM-03", "You have a card that fits: lay it.")
        elif not self.play_drawn:
            return Refusal(Reason.OPTION_OFF, "MM-04", "There is no pass in this game: lay a card or draw.")
        elif now.phase != "drawn":
            return Refusal(Reason.WRONG_PHASE, "MM-04", "You may pass only after a draw.")
        return None

    def _refuse_play(self, now: MauMauState, move: Play, player: int) -> Refusal | None:
        card, top, hand = move.card, now.discard[-1], now.hands[player]
        not_yours = refuse_cards((card,), hand, hand, self.deck)
        if not_yours is not None:
            return not_yours
        if now.phase == "drawn" and card is not now.drawn[player]:
            return Refusal(Reason.WRONG_ZONE, "MM-04", "After a draw only the card just drawn may be laid.")
        plays = self._plays[top, now.suit, now.pending > 0].get(card, ())
        if not plays:
            if now.pending:
                return Refusal(Reason.NO_MATCH, "MM-06", f"Lay a seven, or draw the {now.pending} cards that are due.")
            if card.rank == RANK[self.wild]:
                return Refusal(Reason.LOCKED, "MM-08", "A jack is not laid on a jack.")
            return Refusal(Reason.NO_MATCH, "MM-02", f"{card} has neither the suit {now.suit} nor the rank of {top}.")
        if move not in plays:
            listed, *more = plays
            which = f"Name a suit: {listed}, for example." if more else f"{card} names no suit: {listed}."
            return Refusal(Reason.SPELLING, "MM-09", which)
        return None

    # changing

    def apply_unchecked(
        self, state: MauMauState, move: MauMauMove, player: int, log: list[Event] | None = None
    ) -> MauMauState:
        """The state after a move from the list."""
        hands, stock, discard, shown, out = state.hands, state.stock, state.discard, state.shown, state.out
        suit, pending, passes, chance = state.suit, state.pending, state.passes, state.chance
        drawn: FrenchCard | None = None
        skips = False
        if isinstance(move, Play):
            card = move.card
            hand = without(hands[player], (card,))
            hands, discard, passes = put(hands, player, hand), discard + (card,), 0
            suit = move.suit or SUIT[card]
            pending += 2 * (card.rank == RANK[self.draw_two])
            skips = card.rank == RANK[self.skip]
            if log is not None:
                log.append(Moved((card,), Place("hands", player), Place("discard")))
            if not hand:
                out = (*out, player)
                if log is not None:
                    log.append(Out(player, len(out)))
        elif isinstance(move, Draw):
            cards, stock, discard, chance = self._draw(pending or 1, player, stock, discard, chance, log)
            hands = put(hands, player, merge(hands[player], cards))
            passes = 0 if cards else passes + 1
            drawn = cards[0] if self.play_drawn and cards and not pending else None
            pending = 0
        over = self._ended(out, passes)
        phase: Phase = "over" if over else "play" if drawn is None else "drawn"
        turn = next_seat(player, self.players, out, steps=1 + skips) if phase == "play" else player
        if over and self.others == "points":
            if log is not None:
                seats = [seat for seat, hand in enumerate(hands) if hand]
                log += [Moved(hands[seat], Place("hands", seat), Place("shown", seat)) for seat in seats]
            hands, shown = shown, hands
        if log is not None and phase != "drawn":
            if skips and not over:
                log.append(Skipped(next_seat(player, self.players, out)))
            log.append(GameOver() if over else Turn(turn))
        mine = (None,) * self.players if drawn is None else put((None,) * self.players, player, drawn)
        return MauMauState(
            hands, stock, discard, shown, state.removed, turn, phase, suit, pending, mine, passes, out, chance
        )

    def _ended(self, out: tuple[int, ...], passes: int) -> bool:
        """Whether the game is over: somebody has won, one is left, or nobody can move any more (MM-10, MM-11)."""
        left = self.players - len(out)
        return passes >= left or left < 2 or (bool(out) and self.others == "points")

    def _draw(
        self, number: int, player: int, stock: Cards, discard: Cards, chance: Chance, log: list[Event] | None
    ) -> tuple[Cards, Cards, Cards, Chance]:
        """So many cards of the stock, or all there are; and stock, pile and chance after that (MM-05)."""
        if len(stock) < number and len(discard) > 1:
            under, discard = discard[:-1], discard[-1:]
            shuffled, chance = chance.shuffled(under)
            stock += shuffled
            if log is not None:
                log += [Moved(under, Place("discard"), Place("stock")), Shuffled("stock", len(under))]
        taken, stock = draw(stock, number)
        if taken and log is not None:
            log.append(Moved(merge((), taken), Place("stock"), Place("hands", player)))
        return taken, stock, discard, chance
