"""Start one table of any game. README.md shows how.

With a journal the match outlives the server: start it again with the same journal, and the players come back to their
seats with the tokens they have.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import secrets
import sys
from contextlib import closing, nullcontext
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from table import Run, Table, served

from shedkit import Journal, Match, NotationError, RecordError, ShedkitError, game, game_names
from shedkit.core.strict_json import read_json


def value(text: str) -> Any:
    """The value of an option: yes or no, JSON, or a word."""
    try:
        return {"yes": True, "no": False}[text] if text in ("yes", "no") else read_json(text)
    except NotationError:
        return text


def origin(text: str) -> str:
    """An origin, spelled as browsers spell it: they are compared letter by letter."""
    if re.fullmatch(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:[0-9]+)?", text) is None:
        raise argparse.ArgumentTypeError(f"{text!a} is no origin: one looks like https://example.org, in small letters")
    return text


def taken_up(args: argparse.Namespace) -> tuple[Match[Any, Any], Journal | None]:
    """The match in the journal with the options it has there, or a new one."""
    if args.journal is not None and args.journal.exists():
        match, journal = Journal.resume(args.journal)
        if match.rules.name != args.game:
            journal.close()
            raise RecordError(f"{args.journal} holds a match of {match.rules.name}")
        return match, journal
    options = dict(setting.partition("=")[::2] for setting in args.set)
    given = {"players": args.players, **{name.replace("-", "_"): value(text) for name, text in options.items()}}
    match = Match(game(args.game).from_json(given))
    if args.journal is None:
        return match, None
    beside(args.journal).unlink(missing_ok=True)  # the tokens of another match are no good here
    return match, Journal.create(args.journal, match)


def beside(journal: Path) -> Path:
    """The file that keeps the tokens and the runs."""
    return journal.with_name(journal.name + ".seats")


def seats_of(match: Match[Any, Any], journal: Path | None) -> tuple[list[str], list[Run]]:
    """The tokens of the seats, and the runs of the server, this one last."""
    tokens: list[str] = [secrets.token_urlsafe(16) for _ in range(match.rules.players)]
    runs: list[Run] = []
    if journal is not None and beside(journal).exists():
        kept: Any = read_json(beside(journal).read_text(encoding="utf-8"))
        tokens, runs = kept["tokens"], [(name, tuple(versions)) for name, versions in kept["runs"]]
    versions = [match.version_for(viewer) for viewer in (*range(match.rules.players), None)]
    runs.append((secrets.token_hex(4), tuple(versions)))
    if journal is not None:
        new = journal.with_name(journal.name + ".new")
        new.write_text(json.dumps({"tokens": tokens, "runs": runs}), encoding="utf-8")
        new.replace(beside(journal))  # the old file or the new one, never half of one
    return tokens, runs


def steady() -> None:
    """Spare what is there now, the library and the tables, from the search for garbage.

    That search stops everything; through 200 tables it takes a third of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 20, 100)


async def main(args: argparse.Namespace) -> None:
    match, journal = taken_up(args)
    with nullcontext() if journal is None else closing(journal):
        tokens, runs = seats_of(match, args.journal)
        table = Table(match, tokens, runs, pause=args.pause, away=args.away)
        async with served(table, args.host, args.port, origins=args.origin, proxies=args.proxy) as port:
            steady()
            print(f"{match.rules!r}, after {len(match)} moves, at ws://{args.host}:{port}")
            for seat, token in enumerate(tokens):
                print(f"seat {seat}: {token}", flush=True)
            await table.stopped


def arguments() -> argparse.ArgumentParser:
    """What the command line takes."""
    parser = argparse.ArgumentParser(description="One table of a card game behind WebSockets.", allow_abbrev=False)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the game")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument(
        "--origin", action="append", default=[], type=origin, metavar="URL", help="of a page for players"
    )
    parser.add_argument("--proxy", action="append", default=[], type=ip_address, help="its X-Forwarded-For is believed")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="keep the match here; take up what is there")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds for reactions after each play")
    parser.add_argument("--away", type=float, default=60.0, help="seconds until an opponent plays for who is silent")
    return parser


if __name__ == "__main__":
    os.umask(0o077)  # the journal holds the order of the deck, the file beside it the tokens
    try:
        asyncio.run(main(arguments().parse_args()))
    except KeyboardInterrupt:
        pass
    except (ShedkitError, OSError) as error:
        sys.exit(f"server.py: {error}")
