"""What a campaign has done, as data: one line of JSON for each unit of work, and nobody else may write meanwhile."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from shedkit.core.errors import RecordError
from shedkit.table.files import HeldFile, hold

PROGRESS = Path(__file__).parent / "progress"
Line = dict[str, Any]
"""What is kept of a unit: ``unit``, its name; ``seconds``; what the campaign has counted; ``found``, if it failed."""


class BrokenProgress(Exception):
    """A file of progress cannot be used; says which, where, and what to do."""


def parsed(path: Path, text: bytes) -> dict[str, Line]:
    """The lines of a file by their units, the last one of each; a last line without an end was never finished."""
    lines: dict[str, Line] = {}
    for number, line in enumerate(text.split(b"\n")[:-1], 1):
        try:
            value = json.loads(line)
            if type(value) is not dict or type(value.get("unit")) is not str:
                raise ValueError("it is no object with a unit")
        except (ValueError, RecursionError) as error:
            raise BrokenProgress(
                f"{path}, line {number} is broken ({error}). Each line stands for itself: "
                "take this one out, and what it stood for is done again"
            ) from None
        lines.pop(value["unit"], None)  # so that the order is that in which they were done last
        lines[value["unit"]] = value
    return lines


def read(path: Path) -> dict[str, Line]:
    """What a file holds, without a lock; nothing if there is none."""
    return parsed(path, path.read_bytes()) if path.exists() else {}


class Progress:
    """A file of progress, open and locked; a context manager that closes it.

    A line is written in one piece and is on the disk before `add` returns. What a kill leaves of a line is cut away when
    the file is opened again.
    """

    def __init__(self, path: Path, *, afresh: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.file: HeldFile = hold(path, "a+b")
        except RecordError as error:
            raise BrokenProgress(f"two runs of a campaign at once would do the same twice: {error}") from None
        try:
            if afresh:
                self.file.raw.truncate(0)
            text = self.file.read(0, self.file.size)
            self.lines = parsed(path, text)
            whole = text.rfind(b"\n") + 1
            if whole < len(text):
                self.file.raw.truncate(whole)
        except BaseException:
            self.file.close()
            raise

    def add(self, line: Mapping[str, Any]) -> None:
        """Keep what a unit has come to."""
        lost = self.file.lost()
        if lost is not None:
            raise BrokenProgress(f"{self.file.path}: {lost}")
        kept = dict(line)
        self.file.write(self.file.size, json.dumps(kept, ensure_ascii=False).encode() + b"\n")
        os.fsync(self.file.raw.fileno())
        self.lines.pop(kept["unit"], None)
        self.lines[kept["unit"]] = kept

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()
