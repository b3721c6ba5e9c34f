"""Faces: what a card looks like to a person, as data for whoever draws, prints or speaks it."""

from __future__ import annotations

from typing import Literal

import attrs

from shedkit.core.values import seal

__all__ = ["Colour", "Face", "Sign"]

Colour = Literal["black", "red", "orange", "blue", "green", "yellow", "purple", "grey"]
"""The colours that a face can have; what each looks like, in a light and in a dark picture, is the drawer's."""
Sign = Literal["", "clubs", "diamonds", "hearts", "spades", "star"]
"""The signs that a face can bear beside its text."""

SIGNS = {"": "", "clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠", "star": "★"}
"""The signs as characters."""


@attrs.frozen
class Face:
    """What a card looks like.

    Attributes:
        name: what a person calls it, to be read aloud: ``"seven of hearts"``.
        text: what is printed in its corner: ``"7"``.
        sign: the sign beside it, if there is one.
        colours: one or more.
        group: what it is sorted by beside its order, such as its suit; empty where there are no groups.

    >>> from shedkit import FrenchCard
    >>> face = FrenchCard("7h").face
    >>> face.name, face.text, face.sign, face.colours, face.group
    ('seven of hearts', '7', 'hearts', ('red',), 'hearts')
    >>> print(face, Face("orange sixteen", "16", colours=("orange",)))
    7♥ 16 orange

    """

    name: str
    text: str
    sign: Sign = ""
    colours: tuple[Colour, ...] = ("black",)
    group: str = ""

    def __str__(self) -> str:
        if self.sign or self.colours == ("black",):
            return self.text + SIGNS[self.sign]
        return f"{self.text} {'/'.join(self.colours)}"


seal(Face)
