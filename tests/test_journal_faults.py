"""Journals and what is done to them: they destroy nothing that is not their own, and say what is wrong.

`data/` holds files of every format, made by the version that wrote it first; they are never changed and read for ever.
"""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from shedkit import (
    Journal,
    Match,
    Quiclo,
    Record,
    RecordError,
    read_records,
    write_records,
)
from shedkit.core.errors import StudyError
from shedkit.study import Study
from shedkit.study.results import read_rows, save
from shedkit.table import files
from test_journal import SHORT, begun, one_move, read_again, refused, same

DATA = Path(__file__).parent / "data"
TABLE = os.path.dirname(files.__file__)
each_game = pytest.mark.parametrize("name", SHORT)


def snapshot(match):
    return match.moves, match.state, match.version, match.undone


def failed(path, match, *words):
    """The journal has failed and stays so: nothing is written, nothing changes, and the reason is said each time."""
    before, content = snapshot(match), path.read_bytes() if path.exists() else None
    for act in (lambda: one_move(match, 5), match.undo, lambda: one_move(match, 6), match.undo):
        with pytest.raises(RecordError) as caught:
            act()
        for word in words:
            assert word in str(caught.value), str(caught.value)
        assert snapshot(match) == before
        assert (path.read_bytes() if path.exists() else None) == content


@pytest.fixture
def table(tmp_path):
    """A journal in play: its path, the match, the journal."""
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    with Journal.create(path, match) as journal:
        for i in range(4):
            one_move(match, i)
        yield path, match, journal


# --- what others do to the file

FOREIGN = [b"x", b"\n", b'"0 draw"\n', b'"0 dr', b"\x00" * 100, b'[5, "0 draw", "00000000"]\n', b"[5, ", b"z" * 5000]


@pytest.mark.parametrize("foreign", FOREIGN, ids=lambda text: ascii(text[:12]))
def test_what_somebody_else_has_added_is_not_cut_away(table, foreign):
    path, match, journal = table
    whole = path.read_bytes()
    with path.open("ab") as file:
        file.write(foreign)
    assert journal.failure is None
    failed(path, match, "somebody else has written to the file", f"{len(whole) + len(foreign)} bytes instead of")
    assert path.read_bytes() == whole + foreign
    assert journal.failure is not None
    journal.close()
    assert path.read_bytes() == whole + foreign
    if foreign.endswith(b"\n"):
        refused(path, "line 6: ")
    else:
        assert same(read_again(path), match)


@pytest.mark.parametrize("length", [0, 1, -1, -2, -30, -60])
def test_a_file_that_was_cut_is_not_padded(table, length):
    path, match, journal = table
    whole = path.read_bytes()
    left = whole[:length] if length else b""
    os.truncate(path, len(left))
    failed(path, match, "somebody else has cut the file", f"{len(left)} bytes instead of {len(whole)}")
    journal.close()
    assert path.read_bytes() == left


def test_a_last_line_that_was_changed(table):
    path, match, _ = table
    whole = path.read_bytes()
    with path.open("r+b") as file:
        file.seek(-3, os.SEEK_END)
        file.write(b"X")
    failed(path, match, "changed the last line")
    assert path.read_bytes() == whole[:-3] + b"X" + whole[-2:]


def test_a_file_that_was_cut_and_written_anew_to_its_length(table):
    path, match, _ = table
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(b"a letter of somebody else\n" * size)
        file.truncate(size)
    failed(path, match, "changed the last line")


@pytest.mark.parametrize("place", [5, 0.3, 0.7], ids=["head", "deal", "an early move"])
@pytest.mark.parametrize("resumed", [False, True])
def test_a_line_that_is_not_the_last_was_changed(table, place, resumed):
    path, match, journal = table
    if resumed:
        journal.close()
        match, journal = Journal.resume(path)
    one_move(match, 4)
    whole = path.read_bytes()
    at = place if place == 5 else int(len(whole) * place)
    changed = whole[:at] + b"#" + whole[at + 1 :]
    with path.open("r+b") as file:
        file.write(changed)
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 10**7))  # a system may take some milliseconds together
    failed(path, match, "somebody else has changed the file")
    journal.close()
    assert path.read_bytes() == changed


