"""JSON: everything comes back as it went, and whatever is malformed is refused with the place where it stands."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shedkit import Quiclo, Shithead
from shedkit.core.cards import BACK, UNKNOWN, FrenchCard
from shedkit.core.codec import decode
from shedkit.core.errors import NotationError, PositionError, ShedkitError
from shedkit.core.events import Moved, Place
from shedkit.core.states import evolve
from shedkit.core.strict_json import read_json
from shedkit.games.quiclo import Play as Lay
from shedkit.games.shithead import Decline, Flip, Play, Swap, TakePile
from shedkit.testing import play

S = Shithead(players=3, rounds=2, out_of_turn_quad=True)
Q = Quiclo(players=2, play_drawn=True)
AT_S = S.position(
    hands=["9s Kc", "7h", "4c"],
    face_up=["2c - -"],
    face_down=["3c - 5s"],
    discard="7c 7d 7s",
    declined=[False, True, False],
    round=2,
    results=[(1, 3, 2)],
    layer=2,
)
AT_Q = Q.position(hands=["8 45", "7"], discard="87", phase="drawn", drawn="45")

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2**70, 10**400, 1.5, float("nan"), "", "?", "7h", "45", "x" * 500, "\ud800", "over",
    [], [[]], ["?"], ["7h"], [None], [[[[[[[[]]]]]]]], {}, {"seed": 1}, {"move": "play"}, {"?": "?"},
]  # fmt: skip


def paths(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside a JSON value; of long lists only the first entries."""
    yield here
    entries = data.items() if isinstance(data, dict) else enumerate(data[:3]) if isinstance(data, list) else ()
    for key, part in entries:
        yield from paths(part, (*here, key))


