"""What Lucky Shutdown answers to moves, options, orders and positions that cannot be: a reason, and no harm done.

Three players A, B, C (seats 0, 1, 2), A to move, unless a test says otherwise.
"""

from __future__ import annotations

import pytest

from shedkit.core.cards import codes
from shedkit.core.errors import (
    ConfigurationError,
    IllegalMove,
    NotationError,
    PositionError,
    ShedkitError,
    ViewError,
)
from shedkit.core.refusals import Reason
from shedkit.games import quiclo, shithead
from shedkit.games.lucky_shutdown import (
    Arrange,
    ChallengeLuck,
    Deal,
    Decline,
    Flip,
    LuckyCard,
    LuckyShutdown,
    Play,
    React,
    RevealEarly,
    SitOut,
    TakePile,
)

RULES = LuckyShutdown()
DECK = RULES.deck
LUCK = LuckyShutdown(challenge_luck=True)
EARLY = LuckyShutdown(early_reveal=True)
OFF = LuckyShutdown(reaction="off")
MUST_FLIP = LuckyShutdown(blind_take=False)
ANY_19 = LuckyShutdown(skip_rescue_zone="hand_or_face_up")
EASY_COMBO = LuckyShutdown(combo_needs_empty_stock=False)
TWICE = LuckyShutdown(deck=DECK * 2)
SMALL = LuckyShutdown(players=2, deck=DECK[:20])

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


def refused(rules, state, move, player):
    """The refusal of a move: a sentence and a rule, the same from `apply` and `trace`, and the state untouched."""
    before = hash(state), repr(state)
    refusal = rules.refusal(state, move, player)
    assert refusal is not None, f"{move} is taken"
    for change in (rules.apply, rules.trace):
        with pytest.raises(IllegalMove) as caught:
            change(state, move, player)
        assert caught.value.refusal == refusal
        assert str(caught.value) == str(refusal)
    assert (hash(state), repr(state)) == before
    assert move not in rules.legal_moves(state, player)
    assert move not in rules.penalised_moves(state, player)
    assert isinstance(refusal.reason, Reason)
    assert refusal.rule[:3] in ("LS-", "SK-")
    assert refusal.text[0].isupper() or refusal.text[0].isdigit()
    assert refusal.text.endswith(".")
    assert len(refusal.text.split()) >= 3
    return refusal


def named(thing):
    """A name for a test that is the same in every process."""
    return type(thing).__name__ if "object at" in repr(thing) else repr(thing)[:20]


def says(error, *words):
    """The text of an error names these words."""
    text = str(error.value)
    assert all(word in text for word in words), text


