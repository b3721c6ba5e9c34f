"""What happens in a game: piles, burns, skips, reactions, buys, contracts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import compress, count, islice
from operator import attrgetter, ne, sub
from typing import Any, Final

from shedkit.core.events import Event, Skipped
from shedkit.core.moves import Move
from shedkit.core.roles import Role
from shedkit.core.rules import Rules
from shedkit.core.states import Layout
from shedkit.core.turns import next_seat
from shedkit.study.measures.kinds import OWN, GameMeasure
from shedkit.study.measures.spans import counted
from shedkit.study.trails import Trail

__all__ = ["HAPPENINGS"]

# --- what a game has, told by the protocol


@lru_cache(maxsize=256)
def _kinds(rules: type[Rules[Any, Any]], role: Role) -> tuple[type[Move], ...]:
    """The kinds of moves that have a role."""
    return tuple([kind for kind in rules.move_types if kind.role is role])


@lru_cache(maxsize=256)
def _named(layout: Layout, role: Role) -> str:
    """The name of the field that has a role; nothing if there is none."""
    return next(iter(layout.names(role)), "")


@lru_cache(maxsize=64)
def _has_pile(rules: type[Rules[Any, Any]]) -> bool:
    """Whether there are the zones that the ways of the pile are told by."""
    layout = rules.state_type.layout
    return all(_named(layout, role) for role in (Role.HAND, Role.PILE, Role.REMOVED))


# --- what is counted


def _burned(trail: Trail[Any, Any], i: int) -> bool:
    """Whether the pile left the game with this move, after which there is none."""
    states, removed = trail.states, _named(trail.states[0].layout, Role.REMOVED)
    return len(getattr(states[i + 1], removed)) > len(getattr(states[i], removed))


def _piles_taken(trail: Trail[Any, Any]) -> int | None:
    if not (_kinds(type(trail.rules), Role.TAKE) and _has_pile(type(trail.rules))):
        return None
    states, piles, players = trail.states, trail.piles, trail.players
    hands = attrgetter(_named(states[0].layout, Role.HAND))
    taken = 0
    for i in trail.emptied:
        pile, seat = piles[i], players[i]
        if pile and len(hands(states[i + 1])[seat]) >= len(hands(states[i])[seat]) + pile and not _burned(trail, i):
            taken += 1
    return taken


def _burns(trail: Trail[Any, Any]) -> int | None:
    burns = any(event.role is Role.BURN for event in trail.rules.event_types)
    if not (burns and _has_pile(type(trail.rules))):
        return None
    return sum([_burned(trail, i) for i in trail.emptied])


def _skips(trail: Trail[Any, Any]) -> int | None:
    rules = trail.rules
    if Skipped not in rules.event_types or not _has_pile(type(rules)):
        return None
    if sits_out := _kinds(type(rules), Role.SIT_OUT):  # who is skipped says so with a move
        return sum(map(trail.kinds.count, sits_out))
    skips = 0
    for i in _leaps(trail):
        log: list[Event] = []
        rules.apply_unchecked(trail.states[i], trail.moves[i], trail.players[i], log)
        skips += sum([isinstance(event, Skipped) for event in log])
    return skips


def _leaps(trail: Trail[Any, Any]) -> list[int]:
    """The moves that may have skipped somebody: those that laid cards, and the turn did not pass to the next player.

    Making events of all moves would cost more than all measures together. Where as many cards were laid as players
    are left, the skips may have gone round the table.
    """
    turns, states, piles, n = trail.turns, trail.states, trail.piles, trail.rules.players
    passes_on = map(_next_seats(n).get, turns)
    odd = compress(count(), map(ne, passes_on, islice(turns, 1, None)))
    laying = [i for i in odd if piles[i + 1] > piles[i]]
    layout = states[0].layout
    out, direction = _reader(layout, Role.OUT, ()), _reader(layout, Role.DIRECTION, 1)
    if any(direction(states[i + 1]) != 1 for i in laying):
        # the other way round it is another player who comes next
        laying = [i for i in range(len(trail.moves)) if piles[i + 1] > piles[i]]
    leaps = []
    for i in laying:
        after = states[i + 1]
        followed = _follower(trail.players[i], n, out(after), direction(after))
        if followed != turns[i + 1]:
            leaps.append(i)
    if max(map(sub, islice(piles, 1, None), piles), default=0) > 1:
        laid = list(map(sub, islice(piles, 1, None), piles))
        many = [i for i, cards in enumerate(laid) if cards > 1]
        leaps += {i for i in many if laid[i] >= n - len(out(states[i]))}.difference(leaps)
    return leaps


@lru_cache(maxsize=256)
def _reader(layout: Layout, role: Role, otherwise: Any) -> Callable[[Any], Any]:
    """How to read the field that has a role, or what stands for it where there is none."""
    name = _named(layout, role)
    return attrgetter(name) if name else lambda state: otherwise


@lru_cache(maxsize=16)
def _next_seats(players: int) -> dict[int | None, int | None]:
    return {None: None, **{seat: next_seat(seat, players) for seat in range(players)}}


@lru_cache(maxsize=4096)
def _follower(seat: int, players: int, out: tuple[int, ...], direction: int) -> int | None:
    """Who comes next if nobody is skipped."""
    return next_seat(seat, players, out, direction=direction) if len(out) < players else None


def _of_role(trail: Trail[Any, Any], role: Role) -> int | None:
    """How many moves of a role were made; nothing in games that have none."""
    kinds = _kinds(type(trail.rules), role)
    return sum(map(trail.kinds.count, kinds)) if kinds else None


def _reactions(trail: Trail[Any, Any]) -> int | None:
    return _of_role(trail, Role.REACT)


def _buys(trail: Trail[Any, Any]) -> int | None:
    return _of_role(trail, Role.BUY)


def _contracts(trail: Trail[Any, Any]) -> int | None:
    name = _named(trail.states[0].layout, Role.DOWN)
    if not name:
        return None
    ends = [*trail.deals, len(trail.moves)]
    return len([i for i in ends for down in getattr(trail.states[i], name) if down])


def _happening(
    name: str, title: str, unit: str, definition: str, of: Callable[[Trail[Any, Any]], int | None]
) -> GameMeasure:
    """A measure that counts what happened in a game."""
    return GameMeasure(name, title, definition, unit, OWN, of=of, span=counted)


_PILES_TAKEN: Final = (
    "How often a player took the whole pile into the hand, by choice or after a blind card that did not fit."
)
HAPPENINGS: Final[tuple[GameMeasure, ...]] = (
    _happening("piles_taken", "Piles taken", "piles", _PILES_TAKEN, _piles_taken),
    _happening("burns", "Burns", "piles", "How often the pile left the game.", _burns),
    _happening("skips", "Skips", "turns", "How many turns were lost because the player was skipped.", _skips),
    _happening(
        "reactions",
        "Reactions",
        "moves",
        "How often a player completed a set with a reaction, mostly out of turn.",
        _reactions,
    ),
    _happening("buys", "Buys", "moves", "How often a player bought a card.", _buys),
    _happening(
        "contracts", "Contracts laid", "contracts", "How often a player laid the whole contract of a round.", _contracts
    ),
)
