"""Reading a kernel machine off its coefficients: the coordinates of any point, whose product with them is its score."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore.statistic import plane
from dpcore.statistic.fourier import RESOLUTION, Fourier
from dpcore.statistic.machine import kept
from dpcore.statistic.plane import Plane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]


def waves(factor: Fourier | Plane, u: Doubles) -> Doubles:
    """t at points in boxes, shape (n, 1) or (n, 2): (n, K). No longer than 1."""
    sides = []
    for side, around, most in zip(u.T, *_circles(factor), strict=True):
        angles = np.outer(side, 2 * math.pi / (around / 2) * np.arange(most))
        sides.append([np.cos(angles), np.sin(angles)])
    if isinstance(factor, Fourier):
        weights = np.array(factor.weights, dtype=np.float64)
        ((cosines, sines),) = sides
        table = np.hstack([weights * cosines, (weights * sines)[:, 1:]]) * 2.0**-RESOLUTION
        return np.asarray(table[:, kept(factor)])
    parts = []
    for place, mask in enumerate(plane.masks(factor.weights)):
        j, k = np.nonzero(mask)
        parts.append(factor.weights[mask] * sides[0][place % 2][:, j] * sides[1][place // 2][:, k])
    return np.asarray((np.hstack(parts) * 2.0**-plane.NORM)[:, kept(factor)])


def _circles(factor: Fourier | Plane) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Along each column, the circle in half boxes and the number of frequencies with 0."""
    if isinstance(factor, Fourier):
        return (factor.circle,), (len(factor.weights),)
    return factor.circles, factor.weights.shape
