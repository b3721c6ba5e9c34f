"""How a round begins and ends, and what it comes to."""

from __future__ import annotations

from typing import Literal

from shedkit.authoring import Deal, Out, Outcome, Result, next_seat, on, ranked
from shedkit.games.shanghai_rummy.options import ShanghaiOptions
from shedkit.games.shanghai_rummy.state import At, Cards, ShanghaiDraft, ShanghaiState


def start(rules: ShanghaiOptions, s: ShanghaiDraft) -> None:
    """The hands card by card (SR-003, SR-004), then the first card of the pile (SR-A03); who sits left of the dealer
    begins (SR-A04).

    As many cards in every round (SR-A50).
    """
    first = next_seat(s.round.dealer, rules.players)
    s.deal("hands", rules.hand_size, first)
    if rules.initial_upcard:
        s.deal("discard", 1)
    s.upcard = True
    s.phase = first_phase(rules, s)
    s.turn_to(first)


def first_phase(rules: ShanghaiOptions, now: ShanghaiState) -> Literal["draw", "play"]:
    """How a turn begins: where there is nothing to draw, without a draw (SR-A16)."""
    return "draw" if now.stock or now.discard or rules.stock_exhausted == "end_round" else "play"


@on(Deal, "over", rule="SR-048", says="The round is not over yet.")
def deal(rules: ShanghaiOptions, s: ShanghaiDraft, move: Deal, player: int) -> None:
    """The next dealer deals the round of the next contract (SR-005, SR-A04, SR-A45)."""
    rules.deal_round(s, player)


def end_round(rules: ShanghaiOptions, s: ShanghaiDraft, out: int | None = None) -> None:
    """The round is over, with the last card of a player (SR-040) or of the stock (SR-A16): hands are laid open and
    counted (SR-041).
    """
    if out is not None:
        s.tell(Out, out, 1)
    s.claimant, s.laid, s.taken = None, 0, None
    s.show_hands()
    scores = points(rules, s.shown)
    rules.end_round(s, Result(ranked(scores), scores))


def points(rules: ShanghaiOptions, shown: tuple[Cards, ...]) -> tuple[int, ...]:
    """What the cards left in hand cost, by seat, bought ones like all others (SR-041, SR-046, SR-A47)."""
    return tuple([rules.cost(cards) for cards in shown])


def totals(rules: ShanghaiOptions, at: At) -> tuple[int, ...]:
    """The points of each player in all rounds that are over (SR-047).

    >>> from shedkit import ShanghaiRummy
    >>> rules = ShanghaiRummy()
    >>> rules.totals(rules.deal(seed=7))
    (0, 0, 0, 0)
    """
    return rules.inside(at, None).round.totals(rules.players)


def ended(rules: ShanghaiOptions, now: ShanghaiState) -> bool:
    """The phase says it: the last card of the stock can end a round too (SR-040, SR-A16)."""
    return now.phase == "over"


def result(rules: ShanghaiOptions, now: ShanghaiState) -> Outcome:
    """After the last round the fewest points win, ties share (SR-047, SR-048, SR-A46)."""
    scores = totals(rules, now)
    return Outcome.of(ranked(scores), scores, now.round.results)


def headline(rules: ShanghaiOptions, at: At) -> str:
    """The round and the points so far."""
    number = rules.inside(at, None).round.number
    return f"round {number} of {rules.rounds}, points so far: {' '.join(map(str, totals(rules, at)))}"
