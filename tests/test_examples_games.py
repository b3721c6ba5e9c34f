"""The games of ``examples`` that are one file: President and Jump-in, rule by rule, and held to the laws.

With SHEDKIT_SWEEP set to a number, every variant and as many drawn at random are held to the laws too.
"""

from __future__ import annotations

import json
import os

import pytest

from jump_in import JumpIn
from president import Power, President
from shedkit import ConfigurationError, Knowledge, Match, NotationError, PositionError, RandomPlayer, Record
from shedkit.authoring import DEAL, Moved, Place, Skipped
from shedkit.table.schema import schema_of
from shedkit.testing import LawBroken, check_game, check_laws, check_position, play, random_rules, variants

SWEEP = int(os.environ.get("SHEDKIT_SWEEP", "0"))
POWERS = [{8: "clear"}, {"5": "skip", 8: "clear", 11: "revolution"}]
GAMES = {President: {"powers": POWERS}, JumpIn: {}}
EVERY = [rules for kind, data in GAMES.items() for rules in variants(kind, data=data)]
FEW = [rules for rules in EVERY if rules.players == 4 or len(repr(rules)) == len(f"{type(rules).__name__}(players=4)")]
DRAWN = [random_rules(kind, seed, data=data) for kind, data in GAMES.items() for seed in range(max(SWEEP, 3))]


def refused(rules, state, code, player=0):
    refusal = rules.refusal(state, rules.parse(code), player)
    return refusal and (refusal.reason.value, refusal.rule)


def codes(rules, state, player):
    return [str(move) for move in rules.legal_moves(state, player)]


def random_players(rules):
    return [RandomPlayer(seat) for seat in range(rules.players)]


def round_over(rules, seed):
    """Where the first round has just been played to its end."""
    state, players = rules.deal(seed), random_players(rules)
    while state.phase != "over":
        seat = rules.actors(state)[0]
        state = rules.apply(state, players[seat].choose(rules.view(state, seat), rules.legal_moves(state, seat)), seat)
    return state


# laws and whole games


@pytest.mark.parametrize(
    "rules",
    [*FEW[::3], *[pytest.param(rules, marks=pytest.mark.deep) for rules in DRAWN + [*FEW[1::3], *FEW[2::3]]]],
    ids=repr,
)
def test_laws(rules):
    assert check_laws(rules, games=1, max_moves=60).positions > 1


@pytest.mark.parametrize("rules", [President(players=4), President(players=7, powers=POWERS[1])], ids=repr)
def test_laws_of_the_exchange(rules):
    assert check_game(rules, 1, 25, state=round_over(rules, 1), stride=1).positions > 20


@pytest.mark.parametrize("rules", [JumpIn(players=2, rounds=2), JumpIn(players=3, rounds=2, scoring="own")], ids=repr)
def test_laws_from_round_to_round(rules):
    assert check_game(rules, 1, 25, state=round_over(rules, 1), stride=1).positions > 20


@pytest.mark.skipif(not SWEEP, reason="SHEDKIT_SWEEP is not set")
@pytest.mark.parametrize("rules", EVERY, ids=repr)
def test_laws_of_every_variant(rules):
    assert check_laws(rules, games=SWEEP, max_moves=400).positions > 1


@pytest.mark.deep
@pytest.mark.parametrize("rules", FEW, ids=repr)
def test_a_game_comes_to_its_end_and_its_record_is_true(rules):
    match = Match(rules, seed=11)
    players = random_players(rules)
    while match.actors:
        seat = match.actors[0]
        match.play(players[seat].choose(match.view(seat), match.legal_moves(seat)), seat)
    assert match.outcome is not None and sorted(match.outcome.places)[0] == 1
    assert len(match.state.round.results) == rules.rounds
    record = Record.of(match)
    record.verify()
    assert record.resume().state == match.state


@pytest.mark.parametrize("kind", GAMES)
def test_all_options_go_to_json_and_back_and_have_a_schema(kind):
    for rules in variants(kind, data=GAMES[kind]):
        assert kind.from_json(json.loads(json.dumps(rules.options_to_json()))) == rules
    assert "move" in schema_of(kind)["$defs"]
    assert all(option.rule and option.doc for option in kind.options())


