"""Files of results: nothing is lost or doubled, whatever happens while they grow; a bad file is one clear error."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from shedkit import Quiclo, RandomPlayer, ShanghaiRummy, Shithead
from shedkit.core.errors import PlayerError, StudyError
from shedkit.study import growing, parquet, results
from shedkit.study.heads import head_for
from shedkit.study.many import Study
from shedkit.study.measures import GameMeasure
from shedkit.study.results import head_of, read_frame, read_rows, save
from shedkit.study.trails import Trail

RULES = Quiclo(players=2)
BOTH = pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])


def study(games: int = 20, seed: int = 7, *, players: Any = "random", rules: Any = RULES, **words: Any) -> Study:
    return Study.of(rules, players, games, seed, **{"measures": ["moves"], "max_moves": 40, **words})


def counting(of: Callable[..., Any], name: str = "mine", **words: Any) -> GameMeasure:
    return GameMeasure(name, "Mine", "What I count.", "things", "here", of=of, **words)


def rows_of(path: Path) -> list[Any]:
    return list(read_rows(path))


def needs(suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def parts(path: Path) -> Path:
    """Where the parts lie while a file grows."""
    return path.with_name(f"{path.name}.parts")


def stopped(asked: Study, path: Path) -> Path:
    """A run of more games that was stopped after so many: the folder of its parts."""
    with parquet.Parts(path, head_for(asked), 10**6) as file:
        for row in asked.rows(first=file.games):
            file.put(row)
    return parts(path)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_PART", 4)


# --- what is written is what was played


@BOTH
@pytest.mark.parametrize("rules", [Shithead(players=3), ShanghaiRummy(players=3), RULES], ids=lambda rules: rules.name)
def test_the_rows_come_back(tmp_path: Path, small_parts: None, suffix: str, rules: Any) -> None:
    needs(suffix)
    asked = study(9, rules=rules, measures=None)
    assert save(asked, str(tmp_path / f"a{suffix}")) == tmp_path / f"a{suffix}"
    there = rows_of(tmp_path / f"a{suffix}")
    assert there == list(asked.rows())
    assert [list(row) for row in there] == [list(asked.columns)] * 9


@BOTH
def test_the_head(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    asked = study(0, paired=True)
    head = head_of(save(asked, tmp_path / f"a{suffix}"))
    assert {name: head[name] for name in asked.to_json()} == json.loads(json.dumps(asked.to_json()))
    assert (head["format"], head["columns"]) == ("shedkit rows 1", asked.columns)
    assert rows_of(tmp_path / f"a{suffix}") == []
    frame = read_frame(tmp_path / f"a{suffix}")
    assert (len(frame), list(frame)) == (0, list(asked.columns))


def test_the_files_on_disk(tmp_path: Path, small_parts: None) -> None:
    pandas = pytest.importorskip("pandas")
    asked = study(10)
    save(asked, tmp_path / "a.jsonl")
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [head_of(tmp_path / "a.jsonl"), *asked.rows()]
    assert files(stopped(asked, tmp_path / "a.parquet")) == [
        "_study.json",
        *[f"part-{at:012}.parquet" for at in (0, 4, 8)],
    ]
    assert pandas.read_parquet(tmp_path / "a.parquet.parts")["moves"].tolist() == [row["moves"] for row in asked.rows()]
    save(asked, tmp_path / "a.parquet")
    assert files(tmp_path) == ["a.jsonl", "a.parquet"]
    assert pandas.read_parquet(tmp_path / "a.parquet")["moves"].tolist() == [row["moves"] for row in asked.rows()]


def test_a_part_is_written_when_its_time_has_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    clock = iter(range(1000))
    monkeypatch.setattr(parquet, "monotonic", lambda: next(clock) * 10.0)  # it looks every ten seconds
    assert files(stopped(study(8), tmp_path / "a.parquet"))[1:] == [f"part-{at:012}.parquet" for at in (0, 3, 6)]


@BOTH
def test_rows_are_there_as_they_come(tmp_path: Path, small_parts: None, suffix: str) -> None:
    needs(suffix)
    seen: list[int] = []

    def looks(trail: Trail[Any, Any]) -> int:
        seen.append(len(rows_of(tmp_path / f"a{suffix}")))
        return 1

    save(study(10, measures=[counting(looks)]), tmp_path / f"a{suffix}")
    assert seen == (list(range(10)) if suffix == ".jsonl" else [0] * 4 + [4] * 4 + [8] * 2)


# --- going on


@BOTH
@pytest.mark.parametrize("first", [0, 1, 4, 7, 19, 20])
def test_more_games(tmp_path: Path, small_parts: None, suffix: str, first: int) -> None:
    needs(suffix)
    path = tmp_path / f"a{suffix}"
    save(study(first), path)
    assert len(rows_of(path)) == first
    save(study(20), path)
    assert rows_of(path) == list(study(20).rows())
    if suffix == ".jsonl":
        assert path.read_bytes() == save(study(20), tmp_path / "whole.jsonl").read_bytes()


@BOTH
def test_nothing_is_played_twice_and_nothing_taken_away(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    played: list[int] = []

    def count(trail: Trail[Any, Any]) -> int:
        played.append(1)
        return 1

    path = tmp_path / f"a{suffix}"
    for games, sum_of_all in ((5, 5), (8, 8), (8, 8), (3, 8)):
        save(study(games, measures=[counting(count)]), path)
        assert (len(played), len(rows_of(path))) == (sum_of_all, sum_of_all)


def test_a_torn_line_is_played_again(tmp_path: Path) -> None:
    path = save(study(3), tmp_path / "a.jsonl")
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    for end in (0, 1, head // 2, head - 1, *range(head, len(whole) + 1, 5)):
        path.write_bytes(whole[:end])
        if end >= head:
            assert len(rows_of(path)) == whole[:end].count(b"\n") - 1
        save(study(3), path)
        assert path.read_bytes() == whole, f"cut at {end}"


def test_what_a_kill_leaves_of_a_directory(tmp_path: Path, small_parts: None) -> None:
    pytest.importorskip("pyarrow")
    whole, path = stopped(study(10), tmp_path / "whole.parquet"), tmp_path / "a.parquet"
    head, folder = (whole / "_study.json").read_bytes(), parts(path)
    for cut in (0, 1, len(head) - 1):
        path.unlink(missing_ok=True)
        folder.mkdir()
        (folder / "_study.json").write_bytes(head[:cut])
        (folder / "_part.tmp").write_bytes(b"PAR1, and no more")
        save(study(10), path)
        assert rows_of(path) == list(study(10).rows())
        assert not folder.exists()
    for kept in range(3):
        path.unlink()
        shutil.copytree(whole, folder)
        for at in (0, 4, 8)[kept:]:
            part(folder, at).unlink()
        (folder / "_part.tmp").write_bytes(b"PAR1")
        assert rows_of(path) == list(study(4 * kept).rows())
        assert files(stopped(study(4 * kept), path)) == [*files(whole)[: kept + 1]]
        save(study(10), path)
        assert rows_of(path) == list(study(10).rows())


# --- one file of Parquet in the end


def test_one_file_with_its_head_inside(tmp_path: Path, small_parts: None) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    path = save(study(10), tmp_path / "a.parquet")
    assert files(tmp_path) == ["a.parquet"]
    assert json.loads(arrow.read_schema(path).metadata[b"shedkit"]) == head_of(path)
    assert [row["game"] for row in arrow.read_table(path).to_pylist()] == list(range(10))
    assert arrow.ParquetFile(path).num_row_groups == 1


def test_polars_opens_it(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    path = save(study(10), tmp_path / "a.parquet")
    assert polars.read_parquet(path)["moves"].to_list() == [row["moves"] for row in study(10).rows()]


def test_more_games_lie_beside_the_file_until_they_are_whole(tmp_path: Path, small_parts: None) -> None:
    pytest.importorskip("pyarrow")
    path = save(study(6), tmp_path / "a.parquet")
    before = path.read_bytes()
    folder = stopped(study(15), path)
    assert path.read_bytes() == before
    assert files(folder) == ["_study.json", *[f"part-{at:012}.parquet" for at in (6, 10, 14)]]
    assert rows_of(path) == list(study(15).rows())
    assert read_frame(path)["game"].tolist() == list(range(15))
    assert save(study(20), path) == path
    assert files(tmp_path) == ["a.parquet"]
    assert rows_of(path) == list(study(20).rows())


def test_an_end_that_was_interrupted_is_taken_up(
    tmp_path: Path, small_parts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kill can come before the file is in its place, or when it is and the parts are still there, or some."""
    pytest.importorskip("pyarrow")
    path = save(study(6), tmp_path / "a.parquet")
    first = path.read_bytes()
    folder = stopped(study(15), path)
    shutil.copytree(folder, kept := tmp_path / "kept")
    (folder / "_whole.tmp").write_bytes(b"PAR1, and no more")
    monkeypatch.setattr(Study, "row", None)  # nothing is played again
    whole = save(study(15), path).read_bytes()
    assert files(tmp_path) == ["a.parquet", "kept"]
    for gone in ([], [6], [6, 10], [6, 10, 14]):
        shutil.copytree(kept, folder)
        for at in gone:
            part(folder, at).unlink()
        assert [row["game"] for row in read_rows(path)] == list(range(15))
        assert save(study(15), path).read_bytes() == whole
        assert files(tmp_path) == ["a.parquet", "kept"]
    path.write_bytes(first)
    assert [row["game"] for row in read_rows(path)] == list(range(6))


