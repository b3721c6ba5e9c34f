"""Bad input to a game that is on: who is no player, what is no move, what is no state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import attrs

from shedkit.core.errors import NotationError, ShedkitError, ViewError
from shedkit.core.moves import Move
from shedkit.core.refusals import Reason
from shedkit.core.states import State
from shedkit.core.values import fields_of, short
from shedkit.testing.answers import Answers, Foreign, same_move
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
                    refusal = self.refused(state, move, seat, Reason.NO_SUCH_PLAYER)
                    self.names(short(seat), refusal.text, f"0 to {rules.players - 1}", short(seat))
                for ask in (rules.legal_moves, rules.penalised_moves, rules.suggested):
                    self.nothing(ask, state, seat)
                for ask in (rules.view, rules.describe):
                    self.names(short(seat), str(self.fails(ask.__name__, ViewError, ask, state, seat)), "player")
                self.fails("shown", ShedkitError, rules.shown, (), seat)
                yield
            self.refused(state, listed[0], None, Reason.NO_SUCH_PLAYER)

    def nothing(self, ask: Any, state: S, seat: object) -> None:
        """An empty list or an error: nobody else has moves."""
        what = f"{ask.__name__} of player {short(seat)}"
        told = self.answer(what, ShedkitError, ask, state, seat)
        if told != () and not isinstance(told, ShedkitError):
            raise self.broken(what, f"it gives {short(told)}\n{state}")

    def awkward(self) -> Iterator[None]:
        """A seat that can be asked nothing, not even whether it equals a number; and suggestions for no seat."""
        rules = self.rules
        for state in self.states:
            for seat in (*no_seats(rules.players), Awkward()):
                for ask in (rules.legal_moves, rules.penalised_moves, rules.suggested):
                    self.nothing(ask, state, seat)
                self.fails("view", ViewError, rules.view, state, seat)
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
                self.fails(f"seed {short(seed)}", ShedkitError, self.rules.sample, view, seed)
                yield

    def moves(self) -> Iterator[None]:
        """What is no move, or none of this game, whoever makes it."""
        things = [*ODD, self.rules.deck[0], self.rules, Reason.NO_CARD, *self.rules.move_types]
        for state in self.states:
            over = [Reason.GAME_OVER] if not self.rules.actors(state) else []
            for player in {*self.on_turn(state)[:1], self.rules.players - 1}:
                for thing in self.some(things):
                    self.refused(state, thing, player, Reason.NOT_A_MOVE, *over)
                    yield
                refusal = self.refused(state, Foreign(), player, Reason.FOREIGN_MOVE, *over)
                if not over:
                    self.names("a foreign move", refusal.text, "Foreign", self.rules.name)

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
        if not any(same_move(move, other) for other in listed):
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
                        self.fails("a move in a view", ShedkitError, change, view, move, player)
                yield

    # --- in the place of a state

    def things(self) -> Iterator[None]:
        """What is neither state nor view, and the view of somebody else."""
        rules = self.rules
        move = next((move for state in self.states for move, _ in self.listed(state)), Foreign())
        asks: list[tuple[Any, tuple[object, ...]]] = [
            *((ask, ()) for ask in (rules.actors, rules.outcome, rules.describe)),
            *((ask, (0,)) for ask in (rules.legal_moves, rules.penalised_moves, rules.suggested, rules.view)),
            *((ask, (move, 0)) for ask in (rules.refusal, rules.apply, rules.trace)),
            (rules.sample, (1,)),
        ]
        for thing in self.some(ODD):
            for ask, words in asks:
                what = f"{ask.__name__} of {short(thing)} in the place of a state"
                told = self.answer(what, ViewError, ask, thing, *words)
                if not isinstance(told, ShedkitError) and told != ():
                    raise self.broken(what, f"it gives {short(told)}")
            self.fails(f"checked {short(thing)}", ShedkitError, rules.checked, thing)
            self.fails(f"to_json {short(thing)}", NotationError, rules.to_json, thing)
            yield
        for state in self.states:
            view = rules.view(state, 0)
            for ask, words in asks[3:]:
                if ask not in (rules.suggested, rules.apply, rules.trace, rules.sample):
                    words = (move, 1) if words == (move, 0) else (1,)
                    self.fails(f"{ask.__name__} of another's view", ViewError, ask, view, *words)
            yield

    def events(self) -> Iterator[None]:
        """What is no list of events."""
        for odd in self.some((None, 7, 1.5, True, object(), Awkward(), ("x",), [None], [7], [Awkward()], [[]])):
            self.fails(f"shown {short(odd)}", NotationError, self.rules.shown, odd, 0)
            yield

    def frozen(self) -> Iterator[None]:
        """Rules, states, views and moves that are assigned to."""
        for state in self.states:
            values: list[object] = [self.rules, state, self.rules.view(state, 0)]
            values += [move for move, _ in self.listed(state)[:3]]
            for value in values:
                for name in (*[field.name for field in fields_of(type(value))][:3], "nothing"):
                    for change, words in ((setattr, (value, name, 1)), (delattr, (value, name))):
                        self.keeps(change, *words)
                        yield

    def keeps(self, change: Callable[..., object], *words: object) -> None:
        """A change of a value that must not be possible."""
        before = repr(words[0])
        try:
            change(*words)
        except AttributeError:
            if repr(words[0]) == before:
                return
        raise self.broken(f"{change.__name__} {short(words[1])}", f"{short(words[0])} is changed")
