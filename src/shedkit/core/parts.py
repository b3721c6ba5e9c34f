"""The fields that many games have, ready to be put into a class of states, by the names they have in all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

import attrs
from typing_extensions import override

from shedkit.core.cards import C, Hidden
from shedkit.core.chance import Chance
from shedkit.core.declarations import Holds, Visibility
from shedkit.core.fields import Fault, Given, each, fact, one_card, zone
from shedkit.core.roles import Role
from shedkit.core.turns import next_seat
from shedkit.core.values import short

__all__ = [
    "blind_rows_of",
    "card_fact",
    "chance_fact",
    "claimant_fact",
    "count_fact",
    "counts_fact",
    "declined_fact",
    "direction_fact",
    "drawn_fact",
    "flags_fact",
    "hands_of",
    "layer_fact",
    "open_rows_of",
    "out_fact",
    "passes_fact",
    "phase_fact",
    "pile_of",
    "removed_of",
    "shown_of",
    "stock_of",
    "turn_fact",
]

T = TypeVar("T")
EVERYONE, OWNER, NOBODY = Visibility.EVERYONE, Visibility.OWNER, Visibility.NOBODY
Hands = tuple[tuple[C, ...], ...]
Rows = tuple[tuple["C | None", ...], ...]


def many(entry: Any) -> Any:
    """The type of a tuple of such entries, which is known at run time only."""
    return tuple[entry, ...]


# --- zones


def hands_of(card: type[C]) -> zone[Hands[C]]:
    """Each player's hand, which only its owner sees."""
    kind = many(many(card))
    return zone(OWNER, Holds.PLAYERS, in_order=True, doc="each player's hand", role=Role.HAND, kind=kind)


def open_rows_of(card: type[C], slots: int, doc: str = "each player's open row") -> zone[Rows[C]]:
    """Rows of cards that everybody sees."""
    kind = many(many(card | None))
    return zone(EVERYONE, Holds.PLAYERS, slots=slots, doc=doc, role=Role.OPEN_ROW, kind=kind)


def blind_rows_of(card: type[C], slots: int, doc: str = "each player's blind cards") -> zone[Rows[C]]:
    """Rows of cards that nobody sees, not even their owners."""
    kind = many(many(card | None))
    return zone(NOBODY, Holds.PLAYERS, slots=slots, doc=doc, role=Role.BLIND_ROW, kind=kind)


class shown_of(zone[Hands[C]]):  # noqa: N801  # reads as a word
    """Where hands lie open once the game or the round is over, to be counted."""

    def __init__(
        self,
        card: type[C],
        doc: str = "hands laid open at the end, to be counted",
        *,
        counted: Callable[[Any], bool] = lambda rules: True,
    ) -> None:
        """Declare it.

        Args:
            card: the kind of cards.
            doc: what lies there.
            counted: whether hands are counted, from the rules; then a game lays them open when it ends.

        """
        kind = many(many(card))
        super().__init__(EVERYONE, Holds.PLAYERS, in_order=True, doc=doc, role=Role.SHOWN, kind=kind)
        self.counted = counted

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        wrong = any(at.hands) if at.phase == "over" and self.counted(rules) else any(getattr(at, self.name))
        return (
            f"{self.name}: hands lie open only once the round or game is over, where they are counted"
            if wrong
            else None
        )


def stock_of(card: type[C]) -> zone[tuple[C, ...]]:
    """The cards to draw, which nobody sees."""
    return zone(NOBODY, doc="the cards to draw, next one first", role=Role.STOCK, kind=many(card))


def pile_of(card: type[C], *, least: int = 0) -> zone[tuple[C, ...]]:
    """The pile in the middle of the table, which has at least so many cards."""
    return zone(EVERYONE, low=least, doc="the pile, top card last", role=Role.PILE, kind=many(card))


def removed_of(
    card: type[C], doc: str = "cards out of play; empty unless a position was built so"
) -> zone[tuple[C, ...]]:
    """Cards out of play."""
    return zone(EVERYONE, doc=doc, role=Role.REMOVED, kind=many(card))


# --- facts


def turn_fact(doc: str = "who is on turn") -> fact[int]:
    """Who is on turn."""
    return fact(EVERYONE, Holds.SEAT, default=0, doc=doc, role=Role.TURN, kind=int)