# President


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_pr_01_all_cards_are_dealt(players):
    state = President(players=players).deal(seed=3)
    sizes = [len(hand) for hand in state.hands]
    assert sum(sizes) == 52 and state.stock == ()
    assert sizes == sorted(sizes, reverse=True) and sizes[0] - sizes[-1] <= 1  # seat 0 is to the left of the dealer
    assert (state.turn, state.round.dealer, state.phase) == (0, players - 1, "play")


@pytest.mark.parametrize("players", [3, 8])
def test_pr_01_four_to_seven(players):
    with pytest.raises(ConfigurationError, match="players"):
        President(players=players)


def test_pr_02_twos_are_the_highest_cards():
    rules, hands = President(), ["2c 3c", "4c", "5c", "6c"]
    state = rules.position(hands=hands, discard="Ac", layer=3)
    assert codes(rules, state, 0) == ["play 2c", "pass"]
    low = President(twos_high=False)
    assert codes(low, low.position(hands=hands, discard="Ac", layer=3), 0) == ["pass"]
    assert codes(low, low.position(hands=["Ac 2c", *hands[1:]], discard="Kc", layer=3), 0) == ["play Ac", "pass"]


def test_pr_03_who_leads_lays_cards_of_one_rank_and_may_not_pass():
    rules = President()
    state = rules.position(hands=["9c 9d 9h Ks", "4c", "5c", "6c"])
    assert codes(rules, state, 0) == [
        *["play 9c", "play 9d", "play 9h", "play 9c 9d", "play 9c 9h", "play 9d 9h", "play 9c 9d 9h", "play Ks"]
    ]
    assert refused(rules, state, "pass") == ("must-play", "PR-03")
    assert refused(rules, state, "play 9c Ks") == ("not-alike", "PR-03")
    assert refused(rules, state, "play 9s") == ("card-not-held", "SK-09")
    assert refused(rules, state, "play 9c 9c") == ("card-twice", "SK-08")
    assert rules.parse("play 9h 9c") == rules.parse("play 9c 9h")


def test_pr_04_as_many_cards_that_are_higher():
    rules = President()
    state = rules.position(hands=["8c 8d 9c 9d 9h Ks", "4c", "5c", "6c"], discard="4d 8h 8s", layer=3)
    assert codes(rules, state, 0) == ["play 9c 9d", "play 9c 9h", "play 9d 9h", "pass"]
    assert refused(rules, state, "play 8c 8d") == ("too-low", "PR-04")
    assert refused(rules, state, "play Ks") == ("too-many", "PR-04")
    assert refused(rules, state, "play 9c 9d 9h") == ("too-many", "PR-04")
    assert refused(rules, state, "play 5c", 2) == ("not-an-actor", "SK-05")


def test_pr_05_who_has_passed_is_out_of_the_trick():
    hands = ["9c Ac", "4c Jc", "Tc Kc", "Qc 6c"]
    for stays, turn in ((True, 2), (False, 1)):
        rules = President(pass_stays=stays)
        state = rules.position(hands=hands)
        state = play(rules, state, "0 play 9c", "1 pass", "2 play Tc", "3 play Qc", "0 play Ac")
        assert state.turn == turn
        assert state.passed == (False, stays, False, False)


def test_pr_06_when_all_others_have_passed_the_pile_is_cleared():
    rules = President()
    state = rules.position(hands=["9c 3c", "4c", "Kc 5d", "6c"])
    state = play(rules, state, "0 play 9c", "1 pass", "2 play Kc", "3 pass", "0 pass")
    assert (state.turn, state.discard, state.passed) == (2, (), (False,) * 4)
    assert [str(card) for card in state.removed] == ["9c", "Kc"]


def test_pr_06_who_is_out_does_not_lead():
    rules = President()
    state = rules.position(hands=["9c 3c", "4c 5c", "Kc", "6c 7c"], turn=2)
    state = play(rules, state, "2 play Kc", "3 pass", "0 pass")
    assert (state.turn, state.out) == (1, (2,))  # player 1 may still beat the king
    state = play(rules, state, "1 pass")
    assert (state.turn, state.discard) == (3, ())


