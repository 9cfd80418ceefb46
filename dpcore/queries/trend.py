"""The mean of one column along another, as a smooth curve that can be read anywhere: kernel regression.

The sums of kernels around all rows, and of kernels times the column's values, are released jointly as Fourier
coordinates (`dpcore.statistic.projection` proves the sensitivity); their ratio is the curve (Nadaraya 1964, Watson
1964), with Fieller's interval at each point. Errors of the ratio are about equal for values near the middle of the
bounds and at a bound if the count's share of the noise is as below.

**Bandwidth.** With the released count and sum n(u), s(u) along the column, and n_h, s_h, m = s_h / n_h at bandwidth h,
the criterion is the squared error of m on the rows up to a constant, cross-validated for the rows and for the noise:

    integral of m^2 n - 2 m s  +  2 (k_s + m^2 k_n) / n_h  +  2 r K_h(u, u)

where k_s and k_n are the covariances of the noise of s and s_h, of n and n_h, and r is the variance of values around
the curve. m uses the noise and the row that it is compared with, which lowers the first term by the last two on
average. r follows from the highest frequencies of s, which hold no more than sampling and noise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, Price, Spread
from dpcore.queries.base import Estimates
from dpcore.queries.grid import grid, number
from dpcore.queries.kernel_estimate import brief
from dpcore.queries.moment import expected, mean_of, means
from dpcore.queries.parameter import Parameter
from dpcore.queries.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.smooth_curve import SmoothCurve, bandwidth_along
from dpcore.statistic import Projection, band
from dpcore.statistic.spectrum import Spectrum, share, taper, transform
from dpcore.table.aggregate import Grid, Measure, Met, Rows, Total
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.base import Floats
    from dpcore.queries.smooth_curve import Spectra
    from dpcore.statistic.fourier import Fourier

_BITS = 16  # of a value
_SHARE = 0.6  # the count's weight relative to that of a value at a bound; under replace 1 costs nothing
_GRID = 2048  # points at which the criterion is integrated
_TYPICAL = 1 / 20  # the bandwidth of a prediction, in boxes
_DOUBT = 2.0  # of the criterion's standard deviation, which is added: it is large for narrow kernels


@final
@dataclass(frozen=True)
class Trend(SmoothCurve):
    """The mean of a number column, or the share of a true-or-false one that is true, along a number column.

    bandwidth: as of `Density`, in the unit of `along`.
    """

    ratio = True
    name: ClassVar[str] = "trend"
    title: ClassVar[Text] = Text("Trend")
    help: ClassVar[Text] = Text("How the mean of one column moves along another, as a smooth curve without bins.")
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "column", "column", Text("The values to average. Of true and false: the share of true."), (Number, Flag)
        ),
        Parameter(
            "along",
            "column",
            Text("The numbers along which the curve runs."),
            (Number,),
            label=Text("Along"),
            of="column",
        ),
        bandwidth_along("along"),
    )
    moments: ClassVar[int] = 2

    column: str
    along: str
    bandwidth: float | Literal["any"] | None = None
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        if self.along == self.column:
            raise QueryError("The trend of a column along itself is the column.", "Choose another column.")
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if not isinstance(declared(schema, self.column), Flag):
            number(schema, self.column)
        return super().bind(schema)

    @property
    def argument(self) -> str:
        """The column along which the curve runs."""
        return self.along

    @property
    def words(self) -> Text:
        """The question in words."""
        return Text("Mean of {column} along {along}", column=self.column, along=self.along)

    @property
    def measured(self) -> Text:
        """The title of an axis with its numbers."""
        return Text("mean of {column}", column=self.column)

    @property
    def reading(self) -> Text:
        """The label of a field for points."""
        return Text("Mean of {column} where {along} is", column=self.column, along=self.along)

    @property
    def clipped(self) -> str:
        """The column that is averaged."""
        return self.column

    @property
    def summed(self) -> tuple[str, ...]:
        """The column that is averaged."""
        return (self.column,)

    def bounds(self, table: Table) -> tuple[float, float]:
        """The bounds of the column, 0 and 1 for a share."""
        lattice = self._lattice(table)
        if lattice is None:
            return 0.0, 1.0
        column = number(table.schema, self.column)
        return float(column.low), float(column.high)

    def measures(self, table: Table) -> tuple[Measure, ...]:
        """Rows, and the sum of grid integers or the number of true values."""
        lattice = self._lattice(table)
        return (Rows(), Total(lattice) if lattice else Met(Condition(self.column, "==", True)))

    def statistic(self, table: Table, price: Price) -> Projection:
        """The coordinates of every group's counts and sums."""
        lattice = self._lattice(table)
        steps = lattice.steps if lattice else 1
        part = max(1, 2**_BITS // steps)
        share = 1.0 if table.neighbors == "replace" else _SHARE
        return self.projection(table, math.ceil(share * part * steps), steps, part)

    def best(self, spectra: Spectra, widths: Floats) -> float:
        """The bandwidth of the least criterion; the widest if there may be no rows."""
        count, total = spectra
        if count.count <= max(2.0, 2.0 * math.sqrt(count.variances[0])):
            return float(widths.max())
        return float(widths[int(np.argmin(criteria(count, total, widths)))])

    def curve(self, table: Table, spectra: Spectra, width: float, fold: bool, u: Floats, factor: float) -> Estimates:
        """The ratio with Fieller's interval, in the column's unit; the whole range where there may be no rows."""
        count, total = (spectrum.read(u, width, fold) for spectrum in spectra)
        deviation = np.sqrt(np.maximum(count.variance, 1e-300))
        zero = np.zeros(len(u))
        covariance = np.array([[np.ones(len(u)), zero], [zero, total.variance / deviation**2]])
        found = mean_of(np.array([count.value, total.value]) / deviation, covariance, factor)
        return self._scaled(table, found)

    def band(self, length: float, level: float) -> float:
        """For a ratio."""
        return band.of_ratio(length, level)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error for means in the middle half of the bounds, and for all, with rows spread evenly."""
        if rows is None:
            return UNKNOWN
        cells = self.cells(table.schema)
        width = float(self.bandwidth) if self.bandwidth is not None else max(cells.finest, _TYPICAL * cells.length)
        projection = self.statistic(table, Mu(Fraction(1)))
        units = (projection.count, projection.value)
        medians = _variances(self.factor(table.schema), units, width / cells.length)
        covariance = np.diag(np.square(spread.std[0]) * np.array(medians))
        kinds, _ = means()
        std, half, low, high, largest = expected(
            lambda moments: self._scaled(table, mean_of(moments, covariance, spread.whole)),
            covariance,
            sizes(rows, math.sqrt(covariance[0, 0])),
            kinds,
            np.abs(kinds[0]) <= 0.5,
        )
        facts = {"along": self.along, "width": brief(width)}
        typical = Text("an even spread over {along} at a bandwidth of {width}", **facts)
        first, last = self.bounds(table)
        words = assumed(rows, typical, Text("all values within the bounds"))
        return Prediction(std, half, low, high, max(largest, last - first), words)

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
        return None if isinstance(column, Flag) else grid(self.column, number(table.schema, self.column), _BITS)


@lru_cache(maxsize=256)
def _variances(factor: Fourier, units: tuple[int, int], width: float) -> tuple[float, ...]:
    """The median variance along the curve of counts and of sums, for noise of one grid step."""
    weights = np.array(factor.weights, dtype=np.float64)
    nothing, u = np.zeros(factor.coordinates), np.linspace(0.0, 1.0, 41)
    noise = (Spectrum(factor.circle, nothing, np.square(1 / (unit * weights))) for unit in units)
    return tuple(float(np.median(one.read(u, width).variance)) for one in noise)


def criteria(count: Spectrum, total: Spectrum, widths: Floats) -> list[float]:
    """The criterion at each bandwidth, in boxes."""
    raw = _on_grid(count.sums)[0], _on_grid(total.sums)[0]
    return [_criterion(count, total, raw, float(width)) for width in widths]


def _criterion(count: Spectrum, total: Spectrum, raw: tuple[Floats, Floats], width: float) -> float:
    """The criterion of the module docstring, in rows. raw: the sums of cosines at the centres, not smoothed."""
    n, most = count.count, count.frequencies
    _, a = transform(most, count.circle, width, True)
    smooth = np.concatenate([[1.0], a])
    t = taper((np.arange(_GRID) + 0.5) / _GRID, width)
    rows, values = (_read(spectrum, smooth, t) for spectrum in (count, total))
    part = float((1 + t).mean()) / 2
    noise = [
        part * float(smooth @ np.concatenate([one.variances[:1], 2 * one.variances[1:]])) for one in (count, total)
    ]
    least = max(math.sqrt(share(width) * float(np.square(smooth) @ count.variances)), 1e-3 * n)
    safe = np.maximum(rows, least)
    m = np.clip(values / safe, -1.0, 1.0)
    spread = max(_square(count, total) - float((m**2 * rows).mean()) / n, 0.005)
    own = float((np.maximum(rows, 0.0) / safe).mean()) * (1.0 + float(a.sum()))
    error = float((m**2 * raw[0] - 2 * m * raw[1]).mean())
    error += 2 * float(((noise[1] + m**2 * noise[0]) / safe).mean()) + 2 * spread * own
    square = total.variances[1:] + float((m**2).mean()) * count.variances[1:] + n * spread / 2
    doubt = math.sqrt(2 * float(np.square((4 * a - 2 * a**2) * square).sum())) / n
    return error + _DOUBT * doubt


def _square(count: Spectrum, total: Spectrum) -> float:
    """The mean square of values from -1 to 1, from the upper half of the frequencies and a wide prior around 1/4."""
    n, high = count.count, slice(1 + total.frequencies // 2, 1 + total.frequencies)
    noise = total.variances[high]
    squares = 2 * (total.sums[high] ** 2 - noise) / n
    weights = 1 / (8 * np.square(noise / n + 1 / 6))
    return float(np.clip((squares @ weights + 4.0) / (weights.sum() + 16.0), 0.0, 1.0))


def _read(spectrum: Spectrum, smooth: Floats, t: Floats) -> Floats:
    """The estimate at the centres, as `Spectrum.read` gives it."""
    cosines, sines = _on_grid(spectrum.sums * np.concatenate([smooth, smooth[1:]]))
    return ((1 + t) * cosines + (1 - t) * sines) / 2


def _on_grid(sums: Floats) -> tuple[Floats, Floats]:
    """C_0 + 2 sum C_j cos(pi j u) at the centres of _GRID equal parts of [0, 1], and 2 sum S_j sin(pi j u).

    One transform gives the sum of both at u and at 2 - u, where the sines have the other sign.
    """
    most = len(sums) // 2
    turned = np.zeros(2 * _GRID, dtype=np.complex128)
    turned[: most + 1] = (sums[: most + 1] - 1j * np.concatenate([[0.0], sums[most + 1 :]])) * _turns(most)
    both = np.fft.ifft(turned).real * (2 * _GRID)
    here, there = both[:_GRID], both[: _GRID - 1 : -1]
    return (here + there) / 2, (here - there) / 2


@lru_cache(maxsize=16)
def _turns(most: int) -> NDArray[np.complex128]:
    """Half a part of the grid in each frequency, twice but for the first."""
    j = np.arange(most + 1)
    return np.asarray(np.exp(0.5j * math.pi * j / _GRID) * np.where(j, 2.0, 1.0))
