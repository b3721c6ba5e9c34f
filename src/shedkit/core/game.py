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
from collections.abc import Callable, Sequence
from functools import cached_property, partial, wraps
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, get_args, get_origin

import attrs

from shedkit.core.cards import Card, Hidden
from shedkit.core.drafts import finished, stepper
from shedkit.core.errors import PositionError
from shedkit.core.events import Event, GameOver, RoundBegan, RoundOver
from shedkit.core.fields import Field
from shedkit.core.moves import DEAL, DECLINE, Deal, Move
from shedkit.core.outcomes import Outcome, Result, Round
from shedkit.core.positions import left_over
from shedkit.core.refusals import Reason, Refusal, refuse_cards
from shedkit.core.roles import Role
from shedkit.core.rules import Rules
from shedkit.core.states import State, cards_in
from shedkit.core.turns import around, next_seat
from shedkit.core.values import hints_of
from shedkit.core.views import View, view_of

__all__ = ["Game", "MoveKind", "on", "table", "why"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
K = TypeVar("K", bound=Move)
R = TypeVar("R")
V = TypeVar("V")
D = TypeVar("D")
Effect = Callable[[R, D, K, int], None]
"""What a move does: from rules, draft, move and player."""
Reasons = Callable[[R, D, K, int], "Refusal | None"]
"""Why a move is not legal: from rules, state, move and player."""
_ON: Final = "__shedkit_on__"
_WHY: Final = "__shedkit_why__"
MOST_PLAYERS: Final = 64
"""No game has more."""
TABLE_ENTRIES: Final = 2**14
"""The most entries a `table` keeps; then it begins anew."""


@attrs.frozen
class MoveKind:
    """What a game says of one kind of move.

    Attributes:
        move: the class of moves.
        phases: in which it can be made; empty for all.
        rule: the number of the rule behind it.
        says: what a player is told who tries it in another phase; empty for what the phase itself says.
        held: the zones in which the player must have the cards that the move names; empty where the game looks itself.
        option: the option without which there is no such move.
        off: what a player is told who tries it all the same.
        out_of_turn: whether players may try it who are not on turn.

    """

    move: type[Move]
    phases: tuple[str, ...] = ()
    rule: str = ""
    says: str = ""
    held: tuple[str, ...] = ()
    option: str = ""
    off: str = ""
    out_of_turn: bool = False


def on(
    move: type[K],
    *phases: str,
    rule: str = "",
    says: str = "",
    held: str | tuple[str, ...] = (),
    option: str = "",
    off: str = "",
    out_of_turn: bool = False,
) -> Callable[[Effect[R, D, K]], Effect[R, D, K]]:
    """What a kind of move does, and what it needs; from the needs the common refusals follow.

    Args:
        move: the kind of move.
        phases: in which it can be made; without them, in all. Where the options allow none of them, there is no such
            move in the game.
        rule: the number of the rule that says so.
        says: what a player is told who tries it in another phase.
        held: the zone or zones in which the player must have the cards that the move names (SK-06 to SK-09).
        option: the option without which there is no such move; off are ``False`` and the word ``"off"``.
        off: what a player is told who tries it without the option.
        out_of_turn: whether players may try it who are not on turn.

    """
    zones = (held,) if isinstance(held, str) else held
    kind = MoveKind(move, phases, rule, says, zones, option, off, out_of_turn)

    def noted(effect: Effect[R, D, K]) -> Effect[R, D, K]:
        setattr(effect, _ON, kind)
        return effect

    return noted


def why(*moves: type[Move]) -> Callable[[Reasons[R, D, K]], Reasons[R, D, K]]:
    """The reasons of the game against some kinds of moves, in the right phase and with cards that the player has."""

    def noted(reasons: Reasons[R, D, K]) -> Reasons[R, D, K]:
        setattr(reasons, _WHY, moves)
        return reasons

    return noted


class _Table(dict[Any, V]):
    def __init__(self, work: Callable[..., V]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, key: Any) -> V:
        value = self._work(*key) if isinstance(key, tuple) else self._work(key)
        if len(self) >= TABLE_ENTRIES:
            self.clear()
        self[key] = value
        return value


def table(work: Callable[..., V]) -> cached_property[dict[Any, V]]:
    """A table of the rules, each entry worked out when it is first looked up: ``self.fitting[top, suit]``."""

    def made(self: Any) -> dict[Any, V]:
        return _Table(partial(work, self))

    made.__doc__, made.__annotations__ = work.__doc__, {}
    return cached_property(made)


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
    """The phases in which nobody but the player on turn is known to be able to move. They are worked out, but for a
    game that writes `public_actors` itself."""
    _steps: ClassVar[dict[type[Move], Callable[[Any, Any, Any, int], None]]]
    _reasons: ClassVar[dict[type[Move], Callable[[Any, Any, Any, int], Refusal | None]]]
    _locked: ClassVar[type[State]]
    _reacts: ClassVar[bool]
    _choice: ClassVar[str]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            if isinstance(get_origin(base), type) and issubclass(get_origin(base), Game) and get_args(base)[1:]:
                state, moves = get_args(base)
                if not isinstance(state, TypeVar):
                    cls.state_type, cls.move_types = state, get_args(moves) or (moves,)
                    cls._locked = state.locked
        if hasattr(cls, "_locked") and hasattr(cls, "name"):  # without a name it is the base of a game
            _compile(cls)

    # --- what the author of a game writes

    @abstractmethod
    def start(self, s: Any) -> None:
        """Deal a round; a draft has all cards in its stock, empty zones, and facts with their defaults."""

    @abstractmethod
    def moves(self, now: S, player: int) -> tuple[M, ...]:
        """The legal moves of a player of whom everybody knows that it may move now."""

    def reactions(self, now: S, player: int) -> tuple[M, ...]:
        """The moves that a player who is not on turn can make all the same; override it, and they are asked for."""
        return ()

    def wrong_moves(self, now: S, player: int) -> tuple[M, ...]:
        """The moves of the player on turn that the rules answer with a penalty."""
        return ()

    def accepts(self, now: S, move: M, player: int) -> bool:
        """Whether the player may make the move; override it where the list takes longer than a look at the move."""
        return move in self.legal_moves(now, player) or move in self.penalised_moves(now, player)

    @abstractmethod
    def ended(self, now: S) -> bool:
        """Whether the round is over, by public facts; it is held against the phase of positions."""

    @abstractmethod
    def result(self, now: S) -> Outcome:
        """How a game ended that is over."""

    def next_dealer(self, now: S) -> int:
        """Who deals the next round, of a game that has rounds: the next seat."""
        dealer: int = now.round.dealer  # type: ignore[attr-defined]  # a game with rounds has this field
        return next_seat(dealer, self.players)

    def results_unsaid(self, number: object) -> Sequence[object]:
        """The results of the rounds before, in a position that names none."""
        return ()

    def may_have_declined(self, now: S, player: int) -> bool:
        """Whether a player may have let a chance go by: it has one, and is not on turn."""
        return player != _turn(now) and bool(self.reactions(now, player))

    # --- helpers for games

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
        """A game without rounds is over."""
        s.phase = "over"
        s.tell(GameOver)

    # --- what follows: dealing and positions

    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> S:  # noqa: D102
        s = self._blank()
        s.stock, s.chance = self.deck_order(seed, order)
        self._settle(s, (Role.ROUND,))
        self.start(s)
        return self._made(s)

    def deal_round(self, s: Any, player: int) -> None:
        """A player deals another round: all cards are gathered and shuffled, and facts begin anew unless they last."""
        before: Round = s.round
        cards, chance = self.deck_order(None, None, s.chance)
        number = before.number + 1
        s.tell(RoundBegan, number, player)
        s.gather(cards, chance)
        for name, field in s.declared.items():
            if not (field.is_zone or field.lasts):
                setattr(s, name, field.beginning(self))
        s.round = Round(number, player, before.results)
        self.start(s)
        self._settle(s)

    def _blank(self) -> Any:
        """A draft with empty zones and the facts at their defaults; ``NOTHING`` stands for what follows from others."""
        kind: Any = self.state_type
        s = object.__new__(kind.draft_type)
        s._log = None
        for name, field in kind.declared.items():
            setattr(s, name, field.beginning(self))
        return s

    def _settle(self, s: Any, roles: tuple[Role, ...] = ()) -> None:
        """Set what follows from other fields where nothing was said; of some roles, or of all."""
        for name, field in s.declared.items():
            if getattr(s, name) is attrs.NOTHING and (not roles or field.role in roles):
                setattr(s, name, field.following(self, s))

    def _made(self, s: Any) -> S:
        self._settle(s)
        return finished(s)  # type: ignore[no-any-return]

    def position(self, *_: Any, **given: Any) -> S:
        """Any position, from card codes: zones and facts by their names.

        A pile goes bottom to top, the stock next card first, a row by its slots with ``-`` for an empty one; zones of
        the players are lists with one text for each, from which players at the end may be left out. Cards that no
        zone names form the stock in deck order or, if ``stock`` is named, are removed. ``seed`` decides coming
        shuffles. Facts that are not named have their defaults.

        Raises:
            PositionError: for wrong cards, contradictions, or a position in which an actor has no move.

        """
        kind: Any = self.state_type
        fields: dict[str, Field[Any]] = kind.declared
        names = [name for field in fields.values() for name in field.names]
        unknown = [name for name in given if name not in names]
        if _:
            raise TypeError("position takes zones and facts by name")
        missing = [name for name in kind.layout.names(Role.HAND) if name not in given]
        if unknown or missing:
            problem = f"there is no {unknown[0]}" if unknown else f"{missing[0]} are missing"
            raise TypeError(f"position: {problem}; a position of {self.name} has {', '.join(names)}")
        s = self._blank()
        for name, field in sorted(fields.items(), key=_reading_order):
            if (value := field.read(self, given, s)) is not attrs.NOTHING:
                setattr(s, name, value)
        rest = left_over(self.deck, [card for card in kind.layout.cards(s) if isinstance(card, Card)])
        if given.get("stock") is None:
            s.stock = rest
        elif rest:
            s.removed += rest
        for zone in kind.layout.zones():
            if (lacks := zone.lacks(s)) is not None:
                raise PositionError(lacks)  # what follows from the zones may rest on it
        return self.checked(self._made(s))

    def fault(self, state: S) -> str | None:
        """What contradicts the declarations in a position, or the end that `ended` tells."""
        at: Any = state
        for field in at.declared.values():
            if (fault := field.fault(self, at)) is not None:
                return str(fault)
        over = at.phase == "over"
        if self.ended(state) != over:
            return "phase: the game is not over" if over else "phase: the game would be over"
        return None

    def hidden_values(self, state: S, name: str, player: int) -> tuple[object, ...]:  # noqa: D102
        field: Field[Any] = state.layout.field(name)  # type: ignore[assignment]
        among = field.among(self, state, player)
        return super().hidden_values(state, name, player) if among is None else among

    # --- what follows: reading

    def public_actors(self, state: S) -> tuple[int, ...]:
        """The player on turn; who has not chosen, in the phase of choosing; between rounds the next dealer."""
        now: Any = state
        if now.phase == "over":
            rounds = hasattr(now, "round") and len(now.round.results) < self.rounds
            return (self.next_dealer(now),) if rounds else ()
        if now.phase == self.choosing:
            chosen = getattr(now, self._choice)
            dealer = now.round.dealer if hasattr(now, "round") else self.dealer_at_first
            return tuple([seat for seat in around(dealer, self.players) if not chosen[seat]])
        return (now.turn,)

    def reactors(self, now: S) -> tuple[int, ...]:
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
        if now.phase == "over" or now.phase == self.choosing:
            return self.public_actors(now)
        if self._reacts:
            return self.reactors(now) + self.public_actors(now)
        return self.public_actors(now)

    def legal_moves(self, at: S | View[S], player: int) -> tuple[M, ...]:
        """All moves the player may make, without duplicates; nothing for a player who is no actor.

        Raises:
            ViewError: if a view is asked for another player than its viewer.

        """
        now: Any = at if at.__class__ is self._locked else self.inside(at, player)
        if player.__class__ is not int or not 0 <= player < self.players:
            return ()
        if player in self.public_actors(now):
            return (DEAL,) if now.phase == "over" else self.moves(now, player)  # type: ignore[return-value]
        if not self._reacts or now.phase == "over" or now.phase == self.choosing:
            return ()
        return self._chances(now, player)

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
            ViewError: if a view is asked for another player than its viewer.

        """
        now: Any = at if at.__class__ is self._locked else self.inside(at, player)
        if player.__class__ is not int or now.phase == "over" or player not in self.public_actors(now):
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
        if move.__class__ in self.kinds and player.__class__ is int and 0 <= player < self.players:
            if self.accepts(now, move, player):
                return None
        return self._refused(now, move, player)

    def _refused(self, now: Any, move: M, player: int) -> Refusal:
        kind = self.kinds.get(type(move))
        if kind is None or type(player) is not int or not 0 <= player < self.players or self._is_over(now):
            return self.not_a_move(now, move, player)
        off = self._off(kind)
        if off is not None and (kind.out_of_turn or player in self.public_actors(now)):
            return off
        if not kind.out_of_turn and player not in self.public_actors(now):
            return self.not_a_move(now, move, player)
        if kind.phases and now.phase not in kind.phases:
            return self._wrong_phase(now, kind, move, player)
        refusal = self._refuse_held(now, kind, move, player)
        if refusal is None and kind.move in self._reasons:
            refusal = self._reasons[kind.move](self, now, move, player)
        if refusal is None and kind.out_of_turn and player not in self.public_actors(now):
            refusal = Refusal(Reason.NOT_AN_ACTOR, kind.rule, "You let this chance go by.")
        if refusal is not None:
            return refusal
        listed = ", ".join(map(str, self.legal_moves(now, player)[:10]))
        return Refusal(Reason.NO_MATCH, "SK-11", f"Now there is: {listed}.")

    def _is_over(self, now: Any) -> bool:
        return now.phase == "over" and not self.public_actors(now)

    def _off(self, kind: MoveKind) -> Refusal | None:
        """Why there is no such move under these options, or ``None``."""
        if kind.option and getattr(self, kind.option) in (False, "off"):
            return Refusal(Reason.OPTION_OFF, kind.rule, kind.off)
        phase: Any = self.state_type.layout.field("phase")
        options = [phase.needs.get(name) for name in kind.phases]
        if options and all(name and getattr(self, name) in (False, "off") for name in options):
            none = f"There is no {kind.move.verb} in this game: {options[0]} is off."
            return Refusal(Reason.OPTION_OFF, kind.rule, kind.off or none)
        return None

    def _wrong_phase(self, now: Any, kind: MoveKind, move: M, player: int) -> Refusal:
        phase: Any = self.state_type.layout.field("phase")
        if kind.says:
            return Refusal(Reason.WRONG_PHASE, kind.rule, kind.says)
        if player not in self.public_actors(now):
            return self.not_a_move(now, move, player)
        rule, text = phase.says.get(now.phase, (kind.rule, f"It is not the time for {kind.move.verb}."))
        return Refusal(Reason.WRONG_PHASE, rule, text)

    def _refuse_held(self, now: Any, kind: MoveKind, move: M, player: int) -> Refusal | None:
        """Cards that the player does not have in the zones where the move takes them from."""
        if not kind.held:
            return None
        own = tuple([card for name in kind.held for card in getattr(now, name)[player] if card is not None])
        if any(isinstance(card, Hidden) for card in own):
            return None
        values = [getattr(move, name) for name in hints_of(kind.move)]
        named: Any = tuple(cards_in(tuple(values)))
        return refuse_cards(named, own, own, frozenset(self.deck))

    # --- what follows: changing

    def apply_unchecked(self, state: S, move: M, player: int, log: list[Event] | None = None) -> S:  # noqa: D102
        raise NotImplementedError  # every game has one of its own, which `_bind` makes


def _turn(now: Any) -> int | None:
    return now.turn  # type: ignore[no-any-return]


def _reading_order(entry: tuple[str, Field[Any]]) -> tuple[bool, bool]:
    """Whose turn it is comes first, then the other zones and facts: some are read by it."""
    field = entry[1]
    return field.role is not Role.TURN, not field.is_zone


def _compile(cls: Any) -> None:
    """Collect what a class and its rooms say of its moves."""
    found = [value for room in cls.rooms for value in vars(room).values()]
    for base in reversed(cls.__mro__):
        found += vars(base).values()
    cls._steps, cls.kinds, cls._reasons = {}, {}, {}
    for value in found:
        if isinstance(kind := getattr(value, _ON, None), MoveKind):
            cls._steps[kind.move], cls.kinds[kind.move] = value, kind
        for move in getattr(value, _WHY, ()) if callable(value) else ():
            cls._reasons[move] = value
    if cls.state_type.layout.names(Role.ROUND):
        cls._steps.setdefault(Deal, _deal)
        cls.kinds.setdefault(Deal, MoveKind(Deal, ("over",)))
    missing = [kind.__name__ for kind in cls.move_types if kind not in cls._steps]
    if missing:
        raise TypeError(f"{cls.__name__}: nothing says what {missing[0]} does; write a function under on({missing[0]})")
    _bind(cls)


def _deal(rules: Any, s: Any, move: Move, player: int) -> None:
    rules.deal_round(s, player)


def _bind(cls: Any) -> None:
    """The calls of every move, with what they look up in the class bound once.

    They answer the cases that come up in every move at once, and leave the others to the methods above.
    """
    layout = cls.state_type.layout
    cls._reacts = cls.reactions is not Game.reactions
    cls._choice = next(iter(layout.names(Role.CHOICE)), "")
    if "turns" not in vars(cls) and cls.public_actors is Game.public_actors:
        words = get_args(layout.field("phase").kind)
        cls.turns = frozenset(words) - {"over", cls.choosing}
    locked, turns, reacts, moves = cls._locked, cls.turns, cls._reacts, cls.moves
    only = tuple([(seat,) for seat in range(MOST_PLAYERS)])

    def actors(self: Any, at: Any) -> tuple[int, ...]:
        if at.__class__ is not locked or at.phase not in turns:
            return Game.actors(self, at)
        if reacts and (first := self.reactors(at)):
            return (*first, at.turn)
        return only[at.turn]

    def legal_moves(self: Any, at: Any, player: int) -> Any:
        if at.__class__ is locked and player.__class__ is int and player == at.turn and at.phase in turns:
            return moves(self, at, player)
        return Game.legal_moves(self, at, player)

    count, kinds, accepts = layout.count, cls.kinds, cls.accepts
    apply_unchecked = stepper(cls.state_type, cls._steps)

    def apply(self: Any, state: Any, move: Any, player: int) -> Any:
        if (
            state.__class__ is locked
            and move.__class__ in kinds
            and player.__class__ is int
            and 0 <= player < self.players == len(count(state))
            and accepts(self, state, move, player)
        ):
            return self.apply_unchecked(state, move, player)
        return Game.apply(self, state, move, player)  # which says what is wrong

    hiders = layout.hiders

    def view(self: Any, at: Any, player: int | None) -> Any:
        if at.__class__ is locked and len(count(at)) == self.players:
            hidden = hiders.get(self.open_zones())
            if hidden is not None and (player is None or (player.__class__ is int and 0 <= player < self.players)):
                return view_of(player, hidden(at, player))
        return Game.view(self, at, player)

    every: Any = (actors, legal_moves, apply, apply_unchecked, view)
    for bound in every:
        there = getattr(cls, bound.__name__)
        if there is getattr(Game, bound.__name__) or hasattr(there, "__wrapped__"):
            setattr(cls, bound.__name__, wraps(getattr(Game, bound.__name__))(bound))
