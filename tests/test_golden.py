"""Golden playthroughs: what every player sees and may do, move by move, kept as text.

A change of the rules, of the views or of the wording shows as a difference. Look at it, and if it is meant:
``pytest tests/test_golden.py --remaster``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers import stored, stored_rules
from shedkit import Quiclo, simple_player
from shedkit.testing import playthrough

HIDDEN_STOCK = re.compile(r"stock (\d+ cards?|\.)")
COUNTED = re.compile(r"\d+ cards?|\.")
THEIRS = re.compile(
    r"player \d hand (.*?)(?: shown \.)?(?: face up .*? face down ((?:[^ ] ?){3}))?(?: chosen (\.|\d+ cards|(?:\w+ ?){3}))?"
    r"(?: \w+ (?:yes|no|\?))*(?: buys \d)?"
)
FULL_HAND = re.compile(r"^(player \d)  hand (.*?)(?:  .*)?$", re.M)
FULL_STOCK = re.compile(r"^stock     (.*)$", re.M)
UNSEEN = re.compile(
    r"(.+): from (the stock|player \d's (?:hand|choice)) to (player \d's hand|the own hand|the own choice)"
)
HERE = Path(__file__).parent / "golden"


class Script:
    """Plays the moves it is given by their codes, then the first legal one, as long as there is one."""

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        if not self.moves:
            return moves[0]
        code = self.moves.pop(0)
        return next((move for move in moves if str(move) == code), code)


class Anyhow:
    """Plays anything; how the random player of the library comes to its moves does not matter here."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        return moves[int(self.random() * len(moves))]


class Blunderer:
    """A simple opponent of QUICLO who at first lays what does not fit."""

    def __init__(self, rules: Quiclo, blunders: int) -> None:
        self.rules, self.blunders, self.simple = rules, blunders, simple_player("quiclo", 1)

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        wrong = self.rules.penalised_moves(view, view.player)
        if wrong and self.blunders:
            self.blunders -= 1
            return wrong[0]
        return self.simple.choose(view, moves)


def player(kind: str | list[str], rules: Any) -> Any:
    """One who plays a list of codes, or somebody like ``simple 1``: what it is, and its seed."""
    if isinstance(kind, list):
        return Script(*kind)
    name, number = kind.split()
    if name == "blunders":
        return Blunderer(rules, int(number))
    return Anyhow(int(number)) if name == "random" else simple_player(rules.name, int(number))


def played_anew(name: str) -> str:
    """The playthrough of a game of `data/golden.json`."""
    entry = GOLDEN[name]
    rules = stored_rules(entry)
    return playthrough(
        rules,
        [player(kind, rules) for kind in entry["players"]],
        seed=entry["seed"],
        max_moves=entry["moves"],
        state=rules.position(**entry["position"]) if "position" in entry else None,
    )


