"""What the tests of several games share, beside what `shedkit.testing` ships."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shedkit.core.cards import codes
from shedkit.core.refusals import Reason
from shedkit.testing import refused


def reason_of_refusal(rules: Any, state: Any, move: Any, player: int = 0) -> Reason:
    """The reason why a move is not taken."""
    return refused(rules, state, move, player).reason


def code_of_refusal(rules: Any, state: Any, move: Any, player: int = 0) -> str:
    """The code of the reason why a move is not taken."""
    return refused(rules, state, move, player).reason.value


def hand(state: Any, player: int) -> str:
    """The cards of a hand, as `position` reads them."""
    return codes(state.hands[player])


def same_codes(text: str, other: str) -> bool:
    """Whether two texts name the same cards, in any order."""
    return Counter(text.split()) == Counter(other.split())


def everything(state: Any) -> Counter[Any]:
    """All cards of a state."""
    return Counter(state.layout.cards(state))