CASES = [
    # in play, from the hand
    ("card not held", RULES, PLAY, Play("21o"), Reason.CARD_NOT_HELD, "21o"),
    ("card of another hand", RULES, PLAY, Play("14b"), Reason.CARD_NOT_HELD, "14b"),
    ("card of another row", RULES, PLAY, Play("21b"), Reason.CARD_NOT_HELD, "21b"),
    ("card of the pile", RULES, PLAY, Play("16o"), Reason.CARD_NOT_HELD, "16o"),
    ("own blind card", RULES, PLAY, Play("19o"), Reason.CARD_NOT_HELD, "19o"),
    ("one held, one not", RULES, PLAY, Play("18o 18b"), Reason.CARD_NOT_HELD, "18b"),
    ("card named twice", RULES, PLAY, Play("18o 18o"), Reason.CARD_TWICE, "18o"),
    ("no such card in the deck", RULES, PLAY, Play("22o"), Reason.UNKNOWN_CARD, "22o"),
    ("no such Undercut in the deck", RULES, PLAY, Play("U16o"), Reason.UNKNOWN_CARD, "U16o"),
    ("row while the hand lasts", RULES, PLAY, Play("20o"), Reason.WRONG_ZONE, "hand"),
    ("blind while the hand lasts", RULES, PLAY, Flip(1), Reason.WRONG_ZONE, "hand"),
    ("row while the stock lasts", RULES, {**ROW, "stock": "21o"}, Play("20o"), Reason.WRONG_ZONE, "stock"),
    (
        "row while the stock lasts, combination allowed",
        EASY_COMBO,
        {**ROW, "stock": "21o"},
        Play("20o"),
        Reason.WRONG_ZONE,
        "stock",
    ),
    ("too low", RULES, PLAY, Play("13o"), Reason.TOO_LOW, "16"),
    ("no card", RULES, PLAY, Play(""), Reason.NO_CARD, "card"),
    ("two values", RULES, PLAY, Play("13o 18o"), Reason.NOT_ALIKE, "equal"),
    ("number and magic", RULES, PLAY, Play("18o Do"), Reason.NOT_ALIKE, "effect"),
    ("sit out without a skip", RULES, PLAY, SitOut(), Reason.WRONG_PHASE, "skipped"),
    ("challenge, off", RULES, CANNOT, ChallengeLuck(), Reason.OPTION_OFF, "Luck"),
    ("reveal, off", RULES, COVERED, RevealEarly(1), Reason.OPTION_OFF, "early"),
    ("arrange in play", RULES, PLAY, Arrange("13o 18o Do"), Reason.WRONG_PHASE, "lay"),
    ("deal in play", RULES, PLAY, Deal(), Reason.WRONG_PHASE, "lay"),
    ("combination with more in the hand", RULES, PLAY, Play("16b 16o"), Reason.CARD_NOT_HELD, "16o"),
    (
        "row without the whole hand",
        RULES,
        {"hands": ["18o 13o", "14b"], "face_up": ["18b"], "discard": "16o", "stock": ""},
        Play("18o 18b"),
        Reason.WRONG_ZONE,
        "hand",
    ),
    (
        "five cards",
        TWICE,
        {"hands": ["16o 16o 16o 16b 16b", "14b"], "discard": "15o", "stock": ""},
        Play("16o 16o 16o 16b 16b"),
        Reason.TOO_MANY,
        "4",
    ),
    ("wrong colour", RULES, {"hands": ["18o", "14b"], "discard": "15b"}, Play("18o"), Reason.WRONG_COLOUR, "blue"),
    (
        "magic of the wrong colour",
        RULES,
        {"hands": ["Db", "14b"], "discard": "15o"},
        Play("Db"),
        Reason.WRONG_COLOUR,
        "orange",
    ),
    (
        "wrong colour through a Push",
        RULES,
        {"hands": ["18o", "14b"], "discard": "15b Px"},
        Play("18o"),
        Reason.WRONG_COLOUR,
        "blue",
    ),
    (
        "two of the wrong colour",
        RULES,
        {"hands": ["18o 18o", "14b"], "discard": "15b"},
        Play("18o 18o"),
        Reason.WRONG_COLOUR,
        "blue",
    ),
    ("magic on a 17", RULES, {"hands": ["Fx", "14b"], "discard": "17b"}, Play("Fx"), Reason.LOCKED, "17"),
    ("Undercut 17 on a 17", RULES, {"hands": ["U17x", "14b"], "discard": "17b"}, Play("U17x"), Reason.LOCKED, "17"),
    ("low number on a 17", RULES, {"hands": ["16o", "14b"], "discard": "17b"}, Play("16o"), Reason.TOO_LOW, "17"),
    ("not below an Undercut", RULES, {"hands": ["16o", "14b"], "discard": "U16b"}, Play("16o"), Reason.TOO_HIGH, "16"),
    (
        "too low through a Push",
        RULES,
        {"hands": ["16o", "14b"], "discard": "18b Px"},
        Play("16o"),
        Reason.TOO_LOW,
        "18",
    ),
    ("empty pile", RULES, {"hands": ["16o", "14b"]}, TakePile(), Reason.EMPTY_PILE, "pile"),
    (
        "not in a small deck",
        SMALL,
        {"hands": ["13o", "14o"], "discard": "13b"},
        Play("21o"),
        Reason.UNKNOWN_CARD,
        "21o",
    ),
    # from the rows
    ("row too low", RULES, ROW, Play("13o"), Reason.TOO_LOW, "18"),
    ("not in the row", RULES, ROW, Play("21o"), Reason.CARD_NOT_HELD, "21o"),
    ("row card named twice", RULES, ROW, Play("20o 20o"), Reason.CARD_TWICE, "20o"),
    ("blind while the row lasts", RULES, ROW, Flip(1), Reason.WRONG_ZONE, "open"),
    ("empty slot", RULES, BLIND, Flip(3), Reason.EMPTY_SLOT, "slot 3"),
    ("blind take off", MUST_FLIP, BLIND, TakePile(), Reason.MUST_PLAY, "blind"),
    # the face-up cards named although hand first says it
    ("face-up needlessly", RULES, ROW, Play("20o", face_up="20o"), Reason.SPELLING, "play 20o"),
    (
        "face-up instead of hand",
        RULES,
        {"hands": ["18o", "14b"], "face_up": ["18o"], "discard": "16o", "stock": ""},
        Play("18o", face_up="18o"),
        Reason.SPELLING,
        "play 18o",
    ),
    (
        "all face-up although some must come from the hand",
        RULES,
        {"hands": ["18o", "14b"], "face_up": ["18b"], "discard": "16o", "stock": ""},
        Play("18o 18b", face_up="18b"),
        Reason.SPELLING,
        "play 18o 18b",
    ),
    # to be skipped
    ("a number", RULES, SKIPPED, Play("20o"), Reason.SKIPPED, "19"),
    ("magic", RULES, SKIPPED, Play("Do"), Reason.SKIPPED, "19"),
    ("take", RULES, SKIPPED, TakePile(), Reason.SKIPPED, "19"),
    ("flip", RULES, SKIPPED, Flip(1), Reason.SKIPPED, "19"),
    ("challenge", LUCK, SKIPPED, ChallengeLuck(), Reason.SKIPPED, "19"),
    ("reveal", EARLY, SKIPPED, RevealEarly(1), Reason.SKIPPED, "19"),
    ("a 19 not held", RULES, SKIPPED, Play("19o"), Reason.CARD_NOT_HELD, "19o"),
    ("arrange", RULES, SKIPPED, Arrange("20o Do 19b"), Reason.WRONG_PHASE, ""),
    ("deal", RULES, SKIPPED, Deal(), Reason.WRONG_PHASE, ""),
    (
        "a 19 of the row while the hand lasts",
        RULES,
        {**SKIPPED, "face_up": ["19b"], "hands": ["20o Do", "14b", "14o"]},
        Play("19b"),
        Reason.WRONG_ZONE,
        "hand",
    ),
    # optional rules
    (
        "challenge although a card fits",
        LUCK,
        {**CANNOT, "hands": ["20b", "14b"]},
        ChallengeLuck(),
        Reason.CAN_PLAY,
        "lay",
    ),
    (
        "challenge a second time",
        LUCK,
        {**CANNOT, "challenged": [True, False, False]},
        ChallengeLuck(),
        Reason.RIGHT_USED,
        "before",
    ),
    ("challenge without a stock", LUCK, {**CANNOT, "stock": ""}, ChallengeLuck(), Reason.NO_CARD, "stock"),
    (
        "reveal although a card fits",
        EARLY,
        {**COVERED, "face_up": ["- 21o 16b"]},
        RevealEarly(1),
        Reason.CAN_PLAY,
        "lay",
    ),
    (
        "reveal a second time",
        EARLY,
        {**COVERED, "revealed": [True, False, False]},
        RevealEarly(1),
        Reason.RIGHT_USED,
        "before",
    ),
    ("reveal a covered card", EARLY, COVERED, RevealEarly(2), Reason.EMPTY_SLOT, "slot 2"),
    (
        "reveal where nothing lies",
        EARLY,
        {**COVERED, "face_down": ["- 17b 13b"]},
        RevealEarly(1),
        Reason.EMPTY_SLOT,
        "slot 1",
    ),
    (
        "reveal with hand cards",
        EARLY,
        {**COVERED, "hands": ["13o", "14b", "14o"]},
        RevealEarly(1),
        Reason.WRONG_ZONE,
        "face-up",
    ),
    ("reveal with stock", EARLY, {**COVERED, "stock": "21o"}, RevealEarly(1), Reason.WRONG_ZONE, "face-up"),
    ("reveal without a row", EARLY, {**COVERED, "face_up": []}, RevealEarly(1), Reason.WRONG_ZONE, "face-up"),
    # choosing the rows
    ("play too early", RULES, CHOOSE, Play("14b"), Reason.WRONG_PHASE, "row"),
    ("take too early", RULES, CHOOSE, TakePile(), Reason.WRONG_PHASE, "row"),
    ("flip too early", RULES, CHOOSE, Flip(1), Reason.WRONG_PHASE, "row"),
    ("react too early", RULES, CHOOSE, React("14b"), Reason.WRONG_PHASE, "row"),
    ("decline too early", RULES, CHOOSE, Decline(), Reason.WRONG_PHASE, "row"),
    ("sit out too early", RULES, CHOOSE, SitOut(), Reason.WRONG_PHASE, "row"),
    ("challenge too early", LUCK, CHOOSE, ChallengeLuck(), Reason.WRONG_PHASE, "row"),
    ("reveal too early", EARLY, CHOOSE, RevealEarly(1), Reason.WRONG_PHASE, "row"),
    ("deal too early", RULES, CHOOSE, Deal(), Reason.WRONG_PHASE, "row"),
    ("arrange four", RULES, CHOOSE, Arrange("13o 14b 15o 19b"), Reason.TOO_MANY, "3"),
    ("arrange two", RULES, CHOOSE, Arrange("13o 14b"), Reason.NO_CARD, "3"),
    ("arrange none", RULES, CHOOSE, Arrange(""), Reason.NO_CARD, "card"),
    ("arrange one twice", RULES, CHOOSE, Arrange("13o 13o 14b"), Reason.CARD_TWICE, "13o"),
    ("arrange a card of another hand", RULES, CHOOSE, Arrange("13o 14b 13b"), Reason.CARD_NOT_HELD, "13b"),
    ("arrange an own blind card", RULES, CHOOSE, Arrange("14b 15o 14o"), Reason.CARD_NOT_HELD, "14o"),
    ("arrange what does not exist", RULES, CHOOSE, Arrange("13o 14b 22o"), Reason.UNKNOWN_CARD, "22o"),
]


