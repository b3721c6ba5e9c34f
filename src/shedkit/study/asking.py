"""What is asked of a comparison: which measures, which rules, under which names."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import chain, count
from typing import Any

import attrs

from shedkit.core.errors import ConfigurationError, StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.study.many import Study
from shedkit.study.measures import (
    DEAL_MEASURES,
    GAME_MEASURES,
    RULES_MEASURES,
    DealMeasure,
    GameMeasure,
    Measure,
    RulesMeasure,
    listed,
)

__all__ = ["ChosenMeasures", "check_asked", "chosen_measures", "named_rules", "unused_name"]

_LISTS = ("list[int]", "list[float]")
_SHAPES = {"game": ("bool", "int", "float"), "seats": _LISTS, "course": _LISTS}
"""The kinds of values that can be compared, by the shape of the measure."""


@attrs.frozen
class ChosenMeasures:
    """Measures, by what they are known from."""

    rules: tuple[RulesMeasure, ...]
    game: tuple[GameMeasure, ...]
    deal: tuple[DealMeasure, ...]


def chosen_measures(measures: Sequence[str | Measure] | None) -> ChosenMeasures:
    """The measures of these names, or all.

    Raises:
        StudyError: for one that is unknown, or there twice.

    """
    if measures is None:
        return ChosenMeasures(RULES_MEASURES, GAME_MEASURES, DEAL_MEASURES)
    if isinstance(measures, str) or not isinstance(measures, Sequence):
        raise StudyError(f"measures: a list of names or measures expected, not {short(measures)}")
    known: tuple[RulesMeasure | GameMeasure | DealMeasure, ...] = (*RULES_MEASURES, *GAME_MEASURES, *DEAL_MEASURES)
    chosen = dict[str, Measure]()
    for given in measures:
        measure = listed(given, known)
        if measure.name in chosen:
            raise StudyError(f"measures: {measure.name} is there twice")
        chosen[measure.name] = measure
    return ChosenMeasures(
        tuple([measure for measure in chosen.values() if isinstance(measure, RulesMeasure)]),
        tuple([measure for measure in chosen.values() if isinstance(measure, GameMeasure)]),
        tuple([measure for measure in chosen.values() if isinstance(measure, DealMeasure)]),
    )


def named_rules(entries: Mapping[str, Rules[Any, Any]] | Sequence[Rules[Any, Any]]) -> dict[str, Rules[Any, Any]]:
    """The rules by name. Rules of one game name themselves by the options in which they differ from its defaults.

    Raises:
        StudyError: for anything but rules, or for names that cannot be.

    """
    if isinstance(entries, Mapping):
        named = dict(entries)
    elif isinstance(entries, Sequence) and not isinstance(entries, str):
        named = _by_their_names(entries)
    else:
        raise StudyError(f"entries: rules by name, or a list of rules expected, not {short(entries)}")
    for name, rules in named.items():
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise StudyError(f"entries: a name expected, not {short(name)}")
        if not isinstance(rules, Rules):
            raise StudyError(f"entries: {short(name)}: a rules object such as Quiclo(players=2) expected")
    if not named:
        raise StudyError("entries: there is nothing to compare")
    return named


def _by_their_names(entries: Sequence[Rules[Any, Any]]) -> dict[str, Rules[Any, Any]]:
    for rules in entries:
        if not isinstance(rules, Rules):
            raise StudyError(f"entries: rules objects such as Quiclo(players=2) expected, not {short(rules)}")
    named = dict[str, Rules[Any, Any]]()
    games = [rules.name for rules in entries]
    for rules in entries:
        name = rules.name if games.count(rules.name) == 1 else repr(rules)
        if name in named:
            raise StudyError(f"entries: {name} is there twice")
        named[name] = rules
    return named


def check_asked(asked: Mapping[str, Study], level: float, chosen: ChosenMeasures, primary: Sequence[str]) -> None:
    """Refuse, before anything is played, what could not be compared afterwards.

    Raises:
        ConfigurationError: for a number out of bounds.
        StudyError: for a measure whose values cannot be compared, or a primary one that is not measured.

    """
    if type(level) is not float or not 0 < level < 1:
        raise ConfigurationError("level", f"it must be a number between 0 and 1, not {short(level)}")
    if isinstance(primary, str) or not isinstance(primary, Sequence):
        raise StudyError(f"primary: a list of names expected, not {short(primary)}")
    names = [measure.name for measure in (*chosen.game, *chosen.deal)]
    for name in primary:
        if name not in names:
            raise StudyError(
                f"primary: {short(name)} is not among the measures from play; there are {', '.join(names)}"
            )
    for study in asked.values():
        if study.games < 1:
            raise ConfigurationError("games", "there must be one at least")
        for measure in study.measures:
            kind, right = study.columns[measure.name], _SHAPES.get(measure.shape)
            if right is None or kind not in right:
                shapes = ", ".join(f"{' or '.join(kinds)} of the shape {shape}" for shape, kinds in _SHAPES.items())
                raise StudyError(
                    f"measures: {measure.name} gives {kind} of the shape {short(measure.shape)}; to be compared are "
                    f"{shapes}"
                )


def unused_name(name: str, taken: Container[str], ending: str = "") -> str:
    """The name, or with a number behind it, so that neither it nor what it is with an ending is taken.

    >>> unused_name("moves", {"moves", "moves~2"})
    'moves~3'
    """
    tried = chain([name], (f"{name}~{number}" for number in count(2)))
    return next(free for free in tried if free not in taken and free + ending not in taken)
