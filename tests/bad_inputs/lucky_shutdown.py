"""Bad input to Lucky Shutdown: what was tried, and what must be answered.

Three players A, B, C (seats 0, 1, 2), A to move, unless a case says otherwise.
"""

from __future__ import annotations

from bad_inputs import cases
from shedkit.core.errors import ConfigurationError
from shedkit.core.refusals import Reason
from shedkit.games import lucky_shutdown as lucky
from shedkit.games import quiclo, shithead

RULES = lucky.LuckyShutdown()
DECK = RULES.deck
LUCK = lucky.LuckyShutdown(challenge_luck=True)
EARLY = lucky.LuckyShutdown(early_reveal=True)
OFF = lucky.LuckyShutdown(reaction="off")
MUST_FLIP = lucky.LuckyShutdown(blind_take=False)
ANY_19 = lucky.LuckyShutdown(skip_rescue_zone="hand_or_face_up")
EASY_COMBO = lucky.LuckyShutdown(combo_needs_empty_stock=False)
TWICE = lucky.LuckyShutdown(deck=DECK * 2)
SMALL = lucky.LuckyShutdown(players=2, deck=DECK[:20])

PLAY = {
    "hands": ["13o 18o Do", "13b 14b", "14o"],
    "face_up": ["20o 16b -", "21b"],
    "face_down": ["19o 17b -", "21o"],
    "discard": "15b 16o",
    "stock": "",
}
ROW = {"hands": ["", "14b", "14o"], "face_up": ["13o 16b 20o"], "discard": "15b 18o", "stock": ""}
BLIND = {"hands": ["", "14b", "14o"], "face_down": ["19o 13o -"], "discard": "15b 18o", "stock": ""}
CHOOSE = {
    "hands": ["13o 14b 15o 19b Dx 21o", "13b 14o 15b 16b 18b 20b", "16o 17o 18o 19o 20o 21b"],
    "face_down": ["13o 13b 14o", "14b 15o 15b", "16o 16b 17o"],
    "phase": "choose",
}
SKIPPED = {"hands": ["20o Do 19b", "14b", "14o"], "face_up": ["21o"], "discard": "18o 19o", "stock": "", "pending": 1}
WINDOW = {"hands": ["13o 14o 15o", "18b 13b 14b", "16b 15b 17b"], "discard": "16o 16b 16o", "stock": "20o", "turn": 1}
CANNOT = {"hands": ["13o 14b", "14o", "13b"], "discard": "20o", "stock": "21b 16b"}
COVERED = {
    "hands": ["", "14b", "14o"],
    "face_up": ["- 13o 16b"],
    "face_down": ["19o 17b 13b"],
    "discard": "20o",
    "stock": "",
}


NONE = [
    (lucky.React("15b"), 2, Reason.NOTHING_TO_COMPLETE),
    (lucky.React("16b 15b"), 2, Reason.NOTHING_TO_COMPLETE),
    (lucky.React(""), 2, Reason.NO_CARD),
    (lucky.React("16b 16b"), 2, Reason.CARD_TWICE),
    (lucky.React("22o"), 2, Reason.UNKNOWN_CARD),
    (lucky.React("13o"), 2, Reason.CARD_NOT_HELD),
    (lucky.Play("16b"), 2, Reason.NOT_AN_ACTOR),
    (lucky.TakePile(), 2, Reason.NOT_AN_ACTOR),
    (lucky.Flip(1), 2, Reason.NOT_AN_ACTOR),
    (lucky.SitOut(), 2, Reason.NOT_AN_ACTOR),
    (lucky.Arrange("16b 15b 17b"), 2, Reason.NOT_AN_ACTOR),
    (lucky.Deal(), 2, Reason.NOT_AN_ACTOR),
    (lucky.React("18b"), 1, Reason.NOTHING_TO_COMPLETE),
    (lucky.React("16b"), 1, Reason.CARD_NOT_HELD),
    (lucky.Decline(), 1, Reason.NOTHING_TO_COMPLETE),
    (lucky.React("16b"), 0, Reason.CARD_NOT_HELD),
    (lucky.Decline(), 0, Reason.NOTHING_TO_COMPLETE),
    (lucky.TakePile(), 0, Reason.NOT_AN_ACTOR),
]
"""Reactions that are none, each with who tries it and why not."""

