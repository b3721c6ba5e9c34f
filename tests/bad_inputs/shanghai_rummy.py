"""Bad input to Shanghai Rummy: what was tried, and what must be answered."""

from __future__ import annotations

from bad_inputs import cases
from helpers import stored
from shedkit.core.cards import BACK, FrenchCard, codes, read_cards
from shedkit.core.errors import ConfigurationError, NotationError, PositionError
from shedkit.core.refusals import Reason
from shedkit.games import shanghai_rummy as rummy
from shedkit.games import shithead
from shedkit.games.quiclo import NumberCard

RULES = rummy.ShanghaiRummy()
TWO = rummy.ShanghaiRummy(players=2)
ONE_RUN = rummy.ShanghaiRummy(contracts=[(0, 1)])
END = rummy.ShanghaiRummy(stock_exhausted="end_round")
ANY_TIME = rummy.ShanghaiRummy(joker_swap="any_time")
NO_SWAP = rummy.ShanghaiRummy(joker_swap="off")
LAST = rummy.ShanghaiRummy(go_out="discard")
CAPPED = rummy.ShanghaiRummy(max_jokers_per_meld=1, adjacent_jokers=False)
OTHERS = ("2c", "2d", "2h", "2s", "3c", "3d")

HANDS = ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"]
MELDS = [(0, "5h 6h Jk=7h 8h"), (1, "Kc Kd Ks"), (0, "4c 4d Jk"), (1, "Jk=Ts Js Qs Ks")]
PLAY = RULES.position(hands=HANDS, melds=MELDS, discard="8c 9c", stock="Td Tc", phase="play", taken="9h")
DRAW = RULES.position(hands=HANDS, melds=MELDS, discard="8c 9c", stock="Td Tc Th")
CLAIM = RULES.position(hands=HANDS, discard="8c 9c", stock="Td Tc Th", phase="claim", claimant=1)
MIDDLE = RULES.position(
    hands=["Jc Jd Jh 9h 9s", "3c", "6c", "Ad"],
    melds=[(1, "5h 6h Jk=7h 8h"), (0, "4c 4d 4h")],
    phase="play",
    laid=1,
)
EARLY = RULES.position(hands=["4c 4d 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"], discard="8c", phase="play")
OVER = RULES.position(
    hands=["", "", "", ""],
    shown=["", "2d", "2h", "2s"],
    discard="9h",
    phase="over",
    results=[[0, 5, 5, 5]],
    down=[True, False, False, False],
)
ENDED = RULES.position(
    hands=["", "", "", ""],
    shown=["", "2d", "2h", "2s"],
    discard="9h",
    phase="over",
    round=7,
    results=[[0] * 4] * 6 + [[0, 5, 5, 5]],
    down=[True, False, False, False],
)
STATES = {
    "play": PLAY,
    "draw": DRAW,
    "claim": CLAIM,
    "middle": MIDDLE,
    "early": EARLY,
    "over": OVER,
    "ended": ENDED,
}


MOVES = [
    None,
    "draw",
    "discard 9h",
    7,
    1.5,
    True,
    (),
    [],
    {},
    rummy.DrawStock,
    rummy.Discard,
    object(),
    FrenchCard("9h"),
    cases.Odd(),
]
MOVES = [
    rummy.DrawStock(),
    rummy.TakeDiscard(),
    rummy.Buy("9h"),
    rummy.Pass(),
    rummy.LayMeld("4c 4d 4h"),
    rummy.LayOff("9h", None, 0, "high"),
    rummy.SwapJoker("7h", 0, 3),
    rummy.Discard("9h"),
    rummy.Deal(),
]


PHASES = {
    "draw": ["buy 9h", "pass", "lay 4c 4d 4h", "lay-off 9h 0 high", "swap 7h 0 3", "discard 9h", "deal"],
    "claim": ["draw", "take", "lay 4c 4d 4h", "lay-off 3c 0 high", "swap 3c 0 3", "discard 3c", "deal"],
    "play": ["draw", "take", "buy 9h", "pass", "deal"],
    "middle": ["draw", "take", "buy 9h", "pass", "deal"],
    "over": [str(move) for move in MOVES[:-1]],
}


