"""Knowledge: what a player can still know from the past, although the view no longer shows it.

Cards that a player picked up lie in that hand until they are played; cards that were shuffled back lie in the stock,
or with those who have drawn since. A `Knowledge` is fed with the events its player sees and keeps such things: never
more than a person with a perfect memory could know, and hardly less. `Rules.sample` takes it into account.

>>> from shedkit import Knowledge, Shithead, codes
>>> rules = Shithead(players=2)
>>> state = rules.position(hands=["3c 9s", "4c 5c"], discard="7h 8d", turn=1)
>>> mine = Knowledge.of(rules, rules.view(state, 0))
>>> state, events = rules.trace(state, rules.parse("take"), 1)
>>> mine = mine.after(rules.shown(events, 0))
>>> print(mine.describe())
player 1's hand: 7h 8d and 2 others
>>> guess = rules.sample(rules.view(state, 0), seed=1, knowledge=mine)
>>> {"7h", "8d"} <= set(codes(guess.hands[1]).split())
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any

import attrs

from shedkit.core.cards import BY_ORDER, Card, Hidden, codes, missing_from
from shedkit.core.chance import Chance
from shedkit.core.declarations import Holds
from shedkit.core.errors import NotationError, ViewError
from shedkit.core.events import Event, Moved, Place
from shedkit.core.pools import Case, Pool, carry, common, less, pool_of, take, together
from shedkit.core.protocol import BareRules
from shedkit.core.states import State, cards_in
from shedkit.core.values import short
from shedkit.core.views import View

__all__ = ["Case", "Knowledge", "Pool"]

Cards = tuple[Card, ...]


@attrs.frozen
class Knowledge:
    """What one player, or with ``None`` an onlooker, knows of the cards it cannot see.

    A value that never changes: `after` gives the knowledge after further events.

    Where equal cards of a double deck lie in several pools, it can be open from which of them a card has come. Then
    there are several cases. When there are too many of them, what they have in common is kept.

    Attributes:
        rules: the game.
        player: whose knowledge it is.
        cases: the cases; in each of them all cards the player cannot see, in pools.

    """

    rules: BareRules[Any, Any]
    player: int | None
    cases: tuple[Case, ...]

    @classmethod
    def of(cls, rules: BareRules[Any, Any], view: View[Any]) -> Knowledge:
        """What somebody knows who has just come to the table: the view, and the deck.

        Raises:
            ViewError: if the view is not one of this game.

        """
        seen = rules.inside(view, None)
        known = [card for card in seen.layout.cards(seen) if isinstance(card, Card)]
        hidden = missing_from(known, rules.deck)
        places = {place: len(cards) for place, cards in hidden_places(seen)}
        if missing_from(rules.deck, known) or len(hidden) != sum(places.values()):
            raise ViewError("the cards of this view are not those of the deck")
        return cls(rules, view.player, (Case((pool_of(hidden, places),) if hidden else ()),))

    def after(self, events: Iterable[Event]) -> Knowledge:
        """The knowledge after these events, as this player saw them; see `Rules.shown`.

        Raises:
            NotationError: for what is no event.
            ViewError: if they cannot have happened, so far as this player knows.

        """
        if not isinstance(events, Iterable):
            raise NotationError(f"events expected, not {short(events)}")
        cases = self.cases
        for event in events:
            if not isinstance(event, Event):
                raise NotationError(f"an event expected, not {short(event)}")
            if isinstance(event, Moved) and event.cards:
                cases = self._moved(cases, event)
        return attrs.evolve(self, cases=cases)

    def _moved(self, cases: tuple[Case, ...], event: Moved) -> tuple[Case, ...]:
        source, target = (attrs.evolve(place, slots=()) for place in (event.source, event.target))
        from_open, to_open = (self.rules.can_see(place, self.player) for place in (source, target))
        cards = tuple([card for card in event.cards if isinstance(card, Card)])
        if len(cards) != (len(event.cards) if from_open or to_open else 0):
            raise ViewError(f"these are not events as player {self.player} sees them: {event}")
        if from_open and to_open:
            return cases
        if not from_open and not to_open:
            return together(carry(case, source, target, len(event.cards)) for case in cases)
        if to_open:
            for card in cards:
                cases = together(after for case in cases for after in take(case, source, card))
                if not cases:
                    raise ViewError(f"{card} cannot have come from {source}, so far as this player knows")
            return cases
        hidden = [card for pool in cases[0].pools for card in pool.cards]
        if missing_from(self.rules.deck, (*hidden, *cards)):
            raise ViewError(f"{codes(cards)} cannot have lain in {source}, so far as this player knows")
        return together(Case((*case.pools, pool_of(cards, {target: len(cards)})), case.weight) for case in cases)

    def fits(self, view: View[Any]) -> bool:
        """Whether this is knowledge about the table of this view: the same viewer, the same hidden cards and places."""
        if not isinstance(view, View) or view.player != self.player:
            return False
        seen = self.rules.inside(view, None)
        places: Counter[Place] = Counter()
        hidden: list[Card] = []
        for pool in self.cases[0].pools:  # the cases differ in what lies where only
            places.update(dict(pool.places))
            hidden += pool.cards
        known = [card for card in seen.layout.cards(seen) if isinstance(card, Card)]
        return (
            places == {place: len(cards) for place, cards in hidden_places(seen)}
            and tuple(sorted(hidden, key=BY_ORDER)) == missing_from(known, self.rules.deck)
        )  # fmt: skip

    @property
    def hidden(self) -> Cards:
        """All cards the player cannot see, in deck order."""
        return tuple(sorted((card for pool in self.cases[0].pools for card in pool.cards), key=BY_ORDER))

    def certain(self, place: Place) -> Cards:
        """The cards that are known to lie in a place, in deck order."""
        first, *others = [Counter(case.certain(place)) for case in self.cases]
        for other in others:
            first &= other
        return tuple(sorted(first.elements(), key=BY_ORDER))

    def describe(self) -> str:
        """What is known beyond the view, a line for each pool; nothing if there is no such thing.

        A pool of which nothing more is known than that it lies anywhere is left out. Where there are several cases,
        only what they have in common is told.
        """
        pools = common(self.cases).pools
        sizes: Counter[Place] = Counter()
        for pool in pools:
            sizes.update(dict(pool.places))
        lines = []
        anywhere = max((pool for pool in pools if pool.only is None), key=lambda pool: len(pool.cards), default=None)
        for pool in pools:
            if pool is anywhere:
                continue
            if pool.only is not None:
                others = sizes[pool.only] - len(pool.cards)
                more = f" and {others} other{'s' if others > 1 else ''}" if others else ""
                lines.append(f"{pool.only}: {codes(pool.cards)}{more}")
            else:
                where = ", ".join(f"{number} in {place}" for place, number in pool.places)
                lines.append(f"{codes(pool.cards)}: {where}")
        return "\n".join(lines)

    def may_lie(self, place: Place, cards: Cards) -> bool:
        """Whether these cards can lie in a place together, as far as the numbers of each pool tell."""
        return any(case.may_lie(place, cards) for case in self.cases)

    def placed(
        self, seen: State, chance: Chance, wanted: tuple[Place, Cards] | None = None
    ) -> tuple[Cards | None, Chance]:
        """An order of the hidden cards, hidden place by hidden place, that this knowledge allows.

        Args:
            seen: the inside of the view.
            chance: what to draw from.
            wanted: cards that shall lie in a place.

        Returns:
            The cards, or ``None`` if the wanted ones cannot lie there together; and the chance left.

        """
        lying: dict[Place, list[Card]] = {place: [] for place, _ in hidden_places(seen)}
        case, chance = self._drawn(chance)
        pools = list(case.pools)
        if wanted is not None:
            place, cards = wanted
            for card in cards:
                having = [i for i, pool in enumerate(pools) if pool.count(place) and card in pool.cards]
                if not having:
                    return None, chance
                pick, chance = chance.picked(len(having)) if len(having) > 1 else (0, chance)
                pools[having[pick]] = less(pools[having[pick]], place, card)
            lying[place] += cards
        for pool in pools:
            cards, chance = chance.shuffled(pool.cards)
            used = 0
            for place, number in pool.places:
                lying[place] += cards[used : used + number]
                used += number
        order: list[Card] = []
        for cards_there in lying.values():
            if len(pools) > 1 or wanted is not None:
                mixed, chance = chance.shuffled(cards_there)
                order += mixed
            else:
                order += cards_there
        return tuple(order), chance

    def _drawn(self, chance: Chance) -> tuple[Case, Chance]:
        """One of the cases, each as likely as it has ways to come about."""
        if len(self.cases) == 1:
            return self.cases[0], chance
        ways = [case.ways() for case in self.cases]
        left = int(chance.numbers()() * 2**53) * sum(ways) // 2**53
        upto = accumulate(ways)
        chosen = next(case for case, end in zip(self.cases, upto, strict=True) if left < end)
        return chosen, attrs.evolve(chance, count=chance.count + 1)


def hidden_places(seen: State) -> Iterator[tuple[Place, tuple[Hidden, ...]]]:
    """The places of a view in which there are card backs, in the order of the declarations, with the backs."""
    for field in seen.layout.zones():
        value = getattr(seen, field.name)
        rows = enumerate(value) if field.holds is Holds.PLAYERS else [(None, value)]
        for seat, row in rows:
            backs = tuple([card for card in cards_in(row) if isinstance(card, Hidden)])
            if backs:
                yield Place(field.name, seat), backs
