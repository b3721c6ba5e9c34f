"""Ways through the core that no game of the library takes, and that a game from elsewhere may."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from attrs.exceptions import NotAnAttrsClassError

import shedkit.authoring as sk
from mau_mau import MauMau, Play
from shedkit import Quiclo, Rules
from shedkit.core.errors import PositionError
from shedkit.core.states import cards_in, evolve
from shedkit.core.values import fields_of


@attrs.frozen(kw_only=True, repr=False)
class Listing(MauMau):
    """It lists its moves itself."""

    name = "listing"

    def legal_moves(self, at: Any, player: int) -> Any:
        return super().legal_moves(at, player)


@attrs.frozen(kw_only=True, repr=False)
class Penalising(MauMau):
    """It knows wrong moves and says of none whether it takes it."""

    name = "penalising"

    def wrong_moves(self, now: Any, player: int) -> Any:
        card = sk.FrenchCard("8s")
        return (Play(card),) if card in now.hands[player] else ()


@pytest.mark.parametrize("kind", [Listing, Penalising])
def test_a_move_is_taken_if_and_only_if_it_is_listed(kind: Any) -> None:
    rules = kind(players=2)
    state = rules.position(hands=["7h 8s", "Ah 9s"], discard="9h")
    listed = rules.legal_moves(state, 0) + rules.penalised_moves(state, 0)
    assert rules.legal_moves(rules.view(state, 0), 0) == rules.legal_moves(state, 0)
    codes = ("play 7h", "play 8s", "draw", "pass")
    taken = [code for code in codes if rules.refusal(state, rules.parse(code), 0) is None]
    assert taken == [code for code in codes if rules.parse(code) in listed]
    assert ("play 8s" in taken) is (kind is Penalising)


def test_the_plain_way_to_apply_and_the_short_one_agree() -> None:
    rules = Quiclo(players=2)
    state = rules.deal(seed=7)
    for move in rules.legal_moves(state, 0):  # listed just now, so it is taken without a second look
        assert Rules.apply(rules, state, move, 0) == rules.apply(state, move, 0)
    again = rules.parse("draw")
    rules.legal_moves(state, 1)
    assert Rules.apply(rules, state, again, 0) == rules.apply(state, again, 0)


def test_the_plain_way_to_list_and_the_short_one_agree() -> None:
    rules = Quiclo(players=2)
    state = rules.deal(seed=7)
    for player in range(2):
        for at in (state, rules.view(state, player)):
            assert sk.Game.legal_moves(rules, at, player) == rules.legal_moves(at, player)


def test_a_sentence_may_name_more_than_fields() -> None:
    @attrs.frozen
    class Sat(sk.PlayerEvent):
        sentence = "player {player.real} sits down"

    assert str(Sat(2)) == "player 2 sits down"


def test_cards_are_found_whatever_lies_in_a_zone() -> None:
    rules = Quiclo(players=2, highest_card=12, hand_size=2)
    state = rules.position(hands=["1 2", "3 4"], discard="5")
    for zones in ({"stock": None}, {"hands": 7}, {"discard": "5"}):
        odd = evolve(state, **zones)
        known = [zone.name for zone in state.layout.fields if zone.is_zone and zone.name not in zones]
        assert odd.layout.cards(odd)[:1] or known
        assert {*cards_in(tuple(getattr(odd, name) for name in known))} <= {*odd.layout.cards(odd)}
        with pytest.raises(PositionError):
            rules.checked(odd)


def test_a_position_without_cards_is_refused() -> None:
    rules = Quiclo(players=2, highest_card=12, hand_size=2)
    state = rules.position(hands=["1 2", "3 4"], discard="5")
    with pytest.raises(PositionError):
        rules.checked(evolve(state, hands=((), ()), stock=(), discard=(), removed=()))


def test_what_attrs_has_not_made_has_no_fields() -> None:
    with pytest.raises(NotAnAttrsClassError):
        fields_of(int)
