"""What is worked out once for a class of games: its kinds of moves, and the calls of every move."""

from __future__ import annotations

from functools import wraps
from string import Formatter
from typing import Any, Final, TypeVar, get_args, get_origin

import attrs

from shedkit.core import events
from shedkit.core.declarations import Visibility
from shedkit.core.drafts import stepper
from shedkit.core.errors import IllegalMove
from shedkit.core.generated import compiled
from shedkit.core.kinds import OFF, ON, WHY, MoveKind
from shedkit.core.moves import Deal, Decline, Move, Pass
from shedkit.core.protocol import may_not_move
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.refusing import Listed, in_time, reasons_by_phase, refused
from shedkit.core.roles import Role
from shedkit.core.values import fields_of
from shedkit.core.views import View, view_of

__all__ = ["compile_game", "read_brackets"]

ONLY: Final = tuple([(seat,) for seat in range(64)])
"""Each seat alone, as `actors` gives it; no game has more."""
NO_REASONS: Final = ((), False, False)
_EVENTS: Final = (
    (events.Moved, None),
    (events.Shuffled, None),
    (events.RoundBegan, Role.ROUND),
    (events.Turn, None),
    (events.Skipped, None),
    (events.Chose, Role.CHOICE),
    (events.Declined, Role.DECLINED),
    (events.Out, Role.OUT),
    (events.RoundOver, Role.ROUND),
    (events.GameOver, None),
)
"""The events of a game that names none, each with the role of a field without which it never happens."""


def read_brackets(cls: Any, base: Any) -> None:
    """Take the classes of states, moves and cards from what a class of games has in brackets behind its base."""
    for ancestor in vars(cls).get("__orig_bases__", ()):
        kind = get_origin(ancestor)
        if isinstance(kind, type) and issubclass(kind, base) and get_args(ancestor)[1:]:
            state, moves = get_args(ancestor)
            if not isinstance(state, TypeVar):
                cls.state_type, cls.move_types = state, get_args(moves) or (moves,)
                cls._locked = state.locked
                for name in () if "card_type" in vars(cls) else state.layout.names(Role.HAND):
                    cls.card_type = get_args(get_args(state.layout.field(name).kind)[0])[0]


def compile_game(cls: Any, base: Any) -> None:
    """Collect what a class and its rooms say of its moves."""
    members = [value for room in cls.rooms for value in vars(room).values()] + _methods(cls)
    cls._steps, cls.kinds, cls._reasons, cls._elsewhere, cls._complete = {}, {}, {}, {}, frozenset()
    for value in members:
        if isinstance(kind := getattr(value, ON, None), MoveKind):
            cls._steps[kind.move], cls.kinds[kind.move] = value, kind
        against, complete, out_of_turn = getattr(value, WHY, NO_REASONS) if callable(value) else NO_REASONS
        (cls._elsewhere if out_of_turn else cls._reasons).update(dict.fromkeys(against, value))
        cls._complete |= set(against) if complete else set()
    names = cls.state_type.layout.names
    if not hasattr(cls, "event_types"):
        cls.event_types = tuple([event for event, role in _EVENTS if role is None or names(role)])
    if names(Role.ROUND):
        cls._steps.setdefault(Deal, _deal)
        cls.kinds.setdefault(Deal, MoveKind(Deal, ("over",)))
    chance = next((kind for kind in cls.kinds.values() if kind.out_of_turn), None)
    if chance is not None and Decline in cls.move_types and Decline not in cls._steps:
        cls._steps[Decline], cls.kinds[Decline] = _decline, attrs.evolve(chance, move=Decline)
        cls._reasons.setdefault(Decline, _why_no_decline)
        cls._complete |= {Decline}
    _say_of_draws(cls)
    _check_sentences(cls.event_types)
    by_verb = {kind.verb: kind for kind in cls.move_types}
    for kind in cls.move_types:
        if (other := by_verb[kind.verb]) is not kind:
            both = f"{kind.__name__} and {other.__name__}"
            raise TypeError(f"{cls.__name__}: {both} are both written {kind.verb!r}; give one of them another verb")
    missing = [kind.__name__ for kind in cls.move_types if kind not in cls._steps]
    if missing:
        raise TypeError(f"{cls.__name__}: nothing says what {missing[0]} does; write a function under on({missing[0]})")
    _check_held(cls)
    _bind(cls, base)