MELD_FAULTS = {
    "two ranks": "4c 4d 5h",
    "two cards": "4c 4d",
    "one card": "4c",
    "four of a kind": "4c 4d 4h Jk",
    "a gap": "4h 5h 7h 8h",
    "two suits": "4h 5h 6d 7h",
    "three in a row": "4h 5h 6h",
    "five in a row": "4h 5h 6h 7h 8h",
    "backwards": "7h 6h 5h 4h",
    "twice the same": "4h 4h 5h 6h",
}


MAKES = [
    lambda: rummy.LayMeld(""),
    lambda: rummy.LayMeld("Jk Jk Jk"),
    lambda: rummy.LayMeld("Jk=4h Jk=5h Jk=6h Jk=7h"),
    lambda: rummy.LayMeld("4c 4d Jk=4h"),
    lambda: rummy.LayMeld("4h 5h 4c=6h 7h"),
    lambda: rummy.LayMeld("4h 5h Jk=9h 7h"),
    lambda: rummy.LayMeld("4h 5h Jk=Jk 7h"),
    lambda: rummy.LayMeld("4h 5h Jk= 7h"),
    lambda: rummy.LayMeld("4h 5h =6h 7h"),
    lambda: rummy.LayMeld("4h,5h,6h,7h"),
    lambda: rummy.LayMeld(" ".join(["4h"] * 10_000)),
    lambda: rummy.LayMeld(None),
    lambda: rummy.LayMeld(7),
    lambda: rummy.LayMeld([1, 2, 3]),
    lambda: rummy.LayMeld([None]),
    lambda: rummy.LayMeld(object()),
    lambda: rummy.LayMeld(cases.Odd()),
    lambda: rummy.LayMeld([cases.Odd()]),
    lambda: rummy.LayMeld(NumberCard("7")),
    lambda: rummy.Meld("set", (), 4),
    lambda: rummy.Meld("set", ("4c", "4d", "4h"), 4),
    lambda: rummy.Meld("set", None, 4),
    lambda: rummy.Meld("heap", read_cards(FrenchCard, "4c 4d 4h"), 4),
    lambda: rummy.Meld(None, read_cards(FrenchCard, "4c 4d 4h"), 4),
    lambda: rummy.Meld([], read_cards(FrenchCard, "4c 4d 4h"), 4),
    lambda: rummy.Meld("set", read_cards(FrenchCard, "4c 4d 4h"), "4"),
    lambda: rummy.Meld("set", read_cards(FrenchCard, "4c 4d 4h"), True),
    lambda: rummy.Meld("set", read_cards(FrenchCard, "4c 4d 4h"), 10**30),
    lambda: rummy.Meld("run", read_cards(FrenchCard, "4h 5h 6h 7h"), 0),
    lambda: rummy.Meld("run", read_cards(FrenchCard, "4h 5h 6h 7h"), -4),
    lambda: rummy.Meld("run", read_cards(FrenchCard, "Jk Jk Jk Jk"), 4),
    lambda: rummy.Meld("set", read_cards(NumberCard, "4 5 6"), 4),
]
ODD_NUMBERS = [
    4,
    -1,
    -4,
    10**30,
    -(10**30),
    10**5000,
    True,
    False,
    None,
    "0",
    "",
    0.0,
    1.5,
    float("nan"),
    (),
    [],
    {},
    cases.Odd(),
]


SPELLINGS = [
    (rummy.LayOff("9h", None, 0, None), None),
    (rummy.LayOff("9h", FrenchCard("9h"), 0, "high"), "lay-off 9h 0 high"),
    (rummy.LayOff("9h", FrenchCard("Th"), 0, "high"), "lay-off 9h 0 high"),
    (rummy.LayOff("9h", FrenchCard("Jk"), 0, "high"), "lay-off 9h 0 high"),
    (rummy.LayOff("4s", FrenchCard("4s"), 2, None), "lay-off 4s 2"),
    (rummy.LayOff("4s", None, 2, "low"), "lay-off 4s 2"),
    (rummy.LayOff("4s", None, 2, "high"), "lay-off 4s 2"),
    (rummy.LayOff("Jk", None, 0, "high"), "lay-off Jk=9h 0 high"),
    (rummy.LayOff("Jk", None, 0, "low"), "lay-off Jk=4h 0 low"),
    (rummy.LayOff("Jk", FrenchCard("9h"), 0, "low"), "lay-off Jk=4h 0 low"),
    (rummy.LayOff("Jk", FrenchCard("8h"), 0, "high"), "lay-off Jk=9h 0 high"),
    (rummy.LayOff("Jk", FrenchCard("Jk"), 0, "high"), "lay-off Jk=9h 0 high"),
    (rummy.LayOff("Jk", FrenchCard("9h"), 0, None), None),
    (rummy.LayOff("Jk", FrenchCard("4h"), 2, None), "lay-off Jk 2"),
    (rummy.LayOff("Jk", FrenchCard("4h"), 2, "low"), "lay-off Jk 2"),
    (rummy.LayOff("Jk", None, 2, "high"), "lay-off Jk 2"),
]


