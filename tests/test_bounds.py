"""Every call on every accepted option has a bound: what it costs at worst, and what is kept of it.

Costs are counted in calls of functions, so that the tests say the same on every machine; `python -m tests.campaigns worst` prints
seconds and memory.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import Any

import pytest

import shedkit
from shedkit import FrenchCard, LuckyShutdown, game_names, read_cards
from shedkit.core.errors import NotationError
from shedkit.core.kinds import TABLE_ROOM
from shedkit.families.melds import Contract, Melding
from worst import (
    CALLS,
    MOST_CALLS,
    QUESTIONS,
    Asked,
    another_position,
    another_question,
    climb,
    cost,
    heavy,
    some_position,
    some_question,
)

STEPS, LONG = 24, 4_000
"""Changes tried in the ordinary run, and in the long one."""


def tried(name: str) -> Any:
    """A little of a search in the ordinary run, more in the long one."""
    return pytest.mark.parametrize(name, [STEPS, pytest.param(LONG, marks=pytest.mark.deep)])


@tried("steps")
@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_about_melds(question: str, steps: int) -> None:
    dearest, asked = climb(some_question, another_question, lambda asked: cost(asked.put_to(question)), 5, steps)
    assert dearest <= MOST_CALLS, asked


@pytest.mark.parametrize(
    ("limits", "hand", "contract"),
    [
        (("low", 1, True), "3s As" + " Jk" * 16, (0, 5)),
        (("low", 1, True), "3s As" + " Jk" * 16, (4, 4)),
        (("low", 1, True), "3s As" + " Jk" * 16, (2, 6)),
        (("low", 1, False), "Jk " * 16, (0, 8)),
        (
            ("both", 3, False),
            "2d 2d 2d 2d 2h 3h 3h 3h 3h 4c 4c 4h 4h 4s 5d 5d 5d 6c 6c 6c 6c 6s 6s 6s 7d 7h 7h 7h 7h 7h 7s 8c 8s 8s 9s 9s "
            "Td Td Td Th Th Th Ts Ts Ts Ts Ts Jd Jd Jd Jd Jd Jh Qh Qs Kh Kh Ac Ac Ac",
            (0, 5),
        ),
        (
            ("both", None, True),
            "2d 2h 2h 2h 3s 3s 4c 4s 5d 6c 7d 7d 7d 7h 7s 8s 9c 9s 9s Ts Ks Ah" + " Jk" * 8,
            (0, 5),
        ),
        (
            ("both", None, True),
            "2c 2d 2d 2h 3c 3c 3d 3h 3h 4s 4s 5c 5c 5d 5h 5s 6c 6d 6d 6d 6h 6h 6s 7c 7c 7c 7c 7c 7c 8d 8d 8d 8d 8h 8s 9c "
            "9c 9d 9d 9s 9s Tc Tc Td Td Td Th Th Ts Ts Js Js Qc Qc Qd Qh Qs Kc Kd Kd Kd Kd Kd Kh Kh Ks Ac Ac Ac Ac Ad Ah "
            "Ah Ah Ah" + " Jk" * 7,
            (0, 5),
        ),
    ],
)
@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_that_once_took_seconds(
    question: str, limits: tuple[Any, int | None, bool], hand: str, contract: tuple[int, int]
) -> None:
    held = read_cards(FrenchCard, hand)
    numbers = tuple([held.count(card) for card in FrenchCard.all()])
    assert cost(Asked(limits, numbers, contract).put_to(question)) <= MOST_CALLS


@pytest.mark.parametrize(
    ("jokers", "hand", "contract", "missing"),
    [
        (2, "2c 3d 4s 4s 5h 5h 5s 6d 7c 7c 8d 8d 9c 9s 9s Tc Td Jc Js Qc Qd Qs Qs Kh" + " Jk" * 3, (2, 3), 1),
        (1, "2d 3c 4h 5c 5s 5s 6c 6d 7c 8d 8s 9c Jd Jd Js Js Qc Qh Kd Kh Ac Ah" + " Jk" * 5, (1, 3), 1),
    ],
)
def test_where_the_first_try_leads_nowhere(jokers: int, hand: str, contract: tuple[int, int], missing: int) -> None:
    """The bound is asked, and tells whether to go on."""
    held, melding = read_cards(FrenchCard, hand), Melding(max_jokers=jokers)
    assert melding.missing(held, Contract(*contract)) == missing
    assert melding.can_lay(held, Contract(*contract)) == (missing == 0)


def test_what_those_questions_come_to() -> None:
    # of a card and 16 jokers, one joker to a meld, five runs lack five cards of four, less two and five jokers
    few = read_cards(FrenchCard, "3s As" + " Jk" * 16)
    melding = Melding(ace="low", max_jokers=1)
    assert melding.missing(few, Contract(sets=0, runs=5)) == 5 * 4 - 2 - 5
    assert melding.missing(few, Contract(sets=4, runs=4)) == 4 * 3 + 4 * 4 - 2 - 8


@pytest.mark.parametrize(
    ("sets", "runs", "wrong"),
    [
        (-1, 2, "12 sets, not -1"),
        (13, 0, "12 sets, not 13"),
        (10**9, 0, "12 sets, not 1000000000"),
        (True, 1, "12 sets, not True"),
        ("2", 0, "12 sets, not '2'"),
        (0, -1, "8 runs, not -1"),
        (0, 9, "8 runs, not 9"),
        (1, 1.0, "8 runs, not 1.0"),
    ],
)
def test_contracts_have_so_many_sets_and_runs_at_most(sets: Any, runs: Any, wrong: str) -> None:
    with pytest.raises(NotationError, match=f"a contract has from 0 to {wrong}"):
        Contract(sets, runs)
    assert Contract(sets=12, runs=8).melds == 20


def test_a_contract_that_is_laid_leaves_nothing() -> None:
    assert Contract(sets=1, runs=0).without("set") == Contract(sets=0, runs=0)


@tried("steps")
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", game_names())
def test_calls_on_positions(name: str, call: str, steps: int) -> None:
    assert cost(heavy(name).put_to(call)) <= MOST_CALLS
    dearest, placed = climb(
        some_position(name), another_position, lambda placed: cost(placed.put_to(call)), 7, steps // 2
    )
    assert dearest <= MOST_CALLS, placed


def kept() -> Iterator[tuple[str, Any]]:
    """Everything in the library that keeps results by their arguments."""
    for module in pkgutil.walk_packages(shedkit.__path__, "shedkit."):
        if module.name.rpartition(".")[2] == "__main__":
            continue
        loaded = importlib.import_module(module.name)
        for name, value in vars(loaded).items():
            if isinstance(value, _lru_cache_wrapper) and value.__module__ == loaded.__name__:
                yield f"{module.name}.{name}", value


UNBOUNDED = {
    "shedkit.core.turns.around": "seats and numbers of players, of which there are few",
    "shedkit.bots.shanghai_rummy._ordinary": "no arguments",
}
MOST_KEPT = 2**15
MOVES_KEPT = {
    "lucky_shutdown.moves.arranged": 2**15,  # 4,650 rows of three cards
    "lucky_shutdown.moves.reaction": 2**12,
    "shanghai_rummy.moves.lay_moves": 2**6,  # limits of melds
    "shanghai_rummy.moves.lay_off_move": 2**14,
    "shanghai_rummy.moves.swap_move": 2**14,
    "shithead.moves.arranged": 2**15,  # 24,804 rows of three cards
    "shithead.moves.reaction": 2**10,
}


def test_what_is_kept_has_a_bound() -> None:
    sizes = {name: value.cache_parameters()["maxsize"] for name, value in kept()}
    assert {name for name, size in sizes.items() if size is None} == set(UNBOUNDED)
    assert all(size <= MOST_KEPT for size in sizes.values() if size is not None)


def test_so_many_moves_are_kept() -> None:
    """Enough for all that a game of the usual deck has, or for those of many games."""
    start = "shedkit.games."
    sizes = {name.removeprefix(start): value.cache_parameters()["maxsize"] for name, value in kept()}
    assert {name: size for name, size in sizes.items() if ".moves." in name} == MOVES_KEPT


def test_tables_count_what_their_entries_hold() -> None:
    # sixteen different Undercuts in hand can be laid in thousands of ways, for each card that may lie on top
    undercuts = [f"U{value}{colour}" for value in range(1, 9) for colour in "ob"]
    tops = [f"{number}{colour}" for number in range(20, 40) for colour in "ob"]
    rules = LuckyShutdown(players=2, deck=" ".join([*undercuts, *tops]))
    hands = [" ".join(undercuts), tops[-1]]
    for top in tops[:-1]:
        state = rules.position(hands=hands, discard=top, stock=None)
        assert len(rules.legal_moves(state, 0)) > 4_000
        assert sum(1 + len(plays) for plays in rules.several.values()) <= TABLE_ROOM
