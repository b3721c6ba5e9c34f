"""Whose turn it is, and when the game is over."""

from __future__ import annotations

import shedkit.authoring as sk
from shedkit.authoring import Outcome
from shedkit.games.quiclo.options import QuicloOptions
from shedkit.games.quiclo.state import QuicloDraft, QuicloState


def ended(rules: QuicloOptions, now: QuicloState) -> bool:
    """Somebody is out (QU-030, QU-A14), or nobody could move for a whole lap (QU-A07)."""
    left = rules.players - len(now.out)
    return left < 2 or now.passes >= left or (bool(now.out) and not rules.play_for_places)


def end_turn(rules: QuicloOptions, s: QuicloDraft, player: int) -> None:
    """The game is over, or the next player is on turn (QU-008)."""
    if s.phase == "drawn":
        s.drawn = s.each(None)
    if (s.out or s.passes) and ended(rules, s):
        rules.end_game(s)
        return
    s.phase = "play"
    s.next_turn(player)


def start(rules: QuicloOptions, s: QuicloDraft) -> None:
    """Deal the hands, then the first card of the pile (QU-004 to QU-007)."""
    s.deal("hands", rules.hand_size, rules.left_of_dealer)
    s.deal("discard", 1)
    s.turn = rules.first_player


def result(rules: QuicloOptions, now: QuicloState) -> Outcome:
    """The first one out wins; the others share place 2 unless they play on (QU-030, QU-A14, QU-A07)."""
    few = rules.deadlock == "fewest"
    places = sk.placed(now.out, [len(hand) if few and now.passes else 0 for hand in now.hands])
    return Outcome.of(places) if now.out or few else Outcome(places, (), ())
