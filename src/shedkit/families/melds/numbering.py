"""Numbers for moves on the melds that lie on the table: only the table gives them a meaning."""

from __future__ import annotations

from typing import Any, Final

import attrs

from shedkit.families.melds.values import ACE, AT, JOKER, SUITS, End, Meld

__all__ = ["Added", "Exchanged"]

SPOTS: Final = 9
"""Ways to add a card to a meld: to a set one of each suit, or a joker; to either end of a run the card, or a joker."""


def most_melds(rules: Any) -> int:
    """How many melds can lie on the table: those of every player, of the contract that asks for the most."""
    return int(rules.players * max([contract.melds for contract in rules.contracts]))


def _meld_at(now: Any, at: object) -> Meld | None:
    there = type(at) is int and 0 <= at < len(now.melds)
    return now.melds[at].meld if there else None


@attrs.frozen
class Added:
    """A card added to a meld, of a move with a card, what it stands for, the number of the meld, and an end."""

    def size(self, rules: Any) -> int:
        """Nine for each meld."""
        return most_melds(rules) * SPOTS

    def number(self, rules: Any, now: Any, player: int, held: tuple[str, ...], value: tuple[Any, ...]) -> int | None:
        """The meld, and what is added to it."""
        card, stands_for, at, end = value
        meld = _meld_at(now, at)
        if meld is None:
            return None
        if meld.kind == "set":
            right = stands_for is None and end is None and card.rank in (0, meld.rank)
            return at * SPOTS + (SUITS.index(card.suit) if card.rank else 4) if right else None
        due = meld.next_card(end) if end in ("low", "high") else None
        if due is None or (card, stands_for) not in ((due, None), (JOKER, due)):
            return None
        return int(at * SPOTS + (5 if end == "low" else 7) + (card is JOKER))

    def value(self, rules: Any, now: Any, player: int, held: tuple[str, ...], number: int) -> tuple[Any, ...] | None:
        """What is added to a meld, if that lies there and can grow so."""
        at, spot = divmod(number, SPOTS)
        meld = _meld_at(now, at)
        if meld is None or (meld.kind == "set") != (spot < 5):
            return None
        if meld.kind == "set":
            return (JOKER if spot == 4 else AT[SUITS[spot], meld.rank]), None, at, None
        end: End = "low" if spot < 7 else "high"
        due = meld.next_card(end)
        if due is None:
            return None
        return (due, None, at, end) if spot in (5, 7) else (JOKER, due, at, end)

    def what(self, rules: Any) -> str:
        """What the numbers stand for."""
        return (
            f"one of {most_melds(rules)} melds × to a set c d h s or a joker, below or above a run the card or a joker"
        )


@attrs.frozen
class Exchanged:
    """A joker of a run exchanged, of a move with a card, the number of the meld, and a position in it, from 1."""

    def size(self, rules: Any) -> int:
        """A position for each rank, of each meld."""
        return most_melds(rules) * ACE

    def number(self, rules: Any, now: Any, player: int, held: tuple[str, ...], value: tuple[Any, ...]) -> int | None:
        """The meld, and the position."""
        card, at, position = value
        meld = _meld_at(now, at)
        if meld is None or type(position) is not int or _due(meld, position) is not card:
            return None
        return int(at * ACE + position - 1)

    def value(self, rules: Any, now: Any, player: int, held: tuple[str, ...], number: int) -> tuple[Any, ...] | None:
        """The card that the joker there stands for, if there is one."""
        at, place = divmod(number, ACE)
        meld = _meld_at(now, at)
        card = None if meld is None else _due(meld, place + 1)
        return None if card is None else (card, at, place + 1)

    def what(self, rules: Any) -> str:
        """What the numbers stand for."""
        return f"one of {most_melds(rules)} melds × one of {ACE} positions in a run"


def _due(meld: Meld, position: int) -> Any:
    """What the joker at a position of a run stands for, or ``None``."""
    there = meld.kind == "run" and 1 <= position <= len(meld.cards) and meld.cards[position - 1] is JOKER
    return meld.stands_for(position) if there else None
