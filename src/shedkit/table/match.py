"""A match: a table in play, the object that a program holds.

>>> from shedkit import Match, Quiclo
>>> match = Match(Quiclo(players=2), seed=7)
>>> match.actors, match.version
((0,), 0)
>>> match.play(match.legal_moves(0)[0], 0)
>>> match.version, match.actors
(1, (1,))
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Generic, NoReturn, TypeVar

import attrs

from shedkit.core.cards import Card, read_cards
from shedkit.core.errors import ConfigurationError, RecordError, StaleMove, ViewError
from shedkit.core.events import Event
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import Move
from shedkit.core.outcomes import Outcome
from shedkit.core.refusals import Refusal
from shedkit.core.rules import Rules
from shedkit.core.states import State, cards_in
from shedkit.core.values import short
from shedkit.core.views import View

__all__ = ["Match", "News", "Turned"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


@attrs.frozen
class Turned(Generic[M]):
    """A move that was made.

    Attributes:
        player: who made it.
        move: the move.

    """

    player: int
    move: M


@attrs.frozen
class News:
    """What happened since a version, as one player could see it.

    Attributes:
        version: the version these events lead to.
        events: the events, in order.
        taken_back: whether moves have been taken back since that version; then there are no events, and the view
            shows where the table stands.

    """

    version: int
    events: tuple[Event, ...]
    taken_back: bool = False


class _Node(Generic[S, M]):
    """One position of a match and how it came about; positions before it are shared by all branches."""

    __slots__ = ("made", "parent", "seen", "state", "turned")

    def __init__(self, state: S, parent: _Node[S, M] | None, turned: Turned[M] | None) -> None:
        self.state = state
        self.parent = parent
        self.turned = turned
        self.made: int = 0 if parent is None else parent.made + 1
        self.seen: dict[int | None, int] = {}


class Match(Generic[S, M]):
    """Rules, state, history and version in one object.

    Moves go through `play`, which keeps the history. Taking moves back and branching cost the same however long the
    match is: positions never change, so they are shared and not copied. Nothing is worked out for events until
    somebody asks for them.

    Every player has a version of its own, which counts only the changes it could see. A client that sends it along
    with a move is told when the move was meant for an older table; what others do in secret makes nobody's move stale.

    Args:
        rules: the game and its options.
        seed: for the deal and all later shuffles; without one, the operating system gives it.
        order: the cards in the order they are dealt, instead of the first shuffle.
        state: where to begin, instead of a deal.

    Raises:
        ConfigurationError: if seed or order are bad, or there is a state beside them.
        PositionError: if the state cannot be a position of this game.

    """

    def __init__(
        self,
        rules: Rules[S, M],
        seed: int | None = None,
        *,
        order: Sequence[Card | str] | str | None = None,
        state: S | None = None,
    ) -> None:
        self._rules = rules
        self._deal: tuple[int, tuple[Card, ...]] | None = None
        if state is not None and (seed is not None or order is not None):
            raise ConfigurationError("state", "a match begins with a state or with a deal, not with both")
        if state is None:
            seed = secrets.randbits(53) if seed is None else seed
            state = rules.deal(seed, order=order)
            cards = rules.order_of(seed) if order is None else read_cards(rules.card_type, order)
            self._deal = seed, cards
        self._node: _Node[S, M] = _Node(rules.checked(state), None, None)
        self._start = self._node
        self._version = 0
        self._keeper: Callable[[Turned[M] | int], None] | None = None
        # by viewer: what moves taken back have added to its version, and where the last taking back led, with that
        self._shift: dict[int | None, int] = {}
        self._back: dict[int | None, tuple[_Node[S, M], int]] = {}
        self._known: dict[int | None, tuple[_Node[S, M], Knowledge]] = {}

    @classmethod
    def again(
        cls, rules: Rules[S, M], start: S, deal: tuple[int, tuple[Card, ...]] | None, moves: Iterable[Turned[M]] = ()
    ) -> Match[S, M]:
        """A match that is played again from what a record keeps.

        Raises:
            PositionError: if the state cannot be a position of this game.
            IllegalMove: at the first move that the rules refuse.

        """
        made = cls(rules, state=start)
        made._deal = deal
        for turned in moves:
            made.play(turned.move, turned.player)
        return made

    def __reduce__(self) -> NoReturn:
        raise TypeError("a match is not pickled or copied; take its Record, or a branch")

    # what lies there

    @property
    def rules(self) -> Rules[S, M]:
        """The game and its options."""
        return self._rules

    @property
    def state(self) -> S:
        """The state; for the authority only."""
        return self._node.state

    @property
    def start(self) -> S:
        """The state the match began with."""
        return self._start.state

    @property
    def deal(self) -> tuple[int, tuple[Card, ...]] | None:
        """Seed and order of the cards, if the match began with a deal; for the authority only."""
        return self._deal

    @property
    def moves(self) -> tuple[Turned[M], ...]:
        """The moves so far, first one first; for the authority only."""
        turned = [node.turned for node in self._line() if node.turned is not None]
        return tuple(reversed(turned))

    @property
    def version(self) -> int:
        """A number that grows with every move, and with every taking back; for the authority only."""
        return self._version

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or ``None`` while it runs."""
        return self._rules.outcome(self._node.state)

    @property
    def actors(self) -> tuple[int, ...]:
        """Whose decisions are open, in the order to ask them; for the authority only."""
        return self._rules.actors(self._node.state)

    def __len__(self) -> int:
        return self._node.made

    def __repr__(self) -> str:
        return f"<Match of {self._rules!r}, {self._node.made} moves>"

    # what a player gets

    def view(self, player: int | None) -> View[S]:
        """What a player, or with ``None`` an onlooker, may know.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.view(self._node.state, player)

    def describe(self, player: int | None) -> str:
        """The table as text for a player, or with ``None`` for an onlooker.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.describe(self.view(player))

    def actors_for(self, player: int | None) -> tuple[int, ...]:
        """Whose decisions are open, as far as a player, or with ``None`` an onlooker, knows.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.actors(self.view(player))

    def legal_moves(self, player: int) -> tuple[M, ...]:
        """All moves the player may make now.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.legal_moves(self._node.state, self._seat(player))

    def penalised_moves(self, player: int) -> tuple[M, ...]:
        """The moves that the rules answer with a penalty.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.penalised_moves(self._node.state, self._seat(player))

    def refusal(self, move: M | str, player: int) -> Refusal | None:
        """Why `play` would refuse the move, or ``None``.

        Raises:
            NotationError: if a text is no code of a move.

        """
        return self._rules.refusal(self._node.state, self._read(move), player)

    def version_for(self, player: int | None) -> int:
        """The version of a player, or with ``None`` of an onlooker: it grows with every change that one could see.

        Raises:
            ViewError: if there is no such player.

        """
        if player is not None:
            self._seat(player)
        return self._seen(self._node, player) + self._shift.get(player, 0)

    def news(self, player: int | None, since: int = 0) -> News:
        """What happened since a version, for a client to animate or after it was away; since 0, all of it.

        >>> from shedkit import Quiclo
        >>> match = Match(Quiclo(players=2), seed=7)
        >>> match.play("draw", 0)
        >>> print(*match.news(1).events, sep="; ")
        1 card: from the stock to player 0's hand; player 1 is on turn

        Raises:
            ViewError: if there is no such player, or the version is none this player has had.

        """
        version = self.version_for(player)
        if type(since) is not int or not 0 <= since <= version:
            raise ViewError(f"the versions of this player are 0 to {version}, not {short(since)}")
        if 0 < since < self._floor(player):
            return News(version, (), taken_back=True)
        shift = self._shift.get(player, 0)
        nodes = list(takewhile(lambda node: self._seen(node, player) + shift > since, self._line()))
        return News(version, tuple(self._told(reversed(nodes), player)))

    def knowledge(self, player: int | None) -> Knowledge:
        """What a player with a perfect memory knows now, who has been at the table from the start.

        Raises:
            ViewError: if there is no such player.

        """
        if player is not None:
            self._seat(player)
        node, known = self._known.get(player, (None, None))
        new = list(takewhile(lambda one: one is not node, self._line()))
        if known is None or (new and new[-1].parent is None):  # nothing is kept, or of a line that was taken back
            known = Knowledge.of(self._rules, self._rules.view(self.start, player))
        known = known.after(self._told(reversed(new), player))
        self._known[player] = self._node, known
        return known

    # moving

    def play(self, move: M | str, player: int, version: int | None = None) -> None:
        """Make a move for a player.

        Args:
            move: the move, or its code.
            player: who makes it.
            version: the version of this player that the move is meant for; without one, that is not checked. What
                others have chosen in secret meanwhile does not count, as long as this player's moves are the same.

        Raises:
            StaleMove: if the table has changed for this player since that version; nothing is changed.
            RecordError: if the match has a `Journal` and the move cannot be written; nothing is changed.
            IllegalMove: if the rules refuse the move; nothing is changed.
            NotationError: if a text is no code of a move.

        """
        if version is not None and type(player) is int and 0 <= player < self._rules.players:
            now = self.version_for(player)
            if type(version) is not int or (version != now and self._overtaken(version, player)):
                raise StaleMove(version if type(version) is int else -1, now)
        turned = Turned(player, self._read(move))
        after = self._rules.apply(self._node.state, turned.move, player)
        if self._keeper is not None:
            self._keeper(turned)
        self._node = _Node(after, self._node, turned)
        self._version += 1

    def undo(self, moves: int = 1) -> None:
        """Take moves back.

        The versions of those who could see them grow all the same, so that moves meant for the table before are stale.

        Raises:
            ViewError: if so many moves have not been made.
            RecordError: if the match has a `Journal` and this cannot be written; nothing is changed.

        """
        if type(moves) is not int or not 0 <= moves <= self._node.made:
            raise ViewError(f"{short(moves)} moves cannot be taken back: {self._node.made} have been made")
        if not moves:
            return
        if self._keeper is not None:
            self._keeper(moves)
        undone = list(islice(self._line(), moves))
        node = undone[-1].parent
        assert node is not None
        for player in (*range(self._rules.players), None):
            seen = sum(self._changed(one, player) for one in undone)
            if seen:
                self._shift[player] = self._shift.get(player, 0) + seen + 1
                self._back[player] = node, self._shift[player]
        self._version += 1
        self._node = node

    def branch(self) -> Match[S, M]:
        """A second match that begins here and goes its own way; both share what has been, but not a journal."""
        other = object.__new__(type(self))
        other._rules, other._node, other._start, other._deal = self._rules, self._node, self._start, self._deal
        other._keeper, other._known = None, {}
        other._version, other._shift, other._back = self._version, dict(self._shift), dict(self._back)
        return other

    def keep(self, keeper: Callable[[Turned[M] | int], None] | None) -> None:
        """Have every coming move handed on before it takes effect, and the number of moves that are taken back.

        Whatever the keeper raises leaves the match as it is. `Journal` is one. ``None`` ends it.

        Raises:
            RecordError: if the match has a keeper already.

        """
        if keeper is not None and self._keeper is not None:
            raise RecordError("this match has a journal already")
        self._keeper = keeper

    # inside

    def _overtaken(self, version: int, player: int) -> bool:
        """Whether more has happened since a version than that others made choices without showing a card."""
        shift = self._shift.get(player, 0)
        if not max(self._floor(player), 0) <= version < self._seen(self._node, player) + shift:
            return True
        moves = self._rules.legal_moves(self._node.state, player)
        for node in takewhile(lambda node: self._seen(node, player) + shift > version, self._line()):
            before = node.parent
            if before is None or not moves or self._rules.legal_moves(before.state, player) != moves:
                return True
            if any(isinstance(card, Card) for event in self._told([node], player) for card in cards_in(event)):
                return True
        return False

    def _seat(self, player: int) -> int:
        if type(player) is not int or not 0 <= player < self._rules.players:
            raise ViewError(f"there is no player {short(player)}; players are 0 to {self._rules.players - 1}")
        return player

    def _read(self, move: M | str) -> M:
        return self._rules.parse(move) if isinstance(move, str) else move

    def _line(self) -> Iterator[_Node[S, M]]:
        """The positions of this match, last one first."""
        return _before(self._node)

    def _told(self, nodes: Iterable[_Node[S, M]], player: int | None) -> Iterator[Event]:
        """What happened in the moves that led to these positions, as a player could see it."""
        for node in nodes:
            if node.parent is not None and node.turned is not None:
                _, events = self._rules.trace(node.parent.state, node.turned.move, node.turned.player)
                yield from self._rules.shown(events, player)

    def _seen(self, node: _Node[S, M], player: int | None) -> int:
        """How many of the moves up to a position have changed what a player sees; worked out when it is asked for."""
        new = list(takewhile(lambda node: player not in node.seen and node.parent is not None, _before(node)))
        before = new[-1].parent if new else node
        count = 0 if before is None else before.seen.get(player, 0)
        for one in reversed(new):
            count += self._changed(one, player)
            one.seen[player] = count
        return count

    def _changed(self, node: _Node[S, M], player: int | None) -> bool:
        """Whether the move that led to a position has changed what a player sees."""
        assert node.parent is not None
        return self._rules.view(node.parent.state, player) != self._rules.view(node.state, player)

    def _floor(self, player: int | None) -> int:
        """The version of a player right after moves were last taken back; 0 if they never were."""
        if player not in self._back:
            return 0
        node, shift = self._back[player]
        return self._seen(node, player) + shift


def _before(node: _Node[S, M] | None) -> Iterator[_Node[S, M]]:
    """A position and those before it."""
    while node is not None:
        yield node
        node = node.parent
