"""``shedkit study``: compare games, put house rules on trial, measure players."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from shedkit.cli.arguments import GameRules, Stop, spelled
from shedkit.cli.rating import rate_players
from shedkit.cli.terminal import bold, wrapped
from shedkit.cli.typed import UsageError, quoted
from shedkit.cli.workers import ahead, workers
from shedkit.core.catalogue import game_names

if TYPE_CHECKING:
    from shedkit.study.comparing import Comparison
    from shedkit.study.strength import Duel

__all__ = ["study"]

NEEDED = ("jinja2", "matplotlib", "numpy", "pandas", "pyarrow", "scipy", "tqdm")
"""What a study takes from other packages; the engine needs none of it."""


def study(args: argparse.Namespace, argv: Sequence[str]) -> None:
    """Run a study.

    Args:
        args: the arguments.
        argv: the words they were read from, to be said again.

    Raises:
        UsageError: if an argument is wrong, or a package is missing.
        Stop: after a Ctrl-C.

    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise UsageError(f'a study needs {", ".join(missing)}: pip install "shedkit[study]"')
    run = {"compare": _compare, "options": _options, "strength": _strength, "ratings": rate_players}[args.study]
    try:
        run(args, _again(args, argv))
    except KeyboardInterrupt:
        kept = "" if args.study == "strength" else "; the rows are kept, and the same command goes on"
        print(f"shedkit: stopped{kept}", file=sys.stderr)
        raise Stop(130) from None


def _compare(args: argparse.Namespace, again: str) -> None:
    from shedkit.study.comparing import compare

    entries, formats = _games(args), _formats(args)
    out = Path(args.out or "study-compare")
    with workers(args) as executor:
        comparison = compare(entries, skill_deals=args.skill_deals, **_shared(args, executor, out))
    _written(comparison, out, formats, again)


def _options(args: argparse.Namespace, again: str) -> None:
    from shedkit.study.comparing import options_on_trial

    if args.game is None:
        raise UsageError(f"study options needs the name of a game: {', '.join(game_names())}")
    rules, formats = spelled(args.game, args.players, "study options"), _formats(args)
    chosen = args.option and [name.replace("-", "_") for name in args.option]
    out = Path(args.out or "study-options")
    with workers(args) as executor:
        trial = options_on_trial(rules, options=chosen, **_shared(args, executor, out))
    _written(trial, out, formats, again)


class _Shared(TypedDict):
    """The arguments that both comparisons take."""

    players: str
    games: int
    seed: int
    measures: list[str] | None
    primary: list[str]
    max_moves: int
    level: float
    executor: Executor | None
    ahead: int
    folder: Path


def _shared(args: argparse.Namespace, executor: Executor | None, out: Path) -> _Shared:
    return _Shared(
        players=args.player,
        games=args.games,
        seed=args.seed,
        measures=_listed(args.measures),
        primary=_listed(args.primary) or [],
        max_moves=args.max_moves,
        level=args.level,
        executor=executor,
        ahead=ahead(args),
        folder=out / "rows",
    )


def _strength(args: argparse.Namespace, again: str) -> None:
    from shedkit.study.strength import duel

    entries = _games(args)
    wide, unknown = max(map(len, entries)), list[str]()
    head = f"{'game':<{wide}}  players  deals   wins  interval         chance  better   place    points  cut"
    with workers(args) as executor:
        for name, rules in entries.items():
            fought = duel(
                rules,
                args.first,
                args.second,
                args.deals,
                args.seed,
                level=args.level,
                max_moves=args.max_moves,
                executor=executor,
                ahead=ahead(args),
            )
            if head:
                print(f"{args.first} against {args.second}, {args.deals} deals, each from every seat")
                print(bold(head))
                head = ""
            if fought.truncated:
                unknown.append(f"{name} {fought.lowest:.3f} to {fought.highest:.3f}")
            print(f"{name:<{wide}}  {_line(fought)}", flush=True)
    if unknown:
        text = "deals with a cut game are left out; of all games, whatever had come of those, the first player wins"
        print(wrapped(f"{text} {'; '.join(unknown)}", rest="  "))
    print(f"again   {again}")


def _line(fought: Duel) -> str:
    better = "yes" if fought.better else "worse" if fought.worse else "open"
    place = "-" if fought.place is None else f"{fought.place:.2f}"
    points = "-" if fought.points is None else f"{fought.points:+.1f}"
    return (
        f"{fought.rules.players:7}  {fought.counted:5}  {fought.share:.3f}  [{fought.low:.3f}, {fought.high:.3f}]   "
        f"{fought.chance:.3f}  {better:<6}  {place:>6}  {points:>8}  {fought.truncated:3}"
    )


def _games(args: argparse.Namespace) -> dict[str, GameRules]:
    """The rules of the games, by what was typed."""
    if not args.game:
        raise UsageError(f"study {args.study} needs the names of games: {', '.join(game_names())}")
    rules = dict[str, GameRules]()
    for text in args.game:
        if text in rules:
            raise UsageError(f"{quoted(text)} is there twice")
        rules[text] = spelled(text, args.players, f"study {args.study}")
    return rules


def _listed(text: str | None) -> list[str] | None:
    return None if text is None else [word.strip() for word in text.split(",")]


def _again(args: argparse.Namespace, argv: Sequence[str]) -> str:
    """The command that does the same, with its seed."""
    seeded = any(word.split("=")[0] == "--seed" for word in argv)
    return "python -m shedkit " + shlex.join([*argv, *([] if seeded else ["--seed", str(args.seed)])])


def _formats(args: argparse.Namespace) -> tuple[str, ...]:
    from shedkit.study.comparing import FORMATS, known_formats

    return known_formats(_listed(args.format) or FORMATS)


def _written(comparison: Comparison, out: Path, formats: Sequence[str], again: str) -> None:
    """Write what came of a study, and say where it is."""
    study = comparison.entries[0].study
    print(f"{len(comparison.entries)} times {study.games} games, seed {study.seed}")
    cut = [f"{entry.name} {entry.cut}" for entry in comparison.entries if entry.cut]
    if cut:
        what = "left out but for endless games and lengths"
        print(wrapped(f"cut after {study.max_moves} moves, {what}: {', '.join(cut)}", rest="  "))
    for left in comparison.left_out.to_dict("records"):
        value = f"={left['value']}" if left["value"] else ""
        print(wrapped(f"not tried: {left['option']}{value}: {left['why']}", rest="  "))
    made = comparison.save(out, formats=formats, command=again)
    kinds: dict[str, list[Path]] = {"report": [], "tables": [], "plots": []}
    for path in made:
        kind = "report" if path.suffix == ".html" else "tables" if path.parent == out else "plots"
        kinds[kind].append(path)
    for path in kinds["report"]:
        print(f"report  {path}")
    for kind in ("tables", "plots"):
        if kinds[kind]:
            names = dict.fromkeys(path.stem for path in kinds[kind])
            suffixes = dict.fromkeys(path.suffix[1:] for path in kinds[kind])
            where = f"{kinds[kind][0].parent}{os.sep}"
            print(wrapped(f"{where}  ({', '.join(suffixes)}): {', '.join(names)}", first=f"{kind:<8}", rest=" " * 8))
    print(f"again   {again}")
