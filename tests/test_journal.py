"""Journals: whatever happens to the program, the disk or the file, no move is lost that `Match.play` returned from.

`records/journal-1.jsonl` is a journal of version 1 of the format, `journal-2.jsonl` one of version 2. They are never
changed; a new version gets a new file:
`cd tests && python -c "import test_journal as t; t.keep()"`.
"""

from __future__ import annotations

import errno
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shedkit import (
    IllegalMove,
    Journal,
    LuckyShutdown,
    Match,
    Quiclo,
    Record,
    RecordError,
    ShanghaiRummy,
    Shithead,
    UnknownGame,
    ViewError,
)
from shedkit.cli import main
from shedkit.table import lines as module
from shedkit.table.journal import FORMAT
from test_records import (
    JSON,
    KEPT,
    LUCKY,
    SHORT_RUMMY,
    TWENTY,
    a_line,
    fields,
    play_on,
    run,
)

QUICLO = Quiclo(players=2, hand_size=3, highest_card=30)
SHORT = {
    "quiclo": lambda: Match(QUICLO, 5),
    "shithead": lambda: Match(Shithead(players=2, deck=TWENTY, multi_card=True), 5),
    "lucky-shutdown": lambda: Match(LuckyShutdown(players=2, deck=LUCKY), 5),
    "shanghai-rummy": lambda: Match(ShanghaiRummy(**SHORT_RUMMY), 5),
    "a position": lambda: Match(QUICLO, state=QUICLO.position(hands=["8 18 28 9", "7 12 13 14"], discard="27")),
}
JOURNALS = sorted(KEPT.glob("journal-*.jsonl"))


def same(match, other):
    """Whether two matches are the same, with all their history."""
    return (match.rules, match.start, match.deal, match.moves, match.state) == (
        other.rules,
        other.start,
        other.deal,
        other.moves,
        other.state,
    )


def one_move(match, seed):
    play_on(match, seed, 1)


def begun(path, name="quiclo", moves=3, **more):
    """A journal with some moves in it; closed, so that nothing is left in a buffer."""
    match = SHORT[name]()
    with Journal.create(path, match, sync=False, **more):
        play_on(match, 1, moves)
    return match


def read_again(path):
    match, journal = Journal.resume(path, sync=False)
    journal.close()
    return match


def refused(path, *parts):
    """The error of a file that is no journal; it must not touch the file."""
    before = path.read_bytes() if path.is_file() and path.stat().st_size < 2**24 else None
    for ask in (Journal.resume, Journal.record):
        with pytest.raises(RecordError) as caught:
            ask(path)
        text = str(caught.value)
        assert len(text) < 600
        for part in parts:
            assert part in text, text
    if before is not None:
        assert path.read_bytes() == before
    return text


def keep():
    """Write the journal of this version of the format, unless it is there."""
    match = Match(QUICLO, 9)
    with Journal.create(KEPT / f"journal-{FORMAT}.jsonl", match, players=["Ann", "Bén"]):
        play_on(match, 1, 6)
        match.undo(4)
        play_on(match, 2, 5)
        match.undo(2)
        match.redo()


# --- writing and taking up


@pytest.mark.parametrize("name", SHORT)
def test_the_file_has_a_head_and_a_line_for_each_move(tmp_path, name):
    path = tmp_path / "a"
    match = SHORT[name]()
    journal = Journal.create(path, match, players=["Ann", "Ben"] if match.rules.players == 2 else [])
    assert journal.path == path
    lines = path.read_text().splitlines()
    assert [json.loads(line) for line in lines] == [{**Record.of(match, journal.players).header(), "format": FORMAT}]
    check = sha256(f"{lines[0]}\n".encode()).hexdigest()[:8]
    changes = [partial(one_move, match, i) for i in range(4)] + [partial(match.undo, 2), match.redo]
    for number, change in enumerate(changes, start=1):
        change()
        made = match.moves[-1]
        text = {5: "undo 2", 6: "redo 1"}.get(number, f"{made.player} {made.move}")
        check = sha256(f"{check} {number} {text}".encode()).hexdigest()[:8]
        lines.append(json.dumps([number, text, check]))
        assert path.read_text() == "\n".join([*lines, ""])
    journal.close()


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("sync", [True, False])
def test_a_match_is_taken_up_again_and_again(tmp_path, name, sync):
    path = tmp_path / "a"
    match = SHORT[name]()
    names = ["Ann"] * match.rules.players
    Journal.create(path, match, players=names, sync=sync).close()
    for i in range(6):
        again, journal = Journal.resume(path, sync=sync)
        assert same(again, match)
        assert journal.players == tuple(names)
        assert Journal.record(path) == Record.of(match, names)
        with journal as same_one:
            assert same_one is journal
            play_on(again, i, 3)
            play_on(match, i, 3)
            if i % 2:
                again.undo(2)
                match.undo(2)
        assert same(again, match)
    assert Journal.record(str(path)).resume().state == match.state