def test_a_folder_of_before_is_read_and_goes_on(tmp_path: Path, small_parts: None) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "a.parquet"
    stopped(study(10), path).rename(path)
    assert head_of(path) == head_for(study(10))
    assert rows_of(path) == list(study(10).rows())
    assert read_frame(path)["game"].tolist() == list(range(10))
    with pytest.raises(StudyError, match="another study: seed"):
        save(study(12, seed=8), path)
    save(study(12), path)
    assert files(tmp_path) == ["a.parquet"]
    assert path.is_file()
    assert rows_of(path) == list(study(12).rows())


def test_two_folders_of_parts_are_one_too_many(tmp_path: Path, small_parts: None) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "a.parquet"
    shutil.copytree(stopped(study(10), path), path)
    with pytest.raises(StudyError, match=r"a.parquet: it is a folder of parts, and so is a.parquet.parts"):
        save(study(12), path)


def test_a_file_of_parquet_that_is_none_of_ours(tmp_path: Path) -> None:
    arrow, pa = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pyarrow")
    path = tmp_path / "a.parquet"
    arrow.write_table(pa.table({"game": [0]}), path)
    before = path.read_bytes()
    for call in (head_of, rows_of, lambda at: save(study(2), at)):
        with pytest.raises(StudyError, match=r"a.parquet: this is no file of results: it has no head"):
            call(path)
    assert (path.read_bytes(), files(tmp_path)) == (before, ["a.parquet"])


