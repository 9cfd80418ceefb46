"""The density of two columns: how many rows lie around each pair of values, as a smooth surface read anywhere.

Source: Hall, Rinaldo & Wasserman 2013, with a product kernel; `dpcore.statistic.waves.plane` proves the sensitivity,
`dpcore.statistic.waves.plane_spectrum` reads the surface. `Density` of two columns is this question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, ClassVar, Literal, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import real
from dpcore.queries.curves.kernel_estimate import ANY, bandwidth_of, brief, detail, given
from dpcore.queries.curves.smooth_surface import SIDE, SmoothSurface
from dpcore.queries.question import topic
from dpcore.queries.question.key import axis_of
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result.view import CLEAR, above_zero, evenly
from dpcore.statistic import Projection
from dpcore.statistic.waves.plane import FINEST, WIDEST
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats


@final
@dataclass(frozen=True)
class JointDensity(SmoothSurface):
    """The number of rows per unit of two number columns around each pair of values: a kernel density estimate.

    bandwidth, other_bandwidth: the standard deviations of the Gaussian kernel along `column` and `other`, in their
    units, which must be public; of one, the other is the same share of its range. Of neither: noise that serves every
    pair, of which one is chosen from the released numbers.
    """

    name: ClassVar[str] = "joint_density"
    title: ClassVar[Text] = Text("Density of two columns")
    help: ClassVar[Text] = Text("How rows are spread over two number columns together, as a smooth surface.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.SHAPE, topic.TOGETHER)
    synonyms: ClassVar[Text] = Text(
        "two-dimensional density, bivariate distribution, joint distribution of two numbers, scatter plot, "
        "heat map of two numbers, contour, where points lie"
    )
    formula: ClassVar[str] = "Σ K((s − xᵢ) / h) K((t − yᵢ) / g) / (h g)"
    cites: ClassVar[str] = "a kernel density estimate with Gaussian-process noise (Hall, Rinaldo and Wasserman 2013)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers along the horizontal axis."), (Number,)),
        Parameter(
            "other",
            "column",
            Text("The numbers along the vertical axis."),
            (Number,),
            label=Text("And column"),
            of="column",
        ),
        bandwidth_of("column", float(FINEST), WIDEST),
        bandwidth_of("other", float(FINEST), WIDEST, "other_bandwidth", Text("Bandwidth of the other (optional)")),
    )

    column: str
    other: str
    bandwidth: float | Literal["any"] | None = None
    other_bandwidth: float | Literal["any"] | None = None
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        if self.other == self.column:
            raise QueryError("The density of a column with itself lies on a line.", "Choose another column.")
        for name in ("bandwidth", "other_bandwidth"):
            object.__setattr__(self, name, given(getattr(self, name), name))
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Of one bandwidth, the other is the same share of its range.

        Raises QueryError.
        """
        pairs = list(zip(self.cells(schema), self.widths, self.parameters[2:], strict=True))
        for cells, width, parameter in pairs:
            if width is not None:
                low, high = parameter.ends(cells.column)
                real(width, f"`{parameter.name}`", at_least=low, at_most=high, error=QueryError, hint=ANY)
        shares = [width / parameter.ends(cells.column)[1] for cells, width, parameter in pairs if width is not None]
        if len(shares) == 1:
            ends = {parameter.name: parameter.ends(cells.column) for cells, width, parameter in pairs if width is None}
            filled = {name: min(max(shares[0] * high, low), high) for name, (low, high) in ends.items()}
            return replace(self, **filled).bind(schema)  # type: ignore[arg-type]
        bound = super().bind(schema)
        self._limited(schema, bound.factor(schema).coordinates)
        return bound

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Density of {column} and {other}", column=self.column, other=self.other),
            details=detail(self.widths),
            measured=Text("rows per unit of {column} and unit of {other}", column=self.column, other=self.other),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for points."""
        return Text("Rows per unit of {column} and {other} at", column=self.column, other=self.other)

    def quantity(self, table: Table) -> Quantity:
        """No density is below zero."""
        one, other = (evenly(cells.length, SIDE) for cells in self.cells(table.schema))
        views = (above_zero(np.outer(one, other).ravel()), CLEAR)
        return Quantity(0.0, inf, unit=self.words.measured, own_views=views)

    def statistic(self, table: Table, price: Price) -> Projection:
        """The coordinates of every group's counts."""
        groups, factor = tuple(axis_of(table.schema, part).size for part in self.by), self.factor(table.schema)
        missing = self.left_out(table, self.arguments)
        return Projection(factor, groups, table.neighbors, table.unit.max_rows, missing)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error at the given bandwidths; else that at the finest that may be chosen, down to that at the widest."""
        cells = self.cells(table.schema)
        area = cells[0].length * cells[1].length
        (found,) = self.spectra(table, np.zeros(self.factor(table.schema).coordinates), spread.std[0])
        side, half = np.linspace(0.0, 1.0, SIDE), spread.factor

        def std(widths: list[float]) -> Floats:
            return np.sqrt(found.grid(side, side, (widths[0], widths[1])).variance) / area

        fixed = [
            float(width) / column.length for width, column in zip(self.widths, cells, strict=True) if width is not None
        ]
        if fixed:
            errors = std(fixed)
            usual, least, most = float(np.median(errors)), float(errors.min()), float(errors.max())
            return Prediction(usual, half * usual, half * least, half * most, half * most, certain=half * usual)
        finest = [self.finest(table.schema, column) / column.length for column in cells]
        least, most = float(std([1.0, 1.0]).min()), float(std(finest).max())
        words = Text(
            "The bandwidths are chosen from the released numbers: a margin of ±{most} belongs to the finest, "
            "{share:g} % of the ranges, and ±{least} to the widest. Give bandwidths to fix the margin.",
            most=brief(half * most),
            least=brief(half * least),
            share=round(100 * max(finest), 1),
        )
        return Prediction(most, half * most, half * least, half * most, half * most, words, certain=half * most)
