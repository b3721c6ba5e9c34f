"""The changes that mutation testing tries: one operator, number, word, condition or statement of a source at a time.

A change is spliced into the text, so that all lines keep their numbers. Docstrings, annotations, decorators, `__all__`
and what only type checkers read stay as they are.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Final

import attrs

COMPARES: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
BINARIES: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.BitOr: "&",
    ast.BitAnd: "|",
    ast.BitXor: "|",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
NAMES: Final = {"any": "all", "all": "any", "min": "max", "max": "min"}
Scope = tuple[str, ...]


@attrs.frozen
class Mutant:
    """One change of one file.

    Attributes:
        key: its name, which lasts as long as its function does: file, function, change, and which one of its like.
        path: the file, below the package.
        function: the function it lies in, dotted; empty for what runs when the module is imported.
        begin: the first byte that is replaced.
        end: the byte after the last one.
        text: what stands there instead.
        line: the line it begins in.

    """

    key: str
    path: str
    function: str
    begin: int
    end: int
    text: str
    line: int

    @property
    def of_word(self) -> bool:
        """Whether it changes a word or a sentence."""
        return self.text.lstrip("f")[1:3] == "XX"

    def applied(self, source: str) -> str:
        """The source with the change; no line moves."""
        data = source.encode()
        lost = data[self.begin : self.end].count(b"\n") - self.text.count("\n")
        return (data[: self.begin] + self.text.encode() + b"\n" * lost + data[self.end :]).decode()


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """All changes of a file, in the order of its lines."""
    return _Finder(path, source).found()


def functions(source: str) -> list[tuple[int, int, str]]:
    """First and last line and dotted name of every function, outer ones first."""

    def below(node: ast.AST, scope: Scope) -> Iterator[tuple[int, int, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                own = (*scope, child.name)
                if not isinstance(child, ast.ClassDef):
                    first = min([child.lineno, *[decorator.lineno for decorator in child.decorator_list]])
                    yield first, child.end_lineno or first, ".".join(own)
                yield from below(child, own)
            else:
                yield from below(child, scope)

    return list(below(ast.parse(source), ()))


class _Finder:
    """Goes through one file."""

    def __init__(self, path: str, source: str) -> None:
        self.path, self.source = path, source
        self.data = source.encode()
        self.starts = [0]
        for line in self.data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.like: Counter[str] = Counter()

    def found(self) -> Iterator[Mutant]:
        yield from self.block(ast.parse(self.source).body, (), "")

    # --- places

    def at(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def written(self, node: ast.expr | ast.stmt) -> str:
        begin, end = self.at(node)
        return self.data[begin:end].decode()

    def mutant(self, begin: int, end: int, text: str, scope: Scope, function: str) -> Mutant:
        before = " ".join(self.data[begin:end].decode().split())
        place = " ".join(filter(None, [self.path, ".".join(scope)]))
        name = f"{place}: {_short(before)} -> {_short(' '.join(text.split()))}".rstrip()
        self.like[name] += 1
        line = self.data.count(b"\n", 0, begin) + 1
        return Mutant(f"{name} #{self.like[name]}", self.path, function, begin, end, text, line)

    # --- statements

    def block(self, body: list[ast.stmt], scope: Scope, function: str) -> Iterator[Mutant]:
        for statement in body:
            yield from self.statement(statement, scope, function)

    def statement(self, node: ast.stmt, scope: Scope, function: str) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = (*scope, node.name)
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                yield from self.expression(default, own, function)
            yield from self.block(node.body, own, ".".join(own))
        elif isinstance(node, ast.ClassDef):
            # `total` is for type checkers
            for value in (*node.bases, *[keyword.value for keyword in node.keywords if keyword.arg != "total"]):
                yield from self.expression(value, (*scope, node.name), function)
            yield from self.block(node.body, (*scope, node.name), function)
        elif not self.skipped(node):
            yield from self.whole(node, scope, function)
            for part in _parts(node):
                if isinstance(part, ast.expr):
                    yield from self.expression(part, scope, function)
                elif isinstance(part, ast.stmt):
                    yield from self.statement(part, scope, function)

    def skipped(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.Import | ast.ImportFrom):
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return True  # a docstring, or an ellipsis
        if isinstance(node, ast.If) and self.written(node.test) == "TYPE_CHECKING":
            return True
        value = getattr(node, "value", None)
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        if isinstance(value, ast.Call) and self.written(value.func) in ("TypeVar", "ParamSpec", "NewType"):
            return True
        return isinstance(targets[0], ast.Name) and targets[0].id in ("__all__", "__slots__")

    def whole(self, node: ast.stmt, scope: Scope, function: str) -> Iterator[Mutant]:
        """Changes of a statement as such."""
        begin, end = self.at(node)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield self.mutant(begin, end, "pass", scope, function)
        elif isinstance(node, ast.Return) and node.value is not None:
            if not (isinstance(node.value, ast.Constant) and node.value.value is None):
                yield self.mutant(begin, end, "return None", scope, function)
        elif isinstance(node, ast.Assign) and function:
            if not (isinstance(node.value, ast.Constant) and node.value.value is None):
                yield self.mutant(*self.at(node.value), "None", scope, function)
        elif isinstance(node, ast.AugAssign) and type(node.op) in BINARIES:
            start = self.at(node.target)[1]
            yield self.operator(start, self.at(node.value)[0], BINARIES[type(node.op)] + "=", scope, function)
        elif isinstance(node, ast.Break | ast.Continue):
            yield self.mutant(begin, end, "continue" if isinstance(node, ast.Break) else "break", scope, function)
        elif isinstance(node, ast.If | ast.While):
            yield self.negated(node.test, scope, function)

    # --- expressions

    def operator(self, begin: int, end: int, text: str, scope: Scope, function: str) -> Mutant:
        """Another operator between two operands."""
        between = self.data[begin:end].decode()
        start = next(i for i, char in enumerate(between) if char not in " \t\n)\\")
        stop = next(i for i in range(len(between), 0, -1) if between[i - 1] not in " \t\n(\\")
        return self.mutant(begin + start, begin + stop, text, scope, function)

    def negated(self, test: ast.expr, scope: Scope, function: str) -> Mutant:
        begin, end = self.at(test)
        return self.mutant(begin, end, f"not ({self.written(test)})", scope, function)

    # long: one case for each kind of expression
    def expression(self, node: ast.expr, scope: Scope, function: str) -> Iterator[Mutant]:
        begin, end = self.at(node)
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for left, kind, right in zip(operands, node.ops, operands[1:], strict=False):
                yield self.operator(self.at(left)[1], self.at(right)[0], COMPARES[type(kind)], scope, function)
        elif isinstance(node, ast.BoolOp):
            word = "or" if isinstance(node.op, ast.And) else "and"
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield self.operator(self.at(left)[1], self.at(right)[0], word, scope, function)
        elif isinstance(node, ast.BinOp) and type(node.op) in BINARIES:
            yield self.operator(self.at(node.left)[1], self.at(node.right)[0], BINARIES[type(node.op)], scope, function)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            yield self.mutant(begin, begin + (3 if isinstance(node.op, ast.Not) else 1), "", scope, function)
        elif isinstance(node, ast.IfExp):
            yield self.negated(node.test, scope, function)
        elif isinstance(node, ast.Constant):
            yield from self.constant(node, scope, function)
        elif isinstance(node, ast.JoinedStr):
            yield from self.joined(node, scope, function)
            return
        elif isinstance(node, ast.Name) and node.id in NAMES and isinstance(node.ctx, ast.Load):
            yield self.mutant(begin, end, NAMES[node.id], scope, function)
        elif isinstance(node, ast.Call):
            yield from self.call(node, scope, function)
        for part in _parts(node):
            if isinstance(part, ast.comprehension):
                yield from self.expression(part.iter, scope, function)
                for test in part.ifs:
                    yield self.negated(test, scope, function)
                    yield from self.expression(test, scope, function)
            elif isinstance(part, ast.expr):
                yield from self.expression(part, scope, function)
            elif isinstance(part, ast.keyword):
                yield from self.expression(part.value, scope, function)

    def constant(self, node: ast.Constant, scope: Scope, function: str) -> Iterator[Mutant]:
        begin, end = self.at(node)
        value = node.value
        if type(value) is bool:
            yield self.mutant(begin, end, str(not value), scope, function)
        elif type(value) is int:
            yield self.mutant(begin, end, str(value + 1), scope, function)
        elif type(value) is str and self.written(node)[0] in "\"'" and self.written(node)[:3] != '"""':
            quote = begin + 1
            yield self.mutant(
                begin, end, self.data[begin:quote].decode() + "XX" + self.data[quote:end].decode(), scope, function
            )

    def joined(self, node: ast.JoinedStr, scope: Scope, function: str) -> Iterator[Mutant]:
        """A text with values in it: the text changes; places of the values are known from Python 3.12 on only."""
        begin, end = self.at(node)
        text = self.written(node)
        if text[:2] in ('f"', "f'") and any(isinstance(part, ast.Constant) for part in node.values):
            yield self.mutant(begin, end, f"{text[:2]}XX{text[2:]}", scope, function)

    def call(self, node: ast.Call, scope: Scope, function: str) -> Iterator[Mutant]:
        """Leave out one argument that has a name."""
        for keyword in node.keywords:
            if keyword.arg is None:
                continue
            value_begin, end = self.at(keyword.value)
            begin = self.data.rindex(keyword.arg.encode(), 0, value_begin)
            after = self.data[end:].lstrip()
            if after.startswith(b","):
                end = self.data.index(b",", end) + 1
                yield self.mutant(begin, end, "", scope, function)
            elif after.startswith(b")") and (before := self.data[:begin].rstrip()).endswith((b",", b"(")):
                yield self.mutant(len(before) - before.endswith(b","), end, "", scope, function)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What a node consists of, without annotations of functions; those of fields may be read by the library."""
    for name, value in ast.iter_fields(node):
        if name == "annotation" and not _words(value):
            continue
        yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST))


def _words(annotation: object) -> bool:
    """Whether a type lists words: options are read from those."""
    return (
        isinstance(annotation, ast.Subscript)
        and isinstance(annotation.value, ast.Name)
        and annotation.value.id == "Literal"
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:40]}…{text[-19:]}"
