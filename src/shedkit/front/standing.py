"""Standing: what a player is asked for just now, if for anything."""

from __future__ import annotations

from enum import Enum
from typing import Any

from shedkit.core.roles import Role
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.views import View

__all__ = ["Standing", "standing"]


class Standing(Enum):
    """What a player is asked for."""

    TURN = "turn"
    """It is on turn, or has to deal."""
    ASKED = "asked"
    """It is asked for something while the player on turn waits, such as whether to buy."""
    CHOICE = "choice"
    """It chooses, as others do at the same time; nobody waits for anybody."""
    REACTION = "reaction"
    """It is not on turn and may do something all the same, or decline it. Nobody else knows."""
    WAITING = "waiting"
    """It can do nothing just now."""
    OVER = "over"
    """The game is over."""


def standing(rules: Rules[Any, Any], at: State | View[Any], player: int) -> Standing:
    """What a player is asked for; a view answers for its viewer.

    Raises:
        ViewError: if there is no such player, or a view is asked for another player than its viewer.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2)
    >>> [standing(rules, rules.deal(seed=7), player).value for player in range(2)]
    ['turn', 'waiting']

    """
    moves = rules.legal_moves(at, player)
    state = rules.inside(at, player)
    if rules.outcome(at) is not None:
        return Standing.OVER
    if not moves:
        return Standing.WAITING
    if all(move.role is Role.CHOOSE for move in moves):
        return Standing.CHOICE
    if _is(state, Role.CLAIMANT, player):
        return Standing.ASKED
    if _is(state, Role.TURN, player) or any(move.role is Role.DEAL for move in moves):
        return Standing.TURN
    return Standing.REACTION


def _is(state: State, role: Role, player: int) -> bool:
    return any(getattr(state, name) == player for name in state.layout.names(role))
