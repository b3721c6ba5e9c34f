"""What the layer promises to games of others, and none of the shipped ones makes use of: tried on a game made for it.

Knock is played with one pack. On your turn lay any card of your hand, or knock: then the next player must lay a card.
Whoever holds a card of the rank on top may snap out of turn.
"""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import attrs
import pytest

import shedkit.authoring as sk
from president import President
from shedkit import FrenchCard, NotationError, PositionError, Quiclo
from shedkit.testing import refused

C = FrenchCard
S = TypeVar("S", bound=sk.State)
M = TypeVar("M", bound=sk.Move)


@attrs.frozen
class Lay(sk.Move):
    """Lay a card."""

    card: C = attrs.field(converter=C)


@attrs.frozen
class Snap(sk.Move):
    """Lay a card of the rank on top out of turn."""

    card: C = attrs.field(converter=C)


@attrs.frozen
class Knock(sk.Move):
    """The next player must lay a card."""


@attrs.frozen
class Bet(sk.Move):
    """Bet on cards; never taken, only written."""

    number: int
    cards: tuple[C, ...] = ()


@attrs.frozen
class Trade(sk.Move):
    """Offer a card for another; never taken, only written."""

    mine: C | None = None
    wanted: C | None = None


KnockMove = Lay | Snap | Knock | Bet | Trade


@sk.state
class KnockState(sk.State):
    """A position of Knock."""

    hands = sk.hands_of(C)
    blind = sk.zone[tuple[tuple[C, ...], ...]](sk.NOBODY, sk.Holds.PLAYERS, in_order=True, doc="blind cards")
    shown = sk.shown_of(C)
    stock = sk.stock_of(C)
    discard = sk.pile_of(C, least=1)
    removed = sk.removed_of(C)
    turn = sk.turn_fact()
    phase = sk.phase_fact[Literal["play", "knocked", "over"]](doc="knocked: a card must be laid")
    layer = sk.layer_fact()
    out = sk.out_fact("hands", "shown")
    mood = sk.fact[int](sk.NOBODY, default=0, doc="what nobody knows")
    chance = sk.chance_fact()


class KnockDraft(KnockState, sk.Draft):
    """A position of Knock while a move changes it."""


lay = KnockState.way("hands", "discard")


class Quick(sk.Game[S, M], Generic[S, M]):
    """What games of this family share: who is on turn is known to all, others may be quicker."""

    def public_actors(self, now):
        return () if now.phase == "over" else (now.turn,)


@attrs.frozen(kw_only=True, repr=False)
class KnockGame(Quick[KnockState, KnockMove]):
    """Knock."""

    name = "knock"
    card_type = C
    players: int = sk.option(3, "How many play.", rule="KN-1", low=2, high=4)
    hand_size: int = sk.option(3, "How many cards a player is dealt.", rule="KN-1", low=1, high=30)

    @property
    def deck(self):
        return C.pack()

    def start(self, s):
        s.turn = self.left_of_dealer
        s.deal("hands", self.hand_size, s.turn)
        s.deal("blind", 1, s.turn)
        s.deal("discard", 1)

    def moves(self, now, player):
        lays = tuple(Lay(card) for card in now.hands[player])
        return lays if now.phase == "knocked" else (*lays, Knock())

    def reactions(self, now, player):
        return tuple(Snap(card) for card in now.hands[player] if card.rank == now.discard[-1].rank)

    def accepts(self, now, move, player):
        if isinstance(move, Knock):
            return player == now.turn and now.phase == "play"
        return super().accepts(now, move, player)

    @sk.on(Lay, held="hands", rule="KN-2")
    def lay(self, s, move, player):
        lay(s, (move.card,), player)
        s.layer = player
        if not s.hands[player]:
            s.leave(player)
        self.end_turn(s, player)

    @sk.on(Snap, held="hands", rule="KN-4", out_of_turn=True)
    def snap(self, s, move, player):
        self.lay(s, move, player)

    @sk.on(Knock, "play", rule="KN-3")
    def knock(self, s, move, player):
        s.phase = "knocked"
        s.next_turn(player)

    @sk.on(Bet)
    def bet(self, s, move, player): ...

    @sk.on(Trade)
    def trade(self, s, move, player): ...

    @sk.why(Lay, complete=True)
    def why_not(self, now, move, player):
        return None

    @sk.why(Bet, Trade, complete=True)
    def why_never(self, now, move, player):
        return sk.Refusal(sk.Reason.NO_CHOICE, "KN-6", "There is nothing to win.")

    def ended(self, now):
        return bool(now.out)

    def result(self, now):
        return sk.Outcome.of(sk.placed(now.out, [len(hand) for hand in now.shown]))