BAD_CODES = [
    *(
        "",
        " ",
        "draw now",
        "Draw",
        "DRAW",
        "draws",
        "take 9h",
        "take pile",
        "buy 9h 8h",
        "buy 1",
        "pass pass",
        "deal 2",
    ),
    *("discard", "discard x", "discard 9h 9h", "discard Jk=9h", "discard 9H", "discard 10h", "discard 9h,", "9h"),
    *(
        "lay",
        "lay x",
        "lay 4c 4d x",
        "lay Jk Jk Jk",
        "lay 4c 4d Jk=4h",
        "lay 4h 5h Jk=9h 7h",
        "lay Jk= 4c 4d",
        "layoff",
    ),
    *("lay-off", "lay-off 9h", "lay-off 9h high", "lay-off 9h 0 high low", "lay-off 9h 0 top", "lay-off 9h x high"),
    *("lay-off 9h -1 high", "lay-off 9h 0.0 high", "lay-off 9h 1e3", "lay-off 9h 0 HIGH"),
    *("lay-off x 0 high", "lay-off Jk=x 0 high", "lay-off =9h 0 high", "lay-off Jk= 0 high", "lay-off 9h ٣ high"),
    *("lay-off 9h +1 high", "lay-off 9h 1_0 high", "lay-off 9h " + "9" * 5000, "lay-off Jk=9h=9h 0 high"),
    *("swap", "swap 7h", "swap 7h 0", "swap 7h 0 3 4", "swap 7h x 3", "swap 7h 0 x", "swap x 0 3", "swap 7h -1 3"),
    *(
        "swap 7h 0 -3",
        "swap 7h 0 3.0",
        "swap 7h 0 ３",
        "swap Jk=7h 0 3",
        "swap 7h 0 " + "1" * 5000,
        "play 7h",
        "react 7h",
    ),
    *(None, 7, 1.5, True, b"draw", ["draw"], ("discard", "9h"), {}, cases.Odd(), object()),
    "buy",
]


BAD_OPTIONS = [
    *(("players", value) for value in (1, 0, -3, 7, 2.0, "3", None, True, [3], 10**30)),
    *(("decks", value) for value in (0, -1, 5, 2.0, "2", None, True, [2], 10**9)),
    *(("jokers", value) for value in (-1, 17, 4.0, "4", None, True, [4], 10**9)),
    *(("hand_size", value) for value in (0, -1, 16, 10**9, 12.0, "12", None, True)),
    *(("max_buys", value) for value in (-1, 6, 10**9, 3.0, "3", None, True)),
    *(("max_jokers_per_meld", value) for value in (-1, 17, 1.0, "1", True, False, [])),
    *(("first_dealer", value) for value in (4, -1, 0.0, "0", True, [0])),
    *(("stock_exhausted", value) for value in ("", "Reshuffle", "end", None, True, 1, [], {})),
    *(("ace", value) for value in ("", "High", "none", None, True, 1, 14, [])),
    *(("joker_swap", value) for value in ("", "on", "always", None, True, False, [])),
    *(("go_out", value) for value in ("", "no_discard", "Either", None, True, 1, [])),
    *(
        (name, value)
        for name in ("initial_upcard", "may_discard_taken", "discarder_may_buy", "adjacent_jokers")
        for value in (0, 1, None, "yes", [])
    ),
    *(("deck", value) for value in (None, 7, "", [], "4c 4d", "a b", "4c -", [7], [None], ["7"], cases.Odd())),
    ("deck", [NumberCard("7")]),
    ("deck", " ".join(["4c"] * 60)),
    ("deck", " ".join(["Jk"] * 108)),
    ("deck", codes(RULES.deck) + " " + " ".join(["Jk"] * 13)),
    *(
        ("contracts", value)
        for value in (None, 7, "", [], (), "2 0", [()], [(1,)], [(1, 0, 0)], [1], [None], cases.Odd(), {})
    ),
    *(("contracts", value) for value in ([("2", 0)], [(2.0, 0)], [(True, 0)], [(None, 1)], [(-1, 2)], [(0, 0)])),
    *(("contracts", value) for value in ([(2, 0), (0, 0)], [(6, 0)], [(0, 6)], [(3, 3)], [(10**9, 0)], [(1, 0)] * 31)),
    *(("contracts", value) for value in ([rummy.Contract], [(1, 0), "x"], [[cases.Odd(), 0]], [{}], 1.5, True)),
    *(("points", value) for value in (None, 7, "", [], [(0, 50)], {1: 5}, {15: 5}, {-1: 5}, {"A": 5}, {"14": 5})),
    *(("points", value) for value in ({14: -1}, {14: 1.5}, {14: "20"}, {14: None}, {14: True}, {14: 10**9}, {True: 5})),
    *(("points", value) for value in ({None: 5}, {14.0: 5}, cases.Odd(), {(): 1}, {14: cases.Odd()})),
]


