"""A statistic by blocks: the units are divided into blocks, and the median of the blocks' statistics is selected.

Source: sample and aggregate (Nissim, Raskhodnikova & Smith 2007). The selection is that of `Median`, among the block
values instead of the rows, whose public number does not change when a unit comes or goes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self, assert_never, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Price
from dpcore.number import shown, whole
from dpcore.queries.base import Estimates
from dpcore.queries.grid import grid, number
from dpcore.queries.parameter import Parameter
from dpcore.queries.prediction import Guess, Prediction
from dpcore.queries.ranked import Ranked, Selection, cost, selection, unbounded
from dpcore.queries.round import Promise, Rounds, Run, Step, single
from dpcore.queries.single import sold
from dpcore.statistic import Blocks
from dpcore.statistic.blocks import BlockStatistic, band
from dpcore.statistic.ranges import Range
from dpcore.table import aggregate
from dpcore.table.aggregate import Aggregate, Grid, Measure, Order, Rows, Squares, Total
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.base import Floats

MOST_BLOCKS, MOST_VALUES = 1000, 500_000
BITS, FINER = 12, 8
"""Answers are on a grid of at most 2**BITS steps. Rows are summed on a grid up to 2**FINER times as fine."""
_HALF = Fraction(1, 2)
_STATISTICS: tuple[tuple[BlockStatistic, Text], ...] = (
    ("median", Text("Median")),
    ("mean", Text("Mean")),
    ("standard_deviation", Text("Standard deviation")),
)


@final
@dataclass(frozen=True)
class SampleAndAggregate(Ranked):
    """The median of a statistic over blocks of units, chosen by a keyed hash; a block without rows has the middle.

    statistic: "median", "mean" or "standard_deviation" of the column in a block. blocks: their number, which is public.
    """

    name: ClassVar[str] = "sample_and_aggregate"
    title: ClassVar[Text] = Text("Statistic by blocks")
    help: ClassVar[Text] = Text(
        "A statistic of each of many blocks of privacy units, of which the middle one is selected. A unit may have "
        "any number of rows without more noise."
    )
    parameters: ClassVar[tuple[Parameter, ...]] = (
        *Ranked.parameters,
        Parameter(
            "statistic",
            "choice",
            Text("The statistic of each block."),
            choices=_STATISTICS,
            label=Text("Statistic"),
        ),
        Parameter(
            "blocks",
            "whole",
            Text("More blocks make the error from noise smaller, but each block has fewer rows."),
            low=2,
            high=MOST_BLOCKS,
            default=100,
            label=Text("Blocks"),
        ),
    )
    truth: ClassVar[Text] = Text("median of the block values")

    column: str
    statistic: BlockStatistic = "median"
    blocks: int = 100
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        if self.statistic not in (name for name, _ in _STATISTICS):
            raise QueryError(
                "`statistic` of `SampleAndAggregate` must be one of {names}. Got {statistic}.",
                names=", ".join(name for name, _ in _STATISTICS),
                statistic=shown(self.statistic),
            )
        whole(self.blocks, "`blocks` of `SampleAndAggregate`", low=2, high=MOST_BLOCKS, error=QueryError)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against the schema. Raises QueryError."""
        bound = super().bind(schema)
        groups = math.prod(axis.size for axis in bound.axes(schema))
        if self.blocks * groups > MOST_VALUES:
            raise QueryError(
                "{blocks:,} blocks in each of {groups:,} groups are too many.",
                "Use fewer blocks or coarser groups.",
                blocks=self.blocks,
                groups=groups,
            )
        return bound

    @property
    def words(self) -> Text:
        """The question in words."""
        facts = {"column": self.column, "blocks": self.blocks}
        match self.statistic:
            case "median":
                return Text("Median of {column} by {blocks} blocks", **facts)
            case "mean":
                return Text("Mean of {column} by {blocks} blocks", **facts)
            case "standard_deviation":
                return Text("Standard deviation of {column} by {blocks} blocks", **facts)
            case _:
                assert_never(self.statistic)

    @property
    def block_values(self) -> int:
        """The number of blocks."""
        return self.blocks

    def bounds(self, table: Table) -> tuple[float, float]:
        """The bounds of the column; for a standard deviation from 0 to half of their difference."""
        column = number(table.schema, self.column)
        if self.statistic == "standard_deviation":
            return 0.0, (float(column.high) - float(column.low)) / 2
        return float(column.low), float(column.high)

    def lattice(self, table: Table) -> Grid:
        """The public grid of answers. A median of whole numbers is one of them, if the grid can hold them."""
        column = number(table.schema, self.column)
        if self.statistic == "median":
            return grid(self.column, column, BITS)
        fine = grid(self.column, replace(column, integer=False), BITS)
        if self.statistic == "mean":
            return fine
        return Grid(self.column, 0, -(-fine.steps // 2), fine.exponent)

    def numbers(self, table: Table, drawn: Floats) -> Floats:
        """Drawn grid integers in the column's unit, within the bounds of the answer."""
        lattice = self.lattice(table)
        return np.clip((drawn + lattice.low) * lattice.step, *self.bounds(table))

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of the selections of all groups. Raises QueryError for more blocks than expected rows."""
        if table.expected_rows is not None and self.blocks > table.expected_rows:
            raise QueryError(
                "{blocks:,} blocks are more than the {rows:,} expected rows, so that most would be empty.",
                "Use fewer blocks; about the square root of the number of rows is usual.",
                blocks=self.blocks,
                rows=table.expected_rows,
            )
        self._aggregate(table)
        loss = self.mechanism(table, price).loss
        return () if loss is None else ((loss, 1),)

    def run(self, table: Table, price: Price) -> Run:
        """One round: the exact integers of each block, and a selection among the block values."""
        return single(Step(self._aggregate(table), self._blocks(table), self.mechanism(table, price)))

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The selected numbers."""
        ((drawn,),) = rounds
        return unbounded(self.numbers(table, drawn.array[0]))

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error in ranks among the block values, for any rows; it is never more than half of the blocks."""
        mechanism, most = self.mechanism(table, price), self.blocks / 2
        worst = min(most, mechanism.worst(self.lattice(table).steps + 1, level))
        typical = min(worst, mechanism.typical)
        assumption = Text(
            "The error is the number of block values between the answer and their median. It does not include the "
            "difference between the statistic of a block and that of all rows."
        )
        return Prediction(typical, worst, worst, worst, worst, assumption, "ranks")

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which `half_width` ranks bound the error. Raises QueryError for half of the blocks or more."""
        if half_width >= self.blocks / 2:
            raise QueryError(
                "Every answer is within {most:g} ranks of the median of {blocks} block values.",
                "Ask for a smaller error.",
                most=self.blocks / 2,
                blocks=self.blocks,
            )
        off = math.log(self.lattice(table).steps + 1) - math.log1p(-level)
        return sold(cost(kind, self._band(table) * Fraction(off / half_width)), half_width, kind, str(self))

    def mechanism(self, table: Table, price: Price) -> Selection:
        """The selection at a price, with scores in halves of a block."""
        return selection(price, self._band(table), _HALF.denominator)

    def _band(self, table: Table) -> Fraction:
        return band(table.neighbors, table.unit.groups if self.by else 1)

    def _blocks(self, table: Table) -> Blocks:
        lattice = self.lattice(table)
        if self.statistic == "median":
            scale = Fraction(1)
        else:
            scale = Fraction(2) ** (self._summed(table).exponent - lattice.exponent)
        middle = lattice.steps // 2
        return Blocks(self.statistic, self.blocks, self._cells(table), lattice.steps, middle, scale)

    def _aggregate(self, table: Table) -> Aggregate:
        keys = (aggregate.Blocks(self.blocks, table.unit.identifier), *self.keys(table))
        measures: tuple[Measure, ...]
        match self.statistic:
            case "median":
                lattice = self.lattice(table)
                ranges = ((Range(0, lattice.steps, _HALF),),) * (self.blocks * self._cells(table))
                measures = (Order(lattice, ranges, 0),)
            case "mean":
                measures = (Rows(), Total(self._summed(table)))
            case "standard_deviation":
                measures = (Rows(), Total(self._summed(table)), Squares(self._summed(table)))
            case _:
                assert_never(self.statistic)
        return Aggregate(measures, keys, tuple(self.where), (self.column,), self._groups(table))

    def _summed(self, table: Table) -> Grid:
        """The grid of rows that are summed, which begins where the grid of means does; whole numbers are exact."""
        column = number(table.schema, self.column)
        means = grid(self.column, replace(column, integer=False), BITS)
        if column.integer and means.exponent <= 0:
            return grid(self.column, column, BITS + FINER)
        finer = min(FINER, means.exponent) if column.integer else FINER
        return Grid(self.column, means.low << finer, means.steps << finer, means.exponent - finer)
