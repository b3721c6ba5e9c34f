"""What pictures are made of: colours, shapes, and cards.

Colours stand as plain attributes and signs are paths, so that converters which know no style sheets and no fonts show
the same as a browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import attrs

from shedkit.core.cards import Card
from shedkit.core.faces import Colour, Face, Sign
from shedkit.core.picture import Theme
from shedkit.pictures.glyphs import drawn, width_of

__all__ = ["HEIGHT", "INKS", "WIDTH", "Box", "Ink", "card_back", "card_face", "empty_slot", "group", "rect", "words"]

WIDTH: Final = 46
"""How wide a card is, in units of a picture at scale 1."""
HEIGHT: Final = 64
"""How high a card is."""
FONTS: Final = "Verdana, DejaVu Sans, Arial, Liberation Sans, Noto Sans, sans-serif"
"""For names and sentences; a converter may know no other than those named."""


@attrs.frozen
class Ink:
    """The colours of a theme."""

    table: str
    seat: str
    line: str
    text: str
    faint: str
    card: str
    edge: str
    back: str
    frame: str
    chosen: str


INKS: Final[Mapping[Theme, Ink]] = {
    "light": Ink(
        table="#f4f6f1",
        seat="#ffffff",
        line="#ccd5c6",
        text="#1d2a22",
        faint="#5d6b60",
        card="#ffffff",
        edge="#8d978f",
        back="#4a6fa5",
        frame="#1b8a4b",
        chosen="#d9480f",
    ),
    "dark": Ink(
        table="#16201a",
        seat="#1f2c24",
        line="#3a4a40",
        text="#eef3ee",
        faint="#a6b3aa",
        card="#f7f7f2",
        edge="#0b100d",
        back="#35558a",
        frame="#57e389",
        chosen="#ffa348",
    ),
}
"""The themes."""

FACES: Final[Mapping[Colour, str]] = {
    "black": "#1c1c1c",
    "red": "#c1121f",
    "orange": "#c85a00",
    "blue": "#1a5fb4",
    "green": "#1e7d34",
    "yellow": "#8f6b00",
    "purple": "#7b2d8b",
    "grey": "#5f6368",
}
"""What is printed on cards, which are light in both themes."""

_SIGNS: Final[Mapping[Sign, str]] = {
    "hearts": "M.5 .95C.1 .6 0 .45 0 .28C0 .1 .14 .05 .25 .05C.37 .05 .46 .12 .5 .22C.54 .12 .63 .05 .75 .05"
    "C.86 .05 1 .1 1 .28C1 .45 .9 .6 .5 .95Z",
    "diamonds": "M.5 .02L.88 .5L.5 .98L.12 .5Z",
    "spades": "M.5 .04C.55 .2 .95 .4 .95 .62C.95 .78 .83 .84 .73 .84C.64 .84 .57 .79 .54 .72L.62 .97L.38 .97L.46 .72"
    "C.43 .79 .36 .84 .27 .84C.17 .84 .05 .78 .05 .62C.05 .4 .45 .2 .5 .04Z",
    "clubs": "M.5 .05a.21 .21 0 1 1 0 .42a.21 .21 0 1 1 0-.42ZM.25 .39a.21 .21 0 1 1 0 .42a.21 .21 0 1 1 0-.42Z"
    "M.75 .39a.21 .21 0 1 1 0 .42a.21 .21 0 1 1 0-.42ZM.46 .4L.54 .4L.63 .97L.37 .97Z",
    "star": "M.5 .03L.62 .38L.99 .38L.69 .6L.8 .96L.5 .74L.2 .96L.31 .6L.01 .38L.38 .38Z",
}


@attrs.frozen
class Box:
    """A part of a picture that has been drawn: its marks, and how much room they take."""

    marks: str
    width: float
    height: float

    def at(self, x: float, y: float) -> str:
        """The marks, moved to their place."""
        return f'<g transform="translate({number(x)} {number(y)})">{self.marks}</g>'


def number(value: float) -> str:
    """A length, as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    line: str = "none",
    *,
    thick: float = 1,
    round_by: float = 5,
) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(round_by)}" fill="{fill}" stroke="{line}" stroke-width="{number(thick)}"/>'
    )


