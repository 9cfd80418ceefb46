"""The kernel estimate of a column's density at a bandwidth or at any: its reading, its words and its error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Literal

import numpy as np

from dpcore.mechanisms import Price, Spread
from dpcore.queries.curves.kernel_estimate import brief, detail
from dpcore.queries.curves.smooth_curve import POINTS, SmoothCurve
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.sentence import Words
from dpcore.result.view import above_zero, evenly
from dpcore.statistic import Projection
from dpcore.table.aggregate import Measure, Rows
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.curves.smooth_curve import Spectra
    from dpcore.queries.question.base import Floats


@dataclass(frozen=True)
class DensityCurve(SmoothCurve):
    """The number of rows per unit of a number column around each value, by groups."""

    column: str
    bandwidth: float | Literal["any"] | None = None
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def argument(self) -> str:
        """The column."""
        return self.column

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Density of {column}", column=self.column),
            details=detail((self.bandwidth,)),
            measured=Text("rows per unit of {column}", column=self.column),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for points."""
        return Text("Rows per unit of {column} at", column=self.column)

    def quantity(self, table: Table) -> Quantity:
        """No density is below zero."""
        views = (above_zero(evenly(self.cells(table.schema).length, POINTS)),)
        return Quantity(0.0, inf, unit=self.words.measured, own_views=views)

    def measures(self, table: Table) -> tuple[Measure, ...]:
        """Rows."""
        return (Rows(),)

    def statistic(self, table: Table, price: Price) -> Projection:
        """The coordinates of every group's counts."""
        return self.projection(table)

    def best(self, spectra: Spectra, widths: Floats) -> float:
        """The bandwidth of the least estimated risk."""
        return spectra[0].best(widths)

    def curve(self, table: Table, spectra: Spectra, width: float, fold: bool, u: Floats, factor: float) -> Estimates:
        """The kernel estimate with symmetric intervals, in rows per unit of the column."""
        read, length = spectra[0].read(u, width, fold), self.cells(table.schema).length
        value, std = read.value / length, np.sqrt(read.variance) / length
        return Estimates(value, std, value - factor * std, value + factor * std)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error at the given bandwidth; else that at the finest that may be chosen, down to that at the widest.

        Which one is chosen follows from the released numbers, so that no smaller error can be promised.
        """
        length, given = self.cells(table.schema).length, self.bandwidth
        ((spectrum,),) = self.spectra(table, np.zeros(self.factor(table.schema).coordinates), spread.std[0])
        u, half = np.linspace(0.0, 1.0, POINTS), spread.factor

        def std(width: float) -> Floats:
            return np.sqrt(spectrum.read(u, width / length).variance) / length

        if given is not None:
            errors = std(float(given))
            usual, least, most = float(np.median(errors)), float(errors.min()), float(errors.max())
            return Prediction(usual, half * usual, half * least, half * most, half * most, certain=half * usual)
        finest = self.cells(table.schema).finest
        least, most = float(std(length).min()), float(std(finest).max())
        words = Text(
            "The bandwidth is chosen from the released numbers: a margin of ±{most} belongs to the finest, {low}, and "
            "±{least} to the widest, {high}. Give a bandwidth to fix the margin.",
            most=brief(half * most),
            least=brief(half * least),
            low=brief(finest),
            high=brief(length),
        )
        return Prediction(most, half * most, half * least, half * most, half * most, words, certain=half * most)