GOLDEN: dict[str, Any] = stored("golden")
"""The games: what they are about, their rules, where they begin, and who plays how."""
NOTABLE: dict[str, Sequence[str]] = {
    "shithead_literal": ["arrange", "is ready", "may play", "the pile is burned", "> 0 take", "truncated"],
    "shithead_common": ["powers={2:", "7: <Power.LOW", " may play ", "truncated"],
    "shithead_reaction": [
        "player 2 knows of 2 1 to move",
        "onlooker knows of 1 to move",
        "player 2 declines",
        "player 0 sees nothing",
        "> 2 react 7c 7s",
        "the set is complete, the pile is burned",
    ],
    "shithead_last_rows": [
        "> 0 flip",
        "it fits",
        "it does not fit",
        "is out, place 1",
        "the game is over",
        "outcome: player",
    ],
    "shithead_single_swaps": ["> 0 swap", "ready", "is on turn"],
    "shithead_two_rounds": [
        "the round is over",
        "> 1 deal",
        "deals round 2",
        "52 cards are shuffled into the stock",
        "phase swap",
    ],
    "shithead_powers": [
        "is skipped",
        "play goes on anticlockwise",
        "play 3c",
        "play 7d",
        "play 2c",
        "the pile is burned",
    ],
    "shithead_face_up_goes_along": [
        "may take 3c, take 4c, take 5c",
        "> 0 take 3c",
        "from player 0's face-up row (slot 1) to the pile",
    ],
    "quiclo_misplay": ["may, at a price, play", "does not fit: player 0 takes it back"],
    "quiclo_play_drawn": ["phase drawn", "may pass", "> 0 pass", "drawn ?"],
    "quiclo_open_hands": ["open_hands=True", "is out, place 1", "is out, place 2", "outcome:"],
    "quiclo_reshuffle": ["shuffled into the stock", "from the pile to the stock", "> 0 draw"],
    "quiclo_deadlock": ["passes 1", "passes 2", "the game is over", "outcome: player 0 wins"],
    "lucky_literal": [
        "LuckyShutdown(players=3), deck of 48",
        "> 0 arrange 15b Db Fx",
        "> 0 take",
        "> 0 react 14o 14o 14b\n  player 0 completes the set",
        "> 1 play 21b\n  21b: from player 1's hand to the pile\n  the set is complete, the pile is burned",
        "> 1 sit-out",
        "> 0 play Db\n  Db: from player 0's face-up row (slot 2) to the pile\n  the pile is burned",
        "truncated",
    ],
    "lucky_choice": [
        "to move: player 1, 2, 0",
        "  player 0 sees 3 cards: from player 1's hand to the own choice; player 1 is ready\n",
        "player 1 hand 3 cards face up - - - face down ? ? ? chosen 3 cards",
        "19o Do U16b: from player 1's choice to the own face-up row (slots 1, 2, 3)",
        "  player 1 is on turn\n",
    ],
    "lucky_reaction": [
        "player 3 may react 16o 16b, decline",
        "player 3 declines\n  player 0 sees nothing\n  player 1 sees nothing\n  player 2 sees nothing\n"
        "  onlooker sees nothing\n",
        "> 0 react Po Pb\n  player 0 completes the set",
        "> 0 react 14o 14b\n  player 0 completes the set",
    ],
    "lucky_reaction_of_several": [
        "to move: player 2, 3, 1",
        "player 2 may react 16o 16b, decline",
        "player 3 may react 16b 16b, decline",
        "> 3 react 16b 16b",
        "pile is burned",
    ],
    "lucky_skips_accumulate": [
        "player 1 may sit-out\n",
        "> 2 play 19b",
        "turn 3, phase play, layer 2, pending 2",
        "player 3 is skipped\n  player 0 is on turn",
        "player 0 is skipped\n  player 1 is on turn",
        "> 1 play Px",
        "turn 2, phase play, layer 1, pending 1",
    ],
    "lucky_skips_passed_on": [
        "skip_chain='pass_on'",
        "turn 3, phase play, layer 2, pending 1",
        "player 3 is skipped",
        "> 0 play 20o",
    ],
    "lucky_skips_vanish": ["pending 2", "> 3 react 19b", "pile is burned", "turn 3, phase play, layer 3, pending 0"],
    "lucky_combo": [
        "player 0 may play 18o, play 18o 18b, play 18o 18b 18b, take",
        "18b 18b: from player 0's face-up row (slots 1, 3) to the pile",
        "> 1 play U18o U16b",
        "player 2 may play 13o, take\n",
        "> 2 play 21o 21b",
    ],
    "lucky_blind_cards": [
        "player 0 turns over slot 1: it does not fit",
        "14o 17o 16o: from the pile to player 0's hand",
        "player 2 turns over slot 2: it fits",
        "player 0 is skipped",
        "player 1 is out, place 1",
        "the pile is burned\n  18b 19b 20o Dx: from the pile out of the game\n  player 2 is on turn",
        "outcome: player 1 and player 2 win; player 0 loses",
    ],
    "lucky_challenge": [
        "challenge_luck=True",
        "player 0 challenges luck: the card fits",
        "player 1 challenges luck: the card does not fit\n  16b: from the stock to the pile",
        "20o 21b 16b: from the pile to player 1's hand",
        "player 0 may take\n",
        "Dx: from the stock to the pile\n  the pile is burned",
    ],
    "lucky_early_reveal": [
        "early_reveal=True",
        "player 1 may take, reveal 2\n",
        "player 0 turns over slot 1: it fits",
        "player 1 turns over slot 2: it does not fit",
        "20o 21o 16o: from the pile to player 1's hand",
        "player 0 may take\n",
    ],
    "lucky_two_rounds": [
        "the round is over: player 0 place 1, player 1 place 3, player 2 place 2",
        "> 1 deal\n  player 1 deals round 2",
        "48 cards are shuffled into the stock",
        "phase choose, layer 1",
        "(slots 1, 2, 3)\n  player 0 is on turn",
    ],
    "shanghai-opening": [
        "ShanghaiRummy(players=4), deck of 108",
        "> 1 buy Jc\n  player 1 buys Jc, the 1st time",
        "player 0 buys Td, the 2nd time",
        "> 1 lay Jc Jd Jk\n  player 1 lays meld 1: Jc Jd Jk",
        "player 1 has laid the contract",
        "> 3 lay-off Jk 0",
        "the round is over: player 0 scores 5, player 1 scores 15, player 2 scores 0, player 3 scores 5",
        "> 0 deal\n  player 0 deals round 2",
        "round 2 of 7, points so far: 5 15 0 5",
        "> 0 lay Ac Jk=2c 3c Jk=4c",
        "truncated",
    ],
    "shanghai-purchases": [
        "phase claim, claimant 2, upcard no",
        "> 2 pass\n  player 2 does not buy\n  player 3 may buy 9h\n",
        "> 3 buy 9h\n  player 3 buys 9h, the 1st time\n  9h: from the pile to player 3's hand\n"
        "  Kd: from the stock to player 3's hand\n  3c: from the stock to player 1's hand\n",
        # player 0 has bought three times, player 2 has discarded the card
        "> 3 draw\n  player 1 may buy 8c\n",
        "player 3 may lay Kd Kh Ks\n",
        # player 3 is down, player 0 is on turn
        "> 2 pass\n  player 2 does not buy\n  8h: from the stock to player 0's hand",
        "player 1 may discard 3c, discard 5h, discard 6d, discard 6h, discard 7h, discard 8c, discard 9s, discard Kc\n",
    ],
    "shanghai-jokers": [
        "lay-off 4s 0 low, lay-off 4s 1, lay-off Ks 3, swap 7s 0 3, swap 3h 2 2, discard 3h",
        "player 0 exchanges the joker of meld 0 for 7s: 5s 6s 7s 8s\n"
        "  7s: from player 0's hand to the table\n  Jk: from the table to player 0's hand\n",
        "player 0 adds Jk to meld 0: 5s 6s 7s 8s Jk=9s",
        "player 0 exchanges the joker of meld 2 for 3h: 2h 3h 4h 5h",
        "player 0 adds 4s to meld 1: 4c 4d 4s Jk Jk",
        "player 1 may discard 7d, discard Qh\n",
        "player 2 may discard 8h, discard 9s, discard Th, discard Jh, discard Kd\n",
    ],
    "shanghai-swap-any-time": [
        "joker_swap='any_time'",
        "player 0 may swap 7s 0 3, swap 8c 2 1, discard 2c",
        "lay Kc Kd Jk, lay 9h Th Jh Qh, swap 8c 2 1",
        "player 0 may lay 9h Th Jh Qh\n",
        "player 0 may swap 8c 2 1, discard 2c, discard 2d, discard 8c\n",
        "player 0 may lay-off Jk 4, lay-off Jk=8h 5 low, lay-off Jk=Kh 5 high, discard 2c, discard 2d, discard Jk\n",
    ],
    "shanghai-last-contract": [
        "round 7 of 7, points so far: 155 90 170",
        "contract 3 runs",
        "> 0 lay 9d Td Jd Qd\n  player 0 lays meld 2",
        "player 0 may discard Kh\n",
        "player 0 scores 0, player 1 scores 40, player 2 scores 55\n  the game is over",
        "outcome: player 1 wins; places: 2 1 3; scores: 155 130 225\n",
    ],
    "shanghai-next-round": [
        "player 0 may lay-off 4s 2, lay-off Jh 3, discard 4s, discard Jh\n",  # the others' melds wait
        "  player 0 is out, place 1\n  2c 9d Ah Jk: from player 1's hand, laid open\n",
        "player 1  hand .   shown 2c 9d Ah Jk   down no    buys 2",
        "round 1 of 3, points so far: 0 85 20",
        "onlooker knows of 0 to move",
        "> 0 deal\n  player 0 deals round 2\n  3d: from the pile to the stock\n",
        "108 cards are shuffled into the stock",
        "  player 0 sees player 0 deals round 2; ",
        "turn 1, contract 1 set and 1 run, phase draw, upcard yes, laid 0",
        "> 2 buy Jc\n  player 2 buys Jc, the 1st time",  # what was bought in the last round does not count
    ],
    "shanghai-shared-win": [
        "round 3 of 3, points so far: 25 35 25",
        "player 0 scores 10, player 1 scores 0, player 2 scores 105\n  the game is over",
        "outcome: player 0 and player 1 win; places: 1 1 3; scores: 35 35 130\n",
    ],
    "shanghai-stock-runs-out": [
        "stock     .\ndiscard   2c 3d 5h 4c\n",
        "  4c: from the pile to player 4's hand\n  2c 3d 5h: from the pile to the stock\n"
        "  3 cards are shuffled into the stock\n",
        "> 2 draw\n  5h: from the stock to player 2's hand\n",  # one card is too few for a price and a draw
        "> 3 draw\n  5c: from the pile to the stock\n  1 card is shuffled into the stock\n",
        "> 4 take\n",
    ],
    "shanghai-nothing-left-to-draw": [
        "  7s: from the stock to player 3's hand\n  5h: from the pile to player 1's hand\n",
        "player 1 may discard 5c, discard 5d\n",
        "player 2 may take\n",
        "player 3 may take\n",
    ],
    "shanghai-end-round": [
        "stock_exhausted='end_round'",
        "> 1 buy 9h\n  player 1 buys 9h",
        "> 1 draw\n  2c 4c 7c: from player 0's hand, laid open\n",
        "the round is over: player 0 scores 15, player 1 scores 75, player 2 scores 40\n",
        "> 0 deal\n  player 0 deals round 2",
    ],
    "shanghai-last-card-discarded": [
        "go_out='discard'",
        "player 1 may discard 3c, discard 3d, discard 3h, discard 7c, discard 7d, discard 7h\n",
        "player 2 may lay-off Kh 0, discard 6d, discard Qs, discard Kh\n",
        "player 0 may discard 9h\n",
        "> 0 discard 9h\n  9h: from player 0's hand to the pile\n  player 0 is out, place 1\n",
    ],
    "shanghai-two-players": [
        "phase claim, claimant 1, upcard yes",
        "> 1 buy 4c\n  player 1 buys 4c",
        "> 1 take\n",
        "> 0 draw\n  2d: from the stock to player 0's hand\n",
        "> 1 draw\n  Tc: from the stock to player 1's hand\n",
    ],
}
"""What each game shows that is worth keeping."""


