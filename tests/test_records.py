"""Records: what is written can be read, played again and checked, whatever the game and its options.

`records/` holds files of every released version of the format; they are never changed. A new version of the format
(`shedkit.table.records.FORMAT`) gets a new file: write it with `cd tests && python -c "import test_records as t;
t.keep()"`, and leave the old ones as they are. A journal of the version goes beside it, see `test_journal.keep`.
"""

from __future__ import annotations

import json
import pickle
import re
import time
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random

import attrs
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from shedkit import (
    ConfigurationError,
    LuckyShutdown,
    MadeMove,
    Match,
    NotationError,
    Outcome,
    PositionError,
    Quiclo,
    Record,
    RecordError,
    ShanghaiRummy,
    ShedkitError,
    Shithead,
    UnknownGame,
    codes,
    read_records,
    write_records,
)
from shedkit.cli import main
from shedkit.core.chance import Chance
from shedkit.core.events import Shuffled
from shedkit.core.strict_json import read_json
from shedkit.core.values import short
from shedkit.games.shithead import Power
from shedkit.table import records
from shedkit.table.records import FORMAT
from shedkit.testing import random_rules
from test_laws import EVERY_OPTION, GAMES, homeward

each = partial(pytest.mark.parametrize, ids=short)
KEPT = Path(__file__).parent / "records"
FILES = sorted(KEPT.glob("format-*.jsonl"))
SMALL_QUICLO = {"players": 2, "hand_size": 2, "highest_card": 30}
TWENTY = "2c 2d 2h 2s 5c 5d 5h 5s 7c 7d 7h 7s Tc Td Th Ts Ac Ad Ah As"
LUCKY = "13o 13o 13b 13b 15o 15o 15b 15b 19o 19o 19b 19b Do Po Pb Fx U16b U17x U18o"
RUMMY = "4c 4c 4d 4d 5c 5c 5d 6c 6c 6d 7c 7c 7d Jk Jk"
SHORT_RUMMY = {"players": 2, "deck": RUMMY, "hand_size": 4, "contracts": [(1, 0), (0, 1)], "max_buys": 1}


def play_on(match, seed, most):
    """Random moves, penalised ones among them, until the match is over or has so many moves more."""
    random = Random(seed)
    for _ in range(most):
        if not match.actors:
            break
        player = random.choice(match.actors)
        moves = (*match.legal_moves(player), *match.penalised_moves(player))
        match.play(random.choice(moves), player)
    return match


def played(rules, seed, most, **more):
    return play_on(Match(rules, seed, **more) if "state" not in more else Match(rules, **more), seed, most)


def finished(rules, seed, most=4000):
    """A match of simple opponents, who come to an end sooner."""
    match = Match(rules, seed)
    opponents = homeward(rules.name, rules, seed)
    while match.actors and len(match) < most:
        player = match.actors[0]
        match.play(opponents[player].choose(match.view(player), match.legal_moves(player)), player)
    return match


def at(name, title):
    """A match from a built position of the laws."""
    built = GAMES[name].built[title]
    rules = GAMES[name].kind(**built.options)
    return rules, rules.position(**built.zones)


def from_position(name, title, seed, most):
    rules, state = at(name, title)
    return played(rules, seed, most, state=state)


MATCHES = {
    "quiclo, over": lambda: (finished(Quiclo(**SMALL_QUICLO, play_drawn=True), 10), ["Ann", "Bén ♥"]),
    "quiclo, nothing played": lambda: (Match(Quiclo(), 1), []),
    "quiclo, places, over": lambda: (
        finished(Quiclo(players=5, hand_size=3, highest_card=40, play_for_places=True, misplay="illegal"), 2),
        ["a", "b", "c", "d", ""],
    ),
    "quiclo, a shared win": lambda: (
        finished(Quiclo(players=2, deck="1 2 3 4 5 12 34", hand_size=2, deadlock="fewest", open_hands=True), 9),
        [],
    ),
    "quiclo, from a position": lambda: (from_position("quiclo", "the draw reshuffles", 4, 400), []),
    "shithead, over": lambda: (
        finished(
            Shithead(
                players=2,
                deck=TWENTY,
                multi_card=True,
                out_of_turn_quad=True,
                powers={2: Power.RESET, 7: Power.LOW, 10: Power.BURN},
            ),
            8,
        ),
        ["Ann", "Ben"],
    ),
    "shithead, two rounds, over": lambda: (
        finished(
            Shithead(
                players=2, deck=TWENTY, rounds=2, swap="single", anywhere={2, 10}, next_dealer="rotate", first_dealer=1
            ),
            10,
        ),
        [],
    ),
    "shithead, unfinished": lambda: (played(Shithead.common(players=4), -5, 25), ["N", "E", "S", "W"]),
    "shithead, from a position": lambda: (from_position("shithead", "two reactors with twins", 2, 60), []),
    "lucky, over": lambda: (
        finished(LuckyShutdown(players=2, deck=LUCKY, early_reveal=True, challenge_luck=True), 12),
        ["Ann", "Ben"],
    ),
    "lucky, unfinished": lambda: (
        played(LuckyShutdown(players=3, skip_chain="pass_on", skip_wraps=False, rounds=2), 2**127, 60),
        [],
    ),
    "lucky, from a position": lambda: (from_position("lucky-shutdown", "a rescue from the open row", 3, 30), []),
    "rummy, over": lambda: (finished(ShanghaiRummy(**SHORT_RUMMY), 4), ["Ann", "Ben"]),
    "rummy, two packs, over": lambda: (finished(ShanghaiRummy(players=2, contracts=[(1, 0), (0, 1)]), 4), []),
    "rummy, unfinished": lambda: (
        played(ShanghaiRummy(players=4, joker_swap="any_time", points={0: 25, 14: 15}, max_jokers_per_meld=1), 9, 80),
        ["N", "E", "S", "W"],
    ),
    "rummy, from a position": lambda: (
        from_position("shanghai-rummy", "jokers may be exchanged at any time", 1, 40),
        [],
    ),
}


@cache
def made(title):
    match, names = MATCHES[title]()
    return match, Record.of(match, names)


