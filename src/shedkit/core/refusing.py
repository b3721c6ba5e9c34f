"""Refusals of games that declare their moves.

What stands against a kind of move in a phase is put together once for a class of games: that it has another time, that
the options have none, that the cards are not the player's, that it is not listed, and the reasons of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from shedkit.core.cards import Card
from shedkit.core.generated import compiled
from shedkit.core.holding import not_drawn, not_held, refuse_cards
from shedkit.core.kinds import OFF, MoveKind
from shedkit.core.moves import Move
from shedkit.core.protocol import BareRules
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.states import cards_in
from shedkit.core.values import hints_of

__all__ = ["Reasons", "in_time", "reasons_by_phase", "refused"]

Reasons = Callable[[Any, Any, Any, int], "Refusal | None"]
"""Why a move is none that is taken: from rules, state, move and player."""
Listed = Callable[[Any, Any, Any, int], bool]
"""Whether a move is one that is taken."""


def refused(rules: Any, now: Any, move: Any, player: int) -> Refusal | None:
    """Why a move is none that the rules take: what the declarations tell, then the reasons of the game."""
    kind = rules.kinds.get(type(move))
    if kind is None or type(player) is not int or not 0 <= player < rules.players:
        return _not_a_move(rules, move, player)
    seats = rules.public_actors(now)
    acts = player in seats
    if (acts or kind.out_of_turn) and kind.move in rules._quick and rules.accepts(now, move, player):
        return None
    if acts:
        against = rules._against[now.phase][kind.move]
        return against if isinstance(against, Refusal) else against(rules, now, move, player)
    if not seats:
        return _not_a_move(rules, move, player)
    if kind.move in rules._elsewhere:
        stands_in_the_way: Refusal | None = rules._elsewhere[kind.move](rules, now, move, player)
        if stands_in_the_way is not None:
            return stands_in_the_way
    if not kind.out_of_turn:
        return _not_an_actor(rules, now, player)
    if kind.phases and now.phase not in kind.phases:
        return _wrong_phase(rules, now, kind, player, acts=False)
    return rules._in_time[kind.move](rules, now, move, player)  # type: ignore[no-any-return]


def reasons_by_phase(
    cls: Any, listed: Listed | None, listed_on_turn: Listed | None
) -> dict[str, dict[type[Move], Refusal | Reasons]]:
    """By phase, what stands against each kind of move of a player who may move in it.

    Args:
        cls: the class of games.
        listed: as for `in_time`.
        listed_on_turn: the same for a player who is on turn.

    """
    phase = cls.state_type.layout.field("phase")

    def against(kind: MoveKind, word: str) -> Refusal | Reasons:
        if not kind.phases or word in kind.phases:
            taken = listed_on_turn if word in cls.turns else listed
            return in_time(cls, kind, taken, cls._keeping if word == "drawn" else "")
        if all(phase.needs.get(name) for name in kind.phases):  # then the options may have none of these phases
            return lambda rules, now, move, player: _wrong_phase(rules, now, kind, player, acts=True)
        return untimely(cls, kind, word)

    return {word: {kind.move: against(kind, word) for kind in cls.kinds.values()} for word in get_args(phase.kind)}


def in_time(cls: Any, kind: MoveKind, listed: Listed | None, keeping: str = "") -> Reasons:
    """What stands against a kind of move in its phase: the option, where its cards lie, that it is not listed.

    Args:
        cls: the class of games.
        kind: the kind of move.
        listed: whether a move is taken, where that is asked after what the declarations tell.
        keeping: in the phase after a draw, the number of the rule by which only the card drawn may be laid.

    """
    reasons: Reasons = cls._reasons.get(kind.move, _no_reason)
    complete = kind.move in cls._complete
    held = _held(cls, kind, keeping) if kind.held else _no_reason
    taken = None if complete else listed

    def against(rules: Any, now: Any, move: Any, player: int) -> Refusal | None:
        refusal = held(rules, now, move, player)
        if refusal is not None or (taken is not None and taken(rules, now, move, player)):
            return refusal
        refusal = reasons(rules, now, move, player)
        return refusal if complete or refusal is not None else _not_listed(rules, now, kind, player)

    return _with_option(kind, reasons if complete and not kind.held else against)


def _with_option(kind: MoveKind, reasons: Reasons) -> Reasons:
    """First of all, that there is no such move with this value of an option."""
    if not kind.option:
        return reasons

    def against(rules: Any, now: Any, move: Any, player: int) -> Refusal | None:
        if kind.is_off(rules):
            return _off(rules, kind, kind.option)
        return reasons(rules, now, move, player)

    return against


def _no_reason(rules: Any, now: Any, move: Any, player: int) -> None:
    """Nothing stands against it."""


def _not_listed(rules: Any, now: Any, kind: MoveKind, player: int) -> Refusal:
    """The refusal of a move that is not listed, for no reason that the game tells."""
    if player not in rules.public_actors(now):
        return Refusal(Reason.NOT_AN_ACTOR, kind.rule or "SK-05", "You let this chance go by.")
    listed = ", ".join(map(str, rules.legal_moves(now, player)[:10]))
    return Refusal(Reason.NO_MATCH, "SK-11", f"Now there is: {listed}.")


def _wrong_phase(rules: Any, now: Any, kind: MoveKind, player: int, *, acts: bool) -> Refusal:
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


def _held(cls: Any, kind: MoveKind, keeping: str) -> Reasons:
    """The refusal of cards that the player does not have in the zones where the move takes them from, or, with the
    number of a rule that says so, has not just drawn. It is written out, since it is asked in every move.
    """
    zones = [cls.state_type.layout.field(name) for name in kind.held]
    own = " + ".join([f"now.{zone.name}[player]" for zone in zones])
    if not all(zone.in_order for zone in zones):  # some can have empty slots
        own = f"tuple([card for card in {own} if card is not None])"
    lines = ["def held(rules, now, move, player):", f" own = {own}"]
    if card := _only_card(kind.move):
        drawn = f" if player != now.turn or move.{card} == now.drawn[player] else not_drawn(keeping)" if keeping else ""
        lines += [f" if move.{card} in own: return None{drawn}"]
        lines += [f" if move.{card} in rules.deck: return not_held(move.{card})"]
    lines += [" cards = named(move)", " refusal = refuse_cards(cards, own, own, rules.deck)"]
    if keeping:
        lines += [" if refusal is None and player == now.turn:"]
        lines += ["  if any([card != now.drawn[player] for card in cards]): return not_drawn(keeping)"]
    scope = {
        "not_held": not_held,
        "refuse_cards": refuse_cards,
        "named": _cards_named,
        "not_drawn": not_drawn,
        "keeping": keeping,
    }
    return compiled("held", [*lines, " return refusal"], scope, kind.move)  # type: ignore[no-any-return]


def _only_card(kind: type[Move]) -> str:
    """The field in which moves of a kind name one card, if nothing else in them can hold cards."""
    hints = hints_of(kind)
    cards = [name for name, part in hints.items() if isinstance(part, type) and issubclass(part, Card)]
    plain = [name for name, part in hints.items() if _without_cards(part)]
    return cards[0] if len(cards) == 1 and len(plain) == len(hints) - 1 else ""


def _without_cards(part: Any) -> bool:
    """Whether values of a type can hold no cards."""
    if get_origin(part) in (Union, UnionType):
        return all(_without_cards(one_of) for one_of in get_args(part))
    return part in (int, str, bool, NoneType) or get_origin(part) is Literal


def _cards_named(move: Move) -> tuple[Any, ...]:
    """The cards that a move names; whatever else stands in place of a card in a list of them stays there."""
    named: tuple[Any, ...] = ()
    for name in hints_of(type(move)):
        value = getattr(move, name)
        many = isinstance(value, tuple) and value and isinstance(value[0], Card)
        named += value if many else tuple(cards_in(value))
    return named


def _not_a_move(rules: BareRules[Any, Any], move: object, player: object) -> Refusal:
    return rules.not_a_move(move, player)


def _not_an_actor(rules: BareRules[Any, Any], now: Any, player: int) -> Refusal:
    return rules.not_an_actor(now, player)
