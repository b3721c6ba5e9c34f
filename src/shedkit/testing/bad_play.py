"""Bad input to a game that is on: who is no player, what is no move, what is no state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import attrs

from shedkit.core.errors import NotationError, PositionError, ShedkitError, ViewError
from shedkit.core.moves import Move
from shedkit.core.refusals import Reason
from shedkit.core.states import State
from shedkit.core.values import fields_of, short
from shedkit.testing.answers import Answers, Foreign
from shedkit.testing.odd import ODD, ODD_NUMBERS, Awkward, no_seats

__all__ = ["InPlay"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class InPlay(Answers[S, M]):
    """The inputs, kind by kind: each method tries its inputs one after the other and yields after each."""

    def seats(self) -> Iterator[None]:
        """What is no player of the table: no moves, no view, a refusal of its own."""
        rules = self.rules
        for state in self.states:
            listed = [move for move, _ in self.listed(state)][:2] or [Foreign()]
            for seat in self.some(no_seats(rules.players)):
                for move in listed:
                    self.refused(state, move, seat, Reason.NO_SUCH_PLAYER)
                for ask in (rules.legal_moves, rules.penalised_moves, rules.suggested):
                    told = self.answer(state, ask.__name__, lambda ask=ask: ask(state, seat))
                    if told != () and not isinstance(told, ShedkitError):
                        raise self.broken(state, f"{ask.__name__}: player {short(seat)} gets {short(told)}")
                for ask in (rules.view, rules.describe):
                    self.fails(state, ask.__name__, lambda ask=ask: ask(state, seat), ViewError)
                self.fails(state, "shown", lambda: rules.shown((), seat))
                yield
            self.refused(state, listed[0], None, Reason.NO_SUCH_PLAYER)

    def awkward(self) -> Iterator[None]:
        """A seat that can be asked nothing, not even whether it equals a number."""
        rules, seat = self.rules, Awkward()
        for state in self.states:
            for ask in (rules.legal_moves, rules.penalised_moves, rules.suggested, rules.view, rules.describe):
                told = self.answer(state, ask.__name__, lambda ask=ask: ask(state, seat))
                if told != () and not isinstance(told, ShedkitError):
                    raise self.broken(state, f"{ask.__name__}: an object that is no seat gets {short(told)}")
                yield

    def subclasses(self) -> Iterator[None]:
        """A move of a kind that somebody has made out of a declared one: only the declared ones are moves."""
        for state in self.states:
            for move, player in self.some(self.listed(state)):
                kind = type(move)
                other = attrs.make_class("Own", [], bases=(kind,), frozen=True)
                made = other(*(getattr(move, field.name) for field in fields_of(kind)))
                self.refused(state, made, player, Reason.FOREIGN_MOVE, Reason.NOT_A_MOVE)
                yield

    def chances(self) -> Iterator[None]:
        """Seeds of samples that are no whole numbers."""
        for state in self.states:
            view = self.rules.view(state, 0)
            for seed in self.some(odd for odd in ODD_NUMBERS if type(odd) is not int):
                self.fails(state, f"seed {short(seed)}", lambda v=view, s=seed: self.rules.sample(v, s))
                yield

    def moves(self) -> Iterator[None]:
        """What is no move, or none of this game, whoever makes it."""
        things = [*ODD, self.rules.deck[0], self.rules, *self.rules.move_types]
        for state in self.states:
            over = [Reason.GAME_OVER] if not self.rules.actors(state) else []
            for player in {*self.on_turn(state)[:1], self.rules.players - 1}:
                for thing in self.some(things):
                    self.refused(state, thing, player, Reason.NOT_A_MOVE, *over)
                    yield
                self.refused(state, Foreign(), player, Reason.FOREIGN_MOVE, *over)

    def values(self) -> Iterator[None]:
        """Moves with a value that is none, such as a slot that merely equals one: refused, if they can be made."""
        for state in self.states:
            for move, player in self.some(self.listed(state)):
                for field in fields_of(type(move)):
                    good = getattr(move, field.name)
                    for odd in self.some(ODD):
                        if type(odd) is type(good):
                            continue
                        with suppress(ShedkitError):
                            made = attrs.evolve(move, **{field.name: odd})
                            if type(getattr(made, field.name)) is not type(good) or getattr(made, field.name) != good:
                                self.unlisted(state, made, player)
                        yield

    def unlisted(self, state: S, move: Any, player: int) -> None:
        """A move that is listed only if it is one by type and value."""
        listed = [other for other, seat in self.listed(state) if seat == player]
        if not any(_identical(move, other) for other in listed):
            self.refused(state, move, player)

    def turns(self) -> Iterator[None]:
        """A good move, but of somebody who may not make it, or in a view."""
        rules = self.rules
        for state in self.states:
            actors = rules.actors(state)
            for move, player in self.some(self.listed(state)):
                for other in set(range(rules.players)) - set(actors):
                    self.refused(state, move, other)
                for viewer in (player, None):
                    view = rules.view(state, viewer)
                    for change in (rules.apply, rules.trace):
                        self.fails(state, "a view", lambda c=change, m=move, v=view, p=player: c(v, m, p))
                yield

    # --- in the place of a state

    def things(self) -> Iterator[None]:
        """What is neither state nor view, and the view of somebody else."""
        rules = self.rules
        move = next((move for state in self.states for move, _ in self.listed(state)), Foreign())
        calls: dict[str, Callable[[Any], object]] = {
            "actors": rules.actors,
            "legal_moves": lambda at: rules.legal_moves(at, 0),
            "penalised_moves": lambda at: rules.penalised_moves(at, 0),
            "suggested": lambda at: rules.suggested(at, 0),
            "refusal": lambda at: rules.refusal(at, move, 0),
            "outcome": rules.outcome,
            "view": lambda at: rules.view(at, 0),
            "describe": rules.describe,
            "apply": lambda at: rules.apply(at, move, 0),
            "trace": lambda at: rules.trace(at, move, 0),
            "sample": lambda at: rules.sample(at, 1),
            "checked": rules.checked,
            "to_json": rules.to_json,
            "shown": lambda at: rules.shown([at], 0),
        }
        for thing in self.some(ODD):
            for name, call in calls.items():
                kinds = (PositionError, ViewError, NotationError) if name in ("checked", "to_json", "shown") else ()
                answer = self.answer(
                    f"in the place of a state: {short(thing)}",
                    name,
                    lambda call=call: call(thing),
                    *(kinds or (ViewError,)),
                )
                if not isinstance(answer, ShedkitError) and answer not in ((), []):
                    raise self.broken(f"in the place of a state: {short(thing)}", f"{name}: it is taken")
            yield
        for state in self.states:
            view = rules.view(state, 0)
            for name in ("legal_moves", "penalised_moves", "refusal", "view"):
                ask: Any = getattr(rules, name)
                words = (move, 1) if name == "refusal" else (1,)
                self.fails(state, f"{name} of another's view", lambda a=ask, w=words: a(view, *w), ViewError)
            yield

    def events(self) -> Iterator[None]:
        """What is no list of events."""
        for odd in self.some((None, 7, 1.5, True, object(), Awkward(), ("x",), [None], [7], [Awkward()], [[]])):
            self.fails(short(odd), "shown", lambda odd=odd: self.rules.shown(odd, 0), NotationError)
            yield

    def frozen(self) -> Iterator[None]:
        """Rules, states, views and moves that are assigned to."""
        for state in self.states:
            values: list[object] = [self.rules, state, self.rules.view(state, 0)]
            values += [move for move, _ in self.listed(state)[:3]]
            for value in values:
                fields = [field.name for field in fields_of(type(value))][:3]
                for name in (*fields, "nothing"):
                    for change in (lambda v=value, n=name: setattr(v, n, 1), lambda v=value, n=name: delattr(v, n)):
                        try:
                            change()
                        except AttributeError:
                            yield
                        else:
                            raise self.broken(state, f"{name} of {short(value)} can be assigned to")


def _identical(move: object, other: object) -> bool:
    """Whether two moves are equal, each value in type as well."""
    return (
        type(move) is type(other)
        and all(type(getattr(move, field.name)) is type(getattr(other, field.name)) for field in fields_of(type(other)))
        and move == other
    )
