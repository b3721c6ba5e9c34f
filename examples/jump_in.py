"""Jump-in in one file: match colour or sign, and lay the same card out of turn.

The rules, with the numbers that options and refusals name:

- JI-01 Two to eight players get seven cards each, and one card is turned up. The player to the left of the dealer
  begins; the last seat deals first, then the next one. What the first card does is left out; if it is a wild one,
  any card goes on it.
- JI-02 There are 108 cards. Each colour, red, yellow, green and blue, has a 0, two each of 1 to 9, and two each of
  skip, reverse and draw-two. There are four wild cards and four wild-draw-fours.
- JI-03 On your turn lay a card of the colour or of the sign of the last one, or draw one.
- JI-04 Who draws may, by the option `play_drawn`, lay just this card at once, or keep it.
- JI-05 A skip passes over the next player. A reverse turns the direction of play; with two players it is a skip.
- JI-06 After a draw-two the next player draws two cards and lays none. By the option `stacking` a draw-two may be
  laid instead, and the player after that draws for both.
- JI-07 A wild card goes on everything but on cards that are to be drawn for, and whoever lays it names a colour.
- JI-08 The wild-draw-four is a wild card after which the next player draws four cards and lays none. With the option
  `strict_four` it is laid only by a player who has no card of the colour asked for.
- JI-09 Jump-in: whoever holds exactly the same card as the last one may lay it out of turn, before the player on turn
  moves. It does what it always does, cards to be drawn add up, and play goes on after the one who laid it.
- JI-10 When the stock is empty, all but the last card are shuffled. If there is still nothing to draw, drawing is a
  pass; when all have passed in a row, the round is over.
- JI-11 Who has no cards left ends the round; cards that are still to be drawn are not. Numbers count their value,
  coloured signs 20, wild cards 50. With the option `scoring` as `winner`, that player gets what the others hold, and
  the most points win; as `own`, everybody gets what they hold, and the fewest points win.
- JI-12 There are as many rounds as the option `rounds` says.
"""

from typing import Annotated, Literal

import attrs

import shedkit.authoring as sk
from shedkit.authoring import Card, Reason, Refusal, on, option, why

SAYS = {"drawn": ("JI-04", "Lay the card just drawn, or pass."), "over": ("JI-12", "The round is over: deal the next.")}
Colour = Literal["r", "y", "g", "b"]
COLOURS: tuple[Colour, ...] = ("r", "y", "g", "b")
SIGNS = {**{str(number): number for number in range(10)}, "S": 20, "R": 20, "D": 20}


COLOURED = {s + c: {"colour": c, "sign": s, "points": SIGNS[s], "due": 2 * (s == "D")} for c in COLOURS for s in SIGNS}
WILD = {sign: {"colour": None, "sign": sign, "points": 50, "due": due} for sign, due in (("W", 0), ("W4", 4))}


@Card.kind(
    "a card is a sign of 0123456789SRD and a colour of rygb, like 7r, or W or W4", [*COLOURED.items(), *WILD.items()]
)
class JumpCard(Card):
    """A card of a colour, or a wild one.

    Attributes:
        colour: one of ``r y g b``; ``None`` for a wild card.
        sign: a number, or ``S`` for skip, ``R`` for reverse, ``D`` for draw-two, ``W`` and ``W4``.
        points: what it counts in a hand at the end.
        due: how many cards the next player draws for it.

    """

    __slots__ = ("colour", "due", "points", "sign")
    colour: Colour | None
    sign: str
    points: int
    due: int


NAMED = sk.Among(lambda rules, card: rules.names(card), "with a wild one a colour")


@attrs.frozen
class Play(sk.Move):
    """Lay a card on the pile; with a wild one, name a colour."""

    role = sk.Role.LAY
    card: JumpCard = attrs.field(converter=JumpCard)
    colour: Annotated[Colour | None, NAMED] = None


@attrs.frozen
class Jump(Play):
    """Lay the same card as the last one, out of turn."""

    role = sk.Role.REACT


JumpMove = Play | Jump | sk.Draw | sk.Pass | sk.Decline | sk.Deal


