"""Bad input to Shithead: what was tried, and what must be answered.

Three players A, B, C (seats 0, 1, 2), A to move, unless a case says otherwise.
"""

from __future__ import annotations

from bad_inputs import cases
from shedkit.core.errors import ConfigurationError
from shedkit.core.refusals import Reason
from shedkit.games import quiclo
from shedkit.games.shithead import Arrange, Deal, Decline, Flip, Play, Power, React, Ready, Shithead, Swap, TakePile

RULES = Shithead()
PACK = RULES.deck
SINGLE = Shithead(swap="single")
ALONG = Shithead(take_with_face_up=True)
OUT = Shithead(out_of_turn_quad=True)
LOW = Shithead(powers={2: Power.RESET, 10: Power.BURN, 7: Power.LOW})
MULTI = Shithead(multi_card=True)
TWINS = Shithead(multi_card=True, deck=PACK * 2)
SMALL = Shithead(players=2, deck=PACK[:20])
MUST_FLIP = Shithead(blind_take=False)

PLAY = {
    "hands": ["6d 7h 8s", "3c 4c", "3h"],
    "face_up": ["Ks 3d -", "Kd"],
    "face_down": ["Ah 2h -", "Ad"],
    "discard": "5c 8c",
}
ROW = {"hands": ["", "4c", "4d"], "face_up": ["3d 6h 9s"], "discard": "5c 8c", "stock": ""}
BLIND = {"hands": ["", "4c", "4d"], "face_down": ["9d 3h -"], "discard": "5c 8c", "stock": ""}
SWAP = {
    "hands": ["4c 9d Jh", "5s 6s 8s", "9s Ts Js"],
    "face_up": ["Ks 3d 7h", "Kd 3h 7c", "Kh 3c 7d"],
    "face_down": ["2c 2d 2h", "5c 5d 5h", "6c 6d 6h"],
    "phase": "swap",
}
WINDOW = {"hands": ["3c 4c 5c", "9d 3d 4d", "8s 3h 4h"], "discard": "5d 8c 8d 8h", "stock": "Jc Qc", "turn": 1}


NONE = [
    (React("3h"), 2, Reason.NOTHING_TO_COMPLETE),
    (React("8s 3h"), 2, Reason.NOTHING_TO_COMPLETE),
    (React(""), 2, Reason.NO_CARD),
    (React("8s 8s"), 2, Reason.CARD_TWICE),
    (React("Jk"), 2, Reason.UNKNOWN_CARD),
    (React("9d"), 2, Reason.CARD_NOT_HELD),
    (Play("8s"), 2, Reason.NOT_AN_ACTOR),
    (TakePile(), 2, Reason.NOT_AN_ACTOR),
    (Flip(1), 2, Reason.NOT_AN_ACTOR),
    (React("9d"), 1, Reason.NOTHING_TO_COMPLETE),
    (React("8s"), 1, Reason.CARD_NOT_HELD),
    (Decline(), 1, Reason.NOTHING_TO_COMPLETE),
    (React("8s"), 0, Reason.CARD_NOT_HELD),
    (Decline(), 0, Reason.NOTHING_TO_COMPLETE),
    (TakePile(), 0, Reason.NOT_AN_ACTOR),
]
"""Reactions that are none, each with who tries it and why not."""

