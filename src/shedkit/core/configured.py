"""A configured game: its options, and what it is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from typing_extensions import Self

from shedkit.core.cards import Card, Hidden, missing_from, read_cards
from shedkit.core.chance import Chance
from shedkit.core.codec import Json, decode, encode
from shedkit.core.errors import ConfigurationError, ConfigurationErrors, NotationError
from shedkit.core.events import Event
from shedkit.core.marks import mark_of
from shedkit.core.moves import Move
from shedkit.core.options import Option, default_of, described, or_one_of
from shedkit.core.states import State
from shedkit.core.values import hints_of, named, seal, short, written

if TYPE_CHECKING:
    from shedkit.core.explaining import Explanation

__all__ = ["Configured"]


class Configured(ABC):
    """One configured game: a frozen value whose fields are its options."""

    __slots__ = ("_digest", "_listed", "_space")

    name: ClassVar[str]
    """The name in the catalogue."""
    card_type: ClassVar[type[Card]]
    """The kind of cards."""
    state_type: ClassVar[type[State]]
    """The class of states."""
    move_types: ClassVar[tuple[type[Move], ...]]
    """The kinds of moves."""
    event_types: ClassVar[tuple[type[Event], ...]]
    """The kinds of events."""

    players: int
    _digest: str
    _listed: list[tuple[object, object, tuple[Move, ...]]]
    """The list of moves given last, with its state and player: a move out of it needs no second look at the rules.

    It is one entry, written and read at once, so that threads see a list with its own state. No more is kept.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        seal(cls)

    def __new__(cls, /, *args: object, **given: object) -> Self:
        """Refuse unknown options by name before anything else looks at them."""
        known = [option.name for option in cls.options()]
        for name, value in given.items():
            if name not in known:
                raise ConfigurationError(named(name), f"unknown option; {cls.name} has {', '.join(known)}")
            if isinstance(value, Hidden):
                raise ConfigurationError(name, "a card back or a hidden fact is no value")
        if args:
            raise ConfigurationError("options", f"{cls.__name__} takes its options by name")
        made = super().__new__(cls)
        object.__setattr__(made, "_listed", [(None, None, ())])
        return made

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The options of this game, described: names, defaults, bounds, meanings, rulings."""
        return described(cls)

    def __repr__(self) -> str:
        shown = [
            f"{option.name}={written(getattr(self, option.name))}"
            for option in self.options()
            if option.name == "players" or option.name in self._given()
        ]
        return f"{type(self).__name__}({', '.join(shown)})"

    def _given(self) -> dict[str, object]:
        """The options that differ from their defaults."""
        values = {option.name: getattr(self, option.name) for option in self.options()}
        return {name: value for name, value in values.items() if value != default_of(self, name)}

    def evolve(self, /, **changes: object) -> Self:
        """The same rules with some options changed.

        Raises:
            ConfigurationError: as for a new rules object.

        >>> from shedkit import Quiclo
        >>> Quiclo(players=4, open_hands=True).evolve(highest_card=60)
        Quiclo(players=4, highest_card=60, open_hands=True)

        """
        return type(self)(**{**self._given(), **changes})

    def explain(self, language: str = "en") -> Explanation:
        """The rules of this table in words, each sentence with the numbers that refusals name.

        Args:
            language: the code of the language, such as ``"de"``.

        Raises:
            ConfigurationError: if the game is not explained in that language; the text names those it has.

        >>> from shedkit import Shithead
        >>> print(*Shithead(multi_card=True).explain().about("SH-A01"))
        You may lay up to four cards of one rank at once. (SH-A01)
        >>> print(*Shithead().explain("de").about("SH-A01"))
        Du legst in einem Zug genau eine Karte. (SH-A01)

        """
        from shedkit.core.explaining import explained  # it reads files, and few programs need it

        return explained(self, language)

    def __reduce__(self) -> tuple[object, ...]:
        return _configured, (type(self), self._given())

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @property
    @abstractmethod
    def deck(self) -> tuple[Card, ...]:
        """The multiset of cards the game is played with, in deck order."""

    def options_to_json(self) -> dict[str, Json]:
        """All options as plain JSON; the deck only where it is not the one that follows from the others.

        >>> from shedkit import Quiclo
        >>> Quiclo(players=2).options_to_json()["misplay"]
        'penalty'
        """
        given = self._given()
        names = [option.name for option in self.options() if option.name != "deck" or "deck" in given]
        return {name: encode(getattr(self, name)) for name in names}

    @classmethod
    def from_json(cls, options: Json) -> Self:
        """The rules with these options; those that are not named have their defaults.

        Raises:
            NotationError: if it is no object, or a value is not of the type of its option.
            ConfigurationError: for an option that is unknown, out of bounds or contradicts another.

        >>> from shedkit import Quiclo
        >>> Quiclo.from_json({"players": 2, "play_drawn": True})
        Quiclo(players=2, play_drawn=True)

        """
        if not isinstance(options, dict):
            raise NotationError(f"options: an object expected, not {short(options)}")
        hints, known = hints_of(cls), {option.name for option in cls.options()}
        values: dict[str, object] = {}
        for name, value in options.items():
            if type(name) is not str:
                raise NotationError(f"options: a name expected, not {short(name)}")
            values[name] = value
            if name in known:
                values[name] = decode(hints[name], value, f"options.{name}", card=cls.card_type)
        return cls(**values)

    @classmethod
    def read_options(cls, given: Mapping[str, object], *, base: Self | None = None) -> Self:
        r"""The rules with options as a person gives them: typed as text, or values as in `from_json`.

        All that is wrong is told at once, so that a form can show it beside its fields.

        Args:
            given: the options by name.
            base: rules that the other options are taken from, such as a preset; without them, they have their defaults.

        Raises:
            ConfigurationError: for one option that is wrong; `ConfigurationErrors` for more.

        >>> from shedkit import Shithead
        >>> Shithead.read_options({"players": "4", "multi_card": "yes", "swap": "off"})
        Shithead(players=4, multi_card=True, swap='off')
        >>> from shedkit.core.errors import ConfigurationErrors
        >>> try:
        ...     Shithead.read_options({"players": "9", "swap": "of", "rounds": "many"})
        ... except ConfigurationErrors as error:
        ...     print(*error.errors, sep="\n")
        swap: it cannot be 'of'; did you mean off?
        rounds: it must be a whole number, not 'many'
        players: it must be from 2 to 5, not 9

        """
        if not isinstance(given, Mapping):
            raise ConfigurationError("options", f"names with their values expected, not {short(given)}")
        values: dict[str, object] = {}
        wrong: list[ConfigurationError] = []
        for name, value in given.items():
            try:
                values[name] = cls._read_option(name, value)
            except ConfigurationError as error:  # noqa: PERF203  # each is told
                wrong.append(error)
        before = {} if base is None else base._given()
        while True:  # each time round one option is left out, until the others make a game
            try:
                made = cls(**{**before, **values})
            except ConfigurationError as error:
                wrong.append(error)
                if values.pop(error.option, before) is not before:
                    continue
            else:
                if not wrong:
                    return made
            raise wrong[0] if len(wrong) == 1 else ConfigurationErrors([(error.option, error.text) for error in wrong])

    @classmethod
    def _read_option(cls, name: object, value: object) -> object:
        options = {option.name: option for option in cls.options()}
        if not isinstance(name, str) or name not in options:
            hint = or_one_of(name, options) if isinstance(name, str) and len(name) < 100 else ""
            raise ConfigurationError(named(name) if isinstance(name, str) else short(name), f"unknown option{hint}")
        read = options[name].read(value) if isinstance(value, str) else value
        if read is None or isinstance(read, str):
            return read
        try:
            return decode(hints_of(cls)[name], cast(Json, read), name, card=cls.card_type)
        except NotationError as error:
            raise ConfigurationError(name, str(error)[len(name) :].lstrip(".: ")) from None

    def digest(self) -> str:
        """What the JSON of states and views carries to say what rules they belong to: equal for equal rules alone.

        It is the name of the game, the format of that JSON, and sixteen digits that follow from the options.

        >>> from shedkit import Quiclo
        >>> Quiclo(players=2).digest()
        'quiclo-1-5ea452fecb38acdf'
        >>> Quiclo(players=2).digest() == Quiclo(players=2, play_drawn=True).digest()
        False
        """
        try:
            return self._digest
        except AttributeError:
            digest = mark_of(self.name, {"players": self.players, **self._given()})
            object.__setattr__(self, "_digest", digest)  # worked out once; nothing else of rules changes
            return digest

    def order_of(self, seed: int) -> tuple[Card, ...]:
        """The order in which `deal` deals the cards with this seed: ``deal(seed) == deal(seed, order=order_of(seed))``.

        Raises:
            ConfigurationError: if the seed is bad.

        """
        return Chance.of(seed).shuffled(self.deck)[0]

    def deck_order(
        self, seed: int | None, order: Sequence[Card | str] | str | None, chance: Chance | None = None
    ) -> tuple[tuple[Any, ...], Chance]:
        """The cards of the deck in the order to deal them, and the chance left; for `deal` and for later rounds.

        Args:
            seed: as in `deal`.
            order: as in `deal`.
            chance: the chance of the state, where another round is dealt.

        Raises:
            ConfigurationError: if the seed is bad or the order is not the deck.

        """
        if chance is None:
            chance = Chance.of(seed)
        shuffled, after = chance.shuffled(self.deck)
        if order is None:
            return shuffled, after
        try:
            cards = read_cards(self.card_type, order)
        except NotationError as error:
            raise ConfigurationError("order", str(error)) from None
        for text, wrong in (
            ("is not in the deck, or there too often", missing_from(self.deck, cards)),
            ("is missing", missing_from(cards, self.deck)),
        ):
            if wrong:
                raise ConfigurationError("order", f"it is not the deck: {wrong[0]} {text}")
        return cards, after  # so that the order of a seed, given with it, leads to the same game


def _configured(kind: type[Configured], options: dict[str, object]) -> Configured:
    return kind(**options)