def _check_sentences(kinds: tuple[type[events.Event], ...]) -> None:
    """Refuse the sentence of an event that names what is no field of it."""
    for kind in kinds:
        known = [field.name for field in fields_of(kind)]
        for _, name, _, _ in Formatter().parse(kind.sentence):
            if name is not None and name not in known:
                raise TypeError(f"{kind.__name__}: its sentence names {name}; its fields are {', '.join(known)}")


def _say_of_draws(cls: Any) -> None:
    """What is told in other phases than that of a move; after a draw, in games where the card may be laid or kept."""
    layout = cls.state_type.layout
    phase: Any = layout.field("phase")
    drawn = [field for field in layout.fields if field.role is Role.DRAWN]
    cls._drawn, cls._says = bool(drawn), phase.says
    cls._keeping = rule = getattr(drawn[0], "rule", "") if drawn else ""
    if rule:
        cls._says = {"drawn": (rule, "You have drawn: lay that card or pass."), **phase.says}
        if Pass in cls.move_types and Pass not in cls._steps:
            others = set(get_args(phase.kind)) - {"drawn", "over", *phase.says}
            says = dict.fromkeys(others, (rule, "You may pass only after a draw."))
            off = "There is no pass in this game: lay a card or draw."
            cls._steps[Pass], cls.kinds[Pass] = _keep, MoveKind(Pass, ("drawn",), rule, says, off=off)


def _check_held(cls: Any) -> None:
    """Cards are named by a player who can see them: a refusal of others would tell what lies there."""
    for kind in cls.kinds.values():
        for name in kind.held:
            if cls.state_type.layout.field(name).visible_to is Visibility.NOBODY:
                why = f"{kind.move.__name__} names cards of {name}, which nobody sees; let it name a slot"
                raise TypeError(f"{cls.__name__}: {why}")


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


def _keep(rules: Any, s: Any, move: Move, player: int) -> None:
    for name in s.layout.names(Role.PASSES):
        setattr(s, name, 0)  # the player has drawn
    rules.end_turn(s, player)


def _decline(rules: Any, s: Any, move: Move, player: int) -> None:
    s.decline(player)


def _why_no_decline(rules: Any, now: Any, move: Move, player: int) -> Refusal | None:
    if not now.declined[player] and rules.may_have_declined(now, player):
        return None
    return Refusal(Reason.NOTHING_TO_COMPLETE, rules.kinds[Decline].rule, "There is no chance to let go by.")


def _bind(cls: Any, base: Any) -> None:
    """The calls of every move, with what they look up in the class bound once.

    They answer the cases that come up in every move at once, and leave the others to the methods above.
    """
    layout = cls.state_type.layout
    cls._reacts = cls.reactions is not base.reactions
    options = {kind.option for kind in cls.kinds.values() if kind.out_of_turn}
    cls._chance = options.pop() if len(options) == 1 else ""
    cls._asks = bool(layout.names(Role.CLAIMANT))
    cls._choice = next(iter(layout.names(Role.CHOICE)), "")
    if "turns" not in vars(cls) and cls.public_actors is base.public_actors:
        words = get_args(layout.field("phase").kind)
        cls.turns = frozenset(words) - {"over", cls.choosing}
    own = cls.accepts is not base.accepts
    cls._quick = frozenset(cls.kinds) - cls._complete if own else frozenset()
    listed = None if own else base.accepts  # which looks at the lists
    cls._in_time = {kind.move: in_time(cls, kind, listed) for kind in cls.kinds.values()}
    cls._against = reasons_by_phase(cls, listed, None if own else _listed_on_turn(cls, base))
    if cls.wrong_moves is not base.wrong_moves and _follows(cls, base, "penalised_moves"):
        cls.penalised_moves = base.penalised_moves  # the game that it is a kind of may have none
    for bound in (*_readers(cls, base), *_makers(cls, base)):
        if _follows(cls, base, bound.__name__):
            setattr(cls, bound.__name__, wraps(getattr(base, bound.__name__))(bound))