def test_a_disk_that_is_full_at_the_end_keeps_the_parts(tmp_path: Path, small_parts: None, monkeypatch: Any) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "a.parquet"
    stream = parquet.Parts._stream

    def full(file: Any, pieces: Any, to: Path) -> None:
        to.write_bytes(b"PAR1")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(parquet.Parts, "_stream", full)
    with pytest.raises(StudyError, match=r"a.parquet: it cannot be written: No space left on device$"):
        save(study(10), path)
    assert files(parts(path)) == ["_study.json", *[f"part-{at:012}.parquet" for at in (0, 4, 8)]]
    monkeypatch.setattr(parquet.Parts, "_stream", stream)
    save(study(10), path)
    assert files(tmp_path) == ["a.parquet"]
    assert rows_of(path) == list(study(10).rows())


KILLED = """
import sys
from shedkit import Quiclo
from shedkit.study import Study, parquet, save
if sys.argv[1].endswith(".parquet"):
    import pyarrow.parquet
parquet._PART = 40
study = Study.of(Quiclo(players=2), "random", 1000, 7, measures=["moves"], max_moves=40)
print("now", flush=True)
save(study, sys.argv[1])
"""


@BOTH
@pytest.mark.deep
def test_a_run_that_is_killed_again_and_again(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    path, asked = tmp_path / f"a{suffix}", study(1000)
    kills = before = 0
    while True:
        run = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE)
        assert run.stdout is not None
        run.stdout.readline()
        try:
            run.wait(timeout=0.03 + 0.03 * kills)
            break
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            kills += 1
        finally:
            run.stdout.close()
        if (path if suffix == ".jsonl" else parts(path) / "_study.json").exists():
            try:
                rows = rows_of(path)
            except StudyError as error:
                assert "it has no head" in str(error)
                continue
            assert rows == list(asked.rows())[: len(rows)]
            assert len(rows) >= before
            before = len(rows)
    assert kills
    save(asked, path)
    assert rows_of(path) == list(asked.rows())
    if suffix == ".jsonl":
        assert path.read_bytes() == save(asked, tmp_path / "whole.jsonl").read_bytes()


