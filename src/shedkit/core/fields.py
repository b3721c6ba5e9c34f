"""Declared fields: what a state holds, said once, with all that follows from it.

A field says what it holds, who may see it, how seats enter it, what it is in a fresh game, and within which bounds it
lies. From that follow views, JSON, `position` with its checks, the deal of an empty table, and the ways that cards
take from zone to zone.

    @state
    class SnapState(State):
        hands = hands_of(FrenchCard)
        discard = pile_of(FrenchCard)
        turn = turn_fact()
        pending = fact[int](EVERYONE, default=0, low=0, doc="cards that are due")

Reading a field of a state gives its value. Only a `Draft` lets a fact be set, for a type checker and at run time; zones
change only by the ways that cards take.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar, cast, get_args, get_origin, overload

import attrs
from typing_extensions import Never, Self

from shedkit.core.cards import Hidden
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.errors import PositionError
from shedkit.core.positions import read_flags, read_hands, read_list, read_rows, read_zone
from shedkit.core.roles import Role
from shedkit.core.values import short

__all__ = ["Changeable", "Field", "Given", "each", "fact", "one_card", "zone"]

T = TypeVar("T")
Bound = int | Callable[[Any], int] | None
"""A number, or how it follows from the rules."""
Fault = Callable[[Any, Any], "str | None"]
"""What is wrong with a field, from rules and state, in a sentence."""
Given = Mapping[str, Any]
"""What a position names."""
_NOTHING: Final = MappingProxyType[str, str]({})


class Changeable:
    """What may be changed: a draft, of which a state is made in the end."""

    __slots__ = ()


@attrs.frozen
class each:  # noqa: N801  # reads as a word
    """A default for each player."""

    value: object


class Field(Generic[T]):
    """A declared field of a state; see `zone` and `fact`.

    Attributes:
        name: its name in the state.
        is_zone: whether it holds cards.
        visible_to: who may see it.
        holds: how seats enter it.
        doc: what lies there or what it says, in a line.
        role: what it is to the game.
        in_order: of a zone: whether the cards are a multiset kept in deck order, as hands are.
        slots: of a zone: how many slots each row has; 0 where cards lie without slots.
        low: the least number it can be, or the least cards a zone has.
        lasts: whether another round leaves it as it is.
        named: whether a position can name it; if not, it follows from others.

    """

    is_zone = False
    in_order = False
    slots = 0
    low: int | None = None
    lasts = False
    named = True

    def __init__(self, visible_to: Visibility, holds: Holds, doc: str, role: Role | None, kind: Any) -> None:
        if visible_to is Visibility.OWNER and holds is not Holds.PLAYERS:
            raise TypeError("what only its owner sees must hold one entry per player")
        self.visible_to, self.holds, self.doc, self.role, self._kind = visible_to, holds, doc, role, kind
        self.name = ""

    if TYPE_CHECKING:

        @overload
        def __get__(self, at: None, kind: type) -> Self: ...
        @overload
        def __get__(self, at: object, kind: type) -> T: ...
        def __get__(self, at: object, kind: type) -> Any: ...

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<{'zone' if self.is_zone else 'fact'} {self.name}: {self.doc}>"

    @cached_property
    def kind(self) -> Any:
        """The type of its values: as given, or in the brackets of the declaration or of its class."""
        if self._kind is not None:
            return self._kind
        declared: Any = getattr(self, "__orig_class__", None) or type(self).__orig_bases__[0]  # type: ignore[attr-defined]
        return get_args(declared)[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which a position gives it."""
        return (self.name,) if self.named else ()

    def beginning(self, players: int) -> object:
        """Its value in a game that begins; ``attrs.NOTHING`` of a fact that follows from others, or from options."""
        raise NotImplementedError

    def following(self, rules: Any, at: Any) -> object:
        """Its value where nobody says it and it follows from other fields."""
        raise NotImplementedError

    def read(self, rules: Any, given: Given, at: Any) -> object:
        """Its value out of what a position names; ``attrs.NOTHING`` if the position leaves it open.

        Raises:
            PositionError: if it cannot be read.

        """
        raise NotImplementedError

    def fault(self, rules: Any, at: Any) -> str | None:
        """What is wrong with it in a position, in a sentence, or ``None``."""
        raise NotImplementedError

    def among(self, rules: Any, at: Any, player: int) -> tuple[object, ...] | None:
        """Of a hidden fact: the values that the entry of a player can have; ``None`` where the game says it."""
        return None


