"""What is worked out once for a class of games: its kinds of moves, and the calls of every move."""

from __future__ import annotations

from functools import wraps
from typing import Any, Final, get_args

from shedkit.core.drafts import stepper
from shedkit.core.events import (
    Chose,
    Declined,
    GameOver,
    Moved,
    Out,
    RoundBegan,
    RoundOver,
    Shuffled,
    Skipped,
    Turn,
)
from shedkit.core.kinds import ON, WHY, MoveKind
from shedkit.core.moves import Deal, Move
from shedkit.core.roles import Role
from shedkit.core.views import view_of

__all__ = ["compile_game"]

MOST_PLAYERS: Final = 64
"""No game has more."""
_EVENTS: Final = (
    (Moved, None),
    (Shuffled, None),
    (RoundBegan, Role.ROUND),
    (Turn, None),
    (Skipped, None),
    (Chose, Role.CHOICE),
    (Declined, Role.DECLINED),
    (Out, Role.OUT),
    (RoundOver, Role.ROUND),
    (GameOver, None),
)
"""The events of a game that names none, each with the role of a field without which it never happens."""


def compile_game(cls: Any, base: Any) -> None:
    """Collect what a class and its rooms say of its moves."""
    found = [value for room in cls.rooms for value in vars(room).values()]
    found += _methods(cls)
    cls._steps, cls.kinds, cls._reasons = {}, {}, {}
    for value in found:
        if isinstance(kind := getattr(value, ON, None), MoveKind):
            cls._steps[kind.move], cls.kinds[kind.move] = value, kind
        for move in getattr(value, WHY, ()) if callable(value) else ():
            cls._reasons[move] = value
    names = cls.state_type.layout.names
    if not hasattr(cls, "event_types"):
        cls.event_types = tuple([event for event, role in _EVENTS if role is None or names(role)])
    if names(Role.ROUND):
        cls._steps.setdefault(Deal, _deal)
        cls.kinds.setdefault(Deal, MoveKind(Deal, ("over",)))
    missing = [kind.__name__ for kind in cls.move_types if kind not in cls._steps]
    if missing:
        raise TypeError(f"{cls.__name__}: nothing says what {missing[0]} does; write a function under on({missing[0]})")
    kinds = {kind.verb: kind for kind in cls.move_types}
    for kind in cls.move_types:
        if (other := kinds[kind.verb]) is not kind:
            both = f"{kind.__name__} and {other.__name__}"
            raise TypeError(f"{cls.__name__}: {both} are both written {kind.verb!r}; give one of them another verb")
    _bind(cls, base)


def _methods(cls: Any) -> list[Any]:
    """What the class and its bases define, the class last; an override must say again what it is."""
    noted: dict[str, str] = {}
    for ancestor in reversed(cls.__mro__):
        for name, value in vars(ancestor).items():
            if isinstance(getattr(value, ON, None), MoveKind):
                noted[name] = "on"
            elif isinstance(getattr(value, WHY, None), tuple):
                noted[name] = "why"
            elif name in noted:
                text = f"{name} overrides a function under {noted[name]}(...)"
                raise TypeError(f"{ancestor.__name__}: {text} and must stand under {noted[name]}(...) too")
    return [value for ancestor in reversed(cls.__mro__) for value in vars(ancestor).values()]


def _deal(rules: Any, s: Any, move: Move, player: int) -> None:
    rules.deal_round(s, player)


def _bind(cls: Any, base: Any) -> None:
    """The calls of every move, with what they look up in the class bound once.

    They answer the cases that come up in every move at once, and leave the others to the methods above.
    """
    layout = cls.state_type.layout
    cls._reacts = cls.reactions is not base.reactions
    cls._choice = next(iter(layout.names(Role.CHOICE)), "")
    cls._drawn = bool(layout.names(Role.DRAWN))
    if "turns" not in vars(cls) and cls.public_actors is base.public_actors:
        words = get_args(layout.field("phase").kind)
        cls.turns = frozenset(words) - {"over", cls.choosing}
    for bound in (*_readers(cls, base), *_makers(cls, base)):
        there = getattr(cls, bound.__name__)
        if there is getattr(base, bound.__name__) or hasattr(there, "__wrapped__"):
            setattr(cls, bound.__name__, wraps(getattr(base, bound.__name__))(bound))


def _readers(cls: Any, base: Any) -> tuple[Any, ...]:
    """`actors`, `legal_moves` and `view`."""
    layout, locked, turns, reacts, moves = cls.state_type.layout, cls._locked, cls.turns, cls._reacts, cls.moves
    only = tuple([(seat,) for seat in range(MOST_PLAYERS)])
    count, hiders = layout.count, layout.hiders

    def actors(self: Any, at: Any) -> Any:
        if at.__class__ is not locked or at.phase not in turns:
            return base.actors(self, at)
        if reacts and (first := self.reactors(at)):
            return (*first, at.turn)
        return only[at.turn]

    def legal_moves(self: Any, at: Any, player: int) -> Any:
        if at.__class__ is locked and player.__class__ is int and player == at.turn and at.phase in turns:
            return moves(self, at, player)
        return base.legal_moves(self, at, player)

    def view(self: Any, at: Any, player: int | None) -> Any:
        if at.__class__ is locked and len(count(at)) == self.players:
            hidden = hiders.get(self.open_zones())
            if hidden is not None and (player is None or (player.__class__ is int and 0 <= player < self.players)):
                return view_of(player, hidden(at, player))
        return base.view(self, at, player)

    return actors, legal_moves, view


def _makers(cls: Any, base: Any) -> tuple[Any, ...]:
    """`apply` and `apply_unchecked`."""
    locked, kinds, accepts, count = cls._locked, cls.kinds, cls.accepts, cls.state_type.layout.count
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
        return base.apply(self, state, move, player)  # which says what is wrong

    return apply, apply_unchecked
