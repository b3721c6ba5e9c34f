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
from contextlib import contextmanager, suppress
from typing import NoReturn, TypeVar

from shedkit.core.cards import Card, read_cards
from shedkit.core.errors import CardsRevealed, ConfigurationError, StaleMove, ViewError
from shedkit.core.events import Event
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.table.gate import Gate, Keeper
from shedkit.table.history import MadeMove, Node
from shedkit.table.telling import Telling

__all__ = ["Match"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Match(Telling[S, M]):
    """Rules, state, history and version in one object.

    Moves go through `play`, which keeps the history. Undoing and branching cost the same however long the match is:
    positions never change, so they are shared and not copied. Nothing is worked out for events until somebody asks
    for them; then they are made once, however many ask.

    Every player has a version of its own, which counts only the changes it could see. A client that sends it along
    with a move is told when the move was meant for an older table; what others do in secret makes nobody's move stale.

    Threads may share a match: changes are made one at a time, and what is asked meanwhile is answered for the table
    before or after a change, never for one in between. See [What is safe where](../safe.md).

    Args:
        rules: the game and its options.
        seed: for the deal and all later shuffles; without one, the operating system gives it.
        order: the cards in the order they are dealt, instead of the first shuffle.
        state: where to begin, instead of a deal.
        players: a name for each seat, or nothing; they go into records.

    Raises:
        ConfigurationError: if seed or order are bad, or there is a state beside them.
        PositionError: if the state cannot be a position of this game.
        RecordError: if the names do not fit.

    """

    def __init__(
        self,
        rules: Rules[S, M],
        seed: int | None = None,
        *,
        order: Sequence[Card | str] | str | None = None,
        state: S | None = None,
        players: Sequence[str] = (),
    ) -> None:
        deal: tuple[int, tuple[Card, ...]] | None = None
        if state is not None and (seed is not None or order is not None):
            raise ConfigurationError("state", "a match begins with a state or with a deal, not with both")
        if state is None:
            seed = secrets.randbits(53) if seed is None else seed
            state = rules.deal(seed, order=order)
            cards = rules.order_of(seed) if order is None else read_cards(rules.card_type, order)
            deal = seed, cards
        super().__init__(rules, state, deal, players)

    @classmethod
    def again(
        cls,
        rules: Rules[S, M],
        start: S,
        deal: tuple[int, tuple[Card, ...]] | None,
        moves: Iterable[MadeMove[M]] = (),
        players: Sequence[str] = (),
    ) -> Match[S, M]:
        """A match that is played again from what a record keeps.

        Raises:
            PositionError: if the state cannot be a position of this game.
            IllegalMove: at the first move that the rules refuse.

        """
        match = cls(rules, state=start, players=players)
        match._deal = deal
        for made in moves:
            match.play(made.move, made.player)
        return match

    def __reduce__(self) -> NoReturn:
        raise TypeError("a match is not pickled or copied; take its Record, or a branch")

    # changing

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
            ReentranceError: from inside a change of this match, or while players are playing it; nothing is changed.

        """
        self._gate.alone(self._play, move, player, version)

    def undo(self, moves: int = 1, *, unless_revealed: bool = False) -> None:
        """Undo the last moves.

        The versions of those who could see them grow all the same, so that moves meant for the table before are stale.

        Args:
            moves: how many.
            unless_revealed: whether to refuse if a player has seen cards in them that it could not know before.

        Raises:
            ViewError: if so many moves have not been made.
            CardsRevealed: if cards were revealed, and that was to be refused; nothing is changed.
            RecordError: if the match has a `Journal` and this cannot be written; nothing is changed.
            ReentranceError: as `play`.

        """
        self._gate.alone(self._undo, moves, unless_revealed)

    def undo_own(self, player: int, *, unless_revealed: bool = False) -> None:
        """Undo the last move of a player, and all that was made after it, so that the player decides again.

        Args:
            player: whose move.
            unless_revealed: as in `undo`.

        Raises:
            ViewError: if there is no such player, or it has made no move.
            CardsRevealed: as `undo`.
            RecordError: as `undo`.
            ReentranceError: as `play`.

        """
        self._gate.alone(self._undo_own, self._seat(player), unless_revealed)

    def redo(self, moves: int = 1) -> None:
        """Make undone moves again, the one that was undone last first. A move that is played instead forgets them.

        Raises:
            ViewError: if so many moves have not been undone.
            RecordError: if the match has a `Journal` and this cannot be written; nothing is changed.
            ReentranceError: as `play`.

        """
        self._gate.alone(self._redo, moves)

    def branch(self) -> Match[S, M]:
        """A second match that begins here and goes its own way; both share what has been, but not a journal."""
        other = object.__new__(type(self))
        other._rules, other._players, other._start, other._deal = self._rules, self._players, self._start, self._deal
        other._gate, other._chronicle, other._known = Gate(self._gate.now), self._chronicle, {}
        return other

    def keep(
        self,
        keeper: Keeper[M] | None,
        *,
        revoke: Callable[[], None] | None = None,
        version: int | None = None,
    ) -> None:
        """Have every coming change handed on before it takes effect: a move, or how many moves are undone.

        A number below 0 says how many moves are redone. Whatever the keeper raises leaves the match as it is.
        `Journal` is one. ``None`` ends it. A keeper may ask the match, but not change it.

        Args:
            keeper: takes the changes.
            revoke: called if what the keeper was given last does not take effect after all, because the program was
                interrupted right then.
            version: what `version` must be.

        Raises:
            RecordError: if the match has a keeper already, or another version.
            ReentranceError: as `play`.

        """
        self._gate.alone(self._gate.keep, keeper, revoke, version)

    def let_go(self, keeper: Keeper[M], then: Callable[[], None] | None = None) -> None:
        """End the work of a keeper, if it is this one that the match has.

        Args:
            keeper: the keeper.
            then: what the keeper still has to do, while no other thread changes the match.

        Raises:
            ReentranceError: as `play`.

        """
        self._gate.alone(self._gate.let_go, keeper, then)

    @contextmanager
    def driven(self) -> Iterator[Callable[..., S]]:
        """Have moves come from one loop alone, such as `drive`.

        Gives the function that makes them: it takes the state, a listed move, the player and, if wanted, a list that
        the events are added to, and returns the new state, as ``rules.apply_unchecked`` does. Until the end of the
        block, nothing else may change the match.

        Raises:
            ReentranceError: if it is driven already.

        """
        with self._gate.driven():
            yield self._advance

    # inside

    def _play(self, move: M | str, player: int, version: int | None) -> None:
        self._gate.free()
        now = self._gate.now
        if type(player) is not int:
            with suppress(ViewError):  # a seat that is not there is refused with the move
                player = self._rules.seat(player)
        if version is not None and type(player) is int and 0 <= player < self._rules.players:
            current = self._chronicle.version_at(now, player)
            if type(version) is not int or (version != current and self._chronicle.overtaken(now, version, player)):
                raise StaleMove(version, current)
        made = MadeMove(player, self._read(move))
        self._gate.take(made, now.played(self._chronicle.after(now.node, made)))

    def _advance(self, state: S, move: M, player: int, log: list[Event] | None = None) -> S:
        self._gate.alone(self._step, move, player, log)
        return self.state

    def _step(self, move: M, player: int, log: list[Event] | None) -> None:
        now, made = self._gate.now, MadeMove(player, move)
        after = self._rules.apply_unchecked(now.node.state, move, player, log)
        if log is None:
            node = Node(after, now.node, made)
        else:
            node = self._chronicle.keep(Node(after, now.node, made, tuple(log)))
        self._gate.take(made, now.played(node))

    def _undo(self, moves: int, unless_revealed: bool) -> None:
        self._gate.free()
        now = self._gate.now
        if not self._undoable(now, moves):
            return
        after = self._chronicle.undone(now, moves)
        if unless_revealed:
            revealed = list(self._chronicle.revealed(now.node, after.node))
            if revealed:
                raise CardsRevealed(f"these moves are not undone: {'; '.join(map(str, revealed))}")
        self._gate.take(moves, after)

    def _undo_own(self, player: int, unless_revealed: bool) -> None:
        for moves, node in enumerate(self._gate.now.node.line(), start=1):
            if node.made is not None and node.made.player == player:
                self._undo(moves, unless_revealed)
                return
        raise ViewError(f"player {player} has made no move that could be undone")

    def _redo(self, moves: int) -> None:
        self._gate.free()
        now = self._gate.now
        after = now.redone(moves) if type(moves) is int and moves >= 0 else None
        if after is None:
            raise ViewError(f"{short(moves)} moves cannot be redone: {len(self.undone)} have been undone")
        if moves:
            self._gate.take(-moves, after)
