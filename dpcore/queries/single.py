"""Questions that ask once, and are answered by one statistic with additive noise."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from dpcore import noise
from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Kind, Mu, Price, Spread, additive
from dpcore.number import exact
from dpcore.queries.base import Estimates, Query
from dpcore.queries.prediction import Guess, Prediction
from dpcore.queries.round import Promise, Rounds, Run, Step, single
from dpcore.statistic import Linear, Projection
from dpcore.table.aggregate import Aggregate
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.base import Floats

# Prices found from a target error are rounded up to this, so that the same target gives the same price everywhere.
_RESOLUTION = 10**15
# Noise beyond these, as a multiple of that at price 1, has no price that is sold.
_LEAST, _MOST = 1e-6, 1e10

NO_ROWS = Text(
    "The error of a ratio depends on the number of rows: release a count with the same groups and "
    "filters first, or declare expected rows when the dataset is opened."
)


class Single(Query):
    """A question of one statement, one statistic and one mechanism."""

    combines = True

    @abstractmethod
    def aggregate(self, table: Table) -> Aggregate:
        """The exact integers this question needs."""

    @abstractmethod
    def statistic(self, table: Table, price: Price) -> Linear | Projection:
        """The integer statistic to which noise is added, with its reach."""

    @abstractmethod
    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The answer from noisy coordinates of shape (coordinates, cells): post-processing."""

    @abstractmethod
    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error that this noise makes; rows: a public guess of the rows in its cells, if there is one."""

    def mechanism(self, table: Table, price: Price) -> Additive:
        """The noise at a price; at price 0, where no row can change the answer, that of any."""
        return additive(self.statistic(table, price), price if price.total else type(price)(Fraction(1)))

    def free(self, table: Table, kind: Kind) -> bool:
        """Whether no neighbour moves its statistic: of a table that may gain a row one always does."""
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
        """The price at which the predicted half width of the typical cell is the asked one. Raises QueryError."""
        unit = kind(Fraction(1))
        spread = noise_sizes(self.statistic(table, unit), unit, level)

        def half(size: float) -> float:
            return self.expect(table, unit, spread(size), rows).half_width

        if math.isnan(half(1.0)):
            raise QueryError(
                Text(
                    "The price of ±{half_width:g} for “{self_}” cannot be known yet.", half_width=half_width, self_=self
                ),
                NO_ROWS,
            )
        return price_at(half, half_width, kind, str(self))


def noise_sizes(statistic: Linear | Projection, unit: Price, level: float) -> Callable[[float], Spread]:
    """The noise that is so many times that of a price of 1: scales are inverse to mu, or to epsilon."""
    mechanism = additive(statistic, unit)
    law: noise.Law = noise.Gaussian() if isinstance(unit, Mu) else noise.Laplace()
    scales = [float(scale) for scale in mechanism.scales]
    stds = [law.std(scale) if scale else 0.0 for scale in scales]
    quantile, factor = law.quantile(level), mechanism.error(level).factor

    def spread(size: float) -> Spread:
        return Spread(tuple(size * std for std in stds), tuple(size * quantile * scale for scale in scales), factor)

    return spread


def price_at(half: Callable[[float], float], target: float, kind: Kind, question: str) -> Price:
    """The price at which `half` of the noise's size, as a multiple of that at price 1, is the target half width."""
    cost = _inverse(half, target)
    if kind is Mu:
        cost = cost**2
    return sold(cost, target, kind, question)


def sold(cost: Fraction, target: float, kind: Kind, question: str) -> Price:
    """The price that a target error costs, rounded up. Raises QueryError where none is sold."""
    if not Fraction(1, 10**18) <= cost <= 10**4:
        raise QueryError(
            "±{target:g} for “{question}” is out of reach of any price.",
            "Ask for an error of a sensible size.",
            target=target,
            question=question,
        )
    return kind(Fraction(math.ceil(cost * _RESOLUTION), _RESOLUTION))


def _inverse(half: Callable[[float], float], target: float) -> Fraction:
    """One over the most noise with at most the target's half width, which grows with noise; 0 where any noise is."""
    known = half(1.0)
    size = target / known
    if math.isclose(half(size), target, rel_tol=1e-12):  # in proportion to noise
        return Fraction(known) / exact(target)
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
