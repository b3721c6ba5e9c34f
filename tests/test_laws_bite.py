"""The laws can fail: each catches a game that is broken on purpose.

A mutant is a game of the library with one method that does wrong; the law that it breaks must say so.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest

from shedkit import Quiclo, ShanghaiRummy, Shithead
from shedkit.authoring import on
from shedkit.core.cards import FrenchCard, Hidden
from shedkit.core.chance import Chance
from shedkit.core.drafts import state
from shedkit.core.events import Event, Moved, Turn
from shedkit.core.fields import fact, zone
from shedkit.core.move_space import MoveSpace
from shedkit.core.moves import Move
from shedkit.core.numbering import OutOf
from shedkit.core.outcomes import Outcome
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.states import Holds, State, Visibility, evolve
from shedkit.core.views import View
from shedkit.families.ladder import Declined
from shedkit.families.melds import Laid, Meld
from shedkit.games.quiclo import Draw, Pass, Play, QuicloState
from shedkit.games.shanghai_rummy import Bought, Buy, DrawStock, LayMeld, LayOff, MayBuy, ShanghaiState, SwapJoker
from shedkit.games.shanghai_rummy.drawing import ask_or_draw, buyers
from shedkit.games.shithead import Arrange, Decline, React, ShitheadState
from shedkit.testing import LAWS, LawBroken, check_laws, check_position

MUTANTS: list[Any] = []


def breaks(*laws: int, position: dict[str, Any] | None = None, **options: Any) -> Callable[[type[Any]], type[Any]]:
    """Note a broken class with the law that it breaks, and others that its fault breaks too.

    Args:
        laws: the law meant, then those of which one may be found broken before it.
        position: where the fault shows; without it, play is watched.
        options: of the game.

    """

    def note(kind: type[Any]) -> type[Any]:
        MUTANTS.append(pytest.param(laws, kind, options, position, id=f"{laws[0]:02}-{kind.__name__}"))
        return kind

    return note


def applied_without(kind, apply_unchecked, state, move, player, log):
    """The state after a move, whose events of one kind nobody hears of."""
    events: list[Event] = []
    after = apply_unchecked(state, move, player, events)
    if log is not None:
        log.extend(event for event in events if not isinstance(event, kind))
    return after


# law 1


@breaks(1, 16)
class LosesACard(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        return evolve(after, stock=after.stock[1:])


@breaks(1, 16)
class DoublesACard(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        return evolve(after, discard=after.discard + after.discard[-1:])


@breaks(1, 16)
class ChangesACard(Shithead):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        return evolve(after, stock=(FrenchCard("Jk"), *after.stock[1:]))


@breaks(1)
class DealsTooFew(Shithead):
    def deal(self, seed=None, *, order=None):
        dealt = super().deal(seed, order=order)
        return evolve(dealt, stock=dealt.stock[1:])


# law 2


@breaks(2)
class ChangesItsInput(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        object.__setattr__(state, "chance", Chance(1, state.chance.count + 1))
        return after


@breaks(2)
class MovesTheTurnOfItsInput(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        object.__setattr__(state, "turn", (state.turn + 1) % self.players)
        return after


@breaks(2, 15)
class RollsDice(Quiclo):
    dice = Random(1)

    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        return evolve(after, chance=Chance(self.dice.getrandbits(32)))


@breaks(2)
class TracesAnotherWay(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        return after if log is None else evolve(after, chance=Chance(99))


@breaks(2)
class DealsByTheClock(Quiclo):
    dice = Random(2)

    def deal(self, seed=None, *, order=None):
        return super().deal(self.dice.getrandbits(32), order=order)


# law 3


@breaks(3)
class EndsTooEarly(Quiclo):
    def outcome(self, at):
        now = self.inside(at, None)
        done = super().outcome(at)
        return Outcome((1, 2), (0,), ()) if done is None and len(now.discard) > 2 else done


@breaks(3, hand_size=1)
class NeverEnds(Quiclo):
    def outcome(self, at):
        return None


@breaks(3)
class GoesToSleep(Quiclo):
    def actors(self, at):
        now = at if isinstance(at, QuicloState) else self.inside(at, None)
        return () if len(now.discard) > 2 else super().actors(at)


@breaks(3, position={"hands": ["", "5h"], "discard": "4h", "phase": "over", "results": [(1, 2)], "out": [0]}, rounds=2)
class EndsBetweenRounds(Shithead):
    def outcome(self, at):
        results = self.inside(at, None).results
        return Outcome(results[-1].places, (0,), (1,), rounds=results) if results else None


# law 4


@breaks(4)
class LeavesNoMove(Quiclo):
    def legal_moves(self, at, player):
        return tuple(move for move in super().legal_moves(at, player) if not isinstance(move, Draw))


@breaks(4)
class LetsEverybodyMove(Quiclo):
    def legal_moves(self, at, player):
        return super().legal_moves(at, player) or ((Draw(),) if self.inside(at, player).phase == "play" else ())


@breaks(4)
class PenalisesBystanders(Quiclo):
    def penalised_moves(self, at, player):
        return super().penalised_moves(at, player) or (Pass(),)


@breaks(4)
class AsksSeatTwo(Quiclo):
    def actors(self, at):
        seats = super().actors(at)
        return (*seats, 2) if seats else seats


@breaks(4)
class AsksTwice(Quiclo):
    def actors(self, at):
        return super().actors(at) * 2


# law 5


@breaks(5)
class ListsAnIllegalMove(Quiclo):
    def legal_moves(self, at, player):
        moves = super().legal_moves(at, player)
        return (*moves, Pass()) if moves else moves


@breaks(5)
class RefusesALegalMove(Quiclo):
    def refusal(self, at, move, player):
        if isinstance(move, Draw):
            return Refusal(Reason.MUST_PLAY, "QU-A11", "Lay a card.")
        return super().refusal(at, move, player)


@breaks(5)
class TakesAnUnlistedMove(Quiclo):
    def refusal(self, at, move, player):
        refusal = super().refusal(at, move, player)
        return None if refusal is not None and refusal.reason is Reason.CARD_NOT_HELD else refusal


@breaks(5)
class ForgetsToListAMove(Shithead):
    def legal_moves(self, at, player):
        moves = super().legal_moves(at, player)
        return moves[1:] if len(moves) > 2 else moves


@breaks(5)
class TakesAnything(Quiclo):
    def refusal(self, at, move, player):
        return None


@breaks(5)
class TakesMovesOfNobody(Quiclo):
    def refusal(self, at, move, player):
        return None if player == -1 else super().refusal(at, move, player)


# law 6


@breaks(6)
class ListsTwice(Quiclo):
    def legal_moves(self, at, player):
        moves = super().legal_moves(at, player)
        return moves + moves[:1]


@breaks(6)
class ListsInBothLists(Quiclo):
    def penalised_moves(self, at, player):
        return (*super().penalised_moves(at, player), *super().legal_moves(at, player)[:1])


# law 7


@breaks(7)
class LosesTheChanceInJson(Quiclo):
    def state_from_json(self, data):
        return evolve(super().state_from_json(data), chance=Chance(0))


@breaks(7)
class ForgetsTheOrderInJson(Shithead):
    def to_json(self, value):
        made = super().to_json(value)
        if isinstance(value, ShitheadState):
            made["stock"] = sorted(made["stock"])
        return made


@breaks(7)
class MisreadsACode(Quiclo):
    def parse(self, code):
        return Draw() if code.startswith("play") else super().parse(code)


@breaks(7)
class MisreadsAMove(Quiclo):
    def move_from_json(self, data):
        return Draw()


@breaks(7)
class MisreadsAnEvent(Quiclo):
    def event_from_json(self, data):
        return Turn(0)


@breaks(7)
class MisreadsAView(Quiclo):
    def view_from_json(self, data):
        read = super().view_from_json(data)
        return View(None, read.state)


@breaks(7)
class WritesWhatItCannotRead(Quiclo):
    def to_json(self, value):
        made = super().to_json(value)
        if isinstance(value, QuicloState):
            made["mood"] = "good"
        return made


@breaks(7)
class ReadsStatesOfOtherRules(Quiclo):
    def state_from_json(self, data):
        return super().state_from_json({**data, "rules": self.digest()})


@breaks(7)
class ReadsViewsOfOtherRules(Quiclo):
    def view_from_json(self, data):
        return super().view_from_json({**data, "state": {**data["state"], "rules": self.digest()}})


@breaks(7)
class MarksAllOptionsAlike(Quiclo):
    def digest(self):
        return "quiclo-1-0123456789abcdef"


# law 8


@breaks(8, hand_size=1)
class RemembersTheEnd(Quiclo):
    """It behaves, until its first game has ended; then the same moves lead elsewhere."""

    went_out = False

    def outcome(self, at):
        done = super().outcome(at)
        if done is not None:
            type(self).went_out = True
        return done

    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        return evolve(after, chance=Chance(5)) if self.went_out and after.phase == "over" else after

    def deal(self, seed=None, *, order=None):
        type(self).went_out = False
        return super().deal(seed, order=order)


# law 9


@breaks(9)
class ViewsAViewAnotherWay(Quiclo):
    def view(self, at, player):
        seen = super().view(at, player)
        return View(player, evolve(seen.state, passes=1)) if isinstance(at, View) else seen


# law 10


@breaks(10, 5, position={"hands": ["8 45", "7"], "discard": "87", "phase": "drawn", "drawn": "8"}, play_drawn=True)
class SamplesADrawnCardThatIsNotHeld(Quiclo):
    def hidden_values(self, state, name, player):
        return (state.stock[0],) if state.phase == "drawn" and player == state.turn else (None,)


@breaks(
    10,
    position={"hands": ["9s Kc", "7h 7s", "4c"], "discard": "7c 7d"},
    players=3,
    out_of_turn_quad=True,
)
class SamplesThatAnybodyHasDeclined(Shithead):
    def hidden_values(self, state, name, player):
        return (True,)


@breaks(10)
class SamplesHandsOutOfOrder(Quiclo):
    def sample(self, view, seed, *, knowledge=None):
        made = super().sample(view, seed, knowledge=knowledge)
        return evolve(made, hands=tuple(hand[::-1] for hand in made.hands))


@breaks(10, 1)
class SamplesWithoutTheStock(Quiclo):
    def sample(self, view, seed, *, knowledge=None):
        made = super().sample(view, seed, knowledge=knowledge)
        return evolve(made, stock=made.stock[1:])


@breaks(10)
class SamplesNothing(Quiclo):
    def possible(self, state):
        return False


# law 11


@breaks(11)
class SamplesAnotherHandForTheViewer(Quiclo):
    def sample(self, view, seed, *, knowledge=None):
        made = super().sample(view, seed, knowledge=knowledge)
        return evolve(made, hands=made.hands[::-1])


@breaks(11)
class DescribesEverything(Quiclo):
    def describe(self, at, player=None):
        return super().describe(at)


@breaks(11)
class TellsInARefusal(Quiclo):
    def refusal(self, at, move, player):
        refusal = super().refusal(at, move, player)
        if refusal is not None and isinstance(at, QuicloState):
            return Refusal(refusal.reason, refusal.rule, f"No; the next card is {at.stock[:1]}.")
        return refusal


@breaks(11)
class ShowsTheHands(Quiclo):
    def view(self, at, player):
        seen = super().view(at, player)
        return seen if isinstance(at, View) else View(player, evolve(seen.state, hands=at.hands))


@breaks(11)
class ShowsTheNextCard(Quiclo):
    def view(self, at, player):
        seen = super().view(at, player)
        if isinstance(at, View):
            return seen
        return View(player, evolve(seen.state, stock=at.stock[:1] + seen.state.stock[1:]))


@breaks(11, position={"hands": ["9s Kc", "7h 7s", "4c"], "discard": "7c 7d"}, players=3, out_of_turn_quad=True)
class NamesTheReactors(Shithead):
    """What everybody knows of is worked out from the hands."""

    def view(self, at, player):
        seen = super().view(at, player)
        if isinstance(at, View):
            return seen
        return View(player, evolve(seen.state, layer=self.actors(at)[0]))


@breaks(11, position={"hands": ["9s Kc", "7h 7s", "4c"], "discard": "7c 7d"}, players=3, out_of_turn_quad=True)
class TellsOfADecline(Shithead):
    def shown(self, events, player):
        return super().shown(events, player) or tuple(event for event in events if isinstance(event, Declined))


@breaks(11)
class HidesAMoveFromItsPlayer(Quiclo):
    def legal_moves(self, at, player):
        moves = super().legal_moves(at, player)
        return moves[::-1] if isinstance(at, View) else moves


@breaks(11)
class AnswersForOthers(Quiclo):
    def inside(self, at, player):
        return at.state if isinstance(at, View) else at


@breaks(11)
class KnowsOfNobody(Quiclo):
    def actors(self, at):
        return () if isinstance(at, View) else super().actors(at)


@breaks(11, players=2, hand_size=1)
class SeesNoOutcome(Quiclo):
    def outcome(self, at):
        return None if isinstance(at, View) else super().outcome(at)


@breaks(11)
class TellsTheStockInAnEvent(Quiclo):
    """Whose turn it is seems to depend on the next card of the stock."""

    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        if log is not None and after.stock:
            log.append(Turn(after.stock[0].number % 2))
        return after


# law 13


@breaks(13)
class RefusesWithoutARule(Quiclo):
    def refusal(self, at, move, player):
        refusal = super().refusal(at, move, player)
        return None if refusal is None else Refusal(refusal.reason, "because", refusal.text)


@breaks(13)
class RefusesWithoutASentence(Quiclo):
    def refusal(self, at, move, player):
        refusal = super().refusal(at, move, player)
        return None if refusal is None else Refusal(refusal.reason, refusal.rule, "")


@breaks(13)
class ChangesTheStateOnRefusal(Quiclo):
    def apply(self, state, move, player):
        if self.refusal(state, move, player) is not None:
            object.__setattr__(state, "passes", state.passes + 1)
        return super().apply(state, move, player)


# law 14


@breaks(14, hand_size=1)
class ForgetsAPlayer(Quiclo):
    def outcome(self, at):
        done = super().outcome(at)
        return done and attrs.evolve(done, places=done.places[:-1])


@breaks(14, hand_size=1)
class LeavesAPlaceOut(Quiclo):
    def outcome(self, at):
        done = super().outcome(at)
        return done and attrs.evolve(done, places=tuple(place * 2 for place in done.places))


@breaks(14, hand_size=1)
class MakesALoserWin(Quiclo):
    def outcome(self, at):
        done = super().outcome(at)
        return done and attrs.evolve(done, losers=done.winners)


# law 15


@breaks(15)
class GivesSeatZeroAnotherTurn(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        return evolve(after, turn=0) if after.phase == "play" and after.hands[0] else after


@breaks(15)
class LetsSeatZeroLayAnything(Shithead):
    def legal_moves(self, at, player):
        moves = super().legal_moves(at, player)
        return moves[::-1] if player == 0 else moves


@breaks(15, players=2, hand_size=1)
class MakesSeatZeroWin(Quiclo):
    def outcome(self, at):
        done = super().outcome(at)
        return done and attrs.evolve(done, places=(1,) + (2,) * (self.players - 1), winners=(0,))


# laws 2 and 6 of lists, orders and shuffles


@breaks(6)
class ListsMovesInAList(Quiclo):
    def legal_moves(self, at, player):
        return list(super().legal_moves(at, player))


@breaks(2)
class DealsWhateverTheOrder(Quiclo):
    def deck_order(self, seed, order, chance=None):
        return super().deck_order(0 if seed is None else seed, None, chance)


@breaks(2, position={"hands": ["45", "7"], "discard": "1 2 87", "stock": ""})
class ShufflesAlwaysAlike(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        return evolve(super().apply_unchecked(state, move, player, log), chance=state.chance)


# law 16


@breaks(16, 11)
class ShowsEveryEvent(Quiclo):
    def shown(self, events, player):
        return tuple(events)


@breaks(16)
class ForgetsAnEvent(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        return applied_without(Moved, super().apply_unchecked, state, move, player, log)


@breaks(16)
class TellsOfCardsThatAreNotThere(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        mine: list[Event] = []
        after = super().apply_unchecked(state, move, player, mine)
        for event in mine if log is not None else ():
            log.append(attrs.evolve(event, cards=self.deck[:1]) if isinstance(event, Moved) else event)
        return after


# law 19


class ASpace(MoveSpace):
    """Of a game that says itself what its space does."""

    def index(self, view, move, player=None):
        return self.rules.altered(super().index(view, move, player), view, move)

    def move(self, view, index, player=None):
        return self.rules.meant(super().move(view, index, player), view)


class Numbering(Quiclo):
    """A game with a space that could do wrong."""

    def move_space(self):
        return ASpace(self)

    def altered(self, number, view, move):
        return number

    def meant(self, move, view):
        return move


@breaks(19)
class GivesTwoMovesOneNumber(Numbering):
    def altered(self, number, view, move):
        return number // 2

    def meant(self, move, view):
        return move


@breaks(19)
class CountsFromOne(Numbering):
    def altered(self, number, view, move):
        return number + 1


@breaks(19)
class MeansAnotherMove(Numbering):
    def meant(self, move, view):
        return Draw()


@breaks(19)
class NumbersWhatIsHidden(Numbering):
    """On the table the number is another one than in the view."""

    def altered(self, number, view, move):
        return number if isinstance(view, View) else (number + view.stock[0].number) % 60


@breaks(19)
class MasksWrongPlaysToo(Quiclo):
    def move_space(self):
        space = super().move_space()

        class Lenient(type(space)):
            def indices(self, view, player=None):
                player = view.player if player is None else player
                wrong = [self.index(view, move, player) for move in self.rules.penalised_moves(view, player)]
                return super().indices(view, player) + wrong

        return Lenient(self)


@breaks(19)
class MasksTheLastNumber(Quiclo):
    def move_space(self):
        space = super().move_space()

        class Odd(type(space)):
            def mask(self, view, player=None):
                return [*super().mask(view, player)[:-1], 0]

        return Odd(self)


@breaks(19)
class GrowsWithTheGame(Quiclo):
    """Its space has as many numbers as it has been asked for."""

    asked = 0

    def move_space(self):
        type(self).asked += 1
        return MoveSpace(Quiclo(players=2, highest_card=100 + self.asked))


@breaks(19)
class LeavesAGap(Quiclo):
    def move_space(self):
        space = MoveSpace(self)
        space.blocks = space.blocks[1:]
        return space


@breaks(19)
class GivesNoNumberToAMove(Quiclo):
    """A draw is said to need an option, and happens without it."""

    @on(Draw, "play", needs="play_drawn")
    def draw(self, s, move, player):
        super().draw(s, move, player)


@attrs.frozen
class Shout(Move):
    """A kind of move of which nobody knows how many there are."""

    times: int


@breaks(19)
class DoesNotSayHowManyMovesThereAre(Quiclo):
    move_types = (*Quiclo.move_types, Shout)

    @on(Shout, "play")
    def shout(self, s, move, player):
        self.end_turn(s, player)


@breaks(19, position={"hands": ["4c 5c 6c", "4h 5h 6h"], "face_up": ["7c 8c 9c", "7h 8h 9h"], "phase": "swap"})
class ChoosesOutOfFive(Shithead):
    def move_space(self):
        space = MoveSpace(self)
        offset, placed = space._placed[Arrange]
        space._placed[Arrange] = offset, attrs.evolve(placed, values=OutOf(5, 3))
        return space


@breaks(19, position={"hands": ["4c 5c 6c", "4h 5h 6h"], "face_up": ["7c 8c 9c", "7h 8h 9h"], "phase": "swap"})
class LooksIntoTheHandsOfOthers(Shithead):
    """The numbers depend on what another player holds."""

    def move_space(self):
        space = MoveSpace(self)
        offset, placed = space._placed[Arrange]
        space._placed[Arrange] = offset, attrs.evolve(placed, values=OutOfTheOthers(6, 3))
        return space


class OutOfTheOthers(OutOf):
    def number(self, rules, now, player, held, value):
        return super().number(rules, now, 1 - player, held, now.hands[1 - player][:3])


# the same laws in a game with contracts, purchases and jokers

ONE_SET: dict[str, Any] = {"hands": ["4c 4d 4h Js Jd 9c", "2c 3d 9h"], "discard": "8s", "phase": "play"}
TWO_SETS: dict[str, Any] = {**ONE_SET, "hands": ["4c 4d 4h Js Jd Jc 9c", "2c 3d 9h"]}
BEGUN: dict[str, Any] = {
    "hands": ["Js Jd Jc 9c", "2c 3d 9h"],
    "melds": [(0, "4c 4d 4h")],
    "discard": "8s",
    "phase": "play",
    "laid": 1,
}
TABLE: dict[str, Any] = {
    "hands": ["Jk 9h 2c 4s", "2d 3d"],
    "melds": [(0, "5h 6h 7h 8h"), (0, "4c 4d 4h"), (1, "5s Jk=6s 7s 8s"), (1, "Kc Kd Kh")],
    "discard": "8d",
    "phase": "play",
    "round": 2,
}
CLAIM: dict[str, Any] = {
    "hands": ["2c 3c", "9c 9d", "Kc Kd"],
    "discard": "9h",
    "phase": "claim",
    "claimant": 1,
    "upcard": True,
}


@breaks(1, 16, position=TWO_SETS)
class LaysAMeldWithoutItsLastCard(ShanghaiRummy):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        if not isinstance(move, LayMeld):
            return after
        lost = Laid(player, Meld("set", move.meld.cards[:-1], move.meld.rank))
        return evolve(after, melds=(*after.melds[:-1], lost))


@breaks(1, 16, position={**TABLE, "hands": ["6s 2c", "2d 3d"]})
class KeepsTheJokerThatIsExchanged(ShanghaiRummy):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        if not isinstance(move, SwapJoker):
            return after
        return evolve(after, melds=state.melds)


@breaks(4, position=ONE_SET)
class BeginsAContractThatCannotBeCompleted(ShanghaiRummy):
    """List, refusal and the way on agree; but then there is no move."""

    first = LayMeld("4c 4d 4h")

    def begins(self, at, player):
        now = self.inside(at, player)
        held = set(self.first.meld.cards) <= set(now.hands[player])
        return held and now.phase == "play" and player == now.turn and not now.laid and not now.down[player]

    def legal_moves(self, at, player):
        moves = super().legal_moves(at, player)
        return tuple(dict.fromkeys((*moves, self.first))) if moves and self.begins(at, player) else moves

    def refusal(self, at, move, player):
        if move == self.first and player in range(self.players) and self.begins(at, player):
            return None
        return super().refusal(at, move, player)


@breaks(5, position=ONE_SET)
class ListsAMeldOfAContractThatCannotBeCompleted(ShanghaiRummy):
    def legal_moves(self, at, player):
        moves = super().legal_moves(at, player)
        return (*moves, LayMeld("4c 4d 4h")) if moves and not self.inside(at, player).laid else moves


@breaks(5, position={**TABLE, "laid": 2})
class ListsLayOffsOnTheMeldsOfOthersTooEarly(ShanghaiRummy):
    def legal_moves(self, at, player):
        now = self.inside(at, player)
        return super().legal_moves(evolve(now, laid=0) if player == now.turn else now, player)


@breaks(5, position=ONE_SET)
class SuggestsAMeldThatIsNotOn(ShanghaiRummy):
    def suggested(self, at, player):
        now = self.inside(at, player)
        return ((LayMeld("4c 4d 4h"),),) if now.phase == "play" and player == now.turn else ()


@breaks(5, position=TWO_SETS)
class SuggestsTheSameMeldTwice(ShanghaiRummy):
    def suggested(self, at, player):
        return tuple((moves[0], moves[0]) for moves in super().suggested(at, player))


@breaks(6, position=TABLE)
class ListsALayOffTwice(ShanghaiRummy):
    def legal_moves(self, at, player):
        moves = super().legal_moves(at, player)
        return (*moves, *[move for move in moves if isinstance(move, LayOff)])


@breaks(7, position=TABLE)
class ForgetsWhatAJokerIsToStandFor(ShanghaiRummy):
    def parse(self, code):
        move = super().parse(code)
        return attrs.evolve(move, stands_for=None) if isinstance(move, LayOff) else move


@breaks(10, position=BEGUN)
class SamplesABegunContractThatCannotBeCompleted(ShanghaiRummy):
    def possible(self, state):
        return True

    def wanted(self, seen, hidden, chance):
        return None, chance


@breaks(10, position={**ONE_SET, "taken": "9c"})
class SamplesTheCardTakenElsewhere(ShanghaiRummy):
    def wanted(self, seen, knowledge, chance):
        return None, chance

    def possible(self, state):
        return super().possible(evolve(state, taken=None))


@breaks(10, position=CLAIM, players=3)
class AsksWhoHasUseForTheCard(ShanghaiRummy):
    """So everybody who hears of a claim knows of a card in the claimant's hand."""

    def has_use(self, state, seat):
        top = state.discard[-1]
        return any(isinstance(card, Hidden) or card.rank == top.rank for card in state.hands[seat])

    @on(DrawStock, "draw")
    def draw_stock(self, s, move, player):
        ask_or_draw(self, s, tuple(seat for seat in buyers(self, s) if self.has_use(s, seat)))

    def fault(self, state):
        useless = state.claimant is not None and not self.has_use(state, state.claimant)
        return f"claimant: player {state.claimant} has no use for it" if useless else super().fault(state)


