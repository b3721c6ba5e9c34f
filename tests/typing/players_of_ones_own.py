"""Players that users write: for one game, or for all.

Not run by pytest; ``.ci/run`` checks it with mypy --strict and pyright.
"""

from collections.abc import Sequence
from typing import TypeVar

from typing_extensions import assert_type

from shedkit import Move, Player, RandomPlayer, Shithead, State, View, simple_player, simulate
from shedkit.games.quiclo import Quiclo, QuicloMove, QuicloState
from shedkit.table.runner import Played

M = TypeVar("M", bound=Move)


class FirstMove:
    """For any game."""

    def choose(self, view: View[State], moves: Sequence[M]) -> M:
        return moves[0]


class LowCard:
    """For QUICLO alone: it reads what the state of that game holds."""

    def choose(self, view: View[QuicloState], moves: Sequence[QuicloMove]) -> QuicloMove:
        top = view.state.discard[-1]
        assert_type(top.number, int)
        return min(moves, key=str)


def they_sit_down_together() -> None:
    quiclo = Quiclo(players=4)
    players: list[Player[QuicloState, QuicloMove]] = [FirstMove(), LowCard(), RandomPlayer(3), LowCard()]
    assert_type(simulate(quiclo, players, seed=1), Played[QuicloState])
    simulate(quiclo, [FirstMove(), LowCard(), RandomPlayer(3), LowCard()], seed=1)
    simulate(Shithead(), [FirstMove()] * 3, max_moves=100)
    assert_type(simple_player("quiclo", 1), Player[State, Move])
