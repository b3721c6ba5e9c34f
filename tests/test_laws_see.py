"""The laws see what they claim: a run that proves nothing is no success, and whatever a game does wrong has a law.

Beside the mutants of `test_laws_bite.py`: what was covered, exceptions of a game, texts, declarations, and law 17.
"""

from __future__ import annotations

import copy
import re
from typing import Any

import attrs
import pytest

import shedkit.testing.laws as laws_module
from shedkit import Quiclo, Shithead, simple_player
from shedkit.core.errors import ConfigurationError, ShedkitError
from shedkit.core.events import Turn
from shedkit.core.moves import Move
from shedkit.core.states import Visibility, evolve
from shedkit.core.views import View
from shedkit.games.quiclo import Draw, NumberCard, QuicloState
from shedkit.games.shithead import ShitheadState
from shedkit.testing import LAWS, LawBroken, check_bad_input, check_game, check_laws, check_position
from shedkit.testing.broken import difference


def broken_by(kind: type[Any], **options: Any) -> LawBroken:
    """The law that a game breaks."""
    with pytest.raises(LawBroken) as caught:
        check_laws(kind(**{"players": 2, **options}), games=8, max_moves=300)
    return caught.value


# --- what was covered


def simple(players: int) -> list[Any]:
    return [simple_player("shithead", seat) for seat in range(players)]


def test_what_was_covered_is_counted() -> None:
    covered = check_laws(Quiclo(players=2, hand_size=2, highest_card=20), games=2)
    assert (covered.games, covered.ended) == (2, 2)
    assert covered.positions == sum(covered.moves.values()) + 2 == sum(covered.phases.values())
    assert set(covered.moves) == {"draw", "play"}
    assert covered.never(["draw", "play", "pass"]) == ("pass",)
    assert covered.penalised > 0
    assert covered.reshuffles > 0
    assert set(covered.laws) == set(LAWS)
    assert covered.options == ("Quiclo(players=2, hand_size=2, highest_card=20)",)
    assert "2 of 2 games ended; moves: " in str(covered)
    assert (covered + covered).games == 4
    assert (covered + covered).options == covered.options


def test_rounds_and_reactions_are_counted() -> None:
    rules = Shithead(players=2, rounds=2)
    assert check_laws(rules, games=1, players=simple(2), max_moves=2_000, stride=500).rounds == 1
    react = Shithead(players=3, out_of_turn_quad=True)
    state = react.position(hands=["9s Kc", "7h", "4c 5c"], discard="7c 7d 7s")
    assert sum(check_game(react, seed, 3, state=state).reactions for seed in range(5)) > 0


def test_a_game_that_never_ends_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws_module, "_TO_THE_END", 5)
    with pytest.raises(LawBroken, match=r"no game has come to an end within 5 moves[^\n]*partial=True") as caught:
        check_laws(Shithead(players=5), games=1, max_moves=5)
    assert caught.value.law == 3
    assert check_laws(Shithead(players=5), games=1, max_moves=5, partial=True).ended == 0


def test_a_law_that_was_never_tried_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LawBroken, match="no game was played"):
        check_laws(Quiclo(players=2), games=0)
    monkeypatch.setattr(laws_module, "LAWS", range(1, 21))
    with pytest.raises(LawBroken, match="it was never put to the test; ask for a partial look") as caught:
        check_laws(Quiclo(players=2, hand_size=1), games=1)
    assert caught.value.law == 20


class ForgetsAPlayer(Quiclo):
    def outcome(self, at):
        done = super().outcome(at)
        return done and attrs.evolve(done, places=done.places[:-1])


def test_the_end_is_held_to_the_laws_where_no_checked_game_reaches_it() -> None:
    """Two moves are checked, and the game is played on until somebody is out."""
    with pytest.raises(LawBroken) as caught:
        check_laws(ForgetsAPlayer(players=2), games=1, max_moves=2)
    assert caught.value.law == 14


# --- hidden facts, seats, texts

JUST_DRAWN = {"hands": ["8 45", "7"], "discard": "87", "phase": "drawn", "drawn": "45"}


class ThinksOfTooMuch(Quiclo):
    def hidden_values(self, state, name, player):
        return (*super().hidden_values(state, name, player), *self.deck)

    def possible(self, state):
        return True


class ThinksOfTooLittle(Quiclo):
    def hidden_values(self, state, name, player):
        return super().hidden_values(state, name, player)[:1]


@pytest.mark.parametrize("kind", [ThinksOfTooMuch, ThinksOfTooLittle])
def test_law_10_catches_hidden_values_that_are_too_wide_or_too_narrow(kind: type[Any]) -> None:
    rules = kind(players=2, play_drawn=True)
    with pytest.raises(LawBroken, match=r"hidden_values|cannot be") as caught:
        check_position(rules, rules.position(**JUST_DRAWN))
    assert caught.value.law == 10


class LetsNobodyWin(Quiclo):
    def outcome(self, at):
        done = super().outcome(at)
        return done and attrs.evolve(done, winners=(7,))