OPTIONS = [
    ("players", [-1, 0, 1, 6, 3.0, "3", None, True, [3]]),
    ("rounds", [0, -1, 1.0, "1", None, True]),
    ("first_dealer", [3, -1, 0.0, "0", True]),
    ("deck", ["", "16o", "zz", 3, None, [1, 2], DECK[:26], [*DECK, "7h"], [*DECK, None]]),
    ("skip_chain", ["reset", "", "Accumulate", None, True, 0, ["pass_on"]]),
    ("skip_wraps", [1, 0, "yes", None]),
    ("skip_rescue_zone", ["hand", "", None, True]),
    ("push_in_skip_moment", [1, 0, "yes", None]),
    ("push_on_19", ["two", "", None, 1, True]),
    ("reaction", ["poll", "", None, True, False]),
    ("reaction_obeys_colour", [1, 0, "yes", None]),
    ("combo_needs_empty_stock", [1, 0, "yes", None]),
    ("blind_take", [1, 0, "yes", None]),
    ("start_counts_function_numbers", [1, 0, "yes", None]),
    ("start_tie", ["oldest", "", None, 0, True]),
    ("challenge_luck", [1, 0, "yes", None]),
    ("early_reveal", [1, 0, "yes", None]),
    ("luck_scope", ["game", "", None, True]),
]


BASE = {"hands": ["16o 17o", "13o", "14o"]}

MAKES = [
    lambda: lucky.LuckyCard("7h"),
    lambda: lucky.LuckyCard("16"),
    lambda: lucky.LuckyCard("16O"),
    lambda: lucky.LuckyCard("o16"),
    lambda: lucky.LuckyCard("U16"),
    lambda: lucky.LuckyCard("D"),
    lambda: lucky.LuckyCard("Ux"),
    lambda: lucky.LuckyCard(""),
    lambda: lucky.LuckyCard(16),
    lambda: lucky.LuckyCard(None),
    lambda: lucky.Play("zz"),
    lambda: lucky.Play("16"),
    lambda: lucky.Play("16o,16b"),
    lambda: lucky.Play(3),
    lambda: lucky.Play(None),
    lambda: lucky.Play([3]),
    lambda: lucky.Play("16o", face_up="zz"),
    lambda: lucky.Play("16o", face_up=3),
    lambda: lucky.React("zz"),
    lambda: lucky.React(None),
    lambda: lucky.Arrange("zz"),
    lambda: lucky.Arrange(None),
    lambda: lucky.Arrange(["16o", 3]),
]
CODES = [
    "",
    " ",
    "play zz",
    "play 16",
    "flip",
    "flip x",
    "flip 1 2",
    "take 16o",
    "sit-out now",
    "sitout",
    "PLAY 16o",
    "draw",
    "reveal",
    "reveal x",
    "challenge 16o",
    "16o",
    3,
    None,
    b"take",
]
EVERY = [
    lucky.Play("13o"),
    lucky.TakePile(),
    lucky.Flip(1),
    lucky.Arrange("13o 14o 15o"),
    lucky.SitOut(),
    lucky.Deal(),
    lucky.React("13o"),
    lucky.Decline(),
    lucky.ChallengeLuck(),
    lucky.RevealEarly(1),
]

