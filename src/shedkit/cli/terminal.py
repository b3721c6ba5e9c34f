"""How text is set in the terminal: width, wrapping, columns, bold and dim."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence

__all__ = ["bold", "columns", "dim", "width", "wrapped"]

_USUAL, _WIDEST = 100, 120


def width() -> int:
    """How wide a line may be."""
    return max(40, min(_WIDEST, shutil.get_terminal_size((_USUAL, 24)).columns))


def wrapped(text: str, *, first: str = "", rest: str = "") -> str:
    """Text broken into lines; ``first`` begins the first one and ``rest`` all others."""
    return textwrap.fill(
        text,
        width(),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def columns(texts: Sequence[str], indent: str = "  ") -> str:
    """Texts set in as many columns as fit, to be read downwards."""
    widest = max(map(len, texts)) + 3
    across = max(1, (width() - len(indent) + 3) // widest)
    down = -(-len(texts) // across)
    rows = [indent + "".join(f"{text:<{widest}}" for text in texts[row::down]) for row in range(down)]
    return "\n".join(row.rstrip() for row in rows)


def bold(text: str) -> str:
    """Text that stands out, where the terminal can show it."""
    return _styled("1", text)


def dim(text: str) -> str:
    """Text that steps back, where the terminal can show it."""
    return _styled("2", text)


def _styled(code: str, text: str) -> str:
    plain = sys.stdout is None or not sys.stdout.isatty()
    if plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{code}m{text}\x1b[0m"
