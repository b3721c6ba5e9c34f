"""Options: bounds that are kept, descriptions that tell them, tables that never change."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from shedkit import Quiclo, ShanghaiRummy, Shithead, game, game_names
from shedkit.core.errors import ConfigurationError, ConfigurationErrors
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
    with pytest.raises(AttributeError, match=r"^a frozen mapping never changes"):
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
    with pytest.raises(ConfigurationError, match=r"^mood: unknown option; .* has players, ") as caught:
        kind(mood=1)
    assert caught.value.option == "mood"
    with pytest.raises(ConfigurationError, match="takes its options by name"):
        kind(3)
    with pytest.raises(ConfigurationError, match=r"^mood: unknown option"):
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


# --- options as a person gives them


@pytest.mark.parametrize("name", game_names())
def test_every_default_can_be_typed(name: str) -> None:
    """What a form shows and gives back leads to the same rules."""
    kind: Any = game(name)
    rules = kind()
    typed = {}
    for option in kind.options():
        value = getattr(rules, option.name)
        if option.plain:
            typed[option.name] = (
                {True: "yes", False: "no", None: ""}.get(value, str(value))
                if value in (True, False, None) and type(value) is not int
                else str(value)
            )
    assert kind.read_options(typed) == rules
    assert kind.read_options({**typed, **{f: v for f, v in rules.options_to_json().items() if v is not None}}) == rules
    assert kind.read_options({}) == rules


def test_values_are_read_as_typed_and_as_json() -> None:
    rules = Shithead(players=4, multi_card=True, powers={2: Power.RESET, 7: Power.LOW})
    assert (
        Shithead.read_options({"players": " 4 ", "multi_card": "ON", "powers": '{"2": "reset", "7": "low"}'}) == rules
    )
    assert Shithead.read_options({"players": 4, "multi_card": True, "powers": {"2": "reset", "7": "low"}}) == rules
    assert Shithead.read_options({"rounds": "2"}, base=rules) == rules.evolve(rounds=2)
    assert Quiclo.read_options({"deck": " ".join(map(str, range(1, 30)))}).deck == Quiclo(deck=range_deck(29)).deck
    one = ShanghaiRummy.read_options({"contracts": '[{"sets": 1, "runs": 1}]'})
    assert one == ShanghaiRummy(contracts=[(1, 1)])


def range_deck(highest: int) -> list[str]:
    return [str(number) for number in range(1, highest + 1)]


def test_all_that_is_wrong_is_told_at_once() -> None:
    given = {"players": "9", "swap": "of", "rounds": "many", "powers": {"2": "rest"}, "nope": "1", "multi_card": 1}
    with pytest.raises(ConfigurationErrors) as caught:
        Shithead.read_options(given)
    assert {error.option for error in caught.value.errors} == set(given)
    assert all(str(error) in f"; {caught.value}" for error in caught.value.errors)
    assert pickle.loads(pickle.dumps(caught.value)).errors[0].text == caught.value.errors[0].text
    with pytest.raises(ConfigurationError, match=r"^players: it must be from 2 to 5, not 9") as one:
        Shithead.read_options({"players": "9", "swap": "off"})
    assert type(one.value) is ConfigurationError


def test_an_option_that_was_not_given_can_be_the_one_that_is_wrong() -> None:
    with pytest.raises(ConfigurationError, match=r"^deck: 23 hands of 9"):
        Quiclo.read_options({"players": "23", "hand_size": "9"})


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (7, "options: names with their values expected, not 7"),
        ({1: "2"}, "unknown option"),
        ({"\ud800": "2"}, "unknown option"),
        ({"x" * 10_000: "2"}, "unknown option"),
        ({"swap": "x" * 100_000}, "swap: a text of at most 20000 characters expected"),
        ({"players": "9" * 5_000}, "players: it must be a whole number"),
        ({"players": "٣"}, "players: it must be a whole number"),
        ({"players": 2.5}, "players: a whole number expected"),
        ({"players": None}, "players: it must be a whole number, not None"),
        ({"multi_card": "1"}, "multi_card: it must be yes or no"),
        ({"powers": "{" * 10_000}, "powers: this is no JSON"),
        ({"powers": '{"2": "reset", "2": "burn"}'}, "powers: the field '2' is there twice"),
        ({"powers": "reset"}, "powers: "),
        ({"deck": "7h 8x"}, "deck: '8x' is no card"),
        ({"out_of_turn_quad": "yes", "quad_burns": "no"}, "out_of_turn_quad: it needs quad_burns"),
    ],
)
def test_what_cannot_be_read_is_one_error(given: Any, error: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Shithead.read_options(given)
    assert error in str(caught.value)
    assert len(str(caught.value)) < 500
    assert caught.value.__cause__ is None
