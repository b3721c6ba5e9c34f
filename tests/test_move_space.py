"""The move space: what is in it for each game, that it is always the same, what is refused; law 19 does the rest."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from enum import Enum
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal

import attrs
import numpy as np
import pytest

import shedkit.authoring as sk
from interpreters import engine_in, versions
from mau_mau import MauMau
from move_spaces import PAGE, SHOWN, page
from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.core.errors import ConfigurationError, NotationError, ViewError
from shedkit.core.move_space import Block, MoveSpace
from shedkit.core.moves import Move
from shedkit.families.melds import Meld
from shedkit.games.lucky_shutdown import LuckyCard
from shedkit.games.lucky_shutdown import Play as LayLucky
from shedkit.games.quiclo import Draw, Pass, Play, QuicloMove, QuicloState
from shedkit.games.shanghai_rummy import Buy, LayMeld, LayOff, SwapJoker
from shedkit.games.shithead import Arrange, Swap, TakePile
from shedkit.testing import covering
from subjects import GAMES

SIZES = {
    "quiclo": [145, 146],
    "shithead": [76, 219, 444],
    "lucky-shutdown": [222, 252],
    "shanghai-rummy": [1384, 1292, 1574],
    "mau-mau": [161],
    "president": [317],
    "jump-in": [122],
}
KEPT = Path(__file__).parent / "data/move_spaces.json"


def test_sizes() -> None:
    """Written here once more, so that none of them changes unseen."""
    assert {name: [rules.move_space().size for rules in shown.values()] for name, shown in SHOWN.items()} == SIZES


def test_the_page_is_that_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(text), "run python -m tests.move_spaces"
    assert text.count("| `arrange` | 3 of one's own 6 cards | 20 |") == 4


# --- the same everywhere

PRINTED = """
import sys
from hashlib import sha256
from shedkit.core.catalogue import game
import shedkit
for name, options in (("quiclo", {}), ("shithead", {"multi_card": True, "out_of_turn_quad": True}),
                      ("lucky-shutdown", {"skip_rescue_zone": "hand_or_face_up"}), ("shanghai-rummy", {})):
    space = game(name)(players=4, **options).move_space()
    text = str(space) + "".join(f"{i} {move}\\n" for i, move in enumerate(space._moves))
    print(name, space.size, sha256(text.encode()).hexdigest())
