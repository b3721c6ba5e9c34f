"""Files of results that grow: held against other writers, and whole up to their last row."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path

from typing_extensions import Self

from shedkit.core.codec import Json
from shedkit.core.errors import StudyError
from shedkit.study.heads import line_of, read_head, refuse_other
from shedkit.study.reading import LONGEST, files_in_use, open_plain, plain, whole_lines
from shedkit.table.files import HeldFile, hold

__all__ = ["Growing", "add", "begun", "held", "refuse_lost"]


def held(path: Path) -> HeldFile:
    """The file, made if it is not there, and kept from others that would write to it."""
    with files_in_use(path, "written"):
        plain(path, "written")
        return hold(path, "a+b")


def refuse_lost(file: HeldFile) -> None:
    """Refuse to add to a file that nobody would find again."""
    with files_in_use(file.path, "written"):
        lost = file.lost()
    if lost is not None:
        raise StudyError(f"{file.path}: {lost}")


def add(file: FileIO, path: Path, text: bytes) -> None:
    """Write all of it at the end of a file, or nothing."""
    end = file.seek(0, os.SEEK_END)
    try:
        with files_in_use(path, "written"):
            written = 0
            while written < len(text):
                written += file.write(text[written:])
    except BaseException:
        with suppress(OSError):  # then it is cut off when the run is taken up again
            file.truncate(end)
        raise


class Growing:
    """Rows on disk that become more.

    Attributes:
        games: how many games they are of.

    """

    def __init__(self, path: Path, head: dict[str, Json]) -> None:
        self.games = 0
        self._path, self._head = path, head

    def __enter__(self) -> Self:
        return self


def begun(file: FileIO, path: Path, head: dict[str, Json]) -> bytes:
    """The first line of a file that is the head of this study; it is written if a kill has not let it be written."""
    line = line_of(head)
    with open_plain(path) as reading:
        first = next(whole_lines(reading, path), None)
        if first is None:
            reading.seek(0)
            there = reading.read(LONGEST)
            if not line.startswith(there):
                raise StudyError(f"{path}: this is no file of results: it has no head")
            add(file, path, line[len(there) :])
            return line
    refuse_other(read_head(first[0], path), head, path)
    return first[0]
