"""What the rounds of a logistic regression ask: moments, gradients at public weights, and counts by score and label."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.mechanisms import Additive, Mu, Price, additive
from dpcore.queries.models.features import Features
from dpcore.queries.models.logistic.fit import LARGEST
from dpcore.queries.models.terms import Terms
from dpcore.queries.question.round import Step
from dpcore.queries.question.variable import Variable
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear, LogisticGradient
from dpcore.statistic.learners.logistic import BANDS, CELLS, ONE, WIDTH
from dpcore.table.aggregate import Aggregate, Flags, Grid, Measure, Met, Rows, Score, Total
from dpcore.table.condition import Condition
from dpcore.table.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# These constants decide how stored integers are read: they must never change.
GRAM, COUNTS = Fraction(10, 100), Fraction(5, 100)
GRADIENTS = Fraction(12, 100), Fraction(25, 100), Fraction(48, 100)
"""The parts of the price: of the moments, of each gradient, and of the counts by score and label at last."""
BINS = 4
"""The number of bins of counts for one unit of the score."""
_POINTS = 2**24  # what one unit of the logistic function's argument is in a score
_SIZE = 2**16  # about the largest size of a coordinate of the gradient with weight 1
_COUNTED = 20  # a part of 1 / _COUNTED of a gradient's price is for the counts of bands
_HALF = _POINTS // (2 * WIDTH)
_EDGES = tuple((2 * cell - CELLS) * _HALF for cell in range(1, CELLS))
_BIN_EDGES = tuple(bin_ * (_POINTS // BINS) for bin_ in range(-8 * BINS, 8 * BINS + 1))


@final
@dataclass(frozen=True)
class Design:
    """The rounds for a label and the vector of features. where: the filters of the rows."""

    flag: str
    terms: Terms
    where: tuple[Condition, ...]
    table: Table
    optional: bool

    @property
    def products(self) -> Features:
        """The moments of the features."""
        return self.terms.products

    @cached_property
    def used(self) -> list[int]:
        """The places of the constant and the terms in the vector of a row."""
        return [0, *self.terms.places]

    @cached_property
    def scale(self) -> Floats:
        """By what each entry of the vector of a row is multiplied before noise of one size is added to the gradient.

        A row has one value of a category with k values: multiplied by k^(1/4), their sum of squares counts sqrt(k),
        which is the best where the variances of all entries matter alike.
        """
        found = np.ones(1 + len(self.products.variables))
        for places in self.products.categories:
            found[list(places)] = len(places) ** 0.25
        return found

    @property
    def ends(self) -> Floats:
        """Values besides 0 of each entry that is a flag or a category's value, shape (entries, 2), or NaN."""
        found = np.full((len(self.used), 2), np.nan)
        for place, each in enumerate(self._variables, 1):
            if not isinstance(each.part, Grid):
                found[place] = (-1.0, 1.0) if each.key is None else (1.0, np.nan)
        return found

    def bins(self, weights: Floats) -> Score:
        """The bins of the score that a row can reach, for the counts at the last weights."""
        score, (low, high) = self._score(weights, _BIN_EDGES)
        edges = _BIN_EDGES[low:high] or _BIN_EDGES[max(low - 1, 0) :][:1]
        return replace(score, edges=edges)

    def middles(self, weights: Floats) -> Floats:
        """The score in the middle of each of these bins."""
        edges = np.array(self.bins(weights).edges) / _POINTS
        found: Floats = np.append(edges, edges[-1] + 1 / BINS) - 0.5 / BINS
        return found

    @property
    def present(self) -> tuple[str, ...]:
        """The columns without which a row is left out."""
        return (*self.terms.columns, self.flag)

    def gram(self, price: Price) -> Step:
        """The moments of the features."""
        statistic = self.products.statistic(self.table, price, self.optional)
        aggregate = Aggregate(self.products.measures, (), self.where, self.present)
        return Step(aggregate, statistic, self._noise(statistic, price, GRAM))

    def gradient(self, price: Price, place: int, weights: Floats) -> Step:
        """The gradient of this round at weights that `public` made."""
        score, _ = self._score(weights, _EDGES)
        variables = self.products.variables
        measures: tuple[Measure, ...] = (
            Rows(),
            *(Total(each.part) if isinstance(each.part, Grid) else Met(each.part) for each in variables),
        )
        aggregate = Aggregate(measures, (score, Flags(self.flag)), self.where, self.present)
        statistic = self.statistic(type(price), weights)
        return Step(aggregate, statistic, self._noise(statistic, price, GRADIENTS[place]))

    def counts(self, price: Price, weights: Floats) -> Step:
        """The rows by bin of the score and by label."""
        score = self.bins(weights)
        aggregate = Aggregate((Rows(),), (score, Flags(self.flag)), self.where, self.present)
        statistic = self._counted(2 * score.size)
        return Step(aggregate, statistic, self._noise(statistic, price, COUNTS))

    def losses(self, price: Price) -> tuple[Additive, ...]:
        """The noise of all rounds, whose losses do not depend on weights."""
        zero = np.zeros(len(self.used))
        steps = [self.gram(price), *(self.gradient(price, place, zero) for place in range(len(GRADIENTS)))]
        found = [step.mechanism for step in (*steps, self.counts(price, zero))]
        return tuple(noise for noise in found if isinstance(noise, Additive))

    def public(self, weights: Floats) -> Floats:
        """The nearest weights at which a gradient can be asked: multiples of 1 / WIDTH, so far as grids allow it."""
        _, whole = self._whole(weights)
        sizes = np.array([each.steps / 2 if each.key is None else 1.0 for each in self._variables])
        return np.concatenate([[self._nearest(weights[:1])[0] / WIDTH], sizes * np.array(whole) / _POINTS])

    def read(self, statistic: LogisticGradient, noisy: Floats) -> tuple[Floats, Floats]:
        """The gradient for entries from -1 to 1, of the used places, and the counts of bands, from noisy integers."""
        size = len(statistic.factors)
        sizes = np.array(statistic.sizes, dtype=np.float64) * ONE
        return (noisy[:size] / sizes)[self.used], noisy[size:].reshape(BANDS, 2) / statistic.count

    def noise_of(self, statistic: LogisticGradient, std: float) -> tuple[Floats, float]:
        """The standard deviations of what `read` returns: of each used place, and of a count."""
        sizes = np.array(statistic.sizes, dtype=np.float64) * ONE
        return (std / sizes)[self.used], std / statistic.count

    def statistic(self, kind: type[Price], weights: Floats) -> LogisticGradient:
        """The statistic of a gradient at these weights, for a price of this kind."""
        _, cells = self._score(weights, _EDGES)
        products, table = self.products, self.table
        steps = tuple(each.steps for each in products.variables if each.key is None)
        ends = (1, *(each.steps if each.key is None else 1 for each in products.variables))
        factors = tuple(max(1, round(_SIZE * far / end)) for far, end in zip(self.scale.tolist(), ends, strict=True))
        categories = tuple(map(len, products.categories))
        plain = LogisticGradient(steps, categories, factors, 1, cells, table.neighbors, table.unit.max_rows)
        squared = sum(size**2 for size in plain.row)
        whole = isqrt(squared // (_COUNTED - 1)) if kind is Mu else sum(plain.row) // (_COUNTED - 1)
        return replace(plain, count=max(1, plain.most * whole))

    def _counted(self, cells: int) -> Linear:
        reach = Contribution(((1,),), self.table.neighbors, self.table.unit.max_rows, cells, self.optional)
        return Linear(reach, ((1,),), (1.0,), counts=True)

    def _noise(self, statistic: Linear | LogisticGradient, price: Price, part: Fraction) -> Additive:
        total = price.total if price.total else Fraction(1)
        return additive(statistic, type(price)(total * part))

    @property
    def _variables(self) -> list[Variable]:
        return [self.products.variables[place - 1] for place in self.terms.places]

    def _nearest(self, weights: Floats) -> list[int]:
        """The weights in parts of WIDTH."""
        return [round(float(each) * WIDTH) for each in np.clip(weights, -LARGEST, LARGEST)]

    def _whole(self, weights: Floats) -> tuple[int, list[int]]:
        """The constant of a score, and its weights in the order of the terms."""
        nearest = self._nearest(weights)
        constant, found = nearest[0] * (_POINTS // WIDTH), list[int]()
        for parts, each in zip(nearest[1:], self._variables, strict=True):
            size = parts * (_POINTS // WIDTH)
            if each.key is None:
                size = round(Fraction(2 * size, each.steps))
                constant -= size * each.steps // 2
            found.append(size)
        return constant, found

    def _score(self, weights: Floats, edges: tuple[int, ...]) -> tuple[Score, tuple[int, int]]:
        """The cells of scores at weights, and the first and the last that a row can reach."""
        constant, whole = self._whole(weights)
        parts = tuple(each.part for each in self._variables)
        low = high = constant
        by_column: dict[str, list[int]] = {}
        for each, weight in zip(self._variables, whole, strict=True):
            if each.key is None:
                ends = sorted((0, weight * each.steps))
                low, high = low + ends[0], high + ends[1]
            else:
                by_column.setdefault(each.column, [0]).append(weight)
        for ends in by_column.values():
            low, high = low + min(ends), high + max(ends)
        score = Score(parts, tuple(whole), constant, edges)
        return score, (bisect_right(edges, low), bisect_right(edges, high))
