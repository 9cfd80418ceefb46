"""Questions whose answer is a smooth function of two number columns, read off released Fourier coordinates.

`dpcore.statistic.waves.plane` has the coordinates and their sensitivity, `dpcore.statistic.waves.plane_spectrum` the
reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import nan, pi, prod, sqrt
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import shown
from dpcore.queries.curves.kernel_estimate import (
    FOLD,
    KernelEstimate,
    asked_width,
    boxes,
    brief,
    chosen_widths,
    drawn,
    folded,
    together,
)
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.fine_cells import FineCells, fine_cells
from dpcore.queries.question.key import Axis, axis_of
from dpcore.queries.question.round import Rounds
from dpcore.result import Figures, Keys, Result, Surface
from dpcore.result.view import Setting
from dpcore.statistic.waves import band
from dpcore.statistic.waves.plane import MOST_SIDE, RADIUS, Plane
from dpcore.statistic.waves.plane_spectrum import CHOICES, PlaneSpectrum, spectrum
from dpcore.statistic.waves.spectrum import WRAPS
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

SIDE = 41
"""The number of points of the table and the chart along each column."""

_LEAST = 5 / 6  # the finest bandwidth that is chosen, times the radius: at this frequency the kernel is at .18
_SMALLEST = 8  # radius
_LISTED = 3  # groups in a sentence
# bandwidths of a slider, in percent of a range
_SHARES = (1, 1.3, 1.7, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 70, 100)

Pair = tuple[float, float]


class SmoothSurface(KernelEstimate):
    """A question with a surface over the columns `column` and `other`, and public bandwidths, both None for any."""

    column: str
    other: str
    bandwidth: float | Literal["any"] | None
    other_bandwidth: float | Literal["any"] | None

    @property
    def arguments(self) -> tuple[str, ...]:
        """Both columns."""
        return self.column, self.other

    @property
    def shape(self) -> type[Result]:
        """Always `Surface`."""
        return Surface

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The function, by group."""
        return Surface(keys, figures, SIDE * SIDE, (self.column, self.other), (SIDE, SIDE))

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the points along each column."""
        one, other = self.cells(schema)
        groups = (axis_of(schema, part) for part in self.by)
        points = (Axis(each.axis.key, (name,), each.points(SIDE)) for name, each in (("x", one), ("y", other)))
        return (*groups, *points)

    def aggregate(self, table: Table) -> Aggregate:
        """Rows in each cell."""
        return Aggregate((Rows(),), self._keys(table), tuple(self.where), (), self._groups(table))

    def factor(self, schema: Schema) -> Plane:
        """The Fourier coordinates of the cells."""
        one, other = self.cells(schema)
        if self.bandwidth is None or self.other_bandwidth is None:
            return Plane((one.size, other.size), None, self.radius(schema))
        widths = (
            Fraction(self.bandwidth) / Fraction(one.length),
            Fraction(self.other_bandwidth) / Fraction(other.length),
        )
        return Plane((one.size, other.size), widths)

    def radius(self, schema: Schema) -> int:
        """The largest frequency of scale-free noise: so that all groups have at most `most_cells` coefficients."""
        groups = prod(axis_of(schema, part).size for part in self.by)
        return min(RADIUS, max(_SMALLEST, int(sqrt(self.limits.cells / (pi * groups))) - 1))

    def cells(self, schema: Schema) -> tuple[FineCells, FineCells]:
        """The cells along both columns."""
        return fine_cells(schema, self.column, MOST_SIDE), fine_cells(schema, self.other, MOST_SIDE)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """Estimates at each group's bandwidths, with intervals for their noise, as of `Density`."""
        return self.read(table, noisy, spread, None, {})

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The surface at points, shape (n, 2); NaN at NaN. Raises QueryError for points outside the bounds."""
        noisy, spread = drawn(rounds, level)
        if points is not None:
            sides = zip(self.cells(table.schema), points.T, strict=True)
            points = np.column_stack([boxes(cells, side) for cells, side in sides])
        return self.read(table, noisy, spread, points, settings, level)

    def read(
        self,
        table: Table,
        noisy: Floats,
        spread: Spread,
        u: Floats | None,
        settings: Mapping[str, Any],
        level: float = nan,
    ) -> Estimates:
        """The surface of each group at points in boxes, shape (n, 2); None: those of the table.

        settings: `bandwidth`, a pair in the columns' units, or `widths`, a pair for each group; `fold`; and
        `whole_curve`, as of a curve.
        """
        lengths = [cells.length for cells in self.cells(table.schema)]
        spectra, fold = self.spectra(table, noisy, spread.std[0]), folded(settings)
        asked, side = self._asked(table.schema, settings.get("bandwidth")), np.linspace(0.0, 1.0, SIDE)
        known = ~np.isnan(np.zeros((SIDE * SIDE, 2)) if u is None else u).any(axis=1)
        whole, figures = together(settings), np.full((4, len(spectra), known.size), np.nan)
        given = settings.get("widths", [None] * len(spectra))
        for place, one in enumerate(spectra):
            chosen = asked or given[place] or self.chosen(table.schema, one)
            widths = chosen[0] / lengths[0], chosen[1] / lengths[1]
            found = one.grid(side, side, widths, fold) if u is None else one.read(u[known], widths, fold)
            value, std = np.array([found.value, np.sqrt(found.variance)]) / (lengths[0] * lengths[1])
            factor = band.of_surface(one, widths, fold, level) if whole else spread.whole
            figures[:, place, known] = value, std, value - factor * std, value + factor * std
        return Estimates(*figures.reshape(4, -1))

    def spectra(self, table: Table, noisy: Floats, std: float) -> list[PlaneSpectrum]:
        """The released sums of each group, for rows spread evenly inside their cells.

        std: of the noise on a coordinate, in grid steps.
        """
        factor = self.factor(table.schema)
        groups = noisy.reshape(-1, factor.coordinates).astype(np.float64)
        sides = zip(self.cells(table.schema), factor.circles, factor.weights.shape, strict=True)
        first, second = (cells.spread(around, size - 1) for cells, around, size in sides)
        inside = 1 / np.outer(first, second)
        return [spectrum(factor.circles, factor.weights, group, std, inside) for group in groups]

    def chosen(self, schema: Schema, one: PlaneSpectrum) -> Pair:
        """The bandwidths in the columns' units: the given ones, or those that are chosen from the released numbers."""
        if self.bandwidth is not None and self.other_bandwidth is not None:
            return float(self.bandwidth), float(self.other_bandwidth)
        sides = [(self.finest(schema, cells), cells.length) for cells in self.cells(schema)]
        first, second = (np.geomspace(least / length, 1.0, CHOICES) for least, length in sides)
        h, g = one.best((first, second))
        return h * sides[0][1], g * sides[1][1]

    chosen_settings = chosen_widths

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """The bandwidths of each of the first groups, if they were chosen from the released numbers."""
        if self.bandwidth is not None:
            return Text("")
        pairs = self.chosen_settings(table, rounds, level)["widths"]
        listed = "; ".join(f"{brief(h)} × {brief(g)}" for h, g in pairs[:_LISTED])
        listed += "; …" if len(pairs) > _LISTED else ""
        return Text(
            "Bandwidths were chosen from the released numbers: {listed}. Margins do not include this choice.",
            listed=listed,
        )

    def settings(self, table: Table, price: Price) -> tuple[Setting, ...]:
        """The bandwidths as a share of both ranges, folding, and bands for the whole surface."""
        one, other = (cells.length for cells in self.cells(table.schema))
        usual = Text("chosen from the released numbers") if self.bandwidth is None else Text("as asked")
        listed = [
            ((share / 100 * one, share / 100 * other), Text("{share:g} % of both ranges", share=share))
            for share in _SHARES
            if all(low <= share / 100 * length <= high for length, (low, high) in self._ends(table.schema))
        ]
        return (
            Setting(
                "bandwidth",
                Text("Bandwidth"),
                Text("The width of the smoothing kernel. A wider one has less noise and shows less detail."),
                ((None, usual), *listed),
            ),
            FOLD,
            *super().settings(table, price),
        )

    @property
    def widths(self) -> tuple[float | None, float | None]:
        """The given bandwidths."""
        one, other = (None if width in (None, "any") else width for width in (self.bandwidth, self.other_bandwidth))
        return one, other  # type: ignore[return-value]

    def finest(self, schema: Schema, cells: FineCells) -> float:
        """The finest bandwidth that is chosen."""
        return max(cells.finest, cells.length * min(1.0, _LEAST / self.radius(schema)))

    def _ends(self, schema: Schema) -> list[tuple[float, Pair]]:
        """Of each column the length of its range, and the finest and the widest bandwidth that can be read."""
        found = []
        for cells, width in zip(self.cells(schema), self.widths, strict=True):
            fixed = None if width is None else (width, max(width, cells.length * WRAPS))
            found.append((cells.length, fixed or (self.finest(schema, cells), cells.length)))
        return found

    def _asked(self, schema: Schema, wanted: Any) -> Pair | None:
        """The bandwidths that were asked for; None for the usual ones. Raises QueryError."""
        if wanted is None or (isinstance(wanted, str) and wanted == "any"):
            return None
        pair: list[Any] = [] if isinstance(wanted, str) or not isinstance(wanted, Sequence | np.ndarray) else [*wanted]
        if len(pair) != 2:
            raise QueryError(
                "`bandwidth` must be a pair of numbers, one along each column. Got {wanted}.",
                "Leave it out for the usual bandwidths.",
                wanted=shown(wanted),
            )
        (_, first), (_, second) = self._ends(schema)
        return asked_width(pair[0], *first, self.column), asked_width(pair[1], *second, self.other)
