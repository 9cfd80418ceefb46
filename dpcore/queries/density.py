"""The density of a column: how many rows lie around each value, as a smooth function that can be read anywhere.

Source: Hall, Rinaldo & Wasserman 2013 (a kernel density estimate with Gaussian-process noise), released as Fourier
coordinates; `dpcore.statistic.fourier` proves the sensitivity, `dpcore.statistic.spectrum` reads the function.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, Literal, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import real
from dpcore.queries.base import FEWER_CELLS, Estimates
from dpcore.queries.grid import number
from dpcore.queries.key import Axis, axis_of
from dpcore.queries.parameter import Parameter
from dpcore.queries.prediction import Guess, Prediction
from dpcore.queries.smooth_curve import POINTS, SmoothCurve, cells
from dpcore.result import Expansion, Figures, Keys, Result
from dpcore.result.view import View, above_zero
from dpcore.statistic import Projection
from dpcore.statistic.fourier import FINEST, WIDEST
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition, column_of
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.base import Floats

_WHOLE = 2**52  # from this magnitude on, doubles cannot represent the midpoint of two whole numbers
_ANY = Text("Leave it out to have it chosen from the released numbers.")
_TYPICAL = 1 / 50  # the bandwidth of a prediction, in boxes


@final
@dataclass(frozen=True)
class Density(SmoothCurve):
    """The number of rows per unit of a number column around each value, by groups: a kernel density estimate.

    bandwidth: the standard deviation of the Gaussian kernel, in the column's unit; it must be public. "any" (or None):
    noise that serves every bandwidth, which is then chosen from the released numbers, and can be changed at any time.
    """

    name: ClassVar[str] = "density"
    title: ClassVar[Text] = Text("Density")
    help: ClassVar[Text] = Text("How rows are spread over a number column, as a smooth curve without bins.")
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers."), (Number,)),
        Parameter(
            "bandwidth",
            "real",
            Text(
                "Optional: the width of the smoothing kernel, in the column's unit. Empty: chosen from the released "
                "numbers, and free to change later, for about one and a half times as much noise."
            ),
            low=float(FINEST),
            high=WIDEST,
            label=Text("Bandwidth (optional)"),
            of="column",
            optional=True,
        ),
    )
    most_cells: ClassVar[int] = FEWER_CELLS

    column: str
    bandwidth: float | Literal["any"] | None = None
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        width = None if self.bandwidth is None or self.bandwidth == "any" else self.bandwidth
        if width is not None:
            width = real(width, "`bandwidth`", above=0, error=QueryError, hint=_ANY)
        object.__setattr__(self, "bandwidth", width)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if self.column in map(column_of, self.by):
            raise QueryError(
                "A distribution of {column} cannot be grouped by {column} itself.",
                "Group by another column.",
                column=self.column,
            )
        column = number(schema, self.column)
        if column.integer and max(abs(column.low), abs(column.high)) >= _WHOLE:
            raise QueryError(
                "The whole numbers of {column} are too large for a density.",
                "Declare narrower bounds, or declare the column as a number that need not be whole.",
                column=self.column,
            )
        if self.bandwidth is not None:
            low, high = self.parameters[1].ends(column)
            real(self.bandwidth, "`bandwidth`", at_least=low, at_most=high, error=QueryError, hint=_ANY)
        bound = super().bind(schema)
        coordinates = bound.factor(schema).coordinates * math.prod(axis.size for axis in bound.axes(schema)[:-1])
        if coordinates > self.most_cells:
            raise QueryError(
                "The answer would have {coordinates:,} coefficients; at most {most:,} are allowed.",
                "Use fewer or coarser groups, or a wider bandwidth.",
                coordinates=coordinates,
                most=self.most_cells,
            )
        return bound

    @property
    def words(self) -> Text:
        """The question in words."""
        if self.bandwidth is None:
            return Text("Density of {column}", column=self.column)
        return Text("Density of {column}, bandwidth {bandwidth:g}", column=self.column, bandwidth=self.bandwidth)

    @property
    def shape(self) -> type[Result]:
        """Always `Expansion`."""
        return Expansion

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The function, by group."""
        return Expansion(keys, figures, self.column, POINTS)

    @property
    def measured(self) -> Text:
        """The title of an axis with its numbers."""
        return Text("rows per unit of {column}", column=self.column)

    def unit(self, table: Table) -> Text:
        """Rows per unit of the column."""
        return self.measured

    def bounds(self, table: Table) -> tuple[float, float]:
        """No density is below zero."""
        return 0.0, inf

    def views(self, table: Table) -> tuple[View, ...]:
        """Not below zero, and the area kept at the number of rows."""
        return (above_zero(self.box(table.schema)[1]),)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the points."""
        (low, length), high = self.box(schema), self.end(schema)
        points = (*((low + length * place / (POINTS - 1),) for place in range(POINTS - 1)), (high,))
        key = cells(self.column, number(schema, self.column)).key
        return (*(axis_of(schema, part) for part in self.by), Axis(key, ("x",), points))

    def aggregate(self, table: Table) -> Aggregate:
        """One count for each cell."""
        return Aggregate((Rows(),), self.keys(table), tuple(self.where), (), self._groups(table))

    def statistic(self, table: Table, price: Price) -> Projection:
        """The coordinates of every group."""
        groups = tuple(axis_of(table.schema, part).size for part in self.by)
        factor = self.factor(table.schema)
        return Projection(factor, groups, table.neighbors, table.unit.max_rows, self._missing(table))

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """Estimates with symmetric intervals at each group's bandwidth.

        They cover the noise at this bandwidth. Where the bandwidth was chosen from the same numbers, coverage is up to
        five points lower on flat data with much noise.
        """
        return self.read(table.schema, noisy, spread, np.linspace(0.0, 1.0, POINTS), {})

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error at the given bandwidth, or at a fiftieth of the range, and over all that may be chosen."""
        _, length = self.box(table.schema)
        (spectrum, *_) = self.spectra(table.schema, np.zeros(self.factor(table.schema).coordinates), spread.std[0])
        u = np.linspace(0.0, 1.0, POINTS)

        def std(width: float) -> Floats:
            return np.sqrt(spectrum.read(u, width / length).variance) / length

        low, high = (float(self.bandwidth),) * 2 if self.bandwidth is not None else (self.finest(table.schema), length)
        usual = min(max(low, _TYPICAL * length), high)
        typical, least, most = (
            float(np.median(std(usual))),
            float(std(high if self.bandwidth is not None else length).min()),
            float(std(low).max()),
        )
        words = Text("")
        if self.bandwidth is None:
            words = Text(
                "At a bandwidth of {width:.3g}. It is chosen from the released numbers and may be anything from "
                "{low:.3g} to {high:.3g}; a wider one has less noise.",
                width=usual,
                low=low,
                high=high,
            )
        half = spread.factor
        return Prediction(typical, half * typical, half * least, half * most, half * most, words)

    def _missing(self, table: Table, columns: Iterable[str] = ()) -> bool:
        """Whether a row can be left out: by a filter, a group or a missing cell."""
        return bool(self.where or self.by) or number(table.schema, self.column).missing == "drop"
