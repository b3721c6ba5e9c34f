"""Whole games of simple players: cards, actors and outcome at every position, all laws at sampled ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count as numbers
from operator import attrgetter
from random import Random
from typing import Any, ClassVar

import attrs

from shedkit.core.states import cards_in
from shedkit.testing import check_position, random_rules
from subjects import GAMES, homeward

from .frame import Campaign, Finding, count, reached_of_aims
from .store import Line

SHARES = {"quiclo": 1700, "shithead": 190, "lucky-shutdown": 100, "shanghai-rummy": 10}
"""Games of a unit: a game of QUICLO takes half a thousandth of a second, one of Shanghai Rummy a quarter of one."""
SERIES = {"quiclo": 50, "shithead": 10, "lucky-shutdown": 10, "shanghai-rummy": 2}
"""How many games in a row are played with the same rules."""
LONGEST = 4_000
"""After how many moves a game is cut: play can go round for ever, see SH-A21 and QU-A18."""
SAMPLED = {"quiclo": 0.06, "shithead": 0.1, "lucky-shutdown": 0.2, "shanghai-rummy": 0.4}
"""In which share of the series one position is held to all laws; that takes as long as a hundred games."""


class Balance:
    """The cards of positions weighed, which were played by the same rules: each card has a weight of 61 bits, drawn at random.

    A position with other cards than the deck has the weight of the deck once in 2^61 times. A zone that is the same
    object as in the position before is not weighed again.
    """

    def __init__(self, rules: Any) -> None:
        random = Random(repr(rules))
        self.rules = rules
        self.weights: dict[object, int] = {None: 0}  # the empty slots of a row
        for card in rules.deck:
            self.weights.setdefault(card, random.getrandbits(61))
        self.weight = self.weights.__getitem__
        self.deck = sum(map(self.weight, rules.deck))
        names = [field.name for field in rules.state_type.layout.zones()]
        self.zones = attrgetter(*names)
        self.before: list[Any] = [()] * len(names)
        self.weighed = [0] * len(names)
        self.rows: list[list[int]] = [[] for _ in names]

    def holds(self, state: Any) -> bool:
        """Whether all zones together hold the deck."""
        before, weighed = self.before, self.weighed
        try:
            for number, zone in enumerate(self.zones(state)):
                if zone is not before[number]:
                    weighed[number] = self.of(zone, number)
                    before[number] = zone
        except KeyError:  # what is no card of this deck
            return False
        return sum(weighed) == self.deck

    def of(self, zone: Any, number: int) -> int:
        """The weight of a zone: cards, rows of cards, or values that hold cards."""
        if not zone:
            return 0
        if type(zone[0]) is tuple:
            before, rows, weight = self.before[number], self.rows[number], self.weight
            if len(before) != len(zone) or len(rows) != len(zone):
                rows = [sum(map(weight, row)) for row in zone]
            else:
                rows = [
                    old if row is same else sum(map(weight, row))
                    for row, same, old in zip(zone, before, rows, strict=True)
                ]
            self.rows[number] = rows
            return sum(rows)
        if zone[0] in self.weights:
            return sum(map(self.weight, zone))
        return sum(map(self.weight, cards_in(zone)))


@attrs.frozen
class Whole:
    """A game that was played: how many moves, whether to its outcome, and the position to look at."""

    moves: int
    ended: bool
    sample: Any


def play_whole(balance: Balance, players: Sequence[Any], seed: int, most: int, at: int = -1) -> Whole:
    """Play a game and look at each position.

    Args:
        balance: the game and its options, with the weights of its cards.
        players: one for each seat.
        seed: for the deal.
        most: after how many moves the game is cut.
        at: the number of the position that is given back; of a game that is shorter, the last one.

    Raises:
        Finding: if cards, actors, moves or outcome are wrong.

    """
    rules, holds = balance.rules, balance.holds
    state, sample = rules.deal(seed), None
    actors_of, outcome_of, moves_of, view_of = rules.actors, rules.outcome, rules.legal_moves, rules.view

    def wrong(text: str) -> Finding:
        return Finding(f"{rules!r}, seed {seed}, after {made} moves: {text}; {json.dumps(rules.to_json(state))}")

    for made in range(most):
        if not holds(state):
            raise wrong("the cards are not those of the deck")
        actors, outcome = actors_of(state), outcome_of(state)
        if bool(actors) == (outcome is not None):
            raise wrong(f"actors {actors} beside outcome {outcome}")
        if outcome is not None:
            if len(outcome.places) != rules.players or not all(1 <= place <= rules.players for place in outcome.places):
                raise wrong(f"the outcome does not place everybody: {outcome}")
            return Whole(made, True, state if sample is None and at >= 0 else sample)
        if made == at:
            sample = state
        player = actors[0]
        moves = moves_of(state, player)
        if not moves:
            raise wrong(f"player {player} is an actor without a move")
        move = moves[0] if len(moves) == 1 else players[player].choose(view_of(state, player), moves)
        state = rules.apply_unchecked(state, move, player)
    return Whole(most, False, sample)


def tables(kind: Any) -> range:
    """The numbers of players that a game can have by default."""
    option = next(option for option in kind.options() if option.name == "players")
    return range(option.low, option.high + 1)


class Games(Campaign):
    """Half of the games under default options, half under options drawn at random."""

    name = "games"
    about = (
        "whole games of simple players, half of them with options drawn at random: conservation of the cards, actors "
        "and outcome at each position, all laws at sampled ones"
    )
    aims: ClassVar[Mapping[str, int]] = {"games": 1_000_000}

    def units(self) -> Iterator[str]:
        return map(str, numbers())

    def run(self, unit: str, seconds: float) -> Mapping[str, int]:
        tally: Counter[str] = Counter()
        for name, share in SHARES.items():
            for series in range(share // SERIES[name]):
                self.series(name, int(unit) * 1_000_000 + series * 1_000, tally, drawn=series % 2 == 1)
        return tally

    def series(self, name: str, seed: int, tally: Counter[str], *, drawn: bool) -> None:
        """Some games with the same rules, one position of one of them held to all laws."""
        kind, random = GAMES[name].kind, Random(seed)
        rules = random_rules(kind, seed, data=GAMES[name].data) if drawn else kind(players=random.choice(tables(kind)))
        looked_at = random.randrange(SERIES[name]) if random.random() < SAMPLED[name] else -1
        balance, players = Balance(rules), homeward(name, rules, seed)
        for number in range(SERIES[name]):
            at = random.randrange(100) if number == looked_at else -1
            game = play_whole(balance, players, seed + number, LONGEST, at)
            tally["moves"] += game.moves
            if game.ended:
                tally.update(("games", name))
            else:
                tally[f"{name} cut"] += 1
            if game.sample is not None:
                check_position(rules, game.sample, seed=seed)
                tally["positions under all laws"] += 1

    def reached(self, lines: Sequence[Line]) -> str:
        total = self.figures(lines)
        each = ", ".join(f"{count(total.get(name, 0))} of {name}" for name in SHARES)
        cut = sum(total.get(f"{name} cut", 0) for name in SHARES)
        return (
            f"{reached_of_aims(self, lines)} to their outcome ({each}), {count(total.get('moves', 0))} moves; "
            f"{count(cut)} more games were cut after {count(LONGEST)} moves; "
            f"{count(total.get('positions under all laws', 0))} positions under all laws"
        )


CAMPAIGN = Games
