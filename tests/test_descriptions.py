"""What the games say of themselves, word for word: options, moves, phases, zones and facts, events.

The words stand in ``tests/data/descriptions.txt``; ``pytest tests/test_descriptions.py --remaster`` writes them anew, and
whoever does reads the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead

KINDS: tuple[Any, ...] = (LuckyShutdown, Quiclo, ShanghaiRummy, Shithead)
FILE = Path(__file__).parent / "data" / "descriptions.txt"


def described(kind: Any) -> Iterator[str]:
    """One line for each thing that a game declares."""
    yield f"=== {kind.name}, cards {kind.card_type.__name__}, turns {' '.join(sorted(kind.turns))}"
    for option in kind.options():
        bounds = f"{option.low} to {option.high}" if option.low is not None or option.high is not None else ""
        words = [bounds, " | ".join(map(str, option.choices)), "a seat" if option.seat else ""]
        words.append("" if option.plain else "data")
        default = "the cards" if option.name == "deck" else repr(option.default)
        yield f"option {option.name} = {default}: {', '.join(filter(None, words))}; {option.rule}; {option.doc}"
    for move in kind.kinds.values():
        fields = ", ".join(f"{field.name}: {field.type}" for field in attrs.fields(move.move))
        yield f"move {move.verb if hasattr(move, 'verb') else move.move.verb}({fields})"
        for field in attrs.fields(type(move))[1:]:
            if value := getattr(move, field.name):
                yield f"    {field.name}: {value}"
    for word, (rule, text) in kind._says.items():
        yield f"phase {word}: {rule}; {text}"
    layout = kind.state_type.layout
    for field in layout.fields:
        yield f"field {field.name}, {field.role.name if field.role else 'no role'}: {field.doc}"
    for event in kind.event_types:
        fields = ", ".join(field.name for field in attrs.fields(event))
        yield f"event {event.__name__}({fields}): {event.sentence}"


def test_what_the_games_say_of_themselves(remaster: bool) -> None:
    text = "\n".join(line for kind in KINDS for line in described(kind)) + "\n"
    if remaster:
        FILE.write_text(text, encoding="utf-8")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