@BOTH
def test_a_failure_keeps_the_rows_before(tmp_path: Path, suffix: str) -> None:
    needs(suffix)

    class Fails(RandomPlayer):
        def choose(self, view: Any, moves: Any) -> Any:
            raise RuntimeError("no idea")

    fifth = study().row(5)["seed"]
    broken = [True]

    def player(rules: Any, seed: int) -> Any:
        made.append(seed)
        return Fails(seed) if broken[0] and len(made) > 10 else RandomPlayer(seed)

    made: list[int] = []
    path = tmp_path / f"a{suffix}"
    with pytest.raises(PlayerError, match="game 5: a player failed"):
        save(study(players=player), path)
    assert len(rows_of(path)) == 5
    broken[0] = False
    save(study(players=player), path)
    assert rows_of(path) == list(study().rows())
    assert rows_of(path)[5]["seed"] == fifth


# --- the kinds of values


def test_values_of_every_kind_in_every_part(tmp_path: Path, small_parts: None) -> None:
    pytest.importorskip("pyarrow")
    kinds: dict[str, list[Any]] = {
        "bool": [None, None, True, False],
        "int": [None, None, 3, 2**63 - 1],
        "float": [None, None, 3, 0.1],
        "str": [None, None, "ä", ""],
        "list[int]": [None, [], [1, None], [-(2**63)]],
        "list[float]": [None, [None, None], [1, 2], [0.1, None]],
    }

    def name_of(kind: str) -> str:
        return "".join(filter(str.isalpha, f"a {kind}"))

    def giving(kind: str, values: list[Any]) -> GameMeasure:
        at = iter([value for value in values for _ in range(4)])  # the same all through a part

        def gives(trail: Trail[Any, Any]) -> Any:
            return next(at)

        gives.__annotations__["return"] = f"{kind} | None"
        return counting(gives, name_of(kind))

    frames = []
    for name in ("a.jsonl", "a.parquet", "a.parquet"):
        path = save(study(16, measures=[giving(*kind) for kind in kinds.items()]), tmp_path / name)
        rows = rows_of(path)
        for kind, values in kinds.items():
            assert [row[name_of(kind)] for row in rows[::4]] == values
            assert kind == "bool" or bool not in {type(row[name_of(kind)]) for row in rows}
        frames.append(read_frame(path))
    assert frames[0].equals(frames[1])
    assert frames[0].dtypes.equals(frames[1].dtypes)


@BOTH
def test_a_table(tmp_path: Path, small_parts: None, suffix: str) -> None:
    needs(suffix)
    pytest.importorskip("pandas")
    rows = rows_of(path := save(study(10, max_moves=100), tmp_path / f"a{suffix}"))
    frame = read_frame(path)
    assert list(frame) == list(rows[0])
    assert frame["moves"].tolist() == [row["moves"] for row in rows]
    assert frame["places"].tolist() == [row["places"] for row in rows]
    assert None in frame["places"].tolist()
    part = read_frame(path, ["places", "game"])
    assert part.equals(frame[["places", "game"]])
    with pytest.raises(StudyError, match="there is no column 'mowes'; there are game, deal"):
        read_frame(path, ["mowes"])
    with pytest.raises(StudyError, match="columns: a list of names expected, not 'moves'"):
        read_frame(path, "moves")
    with pytest.raises(StudyError, match="columns: a list of names expected, not 7"):
        read_frame(path, 7)  # type: ignore[arg-type]
    with pytest.raises(StudyError, match="there is no column a list"):
        read_frame(path, [["moves"]])  # type: ignore[list-item]


# --- a file of another study


