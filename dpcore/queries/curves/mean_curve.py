"""The reading of a mean along a column: a ratio of two curves, at each whole number where these are few."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dpcore.queries.curves.kernel_estimate import boxes, brief, drawn
from dpcore.queries.curves.smooth_curve import SmoothCurve
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.moment import mean_of
from dpcore.queries.question.quantity import Quantity, of_column
from dpcore.queries.question.round import Rounds
from dpcore.result import FIGURES
from dpcore.statistic.waves import band, by_value
from dpcore.statistic.waves.few_rows import few_rows, standing_out
from dpcore.statistic.waves.spectrum import SpectrumReading
from dpcore.statistic.waves.trend_width import criteria
from dpcore.table.aggregate import Grid
from dpcore.table.column import Flag
from dpcore.table.condition import declared
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.curves.smooth_curve import Spectra
    from dpcore.queries.question.base import Floats

BITS = 16
"""Of a value."""
_FINER = (1 / 3, 1 / 2)  # of the bandwidth: at which rows near a point are counted
_STEPS = (1, 2.5, 5, 10, 20, 40)  # times the finest: the same for single values


class MeanCurve(SmoothCurve):
    """A mean of `column`. by_value: whether it is read at each whole number of the column along which it runs."""

    later: ClassVar[Mapping[str, Any]] = {"by_value": False}

    column: str
    by_value: bool

    def quantity(self, table: Table) -> Quantity:
        """A mean within the bounds of the column, or a share."""
        return (
            Quantity(0.0, 1.0, clipped=self.column)
            if self._lattice(table) is None
            else of_column(table.schema, self.column)
        )

    def best(self, spectra: Spectra, widths: Floats) -> float:
        """The bandwidth of the least criterion; the widest if there may be no rows."""
        count, total = spectra
        if count.count <= max(2.0, 2.0 * math.sqrt(count.variances[0])):
            return float(widths.max())
        if self.by_value:
            size = count.frequencies
            return by_value.best(by_value.numbers(count), by_value.numbers(total), widths * size) / size
        return float(widths[int(np.argmin(criteria(count, total, widths)))])

    def points(self, schema: Schema) -> tuple[tuple[float], ...]:
        """Each whole number, or evenly spaced points."""
        cells = self.cells(schema)
        if not self.by_value:
            return super().points(schema)
        return tuple((float(cells.column.low) + place,) for place in range(cells.size))

    def places(self, schema: Schema) -> Floats:
        """The same in boxes."""
        size = self.cells(schema).size
        return (np.arange(size) + 0.5) / size if self.by_value else super().places(schema)

    def resolution(self, table: Table, rounds: Rounds, level: float) -> float:
        """None where each whole number has its point: there is nothing between them."""
        return math.inf if self.by_value else super().resolution(table, rounds, level)

    def finest(self, schema: Schema) -> float:
        """The finest bandwidth that is chosen."""
        return by_value.FINEST if self.by_value else super().finest(schema)

    def called(self, schema: Schema, width: float) -> Text:
        """A bandwidth in words."""
        if self.by_value and width <= by_value.FINEST:
            return Text("{width} (each value by itself)", width=brief(width))
        return super().called(schema, width)

    def path(self, spectra: Spectra, width: float, fold: bool) -> float:
        """The length of the path of the curve's noise."""
        if not self.by_value:
            return super().path(spectra, width, fold)
        return by_value.path(by_value.numbers(spectra[0]), width * spectra[0].frequencies, fold)

    def curve(self, table: Table, spectra: Spectra, width: float, fold: bool, u: Floats, factor: float) -> Estimates:
        """The ratio with Fieller's interval, in the column's unit; the whole range where there may be no rows.

        By value, a point between whole numbers is read at the nearest one.
        """
        count, total = self._read(spectra, width, fold, u, self.by_value)
        found = self._ratio(table, count, total, factor)
        if not self.by_value:
            return found
        few, (low, high) = self._few(table.schema, spectra, width, u), self.quantity(table).bounds
        return replace(found, low=np.where(few, low, found.low), high=np.where(few, high, found.high))

    def _read(self, spectra: Spectra, width: float, fold: bool, u: Floats, single: bool) -> list[SpectrumReading]:
        """Counts and sums at points in boxes, as kernels have them. single: at the nearest whole number."""
        if not single:
            return [spectrum.read(u, width, fold) for spectrum in spectra]
        size = spectra[0].frequencies
        nearest = np.clip(np.floor(u * size).astype(np.int64), 0, size - 1)
        each = (by_value.numbers(spectrum).read(width * size, fold) for spectrum in spectra)
        return [SpectrumReading(found.value[nearest], found.variance[nearest]) for found in each]

    def _ratio(self, table: Table, count: SpectrumReading, total: SpectrumReading, factor: float) -> Estimates:
        """Sums over counts with Fieller's interval, in the column's unit."""
        deviation, zero = np.sqrt(np.maximum(count.variance, 1e-300)), np.zeros(len(count.value))
        covariance = np.array([[np.ones(len(zero)), zero], [zero, total.variance / deviation**2]])
        return self._scaled(table, mean_of(np.array([count.value, total.value]) / deviation, covariance, factor))

    def _few(self, schema: Schema, spectra: Spectra, width: float, u: Floats) -> NDArray[np.bool_]:
        """Where the count of rows is noise, at points in boxes. width: of the curve, in boxes."""
        cells = self.cells(schema)
        single = self.bandwidth is None and cells.single
        least = by_value.FINEST if single else self.widths(schema)[0]
        finer = [least * step / cells.length for step in _STEPS] if single else [part * width for part in _FINER]
        tried = [width_ for width_ in finer if least / cells.length <= width_ < width]
        every = self.places(schema)
        seen = standing_out(lambda width_: self._read(spectra, width_, True, every, single)[0], [*tried, width])
        return few_rows(self._read(spectra, seen, True, u, single)[0])

    def few(self, table: Table, rounds: Rounds, level: float, points: Floats | None = None) -> NDArray[np.bool_]:
        """Where there are no rows to speak of, as far as the noise lets one see: for each group, at these points."""
        cells, (noisy, spread) = self.cells(table.schema), drawn(rounds, level)
        u = self.places(table.schema) if points is None else boxes(cells, points)
        spectra = self.spectra(table, noisy, spread.std[0])
        widths = [self.chosen(table.schema, spectrum) / cells.length for spectrum in spectra]
        pairs = zip(spectra, widths, strict=True)
        return np.concatenate([self._few(table.schema, spectrum, width, u) for spectrum, width in pairs])

    def finer(self, table: Table, rounds: Rounds, level: float) -> tuple[Estimates, Text] | None:
        """The same answer with less smoothing, and how it is read: each value by itself, or a kernel of half the width.

        None where noise for one bandwidth lets no finer one be read.
        """
        cells, (noisy, spread) = self.cells(table.schema), drawn(rounds, level)
        if self.bandwidth is not None:
            return None
        single, u = cells.single, self.places(table.schema)
        found = []
        for spectrum in self.spectra(table, noisy, spread.std[0]):
            half = max(self.widths(table.schema)[0], self.chosen(table.schema, spectrum) / 2)
            width = by_value.FINEST if single else half
            count, total = self._read(spectrum, width / cells.length, True, u, single)
            found.append(self._ratio(table, count, total, spread.whole))
        figures = (np.concatenate([getattr(each, name) for each in found]) for name in FIGURES)
        said = Text("each value by itself") if single else Text("a kernel of half the width")
        return Estimates(*figures), said

    def band(self, length: float, level: float) -> float:
        """For a ratio."""
        return band.of_ratio(length, level)

    def _scaled(self, table: Table, found: Estimates) -> Estimates:
        """Means of values from -1 to 1, in the column's unit."""
        lattice = self._lattice(table)
        low, half = (
            (float(lattice.low * lattice.step), float(lattice.steps * lattice.step / 2)) if lattice else (0.0, 0.5)
        )
        middle = low + half
        figures = (middle + half * figure for figure in (found.estimate, found.low, found.high))
        estimate, lower, upper = figures
        return Estimates(estimate, half * found.std_error, lower, upper)

    def _lattice(self, table: Table) -> Grid | None:
        """The public grid of the values; None for true and false."""
        column = declared(table.schema, self.column)
        return None if isinstance(column, Flag) else grid(self.column, number(table.schema, self.column), BITS)
