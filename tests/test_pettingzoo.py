"""The environments of PettingZoo: its own tests, what agents can tell from the order of asking, and bad input."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

from jump_in import JumpIn
from mau_mau import MauMau
from president import President
from shedkit import (
    IllegalMove,
    LuckyShutdown,
    Quiclo,
    RandomPlayer,
    ShanghaiRummy,
    Shithead,
    simple_player,
    simulate,
)
from shedkit.adapters.pettingzoo import Environment, env
from shedkit.core.declarations import Visibility
from shedkit.core.errors import ConfigurationError, NotationError, PlayerError, PositionError, ViewError
from shedkit.core.moves import Decline
from shedkit.core.refusals import Reason
from subjects import GAMES
from test_move_space import unsaid

TABLES: dict[str, Any] = {
    "quiclo": Quiclo(players=2),
    "shithead": Shithead(players=3),
    "shithead common": Shithead.common(players=4),
    "lucky-shutdown": LuckyShutdown(players=4),
    "lucky-shutdown for two": LuckyShutdown(players=2),
    "shanghai-rummy": ShanghaiRummy(players=4),
    "shanghai-rummy short": ShanghaiRummy.short(players=3),
    "shanghai-rummy common": ShanghaiRummy.common(players=6),
    "mau-mau": MauMau(players=3),
    "president": President(players=4),
    "jump-in": JumpIn(players=3),
}
REACTING: dict[str, Any] = {
    "shithead": Shithead(players=4, out_of_turn_quad=True, multi_card=True),
    "lucky-shutdown": LuckyShutdown(players=4),
    "jump-in": JumpIn(players=4),
}
each_table = pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)


def given(table: Any, agent: str) -> tuple[object, ...]:
    """All that PettingZoo hands to the policy of an agent, in a form that can be compared."""
    seen = table.observe(agent)
    assert (seen["observation"].dtype, seen["action_mask"].dtype) == (np.float32, np.int8)
    ended = table.terminations[agent], table.truncations[agent]
    paid = table.rewards[agent], table._cumulative_rewards[agent]
    return seen["observation"].tobytes(), seen["action_mask"].tobytes(), paid, ended, table.infos[agent]


def opponent(rules: Any, seat: int) -> Any:
    """The simple opponent, where a game has one."""
    return simple_player(rules, seat) if rules.name in GAMES and rules.name != "mau-mau" else RandomPlayer(seat)


def played(table: Any, players: Any) -> Iterator[str]:
    """Play a game to its end; the codes of its moves."""
    seats = dict(zip(table.possible_agents, players, strict=True))
    for agent in table.agent_iter():
        action = table.choice(seats[agent])
        if action is not None:
            yield table.infos[agent]["moves"][action]
        table.step(action)


# --- PettingZoo's own tests


@each_table
@pytest.mark.parametrize("max_moves", [40, 5_000])
def test_api(rules: Any, max_moves: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(rules, max_moves=max_moves), num_cycles=60)
    assert {str(warning.message) for warning in caught} <= {
        "Observation is not a NumPy array",  # both because an observation is a dict
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    }


@each_table
def test_seed(rules: Any) -> None:
    seed_test(partial(env, rules, max_moves=150), 60)


@each_table
def test_render(rules: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def shows_the_table(text: str) -> bool:
        return text.startswith(f"{rules.name}, {rules.players} players; ") and "stock" in text

    render_test(partial(env, rules), {"ansi": shows_the_table})
    assert f"{rules.name}, {rules.players} players; " in capsys.readouterr().out


@each_table
def test_performance_benchmark(rules: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It plays until five seconds are over; here its clock says so after twenty rounds."""
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    clock = count()
    monkeypatch.setattr(module, "time", attrs.make_class("Clock", {"time": attrs.field()})(lambda: next(clock) / 4))
    performance_benchmark(env(rules, max_moves=50))
    assert "turns per second" in capsys.readouterr().out


