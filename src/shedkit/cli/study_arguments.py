"""The arguments of ``shedkit study``."""

from __future__ import annotations

import argparse

from shedkit.cli.typed import part as between
from shedkit.cli.typed import whole

__all__ = ["STUDIES", "add_study_arguments"]

STUDIES = {
    "compare": "compare games: measures, tests, plots, and a report to open in a browser",
    "options": "switch each option of a game alone, and hold it against the rules as given",
    "strength": "let one player play against others on the same deals, from every seat",
    "ratings": "let several players meet in a tournament, and rate them",
}
"""What can be studied, and what that is."""


def add_study_arguments(part: argparse.ArgumentParser, name: str) -> None:
    """What can be typed after the name of a study."""
    part.add_argument(
        "game",
        nargs="?" if name in ("options", "ratings") else "*",
        metavar="GAME",
        help="its name; see below for its house rules",
    )
    part.add_argument("--players", type=whole, metavar="N", help="how many play")
    part.add_argument("--seed", type=whole, default=1, metavar="N", help="decides all chance (default 1)")
    part.add_argument("--workers", type=whole, metavar="N", help="how many processes play (default: one a core)")
    part.add_argument(
        "--max-moves", type=whole, default=5_000, metavar="N", help="cut a game after so many moves (default 5000)"
    )
    part.add_argument(
        "--level", type=between, default=0.95, metavar="N", help="how sure the intervals are to be (default 0.95)"
    )
    {"strength": _add_strength_arguments, "ratings": _add_ratings_arguments}.get(name, _add_comparison_arguments)(
        part, name
    )


def _add_comparison_arguments(part: argparse.ArgumentParser, name: str) -> None:
    part.add_argument(
        "--player",
        default="simple",
        metavar="PLAYER",
        help="who plays: random, simple, careless, or search:iterations=N (default simple)",
    )
    games = 2_000 if name == "compare" else 1_000
    part.add_argument(
        "--games", type=whole, default=games, metavar="N", help=f"how many games of each (default {games})"
    )
    if name == "compare":
        part.add_argument(
            "--skill-deals", type=whole, default=200, metavar="N", help="how many deals to measure skill by, or 0"
        )
    else:
        part.add_argument("--option", action="append", metavar="OPTION", help="only this one; may be repeated")
    part.add_argument("--measures", metavar="NAME,...", help="only these (default all)")
    part.add_argument(
        "--primary", metavar="NAME,...", help="what the question is about, named beforehand and tested by itself"
    )
    part.add_argument("--out", metavar="FOLDER", help=f"where to write (default study-{name})")
    part.add_argument("--format", metavar="NAME,...", help="of csv, parquet, png, svg, html (default all)")


def _add_strength_arguments(part: argparse.ArgumentParser, name: str) -> None:
    part.add_argument("--first", default="simple", metavar="PLAYER", help="who is judged (default simple)")
    part.add_argument("--second", default="random", metavar="PLAYER", help="all the others (default random)")
    part.add_argument("--deals", type=whole, default=200, metavar="N", help="how many deals (default 200)")


def _add_ratings_arguments(part: argparse.ArgumentParser, name: str) -> None:
    part.add_argument(
        "contenders",
        nargs="*",
        metavar="PLAYER",
        help="who takes part, from two on: random, simple, careless, search:iterations=N",
    )
    part.add_argument("--deals", type=whole, default=200, metavar="N", help="how many deals (default 200)")
    part.add_argument(
        "--by",
        default="places",
        metavar="WHAT",
        help="places: every place counts (default); wins: only who won",
    )
    part.add_argument("--out", metavar="FOLDER", help=f"where to write (default study-{name})")