class phase_fact(fact[T]):  # noqa: N801  # reads as a word
    """What is being done; one of the words is ``"over"``: nothing more, in this round or in the game.

    The words stand in brackets:

        phase = phase_fact[Literal["play", "drawn", "over"]](
            doc="drawn: a card was drawn", needs={"drawn": "play_drawn"}
        )
    """

    def __init__(
        self,
        *,
        default: str = "play",
        doc: str,
        needs: Mapping[str, str] = MappingProxyType({}),
        says: Mapping[str, tuple[str, str]] = MappingProxyType({}),
        kind: Any = None,
    ) -> None:
        """Declare it.

        Args:
            default: the phase in which a position is, if it does not say.
            doc: what the phases are.
            needs: the option without which there is no such phase.
            says: by phase, the rule and the sentence for a move that has its time in another one.
            kind: the phases as a ``Literal``, where the declaration does not say them in brackets.

        """
        super().__init__(Visibility.EVERYONE, doc=doc, role=Role.PHASE, default=default, needs=needs, kind=kind)
        self.says = says


def claimant_fact(doc: str) -> fact[int | None]:
    """Who is asked before the player on turn goes on, if anybody is: that player alone can move meanwhile."""
    return fact(EVERYONE, Holds.SEAT, default=None, doc=doc, role=Role.CLAIMANT, kind=int | None)


def layer_fact(doc: str = "who laid last") -> fact[int]:
    """Who laid last; in a position that does not say so, the seat before the one on turn."""

    def before(rules: Any, at: Any) -> int:
        return next_seat(at.turn, rules.players, direction=-1) if type(at.turn) is int else _dealer(rules, at)

    return fact(EVERYONE, Holds.SEAT, default=before, doc=doc, role=Role.LAYER, kind=int)


def _dealer(rules: Any, at: Any) -> int:
    return at.round.dealer if hasattr(at, "round") else rules.dealer_at_first  # type: ignore[no-any-return]


class _DirectionFact(fact[T]):
    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        if type(at.direction) is int and at.direction in (1, -1):
            return None
        return f"direction: it must be 1 or -1, not {short(at.direction)}"


def direction_fact() -> fact[int]:
    """Which way the turn goes on."""
    return _DirectionFact(EVERYONE, default=1, doc="1 clockwise, -1 anticlockwise", role=Role.DIRECTION, kind=int)


def out_fact(*zones: str) -> fact[tuple[int, ...]]:
    """Players who have no cards left in these zones."""

    def has(at: Any, seat: int) -> bool:
        for name in zones:
            for card in getattr(at, name)[seat]:
                if card is not None:
                    return True
        return False

    def empty(rules: Any, at: Any) -> tuple[int, ...]:
        for name in zones:
            if at.declared[name].in_order and all(getattr(at, name)):
                return ()  # as in a fresh game, where all have hands
        return tuple([seat for seat in range(rules.players) if not has(at, seat)])

    def check(rules: Any, at: Any) -> str | None:
        for seat in range(rules.players):
            if (holds := has(at, seat)) == (seat in at.out):
                return f"out: player {seat} {'has cards and cannot' if holds else 'has no cards and must'} be out"
        return f"turn: player {at.turn} is out" if at.turn in at.out and at.phase != "over" else None

    doc = "players without cards, first one first"
    return fact(EVERYONE, Holds.SEATS, default=empty, doc=doc, role=Role.OUT, check=check, kind=tuple[int, ...])


