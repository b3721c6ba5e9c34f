"""What the errors of the core say, word for word: whatever is read from outside, views, cards, values that never change.

Faults of options and positions are told in `test_faults.py`, refusals in `test_refusals.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import shedkit
from shedkit import Quiclo, ShanghaiRummy, Shithead
from shedkit.core.cards import BACK, MOST_CARDS, Card, FrenchCard, read_cards
from shedkit.core.catalogue import add_game, game, remove_game
from shedkit.core.errors import ConfigurationError, HiddenError, NotationError, PositionError, UnknownGame, ViewError
from shedkit.core.events import Moved, Place
from shedkit.core.game import Game
from shedkit.core.knowledge import Knowledge
from shedkit.core.options import FrozenMap
from shedkit.core.states import evolve
from shedkit.core.strict_json import read_json
from shedkit.families.melds import Meld
from shedkit.games.lucky_shutdown import LuckyCard
from shedkit.games.quiclo import NumberCard, Play

Q = Quiclo(players=2, highest_card=12, hand_size=2)
AT = Q.position(hands=["1 2", "3 4"], discard="5")
VIEW = Q.view(AT, 0)
R = ShanghaiRummy()
RUMMY = R.deal(seed=1)
SH = Shithead(players=2)
PILE = Place("discard")


def json_of(**changes: Any) -> dict[str, Any]:
    """The JSON of the state with something else in it."""
    return {**Q.to_json(AT), **changes}


def view_json(player: Any, **changes: Any) -> dict[str, Any]:
    """The JSON of a view with something else in it."""
    data: Any = Q.to_json(VIEW)
    return {"player": player, "state": {**data["state"], **changes}}


def cards(codes: str) -> tuple[FrenchCard, ...]:
    return read_cards(FrenchCard, codes)


def make(**cards: dict[str, Any]) -> Callable[[], object]:
    """A kind of cards whose only value is called ``value``."""

    def declare() -> object:
        class Letter(Card):
            __slots__ = ("value",)
            value: int

        return Card.kind("a letter", [(code.replace("stroke", "/"), values) for code, values in cards.items()])(Letter)

    return declare


def knowledge(*events: Any, player: int = 0) -> Callable[[], object]:
    return lambda: Knowledge.of(Q, Q.view(AT, player)).after(events)


MARK = Q.digest()
N = NumberCard
CALLS: list[tuple[Callable[[], object], type[Exception], str]] = [
    # codes of moves
    (lambda: Q.parse(7), NotationError, "the code of a move is a text, not 7"),  # type: ignore[arg-type]
    (lambda: Q.parse("fly 7"), NotationError, "'fly' is no move of quiclo; the moves are play, draw, pass"),
    (lambda: Q.parse(""), NotationError, "'' is no move of quiclo; the moves are play, draw, pass"),
    (lambda: Q.parse("play"), NotationError, "'play' is cut short: play needs card"),
    (lambda: Q.parse("play 7 8"), NotationError, "'play 7 8' goes on after its end: '8'"),
    (lambda: Q.parse("play x"), NotationError, "'x' is no card: a card is a number from 1 to 999"),
    (lambda: SH.parse("flip x"), NotationError, "'x' is no number"),
    (lambda: SH.parse("flip 12345"), NotationError, "'12345' is no number"),
    (lambda: R.parse("lay-off 7h"), NotationError, "'7h': a card, the number of a meld and of a run an end expected"),
    (lambda: R.parse("lay-off 7h x"), NotationError, "'x' is no number of a meld"),
    (lambda: R.parse("lay-off 7h 1 top"), NotationError, "'top' is no end of a run, low or high"),
    # JSON
    (lambda: read_json(7), NotationError, "a text of JSON expected, not 7"),  # type: ignore[arg-type]
    (
        lambda: read_json("{"),
        NotationError,
        "this is no JSON: Expecting property name enclosed in double quotes, at character 2",
    ),
    (lambda: read_json("[" * 100_000), NotationError, "this is no JSON: it is nested too deep"),
    (lambda: read_json('{"a": 1, "a": 2}'), NotationError, "the field 'a' is there twice"),
    (lambda: read_json("NaN"), NotationError, "NaN is no value here"),
    (lambda: read_json("1.5"), NotationError, "'1.5' is no whole number"),
    (
        lambda: Q.move_from_json({"move": "fly"}),
        NotationError,
        "move: an object whose 'move' is one of play, draw, pass expected",
    ),
    (
        lambda: Q.move_from_json({"move": "play", "card": "5", "x": 1}),
        NotationError,
        "move: unknown field 'x'; Play has card",
    ),
    (lambda: Q.move_from_json({"move": "play"}), NotationError, "move: field card is missing"),
    (
        lambda: Q.move_from_json({"move": "play", "card": 7}),
        NotationError,
        "move.card: 7 is no card: a card is a number from 1 to 999",
    ),
    (
        lambda: Q.event_from_json({"event": "Fly"}),
        NotationError,
        "event: an object whose 'event' is one of Moved, Shuffled, Turn, Out, GameOver, Rejected expected",
    ),
    (
        lambda: Q.event_from_json({"event": "Shuffled", "zone": 7, "cards": 1}),
        NotationError,
        "event.zone: a text expected, not 7",
    ),
    (lambda: Q.event_from_json({"event": "Turn", "player": 2}), NotationError, "event: there is no player 2"),
    (lambda: Q.state_from_json(7), NotationError, "state: an object expected, not 7"),
    (
        lambda: Q.state_from_json({}),
        NotationError,
        f"state: field rules is missing, which says what rules it belongs to; here that is {MARK!r}",
    ),
    (lambda: Q.state_from_json(json_of(turn="0")), NotationError, "state.turn: a whole number expected, not '0'"),
    (lambda: Q.state_from_json(json_of(hands=7)), NotationError, "state.hands: a list expected, not 7"),
    (lambda: Q.state_from_json(json_of(hands=[7])), NotationError, "state.hands[0]: a list expected, not 7"),
    (
        lambda: Q.state_from_json(json_of(phase="x")),
        NotationError,
        "state.phase: one of play, drawn, over expected, not 'x'",
    ),
    (lambda: Q.to_json(7), NotationError, "a state, view, move, event or outcome of quiclo expected, not 7"),  # type: ignore[arg-type]
    (lambda: Quiclo.from_json(7), NotationError, "options: an object expected, not 7"),
    (lambda: Quiclo.from_json({1: 2}), NotationError, "options: a name expected, not 1"),  # type: ignore[dict-item]
    (lambda: Quiclo.from_json({"players": "2"}), NotationError, "options.players: a whole number expected, not '2'"),
    (lambda: Quiclo.from_json({"play_drawn": 1}), NotationError, "options.play_drawn: true or false expected, not 1"),
    (lambda: Shithead.from_json({"powers": {"x": 1}}), NotationError, "options.powers: 'x' is no number"),
    (lambda: Shithead.from_json({"powers": []}), NotationError, "options.powers: an object expected, not a list"),
    # views
    (lambda: Q.view_from_json({"player": 0}), NotationError, "view: an object with player and state expected"),
    (lambda: Q.view_from_json(view_json(2)), NotationError, "view.player: a seat from 0 to 1 or null expected"),
    (lambda: Q.view_from_json(view_json(1)), NotationError, "view.state: it shows what its viewer cannot see"),
    (
        lambda: Q.view_from_json(view_json(0, hands=[["?", "?"], ["?", "?"]])),
        NotationError,
        "view.state.hands: it hides what its viewer can see",
    ),
    (lambda: Q.legal_moves(VIEW, 1), ViewError, "this is player 0's view; it says nothing about player 1"),
    (
        lambda: Q.legal_moves(Q.view(AT, None), 1),
        ViewError,
        "this is an onlooker's view; it says nothing about player 1",
    ),
    (lambda: Q.actors(7), ViewError, "quiclo reads a QuicloState or a view of one, not 7"),  # type: ignore[arg-type]
    (lambda: Q.view(AT, 2), ViewError, "there is no player 2; players are 0 to 1"),
    (lambda: Q.view(VIEW, 1), ViewError, "a view cannot be turned into the view of somebody else"),
    (lambda: Quiclo(players=3).view(AT, 1), ViewError, "this is a table of 2 players; these rules are for 3"),
    (lambda: Q.apply(VIEW, Play("1"), 0), ViewError, "a move is made in a QuicloState: a view shows too little"),  # type: ignore[arg-type]
    (lambda: Q.apply(7, Play("1"), 0), ViewError, "a move is made in a QuicloState: not 7"),  # type: ignore[arg-type]
    (lambda: Q.shown(7, 0), NotationError, "a list of events expected, not 7"),  # type: ignore[arg-type]
    (lambda: Q.shown([7], 0), NotationError, "an event expected, not 7"),  # type: ignore[list-item]
    # what a player knows
    (lambda: Knowledge.of(Quiclo(players=2), VIEW), ViewError, "the cards of this view are not those of the deck"),
    (lambda: Knowledge.of(Q, VIEW).after(7), NotationError, "events expected, not 7"),  # type: ignore[arg-type]
    (knowledge(7), NotationError, "an event expected, not 7"),
    (
        knowledge(Moved((BACK,), Place("hands", 0), PILE)),
        ViewError,
        "these are not events as player 0 sees them: 1 card: from player 0's hand to the pile",
    ),
    (
        knowledge(Moved((N("5"),), Place("hands", 1), PILE)),
        ViewError,
        "5 cannot have come from player 1's hand, so far as this player knows",
    ),
    (
        knowledge(Moved((N("3"),), PILE, Place("stock"))),
        ViewError,
        "3 cannot have lain in the pile, so far as this player knows",
    ),
    (
        knowledge(Moved((BACK,) * 9, Place("hands", 1), Place("stock"))),
        ViewError,
        "9 cards cannot have come from player 1's hand, so far as this player knows",
    ),
    (
        lambda: Q.sample(VIEW, 1, knowledge=Knowledge.of(Q, Q.view(AT, 1))),
        ViewError,
        "this knowledge is not about the table of this view",
    ),
    (lambda: Q.sample(VIEW, None), ConfigurationError, "seed: it must be an integer, not a NoneType"),  # type: ignore[arg-type]
    # cards
    (
        lambda: FrenchCard("x"),
        NotationError,
        "'x' is no card: a card is a rank of 23456789TJQKA and a suit of cdhs, like 7h",
    ),
    (lambda: setattr(N("5"), "code", "6"), AttributeError, "a card never changes: code of 5 cannot be set"),
    (lambda: delattr(N("5"), "code"), AttributeError, "a card never changes: code of 5 cannot be deleted"),
    (lambda: BACK.rank, HiddenError, "rank of a hidden card or fact was asked for: a view does not hold it"),
    (lambda: bool(BACK), HiddenError, "a hidden card or fact was read: a view does not hold it"),
    (lambda: setattr(BACK, "a", 1), AttributeError, "a card back never changes"),
    (lambda: delattr(BACK, "a"), AttributeError, "a card back never changes"),
    (lambda: read_cards(N, "1 " * 10 * MOST_CARDS), NotationError, "more than 2000 cards are named"),
    (lambda: read_cards(N, ["1"] * (MOST_CARDS + 1)), NotationError, "more than 2000 cards are named"),
    (lambda: read_cards(N, 7), NotationError, "7 is no list of cards: a card is a number from 1 to 999"),  # type: ignore[arg-type]
    *[
        (
            partial(LuckyCard, code),
            NotationError,
            f"{code!r} is no card: a card is a number like 16o, or Do, Px, Fb, U16b: colour o, b or x for both",
        )
        for code in ("100o", "U100o", "0o", "Dy")
    ],
    (make(A={"value": 1}, stroke={"value": 2}), TypeError, "Letter: '/' stands there twice, or cannot be a code"),
    (make(A={"value": 1}, B={}), TypeError, "Letter B: needs ['value'], not []"),
    (
        lambda: Card.kind("a letter", [("A", {}), ("A", {})])(type("Same", (Card,), {})),
        TypeError,
        "Same: 'A' stands there twice, or cannot be a code",
    ),
    # melds
    (lambda: Meld.read(7), NotationError, "a meld is written as codes of cards, not 7"),  # type: ignore[arg-type]
    (lambda: Meld.read([7]), NotationError, "a meld is written as codes of cards, not 7"),  # type: ignore[list-item]
    (lambda: Meld("pair", (), 1), NotationError, "a meld is a set or a run, not 'pair'"),  # type: ignore[arg-type]
    (lambda: Meld("set", cards("7h 7h 7h"), 1), NotationError, "7h 7h 7h: a set cannot have rank 1"),
    (lambda: Meld("set", cards("7h 7h 7h"), 15), NotationError, "7h 7h 7h: a set cannot have rank 15"),
    (lambda: Meld("run", cards("7h 8h 9h Th"), 15), NotationError, "7h 8h 9h Th: a run cannot have rank 15"),
    (lambda: Meld("run", cards("7h 8h 9h Th"), 0), NotationError, "7h 8h 9h Th: a run cannot have rank 0"),
    (
        lambda: Meld("run", cards("7h 8h 9h Th"), "7"),  # type: ignore[arg-type]
        NotationError,
        "7h 8h 9h Th: a run cannot have rank '7'",
    ),
    (
        lambda: Meld("run", cards("Qh Kh Ah 2h"), 12),
        NotationError,
        "Qh Kh Ah 2h: a run cannot go from low to high beyond the ace",
    ),
    (
        lambda: Meld("run", cards("7h 8h 9h Th"), 14),
        NotationError,
        "7h 8h 9h Th: a run cannot go from low to high beyond the ace",
    ),
    (
        lambda: Meld("run", cards("7h 8h 9h Th"), 6),
        NotationError,
        "7h 8h 9h Th: these cards are not written as a run of rank 6",
    ),
    (
        lambda: Meld.read("5h 6h Jk 8h"),
        NotationError,
        "5h 6h Jk 8h: joker 3 stands for no card here, write Jk=7h",
    ),
    (
        lambda: Meld.read("5h 6h Jk=9h 8h"),
        NotationError,
        "5h 6h Jk=9h 8h: joker 3 cannot stand for 9h here, write Jk=7h",
    ),
    # games and their names
    (
        lambda: add_game(type("Nameless", (Quiclo,), {"name": "", "__slots__": ()})),
        UnknownGame,
        'Nameless has no name: give the class one, such as name = "my-game"',
    ),
    (lambda: game("poker"), UnknownGame, f"there is no game 'poker'; there are {', '.join(shedkit.game_names())}"),
    (lambda: remove_game("poker"), UnknownGame, "no game 'poker' has been added in this process"),
    (lambda: add_game(7), UnknownGame, "a class of rules expected, not 7"),  # type: ignore[arg-type]
    (
        lambda: add_game(Quiclo, opponent=7),  # type: ignore[arg-type]
        UnknownGame,
        "opponent: something that makes a player out of a seed expected, not 7",
    ),
    # values that never change
    (lambda: Play("5").__init__("9"), AttributeError, "Play never changes: it cannot be made a second time"),  # type: ignore[misc]
    (lambda: Play("5").__setstate__(()), AttributeError, "Play never changes: it takes no state"),  # type: ignore[attr-defined]
    (lambda: setattr(FrozenMap({}), "a", 1), AttributeError, "a frozen mapping never changes"),
    (lambda: FrozenMap({1: 2}).__init__({}), AttributeError, "a frozen mapping never changes"),  # type: ignore[misc]
    # positions
    (lambda: Q.checked(7), PositionError, "a QuicloState expected, not 7"),  # type: ignore[arg-type]
    (lambda: Q.checked(evolve(AT, turn=2)), PositionError, "turn: there is no player 2"),
    (lambda: Q.checked(evolve(AT, out=(1, 1))), PositionError, "out: a player is named twice"),
    (lambda: Q.checked(evolve(AT, hands=AT.hands[:1])), PositionError, "hands: 2 entries expected, not 1"),
    (
        lambda: Q.position(hands=["1", "2"], discard="3", fly=7),
        TypeError,
        "position: there is no fly; a position of quiclo has hands, stock, discard, removed, turn, phase, drawn, passes, out, seed",
    ),  # type: ignore[call-arg]
    (lambda: Game.position(Q, 7), TypeError, "position takes zones and facts by name"),  # type: ignore[misc]
]


@pytest.mark.parametrize(("call", "kind", "text"), CALLS, ids=[text[:60] for _, _, text in CALLS])
def test_what_an_error_says(call: Callable[[], object], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    assert str(caught.value) == text


def test_a_player_who_is_on_turn_cannot_go_on() -> None:
    class Stuck(Quiclo):
        def legal_moves(self, at: Any, player: int) -> tuple[Any, ...]:
            return ()

    with pytest.raises(PositionError) as caught:
        Stuck(players=2, highest_card=12, hand_size=2).checked(AT)
    assert str(caught.value) == "nobody could go on from here: player 0 has no move"


def test_nobody_can_go_on() -> None:
    class Stuck(Quiclo):
        def actors(self, at: Any) -> tuple[int, ...]:
            return ()

    with pytest.raises(PositionError) as caught:
        Stuck(players=2, highest_card=12, hand_size=2).checked(AT)
    assert str(caught.value) == "nobody could go on from here: there is a player who has no move"


def test_the_round_is_over_whoever_has_chosen() -> None:
    options = {"swap": "single", "players": 2}
    over = {
        "hands": ["7h", ""],
        "face_up": ["", ""],
        "face_down": ["", ""],
        "discard": "9h",
        "stock": "",
        "phase": "over",
    }
    state = Shithead(**options).position(**over, ready=[True, False], out=[1], results=[[2, 1]])
    assert state.ready == (True, False)
