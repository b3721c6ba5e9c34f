"""Chance: the same shuffles for ever, and every order equally likely."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from shedkit import Quiclo, Shithead
from shedkit.core.cards import codes
from shedkit.core.chance import Chance
from shedkit.core.errors import ConfigurationError

KNOWN = ["dajigehcbf", "idgcaefjhb", "fajdihbgec", "cjehgbfadi"]
KNOWN_NUMBER = 0.696673435451
KNOWN_HANDS = ["2s 8h Jd", "2 34 45 114 137 143"]


def test_known_shuffles() -> None:
    """A change here breaks every seed that anybody has written down."""
    mixed, after = Chance(7).shuffled("abcdefghij")
    assert "".join(mixed) == KNOWN[0]
    mixed, after = after.shuffled("abcdefghij")
    assert "".join(mixed) == KNOWN[1]
    assert after == Chance(7, 2)
    assert "".join(Chance(-(2**128) + 1).shuffled("abcdefghij")[0]) == KNOWN[2]
    assert "".join(Chance(2**128 - 1, 41).shuffled("abcdefghij")[0]) == KNOWN[3]
    assert [round(Chance(0).numbers()(), 12)] == [KNOWN_NUMBER]


def test_known_deals() -> None:
    assert codes(Shithead(players=2).deal(seed=7).hands[0]) == KNOWN_HANDS[0]
    assert codes(Quiclo(players=2).deal(seed=7).hands[0]) == KNOWN_HANDS[1]


def test_a_shuffle_neither_makes_nor_loses() -> None:
    for size in range(12):
        mixed, _ = Chance(size).shuffled(range(size))
        assert sorted(mixed) == list(range(size))


def test_every_order_is_equally_likely() -> None:
    """24 orders, 24,000 shuffles: chi-square with 23 degrees of freedom is below 60 but once in 30,000 times."""
    counts = Counter(Chance(seed).shuffled("abcd")[0] for seed in range(24_000))
    assert set(counts) == set(permutations("abcd"))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 60


def test_running_numbers_give_other_shuffles_than_seeds() -> None:
    orders = {Chance(seed, count).shuffled(range(20))[0] for seed in range(30) for count in range(30)}
    assert len(orders) == 900


def test_the_generator_of_the_program_is_left_alone() -> None:
    random.seed(1)
    before = random.getstate()
    state = Shithead().deal(seed=3)
    Quiclo().sample(Quiclo().view(Quiclo().deal(seed=3), 0), 1)
    assert random.getstate() == before
    random.seed(2)
    assert Shithead().deal(seed=3) == state


def test_without_a_seed_games_differ() -> None:
    assert Shithead().deal() != Shithead().deal()
    assert Chance.of(None) != Chance.of(None)


@pytest.mark.parametrize("seed", [0, -1, 2**128 - 1, 1 - 2**128])
def test_seeds(seed: int) -> None:
    assert Chance.of(seed).seed == seed
    assert Shithead().deal(seed=seed) == Shithead().deal(seed=seed)


@pytest.mark.parametrize("seed", ["7", 7.0, True, 2**128, -(2**128), 10**1000, [], b"7"])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"^seed: it must") as caught:
        Chance.of(seed)
    assert caught.value.option == "seed"


def test_chance_is_a_value() -> None:
    assert pickle.loads(pickle.dumps(Chance(7, 3))) == Chance(7, 3)
    assert hash(Chance(7, 3)) == hash(Chance(7, 3))
    with pytest.raises(AttributeError):
        Chance(7).seed = 8  # type: ignore[misc]
