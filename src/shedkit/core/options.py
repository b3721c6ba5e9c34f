"""Options: the fields of a rules class, each with its bounds, its meaning and the ruling behind it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Generic, Literal, NoReturn, TypeVar, get_args, get_origin

import attrs

from shedkit.core.cards import BY_ORDER, Card, read_cards
from shedkit.core.errors import ConfigurationError, NotationError
from shedkit.core.strict_json import read_json
from shedkit.core.values import fields_of, hints_of, seal, short

__all__ = ["FrozenMap", "Option", "about", "first_dealer", "option", "read_deck"]

_KEY = "shedkit.option"
C = TypeVar("C", bound=Card)
K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(Mapping[K, V], Generic[K, V]):
    """A mapping that never changes and can be hashed, for options that are tables.

    >>> FrozenMap({2: "RESET"})[2]
    'RESET'
    """

    __slots__ = ("_items",)

    _items: dict[K, V]

    def __init__(self, items: Mapping[K, V]) -> None:
        if hasattr(self, "_items"):
            raise AttributeError("a frozen mapping never changes")
        object.__setattr__(self, "_items", dict(items))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a frozen mapping never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a frozen mapping never changes")

    def __reduce__(self) -> tuple[type[FrozenMap[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self._items),)

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


@attrs.frozen
class Option:
    """The description of one option.

    Attributes:
        name: the name of the field.
        default: its default; ``None`` for an option that follows from others until it is given.
        doc: what it does, in a sentence.
        rule: the ruling it comes from.
        choices: the values it takes, for words, as its type names them; empty otherwise.
        low: the smallest number it takes, or ``None``.
        high: the largest number it takes, or ``None``.
        seat: whether it holds the number of a seat.
        plain: whether its values are yes or no, whole numbers or words, so that a command line can set it.

    """

    name: str
    default: object
    doc: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    seat: bool = False
    plain: bool = True

    @property
    def values(self) -> str:
        """What it takes, in words."""
        if self.choices:
            return " | ".join(self.choices)
        if isinstance(self.default, bool):
            return "yes | no"
        if self.seat:
            return "a seat"
        if self.low is not None:
            return f"{self.low} to {self.high}" if self.high is not None else f"{self.low} or more"
        return "data"

    def read(self, text: str) -> object:
        """The value that a person typed for this option, in a form or on a command line; of data, the JSON.

        Nothing, or a stroke, is ``None`` where that is the default. Whether the game takes the value, it says itself.

        Raises:
            ConfigurationError: if the text stands for no such value.

        >>> from shedkit import Shithead
        >>> options = {option.name: option for option in Shithead.options()}
        >>> options["multi_card"].read("yes"), options["players"].read("4"), options["first_dealer"].read("")
        (True, 4, None)
        >>> options["powers"].read('{"7": "low"}')
        {'7': 'low'}

        """
        if not isinstance(text, str) or len(text) > _LONGEST:
            raise ConfigurationError(self.name, f"a text of at most {_LONGEST} characters expected, not {short(text)}")
        text = text.strip()
        if self.default is None and text in ("", "-"):
            return None
        if not self.plain:
            return _data(self.name, text)
        if self.choices:
            if text not in self.choices:
                raise ConfigurationError(self.name, f"it cannot be {short(text)}{or_one_of(text, self.choices)}")
            return text
        if isinstance(self.default, bool):
            if text.lower() not in _WORDS:
                raise ConfigurationError(self.name, f"it must be yes or no, not {short(text)}")
            return _WORDS[text.lower()]
        if not re.fullmatch("[+-]?[0-9]{1,50}", text):
            raise ConfigurationError(self.name, f"it must be a whole number, not {short(text)}")
        return int(text)


_LONGEST = 20_000
_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def _data(name: str, text: str) -> object:
    """Data as JSON; what cannot be JSON is left to the option, such as the codes of a deck."""
    if not text.startswith(("{", "[")):
        return text
    try:
        return read_json(text)
    except NotationError as error:
        raise ConfigurationError(name, str(error)) from None


def or_one_of(word: str, known: Iterable[str]) -> str:
    """What would have been right: the nearest, or all there are."""
    names = list(known)
    near = get_close_matches(word.lower(), names, 1)
    return f"; did you mean {near[0]}?" if near else f"; choose from {', '.join(names)}"


seal(Option)


def option(
    default: object,
    doc: str,
    *,
    rule: str = "",
    low: int | None = None,
    high: int | None = None,
    seat: bool = False,
) -> Any:
    """A field of a rules class that is an option: yes or no, a number within bounds, or a word of its ``Literal``.

    An option that holds data is an ``attrs.field`` with a converter, which reads the data and raises
    `ConfigurationError`, and with ``metadata=about(...)``.
    """
    described = (doc, rule, low, high, seat, True)
    return attrs.field(default=default, validator=_check, metadata={_KEY: described})


def about(doc: str, *, rule: str = "") -> dict[str, object]:
    """The metadata that make a field with data an option."""
    return {_KEY: (doc, rule, None, None, False, False)}


def first_dealer(*, rule: str) -> Any:
    """The option of who deals the game or its first round; see `Game.dealer_at_first`."""
    return option(None, "Who deals first; without it, the last seat.", rule=rule, seat=True)


def read_deck(
    kind: type[C],
    given: str | Iterable[C | str],
    *,
    most: int | Callable[[C], int] | None = None,
    alike: Callable[[C], Hashable] | None = None,
) -> tuple[C, ...]:
    """The cards of a deck that an option names, in deck order; for the converter of that option.

    Args:
        kind: the kind of cards.
        given: the cards or their codes.
        most: how many cards that are alike a deck may have, of all or of each card; without it, any number.
        alike: what cards have in common that are alike; without it, cards are that are equal.

    Raises:
        ConfigurationError: for what is no card, and for too many cards that are alike.

    """
    try:
        cards = tuple(sorted(read_cards(kind, given), key=BY_ORDER))
    except NotationError as error:
        raise ConfigurationError("deck", str(error)) from None
    if most is None:
        return cards
    counted = Counter[Hashable](map(alike, cards) if alike else cards)
    for card in cards if alike else dict.fromkeys(cards):
        bound, times = most(card) if callable(most) else most, counted[alike(card) if alike else card]
        if times > bound:
            what = f"at most {bound} cards like {card}" if alike else f"{card} at most {bound} times"
            raise ConfigurationError("deck", f"it must have {what}, not {times}")
    return cards


@lru_cache(maxsize=256)
def described(cls: type) -> tuple[Option, ...]:
    """The options of a rules class, in the order of their definition."""
    options = []
    for field in fields_of(cls):
        if _KEY in field.metadata:
            doc, rule, *bounds = field.metadata[_KEY]
            default = None if _follows(field) else field.default
            options.append(Option(field.name, default, doc, rule, _choices(cls, field.name), *bounds))
    return tuple(options)


@lru_cache(maxsize=4096)
def _choices(cls: type, name: str) -> tuple[str, ...]:
    """The words that the type of an option names."""
    kind = hints_of(cls)[name]
    return get_args(kind) if get_origin(kind) is Literal else ()


def _follows(field: attrs.Attribute[Any]) -> bool:
    return isinstance(field.default, attrs.Factory)  # type: ignore[arg-type]  # a class at run time


def default_of(rules: object, name: str) -> object:
    """The value that an option of this rules object has if it is not given."""
    field = next(field for field in fields_of(type(rules)) if field.name == name)
    default: Any = field.default
    value = default.factory(rules) if _follows(field) else default
    return field.converter(value) if callable(field.converter) else value


def _check(rules: Any, field: attrs.Attribute[Any], value: object) -> None:
    _, _, low, high, seat, _ = field.metadata[_KEY]
    kind: Any = type(rules)
    if choices := _choices(kind, field.name):
        if not isinstance(value, str) or value not in choices:
            raise ConfigurationError(field.name, f"it must be one of {', '.join(choices)}, not {short(value)}")
    elif isinstance(field.default, bool):
        if type(value) is not bool:
            raise ConfigurationError(field.name, f"it must be True or False, not {short(value)}")
    elif seat:
        if value is None and field.default is None:
            return
        if type(value) is not int or not 0 <= value < rules.players:
            raise ConfigurationError(field.name, f"it must be a seat from 0 to {rules.players - 1}, not {short(value)}")
    elif value is None and field.default is None:
        return
    elif type(value) is not int:
        raise ConfigurationError(field.name, f"it must be a whole number, not {short(value)}")
    elif (low is not None and value < low) or (high is not None and value > high):
        bounds = f"from {low} to {high}" if high is not None else f"{low} or more"
        raise ConfigurationError(field.name, f"it must be {bounds}, not {short(value)}")
