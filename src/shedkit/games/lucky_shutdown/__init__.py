"""Lucky Shutdown: three rows, two colours, numbers with functions, Magic cards, reactions out of turn.

>>> from shedkit.games.lucky_shutdown import LuckyShutdown, Play
>>> rules = LuckyShutdown(players=2)
>>> state = rules.position(hands=["13o 18b Dx", "14b"], discard="16o")
>>> [str(move) for move in rules.legal_moves(state, 0)]
['play 18b', 'play Dx', 'take']
>>> str(rules.refusal(state, Play("13o"), 0))
'13o is lower than the 16 that counts. (LS-023)'
"""

from shedkit.authoring import Deal, Decline
from shedkit.families.ladder import Flip, TakePile
from shedkit.games.lucky_shutdown.cards import LuckyCard
from shedkit.games.lucky_shutdown.game import LuckyShutdown
from shedkit.games.lucky_shutdown.moves import (
    Arrange,
    Challenged,
    ChallengeLuck,
    LuckyMove,
    Play,
    React,
    RevealEarly,
    SitOut,
)
from shedkit.games.lucky_shutdown.state import LuckyState

__all__ = [
    "Arrange",
    "ChallengeLuck",
    "Challenged",
    "Deal",
    "Decline",
    "Flip",
    "LuckyCard",
    "LuckyMove",
    "LuckyShutdown",
    "LuckyState",
    "Play",
    "React",
    "RevealEarly",
    "SitOut",
    "TakePile",
]
