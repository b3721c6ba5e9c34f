"""Drawing a card, and keeping it."""

from __future__ import annotations

from shedkit.authoring import Draw, Pass, on
from shedkit.games.quiclo.options import QuicloOptions
from shedkit.games.quiclo.state import QuicloDraft


@on(Draw, "play")
def draw(rules: QuicloOptions, s: QuicloDraft, move: Draw, player: int) -> None:
    """Draw a card (QU-018); with ``play_drawn`` it may be laid (QU-A08)."""
    draw_card(rules, s, player, may_play=rules.play_drawn)


@on(Pass, "drawn", rule="QU-A08", off="There is no pass in this game: lay a card or draw.")
def keep(rules: QuicloOptions, s: QuicloDraft, move: Pass, player: int) -> None:
    """Keep the card just drawn (QU-A08, QU-A11)."""
    s.passes = 0
    rules.end_turn(s, player)


def draw_card(rules: QuicloOptions, s: QuicloDraft, player: int, *, may_play: bool) -> None:
    """Draw a card, refilling the stock before and after where it is empty (QU-018, QU-024, QU-025, QU-A05).

    With nothing to draw at all it is a pass (QU-A06).
    """
    if not s.stock:
        s.recycle()
    drawn = s.draw(1, player)
    if drawn and not s.stock:
        s.recycle()
    s.passes = 0 if drawn else s.passes + 1
    if drawn and may_play:
        s.phase, s.drawn = "drawn", s.only(player, drawn[0])
    else:
        rules.end_turn(s, player)
