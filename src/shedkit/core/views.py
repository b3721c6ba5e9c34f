"""Views: what one player, or an onlooker, may know of a state."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import attrs

from shedkit.core.cards import Hidden
from shedkit.core.picture import studio
from shedkit.core.states import State

__all__ = ["View", "view_of"]

S = TypeVar("S", bound=State, covariant=True)


def _opaque(value: object) -> object:
    if isinstance(value, Hidden):
        return repr(value)
    return tuple(map(_opaque, value)) if isinstance(value, tuple) else value


@attrs.frozen
class View(Generic[S]):
    """What a viewer may know: a state of the same shape in which card backs stand for hidden cards.

    Attributes:
        player: the viewer's seat; ``None`` for an onlooker.
        state: the state as the viewer sees it. It holds no way back to the full state.

    """

    player: int | None
    state: S

    def __hash__(self) -> int:
        return hash((self.player, _opaque(self.state.layout.values(self.state))))

    def _repr_svg_(self) -> str:
        """What notebooks show; `Rules.picture` shows more, for it knows the rules."""
        return studio().draw_view(self).svg

    def __str__(self) -> str:
        who = "an onlooker" if self.player is None else f"player {self.player}"
        return f"as {who} sees it\n{self.state}"


class _Open(View[Any]):
    """A view while it is made: what is frozen takes three times as long to make."""

    __slots__ = ()
    __setattr__ = object.__setattr__


def view_of(player: int | None, state: Any) -> View[Any]:
    """The same as ``View(player, state)``, which is asked for in every move."""
    made: Any = object.__new__(_Open)
    made.player = player
    made.state = state
    made.__class__ = View
    return made  # type: ignore[no-any-return]
