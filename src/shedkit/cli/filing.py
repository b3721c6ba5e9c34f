"""``shedkit show``, ``shedkit verify`` and ``shedkit schema``: records and the form of what a game writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BufferedReader
from typing import IO, Any

from shedkit.cli.arguments import UsageError, find_game
from shedkit.core.errors import NotationError, RecordError
from shedkit.core.strict_json import read_json
from shedkit.table.files import opened
from shedkit.table.journal import Journal
from shedkit.table.records import LONGEST, Record, records_in
from shedkit.table.schema import schema_of

__all__ = ["print_schema", "show", "verify"]


def show(path: str | None) -> None:
    """Print the matches of a file of records for people to read.

    Raises:
        UsageError: if no file is named.
        RecordError: if the file cannot be read, or a record in it is wrong.

    """
    for number, record in enumerate(_records(path, "show"), start=1):
        try:
            text = record.transcript()
        except RecordError as error:
            raise RecordError(f"record {number}: {error}") from None
        print(text if number == 1 else f"\n{'-' * 40}\n\n{text}")


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
