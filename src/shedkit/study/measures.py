"""Measures of games: small functions, each with its definition, its unit and its source.

There are three kinds: what the rules alone tell, what one played game tells, and what the games of one deal tell in
which the players have changed seats.

>>> print(measure("skips").definition)
How many turns were lost because the player was skipped.
>>> from shedkit import Quiclo, RandomPlayer
>>> from shedkit.study.trails import follow
>>> trail = follow(Quiclo(players=2), [RandomPlayer(1), RandomPlayer(2)], seed=7, max_moves=1000)
>>> measure("forced_moves").of(trail), measure("skips").of(trail)
(9, None)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import compress, count, islice, repeat
from operator import ne, sub, truediv
from typing import Any, ClassVar, Final, Literal, TypeVar, cast

import attrs

from shedkit.core.errors import StudyError
from shedkit.core.events import Event, Skipped
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.core.states import Layout
from shedkit.core.turns import next_seat
from shedkit.core.values import short
from shedkit.players.standing import cards_held
from shedkit.study.trails import Trail, covered, parts, unseen

__all__ = [
    "DEAL_MEASURES",
    "GAME_MEASURES",
    "RULES_MEASURES",
    "DealMeasure",
    "GameMeasure",
    "Measure",
    "Row",
    "RulesMeasure",
    "Value",
    "listed",
    "measure",
]

Value = bool | int | float | str | list[int] | list[float] | list[float | None] | None
"""What a row holds: plain values and lists of numbers."""
Row = dict[str, Value]

TINY: Final = 1e-9
"""What is left of 0 after sums of fractions."""


# --- what a measure is


@attrs.frozen
class Measure:
    """What all measures have.

    Attributes:
        name: the name of its column.
        title: what stands on plots and in tables.
        definition: what exactly is counted, in a sentence or two.
        unit: what the number counts, such as moves, or share.
        source: where it is defined.
        adapted: how the definition differs from the source; empty if it does not.
        known: whether the value is known from the rules or from play.

    Raises:
        StudyError: for a name that cannot be the name of a column.

    """

    known: ClassVar[Literal["rules", "play"]]
    name: str
    title: str
    definition: str
    unit: str
    source: str
    adapted: str = attrs.field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise StudyError(f"a measure is named by a word such as piles_taken, not {short(self.name)}")
        if not callable(getattr(self, "of", None)):
            raise StudyError(f"measure {self.name}: of must be a function, not {short(getattr(self, 'of', None))}")


@attrs.frozen
class RulesMeasure(Measure):
    """A measure known from the rules, without play.

    Attributes:
        of: the value for a rules object.

    """

    known = "rules"
    of: Callable[[Rules[Any, Any]], Value] = attrs.field(kw_only=True)


@attrs.frozen
class GameMeasure(Measure):
    """A measure known from play: of each game one value, one for each seat, or a course of ten tenths.

    Attributes:
        of: the value of a game, ``None`` where there is none; for several processes it must be picklable.
        shape: whether that is one value, one for each seat, or one for each tenth of the game.

    """

    known = "play"
    of: Callable[[Trail[Any, Any]], Value] = attrs.field(kw_only=True)
    shape: Literal["game", "seats", "course"] = attrs.field(default="game", kw_only=True)


@attrs.frozen
class DealMeasure(Measure):
    """A measure known from play, of the games of one deal.

    The deal was played once for each seat, with the contenders moved on by one seat each time. Contender 0 is the
    stronger one, the others are weaker and alike.

    Attributes:
        of: the value of a deal, from its rows; ``None`` where there is none.

    """

    known = "play"
    of: Callable[[Sequence[Row]], float | None] = attrs.field(kw_only=True)


K = TypeVar("K", bound=Measure)


# --- what a game has, told by the protocol


@lru_cache(maxsize=256)
def _move(rules: type[Rules[Any, Any]], name: str) -> type[Move] | None:
    """The kind of moves of this name, in games that have it."""
    return next((kind for kind in rules.move_types if kind.__name__ == name), None)


@lru_cache(maxsize=256)
def _has_event(rules: type[Rules[Any, Any]], name: str) -> bool:
    return any(kind.__name__ == name for kind in rules.event_types)


@lru_cache(maxsize=64)
def _has_pile(rules: type[Rules[Any, Any]]) -> bool:
    """Whether there are the zones that the ways of the pile are told by."""
    names = {zone.name for zone in rules.state_type.layout.zones()}
    return {"hands", "discard", "removed"} <= names


# --- from the rules


def _players(rules: Rules[Any, Any]) -> int:
    return rules.players


def _deck(rules: Rules[Any, Any]) -> int:
    return len(rules.deck)


def _different(rules: Rules[Any, Any]) -> int:
    return len(set(rules.deck))


def _dealt(rules: Rules[Any, Any]) -> float:
    return sum(cards_held(rules.deal(0))) / rules.players


def _hidden_dealt(rules: Rules[Any, Any]) -> float:
    state = rules.deal(0)
    zones = covered(state.layout, rules.open_zones())
    hidden = sum([unseen(state, seat, zones) for seat in range(rules.players)])
    return hidden / rules.players / len(rules.deck)


def _rounds_declared(rules: Rules[Any, Any]) -> int:
    rounds: int = getattr(rules, "rounds", 1)
    return rounds


def _move_kinds(rules: Rules[Any, Any]) -> int:
    return len(rules.move_types)


def _options(rules: Rules[Any, Any]) -> int:
    return len(rules.options())


OWN: Final = "own definition"

RULES_MEASURES: Final[tuple[RulesMeasure, ...]] = (
    RulesMeasure("player_count", "Players", "How many play.", "players", OWN, of=_players),
    RulesMeasure("deck", "Cards in the deck", "How many cards the deck has.", "cards", OWN, of=_deck),
    RulesMeasure(
        "different_cards",
        "Different cards",
        "How many different cards the deck has.",
        "cards",
        OWN,
        of=_different,
    ),
    RulesMeasure(
        "dealt",
        "Cards dealt to each player",
        "How many cards each player has before it after the deal, in hand or on the table; all of them are to be shed.",
        "cards",
        OWN,
        of=_dealt,
    ),
    RulesMeasure(
        "hidden_dealt",
        "Hidden cards at the deal",
        "The share of the deck that a player cannot see after the deal, averaged over the seats.",
        "share of the deck",
        OWN,
        of=_hidden_dealt,
    ),
    RulesMeasure(
        "rounds_declared",
        "Rounds of a game",
        "Of how many rounds the rules make up a game; 1 in games without rounds.",
        "rounds",
        OWN,
        of=_rounds_declared,
    ),
    RulesMeasure(
        "move_kinds",
        "Kinds of moves",
        "How many kinds of moves the game has, those of options that are off included.",
        "kinds",
        OWN,
        of=_move_kinds,
    ),
    RulesMeasure(
        "options",
        "Options",
        "How many options the rules have, the number of players included.",
        "options",
        OWN,
        of=_options,
    ),
)


# --- from a game: length and choice


def _moves(trail: Trail[Any, Any]) -> int:
    return len(trail.moves)


def _turns(trail: Trail[Any, Any]) -> int:
    turns, moves = trail.turns, len(trail.moves)
    if None in turns:
        turns = [seat for seat in islice(turns, moves) if seat is not None]
        moves = len(turns)
    changed: int = sum(map(ne, turns, islice(turns, 1, moves)))
    return changed + (moves > 0)


def _rounds(trail: Trail[Any, Any]) -> int:
    return len(trail.deals) + 1


def _truncated(trail: Trail[Any, Any]) -> bool:
    return trail.truncated


def _real_choices(trail: Trail[Any, Any]) -> float | None:
    moves = len(trail.choices)
    return (moves - trail.choices.count(1)) / moves if moves else None


def _real_choices_course(trail: Trail[Any, Any]) -> list[float | None]:
    tenths = list(map(trail.choices.__getitem__, trail.tenths))
    return _shared(map(sub, map(len, tenths), map(list.count, tenths, repeat(1))), tenths)


def _forced_moves(trail: Trail[Any, Any]) -> int:
    return trail.choices.count(1)


def _branching(trail: Trail[Any, Any]) -> float | None:
    return sum(trail.choices) / len(trail.choices) if trail.choices else None


def _branching_real(trail: Trail[Any, Any]) -> float | None:
    forced = trail.choices.count(1)
    real = len(trail.choices) - forced
    return (sum(trail.choices) - forced) / real if real else None


def _branching_course(trail: Trail[Any, Any]) -> list[float | None]:
    tenths = list(map(trail.choices.__getitem__, trail.tenths))
    return _shared(map(sum, tenths), tenths)


def _shared(sums: Iterable[float], among: Sequence[Sequence[object]]) -> list[float | None]:
    """Each of these sums by the number of its entries; ``None`` where there are none."""
    if all(among):
        return list(map(truediv, sums, map(len, among)))
    return [total / len(entries) if entries else None for total, entries in zip(sums, among, strict=True)]


# --- from a game: what happens


def _burned(trail: Trail[Any, Any], i: int) -> bool:
    """Whether the pile left the game with this move, after which there is none."""
    states = trail.states
    return len(states[i + 1].removed) > len(states[i].removed)


def _piles_taken(trail: Trail[Any, Any]) -> int | None:
    if _move(type(trail.rules), "TakePile") is None or not _has_pile(type(trail.rules)):
        return None
    states, piles, players = trail.states, trail.piles, trail.players
    taken = 0
    for i in trail.emptied:
        pile, seat = piles[i], players[i]
        if pile and len(states[i + 1].hands[seat]) >= len(states[i].hands[seat]) + pile and not _burned(trail, i):
            taken += 1
    return taken


def _burns(trail: Trail[Any, Any]) -> int | None:
    if not _has_event(type(trail.rules), "Burned") or not _has_pile(type(trail.rules)):
        return None
    return sum([_burned(trail, i) for i in trail.emptied])


def _skips(trail: Trail[Any, Any]) -> int | None:
    rules = trail.rules
    if Skipped not in rules.event_types or not _has_pile(type(rules)):
        return None
    sits_out = _move(type(rules), "SitOut")
    if sits_out is not None:  # who is skipped says so with a move
        return trail.kinds.count(sits_out)
    skips = 0
    for i in _leaps(trail):
        log: list[Event] = []
        rules.apply_unchecked(trail.states[i], trail.moves[i], trail.players[i], log)
        skips += sum([isinstance(event, Skipped) for event in log])
    return skips


def _leaps(trail: Trail[Any, Any]) -> list[int]:
    """The moves that may have skipped somebody: those that laid cards, and the turn did not pass to the next player.

    Making events of all moves would cost more than all measures together. Where as many cards were laid as players
    are left, the skips may have gone round the table.
    """
    turns, states, piles, n = trail.turns, trail.states, trail.piles, trail.rules.players
    passes_on = map(_next_seats(n).get, turns)
    odd = compress(count(), map(ne, passes_on, islice(turns, 1, None)))
    laying = [i for i in odd if piles[i + 1] > piles[i]]
    if _turns_round(states[0].layout) and any(states[i + 1].direction != 1 for i in laying):
        # the other way round it is another player who comes next
        laying = [i for i in range(len(trail.moves)) if piles[i + 1] > piles[i]]
    found = []
    for i in laying:
        after = states[i + 1]
        followed = _follower(trail.players[i], n, getattr(after, "out", ()), getattr(after, "direction", 1))
        if followed != turns[i + 1]:
            found.append(i)
    if max(map(sub, islice(piles, 1, None), piles), default=0) > 1:
        laid = list(map(sub, islice(piles, 1, None), piles))
        many = [i for i, cards in enumerate(laid) if cards > 1]
        found += {i for i in many if laid[i] >= n - len(getattr(states[i], "out", ()))}.difference(found)
    return found


@lru_cache(maxsize=64)
def _turns_round(layout: Layout) -> bool:
    """Whether the order of play has a direction, a fact that is 1 or -1."""
    return any(field.name == "direction" for field in layout.fields)


@lru_cache(maxsize=16)
def _next_seats(players: int) -> dict[int | None, int | None]:
    return {None: None, **{seat: next_seat(seat, players) for seat in range(players)}}


@lru_cache(maxsize=4096)
def _follower(seat: int, players: int, out: tuple[int, ...], direction: int) -> int | None:
    """Who comes next if nobody is skipped."""
    return next_seat(seat, players, out, direction=direction) if len(out) < players else None


def _reactions(trail: Trail[Any, Any]) -> int | None:
    kind = _move(type(trail.rules), "React")
    return None if kind is None else trail.kinds.count(kind)


def _buys(trail: Trail[Any, Any]) -> int | None:
    kind = _move(type(trail.rules), "Buy")
    return None if kind is None else trail.kinds.count(kind)


def _contracts(trail: Trail[Any, Any]) -> int | None:
    if not _has_event(type(trail.rules), "WentDown"):
        return None
    ends = [*trail.deals, len(trail.moves)]
    return len([i for i in ends for down in trail.states[i].down if down])


# --- from a game: the lead and the end


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
    return _shared(map(sum, tenths), tenths)


def _win_share(trail: Trail[Any, Any]) -> list[float] | None:
    outcome = trail.outcome
    if outcome is None or not outcome.winners:
        return None
    winners = outcome.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(trail.rules.players)]


def _first_seat(trail: Trail[Any, Any]) -> float | None:
    shares = _win_share(trail)
    first = next((seat for seat in trail.turns if seat is not None), None)
    return None if shares is None or first is None else shares[first] - 1 / trail.rules.players


def _hidden_course(trail: Trail[Any, Any]) -> list[float | None]:
    return trail.hidden


def _hidden(trail: Trail[Any, Any]) -> float | None:
    known = [share for share in trail.hidden if share is not None]
    return sum(known) / len(known) if known else None


SHARE_OF_MOVES: Final = "share of the moves"
SHARE_OF_WINS: Final = "share of the wins"
CARDSTOCK: Final = "Goadrich, The Shape of Card Games (2018)"

GAME_MEASURES: Final[tuple[GameMeasure, ...]] = (
    GameMeasure(
        "moves",
        "Moves",
        "How many moves were made; what a player does in one turn may be several.",
        "moves",
        "Ludii: DurationMoves",
        of=_moves,
    ),
    GameMeasure(
        "turns",
        "Turns",
        "How many turns there were: how often the seat on turn changed, and the first one. Further moves of the "
        "same player belong to the same turn, and so do the moves of others in between.",
        "turns",
        "Ludii: DurationTurns",
        adapted="Answers out of turn, such as a reaction or a buy, end no turn here; choosing the open rows is none.",
        of=_turns,
    ),
    GameMeasure("rounds", "Rounds", "How many rounds were begun.", "rounds", OWN, of=_rounds),
    GameMeasure(
        "truncated",
        "Endless games",
        "Whether the game was cut because it had no end within the most moves that the study allows.",
        "share of the games",
        "Ludii: Timeouts",
        adapted="The limit is that of the study, in moves.",
        of=_truncated,
    ),
    GameMeasure(
        "real_choices",
        "Real choices",
        "The share of the moves that were chosen out of two legal moves or more.",
        SHARE_OF_MOVES,
        "Ludii: DecisionMoves",
        of=_real_choices,
    ),
    GameMeasure(
        "real_choices_course",
        "Real choices over the game",
        "The share of the moves that were chosen out of two legal moves or more, in each tenth of the game.",
        SHARE_OF_MOVES,
        "Ludii: DecisionMoves",
        adapted="It is taken for each tenth of the moves.",
        shape="course",
        of=_real_choices_course,
    ),
    GameMeasure(
        "forced_moves",
        "Forced moves",
        "How many moves were the only legal one.",
        "moves",
        "Ludii: DecisionMoves",
        adapted="The moves that are no decision are counted.",
        of=_forced_moves,
    ),
    GameMeasure(
        "branching",
        "Branching",
        "How many legal moves there were on average.",
        "legal moves",
        "Ludii: BranchingFactor",
        of=_branching,
    ),
    GameMeasure(
        "branching_real",
        "Branching of real choices",
        "How many legal moves there were on average where there were two or more.",
        "legal moves",
        "Ludii: DecisionFactor",
        of=_branching_real,
    ),
    GameMeasure(
        "branching_course",
        "Branching over the game",
        "How many legal moves there were on average in each tenth of the game.",
        "legal moves",
        "Ludii: BranchingFactor",
        adapted="It is taken for each tenth of the moves.",
        shape="course",
        of=_branching_course,
    ),
    GameMeasure(
        "piles_taken",
        "Piles taken",
        "How often a player took the whole pile into the hand, by choice or after a blind card that did not fit.",
        "piles",
        OWN,
        of=_piles_taken,
    ),
    GameMeasure("burns", "Burns", "How often the pile left the game.", "piles", OWN, of=_burns),
    GameMeasure(
        "skips",
        "Skips",
        "How many turns were lost because the player was skipped.",
        "turns",
        OWN,
        of=_skips,
    ),
    GameMeasure(
        "reactions",
        "Reactions",
        "How often a player completed a set with a reaction, mostly out of turn.",
        "moves",
        OWN,
        of=_reactions,
    ),
    GameMeasure("buys", "Buys", "How often a player bought a card.", "moves", OWN, of=_buys),
    GameMeasure(
        "contracts",
        "Contracts laid",
        "How often a player laid the whole contract of a round.",
        "contracts",
        OWN,
        of=_contracts,
    ),
    GameMeasure(
        "lead_changes",
        "Changes of the lead",
        "How often somebody else came to lead alone, seen at 20 looks and at the end. The looks are at the beginnings "
        "of laps, spread evenly; fewer laps are all looked at. Ahead is who has fewer points in the rounds that are "
        "over, or better places in games without points; then who holds fewer cards.",
        "changes",
        "Browne (2008): lead change; Ludii: LeadChange",
        adapted="The lead is told by points and cards, not by search; it is a number, not a share of the moves; and a "
        "lead shared for a while is no change.",
        of=_lead_changes,
    ),
    GameMeasure(
        "behind",
        "Winner behind",
        "For how much of the game somebody was ahead of the later winner, who has the first place at the end.",
        "share of the game",
        f"{CARDSTOCK}: Security",
        adapted="It is 1 less Security, and the lead is told by points and cards, not by search.",
        of=_behind,
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
    ),
    GameMeasure(
        "win_share",
        "Wins by seat",
        "What each seat won: 1, split among the winners.",
        SHARE_OF_WINS,
        "Ludii: Balance",
        adapted="The shares themselves, from which Ludii takes the largest difference.",
        shape="seats",
        of=_win_share,
    ),
    GameMeasure(
        "first_seat",
        "Advantage of the first seat",
        "What the seat that was on turn first won of the game, less the share that chance would give it.",
        SHARE_OF_WINS,
        "Ludii: AdvantageP1",
        adapted="The share of chance, 1 by the number of players, is taken off, so that 0 is fair.",
        of=_first_seat,
    ),
    GameMeasure(
        "hidden",
        "Hidden cards",
        "The share of the deck that the player who moves cannot see, averaged over the middles of the tenths of the "
        "game. What was seen before and is covered now counts as hidden.",
        "share of the deck",
        OWN,
        of=_hidden,
    ),
    GameMeasure(
        "hidden_course",
        "Hidden cards over the game",
        "The share of the deck that the player who moves cannot see, in the middle of each tenth of the game.",
        "share of the deck",
        OWN,
        shape="course",
        of=_hidden_course,
    ),
)


# --- from the games of a deal


def _skill(rows: Sequence[Row]) -> float | None:
    scores = [score for row in rows if (score := _gain(row)) is not None]
    return sum(scores) / len(rows) if scores else None


def _gain(row: Row) -> float | None:
    """What contender 0 won: 1 for a win, so much below 0 for a loss that chance comes to 0; of a cut game ``None``."""
    winners, seats = _seats(row["winners"]), _seats(row["seats"])
    if winners is None or seats is None:
        return None
    won, n = len(winners), len(seats)
    if won in (0, n):
        return 0.0
    return 1.0 if seats.index(0) in winners else -won / (n - won)


def _place_edge(rows: Sequence[Row]) -> float | None:
    edges = []
    for row in rows:
        places, seats = _seats(row["places"]), _seats(row["seats"])
        if places is None or seats is None:
            return None
        n = len(seats)
        mine = places[seats.index(0)]
        edges.append(((sum(places) - mine) / (n - 1) - mine) * 2 / n)
    return sum(edges) / len(edges) if edges else None


def _deal_luck(rows: Sequence[Row]) -> float | None:
    won, squares = dict[int, float](), 0.0
    for row in rows:
        winners, seats = _seats(row["winners"]), _seats(row["seats"])
        if not winners or seats is None or len(seats) != len(rows):
            return None
        share = 1 / len(winners)
        squares += share
        for seat in winners:
            won[seat] = won.get(seat, 0.0) + share
    # n games share n wins among n seats: the mean share is 1/n, and the sum of its squares is 1
    total = squares - 1
    return (sum([share * share for share in won.values()]) / len(rows) - 1) / total if total > TINY else None


def _seats(value: Value) -> list[int] | None:
    """A list of seats, contenders or places out of a row."""
    if isinstance(value, list):
        return [one for one in value if type(one) is int]
    return None


DEAL_MEASURES: Final[tuple[DealMeasure, ...]] = (
    DealMeasure(
        "skill",
        "Skill",
        "What the stronger player wins in the games of a deal above what chance would give it: 1 if it always wins, "
        "0 if it wins as often as chance would have it, below 0 if it wins less. A game without a winner counts 0.",
        "share of the possible",
        "Goadrich, The Shape of Card Games (2019): Order",
        adapted="The deals are paired, the weaker players need not be random, and where several win a game a win still "
        "counts 1 and a loss so much below 0 that chance comes to 0.",
        of=_skill,
    ),
    DealMeasure(
        "place_edge",
        "Edge in places",
        "How much better the stronger player is placed than the others are on average, so that 1 is first in every "
        "game, 0 is chance, and -1 is last in every game.",
        "share of the possible",
        OWN,
        of=_place_edge,
    ),
    DealMeasure(
        "deal_luck",
        "Decided by the deal",
        "How much of the difference between winning and losing goes with the seat of a deal, whoever sits there: the "
        "share of the seats in the sum of squares of the win shares. 1 if the same seat wins whoever plays it, 0 if "
        "every seat wins once; 1 by the number of players if neither deal nor players matter.",
        "share of the squares",
        OWN,
        of=_deal_luck,
    ),
)


# --- by name


def measure(given: str | GameMeasure) -> GameMeasure:
    """A measure of games by its name.

    Raises:
        StudyError: if there is none of this name.

    >>> measure("pils_taken")
    Traceback (most recent call last):
        ...
    shedkit.core.errors.StudyError: there is no measure 'pils_taken'; did you mean piles_taken?

    """
    return listed(given, GAME_MEASURES)


def listed(given: object, known: Sequence[K]) -> K:
    """The measure of a list that has this name, or a measure of the user's own, of a kind that is in the list.

    Raises:
        StudyError: for anything else.

    """
    if isinstance(given, tuple({type(one) for one in known})):
        return cast(K, given)
    names = {one.name: one for one in known}
    if isinstance(given, str) and given in names:
        return names[given]
    close = get_close_matches(given, names, 1) if isinstance(given, str) else []
    right = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    raise StudyError(f"there is no measure {short(given)}; {right}")