class drawn_fact(fact[tuple["C | None", ...]]):  # noqa: N801  # reads as a word
    """The card that the player on turn has just drawn and may lay at once, in a phase ``drawn``; others do not see it.

    With the number of a rule no other card may be laid in that phase, and whoever passes keeps the card, which ends the
    turn: what `Pass` does, and the reasons against it and against other cards, need not be said by the game.
    """

    def __init__(self, card: type[C], *, rule: str = "") -> None:
        """Declare it.

        Args:
            card: the class of cards.
            rule: the number of the rule that says so, for refusals; without it, the game says all this itself.

        """
        kind = many(card | None)
        doc = "the card just drawn"
        super().__init__(OWNER, Holds.PLAYERS, default=each(None), doc=doc, role=Role.DRAWN, kind=kind)
        self.rule = rule

    @override
    def read(self, rules: Any, given: Given, at: Any) -> object:
        text = given.get(self.name)
        if text is None:
            return attrs.NOTHING
        card = one_card(rules, self.name, text)
        return tuple([card if seat == at.turn else None for seat in range(rules.players)])

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        for seat, drawn in enumerate(at.drawn):
            expected = at.phase == "drawn" and seat == at.turn
            if isinstance(drawn, Hidden):
                continue
            if (drawn is not None) != expected:
                return f"drawn: player {seat} has {'' if expected else 'not '}drawn a card in this phase"
            if expected and drawn not in at.hands[seat]:
                return f"drawn: {drawn} is not in the hand of player {seat}"
        return None

    @override
    def among(self, rules: Any, at: Any, player: int) -> tuple[object, ...]:
        return at.hands[player] if at.phase == "drawn" and player == at.turn else (None,)


class _CardFact(fact[T]):
    """A card that lies open or is known to all, which a position names by its code."""

    @override
    def read(self, rules: Any, given: Given, at: Any) -> object:
        text = given.get(self.name)
        return None if text is None else one_card(rules, self.name, text)


def card_fact(card: type[C], doc: str) -> fact[C | None]:
    """A card that all know of, if there is one."""
    kind: Any = card | None
    return _CardFact(EVERYONE, default=None, doc=doc, kind=kind)


def count_fact(
    doc: str, *, high: Callable[[Any], int], check: Fault | None = None, role: Role | None = None
) -> fact[int]:
    """A number from 0, where it begins, to the highest that the rules allow: cards that are due, skips to come."""
    return fact(EVERYONE, default=0, low=0, high=high, doc=doc, role=role, check=check, kind=int)


def counts_fact(doc: str, *, high: Callable[[Any], int]) -> fact[tuple[int, ...]]:
    """Such a number for each player: how often a right has been used in a round."""
    return fact(EVERYONE, Holds.PLAYERS, default=each(0), low=0, high=high, doc=doc, kind=tuple[int, ...])


def flags_fact(
    doc: str, *, default: object = each(False), lasts: bool = False, role: Role | None = None
) -> fact[tuple[bool, ...]]:
    """Of whom something is true: a right that is used, in a round or, if it lasts, in a game.

    At first it is true of nobody, unless the default says otherwise; see `fact`.
    """
    kind = tuple[bool, ...]
    return fact(EVERYONE, Holds.PLAYERS, default=default, doc=doc, role=role, lasts=lasts, kind=kind)


def passes_fact() -> fact[int]:
    """How long nothing has moved."""
    doc = "turns in a row in which nothing was laid or drawn"
    return count_fact(doc, high=lambda rules: int(rules.players), role=Role.PASSES)


class _DeclinedFact(fact[T]):
    """Who let a chance go by; only a player who has one can have done so."""

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        fault = super().fault(rules, at)
        if fault is None and at.phase != "over":
            for seat, entry in enumerate(at.declined):
                if entry is True and not rules.may_have_declined(at, seat):
                    return f"declined: player {seat} has no chance to let go by"
        return fault

    @override
    def among(self, rules: Any, at: Any, player: int) -> tuple[object, ...]:
        return (False, True) if at.phase != "over" and rules.may_have_declined(at, player) else (False,)


def declined_fact(doc: str = "who let the chance to complete a set go by") -> fact[tuple[bool, ...]]:
    """Who let a chance to lay out of turn go by, which only that player knows."""
    return _DeclinedFact(OWNER, Holds.PLAYERS, default=each(False), doc=doc, role=Role.DECLINED, kind=tuple[bool, ...])


_CHANCE: Final = Chance(0)


class _ChanceFact(fact[Chance]):
    @property
    @override
    def names(self) -> tuple[str, ...]:
        return ("seed",)

    @override
    def read(self, rules: Any, given: Given, at: Any) -> object:
        return Chance.of(0 if given.get("seed") is None else given["seed"])

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        return None


def chance_fact() -> fact[Chance]:
    """The source of coming shuffles, hidden from all."""
    doc = "the source of coming shuffles"
    return _ChanceFact(NOBODY, default=_CHANCE, doc=doc, role=Role.CHANCE, lasts=True, kind=Chance)
