"""Questions whose answer is a smooth function of a number column, read off released Fourier coordinates.

`dpcore.statistic.fourier` has the coordinates and their sensitivity, `dpcore.statistic.spectrum` the reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Spread
from dpcore.number import real, shown
from dpcore.queries.base import Estimates
from dpcore.queries.grid import number
from dpcore.queries.key import Axis, bins_of, equal_bins
from dpcore.queries.round import Rounds
from dpcore.queries.single import Single
from dpcore.result.view import Setting
from dpcore.statistic.fourier import FINEST, Fourier
from dpcore.statistic.spectrum import WRAPS, Spectrum, bandwidths
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.base import Floats

CELLS = 4096
"""The number of cells between the bounds in which rows are counted."""
POINTS = 201
"""The number of points of the table and the chart."""

_LISTED = 5  # bandwidths in a sentence
_STEPS = 25  # bandwidths of a slider


class SmoothCurve(Single):
    """A question with a `column` along which the curve runs and a public `bandwidth`, None for any."""

    column: str
    bandwidth: float | Literal["any"] | None

    def factor(self, schema: Schema) -> Fourier:
        """The Fourier coordinates of the cells."""
        size = cells(self.column, number(schema, self.column)).size
        width = None if self.bandwidth is None else Fraction(self.bandwidth) / Fraction(self.box(schema)[1])
        return Fourier(size, width)

    def settings(self, table: Table) -> tuple[Setting, ...]:
        """The bandwidth, where another one can be read off, and folding."""
        least, most = self.widths(table.schema)
        usual = Text("chosen from the released numbers") if self.bandwidth is None else Text(f"{least:.3g}")
        listed = [float(f"{width:.3g}") for width in np.geomspace(least, most, _STEPS)] if least < most else []
        return (
            Setting(
                "bandwidth",
                Text("Bandwidth"),
                Text("The width of the smoothing kernel. A wider one has less noise and shows less detail."),
                ((None, usual), *((width, Text(f"{width:g}")) for width in listed if least < width <= most)),
            ),
            Setting(
                "fold",
                Text("Folded at the bounds"),
                Text(
                    "What the kernel moves beyond a bound is moved back inside, so that the curve does not fall there."
                ),
                ((True, Text("yes")), (False, Text("no"))),
            ),
        )

    def widths(self, schema: Schema) -> tuple[float, float]:
        """The finest and the widest bandwidth that can be read.

        With noise for one bandwidth, only those whose kernel fits the circle: one that is cut off there needs
        frequencies that have too much noise.
        """
        _, length = self.box(schema)
        if self.bandwidth is None:
            return self.finest(schema), length
        return float(self.bandwidth), max(float(self.bandwidth), length * WRAPS)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The curve at any points; NaN at NaN. Raises QueryError for points outside the bounds."""
        low, length = self.box(table.schema)
        noisy, spread = _drawn(rounds, level)
        if points is None:
            return self.read(table.schema, noisy, spread, np.linspace(0.0, 1.0, POINTS), settings)
        if not isinstance(settings.get("fold", True), bool):
            raise QueryError("`fold` must be True or False. Got {fold}.", fold=shown(settings["fold"]))
        high = self.end(table.schema)
        if (points < low).any() or (points > high).any():
            raise QueryError(
                "The answer covers {column} from {low:,.12g} to {high:,.12g} only.",
                "Use points within this range.",
                column=self.column,
                low=low,
                high=high,
            )
        return self.read(table.schema, noisy, spread, np.clip((points - low) / length, 0.0, 1.0), settings)

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """The bandwidth of each of the first groups, if it was chosen from the released numbers."""
        if self.bandwidth is not None:
            return Text("")
        noisy, spread = _drawn(rounds, level)
        spectra = self.spectra(table.schema, noisy, spread.std[0])
        widths = [f"{self.chosen(table.schema, one):.3g}" for one in spectra[:_LISTED]]
        listed = ", ".join(widths) + (", …" if len(spectra) > _LISTED else "")
        return Text.counted(
            "The bandwidth {listed} was chosen from the released numbers; margins do not include this choice.",
            "{n} bandwidths were chosen from the released numbers, one for each group: {listed}. "
            "Margins do not include this choice.",
            n=len(spectra),
            listed=listed,
        )

    def read(self, schema: Schema, noisy: Floats, spread: Spread, u: Floats, settings: Mapping[str, Any]) -> Estimates:
        """The curve of each group at points in boxes. settings: `bandwidth` in the column's unit, `fold`."""
        _, length = self.box(schema)
        known = ~np.isnan(u)
        value, std = (np.full((noisy.size // self.factor(schema).coordinates, len(u)), np.nan) for _ in range(2))
        for place, spectrum in enumerate(self.spectra(schema, noisy, spread.std[0])):
            width = self._width(schema, settings.get("bandwidth")) or self.chosen(schema, spectrum)
            read = spectrum.read(u[known], width / length, bool(settings.get("fold", True)))
            value[place, known], std[place, known] = read.value / length, np.sqrt(read.variance) / length
        half = spread.factor * std
        return Estimates(value.ravel(), std.ravel(), (value - half).ravel(), (value + half).ravel())

    def _width(self, schema: Schema, wanted: object) -> float | None:
        """A bandwidth that was asked for; None for the usual one. Raises QueryError if its noise is not bounded."""
        if wanted is None or (isinstance(wanted, str) and wanted == "any"):
            return None
        least, most = self.widths(schema)
        hint = Text("Leave it out for the usual bandwidth.")
        # a bandwidth that was rounded for reading is accepted
        return real(wanted, "`bandwidth`", at_least=least * 0.995, at_most=most * 1.005, error=QueryError, hint=hint)

    def spectra(self, schema: Schema, noisy: Floats, std: float) -> list[Spectrum]:
        """The released sums of each group. std: of the noise on a coordinate, in grid steps."""
        factor = self.factor(schema)
        weights = np.array(factor.weights, dtype=np.float64)
        sums = noisy.reshape(-1, factor.coordinates) / np.concatenate([weights, weights[1:]])
        return [Spectrum(factor.circle, one, np.square(std / weights)) for one in sums]

    def chosen(self, schema: Schema, spectrum: Spectrum) -> float:
        """The bandwidth in the column's unit: the given one, or that of the least estimated risk."""
        if self.bandwidth is not None:
            return float(self.bandwidth)
        _, length = self.box(schema)
        return length * spectrum.best(bandwidths(self.finest(schema) / length))

    def box(self, schema: Schema) -> tuple[float, float]:
        """The lower end and the length of the range of the curve: the bounds, for whole numbers the cells."""
        column = number(schema, self.column)
        if not column.integer:
            return float(column.low), float(column.high) - float(column.low)
        (low, high), *_ = labels = cells(self.column, column).labels
        return float(low), float(high - low) * len(labels)

    def end(self, schema: Schema) -> float:
        """The upper end of the range of the curve."""
        column = number(schema, self.column)
        low, length = self.box(schema)
        return low + length if column.integer else float(column.high)

    def finest(self, schema: Schema) -> float:
        """The finest bandwidth that is chosen from released numbers: two cells or more.

        There are no more frequencies than cells, so that a narrower kernel would be cut off, and ring.
        """
        _, length = self.box(schema)
        size = cells(self.column, number(schema, self.column)).size
        return length * min(1.0, max(float(FINEST), 2.0 / size))


def _drawn(rounds: Rounds, level: float) -> tuple[Floats, Spread]:
    """The noisy coordinates and the error of their noise, from the one step of the one round."""
    ((drawn,),) = rounds
    spread = drawn.mechanism.error(level)
    if spread is None:
        raise QueryError("This answer's noise has no known size.", "Update the program.")
    return np.asarray(drawn.array), spread


@lru_cache(maxsize=256)
def cells(name: str, column: Number) -> Axis:
    """The cells: all whole numbers if there are at most CELLS, else cells of equal width."""
    if not column.integer:
        return bins_of(name, column, CELLS)
    values = int(column.high - column.low) + 1
    size = -(-values // CELLS)
    return equal_bins(name, column, -(-values // size))
