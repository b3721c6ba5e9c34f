"""Bad input to Lucky Shutdown: what was tried, and what must be answered.

Three players A, B, C (seats 0, 1, 2), A to move, unless a case says otherwise.
"""

from __future__ import annotations

from bad_inputs import cases
from shedkit.core.cards import codes
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


CASES = [
    # in play, from the hand
    ("card not held", RULES, PLAY, lucky.Play("21o"), Reason.CARD_NOT_HELD, "21o"),
    ("card of another hand", RULES, PLAY, lucky.Play("14b"), Reason.CARD_NOT_HELD, "14b"),
    ("card of another row", RULES, PLAY, lucky.Play("21b"), Reason.CARD_NOT_HELD, "21b"),
    ("card of the pile", RULES, PLAY, lucky.Play("16o"), Reason.CARD_NOT_HELD, "16o"),
    ("own blind card", RULES, PLAY, lucky.Play("19o"), Reason.CARD_NOT_HELD, "19o"),
    ("one held, one not", RULES, PLAY, lucky.Play("18o 18b"), Reason.CARD_NOT_HELD, "18b"),
    ("card named twice", RULES, PLAY, lucky.Play("18o 18o"), Reason.CARD_TWICE, "18o"),
    ("no such card in the deck", RULES, PLAY, lucky.Play("22o"), Reason.UNKNOWN_CARD, "22o"),
    ("no such Undercut in the deck", RULES, PLAY, lucky.Play("U16o"), Reason.UNKNOWN_CARD, "U16o"),
    ("row while the hand lasts", RULES, PLAY, lucky.Play("20o"), Reason.WRONG_ZONE, "hand"),
    ("blind while the hand lasts", RULES, PLAY, lucky.Flip(1), Reason.WRONG_ZONE, "hand"),
    ("row while the stock lasts", RULES, {**ROW, "stock": "21o"}, lucky.Play("20o"), Reason.WRONG_ZONE, "stock"),
    (
        "row while the stock lasts, combination allowed",
        EASY_COMBO,
        {**ROW, "stock": "21o"},
        lucky.Play("20o"),
        Reason.WRONG_ZONE,
        "stock",
    ),
    ("too low", RULES, PLAY, lucky.Play("13o"), Reason.TOO_LOW, "16"),
    ("no card", RULES, PLAY, lucky.Play(""), Reason.NO_CARD, "card"),
    ("two values", RULES, PLAY, lucky.Play("13o 18o"), Reason.NOT_ALIKE, "equal"),
    ("number and magic", RULES, PLAY, lucky.Play("18o Do"), Reason.NOT_ALIKE, "effect"),
    ("sit out without a skip", RULES, PLAY, lucky.SitOut(), Reason.WRONG_PHASE, "skipped"),
    ("challenge, off", RULES, CANNOT, lucky.ChallengeLuck(), Reason.OPTION_OFF, "Luck"),
    ("reveal, off", RULES, COVERED, lucky.RevealEarly(1), Reason.OPTION_OFF, "early"),
    ("arrange in play", RULES, PLAY, lucky.Arrange("13o 18o Do"), Reason.WRONG_PHASE, "lay"),
    ("deal in play", RULES, PLAY, lucky.Deal(), Reason.WRONG_PHASE, "lay"),
    ("combination with more in the hand", RULES, PLAY, lucky.Play("16b 16o"), Reason.CARD_NOT_HELD, "16o"),
    (
        "row without the whole hand",
        RULES,
        {"hands": ["18o 13o", "14b"], "face_up": ["18b"], "discard": "16o", "stock": ""},
        lucky.Play("18o 18b"),
        Reason.WRONG_ZONE,
        "hand",
    ),
    (
        "five cards",
        TWICE,
        {"hands": ["16o 16o 16o 16b 16b", "14b"], "discard": "15o", "stock": ""},
        lucky.Play("16o 16o 16o 16b 16b"),
        Reason.TOO_MANY,
        "4",
    ),
    (
        "wrong colour",
        RULES,
        {"hands": ["18o", "14b"], "discard": "15b"},
        lucky.Play("18o"),
        Reason.WRONG_COLOUR,
        "blue",
    ),
    (
        "magic of the wrong colour",
        RULES,
        {"hands": ["Db", "14b"], "discard": "15o"},
        lucky.Play("Db"),
        Reason.WRONG_COLOUR,
        "orange",
    ),
    (
        "wrong colour through a Push",
        RULES,
        {"hands": ["18o", "14b"], "discard": "15b Px"},
        lucky.Play("18o"),
        Reason.WRONG_COLOUR,
        "blue",
    ),
    (
        "two of the wrong colour",
        RULES,
        {"hands": ["18o 18o", "14b"], "discard": "15b"},
        lucky.Play("18o 18o"),
        Reason.WRONG_COLOUR,
        "blue",
    ),
    ("magic on a 17", RULES, {"hands": ["Fx", "14b"], "discard": "17b"}, lucky.Play("Fx"), Reason.LOCKED, "17"),
    (
        "Undercut 17 on a 17",
        RULES,
        {"hands": ["U17x", "14b"], "discard": "17b"},
        lucky.Play("U17x"),
        Reason.LOCKED,
        "17",
    ),
    ("low number on a 17", RULES, {"hands": ["16o", "14b"], "discard": "17b"}, lucky.Play("16o"), Reason.TOO_LOW, "17"),
    (
        "not below an Undercut",
        RULES,
        {"hands": ["16o", "14b"], "discard": "U16b"},
        lucky.Play("16o"),
        Reason.TOO_HIGH,
        "16",
    ),
    (
        "too low through a Push",
        RULES,
        {"hands": ["16o", "14b"], "discard": "18b Px"},
        lucky.Play("16o"),
        Reason.TOO_LOW,
        "18",
    ),
    ("empty pile", RULES, {"hands": ["16o", "14b"]}, lucky.TakePile(), Reason.EMPTY_PILE, "pile"),
    (
        "not in a small deck",
        SMALL,
        {"hands": ["13o", "14o"], "discard": "13b"},
        lucky.Play("21o"),
        Reason.UNKNOWN_CARD,
        "21o",
    ),
    # from the rows
    ("row too low", RULES, ROW, lucky.Play("13o"), Reason.TOO_LOW, "18"),
    ("not in the row", RULES, ROW, lucky.Play("21o"), Reason.CARD_NOT_HELD, "21o"),
    ("row card named twice", RULES, ROW, lucky.Play("20o 20o"), Reason.CARD_TWICE, "20o"),
    ("blind while the row lasts", RULES, ROW, lucky.Flip(1), Reason.WRONG_ZONE, "open"),
    ("empty slot", RULES, BLIND, lucky.Flip(3), Reason.EMPTY_SLOT, "slot 3"),
    ("blind take off", MUST_FLIP, BLIND, lucky.TakePile(), Reason.MUST_PLAY, "blind"),
    # the face-up cards named although hand first says it
    ("face-up needlessly", RULES, ROW, lucky.Play("20o", face_up="20o"), Reason.SPELLING, "play 20o"),
    (
        "face-up instead of hand",
        RULES,
        {"hands": ["18o", "14b"], "face_up": ["18o"], "discard": "16o", "stock": ""},
        lucky.Play("18o", face_up="18o"),
        Reason.SPELLING,
        "play 18o",
    ),
    (
        "all face-up although some must come from the hand",
        RULES,
        {"hands": ["18o", "14b"], "face_up": ["18b"], "discard": "16o", "stock": ""},
        lucky.Play("18o 18b", face_up="18b"),
        Reason.SPELLING,
        "play 18o 18b",
    ),
    # to be skipped
    ("a number", RULES, SKIPPED, lucky.Play("20o"), Reason.SKIPPED, "19"),
    ("magic", RULES, SKIPPED, lucky.Play("Do"), Reason.SKIPPED, "19"),
    ("take", RULES, SKIPPED, lucky.TakePile(), Reason.SKIPPED, "19"),
    ("flip", RULES, SKIPPED, lucky.Flip(1), Reason.SKIPPED, "19"),
    ("challenge", LUCK, SKIPPED, lucky.ChallengeLuck(), Reason.SKIPPED, "19"),
    ("reveal", EARLY, SKIPPED, lucky.RevealEarly(1), Reason.SKIPPED, "19"),
    ("a 19 not held", RULES, SKIPPED, lucky.Play("19o"), Reason.CARD_NOT_HELD, "19o"),
    ("arrange", RULES, SKIPPED, lucky.Arrange("20o Do 19b"), Reason.WRONG_PHASE, ""),
    ("deal", RULES, SKIPPED, lucky.Deal(), Reason.WRONG_PHASE, ""),
    (
        "a 19 of the row while the hand lasts",
        RULES,
        {**SKIPPED, "face_up": ["19b"], "hands": ["20o Do", "14b", "14o"]},
        lucky.Play("19b"),
        Reason.WRONG_ZONE,
        "hand",
    ),
    # optional rules
    (
        "challenge although a card fits",
        LUCK,
        {**CANNOT, "hands": ["20b", "14b"]},
        lucky.ChallengeLuck(),
        Reason.CAN_PLAY,
        "lay",
    ),
    (
        "challenge a second time",
        LUCK,
        {**CANNOT, "challenged": [True, False, False]},
        lucky.ChallengeLuck(),
        Reason.RIGHT_USED,
        "before",
    ),
    ("challenge without a stock", LUCK, {**CANNOT, "stock": ""}, lucky.ChallengeLuck(), Reason.NO_CARD, "stock"),
    (
        "reveal although a card fits",
        EARLY,
        {**COVERED, "face_up": ["- 21o 16b"]},
        lucky.RevealEarly(1),
        Reason.CAN_PLAY,
        "lay",
    ),
    (
        "reveal a second time",
        EARLY,
        {**COVERED, "revealed": [True, False, False]},
        lucky.RevealEarly(1),
        Reason.RIGHT_USED,
        "before",
    ),
    ("reveal a covered card", EARLY, COVERED, lucky.RevealEarly(2), Reason.EMPTY_SLOT, "slot 2"),
    (
        "reveal where nothing lies",
        EARLY,
        {**COVERED, "face_down": ["- 17b 13b"]},
        lucky.RevealEarly(1),
        Reason.EMPTY_SLOT,
        "slot 1",
    ),
    (
        "reveal with hand cards",
        EARLY,
        {**COVERED, "hands": ["13o", "14b", "14o"]},
        lucky.RevealEarly(1),
        Reason.WRONG_ZONE,
        "face-up",
    ),
    ("reveal with stock", EARLY, {**COVERED, "stock": "21o"}, lucky.RevealEarly(1), Reason.WRONG_ZONE, "face-up"),
    ("reveal without a row", EARLY, {**COVERED, "face_up": []}, lucky.RevealEarly(1), Reason.WRONG_ZONE, "face-up"),
    # choosing the rows
    ("play too early", RULES, CHOOSE, lucky.Play("14b"), Reason.WRONG_PHASE, "row"),
    ("take too early", RULES, CHOOSE, lucky.TakePile(), Reason.WRONG_PHASE, "row"),
    ("flip too early", RULES, CHOOSE, lucky.Flip(1), Reason.WRONG_PHASE, "row"),
    ("react too early", RULES, CHOOSE, lucky.React("14b"), Reason.WRONG_PHASE, "row"),
    ("decline too early", RULES, CHOOSE, lucky.Decline(), Reason.WRONG_PHASE, "row"),
    ("sit out too early", RULES, CHOOSE, lucky.SitOut(), Reason.WRONG_PHASE, "row"),
    ("challenge too early", LUCK, CHOOSE, lucky.ChallengeLuck(), Reason.WRONG_PHASE, "row"),
    ("reveal too early", EARLY, CHOOSE, lucky.RevealEarly(1), Reason.WRONG_PHASE, "row"),
    ("deal too early", RULES, CHOOSE, lucky.Deal(), Reason.WRONG_PHASE, "row"),
    ("arrange four", RULES, CHOOSE, lucky.Arrange("13o 14b 15o 19b"), Reason.TOO_MANY, "3"),
    ("arrange two", RULES, CHOOSE, lucky.Arrange("13o 14b"), Reason.NO_CARD, "3"),
    ("arrange none", RULES, CHOOSE, lucky.Arrange(""), Reason.NO_CARD, "card"),
    ("arrange one twice", RULES, CHOOSE, lucky.Arrange("13o 13o 14b"), Reason.CARD_TWICE, "13o"),
    ("arrange a card of another hand", RULES, CHOOSE, lucky.Arrange("13o 14b 13b"), Reason.CARD_NOT_HELD, "13b"),
    ("arrange an own blind card", RULES, CHOOSE, lucky.Arrange("14b 15o 14o"), Reason.CARD_NOT_HELD, "14o"),
    ("arrange what does not exist", RULES, CHOOSE, lucky.Arrange("13o 14b 22o"), Reason.UNKNOWN_CARD, "22o"),
]


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

