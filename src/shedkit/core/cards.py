"""Cards: values without ids, each made once, each with a short code that is the same everywhere.

A kind of card is a subclass of `Card` with a finite table of its cards. Asking for a code gives the one
object that stands for it, so two equal cards are the same object; comparing and hashing them costs nothing.

>>> from shedkit.core.cards import FrenchCard
>>> FrenchCard("7h") is FrenchCard("7h")
True
>>> FrenchCard("Td").rank, FrenchCard("Td").suit
(10, 'd')
>>> FrenchCard("1x")
Traceback (most recent call last):
    ...
shedkit.core.errors.NotationError: '1x' is no card: a card is a rank of 23456789TJQKA and a suit of cdhs, like 7h
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import get_annotations
from itertools import islice
from operator import attrgetter
from typing import Any, ClassVar, Final, NoReturn, TypeVar, cast

from typing_extensions import Self

from shedkit.core.errors import HiddenError, NotationError
from shedkit.core.faces import Colour, Face, Sign
from shedkit.core.values import short

__all__ = [
    "BACK",
    "BY_ORDER",
    "UNKNOWN",
    "Card",
    "FrenchCard",
    "Hidden",
    "cards_of",
    "codes",
    "missing_from",
    "read_cards",
]


K = TypeVar("K", bound="Card")


class Card:
    """The base of all kinds of cards.

    Attributes:
        code: the short code, unique within its kind.
        order: the place of the card in its kind; hands and decks are kept in this order.

    A kind of one's own is a subclass that declares further attributes, under `Card.kind`.

    """

    __slots__ = ("code", "order")
    code: str
    order: int
    hint: ClassVar[str]
    _table: ClassVar[dict[str, Card]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._table = {}

    def __new__(cls, code: str | Self) -> Self:
        """The one card with this code, or the card itself; a `NotationError` if there is none."""
        if code.__class__ is cls:  # an object of a subclass is no card of this kind
            return code  # pyright: ignore[reportReturnType]
        card = cls._table.get(code) if isinstance(code, str) else None
        if card is None:
            raise NotationError(f"{short(code)} is no card: {cls.hint}")
        return card  # type: ignore[return-value]  # a table holds cards of its own class only

    @staticmethod
    def kind(hint: str, cards: Iterable[tuple[str, Mapping[str, object]]]) -> Callable[[type[K]], type[K]]:
        """Make a subclass the kind of these cards, in this order, once and for all.

        Args:
            hint: what a code looks like, for error messages: "a card is ...".
            cards: the code of each card, and the values of the attributes that its class declares.

        Raises:
            TypeError: if a code is there twice or cannot be one, or its values are not those declared.

        >>> @Card.kind("a card is one of A B C", ((code, {"value": i}) for i, code in enumerate("ABC")))
        ... class Letter(Card):
        ...     __slots__ = ("value",)
        ...     value: int
        >>> Letter("B").value, [str(letter) for letter in Letter.all()]
        (1, ['A', 'B', 'C'])

        """

        def made(cls: type[K]) -> type[K]:
            declared = {name for base in cls.__mro__ for name in get_annotations(base)}
            declared -= {"code", "order", "hint", "_table"}
            cls.hint, cls._table = hint, {}
            for code, values in cards:
                if code in cls._table or code.split() != [code] or code in ("-", "/", "?"):
                    raise TypeError(f"{cls.__name__}: {code!r} stands there twice, or cannot be a code")
                if set(values) != declared:
                    raise TypeError(f"{cls.__name__} {code}: needs {sorted(declared)}, not {sorted(values)}")
                card = object.__new__(cls)
                for name, value in {"code": code, "order": len(cls._table), **values}.items():
                    object.__setattr__(card, name, value)
                cls._table[code] = card
            return cls

        return made

    @property
    def face(self) -> Face:
        """What it looks like to a person; of a kind that says nothing else, its code in black."""
        return Face(self.code, self.code)

    @classmethod
    def all(cls) -> tuple[Self, ...]:
        """Every card of this kind, in order."""
        return tuple(cls._table.values())  # type: ignore[arg-type]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card never changes: {name} of {self.code} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card never changes: {name} of {self.code} cannot be deleted")

    # No __lt__: a class that compares in Python makes even == slow. Sort by BY_ORDER.

    def __str__(self) -> str:
        return self.code

    def __format__(self, spec: str) -> str:
        return format(self.code, spec)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.code,)

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Self:
        return self


BY_ORDER: Final = attrgetter("order")
"""The key that sorts cards in the order of their kind."""

C = TypeVar("C", bound=Card)
MOST_CARDS: Final = 2_000
"""No game has more cards; longer lists from outside are not read to their end."""


def _french() -> Iterator[tuple[str, dict[str, object]]]:
    for rank, sign in enumerate("23456789TJQKA", start=2):
        for suit in "cdhs":
            yield sign + suit, {"rank": rank, "suit": suit}
    yield "Jk", {"rank": 0, "suit": ""}


_SUITS: Final[Mapping[str, tuple[Sign, Colour]]] = {
    "c": ("clubs", "black"),
    "d": ("diamonds", "red"),
    "h": ("hearts", "red"),
    "s": ("spades", "black"),
}
_WORDS: Final = "two three four five six seven eight nine ten jack queen king ace"
_RANKS: Final = tuple(
    zip(_WORDS.split(), ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], strict=True)
)


@Card.kind("a card is a rank of 23456789TJQKA and a suit of cdhs, like 7h", _french())
class FrenchCard(Card):
    """A card of the ordinary 52, or the joker ``Jk``.

    Attributes:
        rank: 2 to 14, where 11 to 14 are jack, queen, king and ace; 0 for the joker.
        suit: one of ``c d h s``; empty for the joker.

    """

    __slots__ = ("rank", "suit")
    rank: int
    suit: str

    @property
    def face(self) -> Face:
        """Rank and suit."""
        if not self.rank:
            return Face("joker", "Joker", "star", ("purple",), "jokers")
        suit, colour = _SUITS[self.suit]
        word, text = _RANKS[self.rank - 2]
        return Face(f"{word} of {suit}", text, suit, (colour,), suit)

    @classmethod
    def pack(cls) -> tuple[FrenchCard, ...]:
        """The ordinary pack of 52 without jokers, in order.

        >>> len(FrenchCard.pack())
        52
        """
        return tuple(card for card in cls.all() if card.rank)


class Hidden:
    """What stands in a view for something its viewer cannot know.

    It can be counted and printed. Whoever tries to read it, look it up or order it gets a `HiddenError`: a
    rule that would decide by a hidden card fails at once instead of leaking.

    ``==`` and ``in`` raise nothing, since views are compared with views: what is hidden is equal to itself alone, and
    never to a card or a value. So they answer about the view and not about what lies under the back.

    >>> FrenchCard("7h") in (BACK, BACK), BACK == BACK, BACK == UNKNOWN
    (False, True, False)
    """

    __slots__ = ("_name",)
    _name: str

    def __new__(cls, name: str) -> Self:
        """Made once for each name, below."""
        made = object.__new__(cls)
        object.__setattr__(made, "_name", name)
        return made

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise HiddenError(f"{name} of a hidden card or fact was asked for: a view does not hold it")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card back never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a card back never changes")

    def _read(self, *_: object) -> NoReturn:
        raise HiddenError("a hidden card or fact was read: a view does not hold it")

    __bool__ = __hash__ = __len__ = __iter__ = __int__ = __index__ = __add__ = __radd__ = _read

    def __eq__(self, other: object) -> bool:
        return self is other

    __lt__ = __gt__ = __le__ = __ge__ = _read

    def __str__(self) -> str:
        return "?"

    def __format__(self, spec: str) -> str:
        return format("?", spec)

    def __repr__(self) -> str:
        return self._name

    def __reduce__(self) -> str:
        return self._name


BACK: Final = Hidden("BACK")
"""A card whose face the viewer cannot see."""
UNKNOWN: Final = Hidden("UNKNOWN")
"""A fact the viewer cannot know."""


def codes(cards: Iterable[Card | Hidden | None]) -> str:
    """The codes of cards, separated by blanks; ``-`` for an empty slot.

    >>> codes([FrenchCard("7h"), None, BACK])
    '7h - ?'
    """
    return " ".join(["-" if card is None else card.code if isinstance(card, Card) else str(card) for card in cards])


def read_cards(kind: type[C], given: str | Iterable[str | C]) -> tuple[C, ...]:
    """The cards of one kind that a text of codes, or a list of codes or cards, names, in the order given.

    Raises:
        NotationError: for anything else; it names the first thing that is no card.

    >>> read_cards(FrenchCard, "7h Tc")
    (FrenchCard('7h'), FrenchCard('Tc'))

    """
    if isinstance(given, str):
        if len(given) > MOST_CARDS * 10:
            raise NotationError(f"more than {MOST_CARDS} cards are named")
        return cards_of(kind, given.split())
    try:
        items = list(islice(given, MOST_CARDS + 1))
    except (TypeError, HiddenError):
        raise NotationError(f"{short(given)} is no list of cards: {kind.hint}") from None
    if len(items) > MOST_CARDS:
        raise NotationError(f"more than {MOST_CARDS} cards are named")
    kinds = set(map(type, items))
    if kinds == {str}:
        return cards_of(kind, cast("list[str]", items))
    if kinds == {kind}:
        return cast("tuple[C, ...]", tuple(items))
    return tuple([item if isinstance(item, kind) else kind(item) for item in items])


def cards_of(kind: type[C], words: list[str]) -> tuple[C, ...]:
    """The cards of one kind that codes name; a `NotationError` if one of them is no code."""
    cards: list[Any] = list(map(kind._table.get, words))
    return tuple([kind(word) for word in words] if None in cards else cards)


def missing_from(have: Iterable[Card], want: Iterable[C]) -> tuple[C, ...]:
    """The cards of ``want`` that ``have`` does not cover, as multisets, in deck order.

    >>> codes(missing_from(read_cards(FrenchCard, "7h 7h"), read_cards(FrenchCard, "7h 8s")))
    '8s'
    """
    wanted, held = Counter(want), Counter(have)
    if dict.__eq__(wanted, held):  # as is most often so; that of Counter takes a loop
        return ()
    lacking = [card for card, number in wanted.items() if number > held.get(card, 0)]
    return tuple(sorted([card for card in lacking for _ in range(held.get(card, 0), wanted[card])], key=BY_ORDER))
