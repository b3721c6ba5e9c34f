"""The one place that asks attrs for the fields of a class."""

from __future__ import annotations

from typing import Any, cast

import attrs

__all__ = ["fields_of"]


def fields_of(kind: type) -> tuple[attrs.Attribute[Any], ...]:
    """The fields of a class that attrs made; moves, events, states, rules and other values all are such."""
    return cast("tuple[attrs.Attribute[Any], ...]", attrs.fields(cast("type[attrs.AttrsInstance]", kind)))
