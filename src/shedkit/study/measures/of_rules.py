"""What the rules alone tell."""

from __future__ import annotations

from typing import Any, Final

from shedkit.core.rules import Rules
from shedkit.players.standing import cards_held
from shedkit.study.measures.kinds import OWN, RulesMeasure
from shedkit.study.trails import covered, unseen

__all__ = ["RULES_MEASURES"]


def _players(rules: Rules[Any, Any]) -> int:
    return rules.players


def _deck(rules: Rules[Any, Any]) -> int:
    return len(rules.deck)


def _different(rules: Rules[Any, Any]) -> int:
    return len(set(rules.deck))


def _dealt(rules: Rules[Any, Any]) -> float:
    return sum(cards_held(rules.deal(0))) / rules.players


def _hidden_dealt(rules: Rules[Any, Any]) -> float:
    state = rules.deal(0)
    zones = covered(state.layout, rules.open_zones())
    hidden = sum([unseen(state, seat, zones) for seat in range(rules.players)])
    return hidden / rules.players / len(rules.deck)


def _rounds_declared(rules: Rules[Any, Any]) -> int:
    rounds: int = getattr(rules, "rounds", 1)
    return rounds


def _move_kinds(rules: Rules[Any, Any]) -> int:
    return len(rules.move_types)


def _options(rules: Rules[Any, Any]) -> int:
    return len(rules.options())


RULES_MEASURES: Final[tuple[RulesMeasure, ...]] = (
    RulesMeasure("player_count", "Players", "How many play.", "players", OWN, of=_players),
    RulesMeasure("deck", "Cards in the deck", "How many cards the deck has.", "cards", OWN, of=_deck),
    RulesMeasure(
        "different_cards",
        "Different cards",
        "How many different cards the deck has.",
        "cards",
        OWN,
        of=_different,
    ),
    RulesMeasure(
        "dealt",
        "Cards dealt to each player",
        "How many cards each player has before it after the deal, in hand or on the table; all of them are to be shed.",
        "cards",
        OWN,
        of=_dealt,
    ),
    RulesMeasure(
        "hidden_dealt",
        "Hidden cards at the deal",
        "The share of the deck that a player cannot see after the deal, averaged over the seats.",
        "share of the deck",
        OWN,
        of=_hidden_dealt,
    ),
    RulesMeasure(
        "rounds_declared",
        "Rounds of a game",
        "Of how many rounds the rules make up a game; 1 in games without rounds.",
        "rounds",
        OWN,
        of=_rounds_declared,
    ),
    RulesMeasure(
        "move_kinds",
        "Kinds of moves",
        "How many kinds of moves the game has, those of options that are off included.",
        "kinds",
        OWN,
        of=_move_kinds,
    ),
    RulesMeasure(
        "options",
        "Options",
        "How many options the rules have, the number of players included.",
        "options",
        OWN,
        of=_options,
    ),
)
