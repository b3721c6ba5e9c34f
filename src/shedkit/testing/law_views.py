"""The laws of views: what a player gets, what it may hold true, what it remembers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import attrs

from shedkit.core.cards import Card, Hidden
from shedkit.core.chance import Chance
from shedkit.core.errors import PositionError, ShedkitError, ViewError
from shedkit.core.events import Event, Moved
from shedkit.core.knowledge import Knowledge, Pool
from shedkit.core.moves import Move
from shedkit.core.states import Holds, State, Visibility, evolve
from shedkit.testing.broken import LawBroken, difference
from shedkit.testing.law_positions import PositionLaws

__all__ = ["ViewLaws"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
_LISTS = (5, 6)
"""The laws that the lists of moves break, whatever the position."""


class ViewLaws(PositionLaws[S, M]):
    """Laws 9, 10 and 11."""

    def views(self, state: S) -> None:
        """A view is what the declarations say, and gives its player what the table would give."""
        self.trying(11, 9)
        rules = self.rules
        known = rules.public_actors(state)
        for player in (*range(rules.players), None):
            view = rules.view(state, player)
            if view.state != state.layout.hide(state, player, rules.open_zones()):
                raise self.broken(11, state, f"the view of player {player} is not what the declarations say")
            if rules.view(view, player) != view:
                raise self.broken(9, state, f"the view of player {player} has another view")
            if player is not None:
                for read in (rules.legal_moves, rules.penalised_moves):
                    if read(view, player) != read(state, player):
                        raise self.broken(11, state, f"player {player} has other moves in the view")
                try:
                    rules.legal_moves(view, (player + 1) % rules.players)
                except ViewError:
                    pass
                else:
                    raise self.broken(11, state, f"the view of player {player} answers for somebody else")
            seen = set(rules.actors(view))
            expected = {*known, *([player] if player in rules.actors(state) else [])}
            if seen != expected:
                raise self.broken(11, state, f"player {player} knows of actors {seen}, not {expected}")
            if rules.outcome(view) != rules.outcome(state):
                raise self.broken(11, state, f"player {player} sees another outcome")

    def sampled(self, state: S) -> None:
        """What a player might hold true can be, and the player cannot tell it from the truth."""
        for player in (*range(self.rules.players), None):
            self.trying(10, 11)
            self.follows(state, self.held_true(state, player), player)

    def held_true(self, state: S, player: int | None, knowledge: Knowledge | None = None) -> S:
        """A state that a player might hold true: it can be, and the player cannot tell it from the truth."""
        rules = self.rules
        try:
            view = rules.view(state, player)
            other = rules.checked(rules.sample(view, self.random.getrandbits(32), knowledge=knowledge))
            self.conserved(other)
            self.listed(other)
        except (ShedkitError, LawBroken) as error:
            if isinstance(error, LawBroken) and error.law in _LISTS:  # it could be, only its lists are wrong
                raise
            what = "might hold true" if knowledge is None else "remembers"
            raise self.broken(10, state, f"what player {player} {what} cannot be: {error}") from error
        if self.gets(other, player) != self.gets(state, player):
            self.told_apart(state, other, player)
        return other

    def told_apart(self, state: S, other: S, player: int | None) -> None:
        """A player can tell the truth from what it might hold true: by what, is seen from their difference."""
        text = f"player {player} can tell it from another that could be:\n{difference(state, other)}"
        raise self.broken(11, state, text)

    def remembers(self, knowledge: Knowledge, events: Sequence[Event], state: S, *, thorough: bool) -> Knowledge:
        """Law 10 with memory: it never errs about the table, and what is sampled with it is in keeping with it."""
        self.trying(10)
        rules, player = self.rules, knowledge.player
        try:
            after = one_by_one = knowledge.after(events)
            if thorough:
                one_by_one = knowledge
                for event in events:
                    one_by_one = one_by_one.after([event])
        except ShedkitError as error:
            raise self.broken(10, state, f"what player {player} was told cannot be: {error}") from error
        if set(after.cases) != set(one_by_one.cases):
            raise self.broken(10, state, f"player {player} knows something else when told event by event")
        view = rules.view(state, player)
        if not after.fits(view):
            raise self.broken(10, state, f"player {player} remembers another table:\n{after.describe()}")
        if thorough:
            self.in_keeping(after, self.held_true(state, player, after))
        self.in_keeping(after, state)
        return after

    def in_keeping(self, knowledge: Knowledge, state: S) -> None:
        """What is known to lie in a place lies there, and in one of the cases each pool could be dealt out."""
        if not any(self.could_be(case.pools, state) for case in knowledge.cases):
            raise self.broken(10, state, f"player {knowledge.player} errs about the table:\n{knowledge.describe()}")

    def could_be(self, pools: Sequence[Pool], state: S) -> bool:
        """Whether the cards of each pool lie in its places."""
        places = self.places(state)
        for pool in pools:
            lying: Counter[Card | Hidden] = Counter()
            for place, number in pool.places:
                there = places[place.zone, place.player]
                if there.total() < number:
                    return False
                lying.update(there)
            if any(number > lying[card] for card, number in Counter(pool.cards).items()):
                return False
        return True

    def gets(self, state: S, player: int | None) -> list[object]:
        """Everything that a player gets from a state."""
        rules = self.rules
        view = rules.view(state, player)
        answers: list[object] = [view, json.dumps(rules.to_json(view)), rules.actors(view), rules.outcome(view)]
        answers += [rules.describe(state, player)] if player is not None else [str(view)]
        if player is not None:
            answers += [rules.legal_moves(state, player), rules.penalised_moves(state, player)]
            answers += [rules.refusal(state, move, player) for move in list(self.known)[-20:]]
        return answers

    def follows(self, state: S, other: S, reader: int | None) -> None:
        """A move made in both states looks the same to a reader whom it shows the same cards."""
        rules = self.rules
        for player in set(rules.actors(state)) & set(rules.actors(other)):
            there = set(rules.legal_moves(other, player))
            for move in [move for move in rules.legal_moves(state, player) if move in there][:5]:
                log: list[Event] = []
                other_log: list[Event] = []
                after = rules.apply_unchecked(state, move, player, log)
                other_after = rules.apply_unchecked(other, move, player, other_log)
                heard, other_heard = self.as_heard(log), self.as_heard(other_log)
                same_seen = self.travels(heard, reader) == self.travels(other_heard, reader)
                if same_seen and rules.view(after, reader) == rules.view(other_after, reader):
                    if self.as_heard(rules.shown(log, reader)) != self.as_heard(rules.shown(other_log, reader)):
                        raise self.broken(11, state, f"the events of {move} tell player {reader} what is hidden")

    def as_heard(self, events: Sequence[Event]) -> list[Event]:
        """Events in one form: the order of cards that go to a hand together says nothing, for hands are sorted."""
        heard: list[Event] = []
        for event in events:
            if isinstance(event, Moved) and self.rules.state_type.layout.field(event.target.zone).in_order:
                event = attrs.evolve(event, cards=tuple(sorted(event.cards, key=str)))
            heard.append(event)
        return heard

    # law 15

    def hidden(self, state: S) -> None:
        """The values that a hidden fact can have: the true one is among them, and each of the others could be."""
        rules = self.rules
        for field in state.layout.fields:
            value = getattr(state, field.name)
            if field.is_zone or field.visible_to is Visibility.EVERYONE or isinstance(value, Chance):
                continue
            self.trying(10)
            entries = value if field.holds is Holds.PLAYERS else (value,)
            for seat, true in enumerate(entries):
                can_be = rules.hidden_values(state, field.name, seat)
                if true not in can_be:
                    raise self.broken(10, state, f"hidden_values of {field.name} leave out that of player {seat}")
                for other in can_be if len(can_be) <= 20 else self.random.sample(can_be, 20):
                    changed = (*entries[:seat], other, *entries[seat + 1 :]) if field.holds is Holds.PLAYERS else other
                    put = evolve(state, **{field.name: changed})
                    if rules.possible(put):
                        self.stands(state, put, f"{field.name} of player {seat} cannot be {other}")

    def stands(self, state: S, put: S, text: str) -> None:
        """Whether a position could be, and can go on."""
        try:
            self.rules.checked(put)
            self.listed(put)
        except (PositionError, LawBroken) as error:
            raise self.broken(10, state, f"{text}, though hidden_values say so:\n{difference(state, put)}") from error
