"""What the tests of Shanghai Rummy share: positions, moves and refusals in a few letters."""

from __future__ import annotations

from collections import Counter

from helpers import code_of_refusal
from shedkit.core.cards import codes
from shedkit.games.shanghai_rummy import ShanghaiRummy
from shedkit.testing import legal_codes

RULES = ShanghaiRummy()
"""Four players A, B, C, D (seats 0 to 3), the default options."""
SPARE = ("6h", "6h", "Th", "Th", "3h", "3h")
"""What a seat holds in a position that does not mention it."""


def at(*hands, rules=RULES, **facts):
    """A position, one text per hand; whoever is not mentioned holds the card of SPARE."""
    return rules.position(hands=[*hands, *SPARE[len(hands) : rules.players]], **facts)


def moves(state, player=0, rules=RULES):
    """The codes of a player's legal moves; only an actor has any."""
    assert bool(rules.legal_moves(state, player)) == (player in rules.actors(state))
    return legal_codes(rules, state, player)


def read(code, state, rules=RULES):
    """A move by its code; a purchase that names no card is one of the card on top of the pile, or of any."""
    if code == "buy":
        code = f"buy {state.discard[-1] if state.discard else '9h'}"
    return rules.parse(code)


def buy_or_pass(state):
    """The codes of what can be done in a claim."""
    return {f"buy {state.discard[-1]}", "pass"}


def these(*texts, rules=RULES):
    """Codes of moves, each as the library spells it."""
    return {str(rules.parse(text)) for text in texts}


def discards(text):
    """The codes of the moves that discard these cards."""
    return {f"discard {code}" for code in text.split()}


def refused(state, move, player=0, rules=RULES):
    """The code of the reason why a move (its code will do) is not taken."""
    move = read(move, state, rules) if isinstance(move, str) else move
    return code_of_refusal(rules, state, move, player)


def play(state, *script, rules=RULES):
    """The state after lines such as "0 draw" or "2 lay 4c 4d 4h": a seat and the code of its move.

    On the way: each move is listed, and the cards stay the same.
    """
    for line in script:
        seat, code = line.split(maxsplit=1)
        move = read(code, state, rules)
        assert move in rules.legal_moves(state, int(seat)), f"{line} is not listed"
        before, state = state, rules.apply(state, move, int(seat))
        assert everything(state) == everything(before)
    return state


def told(state, code, player, rules=RULES, reader=None):
    """What a move reports, as its events are written; with a reader, as far as that seat may see."""
    _, events = rules.trace(state, read(code, state, rules), player)
    return [str(event) for event in (events if reader is None else rules.shown(events, reader))]


def everything(state):
    """All cards, wherever they lie."""
    zones = [*state.hands, state.stock, state.discard, *(laid.meld.cards for laid in state.melds), *state.shown]
    return Counter(str(card) for zone in [*zones, state.removed] for card in zone)


def hand(state, player=0):
    """A hand as codes, in deck order."""
    return codes(state.hands[player])


def pile(state):
    """The discard pile as codes, the top card last."""
    return codes(state.discard)


def stock(state):
    """The stock as codes, the next card first."""
    return codes(state.stock)


def table(state):
    """The melds as pairs of owner and code."""
    return [(laid.owner, str(laid.meld)) for laid in state.melds]
