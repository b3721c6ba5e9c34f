"""Files: opened with errors of one family, and those that grow, held so that nobody else writes to them."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import IO, Any, cast

from typing_extensions import Self

from shedkit.core.errors import RecordError

__all__ = ["HeldFile", "at_work", "bounded_lines", "hold", "opened"]

_BUSY = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)


def opened(path: str | os.PathLike[str], mode: str, buffering: int = -1) -> IO[Any]:
    """A file that is open.

    Raises:
        RecordError: instead of the errors of the operating system, and for names that no file can have.

    """
    what = "read" if mode in ("rb", "r+b") else "written"
    try:
        return Path(path).open(mode, buffering=buffering)
    except OSError as error:
        raise RecordError(f"{_named(path)}: it cannot be {what}: {error.strerror}") from None
    except (TypeError, ValueError) as error:  # a name with a null in it, or no name at all
        raise RecordError(f"{_named(path)}: it cannot be {what}: {error}") from None


@contextmanager
def at_work(path: str | os.PathLike[str], what: str) -> Iterator[None]:
    """Where an open file is used: what goes wrong there is an error of records.

    Raises:
        RecordError: instead of the errors of the operating system.

    """
    try:
        yield
    except OSError as error:
        raise RecordError(f"{_named(path)}: it cannot be {what}: {error.strerror}") from None


def bounded_lines(file: IO[bytes], longest: int) -> Iterator[bytes]:
    """The lines of a file, none longer than so many bytes.

    Raises:
        RecordError: at the first line that is longer, with its number.

    """
    number = 0
    while line := file.readline(longest + 1):
        number += 1
        if len(line) > longest:
            raise RecordError(f"line {number}: it is longer than {longest} bytes")
        yield line


class HeldFile:
    """A file that is open for writing, unbuffered, and locked against other writers; a context manager that closes it.

    Attributes:
        path: where it lies.
        raw: the open file.

    """

    def __init__(self, path: Path, raw: FileIO, unlock: Callable[[], None]) -> None:
        self.path = path
        self.raw = raw
        self._place = os.path.abspath(path)  # which stays the same where the program goes to another folder
        self._unlock = unlock
        self._process = os.getpid()

    @property
    def size(self) -> int:
        """How long it is, in bytes."""
        return os.fstat(self.raw.fileno()).st_size

    @property
    def size_and_time(self) -> tuple[int, int]:
        """How long it is, and when it was last written to, by whomever.

        The time is in nanoseconds, but systems take some milliseconds together.
        """
        now = os.fstat(self.raw.fileno())
        return now.st_size, now.st_mtime_ns

    def read(self, start: int, length: int) -> bytes:
        """Some of its bytes."""
        self.raw.seek(start)
        text = b""
        while len(text) < length and (more := self.raw.read(length - len(text))):
            text += more
        return text

    def write(self, start: int, text: bytes) -> None:
        """Write all of a text at a place."""
        self.raw.seek(start)
        while text:
            text = text[self.raw.write(text) :]

    def lost(self) -> str | None:
        """Why what is written here would not be found again: another process, or the name stands for another file."""
        if os.getpid() != self._process:
            return "it was opened by another process, before this one was forked off"
        try:
            there = os.stat(self._place)
        except (FileNotFoundError, NotADirectoryError):
            return "the file is gone: it has been deleted or moved away"
        if not os.path.samestat(there, os.fstat(self.raw.fileno())):
            return "the file is gone: another one lies in its place"
        return None

    def close(self) -> None:
        """Unlock and close it.

        The lock is taken off even if a forked child has the file open, too. In such a child, it stays on.
        """
        if self.raw.closed:
            return
        try:
            if os.getpid() == self._process:
                self._unlock()
        finally:
            self.raw.close()

    def discard(self) -> None:
        """Close and delete it, if it still lies there."""
        try:
            lost = self.lost()
        finally:
            self.close()
        if lost is None:
            os.unlink(self._place)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def hold(path: str | os.PathLike[str], mode: str) -> HeldFile:
    """Open a file and lock it against other writers, in this process and in others.

    Args:
        path: the file.
        mode: ``x+b`` for a new file, ``r+b`` for one that is there, ``a+b`` for either.

    Raises:
        RecordError: as `opened`, if somebody else holds the file, or if nothing here can lock it.

    """
    new = mode == "x+b" or (mode == "a+b" and not os.path.exists(path))
    raw = cast(FileIO, opened(path, mode, buffering=0))
    place = Path(path)
    try:
        unlock = _locked(raw, place)
    except BaseException as error:
        busy = isinstance(error, _Busy)
        with suppress(OSError):
            raw.close()
            if new and not busy:  # the empty file is of no use to anybody
                place.unlink()
        raise
    held = HeldFile(place, raw, unlock)
    with at_work(path, "written"):
        lost = held.lost()
    if lost is not None:
        held.close()
        raise RecordError(f"{_named(path)}: {lost}")
    return held


class _Busy(RecordError):
    """Somebody else holds the file."""


def _locked(raw: FileIO, path: Path) -> Callable[[], None]:
    """Lock a file; what takes the lock off again."""
    try:
        import fcntl
    except ImportError:  # not on every system
        return _locked_beside(path)
    try:
        fcntl.flock(raw.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _BUSY:
            raise _Busy(f"{_named(path)}: another program is writing to it") from None
        raise RecordError(
            f"{_named(path)}: it cannot be locked, so it could not be kept from other writers: {error.strerror}"
        ) from None

    def unlock() -> None:
        with suppress(OSError):  # closing takes it off, too, unless a forked child has the file open
            fcntl.flock(raw.fileno(), fcntl.LOCK_UN)

    return unlock


def _locked_beside(path: Path) -> Callable[[], None]:
    """Lock a file by a second one beside it, which only one program can make.

    Where the system can do that, it deletes it as soon as the program ends, however it ends.
    """
    beside = Path(os.path.abspath(path.with_name(f"{path.name}.lock")))
    try:
        lock = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_TEMPORARY", 0))
    except FileExistsError:
        raise _Busy(
            f"{_named(path)}: another program is writing to it; if there is none, delete the file "
            f"{_named(beside.name)} beside it"
        ) from None
    except OSError as error:
        raise RecordError(
            f"{_named(path)}: it cannot be locked, so it could not be kept from other writers: {error.strerror}"
        ) from None

    def unlock() -> None:
        os.close(lock)
        with suppress(FileNotFoundError):
            beside.unlink()

    return unlock


def _named(path: object) -> str:
    text = ascii(str(path))[1:-1]
    return text if len(text) <= 200 else f"...{text[-197:]}"
