"""What a kind of move says of the values it can have; from that the numbers of a `MoveSpace` follow.

Most fields say enough by their types: a card, a word, ``True`` or ``False``. Others are annotated:

    cards: Annotated[tuple[FrenchCard, ...], Together("rank", 4)]
    slot: Annotated[int, Numbers(1, 3)]

A ``lambda`` in an annotation does not see the names of its module; write it in front of the class, as an alias:

    Equal = Annotated[tuple[FrenchCard, ...], Together("rank", lambda rules, card: FOUR if rules.multi_card else 1)]

A kind of move whose fields do not go one by one has a ``numbering`` of its own for all of them. Cards are meant by
their faces: equal cards of a deck share a number. Whatever the options make impossible has no number at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Protocol

import attrs

from shedkit.core.cards import BY_ORDER, Card
from shedkit.core.states import cards_in

__all__ = ["Among", "Bound", "Here", "Numbers", "OutOf", "Seat", "There", "Together", "Top", "bound"]

Bound = int | Callable[[Any], int]
"""A number, or how it follows from the rules."""


class There(Protocol):
    """Values that follow from the rules alone, in the order of their numbers."""

    def values(self, rules: Any, before: tuple[Any, ...]) -> Iterable[Any]:
        """The values.

        Args:
            rules: the rules.
            before: the values of the fields before this one.

        """
        ...

    def what(self, rules: Any) -> str:
        """What they are, in a few words."""
        ...


class Here(Protocol):
    """Values that depend on what a player sees: a fixed count of numbers, and what each means at a position.

    A value is a tuple; for a field that holds but one thing, of that thing alone; for a whole kind of move, as its
    ``numbering``, of the values of all its fields. ``held`` are the zones in which the player has the cards that the
    move names. Public facts and what the player sees are all that may be read: ``now`` can be the inside of a view.
    """

    def size(self, rules: Any) -> int:
        """How many numbers there are."""
        ...

    def number(self, rules: Any, now: Any, player: int, held: tuple[str, ...], value: tuple[Any, ...]) -> int | None:
        """The number of a value, from 0; ``None`` if it has none here."""
        ...

    def value(self, rules: Any, now: Any, player: int, held: tuple[str, ...], number: int) -> tuple[Any, ...] | None:
        """The value of a number, or ``None`` if it means nothing here."""
        ...

    def what(self, rules: Any) -> str:
        """What they are, in a few words."""
        ...


def bound(given: Bound, rules: Any) -> int:
    """A bound as a number."""
    return given(rules) if callable(given) else given


# --- values that follow from the rules


@attrs.frozen
class Numbers:
    """The whole numbers from one to another: slots, places, amounts.

    Attributes:
        low: the first one.
        high: the last one, or how it follows from the rules.

    """

    low: int
    high: Bound

    def values(self, rules: Any, before: tuple[Any, ...]) -> Iterable[int]:
        """The numbers."""
        return range(self.low, bound(self.high, rules) + 1)

    def what(self, rules: Any) -> str:
        """From where to where they go."""
        return f"{self.low} to {bound(self.high, rules)}"


@attrs.frozen
class Together:
    """Cards of the deck that have something in common, such as their rank: all that can be laid together.

    Attributes:
        alike: the name of the attribute of cards that is equal in all of them.
        most: how many at most, or how that follows from the rules and one of the cards.
        least: how many at least.

    """

    alike: str
    most: int | Callable[[Any, Any], int]
    least: int = 1

    def _most(self, rules: Any, card: Card) -> int:
        return self.most(rules, card) if callable(self.most) else self.most

    def values(self, rules: Any, before: tuple[Any, ...]) -> Iterator[tuple[Card, ...]]:
        """The cards in deck order, and then each other one of them as the last, which lies on top: a kind of move to
        which that does not matter puts them in order.
        """
        groups = dict[Any, list[Card]]()
        for card in sorted(rules.deck, key=BY_ORDER):
            groups.setdefault(getattr(card, self.alike), []).append(card)
        for group in groups.values():
            for size in range(self.least, min(len(group), self._most(rules, group[0])) + 1):
                for picked in dict.fromkeys(combinations(group, size)):
                    for i in range(size - 1, -1, -1):
                        yield (*picked[:i], *picked[i + 1 :], picked[i])

    def what(self, rules: Any) -> str:
        """How many cards, and what they have in common."""
        most = max([self._most(rules, card) for card in rules.deck])
        return "a card" if most == 1 else f"{self.least} to {most} cards that go together"


@attrs.frozen
class Among:
    """Any other values, as far as the cards in them are in the deck.

    Attributes:
        listed: gives the values, in an order that is always the same, from the rules and the values of the fields
            before.
        of: what they are, in a few words.

    """

    listed: Callable[..., Iterable[Any]]
    of: str

    def values(self, rules: Any, before: tuple[Any, ...]) -> Iterator[Any]:
        """The values."""
        deck = Counter(rules.deck)
        for value in self.listed(rules, *before):
            if all(number <= deck[card] for card, number in Counter(cards_in(value)).items()):
                yield value

    def what(self, rules: Any) -> str:
        """What they are."""
        return self.of


# --- values that depend on what the player sees


@lru_cache(maxsize=64)
def _choices(least: int, most: int, of: int) -> dict[tuple[int, ...], int]:
    """The choices of so many places out of so many, numbered."""
    chosen = [places for size in range(least, most + 1) for places in combinations(range(of), size)]
    return {places: i for i, places in enumerate(chosen)}


@attrs.frozen
class OutOf:
    """Which of the player's own cards, in deck order; of equal ones the first.

    Such as three cards chosen out of six for a row: there are 20 ways to do that, whatever the six cards are.

    Attributes:
        of: how many cards the player has at most, or how that follows from the rules.
        most: how many are named at most.
        least: how many at least; without it, as many.
        zone: where they lie; without it, where the kind of move says that its cards are ``held``.

    """

    of: Bound
    most: int = 1
    least: int = 0
    zone: str = ""

    def _bounds(self, rules: Any) -> tuple[int, int, int]:
        return self.least or self.most, self.most, bound(self.of, rules)

    def _numbered(self, rules: Any) -> dict[tuple[int, ...], int]:
        return _choices(*self._bounds(rules))

    def _own(self, now: Any, player: int, held: tuple[str, ...]) -> list[Card]:
        zones = (self.zone,) if self.zone else held
        return sorted([card for zone in zones for card in getattr(now, zone)[player] if card is not None], key=BY_ORDER)

    def size(self, rules: Any) -> int:
        """The number of choices."""
        least, most, of = self._bounds(rules)
        return sum([comb(of, number) for number in range(least, most + 1)])

    def number(self, rules: Any, now: Any, player: int, held: tuple[str, ...], value: tuple[Any, ...]) -> int | None:
        """The number of these cards."""
        own, places, i = self._own(now, player, held), list[int](), 0
        for card in value:
            while i < len(own) and own[i] is not card:
                i += 1
            places.append(i)
            i += 1
        return self._numbered(rules).get(tuple(places)) if i <= len(own) else None

    def value(self, rules: Any, now: Any, player: int, held: tuple[str, ...], number: int) -> tuple[Any, ...] | None:
        """The cards, unless there are not so many, or an equal one comes before one of them."""
        own, places = self._own(now, player, held), tuple(self._numbered(rules))[number]
        if places[-1] >= len(own):
            return None
        cards = tuple([own[i] for i in places])
        return cards if self.number(rules, now, player, held, cards) == number else None

    def what(self, rules: Any) -> str:
        """How many out of how many."""
        least, most, of = self._bounds(rules)
        many = most if least == most else f"{least} to {most}"
        return f"{many} of one's own {of} cards" + (f" in {self.zone}" if self.zone else "")


@attrs.frozen
class Top:
    """The card on top of a pile, which everybody sees: one number.

    Attributes:
        zone: the pile.

    """

    zone: str

    def size(self, rules: Any) -> int:
        """One."""
        return 1

    def number(self, rules: Any, now: Any, player: int, held: tuple[str, ...], value: tuple[Any, ...]) -> int | None:
        """0 for that card."""
        return 0 if value == getattr(now, self.zone)[-1:] else None

    def value(self, rules: Any, now: Any, player: int, held: tuple[str, ...], number: int) -> tuple[Any, ...] | None:
        """That card, if there is one."""
        return getattr(now, self.zone)[-1:] or None

    def what(self, rules: Any) -> str:
        """Which card."""
        return f"the top card of {self.zone}"


@attrs.frozen
class Seat:
    """A player, clockwise from the one who moves.

    Attributes:
        own: whether the one who moves can be meant too.

    """

    own: bool = False

    def size(self, rules: Any) -> int:
        """One for each player that can be meant."""
        return int(rules.players) - (not self.own)

    def number(self, rules: Any, now: Any, player: int, held: tuple[str, ...], value: tuple[Any, ...]) -> int | None:
        """How far the player sits from the one who moves."""
        if type(value[0]) is not int or not 0 <= value[0] < rules.players:
            return None
        number = (value[0] - player) % rules.players - (not self.own)
        return number if number >= 0 else None

    def value(self, rules: Any, now: Any, player: int, held: tuple[str, ...], number: int) -> tuple[Any, ...] | None:
        """The seat."""
        return ((player + number + (not self.own)) % rules.players,)

    def what(self, rules: Any) -> str:
        """From whom it is counted."""
        return "a player, clockwise"
