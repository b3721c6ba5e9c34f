"""What the laws raise."""

from __future__ import annotations

__all__ = ["LawBroken"]


class LawBroken(AssertionError):
    """A game does not obey a law.

    Attributes:
        law: the number of the law.

    """

    def __init__(self, law: int, rules: object, state: object, text: str) -> None:
        super().__init__(f"law {law}: {text}\n{rules!r}\n{state}")
        self.law = law
