"""The protocol that all games share, and what a game gets for free."""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import TypeVar, cast

from shedkit.core.cards import BACK, Card
from shedkit.core.chance import Chance
from shedkit.core.checking import checked
from shedkit.core.codec import Json, decode_kind, encode
from shedkit.core.errors import IllegalMove, NotationError, ViewError
from shedkit.core.events import Event, Moved, Place
from shedkit.core.knowledge import Knowledge
from shedkit.core.marks import marked
from shedkit.core.move_space import MoveSpace
from shedkit.core.moves import Move
from shedkit.core.notation import read_event, read_move, read_move_code, read_state, read_view
from shedkit.core.outcomes import Outcome
from shedkit.core.picks import Pick
from shedkit.core.picture import Look, Picture, Theme, studio
from shedkit.core.protocol import BareRules
from shedkit.core.sampling import sampled
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View

__all__ = ["Rules"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Rules(BareRules[S, M]):
    """One configured game: a frozen value whose fields are its options.

    Everything hangs on one loop, which runs unchanged for every game:

    >>> from random import Random
    >>> from shedkit import Quiclo
    >>> rules, rng = Quiclo(players=3), Random(7)
    >>> state = rules.deal(seed=7)
    >>> while actors := rules.actors(state):
    ...     player = actors[0]
    ...     move = rng.choice(rules.legal_moves(state, player))
    ...     state = rules.apply(state, move, player)
    >>> print(rules.outcome(state))
    player 1 wins; places: 2 1 2

    The author of a game writes a `Game`.
    """

    __slots__ = ()

    # --- reading

    def view(self, at: S | View[S], player: int | None) -> View[S]:
        """What a player, or with ``None`` an onlooker, may know of a state.

        Raises:
            ViewError: if there is no such player, or this is the view of somebody else.

        """
        player = None if player is None else self.seat(player)
        state = self.inside(at, None)
        if isinstance(at, View):
            if at.player != player:
                raise ViewError("a view cannot be turned into the view of somebody else")
            return at
        return View(player, state.layout.hide(state, player, self.open_zones()))

    def describe(self, at: S | View[S], player: int | EllipsisType | None = ...) -> str:
        """The table as text: all there is or, for a player or with ``None`` an onlooker, what that one may see.

        Raises:
            ViewError: if there is no such player, or this is the view of somebody else.

        """
        shown = at if isinstance(player, EllipsisType) else self.view(at, player)
        state = self.inside(shown, None)
        outcome = self.outcome(shown)
        if outcome is not None:
            head = str(outcome)
        else:
            actors = ", ".join(str(seat) for seat in self.actors(shown))
            head = f"to move: player {actors}"
        whose = ""
        if isinstance(shown, View):
            whose = ", as an onlooker sees it" if shown.player is None else f", as player {shown.player} sees it"
        above = self.headline(shown)
        return "\n".join(
            [f"{self.name}, {self.players} players{whose}; {head}", *([above] if above else []), str(state)]
        )

    def picture(
        self,
        at: S | View[S],
        player: int | None = None,
        *,
        everything: bool = False,
        selected: Sequence[Pick] = (),
        size: int = 720,
        theme: Theme = "light",
        names: Sequence[str] = (),
    ) -> Picture:
        """The table as an SVG, with the cards framed that a player who may move can use.

        Args:
            at: a state or a view.
            player: who is looking; of a view its viewer, and otherwise, without one, an onlooker.
            everything: whether to show all there is, as only the authority may see it.
            selected: the cards that are picked; framed are then those that can be picked beside them.
            size: the width in pixels, 320 to 4000; the height follows.
            theme: ``"light"`` or ``"dark"``.
            names: what the players are called.

        Raises:
            ViewError: if there is no such player, this is the view of somebody else, or size, theme or names are none.

        >>> from shedkit import Quiclo
        >>> rules = Quiclo(players=2)
        >>> rules.picture(rules.deal(seed=7), 0).svg[:5]
        '<svg '

        """
        look = Look(everything, selected, size, theme, names)
        return studio().draw(self, at, player, look)

    # --- changing

    def apply(self, state: S, move: M, player: int) -> S:
        """The state after a legal or penalised move; the given state stays as it is.

        Raises:
            IllegalMove: carrying the refusal, for any other move.
            ViewError: for a view, or anything else that is no full state of this game.

        """
        return self.apply_unchecked(state, move, self._require(state, move, player))

    def _require(self, state: S, move: M, player: int) -> int:
        """The seat of a player who may make the move; raise if it may not."""
        if not isinstance(state, self.state_type):
            what = "a view shows too little" if isinstance(state, View) else f"not {short(state)}"
            raise ViewError(f"a move is made in a {self.state_type.__name__}: {what}")
        self._of_this_table(state)
        refusal = self.refusal(state, move, player)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self.seat(player)

    def trace(self, state: S, move: M, player: int) -> tuple[S, tuple[Event, ...]]:
        """`apply`, and what happened, in order, as the authority sees it; see `shown`.

        Raises:
            IllegalMove: as `apply`.
            ViewError: as `apply`.

        """
        seat = self._require(state, move, player)
        log: list[Event] = []
        return self.apply_unchecked(state, move, seat, log), tuple(log)

    def shown(self, events: Sequence[Event], player: int | None) -> tuple[Event, ...]:
        """Events as a player, or with ``None`` an onlooker, could see them.

        A card is seen where it comes from or goes to a place that the reader may look into.

        Raises:
            ViewError: if there is no such player.
            NotationError: for what is no event.

        """
        player = None if player is None else self.seat(player)
        if type(events) is not tuple and not isinstance(events, Sequence):
            raise NotationError(f"a list of events expected, not {short(events)}")
        seen = []
        for event in events:
            if not isinstance(event, Event):
                raise NotationError(f"an event expected, not {short(event)}")
            if event.audience() not in (None, player):
                continue
            if isinstance(event, Moved) and not (
                self.can_see(event.source, player) or self.can_see(event.target, player)
            ):
                event = Moved((BACK,) * len(event.cards), event.source, event.target)
            seen.append(event)
        return tuple(seen)

    # --- what may be hidden

    def wanted(
        self, /, seen: S, knowledge: Knowledge, chance: Chance
    ) -> tuple[tuple[Place, tuple[Card, ...]] | None, Chance]:
        """Cards that `sample` is to lay into a place before it lays out the others, where few hands are `possible`.

        Override it where the right hand would hardly be met by chance. Every hand that can be should come up.

        Args:
            seen: the inside of the view.
            knowledge: what is known of the hidden cards: `Knowledge.hidden`, and `Knowledge.may_lie`.
            chance: what to draw from.

        Returns:
            The place and the cards, or ``None`` if there is nothing to see to; and the chance left.

        """
        return None, chance

    def sample(self, view: View[S], seed: int, *, knowledge: Knowledge | None = None) -> S:
        """A full state that this view allows, and with it the knowledge of its player.

        Every placing of the hidden cards is equally likely, but where `wanted` sees to a hand. What the declarations
        do not tell comes from `hidden_values` and `possible`, which know nothing of the past. The state brings a
        chance of its own, so a search in it learns nothing about coming shuffles.

        Raises:
            ViewError: if the view is not one of this game, the knowledge is not about it, or nothing fits it.

        """
        return cast(S, sampled(self, self.wanted, view, seed, knowledge))

    # --- numbers, codes, JSON and positions

    def move_space(self) -> MoveSpace[S, M]:
        """The numbers of all moves that players can have under these rules; equal rules have equal numbers.

        Raises:
            ConfigurationError: if a kind of move does not say which values it can have, or there are far too many.

        >>> from shedkit import Shithead
        >>> Shithead(players=4).move_space().size
        76

        """
        return MoveSpace.of(self)

    def parse(self, code: str, at: S | None = None) -> M:
        """The move that a code stands for: ``parse(str(move)) == move``.

        Args:
            code: the code.
            at: where an old record is played again, the state in which the move was made; what codes of older versions
                left out lay open there. A move for a running match is read without it.

        Raises:
            NotationError: if the text is no code of a move of this game.

        """
        return cast(M, read_move_code(self, code, at))

    def to_json(self, value: S | View[S] | Move | Event | Outcome) -> Json:
        """A value of this game as plain JSON, to be read back by the method of its kind below.

        States, also those inside views, carry the `digest` of the rules: other rules do not read them.

        Raises:
            NotationError: for anything else, such as a value of another game, or a subclass of a move.

        """
        if isinstance(value, self.state_type):
            return marked(self.digest(), encode(value))
        if isinstance(value, View) and isinstance(value.state, self.state_type):
            return {"player": value.player, "state": marked(self.digest(), encode(value.state))}
        if type(value) not in (*self.move_types, *self.event_types, Outcome):
            what = f"the view of a {type(value.state).__name__}" if isinstance(value, View) else short(value)
            raise NotationError(f"a state, view, move, event or outcome of {self.name} expected, not {what}")
        return encode(value)

    def state_from_json(self, data: Json) -> S:
        """A state from JSON.

        Raises:
            NotationError: if it is not the JSON of a state of this game, or belongs to other options or another format.
            PositionError: if the position it describes cannot be.

        """
        return self.checked(cast(S, read_state(self, data)))

    def view_from_json(self, data: Json) -> View[S]:
        """A view from JSON.

        Raises:
            NotationError: if it is not the JSON of a view of this game, belongs to other options or another format, or
                shows what its viewer cannot see.

        """
        return cast("View[S]", read_view(self, data))

    def move_from_json(self, data: Json, at: S | None = None) -> M:
        """A move from JSON.

        Args:
            data: the JSON.
            at: as in `parse`.

        Raises:
            NotationError: if it is not the JSON of a move of this game.

        """
        return cast(M, read_move(self, data, at))

    def event_from_json(self, data: Json) -> Event:
        """An event from JSON.

        Raises:
            NotationError: if it is not the JSON of an event of this game.

        """
        return read_event(self, data)

    def outcome_from_json(self, data: Json) -> Outcome:
        """An outcome from JSON.

        Raises:
            NotationError: if it is not the JSON of an outcome.

        """
        return cast(Outcome, decode_kind(Outcome, data, "outcome", card=self.card_type))

    def checked(self, state: S) -> S:
        """The state itself, if it can be a position of this game.

        Raises:
            PositionError: if the cards are not the deck, a fact does not fit the table, or nobody could move.

        """
        return cast(S, checked(self, state))
