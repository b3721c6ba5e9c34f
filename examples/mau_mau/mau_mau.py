"""Mau-Mau: lay a card of the suit or the rank of the last one, and be the first without cards.

The rules, by the numbers that refusals name. What an option changes stands in brackets.

- MM-01: Two to six play with the 32 cards from seven to ace [``pack``]. Everybody is dealt five cards [``hand_size``],
  the next one is turned up beside the stock. The player after the dealer begins. The upcard has no power.
- MM-02: On your turn you lay a card of the same suit or of the same rank as the top card of the pile.
- MM-03: Or you draw a card, and your turn ends. [``must_play``: you draw only if you can lay nothing.]
- MM-04: [``play_drawn``: the card just drawn may be laid at once if it fits; otherwise you pass.]
- MM-05: When the stock has too few cards, all discards but the top card are shuffled and laid under it. If there is
  nothing to draw at all, to draw is to pass.
- MM-06: After a seven the next player draws two cards, and the turn ends; or lays a seven too, and then the one after
  that draws two more. Nothing else may be laid. [``draw_two``]
- MM-07: After an eight the next player is skipped. [``skip``]
- MM-08: A jack fits on every card but a jack. [``wild``, ``wild_on_wild``]
- MM-09: Whoever lays a jack names the suit that counts from now on. Other cards name none.
- MM-10: Whoever has no cards left has won, and the game is over. The others lay their cards open, and the fewer points
  are in a hand, the better is its place: an ace counts 11, a king 4, a queen 3, a jack 2, the others their number.
  [``others``: they play on for the places until one of them is left.]
- MM-11: When a whole round goes by in which nobody lays or draws a card, the game is over.

>>> rules = MauMau(players=2)
>>> state = rules.position(hands=["7h 8s Jc", "Ah 9s"], discard="9h")
>>> [str(move) for move in rules.legal_moves(state, 0)]
['play 7h', 'play Jc c', 'play Jc d', 'play Jc h', 'play Jc s', 'draw']
"""

from typing import Final, Literal

import attrs

import shedkit.authoring as sk

Suit = Literal["c", "d", "h", "s"]
SUITS: Final[tuple[Suit, ...]] = ("c", "d", "h", "s")
PACKS: Final = {"32": tuple(card for card in sk.FrenchCard.pack() if card.rank >= 7), "52": sk.FrenchCard.pack()}
SUIT: Final[dict[sk.FrenchCard, Suit]] = {card: suit for card in PACKS["52"] for suit in SUITS if card.suit == suit}
RANK: Final = {"7": 7, "8": 8, "J": 11, "A": 14, "none": 0}
POINTS: Final = {**{rank: rank for rank in range(2, 11)}, 11: 2, 12: 3, 13: 4, 14: 11}


@attrs.frozen
class Play(sk.Move):
    """Lay a card on the pile; with a jack, name the suit that counts from now on."""

    role = sk.Role.LAY
    card: sk.FrenchCard = attrs.field(converter=sk.FrenchCard)
    suit: Suit | None = None


MauMauMove = Play | sk.Draw | sk.Pass


@sk.state
class MauMauState(sk.State):
    """A position of Mau-Mau."""

    hands = sk.hands_of(sk.FrenchCard)
    stock = sk.stock_of(sk.FrenchCard)
    discard = sk.pile_of(sk.FrenchCard, least=1)
    shown = sk.shown_of(sk.FrenchCard, counted=lambda rules: rules.others == "points")
    removed = sk.removed_of(sk.FrenchCard)
    turn = sk.turn_fact()
    phase = sk.phase_fact[Literal["play", "drawn", "over"]](doc="drawn: after a draw", needs={"drawn": "play_drawn"})
    suit = sk.fact[Suit](sk.EVERYONE, default=lambda rules, at: SUIT[at.discard[-1]], doc="the suit that counts")
    pending = sk.fact[int](sk.EVERYONE, default=0, doc="how many cards the sevens demand of the player on turn")
    drawn = sk.drawn_fact(sk.FrenchCard, rule="MM-04")
    passes = sk.passes_fact()
    out = sk.out_fact("hands", "shown")
    chance = sk.chance_fact()


class MauMauDraft(MauMauState, sk.Draft):
    """A position of Mau-Mau while a move changes it."""


lay = MauMauState.way("hands", "discard")


