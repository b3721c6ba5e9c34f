"""What a type checker must work out by itself: states and moves come from the rules object.

Not run by pytest; ``.ci/run`` checks it with mypy --strict and pyright.
"""

from typing import TypeVar

from typing_extensions import assert_type

from shedkit import Move, Outcome, Refusal, Rules, Shithead, State, View, simulate
from shedkit.core.catalogue import game, game_names
from shedkit.core.events import Event
from shedkit.core.options import Option
from shedkit.games.lucky_shutdown import ChallengeLuck, LuckyCard, LuckyMove, LuckyShutdown, LuckyState, RevealEarly
from shedkit.games.quiclo import NumberCard, Quiclo, QuicloMove, QuicloState
from shedkit.games.shithead import Play, ShitheadMove, ShitheadState, TakePile
from shedkit.players import RandomPlayer
from shedkit.table.runner import Played, Step
from shedkit.testing import check_laws, check_position, reachable, sequences

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def a_game_of_quiclo() -> None:
    rules = Quiclo(players=3, play_drawn=True)
    state = rules.deal(seed=7)
    assert_type(state, QuicloState)
    assert_type(rules.position(hands=["8"], discard="87"), QuicloState)
    assert_type(rules.actors(state), tuple[int, ...])
    assert_type(rules.legal_moves(state, 0), tuple[QuicloMove, ...])
    assert_type(rules.penalised_moves(state, 0), tuple[QuicloMove, ...])
    move = rules.legal_moves(state, 0)[0]
    assert_type(rules.refusal(state, move, 0), Refusal | None)
    assert_type(rules.apply(state, move, 0), QuicloState)
    assert_type(rules.apply_unchecked(state, move, 0), QuicloState)
    assert_type(rules.trace(state, move, 0), tuple[QuicloState, tuple[Event, ...]])
    assert_type(rules.outcome(state), Outcome | None)
    assert_type(rules.parse("play 8"), QuicloMove)
    assert_type(rules.deck, tuple[NumberCard, ...])
    assert_type(rules.evolve(players=2), Quiclo)
    assert_type(rules.options(), tuple[Option, ...])
    assert_type(state.hands, tuple[tuple[NumberCard, ...], ...])
    assert_type(state.turn, int)


def views_of_shithead() -> None:
    rules = Shithead.common(players=4)
    assert_type(rules, Shithead)
    view = rules.view(rules.deal(seed=1), 0)
    assert_type(view, View[ShitheadState])
    assert_type(view.state, ShitheadState)
    assert_type(view.player, int | None)
    assert_type(rules.legal_moves(view, 0), tuple[ShitheadMove, ...])
    assert_type(rules.view(view, 0), View[ShitheadState])
    assert_type(rules.sample(view, 3), ShitheadState)
    assert_type(rules.shown([], None), tuple[Event, ...])
    assert_type(rules.state_from_json(None), ShitheadState)
    assert_type(rules.view_from_json(None), View[ShitheadState])
    assert_type(rules.move_from_json(None), ShitheadMove)


def moves_can_be_told_apart(move: ShitheadMove) -> str:
    if isinstance(move, Play):
        return move.cards[0].suit
    if isinstance(move, TakePile):
        return "" if move.face_up is None else move.face_up.code
    return str(move)


def lucky_shutdown() -> None:
    rules = LuckyShutdown(players=4, skip_chain="pass_on")
    state = rules.deal(seed=7)
    assert_type(state, LuckyState)
    assert_type(rules.deck, tuple[LuckyCard, ...])
    assert_type(rules.position(hands=["13o"], face_up=["- 14b -"], pending=0), LuckyState)
    assert_type(rules.legal_moves(rules.view(state, 2), 2), tuple[LuckyMove, ...])
    assert_type(state.face_up, tuple[tuple[LuckyCard | None, ...], ...])
    assert_type(state.turn, int | None)


def moves_of_lucky_shutdown_can_be_told_apart(move: LuckyMove) -> int:
    if isinstance(move, ChallengeLuck):
        return 0
    if isinstance(move, RevealEarly):
        return move.slot
    return len(str(move))


def first_move(rules: Rules[S, M], state: S) -> M:
    """A function for any game keeps the types of the game it is given."""
    return rules.legal_moves(state, rules.actors(state)[0])[0]


def generic_functions() -> None:
    quiclo, shithead = Quiclo(), Shithead()
    assert_type(first_move(quiclo, quiclo.deal()), QuicloMove)
    assert_type(first_move(shithead, shithead.deal()), ShitheadMove)
    assert_type(reachable(quiclo, quiclo.deal()), int)
    assert_type(sequences(quiclo, quiclo.deal(), 3), tuple[int, ...])
    check_laws(quiclo)
    check_position(shithead, shithead.deal())


def the_runner() -> None:
    rules = Quiclo(players=2)

    def watch(step: Step[QuicloState, QuicloMove]) -> None:
        assert_type(step.before, QuicloState)
        assert_type(step.move, QuicloMove)

    played = simulate(rules, [RandomPlayer(1), RandomPlayer(2)], seed=7, watch=watch)
    assert_type(played, Played[QuicloState])
    assert_type(played.state, QuicloState)
    assert_type(played.outcome, Outcome | None)


def the_catalogue() -> None:
    assert_type(game_names(), tuple[str, ...])
    kind = game("quiclo")
    assert_type(kind, type[Rules[State, Move]])
    rules = kind(players=2)
    state = rules.deal(seed=1)
    assert_type(state, State)
    assert_type(rules.legal_moves(state, 0), tuple[Move, ...])
