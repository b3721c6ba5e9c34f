"""Errors: one family, each an error of Python's as well, and all of them can be pickled."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from shedkit import Quiclo
from shedkit.core import errors
from shedkit.core.errors import (
    ConfigurationError,
    ConfigurationErrors,
    IllegalMove,
    RecordError,
    ShedkitError,
    StaleMove,
)
from shedkit.core.refusals import Reason, Refusal
from shedkit.games.quiclo import Play

REFUSAL = Refusal(Reason.CARD_NOT_HELD, "SK-09", "You do not have 7.")
MADE: list[ShedkitError] = [
    ConfigurationError("players", "it must be 2."),
    ConfigurationErrors([("players", "it must be 2."), ("swap", "it must be off.")]),
    IllegalMove(REFUSAL),
    StaleMove(3, 5),
    RecordError("what is wrong", 7),
    *[
        getattr(errors, name)("what is wrong")
        for name in errors.__all__
        if name not in ("ConfigurationError", "ConfigurationErrors", "IllegalMove", "StaleMove")
    ],
]


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_errors_survive(error: Any, again: Any) -> None:
    other = again(error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert other.args == error.args
    assert vars(other) == vars(error)
    assert isinstance(error, ShedkitError)


def test_the_family() -> None:
    assert {type(error).__name__ for error in MADE} == set(errors.__all__)
    for name, parent in (
        ("ConfigurationError", ValueError),
        ("IllegalMove", ValueError),
        ("NotationError", ValueError),
        ("PositionError", ValueError),
        ("ViewError", ValueError),
        ("UnknownGame", LookupError),
    ):
        assert issubclass(getattr(errors, name), parent)


def test_an_illegal_move_carries_its_refusal() -> None:
    rules = Quiclo(players=2)
    state = rules.position(hands=["8 45", "7"], discard="87")
    before = rules.to_json(state)
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, Play("7"), 0)
    assert caught.value.refusal == rules.refusal(state, Play("7"), 0) == REFUSAL
    assert str(caught.value) == "You do not have 7. (SK-09)"
    assert rules.to_json(state) == before


def test_reasons_are_a_closed_list_of_words() -> None:
    assert Reason("game-over") is Reason.GAME_OVER
    for reason in Reason:
        assert reason.value == reason.name.lower().replace("_", "-")
    with pytest.raises(ValueError, match="no-such-reason"):
        Reason("no-such-reason")
