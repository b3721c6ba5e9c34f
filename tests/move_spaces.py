"""The tables of `docs/move-spaces.md`, made from the code.

    python -m tests.move_spaces

writes them anew; a test holds the page to the code.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/move-spaces.md"
sys.path += [str(ROOT / "examples"), str(ROOT / "examples/mau_mau")]

from jump_in import JumpIn  # noqa: E402  # the examples are no package
from mau_mau import MauMau  # noqa: E402
from president import President  # noqa: E402

SHOWN: dict[str, dict[str, Any]] = {
    "quiclo": {
        "": Quiclo(players=4),
        "with `play_drawn`": Quiclo(players=4, play_drawn=True),
    },
    "shithead": {
        "": Shithead(players=4),
        "`common`": Shithead.common(players=4),
        "with every option, swaps one by one": Shithead(
            players=4, multi_card=True, out_of_turn_quad=True, take_with_face_up=True, swap="single"
        ),
    },
    "lucky-shutdown": {
        "": LuckyShutdown(players=4),
        "with every option": LuckyShutdown(
            players=4, skip_rescue_zone="hand_or_face_up", challenge_luck=True, early_reveal=True
        ),
    },
    "shanghai-rummy": {
        "": ShanghaiRummy(players=4),
        "`short`": ShanghaiRummy.short(players=4),
        "`common` with six players": ShanghaiRummy.common(players=6),
    },
    "mau-mau": {"": MauMau(players=4)},
    "president": {"": President(players=4)},
    "jump-in": {"": JumpIn(players=4)},
}
NAMES = {
    "quiclo": "QUICLO",
    "shithead": "Shithead",
    "lucky-shutdown": "Lucky Shutdown",
    "shanghai-rummy": "Shanghai Rummy",
    "mau-mau": "Mau-Mau",
    "president": "President",
    "jump-in": "Jump-in",
}


def table(rules: Any) -> str:
    """The blocks of a space."""
    space = rules.move_space()
    rows = [
        f"| `{block.kind.verb}` | {block.what or 'the move alone'} | {block.size:,} | {block.offset:,} |"
        for block in space.blocks
    ]
    return "\n".join(["| Moves | Numbers for | Size | From |", "| --- | --- | --: | --: |", *rows])


def overview() -> str:
    """The size of every space that is shown."""
    rows = [
        f"| {NAMES[name]}{f', {title}' if title else ''} | {rules.players} | {rules.move_space().size:,} |"
        for name, shown in SHOWN.items()
        for title, rules in shown.items()
    ]
    return "\n".join(["| Rules | Players | Numbers |", "| --- | --: | --: |", *rows])


def parts() -> dict[str, str]:
    """What stands between the marks of the page."""
    made = {"overview": overview()}
    for name, shown in SHOWN.items():
        made[name] = "\n\n".join(
            f"{NAMES[name]}{f' {title}' if title else ''}, {rules.players} players: "
            f"{rules.move_space().size:,} numbers.\n\n{table(rules)}"
            for title, rules in shown.items()
        )
    return made


def page(text: str) -> str:
    """The page with its tables made anew."""
    for name, made in parts().items():
        mark = f"<!-- {name} -->"
        text = re.sub(
            f"{mark}\n.*?\n{mark}", lambda _, mark=mark, made=made: f"{mark}\n\n{made}\n\n{mark}", text, flags=re.DOTALL
        )
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
