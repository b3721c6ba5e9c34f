"""Full states that a view allows, with what its player remembers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shedkit.core.cards import BY_ORDER, UNKNOWN, Card, Hidden
from shedkit.core.chance import Chance
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.errors import ConfigurationError, ViewError
from shedkit.core.events import Place
from shedkit.core.knowledge import Knowledge
from shedkit.core.protocol import BareRules
from shedkit.core.states import State, evolve
from shedkit.core.values import hints_of
from shedkit.core.views import View

__all__ = ["Wanted", "sampled"]

_TRIES: Final = 10_000
Wanted = Callable[[Any, Knowledge, Chance], "tuple[tuple[Place, tuple[Card, ...]] | None, Chance]"]
"""See `Rules.wanted`."""


def sampled(rules: BareRules[Any, Any], wanted: Wanted, view: View[Any], seed: int, knowledge: Knowledge | None) -> Any:
    """A full state that a view and a knowledge allow; see `Rules.sample`."""
    seen = rules.inside(view, None)
    if knowledge is None:
        knowledge = Knowledge.of(rules, view)
    elif not isinstance(knowledge, Knowledge) or knowledge.rules != rules or not knowledge.fits(view):
        raise ViewError("this knowledge is not about the table of this view")
    # a game dealt with the same seed must have nothing in common with what is sampled
    if type(seed) is not int:
        raise ConfigurationError("seed", f"it must be an integer, not a {type(seed).__name__}")
    chance = Chance.of(seed).branch("sample")
    for _ in range(_TRIES):
        place, chance = wanted(seen, knowledge, chance)
        cards, chance = knowledge.placed(seen, chance, place)
        if cards is None:
            continue
        state, chance = _guessed(rules, _laid_out(seen, cards, chance), chance)
        if rules.possible(state):
            return state
    raise ViewError("no possible state was found for this view")


def _laid_out(seen: State, cards: Any, chance: Chance) -> State:
    """A view with cards in place of their backs, and a chance of its own."""
    waiting = iter(cards)
    values: dict[str, Any] = {}
    for field in seen.layout.fields:
        value = getattr(seen, field.name)
        if field.is_zone and field.visible_to is not Visibility.EVERYONE:
            value = _filled(value, waiting, field.in_order)
        elif hints_of(seen.layout.state_type)[field.name] is Chance:
            value = chance.branch("future")
        values[field.name] = value
    return seen.layout.state_type(**values)


def _guessed(rules: BareRules[Any, Any], state: State, chance: Chance) -> tuple[State, Chance]:
    """The state with a value for each fact that is hidden, and the chance left."""
    for field in state.layout.fields:
        value: Any = getattr(state, field.name)
        if field.is_zone or field.visible_to is Visibility.EVERYONE or isinstance(value, Chance):
            continue
        filled = []
        for seat, entry in enumerate(value if field.holds is Holds.PLAYERS else (value,)):
            if entry is UNKNOWN:
                choices = rules.hidden_values(state, field.name, seat)
                pick, chance = chance.picked(len(choices))
                entry = choices[pick]
            filled.append(entry)
        state = evolve(state, **{field.name: tuple(filled) if field.holds is Holds.PLAYERS else filled[0]})
    return state, chance


def _filled(value: tuple[Any, ...], waiting: Any, in_order: bool) -> tuple[Any, ...]:
    """A zone with the card backs replaced by the cards that come next."""
    if value and isinstance(value[0], tuple):
        return tuple([_filled(entry, waiting, in_order) for entry in value])
    cards = [next(waiting) if isinstance(card, Hidden) else card for card in value]
    return tuple(sorted(cards, key=BY_ORDER) if in_order else cards)
