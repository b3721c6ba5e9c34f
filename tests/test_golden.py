"""Golden playthroughs: what every player sees and may do, move by move, kept as text.

A change of the rules, of the views or of the wording shows as a difference. Look at it, and if it is meant:
``pytest tests/test_golden.py --remaster``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead, simple_player
from shedkit.core.cards import codes
from shedkit.testing import playthrough
from subjects import ALL_POWERS

HIDDEN_STOCK = re.compile(r"stock (\d+ cards?|\.)")
COUNTED = re.compile(r"\d+ cards?|\.")
THEIRS = re.compile(
    r"player \d hand (.*?)(?: shown \.)?(?: face up .*? face down ((?:[^ ] ?){3}))?(?: chosen (\.|\d+ cards|(?:\w+ ?){3}))?"
    r"(?: \w+ (?:yes|no|\?))*(?: buys \d)?"
)
FULL_HAND = re.compile(r"^(player \d)  hand (.*?)(?:  .*)?$", re.M)
FULL_STOCK = re.compile(r"^stock     (.*)$", re.M)
UNSEEN = re.compile(
    r"(.+): from (the stock|player \d's (?:hand|choice)) to (player \d's hand|the own hand|the own choice)"
)
HERE = Path(__file__).parent / "golden"


class Script:
    """Plays the moves it is given by their codes, then the first legal one, as long as there is one."""

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        if not self.moves:
            return moves[0]
        code = self.moves.pop(0)
        return next((move for move in moves if str(move) == code), code)


class Anyhow:
    """Plays anything; how the random player of the library comes to its moves does not matter here."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        return moves[int(self.random() * len(moves))]


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
    return [Anyhow(seed + seat) for seat in range(rules.players)]


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


def lucky_literal() -> str:
    rules = LuckyShutdown(players=3)
    return playthrough(rules, simple(rules), seed=1, max_moves=50)


def lucky_choice() -> str:
    """Rows are chosen unseen by the others; after the last choice all lie open and the lowest number begins."""
    rules = LuckyShutdown(players=3, first_dealer=0)
    state = rules.position(
        hands=["16o 18b 20o 13o 13b 14o", "14b 21o Fx 19o Do U16b", "15o 17b 19b 21b Px U18o"],
        face_down=["13o 14o 15o", "16b 17o 18o", "20b 21o Fo"],
        stock="15b 16b 18o",
        phase="choose",
        dealer=0,
    )
    script = [
        Script("arrange 13o 13b 14o"),
        Script("arrange 19o Do U16b", "play 14b"),
        Script("arrange 21b Px U18o", "play 15o"),
    ]
    return playthrough(rules, script, seed=0, max_moves=5, state=state)


def lucky_reaction() -> str:
    """A chance let go by, a triple and a set of four completed out of turn, the second by the layer."""
    rules = LuckyShutdown(players=4)
    state = rules.position(
        hands=["14b 21o Po Pb", "18o 20b Px", "13b 17o 18b", "16o 16b 19o"],
        face_up=["20o 20o 21b", "13o 15o 15b", "17b 18o 19b", "13b 15o Dx"],
        discard="13o 16o 16b",
        stock="15b 14o 14o 14b 21b 21o 17o",
        turn=1,
        layer=0,
    )
    script = [
        Script("react Po Pb", "play 14o 14b", "react 14o 14b", "play 21o 21o"),
        Script("play Px"),
        Script(),
        Script("decline"),
    ]
    return playthrough(rules, script, seed=0, max_moves=6, state=state)


def lucky_reaction_of_several() -> str:
    """With more than four 16s two players can complete the set: one lets it go by, the other does not."""
    rules = LuckyShutdown(players=4, deck=f"{codes(LuckyShutdown().deck)} 16o 16o 16b 16b")
    state = rules.position(
        hands=["13o 14o 15o", "18o 20b Px", "16o 16b 21b", "13b 16b 16b"],
        discard="13o 16o 16o",
        stock="14b 15b 17o 18b",
        turn=1,
        layer=0,
    )
    script = [Script(), Script(), Script("decline"), Script("react 16b 16b", "play 13b")]
    return playthrough(rules, script, seed=0, max_moves=3, state=state)


SKIPS: dict[str, Any] = {
    "hands": ["19o 19o 20o", "13o 14b Px", "13b 19b 20b", "15o 16b 21o"],
    "face_up": ["14o - -", "15b - -", "16o - -", "17b - -"],
    "discard": "18o",
    "stock": "18b 20o 17o 21b 16o 16b",
}