class zone(Field[T]):  # noqa: N801  # reads as a word
    """A place that holds cards: a tuple of them or, with `Holds.PLAYERS`, one tuple for each player.

    An empty slot of a row is ``None``; that a slot is empty, and how many cards there are, is public.
    """

    is_zone = True

    def __init__(
        self,
        visible_to: Visibility,
        holds: Holds = Holds.PLAIN,
        *,
        doc: str,
        role: Role | None = None,
        in_order: bool = False,
        slots: int = 0,
        low: int = 0,
        check: Fault | None = None,
        kind: Any = None,
    ) -> None:
        """Declare a zone.

        Args:
            visible_to: who may see the cards.
            holds: ``Holds.PLAIN`` for a zone of the table, ``Holds.PLAYERS`` for one of each player, ``Holds.VALUE``
                for values that hold cards, such as melds.
            doc: what lies there, in a line; it stands in the description of `position` too.
            role: what it is to the game.
            in_order: whether the cards are a multiset that is kept in deck order, as hands are.
            slots: how many slots each row has.
            low: the least number of cards it has in play.
            check: what else can be wrong with it.
            kind: its type, where the declaration does not say it in brackets.

        """
        super().__init__(visible_to, holds, doc, role, kind)
        self.in_order, self.slots, self.low, self.check = in_order, slots, low, check

    if TYPE_CHECKING:
        # not even in a draft: cards only move
        def __set__(self, at: Never, value: T) -> None: ...

    def beginning(self, players: int) -> object:
        """No cards; of a row, its empty slots."""
        row = (None,) * self.slots
        return (row,) * players if self.holds is Holds.PLAYERS else row

    def read(self, rules: Any, given: Given, at: Any) -> object:
        """The cards that a text of codes names, or one text for each player."""
        players = self.holds is Holds.PLAYERS
        text = cast(Any, given.get(self.name, () if players else ""))
        if not players:
            if self.role is Role.STOCK and text is None:
                return ()
            return read_zone(rules.card_type, self.name, text)
        if self.slots:
            return read_rows(rules.card_type, self.name, text, rules.players, self.slots)
        return read_hands(rules.card_type, self.name, text, rules.players)

    def lacks(self, at: Any) -> str | None:
        """What is wrong with its shape, in a sentence, or ``None``."""
        value = getattr(at, self.name)
        if self.slots:
            for row in value if self.holds is Holds.PLAYERS else (value,):
                if len(row) != self.slots:
                    return f"{self.name}: a row has {self.slots} slots, not {len(row)}"
        if self.low and len(value) < self.low:
            what = "pile" if self.role is Role.PILE else "zone"
            return f"{self.name}: the {what} has at least {'one card' if self.low == 1 else f'{self.low} cards'}"
        return None

    def fault(self, rules: Any, at: Any) -> str | None:
        """What is wrong with its shape, or what its ``check`` says."""
        return self.lacks(at) or (self.check(rules, at) if self.check else None)