class NamesNobody(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        if log is not None:
            log.append(Turn(9))
        return after


def test_seats_out_of_range_are_caught() -> None:
    assert broken_by(LetsNobodyWin, hand_size=1).law == 14
    assert broken_by(NamesNobody).law == 16


class HasNoWords(Quiclo):
    def describe(self, at, player=...):
        return repr(self.view(at, None if player is ... else player))


@attrs.frozen
class Wordless(Turn):
    def __str__(self) -> str:
        return repr(self)


class TellsNothing(Quiclo):
    event_types = (*Quiclo.event_types, Wordless)

    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        if log is not None:
            log.append(Wordless(after.turn))
        return after


def test_law_18_catches_texts_that_fall_back_to_what_python_writes() -> None:
    assert broken_by(HasNoWords).law == 18
    assert broken_by(TellsNothing).law == 18


# --- law 12


def seen_by_all(field: Any) -> Any:
    """The same field, open to everyone."""
    other = copy.copy(field)
    other.visible_to = Visibility.EVERYONE
    return other


def test_law_12_catches_a_stock_that_all_can_see(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = ShitheadState.layout
    seen = [seen_by_all(field) if field.name == "stock" else field for field in layout.fields]
    monkeypatch.setattr(ShitheadState, "layout", attrs.evolve(layout, fields=tuple(seen)))
    with pytest.raises(LawBroken, match="the stock can be seen") as caught:
        check_laws(Shithead(players=2), games=0)
    assert caught.value.law == 12


class LaysItsStockOpen(Shithead):
    def open_zones(self):
        return frozenset({"stock"})


def test_law_12_catches_a_stock_that_an_option_lays_open() -> None:
    with pytest.raises(LawBroken, match="the stock can be seen") as caught:
        check_laws(LaysItsStockOpen(players=2), games=0)
    assert caught.value.law == 12


@pytest.mark.parametrize("hint", ["", "  ", None])
def test_law_12_catches_cards_without_a_hint(hint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one, every error about a code would be a traceback or an empty sentence."""
    if hint is None:
        monkeypatch.delattr(NumberCard, "hint")
    else:
        monkeypatch.setattr(NumberCard, "hint", hint)
    with pytest.raises(LawBroken, match="NumberCard has no hint") as caught:
        check_laws(Quiclo(players=2), games=1)
    assert caught.value.law == 12


@attrs.frozen
class Typeless(Move):
    verb = "typeless"
    card: Nowhere  # type: ignore[name-defined]  # noqa: F821


def test_law_12_catches_a_value_without_a_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shithead, "move_types", (*Shithead.move_types, Typeless))
    with pytest.raises(LawBroken, match="the types of Typeless cannot be read") as caught:
        check_laws(Shithead(players=2), games=0)
    assert caught.value.law == 12


# --- exceptions, differences


class Stumbles(Quiclo):
    def legal_moves(self, at, player):
        if player == 1 and len(getattr(at, "discard", ())) > 1:
            return {}["a key that is not there"]
        return super().legal_moves(at, player)


class DividesByNought(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        return 1 // 0


class CannotDeal(Quiclo):
    def deal(self, seed=None, *, order=None):
        raise RuntimeError("no cards")


def test_any_exception_of_a_game_breaks_the_law_that_was_tried() -> None:
    broken = broken_by(Stumbles)
    assert "legal_moves for player 1 failed with KeyError" in str(broken)
    assert (broken.call, broken.seat, broken.move) == ("legal_moves", 1, None)
    broken = broken_by(DividesByNought)
    assert re.search(r"of (draw|play \d+) for player 0 failed with ZeroDivisionError", str(broken))
    assert broken.seat == 0
    assert broken.move is not None
    assert "deal for player 0 failed with RuntimeError: no cards" in str(broken_by(CannotDeal))
    with pytest.raises(LawBroken, match="ZeroDivisionError"):
        check_position(DividesByNought(players=2), Quiclo(players=2).deal(seed=1))


class CountsWrongly(Quiclo):
    """It fails in a call that no law of positions makes: for the views of which moves tell, after a few cards."""

    def actors(self, at):
        if isinstance(at, View) and at.player is None and len(at.state.discard) > 4:
            raise ZeroDivisionError
        return super().actors(at)


class FailsOnlyBesideBadInput(Quiclo):
    asked = 0

    def deal(self, seed=None, *, order=None):
        if isinstance(order, list):
            type(self).asked += 1
        return super().deal(seed, order=order)

    def legal_moves(self, at, player):
        if type(self).asked:
            raise KeyError("the bag")
        return super().legal_moves(at, player)


def test_exceptions_are_told_wherever_they_come_up() -> None:
    assert "ZeroDivisionError" in str(broken_by(CountsWrongly))
    rules = FailsOnlyBesideBadInput(players=2)
    with pytest.raises(
        LawBroken, match="while bad input was tried, the game failed with KeyError: 'the bag'"
    ) as caught:
        check_bad_input(rules, [Quiclo(players=2).deal(seed=1)], parts=["deals", "codes"])
    assert caught.value.law == 17


class ThinksOfTooMuchAtTheEnd(Quiclo):
    """More values than are tried, and the first of them are good."""

    def hidden_values(self, state, name, player):
        good = super().hidden_values(state, name, player)
        return (*good, *[card for card in self.deck if card not in state.hands[player]][:60])

    def possible(self, state):
        return True


def test_law_10_tries_values_from_everywhere_in_a_long_list() -> None:
    hand = " ".join(map(str, range(40, 62)))
    rules = ThinksOfTooMuchAtTheEnd(players=2, play_drawn=True)
    state = rules.position(hands=[hand, "7"], discard="87", phase="drawn", drawn="45")
    with pytest.raises(LawBroken, match=r"hidden_values|cannot be") as caught:
        check_position(rules, state)
    assert caught.value.law == 10


class SpeaksToPeopleOnlyAtTheTable(Quiclo):
    def describe(self, at, player=...):
        return super().describe(at) if player is ... else repr(self.view(at, player))


def test_law_18_reads_what_a_player_sees() -> None:
    assert broken_by(SpeaksToPeopleOnlyAtTheTable).law == 18


class ForgetsTheTurn(Quiclo):
    def state_from_json(self, data):
        return evolve(super().state_from_json(data), passes=1)


class SpoilsItsInput(Quiclo):
    def apply_unchecked(self, state, move, player, log=None):
        after = super().apply_unchecked(state, move, player, log)
        object.__setattr__(state, "passes", 1)
        return after


@pytest.mark.parametrize(("kind", "law"), [(ForgetsTheTurn, 7), (SpoilsItsInput, 2)])
def test_states_are_told_apart_by_a_line_and_not_by_all_they_hold(kind: type[Any], law: int) -> None:
    broken = broken_by(kind)
    assert broken.law == law
    assert re.search(r":\s*\n-turn .* passes 0\n\+turn .* passes 1\n", str(broken))
    assert "QuicloState(" not in str(broken)


class ChangesItsMind(Quiclo):
    calls = 0

    def apply_unchecked(self, state, move, player, log=None):
        type(self).calls += 1
        after = super().apply_unchecked(state, move, player, log)
        return evolve(after, turn=type(self).calls % 2) if after.phase == "play" else after


def test_of_two_states_only_the_difference_is_told() -> None:
    text = str(broken_by(ChangesItsMind))
    assert re.search(r"leads to several states:\n-turn .*\n\+turn ", text)
    start = Quiclo(players=2).deal(seed=1)
    assert difference(start, start) == "they are written alike"


# --- law 17


class TakesAnything(Quiclo):
    def refusal(self, at, move, player):
        return super().refusal(at, move, player) if isinstance(move, Move) else None


class SeatsAnybody(Quiclo):
    def view(self, at, player):
        return super().view(at, player if player in range(2) else None)


class TalksForEver(Quiclo):
    def __new__(cls, *args, **given):
        try:
            return super().__new__(cls, *args, **given)
        except ConfigurationError as error:
            raise ConfigurationError(error.option, f"it is wrong {'indeed ' * 400}") from error


class ReadsAnything(Quiclo):
    def move_from_json(self, data):
        try:
            return super().move_from_json(data)
        except ShedkitError:
            return Draw()


class ShowsAnything(Quiclo):
    def shown(self, events, player):
        return tuple(events)


class DealsAnything(Quiclo):
    def deal(self, seed=None, *, order=None):
        return super().deal(seed if type(seed) is int else 1, order=order)


class ParsesAnything(Quiclo):
    def parse(self, code):
        return super().parse(code.lower().strip())


class AnswersAnything(Quiclo):
    def outcome(self, at):
        return super().outcome(at) if isinstance(at, QuicloState | View) else None


class PlacesAnything(Quiclo):
    def position(self, **zones):
        if type(zones.get("turn", 0)) is not int:
            raise TypeError("turn")
        return super().position(**zones)


class LetsOthersMove(Quiclo):
    def refusal(self, at, move, player):
        return None if isinstance(move, Draw) else super().refusal(at, move, player)


class ReadsAnyRules(Quiclo):
    def view_from_json(self, data):
        return super().view_from_json({**data, "state": {**data["state"], "rules": self.digest()}})


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ("moves", TakesAnything),
        ("seats", SeatsAnybody),
        ("options", TalksForEver),
        ("texts", ReadsAnything),
        ("events", ShowsAnything),
        ("deals", DealsAnything),
        ("codes", ParsesAnything),
        ("things", AnswersAnything),
        ("positions", PlacesAnything),
        ("turns", LetsOthersMove),
        ("other_rules", ReadsAnyRules),
    ],
)
def test_law_17_catches_bad_answers(part: str, kind: type[Any]) -> None:
    rules, good = kind(players=2), Quiclo(players=2)
    start = good.position(hands=["8 45", "7 18"], discard="87", stock="1 2")
    with pytest.raises(LawBroken) as caught:
        check_bad_input(rules, [start], parts=[part])
    assert caught.value.law == 17
    assert check_bad_input(good, [start], parts=[part], most=20)[part] > 2