@attrs.frozen(kw_only=True, repr=False)
class MauMau(sk.Game[MauMauState, MauMauMove]):
    """Mau-Mau: lay a card of the suit or the rank of the last one, and be the first without cards."""

    name = "mau-mau"

    players: int = sk.option(3, "How many play.", rule="MM-01", low=2, high=6)
    first_dealer: int | None = sk.option(None, "Who deals; without it, the last seat.", rule="MM-01", seat=True)
    hand_size: int = sk.option(5, "How many cards a player is dealt.", rule="MM-01", low=1, high=10)
    pack: Literal["32", "52"] = sk.option("32", "How many cards there are.", rule="MM-01")
    must_play: bool = sk.option(False, "Whether only a player who can lay nothing may draw.", rule="MM-03")
    play_drawn: bool = sk.option(False, "Whether a card just drawn may be laid at once.", rule="MM-04")
    draw_two: Literal["7", "none"] = sk.option("7", "The rank after which the next player draws two.", rule="MM-06")
    skip: Literal["8", "A", "none"] = sk.option("8", "The rank after which the next player is skipped.", rule="MM-07")
    wild: Literal["J", "none"] = sk.option("J", "The rank that fits on every card and names a suit.", rule="MM-08")
    wild_on_wild: bool = sk.option(False, "Whether a jack may be laid on a jack.", rule="MM-08")
    others: Literal["points", "play_on"] = sk.option("points", "How those who have not won are placed.", rule="MM-10")

    @property
    def deck(self) -> tuple[sk.FrenchCard, ...]:  # MM-01
        return PACKS[self.pack]

    def start(self, s: MauMauDraft) -> None:  # MM-01
        s.turn = self.left_of_dealer
        s.deal("hands", self.hand_size, s.turn)
        s.deal("discard", 1)

    @sk.table
    def plays(self, top: sk.FrenchCard, suit: Suit, due: bool) -> dict[sk.FrenchCard | None, tuple[Play, ...]]:
        """MM-02, MM-06, MM-08, MM-09: the plays that fit, card by card, where that suit counts and cards may be due."""

        def fits(card: sk.FrenchCard) -> bool:
            if due or card.rank == wild:
                return card.rank == RANK[self.draw_two] if due else self.wild_on_wild or top.rank != wild
            return card.suit == suit or card.rank == top.rank

        wild = RANK[self.wild]
        suits = {card: SUITS if card.rank == wild else (None,) for card in self.deck if fits(card)}
        return {card: tuple(Play(card, suit) for suit in named) for card, named in suits.items()}

    def moves(self, now: MauMauState, player: int) -> tuple[MauMauMove, ...]:
        """MM-03, MM-04: the cards that fit, then `Draw`; after a draw with ``play_drawn``, that card and `Pass`."""
        fitting = self.plays[now.discard[-1], now.suit, now.pending > 0]
        if now.phase == "drawn":
            return (*fitting.get(now.drawn[player], ()), sk.PASS)
        plays = [play for card in now.hands[player] if card in fitting for play in fitting[card]]
        return tuple(plays) if plays and self.must_play else (*plays, sk.DRAW)

    @sk.on(Play, "play", "drawn", held="hands")
    def play(self, s: MauMauDraft, move: Play, player: int) -> None:  # MM-02
        card = move.card
        lay(s, (card,), player)
        s.passes = 0
        s.suit = move.suit or SUIT[card]  # MM-09
        s.pending += 2 * (card.rank == RANK[self.draw_two])  # MM-06
        if not s.hands[player]:
            s.leave(player)
        self.end_turn(s, player, skipped=int(card.rank == RANK[self.skip]))  # MM-07

    @sk.on(sk.Draw, "play")
    def draw(self, s: MauMauDraft, move: sk.Draw, player: int) -> None:  # MM-03 to MM-06
        cards = s.draw(s.pending or 1, player, refill=True)
        s.passes = 0 if cards else s.passes + 1
        if self.play_drawn and cards and not s.pending:
            s.phase, s.drawn = "drawn", s.only(player, cards[0])
        else:
            s.pending = 0
            self.end_turn(s, player)

    def ended(self, now: MauMauState) -> bool:  # MM-10, MM-11
        left = self.players - len(now.out)
        return left < 2 or now.passes >= left or (self.others == "points" and bool(now.out))

    def result(self, now: MauMauState) -> sk.Outcome:  # MM-10
        scores = tuple(sum(POINTS[card.rank] for card in hand) for hand in now.shown)
        return sk.Outcome.of(sk.placed(now.out, scores), scores if self.others == "points" else None)

    @sk.why(Play, sk.Draw)
    def why_not(self, now: MauMauState, move: Play | sk.Draw, player: int) -> sk.Refusal:
        """The reasons of this game, beside those that the declarations tell."""
        if isinstance(move, sk.Draw):
            return sk.Refusal(sk.Reason.CAN_PLAY, "MM-03", "You have a card that fits: lay it.")
        card, top = move.card, now.discard[-1]
        if plays := self.plays[top, now.suit, now.pending > 0].get(card):
            which = f"Name a suit: {plays[0]}, for example." if plays[1:] else f"{card} names no suit: {plays[0]}."
            return sk.Refusal(sk.Reason.SPELLING, "MM-09", which)
        if now.pending:
            text = f"Lay a seven, or draw the {now.pending} cards that are due."
            return sk.Refusal(sk.Reason.NO_MATCH, "MM-06", text)
        if card.rank == RANK[self.wild]:
            return sk.Refusal(sk.Reason.LOCKED, "MM-08", "A jack is not laid on a jack.")
        return sk.Refusal(sk.Reason.NO_MATCH, "MM-02", f"{card} has neither the suit {now.suit} nor the rank of {top}.")

    def contradiction(self, now: MauMauState) -> str | None:  # MM-06, MM-09
        top, two = now.discard[-1], RANK[self.draw_two]
        most = 0 if now.phase == "drawn" else 2 * sum(card.rank == two == top.rank for card in now.discard)
        if now.pending not in range(0, most + 1, 2):
            return f"pending: it cannot be {now.pending} with {top} on top"
        wrong = now.suit != top.suit and top.rank != RANK[self.wild]
        return f"suit: it cannot be '{now.suit}' with {top} on top" if wrong else None