def lucky_skips_accumulate() -> str:
    """Two 19s; one player sits out, one adds a 19, two more sit out; then a Push on the 19 that is served."""
    rules = LuckyShutdown(players=4)
    script = [Script("play 19o 19o", "sit-out"), Script("sit-out", "play Px"), Script("play 19b"), Script("sit-out")]
    return playthrough(rules, script, seed=0, max_moves=8, state=rules.position(**SKIPS))


def lucky_skips_passed_on() -> str:
    rules = LuckyShutdown(players=4, skip_chain="pass_on")
    script = [Script("play 19o 19o", "play 20o"), Script("sit-out"), Script("play 19b"), Script("sit-out")]
    return playthrough(rules, script, seed=0, max_moves=5, state=rules.position(**SKIPS))


def lucky_skips_vanish() -> str:
    """Three 19s lie there and two players are to be skipped: the fourth 19, out of turn, ends it all."""
    rules = LuckyShutdown(players=4)
    state = rules.position(
        hands=["15b 20o 21o", "13o Dx 21b", "14o 15o 16o", "13b 19b 20b"],
        discard="18o 19o 19o 19b",
        stock="17o",
        turn=1,
        pending=2,
    )
    script = [Script(), Script("sit-out"), Script(), Script("react 19b", "play 13b")]
    return playthrough(rules, script, seed=0, max_moves=3, state=state)


def lucky_combo() -> str:
    """The last hand cards together with open ones: numbers, Undercuts, and not while another card is left."""
    rules = LuckyShutdown(players=3)
    state = rules.position(
        hands=["18o", "U18o", "13o 21o"],
        face_up=["18b 20o 18b", "U16b 14o -", "21b 13b 13o"],
        face_down=["17o - -", "17b - -", "16o - -"],
        discard="16b",
        stock="",
    )
    script = [
        Script("play 18o 18b 18b", "play 20o"),
        Script("play U18o U16b", "take"),
        Script("play 13o", "play 21o 21b"),
    ]
    return playthrough(rules, script, seed=0, max_moves=7, state=state)


def lucky_blind_cards() -> str:
    """A blind card that does not fit, a 19 and a Delete that do, and the end of the round."""
    rules = LuckyShutdown(players=3)
    state = rules.position(
        hands=["", "18b 20o", ""],
        face_down=["16o 13b -", "", "Dx 19b 21o"],
        discard="14o 17o",
        stock="",
    )
    script = [
        Script("flip 1", "sit-out"),
        Script("play 18b", "play 20o"),
        Script("flip 2", "flip 1", "flip 3"),
    ]
    return playthrough(rules, script, seed=0, max_moves=10, state=state)


def lucky_challenge() -> str:
    """Luck challenged by all three: the card fits, does not fit, is a Delete. Nobody may a second time."""
    rules = LuckyShutdown(players=3, challenge_luck=True)
    state = rules.position(
        hands=["13o 14o 14b", "13b 15o 16o", "15b 18o 20b"],
        discard="20o",
        stock="21b 16b 17o Dx 18b",
    )
    script = [
        Script("challenge", "take"),
        Script("challenge", "play 21b"),
        Script("play 20b", "challenge", "play 18o"),
    ]
    return playthrough(rules, script, seed=0, max_moves=7, state=state)


def lucky_early_reveal() -> str:
    """Blind cards revealed early: one fits, one does not, and the right is used up."""
    rules = LuckyShutdown(players=3, early_reveal=True)
    state = rules.position(
        hands=["", "", "18o 19o"],
        face_up=["- - 14b", "13b - 14o", "20b - -"],
        face_down=["21o 13o 16b", "15b 16o 17b", "17o - -"],
        discard="20o",
        stock="",
    )
    script = [Script("reveal 1", "take"), Script("reveal 2"), Script("play 18o")]
    return playthrough(rules, script, seed=0, max_moves=4, state=state)


def lucky_two_rounds() -> str:
    """The loser deals the second round, and the player to the loser's right begins it."""
    rules = LuckyShutdown(players=3, rounds=2)
    state = rules.position(hands=["21o", "13o 14b", "21b"], discard="20o", stock="")
    script = [Script("play 21o"), Script("take"), Script("play 21b")]
    return playthrough(rules, script, seed=0, max_moves=8, state=state)