def _listed_on_turn(cls: Any, base: Any) -> Listed:
    """Whether a move of the player on turn is listed, by what the game itself lists for that player."""
    moves, wrong = cls.moves, cls.wrong_moves
    if not (_follows(cls, base, "legal_moves") and _follows(cls, base, "penalised_moves")):
        return base.accepts  # type: ignore[no-any-return]
    if wrong is base.wrong_moves:
        return lambda rules, now, move, player: move in moves(rules, now, player)
    return lambda rules, now, move, player: move in moves(rules, now, player) or move in wrong(rules, now, player)


def _follows(cls: Any, base: Any, name: str) -> bool:
    """Whether a class of games leaves a call to what follows from its rules."""
    there = getattr(cls, name)
    return there is getattr(base, name) or hasattr(there, "__wrapped__")


def _readers(cls: Any, base: Any) -> tuple[Any, ...]:
    """`actors`, `legal_moves`, `view` and `outcome`; of games that say nothing of them, what is no move to suggest."""
    layout = cls.state_type.layout
    seats = f"len(at.{layout.first})"
    player_of_table = f"player.__class__ is int and 0 <= player < self.players == {seats}"
    view = [
        "def view(self, at, player):",
        f" if at.__class__ is locked and ({player_of_table} or (player is None and {seats} == self.players)):",
        "  hidden = hiders.get(self.open_zones())",
        "  if hidden is not None: return view_of(player, hidden(at, player))",
        " return base.view(self, at, player)",
    ]
    outcome = [
        "def outcome(self, at):",
        f" if at.__class__ is locked and at.phase != 'over' and {seats} == self.players: return None",
        " return base.outcome(self, at)",
    ]
    readers = {"view": view, "outcome": outcome}
    for name in ("suggested", *(["penalised_moves"] if cls.wrong_moves is base.wrong_moves else [])):
        readers[name] = [
            f"def {name}(self, at, player):",
            f" if at.__class__ is locked and {player_of_table}: return ()",
            f" return base.{name}(self, at, player)",
        ]
    scope = {"locked": cls._locked, "hiders": layout.hiders, "view_of": view_of, "base": base}
    return (*_listers(cls, base), *[compiled(name, lines, scope, cls) for name, lines in readers.items()])


def _listers(cls: Any, base: Any) -> tuple[Any, ...]:
    """`actors` and `legal_moves`: of the player on turn or, where somebody is asked meanwhile, of that one.

    Numbers of seats are compared by identity first: ``True`` is none, and small numbers are the same everywhere.
    """
    on_turn = "(at.turn if at.claimant is None else at.claimant)" if cls._asks else "at.turn"
    seats = f"len(at.{cls.state_type.layout.first})"
    there_is = f"self.{cls._chance} not in off and " if cls._chance else ""
    first = [f"  if {there_is}(first := self.reactors(at)):", "   return (*first, at.turn)"] if cls._reacts else []
    chances = "self._chances(at, player)" if cls._reacts else "()"
    nobody_else = not cls._reacts and _follows(cls, base, "legal_moves")  # can move
    seen = [
        " if at.__class__ is View and (now := at.state).__class__ is locked and now.phase in turns:",
        f"  if {seats.replace('at.', 'now.')} == self.players: return only[{on_turn.replace('at.', 'now.')}]",
    ]
    actors = [
        "def actors(self, at):",
        " if at.__class__ is locked and at.phase in turns:",
        *first,
        f"  return only[{on_turn}]",
        *(seen if nobody_else else []),
        " return self.seen_actors(at) if at.__class__ is View else base.actors(self, at)",
    ]
    legal_moves = [
        "def legal_moves(self, given, player):",
        " if given.__class__ is locked:",
        f"  if given.phase in turns and player is {on_turn.replace('at.', 'given.')}:",
        "   listed = moves(self, given, player)",
        "   self._listed[0] = given, player, listed",
        "   return listed",
        "  at = given",
        " elif given.__class__ is View and given.player is player and given.state.__class__ is locked:",
        "  at = self._of_this_table(given.state)",
        " else:",
        "  at = self.inside(given, player)",
        " if at.phase in turns and player.__class__ is int:",
        f"  if player == {on_turn}: return moves(self, at, player)",
        *[f"  if 0 <= player < self.players: return {there_is}{chances} or ()"] * (not (cls._asks and cls._reacts)),
        " return base.legal_moves(self, given, player)",
    ]
    scope = {"locked": cls._locked, "turns": cls.turns, "only": ONLY, "off": OFF, "View": View, "base": base}
    scope |= {"moves": cls.moves}
    return compiled("actors", actors, scope, cls), compiled("legal_moves", legal_moves, scope, cls)


