"""A game of Shithead between three simple opponents, printed move by move."""

from shedkit import Shithead, Step, simulate
from shedkit.bots.shithead import SimpleShithead
from shedkit.games.shithead import ShitheadMove, ShitheadState


def show(step: Step[ShitheadState, ShitheadMove]) -> None:
    print(f"player {step.player}: {step.move}")


rules = Shithead.common(players=3)
players = [SimpleShithead(seed) for seed in range(rules.players)]
played = simulate(rules, players, seed=7, watch=show)

print(played.outcome or f"no end after {played.moves} moves")
