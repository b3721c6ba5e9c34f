"""The lines of a journal: how they are spelt, numbered and chained, and how they are played again.

Each line after the head is a list of three: the number of the change, the change, and its check. The check follows from
the change and from the check before it, so a line that is there twice, is missing, was changed or comes from another
file does not fit.

>>> from shedkit import Match, Quiclo, Record
>>> head, mark = first_line(Record.of(Match(Quiclo(players=2), seed=7)))
>>> line, mark = next_line(mark, "0 draw", FORMAT)
>>> line[:14]
b'[1, "0 draw", '
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import takewhile
from typing import IO, Any

import attrs

from shedkit.core.codec import Json
from shedkit.core.errors import IllegalMove, NotationError, RecordError, ViewError
from shedkit.core.strict_json import read_json
from shedkit.core.values import short
from shedkit.table.files import bounded_lines
from shedkit.table.history import MadeMove
from shedkit.table.match import Match
from shedkit.table.records import LONGEST, Record, read_header, read_move

__all__ = ["FORMAT", "Mark", "change_text", "first_line", "next_line", "replayed"]

FORMAT = 2
"""The version of the format; files of all versions up to this one can be read."""
_MANY = 10**9
"""More moves are never undone at once."""


@attrs.frozen
class Mark:
    """Where a journal stands after a line.

    Attributes:
        size: the length of the file, in bytes.
        number: the number of the last change; 0 after the head.
        check: what the next check follows from.
        tail: the last line.

    """

    size: int
    number: int
    check: str
    tail: bytes

    @classmethod
    def before(cls, head: bytes) -> Mark:
        """The mark after a head; of an empty one, that of an empty file."""
        return cls(len(head), 0, _digest(head.removeprefix(BOM_UTF8)), head)


def _digest(text: bytes) -> str:
    return sha256(text).hexdigest()[:8]


def _check(mark: Mark, change: str) -> str:
    """The check of the change after a mark; what comes from outside may have halves of surrogates in it."""
    return _digest(f"{mark.check} {mark.number + 1} {change}".encode(errors="replace"))


def first_line(record: Record[Any, Any]) -> tuple[bytes, Mark]:
    """The head of a journal, and where it ends."""
    head = json.dumps({**record.header(), "format": FORMAT}).encode() + b"\n"
    return head, Mark.before(head)


def change_text(change: MadeMove[Any] | int) -> str:
    """A change as a text: a move as a record spells it, ``undo 2`` or ``redo 1``."""
    if isinstance(change, MadeMove):
        return f"{change.player} {change.move}"
    return f"undo {change}" if change > 0 else f"redo {-change}"


def next_line(mark: Mark, change: str, form: int) -> tuple[bytes, Mark]:
    """The line of a change, and where it ends.

    Args:
        mark: where the line begins.
        change: the text of the change.
        form: the format: in the first one a line is the text alone, or the number of moves that are undone.

    """
    number = mark.number + 1
    check = _check(mark, change)
    if form > 1:
        text = json.dumps([number, change, check])
    else:
        text = change.removeprefix("undo ") if change.startswith("undo ") else json.dumps(change)
    line = text.encode(errors="replace") + b"\n"
    return line, Mark(mark.size + len(line), number, check, line)


def replayed(file: IO[bytes]) -> tuple[Match[Any, Any], int, Mark]:
    """The match that a journal holds, its format, and where its last whole line ends.

    Raises:
        RecordError: if it is no journal, or a line is wrong, with its number.
        UnknownGame: if the game is not installed.

    """
    lines = _whole_lines(file)
    head = next(lines, None)
    if head is None:
        raise RecordError("no match has been written to this journal yet")
    with _in_line(1):
        data = _read(head, "utf-8-sig")
        rules, start, deal, players = read_header(data, newest=FORMAT)
    assert isinstance(data, dict)
    form = data["format"]
    assert isinstance(form, int)
    match: Match[Any, Any] = Match.again(rules, start, deal, players=players)
    mark = Mark.before(head)
    for number, line in enumerate(lines, start=2):
        with _in_line(number):
            change = _change(_read(line), mark, form)
            mark = attrs.evolve(next_line(mark, change, form)[1], size=mark.size + len(line), tail=line)
            _make(match, change)
    return match, form, mark


@contextmanager
def _in_line(number: int) -> Iterator[None]:
    """Where a line is read: what is wrong with it is said with its number."""
    try:
        yield
    except (RecordError, IllegalMove, ViewError) as error:
        raise RecordError(f"line {number}: {error}") from None


def _change(line: Json, mark: Mark, form: int) -> str:
    """The text of the change that a line stands for."""
    if form == 1:
        if type(line) is int and abs(line) < _MANY:
            return f"undo {line}"
        if isinstance(line, str):
            return line
        raise RecordError(f"a move or a number of moves expected, not {short(line)}")
    number, change, check = line if isinstance(line, list) and len(line) == 3 else (None, None, None)
    if not isinstance(change, str):
        raise RecordError(f"a list of number, change and check expected, not {short(line)}")
    expected = mark.number + 1
    if type(number) is not int or number != expected:
        raise RecordError(f"change {expected} expected, not {short(number)}: a line is missing, or there twice")
    if check != _check(mark, change):
        raise RecordError(f"its check is wrong: it, or a line before it, is not what was written for change {number}")
    return change


def _make(match: Match[Any, Any], change: str) -> None:
    """Make a change of a match."""
    word, _, number = change.partition(" ")
    if word not in ("undo", "redo"):
        made = read_move(match.rules, change, None, match.state)
        match.play(made.move, made.player)
        return
    sign, digits = number[:1] == "-", number.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise RecordError(f"a number of moves expected, not {short(number)}")
    moves = -int(digits) if sign else int(digits)
    (match.undo if word == "undo" else match.redo)(moves)


def _whole_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines that have an end."""
    return takewhile(lambda line: line.endswith(b"\n"), bounded_lines(file, LONGEST))


def _read(line: bytes, encoding: str = "utf-8") -> Json:
    try:
        return read_json(line.decode(encoding))
    except UnicodeDecodeError:
        raise RecordError("it is not UTF-8") from None
    except NotationError as error:
        raise RecordError(str(error)) from None
