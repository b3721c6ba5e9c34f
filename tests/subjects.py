"""What the laws need to know about each game of the library: its options, its small decks, and built positions.

A further game is one more entry of `GAMES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import attrs
import pytest

from shedkit import Quiclo, ShanghaiRummy, Shithead, simple_player
from shedkit.core.cards import FrenchCard, codes
from shedkit.games.lucky_shutdown import LuckyShutdown
from shedkit.games.shithead import Power, TakePile
from shedkit.testing import variants

RESET, BURN, LOW = Power.RESET, Power.BURN, Power.LOW
ALL_POWERS = {2: RESET, 3: Power.TRANSPARENT, 7: LOW, 8: Power.SKIP, 9: Power.REVERSE, 10: BURN}
PACK = codes(FrenchCard.pack())
DOUBLE = f"{PACK} {PACK}"
LUCKY_SMALL = "13o 13o 13b 13b 15o 15o 15b 15b 19o 19o 19b 19b Do Po Pb Fx U16b U17x U18o"
TWENTY = "2c 2d 2h 2s 5c 5d 5h 5s 7c 7d 7h 7s Tc Td Th Ts Ac Ad Ah As"


class At:
    """A built position: the options, and the zones and facts."""

    def __init__(self, options: Mapping[str, Any], **zones: Any) -> None:
        self.options, self.zones = options, zones


@attrs.frozen
class Subject:
    """What the laws need to know about a game beside its class."""

    kind: Any
    data: Mapping[str, Sequence[object]]
    small: Sequence[Mapping[str, object]]
    built: Mapping[str, At]
    most: int = 4
    """How many cards the moves of the brute force have at most."""
    idle: Callable[[Any], bool] = lambda move: False
    """Moves that a simple opponent who wants to get home does not draw at random."""
    ending: Callable[[Any], float] = lambda rules: 0.9
    """The share of games with these options that must reach their end soon: few where play can go round for ever."""


REACT = {"out_of_turn_quad": True, "multi_card": True}
TWINS = {**REACT, "deck": DOUBLE}

SHITHEAD_POSITIONS = {
    "a reaction is pending": At(REACT, hands=["9s Kc", "7h 7s 3c", "4c 5c"], discard="7c 7d"),
    "the layer may complete": At(REACT, hands=["9s Kc", "8c", "7h 7s"], discard="7c 7d", layer=2),
    "one card is missing": At(REACT, hands=["9s", "8c 8d", "7s"], discard="5c 7c 7d 7h"),
    "two reactors with twins": At(TWINS, hands=["4c", "7d 7h", "7h 7s"], discard="7c 7c 7d"),
    "one of two has declined": At(
        TWINS, hands=["4c", "7d 7h", "7h 7s"], discard="7c 7c 7d", declined=[False, True, False]
    ),
    "the reactor is on turn": At(
        {"out_of_turn_quad": True, "players": 2}, hands=["7h 7s 9c", "4c"], discard="7c 7d", stock="2c"
    ),
    "the reactor is on turn, the set is too low": At(
        {**REACT, "players": 2, "powers": {7: Power.TRANSPARENT}, "anywhere": frozenset()},
        hands=["7h 9c", "4c"],
        discard="Kc 7c 7d 7s",
        stock="",
    ),
    "a reaction from the face-up row": At(
        REACT, hands=["9s Kc", "", "4c"], face_up=["", "7h - 7s", ""], discard="7c 7d", stock=""
    ),
    "a reaction with the last cards": At(REACT, hands=["9s Kc", "7h 7s", "4c"], discard="7c 7d", stock=""),
    "the last but one goes out by a reaction": At(
        {**REACT, "players": 2}, hands=["9s Kc", "7h 7s"], discard="7c 7d", stock=""
    ),
    "blind cards": At(
        {},
        hands=["", "", "5h"],
        face_up=["", "", "6h - -"],
        face_down=["2c 3c -", "Kc - -", "4c 4d 4h"],
        discard="9c",
        stock="",
    ),
    "blind cards must be turned": At(
        {"blind_take": False}, hands=["", "5h"], face_down=["- 3c Ts", "Kc - -"], discard="9c", stock=""
    ),
    "a blind card on an empty pile": At({}, hands=["", "5h", "6h"], face_down=["- 3c -", "", ""], stock=""),
    "a blind seven under the seven variant": At(
        {"powers": ALL_POWERS}, hands=["", "5h", "6h"], face_down=["7c 8c -", "", ""], discard="7h", stock=""
    ),
    "blind twins": At({"deck": DOUBLE}, hands=["", "5h", "5h"], face_down=["3c 3c 9d", "", ""], discard="4h", stock=""),
    "the last card burns": At({}, hands=["Tc", "5h", "6h"], discard="4h", stock=""),
    "the last card ends it": At({"players": 2}, hands=["9c", "5h"], discard="4h", stock=""),
    "the last but one of three": At({}, hands=["9c", "5h"], discard="4h", stock=""),
    "the last card of the stock": At({}, hands=["9c Tc 4s", "5h", "6h"], discard="4h", stock="2s"),
    "the fourth of a rank": At({"multi_card": True}, hands=["6s 9c", "5h", "4c"], discard="4h 6c 6d 6h"),
    "four at once": At({"multi_card": True, "quad_extra_turn": False}, hands=["6c 6d 6h 6s", "5h", "4c"], discard="4h"),
    "low seven": At({"powers": ALL_POWERS}, hands=["9c 5d Td 2c 3c 7d", "5h", "4c"], discard="Kc 7c"),
    "a ten on the low seven": At(
        {"powers": ALL_POWERS, "burn_on_low": True}, hands=["9c 5d Td", "5h", "4c"], discard="Kc 7c"
    ),
    "transparent on the low seven": At(
        {"powers": ALL_POWERS, "multi_card": True}, hands=["9c 5d 3s 3h", "5h", "4c"], discard="Kc 7c 3c 3d"
    ),
    "nothing but transparent cards": At({"powers": ALL_POWERS}, hands=["4c 4d", "5h", "9c"], discard="3c 3d"),
    "skips come round": At(
        {"powers": ALL_POWERS, "multi_card": True, "players": 2}, hands=["8c 8d 8h Kc", "5h 6h"], discard="4h"
    ),
    "skips pass over those who are out": At(
        {"powers": ALL_POWERS, "multi_card": True, "players": 4},
        hands=["8c 8d", "", "5h", "6h"],
        discard="4h",
        stock="",
    ),
    "a reversal": At(
        {"powers": ALL_POWERS, "multi_card": True}, hands=["9c 9d 9h", "5h", "6h"], discard="4h", direction=-1
    ),
    "a face-up card goes along": At(
        {"take_with_face_up": True}, hands=["", "5h", "6h"], face_up=["3c 4c 5c", "", ""], discard="Kh", stock=""
    ),
    "of twins one goes along": At(
        {"take_with_face_up": True, "deck": DOUBLE},
        hands=["", "5h", "6h"],
        face_up=["3c 3c 5c", "", ""],
        discard="Kh",
        stock="",
    ),
    "twins face up": At(
        {"multi_card": True, "deck": DOUBLE},
        hands=["", "5h", "6h"],
        face_up=["8c 8d 8c", "", ""],
        discard="4h",
        stock="",
    ),
    "settling the rows": At(
        {},
        hands=["9c Tc 4s", "5h 6h 7h", "2c 2d 2h"],
        face_up=["3c 3d 3h", "8c 8d 8h", "Kc Kd Kh"],
        phase="swap",
        ready=[True, False, False],
    ),
    "settling rows of twins": At(
        {"deck": DOUBLE},
        hands=["9c 9c 4s", "5h 6h 7h", "2c 2d 2h"],
        face_up=["3c 3d 4s", "8c 8d 8h", "Kc Kd Kh"],
        phase="swap",
        ready=[False, False, False],
    ),
    "swapping one by one": At(
        {"swap": "single", "deck": DOUBLE},
        hands=["9c 9c 4s", "5h 6h 7h", "2c 2d 2h"],
        face_up=["4s 3d 9d", "8c 8d 8h", "Kc Kd Kh"],
        phase="swap",
        ready=[False, True, False],
    ),
    "between rounds": At(
        {"rounds": 3}, hands=["", "5h", ""], discard="4h", phase="over", results=[(1, 3, 2)], out=[0, 2]
    ),
    "between rounds, the deal goes round": At(
        {"rounds": 2, "next_dealer": "rotate", "swap": "off"},
        hands=["", "5h", ""],
        discard="4h",
        phase="over",
        results=[(1, 3, 2)],
        out=[0, 2],
    ),
    "the last round is over": At(
        {"rounds": 2}, hands=["5h", "", ""], phase="over", round=2, results=[(1, 3, 2), (3, 1, 2)], out=[1, 2]
    ),
    "a later round": At({"rounds": 2}, hands=["9c", "5h", "Tc"], discard="4h", round=2, results=[(3, 1, 2)], dealer=0),
}

QUICLO_POSITIONS = {
    "a fitting, a wrong card and the draw": At({}, hands=["8 45", "7", "90"], discard="87"),
    "the last card": At({}, hands=["8", "7", "90"], discard="87"),
    "the last card is wrong": At({}, hands=["45", "7", "90"], discard="87"),
    "the draw takes the last of the stock": At({}, hands=["45", "7", "90"], discard="1 2 87", stock="3"),
    "the draw reshuffles": At({}, hands=["45", "7", "90"], discard="1 2 87", stock=""),
    "the reshuffle gives a single card": At({}, hands=["45", "7", "90"], discard="1 87", stock=""),
    "nothing to draw": At({}, hands=["45", "7", "90"], discard="87", stock=""),
    "the deadlock is near": At({"players": 2}, hands=["45", "9"], discard="87", stock="", passes=1),
    "the deadlock is near, fewest cards win": At(
        {"deadlock": "fewest"}, hands=["45", "9 10", "22"], discard="87", stock="", passes=2
    ),
    "a deadlock": At({"players": 2}, hands=["45", "9"], discard="87", stock="", passes=2, phase="over"),
    "a deadlock after one went out": At(
        {"play_for_places": True, "deadlock": "fewest"}, hands=["45", "", "9"], discard="87", stock="", passes=1
    ),
    "the drawn card fits": At({"play_drawn": True}, hands=["8 45", "7", "90"], discard="87", phase="drawn", drawn="8"),
    "the drawn card does not fit": At(
        {"play_drawn": True}, hands=["8 45", "7", "90"], discard="87", phase="drawn", drawn="45"
    ),
    "the drawn card does not fit and may not be laid": At(
        {"play_drawn": True, "misplay": "illegal"}, hands=["8 45", "7", "9"], discard="87", phase="drawn", drawn="45"
    ),
    "a wrong play of the drawn card, stock empty": At(
        {"play_drawn": True}, hands=["8 45", "7", "90"], discard="1 87", stock="", phase="drawn", drawn="45"
    ),
    "drawn in the open game": At(
        {"play_drawn": True, "open_hands": True}, hands=["8 45", "7", "90"], discard="87", phase="drawn", drawn="45"
    ),
    "wrong plays are refused": At({"misplay": "illegal"}, hands=["8 45", "7", "90"], discard="87"),
    "others play for the places": At(
        {"play_for_places": True, "players": 4}, hands=["8", "7", "", "90"], discard="87", out=[2]
    ),
    "only one is left": At({"play_for_places": True}, hands=["8", "", "90"], discard="87", out=[1]),
    "the open game": At({"open_hands": True}, hands=["8 45", "7", "90"], discard="87"),
    "over": At({}, hands=["8 45", "", "90"], discard="87", phase="over"),
}

LUCKY_POSITIONS = {
    "a reaction is pending": At({}, hands=["18o 14b", "16o 16b 13o", "20o"], discard="16o 16b"),
    "the layer may complete": At({}, hands=["18o 14b", "20o", "16o 16b"], discard="16o 16b", layer=2),
    "a colour duty binds the reaction": At({}, hands=["18b", "15b 13o", "20o"], discard="15b 15o 15o"),
    "one has declined": At(
        {}, hands=["18o 14b", "16o 16b 13o", "20o"], discard="16o 16b", declined=[False, True, False]
    ),
    "a triple of magic is pending": At({}, hands=["18o", "Fo 13o", "20o"], discard="Fb Fx"),
    "a skip is pending": At({}, hands=["19o 14b", "16o 16b 13o", "20o"], discard="19b", pending=1),
    "more skips than opponents": At({}, hands=["19o 14b", "16o", "20o"], discard="19b 19b", pending=2),
    "skips that do not wrap": At(
        {"skip_wraps": False, "players": 2}, hands=["19o 14b", "16o"], discard="19b 19b", pending=1
    ),
    "a push in the skip moment": At(
        {"push_in_skip_moment": True}, hands=["Pb 14b", "16o", "20o"], discard="19b", pending=1
    ),
    "a rescue from the open row": At(
        {"skip_rescue_zone": "hand_or_face_up"},
        hands=["19o 14b", "16o", "20o"],
        face_up=["19o - 20o", "", ""],
        discard="19b",
        pending=1,
    ),
    "hand and open row together": At(
        {}, hands=["16o", "13o", "20o"], face_up=["16b 16b 20o", "", ""], discard="14o", stock=""
    ),
    "an undercut": At({}, hands=["13o 16o U17x Fo", "14o", "20o"], discard="U16b"),
    "magic is locked": At({}, hands=["18o 16o U17x Fo Dx", "14o", "20o"], discard="17o"),
    "delete as the last card": At({}, hands=["Dx", "14o", "20o"], discard="16o", stock=""),
    "blind cards": At({}, hands=["", "14o", "20o"], face_down=["13o 21b -", "", ""], discard="16o", stock=""),
    "luck may be challenged": At({"challenge_luck": True}, hands=["13o", "14o", "20o"], discard="16o", stock="18o 13b"),
    "a card may be revealed early": At(
        {"early_reveal": True},
        hands=["", "14o", "20o"],
        face_up=["16b - -", "", ""],
        face_down=["13o 21b 14b", "", ""],
        discard="15o",
        stock="",
    ),
    "between rounds": At(
        {"rounds": 3}, hands=["", "14o", ""], discard="13o", phase="over", results=[(1, 3, 2)], out=[0, 2]
    ),
}

SHANGHAI_SMALL = "4c 4c 4d 4d 5c 5c 5d 6c 6c 6d 7c 7c 7d Jk Jk"
SWAP_RUN = (1, "5s 6s Jk=7s 8s")
MANY = "2c 3c 5d 7d 9d Jd 2h 4h 6h 8h Th Qh"

SHANGHAI_POSITIONS = {
    "a contract can be laid": At({}, hands=["4c 4d 4h Js Jd Jc 2c 3d 9h", "5c", "5d", "5h"], phase="play"),
    "one joker, two melds": At({}, hands=["4c 4d 4h 4s Js Jd Jk 2c", "5c", "5d", "5h"], phase="play"),
    "a contract is begun": At(
        {}, hands=["Js Jd Jc 2c 3d", "5c 5d", "5h 5s", "6c"], melds=[(0, "4c 4d 4h")], laid=1, phase="play"
    ),
    "a begun contract of runs": At(
        {},
        hands=["9d Td Jd Qd 2c Jk 3s", "5c 5d", "5h", "6c"],
        melds=[(0, "5s 6s 7s 8s")],
        laid=1,
        phase="play",
        round=3,
    ),
    "three runs with jokers": At(
        {}, hands=["5s 6s Jk 8s 9d Td Jk Qd 2c 3c 4c 5c Kh", "5c", "5d", "5h"], phase="play", round=7
    ),
    "aces at both ends": At({}, hands=["Ac 2c 3c 4c Ad Jd Qd Kd 9h", "5c", "5d", "5h"], phase="play", round=3),
    "others may buy": At({}, hands=[MANY, "5c", "5s", "6c"], discard="8d 9s", turn=0, phase="claim", claimant=1),
    "the last one may buy": At({}, hands=["5c", "5s", "6c", MANY], discard="9s", turn=0, phase="claim", claimant=2),
    "the dealer may buy the upcard": At(
        {"players": 2}, hands=["5c 5d", "6c 6d"], discard="9s", upcard=True, phase="claim", claimant=1
    ),
    "the discarder may buy": At({"discarder_may_buy": True}, hands=["5c", "5s", "6c", "7c"], discard="9s"),
    "a buy takes the last card of the stock": At(
        {}, hands=["5c", "5s", "6c", "7c"], discard="3c 9s", stock="8h", phase="claim", claimant=1
    ),
    "a buy shuffles the discards": At({}, hands=["5c", "5s", "6c", "7c"], discard="2c 3c 4d 9s", stock=""),
    "too few cards to buy": At({}, hands=["5c", "5s", "6c", "7c"], discard="3c 9s", stock=""),
    "only the pile's card is left": At({}, hands=["5c", "5s", "6c", "7c"], discard="9s", stock=""),
    "nothing is left to draw": At({}, hands=["5c", "5s", "6c", "7c"], discard="", stock="", phase="play"),
    "the empty stock ends the round": At(
        {"stock_exhausted": "end_round"}, hands=["5c", "5s Jk", "6c", "7c"], discard="3c 9s", stock=""
    ),
    "a card was just taken": At({}, hands=["9s 5c", "5s", "6c", "7c"], discard="3c", taken="9s", phase="play"),
    "a twin was just taken": At({}, hands=["9s 9s 5c", "5s", "6c", "7c"], discard="3c", taken="9s", phase="play"),
    "only the taken card is left": At(
        {}, hands=["9s", "5s", "6c", "7c"], melds=[(0, "4c 4d 4h")], discard="3c", taken="9s", phase="play"
    ),
    "the taken card has a place": At(
        {}, hands=["9s 2c", "5s", "6c", "7c"], melds=[(0, "5s 6s 7s 8s")], taken="9s", phase="play", round=3
    ),
    "a joker was just taken": At(
        {}, hands=["Jk 7s 2c", "5s", "6c", "7c"], melds=[SWAP_RUN], down=[True] * 4, taken="Jk", phase="play", round=3
    ),
    "lay off at both ends": At(
        {}, hands=["4s 9s 4h Jk 2c", "5s", "6c", "7c"], melds=[(0, "5s 6s 7s 8s"), (1, "4c 4d 4s")], phase="play"
    ),
    "an ace fits at both ends": At(
        {},
        hands=["As Jk", "5s", "6c", "7c"],
        melds=[(0, "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks")],
        phase="play",
        round=3,
    ),
    "only on the own melds": At(
        {},
        hands=["9s Ts 4s 2c Jk", "5s", "6c", "7c"],
        melds=[(0, "5s 6s 7s 8s"), (0, "3c 3d 3h"), (1, "4c 4d 4h"), (1, "Jk=5d 6d 7d 8d")],
        laid=2,
        phase="play",
        round=2,
    ),
    "jokers can be exchanged": At(
        {},
        hands=["7s 5s 2c", "5s", "6c", "7c"],
        melds=[(1, "Jk=5s 6s Jk=7s 8s"), (0, "7c 7d Jk")],
        down=[True, True, False, False],
        phase="play",
        round=2,
    ),
    "jokers may be exchanged at any time": At(
        {"joker_swap": "any_time"}, hands=["7s 2c", "5s", "6c", "7c"], melds=[SWAP_RUN], phase="play", round=3
    ),
    "jokers are not exchanged": At(
        {"joker_swap": "off"},
        hands=["7s 2c", "5s", "6c", "7c"],
        melds=[SWAP_RUN],
        down=[True] * 4,
        phase="play",
        round=3,
    ),
    "a joker must not lie beside one": At(
        {"adjacent_jokers": False, "max_jokers_per_meld": 2},
        hands=["Jk Jk 9s 2c", "5s", "6c", "7c"],
        melds=[(0, "5s 6s 7s Jk=8s"), (0, "4c 4d Jk")],
        phase="play",
        round=2,
    ),
    "the last card is discarded": At({}, hands=["2c", "5s Jk", "Ac", "7c"], melds=[(0, "4c 4d 4h")], phase="play"),
    "the last card is laid off": At({}, hands=["4s", "5s Jk", "Ac", "7c"], melds=[(0, "4c 4d 4h")], phase="play"),
    "the last card must be discarded": At(
        {"go_out": "discard"}, hands=["4s", "5s Jk", "Ac", "7c"], melds=[(0, "4c 4d 4h")], phase="play"
    ),
    "the contract takes the whole hand": At({}, hands=["4c 4d 4h Js Jd Jc", "5c", "5d", "5h"], phase="play"),
    "the contract would take the whole hand": At(
        {"go_out": "discard"}, hands=["4c 4d 4h Js Jd Jc", "5c", "5d", "5h"], phase="play"
    ),
    "between rounds": At({"players": 2}, hands=[], shown=["", "2c 3c"], phase="over", results=[[0, 10]]),
    "the last round is over": At(
        {"players": 3, "contracts": [(1, 0), (0, 1)]},
        hands=[],
        shown=["Jk", "", "2c"],
        phase="over",
        round=2,
        results=[[0, 55, 10], [50, 0, 5]],
    ),
}

GAMES: dict[str, Subject] = {
    "shithead": Subject(
        Shithead,
        {
            "powers": [
                {},
                {2: RESET},
                {10: BURN},
                {2: RESET, 7: LOW, 10: BURN},
                {3: Power.TRANSPARENT, 7: LOW, 10: BURN},
                {2: RESET, 10: BURN, 8: Power.SKIP, 11: Power.REVERSE},
                ALL_POWERS,
            ],
            "anywhere": [frozenset(), frozenset({2}), frozenset({2, 3, 10, 14})],
            "deck": [TWENTY, DOUBLE],
        },
        [
            {"players": 2, "deck": TWENTY, "multi_card": True, "out_of_turn_quad": True, "powers": ALL_POWERS},
            {"players": 2, "deck": TWENTY, "swap": "single", "take_with_face_up": True, "out_of_turn_quad": True},
            {
                "players": 2,
                "deck": "3c 3c 3c 3c 3d 3d 5c 5c 5c 9c 9c 9c 9d 9d Tc Tc 2c 2c 2d",
                "swap": "off",
                "multi_card": True,
                "blind_take": False,
                "rounds": 2,
            },
        ],
        SHITHEAD_POSITIONS,
        idle=lambda move: isinstance(move, TakePile),
        # without them the pile hardly ever leaves the game
        ending=lambda rules: (
            0.9 if RESET in rules.powers.values() and BURN in rules.powers.values() and rules.anywhere is None else 0.3
        ),
    ),
    "quiclo": Subject(
        Quiclo,
        {"deck": [" ".join(map(str, range(1, 31))), " ".join(map(str, range(100, 145)))]},
        [
            {"players": 2, "highest_card": 24, "hand_size": 2, "play_drawn": True},
            {"players": 3, "highest_card": 24, "hand_size": 2, "misplay": "illegal", "play_for_places": True},
            {"players": 2, "deck": "1 2 3 4 5 12 34", "hand_size": 2, "deadlock": "fewest", "open_hands": True},
        ],
        QUICLO_POSITIONS,
    ),
    "lucky-shutdown": Subject(
        LuckyShutdown,
        {"deck": [LUCKY_SMALL]},
        [
            {"players": 2, "deck": LUCKY_SMALL},
            {"players": 2, "deck": LUCKY_SMALL, "early_reveal": True, "challenge_luck": True, "push_on_19": "count"},
        ],
        LUCKY_POSITIONS,
        most=2,
        idle=lambda move: move.verb == "take",
    ),
    "shanghai-rummy": Subject(
        ShanghaiRummy,
        {
            "contracts": [[(1, 1)], [(0, 1), (2, 0)], [(0, 3)]],
            "deck": [DOUBLE, f"{DOUBLE} Jk Jk Jk Jk Jk Jk Jk Jk"],
            "points": [{0: 25, 14: 15}],
            "max_jokers_per_meld": [0, 1, 2],
            "jokers": [0, 1, 8],
        },
        [
            {"players": 2, "deck": SHANGHAI_SMALL, "hand_size": 4, "contracts": [(1, 0), (0, 1)], "max_buys": 1},
            {
                "players": 2,
                "deck": SHANGHAI_SMALL,
                "hand_size": 5,
                "contracts": [(0, 1)],
                "joker_swap": "any_time",
                "go_out": "discard",
                "adjacent_jokers": False,
                "discarder_may_buy": True,
            },
        ],
        SHANGHAI_POSITIONS,
        most=0,
        # a round can go on for ever: where no card that is left fits a meld, nobody gets rid of the last one; and
        # with one pack hardly anybody ever has three runs
        ending=lambda rules: 0.0 if rules.decks == 1 and rules.players > 2 else 0.3,
    ),
}


def every(name: str, option: str | None = None) -> Iterator[Any]:
    """The default rules at every table, and every option alone with each value worth a test, or only one option."""
    return variants(GAMES[name].kind, data=GAMES[name].data, only=option)


class EveryOption:
    """All that `every` gives for all games, as parameters; made when it is gone through, not before."""

    def __iter__(self) -> Iterator[Any]:
        for name in GAMES:
            for rules in every(name):
                yield pytest.param(name, rules)


EVERY_OPTION = EveryOption()


class Homeward:
    """The simple opponent of a game, who now and then draws its move at random, so that no play goes round for ever.

    A game of simple opponents alone can repeat itself; see SH-A21 and QU-A18 for what the rules say about that.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.simple = simple_player(name, seed)
        self.idle = GAMES[name].idle
        self.random = Random(seed).random

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        if self.random() < 0.15:
            moves = [move for move in moves if not self.idle(move)] or moves
            return moves[int(self.random() * len(moves))]
        return self.simple.choose(view, moves)


def homeward(name: str, rules: Any, seed: int) -> list[Any]:
    return [Homeward(name, 1000 * seed + seat) for seat in range(rules.players)]
