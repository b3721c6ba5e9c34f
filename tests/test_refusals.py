"""Every refusal of every game, from positions built by hand: the reason, the rule and the sentence.

The table stands in `refusal_table.py`. Here it is tried, and the code is searched for refusals that no line of it
reaches: each call of `Refusal`, each pair of a rule and a sentence, and what moves and phases declare.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest

from refusal_table import TABLE, Silent
from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.core.errors import IllegalMove
from shedkit.core.holding import not_drawn, not_held
from shedkit.core.moves import Move
from shedkit.core.protocol import may_not_move
from shedkit.core.refusals import Refusal
from shedkit.games.shanghai_rummy import LayOff

SRC = Path(sys.modules["shedkit"].__file__ or "").parent
MAU_MAU = Path(sys.modules["mau_mau"].__file__ or "")
FILES = [path for room in ("core", "families", "games") for path in sorted((SRC / room).rglob("*.py"))] + [MAU_MAU]
RULE = re.compile(r"[A-Z]{2}-A?\d{2,3}")
LINE = re.compile(r"(\d+) (.+?): ([a-z-]+) ([A-Z]{2}-A?\d+): (.+)")


@attrs.frozen
class Foreign(Move):
    """A move of no game."""

    verb = "foreign"


ODD: dict[str, Any] = {
    "<object>": object(),
    "<foreign>": Foreign(),
    "<bad end>": LayOff("9h", None, 0, 7),  # type: ignore[arg-type]
}


@attrs.frozen(eq=False)
class Row:
    """A line of the table, at its position."""

    rules: Any
    at: dict[str, Any]
    line: str

    def parts(self) -> tuple[int, str, str, str, str]:
        found = LINE.fullmatch(self.line)
        assert found is not None, self.line
        player, move, reason, rule, text = found.groups()
        return int(player), move, reason, rule, text

    def asked(self) -> tuple[Any, Any, int]:
        """The position, the move and the player."""
        player, code, *_ = self.parts()
        return self.rules.position(**self.at), ODD[code] if code in ODD else self.rules.parse(code), player

    def told(self) -> Refusal:
        """What the player is told."""
        state, move, player = self.asked()
        refusal: Refusal = self.rules.refusal(state, move, player)
        return refusal


ROWS = [Row(rules, at, line.strip()) for rules, at, lines in TABLE for line in lines.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.rules.name}: {row.line.split(': ')[0]}")
def test_who_asks_is_told_the_rule_that_stands_in_the_way(row: Row) -> None:
    state, move, player = row.asked()
    refusal = row.told()
    assert refusal is not None, "it is taken"
    assert (refusal.reason.value, refusal.rule, refusal.text) == row.parts()[2:]
    with pytest.raises(IllegalMove) as caught:
        row.rules.apply(state, move, player)
    assert caught.value.refusal == refusal
    if player < row.rules.players:  # it tells nothing that the player does not see, and is said to a view as well
        view = row.rules.view(state, player)
        assert row.rules.refusal(view, move, player) == refusal
        assert row.rules.refusal(row.rules.sample(view, 7), move, player) == refusal


# --- nothing is left out


@cache
def sites() -> dict[tuple[str, int], ast.Call]:
    """Every call of `Refusal` in the code, by file and line."""
    return {
        (str(path), node.lineno): node
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"
    }


def constants() -> Iterator[tuple[tuple[str, int], Refusal]]:
    """The refusals that are made when a module is loaded, with the line that makes them."""
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            if isinstance(value, ast.Call) and (str(path), value.lineno) in sites():
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target  # type: ignore[union-attr]
                assert isinstance(target, ast.Name)
                name = ".".join(path.relative_to(SRC.parent).with_suffix("").parts)
                yield (str(path), value.lineno), getattr(import_module(name), target.id)


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    """The places of the code that make the refusals of the table."""
    made: dict[int, tuple[str, int]] = {}
    original = Refusal.__init__

    def noting(self: Refusal, *values: Any, **named: Any) -> None:
        original(self, *values, **named)
        frame = sys._getframe(1)
        while (
            frame.f_code.co_filename == __file__
            or "attrs" in frame.f_code.co_filename
            or frame.f_code.co_name == "once"
        ):
            assert frame.f_back is not None
            frame = frame.f_back
        kept.append(self)
        made[id(self)] = frame.f_code.co_filename, frame.f_lineno

    kept: list[Refusal] = []  # so that no number of an object is used again
    for kept_for_good in (may_not_move, not_drawn, not_held):
        kept_for_good.cache_clear()
    monkeypatch.setattr(Refusal, "__init__", noting)
    told = [row.told() for row in ROWS]
    fixed = {id(refusal): place for place, refusal in constants()}
    places = {made.get(id(refusal)) or fixed.get(id(refusal)) for refusal in told} - {None}
    return {
        site
        for site, node in sites().items()
        for file, line in places  # type: ignore[misc]
        if file == site[0] and node.lineno <= line <= (node.end_lineno or 0)
    }


def test_every_refusal_in_the_code_is_in_the_table(reached: set[tuple[str, int]]) -> None:
    left = [
        f"{Path(file).relative_to(SRC) if SRC in Path(file).parents else file}:{line}"
        for file, line in sites().keys() - reached
    ]
    assert len(reached) > 80
    assert not sorted(left), "no line of the table reaches these"


def pattern(text: ast.expr) -> str | None:
    """A regular expression for a sentence of the code."""
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return re.escape(text.value)
    if isinstance(text, ast.JoinedStr):
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in text.values]
        return "".join(parts)
    return None


def pairs() -> Iterator[tuple[str, str, str]]:
    """Pairs of a rule and a sentence in the code, with their place."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], ast.Constant):
                rule, text = node.elts[0].value, pattern(node.elts[1])
                if isinstance(rule, str) and RULE.fullmatch(rule) and text is not None:
                    yield f"{path.name}:{node.lineno}", rule, text


