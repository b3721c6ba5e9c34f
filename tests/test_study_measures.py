"""The measures: counted by hand in small games, and against the events and the views in whole ones."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import attrs
import pytest

from shedkit import LuckyShutdown, Quiclo, RandomPlayer, ShanghaiRummy, Shithead, Step, simple_player
from shedkit.core.cards import BACK
from shedkit.core.errors import StudyError
from shedkit.core.events import Event, Moved, RoundBegan, Skipped
from shedkit.core.outcomes import Outcome
from shedkit.core.rules import Rules
from shedkit.core.states import State, cards_in
from shedkit.games.shithead import Power
from shedkit.players.standing import cards_held, results_of, standing, standings
from shedkit.study.many import COLUMNS
from shedkit.study.measures import (
    DEAL_MEASURES,
    GAME_MEASURES,
    RULES_MEASURES,
    DealMeasure,
    GameMeasure,
    Measure,
    Row,
    RulesMeasure,
    measure,
)
from shedkit.study.trails import LOOKS, Trail, follow
from shedkit.table.runner import run

ALL: tuple[Measure, ...] = (*RULES_MEASURES, *GAME_MEASURES, *DEAL_MEASURES)
DEALS = {measure.name: measure for measure in DEAL_MEASURES}
PAGE = (Path(__file__).parent.parent / "docs" / "measures.md").read_text(encoding="utf-8")
SKIPS = {2: Power.RESET, 8: Power.SKIP, 9: Power.REVERSE, 10: Power.BURN}


def value(name: str, trail: Trail[Any, Any]) -> Any:
    return measure(name).of(trail)


def played(rules: Rules[Any, Any], state: Any, *moves: tuple[int, str]) -> Trail[Any, Any]:
    """The trail of these moves, each a seat and a code."""
    seats, choices, made, states = [], [], [], [state]
    for seat, code in moves:
        move = rules.parse(code)
        seats.append(seat)
        choices.append(len(rules.legal_moves(state, seat)))
        made.append(move)
        state = rules.apply(state, move, seat)
        states.append(state)
    return Trail(rules, seats, choices, made, states, rules.outcome(state))


# --- the catalogue


def test_no_two_have_one_name_and_none_that_of_a_column() -> None:
    names = [measure.name for measure in ALL]
    assert len(names) == len(set(names))
    assert not set(names) & set(COLUMNS)


@pytest.mark.parametrize("measure", ALL, ids=lambda measure: measure.name)
def test_each_says_what_it_is(measure: Measure) -> None:
    for text in (measure.name, measure.title, measure.definition, measure.unit, measure.source):
        assert text.strip() == text != ""
    assert measure.definition.endswith(".")
    assert measure.adapted == "" or measure.adapted.endswith(".")
    assert measure.adapted == "" or measure.source != "own definition"
    assert measure.known == ("rules" if isinstance(measure, RulesMeasure) else "play")
    assert pickle.loads(pickle.dumps(measure)) == measure


@pytest.mark.parametrize("measure", ALL, ids=lambda measure: measure.name)
def test_each_stands_on_the_page(measure: Measure) -> None:
    entry = next((part for part in PAGE.split("\n### ")[1:] if part.startswith(measure.title + "\n")), None)
    assert entry is not None, f"no section {measure.title}"
    text = " ".join(entry.split("\n## ")[0].split())
    for said in (
        f"`{measure.name}`",
        f"Unit: {measure.unit}.",
        f"Source: {measure.source}.",
        measure.definition,
        measure.adapted,
    ):
        assert said in text
    assert ("Known from the rules." if measure.known == "rules" else "Known from play.") in text
    if isinstance(measure, GameMeasure):
        shape = {"game": "One value a game.", "seats": "One value for each seat.", "course": "A course of ten tenths."}
        assert shape[measure.shape] in text


def test_the_page_has_no_others() -> None:
    titles = [part.split("\n")[0] for part in PAGE.split("\n### ")[1:]]
    assert sorted(titles) == sorted(measure.title for measure in ALL)


def test_by_name() -> None:
    assert measure("burns").name == "burns"
    assert measure(GAME_MEASURES[3]) is GAME_MEASURES[3]


@pytest.mark.parametrize("wrong", ["", "nothing like it", "deck", 7, None, b"moves", ["moves"], "x" * 10_000])
def test_an_unknown_name(wrong: Any) -> None:
    with pytest.raises(StudyError, match=r"there is no measure .*; there are moves, turns, rounds"):
        measure(wrong)


def test_a_name_nearly_right() -> None:
    with pytest.raises(StudyError, match="there is no measure 'brunching'; did you mean branching"):
        measure("brunching")


def test_measures_of_a_user() -> None:
    mine = GameMeasure("mine", "Mine", "What I count.", "moves", "own definition", of=len)
    assert measure(mine) is mine
    for name in ("", "two words", 7, None):
        with pytest.raises(StudyError, match="a measure is named by a word"):
            attrs.evolve(mine, name=name)
    for kind in (GameMeasure, RulesMeasure, DealMeasure):
        with pytest.raises(StudyError, match="measure mine: of must be a function, not 7"):
            kind("mine", "Mine", "What I count.", "moves", "own definition", of=7)  # type: ignore[arg-type]


def test_it_needs_no_heavy_package() -> None:
    blocked = ("numpy", "scipy", "pandas", "matplotlib", "pyarrow", "tqdm", "jinja2", "distributed")
    code = f"import sys; sys.modules.update(dict.fromkeys({blocked!r})); import shedkit.study.measures"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- from the rules


def test_what_the_rules_tell() -> None:
    def told(rules: Rules[Any, Any]) -> dict[str, Any]:
        return {measure.name: measure.of(rules) for measure in RULES_MEASURES}

    rummy = told(ShanghaiRummy(players=4))
    assert rummy["player_count"] == 4
    assert rummy["deck"] == 108
    assert rummy["different_cards"] == 53
    assert rummy["dealt"] == 12
    assert rummy["hidden_dealt"] == (108 - 12 - 1) / 108  # all but the hand and the upcard
    assert rummy["rounds_declared"] == 7
    assert rummy["move_kinds"] == 9
    shithead = told(Shithead(players=3))
    assert shithead["dealt"] == 9
    assert shithead["hidden_dealt"] == (52 - 3 * 3 - 3) / 52  # all but the open rows and the hand
    assert shithead["rounds_declared"] == 1
    assert shithead["options"] == len(Shithead.options())
    assert told(Quiclo(players=2))["rounds_declared"] == 1
    shut, shown = told(Quiclo(players=2, hand_size=5)), told(Quiclo(players=2, hand_size=5, open_hands=True))
    assert shut["hidden_dealt"] - shown["hidden_dealt"] == pytest.approx(5 / shut["deck"])


# --- counted by hand

RULES = Quiclo(players=2)


@pytest.fixture
def duel() -> Trail[Any, Any]:
    """Player 0 wins from behind: 2 to 3, 3 to 2 and 4 to 1 cards are held at the beginnings of the laps."""
    state = RULES.position(hands=["12 23 34", "5 41"], discard="10", stock="99 98")
    return played(RULES, state, (0, "play 12"), (1, "draw"), (0, "play 23"), (1, "draw"), (0, "play 34"))


def test_a_duel_by_hand(duel: Trail[Any, Any]) -> None:
    assert duel.choices == [2, 2, 2, 1, 2]
    deck = len(RULES.deck)
    assert {measure.name: measure.of(duel) for measure in GAME_MEASURES} == {
        "moves": 5,
        "turns": 5,
        "rounds": 1,
        "truncated": False,
        "real_choices": 4 / 5,
        "real_choices_course": [None, 1, None, 1, None, 1, None, 0, None, 1],
        "forced_moves": 1,
        "branching": 9 / 5,
        "branching_real": 2,
        "branching_course": [None, 2, None, 2, None, 2, None, 1, None, 2],
        "piles_taken": None,
        "burns": None,
        "skips": None,
        "reactions": None,
        "buys": None,
        "contracts": None,
        "lead_changes": 1,
        "behind": 1 / 3,
        "comeback": 1,
        "settled": 1 / 3,
        # of three looks
        "winner_leads": [None, None, None, 0, None, None, 1, None, None, 1],
        "win_share": [1, 0],
        "first_seat": 1 / 2,
        # stock and the other hand; after the last draw the stock is filled again with two discards
        "hidden": pytest.approx((4 + 4 + 4 + 2 + 6) / 5 / deck),
        "hidden_course": [None, 4 / deck, None, 4 / deck, None, 4 / deck, None, 2 / deck, None, 6 / deck],
    }


def test_a_cut_game_has_no_winner(duel: Trail[Any, Any]) -> None:
    cut = Trail(RULES, duel.players[:3], duel.choices[:3], duel.moves[:3], duel.states[:4], None)
    assert value("truncated", cut) is True
    assert value("lead_changes", cut) == 1
    for name in ("behind", "comeback", "settled", "winner_leads", "win_share", "first_seat"):
        assert value(name, cut) is None
    assert value("moves", cut) == value("turns", cut) == 3


def test_a_game_of_no_moves() -> None:
    state = RULES.deal(1)
    none = Trail(RULES, [], [], [], [state], None)
    values = {measure.name: measure.of(none) for measure in GAME_MEASURES}
    assert values["moves"] == values["turns"] == values["forced_moves"] == values["lead_changes"] == 0
    assert values["real_choices"] is values["branching"] is values["branching_real"] is values["hidden"] is None
    assert values["branching_course"] == values["real_choices_course"] == values["hidden_course"] == [None] * 10


def test_a_game_that_nobody_wins() -> None:
    rules = Quiclo(players=2)
    state = rules.position(hands=["1", "2"], discard="3", stock="")
    stuck = played(rules, state, (0, "draw"), (1, "draw"))
    assert stuck.outcome is not None
    assert stuck.outcome.winners == ()
    for name in ("behind", "comeback", "settled", "winner_leads"):
        assert value(name, stuck) is None
    assert value("win_share", stuck) == [0.5, 0.5]  # what nobody wins, all share
    assert value("first_seat", stuck) == 0
    assert value("truncated", stuck) is False


def test_a_pile_taken_a_burn_and_a_turn_that_goes_on() -> None:
    rules = Shithead(players=2)
    state = rules.position(hands=["Tc 4d 9h", "3c 5c 6c"], discard="8c 8d", stock="")
    trail = played(rules, state, (0, "play Tc"), (0, "play 4d"), (1, "take"), (0, "play 9h"))
    assert value("burns", trail) == 1
    assert value("piles_taken", trail) == 1
    assert value("turns", trail) == 3
    assert value("moves", trail) == 4


def test_a_burn_on_an_empty_pile_and_a_blind_card_that_does_not_fit() -> None:
    rules = Shithead(players=2)
    state = rules.position(hands=["Tc 4d Kh", ""], face_down=["", "3c 5c -"], stock="")
    trail = played(rules, state, (0, "play Tc"), (0, "play 4d"), (1, "flip 1"))
    assert value("burns", trail) == 1
    assert value("piles_taken", trail) == 1  # 4d and 3c
    assert len(trail.states[-1].hands[1]) == 2


def test_a_burn_is_no_taking_even_if_the_hand_grows() -> None:
    rules = Shithead(players=2)
    state = rules.position(hands=["Tc", "3c"], discard="8c", stock="4c 5c 6c")
    trail = played(rules, state, (0, "play Tc"))
    assert [len(state.hands[0]) for state in trail.states] == [1, 3]
    assert value("burns", trail) == 1
    assert value("piles_taken", trail) == 0


def test_skips() -> None:
    rules = Shithead(players=3, powers=SKIPS, multi_card=True)
    state = rules.position(hands=["8c 3d", "4c 4d", "5c 6c 9c"], stock="")
    trail = played(rules, state, (0, "play 8c"), (2, "play 9c"), (1, "take"), (0, "play 3d"))
    assert value("skips", trail) == 1  # and the reversal is none
    assert value("turns", trail) == 4


def test_skips_the_other_way_round() -> None:
    rules = Shithead(players=3, powers=SKIPS)
    state = rules.position(hands=["8c 3d", "4c 4d", "9c 6c"], direction=-1, stock="")
    trail = played(rules, state, (0, "play 8c"), (1, "take"), (0, "play 3d"))
    assert value("skips", trail) == 1  # of player 2; then player 1 comes, as if the game went clockwise
    state = rules.position(hands=["9c 3d", "8c 4d", "5c 6c"], stock="")
    trail = played(rules, state, (0, "play 9c"), (2, "take"), (1, "play 8c"), (2, "take"), (1, "play 4d"))
    assert value("skips", trail) == 1


def test_skips_that_go_round_the_table() -> None:
    two = Shithead(players=2, powers=SKIPS, multi_card=True)
    state = two.position(hands=["8c 8d 3d", "4c 4d"], stock="")
    assert value("skips", played(two, state, (0, "play 8c 8d"), (1, "take"))) == 2
    assert value("skips", played(two, state, (0, "play 8c"), (0, "play 8d"))) == 2
    three = Shithead(players=4, powers=SKIPS, multi_card=True)
    state = three.position(hands=["8c 8d 8h 3d", "4c 4d", "5c", ""], stock="")
    assert value("skips", played(three, state, (0, "play 8c 8d 8h"))) == 3
    assert value("skips", played(three, state, (0, "play 8c 8d"))) == 2
    assert value("skips", played(three, state, (0, "play 8c"))) == 1


def test_the_first_to_be_out_leads() -> None:
    rules = Shithead(players=4)
    state = rules.position(hands=["", "", "3c", "4c 5c"], discard="9c", out=[1, 0], turn=2, stock="")
    assert standing(state) == (2, 1, 3, 4)
    assert cards_held(state) == [0, 0, 1, 2]
    trail = played(rules, state, (2, "take"), (3, "play 4c"), (2, "play 9c"), (3, "take"), (2, "play 3c"))
    assert trail.outcome is not None
    assert trail.outcome.places == (2, 1, 3, 4)
    assert value("lead_changes", trail) == 0
    assert value("behind", trail) == 0
    assert value("comeback", trail) == 0
    assert value("settled", trail) == 0


def test_points_come_before_cards() -> None:
    rules = ShanghaiRummy(players=3)
    state = rules.position(hands=["2c", "3c 4c", "5c 6c 7c"], round=2, results=[(30, 10, 10)])
    assert standing(state) == (3, 1, 2)
    assert standings([state]) == [([300_001, 100_002, 100_003], [1, 2, 3])]
    assert [result.scores for result in results_of(state)] == [(30, 10, 10)]


def test_behind_in_points_a_comeback_still_counts_cards() -> None:
    rules = ShanghaiRummy(players=2)
    state = rules.position(hands=["2c 3c 4c", "5c"], round=2, results=[(30, 10)])
    moves = [rules.parse("draw")] * 2
    trail = Trail(rules, [0, 1], [2, 2], moves, [state] * 3, Outcome((1, 2), (0,), ()))
    assert value("behind", trail) == 1
    assert value("comeback", trail) == 2


def test_places_come_before_cards_without_points() -> None:
    rules = LuckyShutdown(players=2, rounds=3)
    state = rules.position(hands=["13o", "14o 14b"], discard="16o", round=2, results=[(2, 1)], stock="")
    assert standing(state) == (2, 1)


def test_the_winner_at_the_end_is_a_change_of_the_lead() -> None:
    state = RULES.position(hands=["12", "5"], discard="10", stock="99 98")
    trail = played(RULES, state, (0, "play 12"))
    assert value("lead_changes", trail) == 0  # nobody led before
    state = RULES.position(hands=["5", "12 21"], discard="10", stock="99 98 97", turn=1)
    trail = played(RULES, state, (1, "play 12"), (0, "draw"), (1, "play 21"))
    assert value("lead_changes", trail) == 1
    assert value("settled", trail) == 1 / 2
    assert value("win_share", trail) == [0, 1]
    assert value("first_seat", trail) == 1 / 2  # player 1 began


def test_a_lead_shared() -> None:
    state = RULES.position(hands=["12 21", "5 6"], discard="10", stock="99 98 97")
    trail = played(RULES, state, (0, "play 12"), (1, "draw"), (0, "play 21"))
    assert [share for share in value("winner_leads", trail) if share is not None] == [1 / 2, 1]


def test_shared_wins() -> None:
    rules = LuckyShutdown(players=3)
    state = rules.position(hands=["14o", "15o", "16o 16b"], discard="13o", stock="")
    trail = played(rules, state, (0, "play 14o"), (1, "play 15o"))
    assert trail.outcome is not None
    assert trail.outcome.winners == (0, 1)
    assert value("win_share", trail) == [1 / 2, 1 / 2, 0]
    assert value("first_seat", trail) == 1 / 2 - 1 / 3


# --- against the events and the views

GAMES: list[tuple[Rules[Any, Any], str]] = [
    (Shithead(players=2), "simple"),
    (Shithead.common(players=4), "simple"),
    (Shithead(players=3, rounds=3, out_of_turn_quad=True, multi_card=True), "random"),
    (Shithead(players=2, powers=SKIPS, multi_card=True), "random"),
    (Shithead(players=3, powers=SKIPS, multi_card=True, swap="single"), "simple"),
    (Shithead(players=5, powers=SKIPS, multi_card=True, quad_extra_turn=False, rounds=2), "simple"),
    (Shithead(players=3, take_with_face_up=True, swap="off", blind_take=False), "simple"),
    (LuckyShutdown(players=2), "simple"),
    (LuckyShutdown(players=3, skip_chain="pass_on", challenge_luck=True, early_reveal=True, rounds=3), "random"),
    (LuckyShutdown(players=4, push_in_skip_moment=True, push_on_19="count"), "simple"),
    (LuckyShutdown(players=5, skip_wraps=False, skip_rescue_zone="hand_or_face_up", rounds=2), "simple"),
    (Quiclo(players=2), "random"),
    (Quiclo(players=4, play_for_places=True, play_drawn=True), "simple"),
    (Quiclo(players=3, open_hands=True), "simple"),
    (ShanghaiRummy.short(players=3), "simple"),
    (ShanghaiRummy(players=2, contracts=[(2, 0), (1, 1)]), "simple"),
    (ShanghaiRummy(players=4, stock_exhausted="end_round", contracts=[(1, 0)] * 3), "random"),
]


def watched(rules: Rules[Any, Any], kind: str, seed: int) -> tuple[Trail[Any, Any], list[Step[Any, Any]]]:
    """A game as the study follows it, and the same game with its events."""

    def players() -> list[Any]:
        seats = range(rules.players)
        return [RandomPlayer(seed + i) if kind == "random" else simple_player(rules.name, seed + i) for i in seats]

    steps: list[Step[Any, Any]] = []
    run(rules, players(), rules.deal(seed), 600, watch=steps.append, ask_always=False)
    trail = follow(rules, players(), seed, 600)
    assert [step.move for step in steps] == trail.moves
    return trail, steps


def count(steps: Sequence[Step[Any, Any]], name: str) -> int:
    return sum(type(event).__name__ == name for step in steps for event in step.events)


def takes(events: Sequence[Event], step: Step[Any, Any]) -> bool:
    """Whether the whole pile, and what was laid on it in the same move, goes to a hand."""
    pile = list(step.before.discard)
    for event in events:
        if isinstance(event, Moved) and event.target.zone == "discard":
            pile += event.cards
        if isinstance(event, Moved) and event.source.zone == "discard" and event.target.zone == "hands":
            return list(event.cards) == pile
    return False


@pytest.mark.parametrize(("rules", "kind"), GAMES, ids=lambda game: str(game))
@pytest.mark.parametrize("seed", [1, 2])
def test_against_the_events(rules: Rules[Any, Any], kind: str, seed: int) -> None:
    trail, steps = watched(rules, kind, seed)
    ladder, rummy = isinstance(rules, Shithead | LuckyShutdown), isinstance(rules, ShanghaiRummy)
    assert value("piles_taken", trail) == (sum(takes(step.events, step) for step in steps) if ladder else None)
    assert value("burns", trail) == (count(steps, "Burned") if ladder else None)
    assert value("skips", trail) == (count(steps, Skipped.__name__) if ladder else None)
    assert value("reactions", trail) == (count(steps, "Reacted") if ladder else None)
    assert value("buys", trail) == (count(steps, "Bought") if rummy else None)
    assert value("contracts", trail) == (count(steps, "WentDown") if rummy else None)
    assert value("rounds", trail) == 1 + count(steps, RoundBegan.__name__)
    on_turn = [step.before.turn for step in steps if step.before.turn is not None]
    assert value("turns", trail) == len(list(groupby(on_turn)))
    assert value("forced_moves", trail) == sum(len(rules.legal_moves(step.before, step.player)) == 1 for step in steps)


@pytest.mark.parametrize(("rules", "kind"), GAMES, ids=lambda game: str(game))
def test_hidden_cards_against_the_views(rules: Rules[Any, Any], kind: str) -> None:
    trail, _ = watched(rules, kind, 3)
    moves = len(trail.moves)
    bounds = [moves * i // 10 for i in range(11)]
    assert value("hidden_course", trail) == [
        backs(rules, trail.states[(a + b) // 2], trail.players[(a + b) // 2]) if b > a else None
        for a, b in pairwise(bounds)
    ]
    for at in (0, 1, moves // 2, moves - 1):
        for seat in range(rules.players):
            trail_of_one_move = Trail(rules, [seat], [1], trail.moves[:1], [trail.states[at]] * 2, None)
            assert value("hidden", trail_of_one_move) == backs(rules, trail.states[at], seat)


def backs(rules: Rules[Any, Any], state: State, seat: int) -> float:
    """The share of the deck that is card backs in a view."""
    seen = rules.view(state, seat).state
    hidden = [card for zone in seen.layout.zones() for card in cards_in(getattr(seen, zone.name)) if card is BACK]
    return len(hidden) / len(rules.deck)


def places(state: State) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """What says who is ahead, by seat, told from the state in the plainest way."""
    held = [0] * state.layout.seats(state)
    for zone in state.layout.zones():
        if zone.holds.name == "PLAYERS":
            for seat, row in enumerate(getattr(state, zone.name)):
                held[seat] += sum(card is not None for card in row)
    results = results_of(state)
    out = getattr(state, "out", ())
    for seat, cards in enumerate(held):
        points = (sum((result.scores or result.places)[seat] for result in results),)
        yield points, out.index(seat) - len(out) if seat in out else cards, cards


@pytest.mark.parametrize(("rules", "kind"), GAMES, ids=lambda game: str(game))
@pytest.mark.parametrize("seed", [4, 5])
def test_the_lead_against_a_plain_count(rules: Rules[Any, Any], kind: str, seed: int) -> None:
    trail, _ = watched(rules, kind, seed)
    n, moves = rules.players, len(trail.moves)
    laps = [*range(0, moves, n)]
    looks = laps if len(laps) <= LOOKS else [laps[len(laps) * i // LOOKS] for i in range(LOOKS)]
    alone: list[int] = []
    shares: list[float] = []
    gaps = [0]
    outcome = trail.outcome
    winner = outcome.places.index(1) if outcome is not None and outcome.places.count(1) == 1 else None
    for at in looks:
        standings_now = [(points, key) for points, key, _ in places(trail.states[at])]
        cards = [held for _, _, held in places(trail.states[at])]
        leaders = [seat for seat in range(n) if standings_now[seat] == min(standings_now)]
        alone += leaders if len(leaders) == 1 else []
        if winner is not None:
            shares.append(1 / len(leaders) if winner in leaders else 0)
            gaps.append(0 if winner in leaders else cards[winner] - min(cards))
    alone += [] if winner is None else [winner]
    assert value("lead_changes", trail) == len(list(groupby(alone))) - bool(alone)
    if winner is not None:
        assert value("behind", trail) == shares.count(0) / len(looks)
        assert value("comeback", trail) == max(gaps)
        last = max((i + 1 for i, share in enumerate(shares) if not share), default=0)
        assert value("settled", trail) == last / len(looks)
        tenths = [shares[len(looks) * i // 10 : len(looks) * (i + 1) // 10] for i in range(10)]
        assert value("winner_leads", trail) == [sum(part) / len(part) if part else None for part in tenths]
    elif outcome is None:
        assert value("behind", trail) is None


def test_the_games_have_what_is_counted() -> None:
    """Else the comparisons above would hold of nothing."""
    total = dict.fromkeys(("piles_taken", "burns", "skips", "reactions", "buys", "contracts", "lead_changes"), 0)
    for rules, kind in GAMES:
        trail, _ = watched(rules, kind, 1)
        for name in total:
            total[name] += value(name, trail) or 0
    assert min(total.values()) > 2, total


# --- from the games of a deal


def rows(*winners: Sequence[int] | None, n: int = 2, places: Sequence[Sequence[int]] | None = None) -> list[Row]:
    """The rows of one deal; contender 0 sits in seat 0, 1, ... in turn."""
    games: list[Row] = []
    for game, won in enumerate(winners):
        order = None if places is None else list(places[game])
        seats = [(seat - game) % n for seat in range(n)]
        games.append({"winners": None if won is None else list(won), "places": order, "seats": seats})
    return games


def test_skill() -> None:
    skill = DEALS["skill"].of
    assert skill(rows([0], [1])) == 1
    assert skill(rows([0], [0])) == 0
    assert skill(rows([1], [0])) == -1
    assert skill(rows([0], [1], [2], [3], n=4)) == 1
    assert skill(rows([0], [0], [0], [0], n=4)) == pytest.approx(0)  # once in four games is chance
    assert skill(rows([1], [2], [3], [0], n=4)) == pytest.approx(-1 / 3)
    # all but one win: a win is worth as much, a loss costs 3
    assert skill(rows([0, 1, 2], [0, 1, 2], [0, 1, 2], [1, 2, 3], n=4)) == 1
    assert skill(rows([0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2], n=4)) == pytest.approx(0)
    assert skill(rows([1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2], n=4)) == pytest.approx(-3)


def test_skill_where_nobody_wins() -> None:
    skill = DEALS["skill"].of
    assert skill(rows([0], None)) is None  # nobody knows how a cut game would have ended
    assert skill(rows([0], [])) == 1 / 2
    assert skill(rows([0, 1], [0, 1])) == 0
    assert skill(rows([], [])) == 0
    assert skill(rows(None, None)) is None
    assert skill([]) is None


def test_place_edge() -> None:
    edge = DEALS["place_edge"].of
    assert edge(rows([0], [1], places=[(1, 2), (2, 1)])) == 1
    assert edge(rows([0], [0], places=[(1, 2), (1, 2)])) == 0
    three = [(1, 2, 3), (3, 1, 2), (2, 3, 1)]
    assert edge(rows([0], [1], [2], n=3, places=three)) == 1
    assert edge(rows([0], [1], [2], n=3, places=[(3, 1, 2), (2, 3, 1), (1, 2, 3)])) == -1
    assert edge(rows([0], [1], [2], n=3, places=[(1, 2, 3)] * 3)) == 0
    assert edge([*rows([0], places=[(1, 2)]), *rows(None)]) is None
    assert edge([]) is None


def test_deal_luck() -> None:
    luck = DEALS["deal_luck"].of
    assert luck(rows([1], [1])) == 1
    assert luck(rows([0], [1])) == 0
    assert luck(rows([2], [2], [2], n=3)) == 1
    assert luck(rows([0], [1], [2], n=3)) == 0
    # the wins of the seats are 2, 1, 0: (4 + 1) / 3 - 1 of 3 - 1
    assert luck(rows([0], [0], [1], n=3)) == pytest.approx((5 / 3 - 1) / 2)
    assert luck(rows([0, 1], [0, 1], [0, 1], n=3)) == pytest.approx(1)
    assert luck(rows([0, 1], [1, 2], [0, 2], n=3)) == pytest.approx(0)
    assert luck(rows([0, 1], [0, 1])) is None  # all win: there is nothing to explain
    assert luck(rows([0], None)) is None
    assert luck(rows([0], [])) == pytest.approx(1 / 2)  # seat 0 won one and a half of two games
    assert luck(rows([0], n=2)) is None  # a deal that is not whole
    assert luck([]) is None


def test_the_bounds_of_a_deal_with_a_cut_game() -> None:
    skill, edge, luck = (DEALS[name].bounds for name in ("skill", "place_edge", "deal_luck"))
    assert skill is not None
    assert edge is not None
    assert luck is not None
    assert skill(rows([0], None), False) == (0, 1)
    assert skill(rows([0], [0]), True) == (-1, 1)
    assert skill(rows([0], None, [0], [0], n=4), False) == pytest.approx((0, 1 / 3))
    # where three of four win, a loss counts -3
    assert skill(rows([0, 1, 2], [0, 1, 2], [0, 1, 2], None, n=4), False) == (0, 1)
    assert skill(rows(None, None, n=2), False) == (-1, 1)
    assert skill(rows(None, None, None, n=3), False) == (-2, 1)
    assert edge([*rows([0], places=[(1, 2)]), *rows(None)], False) == (0, 1)
    assert luck(rows([0], None), False) == (0, 1)
    assert luck(rows([0], [1]), False) == (0, 0)
    assert luck(rows([0], [1]), True) == (0, 1)


def chances(n: int, strong: float, edge: Sequence[float], deal: float, deals: int, rng: Random) -> list[list[Row]]:
    """Deals whose games are won by lot: one player so strong, seats with such an edge, cards that count so often."""
    played_out = []
    for _ in range(deals):
        cards = [rng.expovariate(1) + 0.01 if rng.random() < deal else 1.0 for _ in range(n)]
        won = []
        for game in range(n):
            seats = [(seat - game) % n for seat in range(n)]
            weights = [edge[seat] * cards[seat] * (strong if seats[seat] == 0 else 1) for seat in range(n)]
            won.append(rng.choices(range(n), weights))
        played_out.append(rows(*won, n=n))
    return played_out


@pytest.mark.deep
@pytest.mark.parametrize(
    ("strong", "edge", "null"),
    [
        (1, (1, 1, 1, 1), 0.25),
        (3, (1, 1, 1, 1), 0.222),
        (10, (1, 1, 1, 1), 0.129),
        (57, (1, 1, 1, 1), 0.033),
        (1, (5, 1, 1, 1), 0.4375),
        (3, (2, 1, 1, 1), 0.246),
    ],
)
def test_without_an_effect_of_the_cards_the_luck_of_the_deal_is_its_null(
    strong: float, edge: Sequence[float], null: float
) -> None:
    """1 by the players holds for equal players and seats only; the null holds for all."""
    luck = DEALS["deal_luck"]
    assert luck.null is not None
    rng, inside, nulls, lucks = Random(f"luck {strong} {edge}"), 0, list[float](), list[float]()
    for _ in range(100):
        deals = chances(4, strong, edge, 0.0, 100, rng)
        known = luck.null(deals)
        assert known is not None
        values = [share for deal in deals if (share := luck.of(deal)) is not None]
        assert sum(known[1]) == pytest.approx(0, abs=1e-9)
        error = stdev([share - moved for share, moved in zip(values, known[1], strict=True)]) / 10
        inside += abs(fmean(values) - known[0]) < 1.98 * error
        nulls.append(known[0])
        lucks.append(fmean(values))
    assert fmean(nulls) == pytest.approx(null, abs=0.004)
    assert fmean(lucks) == pytest.approx(fmean(nulls), abs=0.004)
    assert inside >= 88


def test_an_effect_of_the_cards_lies_above_its_null() -> None:
    luck = DEALS["deal_luck"]
    assert luck.null is not None
    deals = chances(4, 3, (1, 1, 1, 1), 1.0, 200, Random("cards"))
    known = luck.null(deals)
    assert known is not None
    values = [share for deal in deals if (share := luck.of(deal)) is not None]
    error = stdev([share - moved for share, moved in zip(values, known[1], strict=True)]) / len(values) ** 0.5
    assert fmean(values) - known[0] > 3 * error
    assert luck.null(deals[:1]) is None
    assert luck.null([rows([0, 1], [0, 1])] * 5) is None  # all win: there is nothing to explain


def test_chance_is_as_it_is_said() -> None:
    """Over all ways in which the games of a deal can come out, all as likely: skill 0, luck 1 by the players."""
    for n in (2, 3):
        ways = [rows(*[[w // n**game % n] for game in range(n)], n=n) for w in range(n**n)]
        skills = [DEALS["skill"].of(way) for way in ways]
        lucks = [DEALS["deal_luck"].of(way) for way in ways]
        assert sum(skill for skill in skills if skill is not None) / len(ways) == pytest.approx(0)
        assert sum(luck for luck in lucks if luck is not None) / len(ways) == pytest.approx(1 / n)
