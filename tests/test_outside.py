"""What comes from outside, again: option names, seats, seeds, subclasses, values that would be made twice, views."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

from shedkit import (
    ConfigurationError,
    FrenchCard,
    Match,
    NotationError,
    Outcome,
    RandomPlayer,
    Record,
    StaleMove,
    ViewError,
    game,
    game_names,
    simple_player,
)
from shedkit.core.cards import Card
from shedkit.core.chance import Chance
from shedkit.core.options import FrozenMap
from shedkit.core.outcomes import Result
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.values import fields_of
from shedkit.families.melds import Contract
from shedkit.games.lucky_shutdown.turns import SKIPPED
from shedkit.games.quiclo import Play, Quiclo

each_game = pytest.mark.parametrize("name", game_names())
ODD_SEATS = (-1, None, True, "0", 1.0, 99, [], b"0")


def why(refusal: Refusal | None) -> tuple[Reason, str]:
    """The reason and the rule of a refusal, of which there must be one."""
    assert refusal is not None
    return refusal.reason, refusal.rule


def positions_of_play(rules: Any, moves: int) -> list[Any]:
    """Positions of a game that is played with the first move of everybody."""
    states = [rules.deal(seed=3)]
    for i in range(moves):
        actors = rules.actors(states[-1])
        if not actors:
            break
        listed = rules.legal_moves(states[-1], actors[0])
        states.append(rules.apply(states[-1], listed[i % len(listed)], actors[0]))
    return states


class Index:
    """A whole number of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@each_game
@pytest.mark.parametrize("option", ["cls", "self", "args", "given", "", "x" * 10_000, "\ud800", "игроки"])
def test_options_that_do_not_exist(name: str, option: str) -> None:
    kind = game(name)
    for made in (
        lambda: kind(**{option: 1}),
        lambda: kind.from_json({option: 1}),
        lambda: kind().evolve(**{option: 1}),
    ):
        with pytest.raises(ConfigurationError, match="unknown option") as caught:
            made()
        assert len(str(caught.value)) < 600
        str(caught.value).encode("utf-8")  # can be printed


@each_game
@pytest.mark.parametrize("key", [1, None, ("players",)], ids=repr)
def test_options_whose_names_are_no_text(name: str, key: Any) -> None:
    with pytest.raises(NotationError, match=r"^options: a name expected"):
        game(name).from_json({key: 2})


@each_game
@pytest.mark.parametrize(
    "value",
    [None, "x", 1.5, [], {}, set(), object(), -1, 10**30, b"", [[]], {"a": []}, True],
    ids=lambda value: f"{type(value).__name__}{value if type(value) is int else ''}",
)
def test_any_value_for_any_option(name: str, value: Any) -> None:
    """Taken, or refused by the name of an option; never a `TypeError`."""
    kind = game(name)
    for option in kind.options():
        try:
            kind(**{option.name: value})
        except ConfigurationError as error:  # noqa: PERF203
            assert error.option in {other.name for other in kind.options()}


@each_game
@pytest.mark.parametrize("seat", ODD_SEATS, ids=repr)
def test_seats_that_do_not_exist(name: str, seat: Any) -> None:
    rules = game(name)()
    state = rules.deal(seed=1)
    for call in (rules.legal_moves, rules.penalised_moves):
        with pytest.raises(ViewError, match=r"^there is no player"):
            call(state, seat)
    if seat is not None:
        with pytest.raises(ViewError, match=r"^there is no player"):
            rules.view(state, seat)
    move = rules.legal_moves(state, rules.actors(state)[0])[0]
    assert why(rules.refusal(state, move, seat)) == (Reason.NO_SUCH_PLAYER, "SK-01")


@each_game
def test_seats_of_another_number_type(name: str) -> None:
    rules = game(name)()
    state = rules.deal(seed=1)
    seat = rules.actors(state)[0]
    other: Any = Index(seat)
    moves = rules.legal_moves(state, seat)
    assert rules.legal_moves(state, other) == moves
    assert rules.view(state, other) == rules.view(state, seat)
    assert rules.apply(state, moves[0], other) == rules.apply(state, moves[0], seat)
    assert rules.trace(state, moves[0], other) == rules.trace(state, moves[0], seat)
    assert rules.refusal(state, moves[0], other) is None


@each_game
def test_seeds(name: str) -> None:
    rules = game(name)()
    view = rules.view(rules.deal(seed=1), 0)
    odd: list[Any] = [None, 0.5, "7", True]
    for seed in odd:
        with pytest.raises(ConfigurationError, match=r"^seed"):
            rules.sample(view, seed)
        with pytest.raises(ConfigurationError, match=r"^seed"):
            simple_player(name, seed)
        with pytest.raises(ConfigurationError, match=r"^seed"):
            RandomPlayer(seed)
    assert rules.sample(view, 7) != rules.sample(view, -7)


@each_game
def test_simple_players_with_a_seed_and_its_negative_differ(name: str) -> None:
    draws = []
    for seed in (7, -7):
        player: Any = simple_player(name, seed)
        draws.append([player._random.random() for _ in range(5)])
    assert draws[0] != draws[1]


