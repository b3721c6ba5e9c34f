"""QUICLO against nonsense: every wrong move, option, deal, position and view has an answer of its own.

The answer is a reason from the closed list or an error of the library, with a sentence that says what is wrong; the
state is as it was; nothing but the library's own errors comes out.
"""

from __future__ import annotations

import copy

import pytest

from shedkit.core.cards import FrenchCard
from shedkit.core.errors import (
    ConfigurationError,
    IllegalMove,
    NotationError,
    PositionError,
    ShedkitError,
    ViewError,
)
from shedkit.core.refusals import Reason, Refusal
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


class Odd:
    """An object that can be asked nothing."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("compared")

    def __repr__(self):
        raise RuntimeError("printed")


ODD_PLAYERS = [3, -1, 10**30, None, "0", "A", 0.0, 1.0, True, False, (), [0], {}]
ODD_MOVES = [None, "draw", "play 7", 7, 1.5, True, (), [], {}, Draw, Play, object(), NumberCard("45"), Odd()]


def sentence(text):
    """Whether it is one: words, no trace of the program."""
    return len(text.split()) >= 3 and "Traceback" not in text and "object at 0x" not in text


def refused(rules, state, move, player):
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


# Moves


@pytest.mark.parametrize("player", ODD_PLAYERS, ids=repr)
@pytest.mark.parametrize("move", [Draw(), Play("45"), Play("7")], ids=str)
@pytest.mark.parametrize("state", [RUNNING, OVER], ids=["running", "over"])
def test_no_such_player(state, move, player):
    refusal = refused(RULES, state, move, player)
    assert refusal.reason is Reason.NO_SUCH_PLAYER
    assert repr(player) in refusal.text or type(player).__name__ in refusal.text


@pytest.mark.parametrize("player", ODD_PLAYERS, ids=repr)
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("ask", ["legal_moves", "penalised_moves"])
def test_nobody_else_has_moves(ask, turn, player):
    """What is no player of the table has no moves, or is answered with an error of the library."""
    state = RULES.position(hands=["4 45", "7 18", "99"], discard="27", stock="72 10", turn=turn)
    try:
        assert getattr(RULES, ask)(state, player) == ()
    except ShedkitError as error:
        assert sentence(str(error))


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("move", [Draw(), Play("7"), Play("99"), Pass()], ids=str)
def test_not_on_turn(move, player):
    refusal = refused(RULES, RUNNING, move, player)
    assert refusal.reason is Reason.NOT_AN_ACTOR
    assert str(player) in refusal.text
    assert RULES.legal_moves(RUNNING, player) == RULES.penalised_moves(RUNNING, player) == ()


def test_not_on_turn_while_another_has_drawn():
    assert refused(DRAWN, AFTER_DRAW, Pass(), 1).reason is Reason.NOT_AN_ACTOR
    assert refused(DRAWN, AFTER_DRAW, Play("7"), 1).reason is Reason.NOT_AN_ACTOR


def test_a_player_who_is_out_is_no_actor():
    assert refused(PLACES, OUT, Draw(), 0).reason is Reason.NOT_AN_ACTOR
    assert refused(PLACES, OUT, Play("7"), 0).reason is Reason.NOT_AN_ACTOR


@pytest.mark.parametrize("rules", [RULES, STRICT], ids=["penalty", "illegal"])
@pytest.mark.parametrize("card", ["7", "99", "27", "72", "10", "1"])
def test_card_not_held(rules, card):
    """Whether another player has it, or the pile, the stock or nobody, it is the same sentence but for the card."""
    refusal = refused(rules, RUNNING, Play(card), 0)
    assert refusal.reason is Reason.CARD_NOT_HELD
    assert card in refusal.text
    assert refusal.text.replace(card, "") == refused(rules, RUNNING, Play("143"), 0).text.replace("143", "")


@pytest.mark.parametrize("card", ["145", "200", "999"])
def test_unknown_card(card):
    refusal = refused(RULES, RUNNING, Play(card), 0)
    assert refusal.reason is Reason.UNKNOWN_CARD
    assert card in refusal.text


def test_unknown_card_of_a_small_deck():
    state = SMALL.position(hands=["1 2", "3 4"], discard="5")
    assert refused(SMALL, state, Play("8"), 0).reason is Reason.UNKNOWN_CARD
    assert refused(SMALL, state, Play("6"), 0).reason is Reason.CARD_NOT_HELD


def test_a_card_that_does_not_fit_where_that_is_illegal():
    refusal = refused(STRICT, RUNNING, Play("45"), 0)
    assert refusal.reason is Reason.NO_MATCH
    assert "45" in refusal.text
    assert "27" in refusal.text


@pytest.mark.parametrize("state", [OVER, STUCK], ids=["won", "stuck"])
@pytest.mark.parametrize("move", [Draw(), Play("7"), Play("145"), Pass()], ids=str)
@pytest.mark.parametrize("player", [0, 1, 2])
def test_game_over(state, move, player):
    refusal = refused(RULES, state, move, player)
    assert refusal.reason is Reason.GAME_OVER
    assert RULES.legal_moves(state, player) == RULES.penalised_moves(state, player) == ()
    assert RULES.actors(state) == ()


FOREIGN = [TakePile(), shithead.Play("7h"), shithead.Flip(1), shithead.Arrange("7h 8h 9h"), shithead.Deal()]


@pytest.mark.parametrize("move", FOREIGN, ids=str)
@pytest.mark.parametrize("player", [0, 1])
def test_a_move_of_another_game(move, player):
    refusal = refused(RULES, RUNNING, move, player)
    assert refusal.reason is Reason.FOREIGN_MOVE
    assert type(move).__name__ in refusal.text


def test_a_move_of_another_game_in_the_other_game():
    rules = Shithead()
    assert rules.refusal(rules.deal(seed=1), Draw(), 0).reason is Reason.FOREIGN_MOVE


@pytest.mark.parametrize("move", ODD_MOVES, ids=lambda move: type(move).__name__)
@pytest.mark.parametrize(("rules", "state"), [(RULES, RUNNING), (DRAWN, AFTER_DRAW)], ids=["play", "drawn"])
def test_no_move_at_all(rules, state, move):
    refusal = refused(rules, state, move, 0)
    assert refusal.reason is Reason.NOT_A_MOVE


def test_pass_without_the_option():
    assert refused(RULES, RUNNING, Pass(), 0).reason is Reason.OPTION_OFF


def test_pass_before_a_draw():
    assert refused(DRAWN, RUNNING, Pass(), 0).reason is Reason.WRONG_PHASE


def test_a_second_draw():
    assert refused(DRAWN, AFTER_DRAW, Draw(), 0).reason is Reason.WRONG_PHASE


@pytest.mark.parametrize("card", ["2", "4", "45"])
def test_another_card_than_the_one_drawn(card):
    """Whether it would fit or not."""
    refusal = refused(DRAWN, AFTER_DRAW, Play(card), 0)
    assert refusal.reason is Reason.WRONG_ZONE
    assert sentence(refusal.text)


def test_a_drawn_card_that_does_not_fit_where_that_is_illegal():
    strict = DRAWN.evolve(misplay="illegal")
    assert refused(strict, KEPT, Play("45"), 0).reason is Reason.NO_MATCH
    assert DRAWN.refusal(KEPT, Play("45"), 0) is None


def test_cards_not_held_after_a_draw():
    assert refused(DRAWN, AFTER_DRAW, Play("7"), 0).reason is Reason.CARD_NOT_HELD
    assert refused(DRAWN, AFTER_DRAW, Play("145"), 0).reason is Reason.UNKNOWN_CARD


def test_a_refusal_read_from_the_own_view_is_the_same():
    """Law 11: no refusal depends on what the player cannot know."""
    for rules, state in ((RULES, RUNNING), (STRICT, RUNNING), (DRAWN, AFTER_DRAW), (DRAWN, KEPT), (RULES, OVER)):
        for player in range(3):
            view = rules.view(state, player)
            for move in [*(Play(str(number)) for number in range(1, 150)), Draw(), Pass(), TakePile(), None]:
                assert rules.refusal(state, move, player) == rules.refusal(view, move, player)


@pytest.mark.parametrize(
    "code", ["x", "", "0", "00", "007", "1000", "7h", "-1", "1 2", " 7", "7 ", "٣", 5, 0, None, 1.5, [], {}, ("7",)]
)
def test_no_card(code):
    """A move cannot be built with what is no card."""
    for build in (Play, NumberCard):
        with pytest.raises(NotationError) as caught:
            build(code)
        assert sentence(str(caught.value))
    with pytest.raises(NotationError):
        Play(FrenchCard("7h"))


@pytest.mark.parametrize(
    "code",
    ["", "play", "play x", "play 0", "play 7 8", "play 7,", "draw 7", "Draw", "drawn", "take", "take pile", "7"]
    + [None, 7, b"draw", ["draw"]],
)
def test_no_code_of_a_move(code):
    with pytest.raises(NotationError) as caught:
        RULES.parse(code)
    assert sentence(str(caught.value))


def test_codes_of_moves():
    """The other side: what `str` writes is read back."""
    for move in (Draw(), Pass(), Play("137"), Play("999")):
        assert RULES.parse(str(move)) == move


# Options

BAD_OPTIONS = [
    *(("players", value) for value in (1, 0, -3, 24, 2.0, "3", None, True, [3])),
    *(("hand_size", value) for value in (0, -1, 10**9, 6.0, "6", None, True)),
    *(("highest_card", value) for value in (0, -144, 1000, 10**9, 144.0, "144", None, True)),
    *(("first_player", value) for value in (3, -1, 0.0, "0", None, True, [0])),
    *(("first_dealer", value) for value in (3, -1, 0.0, "0", True, [0])),
    *(("misplay", value) for value in ("", "Penalty", "legal", None, True, 1, [], {})),
    *(("deadlock", value) for value in ("", "fewest cards", "lowest", None, False, 1, [], {})),
    *((name, value) for name in ("play_drawn", "play_for_places", "open_hands") for value in (0, 1, None, "yes", [])),
    *(("deck", value) for value in (None, 7, "", [], "1 2 3", "a b", "01 2", "0 1 2", [7], [None], ["7h"], Odd())),
    ("deck", [FrenchCard("7h")]),
    ("deck", " ".join(map(str, [*range(1, 30), 29]))),
]


@pytest.mark.parametrize(("name", "value"), BAD_OPTIONS, ids=lambda part: part if isinstance(part, str) else None)
def test_bad_options(name, value):
    """Out of range or of the wrong type: the error names the option."""
    with pytest.raises(ConfigurationError) as caught:
        Quiclo(**{name: value})
    assert caught.value.option == name
    assert name in str(caught.value)
    assert sentence(str(caught.value))


@pytest.mark.parametrize(("name", "value"), BAD_OPTIONS, ids=lambda part: part if isinstance(part, str) else None)
def test_bad_changes_of_options(name, value):
    with pytest.raises(ConfigurationError):
        RULES.evolve(**{name: value})


@pytest.mark.parametrize("name", ["colour", "reshuffle", "rounds", "player", "Players", "seed", "swap"])
def test_unknown_options(name):
    """The error names it, and the ones there are."""
    for build in (Quiclo, RULES.evolve):
        with pytest.raises(ConfigurationError) as caught:
            build(**{name: 1})
        assert name in str(caught.value)
        assert "misplay" in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"hand_size": 48},
        {"hand_size": 144},
        {"players": 23, "hand_size": 7},
        {"highest_card": 18},
        {"highest_card": 20, "deck": " ".join(map(str, range(1, 40)))},
        {"players": 2, "first_player": 2},
        {"players": 2, "first_dealer": 2},
    ],
    ids=str,
)
def test_options_that_contradict(options):
    with pytest.raises(ConfigurationError) as caught:
        Quiclo(**options)
    assert sentence(str(caught.value))


def test_options_are_named():
    with pytest.raises((ConfigurationError, TypeError)):
        Quiclo(3)


def test_rules_and_states_do_not_change():
    """Assigning raises the error of frozen values, on what there is and on what there is not."""
    for value, name in ((RULES, "players"), (RULES, "nothing"), (RUNNING, "turn"), (RUNNING, "nothing")):
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


@pytest.mark.parametrize(
    "order",
    [
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
        Odd(),
    ],
    ids=lambda order: f"{type(order).__name__}-{order}" if isinstance(order, str) else type(order).__name__,
)
def test_an_order_is_the_deck(order):
    with pytest.raises(ConfigurationError) as caught:
        SMALL.deal(order=order)
    assert caught.value.option == "order"
    assert sentence(str(caught.value))


# Positions

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


@pytest.mark.parametrize("kind", BAD_POSITIONS)
def test_impossible_positions(kind):
    """Each says in a sentence what is wrong with it."""
    rules, facts, word = BAD_POSITIONS[kind]
    with pytest.raises(PositionError) as caught:
        rules.position(**{"hands": THREE, "discard": "27", **facts})
    assert word in str(caught.value)
    assert sentence(str(caught.value))


@pytest.mark.parametrize("seed", ["7", 7.0, True, [], Odd()])
def test_seeds_of_positions_are_integers(seed):
    with pytest.raises((ConfigurationError, PositionError)) as caught:
        RULES.position(hands=THREE, discard="27", seed=seed)
    assert "seed" in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        (RULES, {}),
        (RULES, {"turn": 2, "passes": 2, "stock": ""}),
        (RULES, {"hands": ["4", "", "99"], "phase": "over"}),
        (RULES, {"stock": "", "phase": "over", "passes": 3}),
        (PLACES, {"hands": ["4", "", "99"]}),
        (PLACES, {"hands": ["", "", "99"], "phase": "over", "out": [1, 0]}),
        (DRAWN, {"phase": "drawn", "drawn": "45"}),
    ],
)
def test_possible_positions(rules, facts):
    """The other side: these are not refused."""
    state = rules.position(**{"hands": THREE, "discard": "27", **facts})
    assert (not rules.actors(state)) == (rules.outcome(state) is not None)
    assert rules.checked(state) == state


@pytest.mark.parametrize("state", [None, 7, "state", (), Shithead().deal(seed=1), RULES.view(RUNNING, 0)], ids=type)
def test_checked_takes_states_of_this_game(state):
    """`checked` answers for a state, and has an error of the library for anything else."""
    with pytest.raises(ShedkitError):
        RULES.checked(state)


# Views


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_view_answers_for_its_viewer_only(viewer, player):
    view = RULES.view(RUNNING, viewer)
    asks = [
        lambda: RULES.legal_moves(view, player),
        lambda: RULES.penalised_moves(view, player),
        lambda: RULES.refusal(view, Draw(), player),
        lambda: RULES.view(view, player),
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
        RULES.view(RUNNING, player)
    assert "player" in str(caught.value)


@pytest.mark.parametrize("player", [player for player in ODD_PLAYERS if player is not None], ids=repr)
@pytest.mark.parametrize("turn", [0, 1])
def test_events_for_players_who_do_not_exist(turn, player):
    """They see no more than an onlooker, or get an error of the library."""
    state = RULES.position(hands=["4 45", "7 18", "99"], discard="27", stock="72 10", turn=turn)
    events = RULES.trace(state, Draw(), turn)[1]
    try:
        assert RULES.shown(events, player) == RULES.shown(events, None)
    except ShedkitError as error:
        assert sentence(str(error))


@pytest.mark.parametrize("at", [None, 7, "state", (), [], object(), Shithead().deal(seed=1), Draw()], ids=type)
def test_neither_state_nor_view(at):
    asks = [
        lambda: RULES.actors(at),
        lambda: RULES.legal_moves(at, 0),
        lambda: RULES.penalised_moves(at, 0),
        lambda: RULES.refusal(at, Draw(), 0),
        lambda: RULES.outcome(at),
        lambda: RULES.view(at, 0),
        lambda: RULES.apply(at, Draw(), 0),
        lambda: RULES.trace(at, Draw(), 0),
    ]
    for ask in asks:
        with pytest.raises(ViewError) as caught:
            ask()
        assert sentence(str(caught.value))


def test_a_view_of_another_game():
    rules = Shithead()
    with pytest.raises(ViewError):
        RULES.legal_moves(rules.view(rules.deal(seed=1), 0), 0)


@pytest.mark.parametrize("move", [Draw(), Play("7"), Play("18")], ids=str)
def test_a_view_cannot_be_moved_on(move):
    """`apply` and `trace` change states; a view, of the player on turn too, is answered with an error of the library."""
    state = RULES.position(hands=["4 45", "7 18", "99"], discard="27", stock="72 10", turn=1)
    for viewer in (1, 0, None):
        view = RULES.view(state, viewer)
        for change in (RULES.apply, RULES.trace):
            with pytest.raises(ShedkitError) as caught:
                change(view, move, 1)
            assert sentence(str(caught.value))


@pytest.mark.parametrize("events", [None, 7, ("x",), [None], [Draw()]], ids=repr)
def test_events_that_are_none(events):
    with pytest.raises(ShedkitError):
        RULES.shown(events, 0)


def test_every_kind_of_refusal_has_a_reason_of_its_own():
    """The reasons that QUICLO uses, each from its own mistake."""
    reasons = [
        refused(RULES, RUNNING, Draw(), 3).reason,
        refused(RULES, RUNNING, "draw", 0).reason,
        refused(RULES, RUNNING, TakePile(), 0).reason,
        refused(RULES, OVER, Draw(), 0).reason,
        refused(RULES, RUNNING, Draw(), 1).reason,
        refused(RULES, RUNNING, Play("145"), 0).reason,
        refused(RULES, RUNNING, Play("7"), 0).reason,
        refused(RULES, RUNNING, Pass(), 0).reason,
        refused(DRAWN, RUNNING, Pass(), 0).reason,
        refused(DRAWN, AFTER_DRAW, Play("2"), 0).reason,
        refused(STRICT, RUNNING, Play("45"), 0).reason,
    ]
    assert len(set(reasons)) == len(reasons)
