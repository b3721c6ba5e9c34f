"""The rules of QUICLO: options, how a game begins, laying and drawing, how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import attrs
from typing_extensions import Unpack

import shedkit.authoring as sk
from shedkit.games.quiclo.cards import HIGHEST, PLAYS, Cards, NumberCard, Play, QuicloMove, Rejected, fits
from shedkit.games.quiclo.state import QuicloDraft, QuicloPosition, QuicloState, lay, take_back


def _whole_deck(rules: Quiclo) -> Cards:
    highest = rules.highest_card
    return NumberCard.all()[:highest] if type(highest) is int else ()


def _read_deck(given: str | Iterable[NumberCard | str]) -> Cards:
    """The numbers of a deck; each occurs once (QU-003)."""
    return sk.read_deck(NumberCard, given)


@attrs.frozen(kw_only=True, repr=False)
class Quiclo(sk.Game[QuicloState, QuicloMove]):
    """QUICLO, the duel of digits: lay a number that shares a digit with the last one.

    What can be set, is set before the game begins (QU-028).

    Raises:
        ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

    >>> len(Quiclo(players=3).deck)
    144

    """

    name = "quiclo"
    event_types = (sk.Moved, sk.Shuffled, sk.Turn, sk.Out, sk.GameOver, Rejected)

    players: int = sk.option(3, "How many play.", rule="QU-A01", low=2, high=23)
    first_dealer: int | None = sk.first_dealer(rule="QU-A02")
    first_player: int = sk.option(0, "Who begins: the youngest.", rule="QU-A02", seat=True)
    hand_size: int = sk.option(6, "How many cards a player is dealt.", rule="QU-A01", low=1, high=HIGHEST)
    highest_card: int = sk.option(144, "The highest number; the lowest is 1.", rule="QU-002", low=3, high=HIGHEST)
    deck: Cards = attrs.field(
        default=attrs.Factory(_whole_deck, takes_self=True),
        converter=_read_deck,
        metadata=sk.about("The cards, as numbers; by default all from 1 to highest_card.", rule="QU-002"),
    )
    misplay: Literal["penalty", "illegal"] = sk.option(
        "penalty",
        "Whether a card that does not fit may be laid and costs a penalty, or is refused.",
        rule="QU-A03",
    )
    play_drawn: bool = sk.option(False, "Whether a card just drawn may be laid at once.", rule="QU-A08")
    play_for_places: bool = sk.option(False, "Whether the others play on for the places.", rule="QU-A14")
    open_hands: bool = sk.option(False, "Whether all hands are open.", rule="QU-A16")
    deadlock: Literal["draw", "fewest"] = sk.option(
        "draw",
        "What a game comes to in which nobody can move: drawn, or won by the fewest cards.",
        rule="QU-A07",
    )

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        for card, after in zip(self.deck, self.deck[1:], strict=False):
            if card is after:
                raise sk.ConfigurationError("deck", f"{card} is there twice: every number occurs once (QU-003)")
        if (top := self.deck[-1]).number > self.highest_card:
            raise sk.ConfigurationError("deck", f"{top} is higher than highest_card, which is {self.highest_card}")

    @sk.table
    def fitting(self, top: NumberCard) -> dict[NumberCard, Play]:
        """The plays that fit on a card, by the card laid (QU-009)."""
        return {card: PLAYS[card] for card in self.deck if fits(card, top)}

    def position(self, **given: Unpack[QuicloPosition]) -> QuicloState:
        """Any position, from card codes; see `Game.position`.

        >>> state = Quiclo(players=2).position(hands=["4 45", "7"], discard="4 45 54 27", stock="72")
        Traceback (most recent call last):
            ...
        shedkit.core.errors.PositionError: 4 is placed 2 times, but the deck has only 1

        """
        return super().position(**given)

    def open_zones(self) -> frozenset[str]:
        """The hands, in the open game (QU-026)."""
        return frozenset({"hands"}) if self.open_hands else frozenset()

    def start(self, s: QuicloDraft) -> None:
        """Deal the hands, then the first card of the pile, which does nothing (QU-004 to QU-007, QU-A13)."""
        s.deal("hands", self.hand_size, self.left_of_dealer)
        s.deal("discard", 1)
        s.turn = self.first_player

    # --- laying a card: what fits, what a wrong play costs, and why a card may not be laid

    def moves(self, now: QuicloState, player: int) -> tuple[QuicloMove, ...]:
        """The cards that fit, in order, then `Draw`; after a draw, the card drawn and `Pass`.

        One card, on the top card alone (QU-009, QU-015 to QU-017, QU-A12). Nobody must lay one (QU-019, QU-029,
        QU-A18), but who does not lay draws (QU-A11); the card drawn may be laid with ``play_drawn`` (QU-A08).
        """
        fitting = self.fitting[now.discard[-1]]
        if now.phase == "play":
            return (*filter(None, map(fitting.get, now.hands[player])), sk.DRAW)
        card = now.drawn[player]
        return (fitting[card], sk.PASS) if card is not None and card in fitting else (sk.PASS,)

    def wrong_moves(self, now: QuicloState, player: int) -> tuple[QuicloMove, ...]:
        """The cards that do not fit: laying one costs a card (QU-A03)."""
        if self.misplay == "illegal":
            return ()
        fitting = self.fitting[now.discard[-1]]
        cards = now.hands[player] if now.phase == "play" else now.drawn[player : player + 1]
        return tuple([PLAYS[card] for card in cards if card is not None and card not in fitting])

    def accepts(self, now: QuicloState, move: QuicloMove, player: int) -> bool:
        """Whether the player may make the move, right or wrong."""
        if isinstance(move, Play):
            card = move.card
            own = card in now.hands[player] if now.phase == "play" else card is now.drawn[player]
            return own and (self.misplay == "penalty" or card in self.fitting[now.discard[-1]])
        return isinstance(move, sk.Draw if now.phase == "play" else sk.Pass)

    @sk.on(Play, "play", "drawn", held="hands")
    def play(self, s: QuicloDraft, move: Play, player: int) -> None:
        """Lay a card (QU-009); one that does not fit goes back, and the player draws (QU-021, QU-022, QU-A03, QU-A04).

        Either way the next player is on turn, clockwise (QU-008, QU-020, QU-023).
        """
        card = move.card
        lay(s, (card,), player)
        if card not in self.fitting[s.discard[-2]]:
            s.tell(Rejected, player, card)
            take_back(s, (card,), player)
            self.draw_card(s, player, may_play=False)
            return
        s.passes = 0
        if not s.hands[player]:
            s.leave(player)
        self.end_turn(s, player)

    @sk.why(Play)
    def why_no_play(self, now: QuicloState, move: Play, player: int) -> sk.Refusal:
        """A card that does not fit and must not be tried (QU-009, QU-A03)."""
        return sk.Refusal(sk.Reason.NO_MATCH, "QU-009", f"{move.card} shares no digit with {now.discard[-1]}.")

    # --- drawing a card, and keeping it

    @sk.on(sk.Draw, "play")
    def draw(self, s: QuicloDraft, move: sk.Draw, player: int) -> None:
        """Draw a card (QU-018); with ``play_drawn`` it may be laid (QU-A08)."""
        self.draw_card(s, player, may_play=self.play_drawn)

    def draw_card(self, s: QuicloDraft, player: int, *, may_play: bool) -> None:
        """Draw a card, refilling the stock before and after where it is empty (QU-018, QU-024, QU-025, QU-A05).

        With nothing to draw at all it is a pass (QU-A06).
        """
        if not s.stock:
            s.recycle()
        drawn = s.draw(1, player)
        if drawn and not s.stock:
            s.recycle()
        s.passes = 0 if drawn else s.passes + 1
        if drawn and may_play:
            s.phase, s.drawn = "drawn", s.only(player, drawn[0])
        else:
            self.end_turn(s, player)

    # --- the end

    def ended(self, now: QuicloState) -> bool:
        """Somebody is out (QU-001, QU-030, QU-A14, QU-A15), or nobody could move for a whole lap (QU-A07)."""
        left = self.players - len(now.out)
        return left < 2 or now.passes >= left or (bool(now.out) and not self.play_for_places)

    def result(self, now: QuicloState) -> sk.Outcome:
        """The first one out wins; the others share place 2 unless they play on (QU-030, QU-A14, QU-A07, QU-A19)."""
        few = self.deadlock == "fewest"
        places = sk.placed(now.out, [len(hand) if few and now.passes else 0 for hand in now.hands])
        return sk.Outcome.of(places) if now.out or few else sk.Outcome(places, (), ())
