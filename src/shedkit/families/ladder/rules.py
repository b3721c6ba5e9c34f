"""What the games of the ladder family have in common as games: positions, rounds, and how a turn ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from shedkit.authoring import ConfigurationError, Game, Move, Outcome, Result, RoundsPosition, State, ranked
from shedkit.families.ladder.rows import EMPTY_ROW, ROW

__all__ = [
    "LadderGame",
    "LadderPosition",
    "LadderState",
    "end_turn",
    "outcome_of_rounds",
    "places_by_exit",
    "refill_empty",
]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class LadderPosition(RoundsPosition, total=False):
    """What a position of the family can name beside what one game has for itself."""

    face_up: Sequence[str]
    face_down: Sequence[str]
    layer: int | None
    out: Sequence[int] | None
    declined: Sequence[bool] | None


class LadderState(State):
    """What the states of the family can tell of their rounds."""

    __slots__ = ()
    round: Any

    @property
    def results(self) -> tuple[Result, ...]:
        """The results of the rounds that are over."""
        return self.round.results  # type: ignore[no-any-return]

    @property
    def dealer(self) -> int:
        """The seat that dealt this round."""
        return self.round.dealer  # type: ignore[no-any-return]


class LadderGame(Game[S, M]):
    """A game of the family: everybody is dealt three rows, and the last player who has cards loses the round."""

    __slots__ = ()

    def __attrs_post_init__(self) -> None:
        """Refuse a deck that is too small for three rows each."""
        need = 3 * ROW * self.players
        if len(self.deck) < need:
            raise ConfigurationError("deck", f"{self.players} players are dealt {need} cards, it has {len(self.deck)}")

    def ended(self, /, now: Any) -> bool:
        """Fewer than two players have cards (SH-032)."""
        return self.players - len(now.out) < 2

    def dealer_after(self, /, now: Any) -> int:
        """The loser of the round deals the next one (LS-017)."""
        loser: int = now.results[-1].places.index(self.players)
        return loser

    def fault(self, /, state: S) -> str | None:
        """What contradicts the rules of the family in a position, or the declarations."""
        at: Any = state
        if at.phase != "over" and self.ended(at):
            return "the round would be over: fewer than two players have cards"
        return super().fault(state) or self._fault_of_rows(at)

    def _fault_of_rows(self, at: Any) -> str | None:
        players, results = self.players, at.round.results
        if any(sorted(result.places) != list(range(1, players + 1)) for result in results):
            return "results: a round gives every place once"
        if at.phase == "over":
            wrong = results[-1].places != places_by_exit(at.out, players)
            return "results: the last round's places are not those of out" if wrong else None
        for seat in range(players):  # on turn there may be a pile to take, later there may be none
            if at.stock and not at.hands[seat] and seat not in at.out and seat != at.turn:
                return f"hands: player {seat} has no hand card beside a stock, and could not go on"
        return None


def places_by_exit(out: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The places of a round by seat: in the order of going out, the last one loses.

    >>> places_by_exit(out=(1, 3, 0), players=4)
    (3, 1, 4, 2)
    """
    return tuple(out.index(seat) + 1 if seat in out else players for seat in range(players))


def refill_empty(s: Any, player: int) -> None:
    """Draw where a turn ends in which its player has laid nothing and has no hand card beside a stock.

    That comes about in built positions only. Without it the player could be on turn again with neither a card nor,
    once the pile is gone, anything to take.
    """
    if not s.hands[player] and s.stock:
        s.draw(ROW, player)


def end_turn(
    rules: Game[Any, Any], s: Any, player: int, again: bool = False, skipped: int = 0, direction: int = 1
) -> None:
    """A player's turn ends, with all that follows.

    The player draws until the hand has three cards or the stock is empty (SH-022, SH-023, LS-036 to LS-038, LS-A26),
    also before another turn (SH-A11, LS-A28). The pile has changed, so that chances that were let go by are gone.
    Without cards the player is out, and not on again (SH-A10, LS-A33); the others play on until one is left (SH-031,
    SH-A25, SH-A26, LS-122, LS-123, LS-125, LS-126). Otherwise the next player is on turn who has cards (SH-013,
    LS-018, LS-039).

    Args:
        rules: the rules.
        s: the draft.
        player: whose turn it was.
        again: whether the player is on again, with cards left.
        skipped: how many players are passed over.
        direction: 1 for clockwise, -1 for anticlockwise.

    """
    lacks = ROW - len(s.hands[player])
    if lacks > 0 and s.stock:
        s.draw(lacks, player)
    if True in s.declined:
        s.declined = s.each(False)
    if lacks == ROW and not s.hands[player] and s.face_up[player] == EMPTY_ROW == s.face_down[player]:
        s.leave(player)
        again = False
        if len(s.out) == rules.players - 1:
            rules.end_round(s, Result(places_by_exit(s.out, rules.players)))
            s.turn = player
            return
    if again:
        s.turn_to(player)
    else:
        s.next_turn(player, skipped, direction)


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
