"""The ladder family: three rows of cards, equal or higher on a common pile, take it if you cannot.

Here stands what Shithead shares with games like it: the rows and how a hand is refilled, blind cards, the
card that governs, sets of equal cards on top of the pile and who could complete one out of turn.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable
from itertools import combinations
from typing import Any, Final, Protocol, TypeVar

import attrs

from shedkit.core.cards import BY_ORDER, Card, Hidden
from shedkit.core.events import (
    Chose,
    Declined,
    Event,
    GameOver,
    Moved,
    Out,
    Place,
    RoundBegan,
    RoundOver,
    Shuffled,
    Skipped,
    Turn,
)
from shedkit.core.moves import DECLINE, Decline, Move, reuse
from shedkit.core.outcomes import Outcome, Result, Round, ranked
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.roles import Role
from shedkit.core.states import State, cards_in
from shedkit.core.turns import next_seat
from shedkit.core.values import short
from shedkit.core.zones import beyond, merge

__all__ = [
    "DECLINE",
    "EMPTY_ROW",
    "EVENTS",
    "FLIPS",
    "ROW",
    "Burned",
    "Chose",
    "Decline",
    "Declined",
    "Flip",
    "Flipped",
    "LadderState",
    "Reacted",
    "Table",
    "blind_moves",
    "declined_fault",
    "drew",
    "governing",
    "match_outcome",
    "on_top",
    "picks",
    "refill",
    "refuse_decline",
    "refuse_flip",
    "row_choices",
    "row_moves",
    "scored",
    "seat_before",
    "table_fault",
    "takes_out_of",
    "without_cards",
]

C = TypeVar("C", bound=Card)
ROW: Final = 3
"""Slots of a row, and the number of cards a hand is refilled to."""


@attrs.frozen
class Flip(Move):
    """Turn over the blind card in a slot, counted from 1, and play it if it fits."""

    role = Role.BLIND
    slot: int


FLIPS: Final = tuple(reuse(Flip(slot)) for slot in range(1, ROW + 1))
EMPTY_ROW: Final = (None,) * ROW


@attrs.frozen
class Flipped(Event):
    """A blind card was turned over: it fits and is played, or the player takes it with the pile."""

    player: int
    slot: int
    fits: bool

    def __str__(self) -> str:
        return f"player {self.player} turns over slot {self.slot}: it {'fits' if self.fits else 'does not fit'}"


@attrs.frozen
class Burned(Event):
    """The pile left the game.

    Attributes:
        player: who laid the last card.
        by_set: whether a set of equal cards did it, not the power of a card.

    """

    role = Role.BURN
    player: int
    by_set: bool

    def __str__(self) -> str:
        return "the set is complete, the pile is burned" if self.by_set else "the pile is burned"


@attrs.frozen
class Reacted(Event):
    """A player completes a set out of turn."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player} completes the set"


EVENTS: Final = (
    Moved,
    Shuffled,
    RoundBegan,
    Turn,
    Skipped,
    Out,
    RoundOver,
    GameOver,
    Flipped,
    Burned,
    Chose,
    Declined,
    Reacted,
)
"""The kinds of events that all games of the family have."""


def refill(hand: tuple[C, ...], stock: tuple[C, ...]) -> tuple[tuple[C, ...], tuple[C, ...], tuple[C, ...]]:
    """Draw until the hand has three cards or the stock is empty: the hand, the stock and the cards drawn.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> hand, stock, drawn = refill(read_cards(FrenchCard, "7h"), read_cards(FrenchCard, "2c Kd 4s"))
    >>> codes(hand), codes(stock)
    ('2c 7h Kd', '4s')
    """
    need = ROW - len(hand)
    if need <= 0 or not stock:
        return hand, stock, ()
    drawn = stock[:need]
    return merge(hand, drawn), stock[need:], drawn


def drew(cards: tuple[Card, ...], player: int) -> Moved:
    """The event of drawing cards; they come to a hand, which has no order, and so are told in deck order."""
    return Moved(merge((), cards), Place("stock"), Place("hands", player))


def governing(pile: tuple[C, ...], ignored: Container[C]) -> C | None:
    """The topmost card of the pile that is not looked through, or ``None``.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> str(governing(read_cards(FrenchCard, "9d 3c 3h"), read_cards(FrenchCard, "3c 3h")))
    '9d'
    """
    for card in reversed(pile):
        if card not in ignored:
            return card
    return None


