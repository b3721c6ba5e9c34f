"""Campaigns: tests that take hours, as commands that anybody can run again and that go on where they were.

    python -m tests.campaigns                          what there is
    python -m tests.campaigns games --budget 600       ten minutes of one of them
    python -m tests.campaigns report --write           the table of docs/tested.md, made from what is done

A campaign is a module of this package with a class `CAMPAIGN`, see `frame.Campaign`. What is done is kept as data, a
line for each unit of work, in `progress/`. A run can be killed at any moment: the next one begins with the first unit
that has no line.
"""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
for _folder in (TESTS, ROOT / "src"):  # campaigns use the tests beside them, and try the sources of this tree
    if str(_folder) not in sys.path:
        sys.path.insert(0, str(_folder))
