"""What contradicts the rules in a position, where the declarations do not say it."""

from __future__ import annotations

from shedkit.authoring import Hidden, short
from shedkit.games.shanghai_rummy.drawing import buyers
from shedkit.games.shanghai_rummy.laying import rest_of_contract
from shedkit.games.shanghai_rummy.options import ShanghaiOptions
from shedkit.games.shanghai_rummy.rounds import first_phase, points
from shedkit.games.shanghai_rummy.state import ShanghaiState


def contradiction(rules: ShanghaiOptions, now: ShanghaiState) -> str | None:
    """The first contradiction, in a sentence; each fact for itself is within its bounds."""
    checks = (contract_fault, melds_fault, hands_fault, claim_fault, turn_fault)
    return next((fault for check in checks if (fault := check(rules, now)) is not None), None)


def contract_fault(rules: ShanghaiOptions, now: ShanghaiState) -> str | None:
    """A number of melds laid that the contract does not have (SR-020)."""
    most = now.contract.melds
    if 0 <= now.laid <= (most if now.phase == "play" else 0):
        return None
    return f"laid: it must be from 0 to {most}, and 0 before the draw, not {short(now.laid)}"


def melds_fault(rules: ShanghaiOptions, now: ShanghaiState) -> str | None:
    """Melds of players who have not laid the contract."""
    for i, owner in enumerate([laid.owner for laid in now.melds]):
        if not now.down[owner] and not (now.laid and owner == now.turn):
            return f"melds: player {owner} owns meld {i}, but has not laid the contract"
    if now.laid and not now.down[now.turn]:
        own = sum(laid.owner == now.turn for laid in now.melds)
        if now.laid != own or rest_of_contract(now).melds != now.contract.melds - own:
            return "laid: the melds of the player on turn are not as many of the contract"
    return None


def hands_fault(rules: ShanghaiOptions, now: ShanghaiState) -> str | None:
    """Empty hands in a round, or hands that are counted wrong after it (SR-040, SR-041)."""
    if now.phase == "over":
        scores = points(rules, now.shown)
        return None if scores == now.round.results[-1].scores else f"results: the cards shown cost {scores}"
    if not all(now.hands):
        empty = [bool(hand) for hand in now.hands].index(False)
        return f"hands: player {empty} has no cards, so the round would be over"
    return None


def claim_fault(rules: ShanghaiOptions, now: ShanghaiState) -> str | None:
    """A claimant who may not buy (SR-022)."""
    if (now.claimant is not None) != (now.phase == "claim"):
        return "claimant: somebody may buy in the phase claim, and only then"
    if now.claimant is not None and now.claimant not in buyers(rules, now):
        return f"claimant: player {now.claimant} may not buy now"
    return None


def turn_fault(rules: ShanghaiOptions, now: ShanghaiState) -> str | None:
    """A draw with nothing to draw (SR-A16), or a card just taken that is not in the hand (SR-A07)."""
    if now.phase == "draw" and first_phase(rules, now) == "play":
        return "phase: there is nothing to draw"
    if now.taken is not None:
        hand = now.hands[now.turn]
        if now.phase != "play" or (now.taken not in hand and not any(isinstance(card, Hidden) for card in hand)):
            return f"taken: {short(str(now.taken))} is not in the hand of the player on turn after a draw"
    return None
