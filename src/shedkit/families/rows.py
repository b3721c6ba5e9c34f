"""What happens to the three rows of the ladder family: hands are refilled, players go out, rounds end."""

from __future__ import annotations

from typing import Any

from shedkit.authoring import Game, Result
from shedkit.families.ladder import EMPTY_ROW, ROW, places_by_exit

__all__ = ["is_done", "leave_if_done", "refill_hand"]


def refill_hand(s: Any, player: int) -> None:
    """Draw until the hand has three cards or the stock is empty."""
    need = ROW - len(s.hands[player])
    if need > 0 and s.stock:
        s.draw(need, player)


def is_done(s: Any, player: int) -> bool:
    """Whether a player has no card left in any row."""
    return not s.hands[player] and s.face_up[player] == EMPTY_ROW == s.face_down[player]


def leave_if_done(rules: Game[Any, Any], s: Any, player: int) -> bool:
    """A player without cards goes out; whether it did. With the last but one the round is over, and the last loses."""
    if s.hands[player] or not is_done(s, player):
        return False
    s.leave(player)
    if len(s.out) == rules.players - 1:
        rules.end_round(s, Result(places_by_exit(s.out, rules.players)))
    return True
