# mypy: ignore-errors
# pyright: reportUnnecessaryTypeIgnoreComment=true
"""What must not type-check, for pyright: an ignore that is not needed is an error itself.

Not run by pytest; ``.ci/run`` checks it. `wrong.py` holds the same lines for mypy.
"""

from shedkit import RandomPlayer, Refusal, Rules, Shithead, View, simulate
from shedkit.bots.quiclo import SimpleQuiclo
from shedkit.games.quiclo import Draw, Quiclo, QuicloMove, QuicloState
from shedkit.games.shithead import Power, ShitheadState, TakePile


def moves_of_another_game(rules: Quiclo, state: QuicloState) -> None:
    rules.apply(state, TakePile(), 0)  # pyright: ignore[reportArgumentType]
    rules.apply(state, "draw", 0)  # pyright: ignore[reportArgumentType]
    rules.apply(state, Draw(), "0")  # pyright: ignore[reportArgumentType]


def states_of_another_game(rules: Quiclo, state: ShitheadState) -> None:
    rules.legal_moves(state, 0)  # pyright: ignore[reportArgumentType]
    rules.view(state, 0)  # pyright: ignore[reportArgumentType]


def views_are_no_states(rules: Quiclo, view: View[QuicloState]) -> None:
    rules.apply(view, Draw(), 0)  # pyright: ignore[reportArgumentType]
    rules.sample(view.state, 1)  # pyright: ignore[reportArgumentType]


def states_never_change(state: QuicloState, rules: Quiclo, refusal: Refusal) -> None:
    state.turn = 1  # pyright: ignore[reportAttributeAccessIssue]
    rules.players = 3  # pyright: ignore[reportAttributeAccessIssue]
    refusal.rule = "QU-001"  # pyright: ignore[reportAttributeAccessIssue]


def positions_have_named_zones(rules: Quiclo) -> None:
    rules.position(discard="87")  # pyright: ignore[reportCallIssue]
    rules.position(hands=["8"], melds="87")  # pyright: ignore[reportCallIssue]
    rules.position(hands=["8"], phase="sleep")  # pyright: ignore[reportArgumentType]


def options_have_types() -> None:
    Shithead(players="3")  # pyright: ignore[reportArgumentType]
    Shithead(powers={2: "reset"})  # pyright: ignore[reportArgumentType]
    Shithead(powers={"2": Power.RESET})  # pyright: ignore[reportArgumentType]
    Shithead(mood=1)  # pyright: ignore[reportCallIssue]


def outcomes_may_be_missing(rules: Quiclo, state: QuicloState) -> tuple[int, ...]:
    return rules.outcome(state).places  # pyright: ignore[reportOptionalMemberAccess]


def players_of_another_game(rules: Shithead) -> None:
    simulate(rules, [SimpleQuiclo(1), RandomPlayer(2)])  # pyright: ignore[reportArgumentType]


def rules_of_another_game(rules: Rules[QuicloState, QuicloMove]) -> Rules[ShitheadState, QuicloMove]:
    return rules  # pyright: ignore[reportReturnType]
