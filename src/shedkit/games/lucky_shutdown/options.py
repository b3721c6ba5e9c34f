"""The options of Lucky Shutdown, and the tables that follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import attrs

import shedkit.authoring as sk
from shedkit.authoring import ConfigurationError, about, option
from shedkit.families.ladder import LadderGame, picks
from shedkit.games.lucky_shutdown.cards import ALIKE, DECK, DUTY, MOST, SKIP, Cards, LuckyCard, beats
from shedkit.games.lucky_shutdown.moves import SINGLES, LuckyMove, Play, orders
from shedkit.games.lucky_shutdown.state import LuckyState

EQUAL_CARDS: Final = 16
"""Equal cards that a deck may have; more would make the lists of moves too long."""


def _read_deck(given: str | Iterable[LuckyCard | str]) -> Cards:
    """The cards; a 15 of both colours would demand none (LS-A25)."""
    cards = sk.read_deck(LuckyCard, given, most=EQUAL_CARDS, alike=ALIKE)
    for card in cards:
        if card.alike == DUTY and len(card.colours) > 1:
            raise ConfigurationError("deck", f"{card} would demand no colour: a {DUTY} has one colour (LS-A25)")
    return cards


@attrs.frozen(kw_only=True, repr=False)
class LuckyOptions(LadderGame[LuckyState, LuckyMove]):
    """What can be set in Lucky Shutdown."""

    players: int = option(3, "How many play.", rule="LS-003", low=2, high=5)
    rounds: int = option(1, "How many rounds a game has.", rule="LS-A59", low=1, high=1000)
    first_dealer: int | None = sk.first_dealer(rule="LS-017")
    deck: Cards = attrs.field(
        default=DECK,
        converter=_read_deck,
        metadata=about("The cards, as codes: 48 of two colours.", rule="LS-A01"),
    )
    skip_chain: Literal["accumulate", "pass_on"] = option(
        "accumulate",
        "Whether a 19 laid by a player to be skipped adds to the skips, or passes the own one on.",
        rule="LS-A07",
    )
    skip_wraps: bool = option(True, "Whether skips go round the table and reach the layer.", rule="LS-A09")
    skip_rescue_zone: Literal["playable", "hand_or_face_up"] = option(
        "playable",
        "Where a player to be skipped may take a 19 from: the row that is on, or hand and open row.",
        rule="LS-A12",
    )
    push_in_skip_moment: bool = option(
        False, "Whether a player to be skipped may pass the skip on with a Push.", rule="LS-A14"
    )
    push_on_19: Literal["one", "count", "none"] = option(
        "one", "How many skips a Push on a served 19 brings: one, as many as 19s lie there, none.", rule="LS-A15"
    )
    reaction: Literal["open", "off"] = option("open", "Whether anybody may complete a set out of turn.", rule="LS-A35")
    reaction_obeys_colour: bool = option(True, "Whether the colour duty binds a reaction.", rule="LS-A39")
    combo_needs_empty_stock: bool = option(
        True, "Whether hand and open row may be laid together only once the stock is empty.", rule="LS-A46"
    )
    blind_take: bool = option(True, "Whether the pile may be taken instead of turning a blind card.", rule="LS-A49")
    start_counts_function_numbers: bool = option(
        True, "Whether 15, 17 and 19 count for the first start.", rule="LS-A56"
    )
    start_tie: Literal["seat", "random"] = option(
        "seat", "Who of equals starts first: the lowest seat, or one at random.", rule="LS-A57"
    )
    challenge_luck: bool = option(False, "Whether luck may be challenged.", rule="LS-A62")
    early_reveal: bool = option(False, "Whether an uncovered blind card may be turned early.", rule="LS-A63")
    luck_scope: Literal["match", "round"] = option(
        "match", "Whether the two optional rights exist once per game or once per round.", rule="LS-A60"
    )

    @sk.worked_out
    def plain(self) -> bool:
        """Whether on turn, without skips, there is nothing but plays and the pile, as long as there are such cards."""
        return self.reaction_obeys_colour and not (self.challenge_luck or self.early_reveal)

    @sk.worked_out
    def saving(self) -> frozenset[LuckyCard]:
        """The cards that a player to be skipped may lay (LS-061, LS-A14)."""
        pushes = self.push_in_skip_moment
        return frozenset([card for card in self.deck if card.alike == SKIP or (pushes and card.kind == "push")])

    @sk.table
    def fitting(self, top: LuckyCard | None) -> dict[LuckyCard, Play]:
        """The plays that fit while this card counts, by the card laid; without one, all (LS-021)."""
        return {card: SINGLES[card] for card in self.deck if top is None or beats(card, top)}

    @sk.table
    def several(self, top: LuckyCard | None, below: Cards, equal: Cards) -> tuple[Play, ...]:
        """The plays of some of these equal cards while a card counts, on those of the same set (LS-025 to LS-030)."""
        return tuple(orders(picks(equal, range(1, MOST + 1)), self.fitting[top], below))

    @sk.table
    def equals(self, alike: int) -> frozenset[LuckyCard]:
        """The cards of the deck that may be laid together."""
        return frozenset(card for card in self.deck if card.alike == alike)

    @sk.table
    def completes(self, top: LuckyCard) -> frozenset[LuckyCard]:
        """The cards among which are those that the set on the pile lacks, whatever lies below it (LS-A41).

        A Delete never stays on a pile, so there is nothing to complete (LS-A29).
        """
        return frozenset() if top.kind == "delete" else self.equals[top.alike]
