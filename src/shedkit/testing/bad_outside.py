"""Bad input from outside a game: options, seeds, orders, positions, codes and JSON."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeVar, cast

from shedkit.core.cards import BACK, Hidden
from shedkit.core.errors import ConfigurationError, NotationError, PositionError, ShedkitError
from shedkit.core.marks import MARK
from shedkit.core.moves import Move
from shedkit.core.options import Option
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.testing.answers import Answers
from shedkit.testing.odd import ODD, ODD_CODES, ODD_NUMBERS, Awkward, broken_codes, same_json, spoiled
from shedkit.testing.variants import neighbours

__all__ = ["Outside"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
_READ: tuple[type[ShedkitError], ...] = (NotationError, PositionError, ConfigurationError)


class Outside(Answers[S, M]):
    """The inputs, kind by kind: each method tries its inputs one after the other and yields after each."""

    def options(self) -> Iterator[None]:
        """Unknown options, and values of the wrong type or out of bounds."""
        kind, known = type(self.rules), self.rules.options()
        usual = kind()
        for name in ("colour", "Players", "player", "seed", "swaps"):
            self.unknown(name)
            yield
        for option in known:
            for value in self.some(_wrong(option, usual.players)):
                for build in (kind, usual.evolve):
                    what = f"{option.name}={short(value)}"
                    answer = self.answer(what, ConfigurationError, build, **{option.name: value})
                    if isinstance(answer, ConfigurationError):
                        self.names(what, str(answer), option.name)
                        if option.plain:
                            self.about(what, answer, option.name)
                    elif option.plain:
                        raise self.broken(what, "it is taken")
                yield
        self.fails("an option without a name", ConfigurationError, kind, 3)

    def unknown(self, name: str) -> None:
        """The error about an unknown option names those that there are."""
        kind = type(self.rules)
        for build in (kind, kind().evolve):
            error = self.fails(f"the unknown option {short(name)}", ConfigurationError, _with, build, {name: 1})
            self.names(short(name), str(error), kind.options()[0].name)

    def hostile(self) -> Iterator[None]:
        """Names of options that are very long, no text that can be written, or words of the language."""
        for name in ("x" * 5000, "\ud800", "\0", "cls", "self", "args", "given", "changes"):
            self.unknown(name)
            self.fails("an option in JSON", _READ, type(self.rules).from_json, {name: 1})
            yield
        self.fails("an option in JSON", _READ, type(self.rules).from_json, {1: 2})

    def backs(self) -> Iterator[None]:
        """A card back as the value of an option."""
        for option in self.rules.options():
            self.fails(f"{option.name}=BACK", ConfigurationError, _with, type(self.rules), {option.name: BACK})
            yield

    def deals(self) -> Iterator[None]:
        """Seeds that are no whole numbers, and orders that are not the deck."""
        rules, deck = self.rules, [card.code for card in self.rules.deck]
        for seed in self.some(odd for odd in ODD_NUMBERS if odd is not None and type(odd) is not int):
            what = f"the seed {short(seed)}"
            error = self.fails(what, ConfigurationError, rules.deal, seed=seed)
            self.about(what, error, "seed")
            self.names(what, str(error), "integer")
            yield
        orders = [
            deck[:-1],
            deck[1:],
            [*deck, deck[0]],
            [*deck[:-1], "zz"],
            [*deck[:-1], "-"],
            [*deck[:-1], None],
            "",
            [],
        ]
        for order in self.some(
            [*orders, "", [], [1] * len(deck), [None] * len(deck), "zz", 7, 7.0, True, object(), Awkward()]
        ):
            what = f"the order {short(order)}"
            self.about(what, self.fails(what, ConfigurationError, rules.deal, order=order), "order")
            yield

    def about(self, what: str, error: ShedkitError, option: str) -> None:
        """Whether an error says which option it is about."""
        if not isinstance(error, ConfigurationError) or error.option != option:
            raise self.broken(what, f"the error is not about {option}: {error}")

    def positions(self) -> Iterator[None]:
        """Anything at all in every argument of `position`: an error, or a position that can be played."""
        yield from self.placed([odd for odd in ODD if not _awkward(odd)])

    def awkward_positions(self) -> Iterator[None]:
        """In every argument, what can be asked nothing."""
        yield from self.placed([odd for odd in ODD if _awkward(odd)])

    def placed(self, things: list[Any]) -> Iterator[None]:
        """Each of these in every argument, beside the zones of a state and beside hands alone."""
        rules = self.rules
        names = _arguments(rules)
        card = rules.deck[0]
        things += [
            ["zz"],
            "zz",
            card.code,
            card,
            [card],
            [card.code] * 9,
            " ".join([card.code] * (len(rules.deck) + 1)),
        ]
        things += [rules, {"hands": []}, card.code.encode(), [(0, " ".join(other.code for other in rules.deck[:3]))]]
        for state in self.states:
            whole = _named(state, names)
            for base in (whole, {"hands": whole.get("hands", [])}):
                for name in names:
                    for odd in self.some(things):
                        what = f"{name}={short(odd)}"
                        made = self.answer(what, ShedkitError, rules.position, **{**base, name: odd})
                        if not isinstance(made, ShedkitError):
                            self.plays_on(cast(S, made), what)
                        yield

    def plays_on(self, state: S, what: str) -> None:
        """Whether a position that is taken is one of the game, and somebody may move or it is over."""
        rules = self.rules
        if rules.checked(state) != state:
            raise self.broken(what, f"a position is taken that is not one of the game\n{state}")
        actors = rules.actors(state)
        if bool(actors) == (rules.outcome(state) is not None) or any(not rules.legal_moves(state, a) for a in actors):
            raise self.broken(what, f"a position is taken that cannot go on\n{state}")

    # --- texts

    def codes(self) -> Iterator[None]:
        """Codes that mean no move, some by a letter."""
        good = list(dict.fromkeys(str(move) for state in self.states for move, _ in self.listed(state)))
        count = 200 if self.most is None else self.most
        for code in (*self.some(ODD_CODES), *broken_codes(good, self.random, count)):
            move = self.answer(f"the code {short(code)}", NotationError, self.rules.parse, code)
            if not isinstance(move, ShedkitError):
                if not isinstance(move, Move):
                    raise self.broken(short(code), f"it is read as {short(move)}")
                if self.rules.parse(str(move)) != move:
                    raise self.broken(short(code), f"it is read as {move}, and that as another move")
            yield

    def texts(self) -> Iterator[None]:
        """JSON with one part replaced, missing, doubled or new: an error, or read as it stands."""
        rules = self.rules
        for what, read, data in self.written():
            before = json.dumps(data)
            for bad in self.some(spoiled(data)):
                value = self.answer(f"JSON of {what}", _READ, read, bad)
                if not isinstance(value, ShedkitError):
                    back = value.options_to_json() if isinstance(value, Rules) else rules.to_json(value)
                    if not isinstance(value, Rules) and not same_json(bad, back, inside=isinstance(value, Move)):
                        raise self.broken(what, f"JSON is read as something else: {short(bad)} as {short(back)}")
                yield
            if json.dumps(data) != before:
                raise self.broken(what, "reading changed the JSON that was read")

    def other_rules(self) -> Iterator[None]:
        """The JSON of a state or view that belongs to other options, another format, or nobody knows what."""
        rules = self.rules
        name, form, _ = rules.digest().rsplit("-", 2)
        marks = [other.digest() for other in neighbours(rules)]
        marks += [f"{name}-{int(form) + 1}-{'0' * 16}", f"some-{rules.digest()}"]
        for state in self.states:
            good, view = rules.to_json(state), rules.to_json(rules.view(state, None))
            for mark in self.some(marks):
                for what, read, bad in (
                    ("a state", rules.state_from_json, {**good, MARK: mark}),
                    ("a view", rules.view_from_json, {**view, "state": {**view["state"], MARK: mark}}),
                ):
                    error = self.fails(f"JSON of {what} of other rules", NotationError, read, bad)
                    self.names(f"JSON of {what} of other rules", str(error), mark, rules.digest())
                yield
            for other in self.some(neighbours(rules)):
                self.fails("JSON of a state", NotationError, other.state_from_json, good)
                self.fails("JSON of a view", NotationError, other.view_from_json, view)
                yield
            self.fails("JSON without a mark", NotationError, rules.state_from_json, {**good, MARK: None})

    def written(self) -> Iterator[tuple[str, Callable[[Any], Any], Any]]:
        """Values of every kind as JSON, each with what reads it."""
        rules = self.rules
        yield "options", type(rules).from_json, rules.options_to_json()
        for state in self.states:
            yield "a state", rules.state_from_json, rules.to_json(state)
            for viewer in (0, None):
                yield "a view", rules.view_from_json, rules.to_json(rules.view(state, viewer))
            outcome = rules.outcome(state)
            if outcome is not None:
                yield "an outcome", rules.outcome_from_json, rules.to_json(outcome)
            kinds: dict[type, object] = {}
            for move, player in self.listed(state):
                if type(move) not in kinds:
                    for value in (move, *rules.trace(state, move, player)[1]):
                        kinds.setdefault(type(value), value)
            for kind, value in kinds.items():
                read = rules.move_from_json if issubclass(kind, Move) else rules.event_from_json
                yield f"{kind.__name__}", read, rules.to_json(value)


def _with(build: Callable[..., object], options: Mapping[str, object]) -> object:
    return build(**options)


def _arguments(rules: Any) -> list[str]:
    """The names of the arguments of `position`: those of its signature, or of the fields that are declared."""
    parts = inspect.signature(rules.position).parameters.values()
    named = [part.name for part in parts if part.kind is part.KEYWORD_ONLY]
    declared = getattr(rules.state_type, "declared", {})
    return named or [name for field in declared.values() for name in field.names]


def _awkward(value: object) -> bool:
    """Whether it is, or holds, what can be asked nothing."""
    return isinstance(value, Awkward) or (isinstance(value, list | tuple) and any(map(_awkward, value)))


def _wrong(option: Option, players: int) -> list[object]:
    """Values that an option cannot have; for options that hold data, values that it hardly can."""
    odd: list[Any] = [odd for odd in ODD if not (odd is None and option.default is None)]
    if not option.plain:
        return [value for value in odd if not isinstance(value, Hidden)]
    if option.choices:
        return [value for value in odd if not (isinstance(value, str) and value in option.choices)]
    if isinstance(option.default, bool):
        return [value for value in odd if type(value) is not bool]
    low = 0 if option.seat else option.low if option.low is not None else -math.inf
    high = players - 1 if option.seat else option.high if option.high is not None else math.inf
    out = [value for value in (low - 1, high + 1) if isinstance(value, int)]
    return [*out, *(value for value in odd if type(value) is not int or not low <= value <= high)]


def _named(state: State, names: Iterable[str]) -> Mapping[str, Any]:
    """The zones and plain facts of a state as `position` takes them, those that have such an argument."""
    texts: dict[str, Any] = {}
    zones = {field.name for field in state.layout.zones()}
    for name in names:
        value = getattr(state, name, None)
        if name in zones and isinstance(value, tuple):
            with suppress(TypeError, AttributeError):
                texts[name] = [_codes(part) for part in value] if _nested(value) else _codes(value)
        elif type(value) in (int, str, bool):
            texts[name] = value
    return texts


def _nested(zone: tuple[Any, ...]) -> bool:
    return bool(zone) and isinstance(zone[0], tuple)


def _codes(zone: tuple[Any, ...]) -> str:
    return " ".join("-" if card is None else card.code for card in zone)
