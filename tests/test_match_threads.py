"""A match under threads, and a match inside itself: one change at a time, and no answer for a table in between.

The switch interval is tiny here, and the disk slow, so that threads meet as often as they can.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

import pytest

from shedkit import (
    CardsRevealed,
    IllegalMove,
    Journal,
    Knowledge,
    LuckyShutdown,
    Match,
    Quiclo,
    RandomPlayer,
    Record,
    RecordError,
    ReentranceError,
    ShanghaiRummy,
    ShedkitError,
    Shithead,
    StaleMove,
    ViewError,
    drive,
    simulate,
)

THREADS = 4
RULES = [
    Quiclo(players=3),
    Shithead(players=3, out_of_turn_quad=True),
    LuckyShutdown(players=3),
    ShanghaiRummy(players=3),
]
each_game = pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)


@pytest.fixture(autouse=True)
def impatient():
    """Threads take turns as often as the interpreter can do that."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def slow_disk(monkeypatch):
    """Every line takes a while to reach the disk, and other threads run meanwhile."""
    real = os.fsync

    def fsync(number):
        time.sleep(0.0005)
        real(number)
        time.sleep(0.0005)

    monkeypatch.setattr(os, "fsync", fsync)


def together(*work):
    """Let threads begin at one moment; the error of any of them is raised here."""
    start = threading.Barrier(len(work))

    def begun(act):
        start.wait()
        return act()

    with ThreadPoolExecutor(len(work)) as pool:
        return [task.result(timeout=120) for task in [pool.submit(begun, act) for act in work]]


def player(match, seed, moves, *, undo=False):
    """A thread that plays for whoever may move, and counts what was done: it may be overtaken, and nothing else."""

    random, done = Random(seed), []

    def change():
        if undo and random.random() < 0.2:
            match.undo()
            return "undo"
        if undo and random.random() < 0.3:
            match.redo()
            return "redo"
        seat = random.choice(match.actors)
        move = random.choice(match.legal_moves(seat))
        match.play(move, seat)
        return seat, str(move)

    def act():
        for _ in range(moves):
            # another thread may be quicker: there is nobody to move then, or nothing to undo
            with suppress(IllegalMove, IndexError, ViewError):
                done.append(change())
        return done

    return act


def reader(match, seed, rounds):
    """A thread that asks for everything, and sees that every answer hangs together."""
    rules = match.rules

    def act():
        random, versions = Random(seed), dict.fromkeys((*range(rules.players), None), 0)
        for _ in range(rounds):
            viewer = random.choice(list(versions))
            news = match.news(viewer, versions[viewer])
            assert news.version >= versions[viewer]
            versions[viewer] = news.version
            branch = match.branch()
            assert branch.knowledge(viewer).fits(branch.view(viewer))
            assert isinstance(match.knowledge(viewer), Knowledge)
            assert rules.actors(match.view(viewer)) is not None
            again = Match.again(rules, branch.start, branch.deal, branch.moves)
            assert (again.state, again.moves) == (branch.state, branch.moves)
            assert match.version >= branch.version
            assert match.describe(viewer)
        return

    return act


def the_same(match, other):
    assert (match.start, match.moves, match.state, match.version) == (
        other.start,
        other.moves,
        other.state,
        other.version,
    )
    assert match.undone == other.undone
    for viewer in (*range(match.rules.players), None):
        assert match.version_for(viewer) == other.version_for(viewer)


# --- threads


@each_game
@pytest.mark.parametrize("seed", range(5))
def test_threads_that_play_keep_a_journal_that_can_be_resumed(tmp_path, rules, seed, slow_disk):
    match = Match(rules, seed)
    with Journal.create(tmp_path / "a", match):
        done = together(*[player(match, seed * 10 + i, 12) for i in range(THREADS)])
    made = [move for some in done for move in some]
    assert len(made) == len(match) == match.version
    assert sorted(made) == sorted((made_move.player, str(made_move.move)) for made_move in match.moves)
    again, journal = Journal.resume(tmp_path / "a")
    journal.close()
    the_same(again, match)


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_threads_that_play_undo_redo_and_ask(tmp_path, rules, seed, slow_disk):
    match = Match(rules, seed)
    with Journal.create(tmp_path / "a", match):
        work = [player(match, seed * 10 + i, 15, undo=True) for i in range(THREADS - 1)]
        done = together(*work, reader(match, seed, 10), reader(match, seed + 50, 10))
    made = [change for some in done[: THREADS - 1] for change in some]
    assert len(match) == len(made) - 2 * made.count("undo")
    assert match.version == len(made)
    again, journal = Journal.resume(tmp_path / "a")
    journal.close()
    the_same(again, match)


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_without_a_journal_the_state_is_that_of_the_history(rules, seed):
    match = Match(rules, seed)
    together(*[player(match, seed * 10 + i, 200, undo=True) for i in range(THREADS)], reader(match, 1, 5))
    state = match.start
    for made in match.moves:
        state = rules.apply(state, made.move, made.player)
    assert match.state == state


