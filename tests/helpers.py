"""What the tests of several games share, beside what `shedkit.testing` ships."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shedkit import game, game_names
from shedkit.core.cards import BACK, codes
from shedkit.core.events import Moved, Place
from shedkit.core.refusals import Reason
from shedkit.testing import random_rules, refused


def reason_of_refusal(rules: Any, state: Any, move: Any, player: int = 0) -> Reason:
    """The reason why a move is not taken."""
    return refused(rules, state, move, player).reason


def code_of_refusal(rules: Any, state: Any, move: Any, player: int = 0) -> str:
    """The code of the reason why a move is not taken."""
    return refused(rules, state, move, player).reason.value


def hand(state: Any, player: int) -> str:
    """The cards of a hand, as `position` reads them."""
    return codes(state.hands[player])


def same_codes(text: str, other: str) -> bool:
    """Whether two texts name the same cards, in any order."""
    return Counter(text.split()) == Counter(other.split())


def told(rules: Any, state: Any, move: Any, player: int = 0) -> tuple[Any, ...]:
    """The events of a move, once it is sure that `trace` and `apply` agree, and that each event can be written."""
    after, events = rules.trace(state, move, player)
    assert after == rules.apply(state, move, player)
    assert isinstance(events, tuple)
    for event in events:
        assert str(event).strip()
        assert "\n" not in str(event)
        assert rules.event_from_json(rules.to_json(event)) == event
    return events


def seen(rules: Any, events: Any) -> list[Any]:
    """What each player and an onlooker see of events."""
    return [rules.shown(events, reader) for reader in (*range(rules.players), None)]


def hidden(count: int, source: Place, target: Place) -> Moved:
    """The event of so many cards for a reader who sees neither end."""
    return Moved((BACK,) * count, source, target)


def decided_by_the_seed(rules: Any) -> None:
    """The same seed deals the same, and another one other hands."""
    state, again, other = rules.deal(seed=5), rules.deal(seed=5), rules.deal(seed=6)
    assert state == again
    assert state.hands != other.hands


def come_to(rules: Any, *places: Callable[[Any], Any]) -> list[set[Any]]:
    """The cards that come to each place in 400 deals, none of which loses a card."""
    come: list[set[Any]] = [set() for _ in places]
    for seed in range(400):
        state = rules.deal(seed=seed)
        assert everything(state) == Counter(rules.deck)
        for cards, card_at in zip(come, places, strict=True):
            cards.add(card_at(state))
    return come


def everything(state: Any) -> Counter[Any]:
    """All cards of a state."""
    return Counter(state.layout.cards(state))


DEFAULTS: list[Any] = [game(name)() for name in game_names()]
"""The default rules of each game of the library."""
each_game = pytest.mark.parametrize("rules", DEFAULTS, ids=lambda rules: rules.name)


def some_rules(*seeds: int) -> list[Any]:
    """Of each game the default rules and, for each seed, rules with options drawn by it."""
    return [rules for usual in DEFAULTS for rules in (usual, *(random_rules(type(usual), seed) for seed in seeds))]


def rows(table: str) -> list[tuple[str, ...]]:
    """The rows of a table written as text, a line each, with a stroke between the cells."""
    return [tuple(cell.strip() for cell in line.split("|")) for line in table.strip().splitlines()]


def stored(name: str) -> dict[str, Any]:
    """The cases of a file of `data`, by name."""
    path = Path(__file__).parent / "data" / f"{name}.json"
    cases: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return cases


def stored_rules(case: dict[str, Any]) -> Any:
    """The rules of a stored case: its game, the set of options it begins from, and the options that differ."""
    kind = game(case["game"])
    preset = getattr(kind, case["preset"])().options_to_json() if "preset" in case else {}
    options = {**preset, **case["options"]}
    if "deck" in options:
        options["deck"] = options["deck"].split()
    return kind.from_json(options)