POSITIONS = [
    *cases.of_ladders(BASE),
    ("one player left", {"hands": ["16o"]}, "two players"),
    ("hands as one text", {"hands": "16o 13o"}, "hands"),
    ("too many hands", {"hands": ["16o", "13o", "14o", "15o"]}, "hands"),
    ("too many rows", {**BASE, "face_up": ["", "", "", "15o"]}, "face_up"),
    ("a card three times in a hand", {"hands": ["16o 16o 16o", "13o"]}, "16o"),
    ("a card in three hands", {"hands": ["16o", "16o", "16o"]}, "16o"),
    ("a card in three zones", {**BASE, "discard": "16o 16o"}, "16o"),
    ("a magic card twice", {"hands": ["Dx", "Dx"]}, "Dx"),
    ("a card three times in the stock", {**BASE, "stock": "19o 19o 19o"}, "19o"),
    ("a card of no deck", {"hands": ["22o", "13o"]}, "22o"),
    ("no card", {"hands": ["zz", "13o"]}, "zz"),
    ("no card in a row", {**BASE, "face_up": ["15o zz"]}, "zz"),
    ("a gap in a hand", {"hands": ["- 16o", "13o"]}, "hands"),
    ("a gap in the pile", {**BASE, "discard": "15o -"}, "discard"),
    ("a row of four", {**BASE, "face_up": ["15o 18o 19o 20o"]}, "face_up"),
    ("turn of a player who is out", {"hands": ["16o", "13o", ""], "turn": 2}, "turn"),
    ("unknown phase", {**BASE, "phase": "swap"}, "phase"),
    ("pending below nought", {**BASE, "discard": "19o", "pending": -1}, "pending"),
    ("pending as text", {**BASE, "discard": "19o", "pending": "1"}, "pending"),
    ("pending as bool", {**BASE, "discard": "19o", "pending": True}, "pending"),
    ("pending as float", {**BASE, "discard": "19o", "pending": 1.0}, "pending"),
    ("pending of nothing", {**BASE, "discard": "19o", "pending": None}, "pending"),
    ("out twice", {"hands": ["16o", "13o"], "out": [2, 2]}, "out"),
    ("out forgotten", {"hands": ["16o", "13o"], "out": []}, "out"),
    ("declined without a chance", {**BASE, "declined": [False, True, False]}, "declined"),
    ("challenged too short", {**BASE, "challenged": [True]}, "challenged"),
    ("challenged of numbers", {**BASE, "challenged": [1, 0, 0]}, "challenged"),
    ("challenged as number", {**BASE, "challenged": 3}, "challenged"),
    ("revealed too long", {**BASE, "revealed": [True] * 4}, "revealed"),
    ("revealed of numbers", {**BASE, "revealed": [1, 0, 0]}, "revealed"),
    ("revealed as text", {**BASE, "revealed": "yes"}, "revealed"),
    ("chosen in play", {**BASE, "chosen": ["15b 16b 17b"]}, "chosen"),
    ("chosen four", {**CHOOSE, "hands": ["13o 14b", *CHOOSE["hands"][1:]], "chosen": ["15o 19b Dx 21o"]}, "choose"),
    ("chosen two", {**CHOOSE, "hands": ["13o 14b 15o 19b", *CHOOSE["hands"][1:]], "chosen": ["Dx 21o"]}, "choose"),
    (
        "all have chosen",
        {
            "hands": ["13o 14b 15o", "13b 14o 15b"],
            "chosen": ["19b Dx 21o", "16b 18b 20b"],
            "phase": "choose",
            "players": 2,
        },
        "chosen",
    ),
    ("five cards to choose from", {**CHOOSE, "hands": ["13o 14b 15o 19b Dx", *CHOOSE["hands"][1:]]}, "choose"),
    ("seven cards to choose from", {**CHOOSE, "hands": ["13o 14b 15o 19b Dx 21o Fx", *CHOOSE["hands"][1:]]}, "choose"),
    ("a row while rows are chosen", {**CHOOSE, "face_up": ["Fx"]}, "choose"),
    ("a pile while rows are chosen", {**CHOOSE, "discard": "Fx"}, "choose"),
    ("over without a result", {"hands": ["16o"], "phase": "over", "out": [1, 2]}, "results"),
    (
        "over with another result",
        {"hands": ["16o"], "phase": "over", "out": [1, 2], "results": [(1, 2, 3)]},
        "results",
    ),
    ("nobody could move", {"hands": ["", "13o", "14o"], "face_up": ["15o"], "stock": "19o"}, "move"),
]


ORDERS = [
    (DECK[:-1], "U18o"),
    (DECK[1:], "13o"),
    ((*DECK, DECK[0]), "13o"),
    ((*DECK[:-1], DECK[0]), "13o"),
    ((*DECK[:-1], "22o"), "22o"),
    ((), "13o"),
    ("13o", "13b"),
    (("zz",), "zz"),
    ((1, 2), "1"),
    (3, "3"),
    (codes(DECK) + " 13o", "13o"),
]
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
        "reasons": [
            cases.Refused(name, rules, at, move, (reason,), (word,)) for name, rules, at, move, reason, word in CASES
        ],
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
            *(
                case
                for players in (2, 3, 4, 5)
                for case in cases.contradictory(
                    lucky.LuckyShutdown, f"deck {9 * players}", {"players": players, "deck": DECK[: 9 * players - 1]}
                )
            ),
            cases.Fails("an option without a name", lambda: lucky.LuckyShutdown(3), (ConfigurationError,)),
        ],
        "seeds": cases.seeds(RULES, ["1", 1.0, True, b"1", [1], (1,), object()]),
        "orders": [
            *cases.orders((RULES, order, "missing" if word == "13b" else word) for order, word in ORDERS),
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
                for title, zones, word in POSITIONS
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
