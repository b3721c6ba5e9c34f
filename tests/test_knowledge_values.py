"""`Knowledge` as a value: whose it is, what it says, what contradicts it, and how its cases are told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from helpers import DEFAULTS, each_game
from knowledge_table import PILE, STOCK, Table, down, hand
from shedkit import (
    BACK,
    FrenchCard,
    Knowledge,
    NotationError,
    Quiclo,
    ShanghaiRummy,
    ShedkitError,
    Shithead,
    ViewError,
    codes,
    read_cards,
)
from shedkit.core.cards import Hidden
from shedkit.core.events import Moved, Place, Turn
from shedkit.core.knowledge import Case, Pool


@pytest.fixture
def taken() -> Table:
    rules = Shithead(players=3)
    start = rules.position(hands=["3c 9s Jc", "4c 5c", "6c 6d 9d"], face_down=["8c"], discard="7h 8d", turn=1)
    return Table(rules, start).play("1 take")


def test_it_is_a_value(taken):
    known = taken.known[0]
    again = Knowledge.of(taken.rules, taken.rules.view(taken.state, 0))
    assert known != again and known.player == again.player == 0 and known.rules == taken.rules
    assert known != taken.known[2] and known != taken.known[None]
    assert {known: 1}[known.after([])] == 1
    for value, name in (
        (known, "cases"),
        (known, "player"),
        (known.cases[0], "pools"),
        (known.cases[0].pools[0], "cards"),
    ):
        with pytest.raises(AttributeError):
            setattr(value, name, ())
    cases = known.cases
    known.after([Moved(read_cards(FrenchCard, "7h"), hand(1), PILE)])
    assert known.cases is cases and codes(known.certain(hand(1))) == "7h 8d"


def test_everybody_has_knowledge_of_its_own_even_where_all_see_the_same():
    rules = Shithead(players=2)
    start = rules.position(hands=["", ""], face_down=["2c 3c", "4c 6c"], discard="Kd", stock="")
    known = Knowledge.of(rules, rules.view(start, 0))
    assert known.fits(rules.view(start, 0))
    for viewer in (1, None):
        assert not known.fits(rules.view(start, viewer))
        with pytest.raises(ViewError):
            rules.sample(rules.view(start, viewer), 1, knowledge=known)


def test_what_is_known_goes_along_when_a_whole_hand_is_passed_on(taken):
    """None of the games does so; a game of somebody else can."""
    known = taken.known[0].after([Moved((BACK,) * 4, hand(1), Place("face_down", 1))])
    assert codes(known.certain(down(1))) == "7h 8d" and known.certain(hand(1)) == ()
    known = taken.known[0].after([Moved((BACK,) * 3, hand(1), Place("face_down", 1))])
    assert known.certain(down(1)) == known.certain(hand(1)) == ()
    sizes = Counter({place: number for case in known.cases for pool in case.pools for place, number in pool.places})
    assert (sizes[hand(1)], sizes[down(1)]) == (1, 3)


def test_whose_table_it_is_about(taken):
    rules, state = taken.rules, taken.state
    known = taken.known[0]
    assert known.fits(rules.view(state, 0))
    for viewer in (1, 2, None):
        assert not known.fits(rules.view(state, viewer))
        assert taken.known[viewer].fits(rules.view(state, viewer))
        with pytest.raises(ViewError):
            rules.sample(rules.view(state, viewer), 1, knowledge=known)
    later, _ = rules.trace(state, rules.parse("play 6c"), 2)
    other = rules.position(hands=["3c 9s Jc", "4c 5c 7h 8d", "6c 6d"], face_down=["8c"], turn=2)
    swapped = rules.position(hands=["3c 9s 8h", "4c 5c 7h 8d", "6c 6d 9d"], face_down=["8c"], turn=2)
    for foreign in (later, other, swapped):
        assert not known.fits(rules.view(foreign, 0))
        with pytest.raises(ViewError):
            rules.sample(rules.view(foreign, 0), 1, knowledge=known)
    strange = Knowledge.of(rules.evolve(multi_card=True), rules.view(state, 0))
    for wrong in (
        strange,
        5,
        "x",
        rules.view(state, 0),
        Knowledge(rules, 0, (Case(()),)),
        Knowledge(rules, 0, (Case(known.cases[0].pools[1:]),)),
    ):
        with pytest.raises(ViewError):
            rules.sample(rules.view(state, 0), 1, knowledge=wrong)


@pytest.mark.parametrize(
    "cards, source, target",
    [
        ("3c", STOCK, PILE),  # it is in one's own hand
        ("Jc", hand(1), PILE),
        ("7h", hand(2), PILE),  # player 1 has it
        ("7h", STOCK, hand(0)),
        ("8d 8d", hand(1), PILE),
        ("7h 8d Qs Qh Qd", hand(1), PILE),  # so many it does not have
        ("4c", down(1), PILE),  # there is nothing
        ("4c", hand(3), PILE),
        ("4c", Place("face_down", 0, (2,)), Place("nowhere")),
        ("4c", Place("nowhere"), PILE),
        ("?", STOCK, hand(0)),  # one would see it
        ("?", hand(1), PILE),
        ("?", PILE, hand(1)),
        ("? 5c", hand(1), PILE),
        ("? ? ? ? ?", hand(1), STOCK),
        ("? ?", down(0), STOCK),
        ("? " * 60, STOCK, hand(1)),
    ],
    ids=str,
)
def test_what_cannot_have_happened(taken, cards, source, target):
    event = Moved(tuple([BACK if code == "?" else FrenchCard(code) for code in cards.split()]), source, target)
    known = taken.known[0]
    with pytest.raises((ViewError, NotationError)):
        known.after([event])
    assert known == taken.known[0] and codes(known.certain(hand(1))) == "7h 8d"


@pytest.mark.parametrize("event", [7, "taken", None, BACK, FrenchCard("7h"), hand(1), ()], ids=repr)
def test_what_is_no_event(taken, event):
    with pytest.raises(NotationError):
        taken.known[0].after([event])


@pytest.mark.parametrize("events", [None, 7, Turn(0), object()], ids=["nothing", "a number", "an event", "a thing"])
def test_what_is_no_list_of_events(taken, events):
    with pytest.raises(ShedkitError):
        taken.known[0].after(events)


def told(rules: Any, seed: int, moves: int) -> Iterator[tuple[int | None, Knowledge, Any, Any]]:
    """Readers with what they know, what they are told of a move, and what somebody else or the authority is told."""
    state, rng = rules.deal(seed), Random(seed)
    known = {viewer: Knowledge.of(rules, rules.view(state, viewer)) for viewer in (*range(rules.players), None)}
    for _ in range(moves):
        player = rng.choice(rules.actors(state))
        state, events = rules.trace(state, rng.choice(rules.legal_moves(state, player)), player)
        shown = {viewer: rules.shown(events, viewer) for viewer in known}
        for viewer, mine in shown.items():
            for theirs in (*shown.values(), events):
                yield viewer, known[viewer], mine, theirs
            known[viewer] = known[viewer].after(mine)


def faces(event: Any) -> list[Any]:
    return [card for card in event.cards if not isinstance(card, Hidden)] if isinstance(event, Moved) else []


@each_game
def test_events_of_another_player_that_hide_what_one_sees(rules):
    refused = 0
    for _, known, mine, theirs in told(rules, 7, 25):
        if any(BACK in event.cards and faces(own) for event, own in zip(theirs, mine, strict=False) if faces(own)):
            refused += 1
            with pytest.raises((ViewError, NotationError)):
                known.after(theirs)
    assert refused


@each_game
def test_events_of_another_player_that_show_what_one_cannot_see(rules):
    refused = 0
    for _, known, mine, theirs in told(rules, 7, 25):
        if any(faces(event) and BACK in own.cards for event, own in zip(theirs, mine, strict=False) if faces(event)):
            refused += 1
            with pytest.raises((ViewError, NotationError)):
                known.after(theirs)
    assert refused


def test_events_that_hide_what_one_has_seen(taken):
    rules = taken.rules
    _, events = rules.trace(taken.state, rules.parse("play 6c"), 2)
    theirs = rules.shown(events, 0)
    assert any(BACK in event.cards for event in theirs if isinstance(event, Moved))
    with pytest.raises(ViewError):
        taken.known[2].after(theirs)


@pytest.mark.parametrize("cards", ["7h", "Qs", "8c"])
def test_a_card_that_comes_from_where_it_does_not_lie(taken, cards):
    """The pile is empty: nothing can be taken up from it, least of all a card that is hidden elsewhere."""
    event = Moved(read_cards(FrenchCard, cards), PILE, hand(1))
    with pytest.raises((ViewError, NotationError)):
        taken.known[0].after([event])


def test_cards_of_another_game(taken):
    strange = Moved(read_cards(Quiclo().card_type, "7"), PILE, hand(1))
    with pytest.raises((ViewError, NotationError)):
        taken.known[0].after([strange])


@each_game
def test_the_view_of_another_game(rules):
    for other in [*(usual for usual in DEFAULTS if usual is not rules), rules.evolve(players=rules.players + 1)]:
        with pytest.raises(ViewError):
            Knowledge.of(rules, other.view(other.deal(1), 0))
    for wrong in (None, 5, "x"):
        with pytest.raises(ViewError):
            Knowledge.of(rules, wrong)
    with pytest.raises(ViewError):
        Knowledge.of(Quiclo(players=2, highest_card=60), Quiclo(players=2).view(Quiclo(players=2).deal(1), 0))


def test_pools_tell_where_cards_lie():
    pool = Pool(read_cards(FrenchCard, "7h 8d 9s"), ((hand(1), 1), (STOCK, 2)))
    assert (pool.count(hand(1)), pool.count(STOCK), pool.count(hand(0)), pool.only) == (1, 2, 0, None)
    assert Pool(read_cards(FrenchCard, "7h"), ((STOCK, 1),)).only == STOCK


def test_what_is_described_and_what_is_not():
    rules = Quiclo(players=3)
    start = rules.position(hands=["8 45", "7 30", "20 21"], discard="1 2 3 4 5 87", stock="50", turn=1)
    table = Table(rules, start)
    assert table.known[0].describe() == ""
    table.play("1 draw", "2 play 20", "0 draw")
    assert table.certain(1, hand(2)) == "20"
    text = table.known[1].describe()
    assert "player 2's hand: 20 and 2 others" in text
    assert str(table.known[1].certain(hand(1))) == "()"
    assert len(text.splitlines()) == 2  # the new stock and what was drawn from it; the rest lies anywhere


def test_one_other_card_is_one_other():
    rules = Shithead(players=2)
    start = rules.position(hands=["3c 9s Jc", "4c"], discard="7h 8d", turn=1)
    assert Table(rules, start).play("1 take").known[0].describe() == "player 1's hand: 7h 8d and 1 other"


def test_cases_come_up_as_often_as_they_weigh():
    rules = Shithead(players=2)
    state = rules.position(hands=["3c", "7h"], stock="8d", discard="")
    held = {code: Pool(read_cards(FrenchCard, code), ((hand(1), 1),)) for code in ("7h", "8d")}
    left = {code: Pool(read_cards(FrenchCard, code), ((STOCK, 1),)) for code in ("7h", "8d")}
    rare, usual = Case((held["7h"], left["8d"]), 1), Case((held["8d"], left["7h"]), 3)
    for cases in ((rare, usual), (usual, rare)):
        known = Knowledge(rules, 0, cases)
        assert known.certain(hand(1)) == known.certain(STOCK) == ()
        view = rules.view(state, 0)
        hands = Counter(codes(rules.sample(view, seed, knowledge=known).hands[1]) for seed in range(400))
        assert hands.keys() == {"7h", "8d"} and 70 < hands["7h"] < 130


def test_what_several_cases_have_in_common_is_certain_and_described():
    """The seven lies in hand 1 in both cases; of the other two cards there it is open which they are."""
    rules = Shithead(players=2)
    cards = {code: read_cards(FrenchCard, code) for code in ("7h", "8d", "8d 9s", "7h 8d", "7h 9s", "8d 9s Td", "9s")}
    one = Case((Pool(cards["7h 8d"], ((hand(1), 2),)), Pool(cards["9s"], ((STOCK, 1),))))
    other = Case((Pool(cards["7h 9s"], ((hand(1), 2),)), Pool(cards["8d"], ((STOCK, 1),))))
    known = Knowledge(rules, 0, (one, other))
    assert (codes(known.certain(hand(1))), codes(known.certain(STOCK))) == ("7h", "")
    assert known.describe() == "player 1's hand: 7h and 1 other"
    assert known.may_lie(hand(1), cards["7h 9s"])
    assert not known.may_lie(hand(1), cards["8d 9s"])


def test_cards_that_lie_in_some_of_three_places_are_described_with_their_numbers():
    """What lies anywhere is the larger pool; of the smaller one it is told where its cards are."""
    rules = Shithead(players=2)
    few = Pool(read_cards(FrenchCard, "7h 8d"), ((hand(1), 1), (down(1), 1)))
    many = Pool(read_cards(FrenchCard, "2c 3c 4c"), ((hand(1), 1), (STOCK, 2)))
    known = Knowledge(rules, 0, (Case((few, many)),))
    assert known.describe() == f"7h 8d: 1 in {hand(1)}, 1 in {down(1)}"


def test_of_too_many_cases_what_they_have_in_common_is_kept(monkeypatch):
    monkeypatch.setattr("shedkit.core.pools.MOST_CASES", 1)
    rules = Shithead(players=2, deck=FrenchCard.pack() * 2)
    held = Pool(read_cards(FrenchCard, "7h 9s"), ((hand(1), 2),))
    spread = Pool(read_cards(FrenchCard, "7h 8d 8d"), ((hand(1), 1), (down(1), 2)))
    twins = Pool(read_cards(FrenchCard, "7h Kd"), ((hand(1), 1), (STOCK, 1)))
    sure = Knowledge(rules, 0, (Case((held, spread, twins)),))
    shown = Moved(read_cards(FrenchCard, "7h"), hand(1), PILE)
    assert [codes(pool.cards) for case in sure.after([shown]).cases for pool in case.pools if pool.only] == ["9s"]
    open_ = Knowledge(rules, 0, (Case((Pool(read_cards(FrenchCard, "9s"), ((hand(1), 1),)), spread, twins)),))
    (case,) = open_.after([shown]).cases
    assert case.certain(hand(1)) == read_cards(FrenchCard, "9s")
    assert sorted(codes(pool.cards) for pool in case.pools) == ["7h 8d 8d Kd", "9s"]
    monkeypatch.setattr("shedkit.core.pools.MOST_CASES", 2)
    assert len(open_.after([shown]).cases) == 2


# --- samples that must fit more than the cards

BEGUN = ShanghaiRummy(players=2, contracts=[(3, 0)])


def begun(hand: str, stock: str):
    """Player 0 has laid one of three sets, and 7d comes from the pile; but for hand and stock all cards lie open."""
    zones = {"hands": [hand, "2s 3s 5s"], "melds": [(0, "Jc Jd Jh")], "discard": "2d", "stock": stock}
    return BEGUN.position(**zones, laid=1, down=[False, False], taken="7d", phase="play")


def test_a_sample_of_a_begun_contract_has_its_rest_and_the_card_taken_SR_019():
    """Of the nine hidden cards six make the two sets that are left, and no others do; one more is any of three."""
    view = BEGUN.view(begun("4c 4d 4h 7c 7d Jk Ks", "Qs Ts"), 1)
    hands = {codes(BEGUN.sample(view, seed).hands[0]) for seed in range(60)}
    assert hands == {f"4c 4d 4h 7c 7d {card} Jk" for card in ("Ts", "Qs", "Ks")}


def test_a_sample_of_cards_that_are_all_known_is_the_truth():
    state = begun("4c 4d 4h 7c 7d Jk Ks", "Qs Ts")
    pools = (Pool(state.hands[0], ((hand(0), 7),)), Pool(read_cards(FrenchCard, "Ts Qs"), ((STOCK, 2),)))
    known = Knowledge(BEGUN, 1, (Case(pools),))
    for seed in range(10):
        assert BEGUN.sample(BEGUN.view(state, 1), seed, knowledge=known).hands == state.hands


def test_a_sample_tries_again_where_the_cards_it_wants_cannot_lie_together():
    """One of 4c and 4s lies in the hand: a set of both is within the numbers, and cannot be there."""
    state = begun("4c 4d 4h 7c 7d Jk Ks", "4s 9s")
    sure = Pool(read_cards(FrenchCard, "4d 4h 7c 7d Jk"), ((hand(0), 5),))
    fours = Pool(read_cards(FrenchCard, "4c 4s"), ((hand(0), 1), (STOCK, 1)))
    others = Pool(read_cards(FrenchCard, "9s Ks"), ((hand(0), 1), (STOCK, 1)))
    known = Knowledge(BEGUN, 1, (Case((sure, fours, others)),))
    assert known.may_lie(hand(0), read_cards(FrenchCard, "4c 4d 4s"))
    hands = {codes(BEGUN.sample(BEGUN.view(state, 1), seed, knowledge=known).hands[0]) for seed in range(60)}
    right = [(four, other) for four in ("4c", "4s") for other in ("9s", "Ks")]
    assert {frozenset(hand.split()) for hand in hands} == {
        frozenset(["4d", "4h", "7c", "7d", "Jk", four, other]) for four, other in right
    }


def test_no_sample_where_what_is_known_cannot_be(monkeypatch):
    """Whoever remembers a hand with which the contract could not have been begun remembers wrongly."""
    monkeypatch.setattr("shedkit.core.sampling._TRIES", 20)
    view = BEGUN.view(begun("4c 4d 4h 7c 7d Jk Ks", "Qs Ts"), 1)
    wrong = Pool(read_cards(FrenchCard, "4c 4d 7c 7d Qs Ks Ts"), ((hand(0), 7),))
    left = Pool(read_cards(FrenchCard, "4h Jk"), ((STOCK, 2),))
    with pytest.raises(ViewError, match=r"^no possible state was found for this view"):
        BEGUN.sample(view, 1, knowledge=Knowledge(BEGUN, 1, (Case((wrong, left)),)))
