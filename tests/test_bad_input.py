"""Bad input to every game: law 17, and the cases that each game brings along.

The cases are data, in `bad_inputs`; what is answered to each is kept in `data/bad_input_<game>.txt`, rule numbers and
all. `data/replaced.tsv` says where the tests of the four former files have gone. After a change that was meant,
`pytest tests/test_bad_input.py --remaster` writes the answers anew; look at the difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bad_inputs import lucky_shutdown, quiclo, shanghai_rummy, shithead
from bad_inputs.cases import Fails, Game, Odd, Refused
from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.core.cards import FrenchCard, read_cards
from shedkit.core.errors import ConfigurationError, IllegalMove, NotationError, PositionError, ShedkitError, ViewError
from shedkit.core.refusals import Reason
from shedkit.families.melds import Meld
from shedkit.games.quiclo import Draw, Pass, Play
from shedkit.games.shanghai_rummy import Deal, Discard, DrawStock, LayMeld, LayOff, SwapJoker, TakeDiscard
from shedkit.testing import check_bad_input, refused
from shedkit.testing.bad_input import BAD_INPUT, HARDER
from subjects import GAMES

CASES: dict[str, Game] = {
    "shithead": shithead.GAME,
    "quiclo": quiclo.GAME,
    "lucky-shutdown": lucky_shutdown.GAME,
    "shanghai-rummy": shanghai_rummy.GAME,
}
HERE = Path(__file__).parent
DATA = HERE / "data"


def sentence(text: str) -> bool:
    """Whether it is one: words, not too many, no trace of the program."""
    return len(text.split()) >= 3 and len(text) < 1000 and "Traceback" not in text and "object at 0x" not in text


# --- the cases


def answer_of(case: Refused | Fails) -> str:
    """What is answered to a case, once it is sure that it is what must be answered."""
    if isinstance(case, Refused):
        refusal = refused(case.rules, case.state(), case.move, case.player)
        assert refusal.reason in case.reasons, refusal
        assert refusal.rule
        assert sentence(refusal.text)
        assert refusal.text[0].isupper() or refusal.text[0].isdigit()
        assert refusal.text.endswith((".", "?"))
        assert all(word in refusal.text for word in case.words), refusal.text
        return f"{refusal.reason.value}: {refusal}"
    with pytest.raises(case.errors) as caught:
        case.call()
    text = str(caught.value)
    assert sentence(text), text
    assert all(word in text for word in case.words), text
    if case.option is not None:
        assert isinstance(caught.value, ConfigurationError)
        assert caught.value.option == case.option
    return f"{caught.type.__name__}: {text}"


def groups() -> Iterator[Any]:
    for name, game in CASES.items():
        for group in (*game.refused, *game.fails):
            yield pytest.param(name, group, id=f"{name}-{group}")


@pytest.mark.parametrize(("name", "group"), list(groups()))
def test_every_case_is_answered_as_it_must_be(name: str, group: str) -> None:
    game, wrong = CASES[name], []
    cases: Any = game.refused[group] if group in game.refused else game.fails[group]
    assert cases
    for case in cases:
        try:
            answer_of(case)
        except (Exception, pytest.fail.Exception) as error:  # noqa: PERF203
            wrong.append(f"{case.title}: {type(error).__name__}: {error}")
    assert not wrong, f"{len(wrong)} of {len(cases)}:\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", CASES)
def test_the_answers_are_those_that_are_kept(name: str, remaster: bool) -> None:
    game, lines = CASES[name], []
    for group, cases in (*game.refused.items(), *game.fails.items()):
        lines += [f"{group}: {case.title}: {answer_of(case)}" for case in cases]
    now = "\n".join(line.encode("utf-8", "backslashreplace").decode() for line in lines) + "\n"
    path = DATA / f"bad_input_{name.replace('-', '_')}.txt"
    if remaster:
        path.write_text(now, encoding="utf-8", newline="\n")
    assert now == path.read_text(encoding="utf-8"), "the answers to bad input have changed"


@pytest.mark.parametrize("name", CASES)
def test_what_is_just_good_enough_is_taken(name: str) -> None:
    """The other side: these positions are not refused, reachable or not."""
    game = CASES[name]
    for rules, zones in game.good:
        state = rules.position(**{**game.base, **zones})
        assert rules.checked(state) == state
        actors = rules.actors(state)
        assert bool(actors) == (rules.outcome(state) is None)
        assert all(rules.legal_moves(state, actor) for actor in actors)
        if name in ("shithead", "lucky-shutdown"):
            assert actors[-1] == 0


# --- law 17


MODULES = {"shithead": shithead, "quiclo": quiclo, "lucky-shutdown": lucky_shutdown, "shanghai-rummy": shanghai_rummy}


def rules_of(name: str) -> Any:
    """The default rules, with which the positions for law 17 are built."""
    return MODULES[name].RULES  # type: ignore[attr-defined]


@pytest.mark.parametrize("most", [30, pytest.param(None, id="all", marks=pytest.mark.deep)])
@pytest.mark.parametrize("part", BAD_INPUT)
@pytest.mark.parametrize("name", CASES)
def test_law_17(name: str, part: str, most: int | None) -> None:
    tried = check_bad_input(rules_of(name), CASES[name].states, parts=[part], most=most)
    assert tried[part] > 2


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_law_17_in_every_built_position(name: str) -> None:
    for at in GAMES[name].built.values():
        rules = GAMES[name].kind(**at.options)
        check_bad_input(rules, [rules.position(**at.zones)])


@pytest.mark.parametrize(
    ("name", "part"),
    [(name, part) for name in CASES for part in HARDER],
)
def test_law_17_with_harder_input(name: str, part: str) -> None:
    check_bad_input(rules_of(name), CASES[name].states, parts=[part])


# --- what no refusal may tell


def test_refusals_of_shithead_tell_nothing_hidden() -> None:
    """Where a card lies that the player cannot see makes no difference."""
    rules = Shithead()
    state = rules.position(hands=["8s", "3c 4c", "3h"], face_down=["Ah 2h -"], discard="5c 8c", stock="Qc Qd")
    other = rules.position(hands=["8s", "Qc 4c", "Ah"], face_down=["Qd 3h -"], discard="5c 8c", stock="2h 3c")
    told_the_same(rules, state, other, [f"play {code}" for code in ["Ah", "2h", "3c", "4c", "3h", "Qc", "Qd", "Kd"]])
    blind = rules.position(**shithead.BLIND)
    assert len({rules.refusal(blind, rules.parse(f"play {code}"), 0) for code in ("9d", "3h", "4c", "Ks")}) == 1


def test_refusals_of_lucky_shutdown_tell_nothing_hidden() -> None:
    rules, row = LuckyShutdown(), {"discard": "15b 16o"}
    state = rules.position(**row, hands=["18o", "14b 15o", "14o"], face_down=["21o 20o -"], stock="13o 13b")
    other = rules.position(**row, hands=["18o", "13o 21o", "20o"], face_down=["14b 14o -"], stock="15o 13b")
    cards = ["21o", "20o", "14b", "15o", "14o", "13o", "13b", "Dx"]
    told_the_same(rules, state, other, [f"{verb} {code}" for verb in ("play", "react") for code in cards])
    blind = rules.position(**lucky_shutdown.BLIND)
    texts = {
        rules.refusal(blind, rules.parse(f"play {card}"), 0).text.replace(card, "") for card in ("19o", "13o", "Do")
    }
    assert texts == {rules.refusal(blind, rules.parse("play 17b"), 0).text.replace("17b", "")}


def told_the_same(rules: Any, state: Any, other: Any, codes: list[str]) -> None:
    assert rules.view(state, 0) == rules.view(other, 0)
    for move in map(rules.parse, codes):
        refusal = rules.refusal(state, move, 0)
        assert refusal == rules.refusal(other, move, 0) == rules.refusal(rules.view(state, 0), move, 0)
        assert refusal.reason is Reason.CARD_NOT_HELD


def test_refusals_of_shanghai_rummy_tell_nothing_hidden() -> None:
    rules = ShanghaiRummy()
    facts = {"melds": shanghai_rummy.MELDS, "discard": "8c 9c", "phase": "play"}
    hands = shanghai_rummy.HANDS
    state = rules.position(hands=hands, stock="Td Tc Qd", **facts)
    other = rules.position(hands=[hands[0], "Td Qd", "Tc", "5d"], stock="3c 6c Ad", **facts)
    for card, meld in product(FrenchCard.all(), range(4)):
        for move in (Discard(card), LayOff(card, None, meld, "high"), SwapJoker(card, meld, 3)):
            refusal = rules.refusal(state, move, 0)
            assert refusal == rules.refusal(other, move, 0) == rules.refusal(rules.view(state, 0), move, 0)


def test_a_card_that_is_not_held_is_refused_in_one_sentence() -> None:
    """Whether another player has it, or the pile, the stock or nobody, it is the same sentence but for the card."""
    for rules, state, move, codes in (
        (Quiclo(), quiclo.RUNNING, "play {}", ["7", "99", "27", "72", "10", "1", "143"]),
        (Quiclo(misplay="illegal"), quiclo.RUNNING, "play {}", ["7", "99", "27", "72", "10", "1", "143"]),
        (ShanghaiRummy(), shanghai_rummy.PLAY, "discard {}", ["9d", "Ah", "7d", "8c", "9c", "Td", "Qd"]),
    ):
        texts = {refused(rules, state, move.format(code)).text.replace(code, "") for code in codes}
        assert len(texts) == 1, texts


def test_a_refusal_read_from_the_own_view_is_the_same() -> None:
    """Law 11: no refusal depends on what the player cannot know."""
    games: list[tuple[Any, Any, list[Any]]] = [
        (rules, state, [*map(Play, map(str, range(1, 150))), Draw(), Pass(), *quiclo.FOREIGN, None])
        for rules, state in (
            (quiclo.RULES, quiclo.RUNNING),
            (quiclo.STRICT, quiclo.RUNNING),
            (quiclo.DRAWN, quiclo.AFTER_DRAW),
            (quiclo.DRAWN, quiclo.KEPT),
            (quiclo.RULES, quiclo.OVER),
        )
    ]
    shanghai = [*shanghai_rummy.MOVES, *shanghai_rummy.FOREIGN, None, *map(Discard, FrenchCard.all())]
    shanghai += [move for move, _ in shanghai_rummy.SPELLINGS]
    games += [(shanghai_rummy.RULES, state, shanghai) for state in shanghai_rummy.STATES.values()]
    for rules, state, moves in games:
        for player in range(rules.players):
            view = rules.view(state, player)
            for move in moves:
                assert rules.refusal(state, move, player) == rules.refusal(view, move, player)


@pytest.mark.parametrize("name", ["quiclo", "shanghai-rummy"])
def test_every_kind_of_mistake_has_a_reason_of_its_own(name: str) -> None:
    """Of the moves in a running game, and beside them those that law 17 tries."""
    reasons = {case.reasons[0] for cases in CASES[name].refused.values() for case in cases if len(case.reasons) == 1}
    assert len(reasons) >= {"quiclo": 9, "shanghai-rummy": 19}[name], reasons


def test_orders_that_do_not_matter_have_one_spelling() -> None:
    """Of several 15s or Undercuts that complete a set one order is listed; the refusal of another names it."""
    rules = LuckyShutdown()
    state = rules.position(hands=["15o 15b 20b", "14b", "14o"], discard="15o 15b", stock="")
    listed = [move for move in rules.legal_moves(state, 0) if str(move).startswith("play") and len(move.cards) == 2]
    assert len(listed) == 1
    other = next(code for code in ("play 15o 15b", "play 15b 15o") if code != str(listed[0]))
    refusal = refused(rules, state, other)
    assert refusal.reason is Reason.SPELLING
    assert str(listed[0]) in refusal.text


# --- what is listed by another spelling, and codes


def test_a_listed_move_named_by_a_refusal_is_listed() -> None:
    listed = {str(move) for move in shanghai_rummy.RULES.legal_moves(shanghai_rummy.PLAY, 0)}
    assert {code for _, code in shanghai_rummy.SPELLINGS if code} <= listed


def test_a_meld_in_another_order_is_the_same_move() -> None:
    """A set and a text are put in order; a run has just one."""
    assert LayMeld("4h 4c 4d") == LayMeld("4c 4d 4h") == LayMeld(["4d", "4h", "4c"])
    assert LayMeld("Jk 4c 4d") == LayMeld("4c 4d Jk")
    assert shanghai_rummy.RULES.refusal(shanghai_rummy.EARLY, LayMeld("Jk 4d 4c"), 0) is None


def test_odd_melds_are_put_in_order_or_refused() -> None:
    rules, state = shanghai_rummy.RULES, shanghai_rummy.EARLY
    for kind, cards, rank in (("set", "Jh Jd Jc", 11), ("set", "4c Jh Jd", 11), ("run", "4c 5c 6d 7c", 4)):
        move = LayMeld(Meld(kind, read_cards(FrenchCard, cards), rank))  # type: ignore[arg-type]
        if move not in rules.legal_moves(state, 0):
            refused(rules, state, move)


def test_codes_of_moves_are_read_back() -> None:
    """The other side: what `str` writes is read back."""
    for move in (Draw(), Pass(), Play("137"), Play("999")):
        assert Quiclo().parse(str(move)) == move
    rules = LuckyShutdown()
    for code in ("play 16b 16o", "play 15b 15o", "play 15o 15b", "arrange Dx 13o 14b", "reveal 2"):
        lucky = rules.parse(code)
        assert rules.parse(str(lucky)) == lucky
        assert sorted(str(lucky).split()) == sorted(code.split())
    random = Random(5)
    for shanghai in [*shanghai_rummy.MOVES, *(move for move, _ in shanghai_rummy.SPELLINGS)]:
        assert ShanghaiRummy().parse(str(shanghai)) == shanghai
    for _ in range(60):
        meld = LayMeld(some_meld(random))
        try:
            ShanghaiRummy().parse(str(meld))
        except NotationError:
            continue  # a meld that breaks rules need not have a code of its own


@pytest.mark.parametrize("seed", [-1, 0, 1, 2**63, 2**64, 2**100])
def test_any_integer_is_a_seed(seed: int) -> None:
    for name in CASES:
        if seed >= 0 or name in ("shithead", "lucky-shutdown"):
            assert rules_of(name).deal(seed=seed) == rules_of(name).deal(seed=seed)


def test_options_that_just_fit() -> None:
    """The other side of each boundary."""
    for options in shanghai_rummy.OPTIONS["fitting"].values():
        rules = ShanghaiRummy(**options)
        state = rules.deal(seed=1)
        assert rules.checked(state) == state
        assert rules.actors(state)


def test_equal_rules_take_the_same_moves() -> None:
    again = LuckyShutdown(skip_rescue_zone="hand_or_face_up")
    rules = lucky_shutdown.ANY_19
    state = rules.position(**lucky_shutdown.SKIPPED)
    assert again == rules
    for code in ("sit-out", "play 19b"):
        assert again.apply(state, again.parse(code), 0) == rules.apply(state, rules.parse(code), 0)


# --- states and views of others


STARTED = {name: rules_of(name).deal(seed=1) for name in CASES}


@pytest.mark.parametrize("name", CASES)
def test_states_and_views_of_other_games(name: str) -> None:
    rules = rules_of(name)
    asks = (
        rules.actors,
        rules.outcome,
        rules.checked,
        lambda at: rules.legal_moves(at, 0),
        lambda at: rules.view(at, 0),
    )
    for other in CASES:
        if other != name:
            for at in (STARTED[other], rules_of(other).view(STARTED[other], 0)):
                for ask in asks:
                    with pytest.raises(ShedkitError) as caught:
                        ask(at)
                    assert sentence(str(caught.value))
                    assert ask == rules.checked or isinstance(caught.value, ViewError)


@pytest.mark.parametrize("rules", [{"players": 2}, {"decks": 1}, {"contracts": [(1, 0)]}], ids=str)
def test_a_state_of_another_table(rules: dict[str, Any]) -> None:
    """A state of four players at a table of two, or of other options."""
    with pytest.raises(ShedkitError):
        ShanghaiRummy(**rules).checked(shanghai_rummy.ENDED)


def test_totals_and_headlines_of_what_is_no_state() -> None:
    for ask in (ShanghaiRummy().totals, ShanghaiRummy().headline):
        for at in (None, 7, "state", (), [], object(), STARTED["shithead"], STARTED["quiclo"], Pass()):
            with pytest.raises(ViewError) as caught:
                ask(at)  # type: ignore[arg-type]
            assert sentence(str(caught.value))


# --- JSON of Shanghai Rummy that cannot be


@pytest.mark.parametrize(
    ("path", "junk"),
    [
        (("phase",), "draw"),
        (("taken",), "Qd"),
        (("laid",), 3),
        (("claimant",), 1),
        (("down", 0), False),
        (("buys", 1), 4),
        (("melds", 0, "owner"), 4),
        (("melds", 0, "owner"), 2),
        (("melds", 0, "meld", "rank"), 6),
        (("melds", 0, "meld", "kind"), "set"),
        (("contract",), {"sets": 0, "runs": 3}),
        (("round", "number"), 2),
        (("hands", 0), ["7h"]),
        (("stock", 0), "Ah"),
        *(
            (("round", "results", 0, "places"), places)
            for places in ([1, 2, 3, 4], [1] * 4, [4, 1, 1, 1], [0, 1, 1, 1])
        ),
    ],
    ids=str,
)
def test_json_of_a_state_that_cannot_be(path: tuple[Any, ...], junk: object) -> None:
    """What `position` refuses, JSON cannot bring in."""
    rules = ShanghaiRummy()
    data = here = rules.to_json(shanghai_rummy.OVER if "results" in path else shanghai_rummy.PLAY)
    for key in path[:-1]:
        here = here[key]  # type: ignore[index, call-overload]
    here[path[-1]] = junk  # type: ignore[index, call-overload]
    with pytest.raises((NotationError, PositionError)) as caught:
        rules.state_from_json(data)
    assert sentence(str(caught.value))


# --- any move of Shanghai Rummy that can be built

NEAR = read_cards(FrenchCard, "9h 7h 4s Kh Jk 3d 4h 9s 8h Ts Ks Kc 4c 4d Jc Jd Jh")
FAR = [*shanghai_rummy.ODD_NUMBERS[:-1], [Odd()]]


def some_meld(random: Random) -> Meld:
    """A meld that can be written down, good or not."""
    while True:
        count = random.choice([1, 2, 3, 3, 3, 4, 4, 4, 5, 14, 30])
        if random.random() < 0.5:
            suit, rank = random.choice("cdhs"), random.randint(1, 14)
            line = ["A23456789TJQKA"[(rank + i - 1) % 14] + suit for i in range(count)]
            cards = [FrenchCard("Jk" if random.random() < 0.3 else code) for code in line]
        else:
            cards = [random.choice(NEAR if random.random() < 0.7 else FrenchCard.all()) for _ in range(count)]
            rank = random.choice([cards[0].rank, random.randint(-1, 15)])
        try:
            return Meld(random.choice(["set", "run"]), tuple(cards), rank)  # type: ignore[arg-type]
        except NotationError:
            continue


def some_move(random: Random) -> Any:
    """A move of the game with anything inside that can be inside."""
    kind = random.randrange(5)
    pick = NEAR if random.random() < 0.8 else FrenchCard.all()
    number: Any = random.choice([0, 1, 2, 3]) if random.random() < 0.85 else random.choice(FAR)
    if kind == 0:
        return LayMeld(some_meld(random))
    if kind == 1:
        ends: list[Any] = ["low", "high", None] if random.random() < 0.9 else ["top", "", 7, (), True, b"low"]
        return LayOff(
            random.choice(pick), random.choice([None, None, random.choice(pick)]), number, random.choice(ends)
        )
    if kind == 2:
        place: Any = random.randint(0, 5) if random.random() < 0.85 else random.choice(FAR)
        return SwapJoker(random.choice(pick), number, place)
    if kind == 3:
        return Discard(random.choice(pick))
    return random.choice([DrawStock(), TakeDiscard(), *shanghai_rummy.MOVES[2:4], Deal()])


def well_typed(move: Any) -> bool:
    """Whether its numbers are numbers; True equals 1, but is none."""
    return isinstance(move, LayMeld) or all(type(getattr(move, name, 0)) is int for name in ("meld", "position"))


RANDOM_RULES = {
    "default": ShanghaiRummy(),
    "any time": ShanghaiRummy(joker_swap="any_time"),
    "last discard": ShanghaiRummy(go_out="discard"),
    "capped": ShanghaiRummy(max_jokers_per_meld=1, adjacent_jokers=False),
    "high": ShanghaiRummy(ace="high", joker_swap="off", may_discard_taken=True),
}


@pytest.mark.parametrize("name", RANDOM_RULES)
def test_refusing_never_raises_and_agrees_with_the_list(name: str) -> None:
    """Law 5: whatever can be built is listed and taken, or refused with a sentence, and the state stays equal."""
    rules, random, taken = RANDOM_RULES[name], Random(name), 0
    hands, melds = shanghai_rummy.HANDS, shanghai_rummy.MELDS
    full = ["4c 4d 4h 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"]
    begun = [(1, "5h 6h Jk=7h 8h"), (0, "4c 4d 4h")]
    stock = {"discard": "8c 9c", "stock": "Td Tc Th"}
    for held, facts in (
        (hands, {"melds": [(0, "5h 6h 7h 8h"), *melds[1:]], "discard": "8c 9c", "phase": "play", "taken": "9h"}),
        (hands, {"melds": [melds[0], melds[1], (0, "4c 4d 4h"), melds[3]], "phase": "play", "laid": 2}),
        (full, {"discard": "8c", "phase": "play"}),
        (["Jc Jd Jh Jk 9h 9s", "3c", "6c", "Ad"], {"melds": begun, "phase": "play", "laid": 1}),
        (hands, stock),
        (hands, {**stock, "phase": "claim", "claimant": 1}),
    ):
        state = rules.position(hands=held, **facts)
        (player,) = rules.actors(state)
        listed = set(rules.legal_moves(state, player))
        before = repr(state)
        for _ in range(400):
            move, seat = some_move(random), player if random.random() < 0.9 else random.randrange(4)
            refusal = rules.refusal(state, move, seat)
            legal = seat == player and well_typed(move) and any(move == other for other in listed)
            assert (refusal is None) == legal, (move, refusal)
            if refusal is None:
                taken += 1
                assert rules.apply(state, move, seat) == rules.apply_unchecked(state, move, seat)
                continue
            assert sentence(refusal.text)
            with pytest.raises(IllegalMove) as caught:
                rules.apply(state, move, seat)
            assert caught.value.refusal == refusal
        assert repr(state) == before
    assert taken > 50


# --- what is left


@pytest.mark.parametrize("name", ["colour", "players", "pile", "hand", "meld", "chance"])
def test_unknown_arguments_of_a_position(name: str) -> None:
    for game, module in MODULES.items():
        with pytest.raises((TypeError, ShedkitError)):
            rules_of(game).position(**{**CASES[game].base, "hands": ["", ""], name: 1})
        assert module.GAME is CASES[game]


def test_true_is_not_one() -> None:
    """Nor False nought, where the number would be right: the right numbers are taken."""
    rules, state = shanghai_rummy.RULES, shanghai_rummy.SWAPS
    assert rules.refusal(state, SwapJoker("5h", 0, 1), 0) is None
    assert rules.refusal(state, LayOff("9h", None, 0, "high"), 0) is None


def test_values_do_not_change() -> None:
    """Assigning raises the error of frozen values, on what there is and on what there is not."""
    meld = Meld.read("4c 4d 4h")
    rules = shanghai_rummy.RULES
    for value, name in (
        *((rules, name) for name in ("players", "melding", "nothing")),
        *((shanghai_rummy.PLAY, name) for name in ("turn", "melds", "nothing")),
        *((meld, name) for name in ("rank", "nothing")),
        (LayMeld(meld), "meld"),
        (rules.contracts[0], "sets"),
    ):
        before = repr(value)
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)
        assert repr(value) == before


def test_the_table_of_replaced_tests_names_tests_that_there_are() -> None:
    """`data/replaced.tsv`: each former test, how many cases it had, and what has taken its place."""
    lines = [line.split("\t") for line in (HERE / "data" / "replaced.tsv").read_text(encoding="utf-8").splitlines()]
    assert lines[0] == ["test", "cases", "replaced by"]
    there = (HERE / "test_bad_input.py").read_text(encoding="utf-8")
    for former, cases, now in lines[1:]:
        assert int(cases) > 0
        for group in re.findall(r"test_every_case_is_answered_as_it_must_be\[([a-z-]+?)-([a-z ]+)\]", now):
            assert group in {(name, title) for name, game in CASES.items() for title in (*game.refused, *game.fails)}, (
                former
            )
        for part in re.findall(r"test_law_17\[[a-z-]+-([a-z]+)-30\]", now):
            assert part in BAD_INPUT
        for test in re.findall(r"test_bad_input\.py::(test_\w+)", now):
            assert f"def {test}(" in there, former
