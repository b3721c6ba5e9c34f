"""Comparing: games, or one game under different options, in tables with intervals and tests."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import chain, combinations, count, groupby
from math import nan
from pathlib import Path
from typing import Any, cast

import attrs
import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats
from tqdm import tqdm

from shedkit.core.errors import ConfigurationError, StudyError
from shedkit.core.options import Option
from shedkit.core.rules import Rules
from shedkit.core.values import failed, short, written
from shedkit.players.contenders import Contender, Maker
from shedkit.study.many import AHEAD, Study, fits
from shedkit.study.measures import (
    DEAL_MEASURES,
    GAME_MEASURES,
    RULES_MEASURES,
    TINY,
    DealMeasure,
    GameMeasure,
    Measure,
    Row,
    RulesMeasure,
    listed,
)
from shedkit.study.results import read_frame, read_rows, save
from shedkit.study.trails import TENTHS

__all__ = [
    "FORMATS",
    "Comparison",
    "Entry",
    "compare",
    "figures",
    "known_formats",
    "option_values",
    "options_on_trial",
    "said",
]

AnyPlayer = str | Maker | Contender
Numbers = npt.NDArray[np.float64]
FORMATS = ("csv", "parquet", "png", "svg", "html")
"""What a comparison can be written as."""
ENDLESS = "truncated"
"""The measure that is about the games that were cut."""
TABLE = (
    *("entry", "measure", "title", "unit", "known", "shape", "part", "games", "n", "mean", "low", "high", "sd"),
    *("min", "q1", "median", "q3", "max"),
)
TESTS = (
    *("first", "second", "measure", "title", "unit", "shape", "part", "paired", "n_first", "n_second"),
    *("difference", "low", "high", "larger", "test", "p", "p_adjusted"),
)
LEFT_OUT = ("option", "value", "why")
_SKILL = "-skill"
"""What the name of a file of duels has behind that of the entry."""
_LISTS = ("list[int]", "list[float]")
_SHAPES = {"game": ("bool", "int", "float"), "seats": _LISTS, "course": _LISTS}
"""The kinds of values that can be compared, by the shape of the measure."""


@attrs.frozen(kw_only=True, eq=False)
class Entry:
    """One of the things compared.

    Attributes:
        name: what it is called in tables and plots.
        rules: the game and its options.
        study: the games it was judged by.
        cut: how many of them were cut at ``max_moves``.
        duels: the games of a stronger player against weaker ones, on paired deals; ``None`` if there were none.
        duels_cut: how many of those were cut.

    """

    name: str
    rules: Rules[Any, Any]
    study: Study
    cut: int
    duels: Study | None
    duels_cut: int


@attrs.frozen(kw_only=True, eq=False)
class Comparison:
    """What a comparison came to.

    Attributes:
        entries: what was compared, in order.
        base: the name of the entry that the others were held against; ``None`` if each was held against each.
        measures: what was measured.
        level: how sure the intervals are, such as 0.95.
        table: one row for each entry, measure and part. ``part`` is the seat, or the tenth of the game from 1, or -1
            for the whole; ``games`` says how many games or deals were played, ``n`` how many of them count: those
            that ended and in which the measure has a value. ``low`` and ``high`` are the interval of the mean:
            Wilson's for shares of yes, else that of Student's t, or none if all values are alike. The rest describes
            the single values: standard deviation, smallest, quartiles, largest.
        tests: one row for each pair of entries, measure and part, but for courses. ``difference`` is the mean of the
            second less the mean of the first, with its interval of Student's t, by pairs or else by Welch;
            ``larger`` is how often the second is above the first, equal counting half (of pairs of the same deal, or
            of all pairs: the U of Mann and Whitney); ``p`` comes from the test named, ``p_adjusted`` is corrected for
            the number of tests by the method of Benjamini and Hochberg. Where nothing varies, the test is that of the
            signs or Fisher's.
        games: one row for each entry and game: whether it was cut, and the measures that give one value a game.
        left_out: the options and values that were not tried, and why.

    """

    entries: tuple[Entry, ...]
    base: str | None
    measures: tuple[Measure, ...]
    level: float
    table: pd.DataFrame
    tests: pd.DataFrame
    games: pd.DataFrame
    left_out: pd.DataFrame

    def to_frame(self) -> pd.DataFrame:
        """The means and their intervals side by side: a row for each measure and part, columns for each entry."""
        order = {one.name: at for at, one in enumerate(self.measures)}
        wide = self.table.pivot(index=["measure", "part"], columns="entry", values=["mean", "low", "high"])
        wide = wide.swaplevel(axis=1)[[(one.name, what) for one in self.entries for what in ("mean", "low", "high")]]
        return cast("pd.DataFrame", wide.sort_index(key=lambda at: at.map(order) if at.name == "measure" else at))

    def save(self, folder: str | Path, *, formats: Sequence[str] = FORMATS, command: str = "") -> list[Path]:
        """Write the tables, the plots and the report.

        Args:
            folder: where to; it is made if it is not there.
            formats: which of `FORMATS`.
            command: what makes the same again; it stands in the report.

        Returns:
            The files, the report first.

        Raises:
            StudyError: if a format is unknown or a file cannot be written.

        """
        from shedkit.study.plotting import plots, write  # they know comparisons
        from shedkit.study.reporting import report

        formats = known_formats(formats)
        if not isinstance(folder, str | Path):
            raise StudyError(f"folder: a path expected, not {short(folder)}")
        to, made = Path(folder), list[Path]()
        drawn = plots(self) if {"png", "svg", "html"} & {*formats} else {}
        try:
            to.mkdir(parents=True, exist_ok=True)
            if "html" in formats:
                made.append(to / "report.html")
                made[-1].write_text(report(self, drawn, command=command), encoding="utf-8")
            for name in ("table", "tests", "games", "left_out"):
                frame: pd.DataFrame = getattr(self, name)
                if frame.empty:
                    continue
                if "csv" in formats:
                    made.append(to / f"{name}.csv")
                    frame.to_csv(made[-1], index=False)
                if "parquet" in formats:
                    made.append(to / f"{name}.parquet")
                    frame.to_parquet(made[-1], index=False)
            if "png" in formats:
                made += write(drawn, to / "plots", "png")
            if "svg" in formats:
                made += write(drawn, to / "plots", "svg")
        except (OSError, ValueError) as error:  # no path can hold a zero byte
            raise StudyError(f"{to}: it cannot be written: {_reason(error)}") from error
        return made


def compare(
    entries: Mapping[str, Rules[Any, Any]] | Sequence[Rules[Any, Any]],
    *,
    players: AnyPlayer | Sequence[AnyPlayer] = "simple",
    games: int = 2_000,
    seed: int = 1,
    measures: Sequence[str | Measure] | None = None,
    max_moves: int = 5_000,
    ended: bool = True,
    skill: tuple[AnyPlayer, AnyPlayer] = ("simple", "careless"),
    skill_deals: int = 200,
    level: float = 0.95,
    executor: Executor | None = None,
    ahead: int = AHEAD,
    folder: str | Path | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Play games under different rules, and compare them.

    Equal seeds shuffle equal decks alike. So entries of one game with the same deck and as many players are compared
    deal by deal, others as independent samples.

    Args:
        entries: rules by name, or rules that name themselves.
        players: who plays, as for `simulate_many`.
        games: how many games of each entry.
        seed: decides everything.
        measures: names from the catalogues, or measures; without them all.
        max_moves: after how many moves a game is cut.
        ended: whether only the games that ended count, but for the share of endless games. What is counted in a game
            that was cut tells of ``max_moves`` more than of the rules.
        skill: the stronger and the weaker player of the measures of skill. The stronger one sits in one seat.
        skill_deals: how many deals these play, each once from every seat; 0 leaves the measures of skill out.
        level: how sure the intervals are to be, between 0 and 1.
        executor: who plays; see `simulate_many`.
        ahead: how many tasks of the executor may be under way at a time; a few for each worker.
        folder: where to keep the rows, so that a comparison that was stopped goes on; without it they are not kept.
        progress: whether a bar shows how far it is; by default if standard error is a terminal.

    Raises:
        StudyError: for entries of one name, an unknown measure, a folder with the rows of other studies, or one that
            cannot be written; whatever was played stays good.
        PlayerError: for an unknown player, or one that fails.
        ConfigurationError: for a number out of bounds.

    >>> from shedkit import Quiclo
    >>> rules = {"short": Quiclo(players=2, hand_size=3), "long": Quiclo(players=2, hand_size=8)}
    >>> found = compare(rules, games=20, measures=["moves"])
    >>> found.tests[["first", "second", "measure", "paired"]].to_dict("records")
    [{'first': 'short', 'second': 'long', 'measure': 'moves', 'paired': True}]

    """
    named = _named(entries)
    chosen = _chosen(measures)
    asked = {
        name: Study.of(rules, players, games, seed, measures=chosen.game, max_moves=max_moves)
        for name, rules in named.items()
    }
    duels = dict[str, Study]()
    if type(skill_deals) is not int or skill_deals < 0:
        raise ConfigurationError("skill_deals", f"it must be a whole number from 0, not {short(skill_deals)}")
    if chosen.deal and skill_deals:
        if not isinstance(skill, tuple | list) or len(skill) != 2:
            raise StudyError(f"skill: a stronger and a weaker player expected, not {short(skill)}")
        strong, weak = skill
        for name, rules in named.items():
            n = rules.players
            seats = [strong, *[weak] * (n - 1)]
            duels[name] = Study.of(rules, seats, skill_deals * n, seed, measures=(), max_moves=max_moves, paired=True)
    return _compared(
        asked,
        duels,
        chosen,
        base=None,
        ended=ended,
        level=level,
        play=_Play(executor, ahead, progress),
        folder=folder,
    )