@BOTH
@pytest.mark.parametrize(
    ("other", "text"),
    [
        ({"seed": 8}, "seed: 8 in the file, 7 asked for"),
        ({"max_moves": 41}, "max_moves: 41 in the file, 40 asked for"),
        ({"players": "simple"}, 'players: ["simple", "simple"] in the file, ["random", "random"] asked for'),
        ({"players": ["simple", "random"]}, 'players: ["simple"] in the file, ["random", "random"] asked for'),
        ({"paired": True}, "paired: true in the file, false asked for"),
        ({"measures": ["moves", "turns"]}, 'measures: ["turns"] in the file, ["moves"] asked for'),
        ({"rules": RULES.evolve(open_hands=True)}, "options: open_hands: true in the file, false asked for"),
        ({"rules": Shithead(players=2)}, 'game: "shithead" in the file, "quiclo" asked for'),
        ({"measures": [counting(len, "moves")]}, 'columns: moves: "float" in the file, "int" asked for'),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else "",
)
def test_a_file_of_another_study(tmp_path: Path, suffix: str, other: Any, text: str) -> None:
    needs(suffix)
    path = save(study(0, **other), tmp_path / f"a{suffix}")
    before = head_of(path)
    with pytest.raises(StudyError) as caught:
        save(study(2), path)
    assert f"it is the file of another study: {text}" in str(caught.value)
    assert (head_of(path), rows_of(path)) == (before, [])


def test_an_option_that_is_not_there_is_none_that_is_null(tmp_path: Path) -> None:
    path = save(study(2), tmp_path / "a.jsonl")
    whole = path.read_bytes()
    assert b'"first_dealer": null' in whole
    path.write_bytes(whole.replace(b'"first_dealer": null', b'"first_healer": null'))
    with pytest.raises(StudyError, match="another study: options: first_dealer: null"):
        save(study(2), path)


def test_only_a_study_can_be_saved(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="a study expected, not 7"):
        save(7, tmp_path / "a.jsonl")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_a_file_of_another_version(tmp_path: Path) -> None:
    path = save(study(2), tmp_path / "a.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"shedkit": "', b'"shedkit": "0.'))
    with pytest.raises(StudyError, match=r'another study: shedkit: "0.0.1.0" in the file, "0.1.0" asked for'):
        save(study(2), path)
    assert len(rows_of(path)) == 2


# --- bad files


def lines_changed(change: Callable[[list[bytes]], object]) -> Callable[[bytes], bytes]:
    def changed(whole: bytes) -> bytes:
        lines = whole.splitlines(keepends=True)
        change(lines)
        return b"".join(lines)

    return changed


def line(number: int, text: bytes) -> Callable[[bytes], bytes]:
    return lines_changed(lambda lines: lines.__setitem__(number - 1, text + b"\n"))


def in_line(number: int, old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lines_changed(lambda lines: lines.__setitem__(number - 1, lines[number - 1].replace(old, new, 1)))


BAD = {
    "foreign": (lambda _: b'{"a": 1}\n{"a": 2}\n', "this is no file of results: line 1 is no head"),
    "a list": (lambda _: b"[1, 2]\n", "this is no file of results: line 1 is no head"),
    "a text": (lambda _: b"My dear diary,\n", "this is no file of results: line 1: this is no JSON"),
    "one line of text": (lambda _: b"My dear diary", "this is no file of results: it has no head"),
    "no UTF-8": (lambda _: b"\xff\xfe\n", "this is no file of results: line 1 is not UTF-8"),
    "huge": (lambda _: b"[" * (2**20 + 1), "line 1: it is longer than 1048576 bytes"),
    "deep": (lambda _: b"[" * 10**5 + b"\n", "line 1: this is no JSON"),
    "no row": (line(4, b"{}"), "line 4: a row expected, with the columns that stand in the head"),
    "no object": (line(4, b"7"), "line 4: a row expected"),
    "an empty line": (line(4, b""), "line 4: this is no JSON"),
    "half a line": (
        lines_changed(lambda lines: lines.__setitem__(3, lines[3][:50] + b"\n")),
        "line 4: this is no JSON",
    ),
    "nulls": (line(4, b"\0" * 300), "line 4: this is no JSON"),
    "row no UTF-8": (in_line(4, b"game", b"g\xffme"), "line 4: it is not UTF-8"),
    "row huge": (in_line(4, b"{", b"{" + b" " * 2**20), "line 4: it is longer than 1048576 bytes"),
    "row deep": (line(4, b"[" * 10**5), "line 4: this is no JSON"),
    "row with a number too long": (in_line(4, b": 2", b": 2" + b"0" * 5000), "line 4: this is no JSON"),
    "a row is missing": (lines_changed(lambda lines: lines.pop(3)), "line 4: game 2 expected, not 3"),
    "a row is doubled": (lines_changed(lambda lines: lines.insert(3, lines[3])), "line 5: game 3 expected, not 2"),
    "a field twice": (in_line(4, b"{", b'{"game": 2, '), "line 4: a row expected"),
    "another value": (in_line(4, b'"moves": ', b'"moves": 0.'), "line 4: moves: it must be int, not 0."),
    "not a number": (in_line(4, b'"moves": ', b'"moves": NaN, "x": '), "line 4: a row expected"),
    "a row of null": (in_line(4, b'"game": 2', b'"game": null'), "line 4: game 2 expected, not None"),
    "another format": (in_line(1, b"rows 1", b"rows 2"), "its format is 'shedkit rows 2'; this version reads"),
    "head without seed": (in_line(1, b'"seed"', b'"said"'), "line 1: the head has no seed"),
    "head with a bad kind": (in_line(1, b'"moves": "int"', b'"moves": "date"'), "line 1: columns: names and kinds"),
    "head without columns": (in_line(1, b'"deal": "int"', b'"dial": "int"'), "line 1: columns: names and kinds"),
    "head with a field twice": (in_line(1, b'"seed"', b'"game"'), "the field 'game' is there twice"),
}


@pytest.mark.parametrize(("change", "text"), BAD.values(), ids=BAD)
def test_a_bad_file(tmp_path: Path, change: Callable[[bytes], bytes], text: str) -> None:
    path = save(study(6), tmp_path / "a.jsonl")
    bad = change(path.read_bytes())
    path.write_bytes(bad)
    calls: list[Callable[[], object]] = [lambda: save(study(6), path), lambda: rows_of(path)]
    for call in (*calls, lambda: read_frame(path)):
        with pytest.raises(StudyError) as caught:
            call()
        assert str(caught.value).startswith(f"{path}: ")
        assert text in str(caught.value)
    assert path.read_bytes() == bad


def test_a_head_with_a_field_of_its_own(tmp_path: Path) -> None:
    path = save(study(2), tmp_path / "a.jsonl")
    path.write_bytes(in_line(1, b"{", b'{"note": "mine", ')(path.read_bytes()))
    with pytest.raises(StudyError, match="its head has fields of its own"):
        save(study(2), path)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.touch()
    for call in (head_of, rows_of):
        with pytest.raises(StudyError, match="this is no file of results: it has no head"):
            call(path)
    save(study(2), path)
    assert len(rows_of(path)) == 2


def part(folder: Path, at: int) -> Path:
    return folder / f"part-{at:012}.parquet"


def other_part(folder: Path, **words: Any) -> Path:
    return part(stopped(study(10, **words), folder.with_name("other.parquet")), 4)


BAD_PARTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a part is missing": (lambda folder: part(folder, 4).unlink(), "the part that begins with game 4 expected, not"),
    "the first part is missing": (lambda folder: part(folder, 0).unlink(), "the part that begins with game 0 expected"),
    "a part twice": (lambda folder: shutil.copy(part(folder, 4), part(folder, 6)), "begins with game 8 expected, not"),
    "cut": (lambda folder: os.truncate(part(folder, 4), 900), "part-000000000004.parquet: it cannot be read: "),
    "empty": (lambda folder: os.truncate(part(folder, 8), 0), "part-000000000008.parquet: it cannot be read: "),
    "no Parquet": (lambda folder: part(folder, 4).write_text("hello " * 99), "part-000000000004.parquet: it cannot"),
    "another study": (lambda folder: shutil.copy(other_part(folder, seed=8), part(folder, 4)), "a part of another stu"),
    "no part": (lambda folder: (folder / "more.parquet").touch(), "more.parquet: this is no part of a study; take it"),
    "a folder": (lambda folder: (part(folder, 4).unlink(), part(folder, 4).mkdir()), "0004.parquet: it cannot be read"),
    "no head": (lambda folder: (folder / "_study.json").unlink(), "_study.json"),
    "another head": (lambda folder: (folder / "_study.json").write_text("{}\n"), "this is no file of results: line 1"),
}


@pytest.mark.parametrize(("change", "text"), BAD_PARTS.values(), ids=BAD_PARTS)
def test_a_bad_directory(tmp_path: Path, small_parts: None, change: Callable[[Path], object], text: str) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "a.parquet"
    change(folder := stopped(study(10), path))
    before = files(folder)
    calls: list[Callable[[], object]] = [lambda: save(study(20), path), lambda: rows_of(path)]
    for call in (*calls, lambda: read_frame(path)):
        with pytest.raises(StudyError) as caught:
            call()
        assert text in str(caught.value)
    assert files(folder) == before


def test_a_part_with_the_games_of_another(tmp_path: Path, small_parts: None) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = stopped(study(10), path := tmp_path / "a.parquet")
    parquet.write_table(parquet.read_table(part(folder, 0)), part(folder, 4))
    with pytest.raises(StudyError, match=r"0004.parquet: game 4 expected, not 0"):
        rows_of(path)


def test_a_part_with_other_types(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = stopped(study(10), path := tmp_path / "a.parquet")
    table = parquet.read_table(part(folder, 0))
    at = table.schema.get_field_index("moves")
    parquet.write_table(table.set_column(at, "moves", table["moves"].cast(arrow.float64())), part(folder, 0))
    for call in (rows_of, read_frame):
        with pytest.raises(StudyError, match=r"0000.parquet: this is a part of another study"):
            call(path)


def test_damage_inside_of_a_part(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    folder = stopped(study(10), path := tmp_path / "a.parquet")
    data = bytearray(part(folder, 0).read_bytes())
    data[4:40] = b"\xff" * 36
    part(folder, 0).write_bytes(data)
    for call in (rows_of, read_frame):
        with pytest.raises(StudyError, match=r"0000.parquet: it cannot be read: "):
            call(path)


# --- bad places


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "the name must end in .jsonl or .parquet"),
        ("a", "the name must end in"),
        ("", "the name must end in"),
        ("gone/a.jsonl", "a.jsonl: it cannot be (read|written): No such file or directory"),
        ("gone/a.parquet", "it cannot be (read|written): No such file or directory"),
        ("folder.jsonl", "it cannot be (read|written): it is no plain file"),
        ("file.parquet", "file.parquet: it cannot be read: "),
        ("pipe.jsonl", "it cannot be (read|written): it is no plain file"),
        ("full.jsonl", "it cannot be (read|written): it is no plain file"),
        ("other.parquet", "it has no _study.json|it cannot be read: No such file"),
        ("a\0.jsonl", "it cannot be (read|written)"),
        ("a" * 300 + ".jsonl", "it cannot be (read|written): File name too long"),
        (None, "a path expected, not None"),
        (3, "a path expected, not 3"),
    ],
)
def test_a_bad_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: Any, text: str) -> None:
    pytest.importorskip("pyarrow")
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes with names here")
    monkeypatch.chdir(tmp_path)
    Path("folder.jsonl").mkdir()
    Path("file.parquet").touch()
    Path("other.parquet").mkdir()
    Path("other.parquet/numbers.parquet").touch()
    os.mkfifo("pipe.jsonl")
    Path("full.jsonl").symlink_to("/dev/full")
    before = files(tmp_path)
    for call in (lambda: save(study(2), name), lambda: rows_of(name), lambda: read_frame(name)):
        with pytest.raises(StudyError, match=text):
            call()
    assert files(tmp_path) == before
    assert files(Path("other.parquet")) == ["numbers.parquet"]


