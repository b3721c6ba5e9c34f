"""What the mutation testing of the campaign is made of: the changes, and the runner that lets tests meet them."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mutation.operators import functions, mutants

ROOT = Path(__file__).parents[1]

SAMPLE = '''\
"""A docstring stays."""

__all__ = ["words"]
LIMIT: int = 3
word: Literal["one"] = option(low=1, doc="text")
name = TypeVar("name")


@decorated("this")
def words(first: "str", *, most=True):
    """This too."""
    if TYPE_CHECKING:
        import typing
    if not first and most or first in ("a", f"b{most}", f"{most}"):
        return [x for x in first if x < LIMIT]
    total = -1
    total += len(first, key=2)
    show(
        total,
    )
    while total is None:
        break
    return (
        max(first)
        + 1
    )
'''


def test_the_changes() -> None:
    changes = [mutant.key for mutant in mutants("a/b.py", SAMPLE)]
    assert changes == [
        "a/b.py: 3 -> 4 #1",
        'a/b.py: "one" -> "XXone" #1',
        "a/b.py: low=1, -> #1",
        'a/b.py: , doc="text" -> #1',
        "a/b.py: 1 -> 2 #1",
        'a/b.py: "text" -> "XXtext" #1',
        "a/b.py words: True -> False #1",
        'a/b.py words: not first and most or first in ("a", f"b{most}", f"{most}") -> not (not first and most or first in ("a"…most}", f"{most}")) #1',
        "a/b.py words: or -> and #1",
        "a/b.py words: and -> or #1",
        "a/b.py words: not -> #1",
        "a/b.py words: in -> not in #1",
        'a/b.py words: "a" -> "XXa" #1',
        'a/b.py words: f"b{most}" -> f"XXb{most}" #1',
        "a/b.py words: return [x for x in first if x < LIMIT] -> return None #1",
        "a/b.py words: x < LIMIT -> not (x < LIMIT) #1",
        "a/b.py words: < -> <= #1",
        "a/b.py words: -1 -> None #1",
        "a/b.py words: - -> #1",
        "a/b.py words: 1 -> 2 #1",
        "a/b.py words: += -> -= #1",
        "a/b.py words: , key=2 -> #1",
        "a/b.py words: 2 -> 3 #1",
        "a/b.py words: show( total, ) -> pass #1",
        "a/b.py words: total is None -> not (total is None) #1",
        "a/b.py words: is -> is not #1",
        "a/b.py words: break -> continue #1",
        "a/b.py words: return ( max(first) + 1 ) -> return None #1",
        "a/b.py words: + -> - #1",
        "a/b.py words: max -> min #1",
        "a/b.py words: 1 -> 2 #2",
    ]


def test_what_is_for_type_checkers_stays_and_what_makes_a_class_does_not() -> None:
    assert [mutant.key for mutant in mutants("a.py", "class A(TypedDict, total=False): ...")] == []
    assert [mutant.key for mutant in mutants("a.py", "class A(B, whole=False): ...")] == ["a.py A: False -> True #1"]


def test_which_changes_are_of_words() -> None:
    of_word = [mutant.key for mutant in mutants("a/b.py", SAMPLE) if mutant.of_word]
    assert [key.partition(" -> ")[2] for key in of_word] == [
        '"XXone" #1',
        '"XXtext" #1',
        '"XXa" #1',
        'f"XXb{most}" #1',
    ]


def test_every_change_is_one_and_keeps_the_lines() -> None:
    every = list(mutants("a/b.py", SAMPLE))
    texts = {mutant.applied(SAMPLE) for mutant in every}
    assert len(texts) == len(every)
    for mutant in every:
        text = mutant.applied(SAMPLE)
        ast.parse(text)
        assert text.count("\n") == SAMPLE.count("\n")
        lines, others = SAMPLE.splitlines(), text.splitlines()
        assert next(n for n, pair in enumerate(zip(lines, others, strict=True), 1) if len({*pair}) == 2) == mutant.line
        assert mutant.function == ("words" if mutant.line > 12 else "")


def test_the_changes_of_the_library_can_be_compiled() -> None:
    from campaigns.mutants import all_mutants
    from mutation.covering import PACKAGE

    every = {mutant.key: mutant for mutant in all_mutants()}
    assert len(every) > 8_000
    assert len(every) == sum(1 for _ in all_mutants()), "two have the same name"
    for key in sorted(every)[::20]:
        mutant = every[key]
        compile(mutant.applied((PACKAGE / mutant.path).read_text(encoding="utf-8")), mutant.path, "exec")


def test_functions_by_their_lines() -> None:
    source = "class A:\n    @b\n    @c\n    def d(self):\n        def e(): pass\n        return e\n\ndef f(): pass\n"
    assert functions(source) == [(2, 6, "A.d"), (5, 5, "A.d.e"), (8, 8, "f")]


# --- the runner: changes of the cards of QUICLO, before some of their tests

PATH = "games/quiclo/cards.py"
FILE = "tests/test_quiclo_clauses.py"
TEST = f"{FILE}::test_QU_009_one_digit_must_match"
LINE = "return not card.digits.isdisjoint(top.digits)"


def told(mode: str, *changes: str) -> list[dict[str, Any]]:
    """What the runner says of sources that have something else in place of the line."""
    source = (ROOT / "src" / "shedkit" / PATH).read_text(encoding="utf-8")
    assert LINE in source
    request = {"path": PATH, "before": source, "tests": {TEST: 0.01}, "files": [FILE]}
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "mutation" / "running.py"), mode, *([FILE] if mode == "swap" else [])],
        input="".join(json.dumps({**request, "after": source.replace(LINE, change)}) + "\n" for change in changes),
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it forks")
@pytest.mark.deep
@pytest.mark.parametrize("mode", ["swap", "anew"])
def test_what_becomes_of_a_change(mode: str) -> None:
    unchanged, wrong, spelled, greedy, dead, moved, at_import = told(
        mode,
        LINE,
        "return card.digits.isdisjoint(top.digits)",
        "return card.digitz",
        "return bytes(1 << 40) == b''",
        "import os; os.abort()",
        "return [x for x in [1]] and not card.digits.isdisjoint(top.digits) or (lambda: False)()",
        f"{LINE}\n\nraise ValueError(1)",
    )
    assert unchanged == {"held": 1}
    assert wrong == spelled == greedy == {"by": TEST}
    assert dead == {"by": f"died: {TEST}"}
    # code with other functions in it cannot be exchanged, and is left to the other way
    assert moved == {"held": 0 if mode == "swap" else 1}
    # so is what is done while the library is imported
    assert at_import == {"held": 1} if mode == "swap" else at_import["by"].startswith("import: ")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it forks")
@pytest.mark.deep
def test_a_change_without_an_end() -> None:
    assert told("swap", "while True: pass") == [{"by": f"time: {TEST}"}]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it forks")
@pytest.mark.deep
def test_which_functions_a_test_enters(tmp_path: Path) -> None:
    from mutation.covering import covering

    noted = covering(tmp_path / "map.jsonl", [FILE])
    assert noted.entering[PATH, "fits"][0] in noted.seconds
    assert TEST in noted.entering[PATH, "fits"]
    assert TEST in noted.of_file(PATH)
    widths = [noted.width[test] for test in noted.of_file(PATH)]
    assert widths == sorted(widths)
    assert ("core/values.py", "seal") in noted.at_import
    assert (PATH, "fits") not in noted.at_import
    kept = (tmp_path / "map.jsonl").read_bytes()
    assert covering(tmp_path / "map.jsonl", [FILE]) == noted
    assert (tmp_path / "map.jsonl").read_bytes() == kept, "it is made once"


def test_each_explanation_stands_for_one_mutant_and_says_why() -> None:
    from campaigns.mutants import EXPLAINED, explained

    lines = EXPLAINED.read_text(encoding="utf-8").splitlines()
    every = explained(EXPLAINED)
    assert len(every) == len(lines)
    assert all(len(why) > 20 for why in every.values())
