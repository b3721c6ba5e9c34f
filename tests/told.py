"""What has to be the same everywhere: games, to the last byte, on every Python and under every hash seed.

This file is a program, too. It needs attrs, typing-extensions and the library, and no other file of the tests:

    python tests/told.py digests 0 20     a digest of all that is told, for each of 20 seeds
    python tests/told.py agree            compare with what another process tells on the standard input
"""

from __future__ import annotations

import json
import pickle
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from shedkit import (
    Journal,
    LuckyShutdown,
    Match,
    Quiclo,
    RandomPlayer,
    Record,
    ShanghaiRummy,
    Shithead,
    simulate,
)
from shedkit.bots.shanghai_rummy import SimpleShanghai  # by name: elsewhere nothing is installed
from shedkit.games.shithead import Power

SEED = 7
"""The seed with which two processes compare pickles as well."""


def told(seed: int) -> dict[str, str]:
    """Games, as text and as pickles: rules, states, views of all, moves, events, records, journals."""
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
        lines += kept_as_text(rules, seed)
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


def kept_as_text(rules: Any, seed: int) -> list[str]:
    """A record and a journal of a match with undone and redone moves."""
    match, random = Match(rules, seed=seed, players=[f"Zoë {seat}" for seat in range(rules.players)]), Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        with Journal.create(path, match, sync=False):
            for number in range(30):
                if not match.actors:
                    break
                player = match.actors[0]
                moves = match.legal_moves(player)
                match.play(moves[int(random.random() * len(moves))], player)
                if number % 10 == 9:
                    match.undo(2)
                    match.redo(1)
        return [Record.of(match).to_json(), path.read_bytes().decode()]


def digests(first: int, number: int) -> dict[str, str]:
    """A digest of all texts for each seed; pickles are not compared byte for byte."""
    return {str(seed): sha256(told(seed)["json"].encode()).hexdigest() for seed in range(first, first + number)}


def about() -> dict[str, Any]:
    """What runs this."""
    return {
        "version": sys.version.split()[0],
        "implementation": sys.implementation.name,
        "platform": sys.platform,
        "free threading": not getattr(sys, "_is_gil_enabled", lambda: True)(),
    }


def main(words: list[str]) -> None:
    """Tell, or compare."""
    if words[0] == "digests":
        answer: dict[str, Any] = digests(int(words[1]), int(words[2]))
    else:
        answer, sent = told(SEED), json.load(sys.stdin)
        agree(answer, sent)
    print(json.dumps({**about(), **answer}))


if __name__ == "__main__":
    main(sys.argv[1:])