@BOTH
def test_two_runs_cannot_write_one_file(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    pytest.importorskip("fcntl")
    path = tmp_path / f"a{suffix}"
    said: list[str] = []

    def meanwhile(trail: Trail[Any, Any]) -> int:
        with pytest.raises(StudyError) as caught:
            save(study(9), path)
        said.append(str(caught.value))
        return 1

    save(study(1, measures=[counting(meanwhile)]), path)
    where = path if suffix == ".jsonl" else parts(path) / "_study.json"
    assert said == [f"{where}: another program is writing to it"]
    assert len(rows_of(path)) == 1


class Full(io.FileIO):
    """A file on a disk that is full after so many bytes."""

    left = 0

    def write(self, data: Any) -> int:
        some = data[: Full.left]
        if not some:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        Full.left -= len(some)
        return super().write(some)


@BOTH
@pytest.mark.parametrize("room", [0, 1, 300, 2_000, 3_000, 3_100, 6_000])
def test_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_parts: None, suffix: str, room: int
) -> None:
    needs(suffix)
    path, add = tmp_path / f"a{suffix}", growing.add

    def add_if_there_is_room(file: Any, path: Path, text: bytes) -> None:
        with Full(path, "ab") as full:
            add(full, path, text)

    Full.left = room
    for room_for in (growing, parquet, results):
        monkeypatch.setattr(room_for, "add", add_if_there_is_room)
    with pytest.raises(StudyError, match=r"it cannot be written: No space left on device$"):
        save(study(60), path)
    for room_for in (growing, parquet, results):
        monkeypatch.setattr(room_for, "add", add)
    rows = rows_of(path) if room > 1_000 else []
    assert rows == list(study(len(rows)).rows())
    assert bool(rows) == (room > 1_000 if suffix == ".jsonl" else room >= 6_000)
    assert not (parts(path) / "_part.tmp").exists()
    save(study(60), path)
    assert rows_of(path) == list(study(60).rows())