@each_game
def test_a_subclass_of_a_move_is_no_move(name: str) -> None:
    rules = game(name)()
    state = rules.deal(seed=1)
    seat = rules.actors(state)[0]
    move = rules.legal_moves(state, seat)[0]
    values = {field.name: getattr(move, field.name) for field in fields_of(type(move))}
    other = attrs.frozen(type("Other", (type(move),), {"__annotations__": {"more": int}, "more": 0}))(**values)
    assert why(rules.refusal(state, other, seat)) == (Reason.FOREIGN_MOVE, "SK-03")


@each_game
def test_what_is_made_cannot_be_made_again(name: str) -> None:
    rules = game(name)()
    state = rules.deal(seed=1)
    moves = {
        type(move): move
        for state in positions_of_play(rules, 60)
        for seat in rules.actors(state)
        for move in rules.legal_moves(state, seat)
    }
    for made in (rules, *moves.values(), *rules.options()):
        before, text = copy.copy(made), repr(made)
        values = [getattr(made, field.name) for field in fields_of(type(made)) if field.init]
        if values:
            with pytest.raises((AttributeError, ConfigurationError)):
                made.__init__(*values)  # type: ignore[misc]
        with pytest.raises(AttributeError):
            made.__setstate__({})  # type: ignore[union-attr]
        assert repr(made) == text
        assert made == before
    with pytest.raises(AttributeError):
        FrozenMap({1: 2}).__init__({3: 4})  # type: ignore[misc]
    assert state == rules.deal(seed=1)


@pytest.mark.parametrize(
    "made",
    [
        Refusal(Reason.NO_MATCH, "QU-009", "It does not fit."),
        SKIPPED,
        Outcome((1, 2), (0,), (1,)),
        Result((1, 2)),
        Chance(7),
        Contract(1, 1),
    ],
    ids=lambda made: type(made).__name__,
)
def test_values_that_are_shared_cannot_be_made_again(made: Any) -> None:
    """A refusal is one object for all, and a contract is part of an option."""
    before, values = hash(made), [getattr(made, field.name) for field in fields_of(type(made))]
    with pytest.raises(AttributeError, match="never changes"):
        made.__init__(*values)
    with pytest.raises(AttributeError, match="never changes"):
        made.__setstate__({})
    assert hash(made) == before
    for again in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
        assert again == made


def test_seats_of_other_libraries_are_taken_by_matches_and_checked_for_their_version() -> None:
    match = Match(Quiclo(players=2), seed=1)
    zero: Any = Index(0)
    assert match.legal_moves(zero) == match.legal_moves(0)
    assert match.view(zero) == match.view(0)
    assert match.version_for(zero) == match.news(zero).version == 0
    match.play("draw", zero, 0)
    assert type(match.moves[0].player) is int
    with pytest.raises(StaleMove):
        match.play("draw", Index(1), 0)  # type: ignore[arg-type]
    match.play("draw", Index(1), match.version_for(1))  # type: ignore[arg-type]
    assert [made.player for made in match.moves] == [0, 1]
    assert Record.from_json(Record.of(match).to_json()) == Record.of(match)


@each_game
@pytest.mark.parametrize("seat", ODD_SEATS)
def test_no_suggestions_for_seats_that_are_not_there(name: str, seat: Any) -> None:
    rules = game(name)()
    state = rules.deal(seed=1)
    with pytest.raises(ViewError, match=r"^there is no player"):
        rules.suggested(state, seat)
    with pytest.raises(ViewError):
        rules.suggested(rules.view(state, 0), 1)


def test_a_shared_move_stays() -> None:
    move = Play("5")
    with pytest.raises(AttributeError, match="never changes"):
        move.__init__("9")  # type: ignore[misc]
    assert str(Play("5")) == "play 5"


@each_game
def test_copies_are_free(name: str) -> None:
    rules = game(name)()
    state = rules.deal(seed=1)
    move = rules.legal_moves(state, rules.actors(state)[0])[0]
    for made in (rules, state, move, rules.deck[0]):
        assert copy.copy(made) is made
        assert copy.deepcopy(made) is made
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_a_card_of_a_subclass_is_no_card() -> None:
    class Marked(FrenchCard):
        """A card that says something else."""

    marked: Any = object.__new__(Marked)
    with pytest.raises(NotationError):
        FrenchCard(marked)
    assert isinstance(FrenchCard("7h"), Card)


def test_a_view_shows_its_viewer_what_it_can_see() -> None:
    rules = Quiclo(players=2)
    data: Any = rules.to_json(rules.view(rules.position(hands=["8 45", "7"], discard="87"), 0))
    for zone, hidden in (("hands", [["?", "?"], ["?"]]), ("discard", ["?"]), ("removed", "?")):
        wrong = {**data, "state": {**data["state"], zone: hidden}}
        with pytest.raises(NotationError):
            rules.view_from_json(wrong)
    assert rules.view_from_json(data).player == 0
