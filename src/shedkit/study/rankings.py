"""Rankings out of rows: who came before whom, by the numbers of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, TypeAlias, cast

from shedkit.core.errors import StudyError
from shedkit.core.values import short
from shedkit.study.intervals import Numbers
from shedkit.study.measures import Row
from shedkit.study.plackett_luce import Entrant, Ranking

__all__ = ["By", "as_if", "counted_games", "ranking_of", "was_cut"]

By: TypeAlias = Literal["places", "wins"]
"""Whether all places count, or only who won."""


def was_cut(row: Row) -> bool:
    """Whether a game was cut."""
    return row["winners"] is None


def counted_games(deals: Sequence[Sequence[Row]], players: int) -> list[Row]:
    """The games of the deals in which none was cut.

    Raises:
        StudyError: if there is none, or if rows and players do not fit.

    """
    for row in (row for deal in deals for row in deal):
        seats = row.get("seats")
        if not isinstance(seats, list) or len(seats) != len(cast("list[int]", deals[0][0]["seats"])):
            raise StudyError(f"game {row.get('game')}: all games must be of tables with as many seats")
        for player in seats:
            if type(player) is not int or not 0 <= player < players:
                raise StudyError(f"game {row.get('game')}: seats: there is no player {short(player)}")
    games = [row for deal in deals if not any(map(was_cut, deal)) for row in deal]
    if not games:
        raise StudyError("there is nothing to rate by: no deal without a game that was cut; allow more moves")
    return games


def _entrants(row: Row) -> list[Entrant]:
    return [(player, seat) for seat, player in enumerate(cast("list[int]", row["seats"]))]


def ranking_of(row: Row, by: By) -> Ranking:
    """How a game ended."""
    entrants, deal = _entrants(row), cast("int", row["deal"])
    if by == "places":
        places = cast("list[int]", row["places"])
        groups = [[entrants[seat] for seat, own in enumerate(places) if own == place] for place in sorted({*places})]
        return Ranking(deal, tuple(map(tuple, groups)))
    winners = cast("list[int]", row["winners"]) or range(len(entrants))
    won = tuple([entrants[seat] for seat in winners])
    return Ranking(deal, (won,), tuple([entrant for entrant in entrants if entrant not in won]))


def as_if(
    deals: Sequence[Sequence[Row]], rankings: Sequence[Ranking], strengths: Numbers, by: By, player: int, *, first: bool
) -> list[Ranking]:
    """The games of the deals with a game that was cut, as if one player had come first, or last, in all that were cut.

    Its opponents come in the order of their strengths, in groups as large as most games have them. Games that were cut
    without this player stay left out.
    """
    usual = Counter(tuple([len(group) for group in ranking.groups]) for ranking in rankings).most_common(1)[0][0]
    ends = list(accumulate(usual))
    made = list[Ranking]()
    for row in (row for deal in deals if any(map(was_cut, deal)) for row in deal):
        if not was_cut(row):
            made.append(ranking_of(row, by))
            continue
        entrants = _entrants(row)
        own = [entrant for entrant in entrants if entrant[0] == player]
        others = sorted([entrant for entrant in entrants if entrant[0] != player], key=lambda at: -strengths[at[0]])
        order = [*own, *others] if first else [*others, *own]
        if own:
            groups = [tuple(order[end - size : end]) for size, end in zip(usual, ends, strict=True)]
            made.append(Ranking(cast("int", row["deal"]), tuple(groups), tuple(order[ends[-1] :])))
    return made
