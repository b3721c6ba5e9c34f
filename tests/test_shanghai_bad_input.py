"""Shanghai Rummy against nonsense: every wrong move, option, deal, position and view has an answer of its own.

The answer is a reason from the closed list or an error of the library, with a sentence that says what is wrong; the
state is as it was; nothing but the library's own errors comes out.
"""

from __future__ import annotations

import copy
import json
from itertools import product
from random import Random

import pytest

from shedkit.core.cards import BACK, FrenchCard, codes, read_cards
from shedkit.core.errors import (
    ConfigurationError,
    IllegalMove,
    NotationError,
    PositionError,
    ShedkitError,
    ViewError,
)
from shedkit.core.events import Moved, Place
from shedkit.core.refusals import Reason, Refusal
from shedkit.games import shithead
from shedkit.games.quiclo import NumberCard, Quiclo
from shedkit.games.shanghai_rummy import (
    Buy,
    Contract,
    Deal,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Meld,
    Pass,
    ShanghaiRummy,
    SwapJoker,
    TakeDiscard,
)
from shedkit.games.shithead import Shithead

RULES = ShanghaiRummy()
TWO = ShanghaiRummy(players=2)
ONE_RUN = ShanghaiRummy(contracts=[(0, 1)])
END = ShanghaiRummy(stock_exhausted="end_round")
ANY_TIME = ShanghaiRummy(joker_swap="any_time")
NO_SWAP = ShanghaiRummy(joker_swap="off")
LAST = ShanghaiRummy(go_out="discard")
CAPPED = ShanghaiRummy(max_jokers_per_meld=1, adjacent_jokers=False)
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


