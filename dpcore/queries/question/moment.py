r"""Questions about ratios of noisy sums: means and variances. Their sums are released jointly, at the full price.

A row has the value y in 0..U on the public grid, and t = 2y/U - 1 in [-1, 1]. The noisy coordinates determine
n = sum 1, T = sum t and (for variances) Q = sum t^2 by a small public matrix; all further steps are post-processing.

Price in mu       (n, U T) or (n, U T, U^2 (2Q - n)): one vector with elliptical noise, split to minimise the error of
                  the ratio.
Price in epsilon  two-sided sums: sum y and sum (U - y), whose L1 norm is exactly U per row; for variances the three
                  Bernstein sums of (U-y)^2, 2y(U-y), y^2, whose L1 norm is exactly U^2. Both use the whole epsilon.
If the number of rows is public (replace, one row per unit, no row left out), it is released without noise.
"""

from __future__ import annotations

import itertools
import math
from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dpcore.mechanisms import Epsilon, Mu, Price, Spread
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.prediction import FLUCTUATION, UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.single import Single
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Grid
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats

MEAN_BITS = 28
VARIANCE_BITS = 13
# The split of Gaussian noise is optimised for this reference answer: a mean that is a quarter of the half-range away
# from the middle, and the second moment of a uniform column.
_MEAN_SPLIT = 0.5
_T_REFERENCE, _Q_REFERENCE = 0.25, 1.0 / 3.0