def keep():
    """Write the file of this version of the format, unless it is there."""
    with (KEPT / f"format-{FORMAT}.jsonl").open("x", encoding="utf-8", newline="\n") as file:
        file.writelines(made(title)[1].to_json() + "\n" for title in MATCHES)


def kept_lines():
    return [
        pytest.param(line, id=f"{path.stem}-{number}")
        for path in FILES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]


KEPT_LINES = kept_lines()


def fields(line):
    return json.loads(line)


@cache
def a_line(title="quiclo, over"):
    return made(title)[1].to_json()


def changed(title="quiclo, over", **changes):
    """The line of a record with some fields replaced; ``...`` takes a field out."""
    data = {**fields(a_line(title)), **changes}
    return json.dumps({name: value for name, value in data.items() if value is not ...})


def refused(line, *parts):
    """The error of a line that is no record, once it is sure that it is a sentence that names all this."""
    with pytest.raises(RecordError) as caught:
        Record.from_json(line)
    text = str(caught.value)
    assert len(text) < 500
    assert len(text.split()) >= 3
    for part in parts:
        assert part in text, text
    return caught.value


# --- the format


def test_a_record_is_plain_to_read():
    match = Match(Quiclo(players=2, highest_card=12, hand_size=2), seed=7)
    match.play("draw", 0)
    assert fields(Record.of(match, ["Ann", "Ben"]).to_json()) == {
        "format": 1,
        "game": "quiclo",
        "options": {**Quiclo(players=2, highest_card=12, hand_size=2).options_to_json()},
        "players": ["Ann", "Ben"],
        "deal": {"seed": 7, "order": "1 6 8 2 5 10 9 12 4 11 3 7"},
        "moves": ["0 draw"],
        "result": None,
    }


def test_a_record_from_a_position_has_its_start_instead_of_a_deal():
    match, record = made("shithead, from a position")
    data = fields(record.to_json())
    assert "deal" not in data
    assert {"rules": match.rules.digest(), **data["start"]} == match.rules.to_json(match.start)
    assert "rules" not in data["start"]
    assert record.deal is None
    assert Record.from_json(record.to_json()).resume().deal is None


@pytest.mark.parametrize("title", MATCHES)
def test_written_read_replayed_resumed(title):
    match, record = made(title)
    line = record.to_json()
    assert "\n" not in line
    assert line.isascii()
    again = Record.from_json(line)
    assert again == record
    assert again.to_json() == line
    assert (again.rules, again.start, again.moves, again.outcome, again.deal, again.players) == (
        match.rules,
        match.start,
        match.moves,
        match.outcome,
        match.deal,
        record.players,
    )
    assert fields(line)["moves"] == [f"{old.player} {old.move}" for old in match.moves]
    assert again.verify() is None
    states = list(again.states())
    assert len(states) == len(match) + 1
    assert (states[0], states[-1]) == (match.start, match.state)
    taken_up = again.resume()
    assert isinstance(taken_up, Match)
    assert (taken_up.state, taken_up.moves, taken_up.deal, taken_up.start) == (
        match.state,
        match.moves,
        match.deal,
        match.start,
    )
    assert taken_up.version == len(match)
    assert Record.of(taken_up, record.players) == record
    for player in (*range(match.rules.players), None):
        assert taken_up.view(player) == match.view(player)
        assert taken_up.knowledge(player) == match.knowledge(player)
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize("title", [title for title in MATCHES if "over" not in title and "win" not in title])
def test_an_unfinished_match_goes_on_as_if_nothing_had_been(title):
    match, record = made(title)
    resumed, other = Record.from_json(record.to_json()).resume(), match.branch()
    play_on(resumed, 77, 60)
    play_on(other, 77, 60)
    assert resumed.moves == other.moves
    assert resumed.state == other.state
    if record.moves:
        resumed.undo(len(resumed))
        assert resumed.state == match.start


def test_the_titles_tell_what_is_in_the_matches():
    assert len(made("quiclo, a shared win")[1].outcome.winners) > 1
    for title in MATCHES:
        assert ("over" in title or "win" in title) <= (made(title)[1].outcome is not None), title
        assert ("unfinished" in title or "nothing" in title) <= (made(title)[1].outcome is None), title
    assert len(made("shithead, two rounds, over")[1].outcome.rounds) == 2


def test_a_record_is_a_value():
    _, record = made("quiclo, over")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        record.moves = ()
    assert record == Record.from_json(record.to_json())
    assert record != attrs.evolve(record, moves=record.moves[:-1])


def test_a_record_does_not_change_with_its_match():
    match = Match(Quiclo(), 1)
    before = Record.of(match)
    match.play(match.legal_moves(0)[0], 0)
    assert before.moves == ()
    assert len(Record.of(match).moves) == 1
    match.undo()
    assert Record.of(match) == before


def test_the_record_of_a_branch_is_the_whole_line_to_it():
    match = played(Quiclo(), 3, 6)
    branch = match.branch()
    branch.undo(3)
    play_on(branch, 4, 5)
    record = Record.of(branch)
    assert record.moves[:3] == match.moves[:3]
    assert record.deal == match.deal
    record.verify()


def test_the_order_is_stored_so_another_shuffle_does_not_matter(monkeypatch):
    lines = [a_line(title) for title in ("shithead, over", "rummy, unfinished", "lucky, over")]
    before = [Record.from_json(line).resume().state for line in lines]
    real = Chance.shuffled

    def other(self, items):
        cards, after = real(self, items)
        return (cards if self.count else tuple(reversed(cards))), after

    rules = Shithead(players=2)
    dealt = rules.deal(5)
    monkeypatch.setattr(Chance, "shuffled", other)
    assert rules.deal(5) != dealt
    for line, state in zip(lines, before, strict=True):
        Record.from_json(line).verify()
        assert Record.from_json(line).resume().state == state
        assert Record.from_json(line).to_json() == line


def test_the_order_decides_even_where_it_is_not_that_of_the_seed():
    rules = Quiclo(players=2)
    order = tuple(reversed(rules.deck))
    match = play_on(Match(rules, 5, order=order), 1, 10)
    assert match.deal == (5, order)
    record = Record.from_json(Record.of(match).to_json())
    assert record.deal == (5, order)
    assert record.start == rules.deal(5, order=order) != rules.deal(5)
    assert record.resume().state == match.state