@pytest.mark.parametrize(
    ("rules", "zones", "move", "reason", "word"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_moves_that_are_not_legal(rules, zones, move, reason, word):
    """Each with a reason of its own, and what is wrong in the sentence."""
    refusal = refused(rules, rules.position(**zones), move, 0)
    assert refusal.reason is reason, refusal
    assert word in refusal.text


@pytest.mark.parametrize("code", ["19o", "13o", "20o", "Do"])
def test_a_blind_card_by_its_name(code):
    """Whether or not it lies there, the refusal is the same: it must not tell."""
    state = RULES.position(**BLIND)
    refusal = refused(RULES, state, Play(code), 0)
    assert refusal.reason in (Reason.WRONG_ZONE, Reason.CARD_NOT_HELD)
    assert refusal.text.replace(code, "") == RULES.refusal(state, Play("17b"), 0).text.replace("17b", "")


@pytest.mark.parametrize(
    ("move", "player", "reason"),
    [
        (React("15b"), 2, Reason.NOTHING_TO_COMPLETE),
        (React("16b 15b"), 2, Reason.NOTHING_TO_COMPLETE),
        (React(""), 2, Reason.NO_CARD),
        (React("16b 16b"), 2, Reason.CARD_TWICE),
        (React("22o"), 2, Reason.UNKNOWN_CARD),
        (React("13o"), 2, Reason.CARD_NOT_HELD),
        (Play("16b"), 2, Reason.NOT_AN_ACTOR),
        (TakePile(), 2, Reason.NOT_AN_ACTOR),
        (Flip(1), 2, Reason.NOT_AN_ACTOR),
        (SitOut(), 2, Reason.NOT_AN_ACTOR),
        (Arrange("16b 15b 17b"), 2, Reason.NOT_AN_ACTOR),
        (Deal(), 2, Reason.NOT_AN_ACTOR),
        (React("18b"), 1, Reason.NOTHING_TO_COMPLETE),
        (React("16b"), 1, Reason.CARD_NOT_HELD),
        (Decline(), 1, Reason.NOTHING_TO_COMPLETE),
        (React("16b"), 0, Reason.CARD_NOT_HELD),
        (Decline(), 0, Reason.NOTHING_TO_COMPLETE),
        (TakePile(), 0, Reason.NOT_AN_ACTOR),
    ],
    ids=str,
)
def test_reactions_that_are_none(move, player, reason):
    assert refused(RULES, RULES.position(**WINDOW), move, player).reason is reason


@pytest.mark.parametrize("move", [React("16b"), Decline()], ids=str)
def test_reactions_switched_off(move):
    for player in (1, 2):
        assert refused(OFF, OFF.position(**WINDOW), move, player).reason is Reason.OPTION_OFF


def test_a_reaction_after_a_decline():
    state = RULES.apply(RULES.position(**WINDOW), Decline(), 2)
    assert refused(RULES, state, React("16b"), 2).reason is Reason.NOT_AN_ACTOR
    refused(RULES, state, Decline(), 2)


@pytest.mark.parametrize(
    ("pile", "held"), [("15b 15o 15o", "15b"), ("15o Px Po", "Pb")], ids=["the last 15", "the last Push"]
)
def test_a_reaction_of_the_wrong_colour(pile, held):
    state = RULES.position(hands=["20b", "21b", f"{held} 13o"], discard=pile, stock="", turn=1)
    refusal = refused(RULES, state, React(held), 2)
    assert refusal.reason in (Reason.NOTHING_TO_COMPLETE, Reason.WRONG_COLOUR)


def test_another_spelling_names_the_listed_move():
    state = RULES.position(**{**WINDOW, "hands": ["13o 14o 15o", "16b 13b 14b", "18b 15b 17b"]})
    refusal = refused(RULES, state, React("16b"), 1)
    assert refusal.reason is Reason.SPELLING
    assert "play 16b" in refusal.text


def test_orders_that_do_not_matter_have_one_spelling():
    """Of several 15s or Undercuts that complete a set one order is listed; the refusal of another names it."""
    state = RULES.position(hands=["15o 15b 20b", "14b", "14o"], discard="15o 15b", stock="")
    listed = [move for move in RULES.legal_moves(state, 0) if isinstance(move, Play) and len(move.cards) == 2]
    assert len(listed) == 1
    other = next(move for move in (Play("15o 15b"), Play("15b 15o")) if move != listed[0])
    refusal = refused(RULES, state, other, 0)
    assert refusal.reason is Reason.SPELLING
    assert str(listed[0]) in refusal.text


@pytest.mark.parametrize("slot", [0, -1, 4, 10**9, True, 1.0, 1.5, "1", None, (), [], {}], ids=named)
def test_a_slot_that_is_none(slot):
    """Also what merely equals a slot."""
    for rules, zones, move in (
        (RULES, {**BLIND, "face_down": ["19o 13o 20b"]}, Flip(slot)),
        (EARLY, {**COVERED, "face_up": ["- - 16b"]}, RevealEarly(slot)),
    ):
        state = rules.position(**zones)
        refusal = rules.refusal(state, move, 0)
        assert refusal is not None
        assert refusal.reason is Reason.EMPTY_SLOT
        assert "slot" in refusal.text
        for change in (rules.apply, rules.trace):
            with pytest.raises(IllegalMove):
                change(state, move, 0)


@pytest.mark.parametrize("player", [3, -1, 10**9, None, "0", "A", True, 0.0, 1.5, (), [], {}], ids=named)
def test_no_such_player(player):
    """Only the seats 0 to 2 are players, and only whole numbers are seats."""
    for zones in (PLAY, CHOOSE, SKIPPED, WINDOW, BLIND):
        state = RULES.position(**zones)
        for move in (TakePile(), Play("18o"), React("16b"), Decline(), SitOut(), Arrange("13o 14b 15o")):
            refusal = RULES.refusal(state, move, player)
            assert refusal.reason is Reason.NO_SUCH_PLAYER
            assert "0 to 2" in refusal.text
            with pytest.raises(IllegalMove):
                RULES.apply(state, move, player)
        assert RULES.legal_moves(state, player) == ()
        assert RULES.penalised_moves(state, player) == ()
        if player is not None:
            with pytest.raises(ViewError):
                RULES.view(state, player)


@pytest.mark.parametrize("player", [1, 2])
def test_not_an_actor(player):
    state = RULES.position(**PLAY)
    for move in (TakePile(), Play("13b"), Play("14o"), Flip(1), SitOut(), ChallengeLuck(), RevealEarly(1), Deal()):
        refusal = refused(RULES, state, move, player)
        assert refusal.reason is Reason.NOT_AN_ACTOR
        assert "player 0" in refusal.text.lower()


def test_not_an_actor_any_more():
    """Who has chosen the row, and who is out."""
    state = RULES.apply(RULES.position(**CHOOSE), Arrange("13o 14b 15o"), 0)
    assert refused(RULES, state, Arrange("19b Dx 21o"), 0).reason is Reason.NOT_AN_ACTOR
    state = RULES.position(hands=["", "14b", "15b"], turn=1)
    assert refused(RULES, state, TakePile(), 0).reason is Reason.NOT_AN_ACTOR


def test_not_the_dealer():
    rules = LuckyShutdown(players=2, rounds=2)
    state = rules.apply(rules.position(hands=["20o", "13o"], discard="18o", stock=""), Play("20o"), 0)
    assert refused(rules, state, Deal(), 0).reason is Reason.NOT_AN_ACTOR
    for move in (Play("13o"), TakePile(), Flip(1), Arrange("13o"), SitOut(), React("13o"), Decline()):
        assert refused(rules, state, move, 1).reason in (Reason.WRONG_PHASE, Reason.OPTION_OFF)


EVERY = [
    Play("13o"),
    TakePile(),
    Flip(1),
    Arrange("13o 14o 15o"),
    SitOut(),
    Deal(),
    React("13o"),
    Decline(),
    ChallengeLuck(),
    RevealEarly(1),
]


@pytest.mark.parametrize("move", EVERY, ids=str)
def test_game_over(move):
    """A code of its own, for winner and loser."""
    rules = LuckyShutdown(players=2)
    state = rules.apply(rules.position(hands=["20o", "13o"], discard="18o", stock=""), Play("20o"), 0)
    assert rules.outcome(state) is not None
    for player in (0, 1):
        assert rules.legal_moves(state, player) == ()
        assert refused(rules, state, move, player).reason is Reason.GAME_OVER


@pytest.mark.parametrize(
    "move",
    [
        quiclo.Draw(),
        quiclo.Pass(),
        quiclo.Play("7"),
        shithead.Play("7h"),
        shithead.React("7h"),
        shithead.TakePile(),
        shithead.Ready(),
        shithead.Arrange("7h 8h 9h"),
    ],
    ids=lambda move: f"{type(move).__module__.rpartition('.')[2]} {move}",
)
def test_a_move_of_another_game(move):
    for zones in (PLAY, SKIPPED, WINDOW, CHOOSE):
        state = RULES.position(**zones)
        for player in (0, 1):
            refusal = refused(RULES, state, move, player)
            assert refusal.reason is Reason.FOREIGN_MOVE
            assert "lucky-shutdown" in refusal.text


@pytest.mark.parametrize(
    "thing",
    [None, 0, 1.5, "play 18o", b"take", (), [], {}, object(), Play, TakePile, RULES, Reason.TOO_LOW, LuckyCard("18o")],
    ids=named,
)
def test_no_move_at_all(thing):
    """Also while rows are chosen or a player is to be skipped, and for somebody who may not move."""
    for zones in (PLAY, CHOOSE, SKIPPED, BLIND):
        state = RULES.position(**zones)
        for player in (0, 1):
            refusal = refused(RULES, state, thing, player)
            assert refusal.reason is Reason.NOT_A_MOVE


def test_refusals_tell_nothing_hidden():
    """Where a card lies that the player cannot see makes no difference."""
    row = {"discard": "15b 16o", "hands": ["18o", "14b 15o", "14o"]}
    one = RULES.position(**row, face_down=["21o 20o -"], stock="13o 13b")
    other = RULES.position(discard="15b 16o", hands=["18o", "13o 21o", "20o"], face_down=["14b 14o -"], stock="15o 13b")
    assert RULES.view(one, 0) == RULES.view(other, 0)
    for code in ["21o", "20o", "14b", "15o", "14o", "13o", "13b", "Dx"]:
        for move in (Play(code), React(code)):
            refusal = RULES.refusal(one, move, 0)
            assert refusal == RULES.refusal(other, move, 0) == RULES.refusal(RULES.view(one, 0), move, 0)
            assert refusal.reason is Reason.CARD_NOT_HELD


# ---- the wrong thing in the place of a state


@pytest.mark.parametrize(
    "thing",
    [None, 3, "state", (), object(), quiclo.Quiclo().deal(seed=1), shithead.Shithead().deal(seed=1)],
    ids=named,
)
def test_no_state(thing):
    calls = [
        lambda: RULES.actors(thing),
        lambda: RULES.legal_moves(thing, 0),
        lambda: RULES.refusal(thing, TakePile(), 0),
        lambda: RULES.outcome(thing),
        lambda: RULES.view(thing, 0),
        lambda: RULES.apply(thing, TakePile(), 0),
        lambda: RULES.trace(thing, TakePile(), 0),
        lambda: RULES.checked(thing),
    ]
    for call in calls:
        with pytest.raises(ShedkitError):
            call()


def test_a_view_answers_only_for_its_viewer():
    state = RULES.position(**PLAY)
    for view, player in ((RULES.view(state, 0), 1), (RULES.view(state, None), 0), (RULES.view(state, 1), 0)):
        for call in (
            lambda: RULES.legal_moves(view, player),  # noqa: B023
            lambda: RULES.refusal(view, TakePile(), player),  # noqa: B023
            lambda: RULES.view(view, player),  # noqa: B023
        ):
            with pytest.raises(ViewError):
                call()


@pytest.mark.parametrize("zones", [PLAY, CHOOSE, SKIPPED, BLIND], ids=["play", "choose", "skipped", "blind"])
def test_a_view_is_not_played_on(zones):
    """Changing needs the whole state, whether or not the move were legal."""
    view = RULES.view(RULES.position(**zones), 0)
    for move in (*RULES.legal_moves(view, 0), Play("21b"), TakePile()):
        for change in (RULES.apply, RULES.trace):
            with pytest.raises(ShedkitError):
                change(view, move, 0)


@pytest.mark.parametrize("reader", [3, -1, "0", True, 0.0], ids=named)
def test_events_are_shown_to_players_only(reader):
    """As views are."""
    _, events = RULES.trace(RULES.position(**PLAY), TakePile(), 0)
    with pytest.raises(ShedkitError):
        RULES.shown(events, reader)


# ---- moves and cards that cannot be written


@pytest.mark.parametrize(
    "make",
    [
        lambda: LuckyCard("7h"),
        lambda: LuckyCard("16"),
        lambda: LuckyCard("16O"),
        lambda: LuckyCard("o16"),
        lambda: LuckyCard("U16"),
        lambda: LuckyCard("D"),
        lambda: LuckyCard("Ux"),
        lambda: LuckyCard(""),
        lambda: LuckyCard(16),
        lambda: LuckyCard(None),
        lambda: Play("zz"),
        lambda: Play("16"),
        lambda: Play("16o,16b"),
        lambda: Play(3),
        lambda: Play(None),
        lambda: Play([3]),
        lambda: Play("16o", face_up="zz"),
        lambda: Play("16o", face_up=3),
        lambda: React("zz"),
        lambda: React(None),
        lambda: Arrange("zz"),
        lambda: Arrange(None),
        lambda: Arrange(["16o", 3]),
    ],
)
def test_no_card(make):
    with pytest.raises(NotationError) as caught:
        make()
    says(caught, "card")


@pytest.mark.parametrize(
    "code",
    [
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
    ],
    ids=named,
)
def test_no_code_of_a_move(code):
    with pytest.raises(NotationError):
        RULES.parse(code)


@pytest.mark.parametrize("code", ["play 16b 16o", "play 15b 15o", "play 15o 15b", "arrange Dx 13o 14b", "reveal 2"])
def test_a_code_is_read_as_the_library_spells_it(code):
    move = RULES.parse(code)
    assert RULES.parse(str(move)) == move
    assert sorted(str(move).split()) == sorted(code.split())


# ---- options


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


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS for value in values])
def test_option_out_of_range(name, value):
    with pytest.raises(ConfigurationError) as caught:
        LuckyShutdown(**{name: value})
    assert caught.value.option == name
    says(caught, name)


