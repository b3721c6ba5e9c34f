"""The fields of games in whose rounds all players choose at the same time, ready to be put into a class of states."""

from __future__ import annotations

from typing import Any, TypeVar

from typing_extensions import override

from shedkit.core.cards import C
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.fields import Fault, Given, fact, zone
from shedkit.core.parts import Hands, many
from shedkit.core.roles import Role

__all__ = ["chosen_fact", "chosen_of", "turn_or_nobody_fact"]

T = TypeVar("T")
EVERYONE, OWNER = Visibility.EVERYONE, Visibility.OWNER


class _ChosenZone(zone[T]):
    """Cards that wait until all have chosen: not everybody's in the phase of choosing, and nobody's afterwards."""

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        chosen = getattr(at, self.name)
        if (fault := super().fault(rules, at)) is not None:
            return fault
        if at.phase == rules.choosing and all(chosen):
            return f"{self.name}: all have chosen, so the phase is over"
        waits = at.phase not in (rules.choosing, "over") and any(chosen)
        return f"{self.name}: cards wait there only while all choose" if waits else None


def chosen_of(card: type[C], doc: str, *, check: Fault | None = None) -> zone[Hands[C]]:
    """Cards that players have chosen, which only their owners see; once all have chosen, they go elsewhere."""
    kind = many(many(card))
    return _ChosenZone(OWNER, Holds.PLAYERS, in_order=True, doc=doc, role=Role.CHOICE, check=check, kind=kind)


class _ChosenFact(fact[T]):
    """Who has chosen: not everybody in the phase of choosing, and everybody afterwards."""

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        if (fault := super().fault(rules, at)) is None and at.phase != "over":
            entries = getattr(at, self.name)
            if all(entries) == (at.phase == rules.choosing):
                return f"{self.name}: the phase of choosing is over once all have chosen"
        return fault


def chosen_fact(doc: str, *, check: Fault | None = None) -> fact[tuple[bool, ...]]:
    """Who has chosen, where all choose at the same time and the choice itself lies open or in another zone.

    In a position that does not say it, nobody has in the phase of choosing, and everybody afterwards.
    """

    def default(rules: Any, at: Any) -> tuple[bool, ...]:
        return (at.phase != rules.choosing,) * int(rules.players)

    kind = tuple[bool, ...]
    return _ChosenFact(EVERYONE, Holds.PLAYERS, default=default, doc=doc, role=Role.CHOICE, check=check, kind=kind)


class _TurnOrNobodyFact(fact[T]):
    """Who is on turn: nobody in the phase of choosing, whatever a position says; seat 0 where it says nothing."""

    @override
    def read(self, rules: Any, given: Given, at: Any) -> object:
        return None if at.phase == rules.choosing else given.get(self.name, 0)

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        if at.phase != "over" and (at.turn is None) != (at.phase == rules.choosing):
            return f"turn: nobody is on turn in phase {rules.choosing}, and somebody is in play"
        return super().fault(rules, at)


def turn_or_nobody_fact(doc: str = "who is on turn; nobody while all choose") -> fact[int | None]:
    """Who is on turn, in a game in whose phase of choosing nobody is."""
    return _TurnOrNobodyFact(EVERYONE, Holds.SEAT, default=None, doc=doc, role=Role.TURN, kind=int | None)