@pytest.mark.parametrize("name", GOLDEN)
def test_playthrough(name: str, remaster: bool) -> None:
    now = played_anew(name)
    for text in NOTABLE[name]:
        assert text in now, f"{text!r} does not occur"
    assert played_anew(name) == now, "the same game is told in two ways"
    path = HERE / f"{name}.txt"
    if remaster:
        path.write_text(now, encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    if now != kept:
        lines = difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=2)
        pytest.fail("\n".join(list(lines)[:200]) + "\n\nIf this is meant: pytest tests/test_golden.py --remaster")


def test_every_file_has_its_game() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(GOLDEN) == set(NOTABLE)


@pytest.mark.parametrize("name", GOLDEN)
def test_nothing_hidden_is_told(name: str) -> None:
    """What somebody sees shows no card of the stock, of a blind row, of another's hand or of another's choice."""
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    hands_lie_open = "open_hands=True" in told.splitlines()[0]
    for reader, seen in views(told):
        for owner, text in seen.items():
            if owner == "stock":
                assert HIDDEN_STOCK.fullmatch(text), text
            if not owner.startswith("player"):
                continue
            match = THEIRS.fullmatch(text)
            assert match is not None, text
            hand, blind, chosen = match.groups()
            assert blind is None or set(blind.split()) <= {"?", "-"}, text
            if owner != reader:
                assert hands_lie_open or COUNTED.fullmatch(hand), text
                assert chosen is None or COUNTED.fullmatch(chosen), text


