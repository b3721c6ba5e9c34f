"""How long each call of each game takes, how many bytecodes it runs, and what a change did to that.

    python -m tests.benchmarks.bench
    python -m tests.benchmarks.bench --game quiclo --figure move --figure view
    python -m tests.benchmarks.bench --against HEAD~5
    python -m tests.benchmarks.bench --against HEAD~5 --against v0.1.0 --record

Times are nanoseconds of the processor, the least ever seen of every stretch of calls, for fixed games of four players
that are cut at 200 moves. Bytecodes are exact: they depend on the version of Python and on nothing else. With --against
another version, a revision or a folder, plays the same games in the same minutes, and each figure is told as a ratio:
1.05 [1.03, 1.07] takes 5 % longer than the other version, and 95 of 100 such intervals cover the truth. With --record
what was measured is added to the history, one line for each version.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from typing import Any

from tests.benchmarks import history
from tests.benchmarks.contenders import (
    FEWEST,
    ROOT,
    BenchError,
    Figure,
    Measured,
    Table,
    Version,
    commit_of,
    git,
    measure,
    ratio,
    version_of,
)
from tests.benchmarks.worker import EXAMPLES, FIGURES

GAMES = ("shithead", "lucky-shutdown", "shanghai-rummy", "quiclo", *EXAMPLES)
HERE = "here"
WIDTH = 24
"""How many letters the column of a ratio has."""


def number(text: str) -> int:
    """How many blocks or sweeps."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:7]) <= 1_000:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to 1000 is needed, not {text!r}")
    return int(text)


def arguments(words: list[str] | None) -> argparse.Namespace:
    """What was asked for; whatever cannot be is one line and the end."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be given more than once")
    parser.add_argument("--figure", action="append", choices=list(FIGURES), help="only this figure")
    parser.add_argument("--against", action="append", default=[], metavar="REVISION|FOLDER", help="another version")
    parser.add_argument("--blocks", type=number, default=9, help="how many fresh processes each version gets")
    parser.add_argument("--sweeps", type=number, default=5, help="how often each of them does everything")
    parser.add_argument("--record", action="store_true", help=f"add to {history.FILE.relative_to(ROOT)}")
    given = parser.parse_args(words)
    if given.against and given.blocks < FEWEST:
        parser.error(f"a comparison needs at least {FEWEST} blocks for its intervals, not {given.blocks}")
    if len(set(given.against)) < len(given.against) or HERE in given.against:
        parser.error(f"--against: each version is named once, and none of them {HERE!r}")
    return given


def here(record: bool) -> Version:
    """The version that this file belongs to."""
    if not record:
        return Version(HERE, ROOT)
    if git("status", "--porcelain", "--untracked-files=no", "--", "src", "examples"):
        raise BenchError("src or examples have changes that no commit names: commit them before --record")
    return Version(HERE, ROOT, commit_of("HEAD"))


def compared(new: Measured, old: Measured, name: str) -> str:
    """A cell: the ratio with its interval, and how many bytecodes more or fewer."""
    if name not in old.figures:
        return f"{'-':>{WIDTH}}{'':>9}"
    then, now = old.figures[name], new.figures[name]
    mid, low, high = ratio(now, then)
    cell = f"{mid:.3f} [{low:.3f}, {high:.3f}]"
    if now.bytecodes is None or then.bytecodes is None:
        return f"{cell:>{WIDTH}}{'':>9}"
    return f"{cell:>{WIDTH}}{now.bytecodes - then.bytecodes:>+9,.0f}"


def bytecodes(figure: Figure) -> str:
    """How many, with a mark if they were not the same twice."""
    if figure.bytecodes is None:
        return ""
    return f"{figure.bytecodes:,.1f}{'' if figure.bytecodes == figure.again else '?'}"


def show(table: Table, versions: list[Version], found: dict[str, Measured]) -> None:
    """Print what was measured of a game."""
    now = found[HERE]
    others = [version.label for version in versions if version.label != HERE]
    head = "".join(f"{'of ' + label[-WIDTH + 4 :]:>{WIDTH}}{'bytec.':>9}" for label in others)
    print(f"\n{table.game:<18}{'ns':>12}{'bytecodes':>13}{head}")
    same = [label for label in others if found[label].marks == now.marks]
    for name, figure in now.figures.items():
        cells = "".join(compared(now, found[label], name) for label in same)
        print(f"{name:<18}{figure.least:>12,.0f}{bytecodes(figure):>13}{cells}".rstrip())
    if now.memory:
        print("  ".join(f"{size} bytes a move of a {what}" for what, size in now.memory.items()))
    for version in versions:
        for name, why in found[version.label].left_out.items():
            print(f"{version.label}: without {'the game' if name == '*' else name}: {why}")
        if version.label in others and found[version.label].marks and version.label not in same:
            print(f"{version.label}: its games went differently, so nothing is compared")
    sys.stdout.flush()


def run(given: argparse.Namespace) -> None:
    """Measure, print, and record."""
    with ExitStack() as stack:
        versions = [here(given.record)]
        versions += [stack.enter_context(version_of(name)) for name in given.against]
        for version in versions:
            if given.record and version.commit is None:
                raise BenchError(f"--record needs revisions, and {version.label!r} is a folder")
        begun = history.now()
        kept = history.read() if given.record else []
        print(f"{history.python_here()}, {history.machine_here()}; blocks: {given.blocks}, sweeps: {given.sweeps}")
        found: dict[str, dict[str, Measured]] = {}
        for game in given.game or GAMES:
            table = Table(game)
            found[game] = measure(
                versions, table, given.figure or list(FIGURES), blocks=given.blocks, sweeps=given.sweeps
            )
            show(table, versions, found[game])
        if given.record:
            effort = {"blocks": given.blocks, "sweeps": given.sweeps}
            entries = [
                history.entry(version, {game: found[game][version.label] for game in found}, begun, effort)
                for version in reversed(versions)
            ]
            history.add(kept, entries)
            print(f"\n{len(entries)} lines added to {history.FILE.relative_to(ROOT)}")


def main(words: list[str] | None = None) -> Any:
    """Measure and print; the exit status."""
    given = arguments(words)
    try:
        run(given)
    except (BenchError, history.HistoryError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
