"""A new round: the events of gathering all cards and dealing them again."""

from __future__ import annotations

from collections.abc import Iterator

from shedkit.core.events import Moved, Place
from shedkit.core.states import Holds, State, cards_in

__all__ = ["gathered"]


def gathered(state: State) -> Iterator[Moved]:
    """The events of gathering all cards for a new deal."""
    for field in state.layout.zones():
        value = getattr(state, field.name)
        piles = enumerate(value) if field.holds is Holds.PLAYERS else [(None, value)]
        for seat, lying in piles:
            cards = tuple(cards_in(lying))
            if cards and field.name != "stock":
                yield Moved(cards, Place(field.name, seat), Place("stock"))
