"""Events: what happened in a move, in order."""

from __future__ import annotations

from string import Formatter
from typing import Any, ClassVar

import attrs

from shedkit.core.cards import Card, Hidden, codes
from shedkit.core.generated import compiled
from shedkit.core.roles import Role
from shedkit.core.values import fields_of

__all__ = [
    "Chose",
    "Declined",
    "Event",
    "GameOver",
    "Moved",
    "Out",
    "Place",
    "PlayerEvent",
    "Reversed",
    "RoundBegan",
    "RoundOver",
    "Shuffled",
    "Skipped",
    "Turn",
]


class Event:
    """The base of all events; each is a frozen attrs class, and ``str(event)`` is a line for a log.

    >>> print(Skipped(2))
    player 2 is skipped
    """

    __slots__ = ()
    role: ClassVar[Role | None] = None
    """What it is to any game."""
    sentence: ClassVar[str] = ""
    """The line for a log, its fields in braces; an event whose line is more than that has a ``__str__`` of its own."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "sentence" in vars(cls) and "__str__" not in vars(cls) and (told := _written_out(cls)):
            cls.__str__ = told  # type: ignore[method-assign]

    def __str__(self) -> str:
        if not self.sentence:
            return repr(self)
        return self.sentence.format_map({field.name: getattr(self, field.name) for field in fields_of(type(self))})

    def audience(self) -> int | None:
        """The one player who learns of it; ``None`` means everyone."""
        return None


def _written_out(cls: type[Event]) -> Any:
    """The function that tells the sentence of a class of events; None where what it names is no name of a field."""
    parts = []
    for text, name, spec, conversion in Formatter().parse(cls.sentence):
        parts.append(repr(text))
        if name is not None:
            if not name.isidentifier():
                return None
            value = {"r": f"repr(self.{name})", "a": f"ascii(self.{name})"}.get(conversion or "", f"self.{name}")
            parts.append(f"format({value}, {spec!r})")
    return compiled("__str__", ["def __str__(self):", f" return {' + '.join(parts)}"], {}, cls)


@attrs.frozen
class PlayerEvent(Event):
    """The base of events of which the first thing told is whom they are about; ``player`` is the seat."""

    player: int


@attrs.frozen
class Place:
    """Where cards lie: a zone, the seat whose zone it is, and slots of a row counted from 1.

    >>> print(Place("face_up", 0, (2,)), "/", Place("discard"))
    player 0's face-up row (slot 2) / the pile
    """

    zone: str
    player: int | None = None
    slots: tuple[int, ...] = ()

    def __str__(self) -> str:
        name = _NAMES.get(self.zone, self.zone.replace("_", " "))
        text = f"the {name}" if self.player is None else f"player {self.player}'s {name}"
        if self.slots:
            text += f" (slot{'s' if len(self.slots) > 1 else ''} {', '.join(map(str, self.slots))})"
        return text


_NAMES = {
    "hands": "hand",
    "face_up": "face-up row",
    "face_down": "face-down row",
    "chosen": "choice",
    "discard": "pile",
    "removed": "removed cards",
    "shown": "shown cards",
    "melds": "table",
}


@attrs.frozen
class Moved(Event):
    """Cards went from one place to another.

    Attributes:
        cards: the cards, in the order they went; card backs where the reader sees neither end.
        source: where they lay.
        target: where they lie now.

    """

    cards: tuple[Card | Hidden, ...]
    source: Place
    target: Place

    def __hash__(self) -> int:
        return hash((codes(self.cards), self.source, self.target))  # a card back has no hash

    def __str__(self) -> str:
        hidden = [*map(type, self.cards)].count(Hidden)
        what = codes(self.cards) if not hidden else f"{hidden} card{'s' if hidden > 1 else ''}"
        if self.target.zone == "removed":
            return f"{what}: from {self.source} out of the game"
        if self.target.zone == "shown":
            return f"{what}: from {self.source}, laid open"
        target = str(self.target)
        if self.target.player is not None and self.target.player == self.source.player:
            target = target.replace(f"player {self.target.player}'s", "the own")
        return f"{what}: from {self.source} to {target}"


@attrs.frozen
class Shuffled(Event):
    """Cards were shuffled.

    Attributes:
        zone: where they lie now.
        cards: how many.

    """

    zone: str
    cards: int

    def __str__(self) -> str:
        return f"{self.cards} card{'s are' if self.cards != 1 else ' is'} shuffled into the {self.zone}"


@attrs.frozen
class RoundBegan(Event):
    """A round was dealt."""

    sentence = "player {dealer} deals round {number}"
    number: int
    dealer: int


@attrs.frozen
class Turn(PlayerEvent):
    """A player is on turn now."""

    sentence = "player {player} is on turn"


@attrs.frozen
class Skipped(PlayerEvent):
    """A player's turn was skipped."""

    sentence = "player {player} is skipped"


@attrs.frozen
class Reversed(Event):
    """The turn order changed its direction: 1 is clockwise, -1 is not."""

    direction: int

    def __str__(self) -> str:
        return "play goes on " + ("clockwise" if self.direction == 1 else "anticlockwise")


@attrs.frozen
class Out(PlayerEvent):
    """A player has no cards left and leaves the round with this place."""

    sentence = "player {player} is out, place {place}"
    place: int


@attrs.frozen
class RoundOver(Event):
    """A round ended.

    Attributes:
        places: by seat, 1 for the best.
        scores: by seat, in points of the game; ``None`` in games without points.

    """

    places: tuple[int, ...]
    scores: tuple[int, ...] | None = None

    def __str__(self) -> str:
        names, values = ("place", self.places) if self.scores is None else ("scores", self.scores)
        return "the round is over: " + ", ".join(f"player {p} {names} {n}" for p, n in enumerate(values))


@attrs.frozen
class GameOver(Event):
    """The game ended."""

    sentence = "the game is over"


@attrs.frozen
class Chose(PlayerEvent):
    """A player has made the choice that all make at the same time."""

    sentence = "player {player} is ready"


@attrs.frozen
class Declined(PlayerEvent):
    """A player let the chance to complete a set go by; nobody else learns of it."""

    sentence = "player {player} declines"

    def audience(self) -> int | None:
        """Only the player who declined."""
        return self.player