class Once(Executor):
    """Plays the first task at once and the others never."""

    def __init__(self) -> None:
        self.tasks: list[Future[Any]] = []

    def submit(self, fn: Any, /, *words: Any, **more: Any) -> Future[Any]:
        self.tasks.append(Future())
        if len(self.tasks) == 1:
            self.tasks[0].set_result(fn(*words))
        return self.tasks[-1]


def test_tasks_are_cancelled_when_there_is_no_room_for_their_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(study(0), tmp_path / "a.jsonl")
    executor = Once()

    def full(file: Any, path: Path, text: bytes) -> None:
        raise StudyError("no room")

    monkeypatch.setattr(results, "add", full)
    with pytest.raises(StudyError, match="no room") as caught:
        save(study(10), path, executor=executor, ahead=4)
    assert [task.cancelled() for task in executor.tasks] == [False, True, True, True], caught.value


LIMITED = """
import resource, signal, sys
from shedkit import Quiclo
from shedkit.core.errors import StudyError
from shedkit.study import Study, parquet, save
parquet._PART = 7
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
study = Study.of(Quiclo(players=2), "random", 60, 7, measures=["moves"], max_moves=40)
try:
    save(study, sys.argv[1])
except StudyError as error:
    print(error)
"""


@BOTH
def test_a_file_that_may_not_grow(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    pytest.importorskip("resource")
    path = tmp_path / f"a{suffix}"
    run = subprocess.run([sys.executable, "-c", LIMITED, str(path), "2345"], capture_output=True, text=True, check=True)
    assert "it cannot be written: File too large" in run.stdout
    if suffix == ".jsonl":
        assert path.read_bytes().endswith(b"\n"), "what had been written of the last row is cut off"
        assert 5 < len(rows_of(path)) < 20
    save(study(60), path)
    assert rows_of(path) == list(study(60).rows())


def test_a_row_that_is_too_long(tmp_path: Path) -> None:
    def long(trail: Trail[Any, Any]) -> str:
        return "x" * 2**20

    with pytest.raises(StudyError, match=r"^game 0: its row is longer than 1048576 bytes$"):
        save(study(2, measures=[counting(long)]), tmp_path / "a.jsonl")
    assert rows_of(tmp_path / "a.jsonl") == []


# --- the bar, and what is not installed


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("progress", "terminal", "shown"),
    [(None, True, True), (None, False, False), (True, False, True), (False, True, False)],
)
def test_the_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, progress: bool | None, terminal: bool, shown: bool
) -> None:
    pytest.importorskip("tqdm")
    save(study(5), tmp_path / "a.jsonl")
    monkeypatch.setattr(sys, "stderr", screen := Terminal() if terminal else io.StringIO())
    save(study(20), tmp_path / "a.jsonl", progress=progress)
    assert bool(screen.getvalue()) == shown
    if shown:
        assert "quiclo:  25%" in screen.getvalue()
        assert "20/20" in screen.getvalue()
        assert "games/s" in screen.getvalue()


