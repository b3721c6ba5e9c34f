"""``shedkit show``, ``shedkit verify`` and ``shedkit schema``: records and the form of what a game writes."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterator
from io import BufferedReader
from itertools import islice
from typing import IO, Any

from shedkit.cli.arguments import UsageError, find_game, quoted
from shedkit.core.errors import IllegalMove, NotationError, RecordError
from shedkit.core.strict_json import read_json
from shedkit.pictures.replay import EVERYTHING, Eyes, replay_page
from shedkit.table.files import at_work, opened
from shedkit.table.journal import Journal
from shedkit.table.records import LONGEST, Record, records_in
from shedkit.table.schema import schema_of

__all__ = ["print_schema", "show", "verify"]


def show(args: argparse.Namespace) -> None:
    """Print the matches of a file of records for people to read, or write one of them as a page for a browser.

    Raises:
        UsageError: if no file is named, or the arguments do not go together.
        RecordError: if the file cannot be read, a record in it is wrong, or the page cannot be written.

    """
    if args.html is not None:
        _write_page(args)
        return
    if args.player is not None or args.record != 1 or args.force:
        raise UsageError("--player, --record and --force go with --html")
    for number, record in enumerate(_records(args.file, "show"), start=1):
        try:
            text = record.transcript()
        except RecordError as error:
            raise RecordError(f"record {number}: {error}") from None
        print(text if number == 1 else f"\n{'-' * 40}\n\n{text}")


def _write_page(args: argparse.Namespace) -> None:
    if args.record < 1:
        raise UsageError(f"--record: records are counted from 1, not {args.record}")
    record = next(islice(_records(args.file, "show"), args.record - 1, None), None)
    if record is None:
        raise UsageError(f"--record: there are fewer than {args.record} in {args.file}")
    rules, eyes = record.rules, _eyes(args.player, record.rules.players)
    try:
        page = replay_page(
            rules, record.start, ((made.move, made.player) for made in record.moves), eyes, record.players
        )
    except IllegalMove as error:
        raise RecordError(f"record {args.record}: {error}") from None
    if os.path.lexists(args.html) and not args.force:
        raise UsageError(f"{args.html} is there already; --force writes over it")
    with opened(args.html, "wb" if args.force else "xb") as file, at_work(args.html, "written"):
        file.write(page.encode())
    print(f"{args.html}: {len(record.moves)} moves of {rules.name}, seen by {args.player or 'everybody'}")


def _eyes(player: str | None, players: int) -> tuple[Eyes, ...]:
    """Whose eyes a page has: one player's, an onlooker's, or everybody's."""
    if player is None:
        return (EVERYTHING, None, *range(players))
    if player == "onlooker":
        return (None,)
    if re.fullmatch("[0-9]{1,3}", player) and int(player) < players:
        return (int(player),)
    raise UsageError(f"--player: a seat from 0 to {players - 1} or the word onlooker expected, not {quoted(player)}")


def verify(path: str | None) -> None:
    """Play the matches of a file of records again, and say how many there are.

    Raises:
        UsageError: if no file is named.
        RecordError: if the file cannot be read, or at the first record that is wrong.

    """
    moves = count = 0
    for record in _records(path, "verify"):
        count += 1
        try:
            record.verify()
        except RecordError as error:
            raise RecordError(f"record {count}: {error}") from None
        moves += len(record.moves)
    print(f"{count} record{'s' if count != 1 else ''}, {moves} moves: all right")


def print_schema(name: str | None) -> None:
    """Print the JSON Schema of a game.

    Raises:
        UsageError: if there is no game of that name.

    """
    print(json.dumps(schema_of(find_game(name, "schema")), indent=1))


def _records(path: str | None, command: str) -> Iterator[Record[Any, Any]]:
    """The records of a file, or the one of a journal."""
    if path is None:
        raise UsageError(f"{command} needs the name of a file of records or of a journal")
    none = True
    with opened(path, "rb") as file:
        for record in _read(file, path):
            none = False
            yield record
    if none:
        raise RecordError(f"{path}: there is no record in it")


def _read(file: IO[bytes], path: str) -> Iterator[Record[Any, Any]]:
    first = file.peek(LONGEST)[:LONGEST].split(b"\n")[0] if isinstance(file, BufferedReader) else b""
    try:
        head = read_json(first.decode("utf-8-sig"))
    except (NotationError, UnicodeDecodeError):
        head = None  # whatever is wrong with it, the reader of records says it best
    if isinstance(head, dict) and "moves" not in head:
        yield Journal.record(path)
    else:
        yield from records_in(file, path)
