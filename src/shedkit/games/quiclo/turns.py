"""How a game begins, when it is over, and what it came to."""

from __future__ import annotations

import shedkit.authoring as sk
from shedkit.authoring import Outcome
from shedkit.games.quiclo.options import QuicloOptions
from shedkit.games.quiclo.state import QuicloDraft, QuicloState


def ended(rules: QuicloOptions, now: QuicloState) -> bool:
    """Somebody is out (QU-001, QU-030, QU-A14, QU-A15), or nobody could move for a whole lap (QU-A07)."""
    left = rules.players - len(now.out)
    return left < 2 or now.passes >= left or (bool(now.out) and not rules.play_for_places)


def start(rules: QuicloOptions, s: QuicloDraft) -> None:
    """Deal the hands, then the first card of the pile, which does nothing (QU-004 to QU-007, QU-A13)."""
    s.deal("hands", rules.hand_size, rules.left_of_dealer)
    s.deal("discard", 1)
    s.turn = rules.first_player


def result(rules: QuicloOptions, now: QuicloState) -> Outcome:
    """The first one out wins; the others share place 2 unless they play on (QU-030, QU-A14, QU-A07, QU-A19)."""
    few = rules.deadlock == "fewest"
    places = sk.placed(now.out, [len(hand) if few and now.passes else 0 for hand in now.hands])
    return Outcome.of(places) if now.out or few else Outcome(places, (), ())