OPTIONS = [
    ("players", [-1, 0, 1, 6, 3.0, "3", None, True, [3]]),
    ("rounds", [0, -1, 1.0, "1", None, True]),
    ("first_dealer", [3, -1, 0.0, "0", True]),
    ("deck", ["", "2c", "zz", 3, None, [1, 2], PACK[:26], [*PACK, "Jk"], [*PACK, None]]),
    (
        "powers",
        [3, None, "2", [2], {1: Power.LOW}, {15: Power.LOW}, {0: Power.BURN}, {"7": Power.LOW}, {7.0: Power.LOW}],
    ),
    ("powers", [{True: Power.LOW}, {None: Power.LOW}, {7: "low"}, {7: None}, {7: 1}, {7: (Power.LOW, Power.SKIP)}]),
    ("anywhere", [3, [1], [15], ["7"], "27", [None], [2.0], [True], [[2]]]),
    ("burn_on_low", [1, 0, "yes", None]),
    ("multi_card", [1, 0, "yes", None]),
    ("quad_burns", [1, 0, "yes", None]),
    ("quad_extra_turn", [1, 0, "yes", None]),
    ("out_of_turn_quad", [1, 0, "yes", None]),
    ("blind_take", [1, 0, "yes", None]),
    ("take_with_face_up", [1, 0, "yes", None]),
    ("swap", ["free", "ordered", "choose_three", "Arrange", "", None, True, 0, ["off"]]),
    ("next_dealer", ["winner", "", None, True, 0]),
]


BASE = {"hands": ["6d 7h", "3c", "4c"]}

MAKES = [
    lambda: Play("zz"),
    lambda: Play("7"),
    lambda: Play("10h"),
    lambda: Play("7H"),
    lambda: Play("7h,8h"),
    lambda: Play(3),
    lambda: Play(None),
    lambda: Play([3]),
    lambda: React("zz"),
    lambda: Arrange("zz"),
    lambda: Arrange(None),
    lambda: Swap("zz", "Ks"),
    lambda: Swap("4c", "zz"),
    lambda: Swap("4c 5c", "Ks"),
    lambda: Swap(1, 2),
    lambda: TakePile("zz"),
    lambda: TakePile(""),
    lambda: TakePile("Ks Kd"),
    lambda: TakePile(3),
]
CODES = [
    "",
    " ",
    "play zz",
    "flip",
    "flip x",
    "take Ks Kd",
    "ready now",
    "PLAY 7h",
    "draw",
    "swap 4c",
    "7h",
    3,
    None,
    b"take",
]

STARTED = RULES.position(**PLAY)
CHOSEN = RULES.apply(RULES.position(**SWAP), Arrange("Ks 3d 7h"), 0)
GONE = RULES.position(hands=["", "4c", "5c"], turn=1)
ROUNDS = Shithead(players=2, rounds=2)
BETWEEN = ROUNDS.apply(ROUNDS.position(hands=["9c", "3c"], discard="8c", stock=""), Play("9c"), 0)
DUEL = Shithead(players=2)
ENDED = DUEL.apply(DUEL.position(hands=["9c", "3c"], discard="8c", stock=""), Play("9c"), 0)
FULL = {**BLIND, "face_down": ["9d 3h Ks"]}
EVERY = [Play("3c"), TakePile(), Flip(1), Arrange("3c 4c 5c"), Ready(), Deal(), React("3c"), Decline()]
BACK_TO_LOBBY = (Reason.WRONG_PHASE, Reason.OPTION_OFF)

