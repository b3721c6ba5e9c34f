"""A journal: a match on disk that grows by a line with every move, and can be taken up again after a crash.

>>> import tempfile, pathlib
>>> from shedkit import Journal, Match, Quiclo
>>> path = pathlib.Path(tempfile.mkdtemp()) / "table.jsonl"
>>> match = Match(Quiclo(players=2), seed=7)
>>> with Journal.create(path, match):
...     match.play("draw", 0)
>>> match, journal = Journal.resume(path)
>>> len(match), match.actors
(1, (1,))
>>> journal.close()
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from typing_extensions import Self

from shedkit.core.codec import Json
from shedkit.core.errors import IllegalMove, NotationError, RecordError, ViewError
from shedkit.core.strict_json import read_json
from shedkit.table.match import Match, Turned
from shedkit.table.records import LONGEST, Record, at_work, locked, opened, read_header, read_move

__all__ = ["Journal"]


class Journal:
    """Writes each move of a match to a file before it takes effect.

    The first line is the head of a record: game, options, names, deal. Each further line is a move, as a record
    spells it, or the number of moves taken back. A line counts once it ends; what a crash has left of a line is
    dropped when the match is taken up again. So no move is lost that `Match.play` has returned from.

    Use `create` or `resume`; a journal is a context manager that closes itself.
    """

    def __init__(self, path: Path, match: Match[Any, Any], file: FileIO, players: tuple[str, ...], sync: bool) -> None:
        self.path = path
        """Where the file lies."""
        self.players = players
        """The names of the players, or nothing."""
        self._match = match
        self._file = file
        self._sync = sync
        self._size = file.tell()
        self._failed = False

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], match: Match[Any, Any], *, players: Sequence[str] = (), sync: bool = True
    ) -> Self:
        """Begin a journal of a match: what it has come to so far, and from now on every move.

        Moves that have been taken back before are not in it, so begin it with the match where versions matter.

        Args:
            path: a file that is not there yet.
            match: the match.
            players: a name for each seat, or nothing.
            sync: whether every line is forced to the disk, so that it outlasts a failure of the machine, too.

        Raises:
            RecordError: if the file is there already or cannot be written, the names do not fit, or the match has a
                journal.

        """
        record = Record.of(match, players)
        lines: list[Json] = [record.header(), *[f"{turned.player} {turned.move}" for turned in record.moves]]
        place = Path(path)
        file = locked(path, "xb")
        journal = cls(place, match, file, record.players, sync)
        try:
            journal._write(*lines)
            match.keep(journal._keep)
        except RecordError:
            with suppress(OSError):
                file.close()
                place.unlink()
            raise
        return journal

    @classmethod
    def resume(cls, path: str | os.PathLike[str], *, sync: bool = True) -> tuple[Match[Any, Any], Self]:
        """Take a match up again: the match with all its history, and its journal, which goes on.

        What a crash has left of the last line is cut off. Only one program may write to a journal at a time.

        Args:
            path: the file.
            sync: as in `create`.

        Raises:
            RecordError: if the file cannot be read, is no journal, or a line is wrong, with its number.
            UnknownGame: if the game is not installed.

        """
        place = Path(path)
        file = locked(path, "r+b")
        try:
            with opened(path, "rb") as reading, at_work(place, "read"):
                match, players, end = _replayed(reading)
            with at_work(place, "written"):
                file.truncate(end)
                file.seek(end)
            journal = cls(place, match, file, players, sync)
            match.keep(journal._keep)
        except BaseException:
            file.close()
            raise
        return match, journal

    @classmethod
    def record(cls, path: str | os.PathLike[str]) -> Record[Any, Any]:
        """The match of a journal as a record; the file stays as it is, even while somebody else writes to it.

        Raises:
            RecordError: as `resume`.
            UnknownGame: as `resume`.

        """
        place = Path(path)
        with opened(path, "rb") as file, at_work(place, "read"):
            match, players, _ = _replayed(file)
        return Record.of(match, players)

    def close(self) -> None:
        """Close the file; further moves of the match are not written."""
        if not self._file.closed:
            self._match.keep(None)
            with at_work(self.path, "closed"):
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _keep(self, change: Turned[Any] | int) -> None:
        self._write(change if isinstance(change, int) else f"{change.player} {change.move}")

    def _write(self, *lines: Json) -> None:
        text = "".join(json.dumps(line) + "\n" for line in lines).encode()
        try:
            with at_work(self.path, "written"):
                if self._failed:
                    self._cut()
                elif self._file.seek(0, os.SEEK_END) != self._size:
                    raise RecordError(f"{self.path}: somebody else has written to it")
                written = 0
                while written < len(text):
                    written += self._file.write(text[written:])
                if self._sync:
                    os.fsync(self._file.fileno())
        except RecordError:
            with suppress(OSError, ValueError):
                self._cut()
            raise
        self._size += len(text)

    def _cut(self) -> None:
        """Cut off what a line that failed has left behind the last whole one."""
        self._failed = True
        self._file.truncate(self._size)
        self._file.seek(self._size)
        self._failed = False


def _replayed(file: IO[bytes]) -> tuple[Match[Any, Any], tuple[str, ...], int]:
    """The match that a journal holds, the names, and where its last whole line ends."""
    lines = _whole_lines(file)
    head = next(lines, None)
    if head is None:
        raise RecordError("no match has been written to this journal yet")
    try:
        rules, start, deal, players = read_header(_read(head[0]))
    except RecordError as error:
        raise RecordError(f"line 1: {error}") from None
    match: Match[Any, Any] = Match.again(rules, start, deal)
    end = head[1]
    for number, (line, after) in enumerate(lines, start=2):
        try:
            change = _read(line)
            if type(change) is int:
                match.undo(change)
            else:
                turned = read_move(rules, change, None)
                match.play(turned.move, turned.player)
        except (RecordError, IllegalMove, ViewError) as error:
            raise RecordError(f"line {number}: {error}") from None
        end = after
    return match, players, end


def _whole_lines(file: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """The lines that have an end, each with where it ends."""
    end = number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise RecordError(f"line {number}: it is longer than {LONGEST} bytes")
        if not line.endswith(b"\n"):
            return
        end += len(line)
        yield line, end


def _read(line: bytes) -> Json:
    try:
        return read_json(line.decode())
    except UnicodeDecodeError:
        raise RecordError("it is not UTF-8") from None
    except NotationError as error:
        raise RecordError(str(error)) from None
