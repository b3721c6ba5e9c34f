"""Cards played blind: turned over, revealed early, or drawn to challenge luck."""

from __future__ import annotations

from shedkit.authoring import Reason, Refusal, on, put, short, why
from shedkit.families.ladder import EMPTY_ROW, FLIPS, ROW, TAKE, Flip, Flipped, governing, refuse_flip
from shedkit.games.lucky_shutdown.cards import PUSHES, LuckyCard
from shedkit.games.lucky_shutdown.moves import Challenged, ChallengeLuck, RevealEarly
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.plays import plays_of, take
from shedkit.games.lucky_shutdown.state import LuckyDraft, LuckyState, challenge
from shedkit.games.lucky_shutdown.turns import SKIPPED, after_laying


def settle(rules: LuckyOptions, s: LuckyDraft, card: LuckyCard, fitted: bool, player: int) -> None:
    """A card that fits counts as laid; any other goes to the hand, with the pile on which it lies (LS-A51, LS-A52)."""
    if fitted:
        after_laying(rules, s, (card,), player)
    else:
        take(rules, s, TAKE, player)


# --- blind cards


@on(Flip, "play")
def flip(rules: LuckyOptions, s: LuckyDraft, move: Flip, player: int) -> None:
    """Turn over a blind card; it goes to the pile, and is laid or taken with it (LS-101 to LS-103, LS-A50)."""
    card = s.face_down[player][move.slot - 1]
    fitted = card in rules.fitting[governing(s.discard, PUSHES)]
    s.tell(Flipped, player, move.slot, fitted)
    settle(rules, s, s.lift(move.slot, "face_down", "discard", player), fitted, player)


@why(Flip, complete=True)
def why_no_flip(rules: LuckyOptions, now: LuckyState, move: Flip, player: int) -> Refusal | None:
    """A skip, other cards to play from, or an empty slot (LS-100)."""
    return SKIPPED if now.pending else refuse_flip(now, move.slot, player, "LS-100")


# --- the two optional rights (LS-110)


@on(ChallengeLuck, "play", needs="challenge_luck")
def challenge_luck(rules: LuckyOptions, s: LuckyDraft, move: ChallengeLuck, player: int) -> None:
    """Play the top card of the stock, which nobody has looked at (LS-113 to LS-115)."""
    card = s.stock[0]
    fitted = card in rules.fitting[governing(s.discard, PUSHES)]
    s.challenged = put(s.challenged, player, True)
    s.tell(Challenged, player, fitted)
    challenge(s, (card,))
    settle(rules, s, card, fitted, player)


@why(ChallengeLuck, complete=True)
def why_no_challenge(rules: LuckyOptions, now: LuckyState, move: ChallengeLuck, player: int) -> Refusal | None:
    """A skip, no such right (LS-110) or no more (LS-112), no stock (LS-A62), or a card that fits (LS-111)."""
    if now.pending:
        return SKIPPED
    if not rules.challenge_luck:
        return Refusal(Reason.OPTION_OFF, "LS-110", "Luck is not challenged here.")
    if now.challenged[player]:
        return Refusal(Reason.RIGHT_USED, "LS-112", "You have challenged luck before.")
    if not now.stock:
        return Refusal(Reason.NO_CARD, "LS-A62", "There is no card in the stock.")
    if not now.discard or plays_of(rules, now, player):
        return Refusal(Reason.CAN_PLAY, "LS-111", "You can lay a card.")
    return None


@on(RevealEarly, "play", needs="early_reveal")
def reveal_early(rules: LuckyOptions, s: LuckyDraft, move: RevealEarly, player: int) -> None:
    """Turn over an uncovered blind card and play it (LS-119, LS-120)."""
    s.revealed = put(s.revealed, player, True)
    flip(rules, s, FLIPS[move.slot - 1], player)


@why(RevealEarly, complete=True)
def why_no_reveal(rules: LuckyOptions, now: LuckyState, move: RevealEarly, player: int) -> Refusal | None:
    """A skip, no such right or no more (LS-121), other cards to play (LS-116, LS-117), or a slot
    that is covered (LS-118, LS-A53, LS-A63).
    """
    if now.pending:
        return SKIPPED
    if not rules.early_reveal:
        return Refusal(Reason.OPTION_OFF, "LS-110", "Blind cards are not revealed early here.")
    if now.revealed[player]:
        return Refusal(Reason.RIGHT_USED, "LS-121", "You have revealed a card early before.")
    if now.hands[player] or now.stock or now.face_up[player] == EMPTY_ROW:
        return Refusal(Reason.WRONG_ZONE, "LS-116", "Cards are revealed early only in the face-up phase.")
    if not now.discard or plays_of(rules, now, player):
        return Refusal(Reason.CAN_PLAY, "LS-117", "You can lay a face-up card.")
    row, down = now.face_up[player], now.face_down[player]
    slots = [i + 1 for i in range(ROW) if row[i] is None and down[i] is not None]
    if type(move.slot) is int and move.slot in slots:
        return None
    left = ", ".join(map(str, slots)) or "none"
    text = f"No uncovered blind card lies in slot {short(move.slot)}; one lies in {left}."
    return Refusal(Reason.EMPTY_SLOT, "LS-118", text)