"""


def printed(python: str, path: str, seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run([python, "-c", PRINTED], env=env, capture_output=True, text=True, check=True).stdout


def test_numbers_are_the_same_in_every_process_and_version_and_as_they_were(tmp_path: Path) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    expected = "".join(f"{name} {size} {digest}\n" for name, (size, digest) in kept.items())
    path = str(engine_in(tmp_path))
    assert printed(sys.executable, path, "0") == expected
    for python in versions().values():
        assert printed(python, path, "1") == expected


def test_a_space_is_worked_out_once_and_equal_for_equal_rules() -> None:
    rules = Shithead(players=3)
    space = rules.move_space()
    assert rules.move_space() is space
    other = Shithead(players=3).move_space()
    for same in (other, pickle.loads(pickle.dumps(space)), copy.deepcopy(space)):
        assert same == space
        assert hash(same) == hash(space)
        assert same.blocks == space.blocks
        assert same._moves == space._moves
    assert space != Shithead(players=4).move_space()
    assert repr(space) == "Shithead(players=3).move_space()"
    assert pickle.loads(pickle.dumps(rules)).move_space() == space


# --- what is in it

TINY = "2c 2d 2h 2s 5c 5d 5h 5s 7c 7d 7h 7s Tc Td Th Ts Ac Ad Ah As"


@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_laid_out(name: str) -> None:
    """For rules in which every two options meet: blocks without gaps, no move twice, none without a number."""
    for rules in covering(GAMES[name].kind, data=GAMES[name].data).rules[::5]:
        space = rules.move_space()
        there = [move for move in space._moves if move is not None]
        assert len(set(there)) == len(there)
        assert sum(block.size for block in space.blocks) == space.size
        assert [block.kind for block in space.blocks] == [
            kind for kind in rules.move_types if kind in {block.kind for block in space.blocks}
        ]


def verbs(rules: Any) -> set[str]:
    return {block.kind.verb for block in rules.move_space().blocks}


def test_moves_that_the_options_make_impossible_have_no_numbers() -> None:
    assert verbs(Quiclo()) == {"play", "draw"}
    assert verbs(Quiclo(play_drawn=True)) == {"play", "draw", "pass"}
    assert verbs(Shithead()) == {"play", "take", "flip", "arrange"}
    assert verbs(Shithead(swap="single", rounds=2)) == {"play", "take", "flip", "swap", "ready", "deal"}
    assert verbs(Shithead(swap="off", out_of_turn_quad=True)) == {"play", "react", "decline", "take", "flip"}
    assert verbs(LuckyShutdown(reaction="off")) == {"play", "take", "flip", "arrange", "sit-out"}
    assert verbs(LuckyShutdown(challenge_luck=True)) >= {"challenge"}
    assert verbs(LuckyShutdown(early_reveal=True)) >= {"reveal"}
    assert verbs(ShanghaiRummy(joker_swap="off", max_buys=0, hand_size=15, contracts=[(2, 0)])) == {
        *("draw", "take", "lay", "lay-off", "discard"),
    }


def test_equal_cards_share_a_number() -> None:
    rules = Shithead(players=2, deck=f"{TINY} {TINY}")
    assert rules.move_space().blocks[0].size == 20
    many = Shithead(players=2, deck=f"{TINY} {TINY}", multi_card=True)
    assert many.move_space().blocks[0].size == 5 * sum((4, 10, 16, 19))  # of four faces, two each


def test_arrange_is_one_of_twenty_whatever_the_cards() -> None:
    rules = Shithead(players=2)
    space = rules.move_space()
    for hand, row in (("4c 5c 6c", "7c 8c 9c"), ("4h Kd As", "2c 8c 9c")):
        state = rules.position(hands=[hand, "4s 5s 6s"], face_up=[row, "7s 8s 9s"], phase="swap")
        assert space.indices(state, 0) == list(range(56, 76))
        assert sorted(space.indices(rules.view(state, 0))) == list(range(56, 76))
    assert space.move(state, 56, 0) == Arrange("2c 4h 8c")
    assert space.index(state, Arrange("9c Kd As"), 0) == 75


def test_of_equal_cards_the_first_ones_are_meant() -> None:
    rules = Shithead(players=2, deck=f"{TINY} {TINY} {TINY}")
    space = rules.move_space()
    state = rules.position(hands=["2c 2c 5c", "2d 2d 5d"], face_up=["2c 5c 7c", "7d 7h Td"], phase="swap")
    offset = space.blocks[-1].offset
    chosen = []
    for i, places in enumerate(combinations(range(6), 3)):
        # 2c 2c 2c 5c 5c 7c: no card is named before an equal one
        if (1 in places and 0 not in places) or (2 in places and 1 not in places) or (4 in places and 3 not in places):
            with pytest.raises(NotationError, match=f"the number {offset + i} means no move here"):
                space.move(state, offset + i, 0)
        else:
            chosen.append(space.move(state, offset + i, 0))
    assert chosen[0] == Arrange("2c 2c 2c")
    assert sorted(map(str, chosen)) == sorted(map(str, rules.legal_moves(state, 0)))
    assert len(chosen) == 6


def test_swaps_by_places() -> None:
    rules = Shithead(players=2, swap="single")
    space = rules.move_space()
    state = rules.position(hands=["4c 5c 6c", "4s 5s 6s"], face_up=["9c 7c 8c", "7s 8s 9s"], phase="swap")
    block = next(block for block in space.blocks if block.kind is Swap)
    assert block.size == 9
    assert (
        str(space.move(state, block.offset + 5, 0)) == "swap 5c 9c"
    )  # the second card of the hand, the third of the row
    assert space.index(state, Swap("5c", "9c"), 0) == block.offset + 5


def test_taking_along() -> None:
    with_card = Shithead(take_with_face_up=True).move_space()
    block = next(block for block in with_card.blocks if block.kind is TakePile)
    assert (block.size, block.what) == (53, "alone or with a card")
    without = Shithead().move_space()
    view = Shithead().view(Shithead().deal(seed=1), 0)
    with pytest.raises(NotationError, match="'take 2c' has no number here"):
        without.index(view, TakePile("2c"))


def test_the_last_one_named_lies_on_top_where_that_matters() -> None:
    rules = LuckyShutdown(players=2)
    space, view = rules.move_space(), rules.view(rules.deal(seed=1), 0)
    assert space.index(view, LayLucky("15o 15b")) != space.index(view, LayLucky("15b 15o"))
    assert space.index(view, LayLucky("16o 16b")) == space.index(view, LayLucky("16b 16o"))
    blocks = {block.kind.verb: block.size for block in space.blocks}
    # eight numbers of two faces, 15s with either on top, three kinds of Magic, Undercuts with each on top
    assert blocks["play"] == 8 * 8 + (2 + 4 + 4 + 2) + 3 * 7 + (3 + 6 + 3)
    assert blocks["react"] == 9 * 7 + 4 * 6  # of numbers all but the fourth, of Magic all but the third


def test_open_ones_are_named_of_nineteens_alone() -> None:
    rules = LuckyShutdown(players=2, skip_rescue_zone="hand_or_face_up")
    named = [move for move in rules.move_space()._moves if isinstance(move, LayLucky) and move.face_up]
    assert len(named) == 26
    assert {card for move in named for card in move.face_up} == {LuckyCard("19o"), LuckyCard("19b")}


def test_melds_that_the_deck_can_lay() -> None:
    def melds(**options: Any) -> list[Meld]:
        moves = ShanghaiRummy(**options).move_space()._moves
        return [move.meld for move in moves if isinstance(move, LayMeld)]

    assert len(melds()) == 1050
    assert len(melds(decks=3, jokers=6)) == 1102  # with three equal cards there are 52 sets of these
    assert len(melds(jokers=0)) == 13 * 16 + 44
    assert len(melds(jokers=1)) == 13 * 26 + 44 * 5


TABLE: dict[str, Any] = {
    "hands": ["Jk 9h 2c 4s 6s", "2d 3d"],
    "melds": [(0, "5h 6h 7h 8h"), (0, "4c 4d 4h"), (1, "5s Jk=6s 7s 8s"), (1, "Kc Kd Kh")],
    "discard": "8d",
    "phase": "play",
    "round": 2,
}


def test_what_is_added_to_melds() -> None:
    rules = ShanghaiRummy(players=2)
    space, state = rules.move_space(), rules.position(**TABLE)
    blocks = {block.kind: block for block in space.blocks}
    first = blocks[LayOff].offset
    assert (blocks[LayOff].size, blocks[SwapJoker].size) == (6 * 9, 6 * 14)
    meant = {}
    for i in range(6 * 9):
        try:
            meant[i] = str(space.move(state, first + i, 0))
        except NotationError:
            continue
        assert space.index(state, rules.parse(meant[i]), 0) == first + i
    assert [meant[i] for i in sorted(meant) if i < 9] == [
        *("lay-off 4h 0 low", "lay-off Jk=4h 0 low", "lay-off 9h 0 high", "lay-off Jk=9h 0 high"),
    ]
    assert [meant[i] for i in sorted(meant) if 9 <= i < 18] == [
        *("lay-off 4c 1", "lay-off 4d 1", "lay-off 4h 1", "lay-off 4s 1", "lay-off Jk 1"),
    ]
    assert max(meant) == 3 * 9 + 4
    swap = blocks[SwapJoker].offset + 2 * 14 + 1
    assert space.move(state, swap, 0) == SwapJoker("6s", 2, 2)
    assert space.index(state, SwapJoker("6s", 2, 2), 0) == swap
    with pytest.raises(NotationError, match=f"the number {swap + 1} means no move here"):
        space.move(state, swap + 1, 0)


@pytest.mark.parametrize(
    "move",
    [
        LayOff("9h", None, 9, "high"),
        LayOff("9h", None, -1, "high"),
        LayOff("9h", None, True, "high"),
        LayOff("9h", None, "0", "high"),
        LayOff("9h", None, 0, None),
        LayOff("9h", None, 0, "up"),
        LayOff("9h", None, 0, ["high"]),
        LayOff("9s", None, 0, "high"),
        LayOff("9h", "9h", 0, "high"),
        LayOff("Jk", None, 0, "high"),
        LayOff("4h", None, 1, "low"),
        LayOff("5h", None, 1, None),
        LayOff("Jk", "4h", 1, None),
        SwapJoker("6s", 2, 3),
        SwapJoker("6s", 2, "2"),
        SwapJoker("7s", 2, 2),
        SwapJoker("Kh", 3, 3),
        SwapJoker("6s", 7, 2),
        SwapJoker("6s", 2, 0),
        LayMeld("4c 4d 4h 4s"),
        Buy("9h"),
    ],
    ids=str,
)
def test_moves_that_no_table_has(move: Any) -> None:
    rules = ShanghaiRummy(players=2)
    with pytest.raises(NotationError, match="has no number here: nobody could have this move"):
        rules.move_space().index(rules.position(**TABLE), move, 0)


def test_a_run_at_both_ends_of_the_suit_grows_no_more() -> None:
    rules = ShanghaiRummy(players=2)
    run = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    state = rules.position(hands=["2c", "3c"], melds=[(0, f"Ah {run} Ah")], phase="play", round=3)
    space = rules.move_space()
    block = next(block for block in space.blocks if block.kind is LayOff)
    for i in range(9):
        with pytest.raises(NotationError):
            space.move(state, block.offset + i, 0)


def test_the_top_card_is_bought() -> None:
    rules = ShanghaiRummy(players=3)
    space = rules.move_space()
    for card in ("9h", "4c"):
        state = rules.position(hands=["2c", "3c", "5c"], discard=card, phase="claim", claimant=1, upcard=True)
        assert space.move(state, 2, 1) == Buy(card)
        assert space.index(state, Buy(card), 1) == 2
    empty = rules.position(hands=["2c", "3c", "5c"], phase="play")
    with pytest.raises(
        NotationError, match="the number 2 means no move here; it is one of 2: buy, the top card of discard"
    ):
        space.move(empty, 2, 1)


# --- asked


def test_a_view_and_a_state_have_the_same_numbers() -> None:
    rules = Quiclo(players=2)
    space, state = rules.move_space(), rules.deal(seed=3)
    view = rules.view(state, 0)
    assert space.indices(view) == space.indices(state, 0) == space.indices(view, 0)
    assert [space.move(view, i) for i in space.indices(view)] == list(rules.legal_moves(state, 0))
    mask = space.mask(view)
    assert {type(entry) for entry in mask} == {int}
    assert [i for i, entry in enumerate(mask) if entry] == sorted(space.indices(view))
    assert space.indices(rules.view(state, 1)) == []
    assert sum(space.mask(state, 1)) == 0
    assert space.move(view, np.int64(144)) == Draw()
    assert space.move(state, np.int8(5), np.int32(0)) == Play("6")


def test_wrong_plays_have_numbers_and_stand_in_no_mask() -> None:
    rules = Quiclo(players=2)
    space = rules.move_space()
    view = rules.view(rules.position(hands=["8 45", "7"], discard="87"), 0)
    assert space.index(view, Play("45")) == 44
    assert space.mask(view)[44] == 0


@pytest.mark.parametrize("index", [-1, 145, 10**30, 1.0, "1", None, True, [1], np.float64(1)], ids=repr)
def test_no_such_number(index: Any) -> None:
    rules = Quiclo(players=2)
    with pytest.raises(NotationError, match=r"there is no move .*: the numbers of moves are 0 to 144"):
        rules.move_space().move(rules.view(rules.deal(seed=1), 0), index)


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (TakePile(), "TakePile is no move of quiclo"),
        (Play("145"), "'play 145' has no number here: nobody could have this move"),
        (Pass(), "'pass' has no number here"),
        ("draw", "a move was expected, not 'draw'"),
        (None, "a move was expected, not None"),
        (3, "a move was expected, not 3"),
        ([], "a move was expected, not a list"),
        (sk.BACK, "a move was expected, not a Hidden"),
    ],
    ids=str,
)
def test_no_move_of_this_game(move: Any, says: str) -> None:
    rules = Quiclo(players=2)
    with pytest.raises(NotationError, match=says):
        rules.move_space().index(rules.view(rules.deal(seed=1), 0), move)


def test_whose_moves_are_meant() -> None:
    rules = Quiclo(players=2)
    space, state = rules.move_space(), rules.deal(seed=1)
    seen = rules.view(state, 0)
    for ask in (
        lambda at, *who: space.indices(at, *who),
        lambda at, *who: space.mask(at, *who),
        lambda at, *who: space.index(at, Draw(), *who),
        lambda at, *who: space.move(at, 0, *who),
    ):
        for at in (state, rules.view(state, None)):
            with pytest.raises(ViewError, match="say whose moves are meant"):
                ask(at)
        with pytest.raises(ViewError, match="there is no player 2"):
            ask(state, 2)
        with pytest.raises(ViewError, match="this is player 0's view; it says nothing about player 1"):
            ask(seen, 1)
        with pytest.raises(ViewError, match="quiclo reads a QuicloState"):
            ask(Shithead(players=2).deal(seed=1), 0)
        with pytest.raises(ViewError):
            ask(None, 0)
    with pytest.raises(ViewError, match="this is a table of 3 players"):
        space.move(Quiclo(players=3).deal(seed=1), 0, 0)


def test_a_move_that_is_listed_and_has_no_number() -> None:
    """A game that says too little is told so, and not left with a wrong list."""

    class Hasty(Quiclo):
        def legal_moves(self, at: Any, player: int) -> Any:
            return (*super().legal_moves(at, player), Pass())

    rules = Hasty(players=2)
    with pytest.raises(NotationError, match="'pass' has no number here"):
        rules.move_space().indices(rules.deal(seed=1), 0)


# --- games from elsewhere


def test_a_game_without_a_word_about_numbers() -> None:
    rules = MauMau(players=2)
    space = rules.move_space()
    assert str(space) == "161 moves of mau-mau\n0 to 159: play, a card × c d h s or none\n160: draw"
    state = rules.position(hands=["7h 8s Jc", "Ah 9s"], discard="9h")
    assert [str(space.move(state, i, 0)) for i in space.indices(state, 0)] == [
        *("play 7h", "play Jc c", "play Jc d", "play Jc h", "play Jc s", "draw"),
    ]


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


@attrs.frozen
class Peek(Move):
    """A move with fields of all kinds that say their values themselves, and one that depends on who asks."""

    player: Annotated[int, sk.Seat()]
    side: Side
    twice: bool
    word: Literal["now", "later"] | None = None
    extra: Annotated[int, "a note", sk.Numbers(0, lambda rules: rules.players)] = 0


@attrs.frozen
class Point(Move):
    """At anybody, oneself too."""

    player: Annotated[int, sk.Seat(own=True)]


class Peeking(Quiclo):
    name = "peeking"
    move_types = (*Quiclo.move_types, Peek, Point)

    @sk.on(Peek, "play")
    def peek(self, s: Any, move: Peek, player: int) -> None:
        self.end_turn(s, player)

    @sk.on(Point, "play")
    def point(self, s: Any, move: Point, player: int) -> None:
        self.end_turn(s, player)

    def moves(self, now: QuicloState, player: int) -> tuple[QuicloMove, ...]:
        others = [seat for seat in range(self.players) if seat != player]
        peeks = [
            Peek(seat, side, twice, word, extra)
            for seat in others
            for side in Side
            for twice in (False, True)
            for word in ("now", "later", None)
            for extra in range(self.players + 1)
        ]
        return (*super().moves(now, player), *peeks, *map(Point, range(self.players)))


def test_fields_of_all_kinds() -> None:
    rules = Peeking(players=3)
    space = rules.move_space()
    peek, point = space.blocks[-2:]
    assert peek == Block(
        Peek, "a player, clockwise × left right × False True × now later or none × 0 to 3", 2 * 2 * 2 * 3 * 4, 145
    )
    assert (point.size, point.what) == (3, "a player, clockwise")
    for player in range(3):
        state = rules.position(hands=["8", "7", "9"], discard="58", turn=player)
        numbers = space.indices(state, player)
        assert sorted(numbers)[-99:] == list(range(145, 145 + 99))
        assert [space.move(state, i, player) for i in numbers] == list(rules.legal_moves(state, player))
        assert space.move(state, 145, player) == Peek((player + 1) % 3, Side.LEFT, False, "now", 0)
        assert space.move(state, point.offset, player) == Point(player)
        for wrong in (Peek(player, Side.LEFT, False), Peek(7, Side.LEFT, False), Peek("x", Side.LEFT, False)):
            with pytest.raises(NotationError, match="has no number here"):
                space.index(state, wrong, player)
        for wrong in (Peek((player + 1) % 3, "left", False), Peek((player + 1) % 3, Side.LEFT, False, extra=9)):
            with pytest.raises(NotationError, match="has no number here"):
                space.index(state, wrong, player)


def unsaid(hint: Any) -> Any:
    """A game with a kind of move whose field has this type."""
    Shout = attrs.make_class("Shout", {"what": attrs.field(type=hint)}, bases=(Move,), frozen=True)

    class Shouting(Quiclo):
        name = "shouting"
        move_types = (*Quiclo.move_types, Shout)

        @sk.on(Shout, "play")
        def shout(self, s: Any, move: Any, player: int) -> None:
            self.end_turn(s, player)

    return Shouting(players=2)


@pytest.mark.parametrize(
    "hint",
    [int, str, int | None, tuple[sk.FrenchCard, ...], Meld, Annotated[int, "a note"], Literal["a"] | int, type(None)],
    ids=str,
)
def test_a_field_that_does_not_say_its_values(hint: Any) -> None:
    with pytest.raises(
        ConfigurationError,
        match=r"move_space: shouting has none: its type does not say which values of Shout\.what there are; annotate it",
    ) as caught:
        unsaid(hint).move_space()
    assert caught.value.option == "move_space"


def test_types_that_cannot_be_read() -> None:
    with pytest.raises(
        ConfigurationError, match="move_space: shouting has none: the types of Shout cannot be read: it failed"
    ):
        unsaid("Nowhere").move_space()


@pytest.mark.parametrize(
    "hint",
    [
        Annotated[int, sk.Numbers(1, 10**9)],
        Annotated[tuple[int, ...], sk.OutOf(30, 10)],
        Annotated[int, sk.Numbers(1, 2**17 - 140)],
    ],
    ids=str,
)
def test_far_too_many(hint: Any) -> None:
    with pytest.raises(ConfigurationError, match="move_space: shouting has more than 131,072 moves under these rules"):
        unsaid(hint).move_space()


def test_a_space_is_made_of_any_rules() -> None:
    """Also of such as say nothing of their kinds of moves."""
    rules = Quiclo(players=2, play_drawn=True)
    space: MoveSpace[QuicloState, QuicloMove] = MoveSpace(rules)
    assert space == rules.move_space()
    assert space != 3
    assert sha256(str(space).encode()).hexdigest() == sha256(str(rules.move_space()).encode()).hexdigest()
