"""What follows from short declarations: sentences of events, cards just drawn, facts that follow, the size of a deck."""

from __future__ import annotations

from typing import Any, Literal

import attrs
import pytest

import shedkit.authoring as sk
from shedkit import ConfigurationError, FrenchCard, NotationError, PositionError
from shedkit.testing import check_laws, legal_codes, play
from shedkit.testing import refused as refusal_of

PACK = tuple(card for card in FrenchCard.pack() if card.rank >= 11)


@attrs.frozen
class Lay(sk.Move):
    """Lay a card of the suit or the rank on top."""

    role = sk.Role.LAY
    card: FrenchCard = attrs.field(converter=FrenchCard)


@attrs.frozen
class Laid(sk.PlayerEvent):
    """A player has laid a card, the so-and-so-many-th of the game."""

    sentence = "player {player} lays {card}; that makes {number}"
    card: FrenchCard
    number: int


@sk.state
class FoursState(sk.State):
    """A position of a small game."""

    hands = sk.hands_of(FrenchCard)
    stock = sk.stock_of(FrenchCard)
    discard = sk.pile_of(FrenchCard, least=1)
    removed = sk.removed_of(FrenchCard)
    best = sk.fact[int](
        sk.EVERYONE, default=lambda rules, at: rules.bests[at.leader], named=False, doc="what the leader is worth"
    )
    turn = sk.turn_fact()
    leader = sk.fact[int](sk.EVERYONE, sk.Holds.SEAT, default=0, doc="who leads")
    phase = sk.phase_fact[Literal["play", "drawn", "over"]](doc="the phase", needs={"drawn": "play_drawn"})
    drawn = sk.drawn_fact(FrenchCard, rule="FO-02")
    passes = sk.passes_fact()
    out = sk.out_fact("hands")
    chance = sk.chance_fact()


class FoursDraft(FoursState, sk.Draft):
    """A position of it while a move changes it."""


lay = FoursState.way("hands", "discard")


@attrs.frozen(kw_only=True, repr=False)
class Fours(sk.Game[FoursState, Lay | sk.Draw | sk.Pass]):
    """Lay a card of the suit or the rank on top; a card just drawn may be laid."""

    name = "fours"
    event_types = (sk.Moved, sk.Shuffled, sk.Turn, sk.Out, sk.GameOver, Laid)

    players: int = sk.option(2, "How many play.", rule="FO-01", low=2, high=5)
    hand_size: int = sk.option(2, "How many cards each has.", rule="FO-01", low=1, high=16)
    play_drawn: bool = sk.option(True, "Whether a card just drawn may be laid.", rule="FO-02")

    @property
    def bests(self) -> tuple[int, ...]:
        return tuple(range(10, 10 + self.players))

    @property
    def deck(self) -> tuple[FrenchCard, ...]:
        return PACK

    def start(self, s: FoursDraft) -> None:
        s.turn = self.left_of_dealer
        s.deal("hands", self.hand_size, s.turn)
        s.deal("discard", 1)

    def moves(self, now: FoursState, player: int) -> tuple[Lay | sk.Draw | sk.Pass, ...]:
        cards = now.hands[player] if now.phase == "play" else (now.drawn[player],)
        top = now.discard[-1]
        plays = [Lay(card) for card in cards if card and (card.suit == top.suit or card.rank == top.rank)]
        return (*plays, sk.DRAW if now.phase == "play" else sk.PASS)

    @sk.on(Lay, "play", "drawn", held="hands")
    def lay(self, s: FoursDraft, move: Lay, player: int) -> None:
        lay(s, (move.card,), player)
        s.tell(Laid, player, move.card, len(s.discard))
        s.passes = 0
        if not s.hands[player]:
            s.leave(player)
        self.end_turn(s, player)

    @sk.on(sk.Draw, "play")
    def draw(self, s: FoursDraft, move: sk.Draw, player: int) -> None:
        cards = s.draw(1, player, refill=True)
        s.passes = 0 if cards else s.passes + 1
        if cards and self.play_drawn:
            s.phase, s.drawn = "drawn", s.only(player, cards[0])
        else:
            self.end_turn(s, player)

    def ended(self, now: FoursState) -> bool:
        return bool(now.out) or now.passes >= self.players

    def result(self, now: FoursState) -> sk.Outcome:
        return sk.Outcome.of(sk.placed(now.out, [len(hand) for hand in now.hands]))

    def contradiction(self, now: FoursState) -> str | None:
        return "passes: the last card has just been laid" if now.passes and now.out else None


def drawn_position(rules: Fours, **given: Any) -> FoursState:
    return rules.position(hands=["Jc Kd", "Qh"], discard="Jd", phase="drawn", drawn="Jc", **given)


def test_it_obeys_the_laws():
    for play_drawn in (True, False):
        assert check_laws(Fours(players=3, play_drawn=play_drawn), games=4, partial=True).ended


def refused(rules: Fours, state: FoursState, code: str) -> tuple[str, str]:
    refusal = refusal_of(rules, state, code)
    return refusal.reason.value, refusal.rule


# --- sentences


def test_a_sentence_has_the_fields_of_the_event():
    event = Laid(1, FrenchCard("Jc"), 3)
    assert str(event) == "player 1 lays Jc; that makes 3"
    rules = Fours()
    state = rules.position(hands=["Jc Kd", "Qh"], discard="Jd")
    assert Laid(0, FrenchCard("Jc"), 2) in rules.trace(state, Lay("Jc"), 0)[1]
    assert rules.event_from_json(rules.to_json(event)) == event


