"""The scores of a kernel machine: the inner products of its coefficients with the coordinates of points."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from dpcore.statistic.learners.machine import kept, large
from dpcore.statistic.waves import band, plane
from dpcore.statistic.waves.circle import waves
from dpcore.statistic.waves.column_waves import column_waves
from dpcore.statistic.waves.fourier import RESOLUTION, Fourier
from dpcore.statistic.waves.plane import Plane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

_CHUNK = 2**14  # points


def scores(factor: Fourier | Plane, coefficients: Doubles, u: Doubles) -> Doubles:
    """<v, t> of each group at points in boxes. coefficients: (groups, K). u: (n, 1) or (n, 2). Shape (groups, n)."""
    found = np.empty((len(coefficients), len(u)))
    for start in range(0, len(u), _CHUNK):
        some = slice(start, start + _CHUNK)
        found[:, some] = _along(factor, coefficients, u[some])
    return found


def norm(factor: Fourier | Plane) -> float:
    """|t|, the same at every point: cosines and sines of a frequency have one weight. At most 1."""
    return float(np.linalg.norm(_weights(factor)[large(factor)]))


@lru_cache(maxsize=64)
def wider(factor: Fourier | Plane, level: float) -> float:
    """c such that all scores are within c standard deviations, with a probability of at least `level`."""
    variances = np.square(_weights(factor) * large(factor))
    around = (factor.circle,) if isinstance(factor, Fourier) else factor.circles
    sides = [column_waves(one, size, 1.0, False) for one, size in zip(around, variances.shape, strict=True)]
    if len(sides) == 1:
        return band.of_curve(band.length_of(sides[0], variances), level)
    return band.of_patch(band.patch_of(sides[0], sides[1], variances), level)


def _along(factor: Fourier | Plane, coefficients: Doubles, u: Doubles) -> Doubles:
    weights = _weights(factor)
    if isinstance(factor, Fourier):
        full = np.zeros((len(coefficients), 2 * len(weights) - 1))
        full[:, kept(factor)] = coefficients
        cosines, sines = waves(u[:, 0] * _angle(factor.circle), len(weights) - 1)
        return np.asarray(full @ np.vstack([weights[:, None] * cosines, (weights[:, None] * sines)[1:]]))
    sides = [waves(u[:, k] * _angle(factor.circles[k]), size - 1) for k, size in enumerate(weights.shape)]
    masks, place = plane.masks(factor.weights), 0
    full = np.zeros((len(coefficients), sum(int(np.count_nonzero(mask)) for mask in masks)))
    full[:, kept(factor)] = coefficients
    found = np.zeros((len(coefficients), len(u)))
    for product, mask in enumerate(masks):
        size, matrix = int(np.count_nonzero(mask)), np.zeros(weights.shape)
        for group, some in enumerate(full[:, place : place + size]):
            matrix[mask] = some * weights[mask]
            rows, columns = (slice(1 + int(np.flatnonzero(matrix.any(axis=axis)).max(initial=0))) for axis in (1, 0))
            one, other = sides[0][product % 2][rows], sides[1][product // 2][columns]
            found[group] += np.einsum("jn,jn->n", matrix[rows, columns] @ other, one)
        place += size
    return found


def _angle(around: int) -> float:
    """The angle of the first frequency at one box, on a circle of `around` half boxes."""
    return 4 * math.pi / around


def _weights(factor: Fourier | Plane) -> Doubles:
    """The weights by frequency, or by pair of frequencies."""
    power = RESOLUTION if isinstance(factor, Fourier) else plane.NORM
    return np.asarray(factor.weights, dtype=np.float64) * 2.0**-power