@pytest.mark.parametrize(
    "name", ["player", "auto_skip", "self_reaction", "reaction_zone", "slots", "refill_after_delete", "pile_visible"]
)
def test_unknown_option(name):
    """Each is named, and so are those that exist."""
    with pytest.raises(ConfigurationError) as caught:
        LuckyShutdown(**{name: True})
    assert caught.value.option == name
    says(caught, name, "skip_chain", "early_reveal")


def test_options_go_by_name():
    with pytest.raises(ConfigurationError):
        LuckyShutdown(3)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_deck_too_small_for_the_table(players):
    with pytest.raises(ConfigurationError) as caught:
        LuckyShutdown(players=players, deck=DECK[: 9 * players - 1])
    says(caught, "deck", str(9 * players))


# ---- seeds and orders


@pytest.mark.parametrize("seed", ["1", 1.0, True, b"1", [1], (1,), object()], ids=named)
def test_seeds_are_integers(seed):
    with pytest.raises(ConfigurationError) as caught:
        RULES.deal(seed=seed)
    assert caught.value.option == "seed"
    says(caught, "integer")


@pytest.mark.parametrize("seed", [0, -1, 2**100])
def test_any_integer_is_a_seed(seed):
    assert RULES.deal(seed=seed) == RULES.deal(seed=seed)


