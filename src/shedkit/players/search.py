"""A player that searches: information set Monte Carlo tree search, for every game alike.

The method is the single-observer variant of P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte
Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012, pages 120-143. In each
iteration the player imagines a table that its view and its memory allow, follows one tree for all imagined tables as
far as it reaches, adds a move to it, and plays on quickly. What is quick play is up to the game's simple opponent.

Adapted: rewards are given to every seat, so any number may play; play that goes on is cut after some moves, or at the
end of the round, and judged by who is ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Generic, TypeVar

from shedkit.core.cards import Hidden
from shedkit.core.codec import hints_of
from shedkit.core.declarations import Holds
from shedkit.core.errors import ConfigurationError, ViewError
from shedkit.core.events import Event
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import Move
from shedkit.core.outcomes import Result, Round, ranked
from shedkit.core.rules import Rules
from shedkit.core.states import State, cards_in
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.players import simple_player
from shedkit.table.runner import Player

__all__ = ["SearchPlayer", "standing"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class _Node(Generic[M]):
    """A move in the tree: how often it was there to be chosen, how often chosen, and what its player got."""

    __slots__ = ("available", "children", "reward", "visits")

    def __init__(self) -> None:
        self.available = 0
        self.visits = 0
        self.reward = 0.0
        self.children: dict[tuple[int, M], _Node[M]] = {}


class SearchPlayer(Generic[S, M]):
    """Searches with a budget of iterations or of seconds.

    It sees views, events and lists of moves like every player; what it imagines comes from `Rules.sample`. With a
    budget of iterations the same seed gives the same moves.

    Args:
        rules: the game and its options.
        seed: decides everything it draws.
        iterations: how many tables it imagines for each decision.
        seconds: how long it thinks about each decision, instead.
        depth: after how many moves imagined play is cut.
        exploration: how much it looks at moves that have been tried seldom.
        loose: how often quick play makes a random move instead of the simple opponent's.

    Raises:
        ConfigurationError: if a number is out of bounds, or both budgets are given.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2)
    >>> state = rules.position(hands=["1 15 77", "2 3"], discard="11")
    >>> player = SearchPlayer(rules, seed=1, iterations=50)
    >>> player.choose(rules.view(state, 0), rules.legal_moves(state, 0)) in rules.legal_moves(state, 0)
    True

    """

    def __init__(
        self,
        rules: Rules[S, M],
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        depth: int = 60,
        exploration: float = 0.7,
        loose: float = 0.1,
    ) -> None:
        if (iterations is None) == (seconds is None):
            raise ConfigurationError("iterations", "either iterations or seconds must be given")
        for name, value, low in (("iterations", iterations, 1), ("depth", depth, 0)):
            if value is not None and (type(value) is not int or value < low):
                raise ConfigurationError(name, f"it must be a whole number from {low}, not {short(value)}")
        for name, number in (("seconds", seconds), ("exploration", exploration), ("loose", loose)):
            if number is not None and (not isinstance(number, int | float) or not 0 <= number < 1e6):
                raise ConfigurationError(name, f"it must be a number from 0, not {short(number)}")
        self._rules = rules
        self._random = Random(f"search {seed}")
        self._iterations, self._seconds = iterations, seconds
        self._depth, self._exploration, self._loose = depth, exploration, loose
        self._knowledge: Knowledge | None = None
        self._quick: list[Player[State, Move]] = [
            (quick or RandomPlayer)(self._random.getrandbits(32)) for _ in range(rules.players)
        ]
        self.imagined = 0
        """How many tables it has imagined so far."""

    def observe(self, view: View[S], events: Sequence[Event]) -> None:
        """Remember what was seen; see `Observer`."""
        if not events or self._knowledge is None:
            self._knowledge = Knowledge.of(self._rules, view)
        else:
            self._knowledge = self._knowledge.after(events)

    def choose(self, view: View[S], moves: Sequence[M]) -> M:
        """The move that was tried most."""
        player = view.player
        if player is None:
            raise ViewError("an onlooker has nothing to choose")
        if len(moves) == 1:
            return moves[0]
        knowledge = self._knowledge
        if knowledge is not None and not knowledge.fits(view):
            knowledge = None  # it was not told everything: the view alone must do
        root: _Node[M] = _Node()
        begun, done = perf_counter(), 0
        while (
            done < self._iterations if self._iterations is not None else perf_counter() - begun < (self._seconds or 0)
        ):
            world = self._rules.sample(view, self._random.getrandbits(64), knowledge=knowledge)
            self._iterate(root, world)
            done += 1
        self.imagined += done
        tried = [(root.children[player, move].visits if (player, move) in root.children else 0) for move in moves]
        return moves[tried.index(max(tried))]

    def _iterate(self, root: _Node[M], state: S) -> None:
        """One iteration: down the tree, one move more, quick play, and the rewards back up."""
        rules, random = self._rules, self._random
        rounds = _rounds(state)
        node, path = root, list[tuple[int, _Node[M]]]()
        moves_left = self._depth
        while actors := rules.actors(state):
            player = actors[0]
            moves = rules.legal_moves(state, player)
            new = []
            for move in moves:
                child = node.children.get((player, move))
                if child is None:
                    new.append(move)
                else:
                    child.available += 1
            if new:
                move = new[int(random.random() * len(new))]
                child = node.children[player, move] = _Node()
                child.available = 1
            else:
                move = self._selected(node, player, moves)
                child = node.children[player, move]
            path.append((player, child))
            state = rules.apply_unchecked(state, move, player)
            node = child
            if new or len(_rounds(state)) > len(rounds):
                break
        while moves_left and len(_rounds(state)) == len(rounds) and (actors := rules.actors(state)):
            player = actors[0]
            moves = rules.legal_moves(state, player)
            if len(moves) == 1:
                move = moves[0]
            elif random.random() < self._loose:
                move = moves[int(random.random() * len(moves))]
            else:
                move = self._quick[player].choose(rules.view(state, player), moves)  # type: ignore[assignment]
            state = rules.apply_unchecked(state, move, player)
            moves_left -= 1
        rewards = standing(rules, state, rounds)
        for player, child in path:
            child.visits += 1
            child.reward += rewards[player]

    def _selected(self, node: _Node[M], player: int, moves: Sequence[M]) -> M:
        """The move with the highest upper confidence bound; what counts is how often it was there to be chosen."""
        best, best_bound = moves[0], -1.0
        for move in moves:
            child = node.children[player, move]
            bound = child.reward / child.visits + self._exploration * sqrt(log(child.available) / child.visits)
            if bound > best_bound:
                best, best_bound = move, bound
        return best


def _rounds(state: State) -> tuple[Result, ...]:
    """The results of the rounds that are over, in games that have rounds."""
    for name, kind in hints_of(type(state)).items():
        if kind is Round:
            found: Round = getattr(state, name)
            return found.results
    return ()


def standing(rules: Rules[S, M], state: S, before: Sequence[Result] = ()) -> tuple[float, ...]:
    """How each player stands, from 0 to 1: by the outcome, by the round that has ended, or by who is ahead.

    Args:
        rules: the game.
        state: the state to judge.
        before: the results of the rounds that were over when the search began.

    Returns:
        For each seat, from 0, the worst, to 1. While a round goes on, fewer cards are better, and nobody is judged as
        well or as badly as at its end.

    """
    n = rules.players
    outcome = rules.outcome(state)
    results = _rounds(state)
    if len(results) > len(before):
        last = results[-1]
        if last.scores is not None:
            worst = max(max(last.scores), 1)
            return tuple(
                [
                    0.5 * (1 - score / worst) + 0.5 * share
                    for score, share in zip(last.scores, _shares(last.places), strict=True)
                ]
            )
        return _shares(last.places)
    if outcome is not None:
        return _shares(outcome.places)
    held = [0] * n
    for field in state.layout.zones():
        if field.holds is Holds.PLAYERS:
            for seat, cards in enumerate(getattr(state, field.name)):
                held[seat] += sum(1 for card in cards_in(cards) if not isinstance(card, Hidden))
    most = max(max(held), 1)
    by_rank = _shares(ranked(held))
    return tuple(
        [0.1 + 0.8 * (0.5 * share + 0.5 * (1 - cards / most)) for share, cards in zip(by_rank, held, strict=True)]
    )


def _shares(places: Sequence[int]) -> tuple[float, ...]:
    """1 for the first place alone, 0 for the last, equal places share."""
    n = len(places)
    return tuple([(n - place - (places.count(place) - 1) / 2) / (n - 1) for place in places])
