"""`Match` by its specification: what each player gets, versions and news, taking back, branches, bad input, the keeper.

What holds for every game is asked of every game of the catalogue, without a line for any of them.
"""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from helpers import DEFAULTS, each_game, some_rules
from shedkit import (
    CardsRevealed,
    ConfigurationError,
    IllegalMove,
    Journal,
    Knowledge,
    LuckyShutdown,
    MadeMove,
    Match,
    News,
    NotationError,
    PositionError,
    Quiclo,
    Record,
    RecordError,
    Revealed,
    ShanghaiRummy,
    ShedkitError,
    Shithead,
    StaleMove,
    View,
    ViewError,
    codes,
)
from shedkit.core.events import Moved, Place
from shedkit.front import choices, standing

each_rules = pytest.mark.parametrize("rules", some_rules(1, 2), ids=repr)


def viewers(rules):
    return (*range(rules.players), None)


def pick(match, rng):
    """A random actor and one of its moves, sometimes a penalised one."""
    player = rng.choice(match.actors)
    penalised = match.penalised_moves(player)
    if penalised and rng.random() < 0.1:
        return rng.choice(penalised), player
    return rng.choice(match.legal_moves(player)), player


def played(rules, seed, moves):
    match, rng = Match(rules, seed), Random(seed)
    for _ in range(moves):
        if not match.actors:
            break
        match.play(*pick(match, rng))
    return match


def picture(match):
    """All that a match says, to be compared before and after."""
    people = viewers(match.rules)
    return (
        match.state,
        match.start,
        match.moves,
        match.version,
        len(match),
        match.outcome,
        match.actors,
        [(match.version_for(p), match.view(p), match.describe(p), match.news(p, match.version_for(p))) for p in people],
    )


# --- the object in play


@each_rules
def test_it_is_rules_state_history_and_version_in_one(rules):
    match, rng = Match(rules, 11), Random(11)
    assert match.rules is rules
    assert match.state == match.start == rules.deal(11)
    assert match.moves == () and len(match) == match.version == 0
    state, made = match.state, []
    for turn in range(70):
        assert match.state == state
        assert match.actors == rules.actors(state)
        assert match.outcome == rules.outcome(state)
        assert (match.outcome is None) == bool(match.actors)
        for player in range(rules.players):
            assert match.legal_moves(player) == rules.legal_moves(state, player)
            assert match.penalised_moves(player) == rules.penalised_moves(state, player)
        for viewer in viewers(rules):
            assert match.view(viewer) == rules.view(state, viewer)
            assert match.describe(viewer) == rules.describe(rules.view(state, viewer))
            assert match.actors_for(viewer) == rules.actors(rules.view(state, viewer))
        if not match.actors:
            break
        move, player = pick(match, rng)
        assert match.refusal(move, player) is match.refusal(str(move), player) is None
        match.play(str(move) if turn % 2 else move, player)
        state = rules.apply(state, move, player)
        made.append(MadeMove(player, move))
        assert match.moves == tuple(made) and len(match) == match.version == len(made)
    assert match.start == rules.deal(11)
    assert type(match.rules).__name__ in repr(match) and str(len(match)) in repr(match)


@pytest.mark.deep
@each_game
def test_a_whole_game_ends_in_an_outcome_and_takes_no_more_moves(rules):
    match = next(match for seed in range(100) if not (match := played(rules, seed, 3000)).actors)
    before = picture(match)
    assert match.outcome is not None
    for code in {str(made.move) for made in match.moves[-5:]}:
        with pytest.raises(IllegalMove) as caught:
            match.play(code, 0)
        assert caught.value.refusal == match.refusal(code, 0)
    assert picture(match) == before


@each_game
def test_how_it_began_is_kept(rules):
    match = Match(rules, 5)
    seed, cards = match.deal
    assert seed == 5 and cards == rules.order_of(5)
    other = cards[::-1]
    reordered = Match(rules, 5, order=other)
    assert reordered.deal == (5, other)
    assert reordered.start == rules.deal(5, order=other) != match.start
    assert Match(rules, 5, order=codes(other)).start == reordered.start
    assert Match(rules, 5, order=[str(card) for card in other]).start == reordered.start
    later = played(rules, 5, 10).state
    built = Match(rules, state=later)
    assert built.deal is None and built.state == built.start == later and built.moves == ()
    free, free_too = Match(rules), Match(rules)
    assert free.start != free_too.start
    assert rules.deal(free.deal[0], order=free.deal[1]) == free.start


# --- versions and news


def followed(rules, seed, moves):
    """A match after at most so many moves at random, what drew them, and one who heard of all of them."""
    match, rng = Match(rules, seed), Random(seed)
    told = Told(match)
    for _ in range(moves):
        if match.actors:
            told.play(*pick(match, rng))
    return match, rng, told


