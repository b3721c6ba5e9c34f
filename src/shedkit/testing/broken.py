"""What the laws raise."""

from __future__ import annotations

from difflib import unified_diff

__all__ = ["LawBroken", "difference"]


class LawBroken(AssertionError):
    """A game does not obey a law.

    Attributes:
        law: the number of the law.
        call: the last call of the game before, such as ``legal_moves``; empty if there was none.
        seat: the player that the call was about, or ``None``.
        move: the move that the call was about as text, or ``None``.

    """

    def __init__(
        self,
        law: int,
        rules: object,
        state: object,
        text: str,
        *,
        call: str = "",
        seat: int | None = None,
        move: str | None = None,
    ) -> None:
        super().__init__(f"law {law}: {text}\n{rules!r}\n{state}")
        self.law = law
        self.call = call
        self.seat = seat
        self.move = move


def difference(state: object, other: object) -> str:
    """What differs between two states, line by line: ``-`` before those of the first, ``+`` before those of the other.

    >>> from shedkit import Quiclo
    >>> rules = Quiclo(players=2, highest_card=20, hand_size=2)
    >>> print(difference(*(rules.position(hands=["1", "2"], discard="5", turn=turn) for turn in (0, 1))))
    -turn 0, phase play, passes 0
    +turn 1, phase play, passes 0

    """
    lines = unified_diff(str(state).splitlines(), str(other).splitlines(), lineterm="", n=0)
    kept = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
    if not kept:
        return "they are written alike"
    return "\n".join(line if len(line) <= 110 else f"{line[:106]} ..." for line in kept)
