"""Questions with a single step: one statistic with additive noise."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from dpcore import noise
from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Kind, Mu, Price, Spread, additive
from dpcore.mechanisms.additive import spread
from dpcore.number import exact
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.refusal import unsold
from dpcore.queries.question.round import Promise, Rounds, Run, Step, single
from dpcore.statistic import Linear, Normed
from dpcore.table.aggregate import Aggregate
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

# Prices for a target error are rounded up to multiples of 1/_RESOLUTION, so that they are the same on every machine.
_RESOLUTION = 10**15
DEAREST = 10**4
"""The largest price of a target error: mu squared, or epsilon."""
# The range of noise sizes that is searched, as multiples of the noise at price 1.
_LEAST, _MOST = 1e-6, 1e10

NO_ROWS = Text(
    "The error of a ratio depends on the number of rows. First release a count with the same groups and "
    "filters, or declare the expected number of rows."
)


class Single(Query):
    """A question with one aggregate, one statistic and one mechanism."""

    combines = True

    @abstractmethod
    def aggregate(self, table: Table) -> Aggregate:
        """The exact integers this question needs."""

    @abstractmethod
    def statistic(self, table: Table, price: Price) -> Linear | Normed:
        """The integer statistic to which noise is added, with its sensitivity."""

    @abstractmethod
    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The answer from noisy coordinates of shape (coordinates, cells): post-processing."""

    @abstractmethod
    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The predicted error for this noise. rows: a public guess of the rows in a cell, or None."""

    def left_out(self, table: Table, columns: Iterable[str]) -> bool:
        """Whether a row can be left out: by a filter, a group, or a missing cell of these columns."""
        dropped = (getattr(table.schema.columns[name], "missing", "drop") == "drop" for name in columns)
        return bool(self.where or self.by) or any(dropped)

    def part(self, price: Price) -> Price:
        """The part of the price for the step that decides the predicted error: all of it, if there is one step."""
        return price

    def mechanism(self, table: Table, price: Price) -> Additive:
        """The noise at a price. At price 0 no row can change the answer, so any price gives the same result."""
        return additive(self.statistic(table, price), price if price.total else type(price)(Fraction(1)))

    def free(self, table: Table, kind: Kind) -> bool:
        """Whether no neighbour changes the statistic. Under add_remove, some neighbour always does."""
        return table.neighbors == "replace" and self.statistic(table, kind(Fraction(1))).public

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of its one round."""
        loss = self.mechanism(table, price).loss
        return () if loss is None else ((loss, 1),)

    def run(self, table: Table, price: Price) -> Run:
        """One round of one step."""
        return single(Step(self.aggregate(table), self.statistic(table, price), self.mechanism(table, price)))

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The answer from its one round."""
        ((drawn,),) = rounds
        spread = drawn.mechanism.error(level)
        if spread is None:
            raise QueryError("This answer's noise has no known size.", "Update the program.")
        return self.estimate(table, price, drawn.array, spread)

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error before anything is released."""
        return self.expect(table, price, self.mechanism(table, price).error(level), rows)

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which the typical cell has the requested predicted half width. Raises QueryError."""
        unit = self.part(kind(Fraction(1)))
        spread = noise_sizes(self.statistic(table, unit), unit, level)

        def half(size: float) -> float:
            return self.expect(table, unit, spread(size), rows).half_width

        if not half(1.0):
            raise QueryError(
                "“{question}” has no error at any price, so no price can be found for a margin of error.",
                "Choose a weight or a price.",
                question=self.sentence,
            )
        if math.isnan(half(1.0)):
            raise QueryError(
                Text("The price of this margin of error for “{self_}” is not known yet.", self_=self),
                NO_ROWS,
            )
        return price_at(half, half_width, kind, str(self))


def noise_sizes(statistic: Linear | Normed, unit: Price, level: float) -> Callable[[float], Spread]:
    """The noise as a function of its size relative to price 1; scales are inversely proportional to mu or epsilon."""
    mechanism = additive(statistic, unit)
    law: noise.Law = noise.Gaussian() if isinstance(unit, Mu) else noise.Laplace()
    scales = [float(scale) for scale in mechanism.scales]
    stds = [law.std(scale) if scale else 0.0 for scale in scales]
    quantile, factor = law.quantile(level), mechanism.error(level).factor

    def sized(size: float) -> Spread:
        whole = spread(mechanism.law, tuple(size * scale for scale in scales), level).whole
        return Spread(
            tuple(size * std for std in stds), tuple(size * quantile * scale for scale in scales), factor, whole
        )

    return sized


def price_at(half: Callable[[float], float], target: float, kind: Kind, question: str) -> Price:
    """The price at which the half width is the target. half: the half width by noise size relative to price 1."""
    with np.errstate(over="ignore", invalid="ignore"):  # noise far beyond the bounds, for a target beyond them
        cost = _inverse(half, target)
    if kind is Mu:
        cost = cost**2
    return sold(cost, kind, question, lambda: half(DEAREST**-0.5 if kind is Mu else 1 / DEAREST))


def sold(cost: Fraction, kind: Kind, question: str, least: Callable[[], float]) -> Price:
    """The price for a target error, rounded up. Raises Unsold if it is outside the range of prices.

    least: the error at the largest price, in the unit of the target.
    """
    if not Fraction(1, 10**18) <= cost <= DEAREST:
        dear = cost > DEAREST
        raise unsold(question, dear, least() if dear else math.nan)
    return kind(Fraction(math.ceil(cost * _RESOLUTION), _RESOLUTION))


def _inverse(half: Callable[[float], float], target: float) -> Fraction:
    """1 / the largest noise size whose half width is at most the target; 0 if any noise size is small enough."""
    unit = half(1.0)
    size = min(max(target / unit, _LEAST), _MOST)
    if math.isclose(half(size), target, rel_tol=1e-12):  # the half width is proportional to the noise
        return Fraction(unit) / exact(target)
    low = high = size
    while half(low) > target and low > _LEAST:
        low /= 2
    while half(high) <= target:
        high *= 2
        if high > _MOST:
            return Fraction(0)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if half(middle) <= target else (low, middle)
    return 1 / Fraction(low)
