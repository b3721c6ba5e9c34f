"""What rummy games share: melds, contracts, and the exact answer to whether a hand can lay one.

A set is three or more cards of one rank, a run four or more cards of one suit in order. A joker stands in for any
card; of a run it is told which one, in a set only the rank matters.

>>> from shedkit import read_cards, FrenchCard
>>> melding = Melding()
>>> hand = read_cards(FrenchCard, "5s 6s 8s 9s 4c 4d Jk")
>>> melding.can_lay(hand, Contract(sets=1, runs=0)), melding.can_lay(hand, Contract(sets=1, runs=1))
(True, False)
>>> [str(meld) for meld in melding.first_melds(hand, Contract(sets=0, runs=1))]
['5s 6s Jk=7s 8s', '6s Jk=7s 8s 9s']
>>> melding.missing(hand, Contract(sets=1, runs=1))
1
"""

from shedkit.families.melds.contracts import Contract, Nearest, read_contracts
from shedkit.families.melds.melding import Melding
from shedkit.families.melds.numbering import Added, Exchanged
from shedkit.families.melds.table import melds_zone
from shedkit.families.melds.values import ACE, JOKER, RUN, SET, Ace, End, Laid, Meld

__all__ = [
    "ACE",
    "JOKER",
    "RUN",
    "SET",
    "Ace",
    "Added",
    "Contract",
    "End",
    "Exchanged",
    "Laid",
    "Meld",
    "Melding",
    "Nearest",
    "melds_zone",
    "read_contracts",
]
