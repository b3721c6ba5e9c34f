"""Law 7 across processes: other hash seeds, other Pythons, the same games to the last byte.

Other interpreters are looked for under ``~/.pyenv/versions`` and on the path; they need nothing installed.
"""

from __future__ import annotations

import inspect
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
import typing_extensions

import shedkit


def told(seed: int) -> dict[str, str]:
    """Games, as text and as pickles: rules, states, views of all, moves, events.

    Other processes run this very source: see ``CODE``.
    """
    from random import Random

    from shedkit import LuckyShutdown, Quiclo, RandomPlayer, ShanghaiRummy, Shithead, simulate
    from shedkit.bots.shanghai_rummy import SimpleShanghai  # by name: elsewhere nothing is installed
    from shedkit.games.shithead import Power

    lines: list[object] = []
    kept: list[object] = []
    every_rules: list[Any] = [
        Shithead(players=3, out_of_turn_quad=True, multi_card=True, swap="off"),
        Shithead(players=2, powers={3: Power.TRANSPARENT, 7: Power.LOW, 10: Power.BURN}, anywhere={2, 10}),
        Quiclo(players=4, play_drawn=True),
        Quiclo(players=2, highest_card=30, hand_size=3),
        LuckyShutdown(players=3, rounds=2, challenge_luck=True, early_reveal=True),
        LuckyShutdown(players=5, skip_chain="pass_on", push_on_19="count", start_tie="random", luck_scope="round"),
        ShanghaiRummy(players=3, jokers=16, joker_swap="any_time", points={0: 25}),
        ShanghaiRummy(players=4, contracts=[(1, 0), (0, 1)], jokers=12, ace="high", discarder_may_buy=True),
    ]
    for rules in every_rules:
        state, random = rules.deal(seed=seed), Random(seed)
        for _ in range(40):
            if not rules.actors(state):
                break
            player = rules.actors(state)[0]
            moves = rules.legal_moves(state, player)
            move = moves[int(random.random() * len(moves))]
            after, events = rules.trace(state, move, player)
            views = [rules.view(state, seat) for seat in (*range(rules.players), None)]
            values = (state, move, *moves, *events, *views)
            lines.append([[rules.to_json(value), str(value)] for value in values])
            lines.append(rules.to_json(rules.sample(views[0], seed)))
            kept.append((rules, state, move, moves, events, views))
            state = after
        played = simulate(rules, [RandomPlayer(seed + seat) for seat in range(rules.players)], seed, 300)
        lines.append([played.moves, str(played.outcome), rules.to_json(played.state)])
    # whole rounds, with melds and suggestions, which random players hardly ever come to
    rummy = ShanghaiRummy(players=3, jokers=8)
    opponents = [SimpleShanghai(seed + seat) for seat in range(3)]

    def watch(step: Any) -> None:
        suggested = [[str(move) for move in moves] for moves in rummy.suggested(step.after, step.player)]
        lines.append([str(step.move), rummy.headline(step.after), suggested, [str(event) for event in step.events]])
        kept.append((rummy, step.before, step.move, rummy.legal_moves(step.before, step.player), step.events, []))

    ended = simulate(rummy, opponents, seed, 50, watch=watch)
    lines.append([ended.moves, rummy.to_json(ended.state), rummy.to_json(rummy.sample(rummy.view(ended.state, 0), 1))])
    return {"json": json.dumps(lines), "pickle": pickle.dumps(kept, protocol=4).hex()}


def agree(mine: dict[str, str], other: dict[str, str]) -> None:
    """What two processes tell is the same, and each can read what the other has pickled."""
    assert other["json"] == mine["json"]
    here, there = (pickle.loads(bytes.fromhex(told["pickle"])) for told in (mine, other))
    assert there == here
    for (rules, state, move, moves, _, views), (_, same, *_) in zip(there, here, strict=True):
        assert hash(state) == hash(same)
        assert len({state, same, rules.state_from_json(rules.to_json(state))}) == 1
        assert move in moves
        assert [rules.view(same, view.player) for view in views] == views


HERE = told(7)
CODE = f"""
from __future__ import annotations
import json, pickle, sys
from typing import Any
{inspect.getsource(told)}
{inspect.getsource(agree)}
mine, sent = told(7), json.load(sys.stdin)
agree(mine, sent)
json.dump({{"version": sys.version.split()[0], **mine}}, sys.stdout)
"""


def elsewhere(python: str, **environment: str) -> dict[str, str]:
    """What another process tells of the same games; it also reads the pickles of this one."""
    done = subprocess.run(
        [python, "-c", CODE],
        input=json.dumps(HERE),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told_there: dict[str, str] = json.loads(done.stdout)
    return told_there


@pytest.mark.deep
@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_another_process_under_another_hash_seed(seed: str) -> None:
    agree(HERE, elsewhere(sys.executable, PYTHONHASHSEED=seed))


def test_without_assertions() -> None:
    """Python drops assertions with ``-O``; nothing may rest on them."""
    agree(HERE, elsewhere(sys.executable, PYTHONOPTIMIZE="1"))


def other_pythons() -> dict[str, str]:
    """One interpreter for each version of Python from 3.10 on, other than this one."""
    names = [path / "bin" / "python" for path in (Path.home() / ".pyenv" / "versions").glob("3.*")]
    names += [Path(where) for minor in range(10, 16) if (where := shutil.which(f"python3.{minor}"))]
    pythons = {}
    for path in names:
        try:
            answer = subprocess.run([path, "-V"], capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            continue
        version = re.match(r"Python (3\.(\d+))", answer)
        if version and int(version[2]) >= 10 and int(version[2]) != sys.version_info[1]:
            pythons[version[1]] = str(path)
    return pythons


OTHERS = other_pythons()


@pytest.mark.skipif(not OTHERS, reason="there is no other Python of 3.10 or later on this machine")
@pytest.mark.parametrize(
    "version",
    [
        pytest.param(version, marks=[pytest.mark.deep] if i else [])
        for i, version in enumerate(sorted(OTHERS) or ["none"])
    ],
)
def test_another_python(version: str, tmp_path: Path) -> None:
    # what the engine needs, and nothing else of this environment: other packages may be built for this Python alone
    for package in ("attr", "attrs"):
        (tmp_path / package).symlink_to(Path(attrs.__file__).parents[1] / package)
    (tmp_path / "typing_extensions.py").symlink_to(typing_extensions.__file__)
    (tmp_path / "shedkit").symlink_to(Path(shedkit.__file__).parent)
    there = elsewhere(OTHERS[version], PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
    assert there["version"].startswith(version)
    agree(HERE, there)
