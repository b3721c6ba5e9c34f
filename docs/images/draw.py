"""Draws the tables on the pages of the games: ``python docs/images/draw.py``.

Each page of a game builds its table in its first block of code, and that is what is drawn.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from shedkit import Picture

HERE = Path(__file__).parent
PAGES = HERE.parent / "games"


def table_of(page: Path) -> Picture:
    """The table that the first block of a page builds, as player 0 sees it."""
    block = re.search(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None, page
    names: dict[str, Any] = {}
    exec(block[1].partition("\nprint(")[0], names)
    picture: Picture = names["rules"].picture(names["state"], 0)
    return picture


def main() -> None:
    """Draw them all."""
    for page in sorted(PAGES.glob("*.md")):
        table_of(page).save(HERE / f"{page.stem}-table.svg")


if __name__ == "__main__":
    main()