@breaks(11, 16, position=CLAIM, players=3)
class TellsThePriceOfAPurchase(ShanghaiRummy):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        if log is not None and isinstance(move, Buy):
            log.append(Bought(player, state.stock[0], 1))
        return after


@breaks(11, 16, position=CLAIM, players=3)
class ShowsThePriceOfAPurchase(ShanghaiRummy):
    def shown(self, events, player):
        return tuple(events) if isinstance(events[0], Bought) else super().shown(events, player)


@breaks(11, position=CLAIM, players=3)
class ShowsTheClaimantThePrice(ShanghaiRummy):
    def view(self, at, player):
        seen = super().view(at, player)
        if isinstance(at, View) or at.claimant is None or at.claimant != player:
            return seen
        return View(player, evolve(seen.state, stock=at.stock[:1] + seen.state.stock[1:]))


@breaks(11, position={**CLAIM, "phase": "draw", "claimant": None}, players=3)
class AsksInSilence(ShanghaiRummy):
    """The others see that somebody is asked, but are not told."""

    def apply_unchecked(self, state, move, player, log=None):
        return applied_without(MayBuy, super().apply_unchecked, state, move, player, log)


@breaks(11, position=TWO_SETS)
class SuggestsOnlyToWhomSeesAll(ShanghaiRummy):
    def suggested(self, at, player):
        return super().suggested(at, player) if isinstance(at, ShanghaiState) else ()