@each_game
def test_of_two_who_are_asked_at_one_version_only_one_is_in_time(rules):
    """All threads see the same table and send a move for it: one gets through, the others are told they are late."""
    for seed in range(15):
        match = Match(rules, seed)
        for made in player(match, seed, 6)():
            assert made
        seat = match.actors[0]
        version, moves = match.version_for(seat), match.legal_moves(seat)
        before = len(match)

        def send(match=match, seat=seat, version=version, moves=moves):
            try:
                match.play(moves[0], seat, version)
            except (StaleMove, IllegalMove):
                return 0
            return 1

        assert sum(together(*[send] * THREADS)) == 1
        assert len(match) == before + 1


def test_versions_and_news_are_those_of_one_thread(tmp_path):
    """What is worked out while others ask for the same is what one thread alone works out."""
    rules = Shithead(players=4)
    for seed in range(5):
        match, alone = Match(rules, seed), Match(rules, seed)
        for i in range(120):
            seat = match.actors[0]
            move = Random(i).choice(match.legal_moves(seat))
            match.play(move, seat)
            alone.play(move, seat)

        def ask(match=match):
            return [
                (viewer, match.version_for(viewer), match.news(viewer), match.knowledge(viewer))
                for viewer in (*range(4), None)
            ]

        answers = together(*[ask] * THREADS)
        assert answers == [ask(alone)] * THREADS


def test_asyncio_to_thread(tmp_path, slow_disk):
    match = Match(Quiclo(players=3), 5)

    async def main():
        async def one(seed):
            return await asyncio.to_thread(player(match, seed, 15))

        return await asyncio.gather(*[one(seed) for seed in range(THREADS)])

    with Journal.create(tmp_path / "a", match):
        done = asyncio.run(main())
    assert sum(map(len, done)) == len(match)
    again, journal = Journal.resume(tmp_path / "a")
    journal.close()
    the_same(again, match)


def test_readers_do_not_wait_for_the_disk(tmp_path, monkeypatch):
    reached, going_on = threading.Event(), threading.Event()
    match = Match(Quiclo(players=2), 5)
    with Journal.create(tmp_path / "a", match):

        def stuck(_):
            reached.set()
            assert going_on.wait(60)

        monkeypatch.setattr(os, "fsync", stuck)
        with ThreadPoolExecutor(1) as pool:
            playing = pool.submit(match.play, "draw", 0)
            assert reached.wait(60)
            assert len(match) == 0 and match.version_for(0) == 0  # it has not taken effect yet
            assert match.actors == (0,)
            assert match.news(0).events == ()
            assert len(match.branch()) == 0
            assert match.describe(0)
            going_on.set()
            playing.result(60)
    assert len(match) == 1


def test_a_journal_begun_while_others_play_misses_nothing_or_is_not_begun(tmp_path, slow_disk):
    begun = 0
    for number in range(20):
        match = Match(Quiclo(players=3), number)

        def begin(match=match, number=number):
            time.sleep(Random(number).random() * 0.002)
            try:
                return Journal.create(tmp_path / f"{number}", match)
            except RecordError as error:
                assert "while the journal was begun" in str(error)
                return None

        moves = 6 if number < 18 else 0  # on a slow machine, none of the others may find a quiet moment
        journal, *_ = together(begin, *[player(match, number * 10 + i, moves) for i in range(2)])
        if journal is None:
            assert not (tmp_path / f"{number}").exists()
            continue
        begun += 1
        journal.close()
        assert Journal.record(tmp_path / f"{number}").moves == match.moves
    assert begun >= 2


def test_closing_while_others_play(tmp_path, slow_disk):
    for number in range(10):
        match = Match(Quiclo(players=3), number)
        path = tmp_path / f"{number}"
        journal = Journal.create(path, match)

        def close(journal=journal):
            time.sleep(0.004)
            journal.close()
            journal.close()

        together(close, close, *[player(match, number * 10 + i, 10) for i in range(2)])
        kept = Journal.record(path).moves
        assert kept == match.moves[: len(kept)]
        with pytest.raises(ValueError, match="closed"):
            journal._file.raw.fileno()


def test_two_threads_that_close_a_journal_unlock_its_file_once(tmp_path, monkeypatch):
    journal = Journal.create(tmp_path / "journal", Match(Quiclo(players=2), 1))
    unlock, unlocked = journal._file._unlock, []

    def slowly():
        unlocked.append(threading.get_ident())
        time.sleep(0.02)
        unlock()

    monkeypatch.setattr(journal._file, "_unlock", slowly)
    together(journal.close, journal.close)
    assert len(unlocked) == 1