def test_pr_07_clear():
    rules = President(powers={8: "clear"})
    state = rules.position(hands=["8c 8d 3c", "4c", "5c", "6c"], discard="7c 7d", layer=3)
    state = play(rules, state, "0 play 8c 8d")
    assert (state.turn, state.discard, len(state.removed)) == (0, (), 4)
    state = rules.position(hands=["8c", "4c", "5c", "6c"], discard="7c", layer=3)
    state = play(rules, state, "0 play 8c")
    assert (state.turn, state.out) == (1, (0,))


def test_pr_07_skip():
    rules = President(powers={5: Power.SKIP})
    state = rules.position(hands=["5c 5d Kc", "6c", "7c", "8c 9c"])
    state, events = rules.trace(state, rules.parse("play 5c"), 0)
    assert (state.turn, state.passed) == (2, (False,) * 4)
    assert Skipped(1) in events
    state = rules.position(
        hands=["5c Kc", "6c", "7c", "8c 9c"], discard="4c", layer=3, passed=[False, True, True, False]
    )
    state = play(rules, state, "0 play 5c")
    assert state.turn == 0  # the only other one was passed over, and has not passed
    state = play(rules, state, "0 pass")
    assert state.turn == 3


def test_pr_07_revolution():
    rules = President(powers={11: "revolution"})
    state = rules.position(hands=["Jc Jd 3c", "2c 4c", "Tc", "Jh 6c"])
    state = play(rules, state, "0 play Jc")
    assert state.revolution
    assert codes(rules, state, 1) == ["play 4c", "pass"]
    assert refused(rules, state, "play 2c", 1) == ("too-low", "PR-04")
    state = rules.position(hands=["Jc Jd 3c", "2c 4c", "Tc", "Jh 6c"], revolution=True)
    state = play(rules, state, "0 play Jc Jd")
    assert not state.revolution  # once, however many they are
    after = round_over(rules.evolve(powers=dict.fromkeys(range(3, 8), "revolution")), 2)
    assert rules.apply(after, DEAL, rules.actors(after)[0]).revolution is False


@pytest.mark.parametrize(
    "powers",
    [None, 8, "clear", {1: "clear"}, {15: "skip"}, {8.0: "skip"}, {True: "skip"}, {8: "hop"}, {8: ["skip"]}, [8]],
)
def test_pr_07_powers_that_are_none(powers):
    with pytest.raises(ConfigurationError, match="ranks 2 to 14 clear, skip or revolution, not") as caught:
        President(powers=powers)
    assert caught.value.option == "powers"


def test_pr_08_the_round_is_over_when_one_is_left():
    rules = President(rounds=2)
    state = rules.position(hands=["9c", "Ac", "Kc", "3c 3d"], turn=2, discard="4c")
    state = play(rules, state, "2 play Kc", "3 pass", "0 pass", "1 play Ac")
    assert (state.phase, state.out) == ("play", (2, 1))
    state = play(rules, state, "3 play 3c", "0 play 9c")
    assert state.phase == "over"
    assert state.round.results[0].places == (3, 2, 1, 4)
    assert rules.outcome(state) is None
    assert refused(rules, state, "pass", 3) == ("wrong-phase", "PR-08")


def test_pr_09_the_last_deals_and_leads():
    rules = President(rounds=2)
    state = round_over(rules, 5)
    last = state.round.results[0].places.index(4)
    assert rules.actors(state) == (last,)
    state = rules.apply(state, DEAL, last)
    assert (state.turn, state.round.dealer, state.round.number) == (last, last, 2)
    assert sorted(map(len, state.hands)) == [11, 12, 14, 15]  # two and one have gone over


def dealt_again(rules, seed):
    """The second round as it is dealt: the seats from the president to the last, the state, the events."""
    over = round_over(rules, seed)
    ranking = sorted(range(rules.players), key=over.round.results[0].places.__getitem__)
    return ranking, *rules.trace(over, DEAL, ranking[-1])


def test_pr_10_the_last_give_their_best():
    rules = President(players=5)
    (president, vice, other, low, last), state, events = dealt_again(rules, 4)
    assert set(rules.actors(state)) == {president, vice}
    size = {seat: len(state.hands[seat]) for seat in range(5)}
    assert size[last] + 2 in (10, 11) and size[low] + 1 in (10, 11) and size[other] in (10, 11)
    given = [e for e in events if getattr(e, "source", None) and e.source.zone == e.target.zone == "hands"]
    assert [(e.source.player, e.target.player, len(e.cards)) for e in given] == [(last, president, 2), (low, vice, 1)]
    for event in given:
        best = max(rules.height(card.rank, state) for card in state.hands[event.source.player])
        assert all(rules.height(card.rank, state) >= best for card in event.cards)
    others = [rules.shown(given, seat) for seat in (other, None)]
    assert all(str(card) == "?" for shown in others for event in shown for card in event.cards)
    assert rules.shown(given, last)[0] == given[0] and rules.shown(given, president)[0] == given[0]


