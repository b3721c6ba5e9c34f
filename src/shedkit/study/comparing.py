"""Comparing: games, or one game under different options, in tables with intervals and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import pandas as pd

from shedkit.core.errors import ConfigurationError, StudyError
from shedkit.core.rules import Rules
from shedkit.core.values import short
from shedkit.players.contenders import Contender, Maker
from shedkit.study.asking import ChosenMeasures, check_asked, chosen_measures, named_rules
from shedkit.study.differences import COLUMNS_OF_TESTS, corrected, tests_between
from shedkit.study.findings import FORMATS, Entry, Findings, known_formats
from shedkit.study.gathering import Runner, file_names, gather, reason_of
from shedkit.study.many import AHEAD, Study
from shedkit.study.measures import Measure
from shedkit.study.samples import COLUMNS_OF_LENGTHS, COLUMNS_OF_TABLE
from shedkit.study.seats import seats_frame
from shedkit.study.trials import LEFT_OUT, option_values, rules_on_trial
from shedkit.study.wording import figures, said

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
_FRAMES = ("table", "lengths", "seats", "tests", "games", "left_out")


@attrs.frozen(kw_only=True, eq=False)
class Comparison(Findings):
    """What a comparison came to, and how to write it; see `Findings` for what is in it."""

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
        # matplotlib and Jinja take their time, and only those who write need them
        from shedkit.study.plotting import plots, write
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
            made += self._save_frames(to, formats)
            if "png" in formats:
                made += write(drawn, to / "plots", "png")
            if "svg" in formats:
                made += write(drawn, to / "plots", "svg")
        except (OSError, ValueError) as error:  # no path can hold a zero byte
            raise StudyError(f"{to}: it cannot be written: {reason_of(error)}") from error
        return made

    def _save_frames(self, folder: Path, formats: Sequence[str]) -> list[Path]:
        made = list[Path]()
        for name in _FRAMES:
            frame: pd.DataFrame = getattr(self, name)
            if frame.empty:
                continue
            if "csv" in formats:
                made.append(folder / f"{name}.csv")
                frame.to_csv(made[-1], index=False)
            if "parquet" in formats:
                made.append(folder / f"{name}.parquet")
                frame.to_parquet(made[-1], index=False)
        return made


def compare(
    entries: Mapping[str, Rules[Any, Any]] | Sequence[Rules[Any, Any]],
    *,
    players: AnyPlayer | Sequence[AnyPlayer] = "simple",
    games: int = 2_000,
    seed: int = 1,
    measures: Sequence[str | Measure] | None = None,
    primary: Sequence[str] = (),
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
        primary: the names of the measures that the question is about, named before anything is played. Their tests
            are corrected for their own number only, those of all others for all others.
        max_moves: after how many moves a game is cut.
        ended: whether games that were cut are left out, but for the share of endless games and for lengths, of which
            is known that they are longer. Else they count as far as they went, which tells of ``max_moves`` more than
            of the rules. Deals with a game that was cut are always left out.
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
    >>> comparison = compare(rules, games=20, measures=["moves"])
    >>> comparison.tests[["first", "second", "measure", "paired"]].to_dict("records")
    [{'first': 'short', 'second': 'long', 'measure': 'moves', 'paired': True}]

    """
    named, chosen = named_rules(entries), chosen_measures(measures)
    asked = {
        name: Study.of(rules, players, games, seed, measures=chosen.game, max_moves=max_moves)
        for name, rules in named.items()
    }
    if type(skill_deals) is not int or skill_deals < 0:
        raise ConfigurationError("skill_deals", f"it must be a whole number from 0, not {short(skill_deals)}")
    duels = _duels(named, skill, skill_deals, seed, max_moves) if chosen.deal else {}
    runner = _runner(executor, ahead, progress, folder)
    return _compared(asked, duels, chosen, base=None, primary=primary, ended=ended, level=level, runner=runner)


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
    level: float = 0.95,
    primary: Sequence[str] = (),
    ended: bool = True,
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
        level: how sure the intervals are to be, between 0 and 1.
        primary: the names of the measures that the question is about; see `compare`.
        ended: whether games that were cut are left out; see `compare`.
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
    named, left = rules_on_trial(rules, options, values)
    chosen = chosen_measures(measures)
    if measures is not None and chosen.deal:
        raise StudyError(f"measures: {chosen.deal[0].name} needs games of its own, which are played by compare only")
    asked = {
        name: Study.of(switched, players, games, seed, measures=chosen.game, max_moves=max_moves)
        for name, switched in named.items()
    }
    runner = _runner(executor, ahead, progress, folder)
    comparison = _compared(
        asked, {}, chosen, base=next(iter(named)), primary=primary, ended=ended, level=level, runner=runner
    )
    return attrs.evolve(comparison, left_out=pd.DataFrame(left, columns=[*LEFT_OUT]))


def _duels(
    named: Mapping[str, Rules[Any, Any]],
    skill: tuple[AnyPlayer, AnyPlayer],
    deals: int,
    seed: int,
    max_moves: int,
) -> dict[str, Study]:
    """The games of the measures of skill, by entry."""
    if not deals:
        return {}
    if not isinstance(skill, tuple | list) or len(skill) != 2:
        raise StudyError(f"skill: a stronger and a weaker player expected, not {short(skill)}")
    strong, weak = skill
    return {
        name: Study.of(
            rules,
            [strong, *[weak] * (rules.players - 1)],
            deals * rules.players,
            seed,
            measures=(),
            max_moves=max_moves,
            paired=True,
        )
        for name, rules in named.items()
    }


def _runner(executor: Executor | None, ahead: int, progress: bool | None, folder: str | Path | None) -> Runner:
    if folder is not None and not isinstance(folder, str | Path):
        raise StudyError(f"folder: a path expected, not {short(folder)}")
    return Runner(executor, ahead, progress, None if folder is None else Path(folder))


def _compared(
    asked: Mapping[str, Study],
    duels: Mapping[str, Study],
    chosen: ChosenMeasures,
    *,
    base: str | None,
    primary: Sequence[str],
    ended: bool,
    level: float,
    runner: Runner,
) -> Comparison:
    check_asked(asked, level, chosen, primary)
    files = file_names(tuple(asked))
    gathered = [
        gather(name, files[name], study, duels.get(name), chosen, runner, ended=ended, level=level)
        for name, study in asked.items()
    ]
    pairs = combinations(gathered, 2) if base is None else ((gathered[0], other) for other in gathered[1:])
    tests = [row for a, b in pairs for row in tests_between(a.entry, b.entry, a.samples, b.samples, level, primary)]
    known = [(side.entry.name, sample) for side in gathered for sample in side.samples.values()]
    lengths = [row for name, sample in known if (row := sample.row_of_lengths(name, level)) is not None]
    return Comparison(
        entries=tuple([side.entry for side in gathered]),
        base=base,
        measures=(*chosen.rules, *chosen.game, *(chosen.deal if duels else ())),
        primary=tuple(primary),
        level=level,
        table=pd.DataFrame([sample.row(name, level) for name, sample in known], columns=[*COLUMNS_OF_TABLE]),
        lengths=pd.DataFrame(lengths, columns=[*COLUMNS_OF_LENGTHS]),
        seats=seats_frame([(side.entry.name, side.samples) for side in gathered], level),
        tests=corrected(pd.DataFrame(tests, columns=[*COLUMNS_OF_TESTS])),
        games=pd.concat([side.games for side in gathered], ignore_index=True),
        left_out=pd.DataFrame([], columns=[*LEFT_OUT]),
    )