RULES = KnockGame()
AT = RULES.position(hands=["7h 9c", "7s 2d", "Kd"], blind=["3c", "4c", "5c"], discard="7d")


def codes(moves):
    return [str(move) for move in moves]


# --- classes of games


def test_a_family_of_games_can_leave_its_state_and_moves_open():
    assert not hasattr(Quick, "state_type")
    assert (KnockGame.state_type, KnockGame.move_types) == (KnockState, (Lay, Snap, Knock, Bet, Trade))


def test_a_kind_of_move_of_which_nothing_says_what_it_does_is_refused():
    with pytest.raises(TypeError, match=r"^Mute: nothing says what Draw does; write a function under on\(Draw\)"):

        class Mute(Quick[KnockState, Lay | sk.Draw]):
            name = "mute"

            @sk.on(Lay)
            def lay(self, s, move, player): ...


def test_hands_that_need_more_cards_than_there_are():
    assert len(KnockGame(players=3, hand_size=16).deal(1).stock) == 0
    with pytest.raises(sk.ConfigurationError, match="need 53 cards, the deck has 52"):
        KnockGame(players=4, hand_size=13)


def test_a_table_begins_anew_when_it_is_full(monkeypatch):
    monkeypatch.setattr("shedkit.core.kinds.TABLE_ROOM", 3)
    worked = []

    @attrs.frozen(eq=False)
    class Squares:
        @sk.table
        def squares(self, number):
            worked.append(number)
            return number * number

    squares = Squares().squares
    assert [squares[number] for number in (1, 2, 3, 3, 1)] == [1, 4, 9, 9, 1]
    assert worked == [1, 2, 3]
    assert squares[4] == 16
    assert len(squares) == 1
    assert (squares[1], worked) == (1, [1, 2, 3, 4, 1])


def test_a_list_takes_as_much_of_a_table_as_it_is_long(monkeypatch):
    monkeypatch.setattr("shedkit.core.kinds.TABLE_ROOM", 6)

    @attrs.frozen(eq=False)
    class Lists:
        @sk.table
        def lists(self, number, letter):
            return [letter] * number

    lists = Lists().lists
    assert (lists[2, "a"], lists[1, "b"], lists[0, "c"]) == (["a", "a"], ["b"], [])
    assert len(lists) == 3, "three entries with three things in them fill six places"
    assert lists[0, "d"] == []
    assert list(lists) == [(0, "d")]
    assert (lists[4, "e"], list(lists)) == (["e"] * 4, [(0, "d"), (4, "e")])
    assert list(map(len, [lists[7, "f"], lists])) == [7, 1], "what is too large for a table is kept alone"


# --- who may move


def test_reactions_without_a_word_for_declining_in_a_game_that_says_itself_who_is_known_to_act():
    assert KnockGame.turns == frozenset()
    assert RULES.actors(AT) == (1, 0)  # who could snap comes first
    assert codes(RULES.legal_moves(AT, 1)) == ["snap 7s"]
    assert RULES.legal_moves(AT, 2) == ()
    assert codes(RULES.legal_moves(AT, 0)) == ["lay 7h", "lay 9c", "knock"]
    for viewer, actors in ((0, (0,)), (1, (1, 0)), (2, (0,)), (None, (0,))):
        assert RULES.actors(RULES.view(AT, viewer)) == actors
    after = RULES.apply(AT, Snap("7s"), 1)
    assert (str(after.discard[-1]), after.layer, after.turn) == ("7s", 1, 2)


def test_a_game_without_reactions_has_none():
    rules = Quiclo(players=2)
    state = rules.position(hands=["8 45", "7 18"], discard="87")
    assert rules.reactions(state, 1) == ()
    assert rules.actors(state) == (0,)


def test_a_turn_that_ends_in_another_phase_leads_back_to_play():
    after = RULES.apply(AT, Knock(), 0)
    assert (after.phase, after.turn) == ("knocked", 1)
    assert refused(RULES, after, Knock(), 1).rule == "KN-3"
    after = RULES.apply(after, Lay("2d"), 1)
    assert (after.phase, after.turn) == ("play", 2)


