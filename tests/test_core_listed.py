"""The list of moves given last is remembered: a move out of it is taken at once, and nothing else because of it."""

from __future__ import annotations

import sys
from random import Random
from threading import Thread

import attrs
import pytest

from jump_in import JumpIn
from mau_mau import MauMau
from president import President
from shedkit import IllegalMove, LuckyShutdown, Quiclo, ShanghaiRummy, Shithead, ViewError

GAMES = [
    Shithead(players=3),
    Shithead(players=3, multi_card=True, out_of_turn_quad=True),
    LuckyShutdown(players=3),
    ShanghaiRummy(players=3),
    Quiclo(players=3),
    MauMau(players=3),
    President(players=4),
    JumpIn(players=3),
]


def played(rules, seed, moves=60):
    """The states of a game of random moves."""
    random, state, states = Random(seed), rules.deal(seed), []
    while len(states) < moves and (actors := rules.actors(state)):
        states.append(state)
        state = rules.apply_unchecked(state, random.choice(rules.legal_moves(state, actors[0])), actors[0])
    return states


def takes(rules, state, move, player, call="apply"):
    try:
        getattr(rules, call)(state, move, player)
    except IllegalMove as error:
        assert error.refusal == rules.refusal(state, move, player)
        return False
    return True


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_what_is_taken_does_not_depend_on_the_list_given_last(rules):
    random, states, refused = Random(7), played(rules, 7), 0
    for state in states:
        other = random.choice(states)
        lister = random.choice(rules.actors(other))
        listed = rules.legal_moves(other, lister)
        for move in random.sample(listed, min(len(listed), 4)):
            for player in range(rules.players):
                expected = rules.refusal(state, move, player) is None
                for call in ("apply", "trace"):
                    rules.legal_moves(other, lister)
                    assert takes(rules, state, move, player, call) == expected
                refused += not expected
    assert refused > 50


@attrs.frozen(kw_only=True, repr=False)
class Counting(Quiclo):
    """QUICLO that counts how often it is asked whether a move is taken."""

    name = "counting"

    def accepts(self, now, move, player):
        asked.append(move)
        return super().accepts(now, move, player)


asked: list[object] = []


@pytest.mark.parametrize("call", ["apply", "trace"])
def test_a_move_out_of_the_list_is_taken_without_a_second_look(call):
    rules = Counting(players=2)
    state = rules.position(hands=["8 45", "7 78"], discard="87")
    alike = rules.state_from_json(rules.to_json(state))
    play, draw = rules.legal_moves(state, 0)
    change = getattr(rules, call)

    def looks(at, move, player):
        asked.clear()
        after = change(at, move, player)
        assert after == change(alike, attrs.evolve(move), player)
        return move in asked and asked[0] is move

    assert not looks(state, play, 0)
    assert not looks(state, draw, 0)
    rules.legal_moves(state, 0)
    assert looks(state, attrs.evolve(draw), 0)  # an equal one, made anew
    rules.legal_moves(state, 0)
    assert looks(alike, draw, 0)  # an equal state
    rules.legal_moves(rules.view(state, 0), 0)
    assert not looks(state, play, 0)  # the list of a view is none of a state
    rules.legal_moves(alike, 0)
    assert looks(state, draw, 0)  # no longer the last list


def test_the_list_of_a_state_of_another_table_lets_nothing_through():
    four = Shithead(players=4).deal(1)
    rules = Shithead(players=3)
    move = rules.legal_moves(four, four.turn)[0]
    for call in (rules.apply, rules.trace):
        with pytest.raises(ViewError, match="a table of 4 players"):
            call(four, move, four.turn)


def test_no_more_than_the_last_list_is_kept():
    rules = Quiclo(players=2)
    states = [rules.deal(seed) for seed in range(3)]
    before = [sys.getrefcount(states[i]) for i in range(3)]
    for i in range(3):
        rules.legal_moves(states[i], 0)
    assert [sys.getrefcount(states[i]) - before[i] for i in range(3)] == [0, 0, 1]


def test_threads_with_the_same_rules_do_not_meet_in_the_list():
    rules = Quiclo(players=2)
    fits = rules.position(hands=["8 45", "7"], discard="87", turn=0)
    later = rules.position(hands=["8 45", "7"], discard="87", turn=1)
    (play, _), taken, old = rules.legal_moves(fits, 0), [], sys.getswitchinterval()

    def lists():
        for _ in range(3_000):
            rules.legal_moves(fits, 0)

    def tries():
        for _ in range(3_000):
            rules.legal_moves(later, 1)
            taken.append(takes(rules, later, play, 0) or takes(rules, later, play, 1))

    threads = [Thread(target=work) for work in (lists, tries, lists, tries)]
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(old)
    assert len(taken) == 6_000
    assert not any(taken)