@pytest.mark.parametrize("name", GOLDEN)
def test_hands_and_stock_look_different_to_others(name: str) -> None:
    """Where a hand or the stock has cards, its line in the view of everybody else is not the true one."""
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    hands_lie_open = "open_hands=True" in told.splitlines()[0]
    looked = 0
    for block in told.split("\n\n"):
        true_hands = [] if hands_lie_open else [(who, hand) for who, hand in FULL_HAND.findall(block) if hand != "."]
        stock = FULL_STOCK.search(block)
        for reader, seen in views(block):
            for owner, _ in true_hands:
                assert owner == reader or owner in seen, f"{reader} sees the hand of {owner}:\n{block}"
                looked += owner != reader
            assert stock is None or stock[1] == "." or "stock" in seen, f"{reader} sees the stock:\n{block}"
    assert looked or hands_lie_open


@pytest.mark.parametrize("name", GOLDEN)
def test_a_card_that_only_its_owner_sees_is_counted_for_the_others(name: str) -> None:
    """Draws, deals, the price of a purchase and choices: their cards are told to whoever gets or gives them alone."""
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    hands_lie_open = "open_hands=True" in told.splitlines()[0]
    for block in told.split("\n\n"):
        if not block.startswith("> "):
            continue
        mover = f"player {block[2]}"
        events = [line[2:] for line in block.splitlines() if line.startswith("  ")]
        true = [event for event in events if not re.match(r"(player \d|onlooker) sees ", event)]
        readers = {reader for reader, _ in views(block)}
        heard = dict.fromkeys(readers, true)
        for reader, text in re.findall(r"^  (player \d|onlooker) sees (.*)$", block, re.M):
            heard[reader] = [] if text == "nothing" else text.split("; ")
        for event in true:
            match = UNSEEN.fullmatch(event)
            if match is None:
                continue
            cards, source, target = match.groups()
            owners = {place[: len("player 0")] for place in (source, target) if place.startswith("player")} or {mover}
            counted = f"{len(cards.split())} card{'s' if ' ' in cards else ''}: from {source} to {target}"
            for reader in readers:
                mine = event if reader in owners or hands_lie_open else counted
                assert mine in heard[reader], f"{reader}: {heard[reader]}"
                assert reader in owners or hands_lie_open or event not in heard[reader]


