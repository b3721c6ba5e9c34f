"""What the laws of positions, views and steps share."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from random import Random
from typing import Any, Generic, TypeVar, cast

from shedkit.core.cards import Card, Hidden
from shedkit.core.codec import Json
from shedkit.core.errors import NotationError, ShedkitError
from shedkit.core.events import Event, Moved, Place
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import Holds, State, Visibility, cards_in
from shedkit.core.values import failed, fields_of
from shedkit.core.views import View
from shedkit.testing.broken import LawBroken, difference
from shedkit.testing.variants import neighbours
from shedkit.testing.watched import Watched

__all__ = ["Laws", "cards_of", "made_again", "places_of"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Laws(Generic[S, M]):
    """The laws for one rules object; it remembers moves it has seen, to try them where they do not belong."""

    def __init__(self, rules: Rules[S, M], random: Random) -> None:
        self.real = rules
        self.watched = Watched(rules)
        self.rules = cast("Rules[S, M]", self.watched)
        self.random = random
        self.known: dict[M, None] = {}
        self.now = 1
        self.tried: Counter[int] = Counter()
        self.others = cycle(neighbours(rules))
        self._placed: tuple[S | None, dict[tuple[str, int | None], Counter[Card | Hidden]]] = (None, {})

    def places(self, state: S) -> dict[tuple[str, int | None], Counter[Card | Hidden]]:
        """`places_of` a state; kept for the next call, since everybody's knowledge is held to one state in turn."""
        if self._placed[0] is not state:
            self._placed = (state, places_of(state))
        return self._placed[1]

    def trying(self, *laws: int) -> None:
        """Note that these laws are put to the test; what goes wrong now breaks the first of them."""
        self.now = laws[0]
        self.tried.update(laws)

    def broken(self, law: int, state: object, text: str) -> LawBroken:
        """The error to raise."""
        last = self.watched
        return LawBroken(law, self.real, state, text, call=last.call, seat=last.seat, move=last.move)

    @contextmanager
    def guard(self, state: object) -> Iterator[None]:
        """Whatever a game raises, it breaks the law that was being tried."""
        try:
            yield
        except LawBroken:
            raise
        except Exception as error:
            last = self.watched
            about = f" of {last.move}" if last.move is not None else ""
            whose = f" for player {last.seat}" if last.seat is not None else ""
            raise self.broken(self.now, state, f"{last.call}{about}{whose} {failed(error)}") from error

    def conserved(self, state: S) -> None:
        """All zones together hold the deck."""
        self.trying(1)
        cards = Counter(state.layout.cards(state))
        if cards != Counter(self.rules.deck):
            raise self.broken(1, state, "the cards are not those of the deck")

    def same(self, state: S, value: Any, read: Any) -> None:
        """A value comes back from JSON and from pickle."""
        text = json.dumps(self.rules.to_json(value))
        try:
            back = read(json.loads(text))
        except ShedkitError as error:
            raise self.broken(7, state, f"{_named(value)} cannot be read back: {error}") from error
        pickled = pickle.loads(pickle.dumps(value))  # our own bytes
        for other in (back, pickled):
            if other != value or type(other) is not type(value) or json.dumps(self.rules.to_json(other)) != text:
                raise self.broken(7, state, f"{_named(value)} does not survive: {_apart(value, other)}")
        if hash(back) != hash(value):
            raise self.broken(7, state, f"{_named(value)} has another hash after JSON")

    def belongs(self, state: S) -> None:
        """The JSON of a state or view is that of its rules: others, which differ in one option, refuse it by name."""
        other = next(self.others, None)
        if other is None:
            return
        for read, value in ((other.state_from_json, state), (other.view_from_json, self.rules.view(state, None))):
            self.foreign(state, other, read, self.rules.to_json(value))

    def foreign(self, state: S, other: Rules[S, M], read: Callable[[Json], object], data: Json) -> None:
        """Rules that are given the JSON of others say so, and name both."""
        try:
            read(data)
        except ShedkitError as error:
            names = self.rules.digest() in str(error) and other.digest() in str(error)
            if not (names and isinstance(error, NotationError)):
                text = f"{other!r} does not say that it is given the JSON of other rules: {error}"
                raise self.broken(7, state, text) from error
        else:
            raise self.broken(7, state, f"{other!r} takes the JSON of other rules")

    def seen_cards(self, state: S, player: int | None) -> Iterator[Card | Hidden]:
        """The cards that a player sees."""
        inside = self.rules.view(state, player).state
        return (card for card in inside.layout.cards(inside) if isinstance(card, Card))

    def travels(self, events: Sequence[Event], reader: int | None) -> list[Card | Hidden]:
        """The cards that come from or go to a place that the reader may look into, if only for a moment."""
        moved = [event for event in events if isinstance(event, Moved)]
        return [
            card
            for event in moved
            if self.is_open(event.source, reader) or self.is_open(event.target, reader)
            for card in event.cards
        ]

    def is_open(self, place: Place, reader: int | None) -> bool:
        """Whether a place is declared open to the reader, whatever the rules object says."""
        visible = self.rules.state_type.layout.field(place.zone).visible_to
        return visible is Visibility.EVERYONE or (visible is Visibility.OWNER and place.player == reader)


def _named(value: object) -> str:
    """A value in an error: a state or view by its kind alone, since the position stands there anyway."""
    return f"a {type(value).__name__}" if isinstance(value, State | View) else repr(value)


def _apart(value: object, other: object) -> str:
    """What a value has become: of states and views only what differs."""
    whole = isinstance(value, State | View) and isinstance(other, State | View)
    return f"\n{difference(value, other)}" if whole else repr(other)


def made_again(state: S) -> S:
    """The same state as another object, which nothing that spoils the state can reach."""
    return cast(S, state.layout.state_type(*state.layout.values(state)))


def places_of(state: State) -> dict[tuple[str, int | None], Counter[Card | Hidden]]:
    """The cards of each place."""
    places: dict[tuple[str, int | None], Counter[Card | Hidden]] = {}
    for field in state.layout.zones():
        value = getattr(state, field.name)
        if field.holds is Holds.PLAYERS:
            for seat, cards in enumerate(value):
                places[field.name, seat] = Counter(cards_in(cards))
        else:
            places[field.name, None] = Counter(cards_in(value))
    return places


def cards_of(event: Event) -> Iterator[Card | Hidden]:
    """The cards that an event names."""
    return cards_in(tuple(getattr(event, field.name) for field in fields_of(type(event))))
