"""How long a game is, and how much there is to choose in it."""

from __future__ import annotations

from itertools import islice, repeat
from operator import ne, sub
from typing import Any, Final

from shedkit.study.measures.kinds import OWN, GameMeasure
from shedkit.study.measures.spans import counted, several, share
from shedkit.study.measures.tenths import shared
from shedkit.study.trails import Trail

__all__ = ["CHOICES", "LENGTHS"]

SHARE_OF_MOVES: Final = "share of the moves"


def _moves(trail: Trail[Any, Any]) -> int:
    return len(trail.moves)


def _turns(trail: Trail[Any, Any]) -> int:
    turns, moves = trail.turns, len(trail.moves)
    if None in turns:
        turns = [seat for seat in islice(turns, moves) if seat is not None]
        moves = len(turns)
    changed: int = sum(map(ne, turns, islice(turns, 1, moves)))
    return changed + (moves > 0)


def _rounds(trail: Trail[Any, Any]) -> int:
    return len(trail.deals) + 1


def _truncated(trail: Trail[Any, Any]) -> bool:
    return trail.truncated


def _real_choices(trail: Trail[Any, Any]) -> float | None:
    moves = len(trail.choices)
    return (moves - trail.choices.count(1)) / moves if moves else None


def _real_choices_course(trail: Trail[Any, Any]) -> list[float | None]:
    tenths = list(map(trail.choices.__getitem__, trail.tenths))
    return shared(map(sub, map(len, tenths), map(list.count, tenths, repeat(1))), tenths)


def _forced_moves(trail: Trail[Any, Any]) -> int:
    return trail.choices.count(1)


def _branching(trail: Trail[Any, Any]) -> float | None:
    return sum(trail.choices) / len(trail.choices) if trail.choices else None


def _branching_real(trail: Trail[Any, Any]) -> float | None:
    forced = trail.choices.count(1)
    real = len(trail.choices) - forced
    return (sum(trail.choices) - forced) / real if real else None


def _branching_course(trail: Trail[Any, Any]) -> list[float | None]:
    tenths = list(map(trail.choices.__getitem__, trail.tenths))
    return shared(map(sum, tenths), tenths)


LENGTHS: Final[tuple[GameMeasure, ...]] = (
    GameMeasure(
        "moves",
        "Moves",
        "How many moves were made; what a player does in one turn may be several.",
        "moves",
        "Ludii: DurationMoves",
        of=_moves,
        span=counted,
        length=True,
    ),
    GameMeasure(
        "turns",
        "Turns",
        "How many turns there were: how often the seat on turn changed, and the first one. Further moves of the "
        "same player belong to the same turn, and so do the moves of others in between.",
        "turns",
        "Ludii: DurationTurns",
        adapted="Answers out of turn, such as a reaction or a buy, end no turn here; choosing the open rows is not a "
        "turn.",
        of=_turns,
        span=counted,
        length=True,
    ),
    GameMeasure("rounds", "Rounds", "How many rounds were begun.", "rounds", OWN, of=_rounds, span=counted),
    GameMeasure(
        "truncated",
        "Endless games",
        "Whether the game was cut because it had no end within the most moves that the study allows.",
        "share of the games",
        "Ludii: Timeouts",
        adapted="The limit is that of the study, in moves.",
        of=_truncated,
    ),
)

CHOICES: Final[tuple[GameMeasure, ...]] = (
    GameMeasure(
        "real_choices",
        "Real choices",
        "The share of the moves that were chosen out of two legal moves or more.",
        SHARE_OF_MOVES,
        "Ludii: DecisionMoves",
        of=_real_choices,
        span=share,
    ),
    GameMeasure(
        "real_choices_course",
        "Real choices over the game",
        "The share of the moves that were chosen out of two legal moves or more, in each tenth of the game.",
        SHARE_OF_MOVES,
        "Ludii: DecisionMoves",
        adapted="It is taken for each tenth of the moves.",
        shape="course",
        of=_real_choices_course,
        span=share,
    ),
    GameMeasure(
        "forced_moves",
        "Forced moves",
        "How many moves were the only legal one.",
        "moves",
        "Ludii: DecisionMoves",
        adapted="The moves that are no decision are counted.",
        of=_forced_moves,
        span=counted,
    ),
    GameMeasure(
        "branching",
        "Branching",
        "How many legal moves there were on average.",
        "legal moves",
        "Ludii: BranchingFactor",
        of=_branching,
        span=several,
    ),
    GameMeasure(
        "branching_real",
        "Branching of real choices",
        "How many legal moves there were on average where there were two or more.",
        "legal moves",
        "Ludii: DecisionFactor",
        of=_branching_real,
        span=several,
    ),
    GameMeasure(
        "branching_course",
        "Branching over the game",
        "How many legal moves there were on average in each tenth of the game.",
        "legal moves",
        "Ludii: BranchingFactor",
        adapted="It is taken for each tenth of the moves.",
        shape="course",
        of=_branching_course,
        span=several,
    ),
)
