"""A match with its journal, branches, crashes and two clients, in any order Hypothesis comes up with."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path
from random import Random
from unittest import mock

import pytest
from hypothesis import seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from shedkit import (
    CardsRevealed,
    Journal,
    LuckyShutdown,
    MadeMove,
    Match,
    Quiclo,
    RecordError,
    ShanghaiRummy,
    Shithead,
    StaleMove,
    ViewError,
)
from shedkit.core.events import Moved
from shedkit.table.files import HeldFile

RULES = {
    "quiclo": Quiclo(players=2),
    "shithead": Shithead(players=2, out_of_turn_quad=True),
    "lucky-shutdown": LuckyShutdown(players=3),
    "shanghai-rummy": ShanghaiRummy(players=2),
}
CLIENTS = (0, 1)
LISTS = {"undo": "moves", "redo": "undone"}
"""What a change needs enough of."""


class Crash(BaseException):
    """The program ends here."""


class Line:
    """What a match should be: the states and moves of its line, and the moves that can be redone."""

    def __init__(self, start):
        self.states, self.moves, self.undone, self.version = [start], [], [], 0

    def copy(self):
        other = Line(self.states[0])
        other.states, other.moves, other.undone = self.states[:], self.moves[:], self.undone[:]
        other.version = self.version
        return other

    def play(self, rules, made):
        self.states.append(rules.apply(self.states[-1], made.move, made.player))
        self.moves.append(made)
        self.undone.clear()
        self.version += 1

    def undo(self, moves):
        for _ in range(moves):
            self.states.pop()
            self.undone.append(self.moves.pop())
        self.version += bool(moves)

    def redo(self, rules, moves):
        for _ in range(moves):
            undone = self.undone[:-1]
            self.play(rules, self.undone[-1])
            self.undone = undone

    def check(self, match):
        assert match.moves == tuple(self.moves)
        assert match.state == self.states[-1]
        assert len(match) == len(self.moves)
        assert match.undone == tuple(reversed(self.undone))
        assert match.version == self.version


def made_of(change, moves, there):
    """Whether a change of so many moves was made; it is refused if there are not as many."""
    if moves > len(there):
        with pytest.raises(ViewError):
            change(moves)
        return False
    change(moves)
    return True


class Table(RuleBasedStateMachine):
    """The match, its journal, two clients that hear of it now and then, and branches."""

    name = "quiclo"
    branches = Bundle("branches")

    @initialize(seed=st.integers(0, 50))
    def begin(self, seed):
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "table"
        self.rules = RULES[self.name]
        self.match = Match(self.rules, seed, players=["Ann", "Ben", "Zoë"][: self.rules.players])
        self.journal = Journal.create(self.path, self.match, sync=True)
        self.line = Line(self.match.start)
        self.seen = {client: (0, self.match.view(client), ()) for client in CLIENTS}
        """By client: its version, its view, and the states of the line at that moment."""
        for client in CLIENTS:
            self.look(client)

    def teardown(self):
        if hasattr(self, "folder"):
            self.journal.close()
            shutil.rmtree(self.folder)

    def pick(self, match, number):
        """One of the moves that can be made."""
        made = [MadeMove(player, move) for player in match.actors for move in match.legal_moves(player)]
        return made[number % len(made)] if made else None

    # changes

    @rule(number=st.integers(0, 10**6), code=st.booleans())
    def play(self, number, code):
        made = self.pick(self.match, number)
        if made is not None:
            self.match.play(str(made.move) if code else made.move, made.player)
            self.line.play(self.rules, made)

    @rule(moves=st.integers(0, 6))
    def undo(self, moves):
        if made_of(self.match.undo, moves, self.line.moves):
            self.line.undo(moves)

    @rule(moves=st.integers(0, 4))
    def redo(self, moves):
        if made_of(self.match.redo, moves, self.line.undone):
            self.line.redo(self.rules, moves)

    @rule(moves=st.integers(1, 3))
    def undo_unless_revealed(self, moves):
        moves = min(moves, len(self.line.moves))
        revealed = self.match.revealed(moves)
        try:
            self.match.undo(moves, unless_revealed=True)
        except CardsRevealed as error:
            assert revealed
            assert all(str(card) in str(error) for card in revealed)
        else:
            assert not revealed
            self.line.undo(moves)

    # clients

    def look(self, client):
        self.seen[client] = self.match.version_for(client), self.match.view(client), tuple(self.line.states)

    @rule(client=st.sampled_from(CLIENTS), most=st.sampled_from([None, 0, 1, 3, 1000]))
    def catch_up(self, client, most):
        since, view, states = self.seen[client]
        news = self.match.news(client, since, most)
        assert news.version == self.match.version_for(client) >= since
        if news.version == since:
            assert self.match.view(client) == view
            assert news.complete or most == 0
        common = 0
        while common < min(len(states), len(self.line.states)) and states[common] is self.line.states[common]:
            common += 1
        if news.complete:
            told = []
            for number, made in enumerate(self.line.moves):
                _, events = self.rules.trace(self.line.states[number], made.move, made.player)
                told.append(self.rules.shown(events, client))
            assert news.events == tuple(event for some in told[max(0, common - 1) :] for event in some)
        else:
            assert news.events == ()
            assert news.left_out != news.taken_back
        self.look(client)

    @rule(client=st.sampled_from(CLIENTS), number=st.integers(0, 10**6))
    def play_for_the_table_seen(self, client, number):
        """A client sends a move for the table it has seen last: if it has changed for the client, that is too late."""
        since, view, _ = self.seen[client]
        moves = self.match.legal_moves(client)
        if not moves:
            return
        move = moves[number % len(moves)]
        try:
            self.match.play(move, client, since)
        except StaleMove as error:
            assert (error.version, error.now) == (since, self.match.version_for(client))
            assert self.match.version_for(client) > since
        else:
            assert self.rules.legal_moves(view, client) == moves
            self.line.play(self.rules, MadeMove(client, move))

    # branches

    @rule(target=branches)
    def branch(self):
        return self.match.branch(), self.line.copy()

    @rule(branch=branches, number=st.integers(0, 10**6), back=st.integers(0, 3))
    def play_on_a_branch(self, branch, number, back):
        match, line = branch
        back = min(back, len(line.moves))
        match.undo(back)
        line.undo(back)
        made = self.pick(match, number)
        if made is not None:
            match.play(made.move, made.player)
            line.play(self.rules, made)
        line.check(match)
        assert match.knowledge(0).fits(match.view(0))

    @rule(branch=branches, number=st.integers(0, 10**6))
    def a_branch_has_a_journal_of_its_own(self, branch, number):
        match, line = branch
        whole, path = self.path.read_bytes(), self.folder / "branch"
        now, on = match.branch(), line.copy()  # so that the next journal of the branch can be begun
        with Journal.create(path, now):
            made = self.pick(now, number)
            if made is not None:
                now.play(made.move, made.player)
                on.play(self.rules, made)
        again, journal = Journal.resume(path)
        journal.close()
        path.unlink()
        assert again.moves == tuple(on.moves)
        assert again.state == on.states[-1]
        assert self.path.read_bytes() == whole

    @rule(branch=consumes(branches))
    def a_branch_ends(self, branch):
        match, line = branch
        line.check(match)
        again = Match.again(self.rules, match.start, match.deal, match.moves)
        for viewer in (*range(self.rules.players), None):
            assert match.news(viewer).events == again.news(viewer).events

    # what goes wrong

    def resume(self, told=0):
        """Take the match up again; so many changes reached the file that nobody was told of."""
        versions = {viewer: self.match.version_for(viewer) for viewer in (*range(self.rules.players), None)}
        old = self.match
        self.match, self.journal = Journal.resume(self.path)
        assert self.match.deal == old.deal and self.match.start == old.start and self.match.players == old.players
        self.line.check(self.match)
        for viewer, version in versions.items():
            assert version <= self.match.version_for(viewer) <= version + told

    @rule(what=st.sampled_from(["play", "undo", "redo"]), number=st.integers(0, 10**6), most=st.integers(0, 80))
    def crash_in_a_write(self, what, number, most):
        """The program ends while a line is written, after any of its bytes; a line that is whole counts."""
        made = self.pick(self.match, number)
        moves = 1 + number % 2
        if (what == "play" and made is None) or (what != "play" and moves > len(getattr(self.line, LISTS[what]))):
            return
        whole, left, write = self.path.read_bytes(), [], HeldFile.write

        def crashing(file, start, text):
            write(file, start, text[:most])
            left.append(self.path.read_bytes())
            raise Crash

        with mock.patch.object(HeldFile, "write", crashing), pytest.raises(Crash):
            self.match.play(made.move, made.player) if what == "play" else getattr(self.match, what)(moves)
        self.line.check(self.match)
        self.journal.close()
        self.path.write_bytes(left[0])  # nothing that came after the crash has happened
        counts = left[0].endswith(b"\n") and left[0] != whole
        if counts and what == "play":
            self.line.play(self.rules, made)
        elif counts:
            self.line.undo(moves) if what == "undo" else self.line.redo(self.rules, moves)
        self.resume(told=counts * moves)
        assert self.path.read_bytes() == (left[0] if counts else whole)

    @rule(torn=st.integers(0, 40), number=st.integers(0, 10**6))
    def crash(self, torn, number):
        """The program ends in the middle of a line; the lock ends with it."""
        whole = self.path.read_bytes()
        self.journal.close()
        line = f'[{self.line.version + 1}, "0 {"x" * 20}", "{number:08x}"]'.encode()
        self.path.write_bytes(whole + line[:torn])
        self.resume()
        assert self.path.read_bytes() == whole

    @rule(number=st.integers(0, 10**6), moves=st.integers(1, 3))
    def the_disk_is_full(self, number, moves):
        made, whole = self.pick(self.match, number), self.path.read_bytes()
        with mock.patch.object(os, "fsync", side_effect=OSError(errno.ENOSPC, "no space")):
            if made is not None:
                with pytest.raises(RecordError, match="no space"):
                    self.match.play(made.move, made.player)
            if moves <= len(self.line.moves):
                with pytest.raises(RecordError, match="no space"):
                    self.match.undo(moves)
        assert self.path.read_bytes() == whole

    @rule(number=st.integers(0, 10**6))
    def an_interrupt(self, number):
        made, whole = self.pick(self.match, number), self.path.read_bytes()
        if made is None:
            return
        with mock.patch.object(os, "fsync", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
            self.match.play(made.move, made.player)
        assert self.path.read_bytes() == whole
        with pytest.raises(RecordError, match="interrupted"):
            self.match.play(made.move, made.player)
        self.line.check(self.match)
        self.journal.close()
        self.resume()

    @rule(
        foreign=st.sampled_from([b"a letter\n", b"a letter", b"\x00"]), cut=st.booleans(), number=st.integers(0, 10**6)
    )
    def somebody_else_writes(self, foreign, cut, number):
        made, whole = self.pick(self.match, number), self.path.read_bytes()
        if made is None:
            return
        other = whole[:-7] if cut else whole + foreign
        self.path.write_bytes(other)
        for _ in range(2):
            with pytest.raises(RecordError, match="somebody else"):
                self.match.play(made.move, made.player)
        assert self.path.read_bytes() == other
        self.journal.close()
        assert self.path.read_bytes() == other
        self.path.write_bytes(whole)  # a copy was kept
        self.resume()

    # what always holds

    @invariant()
    def the_match_is_its_history(self):
        if hasattr(self, "match"):
            self.line.check(self.match)

    @invariant()
    def the_journal_holds_it(self):
        if hasattr(self, "match"):
            record = Journal.record(self.path)
            assert record.moves == self.match.moves
            assert record.players == self.match.players

    @invariant()
    def knowledge_fits(self):
        if hasattr(self, "match"):
            viewer = Random(len(self.line.moves)).choice((*range(self.rules.players), None))
            assert self.match.knowledge(viewer).fits(self.match.view(viewer))

    @invariant()
    def revealed_cards_were_seen(self):
        if hasattr(self, "match") and self.line.moves:
            for revealed in self.match.revealed():
                made = self.line.moves[-1]
                _, events = self.rules.trace(self.line.states[-2], made.move, made.player)
                shown = [event for event in self.rules.shown(events, revealed.player) if isinstance(event, Moved)]
                cards = [card for event in shown if event.source == revealed.source for card in event.cards]
                assert all(any(card is other for other in cards) for card in revealed.cards)
                assert not self.rules.can_see(revealed.source, revealed.player)


def explore(name, examples, steps=40, number=None):
    """Let Hypothesis look for a sequence of steps after which something does not hold; by a number, always the same."""
    kind = type(f"Table_{name}", (Table,), {"name": name})
    run_state_machine_as_test(
        kind if number is None else seed(number)(kind),
        settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None, database=None),
    )


@pytest.mark.parametrize("examples", [6, pytest.param(30, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", RULES)
def test_a_match_in_any_order(name, examples):
    """The campaign `machine` does this with many examples."""
    explore(name, examples)