class Told:
    """What a viewer should hear, worked out move by move beside a match."""

    def __init__(self, match):
        self.match = match
        self.line = dict.fromkeys(viewers(match.rules), ())
        """By viewer, the moves it saw that still stand, each with its events."""
        self.had = {viewer: {0: ()} for viewer in viewers(match.rules)}
        """By viewer and version, the line it had then."""
        self.views = {viewer: {0: match.view(viewer)} for viewer in viewers(match.rules)}
        self.path = []
        """The moves that stand: for each the viewers who saw it."""
        self.count = 0

    def play(self, move, player):
        match, rules = self.match, self.match.rules
        after, events = rules.trace(match.state, move, player)
        saw = {v for v in self.line if rules.view(match.state, v) != rules.view(after, v)}
        before = {v: match.version_for(v) for v in self.line}
        match.play(move, player, before[player])
        assert match.state == after
        self.count += 1
        for viewer, line in self.line.items():
            now = match.version_for(viewer)
            assert now == before[viewer] + (viewer in saw)
            if viewer in saw:
                self.line[viewer] = (*line, (self.count, rules.shown(events, viewer)))
        self.path.append(saw)
        self.note()

    def undo(self, moves):
        before = {viewer: self.match.version_for(viewer) for viewer in self.line}
        old = self.match.version
        self.match.undo(moves)
        assert self.match.version == old + bool(moves)
        back = Counter(viewer for saw in self.path[len(self.path) - moves :] for viewer in saw)
        del self.path[len(self.path) - moves :]
        for viewer, line in self.line.items():
            self.line[viewer] = line[: len(line) - back[viewer]]
            grown = self.match.version_for(viewer) - before[viewer]
            assert grown > 0 if back[viewer] else grown == 0
        self.note()

    def note(self):
        for viewer, line in self.line.items():
            now = self.match.version_for(viewer)
            assert self.had[viewer].setdefault(now, line) == line, "one version, two tables"
            view = self.match.view(viewer)
            assert self.views[viewer].setdefault(now, view) == view

    def check(self, match=None):
        match = self.match if match is None else match
        for viewer, line in self.line.items():
            for since, had in self.had[viewer].items():
                news = match.news(viewer, since)
                assert news.version == match.version_for(viewer)
                stands = line[: len(had)] == had
                if news.taken_back:
                    assert news.events == ()
                    assert len(self.had[viewer]) > len(line) + 1  # something was taken back
                else:
                    assert stands, "moves that were seen are gone, and nobody says so"
                    assert news.events == tuple(event for _, events in line[len(had) :] for event in events)
            assert match.news(viewer, match.version_for(viewer)) == News(match.version_for(viewer), (), False)


@each_rules
def test_versions_and_news_count_what_one_could_see(rules):
    match, rng = Match(rules, 21), Random(21)
    told = Told(match)
    for turn in range(40):
        if not match.actors:
            break
        told.play(*pick(match, rng))
        if turn % 10 == 9:
            told.check()
    told.check()
    for viewer in viewers(rules):
        assert not any(match.news(viewer, since).taken_back for since in range(match.version_for(viewer)))


@each_rules
def test_playing_and_taking_back_at_random(rules):
    match, rng = Match(rules, 22), Random(22)
    told = Told(match)
    for turn in range(60):
        if rng.random() < 0.25 or not match.actors:
            told.undo(min(len(match), rng.choice((0, 1, 1, 2, 5))))
        else:
            told.play(*pick(match, rng))
        if turn % 15 == 14:
            told.check()
    told.check()
    told.undo(len(match))
    assert match.state is match.start and match.moves == ()
    told.check()


@each_game
def test_versions_are_the_same_whenever_they_are_asked_for(rules):
    eager, lazy, rng = Match(rules, 4), Match(rules, 4), Random(4)
    for turn in range(40):
        if turn % 7 == 6:
            eager.undo(2)
            lazy.undo(2)
        move, player = pick(eager, rng)
        eager.play(move, player)
        lazy.play(move, player)
        for viewer in viewers(rules):
            eager.version_for(viewer)
            eager.news(viewer, eager.version_for(viewer))
    for viewer in viewers(rules):
        assert eager.version_for(viewer) == lazy.version_for(viewer)
        for since in range(eager.version_for(viewer) + 1):
            assert eager.news(viewer, since) == lazy.news(viewer, since)


@each_game
def test_a_move_made_for_an_older_table_is_stale(rules):
    match, rng = Match(rules, 6), Random(6)
    for _ in range(25):
        move, player = pick(match, rng)
        now = match.version_for(player)
        before = picture(match)
        # what others choose in secret makes nobody's choice stale
        hidden = rules.name == "lucky-shutdown" and match.state.phase == "choose"
        for wrong in {now + 1, now + 10**6} if hidden else {now - 1, now + 1, 0, now + 10**6} - {now}:
            with pytest.raises(StaleMove) as caught:
                match.play(move, player, wrong)
            assert (caught.value.version, caught.value.now) == (wrong, now)
            assert isinstance(caught.value, ShedkitError)
        assert picture(match) == before
        match.play(move, player, version=now)
        assert match.state != before[0]


@each_game
def test_after_taking_back_a_move_for_the_table_before_is_stale(rules):
    match, rng = Match(rules, 8), Random(8)
    for _ in range(12):
        match.play(*pick(match, rng))
    state = match.state
    move, player = pick(match, rng)
    version = match.version_for(player)
    match.play(move, player, version)
    seen = {viewer: match.version_for(viewer) for viewer in viewers(rules)}
    match.undo()
    assert match.state is state
    for old in (version, seen[player]):
        with pytest.raises(StaleMove):
            match.play(move, player, old)
    assert match.state is state
    for viewer, had in seen.items():
        assert match.news(viewer, had).taken_back
        assert match.news(viewer, had).events == ()
    match.play(move, player, match.version_for(player))
    for viewer, had in seen.items():
        assert match.version_for(viewer) > had
        assert match.news(viewer, had).taken_back  # it has not heard of it since
        assert match.view(viewer) == rules.view(match.state, viewer)