CHOSEN = RULES.apply(RULES.position(**CHOOSE), lucky.Arrange("13o 14b 15o"), 0)
GONE = RULES.position(hands=["", "14b", "15b"], turn=1)
ROUNDS = lucky.LuckyShutdown(players=2, rounds=2)
BETWEEN = ROUNDS.apply(ROUNDS.position(hands=["20o", "13o"], discard="18o", stock=""), lucky.Play("20o"), 0)
DUEL = lucky.LuckyShutdown(players=2)
ENDED = DUEL.apply(DUEL.position(hands=["20o", "13o"], discard="18o", stock=""), lucky.Play("20o"), 0)
DECLINED = RULES.apply(RULES.position(**WINDOW), lucky.Decline(), 2)
FULL = {**BLIND, "face_down": ["19o 13o 20b"]}
BARE = {**COVERED, "face_up": ["- - 16b"]}
SLOTS = (0, -1, 4, 10**9, True, 1.0, 1.5, "1", None, (), [], {})
BACK_TO_LOBBY = (Reason.WRONG_PHASE, Reason.OPTION_OFF)
OTHER_GAMES = [
    *(quiclo.Draw(), quiclo.Pass(), quiclo.Play("7"), shithead.Play("7h"), shithead.React("7h"), shithead.TakePile()),
    *(shithead.Ready(), shithead.Arrange("7h 8h 9h")),
]

