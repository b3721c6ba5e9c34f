"""Golden playthroughs: what every player sees and may do, move by move, kept as text.

A change of the rules, of the views or of the wording shows as a difference. Look at it, and if it is meant:
``pytest tests/test_golden.py --remaster``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from shedkit import Quiclo, RandomPlayer, Shithead, simple_player
from shedkit.games.shithead import Power
from shedkit.testing import playthrough

HIDDEN_STOCK = re.compile(r"stock (\d+ cards?|\.)")
HERE = Path(__file__).parent / "golden"
ALL_POWERS = {
    2: Power.RESET,
    3: Power.TRANSPARENT,
    7: Power.LOW,
    8: Power.SKIP,
    9: Power.REVERSE,
    10: Power.BURN,
}


class Script:
    """Plays the moves it is given by their codes, then the first legal one, as long as there is one."""

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        if not self.moves:
            return moves[0]
        code = self.moves.pop(0)
        return next((move for move in moves if str(move) == code), code)


class Blunderer:
    """A simple opponent of QUICLO who at first lays what does not fit."""

    def __init__(self, rules: Quiclo, blunders: int) -> None:
        self.rules, self.blunders, self.simple = rules, blunders, simple_player("quiclo", 1)

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        wrong = self.rules.penalised_moves(view, view.player)
        if wrong and self.blunders:
            self.blunders -= 1
            return wrong[0]
        return self.simple.choose(view, moves)


def simple(rules: Any, seed: int = 1) -> list[Any]:
    return [simple_player(rules.name, seed + seat) for seat in range(rules.players)]


def at_random(rules: Any, seed: int = 1) -> list[Any]:
    return [RandomPlayer(seed + seat) for seat in range(rules.players)]


def shithead_literal() -> str:
    rules = Shithead.literal(players=2)
    return playthrough(rules, simple(rules), seed=13, max_moves=20)


def shithead_common() -> str:
    rules = Shithead.common(players=3)
    return playthrough(rules, simple(rules), seed=2, max_moves=16)


def shithead_reaction() -> str:
    rules = Shithead(players=3, out_of_turn_quad=True, multi_card=True)
    state = rules.position(
        hands=["7h Kc 4h", "4c Jc Js", "9h 9s 7d 7s 7c"],
        face_up=["2c 2d 2h", "3c 3d 3s", "4d 4s 5c"],
        discard="3h 9c 9d",
        stock="8c 8d 8h 8s 6c 6d 6h",
        turn=1,
        layer=0,
    )
    script = [Script("play 7h"), Script("take"), Script("decline", "play 7d", "react 7c 7s", "play 9h 9s")]
    return playthrough(rules, script, seed=0, max_moves=6, state=state)


def shithead_last_rows() -> str:
    """The end of a game: face-up rows, blind cards that fit and that do not, going out, the loser."""
    rules = Shithead(players=3)
    state = rules.position(
        hands=["9s", "8c", "Kc"],
        face_up=["Ts - Qs", "5h - -", ""],
        face_down=["2c - 4c", "6d Ad -", "3h 4h 5s"],
        discard="5c 7c",
        stock="",
    )
    return playthrough(rules, simple(rules), seed=0, max_moves=60, state=state)


def shithead_single_swaps() -> str:
    rules = Shithead(players=2, swap="single")
    return playthrough(rules, simple(rules, 3), seed=11, max_moves=12)


def shithead_two_rounds() -> str:
    rules = Shithead(players=2, rounds=2)
    state = rules.position(hands=["9s Kc", "8c 4d"], face_down=["- - -", "2h - -"], discard="5c 7c", stock="", dealer=1)
    return playthrough(rules, simple(rules), seed=0, max_moves=14, state=state)


def shithead_powers() -> str:
    rules = Shithead(players=4, powers=ALL_POWERS, multi_card=True, swap="off")
    state = rules.position(
        hands=["4c 5c 8c", "6c 9c 7d", "3c 5d Jc", "2c Tc 5s"],
        discard="4d",
        stock="6d 6h Kd Kh Ks Ac Ad Ah",
    )
    script = [
        Script("play 8c", "play 5c", "play Kh", "play 4c"),
        Script("play 9c", "play 7d"),
        Script("play 3c", "play 6h"),
        Script("play 2c", "play Tc", "play 5s"),
    ]
    return playthrough(rules, script, seed=0, max_moves=11, state=state)


def shithead_face_up_goes_along() -> str:
    rules = Shithead(players=2, take_with_face_up=True, blind_take=False)
    state = rules.position(
        hands=["", "Kc"],
        face_up=["3c 4c 5c", "9d - -"],
        face_down=["6c 6d 6h", "7c 7d -"],
        discard="5h Qh",
        stock="",
    )
    return playthrough(rules, simple(rules), seed=0, max_moves=40, state=state)


def quiclo_misplay() -> str:
    rules = Quiclo(players=3, hand_size=4, highest_card=60)
    return playthrough(rules, [Blunderer(rules, 1), Blunderer(rules, 2), Blunderer(rules, 0)], seed=5, max_moves=20)


def quiclo_play_drawn() -> str:
    rules = Quiclo(players=2, play_drawn=True, hand_size=3)
    return playthrough(rules, at_random(rules, 5), seed=8, max_moves=20)


def quiclo_open_hands() -> str:
    rules = Quiclo(players=3, open_hands=True, hand_size=3, misplay="illegal", play_for_places=True)
    return playthrough(rules, simple(rules), seed=2, max_moves=40)


def quiclo_reshuffle() -> str:
    rules = Quiclo(players=2, highest_card=30)
    state = rules.position(hands=["2 22", "1 14 21"], discard="5 6 7 11", stock="8 9")
    return playthrough(rules, [Script(*["draw"] * 9), simple_player("quiclo", 2)], seed=2, max_moves=8, state=state)


def quiclo_deadlock() -> str:
    rules = Quiclo(players=3, deck="1 6 9 16 22 33 44 45 87", hand_size=2, deadlock="fewest", misplay="illegal")
    state = rules.position(hands=["45", "9 16", "22 33 44"], discard="1 87", stock="6")
    return playthrough(rules, simple(rules), seed=3, max_moves=20, state=state)


GOLDEN: dict[str, tuple[Any, Sequence[str]]] = {
    "shithead_literal": (
        shithead_literal,
        ["arrange", "is ready", "may play", "the pile is burned", "> 0 take", "truncated"],
    ),
    "shithead_common": (shithead_common, ["powers={2:", "7: <Power.LOW", " may play ", "truncated"]),
    "shithead_reaction": (
        shithead_reaction,
        [
            "player 2 knows of 2 1 to move",
            "onlooker knows of 1 to move",
            "player 2 declines",
            "player 0 sees nothing",
            "> 2 react 7c 7s",
            "the set is complete, the pile is burned",
        ],
    ),
    "shithead_last_rows": (
        shithead_last_rows,
        ["> 0 flip", "it fits", "it does not fit", "is out, place 1", "the game is over", "outcome: player"],
    ),
    "shithead_single_swaps": (shithead_single_swaps, ["> 0 swap", "ready", "is on turn"]),
    "shithead_two_rounds": (
        shithead_two_rounds,
        ["the round is over", "> 1 deal", "deals round 2", "52 cards are shuffled into the stock", "phase swap"],
    ),
    "shithead_powers": (
        shithead_powers,
        ["is skipped", "play goes on anticlockwise", "play 3c", "play 7d", "play 2c", "the pile is burned"],
    ),
    "shithead_face_up_goes_along": (
        shithead_face_up_goes_along,
        ["may take 3c, take 4c, take 5c", "> 0 take 3c", "from player 0's face-up row (slot 1) to the pile"],
    ),
    "quiclo_misplay": (quiclo_misplay, ["may, at a price, play", "does not fit: player 0 takes it back"]),
    "quiclo_play_drawn": (quiclo_play_drawn, ["phase drawn", "may pass", "> 0 pass", "drawn ?"]),
    "quiclo_open_hands": (quiclo_open_hands, ["open_hands=True", "is out, place 1", "is out, place 2", "outcome:"]),
    "quiclo_reshuffle": (quiclo_reshuffle, ["shuffled into the stock", "from the pile to the stock", "> 0 draw"]),
    "quiclo_deadlock": (quiclo_deadlock, ["passes 1", "passes 2", "the game is over", "outcome: player 0 wins"]),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_playthrough(name: str, remaster: bool) -> None:
    make, notable = GOLDEN[name]
    now = make()
    for text in notable:
        assert text in now, f"{text!r} does not occur"
    assert make() == now, "the same game is told in two ways"
    path = HERE / f"{name}.txt"
    if remaster:
        path.write_text(now, encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    if now != kept:
        lines = difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=2)
        pytest.fail("\n".join(list(lines)[:200]) + "\n\nIf this is meant: pytest tests/test_golden.py --remaster")


def test_every_file_has_its_game() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_nothing_hidden_is_told(name: str) -> None:
    """In what an onlooker sees there is no card of a hand, of a blind row or of the stock."""
    for line in (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("onlooker sees"):
            for part in line.removeprefix("onlooker sees ").split("; "):
                if part.startswith("stock"):
                    assert HIDDEN_STOCK.fullmatch(part), line
