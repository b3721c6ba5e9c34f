"""Choosing: which cards a move takes from where, and which moves go with the cards that a person has picked.

A person picks cards, and the front end shows what can be done with them and which others may be picked as well. What
a move takes is read off what it does: the cards that leave the places of its player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

import attrs

from shedkit.core.cards import Card
from shedkit.core.errors import NotationError, ViewError
from shedkit.core.events import Event, Moved
from shedkit.core.moves import Move
from shedkit.core.picks import Pick
from shedkit.core.refusals import Refusal
from shedkit.core.roles import Role
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.front.labels import label

__all__ = ["Choice", "Choices", "choices", "counted", "why_not"]

M = TypeVar("M", bound=Move)


@attrs.frozen
class Choice(Generic[M]):
    """A move that a player can choose.

    Attributes:
        move: the move.
        picks: the cards it takes from places of its player, one for one; or the pile or the stock, where it takes from
            there; nothing for a move that is only a word, such as passing.
        penalised: whether the rules answer it with a penalty.

    """

    move: M
    picks: tuple[Pick, ...]
    penalised: bool = False

    @property
    def label(self) -> str:
        """What a button says; see `shedkit.front.label`."""
        return label(self.move)


@attrs.frozen
class Choices(Generic[M]):
    """All that a player can choose from at one moment.

    Attributes:
        all: one for each legal move, in the order of the list, and after them the penalised ones.

    """

    all: tuple[Choice[M], ...]

    def legal(self) -> Choices[M]:
        """Those without a penalty."""
        return Choices(tuple([choice for choice in self.all if not choice.penalised]))

    def with_picks(self, picked: Iterable[Pick] = ()) -> tuple[Choice[M], ...]:
        """Those that take all these cards, and perhaps others."""
        wanted = counted(picked)
        return tuple([choice for choice in self.all if wanted <= Counter(choice.picks)])

    def of_picks(self, picked: Iterable[Pick]) -> tuple[Choice[M], ...]:
        """Those that take these cards and no others, so that a person has picked enough for them."""
        wanted = counted(picked)
        return tuple([choice for choice in self.all if wanted == Counter(choice.picks)])

    def further(self, picked: Iterable[Pick] = ()) -> tuple[Pick, ...]:
        """The cards that may be picked beside these, each as often as one move takes it.

        >>> from shedkit import FrenchCard, Pick, Shithead
        >>> rules = Shithead(players=2, multi_card=True)
        >>> state = rules.position(hands=["7h 7s 8c", "Tc"], discard="6h")
        >>> mine = choices(rules, rules.view(state, 0))
        >>> [str(pick) for pick in mine.further()]
        ['7h of hands', '7s of hands', '8c of hands', 'all of discard']
        >>> [str(pick) for pick in mine.further([Pick("hands", FrenchCard("7h"))])]
        ['7s of hands']

        """
        taken = counted(picked)
        most: Counter[Pick] = Counter()
        for choice in self.with_picks(taken.elements()):
            most |= Counter(choice.picks) - taken
        return tuple(most.elements())


def counted(picked: Iterable[Pick]) -> Counter[Pick]:
    """How often each card is picked.

    Raises:
        ViewError: if something else is among them.

    """
    try:
        picked = tuple(picked)
    except TypeError:
        raise ViewError(f"a list of picks expected, not {short(picked)}") from None
    for pick in picked:
        if not isinstance(pick, Pick):
            raise ViewError(f"a Pick was expected, not {short(pick)}")
    return Counter(picked)


def choices(rules: Rules[Any, M], at: State | View[Any], player: int | None = None) -> Choices[M]:
    """What a player can choose from; nothing for one who can do nothing, and for an onlooker.

    Args:
        rules: the game.
        at: a view, or for the authority a state. Both give the same.
        player: who; of a view, its viewer.

    Raises:
        ViewError: if there is no such player, or a view is asked for another player than its viewer.

    """
    if player is None:
        if not isinstance(at, View):
            raise ViewError("the choices of a state are those of a player: name one")
        if at.player is None:
            return Choices(())
        player = at.player
    legal, penalised = rules.legal_moves(at, player), rules.penalised_moves(at, player)
    if not legal and not penalised:
        return Choices(())
    # what lies hidden makes no difference to the cards that leave the hand, so any table that can be will do
    state = rules.sample(at, 0) if isinstance(at, View) else at
    made = [(move, False) for move in legal] + [(move, True) for move in penalised]
    return Choices(tuple([Choice(move, _picks(rules, state, move, player), wrong) for move, wrong in made]))


def why_not(
    rules: Rules[Any, M], at: State | View[Any], picked: Iterable[Pick], player: int | None = None
) -> Refusal | None:
    """Why cards that a person has picked make no move: what the rules say to a move that names just them.

    Kinds of moves that the player can make at the moment are asked first.

    Args:
        rules: the game.
        at: a view, or for the authority a state.
        picked: the cards.
        player: who; of a view, its viewer.

    Returns:
        The refusal, or ``None`` where no kind of move names cards in this way, or the rules take the move.

    Raises:
        ViewError: as `choices`, and if something else than picks is among them.

    >>> from shedkit import FrenchCard, Pick, Shithead
    >>> rules = Shithead(players=2)
    >>> state = rules.position(hands=["4s 8c", "Tc"], discard="6h")
    >>> print(why_not(rules, rules.view(state, 0), [Pick("hands", FrenchCard("4s"))]))
    4s is lower than the 6 that counts. (SH-016)

    """
    words = [pick.card.code if pick.card else str(pick.slot or "") for pick in counted(picked).elements()]
    if player is None:
        if not isinstance(at, View) or at.player is None:
            raise ViewError("cards are refused to a player: name one")
        player = at.player
    kinds: list[type[Move]] = [*[type(move) for move in rules.legal_moves(at, player)], *rules.move_types]
    for verb in dict.fromkeys([kind.verb for kind in kinds]):
        try:
            move = rules.parse(" ".join([verb, *words]))
        except NotationError:
            continue
        refusal = rules.refusal(at, move, player)
        if refusal is not None:
            return refusal
    return None


_FROM: Final = {
    Role.TAKE: Role.PILE,
    Role.TAKE_TOP: Role.PILE,
    Role.BUY: Role.PILE,
    Role.DRAW: Role.STOCK,
    Role.BLIND: Role.STOCK,
}
"""Where moves take cards from that take none of their player's own, by the role of the move and the zone."""
_NOT_FROM: Final = (Role.CHOICE, Role.SHOWN)
_NOT_TO: Final = (Role.STOCK, Role.SHOWN)


def _picks(rules: Rules[Any, M], state: Any, move: M, player: int) -> tuple[Pick, ...]:
    """The cards that leave the player's own places at the beginning of the move, before anything follows from it."""
    events: list[Event] = []
    rules.apply_unchecked(state, move, player, events)
    picks: list[Pick] = []
    for event in rules.shown(events, player):
        if not isinstance(event, Moved):
            continue
        source, target = state.layout.field(event.source.zone), state.layout.field(event.target.zone)
        if event.source.player != player or source.role in _NOT_FROM or target.role in _NOT_TO:
            break
        cards = [
            card if isinstance(card, Card) and rules.can_see(event.source, player) else None for card in event.cards
        ]
        slots: Sequence[int | None] = event.source.slots or (None,) * len(cards)
        picks += [Pick(source.name, card, slot) for card, slot in zip(cards, slots, strict=True)]
    if not picks and move.role in _FROM:
        return tuple([Pick(name) for name in state.layout.names(_FROM[move.role])])
    return tuple(picks)
