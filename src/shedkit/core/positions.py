"""Positions from card codes: reading zones as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict, TypeVar

from typing_extensions import Required

from shedkit.core.cards import BY_ORDER, C, missing_from, read_cards
from shedkit.core.errors import NotationError, PositionError
from shedkit.core.values import short

__all__ = [
    "GamePosition",
    "RoundsPosition",
    "left_over",
    "read_flags",
    "read_hands",
    "read_list",
    "read_numbers",
    "read_rows",
    "read_zone",
]

T = TypeVar("T")


class GamePosition(TypedDict, total=False):
    """What a position of any game can name, for type checkers; a game adds its own zones and facts.

    class SnapPosition(sk.GamePosition, total=False):
        "What a position of Snap can name."

        pending: int
    """

    hands: Required[Sequence[str]]
    discard: str
    stock: str | None
    removed: str
    turn: int
    seed: int


class RoundsPosition(GamePosition, total=False):
    """What a position of any game in rounds can name."""

    dealer: int | None
    round: int
    results: Sequence[Sequence[int]] | None


def read_zone(kind: type[C], name: str, given: str | Iterable[C]) -> tuple[C, ...]:
    """The cards of a pile, in the order written.

    Raises:
        PositionError: naming the zone and what is no card.

    """
    try:
        return read_cards(kind, given)
    except NotationError as error:
        raise PositionError(f"{name}: {error}") from None


def _each(name: str, given: Sequence[str], players: int) -> list[str]:
    if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(entry, str) for entry in given):
        raise PositionError(f"{name}: a list with one text of codes for each player expected, not {short(given)}")
    if len(given) > players:
        raise PositionError(f"{name}: {len(given)} given, but there are {players} players")
    return [*given, *[""] * (players - len(given))]


def read_hands(kind: type[C], name: str, given: Sequence[str], players: int) -> tuple[tuple[C, ...], ...]:
    """One hand for each player, in deck order; players who are not named have none."""
    return tuple(
        tuple(sorted(read_zone(kind, f"{name}[{i}]", text), key=BY_ORDER))
        for i, text in enumerate(_each(name, given, players))
    )


def read_rows(
    kind: type[C], name: str, given: Sequence[str], players: int, slots: int
) -> tuple[tuple[C | None, ...], ...]:
    """One row for each player, ``-`` for an empty slot; slots that are not named are empty."""
    rows = []
    for i, text in enumerate(_each(name, given, players)):
        row = [None if code == "-" else read_zone(kind, f"{name}[{i}]", code)[0] for code in text.split()]
        if len(row) > slots:
            raise PositionError(f"{name}[{i}]: a row has {slots} slots, {len(row)} are given")
        rows.append(tuple(row + [None] * (slots - len(row))))
    return tuple(rows)


def read_list(name: str, given: Sequence[T]) -> tuple[T, ...]:
    """A fact of a position that is a list.

    Raises:
        PositionError: if it is none.

    """
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise PositionError(f"{name}: a list expected, not {short(given)}")
    return tuple(given)


def read_numbers(name: str, given: object) -> tuple[int, ...]:
    """A part of a position that is a list of whole numbers, such as the points of a round.

    Raises:
        PositionError: if it is none.

    >>> read_numbers("results", [20, 0, -5])
    (20, 0, -5)

    """
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise PositionError(f"{name}: a list of whole numbers expected, not {short(given)}")
    for number in given:
        if type(number) is not int:
            raise PositionError(f"{name}: whole numbers expected, not {short(number)}")
    return tuple(given)


def read_flags(name: str, given: Sequence[bool] | None, players: int, *, default: bool = False) -> tuple[bool, ...]:
    """A fact of a position that holds yes or no for each player.

    Raises:
        PositionError: if it is no list.

    """
    return (default,) * players if given is None else read_list(name, given)


def left_over(deck: tuple[C, ...], used: Iterable[C]) -> tuple[C, ...]:
    """The cards of the deck that no zone names, in deck order.

    Raises:
        PositionError: if the zones name a card that the deck does not have, or has fewer times.

    """
    placed = tuple(used)
    surplus = missing_from(deck, placed)
    if surplus:
        card = surplus[0]
        times, has = placed.count(card), deck.count(card)
        raise PositionError(
            f"{card} is placed {times} time{'s' if times > 1 else ''}, but the deck has "
            + (f"only {has}" if has else "no such card")
        )
    return missing_from(placed, deck)
