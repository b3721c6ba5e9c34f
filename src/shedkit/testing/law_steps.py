"""The laws of a step: what a move does, what is told of it, and that seats are alike."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from shedkit.core.cards import Card
from shedkit.core.chance import Chance
from shedkit.core.errors import PositionError
from shedkit.core.events import Event, Moved, Place, Shuffled
from shedkit.core.moves import Move
from shedkit.core.outcomes import Outcome, Result
from shedkit.core.states import State
from shedkit.core.values import fields_of
from shedkit.testing.broken import difference
from shedkit.testing.law_base import cards_of, made_again, places_of
from shedkit.testing.law_views import ViewLaws

__all__ = ["StepLaws"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class StepLaws(ViewLaws[S, M]):
    """Laws 2, 15 and 16, and all laws of a position together."""

    def check(self, state: S, *, thorough: bool, candidates: Iterable[M] | None = None) -> None:
        """All laws of a position; those that take time only if it is to be thorough."""
        with self.guard(state):
            self.conserved(state)
            self.listed(state)
            self.views(state)
            self.ended(state)
            self.numbered(state)
            if thorough:
                self.accepted(state, self.candidates(state) if candidates is None else candidates)
                self.suggested(state)
                self.survives(state)
                self.texts(state)
                self.sampled(state)
                self.hidden(state)
                self.rotated(state)
            self.trying(7)
            try:
                self.rules.checked(state)
            except PositionError as error:
                raise self.broken(7, state, f"a position that was reached is refused: {error}") from error

    def rotated(self, state: S) -> None:
        """Seats are alike: turned round the table, everything turns along."""
        self.trying(15)
        rules, n = self.rules, self.rules.players
        by = self.random.randrange(1, n)
        seats = {o.name: getattr(rules, o.name) for o in rules.options() if o.seat}
        around = rules.evolve(**{name: (seat + by) % n for name, seat in seats.items() if seat is not None})
        layout = state.layout
        moved = layout.rotate(state, by, n)
        if {(seat + by) % n for seat in rules.actors(state)} != set(around.actors(moved)):
            raise self.broken(15, state, f"seats turned by {by}, the actors are {around.actors(moved)}")
        if _rotated(rules.outcome(state), by, n) != around.outcome(moved):
            raise self.broken(15, state, f"seats turned by {by}, the outcome is {around.outcome(moved)}")
        for player in rules.actors(state):
            there = (player + by) % n
            moves = rules.legal_moves(state, player)
            if moves != around.legal_moves(moved, there):
                raise self.broken(15, state, f"seats turned by {by}, the moves of player {player} differ")
            move = self.random.choice(moves)
            if rules.favours_seats(state):
                continue
            after = rules.apply_unchecked(state, move, player)
            expected, got = layout.rotate(after, by, n), around.apply_unchecked(moved, move, there)
            if expected != got:
                text = f"seats turned by {by}, {move} of player {player} leads elsewhere"
                raise self.broken(15, state, f"{text}:\n{difference(expected, got)}")

    # laws 2 and 16

    def check_step(self, state: S, move: M, player: int) -> S:
        """All laws of a move; the state after it."""
        with self.guard(state):
            return self.stepped(state, move, player)

    def stepped(self, state: S, move: M, player: int) -> S:
        """A move is a pure function, and what is told of it is what has happened."""
        self.trying(2, 16)
        rules = self.rules
        before, kept = json.dumps(rules.to_json(state)), made_again(state)
        after = rules.apply(state, move, player)
        if json.dumps(rules.to_json(state)) != before:
            text = f"{move} of player {player} changed the state it was made in"
            raise self.broken(2, state, f"{text}:\n{difference(kept, state)}")
        traced, events = rules.trace(state, move, player)
        if not after == rules.apply(state, move, player) == traced == rules.apply_unchecked(state, move, player):
            others = (rules.apply(state, move, player), traced, rules.apply_unchecked(state, move, player))
            other = next((other for other in others if other != after), after)
            text = f"{move} of player {player} leads to several states:\n{difference(after, other)}"
            raise self.broken(2, state, text)
        self.conserved(after)
        self.told(state, after, events, move)
        if any(isinstance(event, Shuffled) for event in events) and _chances(state) == _chances(after):
            raise self.broken(2, state, f"{move}: cards were shuffled, and the next shuffle would be the same")
        for reader in (*range(rules.players), None):
            shown = rules.shown(events, reader)
            if bool(shown) == (rules.view(state, reader) == rules.view(after, reader)):
                told = f"sees no change, yet is told {shown[0]}" if shown else "sees a change, yet is told nothing"
                raise self.broken(11, state, f"{move}: player {reader} {told}")
            allowed = set(self.seen_cards(state, reader)) | set(self.seen_cards(after, reader))
            allowed |= set(self.travels(events, reader))
            for event in shown:
                self.heard(state, event)
                for card in cards_of(event):
                    if isinstance(card, Card) and card not in allowed:
                        raise self.broken(16, state, f"{move}: player {reader} is shown {card} by {event}")
                self.same(state, event, rules.event_from_json)
        return after

    def heard(self, state: S, event: Event) -> None:
        """An event has a text, and names only seats that there are."""
        self.readable(state, "an event", event, str(event))
        values = {field.name: getattr(event, field.name) for field in fields_of(type(event))}
        seats = [value.player for value in values.values() if isinstance(value, Place)]
        seats += [values.get("player"), values.get("dealer")]
        for seat in seats:
            if seat is not None and not 0 <= seat < self.rules.players:
                raise self.broken(16, state, f"'{event}' names player {seat}")

    def told(self, state: S, after: S, events: Sequence[Event], move: M) -> None:
        """The cards that the events say have moved are those that have moved."""
        places = places_of(state)
        for event in events:
            if isinstance(event, Moved):
                cards = Counter(event.cards)
                source = places[event.source.zone, event.source.player]
                if cards - source:
                    raise self.broken(16, state, f"{move}: the cards of '{event}' are not there")
                source.subtract(cards)
                places[event.target.zone, event.target.player].update(cards)
        then = places_of(after)
        if any(+places[place] != +then[place] for place in then):
            raise self.broken(16, state, f"{move}: the events do not add up to the change")


def _chances(state: State) -> list[Chance]:
    values = [getattr(state, field.name) for field in state.layout.fields]
    return [value for value in values if isinstance(value, Chance)]


def _rotated(outcome: Outcome | None, by: int, players: int) -> Outcome | None:
    if outcome is None:
        return None
    result = Result(outcome.places, outcome.scores).rotated(by)
    return Outcome(
        places=result.places,
        winners=tuple(sorted((seat + by) % players for seat in outcome.winners)),
        losers=tuple(sorted((seat + by) % players for seat in outcome.losers)),
        scores=result.scores,
        rounds=tuple(one_round.rotated(by) for one_round in outcome.rounds),
    )
