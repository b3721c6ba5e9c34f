"""Melds and contracts of Shanghai Rummy: SR-006 to SR-015, SR-030, SR-034 and the rulings SR-A22 to SR-A33.

The first part is a solver that tries everything. It shares nothing with the library but the cards: it writes down
every meld there is as a text, counts what each one takes, and lays one after the other. What the library finds by
searching cleverly must be the same for tens of thousands of hands. The other parts are hands whose answer is worked
out from the rules, and the writing of melds.
"""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any, Literal, cast

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shedkit import FrenchCard, codes, read_cards
from shedkit.core.cards import BY_ORDER
from shedkit.families.melds import Contract, Meld, Melding

Cards = tuple[FrenchCard, ...]
Option = tuple[str, "int | None", bool]
Kind = Literal["set", "run"]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = FrenchCard("Jk")
CONTRACTS = [Contract(*each) for each in [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)]]
"""The contracts of rounds 1 to 7; in round 6 the two runs come first in the rules."""
OPTIONS: list[Option] = list(product(["both", "high", "low"], [None, 0, 1, 2, 3], [True, False]))
PLAIN: Option = ("both", None, True)
SLOW = settings(derandomize=True, deadline=None, max_examples=150)


@cache
def melding(option: Option) -> Melding:
    ace, most, adjacent = option
    return Melding(ace=cast(Any, ace), max_jokers=most, adjacent_jokers=adjacent)


def in_order(cards: Iterable[FrenchCard]) -> Cards:
    return tuple(sorted(cards, key=BY_ORDER))


def hand(text: str) -> Cards:
    """The cards of a text in deck order."""
    return in_order(read_cards(FrenchCard, text))


def texts(melds: Iterable[Meld]) -> list[str]:
    return [str(meld) for meld in melds]


def per_option(function: Any) -> Any:
    return pytest.mark.parametrize("option", [as_parameter(i, option) for i, option in enumerate(OPTIONS)])(function)