def test_a_game_that_asks_the_core_beside_its_own_check():
    assert RULES.accepts(AT, Lay("7h"), 0)
    assert not RULES.accepts(AT, Lay("Kd"), 0)
    assert RULES.accepts(AT, Snap("7s"), 1)
    assert not RULES.accepts(AT, Snap("Kd"), 2)
    assert RULES.accepts(AT, Knock(), 0)
    assert not RULES.accepts(AT, Knock(), 1)


def test_a_call_that_a_game_writes_itself_is_the_one_that_counts():
    class Short(KnockGame):
        """Knock, over after the first card."""

        def outcome(self, at):
            return sk.Outcome.of((1, 2, 2)) if len(at.discard) > 1 else super().outcome(at)

    rules = Short()
    assert rules.outcome(AT) is None
    after = rules.apply_unchecked(AT, Lay("7h"), 0)
    assert (rules.outcome(after), RULES.outcome(after)) == (sk.Outcome.of((1, 2, 2)), None)


def test_hands_lie_open_at_the_end_where_they_are_counted():
    after, events = RULES.trace(RULES.position(hands=["Kd", "2c 3c", "4c"], discard="7d"), Lay("Kd"), 0)
    assert sk.codes(after.shown[1]) == "2c 3c"
    assert after.hands == ((), (), ())
    outcome = RULES.outcome(after)
    assert outcome is not None
    assert outcome.places == (1, 3, 2)
    opened = [event for event in events if isinstance(event, sk.Moved) and event.target.zone == "shown"]
    assert [sk.codes(event.cards) for event in opened] == ["2c 3c", "4c"]


# --- what is hidden


def test_a_move_cannot_name_cards_that_nobody_sees():
    with pytest.raises(TypeError, match=r"^Peek: Lay names cards of blind, which nobody sees; let it name a slot"):

        class Peek(Quick[KnockState, Lay]):
            name = "peek"

            @sk.on(Lay, held=("hands", "blind"))
            def lay(self, s, move, player): ...


def test_a_hidden_fact_of_which_the_game_does_not_say_what_it_can_be():
    with pytest.raises(NotImplementedError, match=r"^KnockGame has a hidden fact mood: say what it can be"):
        RULES.sample(RULES.view(AT, 0), seed=1)


# --- codes and positions


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Bet(3), "bet 3"),
        (Bet(3, (C("7h"), C("9c"))), "bet 3 / 7h 9c"),
        (Trade(), "trade"),
        (Trade(C("7h")), "trade 7h"),
        (Trade(None, C("9c")), "trade - 9c"),
        (Trade(C("7h"), C("9c")), "trade 7h 9c"),
    ],
)
def test_moves_are_read_as_they_are_written(move, code):
    assert str(move) == code
    assert RULES.parse(code) == move


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("bet 3 7h", "'bet 3 7h': cards begins with a stroke, /"),
        ("bet / 7h", "'/' is no number"),
        ("bet - / 7h", "'-' is no number"),
        ("bet", "'bet' is cut short: bet needs number"),
        ("trade 7h 9c 2d", "'trade 7h 9c 2d' goes on after its end: '2d'"),
        ("lay -", "'-' is no card"),
    ],
)
def test_codes_that_are_written_wrongly(code, said):
    with pytest.raises(NotationError) as caught:
        RULES.parse(code)
    assert said in str(caught.value)


def test_positions_name_zones_and_facts_by_name():
    with pytest.raises(TypeError, match=r"^position takes zones and facts by name"):
        RULES.position(["7h"], discard="7d")
    with pytest.raises(TypeError, match=r"^position: there is no luck; a position of knock has hands, blind, shown"):
        RULES.position(hands=["7h"], discard="7d", luck=1)
    with pytest.raises(TypeError, match=r"^position: hands are missing; a position of knock has hands, blind, shown"):
        RULES.position(discard="7d")


@pytest.mark.parametrize("rules", [RULES, President(players=4)], ids=["one game", "in rounds"])
@pytest.mark.parametrize("turn", ["0", None, 0.0])
def test_who_laid_last_does_not_rest_on_a_turn_that_is_none(rules, turn):
    pile = {"discard": "7d"} if rules is RULES else {}
    with pytest.raises(PositionError, match=r"^turn: there is no player"):
        rules.position(hands=["7h", "9c", "2d", "3d"][: rules.players], turn=turn, **pile)