def test_pr_10_of_equal_ranks_the_suit_decides():
    rules, told = President(), []
    for seed in range(40):
        (_, _, _, last), state, events = dealt_again(rules, seed)
        (given,) = [e for e in events if isinstance(e, Moved) and e.source == Place("hands", last)][-1:]
        worst = min(given.cards, key=lambda card: rules.height(card.rank, state))
        told += [(worst, card) for card in state.hands[last] if card.rank == worst.rank and worst in given.cards]
    assert len(told) > 5  # deals in which the last had to leave out an equal card
    assert all(given.order > kept.order for given, kept in told)


def test_pr_10_president_and_vice_give_back_unseen():
    rules = President()
    (president, vice, low, last), state, _ = dealt_again(rules, 4)
    assert len(rules.legal_moves(state, president)) == 15 * 14 // 2
    assert len(rules.legal_moves(state, vice)) == 14
    mine = " ".join(map(str, state.hands[president][:2]))
    assert refused(rules, state, f"give {mine[:2]}", president) == ("too-many", "PR-10")
    assert refused(rules, state, f"play {mine[:2]}", president) == ("wrong-phase", "PR-10")
    assert refused(rules, rules.position(hands=["9c 9d 9h", "4c", "5c", "6c"]), "give 9c 9d") == (
        "wrong-phase",
        "PR-10",
    )
    assert refused(rules, state, "pass", last) == ("not-an-actor", "SK-05")
    move = rules.parse(f"give {mine}")
    after, events = rules.trace(state, move, president)
    assert mine in " ".join(map(str, rules.shown(events, last)[0].cards))
    for seat in (vice, low, None):
        assert mine not in str(rules.shown(events, seat)[0])
    assert (after.phase, rules.actors(after)) == ("give", (vice,))
    assert refused(rules, after, str(move), president) == ("not-an-actor", "SK-05")
    after = rules.apply(after, rules.legal_moves(after, vice)[0], vice)
    assert (after.phase, after.turn, rules.actors(after)) == ("play", last, (last,))
    assert [len(hand) for hand in after.hands] == [13] * 4
    other_way = play(rules, state, f"{vice} {rules.legal_moves(state, vice)[0]}", f"{president} {move}")
    assert other_way == after


def test_pr_10_who_gave_cards_remembers_where_they_lie():
    rules = President()
    match = Match(rules, state=round_over(rules, 4))
    last = match.state.round.results[0].places.index(4)
    memory = Knowledge.of(rules, match.view(last))
    _, events = rules.trace(match.state, DEAL, last)
    match.play(DEAL, last)
    memory = memory.after(rules.shown(events, last))
    president = match.state.round.results[0].places.index(1)
    given = next(
        e.cards
        for e in events
        if isinstance(e, Moved) and e.target == Place("hands", president) and e.source == Place("hands", last)
    )
    for seed in range(5):
        assert set(given) <= set(rules.sample(match.view(last), seed, knowledge=memory).hands[president])


def test_pr_10_the_laws_catch_a_gift_that_everybody_sees():
    class Indiscreet(President):
        def shown(self, events, player):
            return tuple(
                e if isinstance(e, Moved) and e.source.zone == e.target.zone else s
                for e, s in zip(events, super().shown(events, player), strict=True)
            )

    over = round_over(President(), 4)
    with pytest.raises(LawBroken) as caught:
        check_game(Indiscreet(), 1, 25, state=over)
    assert caught.value.law in (11, 16)  # whichever is looked at first


