"""Gathering: the games of a comparison are played or read, and become samples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import groupby
from math import inf, nan
from pathlib import Path
from typing import Any, cast

import attrs
import numpy as np
import numpy.typing as npt
import pandas as pd
from tqdm import tqdm

from shedkit.core.errors import StudyError
from shedkit.core.values import failed, short
from shedkit.study.asking import ChosenMeasures, unused_name
from shedkit.study.findings import Entry
from shedkit.study.intervals import Numbers
from shedkit.study.lengths import kaplan_meier
from shedkit.study.many import Study
from shedkit.study.measures import DealMeasure, GameMeasure, Row, RulesMeasure
from shedkit.study.results import read_frame, read_rows, save
from shedkit.study.rows import fits
from shedkit.study.samples import Sample, numbers
from shedkit.study.trails import TENTHS

__all__ = ["Gathered", "Runner", "file_names", "gather", "reason_of"]

_ENDLESS = "truncated"
"""The measure that is about the games that were cut."""
_SKILL = "-skill"
"""What the name of a file of duels has behind that of the entry."""

Samples = dict[tuple[str, int], Sample]
"""Samples by the name of the measure and the part."""


@attrs.frozen
class Runner:
    """How games are played, whichever they are.

    Attributes:
        executor: who plays.
        ahead: how many tasks may be under way.
        progress: whether a bar is shown.
        folder: where rows are kept; without it they are not.

    """

    executor: Executor | None
    ahead: int
    progress: bool | None
    folder: Path | None

    def run(self, study: Study, name: str, file: str) -> RowStore:
        """Play what is not there yet."""
        return RowStore(study, name, self.folder and self.folder / f"{file}.parquet", self)


class RowStore:
    """The rows of a study: kept in a file and read column by column, or held."""

    def __init__(self, study: Study, name: str, path: Path | None, runner: Runner) -> None:
        self._study, self._path, self._rows = study, path, list[Row]()
        if path is None:
            self._rows += tqdm(
                study.rows(runner.executor, ahead=runner.ahead),
                total=study.games,
                desc=name,
                unit="game",
                leave=False,
                disable=None if runner.progress is None else not runner.progress,
            )
        else:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except (OSError, ValueError) as error:
                raise StudyError(f"{path.parent}: it cannot be made: {reason_of(error)}") from error
            save(study, path, executor=runner.executor, ahead=runner.ahead, progress=runner.progress)
        self.cut = np.array([winners is None for winners in self.column("winners")], dtype=bool)

    def column(self, name: str) -> list[Any]:
        """The values of a column, in the order of the games."""
        if self._path is None:
            return [row[name] for row in self._rows]
        return read_frame(self._path, columns=[name])[name].tolist()[: self._study.games]

    def deals(self) -> Iterator[list[Row]]:
        """The rows, deal by deal."""
        rows = self._rows if self._path is None else read_rows(self._path)
        wanted = (row for row in rows if cast("int", row["game"]) < self._study.games)
        for _, deal in groupby(wanted, key=lambda row: row["deal"]):
            yield list(deal)


def reason_of(error: OSError | ValueError) -> str:
    """Why a file cannot be used."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


@attrs.frozen(eq=False)
class Gathered:
    """An entry, its samples, and the values of each of its games."""

    entry: Entry
    samples: Samples
    games: pd.DataFrame


def gather(
    name: str,
    file: str,
    study: Study,
    duels: Study | None,
    chosen: ChosenMeasures,
    runner: Runner,
    *,
    ended: bool,
    level: float,
) -> Gathered:
    """Play the games of one entry, or read them, and measure.

    Args:
        name: the name of the entry.
        file: that of its file.
        study: its games.
        duels: the games of its measures of skill.
        chosen: the measures.
        runner: how games are played.
        ended: whether games that were cut are left out, or known to be longer.
        level: how sure the intervals are to be.

    Raises:
        StudyError: if a measure fails or gives what cannot be compared, or a file cannot be used.
        PlayerError: if a player fails.

    """
    store = runner.run(study, name, file)
    samples, games_cut, duels_cut = Samples(), int(store.cut.sum()), 0
    for rules_measure in chosen.rules:
        values = numbers([_value(rules_measure, study.rules, name)])
        samples[rules_measure.name, -1] = Sample(measure=rules_measure, part=-1, values=values)
    games = pd.DataFrame({"entry": name, "game": range(study.games), "cut": store.cut})
    for game_measure in chosen.game:
        parts = _parts(game_measure, study, store.column(game_measure.name))
        if game_measure.shape == "game":
            games[game_measure.name] = parts[0].values
        for sample in parts:
            samples[game_measure.name, sample.part] = _if_cut(sample, store.cut, level) if ended else sample
    if duels is not None:
        duel_store = runner.run(duels, f"{name}, skill", file + _SKILL)
        duels_cut = int(duel_store.cut.sum())
        deals = list(duel_store.deals())
        for deal_measure in chosen.deal:
            samples[deal_measure.name, -1] = _of_deals(deal_measure, deals, name)
    entry = Entry(name=name, rules=study.rules, study=study, cut=games_cut, duels=duels, duels_cut=duels_cut)
    return Gathered(entry, samples, games)