@breaks(14, position={"hands": [], "shown": ["2c", ""], "phase": "over", "results": [(5, 0)]}, contracts=[(1, 0)])
class MakesTheDearestHandWin(ShanghaiRummy):
    def outcome(self, at):
        done = super().outcome(at)
        return done and attrs.evolve(done, winners=(done.places.index(max(done.places)),))


@breaks(15, position={**CLAIM, "turn": 1, "phase": "draw", "claimant": None}, players=3)
class AsksInTheOrderOfTheSeats(ShanghaiRummy):
    @on(DrawStock, "draw")
    def draw_stock(self, s, move, player):
        ask_or_draw(self, s, tuple(sorted(buyers(self, s))))


@breaks(15, position={"hands": [], "shown": ["2c", ""], "phase": "over", "results": [(5, 0)]})
class LetsSeatZeroDealAlways(ShanghaiRummy):
    def actors(self, at):
        return (0,) if self.inside(at, None).phase == "over" else super().actors(at)


@pytest.mark.parametrize(("laws", "kind", "options", "position"), MUTANTS)
def test_the_law_catches(
    laws: tuple[int, ...], kind: type[Any], options: dict[str, Any], position: dict[str, Any] | None
) -> None:
    rules = kind(**{"players": 2, **options})
    with pytest.raises(LawBroken) as caught:
        if position is not None:
            at = rules.position(**position)
            for seed in range(20):
                check_position(rules, at, seed=seed)
        else:
            check_laws(rules, games=8, max_moves=300, stride=1 if laws[0] in (7, 10, 11, 13, 15) else 5)
    assert caught.value.law in laws, caught.value


