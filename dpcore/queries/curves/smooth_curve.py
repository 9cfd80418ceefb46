"""Questions whose answer is a smooth function of a number column, read off released Fourier coordinates
(`dpcore.statistic.waves.fourier`, with their sensitivity, and `dpcore.statistic.waves.spectrum`, their reading).
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, Price, Spread
from dpcore.number import real
from dpcore.queries.curves.kernel_estimate import (
    ANY,
    FOLD,
    KernelEstimate,
    asked_width,
    bandwidth_of,
    boxes,
    brief,
    chosen_widths,
    drawn,
    folded,
    given,
    together,
)
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.fine_cells import FineCells, fine_cells
from dpcore.queries.question.key import Axis, axis_of
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.round import Rounds
from dpcore.result import Expansion, Figures, Keys, Result
from dpcore.result.view import Setting
from dpcore.statistic import Projection
from dpcore.statistic.waves import band
from dpcore.statistic.waves.fourier import FINEST, WIDEST, Fourier
from dpcore.statistic.waves.spectrum import WRAPS, Spectrum, bandwidths
from dpcore.table.aggregate import Aggregate, Measure
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

    Spectra = tuple[Spectrum, ...]

POINTS = 201
"""The number of points of the table and the chart."""

_LISTED = 5  # bandwidths in a sentence
_STEPS = 25  # bandwidths of a slider


def bandwidth_along(column: str) -> Parameter:
    """The parameter `bandwidth`. column: the name of the parameter along whose column the curve runs."""
    return bandwidth_of(column, float(FINEST), WIDEST)


class SmoothCurve(KernelEstimate):
    """A question with a curve along the column `argument` and a public `bandwidth`, None for any.

    Noisy coordinates have the shape (1, groups, coordinates), or (2, …) with those of sums of values after counts'.
    """

    bandwidth: float | Literal["any"] | None
    moments: ClassVar[int] = 1
    """1 for counts, 2 for counts and sums of values."""

    @property
    @abstractmethod
    def argument(self) -> str:
        """The name of the column along which the curve runs."""

    @abstractmethod
    def curve(self, table: Table, spectra: Spectra, width: float, fold: bool, u: Floats, factor: float) -> Estimates:
        """The curve of one group at points in boxes. width: the bandwidth in boxes. factor: margin over error."""

    @abstractmethod
    def best(self, spectra: Spectra, widths: Floats) -> float:
        """One of the widths in boxes, chosen from the released numbers of one group."""

    def band(self, length: float, level: float) -> float:
        """The margin over the error for a whole curve. length: of the path of its noise."""
        return band.of_curve(length, level)

    def path(self, spectra: Spectra, width: float, fold: bool) -> float:
        """The length of the path of a curve's noise."""
        return band.path(spectra[0], width, fold)

    @abstractmethod
    def measures(self, table: Table) -> tuple[Measure, ...]:
        """What is counted and summed in each cell."""

    @property
    def summed(self) -> tuple[str, ...]:
        """The columns of these sums: rows without a value there are left out."""
        return ()

    @abstractmethod
    def statistic(self, table: Table, price: Price) -> Projection:
        """The coordinates of every group."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The column."""
        return (self.argument,)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bandwidth", given(self.bandwidth, "bandwidth"))
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        low, high = bandwidth_along(self.argument).ends(self.cells(schema).column)
        if self.bandwidth is not None:
            real(self.bandwidth, "`bandwidth`", at_least=low, at_most=high, error=QueryError, hint=ANY)
        bound = super().bind(schema)
        self._limited(schema, bound.factor(schema).coordinates * self.moments)
        return bound

    @property
    def shape(self) -> type[Result]:
        """Always `Expansion`."""
        return Expansion

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The function, by group."""
        return Expansion(keys, figures, len(self.places(table.schema)), self.argument)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the points."""
        cells = self.cells(schema)
        return (*(axis_of(schema, part) for part in self.by), Axis(cells.axis.key, ("x",), self.points(schema)))

    def points(self, schema: Schema) -> tuple[tuple[float], ...]:
        """The points of the table, as labels of an axis."""
        return self.cells(schema).points(POINTS)

    def places(self, schema: Schema) -> Floats:
        """The same in boxes."""
        return np.linspace(0.0, 1.0, POINTS)

    def aggregate(self, table: Table) -> Aggregate:
        """The measures of each cell."""
        keys, where = self._keys(table), tuple(self.where)
        return Aggregate(self.measures(table), keys, where, self.summed, self._groups(table))

    def projection(self, table: Table, count: int = 1, steps: int = 0, part: int = 1) -> Projection:
        """The coordinates of every group; `Projection` explains the numbers."""
        groups, factor = tuple(axis_of(table.schema, part).size for part in self.by), self.factor(table.schema)
        missing = self.left_out(table, (self.argument, *self.summed))
        max_rows, weights = table.unit.max_rows, {"count": count, "steps": steps, "part": part}
        return Projection(factor, groups, table.neighbors, max_rows, missing, False, **weights)

    def factor(self, schema: Schema) -> Fourier:
        """The Fourier coordinates of the cells."""
        cells = self.cells(schema)
        width = None if self.bandwidth is None else Fraction(self.bandwidth) / Fraction(cells.length)
        return Fourier(cells.size, width)

    def settings(self, table: Table, price: Price) -> tuple[Setting, ...]:
        """The bandwidth, where another one can be read off, folding, and bands for the whole curve."""
        least, most = self.widths(table.schema)
        usual = Text("chosen from the released numbers") if self.bandwidth is None else Text(brief(least))
        steps = [float(f"{width:.3g}") for width in np.geomspace(least, most, _STEPS)] if least < most else []
        listed = [width for width in steps if (least < width or self.bandwidth is None) and width <= most]
        return (
            Setting(
                "bandwidth",
                Text("Bandwidth"),
                Text("The width of the smoothing kernel. A wider one has less noise and shows less detail."),
                ((None, usual), *((each, self.called(table.schema, each)) for each in listed)),
            ),
            FOLD,
            *super().settings(table, price),
        )

    def called(self, schema: Schema, width: float) -> Text:
        """A bandwidth in words."""
        return Text(brief(width))

    def widths(self, schema: Schema) -> tuple[float, float]:
        """The finest and the widest bandwidth that can be read: with noise for one, those whose kernel fits the circle.

        One that is cut off there needs frequencies that have too much noise.
        """
        cells = self.cells(schema)
        if self.bandwidth is None:
            return self.finest(schema), cells.length
        return float(self.bandwidth), max(float(self.bandwidth), cells.length * WRAPS)

    def finest(self, schema: Schema) -> float:
        """The finest bandwidth that is chosen from released numbers."""
        return self.cells(schema).finest

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The curve at any points; NaN at NaN. Raises QueryError for points outside the bounds."""
        cells, (noisy, spread) = self.cells(table.schema), drawn(rounds, level)
        u = self.places(table.schema) if points is None else boxes(cells, points)
        return self.read(table, noisy, spread, u, settings, level)

    chosen_settings = chosen_widths

    def resolution(self, table: Table, rounds: Rounds, level: float) -> float:
        """Half of the finest bandwidth of a group: a wider step would miss peaks that are as narrow as the kernel."""
        given = [] if self.bandwidth is None else [float(self.bandwidth)]
        widths: list[float] = given or self.chosen_settings(table, rounds, level)["widths"]
        return min(widths) / 2

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """The bandwidth of each of the first groups, if it was chosen from the released numbers."""
        if self.bandwidth is not None:
            return Text("")
        chosen = self.chosen_settings(table, rounds, level)["widths"]
        listed = [*(self.called(table.schema, width) for width in chosen[:_LISTED]), *["…"] * (len(chosen) > _LISTED)]
        return Text.counted(
            "The bandwidth {listed} was chosen from the released numbers; margins do not include this choice.",
            "{n} bandwidths were chosen from the released numbers, one for each group: {listed}. "
            "Margins do not include this choice.",
            n=len(chosen),
            listed=joined(listed, "; "),
        )

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """Estimates at each group's bandwidth, with intervals for the noise at this bandwidth.

        Where it was chosen from the same numbers, coverage is up to five points lower on flat data with much noise.
        """
        return self.read(table, noisy, spread, self.places(table.schema), {})

    def read(
        self,
        table: Table,
        noisy: Floats,
        spread: Spread,
        u: Floats,
        settings: Mapping[str, Any],
        level: float = math.nan,
    ) -> Estimates:
        """The curve of each group at points in boxes. settings: as for `evaluate`, or `widths`, one for each group.

        With `whole_curve`, intervals hold at all points together with probability `level`.
        """
        length, whole = self.cells(table.schema).length, together(settings)
        known, given = ~np.isnan(u), self._width(table.schema, settings.get("bandwidth"))
        spectra, fold = self.spectra(table, noisy, spread.std[0]), folded(settings)
        figures, widths = np.full((4, len(spectra), len(u)), np.nan), settings.get("widths", [None] * len(spectra))
        for place, one in enumerate(spectra):
            width = (given or widths[place] or self.chosen(table.schema, one)) / length
            factor = self.band(self.path(one, width, fold), level) if whole else spread.whole
            read = self.curve(table, one, width, fold, u[known], factor)
            figures[:, place, known] = read.estimate, read.std_error, read.low, read.high
        return Estimates(*figures.reshape(4, -1))

    def _width(self, schema: Schema, wanted: object) -> float | None:
        """A bandwidth that was asked for; None for the usual one. Raises QueryError if its noise is not bounded."""
        if wanted is None or (isinstance(wanted, str) and wanted == "any"):
            return None
        return asked_width(wanted, *self.widths(schema), self.argument)

    def spectra(self, table: Table, noisy: Floats, std: float) -> list[Spectra]:
        """The released sums of each group, of counts and of values from -1 to 1. std: of noise, in grid steps."""
        factor, projection = self.factor(table.schema), self.statistic(table, Mu(Fraction(1)))
        weights = np.array(factor.weights, dtype=np.float64)
        every = np.concatenate([weights, weights[1:]])
        moments = noisy.reshape(self.moments, -1, factor.coordinates)
        return [
            tuple(
                Spectrum(factor.circle, one / (unit * every), np.square(std / (unit * weights)))
                for one, unit in zip(group, (projection.count, projection.value), strict=False)
            )
            for group in np.moveaxis(moments, 0, 1)
        ]

    def chosen(self, schema: Schema, spectra: Spectra) -> float:
        """The bandwidth in the column's unit: the given one, or that which is chosen."""
        if self.bandwidth is not None:
            return float(self.bandwidth)
        cells, noise = (
            self.cells(schema),
            [(spectrum.sums.tobytes(), spectrum.variances.tobytes()) for spectrum in spectra],
        )
        return cells.length * _best(self, self.finest(schema) / cells.length, spectra[0].circle, tuple(noise))

    def cells(self, schema: Schema) -> FineCells:
        """The cells of the column along which the curve runs."""
        return fine_cells(schema, self.argument)


@lru_cache(maxsize=64)
def _best(question: SmoothCurve, least: float, circle: int, noisy: tuple[tuple[bytes, bytes], ...]) -> float:
    """The bandwidth that is chosen, in boxes; kept, as a card reads it at every repaint."""
    spectra = tuple(Spectrum(circle, np.frombuffer(sums), np.frombuffer(variances)) for sums, variances in noisy)
    return question.best(spectra, bandwidths(least))