def test_a_decline_is_known_to_nobody_else():
    rules = Shithead(players=3, out_of_turn_quad=True)
    state = rules.position(hands=["4c 9c", "5c 5h 5d 6c", "3d 9d"], discard="5s", turn=0)
    match = Match(rules, state=state)
    before = picture(match)
    match.play("decline", 1)
    assert match.version == 1 and match.version_for(1) == 1
    assert len(match.news(1).events) == 1
    for other in (0, 2, None):
        assert match.version_for(other) == 0 and match.news(other) == News(0, (), False)
    match.play("play 9c", 0, version=0)  # meant for the table before the decline
    assert match.version_for(0) == 1 and match.version_for(1) == 2
    match.undo(2)
    assert match.state == before[0]
    assert match.version_for(1) == 3
    assert match.news(0, 1).taken_back and match.news(1, 2).taken_back
    match.play("decline", 1)
    version = match.version_for(0)
    match.undo()
    assert match.version_for(0) == version  # what it never saw was taken back
    assert not match.news(0, version).taken_back
    match.play("take", 0, version)


def test_lucky_decline_is_known_to_nobody_else():
    rules = LuckyShutdown(players=3)
    state = rules.position(hands=["14o 20o", "13o 13b 13b 21o", "16o 20b"], discard="13o", stock="", turn=0)
    match = Match(rules, state=state)
    match.play("decline", 1)
    assert [match.version_for(viewer) for viewer in (0, 1, 2, None)] == [0, 1, 0, 0]
    match.play("play 14o", 0, 0)


def test_a_hidden_choice_makes_nobody_elses_move_stale():
    """All choose their rows at once: who is slower must not be refused for that."""
    rules = LuckyShutdown(players=3)
    match = Match(rules, seed=1)
    versions = [match.version_for(player) for player in range(3)]
    for player in (2, 0, 1):
        match.play(match.legal_moves(player)[0], player, versions[player])
    assert match.state.phase == "play"


def test_a_choice_that_shows_makes_the_others_moves_stale():
    match = Match(Shithead(players=2), seed=1)
    match.play(match.legal_moves(0)[-1], 0, 0)
    assert match.version_for(1) == 1
    with pytest.raises(StaleMove):
        match.play(match.legal_moves(1)[0], 1, 0)
    match.play(match.legal_moves(1)[0], 1, 1)


def test_a_hidden_choice_is_told_without_its_cards():
    match = Match(LuckyShutdown(players=2), seed=1)
    move = match.legal_moves(0)[0]
    match.play(move, 0)
    mine, theirs = match.news(0).events, match.news(1).events
    assert any(isinstance(event, Moved) and event.cards == move.face_up for event in mine)
    assert not any(str(card) in str(theirs) for card in map(repr, move.face_up))
    assert match.actors == (1,)
    assert match.news(1) == match.news(None)


def test_news_begin_where_one_left():
    match = Match(Quiclo(players=2), seed=7)
    match.play("draw", 0)
    match.play("draw", 1)
    match.play("draw", 0)
    every = match.news(1, 0).events
    later = match.news(1, 2).events
    assert every[-len(later) :] == later and 0 < len(later) < len(every)
    own = [event for event in every if isinstance(event, Moved) and event.target == Place("hands", 1)]
    assert len(own) == 1 and codes(own[0].cards) != "?"
    others = [event for event in every if isinstance(event, Moved) and event.target == Place("hands", 0)]
    assert [codes(event.cards) for event in others] == ["?", "?"]
    assert all(codes(event.cards) == "?" for event in match.news(None).events if isinstance(event, Moved))


# --- what it costs


@pytest.fixture
def calls(monkeypatch):
    """How often the methods of the rules are called, for all classes of rules."""
    counted = Counter()
    for kind in {type(rules) for rules in DEFAULTS}:
        for name in ("trace", "view", "apply", "apply_unchecked", "shown"):
            original = getattr(kind, name)

            def counting(self, *args, _original=original, _name=name, **named):
                counted[_name] += 1
                if _name == "apply_unchecked" and (len(args) > 3 or named):
                    counted["logged"] += (args[3] if len(args) > 3 else named.get("log")) is not None
                return _original(self, *args, **named)

            monkeypatch.setattr(kind, name, counting)
    return counted


@each_game
def test_nothing_is_worked_out_for_events_nobody_asks_for(rules, calls):
    match = played(rules, 9, 60)
    match.branch()
    match.undo(3)
    assert match.version and match.moves
    assert calls["trace"] == calls["shown"] == calls["logged"] == 0
    applied = calls["apply"]
    for viewer in viewers(rules):
        match.version_for(viewer)
    assert calls["trace"] == calls["shown"] == 0 and calls["apply"] == applied


@each_game
def test_news_cost_as_much_as_is_new(rules, calls):
    match = played(rules, 9, 80)
    versions = {viewer: match.version_for(viewer) for viewer in viewers(rules)}
    calls.clear()
    for viewer, now in versions.items():
        match.news(viewer, now)
        assert calls["trace"] == 0
    for viewer, now in versions.items():
        match.news(viewer, now - 1)
    # the last move that each of them saw, and unseen ones after it; each is worked out once, however many ask
    assert 1 <= calls["trace"] <= 20
    calls.clear()
    for viewer, now in versions.items():
        match.news(viewer, now - 1)
    assert calls["trace"] == calls["apply_unchecked"] == 0


@each_game
def test_positions_are_shared_and_not_made_again(rules, calls):
    match, rng, states = Match(rules, 10), Random(10), []
    states.append(match.state)
    for _ in range(40):
        match.play(*pick(match, rng))
        states.append(match.state)
    calls.clear()
    other = match.branch()
    assert not calls  # no rule is asked for a branch
    assert other.state is match.state and other.start is match.start and other.rules is match.rules
    assert all(move is other_move for move, other_move in zip(match.moves, other.moves, strict=True))
    for back in range(39, -1, -1):
        other.undo()
        assert other.state is states[back] and other.branch().state is states[back]
    assert calls["apply"] == calls["apply_unchecked"] == calls["trace"] == 0
    assert match.state is states[-1] and len(match) == 40
    match.undo(40)
    assert match.state is states[0] is match.start


