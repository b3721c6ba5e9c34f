"""What all tests share: the switch that rewrites the golden playthroughs."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--remaster", action="store_true", help="rewrite tests/golden and tests/counts from what happens now"
    )


@pytest.fixture
def remaster(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--remaster"))
