"""The table in cells: every zone and fact of any game at its place, from the declarations of its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import attrs
from rich.segment import Segment
from rich.style import Style

from shedkit.core.cards import Card, Hidden
from shedkit.core.declarations import Holds
from shedkit.core.fields import Field
from shedkit.core.picks import Pick
from shedkit.core.roles import Role
from shedkit.core.states import State, cards_in
from shedkit.front.labels import seat_facts, zone_label
from shedkit.pictures.ink import FACES, INKS, Ink
from shedkit.terminal.canvas import Block, Board, Spot, flowing, line

__all__ = ["Scene", "drawn"]

_PILE: Final = 4
"""So many cards of the pile are shown."""


@attrs.frozen
class Scene:
    """What is to be drawn.

    Attributes:
        state: the zones and facts, with card backs where they are not to be seen.
        player: who is looking; ``None`` for an onlooker.
        names: what the players are called.
        actors: the players who may move, as far as it may be known.
        sayings: facts about the table, each a line.
        playable: the cards that can be picked, as often as they can.
        selected: the numbers of the spots that are picked.
        cursor: the number of the spot that the keys are at.
        dark: whether the terminal is dark.
        tall: whether there is room for large cards.

    """

    state: State
    player: int | None
    names: tuple[str, ...]
    actors: tuple[int, ...] = ()
    sayings: tuple[str, ...] = ()
    playable: tuple[Pick, ...] = ()
    selected: frozenset[int] = frozenset()
    cursor: int | None = None
    dark: bool = True
    tall: bool = False


def drawn(scene: Scene, width: int) -> Board:
    """The table of a scene, so many cells wide."""
    return _Drawing(scene, width).board()


class _Drawing:
    """A table while it is drawn."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene, self.width = scene, width
        self.ink: Ink = INKS["dark" if scene.dark else "light"]
        self.fields: tuple[Field[Any], ...] = scene.state.layout.fields
        self.left = Counter(scene.playable)
        self.rows: list[tuple[Segment, ...]] = []
        self.spots: list[Spot] = []
        self.number = 0  # of the next spot

    def board(self) -> Board:
        """The whole table."""
        scene = self.scene
        for text in scene.sayings:
            self._add([[line(text, self._style(self.ink.faint), self.width)]])
        first = 0 if scene.player is None else scene.player + 1
        around = [(first + i) % len(scene.names) for i in range(len(scene.names))]
        for seat in around:
            if seat != scene.player:
                self._seat(seat)
        self._space()
        self._middle()
        if scene.player is not None:
            self._space()
            self._seat(scene.player)
        return Board(tuple(self.rows), tuple(self.spots))

    # --- the parts

    def _add(self, groups: Sequence[Sequence[Block]], indent: int = 0) -> None:
        board = flowing(groups, self.width, indent)
        self.spots += [attrs.evolve(spot, y=spot.y + len(self.rows)) for spot in board.spots]
        self.rows += board.rows

    def _space(self) -> None:
        if self.scene.tall:
            self.rows.append(())

    def _seat(self, seat: int) -> None:
        """What lies before a player, and what is known of it."""
        scene, mine = self.scene, seat == self.scene.player
        acting = seat in scene.actors
        name = line(scene.names[seat], self._style(self.ink.frame if acting else self.ink.text, bold=True), 24)
        facts = ", ".join(seat_facts(scene.state, seat, on_turn=acting))
        head = [name, line(f"  {facts}", self._style(self.ink.faint), self.width - name.width)] if facts else [name]
        groups = [
            group
            for field in self.fields
            if field.is_zone and field.holds is Holds.PLAYERS
            if (group := self._zone(field, getattr(scene.state, field.name)[seat], mine=mine))
        ]
        if mine:
            self._add([head])
            self._add(groups, 2)
        else:
            self._add([head, *groups], 2)

    def _zone(self, field: Field[Any], cards: Sequence[Any], *, mine: bool) -> list[Block]:
        """A zone of a player with its label; nothing where nothing lies and that says nothing."""
        if field.role is not Role.HAND and not any(card is not None for card in cards):
            return []
        blocks = [line(f"{zone_label(field)} ", self._style(self.ink.faint), self.width)]
        if not cards:
            blocks.append(line("none", self._style(self.ink.faint), self.width))
        elif not field.slots and all(isinstance(card, Hidden) for card in cards):
            blocks.append(self._back(f" {len(cards)} ", None))
        else:
            tall = mine and self.scene.tall
            for slot, card in enumerate(cards, start=1):
                pick = None
                if mine:
                    known = isinstance(card, Card) and field.role is not Role.BLIND_ROW
                    pick = Pick(field.name, card if known else None, slot if field.slots else None)
                blocks.append(self._card(card, pick, tall=tall))
        return blocks

    def _middle(self) -> None:
        """The zones of the table, and under them the melds."""
        heaps: list[list[Block]] = []
        melds: list[list[Block]] = []
        for field in self.fields:
            if not field.is_zone or field.holds is Holds.PLAYERS:
                continue
            value: Any = getattr(self.scene.state, field.name)
            if field.holds is Holds.VALUE:
                melds += [self._meld(i, laid) for i, laid in enumerate(value)]
            elif value or field.role is not Role.REMOVED:
                heaps.append(self._heap(field, value))
        self._add(heaps)
        self._add(melds, 2)

    def _heap(self, field: Field[Any], cards: Sequence[Card | Hidden]) -> list[Block]:
        """A zone in the middle: the top of a pile, or the back of what nobody sees, with its name and number."""
        faint, whole = self._style(self.ink.faint), Pick(field.name)
        blocks = [line(f"{zone_label(field)} ", faint, self.width)]
        if not cards:
            return [*blocks, line("empty", faint, self.width)]
        seen = [card for card in cards[-_PILE:] if isinstance(card, Card)]
        if field.role is Role.STOCK or len(seen) < len(cards[-_PILE:]):
            blocks.append(self._back(f" {len(cards)} ", whole))
            return blocks
        blocks += [self._card(card, None, tall=False) for card in seen[:-1]]
        blocks.append(self._card(seen[-1], whole, tall=self.scene.tall))
        return [*blocks, line(f" of {len(cards)}", faint, self.width)] if len(cards) > _PILE else blocks

    def _meld(self, index: int, laid: Any) -> list[Block]:
        owner = getattr(laid, "owner", None)
        said = f"{index} {self.scene.names[owner]} " if isinstance(owner, int) else f"{index} "
        cards = [self._card(card, None, tall=False) for card in cards_in(laid)]
        return [line(said, self._style(self.ink.faint), 24), *cards]

    # --- cards

    def _style(self, colour: str, back: str | None = None, *, bold: bool = False) -> Style:
        return Style(color=colour, bgcolor=back, bold=bold)

    def _back(self, text: str, pick: Pick | None) -> Block:
        return self._spotted(text, self._style("#ffffff", self.ink.back), pick, tall=False)

    def _card(self, card: Card | Hidden | None, pick: Pick | None, *, tall: bool) -> Block:
        if card is None:
            return self._boxed(" · ", self._style(self.ink.faint), tall=tall)
        if isinstance(card, Hidden):
            return self._spotted(" ▒ ", self._style("#ffffff", self.ink.back), pick, tall=tall)
        face = card.face
        text = str(face) if face.sign or face.colours == ("black",) else card.code
        return self._spotted(f" {text} ", self._style(FACES[face.colours[0]], self.ink.card), pick, tall=tall)

    def _spotted(self, text: str, style: Style, pick: Pick | None, *, tall: bool) -> Block:
        """A block that may be picked: between brackets if it can be of use, in other colours if it is picked."""
        if pick is None:
            return self._boxed(text, style, tall=tall)
        number, self.number = self.number, self.number + 1
        useful = self.left[pick] > 0
        self.left[pick] -= useful
        chosen = number in self.scene.selected
        if chosen:
            style = self._style("#ffffff", "#b3470b", bold=True)
        elif useful:
            style += Style(bold=True)
        if number == self.scene.cursor:
            style += Style(reverse=True)
        if useful or chosen:
            text = f"[{text[1:-1]}]"
        return self._boxed(text, style, pick, tall=tall, heavy=useful or chosen)

    def _boxed(self, text: str, style: Style, pick: Pick | None = None, *, tall: bool, heavy: bool = False) -> Block:
        if not tall:
            return Block((text,), style, pick)
        (a, b, c, d), across, down = ("┏┓┗┛", "━", "┃") if heavy else ("┌┐└┘", "─", "│")
        inner = text.strip("[ ]")
        wide = across * len(inner)
        return Block((f"{a}{wide}{b}", f"{down}{inner}{down}", f"{c}{wide}{d}"), style, pick)
