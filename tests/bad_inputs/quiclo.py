"""Bad input to QUICLO: what was tried, and what must be answered."""

from __future__ import annotations

from bad_inputs import cases
from shedkit.core.cards import FrenchCard
from shedkit.core.errors import ConfigurationError, PositionError
from shedkit.core.refusals import Reason
from shedkit.games import shithead
from shedkit.games.quiclo import Draw, NumberCard, Pass, Play, Quiclo
from shedkit.games.shithead import Shithead, TakePile

RULES = Quiclo()
STRICT = Quiclo(misplay="illegal")
DRAWN = Quiclo(play_drawn=True)
PLACES = Quiclo(play_for_places=True)
SMALL = Quiclo(players=2, hand_size=2, deck="1 2 3 4 5 6 7")

RUNNING = RULES.position(hands=["4 45", "7 18", "99"], discard="27", stock="72 10")
AFTER_DRAW = DRAWN.position(hands=["4 45 72 2", "7 18", "99"], discard="27", stock="10 11", phase="drawn", drawn="72")
KEPT = DRAWN.position(hands=["4 45 72 2", "7 18", "99"], discard="27", stock="10 11", phase="drawn", drawn="45")
OVER = RULES.position(hands=["", "7 18", "99"], discard="27 8", phase="over")
STUCK = RULES.position(hands=["1", "3", "4"], discard="27", stock="", phase="over", passes=3)
OUT = PLACES.position(hands=["", "7 18", "99"], discard="27 8", stock="70 10", turn=1)


BAD_OPTIONS = [
    *(("players", value) for value in (1, 0, -3, 24, 2.0, "3", None, True, [3])),
    *(("hand_size", value) for value in (0, -1, 10**9, 6.0, "6", None, True)),
    *(("highest_card", value) for value in (0, -144, 1000, 10**9, 144.0, "144", None, True)),
    *(("first_player", value) for value in (3, -1, 0.0, "0", None, True, [0])),
    *(("first_dealer", value) for value in (3, -1, 0.0, "0", True, [0])),
    *(("misplay", value) for value in ("", "Penalty", "legal", None, True, 1, [], {})),
    *(("deadlock", value) for value in ("", "fewest cards", "lowest", None, False, 1, [], {})),
    *((name, value) for name in ("play_drawn", "play_for_places", "open_hands") for value in (0, 1, None, "yes", [])),
    *(
        ("deck", value)
        for value in (None, 7, "", [], "1 2 3", "a b", "01 2", "0 1 2", [7], [None], ["7h"], cases.Odd())
    ),
    ("deck", [FrenchCard("7h")]),
    ("deck", " ".join(map(str, [*range(1, 30), 29]))),
]


ORDERS = [
    "1 2 3 4 5 6",
    "1 2 3 4 5 6 7 8",
    "1 2 3 4 5 6 8",
    "1 2 3 4 5 6 6",
    "1 2 3 4 5 6 7 7",
    "1 2 3 4 5 6 x",
    "1 2 3 4 5 6 -",
    "",
    [],
    [1, 2, 3, 4, 5, 6, 7],
    [None] * 7,
    [FrenchCard("7h")] * 7,
    7,
    7.0,
    True,
    object(),
    cases.Odd(),
]
THREE = ["4 45", "7 18", "99"]

