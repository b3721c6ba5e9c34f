"""Drafts: a state while a move changes it.

A move works on a draft, a copy of the state that may be changed, and the draft becomes the next state. Cards only
move: a way takes them out of one declared zone and lays them into another, and tells the event in the same breath if
anybody listens. So no card is made or lost, and no change of zones goes untold.

>>> from shedkit.authoring import FrenchCard, hands_of, pile_of, turn_fact
>>> @state
... class SnapState(State):
...     hands = hands_of(FrenchCard)
...     discard = pile_of(FrenchCard)
...     turn = turn_fact()
>>> class SnapDraft(SnapState, Draft):
...     "A position of Snap while a move changes it."
>>> lay = SnapState.way("hands", "discard")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs

from shedkit.core.cards import BY_ORDER, Card
from shedkit.core.chance import Chance
from shedkit.core.declarations import Holds
from shedkit.core.events import Declined, Event, Moved, Out, Place, Reversed, Shuffled, Skipped, Turn
from shedkit.core.fields import Changeable, Field
from shedkit.core.generated import compiled
from shedkit.core.marks import MARK
from shedkit.core.rounds import gathered
from shedkit.core.states import Layout, State, locked_class
from shedkit.core.turns import around, next_seat
from shedkit.core.ways import drawer_of

__all__ = ["Draft", "finished", "opened", "state", "stepper"]

T = TypeVar("T")
S = TypeVar("S", bound=State)


def state(cls: type[T]) -> type[T]:
    """Make a class of states out of its declared fields.

    The class gets slots, equality, a hash and a constructor by name from attrs. Its finished objects are instances of
    a subclass that refuses assignment, which costs a tenth of what a frozen attrs class costs.

    Raises:
        TypeError: at definition, for an attribute that should be a declared field and is none, or a field named rules.

    """
    fields: dict[str, Field[Any]] = {}
    for base in reversed(cls.__mro__):
        fields |= getattr(base, "__dict__", {}).get("declared", {})
    for name, value in list(vars(cls).items()):
        if isinstance(value, Field):
            fields[name] = value
            delattr(cls, name)
    undeclared = [name for name in get_annotations(cls) if name not in fields]
    if undeclared:
        raise TypeError(f"{cls.__name__}.{undeclared[0]} must be declared with zone(...) or fact(...)")
    if MARK in fields:
        raise TypeError(f"{cls.__name__}.{MARK} needs another name: in JSON, {MARK} says what rules a state belongs to")
    cls.__annotations__ = {name: field.kind for name, field in fields.items()}

    def lock(self: Any) -> None:
        self.__class__ = made.locked

    cls.__attrs_post_init__ = lock  # type: ignore[attr-defined]
    made: Any = attrs.define(
        cls,
        weakref_slot=False,
        eq=True,
        unsafe_hash=True,
        str=False,
        on_setattr=attrs.setters.NO_OP,
        getstate_setstate=False,
    )
    made.declared = fields
    made.layout = Layout.of(made)
    made.locked = locked_class(made)
    made.ways = {}
    if {"hands", "shown"} <= set(fields):
        made._to_open = made.way("hands", "shown")
    _open(made, f"{made.__name__}Draft", (made, Draft), {})
    return cast("type[T]", made)


def _open(made: Any, name: str, bases: tuple[type, ...], own: Mapping[str, object]) -> None:
    """Give a class of states its class of drafts, and `opened`, which makes one out of a state."""
    # a draft begins empty, and is filled slot by slot
    made.draft_type = type(name, bases, {**own, "__slots__": (), "__init__": object.__init__})
    if made.draft_type.draw is Draft.draw and {"stock", "hands"} <= set(made.declared):
        made.draft_type.draw = wraps(Draft.draw)(drawer_of(made, made.declared["stock"], made.declared["hands"]))
    lines = ["def opened(at, log):", *_copying(made), " return s"]
    made.opened = staticmethod(compiled("opened", lines, {"kind": made.draft_type}, made))


class Draft(Changeable):
    """A state while a move changes it; a game mixes it into a class of its own, for the sake of types.

        class SnapDraft(SnapState, Draft):
            \"\"\"A position of Snap while a move changes it.\"\"\"

    Its facts may be set; its methods, and the ways of its class, change zones and tell events.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        _log: list[Event] | None
        turn: Any  # of a seat or, where all choose, of nobody

    def __init_subclass__(cls) -> None:
        made: Any = next((base for base in cls.__mro__ if "declared" in vars(base)), None)
        if made is not None and "__slots__" not in vars(cls):  # the class for types; here is the one for work
            own = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
            _open(made, cls.__name__, cls.__bases__, own)

    @property
    def told(self) -> bool:
        """Whether anybody listens to events."""
        return self._log is not None

    def each(self: Any, value: T) -> tuple[T, ...]:
        """The same value for each player."""
        return (value,) * len(self.hands)

    def only(self: Any, seat: int, value: T) -> tuple[T | None, ...]:
        """A value for one player, ``None`` for the others."""
        return tuple([value if other == seat else None for other in range(len(self.hands))])

    def tell(self, kind: Callable[..., Event], *values: object) -> None:
        """Tell an event, made of these values, if anybody listens."""
        if self._log is not None:
            self._log.append(kind(*values))

    def draw(self, number: int, seat: int, refill: bool = False) -> tuple[Any, ...]:
        """A player draws so many cards of the stock, or all there are; which these are.

        Args:
            number: how many.
            seat: who draws.
            refill: whether discards are shuffled and laid under a stock that has too few, as `recycle` does.

        """
        raise NotImplementedError  # where there are a stock and hands, `drawer_of` makes it

    def recycle(self: Any, keep: int = 1) -> None:
        """All discards but the top cards that are kept are shuffled and laid under the stock."""
        under = self.discard[: len(self.discard) - keep]
        if under:
            self.discard = self.discard[len(under) :]
            shuffled, self.chance = self.chance.shuffled(under)
            self.stock += shuffled
            if self._log is not None:
                self._log += [Moved(under, Place("discard"), Place("stock")), Shuffled("stock", len(under))]

    def deal(self: Any, zone: str, number: int, first: int | None = None) -> None:
        """Deal from the stock: to each player so many cards, one at a time, or so many to a zone of the table.

        Args:
            zone: where to.
            number: how many cards each gets.
            first: the seat that gets the first card; without one, the zone is one of the table.

        """
        if first is None:
            self.way("stock", zone)(self, self.stock[:number])
            return
        players = len(self.hands)
        cards, self.stock = self.stock[: players * number], self.stock[players * number :]
        dealt = [cards[nth::players] for nth in around((-first - 1) % players, players)]
        if self.declared[zone].in_order:
            dealt = [tuple(sorted(hand, key=BY_ORDER)) for hand in dealt]
        setattr(self, zone, tuple(dealt))
        if self._log is not None:
            for seat in around((first - 1) % players, players):
                self._log.append(Moved(dealt[seat], Place("stock"), Place(zone, seat)))

    def lift(self: Any, slot: int, source: str, target: str, seat: int) -> Any:
        """The card in a slot, counted from 1, of a player's row goes to a zone of the table; which one it was."""
        rows = list(getattr(self, source))
        row = list(rows[seat])
        card, row[slot - 1] = row[slot - 1], None
        rows[seat] = tuple(row)
        setattr(self, source, tuple(rows))
        setattr(self, target, (*getattr(self, target), card))
        if self._log is not None:
            self._log.append(Moved((card,), Place(source, seat, (slot,)), Place(target)))
        return card

    def exchange(self: Any, up: tuple[Card, ...], down: tuple[Card, ...], seat: int, hand: str, row: str) -> None:
        """Cards of a player's hand and of a row change places; the new ones fill the slots that the old ones left.

        Args:
            up: the cards that go to the row, in the order they go.
            down: the cards that come to the hand, as many.
            seat: whose they are.
            hand: the zone of the hand.
            row: the zone of the row.

        """
        log, self._log = self._log, None
        before = getattr(self, row)[seat]
        self.way(row, hand)(self, down, seat)
        self.way(hand, row)(self, up, seat)
        self._log = log
        if log is not None and up:
            left, slots = list(before), []
            for card in down:
                slots.append(left.index(card) + 1)
                left[slots[-1] - 1] = None
            log.append(Moved(up, Place(hand, seat), Place(row, seat, tuple(sorted(slots)))))
            log.append(Moved(down, Place(row, seat, tuple(slots)), Place(hand, seat)))

    def gather(self: Any, cards: tuple[Any, ...], chance: Chance) -> None:
        """All cards come back to the stock, in this order; the other zones are empty.

        Args:
            cards: all cards of the game, shuffled.
            chance: the chance left after the shuffle.

        """
        if self._log is not None:
            self._log.extend(gathered(self))
        players = len(self.hands)
        for field in self.declared.values():
            if field.is_zone:
                row = (None,) * field.slots
                setattr(self, field.name, (row,) * players if field.holds is Holds.PLAYERS else row)
        self.stock, self.chance = cards, chance
        self.tell(Shuffled, "stock", len(cards))

    def show_hands(self: Any) -> None:
        """All hands are laid open, to be counted."""
        for seat, hand in enumerate(self.hands):
            self._to_open(hand, seat)

    def leave(self: Any, seat: int) -> None:
        """A player has no cards left and is out."""
        self.out = (*self.out, seat)
        if self._log is not None:
            self._log.append(Out(seat, len(self.out)))

    def decline(self: Any, seat: int) -> None:
        """A player lets a chance go by, which nobody else learns."""
        self.tell(Declined, seat)
        self.declined = self.declined[:seat] + (True,) + self.declined[seat + 1 :]

    def reverse(self: Any) -> None:
        """The turn order changes its direction."""
        self.direction = -self.direction
        self.tell(Reversed, self.direction)

    def turn_to(self: Any, seat: int) -> None:
        """A player is on turn."""
        self.turn = seat
        if self._log is not None:
            self._log.append(Turn(seat))

    def next_turn(self: Any, seat: int, skipped: int = 0, direction: int = 1) -> None:
        """The next player who is still in is on turn, or one after that; players who are skipped are told.

        Args:
            seat: whose turn ends.
            skipped: how many players are passed over.
            direction: 1 for clockwise, -1 for anticlockwise.

        """
        out, players = self.out, len(self.hands)
        if not (out or skipped or direction != 1):
            seat = (seat + 1) % players
        else:
            seat = next_seat(seat, players, out, direction=direction)
            for _ in range(skipped):
                self.tell(Skipped, seat)
                seat = next_seat(seat, players, out, direction=direction)
        self.turn = seat
        if self._log is not None:
            self._log.append(Turn(seat))


