"""The melds on the table, as a zone of a game."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

import shedkit.authoring as sk
from shedkit.families.melds.numbering import most_melds
from shedkit.families.melds.values import Laid, Meld

__all__ = ["melds_zone"]


class melds_zone(sk.zone[tuple[Laid, ...]]):  # noqa: N801  # reads as a word
    """The melds on the table, which lie open; a position names each as a pair of its owner and its codes.

    The rules of the game have their `Melding` under the name ``melding``.
    """

    most = staticmethod(most_melds)
    """How many lie there at most."""

    def __init__(self) -> None:
        doc = "the melds on the table, in the order laid"
        super().__init__(sk.EVERYONE, sk.Holds.VALUE, doc=doc, role=sk.Role.MELDS)

    @override
    def read(self, rules: Any, given: sk.Given, at: Any) -> tuple[Laid, ...]:
        table = []
        for i, pair in enumerate(sk.read_list(self.name, given.get(self.name, ()))):
            if not isinstance(pair, tuple | list) or len(pair) != 2 or not isinstance(pair[1], str):
                raise sk.PositionError(f"{self.name}[{i}]: a pair of owner and codes expected, not {sk.short(pair)}")
            try:
                table.append(Laid(pair[0], Meld.read(pair[1])))
            except sk.NotationError as error:
                raise sk.PositionError(f"{self.name}[{i}]: {error}") from None
        return tuple(table)

    @override
    def fault(self, rules: Any, at: Any) -> str | None:
        for i, laid in enumerate(getattr(at, self.name)):
            owner = laid.owner
            if type(owner) is not int or not 0 <= owner < rules.players:
                return f"{self.name}: meld {i} belongs to player {sk.short(owner)}, who does not exist"
            if (wrong := rules.melding.fault(laid.meld)) is not None:
                return f"{self.name}: meld {i}, {laid.meld}: {wrong[1]}"
        return super().fault(rules, at)
