"""Games that begin, and positions from card codes, out of the declarations of the state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import attrs

from shedkit.core.drafts import finished
from shedkit.core.errors import ConfigurationError, PositionError
from shedkit.core.events import RoundBegan
from shedkit.core.fields import Field
from shedkit.core.outcomes import Round
from shedkit.core.positions import left_over
from shedkit.core.roles import Role

__all__ = ["blank", "next_round", "placed_by_hand", "refuse_small_deck", "settle"]


def refuse_small_deck(rules: Any) -> None:
    """Refuse a deck from which hands of the option ``hand_size`` and the first cards of the pile cannot be dealt.

    Raises:
        ConfigurationError: naming the deck or, where no option names it, the size of the hands.

    """
    hand, pile, has = getattr(rules, "hand_size", 0), rules.turned_up, len(rules.deck)
    need = rules.players * hand + pile
    if need > has:
        chosen = any(option.name == "deck" for option in rules.options())
        what = f"{rules.players} hands of {hand}{' and the first pile' if pile else ''} need {need} cards"
        name, whose = ("deck", "it") if chosen else ("hand_size", "the deck")
        raise ConfigurationError(name, f"{what}, {whose} has {has}")


def blank(rules: Any) -> Any:
    """A draft with empty zones and the facts at their defaults; ``NOTHING`` stands for what follows from others."""
    kind = rules.state_type
    return kind.opened(_beginnings(kind, rules.players).empty, None)


@attrs.frozen
class _Beginnings:
    """How a class of states begins at a table of so many players.

    Attributes:
        empty: a draft as a game begins.
        loose: the facts that may follow from others.
        rounds: those of them that are about rounds.
        renewed: the names of the facts that begin anew in each round.
        names: the names under which a position gives its parts.
        read: the fields in the order in which a position is read.

    """

    empty: Any
    loose: tuple[tuple[str, Field[Any]], ...]
    rounds: tuple[tuple[str, Field[Any]], ...]
    renewed: tuple[str, ...]
    names: tuple[str, ...]
    read: tuple[Field[Any], ...]


@lru_cache(maxsize=256)
def _beginnings(kind: Any, players: int) -> _Beginnings:
    fields: dict[str, Field[Any]] = kind.declared
    empty = object.__new__(kind.draft_type)
    for name, field in fields.items():
        setattr(empty, name, field.beginning(players))
    loose = tuple([(name, field) for name, field in fields.items() if getattr(empty, name) is attrs.NOTHING])
    renewed = tuple([name for name, field in fields.items() if not (field.is_zone or field.lasts)])
    names = tuple([name for field in fields.values() for name in field.names])
    rounds = tuple([(name, field) for name, field in loose if field.role is Role.ROUND])
    return _Beginnings(empty, loose, rounds, renewed, names, tuple(sorted(fields.values(), key=_reading_order)))


def settle(rules: Any, s: Any, *, rounds: bool = False) -> Any:
    """Set what follows from other fields where nothing was said, of all or of those about rounds; the draft itself."""
    begin = _beginnings(rules.state_type, rules.players)
    for name, field in begin.rounds if rounds else begin.loose:
        if getattr(s, name) is attrs.NOTHING:
            setattr(s, name, field.following(rules, s))
    return s


def next_round(rules: Any, s: Any, player: int) -> None:
    """A player deals another round; see `Game.deal_round`."""
    before: Round = s.round
    cards, chance = rules.deck_order(None, None, s.chance)
    number = before.number + 1
    s.tell(RoundBegan, number, player)
    s.gather(cards, chance)
    fresh = blank(rules)
    for name in _beginnings(rules.state_type, rules.players).renewed:
        setattr(s, name, getattr(fresh, name))
    s.round = Round(number, player, before.results)
    rules.start(s)
    settle(rules, s)


def placed_by_hand(rules: Any, given: Mapping[str, Any]) -> Any:
    """The state that a position describes, unchecked; see `Game.position`.

    Raises:
        TypeError: for names that no zone or fact has, or if the hands are missing.
        PositionError: for what cannot be read, or lies in the wrong form.

    """
    kind = rules.state_type
    begin = _beginnings(kind, rules.players)
    unknown = [name for name in given if name not in begin.names]
    missing = [name for name in kind.layout.names(Role.HAND) if name not in given]
    if unknown or missing:
        problem = f"there is no {unknown[0]}" if unknown else f"{missing[0]} are missing"
        raise TypeError(f"position: {problem}; a position of {rules.name} has {', '.join(begin.names)}")
    s = blank(rules)
    for field in begin.read:
        if (value := field.read(rules, given, s)) is not attrs.NOTHING:
            setattr(s, field.name, value)
    rest = left_over(rules.deck, kind.layout.cards(s))
    if given.get("stock") is None:
        s.stock = rest
    elif rest:
        s.removed += rest
    for place in kind.layout.zones():
        if (lacks := place.lacks(s)) is not None:
            raise PositionError(lacks)  # what follows from the zones may rest on it
    return finished(settle(rules, s))


def _reading_order(field: Field[Any]) -> tuple[bool, bool, bool]:
    """The phase and whose turn it is come first, then the other zones and facts: some are read by them."""
    return field.role is not Role.PHASE, field.role is not Role.TURN, not field.is_zone
