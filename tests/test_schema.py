"""The published schemas: they are those of the code, and they take what the library writes and little else."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from shedkit import Match, NotationError, Quiclo, Record, ShedkitError, game_names
from shedkit.table.records import FORMAT
from shedkit.table.schema import schema_of
from shedkit.testing import random_rules
from subjects import GAMES, every, homeward
from test_records import FILES, MATCHES, made, places_in, play_on, replaced, run

PUBLISHED = Path(__file__).parent.parent / "docs" / "schemas"
PARTS = ("state", "view", "move", "event", "outcome", "options", "record")


@cache
def validator(name, part=None):
    """The validator of one part of the published document."""
    schema = json.loads((PUBLISHED / f"{name}.json").read_text(encoding="utf-8"))
    if part is not None:
        schema = {"$schema": schema["$schema"], "$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema)


def fits(name, part, value):
    error = next(validator(name, part).iter_errors(value), None)
    assert error is None, f"{part} {json.dumps(value)[:300]}: {error.message[:300]}"


def misfits(name, part, value):
    return not validator(name, part).is_valid(value)


# --- the documents


@pytest.mark.parametrize("name", GAMES)
def test_the_published_schema_is_that_of_the_code(name):
    text = (PUBLISHED / f"{name}.json").read_text(encoding="utf-8")
    assert text == json.dumps(schema_of(GAMES[name].kind), indent=1) + "\n", (
        f"refresh it: python -m shedkit schema {name} > docs/schemas/{name}.json"
    )


def test_every_game_and_nothing_else_is_published():
    assert {path.name for path in PUBLISHED.iterdir()} == {f"{name}.json" for name in GAMES}
    assert set(GAMES) <= set(game_names())


@pytest.mark.parametrize("name", GAMES)
def test_the_document_is_a_schema(name):
    document = schema_of(GAMES[name].kind)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(document)
    assert name in document["title"]
    assert str(FORMAT) in document["title"]
    for part in PARTS:
        assert part in document["$defs"]
    for part in document["$defs"]:
        Draft202012Validator.check_schema(document["$defs"][part])
    assert schema_of(GAMES[name].kind) == document


@pytest.mark.parametrize("name", GAMES)
def test_every_reference_leads_somewhere_and_every_object_is_closed(name):
    document = schema_of(GAMES[name].kind)

    def look(node):
        if isinstance(node, dict):
            if "$ref" in node:
                head, part = node["$ref"].rsplit("/", 1)
                assert head == "#/$defs"
                assert part in document["$defs"]
            if node.get("type") == "object":
                assert node["additionalProperties"] is False
            for entry in node.values():
                look(entry)
        elif isinstance(node, list):
            for entry in node:
                look(entry)

    look(document)


@pytest.mark.parametrize("name", GAMES)
def test_the_document_knows_all_cards_moves_events_and_options(name):
    kind = GAMES[name].kind
    parts = schema_of(kind)["$defs"]
    assert parts["card"]["enum"] == [card.code for card in kind.card_type.all()]
    assert [part["properties"]["move"]["const"] for part in parts["move"]["oneOf"]] == [
        move.verb for move in kind.move_types
    ]
    assert [part["properties"]["event"]["const"] for part in parts["event"]["oneOf"]] == [
        event.__name__ for event in kind.event_types
    ]
    assert set(parts["options"]["properties"]) == {option.name for option in kind.options()}
    fields = {field.name for field in kind.state_type.layout.fields}
    assert set(parts["state"]["properties"]) == set(parts["state"]["required"]) == {"rules"} | fields
    assert set(parts["start"]["properties"]) == {"rules"} | fields
    assert set(parts["start"]["required"]) == fields


def test_the_command_prints_the_document(capsys):
    for name in GAMES:
        status, out, err = run(capsys, "schema", name)
        assert (status, err) == (0, "")
        assert out == (PUBLISHED / f"{name}.json").read_text(encoding="utf-8")
    for words in ([], ["go-fish"], ["quiclo", "shithead"], [""]):
        status, out, err = run(capsys, "schema", *words)
        assert (status, out, err.count("\n")) == (2, "", 1)
    assert "shithead" in run(capsys, "schema", "shithed")[2]


# --- what the library writes fits


def samples(rules, seed, moves, simple=False):
    """What comes about in a match, each as the part of the schema and the JSON."""
    match = Match(rules, seed)
    random = Random(seed)
    opponents = homeward(rules.name, rules, seed)
    yield "options", rules.options_to_json()
    for number in range(moves + 1):
        if number % 9 == 0 or not match.actors:
            yield "state", rules.to_json(match.state)
            for player in (random.randrange(rules.players), None):
                yield "view", rules.to_json(match.view(player))
        if match.outcome is not None:
            yield "outcome", rules.to_json(match.outcome)
        if not match.actors:
            break
        player = match.actors[0] if simple else random.choice(match.actors)
        choices = match.legal_moves(player)
        move = opponents[player].choose(match.view(player), choices) if simple else random.choice(choices)
        yield "move", rules.to_json(move)
        _, events = rules.trace(match.state, move, player)
        for event in (*events, *rules.shown(events, None), *rules.shown(events, player)):
            yield "event", rules.to_json(event)
        match.play(move, player)
    yield "record", json.loads(Record.of(match, ["x"] * rules.players).to_json())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("simple", [False, True], ids=["random", "simple"])
@pytest.mark.parametrize("games", [2, pytest.param(5, marks=pytest.mark.deep)])
def test_what_comes_about_in_play_fits(name, simple, games):
    seen = Counter()
    for seed in range(games):
        rules = random_rules(GAMES[name].kind, seed + 50 * simple, data=GAMES[name].data)
        for part, value in samples(rules, seed, 30, simple):
            seen[part] += 1
            fits(name, part, json.loads(json.dumps(value)))
    for options in GAMES[name].small:
        for part, value in samples(GAMES[name].kind(**options), 3, 40 * games, simple):
            if part in ("outcome", "event", "record") or seen[part] % 5 == 0:
                fits(name, part, json.loads(json.dumps(value)))
            seen[part] += 1
    assert set(seen) >= {*PARTS} - {"outcome"}


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_views_of_every_player_fit_in_every_built_position(name):
    for built in GAMES[name].built.values():
        rules = GAMES[name].kind(**built.options)
        state = rules.position(**built.zones)
        fits(name, "state", rules.to_json(state))
        for player in (*range(rules.players), None):
            fits(name, "view", rules.to_json(rules.view(state, player)))
        for player in rules.actors(state):
            for move in (*rules.legal_moves(state, player)[:3], *rules.penalised_moves(state, player)[:2]):
                fits(name, "move", rules.to_json(move))
                for event in rules.trace(state, move, player)[1]:
                    fits(name, "event", rules.to_json(event))


@pytest.mark.parametrize("name", GAMES)
def test_every_option_fits(name):
    for rules in every(name):
        if rules.players <= 4:
            fits(name, "options", rules.options_to_json())
    for seed in range(60):
        fits(name, "options", random_rules(GAMES[name].kind, seed, data=GAMES[name].data).options_to_json())
    fits(name, "options", {})
    fits(name, "options", {"players": 2})


def test_records_of_all_kinds_fit():
    for title in MATCHES:
        record = made(title)[1]
        fits(record.rules.name, None, json.loads(record.to_json()))
        if record.outcome is not None:
            fits(record.rules.name, "outcome", record.rules.to_json(record.outcome))
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            fits(json.loads(line)["game"], None, json.loads(line))


# --- what the library refuses for its form does not fit


READERS = {
    "state": lambda rules, value: rules.state_from_json(value),
    "view": lambda rules, value: rules.view_from_json(value),
    "move": lambda rules, value: rules.move_from_json(value),
    "event": lambda rules, value: rules.event_from_json(value),
    "outcome": lambda rules, value: rules.outcome_from_json(value),
    "options": lambda rules, value: rules.from_json(value),
}


MISSED = {"view": 0.12, "event": 0.04, "move": 0.005}
"""The share of the refused values that a schema cannot tell from right ones."""


def error_of(reader, rules, value):
    try:
        reader(rules, value)
    except ShedkitError as error:
        return error
    return None


def wrongs(value, card):
    """Other values for a node: of another type, and such as are hardly anything anywhere."""
    yield from (None, True, 7, "no such thing", "?", [], {}, [[]], {"x": 1}, ["?"], [None])
    if isinstance(value, str):
        yield from (value + "x", value.upper() + "!", 0, card)
    if isinstance(value, list):
        yield from ({"0": 1}, "7h 8h", [*value, {}], [*value, None])
    if isinstance(value, dict):
        yield {**value, "unknown": 1}
        yield list(value.items())
        for name in value:
            yield {key: entry for key, entry in value.items() if key != name}
            yield {key + ("s" if key == name else ""): entry for key, entry in value.items()}
    if isinstance(value, int) and not isinstance(value, bool):
        yield from (str(value), [value], not value)


def mutated(value, card):
    for path in places_in(value):
        node = value
        for step in path:
            node = node[step]
        for wrong in wrongs(node, card):
            if wrong != node or type(wrong) is not type(node):
                yield path, wrong, replaced(value, path, wrong)


@cache
def to_be_mutated(name):
    """A few values of each part, of different shapes."""
    kind = GAMES[name].kind
    values_of = {part: {} for part in READERS}
    for seed in range(6):
        rules = random_rules(kind, seed, data=GAMES[name].data)
        for part, value in samples(rules, seed, 60):
            if part in READERS:
                tag = value.get("move", value.get("event", value.get("player", 0)))
                values_of[part].setdefault((tag, tuple(value)), (rules, value))
    for options in GAMES[name].small:
        match = play_on(Match(kind(**options), 1), 1, 3000)
        if match.outcome is not None:
            values_of["outcome"].setdefault(0, (match.rules, match.rules.to_json(match.outcome)))
    values_of["state"] = dict(list(values_of["state"].items())[:1])
    values_of["view"] = dict(list(values_of["view"].items())[:2])
    values_of["options"] = dict(list(values_of["options"].items())[:1])
    return {part: list(values.values()) for part, values in values_of.items()}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", READERS)
@pytest.mark.parametrize("tried", [30, pytest.param(100, marks=pytest.mark.deep)])
def test_mutations_that_the_reader_refuses_for_their_form_do_not_fit(name, part, tried):
    random = Random(f"{name} {part}")
    foreign = "7h" if name == "quiclo" else "144"
    refused = 0
    examples = []
    for rules, value in to_be_mutated(name)[part]:
        fits(name, part, value)
        mutations = list(mutated(value, foreign))
        for path, wrong, other in random.sample(mutations, min(len(mutations), tried)):
            if isinstance(error_of(READERS[part], rules, other), NotationError):  # else it is a matter of the rules
                refused += 1
                if not misfits(name, part, other):
                    examples.append((path, wrong))
    assert refused > 15
    # the reader of a view counts its cards and entries, too, and that of an event its seats
    assert len(examples) <= refused * MISSED.get(part, 0), (refused, len(examples), examples[:20])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", READERS)
def test_what_the_reader_takes_fits(name, part):
    """The other way round: the schema must not refuse what the library reads."""
    random = Random(f"{name} {part} taken")
    examples = []
    for rules, value in to_be_mutated(name)[part]:
        mutations = list(mutated(value, "7h" if name == "quiclo" else "144"))
        for path, wrong, other in random.sample(mutations, min(len(mutations), 80)):
            if error_of(READERS[part], rules, other) is None and misfits(name, part, other):
                examples.append((path, wrong))
    assert not examples


@pytest.mark.parametrize("name", GAMES)
def test_certain_faults_never_fit(name):
    for part, values in to_be_mutated(name).items():
        for rules, value in values:
            for key in value:
                left = {other: entry for other, entry in value.items() if other != key}
                assert misfits(name, part, left) or part == "options", (part, key)
            assert misfits(name, part, {**value, "unknown": 1})
            for wrong in (None, [], "x", 1, True, [value]):
                assert misfits(name, part, wrong)
            if part == "state":
                for field in rules.state_type.layout.fields:
                    assert misfits(name, part, {**value, field.name: "?"}), field.name
                for path in places_in(value):
                    if path and isinstance(path[-1], int) and path[0] in ("hands", "stock", "discard"):
                        assert misfits(name, part, replaced(value, path, "?"))
                        assert misfits(name, part, replaced(value, path, "no card"))
                        assert misfits(name, part, replaced(value, path, None))
            if part == "view":
                assert misfits(name, part, {**value, "state": {**value["state"], "turn": "?"}}) or (
                    "turn" not in value["state"]
                )
                assert misfits(name, part, {**value, "player": -1})
                assert misfits(name, part, {**value, "player": "0"})


def test_backs_fit_in_a_view_only_where_something_is_hidden():
    rules = Quiclo(players=2)
    view = rules.to_json(rules.view(rules.deal(1), 0))
    assert view["state"]["stock"][0] == "?"
    fits("quiclo", "view", view)
    for change in ({"discard": ["?"]}, {"hands": "?"}, {"hands": ["?", "?"]}, {"stock": "?"}, {"passes": "?"}):
        other = {**view, "state": {**view["state"], **change}}
        with pytest.raises(NotationError):
            rules.view_from_json(other)
        assert misfits("quiclo", "view", other), change


@pytest.mark.parametrize("title", ["quiclo, over", "quiclo, from a position", "shithead, over", "rummy, over"])
def test_records_of_a_wrong_form_do_not_fit(title):
    record = made(title)[1]
    name, value = record.rules.name, json.loads(record.to_json())
    fits(name, "record", value)
    for key in value:
        assert misfits(name, "record", {other: entry for other, entry in value.items() if other != key}), key
        for wrong in (True, 1.5, "x" if key != "game" else 1, {"x": 1}, [1]):
            assert misfits(name, "record", {**value, key: wrong}), (key, wrong)
    assert misfits(name, "record", {**value, "unknown": 1})
    assert misfits(name, "record", {**value, "format": FORMAT + 1})
    assert misfits(name, "record", {**value, "format": 0})
    assert misfits(name, "record", {**value, "game": "go-fish"})
    assert misfits(name, "record", {**value, "moves": ["draw"]})
    assert misfits(name, "record", {**value, "moves": ["x draw"]})
    assert misfits(name, "record", {**value, "start": None, "deal": {"seed": 1, "order": ""}})
    for other in GAMES:
        assert (other == name) != misfits(other, "record", value)
