"""What an answer to bad input has to be: an error of the library or a refusal, in a sentence, and nothing changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Generic, TypeVar, cast

import attrs

from shedkit.core.errors import IllegalMove, ShedkitError
from shedkit.core.moves import Move
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.testing.broken import LawBroken

__all__ = ["Answers", "Foreign"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

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

    def broken(self, state: object, text: str) -> LawBroken:
        return LawBroken(17, self.rules, state, f"{self.part}: {text}")

    def some(self, items: Iterable[Any]) -> list[Any]:
        """All the inputs, or as many as are to be tried, drawn at random."""
        there = list(items)
        return there if self.most is None or len(there) <= self.most else self.random.sample(there, self.most)

    def sentence(self, state: object, what: str, text: str) -> None:
        if len(text.split()) < 3 or len(text) > _LONGEST or "Traceback" in text or "object at 0x" in text:
            raise self.broken(state, f"{what}: no sentence of bounded length: {text[:_LONGEST]!r}")

    def answer(self, state: object, what: str, ask: Callable[[], object], *kinds: type[ShedkitError]) -> object:
        """The value of a call, or the error it raises, which must be of these kinds."""
        try:
            return ask()
        except kinds or ShedkitError as error:
            self.sentence(state, what, str(error))
            return error
        except Exception as error:
            expected = " or ".join(kind.__name__ for kind in kinds) or "an error of the library"
            raise self.broken(state, f"{what}: {type(error).__name__} instead of {expected}: {short(error)}") from error

    def fails(self, state: object, what: str, ask: Callable[[], object], *kinds: type[ShedkitError]) -> ShedkitError:
        """The error of a call that must raise one of these kinds."""
        answer = self.answer(state, what, ask, *kinds)
        if not isinstance(answer, ShedkitError):
            raise self.broken(state, f"{what}: it is taken")
        return answer

    def refused(self, state: S, move: Any, player: Any, *reasons: Reason) -> None:
        """A move that must not be taken: refusal and error agree, and the state is as it was."""
        rules, what = self.rules, f"{short(move)} of player {short(player)}"
        before = json.dumps(rules.to_json(state))
        try:
            refusal = rules.refusal(state, move, player)
        except Exception as error:
            raise self.broken(state, f"{what}: refusal raises {type(error).__name__}: {short(error)}") from error
        if not isinstance(refusal, Refusal) or not isinstance(refusal.reason, Reason) or not refusal.rule:
            raise self.broken(state, f"{what}: the refusal is {short(refusal)}")
        self.sentence(state, what, refusal.text)
        if reasons and refusal.reason not in reasons:
            raise self.broken(state, f"{what}: refused as {refusal.reason.value}, not {reasons[0].value}: {refusal}")
        for change in (rules.apply, rules.trace):
            error = self.fails(state, what, lambda change=change: change(state, move, player), IllegalMove)
            if cast(IllegalMove, error).refusal != refusal:
                raise self.broken(state, f"{what}: apply and refusal differ")
        if json.dumps(rules.to_json(state)) != before:
            raise self.broken(state, f"{what}: the state is changed")

    def on_turn(self, state: S) -> list[int]:
        return list(self.rules.actors(state)) or [0]

    def listed(self, state: S) -> list[tuple[Any, int]]:
        rules = self.rules
        return [
            (move, player)
            for player in rules.actors(state)
            for move in (*rules.legal_moves(state, player), *rules.penalised_moves(state, player))
        ]