def test_without_tqdm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr(sys, "stderr", Terminal())
    save(study(2), tmp_path / "a.jsonl")
    with pytest.raises(StudyError, match=r'^tqdm is needed for this: pip install "shedkit\[study\]"$'):
        save(study(3), tmp_path / "a.jsonl", progress=True)
    assert len(rows_of(tmp_path / "a.jsonl")) == 2


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(study(2), tmp_path / "a.jsonl")
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyarrow"] or ["pyarrow"]:
        monkeypatch.setitem(sys.modules, name, None)
    for call in (lambda: save(study(2), tmp_path / "a.parquet"), lambda: read_frame(path)):
        with pytest.raises(StudyError, match=r'^pyarrow is needed for this: pip install "shedkit\[study\]"$'):
            call()
    assert files(tmp_path) == ["a.jsonl"]


# --- memory


@pytest.mark.deep
@BOTH
def test_memory_stays_flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    needs(suffix)
    monkeypatch.setattr(parquet, "_PART", 100)

    def peak(games: int, call: Callable[[Path], object]) -> int:
        path = tmp_path / f"{games}{suffix}"
        tracemalloc.start()
        call(path) if call is not save else save(study(games, max_moves=1), path)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    def read(path: Path) -> None:
        for _ in read_rows(path):
            pass

    for call in (save, read):
        peak(200, call)  # type: ignore[arg-type]
        assert peak(2000, call) < peak(500, call) + 100_000  # type: ignore[arg-type]
