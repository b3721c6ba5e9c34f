"""Puts the ``>>>`` examples of docstrings into code blocks, so that the reference shows them as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^(?P<indent> *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


def _fenced(match: re.Match[str]) -> str:
    indent = match["indent"]
    return f"{indent}```pycon\n{match[0]}\n{indent}```"


class DoctestFences(griffe.Extension):
    """Rewrites the docstring of every object once it has been loaded."""

    def on_object(self, *, obj: griffe.Object, loader: griffe.GriffeLoader, **kwargs: Any) -> None:
        """Fence the examples in one docstring."""
        if obj.docstring and "```pycon" not in obj.docstring.value:
            obj.docstring.value = _EXAMPLE.sub(_fenced, obj.docstring.value)