def shanghai_opening() -> str:
    rules = ShanghaiRummy(players=4)
    return playthrough(rules, simple(rules), seed=1, max_moves=120)


def shanghai_purchases() -> str:
    """Somebody passes and somebody buys; who has bought three times, is down or has discarded it is not asked."""
    rules = ShanghaiRummy(players=4)
    state = rules.position(
        hands=["4c 4d Js Jd 2c 3d", "5h 6h 7h 9s Kc Qd", "8s 8c 2h 3s Tc 6h", "9c 9d Kh Ks Ad 7c"],
        discard="Qh 9h",
        stock="Kd 3c 5c 6d 7s 8h Ah 4s 3h",
        turn=1,
        buys=[3, 0, 0, 0],
    )
    script = [
        Script("draw", "discard 8h"),
        Script("draw", "discard Qd", "buy 8c", "pass", "take", "discard Kc"),
        Script("pass", "draw", "discard 8c", "pass"),
        Script("buy 9h", "pass", "draw", "lay 9c 9d 9h", "lay Kd Kh Ks", "discard Ad"),
    ]
    return playthrough(rules, script, seed=0, max_moves=18, state=state)


def shanghai_jokers() -> str:
    """Jokers are exchanged in an own run and another's and laid off; in a set one stays, and not before the contract."""
    rules = ShanghaiRummy(players=3)
    state = rules.position(
        hands=["4s 7s 3h 9c Ks", "7d Qh", "Th Jh 9s Kd"],
        melds=[(0, "5s 6s Jk=7s 8s"), (0, "4c 4d Jk"), (1, "2h Jk=3h 4h 5h"), (1, "Kc Kd Kh")],
        discard="2c",
        stock="6d 8h 9d 2d Qc",
        round=2,
    )
    script = [
        Script(
            *["draw", "swap 7s 0 3", "lay-off Jk=9s 0 high", "swap 3h 2 2", "lay-off Jk 1"],
            *["lay-off 4s 1", "lay-off Ks 3", "discard 9c"],
        ),
        Script("take", "discard 7d"),
        Script("draw", "discard Kd"),
    ]
    return playthrough(rules, script, seed=0, max_moves=14, state=state)


def shanghai_swap_any_time() -> str:
    """A joker from another's run serves the own contract; while that is begun nothing is exchanged, then again."""
    rules = ShanghaiRummy(players=3, joker_swap="any_time")
    state = rules.position(
        hands=["7s 8c Kc Kd 9h Th Jh Qh 2c", "7d 7h", "3d 3c"],
        melds=[(1, "5s 6s Jk=7s 8s"), (1, "4c 4d 4h"), (2, "Jk=8c 9c Tc Jc"), (2, "6c 6d 6h")],
        discard="2s",
        stock="2d 5d",
        round=2,
    )
    script = [
        Script("draw", "swap 7s 0 3", "lay Kc Kd Jk", "lay 9h Th Jh Qh", "swap 8c 2 1", "lay-off Jk=Kh 5 high"),
        Script(),
        Script(),
    ]
    return playthrough(rules, script, seed=0, max_moves=7, state=state)


def shanghai_last_contract() -> str:
    """Round 7: twelve of thirteen cards are laid, the last one is discarded, and the game is over."""
    rules = ShanghaiRummy(players=3)
    state = rules.position(
        hands=["5s 6s 7s 8s 9d Td Jd Qd 2c 3c 4c Kh", "Ah 2d 3d 9c", "Jk 7h"],
        discard="Qs",
        stock="5c 6d",
        round=7,
        results=[[5, 0, 90], [0, 20, 15], [40, 0, 5], [0, 65, 10], [100, 0, 50], [10, 5, 0]],
    )
    script = [
        Script("draw", "lay 5s 6s 7s 8s", "lay 2c 3c 4c 5c", "lay 9d Td Jd Qd", "discard Kh"),
        Script("pass"),
        Script("pass"),
    ]
    return playthrough(rules, script, seed=0, max_moves=20, state=state)


