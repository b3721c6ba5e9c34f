"""What a front end needs to show a game it does not know by name: labels, choices, and who is asked for what.

Nothing here draws. Everything follows from what a game declares and from what its moves tell, so that it works for a
game from another package as well.
"""

from shedkit.core.picks import Pick
from shedkit.front.choosing import Choice, Choices, choices, why_not
from shedkit.front.labels import game_label, label, seat_facts, zone_label
from shedkit.front.presets import presets
from shedkit.front.standing import Standing, standing

__all__ = [
    "Choice",
    "Choices",
    "Pick",
    "Standing",
    "choices",
    "game_label",
    "label",
    "presets",
    "seat_facts",
    "standing",
    "why_not",
    "zone_label",
]
