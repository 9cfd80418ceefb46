"""The trimmed mean of a column, with noise scaled to its smooth sensitivity, where the number of rows is public.

Source: Nissim, Raskhodnikova & Smith 2007; Bun & Steinke 2019 (`dpcore.statistic.order.smooth_trimmed` proves the
sensitivity). The rows are counted by up to 4,096 values of a public grid. The answer lies on a finer grid of 2^20 steps
between the bounds. If the number of rows were private, the number of averaged values would be too: a row more or less
would change the denominator, and which rows are left out. So the question is refused there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self, final

import numpy as np

from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Kind, Price
from dpcore.mechanisms.smooth import smooth
from dpcore.mechanisms.smooth_noise import SmoothNoise
from dpcore.number import real
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import number
from dpcore.queries.question.key import Axis, bins_of, equal_bins
from dpcore.queries.question.limits import Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNSTATED, Guess, Prediction
from dpcore.queries.question.quantity import Quantity, of_column
from dpcore.queries.question.ranked import unbounded
from dpcore.queries.question.refusal import one_group, rows_left_out
from dpcore.queries.question.round import Promise, Rounds, Run, Step, single
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.statistic import SmoothTrimmedMean
from dpcore.statistic.sums.ranges import MOST_PARTS, Range
from dpcore.table.aggregate import Aggregate, Integers, Key, Rows
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

MOST_VALUES = 4096
"""The largest number of values by which rows are counted."""
BITS = 20
"""Answers lie on a grid of at most 2**BITS steps between the bounds."""
USUAL, MOST = 0.1, 0.49
"""The usual and the largest share of rows left out at each end."""


@final
@dataclass(frozen=True, slots=True)
class _Values:
    """The public values that rows are counted by: low, low + step, ...; in the column's unit.

    A value of the column counts as the one in the middle of its cell. The last cell of whole numbers may be shorter.
    """

    key: Key
    low: float
    step: float

    @property
    def bits(self) -> int:
        """The bits of the finer grid below a value."""
        return BITS - (self.key.size - 2).bit_length()


@final
@dataclass(frozen=True)
class TrimmedMean(Query):
    """The mean of a clamped column without the share `drop` of the smallest and of the largest values.

    It needs a public number of rows: a table where one row is replaced and a unit has one row, a column whose missing
    cells have a value, no groups and no filter.
    """

    name: ClassVar[str] = "trimmed_mean"
    title: ClassVar[Text] = Text("Trimmed mean")
    error = ErrorUnit("none")
    help: ClassVar[Text] = Text(
        "The average of a number column without its smallest and largest values. It needs a public number of rows: a "
        "dataset that protects by replacing one row, a column without dropped rows, no groups and no filter."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.MUCH,)
    synonyms: ClassVar[Text] = Text(
        "robust average, average without outliers, winsorized mean, winsorised mean, trim, truncated mean, "
        "outlier resistant, outliers, without extremes, without the highest and lowest, "
        "messing up the average, huber"
    )
    formula: ClassVar[str] = "(x₍ₖ₊₁₎ + … + x₍ₙ₋ₖ₎) / (n − 2k)"
    cites: ClassVar[str] = "smooth sensitivity (Nissim, Raskhodnikova and Smith 2007; Bun and Steinke 2019)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers to average."), (Number,)),
        Parameter(
            "drop",
            "real",
            Text("The share of the rows that is left out at each end."),
            low=0.0,
            high=MOST,
            default=USUAL,
            label=Text("Share left out at each end"),
        ),
    )
    limits: ClassVar[Limits] = Limits(public_rows=True)

    column: str
    drop: float = USUAL
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        drop = real(self.drop, "`drop` of `TrimmedMean`", at_least=0, at_most=MOST, error=QueryError) + 0.0
        if (MOST_PARTS * Fraction(repr(drop))).denominator > 1:
            raise QueryError("`drop` can have at most six decimals.", "For example 0.05.")
        object.__setattr__(self, "drop", drop)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against the schema. Raises QueryError, also where a row can be left out."""
        column = number(schema, self.column)
        bound = super().bind(schema)
        if bound.by or bound.where:
            raise one_group(bound.sentence)
        if column.missing == "drop":
            raise rows_left_out(bound.sentence, self.column)
        return bound

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Trimmed mean of {column}", column=self.column),
            details=(Text("{percent:g} % left out at each end", percent=round(100 * self.drop, 4)),),
        )

    def quantity(self, table: Table) -> Quantity:
        """A mean within the bounds of the column, on a finer grid."""
        values = self._values(table)
        return of_column(table.schema, self.column, float(values.step / 2**values.bits))

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of its one round. Raises QueryError."""
        self.admit(table)
        loss = self.mechanism(table, price).loss
        return () if loss is None else ((loss, 1),)

    def run(self, table: Table, price: Price) -> Run:
        """One round: the number of rows with each value."""
        values, noise = self._values(table), self.mechanism(table, price)
        statistic = SmoothTrimmedMean(values.key.size, Fraction(repr(self.drop)), values.bits, noise.ladder)
        return single(Step(Aggregate((Rows(),), (values.key,)), statistic, noise))

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The drawn number in the column's unit, within its bounds."""
        ((drawn,),) = rounds
        values, (low, high) = self._values(table), self.quantity(table).bounds
        answer: Floats = values.low + values.step * drawn.array[0] / 2**values.bits
        return unbounded(np.clip(answer, low, high))

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """None can be stated: the size of the noise is private."""
        return UNSTATED

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """Raises QueryError: no error can be stated for any price."""
        raise QueryError(
            "The error of “{question}” is private, so no price can be found for it.",
            "Choose a weight or a price, or ask for the mean or the median.",
            question=self.sentence,
        )

    def mechanism(self, table: Table, price: Price) -> SmoothNoise:
        """Power-core noise for a price. Raises QueryError."""
        values = self._values(table)
        top = (values.key.size - 1) << values.bits
        try:
            return smooth(price, ((Range(0, top, Fraction(1, 2)),),), "replace")
        except DpError as error:
            raise QueryError(error.message, error.hint) from None

    def _values(self, table: Table) -> _Values:
        column = number(table.schema, self.column)
        low = float(column.low)
        if not column.integer:
            width = (float(column.high) - low) / MOST_VALUES
            return _Values(_key(bins_of(self.column, column, MOST_VALUES)), low + width / 2, width)
        count = int(column.high - column.low) + 1
        if count <= MOST_VALUES:
            return _Values(Integers(self.column, int(column.low), int(column.high)), low, 1.0)
        size = -(-count // MOST_VALUES)
        axis = equal_bins(self.column, column, -(-count // size))
        first, second = axis.labels[0]
        return _Values(_key(axis), (first + second) / 2, second - first)


def _key(axis: Axis) -> Key:
    assert axis.key is not None
    return axis.key