def shanghai_next_round() -> str:
    """Out in the turn of the contract, with nothing left to discard; the hands are counted and the next round begins."""
    rules = ShanghaiRummy.short(players=3)
    state = rules.position(
        hands=["4c 4d 4h 4s Js Jd Jc", "2c 9d Jk Ah", "Ks Ts"],
        melds=[(2, "Qc Qd Qh"), (2, "8c 8d 8h")],
        discard="3d",
        stock="Jh 6d",
        buys=[0, 2, 1],
    )
    script = [
        Script("draw", "lay 4c 4d 4h", "lay Jc Jd Js", "lay-off 4s 2", "lay-off Jh 3", "deal"),
        Script("pass"),
        Script(),
    ]
    return playthrough(rules, script, seed=0, max_moves=9, state=state)


def shanghai_shared_win() -> str:
    """The last round is over and two have the fewest points."""
    rules = ShanghaiRummy.short(players=3)
    state = rules.position(
        hands=["3c 4h", "Ks", "Jk Jk 2d"],
        melds=[(1, "5s 6s 7s 8s"), (1, "Tc Jc Qc Kc")],
        turn=1,
        phase="play",
        round=3,
        results=[[20, 5, 10], [5, 30, 15]],
        stock="",
    )
    return playthrough(rules, [Script(), Script("discard Ks"), Script()], seed=0, max_moves=5, state=state)


def shanghai_stock_runs_out() -> str:
    """Six players: the purchases empty the stock, and the discards are shuffled for a price and for a draw."""
    rules = ShanghaiRummy(players=6)
    state = rules.position(
        hands=["4c 4d", "5c 5d", "6c 6d", "7c 7d", "8c 8d", "9c 9d"],
        discard="2c 3d 5h 9h",
        stock="Kd 3c",
    )
    script = [
        Script("draw", "discard 4c"),
        Script("pass", "draw", "discard 5c"),
        Script("buy 9h", "pass", "draw", "discard 6c"),
        Script("pass", "draw", "discard 7c"),
        Script("buy 4c", "take", "discard 8c"),
        Script("draw", "discard 9c"),
    ]
    return playthrough(rules, script, seed=3, max_moves=18, state=state)


def shanghai_nothing_left_to_draw() -> str:
    """After a purchase the one discard left is the draw; then there is nothing but to take what was discarded."""
    rules = ShanghaiRummy(players=4)
    state = rules.position(
        hands=["4c 4d 4h", "5c 5d", "6c 6d", "7c 7d"],
        discard="5h 9h",
        stock="Kd 3c 7s",
    )
    script = [
        Script("draw", "discard 4c"),
        Script("pass", "draw", "discard 5c"),
        Script("buy 9h", "pass", "take", "discard 6c"),
        Script("buy 4c", "take", "discard 7c"),
    ]
    return playthrough(rules, script, seed=0, max_moves=12, state=state)


def shanghai_end_round() -> str:
    """With `end_round` whoever draws from the empty stock ends the round; everybody counts."""
    rules = ShanghaiRummy.short(players=3).evolve(stock_exhausted="end_round")
    state = rules.position(
        hands=["4c Js 2c", "9d Jk", "Ks Ts Ad"],
        discard="3d 9h",
        stock="6d 7c",
        melds=[(2, "Qc Qd Qh"), (2, "8c 8d 8h")],
    )
    script = [Script("draw", "discard Js", "deal"), Script("buy 9h", "draw"), Script()]
    return playthrough(rules, script, seed=5, max_moves=5, state=state)


def shanghai_last_card_discarded() -> str:
    """With ``go_out="discard"`` a card is kept for the pile: no contract takes them all, no last card is laid off."""
    rules = ShanghaiRummy.short(players=3).evolve(go_out="discard")
    state = rules.position(
        hands=["Ks 9h", "7c 7d 7h 3c 3d", "Qs Kh"],
        melds=[(0, "Kc Kd Kh"), (0, "Tc Td Th"), (2, "9c 9d 9h"), (2, "8c 8d 8h")],
        discard="Ah",
        stock="3h 6d 9s",
        turn=1,
    )
    script = [
        Script("draw", "lay-off Ks 0", "lay-off 9s 2", "discard 9h"),
        Script("draw", "discard 7c", "pass"),
        Script("draw", "lay-off Kh 0", "discard Qs"),
    ]
    return playthrough(rules, script, seed=0, max_moves=10, state=state)


