"""What a position of QUICLO holds, and the ways its cards take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import shedkit.authoring as sk
from shedkit.games.quiclo.cards import NumberCard

Phase = Literal["play", "drawn", "over"]


@sk.state
class QuicloState(sk.State):
    """A position of QUICLO: hands for their owners (QU-027), the whole pile for everybody (QU-A17)."""

    hands = sk.hands_of(NumberCard)
    stock = sk.stock_of(NumberCard)
    discard = sk.pile_of(NumberCard, least=1)
    removed = sk.removed_of(NumberCard)
    turn = sk.turn_fact()
    phase = sk.phase_fact[Phase](
        doc="play, drawn: a card was drawn, or over",
        needs={"drawn": "play_drawn"},
        says={"play": ("QU-A11", "You may pass only after a draw.")},
    )
    drawn = sk.drawn_fact(NumberCard, rule="QU-A08")  # lay just that card or pass (QU-A08, QU-A11)
    passes = sk.passes_fact()
    out = sk.out_fact("hands")
    chance = sk.chance_fact()


class QuicloDraft(QuicloState, sk.Draft):
    """A position of QUICLO while a move changes it."""


class QuicloPosition(sk.GamePosition, total=False):
    """What a position can name; see `QuicloState`."""

    phase: Phase
    drawn: str | None
    passes: int
    out: Sequence[int] | None


lay: Final = QuicloState.way("hands", "discard")
take_back: Final = QuicloState.way("discard", "hands")
