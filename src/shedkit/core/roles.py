"""Roles: what fields, moves and events are to a game, whatever they are called.

A runner, a measure, a player or a picture that wants the hand or the pile of any game asks for its role. The name of
a field is for the author of the game and for whoever reads its states.

>>> from shedkit import Quiclo
>>> layout = Quiclo().state_type.layout
>>> layout.names(Role.HAND), layout.names(Role.PILE), layout.names(Role.MELDS)
(('hands',), ('discard',), ())
"""

from __future__ import annotations

from enum import Enum

__all__ = ["Role"]


class Role(Enum):
    """What a field, a kind of move or a kind of event is; each has one role or none."""

    # zones
    HAND = "hand"
    """The cards a player holds."""
    OPEN_ROW = "open row"
    """Cards before a player that everybody sees."""
    BLIND_ROW = "blind row"
    """Cards before a player that nobody sees."""
    CHOICE = "choice"
    """What a player has chosen, where all choose at the same time; an entry that is not empty or not ``False``."""
    STOCK = "stock"
    """The cards to draw."""
    PILE = "pile"
    """The pile in the middle of the table."""
    MELDS = "melds"
    """Melds on the table."""
    SHOWN = "shown"
    """Where hands lie open at the end, to be counted."""
    REMOVED = "removed"
    """Cards out of play."""

    # facts
    TURN = "turn"
    """Who is on turn."""
    PHASE = "phase"
    """What is being done; ``"over"`` in every game once nothing more is."""
    DIRECTION = "direction"
    """Which way the turn goes on."""
    OUT = "out"
    """Who has no cards left, first one first."""
    LAYER = "layer"
    """Who laid last."""
    CLAIMANT = "claimant"
    """Who is asked, while the player on turn waits."""
    DRAWN = "drawn"
    """The card that a player has just drawn and may still lay."""
    DECLINED = "declined"
    """Who let a chance go by."""
    DOWN = "down"
    """Who has laid what had to be laid first, such as a contract."""
    PASSES = "passes"
    """How long nothing has moved."""
    ROUND = "round"
    """The number, the dealer and the results of the rounds."""
    CHANCE = "chance"
    """The source of coming shuffles."""

    # moves
    LAY = "lay"
    """Cards are laid on the pile or the table."""
    TAKE = "take"
    """The whole pile is taken."""
    TAKE_TOP = "take the top"
    """The top card of the pile is taken."""
    BUY = "buy"
    """The top of the pile is taken out of turn, at a price."""
    DRAW = "draw"
    """A card is drawn."""
    PASS = "pass"
    """Nothing is done."""
    SIT_OUT = "sit out"
    """A turn is given up that is skipped."""
    BLIND = "blind"
    """A card that nobody has seen is played."""
    REACT = "react"
    """Cards are laid out of turn."""
    DECLINE = "decline"
    """A chance to lay out of turn is let go by."""
    CHOOSE = "choose"
    """Cards are chosen before play."""
    DEAL = "deal"
    """The next round is dealt."""

    # events
    BURN = "burn"
    """The pile leaves the game."""
    REJECT = "reject"
    """A wrong play is taken back and costs something."""
