"""All that the author of a game needs, in one import: ``import shedkit.authoring as sk``."""

from __future__ import annotations

from shedkit.core.cards import BACK, BY_ORDER, Card, FrenchCard, Hidden, codes, read_cards
from shedkit.core.chance import Chance
from shedkit.core.choosing import chosen_fact, chosen_of, turn_or_nobody_fact
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.drafts import Draft, state
from shedkit.core.errors import ConfigurationError, NotationError, PositionError
from shedkit.core.events import (
    Chose,
    Declined,
    Event,
    GameOver,
    Moved,
    Out,
    Place,
    PlayerEvent,
    Reversed,
    RoundBegan,
    RoundOver,
    Shuffled,
    Skipped,
    Turn,
)
from shedkit.core.faces import Face
from shedkit.core.fields import Given, each, fact, one_card, zone
from shedkit.core.game import Game
from shedkit.core.holding import refuse_cards
from shedkit.core.kinds import MoveKind, on, table, why, worked_out
from shedkit.core.moves import DEAL, DECLINE, DRAW, PASS, Deal, Decline, Draw, Move, Pass, reuse
from shedkit.core.numbering import Among, Here, Numbers, OutOf, Seat, There, Together, Top
from shedkit.core.options import FrozenMap, about, first_dealer, option, read_deck
from shedkit.core.outcomes import Outcome, Result, Round, placed, ranked
from shedkit.core.parts import (
    blind_rows_of,
    card_fact,
    chance_fact,
    claimant_fact,
    count_fact,
    counts_fact,
    declined_fact,
    direction_fact,
    drawn_fact,
    flags_fact,
    hands_of,
    layer_fact,
    open_rows_of,
    out_fact,
    passes_fact,
    phase_fact,
    pile_of,
    removed_of,
    shown_of,
    stock_of,
    turn_fact,
)
from shedkit.core.positions import GamePosition, RoundsPosition, read_list, read_numbers
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.roles import Role
from shedkit.core.round_facts import points_fact, round_fact
from shedkit.core.states import State, evolve
from shedkit.core.turns import around, next_seat
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.core.ways import ValueWay, Way
from shedkit.core.zones import beyond, merge, put, without

EVERYONE, OWNER, NOBODY = Visibility.EVERYONE, Visibility.OWNER, Visibility.NOBODY

__all__ = [
    "BACK",
    "BY_ORDER",
    "DEAL",
    "DECLINE",
    "DRAW",
    "EVERYONE",
    "NOBODY",
    "OWNER",
    "PASS",
    "Among",
    "Card",
    "Chance",
    "Chose",
    "ConfigurationError",
    "Deal",
    "Decline",
    "Declined",
    "Draft",
    "Draw",
    "Event",
    "Face",
    "FrenchCard",
    "FrozenMap",
    "Game",
    "GameOver",
    "GamePosition",
    "Given",
    "Here",
    "Hidden",
    "Holds",
    "Move",
    "MoveKind",
    "Moved",
    "NotationError",
    "Numbers",
    "Out",
    "OutOf",
    "Outcome",
    "Pass",
    "Place",
    "PlayerEvent",
    "PositionError",
    "Reason",
    "Refusal",
    "Result",
    "Reversed",
    "Role",
    "Round",
    "RoundBegan",
    "RoundOver",
    "RoundsPosition",
    "Seat",
    "Shuffled",
    "Skipped",
    "State",
    "There",
    "Together",
    "Top",
    "Turn",
    "ValueWay",
    "View",
    "Visibility",
    "Way",
    "about",
    "around",
    "beyond",
    "blind_rows_of",
    "card_fact",
    "chance_fact",
    "chosen_fact",
    "chosen_of",
    "claimant_fact",
    "codes",
    "count_fact",
    "counts_fact",
    "declined_fact",
    "direction_fact",
    "drawn_fact",
    "each",
    "evolve",
    "fact",
    "first_dealer",
    "flags_fact",
    "hands_of",
    "layer_fact",
    "merge",
    "next_seat",
    "on",
    "one_card",
    "open_rows_of",
    "option",
    "out_fact",
    "passes_fact",
    "phase_fact",
    "pile_of",
    "placed",
    "points_fact",
    "put",
    "ranked",
    "read_cards",
    "read_deck",
    "read_list",
    "read_numbers",
    "refuse_cards",
    "removed_of",
    "reuse",
    "round_fact",
    "short",
    "shown_of",
    "state",
    "stock_of",
    "table",
    "turn_fact",
    "turn_or_nobody_fact",
    "why",
    "without",
    "worked_out",
    "zone",
]
