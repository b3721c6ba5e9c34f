"""Shanghai Rummy: seven contracts of sets and runs, buying out of turn, jokers that come back.

>>> from shedkit.games.shanghai_rummy import LayMeld, ShanghaiRummy
>>> rules = ShanghaiRummy(players=3)
>>> state = rules.position(hands=["4c 4d 4h Js Jd Jc 9h", "2c", "3c"], discard="8s", phase="play")
>>> [str(move) for move in rules.legal_moves(state, 0)][:2]
['lay 4c 4d 4h', 'lay Jc Jd Js']
>>> str(rules.refusal(state, LayMeld("4c 4d 9h"), 0))
'A set has cards of one rank: 9h does not belong to it. (SR-014)'
"""

from shedkit.authoring import Deal, Pass
from shedkit.families.melds import Contract, Laid, Meld
from shedkit.games.shanghai_rummy.game import ShanghaiRummy
from shedkit.games.shanghai_rummy.moves import (
    Bought,
    Buy,
    Discard,
    DrawStock,
    JokerSwapped,
    LaidOff,
    LayMeld,
    LayOff,
    MayBuy,
    MeldLaid,
    Passed,
    ShanghaiMove,
    SwapJoker,
    TakeDiscard,
    WentDown,
)
from shedkit.games.shanghai_rummy.state import ShanghaiState

__all__ = [
    "Bought",
    "Buy",
    "Contract",
    "Deal",
    "Discard",
    "DrawStock",
    "JokerSwapped",
    "Laid",
    "LaidOff",
    "LayMeld",
    "LayOff",
    "MayBuy",
    "Meld",
    "MeldLaid",
    "Pass",
    "Passed",
    "ShanghaiMove",
    "ShanghaiRummy",
    "ShanghaiState",
    "SwapJoker",
    "TakeDiscard",
    "WentDown",
]
