"""The runner and the players: games between players, cut games, players who misbehave."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from shedkit import Knowledge, Played, Quiclo, RandomPlayer, Shithead, Step, simple_player, simulate
from shedkit.bots.quiclo import SimpleQuiclo
from shedkit.bots.shithead import SimpleShithead
from shedkit.core.cards import BACK
from shedkit.core.errors import ConfigurationError, HiddenError, IllegalMove, PlayerError, PositionError, UnknownGame
from shedkit.core.states import Holds
from shedkit.core.views import View
from shedkit.games.quiclo import Draw, Play
from shedkit.testing import play

RULES = Quiclo(players=2)


def two(seed: int = 1) -> list[Any]:
    return [RandomPlayer(seed), RandomPlayer(seed + 1)]


class Says:
    """Gives the same answer whatever is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        return self.answer


class Fails:
    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        raise RuntimeError("no idea")


class Watches:
    """Keeps what it was shown."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Sequence[Any]]] = []

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        self.asked.append((view, moves))
        return moves[0]


def test_a_whole_game() -> None:
    played = simulate(RULES, two(), seed=7)
    assert not played.truncated
    assert played.outcome == RULES.outcome(played.state)
    assert played.outcome is not None
    assert RULES.actors(played.state) == ()
    assert played == simulate(RULES, two(), seed=7)
    assert played != simulate(RULES, two(), seed=8)


def test_the_seed_decides_the_deal() -> None:
    assert simulate(RULES, two(), seed=7, max_moves=0).state == RULES.deal(seed=7)
    states = {simulate(RULES, two(), max_moves=0).state for _ in range(3)}
    assert len(states) == 3


@pytest.mark.parametrize(
    "state",
    [7, "deal", RULES.view(RULES.deal(1), 0), Quiclo(players=3).deal(1), Shithead(players=2).deal(1)],
    ids=["number", "text", "view", "other table", "other game"],
)
def test_a_game_begins_only_in_a_state_of_its_own(state: Any) -> None:
    asked = Watches()
    with pytest.raises(PositionError):
        simulate(RULES, [asked, asked], state=state)
    assert asked.asked == []


@pytest.mark.parametrize("cap", [0, 1, 17])
def test_a_cut_game_is_truncated_and_has_no_outcome(cap: int) -> None:
    played = simulate(RULES, two(), seed=7, max_moves=cap)
    assert played == Played(None, True, cap, played.state)
    assert RULES.actors(played.state)


def test_a_game_that_ends_at_the_cap_is_not_cut() -> None:
    whole = simulate(RULES, two(), seed=7)
    assert simulate(RULES, two(), seed=7, max_moves=whole.moves) == whole
    assert simulate(RULES, two(), seed=7, max_moves=whole.moves - 1).truncated


def test_a_state_to_begin_with() -> None:
    state = RULES.position(hands=["8", "7"], discard="87")
    played = simulate(RULES, [Says(Play("8")), Fails()], state=state)
    assert (played.moves, played.outcome.winners) == (1, (0,))  # type: ignore[union-attr]
    over = simulate(RULES, [Fails(), Fails()], state=played.state, max_moves=0)
    assert over == Played(played.outcome, False, 0, played.state)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_one_player_for_each_seat(number: int) -> None:
    with pytest.raises(PlayerError, match=f"2 players are needed, one for each seat, not {number}"):
        simulate(RULES, [RandomPlayer(1)] * number)


@pytest.mark.parametrize("cap", [-1, 1.5, "7", None, True, [], 7.0])
def test_bad_caps(cap: Any) -> None:
    with pytest.raises(ConfigurationError, match="max_moves: it must be a whole number from 0") as caught:
        simulate(RULES, two(), max_moves=cap)
    assert caught.value.option == "max_moves"


@pytest.mark.parametrize("seed", ["7", 1.5, 2**128])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(ConfigurationError, match="seed"):
        simulate(RULES, two(), seed=seed)


@pytest.mark.parametrize("answer", [None, "draw", 7, Play("999"), Play("7"), Draw, []])
def test_a_player_who_gives_no_legal_move(answer: Any) -> None:
    state = RULES.position(hands=["8", "7"], discard="87")
    for watch in (None, lambda step: None):
        with pytest.raises(PlayerError, match="player 0 chose") as caught:
            simulate(RULES, [Says(answer), Fails()], state=state, watch=watch)
        assert isinstance(caught.value.__cause__, IllegalMove)


def test_a_penalised_move_is_taken() -> None:
    state = RULES.position(hands=["8 45", "7"], discard="87")
    played = simulate(RULES, [Says(Play("45")), Fails()], state=state, max_moves=1)
    assert len(played.state.hands[0]) == 3


@pytest.mark.parametrize("watch", [None, lambda step: None])
def test_the_errors_of_a_player_are_its_own(watch: Any) -> None:
    with pytest.raises(RuntimeError, match="no idea"):
        simulate(RULES, [Fails(), Fails()], seed=1, watch=watch)


def test_players_see_views_and_their_moves_only() -> None:
    first, other = Watches(), Watches()
    simulate(RULES, [first, other], seed=3, max_moves=30)
    for seat, player in enumerate((first, other)):
        assert player.asked
        for view, moves in player.asked:
            assert isinstance(view, View)
            assert view.player == seat
            assert view.state.hands[1 - seat][0] is BACK
            assert moves == RULES.legal_moves(view, seat)
            with pytest.raises(HiddenError):
                _ = view.state.stock[0].number


def test_what_a_watcher_sees() -> None:
    steps: list[Step[Any, Any]] = []
    played = simulate(RULES, two(), seed=7, watch=steps.append)
    assert len(steps) == played.moves
    assert steps[0].before == RULES.deal(seed=7)
    assert steps[-1].after == played.state
    for step, then in pairwise(steps):
        assert step.after == then.before
    for step in steps:
        assert RULES.trace(step.before, step.move, step.player) == (step.after, step.events)
        assert step.player in RULES.actors(step.before)
    assert simulate(RULES, two(), seed=7) == played


def test_a_watcher_may_stop_the_game() -> None:
    def stop(step: Step[Any, Any]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(RULES, two(), seed=7, watch=stop)


def test_who_can_react_is_asked_first() -> None:
    rules = Shithead(players=3, out_of_turn_quad=True)
    state = rules.position(hands=["9s Kc", "8c", "7h"], discard="7c 7d 7s", stock="")
    steps: list[Step[Any, Any]] = []
    simulate(rules, [Watches(), Watches(), Watches()], state=state, max_moves=1, watch=steps.append)
    assert [(step.player, str(step.move)) for step in steps] == [(2, "react 7h")]


def test_rounds_are_played_to_the_last() -> None:
    rules = Shithead(players=2, rounds=3)
    played = simulate(rules, [simple_player("shithead", 1), simple_player("shithead", 2)], seed=3)
    assert played.outcome is not None
    assert len(played.outcome.rounds) == 3


# players


def test_a_random_player_is_its_seed() -> None:
    view = RULES.view(RULES.deal(seed=1), 0)
    moves = RULES.legal_moves(view, 0) + RULES.penalised_moves(view, 0)
    player, again = RandomPlayer(5), RandomPlayer(5)
    chosen = [player.choose(view, moves) for _ in range(300)]
    assert chosen == [again.choose(view, moves) for _ in range(300)]
    assert set(chosen) == set(moves)
    assert chosen != [RandomPlayer(6).choose(view, moves) for _ in range(300)]


@pytest.mark.parametrize("seed", ["7", None, 1.5, True])
def test_a_random_player_needs_a_seed(seed: Any) -> None:
    with pytest.raises(ConfigurationError, match="seed: it must be an integer"):
        RandomPlayer(seed)


def test_simple_players_by_name() -> None:
    assert isinstance(simple_player("quiclo", 1), SimpleQuiclo)
    assert isinstance(simple_player("shithead", 1), SimpleShithead)
    with pytest.raises(UnknownGame, match="there is no game 'shithed'"):
        simple_player("shithed", 1)


@pytest.mark.parametrize("rules", [Quiclo(players=3), Quiclo(players=3, play_drawn=True), Shithead.common()])
def test_simple_players_beat_random_ones(rules: Any) -> None:
    lost = [0, 0]
    for seed in range(20):
        seats: list[Any] = [simple_player(rules.name, seed), RandomPlayer(seed), RandomPlayer(seed + 1000)]
        played = simulate(rules, seats, seed=seed)
        if played.outcome is not None:
            places = played.outcome.places
            lost[0] += places[0] == 1
            lost[1] += 1 in places[1:]
    assert lost[0] > lost[1]


def test_simple_players_answer_wherever_they_are_asked() -> None:
    rules = Shithead(players=3, swap="single", out_of_turn_quad=True, take_with_face_up=True, multi_card=True)
    for seed in range(10):
        simulate(rules, [simple_player("shithead", seed + seat) for seat in range(3)], seed=seed, max_moves=400)


# scenarios


def test_scenarios_in_words() -> None:
    state = RULES.position(hands=["8 45", "18 7"], discard="87")
    after = play(RULES, state, "0 play 8", "1 play 18")
    assert [str(card) for card in after.discard] == ["87", "8", "18"]
    with pytest.raises(IllegalMove, match="You do not have 9"):
        play(RULES, state, "0 play 9")
    for text in ("play 8", "", "x play 8", "-1 draw"):
        with pytest.raises(ValueError, match="a seat and the code of a move expected"):
            play(RULES, state, text)


def test_every_state_of_a_game_declares_its_seats() -> None:
    assert Quiclo.state_type.layout.field("turn").holds is Holds.SEAT


class Watcher(RandomPlayer):
    """Plays at random, and keeps what it is told."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.told: list[tuple[Any, Any]] = []

    def observe(self, view: Any, events: Any) -> None:
        self.told.append((view, tuple(events)))


