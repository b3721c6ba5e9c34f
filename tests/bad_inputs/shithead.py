"""Bad input to Shithead: what was tried, and what must be answered.

Three players A, B, C (seats 0, 1, 2), A to move, unless a case says otherwise.
"""

from __future__ import annotations

from bad_inputs import cases
from shedkit.core.cards import codes
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


CASES = [
    # in play, from the hand
    ("card not held", RULES, PLAY, Play("2d"), Reason.CARD_NOT_HELD, "2d"),
    ("card of another hand", RULES, PLAY, Play("3c"), Reason.CARD_NOT_HELD, "3c"),
    ("card of another row", RULES, PLAY, Play("Kd"), Reason.CARD_NOT_HELD, "Kd"),
    ("card of the pile", RULES, PLAY, Play("8c"), Reason.CARD_NOT_HELD, "8c"),
    ("own blind card", RULES, PLAY, Play("Ah"), Reason.CARD_NOT_HELD, "Ah"),
    ("one held, one not", MULTI, PLAY, Play("8s 8h"), Reason.CARD_NOT_HELD, "8h"),
    ("card named twice", RULES, PLAY, Play("6d 6d"), Reason.CARD_TWICE, "6d"),
    ("card named twice, multi", MULTI, PLAY, Play("8s 8s"), Reason.CARD_TWICE, "8s"),
    ("joker", RULES, PLAY, Play("Jk"), Reason.UNKNOWN_CARD, "Jk"),
    ("row while the hand lasts", RULES, PLAY, Play("Ks"), Reason.WRONG_ZONE, "hand"),
    ("blind while the hand lasts", RULES, PLAY, Flip(1), Reason.WRONG_ZONE, "hand"),
    ("too low", RULES, PLAY, Play("6d"), Reason.TOO_LOW, "8"),
    ("no card", RULES, PLAY, Play(""), Reason.NO_CARD, "card"),
    ("two ranks", MULTI, PLAY, Play("7h 8s"), Reason.NOT_ALIKE, "rank"),
    ("row taken along, off", RULES, PLAY, TakePile("Ks"), Reason.OPTION_OFF, "face-up"),
    ("reaction, off", RULES, PLAY, React("8s"), Reason.OPTION_OFF, "out of turn"),
    ("decline, off", RULES, PLAY, Decline(), Reason.OPTION_OFF, "out of turn"),
    ("arrange in play", RULES, PLAY, Arrange("6d 7h 8s"), Reason.WRONG_PHASE, "lay"),
    ("swap in play", SINGLE, PLAY, Swap("6d", "Ks"), Reason.WRONG_PHASE, "lay"),
    ("ready in play", SINGLE, PLAY, Ready(), Reason.WRONG_PHASE, "lay"),
    ("deal in play", RULES, PLAY, Deal(), Reason.WRONG_PHASE, "lay"),
    ("two cards", RULES, {"hands": ["8d 8h", "4c"], "discard": "5c"}, Play("8d 8h"), Reason.TOO_MANY, "one"),
    (
        "five cards",
        TWINS,
        {"hands": ["8c 8c 8d 8h 8s", "4c"], "discard": "5c"},
        Play("8c 8c 8d 8h 8s"),
        Reason.TOO_MANY,
        "four",
    ),
    (
        "three of two twins",
        TWINS,
        {"hands": ["8c 8c 8d", "4c"], "discard": "5c"},
        Play("8c 8c 8c"),
        Reason.CARD_TWICE,
        "8c",
    ),
    ("too high", LOW, {"hands": ["8d", "4c"], "discard": "7c"}, Play("8d"), Reason.TOO_HIGH, "7"),
    ("ten on a seven", LOW, {"hands": ["Td", "4c"], "discard": "7c"}, Play("Td"), Reason.TOO_HIGH, "7"),
    ("empty pile", RULES, {"hands": ["8d", "4c"]}, TakePile(), Reason.EMPTY_PILE, "pile"),
    ("not in a small deck", SMALL, {"hands": ["2c", "4c"], "discard": "3c"}, Play("Kc"), Reason.UNKNOWN_CARD, "Kc"),
    # from the rows
    ("row too low", RULES, ROW, Play("3d"), Reason.TOO_LOW, "8"),
    ("not in the row", RULES, ROW, Play("Ks"), Reason.CARD_NOT_HELD, "Ks"),
    ("blind while the row lasts", RULES, ROW, Flip(1), Reason.WRONG_ZONE, "open"),
    ("one goes along although one fits", ALONG, ROW, TakePile("3d"), Reason.WRONG_ZONE, "none"),
    (
        "none named to go along",
        ALONG,
        {**ROW, "face_up": ["3d 6h -"]},
        TakePile(),
        Reason.NO_CARD,
        "Name the face-up card",
    ),
    (
        "one that is not there goes along",
        ALONG,
        {**ROW, "face_up": ["3d 6h -"]},
        TakePile("Ks"),
        Reason.CARD_NOT_HELD,
        "Ks",
    ),
    (
        "a joker goes along",
        ALONG,
        {**ROW, "face_up": ["3d 6h -"]},
        TakePile("Jk"),
        Reason.UNKNOWN_CARD,
        "Jk",
    ),
    ("empty slot", RULES, BLIND, Flip(3), Reason.EMPTY_SLOT, "slot 3"),
    ("blind card by name", RULES, BLIND, Play("9d"), Reason.WRONG_ZONE, "slot"),
    ("any card in the blind phase", RULES, BLIND, Play("Kd"), Reason.WRONG_ZONE, "slot"),
    ("blind take off", MUST_FLIP, BLIND, TakePile(), Reason.MUST_PLAY, "blind"),
    # settling the rows
    ("play too early", RULES, SWAP, Play("4c"), Reason.WRONG_PHASE, "row"),
    ("take too early", RULES, SWAP, TakePile(), Reason.WRONG_PHASE, "row"),
    ("flip too early", RULES, SWAP, Flip(1), Reason.WRONG_PHASE, "row"),
    ("react too early", OUT, SWAP, React("4c"), Reason.WRONG_PHASE, "row"),
    ("deal too early", RULES, SWAP, Deal(), Reason.WRONG_PHASE, "row"),
    ("swap instead of arrange", RULES, SWAP, Swap("4c", "Ks"), Reason.OPTION_OFF, "arrange"),
    ("ready instead of arrange", RULES, SWAP, Ready(), Reason.OPTION_OFF, "arrange"),
    ("arrange instead of swap", SINGLE, SWAP, Arrange("4c 9d Jh"), Reason.OPTION_OFF, "single"),
    ("arrange four", RULES, SWAP, Arrange("4c 9d Jh Ks"), Reason.TOO_MANY, "3"),
    ("arrange none", RULES, SWAP, Arrange(""), Reason.NO_CARD, "card"),
    ("arrange one twice", RULES, SWAP, Arrange("4c 4c Jh"), Reason.CARD_TWICE, "4c"),
    ("arrange another row", RULES, SWAP, Arrange("4c 9d Kd"), Reason.CARD_NOT_HELD, "Kd"),
    ("arrange a blind card", RULES, SWAP, Arrange("2c 4c 9d"), Reason.CARD_NOT_HELD, "2c"),
    ("arrange a joker", RULES, SWAP, Arrange("4c 9d Jk"), Reason.UNKNOWN_CARD, "Jk"),
    ("swap another row", SINGLE, SWAP, Swap("4c", "Kd"), Reason.CARD_NOT_HELD, "own"),
    ("swap another hand", SINGLE, SWAP, Swap("5s", "Ks"), Reason.CARD_NOT_HELD, "own"),
    ("swap the wrong way round", SINGLE, SWAP, Swap("Ks", "4c"), Reason.CARD_NOT_HELD, "own"),
    ("swap a blind card", SINGLE, SWAP, Swap("4c", "2c"), Reason.CARD_NOT_HELD, "own"),
    ("swap a joker", SINGLE, SWAP, Swap("Jk", "Ks"), Reason.UNKNOWN_CARD, "Jk"),
]


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