def on_top(pile: tuple[C, ...], kind: Callable[[C], Hashable]) -> int:
    """How many cards on top of the pile, one directly on the other, are of one kind.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> on_top(read_cards(FrenchCard, "7s 9d 7c 7h"), lambda card: card.rank)
    2
    """
    if not pile:
        return 0
    wanted, count = kind(pile[-1]), 0
    for card in reversed(pile):
        if kind(card) != wanted:
            break
        count += 1
    return count


def takes_out_of(
    hand: tuple[C, ...], row: tuple[C | None, ...], stock: tuple[C, ...]
) -> tuple[tuple[C, ...], str | None]:
    """The cards a player may play from, and the zone they lie in.

    The hand comes first; the face-up row only when hand and stock are empty; then there are only blind cards,
    and the zone is ``None``.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> cards, zone = takes_out_of((), (FrenchCard("Ks"), None, FrenchCard("3d")), ())
    >>> codes(cards), zone
    ('Ks 3d', 'face_up')
    """
    if hand:
        return hand, "hands"
    if not stock:
        left = tuple([card for card in row if card is not None])
        if left:
            return left, "face_up"
    return (), None


def blind_moves(row: tuple[Card | Hidden | None, ...]) -> tuple[Flip, ...]:
    """One move for each blind card that is left.

    >>> from shedkit import BACK
    >>> [str(move) for move in blind_moves((BACK, None, BACK))]
    ['flip 1', 'flip 3']
    """
    return tuple([FLIPS[i] for i, card in enumerate(row) if card is not None])


def picks(cards: tuple[C, ...], sizes: range) -> tuple[tuple[C, ...], ...]:
    """All ways to pick so many of these cards, equal picks once, in deck order.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> [codes(pick) for pick in picks(read_cards(FrenchCard, "7h 7h 7s"), range(1, 3))]
    ['7h', '7s', '7h 7h', '7h 7s']
    """
    if len(cards) > 1:
        cards = tuple(sorted(cards, key=BY_ORDER))
    found = [pick for size in sizes for pick in combinations(cards, size)]
    return tuple(found if len(set(cards)) == len(cards) else dict.fromkeys(found))


def refuse_flip(row: tuple[Card | Hidden | None, ...], slot: object, rule: str) -> Refusal | None:
    """The refusal of a slot in which no blind card lies."""
    if type(slot) is int and 1 <= slot <= ROW and row[slot - 1] is not None:
        return None
    left = ", ".join(str(i + 1) for i, card in enumerate(row) if card is not None)
    return Refusal(
        Reason.EMPTY_SLOT, rule, f"There is no blind card in slot {short(slot)}; there is in {left or 'none'}."
    )


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


