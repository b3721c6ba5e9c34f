"""The chronicle of a match: what its viewers saw of the moves, worked out when somebody asks, and kept."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile
from typing import Generic, TypeVar

from shedkit.core.cards import BY_ORDER, Card
from shedkit.core.events import Event, Moved, Place
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State, cards_in
from shedkit.table.history import MadeMove, Node, Point, Revealed, Told, path

__all__ = ["Chronicle"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

_KEPT = 256
"""Of so many moves the events are kept once they have been made; those of older ones are made again."""
_LISTENING = 8
"""For so many moves after somebody has asked for events, they are made together with the move."""


class Chronicle(Generic[S, M]):
    """Works out what viewers saw of the moves between positions, and keeps it for the next who asks.

    A match and its branches share one. What it keeps follows from the positions alone, so two threads that work out
    the same thing at the same time do no harm.

    Args:
        rules: the game and its options.

    """

    def __init__(self, rules: Rules[S, M]) -> None:
        self._rules = rules
        self._with_events: deque[Node[S, M]] = deque()
        self._listening = 0

    def after(self, node: Node[S, M], made: MadeMove[M]) -> Node[S, M]:
        """The position after a move; with its events, if somebody follows the match.

        Raises:
            IllegalMove: if the rules refuse the move.

        """
        if self._listening <= 0:  # below 0 where two branches have counted at once
            return Node(self._rules.apply(node.state, made.move, made.player), node, made)
        self._listening -= 1
        state, events = self._rules.trace(node.state, made.move, made.player)
        return self.keep(Node(state, node, made, events))

    def keep(self, node: Node[S, M]) -> Node[S, M]:
        """Keep the events of a position, and forget those of the one that has had them longest."""
        self._with_events.append(node)
        if len(self._with_events) > _KEPT:
            self._with_events.popleft().events = None
        return node

    def events(self, node: Node[S, M]) -> tuple[Event, ...]:
        """What happened in the move that led to a position, as the authority sees it."""
        if node.parent is None or node.made is None:
            return ()
        self._listening = _LISTENING
        events = node.events
        if events is None:
            _, events = self._rules.trace(node.parent.state, node.made.move, node.made.player)
            node.events = events
            self.keep(node)
        return events

    def told(self, nodes: Iterable[Node[S, M]], viewer: int | None) -> Iterator[Event]:
        """What happened in the moves that led to these positions, as a viewer could see it."""
        for node in nodes:
            yield from self._rules.shown(self.events(node), viewer)

    def moves(self, nodes: Iterable[Node[S, M]], viewer: int | None) -> Iterator[Told]:
        """The same, move by move; those of which the viewer saw nothing are left out."""
        for node in nodes:
            events = tuple(self.told([node], viewer))
            if events and node.made is not None:
                yield Told(node.made.player, events)

    def version(self, node: Node[S, M], viewer: int | None) -> int:
        """How many of the moves up to a position have changed what a viewer sees; worked out when it is asked for."""
        count = node.versions.get(viewer)
        if count is not None:
            return count
        new = list(takewhile(lambda node: node.parent is not None and viewer not in node.versions, node.line()))
        before = new[-1].parent if new else node
        assert before is not None
        count = before.versions.get(viewer, 0)
        view = self._rules.view(before.state, viewer)
        for later in reversed(new):
            seen, view = view, self._rules.view(later.state, viewer)
            count += seen != view
            later.versions[viewer] = count
        return count

    def seen(self, node: Node[S, M], before: Node[S, M], viewer: int | None) -> int:
        """How many of the moves from one position to a later one have changed what a viewer sees."""
        now, then = node.versions.get(viewer), before.versions.get(viewer, 0 if before.parent is None else None)
        if now is not None and then is not None:
            return now - then
        views = [self._rules.view(later.state, viewer) for later in (*path(node, before), before)]
        return sum(first != second for first, second in pairwise(views))

    def undone(self, now: Point[S, M], moves: int) -> Point[S, M]:
        """The point after so many moves have been undone; they must be there."""
        node, undone = now.back(moves)
        shifts, floors = dict(now.shifts), dict(now.floors)
        for viewer in (*range(self._rules.players), None):
            seen = self.seen(now.node, node, viewer)
            if seen:
                shifts[viewer] = shifts.get(viewer, 0) + seen + 1
                floors[viewer] = node, shifts[viewer]
        return Point(node, now.version + 1, shifts, floors, undone)

    def version_at(self, now: Point[S, M], viewer: int | None) -> int:
        """The version of a viewer at a point."""
        return self.version(now.node, viewer) + now.shifts.get(viewer, 0)

    def floor(self, now: Point[S, M], viewer: int | None) -> int:
        """The version of a viewer right after moves that it had seen were last undone; 0 if they never were."""
        if viewer not in now.floors:
            return 0
        node, shift = now.floors[viewer]
        return self.version(node, viewer) + shift

    def overtaken(self, now: Point[S, M], version: int, player: int) -> bool:
        """Whether more has happened since a version than that others made choices without showing a card."""
        if not self.floor(now, player) <= version < self.version_at(now, player):
            return True
        rules = self._rules
        moves = rules.legal_moves(now.node.state, player)
        for node in self.since(now, player, version):
            before = node.parent
            if before is None or not moves or rules.legal_moves(before.state, player) != moves:
                return True
            if any(isinstance(card, Card) for event in self.told([node], player) for card in cards_in(event)):
                return True
        return False

    def since(self, now: Point[S, M], viewer: int | None, version: int) -> Iterator[Node[S, M]]:
        """The positions after the last one at which a viewer had no more than this version, last one first."""
        count = version - now.shifts.get(viewer, 0)
        return takewhile(lambda later: self.version(later, viewer) > count, now.node.line())

    def revealed(self, node: Node[S, M], before: Node[S, M]) -> Iterator[Revealed]:
        """What players have come to see in the moves from one position to a later one, first one first.

        A card is revealed to a player who sees where it goes and not where it came from, and did not know that it
        lay there.
        """
        nodes = list(path(node, before))
        for player in range(self._rules.players):
            knowledge = self.knowledge(before, player, None)
            for event in self.told(reversed(nodes), player):
                if isinstance(event, Moved) and not self._rules.can_see(event.source, player):
                    cards = Counter([card for card in event.cards if isinstance(card, Card)])
                    cards -= Counter(knowledge.certain(Place(event.source.zone, event.source.player)))
                    if cards:
                        yield Revealed(player, tuple(sorted(cards.elements(), key=BY_ORDER)), event.source)
                knowledge = knowledge.after([event])

    def knowledge(self, node: Node[S, M], viewer: int | None, known: tuple[Node[S, M], Knowledge] | None) -> Knowledge:
        """What a viewer with a perfect memory knows at a position, from what it knew at one before, if that is kept."""
        last, knowledge = (None, None) if known is None else known
        new = list(takewhile(lambda later: later is not last, node.line()))
        if knowledge is None or (new and new[-1].parent is None):  # nothing is kept, or of a line that was undone
            knowledge = Knowledge.of(self._rules, self._rules.view(new[-1].state, viewer))
        return knowledge.after(self.told(reversed(new), viewer))
