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

import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from types import TracebackType
from typing import Any, NamedTuple

from typing_extensions import Self

from shedkit.core.errors import RecordError
from shedkit.table.files import HeldFile, at_work, hold, opened
from shedkit.table.history import MadeMove
from shedkit.table.lines import FORMAT, Mark, change_text, first_line, next_line, replayed
from shedkit.table.match import Match
from shedkit.table.records import Record

__all__ = ["FORMAT", "Journal"]

_PIECE = 2**20
"""So many bytes of a file are read at once."""


class _Written(NamedTuple):
    """Lines that have been written: the version of the match before them, their text, and where they end."""

    version: int
    text: bytes
    mark: Mark


class Journal:
    """Writes each move of a match to a file before it takes effect.

    The first line is the head of a record: game, options, names, deal. Each further line is a move, or how many moves
    are undone or redone, with a number and a check that follows from all lines before it. A line counts once it ends;
    what a crash has left of a line is dropped when the match is taken up again. So no move is lost that `Match.play`
    has returned from.

    The file is locked while it is open, and looked at before each write. If somebody else has changed, cut, deleted or
    replaced it, or if the program was interrupted while a line was written, the journal has failed: it leaves what lies
    there as it is, and it and `Match.play` say why, as often as they are asked. A disk that is full is no such failure:
    the line is taken back, and the journal goes on when there is room.

    Use `create` or `resume`; a journal is a context manager that closes itself.
    """

    def __init__(
        self, match: Match[Any, Any], file: HeldFile, players: tuple[str, ...], sync: bool, form: int, mark: Mark
    ) -> None:
        self.path = file.path
        """Where the file lies."""
        self.players = players
        """The names of the players, or nothing."""
        self._match = match
        self._file = file
        self._sync = sync
        self._format = form
        self._mark = mark  # up to here, the lines are whole and their changes have taken effect
        self._written: _Written | None = None  # until it is known whether its change has taken effect
        self._digest = sha256()  # of all bytes up to the mark
        self._seen = -1  # when the file was last written to, as far as it is known that nobody else has done that
        self._torn = b""  # lines of which some may lie behind the mark, because the disk has failed
        self._failure: str | None = None

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], match: Match[Any, Any], *, players: Sequence[str] = (), sync: bool = True
    ) -> Self:
        """Begin a journal of a match: what it has come to so far, and from now on every move.

        Moves that have been undone before are not in it, so begin it with the match where versions matter.

        Args:
            path: a file that is not there yet.
            match: the match.
            players: a name for each seat, or nothing; without a word, those of the match.
            sync: whether every line is forced to the disk, so that it outlasts a failure of the machine, too.

        Raises:
            RecordError: if the file is there already, cannot be written or locked, the names do not fit, the match
                has a journal, or another thread plays on while this one is begun.

        """
        version, now = match.version, match.branch()
        record = Record.of(now, players)
        file = hold(path, "x+b")
        try:
            line, mark = first_line(record)
            text = [line]
            for made in record.moves:
                line, mark = next_line(mark, change_text(made), FORMAT)
                text.append(line)
            journal = cls(match, file, record.players, sync, FORMAT, Mark.before(b""))
            with at_work(path, "written"):
                journal._write(b"".join(text))
            journal._mark = mark
            journal._digest.update(b"".join(text))
            match.keep(journal._keep, revoke=journal._settle, version=version)
        except BaseException:
            with suppress(OSError):
                file.discard()
            raise
        return journal

    @classmethod
    def resume(cls, path: str | os.PathLike[str], *, sync: bool = True) -> tuple[Match[Any, Any], Self]:
        """Take a match up again: the match with all its history, and its journal, which goes on.

        What a crash has left of the last line is cut off. Only one program may write to a journal at a time. A file
        of an older format goes on in that format.

        Args:
            path: the file.
            sync: as in `create`.

        Raises:
            RecordError: if the file cannot be read or locked, is no journal, or a line is wrong, with its number.
            UnknownGame: if the game is not installed.

        """
        file = hold(path, "r+b")
        try:
            with opened(path, "rb") as reading, at_work(path, "read"):
                match, form, mark = replayed(reading)
            journal = cls(match, file, match.players, sync, form, mark)
            with at_work(path, "written"):
                file.raw.truncate(mark.size)
                journal._digest = journal._digest_of_file()
            match.keep(journal._keep, revoke=journal._settle)
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
        with opened(path, "rb") as file, at_work(path, "read"):
            match, _, _ = replayed(file)
        return Record.of(match)

    @property
    def failure(self) -> str | None:
        """Why nothing more is written to it, or ``None``."""
        return self._failure

    def close(self) -> None:
        """Close the file and unlock it; further moves of the match are not written."""
        self._match.let_go(self._keep, then=self._close)

    def _close(self) -> None:
        if not self._file.raw.closed:
            self._settle()
        with at_work(self.path, "closed"):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # writing; all of it happens inside a change of the match, so one thread at a time is here

    def _keep(self, change: MadeMove[Any] | int) -> None:
        """Write a change. Whether it then takes effect is seen by `_settle`."""
        self._settle()
        if self._failure is None:
            with at_work(self.path, "written"):
                self._inspect()
        if self._failure is not None:
            raise RecordError(f"{self.path}: nothing more is written to this journal: {self._failure}")
        text, mark = b"", self._mark
        for spelt in self._spelt(change):
            line, mark = next_line(mark, spelt, self._format)
            text += line
        self._written = _Written(self._match.version, text, mark)
        try:
            with at_work(self.path, "written"):
                self._write(text)
                size, self._seen = self._file.size_and_time
                if size != mark.size:
                    self._fail("somebody else writes to the file")
                    raise RecordError(f"{self.path}: {self._failure}")
        except RecordError:
            self._torn, self._written = text, None
            with suppress(OSError):
                self._take_back()
            raise

    def _settle(self) -> None:
        """See whether the change that was written last has taken effect, and take it back if not.

        It has not if the program was interrupted after it was written, or while it was.
        """
        written = self._written
        if written is None:
            return
        if self._match.version != written.version:
            digest = self._digest.copy()
            digest.update(written.text)
            self._mark, self._digest, self._written = written.mark, digest, None
            return
        self._torn = written.text
        self._fail("the program was interrupted while a line was written")
        with suppress(OSError):
            self._take_back()
        self._written = None

    def _spelt(self, change: MadeMove[Any] | int) -> list[str]:
        """The texts of a change: in the first format, which knows no redoing, the moves are made anew."""
        if self._format == 1 and type(change) is int and change < 0:
            return [change_text(made) for made in self._match.undone[:-change]]
        return [change_text(change)]

    def _write(self, text: bytes) -> None:
        self._file.write(self._mark.size, text)
        if self._sync:
            os.fsync(self._file.raw.fileno())

    def _inspect(self) -> None:
        """Look at the file before it is written to: whether it is still there, and as long and as it was."""
        if lost := self._file.lost():
            self._fail(lost)
            return
        if self._torn:
            self._take_back()
        (size, time), mark = self._file.size_and_time, self._mark
        if size < mark.size:
            self._fail(f"somebody else has cut the file: it has {size} bytes instead of {mark.size}")
        elif size > mark.size:
            self._fail(f"somebody else has written to the file: it has {size} bytes instead of {mark.size}")
        elif self._file.read(size - len(mark.tail), len(mark.tail)) != mark.tail:
            self._fail("somebody else has changed the last line of the file")
        elif time != self._seen:
            self._seen = time
            if self._digest_of_file().digest() != self._digest.digest():
                self._fail("somebody else has changed the file")

    def _digest_of_file(self) -> Any:
        """The digest of all that lies in the file up to the mark."""
        digest, at = sha256(), 0
        while at < self._mark.size and (text := self._file.read(at, min(_PIECE, self._mark.size - at))):
            digest.update(text)
            at += len(text)
        return digest

    def _take_back(self) -> None:
        """Cut off what a line that failed has left behind the last whole one, and nothing that is not its own."""
        size = self._file.size
        if self._file.lost() is None and size > self._mark.size:
            behind = self._file.read(self._mark.size, len(self._torn) + 1)
            if self._torn.startswith(behind):
                self._file.raw.truncate(self._mark.size)
        self._torn = b""

    def _fail(self, why: str) -> None:
        if self._failure is None:
            self._failure = why