@pytest.mark.parametrize(
    ("order", "word"),
    [
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
    ],
    ids=range(11),
)
def test_orders_are_the_deck(order, word):
    with pytest.raises(ConfigurationError) as caught:
        RULES.deal(order=order)
    assert caught.value.option == "order"
    if word == "13b":
        says(caught, "missing")
    else:
        says(caught, word)


def test_the_order_of_another_deck():
    with pytest.raises(ConfigurationError):
        TWICE.deal(order=DECK)
    with pytest.raises(ConfigurationError):
        RULES.deal(order=DECK * 2)


# ---- positions


BASE = {"hands": ["16o 17o", "13o", "14o"]}

POSITIONS = [
    ("no hands", {"hands": []}, "two players"),
    ("one player left", {"hands": ["16o"]}, "two players"),
    ("hands as one text", {"hands": "16o 13o"}, "hands"),
    ("hands missing", {"hands": None}, "hands"),
    ("hands of numbers", {"hands": [1, 2]}, "hands"),
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
    ("no card in the pile", {**BASE, "discard": "zz"}, "discard"),
    ("no card in the stock", {**BASE, "stock": "zz"}, "stock"),
    ("a number as stock", {**BASE, "stock": 3}, "stock"),
    ("no card removed", {**BASE, "removed": "zz"}, "removed"),
    ("a gap in a hand", {"hands": ["- 16o", "13o"]}, "hands"),
    ("a gap in the pile", {**BASE, "discard": "15o -"}, "discard"),
    ("a row of four", {**BASE, "face_up": ["15o 18o 19o 20o"]}, "face_up"),
    ("a blind row of four", {**BASE, "face_down": ["- - - -"]}, "face_down"),
    ("turn beyond the table", {**BASE, "turn": 3}, "turn"),
    ("turn below the table", {**BASE, "turn": -1}, "turn"),
    ("turn as text", {**BASE, "turn": "0"}, "turn"),
    ("turn as bool", {**BASE, "turn": True}, "turn"),
    ("turn as float", {**BASE, "turn": 0.0}, "turn"),
    ("turn of nobody", {**BASE, "turn": None}, "turn"),
    ("turn of a player who is out", {"hands": ["16o", "13o", ""], "turn": 2}, "turn"),
    ("unknown phase", {**BASE, "phase": "swap"}, "phase"),
    ("no phase", {**BASE, "phase": None}, "phase"),
    ("layer beyond the table", {**BASE, "layer": 3}, "layer"),
    ("layer as text", {**BASE, "layer": "x"}, "layer"),
    ("pending below nought", {**BASE, "discard": "19o", "pending": -1}, "pending"),
    ("pending as text", {**BASE, "discard": "19o", "pending": "1"}, "pending"),
    ("pending as bool", {**BASE, "discard": "19o", "pending": True}, "pending"),
    ("pending as float", {**BASE, "discard": "19o", "pending": 1.0}, "pending"),
    ("pending of nothing", {**BASE, "discard": "19o", "pending": None}, "pending"),
    ("out with cards", {**BASE, "out": [0]}, "out"),
    ("out twice", {"hands": ["16o", "13o"], "out": [2, 2]}, "out"),
    ("out beyond the table", {**BASE, "out": [3]}, "out"),
    ("out forgotten", {"hands": ["16o", "13o"], "out": []}, "out"),
    ("out as number", {**BASE, "out": 3}, "out"),
    ("declined too short", {**BASE, "declined": [True]}, "declined"),
    ("declined as number", {**BASE, "declined": 3}, "declined"),
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
    ("dealer beyond the table", {**BASE, "dealer": 3}, "dealer"),
    ("dealer as text", {**BASE, "dealer": "x"}, "dealer"),
    ("round nought", {**BASE, "round": 0}, "round"),
    ("round beyond the last", {**BASE, "round": 2}, "round"),
    ("round as text", {**BASE, "round": "1"}, "round"),
    ("results too early", {**BASE, "results": [(1, 2, 3)]}, "results"),
    ("results as number", {**BASE, "results": 3}, "results"),
    ("over without a result", {"hands": ["16o"], "phase": "over", "out": [1, 2]}, "results"),
    ("over with two players left", {**BASE, "phase": "over", "results": [(1, 2, 3)]}, "over"),
    (
        "over with another result",
        {"hands": ["16o"], "phase": "over", "out": [1, 2], "results": [(1, 2, 3)]},
        "results",
    ),
    ("nobody could move", {"hands": ["", "13o", "14o"], "face_up": ["15o"], "stock": "19o"}, "move"),
]


