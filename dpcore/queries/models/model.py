"""What questions about fitted models have in common: a table of parts and variables, and predictions for rows."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from dpcore.budget.loss import Gaussian
from dpcore.mechanisms import Epsilon, Mu, Price, Spread
from dpcore.queries.models.features import Features
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.single import Single
from dpcore.result import Model, Result
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate
from dpcore.table.schema import Schema
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats


class MomentModel(Single, Readable):
    """A model that follows from the rows, sums and products of several columns, over the rows that have them all."""

    error = ErrorUnit(by_rows=True, sampling=True)

    @property
    @abstractmethod
    def used(self) -> tuple[str, ...]:
        """The columns of the products."""

    @abstractmethod
    def products(self, schema: Schema) -> Features:
        """The products. Raises QueryError."""

    @abstractmethod
    def lines(self, schema: Schema) -> tuple[tuple[str, str], ...]:
        """The part and the variable of each entry."""

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The parts and variables."""
        return (Axis(None, ("part", "variable"), self.lines(schema)),)

    def aggregate(self, table: Table) -> Aggregate:
        """All products, in one scan."""
        return Aggregate(self.products(table.schema).measures, (), tuple(self.where), self.used)

    def statistic(self, table: Table, price: Price) -> Linear:
        """The products with their sensitivity."""
        return self.products(table.schema).statistic(table, price, self.optional(table))

    def optional(self, table: Table) -> bool:
        """Whether a row can be left out: by a filter, or a missing value in one of the columns."""
        return self.left_out(table, self.used)

    def moments(self, table: Table, price: type[Price], noisy: Floats, spread: Spread) -> tuple[Floats, Floats]:
        """The moments of entries from -1 to 1, and the variances of their noise. price: its kind."""
        units = self.products(table.schema).units(price)
        return noisy[:, 0] / units, np.square(np.array(spread.std) / units)


def independent(products: Features, rows: float, spread: float) -> Floats:
    """The moments of so many rows whose columns are independent, with numbers of this variance around 0.

    Both values of true-or-false columns are equally frequent, and so are all values of a category.
    """
    size = {place: len(places) for places in products.categories for place in places}
    found = np.zeros(len(products.entries))
    for place, (low, high) in enumerate(products.entries):
        if low == high and low:
            found[place] = rows * spread
        elif all(end == 0 or end in size for end in (low, high)):
            found[place] = rows / (size.get(low, 1) * size.get(high, 1))
    return found


def kind_of(rounds: Rounds) -> type[Price]:
    """The kind of price by which the one step of the one round was paid."""
    ((drawn,),) = rounds
    return Mu if isinstance(drawn.mechanism.loss, Gaussian) else Epsilon


def sigma(variance: float, error: float, factor: float) -> tuple[float, float, float, float]:
    """A standard deviation, its standard error and its interval, from the variance and its standard error."""
    size = math.sqrt(max(variance, 0.0))
    low, high = math.sqrt(max(variance - factor * error, 0.0)), math.sqrt(max(variance + factor * error, 0.0))
    return size, min(error / (2 * size), math.sqrt(error)) if size else math.sqrt(error), low, high