def file_names(names: Sequence[str]) -> dict[str, str]:
    """A name for the file of each entry that any file system takes."""
    files, taken = dict[str, str](), set[str]()
    for name in names:
        plain = re.sub("[^a-z0-9.=_-]+", "-", name.lower())[:80].strip(".-") or "entry"
        files[name] = unused_name(plain, taken, _SKILL)
        taken |= {files[name], files[name] + _SKILL}
    return files


def _value(measure: RulesMeasure | DealMeasure, at: Any, entry: str) -> float | None:
    """What a measure of rules or of deals gives; whatever is wrong with it is an error of studies."""
    of: Callable[[Any], object] = measure.of
    try:
        value = of(at)
    except (Exception, SystemExit) as error:  # one from elsewhere can fail in any way
        raise StudyError(f"{entry}: {measure.name} {failed(error)}") from error
    if not fits(value, "float") and type(value) is not bool:
        raise StudyError(f"{entry}: {measure.name} gave {short(value)}, but a finite number or None was expected")
    return cast("float | None", value)


def _if_cut(sample: Sample, cut: npt.NDArray[np.bool_], level: float) -> Sample:
    """What the games that were cut leave of a sample: of lengths something, of all else nothing but bounds."""
    of = sample.measure
    if not isinstance(of, GameMeasure) or of.name == _ENDLESS:
        return sample
    if of.length and of.shape == "game":
        lengths = kaplan_meier(sample.values, cut, level)
        return Sample.of_lengths(of, lengths, sample.span, lengths.limit())
    return sample.without(cut)


def _of_deals(measure: DealMeasure, deals: Sequence[Sequence[Row]], entry: str) -> Sample:
    """The sample of a measure of deals: those with a game that was cut are left out, but may lie within bounds."""
    cut = [any(row["winners"] is None for row in deal) for deal in deals]
    values = numbers([None if left else _value(measure, deal, entry) for deal, left in zip(deals, cut, strict=True)])
    sample = Sample(measure=measure, part=-1, values=values)
    if measure.bounds is not None:
        of = measure.bounds
        spans = [of(deal, True) for deal, left in zip(deals, cut, strict=True) if not left] or [(-inf, inf)]
        ends = [of(deal, False) if left else (nan, nan) for deal, left in zip(deals, cut, strict=True)]
        lows, highs = np.array(ends).T
        sample = attrs.evolve(
            sample,
            span=(min(low for low, _ in spans), max(high for _, high in spans)),
            lows=np.where(cut, lows, values),
            highs=np.where(cut, highs, values),
        )
    null = (
        None
        if measure.null is None
        else measure.null([deal for deal, left in zip(deals, cut, strict=True) if not left])
    )
    if null is None:
        return sample
    moved = np.zeros(len(deals))
    moved[~np.array(cut)] = null[1]
    return attrs.evolve(sample, null=null[0], varying=values - moved)


def _parts(measure: GameMeasure, study: Study, column: list[Any]) -> list[Sample]:
    """The samples of a measure of games: one, or one for each seat or tenth."""
    span = (-inf, inf) if measure.span is None else measure.span(study.rules.players)
    if measure.shape == "game":
        yes_no = study.columns[measure.name] == "bool"
        return [Sample(measure=measure, part=-1, values=numbers(column), yes_no=yes_no, span=span)]
    first, width = (0, study.rules.players) if measure.shape == "seats" else (1, TENTHS)
    spread = _spread(column, width, measure)
    return [
        Sample(measure=measure, part=part, values=values, span=span) for part, values in enumerate(spread, start=first)
    ]


def _spread(column: list[Any], width: int, measure: GameMeasure) -> Numbers:
    """A column of lists as an array: one row for each seat or tenth, one entry for each game."""
    for game, values in enumerate(column):
        if values is not None and len(values) != width:
            raise StudyError(f"game {game}: {measure.name} gave a list of {len(values)}; {width} values were expected")
    if all(values is None for values in column):
        return np.empty((0, len(column)))
    filled = [numbers([None] * width if values is None else values) for values in column]
    return cast("Numbers", np.array(filled, dtype=np.float64).T)