def test_every_pair_of_a_rule_and_a_sentence_is_in_the_table() -> None:
    told = [row.parts()[3:] for row in ROWS]
    every = list(pairs())
    left = [
        (place, rule, text)
        for place, rule, text in every
        if not any(rule == other and re.fullmatch(text, said) for other, said in told)
    ]
    assert len(every) > 15
    assert not left


def test_every_rule_that_a_refusal_may_name_is_in_the_table() -> None:
    """Also where the code chooses between two of them."""
    told = {row.parts()[3] for row in ROWS}
    chosen = {
        part.value
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.IfExp)
        for part in (node.body, node.orelse)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and RULE.fullmatch(part.value)
    }
    assert len(chosen) >= 6
    assert not chosen - told


def declared(kind: Any) -> Iterator[tuple[str, str]]:
    """The rules and sentences that the moves and phases of a game declare; sentences as regular expressions."""
    for rule, text in kind._says.values():
        yield rule, re.escape(text)
    for move in kind.kinds.values():
        if isinstance(move.says, str):
            says = [(move.rule or "SK-12", move.says)] if move.says else []
        else:
            says = list(move.says.values())
        for rule, text in says:
            yield rule, re.escape(text)
        if move.off:
            yield move.rule, re.sub(r"\\\{.*?\\\}", ".*", re.escape(move.off))


@pytest.mark.parametrize("kind", [Shithead, Quiclo, LuckyShutdown, ShanghaiRummy, Silent.__mro__[1]])
def test_everything_that_a_game_declares_is_said_in_the_table(kind: Any) -> None:
    told = [row.parts()[3:] for row in ROWS if type(row.rules) is kind]
    left = [
        (rule, text)
        for rule, text in dict.fromkeys(declared(kind))
        if not any(rule == other and re.fullmatch(text, said) for other, said in told)
    ]
    assert not left
