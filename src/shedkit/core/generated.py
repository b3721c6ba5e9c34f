"""Functions that are written out for one class of states, since loops over its fields would cost more than the rules.

They are made once when the class is defined. Debuggers and tracebacks show their text like that of any function.
"""

from __future__ import annotations

import linecache
from collections.abc import Mapping
from typing import Any

__all__ = ["compiled"]


def compiled(name: str, lines: list[str], scope: Mapping[str, object], of: type) -> Any:
    """The function of this name that the lines define.

    Args:
        name: its name.
        lines: its text, line by line.
        scope: the names it uses.
        of: the class it belongs to.

    """
    file = f"<{name} of {of.__module__}.{of.__qualname__}>"
    text = "\n".join(lines) + "\n"
    made: dict[str, Any] = dict(scope)
    exec(compile(text, file, "exec"), made)
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    made[name].__module__ = of.__module__
    return made[name]
