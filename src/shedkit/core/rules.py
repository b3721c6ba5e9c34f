"""The protocol that all games share, and what a game gets for free."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import EllipsisType, NoneType
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, get_args, get_origin

import attrs
from typing_extensions import Self

from shedkit.core.cards import BACK, BY_ORDER, UNKNOWN, Card, Hidden, codes, missing_from, read_cards
from shedkit.core.chance import Chance
from shedkit.core.codec import Json, decode, decode_kind, decode_state, encode
from shedkit.core.errors import (
    ConfigurationError,
    IllegalMove,
    NotationError,
    PositionError,
    ShedkitError,
    ViewError,
)
from shedkit.core.events import Event, Moved, Place
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import Move, reused
from shedkit.core.options import Option, default_of, described
from shedkit.core.outcomes import Outcome
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.states import Holds, State, Visibility, evolve
from shedkit.core.values import fields_of, hints_of, short, written
from shedkit.core.views import View

__all__ = ["Rules"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
_TRIES = 10_000


class Rules(ABC, Generic[S, M]):
    """One configured game: a frozen value whose fields are its options.

    Everything hangs on one loop, which runs unchanged for every game:

    >>> from random import Random
    >>> from shedkit import Quiclo
    >>> rules, rng = Quiclo(players=3), Random(7)
    >>> state = rules.deal(seed=7)
    >>> while actors := rules.actors(state):
    ...     player = actors[0]
    ...     move = rng.choice(rules.legal_moves(state, player))
    ...     state = rules.apply(state, move, player)
    >>> print(rules.outcome(state))
    player 1 wins; places: 2 1 2

    The author of a game writes a `Game`.
    """

    __slots__ = ()

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

    def __new__(cls, *args: object, **given: object) -> Self:
        """Refuse unknown options by name before anything else looks at them."""
        known = [option.name for option in cls.options()]
        for name in given:
            if name not in known:
                raise ConfigurationError(name, f"unknown option; {cls.name} has {', '.join(known)}")
        if args:
            raise ConfigurationError("options", f"{cls.__name__} takes its options by name")
        return super().__new__(cls)

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

    def evolve(self, **changes: object) -> Self:
        """The same rules with some options changed.

        Raises:
            ConfigurationError: as for a new rules object.

        >>> from shedkit import Quiclo
        >>> Quiclo(players=4, open_hands=True).evolve(highest_card=60)
        Quiclo(players=4, highest_card=60, open_hands=True)

        """
        return type(self)(**{**self._given(), **changes})

    def __reduce__(self) -> tuple[object, ...]:
        return _configured, (type(self), self._given())

    # --- what the author of a game writes

    @property
    @abstractmethod
    def deck(self) -> tuple[Card, ...]:
        """The multiset of cards the game is played with, in deck order."""

    @abstractmethod
    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> S:
        """A fresh game.

        Args:
            seed: any integer of at most 128 bits; it decides this shuffle and all later ones. Without one, the
                operating system's source of randomness gives one.
            order: the cards of the deck in the order they are dealt, instead of the first shuffle.

        Raises:
            ConfigurationError: if the seed is no such integer or the order is not the deck.

        """

    @abstractmethod
    def actors(self, at: S | View[S]) -> tuple[int, ...]:
        """The players who may move now, in the order to ask them; empty exactly when the game is over.

        From a state this is for the authority only: it can tell who holds what. From a view it is what
        everybody knows, and the viewer if it may move.
        """

    @abstractmethod
    def legal_moves(self, at: S | View[S], player: int) -> tuple[M, ...]:
        """All moves the player may make, without duplicates; nothing for a player who is no actor.

        Raises:
            ViewError: if a view is asked for another player than its viewer.

        """

    @abstractmethod
    def refusal(self, at: S | View[S], move: M, player: int) -> Refusal | None:
        """Why `apply` would refuse the move, or ``None`` if it takes it."""

    @abstractmethod
    def apply_unchecked(self, state: S, move: M, player: int, log: list[Event] | None = None) -> S:
        """The state after a move that comes from the lists. For other moves the result has no meaning.

        Args:
            state: a full state.
            move: one of the legal or penalised moves.
            player: who makes it.
            log: if given, what happens is appended to it, as the authority sees it.

        """

    @abstractmethod
    def outcome(self, at: S | View[S]) -> Outcome | None:
        """How the game ended, or ``None`` while it runs."""

    def public_actors(self, state: S) -> tuple[int, ...]:
        """The actors that everybody knows of; override it where `actors` also names others.

        The state may be the inside of a view, so only public facts may be read.
        """
        return self.actors(state)

    def open_zones(self) -> frozenset[str]:
        """The names of owner zones that these options lay open to everyone."""
        return frozenset()

    def fault(self, state: S) -> str | None:
        """What is contradictory in a position, in a sentence, beyond what the declarations tell.

        The state may be the inside of a view: what is hidden is to be passed over.
        """
        return None

    def hidden_values(self, state: S, name: str, player: int) -> tuple[object, ...]:
        """The values that a hidden fact can have, of an owner fact the entry of one player, given all the cards.

        Every such fact but the chance needs an answer here; `sample` draws from it.
        """
        raise NotImplementedError(f"{type(self).__name__} has a hidden fact {name}: say what it can be")

    def favours_seats(self, state: S) -> bool:
        """Whether what follows may depend on the numbers of the seats; law 15 of `shedkit.testing` is waived then."""
        return False

    def wanted(
        self, seen: S, knowledge: Knowledge, chance: Chance
    ) -> tuple[tuple[Place, tuple[Card, ...]] | None, Chance]:
        """Cards that `sample` is to lay into a place before it lays out the others, where few hands are `possible`.

        Override it where the right hand would hardly be met by chance. Every hand that can be should come up.

        Args:
            seen: the inside of the view.
            knowledge: what is known of the hidden cards: `Knowledge.hidden`, and `Knowledge.may_lie`.
            chance: what to draw from.

        Returns:
            The place and the cards, or ``None`` if there is nothing to see to; and the chance left.

        """
        return None, chance

    def possible(self, state: S) -> bool:
        """Whether a state that `sample` has put together can be, where the declarations do not tell."""
        return True

    def penalised_moves(self, at: S | View[S], player: int) -> tuple[M, ...]:
        """The moves that the rules answer with a penalty; `apply` takes them like the legal ones.

        Raises:
            ViewError: if a view is asked for another player than its viewer.

        """
        if isinstance(at, View):
            self.inside(at, player)
        return ()

    def suggested(self, at: S | View[S], player: int) -> tuple[tuple[M, ...], ...]:
        """Sequences of moves that a person makes as one, such as laying a whole contract; the best one first.

        Each is legal from its first move to its last, as long as nobody else moves between them.
        """
        return ()

    def headline(self, at: S | View[S]) -> str:
        """What stands above the table: public facts that follow from rules and state together, in a line."""
        return ""

    # --- reading

    def inside(self, at: S | View[S], player: int | None) -> S:
        """The state to read the rules from: itself, or the inside of a view for its viewer.

        Raises:
            ViewError: if a view is asked for another player than its viewer, or this is neither.

        """
        if isinstance(at, self.state_type):
            return self._of_this_table(at)
        if isinstance(at, View) and isinstance(at.state, self.state_type):
            if player is not None and player != at.player:
                who = "an onlooker's" if at.player is None else f"player {at.player}'s"
                raise ViewError(f"this is {who} view; it says nothing about player {short(player)}")
            return self._of_this_table(at.state)
        raise ViewError(f"{self.name} reads a {self.state_type.__name__} or a view of one, not {short(at)}")

    def _known(self, player: int | None) -> None:
        if player is not None and (type(player) is not int or not 0 <= player < self.players):
            raise ViewError(f"there is no player {short(player)}; players are 0 to {self.players - 1}")

    def _require(self, state: S, move: M, player: int) -> None:
        """Raise unless the move may be made."""
        if not isinstance(state, self.state_type):
            what = "a view shows too little" if isinstance(state, View) else f"not {short(state)}"
            raise ViewError(f"a move is made in a {self.state_type.__name__}: {what}")
        self._of_this_table(state)
        refusal = self.refusal(state, move, player)
        if refusal is not None:
            raise IllegalMove(refusal)

    def _of_this_table(self, state: S) -> S:
        seats = state.layout.seats(state)
        if seats != self.players:
            raise ViewError(f"this is a table of {seats} players; these rules are for {self.players}")
        return state

    def seen_actors(self, view: View[S]) -> tuple[int, ...]:
        """What `actors` answers for a view."""
        asked = self.public_actors(self.inside(view, None))
        viewer = view.player
        if viewer is None or viewer in asked or not self.legal_moves(view, viewer):
            return asked
        return (viewer, *asked)

    def view(self, at: S | View[S], player: int | None) -> View[S]:
        """What a player, or with ``None`` an onlooker, may know of a state.

        Raises:
            ViewError: if there is no such player, or this is the view of somebody else.

        """
        self._known(player)
        state = self.inside(at, None)
        if isinstance(at, View):
            if at.player != player:
                raise ViewError("a view cannot be turned into the view of somebody else")
            return at
        return View(player, state.layout.hide(state, player, self.open_zones()))

    def describe(self, at: S | View[S], player: int | EllipsisType | None = ...) -> str:
        """The table as text: all there is or, for a player or with ``None`` an onlooker, what that one may see.

        Raises:
            ViewError: if there is no such player, or this is the view of somebody else.

        """
        shown = at if isinstance(player, EllipsisType) else self.view(at, player)
        state = self.inside(shown, None)
        outcome = self.outcome(shown)
        if outcome is not None:
            head = str(outcome)
        else:
            actors = ", ".join(str(seat) for seat in self.actors(shown))
            head = f"to move: player {actors}"
        whose = ""
        if isinstance(shown, View):
            whose = ", as an onlooker sees it" if shown.player is None else f", as player {shown.player} sees it"
        above = self.headline(shown)
        return "\n".join(
            [f"{self.name}, {self.players} players{whose}; {head}", *([above] if above else []), str(state)]
        )

    # --- changing

    def apply(self, state: S, move: M, player: int) -> S:
        """The state after a legal or penalised move; the given state stays as it is.

        Raises:
            IllegalMove: carrying the refusal, for any other move.
            ViewError: for a view, or anything else that is no full state of this game.

        """
        self._require(state, move, player)
        return self.apply_unchecked(state, move, player)

    def trace(self, state: S, move: M, player: int) -> tuple[S, tuple[Event, ...]]:
        """`apply`, and what happened, in order, as the authority sees it; see `shown`.

        Raises:
            IllegalMove: as `apply`.
            ViewError: as `apply`.

        """
        self._require(state, move, player)
        log: list[Event] = []
        return self.apply_unchecked(state, move, player, log), tuple(log)

    def shown(self, events: Sequence[Event], player: int | None) -> tuple[Event, ...]:
        """Events as a player, or with ``None`` an onlooker, could see them.

        A card is seen where it comes from or goes to a place that the reader may look into.

        Raises:
            ViewError: if there is no such player.
            NotationError: for what is no event.

        """
        self._known(player)
        if not isinstance(events, Sequence):
            raise NotationError(f"a list of events expected, not {short(events)}")
        seen = []
        for event in events:
            if not isinstance(event, Event):
                raise NotationError(f"an event expected, not {short(event)}")
            if event.audience() not in (None, player):
                continue
            if isinstance(event, Moved) and not (
                self.can_see(event.source, player) or self.can_see(event.target, player)
            ):
                event = attrs.evolve(event, cards=(BACK,) * len(event.cards))
            seen.append(event)
        return tuple(seen)

    def can_see(self, place: Place, player: int | None) -> bool:
        """Whether a player, or with ``None`` an onlooker, may look at the cards of a place."""
        seen = self.state_type.layout.field(place.zone).visible_to
        if seen is Visibility.EVERYONE or place.zone in self.open_zones():
            return True
        return seen is Visibility.OWNER and player is not None and place.player == player

    def sample(self, view: View[S], seed: int, *, knowledge: Knowledge | None = None) -> S:
        """A full state that this view allows, and with it the knowledge of its player.

        Every placing of the hidden cards is equally likely, but where `wanted` sees to a hand. What the declarations
        do not tell comes from `hidden_values` and `possible`, which know nothing of the past. The state brings a
        chance of its own, so a search in it learns nothing about coming shuffles.

        Raises:
            ViewError: if the view is not one of this game, the knowledge is not about it, or nothing fits it.

        """
        seen = self.inside(view, None)
        layout, hints = seen.layout, hints_of(self.state_type)
        if knowledge is None:
            knowledge = Knowledge.of(self, view)
        elif not isinstance(knowledge, Knowledge) or knowledge.rules != self or not knowledge.fits(view):
            raise ViewError("this knowledge is not about the table of this view")
        # a game dealt with the same seed must have nothing in common with what is sampled
        chance = Chance.of(seed).branch("sample")
        for _ in range(_TRIES):
            wanted, chance = self.wanted(seen, knowledge, chance)
            cards, chance = knowledge.placed(seen, chance, wanted)
            if cards is None:
                continue
            waiting = iter(cards)
            values: dict[str, Any] = {}
            for field in layout.fields:
                value = getattr(seen, field.name)
                if field.is_zone and field.visible_to is not Visibility.EVERYONE:
                    value = _filled(value, waiting, field.in_order)
                elif hints[field.name] is Chance:
                    value = chance.branch("future")
                values[field.name] = value
            state = cast(S, layout.state_type(**values))
            for field in layout.fields:
                if field.is_zone or field.visible_to is Visibility.EVERYONE or hints[field.name] is Chance:
                    continue
                entries = values[field.name] if field.holds is Holds.PLAYERS else (values[field.name],)
                filled = []
                for seat, entry in enumerate(entries):
                    if entry is UNKNOWN:
                        choices = self.hidden_values(state, field.name, seat)
                        pick, chance = chance.picked(len(choices))
                        entry = choices[pick]
                    filled.append(entry)
                value = tuple(filled) if field.holds is Holds.PLAYERS else filled[0]
                state = evolve(state, **{field.name: value})
            if self.possible(state):
                return state
        raise ViewError("no possible state was found for this view")

    # --- codes and JSON

    def parse(self, code: str) -> M:
        """The move that a code stands for: ``parse(str(move)) == move``.

        Raises:
            NotationError: if the text is no code of a move of this game.

        """
        if not isinstance(code, str):
            raise NotationError(f"the code of a move is a text, not {short(code)}")
        verb, *words = code.split() or [""]
        kind = next((kind for kind in self.move_types if kind.verb == verb), None)
        if kind is None:
            verbs = ", ".join(kind.verb for kind in self.move_types)
            raise NotationError(f"{short(verb)} is no move of {self.name}; the moves are {verbs}")
        made = kind.read(words)
        if made is not None:
            return cast(M, reused(made))
        hints = hints_of(kind)
        values: dict[str, object] = {}
        for field in fields_of(kind):
            part = hints[field.name]
            if get_origin(part) is tuple:
                if values and words:
                    if words.pop(0) != "/":
                        raise NotationError(f"{short(code)}: {field.name} begins with a stroke, /")
                end = words.index("/") if "/" in words else len(words)
                values[field.name], words = read_cards(self.card_type, words[:end]), words[end:]
            elif words:
                values[field.name] = self._word(part, words.pop(0))
            elif field.default is attrs.NOTHING:
                raise NotationError(f"{short(code)} is cut short: {verb} needs {field.name}")
        if words:
            raise NotationError(f"{short(code)} goes on after its end: {short(' '.join(words))}")
        return cast(M, reused(kind(**values)))

    def _word(self, part: Any, word: str) -> object:
        if part is int:
            if not (word.isascii() and word.isdigit() and len(word) < 5):
                raise NotationError(f"{short(word)} is no number")
            return int(word)
        kinds = (part, *get_args(part))
        if word == "-" and NoneType in kinds:
            return None
        cards = [one for one in kinds if isinstance(one, type) and issubclass(one, Card)]
        if cards:
            return cards[0](word)
        words = [one for kind in kinds if get_origin(kind) is Literal for one in get_args(kind)]
        if words and word not in words:
            raise NotationError(f"{short(word)} is none of {', '.join(words)}")
        return word

    def to_json(self, value: S | View[S] | Move | Event | Outcome) -> Json:
        """A value of this game as plain JSON, to be read back by the method of its kind below.

        Raises:
            NotationError: for anything else.

        """
        if not isinstance(value, State | View | Move | Event | Outcome):
            raise NotationError(f"a state, view, move, event or outcome expected, not {short(value)}")
        return encode(value)

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
        values = {
            name: decode(hints[name], value, f"options.{name}", card=cls.card_type) if name in known else value
            for name, value in options.items()
        }
        return cls(**values)

    def order_of(self, seed: int) -> tuple[Card, ...]:
        """The order in which `deal` deals the cards with this seed: ``deal(seed) == deal(seed, order=order_of(seed))``.

        Raises:
            ConfigurationError: if the seed is bad.

        """
        return Chance.of(seed).shuffled(self.deck)[0]

    def state_from_json(self, data: Json) -> S:
        """A state from JSON.

        Raises:
            NotationError: if it is not the JSON of a state of this game.
            PositionError: if the position it describes cannot be.

        """
        made = decode_state(self.state_type, data, "state", card=self.card_type, view=False, back=BACK, unknown=UNKNOWN)
        return self.checked(cast(S, made))

    def view_from_json(self, data: Json) -> View[S]:
        """A view from JSON.

        Raises:
            NotationError: if it is not the JSON of a view of this game, or shows what its viewer cannot see.

        """
        if not isinstance(data, dict) or set(data) != {"player", "state"}:
            raise NotationError("view: an object with player and state expected")
        player = data["player"]
        if player is not None and (type(player) is not int or not 0 <= player < self.players):
            raise NotationError(f"view.player: a seat from 0 to {self.players - 1} or null expected")
        state = decode_state(
            self.state_type,
            data["state"],
            "view.state",
            card=self.card_type,
            view=True,
            back=BACK,
            unknown=UNKNOWN,
        )
        self._shape(state, NotationError)
        if state.layout.hide(state, player, self.open_zones()) != state:
            raise NotationError("view.state: it shows what its viewer cannot see")
        self._consistent(state, NotationError)
        return View(player, state)

    def move_from_json(self, data: Json) -> M:
        """A move from JSON.

        Raises:
            NotationError: if it is not the JSON of a move of this game.

        """
        kind = self._kind("move", data, {kind.verb: kind for kind in self.move_types})
        return cast(M, decode_kind(kind, data, "move", card=self.card_type, tag="move"))

    def event_from_json(self, data: Json) -> Event:
        """An event from JSON.

        Raises:
            NotationError: if it is not the JSON of an event of this game.

        """
        kind = self._kind("event", data, {kind.__name__: kind for kind in self.event_types})
        event = cast(Event, decode_kind(kind, data, "event", card=self.card_type, tag="event"))
        values = {field.name: getattr(event, field.name) for field in fields_of(kind)}
        places = [value for value in values.values() if isinstance(value, Place)]
        for place in places:
            if not self.state_type.layout.field(place.zone).is_zone:
                raise NotationError(f"event: {short(place.zone)} is no zone")
        for seat in [values.get("player"), values.get("dealer"), *[place.player for place in places]]:
            if seat is not None and not 0 <= seat < self.players:
                raise NotationError(f"event: there is no player {short(seat)}")
        return event

    def outcome_from_json(self, data: Json) -> Outcome:
        """An outcome from JSON.

        Raises:
            NotationError: if it is not the JSON of an outcome.

        """
        return cast(Outcome, decode_kind(Outcome, data, "outcome", card=self.card_type))

    def _kind(self, tag: str, data: Json, kinds: Mapping[str, type]) -> type:
        name = data.get(tag) if isinstance(data, dict) else None
        if not isinstance(name, str) or name not in kinds:
            raise NotationError(f"{tag}: an object whose {tag!r} is one of {', '.join(kinds)} expected")
        return kinds[name]

    # --- positions

    def checked(self, state: S) -> S:
        """The state itself, if it can be a position of this game.

        Raises:
            PositionError: if the cards are not the deck, a fact does not fit the table, or nobody could move.

        """
        if not isinstance(state, self.state_type):
            raise PositionError(f"a {self.state_type.__name__} expected, not {short(state)}")
        for card in state.layout.cards(state):
            if not isinstance(card, self.card_type):
                raise PositionError(f"{card} is not a card of {self.name}")
        self._consistent(state, PositionError)
        if self.outcome(state) is None:
            actors = self.actors(state)
            stuck = [seat for seat in actors if not self.legal_moves(state, seat)]
            if stuck or not actors:
                who = f"player {stuck[0]} has" if stuck else "there is a player who has"
                raise PositionError(f"nobody could go on from here: {who} no move")
        return state

    def _consistent(self, state: S, error: type[ShedkitError]) -> None:
        """What holds of states and of the insides of views: shape, cards, and what `fault` says."""
        self._shape(state, error)
        cards = list(state.layout.cards(state))
        known = [card for card in cards if isinstance(card, Card)]
        wrong = missing_from(self.deck, known)
        if wrong:
            raise error(f"the cards are not the deck: {codes(wrong[:5])} not in the deck, or too often")
        lacking = missing_from(known, self.deck)
        if len(cards) != len(self.deck):
            raise error(f"the cards are not the deck: {len(cards)} of {len(self.deck)}, {codes(lacking[:5])} missing")
        fault = self.fault(state)
        if fault is not None:
            raise error(fault)

    def _shape(self, state: S, error: type[ShedkitError]) -> None:
        """Entries for all players, seats that exist, hands in order, a chance within its bounds."""
        for field in state.layout.fields:
            value: Any = getattr(state, field.name)
            if isinstance(value, Chance):
                if not value.in_bounds():
                    raise error(f"{field.name}: a seed of at most 128 bits and a count from 0 expected")
                continue
            seats: tuple[object, ...] = ()
            if field.holds is Holds.PLAYERS:
                if len(value) != self.players:
                    raise error(f"{field.name}: {self.players} entries expected, not {len(value)}")
            elif field.holds is Holds.SEAT:
                optional = NoneType in get_args(hints_of(self.state_type)[field.name])
                seats = () if value is None and optional else (value,)
            elif field.holds is Holds.SEATS:
                seats = value
            for seat in seats:
                if type(seat) is not int or not 0 <= seat < self.players:
                    raise error(f"{field.name}: there is no player {short(seat)}")
            if len(set(seats)) != len(seats):
                raise error(f"{field.name}: a player is named twice")
            if field.in_order:
                hands: Any = value if field.holds is Holds.PLAYERS else (value,)
                for hand in hands:
                    if BACK not in hand and hand != (right := tuple(sorted(hand, key=BY_ORDER))):
                        raise error(f"{field.name}: the cards must be in deck order: {codes(right)}")

    # --- helpers for authors

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

    def not_a_move(self, state: S, move: object, player: object) -> Refusal:
        """The refusal of a move whose kind, player or moment is wrong, whatever the game (SK-01 to SK-05).

        Args:
            state: the state, or the inside of a view.
            move: what was handed over as a move.
            player: who was said to make it.

        """
        if type(player) is not int or not 0 <= player < self.players:
            return Refusal(
                Reason.NO_SUCH_PLAYER,
                "SK-01",
                f"There is no player {short(player)}; players are 0 to {self.players - 1}.",
            )
        if not isinstance(move, Move):
            return Refusal(Reason.NOT_A_MOVE, "SK-02", f"A move was expected, not {short(move)}.")
        if type(move) not in self.move_types:
            return Refusal(Reason.FOREIGN_MOVE, "SK-03", f"{type(move).__name__} is no move of {self.name}.")
        if self.outcome(state) is not None:
            return Refusal(Reason.GAME_OVER, "SK-04", "The game is over.")
        return self.not_an_actor(state, player)

    def not_an_actor(self, state: S, player: int) -> Refusal:
        """The refusal of a player who may not move now, though others may (SK-05)."""
        seats = self.public_actors(state)
        who = ("players " if len(seats) > 1 else "player ") + ", ".join(map(str, seats))
        return Refusal(Reason.NOT_AN_ACTOR, "SK-05", f"Player {player} may not move now: {who} may.")


def _filled(value: tuple[Any, ...], waiting: Any, in_order: bool) -> tuple[Any, ...]:
    """A zone with the card backs replaced by the cards that come next."""
    if value and isinstance(value[0], tuple):
        return tuple([_filled(entry, waiting, in_order) for entry in value])
    cards = [next(waiting) if isinstance(card, Hidden) else card for card in value]
    return tuple(sorted(cards, key=BY_ORDER) if in_order else cards)


def _configured(kind: type[Rules[Any, Any]], options: dict[str, object]) -> Rules[Any, Any]:
    return kind(**options)
