"""The runner: one game between given players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar, cast, runtime_checkable

import attrs

from shedkit.core.errors import ConfigurationError, IllegalMove, PlayerError
from shedkit.core.events import Event
from shedkit.core.moves import Move
from shedkit.core.outcomes import Outcome
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.table.match import Match

__all__ = ["Observer", "Played", "Player", "Step", "Tape", "drive", "run", "simulate"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
SV = TypeVar("SV", bound=State, contravariant=True)


class Player(Protocol[SV, M]):
    """Whoever chooses moves: it sees a view and the list of its moves, never a state."""

    def choose(self, view: View[SV], moves: Sequence[M]) -> M:
        """One of the moves."""
        ...


@runtime_checkable
class Observer(Protocol[SV]):
    """A player that also wants to know what happens: it is told once before the first move, and after each move.

    A `Knowledge` fed with these events remembers what the views no longer show.
    """

    def observe(self, view: View[SV], events: Sequence[Event]) -> None:
        """Take note of what the player sees now, and of what it saw happen; nothing has happened at the start."""
        ...


@attrs.frozen
class Step(Generic[S, M]):
    """One move of a game, for whoever watches.

    Attributes:
        before: the state it was made in.
        player: who made it.
        move: the move.
        after: the state it led to.
        events: what happened, as the authority sees it; ``rules.shown`` makes it fit for a player.

    """

    before: S
    player: int
    move: M
    after: S
    events: tuple[Event, ...]


@attrs.frozen
class Played(Generic[S]):
    """How a simulated game went.

    Attributes:
        outcome: the outcome, or ``None`` if the game was cut.
        truncated: whether the game was cut at ``max_moves``.
        moves: how many moves were made.
        state: the last state.

    """

    outcome: Outcome | None
    truncated: bool
    moves: int
    state: S


def simulate(
    rules: Rules[S, M],
    players: Sequence[Player[S, M]],
    seed: int | None = None,
    max_moves: int = 5_000,
    *,
    state: S | None = None,
    watch: Callable[[Step[S, M]], object] | None = None,
) -> Played[S]:
    """Play one game.

    Where several may move, the first one of ``rules.actors`` is asked. A player that is an `Observer` is told what it
    could see. A cut game is reported as truncated, never as finished.

    Args:
        rules: the game and its options.
        players: one for each seat.
        seed: for the deal; without one the operating system gives it.
        max_moves: after how many moves the game is cut.
        state: where to begin, instead of a deal.
        watch: called after each move.

    Raises:
        ConfigurationError: if ``max_moves`` is no whole number from 0, or the seed is bad.
        PlayerError: if there is not one player for each seat, or one chooses what is no legal move.
        PositionError: if ``state`` is no full state of this game and table.

    >>> from shedkit import Quiclo, RandomPlayer
    >>> rules = Quiclo(players=2)
    >>> played = simulate(rules, [RandomPlayer(1), RandomPlayer(2)], seed=7)
    >>> played.truncated, played.outcome.winners
    (False, (1,))

    """
    start = rules.deal(seed) if state is None else rules.checked(state)
    now, made = run(rules, players, start, max_moves, watch=watch)
    outcome = rules.outcome(now)
    return Played(outcome, outcome is None, made, now)


def drive(
    match: Match[S, M],
    players: Sequence[Player[S, M]],
    max_moves: int = 5_000,
    *,
    watch: Callable[[Step[S, M]], object] | None = None,
) -> Played[S]:
    """Have players play a match on, as `simulate` plays a game: its history, versions and journal are kept.

    Until they have stopped, nothing else may change the match: neither a player or a watcher from inside, nor another
    thread. Each move is made once, with its events if somebody wants them.

    Args:
        match: the match.
        players: one for each seat.
        max_moves: after how many moves to stop.
        watch: called after each move.

    Raises:
        ConfigurationError: if ``max_moves`` is no whole number from 0.
        PlayerError: if there is not one player for each seat, or one chooses what is no legal move.
        RecordError: if the match has a `Journal` and a move cannot be written; the moves before it are made.
        ReentranceError: if players are playing it already, or from inside a change of it.

    >>> from shedkit import Match, Quiclo, RandomPlayer
    >>> match = Match(Quiclo(players=2), seed=7)
    >>> drive(match, [RandomPlayer(1), RandomPlayer(2)], max_moves=10).truncated
    True
    >>> len(match)
    10

    """
    with match.driven() as step:
        _, moves = run(match.rules, players, match.state, max_moves, watch=watch, step=step)
        return Played(match.outcome, match.outcome is None, moves, match.state)


@attrs.frozen(eq=False)
class Tape(Generic[S, M]):
    """The moves of a game, in four lists that run side by side; the loop that plays adds to them.

    Attributes:
        players: who moved.
        choices: how many legal moves there were.
        moves: the moves.
        states: the states the moves were made in.

    """

    players: list[int] = attrs.field(factory=list)
    choices: list[int] = attrs.field(factory=list)
    moves: list[M] = attrs.field(factory=list)
    states: list[S] = attrs.field(factory=list)


# long: the loop of every game; a call more in each move would be felt
def run(
    rules: Rules[S, M],
    players: Sequence[Player[S, M]],
    state: S,
    max_moves: int,
    *,
    watch: Callable[[Step[S, M]], object] | None = None,
    tape: Tape[S, M] | None = None,
    ask_always: bool = True,
    step: Callable[..., S] | None = None,
) -> tuple[S, int]:
    """The loop on which `simulate`, `drive` and the study of many games rest: play on from a state.

    Args:
        rules: the game and its options.
        players: one for each seat.
        state: where to begin.
        max_moves: after how many moves to stop.
        watch: called after each move.
        tape: where to note the moves.
        ask_always: whether a player is asked also where it has only one move.
        step: makes a move that is legal, as ``rules.apply_unchecked`` does, which it is without a word.

    Returns:
        The last state, and how many moves were made.

    Raises:
        ConfigurationError: if ``max_moves`` is no whole number from 0.
        PlayerError: if there is not one player for each seat, or one chooses what is no legal move.

    """
    _check(rules, players, max_moves)
    # looked up as isinstance would, which takes as long as several moves
    observers = [
        (seat, cast("Observer[S]", player))
        for seat, player in enumerate(players)
        if callable(getattr(player, "observe", None))
    ]
    for seat, observer in observers:
        observer.observe(rules.view(state, seat), ())
    asks = [player.choose for player in players]
    actors_of, moves_of, step = rules.actors, rules.legal_moves, step or rules.apply_unchecked
    # what `view` does, without asking again and again whether this is a state of this game
    hide, opened = state.layout.hide, rules.open_zones()
    told = bool(observers) or watch is not None
    log: list[Event] = []
    for made in range(max_moves):
        actors = actors_of(state)
        if not actors:
            return state, made
        player = actors[0]
        moves = moves_of(state, player)
        move = moves[0]
        if ask_always or len(moves) > 1:
            move = asks[player](View(player, hide(state, player, opened)), moves)
            for listed in moves:
                if listed is move:  # taken from the list: there is nothing to check
                    break
            else:
                refusal = rules.refusal(state, move, player)
                if refusal is not None:
                    text = f"player {player} chose {short(str(move))}: {refusal}"
                    raise PlayerError(text) from IllegalMove(refusal)
        if tape is not None:
            tape.players.append(player)
            tape.choices.append(len(moves))
            tape.moves.append(move)
            tape.states.append(state)
        if not told:
            state = step(state, move, player)
            continue
        before = state
        log.clear()
        state = step(before, move, player, log)
        events = tuple(log)
        for seat, observer in observers:
            shown = rules.shown(events, seat)
            if shown:
                observer.observe(rules.view(state, seat), shown)
        if watch is not None:
            watch(Step(before, player, move, state, events))
    return state, max_moves


def _check(rules: Rules[S, M], players: Sequence[Player[S, M]], max_moves: int) -> None:
    """Refuse what no game can be run with."""
    if not isinstance(players, Sequence) or len(players) != rules.players:
        given = len(players) if isinstance(players, Sequence) else short(players)
        raise PlayerError(f"{rules.players} players are needed, one for each seat, not {given}")
    for seat, player in enumerate(players):
        if not callable(getattr(player, "choose", None)):
            raise PlayerError(f"player {seat}: {short(player)} has no method choose")
    if type(max_moves) is not int or max_moves < 0:
        raise ConfigurationError("max_moves", f"it must be a whole number from 0, not {short(max_moves)}")