def changed(data: Any, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    """A copy in which one entry is changed; the change gets the container and the key."""
    root = [copy.deepcopy(data)]
    container: Any = root
    for key in (0, *path)[:-1]:
        container = container[key]
    change(container, (0, *path)[-1])
    return root[0] if root else None


def spoiled(data: Any) -> Iterator[Any]:
    """Every way to put junk into a JSON value, to leave something out, or to put something more in."""
    for path in paths(data):
        for junk in JUNK:
            yield changed(data, path, lambda at, key, junk=junk: at.__setitem__(key, junk))
        if path:
            yield changed(data, path, lambda at, key: at.pop(key))
        yield changed(data, path, lambda at, key: at[key].update(mood=1) if isinstance(at[key], dict) else None)
        yield changed(
            data, path, lambda at, key: at[key].append(at[key][0]) if at[key] and isinstance(at[key], list) else None
        )


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


MOVES_S = [Play("9s"), TakePile(), TakePile("2c"), Flip(1), Swap("9s", "2c"), Decline()]
SPOILED = [
    *[pytest.param(r, r.state_from_json, r.to_json(at), id=f"state-{r.name}") for r, at in ((S, AT_S), (Q, AT_Q))],
    *[
        pytest.param(r, r.view_from_json, r.to_json(r.view(at, player)), id=f"view-{r.name}-{player}")
        for r, at in ((S, AT_S), (Q, AT_Q))
        for player in (0, None)
    ],
    *[pytest.param(S, S.move_from_json, S.to_json(move), id=f"move-{move}") for move in MOVES_S],
    *[
        pytest.param(S, S.event_from_json, S.to_json(event), id=f"event-{type(event).__name__}")
        for event in (*S.trace(AT_S, Play("9s"), 0)[1], Moved((BACK,), Place("stock"), Place("hands", 0)))
    ],
]


@pytest.mark.parametrize(("rules", "read", "data"), SPOILED)
def test_malformed_json_is_refused_or_read_as_it_stands(rules: Any, read: Any, data: Any) -> None:
    """Only errors of the library come out; and what is read is read without repair."""
    assert text(rules.to_json(read(copy.deepcopy(data)))) == text(data)
    for bad in spoiled(data):
        try:
            value = read(bad)
        except ShedkitError:
            continue
        assert text(rules.to_json(value)) == text(bad)


def test_refused_json_names_its_place() -> None:
    for path, junk, message in (
        (("hands", 1, 0), "1x", r"state\.hands\[1\]\[0\]: '1x' is no card"),
        (("turn",), "0", r"state\.turn: a whole number expected, not '0'"),
        (("turn",), True, r"state\.turn: a whole number expected, not True"),
        (("phase",), "sleep", r"state\.phase: one of swap, play, over expected"),
        (("declined", 0), 1, r"state\.declined\[0\]: true or false expected"),
        (("stock",), "7h", r"state\.stock: a list expected"),
        (("chance",), 7, r"state\.chance: an object expected"),
        (("chance", "seed"), None, r"state\.chance\.seed: a whole number expected"),
        (("round", "results", 0, "places"), {}, r"state\.round\.results\[0\]\.places: a list expected"),
    ):
        bad = changed(S.to_json(AT_S), path, lambda at, key, junk=junk: at.__setitem__(key, junk))
        with pytest.raises(NotationError, match=message):
            S.state_from_json(bad)


def test_fields_that_are_missing_or_unknown() -> None:
    data = S.to_json(AT_S)
    for name in data:
        with pytest.raises(NotationError, match=f"field {name} is missing"):
            S.state_from_json({key: value for key, value in data.items() if key != name})
    with pytest.raises(NotationError, match="unknown field 'mood'"):
        S.state_from_json({**data, "mood": 1})
    with pytest.raises(NotationError, match="unknown field 'mood'"):
        S.move_from_json({"move": "flip", "slot": 1, "mood": 1})
    with pytest.raises(NotationError, match="slot is missing"):
        S.move_from_json({"move": "flip"})


@pytest.mark.parametrize("data", [None, 7, "state", [], True, 1.5])
@pytest.mark.parametrize("read", ["state_from_json", "view_from_json", "move_from_json", "event_from_json"])
def test_what_is_no_object(read: str, data: Any) -> None:
    with pytest.raises(NotationError, match="an object"):
        getattr(S, read)(data)


@pytest.mark.parametrize("tag", ["jump", "", None, 7, [], {}, "Play"])
def test_unknown_kinds(tag: Any) -> None:
    with pytest.raises(NotationError, match="an object whose 'move' is one of play, react"):
        S.move_from_json({"move": tag})
    with pytest.raises(NotationError, match="an object whose 'event' is one of Moved"):
        S.event_from_json({"event": tag})


def test_moves_of_another_game() -> None:
    with pytest.raises(NotationError):
        S.move_from_json(Q.to_json(Lay("7")))
    with pytest.raises(NotationError):
        Q.state_from_json(S.to_json(AT_S))
    with pytest.raises(NotationError):
        Q.view_from_json(S.to_json(S.view(AT_S, 0)))


def test_nothing_may_be_hidden_in_a_state() -> None:
    for path in paths(S.to_json(AT_S)):
        if path:
            bad = changed(S.to_json(AT_S), path, lambda at, key: at.__setitem__(key, "?"))
            with pytest.raises(ShedkitError):
                S.state_from_json(bad)
    with pytest.raises(NotationError):
        S.state_from_json(S.to_json(S.view(AT_S, 0).state))


@pytest.mark.parametrize("path", [("discard", 0), ("turn",), ("face_up", 0, 0), ("out",), ("round",), ("removed",)])
def test_nothing_open_may_be_hidden_in_a_view(path: tuple[Any, ...]) -> None:
    bad = changed(S.to_json(S.view(AT_S, 0).state), path, lambda at, key: at.__setitem__(key, "?"))
    with pytest.raises(NotationError):
        S.view_from_json({"player": 0, "state": bad})


@pytest.mark.parametrize("zone", ["hands", "face_down", "stock", "chance", "declined"])
def test_a_view_that_shows_what_is_hidden(zone: str) -> None:
    bad = S.to_json(S.view(AT_S, 0).state)
    bad[zone] = S.to_json(AT_S)[zone]
    with pytest.raises(NotationError, match="it shows what its viewer cannot see"):
        S.view_from_json({"player": 0, "state": bad})


def test_a_view_that_hides_the_viewers_own() -> None:
    bad = S.to_json(S.view(AT_S, 1).state)
    with pytest.raises(NotationError):
        S.view_from_json({"player": 0, "state": bad})


@pytest.mark.parametrize("player", [3, -1, "0", True, 0.0, [], 2**70])
def test_a_view_of_nobody(player: Any) -> None:
    with pytest.raises(NotationError, match=r"view\.player"):
        S.view_from_json({"player": player, "state": S.to_json(S.view(AT_S, 0).state)})


def test_positions_from_json_are_checked() -> None:
    data = S.to_json(AT_S)
    for name, value in (("turn", 9), ("out", [1, 1]), ("hands", [[], [], []]), ("direction", 0), ("discard", [])):
        with pytest.raises(PositionError):
            S.state_from_json({**data, name: value})
    swapped = {**data, "hands": [data["hands"][0][::-1], *data["hands"][1:]]}
    with pytest.raises(PositionError, match="deck order"):
        S.state_from_json(swapped)


def test_deep_nesting_is_refused() -> None:
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    for name in S.to_json(AT_S):
        with pytest.raises(ShedkitError):
            S.state_from_json({**S.to_json(AT_S), name: deep})
    with pytest.raises(ShedkitError):
        S.move_from_json({"move": "play", "cards": deep})


def test_decoding_gives_the_reused_objects() -> None:
    move = S.move_from_json({"move": "play", "cards": ["9s"]})
    assert move is S.legal_moves(AT_S, 0)[0]
    assert S.parse("play 9s") is move


def test_the_json_is_plain() -> None:
    state = play(S, AT_S, "0 play 9s")
    for value in (state, S.view(state, 1), *S.legal_moves(state, 1)):
        data = S.to_json(value)
        assert json.loads(json.dumps(data)) == data
    view = S.to_json(S.view(AT_S, 0))
    assert view["state"]["hands"] == [["9s", "Kc"], ["?"], ["?"]]
    assert view["state"]["declined"] == [False, "?", "?"]
    assert view["state"]["chance"] == "?"
    assert view["state"]["face_down"][0] == ["?", None, "?"]
    read = S.view_from_json(view)
    assert read.state.hands[1] == (BACK,)
    assert read.state.chance is UNKNOWN


@pytest.mark.parametrize("code", ["", " ", "jump", "play", "play 1x", "flip", "flip x", "flip 1 2", "flip -1",
                                  "flip 99999", "flip ٣", "take 9s 9s", "swap 9s", "ready now", "PLAY 9s"])  # fmt: skip
def test_codes_that_stand_for_no_move(code: str) -> None:
    if code == "play":
        assert str(S.parse(code)) == "play"
        return
    with pytest.raises(NotationError):
        S.parse(code)


@pytest.mark.parametrize("code", [None, 7, b"play 9s", ["play", "9s"]])
def test_what_is_no_code(code: Any) -> None:
    with pytest.raises(NotationError, match="the code of a move is a text"):
        S.parse(code)


def test_a_list_of_so_many_parts() -> None:
    pair = tuple[int, FrenchCard]
    assert decode(pair, [7, "7h"], "at", card=FrenchCard) == (7, FrenchCard("7h"))
    for data in ([], [7], [7, "7h", 7]):
        with pytest.raises(NotationError, match="at: a list of 2 expected, not a list"):
            decode(pair, data, "at", card=FrenchCard)


def test_an_event_names_zones() -> None:
    event = {"event": "Moved", "cards": ["7h"], "source": {"zone": "hands", "player": 1, "slots": []}}
    for zone, said in (("turn", "event: 'turn' is no zone"), ("attic", "'attic' is no zone or fact")):
        with pytest.raises(NotationError, match=said):
            S.event_from_json({**event, "target": {"zone": zone, "player": None, "slots": []}})
    assert str(S.event_from_json({**event, "target": {"zone": "discard", "player": None, "slots": []}})) != ""


def test_a_state_of_other_cards_is_no_position() -> None:
    other: Any = Q.deck[0]
    with pytest.raises(PositionError, match=f"{other} is not a card of shithead"):
        S.checked(evolve(AT_S, stock=(other, *AT_S.stock[1:])))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"{}", "a text of JSON expected, not a bytes"),
        (None, "a text of JSON expected, not None"),
        ('{"a": 1, "b": 2, "a": 1}', "the field 'a' is there twice"),
        ("[1.5]", "'1.5' is no whole number"),
        ("[NaN]", "NaN is no value here"),
        ("[1", "this is no JSON: .*, at character 3"),
        ("[" * 100_000, "this is no JSON: it is nested too deep"),
        ("9" * 5_000, "this is no JSON: a number is too long"),
    ],
    ids=["bytes", "nothing", "twice", "fraction", "constant", "cut short", "deep", "long number"],
)
def test_texts_that_are_no_json(text: Any, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        read_json(text)
