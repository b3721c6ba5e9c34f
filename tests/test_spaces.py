"""Observations: all that a view shows can be read back, and nothing else is in it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Any, Literal

import attrs
import numpy as np
import pytest

import shedkit.authoring as sk
from jump_in import JumpIn
from mau_mau import MauMau
from president import President
from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.errors import ConfigurationError, NotationError, ViewError
from shedkit.core.fields import fact, zone
from shedkit.core.values import hints_of
from shedkit.spaces import ObservationSpace
from shedkit.spaces.declared import Parts
from shedkit.testing import random_rules
from subjects import GAMES

KINDS: list[Any] = [Quiclo, Shithead, LuckyShutdown, ShanghaiRummy, MauMau, President, JumpIn]
DATA = {tested.kind: tested.data for tested in GAMES.values()}


def held(space: Any, state: Any) -> None:
    """Every view of a position comes back, lies within the bounds, and is the same in any other possible state."""
    rules = space.rules
    for player in (*range(rules.players), None):
        view = rules.view(state, player)
        array = space.observe(view)
        assert array.dtype == np.float32
        assert space.read(array, player) == view
        assert (space.low - 1e-6 <= array).all()
        assert (array <= space.high + 1e-6).all()
        other = rules.view(rules.sample(view, 3), player)
        assert (space.observe(other) == array).all()


def positions(rules: Any, seed: int, moves: int) -> Iterator[Any]:
    random, state = Random(seed), rules.deal(seed=seed)
    for _ in range(moves):
        yield state
        actors = rules.actors(state)
        if not actors:
            return
        player = random.choice(actors)
        state = rules.apply_unchecked(state, random.choice(rules.legal_moves(state, player)), player)


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_a_view_shows_is_read_back(kind: Any) -> None:
    for seed in range(4):
        rules = kind() if seed == 0 else random_rules(kind, seed, data=DATA.get(kind))
        space = ObservationSpace(rules)
        assert sum(there.size for there in space.slices) == space.size == len(space.low) == len(space.high)
        for i, state in enumerate(positions(rules, seed, 120)):
            if i % 4 == 0:
                held(space, state)


@pytest.mark.parametrize("name", GAMES)
def test_built_positions(name: str) -> None:
    for at in GAMES[name].built.values():
        rules = GAMES[name].kind(**at.options)
        held(ObservationSpace(rules), rules.position(**at.zones))


@pytest.mark.parametrize("kind", KINDS)
def test_what_differs_is_told_apart(kind: Any) -> None:
    """Two views of a player are equal exactly if their arrays are."""
    rules = kind()
    space = ObservationSpace(rules)
    seen = [rules.view(state, 0) for state in positions(rules, 5, 60)]
    arrays = {space.observe(view).tobytes() for view in seen}
    assert len(arrays) == len(set(seen))


def test_seats_are_relative() -> None:
    """Turned round the table, everybody sees the same; but for what names no seat by its declaration."""
    rules = Shithead(players=3)
    space = ObservationSpace(rules)
    state = rules.position(hands=["4c 5c 6c", "7c 8c", "9c"], discard="3h", turn=1, layer=0, dealer=0)
    for by in (1, 2):
        moved = state.layout.rotate(state, by, 3)
        for player in range(3):
            there = space.observe(rules.view(moved, (player + by) % 3))
            assert (there == space.observe(rules.view(state, player)))[: space.slice("round").offset].all()
    turn = space.slice("turn")
    for player in range(3):
        mine = space.observe(rules.view(state, player))[turn.offset : turn.offset + turn.size]
        assert list(mine).index(1) == (1 - player) % 3


def test_where_things_lie() -> None:
    rules = ShanghaiRummy(players=2)
    space = ObservationSpace(rules)
    state = rules.position(
        hands=["9s Jk", "2c 2c"],
        melds=[(1, "5s 6s Jk=7s 8s")],
        down=[True, True],
        discard="8d 9d",
        phase="play",
        round=3,
    )
    array = space.observe(rules.view(state, 0))

    def part(name: str) -> list[float]:
        there = space.slice(name)
        return [round(float(number), 3) for number in array[there.offset : there.offset + there.size]]

    assert sum(part("hands")) == 4
    assert part("hands")[-1] == 2  # the backs of the other one
    assert part("stock") == [round(len(state.stock) / 108, 3)]
    assert sum(part("discard")[:53]) == 2
    assert part("phase") == [0, 0, 1, 0]
    assert part("contract") == [0, 2]
    assert part("buys") == [0, 0]
    assert part("melds")[:2] == [1, 1]
    assert part("round")[0] == 3
    assert str(space).splitlines()[0] == f"{space.size} numbers of shanghai-rummy"
    assert str(space.slice("stock")) == f"{space.slice('stock').offset}: stock, how many cards, as a share of the deck"


def test_open_hands_are_seen() -> None:
    rules = Quiclo(players=2, open_hands=True)
    held(ObservationSpace(rules), rules.deal(seed=1))


def test_many_tables_in_one_array() -> None:
    rules = Quiclo(players=2)
    space = ObservationSpace(rules)
    tables = np.full((5, space.size), 7, np.float32)
    for seed, row in enumerate(tables):
        view = rules.view(rules.deal(seed=seed), 0)
        assert space.observe(view, out=row) is row
        assert (space.observe(view) == tables[seed]).all()


def test_equal_rules_have_equal_layouts() -> None:
    rules = Shithead(players=3)
    space = ObservationSpace(rules)
    again = pickle.loads(pickle.dumps(space))
    assert again.slices == space.slices == ObservationSpace(Shithead(players=3)).slices
    assert repr(again) == "ObservationSpace(Shithead(players=3))"


# --- bad input


def test_only_views_are_observed() -> None:
    rules = Quiclo(players=2)
    space, state = ObservationSpace(rules), rules.deal(seed=1)
    for wrong in (state, None, 3, "view"):
        with pytest.raises(ViewError, match="a view is observed, not"):
            space.observe(wrong)  # type: ignore[arg-type]
    with pytest.raises(ViewError, match="quiclo reads a QuicloState"):
        space.observe(Shithead(players=2).view(Shithead(players=2).deal(seed=1), 0))  # type: ignore[arg-type]
    with pytest.raises(ViewError, match="this is a table of 3 players"):
        space.observe(Quiclo(players=3).view(Quiclo(players=3).deal(seed=1), 0))
    for out in (np.zeros(3, np.float32), np.zeros((1, space.size), np.float32), [0.0] * space.size):
        with pytest.raises(NotationError, match=f"an array of {space.size} numbers is filled"):
            space.observe(rules.view(state, 0), out=out)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="'hand' is no part of an observation; these are: hands, stock"):
        space.slice("hand")


def test_arrays_that_stand_for_no_view() -> None:
    rules = Quiclo(players=2)
    space, view = ObservationSpace(rules), Quiclo(players=2).view(Quiclo(players=2).deal(seed=1), 0)
    good = space.observe(view)
    for wrong in (
        good[:-1],
        [good],
        None,
        "array",
        good.astype(int),
        np.full(space.size, np.nan),
        np.full(space.size, np.inf),
    ):
        with pytest.raises(NotationError, match=f"an array of {space.size} finite numbers is read"):
            space.read(wrong, 0)  # type: ignore[arg-type]
    random = np.random.default_rng(1)
    for name in ("turn", "phase", "discard", "hands", "passes"):
        there = space.slice(name)
        bad = good.copy()
        bad[there.offset : there.offset + there.size] += random.uniform(0.1, 0.4, there.size).astype(np.float32)
        with pytest.raises(NotationError, match="this array stands for no view of quiclo"):
            space.read(bad, 0)
    for bad in (np.zeros(space.size, np.float32), -good, good * 3):
        with pytest.raises(NotationError, match="this array stands for no view of quiclo"):
            space.read(bad, 0)
    with pytest.raises(ViewError, match="there is no player 2"):
        space.read(good, 2)


def test_without_numpy_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['numpy'] = None\ntry:\n import shedkit.spaces\nexcept Exception as e: print(type(e).__name__, e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == 'ConfigurationError learning: NumPy is needed for this: pip install "shedkit[learning]"\n'


# --- fields of all kinds


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


@attrs.frozen
class Note:
    words: tuple[int, ...]

    @classmethod
    def lengths(cls, rules: Any) -> dict[str, int]:
        return {"words": 3}

    def rotated(self, by: int, players: int) -> Note:
        return self


@attrs.frozen
class Endless:
    words: tuple[int, ...]


RULES = Quiclo(players=3)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Mood, [Mood.GOOD, Mood.BAD]),
        (Mood | None, [None, Mood.BAD]),
        (bool, [True, False]),
        (int, [0, 7, -300, 2**20]),
        (int | None, [None, 0, 3]),
        (Literal["a", "b"], ["a", "b"]),
        (Note, [Note(()), Note((1, -2)), Note((3, 4, 5))]),
        (Note | None, [None, Note((0,))]),
    ],
    ids=str,
)
def test_a_public_fact_of_any_kind(kind: Any, values: list[Any]) -> None:
    field = fact[kind](Visibility.EVERYONE, doc="a fact", kind=kind)
    part = Parts(RULES).of(field)
    assert part is not None
    for value in values:
        numbers = [0.0] * part.size
        part.put(value, 0, numbers)
        assert part.read(numbers, 0) == value
        assert all(low <= number <= high for number, (low, high) in zip(numbers, part.bounds(), strict=True))
    assert part.what
    assert len(part.bounds()) == part.size


def test_zones_of_any_kind() -> None:
    card = Quiclo.card_type
    one, two, three = card.all()[:3]
    row = zone[Any](Visibility.NOBODY, doc="a row", slots=3, kind=tuple[card | None, ...])
    heap = zone[Any](Visibility.EVERYONE, doc="a heap", in_order=True, kind=tuple[card, ...])
    piles = zone[Any](Visibility.NOBODY, Holds.PLAYERS, doc="piles", kind=tuple[tuple[card, ...], ...])
    for field, value in (
        (row, (sk.BACK, None, sk.BACK)),
        (heap, (one, two, three)),
        (piles, ((), (sk.BACK, sk.BACK), (sk.BACK,))),
    ):
        part = Parts(RULES).of(field)
        assert part is not None
        numbers = [0.0] * part.size
        part.put(value, 0, numbers)
        assert part.read(numbers, 0) == value
    assert hints_of(Note)


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Endless, "Endless.words does not say how many values it has at most"),
        (tuple[int, ...], "does not say how many values it has at most"),
        (int | str, "holds values that are not known how to lay out"),
        (str, "holds values that are not known how to lay out"),
    ],
    ids=str,
)
def test_a_field_that_does_not_say_enough(kind: Any, says: str) -> None:
    with pytest.raises(ConfigurationError, match=f"observation_space: .*{says}"):
        Parts(RULES).of(fact[kind](Visibility.EVERYONE, doc="a fact", kind=kind))


def test_more_values_than_there_is_room_for() -> None:
    part = Parts(RULES).of(fact[Note](Visibility.EVERYONE, doc="a note", kind=Note))
    assert part is not None
    with pytest.raises(ConfigurationError, match="there are 4 values, and room for 3"):
        part.put(Note((1, 2, 3, 4)), 0, [0.0] * part.size)


def test_a_fact_that_nobody_sees_has_no_numbers() -> None:
    assert Parts(RULES).of(fact[int](Visibility.NOBODY, doc="a secret", kind=int)) is None
    assert "chance" not in [there.name for there in ObservationSpace(RULES).slices]
