"""The table: every zone and fact of any game at its place, from the declarations of its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import attrs

from shedkit.core.cards import Card, Hidden
from shedkit.core.declarations import Holds
from shedkit.core.fields import Field
from shedkit.core.picks import Pick
from shedkit.core.roles import Role
from shedkit.core.states import State, cards_in
from shedkit.front.labels import seat_facts, zone_label
from shedkit.pictures.ink import (
    WIDTH,
    Box,
    Ink,
    below,
    beside,
    card_back,
    card_face,
    clean,
    empty_slot,
    rect,
    scaled,
    words,
)

__all__ = ["Scene", "Table"]

MARGIN: Final = 12
"""The room around and between the parts of a picture."""
LINE: Final = 18
"""The height of a line of text."""
LETTER: Final = 7.2
"""How wide a letter is, more or less."""
TIGHT: Final = 13
"""The least that is seen of a card that another one lies on."""
MOST_BACKS: Final = 8
"""More backs of a hand are not drawn; the number beside them says how many there are."""
PILE: Final = 4
"""So many cards of the pile are drawn."""
ACROSS: Final = 4
"""So many players sit beside each other."""
SMALL: Final = 0.75
"""The scale of the cards of players who are not looking."""


@attrs.frozen
class Scene:
    """What is to be drawn.

    Attributes:
        title: what the game is called.
        status: who is on turn, or how it ended.
        sayings: facts about the table, each a line.
        state: the zones and facts, with card backs where they are not to be seen.
        player: who is looking; ``None`` for an onlooker.
        names: what the players are called.
        actors: the players who may move, as far as it may be known.
        playable: the cards that can be picked.
        selected: the cards that are picked.

    """

    title: str
    status: str
    sayings: tuple[str, ...]
    state: State
    player: int | None
    names: tuple[str, ...]
    actors: tuple[int, ...] = ()
    playable: tuple[Pick, ...] = ()
    selected: tuple[Pick, ...] = ()


class Table:
    """A table while it is drawn.

    Args:
        scene: what is to be drawn.
        ink: the colours.
        size: the width of the picture.

    """

    def __init__(self, scene: Scene, ink: Ink, size: int) -> None:
        self.scene, self.ink, self.size = scene, ink, size
        self.state, self.player, self.names, self.actors = scene.state, scene.player, scene.names, scene.actors
        self.fields: tuple[Field[Any], ...] = scene.state.layout.fields
        self.playable, self.selected = Counter(scene.playable), Counter(scene.selected)

    def svg(self) -> str:
        """The text of the picture."""
        width = self.size - 2 * MARGIN
        seats = [seat for seat in self._around() if seat != self.player]
        parts = [self._head(width)]
        across = min(ACROSS, len(seats)) or 1
        column = (width - MARGIN * (across - 1)) / across
        for first in range(0, len(seats), across):
            row = [self._seat(seat, column, SMALL) for seat in seats[first : first + across]]
            highest = max(box.height for box in row)
            parts.append(beside([self._framed(box, column, highest) for box in row], MARGIN))
        parts.append(self._middle(width))
        if self.player is not None:
            mine = self._seat(self.player, width, 1)
            parts.append(self._framed(mine, width, mine.height))
        whole = below(parts, MARGIN)
        height = round(whole.height + 2 * MARGIN)
        title = f"{self.scene.title}, {self.scene.status}" if self.scene.status else self.scene.title
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.size}" height="{height}" '
            f'viewBox="0 0 {self.size} {height}" role="group" aria-label="{clean(title)}">'
            f"<title>{clean(title)}</title>"
            f"{rect(0, 0, self.size, height, self.ink.table, round_by=8)}{whole.at(MARGIN, MARGIN)}</svg>\n"
        )

    # --- the parts

    def _around(self) -> list[int]:
        """The seats, the ones to the left of who is looking first."""
        first = 0 if self.player is None else self.player + 1
        return [(first + i) % len(self.names) for i in range(len(self.names))]

    def _head(self, width: float) -> Box:
        title, status = self.scene.title, self.scene.status
        lines = [words(title, 0, 15, self.ink.text, size=16, bold=True)]
        left = width - 11 * len(title)
        lines.append(words(cut(status, left), width, 15, self.ink.faint, anchor="end"))
        for i, text in enumerate(self.scene.sayings, start=1):
            lines.append(words(cut(text, width), 0, 15 + LINE * i, self.ink.faint))
        return Box("".join(lines), width, LINE * len(lines) - LINE)

    def _framed(self, box: Box, width: float, height: float) -> Box:
        frame = rect(0, 0, width, height, self.ink.seat, self.ink.line, round_by=7)
        return Box(frame + box.marks, width, height)

    def _middle(self, width: float) -> Box:
        """The zones of the table, and under them the melds."""
        boxes, melds = [], []
        for field in self.fields:
            if not field.is_zone or field.holds is Holds.PLAYERS:
                continue
            value: Any = getattr(self.state, field.name)
            if field.holds is Holds.VALUE:
                melds += [self._meld(field, i, laid) for i, laid in enumerate(value)]
            elif value or field.role is not Role.REMOVED:
                boxes.append(self._heap(field, value))
        row = beside(boxes, 3 * MARGIN)
        rows = [Box(row.at((width - row.width) / 2, 0), width, row.height), *flowing(melds, width)]
        return below(rows, MARGIN)

    def _heap(self, field: Field[Any], cards: Sequence[Card | Hidden]) -> Box:
        """A zone in the middle: the top of a pile, or the back of what nobody sees, with its name and number."""
        name = zone_label(field)
        whole = Pick(field.name)
        playable, selected = whole in self.playable, whole in self.selected
        # the stock is drawn from its beginning, a pile is seen from its end
        seen = cards[:1] if field.role is Role.STOCK else cards[-PILE:]
        drawn = [
            self._card(card, name, playable=playable and i == len(seen) - 1, selected=selected and i == len(seen) - 1)
            for i, card in enumerate(seen)
        ]
        lying = overlapping(drawn, TIGHT + 4) if drawn else empty_slot(self.ink, f"{name}, empty")
        said = f"{name}, {len(cards)} card{'' if len(cards) == 1 else 's'}" if cards else name
        wide = max(lying.width, 8.0 * len(said))
        text = words(said, wide / 2, 12, self.ink.faint, size=12, anchor="middle")
        return below([Box(lying.at((wide - lying.width) / 2, 0), wide, lying.height), Box(text, wide, 14)], 3)

    def _meld(self, field: Field[Any], index: int, laid: Any) -> Box:
        cards = [self._card(card, zone_label(field)) for card in cards_in(laid)]
        lying = scaled(overlapping(cards, 20), SMALL)
        owner = getattr(laid, "owner", None)
        said = f"meld {index}" + (f", {self.names[owner]}" if isinstance(owner, int) else "")
        return below(
            [lying, Box(words(said, 0, 11, self.ink.faint, size=11), max(lying.width, 6.0 * len(said)), 13)], 2
        )

    def _seat(self, seat: int, width: float, scale: float) -> Box:
        """What lies before a player, and what is known of it."""
        inner = width - 2 * MARGIN
        acting = seat in self.actors
        called, said = cut(self.names[seat], inner), ", ".join(seat_facts(self.state, seat, on_turn=acting))
        name = words(called, 0, 14, self.ink.frame if acting else self.ink.text, bold=True)
        rows = [Box(name, inner, LINE)]
        if said and LETTER * (len(called) + len(said) + 2) > inner:
            rows.append(Box(words(cut(said, inner), 0, 10, self.ink.faint, size=12), inner, 12))
        elif said:
            rows = [Box(name + words(said, inner, 14, self.ink.faint, size=12, anchor="end"), inner, LINE)]
        slotted: list[Box] = []
        for field in self.fields:
            if not field.is_zone or field.holds is not Holds.PLAYERS:
                continue
            cards: Sequence[Any] = getattr(self.state, field.name)[seat]
            if field.slots and field.role in (Role.OPEN_ROW, Role.BLIND_ROW):
                if any(card is not None for card in cards):
                    slotted.append(scaled(self._row(field, seat, cards), scale))
            elif cards or field.role is Role.HAND:
                rows.append(self._hand(field, seat, cards, inner, scale))
        rows += flowing(slotted, inner)
        whole = below(rows, 8)
        return Box(whole.at(MARGIN, 8), width, whole.height + 16)

    def _row(self, field: Field[Any], seat: int, cards: Sequence[Card | Hidden | None]) -> Box:
        """A row of slots."""
        boxes = []
        for slot, card in enumerate(cards, start=1):
            if card is None:
                boxes.append(empty_slot(self.ink, f"{zone_label(field)}, slot {slot}, empty"))
                continue
            # a blind card is picked by its slot alone, also where the authority sees it
            named = card if isinstance(card, Card) and field.role is not Role.BLIND_ROW else None
            playable, selected = self._state_of(Pick(field.name, named, slot), seat)
            boxes.append(self._card(card, f"{zone_label(field)}, slot {slot}", playable=playable, selected=selected))
        return beside(boxes, 4)

    def _hand(self, field: Field[Any], seat: int, cards: Sequence[Card | Hidden], width: float, scale: float) -> Box:
        """Cards that lie without slots: those that can be seen side by side, of the others backs and how many."""
        name = zone_label(field)
        known = [card for card in cards if isinstance(card, Card)]
        room = width / scale
        if not cards:
            return Box(words(f"{name}: no cards", 0, 12, self.ink.faint, size=12), width, 16)
        if len(known) < len(cards):
            backs = [self._card(card, name) for card in cards[:MOST_BACKS]]
            lying = scaled(overlapping(backs, TIGHT), scale)
            said = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
            text = words(said, lying.width + 8, lying.height / 2 + 4, self.ink.faint, size=12)
            return Box(lying.marks + text, width, lying.height)
        mine = seat == self.player
        playable, selected = (Counter(self.playable), Counter(self.selected)) if mine else (Counter(), Counter())
        boxes = []
        for card in known:
            pick = Pick(field.name, card)
            chosen = selected[pick] > 0
            free = not chosen and playable[pick] > 0
            (selected if chosen else playable)[pick] -= 1  # of equal cards, as many as were picked, or can be
            box = self._card(card, name, playable=free, selected=chosen)
            boxes.append(Box(box.marks, box.width, box.height + 10) if chosen else box)
        step = min(WIDTH + 4.0, (room - WIDTH) / max(1, len(boxes) - 1))
        fit = len(boxes) if step >= TIGHT else int((room - WIDTH) / TIGHT) + 1
        lines = [overlapping(boxes[i : i + fit], max(step, TIGHT)) for i in range(0, len(boxes), fit)]
        lying = scaled(below(lines, 4), scale)
        if field.role is Role.HAND:
            return Box(lying.marks, width, lying.height)
        return below([Box(words(name, 0, 11, self.ink.faint, size=11), width, 13), lying], 2)

    def _state_of(self, pick: Pick, seat: int) -> tuple[bool, bool]:
        if seat != self.player:
            return False, False
        return self.playable[pick] > 0, self.selected[pick] > 0

    def _card(self, card: Card | Hidden, where: str, *, playable: bool = False, selected: bool = False) -> Box:
        if isinstance(card, Card):
            return card_face(card, self.ink, playable=playable, selected=selected)
        return card_back(self.ink, f"a card of {where}", playable=playable, selected=selected)


def overlapping(boxes: Sequence[Box], step: float) -> Box:
    """Cards that lie on each other, so much of each to be seen."""
    height = max(box.height for box in boxes)
    marks = [box.at(i * step, height - box.height) for i, box in enumerate(boxes)]
    return Box("".join(marks), step * (len(boxes) - 1) + WIDTH, height)


def flowing(boxes: Sequence[Box], width: float) -> list[Box]:
    """Rows of boxes, as many beside each other as there is room for."""
    rows: list[list[Box]] = []
    used = 0.0
    for box in boxes:
        if not rows or used + box.width > width:
            rows.append([])
            used = 0
        rows[-1].append(box)
        used += box.width + MARGIN
    return [beside(row, MARGIN) for row in rows]


def cut(text: str, width: float) -> str:
    """A text that fits, with dots where it is cut."""
    fits = max(3, int(width / LETTER))
    return text if len(text) <= fits else text[: fits - 1] + "…"