def options_on_trial(
    rules: Rules[Any, Any],
    *,
    options: Sequence[str] | None = None,
    values: Mapping[str, Sequence[object]] | None = None,
    players: AnyPlayer | Sequence[AnyPlayer] = "simple",
    games: int = 1_000,
    seed: int = 1,
    measures: Sequence[str | Measure] | None = None,
    max_moves: int = 5_000,
    ended: bool = True,
    level: float = 0.95,
    executor: Executor | None = None,
    ahead: int = AHEAD,
    folder: str | Path | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Switch each option alone, and hold it against the rules as given, on the same deals.

    The deals are those of equal seeds: the cards lie in the same order before they are dealt. An option that changes
    the deck is compared by independent samples.

    Args:
        rules: the game, and what each option is held against.
        options: which options; without them all that `option_values` has values for.
        values: what to try instead, by option; also for options that hold data.
        players: who plays, as for `simulate_many`.
        games: how many games under each rule.
        seed: decides everything.
        measures: names from the catalogues, or measures; without them all but those of skill.
        max_moves: after how many moves a game is cut.
        ended: whether only the games that ended count; see `compare`.
        level: how sure the intervals are to be, between 0 and 1.
        executor: who plays; see `simulate_many`.
        ahead: how many tasks of the executor may be under way at a time; a few for each worker.
        folder: where to keep the rows; see `compare`.
        progress: whether a bar shows how far it is; see `compare`.

    Returns:
        A comparison whose first entry is the base. `Comparison.left_out` names what was not tried.

    Raises:
        StudyError: as `compare`; also for an unknown option.
        PlayerError: as `compare`.
        ConfigurationError: for a number out of bounds.

    >>> from shedkit import Quiclo
    >>> trial = options_on_trial(Quiclo(players=2), options=["hand_size"], games=20, measures=["moves"])
    >>> [entry.name for entry in trial.entries]
    ['default', 'hand_size=4', 'hand_size=8']

    """
    if not isinstance(rules, Rules):
        raise StudyError(f"rules: a rules object such as Quiclo(players=2) expected, not {short(rules)}")
    known = {option.name: option for option in rules.options()}
    if isinstance(options, str) or not isinstance(options, Sequence | None):
        raise StudyError(f"options: a list of names expected, not {short(options)}")
    if not isinstance(values, Mapping | None):
        raise StudyError(f"values: a list of values for each option expected, not {short(values)}")
    given = dict(values or {})
    for name, tried in given.items():
        if isinstance(tried, str) or not isinstance(tried, Sequence):
            raise StudyError(f"values: {short(name)}: a list of values expected, not {short(tried)}")
    for name in [*(options or ()), *given]:
        if not isinstance(name, str) or name not in known:
            raise StudyError(f"{rules.name} has no option {short(name)}; it has {', '.join(known)}")
    base = "default" if rules == type(rules)(players=rules.players) else "as given"
    named, left = {base: rules}, list[tuple[str, str, str]]()
    for name, option in known.items():
        if options is not None and name not in options:
            continue
        tried = given[name] if name in given else option_values(option, rules)
        if isinstance(tried, str):
            left.append((name, "", tried))
            continue
        for value in tried:
            text = said(value)
            try:
                changed = rules.evolve(**{name: value})
            except ConfigurationError as error:
                left.append((name, text, str(error)))
                continue
            if changed != rules and changed not in named.values():
                named[_unused(f"{name}={text}", named)] = changed
    chosen = _chosen(measures)
    if measures is not None and chosen.deal:
        raise StudyError(f"measures: {chosen.deal[0].name} needs games of its own, which are played by compare only")
    asked = {
        name: Study.of(one, players, games, seed, measures=chosen.game, max_moves=max_moves)
        for name, one in named.items()
    }
    found = _compared(
        asked, {}, chosen, base=base, ended=ended, level=level, play=_Play(executor, ahead, progress), folder=folder
    )
    return attrs.evolve(found, left_out=pd.DataFrame(left, columns=[*LEFT_OUT]))


def known_formats(formats: Sequence[str]) -> tuple[str, ...]:
    """The formats, if they are all among `FORMATS`.

    Raises:
        StudyError: if one is not.

    """
    if isinstance(formats, str) or not isinstance(formats, Sequence):
        raise StudyError(f"formats: a list of names expected, not {short(formats)}")
    for one in formats:
        if one not in FORMATS:
            raise StudyError(f"there is no format {short(one)}; there are {', '.join(FORMATS)}")
    return tuple(formats)


def option_values(option: Option, rules: Rules[Any, Any]) -> list[object] | str:
    """The values of an option worth a trial, or why there are none.

    Of words and of yes or no these are all others; of numbers, one a third below and one a third above what it is,
    but at least one off; of an option that is not given, the lowest and the next.

    >>> from shedkit import Quiclo
    >>> {option.name: option_values(option, Quiclo()) for option in Quiclo.options()}["hand_size"]
    [4, 8]
    """
    now: object = getattr(rules, option.name)
    if option.name == "players":
        return "another number of players is another table: compare them, or choose --players"
    if option.seat:
        return "it names a seat: among equal players that changes who sits where, and nothing else"
    if not option.plain:
        return "it holds data: give values for it in Python"
    if option.choices:
        return [one for one in option.choices if one != now]
    if isinstance(now, bool):
        return [not now]
    low = 0 if option.low is None else option.low
    if type(now) is int:
        step = max(1, round(now / 3))
        return [one for one in (now - step, now + step) if one >= low and (option.high is None or one <= option.high)]
    return [low, low + 1]


def said(value: object) -> str:
    """The value of an option as the command line takes it, cut if it is long."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = value if isinstance(value, str) else "-" if value is None else written(value)
    return text if len(text) <= 30 else text[:27] + "..."


def figures(value: float) -> str:
    """A number with as many figures as a reader can use.

    >>> [figures(one) for one in (1234.5, 99.44, 2.345, -0.12345, float("nan"))]
    ['1,234', '99.4', '2.35', '−0.123', '–']
    """
    if np.isnan(value):
        return "–"
    size = abs(value)
    return f"{value:,.{0 if size >= 100 else 1 if size >= 10 else 2 if size >= 1 else 3}f}".replace("-", "−")


# --- what is asked for


@attrs.frozen
class _Chosen:
    rules: tuple[RulesMeasure, ...]
    game: tuple[GameMeasure, ...]
    deal: tuple[DealMeasure, ...]


def _chosen(measures: Sequence[str | Measure] | None) -> _Chosen:
    if measures is None:
        return _Chosen(RULES_MEASURES, GAME_MEASURES, DEAL_MEASURES)
    if isinstance(measures, str) or not isinstance(measures, Sequence):
        raise StudyError(f"measures: a list of names or measures expected, not {short(measures)}")
    known: tuple[RulesMeasure | GameMeasure | DealMeasure, ...] = (*RULES_MEASURES, *GAME_MEASURES, *DEAL_MEASURES)
    found = dict[str, Measure]()
    for given in measures:
        one = listed(given, known)
        if one.name in found:
            raise StudyError(f"measures: {one.name} is there twice")
        found[one.name] = one
    return _Chosen(
        tuple([one for one in found.values() if isinstance(one, RulesMeasure)]),
        tuple([one for one in found.values() if isinstance(one, GameMeasure)]),
        tuple([one for one in found.values() if isinstance(one, DealMeasure)]),
    )


def _named(entries: Mapping[str, Rules[Any, Any]] | Sequence[Rules[Any, Any]]) -> dict[str, Rules[Any, Any]]:
    """The rules by name. Rules of one game name themselves by the options in which they differ from its defaults."""
    if isinstance(entries, Mapping):
        found = dict(entries)
    elif isinstance(entries, Sequence) and not isinstance(entries, str):
        for rules in entries:
            if not isinstance(rules, Rules):
                raise StudyError(f"entries: rules objects such as Quiclo(players=2) expected, not {short(rules)}")
        found = {}
        alone = {rules.name for rules in entries if sum(rules.name == one.name for one in entries) == 1}
        for rules in entries:
            name = rules.name if rules.name in alone else repr(rules)
            if name in found:
                raise StudyError(f"entries: {name} is there twice")
            found[name] = rules
    else:
        raise StudyError(f"entries: rules by name, or a list of rules expected, not {short(entries)}")
    for name, rules in found.items():
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise StudyError(f"entries: a name expected, not {short(name)}")
        if not isinstance(rules, Rules):
            raise StudyError(f"entries: {short(name)}: a rules object such as Quiclo(players=2) expected")
    if not found:
        raise StudyError("entries: there is nothing to compare")
    return found


# --- playing


@attrs.frozen
class _Play:
    """How games are played, whichever they are."""

    executor: Executor | None
    ahead: int
    progress: bool | None


def _compared(
    asked: Mapping[str, Study],
    duels: Mapping[str, Study],
    chosen: _Chosen,
    *,
    base: str | None,
    ended: bool,
    level: float,
    play: _Play,
    folder: str | Path | None,
) -> Comparison:
    if type(level) is not float or not 0 < level < 1:
        raise ConfigurationError("level", f"it must be a number between 0 and 1, not {short(level)}")
    for study in asked.values():
        if study.games < 1:
            raise ConfigurationError("games", "there must be one at least")
        for one in study.measures:
            kind, right = study.columns[one.name], _SHAPES.get(one.shape)
            if right is None or kind not in right:
                shapes = ", ".join(f"{' or '.join(kinds)} of the shape {shape}" for shape, kinds in _SHAPES.items())
                raise StudyError(
                    f"measures: {one.name} gives {kind} of the shape {short(one.shape)}; to be compared are {shapes}"
                )
    if folder is not None and not isinstance(folder, str | Path):
        raise StudyError(f"folder: a path expected, not {short(folder)}")
    to = None if folder is None else Path(folder)
    files = _files(asked)
    entries, samples, games = list[Entry](), dict[str, dict[tuple[str, int], _Sample]](), list[pd.DataFrame]()
    for name, study in asked.items():
        source = _Played(study, name, to and to / f"{files[name]}.parquet", play)
        found = dict[tuple[str, int], _Sample]()
        for rules_measure in chosen.rules:
            value = _value(rules_measure, study.rules, name)
            found[rules_measure.name, -1] = _Sample(rules_measure, -1, _numbers([value]), False)
        per_game = pd.DataFrame({"entry": name, "game": range(study.games), "cut": source.cut})
        for game_measure in chosen.game:
            column = source.column(game_measure.name)
            passed = source.cut if ended and game_measure.name != ENDLESS else np.zeros(study.games, dtype=bool)
            if game_measure.shape == "game":
                yes_no = study.columns[game_measure.name] == "bool"
                sample = _Sample(game_measure, -1, _numbers(column), yes_no)
                per_game[game_measure.name] = sample.values
                found[game_measure.name, -1] = sample.without(passed)
            else:
                first = 0 if game_measure.shape == "seats" else 1
                width = TENTHS if first else study.rules.players
                for part, values in enumerate(_spread(column, width, game_measure), start=first):
                    found[game_measure.name, part] = _Sample(game_measure, part, values, False).without(passed)
        games.append(per_game)
        duel, duels_cut = duels.get(name), 0
        if duel is not None:
            path = to and to / f"{files[name]}{_SKILL}.parquet"
            played = _Played(duel, f"{name}, skill", path, play)
            by_deal = [[_value(one, deal, name) for one in chosen.deal] for deal in played.deals()]
            duels_cut = int(played.cut.sum())
            for deal_measure, values in zip(chosen.deal, zip(*by_deal, strict=True), strict=True):
                found[deal_measure.name, -1] = _Sample(deal_measure, -1, _numbers(values), False)
        samples[name] = found
        entries.append(
            Entry(name=name, rules=study.rules, study=study, cut=int(source.cut.sum()), duels=duel, duels_cut=duels_cut)
        )
    pairs = combinations(entries, 2) if base is None else ((entries[0], other) for other in entries[1:])
    tests = [row for a, b in pairs for row in _tests(a, b, samples[a.name], samples[b.name], level)]
    table = [sample.row(name, level) for name, found in samples.items() for sample in found.values()]
    return Comparison(
        entries=tuple(entries),
        base=base,
        measures=(*chosen.rules, *chosen.game, *(chosen.deal if duels else ())),
        level=level,
        table=pd.DataFrame(table, columns=[*TABLE]),
        tests=_corrected(pd.DataFrame(tests, columns=[*TESTS])),
        games=pd.concat(games, ignore_index=True),
        left_out=pd.DataFrame([], columns=[*LEFT_OUT]),
    )


def _files(asked: Mapping[str, Study]) -> dict[str, str]:
    """A name for the file of each entry that any file system takes."""
    found, taken = dict[str, str](), set[str]()
    for name in asked:
        plain = re.sub("[^a-z0-9.=_-]+", "-", name.lower())[:80].strip(".-") or "entry"
        found[name] = _unused(plain, taken, _SKILL)
        taken |= {found[name], found[name] + _SKILL}
    return found


def _unused(name: str, taken: Container[str], more: str = "") -> str:
    """The name, or with a number behind it, so that neither it nor what it is with more behind it is taken."""
    tried = chain([name], (f"{name}~{number}" for number in count(2)))
    return next(one for one in tried if one not in taken and one + more not in taken)


class _Played:
    """The rows of a study: kept in a file and read column by column, or held."""

    def __init__(self, study: Study, name: str, path: Path | None, play: _Play) -> None:
        self._study, self._path, self._rows = study, path, list[Row]()
        if path is None:
            self._rows += tqdm(
                study.rows(play.executor, ahead=play.ahead),
                total=study.games,
                desc=name,
                unit="game",
                leave=False,
                disable=None if play.progress is None else not play.progress,
            )
        else:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except (OSError, ValueError) as error:
                raise StudyError(f"{path.parent}: it cannot be made: {_reason(error)}") from error
            save(study, path, executor=play.executor, ahead=play.ahead, progress=play.progress)
        self.cut = np.array([one is None for one in self.column("winners")], dtype=bool)

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


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _numbers(values: Sequence[Any]) -> Numbers:
    return np.array([nan if one is None else one for one in values], dtype=np.float64)


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


def _spread(column: list[Any], width: int, measure: GameMeasure) -> Numbers:
    """A column of lists as an array: one row for each seat or tenth, one entry for each game."""
    for game, one in enumerate(column):
        if one is not None and len(one) != width:
            raise StudyError(f"game {game}: {measure.name} gave a list of {len(one)}; {width} values were expected")
    if all(one is None for one in column):
        return np.empty((0, len(column)))
    filled = [_numbers([None] * width if one is None else one) for one in column]
    return cast("Numbers", np.array(filled, dtype=np.float64).T)


# --- intervals and tests


@attrs.frozen(eq=False)
class _Sample:
    """The values of a measure under an entry, in the order of the games or deals; nan where there is none."""

    measure: Measure
    part: int
    values: Numbers
    yes_no: bool

    def without(self, games: npt.NDArray[np.bool_]) -> _Sample:
        """The same without the values of some games."""
        return attrs.evolve(self, values=np.where(games, nan, self.values))

    @property
    def shape(self) -> str:
        if isinstance(self.measure, GameMeasure):
            return self.measure.shape
        return "rules" if isinstance(self.measure, RulesMeasure) else "deal"

    def row(self, entry: str, level: float) -> tuple[object, ...]:
        """A row of the table."""
        values, of = self.values[~np.isnan(self.values)], self.measure
        about = (entry, of.name, of.title, of.unit, of.known, self.shape, self.part, len(self.values), len(values))
        if not len(values):
            return about + (nan,) * (len(TABLE) - len(about))
        sd = float(values.std(ddof=1)) if len(values) > 1 else nan
        alike = not self.yes_no and not np.ptp(values)  # what never varied tells nothing of how much it could
        low, high = (nan, nan) if alike else _interval(values, self.yes_no, level)
        return (*about, float(values.mean()), low, high, sd, *np.quantile(values, (0, 0.25, 0.5, 0.75, 1)).tolist())


def _interval(values: Numbers, yes_no: bool, level: float) -> tuple[float, float]:
    """The interval of a mean."""
    n = len(values)
    if yes_no and n:
        found = stats.binomtest(int(values.sum()), n).proportion_ci(level, method="wilson")
        return float(found.low), float(found.high)
    if n < 2:
        return nan, nan
    mean, deviation = float(values.mean()), float(values.std(ddof=1))
    if not deviation:
        return mean, mean
    low, high = stats.t.interval(level, n - 1, loc=mean, scale=deviation / n**0.5)
    return float(low), float(high)


def _tests(
    first: Entry,
    second: Entry,
    of_first: Mapping[tuple[str, int], _Sample],
    of_second: Mapping[tuple[str, int], _Sample],
    level: float,
) -> Iterator[tuple[object, ...]]:
    """The rows of the tests of one pair of entries."""
    a, b = first.rules, second.rules
    paired = type(a) is type(b) and a.players == b.players and a.deck == b.deck
    for key, sample in of_first.items():
        other = of_second.get(key)
        if other is None or sample.shape in ("rules", "course"):
            continue
        x, y = sample.values, other.values
        if paired:
            both = ~(np.isnan(x) | np.isnan(y))
            x, y = x[both], y[both]
        else:
            x, y = x[~np.isnan(x)], y[~np.isnan(y)]
        if len(x) < 2 or len(y) < 2:
            continue
        about = (first.name, second.name, sample.measure.name, sample.measure.title, sample.measure.unit, sample.shape)
        yes_no = sample.yes_no and other.yes_no
        yield (*about, sample.part, paired, len(x), len(y), *_tested(x, y, paired, yes_no, level), nan)


def _tested(
    x: Numbers, y: Numbers, paired: bool, yes_no: bool, level: float
) -> tuple[float, float, float, float, str, float]:
    """The difference of two samples, its interval, how often the second is larger, the test and its p."""
    difference = float(y.mean() - x.mean())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # SciPy warns of samples that hardly vary
        if paired:
            gain = np.where(np.isclose(x, y, rtol=TINY, atol=0), 0, y - x)
            difference = float(gain.mean())  # that of the means can lie outside of the interval by its rounding
            larger = float((gain > 0).mean() + (gain == 0).mean() / 2)
            low, high = _interval(gain, False, level)
            if yes_no or not _varied(gain):  # what never varies has no t, but its sign tells something
                more, less = int((gain > 0).sum()), int((gain < 0).sum())
                p = float(stats.binomtest(more, more + less).pvalue) if more + less else 1.0
                return difference, low, high, larger, "McNemar, exact" if yes_no else "sign, exact", p
            p = float(cast("float", stats.ttest_rel(y, x).pvalue))
            return difference, low, high, larger, "t, paired", p
        larger = float(cast("float", stats.mannwhitneyu(y, x).statistic)) / (len(x) * len(y))
        low = high = difference
        if _varied(x) or _varied(y):
            found = stats.ttest_ind(y, x, equal_var=False)
            interval = found.confidence_interval(level)
            low, high = float(interval.low), float(interval.high)
            if not yes_no:
                return difference, low, high, larger, "t, Welch", float(cast("float", found.pvalue))
    if not yes_no:  # neither varies: each of the one is above each of the other, or all are alike
        x, y = np.zeros(len(x)), np.full(len(y), float(not np.isclose(x[0], y[0], rtol=TINY, atol=0)))
    yes = np.array([[one.sum(), len(one) - one.sum()] for one in (x, y)], dtype=np.int64)
    return difference, low, high, larger, "Fisher, exact", float(stats.fisher_exact(yes).pvalue)


def _varied(values: Numbers) -> bool:
    """Whether values differ by more than what is left of rounding."""
    return bool(np.ptp(values) > TINY * np.abs(values).max())


def _corrected(tests: pd.DataFrame) -> pd.DataFrame:
    known = tests["p"].notna()  # of numbers too large to be added there is none
    if known.any():
        tests.loc[known, "p_adjusted"] = stats.false_discovery_control(tests.loc[known, "p"].to_numpy(dtype=np.float64))
    return tests
