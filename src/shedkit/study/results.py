"""Files of results: the rows of a study, kept as they come, and read again.

There are two formats, told apart by the end of the name:

- ``.jsonl``: a file of JSON Lines. The first line is the head, each further line a row. A row is in the file as soon
  as it is known.
- ``.parquet``: one file that any tool opens, with the head in its metadata under ``shedkit``. While games are being
  played, their rows lie in a folder beside it, in parts that appear whole: when there are 5,000 rows, or after half a
  minute. See `shedkit.study.parquet`.

The head says what was played: all that decides the rows, and the columns with their kinds (see `KINDS`).
What a kill leaves behind can be read, with the rows of the first games. `save` goes on from there, and the rows are
those of a run that was never broken. To be played again are the games that no row had come of, and with Parquet those
of the last half minute.

>>> import tempfile, pathlib
>>> from shedkit import Quiclo
>>> path = pathlib.Path(tempfile.mkdtemp()) / "games.jsonl"
>>> _ = save(Study.of(Quiclo(players=2), "random", games=1, seed=7, measures=["moves"]), path)
>>> _ = save(Study.of(Quiclo(players=2), "random", games=2, seed=7, measures=["moves"]), path)
>>> [(row["game"], row["moves"]) for row in read_rows(path)]
[(0, 152), (1, 379)]
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, cast

from shedkit.core.codec import Json
from shedkit.core.errors import StudyError
from shedkit.core.values import short
from shedkit.study.extras import extra
from shedkit.study.growing import Growing, add, begun, held, refuse_lost
from shedkit.study.heads import FORMAT, columns_of, head_for, line_of, read_head
from shedkit.study.many import AHEAD, PATIENCE, Study
from shedkit.study.measures import Row
from shedkit.study.parquet import Parts, parquet_head, parquet_of, pieces_of, table_of
from shedkit.study.progress import progress_bar
from shedkit.study.reading import LONGEST, files_in_use, open_plain, rows_of, whole_lines

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMAT", "head_of", "read_frame", "read_rows", "save"]

_SOME = 5_000
"""How many rows of a file of lines become a table at a time."""


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
    place = place_of(path)
    head = head_for(study)
    if study.format != FORMAT and place.suffix == ".jsonl":
        raise StudyError(f"{place}: a table of decisions is kept as Parquet: the name must end in .parquet")
    table_rows = None if study.format == FORMAT else study.table_rows
    with _Lines(place, head) if place.suffix == ".jsonl" else Parts(place, head, study.games, table_rows) as file:
        rows = study.rows(executor, first=file.games, batch=batch, ahead=ahead, patience=patience)
        with progress_bar(progress, study, file.games) as shown, closing(rows):
            for row in rows:
                file.put(row)
                shown()
    return place


def head_of(path: str | os.PathLike[str]) -> dict[str, Json]:
    """What stands at the head of a file: the fields of `Study.to_json`, the format, and the columns.

    Raises:
        StudyError: if the file cannot be read, or is no file of results.

    """
    place = place_of(path)
    if place.suffix == ".parquet":
        return parquet_head(place)
    with open_plain(place) as file:
        first = next(whole_lines(file, place), None)
        if first is None:
            raise StudyError(f"{place}: this is no file of results: it has no head")
    return read_head(first[0], place)


def read_rows(path: str | os.PathLike[str]) -> Iterator[Row]:
    """The rows of a file, one at a time, in the order of the games; the file may still be growing.

    Raises:
        StudyError: if the file cannot be read, or is damaged, with the line or the part.

    """
    head = head_of(path)
    place = place_of(path)
    if place.suffix == ".jsonl":
        with open_plain(place) as file:
            lines = whole_lines(file, place)
            next(lines)
            for row, _ in rows_of(lines, columns_of(head), place):
                yield row
        return
    game = 0
    for part, _ in pieces_of(place, head):
        with parquet_of(part) as parquet, parquet.ParquetFile(part) as table:
            for batch in table.iter_batches(batch_size=200):
                for row in batch.to_pylist():
                    if head["format"] == FORMAT and row["game"] != game:
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
    head, place = head_of(path), place_of(path)
    there = columns_of(head)
    if isinstance(columns, str) or not isinstance(columns, Sequence | None):
        raise StudyError(f"columns: a list of names expected, not {short(columns)}")
    names = list(there) if columns is None else list(columns)
    for name in names:
        if not isinstance(name, str) or name not in there:
            raise StudyError(f"{place}: there is no column {short(name)}; there are {', '.join(there)}")
    wanted = {name: there[name] for name in names}
    arrow, pandas = extra("pyarrow"), extra("pandas")
    tables = [table_of([], wanted)]
    if place.suffix == ".jsonl":
        rows = read_rows(place)
        while some := list(islice(rows, _SOME)):
            tables.append(table_of(some, wanted))
    else:
        for part, _ in pieces_of(place, head):
            with parquet_of(part) as parquet, parquet.ParquetFile(part) as file:
                tables.append(file.read(columns=list(wanted)).select(list(wanted)).replace_schema_metadata())
    table = arrow.concat_tables(tables)
    made = table.to_pandas()
    for name, kind in wanted.items():
        if kind.startswith("list"):
            made[name] = pandas.Series(table[name].to_pylist(), dtype=object)
    return cast("pd.DataFrame", made)


def place_of(path: str | os.PathLike[str]) -> Path:
    """Where a file lies.

    Raises:
        StudyError: if the name has no ending that says the format.

    """
    if not isinstance(path, str | os.PathLike):
        raise StudyError(f"a path expected, not {short(path)}")
    place = Path(path)
    if place.suffix not in (".jsonl", ".parquet"):
        raise StudyError(f"{place}: the name must end in .jsonl or .parquet")
    return place


# --- JSON Lines


class _Lines(Growing):
    """A file of JSON Lines that grows."""

    def __init__(self, path: Path, head: dict[str, Json]) -> None:
        super().__init__(path, head)
        self._file = held(path)
        try:
            self._take_up()
        except BaseException:
            self._file.close()
            raise

    def _take_up(self) -> None:
        head_line = begun(self._file.raw, self._path, self._head)
        end = len(head_line)
        with open_plain(self._path) as file:
            lines = whole_lines(file, self._path)
            next(lines)
            for _, end in rows_of(lines, columns_of(self._head), self._path):  # noqa: B007
                self.games += 1
        with files_in_use(self._path, "written"):
            self._file.raw.truncate(end)

    def put(self, row: Row) -> None:
        line = line_of(row)
        if len(line) > LONGEST:
            raise StudyError(f"game {row['game']}: its row is longer than {LONGEST} bytes")
        refuse_lost(self._file)
        add(self._file.raw, self._path, line)

    def __exit__(self, *_: object) -> None:
        with self._file, files_in_use(self._path, "written"):
            os.fsync(self._file.raw.fileno())