@each_game
def test_work_for_each_move_does_not_grow_with_the_match(rules, calls):
    """Play, taking back and branching at any length: the same calls, so long as somebody follows the match."""

    def work(length):
        match = played(rules, 12, length)
        assert len(match) == length
        for viewer in viewers(rules):
            match.version_for(viewer)
        costs = []
        for act in (lambda: match.play(*pick(match, Random(1))), match.branch, match.undo, match.undo):
            calls.clear()
            act()
            for viewer in viewers(rules):
                match.version_for(viewer)
            costs.append(sum(calls.values()))
        return costs

    short, long = work(8), work(250)
    assert all(late <= early + 2 * (rules.players + 1) for early, late in zip(short, long, strict=True))


@each_game
def test_taking_back_one_by_one_asks_for_each_position_once(rules, calls):
    match = played(rules, 12, 200)
    calls.clear()
    while len(match):
        match.undo()
    assert calls["view"] <= 2 * 200 * (rules.players + 1)


@pytest.mark.deep
@each_game
def test_memory_of_a_branch_does_not_grow_with_the_match(rules):
    def size(length):
        match = played(rules, 13, length)
        for viewer in viewers(rules):
            match.version_for(viewer)
        branches = [match.branch()]
        gc.collect()
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            branches += [match.branch() for _ in range(50)]
            for branch in branches[1:]:
                branch.undo()
            return tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()

    size(2)
    assert size(240) <= size(10) + 50 * 64


# --- branches


@each_rules
def test_branches_go_their_own_ways(rules):
    match, rng, told = followed(rules, 30, 15)
    told.undo(2)
    other = match.branch()
    assert type(other) is Match and picture(other) == picture(match) and other.deal == match.deal
    told.check(other)  # it has had the same versions
    before = picture(match)
    for _ in range(8):
        if other.actors:
            other.play(*pick(other, rng))
    other.undo(1)
    for viewer in viewers(rules):
        other.version_for(viewer)
        assert other.knowledge(viewer).fits(other.view(viewer))
    assert picture(match) == before
    told.check()
    beside = picture(other)
    other.undo(len(other))
    assert picture(match) == before
    third = match.branch()
    match.undo(3)
    if match.actors:
        match.play(*pick(match, rng))
    assert picture(third) == before
    assert beside != picture(other)


# --- bad input


BAD_SEATS = [-1, 99, 10**30, 10**5000, True, 1.0, "0", None, [], {}, float("nan"), object()]
BAD_VERSIONS = [
    True,
    False,
    -1,
    1.0,
    0.0,
    "0",
    [],
    {},
    10**30,
    -(10**30),
    10**5000,
    -(10**5000),
    float("nan"),
    object(),
]


BAD_NUMBERS = [10, 11, -1, 10**30, 10**5000, True, False, 1.0, "1", None, [], float("nan")]


def named(value):
    return f"{'-' * (value < 0)}enormous" if type(value) is int and abs(value) > 10**100 else type(value).__name__


def refuses(match, call, *kinds):
    """The call raises an error of the library, and the match is as it was."""
    before = picture(match)
    with pytest.raises(kinds or ShedkitError) as caught:
        call()
    assert isinstance(caught.value, ShedkitError)
    assert len(str(caught.value)) < 500
    assert picture(match) == before


@each_game
def test_there_is_no_such_player(rules):
    match = played(rules, 14, 9)
    move = match.legal_moves(match.actors[0])[0]
    for seat in [*BAD_SEATS, rules.players]:
        refuses(match, lambda seat=seat: match.play(move, seat), IllegalMove)
        refuses(match, lambda seat=seat: match.play(move, seat, 0))
        refuses(match, lambda seat=seat: match.play(str(move), seat, match.version_for(0)))
        refuses(match, lambda seat=seat: match.legal_moves(seat), ViewError)
        refuses(match, lambda seat=seat: match.penalised_moves(seat), ViewError)
        assert match.refusal(move, seat) is not None
        if seat is not None:
            for ask in (match.view, match.describe, match.actors_for, match.version_for, match.news, match.knowledge):
                refuses(match, lambda ask=ask, seat=seat: ask(seat), ViewError)


@each_game
@pytest.mark.parametrize("version", BAD_VERSIONS, ids=named)
def test_a_version_that_cannot_be(rules, version):
    match = played(rules, 14, 9)
    player = match.actors[0]
    move = match.legal_moves(player)[0]
    refuses(match, lambda: match.play(move, player, version), StaleMove)
    refuses(match, lambda: match.news(player, version), ViewError)
    fresh = Match(rules, 14)
    refuses(fresh, lambda: fresh.play(fresh.legal_moves(fresh.actors[0])[0], fresh.actors[0], version), StaleMove)


@each_game
def test_news_of_a_version_one_never_had(rules):
    match = played(rules, 14, 9)
    for viewer in viewers(rules):
        refuses(match, lambda viewer=viewer: match.news(viewer, match.version_for(viewer) + 1), ViewError)
        refuses(match, lambda viewer=viewer: match.news(viewer, None), ViewError)


@each_game
@pytest.mark.parametrize("moves", BAD_NUMBERS, ids=named)
def test_too_much_taken_back(rules, moves):
    match = played(rules, 14, 9)
    refuses(match, lambda: match.undo(moves), ViewError)


