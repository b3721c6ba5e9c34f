"""What must not type-check, for mypy: an ignore that is not needed is an error itself.

Not run by pytest; ``.ci/run`` checks it. `wrong_for_pyright.py` holds the same lines for pyright.
"""

from shedkit import RandomPlayer, Refusal, Rules, Shithead, View, simulate
from shedkit.bots.quiclo import SimpleQuiclo
from shedkit.games.quiclo import Draw, Quiclo, QuicloMove, QuicloState
from shedkit.games.shithead import Power, ShitheadState, TakePile


def moves_of_another_game(rules: Quiclo, state: QuicloState) -> None:
    rules.apply(state, TakePile(), 0)  # type: ignore[arg-type]
    rules.apply(state, "draw", 0)  # type: ignore[arg-type]
    rules.apply(state, Draw(), "0")  # type: ignore[arg-type]


def states_of_another_game(rules: Quiclo, state: ShitheadState) -> None:
    rules.legal_moves(state, 0)  # type: ignore[arg-type]
    rules.view(state, 0)  # type: ignore[arg-type]


def views_are_no_states(rules: Quiclo, view: View[QuicloState]) -> None:
    rules.apply(view, Draw(), 0)  # type: ignore[arg-type]
    rules.sample(view.state, 1)  # type: ignore[arg-type]


def states_never_change(state: QuicloState, rules: Quiclo, refusal: Refusal) -> None:
    state.turn = 1  # type: ignore[arg-type]
    rules.players = 3  # type: ignore[misc]
    refusal.rule = "QU-001"  # type: ignore[misc]


def positions_have_named_zones(rules: Quiclo) -> None:
    rules.position(discard="87")  # type: ignore[call-arg]
    rules.position(hands=["8"], melds="87")  # type: ignore[call-arg]
    rules.position(hands=["8"], phase="sleep")  # type: ignore[arg-type]


def options_have_types() -> None:
    Shithead(players="3")  # type: ignore[arg-type]
    Shithead(powers={2: "reset"})  # type: ignore[dict-item]
    Shithead(powers={"2": Power.RESET})  # type: ignore[dict-item]
    Shithead(mood=1)  # type: ignore[call-arg]


def outcomes_may_be_missing(rules: Quiclo, state: QuicloState) -> tuple[int, ...]:
    return rules.outcome(state).places  # type: ignore[union-attr]


def players_of_another_game(rules: Shithead) -> None:
    simulate(rules, [SimpleQuiclo(1), RandomPlayer(2)])  # type: ignore[list-item]


def rules_of_another_game(rules: Rules[QuicloState, QuicloMove]) -> Rules[ShitheadState, QuicloMove]:
    return rules  # type: ignore[return-value]