def test_pr_10_positions_of_the_exchange():
    rules, hands = President(), ["2c 3c 4c", "4d 5d 6d", "6c 7c 8c", "7s 8s 9s"]
    with pytest.raises(PositionError, match="in the exchange president or vice"):
        rules.position(hands=hands, phase="give")
    for facts in ({"discard": "Kc"}, {"hands": ["2c 3c", *hands[1:]]}):
        with pytest.raises(PositionError, match="in the exchange president or vice"):
            rules.position(**{"hands": hands, "round": 2, "results": [[1, 2, 3, 4]], "phase": "give", **facts})
    with pytest.raises(PositionError, match="all different"):
        rules.position(hands=hands, round=2, results=[[1, 1, 3, 4]])
    state = rules.position(hands=hands, round=2, results=[[1, 2, 3, 4]], phase="give")
    assert rules.actors(state) == (0, 1)
    check_position(rules, state)


@pytest.mark.parametrize("facts", [{"passed": [True, False, False, False], "discard": "9c"}, {"passed": [False, True]}])
def test_pr_05_passes_that_cannot_be(facts):
    with pytest.raises(PositionError, match="passed"):
        President().position(hands=["2c", "3c", "4c", "5c"], **facts)


def test_pr_11_points_of_all_rounds():
    rules = President(rounds=2)
    hands = ["", "", "3c", "9c 9d"]
    state = rules.position(hands=hands, turn=2, out=[1, 0], round=2, results=[[1, 2, 3, 4]])
    outcome = rules.outcome(play(rules, state, "2 play 3c"))
    assert outcome.scores == (3 + 2, 2 + 3, 1 + 1, 0)
    assert (outcome.places, outcome.winners) == ((1, 1, 3, 4), (0, 1))


# Jump-in


def test_ji_01_seven_cards_each_and_one_turned_up():
    for players in (2, 8):
        state = JumpIn(players=players).deal(seed=1)
        assert [len(hand) for hand in state.hands] == [7] * players
        assert (len(state.discard), state.turn, state.round.dealer) == (1, 0, players - 1)
    rules = JumpIn(players=2)
    state = rules.position(hands=["7r 1b", "8g"], discard="W")
    assert codes(rules, state, 0) == ["play 7r", "play 1b", "draw"]  # no colour has been named
    state = rules.position(hands=["7r 1b", "8g"], discard="Dr")
    assert codes(rules, state, 0) == ["play 7r", "draw"]


def test_ji_02_the_cards():
    deck = JumpIn().deck
    assert len(deck) == 108
    for colour in "rygb":
        mine = [card.sign for card in deck if card.colour == colour]
        assert sorted(mine) == sorted("0" + 2 * "123456789SRD")
    assert [str(card) for card in deck[-8:]] == ["W"] * 4 + ["W4"] * 4
    for code in ("10r", "7", "W5", "r7", "w"):
        with pytest.raises(NotationError, match="a card is a sign"):
            JumpIn().parse(f"play {code}")


def test_ji_03_colour_or_sign_or_a_card_from_the_stock():
    rules = JumpIn(players=2)
    state = rules.position(hands=["7g 7g 3r 4b", "8g"], discard="7r", stock="9b 9y")
    assert codes(rules, state, 0) == ["play 3r", "play 7g", "draw"]
    assert refused(rules, state, "play 4b") == ("no-match", "JI-03")
    assert refused(rules, state, "play 9g") == ("card-not-held", "SK-09")
    state = play(rules, state, "0 draw")
    assert (len(state.hands[0]), state.turn, state.phase) == (5, 1, "play")


def test_ji_04_the_card_just_drawn():
    rules = JumpIn(players=2, play_drawn=True)
    state = rules.position(hands=["3r 4b", "8g"], discard="7r", stock="9r 9y")
    state = play(rules, state, "0 draw")
    assert (state.turn, state.phase) == (0, "drawn")
    assert codes(rules, state, 0) == ["play 9r", "pass"]
    assert refused(rules, state, "play 3r") == ("locked", "JI-04")
    assert refused(rules, state, "draw") == ("wrong-phase", "JI-04")
    assert rules.view(state, 1).state.drawn != state.drawn
    kept = play(rules, state, "0 pass")
    assert (kept.turn, kept.phase, kept.drawn) == (1, "play", (None, None))
    assert refused(rules, kept, "pass", 1) == ("wrong-phase", "JI-04")
    assert refused(rules, kept, "play 9r", 0) == ("not-an-actor", "SK-05")
    assert play(rules, state, "0 play 9r").discard[-1].code == "9r"
    plain = JumpIn(players=2)
    state = plain.position(hands=["3r 4b", "8g"], discard="7r")
    assert refused(plain, state, "pass") == ("option-off", "JI-04")


