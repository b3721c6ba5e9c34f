"""Shithead: three rows, equal or higher, the two resets, the ten burns.

>>> from shedkit.games.shithead import Play, Shithead
>>> rules = Shithead(players=2)
>>> state = rules.position(hands=["3d 7h 9s", "4c"], discard="8c")
>>> [str(move) for move in rules.legal_moves(state, 0)]
['play 9s', 'take']
>>> state = rules.apply(state, Play("9s"), 0)
>>> str(rules.refusal(state, Play("4c"), 1))
'4c is lower than the 9 that counts. (SH-016)'
"""

from shedkit.authoring import Deal, Decline, Reversed
from shedkit.families.ladder import Flip
from shedkit.games.shithead.game import Shithead
from shedkit.games.shithead.moves import Arrange, Play, Power, React, Ready, ShitheadMove, Swap, TakePile
from shedkit.games.shithead.state import ShitheadState

__all__ = [
    "Arrange",
    "Deal",
    "Decline",
    "Flip",
    "Play",
    "Power",
    "React",
    "Ready",
    "Reversed",
    "Shithead",
    "ShitheadMove",
    "ShitheadState",
    "Swap",
    "TakePile",
]