def test_a_file_that_was_written_anew_as_it_was_is_the_same(table):
    path, match, journal = table
    for _ in range(3):
        path.write_bytes(path.read_bytes())
        os.utime(path)
        match.undo()
        match.redo()
    assert journal.failure is None
    assert Journal.record(path).resume().state == match.state


def test_a_file_whose_folder_has_become_something_else(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    match = SHORT["quiclo"]()
    with Journal.create(folder / "a", match) as journal:
        one_move(match, 0)
        folder.rename(tmp_path / "moved")
        folder.write_text("a file")
        failed(folder / "a", match, "the file is gone")
        assert journal.failure is not None


@pytest.mark.parametrize("way", ["deleted", "moved away"])
def test_a_file_that_is_gone(table, way):
    path, match, journal = table
    whole = path.read_bytes()
    path.unlink() if way == "deleted" else path.rename(path.with_name("b"))
    failed(path, match, "the file is gone")
    assert not path.exists()
    journal.close()
    if way == "moved away":
        assert path.with_name("b").read_bytes() == whole
        assert same(read_again(path.with_name("b")), match)


@pytest.mark.parametrize("content", [b"", b"a letter\n", None])
def test_a_file_in_whose_place_another_one_lies(table, content):
    """Even a copy: what is written to the file that was opened, nobody would find again."""
    path, match, _ = table
    whole = path.read_bytes()
    path.unlink()
    path.write_bytes(whole if content is None else content)
    failed(path, match, "another one lies in its place")
    assert path.read_bytes() == (whole if content is None else content)


def test_a_file_that_was_moved_away_and_back_is_the_same(table):
    path, match, _ = table
    path.rename(path.with_name("b"))
    path.with_name("b").rename(path)
    one_move(match, 7)
    assert Journal.record(path).moves == match.moves


def test_a_program_that_goes_to_another_folder(tmp_path, monkeypatch, locks):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b").mkdir()
    match = SHORT["quiclo"]()
    with Journal.create("a", match) as journal:
        one_move(match, 1)
        monkeypatch.chdir(tmp_path / "b")
        one_move(match, 2)
        assert journal.path == Path("a")
    assert same(read_again(tmp_path / "a"), match)
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_what_comes_after_a_full_disk_is_not_cut_away_either(table, monkeypatch):
    """The line that failed is left behind, for taking it back has failed, too; then somebody adds another one."""
    path, match, _ = table
    whole, real = path.read_bytes(), os.fsync

    def broken(*_):
        raise OSError(errno.EIO, "no disk")

    class Stuck:
        def __init__(self, raw):
            self.raw = raw

        def truncate(self, size):
            broken()

        def __getattr__(self, name):
            return getattr(self.raw, name)

    held = table[2]._file
    held.raw = Stuck(held.raw)
    monkeypatch.setattr(os, "fsync", broken)
    before = snapshot(match)
    with pytest.raises(RecordError, match="no disk"):
        one_move(match, 7)
    assert snapshot(match) == before
    torn = path.read_bytes()
    assert torn.startswith(whole) and len(torn) > len(whole)
    with path.open("ab") as file:
        file.write(b"a letter\n")
    held.raw = held.raw.raw
    monkeypatch.setattr(os, "fsync", real)
    failed(path, match, "somebody else has written to the file")
    assert path.read_bytes() == torn + b"a letter\n"


def test_somebody_who_writes_at_the_same_moment(table, monkeypatch):
    path, match, _ = table
    real = os.fsync

    def fsync(number):
        with path.open("ab") as file:
            file.write(b"a letter\n")
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    before = snapshot(match)
    with pytest.raises(RecordError, match="somebody else writes to the file"):
        one_move(match, 7)
    assert snapshot(match) == before
    monkeypatch.setattr(os, "fsync", real)
    failed(path, match, "somebody else writes to the file")
    assert path.read_bytes().endswith(b"a letter\n")


# --- interrupts


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError, RuntimeError])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("act", ["play", "undo", "redo"])
def test_an_interrupt_in_fsync(table, monkeypatch, error, when, act):
    path, match, journal = table
    match.undo()
    whole, before, real = path.read_bytes(), snapshot(match), os.fsync

    def fsync(number):
        if when == "after":
            real(number)
        raise error

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(error):
        one_move(match, 7) if act == "play" else getattr(match, act)()
    monkeypatch.setattr(os, "fsync", real)
    assert snapshot(match) == before
    assert path.read_bytes() == whole
    failed(path, match, "the program was interrupted while a line was written")
    assert "interrupted" in journal.failure
    journal.close()
    one_move(match, 8)  # without a journal the match goes on
    match.undo()
    again, journal = Journal.resume(path)
    with journal:
        assert same(again, match)
        one_move(again, 7)
    assert same(read_again(path), again)


