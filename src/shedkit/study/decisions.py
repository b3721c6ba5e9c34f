"""Decisions: a table with a row for each choice out of two legal moves or more, for those who model how players choose.

It is kept by `save` as any study is, in a file of Parquet that grows and goes on: the unit is the game, of which all
decisions are there or none.

>>> import tempfile, pathlib
>>> from shedkit import Quiclo
>>> from shedkit.study import read_rows, save
>>> path = pathlib.Path(tempfile.mkdtemp()) / "decisions.parquet"
>>> _ = save(Decisions.of(Quiclo(players=2), "simple", games=3, seed=7, measures=[]), path)
>>> first = next(read_rows(path))
>>> first["game"], first["move"], first["seat"], first["options"], first["made"], first["hidden"]
(0, 0, 0, ['play 19', 'play 98', 'draw'], 'play 98', 137)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

import attrs

from shedkit.core.errors import PlayerError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.study.many import Study, derived
from shedkit.study.measures import Row
from shedkit.study.rows import DECISIONS, FORMAT_OF_DECISIONS, fits
from shedkit.study.trails import Trail, covered, unseen
from shedkit.table.runner import Player

__all__ = ["Decisions"]


@attrs.frozen(kw_only=True, eq=False)
class Decisions(Study):
    """Games of which each decision is a row; made by `Decisions.of`, with the arguments of `simulate_many`.

    A move that was the only legal one is no decision. The columns are these:

    - ``game``, ``deal``, ``seed``: as in the rows of any study.
    - ``move``: the number of the move in the game, from 0; ``seat``: who was to choose; ``player``: the number of the
      contender that sat there.
    - ``options``: the codes of the legal moves; ``made``: that of the move made; ``chosen``: its place among the
      options, from 0, or ``None`` if it was a wrong move that the rules answer with a penalty.
    - ``value``: what the player says that its choice is worth, in its attribute ``value``; ``None`` if it says nothing.
      A search player says by how much it expects to do better than by the move of the simple opponent.
    - ``hidden``: how many cards the player could not see.
    - ``place`` and ``won``: the place of the player in the end, and its share of the win; ``None`` if the game was cut.
    """

    format: ClassVar[str] = FORMAT_OF_DECISIONS

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the table, and the kind of value in each."""
        return dict(DECISIONS)

    def row(self, game: int) -> Row:
        """Play one game; all its decisions side by side, in lists that `table_rows` takes apart.

        Raises:
            PlayerError: if a player fails, chooses what is no legal move, or has a value that is no number.

        """
        deal, seats = self.seating(game)
        seed, noting = derived(self.seed, "deal", deal), list[_Noting]()

        def noted(player: Player[Any, Any]) -> Player[Any, Any]:
            noting.append(_Noting(player))
            return noting[-1]

        trail = self._trail(game, seats, seed, noted)
        for note, who in zip(noting, seats, strict=True):
            for value in note.values:
                if not fits(value, "float"):
                    raise PlayerError(
                        f"game {game}: the value of {self.players[who].name} must be a finite number or None, "
                        f"not {short(value)}"
                    )
        made = _decisions(trail, seats, noting)
        lists = {name: [decision[name] for decision in made] for name in [*DECISIONS][3:]}
        return {"game": game, "deal": deal, "seed": seed, **lists}

    def table_rows(self, row: Row) -> list[Row]:
        """The rows of the table that the row of a game stands for."""
        names = list(DECISIONS)
        columns = [cast("list[Any]", row[name]) for name in names[3:]]
        return [
            {**{name: row[name] for name in names[:3]}, **dict(zip(names[3:], values, strict=True))}
            for values in zip(*columns, strict=True)
        ]


class _Noting:
    """A player whose values are noted."""

    def __init__(self, player: Player[Any, Any]) -> None:
        self.values = list[object]()
        self._player = player
        observe = getattr(player, "observe", None)
        if callable(observe):
            self.observe = observe

    def choose(self, view: View[Any], moves: Sequence[Any]) -> Any:
        """What the player chooses."""
        move = self._player.choose(view, moves)
        self.values.append(getattr(self._player, "value", None))
        return move


def _decisions(trail: Trail[Any, Any], seats: Sequence[int], noting: Sequence[_Noting]) -> list[dict[str, Any]]:
    rules: Rules[Any, Any] = trail.rules
    zones, outcome = covered(trail.states[0].layout, rules.open_zones()), trail.outcome
    values, made = [iter(note.values) for note in noting], list[dict[str, Any]]()
    for number, (seat, choices, move) in enumerate(zip(trail.players, trail.choices, trail.moves, strict=True)):
        if choices < 2:
            continue
        state = trail.states[number]
        options = rules.legal_moves(state, seat)
        shared = None if outcome is None else outcome.winners or range(rules.players)
        made.append(
            {
                "move": number,
                "seat": seat,
                "player": seats[seat],
                "options": [str(option) for option in options],
                "made": str(move),
                "chosen": options.index(move) if move in options else None,
                "value": next(values[seat]),
                "hidden": unseen(state, seat, zones),
                "place": None if outcome is None else outcome.places[seat],
                "won": None if shared is None else (seat in shared) / len(shared),
            }
        )
    return made
