"""Packages that only some of a study needs."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from shedkit.core.errors import StudyError

__all__ = ["extra"]


def extra(name: str) -> ModuleType:
    """A module of a package that comes with ``shedkit[study]``.

    Raises:
        StudyError: if it is not installed.

    """
    try:
        return import_module(name)
    except ImportError:
        raise StudyError(f'{name.partition(".")[0]} is needed for this: pip install "shedkit[study]"') from None
