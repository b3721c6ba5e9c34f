"""Every value of every option: a hundred games to the outcome, at all tables that can have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from shedkit.core.cards import Card, codes
from shedkit.core.options import default_of
from shedkit.core.values import written
from subjects import GAMES, every, homeward

from .frame import Campaign, count
from .games import LONGEST, Balance, play_whole
from .store import Line

GAMES_EACH = 100
TRIED = 3 * GAMES_EACH
"""How many games are begun at most: under some values play often goes round for ever, and a game is cut."""


def values_of_options() -> dict[str, list[Any]]:
    """By game and value, such as ``quiclo deadlock=fewest``: the rules at every table that differ in this value alone."""
    made: dict[str, list[Any]] = {}
    for name in GAMES:
        for rules in every(name):
            values = {option.name: getattr(rules, option.name) for option in rules.options()}
            changed = [f"{option}={named(value)}" for option, value in values.items() if differs(rules, option)]
            made.setdefault(" ".join([name, *changed]), []).append(rules)
    return made


def differs(rules: Any, option: str) -> bool:
    """Whether an option has another value than the one it has if it is not given."""
    return option != "players" and bool(getattr(rules, option) != default_of(rules, option))


def named(value: Any) -> str:
    """A value in a name: cards by their codes, and long ones by their beginning and how long they are."""
    cards = type(value) is tuple and value and isinstance(value[0], Card)
    text = codes(value) if cards else written(value)
    return text if len(text) <= 50 else f"{text[:40]}... ({len(value)})"


class Options(Campaign):
    """Games of simple players; the tables take turns."""

    name = "options"
    about = (
        "a hundred games to the outcome for every value of every option, at all tables that can have it; cards, actors "
        "and outcome are looked at as above"
    )

    @cached_property
    def values(self) -> dict[str, list[Any]]:
        return values_of_options()

    def units(self) -> Iterator[str]:
        return iter(self.values)

    def run(self, unit: str, seconds: float) -> Mapping[str, Any]:
        name = unit.split()[0]
        tables = [(Balance(rules), homeward(name, rules, 1)) for rules in self.values[unit]]
        tally = {"values": 1, "games": 0, "cut": 0, "moves": 0}
        for seed in range(TRIED):
            balance, players = tables[seed % len(tables)]
            game = play_whole(balance, players, seed, LONGEST)
            tally["moves"] += game.moves
            tally["games" if game.ended else "cut"] += 1
            if tally["games"] == GAMES_EACH:
                break
        return tally

    def reached(self, lines: Sequence[Line]) -> str:
        total = self.figures(lines)
        short = {line["unit"]: line["games"] for line in lines if line["games"] < GAMES_EACH}
        text = (
            f"{count(len(lines))} of {count(len(self.values))} values, {count(total.get('games', 0))} games, "
            f"{count(total.get('moves', 0))} moves"
        )
        if not short:
            return text
        less = "; ".join(f"{number} with `{unit}`" for unit, number in short.items())
        return f"{text}; fewer than {GAMES_EACH} of {TRIED} games came to an end within {count(LONGEST)} moves: {less}"


CAMPAIGN = Options
