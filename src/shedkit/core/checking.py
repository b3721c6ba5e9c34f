"""Whether a state from outside can be a position of a game."""

from __future__ import annotations

from types import NoneType
from typing import Any, get_args

from shedkit.core.cards import BY_ORDER, Card, Hidden, codes, missing_from
from shedkit.core.chance import Chance
from shedkit.core.declarations import Holds
from shedkit.core.errors import PositionError, ShedkitError
from shedkit.core.protocol import BareRules
from shedkit.core.states import State
from shedkit.core.values import short

__all__ = ["check_inside", "check_shape", "checked"]


def checked(rules: BareRules[Any, Any], state: Any) -> Any:
    """The state itself, if it can be a position of this game.

    Raises:
        PositionError: if the cards are not the deck, a fact does not fit the table, or nobody could move.

    """
    if not isinstance(state, rules.state_type):
        raise PositionError(f"a {rules.state_type.__name__} expected, not {short(state)}")
    cards = state.layout.cards(state)
    if set(map(type, cards)) != {rules.card_type}:
        for card in cards:
            if not isinstance(card, rules.card_type):
                raise PositionError(f"{card} is not a card of {rules.name}")
    check_shape(rules, state, PositionError)
    check_inside(rules, state, PositionError)
    if rules.outcome(state) is None:
        actors = rules.actors(state)
        stuck = [seat for seat in actors if not rules.legal_moves(state, seat)]
        if stuck or not actors:
            who = f"player {stuck[0]} has" if stuck else "there is a player who has"
            raise PositionError(f"nobody could go on from here: {who} no move")
    return state


def check_inside(rules: BareRules[Any, Any], state: State, error: type[ShedkitError]) -> None:
    """What holds of states and of the insides of views beside their shape: the cards, and what `fault` says."""
    cards = state.layout.cards(state)
    hidden = Hidden in map(type, cards)
    known: Any = [card for card in cards if isinstance(card, Card)] if hidden else cards
    wrong = missing_from(rules.deck, known)
    if wrong:
        raise error(f"the cards are not the deck: {codes(wrong[:5])} not in the deck, or too often")
    lacking = missing_from(known, rules.deck)
    if len(cards) != len(rules.deck):
        raise error(f"the cards are not the deck: {len(cards)} of {len(rules.deck)}, {codes(lacking[:5])} missing")
    fault = rules.fault(state)
    if fault is not None:
        raise error(fault)


def check_shape(rules: BareRules[Any, Any], state: State, error: type[ShedkitError]) -> None:
    """Entries for all players, seats that exist, hands in order, a chance within its bounds."""
    for field in state.layout.fields:
        value: Any = getattr(state, field.name)
        if isinstance(value, Chance):
            if not value.in_bounds():
                raise error(f"{field.name}: a seed of at most 128 bits and a count from 0 expected")
            continue
        if field.holds in (Holds.PLAYERS, Holds.SEATS) and not isinstance(value, tuple):
            raise error(f"{field.name}: entries expected, not {short(value)}")
        if field.holds is Holds.PLAYERS:
            if len(value) != rules.players:
                raise error(f"{field.name}: {rules.players} entries expected, not {len(value)}")
        elif field.holds is Holds.SEAT:
            if value is not None or NoneType not in get_args(field.kind):
                _check_seats(rules, field.name, (value,), error)
        elif field.holds is Holds.SEATS:
            _check_seats(rules, field.name, value, error)
        if field.in_order:
            hands: Any = value if field.holds is Holds.PLAYERS else (value,)
            for hand in hands:
                if Hidden not in map(type, hand) and hand != (right := tuple(sorted(hand, key=BY_ORDER))):
                    raise error(f"{field.name}: the cards must be in deck order: {codes(right)}")


def _check_seats(rules: BareRules[Any, Any], name: str, seats: tuple[object, ...], error: type[ShedkitError]) -> None:
    for seat in seats:
        if type(seat) is not int or not 0 <= seat < rules.players:
            raise error(f"{name}: there is no player {short(seat)}")
    if len(set(seats)) != len(seats):
        raise error(f"{name}: a player is named twice")
