"""President in one file: lay higher cards, and as many; who is out first rules over who is out last.

The rules, with the numbers that options and refusals name:

- PR-01 Four to seven players get all 52 cards, one at a time from the left of the dealer; where they do not go
  round evenly, the first players have one more.
- PR-02 The twos are the highest cards and the threes the lowest; without the option `twos_high` the aces are highest.
- PR-03 Who leads lays one to four cards of one rank, and may not pass.
- PR-04 The others, clockwise, lay as many cards of one rank that is higher than the last one, or pass.
- PR-05 Who has passed is out of this trick; without the option `pass_stays`, only until somebody lays again.
- PR-06 When all others have passed, the pile is cleared and who laid last leads, or the next player who is still in.
- PR-07 By the option `powers`, cards of some ranks do something when they are laid, once however many they are:
  `clear` clears the pile, and who laid them leads; `skip` passes over the next player who could lay, who does not
  thereby pass; `revolution` turns the order of the ranks round, until the next revolution or the end of the round.
- PR-08 Who has no cards left is out. When one player is left, the round is over. The places are the order of going
  out: the first is president, the second vice, the one left over is last.
- PR-09 The first round is dealt by the last seat, and the player to the left leads. Later ones are dealt and led by the
  last of the round before.
- PR-10 From the second round on, cards are exchanged before play: the last gives the two best cards to the president,
  and the last but one gives the best one to the vice; of equal ranks, spades are better than hearts, then come
  diamonds and clubs. President and vice choose as many cards to give back, in any order and unseen by the others.
- PR-11 A round brings as many points as there are players behind. After all rounds, the most points win.
"""

from enum import Enum
from itertools import combinations, groupby
from typing import Annotated, Any, Literal

import attrs

import shedkit.authoring as sk
from shedkit.authoring import ConfigurationError, FrenchCard, FrozenMap, Reason, Refusal, about, on, option, why

SAYS = {"give": ("PR-10", "First the cards are exchanged."), "over": ("PR-08", "The round is over: deal the next.")}
RANKS = {str(rank): rank for rank in range(2, 15)}
Power = Enum("Power", {"CLEAR": "clear", "SKIP": "skip", "REVOLUTION": "revolution"})
Powers = FrozenMap[int, Power]


def read_cards(given: Any) -> tuple[FrenchCard, ...]:
    """Cards in the order of the deck, so that equal plays are equal moves."""
    return tuple(sorted(sk.read_cards(FrenchCard, given), key=sk.BY_ORDER))


def to_powers(given: Any) -> Powers:
    """The table of powers from a mapping of ranks to powers; in JSON both are texts."""
    try:
        return FrozenMap({RANKS[str(rank)]: Power(power) for rank, power in dict(given).items()})
    except (KeyError, TypeError, ValueError):
        raise ConfigurationError("powers", f"ranks 2 to 14 clear, skip or revolution, not {sk.short(given)}") from None


@attrs.frozen
class Play(sk.Move):
    """Lay cards of one rank on the pile."""

    role = sk.Role.LAY
    cards: Annotated[tuple[FrenchCard, ...], sk.Together("rank", 4)] = attrs.field(converter=read_cards)


