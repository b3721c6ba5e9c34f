"""What front ends ask for: labels, choices by picked cards, what a player is asked for. No game is named but as an
example: what holds, holds for games from other packages too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from jump_in import JumpIn
from mau_mau import MauMau
from president import President
from shedkit import FrenchCard, LuckyShutdown, Move, Pick, Quiclo, ShanghaiRummy, Shithead, ViewError
from shedkit.core.cards import Card
from shedkit.core.states import cards_in
from shedkit.core.values import fields_of
from shedkit.front import Standing, choices, label, standing
from shedkit.games.lucky_shutdown import LuckyCard
from shedkit.games.shanghai_rummy import LayOff, SwapJoker
from shedkit.games.shithead import Swap

GAMES: tuple[Any, ...] = (
    Quiclo(players=3, play_drawn=True),
    Shithead(players=3),
    Shithead(players=3, swap="single", multi_card=True, out_of_turn_quad=True),
    LuckyShutdown(players=3, challenge_luck=True, early_reveal=True),
    ShanghaiRummy(players=3),
    MauMau(players=3),
    President(players=4),
    JumpIn(players=3),
)


def met(rules: Any, moves: int = 120) -> Iterator[tuple[Any, int]]:
    """Positions of a game of random moves, and who can move in each."""
    rng, state = Random(5), rules.deal(seed=5)
    for _ in range(moves):
        actors = rules.actors(state)
        if not actors:
            return
        for player in actors:
            yield state, player
        player = actors[0]
        listed = rules.legal_moves(state, player) + rules.penalised_moves(state, player)
        state = rules.apply(state, rng.choice(listed), player)


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_choices_are_the_lists_and_follow_from_what_the_player_sees(rules: Any) -> None:
    for state, player in met(rules, 60):
        made = choices(rules, state, player)
        assert [choice.move for choice in made.all if not choice.penalised] == list(rules.legal_moves(state, player))
        assert [choice.move for choice in made.all if choice.penalised] == list(rules.penalised_moves(state, player))
        assert made == choices(rules, rules.view(state, player))


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_a_move_takes_cards_that_lie_where_it_takes_them_from(rules: Any) -> None:
    for state, player in met(rules):
        seen = rules.view(state, player).state
        for choice in choices(rules, state, player).all:
            for zone, picks in _by_zone(choice.picks).items():
                entry = getattr(seen, zone)
                if picks == [Pick(zone)]:
                    assert entry is not None  # a whole zone of the table
                    continue
                lying = entry[player]
                for pick in picks:
                    if pick.slot is not None:
                        there = lying[pick.slot - 1]
                        assert there is pick.card if pick.card else not isinstance(there, Card)
                assert not Counter(pick.card for pick in picks if pick.card) - Counter(_cards(lying))


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_a_move_takes_the_cards_that_it_lays(rules: Any) -> None:
    """Where a move names cards and they leave the hand or a row, these are the cards that are picked for it."""
    lays = 0
    for state, player in met(rules):
        for choice in choices(rules, state, player).all:
            move = choice.move
            if move.role is not None and move.role.value in ("lay", "react"):
                named = [card for field in fields_of(type(move))[:1] for card in cards_in((getattr(move, field.name),))]
                assert Counter(pick.card for pick in choice.picks) == Counter(named), move
                lays += 1
    assert lays


def _by_zone(picks: tuple[Pick, ...]) -> dict[str, list[Pick]]:
    zones: dict[str, list[Pick]] = {}
    for pick in picks:
        zones.setdefault(pick.zone, []).append(pick)
    return zones


def _cards(lying: Any) -> list[Card]:
    return [card for card in lying if isinstance(card, Card)]


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_picking_card_by_card_leads_to_every_move(rules: Any) -> None:
    for state, player in met(rules, 25):
        made = choices(rules, state, player)
        for choice in made.all[:12]:
            picked: list[Pick] = []
            for pick in choice.picks:
                assert pick in made.further(picked)
                assert choice in made.with_picks(picked)
                picked.append(pick)
            assert choice in made.of_picks(picked)
            assert not Counter(made.further(picked)) & (Counter(picked) - Counter(made.further()))


def test_of_two_equal_cards_as_many_can_be_picked_as_a_move_takes() -> None:
    rules = LuckyShutdown(players=2)
    state = rules.position(hands=["16o 16o 16b 21b", "13o"], discard="15o", phase="play")
    made = choices(rules, state, 0)
    one, other = (Pick("hands", LuckyCard(code)) for code in ("16o", "16b"))
    assert Counter(made.further())[one] == 2
    assert Counter(made.further([one])) == Counter([one, other])
    assert made.further([one, one]) == (other,)
    assert made.further([one, one, one]) == ()
    assert made.with_picks([one, one, one]) == ()
    assert [str(choice.move) for choice in made.of_picks([one, one])] == ["play 16o 16o"]


def test_which_of_two_equal_cards_lies_where() -> None:
    """Lucky Shutdown: the hand goes first (LS-A12); the rest comes from the row, slot by slot."""
    rules = LuckyShutdown(players=2)
    state = rules.position(
        hands=["16o", "13o"], face_up=["16b 16o 13b", "- - -"], face_down=["- - -", "- - -"], discard="15o", stock=""
    )
    picks = {str(choice.move): set(choice.picks) for choice in choices(rules, state, 0).all}
    card = LuckyCard("16o")
    assert picks["play 16o"] == {Pick("hands", card)}
    assert picks["play 16o 16o"] == {Pick("hands", card), Pick("face_up", card, 2)}


def test_a_blind_card_is_picked_by_its_slot_and_nobody_learns_it() -> None:
    rules = Shithead(players=2)
    state = rules.position(hands=["", "3c"], face_down=["7h - 9c", "- - -"], discard="6h", stock="")
    for at in (state, rules.view(state, 0)):
        assert [choice.picks for choice in choices(rules, at, 0).all] == [
            (Pick("face_down", None, 1),),
            (Pick("face_down", None, 3),),
            (Pick("discard"),),
        ]


def test_who_cannot_move_and_onlookers_choose_nothing() -> None:
    rules = Quiclo(players=2)
    state = rules.deal(seed=7)
    assert choices(rules, state, 1).all == choices(rules, rules.view(state, None)).all == ()
    assert choices(rules, state, 1).further() == ()


def test_choices_of_nobody_and_picks_that_are_none_are_errors() -> None:
    rules = Quiclo(players=2)
    state = rules.deal(seed=7)
    with pytest.raises(ViewError, match="name one"):
        choices(rules, state)
    with pytest.raises(ViewError, match="there is no player 2"):
        choices(rules, state, 2)
    with pytest.raises(ViewError, match="it says nothing about player 1"):
        choices(rules, rules.view(state, 0), 1)
    with pytest.raises(ViewError, match="a Pick was expected, not '7h'"):
        choices(rules, state, 0).further(["7h"])  # type: ignore[list-item]


# --- labels


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_every_move_has_a_label_of_its_own(rules: Any) -> None:
    for state, player in met(rules):
        labels = [choice.label for choice in choices(rules, state, player).all]
        assert all(text.strip() == text and text[0].isupper() and "None" not in text for text in labels)
        if rules.name != "lucky-shutdown":  # where the hand or the row can give the same cards
            assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Shithead(players=2).parse("play 7c 7h"), "Lay 7♣ 7♥"),
        (Shithead(players=2).parse("take"), "Take the pile"),
        (Shithead(players=2).parse("take 7h"), "Take the pile 7♥"),
        (Swap("7h", "Tc"), "Swap 7♥ 10♣"),
        (LayOff("Jk", "Ts", 2, "high"), "Add Joker★ to meld 2 high"),
        (SwapJoker("7h", 1, 3), "Take the joker of meld 1 for 7♥"),
        (Quiclo().parse("draw"), "Draw a card"),
        (MauMau().parse("play Jc h"), "Play J♣ suit h"),
    ],
)
def test_labels(move: Move, text: str) -> None:
    assert label(move) == text


def test_a_kind_of_move_without_a_label_says_its_name_and_its_values() -> None:
    @attrs.frozen
    class TurnTheTable(Move):
        cards: tuple[FrenchCard, ...]
        times: int
        how: str | None = None

    assert label(TurnTheTable((FrenchCard("7h"), FrenchCard("Jk")), 2)) == "Turn the table 7♥ Joker★ times 2"


# --- faces


def test_faces_tell_cards_apart_and_can_be_read_aloud() -> None:
    for rules in GAMES:
        faces = [card.face for card in rules.card_type.all()]
        assert len({face.name for face in faces}) == len(faces)
        assert all(face.name and face.text and face.colours for face in faces)


def test_faces() -> None:
    assert str(FrenchCard("Th").face) == "10♥"
    assert (str(LuckyCard("16o").face), str(LuckyCard("U17x").face)) == ("16 orange", "U17 blue/orange")
    assert FrenchCard("Qs").face.name == "queen of spades"
    assert FrenchCard("Jk").face.name == "joker"
    assert (LuckyCard("U16x").face.name, LuckyCard("U16x").face.colours) == (
        "undercut 16 blue orange",
        ("blue", "orange"),
    )
    assert (LuckyCard("Do").face.text, LuckyCard("Do").face.group) == ("D", "delete")


# --- what a player is asked for


def test_on_turn_and_waiting() -> None:
    rules = Quiclo(players=3)
    state = rules.deal(seed=7)
    assert [standing(rules, state, player) for player in range(3)] == [Standing.TURN, *[Standing.WAITING] * 2]


def test_all_choose_at_once() -> None:
    rules = Shithead(players=3)
    state = rules.deal(seed=7)
    assert {standing(rules, rules.view(state, player), player) for player in range(3)} == {Standing.CHOICE}
    state = rules.apply(state, rules.legal_moves(state, 1)[0], 1)
    assert standing(rules, state, 1) is Standing.WAITING


def test_a_reaction_is_told_to_nobody_else() -> None:
    rules = Shithead(players=3, out_of_turn_quad=True, multi_card=True)
    state = rules.position(hands=["9s Kc", "7h 7s 3c", "4c 5c"], discard="7c 7d")
    assert [standing(rules, state, player) for player in range(3)] == [
        Standing.TURN,
        Standing.REACTION,
        Standing.WAITING,
    ]
    assert standing(rules, rules.view(state, 0), 0) is Standing.TURN


def test_who_is_asked_whether_to_buy() -> None:
    rules = ShanghaiRummy(players=3)
    state = rules.deal(seed=3)
    state = rules.apply(state, rules.parse("draw"), rules.actors(state)[0])
    asked = rules.actors(state)[0]
    assert standing(rules, state, asked) is Standing.ASKED


def test_the_end() -> None:
    rules = Quiclo(players=2)
    state = rules.position(hands=["8", "7"], discard="87")
    state = rules.apply(state, rules.parse("play 8"), 0)
    assert {standing(rules, state, player) for player in range(2)} == {Standing.OVER}


def test_there_is_no_such_seat() -> None:
    rules = Quiclo(players=2)
    with pytest.raises(ViewError, match="there is no player 2"):
        standing(rules, rules.deal(seed=7), 2)