OPTIONS = stored("options_shanghai_rummy")
"""Options that contradict each other, and those that just fit."""


DECK = [str(card) for card in RULES.deck]
BAD_ORDERS = [
    DECK[:-1],
    [*DECK, "Jk"],
    [*DECK[:-1], "2c"],
    [*DECK[:-1], "x"],
    [*DECK[:-1], "-"],
    [*DECK[:-1], None],
    "",
    [],
    "2c 3c",
    [1] * 108,
    [None] * 108,
    [NumberCard("7")] * 108,
    [BACK] * 108,
    7,
    7.0,
    True,
    object(),
    cases.Odd(),
]


FOUR = ["9h 7h 4s", "3c 5d", "6c", "Ad"]
RUN = (0, "5h 6h Jk=7h 8h")
IN_PLAY = {"phase": "play"}
TO_BUY = {"phase": "claim", "discard": "8c 9c", "stock": "Td Tc Th", "claimant": 1}
IS_OVER = {
    "hands": ["", "", "", ""],
    "shown": ["", "2d", "2h", "2s"],
    "phase": "over",
    "results": [[0, 5, 5, 5]],
    "down": [True, False, False, False],
}


AGAINST = [
    ({"max_buys": 0}, TO_BUY),
    ({"stock_exhausted": "end_round"}, {**TO_BUY, "stock": "Td"}),
    ({"max_jokers_per_meld": 0}, {"melds": [RUN]}),
    ({"max_jokers_per_meld": 1}, {"melds": [(0, "Kc Jk Jk")]}),
    ({"adjacent_jokers": False}, {"melds": [(0, "5h Jk=6h Jk=7h 8h")]}),
    ({"ace": "high"}, {"melds": [(0, "Ac 2c 3c 4c")]}),
    ({"ace": "low"}, {"melds": [(0, "Jc Qc Kc Ac")]}),
    ({"ace": "low"}, {"melds": [(0, "Jc Qc Kc Jk=Ac")]}),
    ({"jokers": 0}, {"melds": [RUN]}),
    ({"decks": 1}, {"hands": ["9h", "9h", "6c", "Ad"]}),
    ({"players": 3}, {}),
    ({"contracts": [(2, 0)]}, {"round": 2}),
    (
        {"go_out": "discard"},
        {"phase": "play", "hands": ["Jc Jd Jh", "3c", "6c", "Ad"], "melds": [(0, "4c 4d 4h")], "laid": 1},
    ),
]
POSSIBLE = {
    "plain": {},
    "short hands": {"hands": ["9h", "3c", "6c", "Ad"]},
    "a long hand": {"hands": [codes(RULES.deck[::5]), "3c", "6c", "Ad"]},
    "an empty stock": {"stock": "", "discard": "9c"},
    "nothing but hands, after the draw": {"stock": "", "discard": "", **IN_PLAY},
    "a claim": TO_BUY,
    "a claim from the pile": {**TO_BUY, "stock": "", "discard": "8c 9c Tc"},
    "the dealer may buy the upcard": {**TO_BUY, "claimant": 3, "upcard": True},
    "all bought": {"buys": [3, 3, 3, 3]},
    "everybody down without melds": {"down": [True] * 4},
    "long melds": {"melds": [(0, "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"), (3, "Kc Kc Kd Kd Ks Ks Jk")]},
    "many melds of one": {"melds": [(0, "5h 6h 7h 8h"), (0, "Kc Kd Ks"), (0, "Tc Td Ts"), (0, "Qc Qd Qs")]},
    "a contract begun": {**IN_PLAY, "hands": ["Jc Jd Jh 9h", "3c", "6c", "Ad"], "melds": [(0, "4c 4d 4h")], "laid": 1},
    "a taken twin": {**IN_PLAY, "hands": ["9h 9h", "3c", "6c", "Ad"], "taken": "9h"},
    "a taken joker": {**IN_PLAY, "hands": ["Jk", "3c", "6c", "Ad"], "taken": "Jk"},
    "the last round": {"round": 7, "results": [[0, 5, 5, 5]] * 6},
    "over": IS_OVER,
    "any dealer": {"dealer": 2},
}

