"""The laws every game obeys, and helpers to test a game with; shipped, because authors of games run them too.

A new game is tested in one line:

>>> from shedkit import Quiclo
>>> from shedkit.testing import check_laws
>>> check_laws(Quiclo(players=2, highest_card=20, hand_size=2), games=2).ended
2
"""

from shedkit.testing.bad_input import BAD_INPUT, check_bad_input
from shedkit.testing.built import built_positions
from shedkit.testing.counts import reachable, sequences
from shedkit.testing.covered import Covered
from shedkit.testing.laws import LAWS, LawBroken, check_game, check_laws, check_position, constructible
from shedkit.testing.playthroughs import playthrough
from shedkit.testing.scenarios import legal_codes, penalised_codes, play, refused
from shedkit.testing.variants import Covering, covering, random_rules, variants

__all__ = [
    "BAD_INPUT",
    "LAWS",
    "Covered",
    "Covering",
    "LawBroken",
    "built_positions",
    "check_bad_input",
    "check_game",
    "check_laws",
    "check_position",
    "constructible",
    "covering",
    "legal_codes",
    "penalised_codes",
    "play",
    "playthrough",
    "random_rules",
    "reachable",
    "refused",
    "sequences",
    "variants",
]