# --- a match inside itself

INSIDE = {
    "play": lambda match: match.play(match.legal_moves(match.actors[0])[0], match.actors[0]),
    "undo": lambda match: match.undo(),
    "redo": lambda match: match.redo(),
    "keep": lambda match: match.keep(None),
    "drive": lambda match: drive(match, [RandomPlayer(1), RandomPlayer(2)]),
    "undo nothing": lambda match: match.undo(0),
}


@pytest.mark.parametrize("name", INSIDE)
def test_a_keeper_cannot_change_the_match(name):
    match = Match(Quiclo(players=2), 5)
    match.play("draw", 0)
    match.play("draw", 1)
    match.undo()
    heard = []

    def keeper(change):
        heard.append(change)
        with pytest.raises(ReentranceError, match="inside") as caught:
            INSIDE[name](match)
        assert isinstance(caught.value, ShedkitError)
        # to ask is allowed
        assert len(match) == 1 and match.actors == (1,) and match.news(0) and match.knowledge(1) and match.view(0)
        assert len(match.branch()) == 1
        INSIDE["play"](match.branch())  # another match

    match.keep(keeper)
    match.play("draw", 1)
    assert len(heard) == 1
    assert [str(made.move) for made in match.moves] == ["draw", "draw"]


@pytest.mark.parametrize("name", INSIDE)
def test_what_a_keeper_tries_fails_with_it(name):
    match = Match(Quiclo(players=2), 5)
    match.play("draw", 0)
    before = match.state, match.version, match.moves
    match.keep(lambda change: INSIDE[name](match))
    for change in (lambda: match.play("draw", 1), match.undo):
        with pytest.raises(ReentranceError):
            change()
        assert (match.state, match.version, match.moves) == before
    match.keep(None)
    match.play("draw", 1)  # it is as free as before
    match.undo(2)


def test_a_keeper_that_plays_leaves_a_journal_of_another_match_alone(tmp_path):
    """Two matches may be bound to each other, as long as no circle closes."""
    match, other = Match(Quiclo(players=2), 5), Match(Quiclo(players=2), 5)
    match.keep(lambda change: other.play(change.move, change.player))
    with Journal.create(tmp_path / "a", other):
        match.play("draw", 0)
        match.play("draw", 1)
    assert other.moves == match.moves == Journal.record(tmp_path / "a").moves
    other.keep(lambda change: match.undo())
    with pytest.raises(ReentranceError):
        match.play("draw", 0)
    assert len(match) == len(other) == 2


def test_rules_that_play_from_inside_are_refused_as_well():
    class Sly(Quiclo):
        def apply(self, state, move, player):
            with suppress(ReentranceError):
                matches[0].play("draw", player)
                raise AssertionError("it was let in")
            return super().apply(state, move, player)

    matches = [Match(Sly(players=2), 5)]
    matches[0].play("draw", 0)
    assert len(matches[0]) == 1


def test_a_change_in_another_thread_from_inside_a_change_waits_and_is_made():
    """That is no re-entrance: whoever waits for it inside would wait for ever, whoever does not is served next."""
    match = Match(Quiclo(players=2), 5)
    with ThreadPoolExecutor(1) as pool:
        tasks = []

        def keeper(change):
            if not tasks:
                tasks.append(pool.submit(match.play, "draw", 1))
                time.sleep(0.01)
                assert not tasks[0].done()

        match.keep(keeper)
        match.play("draw", 0)
        tasks[0].result(60)
    assert [made.player for made in match.moves] == [0, 1]


class Handler:
    """What a signal handler does, done once, before the so-and-so-many-th instruction of a change.

    An interpreter calls handlers between instructions, at more and other places from version to version.
    """

    def __init__(self, place, act):
        self.place, self.act, self.count = place, act, 0

    def __call__(self, frame, event, _):
        if os.path.basename(os.path.dirname(frame.f_code.co_filename)) != "table":
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.count += 1
            if self.count == self.place:
                self.act()
        return self


def handled(match, place):
    """Play while a handler plays as well; whether its move was made, and how many instructions there were."""
    made = []

    def act():
        with suppress(ReentranceError, IllegalMove):
            match.play("draw", 0)
            made.append("handler")

    handler = Handler(place, act)
    before = sys.gettrace()

    def play():
        sys.settrace(handler)
        try:
            match.play("draw", 0)
            made.append("program")
        except IllegalMove:
            assert made == ["handler"], "the move was there to be made"
        finally:
            sys.settrace(before)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    thread.join(30)
    assert not thread.is_alive(), f"the handler waits for ever at instruction {place}"
    return made, handler.count


