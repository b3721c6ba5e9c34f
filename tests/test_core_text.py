"""The table as text, for people."""

from __future__ import annotations

import re

from shedkit import Quiclo, Shithead

S = Shithead(players=2, out_of_turn_quad=True)
AT = S.position(hands=["9s Kc", "7h"], face_up=["2c - -"], face_down=["3c - 5s"], discard="7c 7d 7s", stock="4c 4d")


def test_the_authority_sees_everything() -> None:
    text = S.describe(AT)
    assert text.splitlines()[0] == "shithead, 2 players; to move: player 1, 0"
    assert re.search(r"^stock +4c 4d$", text, re.M)
    assert re.search(r"^discard +7c 7d 7s$", text, re.M)
    assert re.search(r"^player 0 +hand 9s Kc +face up 2c - - +face down 3c - 5s", text, re.M)
    assert "chance" not in text
    assert "seed" not in text


def test_a_player_sees_backs() -> None:
    text = S.describe(AT, 0)
    assert text.splitlines()[0] == "shithead, 2 players, as player 0 sees it; to move: player 0"
    assert re.search(r"^stock +2 cards$", text, re.M)
    assert re.search(r"^player 0 +hand 9s Kc .*face down \? - \?", text, re.M)
    assert re.search(r"^player 1 +hand 1 card ", text, re.M)
    for card in ("7h", "4c", "3c", "5s"):
        assert card not in text


def test_who_can_react_knows_it_alone() -> None:
    assert "to move: player 1, 0" in S.describe(AT, 1)
    assert "as an onlooker sees it; to move: player 0\n" in S.describe(S.view(AT, None))


def test_many_backs_are_counted() -> None:
    rules = Quiclo(players=2)
    state = rules.deal(seed=1)
    assert "stock     131 cards" in rules.describe(state, 0)
    assert "hand 6 cards" in rules.describe(state, 0)
    assert rules.describe(rules.view(state, 0)) == rules.describe(state, 0)


def test_who_has_declined_is_told_to_that_player_alone() -> None:
    declined = S.apply(AT, S.parse("decline"), 1)
    assert re.search(r"^player 1 .*declined yes$", S.describe(declined, 1), re.M)
    assert re.search(r"^player 1 .*declined yes$", S.describe(declined), re.M)
    assert S.describe(declined, 0) == S.describe(AT, 0)
    assert S.describe(S.view(declined, None)) == S.describe(S.view(AT, None))


def test_the_end_is_said_first() -> None:
    rules = Quiclo(players=2)
    at = rules.position(hands=["", "7"], discard="87", phase="over")
    assert rules.describe(at).startswith("quiclo, 2 players; player 0 wins; places: 1 2\n")
    assert rules.describe(at, 1).startswith("quiclo, 2 players, as player 1 sees it; player 0 wins; places: 1 2\n")


def test_views_and_states_print_themselves() -> None:
    assert str(AT) in S.describe(AT)
    assert str(S.view(AT, 1)).startswith("as player 1 sees it\n")
    assert str(S.view(AT, None)).startswith("as an onlooker sees it\n")
