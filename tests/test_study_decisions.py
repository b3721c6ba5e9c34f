"""Decisions: every choice is a row, with what could be chosen and what came of it; the table grows game by game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from shedkit import LuckyShutdown, Quiclo, RandomPlayer, ShanghaiRummy, Shithead
from shedkit.core.errors import PlayerError, StudyError
from shedkit.study import Study, decisions, head_of, parquet, read_frame, read_rows, save
from shedkit.study.decisions import Decisions
from shedkit.study.heads import head_for
from shedkit.study.measures import Row
from shedkit.study.rows import COLUMNS, DECISIONS, fits

pytest.importorskip("pyarrow")

GAMES = [Shithead(players=3), LuckyShutdown(players=2), ShanghaiRummy.short(players=2), Quiclo(players=3)]


def asked(games: int, rules: Any = None, players: Any = "simple", **words: Any) -> Decisions:
    made = Decisions.of(rules or Quiclo(players=2), players, games, 7, **{"measures": [], "max_moves": 60, **words})
    assert isinstance(made, Decisions)
    return made


def table(study: Decisions) -> list[Row]:
    return [row for game in range(study.games) for row in study.table_rows(study.row(game))]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_PART", 12)


# --- what is in it


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_each_choice_is_a_row(rules: Any) -> None:
    study = asked(2, rules, "random", max_moves=150)
    for game in range(2):
        rows = study.table_rows(study.row(game))
        state, at = rules.deal(int(rows[0]["seed"])), 0
        for row in rows:
            while at < row["move"]:
                player = rules.actors(state)[0]
                moves = rules.legal_moves(state, player)
                assert len(moves) == 1, "what is left out was no choice"
                state, at = rules.apply(state, moves[0], player), at + 1
            player = rules.actors(state)[0]
            moves = rules.legal_moves(state, player)
            assert (row["seat"], row["options"]) == (player, [str(move) for move in moves])
            assert row["made"] == row["options"][row["chosen"]]
            assert 0 <= row["hidden"] < len(rules.deck)
            state, at = rules.apply(state, moves[row["chosen"]], player), at + 1
        assert all(list(row) == list(DECISIONS) for row in rows)
        for row in rows:
            for name, kind in DECISIONS.items():
                assert fits(row[name], kind), name


def test_what_came_of_it() -> None:
    study = asked(4, Quiclo(players=2), paired=True, players=["simple", "random"], max_moves=500)
    plain = list(Study.of(study.rules, ["simple", "random"], 4, 7, measures=[], max_moves=500, paired=True).rows())
    for row in table(study):
        game = plain[int(row["game"])]
        assert (row["deal"], row["seed"]) == (game["deal"], game["seed"])
        assert row["player"] == game["seats"][row["seat"]]
        assert row["place"] == game["places"][row["seat"]]
        assert row["won"] == (row["seat"] in game["winners"])


def test_a_game_that_was_cut_has_no_place() -> None:
    rows = table(asked(2, players="random", max_moves=6))
    assert rows
    assert {(row["place"], row["won"]) for row in rows} == {(None, None)}


def test_values_are_what_players_say() -> None:
    class Sure(RandomPlayer):
        value = 0.25

    def sure(rules: Any, seed: int) -> Sure:
        return Sure(seed)

    rows = table(asked(2, players=[sure, "random"]))
    assert {(row["player"], row["value"]) for row in rows} == {(0, 0.25), (1, None)}
    searched = [
        row["value"] for row in table(asked(2, players=["search:iterations=30", "simple"])) if row["player"] == 0
    ]
    assert all(type(value) is float for value in searched)
    assert any(searched)


def test_players_that_remember_are_told_what_happens() -> None:
    """A search player chooses the same with and without its values noted."""
    study = asked(3, players="search:iterations=20", max_moves=2_000)
    plain = Study.of(study.rules, "search:iterations=20", 3, 7, measures=["moves"], max_moves=2_000)
    for game in range(3):
        assert plain.row(game)["places"] == [
            next((row["place"] for row in study.table_rows(study.row(game)) if row["seat"] == seat), None)
            for seat in range(2)
        ]


def test_a_value_that_is_none() -> None:
    class Wild(RandomPlayer):
        value = "high"

    def wild(rules: Any, seed: int) -> Wild:
        return Wild(seed)

    with pytest.raises(PlayerError, match="game 0: the value of wild must be a finite number or None, not 'high'"):
        asked(1, players=wild).row(0)


# --- the file


def test_it_grows_game_by_game_into_one_file(tmp_path: Path, small_parts: None) -> None:
    path = tmp_path / "a.parquet"
    with parquet.Parts(path, head_for(asked(5)), 10**6, asked(5).table_rows) as file:
        for row in asked(5).rows():
            file.put(row)
    assert len(list((tmp_path / "a.parquet.parts").glob("part-*"))) > 1
    assert list(read_rows(path)) == table(asked(5))
    with ThreadPoolExecutor(2) as pool:
        save(asked(9), path, executor=pool)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.parquet"]
    assert list(read_rows(path)) == table(asked(9))
    before = path.read_bytes()
    save(asked(9), path)
    assert path.read_bytes() == before
    save(asked(11), path)
    assert list(read_rows(path)) == table(asked(11))
    frame = read_frame(path, ["options", "chosen", "game"])
    assert [options[chosen] for options, chosen in zip(frame["options"], frame["chosen"], strict=True)] == [
        row["made"] for row in table(asked(11))
    ]
    assert head_of(path)["format"] == "shedkit decisions 1"


def test_a_game_without_a_choice_counts(tmp_path: Path, small_parts: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of forced moves alone leave no row, and are not played again all the same."""
    monkeypatch.setattr(decisions, "_decisions", lambda *_: [])
    path = save(asked(3), tmp_path / "a.parquet")
    assert list(read_rows(path)) == []
    played = list[int]()
    row = Decisions.row
    monkeypatch.setattr(Decisions, "row", lambda own, game: played.append(game) or row(own, game))
    save(asked(5), path)
    assert played == [3, 4]


def test_tables_are_not_mixed_up(tmp_path: Path) -> None:
    plain = Study.of(Quiclo(players=2), "simple", 2, 7, measures=[], max_moves=60)
    path = save(asked(2), tmp_path / "a.parquet")
    with pytest.raises(StudyError, match='another study: format: "shedkit decisions 1" in the file, "shedkit rows 1"'):
        save(plain, path)
    with pytest.raises(StudyError, match=r"a table of decisions is kept as Parquet: the name must end in \.parquet"):
        save(asked(2), tmp_path / "a.jsonl")
    assert not {"places", "winners"} & {*DECISIONS}
    assert list(COLUMNS)[:3] == list(DECISIONS)[:3]
