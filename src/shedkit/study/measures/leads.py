"""Who leads, who wins, and what is hidden while they play."""

from __future__ import annotations

from typing import Any, Final

from shedkit.study.measures.kinds import OWN, GameMeasure
from shedkit.study.measures.spans import above_chance, counted, share
from shedkit.study.measures.tenths import shared
from shedkit.study.trails import Trail, parts

__all__ = ["HIDDEN", "LEADS", "SEATS"]

SHARE_OF_WINS: Final = "share of the wins"
CARDSTOCK: Final = "Goadrich, The Shape of Card Games (2018)"


def _lead_changes(trail: Trail[Any, Any]) -> int:
    return trail.lead.changes


def _behind(trail: Trail[Any, Any]) -> float | None:
    shares = trail.lead.shares
    return shares.count(0) / len(shares) if shares else None


def _comeback(trail: Trail[Any, Any]) -> int | None:
    lead = trail.lead
    return lead.behind if lead.shares else None


def _settled(trail: Trail[Any, Any]) -> float | None:
    shares = trail.lead.shares
    if not shares:
        return None
    open_for = len(shares) - shares[::-1].index(0) if 0 in shares else 0
    return open_for / len(shares)


def _winner_leads(trail: Trail[Any, Any]) -> list[float | None] | None:
    shares = trail.lead.shares
    if not shares:
        return None
    tenths = list(map(shares.__getitem__, parts(len(shares))))
    return shared(map(sum, tenths), tenths)


def _win_share(trail: Trail[Any, Any]) -> list[float] | None:
    if trail.outcome is None:
        return None
    n = trail.rules.players
    winners = trail.outcome.winners or range(n)  # what nobody won, all share
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(n)]


def _first_seat(trail: Trail[Any, Any]) -> float | None:
    shares = _win_share(trail)
    first = next((seat for seat in trail.turns if seat is not None), None)
    return None if shares is None or first is None else shares[first] - 1 / trail.rules.players


def _hidden_course(trail: Trail[Any, Any]) -> list[float | None]:
    return trail.hidden


def _hidden(trail: Trail[Any, Any]) -> float | None:
    known = [share for share in trail.hidden if share is not None]
    return sum(known) / len(known) if known else None


LEADS: Final[tuple[GameMeasure, ...]] = (
    GameMeasure(
        "lead_changes",
        "Changes of the lead",
        "How often somebody else came to lead alone. Sampled at up to 20 evenly spaced lap starts, and at the end. "
        "Ahead is who has fewer points in the rounds that are over, or better places in games without points; then who "
        "holds fewer cards.",
        "changes",
        "Browne (2008): lead change; Ludii: LeadChange",
        adapted="The lead is told by points and cards, not by search; it is a number, not a share of the moves; and a "
        "lead shared for a while is no change.",
        of=_lead_changes,
        span=counted,
    ),
    GameMeasure(
        "behind",
        "Winner behind",
        "For how much of the game somebody was ahead of the later winner, who has the first place at the end.",
        "share of the game",
        f"{CARDSTOCK}: Security",
        adapted="It is 1 less Security, and the lead is told by points and cards, not by search.",
        of=_behind,
        span=share,
    ),
    GameMeasure(
        "comeback",
        "Comeback",
        "By how many cards the later winner was behind at the worst: the cards it held less the fewest that anybody "
        "held, at a moment when somebody was ahead of it; 0 if nobody ever was.",
        "cards",
        "Browne (2008): drama",
        adapted="It is the largest distance, not the average, and counted in cards.",
        of=_comeback,
        span=counted,
    ),
    GameMeasure(
        "settled",
        "Result settled",
        "How much of the game was over when the later winner was behind for the last time; 0 if it never was. Late "
        "means open to the end.",
        "share of the game",
        "Ludii: DecisivenessMoves",
        adapted="What counts is not a threshold of the value of the position, but that nobody gets ahead any more.",
        of=_settled,
        span=share,
    ),
    GameMeasure(
        "winner_leads",
        "Lead of the later winner over the game",
        "The later winner's share of the lead in each tenth of the game: 1 if it leads alone, less if it shares the "
        "lead, 0 if somebody is ahead.",
        "share of the lead",
        "Goadrich, The Shape of Card Games (2019): average trend",
        adapted="It shows the winner only, and the lead is told by points and cards, not by search.",
        shape="course",
        of=_winner_leads,
        span=share,
    ),
)

SEATS: Final[tuple[GameMeasure, ...]] = (
    GameMeasure(
        "win_share",
        "Wins by seat",
        "What each seat won: 1, split among the winners.",
        SHARE_OF_WINS,
        "Ludii: Balance",
        adapted="The shares themselves, from which Ludii takes the largest difference.",
        shape="seats",
        of=_win_share,
        span=share,
    ),
    GameMeasure(
        "first_seat",
        "Advantage of the first seat",
        "What the seat that was on turn first won of the game, less the share that chance would give it.",
        SHARE_OF_WINS,
        "Ludii: AdvantageP1",
        adapted="The share of chance, 1 by the number of players, is taken off, so that 0 is fair.",
        of=_first_seat,
        span=above_chance,
    ),
)

HIDDEN: Final[tuple[GameMeasure, ...]] = (
    GameMeasure(
        "hidden",
        "Hidden cards",
        "The share of the deck that the player who moves cannot see, averaged over the middles of the tenths of the "
        "game. What was seen before and is covered now counts as hidden.",
        "share of the deck",
        OWN,
        of=_hidden,
        span=share,
    ),
    GameMeasure(
        "hidden_course",
        "Hidden cards over the game",
        "The share of the deck that the player who moves cannot see, in the middle of each tenth of the game.",
        "share of the deck",
        OWN,
        shape="course",
        of=_hidden_course,
        span=share,
    ),
)
