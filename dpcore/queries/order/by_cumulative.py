"""Several quantiles read off a noisy cumulative distribution of even cells, released for the whole price.

The release is that of the question `Cumulative`, which proves its sensitivity; `dpcore.statistic.order.cumulative`
reads it.

Only where each value of the column has a cell of its own is the error bounded in ranks. Elsewhere all rows may lie in
the cell of an answer, which is interpolated there. Then the answer has an interval in the column's unit instead, of
whole cells, which holds for any rows (`dpcore.statistic.order.cumulative.invert`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price
from dpcore.queries.counts.cumulative import Cumulative, half_widths
from dpcore.queries.order.by_slicing import relative
from dpcore.queries.order.quantile_method import Method
from dpcore.queries.order.same_table import Same
from dpcore.queries.question.grid import number
from dpcore.queries.question.key import group_count
from dpcore.queries.question.limits import FEWER_CELLS
from dpcore.queries.question.round import Promise, Rounds, Run
from dpcore.statistic.order.cumulative import invert
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.order.quantile_method import Places
    from dpcore.queries.question.base import Floats
    from dpcore.queries.question.ranked import Ranked

CELLS = tuple(2**power for power in range(6, 13))
"""The numbers of cells from which one is chosen."""
_CELL = Text(
    "A cell of the distribution has several values, and answers are interpolated in their cell. So no number of rows "
    "between an answer and the true quantile can be stated: all rows may lie in one cell."
)
_UNLIMITED = 1e300


@final
@dataclass(frozen=True)
class ByCumulative(Method):
    """The quantiles of the counts. rows: a public guess of the rows in a group, which decides the number of cells."""

    rows: float

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of the distribution. Raises QueryError."""
        return self._asked(table, price).promise(table, price)

    def run(self, table: Table, price: Price) -> Run:
        """One round of counts."""
        yield from self._asked(table, price).run(table, price)

    def answers(self, table: Table, price: Price, rounds: Rounds) -> Floats:
        """Where the nondecreasing counts reach each share; in a whole-number column the first number that does."""
        ((drawn,),) = rounds
        asked = self._asked(table, price)
        statistic, column = asked.statistic(table, price), number(table.schema, self.question.column)
        counts = statistic.decoded.prefixes(drawn.array.reshape(-1, statistic.factor.coordinates))
        wide = np.full(statistic.factor.cells, _UNLIMITED)
        values = invert([float(share) for share in self.shares], asked.edges(table.schema), counts, wide).value
        return np.clip(np.ceil(values - 0.5) if column.integer else values, float(column.low), float(column.high))

    def places(self, table: Table, price: Price, rounds: Rounds) -> Places:
        """The nearest grid integers."""
        lattice = self.question.lattice(table)
        found = np.rint(self.answers(table, price, rounds) / float(lattice.step)) - lattice.low
        nearest: Places = np.clip(found, 0, lattice.steps).astype(np.int64)
        return nearest

    def bounded(self, table: Table) -> bool:
        """Only where every value has a cell of its own."""
        return self.exact(table)

    def interval(self, table: Table, price: Price, rounds: Rounds, level: float) -> tuple[Floats, Floats] | None:
        """Whole cells that contain the quantile, as `Cumulative` states them; None if every value has a cell."""
        if self.exact(table):
            return None
        ((drawn,),) = rounds
        asked = self._asked(table, price)
        statistic, column = asked.statistic(table, price), number(table.schema, self.question.column)
        counts = statistic.decoded.prefixes(drawn.array.reshape(-1, statistic.factor.coordinates))
        half = half_widths(statistic, price, asked.mechanism(table, price).error(level))
        found = invert([float(share) for share in self.shares], asked.edges(table.schema), counts, half)
        inwards = 0.5 if column.integer else 0.0  # edges lie halfway between whole numbers
        answers = self.answers(table, price, rounds)
        return np.minimum(found.low + inwards, answers), np.maximum(found.high - inwards, answers)

    def typical(self, table: Table, price: Price) -> float:
        """The error of the counts relative to the last one; infinite where a cell has several values."""
        return self._noise(table, price) if self.exact(table) else math.inf

    def _noise(self, table: Table, price: Price) -> float:
        """The error of the counts relative to the last one."""
        asked = self._asked(table, price)
        return relative(asked.statistic(table, price).factor, asked.mechanism(table, price))

    def worst(self, table: Table, price: Price, level: float) -> float:
        """A bound of the errors of all counts relative to the last one, by a union bound; infinite like `typical`."""
        if not self.exact(table):
            return math.inf
        asked = self._asked(table, price)
        statistic = asked.statistic(table, price)
        spread = asked.mechanism(table, price).error(1 - (1 - level) / statistic.factor.cells)
        return 2 * spread.factor * float(statistic.std_errors(math.hypot(spread.std[0], math.sqrt(1 / 12))).max())

    def expected(self, table: Table, price: Price, rows: float) -> float:
        """Infinite if there is no such distribution."""
        try:
            asked = self._asked(table, price)
        except QueryError:
            return math.inf
        return math.hypot(self._noise(table, price), 0.0 if self.exact(table) else _inside(asked.bins, rows))

    def exact(self, table: Table) -> bool:
        """Whether each value of the column has a cell of its own."""
        column = number(table.schema, self.question.column)
        return column.integer and column.high - column.low < min(CELLS[-1], self._most(table))

    @property
    def assumption(self) -> Text:
        """What the error leaves out."""
        return _CELL

    def _most(self, table: Table) -> int:
        return FEWER_CELLS // group_count(table.schema, self.question.by)

    def _asked(self, table: Table, price: Price) -> Cumulative:
        """The distribution with the cells of the smallest expected error. Raises QueryError if there is none."""
        column, most = number(table.schema, self.question.column), self._most(table)
        if self.exact(table):
            return self._cells(table, int(column.high - column.low) + 1)
        sizes = [cells for cells in CELLS if cells <= most] or [max(1, most)]
        if column.integer:
            sizes = [min(cells, int(column.high - column.low) + 1) for cells in sizes]

        def error(cells: int) -> tuple[float, int]:
            asked = self._cells(table, cells)
            noise = relative(asked.statistic(table, price).factor, asked.mechanism(table, price))
            return float(f"{math.hypot(noise, _inside(cells, self.rows)):.6g}"), cells

        return self._cells(table, min(sizes, key=error))

    def _cells(self, table: Table, cells: int) -> Cumulative:
        return _distribution(self.question, cells, Same(table))


@lru_cache(512)
def _distribution(question: Ranked, cells: int, same: Same) -> Cumulative:
    """The distribution with so many cells, bound: every price that is tried needs it again."""
    return Cumulative(question.column, cells, question.by, question.where).bind(same.table.schema)


def _inside(cells: int, rows: float) -> float:
    """The error of interpolating in a cell, for a group whose rows lie in about a quarter of the bounds.

    The first part is the chance of independent rows, the second one the slope of their density, as of a normal
    distribution with a standard deviation of a tenth of the bounds.
    """
    return math.hypot(math.sqrt(4 * rows / (6 * cells)), 2 * rows / cells**2)
