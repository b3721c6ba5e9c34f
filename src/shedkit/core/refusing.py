"""Refusals of games that declare their moves."""

from __future__ import annotations

from typing import Any

from shedkit.core.cards import Card
from shedkit.core.holding import refuse_cards
from shedkit.core.kinds import OFF, MoveKind
from shedkit.core.moves import Move
from shedkit.core.protocol import BareRules
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.states import cards_in
from shedkit.core.values import hints_of

__all__ = ["refused", "untimely"]


def refused(rules: Any, now: Any, move: Any, player: int) -> Refusal | None:
    """Why a move is none that the rules take: what the declarations tell, then the reasons of the game.

    It is ``None`` where the reasons of the game are complete and none of them holds.
    """
    kind = rules.kinds.get(type(move))
    if kind is None or type(player) is not int or not 0 <= player < rules.players:
        return _not_a_move(rules, move, player)
    seats = (now.turn,) if now.phase in rules.turns and not rules._asks else rules.public_actors(now)
    acts = player in seats
    if not seats:
        return _not_a_move(rules, move, player)
    if not acts and kind.move in rules._elsewhere:
        stands_in_the_way: Refusal | None = rules._elsewhere[kind.move](rules, now, move, player)
        if stands_in_the_way is not None:
            return stands_in_the_way
    if not (acts or kind.out_of_turn):
        return _not_an_actor(rules, now, player)
    if kind.phases and now.phase not in kind.phases:
        return _wrong_phase(rules, now, kind, player, acts)
    if kind.option and kind.is_off(rules):
        return _off(rules, kind, kind.option)
    refusal = _refuse_held(rules, now, kind, move, player) if kind.held else None
    if refusal is None and kind.move in rules._reasons:
        refusal = rules._reasons[kind.move](rules, now, move, player)
    if refusal is not None or kind.move in rules._complete:
        return refusal
    if not acts:
        return Refusal(Reason.NOT_AN_ACTOR, kind.rule or "SK-05", "You let this chance go by.")
    listed = ", ".join(map(str, rules.legal_moves(now, player)[:10]))
    return Refusal(Reason.NO_MATCH, "SK-11", f"Now there is: {listed}.")


def _wrong_phase(rules: Any, now: Any, kind: MoveKind, player: int, acts: bool) -> Refusal:
    """Why there is no such move now: the options allow none of its phases, or another one is on."""
    needs = rules.state_type.layout.field("phase").needs
    options = [needs.get(name) for name in kind.phases]
    if all(name and getattr(rules, name) in OFF for name in options):
        return _off(rules, kind, options[0])
    if not acts and not (kind.says and isinstance(kind.says, str)):
        return _not_an_actor(rules, now, player)
    return untimely(rules, kind, now.phase)


def _off(rules: Any, kind: MoveKind, option: str) -> Refusal:
    """The refusal of a kind of move that there is not with this value of an option."""
    value = getattr(rules, option)
    none = f"There is no {kind.move.verb} in this game: {option} is {'off' if value in OFF else value}."
    return Refusal(Reason.OPTION_OFF, kind.rule or "SK-13", kind.off.format(rules) or none)


def untimely(game: Any, kind: MoveKind, word: str) -> Refusal:
    """The refusal of a kind of move in a phase in which it is not made, in a game or in a class of games."""
    if kind.says and isinstance(kind.says, str):
        return Refusal(Reason.WRONG_PHASE, kind.rule or "SK-12", kind.says)
    says = {**game._says, **(kind.says or {})}
    rule, text = says.get(word, (kind.rule or "SK-12", f"It is not the time for {kind.move.verb}."))
    return Refusal(Reason.WRONG_PHASE, rule, text)


def _refuse_held(rules: Any, now: Any, kind: MoveKind, move: Move, player: int) -> Refusal | None:
    """Cards that the player does not have in the zones where the move takes them from, or has not just drawn."""
    own = tuple([card for name in kind.held for card in getattr(now, name)[player] if card is not None])
    named: Any = ()
    for name in hints_of(kind.move):
        value = getattr(move, name)
        many = isinstance(value, tuple) and value and isinstance(value[0], Card)
        named += value if many else tuple(cards_in(value))
    refusal = refuse_cards(named, own, own, rules.deck)
    if refusal is None and rules._keeping and now.phase == "drawn" and player == now.turn:
        if any(card != now.drawn[player] for card in named):
            return Refusal(Reason.WRONG_ZONE, rules._keeping, "After a draw only the card just drawn may be laid.")
    return refusal


def _not_a_move(rules: BareRules[Any, Any], move: object, player: object) -> Refusal:
    return rules.not_a_move(move, player)


def _not_an_actor(rules: BareRules[Any, Any], now: Any, player: int) -> Refusal:
    return rules.not_an_actor(now, player)
