"""JSON: everything comes back as it went, and whatever is malformed is refused with the place where it stands."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shedkit import LuckyShutdown, Match, Quiclo, Record, ShanghaiRummy, Shithead
from shedkit.core.cards import BACK, UNKNOWN, FrenchCard
from shedkit.core.catalogue import game
from shedkit.core.codec import decode
from shedkit.core.drafts import state
from shedkit.core.errors import NotationError, PositionError, RecordError, ShedkitError
from shedkit.core.events import Moved, Place
from shedkit.core.fields import fact
from shedkit.core.states import State, Visibility, evolve
from shedkit.core.strict_json import read_json
from shedkit.games.quiclo import Play as Lay
from shedkit.games.shithead import Decline, Flip, Play, Power, Swap, TakePile
from shedkit.testing import play, random_rules, variants

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
    with pytest.raises(NotationError, match=r"^view\.player"):
        S.view_from_json({"player": player, "state": S.to_json(S.view(AT_S, 0).state)})


def test_positions_from_json_are_checked() -> None:
    data = S.to_json(AT_S)
    for name, value in (("turn", 9), ("out", [1, 1]), ("hands", [[], [], []]), ("direction", 0), ("discard", [])):
        with pytest.raises(PositionError):
            S.state_from_json({**data, name: value})
    swapped = {**data, "hands": [data["hands"][0][::-1], *data["hands"][1:]]}
    with pytest.raises(PositionError, match="deck order"):
        S.state_from_json(swapped)


# --- states belong to rules

OTHERS = [
    *[pytest.param(S, at, other, id=f"shithead, {other!r}") for at in (AT_S, S.deal(seed=1)) for other in (
        S.evolve(rounds=3), S.evolve(out_of_turn_quad=False), S.evolve(powers={2: Power.RESET}), Shithead(players=4),
        Q, LuckyShutdown(players=3), ShanghaiRummy(players=3),
    )],
    *[pytest.param(Q, at, other, id=f"quiclo, {other!r}") for at in (AT_Q, Q.deal(seed=1)) for other in (
        Quiclo(players=2), Q.evolve(highest_card=100), Q.evolve(first_dealer=0), Q.evolve(deadlock="fewest"), S,
    )],
]  # fmt: skip


@pytest.mark.parametrize(("rules", "at", "other"), OTHERS)
def test_a_state_belongs_to_its_rules(rules: Any, at: Any, other: Any) -> None:
    """One error names both marks, whichever of the two reads, and comes before any other."""
    for viewer in (..., 0, None):
        value = at if viewer is ... else rules.view(at, viewer)
        data = json.loads(json.dumps(rules.to_json(value)))
        read, foreign = (
            (rules.state_from_json, other.state_from_json)
            if viewer is ...
            else (rules.view_from_json, other.view_from_json)
        )
        assert read(data) == value
        with pytest.raises(NotationError) as caught:
            foreign(data)
        game = "another game" if rules.name != other.name else "other options"
        assert f"it belongs to {game}, {rules.digest()!r}, and not to {other.digest()!r}" in str(caught.value)
        inside = data if viewer is ... else data["state"]
        assert next(iter(inside)) == "rules"
        inside["rules"] = other.digest()
        with pytest.raises(NotationError, match=f"rules: it belongs to .*{other.digest()}.* not to .*{rules.digest()}"):
            read(data)


def test_a_nine_on_a_low_seven_is_not_played_on_without_the_power() -> None:
    low = Shithead(players=2, powers={7: Power.LOW})
    state = low.position(hands=["9s Kc", "4h"], discard="7c")
    assert "play 9s" not in map(str, low.legal_moves(state, 0))
    plain = low.evolve(powers={})
    assert "play 9s" in map(str, plain.legal_moves(state, 0))  # values in memory are taken as they are
    with pytest.raises(NotationError, match="other options"):
        plain.state_from_json(low.to_json(state))


@pytest.mark.parametrize(
    ("mark", "text"),
    [
        ("shithead-2-0123456789abcdef", "another format, 'shithead-2-0123456789abcdef', and not to 'shithead-1-"),
        ("shithead-0-0123456789abcdef", "another format"),
        ("quiclo-2-0123456789abcdef", "another game"),
        ("x" * 5000, "a mark such as 'shithead-1-"),
        ("x-1-" + "x" * 5000, "another game, 'x-1-x"),
        ("shithead-1-\ud800", "other options"),
        ("", "a mark such as"),
        (None, "a mark such as 'shithead-1-[0-9a-f]{16}' expected, not None"),
        (1, "a mark such as"),
        ([], "a mark such as"),
        ({"shithead": 1}, "a mark such as"),
    ],
)
def test_marks_that_are_none_of_these_rules(mark: Any, text: str) -> None:
    view = S.to_json(S.view(AT_S, 0))
    for read, bad, where in (
        (S.state_from_json, {**S.to_json(AT_S), "rules": mark}, "state.rules: "),
        (S.view_from_json, {**view, "state": {**view["state"], "rules": mark}}, r"view\.state\.rules: "),
    ):
        with pytest.raises(NotationError, match=f"^{where}.*{text}") as caught:
            read(bad)
        assert len(str(caught.value)) < 250
        str(caught.value).encode()


class OwnPlay(Play):
    """A move that no game has declared."""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (AT_Q, "not a QuicloState"),
        (Q.view(AT_Q, 0), "not the view of a QuicloState"),
        (Q.view(AT_Q, None), "not the view of a QuicloState"),
        (Lay("8"), "not a Play"),
        (OwnPlay("9s"), "not an OwnPlay"),
        (None, "not None"),
        (object(), "not an object"),
        (Match(S, 1).news(0), "not a News"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_only_values_of_the_game_are_written(value: Any, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        S.to_json(value)
    assert str(caught.value).startswith("a state, view, move, event or outcome of shithead expected, ")
    assert str(caught.value).endswith(said)


def test_json_without_a_mark_says_how_to_say_what_it_belongs_to() -> None:
    """As versions before the mark wrote it: whoever knows the rules says so, and it is read."""
    data = S.to_json(AT_S)
    del data["rules"]
    with pytest.raises(NotationError, match=f"field rules is missing.* here that is '{S.digest()}'"):
        S.state_from_json(data)
    assert S.state_from_json({"rules": S.digest(), **data}) == AT_S


@pytest.mark.parametrize("name", ["shithead", "lucky-shutdown", "quiclo", "shanghai-rummy"])
def test_rules_have_the_same_digest_if_and_only_if_they_are_equal(name: str) -> None:
    kind = game(name)
    rules = [*variants(kind), *(random_rules(kind, seed) for seed in range(100))]
    assert len({one.digest() for one in rules}) == len(set(rules)) > 40
    for one in rules[::7]:
        again = kind.from_json(json.loads(json.dumps(one.options_to_json())))
        assert again.digest() == one.digest() == pickle.loads(pickle.dumps(one)).digest()
        assert re.fullmatch(rf"{name}-1-[0-9a-f]{{16}}", one.digest())


def test_the_digest_does_not_depend_on_how_options_are_written() -> None:
    one = Shithead(players=3, powers={2: Power.RESET, 10: Power.BURN}, anywhere=[2, 10])
    assert one.digest() == Shithead(anywhere=[10, 2], powers={10: Power.BURN, 2: Power.RESET}, players=3).digest()
    assert Q.digest() == Q.evolve(deck=Q.deck).digest() == Q.evolve(hand_size=Q.hand_size).digest()
    # it is written into JSON that is kept: another digest for the same options would lock people out
    kept = (S, Q, LuckyShutdown(players=4, skip_chain="pass_on"), ShanghaiRummy.short())
    assert [rules.digest() for rules in kept] == [
        "shithead-1-0199dec706d365c1",
        "quiclo-1-caba981272e6dd2f",
        "lucky-shutdown-1-cbe59f79ba4bd6b7",
        "shanghai-rummy-1-6a775c229a2d98bb",
    ]


def test_the_start_of_a_record_may_bear_a_mark_but_no_other() -> None:
    record = Record.of(Match(S, state=AT_S))
    data = json.loads(record.to_json())
    assert "rules" not in data["start"]
    marked = {**data, "start": S.to_json(AT_S)}
    assert Record.from_json(json.dumps(marked)) == record
    marked["start"]["rules"] = S.evolve(rounds=3).digest()
    with pytest.raises(RecordError, match=r"^state\.rules: it belongs to other options"):
        Record.from_json(json.dumps(marked))
    marked["start"]["rules"] = None
    with pytest.raises(RecordError, match=r"^state\.rules: a mark such as"):
        Record.from_json(json.dumps(marked))


def test_moves_events_and_outcomes_bear_no_mark() -> None:
    move = S.legal_moves(AT_S, 0)[0]
    other = S.evolve(rounds=3)
    for value, read in ((move, other.move_from_json), (S.trace(AT_S, move, 0)[1][0], other.event_from_json)):
        assert "rules" not in S.to_json(value)
        assert read(S.to_json(value)) == value


def test_no_field_is_called_like_the_mark() -> None:
    with pytest.raises(TypeError, match=r"^Ruled\.rules needs another name"):

        @state
        class Ruled(State):
            rules = fact(Visibility.EVERYONE, doc="the number of the rule that is on", default=0, kind=int)


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
    with pytest.raises(NotationError, match=r"^the code of a move is a text"):
        S.parse(code)


def test_a_list_of_so_many_parts() -> None:
    pair = tuple[int, FrenchCard]
    assert decode(pair, [7, "7h"], "at", card=FrenchCard) == (7, FrenchCard("7h"))
    for data in ([], [7], [7, "7h", 7]):
        with pytest.raises(NotationError, match=r"^at: a list of 2 expected, not a list"):
            decode(pair, data, "at", card=FrenchCard)


def test_an_event_names_zones() -> None:
    event = {"event": "Moved", "cards": ["7h"], "source": {"zone": "hands", "player": 1, "slots": []}}
    for zone, said in (("turn", "event: 'turn' is no zone"), ("attic", "'attic' is no zone or fact")):
        with pytest.raises(NotationError, match=said):
            S.event_from_json({**event, "target": {"zone": zone, "player": None, "slots": []}})
    assert str(S.event_from_json({**event, "target": {"zone": "discard", "player": None, "slots": []}})) != ""


def test_a_state_of_other_cards_is_no_position() -> None:
    other: Any = Q.deck[0]
    with pytest.raises(PositionError, match=f"^{other} is not a card of shithead"):
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