def _makers(cls: Any, base: Any) -> tuple[Any, ...]:
    """`refusal`, `apply` and `apply_unchecked`, and what `apply` and `trace` require."""
    seats = f"len(state.{cls.state_type.layout.first})"
    listed = [
        " at, seat, listed = self._listed[0]",
        f" if at is state and seat is player and {seats} == self.players:",
        "  for known in listed:",  # the very one, since an equal one may be written otherwise
    ]
    require = [
        "def _require(self, state, move, player):",
        *listed,
        "   if known is move: return player",
        f" if state.__class__ is locked and player.__class__ is int and 0 <= player < self.players == {seats}:",
        "  if (reason := self.refusal(state, move, player)) is not None: raise IllegalMove(reason)",
        "  return player",
        " return base._require(self, state, move, player)",  # which says what is wrong
    ]
    apply = [
        "def apply(self, state, move, player):",
        *listed,
        "   if known is move: return self.apply_unchecked(state, move, player)",
        " return self.apply_unchecked(state, move, self._require(state, move, player))",
    ]
    scope = {"locked": cls._locked, "IllegalMove": IllegalMove, "base": base}
    both = compiled("_require", require, scope, cls), compiled("apply", apply, scope, cls)
    return _refuser(cls, base), *both, stepper(cls.state_type, cls._steps)


def _refuser(cls: Any, base: Any) -> Any:
    """`refusal`: at once where somebody is on turn, for that player and for those who cannot move out of turn."""
    on_turn = "(now.turn if now.claimant is None else now.claimant)" if cls._asks else "now.turn"
    bound_to_turn = {kind.move for kind in cls.kinds.values() if not kind.out_of_turn} - set(cls._elsewhere)
    lines = [
        "def refusal(self, at, move, player):",
        " now = at if at.__class__ is locked else self.inside(at, player)",
        " if now.phase in turns:",
        "  kind = move.__class__",
        f"  if player is {on_turn}:",
        *(["   if kind in quick and accepts(self, now, move, player): return None"] if cls._quick else []),
        "   reasons = against[now.phase].get(kind)",
        "   if reasons is not None:",
        "    return reasons if reasons.__class__ is Refusal else reasons(self, now, move, player)",
        "  elif player.__class__ is int and 0 <= player < self.players:",
        f"   if kind in bound_to_turn: return may_not_move(player, only[{on_turn}])",
        "   return refused(self, now, move, player)",
        " return others(self, now, move, player)",
    ]
    scope = {
        "locked": cls._locked,
        "turns": cls.turns,
        "quick": cls._quick,
        "accepts": cls.accepts,
        "against": cls._against,
        "Refusal": Refusal,
        "bound_to_turn": frozenset(bound_to_turn),
        "may_not_move": may_not_move,
        "only": ONLY,
        "refused": refused,
        "others": base.refusal,
    }
    return compiled("refusal", lines, scope, cls)
