"""Processes that play the games of a study."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from shedkit.cli.typed import UsageError

__all__ = ["ahead", "workers"]


def _count(args: argparse.Namespace) -> int:
    """How many processes play."""
    return (os.cpu_count() or 1) if args.workers is None else int(args.workers)


def ahead(args: argparse.Namespace) -> int:
    """How many tasks to have under way, so that none of the processes waits for one."""
    from shedkit.study.many import AHEAD

    return max(AHEAD, 2 * _count(args))


@contextmanager
def workers(args: argparse.Namespace) -> Iterator[Executor | None]:
    """Processes that play; none if this one is to play alone."""
    count = _count(args)
    if not 1 <= count <= 1_000:
        raise UsageError(f"--workers: it must be from 1 to 1000, not {count}")
    if count == 1:
        yield None
        return
    # a forked process would share locks with the threads of this one; a Ctrl-C is for this one alone
    pool = ProcessPoolExecutor(
        count, multiprocessing.get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )
    try:
        yield pool
    except BaseException:
        for process in multiprocessing.active_children():  # what they play now is wanted no more
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
