"""What a statistic by blocks reads of each block, and the public grid of its values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never, final

from dpcore.errors import QueryError
from dpcore.queries.question.grid import grid
from dpcore.queries.question.parameter import Parameter
from dpcore.statistic.blocks.value import BlockStatistic, BlockValues
from dpcore.statistic.sums.ranges import MOST_NUMBERS, MOST_REACH, Range
from dpcore.table.aggregate import Grid, Measure, Product, Rows, Squares, Total
from dpcore.table.column import Number
from dpcore.table.ordering import Order
from dpcore.text import Text, joined

FINER = 8
"""Rows are summed on a grid up to 2**FINER times as fine as that of the answers."""
LISTED_BITS, FEWEST_BITS, SLOPE_BITS = 12, 6, 20
"""Where all rows are listed, on a grid of at most 2**LISTED_BITS steps. Those of a slope have 2**SLOPE_BITS."""
STATISTICS: tuple[tuple[BlockStatistic, Text], ...] = (
    ("median", Text("Median")),
    ("mean", Text("Mean")),
    ("standard_deviation", Text("Standard deviation")),
    ("trimmed_mean", Text("Trimmed mean")),
    ("quantile_ratio", Text("Ratio of two quantiles")),
    ("slope", Text("Slope of a regression line")),
)
WITH_TAIL: tuple[BlockStatistic, ...] = ("trimmed_mean", "quantile_ratio")
WITH_LIMIT: tuple[BlockStatistic, ...] = ("quantile_ratio", "slope")
TAIL, MOST_TAIL = 0.1, 0.49
"""The usual and the largest share of rows at each end."""
MOST_COVARIATES = 4
"""The most further explanatory columns of a slope."""
LIMIT, LEAST_LIMIT, MOST_LIMIT = 10.0, 1e-6, 1e9
"""The usual, the least and the largest bound of a ratio or a slope."""
_HALF = Fraction(1, 2)

OF_A_BLOCK = (
    Parameter(
        "statistic",
        "choice",
        Text("The statistic of each block."),
        choices=STATISTICS,
        label=Text("Statistic"),
    ),
    Parameter(
        "on",
        "column",
        Text("The column by which the line explains the other one."),
        (Number,),
        label=Text("Explanatory column"),
        of="column",
        when=("statistic", ("slope",)),
    ),
    Parameter(
        "covariates",
        "several",
        Text("Optional: other columns that explain it too. The slope is then that at fixed values of these columns."),
        (Number,),
        high=MOST_COVARIATES,
        label=Text("Adjusted for (optional)"),
        of="column,on",
        optional=True,
        when=("statistic", ("slope",)),
    ),
    Parameter(
        "tail",
        "real",
        Text("A trimmed mean leaves out this share at each end. A ratio compares the quantiles at these shares."),
        low=0.0,
        high=MOST_TAIL,
        default=TAIL,
        label=Text("Share at each end"),
        when=("statistic", WITH_TAIL),
    ),
    Parameter(
        "limit",
        "real",
        Text("A public bound of the size of answers. Larger ones are set to it. A smaller bound means less noise."),
        low=LEAST_LIMIT,
        high=MOST_LIMIT,
        default=LIMIT,
        label=Text("Largest answer"),
        when=("statistic", WITH_LIMIT),
    ),
)
"""The parameters of the statistic."""


def described(
    statistic: BlockStatistic, column: str, other: str, covariates: Sequence[str], tail: float, blocks: int
) -> Text:
    """A statistic by blocks in words."""
    facts: dict[str, object] = {"column": column, "blocks": blocks}
    match statistic:
        case "median":
            return Text("Median of {column} by {blocks} blocks", **facts)
        case "mean":
            return Text("Mean of {column} by {blocks} blocks", **facts)
        case "standard_deviation":
            return Text("Standard deviation of {column} by {blocks} blocks", **facts)
        case "trimmed_mean":
            facts["percent"] = round(100 * tail, 4)
            return Text(
                "Trimmed mean of {column} by {blocks} blocks, {percent:g} % left out at each end",
                **facts,
            )
        case "quantile_ratio":
            facts |= {"high": round(1 - tail, 6), "low": tail}
            return Text("Ratio of the {high:g} to the {low:g} quantile of {column} by {blocks} blocks", **facts)
        case "slope" if covariates:
            facts |= {"other": other, "covariates": joined(covariates, ", ")}
            return Text("Slope of {column} on {other}, adjusted for {covariates}, by {blocks} blocks", **facts)
        case "slope":
            return Text("Slope of {column} on {other} by {blocks} blocks", other=other, **facts)
        case _:
            assert_never(statistic)


@final
@dataclass(frozen=True)
class Subject:
    """A statistic of blocks, with the public facts that it depends on.

    column, number: the name and the declaration of the column. others: those of the columns on which a slope is, first
    the one whose coefficient it is. tail: the share at each end. limit: the largest size of a ratio or a slope. blocks:
    their number, in each of `groups`.
    """

    statistic: BlockStatistic
    column: str
    number: Number
    others: tuple[tuple[str, Number], ...]
    tail: Fraction
    limit: float
    blocks: int
    groups: int

    @property
    def bounds(self) -> tuple[float, float]:
        """The public bounds of the values."""
        low, high = float(self.number.low), float(self.number.high)
        match self.statistic:
            case "median" | "mean" | "trimmed_mean":
                return low, high
            case "standard_deviation":
                return 0.0, (high - low) / 2
            case "quantile_ratio":
                return 0.0, self.limit
            case "slope":
                return -self.limit, self.limit
            case _:
                assert_never(self.statistic)

    def lattice(self, bits: int, whole: bool) -> Grid:
        """The public grid of the values, with at most 2**bits steps.

        whole: whether a median of whole numbers is one of them, if the grid can hold them.
        """
        if self.statistic == "median" and whole:
            return grid(self.column, self.number, bits)
        fine = grid(self.column, self._real, bits)
        if self.statistic in ("median", "mean", "trimmed_mean"):
            return fine
        if self.statistic == "standard_deviation":
            return Grid(self.column, 0, -(-fine.steps // 2), fine.exponent)
        return grid(self.column, Number(*self.bounds), bits)

    def read(self, bits: int, whole: bool) -> tuple[tuple[Measure, ...], BlockValues]:
        """The measures of each block, and its value on the lattice with these arguments. Raises QueryError."""
        lattice = self.lattice(bits, whole)
        top = lattice.steps
        values = BlockValues(self.statistic, self.blocks, self.groups, top, top // 2, tail=self.tail)
        match self.statistic:
            case "median":
                order = self._order(lattice, 0)
                return (order,), replace(values, listed=order.size)
            case "mean" | "standard_deviation":
                summed = self._summed(bits)
                squares = (Squares(summed),) if self.statistic == "standard_deviation" else ()
                return (Rows(), Total(summed), *squares), replace(values, scale=_scale(summed.exponent, lattice))
            case "trimmed_mean" | "quantile_ratio":
                order = self._order(self._listing, MOST_REACH)
                exponent = order.grid.exponent if self.statistic == "trimmed_mean" else 0
                scale, low = _scale(exponent, lattice), order.grid.low
                return (order,), replace(values, scale=scale, low=low, start=lattice.low, listed=order.size)
            case "slope":
                one, others = grid(self.column, self.number, SLOPE_BITS), [grid(*o, SLOPE_BITS) for o in self.others]
                scale = _scale(one.exponent - others[0].exponent, lattice)
                measures: list[Measure] = [
                    Rows(),
                    *map(Total, (one, *others)),
                    *(Product(one, other) for other in others),
                ]
                for place, other in enumerate(others):
                    measures += [Squares(other), *(Product(other, later) for later in others[place + 1 :])]
                return tuple(measures), replace(values, scale=scale, start=lattice.low, explanatory=len(others))
            case _:
                assert_never(self.statistic)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that a row must have values in."""
        return (self.column, *(name for name, _ in self.others))

    @property
    def _real(self) -> Number:
        """The column as one of any numbers."""
        return replace(self.number, integer=False)

    def _order(self, lattice: Grid, reach: int) -> Order:
        return Order(lattice, ((Range(0, lattice.steps, _HALF),),) * (self.blocks * self.groups), reach)

    @property
    def _listing(self) -> Grid:
        """The grid on which all rows of a block are listed: as fine as the length of the answer allows."""
        room = (MOST_NUMBERS // (self.blocks * self.groups) - 2) // 2
        bits = min(LISTED_BITS, (room - 1).bit_length() - 1 if room > 1 else 0)
        if bits < FEWEST_BITS:
            raise QueryError(
                "{blocks:,} blocks in each of {groups:,} groups are too many.",
                "Use fewer blocks or coarser groups.",
                blocks=self.blocks,
                groups=self.groups,
            )
        return grid(self.column, self.number, bits)

    def _summed(self, bits: int) -> Grid:
        """The grid of rows that are summed, which begins where that of means does; whole numbers are exact."""
        means = grid(self.column, self._real, bits)
        if self.number.integer and means.exponent <= 0:
            return grid(self.column, self.number, bits + FINER)
        finer = min(FINER, means.exponent) if self.number.integer else FINER
        return Grid(self.column, means.low << finer, means.steps << finer, means.exponent - finer)


def _scale(exponent: int, lattice: Grid) -> Fraction:
    """The steps of the lattice in a step of 2**exponent."""
    return Fraction(2) ** (exponent - lattice.exponent)