BAD_POSITIONS = {
    "no pile": (RULES, {"discard": ""}, "discard"),
    "pile None": (RULES, {"discard": None}, "discard"),
    "pile a number": (RULES, {"discard": 27}, "discard"),
    "too many hands": (RULES, {"hands": [*THREE, "100"]}, "hands"),
    "too few hands": (RULES, {"hands": THREE[:2]}, ""),
    "no hands": (RULES, {"hands": []}, ""),
    "hands one text": (RULES, {"hands": "4 45"}, "hands"),
    "hands None": (RULES, {"hands": None}, "hands"),
    "hands a number": (RULES, {"hands": 3}, "hands"),
    "hands of numbers": (RULES, {"hands": [4, 7, 99]}, "hands"),
    "hand None": (RULES, {"hands": [None, "7", "99"]}, "hands"),
    "unknown card": (RULES, {"hands": ["145", "7", "99"]}, "145"),
    "unknown card below": (RULES, {"discard": "999 27"}, "999"),
    "unknown card in the stock": (RULES, {"stock": "200"}, "200"),
    "unknown card removed": (RULES, {"removed": "200"}, "200"),
    "no card": (RULES, {"hands": ["x", "7", "99"]}, "x"),
    "no card on the pile": (RULES, {"discard": "7h"}, "7h"),
    "leading nought": (RULES, {"discard": "027"}, "027"),
    "empty slot": (RULES, {"hands": ["4 -", "7", "99"]}, "-"),
    "twice in a hand": (RULES, {"hands": ["4 4", "7", "99"]}, "4"),
    "in two hands": (RULES, {"hands": ["4", "4", "99"]}, "4"),
    "in a hand and on the pile": (RULES, {"discard": "4 27"}, "4"),
    "in a hand and in the stock": (RULES, {"stock": "45"}, "45"),
    "in the stock and removed": (RULES, {"stock": "50", "removed": "50"}, "50"),
    "stock a number": (RULES, {"stock": 50}, "stock"),
    "turn too high": (RULES, {"turn": 3}, "turn"),
    "turn below": (RULES, {"turn": -1}, "turn"),
    "turn a text": (RULES, {"turn": "0"}, "turn"),
    "turn a float": (RULES, {"turn": 0.0}, "turn"),
    "turn a bool": (RULES, {"turn": True}, "turn"),
    "turn None": (RULES, {"turn": None}, "turn"),
    "phase unknown": (RULES, {"phase": "deal"}, "phase"),
    "phase None": (RULES, {"phase": None}, "phase"),
    "phase a list": (RULES, {"phase": []}, "phase"),
    "drawn without the option": (RULES, {"phase": "drawn", "drawn": "45"}, "play_drawn"),
    "drawn without a card": (DRAWN, {"phase": "drawn"}, "drawn"),
    "drawn of another player": (DRAWN, {"phase": "drawn", "drawn": "7"}, "drawn"),
    "drawn not in a hand": (DRAWN, {"phase": "drawn", "drawn": "50"}, "drawn"),
    "drawn no card": (DRAWN, {"phase": "drawn", "drawn": "x"}, "drawn"),
    "drawn not in the deck": (DRAWN, {"phase": "drawn", "drawn": "145"}, "drawn"),
    "drawn two cards": (DRAWN, {"phase": "drawn", "drawn": "4 45"}, "drawn"),
    "drawn a number": (DRAWN, {"phase": "drawn", "drawn": 45}, "drawn"),
    "drawn in the wrong phase": (DRAWN, {"drawn": "45"}, "drawn"),
    "passes below": (RULES, {"passes": -1}, "passes"),
    "passes above": (RULES, {"passes": 4}, "passes"),
    "passes a text": (RULES, {"passes": "1"}, "passes"),
    "passes a float": (RULES, {"passes": 1.0}, "passes"),
    "passes a bool": (RULES, {"passes": True}, "passes"),
    "passes None": (RULES, {"passes": None}, "passes"),
    "a whole lap of passes and no end": (RULES, {"stock": "", "passes": 3}, "over"),
    "somebody out and no end": (RULES, {"hands": ["4", "", "99"]}, "over"),
    "one left and no end": (PLACES, {"hands": ["4", "", ""]}, "over"),
    "an end and nobody out": (RULES, {"phase": "over"}, "over"),
    "an end too early": (PLACES, {"hands": ["4", "", "99"], "phase": "over"}, "over"),
    "a lap too short": (RULES, {"stock": "", "phase": "over", "passes": 2}, "over"),
    "turn of somebody out": (PLACES, {"hands": ["", "7", "99"]}, "turn"),
    "out with cards": (PLACES, {"out": [1]}, "out"),
    "out left out": (PLACES, {"hands": ["4", "", "99"], "out": []}, "out"),
    "out somebody else": (PLACES, {"hands": ["4", "", "99"], "out": [2]}, "out"),
    "out twice": (PLACES, {"hands": ["4", "", "99"], "out": [1, 1]}, "out"),
    "out nobody there": (PLACES, {"hands": ["4", "", "99"], "out": [7]}, "out"),
    "out of texts": (PLACES, {"hands": ["4", "", "99"], "out": ["1"]}, "out"),
    "out a text": (PLACES, {"hands": ["4", "", "99"], "out": "1"}, "out"),
    "out a number": (PLACES, {"hands": ["4", "", "99"], "out": 1}, "out"),
}

FOREIGN = [TakePile(), shithead.Play("7h"), shithead.Flip(1), shithead.Arrange("7h 8h 9h"), shithead.Deal()]
NO_CARDS = [
    *("x", "", "0", "00", "007", "1000", "7h", "-1", "1 2", " 7", "7 ", "٣", 5, 0, None, 1.5, [], {}, ("7",)),
    FrenchCard("7h"),
]
REASONS = [
    *(
        ("card not held", rules, RUNNING, Play(card), Reason.CARD_NOT_HELD, (card,))
        for rules in (RULES, STRICT)
        for card in ("7", "99", "27", "72", "10", "1", "143")
    ),
    *(("unknown card", RULES, RUNNING, Play(card), Reason.UNKNOWN_CARD, (card,)) for card in ("145", "200", "999")),
    (
        "not in a small deck",
        SMALL,
        {"hands": ["1 2", "3 4"], "discard": "5"},
        Play("8"),
        Reason.UNKNOWN_CARD,
        ("8",),
    ),
    (
        "not held, small deck",
        SMALL,
        {"hands": ["1 2", "3 4"], "discard": "5"},
        Play("6"),
        Reason.CARD_NOT_HELD,
        ("6",),
    ),
    ("a card that does not fit", STRICT, RUNNING, Play("45"), Reason.NO_MATCH, ("45", "27")),
    ("pass without the option", RULES, RUNNING, Pass(), Reason.OPTION_OFF, ()),
    ("pass before a draw", DRAWN, RUNNING, Pass(), Reason.WRONG_PHASE, ()),
    ("a second draw", DRAWN, AFTER_DRAW, Draw(), Reason.WRONG_PHASE, ()),
    *(
        ("another card than the drawn one", DRAWN, AFTER_DRAW, Play(card), Reason.WRONG_ZONE, ())
        for card in ("2", "4", "45")
    ),
    (
        "a drawn card that does not fit",
        DRAWN.evolve(misplay="illegal"),
        KEPT,
        Play("45"),
        Reason.NO_MATCH,
        (),
    ),
    ("not held after a draw", DRAWN, AFTER_DRAW, Play("7"), Reason.CARD_NOT_HELD, ()),
    ("unknown after a draw", DRAWN, AFTER_DRAW, Play("145"), Reason.UNKNOWN_CARD, ()),
]
ACTORS = [
    *((RULES, RUNNING, move, seat) for seat in (1, 2) for move in (Draw(), Play("7"), Play("99"), Pass())),
    *((DRAWN, AFTER_DRAW, move, 1) for move in (Pass(), Play("7"))),
    *((PLACES, OUT, move, 0) for move in (Draw(), Play("7"))),
]

