"""The laws every game obeys, and helpers to test a game with; shipped, because authors of games run them too.

A new game is tested in one line:

>>> from shedkit import Quiclo
>>> from shedkit.testing import check_laws
>>> check_laws(Quiclo(players=2, highest_card=30, hand_size=3), games=1, max_moves=20)
21
"""

from shedkit.testing.counts import reachable, sequences
from shedkit.testing.laws import LawBroken, check_game, check_laws, check_position, constructible
from shedkit.testing.playthroughs import playthrough
from shedkit.testing.scenarios import play
from shedkit.testing.variants import Covering, covering, random_rules, variants

__all__ = [
    "Covering",
    "LawBroken",
    "check_game",
    "check_laws",
    "check_position",
    "constructible",
    "covering",
    "play",
    "playthrough",
    "random_rules",
    "reachable",
    "sequences",
    "variants",
]
