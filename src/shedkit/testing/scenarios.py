"""Scenarios: a few moves by their codes, and a move that must not be taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from shedkit.core.errors import IllegalMove, NotationError
from shedkit.core.moves import Move
from shedkit.core.refusals import Refusal
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.testing.answers import same_move

__all__ = ["legal_codes", "penalised_codes", "play", "refused"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def play(rules: Rules[S, M], state: S, *moves: str | tuple[int, str]) -> S:
    """The state after these moves, each written as the seat and the code of the move, in one text or as a pair.

    Raises:
        NotationError: if a text is no seat and code.
        IllegalMove: if a move is refused.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2)
    >>> state = rules.position(hands=["8 45", "18 7"], discard="87")
    >>> play(rules, state, "0 play 8", (1, "play 18")).turn
    0

    """
    for move in moves:
        seat, code = _read(move) if isinstance(move, str) else move
        state = rules.apply(state, rules.parse(code), seat)
    return state


def _read(text: str) -> tuple[int, str]:
    seat, _, code = text.partition(" ")
    if not (seat.isascii() and seat.isdecimal()):
        raise NotationError(f"{short(text)}: a seat and the code of a move expected, like '0 draw'")
    return int(seat), code


def refused(rules: Rules[S, M], state: S, move: M | str, player: int = 0) -> Refusal:
    """The refusal of a move that must not be taken, once it is sure that it is none and that nothing is changed.

    `Rules.apply` and `Rules.trace` raise an error with the same refusal, the lists do not hold the move, the view of
    the player gives the same answer, and the state is as it was.

    Args:
        rules: the game and its options.
        state: the position.
        move: the move, or its code.
        player: who tries it.

    Raises:
        AssertionError: if any of that does not hold.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2, misplay="illegal")
    >>> refused(rules, rules.position(hands=["45", "7"], discard="87"), "play 45").reason
    <Reason.NO_MATCH: 'no-match'>

    """
    made = rules.parse(move) if isinstance(move, str) else move
    before = hash(state), repr(state)
    refusal = rules.refusal(state, made, player)
    assert refusal is not None, f"{made} of player {player} is taken"
    for change in (rules.apply, rules.trace):
        error = _error(change, state, made, player)
        assert error is not None, f"{change.__name__} takes {made} of player {player}"
        assert error.refusal == refusal, f"{change.__name__} says {error.refusal}, refusal says {refusal}"
        assert str(error) == str(refusal), f"{change.__name__} says {error}, refusal says {refusal}"
    if type(player) is int and 0 <= player < rules.players:
        listed = (*rules.legal_moves(state, player), *rules.penalised_moves(state, player))
        assert not any(same_move(made, other) for other in listed), f"{made} is listed"
        assert rules.refusal(rules.view(state, player), made, player) == refusal
    assert (hash(state), repr(state)) == before, f"the refusal of {made} changed the state"
    return refusal


def _error(change: Callable[..., object], *words: object) -> IllegalMove | None:
    try:
        change(*words)
    except IllegalMove as error:
        return error
    return None


def legal_codes(rules: Rules[S, M], state: S, player: int = 0) -> set[str]:
    """The codes of a player's legal moves, once it is sure that the list is good.

    Nothing is listed twice, each move is accepted, its code reads back, and the player's view lists the same.

    Raises:
        AssertionError: if any of that does not hold.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2)
    >>> sorted(legal_codes(rules, rules.position(hands=["8 45", "7"], discard="87")))
    ['draw', 'play 8']

    """
    return _codes(rules, state, player, rules.legal_moves(state, player), rules.legal_moves)


def penalised_codes(rules: Rules[S, M], state: S, player: int = 0) -> set[str]:
    """The codes of a player's penalised moves, under the same care as `legal_codes`."""
    return _codes(rules, state, player, rules.penalised_moves(state, player), rules.penalised_moves)


def _codes(
    rules: Rules[S, M],
    state: S,
    player: int,
    listed: tuple[M, ...],
    ask: Callable[[View[S], int], tuple[M, ...]],
) -> set[str]:
    assert len(set(listed)) == len(listed), f"a move is listed twice: {', '.join(map(str, listed))}"
    for move in listed:
        assert rules.refusal(state, move, player) is None, f"{move} is listed, but not taken"
        assert rules.parse(str(move)) == move, f"{move} is read back as {rules.parse(str(move))}"
    assert ask(rules.view(state, player), player) == listed, "the view lists other moves"
    return {str(move) for move in listed}
