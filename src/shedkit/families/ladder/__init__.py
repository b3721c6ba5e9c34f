"""The ladder family: three rows of cards, equal or higher on a common pile, take it if you cannot.

Here stands what Shithead shares with games like it: the rows and how a hand is refilled, blind cards, the
card that governs, sets of equal cards on top of the pile, and how rounds end.
"""

from shedkit.families.ladder.moves import (
    EVENTS,
    FLIPS,
    TAKE,
    Burned,
    Chose,
    Declined,
    Flip,
    Flipped,
    Reacted,
    TakePile,
    blind_moves,
)
from shedkit.families.ladder.refusals import refuse_flip, refuse_reaction, refuse_row, refuse_take
from shedkit.families.ladder.rows import (
    EMPTY_ROW,
    ROW,
    governing,
    lying,
    on_top,
    only_blind,
    picks,
    row_choices,
    row_moves,
    takes_out_of,
)
from shedkit.families.ladder.rules import (
    LadderGame,
    LadderPosition,
    LadderState,
    end_turn,
    outcome_of_rounds,
    refill_empty,
)

__all__ = [
    "EMPTY_ROW",
    "EVENTS",
    "FLIPS",
    "ROW",
    "TAKE",
    "Burned",
    "Chose",
    "Declined",
    "Flip",
    "Flipped",
    "LadderGame",
    "LadderPosition",
    "LadderState",
    "Reacted",
    "TakePile",
    "blind_moves",
    "end_turn",
    "governing",
    "lying",
    "on_top",
    "only_blind",
    "outcome_of_rounds",
    "picks",
    "refill_empty",
    "refuse_flip",
    "refuse_reaction",
    "refuse_row",
    "refuse_take",
    "row_choices",
    "row_moves",
    "takes_out_of",
]
