"""Files of Parquet: one file when all games are there, and a folder of parts beside it while they are being played.

A Parquet file is of use to nobody before it is closed, and takes no rows after that. So rows that come are written as
parts, each of which appears whole, to a folder that bears the name of the file and ``.parts``. When the last game is
there, the parts are streamed into one file beside them, which then takes its place under its name in one step, and the
folder goes. A kill at any time leaves rows that are read, once each, and go on: parts that the file holds already count
for nothing. Before version 0.2 the parts lay in a folder with the name of the file; that is read, and becomes such a
folder when it goes on.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any

from shedkit.core.codec import Json
from shedkit.core.errors import StudyError
from shedkit.study.extras import extra
from shedkit.study.growing import Growing, add, begun, held, refuse_lost
from shedkit.study.heads import columns_of, read_head, refuse_other
from shedkit.study.measures import Row
from shedkit.study.reading import files_in_use, open_plain, plain, whole_lines
from shedkit.table.files import HeldFile

__all__ = ["Parts", "parquet_head", "parquet_of", "pieces_of", "table_of"]

_PART = 5_000
"""How many rows a part has at most."""
_GROUP = 20_000
"""How many rows a group of the whole file has, or a part more."""
_SECONDS = 30.0
"""How long rows wait for the part they go to."""
_HEAD = "_study.json"
"""Where the head of a folder lies; those who read all of its parts pass over names that begin like this."""
_BESIDE = "_part.tmp"
"""Where a part is written, until it is whole."""
_WHOLE = "_whole.tmp"
"""Where the file is written, until it is whole."""


def _folder(path: Path) -> Path:
    """Where the parts of a file lie while it grows."""
    return path.with_name(f"{path.name}.parts")


# --- reading


def parquet_head(path: Path) -> dict[str, Json]:
    """The head of a file, or of the parts that will be one.

    Raises:
        StudyError: if there is none, or none that this version reads.

    """
    if path.is_file():
        with parquet_of(path) as parquet, parquet.ParquetFile(path) as file:
            written = (file.schema_arrow.metadata or {}).get(b"shedkit")
        if written is None:
            raise StudyError(f"{path}: this is no file of results: it has no head")
        return read_head(written, path)
    where = (path if path.is_dir() else _folder(path)) / _HEAD
    with open_plain(where if where.parent.exists() else path) as file:
        first = next(whole_lines(file, where), None)
        if first is None:
            raise StudyError(f"{where}: this is no file of results: it has no head")
    return read_head(first[0], where)


def pieces_of(path: Path, head: dict[str, Json]) -> Iterator[tuple[Path, int]]:
    """The files that hold the rows in order, each with its number of games: the whole one, then parts that go on.

    Raises:
        StudyError: if one cannot be read, is of another study, or does not go on from the one before.

    """
    game = 0
    if path.is_file():
        game = _games(path, head)
        yield path, game
    folder = path if path.is_dir() else _folder(path)
    if folder.is_dir():
        yield from _parts_of(folder, head, game)


def _parts_of(folder: Path, head: dict[str, Json], game: int) -> Iterator[tuple[Path, int]]:
    first = game
    with files_in_use(folder, "read"):
        names = sorted(path.name for path in folder.iterdir() if path.name[0] not in "._")
    for name in names:
        part = folder / name
        number = re.fullmatch(r"part-([0-9]{12})\.parquet", name)
        if number is None:
            raise StudyError(f"{part}: this is no part of a study; take it out of the directory")
        if int(number[1]) < first:
            continue  # the file holds it already
        if int(number[1]) != game:
            raise StudyError(f"{folder}: the part that begins with game {game} expected, not {name}")
        rows = _games(part, head)
        yield part, rows
        game += rows


def _games(path: Path, head: dict[str, Json]) -> int:
    """How many games of this study a file holds: one a row, or as many as it says."""
    with parquet_of(path) as parquet, parquet.ParquetFile(path) as file:
        rows, schema = int(file.metadata.num_rows), file.schema_arrow
    there = (schema.metadata or {}).get(b"shedkit", b"")
    played = (schema.metadata or {}).get(b"shedkit.games")
    if there != json.dumps(head).encode() or not schema.equals(table_of([], columns_of(head)).schema):
        raise StudyError(f"{path}: this is a part of another study")
    return int(played) if played is not None and re.fullmatch(b"[0-9]{1,18}", played) else rows


@contextmanager
def parquet_of(path: Path) -> Iterator[Any]:
    """The library of Parquet files: what goes wrong with this one is an error of studies."""
    arrow = extra("pyarrow")
    try:
        yield extra("pyarrow.parquet")
    except (OSError, arrow.ArrowException) as error:
        raise StudyError(f"{path}: it cannot be read: {error}") from None


def table_of(rows: Sequence[Row], columns: Mapping[str, str]) -> Any:
    """Rows as a table of PyArrow; the kinds decide the types, so that all parts have the same."""
    arrow = extra("pyarrow")
    kinds = {"bool": arrow.bool_(), "int": arrow.int64(), "float": arrow.float64(), "str": arrow.string()}
    kinds |= {f"list[{kind}]": arrow.list_(kinds[kind]) for kind in ("int", "float", "str")}
    return arrow.table({name: arrow.array([row[name] for row in rows], kinds[kind]) for name, kind in columns.items()})


# --- growing


class Parts(Growing):
    """A file of Parquet that grows.

    Args:
        path: where it lies, or will lie.
        head: its head.
        wanted: how many games it is to hold in the end.
        table_rows: which rows of the table each game makes; without it, one.

    """

    def __init__(
        self,
        path: Path,
        head: dict[str, Json],
        wanted: int,
        table_rows: Callable[[Row], list[Row]] | None = None,
    ) -> None:
        super().__init__(path, head)
        self._folder, self._wanted, self._table_rows = _folder(path), wanted, table_rows
        self._rows, self._played = list[Row](), 0
        self._since = monotonic()
        self._lock: HeldFile | None = None
        extra("pyarrow")
        _taken_over(path, self._folder)
        if path.exists():
            plain(path, "written")
            refuse_other(parquet_head(path), head, path)
            self.games = _games(path, head)
            if self.games >= wanted and not self._folder.exists():
                return
        with files_in_use(self._folder, "written"):
            self._folder.mkdir(exist_ok=True)
            _refuse_foreign(self._folder)
        self._lock = held(self._folder / _HEAD)
        try:
            self._take_up(self._lock)
        except BaseException:
            self._lock.close()
            raise

    def _take_up(self, lock: HeldFile) -> None:
        begun(lock.raw, lock.path, self._head)
        with files_in_use(self._folder, "written"):
            for left in (_BESIDE, _WHOLE):
                (self._folder / left).unlink(missing_ok=True)
        self.games = sum([rows for _, rows in pieces_of(self._path, self._head)])

    def put(self, row: Row) -> None:
        """Take a row; it is in a part when there are enough of them, or after half a minute."""
        self._rows += [row] if self._table_rows is None else self._table_rows(row)
        self._played += 1
        if len(self._rows) >= _PART or monotonic() - self._since >= _SECONDS:
            self._write()

    def _write(self) -> None:
        """Write the rows that wait: beside its place, so that a part is there as a whole or not at all."""
        rows, played, self._rows, self._played, self._since = self._rows, self._played, [], 0, monotonic()
        if not played or self._lock is None:
            return
        refuse_lost(self._lock)
        written = BytesIO()
        extra("pyarrow.parquet").write_table(self._table(rows, played), written)
        beside = self._folder / _BESIDE
        with files_in_use(self._folder, "written"):
            try:
                with beside.open("wb", buffering=0) as file:
                    add(file, beside, written.getvalue())
                    os.fsync(file.fileno())
                beside.replace(self._folder / f"part-{self.games:012}.parquet")
            finally:
                beside.unlink(missing_ok=True)
        self.games += played

    def _table(self, rows: Sequence[Row], games: int) -> Any:
        about = {"shedkit": json.dumps(self._head)}
        if self._table_rows is not None:
            about["shedkit.games"] = str(games)
        return table_of(rows, columns_of(self._head)).replace_schema_metadata(about)

    def _finish(self, lock: HeldFile) -> None:
        """Stream all that there is into one file, put it in its place, and take the parts away."""
        pieces = [piece for piece, _ in pieces_of(self._path, self._head)]
        whole = self._folder / _WHOLE
        with files_in_use(self._path, "written"):
            if pieces != [self._path]:
                refuse_lost(lock)
                try:
                    self._stream(pieces, whole)
                    whole.replace(self._path)
                finally:
                    whole.unlink(missing_ok=True)
            for part in self._folder.glob("part-*.parquet"):
                part.unlink()

    def _stream(self, pieces: Sequence[Path], to: Path) -> None:
        empty = self._table([], self.games)
        with to.open("wb") as file:
            with extra("pyarrow.parquet").ParquetWriter(file, empty.schema) as writer:
                for table in _groups(pieces, empty):
                    writer.write_table(table)
            file.flush()
            os.fsync(file.fileno())

    def __exit__(self, *_: object) -> None:
        if self._lock is None:
            return
        with self._lock as lock:
            self._write()
            finished = self.games >= self._wanted
            if finished:
                self._finish(lock)
        if finished:
            shutil.rmtree(self._folder, ignore_errors=True)


def _groups(pieces: Sequence[Path], empty: Any) -> Iterator[Any]:
    """All rows in order, in tables of about as many rows; what cannot be read is an error of studies."""
    arrow, waiting = extra("pyarrow"), [empty]
    for piece in pieces:
        with parquet_of(piece) as parquet, parquet.ParquetFile(piece) as part:
            for batch in part.iter_batches(batch_size=_PART):
                waiting.append(arrow.Table.from_batches([batch]).replace_schema_metadata(empty.schema.metadata))
                if sum(table.num_rows for table in waiting) >= _GROUP:
                    yield arrow.concat_tables(waiting)
                    waiting = [empty]
    yield arrow.concat_tables(waiting)


def _taken_over(path: Path, folder: Path) -> None:
    """What lies under the name of the file and is a folder, as before version 0.2, becomes that of the parts."""
    if not path.is_dir():
        return
    if folder.exists():
        raise StudyError(f"{path}: it is a folder of parts, and so is {folder.name}; take one of them away")
    with files_in_use(path, "written"):
        _refuse_foreign(path)
        if (path / _HEAD).exists():
            held(path / _HEAD).close()  # whoever writes to it is left alone
        path.rename(folder)


def _refuse_foreign(folder: Path) -> None:
    if not (folder / _HEAD).exists() and any(not there.name.startswith((".", "_")) for there in folder.iterdir()):
        raise StudyError(f"{folder}: this is no directory of results: it has no {_HEAD}")
