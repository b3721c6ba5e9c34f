"""Opening the table: what the command line calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shedkit.table.journal import Journal
from shedkit.table.match import Match
from shedkit.terminal.app import TableApp
from shedkit.terminal.sitting import Sitting

__all__ = ["begin_on_screen", "play_on_screen"]


def begin_on_screen() -> None:
    """Ask for a game, and play matches until the person leaves."""
    TableApp().run()


def play_on_screen(
    match: Match[Any, Any],
    journal: Journal | None,
    people: Iterable[int],
    *,
    everything: bool,
    max_moves: int,
) -> None:
    """Play a match until the person leaves, who may begin others.

    Args:
        match: the match.
        journal: its journal, if it has one.
        people: the seats of those who share the screen; with none, all watch.
        everything: whether those who watch see all hidden cards.
        max_moves: after how many moves opponents stop.

    """
    seed = 0 if match.deal is None else match.deal[0]
    sitting = Sitting(match, people, seed=seed, everything=everything, max_moves=max_moves)
    TableApp(sitting, journal).run()
