"""A player that searches: information set Monte Carlo tree search, the same for every game.

The method is the single-observer variant of P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte
Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012, pages 120-143: again
and again the player imagines a table that its view and its memory allow, makes a move there, follows one tree of moves
for all imagined tables as far as it reaches, and plays on quickly until it can be judged who does well.

Three things are adapted, because a shedding game goes on long and luck has a large part in it.

- Quick play is that of the game's simple opponent, not random: random players hardly ever end such a game.
- What the simple opponent would do itself, the *usual* move, is tried in every imagined table. Every other move is
  judged by what it gains over the usual one in the same tables, played on by players with the same seeds, so that much
  of the luck drops out. It is chosen only if the gain is larger than its standard error; else the usual move is made.
  Common random numbers are the oldest means of comparing by simulation; for tree search see J. Veness, M. Lanctot and
  M. Bowling, "Variance Reduction in Monte-Carlo Tree Search", NIPS 2011.
- Rewards go to every seat, so that any number may play, each for itself. Play is judged at the end of the round: by
  points where the game counts them, else by places; if it is cut before, by who holds the fewest cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any, Generic, TypeVar

import attrs

from shedkit.core.errors import ConfigurationError, ViewError
from shedkit.core.events import Event
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import Move
from shedkit.core.outcomes import ranked
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.players import RandomPlayer
from shedkit.players.standing import cards_held, results_of
from shedkit.table.runner import Player

__all__ = ["SearchPlayer", "Thought"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

_ITERATIONS = 400
_WIDTH = 4
"""How many moves are tried in each imagined table, the usual one among them."""
_MANY = 8
"""So many moves beside the usual one deserve all iterations; fewer deserve fewer."""
_LEAST = 4
"""How often a move must have been tried before anything is said about it."""
_HOPE = 1.0
"""So many standard errors above its mean gain, a move is still worth trying."""
_DOUBT = 1.0
"""So many standard errors below its mean gain, a move must still be better than the usual one."""
_OPENED = 50
"""How often a place must have been visited before a tree grows there; until then quick play tells more."""
_EXPLORATION = 0.7
"""How much moves are tried, deeper in the tree, that have been tried seldom."""
_WIDENING = 0.5
"""A place that was visited n times has at most as many moves as this times the root of n, beside the usual ones."""


@attrs.frozen
class Thought(Generic[M]):
    """What a search thinks of a move.

    Attributes:
        move: the move.
        usual: whether it is the one that the quick player would make, with which the others are compared.
        tried: how often it was tried; 0 where there was no time for it.
        gain: by how much it is expected to do better than the usual move, on a scale on which the whole game counts
            from -1 to 1, or in points where the game counts them; 0.0 for the usual move itself.
        error: the standard error of the gain; ``None`` where it was not tried often enough to say.

    """

    move: M
    usual: bool
    tried: int
    gain: float
    error: float | None


class _Node(Generic[M]):
    """A place in the tree, after a move: how often it could have been reached, how often it was, and what it gave."""

    __slots__ = ("available", "children", "reward", "visits")

    def __init__(self) -> None:
        self.available = 0
        self.visits = 0
        self.reward = 0.0
        self.children: dict[tuple[int, M], _Node[M]] = {}


class _Trial(Generic[M]):
    """A move that might be better than the usual one: how often it was tried, and its gains."""

    __slots__ = ("gain", "move", "node", "number", "squares")

    def __init__(self, move: M) -> None:
        self.move = move
        self.node: _Node[M] = _Node()
        self.number = 0
        self.gain = 0.0
        self.squares = 0.0

    @property
    def mean(self) -> float:
        return self.gain / self.number

    def add(self, gain: float) -> None:
        self.number += 1
        self.gain += gain
        self.squares += gain * gain


class SearchPlayer(Generic[S, M]):
    """Searches with a budget of iterations or of seconds for each decision.

    It sees views, events and lists of moves like every player. What it imagines comes from `Rules.sample` and, if it
    is told what happens as an `Observer` is, from its `Knowledge`. With a budget of iterations the same seed gives the
    same moves. It thinks no longer than it must: it stops early when no other move can be hoped to beat the usual one.

    Args:
        rules: the game and its options.
        seed: any integer; it decides everything the player draws.
        iterations: the most moves it tries in imagined tables for a decision between nine moves or more; where there
            are fewer, an eighth of that for each move beside the usual one. 400 if no budget is given.
        seconds: how long it thinks about a decision, at most but for the end of the last try.
        depth: after how many moves imagined play is cut.
        quick: makes, out of a seed, the player that is imagined in every seat; without it a random one.

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
        depth: int = 200,
        quick: Callable[[int], Player[S, M]] | None = None,
    ) -> None:
        if type(seed) is not int:
            raise ConfigurationError("seed", f"it must be an integer, not a {type(seed).__name__}")
        if iterations is not None and seconds is not None:
            raise ConfigurationError("iterations", "either iterations or seconds can be given, not both")
        if seconds is not None and (type(seconds) not in (int, float) or not 0 < seconds <= 86_400):
            raise ConfigurationError("seconds", f"it must be a number above 0, up to a day, not {short(seconds)}")
        for name, value in (("iterations", iterations), ("depth", depth)):
            if value is not None and (type(value) is not int or not 1 <= value <= 10**9):
                raise ConfigurationError(name, f"it must be a whole number from 1, not {short(value)}")
        self._rules = rules
        self._random = Random(f"search {seed}")
        self._most = _ITERATIONS if iterations is None else iterations
        self._seconds = seconds
        self._depth = depth
        self._knowledge: Knowledge | None = None
        self._make: Callable[[int], Player[S, M]] = _random_player if quick is None else quick
        self._usual: Player[S, M] = self._make(self._random.getrandbits(32))
        self._scale = 1.0  # the largest reward seen so far
        self.iterations = 0
        """How many moves it has tried so far, in all decisions together."""
        self.value: float | None = None
        """By how much it expects its last choice to do better than the usual move; ``None`` if it had no choice."""
        self.thoughts: tuple[Thought[M], ...] = ()
        """What it thinks of each move of its last decision, in the order of their list; nothing if it had no choice."""

    def observe(self, view: View[S], events: Sequence[Event]) -> None:
        """Remember what was seen; see `Observer`."""
        if not events or self._knowledge is None:
            self._knowledge = Knowledge.of(self._rules, view)
        else:
            self._knowledge = self._knowledge.after(events)

    def choose(self, view: View[S], moves: Sequence[M]) -> M:
        """One of the moves.

        Raises:
            ViewError: for the view of an onlooker, who has nothing to choose, or for one no table can be imagined for.

        """
        player = view.player
        if player is None:
            raise ViewError("an onlooker has nothing to choose")
        self.value, self.thoughts = None, ()
        if len(moves) == 1:
            return moves[0]
        ends = None if self._seconds is None else perf_counter() + self._seconds
        knowledge = self._knowledge
        if knowledge is not None and not knowledge.fits(view):
            knowledge = None  # it was not told everything that happened: the view alone must do
        usual = self._usual.choose(view, moves)
        trials = [_Trial(move) for move in moves if move != usual]
        self._random.shuffle(trials)
        root: _Node[M] = _Node()
        rounds = len(results_of(view.state))
        most = max(1, self._most * min(len(trials), _MANY) // _MANY)
        done = tables = 0
        while trials and (done < most if ends is None else perf_counter() < ends):
            # where there are many moves, they come into play by and by
            picked = _worth_trying(trials[: _WIDTH + tables // 2])
            if not picked:
                break
            seed = self._random.getrandbits(64)
            table = self._rules.sample(view, seed, knowledge=knowledge)
            expected = self._tried(root, table, player, usual, rounds, seed)
            for trial in picked:
                trial.add(self._tried(trial.node, table, player, trial.move, rounds, seed) - expected)
            done += 1 + len(picked)
            tables += 1
        self.iterations += done
        best = _best(usual, trials)
        self.value = next((trial.mean for trial in trials if trial.move is best), 0.0)
        self.thoughts = _thoughts(moves, trials, tables)
        return best

    def _tried(self, node: _Node[M], state: S, mover: int, move: M, rounds: int, seed: int) -> float:
        """One iteration: make the move, go down the tree, play on quickly; what it brought the mover.

        Args:
            node: the place in the tree after the move.
            state: the imagined table.
            mover: who makes the move.
            move: the move.
            rounds: how many rounds were over before it.
            seed: of the players who play on.

        """
        rules = self._rules
        quick = [self._make(seed + seat) for seat in range(rules.players)]
        actors_of, moves_of, step = rules.actors, rules.legal_moves, rules.apply_unchecked
        path, in_tree = [(mover, node)], node.visits >= _OPENED
        state = step(state, move, mover)
        for _ in range(self._depth):
            actors = actors_of(state)
            if not actors or len(results_of(state)) > rounds:
                break
            player = actors[0]
            moves = moves_of(state, player)
            move = moves[0]
            if len(moves) > 1:
                # all of it is imagined, so nothing needs to be hidden
                move = quick[player].choose(View(player, state), moves)
                if in_tree:
                    move, node = self._deeper(node, player, moves, move)
                    path.append((player, node))
                    in_tree = node.visits >= _OPENED
            state = step(state, move, player)
        rewards = self._rewards(state, rounds)
        for player, node in path:
            node.visits += 1
            node.reward += rewards[player]
        return rewards[mover]

    def _deeper(self, node: _Node[M], player: int, moves: Sequence[M], usual: M) -> tuple[M, _Node[M]]:
        """The move to follow in the tree, and the place it leads to."""
        children = node.children
        known = []
        for move in moves:
            child = children.get((player, move))
            if child is not None:
                child.available += 1
                known.append((move, child))
        new = None
        if (player, usual) not in children:
            new = usual
        elif len(known) < min(len(moves), _WIDENING * sqrt(node.visits)):
            rest = [move for move in moves if (player, move) not in children]
            new = rest[int(self._random.random() * len(rest))]
        if new is None:
            return max(known, key=self._bound)
        child = children[player, new] = _Node()
        child.available = 1
        return new, child

    def _bound(self, branch: tuple[M, _Node[M]]) -> float:
        """The upper confidence bound of a place; what counts is how often it could have been reached."""
        node = branch[1]
        mean = node.reward / (node.visits * 2 * self._scale)  # between -1/2 and 1/2
        return mean + _EXPLORATION * sqrt(log(node.available) / node.visits)

    def _rewards(self, state: S, rounds: int) -> Sequence[float]:
        """What each seat got: points fewer than the others on average, or its place, from 1 for the first to -1."""
        results, outcome = results_of(state), self._rules.outcome(state)
        n = self._rules.players
        if len(results) > rounds:
            scores, places = results[-1].scores, results[-1].places
            if scores is not None:
                rewards = [(sum(scores) - n * score) / (n - 1) for score in scores]
                self._scale = max(self._scale, *map(abs, rewards))
                return rewards
        elif outcome is not None:
            places = outcome.places
        else:
            # nothing is certain yet, so it counts half
            return [self._scale * share / 2 for share in _shares(ranked(cards_held(state)))]
        return _shares(places)


def _random_player(seed: int) -> Player[Any, Any]:
    return RandomPlayer(seed)


def _worth_trying(trials: Sequence[_Trial[Any]]) -> list[_Trial[Any]]:
    """The moves to try in the next table: those hardly tried yet, then those that may gain most, if any may."""
    new = [trial for trial in trials if trial.number < _LEAST]
    if new:
        return sorted(new, key=lambda trial: -trial.number)[: _WIDTH - 1]
    error = _error(trials)
    hopes = [(trial.mean + _HOPE * error / sqrt(trial.number), i) for i, trial in enumerate(trials)]
    return [trials[i] for hope, i in sorted(hopes, reverse=True)[: _WIDTH - 1] if hope > 0]


def _best(usual: M, trials: Sequence[_Trial[M]]) -> M:
    """The move whose gain over the usual one is the surest; the usual one where none is sure."""
    best, gain, error = usual, 0.0, _error(trials)
    for trial in trials:
        if trial.number >= _LEAST and trial.mean - _DOUBT * error / sqrt(trial.number) > gain:
            best, gain = trial.move, trial.mean - _DOUBT * error / sqrt(trial.number)
    return best


def _thoughts(moves: Sequence[M], trials: Sequence[_Trial[M]], tables: int) -> tuple[Thought[M], ...]:
    """One thought for each move; what is no trial is the usual move, which was tried in every table."""
    known, error = {trial.move: trial for trial in trials}, _error(trials)
    thoughts = []
    for move in moves:
        trial = known.get(move)
        if trial is None:
            thoughts.append(Thought(move, True, tables, 0.0, 0.0))
        elif trial.number:
            sure = error / sqrt(trial.number) if trial.number >= _LEAST else None
            thoughts.append(Thought(move, False, trial.number, trial.mean, sure))
        else:
            thoughts.append(Thought(move, False, 0, 0.0, None))
    return tuple(thoughts)


def _error(trials: Sequence[_Trial[Any]]) -> float:
    """The standard deviation of a gain, taken to be the same for all moves."""
    tried = [trial for trial in trials if trial.number > 1]
    free = sum([trial.number - 1 for trial in tried])
    return sqrt(max(0.0, sum([trial.squares - trial.gain * trial.mean for trial in tried])) / free) if free else 0.0


def _shares(places: Sequence[int]) -> list[float]:
    """1 for the first place alone, -1 for the last, evenly between them; equal places share."""
    n = len(places)
    return [(n + 1 - 2 * place - (places.count(place) - 1)) / (n - 1) for place in places]
