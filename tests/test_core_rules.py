"""Rules objects: values that can be compared, hashed, printed, changed and pickled; views and what they refuse."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from shedkit import Quiclo, Shithead
from shedkit.core.errors import ConfigurationError, IllegalMove, NotationError, PositionError, ViewError
from shedkit.core.events import Shuffled, Turn
from shedkit.core.outcomes import Outcome, Result, Round, ranked
from shedkit.core.views import View
from shedkit.games.quiclo import Draw, Pass
from shedkit.games.quiclo import Play as Lay
from shedkit.games.shithead import Play, Power, TakePile

ALL: list[Any] = [
    Shithead(),
    Shithead.common(players=4),
    Shithead(powers={7: Power.LOW}, anywhere={2, 3}, first_dealer=1, deck="2c 3c 4c 5c 6c 7c 8c 9c Tc " * 3),
    Quiclo(),
    Quiclo(players=2, deck="1 2 3 4 5 6", hand_size=2, first_player=1, deadlock="fewest"),
]


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, lambda rules: pickle.loads(pickle.dumps(rules)), lambda rules: rules.evolve()],
)
def test_rules_survive(rules: Any, again: Any) -> None:
    other = again(rules)
    assert other == rules
    assert hash(other) == hash(rules)
    assert repr(other) == repr(rules)
    assert type(other) is type(rules)
    assert other.deal(seed=3) == rules.deal(seed=3)


def test_the_representation_shows_what_was_chosen() -> None:
    assert repr(Shithead()) == "Shithead(players=3)"
    assert repr(Quiclo(players=2, highest_card=60)) == "Quiclo(players=2, highest_card=60)"
    assert repr(Shithead(multi_card=False, players=3)) == "Shithead(players=3)"
    assert repr(Shithead(powers={7: Power.LOW})) == f"Shithead(players=3, powers={{7: {Power.LOW!r}}})"


def test_rules_are_values() -> None:
    assert Shithead(players=3, swap="arrange") == Shithead()
    assert Shithead() != Shithead(players=4)
    assert Shithead() != Quiclo()
    assert len({Shithead(), Shithead(players=3), Quiclo(), Quiclo(players=4)}) == 3
    assert Shithead(powers={10: Power.BURN, 2: Power.RESET}) == Shithead(powers={2: Power.RESET, 10: Power.BURN})
    for name in ("players", "deck", "_fits", "mood"):
        with pytest.raises(AttributeError):
            setattr(Shithead(), name, 4)


def test_evolve() -> None:
    rules = Quiclo(players=2, highest_card=60)
    assert rules.evolve(players=4) == Quiclo(players=4, highest_card=60)
    assert rules.evolve(highest_card=144) == Quiclo(players=2)
    assert len(rules.evolve(highest_card=70).deck) == 70
    assert Shithead.common().evolve(multi_card=False).powers == Shithead.common().powers
    with pytest.raises(ConfigurationError):
        rules.evolve(players=24)
    with pytest.raises(ConfigurationError):
        Quiclo(players=2, first_player=1, first_dealer=1).evolve(first_dealer=2)


# the order of dealing


def test_deals_by_order() -> None:
    rules = Quiclo(players=2, highest_card=9, hand_size=2)
    state = rules.deal(order="9 8 7 6 5 4 3 2 1", seed=1)
    assert [str(card) for card in (*state.hands[0], *state.hands[1], *state.discard)] == ["7", "9", "6", "8", "5"]
    assert state == rules.deal(order=["9", "8", "7", "6", "5", "4", "3", "2", "1"], seed=1)
    for order in ("9 8", "9 9 7 6 5 4 3 2 1", "9 8 7 6 5 4 3 2 x", "9 8 7 6 5 4 3 2 10", 7, [None]):
        with pytest.raises(ConfigurationError) as caught:
            rules.deal(order=order)  # type: ignore[arg-type]
        assert caught.value.option == "order"


# views


S, Q = Shithead(), Quiclo()


@pytest.mark.parametrize("rules", [S, Q])
@pytest.mark.parametrize("player", [-1, 3, True, "0", 1.0, [], 10**30])
def test_views_of_nobody(rules: Any, player: Any) -> None:
    with pytest.raises(ViewError, match=r"^there is no player"):
        rules.view(rules.deal(seed=1), player)


@pytest.mark.parametrize("rules", [S, Q])
def test_a_view_answers_for_its_viewer_only(rules: Any) -> None:
    state = rules.deal(seed=1)
    view = rules.view(state, 1)
    assert rules.view(view, 1) == view
    with pytest.raises(ViewError, match="it says nothing about player 0"):
        rules.legal_moves(view, 0)
    with pytest.raises(ViewError, match="somebody else"):
        rules.view(view, 0)
    with pytest.raises(ViewError, match="somebody else"):
        rules.view(view, None)
    with pytest.raises(ViewError):
        rules.refusal(view, TakePile(), 0)


@pytest.mark.parametrize("at", [None, 7, "state", [], View(0, None), Q.deal(seed=1), Q.view(Q.deal(seed=1), 0)])  # type: ignore[arg-type, type-var]
def test_what_is_no_state(at: Any) -> None:
    for ask in (
        lambda: S.actors(at),
        lambda: S.legal_moves(at, 0),
        lambda: S.outcome(at),
        lambda: S.view(at, 0),
        lambda: S.describe(at),
        lambda: S.sample(at, 1),
        lambda: S.refusal(at, TakePile(), 0),
        lambda: S.apply(at, TakePile(), 0),
        lambda: S.trace(at, TakePile(), 0),
    ):
        with pytest.raises(ViewError):
            ask()
    with pytest.raises(PositionError):
        S.checked(at)


def test_moves_are_not_made_in_views() -> None:
    view: Any = S.view(S.deal(seed=1), 0)
    for change in (S.apply, S.trace):
        with pytest.raises(ViewError, match="a view shows too little"):
            change(view, TakePile(), 0)


@pytest.mark.parametrize("player", [-1, 3, "x", True])
def test_events_for_nobody(player: Any) -> None:
    with pytest.raises(ViewError):
        S.shown((Turn(0),), player)


@pytest.mark.parametrize("events", [None, 7, [7], [None], Turn(0)])
def test_what_is_no_event(events: Any) -> None:
    with pytest.raises(NotationError):
        S.shown(events, 0)


def test_events_of_others_pass_through() -> None:
    events = (Shuffled("stock", 3), Turn(1))
    assert S.shown(events, None) == S.shown(list(events), 2) == events


def test_views_are_values() -> None:
    view, again = (Q.view(Q.deal(seed=1), 0) for _ in range(2))
    assert view == again
    assert hash(view) == hash(again)
    assert view != Q.view(Q.deal(seed=1), 1)
    assert pickle.loads(pickle.dumps(view)) == view
    assert len({view, again, Q.view(Q.deal(seed=1), None)}) == 2


def test_sampling_is_reproducible_and_brings_its_own_chance() -> None:
    state = Q.deal(seed=1)
    view = Q.view(state, 0)
    assert Q.sample(view, 5) == Q.sample(view, 5)
    assert len({Q.sample(view, seed).hands for seed in range(20)}) > 10
    assert Q.sample(view, 5).chance.seed != state.chance.seed
    with pytest.raises(ConfigurationError):
        Q.sample(view, "5")  # type: ignore[arg-type]
    with pytest.raises(ViewError, match="not those of the deck"):
        Quiclo(highest_card=100).sample(view, 5)


# moves of elsewhere, the end


@pytest.mark.parametrize(
    ("move", "player", "reason"),
    [
        (None, 0, "not-a-move"),
        ("draw", 0, "not-a-move"),
        (Draw, 0, "not-a-move"),
        (Play("7h"), 0, "foreign-move"),
        (Draw(), 3, "no-such-player"),
        (Draw(), -1, "no-such-player"),
        (Draw(), True, "no-such-player"),
        (Draw(), "0", "no-such-player"),
        (Draw(), None, "no-such-player"),
        (Draw(), 10**30, "no-such-player"),
        (Draw(), 1, "not-an-actor"),
        (Pass(), 0, "option-off"),
        (Lay("999"), 0, "unknown-card"),
    ],
)
def test_every_kind_of_wrong_move(move: Any, player: Any, reason: str) -> None:
    state = Q.position(hands=["8 45", "7", "9"], discard="87")
    refusal = Q.refusal(state, move, player)
    assert refusal is not None
    assert refusal.reason.value == reason
    with pytest.raises(IllegalMove) as caught:
        Q.apply(state, move, player)
    assert caught.value.refusal == refusal


def test_after_the_end_everything_is_refused_with_a_code_of_its_own() -> None:
    over = Q.position(hands=["", "7", "9"], discard="87", phase="over")
    for player in range(3):
        refusal = Q.refusal(over, Draw(), player)
        assert refusal is not None
        assert refusal.reason.value == "game-over"
        assert Q.legal_moves(over, player) == ()


# outcomes


def test_ranks_share_places() -> None:
    assert ranked([3, 0, 3, 1]) == (3, 1, 3, 2)
    assert ranked([]) == ()
    assert ranked([5, 5]) == (1, 1)


def test_results_rotate() -> None:
    result = Result((1, 2, 3), (10, 20, 30))
    assert result.rotated(1) == Result((3, 1, 2), (30, 10, 20))
    assert Result((1, 2, 3)).rotated(2) == Result((2, 3, 1))
    assert Round(2, 1, (result,)).rotated(2, 3) == Round(2, 0, (result.rotated(2),))


def test_outcomes_in_words() -> None:
    assert str(Outcome((1, 1, 3), (0, 1), (2,), (5, 5, 0))) == (
        "player 0 and player 1 win; player 2 loses; places: 1 1 3; scores: 5 5 0"
    )
    assert str(Outcome((1, 1), (), ())) == "places: 1 1"


@pytest.mark.parametrize("rules", [S, Q])
def test_a_sample_has_nothing_of_a_deal_with_the_same_seed(rules: Any) -> None:
    met = cards = 0
    for seed in range(100):
        state = rules.deal(seed)
        other = rules.sample(rules.view(state, 0), seed)
        met += sum(card is other_card for card, other_card in zip(state.stock, other.stock, strict=True))
        cards += len(state.stock)
    assert met < 0.1 * cards
