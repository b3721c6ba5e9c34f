"""What all tests share: the switch that rewrites the golden playthroughs, and interrupts."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--remaster",
        action="store_true",
        help="rewrite tests/golden, tests/counts and tests/data from what happens now",
    )


@pytest.fixture
def remaster(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--remaster"))


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Programs that are started can be interrupted, also where the tests run in the background with interrupts ignored.

    What is ignored stays ignored in programs that are started, so it has to be allowed first.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