@each("seed", [0, -1, 2**128 - 1, 1 - 2**128])
def test_any_seed_of_a_deal_can_be_recorded(seed):
    record = Record.of(Match(Quiclo(), seed))
    assert Record.from_json(record.to_json()) == record
    assert fields(record.to_json())["deal"]["seed"] == seed


def test_a_match_without_a_seed_is_recorded_with_the_one_it_was_given():
    match = play_on(Match(Shithead(players=2)), 1, 10)
    assert Record.from_json(Record.of(match).to_json()).resume().state == match.state


# --- names


@each(
    "names",
    [["", ""], ["Ann", "Ann"], ["x" * 200, "日本"], ["Ann Müller", "Б"], ("a", "b"), ['"', "\\"]],
)
def test_names_come_back(names):
    record = Record.of(Match(Quiclo(players=2), 1), names)
    assert record.players == tuple(names)
    line = record.to_json()
    assert "\n" not in line
    assert Record.from_json(line).players == tuple(names)


@each("names", [["Ann"], ["a", "b", "c"], "ab", ["a", 1], ["a", None], ["x" * 201, "b"], 2, None, [["a"], "b"], b"ab"])
def test_names_that_do_not_fit_are_refused(names):
    with pytest.raises(RecordError, match="players: a name"):
        Record.of(Match(Quiclo(players=2), 1), names)


# --- checking


def test_a_result_that_is_wrong_is_told():
    _, record = made("quiclo, over")
    wrong = attrs.evolve(record, outcome=Outcome(places=(2, 1), winners=(1,), losers=()))
    if wrong.outcome == record.outcome:
        wrong = attrs.evolve(record, outcome=Outcome(places=(1, 2), winners=(0,), losers=()))
    for change, part in (
        (wrong, f"it is {record.outcome}, not {wrong.outcome}"),
        (attrs.evolve(record, outcome=None), "is over"),
        (attrs.evolve(record, moves=record.moves[:-1]), "not over"),
    ):
        again = Record.from_json(change.to_json())
        for ask in (again.verify, again.resume):
            with pytest.raises(RecordError, match=r"^result: ") as caught:
                ask()
            assert part in str(caught.value)
            assert caught.value.move is None