class Odd:
    """An object that can be asked nothing."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("compared")

    def __repr__(self):
        raise RuntimeError("printed")


ODD_PLAYERS = [4, -1, 10**30, None, "0", "A", 0.0, 1.0, True, False, (), [0], {}]
ODD_MOVES = [
    None,
    "draw",
    "discard 9h",
    7,
    1.5,
    True,
    (),
    [],
    {},
    DrawStock,
    Discard,
    object(),
    FrenchCard("9h"),
    Odd(),
]
MOVES = [
    DrawStock(),
    TakeDiscard(),
    Buy("9h"),
    Pass(),
    LayMeld("4c 4d 4h"),
    LayOff("9h", None, 0, "high"),
    SwapJoker("7h", 0, 3),
    Discard("9h"),
    Deal(),
]


def at(*hands, rules=RULES, **facts):
    """A position; whoever is not mentioned holds one card."""
    return rules.position(hands=[*hands, *OTHERS[len(hands) : rules.players]], **facts)


def sentence(text):
    """Whether it is one: words, no trace of the program."""
    return len(text.split()) >= 3 and "Traceback" not in text and "object at 0x" not in text


def refused(rules, state, move, player=0):
    """The refusal of a move that must not be taken, once it is sure that nothing has changed."""
    before = copy.copy(state)
    description = repr(state)
    refusal = rules.refusal(state, move, player)
    assert isinstance(refusal, Refusal)
    assert isinstance(refusal.reason, Reason)
    assert refusal.rule
    assert sentence(refusal.text)
    for change in (rules.apply, rules.trace):
        with pytest.raises(IllegalMove) as caught:
            change(state, move, player)
        assert caught.value.refusal == refusal
        assert refusal.text in str(caught.value)
    assert state == before
    assert repr(state) == description
    return refusal


def answer(ask):
    """What is answered, or None after an error of the library that is a sentence."""
    try:
        return ask()
    except ShedkitError as error:
        assert sentence(str(error))
        assert len(str(error)) < 1000
        return None


def no(state, code, player=0, rules=RULES):
    """The reason why the move with this code is not taken."""
    return refused(rules, state, rules.parse(code), player).reason


# Moves


@pytest.mark.parametrize("player", ODD_PLAYERS, ids=repr)
@pytest.mark.parametrize("move", MOVES, ids=str)
def test_no_such_player(move, player):
    for state in STATES.values():
        refusal = refused(RULES, state, move, player)
        assert refusal.reason is Reason.NO_SUCH_PLAYER
        assert repr(player) in refusal.text or type(player).__name__ in refusal.text


@pytest.mark.parametrize("player", ODD_PLAYERS, ids=repr)
@pytest.mark.parametrize("ask", ["legal_moves", "penalised_moves"])
def test_nobody_else_has_moves(ask, player):
    """What is no player of the table has no moves, or is answered with an error of the library."""
    for state in STATES.values():
        assert answer(lambda state=state: getattr(RULES, ask)(state, player)) in ((), None)


@pytest.mark.parametrize("move", MOVES, ids=str)
@pytest.mark.parametrize("name", [name for name in STATES if name != "ended"])
def test_not_on_turn(name, move):
    """Whatever the move, and whatever the player holds."""
    state = STATES[name]
    (actor,) = RULES.actors(state)
    for player in {0, 1, 2, 3} - {actor}:
        refusal = refused(RULES, state, move, player)
        assert refusal.reason is Reason.NOT_AN_ACTOR
        assert str(player) in refusal.text
        assert RULES.legal_moves(state, player) == RULES.penalised_moves(state, player) == ()


@pytest.mark.parametrize("move", MOVES, ids=str)
@pytest.mark.parametrize("player", range(4))
def test_game_over(move, player):
    assert refused(RULES, ENDED, move, player).reason is Reason.GAME_OVER
    assert RULES.legal_moves(ENDED, player) == RULES.penalised_moves(ENDED, player) == ()
    assert RULES.actors(ENDED) == ()


FOREIGN = [shithead.TakePile(), shithead.Play("7h"), shithead.Flip(1), shithead.Arrange("7h 8h 9h"), shithead.Decline()]


@pytest.mark.parametrize("move", FOREIGN, ids=str)
def test_a_move_of_another_game(move):
    for name in ("play", "draw", "claim", "middle", "over"):
        for player in (0, 1):
            refusal = refused(RULES, STATES[name], move, player)
            assert refusal.reason is Reason.FOREIGN_MOVE
            assert type(move).__name__ in refusal.text


def test_a_move_of_another_game_in_the_other_game():
    rules = Shithead()
    for move in MOVES[:-1]:
        assert rules.refusal(rules.deal(seed=1), move, 0).reason is Reason.FOREIGN_MOVE


@pytest.mark.parametrize("move", ODD_MOVES, ids=lambda move: type(move).__name__)
@pytest.mark.parametrize("name", ["play", "draw", "claim", "middle", "over"])
def test_no_move_at_all(name, move):
    for player in (0, 1):
        assert refused(RULES, STATES[name], move, player).reason is Reason.NOT_A_MOVE


PHASES = {
    "draw": ["buy 9h", "pass", "lay 4c 4d 4h", "lay-off 9h 0 high", "swap 7h 0 3", "discard 9h", "deal"],
    "claim": ["draw", "take", "lay 4c 4d 4h", "lay-off 3c 0 high", "swap 3c 0 3", "discard 3c", "deal"],
    "play": ["draw", "take", "buy 9h", "pass", "deal"],
    "middle": ["draw", "take", "buy 9h", "pass", "deal"],
    "over": [str(move) for move in MOVES[:-1]],
}


@pytest.mark.parametrize(("name", "code"), [(name, code) for name, listed in PHASES.items() for code in listed])
def test_the_wrong_phase(name, code):
    state = STATES[name]
    assert no(state, code, RULES.actors(state)[0]) is Reason.WRONG_PHASE


@pytest.mark.parametrize("code", ["discard 9h", "lay-off 9h 1 high", "lay 4c 4d 4h", "lay 9h Th Jh Qh", "swap 7h 0 3"])
def test_in_the_middle_of_the_contract(code):
    """Section 6: nothing but the rest of it."""
    assert no(MIDDLE, code) in (Reason.CONTRACT, Reason.CARD_NOT_HELD)


@pytest.mark.parametrize(
    "code",
    ["discard 9d", "lay-off 9d 0 high", "lay-off Ah 1", "swap 7d 0 3", "discard 8c", "lay-off 9c 0 high", "discard Td"],
)
def test_card_not_held(code):
    """Whether another player has it, or the pile, the stock, a meld or nobody, it is the same sentence."""
    refusal = refused(RULES, PLAY, RULES.parse(code))
    assert refusal.reason is Reason.CARD_NOT_HELD
    card = code.split()[1]
    assert refusal.text.replace(card, "") == refused(RULES, PLAY, Discard("Qd")).text.replace("Qd", "")


@pytest.mark.parametrize("code", ["lay 5c 5d 5h", "lay 4c 4d 4s", "lay 4d 4d 4d", "lay 4c Jk Jk", "lay 9h Th Jh Qh"])
def test_a_meld_of_cards_not_held(code):
    assert no(EARLY, code) in (Reason.CARD_NOT_HELD, Reason.CARD_TWICE)


def test_a_card_outside_the_deck():
    rules = ShanghaiRummy(players=2, hand_size=3, contracts=[(1, 0)], deck="4c 4d 4h 5c 5d 5h 6c 6d 6h 7c 7d", jokers=0)
    state = rules.position(hands=["4c 4d 4h 5c", "6c"], phase="play")
    for code in ("discard Kh", "lay Kc Kd Kh", "lay 4c 4d Jk", "discard Jk"):
        assert no(state, code, rules=rules) is Reason.UNKNOWN_CARD
    state = rules.position(hands=["7c 7d", "6c"], melds=[(0, "4c 4d 4h")], phase="play")
    for code in ("lay-off 4s 0", "lay-off Jk 0", "swap 4s 0 1"):
        assert no(state, code, rules=rules) is Reason.UNKNOWN_CARD


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


@pytest.mark.parametrize("name", MELD_FAULTS)
def test_what_is_no_meld(name):
    """Before anything else about it is asked that the hand could decide."""
    rules = ShanghaiRummy(contracts=[(1, 1)])
    state = at("4c 4d 4h 4h 5h 5h 6h 6d 7h 8h Jk", rules=rules, phase="play")
    try:
        move = LayMeld(MELD_FAULTS[name])
    except NotationError as error:
        assert sentence(str(error))
        return
    refusal = refused(rules, state, move)
    assert refusal.reason is Reason.NO_MELD


def test_melds_that_cannot_even_be_written():
    makes = [
        lambda: LayMeld(""),
        lambda: LayMeld("Jk Jk Jk"),
        lambda: LayMeld("Jk=4h Jk=5h Jk=6h Jk=7h"),
        lambda: LayMeld("4c 4d Jk=4h"),
        lambda: LayMeld("4h 5h 4c=6h 7h"),
        lambda: LayMeld("4h 5h Jk=9h 7h"),
        lambda: LayMeld("4h 5h Jk=Jk 7h"),
        lambda: LayMeld("4h 5h Jk= 7h"),
        lambda: LayMeld("4h 5h =6h 7h"),
        lambda: LayMeld("4h,5h,6h,7h"),
        lambda: LayMeld(" ".join(["4h"] * 10_000)),
        lambda: LayMeld(None),
        lambda: LayMeld(7),
        lambda: LayMeld([1, 2, 3]),
        lambda: LayMeld([None]),
        lambda: LayMeld(object()),
        lambda: LayMeld(Odd()),
        lambda: LayMeld([Odd()]),
        lambda: LayMeld(NumberCard("7")),
        lambda: Meld("set", (), 4),
        lambda: Meld("set", ("4c", "4d", "4h"), 4),
        lambda: Meld("set", None, 4),
        lambda: Meld("heap", read_cards(FrenchCard, "4c 4d 4h"), 4),
        lambda: Meld(None, read_cards(FrenchCard, "4c 4d 4h"), 4),
        lambda: Meld([], read_cards(FrenchCard, "4c 4d 4h"), 4),
        lambda: Meld("set", read_cards(FrenchCard, "4c 4d 4h"), "4"),
        lambda: Meld("set", read_cards(FrenchCard, "4c 4d 4h"), True),
        lambda: Meld("set", read_cards(FrenchCard, "4c 4d 4h"), 10**30),
        lambda: Meld("run", read_cards(FrenchCard, "4h 5h 6h 7h"), 0),
        lambda: Meld("run", read_cards(FrenchCard, "4h 5h 6h 7h"), -4),
        lambda: Meld("run", read_cards(FrenchCard, "Jk Jk Jk Jk"), 4),
        lambda: Meld("set", read_cards(NumberCard, "4 5 6"), 4),
    ]
    for number, make in enumerate(makes):
        with pytest.raises(NotationError) as caught:
            make()
        assert sentence(str(caught.value)), number


@pytest.mark.parametrize(
    "bad", ["zz", "", "7", "7H", "h7", "10h", "Jk=7h", "Joker", " 7h", "7h 8h", 7, 0, None, 1.5, [], {}, ("7h",), BACK]
)
def test_no_card(bad):
    """A move cannot be built with what is no card."""
    makes = [
        lambda: Discard(bad),
        lambda: LayOff(bad, None, 0, "high"),
        lambda: SwapJoker(bad, 0, 1),
        lambda: FrenchCard(bad),
    ]
    if bad is not None:
        makes.append(lambda: LayOff("Jk", bad, 0, "high"))
    for make in makes:
        with pytest.raises(NotationError) as caught:
            make()
        assert sentence(str(caught.value))


@pytest.mark.parametrize("make", [Discard, lambda card: LayOff(card, None, 0), lambda card: SwapJoker(card, 0, 1)])
def test_no_card_that_can_be_asked_nothing(make):
    with pytest.raises(NotationError):
        make(Odd())
    with pytest.raises(NotationError):
        make(NumberCard("7"))


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
    Odd(),
]


@pytest.mark.parametrize("number", ODD_NUMBERS, ids=lambda number: type(number).__name__)
def test_no_such_meld(number):
    """A meld is a whole number; True is no number."""
    for move in (LayOff("9h", None, number, "high"), LayOff("Jk", "9h", number, "high"), SwapJoker("7h", number, 3)):
        refusal = refused(RULES, PLAY, move)
        assert refusal.reason is Reason.NO_SUCH_MELD
        assert len(refusal.text) < 300


@pytest.mark.parametrize("number", [0, 5, *ODD_NUMBERS], ids=lambda number: type(number).__name__)
def test_no_joker_there(number):
    """Positions count from 1."""
    refusal = refused(RULES, PLAY, SwapJoker("7h", 0, number))
    assert refusal.reason is Reason.NO_JOKER
    assert len(refusal.text) < 300


def test_true_is_not_one():
    """Nor False nought, where the number would be right."""
    state = at("5h 9h 3d", melds=[(0, "Jk=5h 6h 7h 8h"), (0, "6s 7s 8s Jk=9s")], phase="play")
    assert RULES.refusal(state, SwapJoker("5h", 0, 1), 0) is None
    assert refused(RULES, state, SwapJoker("5h", 0, True)).reason is Reason.NO_JOKER
    assert refused(RULES, state, SwapJoker("5h", False, 1)).reason is Reason.NO_SUCH_MELD
    assert RULES.refusal(state, LayOff("9h", None, 0, "high"), 0) is None
    assert refused(RULES, state, LayOff("9h", None, False, "high")).reason is Reason.NO_SUCH_MELD


@pytest.mark.parametrize(
    "end", ["top", "", "HIGH", "left", 0, 1, True, 1.5, (), [], {}, [Odd()], Odd()], ids=lambda end: type(end).__name__
)
@pytest.mark.parametrize(
    ("card", "stands", "meld"), [("9h", None, 0), ("Jk", "9h", 0), ("4s", None, 2), ("Jk", None, 2)]
)
def test_no_such_end(card, stands, meld, end):
    """An end is low, high or none: anything else is refused, and refusing it raises nothing of its own."""
    refused(RULES, PLAY, LayOff(card, stands, meld, end))


SPELLINGS = [
    (LayOff("9h", None, 0, None), None),
    (LayOff("9h", FrenchCard("9h"), 0, "high"), "lay-off 9h 0 high"),
    (LayOff("9h", FrenchCard("Th"), 0, "high"), "lay-off 9h 0 high"),
    (LayOff("9h", FrenchCard("Jk"), 0, "high"), "lay-off 9h 0 high"),
    (LayOff("4s", FrenchCard("4s"), 2, None), "lay-off 4s 2"),
    (LayOff("4s", None, 2, "low"), "lay-off 4s 2"),
    (LayOff("4s", None, 2, "high"), "lay-off 4s 2"),
    (LayOff("Jk", None, 0, "high"), "lay-off Jk=9h 0 high"),
    (LayOff("Jk", None, 0, "low"), "lay-off Jk=4h 0 low"),
    (LayOff("Jk", FrenchCard("9h"), 0, "low"), "lay-off Jk=4h 0 low"),
    (LayOff("Jk", FrenchCard("8h"), 0, "high"), "lay-off Jk=9h 0 high"),
    (LayOff("Jk", FrenchCard("Jk"), 0, "high"), "lay-off Jk=9h 0 high"),
    (LayOff("Jk", FrenchCard("9h"), 0, None), None),
    (LayOff("Jk", FrenchCard("4h"), 2, None), "lay-off Jk 2"),
    (LayOff("Jk", FrenchCard("4h"), 2, "low"), "lay-off Jk 2"),
    (LayOff("Jk", None, 2, "high"), "lay-off Jk 2"),
]


@pytest.mark.parametrize(
    ("move", "listed"), SPELLINGS, ids=lambda part: str(part) if isinstance(part, LayOff) else None
)
def test_another_spelling_of_a_listed_move(move, listed):
    """It is refused, naming the listed one where there is just one."""
    refusal = refused(RULES, PLAY, move)
    assert refusal.reason is Reason.SPELLING
    if listed:
        assert listed in refusal.text
        assert listed in {str(legal) for legal in RULES.legal_moves(PLAY, 0)}


def test_a_meld_in_another_order_is_the_same_move():
    """A set and a text are put in order; a run has just one."""
    assert LayMeld("4h 4c 4d") == LayMeld("4c 4d 4h") == LayMeld(["4d", "4h", "4c"])
    assert LayMeld("Jk 4c 4d") == LayMeld("4c 4d Jk")
    assert RULES.refusal(EARLY, LayMeld("Jk 4d 4c"), 0) is None


@pytest.mark.parametrize(
    "meld",
    [
        Meld("set", read_cards(FrenchCard, "Jh Jd Jc"), 11),
        Meld("set", read_cards(FrenchCard, "4c Jh Jd"), 11),
        Meld("run", read_cards(FrenchCard, "4c 5c 6d 7c"), 4),
    ],
    ids=repr,
)
def test_odd_melds_are_put_in_order_or_refused(meld):
    """A meld that could be written down is a listed one or refused."""
    move = LayMeld(meld)
    if move not in RULES.legal_moves(EARLY, 0):
        refused(RULES, EARLY, move)


def test_reasons_of_lay_offs_and_exchanges():
    """Each mistake has a reason of its own."""
    assert no(PLAY, "lay-off 3d 0 low") is Reason.NO_MATCH
    assert no(PLAY, "lay-off 9h 0 low") is Reason.NO_MATCH
    assert no(PLAY, "lay-off 9h 1") is Reason.NO_MATCH
    assert no(PLAY, "lay-off 9h 9") is Reason.NO_SUCH_MELD
    assert no(PLAY, "swap 9h 0 3") is Reason.NO_MATCH
    assert no(PLAY, "swap 7h 0 1") is Reason.NO_JOKER
    assert no(PLAY, "swap 4s 2 3") is Reason.LOCKED
    assert no(PLAY, "discard Qd") is Reason.CARD_NOT_HELD
    assert no(PLAY, "lay 4c 4d 4h") is Reason.CONTRACT
    assert no(PLAY, "discard 9h") is Reason.JUST_TAKEN
    assert no(EARLY, "lay-off 9h 0") is Reason.NOT_DOWN
    assert no(EARLY, "swap 9h 0 1") is Reason.NOT_DOWN
    state = at(
        "9h 3d", melds=[(0, "5s 5d 5c"), (1, "5h 6h Jk=7h 8h")], phase="play", laid=1, down=[True, True, False, False]
    )
    assert no(state, "lay-off 9h 1 high") is Reason.NEXT_TURN
    state = at("9h", rules=LAST, melds=[(0, "5h 6h 7h 8h")], phase="play")
    assert no(state, "lay-off 9h 0 high", rules=LAST) is Reason.LAST_CARD
    state = at("7h 3d", rules=NO_SWAP, melds=[(0, "5h 6h Jk=7h 8h")], phase="play")
    assert no(state, "swap 7h 0 3", rules=NO_SWAP) is Reason.OPTION_OFF
    state = at("Jk 3d", rules=CAPPED, melds=[(0, "5h 6h Jk=7h 8h")], phase="play")
    assert no(state, "lay-off Jk=9h 0 high", rules=CAPPED) is Reason.TOO_MANY
    assert no(at("3h", discard="", stock="Kd"), "take") is Reason.EMPTY_PILE
    assert no(at("3h", discard="9h", stock=""), "draw") is Reason.EMPTY_STOCK


def test_a_refusal_read_from_the_own_view_is_the_same():
    """Law 11: no refusal depends on what the player cannot know."""
    moves = [*MOVES, *FOREIGN, None, *(Discard(card) for card in FrenchCard.all()), *(move for move, _ in SPELLINGS)]
    for state in STATES.values():
        for player in range(4):
            view = RULES.view(state, player)
            for move in moves:
                assert RULES.refusal(state, move, player) == RULES.refusal(view, move, player)


# Any move that can be built


def some_card(rng):
    return rng.choice(CARDS)


CARDS = FrenchCard.all()
NEAR = read_cards(FrenchCard, "9h 7h 4s Kh Jk 3d 4h 9s 8h Ts Ks Kc 4c 4d Jc Jd Jh")
FAR = [*ODD_NUMBERS[:-1], [Odd()]]


def some_meld(rng):
    """A meld that can be written down, good or not."""
    while True:
        count = rng.choice([1, 2, 3, 3, 3, 4, 4, 4, 5, 14, 30])
        if rng.random() < 0.5:
            suit, rank = rng.choice("cdhs"), rng.randint(1, 14)
            cards = [
                FrenchCard("Jk") if rng.random() < 0.3 else FrenchCard("A23456789TJQKA"[(rank + i - 1) % 14] + suit)
                for i in range(count)
            ]
        else:
            cards = [rng.choice(NEAR if rng.random() < 0.7 else CARDS) for _ in range(count)]
            rank = rng.choice([cards[0].rank, rng.randint(-1, 15)])
        try:
            return Meld(rng.choice(["set", "run"]), tuple(cards), rank)
        except NotationError:
            continue


def some_move(rng):
    """A move of the game with anything inside that can be inside."""
    kind = rng.randrange(5)
    pick = NEAR if rng.random() < 0.8 else CARDS
    number = rng.choice([0, 1, 2, 3]) if rng.random() < 0.85 else rng.choice(FAR)
    if kind == 0:
        return LayMeld(some_meld(rng))
    if kind == 1:
        end = rng.choice(["low", "high", None]) if rng.random() < 0.9 else rng.choice(["top", "", 7, (), True, b"low"])
        return LayOff(rng.choice(pick), rng.choice([None, None, rng.choice(pick)]), number, end)
    if kind == 2:
        return SwapJoker(rng.choice(pick), number, rng.randint(0, 5) if rng.random() < 0.85 else rng.choice(FAR))
    if kind == 3:
        return Discard(rng.choice(pick))
    return rng.choice([DrawStock(), TakeDiscard(), Buy(rng.choice(RULES.deck)), Pass(), Deal()])


def well_typed(move):
    """Whether its numbers are numbers; True equals 1, but is none."""
    return all(type(getattr(move, name, 0)) is int for name in ("meld", "position") if not isinstance(move, LayMeld))


RANDOM_RULES = {
    "default": RULES,
    "any time": ANY_TIME,
    "last discard": LAST,
    "capped": CAPPED,
    "high": ShanghaiRummy(ace="high", joker_swap="off", may_discard_taken=True),
}


@pytest.mark.parametrize("name", RANDOM_RULES)
def test_refusing_never_raises_and_agrees_with_the_list(name):
    """Law 5: whatever can be built is listed and taken, or refused with a sentence, and the state stays equal."""
    rules = RANDOM_RULES[name]
    rng = Random(name)
    taken = 0
    for hands, facts in (
        (HANDS, {"melds": [(0, "5h 6h 7h 8h"), *MELDS[1:]], "discard": "8c 9c", "phase": "play", "taken": "9h"}),
        (HANDS, {"melds": [MELDS[0], MELDS[1], (0, "4c 4d 4h"), MELDS[3]], "phase": "play", "laid": 2}),
        (["4c 4d 4h 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"], {"discard": "8c", "phase": "play"}),
        (
            ["Jc Jd Jh Jk 9h 9s", "3c", "6c", "Ad"],
            {"melds": [(1, "5h 6h Jk=7h 8h"), (0, "4c 4d 4h")], "phase": "play", "laid": 1},
        ),
        (HANDS, {"discard": "8c 9c", "stock": "Td Tc Th"}),
        (HANDS, {"discard": "8c 9c", "stock": "Td Tc Th", "phase": "claim", "claimant": 1}),
    ):
        state = rules.position(hands=hands, **facts)
        (player,) = rules.actors(state)
        listed = set(rules.legal_moves(state, player))
        before = repr(state)
        for _ in range(400):
            move = some_move(rng)
            seat = player if rng.random() < 0.9 else rng.randrange(4)
            refusal = rules.refusal(state, move, seat)
            legal = seat == player and well_typed(move) and any(move == one for one in listed)
            assert (refusal is None) == legal, (move, refusal)
            if refusal is None:
                taken += 1
                assert rules.apply(state, move, seat) == rules.apply_unchecked(state, move, seat)
                continue
            assert isinstance(refusal.reason, Reason)
            assert sentence(refusal.text)
            with pytest.raises(IllegalMove) as caught:
                rules.apply(state, move, seat)
            assert caught.value.refusal == refusal
        assert repr(state) == before
    assert taken > 50


# Codes

BAD_CODES = [
    *("", " ", "draw now", "Draw", "DRAW", "draws", "take 9h", "take pile", "buy", "buy 9h 8h", "buy 1", "pass pass", "deal 2"),
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
    *(None, 7, 1.5, True, b"draw", ["draw"], ("discard", "9h"), {}, Odd(), object()),
]


@pytest.mark.parametrize("code", BAD_CODES, ids=range(len(BAD_CODES)))
def test_no_code_of_a_move(code):
    with pytest.raises(NotationError) as caught:
        RULES.parse(code)
    assert sentence(str(caught.value))
    assert len(str(caught.value)) < 1000


def test_codes_of_moves():
    """The other side: what `str` writes is read back."""
    rng = Random(5)
    for move in [*MOVES, *(move for move, _ in SPELLINGS), *(LayMeld(some_meld(rng)) for _ in range(60))]:
        try:
            again = RULES.parse(str(move))
        except NotationError:
            assert isinstance(move, LayMeld)  # a meld that breaks rules need not have a code of its own
            continue
        if not isinstance(move, LayMeld):
            assert again == move


def test_hundreds_of_broken_codes():
    """Letters put in, left out, doubled and swapped: a code of the same move, of another, or an error of notation."""
    rng = Random(11)
    good = ["draw", "take", "buy 9h", "pass", "deal", "discard 9h", "lay 4c 4d Jk", "lay 5h 6h Jk=7h 8h"]
    good += ["lay-off 9h 0 high", "lay-off Jk=9h 12 low", "lay-off 4s 2", "swap 7h 0 3"]
    letters = " abcdhs0123456789TJQKAk=-+.,\n\t\0é٣"
    broken = 0
    for _ in range(1500):
        code = rng.choice(good)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(code) + 1)
            code = rng.choice(
                [
                    code[:place] + rng.choice(letters) + code[place:],
                    code[:place] + code[place + 1 :],
                    code[:place] + code[place : place + 1] * 2 + code[place + 1 :],
                    code[:place] + code[place:][::-1],
                    code + " " + rng.choice(good),
                ]
            )
        try:
            move = RULES.parse(code)
        except NotationError as error:
            broken += 1
            assert sentence(str(error))
        else:
            assert RULES.parse(str(move)) == move
    assert broken > 700


# Options

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
    *(("deck", value) for value in (None, 7, "", [], "4c 4d", "a b", "4c -", [7], [None], ["7"], Odd())),
    ("deck", [NumberCard("7")]),
    ("deck", " ".join(["4c"] * 60)),
    ("deck", " ".join(["Jk"] * 108)),
    ("deck", codes(RULES.deck) + " " + " ".join(["Jk"] * 13)),
    *(
        ("contracts", value)
        for value in (None, 7, "", [], (), "2 0", [()], [(1,)], [(1, 0, 0)], [1], [None], Odd(), {})
    ),
    *(("contracts", value) for value in ([("2", 0)], [(2.0, 0)], [(True, 0)], [(None, 1)], [(-1, 2)], [(0, 0)])),
    *(("contracts", value) for value in ([(2, 0), (0, 0)], [(6, 0)], [(0, 6)], [(3, 3)], [(10**9, 0)], [(1, 0)] * 31)),
    *(("contracts", value) for value in ([Contract], [(1, 0), "x"], [[Odd(), 0]], [{}], 1.5, True)),
    *(("points", value) for value in (None, 7, "", [], [(0, 50)], {1: 5}, {15: 5}, {-1: 5}, {"A": 5}, {"14": 5})),
    *(("points", value) for value in ({14: -1}, {14: 1.5}, {14: "20"}, {14: None}, {14: True}, {14: 10**9}, {True: 5})),
    *(("points", value) for value in ({None: 5}, {14.0: 5}, Odd(), {(): 1}, {14: Odd()})),
]


@pytest.mark.parametrize(
    ("name", "value"), BAD_OPTIONS, ids=lambda part: part if isinstance(part, str) and len(part) < 30 else None
)
def test_bad_options(name, value):
    """Out of range or of the wrong type: the error names the option."""
    for build in (ShanghaiRummy, RULES.evolve):
        with pytest.raises(ConfigurationError) as caught:
            build(**{name: value})
        assert caught.value.option == name
        assert name in str(caught.value)
        assert sentence(str(caught.value))
        assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    "name", ["colour", "rounds", "player", "Players", "seed", "swap", "buy_order", "melding", "_lays"]
)
def test_unknown_options(name):
    """The error names it, and the ones there are."""
    for build in (ShanghaiRummy, RULES.evolve):
        with pytest.raises(ConfigurationError) as caught:
            build(**{name: 1})
        assert name in str(caught.value)
        assert "joker_swap" in str(caught.value)


CARDS_25 = codes(RULES.deck[:25])

CONTRADICTIONS = {
    "more cards than a hand can ever hold": {"contracts": [(0, 5)]},
    "without buys": {"contracts": [(2, 2)], "max_buys": 0},
    "with a small hand": {"hand_size": 1},
    "with a small hand and no buys": {"contracts": [(1, 0)], "hand_size": 1, "max_buys": 0},
    "and a card to discard": {"contracts": [(1, 4)], "go_out": "discard"},
    "with a small hand and a card to discard": {
        "contracts": [(1, 0)],
        "hand_size": 2,
        "max_buys": 0,
        "go_out": "discard",
    },
    "no rank three times": {
        "players": 2,
        "hand_size": 3,
        "contracts": [(1, 0)],
        "deck": "2c 2d 3c 3d 4c 4d 5c 5d 6c 6d",
    },
    "no four in a row": {
        "players": 2,
        "hand_size": 4,
        "contracts": [(0, 1)],
        "deck": "2c 3c 4c 6c 7c 8c 2d 3d 4d 6d 7d 8d",
    },
    "two sets, cards for one": {
        "players": 2,
        "hand_size": 3,
        "contracts": [(2, 0)],
        "deck": "2c 2d 2h 3c 4c 5c 6c 7c 8c 9c",
    },
    "the set takes the card of the run": {
        "players": 2,
        "hand_size": 4,
        "contracts": [(1, 1)],
        "deck": "5c 5d 5h 6c 7c 8c 2d 3d 9d Jd Qd Ah",
    },
    "jokers that no meld takes": {
        "players": 2,
        "hand_size": 3,
        "contracts": [(1, 0)],
        "max_jokers_per_meld": 0,
        "deck": "2c 2d 3c 3d 4c 4d 5c 5d Jk Jk Jk",
    },
    "a run over the king": {
        "players": 2,
        "hand_size": 4,
        "contracts": [(0, 1)],
        "ace": "low",
        "deck": "Jc Qc Kc Ac Jd Qd Kd Ad 4h 4s 5h 5s",
    },
    "a run under the two": {
        "players": 2,
        "hand_size": 4,
        "contracts": [(0, 1)],
        "ace": "high",
        "deck": "Ac 2c 3c 4c Ad 2d 3d 4d 9h 9s Th Ts",
    },
    "one card short of the deal": {"players": 2, "deck": CARDS_25[:-3]},
    "four players and one pack less a card": {"deck": codes(RULES.deck[:48])},
    "six hands of fifteen and one pack": {"players": 6, "hand_size": 15, "decks": 1},
    "another deck and packs": {"deck": codes(RULES.deck[:60]), "decks": 3},
    "another deck and jokers": {"deck": codes(RULES.deck[:60]), "jokers": 2},
    "a dealer who does not play": {"players": 2, "first_dealer": 2},
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_options_that_contradict(name):
    """Section 6: a contradictory option is refused, with a reason."""
    with pytest.raises(ConfigurationError) as caught:
        ShanghaiRummy(**CONTRADICTIONS[name])
    assert sentence(str(caught.value))


FITTING = {
    "nineteen cards": {"contracts": [(1, 4)]},
    "eighteen and one to discard": {"contracts": [(2, 3)], "go_out": "discard"},
    "two cards and one drawn": {"contracts": [(1, 0)], "hand_size": 2, "max_buys": 0},
    "three cards, one drawn, one to discard": {
        "contracts": [(1, 0)],
        "hand_size": 3,
        "max_buys": 0,
        "go_out": "discard",
    },
    "a rank three times": {
        "players": 2,
        "hand_size": 3,
        "contracts": [(1, 0)],
        "deck": "2c 2d 3c 3d 4c 4d 5c 5d 6c 6d 6h",
    },
    "four in a row by a joker": {
        "players": 2,
        "hand_size": 4,
        "contracts": [(0, 1)],
        "deck": "2c 3c 4c 6c 7c 8c 2d 3d 4d 6d 7d Jk",
    },
    "a set beside the run": {
        "players": 2,
        "hand_size": 4,
        "contracts": [(1, 1)],
        "deck": "5c 5d 5h 5s 6c 7c 8c 2d 3d 9d Jd Qd",
    },
    "the smallest deck of two hands": {"players": 2, "deck": CARDS_25, "contracts": [(2, 0)]},
    "and without an upcard": {
        "players": 2,
        "deck": CARDS_25[:-3],
        "contracts": [(2, 0)],
        "initial_upcard": False,
    },
    "six players, hands of fifteen": {"players": 6, "hand_size": 15},
    "as many of each as may be": {"players": 2, "contracts": [(1, 0)], "hand_size": 3, "deck": "4c " * 6 + "4d 4d Jk"},
}


@pytest.mark.parametrize("name", FITTING)
def test_options_that_just_fit(name):
    """The other side of each boundary."""
    rules = ShanghaiRummy(**FITTING[name])
    state = rules.deal(seed=1)
    assert rules.checked(state) == state
    assert rules.actors(state)


def test_options_are_named():
    with pytest.raises((ConfigurationError, TypeError)):
        ShanghaiRummy(3)


def test_rules_states_moves_and_melds_do_not_change():
    """Assigning raises the error of frozen values, on what there is and on what there is not."""
    meld = Meld.read("4c 4d 4h")
    for value, name in (
        *((RULES, name) for name in ("players", "melding", "nothing")),
        *((PLAY, name) for name in ("turn", "melds", "nothing")),
        *((meld, name) for name in ("rank", "nothing")),
        (LayMeld(meld), "meld"),
        (LayOff("9h", None, 0, "high"), "card"),
        (RULES.contracts[0], "sets"),
    ):
        before = repr(value)
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)
        assert repr(value) == before


# The deal


@pytest.mark.parametrize("seed", ["7", "", 7.0, 0.5, True, False, [], (1,), b"7", 1j, Odd()])
def test_seeds_are_integers(seed):
    with pytest.raises(ConfigurationError) as caught:
        RULES.deal(seed=seed)
    assert caught.value.option == "seed"
    assert "integer" in str(caught.value)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64, 2**100])
def test_seeds_of_any_usual_size(seed):
    assert RULES.deal(seed=seed) == RULES.deal(seed=seed)


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
    Odd(),
]


@pytest.mark.parametrize("order", BAD_ORDERS, ids=range(len(BAD_ORDERS)))
def test_an_order_is_the_deck(order):
    with pytest.raises(ConfigurationError) as caught:
        RULES.deal(order=order)
    assert caught.value.option == "order"
    assert sentence(str(caught.value))


# Positions

FOUR = ["9h 7h 4s", "3c 5d", "6c", "Ad"]
RUN, SET = (0, "5h 6h Jk=7h 8h"), (1, "Kc Kd Ks")
IN_PLAY = {"phase": "play"}
TO_BUY = {"phase": "claim", "discard": "8c 9c", "stock": "Td Tc Th", "claimant": 1}
IS_OVER = {
    "hands": ["", "", "", ""],
    "shown": ["", "2d", "2h", "2s"],
    "phase": "over",
    "results": [[0, 5, 5, 5]],
    "down": [True, False, False, False],
}


BAD_POSITIONS = {
    "too many hands": ({"hands": [*FOUR, "Qd"]}, "hands"),
    "no hands": ({"hands": []}, ""),
    "hands one text": ({"hands": "4c 4d"}, "hands"),
    "hands None": ({"hands": None}, "hands"),
    "hands a number": ({"hands": 3}, "hands"),
    "hands of numbers": ({"hands": [4, 7, 9, 10]}, "hands"),
    "hand None": ({"hands": [None, "7h", "9h", "4c"]}, "hands"),
    "a hand empty": ({"hands": ["9h", "", "6c", "Ad"]}, "hand"),
    "the hand on turn empty": ({"hands": ["", "9h", "6c", "Ad"]}, "hand"),
    "hands left out": ({"hands": ["9h", "4c"]}, "hand"),
    "all hands empty": ({"hands": ["", "", "", ""]}, "hand"),
    "no card": ({"hands": ["x", "7h", "9h", "4c"]}, "x"),
    "no card on the pile": ({"discard": "8c x"}, "x"),
    "no card in the stock": ({"stock": "10h"}, "10h"),
    "no card removed": ({"removed": "zz"}, "zz"),
    "a gap": ({"hands": ["9h -", "7h", "6c", "4c"]}, "-"),
    "a card three times in a hand": ({"hands": ["9h 9h 9h", "7h", "6c", "4c"]}, "9h"),
    "a card three times in three zones": ({"discard": "9h", "stock": "9h"}, "9h"),
    "a card three times with a meld": ({"hands": ["5h 5h", "3c", "6c", "Ad"], "melds": [RUN], "discard": "8c"}, "5h"),
    "five jokers": ({"hands": ["Jk Jk", "Jk", "6c", "Ad"], "melds": [(1, "Kc Jk Jk")]}, "Jk"),
    "stock a number": ({"stock": 50}, "stock"),
    "discard a number": ({"discard": 50}, "discard"),
    "discard None": ({"discard": None}, "discard"),
    "removed None": ({"removed": None}, "removed"),
    "nothing to draw": ({"stock": "", "discard": ""}, "draw"),
    # melds
    "melds None": ({"melds": None}, "melds"),
    "melds a text": ({"melds": "4c 4d 4h"}, "melds"),
    "melds a number": ({"melds": 7}, "melds"),
    "a meld without an owner": ({"melds": ["Kc Kd Ks"]}, "melds"),
    "a meld of one part": ({"melds": [(0,)]}, "melds"),
    "a meld of three parts": ({"melds": [(0, "Kc Kd Ks", 1)]}, "melds"),
    "a meld None": ({"melds": [None]}, "melds"),
    "a meld's owner unknown": ({"melds": [(4, "Kc Kd Ks")]}, ""),
    "a meld's owner below": ({"melds": [(-1, "Kc Kd Ks")]}, ""),
    "a meld's owner a text": ({"melds": [("0", "Kc Kd Ks")]}, ""),
    "a meld's owner a bool": ({"melds": [(True, "Kc Kd Ks")]}, ""),
    "a meld's owner None": ({"melds": [(None, "Kc Kd Ks")]}, ""),
    "a meld's owner huge": ({"melds": [(10**30, "Kc Kd Ks")]}, ""),
    "a meld a number": ({"melds": [(0, 7)]}, "meld"),
    "a meld no cards": ({"melds": [(0, "")]}, "meld"),
    "a meld no card": ({"melds": [(0, "Kc Kd x")]}, "x"),
    "a meld of jokers": ({"melds": [(0, "Jk Jk Jk")]}, "joker"),
    "a meld of two ranks": ({"melds": [(0, "Kc Kd Qs")]}, ""),
    "a meld of two cards": ({"melds": [(0, "Kc Kd")]}, ""),
    "a meld with a gap": ({"melds": [(0, "Tc Jc Kc Ac")]}, ""),
    "a meld of three in a row": ({"melds": [(0, "Tc Jc Qc")]}, ""),
    "a meld of two suits": ({"melds": [(0, "Tc Jc Qd Kc")]}, ""),
    "a meld round the corner": ({"melds": [(0, "Qc Kc Ac 2c")]}, ""),
    "a meld of twins in a row": ({"melds": [(0, "Tc Tc Jc Qc Kc")]}, ""),
    "a joker at the wrong place": ({"melds": [(0, "Tc Jc Jk=Ac Kc")]}, ""),
    "a joker in a set with a meaning": ({"melds": [(0, "Kc Kd Jk=Ks")]}, ""),
    # shown
    "shown while the round is on": ({"shown": ["", "Qd", "", ""]}, "shown"),
    "shown too many": ({**IS_OVER, "shown": ["", "2d", "2h", "2s", "3d"]}, "shown"),
    "shown no card": ({**IS_OVER, "shown": ["", "x", "2h", "2s"]}, "x"),
    "shown one text": ({**IS_OVER, "shown": "2d"}, "shown"),
    "shown None": ({**IS_OVER, "shown": None}, "shown"),
    # facts
    "turn too high": ({"turn": 4}, "turn"),
    "turn below": ({"turn": -1}, "turn"),
    "turn a text": ({"turn": "0"}, "turn"),
    "turn a float": ({"turn": 0.0}, "turn"),
    "turn a bool": ({"turn": True}, "turn"),
    "turn None": ({"turn": None}, "turn"),
    "phase unknown": ({"phase": "deal"}, "phase"),
    "phase None": ({"phase": None}, "phase"),
    "phase a list": ({"phase": []}, "phase"),
    "claimant in the draw": ({"claimant": 1}, "claimant"),
    "claimant in play": ({**IN_PLAY, "claimant": 1}, "claimant"),
    "claimant left out": ({**TO_BUY, "claimant": None}, "claimant"),
    "claimant on turn": ({**TO_BUY, "claimant": 0}, "claimant"),
    "claimant who discarded": ({**TO_BUY, "claimant": 3}, "claimant"),
    "claimant who is down": ({**TO_BUY, "melds": [SET]}, "claimant"),
    "claimant without buys": ({**TO_BUY, "buys": [0, 3, 0, 0]}, "claimant"),
    "claimant too high": ({**TO_BUY, "claimant": 4}, "claimant"),
    "claimant a text": ({**TO_BUY, "claimant": "1"}, "claimant"),
    "claimant a bool": ({**TO_BUY, "claimant": True}, "claimant"),
    "a claim with an empty pile": ({**TO_BUY, "discard": ""}, "claim"),
    "a claim with too few cards": ({**TO_BUY, "discard": "9c", "stock": "Td"}, "claim"),
    "a claim with one discard behind": ({**TO_BUY, "discard": "8c 9c", "stock": ""}, "claim"),
    "upcard a number": ({"upcard": 1}, "upcard"),
    "upcard None": ({"upcard": None}, "upcard"),
    "upcard a text": ({"upcard": "yes"}, "upcard"),
    "down too short": ({"down": [True]}, "down"),
    "down too long": ({"down": [False] * 5}, "down"),
    "down of numbers": ({"down": [0, 0, 0, 0]}, "down"),
    "down a number": ({"down": 3}, "down"),
    "down a text": ({"down": "yes"}, "down"),
    "an owner who is not down": ({"melds": [SET], "down": [False] * 4}, "melds"),
    "laid below": ({**IN_PLAY, "laid": -1}, "laid"),
    "laid a text": ({**IN_PLAY, "laid": "1"}, "laid"),
    "laid a bool": ({**IN_PLAY, "melds": [(0, "4c 4d 4h")], "laid": True}, "laid"),
    "laid None": ({**IN_PLAY, "laid": None}, "laid"),
    "laid a float": ({**IN_PLAY, "laid": 0.0}, "laid"),
    "laid without melds": ({**IN_PLAY, "laid": 1}, "laid"),
    "laid with another's melds": ({**IN_PLAY, "melds": [SET], "laid": 1}, "laid"),
    "laid before the draw": ({"melds": [(0, "4c 4d 4h")], "laid": 1, "down": [True, False, False, False]}, "laid"),
    "all laid and not down": (
        {**IN_PLAY, "melds": [(0, "4c 4d 4h"), (0, "Jc Jd Js")], "laid": 2, "down": [False] * 4},
        "",
    ),
    "laid more than owned": ({**IN_PLAY, "melds": [(0, "4c 4d 4h")], "laid": 2, "down": [False] * 4}, "laid"),
    "laid fewer than owned": (
        {**IN_PLAY, "melds": [(0, "4c 4d 4h"), (0, "Jc Jd Js")], "laid": 1, "down": [False] * 4},
        "laid",
    ),
    "laid what the contract does not ask for": (
        {**IN_PLAY, "hands": ["Jc Jd Js 9h", "3c", "6c", "Ad"], "melds": [(0, "4c 5c 6c 7c")], "laid": 1},
        "laid",
    ),
    "laid huge": ({**IN_PLAY, "melds": [(0, "4c 4d 4h")], "laid": 10**30}, "laid"),
    "a contract begun that cannot be completed": ({**IN_PLAY, "melds": [(0, "4c 4d 4h")], "laid": 1}, ""),
    "buys too short": ({"buys": [0]}, "buys"),
    "buys too long": ({"buys": [0] * 5}, "buys"),
    "buys too many": ({"buys": [0, 4, 0, 0]}, "buys"),
    "buys below": ({"buys": [0, -1, 0, 0]}, "buys"),
    "buys of texts": ({"buys": ["0", "0", "0", "0"]}, "buys"),
    "buys of bools": ({"buys": [True, False, False, False]}, "buys"),
    "buys a number": ({"buys": 3}, "buys"),
    "taken before the draw": ({"taken": "9h"}, "taken"),
    "taken and not in the hand": ({**IN_PLAY, "taken": "Qd"}, "taken"),
    "taken of another player": ({**IN_PLAY, "taken": "5d"}, "taken"),
    "taken no card": ({**IN_PLAY, "taken": "x"}, "x"),
    "taken two cards": ({**IN_PLAY, "taken": "9h 7h"}, "taken"),
    "taken a number": ({**IN_PLAY, "taken": 9}, "taken"),
    "taken a list": ({**IN_PLAY, "taken": []}, "taken"),
    "taken while others buy": ({**TO_BUY, "taken": "9h"}, "taken"),
    "dealer too high": ({"dealer": 4}, "dealer"),
    "dealer below": ({"dealer": -1}, "dealer"),
    "dealer a text": ({"dealer": "x"}, "dealer"),
    "dealer a bool": ({"dealer": True}, "dealer"),
    "round nought": ({"round": 0}, "round"),
    "round beyond the last": ({"round": 8}, "round"),
    "round a text": ({"round": "1"}, "round"),
    "round a bool": ({"round": True}, "round"),
    "round None": ({"round": None}, "round"),
    "results too early": ({"results": [[0, 5, 5, 5]]}, "results"),
    "results missing": ({"round": 3, "results": [[0, 5, 5, 5]]}, "results"),
    "results a number": ({"round": 2, "results": 3}, "results"),
    "results of three players": ({"round": 2, "results": [[0, 5, 5]]}, "results"),
    "results of texts": ({"round": 2, "results": [["0", "5", "5", "5"]]}, "results"),
    "results of bools": ({"round": 2, "results": [[True, False, False, False]]}, "results"),
    "results below nought": ({"round": 2, "results": [[0, -5, 5, 5]]}, "results"),
    "results of lists": ({"round": 2, "results": [[[], [], [], []]]}, "results"),
    "over without a result": ({**IS_OVER, "results": []}, "results"),
    "over with other points": ({**IS_OVER, "results": [[0, 10, 5, 5]]}, "results"),
    "over with cards in hand": ({**IS_OVER, "hands": ["9h", "", "", ""]}, "over"),
}


@pytest.mark.parametrize("kind", BAD_POSITIONS)
def test_impossible_positions(kind):
    """Each says in a sentence what is wrong with it."""
    facts, word = BAD_POSITIONS[kind]
    with pytest.raises(PositionError) as caught:
        RULES.position(**{"hands": FOUR, **facts})
    assert word in str(caught.value)
    assert sentence(str(caught.value))


@pytest.mark.parametrize(
    ("options", "facts"),
    [
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
    ],
    ids=str,
)
def test_positions_against_the_options(options, facts):
    """What the default rules allow, other options do not."""
    facts = {"hands": FOUR, **facts}
    with pytest.raises(PositionError) as caught:
        ShanghaiRummy(**options).position(**facts)
    assert sentence(str(caught.value))


@pytest.mark.parametrize(
    "name",
    [
        "hands",
        "discard",
        "melds",
        "shown",
        "stock",
        "removed",
        "turn",
        "phase",
        "claimant",
        "upcard",
        "down",
        "laid",
        "buys",
        "taken",
        "dealer",
        "round",
        "results",
        "seed",
    ],
)
def test_rubbish_in_every_argument(name):
    """Anything at all: an error of the library, or a position that can be played."""
    rubbish = [
        *(
            None,
            0,
            1,
            -1,
            4,
            10**30,
            1.5,
            float("nan"),
            True,
            False,
            "",
            "x",
            "9h",
            "9h 9h 9h",
            "?",
            "\0",
            "over",
            "play",
            b"9h",
        ),
        *(
            [],
            [[]],
            [[[]]],
            [None],
            [0],
            ["9h"],
            ["9h"] * 9,
            [True] * 4,
            [0] * 4,
            [(0, "Kc Kd Ks")],
            [(0, None)],
            [("", "")],
        ),
        *(
            {},
            {"hands": []},
            {1, 2},
            (),
            object(),
            Odd(),
            [Odd()],
            [[Odd()]],
            [(0, Odd())],
            [(Odd(), "Kc Kd Ks")],
            BACK,
            [BACK],
        ),
        *(FrenchCard("9h"), [FrenchCard("9h")], NumberCard("7"), PLAY, RULES, Exception, lambda: 0, iter(()), range(4)),
    ]
    tame = [junk for junk in rubbish if not isinstance(junk, Odd | list)] + [[[]], [None], [0], [(0, None)], [("", "")]]
    for base in ({"hands": FOUR, "discard": "8c"}, {"hands": FOUR, "phase": "play", "melds": [RUN]}, IS_OVER):
        for junk in rubbish if name not in ("melds", "phase") else tame:
            state = answer(lambda junk=junk, base=base: RULES.position(**{**base, name: junk}))
            if state is not None:
                assert RULES.checked(state) == state
                (actor,) = RULES.actors(state)
                assert RULES.legal_moves(state, actor)


@pytest.mark.parametrize("name", ["colour", "players", "pile", "hand", "meld", "chance"])
def test_unknown_arguments(name):
    with pytest.raises((TypeError, ShedkitError)):
        RULES.position(hands=FOUR, **{name: 1})


@pytest.mark.parametrize("seed", ["7", 7.0, True, [], Odd()])
def test_seeds_of_positions_are_integers(seed):
    with pytest.raises((ConfigurationError, PositionError)) as caught:
        RULES.position(hands=FOUR, seed=seed)
    assert "seed" in str(caught.value)


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


@pytest.mark.parametrize("name", POSSIBLE)
def test_possible_positions(name):
    """The other side: these are not refused, reachable or not."""
    state = RULES.position(**{"hands": FOUR, **POSSIBLE[name]})
    (actor,) = RULES.actors(state)
    assert RULES.legal_moves(state, actor)
    assert RULES.checked(state) == state


def test_over_without_an_empty_hand_where_the_stock_ends_the_round():
    """SR-A16: with `end_round` nobody needs to be out."""
    facts = {**IS_OVER, "shown": ["9h", "2d", "2h", "2s"], "results": [[10, 5, 5, 5]]}
    assert END.position(**facts, stock="").phase == "over"


@pytest.mark.parametrize("state", [None, 7, "state", (), Shithead().deal(seed=1), RULES.view(PLAY, 0)], ids=type)
def test_checked_takes_states_of_this_game(state):
    """`checked` answers for a state, and has an error of the library for anything else."""
    with pytest.raises(ShedkitError):
        RULES.checked(state)


def test_a_state_of_another_table():
    """A state of four players at a table of two, or of other options."""
    for rules in (TWO, ShanghaiRummy(decks=1), ShanghaiRummy(contracts=[(1, 0)])):
        with pytest.raises(ShedkitError):
            rules.checked(ENDED)


# JSON


def paths(data, here=()):
    """Every place inside a JSON value; of long lists only the first entries."""
    yield here
    entries = data.items() if isinstance(data, dict) else enumerate(data[:2]) if isinstance(data, list) else ()
    for key, part in entries:
        yield from paths(part, (*here, key))


SPOIL = [
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        7,
        2**70,
        10**400,
        1.5,
        float("nan"),
        "",
        "?",
        "7h",
        "Jk",
        "x" * 500,
        "\ud800",
        "over",
        "play",
    ),
    *(
        [],
        [[]],
        ["?"],
        ["7h"],
        [None],
        [0, 0, 0, 0],
        [[[[[[]]]]]],
        {},
        {"seed": 1},
        {"move": "draw"},
        {"sets": 1, "runs": 0},
    ),
]


def spoiled(data):
    """Every way to put junk into a JSON value, to leave something out, or to put something more in."""
    for path in paths(data):
        for junk in SPOIL:
            yield changed(data, path, lambda at, key, junk=junk: at.__setitem__(key, junk))
        if path:
            yield changed(data, path, lambda at, key: at.pop(key))
        yield changed(data, path, lambda at, key: at[key].update(mood=1) if isinstance(at[key], dict) else None)
        yield changed(
            data, path, lambda at, key: at[key].append(at[key][0]) if at[key] and isinstance(at[key], list) else None
        )


def changed(data, path, change):
    """A copy in which one entry is changed; only the containers on the way are copied."""
    root = [data]
    container, here = root, 0
    for key in path:
        container[here] = copy.copy(container[here])
        container, here = container[here], key
    if isinstance(container[here], dict | list):
        container[here] = copy.copy(container[here])
    change(container, here)
    return root[0] if root else None


def text(value):
    return json.dumps(value, sort_keys=True)


def in_order(data):
    """The same JSON with the cards of sets in order, as the constructor of a meld puts them."""
    if isinstance(data, list):
        return [in_order(part) for part in data]
    if not isinstance(data, dict):
        return data
    made = {name: in_order(part) for name, part in data.items()}
    if made.get("kind") == "set":
        made["cards"] = sorted(made["cards"], key=lambda code: FrenchCard(code).order)
    return made


EVENTS = [
    *RULES.trace(CLAIM, Buy(CLAIM.discard[-1]), 1)[1],
    *RULES.trace(CLAIM, Pass(), 1)[1],
    *RULES.trace(PLAY, SwapJoker("7h", 0, 3), 0)[1],
    *RULES.trace(PLAY, LayOff("Jk", "9h", 0, "high"), 0)[1],
    *RULES.trace(MIDDLE, LayMeld("Jc Jd Jh"), 0)[1],
    *RULES.trace(PLAY, Discard("3d"), 0)[1],
    *RULES.trace(at("9h", phase="play", round=7), Discard("9h"), 0)[1],
    *RULES.trace(OVER, Deal(), 0)[1][:3],
    Moved((BACK,), Place("stock"), Place("hands", 0)),
]
JSON = {
    **{f"state {name}": (RULES.state_from_json, RULES.to_json(state)) for name, state in STATES.items()},
    **{
        f"view {name} {player}": (RULES.view_from_json, RULES.to_json(RULES.view(state, player)))
        for name, state in STATES.items()
        for player in (0, None)
        if name in ("play", "claim", "middle", "over")
    },
    **{
        f"move {move}": (RULES.move_from_json, RULES.to_json(move))
        for move in [*MOVES, LayMeld("5h 6h Jk=7h 8h"), LayOff("Jk", "9h", 0, "high")]
    },
    **{f"event {number}": (RULES.event_from_json, RULES.to_json(event)) for number, event in enumerate(EVENTS)},
}


@pytest.mark.parametrize("name", JSON)
def test_malformed_json_is_refused_or_read_as_it_stands(name):
    """Field by field: only errors of notation and position come out; and what is read is read without repair."""
    read, data = JSON[name]
    assert text(RULES.to_json(read(copy.deepcopy(data)))) == text(data)
    before = text(data)
    for bad in spoiled(data):
        try:
            value = read(bad)
        except (NotationError, PositionError):
            continue
        assert text(RULES.to_json(value)) == text(in_order(bad))
    assert text(data) == before


def test_json_of_a_state_that_cannot_be():
    """What `position` refuses, JSON cannot bring in."""
    for path, junk in (
        (("phase",), "draw"),
        (("taken",), "Qd"),
        (("laid",), 3),
        (("claimant",), 1),
        (("down", 0), False),
        (("buys", 1), 4),
        (("melds", 0, "owner"), 4),
        (("melds", 0, "owner"), 2),
        (("melds", 0, "meld", "rank"), 6),
        (("melds", 0, "meld", "kind"), "set"),
        (("contract",), {"sets": 0, "runs": 3}),
        (("round", "number"), 2),
        (("hands", 0), ["7h"]),
        (("stock", 0), "Ah"),
    ):
        data = changed(RULES.to_json(PLAY), path, lambda at, key, junk=junk: at.__setitem__(key, junk))
        with pytest.raises((NotationError, PositionError)) as caught:
            RULES.state_from_json(data)
        assert sentence(str(caught.value))


@pytest.mark.parametrize("places", [[1, 2, 3, 4], [1, 1, 1, 1], [4, 1, 1, 1], [0, 1, 1, 1]])
def test_json_of_places_that_do_not_follow_from_the_points(places):
    """The same for a round that is over."""
    path = ("round", "results", 0, "places")
    data = changed(RULES.to_json(OVER), path, lambda at, key: at.__setitem__(key, places))
    with pytest.raises((NotationError, PositionError)) as caught:
        RULES.state_from_json(data)
    assert sentence(str(caught.value))


# Views


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
@pytest.mark.parametrize("name", ["play", "draw", "claim", "middle"])
def test_a_view_answers_for_its_viewer_only(name, viewer):
    view = RULES.view(STATES[name], viewer)
    for player in range(4):
        asks = [
            lambda player=player: RULES.legal_moves(view, player),
            lambda player=player: RULES.refusal(view, DrawStock(), player),
            lambda player=player: RULES.view(view, player),
            lambda player=player: RULES.suggested(view, player),
        ]
        for ask in asks:
            if player == viewer:
                ask()
            else:
                with pytest.raises(ViewError) as caught:
                    ask()
                assert sentence(str(caught.value))
    assert RULES.view(view, viewer) == view


@pytest.mark.parametrize("player", [player for player in ODD_PLAYERS if player is not None], ids=repr)
def test_views_of_players_who_do_not_exist(player):
    with pytest.raises(ViewError) as caught:
        RULES.view(PLAY, player)
    assert "player" in str(caught.value)


@pytest.mark.parametrize("player", [player for player in ODD_PLAYERS if player is not None], ids=repr)
def test_events_for_players_who_do_not_exist(player):
    """They see no more than an onlooker, or get an error of the library."""
    events = RULES.trace(CLAIM, Buy(CLAIM.discard[-1]), 1)[1]
    try:
        assert RULES.shown(events, player) == RULES.shown(events, None)
    except ShedkitError as error:
        assert sentence(str(error))


@pytest.mark.parametrize(
    "at", [None, 7, "state", (), [], object(), Shithead().deal(seed=1), Quiclo().deal(seed=1), Pass(), Odd()], ids=type
)
def test_neither_state_nor_view(at):
    asks = [
        lambda: RULES.actors(at),
        lambda: RULES.legal_moves(at, 0),
        lambda: RULES.refusal(at, DrawStock(), 0),
        lambda: RULES.outcome(at),
        lambda: RULES.view(at, 0),
        lambda: RULES.apply(at, DrawStock(), 0),
        lambda: RULES.trace(at, DrawStock(), 0),
        lambda: RULES.totals(at),
        lambda: RULES.headline(at),
        lambda: RULES.suggested(at, 0),
    ]
    for ask in asks:
        with pytest.raises(ViewError) as caught:
            ask()
        assert sentence(str(caught.value))


def test_a_view_of_another_game():
    rules = Shithead()
    with pytest.raises(ViewError):
        RULES.legal_moves(rules.view(rules.deal(seed=1), 0), 0)


@pytest.mark.parametrize("name", ["play", "draw", "claim", "middle"])
def test_a_view_cannot_be_moved_on(name):
    """`apply` and `trace` change states; a view, of the player on turn too, is answered with an error of the library."""
    state = STATES[name]
    (actor,) = RULES.actors(state)
    for viewer in (actor, 3, None):
        view = RULES.view(state, viewer)
        for move in RULES.legal_moves(state, actor):
            for change in (RULES.apply, RULES.trace):
                with pytest.raises(ShedkitError) as caught:
                    change(view, move, actor)
                assert sentence(str(caught.value))


@pytest.mark.parametrize("events", [None, 7, ("x",), [None], [DrawStock()], Odd()], ids=type)
def test_events_that_are_none(events):
    with pytest.raises(ShedkitError):
        RULES.shown(events, 0)


def test_refusals_tell_nothing_hidden():
    """Where a card lies that the player cannot see makes no difference."""
    facts = {"melds": MELDS, "discard": "8c 9c", "phase": "play"}
    one = RULES.position(hands=HANDS, stock="Td Tc Qd", **facts)
    other = RULES.position(hands=[HANDS[0], "Td Qd", "Tc", "5d"], stock="3c 6c Ad", **facts)
    for card, meld in product(FrenchCard.all(), range(4)):
        for move in (Discard(card), LayOff(card, None, meld, "high"), SwapJoker(card, meld, 3)):
            refusal = RULES.refusal(one, move, 0)
            assert refusal == RULES.refusal(other, move, 0) == RULES.refusal(RULES.view(one, 0), move, 0)


def test_every_kind_of_refusal_has_a_reason_of_its_own():
    """The reasons that Shanghai Rummy uses, each from its own mistake."""
    reasons = [
        refused(RULES, PLAY, DrawStock(), 4).reason,
        refused(RULES, PLAY, None).reason,
        refused(RULES, PLAY, shithead.TakePile()).reason,
        refused(RULES, ENDED, DrawStock()).reason,
        refused(RULES, PLAY, DrawStock(), 1).reason,
        refused(RULES, PLAY, DrawStock()).reason,
        refused(RULES, PLAY, Discard("Qd")).reason,
        refused(RULES, PLAY, Discard("9h")).reason,
        refused(RULES, PLAY, LayOff("9h", None, 9, "high")).reason,
        refused(RULES, PLAY, LayOff("9h", None, 0, "low")).reason,
        refused(RULES, PLAY, LayOff("4s", None, 2, "low")).reason,
        refused(RULES, PLAY, SwapJoker("7h", 0, 1)).reason,
        refused(RULES, PLAY, SwapJoker("4s", 2, 3)).reason,
        refused(RULES, PLAY, LayMeld("4c 4d 4h")).reason,
        refused(RULES, EARLY, LayMeld("4c 4d 9h")).reason,
        refused(RULES, EARLY, LayOff("9h", None, 0, None)).reason,
    ]
    assert len(set(reasons)) == len(reasons)
