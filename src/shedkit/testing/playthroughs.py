"""Golden playthroughs: a game written out, move by move, with what every player sees and may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from shedkit.core.cards import codes
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.table.runner import Player, Step, simulate

__all__ = ["playthrough"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def _position(rules: Rules[S, M], state: S) -> list[str]:
    lines = [rules.describe(state)]
    for player in (*range(rules.players), None):
        view = rules.view(state, player)
        inside = str(view.state).splitlines()
        differs = [line for line, full in zip(inside, str(state).splitlines(), strict=True) if line != full]
        who = "onlooker" if player is None else f"player {player}"
        lines.append(f"{who} sees {'; '.join(' '.join(line.split()) for line in differs) or 'all'}")
        lines.append(f"{who} knows of {' '.join(map(str, rules.actors(view))) or 'nobody'} to move")
        if player is not None:
            for title, moves in (
                ("may", rules.legal_moves(view, player)),
                ("may, at a price,", rules.penalised_moves(view, player)),
            ):
                if moves:
                    lines.append(f"{who} {title} {', '.join(map(str, moves))}")
    return lines


def playthrough(
    rules: Rules[S, M],
    players: Sequence[Player[S, M]],
    seed: int,
    max_moves: int = 200,
    *,
    state: S | None = None,
) -> str:
    """A whole game as text, to be kept in a file and compared: a change of the rules shows as a difference.

    Args:
        rules: the game and its options.
        players: one for each seat.
        seed: for the deal.
        max_moves: after how many moves it is cut.
        state: where to begin, instead of a deal.

    """
    start = rules.deal(seed) if state is None else state
    lines = [f"{rules!r}, deck of {len(rules.deck)}: {codes(rules.deck)}", "", *_position(rules, start)]

    def watch(step: Step[S, M]) -> None:
        lines.append("")
        lines.append(f"> {step.player} {step.move}")
        lines.extend(f"  {event}" for event in step.events)
        for reader in (*range(rules.players), None):
            shown = rules.shown(step.events, reader)
            if shown != step.events:
                who = "onlooker" if reader is None else f"player {reader}"
                lines.append(f"  {who} sees {'; '.join(map(str, shown)) or 'nothing'}")
        lines.extend(_position(rules, step.after))

    played = simulate(rules, players, seed, max_moves, state=start, watch=watch)
    lines += ["", "truncated" if played.truncated else f"outcome: {played.outcome}", ""]
    return "\n".join(lines)