def shanghai_two_players() -> str:
    """With two the dealer can buy the card turned up, and nobody anything after it."""
    rules = ShanghaiRummy(players=2)
    script = [Script("draw"), Script("buy 4c", "take")]
    return playthrough(rules, script, seed=4, max_moves=8)


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
    "lucky_literal": (
        lucky_literal,
        [
            "LuckyShutdown(players=3), deck of 48",
            "> 0 arrange 15b Db Fx",
            "> 0 take",
            "> 0 react 14o 14o 14b\n  player 0 completes the set",
            "> 1 play 21b\n  21b: from player 1's hand to the pile\n  the set is complete, the pile is burned",
            "> 1 sit-out",
            "> 0 play Db\n  Db: from player 0's face-up row (slot 2) to the pile\n  the pile is burned",
            "truncated",
        ],
    ),
    "lucky_choice": (
        lucky_choice,
        [
            "to move: player 1, 2, 0",
            "  player 0 sees 3 cards: from player 1's hand to the own choice; player 1 is ready\n",
            "player 1 hand 3 cards face up - - - face down ? ? ? chosen 3 cards",
            "19o Do U16b: from player 1's choice to the own face-up row (slots 1, 2, 3)",
            "  player 1 is on turn\n",
        ],
    ),
    "lucky_reaction": (
        lucky_reaction,
        [
            "player 3 may react 16o 16b, decline",
            "player 3 declines\n  player 0 sees nothing\n  player 1 sees nothing\n  player 2 sees nothing\n"
            "  onlooker sees nothing\n",
            "> 0 react Po Pb\n  player 0 completes the set",
            "> 0 react 14o 14b\n  player 0 completes the set",
        ],
    ),
    "lucky_reaction_of_several": (
        lucky_reaction_of_several,
        [
            "to move: player 2, 3, 1",
            "player 2 may react 16o 16b, decline",
            "player 3 may react 16b 16b, decline",
            "> 3 react 16b 16b",
            "pile is burned",
        ],
    ),
    "lucky_skips_accumulate": (
        lucky_skips_accumulate,
        [
            "player 1 may sit-out\n",
            "> 2 play 19b",
            "turn 3, phase play, layer 2, pending 2",
            "player 3 is skipped\n  player 0 is on turn",
            "player 0 is skipped\n  player 1 is on turn",
            "> 1 play Px",
            "turn 2, phase play, layer 1, pending 1",
        ],
    ),
    "lucky_skips_passed_on": (
        lucky_skips_passed_on,
        ["skip_chain='pass_on'", "turn 3, phase play, layer 2, pending 1", "player 3 is skipped", "> 0 play 20o"],
    ),
    "lucky_skips_vanish": (
        lucky_skips_vanish,
        ["pending 2", "> 3 react 19b", "pile is burned", "turn 3, phase play, layer 3, pending 0"],
    ),
    "lucky_combo": (
        lucky_combo,
        [
            "player 0 may play 18o, play 18o 18b, play 18o 18b 18b, take",
            "18b 18b: from player 0's face-up row (slots 1, 3) to the pile",
            "> 1 play U18o U16b",
            "player 2 may play 13o, take\n",
            "> 2 play 21o 21b",
        ],
    ),
    "lucky_blind_cards": (
        lucky_blind_cards,
        [
            "player 0 turns over slot 1: it does not fit",
            "14o 17o 16o: from the pile to player 0's hand",
            "player 2 turns over slot 2: it fits",
            "player 0 is skipped",
            "player 1 is out, place 1",
            "the pile is burned\n  18b 19b 20o Dx: from the pile out of the game\n  player 2 is on turn",
            "outcome: player 1 and player 2 win; player 0 loses",
        ],
    ),
    "lucky_challenge": (
        lucky_challenge,
        [
            "challenge_luck=True",
            "player 0 challenges luck: the card fits",
            "player 1 challenges luck: the card does not fit\n  16b: from the stock to the pile",
            "20o 21b 16b: from the pile to player 1's hand",
            "player 0 may take\n",
            "Dx: from the stock to the pile\n  the pile is burned",
        ],
    ),
    "lucky_early_reveal": (
        lucky_early_reveal,
        [
            "early_reveal=True",
            "player 1 may take, reveal 2\n",
            "player 0 turns over slot 1: it fits",
            "player 1 turns over slot 2: it does not fit",
            "20o 21o 16o: from the pile to player 1's hand",
            "player 0 may take\n",
        ],
    ),
    "lucky_two_rounds": (
        lucky_two_rounds,
        [
            "the round is over: player 0 place 1, player 1 place 3, player 2 place 2",
            "> 1 deal\n  player 1 deals round 2",
            "48 cards are shuffled into the stock",
            "phase choose, layer 1",
            "(slots 1, 2, 3)\n  player 0 is on turn",
        ],
    ),
    "shanghai-opening": (
        shanghai_opening,
        [
            "ShanghaiRummy(players=4), deck of 108",
            "> 1 buy Jc\n  player 1 buys Jc, the 1st time",
            "player 0 buys Td, the 2nd time",
            "> 1 lay Jc Jd Jk\n  player 1 lays meld 1: Jc Jd Jk",
            "player 1 has laid the contract",
            "> 3 lay-off Jk 0",
            "the round is over: player 0 scores 5, player 1 scores 15, player 2 scores 0, player 3 scores 5",
            "> 0 deal\n  player 0 deals round 2",
            "round 2 of 7, points so far: 5 15 0 5",
            "> 0 lay Ac Jk=2c 3c Jk=4c",
            "truncated",
        ],
    ),
    "shanghai-purchases": (
        shanghai_purchases,
        [
            "phase claim, claimant 2, upcard no",
            "> 2 pass\n  player 2 does not buy\n  player 3 may buy 9h\n",
            "> 3 buy 9h\n  player 3 buys 9h, the 1st time\n  9h: from the pile to player 3's hand\n"
            "  Kd: from the stock to player 3's hand\n  3c: from the stock to player 1's hand\n",
            # player 0 has bought three times, player 2 has discarded the card
            "> 3 draw\n  player 1 may buy 8c\n",
            "player 3 may lay Kd Kh Ks\n",
            # player 3 is down, player 0 is on turn
            "> 2 pass\n  player 2 does not buy\n  8h: from the stock to player 0's hand",
            "player 1 may discard 3c, discard 5h, discard 6d, discard 6h, discard 7h, discard 8c, discard 9s, discard Kc\n",
        ],
    ),
    "shanghai-jokers": (
        shanghai_jokers,
        [
            "lay-off 4s 0 low, lay-off 4s 1, lay-off Ks 3, swap 7s 0 3, swap 3h 2 2, discard 3h",
            "player 0 exchanges the joker of meld 0 for 7s: 5s 6s 7s 8s\n"
            "  7s: from player 0's hand to the table\n  Jk: from the table to player 0's hand\n",
            "player 0 adds Jk to meld 0: 5s 6s 7s 8s Jk=9s",
            "player 0 exchanges the joker of meld 2 for 3h: 2h 3h 4h 5h",
            "player 0 adds 4s to meld 1: 4c 4d 4s Jk Jk",
            "player 1 may discard 7d, discard Qh\n",
            "player 2 may discard 8h, discard 9s, discard Th, discard Jh, discard Kd\n",
        ],
    ),
    "shanghai-swap-any-time": (
        shanghai_swap_any_time,
        [
            "joker_swap='any_time'",
            "player 0 may swap 7s 0 3, swap 8c 2 1, discard 2c",
            "lay Kc Kd Jk, lay 9h Th Jh Qh, swap 8c 2 1",
            "player 0 may lay 9h Th Jh Qh\n",
            "player 0 may swap 8c 2 1, discard 2c, discard 2d, discard 8c\n",
            "player 0 may lay-off Jk 4, lay-off Jk=8h 5 low, lay-off Jk=Kh 5 high, discard 2c, discard 2d, discard Jk\n",
        ],
    ),
    "shanghai-last-contract": (
        shanghai_last_contract,
        [
            "round 7 of 7, points so far: 155 90 170",
            "contract 3 runs",
            "> 0 lay 9d Td Jd Qd\n  player 0 lays meld 2",
            "player 0 may discard Kh\n",
            "player 0 scores 0, player 1 scores 40, player 2 scores 55\n  the game is over",
            "outcome: player 1 wins; places: 2 1 3; scores: 155 130 225\n",
        ],
    ),
    "shanghai-next-round": (
        shanghai_next_round,
        [
            "player 0 may lay-off 4s 2, lay-off Jh 3, discard 4s, discard Jh\n",  # the others' melds wait
            "  player 0 is out, place 1\n  2c 9d Ah Jk: from player 1's hand, laid open\n",
            "player 1  hand .   shown 2c 9d Ah Jk   down no    buys 2",
            "round 1 of 3, points so far: 0 85 20",
            "onlooker knows of 0 to move",
            "> 0 deal\n  player 0 deals round 2\n  3d: from the pile to the stock\n",
            "108 cards are shuffled into the stock",
            "  player 0 sees player 0 deals round 2; ",
            "turn 1, contract 1 set and 1 run, phase draw, upcard yes, laid 0",
            "> 2 buy Jc\n  player 2 buys Jc, the 1st time",  # what was bought in the last round does not count
        ],
    ),
    "shanghai-shared-win": (
        shanghai_shared_win,
        [
            "round 3 of 3, points so far: 25 35 25",
            "player 0 scores 10, player 1 scores 0, player 2 scores 105\n  the game is over",
            "outcome: player 0 and player 1 win; places: 1 1 3; scores: 35 35 130\n",
        ],
    ),
    "shanghai-stock-runs-out": (
        shanghai_stock_runs_out,
        [
            "stock     .\ndiscard   2c 3d 5h 4c\n",
            "  4c: from the pile to player 4's hand\n  2c 3d 5h: from the pile to the stock\n"
            "  3 cards are shuffled into the stock\n",
            "> 2 draw\n  5h: from the stock to player 2's hand\n",  # one card is too few for a price and a draw
            "> 3 draw\n  5c: from the pile to the stock\n  1 card is shuffled into the stock\n",
            "> 4 take\n",
        ],
    ),
    "shanghai-nothing-left-to-draw": (
        shanghai_nothing_left_to_draw,
        [
            "  7s: from the stock to player 3's hand\n  5h: from the pile to player 1's hand\n",
            "player 1 may discard 5c, discard 5d\n",
            "player 2 may take\n",
            "player 3 may take\n",
        ],
    ),
    "shanghai-end-round": (
        shanghai_end_round,
        [
            "stock_exhausted='end_round'",
            "> 1 buy 9h\n  player 1 buys 9h",
            "> 1 draw\n  2c 4c 7c: from player 0's hand, laid open\n",
            "the round is over: player 0 scores 15, player 1 scores 75, player 2 scores 40\n",
            "> 0 deal\n  player 0 deals round 2",
        ],
    ),
    "shanghai-last-card-discarded": (
        shanghai_last_card_discarded,
        [
            "go_out='discard'",
            "player 1 may discard 3c, discard 3d, discard 3h, discard 7c, discard 7d, discard 7h\n",
            "player 2 may lay-off Kh 0, discard 6d, discard Qs, discard Kh\n",
            "player 0 may discard 9h\n",
            "> 0 discard 9h\n  9h: from player 0's hand to the pile\n  player 0 is out, place 1\n",
        ],
    ),
    "shanghai-two-players": (
        shanghai_two_players,
        [
            "phase claim, claimant 1, upcard yes",
            "> 1 buy 4c\n  player 1 buys 4c",
            "> 1 take\n",
            "> 0 draw\n  2d: from the stock to player 0's hand\n",
            "> 1 draw\n  Tc: from the stock to player 1's hand\n",
        ],
    ),
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
    """What somebody sees shows no card of the stock, of a blind row, of another's hand or of another's choice."""
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    hands_lie_open = "open_hands=True" in told.splitlines()[0]
    for reader, seen in views(told):
        for owner, text in seen.items():
            if owner == "stock":
                assert HIDDEN_STOCK.fullmatch(text), text
            if not owner.startswith("player"):
                continue
            found = THEIRS.fullmatch(text)
            assert found is not None, text
            hand, blind, chosen = found.groups()
            assert blind is None or set(blind.split()) <= {"?", "-"}, text
            if owner != reader:
                assert hands_lie_open or COUNTED.fullmatch(hand), text
                assert chosen is None or COUNTED.fullmatch(chosen), text