MINE = sk.OutOf(lambda rules: 51 // rules.players + 3, 2, 1)


@attrs.frozen
class Give(sk.Move):
    """Choose the cards to give back."""

    role = sk.Role.CHOOSE
    cards: Annotated[tuple[FrenchCard, ...], MINE] = attrs.field(converter=read_cards)


PresidentMove = Play | Give | sk.Pass | sk.Deal


@sk.state
class PresidentState(sk.State):
    """A position of President."""

    hands = sk.hands_of(FrenchCard)
    stock = sk.stock_of(FrenchCard)
    discard = sk.pile_of(FrenchCard)
    removed = sk.removed_of(FrenchCard, "cards of the tricks before")
    turn = sk.turn_fact()
    phase = sk.phase_fact[Literal["give", "play", "over"]](doc="give, play or over", says=SAYS)
    chosen = sk.chosen_fact("who has given cards back in the exchange")
    layer = sk.layer_fact()
    passed = sk.fact[tuple[bool, ...]](sk.EVERYONE, sk.Holds.PLAYERS, default=sk.each(False), doc="who has passed")
    revolution = sk.fact[bool](sk.EVERYONE, default=False, doc="whether the order of the ranks is turned round")
    out = sk.out_fact("hands")
    round = sk.round_fact()
    chance = sk.chance_fact()


class PresidentDraft(PresidentState, sk.Draft):
    """A position of President while a move changes it."""


lay = PresidentState.way("hands", "discard")
clear = PresidentState.way("discard", "removed")
hand_over = PresidentState.way("hands", "hands")


@attrs.frozen(kw_only=True, repr=False)
class President(sk.Game[PresidentState, PresidentMove]):
    """President: lay higher cards, and as many."""

    name = "president"
    choosing = "give"

    players: int = option(4, "How many play.", rule="PR-01", low=4, high=7)
    rounds: int = option(3, "How many rounds.", rule="PR-11", low=1, high=20)
    twos_high: bool = option(True, "Whether twos are the highest cards.", rule="PR-02")
    pass_stays: bool = option(True, "Whether who has passed is out of the trick.", rule="PR-05")
    powers: Powers = attrs.field(
        default=Powers({}), converter=to_powers, metadata=about("What cards of some ranks do.", rule="PR-07")
    )

    @property
    def deck(self) -> tuple[FrenchCard, ...]:
        """The ordinary 52 cards."""
        return FrenchCard.pack()

    def start(self, s: PresidentDraft) -> None:
        """Deal all cards, and let the last two give their best (PR-01, PR-09, PR-10)."""
        seats = sk.around(s.round.dealer, self.players)
        s.deal("hands", 52 // self.players, seats[0])
        for seat in seats[: 52 % self.players]:
            s.draw(1, seat)
        s.turn = s.layer = s.round.dealer if s.round.results else seats[0]
        s.phase, s.chosen = ("give", s.each(False)) if s.round.results else ("play", s.each(True))
        for high, (low, number) in self.givers(s).items():
            hand_over(s, tuple(sorted(s.hands[low], key=lambda c: self.height(c.rank, s))[-number:]), low, high)

    def givers(self, now: PresidentState) -> dict[int, tuple[int, int]]:
        """Who gives back in the exchange: to whom, and how many cards (PR-10)."""
        if now.phase != "give" or not now.round.results:
            return {}
        president, vice, *_, low, last = sorted(range(self.players), key=now.round.results[-1].places.__getitem__)
        return {president: (last, 2), vice: (low, 1)}

    def dealer_after(self, now: PresidentState) -> int:
        """The last deals (PR-09)."""
        return now.round.results[-1].places.index(self.players)

    def public_actors(self, state: PresidentState) -> tuple[int, ...]:
        """In the exchange, president and vice unless they have chosen (PR-10)."""
        return tuple([seat for seat in self.givers(state) if not state.chosen[seat]]) or super().public_actors(state)

    def height(self, rank: int, now: PresidentState) -> int:
        """How high a rank is (PR-02, PR-07)."""
        return (15 if rank == 2 and self.twos_high else rank) * (-1 if now.revolution else 1)

    def beats(self, rank: int, now: PresidentState) -> bool:
        """Whether a rank goes on the pile (PR-04)."""
        return not now.discard or self.height(rank, now) > self.height(now.discard[-1].rank, now)

    def number(self, now: PresidentState) -> int:
        """How many cards were laid last: all on top that are of one rank, as what they lie on is of another."""
        return next((len(list(top)) for _, top in groupby(reversed(now.discard), lambda card: card.rank)), 0)

    def moves(self, now: PresidentState, player: int) -> tuple[PresidentMove, ...]:
        """What may be given, or all plays and to pass (PR-03, PR-04, PR-10)."""
        if player in (givers := self.givers(now)):
            return tuple(map(Give, combinations(now.hands[player], givers[player][1])))
        numbers = [self.number(now)] if now.discard else [1, 2, 3, 4]
        ranks = [tuple(cards) for rank, cards in groupby(now.hands[player], lambda c: c.rank) if self.beats(rank, now)]
        plays = [Play(cards) for same in ranks for number in numbers for cards in combinations(same, number)]
        return (*plays, sk.PASS) if now.discard else tuple(plays)

    @on(Give, "give", held="hands", rule="PR-10", says="Cards are given back only before a round.")
    def give(self, s: PresidentDraft, move: Give, player: int) -> None:
        """Give cards back; when both have, play begins (PR-10)."""
        hand_over(s, move.cards, player, self.givers(s)[player][0])
        s.chosen = tuple([chosen or seat == player for seat, chosen in enumerate(s.chosen)])
        s.tell(sk.Chose, player)
        if all(s.chosen[seat] for seat in self.givers(s)):
            s.phase, s.chosen = "play", s.each(True)
            s.turn_to(s.turn)

    @on(Play, "play", held="hands")
    def play(self, s: PresidentDraft, move: Play, player: int) -> None:
        """Lay cards, with what their rank does (PR-04 to PR-08)."""
        power = self.powers.get(move.cards[0].rank)
        lay(s, move.cards, player)
        s.layer = player
        s.passed = s.passed if self.pass_stays else s.each(False)
        s.revolution ^= power is Power.REVOLUTION
        if not s.hands[player]:
            s.leave(player)
        self.go_on(s, player, power)

    @on(sk.Pass, "play")
    def let_go(self, s: PresidentDraft, move: sk.Pass, player: int) -> None:
        """Pass (PR-05)."""
        s.passed = tuple([passed or seat == player for seat, passed in enumerate(s.passed)])
        self.go_on(s, player)

    def go_on(self, s: PresidentDraft, player: int, power: Power | None = None) -> None:
        """The next player of the trick is on turn, or the trick is over, or the round (PR-06 to PR-08)."""
        seats = [seat for seat in sk.around(player, self.players) if seat not in s.out and not s.passed[seat]]
        if self.ended(s):
            self.end_round(s, sk.Result(sk.placed(s.out, s.each(0))))
        elif power is Power.CLEAR or not set(seats) - {s.layer}:
            clear(s, s.discard)
            s.passed = s.each(False)
            s.turn_to(sk.next_seat(s.layer, self.players, s.out) if s.layer in s.out else s.layer)
        else:
            if power is Power.SKIP:
                s.tell(sk.Skipped, seats[0])
            s.turn_to(seats[(power is Power.SKIP) % len(seats)])

    def ended(self, now: PresidentState) -> bool:
        """Whether only one player is left (PR-08)."""
        return len(now.out) == self.players - 1

    def result(self, now: PresidentState) -> sk.Outcome:
        """The points of all rounds (PR-11)."""
        points = [sum(self.players - r.places[seat] for r in now.round.results) for seat in range(self.players)]
        return sk.Outcome.of(sk.ranked([-number for number in points]), tuple(points))

    def contradiction(self, now: PresidentState) -> str | None:
        """What cannot be: tied places, an exchange at the wrong time or of too few cards, passes with no pile."""
        if any(sorted(r.places) != list(range(1, self.players + 1)) for r in now.round.results):
            return "the places of a round are all different"
        owing = [len(now.hands[seat]) for seat in self.givers(now) if not now.chosen[seat]]
        if now.phase == "give" and (now.discard or min(owing, default=0) < 3):
            return "in the exchange president or vice have cards to give and to keep, after a round, before a trick"
        if now.passed[now.turn] or any(now.passed) > bool(now.discard):
            return "who is on turn has not passed, and with no cards on the pile nobody has"
        return None

    @why(Play, Give, sk.Pass)
    def why_not(self, now: PresidentState, move: PresidentMove, player: int) -> Refusal:
        """Who leads lays; the wrong number of cards; cards of several ranks; cards that are too low."""
        if not isinstance(move, Play | Give):
            return Refusal(Reason.MUST_PLAY, "PR-03", "You lead, and may not pass.")
        if isinstance(move, Give):
            return Refusal(Reason.TOO_MANY, "PR-10", f"You must give back {self.givers(now)[player][1]}.")
        if any(card.rank != move.cards[0].rank for card in move.cards):
            return Refusal(Reason.NOT_ALIKE, "PR-03", f"{sk.codes(move.cards)} are not of one rank.")
        if (number := self.number(now)) not in (0, len(move.cards)):
            return Refusal(Reason.TOO_MANY, "PR-04", f"Lay as many as were laid last: {number}.")
        return Refusal(Reason.TOO_LOW, "PR-04", f"{sk.codes(move.cards)} will not beat {now.discard[-1]}.")
