"""Any game as an environment of PettingZoo, in which agents act in turn; ``shedkit[pettingzoo]`` brings what it needs.

>>> from shedkit import Quiclo
>>> table = env(Quiclo(players=2))
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     observation, reward, termination, truncation, info = table.last()
...     done = termination or truncation
...     table.step(None if done else int(observation["action_mask"].argmax()))
>>> table.agents
[]
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from operator import index
from random import Random
from typing import Generic, Literal, NoReturn, TypedDict, TypeVar

from typing_extensions import override

from shedkit.core.errors import ConfigurationError, IllegalMove, NotationError, PlayerError, ViewError
from shedkit.core.moves import Move
from shedkit.core.outcomes import Utility, utility_of
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.table.runner import Player

try:
    import numpy as np
    from gymnasium import logger, spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv

    from shedkit.spaces import ObservationSpace
except ImportError as error:
    needed = 'PettingZoo is needed for this: pip install "shedkit[pettingzoo]"'
    raise ConfigurationError("pettingzoo", needed) from error

__all__ = ["Environment", "Observation", "env"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
RenderMode = Literal["human", "ansi"]
RENDER_MODES: tuple[RenderMode, ...] = ("human", "ansi")


class Observation(TypedDict):
    """What an agent sees.

    Attributes:
        observation: the view of its seat, as `shedkit.spaces.ObservationSpace` lays it out.
        action_mask: for each number of `Rules.move_space` a 1 if it is the number of a legal move, otherwise a 0. Only
            the agent that is asked has a 1. When the game is over for an agent, all are 1: nothing is to be chosen
            any more, and whoever reckons with the mask of a last observation meets no empty one.

    """

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class Environment(AECEnv[str, Observation, int | None], Generic[S, M]):
    """A table of some rules as an AEC environment of PettingZoo; `env` makes it.

    Agents are ``player_0`` and so on, by seat. Where several may move, the first one of `Rules.actors` is asked. An
    agent learns from `last` what its view shows, and nothing of who else was asked; see `docs/pettingzoo.md`.

    Attributes:
        rules: the rules.
        utility: what a game is worth; see `Outcome.returns`.
        max_moves: after how many moves a game is cut.
        render_mode: how `render` shows the table.

    """

    def __init__(self, rules: Rules[S, M], utility: str | Utility, max_moves: int, render_mode: RenderMode | None):
        super().__init__()
        if not isinstance(rules, Rules):
            raise ConfigurationError("rules", f"rules are needed, such as Quiclo(players=2), not {short(rules)}")
        if type(max_moves) is not int or max_moves < 1:
            raise ConfigurationError("max_moves", f"it must be a whole number from 1, not {short(max_moves)}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes = " or ".join(RENDER_MODES)
            raise ConfigurationError("render_mode", f"it must be {modes} or None, not {short(render_mode)}")
        utility_of(utility)
        self.rules, self.utility, self.max_moves, self.render_mode = rules, utility, max_moves, render_mode
        # not for all at once: each agent would be shown every step, and so who is asked
        name = f"{rules.name.replace('-', '_')}_v0"
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._space, self._observed = rules.move_space(), ObservationSpace(rules)
        self._observation_spaces = {agent: self._declared() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(self._space.size) for agent in self.possible_agents}
        self._seeds: Random = Random()
        self._state: S | None = None

    def _declared(self) -> spaces.Dict:
        """The space of the observations of one agent: each has its own, which can be seeded."""
        seen = spaces.Box(self._observed.low, self._observed.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (self._space.size,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    @override
    def observation_space(self, agent: str) -> spaces.Dict:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The space of what an agent observes.

        Raises:
            ViewError: if there is no such agent.

        """
        return self._observation_spaces[self.possible_agents[self._seat(agent)]]

    @override
    def action_space(self, agent: str) -> spaces.Discrete:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The numbers of all moves that there are.

        Raises:
            ViewError: if there is no such agent.

        """
        return self._action_spaces[self.possible_agents[self._seat(agent)]]

    # --- a game

    @override
    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a game.

        Args:
            seed: of the deal, as for `Rules.deal`; it also decides the deals of later calls without a seed.
            options: under ``"state"`` a position to begin with instead of a deal. Others mean nothing.

        Raises:
            ConfigurationError: for a bad seed.
            PositionError: if the state is none of these rules.

        """
        begin = (options or {}).get("state")
        if begin is not None:
            self.rules.checked(begin)  # type: ignore[arg-type]  # which it checks
        if not isinstance(seed, bool):
            with suppress(TypeError):  # what is no whole number, `deal` refuses
                seed = index(seed)  # type: ignore[arg-type]
        dealt = self.rules.deal(self._seeds.getrandbits(64) if seed is None else seed)
        self._seeds = self._seeds if seed is None else Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self._go_on(dealt if begin is None else begin, 0)  # type: ignore[arg-type]

    @override
    def step(self, action: int | None) -> None:
        """Make the move of a number for the agent that is asked; ``None`` for one whose game is over.

        Raises:
            IllegalMove: carrying the refusal, if the move is not legal or it is another one's turn; nothing is changed.
            NotationError: if the number is the number of no move here, or of one that is answered with a penalty.
            ViewError: before the first `reset`.

        """
        state, agent = self._now(), self.agent_selection
        if agent not in self.agents:
            raise NotationError("no game is running: reset begins the next one")
        if self._done(agent):
            if action is not None:
                raise NotationError(f"the game is over for {agent}: None is its only action, not {short(action)}")
            self._was_dead_step(None)
            return
        seat = self._seats[agent]
        if seat != self._asked:
            raise IllegalMove(self.rules.not_an_actor(state, seat))
        try:
            move = self._moves[-1 if isinstance(action, bool) else index(action)]  # type: ignore[arg-type]
        except (TypeError, LookupError):
            self._refuse(state, action, seat)
        self._go_on(self.rules.apply_unchecked(state, move, seat), self._made + 1)

    def _refuse(self, state: S, action: object, seat: int) -> NoReturn:
        """Say why an action is not taken."""
        move = self._space.move(state, action, seat)  # type: ignore[arg-type]  # which it checks
        refusal = self.rules.refusal(state, move, seat)
        if refusal is not None:
            raise IllegalMove(refusal)
        raise NotationError(f"{move} is answered with a penalty; an action is the number of a legal move")

    def _go_on(self, state: S, made: int) -> None:
        """Ask the next agent, or end the game."""
        actors = self.rules.actors(state)
        over = not actors or made >= self.max_moves
        outcome = None if actors else self.rules.outcome(state)
        paid = (0.0,) * self.rules.players if outcome is None else outcome.returns(self.utility)
        self.infos[self.agent_selection] = {}
        self._state, self._made = state, made
        self._asked, self._moves = -1, dict[int, M]()
        if not over:
            self._asked = seat = actors[0]
            self._moves = self._space.legal(state, seat)
            self.agent_selection = self.possible_agents[seat]
            self.infos[self.agent_selection] = {"moves": {n: str(move) for n, move in self._moves.items()}}
        else:
            self.rewards = dict(zip(self.agents, paid, strict=True))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, outcome is not None)
            self.truncations = dict.fromkeys(self.agents, outcome is None)
            if outcome is not None:
                self.infos = {agent: {"place": place} for agent, place in zip(self.agents, outcome.places, strict=True)}
            self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    # --- looking at it

    @override
    def observe(self, agent: str) -> Observation:
        """What an agent sees now.

        Raises:
            ViewError: if there is no such agent, or before the first `reset`.

        """
        view = self.view(agent)
        mask = np.zeros(self._space.size, np.int8)
        if self._done(agent):
            mask[:] = 1
        elif view.player == self._asked:
            mask[list(self._moves)] = 1
        return {"observation": self._observed.observe(view), "action_mask": mask}

    def view(self, agent: str) -> View[S]:
        """What an agent sees now, as the library has it.

        Raises:
            ViewError: if there is no such agent, or before the first `reset`.

        """
        return self.rules.view(self._now(), self._seat(agent))

    def choice(self, player: Player[S, M]) -> int | None:
        """The action that a player of the library chooses for the agent that is asked; ``None`` if the game is over.

        The player sees the view of that agent and its moves. It is told no events.

        Raises:
            PlayerError: if it chooses what is no legal move.
            ViewError: before the first `reset`.

        """
        self._now()
        if self._done(self.agent_selection):
            return None
        chosen = player.choose(self.view(self.agent_selection), tuple(self._moves.values()))
        for number, move in self._moves.items():
            if move is chosen or move == chosen:
                return number
        raise PlayerError(f"{self.agent_selection} chose {short(str(chosen))}, which is no legal move")

    @override
    def render(self) -> str | None:
        """The whole table as text, with all that is hidden: returned by ``"ansi"``, printed by ``"human"``.

        Raises:
            ViewError: before the first `reset`.

        """
        if self.render_mode is None:
            logger.warn('nothing is rendered without a render_mode: "human" or "ansi"')
            return None
        table = self.rules.describe(self._now())
        if self.render_mode == "ansi":
            return table
        print(table)
        return None

    @override
    def close(self) -> None:
        """Nothing is open."""

    # --- inside

    def _now(self) -> S:
        if self._state is None:
            raise ViewError("nothing is dealt yet: call reset first")
        return self._state

    def _done(self, agent: str) -> bool:
        """Whether the game is over for an agent, by its end, by a cut, or by a wrapper."""
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)

    def _seat(self, agent: object) -> int:
        seat = self._seats.get(agent) if isinstance(agent, str) else None
        if seat is None:
            raise ViewError(f"there is no agent {short(agent)}; there are {', '.join(self.possible_agents)}")
        return seat


def env(
    rules: Rules[S, M],
    utility: str | Utility = "places",
    max_moves: int = 5_000,
    render_mode: RenderMode | None = None,
) -> Environment[S, M]:
    """A table of some rules as an environment of PettingZoo.

    Args:
        rules: the game and its options.
        utility: what a finished game is worth to each player, as for `Outcome.returns`; a cut one is worth nothing.
        max_moves: after how many moves a game is cut, which is a truncation.
        render_mode: ``"human"`` prints the table after each move, ``"ansi"`` gives it as text when asked.

    Raises:
        ConfigurationError: if one of these is bad, or the rules do not declare enough for their moves to have numbers
            and their views to be laid out as arrays.

    """
    return Environment(rules, utility, max_moves, render_mode)