def test_a_match_that_has_begun_gets_a_journal_with_all_its_moves(tmp_path):
    match = play_on(Match(QUICLO, 1), 1, 5)
    match.undo()
    with Journal.create(tmp_path / "a", match):
        one_move(match, 3)
    assert same(read_again(tmp_path / "a"), match)


def test_a_match_that_is_over_is_read_with_its_outcome(tmp_path):
    match = SHORT["shithead"]()
    with Journal.create(tmp_path / "a", match, sync=False):
        play_on(match, 1, 5000)
    assert match.outcome is not None
    record = Journal.record(tmp_path / "a")
    assert record.outcome == match.outcome
    record.verify()
    again, journal = Journal.resume(tmp_path / "a")
    with journal, pytest.raises(IllegalMove):
        again.play(match.moves[-1].move, 0)


def test_a_refused_move_leaves_no_line(tmp_path):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    with Journal.create(path, match):
        before = path.read_bytes()
        with pytest.raises(IllegalMove):
            match.play("draw", 1 - match.actors[0])
        with pytest.raises(ViewError):
            match.undo(1)
        match.undo(0)
        assert path.read_bytes() == before
    assert same(read_again(path), match)


def test_undo_lines_are_replayed(tmp_path):
    path = tmp_path / "a"
    match = SHORT["shithead"]()
    with Journal.create(path, match):
        for i in range(8):
            play_on(match, i, 5)
            match.undo(i % 4 + 1)
            assert same(Journal.record(path).resume(), match)
        match.undo(len(match))
        one_move(match, 1)
    again = read_again(path)
    assert same(again, match)
    assert len(again) == 1


def test_a_branch_does_not_write(tmp_path):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    with Journal.create(path, match):
        branch = match.branch()
        one_move(branch, 1)
        one_move(match, 2)
    assert same(read_again(path), match)
    assert len(Journal.record(path).moves) == 1


# --- closing


def test_after_closing_nothing_is_written(tmp_path):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    journal = Journal.create(path, match)
    one_move(match, 1)
    before = path.read_bytes()
    journal.close()
    journal.close()
    one_move(match, 2)
    match.undo(2)
    one_move(match, 3)
    assert path.read_bytes() == before
    assert len(read_again(path)) == 1


def test_the_context_manager_closes_even_after_an_error(tmp_path):
    match = SHORT["quiclo"]()
    with pytest.raises(KeyError), Journal.create(tmp_path / "a", match):
        one_move(match, 1)
        raise KeyError
    one_move(match, 2)
    assert len(Journal.record(tmp_path / "a").moves) == 1


def test_two_journals_of_two_matches_do_not_mix(tmp_path):
    match, other = SHORT["quiclo"](), SHORT["shithead"]()
    with Journal.create(tmp_path / "a", match), Journal.create(tmp_path / "b", other):
        for i in range(5):
            one_move(match, i)
            one_move(other, i)
    assert same(read_again(tmp_path / "a"), match)
    assert same(read_again(tmp_path / "b"), other)


def test_a_second_journal_of_a_match_is_refused_or_outlives_the_first(tmp_path):
    """Closing the first journal must not silently cut the second one off."""
    match = SHORT["quiclo"]()
    first = Journal.create(tmp_path / "a", match)
    try:
        second = Journal.create(tmp_path / "b", match)
    except RecordError:
        first.close()
        return
    first.close()
    one_move(match, 1)
    second.close()
    assert len(Journal.record(tmp_path / "b").moves) == 1