def test_ji_05_skip_and_reverse():
    rules = JumpIn()
    state = rules.position(hands=["Sr Rr 1r", "1g", "1b", "1y"], discard="7r", layer=3)
    after, events = rules.trace(state, rules.parse("play Sr"), 0)
    assert after.turn == 2 and Skipped(1) in events
    after = play(rules, state, "0 play Rr")
    assert (after.turn, after.backwards) == (3, True)
    two = JumpIn(players=2)
    state = two.position(hands=["Sr Rr 1r", "1g"], discard="7r")
    assert play(two, state, "0 play Rr", "0 play Sr").turn == 0


def test_ji_06_draw_two():
    hands = ["Dr 1r", "Dg 5r W", "1b 2b"]
    rules = JumpIn(players=3)
    state = play(rules, rules.position(hands=hands, discard="7r"), "0 play Dr")
    assert (state.turn, state.due) == (1, 2)
    assert codes(rules, state, 1) == ["draw"]
    assert refused(rules, state, "play Dg", 1) == ("locked", "JI-06")
    state = play(rules, state, "1 draw")
    assert (len(state.hands[1]), state.turn, state.due) == (5, 2, 0)


def test_ji_06_stacking():
    hands = ["Dr 1r", "Dg 5r W", "1b 2b"]
    rules = JumpIn(players=3, stacking=True, play_drawn=True)
    state = play(rules, rules.position(hands=hands, discard="7r"), "0 play Dr")
    assert codes(rules, state, 1) == ["play Dg", "draw"]
    assert refused(rules, state, "play W b", 1) == ("locked", "JI-06")
    state = play(rules, state, "1 play Dg", "2 draw")
    assert (len(state.hands[2]), state.turn, state.due, state.phase) == (6, 0, 0, "play")
    state = rules.position(hands=["Dr 1r", "1b", "1g"], discard="W4", wish="g", due=4)
    assert codes(rules, state, 0) == ["draw"]  # a draw-two goes on a draw-two only


def test_ji_07_wild_cards_name_a_colour():
    rules = JumpIn(players=2)
    state = rules.position(hands=["W 1r", "1g 2b"], discard="7y")
    assert codes(rules, state, 0) == ["play W r", "play W y", "play W g", "play W b", "draw"]
    for code in ("play W", "play 1r r"):
        assert refused(rules, state, code) == ("no-choice", "JI-07")
    with pytest.raises(NotationError):
        rules.parse("play W x")
    state = play(rules, state, "0 play W b")
    assert codes(rules, state, 1) == ["play 2b", "draw"]
    assert play(rules, state, "1 play 2b").wish is None
    for facts in ({"wish": "r"}, {"due": 2}):
        with pytest.raises(PositionError, match="a colour is named for a wild card, cards are due for D or W4"):
            rules.position(hands=["W 1r", "1g 2b"], discard="7y", **facts)


def test_ji_08_wild_draw_four():
    for strict, moves in ((False, 4), (True, 0)):
        rules = JumpIn(players=2, strict_four=strict)
        state = rules.position(hands=["W4 1y", "1g 2b"], discard="7y")
        assert sum(code.startswith("play W4") for code in codes(rules, state, 0)) == moves
        assert refused(rules, state, "play W4 b") == (("can-play", "JI-08") if strict else None)
        state = rules.position(hands=["W4 1r", "1g 2b"], discard="7y")
        state = play(rules, state, "0 play W4 b")
        assert (state.due, codes(rules, state, 1)) == (4, ["draw"])
        assert len(play(rules, state, "1 draw").hands[1]) == 6


