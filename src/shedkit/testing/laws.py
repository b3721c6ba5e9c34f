"""The laws. Each breaks with a `LawBroken` that gives the law, the rules, the position and what was wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Generic, TypeVar, get_type_hints

from shedkit.core.events import Event, Shuffled
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import Deal, Move
from shedkit.core.roles import Role
from shedkit.core.rules import Rules
from shedkit.core.states import Holds, State, Visibility
from shedkit.core.values import failed, fields_of
from shedkit.table.runner import Player
from shedkit.testing.bad_input import check_bad_input
from shedkit.testing.broken import LawBroken, difference
from shedkit.testing.constructible import constructible
from shedkit.testing.covered import Covered
from shedkit.testing.law_steps import StepLaws

__all__ = ["LAWS", "LawBroken", "check_game", "check_laws", "check_position", "constructible"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

LAWS = range(1, 20)
"""The numbers of the laws."""
_TO_THE_END = 20_000
"""After how many moves a game that nobody plays to lose has to be over."""


def check_laws(
    rules: Rules[S, M],
    *,
    games: int = 3,
    seed: int = 0,
    max_moves: int = 150,
    players: Sequence[Player[S, M]] | None = None,
    stride: int = 7,
    partial: bool = False,
) -> Covered:
    """Play games and hold every position to the laws; give every call bad input; see a game end.

    If no game has ended within ``max_moves``, one is played on until it does, mostly by moves that leave the player
    with few cards, and held to the laws at its end.

    Args:
        rules: the game and its options.
        games: how many games.
        seed: the first game's seed; the others follow.
        max_moves: after how many moves a game is cut.
        players: who plays; without them, moves are drawn at random, penalised ones too.
        stride: laws that take time are checked at every so many positions.
        partial: whether a look at a part will do: no game need end, and laws may stay untried.

    Returns:
        What was covered: games, kinds of moves, reshuffles, reactions, rounds, phases, options, and each law's tries.

    Raises:
        LawBroken: at the first law that does not hold, or that was never put to the test.

    >>> from shedkit import Quiclo
    >>> print(check_laws(Quiclo(players=2, highest_card=30, hand_size=3), games=1, max_moves=20).games)
    1

    """
    _check_declared(rules)
    covered, last = Covered(), None
    for i in range(games):
        run = _Run(rules, seed + i, stride)
        covered += run.play(max_moves, players, None)
        last = run
    if partial:
        return covered
    if last is None:
        raise LawBroken(3, rules, "", "no game was played: ask for a partial look with partial=True")
    if not covered.ended:
        last.law.tried.clear()
        covered += last.to_the_end()
    tried = check_bad_input(rules, [last.start, last.now], seed=seed, most=3)
    laws = {**covered.laws, 17: sum(tried.values())}
    covered += Covered(laws={17: laws[17]})
    never = [law for law in LAWS if not laws.get(law)]
    if never:
        text = f"it was never put to the test, nor were {never[1:]}" if never[1:] else "it was never put to the test"
        raise LawBroken(never[0], rules, last.now, f"{text}; ask for a partial look with partial=True")
    return covered


def check_game(
    rules: Rules[S, M],
    seed: int,
    max_moves: int = 150,
    *,
    players: Sequence[Player[S, M]] | None = None,
    state: S | None = None,
    stride: int = 7,
) -> Covered:
    """Play one game, checking every position; at the end, law 8: replay equals play.

    Returns:
        What was covered.

    """
    return _Run(rules, seed, stride, state).play(max_moves, players, state)


def check_position(rules: Rules[S, M], state: S, *, seed: int = 0, every_move: bool = False) -> None:
    """Hold one position, and each step out of it, to the laws.

    Args:
        rules: the game and its options.
        state: the position.
        seed: decides what is drawn at random on the way.
        every_move: whether law 5 tries every constructible move; only for small decks.

    Raises:
        LawBroken: at the first law that does not hold.

    """
    law = StepLaws(rules, Random(seed))
    law.check(state, thorough=True, candidates=constructible(rules) if every_move else None)
    with law.guard(state):
        steps = [
            (move, player)
            for player in law.rules.actors(state)
            for move in (*law.rules.legal_moves(state, player), *law.rules.penalised_moves(state, player))
        ]
    for move, player in steps:
        law.check(law.check_step(state, move, player), thorough=False)


def _check_declared(rules: Rules[S, M]) -> None:
    """Law 12: every field is declared, has a type, and what only owners see has an entry for each player."""
    kind = rules.state_type
    declared = [field.name for field in kind.layout.fields]
    stocks = {"stock", *kind.layout.names(Role.STOCK)}
    if declared != [field.name for field in fields_of(kind)]:
        raise LawBroken(12, rules, kind, "not every field is declared")
    for field in kind.layout.fields:
        if field.visible_to is Visibility.OWNER and field.holds is not Holds.PLAYERS:
            raise LawBroken(12, rules, kind, f"{field.name} has owners but not one entry for each player")
        if field.name in stocks and (field.visible_to is not Visibility.NOBODY or field.name in rules.open_zones()):
            raise LawBroken(12, rules, kind, "the stock can be seen")
    hint = getattr(rules.card_type, "hint", None)
    if not isinstance(hint, str) or not hint.strip():
        name = rules.card_type.__name__
        raise LawBroken(12, rules, rules.card_type, f"{name} has no hint: errors could not say what a code looks like")
    for part in (kind, *rules.move_types, *rules.event_types):
        try:
            hints = get_type_hints(part)
        except Exception as error:
            raise LawBroken(
                12, rules, part, f"the types of {part.__name__} cannot be read: it {failed(error)}"
            ) from error
        for entry in fields_of(part):
            if entry.name not in hints:
                raise LawBroken(12, rules, part, f"{part.__name__}.{entry.name} has no type")


class _Run(Generic[S, M]):
    """One game that is watched."""

    def __init__(self, rules: Rules[S, M], seed: int, stride: int, state: S | None = None) -> None:
        self.law = StepLaws(rules, Random(seed))
        self.seed = seed
        self.stride = stride
        with self.law.guard(""):
            self.start = self.dealt() if state is None else state
        self.now = self.start
        self.events: Counter[str] = Counter()
        self.moves: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.penalised = self.reactions = self.rounds = self.positions = 0

    def dealt(self) -> S:
        """The deal; the same seed and its order of cards deal the same, another order deals another game."""
        law, seed = self.law, self.seed
        rules = law.rules
        law.trying(2)
        start = rules.deal(seed)
        for again in (rules.deal(seed), rules.deal(seed, order=rules.order_of(seed))):
            if again != start:
                text = f"the same seed, or its order of cards, deals another game:\n{difference(start, again)}"
                raise law.broken(2, start, text)
        backwards = rules.order_of(seed)[::-1]
        if backwards != rules.order_of(seed) and rules.deal(seed, order=backwards) == start:
            raise law.broken(2, start, "the order of the cards makes no difference to the deal")
        return start

    def play(self, max_moves: int, players: Sequence[Player[S, M]] | None, state: S | None) -> Covered:
        """Play, checking every position, and play the same moves again."""
        law, rules = self.law, self.law.rules
        law.tried[12] += 1
        seats = (*range(rules.players), None)
        with law.guard(self.start):
            law.conserved(self.start)
            memory = {seat: Knowledge.of(law.real, rules.view(self.start, seat)) for seat in seats}
        played = list[tuple[M, int]]()
        for i in range(max_moves + 1):
            law.check(self.now, thorough=i % self.stride == 0)
            self.positions += 1
            self.phases[str(getattr(self.now, "phase", "play"))] += 1
            with law.guard(self.now):
                actors = rules.actors(self.now)
                if not actors or i == max_moves:
                    break
                move, player = self.chosen(actors, players)
                played.append((move, player))
                events = self.step(move, player)
            for reader, knowledge in memory.items():
                with law.guard(self.now):
                    told = rules.shown(events, reader)
                    memory[reader] = law.remembers(knowledge, told, self.now, thorough=i % self.stride == 0)
        self.replayed(played)
        return self.covered()

    def chosen(self, actors: tuple[int, ...], players: Sequence[Player[S, M]] | None) -> tuple[M, int]:
        """Who moves, and what."""
        rules, random = self.law.rules, self.law.random
        if players is not None:
            player = actors[0]
            return players[player].choose(rules.view(self.now, player), rules.legal_moves(self.now, player)), player
        player = random.choice(actors)
        moves = rules.legal_moves(self.now, player)
        penalised = rules.penalised_moves(self.now, player)
        return random.choice(penalised if penalised and random.random() < 0.1 else moves), player

    def step(self, move: M, player: int) -> tuple[Event, ...]:
        """Make a move under the laws, and note what it was."""
        rules, before = self.law.rules, self.now
        self.moves[move.verb] += 1
        self.penalised += move in rules.penalised_moves(before, player)
        self.reactions += player not in rules.actors(rules.view(before, None))
        self.rounds += isinstance(move, Deal)
        self.now = self.law.check_step(before, move, player)
        events = rules.trace(before, move, player)[1]
        self.events.update("shuffled" for event in events if isinstance(event, Shuffled))
        return events

    def replayed(self, played: list[tuple[M, int]]) -> None:
        """Law 8: the same moves lead to the same state."""
        law, again = self.law, self.start
        law.trying(8)
        with law.guard(self.start):
            for move, player in played:
                again = law.rules.apply(again, move, player)
        if again != self.now:
            text = f"playing the same moves again leads elsewhere:\n{difference(self.now, again)}"
            raise law.broken(8, self.now, text)

    def to_the_end(self) -> Covered:
        """Play on until the game is over, and hold its end to the laws."""
        law, rules = self.law, self.law.rules
        law.trying(3)
        with law.guard(self.now):
            for _ in range(_TO_THE_END):
                actors = rules.actors(self.now)
                if not actors:
                    break
                player = law.random.choice(actors)
                move = self.homeward(rules.legal_moves(self.now, player), player)
                self.moves[move.verb] += 1
                self.rounds += isinstance(move, Deal)
                self.now = rules.apply_unchecked(self.now, move, player)
        if rules.actors(self.now):
            text = f"no game has come to an end within {_TO_THE_END} moves: give players who end it, or ask for a part"
            raise law.broken(3, self.now, f"{text} with partial=True")
        law.check(self.now, thorough=True)
        made = self.covered()
        return Covered(ended=1, positions=1, moves=made.moves, rounds=made.rounds, laws=made.laws)

    def homeward(self, moves: tuple[M, ...], player: int) -> M:
        """Mostly a move after which the player has few cards."""
        random, rules = self.law.random, self.law.rules
        if len(moves) == 1 or random.random() < 0.2:
            return random.choice(moves)
        tried = random.sample(moves, min(len(moves), 8))
        return min(tried, key=lambda move: _held(rules.apply_unchecked(self.now, move, player), player))

    def covered(self) -> Covered:
        """What this game has covered."""
        return Covered(
            positions=self.positions,
            games=1,
            ended=int(not self.law.rules.actors(self.now)),
            moves=self.moves,
            penalised=self.penalised,
            reactions=self.reactions,
            reshuffles=self.events["shuffled"],
            rounds=self.rounds,
            phases=self.phases,
            options=(repr(self.law.real),),
            laws=self.law.tried,
        )


def _held(state: State, player: int) -> int:
    """How many cards lie before a player."""
    zones = [field for field in state.layout.zones() if field.holds is Holds.PLAYERS]
    return sum(len(getattr(state, field.name)[player]) for field in zones)