GAME = cases.Game(
    refused={
        "reasons": cases.moves_refused("lucky_shutdown", globals()),
        "blind cards by name": [
            cases.Refused(code, RULES, BLIND, lucky.Play(code), (Reason.WRONG_ZONE, Reason.CARD_NOT_HELD))
            for code in ("19o", "13o", "20o", "Do", "17b")
        ],
        "reactions": [
            *(cases.Refused(f"{move} of {seat}", RULES, WINDOW, move, (why,), (), seat) for move, seat, why in NONE),
            *(
                cases.Refused(f"{move} of {seat}, off", OFF, WINDOW, move, (Reason.OPTION_OFF,), (), seat)
                for move in (lucky.React("16b"), lucky.Decline())
                for seat in (1, 2)
            ),
            cases.Refused("after a decline", RULES, DECLINED, lucky.React("16b"), (Reason.NOT_AN_ACTOR,), (), 2),
            cases.Refused("a second decline", RULES, DECLINED, lucky.Decline(), tuple(Reason), (), 2),
            *(
                cases.Refused(
                    f"{held} of the wrong colour",
                    RULES,
                    {"hands": ["20b", "21b", f"{held} 13o"], "discard": pile, "stock": "", "turn": 1},
                    lucky.React(held),
                    (Reason.NOTHING_TO_COMPLETE, Reason.WRONG_COLOUR),
                    (),
                    2,
                )
                for pile, held in (("15b 15o 15o", "15b"), ("15o Px Po", "Pb"))
            ),
        ],
        "spelling": [
            cases.Refused(
                "another spelling of a listed move",
                RULES,
                {**WINDOW, "hands": ["13o 14o 15o", "16b 13b 14b", "18b 15b 17b"]},
                lucky.React("16b"),
                (Reason.SPELLING,),
                ("play 16b",),
                1,
            ),
        ],
        "slots": [
            *(
                cases.Refused(
                    f"flip {cases.written(slot)}", RULES, FULL, lucky.Flip(slot), (Reason.EMPTY_SLOT,), ("slot",)
                )
                for slot in SLOTS
            ),
            *(
                cases.Refused(
                    f"reveal {cases.written(slot)}",
                    EARLY,
                    BARE,
                    lucky.RevealEarly(slot),
                    (Reason.EMPTY_SLOT,),
                    ("slot",),
                )
                for slot in SLOTS
            ),
        ],
        "actors": [
            *(
                cases.Refused(f"{move} of {seat}", RULES, PLAY, move, (Reason.NOT_AN_ACTOR,), ("layer 0",), seat)
                for seat in (1, 2)
                for move in (
                    *(
                        lucky.TakePile(),
                        lucky.Play("13b"),
                        lucky.Play("14o"),
                        lucky.Flip(1),
                        lucky.SitOut(),
                        lucky.ChallengeLuck(),
                        lucky.RevealEarly(1),
                        lucky.Deal(),
                    ),
                )
            ),
            cases.Refused("a second row", RULES, CHOSEN, lucky.Arrange("19b Dx 21o"), (Reason.NOT_AN_ACTOR,)),
            cases.Refused("out", RULES, GONE, lucky.TakePile(), (Reason.NOT_AN_ACTOR,)),
            cases.Refused("not the dealer", ROUNDS, BETWEEN, lucky.Deal(), (Reason.NOT_AN_ACTOR,)),
            *(
                cases.Refused(f"{move} between rounds", ROUNDS, BETWEEN, move, BACK_TO_LOBBY, (), 1)
                for move in (
                    lucky.Play("13o"),
                    lucky.TakePile(),
                    lucky.Flip(1),
                    lucky.Arrange("13o"),
                    lucky.SitOut(),
                    lucky.React("13o"),
                    lucky.Decline(),
                )
            ),
        ],
        "over": [
            cases.Refused(f"{move} of {seat}", DUEL, ENDED, move, (Reason.GAME_OVER,), (), seat)
            for move in EVERY
            for seat in (0, 1)
        ],
        "foreign": [
            cases.Refused(
                f"{kind}: {move} of {seat}, {number}",
                RULES,
                zones,
                move,
                (Reason.FOREIGN_MOVE,),
                ("lucky-shutdown",),
                seat,
            )
            for kind, move in enumerate(OTHER_GAMES)
            for number, zones in enumerate((PLAY, SKIPPED, WINDOW, CHOOSE))
            for seat in (0, 1)
        ],
    },
    fails={
        "makes": cases.makes(MAKES, "card"),
        "codes": cases.codes_of(RULES, CODES),
        "options": [case for name, values in OPTIONS for case in cases.options(lucky.LuckyShutdown, name, values)],
        "unknown": cases.unknown(
            lucky.LuckyShutdown,
            ["player", "auto_skip", "self_reaction", "reaction_zone", "slots", "refill_after_delete", "pile_visible"],
            "skip_chain",
            "early_reveal",
        ),
        "contradictory": [
            *cases.small_decks(lucky.LuckyShutdown),
            cases.Fails("an option without a name", lambda: lucky.LuckyShutdown(3), (ConfigurationError,)),
        ],
        "seeds": cases.seeds(RULES, ["1", 1.0, True, b"1", [1], (1,), object()]),
        "orders": [
            *cases.orders_of_ladders(RULES, "22o", "missing"),
            *cases.orders([(TWICE, DECK, "missing"), (RULES, DECK * 2, "")]),
        ],
        "positions": [
            *cases.positions(
                (
                    title,
                    lucky.LuckyShutdown(players=zones.get("players", 3)),
                    {name: zone for name, zone in zones.items() if name != "players"},
                    word,
                )
                for title, zones, word in (
                    *cases.of_ladders(BASE),
                    *cases.positions_refused("lucky_shutdown", globals()),
                )
            ),
            *cases.positions(
                (
                    f"results {cases.written(results)}",
                    lucky.LuckyShutdown(rounds=3),
                    {**BASE, "round": 2, "results": results},
                    "results",
                )
                for results in (
                    *([], [(1, 2, 3), (1, 2, 3)], [(1, 2)], [(1, 2, 4)], [(0, 1, 2)], [("1", 2, 3)], [(1, 1, 3)]),
                )
            ),
        ],
        "seeds of positions": cases.seeds_of_positions(RULES, BASE, ["1", 1.0, True, [1]]),
    },
    good=[
        (RULES, {**BASE, "discard": "18o 18b 18o 18b"}),
        (RULES, {**BASE, "discard": "15o Dx"}),
        (RULES, {**BASE, "discard": "17b Px"}),
        (RULES, {**BASE, "face_up": ["", "19b", ""], "face_down": ["", "", "19o"]}),
        (RULES, {"hands": ["16o 17o 18o 19o 20o 21o 16b 17b", "13o"], "stock": "14b"}),
        (RULES, {**BASE, "discard": "18o 19o", "pending": 3}),
        (lucky.LuckyShutdown(rounds=3), {**BASE, "round": 2, "results": [(1, 2, 3)]}),
    ],
    states=[RULES.position(**zones) for zones in (PLAY, CHOOSE, SKIPPED, BLIND, WINDOW)],
)
