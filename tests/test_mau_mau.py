"""A game from outside: the package in ``examples/mau_mau``, found by its entry points, held to the laws, in play."""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest

from shedkit import (
    ConfigurationError,
    FrenchCard,
    IllegalMove,
    Journal,
    Knowledge,
    Match,
    NotationError,
    PositionError,
    RandomPlayer,
    Record,
    RecordError,
    UnknownGame,
    ViewError,
    game,
    game_names,
    read_cards,
    read_records,
    simple_player,
    simulate,
    testing,
    write_records,
)
from shedkit.cli import main
from shedkit.core import catalogue
from shedkit.core.events import GameOver, Moved, Out, Place, Shuffled, Skipped, Turn
from shedkit.core.moves import DRAW
from shedkit.table.schema import schema_of
from shedkit.testing import check_game, check_laws, check_position, covering, play, random_rules, variants

SWEEP = int(os.environ.get("SHEDKIT_SWEEP", "1"))
EXAMPLE = Path(__file__).parent.parent / "examples" / "mau_mau"

sys.path.insert(0, str(EXAMPLE))
try:
    import mau_mau_bot

    from mau_mau import MauMau, Play
finally:
    sys.path.remove(str(EXAMPLE))


def dist_info(folder: Path) -> Path:
    """What an installation of the package would leave in a folder of the path, out of its pyproject.toml."""
    text = (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    name, version = (re.search(rf'^{key} = "(.*)"$', text, re.MULTILINE)[1] for key in ("name", "version"))
    groups = re.findall(r'^\[project\.entry-points\."(.+)"\]\n((?:.+\n)+)', text, re.MULTILINE)
    assert {group for group, _ in groups} == {"shedkit.games", "shedkit.bots"}
    made = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    made.mkdir()
    (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    entries = [f"[{group}]\n{lines}".replace('"', "") for group, lines in groups]
    (made / "entry_points.txt").write_text("\n".join(entries))
    return folder


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """As if the package were installed; afterwards it is not."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.syspath_prepend(str(dist_info(folder)))
    monkeypatch.setattr(catalogue, "_FOUND", {})  # what has been found stays found, in a process
    yield folder
    monkeypatch.undo()
    importlib.invalidate_caches()


WHILE_IT_IS_NOT_THERE = pytest.mark.skipif("mau-mau" in game_names(), reason="the example is installed here")


# --- the package


@WHILE_IT_IS_NOT_THERE
def test_before_it_is_installed_nobody_knows_it() -> None:
    assert "mau-mau" not in game_names()
    with pytest.raises(UnknownGame):
        game("mau-mau")


def test_the_catalogue_finds_it(installed: Path) -> None:
    assert "mau-mau" in game_names()
    assert game("mau-mau") is MauMau
    assert isinstance(simple_player("mau-mau", 1), mau_mau_bot.SimpleMauMau)


def test_another_process_finds_it(installed: Path) -> None:
    paths = [str(installed), str(EXAMPLE), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "COLUMNS": "88"}
    words = [sys.executable, "-m", "shedkit", "play", "mau-mau", "--watch", "--seed", "1"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0] == "mau-mau, 3 players, seed 1"
    assert "wins; places:" in done.stdout.splitlines()[-1]


def test_it_imports_from_the_public_core_only() -> None:
    for path in EXAMPLE.glob("mau_mau*.py"):
        modules = re.findall(r"^(?:from|import) (shedkit\S*)", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert modules
        assert all(name == "shedkit.authoring" or name.startswith("shedkit.core.") for name in modules)


def test_its_rules_are_numbered_and_every_number_in_use_is_explained() -> None:
    text = (EXAMPLE / "mau_mau.py").read_text(encoding="utf-8")
    explained = re.findall(r"^- (MM-\d\d): \S", text, re.MULTILINE)
    assert explained == [f"MM-{i:02}" for i in range(1, len(explained) + 1)]
    assert set(re.findall(r'"(MM-\d\d)"', text)) <= set(explained)


# --- the laws


@pytest.mark.deep
@pytest.mark.parametrize("option", [option.name for option in MauMau.options()])
def test_laws_under_every_option(option: str) -> None:
    for rules in variants(MauMau, only=option):
        check_laws(rules, games=SWEEP, max_moves=40, stride=11, partial=True)


@pytest.mark.deep
@pytest.mark.parametrize("row", range(12))
def test_laws_where_every_two_options_meet(row: int) -> None:
    rules = covering(MauMau).rules[row]
    check_laws(rules, games=SWEEP, max_moves=40, stride=11, partial=True)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(20 * SWEEP))
def test_laws_under_several_options(seed: int) -> None:
    check_laws(random_rules(MauMau, seed), games=1, seed=seed, max_moves=50, stride=11, partial=True)


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("others", ["points", "play_on"])
def test_laws_in_whole_games_of_simple_opponents(players: int, others: str) -> None:
    rules = MauMau(players=players, others=others)
    bots = [mau_mau_bot.SimpleMauMau(seat) for seat in range(players)]
    check_game(rules, 1, 400, players=bots, stride=17)


BUILT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "sevens are due": ({}, {"hands": ["7h 8s", "7c 9s", "As"], "discard": "9d 7d", "pending": 2}),
    "more is due than there is": ({}, {"hands": ["8s", "7c 9s", "As"], "discard": "Ts 7s 7d", "stock": "", "pending": 4}),
    "the last card is a seven": ({"others": "play_on"}, {"hands": ["7h", "7c 9s", "As"], "discard": "9h"}),
    "the last card is an eight": ({"others": "play_on"}, {"hands": ["8h", "7c 9s", "As"], "discard": "9h"}),
    "the last card of two is an eight": ({"others": "play_on", "players": 2}, {"hands": ["8h", "7c"], "discard": "9h"}),
    "the last card is a jack": ({}, {"hands": ["Jh", "7c 9s", "As"], "discard": "9h"}),
    "a suit is named": ({}, {"hands": ["Jh 7s 9d", "7c", "As"], "discard": "9h Jc", "suit": "s"}),
    "a card was drawn": ({"play_drawn": True}, {"hands": ["7h 9s", "7c", "Td"], "discard": "9h", "phase": "drawn", "drawn": "9s"}),
    "nobody has anything to draw": ({}, {"hands": ["7h", "7c", "As"], "discard": "9d", "stock": "", "passes": 2}),
    "one is out": ({"others": "play_on"}, {"hands": ["7h 8s", "", "As"], "discard": "9h"}),
}  # fmt: skip


@pytest.mark.parametrize("title", BUILT)
def test_laws_in_built_positions(title: str) -> None:
    options, zones = BUILT[title]
    rules = MauMau(**options)
    for seed in range(2 * SWEEP):
        check_position(rules, rules.position(**zones), seed=seed, every_move=seed == 0)


# --- at the table


def test_match_and_news() -> None:
    match = Match(MauMau(players=2), state=MauMau(players=2).position(hands=["7h 8s", "Ah 9s"], discard="9h", seed=5))
    match.play("play 7h", 0)
    match.play("draw", 1)
    assert [str(event) for event in match.news(0).events] == [
        "7h: from player 0's hand to the pile",
        "player 1 is on turn",
        "2 cards: from the stock to player 1's hand",
        "player 0 is on turn",
    ]
    match.undo(2)
    assert match.actors == (0,)
    with pytest.raises(IllegalMove, match="MM-02"):
        match.play("play 8s", 0)


def finished(rules: Any, seed: int) -> Match[Any, Any]:
    match = Match(rules, seed=seed)
    bots = [mau_mau_bot.SimpleMauMau(seat) for seat in range(rules.players)]
    while match.actors:
        player = match.actors[0]
        match.play(bots[player].choose(match.view(player), match.legal_moves(player)), player)
    return match


@pytest.mark.parametrize("others", ["points", "play_on"])
def test_records(installed: Path, tmp_path: Path, others: str) -> None:
    matches = [finished(MauMau(players=3, others=others), seed) for seed in range(3)]
    records = [Record.of(match, ["Ann", "Ben", "Cat"]) for match in matches]
    assert write_records(tmp_path / "games.jsonl", records) == 3
    for record, match in zip(read_records(tmp_path / "games.jsonl"), matches, strict=True):
        record.verify()
        assert record.resume().state == match.state
        assert record.outcome == match.outcome
    cut = attrs.evolve(records[0], moves=records[0].moves[:-1], outcome=None)
    assert cut.resume().actors
    with pytest.raises(RecordError, match="not over"):
        attrs.evolve(cut, outcome=records[0].outcome).verify()


@WHILE_IT_IS_NOT_THERE
def test_a_record_of_it_is_of_no_use_where_it_is_not_installed() -> None:
    with pytest.raises(UnknownGame, match="mau-mau"):
        Record.from_json(Record.of(Match(MauMau(), seed=1)).to_json())


def test_journal(installed: Path, tmp_path: Path) -> None:
    match = Match(MauMau(players=2, play_drawn=True), seed=3)
    with Journal.create(tmp_path / "table.jsonl", match):
        for _ in range(5):
            match.play(match.legal_moves(match.actors[0])[-1], match.actors[0])
    again, journal = Journal.resume(tmp_path / "table.jsonl")
    with journal:
        assert again.state == match.state
        again.play(again.legal_moves(again.actors[0])[0], again.actors[0])
    assert len(Journal.record(tmp_path / "table.jsonl").moves) == 6


def test_schema() -> None:
    schema = schema_of(MauMau)
    jsonschema.Draft202012Validator.check_schema(schema)

    def valid(kind: str, value: Any) -> bool:
        part = {**schema, "$ref": f"#/$defs/{kind}"}
        return jsonschema.Draft202012Validator(part).is_valid(json.loads(json.dumps(value)))

    rules = MauMau(players=3, play_drawn=True)
    match = finished(rules, 4)
    assert valid("record", json.loads(Record.of(match).to_json()))
    for state in Record.of(match).states():
        assert valid("state", rules.to_json(state))
        for player in (0, 1, 2, None):
            assert valid("view", rules.to_json(rules.view(state, player)))
            assert not valid("state", rules.to_json(rules.view(state, player)))
    for made in match.moves:
        assert valid("move", rules.to_json(made.move))
    assert all(valid("event", rules.to_json(event)) for event in match.news(0).events)
    assert valid("outcome", rules.to_json(match.outcome))
    assert valid("options", rules.options_to_json())
    assert MauMau.from_json(rules.options_to_json()) == rules
    assert not valid("move", {"move": "play", "card": "Jh", "suit": "x"})
    assert not valid("options", {"skip": "9"})


def test_knowledge_remembers_what_was_shuffled_back() -> None:
    rules = MauMau(players=2)
    state = rules.position(hands=["9h Tc", "Ah 9s"], discard="8d 9d 7c Th", stock="", turn=1)
    knows = Knowledge.of(rules, rules.view(state, 0))
    state, events = rules.trace(state, rules.parse("draw"), 1)
    knows = knows.after(rules.shown(events, 0))
    assert list(map(str, knows.certain(Place("hands", 1)))) == ["9s", "Ah"]
    assert knows.certain(Place("stock")) == ()
    for seed in range(20):
        guess = rules.sample(rules.view(state, 0), seed, knowledge=knows)
        assert {*map(str, guess.stock)} < {"8d", "9d", "7c"}
        assert {"9s", "Ah"} < {*map(str, guess.hands[1])}


def test_possible_states_of_a_drawn_card() -> None:
    rules = MauMau(players=2, play_drawn=True)
    state = rules.position(hands=["9h", "9s Tc"], discard="Th", stock="Ts", turn=1, phase="drawn", drawn="9s")
    drawn = {(str(s.hands[1]), s.drawn[1]) for s in (rules.sample(rules.view(state, 0), seed) for seed in range(200))}
    assert len(drawn) == 6
    assert rules.view(state, 0).state.drawn[0] is None
    mine = {s.drawn[1] for s in (rules.sample(rules.view(state, 1), seed) for seed in range(20))}
    assert {*map(str, mine)} == {"9s"}


@pytest.mark.parametrize(
    "rules", [MauMau(players=n, others=how) for n in (2, 6) for how in ("points", "play_on")], ids=repr
)
def test_games_come_to_an_end(rules: Any) -> None:
    for seed in range(5):
        for kind in (RandomPlayer, mau_mau_bot.SimpleMauMau):
            played = simulate(rules, [kind(seed + seat) for seat in range(rules.players)], seed, 5_000)
            assert played.outcome is not None


def test_the_simple_opponent_beats_chance() -> None:
    rules, won = MauMau(players=2), 0
    for seed in range(200):
        players: list[Any] = [RandomPlayer(seed), mau_mau_bot.SimpleMauMau(seed)]
        played = simulate(rules, players[:: 1 if seed % 2 else -1], seed)
        assert played.outcome is not None
        won += played.outcome.places[1 if seed % 2 else 0] == 1
    assert won > 130


# --- in the terminal


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


def test_games(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "mau-mau"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("mau-mau  2 to 6 players")
    for option in MauMau.options():
        assert re.search(rf"^  {option.name} .*{option.rule}$", shown, re.MULTILINE)


def test_play(installed: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "88")
    typed(monkeypatch, "?", "Ah", "play Js", "js d", "q")
    assert main(["play", "mau-mau", "--players", "2", "--seed", "6", "--set", "play_drawn=yes"]) == 0
    shown = capsys.readouterr().out
    assert "You do not have Ah. (SK-09)" in shown
    assert "Name a suit: play Js c, for example. (MM-09)" in shown
    assert "player 0  play Js d" in shown
    assert "suit d" in shown
    assert shown.endswith("Stopped before the end; --seed 6 deals the same game again.\n")


def test_schema_and_files(installed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "mau-mau"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(schema_of(MauMau)))
    write_records(tmp_path / "games.jsonl", [Record.of(finished(MauMau(), 1))])
    assert main(["verify", str(tmp_path / "games.jsonl")]) == 0
    assert main(["show", str(tmp_path / "games.jsonl")]) == 0
    assert "lays" not in capsys.readouterr().err


def test_wrong_words(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "mau-mau", "--set", "skip=K"]) == 2
    assert "choose from 8, A, none" in capsys.readouterr().err
    assert main(["play", "mau-mau", "--players", "7"]) == 2
    assert main(["play", "mau", "--seed", "1"]) == 2
    assert "did you mean mau-mau?" in capsys.readouterr().err


# --- the rules, each with its other side

TWO = MauMau(players=2)
THREE = MauMau(players=3)
ON = MauMau(players=3, others="play_on")


def moves(rules: Any, state: Any, player: int = 0) -> str:
    return ", ".join(map(str, rules.legal_moves(state, player)))


def refused(rules: Any, state: Any, code: str, player: int = 0) -> tuple[str, str]:
    refusal = testing.refused(rules, state, code, player)
    return refusal.reason.value, refusal.rule


def told(rules: Any, state: Any, code: str, player: int = 0) -> list[Any]:
    return [event for event in rules.trace(state, rules.parse(code), player)[1] if not isinstance(event, Moved)]


def test_mm_01_the_deal() -> None:
    order = [str(card) for card in THREE.deck]
    state = MauMau(players=3, first_dealer=0).deal(1, order=order)
    assert state.turn == 1
    assert [len(hand) for hand in state.hands] == [5, 5, 5]
    assert str(state.hands[1][0]) == order[0]
    assert [str(card) for card in state.discard] == [order[15]]
    assert len(THREE.deck) == 32
    assert len(MauMau(pack="52").deck) == 52
    assert len(MauMau(players=6).deal(1).stock) == 1


def test_mm_01_the_upcard_has_no_power() -> None:
    seven_up = list(map(str, read_cards(FrenchCard, "8c 8d 8h 8s 9c 9d 9h 9s Tc Td Jc Jd Jh Js Qc 7h")))
    rest = [str(card) for card in THREE.deck if str(card) not in seven_up]
    state = THREE.deal(1, order=[*seven_up, *rest])
    assert state.pending == 0
    jack_up = [*seven_up[:10], "7h", "7c", "7d", "7s", "Qc", "Jd"]
    rest = [str(card) for card in THREE.deck if str(card) not in jack_up]
    assert THREE.deal(1, order=[*jack_up, *rest]).suit == "d"


def test_mm_02_suit_or_rank() -> None:
    state = TWO.position(hands=["9c Ad As", "7h"], discard="Kh Ah")
    assert moves(TWO, state) == "play Ad, play As, draw"
    assert refused(TWO, state, "play 9c") == ("no-match", "MM-02")
    assert refused(TWO, state, "play Kd") == ("card-not-held", "SK-09")
    assert refused(TWO, state, "play 2c") == ("unknown-card", "SK-07")
    assert refused(TWO, state, "play 7h", 1) == ("not-an-actor", "SK-05")
    after = play(TWO, state, "0 play As")
    assert (after.turn, after.suit, str(after.discard[-1])) == (1, "s", "As")


def test_mm_03_draw() -> None:
    state = TWO.position(hands=["9c Ad", "7h"], discard="Kd", stock="Tc Ts")
    after = play(TWO, state, "0 draw")
    assert [str(card) for card in after.hands[0]] == ["9c", "Tc", "Ad"]
    assert after.turn == 1
    strict = MauMau(players=2, must_play=True)
    assert refused(strict, strict.position(hands=["9c Ad", "7h"], discard="Kd"), "draw") == ("can-play", "MM-03")
    assert moves(strict, strict.position(hands=["9c Ad", "7h"], discard="Kh")) == "draw"


def test_mm_04_the_card_just_drawn() -> None:
    rules = MauMau(players=2, play_drawn=True)
    state = rules.position(hands=["9c Ad", "7h"], discard="Kd", stock="Td Ts")
    state = play(rules, state, "0 draw")
    assert rules.actors(state) == (0,)
    assert moves(rules, state) == "play Td, pass"
    assert refused(rules, state, "play Ad") == ("wrong-zone", "MM-04")
    assert refused(rules, state, "draw") == ("wrong-phase", "MM-04")
    assert play(rules, state, "0 pass").turn == 1
    assert play(rules, state, "0 play Td").turn == 1
    state = rules.position(hands=["9c Ad", "7h"], discard="Kd", stock="Ts")
    assert refused(rules, state, "pass") == ("wrong-phase", "MM-04")
    assert moves(rules, play(rules, state, "0 draw")) == "pass"
    assert refused(TWO, TWO.position(hands=["9c", "7h"], discard="Kd"), "pass") == ("option-off", "MM-04")


def test_mm_05_the_stock_is_refilled() -> None:
    state = TWO.position(hands=["9c Ad", "7h"], discard="8c 8d Kd", stock="", seed=3)
    events = told(TWO, state, "draw")
    assert events == [Shuffled("stock", 2), Turn(1)]
    after = play(TWO, state, "0 draw")
    assert [str(card) for card in after.discard] == ["Kd"]
    assert after.chance.count == state.chance.count + 1
    assert len(after.stock) == 1
    state = TWO.position(hands=["9c Ad", "7h"], discard="Kd", stock="")
    assert told(TWO, state, "draw") == [Turn(1)]
    assert play(TWO, state, "0 draw").passes == 1
    full = TWO.position(hands=["9c Ad", "7h"], discard="8c 8d Kd", stock="Tc")
    assert told(TWO, full, "draw") == [Turn(1)]


def test_mm_06_sevens() -> None:
    state = THREE.position(hands=["7h 9c", "7c 9s", "As"], discard="Kh", stock="8c 8d 8h 8s Tc")
    state = play(THREE, state, "0 play 7h")
    assert state.pending == 2
    assert moves(THREE, state, 1) == "play 7c, draw"
    assert refused(THREE, state, "play 9s", 1) == ("no-match", "MM-06")
    drawn = play(THREE, state, "1 draw")
    assert [str(card) for card in drawn.hands[1]] == ["7c", "8c", "8d", "9s"]
    assert (drawn.turn, drawn.pending) == (2, 0)
    state = play(THREE, state, "1 play 7c")
    assert (state.turn, state.pending) == (2, 4)
    assert moves(THREE, state, 2) == "draw"
    state = play(THREE, state, "2 draw")
    assert len(state.hands[2]) == 5
    assert (state.turn, state.pending) == (0, 0)
    assert moves(THREE, state, 0) == "play 9c, draw"


def test_mm_06_what_is_due_is_not_laid_at_once() -> None:
    rules = MauMau(players=2, play_drawn=True)
    state = rules.position(hands=["9c", "As Ks"], discard="7h", stock="8h 8d", pending=2)
    after = play(rules, state, "0 draw")
    assert (after.turn, after.phase) == (1, "play")


def test_mm_06_more_is_due_than_there_is() -> None:
    state = THREE.position(hands=["9c", "7c 9s", "As"], discard="Ts 7s 7d 7h", stock="Kc", pending=6, seed=1)
    after = play(THREE, state, "0 draw")
    assert len(after.hands[0]) == 5
    assert (after.stock, after.pending, after.passes) == ((), 0, 0)


def test_mm_06_off() -> None:
    rules = MauMau(players=2, draw_two="none")
    state = rules.position(hands=["7h 9c", "Kh"], discard="9h")
    after = play(rules, state, "0 play 7h")
    assert after.pending == 0
    assert moves(rules, after, 1) == "play Kh, draw"


def test_mm_07_eights() -> None:
    state = THREE.position(hands=["8h 9c", "7c 9s", "As"], discard="Kh")
    assert told(THREE, state, "play 8h") == [Skipped(1), Turn(2)]
    two = TWO.position(hands=["8h 9c", "7c 9s"], discard="Kh")
    assert told(TWO, two, "play 8h") == [Skipped(1), Turn(0)]
    aces = MauMau(players=3, skip="A")
    assert told(aces, state, "play 8h") == [Turn(1)]
    assert told(aces, aces.position(hands=["Ah 9c", "7c", "7d"], discard="Kh"), "play Ah") == [Skipped(1), Turn(2)]
    assert told(MauMau(players=3, skip="none"), state, "play 8h") == [Turn(1)]


def test_mm_07_an_eight_skips_those_who_are_still_in() -> None:
    state = ON.position(hands=["8h 9c", "", "As"], discard="Kh")
    assert told(ON, state, "play 8h") == [Skipped(2), Turn(0)]
    state = ON.position(hands=["8h", "9c", "As"], discard="Kh")
    assert told(ON, state, "play 8h") == [Out(0, 1), Skipped(1), Turn(2)]
    assert told(THREE, state, "play 8h") == [Out(0, 1), GameOver()]


def test_mm_08_jacks() -> None:
    state = TWO.position(hands=["Jc 9c", "7h Js"], discard="Kh")
    assert moves(TWO, state) == "play Jc c, play Jc d, play Jc h, play Jc s, draw"
    after = play(TWO, state, "0 play Jc s")
    assert refused(TWO, after, "play Js h", 1) == ("locked", "MM-08")
    loose = MauMau(players=2, wild_on_wild=True)
    assert "play Js h" in moves(loose, after, 1)
    plain = MauMau(players=2, wild="none")
    assert refused(plain, state, "play Jc") == ("no-match", "MM-02")
    assert refused(TWO, TWO.position(hands=["Jc 9c", "7h"], discard="7d", pending=2), "play Jc c") == (
        "no-match",
        "MM-06",
    )


def test_mm_09_the_suit_named() -> None:
    state = TWO.position(hands=["Jc 9c", "7h As Kc"], discard="Kh")
    after = play(TWO, state, "0 play Jc s")
    assert after.suit == "s"
    assert moves(TWO, after, 1) == "play As, draw"
    assert refused(TWO, after, "play Kc", 1) == ("no-match", "MM-02")
    assert play(TWO, after, "1 play As").suit == "s"
    assert refused(TWO, state, "play Jc") == ("spelling", "MM-09")
    assert refused(TWO, TWO.position(hands=["Kc Jc", "7h"], discard="Kh"), "play Kc c") == ("spelling", "MM-09")
    plain = MauMau(players=2, wild="none")
    jack = plain.position(hands=["Jc 9c", "7h"], discard="Kc")
    assert moves(plain, jack) == "play 9c, play Jc, draw"
    assert refused(plain, jack, "play Jc s") == ("spelling", "MM-09")


def test_mm_10_points() -> None:
    state = THREE.position(hands=["9h", "Jc Qc Kc Ac", "Ts 8s"], discard="Kh")
    after, events = THREE.trace(state, Play("9h"), 0)
    assert events[1] == Out(0, 1)
    assert events[-1] == GameOver()
    assert THREE.actors(after) == ()
    outcome = THREE.outcome(after)
    assert (outcome.places, outcome.scores, outcome.winners) == ((1, 3, 2), (0, 20, 18), (0,))
    assert THREE.outcome(THREE.view(after, None)) == outcome
    assert refused(THREE, after, "draw", 1) == ("game-over", "SK-04")
    even = THREE.position(hands=["9h", "Ts 8s", "Td 8d"], discard="Kh")
    assert THREE.outcome(play(THREE, even, "0 play 9h")).places == (1, 2, 2)
    assert THREE.outcome(state) is None


def test_mm_10_play_on() -> None:
    state = ON.position(hands=["9h", "9c 9d", "Ts"], discard="Kh", stock="8s Ks")
    state = play(ON, state, "0 play 9h")
    assert ON.outcome(state) is None
    assert ON.actors(state) == (1,)
    assert refused(ON, state, "draw", 0) == ("not-an-actor", "SK-05")
    state = play(ON, state, "1 play 9c", "2 draw", "1 play 9d")
    outcome = ON.outcome(state)
    assert (outcome.places, outcome.scores, outcome.winners) == ((1, 2, 3), None, (0,))


def test_mm_10_what_is_due_passes_to_the_next_when_a_seven_goes_out() -> None:
    state = ON.position(hands=["7h", "9c 9d", "Ts"], discard="Kh")
    assert play(ON, state, "0 play 7h").pending == 2


def test_mm_11_a_round_without_a_card() -> None:
    state = THREE.position(hands=["9h", "9c 9d", "Ts"], discard="Kd", stock="")
    state = play(THREE, state, "0 draw", "1 draw")
    assert THREE.outcome(state) is None
    over = play(THREE, state, "2 draw")
    assert THREE.outcome(over).places == (1, 3, 2)
    laid = play(ON, ON.position(hands=["9h", "9c 9d", "Ts"], discard="Kd", stock=""), "0 draw", "1 play 9d", "2 draw")
    assert ON.outcome(laid) is None
    state = ON.position(hands=["9h", "9c 9d", "Ts"], discard="Kd", stock="", passes=2)
    assert play(ON, state, "0 draw").phase == "over"
    state = ON.position(hands=["9h", "9c 9d", "Ts"], discard="Kd", stock="", passes=2, turn=1)
    assert play(ON, state, "1 play 9d").passes == 0
    state = ON.position(hands=["9h", "", "Ts"], discard="Kd", stock="")
    assert ON.outcome(play(ON, state, "0 draw", "2 draw")).places == (2, 1, 2)


# --- bad input


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 1}, "players"),
        ({"players": 7}, "players"),
        ({"players": 2.0}, "players"),
        ({"hand_size": 0}, "hand_size"),
        ({"players": 6, "hand_size": 6}, "hand_size"),
        ({"players": 3, "first_dealer": 3}, "first_dealer"),
        ({"pack": "36"}, "pack"),
        ({"skip": "9"}, "skip"),
        ({"skip": []}, "skip"),
        ({"wild": None}, "wild"),
        ({"must_play": 1}, "must_play"),
        ({"jokers": 2}, "jokers"),
    ],
)
def test_options_that_make_no_game(options: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        MauMau(**options)
    assert caught.value.option == named


@pytest.mark.parametrize(
    ("zones", "says"),
    [
        ({"hands": ["9h", "9c"]}, "discard: the pile has at least one card"),
        ({"hands": ["9h", "9h"], "discard": "Kd"}, "9h is placed 2 times"),
        ({"hands": ["2h", "9h"], "discard": "Kd"}, "no such card"),
        ({"hands": ["1x", "9h"], "discard": "Kd"}, "hands"),
        ({"hands": "9h", "discard": "Kd"}, "hands"),
        ({"hands": ["9h", "9c", "9d"], "discard": "Kd"}, "hands"),
        ({"hands": ["9h", "9c"], "discard": "Kd", "turn": 2}, "turn: there is no player 2"),
        (
            {"hands": ["9h", "9c"], "discard": "Kd", "phase": "begin"},
            "phase: it must be play, drawn or over, not 'begin'",
        ),
        (
            {"hands": ["9h", "9c"], "discard": "Kd", "phase": "drawn", "drawn": "9h"},
            "phase: drawn is possible only with play_drawn",
        ),
        ({"hands": ["9h", "9c"], "discard": "Kd", "drawn": "9h"}, "drawn: player 0 has not drawn a card in this phase"),
        ({"hands": ["9h", "9c"], "discard": "Kd", "drawn": "9h 9c"}, "drawn: one card expected"),
        ({"hands": ["9h", "9c"], "discard": "Kd", "suit": "s"}, "suit: it cannot be 's' with Kd"),
        ({"hands": ["9h", "9c"], "discard": "Jd", "suit": "x"}, "suit: it must be c, d, h or s, not 'x'"),
        ({"hands": ["9h", "9c"], "discard": "Kd", "pending": 2}, "pending: it cannot be 2"),
        ({"hands": ["9h", "9c"], "discard": "7d", "pending": 1}, "pending: it cannot be 1"),
        ({"hands": ["9h", "9c"], "discard": "7d", "pending": 4}, "pending: it cannot be 4"),
        ({"hands": ["9h", "9c"], "discard": "Kd", "passes": 2}, "phase: the game would be over"),
        ({"hands": ["9h", "9c"], "discard": "Kd", "passes": -1}, "passes"),
        ({"hands": ["9h", "9c"], "discard": "Kd", "phase": "over"}, "shown"),
        ({"hands": [], "shown": ["9h", "9c"], "discard": "Kd"}, "shown"),
        ({"hands": [], "shown": ["9h", "9c"], "discard": "Kd", "phase": "over"}, "phase: the game is not over"),
        ({"hands": ["9h", ""], "discard": "Kd"}, "phase: the game would be over"),
        ({"hands": ["9h", "9c"], "discard": "Kd", "out": [0]}, "out: player 0 has cards"),
        ({"hands": ["9h"], "discard": "Kd", "out": []}, "out: player 1 has no cards"),
    ],
)
def test_positions_that_cannot_be(zones: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError) as caught:
        TWO.position(**zones)
    assert says in str(caught.value)


def test_a_finished_position() -> None:
    over = TWO.position(hands=[], shown=["", "9c"], discard="Kd", phase="over")
    assert TWO.outcome(over).scores == (0, 9)
    with pytest.raises(PositionError, match="is out"):
        ON.position(hands=["", "9c", "9d"], discard="Kd")
    rules = MauMau(players=2, play_drawn=True)
    with pytest.raises(PositionError, match="pending"):
        rules.position(hands=["9h", "9c"], discard="7d", pending=2, phase="drawn", drawn="9h")


def test_calls_that_make_no_sense() -> None:
    state = TWO.deal(1)
    for move, player, rule in (("play 7h", 0, "SK-02"), (None, 0, "SK-02"), (DRAW, 5, "SK-01"), (DRAW, True, "SK-01")):  # fmt: skip
        assert TWO.refusal(state, move, player).rule == rule
    with pytest.raises(ViewError):
        TWO.legal_moves(TWO.view(state, 0), 1)
    with pytest.raises(ViewError):
        TWO.apply(TWO.view(state, 0), DRAW, 0)
    with pytest.raises(ViewError):
        TWO.outcome(THREE.deal(1))
    for code in ("", "lay 7h", "play", "play 1x", "play 7h s s", "draw 2", "pass 7h"):
        with pytest.raises(NotationError):
            TWO.parse(code)
    with pytest.raises(NotationError):
        Play("1x")
    with pytest.raises(ConfigurationError):
        TWO.deal(1, order="7h 7h")
