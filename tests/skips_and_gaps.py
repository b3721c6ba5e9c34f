"""Positions of Lucky Shutdown with skips due, empty hands and gaps in the rows, drawn at random, unreachable ones too."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from shedkit import LuckyShutdown
from shedkit.core.cards import Card, read_cards
from shedkit.core.errors import PositionError
from shedkit.games.lucky_shutdown import LuckyCard, LuckyState
from subjects import LUCKY_SMALL

SMALL = LUCKY_SMALL + " 14o 14b 16o 16b 17o 17b 18b 20o 20b 21o 21b 18o 18b"
TWICE = 2 * LuckyShutdown().deck
ROWS = ("- - -", "{} - -", "- {} -", "- - {}", "{} {} -", "- {} {}", "{} {} {}")


def some_rules(random: Random) -> LuckyShutdown:
    """Rules with skips in all their forms, in three decks."""
    deck = random.choice([LuckyShutdown().deck, LuckyShutdown().deck, read_cards(LuckyCard, SMALL), TWICE])
    return LuckyShutdown(
        deck=deck,
        players=len(deck) // 16 if len(deck) < 48 else random.randint(2, 4),
        combo_needs_empty_stock=random.random() < 0.4,
        skip_chain=random.choice(["accumulate", "pass_on"]),
        skip_wraps=random.random() < 0.5,
        skip_rescue_zone=random.choice(["playable", "hand_or_face_up"]),
        push_in_skip_moment=random.random() < 0.5,
        push_on_19=random.choice(["one", "count", "none"]),
        reaction=random.choice(["open", "off"]),
        reaction_obeys_colour=random.random() < 0.5,
        blind_take=random.random() < 0.5,
        challenge_luck=random.random() < 0.5,
        early_reveal=random.random() < 0.5,
        rounds=random.randint(1, 2),
    )


def _placed(rules: LuckyShutdown, random: Random) -> dict[str, Any]:
    """The arguments of a position: mostly a 19 counts and skips are due."""
    cards = list(rules.deck)
    random.shuffle(cards)

    def take(number: int, wanted: str = "") -> list[Card]:
        taken = [card for card in cards if card.code.startswith(wanted)][:number]
        for card in taken:
            cards.remove(card)
        return taken

    def codes(taken: list[Card]) -> str:
        return " ".join(card.code for card in taken)

    pending = random.choice((0, 1, 1, 2, 3, random.randint(1, len(rules.deck))))
    pile = take(random.choice((0, 1, 2, 4))) + (
        take(random.randint(1, 3), "19") if pending or random.random() < 0.5 else []
    )
    pile += take(random.choice((0, 0, 0, 1, 2)), "P")
    hands, up, down = list[str](), list[str](), list[str]()
    for _ in range(rules.players):
        lucky = take(random.choice((0, 0, 1)), "19") if random.random() < 0.4 else []
        hands.append(codes(lucky + take(random.choice((0, 0, 0, 1, 2, 3, 5)))))
        for rows in (up, down):
            row = random.choice(ROWS)
            filling = take(row.count("{}"))
            rows.append(row.format(*(card.code for card in filling)) if len(filling) == row.count("{}") else "- - -")
    given: dict[str, Any] = {
        "hands": hands, "face_up": up, "face_down": down, "discard": codes(pile), "pending": pending,
        "turn": random.randrange(rules.players), "layer": random.randrange(rules.players),
        "stock": codes(take(random.choice((0, 0, 1, 2, 3, 40)))),
        "declined": [random.random() < 0.05 for _ in hands],
        "challenged": [random.random() < 0.5 for _ in hands], "revealed": [random.random() < 0.5 for _ in hands],
    }  # fmt: skip
    return given


def positions(random: Random, number: int) -> Iterator[tuple[LuckyShutdown, LuckyState]]:
    """So many positions that are accepted, each with its rules; what contradicts itself is thrown away."""
    while number:
        rules = some_rules(random)
        try:
            yield rules, rules.position(**_placed(rules, random))
        except PositionError:
            continue
        number -= 1