ACTS = ("play", "draw", "claim", "middle", "early", "over")
FOREIGN = [shithead.TakePile(), shithead.Play("7h"), shithead.Flip(1), shithead.Arrange("7h 8h 9h"), shithead.Decline()]
TINY = rummy.ShanghaiRummy(
    players=2, hand_size=3, contracts=[(1, 0)], deck="4c 4d 4h 5c 5d 5h 6c 6d 6h 7c 7d", jokers=0
)
TINY_HAND = TINY.position(hands=["4c 4d 4h 5c", "6c"], phase="play")
TINY_MELD = TINY.position(hands=["7c 7d", "6c"], melds=[(0, "4c 4d 4h")], phase="play")
NO_CARDS = [
    *("zz", "", "7", "7H", "h7", "10h", "Jk=7h", "Joker", " 7h", "7h 8h", 7, 0, None, 1.5, [], {}, ("7h",), BACK),
    *(cases.Odd(), NumberCard("7")),
]
SOME_MELD = {"melds": [(0, "5h 6h Jk=7h 8h")], "phase": "play"}
LATER = {
    "melds": [(0, "5s 5d 5c"), (1, "5h 6h Jk=7h 8h")],
    "phase": "play",
    "laid": 1,
    "down": [True, True, False, False],
}
SWAPS = RULES.position(
    hands=["5h 9h 3d", *OTHERS[1:4]], melds=[(0, "Jk=5h 6h 7h 8h"), (0, "6s 7s 8s Jk=9s")], phase="play"
)
ENDS = ["top", "", "HIGH", "left", 0, 1, True, 1.5, (), [], {}, [cases.Odd()], cases.Odd()]
TO_MELD = rummy.ShanghaiRummy(contracts=[(1, 1)])
TO_MELD_HAND = TO_MELD.position(hands=["4c 4d 4h 4h 5h 5h 6h 6d 7h 8h Jk", *OTHERS[1:4]], phase="play")


def meld_faults():
    """What is no meld: it cannot even be written, or it is refused before the hand is looked at."""
    for title, text in MELD_FAULTS.items():
        try:
            move = rummy.LayMeld(text)
        except NotationError:
            continue
        yield cases.Refused(title, TO_MELD, TO_MELD_HAND, move, (Reason.NO_MELD,))


def coded(rules, state, pairs):
    """Cases of codes and reasons in one position."""
    return [cases.Refused(f"{code}, {why.value}", rules, state, rules.parse(code), (why,)) for code, why in pairs]