class Interrupt:
    """Raises KeyboardInterrupt at the so-and-so-many-th lines that are run in the table, as Ctrl-C can."""

    def __init__(self, *places):
        self.places, self.count, self.before = set(places), 0, None

    def __call__(self, frame, event, _):
        if os.path.dirname(frame.f_code.co_filename) != TABLE or frame.f_code.co_name == "alone":
            return None
        if event == "line":
            self.count += 1
            if self.count in self.places:
                raise KeyboardInterrupt
        return self

    def __enter__(self):
        self.before = sys.gettrace()  # whoever measures coverage traces too, and wants to go on afterwards
        sys.settrace(self)
        return self

    def __exit__(self, *_):
        sys.settrace(self.before)


ACTS = {
    "play": lambda match: match.play("draw", match.actors[0]),
    "undo": lambda match: match.undo(2),
    "redo": lambda match: match.redo(2),
}


def interrupted(path, act, *places):
    """Do something to a match with a journal, with interrupts; how many lines were run."""
    match = SHORT["quiclo"]()
    with suppress(KeyboardInterrupt), Journal.create(path, match, sync=False):
        for i in range(4):
            one_move(match, i)
        match.undo(2)
        before = snapshot(match)
        whole = path.read_bytes()
        with suppress(KeyboardInterrupt), Interrupt(*places) as interrupt:
            ACTS[act](match)
        took_effect = match.version != before[2]
        if not took_effect:
            assert snapshot(match) == before
        kept = path.read_bytes()
        assert kept.startswith(whole)  # what was finished stays
        try:
            one_move(match, 9)
        except RecordError as error:
            assert "interrupted" in str(error)
            assert not took_effect
            assert path.read_bytes().startswith(whole)
            failed(path, match, "interrupted")
        else:
            assert Journal.record(path).resume().state == match.state
    again = read_again(path)
    assert same(again, match), "the file and the match tell two stories"
    assert again.version == match.version
    return interrupt.count


@pytest.mark.parametrize("act", ACTS)
def test_an_interrupt_at_any_line(tmp_path, act):
    path = tmp_path / "a"
    lines = interrupted(path, act)
    assert lines > 40
    for place in range(1, lines + 1):
        path.unlink()
        interrupted(path, act, place)


@pytest.mark.parametrize("act", ACTS)
def test_two_interrupts(tmp_path, act):
    """A second one while the first is dealt with."""
    path = tmp_path / "a"
    lines = interrupted(path, act)
    random = Random(act)
    for _ in range(150):
        path.unlink()
        place = random.randint(1, lines)
        interrupted(path, act, place, place + random.randint(1, 25))