POSITIONS = [
    *cases.of_ladders(BASE),
    ("one player left", {"hands": ["6d"]}, "two players"),
    ("hands as one text", {"hands": "6d 3c"}, "hands"),
    ("too many hands", {"hands": ["6d", "3c", "4c", "5c"]}, "hands"),
    ("too many rows", {**BASE, "face_up": ["", "", "", "5c"]}, "face_up"),
    ("a card twice in a hand", {"hands": ["6d 6d", "3c"]}, "6d"),
    ("a card in two hands", {"hands": ["6d", "6d"]}, "6d"),
    ("a card in two zones", {**BASE, "discard": "6d"}, "6d"),
    ("a card twice in the stock", {**BASE, "stock": "9d 9d"}, "9d"),
    ("a joker", {"hands": ["Jk", "3c"]}, "Jk"),
    ("no card", {"hands": ["zz", "3c"]}, "zz"),
    ("no card in a row", {**BASE, "face_up": ["2c zz"]}, "zz"),
    ("a gap in a hand", {"hands": ["- 6d", "3c"]}, "hands"),
    ("a gap in the pile", {**BASE, "discard": "5c -"}, "discard"),
    ("a row of four", {**BASE, "face_up": ["2c 3h 4h 5h"]}, "face_up"),
    ("turn of a player who is out", {"hands": ["6d", "3c", ""], "turn": 2}, "turn"),
    ("unknown phase", {**BASE, "phase": "draw"}, "phase"),
    ("no direction", {**BASE, "direction": 0}, "direction"),
    ("direction two", {**BASE, "direction": 2}, "direction"),
    ("direction as text", {**BASE, "direction": "left"}, "direction"),
    ("direction as float", {**BASE, "direction": 1.0}, "direction"),
    ("direction as bool", {**BASE, "direction": True}, "direction"),
    ("out twice", {"hands": ["6d", "3c"], "out": [2, 2]}, "out"),
    ("out forgotten", {"hands": ["6d", "3c"], "out": []}, "out"),
    ("ready too short", {**BASE, "ready": [True]}, "ready"),
    ("ready of numbers", {**BASE, "ready": [1, 1, 1]}, "ready"),
    ("ready as number", {**BASE, "ready": 3}, "ready"),
    ("not ready in play", {**BASE, "ready": [True, False, True]}, "ready"),
    ("all ready in the swap phase", {**SWAP, "ready": [True] * 3}, "ready"),
    ("swap phase without rows", {**BASE, "phase": "swap"}, "swap"),
    ("declined without a chance", {**BASE, "declined": [True, False, False]}, "declined"),
    ("over without a result", {"hands": ["6d"], "phase": "over", "out": [1, 2]}, "results"),
    (
        "over with another result",
        {"hands": ["6d"], "phase": "over", "out": [1, 2], "results": [(1, 2, 3)]},
        "results",
    ),
    ("nobody could move", {"hands": ["", "3c", "4c"], "face_up": ["2c"], "stock": "9c"}, "move"),
]


