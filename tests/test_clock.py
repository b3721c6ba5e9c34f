"""The clock beside a match."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from shedkit import Journal, LuckyShutdown, Match, Quiclo, ShanghaiRummy, Shithead, simple_player
from shedkit.core.errors import ConfigurationError, RecordError, ViewError
from shedkit.players.clock import Clock

SECONDS = 30


class Time:
    """A time that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def beside(match: Match[Any, Any], **more: Any) -> tuple[Clock[Any, Any], Time]:
    time = Time()
    return Clock(match, SECONDS, now=time, **more), time


def test_who_is_on_turn_has_so_long() -> None:
    match = Match(Quiclo(players=2), seed=7)
    clock, time = beside(match)
    assert (clock.left(0), clock.left(1), clock.next_late()) == (30, None, 30)
    time.now += 12
    assert (clock.left(0), clock.left(1), clock.next_late()) == (18, None, 18)
    assert clock.play_late() == ()
    match.play("draw", 0)
    assert (clock.left(0), clock.left(1)) == (None, 30)
    time.now += 100
    assert (clock.left(1), clock.next_late()) == (0, 0)


def test_when_the_time_is_up_the_simple_opponent_plays_and_the_next_has_its_own() -> None:
    match = Match(Quiclo(players=2), seed=7)
    clock, time = beside(match)
    expected = simple_player(match.rules, 0).choose(match.view(0), match.legal_moves(0))
    time.now += 29.5
    assert clock.play_late() == ()
    time.now += 0.5
    (late,) = clock.play_late()
    assert (late.player, late.move) == (0, expected)
    assert [made.move for made in match.moves] == [expected]
    assert clock.left(1) == 30
    assert clock.play_late() == ()


def test_secret_choices_of_others_give_nobody_more_time() -> None:
    match = Match(LuckyShutdown(players=3), seed=7)
    clock, time = beside(match)
    assert [clock.left(player) for player in range(3)] == [30, 30, 30]
    time.now += 20
    match.play(match.legal_moves(1)[0], 1)
    assert [clock.left(player) for player in range(3)] == [10, None, 10]
    time.now += 10
    assert {late.player for late in clock.play_late()} == {0, 2}
    assert match.actors == (match.state.turn,)
    assert clock.left(match.actors[0]) == 30


def test_another_decision_of_the_same_player_has_its_own_time() -> None:
    rules = Shithead(players=2)
    match = Match(rules, state=rules.position(hands=["Tc 4d 5d", "6c 7c"], discard="9c", stock="8c 8d"))
    clock, time = beside(match)
    time.now += 25
    match.play("play Tc", 0)  # a ten burns, and the player is on again
    assert match.actors == (0,)
    assert clock.left(0) == 30


def test_a_chance_to_react_is_declined() -> None:
    rules = Shithead(players=3, out_of_turn_quad=True)
    state = rules.position(hands=["9d 9s 3c", "4c 7h", "Jc 5d Qs"], discard="4d 9c 9h", stock="2s 5s 6h Tc", turn=2)
    match = Match(rules, state=state)
    clock, time = beside(match)
    assert match.actors[0] == 0
    assert clock.left(0) == 30
    time.now += 31
    late = clock.play_late()
    assert (late[0].player, str(late[0].move)) == (0, "decline")


def test_undoing_begins_the_time_anew_and_the_end_ends_it() -> None:
    match = Match(Quiclo(players=2), seed=7)
    clock, time = beside(match)
    match.play("draw", 0)
    assert clock.left(1) == 30
    time.now += 20
    match.undo()
    assert (clock.left(0), clock.left(1)) == (30, None)
    for _ in range(2_000):
        if match.outcome is not None:
            break
        time.now += 31
        assert len(clock.play_late()) == 1
    assert match.outcome is not None
    assert clock.next_late() is None
    assert clock.play_late() == ()


def test_everybody_late_all_the_time_plays_a_whole_game_of_rounds() -> None:
    match = Match(ShanghaiRummy(players=3, contracts=[(1, 0)], hand_size=5), seed=3)
    clock, time = beside(match)
    while match.outcome is None:
        time.now += 31
        assert clock.play_late()
    assert clock.left(0) is None


def test_a_player_of_ones_own_plays_in_the_place_of_who_is_late() -> None:
    class Last:
        def choose(self, view: Any, moves: Any) -> Any:
            return moves[-1]

    match = Match(Quiclo(players=2), seed=7)
    clock, time = beside(match, player=lambda seat: Last())
    time.now += 30
    assert [str(late.move) for late in clock.play_late()] == ["draw"]


def test_who_moves_in_the_same_moment_has_moved() -> None:
    match = Match(Quiclo(players=2), seed=7)

    class Slow:
        """While it thinks, the player moves after all."""

        def choose(self, view: Any, moves: Any) -> Any:
            match.play("draw", 0)
            return moves[0]

    clock, time = beside(match, player=lambda seat: Slow())
    time.now += 30
    assert clock.play_late() == ()
    assert [str(made.move) for made in match.moves] == ["draw"]


def test_several_threads_play_for_who_is_late_once() -> None:
    match = Match(Quiclo(players=3), seed=7)
    clock, time = beside(match)
    for _ in range(20):
        time.now += 31
        before, start = len(match), threading.Barrier(4)

        def late(start: threading.Barrier = start) -> None:
            start.wait()
            clock.play_late()

        threads = [threading.Thread(target=late) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(match) == before + 1
        if match.outcome is not None:
            break


def test_a_journal_that_fails_changes_nothing(tmp_path: Any) -> None:
    match = Match(Quiclo(players=2), seed=7)
    with Journal.create(tmp_path / "table.jsonl", match):
        clock, time = beside(match)
        time.now += 31
        (tmp_path / "table.jsonl").unlink()
        with pytest.raises(RecordError):
            clock.play_late()
        assert len(match) == 0
        assert clock.left(0) == 0


@pytest.mark.parametrize("seconds", [0, -1, True, "30", None, float("nan"), float("inf"), 86_401])
def test_times_that_are_none(seconds: Any) -> None:
    with pytest.raises(ConfigurationError, match="seconds: it must be a number above 0, up to a day"):
        Clock(Match(Quiclo(players=2), seed=7), seconds)


def test_players_that_are_not_there() -> None:
    clock, _ = beside(Match(Quiclo(players=2), seed=7))
    with pytest.raises(ViewError):
        clock.left(2)
