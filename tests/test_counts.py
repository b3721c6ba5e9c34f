"""Exact counts as data: sequences of moves to a fixed depth, and the different states that can be reached.

One file for each game, option set and position. If a count changes and that is meant:
``pytest tests/test_counts.py --remaster``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

from helpers import stored, stored_rules
from shedkit import LuckyShutdown, Quiclo
from shedkit.core.cards import codes
from shedkit.testing import reachable, sequences

HERE = Path(__file__).parent / "counts"
CASES: dict[str, tuple[Any, dict[str, Any], int, bool]] = {
    name: (stored_rules(case), case["start"], case["depth"], case["states"]) for name, case in stored("counts").items()
}
"""The rules, the position, the depth, and whether the number of states is finite and small enough to count."""


def start(rules: Any, given: dict[str, Any]) -> Any:
    if "hands" in given:
        return rules.position(**given)
    return rules.deal(order=given["order"], seed=1) if given else rules.deal(seed=1)


def by_first_move(rules: Any, state: Any, depth: int) -> dict[str, int]:
    """How many sequences begin with each move: the breakdown that shows where a count differs."""
    counts = {}
    for player in rules.actors(state):
        for move in (*rules.legal_moves(state, player), *rules.penalised_moves(state, player)):
            counts[f"{player} {move}"] = sequences(rules, rules.apply(state, move, player), depth - 1)[-1]
    return counts


LONG = {"shithead_all_powers", "shithead_out_of_turn", "shithead_deal_single_swaps"}
"""Counts that take longest; each has shorter ones of the same kind beside it."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.deep] if name in LONG else []) for name in CASES]
)
def test_counts(name: str, remaster: bool) -> None:
    rules, given, depth, finite = CASES[name]
    state = start(rules, given)
    now = {
        "rules": f"{rules!r:.100}",
        "position": given,
        "sequences": list(sequences(rules, state, depth)),
        "by_first_move": by_first_move(rules, state, depth),
        "states": reachable(rules, state) if finite else None,
    }
    path = HERE / f"{name}.json"
    if remaster:
        path.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    kept = json.loads(path.read_text(encoding="utf-8"))
    moves = kept["by_first_move"].keys() | now["by_first_move"].keys()
    differ = [
        f"  {move}: {kept['by_first_move'].get(move, 'not there')} -> {now['by_first_move'].get(move, 'not there')}"
        for move in sorted(moves)
        if kept["by_first_move"].get(move) != now["by_first_move"].get(move)
    ]
    assert now == kept, "by first move:\n" + "\n".join(differ)
    assert sum(now["by_first_move"].values()) == now["sequences"][-1]


def test_every_file_has_its_case() -> None:
    assert {path.stem for path in HERE.glob("*.json")} == set(CASES)


# the same counts once more, from the rules and not from the engine


def shithead_moves(at: Any) -> Iterator[Any]:
    """What can follow in Shithead from hands alone: ranks are numbers, cards are (rank, suit)."""
    hands, pile, gone, turn, layer, out = at
    players = len(hands)
    if len(out) == players - 1:
        return

    def after(seat: int, left: tuple[int, ...]) -> int:
        seat = (seat + 1) % players
        return after(seat, left) if seat in left else seat

    for card in hands[turn]:
        top = pile[-1][0] if pile else 2
        if not (card[0] >= top or top == 2 or card[0] in (2, 10)):
            continue
        new = [*hands]
        new[turn] = hands[turn] - {card}
        laid = (*pile, card)
        burned = card[0] == 10 or (len(laid) >= 4 and len({rank for rank, _ in laid[-4:]}) == 1)
        left = out if new[turn] else (*out, turn)
        over = len(left) == players - 1
        again = turn if (burned and new[turn]) or over else after(turn, left)
        yield tuple(new), () if burned else laid, gone + laid if burned else gone, again, turn, left
    if pile:
        new = [*hands]
        new[turn] = hands[turn] | set(pile)
        yield tuple(new), (), gone, after(turn, out), layer, out