def test_a_signal_handler_that_plays_never_waits_for_the_program_it_interrupts(tmp_path):
    path = tmp_path / "a"
    place, count, seen = 0, 0, set()
    while place <= count:
        place += 1
        match = Match(Quiclo(players=2), 5)
        journal = Journal.create(path, match, sync=False)
        made, count = handled(match, place)
        seen.add(tuple(made))
        # either is refused: it is not this player's turn twice
        assert made in (["handler"], ["program"])
        assert len(match) == 1
        match.play("draw", 1)
        assert Journal.record(path).moves == match.moves
        journal.close()
        path.unlink()
    assert seen == {("handler",), ("program",)}


# --- a match that players are playing


class Meddler(RandomPlayer):
    """A player that tries to change the match it plays in."""

    def __init__(self, seed, match, acts):
        super().__init__(seed)
        self.match, self.acts, self.refused = match, acts, 0

    def _try(self):
        for act in self.acts:
            with pytest.raises(ReentranceError):
                INSIDE[act](self.match)
            self.refused += 1

    def choose(self, view, moves):
        self._try()
        return super().choose(view, moves)

    def observe(self, view, events):
        self._try()


def test_players_observers_and_watchers_cannot_change_the_match_they_play():
    match = Match(Quiclo(players=2), 5)
    meddler = Meddler(1, match, ["play", "undo", "redo", "drive"])
    steps = []

    def watch(step):
        steps.append(step)
        meddler._try()

    played = drive(match, [meddler, RandomPlayer(2)], 20, watch=watch)
    assert played.moves == len(match) == len(steps) == 20
    # the watcher after each move, the observer once more, and the player for each of its own
    assert meddler.refused == 4 * (20 + 21 + sum(made.player == 0 for made in match.moves))
    match.undo()  # afterwards it is free


def test_nor_can_other_threads():
    match = Match(Quiclo(players=2), 5)
    going_on = threading.Event()

    def watch(step):
        going_on.set()
        time.sleep(0.001)

    def meddle():
        assert going_on.wait(60)
        with pytest.raises(ReentranceError, match="players are playing"):
            match.play("draw", match.actors[0])
        return len(match)

    together(lambda: drive(match, [RandomPlayer(1), RandomPlayer(2)], 60, watch=watch), meddle)
    assert len(match) == 60


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, ReentranceError])
def test_a_driver_that_is_stopped_leaves_the_match_free(tmp_path, error):
    match = Match(Quiclo(players=2), 5)

    def watch(step):
        if len(match) == 7:
            raise error("stop")

    with Journal.create(tmp_path / "a", match):
        with pytest.raises(error):
            drive(match, [RandomPlayer(1), RandomPlayer(2)], watch=watch)
        assert len(match) == 7
        drive(match, [RandomPlayer(1), RandomPlayer(2)], 5)
    assert len(match) == 12
    assert Journal.record(tmp_path / "a") == Record.of(match)


def test_driving_is_playing():
    """The same players make the same moves, whether a match keeps them or not, and hear the same."""

    class Listening(RandomPlayer):
        def __init__(self, seed):
            super().__init__(seed)
            self.heard = []

        def observe(self, view, events):
            self.heard.append((view, events))

    for rules in RULES:
        match = Match(rules, 9)
        driving, simulating = ([Listening(1 + i) for i in range(rules.players)] for _ in range(2))
        driven, simulated = [], []
        assert drive(match, driving, 80, watch=driven.append) == simulate(
            rules, simulating, 9, 80, watch=simulated.append
        )
        assert [watcher.heard for watcher in driving] == [watcher.heard for watcher in simulating]
        assert driven == simulated
        assert match.state == driven[-1].after
        assert [made.move for made in match.moves] == [step.move for step in driven]
        again = Match.again(rules, match.start, match.deal, match.moves)
        for viewer in (*range(rules.players), None):
            assert match.news(viewer) == again.news(viewer)


# --- processes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_forked_while_another_thread_plays_is_not_stuck(tmp_path):
    match = Match(Quiclo(players=2), 5)
    inside, going_on = threading.Event(), threading.Event()

    def keeper(change):
        inside.set()
        assert going_on.wait(60)

    match.keep(keeper)
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(match.play, "draw", 0)
        assert inside.wait(60)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                match._gate._keeper = None
                match.play("draw", 0)
                status = 0 if len(match) == 1 else 2
            finally:
                os._exit(status)
        until = time.monotonic() + 30
        while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
            assert time.monotonic() < until, "the child waits for ever"
            time.sleep(0.01)
        going_on.set()
        playing.result(60)
    assert os.waitstatus_to_exitcode(ended[1]) == 0
    assert len(match) == 1


def test_revealed_cards_stop_an_undo_in_one_step():
    """Whether cards were seen is decided in the same step as the undoing."""
    match = Match(Quiclo(players=2), 5)
    match.play("draw", 0)
    with pytest.raises(CardsRevealed, match=r"player 0 has seen \S+ from the stock"):
        match.undo(unless_revealed=True)
    assert len(match) == 1
