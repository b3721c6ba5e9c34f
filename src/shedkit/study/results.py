"""Files of results: the rows of a study, kept as they come, and read again.

There are two formats, told apart by the end of the name:

- ``.jsonl``: a file of JSON Lines. The first line is the head, each further line a row. A row is in the file as soon
  as it is known.
- ``.parquet``: a directory. ``_study.json`` is the head; each ``part-….parquet`` holds the rows from the game in its
  name on, and the head once more. A part appears whole, when there are 5,000 rows or after half a minute.

The head says what was played: all that decides the rows, and the columns with their kinds (see `KINDS`).
What a kill leaves behind is a good file of the first games, `save` goes on from there, and the rows are those of a run
that was never broken. To be played again are the games that no row had come of, and in a directory those of the last
half minute.

>>> import tempfile, pathlib
>>> from shedkit import Quiclo
>>> path = pathlib.Path(tempfile.mkdtemp()) / "games.jsonl"
>>> _ = save(Study.of(Quiclo(players=2), "random", games=1, seed=7, measures=["moves"]), path)
>>> _ = save(Study.of(Quiclo(players=2), "random", games=2, seed=7, measures=["moves"]), path)
>>> [(row["game"], row["moves"]) for row in read_rows(path)]
[(0, 152), (1, 379)]
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from io import BytesIO, FileIO
from itertools import islice
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import IO, TYPE_CHECKING, Any, cast

from typing_extensions import Self

from shedkit.core.codec import Json
from shedkit.core.errors import NotationError, RecordError, StudyError
from shedkit.core.strict_json import read_json
from shedkit.core.values import short
from shedkit.study.many import AHEAD, COLUMNS, KINDS, PATIENCE, Study, fits
from shedkit.study.measures import Row
from shedkit.table.files import HeldFile, at_work, hold, opened

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMAT", "head_of", "read_frame", "read_rows", "save"]

FORMAT = "shedkit rows 1"
"""What the head of a file says of its format."""

_LONGEST = 2**20
"""Longer lines, in bytes, are neither written nor read."""
_PART = 5_000
"""How many rows a part has at most."""
_SECONDS = 30.0
"""How long rows wait for the part they go to."""
_HEAD = "_study.json"
"""Where the head of a directory lies; those who read all of its parts pass over names that begin like this."""
_BESIDE = "_part.tmp"
"""Where a part is written, until it is whole."""
_FIELDS = ("format", "shedkit", "game", "options", "players", "seed", "measures", "max_moves", "paired", "columns")


def save(
    study: Study,
    path: str | os.PathLike[str],
    *,
    executor: Executor | None = None,
    progress: bool | None = None,
    batch: int | None = None,
    ahead: int = AHEAD,
    patience: float = PATIENCE,
) -> Path:
    """Play the games of a study that a file does not hold yet, and add their rows to it.

    A file that holds more games than the study has stays as it is. If something goes wrong, all rows before it are
    in the file. Only one program may write to a file at a time.

    Args:
        study: what to play.
        path: a name that ends in ``.jsonl`` or ``.parquet``; what is there already must be of the same study.
        executor: who plays, as in `simulate_many`.
        progress: whether to show a bar on standard error; without a word, if that is a terminal.
        batch: as in `simulate_many`.
        ahead: as in `simulate_many`.
        patience: as in `simulate_many`.

    Returns:
        Where the file lies.

    Raises:
        PlayerError: if a player fails.
        StudyError: if a measure fails, workers are gone, the file is of another study, is damaged, is being written
            by somebody else or cannot be written, or a package that is needed is not installed.
        ConfigurationError: for a number out of bounds.

    """
    if not isinstance(study, Study):
        raise StudyError(f"a study expected, not {short(study)}")
    place = _place(path)
    with (_Lines if place.suffix == ".jsonl" else _Parts)(place, _head(study)) as file:
        rows = study.rows(executor, first=file.games, batch=batch, ahead=ahead, patience=patience)
        with _bar(progress, study, file.games) as shown, closing(rows):
            for row in rows:
                file.put(row)
                shown()
    return place


def head_of(path: str | os.PathLike[str]) -> dict[str, Json]:
    """What stands at the head of a file: the fields of `Study.to_json`, the format, and the columns.

    Raises:
        StudyError: if the file cannot be read, or is no file of results.

    """
    place = _place(path)
    where = place if place.suffix == ".jsonl" else place / _HEAD
    with _reading(where) as file:
        first = next(_lines(file, where), None)
        if first is None:
            raise StudyError(f"{where}: this is no file of results: it has no head")
    return _read_head(first[0], where)


def read_rows(path: str | os.PathLike[str]) -> Iterator[Row]:
    """The rows of a file, one at a time, in the order of the games; the file may still be growing.

    Raises:
        StudyError: if the file cannot be read, or is damaged, with the line or the part.

    """
    head = head_of(path)
    place = _place(path)
    if place.suffix == ".jsonl":
        with _reading(place) as file:
            lines = _lines(file, place)
            next(lines)
            for row, _ in _rows_of(lines, _columns(head), place):
                yield row
        return
    game = 0
    for part, _ in _parts(place, head):
        with _parquet(part) as parquet, parquet.ParquetFile(part) as table:
            for batch in table.iter_batches(batch_size=1_000):
                for row in batch.to_pylist():
                    if row["game"] != game:
                        raise StudyError(f"{part}: game {game} expected, not {row['game']}")
                    yield row
                    game += 1


def read_frame(path: str | os.PathLike[str], columns: Sequence[str] | None = None) -> pd.DataFrame:
    """The rows of a file as a table.

    Args:
        path: the file.
        columns: the names of the columns wanted; without them all.

    Returns:
        A column for each column of the rows, with lists as Python lists. ``None`` is ``NaN`` in a column of numbers.

    Raises:
        StudyError: if the file cannot be read or is damaged, there is no such column, or pandas or PyArrow is not
            installed.

    """
    head, place = head_of(path), _place(path)
    there = _columns(head)
    if isinstance(columns, str) or not isinstance(columns, Sequence | None):
        raise StudyError(f"columns: a list of names expected, not {short(columns)}")
    names = list(there) if columns is None else list(columns)
    for name in names:
        if not isinstance(name, str) or name not in there:
            raise StudyError(f"{place}: there is no column {short(name)}; there are {', '.join(there)}")
    wanted = {name: there[name] for name in names}
    arrow, pandas = _extra("pyarrow"), _extra("pandas")
    tables = [_table([], wanted)]
    if place.suffix == ".jsonl":
        rows = read_rows(place)
        while some := list(islice(rows, _PART)):
            tables.append(_table(some, wanted))
    else:
        for part, _ in _parts(place, head):
            with _parquet(part) as parquet:
                tables.append(parquet.read_table(part, columns=list(wanted)).replace_schema_metadata())
    table = arrow.concat_tables(tables)
    made = table.to_pandas()
    for name, kind in wanted.items():
        if kind.startswith("list"):
            made[name] = pandas.Series(table[name].to_pylist(), dtype=object)
    return cast("pd.DataFrame", made)


# --- what both formats need


def _place(path: str | os.PathLike[str]) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise StudyError(f"a path expected, not {short(path)}")
    place = Path(path)
    if place.suffix not in (".jsonl", ".parquet"):
        raise StudyError(f"{place}: the name must end in .jsonl or .parquet")
    return place


def _extra(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        raise StudyError(f'{name.partition(".")[0]} is needed for this: pip install "shedkit[study]"') from None


@contextmanager
def _files(path: Path, what: str) -> Iterator[None]:
    """Where files are used: what goes wrong there is an error of studies."""
    try:
        with at_work(path, what):
            yield
    except RecordError as error:
        raise StudyError(str(error)) from None


@contextmanager
def _reading(path: Path) -> Iterator[IO[bytes]]:
    with _files(path, "read"):
        _plain(path, "read")
        with opened(path, "rb") as file:
            yield file


def _held(path: Path) -> HeldFile:
    """The file, made if it is not there, and kept from others that would write to it."""
    with _files(path, "written"):
        _plain(path, "written")
        return hold(path, "a+b")


def _found(file: HeldFile) -> None:
    """Refuse to add to a file that nobody would find again."""
    with _files(file.path, "written"):
        lost = file.lost()
    if lost is not None:
        raise StudyError(f"{file.path}: {lost}")


def _plain(path: Path, what: str) -> None:
    if path.exists() and not path.is_file():  # to open what is no file can block, or have effects
        raise StudyError(f"{path}: it cannot be {what}: it is no plain file")


def _add(file: FileIO, path: Path, text: bytes) -> None:
    """Write all of it at the end of a file, or nothing."""
    end = file.seek(0, os.SEEK_END)
    try:
        with _files(path, "written"):
            written = 0
            while written < len(text):
                written += file.write(text[written:])
    except BaseException:
        with suppress(OSError):  # then it is cut off when the run is taken up again
            file.truncate(end)
        raise


def _lines(file: IO[bytes], path: Path) -> Iterator[tuple[bytes, int]]:
    """The lines that have an end, each with where it ends."""
    end = number = 0
    while line := file.readline(_LONGEST + 1):
        number += 1
        if len(line) > _LONGEST:
            raise StudyError(f"{path}: line {number}: it is longer than {_LONGEST} bytes")
        if not line.endswith(b"\n"):
            return
        end += len(line)
        yield line, end


def _line(value: Mapping[str, object]) -> bytes:
    return (json.dumps(value, allow_nan=False) + "\n").encode()


def _head(study: Study) -> dict[str, Json]:
    head = {"format": FORMAT, **study.to_json(), "columns": study.columns}
    return cast("dict[str, Json]", json.loads(_line(head)))


def _columns(head: Mapping[str, Json]) -> dict[str, str]:
    return cast("dict[str, str]", head["columns"])


def _read_head(line: bytes, where: Path) -> dict[str, Json]:
    try:
        head = read_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise StudyError(f"{where}: this is no file of results: line 1 is not UTF-8") from None
    except NotationError as error:
        raise StudyError(f"{where}: this is no file of results: line 1: {error}") from None
    if not isinstance(head, dict) or "format" not in head:
        raise StudyError(f"{where}: this is no file of results: line 1 is no head")
    if head["format"] != FORMAT:
        raise StudyError(f"{where}: its format is {short(head['format'])}; this version reads {FORMAT!r}")
    missing = [field for field in _FIELDS if field not in head]
    if missing:
        raise StudyError(f"{where}: line 1: the head has no {missing[0]}")
    columns = head["columns"]
    if (
        not isinstance(columns, dict)
        or list(columns.items())[: len(COLUMNS)] != list(COLUMNS.items())
        or not all(kind in KINDS for kind in columns.values())
    ):
        raise StudyError(f"{where}: line 1: columns: names and kinds expected, from {', '.join(COLUMNS)} on")
    return head


def _same(found: Mapping[str, Json], head: Mapping[str, Json], where: Path) -> None:
    """Refuse the head of another study."""
    if found == head:
        return
    for field in _FIELDS:
        here, asked = found[field], head[field]
        if here != asked:
            if isinstance(here, dict) and isinstance(asked, dict):
                absent = object()  # which is not null
                name = next(one for one in [*asked, *here] if here.get(one, absent) != asked.get(one, absent))
                field, here, asked = f"{field}: {name}", here.get(name), asked.get(name)
            raise StudyError(
                f"{where}: it is the file of another study: {field}: {_told(here, asked)} in the file, "
                f"{_told(asked, here)} asked for"
            )
    raise StudyError(f"{where}: it is the file of another study: its head has fields of its own")


def _told(value: Json, other: Json) -> str:
    """A value of a head, of long lists only what the other has not."""
    if isinstance(value, list) and isinstance(other, list):
        own = [one for one in value if one not in other] or value
        value = own if len(own) <= 5 else [*own[:5], "..."]
    text = json.dumps(value)
    return text if len(text) <= 100 else text[:97] + "..."


@contextmanager
def _bar(wanted: bool | None, study: Study, done: int) -> Iterator[Callable[[], object]]:
    """What to call after each game: it moves the bar, if there is one."""
    if wanted is False or (wanted is None and not (sys.stderr is not None and sys.stderr.isatty())):
        yield lambda: None
        return
    try:
        tqdm = _extra("tqdm")
    except StudyError:
        if wanted:
            raise
        yield lambda: None
        return
    with tqdm.tqdm(total=study.games, initial=min(done, study.games), desc=study.rules.name, unit=" games") as bar:
        yield bar.update


# --- JSON Lines


class _Lines:
    """A file of JSON Lines that grows.

    Attributes:
        games: how many games it holds.

    """

    def __init__(self, path: Path, head: dict[str, Json]) -> None:
        self.games = 0
        self._path = path
        self._file = _held(path)
        try:
            self._take_up(head)
        except BaseException:
            self._file.close()
            raise

    def _take_up(self, head: dict[str, Json]) -> None:
        begun = _begun(self._file.raw, self._path, head)
        end = len(begun)
        with _reading(self._path) as file:
            lines = _lines(file, self._path)
            next(lines)
            for _, end in _rows_of(lines, _columns(head), self._path):  # noqa: B007
                self.games += 1
        with _files(self._path, "written"):
            self._file.raw.truncate(end)

    def put(self, row: Row) -> None:
        line = _line(row)
        if len(line) > _LONGEST:
            raise StudyError(f"game {row['game']}: its row is longer than {_LONGEST} bytes")
        _found(self._file)
        _add(self._file.raw, self._path, line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._file, _files(self._path, "written"):
            os.fsync(self._file.raw.fileno())


def _begun(file: FileIO, path: Path, head: dict[str, Json]) -> bytes:
    """The first line of a file that is the head of this study; it is written if a kill has not let it be written."""
    line = _line(head)
    with _reading(path) as reading:
        first = next(_lines(reading, path), None)
        if first is None:
            reading.seek(0)
            there = reading.read(_LONGEST)
            if not line.startswith(there):
                raise StudyError(f"{path}: this is no file of results: it has no head")
            _add(file, path, line[len(there) :])
            return line
    _same(_read_head(first[0], path), head, path)
    return first[0]


def _rows_of(lines: Iterator[tuple[bytes, int]], columns: dict[str, str], path: Path) -> Iterator[tuple[Row, int]]:
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
        found: object = json.loads(line.decode(), object_pairs_hook=tuple)
    except UnicodeDecodeError:
        raise StudyError("it is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise StudyError(f"this is no JSON: {error}") from None
    if not isinstance(found, tuple) or [name for name, _ in found] != list(columns):
        raise StudyError("a row expected, with the columns that stand in the head")
    row: Row = dict(found)
    for name, kind in columns.items():
        if not fits(row[name], kind):
            raise StudyError(f"{name}: it must be {kind}, not {short(row[name])}")
    if row["game"] != game:
        raise StudyError(f"game {game} expected, not {row['game']}")
    return row


# --- Parquet


class _Parts:
    """A directory of Parquet files that grows.

    Attributes:
        games: how many games it holds.

    """

    def __init__(self, path: Path, head: dict[str, Json]) -> None:
        self.games = 0
        self._path = path
        self._head = head
        self._rows: list[Row] = []
        self._since = monotonic()
        _extra("pyarrow")
        with _files(path, "written"):
            path.mkdir(exist_ok=True)
            if not (path / _HEAD).exists() and any(not one.name.startswith(".") for one in path.iterdir()):
                raise StudyError(f"{path}: this is no directory of results: it has no {_HEAD}")
        self._lock = _held(path / _HEAD)
        try:
            _begun(self._lock.raw, path / _HEAD, head)
            with _files(path, "written"):
                (path / _BESIDE).unlink(missing_ok=True)
            for _, rows in _parts(path, head):
                self.games += rows
        except BaseException:
            self._lock.close()
            raise

    def put(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) >= _PART or monotonic() - self._since >= _SECONDS:
            self._write()

    def _write(self) -> None:
        """Write the rows that wait: beside its place, so that a part is there as a whole or not at all."""
        rows, self._rows, self._since = self._rows, [], monotonic()
        if not rows:
            return
        _found(self._lock)
        table = _table(rows, _columns(self._head)).replace_schema_metadata({"shedkit": json.dumps(self._head)})
        written = BytesIO()
        _extra("pyarrow.parquet").write_table(table, written)
        beside = self._path / _BESIDE
        with _files(self._path, "written"):
            try:
                with beside.open("wb", buffering=0) as file:
                    _add(file, beside, written.getvalue())
                    os.fsync(file.fileno())
                beside.replace(self._path / f"part-{self.games:012}.parquet")
            finally:
                beside.unlink(missing_ok=True)
        self.games += len(rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._write()


def _parts(folder: Path, head: dict[str, Json]) -> Iterator[tuple[Path, int]]:
    """The parts of a directory in order, each with its number of rows."""
    game = 0
    with _files(folder, "read"):
        names = sorted(one.name for one in folder.iterdir() if one.name[0] not in "._")
    for name in names:
        path = folder / name
        found = re.fullmatch(r"part-([0-9]{12})\.parquet", name)
        if found is None:
            raise StudyError(f"{path}: this is no part of a study; take it out of the directory")
        if int(found[1]) != game:
            raise StudyError(f"{folder}: the part that begins with game {game} expected, not {name}")
        with _parquet(path) as parquet, parquet.ParquetFile(path) as file:
            rows, schema = file.metadata.num_rows, file.schema_arrow
        there = (schema.metadata or {}).get(b"shedkit", b"")
        if there != json.dumps(head).encode() or not schema.equals(_table([], _columns(head)).schema):
            raise StudyError(f"{path}: this is a part of another study")
        yield path, rows
        game += rows


@contextmanager
def _parquet(path: Path) -> Iterator[Any]:
    """The library of Parquet files: what goes wrong with this one is an error of studies."""
    arrow = _extra("pyarrow")
    try:
        yield _extra("pyarrow.parquet")
    except (OSError, arrow.ArrowException) as error:
        raise StudyError(f"{path}: it cannot be read: {error}") from None


def _table(rows: Sequence[Row], columns: Mapping[str, str]) -> Any:
    """Rows as a table of PyArrow; the kinds decide the types, so that all parts have the same."""
    arrow = _extra("pyarrow")
    kinds = {"bool": arrow.bool_(), "int": arrow.int64(), "float": arrow.float64(), "str": arrow.string()}
    kinds |= {f"list[{kind}]": arrow.list_(kinds[kind]) for kind in ("int", "float")}
    return arrow.table({name: arrow.array([row[name] for row in rows], kinds[kind]) for name, kind in columns.items()})
