"""A picture of a table: an SVG as a value. What draws it lies above the core and is brought here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import attrs

from shedkit.core.errors import ViewError
from shedkit.core.picks import Pick
from shedkit.core.values import short

__all__ = ["Look", "Picture", "Studio", "Theme", "bring_studio", "studio"]

Theme = Literal["light", "dark"]


@attrs.frozen
class Picture:
    """A picture as the text of an SVG. Notebooks show it; ``str`` is the text.

    It needs no font, script or style sheet from elsewhere, and no two of them on one page get in each other's way.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def png(self, *, zoom: float = 2.0, fonts: Sequence[str | Path] = ()) -> bytes:
        """The picture as PNG, for what shows no SVG; it needs the extra ``shedkit[pictures]``.

        Args:
            zoom: how many pixels a unit of the picture has.
            fonts: files of fonts for names and sentences, where the system has none; what stands on cards needs none.

        Raises:
            ImportError: if that is not installed.
            ViewError: if the zoom is no number from 0.1 to 10.

        """
        if type(zoom) not in (int, float) or not 0.1 <= zoom <= 10:
            raise ViewError(f"zoom: a number from 0.1 to 10 expected, not {short(zoom)}")
        return studio().png(self.svg, zoom, tuple(map(str, fonts)))

    def save(self, path: str | Path) -> None:
        """Write the picture to a file whose name ends with ``.svg`` or ``.png``.

        Raises:
            ViewError: for another ending.
            ImportError: as `png`.
            OSError: if it cannot be written.

        """
        path = Path(path)
        if path.suffix == ".svg":
            path.write_text(self.svg, encoding="utf-8")
        elif path.suffix == ".png":
            path.write_bytes(self.png())
        else:
            raise ViewError(f"a picture is saved as .svg or .png, not {short(path.name)}")


@attrs.frozen
class Look:
    """How a table is to be drawn; see `Rules.picture`."""

    everything: bool
    selected: Sequence[Pick]
    size: int
    theme: Theme
    names: Sequence[str]


class Studio(Protocol):
    """What draws."""

    def draw(self, rules: Any, at: Any, player: int | None, look: Look) -> Picture:
        """The picture of a table; see `Rules.picture`."""
        ...

    def draw_view(self, view: Any) -> Picture:
        """The picture of a view without its rules."""
        ...

    def png(self, svg: str, zoom: float, fonts: Sequence[str]) -> bytes:
        """The text of an SVG as PNG."""
        ...


_BROUGHT: Final[list[Studio]] = []


def bring_studio(made: Studio) -> None:
    """Have this draw from now on."""
    _BROUGHT[:] = [made]


def studio() -> Studio:
    """What draws.

    Raises:
        ViewError: if nothing has been brought, as where the core is imported alone.

    """
    if not _BROUGHT:
        raise ViewError("nothing here draws pictures: import shedkit")
    return _BROUGHT[0]
