"""The sine and cosine waves of a curve's noise, and their derivatives, at integration points along a column.

`dpcore.statistic.waves.band` measures paths and patches with them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.statistic.waves.circle import waves
from dpcore.statistic.waves.spectrum import NEAR, TAIL, fading, mirrored, transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

PAIRS = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_STEPS = 8  # of integration, for each bandwidth: lengths are less than 1e-3 too long
_FEWEST = 24  # for half of a column
_NOTHING = 1e-9  # of a kernel's transform


@final
@dataclass(frozen=True)
class ColumnWaves:
    """Waves at points u of the first half of a column; at 1 - u their products are the same.

    weights: the integration weight of each point; 0 for the first point, u = 0, where the last one is u = 1/2.
    products: of derivatives of two orders, summed over the cosine and the sine of each frequency, shape (J + 1, n).
    bent: whether the waves have a bend at u = 1/2.
    """

    weights: Doubles
    products: Mapping[tuple[int, int], Doubles]
    bent: bool


def scale_of(frequencies: int, circle: int, width: float, fold: bool) -> Doubles:
    """The kernel's factor for each frequency, up to the last one that is not negligible."""
    constant, a = transform(frequencies, circle, width, fold)
    scale = np.concatenate([[constant], 2 * a])
    return scale[: 1 + int(np.max(np.flatnonzero(np.abs(scale) > _NOTHING * scale[0])))]


def column_waves(circle: int, frequencies: int, width: float, fold: bool) -> ColumnWaves:
    """The waves of frequencies 0, 1, … on a circle of `circle` half boxes, at a bandwidth in boxes.

    Their products change along the column only where mirror images are added.
    """
    zone = 0.0 if not fold else min(0.5, TAIL * width) if circle == 4 else 0.5
    parts = max(_FEWEST, math.ceil(_STEPS * zone / width)) if zone else 0
    middles = (np.arange(parts) + 0.5) / max(1, parts) * zone
    u = np.concatenate([[0.0], middles, [0.5]])
    weights = np.concatenate([[0.0], np.full(parts, 2 * zone / max(1, parts)), [1 - 2 * zone]])
    turn = 4 * math.pi / circle * np.arange(frequencies)[:, None]
    orders = [np.zeros((2, frequencies, len(u))) for _ in range(3)]
    for image, sign, part in _images(circle, u, width, fold):
        cosine, sine = waves(4 * math.pi / circle * image, frequencies - 1)
        for place, (wave, slope) in enumerate(((cosine, -sign * turn * sine), (sine, sign * turn * cosine))):
            orders[0][place] += part[0] * wave
            orders[1][place] += part[1] * wave + part[0] * slope
            orders[2][place] += part[2] * wave + 2 * part[1] * slope - part[0] * turn**2 * wave
    products = {(a, b): (orders[a] * orders[b]).sum(axis=0) for a, b in PAIRS}
    return ColumnWaves(weights, products, fold and circle == 4 and NEAR < 0.5 / width < TAIL)


def _images(circle: int, u: Doubles, width: float, fold: bool) -> list[tuple[Doubles, int, list[Doubles]]]:
    """The points and their mirror images, with the part of each that is added and its two derivatives along u."""
    whole = (u, 1, [np.ones(len(u)), np.zeros(len(u)), np.zeros(len(u))])
    if not fold:
        return [whole]
    if circle == 4:  # the point is in the first half, where the image at the nearer bound is -u
        return [whole, (-u, -1, [fading(u / width, order) / width**order for order in range(3)])]
    found = []
    for image, sign, _ in mirrored(u, width):
        far, out = np.maximum(np.maximum(-image, image - 1), 0.0) / width, np.where(image < 0, -1, 1)
        found.append((image, sign, [fading(far, order) * (sign * out / width) ** order for order in range(3)]))
    return found