@each_game
def test_moves_of_other_games_and_broken_codes(rules):
    match = played(rules, 14, 9)
    player = match.actors[0]
    foreign = [
        move
        for other in DEFAULTS
        if other is not rules
        for move in other.legal_moves(other.deal(1), other.actors(other.deal(1))[0])[:2]
    ]
    for move in foreign:
        refuses(match, lambda move=move: match.play(move, player), IllegalMove)
        refuses(match, lambda move=move: match.play(move, player, match.version_for(player)), IllegalMove)
    for thing in (None, 7, [], {}, object(), b"draw", match.state, match.view(0)):
        refuses(match, lambda thing=thing: match.play(thing, player), IllegalMove)
    for code in ("", " ", "nonsense", "play", "play 99zz", "play /", "x" * 10**5, "play " + "2c " * 5000, "\x00", "ßé"):
        refuses(match, lambda code=code: match.play(code, player), NotationError, IllegalMove)
        refuses(
            match, lambda code=code: match.play(code, player, match.version_for(player)), NotationError, IllegalMove
        )
        with suppress(NotationError):
            assert match.refusal(code, player) is not None


@each_game
def test_an_illegal_move_changes_nothing(rules):
    match, rng = Match(rules, 15), Random(15)
    seen = {}
    for _ in range(30):
        move, player = pick(match, rng)
        seen[move] = None
        match.play(move, player)
        for old in list(seen)[-6:]:
            for seat in range(rules.players):
                refusal = match.refusal(old, seat)
                if refusal is not None:
                    state, version = match.state, match.version
                    with pytest.raises(IllegalMove) as caught:
                        match.play(old, seat)
                    assert caught.value.refusal == refusal
                    assert match.state is state and match.version == version
                else:
                    assert old in match.legal_moves(seat) or old in match.penalised_moves(seat)


@each_game
def test_a_match_that_cannot_begin(rules):
    for seed in ("1", 1.5, True, 2**128, 10**5000, [], object()):
        with pytest.raises(ConfigurationError):
            Match(rules, seed)
    others = [other for other in DEFAULTS if other is not rules]
    for state in (7, "x", [], *[other.deal(1) for other in others], rules.view(rules.deal(1), 0)):
        with pytest.raises(PositionError):
            Match(rules, state=state)
    for both in ({"seed": 1}, {"order": rules.order_of(1)}):
        with pytest.raises(ConfigurationError):
            Match(rules, state=rules.deal(1), **both)
    with pytest.raises(ShedkitError):
        Match(rules, state=rules.evolve(players=rules.players + 1).deal(1))
    with pytest.raises(ShedkitError):
        Match(rules, state=rules.view(rules.deal(1), 0).state)


@each_game
def test_an_order_that_is_not_the_deck(rules):
    deck = rules.deck
    for order in ("", "nonsense", deck[1:], deck + deck[:1], deck[:1] + deck[:-1], 7, [None], [[]]):
        with pytest.raises(ConfigurationError):
            Match(rules, 1, order=order)


# --- the keeper


@each_game
def test_the_keeper_gets_each_move_before_it_takes_effect(rules):
    match, rng, heard = Match(rules, 16), Random(16), []

    def keeper(what):
        heard.append((what, match.state, match.version, len(match)))

    match.keep(keeper)
    for _ in range(10):
        move, player = pick(match, rng)
        state, version, made = match.state, match.version, len(match)
        match.play(str(move), player)
        assert heard[-1] == (MadeMove(player, move), state, version, made)
        assert heard[-1][1] is state
    assert len(heard) == 10
    with pytest.raises(StaleMove):
        match.play(*pick(match, rng), version=10**6)
    with pytest.raises(IllegalMove):
        match.play(pick(match, rng)[0], rules.players)
    with pytest.raises(NotationError):
        match.play("nonsense", match.actors[0])
    with pytest.raises(ViewError):
        match.undo(11)
    match.undo(0)
    assert len(heard) == 10
    state = match.state
    match.undo(3)
    assert heard[-1][0] == 3 and heard[-1][1] is state and len(heard) == 11
    other = match.branch()
    other.play(*pick(other, rng))
    other.undo()
    assert len(heard) == 11  # a branch is not kept
    match.keep(None)
    match.play(*pick(match, rng))
    assert len(heard) == 11


class Full(Exception):
    """The disk."""


@each_game
def test_a_keeper_that_fails_leaves_everything_as_it_was(rules):
    match, rng = played(rules, 17, 12), Random(17)

    def keeper(what):
        raise Full

    match.keep(keeper)
    before = picture(match)
    for _ in range(5):
        move, player = pick(match, rng)
        with pytest.raises(Full):
            match.play(move, player)
        with pytest.raises(Full):
            match.play(move, player, match.version_for(player))
        with pytest.raises(Full):
            match.undo(2)
        assert picture(match) == before
    match.keep(None)
    match.undo(2)
    assert len(match) == 10
    assert match.news(0, before[-1][0][0]).taken_back


# --- nothing leaks


@each_rules
def test_what_a_player_gets_hangs_on_nothing_hidden(rules):
    """Two tables that look alike go on alike, as long as the same is seen to happen."""
    match, rng = Match(rules, 18), Random(18)
    compared = 0
    for turn in range(40):
        if not match.actors:
            break
        for viewer in viewers(rules) if turn % 4 == 0 else ():
            here = Match(rules, state=match.state)
            there = Match(rules, state=rules.sample(match.view(viewer), rng.getrandbits(30)))
            for _ in range(4):
                if not here.actors:
                    break
                both = [
                    (move, player)
                    for player in here.actors
                    for move in here.legal_moves(player)
                    if player in there.actors and there.refusal(move, player) is None
                ]
                if not both:
                    break
                move, player = rng.choice(both)
                for each in (here, there):
                    each.play(move, player, each.version_for(player))
                if here.view(viewer) != there.view(viewer):
                    break  # cards came up that lay differently
                assert here.version_for(viewer) == there.version_for(viewer)
                if _open(here) == _open(there):
                    compared += 1
                    assert here.news(viewer) == there.news(viewer)
                    assert here.describe(viewer) == there.describe(viewer)
        match.play(*pick(match, rng))
    assert compared > 3