class Table(Protocol):
    """What the states of the family have in common."""

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]: ...  # noqa: D102
    @property
    def face_up(self) -> tuple[tuple[Card | None, ...], ...]: ...  # noqa: D102
    @property
    def face_down(self) -> tuple[tuple[Card | None, ...], ...]: ...  # noqa: D102
    @property
    def stock(self) -> tuple[Card, ...]: ...  # noqa: D102
    @property
    def turn(self) -> int | None: ...  # noqa: D102
    @property
    def out(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def declined(self) -> tuple[bool, ...]: ...  # noqa: D102
    @property
    def round(self) -> Round: ...  # noqa: D102


def without_cards(zones: Iterable[tuple[tuple[Card | None, ...], ...]], players: int) -> tuple[int, ...]:
    """The players who have no card in any of these zones, by seat."""
    rows = tuple(zones)
    return tuple(seat for seat in range(players) if not [*cards_in(tuple(zone[seat] for zone in rows))])


def table_fault(state: Table, rounds: int, *, phase: str, phases: tuple[str, ...]) -> str | None:
    """What contradicts the common rules of the family in a position, in a sentence, or ``None``."""
    players = len(state.hands)
    if phase not in phases:
        return f"phase: it must be {', '.join(phases[:-1])} or {phases[-1]}, not {short(phase)}"
    for row in state.face_up + state.face_down:
        if len(row) != ROW:
            return f"a row has {ROW} slots, not {len(row)}"
    over = phase == "over"
    fault = state.round.fault(players, rounds, over)
    if fault is not None:
        return fault
    for result in state.round.results:
        if sorted(result.places) != list(range(1, players + 1)):
            return "results: a round gives every place once"
    empty = without_cards((state.hands, state.face_up, state.face_down), players)
    for seat in range(players):
        if (seat in empty) != (seat in state.out):
            has = "has no cards and must" if seat in empty else "has cards and cannot"
            return f"out: player {seat} {has} be out"
    if over and players - len(state.out) > 1:
        return "phase: the round is not over while two players have cards"
    if over and state.round.results[-1].places != places_by_exit(state.out, players):
        return "results: the last round's places are not those of out"
    if not over and players - len(state.out) < 2:
        return "the round would be over: fewer than two players have cards"
    for seat in range(players):
        waits = not (over or state.hands[seat] or seat in state.out or seat == state.turn)
        if waits and state.stock:  # on turn there may be a pile to take, later there may be none
            return f"hands: player {seat} has no hand card beside a stock, and could not go on"
    return None


def declined_fault(declined: tuple[bool | Hidden, ...], can_complete: Callable[[int], object]) -> str | None:
    """What is wrong with who let the chance to complete a set go by, in a sentence, or ``None``."""
    for seat, entry in enumerate(declined):
        if entry is True and not can_complete(seat):
            return f"declined: player {seat} has no chance to let go by"
    return None


def refuse_decline(can_complete: bool, declined: bool, *, allowed: bool, option: str, turn: str) -> Refusal | None:
    """Whether a chance may be let go by.

    Args:
        can_complete: whether the player could complete the set, and is not on turn.
        declined: whether the player has let it go by before.
        allowed: whether sets are completed out of turn at all.
        option: the rule that says they are not.
        turn: the rule about who has the chance.

    """
    if not allowed:
        return Refusal(Reason.OPTION_OFF, option, "Sets are not completed out of turn here.")
    if can_complete and not declined:
        return None
    return Refusal(Reason.NOTHING_TO_COMPLETE, turn, "There is no chance to let go by.")


def seat_before(turn: int, players: int) -> int:
    """Who laid last in a position that does not say so: the seat before the one on turn."""
    return next_seat(turn, players, direction=-1) if type(turn) is int else 0


def places_by_exit(out: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The places of a round by seat: in the order of going out, the last one loses.

    >>> places_by_exit(out=(1, 3, 0), players=4)
    (3, 1, 4, 2)
    """
    return tuple(out.index(seat) + 1 if seat in out else players for seat in range(players))


def scored(state: LadderState, out: tuple[int, ...], players: int, rounds: int, log: list[Event] | None) -> Round:
    """The round with its result: places by going out, the last one loses."""
    places = places_by_exit(out, players)
    results = (*state.results, Result(places))
    if log is not None:
        log.append(RoundOver(places))
        if len(results) == rounds:
            log.append(GameOver())
    return attrs.evolve(state.round, results=results)  # type: ignore[no-any-return]


def match_outcome(results: tuple[Result, ...], rounds: int, *, only_first_wins: bool) -> Outcome | None:
    """The outcome once all rounds are over: of one round its places, of several those by fewest rounds lost.

    Args:
        results: of the rounds that are over.
        rounds: how many the game has.
        only_first_wins: whether the first place alone wins, or everybody who does not lose.

    """
    if len(results) < rounds:
        return None
    places = results[0].places
    players = len(places)
    if rounds > 1:
        places = ranked([sum(result.places[seat] == players for result in results) for seat in range(players)])
    last = max(places)
    return Outcome(
        places=places,
        winners=tuple(s for s, place in enumerate(places) if place == 1 or not (only_first_wins or place == last)),
        losers=tuple(seat for seat, place in enumerate(places) if place == last > 1),
        rounds=results,
    )


def row_choices(hand: tuple[C, ...], row: tuple[C | None, ...]) -> tuple[tuple[C, ...], ...]:
    """All choices of a new face-up row from hand and row."""
    cards = hand + tuple([card for card in row if card is not None])
    return picks(cards, range(ROW, ROW + 1))


def row_moves(
    hand: tuple[C, ...], row: tuple[C | None, ...], chosen: tuple[C, ...]
) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """Which cards go up from the hand and which come down from the row, for a choice.

    >>> from shedkit import FrenchCard, codes, read_cards
    >>> hand, row = read_cards(FrenchCard, "4c 9d Jh"), read_cards(FrenchCard, "Ks 3d 7h")
    >>> up, down = row_moves(hand, row, read_cards(FrenchCard, "3d 4c 7h"))
    >>> codes(up), codes(down)
    ('4c', 'Ks')
    """
    lying = tuple([card for card in row if card is not None])
    return beyond(lying, chosen), beyond(chosen, lying)