ORDERS = [
    (PACK[:-1], "As"),
    (PACK[1:], "2c"),
    ((*PACK, PACK[0]), "2c"),
    ((*PACK[:-1], PACK[0]), "2c"),
    ((*PACK[:-1], "Jk"), "Jk"),
    ((), "2c"),
    ("2c", "2d"),
    (("zz",), "zz"),
    ((1, 2), "1"),
    (3, "3"),
    (codes(PACK) + " 2c", "2c"),
]
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
        "reasons": [
            cases.Refused(name, rules, at, move, (reason,), (word,)) for name, rules, at, move, reason, word in CASES
        ],
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
            *(
                case
                for players in (2, 3, 4, 5)
                for case in cases.contradictory(
                    Shithead, f"deck {9 * players}", {"players": players, "deck": PACK[: 9 * players - 1]}
                )
            ),
            cases.Fails("an option without a name", lambda: Shithead(3), (ConfigurationError,)),
        ],
        "seeds": cases.seeds(RULES, ["1", 1.0, True, b"1", [1], (1,), object()]),
        "orders": [
            *cases.orders((RULES, order, word) for order, word in ORDERS),
            *cases.orders([(Shithead(deck=PACK * 2), PACK, "missing")]),
        ],
        "positions": [
            *cases.positions((title, RULES, zones, word) for title, zones, word in POSITIONS),
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
        "seeds of positions": [
            cases.Fails(
                cases.written(seed),
                lambda seed=seed: RULES.position(**BASE, seed=seed),
                (ConfigurationError,),
                ("seed",),
            )
            for seed in ("1", 1.0, True, [1])
        ],
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
