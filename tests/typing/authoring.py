# pyright: strict, reportUnnecessaryTypeIgnoreComment=true
"""What the type checkers see of a game written on `shedkit.authoring`.

Every line with an ignore must be an error: mypy and pyright complain about one that is not needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import attrs
from typing_extensions import Unpack, assert_type

import shedkit.authoring as sk
from shedkit.authoring import EVERYONE, FrenchCard, Refusal, fact, on, option, why

Phase = Literal["play", "over"]


@attrs.frozen
class Lay(sk.Move):
    """Lay a card."""

    card: FrenchCard = attrs.field(converter=FrenchCard)


SnapMove = Lay | sk.Draw


@sk.state
class SnapState(sk.State):
    """A position of a small game."""

    hands = sk.hands_of(FrenchCard)
    face_up = sk.open_rows_of(FrenchCard, 3)
    stock = sk.stock_of(FrenchCard)
    discard = sk.pile_of(FrenchCard)
    removed = sk.removed_of(FrenchCard)
    turn = sk.turn_fact()
    phase = sk.phase_fact[Phase](doc="play or over")
    drawn = sk.drawn_fact(FrenchCard, rule="SN-01")
    pending = fact[int](EVERYONE, default=0, low=0, doc="cards that are due")
    flags = fact[tuple[bool, ...]](EVERYONE, sk.Holds.PLAYERS, default=sk.each(False), doc="who has flagged")
    out = sk.out_fact("hands")
    chance = sk.chance_fact()


class SnapDraft(SnapState, sk.Draft):
    """A position of it while a move changes it."""


class SnapPosition(sk.GamePosition, total=False):
    """What a position of it can name."""

    phase: Phase
    flags: Sequence[bool] | None


@attrs.frozen
class Snapped(sk.PlayerEvent):
    """Somebody was quick."""

    sentence = "player {player} snaps {card}"
    card: FrenchCard


lay = SnapState.way("hands", "discard")


@attrs.frozen(kw_only=True, repr=False)
class Snap(sk.Game[SnapState, SnapMove]):
    """A small game."""

    name = "snap"
    players: int = option(2, "How many play.", low=2, high=4)

    @property
    def deck(self) -> tuple[FrenchCard, ...]:
        """The cards."""
        return FrenchCard.pack()

    def start(self, s: SnapDraft) -> None:
        """Deal."""
        s.deal("hands", 5, self.left_of_dealer)
        s.turn = self.left_of_dealer

    def moves(self, now: SnapState, player: int) -> tuple[SnapMove, ...]:
        """Every card, or a draw."""
        assert_type(now.hands, tuple[tuple[FrenchCard, ...], ...])
        assert_type(now.face_up, tuple[tuple[FrenchCard | None, ...], ...])
        assert_type(now.phase, Phase)
        assert_type(now.drawn, tuple[FrenchCard | None, ...])
        assert_type(now.pending, int)
        now.pending = 1  # type: ignore  # a state never changes
        return (*map(Lay, now.hands[player]), sk.DRAW)

    @on(Lay, "play", held="hands")
    def play(self, s: SnapDraft, move: Lay, player: int) -> None:
        """Lay a card."""
        lay(s, (move.card,), player)
        s.pending += 1
        s.phase = "play"
        s.phase = "pley"  # type: ignore  # no phase
        s.pending = "1"  # type: ignore  # no number
        s.flags = s.pending  # type: ignore  # another fact of another type
        s.pendign = 1  # type: ignore  # no field
        s.hands = ()  # type: ignore  # cards only move
        lay(s, move.card, player)  # type: ignore  # cards, not a card
        self.end_turn(s, player)

    @on(sk.Draw, "play")
    def draw(self, s: SnapDraft, move: sk.Draw, player: int) -> None:
        """Draw a card."""
        s.draw(1, player)
        self.end_turn(s, player)

    @on(Lay)  # type: ignore  # the function takes another kind of move
    def wrong(self, s: SnapDraft, move: sk.Draw, player: int) -> None:
        """Not a transition."""

    @why(Lay)
    def why_not(self, now: SnapState, move: Lay, player: int) -> Refusal | None:
        """No reasons."""
        return None

    def position(self, **given: Unpack[SnapPosition]) -> SnapState:
        """What a position names is known by name and type."""
        return super().position(**given)

    def contradiction(self, now: SnapState) -> str | None:
        """Nothing that is not declared."""
        return None

    def ended(self, now: SnapState) -> bool:
        """Somebody is out."""
        return bool(now.out)

    def result(self, now: SnapState) -> sk.Outcome:
        """Who is out wins."""
        return sk.Outcome.of(sk.placed(now.out, [0] * self.players))


def play_on(rules: Snap) -> None:
    """What users of such a game see."""
    rules.position(hands=["7h", "8h"], discard="9h", turn=1, phase="play", seed=7)
    rules.position(discard="9h")  # type: ignore  # the hands are missing
    rules.position(hands=["7h", "8h"], turn="1")  # type: ignore  # no seat
    rules.position(hands=["7h", "8h"], dealer=1)  # type: ignore  # no game in rounds
    event = Snapped(1, FrenchCard("7h"))
    assert_type((event.player, event.card), tuple[int, FrenchCard])
    Snapped(FrenchCard("7h"), 1)  # type: ignore  # the player comes first
    state = rules.deal(seed=1)
    assert_type(state, SnapState)
    assert_type(rules.legal_moves(state, 0), tuple[SnapMove, ...])
    assert_type(rules.apply(state, rules.legal_moves(state, 0)[0], 0), SnapState)
    rules.apply(state, sk.PASS, 0)  # type: ignore  # no move of this game
    state.turn = 1  # type: ignore  # a state never changes
