"""A coverage-guided fuzzer for everything that reads what comes from outside.

It needs the package ``atheris`` (the extra `fuzz`; it runs on Linux) and a folder for what it finds:

    pip install -e ".[dev,fuzz]"
    python tests/fuzz/fuzz_outside.py corpus -max_total_time=3600 -timeout=20 -rss_limit_mb=2048 -max_len=20000

The first byte of an input chooses the game, the second what is read, the rest is the text. Only the library's own
errors may come out; anything else, an input that takes 20 seconds, or memory beyond the limit is a finding. What is
accepted is used: a state is looked at from all seats and played on, a record is verified. The folder is filled with
real records, states, views, moves, events, options and codes if it is empty; half of the changes the fuzzer makes respect
the structure of JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any

import atheris  # type: ignore[import-not-found, unused-ignore]

with atheris.instrument_imports(include=["shedkit"]):
    from shedkit import Journal, Match, Record, ShedkitError, game, game_names, simple_player
    from shedkit.core.strict_json import read_json
    from shedkit.table.records import write_records

GAMES = [game(name) for name in game_names()]
RULES = [kind(players=3) for kind in GAMES]
STARTS = [rules.deal(seed=1) for rules in RULES]
FOLDER = Path(tempfile.mkdtemp())
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 3, 2**31, 2**63, 10**30, -(10**30), "", "?", "-", "Jk", "7h", "8", "16o", "\ud800",
    [], {}, [[]], [None], {"x": 1}, "a" * 300, list(range(200)),
)  # fmt: skip


def use_state(rules: Any, state: Any) -> None:
    """Look at an accepted state from all seats, and play on a little."""
    random = Random(1)
    for player in (*range(rules.players), None):
        view = rules.view(state, player)
        rules.view_from_json(rules.to_json(view))
        rules.describe(view, player)
        with suppress(ShedkitError):  # a position that can be written down need not be one that others can imagine
            rules.sample(view, 1)
    for _ in range(20):
        actors = rules.actors(state)
        if not actors:
            rules.outcome(state)
            break
        state = rules.apply(state, random.choice(rules.legal_moves(state, actors[0])), actors[0])


def read_state(rules: Any, start: Any, text: str) -> None:
    use_state(rules, rules.state_from_json(read_json(text)))


def read_view(rules: Any, start: Any, text: str) -> None:
    view = rules.view_from_json(read_json(text))
    rules.actors(view)
    if view.player is not None:
        rules.legal_moves(view, view.player)
    rules.sample(view, 1)


def read_move(rules: Any, start: Any, text: str) -> None:
    move = rules.move_from_json(read_json(text))
    for player in range(rules.players):
        rules.refusal(start, move, player)
    assert rules.parse(str(move)) == move


def read_event(rules: Any, start: Any, text: str) -> None:
    event = rules.event_from_json(read_json(text))
    str(event)
    rules.shown([event], 0)


def read_options(rules: Any, start: Any, text: str) -> None:
    made = type(rules).from_json(read_json(text))
    state = made.deal(seed=1)
    made.legal_moves(state, made.actors(state)[0])


def read_code(rules: Any, start: Any, text: str) -> None:
    move = rules.parse(text)
    for player in range(rules.players):
        rules.refusal(start, move, player)


def read_record(rules: Any, start: Any, text: str) -> None:
    record = Record.from_json(text)
    record.verify()
    assert Record.from_json(record.to_json()) == record


def read_journal(rules: Any, start: Any, text: str) -> None:
    path = FOLDER / "journal"
    path.write_bytes(text.encode(errors="surrogateescape"))
    match, journal = Journal.resume(path, sync=False)
    journal.close()
    match.version_for(0)
    assert Journal.record(path).resume().state == match.state


TARGETS: tuple[Callable[[Any, Any, str], None], ...] = (
    read_state,
    read_view,
    read_move,
    read_event,
    read_options,
    read_code,
    read_record,
    read_journal,
)


def one_input(data: bytes) -> None:
    """Read one input."""
    if len(data) < 2:
        return
    i = data[0] % len(RULES)
    with suppress(ShedkitError):
        TARGETS[data[1] % len(TARGETS)](RULES[i], STARTS[i], data[2:].decode(errors="surrogateescape"))


def changed(value: Any, random: Random) -> Any:
    """A JSON value with one of its parts replaced, dropped, doubled or moved."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        name = random.choice(list(value))
        what = random.random()
        if what < 0.06:
            return {key: part for key, part in value.items() if key != name}
        if what < 0.1:
            return {**value, random.choice(["x", "", name + "s"]): random.choice(ODD)}
        return {**value, name: changed(value[name], random)}
    if isinstance(value, list) and value and random.random() < 0.85:
        i = random.randrange(len(value))
        what = random.random()
        if what < 0.1:
            return value[:i] + value[i + 1 :]
        if what < 0.2:
            return [*value, value[i]]
        if what < 0.3:
            j = random.randrange(len(value))
            value = list(value)
            value[i], value[j] = value[j], value[i]
            return value
        return [*value[:i], changed(value[i], random), *value[i + 1 :]]
    if type(value) is int and random.random() < 0.6:
        return value + random.choice([-1, 1, 2, -2])
    if isinstance(value, str) and value and random.random() < 0.5:
        words = value.split(" ")
        i = random.randrange(len(words))
        words[i] = random.choice([*words, "", "7h", "Jk", "-", "0", "play", "=", words[i] * 2])
        return " ".join(words)
    return random.choice(ODD)


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Every other time a change that keeps the text JSON."""
    random = Random(seed)
    if len(data) > 2 and random.random() < 0.6:
        lines = data[2:].split(b"\n")
        i = random.randrange(len(lines))
        try:
            value = json.loads(lines[i])
        except (ValueError, RecursionError):
            return bytes(atheris.Mutate(data, most))
        for _ in range(random.choice([1, 1, 1, 2, 3])):
            value = changed(value, random)
        lines[i] = json.dumps(value).encode()
        made = data[:2] + b"\n".join(lines)
        if len(made) <= most:
            return made
    return bytes(atheris.Mutate(data, most))


def seeds(folder: Path) -> None:
    """Real texts of every kind, to begin with."""
    folder.mkdir(parents=True, exist_ok=True)
    for i, rules in enumerate(RULES):
        match = Match(rules, seed=i)
        players = [simple_player(rules.name, seat) for seat in range(rules.players)]
        path = FOLDER / "seed"
        path.unlink(missing_ok=True)
        texts: list[tuple[int, str]] = [(4, json.dumps(rules.options_to_json()))]
        with Journal.create(path, match, sync=False):
            for number in range(60):
                if not match.actors:
                    break
                player = match.actors[0]
                move = players[player].choose(match.view(player), match.legal_moves(player))
                if number % 6 == 0:
                    texts.append((0, json.dumps(rules.to_json(match.state))))
                    texts.append((1, json.dumps(rules.to_json(match.view(player)))))
                    texts.append((2, json.dumps(rules.to_json(move))))
                    texts.append((5, str(move)))
                    _, events = rules.trace(match.state, move, player)
                    texts += [(3, json.dumps(rules.to_json(event))) for event in events[:2]]
                match.play(move, player)
        record = Record.of(match)
        write_records(FOLDER / "records", [record])
        texts.append((6, record.to_json()))
        texts.append((7, path.read_text()))
        for number, (target, text) in enumerate(texts):
            (folder / f"seed-{rules.name}-{number}").write_bytes(bytes([i, target]) + text.encode())


def main() -> None:
    """Fill the folder that is named first, unless it holds something or a merge is to fill it, and run."""
    folders = [word for word in sys.argv[1:] if not word.startswith("-")]
    merging = any(word.startswith("-merge") for word in sys.argv)  # which runs this program again, without a folder
    if not folders and not merging:
        sys.exit(__doc__)
    if not merging and not any(Path(folders[0]).glob("*")):
        seeds(Path(folders[0]))
    # a merge starts this program by its name, which has to be that of something that can be run
    starter = FOLDER / "fuzz"
    starter.write_text(f'#!/bin/sh\nexec {quote(sys.executable)} {quote(__file__)} "$@"\n')
    starter.chmod(0o755)
    atheris.Setup([str(starter), *sys.argv[1:]], one_input, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
