"""The index of rules in the documentation: number, function, tests, option; made from the code.

    python -m tests.rule_index

writes ``docs/rule-index.md`` anew; a test holds the page to the code.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rule-index.md"
GAMES = {
    "SH": ("Shithead", "shithead"),
    "LS": ("Lucky Shutdown", "lucky_shutdown"),
    "SR": ("Shanghai Rummy", "shanghai_rummy"),
    "QU": ("QUICLO", "quiclo"),
}
NUMBER = re.compile(r"\b(SH|LS|SR|QU)[-_](A?)(\d{2,3})\b(?:\s+to\s+\1[-_]\2(\d{2,3})\b)?")
SHOWN = 2
"""So many tests of a rule are named; the others are counted."""


def numbers(text: str) -> Iterator[str]:
    """The numbers of rules in a text; "LS-001 to LS-003" names all three."""
    for prefix, letter, first, last in NUMBER.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{prefix}-{letter}{number:0{len(first)}d}"


def code_of(package: str) -> Iterator[tuple[Path, str]]:
    """The files in which the rules of a game stand: its own, and those it shares."""
    for folder in (ROOT / "src/shedkit/games" / package, ROOT / "src/shedkit/families"):
        for path in sorted(folder.rglob("*.py")):
            yield path, path.read_text(encoding="utf-8")


def homes(package: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """By number: the functions and classes whose docstring or comments name it, and the options it is behind."""
    places: dict[str, list[str]] = defaultdict(list)
    options: dict[str, list[str]] = defaultdict(list)
    for path, text in code_of(package):
        module = ".".join(path.relative_to(ROOT / "src/shedkit").with_suffix("").parts[1:])
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for number in dict.fromkeys(numbers(ast.get_docstring(node) or "")):
                    places[number].append(f"{module}.{node.name}")
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                rules = [word for word in ast.walk(node.value) if isinstance(word, ast.keyword) and word.arg == "rule"]
                for word in rules:
                    for number in numbers(ast.unparse(word.value)):
                        options[number].append(node.target.id)
            if isinstance(node, ast.Assign | ast.AnnAssign):  # declarations with the rule beside or below them
                line = text.splitlines()[(node.end_lineno or 1) - 1]
                name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
                after = text.splitlines()[node.end_lineno or 0 : (node.end_lineno or 0) + 1]
                below = after[0] if after and after[0].lstrip().startswith('"""') else ""
                comment = line.split("  # ")[1] if "  # " in line else ""
                for number in dict.fromkeys(numbers(comment + " " + below)):
                    places[number].append(f"{module}.{name}")
    return places, options


def tests() -> dict[str, list[str]]:
    """By number: the tests whose name or docstring has it."""
    by_number: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in dict.fromkeys(
                    numbers(node.name.replace("_and_", "_") + " " + (ast.get_docstring(node) or ""))
                ):
                    by_number[number].append(f"{path.stem}::{node.name}")
    return by_number


def rules_of(prefix: str) -> list[str]:
    """All numbers of a game, from its page: clauses first, then rulings."""
    page = (ROOT / "docs/games" / f"{GAMES[prefix][1].replace('_', '-')}.md").read_text(encoding="utf-8")
    return sorted({n for n in numbers(page) if n.startswith(prefix)}, key=lambda n: ("A" in n[3:], n))


def page() -> str:
    """The page."""
    lines = [
        "# Index of rules",
        "",
        "Where each rule is decided, what proves it, and which option changes it. The page is made from the code by",
        "`python -m tests.rule_index`: a function decides a rule whose number stands in its docstring.",
    ]
    proved = tests()
    for prefix, (title, package) in GAMES.items():
        places, options = homes(package)
        lines += ["", f"## {title}", "", "| Rule | Decided in | Tests | Option |", "| --- | --- | --- | --- |"]
        for number in rules_of(prefix):
            where = ", ".join(f"`{place}`" for place in dict.fromkeys(places[number])) or "—"
            named = [f"`{test.split('::')[1]}`" for test in proved[number][:SHOWN]]
            more = len(proved[number]) - SHOWN
            shown = ", ".join(named) + (f" and {more} more" if more > 0 else "") or "—"
            switches = ", ".join(f"`{option}`" for option in dict.fromkeys(options[number]))
            lines.append(f"| {number} | {where} | {shown} | {switches} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
