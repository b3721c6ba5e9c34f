"""Full states that a view allows, with what its player remembers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shedkit.core.cards import BY_ORDER, UNKNOWN, Card, Hidden
from shedkit.core.chance import Chance
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.errors import ViewError
from shedkit.core.events import Place
from shedkit.core.knowledge import Knowledge
from shedkit.core.protocol import BareRules
from shedkit.core.states import evolve
from shedkit.core.values import hints_of
from shedkit.core.views import View

__all__ = ["Wanted", "sampled"]

_TRIES: Final = 10_000
Wanted = Callable[[Any, Knowledge, Chance], "tuple[tuple[Place, tuple[Card, ...]] | None, Chance]"]
"""See `Rules.wanted`."""


def sampled(rules: BareRules[Any, Any], wanted: Wanted, view: View[Any], seed: int, knowledge: Knowledge | None) -> Any:
    """A full state that a view and a knowledge allow; see `Rules.sample`."""
    seen = rules.inside(view, None)
    layout, hints = seen.layout, hints_of(rules.state_type)
    if knowledge is None:
        knowledge = Knowledge.of(rules, view)
    elif not isinstance(knowledge, Knowledge) or knowledge.rules != rules or not knowledge.fits(view):
        raise ViewError("this knowledge is not about the table of this view")
    # a game dealt with the same seed must have nothing in common with what is sampled
    chance = Chance.of(seed).branch("sample")
    for _ in range(_TRIES):
        place, chance = wanted(seen, knowledge, chance)
        cards, chance = knowledge.placed(seen, chance, place)
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
        state = layout.state_type(**values)
        for field in layout.fields:
            if field.is_zone or field.visible_to is Visibility.EVERYONE or hints[field.name] is Chance:
                continue
            entries = values[field.name] if field.holds is Holds.PLAYERS else (values[field.name],)
            filled = []
            for seat, entry in enumerate(entries):
                if entry is UNKNOWN:
                    choices = rules.hidden_values(state, field.name, seat)
                    pick, chance = chance.picked(len(choices))
                    entry = choices[pick]
                filled.append(entry)
            value = tuple(filled) if field.holds is Holds.PLAYERS else filled[0]
            state = evolve(state, **{field.name: value})
        if rules.possible(state):
            return state
    raise ViewError("no possible state was found for this view")


def _filled(value: tuple[Any, ...], waiting: Any, in_order: bool) -> tuple[Any, ...]:
    """A zone with the card backs replaced by the cards that come next."""
    if value and isinstance(value[0], tuple):
        return tuple([_filled(entry, waiting, in_order) for entry in value])
    cards = [next(waiting) if isinstance(card, Hidden) else card for card in value]
    return tuple(sorted(cards, key=BY_ORDER) if in_order else cards)
