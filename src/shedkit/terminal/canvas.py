"""Cells of the terminal to draw on, and blocks of text that flow over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from shedkit.core.picks import Pick

__all__ = ["Block", "Board", "Spot", "flowing", "line"]


@attrs.frozen
class Block:
    """A piece of the table: lines of one width, each in one style.

    Attributes:
        lines: the texts, top first.
        style: how they look.
        pick: what a person picks by pointing at it.

    """

    lines: tuple[str, ...]
    style: Style
    pick: Pick | None = None

    @property
    def width(self) -> int:
        """How many cells it is wide."""
        return cell_len(self.lines[0])


@attrs.frozen
class Spot:
    """A place that a person can point at.

    Attributes:
        pick: what is picked there.
        x: its first column.
        y: its first line.
        width: its columns.
        height: its lines.

    """

    pick: Pick
    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell belongs to it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@attrs.frozen
class Board:
    """A table that is drawn.

    Attributes:
        rows: the lines, each of segments.
        spots: the places to point at, from left to right and from top to bottom.

    """

    rows: tuple[tuple[Segment, ...], ...]
    spots: tuple[Spot, ...]


def line(text: str, style: Style, width: int) -> Block:
    """A line of text as wide as its text, at most so wide."""
    return Block((text if cell_len(text) <= width else set_cell_size(text, max(1, width - 1)) + "…",), style)


def flowing(groups: Sequence[Sequence[Block]], width: int, indent: int = 0) -> Board:
    """Groups of blocks set side by side as long as there is room; a group is broken only where it is too wide alone."""
    rows: list[list[tuple[int, Block]]] = [[]]
    x = indent
    for group in groups:
        whole = sum(block.width for block in group)
        if rows[-1] and x + 2 + whole > width:
            rows.append([])
            x = indent
        elif rows[-1]:
            x += 2
        for block in group:
            if rows[-1] and x + block.width > width:
                rows.append([])
                x = indent
            rows[-1].append((x, block))
            x += block.width
    return _drawn(rows)


def _drawn(rows: Sequence[Sequence[tuple[int, Block]]]) -> Board:
    drawn: list[tuple[Segment, ...]] = []
    spots: list[Spot] = []
    for row in rows:
        height = max((len(block.lines) for _, block in row), default=0)
        for x, block in row:
            if block.pick is not None:
                below = height - len(block.lines)
                spots.append(Spot(block.pick, x, len(drawn) + below, block.width, len(block.lines)))
        drawn += [tuple(_segments(row, height - 1 - i)) for i in range(height)]
    return Board(tuple(drawn), tuple(spots))


def _segments(row: Sequence[tuple[int, Block]], above: int) -> Iterator[Segment]:
    """One line of a row of blocks that stand on the same ground, so many lines above it."""
    at = 0
    for x, block in row:
        if above >= len(block.lines):
            continue
        if x > at:
            yield Segment(" " * (x - at))
        yield Segment(block.lines[-1 - above], block.style)
        at = x + block.width
