"""Glyphs: what stands on cards, drawn with a pen, so that a card can be read where there is no font at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["drawn", "width_of"]

CAP: Final = 14.0
"""The height of capitals and digits, in the units of the strokes below."""
GAP: Final = 3.0
"""The room between two glyphs."""
LOWER: Final = 0.78
"""Small letters are drawn as small capitals, so much smaller."""
OVAL: Final = "M5 0C1.7 0 0 2.8 0 7S1.7 14 5 14 10 11.2 10 7 8.3 0 5 0Z"
BOWL: Final = "M.5 14V0H5C7.5 0 9 1.5 9 4S7.5 8 5 8H.5"

_STROKES: Final[Mapping[str, tuple[float, str]]] = {
    "0": (9, "M4.5 0C1.5 0 0 3 0 7S1.5 14 4.5 14 9 11 9 7 7.5 0 4.5 0Z"),
    "1": (6, "M.5 3.2L4 0V14M.8 14H7"),
    "2": (9, "M.5 3.6C.8 1.3 2.3 0 4.5 0 7 0 8.5 1.5 8.5 3.8 8.5 7.4 .5 9.4 .5 14H9"),
    "3": (9, "M.8 1.6C1.8 .5 3 0 4.4 0 6.9 0 8.3 1.4 8.3 3.4S6.8 6.7 4.2 6.7C7 6.7 8.8 8 8.8 10.2S7 14 4.4 14"
             "C2.6 14 1.2 13.3 .3 12"),
    "4": (9, "M7 14V0L0 10H9"),
    "5": (9, "M8.2 0H1.5L1 6.3C2 5.4 3.2 5 4.5 5 7.2 5 8.9 6.8 8.9 9.4S7.1 14 4.4 14C2.6 14 1.2 13.3 .3 12"),
    "6": (9, "M8 1.4C7.2 .5 6.1 0 4.9 0 1.8 0 0 3.2 0 7.6 0 11.7 1.6 14 4.6 14 7.2 14 9 12.2 9 9.5"
             "S7.2 5.2 4.7 5.2C2.4 5.2 .5 6.7 0 8.6"),
    "7": (9, "M0 0H9L3.5 14"),
    "8": (9, "M4.5 6.5C2.3 6.5 .9 5.2 .9 3.3S2.3 0 4.5 0 8.1 1.4 8.1 3.3 6.7 6.5 4.5 6.5C1.9 6.5 .2 8 .2 10.2"
             "S1.9 14 4.5 14 8.8 12.4 8.8 10.2 7.1 6.5 4.5 6.5Z"),
    "9": (9, "M1 12.6C1.8 13.5 2.9 14 4.1 14 7.2 14 9 10.8 9 6.4 9 2.3 7.4 0 4.4 0 1.8 0 0 1.8 0 4.5"
             "S1.8 8.8 4.3 8.8C6.6 8.8 8.5 7.3 9 5.4"),
    "A": (9.6, "M0 14L4.8 0L9.6 14M1.7 9H7.9"),
    "B": (9, "M.5 0V14H5C7.6 14 9 12.6 9 10.4S7.6 6.8 5 6.8H.5M5 6.8C7.2 6.8 8.4 5.5 8.4 3.4S7.2 0 5 0H.5"),
    "C": (9, "M9 2.4C8 .9 6.5 0 4.8 0 1.8 0 0 2.8 0 7S1.8 14 4.8 14C6.5 14 8 13.1 9 11.6"),
    "D": (9.3, "M.5 0V14H4C7.4 14 9.3 11.3 9.3 7S7.4 0 4 0Z"),
    "E": (8.7, "M8.5 0H.5V14H8.7M.5 6.8H7.5"),
    "F": (8.5, "M8.5 0H.5V14M.5 6.8H7.3"),
    "G": (9.3, "M8.8 2.4C7.9 .9 6.5 0 4.8 0 1.8 0 0 2.8 0 7S1.8 14 4.8 14C7.5 14 9.3 12 9.3 8H5.4"),
    "H": (9.5, "M.5 0V14M9 0V14M.5 6.8H9"),
    "I": (2, "M1 0V14"),
    "J": (6.5, "M6.5 0V9.6C6.5 12.5 5.3 14 3.3 14S.2 12.7 0 10.4"),
    "K": (9.2, "M.5 0V14M8.8 0L.5 8.6M3.4 5.8L9.2 14"),
    "L": (8, "M.5 0V14H8"),
    "M": (11, "M.5 14V0L5.5 9L10.5 0V14"),
    "N": (9.3, "M.5 14V0L8.8 14V0"),
    "O": (10, OVAL),
    "P": (9, BOWL),
    "Q": (10, OVAL + "M6 10L10 15"),
    "R": (9.2, BOWL + "M5 8L9.2 14"),
    "S": (9, "M8.4 2C7.5 .7 6.2 0 4.6 0 2.2 0 .7 1.3 .7 3.4 .7 7.8 8.9 5.9 8.9 10.4 8.9 12.6 7.1 14 4.6 14"
             "C2.6 14 1 13.2 .2 11.7"),
    "T": (9.4, "M0 0H9.4M4.7 0V14"),
    "U": (9.4, "M.5 0V9C.5 12.3 2 14 4.7 14S8.9 12.3 8.9 9V0"),
    "V": (9.4, "M0 0L4.7 14L9.4 0"),
    "W": (12.8, "M0 0L3.2 14L6.4 2L9.6 14L12.8 0"),
    "X": (9.3, "M.3 0L9 14M9 0L.3 14"),
    "Y": (9.2, "M0 0L4.6 7L9.2 0M4.6 7V14"),
    "Z": (9.2, "M.3 0H9L0 14H9.2"),
    "+": (8, "M4 3.5V10.5M.5 7H7.5"),
    "-": (6, "M0 7.5H6"),
    ".": (1, "M.5 13.9V14"),
    " ": (4, ""),
}  # fmt: skip  # a glyph is read as one


def _pieces(text: str) -> list[tuple[float, str, float]] | None:
    """Width, strokes and scale of each glyph; ``None`` if one of them is not here."""
    pieces = []
    for char in text:
        known = _STROKES.get(char) or _STROKES.get(char.upper() if char.isascii() else "")
        if known is None:
            return None
        pieces.append((*known, 1.0 if char in _STROKES else LOWER))
    return pieces


def width_of(text: str, height: float) -> float | None:
    """How wide a text is if its capitals are so high; ``None`` if it cannot be drawn."""
    pieces = _pieces(text)
    if pieces is None:
        return None
    return (sum(width * scale + GAP for width, _, scale in pieces) - GAP) * height / CAP


def drawn(text: str, x: float, y: float, height: float, colour: str) -> str:
    """A text that can be drawn, from its left end on its base line.

    >>> drawn("7", 0, 14, 14, "#000")[:26]
    '<g transform="translate(0 '
    """
    marks, at = [], 0.0
    for width, strokes, scale in _pieces(text) or ():
        if strokes:
            lower = f" scale({scale})" if scale != 1 else ""
            marks.append(f'<path d="{strokes}" transform="translate({at:.4g} {CAP - CAP * scale:.4g}){lower}"/>')
        at += width * scale + GAP
    scale = height / CAP
    return (
        f'<g transform="translate({x:.4g} {y - height:.4g}) scale({scale:.3g})" fill="none" stroke="{colour}" '
        f'stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">{"".join(marks)}</g>'
    )