@sk.state
class JumpState(sk.State):
    """A position of Jump-in."""

    hands = sk.hands_of(JumpCard)
    shown = sk.shown_of(JumpCard)
    stock = sk.stock_of(JumpCard)
    discard = sk.pile_of(JumpCard, least=1)
    removed = sk.removed_of(JumpCard)
    turn = sk.turn_fact()
    phase = sk.phase_fact[Literal["play", "drawn", "over"]](doc="the phase", needs={"drawn": "play_drawn"}, says=SAYS)
    layer = sk.layer_fact()
    wish = sk.fact[Colour | None](sk.EVERYONE, default=None, doc="the colour named for the wild card on top")
    backwards = sk.fact[bool](sk.EVERYONE, default=False, doc="whether play goes anticlockwise")
    due = sk.fact[int](sk.EVERYONE, default=0, low=0, doc="cards that the player on turn must draw")
    drawn = sk.drawn_fact(JumpCard)
    declined = sk.declined_fact("who let the chance to jump in go by")
    passes = sk.passes_fact()
    out = sk.out_fact("hands", "shown")
    round = sk.round_fact(lambda rules, name, given: rules.came_to(sk.read_numbers(name, given)))
    chance = sk.chance_fact()


class JumpDraft(JumpState, sk.Draft):
    """A position of Jump-in while a move changes it."""


lay = JumpState.way("hands", "discard")