GAME = cases.Game(
    refused={
        "reasons": [
            cases.Refused(f"{name}: {move}, {number}", rules, at, move, (reason,), words)
            for number, (name, rules, at, move, reason, words) in enumerate(REASONS)
        ],
        "actors": [
            cases.Refused(f"{move} of {seat}, {number}", rules, at, move, (Reason.NOT_AN_ACTOR,), (str(seat),), seat)
            for number, (rules, at, move, seat) in enumerate(ACTORS)
        ],
        "over": [
            cases.Refused(f"{move} of {seat}, {name}", RULES, state, move, (Reason.GAME_OVER,), (), seat)
            for name, state in (("won", OVER), ("stuck", STUCK))
            for move in (Draw(), Play("7"), Play("145"), Pass())
            for seat in (0, 1, 2)
        ],
        "foreign": [
            *(
                cases.Refused(
                    f"{move} of {seat}", RULES, RUNNING, move, (Reason.FOREIGN_MOVE,), (type(move).__name__,), seat
                )
                for move in FOREIGN
                for seat in (0, 1)
            ),
            cases.Refused("the other way round", Shithead(), Shithead().deal(seed=1), Draw(), (Reason.FOREIGN_MOVE,)),
        ],
    },
    fails={
        "makes": cases.makes([lambda c=card, k=kind: k(c) for kind in (Play, NumberCard) for card in NO_CARDS]),
        "codes": cases.codes_of(
            RULES,
            ["", "play", "play x", "play 0", "play 7 8", "play 7,", "draw 7", "Draw", "drawn", "take", "take pile", "7"]
            + [None, 7, b"draw", ["draw"]],
        ),
        "options": [case for name, value in BAD_OPTIONS for case in cases.options(Quiclo, name, [value])],
        "unknown": cases.unknown(
            Quiclo, ["colour", "reshuffle", "rounds", "player", "Players", "seed", "swap"], "misplay"
        ),
        "contradictory": [
            *(
                case
                for given in (
                    {"hand_size": 48},
                    {"hand_size": 144},
                    {"players": 23, "hand_size": 7},
                    {"highest_card": 18},
                    {"highest_card": 20, "deck": " ".join(map(str, range(1, 40)))},
                    {"players": 2, "first_player": 2},
                    {"players": 2, "first_dealer": 2},
                )
                for case in cases.contradictory(Quiclo, "", given)
            ),
            cases.Fails("an option without a name", lambda: Quiclo(3), (ConfigurationError,)),
        ],
        "seeds": cases.seeds(RULES, ["7", "", 7.0, 0.5, True, False, [], (1,), b"7", 1j, cases.Odd()]),
        "orders": cases.orders((SMALL, order, "") for order in ORDERS),
        "positions": cases.positions(
            (title, rules, {"hands": THREE, "discard": "27", **zones}, word)
            for title, (rules, zones, word) in BAD_POSITIONS.items()
        ),
        "seeds of positions": cases.seeds_of_positions(
            RULES,
            {"hands": THREE, "discard": "27"},
            ["7", 7.0, True, [], cases.Odd()],
            (ConfigurationError, PositionError),
        ),
    },
    good=[
        (RULES, {}),
        (RULES, {"turn": 2, "passes": 2, "stock": ""}),
        (RULES, {"hands": ["4", "", "99"], "phase": "over"}),
        (RULES, {"stock": "", "phase": "over", "passes": 3}),
        (PLACES, {"hands": ["4", "", "99"]}),
        (PLACES, {"hands": ["", "", "99"], "phase": "over", "out": [1, 0]}),
        (DRAWN, {"phase": "drawn", "drawn": "45"}),
    ],
    base={"hands": THREE, "discard": "27"},
    states=[RUNNING, OVER, STUCK],
)
