"""What the tests of Lucky Shutdown share: positions, moves and refusals in a few letters."""

from __future__ import annotations

from collections import Counter
from random import Random

from helpers import code_of_refusal
from shedkit import testing
from shedkit.core.cards import read_cards
from shedkit.games.lucky_shutdown import (
    Arrange,
    ChallengeLuck,
    Decline,
    LuckyCard,
    LuckyShutdown,
    RevealEarly,
    SitOut,
    TakePile,
)
from shedkit.testing import legal_codes

RULES = LuckyShutdown()
"""Three players A, B, C (seats 0, 1, 2), the default options."""


def cards(text):
    return read_cards(LuckyCard, text)


def at(hands, discard="", rules=RULES, **more):
    """A position; the stock is empty unless it is given, and then the cards left over are out of the game."""
    return rules.position(hands=hands, discard=discard, **{"stock": "", **more})


def moves(state, player=0, rules=RULES):
    """The codes of a player's legal moves."""
    return legal_codes(rules, state, player)


def refused(state, move, player=0, rules=RULES):
    """The code of the reason why a move is not taken."""
    return code_of_refusal(rules, state, move, player)


def play(state, *script, rules=RULES):
    """The state after pairs of player and move code."""
    return testing.play(rules, state, *script)


def these(*texts):
    """Codes of moves, each as the library spells it."""
    return {str(RULES.parse(text)) for text in texts}


def plays(text):
    """The codes of single plays."""
    return {f"play {code}" for code in text.split()}


def hand(state, player=0):
    return Counter(state.hands[player])


def these_cards(text):
    return Counter(cards(text))


def removed(before, after):
    """What a move added to the removed cards."""
    return Counter(after.removed) - Counter(before.removed)


def all_chosen(rules, state):
    """The state after everybody has chosen the first row listed."""
    while state.phase == "choose":
        player = rules.actors(state)[0]
        state = rules.apply(state, rules.legal_moves(state, player)[0], player)
    return state


def started(kept, rows, rules=RULES, **more):
    """The state after each player has kept these three of six cards and laid those three open."""
    state = rules.position(hands=[f"{k} {r}" for k, r in zip(kept, rows, strict=True)], phase="choose", **more)
    for player, row in enumerate(rows):
        state = rules.apply(state, Arrange(row), player)
    assert state.phase == "play"
    return state


def eager(rules, seed, length=1000, *, rare=False):
    """The states, moves and players of a game at random in which a card is laid whenever one fits; then its end.

    With ``rare`` luck is challenged and blind cards are revealed early whenever that can be.
    """
    rng, state = Random(seed), rules.deal(seed=seed)
    for _ in range(length):
        actors = rules.actors(state)
        if not actors:
            yield state, None, None
            return
        player = rng.choice(actors)
        listed = rules.legal_moves(state, player)
        odd = [move for move in listed if rare and isinstance(move, ChallengeLuck | RevealEarly)]
        keen = [move for move in listed if not isinstance(move, TakePile | Decline | SitOut)]
        move = rng.choice(odd or keen or listed)
        yield state, move, player
        state = rules.apply(state, move, player)
