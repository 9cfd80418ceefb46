"""The smooth sensitivity of the centre of attention: a point near most of m points, such as the answers of m blocks."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpcore.errors import DpError
from dpcore.number import real, whole
from dpcore.sensitivity.smooth.bound import Doubles, SmoothSensitivity, listed, numbers, smoothness
from dpcore.text import Text

MOST_POINTS = 5000
"""Above this number of points the matrix of distances takes more than 200 MB."""
_NEAR = 1.0 + 1e-9


def center_of_attention(points: Any, beta: float, diameter: float, changes: int = 1) -> SmoothSensitivity:
    """The smooth sensitivity of the centre of attention of m points, of which one unit can change `changes` = s.

    points: shape (m,) or (m, coordinates); m is public. diameter: the public diameter of the set of all possible
    points, in Euclidean distance; no two points may be farther apart. Let t0 = ceil((m + s + 1) / 2), so that any two
    sets of t0 points, one from each of two neighbours, share an unchanged point. Raises DpError.

    Shape (m,): the centre is the middle of the shortest interval with t0 points. With r(t) half the length of the
    shortest interval with t points, diameter / 2 for t > m,

        A^(k) = r(t0 + k s) + r(t0 + (k + 1) s).

    Shape (m, coordinates): the centre is the point with the smallest distance r_i(t0) to its t0-th nearest point (the
    first is the point itself; ties by a public rule). Up to k s of the points may have changed, so with rho_k the
    (k s + 1)-th smallest r_i(t0 + k s), or the diameter for t0 + k s > m,

        A^(k) = min(diameter, rho_k + rho_{k+1}).

    These are upper bounds of the local sensitivity at distance k. After Nissim, Raskhodnikova & Smith 2007, section 5;
    derived anew and compared with all neighbours of small sets in the tests.

    >>> round(center_of_attention([0.1, 0.12, 0.15, 0.2, 0.9], beta=0.25, diameter=1).smooth, 6)
    0.700921
    """
    beta = smoothness(beta)
    width = real(diameter, "`diameter` of `center_of_attention`", above=0.0)
    places = numbers(points, Text("The points of a centre of attention"))
    m = len(places) if places.ndim in (1, 2) else 0
    if not 1 <= m <= MOST_POINTS:
        raise DpError(
            "`center_of_attention` takes 1 to {most_points} points, with one number or a row of numbers for each.",
            "Use fewer blocks.",
            most_points=MOST_POINTS,
        )
    s = whole(changes, "`changes` of `center_of_attention`", low=1, high=m, hint="2 if a unit may change its block.")
    first = -(-(m + s + 1) // 2)
    if places.ndim == 1:
        return listed(_line(np.sort(places), width, first, s), beta)
    return listed(_space(places, width, first, s), beta)


def _line(points: Doubles, width: float, first: int, s: int) -> Doubles:
    m = len(points)
    _inside(points[-1] - points[0], width)
    radii = [
        float((points[t - 1 :] - points[: m - t + 1]).min()) / 2 if t <= m else width / 2
        for t in range(first, first + (m + 1) * s + 1, s)
    ]
    return np.array([radii[k] + radii[k + 1] for k in range(m + 1)])


def _space(points: Doubles, width: float, first: int, s: int) -> Doubles:
    m = len(points)
    distances = np.sqrt(np.sum(np.square(points[:, None, :] - points[None, :, :]), axis=2))
    _inside(float(distances.max()), width)
    distances.sort(axis=1)
    rho = [
        float(np.partition(distances[:, first + k * s - 1], k * s)[k * s]) if first + k * s <= m else width
        for k in range(m + 2)
    ]
    return np.array([min(width, rho[k] + rho[k + 1]) for k in range(m + 1)])


def _inside(widest: float, width: float) -> None:
    if widest > width * _NEAR:
        raise DpError(
            "The points of a centre of attention are farther apart than `diameter`.",
            "Move each point into the public range first.",
        )
