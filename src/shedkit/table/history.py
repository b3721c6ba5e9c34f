"""The history of a match: the moves that were made, the positions between them, and what each viewer saw of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Generic, TypeVar

import attrs

from shedkit.core.cards import Card
from shedkit.core.events import Event, Place
from shedkit.core.moves import Move
from shedkit.core.states import State

__all__ = ["MadeMove", "News", "Revealed", "Told"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


@attrs.frozen
class MadeMove(Generic[M]):
    """A move that was made.

    Attributes:
        player: who made it.
        move: the move.

    """

    player: int
    move: M


@attrs.frozen
class Told:
    """What one player could see of a move that somebody made.

    Attributes:
        player: who made it.
        events: what happened, in order; never nothing, since of a secret move nothing is told, not even who made it.

    """

    player: int
    events: tuple[Event, ...]


@attrs.frozen
class News:
    """What happened since a version, as one player could see it.

    Attributes:
        version: the version these events lead to.
        events: the events, in order.
        taken_back: whether moves have been undone since that version; then there are no events, and the view shows
            where the table stands.
        left_out: whether more moves have been made than were to be told; then, too, there are no events.
        moves: the same events, move by move.

    """

    version: int
    events: tuple[Event, ...]
    taken_back: bool = False
    left_out: bool = False
    moves: tuple[Told, ...] = attrs.field(default=(), repr=False, eq=False)

    @property
    def complete(self) -> bool:
        """Whether the events lead from that version to this one; if not, draw the table anew from the view."""
        return not (self.taken_back or self.left_out)


@attrs.frozen
class Revealed:
    """Cards that a player has come to see.

    Attributes:
        player: who saw them and could not know them before.
        cards: the cards.
        source: where they lay before.

    """

    player: int
    cards: tuple[Card, ...]
    source: Place

    def __str__(self) -> str:
        return f"player {self.player} has seen {' '.join(map(str, self.cards))} from {self.source}"


class Node(Generic[S, M]):
    """One position of a match and how it came about; positions before it are shared by all branches.

    Attributes:
        state: the position.
        parent: the position before it; ``None`` at the start.
        made: the move that led here.
        number: how many moves led here.
        versions: by viewer, how many of these moves have changed what it sees, as far as anybody has asked.
        events: what happened in the move, as long as that is kept.

    """

    __slots__ = ("events", "made", "number", "parent", "state", "versions")

    def __init__(
        self,
        state: S,
        parent: Node[S, M] | None = None,
        made: MadeMove[M] | None = None,
        events: tuple[Event, ...] | None = None,
    ) -> None:
        self.state = state
        self.parent = parent
        self.made = made
        self.number: int = 0 if parent is None else parent.number + 1
        self.versions: dict[int | None, int] = {}
        self.events = events

    def line(self) -> Iterator[Node[S, M]]:
        """The positions up to here, last one first."""
        node: Node[S, M] | None = self
        while node is not None:
            yield node
            node = node.parent


def path(node: Node[S, M], before: Node[S, M]) -> Iterator[Node[S, M]]:
    """A position and those before it, as far as an older one of the same line, which is left out; last one first."""
    return takewhile(lambda later: later is not before, node.line())


Undone = tuple[Node[S, M], "Undone[S, M]"] | None
"""Moves that were undone: the one to be redone next, and the others."""


class Point(Generic[S, M]):
    """Where a match stands. It never changes, so whoever has read one holds one moment of the match.

    Attributes:
        node: the position.
        version: what `Match.version` is.
        shifts: by viewer, what undone moves have added to its version.
        floors: by viewer, where moves that it had seen were last undone to, and its shift then.
        undone: the move that would be redone next, and the ones after it.

    """

    __slots__ = ("floors", "node", "shifts", "undone", "version")

    def __init__(
        self,
        node: Node[S, M],
        version: int = 0,
        shifts: Mapping[int | None, int] | None = None,
        floors: Mapping[int | None, tuple[Node[S, M], int]] | None = None,
        undone: Undone[S, M] = None,
    ) -> None:
        self.node = node
        self.version = version
        self.shifts = {} if shifts is None else shifts
        self.floors = {} if floors is None else floors
        self.undone = undone

    def played(self, node: Node[S, M]) -> Point[S, M]:
        """The point after a move; what was undone is gone."""
        return Point(node, self.version + 1, self.shifts, self.floors)

    def redone(self, moves: int) -> Point[S, M] | None:
        """The point after so many undone moves have been made again, if there are as many."""
        undone, node = self.undone, self.node
        for _ in range(moves):
            if undone is None:
                return None
            node, undone = undone
        return Point(node, self.version + moves, self.shifts, self.floors, undone)

    def back(self, moves: int) -> tuple[Node[S, M], Undone[S, M]]:
        """The position before so many moves, which must be there, and these as undone ones."""
        undone, node = self.undone, self.node
        for _ in range(moves):
            undone = node, undone
            assert node.parent is not None
            node = node.parent
        return node, undone
