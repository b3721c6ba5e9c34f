"""How numbers and values of options are written for readers."""

from __future__ import annotations

from math import isnan

from shedkit.core.values import written

__all__ = ["figures", "said"]


def figures(value: float) -> str:
    """A number with as many figures as a reader can use.

    >>> [figures(value) for value in (1234.5, 99.44, 2.345, -0.12345, float("nan"))]
    ['1,234', '99.4', '2.35', '−0.123', '–']
    """
    if isnan(value):
        return "–"
    size = abs(value)
    return f"{value:,.{0 if size >= 100 else 1 if size >= 10 else 2 if size >= 1 else 3}f}".replace("-", "−")


def said(value: object) -> str:
    """The value of an option as the command line takes it, cut if it is long."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = value if isinstance(value, str) else "-" if value is None else written(value)
    return text if len(text) <= 30 else text[:27] + "..."
