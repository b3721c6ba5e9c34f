"""Options: bounds that are kept, descriptions that tell them, tables that never change."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from shedkit import Quiclo, Shithead
from shedkit.core.errors import ConfigurationError
from shedkit.core.options import FrozenMap, Option
from shedkit.games.shithead import Power

KINDS: list[Any] = [Shithead, Quiclo]


def test_a_frozen_map_is_a_mapping() -> None:
    frozen, other = FrozenMap({2: "a", 3: "b"}), FrozenMap({3: "b", 2: "a"})
    assert frozen == other == {2: "a", 3: "b"}
    assert hash(frozen) == hash(other)
    assert frozen != FrozenMap({2: "a"})
    assert list(frozen) == [2, 3]
    assert (len(frozen), frozen[3], frozen.get(4), 2 in frozen) == (2, "b", None, True)
    assert repr(frozen) == "{2: 'a', 3: 'b'}"
    with pytest.raises(KeyError):
        frozen[4]


def test_a_frozen_map_never_changes() -> None:
    source = {2: "a"}
    frozen: Any = FrozenMap(source)
    source[2] = "b"
    assert frozen[2] == "a"
    with pytest.raises(TypeError):
        frozen[2] = "b"
    with pytest.raises(TypeError):
        del frozen[2]
    with pytest.raises(AttributeError, match="a frozen mapping never changes"):
        del frozen._items
    assert (frozen[2], hasattr(frozen, "clear")) == ("a", False)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_frozen_map_survives(again: Any) -> None:
    frozen = FrozenMap({2: Power.RESET})
    assert again(frozen) == frozen
    assert hash(again(frozen)) == hash(frozen)


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_is_described(kind: Any) -> None:
    options = kind.options()
    assert options[0].name == "players"
    assert len({option.name for option in options}) == len(options)
    for option in options:
        assert isinstance(option, Option)
        assert option.doc.endswith(".")
        assert option.rule
        assert option.values
        assert hasattr(kind(), option.name)


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_are_kept(kind: Any) -> None:
    for option in kind.options():
        if not option.plain:
            continue
        wrong: list[Any] = ["no such word", [], 1.5, {}]
        if not option.seat:
            wrong.append(None)
        if option.choices or isinstance(option.default, bool):
            wrong += [0, 1]
        else:
            wrong += [True]
            low = 0 if option.seat else option.low
            high = kind().players - 1 if option.seat else option.high
            wrong += [low - 1] if low is not None else []
            wrong += [high + 1, 10**400] if high is not None else []
        for value in wrong:
            with pytest.raises(ConfigurationError) as caught:
                kind(**{option.name: value})
            assert caught.value.option == option.name, (option.name, value)
            assert str(caught.value).startswith(f"{option.name}: ")
            assert len(str(caught.value)) < 300


@pytest.mark.parametrize("kind", KINDS)
def test_unknown_options_are_named(kind: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"mood: unknown option; .* has players, ") as caught:
        kind(mood=1)
    assert caught.value.option == "mood"
    with pytest.raises(ConfigurationError, match="takes its options by name"):
        kind(3)
    with pytest.raises(ConfigurationError, match="mood: unknown option"):
        kind().evolve(mood=1)


@pytest.mark.parametrize("private", ["_fits", "_none", "fits"])
def test_what_is_worked_out_is_no_option(private: str) -> None:
    with pytest.raises(ConfigurationError, match="unknown option"):
        Quiclo(**{private: None})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "options", "name"),
    [
        (Shithead, {"out_of_turn_quad": True, "quad_burns": False}, "out_of_turn_quad"),
        (Shithead, {"deck": "7h 8h"}, "deck"),
        (Shithead, {"deck": "7h " * 521}, "deck"),
        (Shithead, {"deck": "7x"}, "deck"),
        (Shithead, {"deck": "Jk " * 30}, "deck"),
        (Shithead, {"deck": 7}, "deck"),
        (Shithead, {"powers": 7}, "powers"),
        (Shithead, {"powers": {1: Power.BURN}}, "powers"),
        (Shithead, {"powers": {15: Power.BURN}}, "powers"),
        (Shithead, {"powers": {"2": Power.BURN}}, "powers"),
        (Shithead, {"powers": {2: "burn"}}, "powers"),
        (Shithead, {"anywhere": 2}, "anywhere"),
        (Shithead, {"anywhere": [1]}, "anywhere"),
        (Shithead, {"anywhere": ["2"]}, "anywhere"),
        (Shithead, {"anywhere": [[]]}, "anywhere"),
        (Shithead, {"anywhere": [True]}, "anywhere"),
        (Quiclo, {"players": 23, "hand_size": 7}, "deck"),
        (Quiclo, {"deck": "1 1 " * 20}, "deck"),
        (Quiclo, {"deck": " ".join(map(str, range(1, 200)))}, "deck"),
        (Quiclo, {"deck": "0"}, "deck"),
        (Quiclo, {"highest_card": 3}, "deck"),
    ],
)
def test_data_and_contradictions(kind: Any, options: dict[str, Any], name: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        kind(**options)
    assert caught.value.option == name
