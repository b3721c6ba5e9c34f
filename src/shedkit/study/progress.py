"""The bar that shows how far a study is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shedkit.core.errors import StudyError
from shedkit.study.extras import extra
from shedkit.study.many import Study

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(wanted: bool | None, study: Study, done: int) -> Iterator[Callable[[], object]]:
    """What to call after each game: it moves the bar, if there is one.

    Args:
        wanted: whether there is to be one; without a word, if standard error is a terminal.
        study: what is played.
        done: how many games of it are there already.

    """
    if wanted is False or (wanted is None and not (sys.stderr is not None and sys.stderr.isatty())):
        yield lambda: None
        return
    try:
        tqdm = extra("tqdm")
    except StudyError:
        if wanted:
            raise
        yield lambda: None
        return
    with tqdm.tqdm(total=study.games, initial=min(done, study.games), desc=study.rules.name, unit=" games") as bar:
        yield bar.update