def quiclo_moves(at: Any) -> Iterator[Any]:
    """What can follow in QUICLO with wrong plays refused, as long as there is a stock."""
    hands, pile, stock, turn = at
    if not all(hands):
        return
    for number in hands[turn]:
        if set(str(number)) & set(str(pile[-1])):
            new = [*hands]
            new[turn] = hands[turn] - {number}
            yield tuple(new), (*pile, number), stock, (turn + 1) % len(hands)
    new = [*hands]
    new[turn] = hands[turn] | {stock[0]}
    yield tuple(new), pile, stock[1:], (turn + 1) % len(hands)


LUCKY_DECK = codes(LuckyShutdown().deck).split()


def lucky_moves(at: Any, *, chain: str = "accumulate", push: str = "one", react: bool = True) -> Iterator[Any]:
    """What can follow in Lucky Shutdown from hands alone: a hand is a sorted tuple of codes."""
    hands, pile, gone, turn, layer, skips, out, passed = at
    players = len(hands)
    if len(out) == players - 1:
        return
    governs = next((card for card in reversed(pile) if card[0] != "P"), None)
    run = 0
    while run < len(pile) and alike(pile[-1 - run]) == alike(pile[-1]):
        run += 1

    def fits(card: str) -> bool:
        number = card[0].isdigit()
        if governs is None or governs[0] == "F":
            return True
        if governs[0] == "U":
            return not number or int(card[:-1]) < int(governs[1:-1])
        if governs[:-1] == "15":
            return card[-1] in (governs[-1], "x")
        if governs[:-1] == "17":
            return number and int(card[:-1]) >= 17
        return not number or int(card[:-1]) >= int(governs[:-1])

    def after(seat: int, left: tuple[int, ...]) -> int:
        seat = (seat + 1) % players
        return after(seat, left) if seat in left else seat

    def completions(seat: int) -> set[tuple[str, ...]]:
        if not (react and pile):
            return set()
        bound = governs is not None and governs[:-1] == "15"
        return {
            cards
            for cards in picked(hands[seat])
            if alike(cards[0]) == alike(pile[-1])
            and is_set(pile + cards)
            and not is_set(pile + cards[1:])
            and run + len(cards) == (4 if pile[-1][0].isdigit() else 3)
            and (not bound or any(map(fits, cards)))
        }

    def laid(seat: int, cards: tuple[str, ...]) -> Any:
        hand, now = less(hands[seat], cards), pile + cards
        left = out if hand else (*out, seat)
        again = is_set(now) or cards[0][0] == "D"
        over = len(left) == players - 1
        more = 0
        if alike(cards[0]) == "19" and not again:
            more = len(cards) + (skips - 1 if skips and chain == "pass_on" else skips)
        elif cards[0][0] == "P" and not again:
            below = [alike(card) for card in now]
            while below and below[-1] == "P":
                below.pop()
            nineteens = 0
            while below and below.pop() == "19":
                nineteens += 1
            more = {"one": min(nineteens, 1), "count": nineteens, "none": 0}[push]
        then = seat if over or (again and hand) else after(seat, left)
        new = tuple(hand if owner == seat else hands[owner] for owner in range(players))
        return new, () if again else now, gone + now if again else gone, then, seat, 0 if over else more, left, ()

    plays = {
        cards
        for cards in picked(hands[turn])
        if (skips and alike(cards[0]) == "19") or (not skips and any(map(fits, cards)))
    }
    for cards in plays:
        for order in orders(cards, pile):
            yield laid(turn, order)
    for seat in range(players):
        if seat not in passed:
            for cards in completions(seat):
                if seat != turn or cards not in plays:
                    yield laid(seat, cards)
            if seat != turn and completions(seat):
                yield hands, pile, gone, turn, layer, skips, out, tuple(sorted((*passed, seat)))
    if skips:
        yield hands, pile, gone, after(turn, out), layer, skips - 1, out, passed
    elif pile:
        new = [*hands]
        new[turn] = tuple(sorted(hands[turn] + pile, key=LUCKY_DECK.index))
        yield tuple(new), (), gone, after(turn, out), layer, 0, out, ()


