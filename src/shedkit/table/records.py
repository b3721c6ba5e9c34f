"""Records: matches as text, one to a line, that can be replayed and checked.

>>> from shedkit import Match, Quiclo, Record
>>> match = Match(Quiclo(players=2), seed=7)
>>> match.play("draw", 0)
>>> record = Record.of(match, players=["Ann", "Ben"])
>>> Record.from_json(record.to_json()) == record
True
>>> record.resume().describe(0) == match.describe(0)
True
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Generic, TypeVar

import attrs

from shedkit.core.cards import Card, codes, read_cards
from shedkit.core.catalogue import game
from shedkit.core.codec import Json, encode
from shedkit.core.errors import IllegalMove, NotationError, RecordError, ShedkitError
from shedkit.core.moves import Move
from shedkit.core.notation import read_state
from shedkit.core.outcomes import Outcome
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.strict_json import read_json
from shedkit.core.values import short
from shedkit.table.files import at_work, bounded_lines, opened
from shedkit.table.history import MadeMove
from shedkit.table.match import Match
from shedkit.table.names import player_names

__all__ = ["FORMAT", "Record", "read_records", "write_records"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

FORMAT = 1
"""The version of the format; files of all versions up to this one can be read."""
LONGEST = 2**26
"""Longer lines, in bytes, are not read."""


@attrs.frozen
class Record(Generic[S, M]):
    """A match as a value: what it takes to play it again.

    Attributes:
        rules: the game and its options.
        start: the state it began with.
        moves: the moves, each with its player.
        outcome: how it ended; ``None`` if it was not played to its end.
        deal: seed and order of the cards, if it began with a deal; ``None`` if it began with a position.
        players: a name for each seat, or nothing.

    """

    rules: Rules[S, M]
    start: S
    moves: tuple[MadeMove[M], ...]
    outcome: Outcome | None
    deal: tuple[int, tuple[Card, ...]] | None
    players: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: Match[S, M], players: Sequence[str] = ()) -> Record[S, M]:
        """The record of a match as it stands.

        Args:
            match: the match.
            players: a name for each seat, or nothing; without a word, those of the match.

        Raises:
            RecordError: if there are not as many names as seats, or one cannot be a name.

        """
        now = match.branch()  # another thread may play on
        names = player_names(players, match.rules) or match.players
        return cls(match.rules, match.start, now.moves, now.outcome, match.deal, names)

    def header(self) -> dict[str, Json]:
        """All but the moves and the result, as plain JSON."""
        fields: dict[str, Json] = {
            "format": FORMAT,
            "game": self.rules.name,
            "options": self.rules.options_to_json(),
            "players": list(self.players),
        }
        if self.deal is None:
            fields["start"] = encode(self.start)  # without the mark of its rules, which stand beside it
        else:
            seed, order = self.deal
            fields["deal"] = {"seed": seed, "order": codes(order)}
        return fields

    def to_json(self) -> str:
        """The record as a line of text, without its end.

        >>> from shedkit import Match, Quiclo
        >>> match = Match(Quiclo(players=2, highest_card=12, hand_size=2), seed=7)
        >>> match.play("draw", 0)
        >>> print(Record.of(match).to_json()[-76:])
        "order": "1 6 8 2 5 10 9 12 4 11 3 7"}, "moves": ["0 draw"], "result": null}
        """
        moves: list[Json] = [f"{made.player} {made.move}" for made in self.moves]
        result = None if self.outcome is None else self.rules.to_json(self.outcome)
        return json.dumps({**self.header(), "moves": moves, "result": result})

    @classmethod
    def from_json(cls, line: str) -> Record[Any, Any]:
        """The record that a line stands for. The moves are read, but not made: `verify` does that.

        Raises:
            RecordError: if it is no record, with what is wrong in it.
            UnknownGame: if its game is not installed.

        """
        try:
            data = read_json(line)
        except NotationError as error:
            raise RecordError(str(error)) from None
        rules, start, deal, players = read_header(data, ("moves", "result"))
        assert isinstance(data, dict)
        codes_of_moves = data["moves"]
        if not isinstance(codes_of_moves, list):
            raise RecordError(f"moves: a list expected, not {short(codes_of_moves)}")
        moves = _read_moves(rules, start, codes_of_moves)
        try:
            outcome = None if data["result"] is None else rules.outcome_from_json(data["result"])
        except NotationError as error:
            raise RecordError(f"result: {error}") from None
        return Record(rules, start, moves, outcome, deal, players)

    def _repr_svg_(self) -> str | None:
        """What notebooks show: where it ends, as an onlooker sees it; of a wrong record nothing."""
        try:
            *_, last = deque(self.states(), maxlen=1)
        except RecordError:
            return None
        return self.rules.picture(last, names=self.players).svg

    def states(self) -> Iterator[S]:
        """The states of the match, first one first, by playing it again.

        Raises:
            RecordError: at the first move that the rules refuse.

        """
        state = self.start
        yield state
        for number, made in enumerate(self.moves, start=1):
            with _legal(made, number):
                state = self.rules.apply(state, made.move, made.player)
            yield state

    def verify(self) -> None:
        """Play the match again and see that every move is legal and the result is right.

        Raises:
            RecordError: if not, with the number of the move and the reason.

        """
        *_, last = deque(self.states(), maxlen=1)
        self._check_result(self.rules.outcome(last))

    def _check_result(self, outcome: Outcome | None) -> None:
        if outcome == self.outcome:
            return
        if outcome is None:
            raise RecordError("result: the match is not over after these moves")
        if self.outcome is None:
            raise RecordError(f"result: the match is over, {outcome}, but none is recorded")
        raise RecordError(f"result: it is {outcome}, not {self.outcome}")

    def resume(self) -> Match[S, M]:
        """The match, at the point the record ends, with all its history.

        Raises:
            RecordError: as `verify`.

        """
        match = Match.again(self.rules, self.start, self.deal, players=self.players)
        for number, made in enumerate(self.moves, start=1):
            with _legal(made, number):
                match.play(made.move, made.player)
        self._check_result(match.outcome)
        return match

    def transcript(self) -> str:
        """The match for people to read: the table at the start, and every move with what happened.

        Raises:
            RecordError: at the first move that the rules refuse.

        """
        rules = self.rules
        lines = [repr(rules)]
        lines += [f"player {seat} is {name}" for seat, name in enumerate(self.players)]
        lines += ["", str(self.start)]
        state = self.start
        for number, made in enumerate(self.moves, start=1):
            with _legal(made, number):
                state, events = rules.trace(state, made.move, made.player)
            lines += ["", f"{number}. player {made.player}: {made.move}", *[f"   {event}" for event in events]]
        lines += ["", "unfinished" if self.outcome is None else str(self.outcome)]
        return "\n".join(lines)


@contextmanager
def _legal(made: MadeMove[Any], number: int) -> Iterator[None]:
    """Where a move of a record is made: if the rules refuse it, that is an error of the record."""
    try:
        yield
    except IllegalMove as error:
        raise RecordError(f"player {made.player}, {made.move}: {error}", number) from error


def read_header(
    data: Json, more: tuple[str, ...] = (), newest: int = FORMAT
) -> tuple[Rules[Any, Any], Any, tuple[int, tuple[Card, ...]] | None, tuple[str, ...]]:
    """Rules, first state, deal and names out of the JSON of a record.

    Args:
        data: the JSON.
        more: the fields it has beside those of a header.
        newest: the newest version of its format.

    Raises:
        RecordError: if something is missing, unknown or wrong.
        UnknownGame: if the game is not installed.

    """
    if not isinstance(data, dict):
        raise RecordError(f"a record is an object, not {short(data)}")
    journal = more and not any(name in data for name in more)
    hint = "; if this is a journal, Journal.record reads it" if journal else ""
    version = data.get("format")
    if type(version) is not int or not 1 <= version <= newest:
        known = "format 1" if newest == 1 else f"formats 1 to {newest}"
        raise RecordError(f"format: this version of the library reads {known}, not {short(version)}{hint}")
    begun = "start" if "start" in data else "deal"
    needed = ("format", "game", "options", "players", begun, *more)
    if missing := [name for name in needed if name not in data]:
        raise RecordError(f"the field {missing[0]} is missing{hint}")
    if unknown := [name for name in data if name not in needed]:
        raise RecordError(f"unknown field {short(unknown[0])}; a record has {', '.join(needed)}")
    called = data["game"]
    if not isinstance(called, str):
        raise RecordError(f"game: a name expected, not {short(called)}")
    kind = game(called)
    try:
        rules = kind.from_json(data["options"])
        players = player_names(data["players"], rules)
        if begun == "start":
            return rules, rules.checked(read_state(rules, data["start"], bare=True)), None, players
        seed, cards = _read_deal(data["deal"], rules)
        return rules, rules.deal(seed, order=cards), (seed, cards), players
    except RecordError:
        raise
    except ShedkitError as error:
        raise RecordError(str(error)) from None


def _read_deal(deal: Json, rules: Rules[Any, Any]) -> tuple[int, tuple[Card, ...]]:
    if not isinstance(deal, dict) or set(deal) != {"seed", "order"}:
        raise RecordError("deal: an object with seed and order expected")
    seed, order = deal["seed"], deal["order"]
    if type(seed) is not int or not isinstance(order, str):
        raise RecordError("deal: the seed is a whole number, the order a text of codes")
    return seed, read_cards(rules.card_type, order)


def _read_moves(rules: Rules[Any, Any], start: Any, codes_of_moves: list[Json]) -> tuple[MadeMove[Any], ...]:
    """The moves of a record; those of older versions that left out what lay on the table are read where it lies."""
    moves: list[MadeMove[Any]] = []
    at, made = start, 0
    for number, code in enumerate(codes_of_moves, start=1):
        try:
            moves.append(read_move(rules, code, number))
        except RecordError as error:  # noqa: PERF203  # only old records come here
            for earlier in moves[made:]:
                if rules.refusal(at, earlier.move, earlier.player) is not None:
                    raise error from None  # what was made after that move nobody can tell
                at = rules.apply_unchecked(at, earlier.move, earlier.player)
            made = len(moves)
            moves.append(read_move(rules, code, number, at))
    return tuple(moves)


def read_move(rules: Rules[S, M], text: Json, number: int | None, at: S | None = None) -> MadeMove[M]:
    """A move as a record has it: the seat and the code.

    Args:
        rules: the game.
        text: the seat and the code.
        number: which move of the record it is, for the error.
        at: for codes of older versions, the state in which it was made.

    Raises:
        RecordError: if it is no such thing.

    """
    seat, blank, code = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if not (blank and seat.isascii() and seat.isdigit() and len(seat) < 4):
        raise RecordError(f"a seat and the code of a move expected, not {short(text)}", number)
    try:
        return MadeMove(int(seat), rules.parse(code, at))
    except NotationError as error:
        raise RecordError(str(error), number) from None


def write_records(path: str | os.PathLike[str], records: Iterable[Record[Any, Any]], *, append: bool = False) -> int:
    """Write records to a file, one to a line.

    Args:
        path: the file.
        records: the records, taken one after the other.
        append: whether to add to a file that is there, instead of replacing it.

    Returns:
        How many were written.

    Raises:
        RecordError: if the file cannot be written; what has been written so far stays.

    """
    written = 0
    with opened(path, "ab" if append else "wb", buffering=0) as file:
        for record in records:
            line = record.to_json().encode() + b"\n"
            with at_work(path, f"written after {written} records"):
                while line:
                    line = line[file.write(line) :]
            written += 1
    return written


def read_records(path: str | os.PathLike[str]) -> Iterator[Record[Any, Any]]:
    """The records of a file, one after the other; empty lines are passed over.

    Raises:
        RecordError: if the file cannot be read, or at the first line that is no record, with its number.
        UnknownGame: if a game is not installed.

    """
    with opened(path, "rb") as file:
        yield from records_in(file, path)


def records_in(file: IO[bytes], path: str | os.PathLike[str]) -> Iterator[Record[Any, Any]]:
    """The records of a file that is open; see `read_records`."""
    for number, line in enumerate(_lines(file, path), start=1):
        if line.strip():
            try:
                yield Record.from_json(line.decode("utf-8-sig" if number == 1 else "utf-8"))
            except UnicodeDecodeError:
                raise RecordError(f"line {number}: it is not UTF-8") from None
            except RecordError as error:
                raise RecordError(f"line {number}: {error}", None) from None


def _lines(file: IO[bytes], path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The lines of a file, none longer than `LONGEST`."""
    with at_work(path, "read"):
        yield from bounded_lines(file, LONGEST)
