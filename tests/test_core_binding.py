"""What the definition of a game refuses, and what positions name of rounds: slips that would go unnoticed otherwise."""

from __future__ import annotations

import attrs
import pytest

import shedkit.authoring as sk
from jump_in import Jump, JumpIn, JumpMove, JumpState, Play
from shedkit import PositionError


def test_a_kind_of_move_is_written_by_its_own_name_also_below_another_kind():
    assert issubclass(Jump, Play)
    assert (Play.verb, Jump.verb) == ("play", "jump")
    assert str(Jump("7r")) == "jump 7r"


def test_two_kinds_of_moves_that_are_written_alike_are_refused():
    @attrs.frozen
    class Draw(sk.Move):
        """Another draw."""

    with pytest.raises(TypeError, match=r"Twice: Draw and Draw are both written 'draw'; give one of them another verb"):

        class Twice(sk.Game[JumpState, Draw | JumpMove]):
            name = "twice"

            @sk.on(Draw)
            def another(self, s, move, player): ...

            @sk.on(Play)
            def play(self, s, move, player): ...

            @sk.on(Jump)
            def jump(self, s, move, player): ...

            @sk.on(sk.Draw)
            def draw(self, s, move, player): ...

            @sk.on(sk.Pass)
            def keep(self, s, move, player): ...

            @sk.on(sk.Decline)
            def decline(self, s, move, player): ...


def test_an_override_that_does_not_say_what_it_is_is_refused():
    with pytest.raises(TypeError, match=r"^Loud: draw overrides a function under on\(\.\.\.\) and must stand under on"):

        class Loud(JumpIn):
            def draw(self, s, move, player): ...

    with pytest.raises(TypeError, match=r"^Mute: why_not overrides a function under why\(\.\.\.\) and must stand"):

        class Mute(JumpIn):
            def why_not(self, now, move, player): ...


def test_an_override_under_on_takes_the_place_of_what_it_overrides():
    class Dry(JumpIn):
        @sk.on(sk.Draw, "play")
        def draw(self, s, move, player):
            self.go_on(s, player)

    rules = Dry(players=2)
    state = rules.apply(rules.position(hands=["1r", "1g"], discard="9y"), sk.DRAW, 0)
    assert (len(state.hands[0]), state.turn) == (1, 1)


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([[10, 0]], "results: each names the places of 3 players"),
        (["10 0 0"], "results: a list of whole numbers expected, not '10 0 0'"),
        ([5], "results: a list of whole numbers expected, not 5"),
        ([[10, 0, "0"]], "results: whole numbers expected, not '0'"),
        ([[10, 0, True]], "results: whole numbers expected, not True"),
        ([[10, 0, 0.5]], "results: whole numbers expected, not 0.5"),
        ([], "results: 1 expected in round 2, not 0"),
    ],
)
def test_points_of_a_round_that_cannot_be_are_refused(results, said):
    rules = JumpIn(players=3, rounds=2)
    with pytest.raises(PositionError) as caught:
        rules.position(hands=["1r", "1g", "1b"], discard="9y", round=2, results=results)
    assert str(caught.value) == said


def test_scores_are_a_tuple_of_whole_numbers():
    for scores in ([1, 2], (1, "2"), (1, True), (1,)):
        played = sk.Round(2, 0, (sk.Result((1, 2), scores),))  # type: ignore[arg-type]
        assert played.fault(2, 2, over=False) == "results: each has the scores of 2 players, in whole numbers"
    assert sk.Round(2, 0, (sk.Result((1, 2), (1, 2)),)).fault(2, 2, over=False) is None


def test_one_function_is_for_one_kind_of_move() -> None:
    with pytest.raises(TypeError, match="write another one under on"):

        @sk.on(sk.Pass)
        @sk.on(sk.Draw)
        def both(rules: object, s: object, move: sk.Draw, player: int) -> None:
            """What two kinds of moves would do."""