@pytest.mark.parametrize("name", GOLDEN)
def test_hands_and_stock_look_different_to_others(name: str) -> None:
    """Where a hand or the stock has cards, its line in the view of everybody else is not the true one."""
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    hands_lie_open = "open_hands=True" in told.splitlines()[0]
    looked = 0
    for block in told.split("\n\n"):
        true_hands = [] if hands_lie_open else [(who, hand) for who, hand in FULL_HAND.findall(block) if hand != "."]
        stock = FULL_STOCK.search(block)
        for reader, seen in views(block):
            for owner, _ in true_hands:
                assert owner == reader or owner in seen, f"{reader} sees the hand of {owner}:\n{block}"
                looked += owner != reader
            assert stock is None or stock[1] == "." or "stock" in seen, f"{reader} sees the stock:\n{block}"
    assert looked or hands_lie_open


@pytest.mark.parametrize("name", GOLDEN)
def test_a_card_that_only_its_owner_sees_is_counted_for_the_others(name: str) -> None:
    """Draws, deals, the price of a purchase and choices: their cards are told to whoever gets or gives them alone."""
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    hands_lie_open = "open_hands=True" in told.splitlines()[0]
    for block in told.split("\n\n"):
        if not block.startswith("> "):
            continue
        mover = f"player {block[2]}"
        events = [line[2:] for line in block.splitlines() if line.startswith("  ")]
        true = [event for event in events if not re.match(r"(player \d|onlooker) sees ", event)]
        readers = {reader for reader, _ in views(block)}
        heard = dict.fromkeys(readers, true)
        for reader, text in re.findall(r"^  (player \d|onlooker) sees (.*)$", block, re.M):
            heard[reader] = [] if text == "nothing" else text.split("; ")
        for event in true:
            found = UNSEEN.fullmatch(event)
            if found is None:
                continue
            cards, source, target = found.groups()
            owners = {place[: len("player 0")] for place in (source, target) if place.startswith("player")} or {mover}
            counted = f"{len(cards.split())} card{'s' if ' ' in cards else ''}: from {source} to {target}"
            for reader in readers:
                mine = event if reader in owners or hands_lie_open else counted
                assert mine in heard[reader], f"{reader}: {heard[reader]}"
                assert reader in owners or hands_lie_open or event not in heard[reader]