GAME = cases.Game(
    refused={
        "reasons": cases.moves_refused("shithead", globals()),
        "reactions": [
            cases.Refused(f"{move} of {seat}", OUT, WINDOW, move, (why,), (), seat) for move, seat, why in NONE
        ],
        "spelling": [
            cases.Refused("two cards are no row", RULES, SWAP, Arrange("4c 9d"), (Reason.NO_CARD,), ("3",)),
            cases.Refused(
                "another spelling of a listed move",
                OUT,
                {**WINDOW, "hands": ["3c 4c 5c", "8s 3d 4d", "9d 3h 4h"]},
                React("8s"),
                (Reason.SPELLING,),
                ("play 8s",),
                1,
            ),
        ],
        "slots": [
            cases.Refused(f"slot {cases.written(slot)}", RULES, FULL, Flip(slot), (Reason.EMPTY_SLOT,), ("slot",))
            for slot in (0, -1, 4, 10**9, True, 1.0, 1.5, "1", None, (), [], {})
        ],
        "actors": [
            *(
                cases.Refused(f"{move} of {seat}", RULES, STARTED, move, (Reason.NOT_AN_ACTOR,), ("layer 0",), seat)
                for seat in (1, 2)
                for move in (TakePile(), Play("3c"), Play("3h"), Flip(1))
            ),
            cases.Refused("a second row", RULES, CHOSEN, Arrange("4c 3d 7h"), (Reason.NOT_AN_ACTOR,)),
            cases.Refused("out", RULES, GONE, TakePile(), (Reason.NOT_AN_ACTOR,)),
            cases.Refused("not the dealer", ROUNDS, BETWEEN, Deal(), (Reason.NOT_AN_ACTOR,)),
            *(
                cases.Refused(f"{move} between rounds", ROUNDS, BETWEEN, move, BACK_TO_LOBBY, (), 1)
                for move in (Play("3c"), TakePile(), Flip(1), Arrange("3c"), Ready())
            ),
        ],
        "over": [
            cases.Refused(f"{move} of {seat}", DUEL, ENDED, move, (Reason.GAME_OVER,), (), seat)
            for move in EVERY
            for seat in (0, 1)
        ],
        "foreign": [
            cases.Refused(str(move), RULES, STARTED, move, (Reason.FOREIGN_MOVE,), ("shithead",))
            for move in (quiclo.Draw(), quiclo.Pass(), quiclo.Play("7"))
        ],
    },
    fails={
        "makes": cases.makes(MAKES, "card"),
        "codes": cases.codes_of(RULES, CODES),
        "options": [case for name, values in OPTIONS for case in cases.options(Shithead, name, values)],
        "unknown": cases.unknown(
            Shithead, ["player", "seven_low", "two_any", "jokers", "canonical_moves"], "multi_card", "powers"
        ),
        "contradictory": [
            *cases.contradictory(
                Shithead, "out_of_turn_quad quad_burns", {"out_of_turn_quad": True, "quad_burns": False}
            ),
            *cases.small_decks(Shithead),
            cases.Fails("an option without a name", lambda: Shithead(3), (ConfigurationError,)),
        ],
        "seeds": cases.seeds(RULES, ["1", 1.0, True, b"1", [1], (1,), object()]),
        "orders": [
            *cases.orders_of_ladders(RULES, "Jk", "2d"),
            *cases.orders([(Shithead(deck=PACK * 2), PACK, "missing")]),
        ],
        "positions": [
            *cases.positions(
                (title, RULES, zones, word)
                for title, zones, word in (*cases.of_ladders(BASE), *cases.positions_refused("shithead", globals()))
            ),
            *cases.positions([("no swap phase without swaps", Shithead(swap="off"), SWAP, "swap")]),
            *cases.positions(
                (
                    f"results {cases.written(results)}",
                    Shithead(rounds=3),
                    {**BASE, "round": 2, "results": results},
                    "results",
                )
                for results in ([], [(1, 2, 3), (1, 2, 3)], [(1, 2)], [(1, 2, 4)], [(0, 1, 2)], [("1", 2, 3)])
            ),
        ],
        "seeds of positions": cases.seeds_of_positions(RULES, BASE, ["1", 1.0, True, [1]]),
    },
    good=[
        (RULES, {**BASE, "discard": "8c 8d 8h 8s"}),
        (RULES, {**BASE, "discard": "5c Tc"}),
        (RULES, {**BASE, "direction": -1}),
        (RULES, {**BASE, "face_up": ["", "9c", ""], "face_down": ["", "", "9d"]}),
        (RULES, {"hands": ["6d 7h 8h 9h Th Jh Qh Kh Ah", "3c"], "stock": "2c"}),
        (Shithead(rounds=3), {**BASE, "round": 2, "results": [(1, 2, 3)]}),
    ],
    states=[STARTED, RULES.position(**SWAP), RULES.position(**BLIND), RULES.position(**ROW)],
)