@attrs.frozen(kw_only=True, repr=False)
class JumpIn(sk.Game[JumpState, JumpMove]):
    """Jump-in: match colour or sign, and be quick with the same card."""

    name = "jump-in"

    players: int = option(4, "How many play.", rule="JI-01", low=2, high=8)
    rounds: int = option(1, "How many rounds.", rule="JI-12", low=1, high=20)
    stacking: bool = option(False, "Whether a draw-two may be laid on a draw-two.", rule="JI-06")
    play_drawn: bool = option(False, "Whether the card just drawn may be laid.", rule="JI-04")
    strict_four: bool = option(False, "Whether the wild-draw-four is the last resort.", rule="JI-08")
    scoring: Literal["winner", "own"] = option("winner", "Who gets the points of the cards left.", rule="JI-11")

    @property
    def deck(self) -> tuple[JumpCard, ...]:
        """The 108 cards (JI-02)."""
        return tuple(c for c in JumpCard.all() for _ in range(4 if not c.colour else 1 if c.sign == "0" else 2))

    def start(self, s: JumpDraft) -> None:
        """Deal seven cards each, and turn one up (JI-01)."""
        s.turn, s.layer = sk.next_seat(s.round.dealer, self.players), s.round.dealer
        s.deal("hands", 7, s.turn)
        s.deal("discard", 1)

    def fits(self, card: JumpCard, now: JumpState, player: int) -> bool:
        """Whether a card goes on the pile on the player's turn (JI-03, JI-06 to JI-08)."""
        top = now.discard[-1]
        colour = now.wish or top.colour
        if now.due:
            return self.stacking and card.sign == top.sign == "D"
        if card.sign == "W4" and self.strict_four:
            return not any(own.colour == colour for own in now.hands[player])
        return not card.colour or not colour or card.colour == colour or card.sign == top.sign

    def moves(self, now: JumpState, player: int) -> tuple[JumpMove, ...]:
        """Each card that fits, once, a wild one in each colour, and to draw or to keep (JI-03, JI-04)."""
        cards = dict.fromkeys(now.hands[player] if now.phase == "play" else [now.drawn[player]])
        plays = [Play(c, colour) for c in cards if c and self.fits(c, now, player) for colour in self.names(c)]
        return (*plays, sk.DRAW if now.phase == "play" else sk.PASS)

    def names(self, card: JumpCard) -> tuple[Colour | None, ...]:
        """What may be named with a card: nothing, or a colour with a wild one (JI-07)."""
        return (None,) if card.colour else COLOURS

    def reactions(self, now: JumpState, player: int) -> tuple[JumpMove, ...]:
        """The same card as the last one, if the player has it (JI-09)."""
        return tuple([Jump(c, colour) for c in now.discard[-1:] if c in now.hands[player] for colour in self.names(c)])

    @on(Play, "play", "drawn", held="hands")
    def play(self, s: JumpDraft, move: Play, player: int) -> None:
        """Lay a card on one's turn."""
        self.lay(s, move, player)

    @on(Jump, "play", "drawn", held="hands", rule="JI-09", out_of_turn=True)
    def jump(self, s: JumpDraft, move: Jump, player: int) -> None:
        """Lay a card out of turn (JI-09)."""
        self.lay(s, move, player)

    def lay(self, s: JumpDraft, move: Play, player: int) -> None:
        """Lay a card, with all it does (JI-05 to JI-09)."""
        lay(s, (move.card,), player)
        s.layer, s.wish, s.passes, s.declined = player, move.colour, 0, s.each(False)
        s.due += move.card.due
        s.backwards ^= move.card.sign == "R"
        if not s.hands[player]:
            s.leave(player)
        self.go_on(s, player, skipped=move.card.sign == "S" or (move.card.sign == "R" and self.players == 2))

    @on(sk.Decline, "play", "drawn", rule="JI-09", out_of_turn=True)
    def decline(self, s: JumpDraft, move: sk.Decline, player: int) -> None:
        """Let the chance go by (JI-09)."""
        s.decline(player)

    @on(sk.Draw, "play")
    def draw(self, s: JumpDraft, move: sk.Draw, player: int) -> None:
        """Draw what is due, or a card, which may be laid (JI-03, JI-04, JI-06, JI-10)."""
        cards = s.draw(max(s.due, 1), player, refill=True)
        s.passes = 0 if cards else s.passes + 1
        if self.play_drawn and cards and not s.due:
            s.phase, s.drawn = "drawn", s.only(player, cards[0])
        else:
            s.due = 0
            self.go_on(s, player)

    @on(sk.Pass, "drawn", rule="JI-04", says="Only who has just drawn may pass.", option="play_drawn")
    def keep(self, s: JumpDraft, move: sk.Pass, player: int) -> None:
        """Keep the card just drawn (JI-04)."""
        self.go_on(s, player)

    def go_on(self, s: JumpDraft, player: int, *, skipped: int = 0) -> None:
        """The round ends, or the next player in the direction of play is on turn."""
        s.phase, s.drawn = "play", s.each(None)
        if self.ended(s):
            points = tuple([sum(card.points for card in hand) for hand in s.hands])
            won = tuple([sum(points) * (seat in s.out) for seat in range(self.players)])
            s.show_hands()
            self.end_round(s, self.came_to(points if self.scoring == "own" else won))
        else:
            s.next_turn(player, skipped=skipped, direction=-1 if s.backwards else 1)

    def came_to(self, points: tuple[int, ...]) -> sk.Result:
        """What points come to: the fewest or the most win (JI-11)."""
        return sk.Result(sk.ranked([number if self.scoring == "own" else -number for number in points]), points)

    def ended(self, now: JumpState) -> bool:
        """Whether somebody is out, or nobody could do anything (JI-10, JI-11)."""
        return bool(now.out) or now.passes >= self.players

    def result(self, now: JumpState) -> sk.Outcome:
        """The points of all rounds (JI-11, JI-12)."""
        points = now.round.totals(self.players)
        return sk.Outcome.of(self.came_to(points).places, points)

    def contradiction(self, now: JumpState) -> str | None:
        """What cannot be: a colour named for a card that has one, cards due for a card that asks for none."""
        top = now.discard[-1]
        wrong = (now.wish and top.colour) or (now.due and not top.due)
        return "a colour is named for a wild card, cards are due for D or W4" if wrong else None

    @why(Play, Jump)
    def why_not(self, now: JumpState, move: Play, player: int) -> Refusal | None:
        """No colour named, or one too many; a card that does not fit, or is not the same."""
        top, card = now.discard[-1], move.card
        if move.colour not in self.names(card):
            return Refusal(Reason.NO_CHOICE, "JI-07", "With a wild card name one of r y g b, with others nothing.")
        if isinstance(move, Jump) and player == now.turn:
            return Refusal(Reason.SPELLING, "JI-09", f"On your turn this is written {Play(card, move.colour)}.")
        if isinstance(move, Jump):
            same = move in self.reactions(now, player)
            return None if same else Refusal(Reason.NO_MATCH, "JI-09", f"{card} is not the same as {top}.")
        if now.phase == "drawn" and card != now.drawn[player]:
            return Refusal(Reason.LOCKED, "JI-04", f"Only {now.drawn[player]} may be laid, which was drawn.")
        if now.due:
            return Refusal(Reason.LOCKED, "JI-06", f"You must draw {now.due}.")
        if card.sign == "W4":
            return Refusal(Reason.CAN_PLAY, "JI-08", "You have a card of the colour asked for.")
        return Refusal(Reason.NO_MATCH, "JI-03", f"{card} fits neither colour nor sign.")
