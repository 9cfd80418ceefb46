r"""The two rounds of a recommender, and what a user can change in each.

A user is a unit. Several rows of a user about one item are one rating, their mean; c is the number of a user's rated
items, at most k = min(max_rows, items).

1. For each item, the number of raters and the sum of their ratings z (from -U to U, 0 in the middle of the range), each
   weighted by w_c <= S / sqrt(c), a whole number cut toward zero. A user adds a vector a with a_i = w_c at rated items,
   and b with b_i = w_c z_i. As |a|^2 = c w_c^2 <= S^2 and |b|^2 <= U^2 |a|^2, the noise with variances s and t on the
   two has mu^2 <= S^2 (1/s + U^2/t): one row (S, ±S U) in one cell is as far. Another user in place of this one: with
   x = <a, a~> >= 0 and <b, b~> >= -U^2 x the square is at most 2 S^2 (1/s + U^2/t) + 2 x (U^2/t - 1/s), 0 <= x <= S^2,
   so the largest of 2 S^2 (1/s + U^2/t) and 4 S^2 U^2/t: the same as that of rows (S, ±S U) in two cells or in one.
2. For each pair of items, the sum of products of residuals, weighted by v_c <= S / c (`dpcore.statistic.sums.scatter`).
   A residual is a rating less the item's middle, which follows from the noisy numbers of round 1, and less the user's
   own level, clamped. It follows from the user's own rows and from public and released numbers alone.

A price in mu^2 or epsilon is split between them; losses of adaptive rounds add up. For a price in epsilon the weights
are w_c <= S / c and v_c <= 2 S / (c (c + 1)), so that the sums of sizes have the same bounds for every c: S (1 + U) in
round 1 (twice that if a user is replaced), S (B^2 + f) in round 2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.mechanisms import Additive, Kind, Mu, Price, additive
from dpcore.queries.models.ratings.ratings import BOUND, PARTS, SHRINK, Ratings, doubts, middles
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear, Scatter
from dpcore.table.aggregate import Grid, Residual

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats
    from dpcore.queries.question.round import Drawn, Rounds
    from dpcore.sensitivity.relation import Neighbors

# They decide how stored numbers are read, so they never change.
WHOLE = 2**16
"""S: the largest sum of weights."""
BITS = 12
"""Ratings have at most 2**BITS steps."""
_PAIRS = 4  # f is B^2 over this

FIRST = Fraction(3, 20)
"""The share of the price for round 1."""
_MEAN = 0.1  # the square of an item's mean, for the split of noise between numbers of raters and sums
_SPREAD = 0.4  # the variance of residuals over B^2, for predicted errors


@final
@dataclass(frozen=True)
class Design:
    """Weights, statistics and noise of both rounds, for a kind of price. most: k, the most items that a user rates."""

    scores: Grid
    items: int
    most: int
    neighbors: Neighbors
    kind: Kind

    @property
    def of_items(self) -> tuple[int, ...]:
        """The weights of round 1 for 1 to k items: |a|^2 <= S^2, or for a price in epsilon the sum of a <= S."""
        counts = range(1, 1 + self.most)
        if self.kind is Mu:
            return tuple(math.isqrt(WHOLE**2 // count) for count in counts)
        return tuple(WHOLE // count for count in counts)

    @property
    def of_pairs(self) -> tuple[int, ...]:
        """The weights of round 2."""
        counts = range(1, 1 + self.most)
        if self.kind is Mu:
            return tuple(WHOLE // count for count in counts)
        return tuple(2 * WHOLE // (count * (count + 1)) for count in counts)

    @property
    def sizes(self) -> tuple[int, int]:
        """By what A and Z are multiplied when they are released; U/2 for A at a price in epsilon, as Z matters more."""
        steps = self.scores.steps
        return (1 if self.kind is Mu else max(1, steps // 2)), steps

    @property
    def linear(self) -> Linear:
        """The statistic of round 1. Its matrix doubles the sums of grid integers and subtracts U from each."""
        factor, steps = self.sizes
        rows = tuple((factor * WHOLE, side * WHOLE * steps) for side in (1, -1))
        reach = Contribution(rows, self.neighbors, 1, self.items)
        return Linear(reach, ((factor, 0), (-steps, 2)), (_MEAN / factor**2, 1 / steps**2))

    @property
    def scatter(self) -> Scatter:
        """The statistic of round 2."""
        times = () if self.kind is Mu else (1, 1)
        return Scatter(self.items, BOUND, self.of_pairs, BOUND**2 // _PAIRS, self.neighbors, *times)

    def first(self, price: Price) -> Additive:
        """The noise of round 1."""
        return additive(self.linear, type(price)(price.total * FIRST))

    def second(self, price: Price) -> Additive:
        """The noise of round 2."""
        return additive(self.scatter, type(price)(price.total * (1 - FIRST)))

    def released(self, drawn: Drawn, level: float) -> tuple[Floats, Floats, tuple[float, float], float]:
        """A and Z of round 1, the standard deviations of their noise, and the width of intervals in these."""
        (first, second), spread = self.sizes, drawn.mechanism.error(level)
        assert spread is not None
        (weights, sums), (one, other) = drawn.array, spread.std
        return weights / first, sums / second, (one / first, other / second), spread.factor

    def read(self, rounds: Rounds) -> Ratings:
        """The released numbers of both rounds."""
        (first,), (second,) = rounds
        noise, spread = first.mechanism, second.mechanism.error(0.95)
        assert isinstance(noise, Additive) and spread is not None
        weights, _, errors, _ = self.released(first, 0.95)
        middle = self.residual(np.array(first.noisy, dtype=object), noise.scales[0]).middles
        products, pairs = self.scatter.matrices(second.array)
        of_products, of_pairs = self.scatter.stds(spread.std[0])
        stds = of_products / PARTS**2, of_pairs
        return Ratings(np.array(middle) / PARTS, doubts(weights, errors), products / PARTS**2, pairs, stds)

    def residual(self, noisy: Any, scale: Fraction) -> Residual:
        """What round 2 multiplies, from the noisy integers of round 1. scale: that of the noise of A."""
        middle = middles(noisy[0].tolist(), noisy[1].tolist(), scale, *self.sizes)
        return Residual(self.scores, PARTS, middle, SHRINK, BOUND)

    def expected(self, std: float, ratings: float) -> float:
        """The standard error of a similarity, for noise of this size, if each user rates k items and all equally often.

        Infinite if no user rates two items.
        """
        share = self.most * (self.most - 1) / (self.items * (self.items - 1))
        both = ratings / self.most * share * self.of_pairs[-1]
        return std / self.scatter.beside / (BOUND**2 * _SPREAD) / both if both else math.inf