REASONS = [
    *coded(
        RULES,
        PLAY,
        [
            *(("lay-off 3d 0 low", Reason.NO_MATCH), ("lay-off 9h 0 low", Reason.NO_MATCH)),
            *(
                ("lay-off 9h 1", Reason.NO_MATCH),
                ("lay-off 9h 9", Reason.NO_SUCH_MELD),
                ("swap 9h 0 3", Reason.NO_MATCH),
            ),
            *(("swap 7h 0 1", Reason.NO_JOKER), ("swap 4s 2 3", Reason.LOCKED), ("discard Qd", Reason.CARD_NOT_HELD)),
            *(("lay 4c 4d 4h", Reason.CONTRACT), ("discard 9h", Reason.JUST_TAKEN)),
        ],
    ),
    *coded(RULES, EARLY, [("lay-off 9h 0", Reason.NOT_DOWN), ("swap 9h 0 1", Reason.NOT_DOWN)]),
    *coded(
        RULES,
        RULES.position(hands=["9h 3d", *OTHERS[1:4]], **LATER),
        [("lay-off 9h 1 high", Reason.NEXT_TURN)],
    ),
    *coded(
        LAST,
        LAST.position(hands=["9h", *OTHERS[1:4]], melds=[(0, "5h 6h 7h 8h")], phase="play"),
        [("lay-off 9h 0 high", Reason.LAST_CARD)],
    ),
    *coded(NO_SWAP, NO_SWAP.position(hands=["7h 3d", *OTHERS[1:4]], **SOME_MELD), [("swap 7h 0 3", Reason.OPTION_OFF)]),
    *coded(
        CAPPED, CAPPED.position(hands=["Jk 3d", *OTHERS[1:4]], **SOME_MELD), [("lay-off Jk=9h 0 high", Reason.TOO_MANY)]
    ),
    *coded(RULES, RULES.position(hands=["3h", *OTHERS[1:4]], discard="", stock="Kd"), [("take", Reason.EMPTY_PILE)]),
    *coded(RULES, RULES.position(hands=["3h", *OTHERS[1:4]], discard="9h", stock=""), [("draw", Reason.EMPTY_STOCK)]),
    *coded(
        TINY,
        TINY_HAND,
        [(code, Reason.UNKNOWN_CARD) for code in ("discard Kh", "lay Kc Kd Kh", "lay 4c 4d Jk", "discard Jk")],
    ),
    *coded(TINY, TINY_MELD, [(code, Reason.UNKNOWN_CARD) for code in ("lay-off 4s 0", "lay-off Jk 0", "swap 4s 0 1")]),
    cases.Refused("True is not one", RULES, SWAPS, rummy.SwapJoker("5h", 0, True), (Reason.NO_JOKER,)),
    cases.Refused("False is not nought", RULES, SWAPS, rummy.SwapJoker("5h", False, 1), (Reason.NO_SUCH_MELD,)),
    cases.Refused(
        "False is not nought either", RULES, SWAPS, rummy.LayOff("9h", None, False, "high"), (Reason.NO_SUCH_MELD,)
    ),
    cases.Refused("a set of no cards of the hand", RULES, EARLY, rummy.LayMeld("4c 4d 9h"), (Reason.NO_MELD,)),
]