class fact(Field[T]):  # noqa: N801  # reads as a word
    """Anything beside the cards: a plain immutable value."""

    def __init__(
        self,
        visible_to: Visibility,
        holds: Holds = Holds.PLAIN,
        *,
        doc: str,
        role: Role | None = None,
        default: object = attrs.NOTHING,
        low: int | None = None,
        high: Bound = None,
        needs: Mapping[str, str] = _NOTHING,
        check: Fault | None = None,
        lasts: bool = False,
        named: bool = True,
        kind: Any = None,
    ) -> None:
        """Declare a fact.

        Args:
            visible_to: who may know it; for ``Visibility.OWNER`` it holds one entry per player.
            holds: how seats enter it.
            doc: what it says, in a line; it stands in the description of `position` too.
            role: what it is to the game.
            default: its value in a fresh game and where a position does not name it; `each` one value for each player;
                a function of rules and state for what follows from other fields.
            low: the least number it can be.
            high: the greatest number, or how it follows from the rules.
            needs: of words: the option without which a word cannot be.
            check: what else can be wrong with it.
            lasts: whether another round leaves it as it is; all others begin each round with their default.
            named: whether a position can name it. If not, it is always what its ``default`` works out.
            kind: its type, where the declaration does not say it in brackets.

        """
        super().__init__(visible_to, holds, doc, role, kind)
        self.default, self.low, self.high, self.needs = default, low, high, needs
        self.check, self.lasts, self.named = check, lasts, named

    if TYPE_CHECKING:

        def __set__(self, at: Changeable, value: T) -> None: ...

    def beginning(self, players: int) -> object:
        """Its default."""
        if isinstance(self.default, each):
            return (self.default.value,) * players
        return attrs.NOTHING if callable(self.default) else self.default

    def following(self, rules: Any, at: Any) -> object:
        """What its default works out."""
        default: Any = self.default
        return default(rules, at) if callable(default) else self.beginning(rules.players)

    def read(self, rules: Any, given: Given, at: Any) -> object:
        """What the position names."""
        value: Any = given.get(self.name, attrs.NOTHING)
        if value is attrs.NOTHING:
            return value
        if value is None:
            unsaid = self.holds in (Holds.SEATS, Holds.PLAYERS) or callable(self.default)
            return attrs.NOTHING if unsaid else None
        if get_origin(self.kind) is Literal and type(value) not in (str, int):
            raise PositionError(self._no_word(value))  # others look at it before its time to be checked has come
        if self.holds is Holds.SEATS:
            return read_list(self.name, value)
        if self.holds is Holds.PLAYERS:
            if self.kind == tuple[bool, ...]:
                return read_flags(self.name, value, rules.players)
            return read_list(self.name, value)
        return value

    def fault(self, rules: Any, at: Any) -> str | None:
        """What is wrong by its type, its bounds and the options, or what its ``check`` says."""
        value: Any = getattr(at, self.name)
        if isinstance(value, Hidden):
            return None
        if not self.named and value != (expected := self.following(rules, at)):
            return f"{self.name}: here it is {expected}, not {value}"
        if self._typed is not None and (fault := self._typed(rules, value)) is not None:
            return fault
        return self.check(rules, at) if self.check else None

    @cached_property
    def _typed(self) -> Fault | None:
        """What is wrong with a value of its type, from the rules and the value; None for types without bounds."""
        kind: Any = self.kind
        if get_origin(kind) is Literal:
            return self._no_such_word
        if kind is int and self.holds is Holds.PLAIN:
            return self._out_of_bounds
        if kind == tuple[bool, ...]:
            return self._no_flags
        if kind == tuple[int, ...] and self.holds is Holds.PLAYERS:
            return self._some_out_of_bounds
        return self._no_flag if kind is bool else None

    def _no_such_word(self, rules: Any, value: Any) -> str | None:
        # a value that is equal to a word and is none, such as True for 1, is no word either
        if not any(type(value) is type(word) and value == word for word in get_args(self.kind)):
            return self._no_word(value)
        if value in self.needs and not getattr(rules, self.needs[value]):
            return f"{self.name}: {value} is possible only with {self.needs[value]}"
        return None

    def _out_of_bounds(self, rules: Any, value: Any) -> str | None:
        if self._within(rules, value):
            return None
        return f"{self.name}: it must be {self._bounds(rules)}, not {short(value)}"

    def _some_out_of_bounds(self, rules: Any, value: Any) -> str | None:
        if all(isinstance(entry, Hidden) or self._within(rules, entry) for entry in value):
            return None
        return f"{self.name}: each must be {self._bounds(rules)}"

    def _no_flags(self, rules: Any, value: Any) -> str | None:
        if {*map(type, value)} <= {bool, Hidden}:
            return None
        return f"{self.name}: it must hold True or False for each player"

    def _no_flag(self, rules: Any, value: Any) -> str | None:
        return None if type(value) is bool else f"{self.name}: it must be True or False, not {short(value)}"

    def _no_word(self, value: object) -> str:
        *words, last = get_args(self.kind)
        return f"{self.name}: it must be {', '.join(map(str, words))} or {last}, not {short(value)}"

    def _highest(self, rules: Any) -> int | None:
        return self.high(rules) if callable(self.high) else self.high

    def _within(self, rules: Any, value: object) -> bool:
        high = self._highest(rules)
        return type(value) is int and (self.low is None or self.low <= value) and (high is None or value <= high)

    def _bounds(self, rules: Any) -> str:
        high = self._highest(rules)
        if high is not None:
            return f"from {self.low} to {high}"
        return "a whole number" + ("" if self.low is None else f" from {self.low}")


def one_card(rules: Any, name: str, text: str) -> Any:
    """The one card that a position names.

    Raises:
        PositionError: if it is no card of the game, or none, or more than one.

    """
    cards = read_zone(rules.card_type, name, text)
    if len(cards) != 1:
        raise PositionError(f"{name}: one card expected, not {len(cards)}")
    return cards[0]
