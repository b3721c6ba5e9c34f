"""What a match tells: everything, to the program that runs the table; to each player, what that player may know."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Generic, TypeVar

from shedkit.core.cards import Card
from shedkit.core.errors import ViewError
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import Move
from shedkit.core.outcomes import Outcome
from shedkit.core.refusals import Refusal
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.front.choosing import Choices, choices
from shedkit.front.standing import Standing, standing
from shedkit.table.chronicle import Chronicle
from shedkit.table.gate import Gate
from shedkit.table.history import MadeMove, News, Node, Point, Revealed
from shedkit.table.names import player_names

__all__ = ["Telling"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Telling(Generic[S, M]):
    """The half of a `Match` that answers and changes nothing. Every answer is for one moment of the match.

    Args:
        rules: the game and its options.
        start: the state the match begins with.
        deal: seed and order of the cards, if it begins with a deal.
        players: a name for each seat, or nothing.

    Raises:
        PositionError: if the state cannot be a position of this game.
        RecordError: if the names do not fit.

    """

    def __init__(
        self, rules: Rules[S, M], start: S, deal: tuple[int, tuple[Card, ...]] | None, players: Sequence[str]
    ) -> None:
        self._rules = rules
        self._deal = deal
        self._start: Node[S, M] = Node(rules.checked(start))
        self._players = player_names(players, rules)
        self._gate = Gate(Point(self._start))
        self._chronicle = Chronicle(rules)
        self._known: dict[int | None, tuple[Node[S, M], Knowledge]] = {}

    # what lies there

    @property
    def rules(self) -> Rules[S, M]:
        """The game and its options."""
        return self._rules

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, or nothing."""
        return self._players

    @property
    def state(self) -> S:
        """The state; for the authority only."""
        return self._gate.now.node.state

    @property
    def start(self) -> S:
        """The state the match began with."""
        return self._start.state

    @property
    def deal(self) -> tuple[int, tuple[Card, ...]] | None:
        """Seed and order of the cards, if the match began with a deal; for the authority only."""
        return self._deal

    @property
    def moves(self) -> tuple[MadeMove[M], ...]:
        """The moves so far, first one first; for the authority only."""
        made = [node.made for node in self._gate.now.node.line() if node.made is not None]
        return tuple(reversed(made))

    @property
    def undone(self) -> tuple[MadeMove[M], ...]:
        """The moves that `redo` would make again, the next one first; for the authority only."""
        moves, undone = [], self._gate.now.undone
        while undone is not None:
            node, undone = undone
            assert node.made is not None
            moves.append(node.made)
        return tuple(moves)

    @property
    def version(self) -> int:
        """A number that grows with every move, and with every undoing; for the authority only."""
        return self._gate.now.version

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or ``None`` while it runs."""
        return self._rules.outcome(self.state)

    @property
    def actors(self) -> tuple[int, ...]:
        """Whose decisions are open, in the order to ask them; for the authority only."""
        return self._rules.actors(self.state)

    def __len__(self) -> int:
        return self._gate.now.node.number

    def __repr__(self) -> str:
        return f"<Match of {self._rules!r}, {len(self)} moves>"

    def _repr_svg_(self) -> str:
        """The table as an onlooker sees it, which notebooks show."""
        return self._rules.picture(self.state, names=self._players).svg

    # what a player gets

    def view(self, player: int | None) -> View[S]:
        """What a player, or with ``None`` an onlooker, may know.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.view(self.state, player)

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
        return self._rules.legal_moves(self.state, self._seat(player))

    def penalised_moves(self, player: int) -> tuple[M, ...]:
        """The moves that the rules answer with a penalty.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.penalised_moves(self.state, self._seat(player))

    def choices(self, player: int) -> Choices[M]:
        """What the player can choose from, and which cards each move takes; see `shedkit.front`.

        Raises:
            ViewError: if there is no such player.

        """
        return choices(self._rules, self.state, self._seat(player))

    def standing(self, player: int) -> Standing:
        """What the player is asked for just now; see `shedkit.front.Standing`.

        Raises:
            ViewError: if there is no such player.

        """
        return standing(self._rules, self.state, self._seat(player))

    def suggested(self, player: int) -> tuple[tuple[M, ...], ...]:
        """Moves that a person makes in one go; see `Rules.suggested`.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.suggested(self.state, self._seat(player))

    def headline(self, player: int | None) -> str:
        """What stands above the table for a player, or with ``None`` for an onlooker.

        Raises:
            ViewError: if there is no such player.

        """
        return self._rules.headline(self.view(player))

    def refusal(self, move: M | str, player: int) -> Refusal | None:
        """Why `play` would refuse the move, or ``None``.

        Raises:
            NotationError: if a text is no code of a move.

        """
        return self._rules.refusal(self.state, self._read(move), player)

    def version_for(self, player: int | None) -> int:
        """The version of a player, or with ``None`` of an onlooker: it grows with every change that one could see.

        Raises:
            ViewError: if there is no such player.

        """
        return self._chronicle.version_at(self._gate.now, self._viewer(player))

    def news(self, player: int | None, since: int = 0, most: int | None = None) -> News:
        """What happened since a version, for a client to animate or after it was away; since 0, all of it.

        Args:
            player: the player, or ``None`` for an onlooker.
            since: the version.
            most: how many moves are told at most. If more have been made, nothing is told, and the news say so: a
                client that is so far behind draws the table anew. News then cost no more than what they tell.

        >>> from shedkit import Match, Quiclo
        >>> match = Match(Quiclo(players=2), seed=7)
        >>> match.play("draw", 0)
        >>> print(*match.news(1).events, sep="; ")
        1 card: from the stock to player 0's hand; player 1 is on turn

        Raises:
            ViewError: if there is no such player, the version is none this player has had, or ``most`` is no number.

        """
        now = self._gate.now
        version = self._chronicle.version_at(now, self._viewer(player))
        if type(since) is not int or not 0 <= since <= version:
            raise ViewError(f"the versions of this player are 0 to {version}, not {short(since)}")
        if most is not None and (type(most) is not int or most < 0):
            raise ViewError(f"most: a whole number from 0 expected, or none, not {short(most)}")
        if 0 < since < self._chronicle.floor(now, player):
            return News(version, (), taken_back=True)
        nodes = self._chronicle.since(now, player, since)
        new = list(nodes if most is None else islice(nodes, most + 1))
        if most is not None and len(new) > most:
            return News(version, (), left_out=True)
        moves = tuple(self._chronicle.moves(reversed(new), player))
        return News(version, tuple(event for move in moves for event in move.events), moves=moves)

    def knowledge(self, player: int | None) -> Knowledge:
        """What a player with a perfect memory knows now, who has seen the moves that stand from the start.

        What it saw in moves that were undone is not in it; see `revealed`.

        Raises:
            ViewError: if there is no such player.

        """
        self._viewer(player)
        node = self._gate.now.node
        knowledge = self._chronicle.knowledge(node, player, self._known.get(player))
        self._known[player] = node, knowledge
        return knowledge

    def revealed(self, moves: int = 1) -> tuple[Revealed, ...]:
        """The cards that players have come to see in the last moves, and would still know if these were undone.

        That is for a program to decide whether moves may be undone, or to ask the players. For the authority only.

        Raises:
            ViewError: if so many moves have not been made.

        """
        now = self._gate.now
        before, _ = now.back(self._undoable(now, moves))
        return tuple(self._chronicle.revealed(now.node, before))

    # inside

    def _seat(self, player: int) -> int:
        return self._rules.seat(player)

    def _viewer(self, player: int | None) -> int | None:
        return None if player is None else self._seat(player)

    def _read(self, move: M | str) -> M:
        return self._rules.parse(move) if isinstance(move, str) else move

    def _undoable(self, now: Point[S, M], moves: int) -> int:
        if type(moves) is not int or not 0 <= moves <= now.node.number:
            raise ViewError(f"{short(moves)} moves cannot be undone: {now.node.number} have been made")
        return moves