def test_an_observer_is_told_what_it_could_see() -> None:
    rules = Quiclo(players=3)
    steps: list[Any] = []
    players = [RandomPlayer(1), Watcher(2), RandomPlayer(3)]
    played = simulate(rules, players, seed=5, watch=steps.append)
    told = players[1].told  # type: ignore[attr-defined]
    assert told[0] == (rules.view(rules.deal(5), 1), ())
    assert len(told) == 1 + played.moves
    for (view, events), step in zip(told[1:], steps, strict=True):
        assert view == rules.view(step.after, 1)
        assert events == rules.shown(step.events, 1)
    assert any(str(event).startswith("1 card: from the stock") for _, events in told for event in events)


def test_an_observer_changes_nothing() -> None:
    rules = Shithead(players=2)
    plain = simulate(rules, [RandomPlayer(1), RandomPlayer(2)], seed=5, max_moves=200)
    watched = simulate(rules, [RandomPlayer(1), Watcher(2)], seed=5, max_moves=200)
    assert plain == watched


def test_a_decline_is_told_to_nobody_else() -> None:
    rules = Shithead(players=3, out_of_turn_quad=True, multi_card=True)
    state = rules.position(hands=["9s Kc", "7h 7s 3c", "4c 5c"], discard="7c 7d")

    class Declines(RandomPlayer):
        def choose(self, view: Any, moves: Any) -> Any:
            return next(move for move in moves if move.verb == "decline")

    watchers = [Watcher(1), Declines(2), Watcher(3)]
    simulate(rules, watchers, max_moves=1, state=state)
    assert [len(watcher.told) for watcher in (watchers[0], watchers[2])] == [1, 1]  # type: ignore[attr-defined]


def test_an_observer_can_keep_its_knowledge() -> None:
    rules = Shithead(players=2)

    class Remembers(RandomPlayer):
        knowledge: Any = None

        def observe(self, view: Any, events: Any) -> None:
            self.knowledge = self.knowledge.after(events) if events else Knowledge.of(rules, view)
            assert self.knowledge.fits(view)

    players = [Remembers(1), Remembers(2)]
    simulate(rules, players, seed=3, max_moves=300)
    assert all(player.knowledge is not None for player in players)