def test_a_real_interrupt_while_the_disk_is_slow(tmp_path):
    """Ctrl-C again and again: after each, the file and the match tell one story."""
    script = tmp_path / "player.py"
    script.write_text(
        textwrap.dedent(
            """
            import os, signal, sys, threading, time
            from random import Random
            from pathlib import Path
            from shedkit import Journal, Match, Quiclo, RecordError

            signal.signal(signal.SIGINT, signal.default_int_handler)
            folder, real, random = Path(sys.argv[1]), os.fsync, Random(3)

            def slow(number):
                time.sleep(0.002)
                real(number)
                time.sleep(0.002)

            os.fsync = slow
            broken = 0
            for number in range(40):
                match = Match(Quiclo(players=2), number)
                path = folder / str(number)
                journal = Journal.create(path, match)
                timer = threading.Timer(0.004 + random.random() * 0.02, os.kill, (os.getpid(), signal.SIGINT))
                try:
                    timer.start()
                    while True:
                        match.play(match.legal_moves(match.actors[0])[0], match.actors[0])
                except KeyboardInterrupt:
                    pass
                assert Journal.record(path).moves == match.moves, number
                try:
                    match.play(match.legal_moves(match.actors[0])[0], match.actors[0])
                except RecordError as error:
                    assert "interrupted" in str(error)
                    broken += 1
                journal.close()
                assert Journal.record(path).moves == match.moves, number
            print("all right", broken)
            """
        )
    )
    folder = tmp_path / "journals"
    folder.mkdir()
    done = subprocess.run([sys.executable, script, folder], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.startswith("all right"), done.stderr
    assert int(done.stdout.split()[2]) > 0


# --- lines that do not follow from one another


@each_game
def test_a_line_that_is_there_twice_is_missing_or_changed(tmp_path, name):
    path = tmp_path / "a"
    match = begun(path, name, moves=6)
    lines = path.read_bytes().splitlines(keepends=True)
    for i in range(1, 7):
        path.write_bytes(b"".join([*lines[: i + 1], *lines[i:]]))
        refused(path, f"line {i + 2}: change {i + 1} expected, not {i}: a line is missing, or there twice")
        if i < 6:
            path.write_bytes(b"".join([*lines[:i], *lines[i + 1 :]]))
            refused(path, f"line {i + 1}: change {i} expected, not {i + 1}")
            path.write_bytes(b"".join([*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]))
            refused(path, f"line {i + 1}: change {i} expected")
        number, change, check = json.loads(lines[i])
        for other in ([number, change + " ", check], [number, change, "0" * 8], [number, "undo 1", check]):
            path.write_bytes(b"".join([*lines[:i], json.dumps(other).encode() + b"\n", *lines[i + 1 :]]))
            refused(path, f"line {i + 1}: its check is wrong")
    path.write_bytes(b"".join(lines))
    assert same(read_again(path), match)


def test_a_line_of_another_journal(tmp_path):
    """Also of one of the same deal that went another way."""
    paths = tmp_path / "a", tmp_path / "b"
    for seed, path in enumerate(paths):
        match = Match(Quiclo(players=2), 5)
        with Journal.create(path, match, sync=False):
            for i in range(6):
                one_move(match, 10 * seed + i)
    lines, other = (path.read_bytes().splitlines(keepends=True) for path in paths)
    assert lines[0] == other[0]
    first = next(i for i in range(1, 7) if lines[i] != other[i])
    for i in range(first + 1, 7):
        paths[0].write_bytes(b"".join([*lines[:i], other[i]]))
        refused(paths[0], f"line {i + 1}: its check is wrong")


def test_a_head_that_was_changed(tmp_path):
    path = tmp_path / "a"
    begun(path, players=["Ann", "Ben"])
    path.write_bytes(path.read_bytes().replace(b"Ben", b"Bob", 1))
    refused(path, "line 2: its check is wrong")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("undo 0", None),
        ("undo 9", "9 moves cannot be undone"),
        ("redo 3", "3 moves cannot be redone"),
        ("undo -1", "cannot be undone"),
        ("undo", "a number of moves expected"),
        ("undo x", "a number of moves expected"),
        ("redo 1 2", "a number of moves expected"),
        ("undo ٣", "a number of moves expected"),
        ("undo " + "9" * 5000, "a number of moves expected"),
        ("redo", "a number of moves expected"),
        ("", "a seat and the code of a move expected"),
    ],
)
def test_changes_that_cannot_be_made(tmp_path, text, said):
    from shedkit.table.lines import Mark, next_line

    path = tmp_path / "a"
    begun(path, moves=3)
    lines = path.read_bytes().splitlines(keepends=True)
    number, _, check = json.loads(lines[-1])
    path.write_bytes(b"".join([*lines, next_line(Mark(0, number, check, b""), text, 2)[0]]))
    if said is None:
        assert len(read_again(path)) == 3
    else:
        refused(path, f"line {number + 2}: ", said)


# --- locks


@pytest.fixture(params=["with fcntl", "without fcntl"])
def locks(request, monkeypatch):
    if request.param == "without fcntl":
        monkeypatch.setitem(sys.modules, "fcntl", None)
    return request.param


STUDY = Study.of(Quiclo(players=2), "random", games=3, seed=7, measures=["moves"])
each_kind = pytest.mark.parametrize("kind", ["jsonl", "parquet"])


