"""What an answer to bad input has to be: an error of the library or a refusal, in a sentence, and nothing changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Generic, TypeVar

import attrs

from shedkit.core.errors import IllegalMove, ShedkitError
from shedkit.core.moves import Move
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import failed, fields_of, short
from shedkit.testing.broken import LawBroken

__all__ = ["Answers", "Foreign", "same_move"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
Kinds = type[ShedkitError] | tuple[type[ShedkitError], ...]

_LONGEST = 1000
"""How many letters an error may have at most."""


@attrs.frozen
class Foreign(Move):
    """A move of no game."""

    verb = "foreign"


class Answers(Generic[S, M]):
    """Asks, and judges the answers."""

    def __init__(self, rules: Rules[S, M], states: tuple[S, ...], random: Random, most: int | None) -> None:
        self.rules: Any = rules
        self.states = states
        self.random = random
        self.most = most
        self.part = ""

    def broken(self, what: str, text: str) -> LawBroken:
        """The error to raise."""
        return LawBroken(17, self.rules, what, f"{self.part}: {text}")

    def some(self, items: Iterable[Any]) -> list[Any]:
        """All the inputs, or as many as are to be tried, drawn at random."""
        there = list(items)
        return there if self.most is None or len(there) <= self.most else self.random.sample(there, self.most)

    def sentence(self, what: str, text: str) -> None:
        """Whether an answer is one: words, not too many, no trace of the program."""
        if len(text.split()) < 3 or len(text) > _LONGEST or "Traceback" in text or "object at 0x" in text:
            raise self.broken(what, f"no sentence of bounded length: {text[:_LONGEST]!r}")

    def answer(self, what: str, kinds: Kinds, call: Callable[..., object], *words: object, **named: object) -> object:
        """The value of a call, or the error it raises, which must be of these kinds."""
        try:
            return call(*words, **named)
        except Exception as error:
            if not isinstance(error, kinds):
                expected = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
                raise self.broken(what, f"{failed(error)}, instead of {expected}") from error
            self.sentence(what, str(error))
            return error

    def fails(
        self, what: str, kinds: Kinds, call: Callable[..., object], *words: object, **named: object
    ) -> ShedkitError:
        """The error of a call that must raise one of these kinds."""
        answer = self.answer(what, kinds, call, *words, **named)
        if not isinstance(answer, ShedkitError):
            raise self.broken(what, f"it is taken and gives {short(answer)}")
        return answer

    def refused(self, state: S, move: Any, player: Any, *reasons: Reason) -> Refusal:
        """A move that must not be taken: refusal and error agree, and the state is as it was."""
        rules, what = self.rules, f"{short(move)} of player {short(player)}"
        before = json.dumps(rules.to_json(state))
        try:
            refusal = rules.refusal(state, move, player)
        except Exception as error:
            raise self.broken(what, f"refusal {failed(error)}\n{state}") from error
        if not isinstance(refusal, Refusal) or not isinstance(refusal.reason, Reason) or not refusal.rule:
            raise self.broken(what, f"the refusal is {short(refusal)}\n{state}")
        self.sentence(what, refusal.text)
        if reasons and refusal.reason not in reasons:
            raise self.broken(what, f"refused as {refusal.reason.value}, not {reasons[0].value}: {refusal}\n{state}")
        for change in (rules.apply, rules.trace):
            illegal = self.fails(what, IllegalMove, change, state, move, player)
            if not isinstance(illegal, IllegalMove) or illegal.refusal != refusal:
                raise self.broken(what, f"{change.__name__} and refusal differ\n{state}")
        if json.dumps(rules.to_json(state)) != before:
            raise self.broken(what, f"the state is changed\n{state}")
        return refusal

    def names(self, what: str, text: str, *words: str) -> None:
        """Whether an answer names all this."""
        for word in words:
            if word not in text:
                raise self.broken(what, f"{word!r} is not named: {text}")

    def on_turn(self, state: S) -> list[int]:
        """The actors, or player 0 where the game is over."""
        return list(self.rules.actors(state)) or [0]

    def listed(self, state: S) -> list[tuple[Any, int]]:
        """All moves that can be made, each with who may make it."""
        rules = self.rules
        return [
            (move, player)
            for player in rules.actors(state)
            for move in (*rules.legal_moves(state, player), *rules.penalised_moves(state, player))
        ]


def same_move(move: object, other: object) -> bool:
    """Whether two moves are equal, each value in type as well."""
    return (
        type(move) is type(other)
        and all(type(getattr(move, field.name)) is type(getattr(other, field.name)) for field in fields_of(type(other)))
        and move == other
    )
