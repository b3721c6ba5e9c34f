"""What happens to the three rows of the ladder family: hands are refilled, players go out, rounds end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shedkit.authoring import Game, Outcome, Result, RoundsPosition, ranked
from shedkit.families.ladder import EMPTY_ROW, ROW, places_by_exit

__all__ = [
    "RowsPosition",
    "ended",
    "is_done",
    "leave_if_done",
    "only_blind",
    "outcome_of_rounds",
    "refill_hand",
    "rows_fault",
    "too_few",
]


class RowsPosition(RoundsPosition, total=False):
    """What a position of the family can name beside what one game has for itself."""

    face_up: Sequence[str]
    face_down: Sequence[str]
    layer: int | None
    out: Sequence[int] | None
    declined: Sequence[bool] | None


def only_blind(now: Any, player: int) -> bool:
    """Whether hand, stock and open row are gone, so that blind cards are on."""
    return not now.hands[player] and not now.stock and now.face_up[player] == EMPTY_ROW


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


def outcome_of_rounds(results: tuple[Result, ...], *, only_first_wins: bool) -> Outcome:
    """What all rounds came to: of one round its places, of several those by fewest rounds lost.

    Args:
        results: of all rounds.
        only_first_wins: whether the first place alone wins, or everybody who does not lose.

    """
    places = results[0].places
    players = len(places)
    if len(results) > 1:
        places = ranked([sum(result.places[seat] == players for result in results) for seat in range(players)])
    last = max(places)
    return Outcome(
        places=places,
        winners=tuple(s for s, place in enumerate(places) if place == 1 or not (only_first_wins or place == last)),
        losers=tuple(seat for seat, place in enumerate(places) if place == last > 1),
        rounds=results,
    )


def ended(rules: Game[Any, Any], now: Any) -> bool:
    """Fewer than two players have cards."""
    return rules.players - len(now.out) < 2


def too_few(rules: Game[Any, Any], at: Any) -> str | None:
    """What is wrong in a position of a round that goes on and would be over, in a sentence, or ``None``."""
    if at.phase != "over" and ended(rules, at):
        return "the round would be over: fewer than two players have cards"
    return None


def rows_fault(rules: Game[Any, Any], at: Any) -> str | None:
    """What contradicts the rules of the family in a position that the declarations allow, or ``None``."""
    players, results = rules.players, at.round.results
    if any(sorted(result.places) != list(range(1, players + 1)) for result in results):
        return "results: a round gives every place once"
    if at.phase == "over":
        wrong = results[-1].places != places_by_exit(at.out, players)
        return "results: the last round's places are not those of out" if wrong else None
    for seat in range(players):  # on turn there may be a pile to take, later there may be none
        if at.stock and not at.hands[seat] and seat not in at.out and seat != at.turn:
            return f"hands: player {seat} has no hand card beside a stock, and could not go on"
    return None
