"""What happens to the three rows of the ladder family: hands are refilled, players go out, rounds end."""

from __future__ import annotations

from typing import Any

from shedkit.authoring import Game, Outcome, Result
from shedkit.families.ladder import EMPTY_ROW, ROW, match_outcome, places_by_exit

__all__ = ["is_done", "leave_if_done", "match_result", "refill_hand", "rounds_fault"]


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


def match_result(rules: Game[Any, Any], now: Any, *, only_first_wins: bool) -> Outcome:
    """How a game ended that is over; see `match_outcome`."""
    outcome = match_outcome(now.round.results, rules.rounds, only_first_wins=only_first_wins)
    assert outcome is not None, "all rounds are over"
    return outcome


def rounds_fault(rules: Game[Any, Any], at: Any) -> str | None:
    """What is wrong with who is out, with places, or with hands that could not be played on, in a sentence."""
    players, over = rules.players, at.phase == "over"
    for result in at.round.results:
        if sorted(result.places) != list(range(1, players + 1)):
            return "results: a round gives every place once"
    if over and players - len(at.out) > 1:
        return "phase: the round is not over while two players have cards"
    if over and at.round.results[-1].places != places_by_exit(at.out, players):
        return "results: the last round's places are not those of out"
    if not over and players - len(at.out) < 2:
        return "the round would be over: fewer than two players have cards"
    for seat in range(players):
        waits = not (over or at.hands[seat] or seat in at.out or seat == at.turn)
        if waits and at.stock:  # on turn there may be a pile to take, later there may be none
            return f"hands: player {seat} has no hand card beside a stock, and could not go on"
    return None
