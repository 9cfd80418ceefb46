r"""The sum of one column divided by the sum of another, such as cost per visit: two noisy sums and their quotient.

A row adds a point of a rectangle to both sums, so the extreme points are its four corners. Each sum is counted in whole
parts that make both rectangles about equally long; one release of the pair has the noise of both. The interval is
Fieller's (1954): all quotients r for which total - r base may be zero, exact for normal noise.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import real, shown
from dpcore.queries.blocks.block_reading import LEAST_LIMIT, LIMIT, MOST_LIMIT
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.moment import expected, fieller
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import Single
from dpcore.queries.question.topic import Topic
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Grid, Rows, Total
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

BITS = 28
# Means of the second column, as shares of its upper bound: of a typical column, and the least that the range covers.
_TYPICAL, _LEAST = 0.25, 0.05


@final
@dataclass(frozen=True)
class Ratio(Single, Readable):
    """The sum of `column` divided by the sum of `to`, over the rows where neither is missing.

    limit: a public bound of the size of the answer. Larger ones are set to it; where the sum of `to` may be 0 or less,
    the interval is the whole range.
    """

    error = ErrorUnit(by_rows=True)
    name: ClassVar[str] = "ratio"
    title: ClassVar[Text] = Text("Ratio of sums")
    help: ClassVar[Text] = Text("The sum of one column divided by the sum of another, such as the cost per visit.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MUCH,)
    synonyms: ClassVar[Text] = Text(
        "ratio, cost per, rate per, divided by, weighted average, per capita, per person, per patient, "
        "per unit, quotient, rate, relative to, numerator and denominator, per, arpu, average order value, "
        "ratio of totals, share of the total amount, aov, return on, roas, loss ratio, severity, "
        "cost of each, yield"
    )
    formula: ClassVar[str] = "Σ xᵢ / Σ yᵢ"
    cites: ClassVar[str] = "intervals of a quotient (Fieller 1954)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers whose sum is divided."), (Number,)),
        Parameter(
            "to",
            "column",
            Text("The numbers by whose sum it is divided."),
            (Number,),
            label=Text("Divided by"),
            of="column",
        ),
        Parameter(
            "limit",
            "real",
            Text("A public bound of the size of the answer. Larger ones are set to it."),
            low=LEAST_LIMIT,
            high=MOST_LIMIT,
            default=LIMIT,
            label=Text("Largest answer"),
        ),
    )

    column: str
    to: str
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    limit: float = LIMIT

    def __post_init__(self) -> None:
        limit = real(self.limit, "`limit` of `Ratio`", at_least=LEAST_LIMIT, at_most=MOST_LIMIT, error=QueryError)
        object.__setattr__(self, "limit", limit)
        if self.to == self.column:
            raise QueryError("The ratio of a column to itself is always 1.", "Choose another column.")
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against the schema. Raises QueryError."""
        for name in (self.column, self.to):
            number(schema, name)
        if number(schema, self.to).high <= 0:
            raise QueryError(
                "A ratio to {name} is not offered: its sum is never above 0.",
                "Choose a column whose declared upper bound is above 0.",
                name=shown(self.to),
            )
        return super().bind(schema)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Ratio of {column} to {other}", column=self.column, other=self.to))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What was done to the values of the second column, which `clipped` does not name."""
        low, high = (float(end) for end in (number(table.schema, self.to).low, number(table.schema, self.to).high))
        return Text(
            "Values of {column} outside {low:,.12g} to {high:,.12g} were set to the nearest bound, and answers beyond "
            "±{limit:,.12g} to this limit.",
            column=self.to,
            low=low,
            high=high,
            limit=self.limit,
        )

    def quantity(self, table: Table) -> Quantity:
        """Within the limit; where no value below is negative, of the sign of the values above."""
        over, under = (number(table.schema, name) for name in (self.column, self.to))
        first = 0.0 if under.low >= 0 and over.low >= 0 else -self.limit
        last = 0.0 if under.low >= 0 and over.high <= 0 else self.limit
        return Quantity(first, last, clipped=self.column)

    def aggregate(self, table: Table) -> Aggregate:
        """Rows, and the sums of the grid integers of both columns."""
        over, under = self._grids(table)
        measures = (Rows(), Total(over), Total(under))
        present = (self.column, self.to)
        return Aggregate(measures, self._keys(table), tuple(self.where), present, self._groups(table))

    def statistic(self, table: Table, price: Price) -> Linear:
        """Both sums, in parts."""
        grids, parts = self._grids(table), self._parts(table)
        ends = [
            (part * lattice.low, part * (lattice.low + lattice.steps))
            for lattice, part in zip(grids, parts, strict=True)
        ]
        contribution = Contribution(
            tuple(itertools.product(*ends)),
            table.neighbors,
            table.unit.max_rows,
            self._cells(table),
            optional=self._missing(table, (self.column, self.to)),
        )
        (over, under), (one, other) = grids, parts
        return Linear(contribution, ((one * over.low, one, 0), (other * under.low, 0, other)), (1.0, 1.0))

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The quotient with its interval, from public scales and the noisy sums only."""
        steps = self._steps(table)
        return self._quotient(table, noisy * steps[:, None], np.array(spread.std) * steps, spread.whole)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error for columns of all means of which the assumption speaks, and for the guessed numbers of rows."""
        if rows is None:
            return UNKNOWN
        errors = np.array(spread.std) * self._steps(table)
        over, under = (number(table.schema, name) for name in (self.column, self.to))
        least, usual = (max(float(under.low), share * float(under.high)) for share in (_LEAST, _TYPICAL))
        bases = np.array([least, usual, *np.linspace(least, float(under.high), 9)])
        totals, bases = (each.ravel() for each in np.meshgrid(np.linspace(float(over.low), float(over.high), 9), bases))
        std, half, low, high, largest = expected(
            lambda moments: self._quotient(table, moments[1:], errors, spread.whole),
            np.diag([0.0, *np.square(errors)]),
            sizes(rows, 0.0),
            np.stack([totals, bases]),
            bases >= usual,
        )
        first, last = self.quantity(table).bounds
        facts = {"column": self.to, "percent": 100 * _TYPICAL, "least": 100 * _LEAST}
        typical = Text("a mean of {column} of at least {percent:g} % of its upper bound", **facts)
        span = Text("means of {column} from {least:g} % of its upper bound", **facts)
        return Prediction(std, half, low, high, max(largest, last - first), assumed(rows, typical, span))

    def _quotient(self, table: Table, sums: Floats, errors: Floats, factor: float) -> Estimates:
        """Of sums of shape (2, cells) with normal errors; the whole range where the second sum may be 0."""
        first, last = self.quantity(table).bounds
        total, base = sums
        safe = np.maximum(base, max(float(errors[1]), 1e-300))
        value = np.clip(total / safe, first, last)
        error = np.sqrt(errors[0] ** 2 + np.square(value * errors[1])) / safe
        low, high = fieller(base, total, np.diag(np.square(errors[::-1])), factor)
        low = np.clip(np.minimum(low, value - factor * error), first, last)
        high = np.clip(np.maximum(high, value + factor * error), first, last)
        return Estimates(value, np.minimum(error, last - first), low, high)

    def _grids(self, table: Table) -> tuple[Grid, Grid]:
        over, under = (grid(name, number(table.schema, name), BITS, from_zero=True) for name in (self.column, self.to))
        return over, under

    def _parts(self, table: Table) -> tuple[int, int]:
        """Into how many parts a grid step of each column is divided."""
        over, under = (2**BITS // max(abs(each.low), abs(each.low + each.steps), 1) for each in self._grids(table))
        return max(over, 1), max(under, 1)

    def _steps(self, table: Table) -> Floats:
        """One part of each sum, in the column's unit."""
        both = zip(self._grids(table), self._parts(table), strict=True)
        return np.array([float(lattice.step) / part for lattice, part in both])