def test_wrappers() -> None:
    """As PettingZoo's own games are wrapped, one over the other."""
    table: Any = wrappers.TerminateIllegalWrapper(env(Quiclo(players=2)), illegal_reward=-1)
    table = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(table, num_cycles=200)
    assert str(table) == "quiclo_v0"


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_an_illegal_action_ends_the_game_under_the_wrapper(rules: Any) -> None:
    table: Any = wrappers.TerminateIllegalWrapper(env(rules), illegal_reward=-1)
    for seed in (1, 2):
        table.reset(seed=seed)
        culprit = table.agent_selection
        mask = table.observe(culprit)["action_mask"]
        table.step(int(np.flatnonzero(mask == 0)[0]))
        assert table.rewards == {agent: -1 if agent == culprit else 0 for agent in table.possible_agents}
        assert all(table.terminations.values())
        assert table.choice(RandomPlayer(1)) is None
        left = set(table.agents)
        for agent in table.agent_iter():
            _, reward, terminated, _, _ = table.last()
            assert (reward, terminated) == (-1 if agent == culprit else 0, True)
            left.remove(agent)
            table.step(None)
        assert not left


def test_it_is_not_for_all_at_once() -> None:
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(env(Quiclo(players=2)))


# --- games


@each_table
def test_it_plays_as_the_runner_plays(rules: Any) -> None:
    table = env(rules, max_moves=400)
    for seed, kind in ((3, RandomPlayer), (4, partial(opponent, rules))):
        moves: list[str] = []
        there = simulate(
            rules,
            [kind(seat) for seat in range(rules.players)],
            seed=seed,
            max_moves=400,
            watch=lambda step, moves=moves: moves.append(str(step.move)),  # type: ignore[misc]
        )
        table.reset(seed=seed)
        assert list(played(table, [kind(seat) for seat in range(rules.players)])) == moves
        assert table._state == there.state
        assert not table.agents


@each_table
@pytest.mark.parametrize("utility", ["places", "win", lambda outcome: [7 * place for place in outcome.places]])
def test_the_end(rules: Any, utility: Any) -> None:
    if rules.name == "shanghai-rummy":
        rules = ShanghaiRummy.short(players=2)
    table = env(rules, utility=utility, max_moves=20_000)
    table.reset(seed=5)
    players = [opponent(rules, seat) for seat in range(rules.players)]
    while table.choice(players[0]) is not None:
        assert set(table.rewards.values()) == {0.0}
        assert not any(table.terminations.values())
        table.step(table.choice(players[table.possible_agents.index(table.agent_selection)]))
    outcome = rules.outcome(table._state)
    assert outcome is not None
    assert list(table.rewards.values()) == list(outcome.returns(utility))
    assert [info["place"] for info in table.infos.values()] == list(outcome.places)
    assert all(table.terminations.values())
    assert not any(table.truncations.values())
    for agent in table.agent_iter():
        observation, reward, *_ = table.last()
        assert reward == outcome.returns(utility)[table.possible_agents.index(agent)]
        assert observation["action_mask"].all()
        table.step(None)


def test_points_are_paid_where_a_game_counts_them() -> None:
    rules = ShanghaiRummy.short(players=2)
    table = env(rules, utility="points", max_moves=20_000)
    table.reset(seed=5)
    players = [opponent(rules, seat) for seat in range(2)]
    for agent in table.agent_iter():
        table.step(table.choice(players[int(agent[-1])]))
        if all(table.terminations.values()):
            break
    assert list(table.rewards.values()) == list(rules.outcome(table._state).returns("points"))
    table = env(Quiclo(players=2), utility="points")
    table.reset(seed=1)
    with pytest.raises(ConfigurationError, match="utility: this game counts no points"):
        list(played(table, [RandomPlayer(1), RandomPlayer(2)]))
    assert not any(table.terminations.values())  # the last move was not made


def test_a_cut_game_is_a_truncation() -> None:
    table = env(Shithead(players=3), max_moves=7)
    table.reset(seed=2)
    for made in range(7):
        assert not any(table.truncations.values()), made
        table.step(table.choice(RandomPlayer(made)))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert set(table.rewards.values()) == {0.0}
    assert table.infos == {agent: {} for agent in table.possible_agents}
    # a game that ends with the last move that it has is over and not cut
    rules = Quiclo(players=2)
    made = simulate(rules, [RandomPlayer(1), RandomPlayer(2)], seed=7).moves
    for most, ended in ((made, True), (made - 1, False)):
        table = env(rules, max_moves=most)
        table.reset(seed=7)
        list(played(table, [RandomPlayer(1), RandomPlayer(2)]))
        assert (rules.outcome(table._state) is not None) is ended


