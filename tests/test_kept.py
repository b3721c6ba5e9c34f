"""Records, journals and results of every version of their formats are kept as files, never changed, and read for ever.

A new version of a format needs new files. They are written by `cd tests && python -c "import test_kept as t; t.keep()"`,
which leaves alone what is there, and committed; `test_records.keep` and `test_journal.keep` say what else is kept.
"""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from shedkit import Journal, Quiclo, Record, read_records, write_records
from shedkit.study import Study, heads
from shedkit.study.results import read_rows, save
from shedkit.table import lines, records
from test_journal import SHORT, one_move, read_again, same
from test_records import play_on

TESTS = Path(__file__).parent
DATA = TESTS / "data"
DIGESTS = DATA / "kept.json"
NAMES = [name.replace(" ", "-") for name in SHORT]
VERSIONS = {"records": records.FORMAT, "journals": lines.FORMAT, "results": int(heads.FORMAT.rsplit(" ", 1)[1])}
"""The newest version of each format, which is the one that is written."""


def wanted(kind: str, version: int) -> list[Path]:
    """The files that have to be kept of a version of a format."""
    if kind == "results":
        return [DATA / kind / f"rows-{version}.jsonl", DATA / kind / f"rows-{version}.parquet"]
    first = "format" if kind == "records" else "journal"
    files = [TESTS / "records" / f"{first}-{version}.jsonl"]
    files += [DATA / kind / f"{name}-{version}.jsonl" for name in NAMES]
    if kind == "journals":
        files += [DATA / kind / f"{name}-torn-{version}.jsonl" for name in NAMES]
    return files


EVERY = [
    pytest.param(kind, version, id=f"{kind}-{version}")
    for kind, newest in VERSIONS.items()
    for version in range(1, newest + 1)
]


def all_kept() -> dict[str, str]:
    """The digests of all files that are kept, by their paths below `tests`."""
    folders = [TESTS / "records", *(DATA / kind for kind in VERSIONS)]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(TESTS).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}


def facts_of(match: Any) -> dict[str, Any]:
    """What has to come out when a kept journal is read."""
    viewers = (*range(match.rules.players), None)
    return {
        "moves": [f"{made.player} {made.move}" for made in match.moves],
        "versions": [match.version, *[match.version_for(viewer) for viewer in viewers]],
        "state": match.rules.to_json(match.state),
    }


def keep() -> None:
    """Write what is missing of the newest versions, and note the digests of what is new."""
    newest = VERSIONS["journals"]
    facts, told = DATA / "journals" / f"facts-{newest}.json", {}
    for name, title in zip(NAMES, SHORT, strict=True):
        path = DATA / "journals" / f"{name}-{newest}.jsonl"
        if not path.exists():
            match = SHORT[title]()
            with Journal.create(path, match, players=["Ann", "Bén", "Zoë"][: match.rules.players]):
                play_on(match, 3, 12)
                match.undo(3)
                match.redo(2)
                play_on(match, 4, 5)
            text = path.read_bytes()
            path.with_name(f"{name}-torn-{newest}.jsonl").write_bytes(text[:-9])
            told[name] = facts_of(match)
        path = DATA / "records" / f"{name}-{VERSIONS['records']}.jsonl"
        if not path.exists():
            write_records(path, [Record.of(play_on(SHORT[title](), seed, 30), []) for seed in (1, 2)])
    if told:
        facts.write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")
    for path in wanted("results", VERSIONS["results"]):
        if not path.exists():
            save(Study.of(Quiclo(players=2), "random", games=4, seed=7, measures=["moves"]), path)
    before = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    DIGESTS.write_text(json.dumps({**all_kept(), **before}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


@pytest.mark.parametrize(("kind", "version"), EVERY)
def test_there_are_files_of_every_version(kind: str, version: int) -> None:
    for path in wanted(kind, version):
        assert path.exists(), f"keep() of {Path(__file__).name} writes the files of a new version"
        heads_of = [path / "_study.json"] if path.is_dir() else [path]
        for head in heads_of:
            texts = head.read_text(encoding="utf-8").splitlines()
            for text in texts if kind == "records" else texts[:1]:
                assert str(json.loads(text)["format"]).rsplit(" ", 1)[-1] == str(version), path


def test_a_new_version_is_missed() -> None:
    for kind, newest in VERSIONS.items():
        with pytest.raises(AssertionError, match="writes the files"):
            test_there_are_files_of_every_version(kind, newest + 1)


def test_kept_files_are_never_changed() -> None:
    assert all_kept() == json.loads(DIGESTS.read_text(encoding="utf-8"))


JOURNALS = [
    pytest.param(name, version, id=f"{name}-{version}")
    for version in range(2, VERSIONS["journals"] + 1)  # those of the first version are read in test_journal_faults
    for name in NAMES
]


@pytest.mark.parametrize(("name", "version"), JOURNALS)
def test_a_kept_journal_gives_the_same_match_and_goes_on(tmp_path: Path, name: str, version: int) -> None:
    """Moves, state and versions are those that the version saw which wrote it; it goes on in its own format."""
    kept, path = DATA / "journals" / f"{name}-{version}.jsonl", tmp_path / "a"
    facts = json.loads((DATA / "journals" / f"facts-{version}.json").read_text(encoding="utf-8"))[name]
    shutil.copy(kept, path)
    match, journal = Journal.resume(path)
    assert path.read_bytes() == kept.read_bytes()
    told = facts_of(match)
    assert (told["moves"], told["versions"]) == (facts["moves"], facts["versions"])
    assert {**told["state"], **facts["state"]} == told["state"]  # later versions may tell more
    assert journal.players == match.players == ("Ann", "Bén", "Zoë")[: match.rules.players]
    with journal:
        match.undo(3)
        match.redo(2)
        one_move(match, 1)
    head = path.read_bytes().splitlines()[0]
    assert json.loads(head)["format"] == version
    assert path.read_bytes().startswith(kept.read_bytes())
    assert same(read_again(path), match)


@pytest.mark.parametrize(("name", "version"), JOURNALS)
def test_a_kept_journal_with_a_torn_line_is_taken_up(tmp_path: Path, name: str, version: int) -> None:
    whole, path = Journal.record(DATA / "journals" / f"{name}-{version}.jsonl"), tmp_path / "a"
    shutil.copy(DATA / "journals" / f"{name}-torn-{version}.jsonl", path)
    assert Journal.record(path).moves == whole.moves[:-1]
    match, journal = Journal.resume(path)
    with journal:
        last = whole.moves[-1]
        match.play(last.move, last.player)
    assert path.read_bytes() == (DATA / "journals" / f"{name}-{version}.jsonl").read_bytes()


@pytest.mark.parametrize("path", sorted((TESTS / "records").glob("format-*.jsonl")), ids=lambda path: path.stem)
def test_kept_records_are_read(path: Path) -> None:
    for record in read_records(path):
        record.verify()


@pytest.mark.parametrize("version", range(1, VERSIONS["results"] + 1))
def test_kept_results_are_read(version: int) -> None:
    for path in wanted("results", version):
        assert len(list(read_rows(path))) == 4
