"""The closed family of errors: everything that shedkit raises on bad input is a ``ShedkitError``."""

from __future__ import annotations

from collections.abc import Sequence

from shedkit.core.refusals import Refusal
from shedkit.core.values import short

__all__ = [
    "CardsRevealed",
    "ConfigurationError",
    "ConfigurationErrors",
    "HiddenError",
    "IllegalMove",
    "NotationError",
    "PlayerError",
    "PositionError",
    "RecordError",
    "ReentranceError",
    "ShedkitError",
    "StaleMove",
    "StudyError",
    "UnknownGame",
    "ViewError",
]


class ShedkitError(Exception):
    """The parent of all errors that bad input can cause; catch it to catch them all."""


class ConfigurationError(ShedkitError, ValueError):
    """An option, a deck, a seed or an order of cards that no game can be made of.

    Attributes:
        option: the name of the option or argument that is wrong.

    """

    def __init__(self, option: str, text: str) -> None:
        super().__init__(f"{option}: {text}")
        self.option = option
        self.text = text

    def __reduce__(self) -> tuple[type[ConfigurationError], tuple[str, str]]:
        return type(self), (self.option, self.text)


class ConfigurationErrors(ConfigurationError):
    """Several options that no game can be made of; the text names all of them."""

    def __init__(self, wrong: Sequence[tuple[str, str]]) -> None:
        (option, text), *more = wrong
        super().__init__(option, "; ".join([text, *(f"{name}: {what}" for name, what in more)]))
        self._wrong = tuple(wrong)

    @property
    def errors(self) -> tuple[ConfigurationError, ...]:
        """One error for each option."""
        return tuple([ConfigurationError(option, text) for option, text in self._wrong])

    def __reduce__(self) -> tuple[type[ConfigurationErrors], tuple[Sequence[tuple[str, str]]]]:  # type: ignore[override]
        return type(self), (self._wrong,)


class PositionError(ShedkitError, ValueError):
    """A position that cannot be: wrong cards, contradictory facts, or nobody who could move."""


class NotationError(ShedkitError, ValueError):
    """A text or JSON value that stands for no card, move, state, view or event."""


class ViewError(ShedkitError, ValueError):
    """A view asked for what its viewer cannot know, or something that is neither state nor view."""


class HiddenError(ShedkitError):
    """A rule tried to read a card back or a hidden fact."""


class UnknownGame(ShedkitError, LookupError):
    """A name that is not in the catalogue, or a game there that cannot be loaded."""


class PlayerError(ShedkitError):
    """A player object that gave no move, or too few or too many player objects for the table."""


class StaleMove(ShedkitError, ValueError):
    """A move that was meant for an older table; the table is as it was.

    Attributes:
        version: the version the move was meant for, as it was given; of what is no plain value, what kind it is.
        now: the version of that player now.

    """

    def __init__(self, version: object, now: int) -> None:
        super().__init__(f"the move was meant for version {short(version)}, but the table is at version {now}")
        self.version = version if version is None or isinstance(version, bool | int | float | str) else short(version)
        self.now = now

    def __reduce__(self) -> tuple[type[StaleMove], tuple[object, int], dict[str, object]]:
        return type(self), (self.version, self.now), {"args": self.args}


class ReentranceError(ShedkitError, RuntimeError):
    """A change of a match from inside a change of the same match, as by a keeper that plays; nothing is changed."""


class CardsRevealed(ShedkitError):
    """Moves that are not undone because players have seen cards in them; the text names the cards."""


class RecordError(ShedkitError, ValueError):
    """A record that cannot be read, written or replayed.

    Attributes:
        move: the number of the move that is wrong, from 1; ``None`` if it is something else.

    """

    def __init__(self, text: str, move: int | None = None) -> None:
        super().__init__(text if move is None else f"move {move}: {text}")
        self.text = text
        self.move = move

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int | None]]:
        return type(self), (self.text, self.move)


class StudyError(ShedkitError):
    """A study that cannot be run, kept or read: an unknown measure, a file of another study, workers that are gone."""


class IllegalMove(ShedkitError, ValueError):
    """What ``apply`` raises; the state is as it was.

    Attributes:
        refusal: why the move was refused.

    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Refusal]]:
        return type(self), (self.refusal,)