def test_moves_reach_the_first_journal_while_it_is_open(tmp_path):
    """A second journal must be refused, or both must be written: an open journal never misses a move."""
    match = SHORT["quiclo"]()
    first = Journal.create(tmp_path / "a", match)
    with suppress(RecordError):
        Journal.create(tmp_path / "b", match)
    one_move(match, 1)
    first.close()
    assert len(Journal.record(tmp_path / "a").moves) == 1


def test_a_file_opened_twice_loses_no_acknowledged_move(tmp_path):
    """Two programs take the same match up: one must be refused, or no move of either may be lost or mixed up."""
    path = tmp_path / "a"
    begun(path)
    match, first = Journal.resume(path)
    try:
        other, second = Journal.resume(path)
    except RecordError:
        first.close()
        return
    with first, second:
        try:
            play_on(match, 1, 2)
            play_on(other, 2, 1)
        except RecordError:
            pass
    moves = Journal.record(path).moves
    assert moves[: len(match)] == match.moves or moves[: len(other)] == other.moves
    assert len(moves) >= len(match)


def test_reading_while_somebody_writes(tmp_path):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    with Journal.create(path, match):
        for i in range(6):
            one_move(match, i)
            assert Journal.record(path).moves == match.moves
            with path.open("ab"):
                pass
    with path.open("ab") as file:
        file.write(b'"0 dr')
    before = path.read_bytes()
    assert Journal.record(path).moves == match.moves
    assert path.read_bytes() == before


# --- a kill at any byte


@pytest.mark.deep
@pytest.mark.parametrize("name", SHORT)
def test_a_journal_cut_at_any_byte(tmp_path, name):
    whole, path = tmp_path / "whole", tmp_path / "cut"
    match = SHORT[name]()
    ends, matches = [], []

    def note():
        ends.append(whole.stat().st_size)
        matches.append(match.branch())

    with Journal.create(whole, match, players=["é"] * match.rules.players, sync=False):
        note()
        for i in range(5):
            one_move(match, i)
            note()
            if i == 2:
                match.undo(2)
                note()
    content = whole.read_bytes()
    assert ends[-1] == len(content)
    assert content.count(b"\n") == len(ends) == 7
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        lines = content[:length].count(b"\n")
        if not lines:
            with pytest.raises(RecordError, match="no match has been written"):
                (Journal.resume if length % 2 else Journal.record)(path)
            assert path.stat().st_size == length
            continue
        expected = matches[lines - 1].branch()
        assert Journal.record(path).moves == expected.moves
        assert path.stat().st_size == length
        again, journal = Journal.resume(path, sync=False)
        assert same(again, expected)
        assert path.stat().st_size == ends[lines - 1]
        with journal:
            play_on(again, length, 2)
            again.undo()
        play_on(expected, length, 2)
        expected.undo()
        third = read_again(path)
        assert same(third, again)
        assert same(third, expected)
        assert path.read_bytes().startswith(content[: ends[lines - 1]])


def test_a_file_in_which_the_crash_left_rubbish_after_the_last_line(tmp_path):
    path = tmp_path / "a"
    match = begun(path)
    content = path.read_bytes()
    for rest in (b"\x00" * 5000, b"\xff\xfe", b'"0 draw"', b"[" * 100_000, b"\r", b" "):
        path.write_bytes(content + rest)
        assert same(Journal.record(path).resume(), match)
        assert same(read_again(path), match)
        assert path.read_bytes() == content


PLAYER = """
    import sys
    from random import Random
    from shedkit import Journal, Match, Shithead
    from pathlib import Path

    path, seed = Path(sys.argv[1]), int(sys.argv[2])
    if path.exists():
        match, journal = Journal.resume(path)
    else:
        match = Match(Shithead(players=3, rounds=1000), 7)
        journal = Journal.create(path, match)
    random = Random(seed)
    print("begun", len(match), flush=True)
    while match.actors:
        player = random.choice(match.actors)
        if random.random() < 0.1 and len(match) > 5:
            match.undo(2)
            print("undo", flush=True)
        else:
            move = random.choice(match.legal_moves(player))
            match.play(move, player)
            print(player, move, flush=True)
"""


