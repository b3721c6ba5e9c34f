"""QUICLO, the duel of digits: lay a number that shares a digit with the last one.

>>> from shedkit.games.quiclo import Play, Quiclo
>>> rules = Quiclo(players=2)
>>> state = rules.position(hands=["8 45", "7"], discard="87")
>>> [str(move) for move in rules.legal_moves(state, 0)]
['play 8', 'draw']
>>> [str(move) for move in rules.penalised_moves(state, 0)]
['play 45']
"""

from shedkit.authoring import Draw, Pass
from shedkit.games.quiclo.cards import NumberCard, Play, QuicloMove, Rejected, fits
from shedkit.games.quiclo.game import Quiclo
from shedkit.games.quiclo.state import QuicloState

__all__ = ["Draw", "NumberCard", "Pass", "Play", "Quiclo", "QuicloMove", "QuicloState", "Rejected", "fits"]