class Moment(Single):
    """A question about n, T (and Q). `order` is 1 for means, 2 for variances."""

    order = 1

    @property
    def error(self) -> ErrorUnit:
        """It depends on the number of rows."""
        return ErrorUnit(by_rows=True)

    @abstractmethod
    def lattice(self, table: Table) -> Grid:
        """The public grid of the column."""

    @abstractmethod
    def optional(self, table: Table) -> bool:
        """Whether a row can be left out."""

    def rows_public(self, table: Table) -> bool:
        """Whether the number of rows of this question is public."""
        return table.neighbors == "replace" and table.unit.max_rows == 1 and not self.optional(table)

    def statistic(self, table: Table, price: Price) -> Linear:
        """The coordinates for a price, with the extreme points of a row's contribution."""
        steps = self.lattice(table).steps
        if self.order == 2:
            return self._second(table, price, steps)
        if isinstance(price, Mu):
            points, matrix = ((1, -steps), (1, steps)), ((1, 0), (-steps, 2))
            weights = ((_MEAN_SPLIT * steps) ** 2, 1.0)
        elif self.rows_public(table):
            points, matrix, weights = ((1, 0), (1, steps)), ((1, 0), (0, 1)), (1.0, 1.0)
        else:
            points, matrix, weights = ((steps, 0), (0, steps)), ((steps, -1), (0, 1)), (1.0, 1.0)
        return Linear(self._contribution(table, points), matrix, weights, counts=steps == 1)

    def _second(self, table: Table, price: Price, steps: int) -> Linear:
        if isinstance(price, Epsilon):
            matrix = ((steps**2, -2 * steps, 1), (0, 2 * steps, -2), (0, 0, 1))
            points = tuple(((steps - y) ** 2, 2 * y * (steps - y), y * y) for y in (0, steps // 2, steps))
            return Linear(self._contribution(table, points), matrix, (1.0, 1.0, 1.0))
        # z = 2y - U. The norm is convex in z^2, so the extremes for one row are the smallest |z| and the two ends. For
        # pairs of rows at a fixed distance, the difference is largest if one row is at an end.
        middle = steps % 2
        points = tuple((1, z, 2 * z * z - steps**2) for z in (-steps, -middle, middle, steps))
        replaced = range(1, steps + 1 if table.neighbors == "replace" else 1)
        swaps = tuple((0, 2 * d, 2 * (steps**2 - (steps - 2 * d) ** 2)) for d in replaced)
        weights = (
            (_Q_REFERENCE - 2 * _T_REFERENCE**2 - 0.5) ** 2 * 4.0 * steps**4,
            16.0 * _T_REFERENCE**2 * steps**2,
            1.0,
        )
        matrix = ((1, 0, 0), (-steps, 2, 0), (steps**2, -8 * steps, 8))
        return Linear(self._contribution(table, points, swaps), matrix, weights)

    def _contribution(
        self, table: Table, points: tuple[tuple[int, ...], ...], swaps: tuple[tuple[int, ...], ...] | None = None
    ) -> Contribution:
        optional = self.optional(table) or (swaps is not None and table.unit.max_rows > 1)
        return Contribution(
            points, table.neighbors, table.unit.max_rows, self._cells(table), optional, differences=swaps
        )

    def moments(self, table: Table, price: Price) -> Floats:
        """The matrix from coordinates to (n, T) or (n, T, Q)."""
        u = float(self.lattice(table).steps)
        if self.order == 2:
            if isinstance(price, Epsilon):
                return np.array([[1, 1, 1], [-1, 0, 1], [1, -1, 1]]) / u**2
            return np.array([[1, 0, 0], [0, 1 / u, 0], [0.5, 0, 0.5 / u**2]])
        if isinstance(price, Mu):
            return np.array([[1, 0], [0, 1 / u]])
        if self.rows_public(table):
            return np.array([[1, 0], [-1, 2 / u]])
        return np.array([[1, 1], [-1, 1]]) / u

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The answer with an interval, from public scales and the noisy moments only."""
        matrix = self.moments(table, price)
        covariance = matrix @ np.diag(np.square(spread.std)) @ matrix.T
        return self.answer(table, matrix @ noisy, covariance, spread.whole)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of `answer` for columns of all `shapes`, and for the guessed numbers of rows."""
        if rows is None:
            return UNKNOWN
        matrix = self.moments(table, price)
        covariance = matrix @ np.diag(np.square(spread.std)) @ matrix.T
        counts = sizes(rows, math.sqrt(covariance[0, 0]))
        std, half, low, high, largest = expected(
            lambda moments: self.answer(table, moments, covariance, spread.whole), covariance, counts, *self.shapes()
        )
        certain = high if rows.certain else math.nan
        words = assumed(rows, self.typical, self.span)
        return Prediction(std, half, low, high, largest, words, certain=certain)

    typical: ClassVar[Text] = Text("")
    """The assumption about the column behind the typical error; empty if it is the largest over all columns."""
    span: ClassVar[Text] = Text("all values within the bounds")
    """The columns that the predicted range covers."""

    @abstractmethod
    def shapes(self) -> tuple[Floats, NDArray[np.bool_]]:
        """Possible columns by their moments (T/n; Q/n), shape (order, columns), and which of them are typical."""

    @abstractmethod
    def answer(self, table: Table, moments: Floats, covariance: Floats, factor: float) -> Estimates:
        """The answer from noisy moments of shape (order + 1, cells)."""


def expected(
    answer: Callable[[Floats], Estimates],
    covariance: Floats,
    counts: tuple[float, float, float, float],
    shapes: Floats,
    typical: NDArray[np.bool_],
) -> tuple[float, float, float, float, float]:
    """The standard error and the margin of typical columns, the least and the largest margin, and that of any cell.

    counts: the typical number of rows, and the largest, the least and the smallest one after noise. Where a cell may
    have no rows, noise alone decides where in its interval the answer lies: the margin is as wide as the interval.
    """
    columns = np.vstack([np.ones(len(typical)), shapes])
    middle, kind, hard, worst = (size * columns for size in counts)
    parts = [middle, *(_around(part, covariance) for part in (kind, hard, worst))]
    answers = answer(np.concatenate(parts, axis=1))
    far = np.maximum(answers.high - answers.estimate, answers.estimate - answers.low)
    ends = np.cumsum([part.shape[1] for part in parts])[:-1]
    usual, least, most, any_cell = np.split(far, ends)
    half = float(usual[typical].max())
    high = max(half, float(most.max()))
    std = float(answers.std_error[: ends[0]][typical].max())
    largest = float(any_cell.max() if counts[3] else (answers.high - answers.low)[ends[2] :].max())
    return std, half, min(half, float(least.min())), high, max(high, largest)


def _around(moments: Floats, covariance: Floats) -> Floats:
    """The moments of columns, and those moments shifted by noise in all but n, as the error depends on them."""
    far = FLUCTUATION * np.sqrt(np.diag(covariance))[1:]
    signs = itertools.product((-1.0, 1.0), repeat=len(far))
    return np.hstack([moments, *(moments + np.array([0.0, *(far * sign)])[:, None] for sign in signs)])


def means() -> tuple[Floats, NDArray[np.bool_]]:
    """A grid of means. The error is convex in the mean, so it is largest at an end."""
    grid = np.linspace(-1.0, 1.0, 33)[None, :]
    return grid, np.ones(grid.shape[1], dtype=np.bool_)


def spreads(least: float) -> tuple[Floats, NDArray[np.bool_]]:
    """Means and mean squares of columns within the bounds; typical ones have a standard deviation from `least` up."""
    mean = np.concatenate([np.linspace(-1.0, 1.0, 17), [-math.sqrt(1 - least**2), math.sqrt(1 - least**2)]])
    shares = np.concatenate([np.logspace(-6.0, -2.0, 5), np.linspace(0.0, 1.0, 17), [least**2]])
    mean, variance = (grid.ravel() for grid in np.meshgrid(mean, shares))
    inside = mean**2 + variance <= 1.0 + 1e-12
    mean, variance = mean[inside], variance[inside]
    return np.stack([mean, np.minimum(mean**2 + variance, 1.0)]), variance >= least**2 * (1 - 1e-12)


def mean_of(moments: Floats, covariance: Floats, factor: float) -> Estimates:
    """T/n in [-1, 1] with Fieller's interval.

    Within the bounds, the interval extends at least `factor` standard errors to each side.
    """
    n, t = moments
    safe = np.maximum(n, 1.0)
    value = np.clip(t / safe, -1.0, 1.0)
    error = np.sqrt(_mean_variance(covariance, value)) / safe
    low, high = fieller(n, t, covariance, factor)
    # If noise moves an answer beyond a bound, it is shown at the bound with its full margin of error.
    low = np.clip(np.minimum(low, value - factor * error), -1.0, 1.0)
    high = np.clip(np.maximum(high, value + factor * error), -1.0, 1.0)
    return Estimates(value, np.minimum(error, 1.0), low, high)


def variance_of(moments: Floats, covariance: Floats, factor: float) -> Estimates:
    """Q/n - (T/n)^2 in [0, 1], with the delta method's error; the whole range if n is not clearly positive.

    If noise moves n by a quarter, the delta method at the noisy mean alone covers 91 % instead of 95 %. So the interval
    is the widest of the delta method's at all means that the noise allows, and of Fieller's.
    """
    n, t, q = moments
    safe = np.maximum(n, 1.0)
    mean = np.clip(t / safe, -1.0, 1.0)
    square = np.clip(q / safe, 0.0, 1.0)
    value = np.clip(square - mean**2, 0.0, 1.0)
    away = factor * np.sqrt(_mean_variance(covariance, mean)) / safe
    means = (mean, np.clip(mean - away, -1.0, 1.0), np.clip(mean + away, -1.0, 1.0))
    error, *others = (np.sqrt(_variance_variance(covariance, at, square)) / safe for at in means)
    far = factor * np.maximum.reduce([error, *others])
    low, high = fieller(n, q - 2 * mean * t + mean**2 * n, _numerator(covariance, mean), factor)
    positive = n > 2 * factor * np.sqrt(covariance[0, 0])
    low = np.where(positive, np.clip(np.minimum(low, value - far), 0.0, 1.0), 0.0)
    high = np.where(positive, np.clip(np.maximum(high, value + far), 0.0, 1.0), 1.0)
    return Estimates(value, np.minimum(error, 1.0), low, high)


def fieller(n: Floats, total: Floats, covariance: Floats, factor: float) -> tuple[Floats, Floats]:
    """The interval of all r with |total - r n| <= factor * sd(total - r n), exact for normal noise.

    Unbounded if n may be zero. covariance: the covariance of n and total, shape (2, 2) or (2, 2, cells).
    """
    a = n**2 - factor**2 * covariance[0, 0]
    b = n * total - factor**2 * covariance[0, 1]
    c = total**2 - factor**2 * covariance[1, 1]
    root = np.sqrt(np.maximum(b**2 - a * c, 0.0))
    positive = (a > 0) & (n > 0)
    scale = np.where(positive, a, 1.0)
    return np.where(positive, (b - root) / scale, -np.inf), np.where(positive, (b + root) / scale, np.inf)


def _mean_variance(covariance: Floats, mean: Floats) -> Floats:
    """The variance of T - mean n."""
    variance: Floats = np.maximum(covariance[1, 1] - 2 * mean * covariance[0, 1] + mean**2 * covariance[0, 0], 0.0)
    return variance


def _variance_variance(covariance: Floats, mean: Floats, square: Floats) -> Floats:
    gradient = np.stack([2 * mean**2 - square, -2 * mean, np.ones_like(mean)])
    total: Floats = np.maximum(np.einsum("ic,ij,jc->c", gradient, covariance, gradient), 0.0)
    return total


def _numerator(covariance: Floats, mean: Floats) -> Floats:
    """The covariance of n and Q - 2 mean T + mean^2 n, shape (2, 2, cells)."""
    ones = np.ones_like(mean)
    rows = np.stack([np.stack([ones, 0 * ones, 0 * ones]), np.stack([mean**2, -2 * mean, ones])])
    product: Floats = np.einsum("kic,ij,ljc->klc", rows, covariance, rows)
    return product
