"""What a run of the laws has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import attrs

__all__ = ["Covered"]


def _counted(value: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(value.items()))


@attrs.frozen
class Covered:
    """What a run of the laws has seen: what is nought or missing here was never put to the test.

    Attributes:
        positions: how many positions were held to the laws.
        games: how many games were begun.
        ended: how many of them came to an outcome.
        moves: how many moves of each kind were made, by the verb.
        penalised: how many of them the rules answered with a penalty.
        reactions: how many of them were made by somebody of whom the table did not know that it could move.
        reshuffles: how many times cards were shuffled after the deal.
        rounds: how many rounds were dealt after the first.
        phases: at how many positions the game was in each phase.
        options: the rules that were played with.
        laws: how many times each law was put to the test, by its number.

    """

    positions: int = 0
    games: int = 0
    ended: int = 0
    moves: Mapping[str, int] = attrs.field(factory=dict, converter=_counted)
    penalised: int = 0
    reactions: int = 0
    reshuffles: int = 0
    rounds: int = 0
    phases: Mapping[str, int] = attrs.field(factory=dict, converter=_counted)
    options: tuple[str, ...] = ()
    laws: Mapping[int, int] = attrs.field(factory=dict)

    def __add__(self, other: Covered) -> Covered:
        """What both have seen together."""
        return Covered(
            positions=self.positions + other.positions,
            games=self.games + other.games,
            ended=self.ended + other.ended,
            moves=Counter(self.moves) + Counter(other.moves),
            penalised=self.penalised + other.penalised,
            reactions=self.reactions + other.reactions,
            reshuffles=self.reshuffles + other.reshuffles,
            rounds=self.rounds + other.rounds,
            phases=Counter(self.phases) + Counter(other.phases),
            options=tuple(dict.fromkeys((*self.options, *other.options))),
            laws=dict(sorted((Counter(self.laws) + Counter(other.laws)).items())),
        )

    def never(self, verbs: Iterable[str]) -> tuple[str, ...]:
        """Which of these kinds of moves were never made, by their verbs."""
        return tuple(verb for verb in verbs if not self.moves.get(verb))

    def __str__(self) -> str:
        """In a sentence of its own for each: games, moves, what else happened."""
        made = ", ".join(f"{number} {verb}" for verb, number in self.moves.items())
        more = f"{self.penalised} penalised, {self.reactions} reactions, {self.reshuffles} reshuffles"
        more = f"{more}, {self.rounds} new rounds"
        return f"{self.positions} positions; {self.ended} of {self.games} games ended; moves: {made or 'none'}; {more}"