@pytest.mark.parametrize(("zones", "word"), [case[1:] for case in POSITIONS], ids=[case[0] for case in POSITIONS])
def test_impossible_positions(zones, word):
    zones = dict(zones)
    rules = LuckyShutdown(players=zones.pop("players", 3))
    with pytest.raises(PositionError) as caught:
        rules.position(**zones)
    says(caught, word)


@pytest.mark.parametrize("seed", ["1", 1.0, True, [1]], ids=named)
def test_the_seed_of_a_position(seed):
    with pytest.raises(ConfigurationError):
        RULES.position(**BASE, seed=seed)


def test_results_of_the_rounds_before():
    """As many as there were, each with a place for each player."""
    rules = LuckyShutdown(rounds=3)
    rules.position(**BASE, round=2, results=[(1, 2, 3)])
    for results in ([], [(1, 2, 3), (1, 2, 3)], [(1, 2)], [(1, 2, 4)], [(0, 1, 2)], [("1", 2, 3)], [(1, 1, 3)]):
        with pytest.raises(PositionError):
            rules.position(**BASE, round=2, results=results)


@pytest.mark.parametrize(
    "zones",
    [
        {**BASE, "discard": "18o 18b 18o 18b"},
        {**BASE, "discard": "15o Dx"},
        {**BASE, "discard": "17b Px"},
        {**BASE, "face_up": ["", "19b", ""], "face_down": ["", "", "19o"]},
        {"hands": ["16o 17o 18o 19o 20o 21o 16b 17b", "13o"], "stock": "14b"},
        {**BASE, "discard": "18o 19o", "pending": 3},
    ],
    ids=["a quad", "a Delete", "a Push on a 17", "rows with holes", "long and short hands", "more skips than 19s"],
)
def test_unreachable_is_not_impossible(zones):
    state = RULES.position(**zones)
    assert RULES.actors(state)[-1] == 0
    assert RULES.legal_moves(state, 0)
    assert RULES.checked(state) == state


@pytest.mark.parametrize("move", [SitOut(), Play("19b")], ids=str)
def test_rules_of_one_game_take_positions_of_its_options(move):
    """A legal move stays legal under the same options, and the rules object is equal by value."""
    state = ANY_19.position(**SKIPPED)
    again = LuckyShutdown(skip_rescue_zone="hand_or_face_up")
    assert again == ANY_19
    assert again.apply(state, move, 0) == ANY_19.apply(state, move, 0)
