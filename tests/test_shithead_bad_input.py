"""What Shithead answers to moves, options, orders and positions that cannot be: a reason, a sentence, and no harm done.

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
from shedkit.games import quiclo
from shedkit.games.shithead import (
    Arrange,
    Deal,
    Decline,
    Flip,
    Play,
    Power,
    React,
    Ready,
    Shithead,
    Swap,
    TakePile,
)

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
    assert refusal.rule[:3] in ("SH-", "SK-")
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


@pytest.mark.parametrize(
    ("rules", "zones", "move", "reason", "word"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_each_refusal_has_its_reason(rules, zones, move, reason, word):
    refusal = refused(rules, rules.position(**zones), move, 0)
    assert refusal.reason is reason
    assert word in refusal.text


def test_two_cards_are_no_row():
    """Too few is not too many."""
    refusal = refused(RULES, RULES.position(**SWAP), Arrange("4c 9d"), 0)
    assert refusal.reason is not Reason.TOO_MANY
    assert "3" in refusal.text


@pytest.mark.parametrize(
    ("move", "player", "reason"),
    [
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
    ],
    ids=str,
)
def test_reactions_that_are_none(move, player, reason):
    assert refused(OUT, OUT.position(**WINDOW), move, player).reason is reason


def test_another_spelling_names_the_listed_move():
    state = OUT.position(**{**WINDOW, "hands": ["3c 4c 5c", "8s 3d 4d", "9d 3h 4h"]})
    refusal = refused(OUT, state, React("8s"), 1)
    assert refusal.reason is Reason.SPELLING
    assert "play 8s" in refusal.text


@pytest.mark.parametrize("slot", [0, -1, 4, 10**9, True, 1.0, 1.5, "1", None, (), [], {}], ids=named)
def test_a_slot_that_is_none(slot):
    """Also what merely equals a slot."""
    state = RULES.position(**{**BLIND, "face_down": ["9d 3h Ks"]})
    refusal = RULES.refusal(state, Flip(slot), 0)
    assert refusal is not None
    assert refusal.reason is Reason.EMPTY_SLOT
    assert "slot" in refusal.text
    for change in (RULES.apply, RULES.trace):
        with pytest.raises(IllegalMove):
            change(state, Flip(slot), 0)


@pytest.mark.parametrize("player", [3, -1, 10**9, None, "0", "A", True, 0.0, 1.5, (), [], {}], ids=named)
def test_no_such_player(player):
    """Only the seats 0 to 2 are players, and only whole numbers are seats."""
    for zones in (PLAY, SWAP):
        state = RULES.position(**zones)
        refusal = RULES.refusal(state, TakePile(), player)
        assert refusal.reason is Reason.NO_SUCH_PLAYER
        assert "0 to 2" in refusal.text
        with pytest.raises(IllegalMove):
            RULES.apply(state, TakePile(), player)
        assert RULES.legal_moves(state, player) == ()
        assert RULES.penalised_moves(state, player) == ()
        if player is not None:
            with pytest.raises(ViewError):
                RULES.view(state, player)


@pytest.mark.parametrize("player", [1, 2])
def test_not_an_actor(player):
    state = RULES.position(**PLAY)
    for move in (TakePile(), Play("3c"), Play("3h"), Flip(1)):
        refusal = refused(RULES, state, move, player)
        assert refusal.reason is Reason.NOT_AN_ACTOR
        assert "player 0" in refusal.text.lower()


def test_not_an_actor_any_more():
    """Who has chosen the row, and who is out."""
    state = RULES.apply(RULES.position(**SWAP), Arrange("Ks 3d 7h"), 0)
    assert refused(RULES, state, Arrange("4c 3d 7h"), 0).reason is Reason.NOT_AN_ACTOR
    state = RULES.position(hands=["", "4c", "5c"], turn=1)
    assert refused(RULES, state, TakePile(), 0).reason is Reason.NOT_AN_ACTOR


def test_not_the_dealer():
    rules = Shithead(players=2, rounds=2)
    state = rules.apply(rules.position(hands=["9c", "3c"], discard="8c", stock=""), Play("9c"), 0)
    assert refused(rules, state, Deal(), 0).reason is Reason.NOT_AN_ACTOR
    for move in (Play("3c"), TakePile(), Flip(1), Arrange("3c"), Ready()):
        assert refused(rules, state, move, 1).reason in (Reason.WRONG_PHASE, Reason.OPTION_OFF)


@pytest.mark.parametrize(
    "move", [Play("3c"), TakePile(), Flip(1), Arrange("3c 4c 5c"), Ready(), Deal(), React("3c"), Decline()], ids=str
)
def test_game_over(move):
    """A code of its own, for winner and loser."""
    rules = Shithead(players=2)
    state = rules.apply(rules.position(hands=["9c", "3c"], discard="8c", stock=""), Play("9c"), 0)
    assert rules.outcome(state) is not None
    for player in (0, 1):
        assert rules.legal_moves(state, player) == ()
        assert refused(rules, state, move, player).reason is Reason.GAME_OVER


@pytest.mark.parametrize("move", [quiclo.Draw(), quiclo.Pass(), quiclo.Play("7")], ids=str)
def test_a_move_of_another_game(move):
    refusal = refused(RULES, RULES.position(**PLAY), move, 0)
    assert refusal.reason is Reason.FOREIGN_MOVE
    assert "shithead" in refusal.text


@pytest.mark.parametrize(
    "thing", [None, 0, 1.5, "play 8s", b"take", (), [], {}, object(), Play, TakePile, RULES, Reason.TOO_LOW], ids=named
)
def test_no_move_at_all(thing):
    """Also in the swap phase, and for somebody who may not move."""
    for zones in (PLAY, SWAP):
        state = RULES.position(**zones)
        for player in (0, 1):
            refusal = refused(RULES, state, thing, player)
            assert refusal.reason is Reason.NOT_A_MOVE


def test_refusals_tell_nothing_hidden():
    """Where a card lies that the player cannot see makes no difference."""
    one = RULES.position(hands=["8s", "3c 4c", "3h"], face_down=["Ah 2h -"], discard="5c 8c", stock="Qc Qd")
    other = RULES.position(hands=["8s", "Qc 4c", "Ah"], face_down=["Qd 3h -"], discard="5c 8c", stock="2h 3c")
    assert RULES.view(one, 0) == RULES.view(other, 0)
    for code in ["Ah", "2h", "3c", "4c", "3h", "Qc", "Qd", "Kd"]:
        refusal = RULES.refusal(one, Play(code), 0)
        assert refusal == RULES.refusal(other, Play(code), 0) == RULES.refusal(RULES.view(one, 0), Play(code), 0)
        assert refusal.reason is Reason.CARD_NOT_HELD


def test_a_blind_card_named_is_refused_like_any_other():
    """In the blind phase as well."""
    state = RULES.position(**BLIND)
    texts = {RULES.refusal(state, Play(code), 0) for code in ("9d", "3h", "4c", "Ks")}
    assert len(texts) == 1


# ---- the wrong thing in the place of a state


@pytest.mark.parametrize("thing", [None, 3, "state", (), object(), quiclo.Quiclo().deal(seed=1)], ids=named)
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


@pytest.mark.parametrize("move", [TakePile(), Play("8s"), Play("2d")], ids=str)
def test_a_view_is_not_played_on(move):
    """Changing needs the whole state."""
    view = RULES.view(RULES.position(**PLAY), 0)
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
    ],
    ids=named,
)
def test_no_code_of_a_move(code):
    with pytest.raises(NotationError):
        RULES.parse(code)


# ---- options


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


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS for value in values])
def test_option_out_of_range(name, value):
    with pytest.raises(ConfigurationError) as caught:
        Shithead(**{name: value})
    assert caught.value.option == name
    says(caught, name)


@pytest.mark.parametrize("name", ["player", "seven_low", "two_any", "jokers", "canonical_moves"])
def test_unknown_option(name):
    """Each is named, and so are those that exist."""
    with pytest.raises(ConfigurationError) as caught:
        Shithead(**{name: True})
    assert caught.value.option == name
    says(caught, name, "multi_card", "powers")


def test_options_go_by_name():
    with pytest.raises(ConfigurationError):
        Shithead(3)


def test_contradictory_options():
    with pytest.raises(ConfigurationError) as caught:
        Shithead(out_of_turn_quad=True, quad_burns=False)
    says(caught, "out_of_turn_quad", "quad_burns")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_deck_too_small_for_the_table(players):
    with pytest.raises(ConfigurationError) as caught:
        Shithead(players=players, deck=PACK[: 9 * players - 1])
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
    ],
    ids=range(11),
)
def test_orders_are_the_deck(order, word):
    with pytest.raises(ConfigurationError) as caught:
        RULES.deal(order=order)
    assert caught.value.option == "order"
    says(caught, word)


def test_the_order_of_another_deck():
    with pytest.raises(ConfigurationError):
        Shithead(deck=PACK * 2).deal(order=PACK)


# ---- positions


BASE = {"hands": ["6d 7h", "3c", "4c"]}

POSITIONS = [
    ("no hands", {"hands": []}, "two players"),
    ("one player left", {"hands": ["6d"]}, "two players"),
    ("hands as one text", {"hands": "6d 3c"}, "hands"),
    ("hands missing", {"hands": None}, "hands"),
    ("hands of numbers", {"hands": [1, 2]}, "hands"),
    ("too many hands", {"hands": ["6d", "3c", "4c", "5c"]}, "hands"),
    ("too many rows", {**BASE, "face_up": ["", "", "", "5c"]}, "face_up"),
    ("a card twice in a hand", {"hands": ["6d 6d", "3c"]}, "6d"),
    ("a card in two hands", {"hands": ["6d", "6d"]}, "6d"),
    ("a card in two zones", {**BASE, "discard": "6d"}, "6d"),
    ("a card twice in the stock", {**BASE, "stock": "9d 9d"}, "9d"),
    ("a joker", {"hands": ["Jk", "3c"]}, "Jk"),
    ("no card", {"hands": ["zz", "3c"]}, "zz"),
    ("no card in a row", {**BASE, "face_up": ["2c zz"]}, "zz"),
    ("no card in the pile", {**BASE, "discard": "zz"}, "discard"),
    ("no card in the stock", {**BASE, "stock": "zz"}, "stock"),
    ("a number as stock", {**BASE, "stock": 3}, "stock"),
    ("no card removed", {**BASE, "removed": "zz"}, "removed"),
    ("a gap in a hand", {"hands": ["- 6d", "3c"]}, "hands"),
    ("a gap in the pile", {**BASE, "discard": "5c -"}, "discard"),
    ("a row of four", {**BASE, "face_up": ["2c 3h 4h 5h"]}, "face_up"),
    ("a blind row of four", {**BASE, "face_down": ["- - - -"]}, "face_down"),
    ("turn beyond the table", {**BASE, "turn": 3}, "turn"),
    ("turn below the table", {**BASE, "turn": -1}, "turn"),
    ("turn as text", {**BASE, "turn": "0"}, "turn"),
    ("turn as bool", {**BASE, "turn": True}, "turn"),
    ("turn as float", {**BASE, "turn": 0.0}, "turn"),
    ("turn of nobody", {**BASE, "turn": None}, "turn"),
    ("turn of a player who is out", {"hands": ["6d", "3c", ""], "turn": 2}, "turn"),
    ("unknown phase", {**BASE, "phase": "draw"}, "phase"),
    ("no phase", {**BASE, "phase": None}, "phase"),
    ("layer beyond the table", {**BASE, "layer": 3}, "layer"),
    ("layer as text", {**BASE, "layer": "x"}, "layer"),
    ("no direction", {**BASE, "direction": 0}, "direction"),
    ("direction two", {**BASE, "direction": 2}, "direction"),
    ("direction as text", {**BASE, "direction": "left"}, "direction"),
    ("direction as float", {**BASE, "direction": 1.0}, "direction"),
    ("direction as bool", {**BASE, "direction": True}, "direction"),
    ("out with cards", {**BASE, "out": [0]}, "out"),
    ("out twice", {"hands": ["6d", "3c"], "out": [2, 2]}, "out"),
    ("out beyond the table", {**BASE, "out": [3]}, "out"),
    ("out forgotten", {"hands": ["6d", "3c"], "out": []}, "out"),
    ("out as number", {**BASE, "out": 3}, "out"),
    ("ready too short", {**BASE, "ready": [True]}, "ready"),
    ("ready of numbers", {**BASE, "ready": [1, 1, 1]}, "ready"),
    ("ready as number", {**BASE, "ready": 3}, "ready"),
    ("not ready in play", {**BASE, "ready": [True, False, True]}, "ready"),
    ("all ready in the swap phase", {**SWAP, "ready": [True] * 3}, "ready"),
    ("swap phase without rows", {**BASE, "phase": "swap"}, "swap"),
    ("declined too short", {**BASE, "declined": [True]}, "declined"),
    ("declined as number", {**BASE, "declined": 3}, "declined"),
    ("declined without a chance", {**BASE, "declined": [True, False, False]}, "declined"),
    ("dealer beyond the table", {**BASE, "dealer": 3}, "dealer"),
    ("dealer as text", {**BASE, "dealer": "x"}, "dealer"),
    ("round nought", {**BASE, "round": 0}, "round"),
    ("round beyond the last", {**BASE, "round": 2}, "round"),
    ("round as text", {**BASE, "round": "1"}, "round"),
    ("results too early", {**BASE, "results": [(1, 2, 3)]}, "results"),
    ("results as number", {**BASE, "results": 3}, "results"),
    ("over without a result", {"hands": ["6d"], "phase": "over", "out": [1, 2]}, "results"),
    ("over with two players left", {**BASE, "phase": "over", "results": [(1, 2, 3)]}, "over"),
    (
        "over with another result",
        {"hands": ["6d"], "phase": "over", "out": [1, 2], "results": [(1, 2, 3)]},
        "results",
    ),
    ("nobody could move", {"hands": ["", "3c", "4c"], "face_up": ["2c"], "stock": "9c"}, "move"),
]


@pytest.mark.parametrize(("zones", "word"), [case[1:] for case in POSITIONS], ids=[case[0] for case in POSITIONS])
def test_impossible_positions(zones, word):
    with pytest.raises(PositionError) as caught:
        RULES.position(**zones)
    says(caught, word)


@pytest.mark.parametrize("seed", ["1", 1.0, True, [1]], ids=named)
def test_the_seed_of_a_position(seed):
    with pytest.raises(ConfigurationError):
        RULES.position(**BASE, seed=seed)


def test_no_swap_phase_without_swaps():
    with pytest.raises(PositionError) as caught:
        Shithead(swap="off").position(**SWAP)
    says(caught, "swap")


def test_results_of_the_rounds_before():
    """As many as there were, each with a place for each player."""
    rules = Shithead(rounds=3)
    rules.position(**BASE, round=2, results=[(1, 2, 3)])
    for results in ([], [(1, 2, 3), (1, 2, 3)], [(1, 2)], [(1, 2, 4)], [(0, 1, 2)], [("1", 2, 3)]):
        with pytest.raises(PositionError):
            rules.position(**BASE, round=2, results=results)


@pytest.mark.parametrize(
    "zones",
    [
        {**BASE, "discard": "8c 8d 8h 8s"},
        {**BASE, "discard": "5c Tc"},
        {**BASE, "direction": -1},
        {**BASE, "face_up": ["", "9c", ""], "face_down": ["", "", "9d"]},
        {"hands": ["6d 7h 8h 9h Th Jh Qh Kh Ah", "3c"], "stock": "2c"},
    ],
    ids=["a quad", "a ten", "against the clock", "rows with holes", "long and short hands"],
)
def test_unreachable_is_not_impossible(zones):
    state = RULES.position(**zones)
    assert RULES.actors(state) == (0,)
    assert RULES.legal_moves(state, 0)
    assert RULES.checked(state) == state
