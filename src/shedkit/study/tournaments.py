"""Tournaments: some players meet at tables that have fewer seats, in a design that is balanced.

>>> from shedkit import Quiclo
>>> tournament = Tournament.between(Quiclo(players=2), ["random", "simple", "careless"], deals=3, seed=1)
>>> [tournament.seating(game) for game in range(6)]
[(0, [2, 1]), (0, [1, 2]), (1, [1, 0]), (1, [0, 1]), (2, [2, 0]), (2, [0, 2])]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

import attrs

from shedkit.core.codec import Json
from shedkit.core.errors import ConfigurationError, StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.players.contenders import Contender, Maker, contender
from shedkit.study.many import Study, derived
from shedkit.study.measures import GameMeasure

__all__ = ["Tournament", "lineups"]

_MOST = 100
"""How many players a tournament has at most."""


@attrs.frozen(kw_only=True, eq=False)
class Tournament(Study):
    """Games of players who meet at tables, each deal once from every seat; a study like any other.

    Who meets whom is decided by the seed: every player gets as many deals as every other, or one more, and nearly as
    many with each of the others. With fewer players than seats, some sit there more than once. More deals change
    nothing in those before.
    """

    @classmethod
    def between(
        cls,
        rules: Rules[Any, Any],
        players: Sequence[str | Maker | Contender],
        deals: int,
        seed: int,
        *,
        measures: Sequence[str | GameMeasure] | None = (),
        max_moves: int = 5_000,
    ) -> Tournament:
        """A tournament.

        Args:
            rules: the game and its options; they say how many seats a table has.
            players: who takes part, from two on; see `contender`.
            deals: how many deals.
            seed: decides everything.
            measures: as for `simulate_many`, but without a word none.
            max_moves: after how many moves a game is cut.

        Raises:
            PlayerError: for an unknown player.
            StudyError: for fewer than two players, or one that is there twice.
            ConfigurationError: for a number out of bounds.

        """
        if not isinstance(rules, Rules):
            raise StudyError(f"rules: a rules object such as Quiclo(players=2) expected, not {short(rules)}")
        if rules.players < 2:
            raise StudyError("rules: players can only be rated where two or more play")
        if isinstance(players, str) or not isinstance(players, Sequence):
            raise StudyError(f"players: a list of players expected, not {short(players)}")
        if not 2 <= len(players) <= _MOST:
            raise StudyError(f"players: from 2 to {_MOST} are needed, not {len(players)}")
        if type(deals) is not int or deals < 1:
            raise ConfigurationError("deals", f"it must be a whole number from 1, not {short(deals)}")
        made = tuple([contender(player, rules) for player in players])
        for at, player in enumerate(made):
            if player.name in [other.name for other in made[:at]]:
                raise StudyError(f"players: {short(player.name)} is there twice; each needs a name of its own")
        n = rules.players
        plain = Study.of(rules, "random", deals * n, seed, measures=measures, max_moves=max_moves, paired=True)
        return cls(
            rules=rules,
            players=made,
            games=plain.games,
            seed=seed,
            measures=plain.measures,
            max_moves=max_moves,
            paired=True,
        )

    def seating(self, game: int) -> tuple[int, list[int]]:
        """The deal of a game, and the number of the contender in each seat."""
        n = self.rules.players
        deal, rotation = divmod(game, n)
        lineup = lineups(len(self.players), n, self.seed, self.games // n)[deal]
        return deal, [lineup[(seat - rotation) % n] for seat in range(n)]

    def to_json(self) -> dict[str, Json]:
        """What decides the rows, as plain JSON."""
        return {**super().to_json(), "lineups": "balanced"}


@lru_cache(maxsize=16)
def lineups(players: int, seats: int, seed: int, deals: int) -> tuple[tuple[int, ...], ...]:
    """Who sits at the table in each deal, in the order of the first game.

    Each place goes to whoever has sat least so far, of these to whoever has met those at the table least, of these to
    whom chance picks.

    >>> lineups(2, 3, 1, 2)
    ((1, 0, 0), (1, 1, 0))
    """
    rng, made = Random(derived(seed, "lineups")), list[tuple[int, ...]]()
    sat = [0] * players
    met = [[0] * players for _ in range(players)]
    for _ in range(deals):
        lineup = list[int]()
        for _ in range(seats):
            keys = [
                (lineup.count(player), sat[player], sum([met[player][other] for other in lineup]), rng.random())
                for player in range(players)
            ]
            player = keys.index(min(keys))
            for other in lineup:
                met[player][other] += 1
                met[other][player] += player != other
            sat[player] += 1
            lineup.append(player)
        made.append(tuple(sorted(lineup, key=lambda _: rng.random())))  # the one draw that no version of Python changes
    return tuple(made)
