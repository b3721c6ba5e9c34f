"""The model of Plackett and Luce with ties and seats, fitted by maximum likelihood.

A ranking comes about in stages: out of those that remain, a group comes next. The chance of a group grows with the
geometric mean of the worths of those in it, as in the model of Davidson and Luce for ties (Firth, Kosmidis and Turner,
2019), which with two players is Davidson's, and without ties that of Bradley and Terry. The logarithm of a worth is the
strength of the player plus what its seat adds. How large the next group is has parameters of its own for each number
that remains; a size that is never seen there cannot be, and one that is always seen tells nothing. So games in which
all but the winner are level by rule need no exception.

>>> games = [Ranking(deal, (((0, deal % 2),), ((1, 1 - deal % 2),))) for deal in range(30)]
>>> games += [Ranking(deal, (((1, deal % 2),), ((0, 1 - deal % 2),))) for deal in range(30, 40)]
>>> fitted = fit(games, 2, 2)
>>> round(float(np.exp(fitted.strengths[0] - fitted.strengths[1])), 3)
3.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt
from scipy import optimize, sparse
from scipy.linalg import helmert

from shedkit.study.intervals import Numbers

__all__ = ["Entrant", "Fit", "Ranking", "chances", "fit"]

Entrant: TypeAlias = "tuple[int, int]"
"""The number of a player, and of the seat it sits in."""
_Tie: TypeAlias = "tuple[int, int]"
"""How many remain, and how many of them come next."""
_Level: TypeAlias = "tuple[tuple[int, float], ...]"
"""Components, each with its share of a group."""

_LEAST = 1e-3
"""What the games must tell of any parameter: where it is finite, one game has gone against it and tells more."""


@attrs.frozen
class Ranking:
    """How a game ended.

    Attributes:
        deal: the number of its deal; games of one deal are not independent.
        groups: who was placed, best first; those of one group are level.
        rest: who came behind them all, nobody knows in which order.

    """

    deal: int
    groups: tuple[tuple[Entrant, ...], ...]
    rest: tuple[Entrant, ...] = ()

    def in_one_seat(self) -> Ranking:
        """The same game, as if all had sat alike."""
        groups = [tuple([(player, 0) for player, _ in group]) for group in self.groups]
        return Ranking(self.deal, tuple(groups), tuple([(player, 0) for player, _ in self.rest]))


@attrs.frozen(eq=False)
class Fit:
    """What was fitted.

    Attributes:
        components: for each player, the number of its component. Within one, each player is before each other in some
            chain of games, so that their strengths can be compared.
        reach: for each two components, whether a chain of games leads from the first down to the second.
        strengths: for each player, with mean 0 in each component.
        seats: what each seat adds, with mean 0.
        sizes: how many can come next, by how many remain.
        ties: how much more likely a size of the next group is than the smallest, in logarithms.
        covariance: of strengths and seats, in this order, from the deals; ``None`` if there are too few.
        freedom: how many deals there are beyond the parameters.
        determined: whether the likelihood has one maximum.

    """

    components: tuple[int, ...]
    reach: npt.NDArray[np.bool_]
    strengths: Numbers
    seats: Numbers
    sizes: Mapping[int, tuple[int, ...]]
    ties: Mapping[_Tie, float]
    covariance: Numbers | None
    freedom: int
    determined: bool


def fit(rankings: Sequence[Ranking], players: int, seats: int) -> Fit:
    """Fit the model.

    Args:
        rankings: how games ended.
        players: how many players there are.
        seats: how many seats a table has.

    """
    stages = [stage for ranking in rankings for stage in _stages(ranking)]
    sizes = dict[int, set[int]]()
    for stage in stages:
        sizes.setdefault(len(stage.left), set()).add(len(stage.next))
    components, reach = _components(stages, sizes, players)
    design = _Design(stages, sizes, components, seats)
    basis = _basis(components, seats, design.varying_ties)
    at, information = _maximum(design, basis)
    values, deals = basis @ at, len({ranking.deal for ranking in rankings})
    determined = bool((np.linalg.eigvalsh(information) > _LEAST).all())
    freedom, covariance = deals - basis.shape[1], None
    if determined and freedom > 0:
        spread, scores = basis @ np.linalg.inv(information) @ basis.T, design.scores(values)
        whole = spread @ (scores.T @ scores) @ spread * (deals / freedom)
        covariance = whole[: players + seats, : players + seats]
    return Fit(
        components=components,
        reach=reach,
        strengths=values[:players],
        seats=values[players : players + seats],
        sizes={left: tuple(sorted(there)) for left, there in sizes.items()},
        ties=dict(zip(design.ties, map(float, values[players + seats :]), strict=True)),
        covariance=covariance,
        freedom=freedom,
        determined=determined,
    )


def _maximum(design: _Design, basis: Numbers) -> tuple[Numbers, Numbers]:
    """Where the likelihood is greatest, and what the games tell of each direction there."""
    if not basis.shape[1]:
        return np.zeros(0), np.zeros((0, 0))
    least = optimize.minimize(
        design.loss,
        np.zeros(basis.shape[1]),
        args=(basis,),
        jac=True,
        hess=design.curvature,
        method="trust-exact",
        options={"gtol": 1e-9, "maxiter": 300, "max_trust_radius": 4.0},
    )
    at = np.asarray(least.x, dtype=np.float64)
    return at, design.curvature(at, basis) * design.scale


def chances(fitted: Fit, entrants: Sequence[Entrant]) -> list[float]:
    """The share of first places of each at a table; one that is shared counts in parts."""
    n = len(entrants)
    worth = [float(fitted.strengths[player] + fitted.seats[seat]) for player, seat in entrants]
    groups = [group for size in fitted.sizes[n] for group in combinations(range(n), size)]
    means = [sum([worth[at] for at in group]) / len(group) + fitted.ties.get((n, len(group)), 0.0) for group in groups]
    weights = np.exp(np.array(means) - max(means))
    shares = [0.0] * n
    for weight, group in zip(weights / weights.sum(), groups, strict=True):
        for at in group:
            shares[at] += float(weight) / len(group)
    return shares


# --- stages


@attrs.frozen
class _Stage:
    """Who comes next out of those that are left."""

    deal: int
    left: tuple[Entrant, ...]
    next: tuple[Entrant, ...]


def _stages(ranking: Ranking) -> Iterator[_Stage]:
    left = sorted([entrant for group in ranking.groups for entrant in group] + [*ranking.rest])
    for group in ranking.groups:
        if len(left) == 1:
            return
        yield _Stage(ranking.deal, tuple(left), tuple(sorted(group)))
        for entrant in group:
            left.remove(entrant)


def _components(
    stages: Sequence[_Stage], sizes: Mapping[int, set[int]], players: int
) -> tuple[tuple[int, ...], npt.NDArray[np.bool_]]:
    """Which players can be compared, and who was only ever before whom.

    A maximum needs that each player was before each other, if only by way of third ones (Ford, 1957).
    """
    before = np.eye(players, dtype=bool)
    for stage in stages:
        for player, _ in stage.next:
            for other, place in stage.left:
                # those that are level tell of each other only where they need not have been
                if (other, place) not in stage.next or len(sizes[len(stage.left)]) > 1:
                    before[player, other] = True
    for middle in range(players):
        before |= np.outer(before[:, middle], before[middle])
    both = before & before.T
    count, labels = sparse.csgraph.connected_components(sparse.csr_matrix(both), directed=False)
    firsts = [int(np.flatnonzero(labels == label)[0]) for label in range(count)]
    above = before[np.ix_(firsts, firsts)]
    order = np.argsort(-above.sum(axis=1), kind="stable")  # whoever reaches more is further up
    at = {int(label): place for place, label in enumerate(order)}
    return tuple([at[int(label)] for label in labels]), above[np.ix_(order, order)]


# --- the likelihood


class _Design:
    """The stages as matrices: each alternative is a row, each player, seat and size of a tie a column.

    Where one component is above another, without end, a stage tells only of alternatives that are as far up as what
    came of it.

    Attributes:
        ties: the sizes of groups that have a parameter.
        varying_ties: for each of these, whether it is still to be told.
        scale: how many stages there are.

    """

    def __init__(
        self, stages: Sequence[_Stage], sizes: Mapping[int, set[int]], components: tuple[int, ...], seats: int
    ) -> None:
        self._sizes, self._components, self._seats = sizes, components, seats
        self.ties = [(left, size) for left in sorted(sizes) for size in sorted(sizes[left])[1:]]
        blocks = dict[tuple[tuple[Entrant, ...], _Level], tuple[int, dict[tuple[Entrant, ...], int]]]()
        rows, starts, chosen, of_block = list[Numbers](), list[int](), list[int](), list[int]()
        for stage in stages:
            key = (stage.left, self._level(stage.next))
            if key not in blocks:
                groups = self._alternatives(*key)
                blocks[key] = (len(starts), {group: len(rows) + at for at, group in enumerate(groups)})
                starts.append(len(rows))
                rows += [self._row(len(stage.left), group) for group in groups]
            number, places = blocks[key]
            of_block.append(number)
            chosen.append(places[stage.next])
        self._rows, self._starts = np.array(rows), np.array(starts)
        self._lengths = np.diff([*starts, len(rows)])
        self._chosen, self._of_block = np.array(chosen), np.array(of_block)
        self._times = np.bincount(self._of_block).astype(np.float64)
        self._total = self._rows[self._chosen].sum(axis=0)
        self._deals = np.unique([stage.deal for stage in stages], return_inverse=True)[1]
        self.scale = len(stages)
        ties = self._rows[:, len(components) + seats :]
        firsts = np.repeat(ties[self._starts], self._lengths, axis=0)
        self.varying_ties = [bool(varies) for varies in (ties != firsts).any(axis=0)]

    def _row(self, left: int, group: Sequence[Entrant]) -> Numbers:
        players = len(self._components)
        row = np.zeros(players + self._seats + len(self.ties))
        for player, seat in group:
            row[player] += 1 / len(group)
            row[players + seat] += 1 / len(group)
        if (left, len(group)) in self.ties:
            row[players + self._seats + self.ties.index((left, len(group)))] = 1.0
        return row

    def _level(self, group: Sequence[Entrant]) -> _Level:
        """Which part of a group is of which component."""
        members = Counter([self._components[player] for player, _ in group])
        return tuple(sorted([(component, often / len(group)) for component, often in members.items()]))

    def _alternatives(self, left: tuple[Entrant, ...], level: _Level) -> list[tuple[Entrant, ...]]:
        groups = (group for size in sorted(self._sizes[len(left)]) for group in combinations(left, size))
        return [group for group in groups if self._level(group) == level]

    def _weights(self, values: Numbers) -> tuple[float, Numbers]:
        """The sum of the logarithms of all that could have come, and the chance of each row in its block."""
        worth = self._rows @ values
        most = np.maximum.reduceat(worth, self._starts)
        weights = np.exp(worth - np.repeat(most, self._lengths))
        sums = np.add.reduceat(weights, self._starts)
        return float(self._times @ (most + np.log(sums))), weights / np.repeat(sums, self._lengths)

    def loss(self, at: Numbers, basis: Numbers) -> tuple[float, Numbers]:
        """What is to be made small, and its gradient: minus the logarithm of the likelihood, for each stage."""
        values = basis @ at
        logs, weights = self._weights(values)
        expected = (weights * np.repeat(self._times, self._lengths)) @ self._rows
        return (logs - float(self._total @ values)) / self.scale, (expected - self._total) @ basis / self.scale

    def curvature(self, at: Numbers, basis: Numbers) -> Numbers:
        """The second derivatives of it."""
        weights = self._weights(basis @ at)[1]
        rows = self._rows @ basis
        means = np.add.reduceat(rows * weights[:, None], self._starts)
        off = rows - np.repeat(means, self._lengths, axis=0)
        often = weights * np.repeat(self._times, self._lengths)
        curved: Numbers = (off * often[:, None]).T @ off / self.scale
        return curved

    def scores(self, values: Numbers) -> Numbers:
        """The gradient of the logarithm of the likelihood, deal by deal."""
        weights = self._weights(values)[1]
        means = np.add.reduceat(self._rows * weights[:, None], self._starts)
        each = self._rows[self._chosen] - means[self._of_block]
        sums = np.zeros((int(self._deals.max()) + 1, each.shape[1]))
        np.add.at(sums, self._deals, each)
        return sums


def _basis(components: tuple[int, ...], seats: int, varying: Sequence[bool]) -> Numbers:
    """The directions in which parameters may go: strengths and seats keep their mean, ties are free."""
    players = len(components)
    columns = list[Numbers]()
    for component, size in Counter(components).items():
        there = np.flatnonzero(np.array(components) == component)
        for contrast in helmert(size) if size > 1 else ():
            columns.append(np.zeros(players + seats + len(varying)))
            columns[-1][there] = contrast
    for contrast in helmert(seats):
        columns.append(np.zeros(players + seats + len(varying)))
        columns[-1][players : players + seats] = contrast
    for at, varies in enumerate(varying):
        if varies:
            columns.append(np.zeros(players + seats + len(varying)))
            columns[-1][players + seats + at] = 1.0
    basis: Numbers = np.array(columns).T if columns else np.zeros((players + seats + len(varying), 0))
    return basis
