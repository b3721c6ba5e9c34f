"""The widget that shows the table and lets a person point at its cards."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from shedkit.terminal.board import Scene, drawn
from shedkit.terminal.canvas import Board, Spot

__all__ = ["TableView"]


class TableView(ScrollView, can_focus=True):
    """The table. It tells which spots are picked; what that means is for others."""

    DEFAULT_CSS = "TableView { padding: 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go('left')", "Left", show=False),
        Binding("right", "go('right')", "Right", show=False),
        Binding("up", "go('up')", "Up", show=False),
        Binding("down", "go('down')", "Down", show=False),
        Binding("space", "pick", "Pick"),
        Binding("enter", "play", "Play"),
        Binding("escape", "clear", "Pick nothing", show=False),
    ]

    class Picked(Message):
        """Other spots are picked."""

    class Play(Message):
        """What is picked is to be played."""

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self.board = Board((), ())
        self.cursor = 0
        self.selected: frozenset[int] = frozenset()

    # --- what is shown

    def show(self, scene: Scene) -> None:
        """Show another table, or the same with other cards framed."""
        self.scene = scene
        self._draw()

    def forget(self) -> None:
        """Nothing is picked any more."""
        self.selected = frozenset()

    def aim(self) -> None:
        """Have the keys at a card that can be picked, where there is one."""
        if self.scene is not None and self.scene.playable and self.board.spots:
            if self.board.spots[self.cursor].pick not in self.scene.playable:
                able = [i for i, spot in enumerate(self.board.spots) if spot.pick in self.scene.playable]
                # rather a card of one's own than the pile or the stock, which come first
                self.cursor = next((i for i in able if self.board.spots[i].pick.card), able[0] if able else 0)
                self._draw()

    def _draw(self) -> None:
        if self.scene is None or not self.size.width:
            return
        scene = attrs.evolve(
            self.scene,
            selected=self.selected,
            cursor=self.cursor if self.has_focus and self.scene.playable else None,
            tall=True,
        )
        region = self.scrollable_content_region
        self.board = drawn(scene, region.width)
        if len(self.board.rows) > region.height:  # large cards only where they leave nothing out of sight
            self.board = drawn(attrs.evolve(scene, tall=False), region.width)
        self.cursor = max(0, min(self.cursor, len(self.board.spots) - 1))
        self.virtual_size = Size(0, len(self.board.rows))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the table."""
        at = y + self.scroll_offset.y
        strip = Strip(self.board.rows[at]) if at < len(self.board.rows) else Strip.blank(0)
        return strip.extend_cell_length(self.scrollable_content_region.width, self.rich_style).apply_style(
            self.rich_style
        )

    def on_resize(self) -> None:
        """Lay the table out anew."""
        self._draw()

    def on_focus(self) -> None:
        """Show where the keys are."""
        self._draw()

    def on_blur(self) -> None:
        """The keys are elsewhere."""
        self._draw()

    # --- what a person does

    def action_go(self, way: Literal["left", "right", "up", "down"]) -> None:
        """Point at the next card that way."""
        spots = self.board.spots
        if not spots:
            self.scroll_relative(y={"up": -1, "down": 1}.get(way, 0), animate=False)
            return
        if way in ("left", "right"):
            self.cursor = (self.cursor + (1 if way == "right" else -1)) % len(spots)
        else:
            self.cursor = _nearest(spots, self.cursor, -1 if way == "up" else 1)
        spot = spots[self.cursor]
        self.scroll_to_region(Region(spot.x, spot.y, spot.width, spot.height), animate=False)
        self._draw()

    def action_pick(self) -> None:
        """Pick the card that the keys are at, or put it back."""
        if self.board.spots:
            self._toggle(self.cursor)

    def action_clear(self) -> None:
        """Put back what is picked."""
        self.forget()
        self.post_message(self.Picked())

    def action_play(self) -> None:
        """Play what is picked; if nothing is, the card that the keys are at."""
        if not self.selected and self.board.spots:
            self.selected = frozenset({self.cursor})
        self.post_message(self.Play())

    def on_click(self, event: events.Click) -> None:
        """Pick what was pointed at; twice on it plays it."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for number, spot in enumerate(self.board.spots):
            if spot.holds(offset.x, offset.y + self.scroll_offset.y):
                self.cursor = number
                if event.chain == 2:
                    self.selected |= {number}
                    self.post_message(self.Play())
                else:
                    self._toggle(number)

    def _toggle(self, number: int) -> None:
        self.selected ^= {number}
        self.post_message(self.Picked())


def _nearest(spots: tuple[Spot, ...], cursor: int, way: int) -> int:
    """The spot next to one, some lines above or below."""
    here = spots[cursor]
    rows = [spot.y for spot in spots if (spot.y - here.y) * way > 0]
    if not rows:
        return cursor
    row = min(rows) if way > 0 else max(rows)
    beside = [number for number, spot in enumerate(spots) if spot.y == row]
    return min(beside, key=lambda number: abs(spots[number].x - here.x))