def _copying(made: Any) -> list[str]:
    """The lines that make a draft ``s`` out of the state ``at``: a copy, slot by slot."""
    return [" s = kind()", *[f" s.{name} = at.{name}" for name in made.declared], " s._log = log"]


def opened(at: Any, log: list[Event] | None = None) -> Any:
    """A draft that begins as a copy of the state."""
    return at.opened(at, log)


def finished(s: Any) -> Any:
    """The draft as a state. It is the same object: whoever still holds the draft can change nothing any more."""
    s._log = None
    s.__class__ = s.locked
    return s


def stepper(kind: Any, steps: Mapping[type, Callable[[Any, Any, Any, int], None]]) -> Callable[..., Any]:
    """`Rules.apply_unchecked` for a class of states: copy, change, finish.

    Args:
        kind: the class of states.
        steps: by class of moves, what a move does to a draft.

    """
    scope = {"kind": kind.draft_type, "steps": steps, "locked": kind.locked}
    lines = [
        "def apply_unchecked(self, state, move, player, log=None):",
        " at = state",
        *_copying(kind),
        " steps[move.__class__](self, s, move, player)",
        " if log is not None: s._log = None",
        " s.__class__ = locked",  # as in `finished`, without a call
        " return s",
    ]
    return cast("Callable[..., Any]", compiled("apply_unchecked", lines, scope, kind))
