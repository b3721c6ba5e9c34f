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
from functools import partial
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
from shedkit.games.shithead import Power
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
FOUR = ["4c 4d 4h", "3c", "6c", "Ad"]
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
    (lambda: Q.position(hands=["1 2", "3 4"]), PositionError, "discard: the pile has at least one card"),
    (
        lambda: Q.position(hands=["1 2", ""], discard="3", turn=1, out=[1]),
        PositionError,
        "turn: player 1 is out",
    ),
    *[
        (
            partial(Quiclo, highest_card=highest),
            ConfigurationError,
            f"highest_card: it must be {bounds}, not {highest!r}",
        )
        for highest, bounds in (
            (2, "from 3 to 999"),
            (0, "from 3 to 999"),
            (-5, "from 3 to 999"),
            ("7", "a whole number"),
        )
    ],
    (
        lambda: Quiclo(players=2, hand_size=1, deck="1 2 150"),
        ConfigurationError,
        "deck: 150 is higher than highest_card, which is 144",
    ),
    (
        lambda: Quiclo(players=2, hand_size=1, deck="1 2 2"),
        ConfigurationError,
        "deck: 2 is there twice: every number occurs once (QU-003)",
    ),
    (
        lambda: R.position(hands=FOUR, buys=[4, 0, 0, 0]),
        PositionError,
        "buys: each must be from 0 to 3",
    ),
    (
        lambda: Quiclo(3),  # type: ignore[misc]
        ConfigurationError,
        "options: Quiclo takes its options by name",
    ),
    (
        lambda: Quiclo(misplay="x"),  # type: ignore[arg-type]
        ConfigurationError,
        "misplay: it must be one of penalty, illegal, not 'x'",
    ),
    (
        lambda: Quiclo(players=23, hand_size=9),
        ConfigurationError,
        "deck: 23 hands of 9 and the first pile need 208 cards, it has 144",
    ),
    (lambda: Q.deal(order=Q.deck[1:]), ConfigurationError, "order: it is not the deck: 1 is missing"),
    (
        lambda: Q.deal(order=[*Q.deck, *Q.deck[:1]]),
        ConfigurationError,
        "order: it is not the deck: 1 is not in the deck, or there too often",
    ),
    (
        lambda: Shithead(powers={7: "low"}),  # type: ignore[dict-item]
        ConfigurationError,
        "powers: the power of 7 must be a Power, not 'low'",
    ),
    (
        lambda: Shithead(powers=7),  # type: ignore[arg-type]
        ConfigurationError,
        "powers: it must map ranks to powers, not be 7",
    ),
    (
        lambda: Shithead(powers={1: Power.LOW}),
        ConfigurationError,
        "powers: a rank is a number from 2 to 14 (the ace), not 1",
    ),
    (
        lambda: Shithead(anywhere="7"),  # type: ignore[arg-type]
        ConfigurationError,
        "anywhere: it must be a set of ranks, not '7'",
    ),
    (
        lambda: Shithead(anywhere=[15]),  # type: ignore[arg-type]
        ConfigurationError,
        "anywhere: a rank is a number from 2 to 14 (the ace), not 15",
    ),
    (
        lambda: Shithead(players=2, deck="7h 8h 9h"),
        ConfigurationError,
        "deck: 2 players are dealt 18 cards, it has 3",
    ),
    (
        lambda: SH.position(hands=["7h", "8h"], phase="swap", discard="9h"),
        PositionError,
        "in the swap phase every player has 3 hand cards and 3 face-up cards",
    ),
    (
        lambda: Shithead(players=2, swap="off").position(hands=["7h", "8h"], phase="swap", discard="9h"),
        PositionError,
        "phase: there is no swap phase with swap='off'",
    ),
    (
        lambda: SH.position(hands=["7h", ""], discard="9h", stock=""),
        PositionError,
        "the round would be over: fewer than two players have cards",
    ),
    (
        lambda: SH.position(hands=["7h", ""], discard="9h", stock="", phase="over", out=[1], results=[[1, 2]]),
        PositionError,
        "results: the last round's places are not those of out",
    ),
    (
        lambda: LuckyShutdown().position(hands=["13o 14o", "14b", "16o"], discard="13b", chosen=["16b", "", ""]),
        PositionError,
        "chosen: cards wait there only while rows are chosen",
    ),
    (
        lambda: R.position(hands=FOUR, phase="play", laid=2, down=[False] * 4, discard="9h"),
        PositionError,
        "laid: the melds of the player on turn are not as many of the contract",
    ),
    (
        lambda: R.position(hands=FOUR, phase="play", laid=3, discard="9h"),
        PositionError,
        "laid: it must be from 0 to 2, and 0 before the draw, not 3",
    ),
    (
        lambda: R.position(hands=FOUR, phase="draw", laid=1, discard="9h"),
        PositionError,
        "laid: it must be from 0 to 2, and 0 before the draw, not 1",
    ),
    (
        lambda: R.position(hands=FOUR, discard="9h", round=9),
        PositionError,
        "round: it must be from 1 to 7, not 9",
    ),
    (
        lambda: R.position(hands=FOUR, discard="9h", round=0),
        PositionError,
        "round: it must be from 1 to 7, not 0",
    ),
    (lambda: R.position(hands=FOUR, results=7), PositionError, "results: a list expected, not 7"),  # type: ignore[arg-type]
    (
        lambda: ShanghaiRummy(contracts=[(0, 0)]),
        ConfigurationError,
        "contracts: each asks for 1 to 5 melds, not for 0 sets and 0 runs",
    ),
    (
        lambda: ShanghaiRummy(contracts=[(3, 3)]),
        ConfigurationError,
        "contracts: each asks for 1 to 5 melds, not for 3 sets and 3 runs",
    ),
    (
        lambda: ShanghaiRummy(contracts=[]),
        ConfigurationError,
        "contracts: there must be from 1 to 30 contracts, not 0",
    ),
    (
        lambda: ShanghaiRummy(contracts=[(1, 0)] * 31),
        ConfigurationError,
        "contracts: there must be from 1 to 30 contracts, not 31",
    ),
    (
        lambda: ShanghaiRummy(contracts=[(0, 1)], deck="2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac " * 4, hand_size=4),
        ConfigurationError,
        "contracts: with this deck nobody can ever lay 1 run",
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
