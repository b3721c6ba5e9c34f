"""The heads of files of results: what was played, and what stands in the columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from shedkit.core.codec import Json
from shedkit.core.errors import NotationError, StudyError
from shedkit.core.strict_json import read_json
from shedkit.core.values import short
from shedkit.study.many import Study
from shedkit.study.rows import FORMAT, FORMATS, KINDS

__all__ = ["FORMAT", "columns_of", "head_for", "line_of", "read_head", "refuse_other"]

_FIELDS = ("format", "shedkit", "game", "options", "players", "seed", "measures", "max_moves", "paired", "columns")


def line_of(value: Mapping[str, object]) -> bytes:
    """A head or a row as a line of a file."""
    return (json.dumps(value, allow_nan=False) + "\n").encode()


def head_for(study: Study) -> dict[str, Json]:
    """The head of the file of a study."""
    head = {"format": study.format, **study.to_json(), "columns": study.columns}
    return cast("dict[str, Json]", json.loads(line_of(head)))


def columns_of(head: Mapping[str, Json]) -> dict[str, str]:
    """The columns of the rows, and the kind of value in each."""
    return cast("dict[str, str]", head["columns"])


def read_head(line: bytes, where: Path) -> dict[str, Json]:
    """The head that a line stands for.

    Raises:
        StudyError: if it is none, or one that this version does not read.

    """
    try:
        head = read_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise StudyError(f"{where}: this is no file of results: line 1 is not UTF-8") from None
    except NotationError as error:
        raise StudyError(f"{where}: this is no file of results: line 1: {error}") from None
    if not isinstance(head, dict) or "format" not in head:
        raise StudyError(f"{where}: this is no file of results: line 1 is no head")
    first = FORMATS.get(str(head["format"]))
    if first is None:
        known = " and ".join(map(repr, FORMATS))
        raise StudyError(f"{where}: its format is {short(head['format'])}; this version reads {known}")
    missing = [field for field in _FIELDS if field not in head]
    if missing:
        raise StudyError(f"{where}: line 1: the head has no {missing[0]}")
    columns = head["columns"]
    if (
        not isinstance(columns, dict)
        or list(columns.items())[: len(first)] != list(first.items())
        or not all(kind in KINDS for kind in columns.values())
    ):
        raise StudyError(f"{where}: line 1: columns: names and kinds expected, from {', '.join(first)} on")
    return head


def refuse_other(there: Mapping[str, Json], head: Mapping[str, Json], where: Path) -> None:
    """Refuse a file whose head is that of another study.

    Raises:
        StudyError: with the first field that differs.

    """
    if there == head:
        return
    for field in _FIELDS:
        here, asked = there[field], head[field]
        if here != asked:
            if isinstance(here, dict) and isinstance(asked, dict):
                absent = object()  # which is not null
                name = next(key for key in [*asked, *here] if here.get(key, absent) != asked.get(key, absent))
                field, here, asked = f"{field}: {name}", here.get(name), asked.get(name)
            raise StudyError(
                f"{where}: it is the file of another study: {field}: {_told(here, asked)} in the file, "
                f"{_told(asked, here)} asked for"
            )
    raise StudyError(f"{where}: it is the file of another study: its head has fields of its own")


def _told(value: Json, other: Json) -> str:
    """A value of a head, of long lists only what the other has not."""
    if isinstance(value, list) and isinstance(other, list):
        own = [item for item in value if item not in other] or value
        value = own if len(own) <= 5 else [*own[:5], "..."]
    text = json.dumps(value)
    return text if len(text) <= 100 else text[:97] + "..."
