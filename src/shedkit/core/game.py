"""Games written by their rules alone: what a move does, which moves there are, why another is none, and the end.

A game declares its state with the fields of `shedkit.core.fields` and writes

- `start`: what is dealt in a round and who begins;
- for each kind of move a function under `on`: what the move does to the draft;
- `moves`: the legal moves of a player whose turn it is to decide;
- `ended` and `result`: when the game or a round is over, and how;
- functions under `why`: its own reasons for refusals. What the declarations tell is refused without them.

All else of `Rules` follows. The functions are methods of the game or, where it is larger, stand in modules of their
own that the game lists as its ``rooms``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import attrs

from shedkit.core.binding import compile_game, read_brackets
from shedkit.core.building import blank, next_round, placed_by_hand, refuse_small_deck, settle
from shedkit.core.cards import Card
from shedkit.core.drafts import finished
from shedkit.core.errors import ViewError
from shedkit.core.events import (
    Event,
    GameOver,
    RoundOver,
)
from shedkit.core.fields import Field
from shedkit.core.kinds import MoveKind
from shedkit.core.moves import DEAL, DECLINE, Move
from shedkit.core.outcomes import Outcome, Result
from shedkit.core.refusals import Refusal
from shedkit.core.refusing import Reasons, refused
from shedkit.core.roles import Role
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.turns import around, next_seat
from shedkit.core.views import View

__all__ = ["Game"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Game(Rules[S, M]):
    """The base of games that are written by their rules alone; see `shedkit.core.game`."""

    __slots__ = ()
    rooms: ClassVar[tuple[ModuleType, ...]] = ()
    """Modules in which the functions under `on` and `why` stand, where the game is too large for one class."""
    choosing: ClassVar[str] = ""
    """The phase in which all players choose at the same time, if there is one; see `Role.CHOICE`."""
    if TYPE_CHECKING:
        rounds: Any  # an option or a property of games that have rounds
    kinds: ClassVar[dict[type[Move], MoveKind]]
    """What the game says of its kinds of moves."""
    turns: ClassVar[frozenset[str]] = frozenset()
    """The phases in which nobody but the player on turn, or who is asked meanwhile, is known to be able to move. They
    are worked out, but for a game that writes `public_actors` itself."""
    _steps: ClassVar[dict[type[Move], Callable[[Any, Any, Any, int], None]]]
    _reasons: ClassVar[dict[type[Move], Callable[[Any, Any, Any, int], Refusal | None]]]
    _elsewhere: ClassVar[dict[type[Move], Callable[[Any, Any, Any, int], Refusal | None]]]
    _complete: ClassVar[frozenset[type[Move]]]
    _against: ClassVar[Mapping[str, Mapping[type[Move], Refusal | Reasons]]]
    _in_time: ClassVar[Mapping[type[Move], Reasons]]
    _quick: ClassVar[frozenset[type[Move]]]
    _locked: ClassVar[type[State]]
    _reacts: ClassVar[bool]
    _chance: ClassVar[str]
    _choice: ClassVar[str]
    _asks: ClassVar[bool]
    _drawn: ClassVar[bool]
    _keeping: ClassVar[str]
    _says: ClassVar[Mapping[str, tuple[str, str]]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        read_brackets(cls, Game)
        if hasattr(cls, "_locked") and hasattr(cls, "name"):  # without a name it is the base of a game
            compile_game(cls, Game)

    # --- what the author of a game writes

    @abstractmethod
    def start(self, /, s: Any) -> None:
        """Deal a round; a draft has all cards in its stock, empty zones, and facts with their defaults."""

    @abstractmethod
    def moves(self, /, now: S, player: int) -> tuple[M, ...]:
        """The legal moves of a player of whom everybody knows that it may move now."""

    def choices(self, /, now: S, player: int) -> tuple[M, ...]:
        """The moves of a player who has not chosen, in the phase of choosing; without an answer here, `moves`."""
        return self.moves(now, player)

    def reactions(self, /, now: S, player: int) -> tuple[M, ...]:
        """The moves that a player who is not on turn can make all the same; override it, and they are asked for."""
        return ()

    def wrong_moves(self, /, now: S, player: int) -> tuple[M, ...]:
        """The moves of the player on turn that the rules answer with a penalty."""
        return ()

    def accepts(self, /, now: S, move: M, player: int) -> bool:
        """Whether a player who is on turn, or could be out of turn, may make the move.

        Override it where the list takes longer than a look at the move.
        """
        if move.__class__ in self._complete:
            return refused(self, now, move, player) is None
        return move in self.legal_moves(now, player) or move in self.penalised_moves(now, player)

    @abstractmethod
    def ended(self, /, now: S) -> bool:
        """Whether the round is over, by public facts; it is held against the phase of positions."""

    @abstractmethod
    def result(self, /, now: S) -> Outcome:
        """How a game ended that is over."""

    def dealer_after(self, /, now: S) -> int:
        """Who deals the next round, of a game that has rounds: the next seat."""
        dealer: int = now.round.dealer  # type: ignore[attr-defined]  # a game with rounds has this field
        return (dealer + 1) % self.players

    def results_unsaid(self, /, number: object) -> Sequence[object]:
        """The results of the rounds before, in a position that names none."""
        return ()

    def may_have_declined(self, /, now: S, player: int) -> bool:
        """Whether a player may have let a chance go by: it has one. Override it where some were never asked."""
        return bool(self.reactions(now, player))

    def contradiction(self, /, now: S) -> str | None:
        """What contradicts the rules in a position of which every field, looked at alone, is as declared: a sentence,
        or ``None``.
        """
        return None

    # --- helpers for games

    def __attrs_post_init__(self) -> None:
        """Refuse a deck that is too small for hands of the option ``hand_size`` and the first cards of the pile."""
        refuse_small_deck(self)

    @property
    def turned_up(self) -> int:
        """How many cards a deal lays on the pile: as many as the pile must have at least, as far as declared."""
        return sum([field.low or 0 for field in self.state_type.layout.fields if field.role is Role.PILE])

    @property
    def dealer_at_first(self) -> int:
        """Who deals the first round: the last seat, unless the option ``first_dealer`` says otherwise."""
        dealer = getattr(self, "first_dealer", None)
        return self.players - 1 if dealer is None else dealer

    @property
    def left_of_dealer(self) -> int:
        """The player after the first dealer."""
        return next_seat(self.dealer_at_first, self.players)

    def end_round(self, s: Any, result: Result) -> None:
        """A round is over with this result; after the last one the game is over too."""
        s.round = attrs.evolve(s.round, results=(*s.round.results, result))
        s.phase = "over"
        if s.told:
            s.tell(RoundOver, result.places, result.scores)
            if len(s.round.results) == self.rounds:
                s.tell(GameOver)

    def end_game(self, s: Any) -> None:
        """A game without rounds is over; hands are laid open where they are counted."""
        shown = s.declared.get("shown")
        if shown is not None and shown.counted(self):
            s.show_hands()
        s.phase = "over"
        s.tell(GameOver)

    def end_turn(self, s: Any, player: int, skipped: int = 0) -> None:
        """A turn ends: the game is over if `ended` says so, or the next player is on turn.

        What holds within one turn only, such as the card just drawn, goes back to its default.

        Args:
            s: the draft.
            player: whose turn it was.
            skipped: how many players are passed over.

        """
        if s.phase != "play":
            s.phase = "play"
            if self._drawn:
                s.drawn = (None,) * self.players
        if self.ended(s):
            self.end_game(s)
        else:
            s.next_turn(player, skipped)

    # --- what follows: dealing and positions

    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> S:  # noqa: D102
        s = blank(self)
        s.stock, s.chance = self.deck_order(seed, order)
        settle(self, s, rounds=True)
        self.start(s)
        return finished(settle(self, s))  # type: ignore[no-any-return]

    def deal_round(self, s: Any, player: int) -> None:
        """A player deals another round: all cards are gathered and shuffled, and facts begin anew unless they last."""
        next_round(self, s, player)

    def position(self, *_: Any, **given: Any) -> S:
        """Any position, from card codes: zones and facts by their names.

        A pile goes bottom to top, the stock next card first, a row by its slots with ``-`` for an empty one; zones of
        the players are lists with one text for each, from which players at the end may be left out. Cards that no
        zone names form the stock in deck order or, if ``stock`` is named, are removed. ``seed`` decides coming
        shuffles. Facts that are not named have their defaults.

        Raises:
            PositionError: for wrong cards, contradictions, or a position in which an actor has no move.

        """
        if _:
            raise TypeError("position takes zones and facts by name")
        return self.checked(placed_by_hand(self, given))

    def fault(self, /, state: S) -> str | None:
        """What contradicts the declarations in a position, the end that `ended` tells, or the rules of the game."""
        at: Any = state
        for field in at.layout.checked:
            if (fault := field.fault(self, at)) is not None:
                return str(fault)
        over = at.phase == "over"
        if self.ended(state) != over:
            return "phase: the game is not over" if over else "phase: the game would be over"
        return self.contradiction(state)

    def hidden_values(self, /, state: S, name: str, player: int) -> tuple[object, ...]:  # noqa: D102
        field: Field[Any] = state.layout.field(name)
        among = field.among(self, state, player)
        return super().hidden_values(state, name, player) if among is None else among

    # --- what follows: reading

    def public_actors(self, /, state: S) -> tuple[int, ...]:
        """Who is on turn, or asked; who has not chosen, in the phase of choosing; between rounds the next dealer."""
        now: Any = state
        if now.phase in self.turns:
            return (now.claimant if self._asks and now.claimant is not None else now.turn,)
        if now.phase == "over":
            rounds = hasattr(now, "round") and len(now.round.results) < self.rounds
            return (self.dealer_after(now),) if rounds else ()
        if now.phase == self.choosing:
            chosen = getattr(now, self._choice)
            dealer = now.round.dealer if hasattr(now, "round") else self.dealer_at_first
            return tuple([seat for seat in around(dealer, self.players) if not chosen[seat]])
        return (now.turn,)

    def reactors(self, /, now: S) -> tuple[int, ...]:
        """Who could react, clockwise from the player who laid last; only the authority may know it."""
        at: Any = now
        begin = at.layer if hasattr(at, "layer") else at.turn
        declined = getattr(at, "declined", None)
        return tuple(
            [
                seat
                for seat in around(begin, self.players)
                if seat != at.turn and not (declined and declined[seat]) and self.reactions(now, seat)
            ]
        )

    def actors(self, at: S | View[S]) -> tuple[int, ...]:
        """Who may move: first those who could react out of turn, then the players of whom everybody knows it."""
        if at.__class__ is not self._locked:
            return self.seen_actors(at) if isinstance(at, View) else self.public_actors(self.inside(at, None))
        now: Any = at
        reacting = self._reacts and now.phase not in ("over", self.choosing)
        return (self.reactors(now) if reacting else ()) + self.public_actors(now)

    def legal_moves(self, at: S | View[S], player: int) -> tuple[M, ...]:
        """All moves the player may make, without duplicates; nothing for a player who is no actor.

        Raises:
            ViewError: if there is no such player, or a view is asked for another player than its viewer.

        """
        player = self.seat(player)
        now: Any = at if at.__class__ is self._locked else self.inside(at, player)
        acts = player in self.public_actors(now)
        listed: tuple[M, ...]
        if now.phase == self.choosing:
            listed = self.choices(now, player) if acts else ()
        elif now.phase == "over":
            listed = (DEAL,) if acts else ()  # type: ignore[assignment]
        else:
            listed = self.moves(now, player) if acts else self._chances(now, player)
        if now is at:
            self._listed[0] = at, player, listed
        return listed

    def _chances(self, now: Any, player: int) -> tuple[M, ...]:
        """What a player may do who is not on turn: react or, if the game has that, let the chance go by."""
        declined = getattr(now, "declined", None)
        if declined is None:
            return self.reactions(now, player)
        if declined[player]:
            return ()
        reactions = self.reactions(now, player)
        return (*reactions, DECLINE) if reactions else ()  # type: ignore[arg-type]

    def penalised_moves(self, at: S | View[S], player: int) -> tuple[M, ...]:
        """The moves that the rules answer with a penalty; `apply` takes them like the legal ones.

        Raises:
            ViewError: if there is no such player, or a view is asked for another player than its viewer.

        """
        player = self.seat(player)
        now: Any = at if at.__class__ is self._locked else self.inside(at, player)
        if now.phase == "over" or player not in self.public_actors(now):
            return ()
        return self.wrong_moves(now, player)

    def outcome(self, at: S | View[S]) -> Outcome | None:
        """How the game ended, or ``None`` while it runs."""
        now: Any = self.inside(at, None)
        if now.phase != "over" or (hasattr(now, "round") and len(now.round.results) < self.rounds):
            return None
        return self.result(now)

    # --- what follows: refusing

    def refusal(self, at: S | View[S], move: M, player: int) -> Refusal | None:
        """Why the move is none that `apply` takes, or ``None``: a move is taken if and only if it is listed."""
        now: Any = at if at.__class__ is self._locked else self.inside(at, player)
        with suppress(ViewError):  # else it is told below
            player = self.seat(player)
        return refused(self, now, move, player)

    # --- what follows: changing

    def apply_unchecked(self, state: S, move: M, player: int, log: list[Event] | None = None) -> S:  # noqa: D102
        raise NotImplementedError  # every game has one of its own, which `_bind` makes
