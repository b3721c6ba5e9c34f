"""``shedkit study ratings``: several players meet in a tournament."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from shedkit.cli.arguments import spelled
from shedkit.cli.terminal import bold, wrapped
from shedkit.cli.typed import UsageError
from shedkit.cli.workers import ahead, workers
from shedkit.core.catalogue import game_names

if TYPE_CHECKING:
    from shedkit.study.ratings import Rating, Ratings

__all__ = ["rate_players"]


def rate_players(args: argparse.Namespace, again: str) -> None:
    """Rate players, print the ratings and write them as tables."""
    from shedkit.study.gathering import file_names
    from shedkit.study.ratings import rate

    if args.game is None:
        raise UsageError(f"study ratings needs the name of a game, then those of players: {', '.join(game_names())}")
    if len(args.contenders) < 2:
        raise UsageError("study ratings needs the names of two players or more, such as simple careless")
    rules, out = spelled(args.game, args.players, "study ratings"), Path(args.out or "study-ratings")
    with workers(args) as executor:
        ratings = rate(
            rules,
            args.contenders,
            args.deals,
            args.seed,
            by=args.by,
            level=args.level,
            max_moves=args.max_moves,
            executor=executor,
            ahead=ahead(args),
            path=out / "rows" / f"{file_names([args.game])[args.game]}.parquet",
        )
    print(f"{args.game}, {rules.players} players, {ratings.deals} deals, each from every seat, seed {args.seed}")
    _printed(ratings)
    made = ratings.save(out)
    print(wrapped(f"{out}{os.sep}  (csv): {', '.join([path.stem for path in made])}", first="tables  ", rest=" " * 8))
    print(f"again   {again}")


def _printed(ratings: Ratings) -> None:
    wide = max([len("player"), *(len(player.player) for player in ratings.players)])
    groups = len({player.group for player in ratings.players}) > 1
    print(bold(f"{'group  ' if groups else ''}{'player':<{wide}}  rating  interval        games  wins"))
    for player in ratings.players:
        group = f"{player.group:>5}  " if groups else ""
        print(f"{group}{player.player:<{wide}}  {_points(player)}  {player.games:5}  {player.wins:.3f}")
    known = [f"seat {seat.seat} {seat.points:+.0f}" for seat in ratings.seats if seat.points is not None]
    if known:
        equal = "" if ratings.seats_p is None else f"; if all were equal: p {ratings.seats_p:.3f}"
        print(wrapped(f"{', '.join(known)}{equal}", first="seats   ", rest=" " * 8))
    for note in ratings.notes:
        print(wrapped(note, rest="  "))
    bounds = [
        f"{player.player} {player.lowest:+.0f} to {player.highest:+.0f}"
        for player in ratings.players
        if player.lowest is not None and player.highest is not None
    ]
    if bounds:
        print(
            wrapped(f"if a player had come last, or first, in all games that were cut: {', '.join(bounds)}", rest="  ")
        )


def _points(player: Rating) -> str:
    if player.rating is None:
        return f"{'none':>6}  {'':<14}"
    interval = "" if player.low is None or player.high is None else f"[{player.low:+.0f}, {player.high:+.0f}]"
    return f"{player.rating:>+6.0f}  {interval:<14}"