def test_ji_09_the_same_card_out_of_turn():
    rules = JumpIn()
    state = rules.position(hands=["7r 1r", "7g 7y", "2b 3b", "7r 9y"], discard="7b", layer=3)
    state = play(rules, state, "0 play 7r")
    assert rules.actors(state) == (3, 1)
    assert codes(rules, state, 3) == ["jump 7r", "decline"]
    assert rules.actors(rules.view(state, 2)) == (1,)
    assert refused(rules, state, "jump 2b", 2) == ("no-match", "JI-09")
    assert refused(rules, state, "jump 9y", 3) == ("no-match", "JI-09")
    assert refused(rules, state, "play 7r", 3) == ("not-an-actor", "SK-05")
    jumped = play(rules, state, "3 jump 7r")
    assert (jumped.turn, jumped.layer) == (0, 3)  # play goes on after the one who laid it
    declined, events = rules.trace(state, rules.parse("decline"), 3)
    assert rules.actors(declined) == (1,)
    assert str(rules.refusal(declined, rules.parse("jump 7r"), 3)) == "You let this chance go by. (JI-09)"
    assert [len(rules.shown(events, seat)) for seat in (0, 1, 2, 3)] == [0, 0, 0, 1]
    assert rules.actors(play(rules, declined, "1 play 7g")) == (2,)


def test_ji_09_on_ones_turn_it_is_a_play_and_what_is_due_adds_up():
    rules = JumpIn(players=3)
    state = rules.position(hands=["Dr 1r", "Dr 7y", "2b 3b"], discard="7r", turn=0)
    state = play(rules, state, "0 play Dr")
    assert refused(rules, state, "jump Dr", 1) == ("spelling", "JI-09")
    state = rules.position(hands=["Dr 1r", "1b 7y", "Dr 3b"], discard="7r", turn=0)
    state = play(rules, state, "0 play Dr", "2 jump Dr")
    assert (state.turn, state.due) == (0, 4)
    state = rules.position(hands=["W 1r", "1b 7y", "W 3b"], discard="7r", turn=0)
    state = play(rules, state, "0 play W b")
    assert codes(rules, state, 2) == ["jump W r", "jump W y", "jump W g", "jump W b", "decline"]
    assert play(rules, state, "2 jump W g").wish == "g"


def test_ji_09_a_jump_ends_the_turn_of_who_has_drawn():
    rules = JumpIn(players=3, play_drawn=True)
    state = rules.position(hands=["1b 1g", "7r 1y", "2b 3b"], discard="7r", stock="8r 9b")
    state = play(rules, state, "0 draw", "1 jump 7r")
    assert (state.turn, state.phase, state.drawn) == (2, "play", (None, None, None))
    assert len(state.hands[0]) == 3


def test_ji_10_an_empty_stock():
    rules = JumpIn(players=2)
    state = rules.position(hands=["1b", "1g"], discard="3r 4r 7r", stock="")
    state = play(rules, state, "0 draw")
    assert (len(state.hands[0]), len(state.stock), len(state.discard)) == (2, 1, 1)
    state = rules.position(hands=["1b", "2g"], discard="7r", stock="")
    state = play(rules, state, "0 draw")
    assert (state.passes, state.turn) == (1, 1)
    outcome = rules.outcome(play(rules, state, "1 draw"))
    assert (outcome.places, outcome.scores) == ((1, 1), (0, 0))


@pytest.mark.parametrize(
    ("scoring", "places", "scores"), [("winner", (1, 2, 2), (78, 0, 0)), ("own", (1, 3, 2), (0, 71, 7))]
)
def test_ji_11_points(scoring, places, scores):
    rules = JumpIn(players=3, scoring=scoring)
    state = rules.position(hands=["Dr", "W4 1g Sy", "7b 0b"], discard="7r")
    state = play(rules, state, "0 play Dr")
    outcome = rules.outcome(state)
    assert (outcome.places, outcome.scores) == (places, scores)
    assert [len(hand) for hand in state.shown] == [0, 3, 2]  # what is still to be drawn is not


def test_ji_12_rounds():
    rules = JumpIn(players=2, rounds=2)
    state = rules.position(hands=["5r", "9g"], discard="7r", round=2, results=[[0, 30]])
    outcome = rules.outcome(play(rules, state, "0 play 5r"))
    assert (outcome.scores, outcome.winners) == ((9, 30), (1,))
    state = play(rules, rules.position(hands=["5r", "9g"], discard="7r"), "0 play 5r")
    assert (rules.outcome(state), rules.actors(state)) == (None, (0,))
    assert refused(rules, state, "draw", 0) == ("wrong-phase", "JI-12")
    state = play(rules, state, "0 deal")
    assert (state.round.number, state.round.dealer, state.turn) == (2, 0, 1)
