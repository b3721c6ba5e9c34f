"""Rounds and turns: dealing, choosing the rows, who begins, what follows when cards are laid, skips, and the end."""

from __future__ import annotations

from typing import Final

from shedkit.authoring import Chose, Outcome, Reason, Refusal, Skipped, around, next_seat, on, why
from shedkit.families.ladder import ROW, Burned, end_turn, on_top, outcome_of_rounds, picks, refill_empty, refuse_row
from shedkit.games.lucky_shutdown.cards import ALIKE, DUTY, LOCK, SKIP, TRIPLE, Cards, lacking
from shedkit.games.lucky_shutdown.moves import Arrange, SitOut, arranged
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.state import HAND, LuckyDraft, LuckyState, burn, choose, open_row

SKIPPED: Final = Refusal(Reason.SKIPPED, "LS-061", "You are to be skipped: lay a 19, or sit out.")


def start(rules: LuckyOptions, s: LuckyDraft) -> None:
    """Three cards face down, six in the hand, the rest is the stock (LS-004, LS-005, LS-007, LS-010, LS-011).

    Rights that hold per round come back (LS-A60).
    """
    first = next_seat(s.round.dealer, rules.players)
    s.deal("face_down", ROW, first)
    s.deal("hands", HAND, first)
    s.phase = "choose"
    if rules.luck_scope == "round":
        s.challenged = s.revealed = s.each(False)


# --- choosing the rows


def choices(rules: LuckyOptions, now: LuckyState, player: int) -> tuple[Arrange, ...]:
    """Every choice of three cards for the face-up row (LS-008, LS-A53, LS-A54)."""
    return tuple(map(arranged, picks(now.hands[player], range(ROW, ROW + 1))))


@on(Arrange, "choose", held="hands")
def choose_row(rules: LuckyOptions, s: LuckyDraft, move: Arrange, player: int) -> None:
    """The choice waits until all are in; then the rows lie open, and play begins (LS-008, LS-009, LS-012)."""
    choose(s, move.face_up, player)
    s.tell(Chose, player)
    if all(s.chosen):
        for seat in around(s.round.dealer, rules.players):
            open_row(s, s.chosen[seat], seat)
        s.phase = "play"
        s.turn_to(starter(rules, s))


@why(Arrange, complete=True)
def why_no_choice(rules: LuckyOptions, now: LuckyState, move: Arrange, player: int) -> Refusal | None:
    """It is exactly three cards (LS-008)."""
    return refuse_row(move.face_up, "LS-008")


def starter(rules: LuckyOptions, s: LuckyDraft) -> int:
    """Who begins.

    In the first round that is the lowest number in hand (LS-013 to LS-015, LS-A56, LS-A57), later the player to the
    right of the loser, who deals (LS-016, LS-A58).
    """
    if s.round.number > 1:
        return next_seat(s.round.dealer, rules.players, direction=-1)
    ignored = () if rules.start_counts_function_numbers else (DUTY, LOCK, SKIP)
    lowest = [
        min((card.value for card in hand if card.kind == "number" and card.value not in ignored), default=100)
        for hand in s.hands
    ]
    tied = [seat for seat in around(s.round.dealer, rules.players) if lowest[seat] == min(lowest)]
    if rules.start_tie == "seat" or len(tied) == 1:
        return min(tied)
    pick, s.chance = s.chance.picked(len(tied))
    return tied[pick]


# --- turns


def after_laying(rules: LuckyOptions, s: LuckyDraft, cards: Cards, player: int) -> None:
    """Sets and Delete, skips, and the end of the turn.

    A complete set (LS-087) and a Delete (LS-066, LS-067, LS-A30) take the pile out of the round with all its effects
    (LS-A34), and the player begins a new turn (LS-A31, LS-A32).
    """
    discard, card = s.discard, cards[0]
    # mostly another kind lies below, and that is quickly seen
    by_set = len(discard) >= TRIPLE and discard[-2].alike == card.alike and not lacking(discard)
    burned = by_set or card.kind == "delete"
    if burned:
        s.tell(Burned, player, by_set)
        burn(s, discard)
    s.layer = player
    skips = not burned and (card.alike == SKIP or card.kind == "push")
    s.pending = due_after(rules, s, cards, player) if skips else 0
    end_turn(rules, s, player, again=burned)
    if s.phase == "over":
        s.pending = 0


# --- skips


def due_after(rules: LuckyOptions, s: LuckyDraft, cards: Cards, player: int) -> int:
    """How many players are to be skipped once these 19s or Pushes lie there.

    Each 19 skips one (LS-059, LS-060), and what was pending is passed on with it or without the own skip (LS-062,
    LS-063, LS-A07). A Push passes on what is pending (LS-A14), or on a served 19 brings skips anew (LS-072, LS-A15).
    They go round the table, or reach the others only (LS-A09, LS-A10).
    """
    before = s.pending
    if cards[0].alike == SKIP:
        count = len(cards) + (before - 1 if before and rules.skip_chain == "pass_on" else before)
    elif before:
        count = before
    else:
        below = s.discard[: -on_top(s.discard, ALIKE)]
        lying = on_top(below, ALIKE) if below and below[-1].alike == SKIP else 0
        count = {"one": min(lying, 1), "count": lying, "none": 0}[rules.push_on_19]
    if rules.skip_wraps:
        return count
    return min(count, rules.players - len(s.out) - (player not in s.out))


@on(SitOut, "play")
def sit_out(rules: LuckyOptions, s: LuckyDraft, move: SitOut, player: int) -> None:
    """The skip is served; the next player is skipped too, or on turn (LS-059, LS-A08, LS-A11)."""
    s.tell(Skipped, player)
    s.pending -= 1
    refill_empty(s, player)
    s.next_turn(player)


@why(SitOut, complete=True)
def why_not_sit_out(rules: LuckyOptions, now: LuckyState, move: SitOut, player: int) -> Refusal | None:
    """Only who is to be skipped sits out (LS-061)."""
    return None if now.pending else Refusal(Reason.WRONG_PHASE, "LS-061", "You are not to be skipped.")


# --- the end


def result(rules: LuckyOptions, now: LuckyState) -> Outcome:
    """Places by going out; all but the loser win; of several rounds, by fewest rounds lost (LS-124, LS-A61, LS-A66)."""
    return outcome_of_rounds(now.results, only_first_wins=False)
