"""The protocol that all games share, as far as a game says it of itself; `Rules` adds what follows from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from operator import index
from typing import Generic, TypeVar

from shedkit.core.cards import Card
from shedkit.core.configured import Configured
from shedkit.core.declarations import Visibility
from shedkit.core.errors import ViewError
from shedkit.core.events import Event, Place
from shedkit.core.moves import Move
from shedkit.core.outcomes import Outcome
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.states import State
from shedkit.core.values import short
from shedkit.core.views import View

__all__ = ["BareRules", "may_not_move"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class BareRules(Configured, Generic[S, M]):
    """What a game says of itself, and how it is read."""

    __slots__ = ()

    # --- what the author of a game writes

    @abstractmethod
    def deal(self, seed: int | None = None, *, order: Sequence[Card | str] | str | None = None) -> S:
        """A fresh game.

        Args:
            seed: any integer of at most 128 bits; it decides this shuffle and all later ones. Without one, the
                operating system's source of randomness gives one.
            order: the cards of the deck in the order they are dealt, instead of the first shuffle.

        Raises:
            ConfigurationError: if the seed is no such integer or the order is not the deck.

        """

    @abstractmethod
    def actors(self, at: S | View[S]) -> tuple[int, ...]:
        """The players who may move now, in the order to ask them; empty exactly when the game is over.

        From a state this is for the authority only: it can tell who holds what. From a view it is what
        everybody knows, and the viewer if it may move.
        """

    @abstractmethod
    def legal_moves(self, at: S | View[S], player: int) -> tuple[M, ...]:
        """All moves the player may make, without duplicates; nothing for a player who is no actor.

        Raises:
            ViewError: if a view is asked for another player than its viewer.

        """

    @abstractmethod
    def refusal(self, at: S | View[S], move: M, player: int) -> Refusal | None:
        """Why `apply` would refuse the move, or ``None`` if it takes it."""

    @abstractmethod
    def apply_unchecked(self, state: S, move: M, player: int, log: list[Event] | None = None) -> S:
        """The state after a move that comes from the lists. For other moves the result has no meaning.

        Args:
            state: a full state.
            move: one of the legal or penalised moves.
            player: who makes it.
            log: if given, what happens is appended to it, as the authority sees it.

        """

    @abstractmethod
    def outcome(self, at: S | View[S]) -> Outcome | None:
        """How the game ended, or ``None`` while it runs."""

    @abstractmethod
    def public_actors(self, /, state: S) -> tuple[int, ...]:
        """The actors that everybody knows of; `actors` may also name others.

        The state may be the inside of a view, so only public facts may be read.
        """

    def open_zones(self) -> frozenset[str]:
        """The names of owner zones that these options lay open to everyone."""
        return frozenset()

    @abstractmethod
    def fault(self, /, state: S) -> str | None:
        """What is contradictory in a position, in a sentence, beyond its shape and the deck.

        The state may be the inside of a view: what is hidden is to be passed over.
        """

    def hidden_values(self, /, state: S, name: str, player: int) -> tuple[object, ...]:
        """The values that a hidden fact can have, of an owner fact the entry of one player, given all the cards.

        Every such fact but the chance needs an answer here; `sample` draws from it.
        """
        raise NotImplementedError(f"{type(self).__name__} has a hidden fact {name}: say what it can be")

    def favours_seats(self, /, state: S) -> bool:
        """Whether what follows may depend on the numbers of the seats; law 15 of `shedkit.testing` is waived then."""
        return False

    def possible(self, /, state: S) -> bool:
        """Whether a state that `sample` has put together can be, where the declarations do not tell."""
        return True

    @abstractmethod
    def penalised_moves(self, at: S | View[S], player: int) -> tuple[M, ...]:
        """The moves that the rules answer with a penalty; `apply` takes them like the legal ones.

        Raises:
            ViewError: if a view is asked for another player than its viewer.

        """

    def suggested(self, /, at: S | View[S], player: int) -> tuple[tuple[M, ...], ...]:
        """Sequences of moves that a person makes as one, such as laying a whole contract; the best one first.

        Each is legal from its first move to its last, as long as nobody else moves between them.

        Raises:
            ViewError: if there is no such player, or a view is asked for another player than its viewer.

        """
        self.inside(at, self.seat(player))
        return ()

    def headline(self, /, at: S | View[S]) -> str:
        """What stands above the table: public facts that follow from rules and state together, in a line."""
        return ""

    # --- reading

    def inside(self, at: S | View[S], player: int | None) -> S:
        """The state to read the rules from: itself, or the inside of a view for its viewer.

        Raises:
            ViewError: if a view is asked for another player than its viewer, or this is neither.

        """
        if isinstance(at, self.state_type):
            return self._of_this_table(at)
        if isinstance(at, View) and isinstance(at.state, self.state_type):
            if player is not None and player != at.player:
                who = "an onlooker's" if at.player is None else f"player {at.player}'s"
                raise ViewError(f"this is {who} view; it says nothing about player {short(player)}")
            return self._of_this_table(at.state)
        raise ViewError(f"{self.name} reads a {self.state_type.__name__} or a view of one, not {short(at)}")

    def seat(self, player: object) -> int:
        """The number of a seat, whatever kind of whole number it is given as.

        Raises:
            ViewError: if there is no such player.

        >>> from shedkit import Quiclo
        >>> Quiclo(players=2).seat(1)
        1
        >>> Quiclo(players=2).seat(2)
        Traceback (most recent call last):
            ...
        shedkit.core.errors.ViewError: there is no player 2; players are 0 to 1

        """
        if type(player) is not int:
            with suppress(TypeError, ValueError):
                if type(player) is not bool:
                    player = index(player)  # type: ignore[arg-type]  # numbers of other libraries have it
        if type(player) is int and 0 <= player < self.players:
            return player
        raise ViewError(f"there is no player {short(player)}; players are 0 to {self.players - 1}")

    def _of_this_table(self, state: S) -> S:
        seats = state.layout.seats(state)
        if seats != self.players:
            raise ViewError(f"this is a table of {seats} players; these rules are for {self.players}")
        return state

    def seen_actors(self, view: View[S]) -> tuple[int, ...]:
        """What `actors` answers for a view."""
        asked = self.public_actors(self.inside(view, None))
        viewer = view.player
        if viewer is None or viewer in asked or not self.legal_moves(view, viewer):
            return asked
        return (viewer, *asked)

    def can_see(self, place: Place, player: int | None) -> bool:
        """Whether a player, or with ``None`` an onlooker, may look at the cards of a place."""
        seen = self.state_type.layout.field(place.zone).visible_to
        if seen is Visibility.EVERYONE or place.zone in self.open_zones():
            return True
        return seen is Visibility.OWNER and player is not None and place.player == player

    def not_a_move(self, move: object, player: object) -> Refusal:
        """The refusal of what is no move of a player of this game or, if it is one, comes too late (SK-01 to SK-04).

        Args:
            move: what was handed over as a move.
            player: who was said to make it.

        """
        if type(player) is not int or not 0 <= player < self.players:
            return Refusal(
                Reason.NO_SUCH_PLAYER,
                "SK-01",
                f"There is no player {short(player)}; players are 0 to {self.players - 1}.",
            )
        if not isinstance(move, Move):
            hint = "; parse reads codes" if isinstance(move, str) else ""
            return Refusal(Reason.NOT_A_MOVE, "SK-02", f"A move was expected, not {short(move)}{hint}.")
        if type(move) not in self.move_types:
            return Refusal(Reason.FOREIGN_MOVE, "SK-03", f"{type(move).__name__} is no move of {self.name}.")
        return Refusal(Reason.GAME_OVER, "SK-04", "The game is over.")

    def not_an_actor(self, state: S, player: int) -> Refusal:
        """The refusal of a player who may not move now, though others may (SK-05)."""
        return may_not_move(player, self.public_actors(state))


@lru_cache(maxsize=4096)
def may_not_move(player: int, seats: tuple[int, ...]) -> Refusal:
    """The refusal of a player who may not move now, while those in these seats may (SK-05)."""
    who = ("players " if len(seats) > 1 else "player ") + ", ".join(map(str, seats))
    return Refusal(Reason.NOT_AN_ACTOR, "SK-05", f"Player {player} may not move now: {who} may.")
