"""Codes and JSON of one game, read back: moves, events, states, views and outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import attrs

from shedkit.core.cards import BACK, UNKNOWN, Card, Hidden, read_cards
from shedkit.core.checking import check_inside, check_shape
from shedkit.core.codec import Json, decode_kind, decode_state
from shedkit.core.declarations import Visibility
from shedkit.core.errors import NotationError
from shedkit.core.events import Event, Place
from shedkit.core.marks import of_these_rules
from shedkit.core.moves import Move, reused
from shedkit.core.protocol import BareRules
from shedkit.core.states import State, cards_in
from shedkit.core.values import fields_of, hints_of, short
from shedkit.core.views import View

__all__ = ["read_event", "read_move", "read_move_code", "read_state", "read_view"]

AnyRules = BareRules[Any, Any]


@lru_cache(maxsize=256)
def _verbs(kinds: tuple[type[Move], ...]) -> dict[str, type[Move]]:
    return {kind.verb: kind for kind in kinds}


def read_move_code(rules: AnyRules, code: str, at: State | None = None) -> Move:
    """The move that a code stands for; ``at`` is, for codes of older versions, the state in which it was made.

    Raises:
        NotationError: if the text is no code of a move of this game.

    """
    if not isinstance(code, str):
        raise NotationError(f"the code of a move is a text, not {short(code)}")
    verb, *words = code.split() or [""]
    kind = _verbs(rules.move_types).get(verb)
    if kind is None:
        verbs = ", ".join(kind.verb for kind in rules.move_types)
        raise NotationError(f"{short(verb)} is no move of {rules.name}; the moves are {verbs}")
    made = kind.read_in(words, at) if at is not None else None
    made = made or kind.read(words)
    if made is not None:
        return reused(made)
    hints = hints_of(kind)
    values: dict[str, object] = {}
    for field in fields_of(kind):
        part = hints[field.name]
        if get_origin(part) is tuple:
            if values and words:
                if words.pop(0) != "/":
                    raise NotationError(f"{short(code)}: {field.name} begins with a stroke, /")
            end = words.index("/") if "/" in words else len(words)
            values[field.name], words = read_cards(rules.card_type, words[:end]), words[end:]
        elif words:
            values[field.name] = _word(part, words.pop(0))
        elif field.default is attrs.NOTHING:
            raise NotationError(f"{short(code)} is cut short: {verb} needs {field.name}")
    if words:
        raise NotationError(f"{short(code)} goes on after its end: {short(' '.join(words))}")
    return reused(kind(**values))


def _word(part: Any, word: str) -> object:
    if part is int:
        if not (word.isascii() and word.isdigit() and len(word) < 5):
            raise NotationError(f"{short(word)} is no number")
        return int(word)
    kinds = (part, *get_args(part))
    if word == "-" and NoneType in kinds:
        return None
    cards = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Card)]
    if cards:
        return cards[0](word)
    words = [text for kind in kinds if get_origin(kind) is Literal for text in get_args(kind)]
    if words and word not in words:
        raise NotationError(f"{short(word)} is none of {', '.join(words)}")
    return word


def read_state(rules: AnyRules, data: Json, *, bare: bool = False) -> State:
    """A state from JSON.

    Args:
        rules: the game.
        data: the JSON.
        bare: whether it may be without the mark of its rules, as in a record, which names them itself.

    Raises:
        NotationError: if it is not the JSON of a state of these rules.

    """
    data = of_these_rules(rules.digest(), data, "state", needed=not bare)
    return decode_state(rules.state_type, data, "state", card=rules.card_type, view=False, back=BACK, unknown=UNKNOWN)  # type: ignore[no-any-return]


def read_view(rules: AnyRules, data: Json) -> View[Any]:
    """A view from JSON.

    Raises:
        NotationError: if it is not the JSON of a view of this game, or shows what its viewer cannot see.

    """
    if not isinstance(data, dict) or set(data) != {"player", "state"}:
        raise NotationError("view: an object with player and state expected")
    player = data["player"]
    if player is not None and (type(player) is not int or not 0 <= player < rules.players):
        raise NotationError(f"view.player: a seat from 0 to {rules.players - 1} or null expected")
    state = decode_state(
        rules.state_type,
        of_these_rules(rules.digest(), data["state"], "view.state"),
        "view.state",
        card=rules.card_type,
        view=True,
        back=BACK,
        unknown=UNKNOWN,
    )
    check_shape(rules, state, NotationError)
    if state.layout.hide(state, player, rules.open_zones()) != state:
        raise NotationError("view.state: it shows what its viewer cannot see")
    for field in state.layout.fields:
        value: Any = getattr(state, field.name)
        if field.visible_to is Visibility.OWNER and field.name not in rules.open_zones():
            value = () if player is None else value[player]
        elif field.visible_to is Visibility.NOBODY:
            continue
        if isinstance(value, Hidden) or any(isinstance(card, Hidden) for card in cards_in(value)):
            raise NotationError(f"view.state.{field.name}: it hides what its viewer can see")
    check_inside(rules, state, NotationError)
    return View(player, state)


def read_move(rules: AnyRules, data: Json, at: State | None = None) -> Move:
    """A move from JSON; ``at`` is, for JSON of older versions, the state in which it was made.

    Raises:
        NotationError: if it is not the JSON of a move of this game.

    """
    kind: Any = _kind("move", data, {kind.verb: kind for kind in rules.move_types})
    if at is not None and data == {"move": kind.verb}:
        made = kind.read_in((), at)
        if made is not None:
            return reused(made)  # type: ignore[no-any-return]
    return decode_kind(kind, data, "move", card=rules.card_type, tag="move")  # type: ignore[no-any-return]


def read_event(rules: AnyRules, data: Json) -> Event:
    """An event from JSON.

    Raises:
        NotationError: if it is not the JSON of an event of this game.

    """
    kind = _kind("event", data, {kind.__name__: kind for kind in rules.event_types})
    event: Event = decode_kind(kind, data, "event", card=rules.card_type, tag="event")
    values = {field.name: getattr(event, field.name) for field in fields_of(kind)}
    places = [value for value in values.values() if isinstance(value, Place)]
    for place in places:
        if not rules.state_type.layout.field(place.zone).is_zone:
            raise NotationError(f"event: {short(place.zone)} is no zone")
    for seat in [values.get("player"), values.get("dealer"), *[place.player for place in places]]:
        if seat is not None and not 0 <= seat < rules.players:
            raise NotationError(f"event: there is no player {short(seat)}")
    return event


def _kind(tag: str, data: Json, kinds: Mapping[str, type]) -> type:
    name = data.get(tag) if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in kinds:
        raise NotationError(f"{tag}: an object whose {tag!r} is one of {', '.join(kinds)} expected")
    return kinds[name]
