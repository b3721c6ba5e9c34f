"""What a game leaves behind for its measures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import compress, count, islice, pairwise
from operator import attrgetter, not_
from typing import Any, Final, Generic, TypeVar

import attrs

from shedkit.core.moves import Deal, Move
from shedkit.core.outcomes import Outcome
from shedkit.core.roles import Role
from shedkit.core.rules import Rules
from shedkit.core.states import Holds, Layout, State, Visibility, cards_in
from shedkit.players.standing import standings
from shedkit.table.runner import Player, Tape, run

__all__ = ["TENTHS", "Lead", "Trail", "covered", "follow", "parts", "unseen"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

TENTHS: Final = 10
"""Into how many parts a course divides a game."""
LOOKS: Final = 20
"""How often in a game it is looked who leads, at most."""


@attrs.frozen
class Lead:
    """Who was ahead in a game, looked at at the beginnings of laps: of 20 that are spread evenly, or of all if fewer.

    A lap has as many moves as there are players.

    Attributes:
        changes: how often somebody else came to lead alone.
        shares: for each look, the later winner's share of the lead: 1 alone, less with others, 0 if somebody was
            ahead; empty if nobody won.
        behind: the most cards by which somebody held fewer than the later winner while somebody was ahead of it.

    """

    changes: int
    shares: list[float]
    behind: int


@attrs.frozen(eq=False, slots=False)  # without slots, so that what several measures share is worked out once
class Trail(Generic[S, M]):
    """A played game, move by move.

    The four lists run side by side, but that `states` has one entry more: the last state.

    Attributes:
        rules: the game and its options.
        players: for each move, the seat that made it.
        choices: for each move, how many legal moves there were.
        moves: the moves.
        states: the state before each move, and the last one.
        outcome: the outcome; ``None`` if the game was cut.

    """

    rules: Rules[S, M]
    players: list[int]
    choices: list[int]
    moves: list[M]
    states: list[S]
    outcome: Outcome | None

    @property
    def truncated(self) -> bool:
        """Whether the game was cut."""
        return self.outcome is None

    @cached_property
    def kinds(self) -> list[type[M]]:
        """The kind of each move."""
        return list(map(type, self.moves))

    @cached_property
    def turns(self) -> list[int | None]:
        """The seat on turn in each state; in games without such a fact, the seat that moves next."""
        for name in self.states[0].layout.names(Role.TURN):
            return list(map(attrgetter(name), self.states))
        return [*self.players, None]

    @cached_property
    def piles(self) -> list[int]:
        """How many cards lie on the discard pile in each state."""
        for name in self.states[0].layout.names(Role.PILE):
            return list(map(len, map(attrgetter(name), self.states)))
        return [0] * len(self.states)

    @cached_property
    def emptied(self) -> list[int]:
        """The numbers of the moves, from 0, after which no discard pile lay there; those that deal are left out."""
        kinds = self.kinds
        empty = compress(count(), map(not_, islice(self.piles, 1, None)))
        return [i for i in empty if kinds[i] is not Deal]

    @cached_property
    def deals(self) -> list[int]:
        """The numbers of the moves by which a new round was dealt, from 0."""
        dealt = Deal in self.rules.move_types and Deal in self.kinds
        return [i for i, kind in enumerate(self.kinds) if kind is Deal] if dealt else []

    @cached_property
    def lead(self) -> Lead:
        """Who was ahead; the later winner is who has the first place at the end."""
        n, states, outcome = self.rules.players, self.states, self.outcome
        at = _beginnings(len(self.moves), n)
        won = outcome is not None and outcome.winners
        firsts = [seat for seat, place in enumerate(outcome.places) if place == 1] if outcome and won else []
        leader, changes, behind = -1, 0, 0
        shares: list[float] = []
        for keys, cards in standings([states[i] for i in at] or states):
            best = min(keys)
            leaders = keys.count(best)
            if leaders == 1 and (leader < 0 or keys[leader] != best):
                changes += leader >= 0
                leader = keys.index(best)
            among = 0
            for seat in firsts:
                among += keys[seat] == best
            shares.append(among / leaders)
            if not among and firsts:
                behind = max(behind, min([cards[seat] for seat in firsts]) - min(cards))
        if len(firsts) == 1 and leader not in (-1, *firsts):
            changes += 1  # the end of the game is the last look
        return Lead(changes, shares if firsts else [], behind)

    @cached_property
    def hidden(self) -> list[float | None]:
        """The share of the deck that who moves cannot see, in the middle of each tenth of the game."""
        states, players, deck = self.states, self.players, len(self.rules.deck)
        zones = covered(states[0].layout, self.rules.open_zones())
        shares: list[float | None] = []
        for part in self.tenths:
            i = (part.start + part.stop) // 2
            shares.append(unseen(states[i], players[i], zones) / deck if part.stop > part.start else None)
        return shares

    @property
    def tenths(self) -> tuple[slice, ...]:
        """The ten parts of the game, for lists that have an entry for each move; in short games some are empty."""
        return parts(len(self.moves))


@lru_cache(maxsize=4096)
def _beginnings(moves: int, players: int) -> tuple[int, ...]:
    """The moves with which laps begin: of all laps, or of as many as there are looks, spread evenly."""
    laps = -(-moves // players)
    looks = min(laps, LOOKS)
    return tuple([laps * i // looks * players for i in range(looks)])


@lru_cache(maxsize=4096)
def parts(entries: int) -> tuple[slice, ...]:
    """Ten equal parts of a list of so many entries.

    >>> parts(4)[2:5]
    (slice(0, 1, None), slice(1, 1, None), slice(1, 2, None))
    """
    return tuple([slice(a, b) for a, b in pairwise([entries * i // TENTHS for i in range(TENTHS + 1)])])


Covered = tuple[tuple[Callable[[Any], Any], Callable[[Any], int], bool, bool], ...]
"""Of zones: how to get one, how many cards an entry has, whether each player has an entry, and sees its own."""


@lru_cache(maxsize=64)
def covered(layout: Layout, opened: frozenset[str]) -> Covered:
    """The zones that not everybody sees."""
    zones: list[tuple[Callable[[Any], Any], Callable[[Any], int], bool, bool]] = []
    for zone in layout.zones():
        if zone.visible_to is not Visibility.EVERYONE and zone.name not in opened:
            each = zone.holds is Holds.PLAYERS
            plain = zone.holds is Holds.PLAIN or (each and zone.in_order)
            size = len if plain else _row_size if each else _value_size
            zones.append((attrgetter(zone.name), size, each, zone.visible_to is Visibility.OWNER))
    return tuple(zones)


def _row_size(row: tuple[object, ...]) -> int:
    return len(row) - row.count(None)


def _value_size(value: object) -> int:
    return sum(1 for _ in cards_in(value))


def unseen(state: State, seat: int, zones: Covered) -> int:
    """How many cards a player cannot see, in zones out of `covered`."""
    cards = 0
    for zone, size, each, owned in zones:
        value = zone(state)
        if not each:
            cards += size(value)
        elif owned:
            cards += sum(map(size, value)) - size(value[seat])
        else:
            cards += sum(map(size, value))
    return cards


def follow(rules: Rules[S, M], players: Sequence[Player[S, M]], seed: int, max_moves: int) -> Trail[S, M]:
    """Play one game and keep what its measures need.

    A player is asked only where it has more than one move.

    Raises:
        PlayerError: if a player chooses what is no legal move.
        ConfigurationError: if the seed or ``max_moves`` is bad.

    >>> from shedkit import Quiclo, RandomPlayer
    >>> trail = follow(Quiclo(players=2), [RandomPlayer(1), RandomPlayer(2)], seed=7, max_moves=1000)
    >>> len(trail.moves) == len(trail.choices) == len(trail.states) - 1
    True

    """
    tape: Tape[S, M] = Tape()
    state, _ = run(rules, players, rules.deal(seed), max_moves, tape=tape, ask_always=False)
    tape.states.append(state)
    return Trail(rules, tape.players, tape.choices, tape.moves, tape.states, rules.outcome(state))
