"""Matches as pages of HTML: everything that was seen is there, and nothing else."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from mau_mau import MauMau
from shedkit import (
    LuckyShutdown,
    Match,
    Quiclo,
    RandomPlayer,
    Record,
    ShanghaiRummy,
    Shithead,
    drive,
    simple_player,
    write_records,
)
from shedkit.cli import main
from shedkit.core.cards import Card
from shedkit.core.states import cards_in
from shedkit.pictures.replay import EVERYTHING, replay_page

GAMES: tuple[Any, ...] = (
    Quiclo(players=3),
    Shithead(players=3, out_of_turn_quad=True, multi_card=True),
    LuckyShutdown(players=3),
    ShanghaiRummy(players=3),
    MauMau(players=2),
)


def played(rules: Any, moves: int = 60) -> Record[Any, Any]:
    match = Match(rules, seed=3, players=[f"Person {seat}" for seat in range(rules.players)])
    seats = range(rules.players)
    simple = rules.name != "mau-mau"
    drive(match, [simple_player(rules, seat) if simple else RandomPlayer(seat) for seat in seats], max_moves=moves)
    return Record.of(match)


def page_of(record: Record[Any, Any], *eyes: Any, names: Any = None) -> str:
    moves = [(made.move, made.player) for made in record.moves]
    return replay_page(record.rules, record.start, moves, eyes, record.players if names is None else names)


def data_of(page: str) -> Any:
    packed = re.search(r'id="data">([A-Za-z0-9+/=]*)</script>', page)
    assert packed is not None
    return json.loads(gzip.decompress(base64.b64decode(packed[1])))


def pictures(data: Any, view: int = 0) -> list[str]:
    return [
        "".join(data["parts"][part] for part in data["frames"][step["frame"]]) for step in data["views"][view]["steps"]
    ]


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_every_move_is_there_as_each_saw_it(rules: Any) -> None:
    record = played(rules)
    data = data_of(page_of(record, EVERYTHING, None, *range(rules.players)))
    names = list(record.players)
    assert [view["name"] for view in data["views"]] == ["everything", "an onlooker", *names]
    states = list(record.states())
    for view, eyes in enumerate([EVERYTHING, None, *range(rules.players)]):
        drawn = pictures(data, view)
        assert len(drawn) == len(states)
        for state, svg in list(zip(states, drawn, strict=True))[::7]:
            if eyes == EVERYTHING:
                assert svg == rules.picture(state, everything=True, names=names).svg
            else:
                assert svg == rules.picture(state, eyes, names=names).svg


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_a_page_for_one_player_names_no_card_that_it_never_saw(rules: Any) -> None:
    record = played(rules, 25)
    for eyes in (0, 1, None):
        page = page_of(record, eyes)
        data = data_of(page)
        steps = data["views"][0]["steps"]
        seen, events = set(), []
        for state in record.states():
            seen |= _cards(rules.view(state, eyes).state.layout.values(rules.view(state, eyes).state))
        for state, made in zip(record.states(), record.moves, strict=False):
            events += rules.shown(rules.trace(state, made.move, made.player)[1], eyes)
        seen |= {card for event in events for card in _cards(event)}
        unseen = set(rules.deck) - seen
        assert unseen
        assert [text for step in steps for text in step["events"]] == [str(event) for event in events]
        moves = {word for step in steps for word in step["move"].split()}
        drawn = "".join(data["parts"]) + page
        for card in unseen:
            assert f'aria-label="{card.face.name}"' not in drawn
            assert not {card.code, str(card.face)} & moves


def _cards(value: Any) -> set[Card]:
    return {card for card in cards_in(value) if isinstance(card, Card)}


def test_of_a_secret_move_the_pages_of_others_say_nothing() -> None:
    rules = Shithead(players=3, out_of_turn_quad=True, multi_card=True)
    state = rules.position(hands=["9s Kc", "7h 7s 3c", "4c 5c"], discard="7c 7d")
    match = Match(rules, state=state)
    match.play("decline", 1)
    match.play("play 9s", 0)
    record = Record.of(match)
    for eyes, verbs in ((0, ["Lay 9♠"]), (1, ["Let it go by", "Lay 9♠"]), (None, ["Lay 9♠"])):
        steps = data_of(page_of(record, eyes, names=["A", "B", "C"]))["views"][0]["steps"]
        assert [step["move"] for step in steps[1:]] == verbs


def test_a_hidden_choice_is_told_without_its_cards() -> None:
    rules = LuckyShutdown(players=2)
    match = Match(rules, seed=3)
    match.play(match.legal_moves(1)[0], 1)
    steps = data_of(page_of(Record.of(match), 0, names=["A", "B"]))["views"][0]["steps"]
    assert [(step["who"], step["move"]) for step in steps[1:]] == [("B", "arrange")]


def test_hostile_names_are_text() -> None:
    names = ["</script><script>alert(1)</script>", "<!--@data@ @title@"]
    page = page_of(played(Quiclo(players=2), 3), EVERYTHING, names=names)
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert "<!--@" not in page
    assert "&lt;!--@data@ @title@" in page  # what was filled in is not filled again
    assert data_of(page)["views"][0]["steps"][1]["who"] == names[0]


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = page_of(played(Quiclo(players=2), 3), None)
    for text in (page, *data_of(page)["parts"]):
        left = text.replace("http://www.w3.org/2000/svg", "")
        assert "http" not in left.replace("http-equiv", "")
        assert not re.search(r"(src|href)=", left)
    assert "default-src 'none'" in page


# --- the command


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "games.jsonl"
    write_records(path, [played(Quiclo(players=2), 5), played(Quiclo(players=3), 7)])
    return str(path)


def test_the_command_writes_everything_or_what_one_saw(file: str, tmp_path: Path, capsys: Any) -> None:
    page = tmp_path / "replay.html"
    assert main(["show", file, "--html", str(page)]) == 0
    assert "everything: all hidden cards" in page.read_text(encoding="utf-8")
    assert len(data_of(page.read_text(encoding="utf-8"))["views"]) == 4
    for player, words in (("1", "what Person 1 saw"), ("onlooker", "what an onlooker saw")):
        assert main(["show", file, "--html", str(page), "--force", "--record", "2", "--player", player]) == 0
        assert words in page.read_text(encoding="utf-8")
        assert len(data_of(page.read_text(encoding="utf-8"))["views"]) == 1
    assert "7 moves of quiclo" in capsys.readouterr().out


def test_what_is_there_is_not_written_over_unasked(file: str, tmp_path: Path, capsys: Any) -> None:
    page = tmp_path / "replay.html"
    page.write_text("mine")
    assert main(["show", file, "--html", str(page)]) == 2
    assert "--force writes over" in capsys.readouterr().err
    assert page.read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--player", "2"], "--player: a seat from 0 to 1 or the word onlooker expected, not '2'"),
        (["--player", "-1"], "--player: a seat from 0 to 1"),
        (["--player", "x" * 100], "--player: a seat from 0 to 1"),
        (["--record", "0"], "--record: records are counted from 1, not 0"),
        (["--record", "3"], "--record: there are fewer than 3"),
    ],
)
def test_wrong_words(file: str, tmp_path: Path, capsys: Any, words: list[str], error: str) -> None:
    page = tmp_path / "replay.html"
    assert main(["show", file, "--html", str(page), *words]) == 2
    assert error in capsys.readouterr().err
    assert not page.exists()


def test_words_that_need_a_page(file: str, capsys: Any) -> None:
    for words in (["--player", "1"], ["--record", "2"], ["--force"]):
        assert main(["show", file, *words]) == 2
        assert "go with --html" in capsys.readouterr().err


def test_a_wrong_record_leaves_no_page(file: str, tmp_path: Path, capsys: Any) -> None:
    text = Path(file).read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(re.sub(r'"moves": \["0 [^"]*"', '"moves": ["0 pass"', text), encoding="utf-8")
    for content in (wrong, tmp_path / "nothing.jsonl"):
        assert main(["show", str(content), "--html", str(tmp_path / "replay.html")]) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert not (tmp_path / "replay.html").exists()


def test_a_folder_and_an_odd_name_are_one_error(file: str, tmp_path: Path, capsys: Any) -> None:
    for name in (str(tmp_path), str(tmp_path / "no" / "page.html"), "a\0b"):
        assert main(["show", file, "--html", name, "--force"]) == 2
        assert "it cannot be written" in capsys.readouterr().err