def test_never_two_writers(tmp_path, locks):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    with Journal.create(path, match):
        one_move(match, 1)
        whole = path.read_bytes()
        for _ in range(2):
            with pytest.raises(RecordError, match="another program is writing to it"):
                Journal.resume(path)
            with pytest.raises(RecordError, match="it cannot be written: File exists"):
                Journal.create(path, SHORT["quiclo"]())
        assert path.read_bytes() == whole
        one_move(match, 2)
    assert os.listdir(tmp_path) == ["a"]
    again, journal = Journal.resume(path)
    with journal:
        one_move(again, 3)
        with pytest.raises(RecordError, match="another program"):
            Journal.resume(path)
    assert same(read_again(path), again)
    assert os.listdir(tmp_path) == ["a"]


def test_a_lock_that_a_crash_has_left_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    path = tmp_path / "a"
    match = begun(path)
    path.with_name("a.lock").touch()
    with pytest.raises(RecordError, match=r"if there is none, delete the file a\.lock beside it"):
        Journal.resume(path)
    path.with_name("a.lock").unlink()
    assert same(read_again(path), match)


@each_kind
def test_never_two_writers_of_results(tmp_path, locks, kind):
    from shedkit.study.growing import held

    path = tmp_path / f"rows.{kind}"
    where = path if kind == "jsonl" else tmp_path / "rows.parquet.parts" / "_study.json"
    save(STUDY, path)
    where.parent.mkdir(exist_ok=True)
    with held(where), pytest.raises(StudyError, match="another program is writing to it"):
        save(STUDY, path)
    save(STUDY, path)
    assert [row["game"] for row in read_rows(path)] == [0, 1, 2]
    assert os.listdir(tmp_path) == [path.name]


UNLOCKABLE = [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.EIO]


@pytest.fixture(params=UNLOCKABLE, ids=errno.errorcode.get)
def no_locks(request, monkeypatch):
    import fcntl

    def flock(number, how):
        raise OSError(request.param, os.strerror(request.param))

    monkeypatch.setattr(fcntl, "flock", flock)
    return os.strerror(request.param)


def test_a_disk_without_locks_is_told_as_what_it_is(tmp_path, no_locks):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    with pytest.raises(RecordError) as caught:
        Journal.create(path, match)
    assert "it cannot be locked" in str(caught.value) and no_locks in str(caught.value)
    assert "another program" not in str(caught.value)
    assert os.listdir(tmp_path) == []
    one_move(match, 1)


def test_a_disk_without_locks_leaves_a_journal_that_is_there(tmp_path, no_locks, monkeypatch):
    path = tmp_path / "a"
    shutil.copy(DATA / "journals" / "quiclo-torn-1.jsonl", path)
    whole = path.read_bytes()
    with pytest.raises(RecordError, match="it cannot be locked"):
        Journal.resume(path)
    assert path.read_bytes() == whole


@each_kind
def test_a_disk_without_locks_gets_no_results(tmp_path, no_locks, kind):
    path = tmp_path / f"rows.{kind}"
    with pytest.raises(StudyError) as caught:
        save(STUDY, path)
    assert "it cannot be locked" in str(caught.value) and no_locks in str(caught.value)
    assert not path.exists() or os.listdir(path) == []


def test_a_file_that_is_replaced_while_it_is_opened(tmp_path, monkeypatch):
    """The lock would be on a file that nobody else opens."""
    import fcntl

    path = tmp_path / "a"
    begun(path)
    real = fcntl.flock

    def flock(number, how):
        real(number, how)
        shutil.copy(path, tmp_path / "b")
        (tmp_path / "b").replace(path)

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(RecordError, match="another one lies in its place"):
        Journal.resume(path)


# --- processes

forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


class Child:
    """A forked child that lives until the block ends; with something to do first, whose exit status it has."""

    def __init__(self, act=lambda: None):
        self.act = act

    def __enter__(self):
        self.done, done = os.pipe()
        wait, self.end = os.pipe()
        self.number = os.fork()
        if self.number == 0:
            status = 1
            try:
                os.close(self.end)
                self.act()
                status = 0
            finally:
                os.write(done, b"x")
                os.read(wait, 1)
                os._exit(status)
        os.close(done)
        os.close(wait)
        assert os.read(self.done, 1) == b"x"
        return self

    def __exit__(self, *_):
        os.close(self.end)
        os.close(self.done)
        status = os.waitstatus_to_exitcode(os.waitpid(self.number, 0)[1])
        assert status == 0


