"""A statistic by blocks: the units are divided into blocks, and the statistics of the blocks are combined.

Source: sample and aggregate (Nissim, Raskhodnikova & Smith 2007). By default the median of the block values is selected
as `Median` selects that of rows; their public number does not change when a unit comes or goes. The other ways to
combine them are in `dpcore.queries.blocks.combiner`, the statistics in `dpcore.statistic.blocks.value`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mechanism, Price
from dpcore.number import real, shown, whole
from dpcore.queries.blocks.block_reading import (
    LEAST_LIMIT,
    LIMIT,
    MOST_COVARIATES,
    MOST_LIMIT,
    MOST_TAIL,
    OF_A_BLOCK,
    STATISTICS,
    TAIL,
    WITH_LIMIT,
    WITH_TAIL,
    Subject,
    described,
)
from dpcore.queries.blocks.combiner import COMBINERS, Combiner, ExponentialMedian
from dpcore.queries.question import refusal, topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import number
from dpcore.queries.question.limits import Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.ranked import Ranked
from dpcore.queries.question.round import Promise, Rounds, Run, Step, single
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.statistic.blocks.value import BlockStatistic
from dpcore.statistic.sums.ranges import MOST_PARTS
from dpcore.table import aggregate
from dpcore.table.aggregate import Aggregate, Grid
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition, names
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

MOST_BLOCKS, MOST_VALUES = 1000, 500_000


@final
@dataclass(frozen=True)
class SampleAndAggregate(Ranked):
    """A statistic of blocks of units, chosen by a keyed hash, combined by `combine`; the number of blocks is public.

    statistic: of the column in a block: "median", "mean", "standard_deviation", "trimmed_mean" (without the share
    `tail` of the rows at each end), "quantile_ratio" (of the quantile 1 - tail to the quantile tail) or "slope" (of the
    line of least squares of the column on the column `on`, or its coefficient in a regression on the `covariates` too).
    limit: ratios are clipped to 0..limit, slopes to -limit..limit. A block without rows, or where the statistic is not
    defined, has the middle of the bounds.
    """

    name: ClassVar[str] = "sample_and_aggregate"
    title: ClassVar[Text] = Text("Statistic by blocks")
    help: ClassVar[Text] = Text(
        "A statistic of each of many blocks of privacy units, combined into one answer. A unit may have any number of "
        "rows without more noise."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.MUCH,)
    synonyms: ClassVar[Text] = Text(
        "any statistic, own function, custom statistic, subsample, blocks, mode, many rows for each person"
    )
    formula: ClassVar[str] = "T(B₁), …, T(Bₖ), combined"
    cites: ClassVar[str] = "sample and aggregate (Nissim, Raskhodnikova and Smith 2007)"
    limits: ClassVar[Limits] = Limits(by_whole_row=True)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        *Ranked.parameters,
        *OF_A_BLOCK,
        Parameter(
            "blocks",
            "whole",
            Text("More blocks make the error from noise smaller, but each block has fewer rows."),
            low=2,
            high=MOST_BLOCKS,
            default=100,
            label=Text("Blocks"),
        ),
        Parameter(
            "combine",
            "choice",
            Text(
                "The exponential median has the smallest typical error on nearly every table. The size of the noise of "
                "the last two is private."
            ),
            choices=tuple((kind.name, kind.title) for kind in COMBINERS),
            label=Text("Combined by"),
        ),
    )
    later: ClassVar[Mapping[str, Any]] = {
        "combine": ExponentialMedian.name,
        "on": "",
        "tail": TAIL,
        "limit": LIMIT,
        "covariates": (),
    }

    column: str
    statistic: BlockStatistic = "median"
    blocks: int = 100
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    combine: str = ExponentialMedian.name
    on: str = ""
    tail: float = TAIL
    limit: float = LIMIT
    covariates: Sequence[str] = ()

    def __post_init__(self) -> None:
        _chosen("statistic", self.statistic, [name for name, _ in STATISTICS])
        _chosen("combine", self.combine, [kind.name for kind in COMBINERS])
        whole(self.blocks, "`blocks` of `SampleAndAggregate`", low=2, high=MOST_BLOCKS, error=QueryError)
        tail = real(self.tail, "`tail` of `SampleAndAggregate`", at_least=0, at_most=MOST_TAIL, error=QueryError) + 0.0
        if (MOST_PARTS * Fraction(repr(tail))).denominator > 1:
            raise QueryError("`tail` can have at most six decimals.", "For example 0.05.")
        limit = real(
            self.limit, "`limit` of `SampleAndAggregate`", at_least=LEAST_LIMIT, at_most=MOST_LIMIT, error=QueryError
        )
        # what the statistic does not use is no part of the question
        object.__setattr__(self, "tail", tail if self.statistic in WITH_TAIL else TAIL)
        object.__setattr__(self, "limit", limit if self.statistic in WITH_LIMIT else LIMIT)
        if (self.statistic == "slope") != bool(self.on):
            raise QueryError("`on` names the explanatory column of a slope, and of no other statistic.")
        object.__setattr__(self, "covariates", self._covariates())
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against the schema. Raises QueryError."""
        bound = super().bind(schema)
        for name in self._explanatory:
            number(schema, name)
        if self.on == self.column:
            raise QueryError("The slope of a column on itself is always 1.", "Choose another column.")
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
    def words(self) -> Words:
        """The question in words."""
        return Words(
            described(self.statistic, self.column, self.on, self.covariates, self.tail, self.blocks),
            details=self._combined.detail,
        )

    @property
    def error(self) -> ErrorUnit:
        """Ranks of block values for the exponential median, the values' unit for a mean, none for private noise."""
        return ErrorUnit(
            self._combined.unit_of_error, truth=Text("median of the block values"), block_values=self.blocks
        )

    def quantity(self, table: Table) -> Quantity:
        """The bounds of the statistic, and the grid of answers; none for a mean of block values."""
        step = 0.0 if self.error.unit == "value" else float(self.lattice(table).step)
        return Quantity(*self._subject(table).bounds, step, self.column)

    def lattice(self, table: Table) -> Grid:
        """The public grid of block values. A median of whole numbers is one of them, if the grid can hold them."""
        kind = self._combined
        return self._subject(table).lattice(kind.bits, kind is ExponentialMedian)

    def numbers(self, table: Table, drawn: Floats) -> Floats:
        """Steps from the first of the grid in the unit of the statistic, within its bounds."""
        lattice = self.lattice(table)
        return np.clip((drawn + lattice.low) * lattice.step, *self.quantity(table).bounds)

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of all groups. Raises QueryError for more blocks than expected rows."""
        refusal.more_blocks_than_rows(self.blocks, table)
        loss = self.mechanism(table, price).loss
        return () if loss is None else ((loss, 1),)

    def run(self, table: Table, price: Price) -> Run:
        """One round: the exact integers of each block, and noise on what their values are combined to."""
        combiner, measures = self.combiner(table), self._subject(table).read(*self._grid)[0]
        keys = (aggregate.Blocks(self.blocks, table.unit.identifier), *self._keys(table))
        columns = self._subject(table).columns
        asked = Aggregate(measures, keys, tuple(self.where), columns, self._groups(table))
        return single(Step(asked, combiner.statistic(price), combiner.mechanism(price)))

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The answer in the unit of the statistic, within its bounds."""
        ((drawn,),) = rounds
        steps, step = self.combiner(table).answer(drawn, level), self.lattice(table).step
        estimate, low, high = (self.numbers(table, each) for each in (steps.estimate, steps.low, steps.high))
        return Estimates(estimate, steps.std_error * step, low, high)

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error of the combination, for any rows, where a public fact bounds it."""
        return self.combiner(table).predict(price, level).scaled(float(self.lattice(table).step))

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which the error is at most `half_width`. Raises QueryError."""
        step = float(self.lattice(table).step) if self.error.unit == "value" else 1.0
        with refusal.in_units(step):
            return self.combiner(table).price_of(kind, half_width / step, level, self.sentence)

    def mechanism(self, table: Table, price: Price) -> Mechanism:
        """The mechanism at a price. Raises QueryError."""
        return self.combiner(table).mechanism(price)

    def combiner(self, table: Table) -> Combiner:
        """The combiner of the block values. Raises QueryError if the answer of the engine would be too long."""
        _, values = self._subject(table).read(*self._grid)
        reached = min(table.unit.groups, values.groups) if self.by else 1
        return self._combined(values, table.neighbors, reached)

    @property
    def _combined(self) -> type[Combiner]:
        return next(kind for kind in COMBINERS if kind.name == self.combine)

    @property
    def _grid(self) -> tuple[int, bool]:
        """The bits of the grid of block values, and whether medians of whole numbers are on these."""
        return self._combined.bits, self._combined is ExponentialMedian

    @property
    def _explanatory(self) -> tuple[str, ...]:
        """The columns on which a slope is, first the one whose coefficient is the answer."""
        return (self.on, *self.covariates) if self.on else ()

    def _covariates(self) -> tuple[str, ...]:
        """The further explanatory columns in order of their names, which changes no answer. Raises QueryError."""
        found = sorted(names(self.covariates, "covariates"))
        if found and self.statistic != "slope":
            raise QueryError("`covariates` are further explanatory columns of a slope, and of no other statistic.")
        if len(found) > MOST_COVARIATES or {self.column, self.on} & set(found):
            raise QueryError(
                "`covariates` must be at most {most} different columns beside the two of the slope. Got {names}.",
                "Leave out columns that are named twice.",
                most=MOST_COVARIATES,
                names=shown(found),
            )
        return tuple(found)

    def _subject(self, table: Table) -> Subject:
        return Subject(
            self.statistic,
            self.column,
            number(table.schema, self.column),
            tuple((name, number(table.schema, name)) for name in self._explanatory),
            Fraction(repr(self.tail)) if self.statistic in WITH_TAIL else Fraction(0),
            self.limit,
            self.blocks,
            self._cells(table),
        )


def _chosen(name: str, value: object, choices: Sequence[str]) -> None:
    """Raises QueryError for a value that is not among the choices."""
    if value not in choices:
        raise QueryError(
            "`{name}` of `SampleAndAggregate` must be one of {names}. Got {statistic}.",
            name=name,
            names=", ".join(choices),
            statistic=shown(value),
        )
