"""The laws of a position: its cards, its moves, its end, its values and texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar, cast

import attrs

from shedkit.core.cards import Card
from shedkit.core.errors import IllegalMove, ShedkitError
from shedkit.core.moves import Move
from shedkit.core.outcomes import ranked
from shedkit.core.states import State
from shedkit.core.values import fields_of
from shedkit.testing.broken import difference
from shedkit.testing.law_base import made_again
from shedkit.testing.law_numbers import NumberLaws

__all__ = ["PositionLaws"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
_RULE = re.compile(r"[A-Z]{2}-A?\d{2,3}")


class PositionLaws(NumberLaws[S, M]):
    """Laws 3 to 7, 13, 14 and 18."""

    def listed(self, state: S) -> None:
        """Who may move has moves, nobody else has, and none is listed twice or refused."""
        self.trying(3, 4, 6, 5)
        rules = self.rules
        actors = rules.actors(state)
        if len(set(actors)) != len(actors) or not set(actors) <= set(range(rules.players)):
            raise self.broken(4, state, f"the actors are {actors}")
        if bool(actors) == (rules.outcome(state) is not None):
            raise self.broken(3, state, f"actors {actors} beside outcome {rules.outcome(state)}")
        for player in range(rules.players):
            moves, penalised = rules.legal_moves(state, player), rules.penalised_moves(state, player)
            if bool(moves) != (player in actors):
                raise self.broken(4, state, f"player {player} of actors {actors} has {len(moves)} moves")
            if type(moves) is not tuple or type(penalised) is not tuple:
                raise self.broken(6, state, f"the moves of player {player} are no tuple")
            if penalised and player not in actors:
                raise self.broken(4, state, f"player {player} has penalised moves but is no actor")
            every = (*moves, *penalised)
            if len(set(every)) != len(every):
                raise self.broken(6, state, f"player {player} has a move twice: {', '.join(map(str, every))}")
            for move in every:
                refusal = rules.refusal(state, move, player)
                if refusal is not None:
                    raise self.broken(5, state, f"{move} of player {player} is listed but refused: {refusal}")
                self.known[move] = None

    def ended(self, state: S) -> None:
        """The outcome places everybody."""
        outcome = self.rules.outcome(state)
        if outcome is None:
            return
        self.trying(14, 3, 7)
        self.same(state, outcome, self.rules.outcome_from_json)
        places = outcome.places
        if any(not 0 <= seat < self.rules.players for seat in (*outcome.winners, *outcome.losers)):
            raise self.broken(14, state, f"winners {outcome.winners} and losers {outcome.losers} are no seats")
        if len(places) != self.rules.players or ranked(places) != places:
            raise self.broken(14, state, f"places {places} do not place every player")
        win, lose = [places[seat] for seat in outcome.winners], [places[seat] for seat in outcome.losers]
        if (win and set(outcome.winners) < {s for s, p in enumerate(places) if p <= max(win)}) or (
            win and lose and max(win) >= min(lose)
        ):
            raise self.broken(14, state, f"winners {outcome.winners} and losers {outcome.losers} at {places}")

    def candidates(self, state: S) -> list[M]:
        """Moves to try: some seen before, and the listed ones with a value changed."""
        tried = self.random.sample(list(self.known), min(30, len(self.known)))
        deck = self.rules.deck
        for player in self.rules.actors(state):
            listed = self.rules.legal_moves(state, player)
            for move in self.random.sample(listed, min(5, len(listed))):
                for field in fields_of(type(move)):
                    value = getattr(move, field.name)
                    card = self.random.choice(deck)
                    others: list[object] = []
                    if isinstance(value, tuple):
                        others = [(), (*value, card), value[1:], (card, *value[1:]), value * 2]
                    elif isinstance(value, Card):
                        others = [card]
                    elif isinstance(value, int):
                        others = [value + 1, value - 1, -value, value + 1000]
                    elif attrs.has(type(value)):
                        others = list(_changed(value, card))
                    tried += [attrs.evolve(move, **{field.name: other}) for other in others]  # type: ignore[misc]
        return tried

    def accepted(self, state: S, candidates: Iterable[M]) -> None:
        """What is listed is taken, and nothing else; a refusal has a rule and a sentence."""
        self.trying(5, 13)
        rules = self.rules
        lists = {
            player: {*rules.legal_moves(state, player), *rules.penalised_moves(state, player)}
            for player in range(rules.players)
        }
        for move in candidates:
            for player, listed in lists.items():
                refusal = rules.refusal(state, move, player)
                if (refusal is None) != (move in listed):
                    known = "listed" if move in listed else "not listed"
                    raise self.broken(5, state, f"{move} of player {player} is {known}, yet: {refusal}")
                if refusal is not None and not (_RULE.fullmatch(refusal.rule) and refusal.text.endswith((".", "?"))):
                    raise self.broken(13, state, f"{move} is refused without a rule or sentence: {refusal!r}")
        self.refuses(state, cast(M, object()), 0)
        for move in list(self.known)[:1]:
            self.refuses(state, move, -1)
            self.refuses(state, move, rules.players)

    def suggested(self, state: S) -> None:
        """Moves that are suggested together can be made one after the other."""
        self.trying(5)
        rules = self.rules
        for player in range(rules.players):
            together = rules.suggested(state, player)
            if together != rules.suggested(rules.view(state, player), player):
                raise self.broken(11, state, f"player {player} is suggested something else in the view")
            for moves in together:
                now = state
                for move in moves:
                    if move not in rules.legal_moves(now, player):
                        raise self.broken(
                            5, state, f"{', '.join(map(str, moves))}: {move} of player {player} is not on"
                        )
                    now = rules.apply_unchecked(now, move, player)

    def refuses(self, state: S, move: M, player: int) -> None:
        """A refusal changes nothing."""
        self.trying(13)
        before, kept = json.dumps(self.rules.to_json(state)), made_again(state)
        refusal = self.rules.refusal(state, move, player)
        if refusal is None:
            raise self.broken(5, state, f"{move} of player {player} is taken")
        try:
            self.rules.apply(state, move, player)
        except IllegalMove as error:
            if error.refusal != refusal:
                raise self.broken(13, state, f"apply and refusal differ about {move}") from error
        else:
            raise self.broken(13, state, f"apply takes {move} of player {player}, which is refused")
        if json.dumps(self.rules.to_json(state)) != before:
            raise self.broken(13, state, f"the refusal of {move} changed the state:\n{difference(kept, state)}")

    def survives(self, state: S) -> None:
        """Values come back from JSON, pickle and code."""
        self.trying(7)
        rules = self.rules
        self.same(state, state, rules.state_from_json)
        self.belongs(state)
        for player in (*range(rules.players), None):
            self.same(state, rules.view(state, player), rules.view_from_json)
        for player in rules.actors(state):
            for move in rules.legal_moves(state, player):
                self.same(state, move, rules.move_from_json)
                if rules.parse(str(move)) != move:
                    raise self.broken(7, state, f"{move} is read back as {rules.parse(str(move))}")

    def texts(self, state: S) -> None:
        """Everything has a text for people: no representation, no trace of the program."""
        self.trying(18)
        rules = self.rules
        written: list[tuple[str, object, str]] = [
            ("the table", state, rules.describe(state)),
            ("a state", state, str(state)),
        ]
        for viewer in (0, None):
            view = rules.view(state, viewer)
            written += [("the table as seen", view, rules.describe(state, viewer)), ("a view", view, str(view))]
        outcome = rules.outcome(state)
        if outcome is not None:
            written.append(("the outcome", outcome, str(outcome)))
        for player in rules.actors(state):
            written += [("a move", move, str(move)) for move in rules.legal_moves(state, player)[:20]]
        for what, value, text in written:
            self.readable(state, what, value, text)

    def readable(self, state: S, what: str, value: object, text: str) -> None:
        """Whether a text is one, and not what Python writes for want of one."""
        if not text.strip() or text == repr(value) or f"{type(value).__name__}(" in text or " object at 0x" in text:
            raise self.broken(18, state, f"{what} has no text of its own: {text[:200]!r}")


def _changed(value: Any, card: Card) -> Iterator[object]:
    """Values such as melds with one of their fields changed, as far as they can be written down."""
    for field in fields_of(type(value)):
        part = getattr(value, field.name)
        others: list[object] = []
        if isinstance(part, tuple):
            others = [part[1:], (*part, card), (card, *part[1:]), (*part[:-1], card), part[::-1]]
        elif isinstance(part, int):
            others = [part + 1, part - 1]
        for other in others:
            with suppress(ShedkitError):
                yield attrs.evolve(value, **{field.name: other})