def test_the_price_of_a_purchase_is_seen_by_its_buyer_alone() -> None:
    told = (HERE / "shanghai-purchases.txt").read_text(encoding="utf-8")
    block = next(block for block in told.split("\n\n") if block.startswith("> 3 buy 9h\n"))
    news = dict(re.findall(r"^  (player \d|onlooker) sees (.*)$", block, re.M))
    assert news.keys() == {"player 0", "player 1", "player 2", "player 3", "onlooker"}
    for reader, text in news.items():
        assert text.startswith("player 3 buys 9h, the 1st time; 9h: from the pile to player 3's hand; ")
        assert ("Kd" in text) == (reader == "player 3")
        assert ("3c" in text) == (reader == "player 1")


@pytest.mark.parametrize("name", [name for name in GOLDEN if name.startswith("shanghai")])
def test_everybody_knows_who_may_buy_and_what_is_bought(name: str) -> None:
    """Who is asked follows from what all see; passes and purchases are told to everybody."""
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    for block in told.split("\n\n"):
        assert len(set(re.findall(r"knows of (.*) to move", block))) <= 1
        if re.match(r"> \d (?:pass|buy \w\w)\n", block):
            said = block.splitlines()[1].strip()
            assert said.startswith(f"player {block[2]} ")
            assert all(
                text.startswith(said) for _, text in re.findall(r"^  (player \d|onlooker) sees (.*)$", block, re.M)
            )