def test_what_is_asked() -> None:
    rules = Quiclo(players=2, misplay="illegal")
    table = env(rules)
    table.reset(options={"state": rules.position(hands=["8 45 70", "7"], discard="87", turn=1)})
    assert table.agent_selection == "player_1"
    assert table.infos == {"player_0": {}, "player_1": {"moves": {6: "play 7", 144: "draw"}}}
    assert np.flatnonzero(table.observe("player_1")["action_mask"]).tolist() == [6, 144]
    assert not table.observe("player_0")["action_mask"].any()
    assert table.view("player_0") == rules.view(table._state, 0)
    for agent in table.possible_agents:
        assert table.observation_space(agent).contains(table.observe(agent))
        assert table.action_space(agent).n == rules.move_space().size


def test_seeds() -> None:
    rules = Shithead(players=3)
    one, other = env(rules), env(rules)
    one.reset(seed=8)
    other.reset(seed=np.int64(8))  # type: ignore[arg-type]
    assert one._state == other._state == rules.deal(seed=8)
    states = set()
    for _ in range(5):
        one.reset()
        other.reset()
        assert one._state == other._state
        states.add(one._state)
    assert len(states) == 5
    fresh = [env(rules) for _ in range(2)]
    for table in fresh:
        table.reset()
    assert fresh[0]._state != fresh[1]._state


@each_table
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_copies_go_on_alike_and_apart(rules: Any, copied: Any) -> None:
    table = env(rules, max_moves=60)
    assert copied(table).possible_agents == table.possible_agents  # before anything is dealt
    table.reset(seed=11)
    for made in range(15):
        table.step(table.choice(RandomPlayer(made)))
    for there in (copied(table), copied(wrappers.OrderEnforcingWrapper(table)).unwrapped):
        before = given(table, table.possible_agents[0])
        players = [RandomPlayer(seat) for seat in range(rules.players)]
        codes = list(played(there, players))
        assert len(codes) <= 45
        assert given(table, table.possible_agents[0]) == before
        there.reset()
        again = copied(table)
        assert list(played(again, [RandomPlayer(seat) for seat in range(rules.players)])) == codes
        again.reset()
        assert again._state == there._state  # seeds go on alike, too


# --- what others can tell


def other_world(rules: Any, state: Any, player: int) -> Any:
    """A state that a player cannot tell from this one, and in which it is that player who is asked; if there is one."""
    view = rules.view(state, player)
    for seed in range(60):
        there = rules.sample(view, seed)
        if rules.actors(there)[0] == player:
            return there
    return None


@pytest.mark.parametrize("rules", REACTING.values(), ids=REACTING)
def test_nobody_can_tell_who_was_asked_and_declined(rules: Any) -> None:
    """While somebody is asked out of turn, nothing that others get changes; and whoever is asked next sees what it would
    see if nobody had been asked before."""
    table, random, asked, compared = env(rules), Random(1), 0, 0
    for seed in range(40):
        table.reset(seed=seed)
        for _ in range(60):
            state, agent = table._state, table.agent_selection
            if not rules.actors(state):
                break
            seat = table.possible_agents.index(agent)
            if seat not in rules.public_actors(state):
                asked += 1
                others = [other for other in table.possible_agents if other != agent]
                before = {other: given(table, other) for other in others}
                (number,) = [number for number, code in table.infos[agent]["moves"].items() if code == "decline"]
                table.step(number)
                following = table.agent_selection
                assert {other: given(table, other) for other in others if other != following} == {
                    other: told for other, told in before.items() if other != following
                }
                there = other_world(rules, state, table.possible_agents.index(following))
                if there is not None:
                    compared += 1
                    beside = env(rules)
                    beside.reset(options={"state": there})
                    assert beside.agent_selection == following
                    assert given(beside, following) == given(table, following)
            else:
                table.step(random.choice(list(table.infos[agent]["moves"])))
    assert asked > 10
    assert compared > 5