def alike(card: str) -> str:
    return card[:-1] if card[0].isdigit() else card[0]


def less(hand: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    left = [*hand]
    for card in cards:
        left.remove(card)
    return tuple(left)


def picked(hand: tuple[str, ...]) -> set[tuple[str, ...]]:
    """One to four equal cards, each choice once."""
    every = {cards for size in range(1, 5) for cards in combinations(hand, size)}
    return {cards for cards in every if len({alike(card) for card in cards}) == 1}


def orders(cards: tuple[str, ...], pile: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Which one lies on top matters for 15s and Undercuts, unless the pile goes."""
    if alike(cards[0]) not in ("15", "U") or is_set(pile + cards):
        yield cards
    else:
        for top in set(cards):
            yield (*less(cards, [top]), top)


def is_set(pile: tuple[str, ...]) -> bool:
    if pile[-1][0] == "U":
        return len({card for card in pile[-3:] if card[0] == "U"}) == 3
    size = 4 if pile[-1][0].isdigit() else 3
    return len(pile) >= size and len({alike(card) for card in pile[-size:]}) == 1


def walks(moves: Any, at: Any, depth: int) -> int:
    return 1 if depth == 0 else sum(walks(moves, then, depth - 1) for then in moves(at))


def states(moves: Any, at: Any) -> int:
    seen, front = {at}, [at]
    while front:
        for then in moves(front.pop()):
            if then not in seen:
                seen.add(then)
                front.append(then)
    return len(seen)


def french(text: str) -> tuple[tuple[int, str], ...]:
    return tuple(("..23456789TJQKA".index(code[0]), code[1]) for code in text.split())


@pytest.mark.parametrize("name", ["shithead_last_cards", "shithead_last_cards_of_three"])
def test_shithead_counted_from_the_rules(name: str) -> None:
    rules, given, depth, _ = CASES[name]
    kept = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    hands = tuple(frozenset(french(hand)) for hand in given["hands"])
    at = (hands, french(given["discard"]), (), 0, rules.players - 1, ())
    assert [walks(shithead_moves, at, i) for i in range(1, depth + 1)] == kept["sequences"]
    assert states(shithead_moves, at) == kept["states"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("lucky_hands", {}),
        ("lucky_set", {}),
        ("lucky_set_reaction_off", {"react": False}),
        ("lucky_skips", {}),
        ("lucky_skips_passed_on", {"chain": "pass_on"}),
        ("lucky_skips_of_two", {}),
        ("lucky_push_on_19", {}),
        ("lucky_push_on_19_count", {"push": "count"}),
        ("lucky_push_on_19_none", {"push": "none"}),
        ("lucky_two_on_top", {}),
    ],
)
def test_lucky_shutdown_counted_from_the_rules(name: str, options: dict[str, Any]) -> None:
    rules, given, depth, _ = CASES[name]
    kept = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    hands = tuple(tuple(sorted(hand.split(), key=LUCKY_DECK.index)) for hand in given["hands"])
    at = (hands, tuple(given["discard"].split()), (), 0, rules.players - 1, 0, (), ())
    moves = partial(lucky_moves, **options)
    assert [walks(moves, at, i) for i in range(1, depth + 1)] == kept["sequences"]
    assert kept["states"] is None or states(moves, at) == kept["states"]


def test_quiclo_counted_from_the_rules() -> None:
    """Seven cards in the stock and seven moves: it is never refilled."""
    rules = Quiclo(players=2, misplay="illegal", highest_card=60)
    hands, pile, stock = ["12 23 40", "31 44 5"], "13", "6 7 11 22 33 50 60 59"
    state = rules.position(hands=hands, discard=pile, stock=stock)
    at = (
        tuple(frozenset(map(int, hand.split())) for hand in hands),
        (int(pile),),
        tuple(map(int, stock.split())),
        0,
    )
    assert sequences(rules, state, 7) == tuple(walks(quiclo_moves, at, i) for i in range(1, 8))


SHANGHAI_RANKS = "A23456789TJQKA"
"""The ranks of a run from 1, the low ace, to 14, as an index plus one."""


@frozen
class Shanghai:
    """A position of the model: cards are codes, a hand is sorted, a meld is (owner, kind, rank, cards)."""

    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    melds: tuple[tuple[int, str, int, tuple[str, ...]], ...]
    turn: int
    down: tuple[bool, ...]
    buys: tuple[int, ...]
    upcard: bool
    phase: str = "draw"
    claimant: int = -1
    laid: int = 0
    taken: str = ""


@frozen
class ShanghaiModel:
    """What can follow in one round of Shanghai Rummy, as long as nothing is shuffled."""

    contract: tuple[int, int]
    end_round: bool = True
    swap: str = "after_down"
    kept: int = 0
    most_buys: int = 3
    discarder_may_buy: bool = False
    may_discard_taken: bool = False
    low_ace: bool = True
    high_ace: bool = True
    most_jokers: int = 99
    adjacent_jokers: bool = True

    def __call__(self, at: Shanghai) -> Iterator[Shanghai]:
        if at.phase == "draw":
            yield from self.draws(at)
        elif at.phase == "claim":
            yield from self.claims(at)
        elif at.phase == "play":
            yield from self.plays(at)

    def draws(self, at: Shanghai) -> Iterator[Shanghai]:
        if at.stock or len(at.pile) > 1 or self.end_round:
            buyers = self.buyers(at)
            yield evolve(at, phase="claim", claimant=buyers[0]) if buyers else self.drawn(at)
        if at.pile:
            hands = self.with_hand(at, at.turn, (*at.hands[at.turn], at.pile[-1]))
            yield evolve(at, hands=hands, pile=at.pile[:-1], phase="play", taken=at.pile[-1])

    def buyers(self, at: Shanghai) -> list[int]:
        players = len(at.hands)
        left = len(at.stock) + (0 if self.end_round else len(at.pile) - 1)
        asked = [(at.turn + step) % players for step in range(1, players)]
        if not at.upcard and not self.discarder_may_buy:
            del asked[-1]
        return [s for s in asked if at.pile and left >= 2 and not at.down[s] and at.buys[s] < self.most_buys]

    def claims(self, at: Shanghai) -> Iterator[Shanghai]:
        buyers, who = self.buyers(at), at.claimant
        later = buyers[buyers.index(who) + 1 :]
        yield evolve(at, claimant=later[0]) if later else self.drawn(at)
        assert at.stock, "a shuffle for the price"
        hands = self.with_hand(at, who, (*at.hands[who], at.pile[-1], at.stock[0]))
        buys = tuple(number + (seat == who) for seat, number in enumerate(at.buys))
        yield self.drawn(evolve(at, hands=hands, pile=at.pile[:-1], stock=at.stock[1:], buys=buys))

    def drawn(self, at: Shanghai) -> Shanghai:
        hand = at.hands[at.turn]
        if at.stock:
            hands = self.with_hand(at, at.turn, (*hand, at.stock[0]))
            return evolve(at, hands=hands, stock=at.stock[1:], phase="play", claimant=-1)
        if self.end_round:
            return evolve(at, phase="over", claimant=-1)
        raise NotImplementedError("a shuffle for the draw")

    def plays(self, at: Shanghai) -> Iterator[Shanghai]:
        me, hand = at.turn, at.hands[at.turn]
        own = [kind for owner, kind, _, _ in at.melds if owner == me]
        sets, runs = (
            self.contract
            if not at.laid
            else (
                self.contract[0] - own.count("set"),
                self.contract[1] - own.count("run"),
            )
        )
        if not at.down[me] and len(hand) - self.kept >= 3 * sets + 4 * runs:
            for kind, rank, cards in [*(self.sets(hand) if sets else ()), *(self.runs(hand) if runs else ())]:
                left = less(hand, cards)
                if self.completed(left, sets - (kind == "set"), runs - (kind == "run")):
                    melds = (*at.melds, (me, kind, rank, cards))
                    down = tuple(is_down or (seat == me and sets + runs == 1) for seat, is_down in enumerate(at.down))
                    yield self.after(evolve(at, melds=melds, down=down, laid=at.laid + 1), left)
        if at.laid and not at.down[me]:
            return
        for i, (owner, kind, rank, cards) in enumerate(at.melds):
            reached = at.down[me] and (owner == me or not at.laid)
            if reached and len(hand) > self.kept:
                for card in sorted(set(hand)):
                    for lower, grown in self.grown(kind, rank, cards, card):
                        melds = (*at.melds[:i], (owner, kind, lower, grown), *at.melds[i + 1 :])
                        yield self.after(evolve(at, melds=melds), less(hand, [card]))
            if kind == "run" and (self.swap == "any_time" or (self.swap == "after_down" and reached)):
                for j, (card, due) in enumerate(zip(cards, self.due(rank, cards), strict=True)):
                    if card == "Jk" and due in hand:
                        melds = (
                            *at.melds[:i],
                            (owner, kind, rank, (*cards[:j], due, *cards[j + 1 :])),
                            *at.melds[i + 1 :],
                        )
                        yield self.after(evolve(at, melds=melds), (*less(hand, [due]), "Jk"))
        for card in sorted(set(hand)):
            if card == at.taken and hand.count(card) == 1 < len(hand) and not self.may_discard_taken:
                continue
            left = less(hand, [card])
            hands, pile = self.with_hand(at, me, left), (*at.pile, card)
            if left:
                turn = (me + 1) % len(hands)
                yield evolve(at, hands=hands, pile=pile, turn=turn, phase="draw", upcard=False, laid=0, taken="")
            else:
                yield evolve(at, hands=hands, pile=pile, phase="over", laid=0, taken="")

    def after(self, at: Shanghai, hand: tuple[str, ...]) -> Shanghai:
        """Cards have been laid; with the last one the round is over."""
        gone = hand.count(at.taken) < at.hands[at.turn].count(at.taken) or not hand
        at = evolve(at, hands=self.with_hand(at, at.turn, hand), taken="" if gone else at.taken)
        return at if hand else evolve(at, phase="over", laid=0)

    def with_hand(self, at: Shanghai, seat: int, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return (*at.hands[:seat], tuple(sorted(hand)), *at.hands[seat + 1 :])

    def sets(self, hand: tuple[str, ...]) -> set[tuple[str, int, tuple[str, ...]]]:
        melds = set()
        for cards in combinations(sorted(hand), 3):
            ranks = {card[0] for card in cards if card != "Jk"}
            if len(ranks) == 1 and cards.count("Jk") <= self.most_jokers:
                melds.add(("set", SHANGHAI_RANKS.rindex(*ranks) + 1, cards))
        return melds

    def runs(self, hand: tuple[str, ...]) -> set[tuple[str, int, tuple[str, ...]]]:
        melds = set()
        for suit, rank in product("cdhs", range(1 if self.low_ace else 2, 12 if self.high_ace else 11)):
            for jokers in product((False, True), repeat=4):
                due = [SHANGHAI_RANKS[rank - 1 + i] + suit for i in range(4)]
                cards = tuple("Jk" if joker else card for joker, card in zip(jokers, due, strict=True))
                if (
                    not all(jokers)
                    and all(cards.count(card) <= hand.count(card) for card in cards)
                    and self.good(cards)
                ):
                    melds.add(("run", rank, cards))
        return melds

    def good(self, run: tuple[str, ...]) -> bool:
        side_by_side = any(left == other == "Jk" for left, other in pairwise(run))
        return run.count("Jk") <= self.most_jokers and (self.adjacent_jokers or not side_by_side)

    def due(self, rank: int, run: tuple[str, ...]) -> list[str]:
        suit = next(card[1] for card in run if card != "Jk")
        return [SHANGHAI_RANKS[rank - 1 + i] + suit for i in range(len(run))]

    def grown(self, kind: str, rank: int, cards: tuple[str, ...], card: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        if kind == "set":
            if card == "Jk":
                if cards.count("Jk") < self.most_jokers:
                    yield rank, (*cards, card)
            elif SHANGHAI_RANKS.rindex(card[0]) + 1 == rank:
                yield rank, tuple(sorted((*cards, card)))
            return
        suit = self.due(rank, cards)[0][1]
        for lower, place in ((rank - 1, rank - 1), (rank, rank + len(cards))):
            if not (1 if self.low_ace else 2) <= place <= (14 if self.high_ace else 13):
                continue
            if card in ("Jk", SHANGHAI_RANKS[place - 1] + suit):
                run = (card, *cards) if place < rank else (*cards, card)
                if card != "Jk" or self.good(run):
                    yield lower, run

    def completed(self, hand: tuple[str, ...], sets: int, runs: int) -> bool:
        """Whether the rest of a contract can be laid."""
        if sets:
            return any(self.completed(less(hand, cards), sets - 1, runs) for _, _, cards in self.sets(hand))
        if runs:
            return any(self.completed(less(hand, cards), 0, runs - 1) for _, _, cards in self.runs(hand))
        return True


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("shanghai-run", {}),
        ("shanghai-run-swap-off", {"swap": "off"}),
        ("shanghai-run-swap-any-time", {"swap": "any_time"}),
        ("shanghai-run-last-card-discarded", {"kept": 1}),
        ("shanghai-last-of-run", {}),
        ("shanghai-last-of-run-swap-any-time", {"swap": "any_time"}),
        ("shanghai-last-of-run-discarded", {"kept": 1}),
        ("shanghai-sets", {}),
        ("shanghai-sets-discarder-may-buy", {"discarder_may_buy": True, "end_round": False}),
        ("shanghai-twins", {}),
        ("shanghai-twins-taken-discarded", {"may_discard_taken": True}),
        ("shanghai-aces", {}),
        ("shanghai-aces-high", {"low_ace": False, "adjacent_jokers": False}),
        ("shanghai-aces-low", {"high_ace": False, "most_jokers": 1}),
    ],
)
def test_shanghai_rummy_counted_from_the_rules(name: str, options: dict[str, Any]) -> None:
    rules, given, depth, _ = CASES[name]
    kept = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    table = []
    for owner, text in given.get("melds", []):
        cards = [word.partition("=") for word in text.split()]
        assert all(card != "Jk" or due for card, _, due in cards), "the tables of this test have runs only"
        first = next(i for i, (card, _, _) in enumerate(cards) if card != "Jk")
        table.append(
            (owner, "run", SHANGHAI_RANKS.index(cards[first][0][0]) + 1 - first, tuple(c for c, _, _ in cards))
        )
    at = Shanghai(
        hands=tuple(tuple(sorted(hand.split())) for hand in given["hands"]),
        stock=tuple(given["stock"].split()),
        pile=tuple(given["discard"].split()),
        melds=tuple(table),
        turn=0,
        down=tuple(seat in [owner for owner, *_ in table] for seat in range(rules.players)),
        buys=(0,) * rules.players,
        upcard=False,
    )
    contract = rules.contracts[0]
    model = ShanghaiModel(contract=(contract.sets, contract.runs), **options)
    assert walks_counted(model, at, depth) == kept["sequences"]
    assert kept["states"] is None or states(model, at) == kept["states"]


def walks_counted(moves: Any, at: Any, depth: int) -> list[int]:
    """How many walks of 1 to ``depth`` moves there are, where many lead to one position."""
    counts, front = [], Counter({at: 1})
    for _ in range(depth):
        after: Counter[Any] = Counter()
        for now, ways in front.items():
            for then in moves(now):
                after[then] += ways
        counts.append(after.total())
        front = after
    return counts


def test_a_limit_on_states() -> None:
    rules, given, _, _ = CASES["shithead_last_cards"]
    with pytest.raises(ValueError, match="more than 10 states"):
        reachable(rules, start(rules, given), limit=10)