def _open(match):
    """The cards that went through a place open to all, in the moves of a match."""
    rules = match.rules
    now, cards = match.start, []
    for made in match.moves:
        now, events = rules.trace(now, made.move, made.player)
        moved = [event for event in events if isinstance(event, Moved)]
        cards += [move.cards for move in moved if rules.can_see(move.source, None) or rules.can_see(move.target, None)]
    return cards


@each_game
def test_what_a_player_gets_holds_no_way_to_the_truth(rules):
    match = played(rules, 19, 20)
    hidden = {id(match.state), id(match.start), id(match)}
    for viewer in viewers(rules):
        view = match.view(viewer)
        assert isinstance(view, View)
        todo, met = [view, match.news(viewer), match.knowledge(viewer).cases], set()
        while todo:
            thing = todo.pop()
            if id(thing) in met or isinstance(thing, type):
                continue
            met.add(id(thing))
            assert id(thing) not in hidden
            if isinstance(thing, tuple):
                todo += thing
            elif hasattr(type(thing), "__attrs_attrs__"):
                todo += [getattr(thing, field.name) for field in type(thing).__attrs_attrs__]


# --- knowledge of a match


@each_rules
def test_knowledge_is_that_of_somebody_who_was_there_from_the_start(rules):
    match, rng = Match(rules, 20), Random(20)
    memory = {viewer: [Knowledge.of(rules, match.view(viewer))] for viewer in viewers(rules)}
    for _ in range(40):
        if not match.actors:
            break
        move, player = pick(match, rng)
        _, events = rules.trace(match.state, move, player)
        match.play(move, player)
        for viewer, known in memory.items():
            known.append(known[-1].after(rules.shown(events, viewer)))
    for viewer, known in memory.items():
        assert match.knowledge(viewer) == known[-1]
    other = match.branch()
    match.undo(len(match) // 2)
    for viewer, known in memory.items():
        assert match.knowledge(viewer) == known[len(match)]
        assert match.knowledge(viewer).player == viewer
        assert other.knowledge(viewer) == known[len(other)]
    for turn in range(20):  # asked for now and then
        if turn % 6 == 5 or not match.actors:
            match.undo(2)
        else:
            match.play(*pick(match, rng))
        for viewer in rng.sample(viewers(rules), 2):
            again = Match(rules, state=match.start)
            for made in match.moves:
                again.play(made.move, made.player)
            assert match.knowledge(viewer) == again.knowledge(viewer)
            assert match.knowledge(viewer).fits(match.view(viewer))


def test_knowledge_of_a_match_that_began_in_the_middle():
    rules = Shithead(players=2)
    match = Match(rules, state=rules.position(hands=["3c 9s", "4c 5c"], discard="7h 8d", turn=1))
    assert match.knowledge(0).certain(Place("hands", 1)) == ()
    match.play("take", 1)
    assert codes(match.knowledge(0).certain(Place("hands", 1))) == "7h 8d"
    assert codes(match.knowledge(None).certain(Place("hands", 1))) == "7h 8d"
    match.undo()
    assert match.knowledge(0).certain(Place("hands", 1)) == ()


def test_the_values_are_frozen():
    match = Match(ShanghaiRummy(players=2), seed=1)
    match.play(match.legal_moves(0)[0], 0)
    for value, name in ((match.moves[0], "player"), (match.news(0), "version")):
        with pytest.raises(AttributeError):
            setattr(value, name, 5)
        assert hash(value) == hash(value) and value == value
    for name in ("state", "version", "moves", "start", "rules", "outcome", "actors"):
        with pytest.raises(AttributeError):
            setattr(match, name, None)


# --- redoing


@each_rules
def test_redoing_gives_back_what_was_undone(rules):
    match, _, told = followed(rules, 31, 12)
    states = [match.state]
    moves = match.moves
    versions = {viewer: match.version_for(viewer) for viewer in viewers(rules)}
    count = len(match)
    for back in (1, 3, 2):
        told.undo(back)
        states.append(match.state)
        assert match.undone == moves[len(match) :]
    assert len(match) == count - 6
    version = match.version
    for forth, state in ((2, states[2]), (3, states[1]), (1, states[0])):
        match.redo(forth)
        version += forth
        assert match.state is state
        assert match.version == version
        assert match.undone == moves[len(match) :]
    assert match.moves == moves
    for viewer, had in versions.items():
        if had:
            assert match.version_for(viewer) > had
        assert match.news(viewer, 0).events == Match.again(rules, match.start, match.deal, moves).news(viewer, 0).events
        assert match.knowledge(viewer).fits(match.view(viewer))


def test_whoever_saw_the_undoing_is_told_of_the_redoing():
    match = Match(Quiclo(players=2), seed=7)
    match.play("draw", 0)
    match.play("draw", 1)
    before = match.version_for(0)
    events = match.news(0, 1).events
    match.undo()
    undone = match.version_for(0)
    match.redo()
    assert match.news(0, undone).events == events
    assert match.news(0, before) == News(match.version_for(0), (), taken_back=True)
    with pytest.raises(StaleMove):
        match.play("draw", 0, before)
    match.play("draw", 0, match.version_for(0))


def test_a_move_that_is_played_forgets_what_was_undone():
    match = Match(Quiclo(players=2), seed=7)
    match.play("draw", 0)
    match.play("draw", 1)
    match.undo(2)
    branch = match.branch()
    match.play(match.legal_moves(0)[0], 0)
    assert match.undone == ()
    refuses(match, lambda: match.redo(), ViewError)
    assert len(branch.undone) == 2  # a branch has its own
    branch.redo(2)
    assert [str(made.move) for made in branch.moves] == ["draw", "draw"]


@pytest.mark.parametrize("moves", [3, -1, 10**30, 10**5000, True, False, 1.0, "1", None, [], float("nan")], ids=named)
def test_too_much_redone(moves):
    match = Match(Quiclo(players=2), seed=7)
    match.play("draw", 0)
    match.play("draw", 1)
    match.undo(2)
    refuses(match, lambda: match.redo(moves), ViewError)
    assert len(match.undone) == 2
    match.redo(0)
    assert len(match.undone) == 2


def test_undoing_and_redoing_long_matches_costs_little(calls):
    match = played(Quiclo(players=2, misplay="illegal"), 3, 200)
    calls.clear()
    match.undo(len(match))
    match.redo(len(match.undone))
    assert calls["apply"] == calls["apply_unchecked"] == calls["trace"] == 0


# --- cards that were seen


def test_undoing_stops_at_a_card_that_was_drawn():
    match = Match(Quiclo(players=2), seed=7)
    match.play("draw", 0)
    card = next(event.cards[0] for event in match.news(0).events if isinstance(event, Moved))
    assert match.revealed() == (Revealed(0, (card,), Place("stock")),)
    before = picture(match)
    with pytest.raises(CardsRevealed) as caught:
        match.undo(unless_revealed=True)
    assert str(caught.value) == f"these moves are not undone: player 0 has seen {card} from the stock"
    assert picture(match) == before
    match.undo()
    assert len(match) == 0


def test_a_card_that_is_laid_is_seen_by_the_others():
    rules = Shithead(players=3)
    match = Match(rules, state=rules.position(hands=["3c 9s", "4c 5c", "6c"], discard="", stock="", turn=0))
    match.play("play 3c", 0)
    card = match.state.discard[0]
    assert match.revealed() == (Revealed(1, (card,), Place("hands", 0)), Revealed(2, (card,), Place("hands", 0)))


def test_what_was_known_is_not_revealed():
    """Whoever has seen the pile being taken knows what is laid from it."""
    rules = Shithead(players=2)
    match = Match(rules, state=rules.position(hands=["3c", "9s"], discard="7h 8d", turn=0, stock="4c 4d 4h"))
    match.play("take", 0)
    assert match.revealed() == ()
    match.undo(unless_revealed=True)
    match.redo()
    match.play("play 9s", 1)
    assert [str(card) for card in match.revealed()] == [
        "player 0 has seen 9s from player 1's hand",
        "player 1 has seen 4c 4d 4h from the stock",
    ]
    assert match.revealed(2) == match.revealed()
    match.undo(2)
    assert match.revealed(0) == ()
    match.redo()
    match.undo(unless_revealed=True)


def test_nothing_is_revealed_by_a_secret_choice_but_to_oneself():
    match = Match(LuckyShutdown(players=2), seed=1)
    match.play(match.legal_moves(0)[0], 0)
    assert match.revealed() == ()
    match.undo(unless_revealed=True)


@pytest.mark.parametrize("moves", BAD_NUMBERS, ids=named)
def test_revealed_by_too_much(moves):
    match = played(Quiclo(players=2), 14, 9)
    refuses(match, lambda: match.revealed(moves), ViewError)
    refuses(match, lambda: match.undo(moves, unless_revealed=True), ViewError)


# --- news that cost what they tell


@each_game
def test_news_of_at_most_so_many_moves(rules, calls):
    match = played(rules, 9, 80)
    for viewer in viewers(rules):
        now = match.version_for(viewer)
        every = match.news(viewer)
        assert match.news(viewer, 0, 80) == match.news(viewer, 0, 10**9) == every
        assert every.complete and not every.left_out
        for most in (0, 1, 5, 30):
            news = match.news(viewer, 0, most)
            assert news == News(now, (), left_out=True) and not news.complete
            assert match.news(viewer, now, most) in (News(now, ()), News(now, (), left_out=True))
    calls.clear()
    again = Match.again(rules, match.start, match.deal, match.moves)
    for viewer in viewers(rules):
        again.version_for(viewer)
    calls.clear()
    for viewer in viewers(rules):
        again.news(viewer, 0, 30)
    assert calls["trace"] == calls["shown"] == calls["view"] == 0


def test_news_of_a_number_of_moves_that_is_none():
    match = played(Quiclo(players=2), 9, 8)
    for most in (-1, True, 1.0, "1", [], -(10**5000)):
        refuses(match, lambda most=most: match.news(0, 0, most), ViewError)


@each_game
def test_events_are_made_together_with_the_move_while_somebody_follows(rules, calls):
    match, rng = Match(rules, 9), Random(9)
    versions = dict.fromkeys(viewers(rules), 0)
    for turn in range(30):
        move, player = pick(match, rng)
        calls.clear()
        match.play(move, player)
        for viewer in versions:
            versions[viewer] = match.news(viewer, versions[viewer]).version
        assert calls["apply"] + calls["trace"] == (2 if turn == 0 else 1)
    quiet = 0
    for _ in range(40):  # nobody asks any more
        calls.clear()
        match.play(*pick(match, rng))
        quiet += calls["trace"]
    assert 0 < quiet < 20


def test_memory_of_events_does_not_grow_with_the_match():
    """Two clients that hear of every move; what is kept for them is what was heard last."""
    match, rng, versions = Match(Quiclo(players=2), 3), Random(3), [0, 0]
    sizes = []
    gc.collect()
    tracemalloc.start()
    try:
        while len(sizes) < 3:
            if not match.actors:
                match.undo(len(match) // 2)
            match.play(*pick(match, rng))
            for player in (0, 1):
                versions[player] = match.news(player, versions[player]).version
            if match.version % 1000 == 0:
                sizes.append(sum(node.events is not None for node in match._gate.now.node.line()))
    finally:
        tracemalloc.stop()
    assert max(sizes) <= 256
    again = Match.again(match.rules, match.start, match.deal, match.moves)
    assert match.news(0).events == again.news(0).events


# --- names


NAMES_OF_PEOPLE = [
    "山田\u3000太郎",
    "Anne\u00a0Marie",
    "👩\u200d🚀",
    "می\u200cخواهم",
    "a\u2003b",
    "Zoë",
    "",
    "'; --",
    "x" * 200,
]
NO_NAMES = ["a\nb", "a\x00", "\ud800", "a\u2028b", "a\u202eb", "\ufeffa", "x" * 201, "\x1b[31m", 7, None, b"a", ["a"]]


@pytest.mark.parametrize("name", NAMES_OF_PEOPLE, ids=ascii)
def test_names_of_people_are_kept_in_records(name, tmp_path):
    match = Match(Quiclo(players=2, hand_size=2), 5, players=[name, "Ben"])
    assert match.players == match.branch().players == (name, "Ben")
    while match.actors:
        match.play(match.legal_moves(match.actors[0])[0], match.actors[0])
    record = Record.of(match)
    assert record.players == (name, "Ben")
    assert Record.from_json(record.to_json()) == record
    assert record.resume().players == (name, "Ben")
    with Journal.create(tmp_path / "a", match) as journal:
        assert journal.players == (name, "Ben")
    again, journal = Journal.resume(tmp_path / "a")
    journal.close()
    assert again.players == (name, "Ben")
    assert Record.of(match, ["Cleo", name]).players == ("Cleo", name)


@pytest.mark.parametrize("name", NO_NAMES, ids=ascii)
def test_what_is_no_name_is_refused_when_the_match_begins(name):
    with pytest.raises(RecordError, match="players: a name is a line"):
        Match(Quiclo(players=2), 5, players=[name, "Ben"])


@pytest.mark.parametrize("names", ["ab", ["Ann"], ["a", "b", "c"], 7, {"a", "b"}, None])
def test_names_for_other_tables_are_refused_when_the_match_begins(names):
    with pytest.raises(RecordError, match="players: a name for each of 2 seats expected, or none"):
        Match(Quiclo(players=2), 5, players=names)


# --- what is told of a version


@pytest.mark.parametrize(
    ("version", "kept", "said"),
    [
        ("0", "0", "version '0', but"),
        (1.0, 1.0, "version 1.0, but"),
        (True, True, "version True, but"),
        ([1], "a list", "version a list, but"),
        ("x" * 100, "x" * 100, "version 'xxxx"),
        (-7, -7, "version -7, but"),
        (10**5000, 10**5000, "version a huge number, but"),
    ],
    ids=["text", "float", "bool", "list", "long", "negative", "huge"],
)
def test_a_stale_move_names_the_version_that_was_given(version, kept, said):
    match = Match(Quiclo(players=2), 5)
    with pytest.raises(StaleMove) as caught:
        match.play("draw", 0, version)
    error = caught.value
    assert (error.version, error.now) == (kept, 0)
    assert said in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (again.version, again.now, str(again)) == (kept, 0, str(error))


# --- what front ends ask


def test_news_stand_move_by_move_as_well_and_of_a_secret_move_nothing_is_told() -> None:
    rules = Shithead(players=3, out_of_turn_quad=True, multi_card=True)
    state = rules.position(hands=["9s Kc", "7h 7s 3c", "4c 5c"], discard="7c 7d")
    match = Match(rules, state=state)
    match.play("decline", 1)
    match.play("play 9s", 0)
    match.play("take", 1)
    for viewer in (0, 1, 2, None):
        news = match.news(viewer)
        assert tuple(event for told in news.moves for event in told.events) == news.events
        assert [told.player for told in news.moves] == ([1, 0, 1] if viewer == 1 else [0, 1])
    assert match.news(0, match.version_for(0)).moves == ()


def test_a_player_goes_back_to_its_own_last_decision() -> None:
    match = Match(Quiclo(players=3), seed=7)
    for _ in range(5):
        player = match.actors[0]
        match.play(match.legal_moves(player)[0], player)
    before = len(match)
    match.undo_own(0)  # moves 1 and 4 were those of player 0
    assert (before, len(match), match.actors) == (5, 3, (0,))
    match.undo_own(2)
    assert (len(match), match.actors) == (2, (2,))
    with pytest.raises(ViewError, match="player 2 has made no move"):
        match.undo_own(2)
    with pytest.raises(ViewError, match="there is no player 3"):
        match.undo_own(3)
    assert len(match) == 2
    match.redo()
    assert len(match) == 3


def test_nobody_goes_back_past_what_was_seen_where_that_is_refused() -> None:
    match = Match(Quiclo(players=2), seed=7)
    match.play("draw", 0)
    with pytest.raises(CardsRevealed):
        match.undo_own(0, unless_revealed=True)
    assert len(match) == 1


def test_what_a_match_tells_a_front_end_is_what_the_rules_say() -> None:
    rules = ShanghaiRummy(players=3)
    match = Match(rules, seed=3)
    for _ in range(12):
        player = match.actors[0]
        for seat in range(3):
            assert match.choices(seat) == choices(rules, match.view(seat))
            assert match.standing(seat) is standing(rules, match.view(seat), seat)
            assert match.suggested(seat) == rules.suggested(match.view(seat), seat)
            assert match.headline(seat) == rules.headline(match.view(seat))
        match.play(match.legal_moves(player)[-1], player)
    for ask in (match.choices, match.standing, match.suggested):
        with pytest.raises(ViewError, match="there is no player 3"):
            ask(3)
