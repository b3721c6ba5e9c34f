"""House rules on trial: which values of which options are tried, and which are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shedkit.core.errors import ConfigurationError, StudyError
from shedkit.core.options import Option
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.study.asking import unused_name
from shedkit.study.wording import said

__all__ = ["LEFT_OUT", "option_values", "rules_on_trial"]

LEFT_OUT = ("option", "value", "why")
"""The columns of what was not tried."""


def option_values(option: Option, rules: Rules[Any, Any]) -> list[object] | str:
    """The values of an option worth a trial, or why there are none.

    Of words and of yes or no these are all others; of numbers, one a third below and one a third above what it is,
    but at least one off; of an option that is not given, the lowest and the next.

    >>> from shedkit import Quiclo
    >>> {option.name: option_values(option, Quiclo()) for option in Quiclo.options()}["hand_size"]
    [4, 8]
    """
    now: object = getattr(rules, option.name)
    if option.name == "players":
        return "another number of players is another table: compare them, or choose --players"
    if option.seat:
        return "it names a seat: among equal players that changes who sits where, and nothing else"
    if not option.plain:
        return "it holds data: give values for it in Python"
    if option.choices:
        return [choice for choice in option.choices if choice != now]
    if isinstance(now, bool):
        return [not now]
    low = 0 if option.low is None else option.low
    if type(now) is int:
        step = max(1, round(now / 3))
        near = (now - step, now + step)
        return [value for value in near if value >= low and (option.high is None or value <= option.high)]
    return [low, low + 1]


def rules_on_trial(
    rules: Rules[Any, Any], options: Sequence[str] | None, values: Mapping[str, Sequence[object]] | None
) -> tuple[dict[str, Rules[Any, Any]], list[tuple[str, str, str]]]:
    """The rules as given and with each option switched alone, by name; and what is not tried, with its reason.

    Raises:
        StudyError: for an unknown option, or for values that are none.

    """
    known = {option.name: option for option in rules.options()}
    given = _given_values(values)
    if isinstance(options, str) or not isinstance(options, Sequence | None):
        raise StudyError(f"options: a list of names expected, not {short(options)}")
    for name in [*(options or ()), *given]:
        if not isinstance(name, str) or name not in known:
            raise StudyError(f"{rules.name} has no option {short(name)}; it has {', '.join(known)}")
    base = "default" if rules == type(rules)(players=rules.players) else "as given"
    named, left = {base: rules}, list[tuple[str, str, str]]()
    for name, option in known.items():
        if options is not None and name not in options:
            continue
        tried = given[name] if name in given else option_values(option, rules)
        if isinstance(tried, str):
            left.append((name, "", tried))
            continue
        for value in tried:
            text = said(value)
            try:
                changed = rules.evolve(**{name: value})
            except ConfigurationError as error:
                left.append((name, text, str(error)))
                continue
            if changed != rules and changed not in named.values():
                named[unused_name(f"{name}={text}", named)] = changed
    return named, left


def _given_values(values: Mapping[str, Sequence[object]] | None) -> dict[str, Sequence[object]]:
    if not isinstance(values, Mapping | None):
        raise StudyError(f"values: a list of values for each option expected, not {short(values)}")
    given = dict(values or {})
    for name, tried in given.items():
        if isinstance(tried, str) or not isinstance(tried, Sequence):
            raise StudyError(f"values: {short(name)}: a list of values expected, not {short(tried)}")
    return given