def as_parameter(i: int, option: Option) -> Any:
    """A name for the option; half of them, in which every two values meet, make the ordinary run."""
    ace, most, adjacent = option
    name = f"{ace}-{'any' if most is None else most}-{'side' if adjacent else 'apart'}"
    return pytest.param(option, id=name, marks=[] if (i + i // 2) % 2 == 0 else [pytest.mark.deep])


# --- every meld there is


def every_set(most: int | None) -> Iterator[str]:
    """Three cards of a rank, of any suits, twins too; jokers in place of one or two of them (SR-014, SR-A23)."""
    for rank in RANKS:
        for naturals in (1, 2, 3):
            jokers = 3 - naturals
            for suits in combinations_with_replacement(SUITS, naturals):
                if most is None or jokers <= most:
                    yield " ".join([rank + suit for suit in suits] + ["Jk"] * jokers)


def every_run(ace: str, most: int | None, adjacent: bool) -> Iterator[str]:
    """Four neighbours of the line of ranks, in one suit, up to three of them jokers (SR-015, SR-A22, SR-A24)."""
    line = {"both": "A23456789TJQKA", "high": "23456789TJQKA", "low": "A23456789TJQK"}[ace]
    for suit in SUITS:
        for start in range(len(line) - 3):
            for joker in product([False, True], repeat=4):
                side_by_side = any(joker[i] and joker[i + 1] for i in range(3))
                if all(joker) or (most is not None and sum(joker) > most) or (side_by_side and not adjacent):
                    continue
                named = [rank + suit for rank in line[start : start + 4]]
                yield " ".join(f"Jk={card}" if wild else card for card, wild in zip(named, joker, strict=True))


def taken(text: str) -> list[FrenchCard]:
    """The cards that a written meld takes out of the hand."""
    return [FrenchCard(word.split("=")[0]) for word in text.split()]


# --- hands as numbers: eight bits for each of the 53 cards, so that laying is subtracting

ONE = {card: 1 << 8 * place for place, card in enumerate(FrenchCard.all())}
FULL = sum(0x80 * unit for unit in ONE.values())


def number(cards: Iterable[FrenchCard]) -> int:
    """How often each card occurs, at most 127 times."""
    return sum(ONE[card] for card in cards)


def fits(need: int, have: int) -> bool:
    """Whether no card is needed more often than it is there: no eight bits run below zero."""
    return (have | FULL) - need & FULL == FULL


def test_the_numbers_count_cards() -> None:
    rng = Random("numbers")
    pool = [*hand("4c 4c 5c Ah Jk Jk 2c"), *FrenchCard.all()]
    seen = Counter[bool]()
    for _ in range(2_000):
        have, need = rng.sample(pool, rng.randint(0, 40)), rng.sample(pool, rng.randint(0, 4))
        assert fits(number(need), number(have)) == (Counter(need) <= Counter(have))
        if Counter(need) <= Counter(have):
            assert number(have) - number(need) == number((Counter(have) - Counter(need)).elements())
        seen[fits(number(need), number(have))] += 1
    assert min(seen.values()) > 200


# --- the solver that tries everything


@cache
def all_melds(option: Option) -> dict[Kind, dict[str, int]]:
    """Every meld and what it takes."""
    ace, most, adjacent = option
    return {
        "set": {text: number(taken(text)) for text in every_set(most)},
        "run": {text: number(taken(text)) for text in every_run(ace, most, adjacent)},
    }


@cache
def all_beginnings(option: Option) -> dict[Kind, dict[int, int]]:
    """Every part of a meld that lacks natural cards, nothing at all too, and how many cards it lacks at least."""
    made: dict[Kind, dict[int, int]] = {"set": {}, "run": {}}
    for kind, melds in all_melds(option).items():
        for text in melds:
            cards = taken(text)
            jokers = [card for card in cards if card is JOKER]
            naturals = [card for card in cards if card is not JOKER]
            for lacking in range(len(naturals) + 1):
                for kept in combinations(naturals, len(naturals) - lacking):
                    part = number([*kept, *jokers])
                    made[kind][part] = min(lacking, made[kind].get(part, lacking))
    return made


class Trying:
    """All questions about one hand, answered by laying whatever can be laid, one meld after the other."""

    def __init__(self, cards: Iterable[FrenchCard], option: Option = PLAIN) -> None:
        self.have = number(cards)
        self.option = option
        self.melds: dict[Kind, dict[str, int]] = {
            kind: {text: need for text, need in melds.items() if fits(need, self.have)}
            for kind, melds in all_melds(option).items()
        }
        self.needs = {kind: sorted(set(melds.values())) for kind, melds in self.melds.items()}
        self.parts: dict[Kind, list[tuple[int, int]]] | None = None
        self.laid: dict[tuple[int, int, int], bool] = {}
        self.lacked: dict[tuple[int, int, int], int] = {}

    def can_lay(self, contract: Contract) -> bool:
        return self._can_lay(self.have, contract.sets, contract.runs)

    def _can_lay(self, have: int, sets: int, runs: int) -> bool:
        if not sets and not runs:
            return True
        asked = (have, sets, runs)
        if asked not in self.laid:
            if sets:
                rest = (have - need for need in self.needs["set"] if fits(need, have))
                self.laid[asked] = any(self._can_lay(left, sets - 1, runs) for left in rest)
            else:
                rest = (have - need for need in self.needs["run"] if fits(need, have))
                self.laid[asked] = any(self._can_lay(left, sets, runs - 1) for left in rest)
        return self.laid[asked]

    def first_melds(self, contract: Contract) -> set[str]:
        sets, runs = contract.sets, contract.runs
        melds = set()
        if sets:
            melds |= {t for t, need in self.melds["set"].items() if self._can_lay(self.have - need, sets - 1, runs)}
        if runs:
            melds |= {t for t, need in self.melds["run"].items() if self._can_lay(self.have - need, sets, runs - 1)}
        return melds

    def layings(self, contract: Contract) -> set[tuple[str, ...]]:
        """Every choice of melds, each once: the melds of each kind in the order of their texts."""

        def ways(kind: Kind, many: int, have: int) -> Iterator[tuple[tuple[str, ...], int]]:
            for chosen in combinations_with_replacement(sorted(self.melds[kind].items()), many):
                need = sum(each for _, each in chosen)
                if fits(need, have):
                    yield tuple(text for text, _ in chosen), have - need

        return {
            first + second
            for first, left in ways("set", contract.sets, self.have)
            for second, _ in ways("run", contract.runs, left)
        }

    def missing(self, contract: Contract) -> int:
        """Begin every meld with a part of it, and count what the parts lack."""
        if self.parts is None:
            self.parts = {
                kind: [(part, lacking) for part, lacking in parts.items() if fits(part, self.have)]
                for kind, parts in all_beginnings(self.option).items()
            }
        return self._missing(self.have, contract.sets, contract.runs)

    def _missing(self, have: int, sets: int, runs: int) -> int:
        if not sets and not runs:
            return 0
        asked = (have, sets, runs)
        if asked not in self.lacked:
            assert self.parts is not None
            kind: Kind = "set" if sets else "run"
            sets, runs = (sets - 1, runs) if sets else (sets, runs - 1)
            self.lacked[asked] = min(
                lacking + self._missing(have - part, sets, runs)
                for part, lacking in self.parts[kind]
                if fits(part, have)
            )
        return self.lacked[asked]


def test_there_are_so_many_melds() -> None:
    """SR-014, SR-015: 20, 10 and 4 sets with 0, 1, 2 jokers of 13 ranks; 15 runs from each of 44 first cards."""
    melds = all_melds(PLAIN)
    assert len(melds["set"]) == len(list(every_set(None))) == 13 * (20 + 10 + 4)
    assert len(melds["run"]) == len(list(every_run(*PLAIN))) == 44 * 15
    assert len(all_melds(("high", 0, True))["run"]) == len(all_melds(("low", 0, True))["run"]) == 40
    assert len(all_melds(("both", 0, True))["set"]) == 13 * 20
    assert len(all_melds(("both", None, False))["run"]) == 44 * 8
    assert len(all_melds(("both", 1, True))["run"]) == 44 * 5


# --- hands

DECK = [card for card in FrenchCard.pack() for _ in range(2)] + [JOKER] * 4
"""SR-A01: two packs and four jokers."""


def dealt(rng: Random) -> Cards:
    return in_order(rng.sample(DECK, rng.randint(6, 19)))


def narrow(rng: Random, least: int = 6, most: int = 19, copies: int = 2) -> Cards:
    """Cards of few suits and neighbouring ranks, often about the ace, with up to four jokers."""
    wide = rng.randint(3, 8)
    first = rng.choice([-2, -1, 0, 0, rng.randint(-3, 12), rng.randint(0, 12)])
    ranks = {RANKS[(first + i) % 13] for i in range(wide)}
    suits = rng.sample(SUITS, rng.randint(1, 3))
    pool = [FrenchCard(rank + suit) for rank in sorted(ranks) for suit in suits] * copies
    size = rng.randint(least, most)
    jokers = min(rng.choice([0, 0, 1, 1, 2, 2, 3, 4]), size)
    return in_order(rng.sample(pool, min(size - jokers, len(pool))) + [JOKER] * jokers)


# --- can_lay


@per_option
def test_can_lay_is_exact_for_hands_of_the_real_deck(option: Option) -> None:
    """SR-006 to SR-012: 16,800 questions."""
    rng, rules = Random(f"deck {option}"), melding(option)
    for _ in range(80):
        cards = dealt(rng)
        trying = Trying(cards, option)
        for contract in CONTRACTS:
            assert rules.can_lay(cards, contract) == trying.can_lay(contract), (codes(cards), contract)


@per_option
def test_can_lay_is_exact_for_hands_that_are_nearly_there(option: Option) -> None:
    """SR-006 to SR-012, SR-A23 to SR-A31: 14,700 questions, many of them with the answer yes."""
    rng, rules = Random(f"narrow {option}"), melding(option)
    answers = Counter[bool]()
    for _ in range(70):
        cards = narrow(rng)
        trying = Trying(cards, option)
        for contract in CONTRACTS:
            answer = rules.can_lay(cards, contract)
            assert answer == trying.can_lay(contract), (codes(cards), contract)
            answers[answer] += 1
    assert 0.1 < answers[True] / sum(answers.values()) < 0.8


@per_option
def test_can_lay_is_exact_for_hands_with_just_enough_cards(option: Option) -> None:
    """6,300 questions about as many cards as the contract takes, or one or two more, jokers among them."""
    rng, rules = Random(f"tight {option}"), melding(option)
    for contract in CONTRACTS:
        for _ in range(30):
            chosen: list[FrenchCard] = []
            for kind, many in (("set", contract.sets), ("run", contract.runs)):
                melds = sorted(all_melds(option)[cast(Kind, kind)])
                near = [text for text in melds if text[:1] in "A23JK" or "4" in text or "J" in text]
                for _ in range(many):
                    chosen += taken(rng.choice(near))
            for _ in range(rng.randint(0, 2)):  # spoil it, or not
                chosen[rng.randrange(len(chosen))] = rng.choice(chosen)
            chosen += rng.sample(DECK, rng.randint(0, 2))
            cards = in_order(chosen)
            answer = rules.can_lay(cards, contract)
            assert answer == Trying(cards, option).can_lay(contract), (codes(cards), contract)


@pytest.mark.parametrize("copies", [3, 4])
@per_option
def test_can_lay_and_missing_are_exact_with_more_copies(option: Option, copies: int) -> None:
    """SR-A01: three or four packs, so three or four copies of a card, and three or four equal runs."""
    rng, rules = Random(f"copies {copies} {option}"), melding(option)
    for size in [7, 8, 9, 10, 11, 12, 13, 14]:
        cards = narrow(rng, size, size, copies)
        trying = Trying(cards, option)
        for contract in CONTRACTS:
            assert rules.can_lay(cards, contract) == trying.can_lay(contract), (codes(cards), contract)
            assert set(texts(rules.first_melds(cards, contract))) == trying.first_melds(contract)
        some = rng.choice(CONTRACTS)
        assert rules.missing(cards, some) == trying.missing(some), (codes(cards), some)


@per_option
def test_all_answers_are_exact_for_four_runs(option: Option) -> None:
    """SR-008 to SR-012, SR-A30, SR-A31: where runs are many, they are counted suit by suit instead of tried."""
    rng, rules = Random(f"runs {option}"), melding(option)
    runs = [text for text in sorted(all_melds(option)["run"]) if text[-1] in "ch" and text.count("Jk") < 2]
    near = [text for text in runs if "3" in text or "J" in text.replace("Jk", "")]
    answers = Counter[bool]()
    for spoilt in (0, 1, 2, 3):
        chosen = [card for _ in range(4) for card in taken(rng.choice(near))]
        for i in rng.sample(range(len(chosen)), spoilt):
            chosen[i] = rng.choice([card for card in chosen if card is not JOKER])
        cards, contract = in_order(chosen), rng.choice([Contract(0, 4), Contract(1, 3)]) if spoilt else Contract(0, 4)
        trying = Trying(cards, option)
        answers[rules.can_lay(cards, contract)] += 1
        assert rules.can_lay(cards, contract) == trying.can_lay(contract), (codes(cards), contract)
        assert set(texts(rules.first_melds(cards, contract))) == trying.first_melds(contract), (codes(cards), contract)
        assert rules.missing(cards, contract) == trying.missing(contract), (codes(cards), contract)
    assert answers[True]


def test_can_lay_does_not_mind_the_order_of_the_hand() -> None:
    rng, rules = Random("order"), Melding()
    for _ in range(100):
        cards = narrow(rng, 8, 14)
        mixed = rng.sample(cards, len(cards))
        for contract in CONTRACTS:
            assert rules.can_lay(iter(mixed), contract) == rules.can_lay(cards, contract)


# --- first_melds


@per_option
def test_first_melds_are_those_after_which_the_rest_can_be_laid(option: Option) -> None:
    """SR-A29: a meld is offered only if the whole contract follows."""
    rng, rules = Random(f"first {option}"), melding(option)
    for turn in range(16):
        cards = narrow(rng, 6, 14) if turn % 4 else dealt(rng)
        trying = Trying(cards, option)
        for contract in [Contract(1, 0), Contract(0, 1), *CONTRACTS]:
            melds = rules.first_melds(cards, contract)
            assert len(set(melds)) == len(melds)
            assert set(texts(melds)) == trying.first_melds(contract), (codes(cards), contract)
            assert bool(melds) == rules.can_lay(cards, contract)
            assert all(rules.fault(meld) is None for meld in melds)
            kinds = [meld.kind for meld in melds]
            assert kinds == sorted(kinds, reverse=True), "the sets come first"
            ranks = [meld.rank for meld in melds if meld.kind == "set"]
            assert ranks == sorted(ranks)
            suits = [meld.suit for meld in melds if meld.kind == "run"]
            assert suits == sorted(suits, key=SUITS.index)


# --- layings


@per_option
def test_layings_are_all_ways_each_once(option: Option) -> None:
    rng, rules = Random(f"layings {option}"), melding(option)
    many = 0
    for _ in range(30):
        cards = narrow(rng, 6, 10)
        trying = Trying(cards, option)
        for contract in [Contract(1, 0), Contract(0, 1), *CONTRACTS]:
            if len(trying.melds["set"]) ** contract.sets * len(trying.melds["run"]) ** contract.runs > 10_000:
                continue  # too many choices to try all
            layings = list(rules.layings(cards, contract))
            ways = {(*sorted(texts(way[: contract.sets])), *sorted(texts(way[contract.sets :]))) for way in layings}
            assert ways == trying.layings(contract), (codes(cards), contract)
            assert len(ways) == len(layings)
            for way in layings:
                assert [meld.kind for meld in way] == ["set"] * contract.sets + ["run"] * contract.runs
            many += len(layings)
    assert many > 5


def test_layings_come_one_after_the_other() -> None:
    """There are millions of ways here; the first must not wait for the last."""
    cards = hand("4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c 9d Tc Td Jk Jk Jk Jk Jk Jk")
    ways = Melding().layings(cards, Contract(0, 3))
    first = [next(ways) for _ in range(50)]
    assert len(set(first)) == 50


@pytest.mark.parametrize("option", [PLAIN, ("high", 1, True), ("low", None, False)])
def test_best_laying_has_the_smallest_measure(option: Option) -> None:
    rng, rules = Random(f"best {option}"), melding(option)
    none = 0

    def left_in_hand(melds: tuple[Meld, ...], left: Cards) -> int:
        return sum(50 if card is JOKER else card.rank for card in left) - 3 * sum(meld.rank for meld in melds)

    for _ in range(60):
        cards = narrow(rng, 7, 11)
        contract = rng.choice(CONTRACTS[:3])
        best = rules.best_laying(cards, contract, left_in_hand)
        measured: list[tuple[int, tuple[Meld, ...]]] = []
        for way in rules.layings(cards, contract):
            rest = Counter(cards) - Counter(card for meld in way for card in meld.cards)
            measured.append((left_in_hand(way, in_order(rest.elements())), way))
        if best is None:
            none += 1
            assert not measured
            assert not rules.can_lay(cards, contract)
        else:
            least = min(value for value, _ in measured)
            assert best == next(way for value, way in measured if value == least), "of equal ones the first"
    assert 5 < none < 55


def test_best_laying_is_told_the_cards_left_in_deck_order() -> None:
    seen: list[str] = []

    def measure(melds: tuple[Meld, ...], left: Cards) -> int:
        seen.append(codes(left))
        return 0

    way = Melding().best_laying(hand("4c 4d 4h Ks 2d Jk"), Contract(1, 0), measure)
    assert way is not None
    assert texts(way) == texts(next(Melding().layings(hand("4c 4d 4h Ks 2d Jk"), Contract(1, 0))))
    # 4c 4d 4h; the joker with two fours, in three ways
    assert sorted(seen) == ["2d 4c Ks", "2d 4d Ks", "2d 4h Ks", "2d Ks Jk"]


def test_best_laying_is_none_where_nothing_can_be_laid() -> None:
    assert Melding().best_laying(hand("4c 4d 5h 5s 6c 6d"), Contract(2, 0), lambda melds, left: 0) is None


# --- missing and nearest


@per_option
def test_missing_is_the_fewest_cards_that_must_come(option: Option) -> None:
    rng, rules = Random(f"missing {option}"), melding(option)
    for _ in range(14):
        cards = narrow(rng, 0, 9)
        trying = Trying(cards, option)
        for contract in CONTRACTS:
            missing = rules.missing(cards, contract)
            assert missing == trying.missing(contract), (codes(cards), contract)
            assert (missing == 0) == rules.can_lay(cards, contract) == trying.can_lay(contract)


@pytest.mark.parametrize("option", OPTIONS[::3])
def test_missing_is_exact_for_hands_of_the_real_deck(option: Option) -> None:
    rng, rules = Random(f"missing deck {option}"), melding(option)
    for _ in range(4):
        cards = in_order(rng.sample(DECK, rng.randint(9, 13)))
        trying = Trying(cards, option)
        for contract in CONTRACTS:
            assert rules.missing(cards, contract) == trying.missing(contract), (codes(cards), contract)


@pytest.mark.parametrize("option", [PLAIN, ("high", 1, True), ("low", None, False), ("both", 0, True)])
def test_missing_is_what_adding_cards_finds(option: Option) -> None:
    """Add every single card, then every two, then every three of few cards, and see whether the contract is there."""
    rng, rules = Random(f"adding {option}"), melding(option)
    pack = FrenchCard.pack()
    reached = Counter[int]()
    for _ in range(25):
        cards = narrow(rng, 4, 8)
        some = [card for card in pack if card.suit in {"c", "d"} and card in narrow(rng, 12, 19)][:7]
        for contract in CONTRACTS[:3]:
            missing = rules.missing(cards, contract)
            reached[missing] += 1
            for more in range(min(missing, 2 if missing < 3 else 1) + 1):
                completed = any(
                    rules.can_lay(cards + added, contract) for added in combinations_with_replacement(pack, more)
                )
                assert completed == (more == missing), (codes(cards), contract, more)
            for added in combinations_with_replacement(some, 3):
                assert missing <= 3 or not rules.can_lay(cards + added, contract)
    assert {1, 2, 3} <= set(reached)


@pytest.mark.deep
@per_option
def test_missing_falls_by_one_at_most_with_each_card(option: Option) -> None:
    rng, rules = Random(f"monotone {option}"), melding(option)
    for _ in range(6):
        deck = rng.sample(DECK, 19) if rng.random() < 0.5 else list(narrow(rng, 15, 19))
        rng.shuffle(deck)
        for contract in CONTRACTS:
            before = rules.missing((), contract)
            assert before == contract.cards
            for size in range(1, len(deck) + 1):
                after = rules.missing(in_order(deck[:size]), contract)
                assert before - 1 <= after <= before
                before = after


@per_option
def test_nearest_cards_are_of_the_hand_and_get_there(option: Option) -> None:
    rng, rules = Random(f"nearest {option}"), melding(option)
    for turn in range(12):
        cards = narrow(rng, 0, 13) if turn % 3 else dealt(rng)
        for contract in CONTRACTS:
            near = rules.nearest(cards, contract)
            assert near.missing == rules.missing(cards, contract)
            assert Counter(near.cards) <= Counter(cards)
            assert near.cards == in_order(near.cards)
            assert len(near.cards) + near.missing == contract.cards, "they are laid, and the missing ones with them"
            assert Trying(near.cards, option).missing(contract) == near.missing, (codes(cards), contract)


def test_missing_twins_may_be_more_than_the_deck_has() -> None:
    """Four of one card: the deck has two, but any cards may be thought to come."""
    near = Melding().nearest(hand("7h 7h"), Contract(1, 0))
    assert (near.missing, codes(near.cards)) == (1, "7h 7h")
    assert Melding().missing(hand("5h 5h 6h 6h 7h 7h 8h"), Contract(0, 2)) == 1
    assert Melding().missing(hand("5h 6h 7h 5h 6h 7h"), Contract(0, 3)) == 6


@pytest.mark.parametrize(
    ("cards", "sets", "runs", "missing"),
    [
        ("", 2, 0, 6),
        ("", 0, 3, 12),
        ("Jk", 1, 0, 2),
        ("Jk Jk Jk", 1, 0, 1),  # SR-A30: a natural card is still needed
        ("Jk Jk Jk Jk Jk Jk Jk Jk", 0, 2, 2),
        ("4c", 1, 1, 6),  # in the set or in the run, not in both
        ("4c 4c", 1, 1, 5),
        ("5s 6s 8s 9d 9h Kc", 1, 1, 2),
        ("5s 6s 7s 7c 7d", 1, 1, 2),  # 7s lacks in one of the two
        ("5s 6s 7s 7s 7c 7d", 1, 1, 1),
        ("As 2s Ks", 0, 1, 2),  # A 2 or K A, not all three (SR-A25)
        ("As 2s 3s Qs Ks", 0, 2, 3),  # the ace helps one end only
        ("As As 2s 3s Qs Ks", 0, 2, 2),
        ("5s 9s", 0, 1, 3),  # too far apart: of two cards one helps
        ("5s 8s", 0, 1, 2),
    ],
)
def test_missing_by_hand(cards: str, sets: int, runs: int, missing: int) -> None:
    assert Melding().missing(hand(cards), Contract(sets, runs)) == missing


def test_missing_with_limits_of_jokers() -> None:
    assert Melding(max_jokers=0).missing(hand("4c 4d Jk"), Contract(1, 0)) == 1
    assert Melding(max_jokers=1).missing(hand("4c Jk Jk"), Contract(1, 0)) == 1
    assert Melding(max_jokers=1).missing(hand("5c 8c Jk Jk"), Contract(0, 1)) == 1
    # SR-A31: Jk 6 Jk 8 keeps them apart, 5 Jk Jk 8 does not
    assert Melding(adjacent_jokers=False).missing(hand("6c 8c Jk Jk"), Contract(0, 1)) == 0
    assert Melding(adjacent_jokers=False).missing(hand("5c 8c Jk Jk"), Contract(0, 1)) == 1
    assert Melding(adjacent_jokers=False).missing(hand("5c Jk Jk Jk"), Contract(0, 1)) == 1
    assert Melding(adjacent_jokers=False).missing(hand("5c Jk Jk"), Contract(1, 0)) == 0


@pytest.mark.parametrize(
    ("cards", "sets", "missing"),
    [
        # Each pair takes a joker, and so does the single: one card lacks. Three equal cards leave a joker idle.
        ("2d 2h Ac Ah Ah Jk Jk Jk", 3, 1),
        # 5 5 Jk, 5 5 Jk: nothing lacks, whatever else is in the hand.
        ("5d 5d 5h 5h Jk Jk", 2, 0),
        ("3d 5d 5d 5h 5h 7d 8h Jk Jk Jk", 2, 0),
        ("3d 4h 5d 5d 5h 5h 7d 8h Jk Jk Jk", 2, 0),
        # 5 5 Jk, 5 5 Jk, 7 Jk and one card
        ("5d 5d 5h 5h 7d Jk Jk Jk", 3, 1),
        ("3d 4h 5d 5d 5h 5h 7d 8h Jk Jk Jk", 3, 1),
        ("5c 5s 6c Kc Kc Ks Jk Jk Jk Jk", 4, 2),
    ],
)
def test_missing_where_a_meld_has_one_joker_at_most_SR_A30(cards: str, sets: int, missing: int) -> None:
    rules, had, contract = Melding(max_jokers=1), hand(cards), Contract(sets, 0)
    assert Trying(had, ("both", 1, True)).missing(contract) == missing
    assert rules.can_lay(had, contract) == (missing == 0)
    assert rules.missing(had, contract) == missing
    near = rules.nearest(had, contract)
    assert (near.missing, len(near.cards)) == (missing, contract.cards - missing)


@pytest.mark.deep
@per_option
def test_missing_is_exact_for_pairs_triples_and_jokers(option: Option) -> None:
    """Few ranks, so that the cards of one rank can be shared out among sets in several ways."""
    rng, rules = Random(f"pairs {option}"), melding(option)
    for _ in range(20):
        ranks = rng.sample(RANKS, rng.randint(2, 4))
        pool = [FrenchCard(rank + suit) for rank in ranks for suit in rng.sample(SUITS, 2)] * 2
        cards = in_order(rng.sample(pool, min(len(pool), rng.randint(4, 8))) + [JOKER] * rng.randint(0, 4))
        trying = Trying(cards, option)
        for contract in [*CONTRACTS, Contract(4, 0)]:
            assert rules.missing(cards, contract) == trying.missing(contract), (codes(cards), contract)


# --- the contracts of the rules


@pytest.mark.parametrize(
    ("cards", "contract", "way"),
    [
        pytest.param("4c 4d 4h Js Jd Jc 2c 3d 9h Ks 7c 8d Qh", Contract(2, 0), "4c 4d 4h / Jc Jd Js", id="SR-006"),
        pytest.param("4c 4d 4h 5s 6s 7s 8s Kd Kc 2c 3d 9h Qh", Contract(1, 1), "4c 4d 4h / 5s 6s 7s 8s", id="SR-007"),
        pytest.param(
            "5s 6s 7s 8s 9d Td Jd Qd 2c 2d 4h Kc Ah", Contract(0, 2), "9d Td Jd Qd / 5s 6s 7s 8s", id="SR-008"
        ),
        pytest.param(
            "4c 4d 4h Js Jd Jc 7c 7d 7s 2c 9h Ks 8d", Contract(3, 0), "4c 4d 4h / 7c 7d 7s / Jc Jd Js", id="SR-009"
        ),
        pytest.param(
            "4c 4d 4h Js Jd Jc 5s 6s 7s 8s 2c 9h Kd",
            Contract(2, 1),
            "4c 4d 4h / Jc Jd Js / 5s 6s 7s 8s",
            id="SR-010",
        ),
        pytest.param(
            "5s 6s 7s 8s 9d Td Jd Qd 4c 4d 4h 2c Kh",
            Contract(1, 2),
            "4c 4d 4h / 9d Td Jd Qd / 5s 6s 7s 8s",
            id="SR-011",
        ),
        pytest.param(
            "5s 6s 7s 8s 9d Td Jd Qd 2c 3c 4c 5c Kh",
            Contract(0, 3),
            "2c 3c 4c 5c / 9d Td Jd Qd / 5s 6s 7s 8s",
            id="SR-012",
        ),
    ],
)
def test_the_hands_of_the_rules_have_one_way_to_lay(cards: str, contract: Contract, way: str) -> None:
    """SR-006 to SR-012, SR-A26: exactly three and four cards each."""
    ways = list(Melding().layings(hand(cards), contract))
    assert [sorted(texts(melds)) for melds in ways] == [sorted(way.split(" / "))]
    assert set(texts(Melding().first_melds(hand(cards), contract))) == set(way.split(" / "))


def test_contracts_take_6_to_12_cards_SR_013() -> None:
    assert [contract.cards for contract in CONTRACTS] == [6, 7, 8, 9, 10, 11, 12]
    assert [contract.melds for contract in CONTRACTS] == [2, 2, 2, 3, 3, 3, 3]


def test_what_is_left_of_a_contract() -> None:
    assert Contract(2, 1).without("set") == Contract(1, 1)
    assert Contract(2, 1).without("run") == Contract(2, 0)
    assert Contract(1, 0).without("set") == Contract(0, 0)
    assert str(Contract(2, 1)) == "2 sets and 1 run"
    assert str(Contract(0, 3)) == "3 runs"
    assert str(Contract(1, 0)) == "1 set"


def test_contracts_are_values() -> None:
    assert Contract(1, 2) == Contract(sets=1, runs=2) != Contract(2, 1)
    assert len({Contract(1, 2), Contract(1, 2), Contract(2, 1)}) == 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Contract(1, 2).sets = 2  # type: ignore[misc]


def test_with_only_two_sets_three_cannot_be_begun_SR_009() -> None:
    cards = hand("4c 4d 4h Js Jd Jc 7c 7d 8s 2c 9h Ks 8d")
    assert Melding().first_melds(cards, Contract(2, 0))
    assert Melding().first_melds(cards, Contract(3, 0)) == ()
    assert list(Melding().layings(cards, Contract(3, 0))) == []


def test_one_set_does_for_two_only_with_six_cards_SR_A28() -> None:
    """Two sets of one rank, two adjoining or equal runs are allowed."""
    rules = Melding()
    assert not rules.can_lay(hand("4c 4d 4h 4s 4s"), Contract(2, 0))
    assert rules.can_lay(hand("4c 4d 4h 4s 4s 4c"), Contract(2, 0))
    assert rules.can_lay(hand("2c 3c 4c 5c 6c 7c 8c 9c"), Contract(0, 2))
    assert not rules.can_lay(hand("2c 3c 4c 5c 6c 7c 8c"), Contract(0, 2))


# --- hands that defeat greedy play


def firsts(cards: str, sets: int, runs: int, **options: Any) -> list[str]:
    return sorted(texts(Melding(**options).first_melds(hand(cards), Contract(sets, runs))))


def ways(cards: str, sets: int, runs: int, **options: Any) -> set[str]:
    """The ways to lay, written with the melds of each kind in the order of their texts."""
    layings = list(Melding(**options).layings(hand(cards), Contract(sets, runs)))
    written = {" / ".join([*sorted(texts(way[:sets])), *sorted(texts(way[sets:]))]) for way in layings}
    assert len(written) == len(layings)
    return written


def test_the_joker_goes_where_it_is_needed() -> None:
    # It fits a set of 4 and either run, but without it there is no run.
    assert firsts("4c 4d 4h 5s 6s 8s 9s Jk", 1, 1) == ["4c 4d 4h", "5s 6s Jk=7s 8s", "6s Jk=7s 8s 9s"]
    # Here it is the set that needs it: the run is there, and 4c 4d are two.
    assert ways("4c 4d 5s 6s 7s 8s Jk", 1, 1) == {"4c 4d Jk / 5s 6s 7s 8s"}


def test_the_joker_cannot_go_to_both() -> None:
    assert ways("4c 4d 5s 6s 8s 9s Jk", 1, 1) == set()
    assert firsts("4c 4d 5s 6s 8s 9s Jk", 1, 1) == []
    assert firsts("4c 4d 5s 6s 8s 9s Jk Jk", 1, 1)[0] == "4c 4d Jk"


def test_overlapping_runs_begin_where_eight_cards_can_be_laid() -> None:
    # 5 to Q in one suit are two runs in one way; 6 7 8 9 would leave 5 and T J Q.
    assert ways("5s 6s 7s 8s 9s Ts Js Qs", 0, 2) == {"5s 6s 7s 8s / 9s Ts Js Qs"}
    assert firsts("5s 6s 7s 8s 9s", 0, 1) == ["5s 6s 7s 8s", "6s 7s 8s 9s"]
    # 5 6 7 8 8 9 T J: only 5 to 8 and 8 to J
    assert ways("5s 6s 7s 8s 8s 9s Ts Js", 0, 2) == {"5s 6s 7s 8s / 8s 9s Ts Js"}
    # Nine cards of one suit: 5-8 with 9-Q or T-K, or 6-9 with T-K.
    assert ways("5s 6s 7s 8s 9s Ts Js Qs Ks", 0, 2) == {
        "5s 6s 7s 8s / 9s Ts Js Qs",
        "5s 6s 7s 8s / Ts Js Qs Ks",
        "6s 7s 8s 9s / Ts Js Qs Ks",
    }


def test_overlapping_runs_with_one_joker() -> None:
    # Seven cards 5 to J and a joker: one run is natural. 5-8 leaves 9 T J, 8-J leaves 5 6 7, with the joker at either
    # end; the runs between leave cards too far apart.
    assert ways("5s 6s 7s 8s 9s Ts Js Jk", 0, 2) == {
        "5s 6s 7s 8s / Jk=8s 9s Ts Js",
        "5s 6s 7s 8s / 9s Ts Js Jk=Qs",
        "8s 9s Ts Js / Jk=4s 5s 6s 7s",
        "5s 6s 7s Jk=8s / 8s 9s Ts Js",
    }


def test_a_card_wanted_by_a_set_and_a_run() -> None:
    # 7s is wanted by both; a fourth seven frees it.
    assert ways("5s 6s 7s 8s 7c 7d", 1, 1) == set()
    assert ways("5s 6s 7s 8s 7c 7d 7h", 1, 1) == {"7c 7d 7h / 5s 6s 7s 8s"}
    # 4s 5s 6s 7s 8s: both runs hold the seven. With 3s there is one without.
    assert ways("4s 5s 6s 7s 8s 7c 7d", 1, 1) == set()
    assert ways("3s 4s 5s 6s 7s 7c 7d", 1, 1) == {"7c 7d 7s / 3s 4s 5s 6s"}


def test_a_set_that_looks_complete_must_not_break_the_run() -> None:
    # Both sets take one card of the run each; only 9c 9d 9h and 4c 4d 4h together leave it whole.
    cards = "4c 4d 4h 4s 5s 6s 7s 9c 9d 9h"
    assert ways(cards, 2, 1) == {"4c 4d 4h / 9c 9d 9h / 4s 5s 6s 7s"}
    assert "4c 4d 4s" not in firsts(cards, 2, 1)
    assert "4c 4d 4s" in firsts(cards, 2, 0)


def test_a_joker_takes_the_place_of_a_card_in_hand() -> None:
    # One joker in a meld at most. The natural run would leave 7c Jk Jk, so a joker must be the seven of the run.
    assert ways("5s 6s 7s 8s 7c Jk Jk", 1, 1, max_jokers=1) == {"7c 7s Jk / 5s 6s Jk=7s 8s"}
    # Without a limit 7c Jk Jk is good too, and the runs may begin lower or higher than 5 to 8.
    assert "7c Jk Jk / 5s 6s 7s 8s" in ways("5s 6s 7s 8s 7c Jk Jk", 1, 1)
    # The joker for a held card in the same run: a run of 5 to 8 may be laid with or without any one of its cards.
    assert firsts("5s 6s 7s 8s Jk", 0, 1) == [
        "5s 6s 7s 8s",
        "5s 6s 7s Jk=8s",
        "5s 6s Jk=7s 8s",
        "5s Jk=6s 7s 8s",
        "6s 7s 8s Jk=9s",
        "Jk=4s 5s 6s 7s",
        "Jk=5s 6s 7s 8s",
    ]


def test_twins_make_two_equal_runs() -> None:
    assert ways("5s 5s 6s 6s 7s 7s 8s 8s", 0, 2) == {"5s 6s 7s 8s / 5s 6s 7s 8s"}
    assert firsts("5s 5s 6s 6s 7s 7s 8s 8s", 0, 2) == ["5s 6s 7s 8s"]
    assert ways("5s 5s 6s 6s 7s 7s 8s", 0, 2) == set()
    assert ways("5s 6s 6s 7s 7s 8s 8s 9s", 0, 2) == {"5s 6s 7s 8s / 6s 7s 8s 9s"}


def test_twins_in_a_run_do_not_count_as_neighbours() -> None:
    assert not Melding().can_lay(hand("5s 6s 6s 7s"), Contract(0, 1))
    assert Melding().missing(hand("5s 6s 6s 7s"), Contract(0, 1)) == 1


def test_twins_in_sets_SR_A23() -> None:
    # Two of each of three suits: one of each twice, or two of a suit with one of another and the rest.
    assert ways("7c 7c 7d 7d 7h 7h", 2, 0) == {
        "7c 7d 7h / 7c 7d 7h",
        "7c 7c 7d / 7d 7h 7h",
        "7c 7c 7h / 7d 7d 7h",
        "7c 7d 7d / 7c 7h 7h",
    }
    assert ways("7c 7c 7c", 1, 0) == {"7c 7c 7c"}
    assert ways("7c 7c 7d 9h", 1, 0) == {"7c 7c 7d"}


def test_twins_are_split_between_a_set_and_a_run() -> None:
    assert ways("5s 6s 7s 7s 8s 7c 7d", 1, 1) == {"7c 7d 7s / 5s 6s 7s 8s"}
    assert ways("5s 6s 7s 7s 8s 7c", 1, 1) == set()


def test_three_and_four_copies_of_a_card() -> None:
    three = "5s 6s 7s 8s " * 3
    assert ways(three, 0, 3) == {"5s 6s 7s 8s / 5s 6s 7s 8s / 5s 6s 7s 8s"}
    assert ways(three, 3, 0) == {
        " / ".join(f"{rank}s {rank}s {rank}s" for rank in chosen) for chosen in combinations("5678", 3)
    }
    four = "5s 6s 7s 8s " * 4
    assert ways(four, 1, 2) == set()  # the set leaves one card of its rank
    assert ways(four, 1, 1) == {f"{rank}s {rank}s {rank}s / 5s 6s 7s 8s" for rank in "5678"}
    assert ways(four, 2, 1) == {f"{a}s {a}s {a}s / {b}s {b}s {b}s / 5s 6s 7s 8s" for a, b in combinations("5678", 2)}
    assert Melding().can_lay(hand(four), Contract(0, 4))


def test_an_ace_lies_at_either_end_SR_A24() -> None:
    assert firsts("Ah 2h 3h 4h", 0, 1) == ["Ah 2h 3h 4h"]
    assert firsts("Jh Qh Kh Ah", 0, 1) == ["Jh Qh Kh Ah"]
    assert firsts("Ah 2h 3h 4h", 0, 1, ace="high") == []
    assert firsts("Ah 2h 3h 4h", 0, 1, ace="low") == ["Ah 2h 3h 4h"]
    assert firsts("Jh Qh Kh Ah", 0, 1, ace="high") == ["Jh Qh Kh Ah"]
    assert firsts("Jh Qh Kh Ah", 0, 1, ace="low") == []


def test_one_ace_cannot_be_at_both_ends() -> None:
    both = "2h 3h 4h Jh Qh Kh"
    assert ways(both + " Ah", 0, 2) == set()
    assert ways(both + " Ah Ah", 0, 2) == {"Ah 2h 3h 4h / Jh Qh Kh Ah"}
    assert ways(both + " Ah As", 0, 2) == set()
    assert ways(both + " Ah Ah", 0, 2, ace="high") == set()
    assert ways(both + " Ah Ah", 0, 2, ace="low") == set()
    # With one ace and a joker: the joker below the J, or above the 4, or as the other ace.
    assert ways(both + " Ah Jk", 0, 2) == {
        "Ah 2h 3h 4h / Jh Qh Kh Jk=Ah",
        "Ah 2h 3h 4h / Jk=Th Jh Qh Kh",
        "Jh Qh Kh Ah / Jk=Ah 2h 3h 4h",
        "2h 3h 4h Jk=5h / Jh Qh Kh Ah",
    }


def test_the_ace_of_a_set_is_the_ace_of_a_run() -> None:
    # Two aces of hearts and Ac, Ad: the set takes one, one end of the line the other.
    assert ways("Ac Ad Ah 2h 3h 4h", 1, 1) == set()
    assert ways("Ac Ad Ah Ah 2h 3h 4h", 1, 1) == {"Ac Ad Ah / Ah 2h 3h 4h"}
    assert ways("Ac Ad Ah Ah Jh Qh Kh", 1, 1) == {"Ac Ad Ah / Jh Qh Kh Ah"}
    assert ways("Ac Ad Ah Ah 2h 3h 4h Jh Qh Kh", 1, 2) == set()
    assert ways("Ac Ad Ah Ah Ah 2h 3h 4h Jh Qh Kh", 1, 2) == {"Ac Ad Ah / Ah 2h 3h 4h / Jh Qh Kh Ah"}
    # Aces make sets whatever they are in runs.
    assert ways("Ac Ad Ah", 1, 0, ace="low") == ways("Ac Ad Ah", 1, 0, ace="high") == {"Ac Ad Ah"}


@pytest.mark.parametrize("ace", ["both", "high", "low"])
@pytest.mark.parametrize("cards", ["Qh Kh Ah 2h", "Kh Ah 2h 3h", "Kh Ah Ah 2h 3h", "Qh Kh Ah Ah 2h"])
def test_no_run_round_the_corner_SR_A25(cards: str, ace: str) -> None:
    assert ways(cards, 0, 1, ace=ace) == set()
    assert Melding(ace=cast(Any, ace)).missing(hand(cards), Contract(0, 1)) >= 1


def test_a_joker_does_not_help_round_the_corner_SR_A25() -> None:
    assert ways("Kh Ah 2h Jk", 0, 1) == set()
    assert ways("Qh Kh 2h Jk", 0, 1) == set()
    assert ways("Qh Ah 2h Jk", 0, 1) == set()
    assert ways("Qh Kh Ah Jk", 0, 1) == {"Jk=Jh Qh Kh Ah"}
    assert ways("Ah 2h 3h Jk", 0, 1) == {"Ah 2h 3h Jk=4h"}
    assert ways("Qh Kh Ah Jk", 0, 1, ace="low") == set()
    assert ways("Ah 2h 3h Jk", 0, 1, ace="high") == set()
    assert ways("2h 3h 4h Jk", 0, 1, ace="high") == {"2h 3h 4h Jk=5h"}
    assert ways("Jh Qh Kh Jk", 0, 1, ace="low") == {"Jk=Th Jh Qh Kh"}


def test_no_two_suits_in_a_run_SR_A22() -> None:
    assert ways("5s 6s 7h 8s", 0, 1) == set()
    assert ways("Kc 2d 3d 4d", 0, 1) == ways("Jc Qc Kc 2d", 0, 1) == ways("Jc Qc Kc Ad", 0, 1) == set()
    assert ways("Qs Ks As 2c", 0, 1) == ways("As 2c 3c 4c", 0, 1) == ways("Ac 2d 3d 4d", 0, 1) == set()


def test_three_jokers_in_one_meld_SR_A30() -> None:
    # A five in each place of the run; a two not in the last ones; an ace in the first or in the last.
    assert firsts("5h Jk Jk Jk", 0, 1) == [
        "5h Jk=6h Jk=7h Jk=8h",
        "Jk=2h Jk=3h Jk=4h 5h",
        "Jk=3h Jk=4h 5h Jk=6h",
        "Jk=4h 5h Jk=6h Jk=7h",
    ]
    assert firsts("2h Jk Jk Jk", 0, 1) == ["2h Jk=3h Jk=4h Jk=5h", "Jk=Ah 2h Jk=3h Jk=4h"]
    assert firsts("Ah Jk Jk Jk", 0, 1) == ["Ah Jk=2h Jk=3h Jk=4h", "Jk=Jh Jk=Qh Jk=Kh Ah"]
    assert firsts("Ah Jk Jk Jk", 0, 1, ace="high") == ["Jk=Jh Jk=Qh Jk=Kh Ah"]
    assert firsts("5h Jk Jk Jk", 0, 1, max_jokers=3) == firsts("5h Jk Jk Jk", 0, 1)
    assert firsts("5h Jk Jk Jk", 0, 1, max_jokers=2) == []
    assert firsts("5h Jk Jk Jk", 0, 1, adjacent_jokers=False) == []
    assert firsts("5h Jk Jk Jk", 1, 0) == ["5h Jk Jk"]


def test_jokers_alone_are_no_meld_SR_A30() -> None:
    assert firsts("Jk Jk Jk", 1, 0) == firsts("Jk Jk Jk Jk", 0, 1) == []
    assert firsts("4c Jk Jk Jk Jk Jk", 2, 0) == []
    # Three melds and two natural cards, whatever the number of jokers.
    assert not Melding().can_lay(hand("4c 9d" + " Jk" * 60), Contract(3, 0))
    assert not Melding().can_lay(hand("4c 9d" + " Jk" * 60), Contract(1, 2))
    assert Melding().can_lay(hand("4c 9d 9h" + " Jk" * 60), Contract(1, 2))


def test_the_natural_cards_are_shared_out_SR_A30() -> None:
    # 4c 4d 4h would leave jokers alone for the second set, so no set takes all three.
    assert ways("4c 4d 4h Jk Jk Jk", 2, 0) == {
        "4c 4d Jk / 4h Jk Jk",
        "4c 4h Jk / 4d Jk Jk",
        "4c Jk Jk / 4d 4h Jk",
    }
    assert ways("5s 6s 7s 8s Jk Jk Jk Jk", 0, 2, max_jokers=1) == set()
    assert "5s 6s 7s 8s" not in firsts("5s 6s 7s 8s Jk Jk Jk Jk", 0, 2)
    assert firsts("5s 6s 7s 8s Jk Jk Jk Jk", 0, 2)


def test_limits_forbid_what_is_good_without_them_SR_A30() -> None:
    assert [Melding(max_jokers=most).can_lay(hand("4c Jk Jk"), Contract(1, 0)) for most in (0, 1, 2, 3)] == [
        False,
        False,
        True,
        True,
    ]
    # Two jokers, one each: with a limit of one they may not both help the run.
    assert ways("4c 4d 5s 8s Jk Jk 4h", 1, 1, max_jokers=1) == set()
    assert ways("4c 4d 5s 7s 8s Jk Jk", 1, 1, max_jokers=1) == {"4c 4d Jk / 5s Jk=6s 7s 8s"}
    assert ways("4c 4d 4h 5s 8s Jk Jk", 1, 1, max_jokers=2) == {"4c 4d 4h / 5s Jk=6s Jk=7s 8s"}
    assert ways("4c 4d 4h 4s Jk Jk 9c", 2, 0, max_jokers=0) == set()
    assert ways("4c 4d 4h 5s 6s 7s 8s Jk Jk", 1, 1, max_jokers=0) == {"4c 4d 4h / 5s 6s 7s 8s"}


def test_jokers_apart_SR_A31() -> None:
    assert firsts("5h 8h Jk Jk", 0, 1, adjacent_jokers=False) == []
    assert firsts("5h 6h Jk Jk", 0, 1, adjacent_jokers=False) == ["Jk=4h 5h 6h Jk=7h"]
    assert firsts("5h 7h Jk Jk", 0, 1, adjacent_jokers=False) == ["5h Jk=6h 7h Jk=8h", "Jk=4h 5h Jk=6h 7h"]
    assert firsts("5h 8h Jk Jk", 0, 1) == ["5h Jk=6h Jk=7h 8h"]
    # At the end of the line there is no room on one side.
    assert firsts("Kh Ah Jk Jk", 0, 1, adjacent_jokers=False) == []
    assert firsts("Ah 2h Jk Jk", 0, 1, adjacent_jokers=False) == []
    assert firsts("2h 3h Jk Jk", 0, 1, adjacent_jokers=False) == ["Jk=Ah 2h 3h Jk=4h"]
    assert firsts("2h 3h Jk Jk", 0, 1, adjacent_jokers=False, ace="high") == []
    assert firsts("Qh Kh Jk Jk", 0, 1, adjacent_jokers=False, ace="low") == []
    # In a set it does not matter.
    assert firsts("5h Jk Jk", 1, 0, adjacent_jokers=False) == ["5h Jk Jk"]


def test_the_joker_of_a_run_is_named_the_joker_of_a_set_is_not_SR_030_SR_034_SR_A32() -> None:
    assert ways("5s 6s Jk 8s 9d Td Jd Qd 2c 2d 4h Kc Ah", 0, 2) >= {"5s 6s Jk=7s 8s / 9d Td Jd Qd"}
    assert firsts("6s 7s 8s Jk", 0, 1) == ["6s 7s 8s Jk=9s", "Jk=5s 6s 7s 8s"]
    assert firsts("4c 4d Jk", 1, 0) == ["4c 4d Jk"]


def test_nothing_to_lay_is_always_laid() -> None:
    rules = Melding()
    assert rules.can_lay((), Contract(0, 0))
    assert rules.first_melds(hand("4c 4d 4h"), Contract(0, 0)) == ()
    assert list(rules.layings(hand("4c 4d 4h"), Contract(0, 0))) == [()]
    assert rules.missing((), Contract(0, 0)) == 0


def test_can_lay_with_dozens_of_equal_cards() -> None:
    """All answers are exact for every hand: many packs make many cards of a rank."""
    rules = Melding()
    for copies in (3, 8, 16, 31):
        cards = hand(" 7h" * copies)
        assert rules.can_lay(cards, Contract(1, 0))
        assert rules.can_lay(cards, Contract(copies // 3, 0))
        assert not rules.can_lay(cards, Contract(copies // 3 + 1, 0))
        assert not rules.can_lay(cards, Contract(0, 1))
        assert rules.missing(cards, Contract(1, 1)) == (4 if copies == 3 else 3)


@pytest.mark.parametrize("copies", [32, 33, 40, 64, 100])
def test_can_lay_with_more_than_31_cards_of_a_rank(copies: int) -> None:
    """All answers are exact for every hand: more than 31 cards of one rank are still a set."""
    cards = hand(" 7h" * copies)
    assert Melding().can_lay(cards, Contract(3, 0))
    assert texts(Melding().first_melds(cards, Contract(3, 0))) == ["7h 7h 7h"]
    assert Melding().missing(cards, Contract(3, 0)) == 0


# --- what does not depend on names


SOME = [*hand("Ah 2h 3h 4h 5h Qh Kh Ac 2c 3c Kc Ks"), JOKER, JOKER]
HANDS = st.lists(st.sampled_from(SOME), max_size=13)
ANY_OPTION = st.sampled_from(OPTIONS)
ANY_CONTRACT = st.sampled_from(CONTRACTS)


@SLOW
@given(HANDS, st.lists(st.sampled_from(FrenchCard.all()), max_size=3), ANY_OPTION, ANY_CONTRACT)
def test_more_cards_never_hurt(cards: list[FrenchCard], more: list[FrenchCard], option: Option, goal: Contract) -> None:
    rules = melding(option)
    fewer, all_of_them = in_order(cards), in_order(cards + more)
    assert rules.can_lay(fewer, goal) <= rules.can_lay(all_of_them, goal)
    assert set(rules.first_melds(fewer, goal)) <= set(rules.first_melds(all_of_them, goal))
    assert rules.missing(fewer, goal) - len(more) <= rules.missing(all_of_them, goal) <= rules.missing(fewer, goal)


@SLOW
@given(HANDS, st.permutations(SUITS), ANY_OPTION, ANY_CONTRACT)
def test_the_names_of_the_suits_do_not_matter(
    cards: list[FrenchCard], suits: list[str], option: Option, goal: Contract
) -> None:
    rules, named = melding(option), dict(zip(SUITS, suits, strict=True))
    other = [card if card is JOKER else FrenchCard(card.code[0] + named[card.suit]) for card in cards]
    assert rules.can_lay(cards, goal) == rules.can_lay(other, goal)
    assert len(rules.first_melds(in_order(cards), goal)) == len(rules.first_melds(in_order(other), goal))
    assert rules.missing(in_order(cards), goal) == rules.missing(in_order(other), goal)


MIRROR = dict(zip("A23456789TJQK", "AKQJT98765432", strict=True))


@SLOW
@given(HANDS, ANY_OPTION, ANY_CONTRACT)
def test_high_and_low_are_mirror_images_SR_A24(cards: list[FrenchCard], option: Option, goal: Contract) -> None:
    ace, most, adjacent = option
    other_ace = {"both": "both", "high": "low", "low": "high"}[ace]
    rules, mirrored = melding(option), melding((other_ace, most, adjacent))
    other = [card if card is JOKER else FrenchCard(MIRROR[card.code[0]] + card.suit) for card in cards]
    assert rules.can_lay(cards, goal) == mirrored.can_lay(other, goal)
    assert len(rules.first_melds(in_order(cards), goal)) == len(mirrored.first_melds(in_order(other), goal))
    assert rules.missing(in_order(cards), goal) == mirrored.missing(in_order(other), goal)


@SLOW
@given(HANDS, ANY_CONTRACT)
def test_stricter_rules_never_help(cards: list[FrenchCard], goal: Contract) -> None:
    had = in_order(cards)
    lacking = {option: melding(option).missing(had, goal) for option in OPTIONS}
    for (ace, most, adjacent), missing in lacking.items():
        assert lacking["both", most, adjacent] <= missing
        assert lacking[ace, None, adjacent] <= missing
        assert lacking[ace, most, True] <= missing
        assert lacking[ace, None, adjacent] == lacking[ace, 3, adjacent], "no meld can have four jokers"
        assert most is None or most == 0 or missing <= lacking[ace, most - 1, adjacent]


@SLOW
@given(HANDS, ANY_CONTRACT, ANY_OPTION)
def test_whoever_begins_can_finish_SR_A29(cards: list[FrenchCard], goal: Contract, option: Option) -> None:
    rules = melding(option)
    for meld in rules.first_melds(in_order(cards), goal):
        rest = Counter(cards)
        rest.subtract(meld.cards)
        assert min(rest.values()) >= 0
        assert rules.can_lay(in_order(rest.elements()), goal.without(meld.kind))


# --- Meld: every one of them written and read


def test_every_meld_is_read_as_it_is_written() -> None:
    rules = Melding()
    for kind, melds in all_melds(PLAIN).items():
        for text in melds:
            meld = Meld.read(text)
            assert (meld.kind, str(meld)) == (kind, text)
            assert list(meld.cards) == taken(text)
            assert Meld.read(text.split()) == Meld.read(iter(text.split())) == meld
            assert Meld(meld.kind, meld.cards, meld.rank) == meld
            assert rules.fault(meld) is None
            if kind == "run":
                line = "A23456789TJQKA"
                first = text.split()[0].split("=")[-1]
                assert meld.suit == first[1]
                assert line[meld.rank - 1] == first[0]
                assert meld.top == meld.rank + 3
                assert [str(meld.stands_for(i)) for i in (1, 2, 3, 4)] == [w.split("=")[-1] for w in text.split()]
            else:
                assert RANKS[meld.rank - 2] == text[0]
                assert [meld.stands_for(i) for i in (1, 2, 3)] == [None] * 3


def test_every_meld_is_good_where_the_options_allow_it() -> None:
    for option in OPTIONS:
        rules = melding(option)
        for kind, melds in all_melds(PLAIN).items():
            for text in melds:
                assert (rules.fault(Meld.read(text)) is None) == (text in all_melds(option)[kind]), (text, option)


def test_melds_are_values() -> None:
    melds = [Meld.read(text) for kind in all_melds(PLAIN).values() for text in kind]
    assert len(set(melds)) == len(melds) == 13 * 34 + 44 * 15
    assert set(melds) == {Meld.read(str(meld)) for meld in melds}
    for meld in melds[::100]:
        for again in (copy.copy(meld), copy.deepcopy(meld), pickle.loads(pickle.dumps(meld))):
            assert (again, hash(again), str(again)) == (meld, hash(meld), str(meld))
    assert Meld.read("4c 4d 4h") != "4c 4d 4h"
    assert Meld.read("5c Jk=6c Jk=7c") != Meld.read("5c Jk Jk")


# --- what a table asks of the rules


@per_option
def test_the_melds_of_a_contract_are_every_meld_once(option: Option) -> None:
    """SR-A26: sets of three and runs of four."""
    melds = melding(option).contract_melds()
    assert len(set(melds)) == len(melds)
    assert set(texts(melds)) == {text for kind in all_melds(option).values() for text in kind}


@per_option
def test_a_joker_may_be_added_where_the_grown_meld_is_good_SR_A30_SR_A31(option: Option) -> None:
    rules = melding(option)
    for meld in rules.contract_melds():
        for end, _ in rules.next_cards(meld):
            assert rules.takes_joker(meld, end) == (rules.fault(meld.grown(JOKER, end)) is None), (str(meld), end)
        if meld.kind == "set":
            assert rules.next_cards(meld) == ()
            assert rules.takes_joker(meld, None) == (rules.fault(meld.grown(JOKER, None)) is None)


@pytest.mark.parametrize("ace", ["both", "high", "low"])
def test_runs_grow_where_the_ace_may_lie_SR_A24(ace: str) -> None:
    rules = melding((ace, None, True))
    for meld in rules.contract_melds():
        if meld.kind == "run":
            ends: list[Literal["low", "high"]] = ["low", "high"]
            cards = [(end, card) for end in ends if (card := meld.next_card(end)) is not None]
            assert list(rules.next_cards(meld)) == [
                (end, card) for end, card in cards if rules.fault(meld.grown(card, end)) is None
            ]