def test_every_law_is_broken_once() -> None:
    assert {param.values[0][0] for param in MUTANTS} | {12, 17, 18} == set(LAWS)  # these in test_laws_see.py


def test_law_15_catches_a_rotation_that_forgets_whose_a_meld_is(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ShanghaiRummy(players=2)
    state = rules.position(**{**TABLE, "laid": 2})
    check_position(rules, state)
    monkeypatch.setattr(Laid, "rotated", lambda self, by, players: self)
    with pytest.raises(LawBroken) as caught:
        check_position(rules, state)
    assert caught.value.law == 15


# law 12


def test_a_field_that_is_not_declared() -> None:
    with pytest.raises(TypeError, match=r"Loose\.mood must be declared"):

        @state
        class Loose(State):
            discard = zone[tuple[FrenchCard, ...]](Visibility.EVERYONE, doc="discards")
            mood: int = attrs.field()


def test_a_field_without_a_declaration_at_all() -> None:
    with pytest.raises(TypeError, match="mood"):

        @state
        class Bare(State):
            discard = zone[tuple[FrenchCard, ...]](Visibility.EVERYONE, doc="discards")
            mood: int


@pytest.mark.parametrize("declare", [zone, fact])
@pytest.mark.parametrize("holds", [holds for holds in Holds if holds is not Holds.PLAYERS])
def test_owners_without_an_entry_for_each_player(declare: Any, holds: Holds) -> None:
    with pytest.raises(TypeError, match="one entry per player"):
        declare(Visibility.OWNER, holds, doc="cards")


def test_law_12_catches_a_layout_that_leaves_a_field_out(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = QuicloState.layout
    monkeypatch.setattr(QuicloState, "layout", attrs.evolve(layout, fields=layout.fields[:-1]))
    with pytest.raises(LawBroken) as caught:
        check_laws(Quiclo(players=2), games=0)
    assert caught.value.law == 12


def test_what_is_broken_says_where() -> None:
    with pytest.raises(LawBroken) as caught:
        check_laws(ListsTwice(players=2))
    assert "law 6" in str(caught.value)
    assert "ListsTwice(players=2)" in str(caught.value)
    assert "player 0" in str(caught.value)


def test_moves_of_the_mutants_are_those_of_the_games() -> None:
    """So that no mutant is caught for another reason than its own."""
    assert issubclass(ListsTwice, Quiclo)
    for move in (Arrange("2c 3c 4c"), React("7h"), Decline()):
        assert isinstance(move, Shithead.move_types)
    assert isinstance(Play("7"), Quiclo.move_types)
    check_laws(Quiclo(players=2), games=1, max_moves=30)
    check_laws(Shithead(players=2), games=1, max_moves=30)
    for position in (ONE_SET, TWO_SETS, BEGUN, TABLE, {**TABLE, "laid": 2}):
        rules = ShanghaiRummy(players=2)
        check_position(rules, rules.position(**position))
    for phase in ({}, {"phase": "draw", "claimant": None}):
        rules = ShanghaiRummy(players=3)
        check_position(rules, rules.position(**{**CLAIM, **phase}))