def test_the_price_of_a_purchase_is_seen_by_its_buyer_alone() -> None:
    told = (HERE / "shanghai-purchases.txt").read_text(encoding="utf-8")
    block = next(block for block in told.split("\n\n") if block.startswith("> 3 buy 9h\n"))
    news = dict(re.findall(r"^  (player \d|onlooker) sees (.*)$", block, re.M))
    assert news.keys() == {"player 0", "player 1", "player 2", "player 3", "onlooker"}
    for reader, text in news.items():
        assert text.startswith("player 3 buys 9h, the 1st time; 9h: from the pile to player 3's hand; ")
        assert ("Kd" in text) == (reader == "player 3")
        assert ("3c" in text) == (reader == "player 1")


@pytest.mark.parametrize("name", [name for name in GOLDEN if name.startswith("shanghai")])
def test_everybody_knows_who_may_buy_and_what_is_bought(name: str) -> None:
    """Who is asked follows from what all see; passes and purchases are told to everybody."""
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    for block in told.split("\n\n"):
        assert len(set(re.findall(r"knows of (.*) to move", block))) <= 1
        if re.match(r"> \d (?:pass|buy \w\w)\n", block):
            said = block.splitlines()[1].strip()
            assert said.startswith(f"player {block[2]} ")
            assert all(
                text.startswith(said) for _, text in re.findall(r"^  (player \d|onlooker) sees (.*)$", block, re.M)
            )


@pytest.mark.parametrize("name", [name for name in GOLDEN if name.endswith(("reaction", "reaction_of_several"))])
def test_a_decline_shows_to_nobody_else(name: str) -> None:
    """Whoever did not decline sees afterwards what it saw before, may do the same and hears of the same players."""
    blocks = (HERE / f"{name}.txt").read_text(encoding="utf-8").split("\n\n")
    declines = [i for i, block in enumerate(blocks) if re.match(r"> \d decline\n", block)]
    assert declines
    for i in declines:
        who = f"player {blocks[i][2]}"
        before, after = dict(views(blocks[i - 1])), dict(views(blocks[i]))
        assert before.keys() == after.keys()
        for reader in before.keys() - {who}:
            assert f"\n  {reader} sees nothing\n" in blocks[i]
            # a line of the table is told only where it differs from the truth, so not always the same ones
            for owner in before[reader].keys() & after[reader].keys():
                assert before[reader][owner] == after[reader][owner]
            rest = rf"^{reader} (?:knows|may).*"
            assert re.findall(rest, blocks[i - 1], re.M) == re.findall(rest, blocks[i], re.M)


def views(told: str) -> list[tuple[str, dict[str, str]]]:
    """Each reader and what it sees differently from the truth: by player or zone, the line of the table."""
    return [
        (reader, {" ".join(part.split()[: 1 + part.startswith("player")]): part for part in line.split("; ")})
        for reader, line in re.findall(r"^(player \d|onlooker) sees (.*)", told, re.M)
    ]