def test_an_event_without_a_sentence_is_written_as_a_value():
    @attrs.frozen
    class Bare(sk.Event):
        """Nothing is said of it."""

        number: int

    assert str(Bare(3)).endswith("Bare(number=3)")


def test_a_sentence_that_names_no_field_is_refused():
    @attrs.frozen
    class Odd(sk.PlayerEvent):
        """Its sentence has a slip."""

        sentence = "player {player} lays {cards}"
        card: FrenchCard

    with pytest.raises(TypeError, match=r"^Odd: its sentence names cards; its fields are player, card$"):

        class Other(Fours):
            event_types = (*Fours.event_types, Odd)


# --- the card just drawn


def test_only_the_card_just_drawn_may_be_laid_or_it_is_kept():
    rules = Fours()
    state = drawn_position(rules)
    assert legal_codes(rules, state, 0) == {"lay Jc", "pass"}
    assert refused(rules, state, "lay Kd") == ("wrong-zone", "FO-02")
    assert refused(rules, state, "lay Qh") == ("card-not-held", "SK-09")
    assert refused(rules, state, "draw") == ("wrong-phase", "FO-02")
    kept = play(rules, state, "0 pass")
    assert (kept.phase, kept.drawn, kept.turn, kept.hands[0]) == ("play", (None, None), 1, state.hands[0])


def test_who_keeps_a_card_has_drawn():
    rules = Fours()
    assert play(rules, drawn_position(rules, passes=1), "0 pass").passes == 0


def test_before_a_draw_there_is_nothing_to_keep():
    state = Fours().position(hands=["Jc Kd", "Qh"], discard="Jd")
    assert refused(Fours(), state, "pass") == ("wrong-phase", "FO-02")
    refusal = Fours(play_drawn=False).refusal(state, sk.PASS, 0)
    assert str(refusal) == "There is no pass in this game: lay a card or draw. (FO-02)"


def test_a_game_that_says_itself_what_passing_does_is_asked():
    class Counting(Fours):
        @sk.on(sk.Pass, "drawn", rule="FO-03", says="Draw first.")
        def keep(self, s, move, player):
            s.passes = 1
            self.end_turn(s, player)

    rules = Counting()
    assert play(rules, drawn_position(rules), "0 pass").passes == 1
    state = rules.position(hands=["Jc Kd", "Qh"], discard="Jd")
    assert str(rules.refusal(state, sk.PASS, 0)) == "Draw first. (FO-03)"


# --- drawing


def test_a_draw_refills_a_stock_that_has_too_few_cards():
    rules = Fours(play_drawn=False)
    state = rules.position(hands=["Kd", "Qh"], discard="Jd Qd Ad", stock="")
    after, events = rules.trace(state, sk.DRAW, 0)
    assert (len(after.hands[0]), len(after.stock), after.discard) == (2, 1, state.discard[-1:])
    assert [type(event).__name__ for event in events] == ["Moved", "Shuffled", "Moved", "Turn"]
    assert play(rules, rules.position(hands=["Kd", "Qh"], discard="Jd", stock=""), "0 draw").passes == 1


def test_a_draw_leaves_a_stock_alone_that_has_enough():
    rules = Fours(play_drawn=False)
    after = play(rules, rules.position(hands=["Kd", "Qh"], discard="Jd Ad", stock="Qd"), "0 draw")
    assert (len(after.stock), len(after.discard)) == (0, 2)


# --- facts that follow, contradictions


def test_what_follows_is_not_named_and_held_against_the_rest():
    rules = Fours(players=3)
    state = rules.position(hands=["Jc", "Qh", "Kh"], discard="Jd", leader=2)
    assert state.best == 12
    with pytest.raises(TypeError, match="there is no best"):
        rules.position(hands=["Jc", "Qh", "Kh"], discard="Jd", best=12)
    data = rules.to_json(state)
    with pytest.raises(PositionError, match=r"^best: here it is 12, not 11$"):
        rules.state_from_json({**data, "best": 11})
    with pytest.raises((PositionError, NotationError), match=r"^leader"):  # told before what follows from it
        rules.state_from_json({**data, "leader": 7})


def test_a_contradiction_is_told_last():
    rules = Fours()
    assert rules.position(hands=["", "Qh"], discard="Jd", turn=1, phase="over").out == (0,)
    with pytest.raises(PositionError, match=r"^passes: the last card has just been laid$"):
        rules.position(hands=["", "Qh"], discard="Jd", turn=1, phase="over", passes=1)
    with pytest.raises(PositionError, match=r"^phase: the game would be over$"):
        rules.position(hands=["", "Qh"], discard="Jd", turn=1, passes=1)


# --- the deck


def test_the_class_of_cards_is_that_of_the_hands():
    assert Fours.card_type is FrenchCard


def test_a_deck_must_have_enough_cards():
    assert Fours(players=3, hand_size=5).turned_up == 1
    with pytest.raises(ConfigurationError) as caught:
        Fours(players=4, hand_size=4)
    assert str(caught.value) == "hand_size: 4 hands of 4 and the first pile need 17 cards, the deck has 16"


def test_a_game_may_turn_up_more_cards_or_none():
    class Bare(Fours):
        turned_up = 0  # type: ignore[assignment]

    assert len(Bare(players=4, hand_size=4).deck) == 16
    with pytest.raises(ConfigurationError, match="5 hands of 4 need 20 cards, the deck has 16"):
        Bare(players=5, hand_size=4)


def test_totals_of_rounds():
    results = (sk.Result((1, 2), (0, 5)), sk.Result((1, 2)), sk.Result((2, 1), (7, 0)))
    assert sk.Round(4, 0, results).totals(2) == (7, 5)
    assert sk.Round(1, 0).totals(3) == (0, 0, 0)