def words(
    text: str, x: float, y: float, colour: str, *, size: float = 13, bold: bool = False, anchor: str = "start"
) -> str:
    """A line of text; whatever it holds, it is text and nothing else."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-family="{FONTS}" font-size="{number(size)}"{weight} '
        f'text-anchor="{anchor}" fill="{colour}">{clean(text)}</text>'
    )


def clean(text: str) -> str:
    """A text for an SVG: escaped, and without what no XML may hold."""
    return escape("".join(char if char.isprintable() else " " for char in text))


def group(says: str, marks: str) -> str:
    """Marks that mean something together, which is said to those who cannot see them."""
    return f'<g role="img" aria-label="{clean(says)}"><title>{clean(says)}</title>{marks}</g>'


def _sign(sign: Sign, x: float, y: float, size: float, colour: str) -> str:
    return (
        f'<path d="{_SIGNS[sign]}" fill="{colour}" '
        f'transform="translate({number(x)} {number(y)}) scale({number(size)})"/>'
        if sign
        else ""
    )


def _lettering(text: str, x: float, y: float, colour: str, height: float, room: float, *, middle: bool = False) -> str:
    """What stands on a card, so high, or smaller where there is no room; in a font where a sign is not drawn here."""
    width = width_of(text, height)
    if width is None:
        size = min(height * 1.4, 1.6 * room / len(text))
        return words(text, x, y, colour, size=size, bold=True, anchor="middle" if middle else "start")
    if width > room:
        height, width = height * room / width, room
    return drawn(text, x - width / 2 if middle else x, y, height, colour)


def _frame(ink: Ink, *, playable: bool, selected: bool) -> tuple[str, float]:
    if selected:
        return ink.chosen, 3
    return (ink.frame, 2.5) if playable else (ink.edge, 1)


def card_face(card: Card, ink: Ink, *, playable: bool = False, selected: bool = False) -> Box:
    """A card that lies open, as its face says."""
    face: Face = card.face
    colours = [FACES[colour] for colour in face.colours]
    line, thick = _frame(ink, playable=playable, selected=selected)
    marks = [rect(0, 0, WIDTH, HEIGHT, ink.card, line, thick=thick)]
    if face.sign:
        marks += [
            _lettering(face.text, 4, 14, colours[0], 10, WIDTH - 8),
            _sign(face.sign, 4, 18, 9, colours[0]),
            _sign(face.sign, 15, 31, 25, colours[0]),
        ]
    else:
        marks += [
            _lettering(face.text, 4, 12, colours[0], 8, WIDTH - 8),
            _lettering(face.text, WIDTH / 2, 42, colours[0], 18, WIDTH - 10, middle=True),
        ]
        if face.colours != ("black",):
            part = (WIDTH - 10) / len(colours)
            marks += [rect(5 + i * part, 52, part, 6, colour, round_by=2) for i, colour in enumerate(colours)]
    says = face.name + (", selected" if selected else ", can be played" if playable else "")
    return Box(group(says, "".join(marks)), WIDTH, HEIGHT)


def card_back(ink: Ink, says: str = "a card", *, playable: bool = False, selected: bool = False) -> Box:
    """The back of a card."""
    line, thick = _frame(ink, playable=playable, selected=selected)
    marks = (
        rect(0, 0, WIDTH, HEIGHT, ink.card, line, thick=thick)
        + rect(4, 4, WIDTH - 8, HEIGHT - 8, ink.back, round_by=3)
        + f'<path d="M12 12L{WIDTH - 12} {HEIGHT - 12}M{WIDTH - 12} 12L12 {HEIGHT - 12}" stroke="{ink.card}" '
        'stroke-width="1.5" stroke-opacity="0.5" fill="none"/>'
    )
    return Box(group(says, marks), WIDTH, HEIGHT)


def empty_slot(ink: Ink, says: str = "an empty slot") -> Box:
    """A place where no card lies."""
    marks = (
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="5" fill="none" stroke="{ink.line}" '
        'stroke-width="1.5" stroke-dasharray="4 3"/>'
    )
    return Box(group(says, marks), WIDTH, HEIGHT)


def beside(boxes: Sequence[Box], gap: float) -> Box:
    """Boxes in a row, their lower edges in line."""
    height = max((box.height for box in boxes), default=0)
    marks, x = [], 0.0
    for box in boxes:
        marks.append(box.at(x, height - box.height))
        x += box.width + gap
    return Box("".join(marks), max(0, x - gap), height)


def below(boxes: Sequence[Box], gap: float) -> Box:
    """Boxes under each other, their left edges in line."""
    marks, y = [], 0.0
    for box in boxes:
        marks.append(box.at(0, y))
        y += box.height + gap
    return Box("".join(marks), max((box.width for box in boxes), default=0), max(0, y - gap))


def scaled(box: Box, scale: float) -> Box:
    """A box drawn smaller or larger."""
    return Box(f'<g transform="scale({number(scale * 10)}e-1)">{box.marks}</g>', box.width * scale, box.height * scale)
