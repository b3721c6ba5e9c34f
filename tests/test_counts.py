"""Exact counts as data: sequences of moves to a fixed depth, and the different states that can be reached.

One file for each game, option set and position. If a count changes and that is meant:
``pytest tests/test_counts.py --remaster``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shedkit import Quiclo, Shithead
from shedkit.core.cards import codes
from shedkit.games.shithead import Power
from shedkit.testing import reachable, sequences

HERE = Path(__file__).parent / "counts"
ALL_POWERS = {
    2: Power.RESET,
    3: Power.TRANSPARENT,
    7: Power.LOW,
    8: Power.SKIP,
    9: Power.REVERSE,
    10: Power.BURN,
}
DOUBLE = f"{codes(Shithead().deck)} {codes(Shithead().deck)}"
LAST_CARDS = {"hands": ["3c 9d Th", "4c 9h"], "discard": "5s 8s", "stock": ""}
ROWS = {
    "hands": ["9s", "Kc"],
    "face_up": ["Ts - -", "5h - -"],
    "face_down": ["2c - -", "6d - -"],
    "discard": "5c 7c",
    "stock": "",
}
SIX = "1 2 3 12 13 23"
SIX_ORDER = "1 2 12 3 13 23"

CASES: dict[str, tuple[Any, dict[str, Any], int, bool]] = {
    # rules, position, depth, whether the number of states is finite and small enough to count
    "shithead_last_cards": (Shithead(players=2), LAST_CARDS, 8, True),
    "shithead_last_cards_of_three": (
        Shithead(players=3),
        {"hands": ["3c 9d", "4c", "5d Th"], "discard": "8s", "stock": ""},
        7,
        True,
    ),
    "shithead_rows": (Shithead(players=2), ROWS, 7, True),
    "shithead_rows_blind_must": (Shithead(players=2, blind_take=False, take_with_face_up=True), ROWS, 7, True),
    "shithead_stock": (
        Shithead(players=2),
        {"hands": ["3c 9d Th", "4c 9h 2s"], "discard": "5s", "stock": "6c 6d 6h 6s"},
        6,
        False,
    ),
    "shithead_multi_card": (
        Shithead(players=2, multi_card=True),
        {"hands": ["9c 9d Th", "9h 9s 4c"], "discard": "5s", "stock": ""},
        6,
        True,
    ),
    "shithead_out_of_turn": (
        Shithead(players=3, multi_card=True, out_of_turn_quad=True),
        {"hands": ["9c Kc", "4c", "9h 9s"], "discard": "5s 9d", "stock": ""},
        5,
        True,
    ),
    "shithead_twins": (
        Shithead(players=2, deck=DOUBLE, multi_card=True),
        {"hands": ["9c 9c 9d", "4c 4c"], "discard": "3s", "stock": ""},
        6,
        True,
    ),
    "shithead_all_powers": (
        Shithead(players=3, powers=ALL_POWERS),
        {"hands": ["3c 7c", "8d 9d", "2h Th"], "discard": "5s", "stock": ""},
        6,
        True,
    ),
    "shithead_low_seven_burned": (
        Shithead(players=2, powers=ALL_POWERS, burn_on_low=True),
        {"hands": ["7c Tc 4d", "Td 3c"], "discard": "5s", "stock": ""},
        7,
        True,
    ),
    "shithead_deal": (Shithead(players=2), {}, 3, False),
    "shithead_deal_single_swaps": (Shithead(players=2, swap="single"), {}, 4, False),
    "quiclo_deal": (Quiclo(players=2, deck=SIX, hand_size=2), {"order": SIX_ORDER}, 8, False),
    "quiclo_misplay_illegal": (
        Quiclo(players=2, deck=SIX, hand_size=2, misplay="illegal"),
        {"order": SIX_ORDER},
        10,
        False,
    ),
    "quiclo_play_drawn": (
        Quiclo(players=2, deck=SIX, hand_size=2, play_drawn=True),
        {"order": SIX_ORDER},
        8,
        False,
    ),
    "quiclo_for_places": (
        Quiclo(players=3, deck="1 2 3 12 13 23 31 32", hand_size=2, play_for_places=True, misplay="illegal"),
        {"order": "1 2 12 3 13 23 31 32"},
        9,
        False,
    ),
    "quiclo_no_draw_left": (
        Quiclo(players=2, deck="1 2 3 4 5", hand_size=2),
        {"hands": ["1 2", "3 4"], "discard": "5", "stock": ""},
        4,
        True,
    ),
    "quiclo_whole_deck": (Quiclo(players=3), {}, 4, False),
}


def start(rules: Any, given: dict[str, Any]) -> Any:
    if "hands" in given:
        return rules.position(**given)
    return rules.deal(order=given["order"], seed=1) if given else rules.deal(seed=1)


def by_first_move(rules: Any, state: Any, depth: int) -> dict[str, int]:
    """How many sequences begin with each move: the breakdown that shows where a count differs."""
    found = {}
    for player in rules.actors(state):
        for move in (*rules.legal_moves(state, player), *rules.penalised_moves(state, player)):
            found[f"{player} {move}"] = sequences(rules, rules.apply(state, move, player), depth - 1)[-1]
    return found


@pytest.mark.parametrize("name", CASES)
def test_counts(name: str, remaster: bool) -> None:
    rules, given, depth, finite = CASES[name]
    state = start(rules, given)
    now = {
        "rules": f"{rules!r:.100}",
        "position": given,
        "sequences": list(sequences(rules, state, depth)),
        "by_first_move": by_first_move(rules, state, depth),
        "states": reachable(rules, state) if finite else None,
    }
    path = HERE / f"{name}.json"
    if remaster:
        path.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    kept = json.loads(path.read_text(encoding="utf-8"))
    moves = kept["by_first_move"].keys() | now["by_first_move"].keys()
    differ = [
        f"  {move}: {kept['by_first_move'].get(move, 'not there')} -> {now['by_first_move'].get(move, 'not there')}"
        for move in sorted(moves)
        if kept["by_first_move"].get(move) != now["by_first_move"].get(move)
    ]
    assert now == kept, "by first move:\n" + "\n".join(differ)
    assert sum(now["by_first_move"].values()) == now["sequences"][-1]


def test_every_file_has_its_case() -> None:
    assert {path.stem for path in HERE.glob("*.json")} == set(CASES)


# the same counts once more, from the rules and not from the engine


def shithead_moves(at: Any) -> Iterator[Any]:
    """What can follow in Shithead from hands alone: ranks are numbers, cards are (rank, suit)."""
    hands, pile, gone, turn, layer, out = at
    players = len(hands)
    if len(out) == players - 1:
        return

    def after(seat: int, left: tuple[int, ...]) -> int:
        seat = (seat + 1) % players
        return after(seat, left) if seat in left else seat

    for card in hands[turn]:
        top = pile[-1][0] if pile else 2
        if not (card[0] >= top or top == 2 or card[0] in (2, 10)):
            continue
        new = [*hands]
        new[turn] = hands[turn] - {card}
        laid = (*pile, card)
        burned = card[0] == 10 or (len(laid) >= 4 and len({rank for rank, _ in laid[-4:]}) == 1)
        left = out if new[turn] else (*out, turn)
        over = len(left) == players - 1
        again = turn if (burned and new[turn]) or over else after(turn, left)
        yield tuple(new), () if burned else laid, gone + laid if burned else gone, again, turn, left
    if pile:
        new = [*hands]
        new[turn] = hands[turn] | set(pile)
        yield tuple(new), (), gone, after(turn, out), layer, out


def quiclo_moves(at: Any) -> Iterator[Any]:
    """What can follow in QUICLO with wrong plays refused, as long as there is a stock."""
    hands, pile, stock, turn = at
    if not all(hands):
        return
    for number in hands[turn]:
        if set(str(number)) & set(str(pile[-1])):
            new = [*hands]
            new[turn] = hands[turn] - {number}
            yield tuple(new), (*pile, number), stock, (turn + 1) % len(hands)
    new = [*hands]
    new[turn] = hands[turn] | {stock[0]}
    yield tuple(new), pile, stock[1:], (turn + 1) % len(hands)


def walks(moves: Any, at: Any, depth: int) -> int:
    return 1 if depth == 0 else sum(walks(moves, then, depth - 1) for then in moves(at))


def states(moves: Any, at: Any) -> int:
    seen, front = {at}, [at]
    while front:
        for then in moves(front.pop()):
            if then not in seen:
                seen.add(then)
                front.append(then)
    return len(seen)


def french(text: str) -> tuple[tuple[int, str], ...]:
    return tuple(("..23456789TJQKA".index(code[0]), code[1]) for code in text.split())


@pytest.mark.parametrize("name", ["shithead_last_cards", "shithead_last_cards_of_three"])
def test_shithead_counted_from_the_rules(name: str) -> None:
    rules, given, depth, _ = CASES[name]
    kept = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    hands = tuple(frozenset(french(hand)) for hand in given["hands"])
    at = (hands, french(given["discard"]), (), 0, rules.players - 1, ())
    assert [walks(shithead_moves, at, i) for i in range(1, depth + 1)] == kept["sequences"]
    assert states(shithead_moves, at) == kept["states"]


def test_quiclo_counted_from_the_rules() -> None:
    """Seven cards in the stock and seven moves: it is never refilled."""
    rules = Quiclo(players=2, misplay="illegal", highest_card=60)
    hands, pile, stock = ["12 23 40", "31 44 5"], "13", "6 7 11 22 33 50 60 59"
    state = rules.position(hands=hands, discard=pile, stock=stock)
    at = (
        tuple(frozenset(map(int, hand.split())) for hand in hands),
        (int(pile),),
        tuple(map(int, stock.split())),
        0,
    )
    assert sequences(rules, state, 7) == tuple(walks(quiclo_moves, at, i) for i in range(1, 8))


def test_a_limit_on_states() -> None:
    rules, given, _, _ = CASES["shithead_last_cards"]
    with pytest.raises(ValueError, match="more than 10 states"):
        reachable(rules, start(rules, given), limit=10)