def test_a_real_kill_loses_no_move_that_was_acknowledged(tmp_path):
    path = tmp_path / "a"
    script = tmp_path / "player.py"
    script.write_text(textwrap.dedent(PLAYER))
    known = []
    random = Random(3)
    made = 0
    for run_number in range(5):
        with subprocess.Popen(
            [sys.executable, script, path, str(run_number)], stdout=subprocess.PIPE, text=True
        ) as process:
            head = process.stdout.readline()
            assert head.startswith("begun ")
            assert int(head.split()[1]) == len(known)
            time.sleep(random.random() * 0.15)
            process.send_signal(signal.SIGKILL)
            printed = process.stdout.read()
        assert process.returncode == -signal.SIGKILL
        lines = printed.split("\n")[:-1]  # what stands after the last end was not printed to its end
        for line in lines:
            if line == "undo":
                del known[-2:]
            else:
                known.append(line)
        made += len(lines)
        record = Journal.record(path)
        moves = [f"{made.player} {made.move}" for made in record.moves]
        more = (moves[:-1] == known, moves == known[:-2], moves == known)
        assert any(more), (len(moves), len(known))  # at most the change being made was not yet acknowledged
        known = moves
    assert made > 20


def test_a_kill_while_a_journal_is_begun_leaves_a_clear_error_or_a_match(tmp_path):
    script = tmp_path / "player.py"
    script.write_text(textwrap.dedent(PLAYER))
    for number in range(3):
        path = tmp_path / str(number)
        with subprocess.Popen([sys.executable, script, path, "1"], stdout=subprocess.DEVNULL) as process:
            until = time.monotonic() + 20
            while not path.exists() and time.monotonic() < until:
                time.sleep(0.001)
            process.kill()
        try:
            Journal.record(path).verify()
        except RecordError as error:
            assert "no match" in str(error)


# --- a disk that fails