@forking
def test_a_lock_ends_with_close_even_if_a_forked_child_lives(tmp_path):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    journal = Journal.create(path, match)
    with Child():
        one_move(match, 1)
        journal.close()
        again, journal = Journal.resume(path)
        with journal:
            one_move(again, 2)
    assert same(read_again(path), again)


@forking
def test_a_forked_child_writes_nothing_and_does_not_unlock(tmp_path, locks):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    with Journal.create(path, match) as journal:
        one_move(match, 1)
        whole = path.read_bytes()

        def act():
            for _ in range(2):
                with pytest.raises(RecordError, match="opened by another process"):
                    one_move(match, 2)
            assert len(match) == 1
            journal.close()
            one_move(match, 2)  # its match goes on, without a journal

        with Child(act):
            assert path.read_bytes() == whole
            with pytest.raises(RecordError, match="another program is writing to it"):
                Journal.resume(path)
        assert path.read_bytes() == whole
        with pytest.raises(RecordError, match="another program is writing to it"):
            Journal.resume(path)
        one_move(match, 3)
    assert same(read_again(path), match)


@forking
@each_kind
def test_a_process_pool_and_then_the_same_file_again(tmp_path, kind):
    """The workers of the pool were forked while the file was open, and live on."""
    path = tmp_path / f"rows.{kind}"
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
        save(STUDY, path, executor=pool)
        more = Study.of(Quiclo(players=2), "random", games=5, seed=7, measures=["moves"])
        save(more, path, executor=pool)
        save(more, path)
    assert [row["game"] for row in read_rows(path)] == [0, 1, 2, 3, 4]


@each_kind
def test_results_that_are_gone_end_the_study(tmp_path, kind, monkeypatch):
    from shedkit.study import parquet, results

    monkeypatch.setattr(parquet, "_PART", 1)
    path = tmp_path / f"rows.{kind}"
    where = path if kind == "jsonl" else tmp_path / "rows.parquet.parts" / "_study.json"
    real = results.progress_bar

    def bar(*args):
        shown = real(*args)

        class Deleting:
            def __enter__(self):
                return lambda: where.unlink(missing_ok=True)

            def __exit__(self, *error):
                return None

        del shown
        return Deleting()

    monkeypatch.setattr(results, "progress_bar", bar)
    with pytest.raises(StudyError, match="the file is gone"):
        save(STUDY, path)