GAME = cases.Game(
    refused={
        "reasons": REASONS,
        "melds": list(meld_faults()),
        "cards not held": [
            cases.Refused(code, RULES, PLAY, RULES.parse(code), (Reason.CARD_NOT_HELD,), (code.split()[1],))
            for code in (
                *("discard 9d", "lay-off 9d 0 high", "lay-off Ah 1", "swap 7d 0 3", "discard 8c", "lay-off 9c 0 high"),
                *("discard Td", "discard Qd"),
            )
        ],
        "melds of cards not held": [
            cases.Refused(code, RULES, EARLY, RULES.parse(code), (Reason.CARD_NOT_HELD, Reason.CARD_TWICE))
            for code in ("lay 5c 5d 5h", "lay 4c 4d 4s", "lay 4d 4d 4d", "lay 4c Jk Jk", "lay 9h Th Jh Qh")
        ],
        "in the middle of a contract": [
            cases.Refused(code, RULES, MIDDLE, RULES.parse(code), (Reason.CONTRACT, Reason.CARD_NOT_HELD))
            for code in ("discard 9h", "lay-off 9h 1 high", "lay 4c 4d 4h", "lay 9h Th Jh Qh", "swap 7h 0 3")
        ],
        "phases": [
            cases.Refused(
                f"{name}: {code}",
                RULES,
                STATES[name],
                RULES.parse(code),
                (Reason.WRONG_PHASE,),
                (),
                RULES.actors(STATES[name])[0],
            )
            for name, listed in PHASES.items()
            for code in listed
        ],
        "numbers of melds": [
            cases.Refused(f"{number}: {type(odd).__name__}", RULES, PLAY, move, (Reason.NO_SUCH_MELD,))
            for number, odd in enumerate(ODD_NUMBERS)
            for move in (
                rummy.LayOff("9h", None, odd, "high"),
                rummy.LayOff("Jk", "9h", odd, "high"),
                rummy.SwapJoker("7h", odd, 3),
            )
        ],
        "places of jokers": [
            cases.Refused(
                f"{number}: {type(odd).__name__}", RULES, PLAY, rummy.SwapJoker("7h", 0, odd), (Reason.NO_JOKER,)
            )
            for number, odd in enumerate([0, 5, *ODD_NUMBERS])
        ],
        "ends": [
            cases.Refused(f"{number}: {card} {meld}", RULES, PLAY, rummy.LayOff(card, stands, meld, end), tuple(Reason))
            for number, end in enumerate(ENDS)
            for card, stands, meld in (("9h", None, 0), ("Jk", "9h", 0), ("4s", None, 2), ("Jk", None, 2))
        ],
        "spelling": [
            cases.Refused(f"{number}: {move}", RULES, PLAY, move, (Reason.SPELLING,), (listed,) if listed else ())
            for number, (move, listed) in enumerate(SPELLINGS)
        ],
        "actors": [
            cases.Refused(
                f"{name}: {move} of {seat}", RULES, STATES[name], move, (Reason.NOT_AN_ACTOR,), (str(seat),), seat
            )
            for name in ACTS
            for move in MOVES
            for seat in sorted({0, 1, 2, 3} - set(RULES.actors(STATES[name])))
        ],
        "over": [
            cases.Refused(f"{move} of {seat}", RULES, ENDED, move, (Reason.GAME_OVER,), (), seat)
            for move in MOVES
            for seat in range(4)
        ],
        "foreign": [
            cases.Refused(
                f"{name}: {move} of {seat}",
                RULES,
                STATES[name],
                move,
                (Reason.FOREIGN_MOVE,),
                (type(move).__name__,),
                seat,
            )
            for name in ("play", "draw", "claim", "middle", "over")
            for move in FOREIGN
            for seat in (0, 1)
        ],
    },
    fails={
        "makes": cases.makes(
            [
                *MAKES,
                *(
                    lambda b=bad, k=kind: k(b)
                    for bad in NO_CARDS
                    for kind in (
                        rummy.Discard,
                        lambda card: rummy.LayOff(card, None, 0, "high"),
                        lambda card: rummy.SwapJoker(card, 0, 1),
                        FrenchCard,
                    )
                ),
                *(lambda b=bad: rummy.LayOff("Jk", b, 0, "high") for bad in NO_CARDS[:-2] if bad is not None),
            ]
        ),
        "codes": cases.codes_of(RULES, BAD_CODES),
        "options": [case for name, value in BAD_OPTIONS for case in cases.options(rummy.ShanghaiRummy, name, [value])],
        "unknown": cases.unknown(
            rummy.ShanghaiRummy,
            ["colour", "rounds", "player", "Players", "seed", "swap", "buy_order", "melding", "_lays"],
            "joker_swap",
        ),
        "contradictory": [
            *(
                case
                for given in OPTIONS["contradictory"].values()
                for case in cases.contradictory(rummy.ShanghaiRummy, "", given)
            ),
            cases.Fails("an option without a name", lambda: rummy.ShanghaiRummy(3), (ConfigurationError,)),
        ],
        "seeds": cases.seeds(RULES, ["7", "", 7.0, 0.5, True, False, [], (1,), b"7", 1j, cases.Odd()]),
        "orders": cases.orders((RULES, order, "") for order in BAD_ORDERS),
        "positions": [
            *cases.positions(
                (title, RULES, {"hands": FOUR, **facts}, word)
                for title, facts, word in cases.positions_refused("shanghai_rummy", globals())
            ),
            *cases.positions(
                (f"against {given}", rummy.ShanghaiRummy(**given), {"hands": FOUR, **facts}, "")
                for given, facts in AGAINST
            ),
        ],
        "seeds of positions": cases.seeds_of_positions(
            RULES, {"hands": FOUR}, ["7", 7.0, True, [], cases.Odd()], (ConfigurationError, PositionError)
        ),
    },
    good=[
        *((RULES, facts) for facts in POSSIBLE.values()),
        (END, {**IS_OVER, "shown": ["9h", "2d", "2h", "2s"], "results": [[10, 5, 5, 5]], "stock": ""}),
    ],
    base={"hands": FOUR},
    states=list(STATES.values()),
)