@contextmanager
def a_disk_of(size):
    """No file can grow beyond so many bytes; what is written up to there is on the disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def snapshot(match):
    return match.moves, match.state, match.version


@pytest.mark.parametrize("sync", [True, False])
@pytest.mark.parametrize("back", [False, True])
def test_a_full_disk_leaves_match_and_file_as_they_were(tmp_path, sync, back):
    """With ``back``, taking back fails; and always, at every byte of the line."""
    match = SHORT["shithead"]()
    play_on(match, 1, 12)
    move, player = match.legal_moves(match.actors[0])[-1], match.actors[0]
    length = 3 if back else len(json.dumps(f"{player} {move}")) + 1
    for room in range(length):
        path = tmp_path / f"{room}"
        copy = match.branch()
        with Journal.create(path, copy, sync=sync):
            before, content = snapshot(copy), path.read_bytes()
            for _ in range(3):  # it stays full for a while
                with a_disk_of(len(content) + room), pytest.raises(RecordError, match="it cannot be written: "):
                    copy.undo(10) if back else copy.play(move, player)
                assert snapshot(copy) == before
                assert same(Journal.record(path).resume(), copy)
            assert path.read_bytes() == content
            one_move(copy, 2)  # there is room again
            one_move(copy, 3)
            assert same(Journal.record(path).resume(), copy)
        assert same(read_again(path), copy)


@pytest.mark.parametrize("sync", [True, False])
def test_a_full_disk_and_then_the_end_of_the_program(tmp_path, sync):
    """Whoever gives up after the error and closes gets a file without the move that was refused."""
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    journal = Journal.create(path, match, sync=sync)
    one_move(match, 1)
    content = path.read_bytes()
    with a_disk_of(len(content) + 2), pytest.raises(RecordError):
        one_move(match, 2)
    journal.close()
    assert path.read_bytes() == content
    assert same(read_again(path), match)


def test_closing_on_a_full_disk_raises_nothing_foreign(tmp_path):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    journal = Journal.create(path, match)
    content = path.read_bytes()
    with a_disk_of(len(content) + 2):
        with pytest.raises(RecordError):
            one_move(match, 2)
        with suppress(RecordError):
            journal.close()
    assert same(Journal.record(path).resume(), match)
    one_move(match, 3)  # it is closed, so the match goes on without it
    assert path.read_bytes() == content


@pytest.mark.parametrize("room", [0, 1, 100, 400])
def test_a_journal_that_cannot_be_begun_is_not_there(tmp_path, room):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    play_on(match, 1, 3)
    before = snapshot(match)
    with a_disk_of(room), pytest.raises(RecordError, match="it cannot be written"):
        Journal.create(path, match)
    assert not path.exists()
    assert snapshot(match) == before
    one_move(match, 1)
    with Journal.create(path, match):
        one_move(match, 2)
    assert same(read_again(path), match)


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_a_failing_sync_takes_the_line_back(tmp_path, monkeypatch, number):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    journal = Journal.create(path, match)
    one_move(match, 1)
    before, content = snapshot(match), path.read_bytes()
    real = os.fsync

    def fail(_):
        raise OSError(number, "no disk")

    monkeypatch.setattr(os, "fsync", fail)
    for _ in range(2):
        with pytest.raises(RecordError, match="no disk"):
            one_move(match, 2)
        with pytest.raises(RecordError, match="no disk"):
            match.undo()
        assert snapshot(match) == before
        assert path.read_bytes() == content
    monkeypatch.setattr(os, "fsync", real)
    one_move(match, 3)
    journal.close()
    assert same(read_again(path), match)
    assert len(match) == 2


def test_sync_forces_every_line_to_the_disk_and_only_if_wanted(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.fstat(number).st_size) or real(number))
    for sync in (True, False):
        path = tmp_path / f"{sync}"
        match = SHORT["quiclo"]()
        synced.clear()
        with Journal.create(path, match, sync=sync):
            sizes = [path.stat().st_size]
            for i in range(3):
                one_move(match, i)
                sizes.append(path.stat().st_size)
            match.undo()
            sizes.append(path.stat().st_size)
        assert synced[: len(sizes)] == (sizes if sync else [])
    synced.clear()
    again, journal = Journal.resume(tmp_path / "True")
    one_move(again, 1)
    journal.close()
    assert (tmp_path / "True").stat().st_size in synced


class Disk:
    """A file that breaks in whatever it is told to break in."""

    def __init__(self, file):
        self.file, self.broken = file, set()

    def __getattr__(self, name):
        if name in self.broken:
            raise OSError(errno.EIO, f"{name} failed")
        return getattr(self.file, name)


@pytest.mark.parametrize("broken", ["write", "write truncate", "write seek", "seek", "write seek truncate"])
def test_a_disk_on_which_even_taking_the_line_back_fails(tmp_path, monkeypatch, broken):
    """Half a line may be left; still nothing may be added behind it that makes another move of it."""
    disks = []
    real = Path.open

    def opened(self, mode="r", *args, **more):
        file = real(self, mode, *args, **more)
        if mode != "rb" and "b" in mode:
            disks.append(Disk(file))
            return disks[-1]
        return file

    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    monkeypatch.setattr(Path, "open", opened)
    journal = Journal.create(path, match, sync=False)
    if not disks:
        pytest.skip("the file is opened in another way")
    one_move(match, 1)
    before = snapshot(match)
    disks[0].broken |= set(broken.split())
    with pytest.raises(RecordError, match="failed"):
        one_move(match, 2)
    assert snapshot(match) == before
    disks[0].broken.clear()
    with suppress(RecordError):  # going on may be refused, but not be wrong
        one_move(match, 3)
        one_move(match, 4)
    with suppress(RecordError):
        journal.close()
    monkeypatch.undo()
    assert Journal.record(path).moves == match.moves
    assert same(read_again(path), match)


# --- files that are none


def test_a_file_that_is_there_is_not_overwritten(tmp_path):
    path = tmp_path / "a"
    begun(path)
    before = path.read_bytes()
    match = SHORT["quiclo"]()
    with pytest.raises(RecordError, match="it cannot be written"):
        Journal.create(path, match)
    assert path.read_bytes() == before
    one_move(match, 1)  # no journal is left behind that would write
    assert path.read_bytes() == before


def test_places_where_no_file_can_be(tmp_path):
    match = SHORT["quiclo"]()
    for path in (tmp_path / "no" / "file", tmp_path, "", tmp_path / ("x" * 300), "a\0b", "a\ud800b"):
        with pytest.raises(RecordError, match="it cannot be written"):
            Journal.create(path, match)
        for ask in (Journal.resume, Journal.record):
            with pytest.raises(RecordError, match="it cannot be read"):
                ask(path)
    one_move(match, 1)
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is permitted to root")
def test_what_is_not_permitted(tmp_path):
    path = tmp_path / "a"
    begun(path)
    path.chmod(0o400)
    with pytest.raises(RecordError, match="ermission"):
        Journal.resume(path)
    Journal.record(path)
    path.chmod(0)
    refused(path, "ermission")
    tmp_path.chmod(0o500)
    with pytest.raises(RecordError, match="ermission"):
        Journal.create(tmp_path / "b", SHORT["quiclo"]())
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("names", [["Ann"], "ab", [1, 2], ["a", "b", "c"], 5])
def test_names_that_do_not_fit_make_no_file(tmp_path, names):
    with pytest.raises(RecordError, match="players"):
        Journal.create(tmp_path / "a", SHORT["quiclo"](), players=names)
    assert not (tmp_path / "a").exists()


def test_an_empty_file(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"")
    refused(path, "no match has been written")


@pytest.mark.parametrize(
    "head",
    [
        b"\n",
        b"x\n",
        b"[]\n",
        b"{}\n",
        b"1\n",
        b'"0 draw"\n',
        b"\xff\n",
        b"[" * 100_000 + b"\n",
        b"\x00\n",
        b'{"format": 2}\n',
        b'{"format": true}\n',
        b'{"format": 1, "format": 1}\n',
    ],
)
def test_heads_that_are_none(tmp_path, head):
    path = tmp_path / "a"
    path.write_bytes(head + b'"0 draw"\n')
    refused(path, "line 1: ")


def test_a_record_is_no_journal(tmp_path):
    path = tmp_path / "a"
    path.write_text(a_line() + "\n")
    refused(path, "line 1: ", "unknown field")


def test_a_journal_of_a_game_that_is_not_installed(tmp_path):
    path = tmp_path / "a"
    begun(path)
    path.write_bytes(path.read_bytes().replace(b'"quiclo"', b'"go-fish"'))
    for ask in (Journal.resume, Journal.record):
        with pytest.raises(UnknownGame, match="go-fish"):
            ask(path)


WRONG_LINES = [
    b"",
    b" ",
    b"x",
    b"\xff\xfe",
    b"null",
    b"true",
    b"false",
    b"[]",
    b"{}",
    b'["0 draw"]',
    b"0 draw",
    b'"draw"',
    b'"0"',
    b'"0 jump"',
    b'"9 draw"',
    b'"-1 draw"',
    b'"0 play 0"',
    b'"\\ud800"',
    b'"' + b"x" * 100_000 + b'"',
    b"-1",
    b"3",
    b"1.0",
    b"1e0",
    b"NaN",
    b"9" * 4000,
    b"9" * 5000,
    b"[" * 100_000,
    b'"0 draw" "0 draw"',
    b"\x00" * 10,
    b'{"move": "draw"}',
    b'{"format": 1}',
]


@pytest.mark.parametrize(
    "wrong", WRONG_LINES, ids=lambda line: line[:12].decode("latin-1").encode("unicode_escape").decode()
)
def test_a_wrong_line_is_named(tmp_path, wrong):
    path = tmp_path / "a"
    begun(path, moves=4)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:3], wrong, *lines[3:]]))
    refused(path, "line 4: ")
    path.write_bytes(b"\n".join([*lines[:3], wrong, b""]))
    refused(path, "line 4: ")


def test_a_line_in_the_middle_that_is_missing_is_noticed(tmp_path):
    path = tmp_path / "a"
    match = begun(path, moves=6)
    lines = path.read_bytes().splitlines(keepends=True)
    for left_out in range(1, 4):
        path.write_bytes(b"".join(lines[:left_out] + lines[left_out + 1 :]))
        try:
            assert not same(Journal.record(path).resume(), match)
        except RecordError as error:
            assert re.match(r"line \d: ", str(error))


def test_a_line_that_is_too_long(tmp_path, monkeypatch):
    path = tmp_path / "a"
    match = begun(path)
    content = path.read_bytes()
    monkeypatch.setattr(module, "LONGEST", 5000)
    path.write_bytes(content + b'"' + b"x" * 5000 + b'"\n')
    refused(path, "5000 bytes")
    monkeypatch.undo()
    path.write_bytes(content + b'"' + b"x" * 5000 + b'"\n')
    refused(path, f"line {len(match) + 2}: ")


def test_a_line_that_is_too_long_is_named_by_its_number(tmp_path, monkeypatch):
    path = tmp_path / "a"
    match = begun(path)
    monkeypatch.setattr(module, "LONGEST", 5000)
    with path.open("ab") as file:
        file.write(b'"' + b"x" * 5000 + b'"\n')
    refused(path, f"line {len(match) + 2}")


def test_an_endless_line_comes_to_an_end(tmp_path):
    path = tmp_path / "a"
    with path.open("wb") as file:
        file.truncate(2**40)  # a terabyte of nothing
    refused(path, "longer than")
    os.truncate(path, 0)


EASY = settings(
    max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@EASY
@given(st.lists(JSON, max_size=4), st.sampled_from(["quiclo", "shanghai-rummy"]))
def test_any_lines_are_moves_or_an_error(tmp_path_factory, lines, name):
    path = tmp_path_factory.mktemp("any") / "a"
    match = begun(path, name)
    with path.open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    try:
        again = read_again(path)
    except RecordError as error:
        assert re.match(r"line \d+: ", str(error))
    else:
        assert len(again) <= len(match) + len(lines)
    shutil.rmtree(path.parent)


@EASY
@given(st.binary(max_size=40), st.integers(0, 2000), st.integers(0, 20))
def test_any_bytes_anywhere(tmp_path_factory, some, place, taken):
    path = tmp_path_factory.mktemp("any") / "a"
    begun(path)
    content = path.read_bytes()
    path.write_bytes(content[:place] + some + content[place + taken :])
    with suppress(RecordError, UnknownGame):
        again, journal = Journal.resume(path, sync=False)
        with journal:
            play_on(again, 1, 2)
        assert same(read_again(path), again)
    shutil.rmtree(path.parent)


# --- the journal of every version


def test_there_is_a_journal_of_every_version():
    assert [path.name for path in JOURNALS] == [f"journal-{number}.jsonl" for number in range(1, FORMAT + 1)]


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_kept_journals_are_read_and_go_on(path, tmp_path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["players"] == ["Ann", "Bén"]
    moves, undone = [], []
    for line in map(json.loads, lines[1:]):
        text = line[1] if isinstance(line, list) else line if isinstance(line, str) else f"undo {line}"
        if text.startswith("undo"):
            undone += moves[: -int(text[5:]) - 1 : -1]
            del moves[-int(text[5:]) :]
        elif text.startswith("redo"):
            moves += [undone.pop() for _ in range(int(text[5:]))]
        else:
            moves.append(text)
    assert undone
    record = Journal.record(path)
    assert [f"{made.player} {made.move}" for made in record.moves] == moves
    record.verify()
    shutil.copy(path, tmp_path / "a")
    match, journal = Journal.resume(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == path.read_bytes()
    with journal:
        play_on(match, 1, 5)
    assert same(read_again(tmp_path / "a"), match)


# --- the command


def typed(monkeypatch, text):
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_play_writes_a_journal_and_takes_it_up(capsys, monkeypatch, tmp_path):
    path = tmp_path / "a"
    typed(monkeypatch, "1\n1\nq\n")
    status, out, err = run(capsys, "play", "shithead", "--players", "2", "--seed", "7", "--journal", path)
    assert (status, err) == (0, "")
    assert f"{path} holds it" in out
    record = Journal.record(path)
    assert record.rules == Shithead(players=2)
    assert record.deal[0] == 7
    count = len(record.moves)
    assert sum(made.player == 0 for made in record.moves) == 2
    typed(monkeypatch, "1\n" * 3000)
    status, out, err = run(capsys, "play", "--journal", path)
    assert (status, err) == (0, "")
    assert out.startswith(f"taking up the match in {path}, after {count} moves\n")
    after = Journal.record(path)
    assert after.moves[:count] == record.moves
    after.verify()
    if after.outcome is not None:
        assert out.endswith(f"{after.outcome}\n")
        status, out, err = run(capsys, "play", "shithead", "--journal", path)
        assert (status, err) == (0, "")
        assert out.endswith(f"{after.outcome}\n")
        assert len(Journal.record(path).moves) == len(after.moves)


@pytest.mark.parametrize("name", ["quiclo", "shithead", "lucky-shutdown", "shanghai-rummy"])
def test_a_watched_match_goes_on_in_pieces(capsys, tmp_path, name):
    path = tmp_path / "a"
    words = ["--journal", path, "--watch", "--max-moves", "4"]
    assert run(capsys, "play", name, "--seed", "3", *words)[0] == 0
    assert len(Journal.record(path).moves) == 4
    status, out, err = run(capsys, "play", *words)
    assert (status, err) == (0, "")
    assert "after 4 moves" in out
    assert len(Journal.record(path).moves) == 8
    for command, part in (("verify", "1 record, 8 moves: all right\n"), ("show", "8. player ")):
        status, out, err = run(capsys, command, path)
        assert (status, err) == (0, "")
        assert part in out


def test_the_moves_printed_are_the_moves_kept(capsys, tmp_path):
    path = tmp_path / "a"
    _, out, _ = run(capsys, "play", "quiclo", "--seed", "3", "--watch", "--open", "--journal", path)
    printed = [
        " ".join(line.split()[1:]) for line in out.splitlines() if re.match(r"player \d  (play|draw|pass)", line)
    ]
    assert printed == [f"{made.player} {made.move}" for made in Journal.record(path).moves]
    assert printed
    assert out == run(capsys, "play", "quiclo", "--seed", "3", "--watch", "--open")[1]


@pytest.mark.parametrize(
    "words",
    [["--players", "2"], ["--seed", "3"], ["--set", "hand_size=4"], ["--preset", "common"], ["shithead"], ["go-fish"]],
)
def test_what_does_not_go_with_a_journal_that_is_there(capsys, tmp_path, words):
    path = tmp_path / "a"
    begun(path)
    before = path.read_bytes()
    status, _, err = run(capsys, "play", "--journal", path, "--watch", *words)
    assert status == 2
    assert err.count("\n") == 1
    assert str(path) in err
    assert path.read_bytes() == before
    assert run(capsys, "play", "quiclo", "--journal", path, "--watch", "--max-moves", "1")[0] == 0
    assert path.read_bytes() != before


def test_journals_that_cannot_be_played(capsys, tmp_path):
    rubbish = tmp_path / "rubbish"
    rubbish.write_text("x\n")
    for path in (tmp_path, tmp_path / "no" / "file", rubbish, "a\0b"):
        status, out, err = run(capsys, "play", "quiclo", "--watch", "--journal", path)
        assert (status, out, err.count("\n")) == (2, "", 1)
    assert rubbish.read_text() == "x\n"
    status, _, err = run(capsys, "play", "--watch", "--journal", tmp_path / "new")
    assert status == 2
    assert "needs the name of a game" in err
    status, _, err = run(capsys, "play", "quiclo", "--watch", "--seat", "9", "--journal", tmp_path / "new")
    assert status == 2
    assert not (tmp_path / "new").exists()


def test_a_disk_that_is_full_ends_the_command_with_one_line(capsys, tmp_path):
    path = tmp_path / "a"
    script = textwrap.dedent(
        f"""
        import resource, sys
        from shedkit.cli import main
        resource.setrlimit(resource.RLIMIT_FSIZE, (900, resource.RLIM_INFINITY))
        sys.exit(main(["play", "quiclo", "--players", "2", "--seed", "5", "--watch", "--journal", {str(path)!r}]))
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "it cannot be written" in done.stderr
    printed = len(re.findall(r"(?m)^player \d  (?:play|draw|pass)", done.stdout))
    assert len(Journal.record(path).moves) == printed
    assert printed > 0
    assert run(capsys, "play", "--journal", path, "--watch", "--max-moves", "3")[0] == 0
    assert len(Journal.record(path).moves) == printed + 3


def test_show_and_verify_tell_what_is_wrong_in_a_journal(capsys, tmp_path):
    path = tmp_path / "a"
    begun(path)
    with path.open("a") as file:
        file.write('"9 draw"\n')
    for command in ("show", "verify"):
        assert main([command, str(path)]) == 2
        err = capsys.readouterr().err
        assert err.startswith("shedkit: line 5: ")
        assert err.count("\n") == 1


def test_an_unfinished_journal_is_shown_without_being_touched(capsys, tmp_path):
    path = tmp_path / "a"
    match = begun(path)
    with path.open("a") as file:
        file.write('"0 dr')
    before = path.read_bytes()
    status, out, err = run(capsys, "show", path)
    assert (status, err) == (0, "")
    assert out == Record.of(match).transcript() + "\n"
    assert path.read_bytes() == before
    assert fields(path.read_text().splitlines()[0])["game"] == "quiclo"
