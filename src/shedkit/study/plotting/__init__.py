"""Plots of a comparison, drawn with matplotlib; the same comparison gives the same files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from shedkit.study.canvas import COLOURS, CROWD, MARKERS, Plot
from shedkit.study.findings import Findings
from shedkit.study.measures import GameMeasure
from shedkit.study.plotting.courses import course, seats
from shedkit.study.plotting.distributions import distribution, worth_a_distribution
from shedkit.study.plotting.profiles import profile, worth_a_panel
from shedkit.study.plotting.trials import effects, overview

__all__ = [
    "COLOURS",
    "CROWD",
    "MARKERS",
    "Plot",
    "course",
    "distribution",
    "effects",
    "overview",
    "plots",
    "profile",
    "seats",
    "write",
]


def plots(comparison: Findings) -> dict[str, Plot]:
    """All plots that make sense for a comparison, by name.

    >>> from shedkit import Quiclo
    >>> from shedkit.study.comparing import compare
    >>> list(plots(compare([Quiclo(players=2)], games=5, measures=["moves"])))
    ['profile-play', 'distribution-moves']

    """
    drawn = _of_entries(comparison) if comparison.base is None else _of_trial(comparison)
    return {plot.name: plot for plot in drawn}


def _of_trial(comparison: Findings) -> list[Plot]:
    tested = set(comparison.tests["measure"])
    drawn = [overview(comparison)] if tested else []
    return drawn + [effects(comparison, name) for name in _names(comparison, "game") if name in tested]


def _of_entries(comparison: Findings) -> list[Plot]:
    known: tuple[Literal["rules", "play"], ...] = ("rules", "play")
    drawn = [profile(comparison, source) for source in known if worth_a_panel(comparison, source)[0]]
    if len(comparison.entries) > CROWD:
        return drawn
    some = comparison.table.loc[comparison.table["n"] > 0, "measure"]
    kinds: tuple[tuple[str, Callable[[Findings, str], Plot]], ...] = (("seats", seats), ("course", course))
    for shape, draw in kinds:
        drawn += [draw(comparison, name) for name in _names(comparison, shape) if name in set(some)]
    drawn += [
        distribution(comparison, name)
        for name in _names(comparison, "game")
        if worth_a_distribution(comparison.games[name])
    ]
    return drawn


def _names(comparison: Findings, shape: str) -> list[str]:
    """The measures of games of this shape."""
    return [m.name for m in comparison.measures if isinstance(m, GameMeasure) and m.shape == shape]


def write(drawn: Mapping[str, Plot], folder: Path, kind: Literal["png", "svg"]) -> list[Path]:
    """Write plots.

    Returns:
        The files.

    Raises:
        OSError: if a file cannot be written.

    """
    folder.mkdir(parents=True, exist_ok=True)
    made = list[Path]()
    for plot in drawn.values():
        made.append(folder / f"{plot.name}.{kind}")
        made[-1].write_bytes(plot.png if kind == "png" else plot.svg)
    return made
