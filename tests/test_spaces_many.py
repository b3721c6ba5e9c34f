"""Arrays that are changed and not made anew, and many tables that fill the same arrays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

from mau_mau import MauMau
from shedkit import IllegalMove, LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.core.errors import ConfigurationError, NotationError
from shedkit.spaces import ObservationSpace, Tables
from shedkit.testing import random_rules
from test_spaces import DATA, KINDS, positions


@pytest.mark.parametrize("kind", KINDS)
def test_it_does_not_matter_what_was_seen_before(kind: Any) -> None:
    """Position after position, and to and fro between games, every array is that of a space that has seen nothing."""
    for seed in range(3):
        rules = kind() if seed == 0 else random_rules(kind, seed, data=DATA.get(kind))
        space, random = ObservationSpace(rules), Random(seed)
        seen = [state for game in range(2) for state in positions(rules, 10 * seed + game, 90)]
        for state in [*seen, *random.choices(seen, k=60)]:
            for viewer in random.sample((*range(rules.players), None), 2):
                view = rules.view(state, viewer)
                assert space.observe(view).tobytes() == space.twin().observe(view).tobytes()


def test_a_fault_leaves_nothing_half_done() -> None:
    rules = Quiclo(players=2)
    space = ObservationSpace(rules)
    state, later = rules.deal(seed=1), rules.deal(seed=2)
    expected = space.observe(rules.view(later, 0)).copy()
    space.observe(rules.view(state, 0))
    view = rules.view(later, 0)
    broken = type(view)(
        0, type(later)(**{**{f.name: getattr(view.state, f.name) for f in later.layout.fields}, "phase": "x"})
    )
    with pytest.raises(KeyError):
        space.observe(broken)
    assert (space.observe(view) == expected).all()


def test_threads_may_share_a_space() -> None:
    rules = Shithead(players=3)
    space = ObservationSpace(rules)
    views = [rules.view(state, 0) for seed in range(4) for state in positions(rules, seed, 100)]
    expected = [space.observe(view).tobytes() for view in views]

    def look(part: int) -> bool:
        order = Random(part).sample(range(len(views)), len(views))
        return all(space.observe(views[i]).tobytes() == expected[i] for i in order)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(look, range(8)))


# --- many tables


@pytest.mark.parametrize(
    "rules",
    [Quiclo(players=2), Shithead.common(), LuckyShutdown(players=4), ShanghaiRummy(players=3), MauMau(players=4)],
    ids=lambda rules: rules.name,
)
def test_each_row_is_a_table(rules: Any) -> None:
    tables, random = Tables(rules, 5, seed=3, max_moves=70), Random(1)
    space, moves, seeds = ObservationSpace(rules), rules.move_space(), Random(3)
    states = [rules.deal(seeds.getrandbits(64)) for _ in range(5)]
    made, finished = [0] * 5, 0
    for _ in range(160):
        actions = []
        for table, state in enumerate(states):
            seat = rules.actors(state)[0]
            assert tables.seats[table] == seat
            assert tables.masks[table].tolist() == moves.mask(state, seat)
            assert (tables.observations[table] == space.observe(rules.view(state, seat))).all()
            actions.append(random.choice(moves.indices(state, seat)))
        tables.step(np.array(actions) if random.random() < 0.5 else actions)
        for table, action in enumerate(actions):
            state, seat = states[table], rules.actors(states[table])[0]
            state = rules.apply(state, moves.move(state, action, seat), seat)
            made[table] += 1
            outcome = rules.outcome(state)
            cut = outcome is None and made[table] == 70
            assert (tables.ended[table], tables.cut[table]) == (outcome is not None, cut)
            assert tables.returns[table].tolist() == (
                [0.0] * rules.players if outcome is None else [*outcome.returns()]
            )
            if cut or outcome is not None:
                finished += 1
                made[table], state = 0, rules.deal(seeds.getrandbits(64))
            states[table] = state
    assert finished >= 5
    assert len(tables) == 5


def test_an_illegal_action_at_one_table_moves_none() -> None:
    rules = Quiclo(players=2, misplay="illegal")
    tables = Tables(rules, 3, seed=1)
    before = tables.observations.copy(), tables.masks.copy(), tables.seats.copy()
    good = tables.masks.argmax(axis=1).tolist()
    with pytest.raises(IllegalMove) as caught:
        tables.step([good[0], int(np.flatnonzero(tables.masks[1] == 0)[0]), good[2]])
    assert caught.value.refusal.rule == "SK-09"
    for wrong in (-1, 145, None, "draw", 1.5):
        with pytest.raises(NotationError, match="there is no move"):
            tables.step([*good[:2], wrong])  # type: ignore[list-item]
    for few in ([], good[:2], [*good, 1], np.zeros(2, int)):
        with pytest.raises(NotationError, match=f"an action for each of 3 tables is needed, not {len(few)}"):
            tables.step(few)
    assert all(
        (old == new).all() for old, new in zip(before, (tables.observations, tables.masks, tables.seats), strict=True)
    )
    tables = Tables(Quiclo(players=2), 1, seed=1)
    (penalised,) = [
        tables.rules.move_space().index(state, tables.rules.penalised_moves(state, 0)[0], 0) for state in tables.states
    ]
    with pytest.raises(NotationError, match="is answered with a penalty; an action is the number of a legal move"):
        tables.step([penalised])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"rules": "quiclo"}, "rules: rules are needed"),
        ({"tables": 0}, "tables: it must be a whole number from 1, not 0"),
        ({"tables": 2.0}, "tables: it must be a whole number from 1, not 2.0"),
        ({"max_moves": True}, "max_moves: it must be a whole number from 1, not True"),
        ({"seed": None}, "seed: it must be an integer, not None"),
        ({"utility": "money"}, "utility: it must be one of win, places, points, or a function, not 'money'"),
    ],
    ids=str,
)
def test_what_no_tables_are_made_of(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ConfigurationError, match=says):
        Tables(**{"rules": Quiclo(players=2), "tables": 2, "seed": 1, **arguments})
