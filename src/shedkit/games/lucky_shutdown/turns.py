"""Rounds and turns: dealing, choosing the rows, who begins, what follows when cards are laid, and the end."""

from __future__ import annotations

from shedkit.authoring import Chose, Outcome, Reason, Refusal, around, next_seat, on, why
from shedkit.families.ladder import ROW, Burned, picks
from shedkit.families.rows import leave_if_done, outcome_of_rounds
from shedkit.games.lucky_shutdown.cards import DUTY, LOCK, SKIP, TRIPLE, Cards
from shedkit.games.lucky_shutdown.covering import lacking
from shedkit.games.lucky_shutdown.moves import Arrange, arrange
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.skips import due_after
from shedkit.games.lucky_shutdown.state import HAND, LuckyDraft, LuckyState, burn, choose, draw, open_row


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
    return tuple(map(arrange, picks(now.hands[player], range(ROW, ROW + 1))))


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
    if len(move.face_up) == ROW:
        return None
    reason = Reason.TOO_MANY if len(move.face_up) > ROW else Reason.NO_CARD
    return Refusal(reason, "LS-008", f"The face-up row has {ROW} cards.")


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
    """Sets and Delete, refill, going out, skips, and whose turn it is.

    A complete set (LS-087) and a Delete (LS-066, LS-067, LS-A30) take the pile out of the round with all its effects
    (LS-A34), and the player begins a new turn (LS-A31, LS-A32), after the refill (LS-036 to LS-038, LS-A26, LS-A28). A
    player without cards is out and the others play on, until one is left (LS-122, LS-123, LS-125, LS-126, LS-A33).
    Otherwise the next player is on turn who still has cards (LS-018, LS-039).
    """
    discard, card = s.discard, cards[0]
    # mostly another kind lies below, and that is quickly seen
    by_set = len(discard) >= TRIPLE and discard[-2].alike == card.alike and not lacking(discard)
    again = by_set or card.kind == "delete"
    if again:
        s.tell(Burned, player, by_set)
        burn(s, discard)
    s.layer = player
    lacks = ROW - len(s.hands[player])
    if lacks > 0 and s.stock:
        draw(s, s.stock[:lacks], player)
    if True in s.declined:
        s.declined = s.each(False)
    due = not again and (card.alike == SKIP or card.kind == "push")
    if lacks == ROW and leave_if_done(rules, s, player):
        again = False
        if s.phase == "over":
            s.pending, s.turn = 0, player
            return
    s.pending = due_after(rules, s, cards, player) if due else 0
    if again:
        s.turn_to(player)
    else:
        s.next_turn(player)


# --- the end


def dealer_after(rules: LuckyOptions, now: LuckyState) -> int:
    """The loser deals (LS-017)."""
    return now.results[-1].places.index(rules.players)


def result(rules: LuckyOptions, now: LuckyState) -> Outcome:
    """Places by going out; all but the loser win; of several rounds, by fewest rounds lost (LS-124, LS-A61, LS-A66)."""
    return outcome_of_rounds(now.results, only_first_wins=False)
