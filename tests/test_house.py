"""A house one sees through: no circle between files, no file, class or function that is too large."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from test_walls import MODULES, imported, name_of

FILE, CLASS, FUNCTION = 400, 300, 40
"""How many lines a file and a class may have, and how many lines of code a function."""

NAMES = {name_of(path): path for path in MODULES}
Defined = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def needed(path: Path) -> set[str]:
    """The modules of the library that a file imports, wherever in it and for whatever reason."""
    modules = {module for module, _ in imported(path) if module in NAMES}
    # of a package and one of its modules, only the module is meant
    return {module for module in modules if not any(other.startswith(f"{module}.") for other in modules)}


def circles() -> Iterator[list[str]]:
    """Files that import each other, directly or round about (Tarjan)."""
    graph = {name: needed(path) - {name} for name, path in NAMES.items()}
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> Iterator[list[str]]:
        number[name] = lowest[name] = len(number)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in number:
                yield from visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], number[other])
        if lowest[name] == number[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                yield group

    for name in sorted(graph):
        if name not in number:
            yield from visit(name)


def test_no_circle_between_files() -> None:
    assert list(circles()) == []


def code_lines(text: str) -> set[int]:
    """The numbers of the lines that hold code: no blanks, no comments, no docstrings."""
    tree = ast.parse(text)
    docs = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            for part in body:
                if (
                    isinstance(part, ast.Expr)
                    and isinstance(part.value, ast.Constant)
                    and isinstance(part.value.value, str)
                ):
                    docs |= set(range(part.lineno, (part.end_lineno or part.lineno) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            lines |= set(range(token.start[0], token.end[0] + 1))
    return lines - docs


def test_lines_of_code() -> None:
    assert code_lines(
        '"""Doc."""\n\n# why\nx = 1\n\n\ndef f() -> None:\n    """Doc."""\n    return x(\n        1,\n    )\n'
    ) == {4, 7, 9, 10, 11, 12}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nothing_is_too_large(path: Path) -> None:
    """A function that is longer has a comment above it that begins with "long:" and says why."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert len(lines) <= FILE, f"{path} has {len(lines)} lines"
    code = code_lines(text)
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, Defined):
            continue
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.ClassDef):
            assert last - node.lineno < CLASS, f"{path}:{node.lineno}: {node.name} has {last - node.lineno + 1} lines"
            continue
        own = len(code & set(range(node.lineno, last + 1)))
        first = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
        excused = lines[first - 2].strip().startswith("# long:")
        assert own <= FUNCTION or excused, f"{path}:{node.lineno}: {node.name} has {own} lines of code"