def test_that_it_is_asked_out_of_turn_tells_an_agent_its_own_cards_only() -> None:
    at = GAMES["shithead"].built["one of two has declined"]
    rules = Shithead(**at.options)
    table = env(rules)
    table.reset(options={"state": rules.position(**at.zones)})
    assert table.agent_selection == "player_2"
    assert set(table.infos["player_2"]["moves"].values()) >= {"decline"}
    told = given(table, "player_2")
    # the same, but that the one who was asked first has no card for it, and has never been asked
    zones = {**at.zones, "hands": ["4c", "9d 9h", "7h 7s"], "declined": [False, False, False]}
    table.reset(options={"state": rules.position(**zones)})
    assert given(table, "player_2") == told


def test_secret_choices_stay_secret() -> None:
    rules = LuckyShutdown(players=4)
    assert any(field.visible_to is Visibility.OWNER for field in rules.state_type.layout.zones())
    table = env(rules)
    for seed in range(5):
        told = []
        for choice in (0, 1, -1):
            table.reset(seed=seed)
            assert table.agent_selection == "player_0"
            numbers = list(table.infos["player_0"]["moves"])
            table.step(numbers[choice])
            told.append([given(table, agent) for agent in table.possible_agents[1:]])
        assert told[0] == told[1] == told[2]


def test_penalties_stand_outside_the_mask() -> None:
    rules = Quiclo(players=2)
    table = env(rules)
    state = rules.position(hands=["8 45 70", "7"], discard="87")
    table.reset(options={"state": state})
    number = rules.move_space().index(state, rules.parse("play 45"), 0)
    assert rules.refusal(state, rules.parse("play 45"), 0) is None
    with pytest.raises(NotationError, match="play 45 is answered with a penalty; an action is the number of a legal"):
        table.step(number)
    assert table._state is state


# --- bad input


def test_illegal_actions_raise_the_refusal() -> None:
    rules = Quiclo(players=2, misplay="illegal")
    table = env(rules)
    state = rules.position(hands=["8 45 70", "7"], discard="87")
    table.reset(options={"state": state})
    before = [given(table, agent) for agent in table.possible_agents]
    with pytest.raises(IllegalMove) as caught:
        table.step(44)
    assert (caught.value.refusal.reason, caught.value.refusal.rule) == (Reason.NO_MATCH, "QU-009")
    for wrong in (-1, 145, 10**30, None, "8", 1.0, True, [7], np.zeros(3, int)):
        with pytest.raises(NotationError, match=r"there is no move .*: the numbers of moves are 0 to 144"):
            table.step(wrong)  # type: ignore[arg-type]
    assert [given(table, agent) for agent in table.possible_agents] == before
    table.step(np.int32(7))  # type: ignore[arg-type]
    assert table._state == rules.apply(state, rules.parse("play 8"), 0)


def test_a_number_that_means_nothing_here() -> None:
    rules = Shithead(players=2)
    table = env(rules)
    table.reset(options={"state": rules.position(hands=["7h 8s", "Tc"], discard="9d")})
    with pytest.raises(NotationError, match="the number 60 means no move here"):
        table.step(60)


def test_an_agent_that_is_not_on_turn() -> None:
    table = env(Quiclo(players=3))
    table.reset(seed=1)
    asked = table.agent_selection
    table.agent_selection = "player_1"
    with pytest.raises(IllegalMove) as caught:
        table.step(next(iter(table.infos[asked]["moves"])))
    assert caught.value.refusal.rule == "SK-05"
    for call in (table.observe, table.view, table.action_space, table.observation_space):
        for wrong in ("player_3", 0, None, ["player_0"]):
            with pytest.raises(ViewError, match=r"there is no agent .*; there are player_0, player_1, player_2"):
                call(wrong)  # type: ignore[operator]