@pytest.mark.parametrize("name", [name for name in GOLDEN if name.endswith(("reaction", "reaction_of_several"))])
def test_a_decline_shows_to_nobody_else(name: str) -> None:
    """Whoever did not decline sees afterwards what it saw before, may do the same and hears of the same players."""
    blocks = (HERE / f"{name}.txt").read_text(encoding="utf-8").split("\n\n")
    declines = [i for i, block in enumerate(blocks) if re.match(r"> \d decline\n", block)]
    assert declines
    for i in declines:
        who = f"player {blocks[i][2]}"
        before, after = dict(views(blocks[i - 1])), dict(views(blocks[i]))
        assert before.keys() == after.keys()
        for reader in before.keys() - {who}:
            assert f"\n  {reader} sees nothing\n" in blocks[i]
            # a line of the table is told only where it differs from the truth, so not always the same ones
            for owner in before[reader].keys() & after[reader].keys():
                assert before[reader][owner] == after[reader][owner]
            rest = rf"^{reader} (?:knows|may).*"
            assert re.findall(rest, blocks[i - 1], re.M) == re.findall(rest, blocks[i], re.M)


def views(told: str) -> list[tuple[str, dict[str, str]]]:
    """Each reader and what it sees differently from the truth: by player or zone, the line of the table."""
    return [
        (reader, {" ".join(part.split()[: 1 + part.startswith("player")]): part for part in line.split("; ")})
        for reader, line in re.findall(r"^(player \d|onlooker) sees (.*)", told, re.M)
    ]
