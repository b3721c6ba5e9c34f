"""What the tests of Lucky Shutdown share: positions, moves and refusals in a few letters."""

from __future__ import annotations

from collections import Counter

import pytest

from shedkit.core.cards import read_cards
from shedkit.core.errors import IllegalMove
from shedkit.games.lucky_shutdown import LuckyCard, LuckyShutdown

RULES = LuckyShutdown()
"""Three players A, B, C (seats 0, 1, 2), the default options."""


def cards(text):
    return read_cards(LuckyCard, text)


def at(hands, discard="", rules=RULES, **more):
    """A position; the stock is empty unless it is given, and then the cards left over are out of the game."""
    return rules.position(hands=hands, discard=discard, **{"stock": "", **more})


def moves(state, player=0, rules=RULES):
    """The codes of a player's legal moves.

    On the way: none is listed twice, each is accepted, its code reads back, and the player's view lists the same.
    """
    listed = rules.legal_moves(state, player)
    assert len(set(listed)) == len(listed)
    assert all(rules.refusal(state, move, player) is None for move in listed)
    assert all(rules.parse(str(move)) == move for move in listed)
    assert rules.legal_moves(rules.view(state, player), player) == listed
    return {str(move) for move in listed}


def these(*texts):
    """Codes of moves, each as the library spells it."""
    return {str(RULES.parse(text)) for text in texts}


def plays(text):
    """The codes of single plays."""
    return {f"play {code}" for code in text.split()}


def refused(state, move, player=0, rules=RULES):
    """The code of the reason why a move is not taken."""
    refusal = rules.refusal(state, move, player)
    assert refusal is not None, f"{move} is taken"
    assert move not in rules.legal_moves(state, player)
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, move, player)
    assert caught.value.refusal == refusal
    return refusal.reason.value


def play(state, *script, rules=RULES):
    """The state after pairs of player and move code."""
    for player, code in script:
        state = rules.apply(state, rules.parse(code), player)
    return state


def hand(state, player=0):
    return Counter(state.hands[player])


def these_cards(text):
    return Counter(cards(text))


def removed(before, after):
    """What a move added to the removed cards."""
    return Counter(after.removed) - Counter(before.removed)