@pytest.mark.parametrize("title", MATCHES)
def test_an_illegal_move_is_told_with_its_number_and_the_reason(title):
    match, record = made(title)
    rules = match.rules
    states = list(record.states())
    for number in sorted({1, len(match) // 2, len(match)} & set(range(1, len(match) + 1))):
        state, old = states[number - 1], record.moves[number - 1]
        absent = next((seat for seat in range(rules.players) if seat not in rules.actors(state)), rules.players)
        for seat in (absent, rules.players, 999):
            refusal = rules.refusal(state, old.move, seat)
            assert refusal is not None
            moves = (*record.moves[: number - 1], MadeMove(seat, old.move), *record.moves[number:])
            again = Record.from_json(attrs.evolve(record, moves=moves).to_json())
            for ask in (again.verify, again.resume, again.transcript, partial(list, again.states())):
                with pytest.raises(RecordError) as caught:
                    ask()
                assert caught.value.move == number
                assert str(caught.value).startswith(f"move {number}: player {seat}, {old.move}: ")
                assert str(refusal) in str(caught.value)
    if match.outcome is not None and record.moves:
        again = attrs.evolve(record, moves=(*record.moves, record.moves[-1]))
        with pytest.raises(RecordError, match=f"^move {len(match) + 1}: ") as caught:
            again.verify()
        assert caught.value.move == len(match) + 1


def test_states_come_one_by_one_up_to_the_wrong_move():
    _, record = made("quiclo, over")
    wrong = attrs.evolve(record, moves=(*record.moves[:2], MadeMove(9, record.moves[2].move)))
    states = wrong.states()
    assert [next(states) for _ in range(3)] == list(record.states())[:3]
    with pytest.raises(RecordError):
        next(states)


def test_every_move_stolen_or_doubled_is_noticed():
    """Of 20 changes of a match hardly one is a match, too; none that is may have the same last state."""
    for title in ("quiclo, over", "shithead, over", "lucky, over", "rummy, over"):
        _, record = made(title)
        noticed = 0
        for i in range(10):
            for moves in (record.moves[:i] + record.moves[i + 1 :], record.moves[:i] * 2 + record.moves[i:]):
                if moves == record.moves:
                    continue
                noticed += not survives(attrs.evolve(record, moves=moves).to_json(), right=True)
        assert noticed >= 14, title


def test_a_record_error_survives_a_pickle():
    _, record = made("quiclo, over")
    with pytest.raises(RecordError) as caught:
        attrs.evolve(record, moves=(MadeMove(7, record.moves[0].move),)).verify()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.move, again.text) == (str(caught.value), 1, caught.value.text)


# --- the protocol for people


@pytest.mark.parametrize("title", MATCHES)
def test_the_protocol_tells_everything(title):
    match, record = made(title)
    text = record.transcript()
    lines = text.split("\n")
    assert lines[0] == repr(match.rules)
    assert str(match.start) in text
    for seat, name in enumerate(record.players):
        assert f"player {seat} is {name}" in text
    told = [line for line in lines if re.match(r"\d+\. player", line)]
    assert told == [
        f"{i}. player {made_move.player}: {made_move.move}" for i, made_move in enumerate(match.moves, start=1)
    ]
    state = match.start
    happened = []
    for old in match.moves:
        state, events = match.rules.trace(state, old.move, old.player)
        happened += [f"   {event}" for event in events]
    assert [line for line in lines if line.startswith("   ")] == happened
    assert lines[-1] == ("unfinished" if match.outcome is None else str(match.outcome))


# --- files


def test_files_are_written_read_and_added_to(tmp_path):
    path = tmp_path / "a.jsonl"
    some = [made(title)[1] for title in MATCHES]
    assert write_records(path, some[:3]) == 3
    assert list(read_records(path)) == some[:3]
    assert write_records(str(path), iter(some[3:5]), append=True) == 2
    assert list(read_records(str(path))) == some[:5]
    assert write_records(path, some[5:]) == len(some) - 5
    assert list(read_records(path)) == some[5:]
    assert path.read_bytes() == b"".join(record.to_json().encode() + b"\n" for record in some[5:])
    assert write_records(path, []) == 0
    assert list(read_records(path)) == []
    assert write_records(tmp_path / "new.jsonl", some[:1], append=True) == 1
    assert list(read_records(tmp_path / "new.jsonl")) == some[:1]


def test_empty_lines_crlf_and_a_missing_last_end_do_no_harm(tmp_path):
    path = tmp_path / "a.jsonl"
    line = a_line()
    path.write_bytes(f"\n{line}\r\n  \n\n{line}".encode())
    assert [record.to_json() for record in read_records(path)] == [line, line]


def test_records_are_read_one_by_one(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(f"{a_line()}\nrubbish\n{a_line()}\n")
    records = read_records(path)
    assert next(records).to_json() == a_line()
    with pytest.raises(RecordError, match=r"^line 2: "):
        next(records)


@each(
    ("bad", "part"),
    [
        (b"\xff\xfe{}", "UTF-8"),
        (b"{", "no JSON"),
        (b"[]", "object"),
        (b'{"format": 1', "no JSON"),
        (b"\x00", "no JSON"),
        (b"\xef\xbb\xbf{}", "no JSON"),
        (b'{"format": 1, "format": 1}', "twice"),
    ],
)
def test_the_error_of_a_file_names_the_line(tmp_path, bad, part):
    path = tmp_path / "a.jsonl"
    path.write_bytes(f"{a_line()}\n\n".encode() + bad + b"\n")
    records = read_records(path)
    next(records)
    with pytest.raises(RecordError, match=r"^line 3: ") as caught:
        next(records)
    assert part in str(caught.value)


def test_a_wrong_move_in_a_file_is_told_with_the_line(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(f"{a_line()}\n{changed(moves=['0 draw', '1 jump'])}\n")
    with pytest.raises(RecordError, match=r"^line 2: move 2: .*jump"):
        list(read_records(path))


def test_a_game_that_is_not_installed_is_named(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(changed(game="go-fish") + "\n")
    with pytest.raises(UnknownGame, match="go-fish"):
        list(read_records(path))


def test_files_that_cannot_be_used(tmp_path):
    _, record = made("quiclo, over")
    for path in (tmp_path / "no" / "file", tmp_path / "none", tmp_path):
        with pytest.raises(RecordError, match="it cannot be read"):
            list(read_records(path))
    for path in (tmp_path / "no" / "file", tmp_path):
        with pytest.raises(RecordError, match="it cannot be written"):
            write_records(path, [record])
    if Path("/dev/full").exists():
        with pytest.raises(RecordError, match="it cannot be written"):
            write_records("/dev/full", [record])


@each("path", ["a\0b", "a\ud800b"])
def test_paths_that_no_file_can_have(path, capsys):
    with pytest.raises(RecordError):
        list(read_records(path))
    if path.isascii():
        with pytest.raises(RecordError):
            write_records(path, [])
        for command in ("show", "verify"):
            assert main([command, path]) == 2
            assert capsys.readouterr().err.count("\n") == 1


def test_a_line_that_is_too_long_is_not_read(tmp_path, monkeypatch):
    assert records.LONGEST >= 2**20
    monkeypatch.setattr(records, "LONGEST", 4000)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n" + b" " * 4000 + b"\n")
    with pytest.raises(RecordError, match="line 2: it is longer than 4000 bytes"):
        list(read_records(path))
    path.write_bytes(b"\n" + b" " * 3999 + b"\n")
    assert list(read_records(path)) == []


def test_an_endless_line_comes_to_an_end(tmp_path):
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.truncate(2**40)  # a terabyte of nothing
    with pytest.raises(RecordError, match="line 1: it is longer"):
        list(read_records(path))


def test_writing_stops_at_a_record_that_cannot_be_had(tmp_path):
    path = tmp_path / "a.jsonl"

    def some():
        yield made("quiclo, over")[1]
        raise RecordError("no more")

    with pytest.raises(RecordError, match="no more"):
        write_records(path, some())
    assert len(list(read_records(path))) == 1


# --- files of all versions of the format


def test_there_is_a_file_of_every_version():
    assert [path.name for path in FILES] == [f"format-{number}.jsonl" for number in range(1, FORMAT + 1)]


@pytest.mark.parametrize("line", KEPT_LINES)
def test_kept_records_are_read_and_replayed(line):
    record = Record.from_json(line)
    data = fields(line)
    record.verify()
    match = record.resume()
    assert data["result"] == (None if match.outcome is None else match.rules.to_json(match.outcome))
    assert len(match) == len(data["moves"])
    assert data["players"] == list(record.players)
    for name, value in data["options"].items():
        assert record.rules.options_to_json()[name] == value
    if "start" in data:
        assert match.rules.to_json(match.start) == {"rules": match.rules.digest(), **data["start"]}
    else:
        assert match.deal == (data["deal"]["seed"], match.deal[1])
        assert codes(match.deal[1]) == data["deal"]["order"]
    assert Record.from_json(record.to_json()) == record


def as_kept(written, kept):
    """Once a purchase named no card; it is written back with the card that lay there."""
    return re.sub(r'("\d+ buy) \w+"', r'\1"', written) if ' buy"' in kept else written


@pytest.mark.parametrize("line", KEPT_LINES)
def test_kept_records_are_written_back_byte_for_byte(line):
    if fields(line)["format"] == FORMAT:  # older ones are written in the newest version
        assert as_kept(Record.from_json(line).to_json(), line) == line


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_file_has_all_that_can_be_in_a_record(path, tmp_path):
    records = list(read_records(path))
    for name, subject in GAMES.items():
        of_it = [record for record in records if record.rules.name == name]
        assert {record.outcome is None for record in of_it} == {False, True}, name
        assert {record.deal is None for record in of_it} == {False, True}, name
        assert {len(record.players) for record in of_it} > {0}, name
        defaults = subject.kind()
        assert len({option for r in of_it for option in r.rules._given()} - {"players"}) >= 3, defaults
    assert any(record.outcome and len(record.outcome.winners) > 1 for record in records)
    assert any(record.outcome and record.outcome.scores for record in records)
    assert any(record.outcome and len(record.outcome.rounds) > 1 for record in records)
    shuffled = set()
    for record in records:
        state = record.start
        for old in record.moves:
            state, events = record.rules.trace(state, old.move, old.player)
            shuffled |= {record.rules.name for event in events if isinstance(event, Shuffled)}
    assert shuffled >= {"quiclo", "shithead", "shanghai-rummy"}
    if path.name == f"format-{FORMAT}.jsonl":
        assert write_records(tmp_path / "again", records) == len(records)
        lines = zip((tmp_path / "again").read_text().splitlines(), path.read_text().splitlines(), strict=True)
        assert all(as_kept(written, kept) == kept for written, kept in lines)


# --- what is no record


def every_wrong(value):
    """Values of all other types, and some of the same that cannot be."""
    wrong = [None, True, False, 0, -1, 10**4000, "", "x", "\ud800", [], {}, [[]], [None], {"a": 1}, ["0 draw"], "?"]
    return [misfit for misfit in wrong if type(misfit) is not type(value)]


@each("name", ["format", "game", "options", "players", "deal", "moves"])
def test_a_field_of_a_wrong_type(name):
    value = fields(a_line())[name]
    for wrong in every_wrong(value):
        if name == "players" and wrong == []:
            continue
        refused(changed(**{name: wrong}), name)


@each("value", [True, False, 0, 1, "", "x", [], [None], 10**4000, {}, {"places": [1, 2]}])
def test_a_result_of_a_wrong_form(value):
    refused(changed(result=value), "result")


@each("name", ["format", "game", "options", "players", "deal", "moves", "result"])
def test_a_field_that_is_missing_or_there_twice(name):
    refused(changed(**{name: ...}), name)
    line = a_line()
    refused(line[:-1] + f", {json.dumps(name)}: 1}}", "twice", name)


@each("name", ["Format", "", "\ud800", "start ", "x" * 10_000, "result\n"])
def test_a_field_that_is_unknown(name):
    error = refused(changed(**{name: None}), "unknown field")
    assert "format, game, options, players, deal, moves, result" in str(error)


def test_a_deal_and_a_start_together_or_neither():
    refused(changed("quiclo, from a position", deal=fields(a_line())["deal"]), "deal")
    refused(changed(deal=...), "deal")
    refused(changed(start=None))


@each("version", [0, 2, -1, 10**4000, "1", True, None, [1], {"1": 1}, False, ""])
def test_a_version_that_is_not_known(version):
    refused(changed(format=version), "format", "1")


def test_a_newer_version_is_told_before_anything_else():
    refused(json.dumps({"format": FORMAT + 1, "anything": "goes"}), f"{FORMAT + 1}")


@each("text", ["1.0", "1e0", "1.5", "NaN", "Infinity", "-Infinity", "1E400", "9" * 5000, "-" + "9" * 5000])
def test_numbers_that_are_no_numbers_here(text):
    refused(a_line().replace('"format": 1', f'"format": {text}'))
    refused(a_line().replace('"seed": 10', f'"seed": {text}'))


@each("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_deep_nesting(text):
    refused(text, "deep")
    refused(a_line().replace('"moves": [', f'"moves": [{text}, '), "deep")


@each("depth", [50, 500, 900])
def test_nesting_that_python_still_reads(depth):
    nested = json.loads("[" * depth + "]" * depth)
    for name in fields(a_line()):
        refused(changed(**{name: nested}))
    options = {**fields(a_line())["options"], "first_dealer": nested}
    refused(changed(options=options), "first_dealer")


@each("text", ["", " ", "null", "1", '"x"', "[]", "true", "{}", "nul", "{'a': 1}", "\x00", "\ud800", a_line])
def test_lines_that_are_no_object(text):
    if callable(text):
        text = text() + "x"
    refused(text)


@each("given", [b"{}", None, 1, {}, bytearray(b"{}"), ["x"]])
def test_what_is_no_text(given):
    with pytest.raises(RecordError):
        Record.from_json(given)


@each("name", ["", "\ud800", "Quiclo", "quiclo ", "../quiclo", "x" * 10_000, "shedkit.games.quiclo"])
def test_games_that_are_not_installed(name):
    with pytest.raises(UnknownGame) as caught:
        Record.from_json(changed(game=name))
    assert len(str(caught.value)) < 300


@each(
    "order",
    ["", "1", "1 " * 29 + "1", "1 2 3", "0", "\ud800", "?", "-", "7h", "1 2 x", " ".join(map(str, range(1, 32)))],
)
def test_an_order_that_is_not_the_deck(order):
    refused(changed(deal={"seed": 3, "order": order}))
    cards = fields(a_line())["deal"]["order"].split()
    for wrong in (cards[:-1], [*cards, cards[0]], [*cards[:-1], cards[0]], [*cards[:-1], "x"], [*cards[:-1], "31"]):
        refused(changed(deal={"seed": 3, "order": " ".join(wrong)}))


@each("seed", [2**128, -(2**128), 10**4000, True, None, "3", [], 10**4299])
def test_seeds_that_are_none(seed):
    refused(changed(deal={**fields(a_line())["deal"], "seed": seed}), "seed")


@each("deal", [{}, {"seed": 3}, {"order": "1"}, {"seed": 3, "order": [1]}, {"seed": 3, "order": "1", "x": 1}])
def test_deals_that_are_none(deal):
    refused(changed(deal=deal), "deal")


@each(
    "options",
    [
        {"players": 1},
        {"players": "2"},
        {"players": True},
        {"players": None},
        {"players": 2, "rounds": 2},
        {"players": 2, "": 1},
        {"players": 2, "\ud800": 1},
        {"players": 2, "misplay": "never"},
        {"players": 2, "play_drawn": 1},
        {"players": 2, "highest_card": 10**4000},
        {"players": 2, "hand_size": -1},
        {"players": 2, "deck": ["1"] * 100_000},
        {"players": 2, "deck": ["7h"]},
        {"players": 2, "deck": "1 2 3"},
        {"players": 2, "__class__": 1},
        {"self": 1},
    ],
)
def test_options_that_are_none(options):
    refused(changed(options=options))


def test_options_of_another_game():
    for title in ("shithead, over", "lucky, over", "rummy, over"):
        refused(changed(options=fields(a_line(title))["options"]))
        refused(changed(game=fields(a_line(title))["game"]))


@each(
    "move",
    [
        "",
        " ",
        "draw",
        "0",
        "0 ",
        "x draw",
        "-1 draw",
        "+1 draw",
        "1.0 draw",
        "٣ draw",
        "² draw",
        "0draw",
        " 0 draw",
        "0 jump",
        "0 play",
        "0 play 7h",
        "0 play 0",
        "0 play 1 2",
        "0 draw 1",
        "0 \ud800",
        "\ud800",
        "0 play ?",
        "0 play \x00",
        "1234567890 draw",
        "9" * 5000 + " draw",
        "0 " + "x" * 100_000,
        None,
        True,
        0,
        [],
        ["0 draw"],
        {"player": 0, "move": "draw"},
        10**4000,
    ],
)
def test_moves_that_are_none_are_told_with_their_number(move):
    good = fields(a_line())["moves"]
    error = refused(changed(moves=[*good[:2], move, *good[2:]]), "move 3: ")
    assert error.move == 3


def test_a_seat_out_of_range_is_told_when_the_match_is_replayed():
    record = Record.from_json(changed(moves=["2 draw"], result=None))
    with pytest.raises(RecordError, match="no player 2") as caught:
        record.verify()
    assert caught.value.move == 1


def test_no_moves_at_all():
    record = Record.from_json(changed(moves=[], result=None))
    record.verify()
    assert record.moves == ()
    assert record.resume().moves == ()
    assert record.transcript().endswith("unfinished")


@pytest.mark.deep
@each("entry", ["x", None, 0, "0 jump", [], "0 play 0"])
def test_a_million_moves_that_are_none_are_refused_at_the_first(entry):
    line = changed(moves=[entry] * 1_000_000)
    begun = time.process_time()
    assert refused(line).move == 1
    assert time.process_time() - begun < 3


def test_many_moves_that_cannot_be_made_are_refused_at_the_first():
    begun = time.process_time()
    record = Record.from_json(changed(moves=["5 draw"] * 100_000))
    with pytest.raises(RecordError, match=r"^move 1: "):
        record.verify()
    with pytest.raises(RecordError, match=r"^move 1: "):
        record.resume()
    assert time.process_time() - begun < 10


def test_very_much_of_anything_else_is_refused_in_time():
    begun = time.process_time()
    refused(changed(players=["x"] * 300_000))
    refused(changed(deal={"seed": 1, "order": "1 " * 300_000}))
    refused(changed(options={str(i): 1 for i in range(50_000)}))
    refused(changed(**{f"x{i}": 1 for i in range(50_000)}))
    refused(
        changed(
            "quiclo, from a position",
            start={**fields(a_line("quiclo, from a position"))["start"], "stock": ["1"] * 300_000},
        )
    )
    assert time.process_time() - begun < 15


def broken_starts():
    start = fields(a_line("quiclo, from a position"))["start"]
    yield from ({}, [], None, "x", {**start, "x": 1})
    yield from ({name: value for name, value in start.items() if name != left} for left in start)
    yield {**start, "stock": [*start["stock"], "1"]}
    yield {**start, "turn": 7}
    yield {**start, "turn": True}
    yield {**start, "turn": 10**4000}
    yield {**start, "discard": ["?"] * len(start["discard"])}
    yield {**start, "hands": start["hands"][:-1]}
    yield {**start, "hands": [*start["hands"], []]}
    yield {**start, "hands": [["7h"], *start["hands"][1:]]}
    yield {**start, "chance": "?"}
    yield {**start, "chance": None}


@each("start", list(broken_starts()))
def test_starts_that_cannot_be(start):
    refused(changed("quiclo, from a position", start=start, moves=[]))


def test_no_chance_makes_a_replay_fail_otherwise_than_by_a_record_error():
    """The running number of the shuffles comes from outside with the start, and may have 4300 digits."""
    rules = Quiclo(**SMALL_QUICLO)
    start = rules.to_json(rules.deal(1))
    start["chance"]["count"] = 10**4300 - 1  # the longest number that Python reads
    line = json.dumps({**fields(Record.of(Match(rules, state=rules.deal(1))).to_json()), "start": start})
    try:
        match = Record.from_json(line).resume()
    except RecordError:
        return  # it may as well be refused
    play_on(match, 1, 200)
    Record.from_json(Record.of(match).to_json()).verify()


# --- anything at all

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**300, -(10**300), 2**63, 2**128, -1, 0, 1])
    | st.text(st.characters(exclude_categories=()), max_size=12)
    | st.sampled_from(["?", "-", "7h", "Jk", "13o", "1", "draw", "0 draw", "play", "over", "\ud800"]),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(
            st.sampled_from(["move", "event", "seed", "order", "2", "02", "x", "player"]), parts, max_size=3
        )
    ),
    max_leaves=8,
)
EASY = settings(
    max_examples=100, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
SOURCES = [
    "quiclo, over",
    "quiclo, from a position",
    "shithead, two rounds, over",
    "shithead, from a position",
    "lucky, from a position",
    "lucky, unfinished",
    "rummy, over",
    "rummy, from a position",
]


def places_in(value, path=()):
    """The ways to all nodes of a JSON value; of a long list only to the ends."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        if isinstance(value, list) and 3 <= key < len(value) - 2:
            continue
        yield from places_in(entry, (*path, key))


def replaced(value, path, new):
    if not path:
        return new
    if isinstance(value, dict):
        return {key: replaced(entry, path[1:], new) if key == path[0] else entry for key, entry in value.items()}
    return [replaced(entry, path[1:], new) if i == path[0] else entry for i, entry in enumerate(value)]


def survives(line, right=False):
    """Whether a line is a record, or a right one; only errors of a record may come out of it, now or later."""
    try:
        record = Record.from_json(line)
    except (RecordError, UnknownGame) as error:
        assert len(str(error)) < 1000
        return False
    again = record.to_json()
    assert Record.from_json(again) == record
    assert Record.from_json(again).to_json() == again
    errors = [error_of(ask) for ask in (record.verify, record.resume, record.transcript)]
    return not (right and any(errors))


def error_of(ask):
    try:
        ask()
    except RecordError as error:
        assert error.move is not None or str(error).startswith("result: ")
        return error
    return None


@EASY
@given(JSON)
def test_any_json_is_a_record_or_an_error_of_one(value):
    survives(json.dumps(value))


@EASY
@given(st.text(st.characters(exclude_categories=())))
@example("\ufeff{}")
@example("1" * 5000)
def test_any_text_is_a_record_or_an_error_of_one(text):
    survives(text)


@pytest.mark.deep
@pytest.mark.parametrize("title", SOURCES)
@EASY
@given(data=st.data())
def test_a_record_with_one_node_replaced(title, data):
    value = fields(a_line(title))
    path = data.draw(st.sampled_from(list(places_in(value))))
    survives(json.dumps(replaced(value, path, data.draw(JSON))))


@settings(EASY, max_examples=100)
@given(st.sampled_from(SOURCES), st.data())
def test_a_line_with_some_of_its_text_replaced(title, data):
    line = a_line(title)
    begin = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(begin, min(begin + 5, len(line))))
    survives(line[:begin] + data.draw(st.text(max_size=4)) + line[end:])


def test_a_line_that_is_cut_anywhere_is_refused():
    line = a_line("rummy, over")
    for end in range(len(line)):
        with pytest.raises(RecordError):
            Record.from_json(line[:end])


# --- options as JSON


def roundtrip(rules):
    text = json.dumps(rules.options_to_json())
    again = type(rules).from_json(read_json(text))
    assert again == rules
    assert repr(again) == repr(rules)
    assert again.deck == rules.deck
    assert json.dumps(again.options_to_json()) == text
    return json.loads(text)


@each("name", GAMES)
def test_every_option_comes_back(name):
    count = 0
    for param in EVERY_OPTION:
        if param.values[0] == name:
            rules = param.values[1]
            written = roundtrip(rules)
            count += 1
            names = {option.name for option in rules.options()}
            assert set(written) in (names, names - {"deck"})
            assert ("deck" in written) == ("deck" in rules._given())
            for option in rules.options():
                if option.plain:
                    assert written[option.name] == getattr(rules, option.name)
    assert count > 20


@each("name", GAMES)
def test_options_together_come_back(name):
    for seed in range(60):
        roundtrip(random_rules(GAMES[name].kind, seed, data=GAMES[name].data))


@each("name", GAMES)
def test_records_of_every_option_come_back(name):
    for seed in range(12):
        rules = random_rules(GAMES[name].kind, seed, data=GAMES[name].data)
        record = Record.of(played(rules, seed, 25))
        assert Record.from_json(record.to_json()) == record
        assert Record.from_json(record.to_json()).resume().state == deque_last(record)


def deque_last(record):
    *_, last = record.states()
    return last


@each("name", GAMES)
def test_options_that_are_not_named_have_their_defaults(name):
    kind = GAMES[name].kind
    assert kind.from_json({}) == kind()
    assert kind.from_json({"players": 2}) == kind(players=2)


def test_options_that_are_data():
    rules = Shithead.from_json(
        {"players": 2, "powers": {"2": "burn", "14": "skip"}, "anywhere": [2, 3], "deck": TWENTY.split()}
    )
    assert dict(rules.powers) == {2: rules.powers[2], 14: rules.powers[14]}
    assert rules == Shithead(players=2, powers={2: Power.BURN, 14: Power.SKIP}, anywhere={2, 3}, deck=TWENTY)
    assert rules.options_to_json()["anywhere"] == [2, 3]
    assert rules.options_to_json()["powers"] == {"2": "burn", "14": "skip"}
    assert rules.options_to_json()["deck"] == TWENTY.split()


@each("name", GAMES)
def test_a_wrong_value_of_any_option_is_refused_by_name(name):
    kind = GAMES[name].kind
    right = kind().options_to_json()
    refusals = 0
    for option in kind.options():
        for wrong in [
            1.5,
            "x",
            "\ud800",
            [[]],
            {"x": 1},
            [None],
            ["?"],
            10**4000,
            -5,
            b"",
            {"2": {}},
            [1, [2]],
            {"-": 1},
        ]:
            with pytest.raises((NotationError, ConfigurationError)) as caught:
                kind.from_json({**right, option.name: wrong})
            refusals += 1
            assert option.name in str(caught.value), (option.name, wrong)
    assert refusals == 13 * len(kind.options())


@each("name", GAMES)
@EASY
@given(data=st.data())
def test_any_value_of_an_option_is_taken_or_refused(name, data):
    kind = GAMES[name].kind
    option = data.draw(st.sampled_from([option.name for option in kind.options()]))
    try:
        rules = kind.from_json({option: data.draw(JSON)})
    except (NotationError, ConfigurationError):
        return
    roundtrip(rules)


@each("value", [None, [], "x", 1, True, b"{}", [["players", 2]]])
def test_options_that_are_no_object(value):
    for subject in GAMES.values():
        with pytest.raises(NotationError, match="options: an object expected"):
            subject.kind.from_json(value)


def test_an_unknown_option_is_named():
    for subject in GAMES.values():
        with pytest.raises(ConfigurationError, match="colour: unknown option"):
            subject.kind.from_json({"players": 2, "colour": 1})


def test_a_rank_that_is_there_twice_is_refused():
    """As in all JSON that is read from outside: what is said twice is not taken for one of both."""
    with pytest.raises((NotationError, ConfigurationError)):
        Shithead.from_json({"powers": {"2": "reset", "02": "burn"}})


# --- the order of a seed


@each("name", GAMES)
def test_the_order_of_a_seed_deals_the_same_game(name):
    for number in range(25):
        rules = random_rules(GAMES[name].kind, number, data=GAMES[name].data)
        seed = (-1) ** number * number**9
        order = rules.order_of(seed)
        assert sorted(map(str, order)) == sorted(map(str, rules.deck))
        assert rules.deal(seed) == rules.deal(seed, order=order) == rules.deal(seed, order=codes(order))
        assert Match(rules, seed).deal == (seed, order)


@each("seed", [2**128, -(2**128), True, 1.0, "1", b"1", [], 10**5000])
def test_the_order_of_what_is_no_seed(seed):
    with pytest.raises(ConfigurationError, match="seed"):
        Quiclo().order_of(seed)


# --- strict JSON


@each(
    "value",
    [None, True, False, 0, -7, 10**4000, "", "x\n\u2028\x00", "\ud800", "😀", [], {}, [[[]]], {"a": {"a": [1, "a"]}}],
)
def test_plain_values_are_read(value):
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=2), f"\n {json.dumps(value)} "):
        assert read_json(text) == value
        assert type(read_json(text)) is type(value)


@each(
    ("text", "part"),
    [
        ("1.0", "whole number"),
        ("[1e5]", "whole number"),
        ("-0.0", "whole number"),
        ("NaN", "NaN"),
        ("[Infinity]", "Infinity"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1, "a": 1}', "'a' is there twice"),
        ('[{"a": {"b": 1, "c": 2, "b": 3}}]', "'b' is there twice"),
        ('{"\\u0061": 1, "a": 2}', "'a' is there twice"),
        ("[" * 100_000, "deep"),
        ('{"a":' * 100_000, "deep"),
        ("9" * 5000, "too long"),
        ("", "character 1"),
        ("[1, 2", "at character"),
        ("[1] x", "character 5"),
        ("{1: 2}", "character 2"),
        ("[1,]", "no JSON"),
        ("'a'", "character 1"),
        ('"\n"', "character 2"),
        ("\ufeff1", "no JSON"),
        ("01", "no JSON"),
        ("True", "no JSON"),
    ],
)
def test_everything_else_is_refused_with_what_and_where(text, part):
    with pytest.raises(NotationError) as caught:
        read_json(text)
    assert part in str(caught.value)
    assert len(str(caught.value)) < 200


@each("given", [b"1", None, 1, ["1"], bytearray(b"1"), {}])
def test_only_text_is_read_as_json(given):
    with pytest.raises(NotationError, match="a text of JSON expected"):
        read_json(given)


@EASY
@given(JSON)
def test_all_json_values_without_fractions_come_back(value):
    assert read_json(json.dumps(value)) == value


@EASY
@given(st.text(st.sampled_from('{}[]",:019.-eE aN\\u\ud800')))
def test_any_text_is_read_or_refused(text):
    with suppress(NotationError):
        json.dumps(read_json(text))


def test_many_fields_are_read_in_time():
    text = "{" + ", ".join(f'"{i}": 1' for i in range(12_000)) + "}"
    begun = time.process_time()
    assert len(read_json(text)) == 12_000
    with pytest.raises(NotationError, match="'11999' is there twice"):
        read_json(text[:-1] + ', "11999": 1}')
    assert time.process_time() - begun < 1, "the time grows with the square of the number of fields"


# --- the commands


def run(capsys, *words):
    status = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def some(tmp_path):
    path = tmp_path / "some.jsonl"
    write_records(path, [made(title)[1] for title in MATCHES])
    return path


def test_verify_counts_records_and_moves(capsys, some, tmp_path):
    moves = sum(len(made(title)[1].moves) for title in MATCHES)
    assert run(capsys, "verify", some) == (0, f"{len(MATCHES)} records, {moves} moves: all right\n", "")
    single = tmp_path / "one"
    write_records(single, [made("quiclo, nothing played")[1]])
    assert run(capsys, "verify", single) == (0, "1 record, 0 moves: all right\n", "")
    for path in FILES:
        assert run(capsys, "verify", path)[0] == 0


def test_verify_names_the_record_the_move_and_the_reason(capsys, some):
    with some.open("a") as file:
        file.write(changed(moves=["0 draw", "0 draw"], result=None) + "\n")
    status, out, err = run(capsys, "verify", some)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"shedkit: record {len(MATCHES) + 1}: move 2: player 0, draw: ")


def test_verify_names_a_wrong_result(capsys, tmp_path):
    path = tmp_path / "a"
    path.write_text(a_line() + "\n" + changed(result=None) + "\n")
    status, out, err = run(capsys, "verify", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("shedkit: record 2: result: ")


def test_show_prints_the_protocols(capsys, some):
    status, out, err = run(capsys, "show", some)
    assert (status, err) == (0, "")
    parts = out.split("\n" + "-" * 40 + "\n")
    assert [part.strip("\n") for part in parts] == [record.transcript().strip("\n") for record in read_records(some)]


def test_show_prints_what_is_right_before_what_is_wrong(capsys, tmp_path):
    path = tmp_path / "a"
    path.write_text(a_line() + "\n" + changed(moves=["1 draw"]) + "\n")
    status, out, err = run(capsys, "show", path)
    assert status == 2
    assert out.strip("\n") == made("quiclo, over")[1].transcript()
    assert err.startswith("shedkit: record 2: move 1: ")


@each("name", ["x\n1. player 1: draw", "\x1b[2J", "\ud800", "\x00", "a\u2028b", "\u202eb"])
def test_a_name_cannot_pass_for_another_line_or_steer_a_terminal(name):
    """A record can come from anywhere."""
    with pytest.raises(RecordError, match="printable"):
        Record.of(Match(Quiclo(players=2), 1), ["Ann", name])
    line = Record.of(Match(Quiclo(players=2), 1), ["Ann", "Ben"]).to_json()
    with pytest.raises(RecordError, match="printable"):
        Record.from_json(line.replace('"Ben"', json.dumps(name)))


@each("command", ["show", "verify"])
@each(
    "content",
    [
        b"x\n",
        b"\xff\n",
        b"{}\n",
        b"[]\n",
        b"[" * 100_000,
        b'{"format": 9, "moves": []}',
        b'{"game": "quiclo"}\n',
        b"\0",
    ],
)
def test_files_that_are_none(capsys, tmp_path, command, content):
    path = tmp_path / "a"
    path.write_bytes(content)
    status, out, err = run(capsys, command, path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert re.match("shedkit: (line 1: )?", err)


@each("command", ["show", "verify"])
def test_files_that_are_not_there(capsys, tmp_path, command):
    for path in (tmp_path / "none", tmp_path, tmp_path / "no" / "file"):
        status, out, err = run(capsys, command, path)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "cannot be read" in err
    status, out, err = run(capsys, command)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"{command} needs" in err
    status, _, err = run(capsys, command, "a", "b")
    assert status == 2
    assert "one argument too many" in err


def test_no_error_is_of_another_family():
    assert issubclass(RecordError, ShedkitError)
    assert issubclass(UnknownGame, ShedkitError)
    assert issubclass(PositionError, ShedkitError)
