r"""Least squares from noisy moments: coefficients with intervals for sampling, noise and the bias of a ridge.

In entries from -1 to 1: H = X'X of the intercept and the features, h = X'y, both with noise E and e of known variances.
The estimate is b = (H + L I)^-1 h with L = max(0, s sqrt(2 p) - the least eigenvalue of H), p the number of
coefficients: the edge of the spectrum of noise whose standard deviation is s on the diagonal and s / sqrt(2) beside it.
So L is 0 unless the noise could make H singular. With A = H + L I,

    b - beta = A^-1 (X'r + e - E beta - L beta),          r the residuals,

whose covariance is A^-1 (var(r) H + N) A^-1, N that of e - E beta, and whose bias is -L A^-1 beta; b stands for beta.
This is the delta method of errors in variables (Fuller 1987, section 2.2) for noise of known variances.

Nothing is told of coefficients where the least eigenvalue of H is below `_CLEAR` times the edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dpcore.queries.features import Features

    Floats = NDArray[np.float64]
    Places = NDArray[np.int64]

_CLEAR = 2.0
"""The least eigenvalue, over the edge of the noise, from which margins are stated."""


Figure = tuple[float, float]
"""A number and its standard error."""


@final
@dataclass(frozen=True, slots=True)
class Fit:
    """A fit in entries from -1 to 1.

    beta: the coefficients, that of the constant first. covariance: of their noise and sampling errors. pull: by how
    much a ridge may have moved them. told: whether margins can be stated. rows: the noisy number of rows, at least 1.
    residual, total: the variances around the fit and around the mean, 0 or more. gain: 1 - residual / total; 0, with an
    unknown error, where noise may be all there is of the total. merged: of each term, 0, or its sign in rows with a
    value that too few have.
    """

    beta: Floats
    covariance: Floats
    pull: Floats
    told: bool
    rows: float
    residual: Figure
    total: Figure
    gain: Figure
    merged: tuple[int, ...] = ()

    def widened(self, merged: Sequence[int]) -> Fit:
        """The fit with the coefficient 0 for terms that were merged. merged: for all terms, 0 for those of this fit."""
        kept = np.flatnonzero(np.array(merged) == 0)
        size = len(merged)
        beta, pull, covariance = np.zeros(size), np.zeros(size), np.zeros((size, size))
        beta[kept], pull[kept] = self.beta, self.pull
        covariance[np.ix_(kept, kept)] = self.covariance
        return replace(self, beta=beta, pull=pull, covariance=covariance, merged=tuple(merged))


def fit(moments: Floats, variances: Floats, places: Places, used: list[int], target: int, ridged: bool = True) -> Fit:
    """The fit of the variable at the place `target` by those at the places `used`, of which the first is 0.

    moments, variances: of `Features.entries`. places: `Features.places`. ridged: False for moments without noise, whose
    margins noise of these variances would give.
    """
    both, count = [*used, target], len(used)
    inner = places[np.ix_(both, both)]
    whole, noise = (np.where(inner >= 0, values[inner], 0.0) for values in (moments, variances))
    gram, rows = whole[:count, :count], max(1.0, float(moments[0]))
    edge = _edge(noise[:count, :count])
    values = np.linalg.eigvalsh(gram)
    least = float(values[0])
    ridge = max(edge - least if ridged else 0.0, 0.0, 1e-9 * max(rows, float(np.abs(values).max())) - least)
    inverse = np.linalg.inv(gram + ridge * np.eye(count))
    beta = np.asarray(inverse @ whole[:count, count], dtype=np.float64)
    signs = np.array([*-beta, 1.0])  # whole @ signs = X'r, and signs @ whole @ signs = r'r
    left = _square(signs, inner, moments, variances)
    mean = np.zeros(count + 1)
    mean[[0, count]] = -whole[0, count] / rows, 1.0
    total = _square(mean, inner, moments, variances)
    residual = left[0] / max(1.0, rows - count)
    spread = _slope(signs, inner, len(moments))
    spread = (spread * variances) @ spread.T
    sampling = residual * (gram + ridge * np.eye(count))
    covariance: Floats = inverse @ (sampling + spread[:count, :count]) @ inverse
    return Fit(
        beta,
        covariance,
        np.asarray(np.abs(ridge * (inverse @ beta)), dtype=np.float64),
        least > _CLEAR * edge,
        rows,
        _varied((residual, left[1] / rows), rows),
        _varied((total[0] / max(1.0, rows - 1), total[1] / rows), rows),
        _gain(signs, mean, inner, moments, variances, (rows - 1) / max(1.0, rows - count)),
    )


def _edge(noise: Floats) -> float:
    """The edge of the spectrum of noise of these variances."""
    return float(np.sqrt(2 * len(noise) * max(np.diag(noise).max(), 2 * noise.max())))


def rare(moments: Floats, variances: Floats, products: Features, used: list[int]) -> tuple[int, ...]:
    """For each place of `used`, 0, or 1 or -1 if too few rows have the value of a category, or the flag so.

    A value whose noisy count is not clear of the edge of the noise is merged with the first one of its category, and
    more values are if this is not clear then, the fewest first. Such a model has fewer coefficients, and no noise can
    make it singular by that value.
    """
    places = products.places
    inner = places[np.ix_(used, used)]
    least = 2 * _CLEAR * _edge(np.where(inner >= 0, variances[inner], 0.0))
    counts = {place: float(moments[places[0, place]]) for values in products.categories for place in values}
    found = dict.fromkeys(used, 0)
    for first, *others in products.categories:
        order = sorted((place for place in others if place in found), key=lambda place: counts[place])
        base = counts[first]
        for place in order:
            if counts[place] < least or base < least:
                found[place], base = 1, base + counts[place]
    for place in products.flags:
        total = float(moments[0])
        true = (total + float(moments[places[0, place]])) / 2
        if place in found and min(true, total - true) < least:
            found[place] = 1 if true < total - true else -1
    return tuple(found.values())


def _varied(figure: Figure, rows: float) -> Figure:
    """A variance with the error of sampling added to that of its noise, as for normal values."""
    return figure[0], float(np.hypot(figure[1], figure[0] * np.sqrt(2 / rows)))


def _gain(signs: Floats, mean: Floats, places: Places, moments: Floats, variances: Floats, share: float) -> Figure:
    """1 - share * left / total, with the error that noise and sampling give it by the delta method.

    Where the coefficients explain nothing, the error of sampling is that of chance: two over n for each, in its square.
    """
    left, total = (_square(one, places, moments, variances) for one in (signs, mean))
    if not total[0] > 4 * total[1]:
        return 0.0, np.nan
    part = left[0] / total[0]
    slope = (_gradient(signs, places, len(moments)) - part * _gradient(mean, places, len(moments))) / total[0]
    gain = 1 - share * part
    rows = max(1.0, float(moments[0]))
    inside = min(max(gain, 0.0), 1.0)
    sampling = (4 * inside + 2 * len(signs) / rows) * (1 - inside) ** 2 / rows
    return gain, float(np.sqrt(np.square(share * slope) @ variances + sampling))


def _square(signs: Floats, places: Places, moments: Floats, variances: Floats) -> Figure:
    """signs' M signs for the symmetric matrix M of moments, at least 0, and its standard error from noise."""
    gradient = _gradient(signs, places, len(moments))
    return max(float(gradient @ moments), 0.0), float(np.sqrt(np.square(gradient) @ variances))


def _gradient(signs: Floats, places: Places, size: int) -> Floats:
    """The derivatives of signs' M signs by the moments."""
    found: Floats = signs @ _slope(signs, places, size)
    return found


def _slope(signs: Floats, places: Places, size: int) -> Floats:
    """The derivatives of M signs by the moments, shape (len(signs), moments); equal entries of M are one moment."""
    slope = np.zeros((len(signs), size))
    for row, column in np.argwhere(places >= 0):
        slope[row, places[row, column]] += signs[column]
    return slope
