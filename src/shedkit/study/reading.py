"""Reading files of results: lines and parts, checked as they come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from shedkit.core.errors import RecordError, StudyError
from shedkit.core.values import short
from shedkit.study.measures import Row
from shedkit.study.rows import fits
from shedkit.table.files import at_work, bounded_lines, opened

__all__ = ["LONGEST", "files_in_use", "open_plain", "plain", "rows_of", "whole_lines"]

LONGEST = 2**20
"""Longer lines, in bytes, are neither written nor read."""


@contextmanager
def files_in_use(path: Path, what: str) -> Iterator[None]:
    """Where files are used: what goes wrong there is an error of studies."""
    try:
        with at_work(path, what):
            yield
    except RecordError as error:
        raise StudyError(str(error)) from None


def plain(path: Path, what: str) -> None:
    """Refuse what is there and is no file: to open it can block, or have effects."""
    if path.exists() and not path.is_file():
        raise StudyError(f"{path}: it cannot be {what}: it is no plain file")


@contextmanager
def open_plain(path: Path) -> Iterator[IO[bytes]]:
    """A file, open for reading."""
    with files_in_use(path, "read"):
        plain(path, "read")
        with opened(path, "rb") as file:
            yield file


# --- JSON Lines


def whole_lines(file: IO[bytes], path: Path) -> Iterator[tuple[bytes, int]]:
    """The lines that have an end, each with where it ends."""
    end = 0
    try:
        for line in bounded_lines(file, LONGEST):
            if not line.endswith(b"\n"):
                return
            end += len(line)
            yield line, end
    except RecordError as error:
        raise StudyError(f"{path}: {error}") from None


def rows_of(lines: Iterator[tuple[bytes, int]], columns: dict[str, str], path: Path) -> Iterator[tuple[Row, int]]:
    """The rows that the lines after the head stand for, each with where it ends."""
    for game, (line, end) in enumerate(lines):
        try:
            row = _read_row(line, columns, game)
        except StudyError as error:
            raise StudyError(f"{path}: line {game + 2}: {error}") from None
        yield row, end


def _read_row(line: bytes, columns: dict[str, str], game: int) -> Row:
    try:
        # an object is read as a tuple of pairs, which shows a field that is there twice
        pairs: object = json.loads(line.decode(), object_pairs_hook=tuple)
    except UnicodeDecodeError:
        raise StudyError("it is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise StudyError(f"this is no JSON: {error}") from None
    if not isinstance(pairs, tuple) or [name for name, _ in pairs] != list(columns):
        raise StudyError("a row expected, with the columns that stand in the head")
    row: Row = dict(pairs)
    for name, kind in columns.items():
        if not fits(row[name], kind):
            raise StudyError(f"{name}: it must be {kind}, not {short(row[name])}")
    if row["game"] != game:
        raise StudyError(f"game {game} expected, not {row['game']}")
    return row
