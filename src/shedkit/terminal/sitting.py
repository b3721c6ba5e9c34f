"""Who sits at a terminal: the people who share its screen, their opponents, and whose eyes the screen is for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any

from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.views import View
from shedkit.players.contenders import contender
from shedkit.players.search import SearchPlayer, Thought
from shedkit.table.history import Told
from shedkit.table.match import Match
from shedkit.table.runner import Observer, Player

__all__ = ["Sitting"]

_TOLD = 200
"""So many of the last changes are told."""


class Sitting:
    """A match with people and opponents at one screen.

    Args:
        match: the match.
        people: the seats of those who share the screen; with none, all watch.
        opponents: who plays the other seats, each the name of a contender; simple opponents where nothing is said.
        seed: decides what opponents draw.
        everything: whether those who watch see all hidden cards.
        max_moves: after how many moves of the match nobody is asked any more.

    Raises:
        PlayerError: if there is no such contender.

    """

    def __init__(
        self,
        match: Match[Any, Any],
        people: Iterable[int],
        opponents: Mapping[int, str] | None = None,
        *,
        seed: int = 0,
        everything: bool = False,
        max_moves: int | None = None,
    ) -> None:
        self.match = match
        self._last = None if max_moves is None else len(match) + max_moves
        self.people = frozenset(people)
        self.everything = everything and not self.people
        self.eyes: int | None = next(iter(self.people)) if len(self.people) == 1 else None
        """Who looks at the screen; ``None`` for an onlooker."""
        given = opponents or {}
        self._players: dict[int, Player[State, Move]] = {
            seat: contender(given.get(seat, "simple"), self.rules).make(self.rules, seed + seat)
            for seat in range(self.rules.players)
            if seat not in self.people
        }
        self._thinking = Lock()
        self._tell_all()

    @property
    def rules(self) -> Rules[Any, Any]:
        """The game and its options."""
        return self.match.rules

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        if self.match.players:
            return self.match.players
        return tuple([f"player {seat}{self._mark(seat)}" for seat in range(self.rules.players)])

    def _mark(self, seat: int) -> str:
        return " (you)" if self.people == {seat} else ""

    @property
    def asked(self) -> int | None:
        """Whose decision comes next; ``None`` when the game is over or cut."""
        return None if self.cut else next(iter(self.match.actors), None)

    @property
    def cut(self) -> bool:
        """Whether as many moves have been made as were to be."""
        return self._last is not None and len(self.match) >= self._last

    @property
    def covered(self) -> bool:
        """Whether the next decision is that of a person who must be given the screen first."""
        return self.asked in self.people and self.asked != self.eyes

    def take_screen(self) -> None:
        """The person who is asked looks at the screen from now on."""
        self.eyes = self.asked

    @property
    def deciding(self) -> int | None:
        """The person who looks at the screen, if it has to decide; else ``None``."""
        return self.eyes if self.eyes is not None and self.asked == self.eyes else None

    def shown(self) -> View[Any]:
        """What the screen may show."""
        if self.everything:
            return View(None, self.match.state)
        return self.match.view(self.eyes)

    def opponents_choice(self, seat: int) -> Any:
        """What an opponent wants to do; slow for one that searches, and safe in another thread."""
        with self._thinking:
            return self._players[seat].choose(self.match.view(seat), self.match.legal_moves(seat))

    def make(self, move: Any, seat: int) -> None:
        """Make a move, and tell opponents who remember what they saw of it.

        Raises:
            IllegalMove: if the rules refuse it.
            RecordError: if it cannot be written to the journal of the match.

        """
        before = {other: self.match.version_for(other) for other in self._players}
        self.match.play(move, seat)
        for other, player in self._players.items():
            if isinstance(player, Observer):
                news = self.match.news(other, since=before[other])
                if news.events:
                    player.observe(self.match.view(other), news.events)

    def undo(self) -> None:
        """Back to the last decision of the person who looks; where people share the screen, unless cards were shown.

        Raises:
            ViewError: if nobody looks, or that person has decided nothing.
            CardsRevealed: if cards were shown since.

        """
        if self.eyes is not None:
            self.match.undo_own(self.eyes, unless_revealed=len(self.people) > 1)
            self._tell_all()

    def hint(self) -> Any:
        """What the simple opponent would do in the place of the person who has to decide."""
        assert self.deciding is not None
        return self._simple(len(self.match)).choose(
            self.match.view(self.deciding), self.match.legal_moves(self.deciding)
        )

    def thoughts(self, seconds: float) -> tuple[Thought[Any], ...]:
        """What a search thinks of the moves of the person who has to decide."""
        assert self.deciding is not None
        searcher = SearchPlayer(self.rules, len(self.match), seconds=seconds, quick=self._simple)
        searcher.choose(self.match.view(self.deciding), self.match.legal_moves(self.deciding))
        return searcher.thoughts

    def told(self) -> tuple[Told, ...]:
        """The last changes, as whoever looks saw them."""
        version = self.match.version_for(self.eyes)
        news = self.match.news(self.eyes, since=max(0, version - _TOLD))
        if not news.complete:
            news = self.match.news(self.eyes)
        return news.moves[-_TOLD:]

    def _simple(self, seed: int) -> Player[State, Move]:
        return contender("simple", self.rules).make(self.rules, seed)

    def _tell_all(self) -> None:
        for seat, player in self._players.items():
            if isinstance(player, Observer):
                player.observe(self.match.view(seat), ())
