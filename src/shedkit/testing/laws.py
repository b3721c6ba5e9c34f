"""The laws. Each breaks with a `LawBroken` that gives the law, the rules, the position and what was wrong."""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, product
from random import Random
from typing import Any, Generic, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

import attrs

from shedkit.core.cards import Card, Hidden
from shedkit.core.chance import Chance
from shedkit.core.errors import IllegalMove, PositionError, ShedkitError, ViewError
from shedkit.core.events import Event, Moved, Place, Shuffled
from shedkit.core.knowledge import Knowledge, Pool
from shedkit.core.moves import Move
from shedkit.core.outcomes import Outcome, Result, ranked
from shedkit.core.rules import Rules
from shedkit.core.states import Holds, State, Visibility, cards_in
from shedkit.core.values import fields_of
from shedkit.table.runner import Player

__all__ = ["LawBroken", "check_game", "check_laws", "check_position", "constructible"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
_RULE = re.compile(r"[A-Z]{2}-A?\d{2,3}")


class LawBroken(AssertionError):
    """A game does not obey a law.

    Attributes:
        law: the number of the law.

    """

    def __init__(self, law: int, rules: object, state: object, text: str) -> None:
        super().__init__(f"law {law}: {text}\n{rules!r}\n{state}")
        self.law = law


def check_laws(
    rules: Rules[S, M],
    *,
    games: int = 3,
    seed: int = 0,
    max_moves: int = 150,
    players: Sequence[Player[S, M]] | None = None,
    stride: int = 7,
) -> int:
    """Play games and hold every position to the laws.

    Args:
        rules: the game and its options.
        games: how many games.
        seed: the first game's seed; the others follow.
        max_moves: after how many moves a game is cut.
        players: who plays; without them, moves are drawn at random, penalised ones too.
        stride: laws that take time are checked at every so many positions.

    Returns:
        How many positions were checked.

    Raises:
        LawBroken: at the first law that does not hold.

    """
    _check_declared(rules)
    return sum(check_game(rules, seed + i, max_moves, players=players, stride=stride) for i in range(games))


def check_game(
    rules: Rules[S, M],
    seed: int,
    max_moves: int = 150,
    *,
    players: Sequence[Player[S, M]] | None = None,
    state: S | None = None,
    stride: int = 7,
) -> int:
    """Play one game, checking every position; at the end, law 8: replay equals play.

    Returns:
        How many positions were checked.

    """
    random = Random(seed)
    start = rules.deal(seed) if state is None else state
    if state is None and not start == rules.deal(seed) == rules.deal(seed, order=rules.order_of(seed)):
        raise LawBroken(2, rules, start, "the same seed, or its order of cards, deals another game")
    backwards = rules.order_of(seed)[::-1]
    if state is None and backwards != rules.order_of(seed) and rules.deal(seed, order=backwards) == start:
        raise LawBroken(2, rules, start, "the order of the cards makes no difference to the deal")
    now, played = start, list[tuple[M, int]]()
    law = _Laws(rules, random)
    law.conserved(start)
    memory = {player: Knowledge.of(rules, rules.view(start, player)) for player in (*range(rules.players), None)}
    for i in range(max_moves + 1):
        law.check(now, thorough=i % stride == 0)
        actors = rules.actors(now)
        if not actors or i == max_moves:
            break
        if players is None:
            player = random.choice(actors)
            moves = rules.legal_moves(now, player)
            penalised = rules.penalised_moves(now, player)
            move = random.choice(penalised if penalised and random.random() < 0.1 else moves)
        else:
            player = actors[0]
            move = players[player].choose(rules.view(now, player), rules.legal_moves(now, player))
        played.append((move, player))
        before, now = now, law.check_step(now, move, player)
        _, events = rules.trace(before, move, player)
        for reader, knowledge in memory.items():
            memory[reader] = law.remembers(knowledge, rules.shown(events, reader), now, thorough=i % stride == 0)
    again = start
    for move, player in played:
        again = rules.apply(again, move, player)
    if again != now:
        raise LawBroken(8, rules, now, "playing the same moves again leads elsewhere")
    return len(played) + 1


def check_position(rules: Rules[S, M], state: S, *, seed: int = 0, every_move: bool = False) -> None:
    """Hold one position, and each step out of it, to the laws.

    Args:
        rules: the game and its options.
        state: the position.
        seed: decides what is drawn at random on the way.
        every_move: whether law 5 tries every constructible move; only for small decks.

    Raises:
        LawBroken: at the first law that does not hold.

    """
    law = _Laws(rules, Random(seed))
    law.check(state, thorough=True, candidates=constructible(rules) if every_move else None)
    for player in rules.actors(state):
        for move in (*rules.legal_moves(state, player), *rules.penalised_moves(state, player)):
            after = law.check_step(state, move, player)
            law.check(after, thorough=False)


def constructible(rules: Rules[S, M], most: int = 4) -> tuple[M, ...]:
    """Every move that can be constructed with the cards of the deck: all kinds, all values, at most ``most`` cards.

    A value of a class of its own, such as a meld, says itself what can be written down with the cards of a deck, by
    a class method ``constructible(deck)``.

    >>> from shedkit import Quiclo
    >>> [str(move) for move in constructible(Quiclo(players=2, highest_card=3, hand_size=1))]
    ['play 1', 'play 2', 'play 3', 'draw', 'pass']
    """
    made: dict[M, None] = {}
    for kind in rules.move_types:
        hints = get_type_hints(kind)
        values = [_constructible(hints[field.name], rules.deck, most) for field in fields_of(kind)]
        for chosen in product(*values):
            made[cast(M, kind(*chosen))] = None
    return tuple(made)


def _constructible(kind: Any, deck: tuple[Card, ...], most: int) -> list[Any]:
    kinds = [kind, *get_args(kind)]
    cards = list(dict.fromkeys(deck))
    if get_origin(kind) is tuple:
        return list(dict.fromkeys(pick for size in range(most + 1) for pick in combinations(deck, size)))
    if kind is int:
        return list(range(6))
    none = [None] if type(None) in kinds else []
    if any(isinstance(one, type) and issubclass(one, Card) for one in kinds):
        return [*cards, *none]
    words = [word for one in kinds if get_origin(one) is Literal for word in get_args(one)]
    if words:
        return [*words, *none]
    if hasattr(kind, "constructible"):
        return list(kind.constructible(deck))
    raise NotImplementedError(f"no values are known for {kind}")


def _check_declared(rules: Rules[S, M]) -> None:
    """Law 12: every field is declared, and what only owners see has an entry for each player."""
    kind = rules.state_type
    declared = [field.name for field in kind.layout.fields]
    if declared != [field.name for field in fields_of(kind)]:
        raise LawBroken(12, rules, kind, "not every field is declared")
    for field in kind.layout.fields:
        if field.visible_to is Visibility.OWNER and field.holds is not Holds.PLAYERS:
            raise LawBroken(12, rules, kind, f"{field.name} has owners but not one entry for each player")


class _Laws(Generic[S, M]):
    """The laws for one rules object; it remembers moves it has seen, to try them where they do not belong."""

    def __init__(self, rules: Rules[S, M], random: Random) -> None:
        self.rules = rules
        self.random = random
        self.known: dict[M, None] = {}

    def broken(self, law: int, state: S, text: str) -> LawBroken:
        return LawBroken(law, self.rules, state, text)

    def check(self, state: S, *, thorough: bool, candidates: Iterable[M] | None = None) -> None:
        """Laws of a position."""
        self.conserved(state)
        self.listed(state)
        self.views(state)
        self.ended(state)
        if thorough:
            self.accepted(state, self.candidates(state) if candidates is None else candidates)
            self.suggested(state)
            self.survives(state)
            self.sampled(state)
            self.rotated(state)
        try:
            self.rules.checked(state)
        except PositionError as error:
            raise self.broken(7, state, f"a position that was reached is refused: {error}") from error

    # laws 1, 3, 4, 6, 14

    def conserved(self, state: S) -> None:
        cards = Counter(state.layout.cards(state))
        if cards != Counter(self.rules.deck):
            raise self.broken(1, state, "the cards are not those of the deck")

    def listed(self, state: S) -> None:
        rules = self.rules
        actors = rules.actors(state)
        if len(set(actors)) != len(actors) or not set(actors) <= set(range(rules.players)):
            raise self.broken(4, state, f"the actors are {actors}")
        if bool(actors) == (rules.outcome(state) is not None):
            raise self.broken(3, state, f"actors {actors} beside outcome {rules.outcome(state)}")
        for player in range(rules.players):
            moves, penalised = rules.legal_moves(state, player), rules.penalised_moves(state, player)
            if bool(moves) != (player in actors):
                raise self.broken(4, state, f"player {player} of actors {actors} has {len(moves)} moves")
            if type(moves) is not tuple or type(penalised) is not tuple:
                raise self.broken(6, state, f"the moves of player {player} are no tuple")
            if penalised and player not in actors:
                raise self.broken(4, state, f"player {player} has penalised moves but is no actor")
            every = (*moves, *penalised)
            if len(set(every)) != len(every):
                raise self.broken(6, state, f"player {player} has a move twice: {', '.join(map(str, every))}")
            for move in every:
                refusal = rules.refusal(state, move, player)
                if refusal is not None:
                    raise self.broken(5, state, f"{move} of player {player} is listed but refused: {refusal}")
                self.known[move] = None

    def ended(self, state: S) -> None:
        outcome = self.rules.outcome(state)
        if outcome is None:
            return
        self.same(state, outcome, self.rules.outcome_from_json)
        places = outcome.places
        if len(places) != self.rules.players or ranked(places) != places:
            raise self.broken(14, state, f"places {places} do not place every player")
        win, lose = [places[seat] for seat in outcome.winners], [places[seat] for seat in outcome.losers]
        if (win and set(outcome.winners) < {s for s, p in enumerate(places) if p <= max(win)}) or (
            win and lose and max(win) >= min(lose)
        ):
            raise self.broken(14, state, f"winners {outcome.winners} and losers {outcome.losers} at {places}")

    # laws 5 and 13

    def candidates(self, state: S) -> list[M]:
        """Moves to try: some seen before, and the listed ones with a value changed."""
        tried = self.random.sample(list(self.known), min(30, len(self.known)))
        deck = self.rules.deck
        for player in self.rules.actors(state):
            listed = self.rules.legal_moves(state, player)
            for move in self.random.sample(listed, min(5, len(listed))):
                for field in fields_of(type(move)):
                    value = getattr(move, field.name)
                    card = self.random.choice(deck)
                    others: list[object] = []
                    if isinstance(value, tuple):
                        others = [(), (*value, card), value[1:], (card, *value[1:]), value * 2]
                    elif isinstance(value, Card):
                        others = [card]
                    elif isinstance(value, int):
                        others = [value + 1, value - 1, -value, value + 1000]
                    elif attrs.has(type(value)):
                        others = list(_changed(value, card))
                    tried += [attrs.evolve(move, **{field.name: other}) for other in others]  # type: ignore[misc]
        return tried

    def accepted(self, state: S, candidates: Iterable[M]) -> None:
        rules = self.rules
        lists = {
            player: {*rules.legal_moves(state, player), *rules.penalised_moves(state, player)}
            for player in range(rules.players)
        }
        for move in candidates:
            for player, listed in lists.items():
                refusal = rules.refusal(state, move, player)
                if (refusal is None) != (move in listed):
                    known = "listed" if move in listed else "not listed"
                    raise self.broken(5, state, f"{move} of player {player} is {known}, yet: {refusal}")
                if refusal is not None and not (_RULE.fullmatch(refusal.rule) and refusal.text.endswith((".", "?"))):
                    raise self.broken(13, state, f"{move} is refused without a rule or sentence: {refusal!r}")
        self.refuses(state, cast(M, object()), 0)
        for move in list(self.known)[:1]:
            self.refuses(state, move, -1)
            self.refuses(state, move, rules.players)

    def suggested(self, state: S) -> None:
        """Moves that are suggested together can be made one after the other."""
        rules = self.rules
        for player in range(rules.players):
            together = rules.suggested(state, player)
            if together != rules.suggested(rules.view(state, player), player):
                raise self.broken(11, state, f"player {player} is suggested something else in the view")
            for moves in together:
                now = state
                for move in moves:
                    if move not in rules.legal_moves(now, player):
                        raise self.broken(
                            5, state, f"{', '.join(map(str, moves))}: {move} of player {player} is not on"
                        )
                    now = rules.apply_unchecked(now, move, player)

    def refuses(self, state: S, move: M, player: int) -> None:
        before = json.dumps(self.rules.to_json(state))
        refusal = self.rules.refusal(state, move, player)
        if refusal is None:
            raise self.broken(5, state, f"{move} of player {player} is taken")
        try:
            self.rules.apply(state, move, player)
        except IllegalMove as error:
            if error.refusal != refusal:
                raise self.broken(13, state, f"apply and refusal differ about {move}") from error
        else:
            raise self.broken(13, state, f"apply takes {move} of player {player}, which is refused")
        if json.dumps(self.rules.to_json(state)) != before:
            raise self.broken(13, state, f"the refusal of {move} changed the state")

    # law 7

    def survives(self, state: S) -> None:
        rules = self.rules
        self.same(state, state, rules.state_from_json)
        for player in (*range(rules.players), None):
            self.same(state, rules.view(state, player), rules.view_from_json)
        for player in rules.actors(state):
            for move in rules.legal_moves(state, player):
                self.same(state, move, rules.move_from_json)
                if rules.parse(str(move)) != move:
                    raise self.broken(7, state, f"{move} is read back as {rules.parse(str(move))}")

    def same(self, state: S, value: Any, read: Any) -> None:
        text = json.dumps(self.rules.to_json(value))
        try:
            back = read(json.loads(text))
        except ShedkitError as error:
            raise self.broken(7, state, f"{value!r} cannot be read back: {error}") from error
        pickled = pickle.loads(pickle.dumps(value))  # our own bytes
        for other in (back, pickled):
            if other != value or type(other) is not type(value) or json.dumps(self.rules.to_json(other)) != text:
                raise self.broken(7, state, f"{value!r} does not survive: {other!r}")
        if hash(back) != hash(value):
            raise self.broken(7, state, f"{value!r} has another hash after JSON")

    # law 9 and what a view gives

    def views(self, state: S) -> None:
        rules = self.rules
        known = rules.public_actors(state)
        for player in (*range(rules.players), None):
            view = rules.view(state, player)
            if view.state != state.layout.hide(state, player, rules.open_zones()):
                raise self.broken(11, state, f"the view of player {player} is not what the declarations say")
            if rules.view(view, player) != view:
                raise self.broken(9, state, f"the view of player {player} has another view")
            if player is not None:
                for read in (rules.legal_moves, rules.penalised_moves):
                    if read(view, player) != read(state, player):
                        raise self.broken(11, state, f"player {player} has other moves in the view")
                try:
                    rules.legal_moves(view, (player + 1) % rules.players)
                except ViewError:
                    pass
                else:
                    raise self.broken(11, state, f"the view of player {player} answers for somebody else")
            seen = set(rules.actors(view))
            expected = {*known, *([player] if player in rules.actors(state) else [])}
            if seen != expected:
                raise self.broken(11, state, f"player {player} knows of actors {seen}, not {expected}")
            if rules.outcome(view) != rules.outcome(state):
                raise self.broken(11, state, f"player {player} sees another outcome")

    # laws 10 and 11

    def sampled(self, state: S) -> None:
        rules = self.rules
        for player in (*range(rules.players), None):
            view = rules.view(state, player)
            try:
                other = rules.checked(rules.sample(view, self.random.getrandbits(32)))
                self.conserved(other)
                self.listed(other)
            except (ShedkitError, LawBroken) as error:
                raise self.broken(10, state, f"what player {player} might hold true cannot be: {error}") from error
            if self.gets(other, player) != self.gets(state, player):
                raise self.broken(11, state, f"player {player} can tell it from\n{other}")
            self.follows(state, other, player)

    def remembers(self, knowledge: Knowledge, events: Sequence[Event], state: S, *, thorough: bool) -> Knowledge:
        """Law 10 with memory: it never errs about the table, and what is sampled with it is in keeping with it."""
        rules, player = self.rules, knowledge.player
        try:
            after = one_by_one = knowledge.after(events)
            if thorough:
                one_by_one = knowledge
                for event in events:
                    one_by_one = one_by_one.after([event])
        except ShedkitError as error:
            raise self.broken(10, state, f"what player {player} was told cannot be: {error}") from error
        if set(after.cases) != set(one_by_one.cases):
            raise self.broken(10, state, f"player {player} knows something else when told event by event")
        view = rules.view(state, player)
        if not after.fits(view):
            raise self.broken(10, state, f"player {player} remembers another table:\n{after.describe()}")
        if thorough:
            try:
                sampled = rules.checked(rules.sample(view, self.random.getrandbits(32), knowledge=after))
                self.conserved(sampled)
            except (ShedkitError, LawBroken) as error:
                raise self.broken(10, state, f"what player {player} remembers cannot be: {error}") from error
            if self.gets(sampled, player) != self.gets(state, player):
                raise self.broken(11, state, f"player {player} can tell it from\n{sampled}")
            self.in_keeping(after, sampled)
        self.in_keeping(after, state)
        return after

    def in_keeping(self, knowledge: Knowledge, state: S) -> None:
        """What is known to lie in a place lies there, and in one of the cases each pool could be dealt out."""
        if not any(self.could_be(case.pools, state) for case in knowledge.cases):
            raise self.broken(10, state, f"player {knowledge.player} errs about the table:\n{knowledge.describe()}")

    def could_be(self, pools: Sequence[Pool], state: S) -> bool:
        places = _places(state)
        for pool in pools:
            lying: Counter[Card | Hidden] = Counter()
            for place, number in pool.places:
                there = places[place.zone, place.player]
                if there.total() < number:
                    return False
                lying.update(there)
            if any(number > lying[card] for card, number in Counter(pool.cards).items()):
                return False
        return True

    def gets(self, state: S, player: int | None) -> list[object]:
        """Everything that a player gets from a state."""
        rules = self.rules
        view = rules.view(state, player)
        got: list[object] = [view, json.dumps(rules.to_json(view)), rules.actors(view), rules.outcome(view)]
        got += [rules.describe(state, player)] if player is not None else [str(view)]
        if player is not None:
            got += [rules.legal_moves(state, player), rules.penalised_moves(state, player)]
            got += [rules.refusal(state, move, player) for move in list(self.known)[-20:]]
        return got

    def follows(self, state: S, other: S, reader: int | None) -> None:
        """A move made in both states looks the same to a reader whom it shows the same cards."""
        rules = self.rules
        for player in set(rules.actors(state)) & set(rules.actors(other)):
            there = set(rules.legal_moves(other, player))
            for move in [move for move in rules.legal_moves(state, player) if move in there][:5]:
                log: list[Event] = []
                other_log: list[Event] = []
                one = rules.apply_unchecked(state, move, player, log)
                two = rules.apply_unchecked(other, move, player, other_log)
                heard, other_heard = self.as_heard(log), self.as_heard(other_log)
                same_seen = self.travels(heard, reader) == self.travels(other_heard, reader)
                if same_seen and rules.view(one, reader) == rules.view(two, reader):
                    if self.as_heard(rules.shown(log, reader)) != self.as_heard(rules.shown(other_log, reader)):
                        raise self.broken(11, state, f"the events of {move} tell player {reader} what is hidden")

    def as_heard(self, events: Sequence[Event]) -> list[Event]:
        """Events in one form: the order of cards that go to a hand together says nothing, for hands are sorted."""
        heard: list[Event] = []
        for event in events:
            if isinstance(event, Moved) and self.rules.state_type.layout.field(event.target.zone).in_order:
                event = attrs.evolve(event, cards=tuple(sorted(event.cards, key=str)))
            heard.append(event)
        return heard

    # law 15

    def rotated(self, state: S) -> None:
        rules, n = self.rules, self.rules.players
        by = self.random.randrange(1, n)
        seats = {o.name: getattr(rules, o.name) for o in rules.options() if o.seat}
        turned = rules.evolve(**{name: (seat + by) % n for name, seat in seats.items() if seat is not None})
        layout = state.layout
        moved = layout.rotate(state, by, n)
        if {(seat + by) % n for seat in rules.actors(state)} != set(turned.actors(moved)):
            raise self.broken(15, state, f"seats turned by {by}, the actors are {turned.actors(moved)}")
        if _turned(rules.outcome(state), by, n) != turned.outcome(moved):
            raise self.broken(15, state, f"seats turned by {by}, the outcome is {turned.outcome(moved)}")
        for player in rules.actors(state):
            there = (player + by) % n
            moves = rules.legal_moves(state, player)
            if moves != turned.legal_moves(moved, there):
                raise self.broken(15, state, f"seats turned by {by}, the moves of player {player} differ")
            move = self.random.choice(moves)
            if rules.favours_seats(state):
                continue
            after = rules.apply_unchecked(state, move, player)
            if layout.rotate(after, by, n) != turned.apply_unchecked(moved, move, there):
                raise self.broken(15, state, f"seats turned by {by}, {move} of player {player} leads elsewhere")

    # laws 2 and 16

    def check_step(self, state: S, move: M, player: int) -> S:
        """Laws of a move; the state after it."""
        rules = self.rules
        before = json.dumps(rules.to_json(state))
        after = rules.apply(state, move, player)
        if json.dumps(rules.to_json(state)) != before:
            raise self.broken(2, state, f"{move} of player {player} changed the state it was made in")
        traced, events = rules.trace(state, move, player)
        if not after == rules.apply(state, move, player) == traced == rules.apply_unchecked(state, move, player):
            raise self.broken(2, state, f"{move} of player {player} leads to several states")
        self.conserved(after)
        self.told(state, after, events, move)
        if any(isinstance(event, Shuffled) for event in events) and _chances(state) == _chances(after):
            raise self.broken(2, state, f"{move}: cards were shuffled, and the next shuffle would be the same")
        for reader in (*range(rules.players), None):
            shown = rules.shown(events, reader)
            if bool(shown) == (rules.view(state, reader) == rules.view(after, reader)):
                told = f"sees no change, yet is told {shown[0]}" if shown else "sees a change, yet is told nothing"
                raise self.broken(11, state, f"{move}: player {reader} {told}")
            allowed = set(self.seen_cards(state, reader)) | set(self.seen_cards(after, reader))
            allowed |= set(self.travels(events, reader))
            for event in shown:
                for card in _cards_of(event):
                    if isinstance(card, Card) and card not in allowed:
                        raise self.broken(16, state, f"{move}: player {reader} is shown {card} by {event}")
                self.same(state, event, rules.event_from_json)
        return after

    def seen_cards(self, state: S, player: int | None) -> Iterator[Card | Hidden]:
        inside = self.rules.view(state, player).state
        return (card for card in inside.layout.cards(inside) if isinstance(card, Card))

    def travels(self, events: Sequence[Event], reader: int | None) -> list[Card | Hidden]:
        """The cards that come from or go to a place that the reader may look into, if only for a moment."""
        moved = [event for event in events if isinstance(event, Moved)]
        return [
            card
            for event in moved
            if self.is_open(event.source, reader) or self.is_open(event.target, reader)
            for card in event.cards
        ]

    def is_open(self, place: Place, reader: int | None) -> bool:
        """Whether a place is declared open to the reader, whatever the rules object says."""
        visible = self.rules.state_type.layout.field(place.zone).visible_to
        return visible is Visibility.EVERYONE or (visible is Visibility.OWNER and place.player == reader)

    def told(self, state: S, after: S, events: Sequence[Event], move: M) -> None:
        """The cards that the events say have moved are those that have moved."""
        places = _places(state)
        for event in events:
            if isinstance(event, Moved):
                cards = Counter(event.cards)
                source = places[event.source.zone, event.source.player]
                if cards - source:
                    raise self.broken(16, state, f"{move}: the cards of '{event}' are not there")
                source.subtract(cards)
                places[event.target.zone, event.target.player].update(cards)
        then = _places(after)
        if any(+places[place] != +then[place] for place in then):
            raise self.broken(16, state, f"{move}: the events do not add up to the change")


def _changed(value: Any, card: Card) -> Iterator[object]:
    """Values such as melds with one of their fields changed, as far as they can be written down."""
    for field in fields_of(type(value)):
        part = getattr(value, field.name)
        others: list[object] = []
        if isinstance(part, tuple):
            others = [part[1:], (*part, card), (card, *part[1:]), (*part[:-1], card), part[::-1]]
        elif isinstance(part, int):
            others = [part + 1, part - 1]
        for other in others:
            with suppress(ShedkitError):
                yield attrs.evolve(value, **{field.name: other})


def _places(state: State) -> dict[tuple[str, int | None], Counter[Card | Hidden]]:
    places: dict[tuple[str, int | None], Counter[Card | Hidden]] = {}
    for field in state.layout.zones():
        value = getattr(state, field.name)
        if field.holds is Holds.PLAYERS:
            for seat, cards in enumerate(value):
                places[field.name, seat] = Counter(cards_in(cards))
        else:
            places[field.name, None] = Counter(cards_in(value))
    return places


def _chances(state: State) -> list[Chance]:
    values = [getattr(state, field.name) for field in state.layout.fields]
    return [value for value in values if isinstance(value, Chance)]


def _cards_of(event: Event) -> Iterator[Card | Hidden]:
    return cards_in(tuple(getattr(event, field.name) for field in fields_of(type(event))))


def _turned(outcome: Outcome | None, by: int, players: int) -> Outcome | None:
    if outcome is None:
        return None
    result = Result(outcome.places, outcome.scores).rotated(by)
    return Outcome(
        places=result.places,
        winners=tuple(sorted((seat + by) % players for seat in outcome.winners)),
        losers=tuple(sorted((seat + by) % players for seat in outcome.losers)),
        scores=result.scores,
        rounds=tuple(one.rotated(by) for one in outcome.rounds),
    )