def test_a_killed_writer_leaves_no_lock(tmp_path):
    path = tmp_path / "a"
    code = (
        "import sys, time; from shedkit import *; m = Match(Quiclo(players=2), 5); "
        f"j = Journal.create({str(path)!r}, m); m.play('draw', 0); print(1, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "1\n"
        with pytest.raises(RecordError, match="another program is writing to it"):
            Journal.resume(path)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
    assert len(read_again(path)) == 1


# --- files of every format

KEPT = [path for path in sorted((DATA / "journals").glob("*-1.jsonl")) if "torn" not in path.name]


def test_there_are_kept_files():
    assert {path.stem for path in KEPT} == {f"{name.replace(' ', '-')}-1" for name in SHORT}


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_kept_journal_gives_the_same_match(tmp_path, kept):
    """Moves, state and versions are those that the version saw which wrote it."""
    facts = json.loads((DATA / "journals" / "facts.json").read_text(encoding="utf-8"))[kept.stem.removesuffix("-1")]
    path = tmp_path / "a"
    shutil.copy(kept, path)
    match, journal = Journal.resume(path)
    assert path.read_bytes() == kept.read_bytes()
    # a purchase was written without its card then
    moves = [re.sub(r"buy \S+", "buy", f"{made.player} {made.move}") for made in match.moves]
    assert moves == facts["moves"]
    viewers = (*range(match.rules.players), None)
    assert [match.version, *[match.version_for(viewer) for viewer in viewers]] == facts["versions"]
    assert {**match.rules.to_json(match.state), **facts["state"]} == match.rules.to_json(match.state)
    assert journal.players == match.players == ("Ann", "Bén", "Zoë")[: match.rules.players]
    # it goes on in its own format, and so does a redoing, which that format cannot spell
    with journal:
        match.undo(3)
        match.redo(2)
        one_move(match, 1)
    added = [json.loads(line) for line in path.read_bytes().removeprefix(kept.read_bytes()).splitlines()]
    assert added[0] == 3
    assert added[1:] == [f"{made.player} {made.move}" for made in match.moves[-3:]]
    again = read_again(path)
    assert same(again, match)
    assert again.version == match.version


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_kept_journal_with_a_torn_line_is_taken_up(tmp_path, kept):
    path = tmp_path / "a"
    shutil.copy(kept.with_name(kept.name.replace("-1.", "-torn-1.")), path)
    whole = Journal.record(kept)
    assert Journal.record(path).moves == whole.moves[:-1]
    match, journal = Journal.resume(path)
    with journal:
        last = whole.moves[-1]
        match.play(last.move, last.player)
    assert path.read_bytes() == kept.read_bytes()


@pytest.mark.parametrize("kept", sorted((DATA / "records").glob("*.jsonl")), ids=lambda path: path.stem)
def test_kept_records_are_verified(kept):
    records = list(read_records(kept))
    assert len(records) == 2
    for record in records:
        record.verify()
        assert record.resume().outcome == record.outcome


@each_kind
def test_kept_results_are_read_and_go_on(tmp_path, kind):
    path = tmp_path / f"rows-1.{kind}"
    kept = DATA / "results" / path.name
    shutil.copy(kept, path) if kind == "jsonl" else shutil.copytree(kept, path)
    rows = list(read_rows(path))
    assert [row["moves"] for row in rows] == [152, 379, 1891, 363]
    save(Study.of(Quiclo(players=2), "random", games=6, seed=7, measures=["moves"]), path)
    after = list(read_rows(path))
    assert after[:4] == rows and len(after) == 6


# --- a mark of the byte order


BOM = b"\xef\xbb\xbf"


def test_records_with_a_mark_of_the_byte_order_are_read(tmp_path):
    """As editors of some systems write it."""
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    record = Record.of(match, ["Ann", "Bén"])
    write_records(path, [record, record])
    path.write_bytes(BOM + path.read_bytes())
    assert list(read_records(path)) == [record, record]
    path.write_bytes(record.to_json().encode() + b"\n" + BOM + record.to_json().encode() + b"\n")
    with pytest.raises(RecordError, match="line 2: "):
        list(read_records(path))


@pytest.mark.parametrize("form", [1, 2])
def test_a_journal_with_a_mark_of_the_byte_order_goes_on(tmp_path, form):
    path = tmp_path / "a"
    shutil.copy(DATA / "journals" / f"quiclo-{form}.jsonl", path)
    path.write_bytes(BOM + path.read_bytes())
    whole = path.read_bytes()
    match, journal = Journal.resume(path)
    with journal:
        one_move(match, 1)
    assert path.read_bytes().startswith(whole)
    assert same(read_again(path), match)


@pytest.mark.parametrize("change", ["0 \ud800", "undo \ud800", "redo \udfff", "\ud800 draw"])
@pytest.mark.parametrize("form", [1, 2])
def test_halves_of_surrogates_in_a_line_are_an_error_of_the_line(tmp_path, form, change):
    path = tmp_path / "a"
    match = SHORT["quiclo"]()
    Journal.create(path, match).close()
    head = path.read_bytes().replace(b'"format": 2', f'"format": {form}'.encode())
    check = sha256(f"{sha256(head).hexdigest()[:8]} 1 {change}".encode(errors="replace")).hexdigest()[:8]
    path.write_bytes(head + json.dumps(change if form == 1 else [1, change, check]).encode() + b"\n")
    refused(path, "line 2: ", r"\ud800" if r"\ud800" in ascii(change) else r"\udfff")


def test_results_with_a_mark_of_the_byte_order_are_read(tmp_path):
    path = tmp_path / "rows-1.jsonl"
    path.write_bytes(BOM + (DATA / "results" / path.name).read_bytes())
    assert len(list(read_rows(path))) == 4


def test_show_and_verify_read_files_with_a_mark_of_the_byte_order(tmp_path, capsys):
    from shedkit.cli import main

    for name in ("journals", "records"):
        path = tmp_path / name
        path.write_bytes(BOM + (DATA / name / "quiclo-1.jsonl").read_bytes())
        assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().err == ""
