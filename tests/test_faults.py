"""Every fault of options and positions is told in words that a test knows.

Most are in the answers that `test_bad_input.py` keeps, whole; those that no case of bad input brings about are here.
The code is searched for sentences that neither of them has.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path

import pytest

from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.core.cards import BACK, FrenchCard
from shedkit.core.chance import Chance
from shedkit.core.errors import ConfigurationError, PositionError, ShedkitError
from shedkit.core.outcomes import Result
from shedkit.core.positions import read_numbers
from shedkit.core.states import evolve
from shedkit.families.melds import Contract
from subjects import PACK

SRC = Path(sys.modules["shedkit"].__file__ or "").parent
DATA = Path(__file__).parent / "data"
OUTSIDE = ("checking", "building", "parts", "fields", "options", "round_facts", "positions", "configured")
FILES = [
    *sorted((SRC / "games").rglob("*.py")),
    *sorted((SRC / "families").rglob("*.py")),
    *(SRC / "core" / f"{name}.py" for name in OUTSIDE),
]
DECK = LuckyShutdown().deck
Q = Quiclo(players=2, highest_card=12, hand_size=2)
AT_Q = Q.position(hands=["1 2", "3 4"], discard="5")
R = ShanghaiRummy()
SH = Shithead(players=2)
AT_SH = SH.position(hands=["7h", "8h"], discard="9h")
SET = ", ".join(option.name for option in Shithead.options())
QUAD = "quad_burn: unknown option; did you mean quad_burns?"
OVER = {
    "hands": [""] * 4,
    "shown": ["", "2d", "2h", "2s"],
    "discard": "9h",
    "phase": "over",
    "down": [True, *[False] * 3],
}
AT_OVER = R.position(**OVER, results=[[0, 5, 5, 5]])


def cards_wait_in_play() -> None:
    """A zone of chosen cards in a game that checks no more than the library does; Lucky Shutdown says it itself."""
    rules = LuckyShutdown()
    zone = copy(rules.state_type.layout.field("chosen"))
    zone.check = None
    state = rules.position(hands=["13o", "14o", "14b"], discard="13b")
    raise PositionError(zone.fault(rules, evolve(state, chosen=(DECK[:3], (), ()))))


FAULTS: list[tuple[Callable[[], object], type[ShedkitError], str]] = [
    (cards_wait_in_play, PositionError, "chosen: cards wait there only while all choose"),
    (lambda: read_numbers("results", "5 7"), PositionError, "results: a list of whole numbers expected, not '5 7'"),
    (lambda: read_numbers("results", [5, "7"]), PositionError, "results: whole numbers expected, not '7'"),
    (
        lambda: LuckyShutdown(deck=[*DECK, "15x"]),
        ConfigurationError,
        "deck: 15x would demand no colour: a 15 has one colour (LS-A25)",
    ),
    (
        lambda: LuckyShutdown(deck=[*DECK, *["13o"] * 13]),
        ConfigurationError,
        "deck: it must have at most 16 cards like 13o, not 17",
    ),
    (
        lambda: LuckyShutdown().position(hands=["13o", "14o", "14b"], discard="13b", pending=1),
        PositionError,
        "pending: players are skipped only when a 19 counts",
    ),
    (
        lambda: R.checked(evolve(R.deal(seed=1), contract=Contract(0, 2))),
        PositionError,
        "contract: here it is 2 sets, not 2 runs",
    ),
    (
        lambda: Shithead(deck=f"{PACK} {'7h ' * 13}"),
        ConfigurationError,
        "deck: it must have at most 16 cards like 7c, not 17",
    ),
    (
        lambda: Shithead().position(hands=["7h", "", "8h"], face_down=["", "2c"], discard="9h", stock="Tc"),
        PositionError,
        "hands: player 1 has no hand card beside a stock, and could not go on",
    ),
    (
        lambda: Q.checked(evolve(AT_Q, stock=(*AT_Q.stock[1:], AT_Q.discard[0]))),
        PositionError,
        "the cards are not the deck: 5 not in the deck, or too often",
    ),
    (
        lambda: Q.checked(evolve(AT_Q, stock=AT_Q.stock[1:])),
        PositionError,
        "the cards are not the deck: 11 of 12, 6 missing",
    ),
    (lambda: Q.checked(evolve(AT_Q, discard=(FrenchCard("7h"),))), PositionError, "7h is not a card of quiclo"),
    (
        lambda: Q.checked(evolve(AT_Q, chance=Chance(1, -1))),
        PositionError,
        "chance: a seed of at most 128 bits and a count from 0 expected",
    ),
    (
        lambda: Q.checked(evolve(AT_Q, hands=(AT_Q.hands[0][::-1], AT_Q.hands[1]))),
        PositionError,
        "hands: the cards must be in deck order: 1 2",
    ),
    (
        lambda: SH.checked(evolve(AT_SH, face_up=((None,) * 4, *AT_SH.face_up[1:]))),
        PositionError,
        "face_up: a row has 3 slots, not 4",
    ),
    (
        lambda: R.checked(evolve(AT_OVER, round=evolve(AT_OVER.round, results=(Result((1, 1, 1, 1), (0, 5, 5, 5)),)))),
        PositionError,
        "results: the places are not those that follow from the points",
    ),
    (lambda: R.position(**OVER, results=[5]), PositionError, "results: a list expected, not 5"),
    (
        lambda: R.position(**OVER, results=[[0, 5, 5, "5"]]),
        PositionError,
        "results: the points of each player in each round that is over are expected",
    ),
    (
        lambda: Quiclo(players=2, open_hands=BACK),
        ConfigurationError,
        "open_hands: a card back or a hidden fact is no value",
    ),
    (lambda: Q.checked(evolve(AT_Q, hands=7)), PositionError, "hands: entries expected, not 7"),
    (
        lambda: Shithead.read_options([]),  # type: ignore[arg-type]
        ConfigurationError,
        "options: names with their values expected, not a list",
    ),
    (
        lambda: Shithead.read_options({"x": 1, "players": 3}),
        ConfigurationError,
        f"x: unknown option; choose from {SET}",
    ),
    (lambda: Shithead.read_options({"quad_burn": "no"}), ConfigurationError, QUAD),
    (
        lambda: Shithead.read_options({"swap": " " * 30_000}),
        ConfigurationError,
        f"swap: a text of at most 20000 characters expected, not {' ' * 36!r}".removesuffix("'") + "...",
    ),
    (
        lambda: Shithead.read_options({"swap": "of"}),
        ConfigurationError,
        "swap: it cannot be 'of'; did you mean off?",
    ),
    (
        lambda: Shithead.read_options({"multi_card": "perhaps"}),
        ConfigurationError,
        "multi_card: it must be yes or no, not 'perhaps'",
    ),
    (
        lambda: Shithead.read_options({"rounds": "1.5"}),
        ConfigurationError,
        "rounds: it must be a whole number, not '1.5'",
    ),
]


@pytest.mark.parametrize(("call", "kind", "text"), FAULTS, ids=[text for _, _, text in FAULTS])
def test_the_fault_is_told(call: Callable[[], object], kind: type[ShedkitError], text: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == text


def patterns(node: ast.expr | None) -> Iterator[str]:
    """Regular expressions for the sentences that an expression gives."""
    if isinstance(node, ast.IfExp):
        yield from (*patterns(node.body), *patterns(node.orelse))
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from patterns(value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in node.values]
        yield "".join(parts)


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """The sentences of the errors that a file raises, and of the faults that its functions find."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.returns is not None and ast.unparse(node.returns) == "str | None":
            for part in ast.walk(node):
                if isinstance(part, ast.Return):
                    yield from ((part.lineno, pattern) for pattern in patterns(part.value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            if node.func.id in ("ConfigurationError", "PositionError", "error"):
                yield from ((node.lineno, pattern) for pattern in patterns(node.args[-1]))


def test_every_fault_in_the_code_is_told_in_a_test() -> None:
    kept = [line for path in DATA.glob("bad_input_*.txt") for line in path.read_text(encoding="utf-8").splitlines()]
    told = [*kept, *(text for _, _, text in FAULTS)]
    every = [(path.relative_to(SRC), line, text) for path in FILES for line, text in sentences(path) if text]
    left = [fault for fault in every if not any(re.search(fault[2], line) for line in told)]
    assert len(every) > 80
    assert not left