def test_before_and_after_a_game() -> None:
    table = env(Quiclo(players=2), render_mode="ansi")
    for call in (
        lambda: table.step(0),
        lambda: table.observe("player_0"),
        lambda: table.view("player_0"),
        lambda: table.render(),
        lambda: table.choice(RandomPlayer(1)),
    ):
        with pytest.raises(ViewError, match="nothing is dealt yet: call reset first"):
            call()
    table.close()
    table.reset(seed=1)
    while table.choice(RandomPlayer(1)) is not None:
        table.step(table.choice(RandomPlayer(1)))
    with pytest.raises(NotationError, match="the game is over for player_0: None is its only action, not 3"):
        table.step(3)
    for _ in range(2):
        table.step(None)
    assert not table.agents
    with pytest.raises(NotationError, match="no game is running: reset begins the next one"):
        table.step(None)
    table.close()
    assert "wins" in str(table.render())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"rules": "quiclo"}, r"rules: rules are needed, such as Quiclo\(players=2\), not 'quiclo'"),
        ({"rules": Quiclo}, "rules: rules are needed"),
        ({"max_moves": 0}, "max_moves: it must be a whole number from 1, not 0"),
        ({"max_moves": 10.0}, "max_moves: it must be a whole number from 1, not 10.0"),
        ({"max_moves": True}, "max_moves: it must be a whole number from 1, not True"),
        ({"max_moves": None}, "max_moves: it must be a whole number from 1, not None"),
        ({"utility": "money"}, "utility: it must be one of win, places, points, or a function, not 'money'"),
        ({"utility": None}, "utility: it must be one of win, places, points, or a function, not None"),
        ({"render_mode": "rgb_array"}, "render_mode: it must be human or ansi or None, not 'rgb_array'"),
        ({"render_mode": ["human"]}, "render_mode: it must be human or ansi or None, not"),
        ({"rules": unsaid(int)}, "move_space: shouting has none"),
    ],
    ids=str,
)
def test_what_no_environment_is_made_of(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ConfigurationError, match=says):
        env(**{"rules": Quiclo(players=2), **arguments})


def test_bad_beginnings() -> None:
    rules = Quiclo(players=2)
    table = env(rules)
    table.reset(seed=1)
    state = table._state
    for seed in (2**130, "seven", 1.5, True):
        with pytest.raises(ConfigurationError, match="seed"):
            table.reset(seed=seed)  # type: ignore[arg-type]
    for wrong in (3, rules.view(state, 0), Quiclo(players=3).deal(seed=1), Shithead(players=2).deal(seed=1)):
        with pytest.raises((PositionError, ViewError)):
            table.reset(options={"state": wrong})
    assert table._state is state


def test_a_utility_that_pays_nonsense() -> None:
    table = env(Quiclo(players=2), utility=lambda outcome: [1.0])
    table.reset(seed=1)
    with pytest.raises(ConfigurationError, match="utility: it must give a number for each of 2 players"):
        list(played(table, [RandomPlayer(1), RandomPlayer(2)]))


def test_a_player_that_chooses_what_is_no_move() -> None:
    class Bad:
        def choose(self, view: Any, moves: Any) -> Any:
            return Decline()

    table = env(Quiclo(players=2))
    table.reset(seed=1)
    with pytest.raises(PlayerError, match="player_0 chose 'decline', which is no legal move"):
        table.choice(Bad())


def test_nothing_is_rendered_without_a_mode() -> None:
    table = env(Quiclo(players=2))
    table.reset(seed=1)
    with pytest.warns(UserWarning, match="nothing is rendered without a render_mode"):
        assert table.render() is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium", "numpy"])
def test_without_pettingzoo_it_says_what_to_install(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "try:\n import shedkit.adapters.pettingzoo\nexcept Exception as e: print(type(e).__name__, e)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said = 'PettingZoo is needed for this: pip install "shedkit[pettingzoo]"'
    assert done.stdout == f"ConfigurationError pettingzoo: {said}\n"


def test_names() -> None:
    assert str(env(LuckyShutdown(players=2))) == "lucky_shutdown_v0"
    assert isinstance(env(Quiclo(players=2)), Environment)
