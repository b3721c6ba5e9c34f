"""Laying a card: what fits, what a wrong play costs, and why a card may not be laid."""

from __future__ import annotations

from shedkit.authoring import DRAW, PASS, Draw, Pass, Reason, Refusal, on, why
from shedkit.games.quiclo.draws import draw_card
from shedkit.games.quiclo.moves import PLAYS, Play, QuicloMove, Rejected
from shedkit.games.quiclo.options import QuicloOptions
from shedkit.games.quiclo.state import QuicloDraft, QuicloState, lay, take_back


def moves(rules: QuicloOptions, now: QuicloState, player: int) -> tuple[QuicloMove, ...]:
    """The cards that fit, in order, then `Draw`; after a draw, the card drawn and `Pass`.

    One card, on the top card alone (QU-009, QU-015 to QU-017, QU-A12). Nobody must lay one (QU-019, QU-029, QU-A18),
    but who does not lay draws (QU-A11); the card drawn may be laid with ``play_drawn`` (QU-A08).
    """
    fitting = rules.fitting[now.discard[-1]]
    if now.phase == "play":
        return (*filter(None, map(fitting.get, now.hands[player])), DRAW)
    card = now.drawn[player]
    return (fitting[card], PASS) if card is not None and card in fitting else (PASS,)


def wrong_moves(rules: QuicloOptions, now: QuicloState, player: int) -> tuple[QuicloMove, ...]:
    """The cards that do not fit: laying one costs a card (QU-A03)."""
    if rules.misplay == "illegal":
        return ()
    fitting = rules.fitting[now.discard[-1]]
    cards = now.hands[player] if now.phase == "play" else now.drawn[player : player + 1]
    return tuple([PLAYS[card] for card in cards if card is not None and card not in fitting])


def accepts(rules: QuicloOptions, now: QuicloState, move: QuicloMove, player: int) -> bool:
    """Whether the player may make the move, right or wrong."""
    phase = now.phase
    if player != now.turn or phase == "over":
        return False
    if isinstance(move, Play):
        card = move.card
        if card not in now.hands[player] or (phase == "drawn" and card is not now.drawn[player]):
            return False
        return rules.misplay == "penalty" or card in rules.fitting[now.discard[-1]]
    return isinstance(move, Draw if phase == "play" else Pass)


@on(Play, "play", "drawn", held="hands")
def play(rules: QuicloOptions, s: QuicloDraft, move: Play, player: int) -> None:
    """Lay a card (QU-009); one that does not fit goes back, and the player draws (QU-021, QU-022, QU-A03, QU-A04).

    Either way the next player is on turn, clockwise (QU-008, QU-020, QU-023).
    """
    card = move.card
    fits = card in rules.fitting[s.discard[-1]]
    lay(s, (card,), player)
    if not fits:
        s.tell(Rejected, player, card)
        take_back(s, (card,), player)
        draw_card(rules, s, player, may_play=False)
        return
    s.passes = 0
    if not s.hands[player]:
        s.leave(player)
    rules.end_turn(s, player)


@why(Play)
def why_no_play(rules: QuicloOptions, now: QuicloState, move: Play, player: int) -> Refusal:
    """A card that was not drawn just now (QU-A08), or does not fit and must not be tried (QU-009, QU-A03)."""
    if now.phase == "drawn" and move.card is not now.drawn[player]:
        return Refusal(Reason.WRONG_ZONE, "QU-A08", "After a draw only the card just drawn may be laid.")
    return Refusal(Reason.NO_MATCH, "QU-009", f"{move.card} shares no digit with {now.discard[-1]}.")
