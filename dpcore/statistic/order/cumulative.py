"""Noisy cumulative counts: the factor matrix for a price, and views computed from released numbers alone.

**Between the edges.** Noisy cumulative counts are released at the edges of cells. The exact count at a point inside a
cell lies between the exact counts at the cell's two edges. So the interval from the lower end at the lower edge to the
upper end at the upper edge contains it with at least the confidence level: as noise is symmetric, each end fails with
probability at most (1 - level) / 2. The straight line between the edges assumes rows spread evenly over the cell.

**Quantiles.** Let C_i be the exact count below edge i, C_0 = 0, C_m = n. The q-quantile inf{v: #{x <= v} >= q n} lies
in cell c, the first with C_c >= q n; for no rows it is the lowest edge, in the first cell. D_i = C_i - q C_m has
D_{c-1} <= 0 <= D_c. The noise of the released D_i is a symmetric weighted sum of the drawn noise, whose standard
deviation is at most that of C_i plus q times that of C_m, whatever their correlation. So this noise exceeds
w_i = h_i + q h_m, for half widths h at a level, with probability at most (1 - level) / 2 (`dpcore.mechanisms.Spread`).
The interval covers all cells i with D_{i-1} - w_{i-1} <= 0 <= D_i + w_i. Cell c is fixed by the rows, and it is not
covered only if the noise of D_{c-1} is above w_{c-1} or that of D_c below -w_c. So the interval contains the quantile
with at least the level: pointwise half widths suffice for one quantile, and they allow for the unknown n.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.learners.tree import best_tree
from dpcore.statistic.waves.factor_matrix import Factor
from dpcore.statistic.waves.square_root import SquareRoot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]


_ROUNDING = 1e-12  # the rounding error of doubles, relative to the number of rows


def gaussian_factor(cells: int) -> Factor:
    """The factor matrix for Gaussian noise. At no number of cells does a tree or a histogram have a smaller error."""
    return SquareRoot(cells)


def laplace_factor(cells: int) -> Factor:
    """The factor matrix for Laplace noise: a tree of at most three levels, or a plain histogram for up to 13 cells.

    The columns of `SquareRoot` have L1 norms near the square root of `cells`: its error would be many times larger.
    """
    return best_tree(cells)


def monotone(prefixes: Doubles) -> Doubles:
    """Nondecreasing cumulative counts, between 0 and the released last count; shape (…, cells).

    The nearest nondecreasing sequence (Barlow, Bartholomew, Bremner & Brunk 1972), then clamped. Its largest error is
    at most that of `prefixes`: averaging over blocks does not increase the largest error. Neither does clamping,
    because the exact counts lie between 0 and the exact last count, whose released value has no larger error either.
    """
    flat = prefixes.reshape(-1, prefixes.shape[-1])
    rows = [np.clip(_pooled(row.tolist()), 0.0, max(0.0, float(row[-1]))) for row in flat]
    return np.array(rows).reshape(prefixes.shape)


def _pooled(values: list[float]) -> Doubles:
    """The nearest nondecreasing sequence: adjacent blocks in wrong order are pooled into their mean, in one pass."""
    means: list[float] = []
    sizes: list[int] = []
    for value in values:
        mean, size = value, 1
        while means and means[-1] >= mean:
            before, share = means.pop(), sizes.pop()
            mean = (before * share + mean * size) / (share + size)
            size += share
        means.append(mean)
        sizes.append(size)
    return np.repeat(np.array(means), sizes)


@final
@dataclass(frozen=True, slots=True)
class CumulativeReading:
    """Cumulative counts at points, or quantiles, with intervals that contain the exact number with at least the level.

    Shape (…, points) or (…, shares); counts are NaN outside the edges, where nothing was released.
    """

    value: Doubles
    low: Doubles
    high: Doubles


def read(
    points: Any, edges: Any, prefixes: Doubles, half_widths: Doubles, view: Doubles | None = None
) -> CumulativeReading:
    """The number of counted rows below each point.

    points: shape (points,). edges: increasing, shape (cells + 1,); cell i is [edges[i], edges[i + 1]).
    prefixes: the released counts below edges[i + 1], shape (…, cells). half_widths: the half widths of their intervals,
    shape (cells,). view: counts to interpolate instead, such as `monotone(prefixes)`; intervals still use `prefixes`.
    """
    at, grid = np.asarray(points, dtype=np.float64), np.asarray(edges, dtype=np.float64)
    inside = (at >= grid[0]) & (at <= grid[-1])
    at = np.where(inside, at, grid[0])
    upper = np.searchsorted(grid, at, side="left")
    lower = np.where(grid[upper] == at, upper, np.maximum(upper - 1, 0))
    span = np.where(upper > lower, grid[upper] - grid[lower], 1.0)
    weight = np.where(upper > lower, (at - grid[lower]) / span, 0.0)
    released, drawn = _from_zero(prefixes), _from_zero(prefixes if view is None else view)
    width = _from_zero(half_widths)
    value = drawn[..., lower] * (1.0 - weight) + drawn[..., upper] * weight
    low = np.maximum(released[..., lower] - width[lower], 0.0)
    high = np.maximum(released[..., upper] + width[upper], 0.0)
    return CumulativeReading(*(np.where(inside, figure, np.nan) for figure in (value, low, high)))


def invert(shares: Any, edges: Any, prefixes: Doubles, half_widths: Doubles) -> CumulativeReading:
    """The quantiles of the counted rows, in the unit of the edges; shape (…, shares).

    shares: the fraction of rows up to each quantile, in [0, 1], shape (shares,). edges, prefixes, half_widths: as for
    `read`. A value is the point where the nondecreasing line between the edges reaches the share of the line's last
    count, or the lowest edge if no rows are counted; it is clamped to its interval. Intervals end at edges.
    """
    q, grid = np.asarray(shares, dtype=np.float64)[:, None], np.asarray(edges, dtype=np.float64)
    released, line, width = _from_zero(prefixes), _from_zero(monotone(prefixes)), _from_zero(half_widths)
    away = released[..., None, :] - q * released[..., None, -1:]
    room = width + q * width[-1] + _ROUNDING * np.abs(released[..., None, -1:])
    inside = (away - room <= 0)[..., :-1] & (away + room >= 0)[..., 1:]
    inside |= ~inside.any(axis=-1, keepdims=True)
    low = grid[inside.argmax(axis=-1)]
    high = grid[inside.shape[-1] - inside[..., ::-1].argmax(axis=-1)]
    target = q[:, 0] * line[..., -1:]
    cell = 1 + (line[..., None, 1:] >= target[..., None]).argmax(axis=-1)
    before, after = (np.take_along_axis(line, at, axis=-1) for at in (cell - 1, cell))
    weight = np.where(after > before, (target - before) / np.where(after > before, after - before, 1.0), 0.0)
    value = grid[cell - 1] + np.clip(weight, 0.0, 1.0) * (grid[cell] - grid[cell - 1])
    return CumulativeReading(np.clip(value, low, high), low, high)


def _from_zero(figures: Doubles) -> Doubles:
    """The figures with a 0 prepended for the lowest edge, below which no row is counted."""
    return np.concatenate([np.zeros((*figures.shape[:-1], 1)), figures], axis=-1)
